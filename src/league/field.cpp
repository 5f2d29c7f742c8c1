#include "league/field.hpp"

#include <algorithm>
#include <cmath>

#include "base/at.hpp"

namespace allnash::league {
namespace {

constexpr double unmet_variance = 1.0 / 12;  // of the uniform law

/// Mean and variance of what is earned, as shares of the range. A pairing (i, j) counts with the
/// weight w = x_i f_j, in a symmetric game w = x_i f_j - x_j f_i, and the mean is
/// 1/2 + sum of w (m_ij - 1/2) over the pairings that met; an unmet one adds nothing to it.
struct Moments {
  double mean = 0.5;
  double variance = 0;
  void add(double weight, double share, double plays) {
    mean += weight * (share - 0.5);
    variance += weight * weight * (share * (1 - share) / (plays + 3) - unmet_variance);
  }
};

Middle earning_of(const Moments& sums, const PayoffRange& range) {
  constexpr double deviations = 1.2815515655446004;  // a tenth of the normal law lies beyond
  const double low = range.low.to_double();
  const double width = (range.high - range.low).to_double();
  const auto paid = [&](double share) { return low + width * std::clamp(share, 0.0, 1.0); };
  const double half = deviations * std::sqrt(std::max(sums.variance, 0.0));
  return {paid(sums.mean - half), paid(sums.mean), paid(sums.mean + half)};
}

/// From what is earned in each drawn league, which has all strategies.
void earn_in_leagues(const DrawnLeagues& leagues, const std::vector<double>& mix, bool mixes,
                     const PayoffRange& range, FieldAnswer& answer) {
  const std::vector<double>& field = answer.shares;
  std::vector<std::vector<double>> earned(mix.size() + 1);  // by row; last by the mixture
  const double low = range.low.to_double();
  const double width = (range.high - range.low).to_double();
  for (const std::vector<double>& payoffs : leagues.games.payoffs) {
    double mixed = 0;
    for (std::size_t i = 0; i < mix.size(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < field.size(); ++j)
        sum += payoffs[i * field.size() + j] * field[j];
      earned[i].push_back(low + width * sum);
      mixed += mix[i] * sum;
    }
    earned.back().push_back(low + width * mixed);
  }
  for (std::size_t i = 0; i < mix.size(); ++i) {
    answer.rows.push_back(middle_of(std::move(earned[i]), 0.8));
  }
  if (mixes) answer.mixture = middle_of(std::move(earned.back()), 0.8);
}

}  // namespace

FieldAnswer against_field(const lists::Record& record, const DrawnLeagues& leagues,
                          const std::vector<Rational>& shares, const MixedStrategy& mixture) {
  FieldAnswer answer;
  for (const Rational& share : shares) answer.shares.push_back(share.to_double());
  const std::vector<double>& field = answer.shares;
  std::vector<double> mix(record.rows.size());
  for (const auto& [strategy, weight] : mixture) mix[at(strategy)] = weight.to_double();
  if (leagues.count() > 0 && leagues.rows.size() == mix.size() &&
      leagues.columns.size() == field.size()) {
    earn_in_leagues(leagues, mix, !mixture.empty(), record.range, answer);
    return answer;
  }
  // The variance if nobody had met: the sum of all w^2 is |x|^2 |f|^2, less (x f)^2 in a symmetric
  // game.
  double squares = 0;
  for (const double share : field) squares += share * share;
  std::vector<Moments> rows(record.rows.size());
  double mix_squares = 0;
  double product = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double own = record.symmetric ? field[i] : 0;
    rows[i].variance = (squares - own * own) * unmet_variance;
    mix_squares += mix[i] * mix[i];
    product += mix[i] * own;
  }
  Moments mixed{0.5, (mix_squares * squares - product * product) * unmet_variance};
  for (const auto& [entry, total] : record.totals) {
    const std::size_t i = at(entry.row);
    const std::size_t j = at(entry.column);
    const auto plays = static_cast<double>(total.plays);
    const double share = (total.sum.to_double() + 1) / (plays + 2);
    rows[i].add(field[j], share, plays);
    if (record.symmetric) rows[j].add(-field[i], share, plays);
    mixed.add(mix[i] * field[j] - (record.symmetric ? mix[j] * field[i] : 0), share, plays);
  }
  for (const Moments& sums : rows) answer.rows.push_back(earning_of(sums, record.range));
  if (!mixture.empty()) answer.mixture = earning_of(mixed, record.range);
  return answer;
}

}  // namespace allnash::league
