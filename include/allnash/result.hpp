// The result of a run.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/index.hpp"
#include "allnash/known_payoffs.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/rational.hpp"

namespace allnash {

namespace game {
struct ListProof;
}

/// One strategy of the game and how often it is played.
struct Weight {
  Index strategy = 0;
  Rational probability;
  bool operator==(const Weight&) const = default;
};

/// A mixed strategy: its non-zero probabilities, by rising index.
using MixedStrategy = std::vector<Weight>;

/// What a strategy is called: its label, or its number where there are no labels.
ALLNASH_EXPORT std::string strategy_name(Index strategy, const std::vector<std::string>& labels);
/// A mixed strategy by these names, for whoever knows strategies by label.
ALLNASH_EXPORT std::vector<std::pair<std::string, Rational>> by_name(
    const MixedStrategy& strategy, const std::vector<std::string>& labels);

/// The optimal strategies of one player: a polytope.
struct OptimalSet {
  std::vector<Index> support;           ///< every strategy that some optimal strategy plays
  Index dimension = 0;                  ///< of the polytope; 0 when the optimal strategy is unique
  std::vector<MixedStrategy> vertices;  ///< extreme points, sorted
  bool vertices_complete = true;        ///< false when the list was cut
  /// With the option `certificate_vertices`: whether the certificate proves that the list is
  /// complete. False where it is not, or where the proof would take too long to check; in a
  /// symmetric game that of the row player serves both.
  [[nodiscard]] bool list_proved() const { return list_proof_ != nullptr; }

 private:
  friend struct game::ListProof;
  std::shared_ptr<const game::ListProof> list_proof_ = {};
};

/// The square subgame that makes a pair of extreme strategies (Shapley and Snow 1950): they are the
/// only strategies on it that make all its rows and all its columns worth the value.
struct Kernel {
  Index row_vertex = 0;  ///< in the row player's list of extreme strategies
  Index column_vertex = 0;
  std::vector<Index> rows;
  std::vector<Index> columns;
};

/// What is proved beside the value: all equilibria, the product of the two optimal sets.
struct Equilibria {
  OptimalSet row;
  OptimalSet column;
  /// No correct method asks fewer payoffs of this game unless it knows a range for them.
  std::int64_t floor = 0;
  std::vector<Kernel> kernels = {};  ///< with the option `kernels`: of each pair of vertices
  std::optional<bool> kernels_complete = {};  ///< with that option: false when the list was cut
};

enum class Status {
  proved,                  ///< value and both optimal sets are exact and checked
  stopped,                 ///< before an answer, and `stop` says why; `low` and `high` hold
  within,                  ///< `low` and `high` hold and are within the tolerance
  no_strict_saddle_point,  ///< a saddle-point method's answer: the game has none, exactly
  certified,               ///< of a game of chance: `low` and `high` hold with `confidence`
  failure,                 ///< the paper's answer for sizes that are not the supports', or unlucky
};

/// As in the JSON result and in a trace: "proved", "stopped", "no strict saddle point".
ALLNASH_EXPORT const char* status_name(Status status);

enum class StopReason {
  budget,       ///< Options::budget is spent
  time_limit,   ///< Options::time_limit is over
  interrupted,  ///< Hooks::stop was raised
  ledger_file,  ///< it cannot be written
  no_answer,    ///< the ledger holds no more, where there is nothing else to ask
  gave_up,      ///< the method found that it cannot answer
  error,        ///< an exception, of which a page tells
  running,      ///< it has not ended: the page of a run that goes on
};

/// Why there is no answer.
struct Stop {
  StopReason reason = StopReason::interrupted;
  /// As in the JSON result: "budget", "time limit", "interrupted", "ledger file: ...", ...
  std::string text;
};

/// What a strategy's probability in any equilibrium does not exceed.
struct Cap {
  Index strategy = 0;
  Rational most;
};

/// What the plays of one entry paid.
struct PlayTally {
  Entry entry;
  std::int64_t plays = 0;
  Rational mean;
};

/// What there is to say of a game of chance beside its bounds.
struct ByPlay {
  std::int64_t entries = 0;   ///< distinct ones that were played
  std::int64_t attempts = 0;  ///< strategies that were frozen to be certified
  std::int64_t failures = 0;  ///< plays that were lost, counted as the worst
  std::vector<Cap> row_caps;  ///< where below 1
  std::vector<Cap> column_caps;
  std::vector<PlayTally> tallies;  ///< of each entry played, by row, then column
};

/// What a search among subgames cost, in one of its phases: candidates for the value ("values"),
/// the saddle point ("search"), the check of the paper's conditions C1 to C3 ("check").
struct PhaseCounts {
  std::string_view phase = {};
  std::int64_t looks = 0;    ///< payoffs that its oracle calls look at, each as often as it is
  std::int64_t queries = 0;  ///< of them, those asked for the first time
  std::int64_t calls = 0;    ///< of the oracle: lines of the matrix of all subgames
  std::int64_t stages = 0;   ///< turns of drawing and halving
};

/// What a run found. Each thing has one place, in every status; what is not known is not there.
struct ALLNASH_EXPORT Result {
  Status status = Status::stopped;
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  std::string method;  ///< the method that answered
  std::uint64_t seed = 1;

  /// Known when it is proved and, of a symmetric game, from the start.
  std::optional<Rational> value = {};
  /// The value lies between them; once it is proved, both are it. In a symmetric game that is not
  /// solved `high` mirrors `low`, and before there is a strategy both are the value.
  std::optional<Rational> low = {};
  std::optional<Rational> high = {};
  /// They attain the bounds: `row_strategy` guarantees `low`, `column_strategy` concedes at most
  /// `high`. Each is empty while none is known; in a symmetric game one serves both players. Once
  /// the value is proved, each plays every strategy that some optimal one plays, and the two are
  /// the proof.
  MixedStrategy row_strategy = {};
  MixedStrategy column_strategy = {};
  std::optional<Equilibria> equilibria = {};  ///< status proved
  /// Of a game of chance: the probability with which all that is said holds, 1 - delta.
  std::optional<Rational> confidence = {};
  std::optional<ByPlay> by_play = {};  ///< of a game of chance, whose `queries` are plays
  std::optional<Stop> stop = {};       ///< status stopped: why

  /// What the run was asking for, or about to, when it was stopped; at most the first
  /// `most_next`. Empty when it was computing then.
  std::vector<Entry> next;
  static constexpr std::size_t most_next = 1000;

  std::optional<PayoffRange> payoff_range = {};  ///< as in the options
  bool range_used = false;  ///< whether the method left out what the range makes needless
  /// With a range, status proved: the smallest number of the payoffs asked that would have proved
  /// it with the pair of strategies that was found. Another pair may need fewer.
  std::optional<std::int64_t> hindsight = {};
  /// Where both optimal strategies are unique: no method that knows the range, and is right on all
  /// games in it, asks fewer. At most `hindsight`; below it only where payoffs that were not asked
  /// might have told more.
  std::optional<std::int64_t> range_floor = {};
  /// Where the game that was solved is not the one given but has its equilibria: how it comes from
  /// that. The value, bounds and certificate are about the game that was solved.
  std::string solved_as = {};
  std::optional<Rational> epsilon = {};  ///< as in the options

  std::int64_t queries = 0;  ///< distinct payoffs that the method asked for
  /// With a ledger file: how many of them were in it. The others were paid for in this run.
  std::optional<std::int64_t> recalled;
  /// Payoffs asked again to compare, where any were or `check_repeat` says so; they are no queries.
  std::optional<std::int64_t> repeats;
  /// Where payoffs in the ledger file are averages of plays: how many plays those among the queries
  /// are of. What is said is exact for these averages, and not for the game that was played.
  std::optional<std::int64_t> averaged_plays;
  /// In a symmetric game whose source cannot tell that it is one: how many of the queries were
  /// matches asked the other way too, to compare.
  std::optional<std::int64_t> mirrored;
  /// With `ahead`: how many entries idle workers were given that the method did not need, beside
  /// the queries.
  std::optional<std::int64_t> in_vain;
  /// Where workers asked slow questions of a second one, too: how often; they are no queries.
  std::optional<std::int64_t> hedged;
  // Where entries have costs (Hooks::costs).
  std::optional<Rational> cost;           ///< of the queries
  std::optional<Rational> recalled_cost;  ///< with a ledger file: of those that were in it
  std::optional<Rational> floor_cost;     ///< when proved: what no correct method can do without
  std::int64_t rounds = 0;                ///< batches they were asked in
  double seconds = 0;
  std::vector<PhaseCounts> counters = {};  ///< of the methods paper and reweighted

  std::vector<std::string> row_labels;  ///< empty, or one a strategy
  std::vector<std::string> column_labels;

  /// The payoffs that the run saw; only a Result that no run returned has none. They take as much
  /// memory as they did in the run: reset it when they are of no more use.
  std::shared_ptr<const KnownPayoffs> known;

  // Shortcuts into `equilibria`; each throws NotProved unless the status is proved.
  [[nodiscard]] const OptimalSet& row() const;
  [[nodiscard]] const OptimalSet& column() const;
  /// As in `equilibria`; none unless the status is proved, since it follows from the answer.
  [[nodiscard]] std::optional<std::int64_t> floor() const;
  [[nodiscard]] std::optional<double> ratio() const;  ///< queries / floor, where there is one

  // What strategies are called.
  [[nodiscard]] std::string row_name(Index row) const { return strategy_name(row, row_labels); }
  [[nodiscard]] std::string column_name(Index column) const {
    return strategy_name(column, column_labels);
  }
};

/// The result as one JSON object on one line, in the documented form.
ALLNASH_EXPORT std::string to_json(const Result& result);

/// Writes the certificate of a proved answer, as Hooks::certificate received it. Throws NotProved
/// when there is none, std::logic_error when `known` is missing or of another game.
ALLNASH_EXPORT void write_certificate(std::ostream& out, const Result& result);

/// A number as a decimal where it has one of a few places, as a fraction otherwise: "0.95".
ALLNASH_EXPORT std::string decimal_text(const Rational& number);

}  // namespace allnash
