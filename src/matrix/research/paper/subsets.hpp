// Subsets of a fixed size, numbered: the two bijections f1 and f2 of the paper.
#pragma once

#include <span>
#include <vector>

#include "allnash/source.hpp"

namespace allnash::matrix {

/// C(n, k), or -1 when it is 2^63 or more. 0 when k > n.
[[nodiscard]] Index binomial(Index n, Index k);

/// The subsets of {0, ..., n - 1} that have k members, in the order of the combinatorial number
/// system: by largest member, then by the next, so that members c_0 < c_1 < ... have the rank
/// C(c_0, 1) + C(c_1, 2) + ... (Lehmer 1964).
class Subsets {
 public:
  /// Requires 1 <= k <= n. Throws InputError when there are 2^63 subsets or more; `what` names the
  /// members in the message.
  Subsets(Index n, Index k, const char* what);

  [[nodiscard]] Index members() const { return n_; }
  [[nodiscard]] Index size() const { return k_; }
  [[nodiscard]] Index count() const { return count_; }

  /// Requires k rising members.
  [[nodiscard]] Index rank(std::span<const Index> subset) const;
  /// The subset of this rank, rising, into `subset`, which has room for k. Its present members are
  /// tried first: for rising ranks most of them stay.
  void subset(Index rank, std::span<Index> subset) const;
  /// The subset that follows, in place. Requires that there is one.
  void advance(std::span<Index> subset) const;

 private:
  /// C(member, size), for sizes up to k.
  [[nodiscard]] Index choices(Index member, Index size) const;
  /// The largest member with C(member, size) <= rank, at most `most`.
  [[nodiscard]] Index largest_member(Index rank, Index size, Index most) const;

  Index n_;
  Index k_;
  Index count_;
  std::vector<Index> table_;  // C(c, t) for t = 3, ..., k, and for each t for c = 0, ..., n - 1
};

}  // namespace allnash::matrix
