// Where payoffs come from. A source answers batches of entries; it is never asked for more than a
// method needs, and only the ledger asks it.
//
//   class Matches final : public allnash::PayoffSource {
//    public:
//     Matches() : PayoffSource(40, 40) {}
//     void payoffs(std::span<const Entry> asked, std::span<Rational> answers) override {
//       for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = play(asked[t]);
//     }
//   };
//
// A function of row and column is a game too: `function_game`. Where each payoff takes long, and
// none is to be lost, derive from SlowSource.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/index.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/rational.hpp"

namespace allnash {

/// What a source waits for, told while it is asked: for progress.
struct Waiting {
  std::int64_t in_flight = 0;  ///< payoffs asked of workers and not yet answered
  std::size_t workers = 0;
  std::size_t busy = 0;     ///< workers with something to answer
  std::size_t slowest = 0;  ///< the busy one that has been silent longest
  Entry entry;              ///< what it works on
  double seconds = 0;       ///< how long it has been silent
  bool answered = false;    ///< whether any worker has answered yet, since the source was made
};

/// Takes payoffs as they arrive.
class ALLNASH_EXPORT Answers {
 public:
  virtual ~Answers() = default;
  /// asked[which[t]] has the payoff payoffs[t], for every t; each entry is answered once. When this
  /// returns the payoffs are kept, whatever happens next. Call it from the thread that was asked.
  virtual void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) = 0;
  /// True once the run is to end: start nothing more and return, the rest unanswered.
  [[nodiscard]] virtual bool stopped() const = 0;
  /// Of plays: asked[which[t]] is about to be played, for every t. When this returns that is
  /// written down, so that a play that never comes back is known. Look at `stopped` then: what
  /// could not be written down must not be played. Call it from the thread that was asked.
  virtual void handing_out(std::span<const std::size_t> /*which*/) {}
  /// Of plays: the first try at asked[which[t]] was lost, for every t, and may have been lost
  /// because of what it paid. Comes before the answer of a later try.
  virtual void failed(std::span<const std::size_t> /*which*/) {}
  /// A source whose payoffs take long says now and then what it waits for.
  virtual void waiting(const Waiting& /*now*/) {}
};

/// What tells a game from others of its shape, so that a ledger file is not used for another.
struct GameIdentity {
  std::string fingerprint;  ///< differs between games; empty where the source cannot tell
  std::string note;         ///< where the payoffs come from, for people
};

/// `payoffs` is all that a source must have; the rest it may have. What it throws ends the run and
/// reaches whoever called `solve`; an error of its own is best a SourceError.
class ALLNASH_EXPORT PayoffSource {
 public:
  /// Throws InputError unless there is a strategy on each side.
  PayoffSource(Index rows, Index columns);
  PayoffSource(const PayoffSource&) = delete;
  PayoffSource& operator=(const PayoffSource&) = delete;
  virtual ~PayoffSource() = default;

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index columns() const noexcept { return columns_; }

  /// Puts the payoff of asked[t] into answers[t], for every t. The spans have one length and every
  /// entry lies inside the game. The same entry always has the same payoff. Throws SourceError.
  virtual void payoffs(std::span<const Entry> asked, std::span<Rational> answers) = 0;

  /// What the ledger calls: answers through `answers`, in any order. The default asks `payoffs` for
  /// all at once.
  virtual void answer(std::span<const Entry> asked, Answers& answers);

  /// True when several threads may call `payoffs` at once.
  [[nodiscard]] virtual bool concurrent() const { return false; }

  /// True when payoffs cost nothing to look at, as those of a table do: `auto` then minimises time
  /// and not queries.
  [[nodiscard]] virtual bool free() const { return false; }

  /// True where nobody vouches that an entry has the same payoff each time, as of a program or a
  /// function: a few of the first payoffs are then asked twice, to compare.
  [[nodiscard]] virtual bool may_vary() const { return false; }

  /// For a game declared symmetric (A[i][j] + A[j][i] = `sum`): an entry that contradicts it, where
  /// the source can tell without asking anyone (a table looks at itself; a simulator cannot).
  [[nodiscard]] virtual std::optional<Entry> symmetry_fault(const Rational& /*sum*/) const {
    return {};
  }
  /// Whether it can tell. Where not, the ledger asks for a few matches both ways.
  [[nodiscard]] virtual bool tells_symmetry() const { return false; }

  /// Whether the entry has this payoff, where the source can tell without asking anyone (a table
  /// looks at itself; a simulator cannot).
  [[nodiscard]] virtual std::optional<bool> agrees(Entry /*entry*/,
                                                   const Rational& /*payoff*/) const {
    return {};
  }

  /// For a game whose payoffs were said to lie in a range: one outside it, where the source can
  /// tell without asking anyone.
  [[nodiscard]] virtual std::optional<Entry> range_fault(const PayoffRange& /*range*/) const {
    return {};
  }

  /// Asked only when a ledger file is in use: it may take as long as reading a table does.
  [[nodiscard]] virtual GameIdentity identity() const { return {}; }

  /// Names of the strategies, one each, or none.
  [[nodiscard]] virtual std::vector<std::string> row_labels() const { return {}; }
  [[nodiscard]] virtual std::vector<std::string> column_labels() const { return {}; }

  /// Where the payoffs are those of a zero-sum game that has the equilibria of another, which is
  /// the one that was given: how they come from that. Empty otherwise.
  [[nodiscard]] virtual std::string solved_as() const { return {}; }

 private:
  Index rows_;
  Index columns_;
};

/// A source whose payoffs take long. It hands each over when it is there, so that none is lost when
/// a later one fails or the run is stopped.
class ALLNASH_EXPORT SlowSource : public PayoffSource {
 public:
  using PayoffSource::PayoffSource;
  void answer(std::span<const Entry> asked, Answers& answers) override = 0;
  /// Waits for all of them.
  void payoffs(std::span<const Entry> asked, std::span<Rational> answers) final;
};

/// A game held in memory, row by row. Throws InputError unless rows, columns >= 1 and
/// values.size() = rows * columns; labels are empty or one a strategy.
ALLNASH_EXPORT std::unique_ptr<PayoffSource> table_game(
    Index rows, Index columns, std::vector<Rational> values,
    std::vector<std::string> row_labels = {}, std::vector<std::string> column_labels = {});

/// A game computed by a function of row and column, called one entry at a time from one thread.
/// An exception it throws comes back as SourceError with the entry in the message.
ALLNASH_EXPORT std::unique_ptr<PayoffSource> function_game(
    Index rows, Index columns, std::function<Rational(Index, Index)> payoff);

}  // namespace allnash
