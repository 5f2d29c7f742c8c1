// saddle-midsearch: a strict saddle point of a game of chance, for comparison.
//
// Claim: that of `noisy`, and with the same confidence the pair that a certified run returns is the
// game's strict saddle point, and so its only equilibrium.
//
// Why: the search enters no bound. Each pair (i, j) that it proposes is an attempt with the pure
// strategies i and j, frozen with its part of the error budget before its first play. Arm j' of row
// i pays A[i][j'], arm i' of column j pays 1 - A[i'][j]; when no arm's sequence fails, and the
// lower bounds show A[i'][j] < A[i][j] < A[i][j'] for all other i' and j', it is a strict saddle
// point.
//
// How: Maiti, Boczar, Jamieson and Ratliff (AISTATS 2024). For gaps D = 1, 1/2, ... a search with a
// budget of plays of order (n + m)/D^2 halves the larger side again and again: it picks the
// opponent's strategy against which the middle of that side earns least, and keeps the half that
// earns most against it, among which is the saddle point's. The middle is found by a race: every
// round keeps those between the top quarter and the middle and plays each four times as often. This
// is the form of the authors' experiments; with the constants of their proof one search of a game
// of 8 x 8 takes 10^10 plays and more. The check plays arms in batches that double, until each is
// separated from (i, j), one is on the wrong side of it, or its budget is spent.
//
// Assumes a strict saddle point: without one it gives up once D is below half of epsilon.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "chance/evidence/attempt.hpp"
#include "chance/evidence/freeze.hpp"
#include "chance/play/answer.hpp"
#include "chance/play/explore.hpp"
#include "core/game/view.hpp"

namespace allnash::chance {

namespace {

constexpr double search_plays = 10;  // times (n + m)/D^2
constexpr double check_plays = 4;    // times (n + m)/D^2 and log(1/alpha)
constexpr std::int64_t first_plays = 16;
constexpr std::size_t most_at_once = 1U << 20U;  // plays of a round

bool any(const std::vector<bool>& flags) { return std::ranges::find(flags, true) != flags.end(); }

/// Payoffs of the plays of one cell to one player.
struct MeanPaid {
  double plays = 0;
  double paid = 0;
  [[nodiscard]] double mean() const { return plays > 0 ? paid / plays : 0.5; }
};

/// The strategies in play of the player whose side is halved, and of the opponent.
struct HalvedSide {
  bool is_row;
  std::vector<Index>& own;
  const std::vector<Index>& others;
  [[nodiscard]] Entry cell(Index mine, Index other) const {
    return is_row ? Entry{mine, other} : Entry{other, mine};
  }
};

class Midsearch {
 public:
  explicit Midsearch(Run& run)
      : run_(run),
        symmetric_(run.known.symmetric()),
        share_(run.epsilon),
        random_(run.options.seed),
        budget_(run.delta),
        epsilon_(guessable_epsilon(share_)),
        answer_(run, epsilon_) {}

  Outcome run() {
    asking::Past past;  // its plays are not used; its attempts have spent a part of delta
    if (answer_.trivial(share_) || !run_.plays.recall_past(past)) {
      return std::move(answer_.outcome);
    }
    budget_ = budget_of(run_.delta, past.frozen);
    for (int halved = 0; std::ldexp(1.0, -halved) >= epsilon_ / 2; ++halved) {
      const double gap = std::ldexp(1.0, -halved);
      run_.report("searching");
      const std::optional<Entry> found = search(search_plays * size() / (gap * gap));
      if (run_.plays.ended()) break;
      if (!found) continue;
      freeze(*found);
      const bool certified = check(gap);
      answer_.keep_best(attempt_);
      if (certified) answer_.finish(attempt_);
      if (certified) exclude_others();
      if (certified || run_.plays.ended()) break;
    }
    if (answer_.outcome.status != Status::certified && !run_.plays.ended()) {
      answer_.outcome.reason = "no strict saddle point found with gaps of epsilon or more";
    }
    answer_.outcome.attempts = budget_.attempts();
    return std::move(answer_.outcome);
  }

 private:
  /// n + m - 2, as in the bound.
  [[nodiscard]] double size() const {
    return static_cast<double>(std::max<Index>(run_.known.rows() + run_.known.columns() - 2, 1));
  }

  // ------------------------------------------------------------------------------------ searching

  /// A pair that looks like a saddle point; none when the run has ended or there is no such pair.
  std::optional<Entry> search(double plays) {
    std::vector<Index> rows = game::all_below(run_.known.rows());
    std::vector<Index> columns = game::all_below(run_.known.columns());
    // The last game gets as many plays as two stages.
    const double a_stage = plays / (2 + stages(rows.size()) + stages(columns.size()));
    while (std::max(rows.size(), columns.size()) > 2) {
      const bool is_row = rows.size() >= columns.size();
      HalvedSide now{is_row, is_row ? rows : columns, is_row ? columns : rows};
      if (!halve(now, a_stage / 2)) return {};
    }
    return saddle_point(rows, columns, 2 * a_stage);
  }

  static double stages(std::size_t count) {
    double halvings = 0;
    for (; count > 2; count = (count + 1) / 2) halvings += 1;
    return halvings;
  }

  /// Plays each cell `times` times, in one round unless that is too large; `take` gets the index of
  /// the cell and its payoff. False when the run has ended.
  template <typename Take>
  bool play_each(const std::vector<Entry>& cells, std::int64_t times, const Take& take) {
    std::vector<Entry> wanted;
    std::vector<std::size_t> places;
    std::vector<asking::Paid> paid;
    const auto ask = [&] {
      const bool all = run_.plays.play(wanted, paid);
      for (std::size_t t = 0; t < paid.size(); ++t) take(places[t], paid[t]);
      wanted.clear();
      places.clear();
      return all;
    };
    for (std::size_t place = 0; place < cells.size(); ++place) {
      for (std::int64_t left = times; left > 0; --left) {
        wanted.push_back(cells[place]);
        places.push_back(place);
        if (wanted.size() == most_at_once && !ask()) return false;
      }
    }
    return wanted.empty() || ask();
  }

  bool play(const HalvedSide& now, const std::vector<Entry>& cells, std::int64_t times,
            std::vector<MeanPaid>& seen) {
    return play_each(cells, times, [&](std::size_t place, const asking::Paid& paid) {
      if (!paid.share) return;
      MeanPaid& one = seen[place];
      const double won = paid.share->to_double();
      one.plays += 1;
      one.paid += now.is_row ? won : 1 - won;
    });
  }

  static std::int64_t times_each(double plays, std::size_t cells) {
    constexpr double more_than_anyone_plays = 1e12;
    const double each = std::clamp(plays / static_cast<double>(cells), 1.0, more_than_anyone_plays);
    return static_cast<std::int64_t>(each);
  }

  /// Halves the side, with `plays` plays for each of the two steps.
  bool halve(const HalvedSide& now, double plays) {
    const std::optional<Index> against = lowest_middle(now, plays);
    if (!against) return false;
    std::vector<Entry> cells;
    for (const Index mine : now.own) cells.push_back(now.cell(mine, *against));
    std::vector<MeanPaid> seen(cells.size());
    if (!play(now, cells, times_each(plays, cells.size()), seen)) return false;
    std::vector<std::size_t> order(cells.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater{}, [&](std::size_t t) { return seen[t].mean(); });
    order.resize((order.size() + 1) / 2);
    std::ranges::sort(order);
    std::vector<Index> kept;
    for (const std::size_t t : order) kept.push_back(now.own[t]);
    now.own = std::move(kept);
    return true;
  }

  struct Runner {
    Index mine;
    MeanPaid seen;
  };

  static std::size_t rounds_of(std::size_t runners) {
    std::size_t rounds = 1;
    for (; runners > 1; runners = kept_of(runners)) ++rounds;
    return rounds;
  }
  static std::size_t kept_of(std::size_t runners) { return (runners + 1) / 2 - runners / 4; }

  /// The opponent's strategy against which the median of the side earns least, by a race for each,
  /// all in parallel.
  std::optional<Index> lowest_middle(const HalvedSide& now, double plays) {
    const double each = plays / static_cast<double>(now.others.size());
    std::size_t runners = now.own.size();
    while (runners > 1 && static_cast<double>(runners * rounds_of(runners)) > each) --runners;
    const auto first = times_each(each, runners * rounds_of(runners));
    std::vector<std::vector<Runner>> races;
    for (std::size_t t = 0; t < now.others.size(); ++t) races.push_back(drawn(now.own, runners));
    for (std::int64_t times = first;; times *= 4) {
      if (!run_round(now, races, times)) return {};
      if (races.front().size() == 1) break;
      for (std::vector<Runner>& race : races) keep_middle(race);
    }
    const auto lowest = std::ranges::min_element(
        races, {}, [](const std::vector<Runner>& race) { return race.front().seen.mean(); });
    return now.others[at(lowest - races.begin())];
  }

  std::vector<Runner> drawn(std::vector<Index> own, std::size_t count) {
    std::vector<Runner> race;
    for (std::size_t t = 0; t < count; ++t) {
      const Index left = std::ssize(own) - static_cast<Index>(t);
      std::swap(own[t], own[t + at(random_.below(left))]);
      race.push_back({own[t], {}});
    }
    return race;
  }

  bool run_round(const HalvedSide& now, std::vector<std::vector<Runner>>& races,
                 std::int64_t times) {
    std::vector<Entry> cells;
    for (std::size_t t = 0; t < races.size(); ++t) {
      for (const Runner& one : races[t]) cells.push_back(now.cell(one.mine, now.others[t]));
    }
    std::vector<MeanPaid> seen(cells.size());
    if (!play(now, cells, times, seen)) return false;
    std::size_t place = 0;
    for (std::vector<Runner>& race : races) {
      for (Runner& one : race) one.seen = seen[place++];
    }
    return true;
  }

  static void keep_middle(std::vector<Runner>& race) {
    std::ranges::stable_sort(race, std::greater{},
                             [](const Runner& one) { return one.seen.mean(); });
    const std::size_t from = race.size() / 4;
    race = {race.begin() + static_cast<std::ptrdiff_t>(from),
            race.begin() + static_cast<std::ptrdiff_t>(from + kept_of(race.size()))};
  }

  /// The apparent saddle point of a game of at most 2 x 2.
  std::optional<Entry> saddle_point(const std::vector<Index>& rows,
                                    const std::vector<Index>& columns, double plays) {
    const std::vector<Entry> cells = game::entries_of({{rows, columns}});
    std::vector<Index> none;
    std::vector<MeanPaid> seen(cells.size());
    if (!play({true, none, none}, cells, times_each(plays, cells.size()), seen)) return {};
    for (std::size_t t = 0; t < cells.size(); ++t) {
      bool saddle = true;
      for (std::size_t s = 0; s < cells.size(); ++s) {
        if (cells[s].row == cells[t].row) saddle = saddle && seen[s].mean() >= seen[t].mean();
        if (cells[s].column == cells[t].column) saddle = saddle && seen[s].mean() <= seen[t].mean();
      }
      // In a symmetric game a strict saddle point lies on the diagonal.
      if (saddle && (!symmetric_ || cells[t].row == cells[t].column)) return cells[t];
    }
    return {};
  }

  // ------------------------------------------------------------------------------------- checking

  /// One player's half of the check, and the index of the saddle point among its arms.
  struct PointSide {
    Half* half;
    Index arm_of_point;
    bool is_row;
  };
  [[nodiscard]] std::vector<PointSide> sides() {
    if (symmetric_) return {{&attempt_.row, point_.column, true}};
    return {{&attempt_.row, point_.column, true}, {&attempt_.column, point_.row, false}};
  }

  void freeze(Entry point) {
    point_ = point;
    attempt_.row = {{{point.row, 1}}, 0, std::vector<Arm>(at(run_.known.columns()))};
    attempt_.column = {};
    if (symmetric_) {
      // The diagonal always pays 1/2, which a large stake proves soonest.
      attempt_.row.arms[at(point.row)].sequence =
          Bets{{{{15, 16}, 1}}, {Rational(1, 2)}, Rational(1, 2)};
    } else {
      attempt_.column = {{{point.column, 1}}, 0, std::vector<Arm>(at(run_.known.rows()))};
    }
    // That the point is the only equilibrium is a joint claim on all arms: all have one level.
    const auto arms = std::ssize(attempt_.row.arms) + std::ssize(attempt_.column.arms);
    const AttemptBudget budget = budget_.open_attempt(symmetric_ ? 1 : 2, arms);
    for (const PointSide& side : sides()) {
      side.half->round = {1};
      for (Arm& arm : side.half->arms) arm.level = arm.together = Rational(1) / budget.together();
    }
    attempt_.number = budget_.attempts();
    attempt_.spends = budget_.spends();
    run_.plays.freeze(attempt_.number, "saddle-midsearch\npoint " + std::to_string(point.row) +
                                           " " + std::to_string(point.column) + "\n");
    run_.event("freeze",
               {{"attempt", attempt_.number}, {"row", point.row}, {"column", point.column}});
  }

  /// Whether the pair is proved to be a strict saddle point, with a payoff known to within epsilon.
  bool check(double gap) {
    const double level = log_of_level(attempt_.row.arms.front().level);
    const double most = check_plays * level * (size() / (gap * gap) + 2 / (epsilon_ * epsilon_));
    const std::int64_t before = run_.plays.played().count;
    for (std::int64_t batch = first_plays;; batch *= 2) {
      answer_.show(attempt_);
      run_.report("certifying");
      std::vector<bool> open = open_arms(guessed());
      if (!any(open)) {
        if (shown_exactly()) return true;
        open.assign(open.size(), true);  // floating point was wrong by a little
      }
      if (run_.stop.stopped() || looks_wrong(level)) return false;
      if (static_cast<double>(run_.plays.played().count - before) > most) return false;
      if (!play_arms(open, batch)) return false;
    }
  }

  /// Lower bounds on each arm's mean, as its player sees it: row strategy, column strategy.
  using ArmBounds = game::Both<std::vector<Rational>>;
  [[nodiscard]] ArmBounds guessed() const {
    ArmBounds bounds;
    for (const Arm& arm : attempt_.row.arms) bounds.row.push_back(guess(arm));
    for (const Arm& arm : attempt_.column.arms) bounds.column.push_back(guess(arm));
    return bounds;
  }
  [[nodiscard]] Rational guess(const Arm& arm) const {
    const double level = log_of_level(arm.level);
    return {guessed_bound(arm.sequence, arm.draws, level, answer_.grid()), answer_.grid()};
  }

  /// The arms that do not yet support the claim, those of the row strategy first.
  [[nodiscard]] std::vector<bool> open_arms(const ArmBounds& bounds) const {
    const std::size_t in_row = at(point_.column);
    const std::size_t in_column = at(point_.row);
    const Rational& low = bounds.row[in_row];
    const Rational high = symmetric_ ? Rational(1, 2) : Rational(1) - bounds.column[in_column];
    std::vector<bool> open;
    for (const Rational& bound : bounds.row) open.push_back(bound < high);
    for (const Rational& bound : bounds.column) open.push_back(bound < Rational(1) - low);
    open[in_row] = false;
    if (!symmetric_) open[bounds.row.size() + in_column] = false;
    // The point itself, as long as any arm is open.
    if (any(open) || high - low > share_) {
      open[in_row] = true;
      if (!symmetric_) open[bounds.row.size() + in_column] = true;
    }
    return open;
  }

  [[nodiscard]] bool shown_exactly() const {
    return !any(open_arms(
        {attempt_.row.lower_bounds(answer_.grid()), attempt_.column.lower_bounds(answer_.grid())}));
  }

  /// Whether an arm seems to pay its player less than the point does. No claim depends on this.
  [[nodiscard]] bool looks_wrong(double level) {
    const auto radius = [level](const Arm& arm) {
      const auto plays = static_cast<double>(arm.draws.front().count());
      return std::sqrt(level / (2 * std::max(1.0, plays)));
    };
    const auto mean = [](const Arm& arm) {
      const Evidence& draws = arm.draws.front();
      return draws.sum_approximate() / std::max(1.0, static_cast<double>(draws.count()));
    };
    for (const PointSide& side : sides()) {
      const Arm& point = side.half->arms[at(side.arm_of_point)];
      for (const Arm& arm : side.half->arms) {
        if (mean(arm) + radius(arm) < mean(point) - radius(point)) return true;
      }
    }
    return false;
  }

  bool play_arms(const std::vector<bool>& open, std::int64_t times) {
    std::vector<Entry> cells;
    std::vector<std::pair<Arm*, bool>> drawn_for;
    std::size_t place = 0;
    for (const PointSide& side : sides()) {
      for (Index arm = 0; arm < std::ssize(side.half->arms); ++arm) {
        if (!open[place++]) continue;
        cells.push_back(side.is_row ? Entry{point_.row, arm} : Entry{arm, point_.column});
        drawn_for.emplace_back(&side.half->arms[at(arm)], side.is_row);
      }
    }
    return play_each(cells, times, [&](std::size_t cell, const asking::Paid& paid) {
      const auto& [arm, is_row] = drawn_for[cell];
      arm->draws.front().add(own_share(paid, is_row));
    });
  }

  /// Sets the caps of all other strategies to 0: a strict saddle point is the only equilibrium.
  void exclude_others() {
    const auto all_but = [](Index count, Index point) {
      std::vector<Cap> caps;
      for (Index one = 0; one < count; ++one) {
        if (one != point) caps.push_back({one, 0});
      }
      return caps;
    };
    answer_.outcome.row_caps = all_but(run_.known.rows(), point_.row);
    answer_.outcome.column_caps = all_but(run_.known.columns(), point_.column);
  }

  Run& run_;
  bool symmetric_;
  Rational share_;  // epsilon, relative to the width of the range
  Random random_;
  ErrorBudget budget_;
  double epsilon_;
  Answer answer_;
  Attempt attempt_;
  Entry point_;
};

}  // namespace

Outcome saddle_midsearch(Run& run) { return Midsearch(run).run(); }

}  // namespace allnash::chance
