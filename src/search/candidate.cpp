// The conditions C1 to C3 of the paper for two candidate supports.
#include <algorithm>
#include <string>

#include "allnash/error.hpp"
#include "search/run.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

bool plays_exactly(const MixedStrategy& strategy, const std::vector<Index>& support) {
  return std::ranges::equal(strategy, support, {}, &Weight::strategy);
}

}  // namespace

void refuse_misfit(const Run& run, Index k1, Index k2) {
  const auto refuse = [](const char* option, Index size, Index side, const char* what) {
    throw OptionError(std::string(option) + ": a support of " + std::to_string(size) +
                      " does not fit in " + std::to_string(side) + " " + what);
  };
  if (k1 > run.known.rows()) refuse("k1", k1, run.known.rows(), "rows");
  if (k2 > run.known.columns()) refuse("k2", k2, run.known.columns(), "columns");
}

Outcome check_candidate(Run& run, const std::vector<Index>& rows,
                        const std::vector<Index>& columns) {
  run.report("checking");
  ledger::Ledger& ledger = run.ledger;
  const game::Known& known = run.known;
  const std::int64_t before = ledger.queries();
  const bool asked = ledger.ask_lines(rows, columns);
  run.counts.check.queries += ledger.queries() - before;
  run.counts.check.looks += game::query_floor(known.rows(), known.columns(), std::ssize(rows),
                                              std::ssize(columns), false);
  ++run.counts.check.stages;
  if (!asked) return Outcome::stopped();
  const game::View view(known, game::Player::row);
  const auto on_rows =
      subgame::solve(view.table(rows, game::all_below(known.columns())), run.stop, run.threads());
  if (!on_rows) return Outcome::stopped();
  run.bounds.raise_low(on_rows->value);
  const auto on_columns =
      subgame::solve(view.table(game::all_below(known.rows()), columns), run.stop, run.threads());
  if (!on_columns) return Outcome::stopped();
  run.bounds.lower_high(on_columns->value);

  const bool c1 = on_rows->value == on_columns->value;
  const bool c2 = plays_exactly(on_rows->column, columns);
  const bool c3 = plays_exactly(on_columns->row, rows);
  run.event("candidate", {{"rows", rows},
                          {"columns", columns},
                          {"value_on_rows", on_rows->value},
                          {"value_on_columns", on_columns->value},
                          {"c1", c1},
                          {"c2", c2},
                          {"c3", c3}});
  if (!c1 || !c2 || !c3) return Outcome::failure();
  return Outcome::proved({on_rows->value, game::renumbered(on_rows->row, rows),
                          game::renumbered(on_columns->column, columns)});
}

}  // namespace allnash::methods
