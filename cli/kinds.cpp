#include "kinds.hpp"

#include <algorithm>
#include <array>

#include "allnash/large.hpp"
#include "allnash/run.hpp"

namespace allnash::cli {
namespace {

using Name = std::string_view;

constexpr Name of_any[] = {"method",      "seed",         "vertices", "budget",  "time-limit",
                           "symmetric",   "payoff-range", "epsilon",  "labels",  "ledger",
                           "oracle",      "rows",         "columns",  "workers", "noisy",
                           "certificate", "report",       "json",     "quiet"};
constexpr Name of_tables[] = {
    "method",      "seed",   "vertices", "budget",    "time-limit",   "symmetric", "payoff-range",
    "epsilon",     "labels", "header",   "separator", "decimal-mark", "row-names", "column-names",
    "certificate", "report", "title",    "json",      "quiet"};
constexpr Name of_oracles[] = {"oracle",    "rows",         "columns", "workers", "oracle-timeout",
                               "symmetric", "payoff-range", "epsilon", "budget",  "time-limit",
                               "ledger",    "plan",         "lease",   "ahead",   "on-failure",
                               "noisy",     "certificate",  "report",  "json"};
constexpr Name of_chance[] = {"noisy",     "coin",        "oracle",       "rows",       "columns",
                              "workers",   "seeded",      "payoff-range", "epsilon",    "delta",
                              "symmetric", "seed",        "budget",       "time-limit", "ledger",
                              "plan",      "certificate", "report",       "json"};
constexpr Name of_flows[] = {"ranges", "choose", "method", "time-limit", "certificate",
                             "report", "title",  "json",   "quiet"};
constexpr Name of_responses[] = {
    "oracle",  "workers", "oracle-timeout", "oracle-retries", "respond-to", "budget", "time-limit",
    "epsilon", "ledger",  "game-id",        "certificate",    "json",       "quiet"};

constexpr GameKind kind_any{"Options", of_any};
constexpr GameKind kind_table{"Options for a table", of_tables};
constexpr GameKind kind_oracle{"Options for a program that supplies payoffs", of_oracles};
constexpr GameKind kind_chance{"Options for a game of chance", of_chance};
constexpr GameKind kind_flows{"Options for a game too large to write down", of_flows, of_flows,
                              "games on flows"};
constexpr GameKind kind_responses{"Options for a program that supplies best responses",
                                  of_responses, of_responses, "GAME responses"};

}  // namespace

const GameKind& kind_of(const std::string& game, bool noisy) {
  if (game == "responses") return kind_responses;
  if (names_flow_game(game)) return kind_flows;
  if (noisy) return kind_chance;
  if (game.empty()) return kind_any;
  return game == "oracle" ? kind_oracle : kind_table;
}

void refuse_options_of_others(const GameKind& kind, const Arguments& arguments) {
  if (kind.taken.empty()) return;
  for (const auto& [name, text] : arguments.given) {
    const bool is_taken = std::ranges::find(kind.taken, name) != kind.taken.end();
    const bool names_method = name == "method" && (text == "auto" || arguments.flow_method);
    if (name == "method" ? names_method : is_taken) continue;
    const std::string of = &kind == &kind_flows ? " (" + arguments.game + ")" : "";
    throw InputError("--" + name + " is not for " + std::string(kind.name) + of);
  }
}

}  // namespace allnash::cli
