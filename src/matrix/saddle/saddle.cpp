// saddle_bienstock: the strict saddle point, by squeezing the diagonal; and parts that the other
// searches for one share with it (saddle.hpp).
//
// Claim: finds the strict saddle point or says that there is none, on every game; deterministic.
// Queries: at most 2N - 1 to one candidate and 2N - 2 to verify it, 4N - 3 in all with N = max(n,
// m); about 2N when there is none, since the verification soon meets a contradiction. Time O(N log
// N). Rounds: one for the diagonal, then each query depends on the answer before it, so up to N
// more, and a few for the verification.
//
// Reference: Bienstock, Chung, Fredman, Schaffer, Shor, Suri, "A note on finding a strict
// saddlepoint", American Mathematical Monthly 98 (1991).
//
// Pair row t with column t. Take the pair q of the smallest key and another pair p of the largest,
// and look at x, where p's row crosses q's column. If x is below both keys p is removed; if above
// both q is; in between p's row and q's column become one pair with key x, and p's column and q's
// row are removed. Each step removes a row and a column.
//
// Why the last key is a pseudo-saddle point: for each v between the smallest and the largest key,
// a removed row has shown an entry <= v and a removed column one >= v; the range only shrinks, and
// ends in the last key. The steps use of a pair only that its row has an entry <= key and its
// column one >= key, so they serve as well for sets of rows and columns with a common key.
//
// Chosen: ties are broken by place, so that the last key identifies the one candidate. A game that
// is not square is padded; as the last key lies between two payoffs it is never an entry of
// padding. Verification reads in batches that double, row first: fewer rounds for a few queries
// more if the candidate fails, and none more if it holds.
#include "matrix/saddle/saddle.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace allnash::matrix {

namespace {

using game::View;

enum class Check { holds, fails, stopped };

/// One player's half of a candidate: every deviation of the opponent pays the player more.
struct SaddleHalf {
  View view;
  Entry candidate;
  Rational value = view.payoff(view.own(candidate), view.other(candidate));

  [[nodiscard]] bool contradicts(Index other) const {
    const Index own = view.own(candidate);
    return other != view.other(candidate) && view.payoff(own, other) <= value;
  }
};

// Looks at known payoffs only, which costs nothing.
bool contradicted(const SaddleHalf& half) {
  for (Index t = 0; t < half.view.opponents(); ++t) {
    if (half.view.knows(half.view.own(half.candidate), t) && half.contradicts(t)) return true;
  }
  return false;
}

// Batches double: few rounds, and at most about twice the queries up to the contradiction.
constexpr std::size_t first_batch = 16;

Check read_line(Run& run, const SaddleHalf& half) {
  const Index own = half.view.own(half.candidate);
  std::size_t batch = first_batch;
  std::vector<Entry> wanted;
  for (Index t = 0; t < half.view.opponents(); ++t) {
    if (!half.view.knows(own, t)) wanted.push_back(half.view.entry(own, t));
    if (wanted.size() < batch && t + 1 < half.view.opponents()) continue;
    if (!ask(run, wanted, "verifying")) return Check::stopped;
    const auto contradicts = [&](Entry entry) { return half.contradicts(half.view.other(entry)); };
    if (std::ranges::any_of(wanted, contradicts)) return Check::fails;
    wanted.clear();
    batch *= 2;
  }
  return Check::holds;
}

}  // namespace

Key key_of(const game::Known& known, Entry entry) {
  if (entry.row == padding) return {-1, {}, entry};
  if (entry.column == padding) return {1, {}, entry};
  return {0, known.payoff(entry.row, entry.column), entry};
}

void pad(std::vector<Index>& rows, std::vector<Index>& columns) {
  const std::size_t longer = std::max(rows.size(), columns.size());
  rows.resize(longer, padding);
  columns.resize(longer, padding);
}

bool ask(Run& run, std::span<const Entry> wanted, std::string_view stage) {
  if (run.stop.stopped()) return false;
  run.report(stage);
  const auto is_padding = [](const Entry& entry) {
    return entry.row == padding || entry.column == padding;
  };
  if (std::ranges::none_of(wanted, is_padding)) return run.ask(wanted);
  std::vector<Entry> real(wanted.begin(), wanted.end());
  std::erase_if(real, is_padding);
  return run.ask(real);
}

Outcome verify(Run& run, Entry candidate) {
  const SaddleHalf row{{run.known, game::Player::row}, candidate};
  const SaddleHalf column{{run.known, game::Player::column}, candidate};
  run.event("candidate",
            {{"row", candidate.row}, {"column", candidate.column}, {"value", row.value}});
  if (contradicted(row) || contradicted(column)) return Outcome::no_strict_saddle_point();
  for (const SaddleHalf* half : {&row, &column}) {
    const Check check = read_line(run, *half);
    if (check == Check::stopped) return Outcome::stopped();
    if (check == Check::fails) return Outcome::no_strict_saddle_point();
  }
  return Outcome::proved({row.value, {{candidate.row, 1}}, {{candidate.column, 1}}});
}

std::optional<Key> squeeze(std::vector<Crossing> crossings, const CrossingKey& key_at,
                           const StopToken& stop) {
  const auto before = [&crossings](std::size_t a, std::size_t b) {
    return std::tie(crossings[a].key, a) < std::tie(crossings[b].key, b);
  };
  std::set<std::size_t, decltype(before)> live(before);
  constexpr std::size_t look_every = 4096;
  for (std::size_t t = 0; t < crossings.size(); ++t) {
    if (t % look_every == 0 && stop.stopped()) return std::nullopt;
    live.insert(t);
  }
  while (live.size() > 1) {
    const std::size_t smallest = *live.begin();
    const std::size_t largest = *live.rbegin();
    const Index row = crossings[largest].row;
    const Index column = crossings[smallest].column;
    std::optional<Key> key = key_at(row, column);
    if (!key) return std::nullopt;
    if (*key < crossings[smallest].key) {
      live.erase(largest);
    } else if (*key > crossings[largest].key) {
      live.erase(smallest);
    } else {
      live.erase(largest);
      live.erase(smallest);
      crossings[largest] = {row, column, *std::move(key)};
      live.insert(largest);
    }
  }
  return crossings[*live.begin()].key;
}

std::optional<Key> pseudo_saddle(Run& run, std::vector<Index> rows, std::vector<Index> columns) {
  pad(rows, columns);
  std::vector<Entry> diagonal;
  for (std::size_t t = 0; t < rows.size(); ++t) diagonal.push_back({rows[t], columns[t]});
  if (!ask(run, diagonal, "squeezing the diagonal")) return std::nullopt;
  std::vector<Crossing> crossings;
  for (const Entry& entry : diagonal) {
    crossings.push_back({entry.row, entry.column, key_of(run.known, entry)});
  }
  const auto key_at = [&run](Index row, Index column) -> std::optional<Key> {
    const Entry entry{row, column};
    if (!ask(run, {&entry, 1}, "squeezing the diagonal")) return std::nullopt;
    Key key = key_of(run.known, entry);
    run.event("crossing", {{"row", row}, {"column", column}, {"value", key.value}});
    return key;
  };
  return squeeze(std::move(crossings), key_at, run.stop);
}

std::optional<Key> bienstock_walk(Run& run) {
  return pseudo_saddle(run, game::all_below(run.known.rows()),
                       game::all_below(run.known.columns()));
}

Outcome saddle_bienstock(Run& run) {
  const std::optional<Key> last = bienstock_walk(run);
  return last ? verify(run, last->place) : Outcome::stopped();
}

}  // namespace allnash::matrix
