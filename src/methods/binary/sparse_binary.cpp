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

void require_bit(const ledger::Ledger& ledger, Index row, Index column) {
  const Rational payoff = ledger.entry(row, column);
  if (payoff == Rational(0) || payoff == Rational(1)) return;
  refuse("entry (" + std::to_string(row) + ", " + std::to_string(column) + ") is " +
         payoff.to_string() + ", not 0 or 1");
}

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

std::vector<Index> support_of(const MixedStrategy& strategy) {
  std::vector<Index> support;
  for (const Weight& weight : strategy) support.push_back(weight.strategy);
  return support;
}

// The best response to a mix, of those outside the block, where it beats the value; else none.
template <typename Payoff>
std::vector<Index> best_response(const std::vector<bool>& in_block, const FloatMix& mix,
                                 double value, const Payoff& payoff) {
  constexpr double tie = 1e-9;
  Index best = -1;
  double most = value + tie;
  for (Index own = 0; own < std::ssize(in_block); ++own) {
    if (in_block[at(own)]) continue;
    double gained = 0;
    for (const auto& played : mix) gained += played.probability * payoff(own, played.strategy);
    if (gained <= most) continue;
    best = own;
    most = gained;
  }
  return best < 0 ? std::vector<Index>{} : std::vector<Index>{best};
}

class SparseBinary {
 public:
  explicit SparseBinary(Run& run)
      : run_(run),
        random_(run.options.seed),
        play_(run.ledger.rows(), run.ledger.columns(), opening),
        in_rows_(at(run.ledger.rows())),
        in_columns_(at(run.ledger.columns())) {}

  Outcome solve() {
    Index next_look = 1;
    for (;;) {
      if (nearly_all_read()) return full(run_);
      if (!step()) return stopped();
      if (play_.steps() < next_look) continue;
      next_look = play_.steps() + 1 + std::ssize(rows_) / 8;
      const auto found = look();
      if (!found) return stopped();
      if (found->empty()) return prove();
      const bool nothing_new = rows_.size() + columns_.size() == lines_at_last_look_;
      if (nothing_new && !read(found->rows, found->columns)) return stopped();
      lines_at_last_look_ = rows_.size() + columns_.size();
    }
  }

 private:
  bool step() {
    if (run_.stop.stopped()) return false;
    const Entry drawn = play_.draw(random_);
    if (!read({drawn.row}, {drawn.column})) return false;
    play_.step(drawn, run_.ledger);
    run_.bounds.raise_low(play_.low());
    run_.bounds.lower_high(play_.high());
    run_.event("step", {{"row", drawn.row},
                        {"column", drawn.column},
                        {"low", play_.low()},
                        {"high", play_.high()},
                        {"epsilon", play_.epsilon()}});
    return true;
  }

  Outcome stopped() {
    note_pure_bounds(run_);
    return Outcome::stopped();
  }

  [[nodiscard]] bool nearly_all_read() const {
    return run_.ledger.queries() >= run_.ledger.size() - run_.ledger.size() / 4;
  }

  // Reads whole lines, in one round; they join the block. False when the run must end.
  bool read(std::vector<Index> rows, std::vector<Index> columns) {
    std::erase_if(rows, [this](Index i) { return in_rows_[at(i)]; });
    std::erase_if(columns, [this](Index j) { return in_columns_[at(j)]; });
    if (!run_.ledger.ask_lines(rows, columns)) return false;
    for (const Index i : rows) {
      for (Index j = 0; j < run_.ledger.columns(); ++j) require_bit(run_.ledger, i, j);
      in_rows_[at(i)] = true;
    }
    for (const Index j : columns) {
      for (Index i = 0; i < run_.ledger.rows(); ++i) require_bit(run_.ledger, i, j);
      in_columns_[at(j)] = true;
    }
    rows_.insert(rows_.end(), rows.begin(), rows.end());
    columns_.insert(columns_.end(), columns.begin(), columns.end());
    return true;
  }

  // Strategies outside the block that beat its equilibrium, in floating point; they cost nothing to
  // find. The block is the game on the lines known whole. Empty when the run must end.
  std::optional<Responses> look() {
    const auto equilibrium = floating_equilibrium(run_.ledger, rows_, columns_, run_.stop);
    if (run_.stop.stopped()) return std::nullopt;
    Responses better;
    if (equilibrium) {
      const auto earned = [&](Index i, Index j) { return run_.ledger.approximate(i, j); };
      const auto saved = [&](Index j, Index i) { return -run_.ledger.approximate(i, j); };
      const double value = equilibrium->value;
      better.rows = best_response(in_rows_, equilibrium->column, value, earned);
      better.columns = best_response(in_columns_, equilibrium->row, -value, saved);
    }
    run_.report("playing");
    run_.event("look", {{"rows", rows_.size()},
                        {"columns", columns_.size()},
                        {"better_rows", better.rows},
                        {"better_columns", better.columns}});
    return better;
  }

  Outcome prove() {
    run_.report("proving");
    std::vector<Index> rows = rows_;
    std::vector<Index> columns = columns_;
    for (;;) {
      if (nearly_all_read()) return full(run_);
      const auto pair = pair_of(rows, columns);
      if (!pair || !read(support_of(pair->row), support_of(pair->column))) return stopped();
      const Responses more = responses_outside(run_.ledger, *pair, rows, columns);
      run_.event("pair", {{"value", pair->value},
                          {"rows", support_of(pair->row)},
                          {"columns", support_of(pair->column)},
                          {"more_rows", more.rows},
                          {"more_columns", more.columns}});
      if (more.empty()) return Outcome::proved(*pair);
      rows.insert(rows.end(), more.rows.begin(), more.rows.end());
      columns.insert(columns.end(), more.columns.begin(), more.columns.end());
    }
  }

  // The strictly complementary pair of the game on these lines; reads what is unknown of it.
  // Nothing when the run must end.
  std::optional<game::Pair> pair_of(const std::vector<Index>& rows,
                                    const std::vector<Index>& columns) {
    std::vector<Entry> block;
    for (const Index i : rows) {
      for (const Index j : columns) block.push_back({i, j});
    }
    if (!run_.ledger.ask(block)) return std::nullopt;
    const auto floating = floating_equilibrium(run_.ledger, rows, columns, run_.stop);
    return exact_equilibrium(run_.ledger, rows, columns, floating ? floating->near_rows : rows,
                             floating ? floating->near_columns : columns, run_.stop);
  }

  Run& run_;
  Random random_;
  GrigoriadisKhachiyan play_;
  std::vector<Index> rows_;     // known whole, as drawn
  std::vector<Index> columns_;  // known whole, as drawn
  std::vector<bool> in_rows_;
  std::vector<bool> in_columns_;
  std::size_t lines_at_last_look_ = 0;
};

}  // namespace

Outcome sparse_binary(Run& run) {
  if (run.ledger.symmetric()) refuse("a symmetric game has payoffs of either sign, not 0 and 1");
  return SparseBinary(run).solve();
}

}  // namespace allnash::methods
