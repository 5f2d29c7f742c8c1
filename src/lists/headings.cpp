// Finds the columns of a log that hold the two sides and the result: by their headings or by the
// options. Where neither is enough, it suggests columns that look right.

#include <algorithm>
#include <sstream>
#include <unordered_set>

#include "allnash/error.hpp"
#include "base/reader.hpp"
#include "base/text.hpp"
#include "exact/printed.hpp"
#include "lists/sheet.hpp"
#include "lists/winner.hpp"

namespace allnash::lists {
namespace {

/// The last of the keys that lead to a value of JSON.
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
  // A value within an object is known by its last key, where no other has that one.
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

/// The number of lines that are looked at.
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

  /// The two columns with the most names in common, of lines that hold two different ones.
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

  /// A column that says in each line who won, or what somebody got.
  [[nodiscard]] std::optional<std::size_t> result(std::size_t first, std::size_t second) const {
    for (const bool numbers : {false, true}) {
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        if (c != first && c != second && cells_[c].size() > 1 && tells(c, first, second, numbers)) {
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

/// The text quoted for a shell.
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

}  // namespace

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

}  // namespace allnash::lists
