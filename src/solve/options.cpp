// The one place that states each option: its name, range and meaning. Its default stands beside the
// field.
#include "allnash/options.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include "allnash/error.hpp"
#include "base/text.hpp"

namespace allnash {
namespace {

using Text = std::string_view;

[[noreturn]] void refuse(Text option, Text text, Text wanted) {
  const std::string shown = text.empty() ? "''" : std::string(text);
  throw OptionError(std::string(option) + ": " + shown + " is not " + std::string(wanted));
}

/// What an option takes: how a value is read, with nothing for a text that is none, what such
/// values are called, and which of them fit.
template <typename Value>
struct Domain {
  std::optional<Value> (*read)(Text);
  Text name;
  bool (*fits)(const Value&) = [](const Value&) { return true; };

  [[nodiscard]] std::optional<Value> value_of(Text text) const {
    auto value = read(text);
    return value && fits(*value) ? value : std::nullopt;
  }
};

std::optional<Rational> rational_in(Text text) {
  try {
    return Rational::parse(text);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

/// A share as people write it: 0.05, 5e-2 or 1/20.
std::optional<double> share_in(Text text) {
  if (text.find('/') == text.npos) return number_in<double>(text);
  const auto share = rational_in(text);
  return share ? std::optional(share->to_double()) : std::nullopt;
}

/// Digits beyond 64 bits are more than there can be: no limit at all.
std::optional<std::int64_t> count_in(Text text) {
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return {};
  return number_in<std::int64_t>(text).value_or(std::numeric_limits<std::int64_t>::max());
}

std::optional<PayoffRange> range_in(Text text) {
  const std::size_t comma = text.find(',');
  if (comma == text.npos) return {};
  auto low = rational_in(text.substr(0, comma));
  auto high = rational_in(text.substr(comma + 1));
  if (!low || !high || *low >= *high) return {};
  return PayoffRange{*std::move(low), *std::move(high)};
}

std::optional<std::string> text_in(Text text) {
  return text.empty() ? std::nullopt : std::optional(std::string(text));
}

std::optional<bool> switch_in(Text text) {
  if (text != "true" && text != "false") return {};
  return text == "true";
}

std::optional<LoopExit> exit_in(Text text) {
  if (text == "read") return LoopExit::read;
  if (text == "time") return LoopExit::time;
  if (text == "never") return LoopExit::never;
  return {};
}

std::optional<Engine> engine_in(Text text) {
  if (text == "sparse") return Engine::sparse;
  if (text == "lp") return Engine::lp;
  return {};
}

namespace takes {

constexpr Domain<double> in_open_unit{share_in, "in (0, 1)",
                                      [](const double& p) { return p > 0 && p < 1; }};
constexpr Domain<double> in_half_open_unit{share_in, "in (0, 1]",
                                           [](const double& p) { return p > 0 && p <= 1; }};
constexpr Domain<double> in_closed_unit{share_in, "in [0, 1]",
                                        [](const double& p) { return p >= 0 && p <= 1; }};
// A longer wait is beyond any use, and the clock's arithmetic would overflow.
constexpr Domain<double> seconds{number_in<double>, "a number of seconds above 0 and at most 1e9",
                                 [](const double& wait) { return wait > 0 && wait <= 1e9; }};
constexpr Domain<std::uint64_t> seeds{number_in<std::uint64_t>,
                                      "a whole number from 0 to 18446744073709551615"};
constexpr Domain<std::int64_t> counts{count_in, "a whole number of 0 or more"};
constexpr Domain<std::int64_t> sizes{number_in<std::int64_t>, "a whole number of 1 or more",
                                     [](const std::int64_t& size) { return size >= 1; }};
constexpr Domain<std::int64_t> crews{number_in<std::int64_t>, "a whole number from 1 to 1000",
                                     [](const std::int64_t& n) { return n >= 1 && n <= 1000; }};
constexpr Domain<bool> switches{switch_in, "true or false"};
constexpr Domain<Rational> tolerances{rational_in, "a number above 0, such as 0.05 or 1/20",
                                      [](const Rational& number) { return number.sign() > 0; }};
constexpr Domain<PayoffRange> ranges{range_in, "two numbers A,B with A < B"};
constexpr Domain<std::string> paths{text_in, "the name of a file", [](const std::string& path) {
                                      return path.find('\0') == path.npos;
                                    }};
constexpr Domain<std::string> names{
    text_in, "a name of printable characters",
    [](const std::string& name) { return std::ranges::none_of(name, is_control); }};
constexpr Domain<LoopExit> exits{exit_in, "read, time or never"};
constexpr Domain<Engine> engines{engine_in, "sparse or lp"};

}  // namespace takes

std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(double value) { return shortest_text(value); }
std::string text_of(std::int64_t value) { return std::to_string(value); }
std::string text_of(std::uint64_t value) { return std::to_string(value); }
std::string text_of(const std::string& value) { return value; }
std::string text_of(const Rational& value) { return value.to_string(); }
std::string text_of(const PayoffRange& range) {
  return text_of(range.low) + "," + text_of(range.high);
}
std::string text_of(LoopExit exit) {
  return exit == LoopExit::read ? "read" : exit == LoopExit::time ? "time" : "never";
}
std::string text_of(Engine engine) { return engine == Engine::sparse ? "sparse" : "lp"; }

template <typename Value>
std::optional<std::string> text_unless(const Value& usual, const Value& value) {
  return value == usual ? std::nullopt : std::optional(text_of(value));
}
template <typename Value>
std::optional<std::string> text_unless(const std::optional<Value>& /*usual*/,
                                       const std::optional<Value>& value) {
  return value ? std::optional(text_of(*value)) : std::nullopt;
}

template <typename Value>
std::string default_text(const Value& usual) {
  return text_of(usual).empty() ? "none" : text_of(usual);
}
template <typename Value>
std::string default_text(const std::optional<Value>& /*usual*/) {
  return "none";
}
template <>
std::string default_text(const bool& /*usual*/) {
  return "off";
}

/// A row of the table.
template <auto field, const auto& domain>
OptionInfo row(Text name, Text argument, OptionGroup group, Text meaning, Text methods = {},
               bool of_plays = false) {
  return {name,
          argument,
          meaning,
          group,
          methods,
          default_text(Options().*field),
          of_plays,
          [](Options& options, Text option, Text text) {
            auto value = domain.value_of(text);
            if (!value) refuse(option, text, domain.name);
            options.*field = *std::move(value);
          },
          [](const Options& options) { return text_unless(Options().*field, options.*field); }};
}

void read_method(Options& options, Text option, Text text) {
  std::string known;
  for (const auto table : {method_table(), play_method_table()}) {
    if (std::ranges::find(table, text, &MethodInfo::name) != table.end()) {
      options.method = text;
      return;
    }
    for (const MethodInfo& method : table) {
      known += (known.empty() ? "" : ", ") + std::string(method.name);
    }
  }
  refuse(option, text, "one of " + known);
}

std::vector<OptionInfo> options_of_solve() {
  using enum OptionGroup;
  std::vector<OptionInfo> table{
      row<&Options::method, takes::names>(
          "method", "NAME", everyday, "how the game is solved; `allnash methods` lists the names",
          {}, true),
      row<&Options::delta, takes::in_open_unit>(
          "delta", "D", everyday,
          "failure probability, in (0, 1); of the randomised methods, where a failure costs extra "
          "queries and never a wrong answer; of a game of chance, the probability with which its "
          "bounds may be wrong",
          {}, true),
      row<&Options::seed, takes::seeds>("seed", "S", everyday,
                                        "random seed; the same seed gives the same run", {}, true),
      row<&Options::vertices, takes::counts>(
          "vertices", "N", everyday,
          "list up to N extreme optimal strategies per player; 0 lists none"),
      row<&Options::kernels, takes::switches>(
          "kernels", "", research,
          "for each pair of extreme optimal strategies, list the square subgame it comes from "
          "(Shapley and Snow), up to the number given by vertices"),
      row<&Options::certificate_vertices, takes::switches>(
          "certificate-vertices", "", more,
          "the certificate also states the extreme optimal strategies of each player whose list is "
          "complete, with a proof that it is"),
      row<&Options::budget, takes::counts>(
          "budget", "Q", everyday,
          "stop after Q queries; those answered from a ledger file are not counted"),
      row<&Options::time_limit, takes::seconds>("time-limit", "S", everyday,
                                                "stop after S seconds"),
      row<&Options::threads, takes::crews>(
          "threads", "N", more,
          "number of computing threads, from 1 to 1000; by default one per core, or a single one "
          "under MPI; the answer does not depend on it"),
      row<&Options::symmetric, takes::switches>(
          "symmetric", "", everyday,
          "the game is symmetric zero-sum, A = -A^T; with payoff-range A,B: A[i][j] + A[j][i] = A "
          "+ B (win rates, with 0,1). One match gives both entries and is counted once, and the "
          "diagonal is known and free; a table that contradicts this is bad input, and an oracle "
          "or function is asked for 5 of the matches both ways, which count as queries"),
      row<&Options::payoff_range, takes::ranges>(
          "payoff-range", "A,B", everyday,
          "every payoff lies in [A, B]; one outside is bad input. Methods auto and lazy then skip "
          "what the range makes unnecessary, so that a proof may need fewer payoffs than the "
          "floor; other methods only check it",
          {}, true),
      row<&Options::epsilon, takes::tolerances>(
          "epsilon", "E", everyday,
          "stop once the value is known to within E; in units of payoff (0.05, 1/20), with a "
          "strategy for each player that attains its bound",
          {}, true),
      row<&Options::k1, takes::sizes>(
          "k1", "K", research,
          "with method paper or reweighted and k2: look only for supports of K rows, with "
          "reweighted of K or fewer; the answer may be a failure",
          "paper,reweighted"),
      row<&Options::k2, takes::sizes>(
          "k2", "K", research,
          "with method paper or reweighted and k1: look only for supports of K columns",
          "paper,reweighted"),
      row<&Options::exit, takes::exits>(
          "exit", "WHEN", research,
          "when methods paper and reweighted leave their loop over support sizes and "
          "continue as lazy: read, when nothing is left to ask; time, also when the next size "
          "might ask for everything that is left, which saves time but no payoffs; or never. A "
          "size with too many subgames to search always ends the loop",
          "paper,reweighted"),
      row<&Options::sample, takes::sizes>(
          "sample", "L", research,
          "with method paper, for experiments: draw L rows and columns per stage instead of the "
          "number that delta calls for; the answer is still exact, or a failure",
          "paper"),
      row<&Options::scale, takes::in_half_open_unit>(
          "scale", "C", research,
          "with method reweighted, in (0, 1]: before each attempt of its theorem, this part of the "
          "bound on the attempt's queries may go into shortcuts, which usually end the search; 1: "
          "no shortcuts, the theorem alone",
          "reweighted"),
      row<&Options::engine, takes::engines>(
          "engine", "NAME", research,
          "with method reweighted: how a strategy that fits the lines drawn is found; sparse looks "
          "through all small supports, and lp solves a linear program, in polynomial time",
          "reweighted"),
      row<&Options::ledger, takes::paths>(
          "ledger", "FILE", everyday,
          "keep every payoff in this file; a later run with the same file asks for nothing twice"),
      row<&Options::ahead, takes::counts>(
          "ahead", "N", more,
          "while workers are idle, ask for what the next N rounds will probably need, guessing the "
          "payoffs that are still awaited, also of plays; the answer stays the same, but what is "
          "asked then depends on how fast payoffs come, and some of it is asked in vain"),
      row<&Options::game_id, takes::names>(
          "game-id", "NAME", more,
          "name of the game in the ledger file, for an oracle or a function; the file is then "
          "refused for a game with another name"),
      row<&Options::check_repeat, takes::in_closed_unit>(
          "check-repeat", "FRACTION", more,
          "ask for this fraction of the payoffs twice, and refuse the game if two answers differ; "
          "by default, 8 of the first payoffs of an oracle or a function, within the budget. "
          "Repeats are not queries, and those of a fraction are outside the budget; 0 turns them "
          "off"),
  };
  table.front().read = read_method;
  return table;
}

/// Of a method that does not use it an option would be without effect, and so a mistake.
void check_method_uses(const OptionInfo& info, const std::string& method) {
  if (info.methods.empty()) return;
  std::vector<std::string> users;
  for (Text rest = info.methods; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    users.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (std::ranges::find(users, method) != users.end()) return;
  std::string list = users.front();
  for (std::size_t t = 1; t < users.size(); ++t) {
    list += (t + 1 == users.size() ? " and " : ", ") + users[t];
  }
  throw OptionError(std::string(info.name) + ": only method" +
                    (users.size() == 1 ? " " + list + " uses it" : "s " + list + " use it"));
}

}  // namespace

std::span<const OptionInfo> option_table() {
  static const std::vector<OptionInfo> table = options_of_solve();
  return table;
}

// What a text cannot set, a program cannot either.
void check_options(const Options& options) {
  Options again;
  for (const OptionInfo& info : option_table()) {
    const auto text = info.text(options);
    if (!text) continue;
    info.set(again, *text);
    check_method_uses(info, options.method);
  }
  if (options.k1 && !options.k2) throw OptionError("k1 requires `k2`");
  if (options.k2 && !options.k1) throw OptionError("k2 requires `k1`");
}

std::vector<std::pair<std::string, std::string>> settings_of(const Options& options) {
  std::vector<std::pair<std::string, std::string>> list{{"method", options.method},
                                                        {"seed", std::to_string(options.seed)}};
  for (const OptionInfo& info : option_table()) {
    // Where it ran and what it wrote is no part of how it was solved.
    const bool left_out = info.name == "method" || info.name == "seed" || info.name == "threads" ||
                          info.name == "ledger" || info.name == "game-id";
    if (const auto text = info.text(options); text && !left_out) {
      list.emplace_back(info.name, *text);
    }
  }
  return list;
}

}  // namespace allnash
