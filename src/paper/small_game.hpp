// Values and supports of very small games with whole payoffs, by closed forms: what the methods
// that look through all subgames of one size spend their time on. Nothing here allocates but the
// rare exact fallback of `supports`.
#pragma once

#include <cstdint>

#include "allnash/index.hpp"
#include "exact/fraction.hpp"

namespace allnash::methods {

/// top / bottom with bottom > 0, not in lowest terms; within Fraction's word limit.
struct Ratio {
  std::int64_t top = 0;
  std::int64_t bottom = 1;

  friend bool operator<(const Ratio& left, const Ratio& right) {
    return static_cast<exact::Wide>(left.top) * right.bottom <
           static_cast<exact::Wide>(right.top) * left.bottom;
  }
  friend bool operator==(const Ratio& left, const Ratio& right) {
    return static_cast<exact::Wide>(left.top) * right.bottom ==
           static_cast<exact::Wide>(right.top) * left.bottom;
  }
};

/// How many rows and how many columns some optimal strategy plays.
struct SupportSizes {
  Index rows = 0;
  Index columns = 0;
  bool operator==(const SupportSizes&) const = default;
};

/// Games of one shape. Payoffs are given row by row.
class SmallGame {
 public:
  SmallGame(Index rows, Index columns);

  /// Payoffs of at most this size, either sign, keep every number here within its words; 0 when
  /// the shape is too large for that.
  [[nodiscard]] std::int64_t largest_payoff() const { return largest_payoff_; }

  /// Both require payoffs within the bound.
  [[nodiscard]] Ratio value(const std::int64_t* payoffs) const;
  [[nodiscard]] SupportSizes supports(const std::int64_t* payoffs) const;

 private:
  enum class Form { one_row, one_column, two_by_two, two_rows, two_columns, general };

  Index rows_;
  Index columns_;
  Form form_;
  std::int64_t largest_payoff_;
};

}  // namespace allnash::methods
