#include "subgame/most_weight.hpp"

#include <algorithm>
#include <limits>

#include "base/at.hpp"
#include "subgame/clp.hpp"

namespace allnash::subgame {

struct MostWeight::Program {
  ClpSimplex lp;
  int columns = 0;
  Index last = 0;
};

MostWeight::MostWeight(const exact::Matrix& game, double least)
    : program_(std::make_unique<Program>()) {
  const double none = std::numeric_limits<double>::max();
  program_->columns = static_cast<int>(game.columns());
  // A row of the program for each strategy of the opponent, and one for the sum of the weights.
  ColumnBuilder weights;
  for (Index own = 0; own < game.rows(); ++own) {
    for (int other = 0; other < program_->columns; ++other) {
      weights.add(other, game.at(own, other).to_double());
    }
    weights.add(program_->columns, 1);
    weights.end_column(0, none, 0);
  }
  std::vector<double> lower(at(game.columns()), least);
  std::vector<double> upper(at(game.columns()), none);
  lower.push_back(1);
  upper.push_back(1);
  weights.load(program_->lp, lower, upper);
}

MostWeight::~MostWeight() = default;

std::vector<double> MostWeight::held_down_by(Index own, const StopToken& stop) {
  ClpSimplex& lp = program_->lp;
  lp.setObjectiveCoefficient(static_cast<int>(program_->last), 0);
  lp.setObjectiveCoefficient(static_cast<int>(own), -1);
  program_->last = own;
  if (!minimise(lp, stop, Simplex::primal)) return {};
  const double* const duals = lp.getRowPrice();
  std::vector<double> mixture(duals, duals + program_->columns);
  double sum = 0;
  for (double& weight : mixture) sum += weight = std::max(0.0, weight);
  if (!(sum > 0)) return {};
  for (double& weight : mixture) weight /= sum;
  return mixture;
}

}  // namespace allnash::subgame
