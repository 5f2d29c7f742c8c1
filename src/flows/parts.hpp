// What the files of this room share: optimal flows, certificates, best responses and the double
// oracle, and the reader of path games.
#pragma once

#include <array>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/flow_game.hpp"
#include "allnash/flows.hpp"
#include "allnash/responses.hpp"
#include "allnash/stop.hpp"
#include "flows/exact_pair.hpp"
#include "flows/form.hpp"

namespace allnash::flows {

/// Flows of both players, optimal ones.
struct OptimalFlows {
  std::array<Numbers, 2> flow;  ///< of each arc, times the unit; no factor divides all and the unit
  std::array<exact::Integer, 2> unit;
  Rational value;
};

/// Writes the proof down (docs/certificate_format.md): of all equilibria, or of one.
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair);
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const OptimalFlows& optimal);

/// A game on flows as one that is known by best responses, which dynamic programming over the
/// player's graph finds in whole numbers.
///
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

/// Finds one equilibrium by double oracle. Writes into the answer what it has found: status, value
/// and strategies, or bounds and strategies where these are better than what is there. Returns the
/// flows where there is an equilibrium.
std::optional<OptimalFlows> solve_by_responses(FlowAnswer& answer, const Form& form,
                                               std::optional<double> time_limit,
                                               const StopFlag* stop);

/// Reads a file `.paths`; `name` stands for it in messages. Throws InputError.
FlowGame read_paths(std::istream& in, const std::string& name);

}  // namespace allnash::flows
