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
#include <algorithm>
#include <cmath>

#include "core/base/at.hpp"
#include "matrix/research/paper/paper.hpp"
#include "matrix/saddle/saddle.hpp"

namespace allnash::matrix {

namespace {

class Halver {
 public:
  Halver(Run& run, LineOracle& matrix, Index sample, Random& random)
      : run_(run),
        matrix_(matrix),
        sample_(sample),
        random_(random),
        play_{{game::all_below(matrix.count(Player::row)),
               game::all_below(matrix.count(Player::column))}} {}

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
    const auto row = matrix_.race(Player::column, sampled.column, play_.row);
    const auto column = matrix_.race(Player::row, sampled.row, play_.column);
    if (!row || !column) return false;
    collect(*row);
    collect(*column);
    if (!halve({row->row, column->column})) return false;
    tell(*row, *column);
    return true;
  }

  // Reports the lines that are left in play, and the entries that decided.
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

  // Halves both sides, by the rows and columns that were in play before.
  bool halve(const Both<Index>& chosen) {
    if (!ask({{{chosen.row}, {chosen.column}}})) return false;
    Both<std::vector<OracleEntry>> cells;
    for (const Player player : game::players) {
      const Player opponent = opponent_of(player);
      cells.of(player).resize(play_.of(player).size());
      const bool read =
          matrix_.improve(opponent, {&chosen.of(opponent), 1}, play_.of(player), cells.of(player));
      if (!read) return false;
    }
    for (const Player player : game::players) keep_half(player, cells.of(player));
    return true;
  }

  // The stage in which one side has a single line.
  bool last_stage() {
    const Player single = play_.row.size() == 1 ? Player::row : Player::column;
    const Player other = opponent_of(single);
    game::Block line;
    line.of(single) = play_.of(single);
    if (!ask(line)) return false;
    std::vector<OracleEntry> cells(play_.of(other).size());
    if (!matrix_.improve(single, line.of(single), play_.of(other), cells)) return false;
    const OracleEntry& chosen = matrix_.best_of(other, cells);
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

  // The floor(size / 2) lines whose cells are best; the lower line of equals.
  void keep_half(Player player, std::vector<OracleEntry>& cells) {
    const std::size_t half = cells.size() / 2;
    const auto before = [&](const OracleEntry& a, const OracleEntry& b) {
      return matrix_.better(player, a, b) ||
             (!matrix_.better(player, b, a) && a.of(player) < b.of(player));
    };
    std::ranges::nth_element(cells, cells.begin() + static_cast<std::ptrdiff_t>(half), before);
    game::Lines& lines = play_.of(player);
    lines.resize(half);
    for (std::size_t t = 0; t < half; ++t) lines[t] = cells[t].of(player);
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

Index Halving::sample_for(Index rows, Index columns) const {
  return sample > 0 ? sample : sample_size(rows, columns, delta);
}

std::optional<HalvingResult> psne_halving(Run& run, LineOracle& matrix, const Halving& halving,
                                          Random& random) {
  const Index sample = halving.sample_for(matrix.count(Player::row), matrix.count(Player::column));
  return Halver(run, matrix, sample, random).run();
}

}  // namespace allnash::matrix
