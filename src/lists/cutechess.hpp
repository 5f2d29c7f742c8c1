// Reads what cutechess-cli prints while engines play; fastchess and c-chess-cli print the same.
//
//   Finished game 7 (A vs B): 1-0 {White mates}       a match, A with White
//   Score of A vs B: 128 - 69 - 3  [0.647] 200        A's wins, losses and draws so far
//
// Where games are listed they are the log, in the order of their numbers. The order in which they
// finish depends on their length, and so perhaps on their result. Where there are only scores, the
// last score of each pair counts, since it includes the earlier ones.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lists/sheet.hpp"

namespace allnash::lists {

/// Whether some line of the text is one that cutechess prints.
[[nodiscard]] bool has_cutechess_line(std::string_view text);

class CutechessReader {
 public:
  explicit CutechessReader(std::string name) : name_(std::move(name)) {}

  /// Takes the lines one after another. Throws InputError.
  void take(std::string_view line, std::int64_t number);
  /// The sheet, with the headings white, black, result; or row, column, wins, losses, draws.
  [[nodiscard]] Sheet finish();

 private:
  using Pair = std::pair<std::string, std::string>;
  struct Game {
    std::int64_t line = 0;
    Pair names;
    std::string result;
  };
  /// Games that one call of the program has played, by their numbers.
  struct Tournament {
    std::set<std::int64_t> started;
    std::map<std::int64_t, Game> finished;
  };
  struct Score {
    std::int64_t line = 0;
    std::int64_t wins = 0;
    std::int64_t losses = 0;
    std::int64_t draws = 0;
    std::int64_t lines = 0;  // that it was printed in
    [[nodiscard]] std::int64_t games() const { return wins + losses + draws; }
  };
  void take_game(std::string_view text, std::int64_t number, bool finished);
  void take_score(std::string_view text, std::int64_t number);
  void take_totals(std::string_view text, std::int64_t number);
  void add_score(const Pair& names, const Score& score);
  [[nodiscard]] Pair names_in(std::string_view text, std::int64_t number) const;
  [[nodiscard]] Sheet games() const;
  void compare(const Sheet& games) const;
  [[nodiscard]] Sheet scores() const;

  std::string name_;
  std::vector<Tournament> tournaments_;
  std::map<Pair, Score> scores_;
  std::optional<Pair> results_of_;  // whom fastchess's next totals are of
};

}  // namespace allnash::lists
