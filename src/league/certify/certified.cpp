#include "league/certify/certified.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/at.hpp"
#include "league/certify/closed_testing.hpp"
#include "league/certify/direct.hpp"
#include "league/certify/may_be_first.hpp"
#include "league/certify/own_score.hpp"
#include "league/certify/same_field.hpp"

namespace allnash::league {
namespace {

/// The blocks of players by the order in which they joined.
class Blocks {
 public:
  explicit Blocks(const Looks& looks)
      : first_(players_in(looks.fresh.front())), places_(looks.fresh.front().size()) {
    for (std::size_t t = 0; t < looks.joined.size(); ++t) {
      places_[at(looks.joined[t])] = static_cast<std::int64_t>(t) + 1;
    }
  }

  [[nodiscard]] std::int64_t block_of(Index player) const {
    std::int64_t block = 0;
    for (std::int64_t end = first_; places_[at(player)] > end; end *= 2) ++block;
    return block;
  }
  [[nodiscard]] std::int64_t players_of(std::int64_t block) const {
    return end_of(block) - end_of(block - 1);
  }
  /// Ordered pairs whose later player is of the block.
  [[nodiscard]] std::int64_t pairs_of(std::int64_t block) const {
    const auto pairs = [&](std::int64_t last) { return end_of(last) * (end_of(last) - 1); };
    return pairs(block) - pairs(block - 1);
  }
  /// The block's part of a budget.
  [[nodiscard]] static Rational part_of(std::int64_t block) {
    return Rational(1) / Rational(std::int64_t{2} << block);
  }

 private:
  [[nodiscard]] std::int64_t end_of(std::int64_t block) const {
    return block < 0 ? 0 : first_ << block;
  }
  std::int64_t first_;
  std::vector<std::int64_t> places_;  // from 1
};

class Certifier {
 public:
  Certifier(LeagueClaim& claim, const StopToken& stop)
      : claim_(claim), stop_(stop), blocks_(claim.looks) {}

  void run() {
    const std::int64_t looks = std::ssize(claim_.looks.fresh);
    for (std::int64_t number = 1; number <= looks; ++number) {
      const Counts& fresh = claim_.looks.fresh[at(number - 1)];
      if (number == 1) {
        counts_ = fresh;
      } else {
        add_counts(counts_, fresh);
      }
      claim_.direct.push_back(find_favourites());
      claim_.same_field.emplace_back();
      if (claim_.looks.compared) compare(number, number == looks);
    }
    if (players_in(claim_.looks.rest) > 0) {
      add_counts(counts_, claim_.looks.rest);
      claim_.direct.push_back(find_favourites());
    }
    find_own_scores();
  }

 private:
  void find_own_scores() {
    std::map<std::pair<std::int64_t, Score>, std::int64_t> bounds;  // many have few matches
    for (std::size_t player = 0; player < counts_.size() && !stop_.stopped(); ++player) {
      if (counts_[player].empty()) continue;
      const auto index = static_cast<Index>(player);
      const std::int64_t block = blocks_.block_of(index);
      const Rational level =
          claim_.delta / Rational(4) * Blocks::part_of(block) / Rational(blocks_.players_of(block));
      const Score score = total_of(counts_[player]);
      const auto [place, added] = bounds.try_emplace({block, score}, 0);
      if (added) place->second = own_score_bound(score, level);
      if (place->second > 0) claim_.own_scores.push_back({index, place->second});
    }
  }

  [[nodiscard]] std::vector<Finding> find_favourites() const {
    const Rational budget = claim_.delta / Rational(8);
    const Rational together = budget * Blocks::part_of(0);
    std::vector<std::pair<Finding, Least>> large;
    std::vector<Finding> found;
    for (std::size_t player = 0; player < counts_.size() && !stop_.stopped(); ++player) {
      const auto index = static_cast<Index>(player);
      for (const Met& one : counts_[player]) {
        if (one.own.wins <= one.own.losses()) continue;  // its e-value is below 15/8 * 2
        const Least evidence = direct_evidence(one.own);
        const std::int64_t block = std::max(blocks_.block_of(index), blocks_.block_of(one.other));
        const Finding finding{index, one.other, true};
        if (block == 0) {
          if (evidence.reaches(Rational(1) / together)) large.emplace_back(finding, evidence);
        } else if (evidence.reaches(Rational(blocks_.pairs_of(block)) /
                                    (budget * Blocks::part_of(block)))) {
          found.push_back(finding);
        }
      }
    }
    test_together(large, blocks_.pairs_of(0), together, found);
    return found;
  }

  void compare(std::int64_t number, bool last) {
    const Rational part = claim_.delta / Rational(number * (number + 1));
    const Rational level = part / Rational(2);
    const Comparisons all = compare_all(counts_, Rational(1) / level, stop_);
    std::vector<std::pair<Finding, Least>> large;
    for (const Comparison& one : all.shown) {
      large.emplace_back(Finding{one.above, one.below}, one.evidence);
    }
    test_together(large, all.family, level, claim_.same_field.back());
    if (last) exclude(all, part / Rational(8));
  }

  /// Adds all of them, and says which are proved. Sorted.
  static void test_together(std::vector<std::pair<Finding, Least>>& large, std::int64_t family,
                            const Rational& level, std::vector<Finding>& found) {
    const Rational bound = closed_threshold(family, std::ssize(large), level);
    for (auto& [finding, evidence] : large) {
      finding.proved = evidence.reaches(bound);
      found.push_back(finding);
    }
    std::ranges::sort(found, {},
                      [](const Finding& one) { return std::pair(one.above, one.below); });
  }

  void exclude(const Comparisons& comparisons, const Rational& level) {
    std::vector<std::vector<const Comparison*>> against(counts_.size());
    for (const Comparison& one : comparisons.shown) against[at(one.below)].push_back(&one);
    const std::int64_t players = players_in(counts_);
    for (std::size_t player = 0; player < against.size(); ++player) {
      std::vector<Index> by = excluded_by(against[player], players, level);
      if (!by.empty()) claim_.excluded.push_back({static_cast<Index>(player), std::move(by)});
    }
  }

  LeagueClaim& claim_;
  const StopToken& stop_;
  Blocks blocks_;
  Counts counts_;  // of all looks so far
};

}  // namespace

LeagueClaim certify_counts(Looks looks, const Rational& delta, const StopToken& stop) {
  LeagueClaim claim{delta, std::move(looks), {}, {}, {}, {}};
  if (!claim.looks.joined.empty()) Certifier(claim, stop).run();
  return claim;
}

std::vector<Index> may_be_first(const LeagueClaim& claim) {
  std::vector<Index> left = claim.looks.joined;
  for (const LeagueClaim::Excluded& one : claim.excluded) std::erase(left, one.player);
  std::ranges::sort(left);
  return left;
}

}  // namespace allnash::league
