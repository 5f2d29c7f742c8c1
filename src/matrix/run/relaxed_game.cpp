#include "matrix/run/relaxed_game.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace allnash::matrix {

namespace {

// Clp is right to about 1e-9 of the reach, so a smaller gain counts as none.
constexpr double no_gain = 1e-9;
constexpr std::size_t added = 16;  // strategies added at once

}  // namespace

RelaxedGame::RelaxedGame(const View& view)
    : view_(view), solver_(view), active_(at(view_.count())), is_open_(at(view_.opponents())) {}

void RelaxedGame::open(Index opponent) {
  if (is_open(opponent)) return;
  is_open_[at(opponent)] = true;
  block_.of(opponent_of(view_.player())).push_back(opponent);
  std::vector<double>& line = lines_.emplace_back(at(view_.count()));
  for (Index s = 0; s < view_.count(); ++s) {
    line[at(s)] = view_.approximate(s, opponent);
    largest_ = std::max(largest_, std::abs(line[at(s)]));
  }
}

Index RelaxedGame::best_line() const {
  const auto best = std::ranges::min_element(
      lines_, {}, [](const auto& line) { return *std::ranges::max_element(line); });
  return opened()[at(best - lines_.begin())];
}

std::vector<double> RelaxedGame::standing() {
  if (summed_over_ != largest_) {
    sums_.assign(at(view_.count()), 0);
    summed_ = 0;
    summed_over_ = largest_;
  }
  for (; summed_ < lines_.size(); ++summed_) {
    const std::vector<double>& line = lines_[summed_];
    for (std::size_t s = 0; s < sums_.size(); ++s) sums_[s] += line[s] / largest_;
  }
  std::vector<double> sums = sums_;
  const auto count = static_cast<double>(sums.size());
  const double mean = std::accumulate(sums.begin(), sums.end(), 0.0) / count;
  double squares = 0;
  for (double& sum : sums) {
    sum -= mean;
    squares += sum * sum;
  }
  const double deviation = std::sqrt(squares / count);
  for (double& sum : sums) sum = deviation > 0 ? sum / deviation : 0;
  return sums;
}

bool RelaxedGame::solve(const StopToken& stop) {
  if (part().size() > 3 * opened().size() + added) rest();
  if (part().empty()) join(std::ranges::max_element(lines_[0]) - lines_[0].begin());
  do {
    auto found = solver_.solve(block_, stop);
    if (!found) return false;
    mix_ = std::move(found->mix);
    value_ = view_.turned(found->value);
    reach_ = std::max(reach_, found->reach);
  } while (grow());
  return true;
}

void RelaxedGame::join(Index s) {
  active_[at(s)] = true;
  part().push_back(s);
}

// Removes the strategies that the last mix does not play from the block; `grow` adds needed ones.
void RelaxedGame::rest() {
  for (const Index s : part()) active_[at(s)] = false;
  part().clear();
  for (const FloatWeight& weight : mix()) join(weight.strategy);
}

// Adds the strategies that beat the value by most; false if none does.
bool RelaxedGame::grow() {
  std::vector<double> earned(at(view_.count()));
  grown_ += view_.count() * std::ssize(holding());
  for (const FloatWeight& weight : holding()) {
    const auto place = std::ranges::find(opened(), weight.strategy) - opened().begin();
    const std::vector<double>& line = lines_[at(place)];
    for (std::size_t s = 0; s < earned.size(); ++s) earned[s] += weight.probability * line[s];
  }
  bound_ = *std::ranges::max_element(earned) + rounding(holding().size(), largest_);
  std::vector<std::pair<double, Index>> better;
  for (Index s = 0; s < view_.count(); ++s) {
    if (!active_[at(s)] && earned[at(s)] > value_ + no_gain * reach_) {
      better.emplace_back(-earned[at(s)], s);
    }
  }
  const std::size_t joining = std::min(added, better.size());
  std::partial_sort(better.begin(), better.begin() + static_cast<std::ptrdiff_t>(joining),
                    better.end());
  for (std::size_t t = 0; t < joining; ++t) join(better[t].second);
  return joining > 0;
}

bool RelaxedGames::open(const Block& lines) {
  if (!run_.ask_lines(lines.row, lines.column)) return false;
  for (const Player player : game::players) {
    for (const Index s : lines.of(player)) {
      of(opponent_of(player)).open(s);
      if (run_.known.symmetric()) of(player).open(s);
    }
  }
  return true;
}

bool RelaxedGames::solve() {
  constexpr Index worth_a_thread = 2'000;  // payoffs; below, starting it costs more
  const Index payoffs = std::min(run_.known.rows() * std::ssize(both_.row.opened()),
                                 run_.known.columns() * std::ssize(both_.column.opened()));
  Both<bool> solved;
  const std::int64_t before = both_.row.work() + both_.column.work();
  exact::side_by_side(payoffs >= worth_a_thread ? run_.threads() : 1, game::players.size(),
                      [&](std::size_t which) {
                        const Player player = game::players[which];
                        solved.of(player) = of(player).solve(run_.stop);
                      });
  run_.work += both_.row.work() + both_.column.work() - before;
  if (!solved.row || !solved.column) return false;
  for (const Player player : game::players) {
    run_.bounds.hold_down(player, of(player).bound(), of(player).holding());
  }
  return true;
}

}  // namespace allnash::matrix
