// Finds the columns of a log that hold the two sides and the result: by their headings or by the
// options. Where neither is enough, it suggests columns that look right. Then says who won.
#include "league/reading/winner.hpp"

#include <sstream>
#include <unordered_set>

#include "allnash/run.hpp"
#include "core/base/reader.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/numbers.hpp"

namespace allnash::reading {
namespace {

/// The last key on the path to a JSON value.
std::string last_key(const std::string& heading) {
  return heading.substr(heading.find_last_of('.') + 1);
}

}  // namespace

bool tells_all(const std::vector<std::string>& headings, const std::vector<std::string>& wanted) {
  std::unordered_set<std::string> keys;
  for (const std::string& heading : headings) keys.insert(heading_key(heading));
  const auto has = [&](const std::string& word) { return keys.contains(heading_key(word)); };
  const auto any = [&](const auto& words) { return std::ranges::any_of(words, has); };
  const auto both = [&](const Sides& pair) { return has(pair.first) && has(pair.second); };
  const auto flagged = [&](const Sides& pair) {
    return both(pair) && has("winner_" + std::string(pair.first));
  };
  if (!std::ranges::all_of(wanted, has)) return false;
  return (wanted.size() >= 2 || std::ranges::any_of(all_sides, both)) &&
         (wanted.size() % 2 == 1 || has("winner") || any(outcome_words) ||
          (any(wins_words) && any(losses_words)) || (any(plays_words) && any(mean_words)) ||
          std::ranges::any_of(all_sides, flagged));
}

std::optional<std::pair<std::string, std::string>> sides_in(const RankOptions& options) {
  if (!options.sides) return {};
  std::istringstream in(*options.sides);
  TextReader text(in, "sides");
  std::vector<std::string> cells;
  CellReader(text, ',', CellReader::Quoted::on_one_line).next_record(cells);
  if (cells.size() != 2 || cells[0].empty() || cells[1].empty()) {
    throw OptionError("sides: " + in_quotes(*options.sides) + " is not two headings A,B");
  }
  return std::pair(cells[0], cells[1]);
}

std::vector<std::string> count_headings(const RankOptions& options) {
  if (!options.count) return {};
  std::istringstream in(*options.count);
  TextReader text(in, "count");
  std::vector<std::string> cells;
  CellReader(text, ',', CellReader::Quoted::on_one_line).next_record(cells);
  const bool empty = std::ranges::any_of(cells, &std::string::empty);
  if (cells.empty() || cells.size() > 3 || empty) {
    throw OptionError("count: " + in_quotes(*options.count) +
                      " is not a heading C, nor headings W,L or W,L,T");
  }
  return cells;
}

std::vector<std::string> wanted_headings(const RankOptions& options) {
  std::vector<std::string> wanted;
  if (const auto sides = sides_in(options)) wanted = {sides->first, sides->second};
  if (options.result) wanted.push_back(*options.result);
  return wanted;
}

Headings::Headings(const Sheet& sheet, const RankOptions& options) : sheet_(sheet) {
  for (std::size_t t = 0; t < sheet.headings.size(); ++t) {
    const std::string key = heading_key(sheet.headings[t]);
    if (!places_.try_emplace(key, t).second && is_known_heading(key) && !among(time_words, key)) {
      throw InputError(sheet.name + ": the header has '" + plain_word(sheet.headings[t]) +
                       "' twice");
    }
  }
  // A nested value is known by its last key if that key is unique.
  std::unordered_map<std::string, std::vector<std::size_t>> within;
  for (std::size_t t = 0; t < sheet.headings.size(); ++t) {
    if (sheet.headings[t].find('.') == std::string::npos) continue;
    const std::string key = heading_key(last_key(sheet.headings[t]));
    if (is_known_heading(key)) within[key].push_back(t);
  }
  for (const auto& [key, places] : within) {
    if (places.size() == 1) places_.try_emplace(key, places.front());
  }
  if (const auto sides = sides_in(options)) {
    const std::size_t first = place_of("sides", sides->first);
    const std::size_t second = place_of("sides", sides->second);
    if (first == second) throw OptionError("sides: the two are one column");
    pair_ = {sheet.headings[first], sheet.headings[second], first, second};
  } else {
    find_pair();
  }
  if (options.result) result_ = place_of("result", *options.result);
}

void Headings::find_pair() {
  for (const Sides& one : all_sides) {
    const auto first = find(one.first);
    const auto second = find(one.second);
    if (!first || !second) continue;
    if (pair_) {
      const auto option = [](const std::string& a, const std::string& b) {
        return "`sides " + cell_text(a) + "," + cell_text(b) + "`";
      };
      throw InputError(sheet_.name + ": two pairs of headings name sides of a match; " +
                       option(pair_->first, pair_->second) + " or " +
                       option(sheet_.headings[*first], sheet_.headings[*second]) +
                       " says who is ranked");
    }
    pair_ = {sheet_.headings[*first], sheet_.headings[*second], *first, *second};
  }
}

std::optional<std::size_t> Headings::find(const std::string& word) const {
  const auto place = places_.find(heading_key(word));
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

std::size_t Headings::place_of(const char* option, const std::string& heading) const {
  if (const auto place = find(heading)) return *place;
  std::string all;
  for (const std::string& one : sheet_.headings) {
    all += (all.empty() ? "" : ", ") + printable(one);
    if (all.size() > 200) break;
  }
  throw InputError(sheet_.name + ": " + option + ": no heading is " + in_quotes(heading) +
                   "; there are " + all);
}

// ------------------------------------------------------------------------- what columns look like

namespace {

/// The number of lines that are examined.
constexpr std::size_t most_looked_at = 500;

class Looks {
 public:
  explicit Looks(const Sheet& sheet) : sheet_(sheet) {
    cells_.resize(sheet.headings.size());
    lines_ = std::min(sheet.lines.size(), most_looked_at);
    for (std::size_t t = 0; t < lines_; ++t) {
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        cells_[c].insert(without_blanks(sheet.lines[t].cells[c]));
      }
    }
  }

  /// The two columns with the most names in common, of lines that hold two different names.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> sides() const {
    std::optional<std::pair<std::size_t, std::size_t>> best;
    std::size_t most = 0;
    for (std::size_t a = 0; a < cells_.size(); ++a) {
      for (std::size_t b = a + 1; b < cells_.size(); ++b) {
        if (!holds_names(a) || !holds_names(b) || !differ(a, b)) continue;
        const auto shared = static_cast<std::size_t>(std::ranges::count_if(
            cells_[a], [&](const std::string& name) { return cells_[b].contains(name); }));
        if (shared <= most) continue;
        most = shared;
        best = {a, b};
      }
    }
    return best;
  }

  /// A column that states in each line who won, or somebody's score.
  [[nodiscard]] std::optional<std::size_t> result(std::size_t first, std::size_t second) const {
    for (const bool numbers : {false, true}) {
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        // What one side scored is not the result.
        const std::string key = heading_key(sheet_.headings[c]);
        const bool of_side = key.find("home") != key.npos || key.find("away") != key.npos;
        if (c == first || c == second || cells_[c].size() < 2 || (numbers && of_side)) continue;
        if (tells(c, first, second, numbers)) {
          return c;
        }
      }
    }
    return {};
  }

 private:
  [[nodiscard]] static bool is_number(const std::string& cell) {
    return rational_in(cell).has_value();
  }

  [[nodiscard]] bool holds_names(std::size_t column) const {
    return cells_[column].size() > 1 && std::ranges::none_of(cells_[column], is_number) &&
           !cells_[column].contains("");
  }

  [[nodiscard]] bool differ(std::size_t a, std::size_t b) const {
    std::size_t same = 0;
    for (std::size_t t = 0; t < lines_; ++t) {
      const auto& cells = sheet_.lines[t].cells;
      same += without_blanks(cells[a]) == without_blanks(cells[b]) ? 1 : 0;
    }
    return same * 10 < lines_;
  }

  [[nodiscard]] bool tells(std::size_t column, std::size_t first, std::size_t second,
                           bool numbers) const {
    for (std::size_t t = 0; t < lines_; ++t) {
      const auto& cells = sheet_.lines[t].cells;
      const std::string cell = without_blanks(cells[column]);
      const std::string word = plain_word(cell);
      if (numbers) {
        if (word != "0" && word != "1" && word != "0.5" && word != "-1") return false;
        continue;
      }
      const bool named =
          cell == without_blanks(cells[first]) || cell == without_blanks(cells[second]);
      const bool side = heading_key(word) == heading_key(sheet_.headings[first]) ||
                        heading_key(word) == heading_key(sheet_.headings[second]);
      if (!named && !side && !among(first_words, word) && !among(second_words, word) &&
          !among(tie_words, word) && word != unfinished_word) {
        return false;
      }
    }
    return true;
  }

  const Sheet& sheet_;
  std::vector<std::unordered_set<std::string>> cells_;
  std::size_t lines_ = 0;
};

}  // namespace

std::string in_shell(const std::string& text) {
  const bool plain = std::ranges::all_of(text, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || c == '_' || c == '-' || c == '.' || c == ',' || c == '/';
  });
  if (plain && !text.empty()) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

bool sounds_like_count(const std::string& heading) {
  constexpr std::array nouns{"matches",     "games",    "plays",   "battles", "duels",
                             "bouts",       "fights",   "hands",   "trials",  "samples",
                             "sample",      "rounds",   "runs",    "seeds",   "encounters",
                             "repetitions", "episodes", "repeats", "rollouts"};
  constexpr std::array others{"won",  "lost",  "win",  "wins", "loss", "losses", "drawn",
                              "tied", "draws", "ties", "id",   "ids",  "avg",    "average"};
  constexpr std::array whole{"n",    "num", "number", "count", "counts",   "total",
                             "freq", "nb",  "times",  "#",     "frequency"};
  std::string words = plain_word(last_key(heading));
  const auto is_known = [&](const char* word) { return heading_key(word) == heading_key(words); };
  if (std::ranges::any_of(plays_words, is_known) || among(whole, words)) return true;
  std::ranges::replace_if(
      words, [](char c) { return c == '_' || c == '-' || c == '.'; }, ' ');
  bool noun = false;
  for (const std::string_view word : words_in(words)) {
    // The games of one side within a match.
    const bool side = among(first_words, word) || among(second_words, word) ||
                      (word.back() >= '0' && word.back() <= '9');
    if (side || among(others, word)) return false;
    noun = noun || among(nouns, word);
  }
  return noun;
}

bool has_words(const Sheet& sheet, std::size_t column) {
  return std::ranges::any_of(sheet.lines, [&](const Sheet::Line& line) {
    const std::string word = plain_word(line.cells[column]);
    if (is_unknown(word) || word == unfinished_word) return false;
    const bool number = word.find_first_not_of("0123456789.,/%+-e ") == word.npos;
    const std::size_t minus = word.find_last_of('-');
    return !number || (minus != word.npos && minus > 0 && word[minus - 1] != 'e');
  });
}

std::string likely_columns(const Sheet& sheet, const Headings& headings) {
  const Looks looks(sheet);
  auto sides = looks.sides();
  if (headings.pair()) {
    sides = {headings.pair()->first_place, headings.pair()->second_place};
  }
  if (!sides) return "";
  const auto quoted = [&](std::size_t column) { return in_quotes(sheet.headings[column]); };
  const auto result = looks.result(sides->first, sides->second);
  const std::string file = sheet.name == "standard input" ? "-" : sheet.name;
  std::string said;
  std::string command = "allnash rank " + in_shell(file);
  if (!headings.pair()) {
    said = quoted(sides->first) + " and " + quoted(sides->second) + " look like the sides";
    command += " --sides " + in_shell(cell_text(sheet.headings[sides->first]) + "," +
                                      cell_text(sheet.headings[sides->second]));
  }
  if (result) {
    said += (said.empty() ? "" : ", ") + quoted(*result) +
            (said.empty() ? " looks like the result" : " like the result");
    command += " --result " + in_shell(sheet.headings[*result]);
  }
  if (said.empty()) return "";
  return ". " + said + (result ? ": `" + command + "` reads them so" : "");
}

// ------------------------------------------------------------------------------------- who won

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
    std::optional<Winner> side = {};  ///< a side or a tie that the word stands for
  };
  using Reading = std::optional<Winner>;

  std::string key(const std::string& name) const {
    return join_ ? folded(name) : without_blanks(name);
  }

  Word meanings_of(const std::string& said) const {
    const std::string word = plain_word(said);
    const std::string heading = heading_key(said);
    const auto is = [&](const std::string& side) {
      const std::string last = side.substr(side.find_last_of('.') + 1);  // the last JSON key
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
                            (names.empty() ? "none of: " : names + " nor one of: ") + others +
                            score_hint(line.cells[winner_]));
  }

  const Sheet& sheet_;
  const Headings::Pair& sides_;
  std::size_t winner_;
  bool join_;
  std::optional<WinnerWords> words_;  // nothing: every word has one meaning
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

}  // namespace allnash::reading

namespace allnash {
namespace reading {

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

}  // namespace reading

std::string words_of_logs() {
  return "sides: " + reading::listed_sides() + "\nwinners: the name or the heading of a side; " +
         reading::listed(reading::first_words) + "; " + reading::listed(reading::second_words) +
         "; where strategies have such names, the whole log is read by name or the whole log by "
         "side\nties: " +
         reading::listed(reading::tie_words) + "\n";
}

}  // namespace allnash
