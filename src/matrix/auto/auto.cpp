// auto: the default method.
//
// Claim: exact on every game; never more queries than entries. Without a range, a tolerance or free
// payoffs it asks at most  2 q + 16 K + max(a + 3 h + r, 4 max(n, m)),  where q is the number of
// payoffs that the search by reweighting asks beside `lazy`, K the largest number of strategies in
// a mixture that it tries against 16 lines, a the number that `lazy` asks before it has mixes, h
// the largest floor of its mixes and r its largest round. The expectation of q has a bound
// if that search ends within its limit of steps, which is smaller here than in the method
// `reweighted` (docs/research/theory.md, Theorem 10).
//
// How it chooses:
// - Where payoffs are free, time is what counts: a game that is quickly read is read and solved,
//   unless a range or a tolerance says that payoffs are to be spared.
// - Elsewhere a small random block, from which `lazy` starts anyway, tells noise from structure.
// - In noise it first looks for a strict saddle point. There Bienstock's search takes under twice
//   the floor, and lazy search twice in the mean and up to four times, in small games more. Looking
//   for one costs 2 max(n, m) - 1 queries, and they stay in the ledger. It does not look where the
//   block holds two payoffs only, since there can be none, nor with a tolerance: in vast noise
//   random play then answers.
// - Then `lazy`, which reads all that is left when that is little.
//
// The number of payoffs that `lazy` asks has no bound. So, where no range lets it ask for less than
// any floor, others take turns with it. Once it has spent three times the floor of its present
// mixes, ties included, a search for a saddle point and then the one of `reweighted` are given as
// many new payoffs as it has had, before each of its rounds. They share the ledger, and whoever
// ends first ends the run. Before that they have one payoff in 256, a line at a time, so that they
// also get a turn if the mixes of `lazy` are large without need.
//
// A turn is one of work, too: the search of `reweighted`, which is exponential in the sizes of the
// supports, may compute half as much again as `lazy` has, and a quarter of it before turns begin.
// When that is used up it pauses, whatever payoffs are left of its share. Work is counted in
// operations and not timed, so that runs repeat.
#include <cmath>
#include <optional>

#include "matrix/lazy/lazy.hpp"
#include "matrix/reweighted/reweighted.hpp"
#include "matrix/saddle/saddle.hpp"

namespace allnash::matrix {

namespace {

// The mixtures of the search in noise come near enough sooner (17% of a game of 2000 for a tenth of
// the range, random play 19%), but nothing bounds how soon. In a vast game the bound of random play
// is far below the size, so random play is used.
bool play_pays(const Run& run) {
  if (!run.known.range()) return false;
  const auto& [low, high] = *run.known.range();
  const auto rows = static_cast<double>(run.known.rows());
  const auto columns = static_cast<double>(run.known.columns());
  const double parts = (high - low).to_double() / run.options.epsilon->to_double();
  const double bound = 2 * (rows + columns) * std::log(rows * columns) * parts * parts;
  return bound < static_cast<double>(run.known.size()) / 2;
}

/// Decides when the others' turns begin, by the payoffs spent since mixes were last larger. Payoffs
/// spent before there were mixes do not count: they are the price of a start, which in a small game
/// is large beside the floor of two single strategies.
class Patience {
 public:
  /// True if for some floor h more than `multiple` times h payoffs were spent since there last were
  /// mixes with a floor above h.
  bool is_over(std::int64_t hoped, std::int64_t spent) {
    if (hoped == 0) return false;
    if (past_.empty()) begun_ = spent;
    while (!past_.empty() && past_.back().hoped <= hoped) past_.pop_back();
    past_.push_back({hoped, spent});
    std::int64_t since = begun_;
    for (const Moment& moment : past_) {
      if (spent - since > multiple * moment.hoped) return true;
      since = moment.spent;
    }
    return false;
  }

 private:
  static constexpr std::int64_t multiple = 3;
  struct Moment {
    std::int64_t hoped;
    std::int64_t spent;  // payoffs spent when this floor was last seen
  };
  std::vector<Moment> past_;  // floors fall
  std::int64_t begun_ = 0;    // payoffs spent before there were mixes
};

/// The methods that take turns with `lazy`.
class Others {
 public:
  Others(Run& run, const ReweightedSettings& settings) : run_(run), reweighting_(run, settings) {
    run_.before_round = [this](std::int64_t wanted) { return take(wanted); };
  }
  ~Others() { run_.before_round = nullptr; }
  Others(const Others&) = delete;
  Others& operator=(const Others&) = delete;

  /// Elementary operations of their searches (Run::work).
  [[nodiscard]] std::int64_t work() const { return reweighting_.work(); }
  /// Their outcome, if one of them has ended.
  [[nodiscard]] const std::optional<Outcome>& outcome() const { return outcome_; }

 private:
  static constexpr std::int64_t early_share = 256;
  static constexpr std::int64_t early_work_share = 4;

  // Called before `lazy` asks for `wanted` payoffs. False when the run must end.
  bool take(std::int64_t wanted) {
    if (over_) return true;
    const std::int64_t theirs = run_.ledger.queries() - asked_;
    const std::int64_t soon = theirs + wanted;
    const bool turns = patience_.is_over(run_.hoped, theirs);
    const Index line = std::max(run_.known.rows(), run_.known.columns());
    const std::int64_t share = turns ? soon : soon / early_share / line * line;
    if (share <= asked_) return true;
    const std::int64_t work =
        (turns ? run_.work + run_.work / 2 : run_.work / early_work_share) - reweighting_.work();
    if (work <= 0) return true;
    if (turns && !told_) run_.event("turns", {{"asked", theirs}, {"hoped", run_.hoped}});
    told_ |= turns;
    if (!walked_ && !walk(share)) return !outcome_;
    const std::int64_t before = reweighting_.asked();
    auto outcome = reweighting_.advance(share - asked_, work);
    asked_ += reweighting_.asked() - before;
    if (!outcome) return true;
    over_ = outcome->status == Status::failure;
    if (!over_) outcome_ = std::move(outcome);
    return over_;
  }

  // Walks to a strict saddle point, once the share suffices for all of it. False if it does not, or
  // if the walk ended the run.
  bool walk(std::int64_t share) {
    const Index side = std::max(run_.known.rows(), run_.known.columns());
    if (share - asked_ < 4 * side - 3) return false;
    const std::int64_t before = run_.ledger.queries();
    Outcome outcome = saddle_bienstock(run_);
    walked_ = true;
    asked_ += run_.ledger.queries() - before;
    if (outcome.status == Status::no_strict_saddle_point) return asked_ < share;
    outcome_ = std::move(outcome);
    return false;
  }

  Run& run_;
  Reweighting reweighting_;
  Patience patience_;
  std::int64_t asked_ = 0;
  bool walked_ = false;
  bool told_ = false;
  bool over_ = false;  // no sizes are left to try
  std::optional<Outcome> outcome_;
};

}  // namespace

Outcome automatic(Run& run) {
  constexpr std::int64_t moderate = 1'000'000;  // payoffs that are read and solved in seconds
  const bool counted = run.options.payoff_range || run.options.epsilon;
  if (run.ledger.free() && !counted && run.known.size() <= moderate) {
    run.event("choice", {{"method", "full"}});
    return full(run);
  }
  if (run.options.epsilon) return lazy_or(run, play_pays(run) ? random_play : nullptr);
  if (run.options.payoff_range) return lazy_or(run, saddle_bienstock);
  constexpr std::int64_t most_steps = 300'000;
  constexpr double shortcuts = 0.05;
  return lazy_in_turns(run, {shortcuts, Engine::sparse, most_steps, run.options.seed, {}});
}

Outcome lazy_in_turns(Run& run, const ReweightedSettings& settings) {
  ReweightedSettings its_own = settings;
  its_own.seed = ~settings.seed;  // the seed itself drew the sample that `lazy` starts from
  const Others others(run, its_own);
  Outcome outcome = lazy_or(run, saddle_bienstock);
  run.event("worked", {{"lazy", run.work}, {"others", others.work()}});
  return others.outcome() ? *others.outcome() : outcome;
}

}  // namespace allnash::matrix
