// The number of independent conditions on the optimal flows of a game, exactly.
//
// Let the arcs of both supports be known. A flow on the row player's arcs is optimal if every
// played arc of the column player stays a best response. These conditions are linear in the
// difference of two flows, and such a difference is a sum of cycles, one for each arc beyond the
// first of a node. So the matrix of conditions is Psi' K' Phi: the features of the cycles of both
// players, one cycle a column, around the payoffs K. The dimension of either player's set of
// optimal flows is the number of its cycles less the rank of this matrix.
//
// The matrix itself is large and dense. But its rank is at most that of Phi or of Psi, which have a
// row only for each feature. Most often one of these ranks equals the lower bound that is known.
// Otherwise it is the rank of the matrix that is left when both are replaced by a basis of their
// columns.
#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>

#include "core/base/at.hpp"
#include "core/exact/linear_system.hpp"
#include "large/graphs/exact_pair.hpp"

namespace allnash::large {
namespace {

using exact::Integer;
using exact::IntegerMatrix;

/// Divides by the greatest common divisor of the entries and makes the first one positive.
void make_primitive(SparseRow& row) {
  if (row.empty()) return;
  Integer common;
  for (const SparseEntry& one : row) {
    fmpz_gcd(common.raw(), common.raw(), one.value.raw());
    if (fmpz_is_one(common.raw()) != 0) break;
  }
  if (fmpz_sgn(row.front().value.raw()) < 0) fmpz_neg(common.raw(), common.raw());
  if (fmpz_is_one(common.raw()) != 0) return;
  for (SparseEntry& one : row) fmpz_divexact(one.value.raw(), one.value.raw(), common.raw());
}

bool before(const SparseRow& left, const SparseRow& right) {
  if (left.size() != right.size()) return left.size() < right.size();
  for (std::size_t t = 0; t < left.size(); ++t) {
    if (left[t].column != right[t].column) return left[t].column < right[t].column;
    const int order = fmpz_cmp(left[t].value.raw(), right[t].value.raw());
    if (order != 0) return order < 0;
  }
  return false;
}

/// `scale` times one row less `factor` times another.
SparseRow combined(SparseRow& row, const Integer& scale, const SparseRow& other,
                   const Integer& factor) {
  SparseRow result;
  result.reserve(row.size() + other.size());
  auto left = row.begin();
  auto right = other.begin();
  while (left != row.end() || right != other.end()) {
    SparseEntry one;
    const bool from_left =
        right == other.end() || (left != row.end() && left->column <= right->column);
    const bool from_right =
        left == row.end() || (right != other.end() && right->column <= left->column);
    one.column = from_left ? left->column : right->column;
    if (from_left) {
      fmpz_mul(one.value.raw(), left->value.raw(), scale.raw());
      ++left;
    }
    if (from_right) {
      fmpz_submul(one.value.raw(), right->value.raw(), factor.raw());
      ++right;
    }
    if (fmpz_is_zero(one.value.raw()) == 0) result.push_back(std::move(one));
  }
  return result;
}

/// Integer elimination that keeps rows short: the pivot is in the shortest row, in the column with
/// the fewest entries (after Markowitz 1957). When the remaining matrix is dense it is eliminated
/// modulo primes.
class SparseElimination {
 public:
  SparseElimination(std::vector<SparseRow> rows, int columns)
      : rows_(std::move(rows)), rows_with_(at(columns)), count_(at(columns), 0) {
    for (SparseRow& row : rows_) make_primitive(row);
    std::ranges::sort(rows_, before);
    const auto equal = [](const SparseRow& a, const SparseRow& b) {
      return !before(a, b) && !before(b, a);
    };
    rows_.erase(std::unique(rows_.begin(), rows_.end(), equal), rows_.end());
    for (int r = 0; r < std::ssize(rows_); ++r) enter(r, {});
  }

  std::optional<std::vector<SparseRow>> run(const StopToken& stop) {
    while (!by_length_.empty()) {
      if (stop.stopped()) return {};
      const auto [length, pivot] = *by_length_.begin();
      if (2 * length >= used_columns_) {
        if (!finish(stop)) return {};
        break;
      }
      eliminate(pivot);
    }
    return std::move(result_);
  }

 private:
  /// Adds a changed row to the counts; columns of its previous version `known` list it already.
  void enter(int r, const SparseRow& known) {
    const SparseRow& row = rows_[at(r)];
    if (row.empty()) return;
    by_length_.emplace(row.size(), r);
    auto old = known.begin();
    for (const SparseEntry& one : row) {
      if (count_[at(one.column)]++ == 0) ++used_columns_;
      while (old != known.end() && old->column < one.column) ++old;
      if (old == known.end() || old->column != one.column) rows_with_[at(one.column)].push_back(r);
    }
  }
  void leave(int r) {
    by_length_.erase({rows_[at(r)].size(), r});
    for (const SparseEntry& one : rows_[at(r)]) {
      if (--count_[at(one.column)] == 0) --used_columns_;
    }
  }
  [[nodiscard]] const Integer* entry(int r, int column) const {
    const SparseRow& row = rows_[at(r)];
    const auto place = std::ranges::lower_bound(row, column, {}, &SparseEntry::column);
    return place == row.end() || place->column != column ? nullptr : &place->value;
  }

  void eliminate(int pivot) {
    const SparseEntry* chosen = nullptr;
    for (const SparseEntry& one : rows_[at(pivot)]) {
      const auto cost = [&](const SparseEntry& it) {
        return std::pair(count_[at(it.column)], fmpz_is_pm1(it.value.raw()) == 0);
      };
      if (chosen == nullptr || cost(one) < cost(*chosen)) chosen = &one;
    }
    const int column = chosen->column;
    const Integer value = chosen->value;
    leave(pivot);
    const SparseRow row = std::move(rows_[at(pivot)]);
    rows_[at(pivot)].clear();
    const std::vector<int> others = std::move(rows_with_[at(column)]);
    rows_with_[at(column)].clear();
    for (const int r : others) {
      const Integer* const found = entry(r, column);
      if (found == nullptr) continue;
      Integer common;
      Integer scale;
      Integer factor;
      fmpz_gcd(common.raw(), value.raw(), found->raw());
      fmpz_divexact(scale.raw(), value.raw(), common.raw());
      fmpz_divexact(factor.raw(), found->raw(), common.raw());
      leave(r);
      SparseRow old = std::move(rows_[at(r)]);
      rows_[at(r)] = combined(old, scale, row, factor);
      make_primitive(rows_[at(r)]);
      enter(r, old);
    }
    result_.push_back(row);
  }

  [[nodiscard]] bool finish(const StopToken& stop) {
    std::vector<int> place(count_.size(), -1);
    slong columns = 0;
    for (std::size_t c = 0; c < count_.size(); ++c) {
      if (count_[c] > 0) place[c] = static_cast<int>(columns++);
    }
    std::vector<int> left;
    for (const auto& [length, r] : by_length_) left.push_back(r);
    IntegerMatrix matrix(std::ssize(left), columns);
    for (std::size_t t = 0; t < left.size(); ++t) {
      for (const SparseEntry& one : rows_[at(left[t])]) {
        fmpz_set(matrix.at(static_cast<slong>(t), place[at(one.column)]), one.value.raw());
      }
    }
    const auto eliminated = exact::eliminated(matrix, stop);
    if (!eliminated) return false;
    for (const slong t : eliminated->rows()) result_.push_back(std::move(rows_[at(left[at(t)])]));
    return true;
  }

  std::vector<SparseRow> rows_;
  std::vector<std::vector<int>> rows_with_;  // by column; a superset
  std::vector<std::size_t> count_;           // by column: number of remaining rows with an entry
  std::size_t used_columns_ = 0;
  std::set<std::pair<std::size_t, int>> by_length_;  // the remaining rows
  std::vector<SparseRow> result_;
};

/// Features and how often they occur.
using Counts = std::vector<std::pair<int, int>>;

/// Adds up the counts of equal features and removes zeros.
void tidy(Counts& counts) {
  std::ranges::sort(counts, {}, &std::pair<int, int>::first);
  std::size_t kept = 0;
  for (std::size_t t = 0; t < counts.size();) {
    std::pair<int, int> sum = counts[t];
    for (++t; t < counts.size() && counts[t].first == sum.first; ++t)
      sum.second += counts[t].second;
    if (sum.second != 0) counts[kept++] = sum;
  }
  counts.resize(kept);
}

/// The cycles of a player, each as a row of features: a played arc other than the first of its
/// node, less that first arc, both continued along first arcs.
std::optional<std::vector<SparseRow>> cycles(const Graph& graph, const std::vector<char>& played,
                                             const StopToken& stop) {
  constexpr std::size_t most_entries = 30'000'000;
  std::size_t entries = 0;
  std::vector<Counts> follows(at(graph.nodes));  // from each node along first arcs
  std::vector<SparseRow> rows;
  const auto from = [&](int arc) {
    Counts counts;
    if (graph.feature[at(arc)] >= 0) counts.emplace_back(graph.feature[at(arc)], 1);
    for (const int head : graph.heads_of(arc)) {
      counts.insert(counts.end(), follows[at(head)].begin(), follows[at(head)].end());
    }
    return counts;
  };
  for (int n = graph.nodes; n-- > 0;) {
    bool first = true;
    for (int a = graph.first[at(n)]; a < graph.first[at(n + 1)]; ++a) {
      if (played[at(a)] == 0) continue;
      Counts counts = from(a);
      if (!first) {
        for (const auto& [feature, count] : follows[at(n)]) counts.emplace_back(feature, -count);
      }
      tidy(counts);
      entries += counts.size();
      if (entries > most_entries || stop.stopped()) return {};
      if (std::exchange(first, false)) {
        follows[at(n)] = std::move(counts);
        continue;
      }
      SparseRow row;
      row.reserve(counts.size());
      for (const auto& [feature, count] : counts) row.push_back({feature, Integer(count)});
      if (!row.empty()) rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// A sparse vector of sums.
class SparseSums {
 public:
  explicit SparseSums(std::size_t count) : sum_(count), met_(count, 0) {}

  void add(int place, const Integer& left, const Integer& right) {
    if (std::exchange(met_[at(place)], 1) == 0) places_.push_back(place);
    fmpz_addmul(sum_[at(place)].raw(), left.raw(), right.raw());
  }
  /// Returns the nonzero sums and resets all to 0.
  SparseRow take() {
    std::ranges::sort(places_);
    SparseRow row;
    for (const int place : places_) {
      met_[at(place)] = 0;
      Integer sum;
      std::swap(sum, sum_[at(place)]);
      if (fmpz_is_zero(sum.raw()) == 0) row.push_back({place, std::move(sum)});
    }
    places_.clear();
    return row;
  }

 private:
  std::vector<Integer> sum_;
  std::vector<char> met_;
  std::vector<int> places_;
};

/// The payoff of each row against each column, both given by their features. Nothing when stopped.
std::optional<std::vector<SparseRow>> payoffs_between(const Lines& lines,
                                                      const std::vector<SparseRow>& rows,
                                                      const std::vector<SparseRow>& columns,
                                                      int features, const StopToken& stop) {
  std::vector<SparseRow> having(at(features));  // by feature: the columns that contain it
  for (int c = 0; c < std::ssize(columns); ++c) {
    for (const SparseEntry& one : columns[at(c)]) having[at(one.column)].push_back({c, one.value});
  }
  SparseSums gains(at(features));
  SparseSums paid(columns.size());
  std::vector<SparseRow> result;
  for (const SparseRow& row : rows) {
    if (stop.stopped()) return {};
    for (const SparseEntry& one : row) {
      for (int t = lines.first[at(one.column)]; t < lines.first[at(one.column + 1)]; ++t) {
        gains.add(lines.other[at(t)], one.value, lines.payoff[at(t)]);
      }
    }
    for (const SparseEntry& gain : gains.take()) {
      for (const SparseEntry& column : having[at(gain.column)]) {
        paid.add(column.column, gain.value, column.value);
      }
    }
    result.push_back(paid.take());
  }
  return result;
}

}  // namespace

std::optional<std::vector<SparseRow>> independent_rows_of(std::vector<SparseRow> rows, int columns,
                                                          const StopToken& stop) {
  return SparseElimination(std::move(rows), columns).run(stop);
}

std::optional<Index> rank_of_conditions(const Form& form, const ArcSets& played, Index at_least,
                                        const StopToken& stop) {
  const int fewer = form.side[0].features <= form.side[1].features ? 0 : 1;
  std::array<std::vector<SparseRow>, 2> basis;
  for (const int player : {fewer, 1 - fewer}) {
    const Graph& graph = form.side[player];
    auto all = cycles(graph, played[player], stop);
    if (!all) return {};
    auto rows = independent_rows_of(std::move(*all), graph.features, stop);
    if (!rows) return {};
    if (std::ssize(*rows) == at_least) return at_least;
    basis[at(player)] = std::move(*rows);
  }
  const int other = 1 - fewer;
  auto paid = payoffs_between(form.lines[other], basis[at(other)], basis[at(fewer)],
                              form.side[fewer].features, stop);
  if (!paid) return {};
  const auto rows =
      independent_rows_of(std::move(*paid), static_cast<int>(basis[at(fewer)].size()), stop);
  if (!rows) return {};
  return std::ssize(*rows);
}

}  // namespace allnash::large
