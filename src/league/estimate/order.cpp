#include "league/estimate/order.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include "core/base/at.hpp"

namespace allnash::league {
namespace {

/// Statements that hold in fewer draws than a normal number is above minus this are not of use.
constexpr double least_deviations = 1;

struct Statement {
  double deviations = 0;
  Index above = 0;
  Index below = 0;
};

/// Sums over the even draws: of what a player scores more than each later one, and of the squares.
struct Differences {
  std::vector<double> sums;
  std::vector<double> squares;
};

Differences differences_of(const DrawnScores& scores, const StopToken& stop) {
  const std::size_t players = scores.front().size();
  Differences all;
  all.sums.resize(players * (players - 1) / 2);
  all.squares.resize(all.sums.size());
  for (std::size_t draw = 0; draw < scores.size() && !stop.stopped(); draw += 2) {
    const std::vector<double>& score = scores[draw];
    std::size_t pair = 0;
    for (std::size_t i = 0; i < players; ++i) {
      for (std::size_t k = i + 1; k < players; ++k, ++pair) {
        const double more = score[i] - score[k];
        all.sums[pair] += more;
        all.squares[pair] += more * more;
      }
    }
  }
  return all;
}

/// All statements that may be of use, the surest first.
std::vector<Statement> statements_of(const DrawnScores& scores, const StopToken& stop) {
  const std::size_t players = scores.front().size();
  const std::size_t even = (scores.size() + 1) / 2;
  const auto draws = static_cast<double>(even);
  const Differences all = differences_of(scores, stop);
  std::vector<Statement> statements;
  std::size_t pair = 0;
  for (std::size_t i = 0; i < players; ++i) {
    for (std::size_t k = i + 1; k < players; ++k, ++pair) {
      const double mean = all.sums[pair] / draws;
      const double variance = std::max(all.squares[pair] / draws - mean * mean, 1e-300);
      const double deviations = mean / std::sqrt(variance);
      if (std::abs(deviations) < least_deviations) continue;
      const Index above = static_cast<Index>(deviations > 0 ? i : k);
      const Index below = static_cast<Index>(deviations > 0 ? k : i);
      statements.push_back({std::abs(deviations), above, below});
    }
  }
  std::ranges::stable_sort(statements, std::greater(), &Statement::deviations);
  return statements;
}

}  // namespace

std::vector<std::pair<Index, Index>> joint_order(const DrawnScores& scores, double confidence,
                                                 const StopToken& stop) {
  std::vector<std::pair<Index, Index>> order;
  if (scores.size() < 2 || scores.front().size() < 2) return order;
  const std::vector<Statement> statements = statements_of(scores, stop);
  std::vector<std::size_t> hold;  // how many hold, in each odd draw, before the first that does not
  for (std::size_t draw = 1; draw < scores.size(); draw += 2) {
    const std::vector<double>& score = scores[draw];
    const auto wrong = std::ranges::find_if(statements, [&](const Statement& one) {
      return score[at(one.above)] <= score[at(one.below)];
    });
    hold.push_back(static_cast<std::size_t>(wrong - statements.begin()));
  }
  if (stop.stopped()) return order;
  std::ranges::sort(hold);
  const auto fail = static_cast<std::size_t>((1 - confidence) * static_cast<double>(hold.size()));
  for (std::size_t t = 0; t < hold[fail]; ++t) {
    order.emplace_back(statements[t].above, statements[t].below);
  }
  return order;
}

std::vector<std::vector<Index>> ranks_of(const DrawnScores& scores) {
  std::vector<std::vector<Index>> ranks;
  std::vector<std::size_t> sorted;
  for (const std::vector<double>& score : scores) {
    sorted.resize(score.size());
    std::iota(sorted.begin(), sorted.end(), std::size_t{0});
    std::ranges::stable_sort(sorted,
                             [&](std::size_t i, std::size_t k) { return score[i] > score[k]; });
    std::vector<Index>& rank = ranks.emplace_back(score.size());
    for (std::size_t t = 0; t < sorted.size(); ++t) {
      const bool tied = t > 0 && score[sorted[t]] == score[sorted[t - 1]];
      rank[sorted[t]] = tied ? rank[sorted[t - 1]] : static_cast<Index>(t + 1);
    }
  }
  return ranks;
}

}  // namespace allnash::league
