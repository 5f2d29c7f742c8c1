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

#include "allnash/rational.hpp"
#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// Part of an answer that only the library reads.
struct Inner {};

/// One strategy of the game and its probability.
struct Weight {
  Index strategy = 0;
  Rational probability;
  bool operator==(const Weight&) const = default;
};

/// A mixed strategy: its non-zero probabilities, by rising index.
using MixedStrategy = std::vector<Weight>;

/// The name of a strategy: its label, or its number if there are no labels.
ALLNASH_EXPORT std::string strategy_name(Index strategy, const std::vector<std::string>& labels);
/// A mixed strategy with these names.
ALLNASH_EXPORT std::vector<std::pair<std::string, Rational>> by_name(
    const MixedStrategy& strategy, const std::vector<std::string>& labels);

/// The optimal strategies of one player: a polytope.
struct OptimalSet {
  std::vector<Index> support;           ///< every strategy that some optimal strategy plays
  Index dimension = 0;                  ///< of the polytope; 0 when the optimal strategy is unique
  std::vector<MixedStrategy> vertices;  ///< extreme points, sorted
  bool vertices_complete = true;        ///< false when the list was cut
  /// With the option `certificate_vertices`: whether the certificate proves that the list is
  /// complete. False if it is not complete, or if the proof would take too long to check; in a
  /// symmetric game that of the row player serves both.
  [[nodiscard]] bool list_proved() const { return inner != nullptr; }

  std::shared_ptr<const Inner> inner = {};  ///< the proof of the list
};

/// The square subgame that defines a pair of extreme strategies (Shapley and Snow 1950): they are
/// the only strategies on it for which all its rows and all its columns earn the value.
struct Kernel {
  Index row_vertex = 0;  ///< index in the row player's list of extreme strategies
  Index column_vertex = 0;
  std::vector<Index> rows;
  std::vector<Index> columns;
};

/// All equilibria, the product of the two optimal sets, proved.
struct Equilibria {
  OptimalSet row;
  OptimalSet column;
  /// No method that finds all equilibria of every game asks fewer, unless it knows a range.
  std::int64_t floor = 0;
  std::vector<Kernel> kernels = {};  ///< with the option `kernels`: one for each pair of vertices
  std::optional<bool> kernels_complete = {};  ///< with that option: false if the list was cut
};

/// An upper limit on a strategy's probability in every equilibrium.
struct Cap {
  Index strategy = 0;
  Rational most;
};

/// Statistics of the plays of one entry.
struct PlayTally {
  Entry entry;
  std::int64_t plays = 0;
  Rational mean;
};

/// The mean number of plays below which no method states that the same strategies guarantee the
/// same bounds, with the same confidence. It is about these strategies, and not about the value,
/// which can be known for less; and about the mean, so that a single run may have luck.
struct PlaysFloor {
  std::optional<std::int64_t> seen;  ///< if payoffs are distributed as these plays showed
  std::optional<std::int64_t> sure;  ///< whatever they are, with the confidence of the run
};

/// The results of a game of chance other than its bounds.
struct ByPlay {
  std::int64_t entries = 0;   ///< distinct entries that were played
  std::int64_t attempts = 0;  ///< attempts frozen
  std::int64_t failures = 0;  ///< plays that were lost, which count as the worst payoff
  std::vector<Cap> row_caps;  ///< where below 1
  std::vector<Cap> column_caps;
  PlaysFloor floor = {};           ///< where bounds are certified
  std::vector<PlayTally> tallies;  ///< of each entry played, by row, then column
};

/// The cost of a search among subgames in one phase: candidates for the value ("values"), the
/// saddle point ("search"), the check of the paper's conditions C1 to C3 ("check").
struct PhaseCounts {
  std::string_view phase = {};
  std::int64_t looks = 0;    ///< payoffs that its oracle calls look at, with repetitions
  std::int64_t queries = 0;  ///< those asked for the first time
  std::int64_t calls = 0;    ///< of the oracle, for lines of the matrix of all subgames
  std::int64_t stages = 0;   ///< of drawing and halving
};

/// A payoff that the source failed to give, where Options::on_failure lets the run go on.
struct FailedEntry {
  Entry entry;
  std::optional<Rational> payoff;  ///< what it counts as; none: anything in the payoff range
  std::string why;
};

/// The result of a run. Each fact has one place, in every status; unknown ones are empty. Hence the
/// many members: they are the keys of the JSON.
struct ALLNASH_EXPORT Result {
  Status status = Status::stopped;
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  std::string method;  ///< the method that answered
  std::uint64_t seed = 1;

  /// Set if proved and, in a symmetric game, from the start.
  std::optional<Rational> value = {};
  /// The value lies between them; once it is proved, both equal it. In a symmetric game that is not
  /// solved `high` mirrors `low`, and before there is a strategy both are the value.
  std::optional<Rational> low = {};
  std::optional<Rational> high = {};
  /// They attain the bounds: `row_strategy` guarantees `low`, `column_strategy` concedes at most
  /// `high`. Each is empty while none is known; in a symmetric game one serves both players. Once
  /// the value is proved, each plays every strategy of its player's support, and the two are the
  /// proof.
  MixedStrategy row_strategy = {};
  MixedStrategy column_strategy = {};
  std::optional<Equilibria> equilibria = {};  ///< status proved
  /// In a game of chance: the probability with which all statements hold, 1 - delta.
  std::optional<Rational> confidence = {};
  std::optional<ByPlay> by_play = {};  ///< in a game of chance, whose `queries` are plays
  std::optional<Stop> stop = {};       ///< with status stopped: the reason

  /// The questions of the run, or its next ones, when it was stopped; at most the first
  /// `most_next`. Empty if it was computing then.
  std::vector<Entry> next;
  static constexpr std::size_t most_next = 1000;

  std::optional<PayoffRange> payoff_range = {};  ///< as in the options
  bool range_used = false;  ///< whether the method skipped payoffs that the range makes unnecessary
  /// With a range, status proved: the smallest number of the payoffs asked that would have proved
  /// it with the pair of strategies that was found. Another pair may need fewer.
  std::optional<std::int64_t> hindsight = {};
  /// If both optimal strategies are unique: no method that knows the range, and finds all
  /// equilibria of every game in it, asks fewer. At most `hindsight`; smaller only if payoffs that
  /// were not asked might have told more.
  std::optional<std::int64_t> range_floor = {};
  /// If the game that was solved is another one with the same equilibria: how it comes from the
  /// given one. The value, bounds and certificate are about the game that was solved.
  std::string solved_as = {};
  std::optional<Rational> epsilon = {};  ///< as in the options

  std::int64_t queries = 0;  ///< distinct payoffs that the method asked for
  /// With a ledger file: the number of queries that were in it. This run paid for the others.
  std::optional<std::int64_t> recalled;
  /// With a ledger file that answered for a source which nothing tells from another one: the number
  /// of its payoffs that were asked again, and agreed. They are not queries. Nothing if the source
  /// has an identity or the file answered nothing.
  std::optional<std::int64_t> rechecked;
  /// Payoffs asked again to compare, if any were or `check_repeat` is set; they are not queries.
  std::optional<std::int64_t> repeats;
  /// If payoffs in the ledger file are averages of plays: the number of plays behind the queries.
  /// The answer is exact for these averages, and not for the game that was played.
  std::optional<std::int64_t> averaged_plays;
  /// In a symmetric game whose source cannot check the symmetry: the number of queries that were
  /// matches asked the other way too, to compare.
  std::optional<std::int64_t> mirrored;
  /// With `ahead`: the number of entries that idle workers were given and the method did not need;
  /// they are not queries.
  std::optional<std::int64_t> in_vain;
  /// If slow questions were also asked of a second worker: how often; they are not queries.
  std::optional<std::int64_t> hedged;
  // If entries have costs (Hooks::costs).
  std::optional<Rational> cost;           ///< of the queries
  std::optional<Rational> recalled_cost;  ///< with a ledger file: of the queries that were in it
  std::optional<Rational> floor_cost;     ///< when proved: of the payoffs of the floor
  std::int64_t rounds = 0;                ///< batches in which the queries were asked
  double seconds = 0;
  std::vector<PhaseCounts> counters = {};  ///< of the methods paper and reweighted
  std::vector<FailedEntry> failed;         ///< by row, then column
  std::vector<std::string> notes;          ///< what the user should know, a sentence each

  std::vector<std::string> row_labels;  ///< empty, or one for each strategy
  std::vector<std::string> column_labels;

  /// The payoffs that the run saw; only a Result that no run returned has none. They take as much
  /// memory as in the run: reset the pointer when they are no longer needed.
  std::shared_ptr<const KnownPayoffs> known;

  // Shortcuts into `equilibria`; each throws NotProved unless the status is proved.
  [[nodiscard]] const OptimalSet& row() const;
  [[nodiscard]] const OptimalSet& column() const;
  /// As in `equilibria`; none unless the status is proved, since it follows from the answer.
  [[nodiscard]] std::optional<std::int64_t> floor() const;
  [[nodiscard]] std::optional<double> ratio() const;  ///< queries / floor, if there is one

  // Names of strategies.
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

/// A number as a decimal if it has a short one, else as a fraction: "0.95".
ALLNASH_EXPORT std::string decimal_text(const Rational& number);

}  // namespace allnash
