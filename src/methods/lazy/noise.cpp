// The search in noise: a double oracle that uses all of what it has paid for.
//
// Claim: none but that it ends; `lazy` proves what it finds. Queries: whole lines, at most all.
//
// Rows R and columns S are open: read whole. The textbook solves the block R x S and adds the best
// responses to its equilibrium. But every row is known against S, and every column against R. So
// solve the game of all rows against S, which gives a row mix x and an upper bound on the value,
// and the game of R against all columns, which gives a column mix y and a lower bound; and open the
// row that x, and the column that y, plays most among those that are not open. When all that they
// play is open, the two bounds meet. Once R holds the row support, y is already optimal, whatever S
// holds, and the columns it plays are opened next; and the other way round: only one side has to be
// found.
//
// Mixes are fitted to the noise of the lines they are made from, so that it is weights averaged
// over the rounds that choose (docs/query_results.md has figures). Pairs of strategies are followed
// beside it while they may show something (pairs.cpp).
#include "methods/lazy/noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "methods/lazy/block.hpp"
#include "methods/lazy/pairs.hpp"

namespace allnash::methods {

namespace {

constexpr double alike = 1e-9;    // bounds this close, for payoffs of size 1, are one
constexpr std::size_t added = 8;  // strategies that join an active set at once

std::size_t at(Index t) { return static_cast<std::size_t>(t); }

/// One player's outlook: the game of all its strategies against the opponent lines that are open.
class Outlook {
 public:
  Outlook(const ledger::Ledger& ledger, bool is_row)
      : ledger_(ledger),
        is_row_(is_row),
        count_(is_row ? ledger.rows() : ledger.columns()),
        active_(at(count_)),
        is_open_(at(is_row ? ledger.columns() : ledger.rows())) {}

  void open(Index opponent) {
    if (is_open_[at(opponent)]) return;
    is_open_[at(opponent)] = true;
    open_.push_back(opponent);
    std::vector<double>& line = lines_.emplace_back(at(count_));
    for (Index s = 0; s < count_; ++s) {
      line[at(s)] = payoff(s, opponent);
      largest_ = std::max(largest_, std::abs(line[at(s)]));
    }
  }
  [[nodiscard]] bool is_open(Index opponent) const { return is_open_[at(opponent)]; }
  [[nodiscard]] const std::vector<Index>& opened() const { return open_; }

  /// An equilibrium of it. False when the floating solver failed or was stopped.
  bool solve(const StopToken& stop) {
    if (part_.size() > 3 * open_.size() + added) rest();
    for (;;) {
      if (part_.empty()) join(best_against(0));
      const auto found = is_row_ ? floating_equilibrium(ledger_, part_, open_, stop)
                                 : floating_equilibrium(ledger_, open_, part_, stop);
      if (!found) return false;
      own_ = is_row_ ? found->row : found->column;
      other_ = is_row_ ? found->column : found->row;
      value_ = is_row_ ? found->value : -found->value;
      reach_ = std::max(reach_, found->reach);
      if (!grow()) return true;
    }
  }

  /// What the player mixes, and what holds it down: a mixture of open lines.
  [[nodiscard]] const FloatMix& mix() const { return own_; }
  /// A bound on what the player can get in the whole game, rounded up.
  [[nodiscard]] double bound() const { return bound_; }

 private:
  [[nodiscard]] double payoff(Index own, Index opponent) const {
    const double value =
        is_row_ ? ledger_.approximate(own, opponent) : ledger_.approximate(opponent, own);
    return is_row_ ? value : -value;
  }

  [[nodiscard]] Index best_against(std::size_t line) const {
    return std::max_element(lines_[line].begin(), lines_[line].end()) - lines_[line].begin();
  }

  void join(Index s) {
    active_[at(s)] = true;
    part_.push_back(s);
  }

  /// Sends home all that the last mix did not play; who is needed joins again.
  void rest() {
    for (const Index s : part_) active_[at(s)] = false;
    part_.clear();
    for (const FloatWeight& weight : own_) join(weight.strategy);
  }

  /// Lets the strategies join that beat the value by most; false when none does.
  bool grow() {
    std::vector<double> earned(at(count_));
    for (const FloatWeight& weight : other_) {
      const auto place = std::find(open_.begin(), open_.end(), weight.strategy) - open_.begin();
      const std::vector<double>& line = lines_[static_cast<std::size_t>(place)];
      for (std::size_t s = 0; s < earned.size(); ++s) earned[s] += weight.probability * line[s];
    }
    const double most = *std::max_element(earned.begin(), earned.end());
    const auto roundings = static_cast<double>(other_.size() + 8);
    bound_ = most + std::ldexp(largest_ * roundings, -50) + std::ldexp(roundings, -1000);
    std::vector<std::pair<double, Index>> better;
    for (Index s = 0; s < count_; ++s) {
      if (!active_[at(s)] && earned[at(s)] > value_ + alike * reach_)
        better.emplace_back(-earned[at(s)], s);
    }
    const std::size_t joining = std::min(added, better.size());
    std::partial_sort(better.begin(), better.begin() + static_cast<std::ptrdiff_t>(joining),
                      better.end());
    for (std::size_t t = 0; t < joining; ++t) join(better[t].second);
    return joining > 0;
  }

  const ledger::Ledger& ledger_;
  bool is_row_;
  Index count_;
  std::vector<bool> active_;
  std::vector<bool> is_open_;
  std::vector<Index> part_;  // own strategies that the floating solver is given
  std::vector<Index> open_;
  std::vector<std::vector<double>> lines_;  // payoffs against each open line
  FloatMix own_;
  FloatMix other_;
  double value_ = 0;
  double bound_ = std::numeric_limits<double>::infinity();
  double reach_ = 0;
  double largest_ = 0;
};

std::vector<Index> strategies(const FloatMix& mix) {
  std::vector<Index> result;
  for (const FloatWeight& weight : mix) result.push_back(weight.strategy);
  std::sort(result.begin(), result.end());
  return result;
}

/// Which strategies of a player come up in its mixes: averaged over rounds, since the latest mix is
/// fitted to the noise of the lines it was made from.
class Weights {
 public:
  void take(const FloatMix& mix) {
    constexpr double memory = 0.8;
    for (auto& [unused, weight] : past_) weight *= memory;
    for (const FloatWeight& weight : mix) past_[weight.strategy] += weight.probability;
  }

  /// The strategy of the mix that weighs most among those whose line is not open, if any.
  [[nodiscard]] std::vector<Index> heaviest(const FloatMix& mix, const Outlook& opponent) const {
    std::vector<Index> result;
    double most = 0;
    for (const auto& [s, unused] : mix) {
      if (opponent.is_open(s) || past_.at(s) <= most) continue;
      most = past_.at(s);
      result = {s};
    }
    return result;
  }

 private:
  std::map<Index, double> past_;
};

class Search {
 public:
  explicit Search(Run& run)
      : run_(run),
        row_(run.ledger, true),
        column_(run.ledger, false),
        row_pairs_(run, true),
        column_pairs_(run, false),
        turns_of_pairs_(turns_of_pairs(run.ledger)) {}

  [[nodiscard]] bool open(const Start& lines) {
    if (!run_.ledger.ask_lines(lines.rows, lines.columns)) return false;
    for (const Index i : lines.rows) open_row(i);
    for (const Index j : lines.columns) open_column(j);
    return true;
  }

  [[nodiscard]] bool solve() {
    if (!row_.solve(run_.stop) || !column_.solve(run_.stop)) return false;
    row_weights_.take(row_.mix());
    column_weights_.take(column_.mix());
    if (std::isfinite(row_.bound())) run_.bounds.lower_high(row_.bound());
    if (std::isfinite(column_.bound())) run_.bounds.raise_low(-column_.bound());
    run_.report("searching");
    return true;
  }

  /// The lines to open next, none when both players' mixes are open. Empty when the run must end.
  std::optional<Start> next() {
    Start lines{row_weights_.heaviest(row_.mix(), column_),
                column_weights_.heaviest(column_.mix(), row_)};
    const bool done = lines.rows.empty() && lines.columns.empty();
    if (!done && !pursue_pairs(lines)) return std::nullopt;
    return lines;
  }

  [[nodiscard]] Start opened() const { return {column_.opened(), row_.opened()}; }
  [[nodiscard]] Start found() const { return {strategies(row_.mix()), strategies(column_.mix())}; }

 private:
  // In a symmetric game a pair is in equilibrium only by a tie.
  static Index turns_of_pairs(const ledger::Ledger& ledger) {
    if (ledger.symmetric() || !Pairs::suit(ledger)) return 0;
    const double count =
        std::pow(static_cast<double>(std::max(ledger.rows(), ledger.columns())), 2) / 2;
    return static_cast<Index>(std::log2(count) * 2 / 3);
  }

  // Puts a pair that is likely to be in equilibrium, and what binds it, in place of `lines`. False
  // when the run must end.
  bool pursue_pairs(Start& lines) {
    constexpr Index first_turn = 4;
    const Index turn = std::ssize(row_.opened());
    if (turn < first_turn || turn > turns_of_pairs_) return true;
    for (const bool is_row : {true, false}) {
      Pairs& pairs = is_row ? row_pairs_ : column_pairs_;
      const Index line = is_row ? run_.ledger.rows() : run_.ledger.columns();
      const Pairs::Chase chase = pairs.pursue(line / 4);
      if (chase == Pairs::Chase::ended) return false;
      if (chase == Pairs::Chase::lost) continue;
      const std::vector<Index> pair = pairs.best();
      const std::vector<Index> none;
      if (!run_.ledger.ask_lines(is_row ? pair : none, is_row ? none : pair)) return false;
      lines = is_row ? Start{pair, pairs.binding()} : Start{pairs.binding(), pair};
      turns_of_pairs_ = 0;
      return true;
    }
    return true;
  }

  void open_row(Index i) {
    if (column_.is_open(i)) return;
    column_.open(i);
    if (turns_of_pairs_ > 0) column_pairs_.learn(i);
    if (run_.ledger.symmetric()) row_.open(i);
  }
  void open_column(Index j) {
    if (row_.is_open(j)) return;
    row_.open(j);
    if (turns_of_pairs_ > 0) row_pairs_.learn(j);
    if (run_.ledger.symmetric()) column_.open(j);
  }

  Run& run_;
  Outlook row_;
  Outlook column_;
  Weights row_weights_;
  Weights column_weights_;
  Pairs row_pairs_;
  Pairs column_pairs_;
  Index turns_of_pairs_;  // 0 when pairs are not, or no longer, pursued
};

}  // namespace

std::optional<Start> search_noise(Run& run, Start start) {
  Search search(run);
  std::optional<Start> lines = std::move(start);
  while (!lines->rows.empty() || !lines->columns.empty()) {
    if (!search.open(*lines)) return std::nullopt;
    if (!search.solve()) {
      // Where floating point fails, what was opened is a start as good as another.
      return run.stop.stopped() ? std::nullopt : std::optional(search.opened());
    }
    lines = search.next();
    if (!lines) return std::nullopt;
  }
  return search.found();
}

}  // namespace allnash::methods
