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
#include "base/at.hpp"
#include "store/facts.hpp"

namespace allnash::store {

// Who is who between a game and a ledger file. A file that has labels knows strategies by them, so
// that agents may join, leave and change places from one run to the next; any other file knows them
// by number, and more may follow.

/// The strategies of one side as someone has them; without labels they are known by number.
struct Strategies {
  Index count = 0;
  std::vector<std::string> labels = {};
};

/// The strategies of one side of a game and where they stand in a file.
class Roster {
 public:
  static constexpr Index absent = -1;

  /// Strategies are known by number.
  Roster() = default;
  /// Both have labels, none twice.
  Roster(const std::vector<std::string>& file, const std::vector<std::string>& game);

  /// Those new to the file have the numbers after its own, in the game's order.
  [[nodiscard]] Index in_file(Index strategy) const {
    return in_file_.empty() ? strategy : in_file_[at(strategy)];
  }
  /// The numbers in the file of the first `count` strategies.
  [[nodiscard]] std::vector<Index> numbers(Index count) const {
    std::vector<Index> result;
    for (Index strategy = 0; strategy < count; ++strategy) result.push_back(in_file(strategy));
    return result;
  }
  /// `absent` for one that is not in the game.
  [[nodiscard]] Index in_game(Index number) const {
    return in_file_.empty() ? number : in_game_[at(number)];
  }
  [[nodiscard]] bool in_order() const;  ///< the game has what the file has, at the same places
  /// All that the file has are in the game.
  [[nodiscard]] bool has_all() const {
    return std::ranges::find(in_game_, absent) == in_game_.end();
  }
  [[nodiscard]] bool strangers() const { return shared_ == 0 && !in_file_.empty(); }

 private:
  std::vector<Index> in_file_;
  std::vector<Index> in_game_;
  Index shared_ = 0;
};

/// Why a file with these strategies on a side cannot serve a game with those, if it cannot: "knows
/// its rows by label, ...".
[[nodiscard]] std::optional<std::string> misfit(const char* side, const Strategies& file,
                                                const Strategies& game);

struct LedgerGame {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  /// Its name or its fingerprint; absent when payoffs were imported before any run said.
  std::optional<std::string> identity;
  std::string note;
  /// Of a symmetric game: how many matches have been asked both ways, to compare.
  std::int64_t mirrored = 0;
  /// A label for each strategy, or none for a side; in a symmetric game both sides have one list.
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};
  /// SelfCheck::agrees of the game that is solved, if there is one.
  std::function<std::optional<bool>(Entry, const Rational&)> agrees = {};
  /// Of a symmetric game: what the two payoffs of a match add up to.
  Rational sum = {};
  /// Of a file that is opened to be added to: the sum of what it said of its game and its runs when
  /// it was looked at before, and 0 when it was not there. Another sum means that somebody else has
  /// changed it meanwhile.
  std::optional<std::uint64_t> seen = {};
  /// Of a game of chance: the settings of the run that plays it, or played it last. Then the file
  /// keeps plays, otherwise exact payoffs.
  Facts run = {};
  /// Of a file of plays: where that run began, as `Beginning` has it.
  Facts begun = {};

  [[nodiscard]] bool by_play() const { return !run.empty(); }
};

/// The shape that is shown to users.
LedgerShape shape_of(const LedgerGame& game);

/// Where a run of a game of chance begins in its file, which may hold plays of others before it.
struct Beginning {
  std::int64_t plays = 0;     ///< the number of its first play
  std::int64_t attempts = 0;  ///< that were frozen before it
  std::int64_t joined = 0;    ///< times that newcomers had joined one
  std::string rows;           ///< its strategies, as the file numbers them
  std::string columns;
  std::uint64_t seed = 1;  ///< draws the seeds of plays: that of the file's first run

  Beginning() = default;
  explicit Beginning(const Facts& facts);
  [[nodiscard]] Facts facts() const;
};

/// What the file knows a game by: the name the user gave, else what the source can tell; and of a
/// symmetric game the sum of a match, if it is not 0: the same matches then are another game.
std::string identity_of(const std::string& game_id, const GameIdentity& source,
                        const Rational& sum = {});

/// Whether both are tables that can tell of themselves. They differ when one has grown.
bool are_tables(const LedgerGame& one, const LedgerGame& other);

/// Why a file with these payoffs is not for that game, as far as their names tell, if it is not.
/// `grown`: the strategies are not the same.
std::optional<std::string> other_identity(const LedgerGame& file, const LedgerGame& wanted,
                                          bool grown);

/// The game that the last run of a file of plays was of: the strategies that were there then.
LedgerGame of_last_run(LedgerGame file);

/// What a file of plays says of its game and its last run.
Facts facts_of(const LedgerGame& game);

}  // namespace allnash::store
