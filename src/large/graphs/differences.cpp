// The payoffs of a game on flows in compact form. What a feature pays is often nearly what another
// one, its base, pays: with one soldier more a field is won against one more number of soldiers.
// Such a feature is stored as its base and a difference. Tables of two cards, or of two numbers of
// soldiers, become a few numbers a line. Products with payoffs take time in proportion to the
// number of differences.
#include <algorithm>
#include <numeric>
#include <utility>

#include "large/graphs/form.hpp"

namespace allnash::large {
namespace {

using exact::Integer;

/// Calls use(opponent's feature, payoff or null, payoff of the base or null) for each difference
/// until it returns false.
template <typename Use>
void each_difference(const Lines& lines, int feature, int base, Pace& pace, const Use& use) {
  int mine = lines.first[feature];
  int theirs = lines.first[base];
  const int mine_end = lines.first[feature + 1];
  const int theirs_end = lines.first[base + 1];
  while (mine < mine_end || theirs < theirs_end) {
    pace.step();
    const bool take_mine =
        theirs == theirs_end || (mine < mine_end && lines.other[mine] <= lines.other[theirs]);
    const bool take_theirs =
        mine == mine_end || (theirs < theirs_end && lines.other[theirs] <= lines.other[mine]);
    const Integer* left = take_mine ? &lines.payoff[mine] : nullptr;
    const Integer* right = take_theirs ? &lines.payoff[theirs] : nullptr;
    const int other = take_mine ? lines.other[mine] : lines.other[theirs];
    if (take_mine) ++mine;
    if (take_theirs) ++theirs;
    if (left != nullptr && right != nullptr && fmpz_equal(left->raw(), right->raw()) != 0) continue;
    if (!use(other, left, right)) return;
  }
}

/// The number of payoffs that differ, counted up to `most`.
int differences(const Lines& lines, int feature, int base, int most, Pace& pace) {
  int count = 0;
  each_difference(lines, feature, base, pace,
                  [&](int, const Integer*, const Integer*) { return ++count < most; });
  return count;
}

/// The transposed lines: the opponent's features and what they pay, with the opposite sign.
Lines turned(const Lines& lines, int features, Pace& pace) {
  Lines result;
  result.first.assign(static_cast<std::size_t>(features) + 1, 0);
  for (const int other : lines.other) ++result.first[other + 1];
  std::partial_sum(result.first.begin(), result.first.end(), result.first.begin());
  result.other.resize(lines.other.size());
  result.payoff.resize(lines.other.size());
  std::vector<int> next(result.first.begin(), result.first.end() - 1);
  for (int f = 0; f + 1 < static_cast<int>(lines.first.size()); ++f) {
    for (int t = lines.first[f]; t < lines.first[f + 1]; ++t) {
      pace.step();
      const int at = next[lines.other[t]]++;
      result.other[at] = f;
      fmpz_neg(result.payoff[at].raw(), lines.payoff[t].raw());
    }
  }
  return result;
}

}  // namespace

// Bases are searched among the features just before: in games as people write them, features that
// differ by a card or a soldier are neighbours.
Differences differences_of(const Lines (&lines)[2], Pace& pace) {
  constexpr int window = 8;
  constexpr int short_line = 6;
  Differences result;
  const auto features_of = [&](int player) {
    return static_cast<int>(lines[player].first.size()) - 1;
  };
  result.paired = features_of(1) < features_of(0) ? 1 : 0;
  const Lines& given = lines[result.paired];
  const int features = features_of(result.paired);
  std::vector<int>& base = result.base;
  base.assign(static_cast<std::size_t>(features), -1);
  Lines& mine = result.lines[result.paired];
  mine.first.push_back(0);
  for (int f = 0; f < features; ++f) {
    const int length = given.first[f + 1] - given.first[f];
    // A base itself costs entries.
    int fewest = length <= short_line ? 0 : (length - 2) / 2;
    for (int other = f - 1; other >= std::max(0, f - window) && fewest > short_line / 2; --other) {
      const int count = differences(given, f, other, fewest, pace);
      if (count < fewest) base[f] = other;
      fewest = std::min(fewest, count);
    }
    if (base[f] < 0) {
      for (int t = given.first[f]; t < given.first[f + 1]; ++t) {
        pace.step();
        mine.other.push_back(given.other[t]);
        mine.payoff.push_back(given.payoff[t]);
      }
    } else {
      const auto add = [&](int other, const Integer* left, const Integer* right) {
        Integer payoff;
        if (left != nullptr) payoff = *left;
        if (right != nullptr) fmpz_sub(payoff.raw(), payoff.raw(), right->raw());
        mine.other.push_back(other);
        mine.payoff.push_back(std::move(payoff));
        return true;
      };
      each_difference(given, f, base[f], pace, add);
    }
    mine.first.push_back(static_cast<int>(mine.other.size()));
  }
  result.lines[1 - result.paired] = turned(mine, features_of(1 - result.paired), pace);
  return result;
}

}  // namespace allnash::large
