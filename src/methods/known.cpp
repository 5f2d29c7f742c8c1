// What the payoffs known so far imply.
//
// A row player who keeps to the rows known whole plays a game that is known, of those rows against
// all columns, and its value is the best lower bound that can be had: a row with an unknown payoff
// may lose without bound there. For columns likewise. Where the two values meet, strategies from
// the inside of the two optimal sets are a strictly complementary pair of the whole game: the
// optimal strategies of such a game are then those of the whole one.
#include "methods/known.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "methods/lazy/outlook.hpp"

namespace allnash::methods {

namespace {

// Payoffs in doubles that are looked at together; of more lines only the latest count.
constexpr Index roomy = 10'000'000;
// The same when the run is over and has to end at once.
constexpr Index brief = 500'000;
// Where floating point fails, exact arithmetic finds its own way among so few lines.
constexpr std::size_t few = 64;

/// The probabilities as whole numbers over their sum.
MixedStrategy exactly(const FloatMix& mix) {
  constexpr int bits = 40;
  MixedStrategy strategy;
  Rational sum;
  for (const auto& [s, probability] : mix) {
    const std::int64_t parts = std::llround(std::ldexp(probability, bits));
    if (parts <= 0) continue;
    strategy.push_back({s, parts});
    sum += parts;
  }
  for (Weight& weight : strategy) weight.probability /= sum;
  std::ranges::sort(strategy, {}, &Weight::strategy);
  return strategy;
}

/// The best that a player is known to have.
class Search {
 public:
  Search(Run& run, Player player)
      : run_(run), view_(run.ledger, player), held_(run.ledger, opponent_of(player)) {
    const auto whole = view_.whole();
    const Index payoffs = run.stop.stopped() ? brief : roomy;
    const auto most = static_cast<std::size_t>(std::max<Index>(1, payoffs / view_.opponents()));
    for (const Index s : whole.last(std::min(whole.size(), most))) held_.open(s);
  }

  void note(Precision precision) {
    if (held_.opened().empty()) return;
    take({{held_.best_line(), 1}});
    const bool solved = held_.solve(a_while());
    const bool exact = precision == Precision::exact && !run_.stop.stopped() &&
                       (solved || held_.opened().size() <= few) && note_exactly();
    // A solution that was cut short is a strategy, too.
    if (!exact && !held_.holding().empty()) take(exactly(held_.holding()));
  }

 private:
  /// A run that is over has a little time left to say what it knows.
  [[nodiscard]] StopToken a_while() const {
    constexpr std::chrono::milliseconds grace{50};
    if (!run_.stop.stopped()) return run_.stop;
    return StopToken(nullptr, StopToken::Clock::now() + grace);
  }

  void take(MixedStrategy strategy) {
    const auto most = most_earned(view_.opponent(), strategy, a_while());
    if (most) run_.bounds.take(view_.player(), {-*most, std::move(strategy)});
  }

  bool note_exactly() {
    Block all = held_.block();
    all.of(opponent_of(view_.player())) = ledger::all_below(view_.opponents());
    const auto pair = exact_equilibrium(run_.ledger, all, held_.block(), run_.stop, Ties::stay_out);
    if (pair) run_.bounds.take(view_.player(), {view_.turned(pair->value), view_.mine(*pair)});
    return pair.has_value();
  }

  Run& run_;
  View view_;
  Outlook held_;
};

}  // namespace

void note_known_bounds(Run& run, Precision precision) {
  run.lines_noted = run.ledger.whole_rows().size() + run.ledger.whole_columns().size();
  if (run.ledger.symmetric()) {
    run.bounds.raise_low(0);
    run.bounds.lower_high(0);
  }
  for (const Player player : ledger::players) Search(run, player).note(precision);
}

std::optional<game::Pair> prove_from_known(Run& run) {
  note_known_bounds(run, Precision::exact);
  const auto& [x, y] = run.bounds.best;
  if (!x || !y || x->value != -y->value) return std::nullopt;
  game::Pair proof{x->value, {}, {}};
  const Block part{{ledger::support_of(x->strategy), ledger::support_of(y->strategy)}};
  for (const Player player : ledger::players) {
    const View view(run.ledger, player);
    Block all;
    all.of(player) = {view.whole().begin(), view.whole().end()};
    all.of(opponent_of(player)) = ledger::all_below(view.opponents());
    const auto pair = exact_equilibrium(run.ledger, all, part, run.stop);
    if (!pair) return std::nullopt;
    (player == Player::row ? proof.row : proof.column) = view.mine(*pair);
  }
  if (game::fault_in(run.ledger, proof)) return std::nullopt;
  return proof;
}

Block mostly_known(const ledger::Ledger& ledger) {
  constexpr std::size_t most = 500;  // a block that is quickly solved
  Block block;
  for (const Player player : ledger::players) {
    const View view(ledger, player);
    Lines& lines = block.of(player);
    for (Index s = 0; s < view.count(); ++s) {
      if (2 * view.known_of(s) > view.opponents()) lines.push_back(s);
    }
    std::ranges::stable_sort(lines, std::greater{}, [&](Index s) { return view.known_of(s); });
    if (lines.size() > most) lines.resize(most);
  }
  return block;
}

}  // namespace allnash::methods
