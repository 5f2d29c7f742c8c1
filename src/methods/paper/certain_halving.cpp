// The halving that never loses a strict saddle point, and forgets nothing.
//
// Claim: finds the strict saddle point (i*, j*) of a matrix whose entries are in a total order, or
// says that there is none, or returns a crossing that is none; the caller checks. Only the number
// of oracle calls is random; docs/padded.md has the bound on its mean.
//
// Every column in play keeps a guard: the largest entry known of it in some rows, whichever. The
// least guard t cannot exceed M(i*, j*), for column j* has no larger entry; and row i* has no entry
// below M(i*, j*). So a row with any entry below t can go. Rows keep guards likewise, their
// smallest entries known; T is the greatest of them, M(i*, j*) <= T, and a column with an entry
// above T can go. All that was read serves, from rows in play or gone, and so does every row made
// of payoffs that were read for other rows: where one of these beats the guard of the column that
// t comes from, it is taken up, until none does.
//
// A turn draws a row in play, reads it and the column that t then comes from. Once all rows in play
// have been drawn t is at least the largest entry of its column, and all rows but one go: there is
// an end to it. Where none is left there was no strict saddle point.
#include <algorithm>

#include "exact/at.hpp"
#include "methods/paper/psne_halving.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

namespace {

// Rows that are taken up a turn beyond the one drawn: a limit for time's sake.
constexpr int most_taken_up = 100;

// The lines of one kind.
struct Kind {
  std::vector<Index> play;
  std::vector<OracleEntry> guards;  // of each line in play
  std::vector<Index> drawn;
};

class CertainHalver {
 public:
  CertainHalver(Run& run, LineOracle& matrix, Random& random)
      : run_(run), matrix_(matrix), random_(random) {}

  std::optional<HalvingResult> run() {
    for (const Player player : game::players) {
      if (!put_in_play(lines_.of(player), matrix_.count(player))) return std::nullopt;
    }
    const auto& [rows, columns] = lines_;
    while (rows.play.size() > 1 || columns.play.size() > 1) {
      if (!turn(next())) return std::nullopt;
      if (rows.play.empty() || columns.play.empty()) return result_;
    }
    // Read, if nothing has been: a matrix of one entry.
    if (!ask(Player::row, rows.play.front())) return std::nullopt;
    result_.found = true;
    result_.row = rows.play.front();
    result_.column = columns.play.front();
    return result_;
  }

 private:
  // All lines, with guards that hold nothing yet. They may be tens of millions, gigabytes that take
  // seconds to lay out.
  bool put_in_play(Kind& kind, Index lines) {
    kind.play = game::all_below(lines);
    kind.guards.reserve(kind.play.size());
    constexpr std::size_t step = 100'000;
    while (kind.guards.size() < kind.play.size()) {
      if (run_.stop.stopped()) return false;
      kind.guards.resize(std::min(kind.guards.size() + step, kind.play.size()));
    }
    return true;
  }

  // From the sides in turn; or the single line of a side, which ends the search.
  [[nodiscard]] Player next() const {
    for (const Player player : game::players) {
      if (lines_.of(player).play.size() == 1) return player;
    }
    return lines_.row.drawn.size() <= lines_.column.drawn.size() ? Player::row : Player::column;
  }

  // Draws a row, say; reads the column that the threshold comes from; lets rows and columns go.
  bool turn(Player player) {
    const Player opponent = opponent_of(player);
    ++matrix_.counts().stages;
    if (!take_up(player, draw(lines_.of(player)), true)) return false;
    const auto threshold = sharpened(player);
    if (!threshold) return false;
    if (!take_up(opponent, threshold->of(opponent), true)) return false;
    const auto other = sharpened(opponent);
    if (!other) return false;
    prune(player, *threshold);
    prune(opponent, *other);
    run_.event("certain halving", {{"rows", lines_.row.play.size()},
                                   {"columns", lines_.column.play.size()},
                                   {"drawn_rows", lines_.row.drawn.size()},
                                   {"drawn_columns", lines_.column.drawn.size()},
                                   {"calls", result_.calls}});
    return true;
  }

  // A line in play that has not been drawn. There is one: once all have been, all but one are gone.
  Index draw(Kind& kind) {
    Index line = 0;
    do {
      line = kind.play[at(random_.below(std::ssize(kind.play)))];
    } while (std::ranges::find(kind.drawn, line) != kind.drawn.end());
    kind.drawn.push_back(line);
    return line;
  }

  // Into the guards of the lines that it crosses.
  bool take_up(Player player, Index line, bool asks) {
    if (asks && !ask(player, line)) return false;
    Kind& crossed = lines_.of(opponent_of(player));
    return matrix_.improve(player, {&line, 1}, crossed.play, crossed.guards);
  }

  bool ask(Player player, Index line) {
    if (run_.stop.stopped()) return false;
    run_.report("halving");
    ++result_.calls;
    ++matrix_.counts().calls;
    game::Block lines;
    lines.of(player) = {line};
    return matrix_.ask(lines, {{lines_.row.play, lines_.column.play}});
  }

  // The least guard of the columns, after taking up known rows for as long as they raise it; or the
  // greatest of the rows.
  std::optional<OracleEntry> sharpened(Player player) {
    const Player opponent = opponent_of(player);
    for (int taken = 0;; ++taken) {
      const OracleEntry threshold = matrix_.best_of(opponent, lines_.of(opponent).guards);
      if (taken == most_taken_up) return threshold;
      const auto known = matrix_.best_known(player, threshold.of(opponent));
      if (!known) return std::nullopt;
      if (known->row < 0 || !matrix_.better(player, *known, threshold)) return threshold;
      if (!take_up(player, known->of(player), false)) return std::nullopt;
    }
  }

  // Those of which something is known that is worse than the threshold.
  void prune(Player player, const OracleEntry& threshold) {
    auto& [play, guards, drawn] = lines_.of(player);
    std::size_t kept = 0;
    for (std::size_t t = 0; t < play.size(); ++t) {
      if (matrix_.better(player, threshold, guards[t])) continue;
      play[kept] = play[t];
      if (kept != t) guards[kept] = std::move(guards[t]);
      ++kept;
    }
    play.resize(kept);
    guards.resize(kept);
  }

  Run& run_;
  LineOracle& matrix_;
  Random& random_;
  Both<Kind> lines_;
  HalvingResult result_{false};
};

}  // namespace

std::optional<HalvingResult> certain_halving(Run& run, LineOracle& matrix, Random& random) {
  return CertainHalver(run, matrix, random).run();
}

}  // namespace allnash::methods
