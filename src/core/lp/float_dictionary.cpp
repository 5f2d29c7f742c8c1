#include "core/lp/float_dictionary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/lp/lines.hpp"

namespace allnash::lp {

namespace {

constexpr double nought = 1e-9;          // a coefficient up to this counts as 0
constexpr double clear_of_0 = 2e-9;      // a larger number is not 0, whatever the rounding errors
constexpr double no_change = 1e-11;      // a correction up to this counts as convergence
constexpr double clear_of_change = 100;  // corrections; so is a number that is as many of them
constexpr double small_change = 1e-9;    // up to this it counts if nothing smaller can be had
constexpr int fewest_steps = 2;          // of Newton's method
constexpr std::size_t lanes = 8;         // for vector instructions

struct Weighted {
  std::size_t number;
  double weight;
};

// sums[t] -= line t [number] * weight, for each number in order. Some lines at a time: every sum is
// rounded as if it were alone, but no addition waits for the one before.
void take_products(const std::vector<const double*>& lines, const std::vector<Weighted>& weights,
                   double* sums) {
  std::size_t t = 0;
  for (; t + lanes <= lines.size(); t += lanes) {
    const double* from[lanes];
    double sum[lanes];
    std::copy_n(lines.begin() + static_cast<std::ptrdiff_t>(t), lanes, from);
    std::copy_n(sums + t, lanes, sum);
    for (const auto& [number, weight] : weights) {
      for (std::size_t lane = 0; lane < lanes; ++lane) sum[lane] -= from[lane][number] * weight;
    }
    std::copy_n(sum, lanes, sums + t);
  }
  for (; t < lines.size(); ++t) {
    for (const auto& [number, weight] : weights) sums[t] -= lines[t][number] * weight;
  }
}

}  // namespace

std::optional<FloatOptimum> FloatDictionary::grow(std::size_t rows, std::size_t columns,
                                                  const Payoff& payoff, const StopToken& stop,
                                                  Vertex wanted) {
  if (payoffs_.empty()) begin(payoff(0, 0));
  for (std::size_t i = this->rows(); i < rows; ++i) {
    std::vector<double>& line = payoffs_.emplace_back();
    for (std::size_t j = 0; j < this->columns(); ++j) line.push_back(seen(payoff(i, j)));
    add_row();
  }
  if (!mend_rows(stop)) return std::nullopt;
  for (std::size_t j = this->columns(); j < columns; ++j) {
    for (std::size_t i = 0; i < rows; ++i) payoffs_[i].push_back(seen(payoff(i, j)));
    add_column();
  }
  if (!mend_columns(stop)) return std::nullopt;
  return found(wanted);
}

// The dictionary of one row and one column: y_0 = 1, v = A[0][0] + s_0.
void FloatDictionary::begin(double payoff) {
  payoffs_ = {{payoff}};
  least_ = most_ = payoff;
  basic_ = {{false, 0}};
  cobasic_ = {{true, 0}};
  stride_ = 2 * lanes;
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
    if (!basic_[b].is_row)
      add_line(fresh, -payoffs[basic_[b].number], line(b + 1), cobasic_.size() + 1);
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
  std::vector<Weighted> weights;
  for (std::size_t c = 0; c < cobasic_.size(); ++c) {
    if (cobasic_[c].is_row) weights.push_back({c + 1, -payoffs_[cobasic_[c].number][j]});
  }
  std::vector<const double*> lines;
  std::vector<double> sums;
  for (std::size_t b = 0; b <= basic_.size(); ++b) {
    lines.push_back(line(b));
    sums.push_back(-lines.back()[0]);
  }
  take_products(lines, weights, sums.data());
  for (std::size_t b = 0; b <= basic_.size(); ++b) {
    if (b > 0 && basic_[b - 1].is_row) sums[b] -= payoffs_[basic_[b - 1].number][j];
    line(b)[place] = sums[b];
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
    if (factor != 0) add_line(one, factor, own, cobasic_.size() + 1);
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

// The places of the binding rows among the cobasic variables and of the played columns among the
// basic ones, their numbers, and the payoffs of these rows.
FloatDictionary::Tight FloatDictionary::tight() const {
  Tight result;
  for (std::size_t c = 0; c < cobasic_.size(); ++c) {
    if (!cobasic_[c].is_row) continue;
    result.binding.push_back({c, cobasic_[c].number});
    result.payoffs.push_back(payoffs_[cobasic_[c].number].data());
  }
  for (std::size_t b = 0; b < basic_.size(); ++b) {
    if (!basic_[b].is_row) result.played.push_back({b, basic_[b].number});
  }
  return result;
}

// One step of Newton's method on the equations of the vertex. The dictionary is their inverse up to
// rounding; residuals come from the payoffs. Every sum is taken in the order of the variables.
void FloatDictionary::polish(const Tight& tight, Values& vertex) const {
  double& value = vertex.value;
  double& correction = vertex.correction;
  std::vector<double>& basic = vertex.basic;
  std::vector<double>& cobasic = vertex.cobasic;
  double rest = 1;  // 1 - sum of y; dual_rest is 1 - sum of x
  double dual_rest = 1;
  for (const Tight::Place& one : tight.played) rest -= basic[one.place];
  for (const Tight::Place& one : tight.binding) dual_rest -= cobasic[one.place];
  std::vector<Weighted> weights;
  for (const Tight::Place& one : tight.played) weights.push_back({one.number, basic[one.place]});
  std::vector<double> slack(tight.binding.size(), value);  // residuals of the binding rows
  take_products(tight.payoffs, weights, slack.data());
  std::vector<double> surplus(tight.played.size(), -value);  // residuals of the played columns
  for (std::size_t t = 0; t < tight.binding.size(); ++t) {
    const double weight = cobasic[tight.binding[t].place];
    const double* const payoffs = tight.payoffs[t];
    for (std::size_t u = 0; u < surplus.size(); ++u) {
      surplus[u] += payoffs[tight.played[u].number] * weight;
    }
  }
  correction = 0;
  const auto correct = [&](double& number, double by) {
    number += by;
    correction = std::max(correction, std::abs(by));
  };
  std::vector<double> dual(stride_);  // corrections of the cobasic variables
  for (std::size_t c = 0; c < cobasic_.size(); ++c) dual[c] = line(0)[c + 1] * dual_rest;
  for (std::size_t u = 0; u < surplus.size(); ++u) {
    const double* const one = line(tight.played[u].place + 1) + 1;
    for (std::size_t c = 0; c < cobasic_.size(); ++c) dual[c] += one[c] * surplus[u];
  }
  for (const Tight::Place& one : tight.binding) correct(cobasic[one.place], dual[one.place]);
  weights.clear();
  for (std::size_t t = 0; t < slack.size(); ++t) {
    weights.push_back({tight.binding[t].place + 1, slack[t]});
  }
  std::vector<const double*> lines;
  for (const Tight::Place& one : tight.played) lines.push_back(line(one.place + 1));
  lines.push_back(line(0));
  std::vector<double> primal;
  for (const double* const one : lines) primal.push_back(one[0] * rest);
  take_products(lines, weights, primal.data());
  for (std::size_t u = 0; u < tight.played.size(); ++u) {
    correct(basic[tight.played[u].place], primal[u]);
  }
  correct(value, primal.back());
}

std::optional<FloatOptimum> FloatDictionary::found(Vertex wanted) const {
  Values vertex;
  vertex.value = line(0)[0];
  for (std::size_t b = 1; b <= basic_.size(); ++b) vertex.basic.push_back(line(b)[0]);
  for (std::size_t c = 1; c <= cobasic_.size(); ++c) vertex.cobasic.push_back(line(0)[c]);
  const Tight tight = this->tight();
  double last = std::numeric_limits<double>::infinity();
  for (int step = 1; step <= fewest_steps || vertex.correction > no_change; ++step) {
    if (step > fewest_steps && !(vertex.correction < last / 2)) break;
    last = vertex.correction;
    polish(tight, vertex);
  }
  if (!(vertex.correction <= small_change)) return std::nullopt;
  const double clear_of_errors = std::max(clear_of_0, clear_of_change * vertex.correction);
  FloatOptimum found{{std::vector<double>(rows()), std::vector<double>(rows())},
                     {std::vector<double>(columns()), std::vector<double>(columns())},
                     vertex.value};
  // If it is the only one, every strategy is played, or has a slack, by more than rounding errors
  // explain; of any vertex, none by less than they explain.
  const double least = wanted == Vertex::only ? clear_of_errors : -clear_of_errors;
  bool clear = true;
  const auto check = [&](double& margin) {
    clear = clear && margin > least;
    margin = std::max(0.0, margin);
  };
  std::vector<Weighted> weights;
  for (const Tight::Place& one : tight.played) {
    weights.push_back({one.number, vertex.basic[one.place]});
    check(vertex.basic[one.place]);
    found.column.played[one.number] = vertex.basic[one.place];
  }
  for (const Tight::Place& one : tight.binding) {
    check(vertex.cobasic[one.place]);
    found.row.played[one.number] = vertex.cobasic[one.place];
  }
  std::vector<std::size_t> loose;
  std::vector<const double*> payoffs;
  for (const Variable& one : basic_) {
    if (!one.is_row) continue;
    loose.push_back(one.number);
    payoffs.push_back(payoffs_[one.number].data());
  }
  std::vector<double> margins(loose.size(), vertex.value);
  take_products(payoffs, weights, margins.data());
  for (std::size_t t = 0; t < loose.size(); ++t) {
    check(margins[t]);
    found.row.slack[loose[t]] = margins[t];
  }
  loose.clear();
  for (const Variable& one : cobasic_) {
    if (!one.is_row) loose.push_back(one.number);
  }
  margins.assign(loose.size(), -vertex.value);
  for (std::size_t t = 0; t < tight.binding.size(); ++t) {
    const double weight = vertex.cobasic[tight.binding[t].place];
    for (std::size_t u = 0; u < loose.size(); ++u) {
      margins[u] += tight.payoffs[t][loose[u]] * weight;
    }
  }
  for (std::size_t u = 0; u < loose.size(); ++u) {
    check(margins[u]);
    found.column.slack[loose[u]] = margins[u];
  }
  if (!clear) return std::nullopt;
  return found;
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
