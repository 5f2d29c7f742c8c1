// sparse_binary: every equilibrium of a 0/1 game, found by random play on few lines.
//
// Claim: exact on every game of payoffs 0 and 1; a game in which it meets another payoff is
// refused. Randomness can cost queries, never correctness. Queries: at most n*m, in one round a
// step. The bound of the reference, O(N log N k^(3k)) with N = max(n, m), holds for a unique
// equilibrium of at most k strategies a player. That bound, and those proved in
// docs/research/sparse_binary.md, are far above what is measured there: 8 to 74 N for k = 2 to 8, N
// = 200 to 1500.
//
// Reference: Auger, Liu, Ruette, Saint-Pierre, Teytaud, "Sparse binary zero-sum games", ACML 2014
// (the algorithm TBANDIT), with the play of Grigoriadis and Khachiyan (grigoriadis_khachiyan.hpp).
//
// The reference plays until both average strategies are within u = 1/(4 c k^k) of optimal, c =
// k^(k/2), drops strategies of probability below 1/(2c) and solves the game that is left, which
// then contains both supports. That needs k, and thousands of steps even for k = 2. Here lines that
// are drawn are read whole, and every few steps each player solves the game of all its strategies
// against the known lines of the other. If all strategies that both play are known, both mixtures
// are optimal. One side is enough: once the known rows contain the row support, the optimal columns
// against them are those of the whole game. So columns that stay played while more rows become
// known are read. Then exact arithmetic takes over: the strictly complementary pair of the block,
// enlarged by strategies that beat or tie it, until none does. So neither k nor uniqueness nor a
// precision is needed.
//
// After two steps it looks for strategies that get the better payoff against everybody
// (standouts.cpp). If supports are small these are usually both supports, or one of them.
//
// If the play draws nothing new, the strategies played most are read, so that the method ends. Once
// three quarters of the game are read it is not sparse, and the rest is read, too.
//
// Chosen: the play opens with best replies to the past. Without that the first steps draw lines
// almost uniformly, and each is a line read whole: 30 to 89 N instead. Without an end to the
// opening it asked less still for k = 8 and more, but then nothing bounds the number of steps.
// Dropped: reading the strategies played most at every look (up to a third more); reading all that
// are played when the play draws nothing new (a third more for k = 8); the game on the drawn lines
// alone in place of the two relaxed games (as many for small k, 7% more for k = 8); lower rates
// (twice as many and more).
#include <algorithm>

#include "allnash/run.hpp"
#include "matrix/auto/grigoriadis_khachiyan.hpp"
#include "matrix/lazy/lazy.hpp"
#include "matrix/run/relaxed_game.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

namespace {

constexpr Index opening = 128;  // steps of best replies; see above

[[noreturn]] void refuse(const std::string& reason) {
  throw OptionError("method sparse-binary: " + reason);
}

void require_bit(const game::Known& known, Entry entry) {
  const Rational payoff = known.payoff(entry.row, entry.column);
  if (payoff == Rational(0) || payoff == Rational(1)) return;
  refuse("entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ") is " +
         payoff.to_string() + ", not 0 or 1");
}

using game::support_of;

class SparseBinary {
 public:
  explicit SparseBinary(Run& run)
      : run_(run),
        solver_({run.known, Player::row}),
        random_(run.options.seed),
        play_(run.known.rows(), run.known.columns(), opening),
        relaxed_(run) {}

  Outcome solve() {
    Index next_look = 1;
    for (;;) {
      if (nearly_all_read()) return full(run_);
      if (!step()) return Outcome::stopped();
      if (play_.steps() < next_look) continue;
      next_look = play_.steps() + 1 + std::ssize(relaxed_.opened(Player::row)) / 8;
      if (!screened_ && worth_screening() && !screen()) return Outcome::stopped();
      if (!look()) return run_.stop.stopped() ? Outcome::stopped() : full(run_);
      if (bounds_meet()) return prove();
      const bool nothing_new = relaxed_.lines() == lines_at_last_look_;
      lines_at_last_look_ = relaxed_.lines();
      if (!read(worth_reading(nothing_new))) return Outcome::stopped();
    }
  }

 private:
  /// A player's best mixture against the opponent's known lines.
  struct MixLook {
    Lines played;
    Lines unread;     // strategies played whose lines are not read
    Lines heaviest;   // the unread one with the largest weight, or none
    Index since = 0;  // number of known lines when it was first played
  };

  bool step() {
    if (run_.stop.stopped()) return false;
    const Entry drawn = play_.draw(random_);
    if (!read({{{drawn.row}, {drawn.column}}})) return false;
    play_.step(drawn, [this](Index row, Index column) {
      return run_.known.approximate(row, column) > 0.5;
    });
    run_.bounds.raise_low(play_.low());
    run_.bounds.lower_high(play_.high());
    run_.event("step", {{"row", drawn.row},
                        {"column", drawn.column},
                        {"low", play_.low()},
                        {"high", play_.high()},
                        {"epsilon", play_.epsilon()}});
    return true;
  }

  [[nodiscard]] bool nearly_all_read() const {
    return run_.ledger.queries() >= run_.known.size() - run_.known.size() / 4;
  }

  // Reads whole lines, in one round. False when the run must end.
  bool read(Block lines) {
    for (const Player player : game::players) {
      std::erase_if(lines.of(player), [&](Index s) { return relaxed_.is_open(player, s); });
    }
    if (!relaxed_.open(lines)) return false;
    for (const Player player : game::players) {
      const View view(run_.known, player);
      for (const Index s : lines.of(player)) {
        for (Index t = 0; t < view.opponents(); ++t) require_bit(run_.known, view.entry(s, t));
      }
    }
    return true;
  }

  // Not in small games, where chance leaves some strategies, nor with one line, which leaves many.
  [[nodiscard]] bool worth_screening() const {
    constexpr Index large = 64;
    return std::min(run_.known.rows(), run_.known.columns()) >= large &&
           std::min(relaxed_.opened(Player::row).size(), relaxed_.opened(Player::column).size()) >
               1;
  }

  // Screens one player once and then, if none of its strategies stands out, the other. False when
  // the run must end.
  bool screen() {
    constexpr Index most = 40;  // opponents; chance leaves no strategy against so many
    screened_ = true;
    for (const Player player : game::players) {
      const Player opponent = opponent_of(player);
      const Index count = View(run_.known, opponent).count();
      Lines further;
      for (Index t = 0; t < std::min(most, count); ++t) further.push_back(random_.below(count));
      const auto found = standouts(run_, player, relaxed_.opened(opponent), further);
      if (!found || !read(*found)) return false;
      if (!found->empty()) break;
    }
    return true;
  }

  // Solves both relaxed games, which asks nothing. False if floating point fails or the run must
  // end.
  bool look() {
    if (!relaxed_.solve()) return false;
    for (const Player player : game::players) look(player);
    run_.report("playing");
    run_.event("look", {{"rows", relaxed_.opened(Player::row).size()},
                        {"columns", relaxed_.opened(Player::column).size()},
                        {"unread_rows", looks_.row.unread},
                        {"unread_columns", looks_.column.unread}});
    return true;
  }

  // Then the mixtures of known lines that attain the bounds are optimal. With ties the players may
  // still play other strategies.
  [[nodiscard]] bool bounds_meet() const {
    constexpr double tie = 1e-9;  // payoffs are 0 and 1, and Clp is right to about that
    return relaxed_.of(Player::row).bound() + relaxed_.of(Player::column).bound() <= tie ||
           (looks_.row.unread.empty() && looks_.column.unread.empty());
  }

  void look(Player player) {
    const RelaxedGame& relaxed = relaxed_.of(player);
    MixLook now;
    double most = 0;
    now.played = support_of(relaxed.mix());
    for (const auto& [s, probability] : relaxed.mix()) {
      if (relaxed_.is_open(player, s)) continue;
      now.unread.push_back(s);
      if (probability <= most) continue;
      most = probability;
      now.heaviest = {s};
    }
    MixLook& last = looks_.of(player);
    now.since = now.played == last.played ? last.since : std::ssize(relaxed.opened());
    last = std::move(now);
  }

  // The one-sided look: a player's optimal mixture against the opponent's known lines stays the
  // same once these contain the opponent's support. If play draws nothing new, those played most.
  [[nodiscard]] Block worth_reading(bool nothing_new) const {
    constexpr Index some = 3;  // lines more
    Block lines;
    for (const Player player : game::players) {
      const MixLook& look = looks_.of(player);
      if (std::ssize(relaxed_.of(player).opened()) - look.since >= some) {
        lines.of(player) = look.unread;
      } else if (nothing_new) {
        lines.of(player) = look.heaviest;
      }
    }
    return lines;
  }

  Outcome prove() {
    run_.report("proving");
    Block block{{relaxed_.opened(Player::row), relaxed_.opened(Player::column)}};
    for (;;) {
      if (nearly_all_read()) return full(run_);
      const auto pair = pair_of(block);
      if (!pair || !read({{support_of(pair->row), support_of(pair->column)}})) {
        return Outcome::stopped();
      }
      const Block more = responses_outside(run_.known, *pair, block);
      run_.event("pair", {{"value", pair->value},
                          {"rows", support_of(pair->row)},
                          {"columns", support_of(pair->column)},
                          {"more_rows", more.row},
                          {"more_columns", more.column}});
      if (more.empty()) return Outcome::proved(*pair);
      for (const Player player : game::players) {
        const Lines& lines = more.of(player);
        block.of(player).insert(block.of(player).end(), lines.begin(), lines.end());
      }
    }
  }

  // The strictly complementary pair of the game on these lines; asks for its unknown payoffs.
  // Nothing when the run must end.
  std::optional<game::Pair> pair_of(const Block& block) {
    if (!run_.ask(game::entries_of(block))) return std::nullopt;
    const auto floating = solver_.solve(block, run_.stop);
    return exact_equilibrium(run_.known, block, floating ? floating->near : block, run_.stop);
  }

  Run& run_;
  FloatSolver solver_;
  Random random_;
  GrigoriadisKhachiyan play_;
  RelaxedGames relaxed_;
  Both<MixLook> looks_;
  bool screened_ = false;
  std::size_t lines_at_last_look_ = 0;
};

}  // namespace

Outcome sparse_binary(Run& run) {
  if (run.known.symmetric()) refuse("a symmetric game has payoffs of either sign, not 0 and 1");
  return SparseBinary(run).solve();
}

}  // namespace allnash::matrix
