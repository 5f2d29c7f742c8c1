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

  std::optional<CertainResult> run() {
    if (!put_in_play(rows_, matrix_.rows())) return std::nullopt;
    if (!put_in_play(columns_, matrix_.columns())) return std::nullopt;
    while (rows_.play.size() > 1 || columns_.play.size() > 1) {
      if (!turn(draws_row())) return std::nullopt;
      if (rows_.play.empty() || columns_.play.empty()) return result_;
    }
    // Read, if nothing has been: a matrix of one entry.
    if (!ask(true, rows_.play.front())) return std::nullopt;
    result_.found = true;
    result_.row = rows_.play.front();
    result_.column = columns_.play.front();
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
  [[nodiscard]] bool draws_row() const {
    if (rows_.play.size() == 1) return true;
    if (columns_.play.size() == 1) return false;
    return rows_.drawn.size() <= columns_.drawn.size();
  }

  // Draws a row, say; reads the column that the threshold comes from; lets rows and columns go.
  bool turn(bool is_row) {
    ++matrix_.counts().stages;
    if (!take_up(is_row, draw(is_row ? rows_ : columns_), true)) return false;
    const auto threshold = sharpened(is_row);
    if (!threshold) return false;
    if (!take_up(!is_row, is_row ? threshold->column : threshold->row, true)) return false;
    const auto other = sharpened(!is_row);
    if (!other) return false;
    const OracleEntry& t = is_row ? *threshold : *other;
    const OracleEntry& ceiling = is_row ? *other : *threshold;
    prune(rows_, [&](const OracleEntry& guard) { return matrix_.less(guard, t); });
    prune(columns_, [&](const OracleEntry& guard) { return matrix_.less(ceiling, guard); });
    run_.event("certain halving", {{"rows", rows_.play.size()},
                                   {"columns", columns_.play.size()},
                                   {"drawn_rows", rows_.drawn.size()},
                                   {"drawn_columns", columns_.drawn.size()},
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
  bool take_up(bool is_row, Index line, bool asks) {
    if (asks && !ask(is_row, line)) return false;
    const std::vector lines{line};
    return is_row ? matrix_.raise(lines, columns_.play, columns_.guards)
                  : matrix_.lower(lines, rows_.play, rows_.guards);
  }

  bool ask(bool is_row, Index line) {
    if (run_.stop.stopped()) return false;
    run_.report("halving");
    ++result_.calls;
    ++matrix_.counts().calls;
    const std::vector lines{line};
    return matrix_.ask(is_row ? game::Block{{lines, {}}} : game::Block{{{}, lines}},
                       {{rows_.play, columns_.play}});
  }

  [[nodiscard]] auto before() const {
    return [this](const OracleEntry& left, const OracleEntry& right) {
      return matrix_.less(left, right);
    };
  }

  // The least guard of the columns, after taking up known rows for as long as they raise it; or the
  // greatest of the rows.
  std::optional<OracleEntry> sharpened(bool of_columns) {
    for (int taken = 0;; ++taken) {
      const OracleEntry threshold = of_columns
                                        ? *std::ranges::min_element(columns_.guards, before())
                                        : *std::ranges::max_element(rows_.guards, before());
      if (taken == most_taken_up) return threshold;
      const auto known = of_columns ? matrix_.largest_known(threshold.column)
                                    : matrix_.smallest_known(threshold.row);
      if (!known) return std::nullopt;
      const bool better = known->row >= 0 && (of_columns ? matrix_.less(threshold, *known)
                                                         : matrix_.less(*known, threshold));
      if (!better) return threshold;
      if (!take_up(of_columns, of_columns ? known->row : known->column, false)) return std::nullopt;
    }
  }

  template <typename Gone>
  static void prune(Kind& kind, const Gone& gone) {
    std::size_t kept = 0;
    for (std::size_t t = 0; t < kind.play.size(); ++t) {
      if (gone(kind.guards[t])) continue;
      kind.play[kept] = kind.play[t];
      if (kept != t) kind.guards[kept] = std::move(kind.guards[t]);
      ++kept;
    }
    kind.play.resize(kept);
    kind.guards.resize(kept);
  }

  Run& run_;
  LineOracle& matrix_;
  Random& random_;
  Kind rows_;
  Kind columns_;
  CertainResult result_;
};

}  // namespace

std::optional<CertainResult> certain_halving(Run& run, LineOracle& matrix, Random& random) {
  return CertainHalver(run, matrix, random).run();
}

}  // namespace allnash::methods
