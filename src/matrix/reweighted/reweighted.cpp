// reweighted: draw rows by weight, keep them all, and double the weight of those that beat a sparse
// strategy.
//
// Claim: proved equilibria on every game, or "failure" where sizes are given. With k1 and k2 the
// sizes of the two supports and N = max(n, m), the attempts ask for O((n + m) k1 k2 log^2(2N)
// ln^2(2N)) payoffs in the mean, and for (n + m) max(k1, k2) / eta times logarithms, where eta is
// the least part of the support's missing rows that beat a best sparse strategy; queries outside
// the attempts are bounded by a part of that. Never more than n m. Running time is exponential in
// the smaller size with the engine `sparse`, polynomial with `lp`, whose bound has the largest
// support of its solutions in place of k2, and needs a unique equilibrium.
// docs/research/reweighted.md has the proofs.
//
// An attempt takes sizes K1, K2 and a spread H, and draws about c rows. Each of its rounds takes a
// column strategy y with at most K2 non-zeros that concedes least to the rows drawn, of largest
// support, and reads its columns. If the rows U that earn more against it than was conceded hold
// none of the row support, then y plays the column support, and the candidate that it leads to is
// proved. Otherwise U is light, for the sample is a net, and its rows are doubled in weight and
// drawn by what they gained. A row of the support is doubled in each round, while all weights
// together hardly grow, so there are few rounds: at most 3 K1 ln n, or, where U holds one in H or
// more of the support's rows that are missing, 2 H (2 + log2 n) log2(2 K1) + 1. U that is not light
// is a net failure, of probability at most 1/2; the attempt then starts afresh.
//
// Before the attempts comes a walk to a strict saddle point. With a scale below 1 there are also
// shortcuts. In noise these are the search of `lazy`, in turns with the attempts as in `auto`.
// Elsewhere it is scouting: of each size the best strategy against all lines known whole is kept,
// on both sides; one of them is tried against a few lines drawn at random, of which only the
// payoffs that it needs are asked. A line that beats it is read; if none does, the lines that it
// plays are. Before each attempt scouting may ask for that part of the bound on the attempt.
//
// Beyond the bound: lines known whole for whatever reason count as drawn. A U that is empty ends an
// attempt that fails, for nothing would change. And a size is refuted, for good, once a sparse
// strategy concedes more to the lines of one player that are known than those of the other hold it
// to; this costs no query.
//
// Tried and dropped: attempts that draw a small part of c (72 n for 28 n on planted, n = 800, k =
// 2); strategies that must survive whole lines drawn at random before they are read (37 n; with
// lines of one player only 75 n, for where the value is far from the middle of the payoffs one
// side needs several times the lines of the other).
#include "matrix/reweighted/reweighted.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "matrix/lazy/lazy.hpp"

namespace allnash::matrix {

namespace {

/// The sizes that are tried if none is known, up to a side of the game: 1, 2, 3, 4, 5, 6, 8, 10,
/// 13, 16, ..., the powers of 2^(1/3), rounded.
std::vector<Index> sizes_up_to(Index side) {
  std::vector<Index> sizes{1};
  for (double cube = 2; sizes.back() < side; cube *= 2) {
    const Index size = std::min(side, static_cast<Index>(std::round(std::cbrt(cube))));
    if (size > sizes.back()) sizes.push_back(size);
  }
  return sizes;
}

constexpr std::int64_t most_steps = 10'000'000;
constexpr double certain = 0x1p53;  // probabilities are multiples of 1/certain

// Scouting.
constexpr std::int64_t scouting_steps = 300'000;  // limit of the search for one strategy
constexpr Index probes = 16;  // lines against which a strategy is tried before its lines are read

ReweightedSettings reweighted_settings(const Options& options) {
  ReweightedSettings settings{
      options.research.scale, options.research.engine, most_steps, options.seed, {}};
  if (!options.research.k1) return settings;
  const Index k1 = *options.research.k1;
  const Index k2 = *options.research.k2;
  settings.attempts = {k1 <= k2 ? SizesAttempt{Player::row, k1, k1, k2}
                                : SizesAttempt{Player::column, k2, k2, k1}};
  return settings;
}

}  // namespace

AttemptPlan plan_of(const SizesAttempt& attempt, Index rows, Index columns) {
  const bool by_rows = attempt.drawn == Player::row;
  const auto lines = static_cast<double>(by_rows ? rows : columns);
  const auto length = static_cast<double>(by_rows ? columns : rows);
  const auto own = static_cast<double>(attempt.own);
  const auto sparse = static_cast<double>(attempt.sparse);
  double parts = 3 * own;
  double rounds = std::max(1.0, std::ceil(3 * own * std::log(lines)));
  if (attempt.spread < attempt.own) {
    const auto spread = static_cast<double>(attempt.spread);
    rounds = std::ceil(2 * spread * (2 + std::log2(lines)) * std::log2(2 * own)) + 1;
    parts = rounds;
  }
  AttemptPlan plan;
  plan.net = 1 / parts;
  plan.draws = parts * (sparse * std::log(lines * length) + std::log(4.0));
  plan.rounds = static_cast<Index>(rounds);
  const double drawn = plan.draws * (1 + plan.net * rounds);
  plan.cost = 2 * ((drawn + rounds * own) * length + rounds * sparse * lines);
  return plan;
}

std::vector<SizesAttempt> attempts_for(Index rows, Index columns) {
  std::vector<std::pair<double, SizesAttempt>> all;  // with their costs
  for (const Player drawn : game::players) {
    const bool by_rows = drawn == Player::row;
    for (const Index own : sizes_up_to(by_rows ? rows : columns)) {
      for (const Index sparse : sizes_up_to(by_rows ? columns : rows)) {
        const SizesAttempt any{drawn, own, own, sparse};
        const double most = plan_of(any, rows, columns).cost;
        for (Index spread = 1; spread < own; spread *= 2) {
          const SizesAttempt attempt{drawn, spread, own, sparse};
          const double cost = plan_of(attempt, rows, columns).cost;
          if (cost < most) all.emplace_back(cost, attempt);
        }
        // The attempt with the players exchanged is as good; the cheaper one is kept.
        const SizesAttempt turned{opponent_of(drawn), sparse, sparse, own};
        const double other = plan_of(turned, rows, columns).cost;
        if (most < other || (most == other && by_rows)) all.emplace_back(most, any);
      }
    }
  }
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
  std::vector<SizesAttempt> attempts;
  attempts.reserve(all.size());
  for (const auto& [cost, attempt] : all) attempts.push_back(attempt);
  return attempts;
}

Reweighting::Reweighting(Run& run, const ReweightedSettings& settings)
    : run_(run), settings_(settings), random_(settings.seed) {
  attempts_ = settings.attempts;
  const bool given = !attempts_.empty();
  if (!given) attempts_ = attempts_for(run.known.rows(), run.known.columns());
  if (settings_.scale >= 1) return;
  for (const Player drawn : game::players) {
    std::vector<Index> sizes = sizes_up_to(View(run.known, drawn).opponents());
    const SizesAttempt& first = attempts_.front();
    if (given) sizes = {first.size_of(opponent_of(drawn))};
    for (const Index size : sizes) scouted_.push_back({drawn, size});
  }
  // Reads lines that are nearly known first.
  for (const Player player : game::players) {
    const View lines(run_.known, player);
    if (run_.known.count() < lines.opponents() / 2) continue;  // no line can be: do not look
    for (Index i = 0; i < lines.count(); ++i) {
      const Index missing = lines.opponents() - lines.known_of(i);
      if (missing > 0 && missing <= lines.opponents() / 4) wanted_.push_back({player, i});
    }
  }
}

std::optional<Outcome> Reweighting::advance(std::int64_t allowance, std::int64_t work) {
  constexpr std::int64_t without_end = std::numeric_limits<std::int64_t>::max();
  paused_ = false;
  most_work_ = work < without_end - work_ ? work_ + work : without_end;
  for (;;) {
    const Reading reading = read_on(allowance);
    if (reading == Reading::paused) return std::nullopt;
    if (reading == Reading::stopped || run_.stop.stopped()) return Outcome::stopped();
    if (std::exchange(paused_, false) || work_ >= most_work_) return std::nullopt;
    if (next_ == NextStep::begin) {
      if (!begin()) return Outcome::failure();
    } else if (auto outcome = step()) {
      return outcome;
    }
  }
}

std::optional<Outcome> Reweighting::step() {
  switch (next_) {
    case NextStep::begin:
      break;
    case NextStep::scout:
      if (!scout() && !paused_) return Outcome::stopped();
      break;
    case NextStep::probe:
      use_probe();
      break;
    case NextStep::minimise:
      if (!minimise()) return Outcome::stopped();
      break;
    case NextStep::judge:
      judge();
      break;
    case NextStep::check: {
      const bool by_rows = attempt_.drawn == Player::row;
      const std::vector<Index> support = game::support_of(least_.strategy);
      work_ += work_of_exact(candidate_.size(), at(view().opponents())) +
               work_of_exact(support.size(), at(view().count()));
      Outcome outcome =
          check_candidate(run_, by_rows ? candidate_ : support, by_rows ? support : candidate_);
      if (outcome.status != Status::failure) return outcome;
      reweigh();
      break;
    }
  }
  return std::nullopt;
}

// Starts the next attempt, or scouting before it. False when none is left.
bool Reweighting::begin() {
  is_scouting_ = false;
  for (; next_attempt_ < attempts_.size(); ++next_attempt_) {
    attempt_ = attempts_[next_attempt_];
    plan_ = plan_of(attempt_, run_.known.rows(), run_.known.columns());
    if (settings_.attempts.empty() && leaves()) return false;
    const double shortcuts = settings_.scale * plan_.cost;
    const bool all_closed = std::ranges::all_of(scouted_, &Scouted::closed);
    if (!all_closed && static_cast<double>(scouting_) < shortcuts) {
      is_scouting_ = true;
      next_ = NextStep::scout;
      return true;
    }
    const std::optional<bool> worth = worth_trying();
    if (!worth) return true;  // stopped or paused, which the caller sees
    if (!*worth) continue;
    ++next_attempt_;
    start_over();
    return true;
  }
  return false;
}

bool Reweighting::leaves() {
  const std::int64_t unread = run_.known.size() - run_.ledger.queries();
  const LoopExit exit = run_.options.research.exit;
  std::string reason;
  if (exit != LoopExit::never && unread == 0) reason = "nothing unread";
  if (exit == LoopExit::time && plan_.cost > static_cast<double>(unread)) reason = "time";
  if (reason.empty()) return false;
  run_.event("exit", {{"k1", attempt_.size_of(Player::row)},
                      {"k2", attempt_.size_of(Player::column)},
                      {"unread", unread},
                      {"reason", reason}});
  return true;
}

void Reweighting::start_over() {
  const Index lines = view().count();
  weights_.assign(at(lines), 1);
  total_ = static_cast<double>(lines);
  round_ = 0;
  draw(game::all_below(lines),
       std::vector(at(lines), std::min(1.0, plan_.draws / static_cast<double>(lines))));
  if (wanted_.empty() && view().whole().empty()) {
    read(attempt_.drawn, {random_.below(lines)}, Phase::search);
  }
  tell("attempt");
  next_ = NextStep::minimise;
}

// Draws each of these lines independently with its own probability.
void Reweighting::draw(const std::vector<Index>& lines, const std::vector<double>& chances) {
  std::vector<Index> drawn;
  for (std::size_t t = 0; t < lines.size(); ++t) {
    const auto draw = static_cast<double>(random_.below(static_cast<Index>(certain)));
    if (draw < chances[t] * certain) drawn.push_back(lines[t]);
  }
  run_.event("drawn", {{"lines", std::ssize(drawn)}});
  read(attempt_.drawn, drawn, Phase::search);
}

// Whether the known payoffs leave the attempt a chance. Nothing when stopped or paused.
std::optional<bool> Reweighting::worth_trying() {
  for (; tried_ < game::players.size(); ++tried_) {
    const std::optional<bool> chance = has_chance(game::players[tried_]);
    if (chance && *chance) continue;
    if (chance || !paused_) tried_ = 0;
    return chance;
  }
  tried_ = 0;
  return true;
}

// The same by the known lines of one player.
std::optional<bool> Reweighting::has_chance(Player drawn) {
  const Index wide = attempt_.size_of(opponent_of(drawn));
  const SeenLines& seen = seen_.of(drawn);
  if (wide <= seen.too_narrow) return false;
  const bool turned = drawn != attempt_.drawn;
  if (seen.too_wide > 0 && wide >= seen.too_wide) return turned;
  if (View(run_.known, drawn).whole().empty() || settings_.engine == Engine::lp) return true;
  const Least least = least_for(drawn, wide, settings_.steps);
  if (least == Least::stopped || least == Least::paused) return std::nullopt;
  if (least == Least::too_long) seen_.of(drawn).too_wide = wide;
  return least != Least::refuted && (least != Least::too_long || turned);
}

// False when the run must end.
bool Reweighting::minimise() {
  run_.report("reweighting");
  const Least least = least_for(attempt_.drawn, attempt_.sparse, settings_.steps);
  if (least == Least::paused) return true;
  ++run_.counts.search.stages;
  ++round_;
  if (least == Least::stopped) return false;
  if (least == Least::too_long) seen_.of(attempt_.drawn).too_wide = attempt_.sparse;
  if (least != Least::found) {
    give_up();
    return true;
  }
  read(opponent_of(attempt_.drawn), game::support_of(least_.strategy), Phase::search);
  next_ = NextStep::judge;
  return true;
}

// Finds a strategy of the opponent with at most `wide` non-zeros that concedes least to the lines
// known whole, or that no support of that size can be the opponent's.
Reweighting::Least Reweighting::least_for(Player drawn, Index wide, std::int64_t steps) {
  SeenLines& seen = seen_.of(drawn);
  if (settings_.engine == Engine::sparse && !seen.sparse) {
    seen.sparse.emplace(run_.known, drawn);
  } else if (settings_.engine == Engine::lp && !seen.basic) {
    seen.basic.emplace(run_.known, drawn);
  }
  const auto whole = View(run_.known, drawn).whole();
  const bool goes_on = seen.sparse && seen.sparse->is_paused_at(wide);
  for (; seen.rows < whole.size() && !goes_on; ++seen.rows) {
    if (run_.stop.stopped()) return Least::stopped;
    if (seen.sparse) seen.sparse->see(whole[seen.rows]);
    if (seen.basic) seen.basic->see(whole[seen.rows]);
  }
  const Least least = least_by_engine(seen, wide, steps);
  if (least != Least::found || settings_.engine == Engine::lp || !refutes(drawn)) return least;
  seen.too_narrow = std::max(seen.too_narrow, wide);
  run_.event("refuted", {{drawn == Player::row ? "k2" : "k1", wide}});
  return Least::refuted;
}

Reweighting::Least Reweighting::least_by_engine(SeenLines& seen, Index wide, std::int64_t steps) {
  if (settings_.engine == Engine::lp) {
    auto least = seen.basic->minimise(run_.stop);
    if (!least) return Least::stopped;
    least_ = *std::move(least);
    return std::ssize(least_.strategy) > wide ? Least::refuted : Least::found;
  }
  const std::int64_t before = seen.sparse->work();
  const std::int64_t most = most_work_ > work_ ? most_work_ - work_ : 0;
  const SearchEnd end = seen.sparse->minimise(wide, steps, run_.stop, most);
  work_ += seen.sparse->work() - before;
  paused_ = end == SearchEnd::paused;
  if (paused_) return Least::paused;
  if (end == SearchEnd::stopped) return Least::stopped;
  if (end == SearchEnd::too_long) return Least::too_long;
  least_ = seen.sparse->least();
  return Least::found;
}

// True if the opponent's lines that are known whole hold the drawn player to less than a sparse
// strategy concedes to a part of its lines. The value is at most the first and, if the opponent's
// support has at most that size, at least the second.
bool Reweighting::refutes(Player drawn) {
  SeenLines& seen = seen_.of(drawn);
  const auto lines = View(run_.known, opponent_of(drawn)).whole();
  if (lines.empty()) return false;
  if (!seen.relaxed) seen.relaxed.emplace(View(run_.known, drawn));
  if (seen.lines < lines.size()) {
    for (; seen.lines < lines.size(); ++seen.lines) seen.relaxed->open(lines[seen.lines]);
    const std::int64_t before = seen.relaxed->work();
    const bool solved = seen.relaxed->solve(run_.stop);
    work_ += seen.relaxed->work() - before;
    if (!solved) return false;
  }
  const double bound = seen.relaxed->bound();
  return std::isfinite(bound) && least_.value > Rational::from_double(bound);
}

// Finds the lines that earn more than was conceded, and a candidate, if there is one.
void Reweighting::judge() {
  const View rows = view();
  const FloatMix mix = rounded(least_.strategy);
  const double near = least_.value.to_double();
  violators_.clear();
  work_ += rows.count() * std::ssize(mix);
  for (Index i = 0; i < rows.count(); ++i) {
    double earned = 0;
    double largest = std::abs(near);
    for (const FloatWeight& weight : mix) {
      const double payoff = rows.approximate(i, weight.strategy);
      earned += weight.probability * payoff;
      largest = std::max(largest, std::abs(payoff));
    }
    const double error = 2 * rounding(mix.size(), largest);
    if (earned < near - error) continue;
    const bool violates =
        earned > near + error || matrix::earned(rows, i, least_.strategy) > least_.value;
    if (violates) violators_.push_back(i);
  }
  if (find_candidate(violators_)) {
    read(attempt_.drawn, candidate_, Phase::check);
    next_ = NextStep::check;
  } else {
    reweigh();
  }
}

// Finds the drawn player's support in the game against only the lines that the strategy plays. It
// is a candidate if it is small enough and the value of that game is what was conceded.
bool Reweighting::find_candidate(const std::vector<Index>& violators) {
  const View rows = view();
  const Lines support = game::support_of(least_.strategy);
  Block all;
  all.of(attempt_.drawn) = game::all_below(rows.count());
  all.of(opponent_of(attempt_.drawn)) = support;
  Block part;
  part.of(opponent_of(attempt_.drawn)) = support;
  // Tries a few lines first, which usually show that it is not.
  Lines& few = part.of(attempt_.drawn);
  if (violators.empty()) few.push_back(rows.whole().front());
  for (const Index j : support) {
    const auto earned = [&](Index i) { return rows.approximate(i, j); };
    if (violators.empty()) break;
    const Index best = *std::ranges::max_element(violators, {}, earned);
    if (std::ranges::find(few, best) == few.end()) few.push_back(best);
  }
  for (const Ties ties : {Ties::stay_out, Ties::join}) {
    const Block& block = ties == Ties::join ? all : part;
    const auto pair = exact_equilibrium(rows, block, part, run_.stop, ties, &work_);
    if (!pair) return false;  // stopped; the caller sees that next
    if (ties == Ties::stay_out && rows.turned(pair->value) <= least_.value) continue;
    if (rows.turned(pair->value) != least_.value) return false;
    candidate_ = game::support_of(rows.mine(*pair));
    const Index most = is_scouting_ ? attempt_.own + std::ssize(rows.whole()) : attempt_.own;
    return std::ssize(candidate_) <= most;
  }
  return false;
}

void Reweighting::reweigh() {
  if (is_scouting_) return join(violators_);
  double heavy = 0;
  for (const Index i : violators_) heavy += weights_[at(i)];
  const bool failure = heavy > plan_.net * total_;
  run_.event("reweighted", {{"round", round_},
                            {"support", std::ssize(least_.strategy)},
                            {"violators", std::ssize(violators_)},
                            {"weight", heavy / total_},
                            {"net_failure", failure}});
  if (violators_.empty()) return give_up();
  if (failure) return start_over();
  if (round_ >= plan_.rounds) return give_up();
  next_ = NextStep::minimise;
  total_ += heavy;
  std::vector<double> chances;
  for (const Index i : violators_) {
    chances.push_back(std::min(1.0, plan_.draws * weights_[at(i)] / total_));
    weights_[at(i)] *= 2;
  }
  draw(violators_, chances);
}

void Reweighting::give_up() {
  tell("given up");
  next_ = NextStep::begin;
}

// One step of scouting. For each size up to the number of known lines, a best strategy against
// these lines is kept, on both sides; the one that costs least to read is followed. False when the
// run must end, or when paused.
bool Reweighting::scout() {
  run_.report("scouting");
  next_ = NextStep::begin;
  std::optional<std::size_t> best;
  Index least_unread = 0;
  for (std::size_t place = 0; place < scouted_.size(); ++place) {
    Scouted& one = scouted_[place];
    const View lines(run_.known, one.drawn);
    if (one.closed || std::ssize(lines.whole()) < one.size) continue;
    if (!renew(one)) return false;
    if (one.closed) continue;
    const View others = lines.opponent();
    const Index unread = std::ranges::count_if(one.least->strategy, [&](const Weight& weight) {
      return others.known_of(weight.strategy) < others.opponents();
    });
    if (best && unread >= least_unread) continue;
    best = place;
    least_unread = unread;
  }
  if (best) {
    followed_ = *best;
    follow(scouted_[*best]);
    return true;
  }
  // No line is known yet, or no strategy may be tried any more.
  const auto can_begin = [&](const Scouted& one) {
    return !one.closed && View(run_.known, one.drawn).whole().empty();
  };
  const auto one = std::ranges::find_if(scouted_, can_begin);
  if (one == scouted_.end()) {
    for (Scouted& any : scouted_) any.closed = true;
    return true;
  }
  attempt_.drawn = one->drawn;
  join(game::all_below(view().count()));
  return true;
}

// Finds the best strategy of its size anew, if a new line beats the last one. False when the run
// must end, or when paused.
bool Reweighting::renew(Scouted& one) {
  if (one.least && !is_beaten(one)) return true;
  one.least.reset();
  const Least least = least_for(one.drawn, one.size, std::min(scouting_steps, settings_.steps));
  if (least == Least::stopped || least == Least::paused) return false;
  one.closed = least != Least::found;
  one.tested = View(run_.known, one.drawn).whole().size();
  if (!one.closed) one.least = std::move(least_);
  return true;
}

bool Reweighting::is_beaten(Scouted& one) const {
  const View lines(run_.known, one.drawn);
  for (; one.tested < lines.whole().size(); ++one.tested) {
    const Index line = lines.whole()[one.tested];
    if (matrix::earned(lines, line, one.least->strategy) > one.least->value) return true;
  }
  return false;
}

void Reweighting::follow(const Scouted& one) {
  attempt_ = {one.drawn, 1, one.size, one.size};
  least_ = *one.least;
  probe();
}

// Asks for the payoffs of some lines against the strategy.
void Reweighting::probe() {
  const View lines = view();
  probed_.clear();
  for (Index t = 0; t < probes; ++t) {
    const Index line = random_.below(lines.count());
    probed_.push_back(line);
    for (const Weight& weight : least_.strategy) {
      entries_.push_back(lines.entry(line, weight.strategy));
    }
  }
  next_ = NextStep::probe;
}

// Adds one line that beats the strategy; if there is none, the strategy's lines are read.
void Reweighting::use_probe() {
  std::vector<Index> beating;
  for (const Index line : probed_) {
    if (matrix::earned(view(), line, least_.strategy) > least_.value) beating.push_back(line);
  }
  if (!beating.empty()) return join(beating);
  read(opponent_of(attempt_.drawn), game::support_of(least_.strategy), Phase::search);
  next_ = NextStep::judge;
}

// The strategy was not optimal: adds one of the lines that beat it.
void Reweighting::join(const std::vector<Index>& beating) {
  run_.event("scouted", {{"by", attempt_.drawn == Player::row ? "row" : "column"},
                         {"size", attempt_.sparse},
                         {"lines", std::ssize(view().whole())},
                         {"beating", std::ssize(beating)}});
  next_ = NextStep::begin;
  if (beating.empty()) {
    scouted_[followed_].closed = true;
    return;
  }
  read(attempt_.drawn, {beating[at(random_.below(std::ssize(beating)))]}, Phase::search);
}

void Reweighting::tell(std::string_view what) const {
  run_.event(what, {{"k1", attempt_.size_of(Player::row)},
                    {"k2", attempt_.size_of(Player::column)},
                    {"by", attempt_.drawn == Player::row ? "row" : "column"},
                    {"spread", attempt_.spread},
                    {"draws", plan_.draws},
                    {"drawn", std::ssize(wanted_)},
                    {"rounds", what == "attempt" ? plan_.rounds : round_}});
}

void Reweighting::read(Player player, const std::vector<Index>& lines, Phase phase) {
  wanted_.clear();
  read_ = 0;
  phase_ = phase;
  for (const Index line : lines) wanted_.push_back({player, line});
  PhaseCounts& counts = run_.counts.of(phase);
  const Index length = View(run_.known, player).opponents();
  counts.calls += std::ssize(lines);
  counts.looks += std::ssize(lines) * length;
}

// Reads the wanted lines, as far as the allowance permits.
Reweighting::Reading Reweighting::read_on(std::int64_t& allowance) {
  std::vector<Entry> round;
  bool paused = false;
  for (; read_ < wanted_.size() && !paused; ++read_) {
    const View lines(run_.known, wanted_[read_].player);
    for (Index t = 0; t < lines.opponents() && !paused; ++t) {
      if (lines.knows(wanted_[read_].number, t)) continue;
      paused = std::ssize(round) >= allowance;
      if (!paused) round.push_back(lines.entry(wanted_[read_].number, t));
    }
    if (paused) break;
  }
  paused = paused || std::ssize(round) + std::ssize(entries_) > allowance;
  if (!paused) {
    round.insert(round.end(), entries_.begin(), entries_.end());
    entries_.clear();
  }
  const std::int64_t before = run_.ledger.queries();
  const bool all = round.empty() || run_.ask(round);
  const std::int64_t fresh = run_.ledger.queries() - before;
  run_.counts.of(phase_).queries += fresh;
  asked_ += fresh;
  scouting_ += is_scouting_ ? fresh : 0;
  allowance -= fresh;
  return !all ? Reading::stopped : paused ? Reading::paused : Reading::done;
}

namespace {

// Whether the game looks like noise. Nothing when the run must end.
std::optional<bool> is_noise(Run& run) {
  const Sample sample(run);
  run.report("sampling");
  if (run.stop.stopped()) return std::nullopt;
  return sample.looks_like_noise(run);
}

}  // namespace

Outcome reweighted(Run& run) {
  const Options& options = run.options;
  if (options.research.k1) refuse_misfit(run, *options.research.k1, *options.research.k2);
  if (!options.research.k1) {
    Outcome outcome = saddle_bienstock(run);
    if (outcome.status != Status::no_strict_saddle_point) return outcome;
  }
  bool noise = false;
  if (!options.research.k1 && options.research.scale < 1 &&
      options.research.engine == Engine::sparse) {
    const std::optional<bool> shown = is_noise(run);
    if (!shown) return Outcome::stopped();
    noise = *shown;
  }
  if (noise) return lazy_in_turns(run, reweighted_settings(options));
  Reweighting search(run, reweighted_settings(options));
  Outcome outcome = *search.advance(std::numeric_limits<std::int64_t>::max());
  if (outcome.status != Status::failure || options.research.k1) return outcome;
  return lazy(run);
}

}  // namespace allnash::matrix
