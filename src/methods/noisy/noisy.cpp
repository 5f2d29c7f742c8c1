// noisy: explore, freeze, certify.
//
// Claim: with probability at least 1 - delta all bounds that a run ever states hold together, given
// that plays are independent and pay on average what the game says. A run may waste plays; it
// cannot be wrong more often than that.
//
// Why: exploration enters no bound. Each attempt freezes strategies x and y, one sequence and a
// part of the error budget for each of the n + m arms, before its first play; the draws of column
// arm j (i by x, play (i, j)) are independent with mean xA[j]; so Ville's inequality holds for each
// arm and the union over arms and attempts stays below delta. docs/theory.md has the proofs.
//
// How: the explorer (explore.hpp) says what looks cheapest to certify. Sharing the error budget out
// by the expected cost of an arm, and a Beta law around the mean that exploration saw, take about a
// third off an equal share and a uniform law. An attempt that has become dearer than a new one is
// given up. In a symmetric game one side is enough: the value is known.
//
// Measured and dropped: freezing an equilibrium of the empirical game (up to twice the plays of the
// cheapest strategy); half or twice the caution; stopping to explore sooner or later.
#include "methods/noisy/noisy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chance/budget.hpp"
#include "chance/plain_math.hpp"
#include "methods/noisy/answer.hpp"
#include "methods/noisy/explore.hpp"

namespace allnash::methods {

using namespace noisy;

namespace {

constexpr double regret = 1.5;  // an attempt ends when a new one would be so much cheaper

double divergence(double p, double m) {
  p = std::clamp(p, 1e-9, 1 - 1e-9);
  return p * chance::plain_log(p / m) + (1 - p) * chance::plain_log((1 - p) / (1 - m));
}

class Certifier {
 public:
  explicit Certifier(Run& run)
      : run_(run),
        symmetric_(run.known.symmetric()),
        share_(run.chance->epsilon),
        epsilon_(guessable_epsilon(share_)),
        budget_(run.chance->delta),
        explorer_(run, epsilon_),
        answer_(run, epsilon_) {}

  Outcome run() {
    if (answer_.trivial(share_) || !explorer_.start()) return std::move(answer_.outcome);
    while (explorer_.explore(attempt_.number) && !run_.stop.stopped()) {
      freeze();
      const bool certified = certify();
      answer_.keep_best(attempt_);
      if (certified) {
        answer_.finish(attempt_);
        break;
      }
      if (run_.ledger.ended()) break;
    }
    answer_.outcome.attempts = attempt_.number;
    return std::move(answer_.outcome);
  }

 private:
  // ------------------------------------------------------------------------------------- freezing

  /// The law of an arm's mean that exploration suggests, in whole numbers.
  [[nodiscard]] static chance::Sequence beta_law(double mean, double error) {
    const double p = std::clamp(mean, 0.02, 0.98);
    const double weight = std::clamp(p * (1 - p) / (error * error), 4.0, 300.0);
    const auto whole = [](double x) {
      return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(x + 0.5)));
    };
    return chance::BetaMixture{whole(p * weight), whole((1 - p) * weight)};
  }

  /// Half of the weight on the stake that suits the arm, the rest on its neighbours.
  [[nodiscard]] static chance::Sequence stakes_for(double gap, double spread, double bound) {
    constexpr std::int64_t fine = 64;
    const double best = std::clamp(bound * gap / (spread + gap * gap), 2.0 / fine, 0.9);
    chance::Stakes stakes;
    const auto add = [&](double part, const Rational& weight) {
      const auto parts = static_cast<std::int64_t>(std::floor(part * fine + 0.5));
      stakes.stakes.push_back({{std::clamp<std::int64_t>(parts, 1, fine - 4), fine}, weight});
    };
    add(best, {1, 2});
    add(best / 2, {1, 4});
    add(2 * best, {1, 8});
    add(best / 4, {1, 8});
    return stakes;
  }

  Half freeze_half(const ExploringPlayer& player, const Rational& bound) {
    const CertifyingSide& side = player.side;
    Half half;
    half.strategy = rounded_strategy(side.candidates, side.weights);
    half.bound = bound;
    for (Index arm = 0; arm < side.arms; ++arm) {
      const double mean = side.arm_means[at(arm)];
      const double error = side.arm_errors[at(arm)];
      const double gap = std::max(mean - side.bound, explorer_.least);
      const double variance = explorer_.spread(player, half.strategy, arm);
      Arm one;
      one.sequence = variance < 0.6 * mean * (1 - mean)
                         ? stakes_for(gap, variance, std::max(side.bound, 0.01))
                         : beta_law(mean, error);
      one.budget_share = 0;
      half.arms.push_back(std::move(one));
    }
    return half;
  }

  void freeze() {
    Rational bound = Rational(1, 2) - share_;
    if (!symmetric_) {
      const double place =
          std::floor(explorer_.row.side.bound * static_cast<double>(answer_.grid()) + 0.5);
      bound = Rational(static_cast<std::int64_t>(place), answer_.grid());
    }
    attempt_.row = freeze_half(explorer_.row, bound);
    attempt_.column =
        symmetric_ ? Half{} : freeze_half(explorer_.column, Rational(1) - share_ - bound);
    share_out();
    attempt_.number = budget_.attempts();
    run_.ledger.freeze(attempt_.number, attempt_.frozen_text());
    run_.event("freeze", {{"attempt", attempt_.number},
                          {"row_strategies", std::ssize(attempt_.row.strategy)},
                          {"column_strategies", std::ssize(attempt_.column.strategy)}});
  }

  /// Parts of the error budget by expected cost, none without a fifth of an equal one.
  void share_out() {
    std::vector<double> costs;
    std::vector<Arm*> arms_of_both;
    for (const auto& [half, player] : halves()) {
      for (Index arm = 0; arm < player->side.arms; ++arm) {
        const double gap = player->side.arm_means[at(arm)] - player->side.bound -
                           caution / 2 * player->side.arm_errors[at(arm)];
        costs.push_back(half->bound.sign() <= 0 ? 0 : cost_of_gap(gap, explorer_.least));
        arms_of_both.push_back(&half->arms[at(arm)]);
      }
    }
    const double sum = std::max(std::accumulate(costs.begin(), costs.end(), 0.0), 1e-300);
    std::vector<std::int64_t> shares;
    for (const double one : costs) {
      const double part = 0.8 * one / sum + 0.2 / static_cast<double>(costs.size());
      shares.push_back(1 + static_cast<std::int64_t>(part * 1e6));
    }
    const std::vector<Rational> parts = budget_.open_attempt(shares);
    for (std::size_t t = 0; t < parts.size(); ++t) {
      arms_of_both[t]->budget_share = shares[t];
      arms_of_both[t]->level = Rational(1) / parts[t];
    }
  }

  struct HalfOf {
    Half* half;
    ExploringPlayer* player;
  };
  [[nodiscard]] std::vector<HalfOf> halves() {
    if (symmetric_) return {{&attempt_.row, &explorer_.row}};
    return {{&attempt_.row, &explorer_.row}, {&attempt_.column, &explorer_.column}};
  }
  // ----------------------------------------------------------------------------------- certifying

  /// How much log M is expected to grow with a play.
  [[nodiscard]] double drift(double mean, double m, double variance) const {
    if (variance <= 0) return divergence(mean, m);
    const double gap = mean - m;
    return std::max(divergence(mean, m), std::min(0.5, gap * gap / (2 * variance)));
  }

  /// How much log M is still short of an arm's level.
  [[nodiscard]] static double missing(const Arm& arm, double m) {
    // Below the bound on average, what was seen speaks for the other side and must be made up for.
    const double seen = chance::log_value(arm.sequence, arm.draws, m);
    const bool above = arm.draws.sum_approximate() > m * static_cast<double>(arm.draws.count());
    const double level = chance::log_of_level(arm.level);
    return std::max(level - (above || arm.draws.count() == 0 ? seen : -std::max(seen, 0.0)), 0.5);
  }

  struct Needs {
    std::vector<std::vector<double>> plays;  // by half and arm; 0 when settled
    double sum = 0;
    double at_best = 0;  // the sum if every arm is a standard error better than it looks
  };

  [[nodiscard]] Needs needs(const std::vector<SeemingPay>& outlooks) {
    Needs result;
    std::size_t side = 0;
    for (const auto& [half, player] : halves()) {
      const double m = std::clamp(half->bound.to_double(), 1e-9, 1 - 1e-9);
      const SeemingPay& sight = outlooks[side++];
      result.plays.emplace_back();
      for (Index arm = 0; arm < player->side.arms; ++arm) {
        const Arm& one = half->arms[at(arm)];
        result.plays.back().push_back(0);
        if (half->settled(one)) continue;
        const bool stakes = std::holds_alternative<chance::Stakes>(one.sequence);
        const double variance = stakes ? explorer_.spread(*player, half->strategy, arm) : 0;
        const double mean = sight.means[at(arm)];
        const double best = std::min(mean + sight.errors[at(arm)], 1 - 1e-9);
        const double short_of = missing(one, m);
        const double a_play = mean - m < explorer_.least
                                  ? 2 / cost_of_gap(mean - m, explorer_.least)
                                  : drift(mean, m, variance);
        constexpr double hopeless = 1e12;
        result.plays.back().back() = short_of / a_play;
        result.sum += short_of / a_play;
        result.at_best +=
            best <= m ? hopeless : std::min(short_of / drift(best, m, variance), hopeless);
      }
    }
    return result;
  }

  /// The sequences hold for all bounds at once, so that only epsilon is fixed, not where the bounds
  /// lie: they are put where what is left to play is least.
  Needs place_bounds() {
    std::vector<SeemingPay> outlooks;
    for (const auto& [half, player] : halves())
      outlooks.push_back(explorer_.outlook(*player, half->strategy));
    Needs best = needs(outlooks);
    if (symmetric_) return best;
    const Rational centre = attempt_.row.bound;
    Rational chosen = centre;
    constexpr std::int64_t places = 8;
    for (std::int64_t place = -places; place <= places; ++place) {
      if (place == 0) continue;
      // Near places as well as far ones: the cubes of -1, -7/8, ..., 1.
      const double part = static_cast<double>(place * place * place) / (places * places * places);
      const double move = std::floor(part * epsilon_ * static_cast<double>(answer_.grid()) + 0.5);
      if (move == 0) continue;
      set_bounds(centre + Rational(static_cast<std::int64_t>(move), answer_.grid()));
      Needs other = needs(outlooks);
      if (other.sum >= 0.98 * best.sum) continue;
      best = std::move(other);
      chosen = attempt_.row.bound;
    }
    set_bounds(chosen);
    return best;
  }

  void set_bounds(const Rational& low) {
    attempt_.row.bound = low;
    attempt_.column.bound = Rational(1) - share_ - low;
  }

  /// True when everything is certified; false when the run has ended or the attempt is given up.
  bool certify() {
    const std::int64_t first = run_.ledger.played().count;
    for (;;) {
      Needs now = place_bounds();
      run_.chance->to_go = now.sum;
      answer_.show(attempt_);
      run_.report("certifying");
      if (now.sum == 0) need_what_is_unproved(now);
      if (now.sum == 0) return true;
      if (run_.stop.stopped()) return false;
      if (static_cast<double>(run_.ledger.played().count - first) > 8 * explorer_.arms() &&
          dearer_than_new(std::max(now.sum, now.at_best))) {
        run_.event("give up", {{"attempt", attempt_.number}, {"to_go", now.at_best}});
        return false;
      }
      if (!play_arms(now)) return false;
    }
  }

  bool dearer_than_new(double to_go) {
    return to_go > regret * explorer_.cost_of_new(attempt_.number);
  }

  /// How much of what the arms need is played in one round.
  struct Portion {
    double part;   // of what an arm needs
    double first;  // at least, of an arm that has not been played
    [[nodiscard]] Index times(const Arm& arm, double needed) const {
      const double more = needed > 0 ? std::max(std::ceil(needed * part), 2.0) : 0;
      return static_cast<Index>(arm.draws.count() == 0 ? std::max(more, first) : more);
    }
  };

  /// A tenth of what is needed, and never so much that a wrong guess costs dearly. A few of every
  /// arm at first, at little cost in all: those far from the bound make caps.
  [[nodiscard]] Portion portion_of(double needed) const {
    const double most =
        std::max(4 * explorer_.arms(), 0.25 * static_cast<double>(run_.ledger.played().count));
    return {std::min(0.1, most / needed),
            std::clamp(std::floor(0.05 * needed / explorer_.arms()), 2.0, 64.0)};
  }

  bool play_arms(const Needs& needs) {
    const Portion portion = portion_of(needs.sum);
    std::vector<Entry> wanted;
    std::vector<DrawnFor> drawn_for;
    auto needed = needs.plays.begin();
    for (const auto& [half, player] : halves()) {
      const Lottery lottery(half->strategy);
      for (Index arm = 0; arm < player->side.arms; ++arm) {
        Arm& one = half->arms[at(arm)];
        for (Index left = portion.times(one, (*needed)[at(arm)]); left > 0; --left) {
          wanted.push_back(player->cell(lottery.draw(explorer_.random()), arm));
          drawn_for.push_back({&one, player->is_row});
        }
      }
      ++needed;
    }
    std::vector<ledger::Paid> paid;
    const bool all = explorer_.play(wanted, paid);
    add_draws(paid, drawn_for);
    return all;
  }

  /// Where every arm seems settled exact arithmetic decides. An arm of which it says "not yet" is
  /// played on, a part of what it has been.
  void need_what_is_unproved(Needs& needs) {
    std::size_t side = 0;
    for (const auto& [half, player] : halves()) {
      for (std::size_t arm = 0; arm < half->arms.size(); ++arm) {
        const Arm& one = half->arms[arm];
        if (half->proved(one)) continue;
        const double more = std::max(2.0, 0.1 * static_cast<double>(one.draws.count()));
        needs.plays[side][arm] = more;
        needs.sum += more;
      }
      ++side;
    }
  }

  Run& run_;
  bool symmetric_;
  Rational share_;  // epsilon as a share of the range
  double epsilon_;
  chance::ErrorBudget budget_;
  Explorer explorer_;
  Answer answer_;
  Attempt attempt_;
};

}  // namespace

Outcome certify_by_play(Run& run) { return Certifier(run).run(); }

}  // namespace allnash::methods
