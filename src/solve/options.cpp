// The one place that states each option: its meaning, default and range.
#include "allnash/options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "allnash/error.hpp"
#include "exact/text.hpp"

namespace allnash {
namespace {

[[noreturn]] void refuse(std::string_view option, std::string_view text, std::string_view wanted) {
  const std::string shown = text.empty() ? "''" : std::string(text);
  throw OptionError(std::string(option) + ": " + shown + " is not " + std::string(wanted));
}

std::string shortest_text(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

/// The number that the whole text is, and how reading it went.
template <typename Number>
std::errc read(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return end == text.data() + text.size() ? error : std::errc::invalid_argument;
}

constexpr std::string_view count_range = "a whole number of 0 or more";

std::int64_t read_count(std::string_view option, std::string_view text) {
  std::int64_t count = 0;
  const std::errc error = read(text, count);
  if (error == std::errc::result_out_of_range && text.front() != '-') {
    return std::numeric_limits<std::int64_t>::max();  // more than there can be: no limit at all
  }
  if (error != std::errc{} || count < 0) refuse(option, text, count_range);
  return count;
}

void check_count(std::string_view option, std::int64_t count) {
  if (count < 0) refuse(option, std::to_string(count), count_range);
}

constexpr std::string_view delta_range = "in (0, 1)";
bool delta_fits(double delta) { return delta > 0 && delta < 1; }

// A longer wait is beyond any use, and the clock's arithmetic would overflow.
constexpr std::string_view time_range = "a number of seconds above 0 and at most 1e9";
bool time_fits(double seconds) { return seconds > 0 && seconds <= 1e9; }

constexpr std::string_view threads_range = "a whole number from 1 to 1000";
bool threads_fit(std::int64_t threads) { return threads >= 1 && threads <= 1000; }

constexpr std::string_view fraction_range = "in [0, 1]";
bool fraction_fits(double fraction) { return fraction >= 0 && fraction <= 1; }

constexpr std::string_view path_range = "the name of a file";
bool path_fits(std::string_view path) {
  return !path.empty() && path.find('\0') == std::string_view::npos;
}

constexpr std::string_view name_range = "a name of printable characters";
bool name_fits(std::string_view name) { return std::ranges::none_of(name, is_control); }

void check_method(std::string_view name) {
  std::string names;
  for (const auto table : {method_table(), play_method_table()}) {
    for (const MethodInfo& method : table) {
      if (method.name == name) return;
      names += (names.empty() ? "" : ", ") + std::string(method.name);
    }
  }
  refuse("method", name, "one of " + names);
}

void set_method(Options& options, std::string_view text) {
  check_method(text);
  options.method = text;
}

void set_delta(Options& options, std::string_view text) {
  double delta = 0;
  if (read(text, delta) != std::errc{} || !delta_fits(delta)) refuse("delta", text, delta_range);
  options.delta = delta;
}

void set_seed(Options& options, std::string_view text) {
  std::uint64_t seed = 0;
  if (read(text, seed) != std::errc{}) {
    refuse("seed", text, "a whole number from 0 to 18446744073709551615");
  }
  options.seed = seed;
}

void set_vertices(Options& options, std::string_view text) {
  options.vertices = read_count("vertices", text);
}

bool read_switch(std::string_view option, std::string_view text) {
  if (text != "true" && text != "false") refuse(option, text, "true or false");
  return text == "true";
}

void set_kernels(Options& options, std::string_view text) {
  options.kernels = read_switch("kernels", text);
}

void set_budget(Options& options, std::string_view text) {
  options.budget = read_count("budget", text);
}

void set_time_limit(Options& options, std::string_view text) {
  double seconds = 0;
  if (read(text, seconds) != std::errc{} || !time_fits(seconds)) {
    refuse("time-limit", text, time_range);
  }
  options.time_limit = seconds;
}

void set_threads(Options& options, std::string_view text) {
  std::int64_t threads = 0;
  if (read(text, threads) != std::errc{} || !threads_fit(threads)) {
    refuse("threads", text, threads_range);
  }
  options.threads = threads;
}

void set_symmetric(Options& options, std::string_view text) {
  options.symmetric = read_switch("symmetric", text);
}

constexpr std::string_view range_range = "two numbers A,B with A < B";
bool range_fits(const PayoffRange& range) { return range.low < range.high; }

void set_payoff_range(Options& options, std::string_view text) {
  const std::size_t comma = text.find(',');
  try {
    if (comma == text.npos) refuse("payoff-range", text, range_range);
    options.payoff_range = {Rational::parse(text.substr(0, comma)),
                            Rational::parse(text.substr(comma + 1))};
  } catch (const std::invalid_argument&) {
    refuse("payoff-range", text, range_range);
  }
  if (!range_fits(*options.payoff_range)) refuse("payoff-range", text, range_range);
}

constexpr std::string_view epsilon_range = "a number above 0, such as 0.05 or 1/20";

void set_epsilon(Options& options, std::string_view text) {
  try {
    options.epsilon = Rational::parse(text);
  } catch (const std::invalid_argument&) {
    refuse("epsilon", text, epsilon_range);
  }
  if (options.epsilon->sign() <= 0) refuse("epsilon", text, epsilon_range);
}

void check_tolerance(const Options& options) {
  const auto& range = options.payoff_range;
  if (range && !range_fits(*range)) {
    refuse("payoff-range", range->low.to_string() + "," + range->high.to_string(), range_range);
  }
  if (options.epsilon && options.epsilon->sign() <= 0) {
    refuse("epsilon", options.epsilon->to_string(), epsilon_range);
  }
}

constexpr std::string_view size_range = "a whole number of 1 or more";

std::int64_t read_size(std::string_view option, std::string_view text) {
  std::int64_t size = 0;
  if (read(text, size) != std::errc{} || size < 1) refuse(option, text, size_range);
  return size;
}

void set_k1(Options& options, std::string_view text) { options.k1 = read_size("k1", text); }
void set_k2(Options& options, std::string_view text) { options.k2 = read_size("k2", text); }

void check_sizes(const Options& options) {
  for (const auto& [name, size] : {std::pair{"k1", options.k1}, std::pair{"k2", options.k2}}) {
    if (!size) continue;
    if (*size < 1) refuse(name, std::to_string(*size), size_range);
    if (options.method != "paper") {
      throw OptionError(std::string(name) + ": only method paper takes sizes");
    }
  }
  if (options.k1 && !options.k2) throw OptionError("k1 requires k2");
  if (options.k2 && !options.k1) throw OptionError("k2 requires k1");
}

void set_exit(Options& options, std::string_view text) {
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

void set_sample(Options& options, std::string_view text) {
  options.sample = read_size("sample", text);
}

void check_sample(const Options& options) {
  if (!options.sample) return;
  if (*options.sample < 1) refuse("sample", std::to_string(*options.sample), size_range);
  if (options.method != "paper" && options.method != "padded") {
    throw OptionError("sample: only methods paper and padded use it");
  }
  if (options.las_vegas)
    throw OptionError("sample: cannot be combined with las-vegas, which draws no sample");
}

void set_las_vegas(Options& options, std::string_view text) {
  options.las_vegas = read_switch("las-vegas", text);
}

void set_ledger(Options& options, std::string_view text) {
  if (!path_fits(text)) refuse("ledger", text, path_range);
  options.ledger = text;
}

void set_game_id(Options& options, std::string_view text) {
  if (text.empty() || !name_fits(text)) refuse("game-id", text, name_range);
  options.game_id = text;
}

void set_check_repeat(Options& options, std::string_view text) {
  double fraction = 0;
  if (read(text, fraction) != std::errc{} || !fraction_fits(fraction)) {
    refuse("check-repeat", text, fraction_range);
  }
  options.check_repeat = fraction;
}

constexpr std::array options_of_solve{
    OptionInfo{"method", "NAME", "how the game is solved; `allnash methods` lists the names",
               "auto", set_method},
    OptionInfo{"delta", "D",
               "failure probability of the randomised methods, in (0, 1); a failure costs extra "
               "queries, never a wrong answer",
               "0.05", set_delta},
    OptionInfo{"seed", "S", "random seed; the same seed gives the same run", "1", set_seed},
    OptionInfo{"vertices", "N", "list up to N extreme optimal strategies per player; 0 lists none",
               "1000", set_vertices},
    OptionInfo{"kernels", "",
               "for each pair of extreme optimal strategies, list the square subgame it comes from "
               "(Shapley and Snow), up to the number given by vertices",
               "off", set_kernels},
    OptionInfo{"budget", "Q",
               "stop after Q queries; those answered from a ledger file are not counted", "none",
               set_budget},
    OptionInfo{"time-limit", "S", "stop after S seconds", "none", set_time_limit},
    OptionInfo{"threads", "N",
               "number of computing threads, from 1 to 1000; by default one per core, or a single "
               "one under MPI; the answer does not depend on it",
               "none", set_threads},
    OptionInfo{"symmetric", "",
               "the game is symmetric zero-sum, A = -A^T, or with payoff-range A,B: A[i][j] + "
               "A[j][i] = A + B (win rates, with 0,1): one match gives both entries and is counted "
               "once, and the diagonal is known and free; a table that contradicts this is bad "
               "input, and an oracle or function is asked for 5 of the matches both ways, which "
               "count as queries",
               "off", set_symmetric},
    OptionInfo{"payoff-range", "A,B",
               "every payoff lies in [A, B]; one outside is bad input. Methods auto and lazy then "
               "skip what the range makes unnecessary, so that a proof may need fewer payoffs than "
               "the floor; other methods only check it",
               "none", set_payoff_range},
    OptionInfo{"epsilon", "E",
               "stop once the value is known to within E, in units of payoff (0.05, 1/20), with a "
               "strategy for each player that attains its bound",
               "none", set_epsilon},
    OptionInfo{
        "k1", "K",
        "with method paper and k2: look only for supports of K rows; the answer may be a failure",
        "none", set_k1},
    OptionInfo{"k2", "K", "with method paper and k1: look only for supports of K columns", "none",
               set_k2},
    OptionInfo{"exit", "WHEN",
               "when methods paper and padded leave their loop over support sizes and continue as "
               "lazy: read, when nothing is left to ask; time, also when the next size might ask "
               "for everything that is left, which saves time but no payoffs; or never. A size "
               "with too many subgames to search always ends the loop",
               "read", set_exit},
    OptionInfo{
        "sample", "L",
        "with method paper or padded, for experiments: draw L rows and columns per stage instead "
        "of the number that delta calls for; the answer is still exact, or a failure",
        "none", set_sample},
    OptionInfo{"las-vegas", "",
               "with method padded: halve with a test that never loses the saddle point, so that "
               "nothing depends on delta",
               "off", set_las_vegas},
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
        "ask for this fraction of the payoffs twice, and refuse the game if two answers differ",
        "0", set_check_repeat},
};

}  // namespace

std::span<const OptionInfo> option_table() { return options_of_solve; }

void check_options(const Options& options) {
  check_method(options.method);
  if (!delta_fits(options.delta)) refuse("delta", shortest_text(options.delta), delta_range);
  check_count("vertices", options.vertices);
  if (options.budget) check_count("budget", *options.budget);
  if (options.time_limit && !time_fits(*options.time_limit)) {
    refuse("time-limit", shortest_text(*options.time_limit), time_range);
  }
  check_tolerance(options);
  if (options.threads && !threads_fit(*options.threads)) {
    refuse("threads", std::to_string(*options.threads), threads_range);
  }
  check_sizes(options);
  check_sample(options);
  if (options.las_vegas && options.method != "padded") {
    throw OptionError("las-vegas: only method padded uses it");
  }
  if (options.ledger && !path_fits(*options.ledger)) refuse("ledger", *options.ledger, path_range);
  if (!name_fits(options.game_id)) refuse("game-id", options.game_id, name_range);
  if (!fraction_fits(options.check_repeat)) {
    refuse("check-repeat", shortest_text(options.check_repeat), fraction_range);
  }
}

}  // namespace allnash
