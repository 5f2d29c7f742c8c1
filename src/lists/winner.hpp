// Who won, by the word in a log's winner column. A word may be the name of a strategy, a side or a
// tie. Where a strategy has a name that could also be a side or a tie, what such words mean is
// decided once for the whole log: all of them by name, or all of them by side.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "allnash/rank.hpp"
#include "lists/sheet.hpp"
#include "lists/words.hpp"

namespace allnash::lists {

enum class Winner { first, second, tie };

/// Where the sides and the winner stand in a line.
struct WinnerCells {
  Sides sides;
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t winner = 0;
};

class WinnerColumn {
 public:
  /// Throws InputError where words could mean two things, with both readings. The sheet must
  /// outlive it.
  WinnerColumn(const Sheet& sheet, const WinnerCells& cells, const RankOptions& options);

  /// Throws InputError.
  [[nodiscard]] Winner of(const Sheet::Line& line) const;

 private:
  struct Word {
    bool names_strategy = false;
    std::optional<Winner> side = {};  ///< or tie
  };
  using Reading = std::optional<Winner>;
  [[nodiscard]] std::string key(const std::string& name) const;
  [[nodiscard]] Word meanings_of(const std::string& said) const;
  [[nodiscard]] Reading by_name(const Sheet::Line& line) const;
  [[nodiscard]] Reading by_side(const Sheet::Line& line) const;
  [[nodiscard]] std::string who(const Sheet::Line& line, Winner winner) const;
  void decide();
  [[noreturn]] void refuse(const Sheet::Line& line) const;

  const Sheet& sheet_;
  WinnerCells cells_;
  bool join_;
  std::optional<WinnerWords> words_;  // none: every word has one meaning
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, Word> said_;
};

}  // namespace allnash::lists
