// Algorithm 1 of Maiti, Boczar, Jamieson, Ratliff, "Query-efficient algorithm to find all Nash
// equilibria in a two-player zero-sum matrix game" (arXiv 2310.16236), line by line.
//
// Claim: on an n x m matrix with a strict saddle point it returns that with probability at least
// 1 - delta; on one with any saddle point, the set V holds the value with the same probability.
// Calls to the oracle: at most floor(log2 min(n, m)) (2 l + 2) + 1, with
// l = ceil(2 log2(2 (n + m)^2 / delta)).
//
// Where the text leaves a choice: ties in argmax, argmin and the halving go to the lowest number,
// which any proof of the paper allows; "query all the elements of row i" at the end reads the
// columns in play, as only these are looked at. The samples are drawn with replacement, as written,
// also where l exceeds what there is to draw from.
#include "methods/paper/psne_halving.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "exact/at.hpp"
#include "methods/saddle/saddle.hpp"

namespace allnash::methods {

namespace {

class Halver {
 public:
  Halver(Run& run, LineOracle& matrix, Index sample, Random& random)
      : run_(run),
        matrix_(matrix),
        sample_(sample),
        random_(random),
        play_{{game::all_below(matrix.rows()), game::all_below(matrix.columns())}} {}

  std::optional<HalvingResult> run() {
    while (play_.row.size() > 1 && play_.column.size() > 1) {
      if (!stage()) return std::nullopt;
    }
    if (!last_stage()) return std::nullopt;
    std::ranges::sort(result_.values);
    result_.values.erase(std::unique(result_.values.begin(), result_.values.end()),
                         result_.values.end());
    return std::move(result_);
  }

 private:
  bool stage() {
    ++matrix_.counts().stages;
    const game::Block sampled{{draw(play_.row), draw(play_.column)}};
    if (!ask(sampled)) return false;
    const auto row = matrix_.max_min(sampled.column, play_.row);
    const auto column = matrix_.min_max(sampled.row, play_.column);
    if (!row || !column) return false;
    collect(*row);
    collect(*column);
    if (!halve(row->row, column->column)) return false;
    tell(*row, *column);
    return true;
  }

  // What is left in play, and what it was chosen by.
  void tell(const OracleEntry& row, const OracleEntry& column) const {
    const std::size_t last = result_.values.size();
    run_.event("halving", {{"rows", play_.row.size()},
                           {"columns", play_.column.size()},
                           {"sample", sample_},
                           {"chosen_row", row.row},
                           {"chosen_column", column.column},
                           {"max_min", result_.values[last - 2]},
                           {"min_max", result_.values[last - 1]},
                           {"calls", result_.calls}});
  }

  // Both sides at once, from the rows and columns in play before either was halved.
  bool halve(Index chosen_row, Index chosen_column) {
    if (!ask({{{chosen_row}, {chosen_column}}})) return false;
    std::vector<OracleEntry> in_column(play_.row.size());
    std::vector<OracleEntry> in_row(play_.column.size());
    if (!matrix_.lower(std::vector{chosen_column}, play_.row, in_column)) return false;
    if (!matrix_.raise(std::vector{chosen_row}, play_.column, in_row)) return false;
    keep_half(
        in_column,
        [this](const OracleEntry& a, const OracleEntry& b) { return matrix_.less(b, a); },
        &OracleEntry::row, play_.row);
    keep_half(
        in_row, [this](const OracleEntry& a, const OracleEntry& b) { return matrix_.less(a, b); },
        &OracleEntry::column, play_.column);
    return true;
  }

  bool last_stage() {
    const bool scan_row = play_.row.size() == 1;
    game::Block line;
    if (scan_row) {
      line.row = play_.row;
    } else {
      line.column = play_.column;
    }
    if (!ask(line)) return false;
    std::vector<OracleEntry> cells(scan_row ? play_.column.size() : play_.row.size());
    const bool read = scan_row ? matrix_.raise(line.row, play_.column, cells)
                               : matrix_.lower(line.column, play_.row, cells);
    if (!read) return false;
    const OracleEntry& chosen = scan_row ? smallest_of(cells) : largest_of(cells);
    collect(chosen);
    result_.row = chosen.row;
    result_.column = chosen.column;
    run_.event("crossing", {{"row", chosen.row},
                            {"column", chosen.column},
                            {"value", result_.values.back()},
                            {"calls", result_.calls}});
    return true;
  }

  // l draws, independent and uniform; a line drawn twice is one line.
  std::vector<Index> draw(const std::vector<Index>& from) {
    std::vector<Index> drawn;
    for (Index t = 0; t < sample_; ++t) drawn.push_back(from[at(random_.below(std::ssize(from)))]);
    std::ranges::sort(drawn);
    drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
    return drawn;
  }

  bool ask(const game::Block& lines) {
    if (run_.stop.stopped()) return false;
    run_.report("halving");
    const Index calls = std::ssize(lines.row) + std::ssize(lines.column);
    result_.calls += calls;
    matrix_.counts().calls += calls;
    return matrix_.ask(lines, play_);
  }

  void collect(const OracleEntry& cell) { result_.values.push_back(matrix_.number(cell)); }

  [[nodiscard]] const OracleEntry& largest_of(const std::vector<OracleEntry>& cells) const {
    // The first of equals, which max_element returns.
    return *std::ranges::max_element(
        cells, [this](const OracleEntry& a, const OracleEntry& b) { return matrix_.less(a, b); });
  }
  [[nodiscard]] const OracleEntry& smallest_of(const std::vector<OracleEntry>& cells) const {
    return *std::ranges::min_element(
        cells, [this](const OracleEntry& a, const OracleEntry& b) { return matrix_.less(a, b); });
  }

  // The floor(size / 2) lines whose cells come first; the lower line of equals.
  template <typename Before>
  static void keep_half(std::vector<OracleEntry>& cells, const Before& before,
                        Index OracleEntry::*line, std::vector<Index>& lines) {
    const std::size_t half = cells.size() / 2;
    std::ranges::nth_element(cells, cells.begin() + static_cast<std::ptrdiff_t>(half),
                             [&](const OracleEntry& a, const OracleEntry& b) {
                               return before(a, b) || (!before(b, a) && a.*line < b.*line);
                             });
    lines.resize(half);
    for (std::size_t t = 0; t < half; ++t) lines[t] = cells[t].*line;
    std::ranges::sort(lines);
  }

  Run& run_;
  LineOracle& matrix_;
  Index sample_;
  Random& random_;
  game::Block play_;
  HalvingResult result_;
};

}  // namespace

Index sample_size(Index rows, Index columns, double delta) {
  const double lines = static_cast<double>(rows) + static_cast<double>(columns);
  return static_cast<Index>(std::ceil(2 * std::log2(2 * lines * lines / delta)));
}

Index halving_stages(Index rows, Index columns) {
  return static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(std::min(rows, columns)))) -
         1;
}

std::optional<HalvingResult> psne_halving(Run& run, LineOracle& matrix, const Halving& halving,
                                          Random& random) {
  const Index sample = halving.sample > 0
                           ? halving.sample
                           : sample_size(matrix.rows(), matrix.columns(), halving.delta);
  return Halver(run, matrix, sample, random).run();
}

}  // namespace allnash::methods
