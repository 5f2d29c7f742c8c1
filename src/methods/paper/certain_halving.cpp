// The halving that never loses a strict saddle point.
//
// Claim: finds the strict saddle point (i*, j*) of a matrix whose entries are in a total order, or
// says that there is none, or returns a line crossing that is none; the caller checks. Only the
// number of oracle calls is random.
//
// On the longer side, rows say: draw rows one after the other and keep best[j], the largest entry
// drawn in column j. Let j^ be the column where it is least and t = best[j^]. Column j* has the
// maximum M(i*, j*), so t <= best[j*] <= M(i*, j*), and row i* has no entry below that: every row
// whose entry in column j^ is below t can go, and i* stays. Repeat until half of the rows are gone,
// then start afresh. When all rows in play have been drawn, t is at least the largest entry of its
// column and all rows but one go, so that there is an end to it; when t comes from a row that has
// gone, none may be left, and then there was no strict saddle point.
#include <algorithm>

#include "methods/paper/psne_halving.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

class CertainHalver {
 public:
  CertainHalver(Run& run, LineOracle& matrix, Random& random)
      : run_(run),
        matrix_(matrix),
        random_(random),
        play_{ledger::all_below(matrix.rows()), ledger::all_below(matrix.columns())} {}

  std::optional<CertainResult> run() {
    while (play_.rows.size() > 1 || play_.columns.size() > 1) {
      const bool by_rows = play_.rows.size() >= play_.columns.size();
      if (!halve(by_rows)) return std::nullopt;
      if (play_.rows.empty() || play_.columns.empty()) return result_;
    }
    // Read, if nothing has been: a matrix of one entry.
    if (!ask({play_.rows, {}})) return std::nullopt;
    result_.found = true;
    result_.row = play_.rows.front();
    result_.column = play_.columns.front();
    return result_;
  }

 private:
  bool halve(bool by_rows) {
    std::vector<Index>& lines = by_rows ? play_.rows : play_.columns;
    const std::vector<Index>& others = by_rows ? play_.columns : play_.rows;
    const std::size_t goal = lines.size() / 2;
    std::vector<Cell> best(others.size());
    std::vector<Index> drawn;
    while (lines.size() > goal) {
      const Index line = draw(lines, drawn);
      if (!read(by_rows, line, others, best)) return false;
      const Cell threshold = extreme(by_rows, best);
      std::vector<Cell> across(lines.size());
      const Index other = by_rows ? threshold.column : threshold.row;
      if (!read(!by_rows, other, lines, across)) return false;
      prune(by_rows, threshold, across, lines);
    }
    run_.event("certain halving", {{"rows", play_.rows.size()},
                                   {"columns", play_.columns.size()},
                                   {"drawn", drawn.size()},
                                   {"calls", result_.calls},
                                   {"evaluated", matrix_.evaluated()}});
    return true;
  }

  // A line in play that has not been drawn. There is one: once all have been, all but one are gone.
  Index draw(const std::vector<Index>& lines, std::vector<Index>& drawn) {
    Index line = 0;
    do {
      line = lines[at(random_.below(std::ssize(lines)))];
    } while (std::ranges::find(drawn, line) != drawn.end());
    drawn.push_back(line);
    return line;
  }

  bool read(bool is_row, Index line, const std::vector<Index>& across, std::vector<Cell>& cells) {
    const std::vector lines{line};
    if (!ask(is_row ? Lines{lines, {}} : Lines{{}, lines})) return false;
    return is_row ? matrix_.raise(lines, across, cells) : matrix_.lower(lines, across, cells);
  }

  bool ask(const Lines& lines) {
    if (run_.stop.stopped()) return false;
    run_.report("halving");
    result_.calls += std::ssize(lines.rows) + std::ssize(lines.columns);
    return matrix_.ask(lines, play_);
  }

  [[nodiscard]] Cell extreme(bool by_rows, const std::vector<Cell>& best) const {
    return *std::ranges::min_element(best, [&](const Cell& a, const Cell& b) {
      return by_rows ? matrix_.less(a, b) : matrix_.less(b, a);
    });
  }

  void prune(bool by_rows, const Cell& threshold, const std::vector<Cell>& across,
             std::vector<Index>& lines) const {
    std::size_t kept = 0;
    for (std::size_t t = 0; t < lines.size(); ++t) {
      const bool gone =
          by_rows ? matrix_.less(across[t], threshold) : matrix_.less(threshold, across[t]);
      if (!gone) lines[kept++] = lines[t];
    }
    lines.resize(kept);
  }

  Run& run_;
  LineOracle& matrix_;
  Random& random_;
  Lines play_;
  CertainResult result_;
};

}  // namespace

std::optional<CertainResult> certain_halving(Run& run, LineOracle& matrix, Random& random) {
  return CertainHalver(run, matrix, random).run();
}

}  // namespace allnash::methods
