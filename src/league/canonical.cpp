#include "league/canonical.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>

#include "base/at.hpp"
#include "base/random.hpp"

namespace allnash::league {
namespace {

/// A pairing as one of its two strategies sees it.
struct Seen {
  std::uint64_t result = 0;  // a hash of the matches, and of what was won
  std::size_t opponent = 0;  // rows first, then, unless the game is symmetric, columns
};

std::uint64_t hash_of_result(const lists::Total& total, const Rational& sum) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(total.plays));
  hash.add(sum.to_string());
  return hash.value();
}

std::vector<Index> places_by(const std::vector<std::uint64_t>& colours, std::size_t first,
                             std::size_t count) {
  std::vector<Index> sorted(count);
  std::iota(sorted.begin(), sorted.end(), Index{0});
  std::ranges::stable_sort(sorted, {}, [&](Index one) { return colours[first + at(one)]; });
  std::vector<Index> places(count);
  for (std::size_t t = 0; t < count; ++t) places[at(sorted[t])] = static_cast<Index>(t);
  return places;
}

}  // namespace

CanonicalOrder canonical_order(const lists::Record& record) {
  constexpr int rounds = 3;
  const std::size_t rows = record.rows.size();
  const std::size_t columns = record.symmetric ? 0 : record.columns.size();
  std::vector<std::vector<Seen>> seen(rows + columns);
  for (const auto& [entry, total] : record.totals) {
    const std::size_t row = at(entry.row);
    const std::size_t column = at(entry.column) + (record.symmetric ? 0 : rows);
    const Rational lost = Rational(total.plays) - total.sum;
    seen[row].push_back({hash_of_result(total, total.sum), column});
    seen[column].push_back({hash_of_result(total, lost), row});
  }
  std::vector<std::uint64_t> colours(seen.size());
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::uint64_t> next;
    for (const std::vector<Seen>& pairings : seen) {
      std::vector<std::pair<std::uint64_t, std::uint64_t>> list;
      for (const auto& [result, opponent] : pairings) list.emplace_back(result, colours[opponent]);
      std::ranges::sort(list);
      Hash hash;
      for (const auto& [result, colour] : list) {
        hash.add(result);
        hash.add(colour);
      }
      next.push_back(hash.value());
    }
    colours = std::move(next);
  }
  CanonicalOrder order{places_by(colours, 0, rows), {}};
  order.columns = record.symmetric ? order.rows : places_by(colours, rows, columns);
  return order;
}

CanonicalOrder given_order(const lists::Record& record) {
  CanonicalOrder order{std::vector<Index>(record.rows.size()),
                       std::vector<Index>(record.columns.size())};
  std::iota(order.rows.begin(), order.rows.end(), Index{0});
  std::iota(order.columns.begin(), order.columns.end(), Index{0});
  return order;
}

}  // namespace allnash::league
