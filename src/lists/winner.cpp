#include "lists/winner.hpp"

#include <algorithm>

#include "allnash/rank.hpp"
#include "base/text.hpp"

namespace allnash::lists {

WinnerColumn::WinnerColumn(const Sheet& sheet, const WinnerCells& cells, const RankOptions& options)
    : sheet_(sheet), cells_(cells), join_(options.join_names), words_(options.winner) {
  for (const Sheet::Line& line : sheet.lines) {
    names_.insert(key(line.cells[cells.first]));
    names_.insert(key(line.cells[cells.second]));
  }
  for (const Sheet::Line& line : sheet.lines) {
    const std::string said = without_blanks(line.cells[cells.winner]);
    if (!said_.contains(said)) said_.emplace(said, meanings_of(said));
  }
  const auto has_two = [](const auto& one) {
    return one.second.names_strategy && one.second.side.has_value();
  };
  if (!words_ && std::ranges::any_of(said_, has_two)) decide();
}

std::string WinnerColumn::key(const std::string& name) const {
  return join_ ? folded(name) : without_blanks(name);
}

WinnerColumn::Word WinnerColumn::meanings_of(const std::string& said) const {
  const std::string word = plain_word(said);
  const std::string heading = heading_key(said);
  const auto is = [&](const std::string& side) {
    const std::string last = side.substr(side.find_last_of('.') + 1);  // of the keys of JSON
    return !heading.empty() && (heading == heading_key(side) || heading == heading_key(last));
  };
  const bool first = is(cells_.first_heading) || among(first_words, word);
  const bool second = is(cells_.second_heading) || among(second_words, word);
  Word meanings{names_.contains(key(said))};
  if (first != second) {
    meanings.side = first ? Winner::first : Winner::second;
  } else if (among(tie_words, word)) {
    meanings.side = Winner::tie;
  }
  return meanings;
}

WinnerColumn::Reading WinnerColumn::by_name(const Sheet::Line& line) const {
  const std::string said = without_blanks(line.cells[cells_.winner]);
  const Word& word = said_.at(said);
  if (word.names_strategy) {
    const std::string name = key(said);
    const bool first = name == key(line.cells[cells_.first]);
    if (first == (name == key(line.cells[cells_.second]))) return {};
    return first ? Winner::first : Winner::second;
  }
  return word.side == Winner::tie ? word.side : std::nullopt;
}

WinnerColumn::Reading WinnerColumn::by_side(const Sheet::Line& line) const {
  return said_.at(without_blanks(line.cells[cells_.winner])).side;
}

std::string WinnerColumn::who(const Sheet::Line& line, Winner winner) const {
  if (winner == Winner::tie) return "nobody";
  return "'" + line.cells[winner == Winner::first ? cells_.first : cells_.second] + "'";
}

void WinnerColumn::decide() {
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
    return "'" + without_blanks(line.cells[cells_.winner]) + "'";
  };
  if (no_name != nullptr && no_side != nullptr) {
    if (no_name == no_side) refuse(*no_name);
    sheet_.refuse(*no_name, "the winner " + said(*no_name) + " is no name of the two, and " +
                                said(*no_side) + " in line " + std::to_string(no_side->number) +
                                " is no side. Strategies of this log have names that could also be "
                                "sides or ties, so its winners must all be names or all sides");
  }
  if (no_name == nullptr && no_side == nullptr && differs != nullptr) {
    sheet_.refuse(*differs, "the winner " + said(*differs) + " can mean two things: by name " +
                                who(*differs, *by_name(*differs)) + " won against " +
                                who(*differs, by_name(*differs) == Winner::first ? Winner::second
                                                                                 : Winner::first) +
                                ", by side " + who(*differs, *by_side(*differs)) +
                                " won; `winner name` or `winner side` says what it means in all "
                                "of the log");
  }
  words_ = no_name == nullptr ? WinnerWords::name : WinnerWords::side;
}

Winner WinnerColumn::of(const Sheet::Line& line) const {
  Reading winner = words_ == WinnerWords::side ? std::nullopt : by_name(line);
  if (!winner && words_ != WinnerWords::name) winner = by_side(line);
  if (!winner) refuse(line);
  return *winner;
}

void WinnerColumn::refuse(const Sheet::Line& line) const {
  const std::string names = words_ == WinnerWords::side ? "" : "neither of the two";
  std::string others = words_ == WinnerWords::name
                           ? listed(tie_words)
                           : cells_.first_heading + ", " + cells_.second_heading + ", " +
                                 listed(first_words) + ", " + listed(second_words) + ", " +
                                 listed(tie_words);
  sheet_.refuse(line, "the winner '" + without_blanks(line.cells[cells_.winner]) + "' is " +
                          (names.empty() ? "none of: " : names + " nor one of: ") + others);
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
