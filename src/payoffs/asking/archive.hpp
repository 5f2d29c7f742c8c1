// What a ledger keeps from one run to the next, behind a narrow interface. A ledger file is one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "payoffs/asking/kept.hpp"

namespace allnash::asking {

/// Writing failed: the disk is full, or the file is read-only.
struct LedgerWriteError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What earlier runs left, when the archive was opened.
struct Inherited {
  bool empty = true;
  bool by_play = false;           ///< it keeps plays of a game of chance, not payoffs
  std::int64_t repeated = 0;      ///< number of payoffs that were asked twice, to compare
  std::int64_t mirrored = 0;      ///< number of matches that were asked both ways, to compare
  std::vector<Entry> ahead = {};  ///< asked ahead, and not asked for by a method so far
  // Plays.
  bool has_plays_ahead = false;  ///< some were asked ahead, and not asked for by a method
  std::int64_t plays = 0;        ///< number of the first play of this run
  std::int64_t attempts = 0;     ///< number of attempts frozen before
  std::int64_t joined = 0;       ///< number of groups of newcomers before
  std::uint64_t seed = 1;        ///< for the seeds of plays
  std::vector<Index> rows = {};  ///< each strategy's number, which does not change
  std::vector<Index> columns = {};
  bool may_grow = false;  ///< strategies are known by label, so that others may join
};

/// Entries are numbered as in the game of the run. In a symmetric game they have row < column.
class Archive {
 public:
  Archive() = default;
  virtual ~Archive() = default;
  Archive(const Archive&) = delete;
  Archive& operator=(const Archive&) = delete;

  [[nodiscard]] virtual const std::string& name() const = 0;
  [[nodiscard]] virtual bool writable() const = 0;
  /// In a game of so many rows and columns.
  [[nodiscard]] virtual Inherited inherited(Index rows, Index columns) = 0;

  // Recalling. Throws InputError for what is damaged.
  /// The payoff or play with the same entry, origin and seed, if it is kept.
  [[nodiscard]] virtual bool recall(const KeptPlay& key, KeptPlay& play) = 0;
  /// The play with this number.
  [[nodiscard]] virtual bool recall_number(std::int64_t number, KeptPlay& play) = 0;
  [[nodiscard]] virtual std::int64_t count() const = 0;  ///< of answered questions
  using Visit = std::function<void(const KeptPlay&)>;
  virtual void for_each(const Visit& visit) const = 0;
  /// Plays of earlier runs, by number.
  virtual void for_each_before(const Visit& visit) const = 0;
  /// Plays that were asked ahead and not used by a method yet, by entry and place.
  virtual void for_each_ahead(const Visit& visit) const = 0;
  /// The entry by the numbers of its strategies, which do not change when others join or leave.
  [[nodiscard]] virtual Entry numbered(Entry entry) const = 0;

  // Keeping. Throws LedgerWriteError.
  /// Payoffs, with the round in which they were asked, if above 0, the number of matches that were
  /// asked both ways, and whether they were asked ahead.
  virtual void record(std::span<const Entry> entries, std::span<const Rational> payoffs,
                      std::int64_t mirrored, std::int64_t round, bool ahead) = 0;
  /// Adds plays or replaces them.
  virtual void record(std::span<const KeptPlay> plays) = 0;
  /// A method has asked for these, which were asked ahead.
  virtual void claim(std::span<const Entry> entries) = 0;
  virtual void note_repeated(std::int64_t count) = 0;

  // What is fixed before later plays.
  enum class Kind {
    frozen,  ///< an attempt
    joined,  ///< arms of newcomers to an attempt
  };
  [[nodiscard]] virtual std::vector<Freeze> freezes(Kind kind) const = 0;
  /// The number must be the next, from 1, or one recorded with the same content. Throws InputError
  /// if it is recorded with other content.
  virtual void freeze(Kind kind, std::int64_t number, const Freeze& what) = 0;
};

}  // namespace allnash::asking
