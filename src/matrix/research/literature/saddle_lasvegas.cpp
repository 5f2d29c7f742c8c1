// saddle_lasvegas: the strict saddle point by whole random lines, in few rounds.
//
// Claim: finds the strict saddle point or says that there is none, on every game. Randomness can
// cost queries, never correctness. Queries: about 3 to 15 N measured, N = max(n, m) up to 10^5, in
// about 10 to 50 rounds, two a step. Choose it where many payoffs can be asked at once and rounds
// cost time; saddle_bienstock asks fewer.
//
// Reference: the sampled halving of Maiti, Boczar, Jamieson, Ratliff, "Query-efficient algorithm to
// find all Nash equilibria in a two-player zero-sum matrix game" (arXiv 2310.16236), with the
// certain test below in place of its probable one.
//
// Let high[j] be the largest entry seen of column j and low[i] the smallest seen of row i. The
// saddle point is the largest entry of its column and the smallest of its row, so it lies between
// floor = min_j high[j] and ceiling = max_i low[i], over the lines in play; a row with low below
// the floor is not its row, a column with high above the ceiling not its column: they go. A step
// on the longer side, rows say, reads a random row, which lifts high, and then the column of the
// least high, where rows fall below the floor. With log N rows drawn at once the high of every
// column is above its middle with high probability, and half of the rows go: O(N log N) queries in
// the reference. Here rows go between the draws, which its proof does not cover and which asks
// less.
//
// Chosen: results of a line are kept for both sides and for good, and both sides are pruned after
// each step; starting afresh on each halving, one side at a time, asked 19 to 42 N. When a side is
// empty there is no strict saddle point. In a symmetric game each match is noted from both players'
// side.
#include <algorithm>

#include "core/base/random.hpp"
#include "matrix/saddle/saddle.hpp"

namespace allnash::matrix {

namespace {

using game::Lines;
using game::Player;
using game::View;

class LasVegasSearch {
 public:
  explicit LasVegasSearch(Run& run) : run_(run), random_(run.options.seed) {
    for (const Player player : game::players) {
      const View view(run.known, player);
      sides_.of(player) = {game::all_below(view.count()),
                           std::vector<Key>(at(view.count()), Key{player == Player::row ? 1 : -1}),
                           std::vector<bool>(at(view.count()))};
    }
    if (!run.known.symmetric()) return;
    for (const Index line : sides_.row.lines) note({line, line});
  }

  [[nodiscard]] bool empty() const {
    return sides_.row.lines.empty() || sides_.column.lines.empty();
  }
  [[nodiscard]] bool single() const {
    return sides_.row.lines.size() == 1 && sides_.column.lines.size() == 1;
  }
  [[nodiscard]] Entry candidate() const {
    return {sides_.row.lines.front(), sides_.column.lines.front()};
  }

  /// False when the run must end. Each step reads a new line or, once the longer side is read
  /// completely, removes all but one of its lines, so the steps end.
  bool step() {
    const bool rows = sides_.row.lines.size() >= sides_.column.lines.size();
    const Player longer = rows ? Player::row : Player::column;
    const Player shorter = opponent_of(longer);
    if (!read(longer, random_unread(sides_.of(longer))) || !read(shorter, extreme(shorter))) {
      return false;
    }
    prune();
    return true;
  }

 private:
  struct Remaining {
    Lines lines;             // in play
    std::vector<Key> worst;  // entry seen of each line: lowest of a row, highest of a column
    std::vector<bool> read;  // against every line in play
  };

  /// The line with the best worst entry: highest row, lowest column. Requires lines in play.
  [[nodiscard]] Index extreme(Player player) const {
    const Remaining& side = sides_.of(player);
    const auto worst = [&](Index t) -> const Key& { return side.worst[at(t)]; };
    return player == Player::row ? *std::ranges::max_element(side.lines, {}, worst)
                                 : *std::ranges::min_element(side.lines, {}, worst);
  }

  std::optional<Index> random_unread(const Remaining& side) {
    Lines unread;
    std::ranges::copy_if(side.lines, std::back_inserter(unread),
                         [&](Index t) { return !side.read[at(t)]; });
    if (unread.empty()) return std::nullopt;
    return unread[at(random_.below(std::ssize(unread)))];
  }

  bool read(Player player, std::optional<Index> line) {
    if (!line || sides_.of(player).read[at(*line)]) return true;
    sides_.of(player).read[at(*line)] = true;
    std::vector<Entry> wanted;
    for (const Index other : sides_.of(opponent_of(player)).lines) {
      wanted.push_back(View(run_.known, player).entry(*line, other));
    }
    if (!ask(run_, wanted, "reading random lines")) return false;
    for (const Entry& entry : wanted) {
      note(entry);
      if (run_.known.symmetric()) note({entry.column, entry.row});
    }
    return true;
  }

  void note(Entry entry) {
    const Key key = key_of(run_.known, entry);
    Key& low = sides_.row.worst[at(entry.row)];
    Key& high = sides_.column.worst[at(entry.column)];
    if (key < low) low = key;
    if (key > high) high = key;
  }

  void prune() {
    auto& rows = sides_.row;
    auto& columns = sides_.column;
    const Key floor = columns.worst[at(extreme(Player::column))];
    const Key ceiling = rows.worst[at(extreme(Player::row))];
    std::erase_if(rows.lines, [&](Index i) { return rows.worst[at(i)] < floor; });
    std::erase_if(columns.lines, [&](Index j) { return columns.worst[at(j)] > ceiling; });
    run_.event("prune", {{"rows", rows.lines.size()},
                         {"columns", columns.lines.size()},
                         {"floor", floor.value},
                         {"ceiling", ceiling.value}});
  }

  Run& run_;
  Random random_;
  game::Both<Remaining> sides_;
};

}  // namespace

Outcome saddle_lasvegas(Run& run) {
  LasVegasSearch search(run);
  while (!search.single()) {
    if (search.empty()) return Outcome::no_strict_saddle_point();
    if (!search.step()) return Outcome::stopped();
  }
  if (!ask(run, std::vector{search.candidate()}, "verifying")) return Outcome::stopped();
  return verify(run, search.candidate());
}

}  // namespace allnash::matrix
