#include "matrix/reweighted/sparse.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "core/lp/float_game.hpp"

namespace allnash::matrix {

namespace {

constexpr std::size_t longest_side = lp::longest_floating_side;

Block block_of(const View& view, Lines rows, Lines columns) {
  Block block;
  block.of(view.player()) = std::move(rows);
  block.of(opponent_of(view.player())) = std::move(columns);
  return block;
}

const FloatMix& theirs(const View& view, const FloatEquilibrium& pair) {
  return pair.mix.of(opponent_of(view.player()));
}

Concession concession(const View& view, const game::Pair& pair) {
  return {view.turned(pair.value), view.theirs(pair)};
}

}  // namespace

SparseSearch::SparseSearch(const game::Known& known, Player rows)
    : view_(known, rows),
      solver_(view_),
      columns_(at(view_.opponents())),
      not_less_(at(view_.opponents()) * words),
      more_(at(view_.opponents()) * words),
      closed_(at(view_.opponents())) {}

void SparseSearch::see(Index row) {
  const std::size_t place = rows_.size();
  rows_.push_back(row);
  RowMixture alone;
  alone.weights = {{place, 1.0}};
  alone.sum = 1;
  for (Index j = 0; j < view_.opponents(); ++j) {
    const double payoff = view_.approximate(row, j);
    columns_[at(j)].push_back(payoff);
    alone.earned.push_back(payoff);
    largest_ = std::max(largest_, std::abs(payoff));
    doubles_ =
        doubles_ && std::isfinite(payoff) && view_.payoff(row, j) == Rational::from_double(payoff);
  }
  if (pure_ == most_pure) return;
  mixtures_.insert(mixtures_.begin() + static_cast<std::ptrdiff_t>(pure_), std::move(alone));
  ++pure_;
  if (mixtures_.size() > most_mixtures) mixtures_.pop_back();
}

SearchEnd SparseSearch::minimise(Index most, std::int64_t limit, const StopToken& stop,
                                 std::int64_t work) {
  const bool goes_on = is_paused_at(most);
  stop_ = stop;
  end_ = SearchEnd::found;
  if (!goes_on) {
    most_ = most;
    left_ = limit;
    forget_search();
    if (work_of_beginning() > work) return end_ = SearchEnd::paused;
  }
  const std::int64_t before = this->work();
  if (!goes_on) {
    if (!begin(most, stop)) return end_;
    aim();
    if (!visit()) return end_;
  }
  const std::int64_t begun = this->work() - before;
  search(work > begun ? work - begun : 0);
  if (end_ != SearchEnd::paused) forget_search();
  return end_;
}

// A floating and an exact solution of the game of all columns.
std::int64_t SparseSearch::work_of_beginning() const {
  return 2 * work_of_exact(rows_.size(), columns_.size());
}

void SparseSearch::forget_search() {
  chosen_.clear();
  open_.clear();
  closed_.assign(closed_.size(), false);
}

// Sets the strategy to improve on. False if it is the answer, or the run must end.
bool SparseSearch::begin(Index most, const StopToken& stop) {
  if (solve_whole(most, stop)) return false;
  if (end_ != SearchEnd::found) return false;
  Lines start;
  if (least_ && std::ssize(least_->strategy) <= most) {
    start = game::support_of(least_->strategy);
  } else {
    // The column that concedes least by itself, approximately.
    const auto concedes = [](const std::vector<double>& column) {
      return *std::ranges::max_element(column);
    };
    const auto best = std::ranges::min_element(columns_, {}, concedes);
    start = {best - columns_.begin()};
  }
  const auto pair = solve_exactly(start, Ties::join);
  if (!pair) return false;
  least_ = concession(view_, *pair);
  return true;
}

// If the union of the supports of all optimal strategies on all columns has at most `most` columns,
// the strategy with that support is the answer.
bool SparseSearch::solve_whole(Index most, const StopToken& stop) {
  const Lines all = game::all_below(view_.opponents());
  const auto floating = solver_.solve(block_of(view_, rows_, all), stop);
  if (stop.stopped()) {
    end_ = SearchEnd::stopped;
    return false;
  }
  const bool everything = most >= view_.opponents();
  if (!floating && !everything) return false;
  if (floating) {
    RowMixture mixture;
    for (const FloatWeight& weight : floating->mix.of(view_.player())) {
      const auto place = std::ranges::find(rows_, weight.strategy) - rows_.begin();
      mixture.weights.emplace_back(static_cast<std::size_t>(place), weight.probability);
    }
    learn(std::move(mixture));
    if (!everything && std::ssize(theirs(view_, *floating)) > most) return false;
  }
  Block part = floating ? floating->near : block_of(view_, rows_, all);
  const auto pair = exact_equilibrium(view_, block_of(view_, rows_, all), std::move(part), stop,
                                      Ties::join, &work_);
  if (!pair) {
    end_ = SearchEnd::stopped;
    return false;
  }
  if (std::ssize(view_.theirs(*pair)) > most) return false;
  least_ = concession(view_, *pair);
  return true;
}

std::optional<game::Pair> SparseSearch::solve_exactly(const Lines& columns, Ties ties) {
  // Starts with the rows that earn most against each column, and against all together.
  Lines part;
  std::vector<double> total(rows_.size());
  const auto add_best = [&](const std::vector<double>& earned) {
    const Index row = rows_[at(std::ranges::max_element(earned) - earned.begin())];
    if (std::ranges::find(part, row) == part.end()) part.push_back(row);
  };
  for (const Index j : columns) {
    add_best(columns_[at(j)]);
    for (std::size_t r = 0; r < rows_.size(); ++r) total[r] += columns_[at(j)][r];
  }
  add_best(total);
  auto pair = exact_equilibrium(view_, block_of(view_, rows_, columns),
                                block_of(view_, std::move(part), columns), stop_, ties, &work_);
  if (!pair) end_ = SearchEnd::stopped;
  return pair;
}

// Visits nodes depth first, from the open ones on. The list of open nodes is all that there is to
// know when the search pauses.
void SparseSearch::search(std::int64_t most_work) {
  const std::int64_t before = work();
  while (!open_.empty()) {
    Node& node = open_.back();
    if (node.taken == node.columns.size()) {
      for (const Index j : node.columns) closed_[at(j)] = false;
      open_.pop_back();
      if (chosen_.empty()) return;
      closed_[at(chosen_.back())] = true;  // all sets with the chosen columns are done
      chosen_.pop_back();
      continue;
    }
    if (work() - before >= most_work) {
      end_ = SearchEnd::paused;
      return;
    }
    chosen_.push_back(node.columns[node.taken++]);
    if (!visit()) return;
  }
}

// Opens the node of the chosen columns. False when the search must end.
bool SparseSearch::visit() {
  if (left_-- <= 0) end_ = SearchEnd::too_long;
  if (left_ % 256 == 0 && stop_.stopped()) end_ = SearchEnd::stopped;
  if (end_ != SearchEnd::found) return false;
  std::optional<Separated> by = separated();
  work_ += static_cast<std::int64_t>((2 * chosen_.size() + 16) * words);
  if (!by) by = evaluate();
  if (!by) return false;
  Node node;
  if (std::ssize(chosen_) < most_) node.columns = branches(*by);
  open_.push_back(std::move(node));
  return true;
}

// The mixture that excludes the chosen columns and leaves the fewest branches.
std::optional<SparseSearch::Separated> SparseSearch::separated() const {
  std::array<Word, words> all{};
  std::array<Word, words> any{};
  all.fill(~Word{0});
  for (const Index j : chosen_) {
    for (std::size_t w = 0; w < words; ++w) {
      all[w] &= not_less_[at(j) * words + w];
      any[w] |= more_[at(j) * words + w];
    }
  }
  const bool ties = wants_ties();
  std::optional<Separated> best;
  const auto offer = [&](std::size_t w, Word bits, bool tied) {
    for (; bits != 0; bits &= bits - 1) {
      const std::size_t m = w * 64 + static_cast<std::size_t>(std::countr_zero(bits));
      if (m >= mixtures_.size()) return;
      if (!best || mixtures_[m].free < mixtures_[best->mixture].free) best = Separated{m, tied};
    }
  };
  for (std::size_t w = 0; w < words; ++w) offer(w, ties ? all[w] & any[w] : all[w], false);
  if (best || !ties || chosen_.size() > least_->strategy.size()) return best;
  // The chosen columns concede at least the value, and a tie of so few columns is no improvement.
  for (std::size_t w = 0; w < words; ++w) offer(w, all[w], true);
  return best;
}

// The columns to branch on: a better set with all chosen columns must have one of them.
std::vector<Index> SparseSearch::branches(const Separated& by) {
  constexpr std::int64_t sorting = 16;  // operations a column
  work_ += sorting * view_.opponents();
  std::vector<Index> columns;
  for (Index j = 0; j < view_.opponents(); ++j) {
    if (closed_[at(j)] || bit(by.tied ? more_ : not_less_, by.mixture, j)) continue;
    if (std::ranges::find(chosen_, j) == chosen_.end()) columns.push_back(j);
  }
  const std::vector<double>& earned = mixtures_[by.mixture].earned;
  std::ranges::stable_sort(columns, {}, [&](Index j) { return earned[at(j)]; });
  return columns;
}

// Solves the game of the chosen columns. Nothing when the run must end.
std::optional<SparseSearch::Separated> SparseSearch::evaluate() {
  if (evaluate_floating()) {
    if (auto by = separated()) return by;
  }
  const auto pair = solve_exactly(chosen_, Ties::join);
  if (!pair) return std::nullopt;
  return take(*pair);
}

std::optional<SparseSearch::Separated> SparseSearch::take(const game::Pair& pair) {
  Concession now = concession(view_, pair);
  const bool better = now.value < least_->value ||
                      (now.value == least_->value && now.strategy.size() > least_->strategy.size());
  const bool tied = now.value <= least_->value && now.strategy.size() == chosen_.size();
  RowMixture mixture;
  for (const Weight& weight : view_.mine(pair)) {
    const auto place = std::ranges::find(rows_, weight.strategy) - rows_.begin();
    mixture.weights.emplace_back(static_cast<std::size_t>(place), weight.probability.to_double());
    mixture.exact.push_back(weight.probability);
  }
  if (better) {
    least_ = std::move(now);
    aim();
  }
  const std::size_t place = learn(std::move(mixture));
  return Separated{place, tied};
}

bool SparseSearch::evaluate_floating() {
  const std::size_t k = chosen_.size();
  if (k == 0 || k > longest_side) return false;
  std::vector<std::size_t> working;
  std::array<double, longest_side * longest_side> payoffs{};
  std::array<double, longest_side> x{};
  std::array<double, longest_side> y{};
  y.fill(1.0 / static_cast<double>(k));
  const double margin = 1e-12 * largest_;
  constexpr int most_turns = 40;
  constexpr std::int64_t small_solution = 1000;  // operations of floating_strategies
  for (int turn = 0; turn < most_turns; ++turn) {
    std::size_t best = 0;
    double most = -std::numeric_limits<double>::infinity();
    work_ += small_solution + std::ssize(rows_) * std::ssize(chosen_);
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      double earned = 0;
      for (std::size_t c = 0; c < k; ++c) earned += y[c] * columns_[at(chosen_[c])][r];
      if (earned <= most) continue;
      most = earned;
      best = r;
    }
    if (most < near_value_ - margin) return false;  // probably better
    if (std::ranges::find(working, best) != working.end()) return false;
    if (working.size() == longest_side) {
      const auto least = std::ranges::min_element(x.begin(), x.begin() + longest_side) - x.begin();
      working.erase(working.begin() + least);
    }
    working.push_back(best);
    for (std::size_t r = 0; r < working.size(); ++r) {
      for (std::size_t c = 0; c < k; ++c) {
        payoffs[r * k + c] = columns_[at(chosen_[c])][working[r]];
      }
    }
    if (!lp::floating_strategies(payoffs.data(), std::ssize(working), static_cast<Index>(k),
                                 x.data(), y.data())) {
      return false;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < k; ++c) {
      double earned = 0;
      for (std::size_t r = 0; r < working.size(); ++r) earned += x[r] * payoffs[r * k + c];
      least = std::min(least, earned);
    }
    if (least <= near_value_ + margin) continue;
    RowMixture mixture;
    for (std::size_t r = 0; r < working.size(); ++r) {
      if (x[r] > 0) mixture.weights.emplace_back(working[r], x[r]);
    }
    learn(std::move(mixture));
    return true;
  }
  return false;
}

std::size_t SparseSearch::learn(RowMixture mixture) {
  work_ += std::ssize(mixture.weights) * view_.opponents();
  mixture.earned.assign(at(view_.opponents()), 0);
  for (const auto& [row, weight] : mixture.weights) {
    mixture.sum += weight;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      mixture.earned[j] += weight * columns_[j][row];
    }
  }
  std::size_t place = mixtures_.size();
  if (mixtures_.size() < most_mixtures) {
    mixtures_.push_back(std::move(mixture));
  } else {
    place = pure_ + next_mixed_ % (most_mixtures - pure_);
    ++next_mixed_;
    mixtures_[place] = std::move(mixture);
  }
  if (least_) aim(place);
  return place;
}

void SparseSearch::aim() {
  near_value_ = least_->value.to_double();
  const Rational rest =
      std::isfinite(near_value_) ? least_->value - Rational::from_double(near_value_) : 0;
  beyond_near_ = rest.sign();
  for (std::size_t m = 0; m < mixtures_.size(); ++m) aim(m);
}

void SparseSearch::aim(std::size_t mixture) {
  work_ += 4 * view_.opponents();
  RowMixture& of = mixtures_[mixture];
  of.error = 2 * rounding(of.weights.size(), std::max(largest_, std::abs(near_value_))) * of.sum;
  of.free = 0;
  for (Index j = 0; j < view_.opponents(); ++j) {
    const int sign = compare(of, j);
    of.free += sign < 0 ? 1 : 0;
    set_bit(not_less_, mixture, j, sign >= 0);
    set_bit(more_, mixture, j, sign > 0);
  }
}

// The sign of the mixture's payoff against the column less the value.
int SparseSearch::compare(const RowMixture& mixture, Index column) {
  constexpr std::int64_t exact_product = 300;  // operations
  const double earned = mixture.earned[at(column)];
  if (mixture.weights.size() == 1 && doubles_ && mixture.sum == 1) {
    if (earned != near_value_) return earned > near_value_ ? 1 : -1;
    return -beyond_near_;
  }
  const double difference = earned - near_value_ * mixture.sum;
  if (difference > mixture.error) return 1;
  if (difference < -mixture.error) return -1;
  work_ += exact_product * std::ssize(mixture.weights);
  Rational sum;
  for (std::size_t t = 0; t < mixture.weights.size(); ++t) {
    const auto& [row, weight] = mixture.weights[t];
    const Rational gain = view_.payoff(rows_[row], column) - least_->value;
    sum += (mixture.exact.empty() ? Rational::from_double(weight) : mixture.exact[t]) * gain;
  }
  return sum.sign();
}

BasicSolution::BasicSolution(const game::Known& known, Player rows)
    : view_(known, rows), solver_(view_) {}

std::optional<Concession> BasicSolution::minimise(const StopToken& stop) {
  const Block block = block_of(view_, rows_, game::all_below(view_.opponents()));
  const auto floating = solver_.solve(block, stop);
  if (stop.stopped()) return std::nullopt;
  Block part = block_of(view_, {rows_.front()}, {0});
  if (floating) part = {{support_of(floating->mix.row), support_of(floating->mix.column)}};
  const auto pair = exact_equilibrium(view_, block, std::move(part), stop, Ties::stay_out);
  if (!pair) return std::nullopt;
  return concession(view_, *pair);
}

}  // namespace allnash::matrix
