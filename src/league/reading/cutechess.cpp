// Reads what cutechess-cli prints while engines play; fastchess and c-chess-cli print the same.
//
//   Finished game 7 (A vs B): 1-0 {White mates}       a match, A with White
//   Score of A vs B: 128 - 69 - 3  [0.647] 200        A's wins, losses and draws so far
//
// Where games are listed they are the log, in the order of their numbers. The order in which they
// finish depends on their length, and so perhaps on their result. For that reason a tournament that
// goes on is read up to the first game that is still played: the games behind it that are finished
// already wait, since among games that run together quick wins end first. So a later version of the
// log begins with the games of an earlier one. Where there are only scores, the last score of each
// pair counts, since it includes the earlier ones.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "league/reading/formats.hpp"

namespace allnash::reading {
namespace {

constexpr std::string_view started_words = "Started game ";
constexpr std::string_view finished_words = "Finished game ";
constexpr std::string_view score_words = "Score of ";
constexpr std::string_view results_words = "Results of ";
constexpr std::string_view totals_words = "Games: ";
constexpr std::array<std::string_view, 3> end_words{"Finished match", "Finished tournament",
                                                    "Tournament finished"};

bool is_cutechess_line(std::string_view line) {
  const bool game = line.starts_with(started_words) || line.starts_with(finished_words);
  const bool score = line.starts_with(score_words) || line.starts_with(results_words);
  return (game && line.find(" (") != line.npos && line.find(" vs ") != line.npos) ||
         (score && line.find(" vs ") != line.npos && line.find(':') != line.npos);
}

/// Takes a nonnegative integer off the start of the text.
std::optional<std::int64_t> take_number(std::string_view& text) {
  const std::size_t begin = std::min(text.find_first_not_of(" -"), text.size());
  const std::size_t end = std::min(text.find_first_not_of("0123456789", begin), text.size());
  const auto number = number_in<std::int64_t>(text.substr(begin, end - begin));
  text.remove_prefix(end);
  return number;
}

class CutechessReader {
 public:
  CutechessReader(std::string name, bool skip) : name_(std::move(name)), skip_(skip) {}

  void take(std::string_view line, std::int64_t number) {
    line = trimmed(line);
    if (line.starts_with(started_words)) {
      take_game(line.substr(started_words.size()), number, false);
    } else if (line.starts_with(finished_words)) {
      take_game(line.substr(finished_words.size()), number, true);
    } else if (line.starts_with(score_words)) {
      take_score(line.substr(score_words.size()), number);
    } else if (line.starts_with(results_words)) {
      const std::string_view names = line.substr(results_words.size());
      results_of_ = names_in(names.substr(0, names.rfind(" (")), number);
    } else if (line.starts_with(totals_words) && results_of_) {
      take_totals(line, number);
    } else if (!tournaments_.empty() &&
               std::ranges::any_of(end_words, [&](auto end) { return line.starts_with(end); })) {
      tournaments_.back().over = true;
    }
  }

  Sheet finish() {
    const bool listed = std::ranges::any_of(
        tournaments_, [](const Tournament& one) { return !one.finished.empty(); });
    Sheet sheet = listed ? games() : scores();
    if (listed) compare();
    sheet.one_roster = true;
    return sheet;
  }

 private:
  using Pair = std::pair<std::string, std::string>;
  struct Game {
    std::int64_t line = 0;
    Pair names;
    std::string result;
  };
  /// Games of one run of the program, by their numbers.
  struct Tournament {
    std::set<std::int64_t> started;
    std::map<std::int64_t, Game> finished;
    bool over = false;  ///< the program said so
  };
  struct Score {
    std::int64_t line = 0;
    std::int64_t wins = 0;
    std::int64_t losses = 0;
    std::int64_t draws = 0;
    std::int64_t lines = 0;  // number of lines that printed it
    [[nodiscard]] std::int64_t games() const { return wins + losses + draws; }
  };

  Pair names_in(std::string_view text, std::int64_t number) const {
    constexpr std::string_view between = " vs ";
    const std::size_t place = text.find(between);
    if (place == text.npos || text.find(between, place + 1) != text.npos) {
      refuse_line(name_, number,
                  in_quotes(text) + " are not two names with ' vs ' between them once");
    }
    return {std::string(trimmed(text.substr(0, place))),
            std::string(trimmed(text.substr(place + between.size())))};
  }

  void take_game(std::string_view text, std::int64_t number, bool finished) {
    const auto game = take_number(text);
    const std::size_t open = text.find('(');
    const std::size_t close = finished ? text.rfind("): ") : text.rfind(')');
    if (!game || open == text.npos || close == text.npos || close < open) {
      refuse_line(name_, number, "a game without its number, names or result");
    }
    const Pair names = names_in(text.substr(open + 1, close - open - 1), number);
    if (tournaments_.empty()) tournaments_.emplace_back();
    // A repeated number belongs to another tournament, whose output was appended to the file.
    const Tournament& last = tournaments_.back();
    if (finished ? last.finished.contains(*game) : last.started.contains(*game)) {
      tournaments_.emplace_back();
    }
    Tournament& tournament = tournaments_.back();
    if (!finished) {
      tournament.started.insert(*game);
      return;
    }
    std::string_view result = trimmed(text.substr(close + 3));
    result = result.substr(0, result.find_first_of(" {"));
    tournament.finished[*game] = {number, names, std::string(result)};
  }

  /// `A vs B: 128 - 69 - 3  [0.647] 200`
  void take_score(std::string_view text, std::int64_t number) {
    const std::size_t colon = text.rfind(": ");
    const auto refuse = [&](const std::string& what) { refuse_line(name_, number, what); };
    if (colon == text.npos) refuse("a score without a colon before it");
    const Pair names = names_in(text.substr(0, colon), number);
    std::string_view rest = text.substr(colon + 1);
    const auto wins = take_number(rest);
    const auto losses = take_number(rest);
    const auto draws = take_number(rest);
    if (!wins || !losses || !draws) refuse("a score is wins - losses - draws");
    const Score score{number, *wins, *losses, *draws, 1};
    const std::size_t open = rest.find('[');
    const std::size_t close = rest.find(']');
    if (open != rest.npos && close != rest.npos && open < close && score.games() > 0) {
      // The rate also shows whether the order is wins, losses, draws or wins, draws, losses.
      const auto rate = number_in<double>(trimmed(rest.substr(open + 1, close - open - 1)));
      const auto games = static_cast<double>(score.games());
      const double own = (static_cast<double>(*wins) + static_cast<double>(*draws) / 2) / games;
      if (rate && std::abs(*rate - own) > 0.00051) {
        refuse("the rate in brackets does not agree with the wins, losses and draws");
      }
      std::string_view sum = trimmed(rest.substr(close + 1));
      const auto said = take_number(sum);
      if (said && *said != score.games()) refuse("the number of games is not the sum of the three");
    }
    add_score(names, score);
  }

  /// `Games: 200, Wins: 128, Losses: 69, Draws: 3, Points: 129.5 (64.75 %)`
  void take_totals(std::string_view text, std::int64_t number) {
    std::array<std::optional<std::int64_t>, 4> found;
    const std::array words{"Games: ", "Wins: ", "Losses: ", "Draws: "};
    for (std::size_t t = 0; t < words.size(); ++t) {
      const std::size_t place = text.find(words[t]);
      if (place == text.npos) continue;
      std::string_view rest = text.substr(place + std::string_view(words[t]).size());
      found[t] = take_number(rest);
    }
    if (!found[0] || !found[1] || !found[2] || !found[3]) return;
    const Score score{number, *found[1], *found[2], *found[3], 1};
    if (score.games() != *found[0]) {
      refuse_line(name_, number, "the number of games is not the sum of wins, losses and draws");
    }
    add_score(*results_of_, score);
  }

  void add_score(const Pair& names, const Score& score) {
    const auto [found, fresh] = scores_.try_emplace(names, score);
    if (fresh) return;
    Score& before = found->second;
    if (score.wins < before.wins || score.losses < before.losses || score.draws < before.draws) {
      refuse_line(name_, score.line,
                  "this score does not hold that of line " + std::to_string(before.line) +
                      ", so that it is of another tournament; give each a file of its own");
    }
    const std::int64_t lines = before.lines + 1;
    before = score;
    before.lines = lines;
  }

  /// The first game that is still played; nothing if the tournament is over.
  [[nodiscard]] std::optional<std::int64_t> still_played(const Tournament& tournament) const {
    if (skip_ || tournament.over || &tournament != &tournaments_.back()) return {};
    for (const std::int64_t number : tournament.started) {
      if (!tournament.finished.contains(number)) return number;
    }
    if (!tournament.started.empty()) return {};
    // Finished games alone are listed: one whose number is missing may be played still.
    std::int64_t next = 1;
    std::int64_t behind = std::ssize(tournament.finished);
    for (const auto& [number, game] : tournament.finished) {
      if (number != next) return behind <= most_waiting ? std::optional(next) : std::nullopt;
      ++next;
      --behind;
    }
    return {};
  }

  [[nodiscard]] Sheet games() const {
    Sheet sheet{name_, {"white", "black", "result"}, {}};
    std::int64_t unfinished = 0;
    for (const Tournament& tournament : tournaments_) {
      const auto open = still_played(tournament);
      std::int64_t waiting = 0;
      for (const auto& [number, game] : tournament.finished) {
        if (open && number > *open) {
          ++waiting;
          continue;
        }
        sheet.lines.push_back({game.line, {game.names.first, game.names.second, game.result}});
      }
      if (waiting > 0) sheet.notes.push_back(waiting_text(*open, waiting));
      if (waiting > 0 && sheet.lines.empty()) throw InputError(name_ + ": " + sheet.notes.back());
      if (open) continue;
      for (const std::int64_t number : tournament.started) {
        unfinished += tournament.finished.contains(number) ? 0 : 1;
      }
    }
    if (unfinished > 0) {
      sheet.notes.push_back(std::to_string(unfinished) +
                            (unfinished == 1 ? " game was" : " games were") +
                            " started and not finished, and counts for nothing: that holds unless "
                            "results decided which");
    }
    return sheet;
  }

  static std::string waiting_text(std::int64_t open, std::int64_t waiting) {
    return "game " + std::to_string(open) + " is not finished, and " + std::to_string(waiting) +
           (waiting == 1 ? " later game that is waits" : " later games that are wait") +
           " for it, since results may decide which of the games that run together ends first; "
           "with `skip` an unfinished game is left out instead";
  }

  /// Throws if scores count games that are not listed.
  void compare() const {
    std::map<Pair, std::int64_t> listed;
    for (const Tournament& tournament : tournaments_) {
      for (const auto& [number, game] : tournament.finished) {
        if (game.result == "*") continue;
        ++listed[{game.names.first, game.names.second}];
        ++listed[{game.names.second, game.names.first}];
      }
    }
    for (const auto& [names, score] : scores_) {
      const auto found = listed.find(names);
      const std::int64_t count = found == listed.end() ? 0 : found->second;
      if (score.games() > count) {
        refuse_line(name_, score.line,
                    "this score is of " + std::to_string(score.games()) + " games, and " +
                        std::to_string(count) +
                        " of the two are listed: lines `Finished game` are missing; without any "
                        "of them the scores alone are read");
      }
    }
  }

  Sheet scores() const {
    Sheet sheet{name_, {"row", "column", "wins", "losses", "draws"}, {}};
    std::int64_t lines = 0;
    for (const auto& [names, score] : scores_) {
      lines += score.lines;
      sheet.lines.push_back({score.line,
                             {names.first, names.second, std::to_string(score.wins),
                              std::to_string(score.losses), std::to_string(score.draws)}});
    }
    std::ranges::sort(sheet.lines, {}, &Sheet::Line::number);
    if (lines > std::ssize(sheet.lines)) {
      sheet.notes.push_back(
          "a score that is printed again includes the earlier ones: the last of each pair counts");
    }
    return sheet;
  }

  std::string name_;
  bool skip_;  // unfinished games are left out, and later ones do not wait for them
  std::vector<Tournament> tournaments_;
  std::map<Pair, Score> scores_;
  std::optional<Pair> results_of_;  // the pair of fastchess's next totals
};

}  // namespace

bool has_cutechess_line(std::string_view text) {
  bool found = false;
  for_each_line(text,
                [&](std::string_view line) { found = found || is_cutechess_line(trimmed(line)); });
  return found;
}

Sheet read_cutechess(const std::string& name, TextReader& text, const FirstLine& first, bool skip) {
  CutechessReader reader(name, skip);
  take_lines(text, first, [&](std::string_view line, std::int64_t n) { reader.take(line, n); });
  return reader.finish();
}

}  // namespace allnash::reading
