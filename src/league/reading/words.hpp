// The words that logs and tables of matches use: for the two sides, for who won, for numbers of
// matches. Headings are compared by `heading_key`, so that `Player 1` equals `player_1`.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/rank.hpp"
#include "core/base/text.hpp"

namespace allnash::reading {

/// The key that compares headings: their letters and digits in lower case.
[[nodiscard]] std::string heading_key(std::string_view heading);
/// The last key on the path to a JSON value.
[[nodiscard]] std::string last_key(const std::string& heading);

/// Trims blanks at both ends.
[[nodiscard]] std::string without_blanks(std::string_view text);
/// Trims blanks and converts to lower case.
[[nodiscard]] std::string plain_word(std::string_view text);
/// Removes all blanks and converts to lower case, so that names that look alike are equal.
[[nodiscard]] std::string folded(std::string_view text);

/// The key that compares names of strategies.
[[nodiscard]] NameTable::Key key_of(const RankOptions& options);

// Headings of the two sides: a word for each side (white and black), alone or with a noun
// (white_player, Player 1, HomeTeam).

/// The words for the two sides.
struct Seats {
  const char* first;
  const char* second;
};
inline constexpr Seats winner_and_loser{"winner", "loser"};

/// Two headings that name the sides of a match.
struct SidePair {
  enum class Names {
    players,  ///< who plays: a player, a team, a model
    numbers,  ///< identifiers of players
    decks,    ///< what is played: a deck, a character
  };
  std::string first;  ///< keys
  std::string second;
  Seats seats;
  Names names = Names::players;
  [[nodiscard]] bool by_result() const;  ///< the first is whoever won
};
[[nodiscard]] std::span<const SidePair> side_pairs();
/// The places in `side_pairs` of the pairs that have this heading, given by its key.
[[nodiscard]] std::span<const std::size_t> pairs_with(const std::string& key);

/// What a noun such as `name`, `id` or `deck` names.
[[nodiscard]] std::optional<SidePair::Names> named_by(const std::string& noun);

/// A heading that names the winner, such as winner_name.
[[nodiscard]] bool names_winner(const std::string& key);

/// Whether a heading, given by its key, is used for results, numbers or times.
[[nodiscard]] bool is_result_heading(const std::string& key);
/// Whether it is used by logs or tables of counts, for sides too.
[[nodiscard]] bool is_known_heading(const std::string& key);

// Words for a winner, besides its name and its side's heading.
/// Words for the sides, in the order in which headings name these.
inline constexpr std::array<Seats, 7> side_words{{{"left", "right"},
                                                  {"1", "2"},
                                                  {"first", "second"},
                                                  {"white", "black"},
                                                  {"home", "away"},
                                                  {"row", "column"},
                                                  {"1-0", "0-1"}}};
/// Words for what the first side did.
inline constexpr std::array first_won_words{"win", "won", "true", "yes"};
inline constexpr std::array first_lost_words{"loss", "lost", "false", "no"};
/// Whether a word for a winner means the first side; nothing for other words.
[[nodiscard]] std::optional<bool> says_first(std::string_view word);
inline constexpr std::array tie_words{"tie",     "tie (bothbad)", "bothbad", "both",  "both_bad",
                                      "draw",    "drawn",         "neither", "equal", "d",
                                      "t",       "tied",          "1/2",     "=",     "1/2-1/2",
                                      "0.5-0.5", "½-½",           "½",       "jigo"};
/// Letters that stand for the sides. Where a column has letters of two rows that differ, it can be
/// read in two ways.
inline constexpr std::array<Seats, 7> letters{
    {{"a", "b"}, {"w", "l"}, {"h", "a"}, {"w", "b"}, {"r", "b"}, {"l", "r"}, {"a", "d"}}};
/// Whether two letters are the initials of these seats, or are used whatever the seats are.
[[nodiscard]] bool may_stand_for(const Seats& two, const Seats& seats);
/// An unfinished game, which is no match.
inline constexpr const char* unfinished_word = "*";

/// Words for what one side got, in a column of its own.
inline constexpr std::array own_win_words{"win", "won", "w", "1", "true", "victory"};
inline constexpr std::array own_loss_words{"loss",     "lost",    "lose",     "l",
                                           "0",        "false",   "defeat",   "checkmated",
                                           "resigned", "timeout", "abandoned"};
inline constexpr std::array own_tie_words{"agreed", "repetition",   "stalemate",
                                          "50move", "insufficient", "timevsinsufficient"};

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
inline constexpr std::array outcome_words{"outcome", "result", "score", "payoff", "ftr"};
/// What is left of two headings, such as home_score and away_score, without the words of the sides.
inline constexpr std::array score_words{"score",  "sc",     "goals", "ftg",  "g",     "points",
                                        "pts",    "games",  "sets",  "maps", "legs",  "runs",
                                        "frames", "rounds", "wins",  "won",  "result"};
// Headings for the time of a match.
inline constexpr std::array round_words{"round", "round_number", "runde"};
inline constexpr std::array time_words{"tstamp",       "timestamp",  "date",       "datetime",
                                       "date_time",    "played_at",  "created_at", "played_on",
                                       "utc_date",     "start_time", "game_time",  "end_time",
                                       "tourney_date", "started_at", "time"};

template <typename Words>
bool among(const Words& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

template <typename Words>
std::string listed(const Words& words) {
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Whether a name stands for a free round: `BYE`, `*** bye ***`.
[[nodiscard]] bool is_bye(std::string_view name);

/// For messages about an unknown name: a name that differs from it by blanks or case alone.
[[nodiscard]] std::string alike(const std::string& name, const std::vector<std::string>& names);

/// Whether a heading that is not known sounds like a number of matches, as `Battles` does.
[[nodiscard]] bool sounds_like_count(const std::string& heading);

/// The text quoted for a shell where it needs that.
[[nodiscard]] std::string in_shell(const std::string& text);

/// `1 match`, `3 matches`.
[[nodiscard]] std::string count_of(std::int64_t count, const char* one, const char* more);

}  // namespace allnash::reading
