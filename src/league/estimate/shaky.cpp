#include "league/estimate/shaky.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/at.hpp"
#include "league/reading/tally.hpp"

namespace allnash::league {
namespace {

/// Matches of a pairing that ended alike.
struct AlikeMatches {
  std::size_t pairing = 0;
  double outcome = 0;
  std::int64_t count = 0;
  double influence = 0;  // of one of them
};

std::vector<AlikeMatches> alike_matches(const reading::Record& record, const PairingSums& sums) {
  std::vector<AlikeMatches> list;
  std::size_t pairing = 0;
  for (const auto& [entry, outcome, count] : reading::alike_plays(record)) {
    while (sums.pairings[pairing].entry != entry) ++pairing;
    list.push_back({pairing, record.outcomes[outcome].to_double(), count});
  }
  return list;
}

class FirstPlace {
 public:
  FirstPlace(const reading::Record& record, const PairingSums& sums, const DrawnLeagues& leagues,
             const std::vector<double>& field, Index leader, const StopToken& stop)
      : sums_(sums),
        leagues_(leagues),
        field_(field),
        leader_(leader),
        stop_(stop),
        matches_(alike_matches(record, sums)) {
    for (const AlikeMatches& one : matches_) all_ += one.count;
  }

  [[nodiscard]] std::optional<Shaky> found(const std::vector<Index>& rivals) {
    for (const Index rival : rivals) {
      if (rival != leader_) try_for(rival);
    }
    if (stop_.stopped()) return {};
    return best_;
  }

 private:
  /// Leaves out 1, 2, 4, ... matches until the leader is not first any more, then halves the step.
  void try_for(Index rival) {
    sort_by_influence(rival);
    const std::int64_t end = best_ ? best_->matches - 1 : all_ / 2;
    std::int64_t enough = 0;
    for (std::int64_t count = 1; count <= end && !stop_.stopped();
         count = count == end ? end + 1 : std::min(2 * count, end)) {
      if (!look_at(count)) continue;
      enough = count;
      break;
    }
    if (enough == 0) return;
    std::int64_t too_few = enough / 2;
    while (enough - too_few > 1 && !stop_.stopped()) {
      const std::int64_t middle = too_few + (enough - too_few) / 2;
      (look_at(middle) ? enough : too_few) = middle;
    }
  }

  void sort_by_influence(Index rival) {
    const std::vector<Posterior::Influence> influences =
        leagues_.posteriors->likeliest().influences(leader_, rival, field_);
    for (AlikeMatches& one : matches_) one.influence = influences[one.pairing].of(one.outcome);
    std::ranges::stable_sort(matches_, std::greater(), &AlikeMatches::influence);
  }

  /// Whether somebody else is first without so many matches; if so, remembers it.
  [[nodiscard]] bool look_at(std::int64_t count) {
    PairingSums left = sums_;
    std::int64_t more = count;
    for (const AlikeMatches& one : matches_) {
      if (more == 0 || one.influence <= 0) break;
      const auto gone = std::min(more, one.count);
      PairingSum& pairing = left.pairings[one.pairing];
      const auto times = static_cast<double>(gone);
      pairing.plays -= times;
      pairing.won -= times * one.outcome;
      pairing.squares -= times * one.outcome * one.outcome;
      more -= gone;
    }
    if (more > 0) return false;
    const Posterior& all = leagues_.posteriors->likeliest();
    const std::vector<double> scores = Posterior(left, all, stop_).expected_scores(field_);
    const auto first = static_cast<Index>(std::ranges::max_element(scores) - scores.begin());
    if (stop_.stopped() || first == leader_) return false;
    best_ = Shaky{count, all_, first};
    return true;
  }

  const PairingSums& sums_;
  const DrawnLeagues& leagues_;
  const std::vector<double>& field_;
  Index leader_;
  const StopToken& stop_;
  std::vector<AlikeMatches> matches_;
  std::int64_t all_ = 0;
  std::optional<Shaky> best_;
};

}  // namespace

std::optional<Shaky> shaky_first(const reading::Record& record, const PairingSums& sums,
                                 const DrawnLeagues& leagues, const std::vector<double>& field,
                                 Index leader, const std::vector<Index>& rivals,
                                 const StopToken& stop) {
  if (record.plays.empty() || !sums.counted) return {};
  return FirstPlace(record, sums, leagues, field, leader, stop).found(rivals);
}

}  // namespace allnash::league
