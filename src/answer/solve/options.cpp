// The one place that defines each option of `solve`: its name, range and meaning. The default is
// beside the field in options.hpp.
#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "answer/solve/parts.hpp"
#include "core/base/text.hpp"
#include "core/options/row.hpp"

namespace allnash {
namespace {

using namespace options;

/// A fraction in the usual notations: 0.05, 5e-2 or 1/20.
std::optional<double> share_in(Text text) {
  if (text.find('/') == text.npos) return number_in<double>(text);
  const auto share = options::rational_in(text);
  return share ? std::optional(share->to_double()) : std::nullopt;
}

/// A fraction as in `share_in`, or a percentage: 10%.
std::optional<double> price_in(Text text) {
  if (!text.ends_with('%')) return share_in(text);
  const auto percent = number_in<double>(text.substr(0, text.size() - 1));
  return percent ? std::optional(*percent / 100) : std::nullopt;
}

constexpr std::array exit_words{Word{"read", LoopExit::read}, Word{"time", LoopExit::time},
                                Word{"never", LoopExit::never}};
constexpr std::array engine_words{Word{"sparse", Engine::sparse}, Word{"lp", Engine::lp}};
std::optional<OnFailure> policy_in(Text text) {
  if (text == "stop") return OnFailure{};
  if (text == "skip") return OnFailure{OnFailure::Then::skip};
  auto payoff = options::rational_in(text);
  if (!payoff) return {};
  return OnFailure{OnFailure::Then::count, *std::move(payoff)};
}
std::string policy_text(const OnFailure& policy) {
  if (policy.then == OnFailure::Then::stop) return "stop";
  return policy.then == OnFailure::Then::skip ? "skip" : policy.payoff.to_string();
}

bool is_method(const std::string& name) {
  const auto has = [&](std::span<const MethodInfo> table) {
    return std::ranges::find(table, name, &MethodInfo::name) != table.end();
  };
  return has(method_table()) || has(play_method_table());
}
std::string method_names() {
  std::string known;
  for (const auto table : {method_table(), play_method_table()}) {
    for (const MethodInfo& method : table) {
      known += (known.empty() ? "" : ", ") + std::string(method.name);
    }
  }
  return known;
}

namespace takes {

using namespace options::takes;

constexpr Domain<double> in_half_open_unit{share_in, "in (0, 1]",
                                           [](const double& p) { return p > 0 && p <= 1; }};
constexpr Domain<double> in_closed_unit{share_in, "in [0, 1]",
                                        [](const double& p) { return p >= 0 && p <= 1; }};
constexpr Domain<double> prices{price_in, "a share such as 10% or 0.1, at most 100%",
                                [](const double& p) { return p >= 0 && p <= 1; }};
// A longer wait is of no use, and the clock's arithmetic would overflow.
constexpr Domain<double> seconds{number_in<double>, "a number of seconds above 0 and at most 1e9",
                                 [](const double& wait) { return wait > 0 && wait <= 1e9; }};
constexpr Domain<std::int64_t> sizes{number_in<std::int64_t>, "a whole number of 1 or more",
                                     is_between<1, no_limit>};
constexpr Domain<std::int64_t> crews{number_in<std::int64_t>, "a whole number from 1 to 1000",
                                     is_between<1, 1000>};
constexpr Domain<OnFailure> policies{policy_in, "stop, skip or a number",
                                     [](const OnFailure&) { return true; }, policy_text};
constexpr Domain<std::string> methods{text_in, "one of ", is_method,
                                      [](const std::string& name) { return name; }, method_names};
constexpr auto exits = one_of<LoopExit, exit_words>("read, time or never");
constexpr auto engines = one_of<Engine, engine_words>("sparse or lp");

}  // namespace takes

std::vector<OptionInfo> options_of_solve() {
  using enum OptionGroup;
  return {
      row<&Options::method, takes::methods>(
          "method", "NAME", common, "how the game is solved; `allnash methods` lists the names",
          {.of_plays = true}),
      row<&Options::delta, takes::probabilities>(
          "delta", "D", common,
          "failure probability, in (0, 1); of the randomised methods, where a failure costs extra "
          "queries and never a wrong answer; of a game of chance, the probability with which its "
          "bounds may be wrong",
          {.of_plays = true}),
      row<&Options::seed, takes::seeds>(
          "seed", "S", common,
          "random seed; the same seed gives the same run; not for path "
          "games, game trees and responses, where nothing is drawn",
          {.of_plays = true}),
      row<&Options::vertices, takes::counts>(
          "vertices", "N", common,
          "list up to N extreme optimal strategies per player; 0 lists none"),
      row<&Options::kernels, takes::switches>(
          "kernels", "", research,
          "for each pair of extreme optimal strategies, list the square subgame it comes from "
          "(Shapley and Snow), up to the number given by vertices"),
      row<&Options::certificate_vertices, takes::switches>(
          "certificate-vertices", "", common,
          "the certificate also states the extreme optimal strategies of each player whose list is "
          "complete, with a proof that it is"),
      row<&Options::budget, takes::counts>(
          "budget", "Q", common,
          "stop after Q queries; those answered from a ledger file are not counted"),
      row<&Options::time_limit, takes::seconds>("time-limit", "S", common, "stop after S seconds"),
      row<&Options::threads, takes::crews>(
          "threads", "N", common,
          "number of computing threads, from 1 to 1000; by default one per core, or a single one "
          "under MPI; the answer does not depend on it; not for path games, game trees and "
          "responses, "
          "which compute on a single one"),
      row<&Options::symmetric, takes::switches>(
          "symmetric", "", common,
          "the game is symmetric zero-sum, A = -A^T; with payoff-range A,B: A[i][j] + A[j][i] = A "
          "+ B (win rates, with 0,1). One match gives both entries and is counted once, and the "
          "diagonal is known and free; a table that contradicts this is bad input, and an oracle "
          "or function is asked for 5 of the matches both ways, which count as queries"),
      row<&Options::payoff_range, takes::ranges>(
          "payoff-range", "A,B", common,
          "every payoff lies in [A, B]; one outside is bad input. Methods auto and lazy then skip "
          "what the range makes unnecessary, so that a proof may need fewer payoffs than the "
          "floor; other methods only check it",
          {.of_plays = true}),
      row<&Options::epsilon, takes::tolerances>(
          "epsilon", "E", common,
          "stop once the value is known to within E; in units of payoff (0.05, 1/20), with a "
          "strategy for each player that attains its bound",
          {.of_plays = true}),
      row<Within{&Options::research, &ResearchOptions::k1}, takes::sizes>(
          "k1", "K", research,
          "with method paper or reweighted and k2: look only for supports of K rows, with "
          "reweighted of K or fewer; the answer may be a failure",
          {.methods = "paper,reweighted"}),
      row<Within{&Options::research, &ResearchOptions::k2}, takes::sizes>(
          "k2", "K", research,
          "with method paper or reweighted and k1: look only for supports of K columns",
          {.methods = "paper,reweighted"}),
      row<Within{&Options::research, &ResearchOptions::exit}, takes::exits>(
          "exit", "WHEN", research,
          "when methods paper and reweighted leave their loop over support sizes and "
          "continue as lazy: read, when nothing is left to ask; time, also when the next size "
          "might ask for everything that is left, which saves time but no payoffs; or never. A "
          "size with too many subgames to search always ends the loop",
          {.methods = "paper,reweighted"}),
      row<Within{&Options::research, &ResearchOptions::sample}, takes::sizes>(
          "sample", "L", research,
          "with method paper, for experiments: draw L rows and columns per stage instead of the "
          "number that delta calls for; the answer is still exact, or a failure",
          {.methods = "paper"}),
      row<Within{&Options::research, &ResearchOptions::scale}, takes::in_half_open_unit>(
          "scale", "C", research,
          "with method reweighted, in (0, 1]: before each attempt of its theorem, this part of the "
          "bound on the attempt's queries may go into shortcuts, which usually end the search; 1: "
          "no shortcuts, the theorem alone",
          {.methods = "reweighted"}),
      row<Within{&Options::research, &ResearchOptions::engine}, takes::engines>(
          "engine", "NAME", research,
          "with method reweighted: how a strategy that fits the lines drawn is found; sparse looks "
          "through all small supports, and lp solves a linear program, in polynomial time",
          {.methods = "reweighted"}),
      row<&Options::ledger, takes::paths>(
          "ledger", "FILE", common,
          "keep every payoff in this file; a later run with the same file asks for nothing twice"),
      row<&Options::ahead, takes::prices>(
          "ahead", "SHARE", common,
          "while workers are idle, ask for what will probably be needed later, plays too, as long "
          "as "
          "about this share in addition, such as 10%, is not needed after all; the answer stays "
          "the same, but what is asked in vain depends on how fast payoffs come"),
      row<&Options::game_id, takes::names>(
          "game-id", "NAME", common,
          "name of the game in the ledger file, for an oracle or a function; the file is then "
          "refused for a game with another name"),
      row<&Options::check_repeat, takes::in_closed_unit>(
          "check-repeat", "FRACTION", common,
          "ask for this fraction of the payoffs twice, and refuse the game if two answers differ; "
          "by default, 8 of the first payoffs of an oracle or a function, within the budget. "
          "Repeats are not queries, and those of a fraction are outside the budget; 0 turns them "
          "off, and with them the payoffs of a ledger file that are asked again"),
      row<&Options::on_failure, takes::policies>(
          "on-failure", "POLICY", common,
          "what happens when an oracle or a function fails to give a payoff, however often it is "
          "tried: stop, and name the entry; skip, and take it as anything in payoff-range; or a "
          "number, which it counts as. The answer names such entries, and a ledger file keeps "
          "nothing of them"),
  };
}

/// An option that the method does not use would have no effect, so it is refused.
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

void check_policy(const Options& options) {
  const auto& [then, payoff] = options.on_failure;
  const auto& range = options.payoff_range;
  if (then == OnFailure::Then::skip && !range) {
    throw OptionError(
        "on-failure: skip needs `payoff-range A,B`: nothing else is known of the "
        "payoff");
  }
  if (then == OnFailure::Then::count && range && !range->holds(payoff)) {
    throw OptionError("on-failure: " + payoff.to_string() + " is outside `payoff-range`");
  }
}

}  // namespace

std::span<const OptionInfo> option_table() {
  static const std::vector<OptionInfo> table = options_of_solve();
  return table;
}

void check_options(const Options& options) {
  for (const OptionInfo& info : option_table()) {
    info.check(options);
    if (info.text(options)) check_method_uses(info, options.method);
  }
  if (options.research.k1 && !options.research.k2) throw OptionError("k1 requires `k2`");
  if (options.research.k2 && !options.research.k1) throw OptionError("k2 requires `k1`");
  check_policy(options);
}

void check_for_chance(const Options& options) {
  if (options.on_failure.then != OnFailure::Then::stop) {
    throw OptionError("on-failure: a play that is lost counts as the worst for each player");
  }
  if (!options.payoff_range) throw OptionError("payoff-range: a game of chance needs it");
  if (!options.epsilon) {
    throw OptionError("epsilon: a game of chance needs it, since its value is never known exactly");
  }
  if (options.kernels)
    throw OptionError("kernels: a game of chance has no extreme strategies to list");
  if (options.vertices != Options().vertices) {
    throw OptionError("vertices: a game of chance has no extreme strategies to list");
  }
  if (options.check_repeat > 0) {
    throw OptionError("check-repeat: plays of a game of chance differ, as they should");
  }
}

std::vector<std::pair<std::string, std::string>> settings_of(const Options& options) {
  std::vector<std::pair<std::string, std::string>> list{{"method", options.method},
                                                        {"seed", std::to_string(options.seed)}};
  for (const OptionInfo& info : option_table()) {
    // These say where it ran and what it wrote, not how it was solved.
    const bool left_out = info.name == "method" || info.name == "seed" || info.name == "threads" ||
                          info.name == "ledger" || info.name == "game-id";
    if (const auto text = info.text(options); text && !left_out) {
      list.emplace_back(info.name, *text);
    }
  }
  return list;
}

}  // namespace allnash
