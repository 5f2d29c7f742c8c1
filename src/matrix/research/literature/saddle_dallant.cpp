// saddle_dallant: the strict saddle point without sorting, in O(N log* N) time.
//
// Claim: finds the strict saddle point or says that there is none, on every game; deterministic.
// Queries: about 2N for the diagonal, 2N for the chunks and at most 2N - 2 to verify, N = max(n,
// m): O(N), more than saddle_bienstock asks; its merit is time where payoffs are cheap. Rounds: a
// few for the diagonal, then about N + N / log N, as each crossing depends on the last.
//
// Reference: Dallant, Haagensen, Jacob, Kozma, Wild, "Finding the saddlepoint faster than sorting",
// SOSA 2024.
//
// Sorting the diagonal costs saddle_bienstock its logarithm. Here a diagonal is constructed with
// sorted keys: probe a diagonal of the lines that are left, split it at its median m, and match the
// rows of its lower half, which have an entry <= m, with the columns of its upper half, which have
// one >= m. All these slots have the key m, though none need hold it; the other rows and columns
// are treated likewise. Then chunks of log N slots are squeezed as single pairs are in
// saddle_bienstock; where two chunks cross, the key is found by the same method, one size smaller.
//
// Chosen: the paper ends in a walk through the game that looks for the value found. With ties
// broken by place the key found is an entry's own, and the saddle point's if there is one (see
// saddle.hpp), so its place is verified at once: this saves the walk's up to 2N queries, each a
// round. Up to 32 lines go straight to saddle_bienstock's search: chunks are no longer than that in
// any game that fits the ledger, so the recursion is one deep, and the queries O(N).
#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

#include "matrix/saddle/saddle.hpp"

namespace allnash::matrix {

namespace {

constexpr std::size_t bienstock_size = 32;

using game::Lines;

// Slots row by row; slot t belongs to the group `group[t]`, whose key serves all its slots.
struct Diagonal {
  Lines rows;
  Lines columns;
  std::vector<std::size_t> group;
  std::vector<Key> group_key;
};

class DallantSearch {
 public:
  DallantSearch(Run& run, std::size_t base) : run_(run), base_(std::max<std::size_t>(base, 2)) {}

  std::optional<Key> find(Lines rows, Lines columns) {
    if (std::max(rows.size(), columns.size()) <= base_) {
      return pseudo_saddle(run_, std::move(rows), std::move(columns));
    }
    pad(rows, columns);
    const std::optional<Diagonal> diagonal = make_diagonal(std::move(rows), std::move(columns));
    return diagonal ? squeeze_chunks(*diagonal) : std::nullopt;
  }

 private:
  std::optional<Diagonal> make_diagonal(Lines rows, Lines columns) {
    Diagonal diagonal;
    while (rows.size() > 1) {
      if (!split(rows, columns, diagonal)) return std::nullopt;
    }
    const std::optional<std::vector<Key>> last = probe(rows, columns);
    if (!last) return std::nullopt;
    diagonal.rows.push_back(rows.front());
    diagonal.columns.push_back(columns.front());
    diagonal.group.push_back(diagonal.group_key.size());
    diagonal.group_key.push_back(last->front());
    return diagonal;
  }

  // Moves half of the rows and half of the columns to the diagonal. False when the run must end.
  bool split(Lines& rows, Lines& columns, Diagonal& diagonal) {
    const std::optional<std::vector<Key>> keys = probe(rows, columns);
    if (!keys) return false;
    const std::size_t half = keys->size() / 2;
    std::vector<std::size_t> order(keys->size());
    for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
    const auto median = order.begin() + static_cast<std::ptrdiff_t>(half);
    std::nth_element(order.begin(), median, order.end(), [&](std::size_t a, std::size_t b) {
      return std::tie((*keys)[a], a) < std::tie((*keys)[b], b);
    });
    const std::size_t group = diagonal.group_key.size();
    diagonal.group_key.push_back((*keys)[*median]);
    diagonal.group.insert(diagonal.group.end(), half, group);
    const std::span sorted(order);
    move_out(rows, sorted.first(half), diagonal.rows);
    move_out(columns, sorted.last(half), diagonal.columns);
    run_.event("split", {{"left", rows.size()}, {"median", diagonal.group_key[group].value}});
    return true;
  }

  // By place: the order within a half depends on the standard library.
  static void move_out(Lines& lines, std::span<const std::size_t> places, Lines& out) {
    std::vector<bool> goes(lines.size());
    for (const std::size_t place : places) goes[place] = true;
    Lines rest;
    for (std::size_t t = 0; t < lines.size(); ++t) (goes[t] ? out : rest).push_back(lines[t]);
    lines = std::move(rest);
  }

  std::optional<std::vector<Key>> probe(const Lines& rows, const Lines& columns) {
    std::vector<Entry> wanted;
    for (std::size_t t = 0; t < rows.size(); ++t) wanted.push_back({rows[t], columns[t]});
    if (!ask(run_, wanted, "building a diagonal")) return std::nullopt;
    std::vector<Key> keys;
    for (const Entry& entry : wanted) keys.push_back(key_of(run_.known, entry));
    return keys;
  }

  std::optional<Key> squeeze_chunks(const Diagonal& diagonal) {
    const std::size_t slots = diagonal.rows.size();
    const std::size_t size = std::max<std::size_t>(2, std::bit_width(slots - 1));
    const auto chunk = [&](const Lines& lines, Index number) {
      const std::size_t first = at(number) * size;
      const auto part = std::span(lines).subspan(first, std::min(size, slots - first));
      return Lines(part.begin(), part.end());
    };
    const auto key_at = [&](Index row, Index column) {
      return find(chunk(diagonal.rows, row), chunk(diagonal.columns, column));
    };
    std::vector<Crossing> crossings;
    for (std::size_t first = 0; first < slots; first += size) {
      const auto number = static_cast<Index>(crossings.size());
      const std::size_t last = std::min(first + size, slots) - 1;
      const bool one_group = diagonal.group[first] == diagonal.group[last];
      std::optional<Key> key =
          one_group ? diagonal.group_key[diagonal.group[first]] : key_at(number, number);
      if (!key) return std::nullopt;
      crossings.push_back({number, number, *std::move(key)});
    }
    return squeeze(std::move(crossings), key_at, run_.stop);
  }

  Run& run_;
  std::size_t base_;
};

}  // namespace

std::optional<Key> dallant_pseudo_saddle(Run& run, std::size_t base) {
  return DallantSearch(run, base).find(game::all_below(run.known.rows()),
                                       game::all_below(run.known.columns()));
}

Outcome saddle_dallant(Run& run) {
  const std::optional<Key> last = dallant_pseudo_saddle(run, bienstock_size);
  return last ? verify(run, last->place) : Outcome::stopped();
}

}  // namespace allnash::matrix
