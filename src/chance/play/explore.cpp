#include "chance/play/explore.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>

#include "chance/evidence/attempt.hpp"
#include "core/lp/float_game.hpp"

namespace allnash::chance {
namespace {

constexpr double most_plays_a_cell = 2;  // at the start
constexpr Index first_block = 32;  // candidates of each player, if not every cell can be played
constexpr std::size_t most_joining = 8;

/// Moves the weights to an equilibrium of the estimated game, except for the part `kept`.
void lean_to_equilibrium(CertifyingSide& side, double kept, const StopToken& stop) {
  if (!lp::FloatGame::can_be_moved(side.means)) return;
  const lp::FloatGame game(std::ssize(side.candidates), side.arms, side.means);
  const auto optimum = lp::solve_floating(game, stop);
  if (!optimum) return;
  for (std::size_t r = 0; r < side.weights.size(); ++r) {
    side.weights[r] = kept * side.weights[r] + (1 - kept) * optimum->row.played[r];
  }
}

}  // namespace

Explorer::Explorer(Run& run, double epsilon)
    : run_(&run),
      symmetric_(run.known.symmetric()),
      epsilon_(epsilon),
      random_(run.options.seed),
      statistics_(run.known.rows(), run.known.columns(), symmetric_) {
  row.side.arms = run.known.columns();
  column.side.arms = run.known.rows();
  column.is_row = false;
  row.side.bound = column.side.bound = 0.5 - epsilon / 2;
  aim_at(epsilon);
}

void Explorer::aim_at(double epsilon) {
  least = epsilon / 4;
  if (symmetric_) {
    row.side.bound = 0.5 - epsilon;
  } else {
    row.side.bound += (epsilon_ - epsilon) / 2;
    column.side.bound += (epsilon_ - epsilon) / 2;
  }
  epsilon_ = epsilon;
}

double Explorer::arms() const {
  return static_cast<double>(row.side.arms + (symmetric_ ? 0 : column.side.arms));
}

std::vector<ExploringPlayer*> Explorer::players() {
  if (symmetric_) return {&row};
  return {&row, &column};
}

bool Explorer::play(const std::vector<Entry>& wanted, const asking::NextPlays& next) {
  const std::int64_t first = run_->plays.played().count;
  std::vector<asking::Paid> paid;
  const bool all = run_->plays.play(wanted, paid, next);
  for (std::size_t t = 0; t < paid.size(); ++t) {
    learn(wanted[t], paid[t]);
    on_play(wanted[t], paid[t], first);
  }
  return all;
}

void Explorer::learn(Entry entry, const asking::Paid& paid) {
  if (paid.share) statistics_.add(entry, paid.share->to_double());
}

// Plays every cell a few times or, if that would cost more than certifying, a few of each row and
// column; the best of these are the first candidates.
bool Explorer::start(double log_level) {
  const Index rows = run_->known.rows();
  const Index columns = run_->known.columns();
  const double cells =
      static_cast<double>(rows) * static_cast<double>(columns) / (symmetric_ ? 2 : 1);
  const double affordable = arms() * std::min(400.0, log_level / (8 * epsilon_ * epsilon_));
  const double a_cell = std::min(std::floor(affordable / cells), most_plays_a_cell);
  const bool whole = a_cell >= 1 || cells <= arms();
  if (whole == whole_ && !row.side.candidates.empty()) return true;  // begun for a wider epsilon
  whole_ = whole;
  run_->report("exploring");
  std::vector<Entry> wanted;
  if (whole_) {
    for (int time = 0; time < std::max(a_cell, 1.0); ++time) {
      for (Index i = 0; i < rows; ++i) {
        for (Index j = symmetric_ ? i + 1 : 0; j < columns; ++j) {
          if (statistics_.plays_of(i, j) <= time) wanted.push_back({i, j});
        }
      }
    }
  } else {
    const auto each = static_cast<int>(std::clamp(affordable / arms(), 4.0, 16.0));
    for (int time = 0; time < each; ++time) {
      for (Index i = 0; i < rows; ++i) {
        if (statistics_.plays_of_row(i) <= time) wanted.push_back({i, random_.below(columns)});
      }
      for (Index j = 0; j < columns && !symmetric_; ++j) {
        if (statistics_.plays_of_column(j) <= time) wanted.push_back({random_.below(rows), j});
      }
    }
  }
  const auto next = [&](const asking::Arrived& arrived, const asking::Peek& peek) {
    return forecast_plays(wanted, arrived, peek, log_level);
  };
  if (!play(wanted, next)) return false;
  for (ExploringPlayer* player : players()) choose_candidates(*player);
  return true;
}

void Explorer::choose_candidates(ExploringPlayer& player) {
  const Index count = player.is_row ? run_->known.rows() : run_->known.columns();
  std::vector<Index> all(at(count));
  std::iota(all.begin(), all.end(), Index{0});
  if (!whole_) {
    std::ranges::stable_sort(all, std::greater{}, [&](Index own) {
      return player.is_row ? statistics_.row_average(own) : 1 - statistics_.column_average(own);
    });
    all.resize(at(std::min(count, first_block)));
  }
  player.side.candidates = std::move(all);
  player.side.weights.assign(player.side.candidates.size(),
                             1.0 / static_cast<double>(player.side.candidates.size()));
}

/// The guess as the player sees it.
MeanGuess Explorer::guess(const ExploringPlayer& player, Index own, Index arm) const {
  const Entry cell = player.cell(own, arm);
  MeanGuess seen = statistics_.guess(cell.row, cell.column);
  if (!player.is_row) seen.mean = 1 - seen.mean;
  return seen;
}

void Explorer::gather(ExploringPlayer& player) {
  CertifyingSide& side = player.side;
  const std::size_t size = side.candidates.size() * at(side.arms);
  side.means.resize(size);
  side.variances.resize(size);
  side.spreads.resize(size);
  side.leans.resize(size);
  side.arm_doubts.clear();
  for (Index arm = 0; arm < side.arms; ++arm) {
    side.arm_doubts.push_back(player.is_row ? statistics_.doubt_of_column(arm)
                                            : statistics_.doubt_of_row(arm));
  }
  std::size_t place = 0;
  for (const Index own : side.candidates) {
    for (Index arm = 0; arm < side.arms; ++arm, ++place) {
      const MeanGuess seen = guess(player, own, arm);
      side.means[place] = seen.mean;
      side.variances[place] = seen.variance;
      side.spreads[place] = seen.spread;
      side.leans[place] = seen.lean;
    }
  }
}

/// Finds the strategies that now look cheapest.
void Explorer::refit() {
  statistics_.learn();
  for (ExploringPlayer* player : players()) {
    gather(*player);
    std::vector<double>& weights = player->side.weights;
    for (double& weight : weights) {
      weight = 0.9 * weight + 0.1 / static_cast<double>(weights.size());
    }
  }
  improve_weights();
  if (!falls_short()) return;
  for (ExploringPlayer* player : players()) lean_to_equilibrium(player->side, 0.2, run_->stop);
  improve_weights();
  if (symmetric_ || !falls_short()) return;
  // If the steps lead away from it again, takes the equilibrium itself.
  for (ExploringPlayer* player : players()) {
    lean_to_equilibrium(player->side, 0, run_->stop);
    player->side.look_at_weights();
  }
  row.side.bound = (row.side.lowest() + 1 - column.side.lowest() - epsilon_) / 2;
  column.side.bound = 1 - epsilon_ - row.side.bound;
}

void Explorer::improve_weights() {
  if (symmetric_) {
    fit(row.side, caution, least, 150);
  } else {
    fit_both(row.side, column.side, epsilon_, caution, least, run_->stop);
  }
}

/// Whether a strategy does not reach its bound. Then it cannot be certified, and small steps may
/// take long to find a better one. Its cost does not measure uncertainty then.
bool Explorer::falls_short() {
  return std::ranges::any_of(players(), [&](const ExploringPlayer* player) {
    return player->side.lowest() < player->side.bound + least;
  });
}

double Explorer::total_cost(double how_cautious, double log_level) {
  double sum = 0;
  for (ExploringPlayer* player : players()) sum += cost(player->side, how_cautious, least);
  return sum * log_level / 2;
}

double Explorer::cost_of_new(double log_level) {
  refit();
  return total_cost(caution, log_level);
}

// In a large game: adds opponents that do well against a strategy to the other side's candidates.
void Explorer::let_join(const ExploringPlayer& against, ExploringPlayer& joining) {
  const CertifyingSide& side = against.side;
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

void Explorer::let_all_join() {
  let_join(row, symmetric_ ? row : column);
  if (!symmetric_) let_join(column, row);
  for (ExploringPlayer* player : players()) {
    if (player->side.means.size() != player->side.candidates.size() * at(player->side.arms)) {
      gather(*player);
    }
  }
}

/// Whether the players' weights are ready to be frozen.
bool Explorer::is_enough(double feared, double log_level) {
  // In a symmetric game, whose value is known, some bound can be certified however fine epsilon is.
  const bool hopeless = !symmetric_ && falls_short();
  return !hopeless && feared <= doubt * total_cost(0, log_level);
}

bool Explorer::explore(double log_level) {
  run_->report("exploring");
  for (;;) {
    if (run_->stop.stopped()) return false;
    const double feared = cost_of_new(log_level);
    run_->to_go = feared;
    run_->report("exploring");
    if (is_enough(feared, log_level)) return true;
    if (!whole_) let_all_join();
    const std::vector<Entry> wanted = draw_doubts();
    const auto next = [&](const asking::Arrived& arrived, const asking::Peek& peek) {
      return forecast_plays(wanted, arrived, peek, log_level);
    };
    if (!play(wanted, next)) return false;
  }
}

/// Draws arms in proportion to the part of their cost that uncertainty causes.
std::vector<Entry> Explorer::draw_doubts() {
  std::vector<double> doubts;
  for (ExploringPlayer* player : players()) {
    const CertifyingSide& side = player->side;
    for (std::size_t j = 0; j < at(side.arms); ++j) {
      const double gap = side.arm_means[j] - side.bound;
      const double spread = side.arm_spreads[j];
      doubts.push_back(cost_of_gap(gap - caution * side.arm_errors[j], spread, least) -
                       cost_of_gap(gap, spread, least));
    }
  }
  const double sum = std::accumulate(doubts.begin(), doubts.end(), 0.0);
  const double size = std::max(4 * arms(), 0.05 * static_cast<double>(run_->plays.played().count));
  std::vector<Entry> wanted;
  double upto = 0;
  std::size_t place = 0;
  for (ExploringPlayer* player : players()) {
    const Lottery lottery(player->side.candidates, player->side.weights);
    for (Index arm = 0; arm < player->side.arms; ++arm, ++place) {
      const double before = upto;
      upto += doubts[place] / sum * size;
      const auto times = static_cast<Index>(std::floor(upto + 0.5) - std::floor(before + 0.5));
      for (Index time = 0; time < times; ++time) {
        wanted.push_back(player->cell(lottery.draw(random_), arm));
      }
    }
  }
  return wanted;
}

void Explorer::learn(const std::vector<Entry>& wanted, const asking::Arrived& arrived) {
  for (std::size_t t = 0; t < wanted.size(); ++t) {
    if (arrived[t]) learn(wanted[t], *arrived[t]);
  }
}

/// The cells that exploration would play next, given the results that have arrived: round by round
/// as far as plays that were asked ahead have come back, and then as if nothing changed.
std::vector<Entry> Explorer::forecast_plays(const std::vector<Entry>& wanted,
                                            const asking::Arrived& arrived,
                                            const asking::Peek& peek, double log_level) const {
  Explorer then = *this;
  then.learn(wanted, arrived);
  if (then.row.side.candidates.empty()) {
    for (ExploringPlayer* player : then.players()) then.choose_candidates(*player);
  }
  // Of the plays of six rounds ahead at most a tenth is in vain.
  constexpr double rounds_a_price = 60;
  const double rounds = std::ceil(rounds_a_price * run_->options.ahead);
  std::vector<Entry> next;
  bool told = true;  // whether enough results have come to know the round
  for (int round = 0; round < rounds && !run_->stop.stopped(); ++round) {
    if (told) {
      if (then.is_enough(then.cost_of_new(log_level), log_level)) return next;
      if (!whole_) then.let_all_join();
    }
    const std::vector<Entry> some = then.draw_doubts();
    next.insert(next.end(), some.begin(), some.end());
    const asking::Arrived came = peek_at(some, peek);
    then.learn(some, came);
    told = most_came(came);
  }
  return next;
}

asking::Arrived peek_at(const std::vector<Entry>& plays, const asking::Peek& peek) {
  asking::Arrived came;
  for (const Entry& entry : plays) came.push_back(peek(entry));
  return came;
}

bool most_came(const asking::Arrived& arrived) {
  const auto came = std::ranges::count_if(arrived, [](const auto& one) { return one.has_value(); });
  return 2 * came > std::ssize(arrived);
}

Lottery::Lottery(const std::vector<Index>& candidates, const std::vector<double>& weights) {
  constexpr std::int64_t denominator = 10000;
  constexpr double worth_playing = 0.02;  // as a part of the largest weight
  const auto most = std::ranges::max_element(weights);
  const double least = worth_playing * *most;
  double sum = 0;
  for (const double weight : weights) sum += weight >= least ? weight : 0;
  std::map<Index, std::int64_t> parts;
  std::int64_t left = denominator;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t] < least) continue;
    const double part = std::floor(weights[t] / sum * static_cast<double>(denominator));
    parts[candidates[t]] = static_cast<std::int64_t>(part);
    left -= parts[candidates[t]];
  }
  parts[candidates[at(most - weights.begin())]] += left;
  for (const auto& [strategy, part] : parts) {
    strategies_.push_back(strategy);
    upto_.push_back((upto_.empty() ? 0 : upto_.back()) + part);
  }
}

Index Lottery::draw(Random& random) const {
  const Index place = random.below(upto_.back());
  const auto found = std::ranges::upper_bound(upto_, place);
  return strategies_[at(found - upto_.begin())];
}

double guessable_epsilon(const Rational& share) { return std::max(share.to_double(), 1e-9); }

}  // namespace allnash::chance
