// The columns of a log that hold the two sides and the result: by their headings or by the options.
// Where neither is enough, those that look right, and the command that reads them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "league/reading/sheet.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {

/// The headings that the options name, as they stand there.
[[nodiscard]] WantedHeadings wanted_headings(const RankOptions& options);
/// The headings in the text of an option: from `least` to `most`. Throws OptionError.
[[nodiscard]] std::vector<std::string> headings_in(const char* option, const std::string& text,
                                                   std::size_t least, std::size_t most,
                                                   const char* form);

/// Whether these headings suffice to read a log, so that no other column needs to be kept: they
/// name both sides and a result, or are those wanted.
[[nodiscard]] bool tells_all(const std::vector<std::string>& headings,
                             const WantedHeadings& wanted);

class Headings {
 public:
  /// Throws InputError for headings that name two pairs of sides, or one known heading twice.
  Headings(const Sheet& sheet, const RankOptions& options);

  [[nodiscard]] std::optional<std::size_t> find(const std::string& word) const;
  template <typename Words>
  [[nodiscard]] std::optional<std::size_t> any(const Words& words) const {
    for (const char* const word : words) {
      if (const auto place = find(word)) return place;
    }
    return {};
  }
  /// The columns of the two sides.
  struct Pair {
    std::string first;
    std::string second;
    std::size_t first_place = 0;
    std::size_t second_place = 0;
    std::optional<Seats> seats = {};  ///< the words for the sides, where headings are known
    bool by_result = false;           ///< one is whoever won
    bool turned = false;              ///< the first is the second of `seats`, as the options say
    /// Further columns with other names of the same players.
    std::vector<std::pair<std::size_t, std::size_t>> also = {};
    /// Words of the result that the options give a meaning.
    std::vector<std::string> first_words = {};
    std::vector<std::string> second_words = {};
    std::vector<std::string> tie_words = {};
    [[nodiscard]] bool by_value() const { return !first_words.empty() || !second_words.empty(); }
  };
  [[nodiscard]] const std::optional<Pair>& pair() const { return pair_; }
  [[nodiscard]] const std::optional<std::size_t>& result() const { return result_; }
  /// The columns that the option `scores` names, one or two.
  [[nodiscard]] const std::vector<std::size_t>& scores() const { return scores_; }
  /// The column that names the winner, by its heading.
  [[nodiscard]] std::optional<std::size_t> winner() const;
  /// The column with this heading, which an option names. Throws InputError.
  [[nodiscard]] std::size_t place_of(const char* option, const std::string& heading) const;

 private:
  void find_pair();
  void take_sides(const std::string& text);

  const Sheet& sheet_;
  std::unordered_map<std::string, std::size_t> places_;  // by key
  std::optional<Pair> pair_;
  std::optional<std::size_t> result_;  // named by the options
  std::vector<std::size_t> scores_;
};

/// The two columns with what each side scored, by their headings and cells: home_score, away_score.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> likely_scores(
    const Sheet& sheet, const Headings::Pair& sides);

/// The command that reads a file with these further options, as messages quote it.
[[nodiscard]] std::string command_for(const Sheet& sheet, const std::string& options);
/// The option that names these columns.
[[nodiscard]] std::string naming(const Sheet& sheet, const char* option,
                                 const std::vector<std::size_t>& columns);

/// Lines of a message about headings that are not understood: the columns that look right, and the
/// command that says so. Empty if there are none.
[[nodiscard]] std::string likely_columns(const Sheet& sheet, const Headings& headings);

/// Whether the cells under a heading are to be kept: it is a known one, or one that is wanted.
[[nodiscard]] bool is_wanted(const std::string& heading, const SheetForm& form);

}  // namespace allnash::reading
