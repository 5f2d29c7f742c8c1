// The words that logs and tables of counts use for sides, winners and numbers; the columns that
// hold them, and who won by them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/text.hpp"
#include "league/reading/sheet.hpp"

namespace allnash::reading {

/// Headings that name the two sides of a match. Headings are compared by `heading_key`, so that
/// `Player 1` equals `player_1`.
struct Sides {
  const char* first;
  const char* second;
};
inline constexpr std::array<Sides, 24> all_sides{{{"row", "column"},
                                                  {"model_a", "model_b"},
                                                  {"player_a", "player_b"},
                                                  {"agent_a", "agent_b"},
                                                  {"team_a", "team_b"},
                                                  {"deck_a", "deck_b"},
                                                  {"player_1", "player_2"},
                                                  {"model_1", "model_2"},
                                                  {"left", "right"},
                                                  {"white", "black"},
                                                  {"home", "away"},
                                                  {"attack", "defence"},
                                                  {"attacker", "defender"},
                                                  {"a", "b"},
                                                  {"engine_1", "engine_2"},
                                                  {"engine_a", "engine_b"},
                                                  {"agent_1", "agent_2"},
                                                  {"team_1", "team_2"},
                                                  {"deck_1", "deck_2"},
                                                  {"bot_1", "bot_2"},
                                                  {"p1", "p2"},
                                                  {"home_team", "away_team"},
                                                  {"player", "opponent"},
                                                  {"deck", "opponent_deck"}}};

// Words for a winner, besides its name and its side's heading.
inline constexpr std::array first_words{"a",    "left", "1",   "first", "white",
                                        "home", "row",  "1-0", "win",   "won"};
inline constexpr std::array second_words{"b",    "right",  "2",   "second", "black",
                                         "away", "column", "0-1", "loss",   "lost"};
inline constexpr std::array tie_words{
    "tie",   "tie (bothbad)", "bothbad", "both", "both_bad", "draw",    "drawn", "neither",
    "equal", "tied",          "1/2",     "=",    "1/2-1/2",  "0.5-0.5", "½-½",   "½"};
/// An unfinished game, which is no match.
inline constexpr const char* unfinished_word = "*";

// Headings of numbers; those of one list are synonyms.
inline constexpr std::array wins_words{"wins", "won", "win", "w"};
inline constexpr std::array losses_words{"losses", "lost", "loss", "l"};
inline constexpr std::array ties_words{"ties", "draws", "tied", "drawn", "draw", "d"};
inline constexpr std::array plays_words{
    "plays",        "matches",       "games",           "n",
    "count",        "num_matches",   "num_games",       "number_of_matches",
    "total_games",  "total_matches", "number_of_games", "matches_played",
    "games_played", "match_count",   "game_count",      "sample_size"};
inline constexpr std::array mean_words{"mean", "average",        "win_rate",          "win%",
                                       "wr",   "win_percentage", "winning_percentage"};
inline constexpr std::array outcome_words{"outcome", "result", "score", "payoff"};
// Headings for the time of a match.
inline constexpr std::array time_words{"tstamp",    "timestamp",  "time",      "date",
                                       "datetime",  "date_time",  "played_at", "created_at",
                                       "played_on", "start_time", "utc_date"};

template <typename Words>
bool among(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

template <typename Words>
std::string listed(const Words& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The pairs of headings, for messages.
[[nodiscard]] std::string listed_sides();

/// The key that compares headings: their letters and digits in lower case.
[[nodiscard]] std::string heading_key(std::string_view heading);
/// Whether a heading, given by its key, is used by logs or tables of counts.
[[nodiscard]] bool is_known_heading(const std::string& key);

/// Trims blanks at both ends.
[[nodiscard]] std::string without_blanks(std::string_view text);
/// Trims blanks and converts to lower case.
[[nodiscard]] std::string plain_word(std::string_view text);
/// Removes all blanks and converts to lower case, so that names that look alike are equal.
[[nodiscard]] std::string folded(std::string_view text);

/// The key that compares names of strategies.
[[nodiscard]] NameTable::Key key_of(const RankOptions& options);

// The columns of a log that hold the two sides and the result, by their headings or by the options.

/// Whether these headings suffice to read a log, so that no other column needs to be kept: they
/// name both sides, or are those `wanted`, and one of them names the result.
[[nodiscard]] bool tells_all(const std::vector<std::string>& headings,
                             const std::vector<std::string>& wanted);

/// The headings that the options name: both sides, and the result. Throws OptionError.
[[nodiscard]] std::optional<std::pair<std::string, std::string>> sides_in(
    const RankOptions& options);
[[nodiscard]] std::vector<std::string> wanted_headings(const RankOptions& options);
/// The headings that the option `count` names: one, or two or three of wins, losses and ties.
[[nodiscard]] std::vector<std::string> count_headings(const RankOptions& options);

/// Whether a heading that is not known sounds like a number of matches, as `Battles` does.
[[nodiscard]] bool sounds_like_count(const std::string& heading);

/// Whether a column of results has words such as `1-0` or `white`, and not only numbers.
[[nodiscard]] bool has_words(const Sheet& sheet, std::size_t column);

/// The text quoted for a shell where it needs that.
[[nodiscard]] std::string in_shell(const std::string& text);

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
  };
  [[nodiscard]] const std::optional<Pair>& pair() const { return pair_; }
  [[nodiscard]] const std::optional<std::size_t>& result() const { return result_; }
  /// The column with this heading, which an option names. Throws InputError.
  [[nodiscard]] std::size_t place_of(const char* option, const std::string& heading) const;

 private:
  void find_pair();

  const Sheet& sheet_;
  std::unordered_map<std::string, std::size_t> places_;  // by key
  std::optional<Pair> pair_;
  std::optional<std::size_t> result_;  // named by the options
};

/// A hint for messages about headings that are not understood: columns that look like sides and
/// result, and the command that says so. Empty if there are none.
[[nodiscard]] std::string likely_columns(const Sheet& sheet, const Headings& headings);

enum class Winner { first, second, tie };
/// Who won in each line, by the column of winners. Throws InputError for an unknown word, and for
/// words with two possible meanings, with both readings.
[[nodiscard]] std::vector<Winner> winners_in(const Sheet& sheet, const Headings::Pair& sides,
                                             std::size_t winner, const RankOptions& options);

}  // namespace allnash::reading
