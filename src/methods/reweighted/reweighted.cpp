// reweighted: draw rows by weight, keep them all, and double the weight of those that a sparse
// strategy forgot.
//
// Claim: proved equilibria on every game, or "failure" where sizes are given. With k1 and k2 the
// sizes of the two supports and N = max(n, m), O((n + m) k1 k2 log(2 k1 k2 ln 2N) ln^2(2N)) queries
// in the mean; never more than n m. Running time is exponential in the larger support's size with the engine `sparse`,
// polynomial with `lp`, whose bound has the largest support of a basic solution in place of k2, and
// needs an equilibrium that is unique. docs/reweighted.md has the proofs.
//
// An attempt takes sizes K1 <= K2 (or the game turned over) and draws about c = 3 K1 (K2 ln(nm) +
// ln 4) rows. Each of its rounds takes a column strategy y with at most K2 non-zeros that concedes
// least to the rows drawn, of largest support, and reads its columns. If the rows U that earn more
// against it than was conceded hold none of the row support, then y plays the column support, and
// the candidate that it leads to is proved. Otherwise U is light, for the sample is a net, and its
// rows are doubled in weight and drawn by what they gained: a row of the support is doubled in each
// round, while all weights together hardly grow, and so there are at most T = 3 K1 ln n rounds. U
// that is not light is a net failure, of probability at most 1/2; the attempt then starts afresh.
//
// With a scale below 1 an attempt draws fewer rows and adds two violated rows, drawn by weight,
// where U is heavy. Nothing is proved of such an attempt but what it costs at most; each pair of
// sizes is tried in the theorem's way, too, when its cost has its turn, so that the bound stays,
// with a larger constant.
//
// Beyond the bound: lines known whole for whatever reason count as drawn. A U that is empty ends an
// attempt that fails, for nothing would change. And a size is refuted, for good, once a sparse
// strategy concedes more to the lines of one player that are known than those of the other hold it
// to; this costs no query.
//
// Tried and dropped: scales of 0.02 (more rounds, 52 n for 45 n on planted, n = 200, k = 2), of 0.1
// and above (twice the queries on lowerbound); one row that joins, or as many as y plays.
#include "methods/reweighted/reweighted.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "methods/paper/paper.hpp"
#include "methods/paper/subsets.hpp"

namespace allnash::methods {

namespace {

constexpr std::int64_t most_steps = 10'000'000;
// Of attempts that are not sure: lines that join where a net fails, and rounds for one of the
// theorem's. One line takes more rounds, and each round reads lines, too; with fewer rounds some
// attempts end just before they would have found it.
constexpr int joining = 2;
constexpr Index more_rounds = 2;
constexpr double certain = 0x1p53;  // parts of a probability

bool holds(const SizesAttempt& larger, const SizesAttempt& smaller) {
  return smaller.k1 <= larger.k1 && smaller.k2 <= larger.k2;
}

ReweightedSettings reweighted_settings(const Options& options) {
  ReweightedSettings settings{options.scale, options.engine, most_steps, options.seed, {}};
  if (options.k1) settings.sizes = SizesAttempt{*options.k1, *options.k2, true};
  return settings;
}

}  // namespace

AttemptPlan plan_of(const SizesAttempt& attempt, Index rows, Index columns, double scale) {
  AttemptPlan plan;
  plan.sure = attempt.sure;
  plan.drawn = attempt.k1 <= attempt.k2 ? Player::row : Player::column;
  plan.small = std::min(attempt.k1, attempt.k2);
  plan.wide = std::max(attempt.k1, attempt.k2);
  const bool by_rows = plan.drawn == Player::row;
  const auto lines = static_cast<double>(by_rows ? rows : columns);
  const auto length = static_cast<double>(by_rows ? columns : rows);
  const auto small = static_cast<double>(plan.small);
  const auto wide = static_cast<double>(plan.wide);
  const double part = attempt.sure ? 1 : scale;
  plan.net = 1 / (3 * small);
  plan.draws = part * 3 * small * (wide * std::log(lines * length) + std::log(4.0));
  plan.rounds = std::max<Index>(1, static_cast<Index>(std::ceil(3 * small * std::log(lines))));
  if (!attempt.sure) plan.rounds *= more_rounds;
  const auto rounds = static_cast<double>(plan.rounds);
  const double drawn = plan.draws * (1 + plan.net * rounds) + (attempt.sure ? 0 : joining * rounds);
  const double runs = attempt.sure ? 2 : 1;
  plan.cost = runs * ((drawn + rounds * wide) * length + rounds * wide * lines);
  return plan;
}

std::vector<SizesAttempt> attempts_for(Index rows, Index columns, double scale) {
  struct Costed {
    SizesAttempt attempt;
    double cost;
  };
  std::vector<Costed> all;
  for (const Index k1 : sizes_up_to(rows)) {
    for (const Index k2 : sizes_up_to(columns)) {
      for (const bool sure : {false, true}) {
        if (!sure && scale >= 1) continue;
        const SizesAttempt attempt{k1, k2, sure};
        all.push_back({attempt, plan_of(attempt, rows, columns, scale).cost});
      }
    }
  }
  std::ranges::stable_sort(all, {}, &Costed::cost);
  std::vector<SizesAttempt> attempts;
  for (const Costed& costed : all) attempts.push_back(costed.attempt);
  return attempts;
}

Index one_by_weight(const std::vector<Index>& lines, const std::vector<double>& weights,
                    Random& random) {
  double total = 0;
  for (const Index line : lines) total += weights[at(line)];
  double place = static_cast<double>(random.below(static_cast<Index>(certain))) / certain * total;
  for (const Index line : lines) {
    if (place < weights[at(line)]) return line;
    place -= weights[at(line)];
  }
  return lines.back();  // rounding
}

Reweighting::Reweighting(Run& run, const ReweightedSettings& settings)
    : run_(run),
      settings_(settings),
      random_(settings.seed),
      attempts_(attempts_for(run.known.rows(), run.known.columns(), settings.scale)) {
  if (!settings.sizes) return;
  attempts_.clear();
  SizesAttempt given = *settings.sizes;
  given.sure = false;
  if (settings.scale < 1) attempts_.push_back(given);
  given.sure = true;
  attempts_.push_back(given);
}

std::optional<Outcome> Reweighting::advance(std::int64_t allowance) {
  for (;;) {
    const Reading reading = read_on(allowance);
    if (reading == Reading::paused) return std::nullopt;
    if (reading == Reading::stopped || run_.stop.stopped()) return Outcome::stopped();
    if (auto outcome = step()) return outcome;
  }
}

std::optional<Outcome> Reweighting::step() {
  switch (next_) {
    case NextStep::begin:
      if (!begin()) return Outcome::failure();
      break;
    case NextStep::minimise:
      if (!minimise()) return Outcome::stopped();
      break;
    case NextStep::judge:
      judge();
      break;
    case NextStep::check: {
      const bool by_rows = plan_.drawn == Player::row;
      const std::vector<Index> support = game::support_of(least_.strategy);
      Outcome outcome =
          check_candidate(run_, by_rows ? candidate_ : support, by_rows ? support : candidate_);
      if (outcome.status != Status::failure) return outcome;
      reweigh();
      break;
    }
  }
  return std::nullopt;
}

// The next attempt. False when none is left.
bool Reweighting::begin() {
  for (; next_attempt_ < attempts_.size(); ++next_attempt_) {
    attempt_ = attempts_[next_attempt_];
    const auto hopeless = [&](const SizesAttempt& failed) {
      return (failed.sure || !attempt_.sure) && holds(failed, attempt_);
    };
    if (std::ranges::any_of(failed_, hopeless)) continue;
    plan_ = plan_of(attempt_, run_.known.rows(), run_.known.columns(), settings_.scale);
    if (!settings_.sizes && leaves()) return false;
    const std::optional<bool> worth = worth_trying();
    if (!worth) return true;  // stopped, which the caller sees
    if (!*worth) continue;
    ++next_attempt_;
    start_over();
    return true;
  }
  return false;
}

bool Reweighting::leaves() const {
  const std::int64_t unread = run_.known.size() - run_.ledger.queries();
  const LoopExit exit = run_.options.exit;
  std::string reason;
  if (exit != LoopExit::never && unread == 0) reason = "nothing unread";
  if (exit == LoopExit::time && plan_.cost > static_cast<double>(unread)) reason = "time";
  if (reason.empty()) return false;
  run_.event("exit",
             {{"k1", attempt_.k1}, {"k2", attempt_.k2}, {"unread", unread}, {"reason", reason}});
  return true;
}

void Reweighting::start_over() {
  const Index lines = view().count();
  weights_.assign(at(lines), 1);
  total_ = static_cast<double>(lines);
  round_ = 0;
  const auto known = static_cast<double>(view().whole().size());
  const double draws = plan_.sure ? plan_.draws : std::max(0.0, plan_.draws - known);
  draw(game::all_below(lines),
       std::vector(at(lines), std::min(1.0, draws / static_cast<double>(lines))));
  if (wanted_.empty() && known == 0) read(plan_.drawn, {random_.below(lines)}, Phase::search);
  tell("attempt");
  next_ = NextStep::minimise;
}

// Each of these lines with its own chance, independently.
void Reweighting::draw(const std::vector<Index>& lines, const std::vector<double>& chances) {
  std::vector<Index> drawn;
  for (std::size_t t = 0; t < lines.size(); ++t) {
    const auto draw = static_cast<double>(random_.below(static_cast<Index>(certain)));
    if (draw < chances[t] * certain) drawn.push_back(lines[t]);
  }
  run_.event("drawn", {{"lines", std::ssize(drawn)}});
  read(plan_.drawn, drawn, Phase::search);
}

// By what is known already. Nothing when stopped.
std::optional<bool> Reweighting::worth_trying() {
  for (const Player drawn : game::players) {
    const Index wide = drawn == Player::row ? attempt_.k2 : attempt_.k1;
    const SeenLines& seen = seen_.of(drawn);
    if (wide <= seen.too_narrow) return false;
    const bool turned = drawn != plan_.drawn;
    if (seen.too_wide > 0 && wide >= seen.too_wide) {
      if (!turned) return false;
      continue;
    }
    if (View(run_.known, drawn).whole().empty() || settings_.engine == Engine::lp) continue;
    const Least least = least_for(drawn, wide);
    if (least == Least::stopped) return std::nullopt;
    if (least == Least::refuted || (least == Least::too_long && !turned)) return false;
  }
  return true;
}

// False when the run must end.
bool Reweighting::minimise() {
  run_.report("reweighting");
  ++run_.counts.search.stages;
  ++round_;
  const Least least = least_for(plan_.drawn, plan_.wide);
  if (least == Least::stopped) return false;
  if (least != Least::found) {
    give_up(least == Least::refuted);
    return true;
  }
  read(opponent_of(plan_.drawn), game::support_of(least_.strategy), Phase::search);
  next_ = NextStep::judge;
  return true;
}

// A strategy of the opponent's with at most `wide` non-zeros that concedes least to the lines known
// whole; or that no support of that size can be the opponent's.
Reweighting::Least Reweighting::least_for(Player drawn, Index wide) {
  SeenLines& seen = seen_.of(drawn);
  if (settings_.engine == Engine::sparse && !seen.sparse) {
    seen.sparse.emplace(run_.known, drawn);
  } else if (settings_.engine == Engine::lp && !seen.basic) {
    seen.basic.emplace(run_.known, drawn);
  }
  const auto whole = View(run_.known, drawn).whole();
  for (; seen.rows < whole.size(); ++seen.rows) {
    if (run_.stop.stopped()) return Least::stopped;
    if (seen.sparse) seen.sparse->see(whole[seen.rows]);
    if (seen.basic) seen.basic->see(whole[seen.rows]);
  }
  const Least least = least_by_engine(seen, wide);
  if (least == Least::too_long) seen.too_wide = wide;
  if (least != Least::found || settings_.engine == Engine::lp || !refutes(drawn)) return least;
  seen.too_narrow = std::max(seen.too_narrow, wide);
  run_.event("refuted", {{drawn == Player::row ? "k2" : "k1", wide}});
  return Least::refuted;
}

Reweighting::Least Reweighting::least_by_engine(SeenLines& seen, Index wide) {
  if (settings_.engine == Engine::lp) {
    auto least = seen.basic->minimise(run_.stop);
    if (!least) return Least::stopped;
    least_ = *std::move(least);
    return std::ssize(least_.strategy) > wide ? Least::refuted : Least::found;
  }
  const SearchEnd end = seen.sparse->minimise(wide, settings_.steps, run_.stop);
  if (end == SearchEnd::stopped) return Least::stopped;
  if (end == SearchEnd::too_long) return Least::too_long;
  least_ = seen.sparse->least();
  return Least::found;
}

// True when the lines of the opponent's that are known whole hold the drawn player to less than a
// sparse strategy concedes to a part of its lines. The value is not above the first and, where the
// size holds the opponent's support, not below the second.
bool Reweighting::refutes(Player drawn) {
  SeenLines& seen = seen_.of(drawn);
  const auto lines = View(run_.known, opponent_of(drawn)).whole();
  if (lines.empty()) return false;
  if (!seen.outlook) seen.outlook.emplace(View(run_.known, drawn));
  if (seen.lines < lines.size()) {
    for (; seen.lines < lines.size(); ++seen.lines) seen.outlook->open(lines[seen.lines]);
    if (!seen.outlook->solve(run_.stop)) return false;
  }
  const double bound = seen.outlook->bound();
  return std::isfinite(bound) && least_.value > Rational(bound);
}

// Who earns more than was conceded; and a candidate, if there is one.
void Reweighting::judge() {
  const View rows = view();
  const FloatMix mix = rounded(least_.strategy);
  const double near = least_.value.to_double();
  violators_.clear();
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
        earned > near + error || methods::earned(rows, i, least_.strategy) > least_.value;
    if (violates) violators_.push_back(i);
  }
  if (find_candidate(violators_)) {
    read(plan_.drawn, candidate_, Phase::check);
    next_ = NextStep::check;
  } else {
    reweigh();
  }
}

// The lines of the drawn player that some optimal strategy plays where the other keeps to what the
// strategy plays; if these are few enough, and what was conceded is the value there.
bool Reweighting::find_candidate(const std::vector<Index>& violators) {
  const View rows = view();
  const Lines support = game::support_of(least_.strategy);
  Block all;
  all.of(plan_.drawn) = game::all_below(rows.count());
  all.of(opponent_of(plan_.drawn)) = support;
  Block part;
  part.of(opponent_of(plan_.drawn)) = support;
  // A few lines first, which most often show that it is not.
  Lines& few = part.of(plan_.drawn);
  if (violators.empty()) few.push_back(rows.whole().front());
  for (const Index j : support) {
    const auto earned = [&](Index i) { return rows.approximate(i, j); };
    if (violators.empty()) break;
    const Index best = *std::ranges::max_element(violators, {}, earned);
    if (std::ranges::find(few, best) == few.end()) few.push_back(best);
  }
  for (const Ties ties : {Ties::stay_out, Ties::join}) {
    const Block& block = ties == Ties::join ? all : part;
    const auto pair = exact_equilibrium(rows, block, part, run_.stop, ties);
    if (!pair) return false;  // stopped; the caller sees that next
    if (ties == Ties::stay_out && rows.turned(pair->value) <= least_.value) continue;
    if (rows.turned(pair->value) != least_.value) return false;
    candidate_ = game::support_of(rows.mine(*pair));
    return std::ssize(candidate_) <= plan_.wide;
  }
  return false;
}

void Reweighting::reweigh() {
  double heavy = 0;
  for (const Index i : violators_) heavy += weights_[at(i)];
  const bool failure = heavy > plan_.net * total_;
  run_.event("reweighted", {{"round", round_},
                            {"support", std::ssize(least_.strategy)},
                            {"violators", std::ssize(violators_)},
                            {"weight", heavy / total_},
                            {"net_failure", failure}});
  if (violators_.empty()) return give_up(true);
  if (failure && plan_.sure) return start_over();
  if (round_ >= plan_.rounds) return give_up(true);
  next_ = NextStep::minimise;
  if (failure) {
    std::vector<Index> lines;
    for (int t = 0; t < joining; ++t) {
      lines.push_back(one_by_weight(violators_, weights_, random_));
    }
    return read(plan_.drawn, lines, Phase::search);
  }
  total_ += heavy;
  std::vector<double> chances;
  for (const Index i : violators_) {
    chances.push_back(std::min(1.0, plan_.draws * weights_[at(i)] / total_));
    weights_[at(i)] *= 2;
  }
  draw(violators_, chances);
}

// `shown`: what held against these sizes holds against all that lie within them.
void Reweighting::give_up(bool shown) {
  tell("given up");
  if (shown) failed_.push_back(attempt_);
  next_ = NextStep::begin;
}

void Reweighting::tell(std::string_view what) const {
  run_.event(what, {{"k1", attempt_.k1},
                    {"k2", attempt_.k2},
                    {"sure", attempt_.sure},
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

// Reads the lines that are wanted, of a line no more than is allowed.
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
  const std::int64_t before = run_.ledger.queries();
  const bool all = round.empty() || run_.ledger.ask(round);
  const std::int64_t fresh = run_.ledger.queries() - before;
  run_.counts.of(phase_).queries += fresh;
  asked_ += fresh;
  allowance -= fresh;
  return !all ? Reading::stopped : paused ? Reading::paused : Reading::done;
}

Outcome reweighted(Run& run) {
  if (run.options.k1) refuse_misfit(run, *run.options.k1, *run.options.k2);
  Reweighting search(run, reweighted_settings(run.options));
  Outcome outcome = *search.advance(std::numeric_limits<std::int64_t>::max());
  if (outcome.status != Status::failure || run.options.k1) return outcome;
  return lazy(run);
}

}  // namespace allnash::methods
