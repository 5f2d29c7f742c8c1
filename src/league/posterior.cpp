#include "league/posterior.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "base/at.hpp"
#include "chance/plain_math.hpp"

namespace allnash::league {
namespace {

using chance::plain_exp;
using chance::plain_log;
using chance::plain_log_gamma;

constexpr double strongest_prediction = 1024;
// No prediction is surer than that.
constexpr double least_rate = 1e-4;

double predicted(double difference) {
  return std::clamp(1 / (1 + plain_exp(-difference)), least_rate, 1 - least_rate);
}

/// A normal number, by the polar method of Marsaglia and Bray (1964).
double normal_draw(Random& random) {
  for (;;) {
    const double x = 2 * random.uniform() - 1;
    const double y = 2 * random.uniform() - 1;
    const double square = x * x + y * y;
    if (square >= 1 || square <= 0) continue;
    return x * std::sqrt(-2 * plain_log(square) / square);
  }
}

/// By Marsaglia and Tsang (2000). Requires shape > 0.
double gamma_draw(Random& random, double shape) {
  if (shape < 1) {
    const double uniform = std::max(random.uniform(), 0x1p-53);
    return gamma_draw(random, shape + 1) * plain_exp(plain_log(uniform) / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal_draw(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double uniform = random.uniform();
    const double square = x * x;
    if (uniform < 1 - 0.0331 * square * square) return d * v;
    if (uniform <= 0) continue;
    if (plain_log(uniform) < 0.5 * square + d * (1 - v + plain_log(v))) return d * v;
  }
}

double beta_draw(Random& random, double a, double b) {
  const double first = gamma_draw(random, a);
  const double second = gamma_draw(random, b);
  return first + second > 0 ? first / (first + second) : (a >= b ? 1.0 : 0.0);
}

double log_beta(double a, double b) {
  return plain_log_gamma(a) + plain_log_gamma(b) - plain_log_gamma(a + b);
}

/// The variance of outcomes as a part of that of coins with the same means, over all pairings; one
/// coin is added to what was seen, so that matches which always end alike are not taken for
/// certain.
double part_of_variance(const Sums& sums) {
  double seen = 0.25;
  double coins = 0.25;
  for (const Sums::Pairing& one : sums.pairings) {
    if (one.plays < 2) continue;
    const double mean = one.won / one.plays;
    const double scale = one.plays / (one.plays - 1);
    seen += scale * std::max(0.0, one.squares - one.plays * mean * mean);
    coins += scale * one.plays * mean * (1 - mean);
  }
  return std::min(1.0, seen / coins);
}

/// As many coins as show the mean of a pairing as exactly.
double coins_of(const Sums::Pairing& one, double part) {
  const double mean = (one.won + 1) / (one.plays + 2);
  const double variance = mean * (1 - mean);
  const double rounding = one.rounding / one.plays;
  return variance / (variance * part / one.plays + rounding * rounding / 3);
}

}  // namespace

Sums sums_of(const lists::Record& record) {
  Sums sums{record.row_count(), record.column_count(), record.symmetric, {}};
  std::map<Entry, double> squares;
  std::vector<double> outcomes;
  for (const Rational& outcome : record.outcomes) outcomes.push_back(outcome.to_double());
  for (const lists::Play& play : record.plays) {
    const double outcome = outcomes[play.outcome];
    squares[{play.row, play.column}] += outcome * outcome;
  }
  for (const auto& [entry, total] : record.totals) {
    const double won = total.sum.to_double();
    const auto found = squares.find(entry);
    sums.pairings.push_back({entry, static_cast<double>(total.plays), won,
                             found == squares.end() ? won : found->second,
                             total.rounding.to_double()});
  }
  return sums;
}

std::uint64_t hash_of(const Sums& sums) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(sums.rows));
  hash.add(static_cast<std::uint64_t>(sums.columns));
  for (const Sums::Pairing& one : sums.pairings) {
    hash.add(static_cast<std::uint64_t>(one.entry.row));
    hash.add(static_cast<std::uint64_t>(one.entry.column));
    hash.add(std::bit_cast<std::uint64_t>(one.plays));
    hash.add(std::bit_cast<std::uint64_t>(one.won));
  }
  return hash.value();
}

Posterior::Posterior(const Sums& sums, const StopToken& stop)
    : rows_(sums.rows),
      columns_(sums.columns),
      symmetric_(sums.symmetric),
      count_(at(symmetric_ ? rows_ : rows_ + columns_)) {
  const double part = part_of_variance(sums);
  first_of_row_.resize(at(rows_ + 1));
  for (const Sums::Pairing& one : sums.pairings) {
    const double coins = coins_of(one, part);
    pairings_.push_back({at(one.entry.row), at(one.entry.column + (symmetric_ ? 0 : rows_)), coins,
                         coins * one.won / one.plays});
    column_of_.push_back(one.entry.column);
    ++first_of_row_[at(one.entry.row + 1)];
  }
  for (std::size_t t = 1; t < first_of_row_.size(); ++t) first_of_row_[t] += first_of_row_[t - 1];
  Fit last;
  last.skills.resize(count_);
  double most = 0;
  std::vector<double> logs;
  for (double strength = 1; strength <= strongest_prediction; strength *= 2) {
    last.strength = strength;
    fit(last, stop);
    logs.push_back(log_posterior(last));
    most = fits_.empty() ? logs.back() : std::max(most, logs.back());
    fits_.push_back(last);
  }
  double sum = 0;
  for (const double one : logs) sum += plain_exp(one - most);
  for (std::size_t t = 0; t < fits_.size(); ++t) {
    fits_[t].probability = plain_exp(logs[t] - most) / sum;
  }
}

const Posterior::Fit& Posterior::likeliest() const {
  return *std::ranges::max_element(fits_, {}, &Fit::probability);
}

/// How the logarithm of the posterior changes with each skill. Sets the information and the
/// diagonal.
std::vector<double> Posterior::slope_at(Fit& one) const {
  const double prior = 1 / (one.spread * one.spread);
  std::vector<double> slope(count_);
  one.information.resize(pairings_.size());
  one.diagonal.assign(count_, prior);
  for (std::size_t i = 0; i < count_; ++i) slope[i] = -prior * one.skills[i];
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const Pairing& pairing = pairings_[t];
    const double rate = predicted(one.skills[pairing.first] - one.skills[pairing.second]);
    const double more = one.weights[t] * (pairing.won / pairing.coins - rate);
    slope[pairing.first] += more;
    slope[pairing.second] -= more;
    one.information[t] = one.weights[t] * rate * (1 - rate);
    one.diagonal[pairing.first] += one.information[t];
    one.diagonal[pairing.second] += one.information[t];
  }
  return slope;
}

/// Newton's method for the skills; their spread is fitted on the way, as if one more skill of size
/// one had been seen.
void Posterior::fit(Fit& one, const StopToken& stop) const {
  one.weights.clear();
  for (const Pairing& pairing : pairings_) {
    one.weights.push_back(pairing.coins * (one.strength + 1) / (pairing.coins + one.strength));
  }
  constexpr int most_steps = 30;
  for (int step = 0; step < most_steps && !stop.stopped(); ++step) {
    const std::vector<double> slope = slope_at(one);
    const std::vector<double> change = solved(one, slope);
    double largest = 0;
    for (const double part : change) largest = std::max(largest, std::abs(part));
    const double scale = largest > 1 ? 1 / largest : 1;
    double squares = 1;
    for (std::size_t i = 0; i < count_; ++i) {
      one.skills[i] += scale * change[i];
      squares += one.skills[i] * one.skills[i] + 1 / one.diagonal[i];
    }
    const double spread = std::sqrt(squares / (static_cast<double>(count_) + 1));
    const double moved = std::abs(spread - one.spread);
    one.spread = spread;
    if (largest < 1e-5 && moved < 1e-4) break;
  }
  (void)slope_at(one);
}

/// Of the strength, up to a constant: the skills are integrated out as if the posterior were
/// normal and its information diagonal.
double Posterior::log_posterior(const Fit& one) const {
  double sum = 0;
  for (const Pairing& pairing : pairings_) {
    const double rate = predicted(one.skills[pairing.first] - one.skills[pairing.second]);
    const double a = one.strength * rate;
    const double b = one.strength * (1 - rate);
    sum += log_beta(a + pairing.won, b + pairing.coins - pairing.won) - log_beta(a, b);
  }
  const double log_spread = plain_log(one.spread);
  for (std::size_t i = 0; i < count_; ++i) {
    const double standard = one.skills[i] / one.spread;
    sum -= standard * standard / 2 + log_spread + plain_log(one.diagonal[i]) / 2;
  }
  return sum;
}

/// By conjugate gradients with the diagonal in front: a system whose matrix is the information.
std::vector<double> Posterior::solved(const Fit& one, const std::vector<double>& right) const {
  constexpr int most_steps = 200;
  const double prior = 1 / (one.spread * one.spread);
  const auto product = [](const std::vector<double>& u, const std::vector<double>& v) {
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i) sum += u[i] * v[i];
    return sum;
  };
  std::vector<double> solution(count_);
  std::vector<double> rest = right;
  std::vector<double> scaled(count_);
  std::vector<double> direction(count_);
  std::vector<double> image(count_);
  double before = 0;
  double first = 0;
  for (int step = 0; step < most_steps; ++step) {
    for (std::size_t i = 0; i < count_; ++i) scaled[i] = rest[i] / one.diagonal[i];
    const double now = product(rest, scaled);
    if (step == 0) first = now;
    if (now <= 1e-14 * first || now <= 0) break;
    const double kept = step == 0 ? 0 : now / before;
    for (std::size_t i = 0; i < count_; ++i) direction[i] = scaled[i] + kept * direction[i];
    for (std::size_t i = 0; i < count_; ++i) image[i] = prior * direction[i];
    for (std::size_t t = 0; t < pairings_.size(); ++t) {
      const Pairing& pairing = pairings_[t];
      const double flow =
          one.information[t] * (direction[pairing.first] - direction[pairing.second]);
      image[pairing.first] += flow;
      image[pairing.second] -= flow;
    }
    const double length = now / product(direction, image);
    for (std::size_t i = 0; i < count_; ++i) {
      solution[i] += length * direction[i];
      rest[i] -= length * image[i];
    }
    before = now;
  }
  return solution;
}

// A normal vector whose covariance is the inverse of the information: noise that has the
// information as its covariance, solved for (Papandreou, Yuille 2010).
Posterior::Skills Posterior::draw_skills(Random& random) const {
  double left = random.uniform();
  const Fit* chosen = &fits_.back();
  for (const Fit& one : fits_) {
    left -= one.probability;
    if (left >= 0) continue;
    chosen = &one;
    break;
  }
  std::vector<double> noise(count_);
  for (double& one : noise) one = normal_draw(random) / chosen->spread;
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const double flow = std::sqrt(chosen->information[t]) * normal_draw(random);
    noise[pairings_[t].first] += flow;
    noise[pairings_[t].second] -= flow;
  }
  Skills drawn{chosen->strength, solved(*chosen, noise)};
  for (std::size_t i = 0; i < count_; ++i) drawn.skills[i] += chosen->skills[i];
  return drawn;
}

std::vector<double> Posterior::draw_payoffs(const Skills& skills, const std::vector<Index>& rows,
                                            const std::vector<Index>& columns,
                                            Random& random) const {
  std::vector<double> payoffs(rows.size() * columns.size());
  std::vector<const Pairing*> met(at(columns_));  // by the row that is drawn
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::fill(met, nullptr);
    const std::size_t row = at(rows[i]);
    for (std::size_t t = first_of_row_[row]; t < first_of_row_[row + 1]; ++t) {
      met[at(column_of_[t])] = &pairings_[t];
    }
    for (std::size_t j = symmetric_ ? i : 0; j < columns.size(); ++j) {
      double& payoff = payoffs[i * columns.size() + j];
      if (symmetric_ && i == j) {
        payoff = 0.5;
        continue;
      }
      const std::size_t other = at(columns[j] + (symmetric_ ? 0 : rows_));
      const double rate = predicted(skills.skills[row] - skills.skills[other]);
      double a = skills.strength * rate;
      double b = skills.strength * (1 - rate);
      if (const Pairing* const pairing = met[at(columns[j])]) {
        a += pairing->won;
        b += pairing->coins - pairing->won;
      }
      payoff = beta_draw(random, a, b);
      if (symmetric_) payoffs[j * columns.size() + i] = 1 - payoff;
    }
  }
  return payoffs;
}

}  // namespace allnash::league
