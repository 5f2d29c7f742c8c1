#include "answer/solve/low_rank.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "core/base/at.hpp"

namespace allnash {

KnownNumbers::KnownNumbers(Index rows, Index columns, std::span<const KnownNumber> known)
    : rows_(at(rows)), columns_(at(columns)), count_(known.size()) {
  if (known.empty()) return;
  const auto count = static_cast<double>(known.size());
  for (const KnownNumber& one : known) mean_ += one.payoff / count;
  double squares = 0;
  for (const KnownNumber& one : known) squares += std::pow(one.payoff - mean_, 2) / count;
  if (squares > 0 && std::isfinite(squares)) deviation_ = std::sqrt(squares);
  for (const auto& [entry, payoff] : known) {
    const double scaled = (payoff - mean_) / deviation_;
    rows_[at(entry.row)].push_back({at(entry.column), scaled});
    columns_[at(entry.column)].push_back({at(entry.row), scaled});
  }
}

LowRankGame::LowRankGame(Index rows, Index columns, std::uint64_t seed)
    : random_(seed),
      rows_(at(rows) * width),
      columns_(at(columns) * width),
      row_precisions_(width, 1),
      column_precisions_(width, 1) {
  for (double& number : rows_) number = normal();
  for (double& number : columns_) number = normal();
}

double LowRankGame::normal() {  // Box and Muller
  const double radius = std::sqrt(-2 * std::log(1 - random_.uniform()));
  return radius * std::cos(2 * std::numbers::pi * random_.uniform());
}

double LowRankGame::gamma(double shape) {  // Marsaglia and Tsang; requires shape >= 1
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double z = normal();
    const double v = std::pow(1 + c * z, 3);
    if (v > 0 && std::log(1 - random_.uniform()) < z * z / 2 + d * (1 - v + std::log(v))) {
      return d * v;
    }
  }
}

void LowRankGame::draw_side(const KnownNumbers::Lines& lines, Side& side, const Side& others,
                            std::span<const double> precisions, const StopToken& stop) {
  using Matrix = Eigen::Matrix<double, width, width>;
  using Vector = Eigen::Matrix<double, width, 1>;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    if (line % 256 == 0 && stop.stopped()) return;
    Matrix precision = Matrix::Zero();
    Vector pull = Vector::Zero();
    for (const auto& [other, payoff] : lines[line]) {
      Vector its = Eigen::Map<const Vector>(&others[other * width]);
      const double rest = payoff - its[factors];
      its[factors] = 1;
      precision.selfadjointView<Eigen::Lower>().rankUpdate(its, noise_precision_);
      pull += noise_precision_ * rest * its;
    }
    for (int f = 0; f < width; ++f) precision(f, f) += precisions[at(f)];
    const Eigen::LLT<Matrix> root(precision);
    Vector noise;
    for (int f = 0; f < width; ++f) noise[f] = normal();
    const Vector drawn = root.solve(pull) + Vector(root.matrixU().solve(noise));
    for (int f = 0; f < width; ++f) side[line * width + at(f)] = drawn[f];
  }
}

void LowRankGame::draw_precisions() {
  const auto draw = [this](const Side& side, int f) {
    double squares = 0;
    for (std::size_t t = at(f); t < side.size(); t += width) squares += side[t] * side[t];
    const std::size_t lines = side.size() / width;
    return gamma(1 + static_cast<double>(lines) / 2) / (0.01 + squares / 2);
  };
  // Of a factor the columns' numbers have variance 1: the rows' say how much it matters.
  for (int f = 0; f < width; ++f) row_precisions_[at(f)] = draw(rows_, f);
  column_precisions_[factors] = draw(columns_, factors);
}

void LowRankGame::draw_noise(const KnownNumbers& known) {
  double squares = 0;
  for (std::size_t row = 0; row < known.rows().size(); ++row) {
    for (const auto& [column, payoff] : known.rows()[row]) {
      double rest = payoff - rows_[row * width + factors] - columns_[column * width + factors];
      for (std::size_t f = 0; f < factors; ++f) {
        rest -= rows_[row * width + f] * columns_[column * width + f];
      }
      squares += rest * rest;
    }
  }
  noise_precision_ = gamma(1 + static_cast<double>(known.count()) / 2) / (1e-6 + squares / 2);
}

void LowRankGame::sweep(const KnownNumbers& known, int times, const StopToken& stop) {
  mean_ = known.mean();
  deviation_ = known.deviation();
  for (int t = 0; t < times && !stop.stopped(); ++t) {
    draw_side(known.rows(), rows_, columns_, row_precisions_, stop);
    draw_side(known.columns(), columns_, rows_, column_precisions_, stop);
    draw_precisions();
    draw_noise(known);
  }
  noise_seed_ = random_.bits();
}

double LowRankGame::payoff(Entry entry) const {
  const double* const row = &rows_[at(entry.row) * width];
  const double* const column = &columns_[at(entry.column) * width];
  double scaled = row[factors] + column[factors];
  for (std::size_t f = 0; f < factors; ++f) scaled += row[f] * column[f];
  Hash hash;
  hash.add(noise_seed_);
  hash.add(static_cast<std::uint64_t>(entry.row));
  hash.add(static_cast<std::uint64_t>(entry.column));
  const auto uniform = [](std::uint64_t word) {
    return static_cast<double>(word >> 11U) * 0x1p-53;
  };
  const double radius = std::sqrt(-2 * std::log(1 - uniform(hash.value())));
  const double angle = 2 * std::numbers::pi * uniform(Hash::hashed(hash.value()));
  scaled += radius * std::cos(angle) / std::sqrt(noise_precision_);
  return mean_ + deviation_ * scaled;
}

}  // namespace allnash
