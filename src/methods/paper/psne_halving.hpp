// The strict saddle point of a matrix that is known through an oracle for whole rows and whole
// columns: Algorithm 1 of the paper, and a form of it that cannot lose the saddle point.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact/fraction.hpp"
#include "methods/methods.hpp"
#include "methods/random.hpp"

namespace allnash::methods {

/// An entry of the matrix: its place, and what its oracle orders entries by.
struct OracleEntry {
  exact::Fraction value;
  Index tag = 0;
  Index row = -1;  ///< -1: no entry yet
  Index column = -1;
};

/// A matrix known through whole rows and whole columns, by number, each list rising. A call returns
/// them where they cross the lines in play, which is all that the algorithm looks at. False or
/// nothing: the run must end.
class LineOracle {
 public:
  virtual ~LineOracle() = default;
  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index columns() const = 0;

  /// Asks for all the payoffs that these lines need where they cross the lines in play, in one
  /// round. Each line counts as one call.
  [[nodiscard]] virtual bool ask(const game::Block& lines, const game::Block& in_play) = 0;
  /// best[t] becomes the largest of itself and the entries of these rows in column in_play[t].
  /// Requires that the rows have been asked for.
  [[nodiscard]] virtual bool raise(std::span<const Index> rows, std::span<const Index> in_play,
                                   std::span<OracleEntry> best) = 0;
  /// best[t] becomes the smallest of itself and the entries of these columns in row in_play[t].
  [[nodiscard]] virtual bool lower(std::span<const Index> columns, std::span<const Index> in_play,
                                   std::span<OracleEntry> best) = 0;
  /// Of the columns in play the one whose largest entry in these rows is smallest, the first of
  /// equals; and that entry.
  [[nodiscard]] virtual std::optional<OracleEntry> min_max(std::span<const Index> rows,
                                                           std::span<const Index> in_play) = 0;
  /// Of the rows in play the one whose smallest entry in these columns is largest.
  [[nodiscard]] virtual std::optional<OracleEntry> max_min(std::span<const Index> columns,
                                                           std::span<const Index> in_play) = 0;
  /// The largest entry of this column in play over rows whose payoffs have all been asked for; the
  /// smallest of this row over such columns. Some of them may be passed over, where they are very
  /// many. Its `row` is -1 when there are none.
  [[nodiscard]] virtual std::optional<OracleEntry> largest_known(Index column) = 0;
  [[nodiscard]] virtual std::optional<OracleEntry> smallest_known(Index row) = 0;
  /// Where its calls, and the stages of those who call it, are counted.
  [[nodiscard]] virtual PhaseCounts& counts() = 0;
  /// The order of the entries.
  [[nodiscard]] virtual bool less(const OracleEntry& left, const OracleEntry& right) const = 0;
  /// The number at the entry.
  [[nodiscard]] virtual Rational number(const OracleEntry& cell) const = 0;
};

/// How Algorithm 1 draws.
struct Halving {
  double delta = 0.05;
  Index sample = 0;  ///< 0: the paper's l; else this many rows and columns, which proves nothing
};

/// l of the paper: ceil(2 log2(2 (n + m)^2 / delta)), for the whole matrix.
[[nodiscard]] Index sample_size(Index rows, Index columns, double delta);
/// Stages that Algorithm 1 goes through before its last: floor(log2 min(n, m)).
[[nodiscard]] Index halving_stages(Index rows, Index columns);

struct HalvingResult {
  Index row = 0;
  Index column = 0;
  std::vector<Rational> values;  ///< the set V of value candidates: rising, distinct
  std::int64_t calls = 0;        ///< to the oracle
};

/// Algorithm 1. Ensures, with probability at least 1 - delta: the strict saddle point, if the
/// matrix has one; and that `values` holds the value, if it has any saddle point. Nothing when the
/// run must end.
std::optional<HalvingResult> psne_halving(Run& run, LineOracle& matrix, const Halving& halving,
                                          Random& random);

/// The form that never loses the strict saddle point: `found` is false when there is none. Requires
/// an order without ties. Collects no values.
struct CertainResult {
  bool found = false;
  Index row = 0;
  Index column = 0;
  std::int64_t calls = 0;
};
std::optional<CertainResult> certain_halving(Run& run, LineOracle& matrix, Random& random);

}  // namespace allnash::methods
