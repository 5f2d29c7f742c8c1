// A game on flows as one that is known by best responses. A best response is found by dynamic
// programming over the player's graph, in whole numbers.
#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "allnash/responses.hpp"
#include "flows/form.hpp"

namespace allnash::flows {

/// A strategy's text is its number, in the order in which they were met. The form must outlive it.
class FlowResponses final : public ResponseGame {
 public:
  explicit FlowResponses(const Form& form) : form_(form) {}

  std::string start(Player player) override;
  Rational payoff(const std::string& row, const std::string& column) override;
  allnash::Response respond(Player player, std::span<const WeightedStrategy> opponent) override;

  /// The arcs of a strategy that was met, each after those that lead to it.
  [[nodiscard]] const std::vector<int>& arcs(Player player, const std::string& strategy) const;

 private:
  struct Met {
    std::vector<std::vector<int>> strategies;  // arcs of each
    std::vector<Numbers> gains;                // of the opponent's features against it, once asked
    std::map<std::vector<int>, std::size_t> numbers;
  };
  std::string met(int player, std::vector<int> arcs);
  const Numbers& gains_against(int player, std::size_t strategy);

  const Form& form_;
  std::array<Met, 2> met_;
};

}  // namespace allnash::flows
