// noisy: explore, freeze, certify.
//
// Claim: with probability at least 1 - delta all bounds that a run ever states hold together, given
// that plays are independent and pay on average what the game says. A run may waste plays; it
// cannot be wrong more often than that.
//
// Why: exploration enters no bound. Each attempt freezes strategies x and y, one sequence and a
// part of the error budget for each of the n + m arms, before its first play; the draws of column
// arm j (i by x, play (i, j)) are independent with mean xA[j]; so Ville's inequality holds for each
// arm and the union over arms and attempts stays below delta. docs/noise.md has the proofs in full.
//
// How: the exploration plays cells by the arms of the strategy that now looks cheapest to certify,
// and most where doubt about an arm makes that dear. It ends when doubt costs no more than
// certifying itself. Sharing the error budget out by the expected cost of an arm, and a Beta law
// around the mean that exploration saw, take about a third off an equal share and a uniform law.
// An attempt that has become dearer than a new one is given up. In a symmetric game one side is
// enough: the value is known.
//
// Measured and dropped: freezing an equilibrium of the empirical game (up to twice the plays of the
// cheapest strategy); half or twice the caution; stopping to explore sooner or later.
#include "methods/noisy/noisy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "chance/budget.hpp"
#include "chance/plain_math.hpp"
#include "methods/noisy/cheapest.hpp"
#include "methods/noisy/tally.hpp"

namespace allnash::methods {

using namespace noisy;

namespace {

constexpr double caution = 1;   // standard errors
constexpr double doubt = 2;     // exploration ends when cautious cost is below this many times
constexpr double regret = 1.5;  // an attempt ends when a new one would be so much cheaper
constexpr double most_plays_a_cell = 4;  // at the start
constexpr Index first_block = 32;        // candidates a player, where not every cell can be played
constexpr std::size_t most_joining = 8;

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

double divergence(double p, double m) {
  p = std::clamp(p, 1e-9, 1 - 1e-9);
  return p * chance::plain_log(p / m) + (1 - p) * chance::plain_log((1 - p) / (1 - m));
}

/// The exploration's view of one player, and how its arms are played.
struct Player {
  Side side;
  bool is_row = true;

  [[nodiscard]] Entry cell(Index own, Index arm) const {
    return is_row ? Entry{own, arm} : Entry{arm, own};
  }
};

class Search {
 public:
  explicit Search(NoisyRun& run)
      : run_(run),
        symmetric_(run.plays.symmetric()),
        random_(run.options.seed),
        tally_(run.plays.rows(), run.plays.columns(), symmetric_),
        budget_(run.delta),
        width_(run.plays.range().high - run.plays.range().low),
        share_(*run.options.epsilon / width_),
        epsilon_(share_.to_double()),
        least_(epsilon_ / 4) {
    row_.side.arms = run.plays.columns();
    column_.side.arms = run.plays.rows();
    column_.is_row = false;
    while (static_cast<double>(grid_) < 1000 / epsilon_ && grid_ < 1'000'000'000) grid_ *= 10;
    outcome_.low = run.plays.range().low;
    outcome_.high = run.plays.range().high;
    if (symmetric_) {
      row_.side.bound = 0.5 - epsilon_;
    } else {
      row_.side.bound = 0.5 - epsilon_ / 2;
      column_.side.bound = 0.5 - epsilon_ / 2;
    }
  }

  NoisyOutcome run() {
    note_bounds();
    if (trivial()) return std::move(outcome_);
    if (!start()) return std::move(outcome_);
    while (explore() && !run_.stop.stopped()) {
      freeze();
      const bool certified = certify();
      keep_best();
      if (certified) {
        finish();
        break;
      }
      if (run_.plays.ended()) break;
    }
    outcome_.attempts = attempt_.number;
    return std::move(outcome_);
  }

 private:
  [[nodiscard]] double arms() const {
    return static_cast<double>(row_.side.arms + (symmetric_ ? 0 : column_.side.arms));
  }
  [[nodiscard]] std::vector<Player*> players() {
    if (symmetric_) return {&row_};
    return {&row_, &column_};
  }
  /// log(1/alpha) of an arm of the next attempt with an equal share.
  [[nodiscard]] double log_level() const {
    const auto next = static_cast<double>(attempt_.number + 1);
    return chance::plain_log(arms() * next * (next + 1) / run_.delta.to_double());
  }

  /// A tolerance so wide that the range itself will do.
  bool trivial() {
    const Rational enough = symmetric_ ? Rational(1, 2) : Rational(1);
    if (share_ < enough) return false;
    outcome_.certified = true;
    outcome_.row = outcome_.column = {{0, 1}};
    return true;
  }

  // Plays these, in this order, into the tally. False when the run has ended.
  bool play(const std::vector<Entry>& wanted, std::vector<ledger::Paid>& paid) {
    const bool all = run_.plays.ask(wanted, paid);
    for (std::size_t t = 0; t < paid.size(); ++t) {
      tally_.add(wanted[t], paid[t].share.to_double());
    }
    return all;
  }

  // Every cell a few times, or, where that would cost more than certifying, a few of each row and
  // column, and the best of those are the first candidates.
  bool start() {
    run_.report("exploring");
    const Index rows = run_.plays.rows();
    const Index columns = run_.plays.columns();
    const double cells =
        static_cast<double>(rows) * static_cast<double>(columns) / (symmetric_ ? 2 : 1);
    const double affordable = arms() * std::min(400.0, log_level() / (8 * epsilon_ * epsilon_));
    const double a_cell = std::min(std::floor(affordable / cells), most_plays_a_cell);
    whole_ = a_cell >= 1 || cells <= arms();
    std::vector<Entry> wanted;
    if (whole_) {
      for (int time = 0; time < std::max(a_cell, 1.0); ++time) {
        for (Index i = 0; i < rows; ++i) {
          for (Index j = symmetric_ ? i + 1 : 0; j < columns; ++j) wanted.push_back({i, j});
        }
      }
    } else {
      const auto each = static_cast<int>(std::clamp(affordable / arms(), 4.0, 16.0));
      for (int time = 0; time < each; ++time) {
        for (Index i = 0; i < rows; ++i) wanted.push_back({i, random_.below(columns)});
        for (Index j = 0; j < columns && !symmetric_; ++j) {
          wanted.push_back({random_.below(rows), j});
        }
      }
    }
    std::vector<ledger::Paid> paid;
    if (!play(wanted, paid)) return false;
    for (Player* player : players()) choose_candidates(*player);
    return true;
  }

  void choose_candidates(Player& player) {
    const Index count = player.is_row ? run_.plays.rows() : run_.plays.columns();
    std::vector<Index> all(at(count));
    std::iota(all.begin(), all.end(), Index{0});
    if (!whole_) {
      std::ranges::stable_sort(all, std::greater{}, [&](Index own) {
        return player.is_row ? tally_.row_average(own) : 1 - tally_.column_average(own);
      });
      all.resize(at(std::min(count, first_block)));
    }
    player.side.candidates = std::move(all);
    player.side.weights.assign(player.side.candidates.size(),
                               1.0 / static_cast<double>(player.side.candidates.size()));
  }

  void gather(Player& player) {
    Side& side = player.side;
    const std::size_t size = side.candidates.size() * at(side.arms);
    side.means.resize(size);
    side.variances.resize(size);
    std::size_t place = 0;
    for (const Index own : side.candidates) {
      for (Index arm = 0; arm < side.arms; ++arm, ++place) {
        const Entry cell = player.cell(own, arm);
        const Guess guess = tally_.guess(cell.row, cell.column, !whole_);
        side.means[place] = player.is_row ? guess.mean : 1 - guess.mean;
        side.variances[place] = guess.variance;
      }
    }
  }

  /// The strategies that now look cheapest.
  void refit() {
    for (Player* player : players()) {
      gather(*player);
      std::vector<double>& weights = player->side.weights;
      for (double& weight : weights) {
        weight = 0.9 * weight + 0.1 / static_cast<double>(weights.size());
      }
    }
    if (symmetric_) {
      fit(row_.side, caution, least_, 150);
    } else {
      fit_both(row_.side, column_.side, epsilon_, caution, least_, run_.stop);
    }
  }

  [[nodiscard]] double total_cost(double how_cautious) {
    double sum = 0;
    for (Player* player : players()) sum += cost(player->side, how_cautious, least_);
    return sum * log_level() / 2;
  }

  // In a large game: opponents that do well against a strategy join the other side's candidates.
  void let_join(const Player& against, Player& joining) {
    const Side& side = against.side;
    std::vector<bool> in(at(side.arms));
    for (const Index own : joining.side.candidates) in[at(own)] = true;
    std::vector<Index> strong;
    for (Index arm = 0; arm < side.arms; ++arm) {
      if (!in[at(arm)] && side.arm_means[at(arm)] < side.bound + epsilon_ / 2 &&
          side.arm_errors[at(arm)] < 0.15) {
        strong.push_back(arm);
      }
    }
    std::ranges::stable_sort(strong, {}, [&](Index arm) { return side.arm_means[at(arm)]; });
    if (strong.size() > most_joining) strong.resize(most_joining);
    for (const Index one : strong) {
      joining.side.candidates.push_back(one);
      joining.side.weights.push_back(0);
    }
  }

  /// False when the run has ended.
  bool explore() {
    run_.report("exploring");
    for (;;) {
      if (run_.stop.stopped()) return false;
      refit();
      const double hoped = total_cost(0);
      const double feared = total_cost(caution);
      run_.to_go = feared;
      run_.report("exploring");
      if (feared <= doubt * hoped) return true;
      if (!whole_) {
        let_join(row_, symmetric_ ? row_ : column_);
        if (!symmetric_) let_join(column_, row_);
        for (Player* player : players()) {
          if (player->side.means.size() != player->side.candidates.size() * at(player->side.arms)) {
            gather(*player);
          }
        }
      }
      if (!play_doubts()) return false;
    }
  }

  /// Plays arms by what doubt adds to their cost.
  bool play_doubts() {
    std::vector<double> doubts;
    for (Player* player : players()) {
      const Side& side = player->side;
      for (std::size_t j = 0; j < at(side.arms); ++j) {
        const double gap = side.arm_means[j] - side.bound;
        doubts.push_back(cost_of_gap(gap - caution * side.arm_errors[j], least_) -
                         cost_of_gap(gap, least_));
      }
    }
    const double sum = std::accumulate(doubts.begin(), doubts.end(), 0.0);
    const double size = std::max(4 * arms(), 0.1 * static_cast<double>(run_.plays.plays()));
    std::vector<Entry> wanted;
    double upto = 0;
    std::size_t place = 0;
    for (Player* player : players()) {
      const Lottery lottery(rounded_strategy(player->side.candidates, player->side.weights));
      for (Index arm = 0; arm < player->side.arms; ++arm, ++place) {
        const double before = upto;
        upto += doubts[place] / sum * size;
        const double times = std::floor(upto + 0.5) - std::floor(before + 0.5);
        for (double time = 0; time < times; time += 1) {
          wanted.push_back(player->cell(lottery.draw(random_), arm));
        }
      }
    }
    std::vector<ledger::Paid> paid;
    return play(wanted, paid);
  }

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
    const auto add = [&](double part, Rational weight) {
      const auto parts = static_cast<std::int64_t>(std::floor(part * fine + 0.5));
      stakes.stakes.push_back({{std::clamp<std::int64_t>(parts, 1, fine - 4), fine}, weight});
    };
    add(best, {1, 2});
    add(best / 2, {1, 4});
    add(2 * best, {1, 8});
    add(best / 4, {1, 8});
    return stakes;
  }

  /// The variance of a draw of this arm, by what the tally saw.
  [[nodiscard]] double spread(const Player& player, const Half& half, Index arm) const {
    double mean = 0;
    double square = 0;
    for (const Weight& weight : half.strategy) {
      const Entry cell = player.cell(weight.strategy, arm);
      const Guess guess = tally_.guess(cell.row, cell.column, !whole_);
      const double plays = tally_.plays_of(cell.row, cell.column) + 3;
      const double probability = weight.probability.to_double();
      const double own = player.is_row ? guess.mean : 1 - guess.mean;
      mean += probability * own;
      square += probability * (guess.variance * plays + own * own);
    }
    return std::max(square - mean * mean, 1e-6);
  }

  Half freeze_half(const Player& player, const Rational& bound) {
    const Side& side = player.side;
    Half half;
    half.strategy = rounded_strategy(side.candidates, side.weights);
    half.bound = bound;
    for (Index arm = 0; arm < side.arms; ++arm) {
      const double mean = side.arm_means[at(arm)];
      const double error = side.arm_errors[at(arm)];
      const double gap = std::max(mean - side.bound, least_);
      const double variance = spread(player, half, arm);
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
      const double place = std::floor(row_.side.bound * static_cast<double>(grid_) + 0.5);
      bound = Rational(static_cast<std::int64_t>(place), grid_);
    }
    attempt_.row = freeze_half(row_, bound);
    attempt_.column = symmetric_ ? Half{} : freeze_half(column_, Rational(1) - share_ - bound);
    share_out();
    attempt_.number = budget_.attempts();
    run_.plays.freeze(attempt_.number, attempt_.frozen_text());
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
        costs.push_back(half->bound.sign() <= 0 ? 0 : cost_of_gap(gap, least_));
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
    Player* player;
  };
  [[nodiscard]] std::vector<HalfOf> halves() {
    if (symmetric_) return {{&attempt_.row, &row_}};
    return {{&attempt_.row, &row_}, {&attempt_.column, &column_}};
  }

  // ----------------------------------------------------------------------------------- certifying

  /// What the frozen strategy seems to earn against each arm, and how sure that is.
  struct Outlook {
    std::vector<double> means;
    std::vector<double> errors;
  };
  [[nodiscard]] Outlook outlook(const Half& half, const Player& player) const {
    Outlook result;
    for (Index arm = 0; arm < player.side.arms; ++arm) {
      double mean = 0;
      double variance = 0;
      for (const Weight& weight : half.strategy) {
        const Entry cell = player.cell(weight.strategy, arm);
        const Guess guess = tally_.guess(cell.row, cell.column, !whole_);
        const double probability = weight.probability.to_double();
        mean += probability * (player.is_row ? guess.mean : 1 - guess.mean);
        variance += probability * probability * guess.variance;
      }
      result.means.push_back(mean);
      result.errors.push_back(std::sqrt(variance));
    }
    return result;
  }

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
    const double level = chance::plain_log(arm.level.to_double());
    return std::max(level - (above || arm.draws.count() == 0 ? seen : -std::max(seen, 0.0)), 0.5);
  }

  struct Needs {
    std::vector<std::vector<double>> plays;  // by half and arm; 0 when settled
    double sum = 0;
    double at_best = 0;  // the sum if every arm is a standard error better than it looks
  };

  [[nodiscard]] Needs needs(const std::vector<Outlook>& outlooks) {
    Needs result;
    std::size_t side = 0;
    for (const auto& [half, player] : halves()) {
      const double m = std::clamp(half->bound.to_double(), 1e-9, 1 - 1e-9);
      const Outlook& sight = outlooks[side++];
      result.plays.emplace_back();
      for (Index arm = 0; arm < player->side.arms; ++arm) {
        const Arm& one = half->arms[at(arm)];
        result.plays.back().push_back(0);
        if (half->settled(one)) continue;
        const bool stakes = std::holds_alternative<chance::Stakes>(one.sequence);
        const double variance = stakes ? spread(*player, *half, arm) : 0;
        const double mean = sight.means[at(arm)];
        const double best = std::min(mean + sight.errors[at(arm)], 1 - 1e-9);
        const double short_of = missing(one, m);
        const double growth =
            mean - m < least_ ? 2 / cost_of_gap(mean - m, least_) : drift(mean, m, variance);
        constexpr double hopeless = 1e12;
        result.plays.back().back() = short_of / growth;
        result.sum += short_of / growth;
        result.at_best +=
            best <= m ? hopeless : std::min(short_of / drift(best, m, variance), hopeless);
      }
    }
    return result;
  }

  /// The sequences hold for all bounds at once, so that only epsilon is fixed, not where the bounds
  /// lie: they are put where what is left to play is least.
  Needs place_bounds() {
    std::vector<Outlook> outlooks;
    for (const auto& [half, player] : halves()) outlooks.push_back(outlook(*half, *player));
    Needs best = needs(outlooks);
    if (symmetric_) return best;
    const Rational centre = attempt_.row.bound;
    Rational chosen = centre;
    constexpr std::int64_t places = 8;
    for (std::int64_t place = -places; place <= places; ++place) {
      if (place == 0) continue;
      // Near places as well as far ones: the cubes of -1, -7/8, ..., 1.
      const double part = static_cast<double>(place * place * place) / (places * places * places);
      const double move = std::floor(part * epsilon_ * static_cast<double>(grid_) + 0.5);
      if (move == 0) continue;
      set_bounds(centre + Rational(static_cast<std::int64_t>(move), grid_));
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
    const std::int64_t first = run_.plays.plays();
    for (;;) {
      const Needs now = place_bounds();
      run_.to_go = now.sum;
      show_bounds();
      run_.report("certifying");
      if (now.sum == 0) return all_proved();
      if (run_.stop.stopped()) return false;
      if (static_cast<double>(run_.plays.plays() - first) > 8 * arms() &&
          dearer_than_new(std::max(now.sum, now.at_best))) {
        run_.event("give up", {{"attempt", attempt_.number}, {"to_go", now.at_best}});
        return false;
      }
      if (!play_arms(now.plays)) return false;
    }
  }

  bool dearer_than_new(double to_go) {
    refit();
    return to_go > regret * total_cost(caution);
  }

  bool play_arms(const std::vector<std::vector<double>>& needed) {
    struct Drawn {
      Half* half;
      Index arm;
    };
    std::vector<Entry> wanted;
    std::vector<Drawn> drawn_for;
    // A tenth of what is needed, and never so much that a wrong guess costs dearly.
    double sum = 0;
    for (const auto& half : needed) sum = std::accumulate(half.begin(), half.end(), sum);
    const double most = std::max(4 * arms(), 0.25 * static_cast<double>(run_.plays.plays()));
    const double part = std::min(0.1, most / sum);
    // A few of every arm at first, at little cost in all: those far from the bound make caps.
    const double first = std::clamp(std::floor(0.05 * sum / arms()), 2.0, 64.0);
    std::size_t side = 0;
    for (const auto& [half, player] : halves()) {
      const Lottery lottery(half->strategy);
      for (Index arm = 0; arm < player->side.arms; ++arm) {
        const double need = needed[side][at(arm)];
        double times = need > 0 ? std::max(std::ceil(need * part), 2.0) : 0;
        if (half->arms[at(arm)].draws.count() == 0) times = std::max(times, first);
        for (double time = 0; time < times; time += 1) {
          wanted.push_back(player->cell(lottery.draw(random_), arm));
          drawn_for.push_back({half, arm});
        }
      }
      ++side;
    }
    std::vector<ledger::Paid> paid;
    const bool all = play(wanted, paid);
    for (std::size_t t = 0; t < paid.size(); ++t) {
      const auto& [half, arm] = drawn_for[t];
      half->arms[at(arm)].draws.add(own_share(paid[t], half == &attempt_.row));
    }
    return all;
  }

  /// A play whose first try was lost may have been lost because of what it paid: it counts as the
  /// worst that it can have been.
  static Rational own_share(const ledger::Paid& paid, bool is_row) {
    if (paid.failed) return 0;
    return is_row ? paid.share : Rational(1) - paid.share;
  }

  bool all_proved() {
    for (const auto& [half, player] : halves()) {
      for (const Arm& arm : half->arms) {
        if (!half->proved(arm)) throw std::logic_error("a bound that floating point misjudged");
      }
    }
    return true;
  }

  // --------------------------------------------------------------------------------------- answer

  [[nodiscard]] Rational payoff(const Rational& share) const {
    return run_.plays.range().low + width_ * share;
  }

  /// What this attempt has shown, where it is more than what was known.
  void keep_best() {
    row_bounds_ = attempt_.row.lower_bounds(grid_);
    const Rational low = std::ranges::min(row_bounds_);
    if (low.sign() > 0 && payoff(low) > outcome_.low) {
      outcome_.low = payoff(low);
      outcome_.row = attempt_.row.strategy;
      if (symmetric_) outcome_.column = outcome_.row;
    }
    if (symmetric_) {
      outcome_.high = payoff(Rational(1) - (outcome_.low - run_.plays.range().low) / width_);
    } else {
      column_bounds_ = attempt_.column.lower_bounds(grid_);
      const Rational least = std::ranges::min(column_bounds_);
      const Rational high = payoff(Rational(1) - least);
      if (least.sign() > 0 && high < outcome_.high) {
        outcome_.high = high;
        outcome_.column = attempt_.column.strategy;
      }
    }
    note_bounds();
  }

  void note_bounds() {
    run_.low = outcome_.low.to_double();
    run_.high = outcome_.high.to_double();
  }

  /// The bounds as they look now, for people who watch.
  void show_bounds() {
    if (run_.observer == nullptr) return;
    const double low = payoff_near(attempt_.row.guessed_bound(grid_));
    run_.low = std::max(outcome_.low.to_double(), low);
    if (symmetric_) {
      run_.high = payoff_near(1) + payoff_near(0) - run_.low;
    } else {
      const double high = payoff_near(1 - attempt_.column.guessed_bound(grid_));
      run_.high = std::min(outcome_.high.to_double(), high);
    }
  }
  [[nodiscard]] double payoff_near(double share) const {
    return run_.plays.range().low.to_double() + width_.to_double() * share;
  }

  void finish() {
    // The bounds of this attempt alone, so that its evidence proves them.
    const Rational low = std::ranges::min(row_bounds_);
    outcome_.low = payoff(low);
    outcome_.row = attempt_.row.strategy;
    outcome_.column = symmetric_ ? outcome_.row : attempt_.column.strategy;
    const Rational high =
        symmetric_ ? Rational(1) - low : Rational(1) - std::ranges::min(column_bounds_);
    outcome_.high = payoff(high);
    outcome_.certified = true;
    note_bounds();
    // Row arms say what each row earns at most against y; in a symmetric game y = x.
    outcome_.row_caps =
        caps(symmetric_ ? row_bounds_ : column_bounds_, Rational(1) - high, low, high);
    outcome_.column_caps = symmetric_ ? outcome_.row_caps : caps(row_bounds_, low, low, high);
    outcome_.attempt = attempt_;
  }

  /// For an equilibrium strategy z of the player whose strategies are these arms, z_i <= (high -
  /// low) / (arm's bound - the least of them): it earns the value, each arm concedes what it does.
  static std::vector<Cap> caps(const std::vector<Rational>& bounds, const Rational& least,
                               const Rational& low, const Rational& high) {
    std::vector<Cap> result;
    for (std::size_t i = 0; i < bounds.size(); ++i) {
      const Rational distance = bounds[i] - least;
      if (distance > high - low) {
        result.push_back({static_cast<Index>(i), (high - low) / distance});
      }
    }
    return result;
  }

  NoisyRun& run_;
  bool symmetric_;
  Random random_;
  Tally tally_;
  chance::ErrorBudget budget_;
  Rational width_;
  Rational share_;  // epsilon as a share of the range
  double epsilon_;
  double least_;  // a gap below this is taken to be this
  std::int64_t grid_ = 1000;
  bool whole_ = true;  // every cell may be played
  Player row_;
  Player column_;
  Attempt attempt_;
  std::vector<Rational> row_bounds_;
  std::vector<Rational> column_bounds_;
  NoisyOutcome outcome_;
};

}  // namespace

NoisyOutcome certify_by_play(NoisyRun& run) { return Search(run).run(); }

}  // namespace allnash::methods
