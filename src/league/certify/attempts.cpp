#include "league/certify/attempts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "chance/evidence/attempt.hpp"
#include "chance/evidence/freeze.hpp"
#include "core/base/at.hpp"
#include "league/estimate/estimate.hpp"
#include "league/estimate/mixture.hpp"
#include "league/estimate/posterior.hpp"

namespace allnash::league {

using chance::Arm;
using chance::Attempt;
using chance::Half;

namespace {

// The part of the first log on which the first mixture is chosen.
constexpr double first_part = 0.3;
// A new attempt has a smaller part of delta. It is opened if it likely cuts the gap to this part.
constexpr double worth_opening = 0.8;
// Rounds that are credited to a strategy against itself: it earns a half there and is not played.
constexpr std::int64_t unplayed_rounds = 1 << 14;

constexpr std::int64_t finest_stake = 256;

/// The stakes for the plays expected, and for 4, 16 and 64 times as many, since a league goes on.
chance::Bets ladder(double stake) {
  constexpr std::array<std::int64_t, 4> tenths{4, 3, 2, 1};
  auto part = static_cast<std::int64_t>(std::floor(stake * finest_stake + 0.5));
  part = std::clamp<std::int64_t>(part, 8, finest_stake - 16);
  chance::Bets bets;
  for (const std::int64_t weight : tenths) {
    bets.bets.push_back({{part, finest_stake}, {weight, 10}});
    part /= 2;
  }
  return bets;
}

void centre(chance::Bets& bets, const Half& half, const std::vector<Rational>& centres) {
  bets.centres = centres;
  bets.centre = 0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    bets.centre += half.strategy[i].probability * centres[i];
  }
}

bool has_all_arms(const Half& half) {
  return std::ranges::all_of(half.arms, [](const Arm& arm) { return arm.level.sign() > 0; });
}

class Attempts {
 public:
  Attempts(asking::Past& past, Terms terms)
      : past_(past),
        terms_(std::move(terms)),
        end_(terms_.end.value_or(past.plays.empty() ? 0 : past.plays.back().number + 1)) {}

  std::vector<Attempt> look(std::int64_t before, bool moved) {
    if (past_.frozen.empty()) open_first(before);
    const std::size_t joined = past_.joined.size();
    std::vector<Attempt> standing;
    for (std::int64_t number = 1; number <= std::ssize(past_.frozen); ++number) {
      let_join(number);
      add_standing(number, standing);
    }
    const std::int64_t before_next = std::ssize(past_.frozen);
    if (open_next(standing, moved || past_.joined.size() > joined)) {
      for (std::int64_t number = before_next + 1; number <= std::ssize(past_.frozen); ++number) {
        add_standing(number, standing);
      }
    }
    return standing;
  }

  std::vector<Attempt> standing() const {
    std::vector<Attempt> all;
    for (std::int64_t number = 1; number <= std::ssize(past_.frozen); ++number) {
      add_standing(number, all);
    }
    return all;
  }

 private:
  /// Sums of the row player's payoffs in a pairing.
  struct Sum {
    double plays = 0;
    double paid = 0;
    double squares = 0;
  };
  /// Sums of the pairings that were played; in a symmetric game from both sides.
  struct PayoffSums {
    std::unordered_map<std::size_t, Sum> pairings;  ///< by place in the payoff matrix
    [[nodiscard]] const Sum& at(std::size_t place) const {
      static const Sum none;
      const auto found = pairings.find(place);
      return found == pairings.end() ? none : found->second;
    }
    /// Counts each play `factor` times.
    void multiply(double factor) {
      for (auto& [place, sum] : pairings) sum.plays *= factor;
    }
  };
  /// The estimated payoff of a play to one of its players.
  struct Expected {
    double mean = 0;
    double variance = 0;
  };
  /// The mixtures that one player could freeze, of strategies that have played: the easiest to
  /// certify, then the recommended one, if it is another.
  struct Choice {
    std::vector<Index> own;
    std::vector<Index> others;
    std::vector<Mixture> mixtures;
  };
  struct Choices {
    Choice row;
    Choice column;  ///< empty in a symmetric game
    [[nodiscard]] std::size_t count() const {
      return std::max(row.mixtures.size(), column.mixtures.size());
    }
  };

  std::size_t place(Index row, Index column) const { return at(row * terms_.columns + column); }

  PayoffSums sums_of(std::int64_t first, std::int64_t end) const {
    PayoffSums sums;
    const auto add = [&](std::size_t where, double share) {
      Sum& sum = sums.pairings[where];
      sum.plays += 1;
      sum.paid += share;
      sum.squares += share * share;
    };
    for (const asking::Past::Play& play : past_.plays) {
      if (play.number < first || play.number >= end || !play.paid.share) continue;
      const double share = play.paid.share->to_double();
      add(place(play.entry.row, play.entry.column), share);
      if (terms_.symmetric) add(place(play.entry.column, play.entry.row), 1 - share);
    }
    return sums;
  }

  /// Strategies that have played.
  std::vector<Index> present(const PayoffSums& sums, bool rows) const {
    std::vector<bool> met(at(rows ? terms_.rows : terms_.columns));
    for (const auto& [where, sum] : sums.pairings) {
      met[rows ? where / at(terms_.columns) : where % at(terms_.columns)] = true;
    }
    std::vector<Index> list;
    for (std::size_t t = 0; t < met.size(); ++t) {
      if (met[t]) list.push_back(static_cast<Index>(t));
    }
    return list;
  }

  Expected expected(const PayoffSums& seen, bool row, Index own, Index other) const {
    const Sum& sum = seen.at(row ? place(own, other) : place(other, own));
    // The posterior mean of a flat prior.
    const double mean = (sum.paid + 1) / (sum.plays + 2);
    const double variance = (sum.squares + 1) / (sum.plays + 2) - mean * mean;
    return {row ? mean : 1 - mean, std::max(variance, 1e-4)};
  }

  /// The number of rounds against an arm in the plays to come.
  double rounds_to_come(const Half& half, bool row, Index arm, const PayoffSums& to_come) const {
    double rounds = INFINITY;
    for (std::size_t i = 0; i < half.round.size(); ++i) {
      const Index own = half.strategy[i].strategy;
      if (half.symmetric && own == arm) continue;
      const double plays = to_come.at(row ? place(own, arm) : place(arm, own)).plays;
      rounds = std::min(rounds, plays / static_cast<double>(half.round[i]));
    }
    return std::isinf(rounds) ? static_cast<double>(unplayed_rounds) : rounds;
  }

  /// Sets the best stake for the expected number n of plays: sqrt(2 log(1/alpha) / (n V)).
  void place_bets(Half& half, bool row, Index arm, const PayoffSums& seen,
                  const PayoffSums& to_come) const {
    constexpr std::int64_t fine = 32;
    Arm& one = half.arms[at(arm)];
    std::vector<Rational> centres;
    double spread = 0;
    for (const Weight& weight : half.strategy) {
      if (terms_.symmetric && weight.strategy == arm) {
        centres.emplace_back(1, 2);
        continue;
      }
      const Expected pairing = expected(seen, row, weight.strategy, arm);
      centres.emplace_back(static_cast<std::int64_t>(std::floor(pairing.mean * fine + 0.5)), fine);
      spread += weight.probability.to_double() * pairing.variance;
    }
    const double rounds = rounds_to_come(half, row, arm, to_come);
    const double plays = std::max(rounds, 1.0) * static_cast<double>(half.round_size());
    const double stake =
        std::sqrt(2 * chance::log_of_level(one.level) / (plays * std::max(spread, 1e-4)));
    chance::Bets bets = ladder(spread == 0 ? 1 : stake);
    centre(bets, half, centres);
    one.sequence = std::move(bets);
  }

  /// The sums with this player as the row player.
  PairingSums sums_of(const Choice& choice, bool row, const PayoffSums& seen) const {
    PairingSums sums{std::ssize(choice.own), std::ssize(choice.others), terms_.symmetric, {}};
    for (Index i = 0; i < sums.rows; ++i) {
      for (Index j = terms_.symmetric ? i + 1 : 0; j < sums.columns; ++j) {
        const Index own = choice.own[at(i)];
        const Index other = choice.others[at(j)];
        const Sum& sum = seen.at(row ? place(own, other) : place(other, own));
        if (sum.plays == 0) continue;
        PairingSum one{{i, j}, sum.plays, sum.paid, sum.squares, 0};
        if (!row) {
          one.won = sum.plays - sum.paid;
          one.squares = sum.plays - 2 * sum.paid + sum.squares;
        }
        sums.pairings.push_back(one);
      }
    }
    return sums;
  }

  Choice choice(bool row, const PayoffSums& seen, const PayoffSums& to_come) const {
    constexpr std::int64_t few_pairings = 1'000'000;
    Choice choice{present(seen, row), present(seen, !row), {}};
    const std::vector<Index>& own = choice.own;
    if (std::ssize(own) * std::ssize(choice.others) > few_pairings) {
      choice.mixtures = {most_met(row, own, seen)};
      return choice;
    }
    MatchForecast forecast{
        std::ssize(own), std::ssize(choice.others), terms_.symmetric, {}, {}, {}};
    for (const Index i : own) {
      for (const Index j : choice.others) {
        const std::size_t where = row ? place(i, j) : place(j, i);
        const Sum& sum = seen.at(where);
        forecast.plays.push_back(sum.plays);
        forecast.won.push_back(row ? sum.paid : sum.plays - sum.paid);
        forecast.to_come.push_back(to_come.at(where).plays);
      }
    }
    const Recommendation intention(sums_of(choice, row, seen), {});
    choice.mixtures = mixtures_to_freeze(
        forecast, intention.shares(),
        [&](const std::vector<double>& shares) { return intention.worst_case(shares); });
    std::ranges::reverse(choice.mixtures);  // the first attempt has the larger part of delta
    return choice;
  }

  Choices choices(const PayoffSums& seen, const PayoffSums& to_come) const {
    Choices both{choice(true, seen, to_come), {}};
    if (!terms_.symmetric) both.column = choice(false, seen, to_come);
    return both;
  }

  /// The strategy with the most plays: for leagues too large for a table of all pairings.
  Mixture most_met(bool row, const std::vector<Index>& own, const PayoffSums& seen) const {
    std::vector<double> plays(at(row ? terms_.rows : terms_.columns));
    for (const auto& [where, sum] : seen.pairings) {
      plays[row ? where / at(terms_.columns) : where % at(terms_.columns)] += sum.plays;
    }
    const auto most = std::ranges::max_element(own, {}, [&](Index i) { return plays[at(i)]; });
    Mixture mixture{std::vector<std::int64_t>(own.size()), 1};
    mixture.weights[at(most - own.begin())] = 1;
    return mixture;
  }

  Half half_of(bool row, const Choice& choice, std::size_t number, const PayoffSums& seen,
               const PayoffSums& to_come, const Rational& level) const {
    const auto& [own, others, mixtures] = choice;
    const Mixture& mixture = mixtures[std::min(number, mixtures.size() - 1)];
    Half half;
    half.symmetric = terms_.symmetric;
    for (std::size_t t = 0; t < own.size(); ++t) {
      if (mixture.weights[t] == 0) continue;
      half.strategy.push_back({own[t], {mixture.weights[t], mixture.denominator}});
      half.round.push_back(mixture.weights[t]);
    }
    half.arms.resize(at(row ? terms_.columns : terms_.rows));
    for (const Index j : others) {
      half.arms[at(j)].level = level;
      half.arms[at(j)].draws = chance::Sample(half.strategy.size());
      place_bets(half, row, j, seen, to_come);
    }
    return half;
  }

  /// An attempt with the mixtures of that number in `choices`.
  Attempt attempt_at(std::int64_t since, const Choices& choices, std::size_t number,
                     const PayoffSums& seen, const PayoffSums& to_come) const {
    Attempt attempt;
    attempt.number = std::ssize(past_.frozen) + 1;
    attempt.since = since;
    attempt.newcomers = true;
    const chance::AttemptBudget budget = chance::budget_of(terms_.delta, past_.frozen)
                                             .open_attempt(terms_.symmetric ? 1 : 2, 1, true);
    const Rational level = Rational(1) / budget.guarantee();
    attempt.row = half_of(true, choices.row, number, seen, to_come, level);
    if (!terms_.symmetric) {
      attempt.column = half_of(false, choices.column, number, seen, to_come, level);
    }
    return attempt;
  }

  void freeze(const Attempt& attempt) {
    past_.frozen.push_back(
        {attempt.since, chance::frozen_text(attempt, {Rational(1, 10), 1}, past_)});
  }

  /// Plays before this log, from runs that froze nothing, are used for choosing as well.
  void open_first(std::int64_t before) {
    auto since = std::max(
        before, static_cast<std::int64_t>(std::floor(first_part * static_cast<double>(end_))));
    if (since == 0) since = end_;
    const PayoffSums seen = sums_of(0, since);
    if (present(seen, true).empty()) return;
    PayoffSums to_come = seen;
    const double more =
        since == end_ ? 1 : static_cast<double>(end_ - since) / static_cast<double>(since);
    to_come.multiply(more);
    const Choices both = choices(seen, to_come);
    for (std::size_t t = 0; t < both.count(); ++t)
      freeze(attempt_at(since, both, t, seen, to_come));
  }

  std::optional<Attempt> read(std::int64_t number) const {
    return chance::read_attempt(past_, number, terms_.delta, terms_.symmetric);
  }

  /// Adds arms for strategies that an attempt does not have yet, in the order of their first plays.
  void let_join(std::int64_t number) {
    auto attempt = read(number);
    if (!attempt || !attempt->newcomers) return;
    const auto join = [&](Half& half, Index arm, std::int64_t play) {
      if (half.arms.empty() || half.arms[at(arm)].level.sign() > 0) return;
      Arm& one = half.arms[at(arm)];
      chance::Bets bets = ladder(0.25);
      centre(bets, half, std::vector<Rational>(half.strategy.size(), Rational(1, 2)));
      one.sequence = std::move(bets);
      one.level = 1;  // above 0: the arm belongs to the attempt
      one.group = ++attempt->groups;
      past_.joined.push_back(
          {std::max(play, attempt->since), chance::joined_text(*attempt, past_)});
    };
    for (const asking::Past::Play& play : past_.plays) {
      join(attempt->row, play.entry.column, play.number);
      join(terms_.symmetric ? attempt->row : attempt->column, play.entry.row, play.number);
    }
    // Nothing can be promised against strategies that have not played yet.
    for (Half* half : {&attempt->row, &attempt->column}) {
      for (Index arm = 0; arm < std::ssize(half->arms); ++arm) join(*half, arm, end_);
    }
  }

  double likely_bound(const Half& half, bool row, const PayoffSums& seen,
                      const PayoffSums& to_come) const {
    double least = 1;
    for (Index arm = 0; arm < std::ssize(half.arms); ++arm) {
      const Arm& one = half.arms[at(arm)];
      if (one.level.sign() == 0) continue;
      double mean = 0;
      double spread = 0;
      for (const Weight& weight : half.strategy) {
        const double x = weight.probability.to_double();
        const bool itself = terms_.symmetric && weight.strategy == arm;
        const Expected pairing = expected(seen, row, weight.strategy, arm);
        mean += x * (itself ? 0.5 : pairing.mean);
        spread += itself ? 0 : x * pairing.variance;
      }
      const double rounds = rounds_to_come(half, row, arm, to_come);
      const double plays = static_cast<double>(chance::count_of(one.draws)) +
                           std::floor(rounds) * static_cast<double>(half.round_size());
      const double level = chance::log_of_level(one.level) + 1;  // the ladder costs about 1
      least = std::min(least, plays > 0 ? mean - std::sqrt(2 * level * spread / plays) : 0);
    }
    return std::max(least, 0.0);
  }

  /// How far apart the bounds of an attempt will likely be once `to_come` has been played.
  double likely_gap(const Attempt& attempt, const PayoffSums& seen,
                    const PayoffSums& to_come) const {
    const double row = likely_bound(attempt.row, true, seen, to_come);
    if (terms_.symmetric) return 0.5 - row;
    return 1 - row - likely_bound(attempt.column, false, seen, to_come);
  }

  /// Opens another attempt if the plays to choose from have doubled, or if a strategy has joined.
  /// The forecast supposes that the league goes on as in its later half, for as long again.
  bool open_next(const std::vector<Attempt>& standing, bool joined) {
    if (past_.frozen.empty()) return false;
    const std::int64_t since = past_.frozen.back().plays_before;
    if (since == end_ || (end_ < 2 * since && !joined)) return false;
    const PayoffSums seen = sums_of(0, end_);
    PayoffSums to_come = sums_of(end_ - end_ / 2, end_);
    to_come.multiply(2);
    double least = INFINITY;
    for (const Attempt& attempt : standing) {
      least = std::min(least, likely_gap(attempt, seen, to_come));
    }
    const Choices both = choices(seen, to_come);
    const Attempt next = attempt_at(end_, both, 0, seen, to_come);
    if (!(likely_gap(next, seen, to_come) < worth_opening * least)) return false;
    freeze(next);
    for (std::size_t t = 1; t < both.count(); ++t) freeze(attempt_at(end_, both, t, seen, to_come));
    return true;
  }

  /// Adds the attempt to the list if it is still valid.
  void add_standing(std::int64_t number, std::vector<Attempt>& list) const {
    auto attempt = read(number);
    if (!attempt || !has_all_arms(attempt->row) || !has_all_arms(attempt->column)) return;
    for (const asking::Past::Play& play : past_.plays) {
      if (play.number >= attempt->since) attempt->take(play.entry, play.paid, play.number);
    }
    for (Index arm = 0; arm < std::ssize(attempt->row.arms); ++arm) {
      attempt->row.draw_unplayed(arm, unplayed_rounds);
    }
    list.push_back(std::move(*attempt));
  }

  asking::Past& past_;
  Terms terms_;
  std::int64_t end_;  // above the number of every play
};

}  // namespace

std::vector<Attempt> open_attempts(asking::Past& past, const Terms& terms, std::int64_t before,
                                   bool moved) {
  return Attempts(past, terms).look(before, moved);
}

std::vector<Attempt> standing_attempts(asking::Past& past, const Terms& terms) {
  return Attempts(past, terms).standing();
}

}  // namespace allnash::league
