// Strategies that get the better payoff against everybody, in noise of only two payoffs.
//
// Claim: only a bound on queries: at most as many as the player has strategies, and then the lines
// of those that stood out.
//
// An optimal mixture of few strategies earns more than the value against every opponent outside the
// support. Where there are only two payoffs, its strategies must therefore get the better one
// almost always. A strategy of noise gets it against half of the opponents. So the strategies that
// got it against a few lines known whole are read against one further opponent; those that got it
// again, against the next; and so on. That costs half of a line in all. Strategies that are left
// when chance would have left none stand out. Then the opponent's optimal mixture against these
// lines alone is computed. If they hold the player's support, that mixture is optimal in the whole
// game, whatever else is unread (docs/research/sparse_binary.md, the one-sided look).
#include <algorithm>

#include "matrix/lazy/lazy.hpp"
#include "matrix/run/relaxed_game.hpp"

namespace allnash::matrix {

namespace {

class StandoutScreen {
 public:
  StandoutScreen(Run& run, Player player, const Lines& whole)
      : run_(run), view_(run.known, player), alive_(game::all_below(view_.count())) {
    for (const Index t : whole) {
      for (const Index s : alive_) better_ = std::max(better_, view_.approximate(s, t));
    }
    const auto all = static_cast<double>(view_.count() * std::ssize(whole));
    double got = 0;
    for (const Index t : whole) {
      for (const Index s : alive_) got += gets_it(s, t) ? 1 : 0;
    }
    share_ = all > 0 ? got / all : 1;
    for (const Index t : whole) keep_those_against(t);
  }

  /// True if the better payoff is rare enough for chance to remove many strategies at each step.
  [[nodiscard]] bool worth_it() const {
    constexpr double often = 0.6;  // a larger part leaves too many each time
    return share_ > 0 && share_ < often;
  }

  /// Reads more until chance would leave no strategy. False when the run must end.
  bool read_on(const Lines& further) {
    constexpr double none = 1.0 / 16;
    const std::int64_t limit = run_.ledger.queries() + view_.count();
    double expected = static_cast<double>(alive_.size());
    for (std::size_t next = 0; expected > none;) {
      if (alive_.empty()) return true;
      if (next == further.size() || run_.ledger.queries() >= limit) return give_up();
      const std::size_t to = std::min(further.size(), next + at_once());
      if (!ask({further.begin() + static_cast<std::ptrdiff_t>(next),
                further.begin() + static_cast<std::ptrdiff_t>(to)})) {
        return false;
      }
      for (; next < to; ++next) {
        keep_those_against(further[next]);
        expected *= share_;
      }
    }
    return std::ssize(alive_) <= most ? true : give_up();
  }

  [[nodiscard]] const Lines& left() const { return alive_; }

 private:
  static constexpr std::ptrdiff_t most = 8;  // up to so many, all are opened

  bool give_up() {
    alive_.clear();
    return true;
  }

  [[nodiscard]] bool gets_it(Index s, Index t) const { return view_.approximate(s, t) >= better_; }

  void keep_those_against(Index t) {
    std::erase_if(alive_, [&](Index s) { return !gets_it(s, t); });
  }

  // Rounds cost time, so a few strategies are read against several opponents at once.
  [[nodiscard]] std::size_t at_once() const {
    return std::max<std::size_t>(1, at(view_.count()) / (8 * alive_.size()));
  }

  bool ask(const Lines& opponents) {
    std::vector<Entry> wanted;
    for (const Index t : opponents) {
      for (const Index s : alive_) {
        if (!view_.knows(s, t)) wanted.push_back(view_.entry(s, t));
      }
    }
    return run_.ask(wanted);
  }

  Run& run_;
  View view_;
  Lines alive_;
  double better_ = -std::numeric_limits<double>::infinity();
  double share_ = 0;  // of the payoffs, the part with the better one
};

}  // namespace

std::optional<Block> standouts(Run& run, Player player, const Lines& whole, const Lines& further) {
  StandoutScreen screen(run, player, whole);
  if (!screen.worth_it()) return Block{};
  if (!screen.read_on(further)) return std::nullopt;
  Block found;
  found.of(player) = screen.left();
  run.event("standouts", {{player == Player::row ? "rows" : "columns", screen.left()}});
  if (screen.left().empty()) return found;
  if (!run.ask_lines(found.row, found.column)) return std::nullopt;
  RelaxedGame opponent({run.known, opponent_of(player)});
  for (const Index s : screen.left()) opponent.open(s);
  if (!opponent.solve(run.stop)) {
    return run.stop.stopped() ? std::nullopt : std::optional(std::move(found));
  }
  for (const FloatWeight& weight : opponent.mix()) {
    found.of(opponent_of(player)).push_back(weight.strategy);
  }
  return found;
}

}  // namespace allnash::matrix
