// noisy: explore, freeze, certify.
//
// Claim: with probability at least 1 - delta all bounds that a run ever states hold together,
// provided that plays are independent and their means are the payoffs of the game. A run may waste
// plays; it cannot be wrong more often than that.
//
// Why: exploration enters no bound. Each attempt freezes strategies x and y and one confidence
// sequence for each of the n + m arms, before its first play. Arm j is played in rounds, every i
// with the frequency of x, so its mean is xA[j], and Ville's inequality holds for each arm. The
// worst column for x does not depend on later plays. So the guarantee fails only if that one arm's
// sequence fails, and every arm has the whole of its budget. Caps have a fifth of the budget,
// shared among all. docs/research/theory.md has the proofs.
//
// A ledger with plays of earlier runs has their attempts, too. The last attempt goes on from where
// it is, with another epsilon or with newcomers, whose arms get a part of the budget that was kept
// for them. It ends when a strategy that it plays has left or a newcomer beats it. Plays of all
// runs are used for exploration.
//
// A small epsilon is reached by way of larger ones, so that a run that ends before has their
// bounds. With each smaller one the attempt goes on, or a new one begins, as in a later run.
//
// How: the explorer (explore.hpp) says what looks cheapest to certify. Bets are placed at the gap
// that exploration guessed, about the means that it saw in each cell, so that only the variance
// within cells costs plays. An attempt that has become more expensive than a new one is given up.
// In a symmetric game one side is enough: the value is known.
//
// Measured and dropped: freezing an equilibrium of the empirical game (up to twice the plays of the
// cheapest strategy); drawing i by x and a Beta law of the mean, with delta shared among the arms
// (1.4 to 6 times the plays); stopping to explore much sooner (a second attempt in most runs), or a
// little sooner (doubt 3: up to a fifth fewer plays in games of 3 to 5 strategies, a seventh more
// in games of 20 to 60); a caution of 0.8 or a hedge of 0.2 (as many, over 84 runs).
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "chance/evidence/attempt.hpp"
#include "chance/evidence/freeze.hpp"
#include "chance/evidence/plain_math.hpp"
#include "chance/play/answer.hpp"
#include "chance/play/explore.hpp"

namespace allnash::chance {

namespace {

constexpr double hedge = 0.5;  // standard errors by which a gap is narrowed
constexpr double regret = 2;   // an attempt ends when a new one would cost this many times less

/// A lower bound on the expected growth of log M by a play with stake u, from log(1 + u z) >= u z -
/// (-log(1-u) - u) z^2 for z >= -1.
double growth(double u, double mean, double centre, double spread, double bound) {
  const double loss = -plain_log(1 - u) - u;
  return u * (mean - centre) - loss * spread - plain_log(1 + u * (bound - centre));
}

/// Log M has the drift g in a play and the variance of about 2 g. Returns the expected climb of log
/// M at the first passage of `height`, `luck` standard deviations below the mean.
double climbed(double height, double luck) {
  const double root = (std::sqrt(2 * luck * luck + 4 * height) - std::sqrt(2.0) * luck) / 2;
  return root * root;
}

/// The normal quantile: luck, in standard deviations, that is exceeded with this probability.
double luck_of(double probability) {
  double low = 0;
  double high = 8;
  for (int halving = 0; halving < 40; ++halving) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::sqrt(2.0)) / 2 > probability ? low : high) = middle;
  }
  return low;
}

/// The ratio of successive epsilons: a fine one is certified after wider ones.
constexpr std::int64_t narrowing = 4;

Rational first_aim(const Rational& share) {
  const Rational fine(1, 32);
  const Rational widest(3, 10);
  Rational aim = share;
  while (share <= fine && aim * Rational(narrowing) <= widest) aim *= Rational(narrowing);
  return aim;
}

class Certifier {
 public:
  explicit Certifier(Run& run)
      : run_(run),
        symmetric_(run.known.symmetric()),
        share_(run.epsilon),
        aim_(first_aim(share_)),
        budget_(run.delta),
        explorer_(run, guessable_epsilon(aim_)),
        answer_(run, guessable_epsilon(share_)) {
    explorer_.on_play = [this](Entry entry, const asking::Paid& paid, std::int64_t play) {
      attempt_.take(entry, paid, play);
    };
  }

  Outcome run() {
    if (answer_.trivial(share_) || !recall()) return std::move(answer_.outcome);
    bool goes_on = resume();
    bool lasts = explorer_.start(next_log_level()) && (!goes_on || let_newcomers_join(goes_on));
    while (lasts) {
      if (!goes_on) {
        if (!explorer_.explore(next_log_level()) || run_.stop.stopped()) break;
        keep_best();
        freeze();
      }
      goes_on = certify();
      keep_best();
      if (goes_on && aim_ == share_) {
        answer_.finish(attempt_);
        answer_.find_floors();
        return ended();
      }
      lasts = !run_.plays.ended() && (!goes_on || narrow_aim());
    }
    keep_best();
    return ended();
  }

 private:
  /// While exploration continues, plays count for the attempt that was frozen last.
  void keep_best() {
    if (attempt_.number > 0 && newcomers().empty()) answer_.keep_best(attempt_);
  }

  Outcome ended() {
    answer_.outcome.attempts = budget_.attempts();
    return std::move(answer_.outcome);
  }

  // ----------------------------------------------------------------------------------- going on

  /// Reads the plays and freezes of earlier runs. False when the run has ended.
  bool recall() {
    if (!run_.plays.recall_past(past_)) return false;
    for (const asking::Past::Play& play : past_.plays) explorer_.learn(play.entry, play.paid);
    budget_ = budget_of(run_.delta, past_.frozen);
    return true;
  }

  /// Reads the attempts of earlier runs with all their plays. True if the last one can go on.
  bool resume() {
    bool goes_on = false;
    for (std::int64_t number = 1; number <= budget_.attempts(); ++number) {
      auto earlier = read_attempt(past_, number, run_.delta, symmetric_);
      goes_on = earlier.has_value();
      if (!goes_on) continue;
      attempt_ = std::move(*earlier);
      for (const asking::Past::Play& play : past_.plays) {
        if (play.number >= attempt_.since) attempt_.take(play.entry, play.paid, play.number);
      }
      set_bounds(first_bound());
      keep_best();
    }
    return goes_on && (attempt_.newcomers || newcomers().empty());
  }

  /// An opponent's strategy, and the half that is certified against it.
  struct Facing {
    Half* half;
    ExploringPlayer* player;
    Index number;
    [[nodiscard]] Arm& arm() const { return half->arms[at(number)]; }
  };
  [[nodiscard]] std::vector<Facing> arms() {
    std::vector<Facing> all;
    const auto add = [&all](Half& half, ExploringPlayer& player) {
      for (Index arm = 0; arm < std::ssize(half.arms); ++arm) all.push_back({&half, &player, arm});
    };
    add(attempt_.row, explorer_.row);
    add(attempt_.column, explorer_.column);  // none in a symmetric game
    return all;
  }
  [[nodiscard]] std::vector<Facing> newcomers() {
    std::vector<Facing> fresh = arms();
    std::erase_if(fresh, [](const Facing& one) { return one.arm().level.sign() != 0; });
    return fresh;
  }

  /// Plays newcomers until their bets can be placed, and gives them arms. False when the run has
  /// ended; the attempt does not go on if one of them beats it.
  bool let_newcomers_join(bool& goes_on) {
    const std::vector<Facing> fresh = newcomers();
    if (fresh.empty()) return true;
    for (const Facing& one : fresh) {
      if (!explore_arm(one)) return false;
      goes_on = goes_on && !is_beaten(one);
    }
    run_.event("newcomers", {{"attempt", attempt_.number}, {"count", std::ssize(fresh)}});
    if (!goes_on) return true;
    ++attempt_.groups;
    const AttemptBudget budget = budget_.of_attempt(attempt_.number, players(), 1, true);
    for (const Facing& one : fresh) {
      Arm& arm = one.arm();
      arm.sequence = bets_for(*one.player, *one.half, one.number);
      arm.group = attempt_.groups;
      arm.level = Rational(1) / budget.guarantee(arm.group);
      arm.together = Rational(1) / budget.together(++attempt_.joined);
    }
    const std::int64_t since =
        run_.plays.join(std::ssize(past_.joined) + 1, joined_text(attempt_, past_));
    for (const Facing& one : fresh) one.arm().since = since;
    return true;
  }

  /// Plays until uncertainty costs no more than certifying, or the newcomer certainly wins.
  bool explore_arm(const Facing& one) {
    for (;;) {
      const Sight sight = look_at(one);
      const double gap = sight.mean - one.half->bound.to_double();
      const double feared = cost_of_gap(gap - caution * sight.error, sight.spread, explorer_.least);
      if (feared <= doubt * cost_of_gap(gap, sight.spread, explorer_.least)) return true;
      if (is_beaten(one)) return true;
      std::vector<Entry> wanted;
      for (std::size_t i = 0; i < one.half->round.size(); ++i) {
        const Index own = one.half->strategy[i].strategy;
        if (symmetric_ && own == one.number) continue;
        wanted.insert(wanted.end(), at(one.half->round[i]), one.player->cell(own, one.number));
      }
      if (!explorer_.play(wanted)) return false;
    }
  }

  /// Whether an arm's mean seems to be below the bound, by several standard errors.
  [[nodiscard]] bool is_beaten(const Facing& one) const {
    const Sight sight = look_at(one);
    return sight.mean + 3 * sight.error < one.half->bound.to_double();
  }

  // ------------------------------------------------------------------------------------- freezing

  /// Estimates for the plays of an arm, by strata.
  struct Sight {
    double mean = 0;
    double error = 0;
    double centre = 0;
    double spread = 0;  // variance about the centres
  };
  [[nodiscard]] Sight look_at(const ExploringPlayer& player, const Half& half, Index arm,
                              const std::vector<Rational>& centres) const {
    Sight sight;
    double variance = 0;
    for (std::size_t i = 0; i < half.strategy.size(); ++i) {
      const MeanGuess seen = explorer_.guess(player, half.strategy[i].strategy, arm);
      const double x = half.strategy[i].probability.to_double();
      const double off = seen.mean - centres[i].to_double();
      sight.mean += x * seen.mean;
      sight.centre += x * centres[i].to_double();
      sight.spread += x * (seen.spread + off * off);
      variance += x * x * seen.variance;
    }
    sight.error = std::sqrt(variance);
    return sight;
  }

  /// The estimates before bets are placed, with centres 1/2.
  [[nodiscard]] Sight look_at(const Facing& one) const {
    const std::vector<Rational> middle(one.half->strategy.size(), Rational(1, 2));
    return look_at(*one.player, *one.half, one.number, middle);
  }

  /// Most of the weight is on the stake that suits the estimated gap, the rest on its neighbours:
  /// with a single stake for a gap twice as wide the bound would never be reached.
  [[nodiscard]] Bets bets_for(const ExploringPlayer& player, const Half& half, Index arm) const {
    constexpr std::int64_t fine = 64;
    Bets bets;
    for (const Weight& one : half.strategy) {
      const double mean = explorer_.guess(player, one.strategy, arm).mean;
      const auto place = static_cast<std::int64_t>(std::floor(mean * fine / 2 + 0.5));
      bets.centres.emplace_back(place, fine / 2);
      bets.centre += one.probability * bets.centres.back();
    }
    const Sight sight = look_at(player, half, arm, bets.centres);
    const double bound = player.side.bound;
    const double mean = bound + std::max(sight.mean - hedge * sight.error - bound, explorer_.least);
    std::int64_t best = 1;
    double most = 0;
    for (std::int64_t part = 1; part <= fine - 4; ++part) {
      const double u = static_cast<double>(part) / fine;
      const double a_play = growth(u, mean, sight.centre, sight.spread, bound);
      if (a_play > most) {
        most = a_play;
        best = part;
      }
    }
    bets.bets.push_back({{best, fine}, {4, 5}});
    bets.bets.push_back({{std::max<std::int64_t>(best / 2, 1), fine}, {3, 25}});
    bets.bets.push_back({{std::min(2 * best, fine - 4), fine}, {2, 25}});
    return bets;
  }

  [[nodiscard]] std::int64_t players() const { return symmetric_ ? 1 : 2; }

  /// What the next attempt spends of the error budget that is left. A wider epsilon on the way
  /// takes few plays at any level, and a later attempt is seldom needed.
  [[nodiscard]] Rational part_to_spend() const {
    return aim_ == share_ ? Rational(3, 4) : Rational(1, 10);
  }

  /// log(1/alpha) of an arm of the next attempt.
  [[nodiscard]] double next_log_level() const {
    const AttemptBudget next =
        ErrorBudget(budget_).open_attempt(players(), 1, past_.may_grow, part_to_spend());
    return log_of_level(Rational(1) / next.guarantee());
  }

  Half freeze_half(const ExploringPlayer& player, const Rational& bound) {
    const CertifyingSide& side = player.side;
    Half half;
    half.bound = bound;
    const std::vector<std::int64_t> round =
        cheapest_round(side, caution, explorer_.least, next_log_level());
    const std::int64_t size = std::accumulate(round.begin(), round.end(), std::int64_t{0});
    for (std::size_t own = 0; own < round.size(); ++own) {
      if (round[own] == 0) continue;
      half.strategy.push_back({side.candidates[own], {round[own], size}});
    }
    std::ranges::sort(half.strategy, {}, &Weight::strategy);
    for (const Weight& one : half.strategy) {
      const auto own = std::ranges::find(side.candidates, one.strategy) - side.candidates.begin();
      half.round.push_back(round[at(own)]);
    }
    for (Index arm = 0; arm < side.arms; ++arm) {
      half.arms.push_back({bets_for(player, half, arm), {}, Sample(half.round.size())});
    }
    return half;
  }

  [[nodiscard]] Rational first_bound() const {
    if (symmetric_) return Rational(1, 2) - aim_;
    const double place =
        std::floor(explorer_.row.side.bound * static_cast<double>(answer_.grid()) + 0.5);
    return {static_cast<std::int64_t>(place), answer_.grid()};
  }

  /// Goes on to a finer epsilon, so that a run that ends early has the bounds of a wider one. The
  /// attempt goes on if that looks cheaper than a new one. False when the run has ended.
  bool narrow_aim() {
    aim_ /= Rational(narrowing);
    explorer_.row.side.bound = attempt_.row.bound.to_double();
    explorer_.aim_at(guessable_epsilon(aim_));
    set_bounds(first_bound());
    return explorer_.start(next_log_level());
  }

  void freeze() {
    const Rational bound = first_bound();
    attempt_ = {};
    attempt_.row = freeze_half(explorer_.row, bound);
    attempt_.column =
        symmetric_ ? Half{} : freeze_half(explorer_.column, Rational(1) - aim_ - bound);
    attempt_.row.symmetric = symmetric_;
    attempt_.newcomers = past_.may_grow;
    const AttemptBudget budget =
        budget_.open_attempt(players(), static_cast<std::int64_t>(explorer_.arms()),
                             attempt_.newcomers, part_to_spend());
    attempt_.spends = budget_.spends();
    for (const Facing& one : arms()) {
      one.arm().level = Rational(1) / budget.guarantee();
      one.arm().together = Rational(1) / budget.together();
    }
    attempt_.number = budget_.attempts();
    attempt_.since =
        run_.plays.freeze(attempt_.number, frozen_text(attempt_, {aim_, run_.options.seed}, past_));
    for (const Facing& one : arms()) one.arm().since = attempt_.since;
    run_.event("freeze", {{"attempt", attempt_.number},
                          {"row_strategies", std::ssize(attempt_.row.strategy)},
                          {"column_strategies", std::ssize(attempt_.column.strategy)}});
  }

  // ----------------------------------------------------------------------------------- certifying

  /// The expected growth of log M by a play.
  [[nodiscard]] double drift(const Arm& arm, const Sight& sight, double mean, double m) const {
    double best = 0;
    for (const auto& [stake, weight] : std::get<Bets>(arm.sequence).bets) {
      best = std::max(best, growth(stake.to_double(), mean, sight.centre, sight.spread, m));
    }
    // A least value, for bets that do not suit.
    return std::max(best, 0.2 / cost_of_gap(mean - m, sight.spread, explorer_.least));
  }

  /// Estimates for an arm's plays, and its M.
  struct ArmState {
    Sight sight;
    GuessedValue value;
  };

  /// The distance of log M from the arm's level.
  [[nodiscard]] static double missing(const Arm& arm, const ArmState& state, double m) {
    return std::max(log_of_level(arm.level) - state.value.log_at(m), 0.5);
  }

  /// For an unsettled arm: the distance of log M from its level, and its drift if the arm's mean is
  /// one standard error above the estimate.
  struct Climb {
    double height = 0;
    double drift = 0;
  };
  struct Needs {
    std::vector<double> plays;  // by arm; 0 when settled
    std::vector<Climb> climbs;  // by arm
    double sum = 0;
    double at_best = 0;  // the sum if every mean is one standard error above its estimate
  };

  [[nodiscard]] Needs needs(const std::vector<ArmState>& states) {
    Needs result;
    for (const Facing& one : arms()) {
      const ArmState& state = states[result.plays.size()];
      const Sight& sight = state.sight;
      double& plays = result.plays.emplace_back(0);
      Climb& climb = result.climbs.emplace_back();
      if (one.half->settled(one.arm(), state.value)) continue;
      const double m = std::clamp(one.half->bound.to_double(), 1e-9, 1 - 1e-9);
      const double short_of = missing(one.arm(), state, m);
      plays = short_of / drift(one.arm(), sight, sight.mean, m);
      climb = {short_of, drift(one.arm(), sight, sight.mean + sight.error, m)};
      result.sum += plays;
      result.at_best += short_of / climb.drift;
    }
    return result;
  }

  [[nodiscard]] std::vector<ArmState> arm_states() {
    std::vector<ArmState> states;
    for (const Facing& one : arms()) {
      const Arm& arm = one.arm();
      const std::vector<Rational>& centres = std::get<Bets>(arm.sequence).centres;
      states.push_back(
          {look_at(*one.player, *one.half, one.number, centres), {arm.sequence, arm.draws}});
    }
    return states;
  }

  /// The sequences hold for all bounds at once, so only epsilon is fixed, not the place of the
  /// bounds: they are put where the fewest plays are still needed.
  Needs place_bounds() {
    const std::vector<ArmState> states = arm_states();
    Needs best = needs(states);
    if (symmetric_) return best;
    const Rational centre = attempt_.row.bound;
    Rational chosen = centre;
    constexpr std::int64_t places = 8;
    for (std::int64_t place = -places; place <= places; ++place) {
      if (place == 0) continue;
      // The places are cubes of -1, -7/8, ..., 1, so that near ones are denser.
      const double part = static_cast<double>(place * place * place) / (places * places * places);
      const double move =
          std::floor(part * aim_.to_double() * static_cast<double>(answer_.grid()) + 0.5);
      if (move == 0) continue;
      set_bounds(centre + Rational(static_cast<std::int64_t>(move), answer_.grid()));
      Needs other = needs(states);
      if (other.sum >= 0.98 * best.sum) continue;
      best = std::move(other);
      chosen = attempt_.row.bound;
    }
    set_bounds(chosen);
    return best;
  }

  void set_bounds(const Rational& low) {
    attempt_.row.bound = low;
    if (!symmetric_) attempt_.column.bound = Rational(1) - aim_ - low;
  }

  /// True if everything is certified; false when the run has ended or the attempt is given up.
  bool certify() {
    for (;;) {
      Needs now = place_bounds();
      run_.to_go = now.sum;
      answer_.show(attempt_);
      run_.report("certifying");
      if (now.sum == 0) need_what_is_unproved(now);
      if (now.sum == 0) return true;
      if (run_.stop.stopped()) return false;
      const auto plays = static_cast<double>(run_.plays.played().count - attempt_.since);
      if (plays > 8 * explorer_.arms() &&
          (beaten_by_newcomer() || dearer_than_new(std::max(now.sum, now.at_best)))) {
        run_.event("give up", {{"attempt", attempt_.number}, {"to_go", now.at_best}});
        return false;
      }
      if (!play_arms(now)) return false;
    }
  }

  bool dearer_than_new(double to_go) {
    return to_go > regret * explorer_.cost_of_new(next_log_level());
  }

  /// Too little is known of newcomers to estimate the cost of a new attempt.
  [[nodiscard]] bool beaten_by_newcomer() {
    return std::ranges::any_of(
        arms(), [&](const Facing& one) { return one.arm().group > 0 && is_beaten(one); });
  }

  /// The number of rounds of an arm that are played at once: a tenth of the need, and never so many
  /// that a wrong estimate costs much. A few of every arm at first, at little total cost: arms far
  /// from the bound give caps.
  [[nodiscard]] std::int64_t times(const Half& half, const Arm& arm, double needed,
                                   double needed_by_all) const {
    const auto size = static_cast<double>(half.round_size());
    const bool is_first = count_of(arm.draws) == 0;
    if (needed == 0 && !is_first) return 0;
    const double first =
        is_first ? std::clamp(0.05 * needed_by_all / explorer_.arms(), 2.0, 64.0) / size : 0;
    const double rounds = std::max(needed * part_at_once(needed_by_all) / size, first);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::floor(rounds + 0.5)));
  }
  [[nodiscard]] double part_at_once(double needed_by_all) const {
    const double most =
        std::max(4 * explorer_.arms(), 0.25 * static_cast<double>(run_.plays.played().count));
    return std::min(0.1, most / needed_by_all);
  }

  /// The number of rounds of each arm, and of plays of each pairing, that are wanted.
  struct Wanted {
    std::vector<std::int64_t> rounds;
    std::map<Entry, std::int64_t> plays;
  };

  bool play_arms(const Needs& needs) {
    Wanted wanted;
    const std::vector<Entry> now = plays_for(needs, wanted);
    const auto next = [&](const asking::Arrived& arrived, const asking::Peek& peek) {
      return forecast_plays(now, arrived, peek);
    };
    return explorer_.play(now, next);
  }

  /// Forecasts the plays after this round. First come the next rounds, as far as plays that were
  /// asked ahead have come back. Then come further plays in order of certainty: those that an arm
  /// needs even with much luck come before those that it needs with less. With the luck whose
  /// probability is the price, that part of the last plays is in vain, and less of those before.
  [[nodiscard]] std::vector<Entry> forecast_plays(const std::vector<Entry>& now,
                                                  const asking::Arrived& arrived,
                                                  const asking::Peek& peek) {
    constexpr int most_rounds = 12;
    constexpr double much = 2.5;
    constexpr int steps = 8;
    const Standpoint here(*this);
    take(now, arrived);
    std::vector<Entry> plays;
    Wanted wanted;
    Needs needs = place_bounds();
    bool told = true;  // whether enough results have come to know the round
    for (int round = 0; round < most_rounds && told && !run_.stop.stopped(); ++round) {
      if (needs.sum == 0) return plays;
      wanted = {};
      const std::vector<Entry> some = plays_for(needs, wanted);
      plays.insert(plays.end(), some.begin(), some.end());
      const asking::Arrived came = peek_at(some, peek);
      told = most_came(came) && round + 1 < most_rounds;
      if (!told) continue;
      take(some, came);
      needs = place_bounds();
    }
    if (run_.stop.stopped()) return {};
    const double little = luck_of(run_.options.ahead);
    for (int step = 0; step <= steps; ++step) {
      want_with(much + (little - much) * step / steps, needs, wanted);
      const std::vector<Entry> more = plays_for(wanted);
      plays.insert(plays.end(), more.begin(), more.end());
    }
    return plays;
  }

  /// Counts the results that have arrived.
  void take(const std::vector<Entry>& plays, const asking::Arrived& arrived) {
    explorer_.learn(plays, arrived);
    for (std::size_t t = 0; t < plays.size(); ++t) {
      if (arrived[t]) attempt_.take(plays[t], *arrived[t], run_.plays.played().count);
    }
  }

  /// Adds whole rounds of every arm, as many as it needs with this luck.
  void want_with(double luck, const Needs& needs, Wanted& wanted) {
    const std::vector<Facing> all = arms();
    for (std::size_t t = 0; t < all.size(); ++t) {
      const auto& [height, drift] = needs.climbs[t];
      if (height == 0) continue;
      const double rounds =
          climbed(height, luck) / drift / static_cast<double>(all[t].half->round_size());
      wanted.rounds[t] = std::max(wanted.rounds[t], static_cast<std::int64_t>(rounds));
    }
  }

  /// Restores explorer and attempt at its end.
  class Standpoint {
   public:
    explicit Standpoint(Certifier& of) : of_(of), explorer_(of.explorer_), attempt_(of.attempt_) {}
    ~Standpoint() {
      of_.explorer_ = std::move(explorer_);
      of_.attempt_ = std::move(attempt_);
    }
    Standpoint(const Standpoint&) = delete;
    Standpoint& operator=(const Standpoint&) = delete;

   private:
    Certifier& of_;
    Explorer explorer_;
    Attempt attempt_;
  };

  /// The plays of the next round.
  [[nodiscard]] std::vector<Entry> plays_for(const Needs& needs, Wanted& wanted) {
    for (const Facing& one : arms()) {
      const double needed = needs.plays[wanted.rounds.size()];
      wanted.rounds.push_back(times(*one.half, one.arm(), needed, needs.sum));
      one.half->draw_unplayed(one.number, wanted.rounds.back());
    }
    return plays_for(wanted);
  }

  /// The plays for these rounds, less those that wait for them and those that are wanted already,
  /// also by other arms of the same pairings.
  [[nodiscard]] std::vector<Entry> plays_for(Wanted& all) {
    std::vector<Entry> wanted;
    auto rounds = all.rounds.begin();
    for (const Facing& one : arms()) {
      for (std::size_t i = 0; i < one.half->round.size(); ++i) {
        const Entry cell = one.player->cell(one.half->strategy[i].strategy, one.number);
        std::int64_t& known =
            all.plays[symmetric_ && cell.row > cell.column ? Entry{cell.column, cell.row} : cell];
        const std::int64_t more = one.half->lacks(i, one.number, *rounds) - known;
        if (more <= 0) continue;
        known += more;
        wanted.insert(wanted.end(), at(more), cell);
      }
      ++rounds;
    }
    return wanted;
  }

  /// If every arm seems settled, exact arithmetic decides. An arm that is not proved gets a tenth
  /// more plays.
  void need_what_is_unproved(Needs& needs) {
    const std::vector<Facing> all = arms();
    for (std::size_t t = 0; t < all.size(); ++t) {
      const Arm& arm = all[t].arm();
      if (all[t].half->proved(arm)) continue;
      needs.plays[t] = std::max(2.0, 0.1 * static_cast<double>(count_of(arm.draws)));
      needs.sum += needs.plays[t];
    }
  }

  Run& run_;
  bool symmetric_;
  Rational share_;  // epsilon, relative to the width of the range
  Rational aim_;    // the present, wider epsilon; in the end `share_`
  ErrorBudget budget_;
  Explorer explorer_;
  Answer answer_;
  Attempt attempt_;
  asking::Past past_;
};

}  // namespace

Outcome certify_by_play(Run& run) { return Certifier(run).run(); }

}  // namespace allnash::chance
