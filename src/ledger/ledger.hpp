// The ledger stands between every method and every source. It asks each payoff once, counts it,
// remembers it, and says how many rounds that took. No method sees an entry by another way.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/known_payoffs.hpp"
#include "allnash/progress.hpp"
#include "allnash/source.hpp"
#include "exact/matrix.hpp"
#include "exact/stop_token.hpp"
#include "game/pair.hpp"

namespace allnash::ledger {

class Store;

struct LedgerSettings {
  /// A[i][j] + A[j][i] is one number: a match answers two entries, the diagonal is half of it and
  /// free. The number is 0, or with a range the sum of its ends.
  bool symmetric = false;
  std::optional<std::int64_t> budget;
  StopToken stop;
  std::optional<double> check_repeat = {};   ///< as in Options
  std::uint64_t seed = 1;                    ///< chooses what is asked twice
  Observer* observer = nullptr;              ///< told of what is asked, when it wants events
  std::optional<std::int64_t> threads = {};  ///< that ask a concurrent source; none: all cores
  std::optional<PayoffRange> range = {};     ///< a payoff outside it is bad input
  Source* costs = nullptr;                   ///< what asking for each entry costs
  std::optional<Rational> sum = {};          ///< of a symmetric game: the number, if not as above
};

/// How planning ends a method: it cannot go on without the answers.
struct PlanMade {};
/// The file holds payoffs that the method did not ask for: it may begin from them.
struct MoreKnown {};

/// Throws InputError for a game without entries or of 2^32 rows or columns or more, and for a
/// symmetric one that is not square.
void check_countable(Index rows, Index columns, bool symmetric);

class Ledger final : public game::KnownGame {
 public:
  using Settings = LedgerSettings;
  /// The source must outlive the ledger. Throws InputError for a symmetric game that is not square
  /// or that the source knows not to be symmetric, where the source knows a payoff outside the
  /// range, and for a game of 2^32 rows or columns or more.
  explicit Ledger(Source& source, const Settings& settings = {});
  ~Ledger() override;
  /// From now on the file keeps every payoff asked, and answers for those it has; it must outlive
  /// the ledger. A method learns from it only what it asks, and so goes the same way with a file
  /// that answers all of it, or holds what an earlier run asked on that way, as without one.
  void keep_in(ledger::Store& file);
  /// From now on the first round that would ask the source throws MoreKnown if the file holds
  /// anything that the method has not asked for. That happens once.
  void notice_more();
  /// Asks for all that the file holds. False as from `ask`.
  [[nodiscard]] bool recall_all();
  /// From now on nothing is asked of the source: the first round that would ask something puts all
  /// that it would ask into `plan`, in that order, and throws PlanMade. `plan` must outlive the
  /// ledger.
  void plan_into(std::vector<Entry>& plan);

  [[nodiscard]] Index rows() const override;
  [[nodiscard]] Index columns() const override;
  [[nodiscard]] bool symmetric() const;
  [[nodiscard]] const std::optional<PayoffRange>& range() const;
  /// What a symmetric game is worth to both.
  [[nodiscard]] const Rational& symmetric_value() const;
  /// True when payoffs cost nothing and nobody counts them: there is no budget, no file and no
  /// costs.
  [[nodiscard]] bool free() const;

  // In a symmetric game whose source cannot tell whether it is one, `mirrored_checks` of the first
  // matches asked are asked both ways and compared. A match that contradicts ends the ask with
  // InputError.
  static constexpr std::int64_t mirrored_checks = 5;
  // Where a source may vary, so many of the first payoffs asked are asked twice and compared,
  // unless settings.check_repeat says otherwise. Coins of even chances pass all of them with
  // probability 2^-8.
  static constexpr std::int64_t repeated_checks = 8;

  // Asking. Each call is at most one round, and none when everything is known already. Entries are
  // asked in the order given, none twice. False when budget, time, a request or a file that takes
  // no more ended it early: what was learned until then is kept and counted. Throws SourceError,
  // also when an entry asked twice has two payoffs, and InputError for a payoff outside the range.
  [[nodiscard]] bool ask(std::span<const Entry> wanted);
  /// Whole rows, then whole columns, in one round.
  [[nodiscard]] bool ask_lines(std::span<const Index> rows, std::span<const Index> columns);
  /// Everything, in shells (row 0, column 0, row 1, column 1, ...), so that a run cut short knows
  /// whole rows and whole columns.
  [[nodiscard]] bool ask_all();

  /// From now on calls this before each round, with the number of payoffs that the round asks at
  /// most; false ends it as a stop would. What is asked within the call comes first, and is no
  /// occasion for another. An empty function ends that.
  void take_turns(std::function<bool(std::int64_t)> turn);

  /// Calls this when the source says what it waits for.
  void on_waiting(std::function<void(const Waiting&)> listener);

  // What is known.
  [[nodiscard]] bool knows(Index row, Index column) const override;
  [[nodiscard]] bool knows_row(Index row) const;        ///< every entry of it
  [[nodiscard]] bool knows_column(Index column) const;  ///< every entry of it
  // The lines known whole, in the order that they came to be.
  [[nodiscard]] std::span<const Index> whole_rows() const;
  [[nodiscard]] std::span<const Index> whole_columns() const;
  [[nodiscard]] Index known_in_row(Index row) const;  ///< how many entries of it
  [[nodiscard]] Index known_in_column(Index column) const;
  /// Requires knows(row, column); throws std::logic_error otherwise.
  [[nodiscard]] Rational entry(Index row, Index column) const override;

  /// A double next to the payoff, for floating guesses; NaN when it has not been seen.
  [[nodiscard]] double approximate(Index row, Index column) const;
  /// The game on these rows and these columns, in this order. Requires that all of it is known;
  /// throws std::logic_error otherwise.
  [[nodiscard]] exact::Matrix submatrix(std::span<const Index> rows,
                                        std::span<const Index> columns) const;

  // The count.
  [[nodiscard]] std::int64_t queries() const;  ///< distinct payoffs that are known
  /// What the run is to answer for: the queries, and the matches that were asked the other way too.
  [[nodiscard]] std::int64_t asked() const;
  [[nodiscard]] std::int64_t rounds() const;
  [[nodiscard]] std::int64_t recalled() const;  ///< of what was asked, what the file answered
  [[nodiscard]] std::int64_t repeats() const;   ///< payoffs asked again to compare; no queries
  /// How many plays the file's averages among what was recalled are of.
  [[nodiscard]] std::int64_t averaged_plays() const;
  /// Distinct payoffs that the game has in all (matches, when symmetric).
  [[nodiscard]] std::int64_t size() const;
  // What it cost, where entries have costs.
  [[nodiscard]] bool has_costs() const;
  [[nodiscard]] double cost(Index row, Index column) const;  ///< 1 where they have none
  /// Has the costs of all these known by one question. Their source is asked for each once.
  void price(std::span<const Entry> entries) const;
  /// True where several threads may look at costs, or there are none.
  [[nodiscard]] bool costs_are_concurrent() const;
  [[nodiscard]] Rational spent() const;          ///< for what was asked
  [[nodiscard]] Rational recalled_cost() const;  ///< of that, what the file answered
  /// Of every entry in these rows and these columns, each once.
  [[nodiscard]] Rational cost_of_lines(std::span<const Index> rows,
                                       std::span<const Index> columns) const;
  /// True when a round may be cut short by a budget or is only planned, so that its order matters.
  [[nodiscard]] bool may_be_cut() const;

  /// True when the budget is what ended an ask.
  [[nodiscard]] bool out_of_budget() const;
  /// Of a round that ended early: what is left to ask of it, at most the first `most`.
  [[nodiscard]] std::vector<Entry> left_over(std::size_t most) const;
  /// Why the file took no more, where it did; empty otherwise.
  [[nodiscard]] std::string file_fault() const;

  /// What is known, for those who only look; as long as the ledger lives and gives nothing away.
  [[nodiscard]] const KnownPayoffs& known() const;
  /// Gives away what is remembered. Nothing may be asked or read after it; the counts stay.
  [[nodiscard]] std::unique_ptr<const KnownPayoffs> give_away();

 private:
  class Learner;
  class Round;
  struct Store;
  [[nodiscard]] bool others_first(std::int64_t wanted);
  [[nodiscard]] bool want_row(Round& round, Index row, const std::vector<bool>& column_done);
  [[nodiscard]] bool want_column(Round& round, Index column, const std::vector<bool>& row_done);

  std::unique_ptr<Store> store_;
};

/// No method that is right on all games asks fewer: every entry in the rows and columns of the two
/// supports, of sizes k1 and k2. In a symmetric game, matches, and the two supports are one.
std::int64_t query_floor(Index rows, Index columns, Index k1, Index k2, bool symmetric);

}  // namespace allnash::ledger
