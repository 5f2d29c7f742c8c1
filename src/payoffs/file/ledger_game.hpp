// The game that a ledger file belongs to: whether it is the same as another game, and which
// strategy of the one is which of the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allnash/ledger.hpp"
#include "allnash/source.hpp"
#include "core/base/at.hpp"
#include "payoffs/file/facts.hpp"

namespace allnash::file {

// The correspondence of strategies between a game and a ledger file. A file with labels knows
// strategies by label, so that agents may join, leave and change places between runs. Any other
// file knows them by number, and more may follow.

/// One player's strategies; without labels they are known by number.
struct Strategies {
  Index count = 0;
  std::vector<std::string> labels = {};
};

/// The places of one player's strategies in a file.
class Roster {
 public:
  static constexpr Index absent = -1;

  /// Strategies are known by number.
  Roster() = default;
  /// Both have labels, without duplicates.
  Roster(const std::vector<std::string>& file, const std::vector<std::string>& game);

  /// Strategies that are new to the file get the numbers after its own, in the game's order.
  [[nodiscard]] Index in_file(Index strategy) const {
    return in_file_.empty() ? strategy : in_file_[at(strategy)];
  }
  /// The numbers in the file of the first `count` strategies.
  [[nodiscard]] std::vector<Index> numbers(Index count) const {
    std::vector<Index> result;
    for (Index strategy = 0; strategy < count; ++strategy) result.push_back(in_file(strategy));
    return result;
  }
  /// `absent` for a strategy that is not in the game.
  [[nodiscard]] Index in_game(Index number) const {
    return in_file_.empty() ? number : in_game_[at(number)];
  }
  [[nodiscard]] bool in_order() const;  ///< the same strategies in the same order
  /// True if all strategies of the file are in the game.
  [[nodiscard]] bool has_all() const {
    return std::ranges::find(in_game_, absent) == in_game_.end();
  }
  [[nodiscard]] bool strangers() const { return shared_ == 0 && !in_file_.empty(); }

 private:
  std::vector<Index> in_file_;
  std::vector<Index> in_game_;
  Index shared_ = 0;
};

/// Why a file with these strategies does not fit a game with those: "knows its rows by label, ...";
/// nothing if it fits.
[[nodiscard]] std::optional<std::string> misfit(const char* side, const Strategies& file,
                                                const Strategies& game);

struct LedgerGame {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  /// The game's name or fingerprint; nothing if payoffs were imported before any run.
  std::optional<std::string> identity;
  std::string note;
  /// Symmetric games: the number of matches that were asked both ways, to compare.
  std::int64_t mirrored = 0;
  /// A label for each strategy, or an empty list; both players of a symmetric game have the same.
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};
  /// SelfCheck::agrees of the game to be solved, if any.
  std::function<std::optional<bool>(Entry, const Rational&)> agrees = {};
  /// Symmetric games: the sum of the two payoffs of a match.
  Rational sum = {};
  /// The sum of checksums of the file's facts when it was inspected before opening, 0 if it did not
  /// exist. Another sum means that somebody has changed the file since.
  std::optional<std::uint64_t> seen = {};
  /// Games of chance: the settings of the present or the last run. The file then keeps plays,
  /// otherwise exact payoffs.
  Facts run = {};
  /// Files of plays: where that run began; see `RunStart`.
  Facts run_start = {};

  [[nodiscard]] bool by_play() const { return !run.empty(); }
};

/// The shape as shown to users.
LedgerShape shape_of(const LedgerGame& game);

/// Where a run of a game of chance begins in a file that may hold earlier plays.
struct RunStart {
  std::int64_t plays = 0;     ///< number of its first play
  std::int64_t attempts = 0;  ///< number of attempts frozen before
  std::int64_t joined = 0;    ///< number of `joined` freezes before
  std::string rows;           ///< its strategies by their numbers in the file
  std::string columns;
  std::uint64_t seed = 1;  ///< for the seeds of plays: the seed of the file's first run

  RunStart() = default;
  explicit RunStart(const Facts& facts);
  [[nodiscard]] Facts facts() const;
};

/// The identity of a game: the name that the user gave, else what the source states; in a symmetric
/// game also the sum of a match, if not 0, since another sum makes another game.
std::string identity_of(const std::string& game_id, const GameIdentity& source,
                        const Rational& sum = {});

/// Whether both are tables with a fingerprint, which differs when one has grown.
bool are_tables(const LedgerGame& one, const LedgerGame& other);

/// Why the file is not for the wanted game, judged by their identities; nothing if it is. `grown`:
/// their strategies differ.
std::optional<std::string> other_identity(const LedgerGame& file, const LedgerGame& wanted,
                                          bool grown);

/// The game of the last run in a file of plays, with the strategies of that time.
LedgerGame of_last_run(LedgerGame file);

/// The game and the last run of a file of plays, as facts.
Facts facts_of(const LedgerGame& game);

}  // namespace allnash::file
