// What certificates of tables and those of plays have in common: a shape, mixed strategies, bounds.
#pragma once

#include <vector>

#include "text.hpp"

namespace checker {

struct Strategy {
  std::vector<Index> support;  // rising
  std::vector<Fraction> probabilities;
};

/// What is said of a table.
struct Claim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Fraction range_low;  // and range_high: 0 if there is no range
  Fraction range_high;
  Fraction low;  // and high: bounds on the value
  Fraction high;
  Fraction epsilon;  // for bounds: their largest distance

  /// The sum of an entry and the one across the diagonal, in a symmetric game.
  [[nodiscard]] Fraction mirror_sum() const { return range_low + range_high; }
};

void read_shape(Lines& lines, Claim& claim);
void read_range(Lines& lines, Claim& claim);
/// Reads the next strategy, by rising index, and its probability.
void read_weight(Line& line, Index strategies, Strategy& result);
Strategy read_strategy(Lines& lines, string_view keyword, Index strategies);

/// A strategy and the value over one common denominator, so that sums are sums of integers.
struct Weights {
  std::vector<Integer> weights;
  Integer target;
};

/// Rejects probabilities that do not sum to 1.
Weights integer_weights(const Strategy& strategy, const Fraction& value, const string& player);
void check_sum(const Strategy& strategy, const string& player);

/// Checks that the bounds mirror each other in a symmetric game, and are as near as claimed.
void check_nearness(const Claim& claim);

/// Whether an entry and the one across the diagonal have this sum, or both are unread.
bool mirrored(string_view left, string_view right, const Fraction& sum);

}  // namespace checker
