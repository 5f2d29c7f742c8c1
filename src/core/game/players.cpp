#include "core/game/players.hpp"

#include <algorithm>
#include <numeric>

#include "allnash/run.hpp"
#include "core/base/at.hpp"

namespace allnash::game {

Lines all_below(Index count) {
  Lines all(at(count));
  std::iota(all.begin(), all.end(), Index{0});
  return all;
}

Lines complement(const Lines& sorted, Index count) {
  Lines rest;
  auto next = sorted.begin();
  for (Index t = 0; t < count; ++t) {
    if (next != sorted.end() && *next == t) {
      ++next;
    } else {
      rest.push_back(t);
    }
  }
  return rest;
}

std::vector<Entry> entries_of(const Block& block) {
  std::vector<Entry> entries;
  entries.reserve(block.row.size() * block.column.size());
  for (const Index i : block.row) {
    for (const Index j : block.column) entries.push_back({i, j});
  }
  return entries;
}

Lines support_of(const MixedStrategy& strategy) {
  Lines support;
  for (const Weight& weight : strategy) support.push_back(weight.strategy);
  return support;
}

MixedStrategy renumbered(MixedStrategy strategy, const Lines& numbers) {
  for (Weight& weight : strategy) weight.strategy = numbers[at(weight.strategy)];
  std::ranges::sort(strategy, {}, &Weight::strategy);
  return strategy;
}

bool dense_less(const MixedStrategy& left, const MixedStrategy& right) {
  // At the first difference of the sparse lists, the one whose next strategy has the lower index
  // has a positive entry where the other has 0, so its dense vector is larger.
  for (std::size_t t = 0;; ++t) {
    if (t == left.size() || t == right.size()) return t == left.size() && t < right.size();
    if (left[t].strategy != right[t].strategy) return left[t].strategy > right[t].strategy;
    if (left[t].probability != right[t].probability) {
      return left[t].probability < right[t].probability;
    }
  }
}

}  // namespace allnash::game

// Members of Result.
namespace allnash {
namespace {

const Equilibria& proved(const Result& result) {
  if (result.equilibria) return *result.equilibria;
  throw NotProved(std::string("a result of status ") + status_name(result.status) +
                  " has no optimal strategies");
}

}  // namespace

const char* status_name(Status status) {
  switch (status) {
    case Status::proved:
      return "proved";
    case Status::stopped:
      return "stopped";
    case Status::within:
      return "within";
    case Status::no_strict_saddle_point:
      return "no strict saddle point";
    case Status::certified:
      return "certified";
    case Status::failure:
      return "failure";
    case Status::equilibrium:
      return "equilibrium";
    case Status::no_better_response:
      return "no better response found";
  }
  return "";
}

const OptimalSet& Result::row() const { return proved(*this).row; }
const OptimalSet& Result::column() const { return proved(*this).column; }

std::optional<std::int64_t> Result::floor() const {
  return equilibria ? std::optional(equilibria->floor) : std::nullopt;
}
std::optional<double> Result::ratio() const {
  if (!equilibria) return {};
  const std::int64_t least = equilibria->floor;
  return least == 0 ? 1.0 : static_cast<double>(queries) / static_cast<double>(least);
}

std::string strategy_name(Index strategy, const std::vector<std::string>& labels) {
  return labels.empty() ? std::to_string(strategy) : labels.at(static_cast<std::size_t>(strategy));
}
std::vector<std::pair<std::string, Rational>> by_name(const MixedStrategy& strategy,
                                                      const std::vector<std::string>& labels) {
  std::vector<std::pair<std::string, Rational>> named;
  for (const auto& [played, probability] : strategy) {
    named.emplace_back(strategy_name(played, labels), probability);
  }
  return named;
}

}  // namespace allnash
