#include "lists/winner.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "allnash/rank.hpp"
#include "base/text.hpp"

namespace allnash::lists {
namespace {

class WinnerColumn {
 public:
  WinnerColumn(const Sheet& sheet, const Headings::Pair& sides, std::size_t winner,
               const RankOptions& options)
      : sheet_(sheet),
        sides_(sides),
        winner_(winner),
        join_(options.join_names),
        words_(options.winner) {
    for (const Sheet::Line& line : sheet.lines) {
      names_.insert(key(line.cells[sides.first_place]));
      names_.insert(key(line.cells[sides.second_place]));
    }
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
    std::optional<Winner> side = {};  ///< or tie
  };
  using Reading = std::optional<Winner>;

  std::string key(const std::string& name) const {
    return join_ ? folded(name) : without_blanks(name);
  }

  Word meanings_of(const std::string& said) const {
    const std::string word = plain_word(said);
    const std::string heading = heading_key(said);
    const auto is = [&](const std::string& side) {
      const std::string last = side.substr(side.find_last_of('.') + 1);  // of the keys of JSON
      return !heading.empty() && (heading == heading_key(side) || heading == heading_key(last));
    };
    const bool first = is(sides_.first) || among(first_words, word);
    const bool second = is(sides_.second) || among(second_words, word);
    Word meanings{names_.contains(key(said))};
    if (first != second) {
      meanings.side = first ? Winner::first : Winner::second;
    } else if (among(tie_words, word)) {
      meanings.side = Winner::tie;
    }
    return meanings;
  }

  Reading by_name(const Sheet::Line& line) const {
    const std::string said = without_blanks(line.cells[winner_]);
    const Word& word = said_.at(said);
    if (word.names_strategy) {
      const std::string name = key(said);
      const bool first = name == key(line.cells[sides_.first_place]);
      if (first == (name == key(line.cells[sides_.second_place]))) return {};
      return first ? Winner::first : Winner::second;
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

  void refuse(const Sheet::Line& line) const {
    const std::string names = words_ == WinnerWords::side ? "" : "neither of the two";
    std::string others = words_ == WinnerWords::name
                             ? listed(tie_words)
                             : sides_.first + ", " + sides_.second + ", " + listed(first_words) +
                                   ", " + listed(second_words) + ", " + listed(tie_words);
    sheet_.refuse(line, "the winner '" + without_blanks(line.cells[winner_]) + "' is " +
                            (names.empty() ? "none of: " : names + " nor one of: ") + others);
  }

  const Sheet& sheet_;
  const Headings::Pair& sides_;
  std::size_t winner_;
  bool join_;
  std::optional<WinnerWords> words_;  // none: every word has one meaning
  std::unordered_set<std::string> names_;
  std::unordered_map<std::string, Word> said_;
};

}  // namespace

std::vector<Winner> winners_in(const Sheet& sheet, const Headings::Pair& sides, std::size_t winner,
                               const RankOptions& options) {
  const WinnerColumn column(sheet, sides, winner, options);
  std::vector<Winner> winners;
  for (const Sheet::Line& line : sheet.lines) winners.push_back(column.of(line));
  return winners;
}

}  // namespace allnash::lists

namespace allnash {
namespace lists {

std::string listed_sides() {
  std::string pairs;
  for (const Sides& pair : all_sides) {
    pairs += (pairs.empty() ? "" : "; ") + std::string(pair.first) + "," + pair.second;
  }
  return pairs;
}

std::string heading_key(std::string_view heading) {
  std::string key = plain_word(heading);
  std::erase_if(key, [](char c) { return c == ' ' || c == '\t' || c == '_' || c == '-'; });
  return key;
}

namespace {

std::unordered_set<std::string> known_headings() {
  std::unordered_set<std::string> known{"winner", "winnertie", heading_key("sum_of_squares")};
  const auto add = [&](const auto& words) {
    for (const char* const word : words) known.insert(heading_key(word));
  };
  for (const Sides& pair : all_sides) {
    for (const char* const side : {pair.first, pair.second}) {
      known.insert(heading_key(side));
      known.insert("winner" + heading_key(side));
    }
  }
  add(wins_words);
  add(losses_words);
  add(ties_words);
  add(plays_words);
  add(mean_words);
  add(outcome_words);
  add(time_words);
  return known;
}

}  // namespace

bool is_known_heading(const std::string& key) {
  static const std::unordered_set<std::string> known = known_headings();
  return known.contains(key);
}

std::string without_blanks(std::string_view text) { return std::string(trimmed(text)); }

std::string plain_word(std::string_view text) { return lower_case(without_blanks(text)); }

std::string folded(std::string_view text) {
  std::string word = plain_word(text);
  std::erase_if(word, [](char c) { return c == ' ' || c == '\t'; });
  return word;
}

NameTable::Key key_of(const RankOptions& options) {
  return options.join_names ? NameTable::Key(folded) : NameTable::Key();
}

}  // namespace lists

std::string words_of_logs() {
  return "sides: " + lists::listed_sides() + "\nwinners: the name or the heading of a side; " +
         lists::listed(lists::first_words) + "; " + lists::listed(lists::second_words) +
         "; where strategies have such names, the whole log is read by name or the whole log by "
         "side\nties: " +
         lists::listed(lists::tie_words) + "\n";
}

}  // namespace allnash
