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
// Chosen: what a line showed is kept for both sides and for good, and both sides are pruned after
// each step; starting afresh on each halving, one side at a time, asked 19 to 42 N. When a side is
// empty there is no strict saddle point. In a symmetric game each match is noted from both players'
// side.
#include <algorithm>
#include <utility>

#include "methods/random.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

namespace {

using ledger::Lines;

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

class Search {
 public:
  explicit Search(Run& run)
      : run_(run),
        random_(run.options.seed),
        rows_(ledger::all_below(run.ledger.rows())),
        columns_(ledger::all_below(run.ledger.columns())),
        low_(rows_.size(), Key{1, {}, {}}),
        high_(columns_.size(), Key{-1, {}, {}}),
        row_read_(rows_.size()),
        column_read_(columns_.size()) {
    if (!run.ledger.symmetric()) return;
    for (const Index line : rows_) note({line, line});
  }

  [[nodiscard]] bool empty() const { return rows_.empty() || columns_.empty(); }
  [[nodiscard]] bool single() const { return rows_.size() == 1 && columns_.size() == 1; }
  [[nodiscard]] Entry candidate() const { return {rows_.front(), columns_.front()}; }

  /// False when the run must end. Each step reads a new line, or all of the longer side has been
  /// read and but one of it goes: there is an end to it.
  bool step() {
    if (rows_.size() >= columns_.size()) {
      if (!read_row(random_unread(rows_, row_read_)) || !read_column(lowest_column())) return false;
    } else {
      if (!read_column(random_unread(columns_, column_read_)) || !read_row(highest_row())) {
        return false;
      }
    }
    prune();
    return true;
  }

 private:
  // Requires lines in play.
  [[nodiscard]] Index lowest_column() const {
    return *std::ranges::min_element(columns_, {},
                                     [this](Index j) -> const Key& { return high_[at(j)]; });
  }
  [[nodiscard]] Index highest_row() const {
    return *std::ranges::max_element(rows_, {},
                                     [this](Index i) -> const Key& { return low_[at(i)]; });
  }

  std::optional<Index> random_unread(const Lines& lines, const std::vector<bool>& read) {
    Lines unread;
    std::ranges::copy_if(lines, std::back_inserter(unread), [&](Index t) { return !read[at(t)]; });
    if (unread.empty()) return std::nullopt;
    return unread[at(random_.below(std::ssize(unread)))];
  }

  bool read_row(std::optional<Index> row) {
    if (!row || row_read_[at(*row)]) return true;
    row_read_[at(*row)] = true;
    std::vector<Entry> wanted;
    for (const Index column : columns_) wanted.push_back({*row, column});
    return read(wanted);
  }
  bool read_column(std::optional<Index> column) {
    if (!column || column_read_[at(*column)]) return true;
    column_read_[at(*column)] = true;
    std::vector<Entry> wanted;
    for (const Index row : rows_) wanted.push_back({row, *column});
    return read(wanted);
  }
  bool read(const std::vector<Entry>& wanted) {
    if (!ask(run_, wanted, "reading random lines")) return false;
    for (const Entry& entry : wanted) {
      note(entry);
      if (run_.ledger.symmetric()) note({entry.column, entry.row});
    }
    return true;
  }

  void note(Entry entry) {
    const Key key = key_of(run_.ledger, entry);
    Key& low = low_[at(entry.row)];
    Key& high = high_[at(entry.column)];
    if (key < low) low = key;
    if (key > high) high = key;
  }

  void prune() {
    const Key floor = high_[at(lowest_column())];
    const Key ceiling = low_[at(highest_row())];
    std::erase_if(rows_, [&](Index i) { return low_[at(i)] < floor; });
    std::erase_if(columns_, [&](Index j) { return high_[at(j)] > ceiling; });
    run_.event("prune", {{"rows", rows_.size()},
                         {"columns", columns_.size()},
                         {"floor", floor.value},
                         {"ceiling", ceiling.value}});
  }

  Run& run_;
  Random random_;
  Lines rows_;     // in play
  Lines columns_;  // in play
  std::vector<Key> low_;
  std::vector<Key> high_;
  std::vector<bool> row_read_;  // against every column in play
  std::vector<bool> column_read_;
};

}  // namespace

Outcome saddle_lasvegas(Run& run) {
  Search search(run);
  while (!search.single()) {
    if (search.empty()) return Outcome::no_strict_saddle_point();
    if (!search.step()) return Outcome::stopped();
  }
  if (!ask(run, std::vector{search.candidate()}, "verifying")) return Outcome::stopped();
  return verify(run, search.candidate());
}

}  // namespace allnash::methods
