// Who is who between a game and a ledger file. A file that has labels knows strategies by them, so
// that agents may join, leave and change places from one run to the next; any other file knows them
// by number, and more may follow.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/at.hpp"

namespace allnash::store {

/// The strategies of one side as someone has them; without labels they are known by number.
struct Strategies {
  Index count = 0;
  std::vector<std::string> labels = {};
};

/// The strategies of one side of a game and where they stand in a file.
class Roster {
 public:
  static constexpr Index absent = -1;

  /// All by number.
  Roster() = default;
  /// Both have labels, none twice.
  Roster(const std::vector<std::string>& file, const std::vector<std::string>& game);

  /// Those new to the file have the numbers after its own, in the game's order.
  [[nodiscard]] Index in_file(Index strategy) const {
    return in_file_.empty() ? strategy : in_file_[at(strategy)];
  }
  /// The same of the first `count`.
  [[nodiscard]] std::vector<Index> numbers(Index count) const;
  /// `absent` for one that is not in the game.
  [[nodiscard]] Index in_game(Index number) const {
    return in_file_.empty() ? number : in_game_[at(number)];
  }
  [[nodiscard]] bool in_order() const;  ///< the game has what the file has, at the same places
  [[nodiscard]] bool has_all() const;   ///< all that the file has are in the game
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

}  // namespace allnash::store
