// sparse_binary: every equilibrium of a 0/1 game, found by random play on few lines.
//
// Claim: exact on every game of payoffs 0 and 1; a game in which it meets another payoff is
// refused. Randomness can cost queries, never correctness. Queries: at most n*m, in one round a
// step. The reference's O(N log N k^(3k)), N = max(n, m), for a unique equilibrium of at most k
// strategies a player, is far more than what is measured: 14 to 60 N for k = 2 to 6, N = 200 to
// 1500 (docs/sparse_binary.md).
//
// Reference: Auger, Liu, Ruette, Saint-Pierre, Teytaud, "Sparse binary zero-sum games", ACML 2014
// (the algorithm TBANDIT), with the play of Grigoriadis and Khachiyan (grigoriadis_khachiyan.hpp).
//
// The reference plays until both average strategies are within u = 1/(4 c k^k) of optimal,
// c = k^(k/2), drops what is played less than 1/(2c) of the time and solves the game that is left,
// which then holds both supports. That needs k, and thousands of steps even for k = 2. Here the
// block, the game on the lines drawn so far, is solved every few steps. Its lines are known whole,
// so whether its equilibrium is one of the whole game is seen without a query; where it is unique
// and the block holds both supports, it is. Then exact arithmetic takes over: the strictly
// complementary pair of the block, enlarged by what beats or ties it, until nothing does. So
// neither k nor uniqueness nor a precision is needed.
//
// Where the play draws nothing new, best responses to the block's equilibrium join it, so that
// there is an end to it. Once three quarters of the game are read it is not sparse, and the rest is
// read, too.
//
// Chosen: the play opens with best replies to the past. Without that the first steps draw lines
// almost evenly, and each is a line read whole: 30 to 89 N instead. Without an end to the opening
// it asked less still for k = 8 and more, but then nothing bounds the number of steps. Dropped: the
// best responses joining at every look (as many queries or more); lower rates (twice as many and
// more).
#include <algorithm>

#include "allnash/error.hpp"
#include "methods/binary/grigoriadis_khachiyan.hpp"
#include "methods/lazy/block.hpp"
#include "methods/methods.hpp"

namespace allnash::methods {

namespace {

constexpr Index opening = 128;  // steps of best replies; see above

[[noreturn]] void refuse(const std::string& reason) {
  throw OptionError("method sparse-binary: " + reason);
}

void require_bit(const ledger::Ledger& ledger, Entry entry) {
  const Rational payoff = ledger.entry(entry.row, entry.column);
  if (payoff == Rational(0) || payoff == Rational(1)) return;
  refuse("entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ") is " +
         payoff.to_string() + ", not 0 or 1");
}

using ledger::support_of;

class SparseBinary {
 public:
  explicit SparseBinary(Run& run)
      : run_(run),
        solver_({run.ledger, Player::row}),
        random_(run.options.seed),
        play_(run.ledger.rows(), run.ledger.columns(), opening),
        in_block_{std::vector<bool>(at(run.ledger.rows())),
                  std::vector<bool>(at(run.ledger.columns()))} {}

  Outcome solve() {
    Index next_look = 1;
    for (;;) {
      if (nearly_all_read()) return full(run_);
      if (!step()) return Outcome::stopped();
      if (play_.steps() < next_look) continue;
      next_look = play_.steps() + 1 + std::ssize(block_.row) / 8;
      const auto found = look();
      if (!found) return Outcome::stopped();
      if (found->empty()) return prove();
      const bool nothing_new = block_.row.size() + block_.column.size() == lines_at_last_look_;
      if (nothing_new && !read(*found)) return Outcome::stopped();
      lines_at_last_look_ = block_.row.size() + block_.column.size();
    }
  }

 private:
  bool step() {
    if (run_.stop.stopped()) return false;
    const Entry drawn = play_.draw(random_);
    if (!read({{{drawn.row}, {drawn.column}}})) return false;
    play_.step(drawn, [this](Index row, Index column) {
      return run_.ledger.approximate(row, column) > 0.5;
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
    return run_.ledger.queries() >= run_.ledger.size() - run_.ledger.size() / 4;
  }

  // Reads whole lines, in one round; they join the block. False when the run must end.
  bool read(Block lines) {
    for (const Player player : ledger::players) {
      std::erase_if(lines.of(player), [&](Index s) { return in_block_.of(player)[at(s)]; });
    }
    if (!run_.ledger.ask_lines(lines.row, lines.column)) return false;
    for (const Player player : ledger::players) {
      const View view(run_.ledger, player);
      for (const Index s : lines.of(player)) {
        for (Index t = 0; t < view.opponents(); ++t) require_bit(run_.ledger, view.entry(s, t));
        in_block_.of(player)[at(s)] = true;
        block_.of(player).push_back(s);
      }
    }
    return true;
  }

  // Strategies outside the block that beat its equilibrium, in floating point; they cost nothing to
  // find. The block is the game on the lines known whole. Empty when the run must end.
  std::optional<Block> look() {
    const auto equilibrium = solver_.solve(block_, run_.stop);
    if (run_.stop.stopped()) return std::nullopt;
    Block better;
    for (const Player player : ledger::players) {
      if (equilibrium) better.of(player) = best_response(player, *equilibrium);
    }
    run_.report("playing");
    run_.event("look", {{"rows", block_.row.size()},
                        {"columns", block_.column.size()},
                        {"better_rows", better.row},
                        {"better_columns", better.column}});
    return better;
  }

  // The best response outside the block, where it beats the value; else none.
  [[nodiscard]] Lines best_response(Player player, const FloatEquilibrium& equilibrium) const {
    constexpr double tie = 1e-9;  // payoffs are 0 and 1, and Clp is right to about that
    const View view(run_.ledger, player);
    Lines best;
    double most = view.turned(equilibrium.value) + tie;
    for (Index own = 0; own < view.count(); ++own) {
      if (in_block_.of(player)[at(own)]) continue;
      double gained = 0;
      for (const auto& [t, probability] : equilibrium.mix.of(opponent_of(player))) {
        gained += probability * view.approximate(own, t);
      }
      if (gained <= most) continue;
      best = {own};
      most = gained;
    }
    return best;
  }

  Outcome prove() {
    run_.report("proving");
    Block block = block_;
    for (;;) {
      if (nearly_all_read()) return full(run_);
      const auto pair = pair_of(block);
      if (!pair || !read({{support_of(pair->row), support_of(pair->column)}})) {
        return Outcome::stopped();
      }
      const Block more = responses_outside(run_.ledger, *pair, block);
      run_.event("pair", {{"value", pair->value},
                          {"rows", support_of(pair->row)},
                          {"columns", support_of(pair->column)},
                          {"more_rows", more.row},
                          {"more_columns", more.column}});
      if (more.empty()) return Outcome::proved(*pair);
      for (const Player player : ledger::players) {
        const Lines& lines = more.of(player);
        block.of(player).insert(block.of(player).end(), lines.begin(), lines.end());
      }
    }
  }

  // The strictly complementary pair of the game on these lines; reads what is unknown of it.
  // Nothing when the run must end.
  std::optional<game::Pair> pair_of(const Block& block) {
    std::vector<Entry> entries;
    for (const Index i : block.row) {
      for (const Index j : block.column) entries.push_back({i, j});
    }
    if (!run_.ledger.ask(entries)) return std::nullopt;
    const auto floating = solver_.solve(block, run_.stop);
    return exact_equilibrium({run_.ledger, Player::row}, block, floating ? floating->near : block,
                             run_.stop);
  }

  Run& run_;
  FloatSolver solver_;
  Random random_;
  GrigoriadisKhachiyan play_;
  Block block_;  // known whole, as drawn
  Both<std::vector<bool>> in_block_;
  std::size_t lines_at_last_look_ = 0;
};

}  // namespace

Outcome sparse_binary(Run& run) {
  if (run.ledger.symmetric()) refuse("a symmetric game has payoffs of either sign, not 0 and 1");
  return SparseBinary(run).solve();
}

}  // namespace allnash::methods
