// What the files of this room share: optimal flows, certificates, best responses and the double
// oracle, and the reader of path games.
#pragma once

#include <array>
#include <cstddef>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/exact_pair.hpp"
#include "large/graphs/form.hpp"

namespace allnash::large {

/// An optimal flow for each player.
struct OptimalFlows {
  std::array<Numbers, 2> flow;  ///< by arc, times the unit; flows and unit have no common factor
  std::array<exact::Integer, 2> unit;
  Rational value;
};

/// A flow as a mixture of pure strategies.
struct Decomposition {
  std::vector<PlayedStrategy> mixture;
  Rational unlisted;  ///< what strategies that are not in the mixture carry
};
/// The widest strategies first. Ends early when stopped, or when the strategies have this many arcs
/// together.
Decomposition decomposed(const Graph& graph, Numbers flow, const exact::Integer& unit,
                         std::size_t most_arcs, const StopToken& stop);

/// What ends a run; the time begins when this object is made.
struct RunLimits {
  using Clock = StopToken::Clock;
  RunLimits() = default;
  RunLimits(const FlowOptions& options, const Hooks& hooks);

  Clock::time_point begin = Clock::now();
  std::optional<Clock::time_point> deadline = {};
  const StopFlag* flag = nullptr;
  LookLimit* looks = nullptr;  ///< for tests

  [[nodiscard]] StopToken token() const {
    const StopToken its(flag, deadline);
    return looks == nullptr ? its : its.sooner(*looks);
  }
  [[nodiscard]] double seconds() const;  ///< since the begin
  [[nodiscard]] std::optional<double> seconds_left() const;
};
/// What stopped a run.
[[nodiscard]] Stop stop_of(const StopToken& stop);

/// Solves as `solve_flows` does; the answer has no seconds. The certificate may be null.
FlowAnswer solve_within(const FlowGame& game, FlowMethod method, const RunLimits& limits,
                        std::ostream* certificate);

/// Writes the certificate (docs/certificate_format.md) of all equilibria, with further lines before
/// its end, or of one.
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const ExactPair& pair, std::string_view more = {});
void write_certificate(std::ostream& out, const FlowGame& game, const Form& form,
                       const OptimalFlows& optimal);

/// A game on flows as a game known by best responses, which are found by exact dynamic programming
/// over the player's graph.
///
/// A strategy's name is its number in the order of discovery. The form must outlive this object.
class FlowResponses final : public ResponseGame {
 public:
  explicit FlowResponses(const Form& form) : form_(form) {}

  std::string start(Player player) override;
  Rational payoff(const std::string& row, const std::string& column) override;
  allnash::Response respond(Player player, std::span<const WeightedStrategy> opponent) override;

  /// The arcs of a known strategy in topological order.
  [[nodiscard]] const std::vector<int>& arcs(Player player, const std::string& strategy) const;

 private:
  struct Met {
    std::vector<std::vector<int>> strategies;  // each as a list of arcs
    std::vector<Numbers> gains;  // the opponent's gains against each strategy, computed when needed
    std::map<std::vector<int>, std::size_t> numbers;
  };
  std::string met(int player, std::vector<int> arcs);
  const Numbers& gains_against(int player, std::size_t strategy);

  const Form& form_;
  std::array<Met, 2> met_;
};

/// Finds one equilibrium by double oracle and returns its flows. Writes status, value and
/// strategies into the answer; without an equilibrium, bounds and strategies that improve those in
/// the answer.
std::optional<OptimalFlows> solve_by_responses(FlowAnswer& answer, const Form& form,
                                               std::optional<double> time_limit,
                                               const StopFlag* stop);

/// Reads a `.paths` file; `name` is its name in messages. Throws InputError, or Stopped by the
/// token.
FlowGame read_paths(std::istream& in, const std::string& name, const StopToken& stop = {});

}  // namespace allnash::large
