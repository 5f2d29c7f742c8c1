// random-play: the value to within a tolerance, whatever the supports.
//
// Claim: strategies that guarantee low and concede at most high, exactly, with high - low <= E.
// Queries: with payoffs in a range of width W, at most 2 (n + m) ln(nm) (W/E)^2 with probability at
// least 1/2, and never more than nm; far fewer are measured (docs/ranges.md).
//
// Reference: Grigoriadis and Khachiyan 1995 (grigoriadis_khachiyan.hpp). The query bounds of
// Goldberg and Roth (2016) and Fearnley and Savani (2016) rest on the same play.
//
// The strategies of the reference are the frequencies of the lines drawn. But the lines drawn are
// known whole, so the best mixtures of them are at least as good. The game of the rows read against
// all columns gives x and `low`; the game of all rows against the columns read gives y and `high`.
// Both games are solved now and then, and the run ends as soon as the two values are near enough. A
// payoff between 0 and 1 enters the play as a coin with that mean. So the weights stay whole
// numbers, and every machine draws the same.
//
// Every second line is not drawn: it is the one that the last mixture of all rows, or of all
// columns, plays most, which is worth more. That keeps the bound, up to the factor 2 in it.
#include <algorithm>
#include <cmath>

#include "allnash/run.hpp"
#include "matrix/auto/grigoriadis_khachiyan.hpp"
#include "matrix/run/relaxed_game.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

namespace {

class RandomPlay {
 public:
  explicit RandomPlay(Run& run)
      : run_(run),
        random_(run.options.seed),
        play_(run.known.rows(), run.known.columns(), 0),
        relaxed_(run) {}

  Outcome solve() {
    std::size_t next_look = 2;
    for (;;) {
      if (nearly_all_read()) return full(run_);
      if (!step()) return Outcome::stopped();
      if (relaxed_.lines() < next_look && !idle()) continue;
      if (!relaxed_.solve()) return run_.stop.stopped() ? Outcome::stopped() : full(run_);
      run_.report("playing");
      if (run_.close_enough()) return Outcome::within();
      if (!follow_mixes()) return Outcome::stopped();
      next_look = relaxed_.lines() + 2 + relaxed_.lines() / 32;
    }
  }

 private:
  [[nodiscard]] bool nearly_all_read() const {
    return run_.ledger.queries() >= run_.known.size() - run_.known.size() / 16;
  }

  // Whether many draws in a row opened nothing: they cost no query, but time.
  [[nodiscard]] bool idle() {
    constexpr int many = 64;
    const bool same = relaxed_.lines() == lines_before_;
    lines_before_ = relaxed_.lines();
    repeated_ = same ? repeated_ + 1 : 0;
    return repeated_ >= many;
  }

  bool step() {
    if (run_.stop.stopped()) return false;
    const Entry drawn = play_.draw(random_);
    if (!relaxed_.open({{{drawn.row}, {drawn.column}}})) return false;
    const double low = run_.known.range()->low.to_double();
    const double reach = run_.known.range()->high.to_double() - low;
    constexpr Index sides = Index{1} << 53;
    play_.step(drawn, [&](Index row, Index column) {
      const double share = (run_.known.approximate(row, column) - low) / reach;
      return static_cast<double>(random_.below(sides)) < std::ldexp(share, 53);
    });
    run_.event("step", {{"row", drawn.row}, {"column", drawn.column}});
    return true;
  }

  // Opens the lines that the mixtures play most, among those not open, as many as were drawn since.
  bool follow_mixes() {
    const std::size_t most = 1 + relaxed_.lines() / 64;
    Block next;
    for (const Player player : game::players) {
      FloatMix mix = relaxed_.of(player).mix();
      std::erase_if(mix, [&](const FloatWeight& weight) {
        return relaxed_.is_open(player, weight.strategy);
      });
      std::ranges::stable_sort(mix, std::greater{}, &FloatWeight::probability);
      for (std::size_t t = 0; t < std::min(most, mix.size()); ++t) {
        next.of(player).push_back(mix[t].strategy);
      }
    }
    return relaxed_.open(next);
  }

  Run& run_;
  Random random_;
  GrigoriadisKhachiyan play_;
  RelaxedGames relaxed_;
  std::size_t lines_before_ = 0;
  int repeated_ = 0;
};

}  // namespace

Outcome random_play(Run& run) {
  if (!run.options.payoff_range || !run.options.epsilon) {
    throw OptionError("method random-play: it needs `payoff-range` and `epsilon`");
  }
  return RandomPlay(run).solve();
}

}  // namespace allnash::matrix
