#include "league/estimate/posterior.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "chance/evidence/plain_math.hpp"
#include "core/base/at.hpp"
#include "league/estimate/draws.hpp"
#include "league/reading/tally.hpp"

namespace allnash::league {
namespace {

using chance::plain_exp;
using chance::plain_log;

constexpr std::size_t strength_count = 11;
double strength_of(std::size_t number) { return static_cast<double>(std::uint64_t{1} << number); }
constexpr double first_parts[] = {0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9};
// The number of shapes that are kept: with many pairings only few have a noticeable probability.
std::size_t most_shapes(std::size_t pairings) {
  return std::clamp<std::size_t>(100'000 / pairings, 6, 40);
}
constexpr double spreads[] = {0.06, 0.1, 0.17, 0.28, 0.45, 0.7, 1.1, 1.7, 2.6, 4};
constexpr std::size_t widest_spread = std::size(spreads) - 1;
// Fits whose probability is below e^-6 of the best are not drawn from.
constexpr double least_noticed = 6;
constexpr double most_change = 2;  // of a skill in one step
// How near to its solution a system is solved: errors of draws vanish beside their spread, and each
// step mends those of the one before it.
constexpr double near_for_draws = 1e-3;
constexpr double near_for_steps = 1e-4;
constexpr double nearest = 1e-7;
// Predicted rates stay this far from 0 and 1.
constexpr double least_rate = 1e-4;

/// The odds e^s of skills s, of which a rate is one in the sum of two: an exponential for each
/// player, and none for each pair.
std::vector<double> odds_of(const std::vector<double>& skills) {
  std::vector<double> odds;
  odds.reserve(skills.size());
  for (const double one : skills) odds.push_back(plain_exp(one));
  return odds;
}
double predicted_by(double odds, double other) {
  return std::clamp(odds / (odds + other), least_rate, 1 - least_rate);
}

/// The effective number of coins for the predicted rate, from which the true rate deviates.
double worth_of_coins(double coins, double strength) {
  return coins * (strength + 1) / (coins + strength);
}

/// The logarithm of a product and a quotient of gamma functions, to about 1e-11: by Stirling's
/// series, in which arguments below 8 are raised first. One logarithm serves for all that is left.
class LogOfGammas {
 public:
  void times(double x) { add(x, false); }
  void over(double x) { add(x, true); }
  [[nodiscard]] double value() const { return sum_ + plain_log(factor_); }

 private:
  void add(double x, bool inverse) {
    double raised = 1;
    for (; x < 8; ++x) raised *= x;
    const double one = 1 / x;
    const double square = one * one;
    const double series =
        one * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
    constexpr double half_log_two_pi = 0.91893853320467274178;
    const double log = (x - 0.5) * plain_log(x) - x + half_log_two_pi + series;
    sum_ += inverse ? -log : log;
    factor_ *= inverse ? raised : 1 / raised;
  }

  double sum_ = 0;
  double factor_ = 1;
};

double log_beta(double a, double b) {
  LogOfGammas log;
  log.times(a);
  log.times(b);
  log.over(a + b);
  return log.value();
}

/// The variance of outcomes as a part of that of coins with the same means, over all pairings. One
/// coin is added to the data, so that matches which always end alike do not give variance 0.
double part_of_variance(const PairingSums& sums) {
  double seen = 0.25;
  double coins = 0.25;
  for (const PairingSum& one : sums.pairings) {
    if (one.plays < 2) continue;
    const double mean = one.won / one.plays;
    const double scale = one.plays / (one.plays - 1);
    seen += scale * std::max(0.0, one.squares - one.plays * mean * mean);
    coins += scale * one.plays * mean * (1 - mean);
  }
  return std::min(1.0, seen / coins);
}

/// The number of coins whose mean has the same standard error as the pairing's.
double coins_of(const PairingSum& one, double part) {
  const double mean = (one.won + 1) / (one.plays + 2);
  const double variance = mean * (1 - mean);
  const double rounding = one.rounding / one.plays;
  return variance / (variance * part / one.plays + rounding * rounding / 3);
}

}  // namespace

PairingSums sums_of(const reading::Record& record) {
  PairingSums sums{record.row_count(), record.column_count(), record.symmetric, {}};
  const std::vector<reading::AlikePlays> alike = reading::alike_plays(record);
  auto next = alike.begin();
  for (const auto& [entry, total] : record.totals) {
    const double won = total.sum.to_double();
    double squares = alike.empty() ? won : 0;
    for (; next != alike.end() && next->entry == entry; ++next) {
      const double outcome = record.outcomes[next->outcome].to_double();
      squares += static_cast<double>(next->count) * (outcome * outcome);
    }
    sums.pairings.push_back(
        {entry, static_cast<double>(total.plays), won, squares, total.rounding.to_double()});
  }
  sums.counted = record.counted;
  return sums;
}

PairingSums of_so_many_matches(PairingSums rates, double matches) {
  for (PairingSum& one : rates.pairings) {
    const double rate = one.won / one.plays;
    one = {one.entry, matches, matches * rate, matches * rate, one.rounding / one.plays * matches};
  }
  rates.counted = true;
  return rates;
}

std::uint64_t hash_of(const PairingSums& sums) {
  Hash hash;
  hash.add(static_cast<std::uint64_t>(sums.rows));
  hash.add(static_cast<std::uint64_t>(sums.columns));
  for (const PairingSum& one : sums.pairings) {
    hash.add(static_cast<std::uint64_t>(one.entry.row));
    hash.add(static_cast<std::uint64_t>(one.entry.column));
    hash.add(std::bit_cast<std::uint64_t>(one.plays));
    hash.add(std::bit_cast<std::uint64_t>(one.won));
  }
  return hash.value();
}

Posterior::Posterior(const PairingSums& sums, const StopToken& stop)
    : rows_(sums.rows),
      columns_(sums.columns),
      symmetric_(sums.symmetric),
      count_(at(symmetric_ ? rows_ : rows_ + columns_)) {
  const double part = part_ = part_of_variance(sums);
  first_of_row_.resize(at(rows_ + 1));
  for (const PairingSum& one : sums.pairings) {
    const double coins = coins_of(one, part);
    pairings_.push_back({at(one.entry.row), at(one.entry.column + (symmetric_ ? 0 : rows_)), coins,
                         coins * one.won / one.plays});
    column_of_.push_back(one.entry.column);
    ++first_of_row_[at(one.entry.row + 1)];
  }
  for (std::size_t t = 1; t < first_of_row_.size(); ++t) first_of_row_[t] += first_of_row_[t - 1];
  if (!symmetric_) {
    double coins = 2;
    double won = 1;
    for (const PairedSkills& one : pairings_) {
      coins += one.coins;
      won += one.won;
    }
    even_rate_ = won / coins;
  }
  set_rate_free();
  const Fit start = best_of_one_strength(stop);
  if (stop.stopped()) return;
  const Likelihoods likelihoods = likelihoods_at(start);
  for (const Shape& shape : likeliest_shapes(start, likelihoods, stop)) {
    Fit one = start;
    one.shape = shape;
    one.is_first = first_pairs(shape, likelihoods);
    for (Fit& each : fits_of(one, stop)) fits_.push_back(std::move(each));
  }
  rate_free_.clear();
  if (fits_.empty()) return;
  std::ranges::stable_sort(fits_, std::greater(), &Fit::log_probability);
  const double most = fits_.front().log_probability;
  std::erase_if(fits_, [&](const Fit& one) { return one.log_probability < most - least_noticed; });
  double sum = 0;
  for (Fit& one : fits_) sum += one.probability = plain_exp(one.log_probability - most);
  for (Fit& one : fits_) one.probability /= sum;
  log_evidence_ = most + plain_log(sum) + log_density();
}

Posterior::Posterior(const PairingSums& sums, const Posterior& like, const StopToken& stop)
    : rows_(like.rows_),
      columns_(like.columns_),
      symmetric_(like.symmetric_),
      count_(like.count_),
      part_(part_of_variance(sums)),
      even_rate_(like.even_rate_),
      pairings_(like.pairings_),
      first_of_row_(like.first_of_row_),
      column_of_(like.column_of_),
      fits_{like.likeliest()} {
  constexpr double no_coins = 1e-9;  // a pairing without matches
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairingSum& one = sums.pairings[t];
    const bool met = one.plays > 0.5;
    pairings_[t].coins = met ? coins_of(one, part_) : no_coins;
    pairings_[t].won = pairings_[t].coins * (met ? one.won / one.plays : 0.5);
  }
  find_skills(fits_.front(), fits_.front().spread_step, stop);
  fits_.front().probability = 1;
}

/// The factors that the likelihoods leave out, of each pairing: the binomial coefficient, and the
/// density of rates.
double Posterior::log_density() const {
  double sum = 0;
  for (const PairedSkills& one : pairings_) {
    // A rate of 0 or 1 has positive probability, so it has no density factor.
    const bool is_end = one.won <= 0 || one.won >= one.coins;
    sum += (is_end ? 0 : plain_log(one.coins)) - plain_log(one.coins + 1) -
           log_beta(one.won + 1, one.coins - one.won + 1);
  }
  return sum;
}

/// The likeliest fit with one strength for all pairs. All shapes are compared at its skills. Each
/// strength begins with the widest spread: from a narrow one, skills that are linked only by long
/// chains of matches would never come out.
Posterior::Fit Posterior::best_of_one_strength(const StopToken& stop) const {
  Fit widest;
  widest.skills.resize(count_);
  widest.is_first.assign(pairings_.size(), 1);
  widest.spread_step = widest_spread;
  Fit best;
  for (std::size_t k = 0; k < strength_count; ++k) {
    if (k > 0 && stop.stopped()) break;
    widest.shape.strength = k;
    widest.shape.log_prior = -plain_log(strength_of(k));
    std::vector<Fit> fits = fits_of(widest, stop);
    widest = fits.front();
    for (Fit& each : fits) {
      if (!best.skills.empty() && each.log_probability <= best.log_probability) continue;
      best = std::move(each);
    }
  }
  return best;
}

/// Fits with the shape of `start` and with each spread that has a noticeable probability, looked
/// for from that of `start` on, in both directions.
std::vector<Posterior::Fit> Posterior::fits_of(const Fit& start, const StopToken& stop) const {
  std::vector<Fit> fits{start};
  fit(fits.front(), start.spread_step, stop);
  double most = fits.front().log_probability;
  for (const bool wider : {false, true}) {
    Fit one = fits.front();
    while (one.spread_step != (wider ? widest_spread : 0) && !stop.stopped()) {
      fit(one, wider ? one.spread_step + 1 : one.spread_step - 1, stop);
      if (one.log_probability < most - least_noticed) break;
      most = std::max(most, one.log_probability);
      fits.push_back(one);
    }
  }
  return fits;
}

Posterior::Likelihoods Posterior::likelihoods_at(const Fit& start) const {
  Likelihoods likelihoods(2 * strength_count, std::vector<double>(pairings_.size()));
  const std::vector<double> odds = odds_of(start.skills);
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairedSkills& pairing = pairings_[t];
    const double rate = predicted_by(odds[pairing.first], odds[pairing.second]);
    for (std::size_t k = 0; k < strength_count; ++k) {
      likelihoods[k][t] = log_likelihood(t, rate, k);
      likelihoods[strength_count + k][t] = log_likelihood(t, even_rate_, k);
    }
    double most = likelihoods[0][t];
    for (const auto& one : likelihoods) most = std::max(most, one[t]);
    for (auto& one : likelihoods) one[t] = plain_exp(one[t] - most);
  }
  return likelihoods;
}

std::vector<Posterior::Shape> Posterior::likeliest_shapes(const Fit& start,
                                                          const Likelihoods& likelihoods,
                                                          const StopToken& stop) const {
  // Fisher information of a pairing about two skills, by strength.
  std::vector<std::vector<double>> information(strength_count);
  for (std::size_t k = 0; k < strength_count; ++k) {
    for (std::size_t t = 0; t < pairings_.size(); ++t) {
      information[k].push_back(start.information[t] / start.weights[t] *
                               worth_of_coins(pairings_[t].coins, strength_of(k)));
    }
  }
  std::vector<double> diagonal(count_);
  const auto log_probability = [&](const Shape& shape) {
    const auto& first = likelihoods[shape.strength];
    const auto& other = likelihoods[shape.other + (shape.even ? strength_count : 0)];
    const double other_informs = shape.even ? 0 : 1;
    std::ranges::fill(diagonal, 1 / (start.spread * start.spread));
    double sum = 0;
    double product = 1;
    for (std::size_t t = 0; t < pairings_.size(); ++t) {
      const double by_first = shape.part * first[t];
      const double both = std::max(by_first + (1 - shape.part) * other[t], 1e-200);
      product *= both;
      if (product < 1e-100) {
        sum += plain_log(product);
        product = 1;
      }
      const double is_first = by_first / both;
      const double informs = is_first * information[shape.strength][t] +
                             other_informs * (1 - is_first) * information[shape.other][t];
      diagonal[pairings_[t].first] += informs;
      diagonal[pairings_[t].second] += informs;
    }
    sum += plain_log(product);
    for (const double one : diagonal) sum -= plain_log(one) / 2;
    return sum;
  };
  std::vector<Shape> shapes;
  const auto look_at = [&](Shape shape, double prior) {
    // The prior is uniform in the variance.
    shape.log_prior = plain_log(prior) - shape.part * plain_log(strength_of(shape.strength)) -
                      (1 - shape.part) * plain_log(strength_of(shape.other));
    shape.log_probability = shape.log_prior + log_probability(shape);
    shapes.push_back(shape);
  };
  constexpr auto count = static_cast<double>(strength_count);
  constexpr double parts = std::size(first_parts);
  for (std::size_t k = 0; k < strength_count && !stop.stopped(); ++k) {
    look_at({k, k, false, 1, 0, 0}, 1 / count);
    for (const double part : first_parts) {
      for (std::size_t other = 0; other < strength_count; ++other) {
        look_at({k, other, true, part, 0, 0}, 1 / (count * count * parts));
        if (other <= k) continue;
        look_at({k, other, false, part, 0, 0}, 2 / (count * (count - 1) * parts));
      }
    }
  }
  std::ranges::stable_sort(shapes, std::greater(), &Shape::log_probability);
  shapes.resize(std::min(shapes.size(), most_shapes(pairings_.size())));
  return shapes;
}

std::vector<double> Posterior::first_pairs(const Shape& shape,
                                           const Likelihoods& likelihoods) const {
  const auto& first = likelihoods[shape.strength];
  const auto& other = likelihoods[shape.other + (shape.even ? strength_count : 0)];
  std::vector<double> is_first;
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const double by_first = shape.part * first[t];
    is_first.push_back(by_first / std::max(by_first + (1 - shape.part) * other[t], 1e-200));
  }
  return is_first;
}

const Posterior::Fit& Posterior::likeliest() const { return fits_.front(); }

std::vector<double> Posterior::coins() const {
  std::vector<double> list;
  for (const PairedSkills& one : pairings_) list.push_back(one.coins);
  return list;
}

void Posterior::set_weights(Fit& one) const {
  const Shape& shape = one.shape;
  one.weights.clear();
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const double coins = pairings_[t].coins;
    double weight = one.is_first[t] * worth_of_coins(coins, strength_of(shape.strength));
    if (!shape.even) {
      weight += (1 - one.is_first[t]) * worth_of_coins(coins, strength_of(shape.other));
    }
    one.weights.push_back(weight);
  }
}

/// The gradient of the log-posterior by the skills. Sets the information and its diagonal.
std::vector<double> Posterior::slope_at(Fit& one) const {
  const double prior = 1 / (one.spread * one.spread);
  std::vector<double> slope(count_);
  one.information.resize(pairings_.size());
  one.diagonal.assign(count_, prior);
  for (std::size_t i = 0; i < count_; ++i) slope[i] = -prior * one.skills[i];
  const std::vector<double> odds = odds_of(one.skills);
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairedSkills& pairing = pairings_[t];
    const double rate = predicted_by(odds[pairing.first], odds[pairing.second]);
    const double more = one.weights[t] * (pairing.won / pairing.coins - rate);
    slope[pairing.first] += more;
    slope[pairing.second] -= more;
    one.information[t] = one.weights[t] * rate * (1 - rate);
    one.diagonal[pairing.first] += one.information[t];
    one.diagonal[pairing.second] += one.information[t];
  }
  return slope;
}

/// The skills, and the probability of the fit.
void Posterior::fit(Fit& one, std::size_t spread_step, const StopToken& stop) const {
  find_skills(one, spread_step, stop);
  one.log_probability = one.shape.log_prior + log_likelihood_of(one) + log_prior(one);
}

/// Newton's method, from the skills that `one` has.
void Posterior::find_skills(Fit& one, std::size_t spread_step, const StopToken& stop) const {
  one.spread_step = spread_step;
  one.spread = spreads[spread_step];
  set_weights(one);
  constexpr int most_steps = 60;
  for (int step = 0; step < most_steps && !stop.stopped(); ++step) {
    const std::vector<double> slope = slope_at(one);
    const std::vector<double> change = solved(one, slope, near_for_steps);
    double largest = 0;
    for (const double part : change) largest = std::max(largest, std::abs(part));
    const double scale = largest > most_change ? most_change / largest : 1;
    for (std::size_t i = 0; i < count_; ++i) one.skills[i] += scale * change[i];
    if (largest < 1e-3) break;
  }
  (void)slope_at(one);
}

/// The log-likelihood of a pairing's results, if its true rate is drawn about `rate`.
double Posterior::log_likelihood(std::size_t number, double rate, std::size_t strength) const {
  const PairedSkills& pairing = pairings_[number];
  const double a = strength_of(strength) * rate;
  const double b = strength_of(strength) * (1 - rate);
  LogOfGammas log;
  log.times(a + pairing.won);
  log.times(b + pairing.coins - pairing.won);
  log.over(a);
  log.over(b);
  return log.value() + rate_free_[strength][number];
}

/// The terms of the log-likelihoods that do not depend on the rate, by strength.
void Posterior::set_rate_free() {
  for (std::size_t k = 0; k < strength_count; ++k) {
    std::vector<double>& terms = rate_free_.emplace_back();
    terms.reserve(pairings_.size());
    for (const PairedSkills& one : pairings_) {
      LogOfGammas log;
      log.times(strength_of(k));
      log.over(strength_of(k) + one.coins);
      terms.push_back(log.value());
    }
  }
}

/// The log-likelihood of all results at the skills of the fit.
double Posterior::log_likelihood_of(const Fit& one) const {
  const Shape& shape = one.shape;
  const std::vector<double> odds = odds_of(one.skills);
  double sum = 0;
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const double rate = predicted_by(odds[pairings_[t].first], odds[pairings_[t].second]);
    const double first = log_likelihood(t, rate, shape.strength);
    sum += first;
    if (shape.part >= 1) continue;
    const double other = log_likelihood(t, shape.even ? even_rate_ : rate, shape.other);
    // The larger likelihood is taken out, so that nothing underflows.
    const double more = std::max(0.0, other - first);
    sum += more + plain_log(shape.part * plain_exp(-more) +
                            (1 - shape.part) * plain_exp(other - first - more));
  }
  return sum;
}

/// The log-probability of the skills, integrated out by Laplace's method; up to a constant.
double Posterior::log_prior(const Fit& one) const {
  double sum = -log_determinant(one) / 2;
  const double log_spread = plain_log(one.spread);
  for (const double skill : one.skills) {
    const double standard = skill / one.spread;
    sum -= standard * standard / 2 + log_spread;
  }
  return sum;
}

/// The logarithm of the determinant of the precision matrix of the skills. With its diagonal D it
/// is that of D and that of I - W; the largest eigenvalue of W, which belongs to a shift of all
/// skills, counts exactly, and the others to the second order, by the trace of W^2.
double Posterior::log_determinant(const Fit& one) const {
  double sum = 0;
  double all = 0;
  for (const double entry : one.diagonal) {
    sum += plain_log(entry);
    all += entry;
  }
  double squares = 0;
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    squares += 2 * one.information[t] * one.information[t] /
               (one.diagonal[pairings_[t].first] * one.diagonal[pairings_[t].second]);
  }
  const double shift = static_cast<double>(count_) / (one.spread * one.spread * all);
  const double largest = 1 - shift;
  return sum + plain_log(shift) + largest - std::max(0.0, squares - largest * largest) / 2;
}

/// Solves a system whose matrix is the information, by conjugate gradients preconditioned by the
/// diagonal, until what is left is this small a part of the right side.
std::vector<double> Posterior::solved(const Fit& one, const std::vector<double>& right,
                                      double near) const {
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
    if (now <= near * near * first || now <= 0) break;
    const double kept = step == 0 ? 0 : now / before;
    for (std::size_t i = 0; i < count_; ++i) direction[i] = scaled[i] + kept * direction[i];
    for (std::size_t i = 0; i < count_; ++i) image[i] = prior * direction[i];
    for (std::size_t t = 0; t < pairings_.size(); ++t) {
      const PairedSkills& pairing = pairings_[t];
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

bool Posterior::is_dense() const { return count_ * count_ <= 16 * pairings_.size(); }

/// The Cholesky factor of the information.
Table Posterior::factor_of(const Fit& one) const {
  Table table(count_);
  for (std::size_t i = 0; i < count_; ++i) table.at(i, i) = one.diagonal[i];
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const auto [low, high] = std::minmax(pairings_[t].first, pairings_[t].second);
    table.at(high, low) = -one.information[t];
  }
  factorize(table);
  return table;
}

// A normal vector whose covariance is the inverse of the information: noise that has the
// information as its covariance, solved for (Papandreou, Yuille 2010).
// Where many pairs have met, by a factor of the information, which serves for all draws of a fit.
Posterior::Skills Posterior::draw_skills(Random& random, Factors& factors) const {
  double left = random.uniform();
  std::size_t number = 0;
  for (; number + 1 < fits_.size(); ++number) {
    left -= fits_[number].probability;
    if (left < 0) break;
  }
  const Fit& chosen = fits_[number];
  Skills drawn{number, {}};
  std::vector<double> noise(count_);
  if (is_dense()) {
    drawn.skills = chosen.skills;
    factors.resize(fits_.size());
    if (factors[number].size == 0) factors[number] = factor_of(chosen);
    const Table& factor = factors[number];
    for (double& one : noise) one = normal_draw(random);
    for (std::size_t i = count_; i-- > 0;) {
      const double skill = noise[i] / factor.at(i, i);
      add_line(noise.data(), -skill, factor.row(i), i);
      drawn.skills[i] += skill;
    }
    return drawn;
  }
  for (double& one : noise) one = normal_draw(random) / chosen.spread;
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const double flow = std::sqrt(chosen.information[t]) * normal_draw(random);
    noise[pairings_[t].first] += flow;
    noise[pairings_[t].second] -= flow;
  }
  drawn.skills = solved(chosen, noise, near_for_draws);
  for (std::size_t i = 0; i < count_; ++i) drawn.skills[i] += chosen.skills[i];
  return drawn;
}

/// The rate of a pair, which `pairing` is null for if it never met.
double Posterior::draw_rate(const Fit& fit, const PairedSkills* pairing, double rate,
                            Random& random) const {
  const Shape& shape = fit.shape;
  const double part =
      pairing != nullptr ? fit.is_first[at(pairing - pairings_.data())] : shape.part;
  const bool first = random.uniform() < part;
  if (!first && shape.even && pairing != nullptr) rate = even_rate_;
  const double strength = strength_of(first ? shape.strength : shape.other);
  double a = strength * rate;
  double b = strength * (1 - rate);
  if (pairing != nullptr) {
    a += pairing->won;
    b += pairing->coins - pairing->won;
  }
  return beta_draw(random, a, b);
}

std::vector<double> Posterior::draw_payoffs(const Skills& skills, const std::vector<Index>& rows,
                                            const std::vector<Index>& columns,
                                            Random& random) const {
  const Fit& chosen = fits_[skills.fit];
  const std::vector<double> odds = odds_of(skills.skills);
  std::vector<double> payoffs(rows.size() * columns.size());
  std::vector<const PairedSkills*> met(at(columns_));  // pairings of the current row
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
      const PairedSkills* const pairing = met[at(columns[j])];
      payoff = draw_rate(chosen, pairing, predicted_by(odds[row], odds[other]), random);
      if (symmetric_) payoffs[j * columns.size() + i] = 1 - payoff;
    }
  }
  return payoffs;
}

/// Mean and variance of the rate of a pairing that met, about the rate that skills predict.
Posterior::Moments Posterior::moments_of(const Fit& fit, std::size_t pairing, double rate) const {
  const PairedSkills& one = pairings_[pairing];
  double mean = 0;
  double square = 0;
  for (const bool first : {true, false}) {
    const double part = first ? fit.is_first[pairing] : 1 - fit.is_first[pairing];
    const double strength = strength_of(first ? fit.shape.strength : fit.shape.other);
    const double about = !first && fit.shape.even ? even_rate_ : rate;
    const double all = strength + one.coins;
    const double drawn = (strength * about + one.won) / all;
    mean += part * drawn;
    square += part * (drawn * drawn + drawn * (1 - drawn) / (all + 1));
  }
  return {mean, square - mean * mean};
}

std::vector<Posterior::Moments> Posterior::rates_with(const Skills& skills) const {
  const std::vector<double> odds = odds_of(skills.skills);
  std::vector<Moments> list;
  list.reserve(pairings_.size());
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairedSkills& one = pairings_[t];
    list.push_back(
        moments_of(fits_[skills.fit], t, predicted_by(odds[one.first], odds[one.second])));
  }
  return list;
}

std::vector<double> Posterior::expected_scores(const std::vector<double>& field) const {
  std::vector<double> scores(count_);
  std::vector<double> variances(count_);
  add_expected(likeliest(), likeliest().skills, field, scores, variances);
  for (double& one : scores) one += 0.5;
  return scores;
}

std::vector<Posterior::Influence> Posterior::influences(Index above, Index below,
                                                        const std::vector<double>& field) const {
  const Fit& fit = likeliest();
  const std::vector<double> odds = odds_of(fit.skills);
  const auto sign_of = [&](std::size_t player) {
    return player == at(above) ? 1.0 : player == at(below) ? -1.0 : 0.0;
  };
  // How the difference of the scores follows the skills: first as if nobody had met, then corrected
  // for those who did.
  std::vector<double> slopes(count_);
  const auto add = [&](std::size_t i, std::size_t j, double slope) {
    const double both = slope * (sign_of(i) * field[j] - sign_of(j) * field[i]);
    slopes[i] += both;
    slopes[j] -= both;
  };
  for (const Index player : {above, below}) {
    for (std::size_t j = 0; j < count_; ++j) {
      if (j == at(player) || (player == below && j == at(above))) continue;
      const double rate = odds[at(player)] / (odds[at(player)] + odds[j]);
      add(at(player), j, rate * (1 - rate));
    }
  }
  std::vector<Influence> list(pairings_.size());
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairedSkills& one = pairings_[t];
    const double rate = predicted_by(odds[one.first], odds[one.second]);
    const double first = strength_of(fit.shape.strength);
    const double other = strength_of(fit.shape.other);
    const double is_first = fit.is_first[t];
    const double kept = is_first * first / (first + one.coins) +
                        (fit.shape.even ? 0 : (1 - is_first) * other / (other + one.coins));
    add(one.first, one.second, (kept - 1) * rate * (1 - rate));
    list[t].predicted = rate;
    list[t].expected = moments_of(fit, t, rate).mean;
    list[t].by_pair =
        (sign_of(one.first) * field[one.second] - sign_of(one.second) * field[one.first]) *
        (is_first / (first + one.coins) + (1 - is_first) / (other + one.coins));
  }
  const std::vector<double> moved = solved(fit, slopes, nearest);
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairedSkills& one = pairings_[t];
    list[t].by_skills = (moved[one.first] - moved[one.second]) * fit.weights[t] / one.coins;
  }
  return list;
}

/// Adds the means of the scores, less 1/2, and their variances given the skills.
void Posterior::add_expected(const Fit& fit, const std::vector<double>& skills,
                             const std::vector<double>& field, std::vector<double>& scores,
                             std::vector<double>& variances) const {
  // First of all pairs as if they had not met, about the rate e_i / (e_i + e_j) that is predicted;
  // then those that met are corrected.
  const Shape& shape = fit.shape;
  const double unmet = shape.part / (strength_of(shape.strength) + 1) +
                       (1 - shape.part) / (strength_of(shape.other) + 1);
  const std::vector<double> odds = odds_of(skills);
  const auto add = [&](std::size_t i, std::size_t j, double mean, double variance) {
    scores[i] += field[j] * mean;
    scores[j] -= field[i] * mean;
    variances[i] += field[j] * field[j] * variance;
    variances[j] += field[i] * field[i] * variance;
  };
  std::vector<double> above(count_);    // rates of one player, less 1/2
  std::vector<double> varying(count_);  // their variances
  std::vector<double> squares(count_);  // of the field
  for (std::size_t i = 0; i < count_; ++i) squares[i] = field[i] * field[i];
  for (std::size_t i = 0; i < count_; ++i) {
    const double own = odds[i];
    for (std::size_t j = i + 1; j < count_; ++j) {
      const double rate = own / (own + odds[j]);
      above[j] = rate - 0.5;
      varying[j] = unmet * rate * (1 - rate);
    }
    const std::size_t others = count_ - i - 1;
    scores[i] += inner_product(&field[i] + 1, &above[i] + 1, others);
    variances[i] += inner_product(&squares[i] + 1, &varying[i] + 1, others);
    add_line(&scores[i] + 1, -field[i], &above[i] + 1, others);
    add_line(&variances[i] + 1, squares[i], &varying[i] + 1, others);
  }
  for (std::size_t t = 0; t < pairings_.size(); ++t) {
    const PairedSkills& one = pairings_[t];
    const double rate = odds[one.first] / (odds[one.first] + odds[one.second]);
    const auto [mean, variance] = moments_of(fit, t, rate);
    add(one.first, one.second, mean - rate, variance - unmet * rate * (1 - rate));
  }
}

std::vector<double> Posterior::draw_scores(const Skills& skills, const std::vector<double>& field,
                                           Random& random) const {
  constexpr std::size_t most_drawn_singly = 150;
  std::vector<double> scores(count_);
  if (count_ <= most_drawn_singly) {
    std::vector<Index> all(count_);
    std::iota(all.begin(), all.end(), Index{0});
    const std::vector<double> payoffs = draw_payoffs(skills, all, all, random);
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; j < count_; ++j) scores[i] += field[j] * payoffs[i * count_ + j];
    }
    return scores;
  }
  // Means and variances of the rates, whose sums are nearly normal.
  std::vector<double> variances(count_);
  add_expected(fits_[skills.fit], skills.skills, field, scores, variances);
  for (std::size_t i = 0; i < count_; ++i) {
    scores[i] += 0.5 + std::sqrt(std::max(0.0, variances[i])) * normal_draw(random);
    scores[i] = std::clamp(scores[i], 0.0, 1.0);
  }
  return scores;
}

}  // namespace allnash::league
