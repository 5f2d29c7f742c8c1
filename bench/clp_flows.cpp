// clp_flows GAME METHOD LIMIT: the value of a game on flows in floating point, by Clp, from the
// linear program that highs_flows.py describes. METHOD is `dual`, the dual simplex method, or
// `barrier`, with crossover. Prints the processor seconds of the solver alone, and the value: nan
// where LIMIT seconds were not enough.
#include <coin/ClpSimplex.hpp>
#include <coin/CoinPackedMatrix.hpp>
#include <cstdio>
#include <ctime>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "allnash/allnash.hpp"

namespace {

using allnash::FlowArc;
using allnash::FlowSide;
using allnash::Index;

/// The nodes that are no ends, numbered.
class Nodes {
 public:
  explicit Nodes(const FlowSide& side) {
    for (const FlowArc& arc : side.arcs) {
      number_.try_emplace(arc.tail, static_cast<int>(number_.size()));
    }
  }
  [[nodiscard]] int count() const { return static_cast<int>(number_.size()); }
  /// -1 of an end.
  [[nodiscard]] int operator()(Index node) const {
    const auto found = number_.find(node);
    return found == number_.end() ? -1 : found->second;
  }

 private:
  std::map<Index, int> number_;
};

class Program {
 public:
  explicit Program(const allnash::FlowGame& game)
      : rows_(game.rows),
        columns_(game.columns),
        z_(static_cast<int>(game.rows.arcs.size())),
        g_(z_ + static_cast<int>(game.rows.features)),
        w_(g_ + static_cast<int>(game.columns.features)),
        start_(w_ + columns_(0)) {
    const int features = rows_.count();
    const int paid = features + static_cast<int>(game.rows.features);
    equations_ = paid + static_cast<int>(game.columns.features);
    add_arcs(game.rows, rows_, true, features, 0);
    add_arcs(game.columns, columns_, false, g_, w_);
    for (int f = z_; f < g_; ++f) add(features + f - z_, f, -1);
    for (int f = g_; f < w_; ++f) add(paid + f - g_, f, -1);
    for (const allnash::FlowPayoff& one : game.payoffs) {
      add(paid + static_cast<int>(one.column_feature), z_ + static_cast<int>(one.row_feature),
          one.payoff.to_double());
    }
    lines_ = equations_ + static_cast<int>(game.columns.arcs.size());
  }

  double value(bool barrier, double limit) const {
    std::vector<int> line;
    std::vector<int> variable;
    std::vector<double> factor;
    for (const auto& [place, number] : entries_) {
      variable.push_back(place.first);
      line.push_back(place.second);
      factor.push_back(number);
    }
    CoinPackedMatrix matrix(true, line.data(), variable.data(), factor.data(),
                            static_cast<CoinBigIndex>(factor.size()));
    const int variables = w_ + columns_.count();
    matrix.setDimensions(lines_, variables);
    std::vector<double> low(variables, -COIN_DBL_MAX);
    std::fill(low.begin(), low.begin() + z_, 0.0);
    const std::vector<double> high(variables, COIN_DBL_MAX);
    std::vector<double> cost(variables, 0);
    cost[start_] = -1;
    std::vector<double> line_low(lines_, -COIN_DBL_MAX);
    std::fill(line_low.begin(), line_low.begin() + equations_, 0.0);
    std::vector<double> line_high(lines_, 0);
    line_low[rows_(0)] = line_high[rows_(0)] = 1;
    ClpSimplex lp;
    lp.setLogLevel(0);
    lp.loadProblem(matrix, low.data(), high.data(), cost.data(), line_low.data(), line_high.data());
    lp.setMaximumSeconds(limit);
    ClpSolve how;
    how.setSolveType(barrier ? ClpSolve::useBarrier : ClpSolve::useDual);
    lp.initialSolve(how);
    return lp.status() == 0 ? -lp.objectiveValue() : std::numeric_limits<double>::quiet_NaN();
  }

 private:
  void add(int line, int variable, double number) { entries_[{variable, line}] += number; }

  /// The row player's arcs are variables, the column player's lines.
  void add_arcs(const FlowSide& side, const Nodes& nodes, bool variables, int features, int worth) {
    for (std::size_t a = 0; a < side.arcs.size(); ++a) {
      const FlowArc& arc = side.arcs[a];
      const int own = static_cast<int>(a) + (variables ? 0 : equations_);
      const auto put = [&](int place, double number) {
        if (variables) {
          add(place, own, number);
        } else {
          add(own, place, number);
        }
      };
      put(worth + nodes(arc.tail), 1);
      for (const Index head : arc.heads) {
        if (nodes(head) >= 0) put(worth + nodes(head), -1);
      }
      if (arc.feature) put(features + static_cast<int>(*arc.feature), variables ? 1 : -1);
    }
  }

  Nodes rows_;
  Nodes columns_;
  int z_;  // where the variables of each kind begin
  int g_;
  int w_;
  int start_;
  int equations_ = 0;
  int lines_ = 0;
  std::map<std::pair<int, int>, double> entries_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fputs("usage: clp_flows GAME METHOD LIMIT\n", stderr);
    return 2;
  }
  const allnash::FlowGame game = allnash::open_flow_game(argv[1]);
  const Program program(game);
  const std::clock_t start = std::clock();
  const double value = program.value(std::string(argv[2]) == "barrier", std::stod(argv[3]));
  const double used = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%g %.12g\n", used, game.constant.to_double() + value);
}
