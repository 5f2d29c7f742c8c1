// The game of a ledger file as the file records it: its shape and identity, the labels of its
// strategies and, for a game of chance, the settings of the run. It also translates between the
// strategies of the file and those of the game at hand.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "payoffs/file/fact_table.hpp"
#include "payoffs/file/ledger_game.hpp"
#include "payoffs/file/play_table.hpp"

namespace allnash::file {

class GameRecord {
 public:
  /// The file must be open; file and facts must outlive the record.
  GameRecord(DatabaseFile& file, FactTable& facts) : file_(file), facts_(facts) {}

  // Throw sqlite::Error, and InputError for a file that is damaged or not of that game.
  void create(const LedgerGame& wanted);
  void read();
  /// Reads the labels of a damaged file as far as possible.
  void read_sound();
  /// From now on entries are numbered as in the wanted game. The file takes its identity and labels
  /// if it has none, and its new strategies. For a game of chance, a run whose settings or
  /// strategies differ from those of the last run begins here.
  void agree_on(const LedgerGame& wanted, PlayTable& plays);
  void write();  ///< everything that may change: all but the kind
  /// The numbers in the file of the first `count` strategies of a player.
  [[nodiscard]] std::vector<Index> numbers(bool of_rows, Index count) const {
    return (of_rows ? rows_ : columns_).numbers(count);
  }

  // Entries by their numbers in the file and in the game. A symmetric file has entries row <
  // column.
  struct Place {
    Entry entry;
    bool turned = false;
  };
  [[nodiscard]] Place to_file(Entry entry) const {
    const Entry place{rows_.in_file(entry.row), columns_.in_file(entry.column)};
    if (game.symmetric && place.row > place.column) return {{place.column, place.row}, true};
    return {place};
  }
  /// False for a play of strategies outside the game.
  [[nodiscard]] bool to_game(KeptPlay& play) const;
  [[nodiscard]] bool has_all() const { return rows_.has_all() && columns_.has_all(); }
  /// Whether the entry is inside the file's game, and above the diagonal if that is symmetric.
  [[nodiscard]] bool has_room_for(Entry entry) const {
    return entry.row >= 0 && entry.row < game.rows && entry.column >= 0 &&
           entry.column < game.columns && !(game.symmetric && entry.row >= entry.column);
  }
  [[nodiscard]] bool has_its_labels(Entry entry) const;

  LedgerGame game;  ///< in the file's numbering

 private:
  [[nodiscard]] std::vector<std::string> labels(const char* side, bool salvaging) const;
  void agree_on_league(const LedgerGame& wanted) const;
  void begin_run(const LedgerGame& wanted, PlayTable& plays);
  void write_run();
  void agree_on_sum(const LedgerGame& wanted, const PlayTable& plays);
  void agree_on_strategies(const LedgerGame& wanted, const PlayTable& plays);
  [[nodiscard]] Roster roster(const char* side, const Strategies& ours, const Strategies& theirs,
                              const LedgerGame& wanted);
  void compare_payoffs(const LedgerGame& wanted, const PlayTable& plays) const;
  void grow(const LedgerGame& wanted);
  void join(const char* side, const Roster& roster, const std::vector<std::string>& wanted,
            std::vector<std::string>& known, Index& count);

  DatabaseFile& file_;
  FactTable& facts_;
  Roster rows_;  // between the file and the wanted game
  Roster columns_;
  bool moved_ = false;  // strategies are not in the file's order
};

}  // namespace allnash::file
