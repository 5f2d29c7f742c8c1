// Bounds, mixtures and proofs that follow from the payoffs known so far.
//
// Without a range an unknown payoff may be arbitrarily bad. So the row player's best lower bound
// comes from the rows that are known whole: it is the value of the game of those rows against all
// columns. The upper bound comes from the columns likewise. Where the two values meet, interior
// points of the two optimal sets are a strictly complementary pair of the whole game, because the
// optimal strategies of the two restricted games are those of the whole one.
//
// With a range there are two known games, of all rows against all columns. One has every unknown
// payoff at its worst for the row player, the other at its worst for the column player. A pair that
// proves the game whatever is unknown is strictly complementary in both, so both have its supports.
// The row strategy of the one and the column strategy of the other are then such a pair. So this
// finds a proof wherever there is one.
#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <utility>

#include "allnash/run.hpp"
#include "core/lp/subgame.hpp"
#include "matrix/run/relaxed_game.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

namespace {

// Limit on the payoffs in one linear program in doubles; of more lines only the latest are used.
constexpr Index payoffs_looked_at = 10'000'000;
// The same when the run is over and has to end at once.
constexpr Index brief = 500'000;
// With so few lines exact arithmetic is tried even if floating point failed.
constexpr std::size_t few = 64;
// Limit on lines known in part, when the run is over.
constexpr std::size_t most_in_part = 500;
constexpr std::chrono::milliseconds last_words{50};

// Notes a strategy with its exact worst case: the opponent's best response, with unread payoffs at
// their worst.
void take(Run& run, Player player, MixedStrategy strategy) {
  if (strategy.empty()) return;
  const View view(run.known, player);
  const auto most = most_earned(view.opponent().hopeful(), strategy, a_while(run.stop, last_words));
  if (most) run.bounds.take(player, {-*most, std::move(strategy)});
}

// Notes the mix by which a method bounded the opponent's payoff.
void take_holding(Run& run, Player player) {
  Bounds::Holding& holding = run.bounds.holding.of(player);
  if (holding.mix.empty()) return;
  take(run, player, exactly(holding.mix));
  holding.mix.clear();
}

/// Notes the best strategy of a player on some lines.
class BestOnLines {
 public:
  BestOnLines(Run& run, Player player, std::span<const Index> lines)
      : run_(run), view_(run.known, player), held_(View(run.known, opponent_of(player)).hopeful()) {
    for (const Index s : lines) held_.open(s);
  }

  void note(Precision precision) {
    if (held_.opened().empty()) return;
    take(run_, view_.player(), {{held_.best_line(), 1}});
    const bool solved = held_.solve(a_while(run_.stop, last_words));
    const bool exact = precision == Precision::exact && !run_.stop.stopped() &&
                       (solved || held_.opened().size() <= few) && note_exactly();
    // A solution that was cut short is also a strategy with a guarantee.
    if (!exact) take(run_, view_.player(), exactly(held_.holding()));
  }

 private:
  bool note_exactly() {
    Block all = held_.block();
    all.of(opponent_of(view_.player())) = game::all_below(view_.opponents());
    const auto pair = exact_equilibrium(view_, all, held_.block(), run_.stop, Ties::stay_out);
    if (pair) run_.bounds.take(view_.player(), {view_.turned(pair->value), view_.mine(*pair)});
    return pair.has_value();
  }

  Run& run_;
  View view_;
  RelaxedGame held_;
};

// The number of lines in one linear program.
std::size_t lines_together(const Run& run, const View& view) {
  const Index payoffs = run.stop.stopped() ? brief : payoffs_looked_at;
  return at(std::max<Index>(1, payoffs / view.opponents()));
}

std::span<const Index> last_whole(const Run& run, const View& view) {
  const auto whole = view.whole();
  return whole.last(std::min(whole.size(), lines_together(run, view)));
}

// The lines with the most known payoffs; empty if no line is known only in part.
Lines best_known(const Run& run, const View& view, Precision precision) {
  Lines lines;
  bool whole = true;
  for (Index s = 0; s < view.count(); ++s) {
    if (view.known_of(s) == 0) continue;
    lines.push_back(s);
    whole &= view.known_of(s) == view.opponents();
  }
  if (whole) return {};
  std::ranges::stable_sort(lines, std::greater{}, [&](Index s) { return view.known_of(s); });
  const std::size_t most = precision == Precision::floating ? few : most_in_part;
  lines.resize(std::min({lines.size(), most, lines_together(run, view)}));
  return lines;
}

// With a range every strategy guarantees its worse end; lines known in part may guarantee more.
void note_range(Run& run, Player player, Precision precision) {
  const View view(run.known, player);
  const PayoffRange& range = *run.known.range();
  run.bounds.take(player, {player == Player::row ? range.low : -range.high, {{0, 1}}});
  if (view.whole().size() == at(view.count())) return;
  BestOnLines(run, player, best_known(run, view, precision)).note(Precision::floating);
}

// In a symmetric game each player's best strategy serves the other, too.
void mirror_best(Run& run) {
  const Rational sum = run.known.symmetric_value() * Rational(2);
  auto& [row, column] = run.bounds.best;
  if (column && (!row || row->value < column->value + sum)) {
    row = Guarantee{column->value + sum, column->strategy};
  }
  if (row && (!column || column->value < row->value - sum)) {
    column = Guarantee{row->value - sum, row->strategy};
  }
}

}  // namespace

void note_known_bounds(Run& run, Precision precision) {
  run.lines_noted = run.known.whole_rows().size() + run.known.whole_columns().size();
  if (run.known.symmetric()) {
    run.bounds.raise_low(run.known.symmetric_value());
    run.bounds.lower_high(run.known.symmetric_value());
  }
  for (const Player player : game::players) {
    take_holding(run, player);
    const View view(run.known, player);
    BestOnLines(run, player, last_whole(run, view)).note(precision);
    if (run.known.range()) note_range(run, player, precision);
  }
  if (run.known.symmetric()) mirror_best(run);
}

namespace {

// Whether the best known strategies may be optimal. With a range they come from floating point.
bool may_meet(const Run& run) {
  constexpr double alike = 1e-6;
  const auto& [x, y] = run.bounds.best;
  if (!x || !y) return false;
  if (!run.known.range()) return x->value == -y->value;
  const auto& [low, high] = *run.known.range();
  return (-y->value - x->value).to_double() <= alike * (high - low).to_double();
}

// The lines that may be played: those known whole, or with a range those known in part, too.
Lines usable(const View& view) {
  if (std::isinf(view.most())) return {view.whole().begin(), view.whole().end()};
  Lines lines;
  for (Index s = 0; s < view.count(); ++s) {
    if (view.known_of(s) > 0) lines.push_back(s);
  }
  return lines;
}

}  // namespace

// Floating point decides first whether the exact sums are worth their time.
bool Run::close_enough() {
  if (!options.epsilon) return false;
  const auto& [row, column] = bounds.holding;
  const double value = known.symmetric_value().to_double();
  const double gap =
      known.symmetric() ? std::min(row.most + value, column.most - value) : row.most + column.most;
  if (!(gap <= options.epsilon->to_double())) return false;
  for (const Player player : game::players) take_holding(*this, player);
  if (known.symmetric()) mirror_best(*this);
  const auto& [x, y] = bounds.best;
  if (!x || !y) return false;
  return (known.symmetric() ? known.symmetric_value() - x->value : -y->value - x->value) <=
         *options.epsilon;
}

std::optional<game::Pair> prove_from_known(Run& run) {
  note_known_bounds(run, Precision::exact);
  if (!may_meet(run)) return std::nullopt;
  const auto& [x, y] = run.bounds.best;
  const Block part{{game::support_of(x->strategy), game::support_of(y->strategy)}};
  game::Pair proof;
  for (const Player player : game::players) {
    const View view = View(run.known, player).fearful();
    Block all;
    all.of(player) = usable(view);
    all.of(opponent_of(player)) = game::all_below(view.opponents());
    const auto pair = exact_equilibrium(view, all, part, run.stop);
    if (!pair) return std::nullopt;
    proof.value = pair->value;
    (player == Player::row ? proof.row : proof.column) = view.mine(*pair);
  }
  if (game::fault_in(run.known, proof, run.known.range())) return std::nullopt;
  run.range_used = run.known.range().has_value();
  return proof;
}

Block mostly_known(const game::Known& known) {
  constexpr std::size_t most = 500;  // a block that is quickly solved
  Block block;
  for (const Player player : game::players) {
    const View view(known, player);
    Lines& lines = block.of(player);
    for (Index s = 0; s < view.count(); ++s) {
      if (2 * view.known_of(s) > view.opponents()) lines.push_back(s);
    }
    std::ranges::stable_sort(lines, std::greater{}, [&](Index s) { return view.known_of(s); });
    if (lines.size() > most) lines.resize(most);
  }
  return block;
}

// The conditions C1 to C3 of the paper for two candidate supports.

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
  const asking::Ledger& ledger = run.ledger;
  const game::Known& known = run.known;
  const std::int64_t before = ledger.queries();
  const bool asked = run.ask_lines(rows, columns);
  run.counts.check.queries += ledger.queries() - before;
  run.counts.check.looks += game::query_floor(known.rows(), known.columns(), std::ssize(rows),
                                              std::ssize(columns), false);
  ++run.counts.check.stages;
  if (!asked) return Outcome::stopped();
  const game::View view(known, game::Player::row);
  const auto on_rows =
      lp::solve(view.table(rows, game::all_below(known.columns())), run.stop, run.threads());
  if (!on_rows) return Outcome::stopped();
  run.bounds.raise_low(on_rows->value);
  const auto on_columns =
      lp::solve(view.table(game::all_below(known.rows()), columns), run.stop, run.threads());
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

}  // namespace allnash::matrix
