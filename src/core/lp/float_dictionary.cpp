#include "core/lp/float_dictionary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace allnash::lp {

namespace {

constexpr double nought = 1e-9;      // a coefficient up to this counts as 0
constexpr double clear_of_0 = 1e-7;  // a larger number is not 0, whatever the rounding errors
constexpr double no_change = 1e-11;  // a correction up to this counts as convergence
constexpr std::size_t lanes = 4;     // for vector instructions

// line += factor * other. Requires a width that is a multiple of `lanes`.
void add(double* __restrict line, double factor, const double* __restrict other,
         std::size_t width) {
  for (std::size_t t = 0; t < width; t += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) line[t + lane] += factor * other[t + lane];
  }
}

}  // namespace

std::optional<FloatOptimum> FloatDictionary::grow(std::size_t rows, std::size_t columns,
                                                  const Payoff& payoff, const StopToken& stop) {
  if (payoffs_.empty()) begin(payoff(0, 0));
  for (std::size_t i = this->rows(); i < rows; ++i) {
    std::vector<double>& line = payoffs_.emplace_back();
    for (std::size_t j = 0; j < this->columns(); ++j) line.push_back(payoff(i, j));
    add_row();
  }
  if (!mend_rows(stop)) return std::nullopt;
  for (std::size_t j = this->columns(); j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) payoffs_[i].push_back(payoff(i, j));
    add_column();
  }
  if (!mend_columns(stop)) return std::nullopt;
  return only_vertex();
}

// The dictionary of one row and one column: y_0 = 1, v = A[0][0] + s_0.
void FloatDictionary::begin(double payoff) {
  payoffs_ = {{payoff}};
  basic_ = {{false, 0}};
  cobasic_ = {{true, 0}};
  stride_ = 4 * lanes;
  table_.assign(2 * stride_, 0);
  line(0)[0] = payoff;
  line(0)[1] = 1;
  line(1)[0] = 1;
}

// The new row is s_i = v - sum of A[i][j] y_j.
void FloatDictionary::add_row() {
  work_ += std::ssize(table_);
  const std::vector<double>& payoffs = payoffs_.back();
  table_.resize(table_.size() + stride_);
  basic_.push_back({true, payoffs_.size() - 1});
  double* const fresh = line(basic_.size());
  std::copy_n(line(0), stride_, fresh);
  for (std::size_t b = 0; b + 1 < basic_.size(); ++b) {
    if (!basic_[b].is_row) add(fresh, -payoffs[basic_[b].number], line(b + 1), cobasic_.size() + 1);
  }
  for (std::size_t c = 0; c < cobasic_.size(); ++c) {
    if (!cobasic_[c].is_row) fresh[c + 1] -= payoffs[cobasic_[c].number];
  }
}

// For a new y_j = t: the other y sum to 1 - t, and s_i becomes s_i + A[i][j] t.
void FloatDictionary::add_column() {
  work_ += std::ssize(table_);
  const std::size_t j = cobasic_.size();
  const std::size_t place = j + 1;
  if (place == stride_) widen();
  for (std::size_t b = 0; b <= basic_.size(); ++b) {
    double* const one = line(b);
    double sum = -one[0];
    for (std::size_t c = 0; c < cobasic_.size(); ++c) {
      if (cobasic_[c].is_row) sum += one[c + 1] * payoffs_[cobasic_[c].number][j];
    }
    if (b > 0 && basic_[b - 1].is_row) sum -= payoffs_[basic_[b - 1].number][j];
    one[place] = sum;
  }
  cobasic_.push_back({false, j});
}

void FloatDictionary::widen() {
  std::vector<double> wider(2 * table_.size());
  for (std::size_t b = 0; b <= basic_.size(); ++b) {
    std::copy_n(line(b), stride_, wider.begin() + static_cast<std::ptrdiff_t>(2 * b * stride_));
  }
  table_ = std::move(wider);
  stride_ *= 2;
}

void FloatDictionary::pivot(std::size_t basic, std::size_t cobasic) {
  work_ += std::ssize(table_);
  double* const own = line(basic + 1);
  const double by = 1 / own[cobasic + 1];
  own[cobasic + 1] = -1;
  for (std::size_t t = 0; t <= cobasic_.size(); ++t) own[t] *= -by;
  for (std::size_t b = 0; b <= basic_.size(); ++b) {
    if (b == basic + 1) continue;
    double* const one = line(b);
    const double factor = std::exchange(one[cobasic + 1], 0.0);
    if (factor != 0) add(one, factor, own, cobasic_.size() + 1);
  }
  std::swap(basic_[basic], cobasic_[cobasic]);
}

bool FloatDictionary::mend_rows(const StopToken& stop) {
  const std::size_t most = 50 + 4 * (rows() + columns());
  for (std::size_t step = 0; step < most && !stop.stopped(); ++step) {
    std::size_t leaving = 0;
    for (std::size_t b = 1; b <= basic_.size(); ++b) {
      if (line(b)[0] < (leaving == 0 ? -nought : line(leaving)[0])) leaving = b;
    }
    if (leaving == 0) return true;
    std::size_t entering = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 1; c <= cobasic_.size(); ++c) {
      const double slope = line(leaving)[c];
      if (slope > nought && line(0)[c] / slope < least) {
        least = line(0)[c] / slope;
        entering = c;
      }
    }
    if (entering == 0) return false;
    pivot(leaving - 1, entering - 1);
  }
  return false;
}

bool FloatDictionary::mend_columns(const StopToken& stop) {
  const std::size_t most = 50 + 4 * (rows() + columns());
  for (std::size_t step = 0; step < most && !stop.stopped(); ++step) {
    std::size_t entering = 0;
    for (std::size_t c = 1; c <= cobasic_.size(); ++c) {
      if (line(0)[c] < (entering == 0 ? -nought : line(0)[entering])) entering = c;
    }
    if (entering == 0) return true;
    std::size_t leaving = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t b = 1; b <= basic_.size(); ++b) {
      const double slope = -line(b)[entering];
      if (slope > nought && line(b)[0] / slope < least) {
        least = line(b)[0] / slope;
        leaving = b;
      }
    }
    if (leaving == 0) return false;
    pivot(leaving - 1, entering - 1);
  }
  return false;
}

// One step of Newton's method on the equations of the vertex. The dictionary is their inverse up to
// rounding; residuals come from the payoffs.
void FloatDictionary::polish(Vertex& vertex) const {
  double& value = vertex.value;
  double& correction = vertex.correction;
  std::vector<double>& basic = vertex.basic;
  std::vector<double>& cobasic = vertex.cobasic;
  const auto each = [](const std::vector<Variable>& variables, bool is_row, const auto& act) {
    for (std::size_t t = 0; t < variables.size(); ++t) {
      if (variables[t].is_row == is_row) act(t, variables[t].number);
    }
  };
  double rest = 1;  // 1 - sum of y; dual_rest is 1 - sum of x
  double dual_rest = 1;
  each(basic_, false, [&](std::size_t b, std::size_t) { rest -= basic[b]; });
  each(cobasic_, true, [&](std::size_t c, std::size_t) { dual_rest -= cobasic[c]; });
  std::vector<double> slack(cobasic_.size());  // residuals of the binding rows
  each(cobasic_, true, [&](std::size_t c, std::size_t i) {
    slack[c] = value;
    each(basic_, false,
         [&](std::size_t b, std::size_t j) { slack[c] -= payoffs_[i][j] * basic[b]; });
  });
  std::vector<double> surplus(basic_.size());  // residuals of the played columns
  each(basic_, false, [&](std::size_t b, std::size_t j) {
    surplus[b] = -value;
    each(cobasic_, true,
         [&](std::size_t c, std::size_t i) { surplus[b] += payoffs_[i][j] * cobasic[c]; });
  });
  correction = 0;
  const auto correct = [&](double& number, double by) {
    number += by;
    correction = std::max(correction, std::abs(by));
  };
  each(cobasic_, true, [&](std::size_t c, std::size_t) {
    double by = line(0)[c + 1] * dual_rest;
    each(basic_, false, [&](std::size_t b, std::size_t) { by += line(b + 1)[c + 1] * surplus[b]; });
    correct(cobasic[c], by);
  });
  const auto primal = [&](const double* one) {
    double by = one[0] * rest;
    each(cobasic_, true, [&](std::size_t c, std::size_t) { by -= one[c + 1] * slack[c]; });
    return by;
  };
  each(basic_, false, [&](std::size_t b, std::size_t) { correct(basic[b], primal(line(b + 1))); });
  correct(value, primal(line(0)));
}

std::optional<FloatOptimum> FloatDictionary::only_vertex() const {
  Vertex vertex;
  vertex.value = line(0)[0];
  for (std::size_t b = 1; b <= basic_.size(); ++b) vertex.basic.push_back(line(b)[0]);
  for (std::size_t c = 1; c <= cobasic_.size(); ++c) vertex.cobasic.push_back(line(0)[c]);
  polish(vertex);
  polish(vertex);
  if (!(vertex.correction <= no_change)) return std::nullopt;
  FloatOptimum found{{std::vector<double>(rows()), std::vector<double>(rows())},
                     {std::vector<double>(columns()), std::vector<double>(columns())},
                     vertex.value};
  std::vector<double>& x = found.row.played;
  std::vector<double>& y = found.column.played;
  for (std::size_t c = 0; c < cobasic_.size(); ++c) {
    if (cobasic_[c].is_row) x[cobasic_[c].number] = vertex.cobasic[c];
  }
  for (std::size_t b = 0; b < basic_.size(); ++b) {
    if (!basic_[b].is_row) y[basic_[b].number] = vertex.basic[b];
  }
  // Every strategy must be played, or have a slack, by more than rounding errors explain.
  for (std::size_t b = 0; b < basic_.size(); ++b) {
    double margin = vertex.basic[b];
    if (basic_[b].is_row) {
      const std::vector<double>& payoffs = payoffs_[basic_[b].number];
      margin = vertex.value;
      for (const Variable& other : basic_) {
        if (!other.is_row) margin -= payoffs[other.number] * y[other.number];
      }
      found.row.slack[basic_[b].number] = margin;
    }
    if (!(margin > clear_of_0)) return std::nullopt;
  }
  for (std::size_t c = 0; c < cobasic_.size(); ++c) {
    double margin = vertex.cobasic[c];
    if (!cobasic_[c].is_row) {
      margin = -vertex.value;
      for (const Variable& other : cobasic_) {
        if (other.is_row) margin += payoffs_[other.number][cobasic_[c].number] * x[other.number];
      }
      found.column.slack[cobasic_[c].number] = margin;
    }
    if (!(margin > clear_of_0)) return std::nullopt;
  }
  return found;
}

double FloatDictionary::reach() const {
  double least = payoffs_.front().front();
  double most = least;
  for (const std::vector<double>& payoffs : payoffs_) {
    const auto [low, high] = std::ranges::minmax(payoffs);
    least = std::min(least, low);
    most = std::max(most, high);
  }
  return (most - least) / 2;
}

Basis FloatDictionary::basis() const {
  Basis basis{std::vector<SimplexPlace>(rows(), SimplexPlace::out),
              std::vector<SimplexPlace>(columns(), SimplexPlace::out)};
  for (const Variable& one : cobasic_) {
    if (one.is_row) basis.row[one.number] = SimplexPlace::in;
  }
  for (const Variable& one : basic_) {
    if (!one.is_row) basis.column[one.number] = SimplexPlace::in;
  }
  return basis;
}

}  // namespace allnash::lp
