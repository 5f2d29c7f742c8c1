#include "league/certify/same_field.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/base/at.hpp"

namespace allnash::league {
namespace {

constexpr std::array<std::int64_t, 11> bets_in_64{1, 2, 3, 4, 6, 9, 14, 22, 34, 53, 83};
constexpr std::int64_t enough = 4;

/// E_l for every bet, each at most what it stands for.
class Wealth {
 public:
  Wealth() { mantissas_.fill(1); }

  /// Multiplies by (1 + bet step / base)^times; bet in 64ths. Requires whole numbers below 2^46
  /// with positive factors above 1/64.
  ///
  /// The numerator is exact. With u = 2^-53 a factor has three roundings, (1 + u)^3 (1 - 8u) < 1:
  /// two of its own and one where it is multiplied with others, of which there is one less than
  /// there are factors, in whatever order they are multiplied.
  void multiply(double base, double step, std::int64_t times) {
    constexpr double downward = 1 - 0x1p-50;
    if (times == 0 || step == 0) return;
    const double inverse = downward / base;
    if (times > most_pending) return multiply_often(base, step, inverse, times);
    if (pending_ + times > most_pending) normalise();
    pending_ += times;
    std::array<double, bets_in_64.size()> squares{};
    for (std::size_t t = 0; t < bets_in_64.size(); ++t) {
      squares[t] = (base + static_cast<double>(bets_in_64[t]) * step) * inverse;
    }
    for (;; times /= 2) {
      if (times % 2 == 1) {
        for (std::size_t t = 0; t < bets_in_64.size(); ++t) mantissas_[t] *= squares[t];
      }
      if (times <= 1) return;
      for (double& one : squares) one *= one;
    }
  }
  [[nodiscard]] Least mean() {
    normalise();
    Least sum;
    for (const Least& one : wealth_) sum.add(one);
    sum.multiply(1, static_cast<double>(bets_in_64.size()));
    return sum;
  }

 private:
  void multiply_often(double base, double step, double inverse, std::int64_t times) {
    for (std::size_t t = 0; t < bets_in_64.size(); ++t) {
      const double factor = (base + static_cast<double>(bets_in_64[t]) * step) * inverse;
      wealth_[t].multiply(Least(factor).power(times));
    }
  }
  /// At most `most_pending` factors from 1/64 to 3 come between two calls: no product or power of
  /// them leaves the range of doubles of ordinary size.
  static constexpr std::int64_t most_pending = 160;
  void normalise() {
    for (std::size_t t = 0; t < bets_in_64.size(); ++t) {
      wealth_[t].multiply(Least(mantissas_[t]));
      mantissas_[t] = 1;
    }
    pending_ = 0;
  }

  std::array<double, bets_in_64.size()> mantissas_{};
  std::array<Least, bets_in_64.size()> wealth_ = filled();
  std::int64_t pending_ = 0;
  static std::array<Least, bets_in_64.size()> filled() {
    std::array<Least, bets_in_64.size()> ones;
    ones.fill(Least(1));
    return ones;
  }
};

/// What all others earned against a player.
struct Conceded {
  std::int64_t plays = 0;
  std::int64_t twice = 0;
};

/// A player whom both have met, and what both earned there.
struct Common {
  Index opponent = 0;
  const Met* first = nullptr;
  const Met* second = nullptr;
};

class Comparer {
 public:
  Comparer(const Counts& counts, const Rational& least)
      : counts_(counts), least_(least), conceded_(counts.size()), met_(counts.size()) {
    const double largest = static_cast<double>(bets_in_64.back()) / 64;
    if (least > Rational(1)) screen_ = std::log(least.to_double()) / largest - 1e-6;
    for (std::size_t player = 0; player < counts.size(); ++player) {
      for (const Met& one : counts[player]) {
        conceded_[player].plays += one.theirs.plays;
        conceded_[player].twice += one.theirs.twice();
      }
    }
  }

  /// The first of the pairs that come now.
  void begin(Index first) {
    std::ranges::fill(met_, nullptr);
    for (const Met& one : counts_[at(first)]) met_[at(one.other)] = &one;
  }
  /// Requires that the first has begun.
  void compare(Index first, Index second, Comparisons& all) {
    if (!find_common(second)) return;
    all.family += 2;
    for (const bool forward : {true, false}) {
      if (lead(forward) < screen_) continue;
      Least evidence = evidence_of(forward);
      if (!evidence.reaches(least_)) continue;
      all.shown.push_back({forward ? first : second, forward ? second : first, evidence});
    }
  }

 private:
  /// Finds the common opponents. Returns whether the pair is of the family.
  bool find_common(Index second) {
    common_.clear();
    direct_ = met_[at(second)];
    std::int64_t matches = direct_ != nullptr ? direct_->own.plays : 0;
    for (const Met& one : counts_[at(second)]) {
      const Met* const mine = met_[at(one.other)];
      if (mine == nullptr) continue;
      common_.push_back({one.other, mine, &one});
      matches += std::min(mine->own.plays, one.own.plays);
    }
    return matches >= enough;
  }

  /// The sum of the bets' terms over all matches, for l = 1.
  [[nodiscard]] double lead(bool forward) const {
    double sum = 0;
    for (const Common& one : common_) {
      const Met& above = forward ? *one.first : *one.second;
      const Met& below = forward ? *one.second : *one.first;
      const auto plays_above = static_cast<double>(above.own.plays);
      const auto plays_below = static_cast<double>(below.own.plays);
      const auto lost_below = static_cast<double>(below.theirs.twice()) / 2;
      sum += (plays_below * static_cast<double>(above.own.twice()) / 2 -
              plays_above * (plays_below - lost_below)) /
             (plays_above + plays_below);
    }
    if (direct_ != nullptr) {
      const Score& score = forward ? direct_->own : direct_->theirs;
      sum += static_cast<double>(score.twice() - score.plays) / 2;
    }
    return sum;
  }

  /// 1024 q_j.
  [[nodiscard]] std::int64_t centre(const Common& one) const {
    const Conceded& all = conceded_[at(one.opponent)];
    const std::int64_t plays = all.plays - one.first->own.plays - one.second->own.plays;
    const std::int64_t twice = all.twice - one.first->own.twice() - one.second->own.twice();
    return std::clamp<std::int64_t>(512 * (twice + 2) / (plays + 2), 256, 768);
  }

  [[nodiscard]] Least evidence_of(bool forward) const {
    Wealth wealth;
    for (const Common& one : common_) {
      const Met& above = forward ? *one.first : *one.second;
      const Met& below = forward ? *one.second : *one.first;
      const std::int64_t q = centre(one);
      const auto base = static_cast<double>(65536 * (above.own.plays + below.own.plays));
      const auto bet = [&](std::int64_t weight, std::int64_t distance, std::int64_t times) {
        wealth.multiply(base, static_cast<double>(weight * distance), times);
      };
      bet(below.own.plays, 1024 - q, above.own.wins);
      bet(below.own.plays, 512 - q, above.own.draws);
      bet(below.own.plays, -q, above.own.losses());
      // What the lower one lost is what its opponent is sure to have won.
      bet(above.own.plays, q, below.theirs.wins);
      bet(above.own.plays, q - 512, below.theirs.draws);
      bet(above.own.plays, q - 1024, below.theirs.losses());
    }
    if (direct_ != nullptr) {
      const Score& score = forward ? direct_->own : direct_->theirs;
      wealth.multiply(128, 1, score.wins);
      wealth.multiply(128, -1, score.losses());
    }
    return wealth.mean();
  }

  const Counts& counts_;
  const Rational& least_;
  std::vector<Conceded> conceded_;
  double screen_ = -std::numeric_limits<double>::infinity();
  // Of the pair that is being compared.
  std::vector<const Met*> met_;  // by player: whom the first has met, or null
  std::vector<Common> common_;
  const Met* direct_ = nullptr;
};

/// Who may be of the family with a player: those with enough matches who met it or an opponent of
/// it.
class Partners {
 public:
  explicit Partners(const Counts& counts)
      : counts_(counts), compared_(counts.size()), seen_with_(counts.size(), -1) {
    for (std::size_t player = 0; player < counts.size(); ++player) {
      compared_[player] = total_of(counts[player]).plays >= enough;
      if (compared_[player]) last_ = static_cast<Index>(player);
    }
  }

  /// Those with a larger index, in order.
  const std::vector<Index>& after(Index player) {
    found_.clear();
    if (!compared_[at(player)]) return found_;
    for (const Met& one : counts_[at(player)]) {
      if (std::ssize(found_) == last_ - player) break;  // there are no more
      add(player, one.other);
      for (const Met& next : counts_[at(one.other)]) add(player, next.other);
    }
    std::ranges::sort(found_);
    return found_;
  }

 private:
  void add(Index player, Index other) {
    if (other <= player || !compared_[at(other)] || seen_with_[at(other)] == player) return;
    seen_with_[at(other)] = player;
    found_.push_back(other);
  }

  const Counts& counts_;
  std::vector<bool> compared_;
  std::vector<Index> seen_with_;  // by player: with whom it was found last
  Index last_ = 0;
  std::vector<Index> found_;
};

}  // namespace

Comparisons compare_all(const Counts& counts, const Rational& least, const StopToken& stop) {
  Comparisons all;
  Comparer comparer(counts, least);
  Partners partners(counts);
  const auto players = static_cast<Index>(counts.size());
  for (Index first = 0; first < players; ++first) {
    if (stop.stopped()) return {};  // the family is not counted, so nothing can be tested
    const std::vector<Index>& after = partners.after(first);
    if (after.empty()) continue;
    comparer.begin(first);
    for (const Index second : after) comparer.compare(first, second, all);
  }
  std::ranges::sort(all.shown, {}, [](const Comparison& one) {
    return Entry{one.above, one.below};
  });
  return all;
}

}  // namespace allnash::league
