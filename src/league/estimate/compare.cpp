// Two players side by side: who beats whom, and who scores more against the field. Two questions:
// a draw says nothing about the first, and every opponent about the second.
#include <algorithm>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "league/estimate/leaderboard.hpp"

namespace allnash {
namespace {

/// The matches of each of the two against players that both met, each other left out.
void count_common(const league::PairingSums& sums, Comparison& comparison) {
  std::vector<double> first(at(sums.rows));
  std::vector<double> second(at(sums.rows));
  const auto add = [&](Index own, Index other, double plays) {
    if (own == comparison.first) first[at(other)] += plays;
    if (own == comparison.second) second[at(other)] += plays;
  };
  for (const auto& one : sums.pairings) {
    const auto [i, j] = one.entry;
    add(i, j, one.plays);
    add(j, i, one.plays);
    const bool both = std::minmax(i, j) == std::minmax(comparison.first, comparison.second);
    if (!both || !sums.counted) continue;
    comparison.matches = static_cast<std::int64_t>(one.plays);
    const double mean = one.won / one.plays;
    comparison.average = i == comparison.first ? mean : 1 - mean;
  }
  for (std::size_t k = 0; k < first.size(); ++k) {
    if (first[k] > 0 && second[k] > 0) ++comparison.common_opponents;
  }
}

}  // namespace

Comparison compare(const Ranking& ranking, Index first, Index second) {
  if (!ranking.leaderboard) {
    throw OptionError("compare: only a symmetric league with an estimate has a leaderboard");
  }
  const Index players = std::ssize(ranking.row_labels);
  if (first < 0 || second < 0 || first >= players || second >= players || first == second) {
    throw OptionError("compare: it needs two different players");
  }
  const auto& drawn = league::BoardDraws::of(*ranking.leaderboard);
  Comparison comparison{first, second};
  count_common(drawn.sums, comparison);
  if (comparison.average) {
    const PayoffRange& range = ranking.range;
    const double width = (range.high - range.low).to_double();
    comparison.average = range.low.to_double() + width * *comparison.average;
  }
  // The same draws whichever of the two comes first.
  const auto [one, other] = std::minmax(first, second);
  Hash hash;
  hash.add(drawn.seed);
  hash.add(static_cast<std::uint64_t>(one));
  hash.add(static_cast<std::uint64_t>(other));
  Random random(hash.value());
  const std::vector<Index> both{one, other};
  std::int64_t beats = 0;
  std::int64_t more = 0;
  for (std::size_t t = 0; t < drawn.draws.size(); ++t) {
    const auto& [posterior, skills] = drawn.draws[t];
    const double rate = posterior->draw_payoffs(skills, both, both, random)[1];
    beats += (rate > 0.5) == (first < second) ? 1 : 0;
    more += drawn.scores[t][at(first)] > drawn.scores[t][at(second)] ? 1 : 0;
  }
  const auto draws = static_cast<double>(drawn.draws.size());
  comparison.beats = static_cast<double>(beats) / draws;
  comparison.scores_more = static_cast<double>(more) / draws;
  return comparison;
}

}  // namespace allnash
