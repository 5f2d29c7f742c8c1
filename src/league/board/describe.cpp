#include "league/board/describe.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>

#include "core/base/at.hpp"
#include "core/base/threads.hpp"
#include "core/game/players.hpp"
#include "core/lp/subgame.hpp"
#include "core/lp/table.hpp"

namespace allnash::league {
namespace {

exact::Matrix part_of(const exact::Matrix& game, const std::vector<Index>& rows,
                      const std::vector<Index>& columns) {
  exact::Matrix part(std::ssize(rows), std::ssize(columns));
  for (Index row = 0; row < part.rows(); ++row) {
    for (Index column = 0; column < part.columns(); ++column) {
      part.at(row, column) = game.at(rows[at(row)], columns[at(column)]);
    }
  }
  return part;
}

/// Moves the strategies that are played from `left` to the result.
std::vector<Index> take_played(std::vector<Index>& left, const MixedStrategy& strategy) {
  std::vector<Index> taken;
  for (const Weight& weight : strategy) taken.push_back(left[at(weight.strategy)]);
  std::erase_if(left, [&](Index one) { return std::ranges::binary_search(taken, one); });
  return taken;
}

/// `whole` is the pair of the whole game.
std::optional<std::vector<Tier>> tiers_of(const exact::Matrix& game, bool symmetric,
                                          const game::Pair& whole, const StopToken& stop) {
  std::vector<Tier> tiers;
  std::vector<Index> rows = game::all_below(game.rows());
  std::vector<Index> columns = game::all_below(game.columns());
  while (!rows.empty() && !columns.empty()) {
    const auto pair =
        tiers.empty() ? std::optional(whole) : lp::solve(part_of(game, rows, columns), stop);
    if (!pair) return {};
    Tier tier;
    tier.rows = take_played(rows, pair->row);
    tier.columns = take_played(columns, pair->column);
    if (symmetric) tier.columns = tier.rows;
    tiers.push_back(std::move(tier));
  }
  // Where one side has no strategies left, the rest of the other side is the last tier.
  if (!rows.empty() || !columns.empty()) {
    Tier rest;
    rest.rows = std::move(rows);
    rest.columns = std::move(columns);
    tiers.push_back(std::move(rest));
  }
  return tiers;
}

/// The part of a log's matches that certifies; the matches before it choose the mixture.
constexpr double certifying_part = 0.7;

/// Against opponent j the mean of the mixture is known to about 0.82 sqrt(max over i of x_i /
/// n_ij). So each match goes to the opponent with the lowest likely bound and to the strategy with
/// the largest x_i / n_ij there.
class Shortages {
 public:
  Shortages(const Record& record, const MixedStrategy& row)
      : row_(row), symmetric_(record.symmetric), columns_(record.columns.size()) {
    plays_.resize(row.size() * columns_, 0.0);
    means_.resize(row.size() * columns_, 0.5);
    for (const Weight& weight : row) places_.emplace(weight.strategy, places_.size());
    for (const auto& [entry, total] : record.totals) {
      const auto plays = static_cast<double>(total.plays);
      const double mean = total.sum.to_double() / plays;
      put(entry.row, entry.column, plays, mean);
      if (symmetric_) put(entry.column, entry.row, plays, 1 - mean);
    }
    for (std::size_t column = 0; column < columns_; ++column) bounds_.push(bound_at(column));
  }

  Entry play_one() {
    const LikelyBound worst = bounds_.top();
    bounds_.pop();
    plays_[worst.shortest * columns_ + worst.column] += 1;
    bounds_.push(bound_at(worst.column));
    return {row_[worst.shortest].strategy, static_cast<Index>(worst.column)};
  }
  [[nodiscard]] double likely_bound() const { return std::clamp(bounds_.top().likely, 0.0, 1.0); }

 private:
  struct LikelyBound {
    double likely = 0;
    std::size_t column = 0;
    std::size_t shortest = 0;  // its place in the mixture
    bool operator<(const LikelyBound& other) const { return likely > other.likely; }
  };

  void put(Index own, Index other, double plays, double mean) {
    const auto found = places_.find(own);
    if (found == places_.end()) return;
    plays_[found->second * columns_ + at(other)] = plays;
    means_[found->second * columns_ + at(other)] = mean;
  }

  [[nodiscard]] LikelyBound bound_at(std::size_t column) const {
    LikelyBound bound;
    bound.column = column;
    double most = 0;
    for (std::size_t own = 0; own < row_.size(); ++own) {
      const auto& [strategy, probability] = row_[own];
      const double weight = probability.to_double();
      const std::size_t place = own * columns_ + column;
      bound.likely += weight * means_[place];
      if (symmetric_ && at(strategy) == column) continue;
      const double share = weight / std::max(certifying_part * plays_[place], 0.5);
      if (share > most) {
        most = share;
        bound.shortest = own;
      }
    }
    bound.likely -= 0.82 * std::sqrt(most);
    if (most == 0) bound.likely = 1;  // no strategy is left to play
    return bound;
  }

  const MixedStrategy& row_;
  bool symmetric_;
  std::size_t columns_;
  std::map<Index, std::size_t> places_;  // of strategies in the mixture
  std::vector<double> plays_;            // by place, then column
  std::vector<double> means_;
  std::priority_queue<LikelyBound> bounds_;
};

}  // namespace

std::optional<exact::Matrix> averages_of(const Record& record) {
  const auto& totals = record.totals;
  const Index rows = record.row_count();
  const Index columns = record.column_count();
  const Index pairings = record.symmetric ? rows * (rows - 1) / 2 : rows * columns;
  if (std::ssize(totals) < pairings) return {};
  const PayoffRange& range = record.range;
  const Rational sum = range.low + range.high;
  exact::Matrix game(rows, columns);
  for (Index t = 0; record.symmetric && t < rows; ++t) game.at(t, t) = sum / Rational(2);
  for (const auto& [entry, total] : totals) {
    const Rational mean = range.low + (range.high - range.low) * total.sum / Rational(total.plays);
    game.at(entry.row, entry.column) = mean;
    if (record.symmetric) game.at(entry.column, entry.row) = sum - mean;
  }
  return game;
}

std::optional<AverageAnswer> answer_of(const exact::Matrix& averages, bool symmetric,
                                       const StopFlag* flag) {
  constexpr std::int64_t vertices = 1000;
  const StopToken stop(flag);
  auto solved = lp::solve_table(averages, vertices, stop, threads_for({}));
  if (!solved) return {};
  auto& [pair, equilibria] = *solved;
  auto tiers = tiers_of(averages, symmetric, pair, stop);
  if (!tiers) return {};
  return AverageAnswer{std::move(pair.value), std::move(pair.row), std::move(pair.column),
                       std::move(equilibria), *std::move(tiers)};
}

NextMatches next_matches(const Record& record, const MixedStrategy& row, std::int64_t count) {
  Shortages shortages(record, row);
  NextMatches next;
  const double before = shortages.likely_bound();
  for (std::int64_t t = 0; t < count; ++t) next.matches.push_back(shortages.play_one());
  next.gain = shortages.likely_bound() - before;
  return next;
}

namespace {

constexpr double unmet_variance = 1.0 / 12;  // of the uniform distribution on [0, 1]

/// Mean and variance of the payoff, scaled to [0, 1]. A pairing (i, j) counts with the weight w =
/// x_i f_j, in a symmetric game w = x_i f_j - x_j f_i, and the mean is 1/2 + sum of w (m_ij - 1/2)
/// over the pairings that were played; the others add nothing to it.
struct Moments {
  double mean = 0.5;
  double variance = 0;
  void add(double weight, double share, double plays) {
    mean += weight * (share - 0.5);
    variance += weight * weight * (share * (1 - share) / (plays + 3) - unmet_variance);
  }
};

Middle earning_of(const Moments& sums, const PayoffRange& range) {
  constexpr double deviations = 1.2815515655446004;  // the 90 % quantile of the normal distribution
  const double low = range.low.to_double();
  const double width = (range.high - range.low).to_double();
  const auto paid = [&](double share) { return low + width * std::clamp(share, 0.0, 1.0); };
  const double half = deviations * std::sqrt(std::max(sums.variance, 0.0));
  return {paid(sums.mean - half), paid(sums.mean), paid(sums.mean + half)};
}

/// Computes the answer from payoffs in the drawn leagues, which must have all strategies.
void earn_in_leagues(const DrawnLeagues& leagues, const std::vector<double>& mix, bool mixes,
                     const PayoffRange& range, FieldAnswer& answer) {
  const std::vector<double>& field = answer.shares;
  std::vector<std::vector<double>> earned(mix.size() + 1);  // by row; the mixture is last
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

FieldAnswer against_field(const reading::Record& record, const DrawnLeagues& leagues,
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
  // The variance if no pairing had been played: the sum of all w^2 is |x|^2 |f|^2, less (x f)^2 in
  // a symmetric game.
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
