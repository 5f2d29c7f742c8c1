#include "methods/lazy/structure.hpp"

#include <cmath>
#include <cstddef>

namespace allnash::methods {

namespace {

using Sampled = std::vector<std::vector<double>>;

double energy(const Sampled& table) {
  double sum = 0;
  for (const auto& row : table) {
    for (const double value : row) sum += value * value;
  }
  return sum;
}

void subtract_mean(Sampled& table) {
  double sum = 0;
  for (const auto& row : table) {
    for (const double value : row) sum += value;
  }
  const double mean = sum / static_cast<double>(table.size() * table[0].size());
  for (auto& row : table) {
    for (double& value : row) value -= mean;
  }
}

void subtract_effects(Sampled& table) {
  const std::size_t m = table[0].size();
  for (auto& row : table) {
    double mean = 0;
    for (const double value : row) mean += value / static_cast<double>(m);
    for (double& value : row) value -= mean;
  }
  for (std::size_t j = 0; j < m; ++j) {
    double mean = 0;
    for (const auto& row : table) mean += row[j] / static_cast<double>(table.size());
    for (auto& row : table) row[j] -= mean;
  }
}

// The best product u_i * w_j, by alternating fits.
void subtract_product(Sampled& table) {
  std::vector<double> u(table.size());
  std::vector<double> w(table[0].size());
  for (std::size_t j = 0; j < w.size(); ++j) w[j] = 1 + 0.1 * static_cast<double>(j % 7);
  constexpr int rounds = 30;
  for (int round = 0; round < rounds; ++round) {
    double size = 0;
    for (const double value : w) size += value * value;
    if (size == 0) return;
    for (std::size_t i = 0; i < u.size(); ++i) {
      u[i] = 0;
      for (std::size_t j = 0; j < w.size(); ++j) u[i] += table[i][j] * w[j] / size;
    }
    size = 0;
    for (const double value : u) size += value * value;
    if (size == 0) return;
    for (std::size_t j = 0; j < w.size(); ++j) {
      w[j] = 0;
      for (std::size_t i = 0; i < u.size(); ++i) w[j] += table[i][j] * u[i] / size;
    }
  }
  for (std::size_t i = 0; i < u.size(); ++i) {
    for (std::size_t j = 0; j < w.size(); ++j) table[i][j] -= u[i] * w[j];
  }
}

}  // namespace

bool shows_structure(std::vector<std::vector<double>> table) {
  const auto rows = static_cast<double>(table.size());
  const auto columns = static_cast<double>(table[0].size());
  subtract_mean(table);
  const double all = energy(table);
  if (all == 0 || !std::isfinite(all)) return true;

  // Of noise, effects explain a share like a chi-square of rows + columns - 2 degrees of freedom:
  // four standard deviations more is no accident.
  subtract_effects(table);
  const double rest = energy(table);
  const double freedom = rows + columns - 2;
  const double of_noise = (freedom + 4 * std::sqrt(2 * freedom)) / (rows * columns - 1);
  if (1 - rest / all > of_noise) return true;

  // What is left of noise after the effects has about this largest singular value, squared, of its
  // energy (Marchenko and Pastur 1967); the second is a little smaller.
  const double largest =
      std::pow(std::sqrt(rows - 1) + std::sqrt(columns - 1), 2) / ((rows - 1) * (columns - 1));
  subtract_product(table);
  subtract_product(table);
  return 1 - energy(table) / rest > 1.1 * 2 * largest;
}

}  // namespace allnash::methods
