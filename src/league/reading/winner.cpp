#include "league/reading/winner.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/numbers.hpp"

namespace allnash::reading {
namespace {

class WinnerColumn {
 public:
  WinnerColumn(const Sheet& sheet, const Headings::Pair& sides, std::size_t winner,
               const RankOptions& options)
      : sheet_(sheet),
        sides_(sides),
        winner_(winner),
        join_(options.join_names),
        words_(options.winner),
        columns_(sides.also) {
    columns_.emplace(columns_.begin(), sides.first_place, sides.second_place);
    const std::string heading = heading_key(last_key(sheet.headings[winner]));
    const bool of_names = heading.ends_with("name") || heading.ends_with("id");
    if (!words_ && of_names && names_winner(heading)) words_ = WinnerWords::name;
    for (const Sheet::Line& line : sheet.lines) {
      for (const auto& [first, second] : columns_) {
        names_.insert(key(line.cells[first]));
        names_.insert(key(line.cells[second]));
      }
    }
    find_letters();
    for (const Sheet::Line& line : sheet.lines) {
      const std::string said = without_blanks(line.cells[winner]);
      if (!said_.contains(said)) said_.emplace(said, meanings_of(said));
    }
    const auto has_two = [](const auto& one) {
      return one.second.names_strategy && one.second.side.has_value();
    };
    if (!words_ && std::ranges::any_of(said_, has_two)) decide();
  }

  Winner of(const Sheet::Line& line) const {
    Reading winner = words_ == WinnerWords::side ? std::nullopt : by_name(line);
    if (!winner && words_ != WinnerWords::name) winner = by_side(line);
    if (!winner) refuse(line);
    return *winner;
  }

 private:
  struct Word {
    bool names_strategy = false;
    std::optional<Winner> side = {};  ///< a side or a tie that the word stands for
  };
  using Reading = std::optional<Winner>;

  std::string key(const std::string& name) const {
    return join_ ? folded(name) : without_blanks(name);
  }

  /// Finds for which sides single letters stand, such as H, D and A. Throws InputError for letters
  /// that may stand for either side.
  void find_letters() {
    std::unordered_set<std::string> used;
    std::unordered_set<std::string> names;  // those that are also names, which decide() compares
    for (const Sheet::Line& line : sheet_.lines) {
      const std::string said = without_blanks(line.cells[winner_]);
      const std::string word = plain_word(said);
      const bool letter = word.size() == 1 && word >= "a" && word <= "z";
      const bool tie =
          among(tie_words, word) && (!sides_.seats || sides_.seats->second[0] != word[0]);
      if (!letter || tie) continue;
      used.insert(word);
      if (names_.contains(key(said))) names.insert(word);
    }
    if (used.empty() || sides_.by_value() || words_ == WinnerWords::name) return;
    for (const Seats& two : letters) {
      if (!may_stand_for(two, sides_.seats.value_or(Seats{"?", "?"}))) continue;
      if (!std::ranges::all_of(used, [&](const std::string& word) {
            return word == two.first || word == two.second;
          })) {
        continue;
      }
      for (const std::string& word : used) {
        const Winner side = seat(word == two.first);
        if (letters_.try_emplace(word, side).first->second == side) continue;
        if (names.contains(word)) {
          letters_[word] = side;
          continue;
        }
        const auto option = [&](const std::string& heading) {
          return command_for(
              sheet_, "--sides " +
                          in_shell(word + "=" + heading + "," +
                                   (heading == sides_.first ? sides_.second : sides_.first)) +
                          " " + naming(sheet_, "result", {winner_}));
        };
        throw InputError(fmt::format("{}: the letter '{}' in {} may stand for either side:\n{}\n{}",
                                     sheet_.name, word, in_quotes(sheet_.headings[winner_]),
                                     option(sides_.first), option(sides_.second)));
      }
    }
  }

  Word meanings_of(const std::string& said) const {
    const std::string word = plain_word(said);
    Word meanings{names_.contains(key(said))};
    if (among(sides_.first_words, word)) return {false, Winner::first};
    if (among(sides_.second_words, word)) return {false, Winner::second};
    if (among(sides_.tie_words, word)) return {false, Winner::tie};
    if (sides_.by_value()) {
      if (among(tie_words, word)) meanings.side = Winner::tie;
      return {false, meanings.side};
    }
    const std::string heading = heading_key(said);
    const auto is = [&](const std::string& side) {
      return !heading.empty() &&
             (heading == heading_key(side) || heading == heading_key(last_key(side)));
    };
    const auto named = is(sides_.first) == is(sides_.second) ? by_word(word)
                       : is(sides_.first)                    ? Winner::first
                                                             : Winner::second;
    const auto letter = letters_.find(word);
    if (named) {
      meanings.side = named;
    } else if (letter != letters_.end()) {
      meanings.side = letter->second;
    } else if (among(tie_words, word)) {
      meanings.side = Winner::tie;
    } else {
      meanings.side = by_color(word);
    }
    return meanings;
  }

  /// The side that headings name first, or second.
  [[nodiscard]] Winner seat(bool first) const {
    return first != sides_.turned ? Winner::first : Winner::second;
  }

  /// Words such as `white`, `1-0` and `won`. What `won` means is not clear of sides that the user
  /// has turned round.
  [[nodiscard]] Reading by_word(const std::string& word) const {
    if (sides_.seats && word == sides_.seats->first) return seat(true);
    if (sides_.seats && word == sides_.seats->second) return seat(false);
    const auto first = says_first(word);
    const bool won = among(first_won_words, word) || among(first_lost_words, word);
    if (!first || (won && sides_.turned)) return {};
    return seat(*first);
  }

  /// The results of go: B+R, W+3.5.
  [[nodiscard]] Reading by_color(const std::string& word) const {
    const bool colors = sides_.seats && std::string_view(sides_.seats->first) == "white";
    const std::size_t plus = word.find('+');
    if (!colors || plus == word.npos) return {};
    const std::string color = word.substr(0, plus);
    if (color == "w" || color == "white") return seat(true);
    if (color == "b" || color == "black") return seat(false);
    return {};
  }

  Reading by_name(const Sheet::Line& line) const {
    const std::string said = without_blanks(line.cells[winner_]);
    const Word& word = said_.at(said);
    if (word.names_strategy) {
      const std::string name = key(said);
      for (const auto& [first_place, second_place] : columns_) {
        const bool first = name == key(line.cells[first_place]);
        if (first == (name == key(line.cells[second_place]))) continue;
        return first ? Winner::first : Winner::second;
      }
      return {};
    }
    return word.side == Winner::tie ? word.side : std::nullopt;
  }

  Reading by_side(const Sheet::Line& line) const {
    return said_.at(without_blanks(line.cells[winner_])).side;
  }

  std::string who(const Sheet::Line& line, Winner winner) const {
    if (winner == Winner::tie) return "nobody";
    return "'" + line.cells[winner == Winner::first ? sides_.first_place : sides_.second_place] +
           "'";
  }

  void decide() {
    const Sheet::Line* no_name = nullptr;
    const Sheet::Line* no_side = nullptr;
    const Sheet::Line* differs = nullptr;
    for (const Sheet::Line& line : sheet_.lines) {
      const Reading name = by_name(line);
      const Reading side = by_side(line);
      if (!name && no_name == nullptr) no_name = &line;
      if (!side && no_side == nullptr) no_side = &line;
      if (name && side && name != side && differs == nullptr) differs = &line;
    }
    const auto said = [this](const Sheet::Line& line) {
      return "'" + without_blanks(line.cells[winner_]) + "'";
    };
    if (no_name != nullptr && no_side != nullptr) {
      if (no_name == no_side) refuse(*no_name);
      sheet_.refuse(*no_name,
                    "the winner " + said(*no_name) + " is no name of the two, and " +
                        said(*no_side) + " in line " + std::to_string(no_side->number) +
                        " is no side. Strategies of this log have names that could also be "
                        "sides or ties, so its winners must all be names or all sides");
    }
    if (no_name == nullptr && no_side == nullptr && differs != nullptr) {
      sheet_.refuse(
          *differs,
          "the winner " + said(*differs) + " can mean two things: by name " +
              who(*differs, *by_name(*differs)) + " won against " +
              who(*differs, by_name(*differs) == Winner::first ? Winner::second : Winner::first) +
              ", by side " + who(*differs, *by_side(*differs)) +
              " won; `winner name` or `winner side` says what it means in all "
              "of the log");
    }
    words_ = no_name == nullptr ? WinnerWords::name : WinnerWords::side;
  }

  [[noreturn]] void refuse(const Sheet::Line& line) const {
    const std::string said = without_blanks(line.cells[winner_]);
    std::string what = "the winner '" + said + "' is ";
    if (words_ == WinnerWords::name) {
      what += "neither of the two nor a tie: " + listed(tie_words);
    } else {
      what += (words_ == WinnerWords::side ? "no" : "neither of the two nor a") +
              std::string(" word for a side or a tie (`allnash rank --help` lists them)");
    }
    if (const std::string hint = score_hint(said); !hint.empty() || sides_.by_value()) {
      sheet_.refuse(line, what + hint);
    }
    sheet_.refuse(line, what + "\na word gets its meaning so:\n" +
                            command_for(sheet_, "--sides " +
                                                    in_shell(said + "=" + sides_.first + "," +
                                                             sides_.second) +
                                                    " " + naming(sheet_, "result", {winner_})));
  }

  const Sheet& sheet_;
  const Headings::Pair& sides_;
  std::size_t winner_;
  bool join_;
  std::optional<WinnerWords> words_;  // nothing: every word has one meaning
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, Word> said_;
  std::unordered_map<std::string, Winner> letters_;
  /// The columns that name the players, of which a result may use any.
  std::vector<std::pair<std::size_t, std::size_t>> columns_;
};

}  // namespace

std::vector<Winner> winners_in(const Sheet& sheet, const Headings::Pair& sides, std::size_t winner,
                               const RankOptions& options) {
  const WinnerColumn column(sheet, sides, winner, options);
  std::vector<Winner> winners;
  for (const Sheet::Line& line : sheet.lines) winners.push_back(column.of(line));
  return winners;
}

namespace {

/// What a side got: a number, or 1, 0 or 1/2 for a word.
std::optional<Rational> own_score(const Sheet& sheet, const std::string& cell) {
  const std::string word = plain_word(cell);
  if (auto number = rational_in(with_point(word, sheet.decimal_mark))) return number;
  if (among(own_win_words, word)) return Rational(1);
  if (among(own_loss_words, word)) return Rational(0);
  if (among(own_tie_words, word) || among(tie_words, word)) return Rational(1, 2);
  return {};
}

}  // namespace

std::vector<Winner> winners_by_score(const Sheet& sheet, const std::vector<std::size_t>& columns) {
  std::vector<Winner> winners;
  bool words = false;
  for (const Sheet::Line& line : sheet.lines) {
    std::optional<Rational> first;
    std::optional<Rational> second;
    if (columns.size() == 1) {
      if (const auto score = score_in(line.cells[columns[0]], sheet.decimal_mark)) {
        first = score->wins;
        second = score->losses;
      }
    } else {
      first = own_score(sheet, line.cells[columns[0]]);
      second = own_score(sheet, line.cells[columns[1]]);
      words = words || !rational_in(plain_word(line.cells[columns[0]]));
    }
    if (!first || !second) {
      const std::size_t wrong = first ? columns.back() : columns.front();
      sheet.refuse(line, sheet.headings[wrong] + ": " + in_quotes(line.cells[wrong]) +
                             (columns.size() == 1 ? " is no score such as 2-1" : " is no score"));
    }
    if (words && *first + *second != Rational(1)) {
      sheet.refuse(line,
                   fmt::format("{} and {} do not tell who won", in_quotes(line.cells[columns[0]]),
                               in_quotes(line.cells[columns[1]])));
    }
    winners.push_back(*first > *second   ? Winner::first
                      : *second > *first ? Winner::second
                                         : Winner::tie);
  }
  return winners;
}

}  // namespace allnash::reading
