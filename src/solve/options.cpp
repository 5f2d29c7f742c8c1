// The one place that states each option: its meaning, default and range.
#include "allnash/options.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <utility>

#include "allnash/error.hpp"
#include "exact/text.hpp"

namespace allnash {
namespace {

using Text = std::string_view;

[[noreturn]] void refuse(Text option, Text text, Text wanted) {
  const std::string shown = text.empty() ? "''" : std::string(text);
  throw OptionError(std::string(option) + ": " + shown + " is not " + std::string(wanted));
}

std::string text_of(double value) { return shortest_text(value); }
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(const Rational& value) { return value.to_string(); }
std::string text_of(const PayoffRange& range) {
  return text_of(range.low) + "," + text_of(range.high);
}

/// Which values an option takes, and how that is said.
template <typename Value>
struct Domain {
  bool (*holds)(const Value&);
  Text name;

  void check(Text option, const std::optional<Value>& value) const {
    if (value && !holds(*value)) refuse(option, text_of(*value), name);
  }
  /// What the text says, where `read` finds something in it.
  template <typename Read>
  Value read(Text option, Text text, const Read& read) const {
    const std::optional<Value> value = read(text);
    if (!value || !holds(*value)) refuse(option, text, name);
    return *value;
  }
  Value read(Text option, Text text) const { return read(option, text, number_in<Value>); }
};

constexpr Domain<double> probabilities{[](const double& p) { return p > 0 && p < 1; }, "in (0, 1)"};
constexpr Domain<double> scales{[](const double& part) { return part > 0 && part <= 1; },
                                "in (0, 1]"};
constexpr Domain<double> fractions{[](const double& part) { return part >= 0 && part <= 1; },
                                   "in [0, 1]"};
// A longer wait is beyond any use, and the clock's arithmetic would overflow.
constexpr Domain<double> waits{[](const double& seconds) { return seconds > 0 && seconds <= 1e9; },
                               "a number of seconds above 0 and at most 1e9"};
constexpr Domain<std::uint64_t> seeds{[](const std::uint64_t&) { return true; },
                                      "a whole number from 0 to 18446744073709551615"};
constexpr Domain<std::int64_t> counts{[](const std::int64_t& count) { return count >= 0; },
                                      "a whole number of 0 or more"};
constexpr Domain<std::int64_t> sizes{[](const std::int64_t& size) { return size >= 1; },
                                     "a whole number of 1 or more"};
constexpr Domain<std::int64_t> crews{
    [](const std::int64_t& threads) { return threads >= 1 && threads <= 1000; },
    "a whole number from 1 to 1000"};
constexpr Domain<PayoffRange> ranges{
    [](const PayoffRange& range) { return range.low < range.high; }, "two numbers A,B with A < B"};
constexpr Domain<Rational> tolerances{[](const Rational& epsilon) { return epsilon.sign() > 0; },
                                      "a number above 0, such as 0.05 or 1/20"};

// Digits beyond 64 bits are more than there can be: no limit at all.
std::optional<std::int64_t> count_in(Text text) {
  const auto count = number_in<std::int64_t>(text);
  if (count || text.empty() || text.find_first_not_of("0123456789") != text.npos) return count;
  return std::numeric_limits<std::int64_t>::max();
}

std::int64_t read_count(Text option, Text text) { return counts.read(option, text, count_in); }

bool read_switch(Text option, Text text) {
  if (text != "true" && text != "false") refuse(option, text, "true or false");
  return text == "true";
}

std::optional<Rational> rational_in(Text text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

std::optional<PayoffRange> range_in(Text text) {
  const std::size_t comma = text.find(',');
  if (comma == text.npos) return {};
  auto low = rational_in(text.substr(0, comma));
  auto high = rational_in(text.substr(comma + 1));
  if (!low || !high) return {};
  return PayoffRange{*std::move(low), *std::move(high)};
}

constexpr Text path_range = "the name of a file";
bool path_fits(Text path) { return !path.empty() && path.find('\0') == Text::npos; }

constexpr Text name_range = "a name of printable characters";
bool name_fits(Text name) { return std::ranges::none_of(name, is_control); }

void check_method(Text name) {
  std::string names;
  for (const auto table : {method_table(), play_method_table()}) {
    for (const MethodInfo& method : table) {
      if (method.name == name) return;
      names += (names.empty() ? "" : ", ") + std::string(method.name);
    }
  }
  refuse("method", name, "one of " + names);
}

void set_method(Options& options, Text text) {
  check_method(text);
  options.method = text;
}

void check_sizes(const Options& options) {
  for (const auto& [name, size] : {std::pair{"k1", options.k1}, std::pair{"k2", options.k2}}) {
    sizes.check(name, size);
    if (size && options.method != "paper" && options.method != "reweighted") {
      throw OptionError(std::string(name) + ": only methods paper and reweighted take sizes");
    }
  }
  if (options.k1 && !options.k2) throw OptionError("k1 requires `k2`");
  if (options.k2 && !options.k1) throw OptionError("k2 requires `k1`");
}

void set_exit(Options& options, Text text) {
  if (text == "read") {
    options.exit = LoopExit::read;
  } else if (text == "time" || text == "cost") {  // its name until it was found to save time alone
    options.exit = LoopExit::time;
  } else if (text == "never") {
    options.exit = LoopExit::never;
  } else {
    refuse("exit", text, "read, time or never");
  }
}

void check_exit(const Options& options) {
  const bool searches =
      options.method == "paper" || options.method == "padded" || options.method == "reweighted";
  if (options.exit != LoopExit::read && !searches) {
    throw OptionError("exit: only methods paper, padded and reweighted use it");
  }
}

void set_engine(Options& options, Text text) {
  if (text == "sparse") {
    options.engine = Engine::sparse;
  } else if (text == "lp") {
    options.engine = Engine::lp;
  } else {
    refuse("engine", text, "sparse or lp");
  }
}

// Of a method that does not use them they would be without effect, and so a mistake.
void check_reweighted(const Options& options) {
  const Options usual;
  scales.check("scale", options.scale);
  if (options.method == "reweighted") return;
  if (options.scale != usual.scale) throw OptionError("scale: only method reweighted uses it");
  if (options.engine != usual.engine) throw OptionError("engine: only method reweighted uses it");
}

void check_sample(const Options& options) {
  if (!options.sample) return;
  sizes.check("sample", options.sample);
  if (options.method != "paper" && options.method != "padded") {
    throw OptionError("sample: only methods paper and padded use it");
  }
  if (options.las_vegas)
    throw OptionError("sample: cannot be combined with `las-vegas`, which draws no sample");
}

void set_ledger(Options& options, Text text) {
  if (!path_fits(text)) refuse("ledger", text, path_range);
  options.ledger = text;
}

void set_game_id(Options& options, Text text) {
  if (text.empty() || !name_fits(text)) refuse("game-id", text, name_range);
  options.game_id = text;
}

constexpr std::array options_of_solve{
    OptionInfo{"method", "NAME", "how the game is solved; `allnash methods` lists the names",
               "auto", set_method},
    OptionInfo{
        "delta", "D",
        "failure probability, in (0, 1): of the randomised methods, where a failure costs extra "
        "queries and never a wrong answer; of a game of chance, the probability with which "
        "its bounds may be wrong",
        "0.05", [](Options& to, Text text) { to.delta = probabilities.read("delta", text); }},
    OptionInfo{"seed", "S", "random seed; the same seed gives the same run", "1",
               [](Options& to, Text text) { to.seed = seeds.read("seed", text); }},
    OptionInfo{"vertices", "N", "list up to N extreme optimal strategies per player; 0 lists none",
               "1000", [](Options& to, Text text) { to.vertices = read_count("vertices", text); }},
    OptionInfo{"kernels", "",
               "for each pair of extreme optimal strategies, list the square subgame it comes from "
               "(Shapley and Snow), up to the number given by vertices",
               "off", [](Options& to, Text text) { to.kernels = read_switch("kernels", text); }},
    OptionInfo{"certificate-vertices", "",
               "the certificate also states the extreme optimal strategies of each player whose "
               "list is complete, with a proof that it is",
               "off",
               [](Options& to, Text text) {
                 to.certificate_vertices = read_switch("certificate-vertices", text);
               }},
    OptionInfo{"budget", "Q",
               "stop after Q queries; those answered from a ledger file are not counted", "none",
               [](Options& to, Text text) { to.budget = read_count("budget", text); }},
    OptionInfo{"time-limit", "S", "stop after S seconds", "none",
               [](Options& to, Text text) { to.time_limit = waits.read("time-limit", text); }},
    OptionInfo{"threads", "N",
               "number of computing threads, from 1 to 1000; by default one per core, or a single "
               "one under MPI; the answer does not depend on it",
               "none", [](Options& to, Text text) { to.threads = crews.read("threads", text); }},
    OptionInfo{"symmetric", "",
               "the game is symmetric zero-sum, A = -A^T, or with payoff-range A,B: A[i][j] + "
               "A[j][i] = A + B (win rates, with 0,1): one match gives both entries and is counted "
               "once, and the diagonal is known and free; a table that contradicts this is bad "
               "input, and an oracle or function is asked for 5 of the matches both ways, which "
               "count as queries",
               "off",
               [](Options& to, Text text) { to.symmetric = read_switch("symmetric", text); }},
    OptionInfo{"payoff-range", "A,B",
               "every payoff lies in [A, B]; one outside is bad input. Methods auto and lazy then "
               "skip what the range makes unnecessary, so that a proof may need fewer payoffs than "
               "the floor; other methods only check it",
               "none",
               [](Options& to, Text text) {
                 to.payoff_range = ranges.read("payoff-range", text, range_in);
               }},
    OptionInfo{
        "epsilon", "E",
        "stop once the value is known to within E, in units of payoff (0.05, 1/20), with a "
        "strategy for each player that attains its bound",
        "none",
        [](Options& to, Text text) { to.epsilon = tolerances.read("epsilon", text, rational_in); }},
    OptionInfo{"k1", "K",
               "with method paper or reweighted and k2: look only for supports of K rows, with "
               "reweighted of "
               "K or fewer; the answer may be a failure",
               "none", [](Options& to, Text text) { to.k1 = sizes.read("k1", text); }},
    OptionInfo{"k2", "K",
               "with method paper or reweighted and k1: look only for supports of K columns",
               "none", [](Options& to, Text text) { to.k2 = sizes.read("k2", text); }},
    OptionInfo{"exit", "WHEN",
               "when methods paper, padded and reweighted leave their loop over support sizes and "
               "continue as lazy: read, when nothing is left to ask; time, also when the next size "
               "might ask "
               "for everything that is left, which saves time but no payoffs; or never. A size "
               "with too many subgames to search always ends the loop",
               "read", set_exit},
    OptionInfo{
        "sample", "L",
        "with method paper or padded, for experiments: draw L rows and columns per stage instead "
        "of the number that delta calls for; the answer is still exact, or a failure",
        "none", [](Options& to, Text text) { to.sample = sizes.read("sample", text); }},
    OptionInfo{"las-vegas", "",
               "with method padded: halve with a test that never loses the saddle point, so that "
               "nothing depends on delta",
               "off",
               [](Options& to, Text text) { to.las_vegas = read_switch("las-vegas", text); }},
    OptionInfo{
        "scale", "C",
        "with method reweighted: draw this part of the lines that its theorem calls for, in (0, "
        "1]; 1 is the theorem. Below 1 each pair of sizes is tried so first and by the theorem "
        "later, which takes fewer queries as a rule",
        "0.05", [](Options& to, Text text) { to.scale = scales.read("scale", text); }},
    OptionInfo{
        "engine", "NAME",
        "with method reweighted: how a strategy that fits the lines drawn is found; sparse "
        "looks through all small supports, and lp solves a linear program, in polynomial time",
        "sparse", set_engine},
    OptionInfo{
        "ledger", "FILE",
        "keep every payoff in this file; a later run with the same file asks for nothing twice",
        "off", set_ledger},
    OptionInfo{"game-id", "NAME",
               "name of the game in the ledger file, for an oracle or a function; the file is then "
               "refused for a game with another name",
               "none", set_game_id},
    OptionInfo{
        "check-repeat", "FRACTION",
        "ask for this fraction of the payoffs twice, and refuse the game if two answers differ; by "
        "default, 8 of the first payoffs of an oracle or a function, within the budget. Repeats "
        "are "
        "not queries, and those of a fraction are outside the budget; 0 turns them off",
        "none",
        [](Options& to, Text text) { to.check_repeat = fractions.read("check-repeat", text); }},
};

}  // namespace

std::span<const OptionInfo> option_table() { return options_of_solve; }

void check_options(const Options& options) {
  check_method(options.method);
  probabilities.check("delta", options.delta);
  counts.check("vertices", options.vertices);
  counts.check("budget", options.budget);
  waits.check("time-limit", options.time_limit);
  ranges.check("payoff-range", options.payoff_range);
  tolerances.check("epsilon", options.epsilon);
  crews.check("threads", options.threads);
  check_sizes(options);
  check_sample(options);
  check_exit(options);
  check_reweighted(options);
  if (options.las_vegas && options.method != "padded") {
    throw OptionError("las-vegas: only method padded uses it");
  }
  if (options.ledger && !path_fits(*options.ledger)) refuse("ledger", *options.ledger, path_range);
  if (!name_fits(options.game_id)) refuse("game-id", options.game_id, name_range);
  fractions.check("check-repeat", options.check_repeat);
}

std::vector<std::pair<std::string, std::string>> settings_of(const Options& options) {
  const Options usual;
  std::vector<std::pair<std::string, std::string>> list{{"method", options.method},
                                                        {"seed", std::to_string(options.seed)}};
  const auto add = [&list]<typename Value>(const char* name, const std::optional<Value>& value) {
    if (value) list.emplace_back(name, text_of(*value));
  };
  const auto add_switch = [&list](const char* name, bool on) {
    if (on) list.emplace_back(name, "true");
  };
  if (options.delta != usual.delta) add("delta", std::optional(options.delta));
  if (options.vertices != usual.vertices) add("vertices", std::optional(options.vertices));
  add_switch("kernels", options.kernels);
  add_switch("certificate-vertices", options.certificate_vertices);
  add("budget", options.budget);
  add("time-limit", options.time_limit);
  add_switch("symmetric", options.symmetric);
  add("payoff-range", options.payoff_range);
  add("epsilon", options.epsilon);
  add("k1", options.k1);
  add("k2", options.k2);
  if (options.exit == LoopExit::time) list.emplace_back("exit", "time");
  if (options.exit == LoopExit::never) list.emplace_back("exit", "never");
  add("sample", options.sample);
  add_switch("las-vegas", options.las_vegas);
  if (options.scale != usual.scale) add("scale", std::optional(options.scale));
  if (options.engine == Engine::lp) list.emplace_back("engine", "lp");
  add("check-repeat", options.check_repeat);
  return list;
}

}  // namespace allnash
