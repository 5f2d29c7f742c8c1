#include "league/reading/columns.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <unordered_set>

#include "allnash/run.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"

namespace allnash::reading {

std::vector<std::string> headings_in(const char* option, const std::string& text, std::size_t least,
                                     std::size_t most, const char* form) {
  std::istringstream in(text);
  TextReader reader(in, option);
  std::vector<std::string> cells;
  CellReader(reader, ',', CellReader::Quoted::on_one_line).next_record(cells);
  if (cells.size() < least || cells.size() > most ||
      std::ranges::any_of(cells, &std::string::empty)) {
    throw OptionError(fmt::format("{}: {} is not {}", option, in_quotes(text), form));
  }
  return cells;
}

namespace {

/// Columns whose headings, as a path, name both sides.
struct Candidate {
  std::size_t first = 0;
  std::size_t second = 0;
  Seats seats;
  SidePair::Names names = SidePair::Names::players;
  bool by_result = false;
};

std::vector<std::string> path_of(const std::string& heading) {
  std::vector<std::string> path;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(heading.find('.', begin), heading.size());
    path.push_back(heading_key(heading.substr(begin, end - begin)));
    if (end == heading.size()) return path;
    begin = end + 1;
  }
}

/// Pairs of columns that name the sides. Keys within objects count: `players.white.user.name`.
std::vector<Candidate> candidates(const std::vector<std::string>& headings) {
  using Place = std::tuple<std::vector<std::string>, std::size_t, std::size_t>;
  std::map<Place, std::pair<std::optional<std::size_t>, std::optional<std::size_t>>> found;
  for (std::size_t c = 0; c < headings.size(); ++c) {
    std::vector<std::string> path = path_of(headings[c]);
    for (std::size_t t = 0; t < path.size(); ++t) {
      if (t + 1 < path.size() && !named_by(path.back())) continue;
      const std::string key = std::exchange(path[t], "");
      for (const std::size_t pair : pairs_with(key)) {
        auto& [first, second] = found[{path, t, pair}];
        std::optional<std::size_t>& column = side_pairs()[pair].first == key ? first : second;
        if (!column) column = c;
      }
      path[t] = key;
    }
  }
  std::vector<Candidate> list;
  for (const auto& [place, columns] : found) {
    const auto& [path, segment, number] = place;
    if (!columns.first || !columns.second) continue;
    const SidePair& pair = side_pairs()[number];
    const bool within = segment + 1 < path.size();
    const std::size_t first = *columns.first;
    const std::size_t second = *columns.second;
    const auto same = [first, second](const Candidate& one) {
      return one.first == first && one.second == second;
    };
    if (std::ranges::any_of(list, same)) continue;
    list.push_back({first, second, pair.seats, within ? *named_by(path.back()) : pair.names,
                    pair.by_result()});
  }
  // Who won is said by the sides themselves only where nothing else names them.
  const auto by_result = [](const Candidate& one) { return one.by_result; };
  if (!std::ranges::all_of(list, by_result)) std::erase_if(list, by_result);
  std::ranges::stable_sort(list, {}, [&](const Candidate& one) {
    return std::tuple(one.names, heading_key(headings[one.first]) != "player", one.first);
  });
  // An opponent is that of the player, if there is one, and not of the team or deck.
  std::vector<Candidate> apart;
  for (const Candidate& one : list) {
    const auto shares = [&](const Candidate& other) {
      return other.first == one.first || other.second == one.second;
    };
    if (std::ranges::none_of(apart, shares)) apart.push_back(one);
  }
  return apart;
}

/// Whether two pairs of columns name the same players in two ways: each name of the one has one
/// name of the other. Lines without the second name tell nothing.
bool same_players(const Sheet& sheet, const Candidate& one, const Candidate& other) {
  std::unordered_map<std::string, std::string> there;
  std::unordered_map<std::string, std::string> back;
  const auto agree = [](auto& table, const std::string& name, const std::string& alias) {
    return table.try_emplace(name, alias).first->second == alias;
  };
  for (const Sheet::Line& line : sheet.lines) {
    for (const bool first : {true, false}) {
      const std::string name = without_blanks(line.cells[first ? one.first : one.second]);
      const std::string alias = without_blanks(line.cells[first ? other.first : other.second]);
      if (alias.empty() || is_bye(name)) continue;
      if (!agree(there, name, alias) || !agree(back, alias, name)) return false;
    }
  }
  return true;
}

}  // namespace

WantedHeadings wanted_headings(const RankOptions& options) {
  WantedHeadings wanted;
  if (options.sides) {
    wanted.sides = true;
    for (const std::string& one : headings_in("sides", *options.sides, 2, 9, "two headings A,B")) {
      wanted.headings.push_back(one);
      // A heading may follow the word for its side.
      if (const auto mark = one.find('='); mark != one.npos) {
        wanted.headings.push_back(one.substr(mark + 1));
      }
    }
  }
  const auto result = [&](const std::optional<std::string>& heading) {
    if (!heading) return;
    wanted.result = true;
    wanted.headings.push_back(*heading);
  };
  result(options.result);
  if (options.scores) {
    for (const std::string& one :
         headings_in("scores", *options.scores, 1, 2, "one heading C, nor two headings A,B")) {
      result(one);
    }
  }
  return wanted;
}

bool tells_all(const std::vector<std::string>& headings, const WantedHeadings& wanted) {
  std::unordered_set<std::string> keys;
  for (const std::string& heading : headings) {
    keys.insert(heading_key(heading));
    keys.insert(heading_key(last_key(heading)));
  }
  const auto has = [&](const std::string& word) { return keys.contains(heading_key(word)); };
  const auto any = [&](const auto& words) { return std::ranges::any_of(words, has); };
  const std::vector<Candidate> pairs = candidates(headings);
  if (!wanted.sides && pairs.empty()) return false;
  if (!std::ranges::all_of(wanted.headings, [&](const std::string& one) {
        return has(one) || one.find('=') != one.npos;
      })) {
    return false;
  }
  const auto flagged = [&](const Candidate& pair) {
    return has("winner_" + headings[pair.first]) && has("winner_" + headings[pair.second]);
  };
  return wanted.result || std::ranges::any_of(keys, names_winner) || any(outcome_words) ||
         (any(wins_words) && any(losses_words)) || (any(plays_words) && any(mean_words)) ||
         std::ranges::any_of(pairs, flagged) ||
         std::ranges::any_of(pairs, [](const Candidate& pair) { return pair.by_result; });
}

Headings::Headings(const Sheet& sheet, const RankOptions& options) : sheet_(sheet) {
  std::unordered_set<std::string> twice;
  const auto refuse_twice = [&](const std::string& heading) {
    throw InputError(sheet.name + ": the header has '" + plain_word(heading) + "' twice");
  };
  for (std::size_t t = 0; t < sheet.headings.size(); ++t) {
    const std::string key = heading_key(sheet.headings[t]);
    if (places_.try_emplace(key, t).second) continue;
    if (is_result_heading(key) && !among(time_words, key)) refuse_twice(sheet.headings[t]);
    twice.insert(key);
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
  if (options.sides) {
    take_sides(*options.sides);
  } else {
    find_pair();
  }
  for (const std::string& side :
       pair_ ? std::vector{pair_->first, pair_->second} : std::vector<std::string>()) {
    if (twice.contains(heading_key(side))) refuse_twice(side);
  }
  if (options.result) result_ = place_of("result", *options.result);
  if (options.scores) {
    if (options.result) throw OptionError("scores: they say who won, which leaves no `result`");
    for (const std::string& one : headings_in("scores", *options.scores, 1, 2, "")) {
      scores_.push_back(place_of("scores", one));
    }
  }
}

void Headings::take_sides(const std::string& text) {
  constexpr const char* form =
      "two headings A,B, which may follow the words for them: Red=A,Blue=B,Draw=tie";
  std::vector<std::size_t> places;
  Pair pair;
  for (const std::string& one : headings_in("sides", text, 2, 9, form)) {
    const std::size_t mark = one.find('=');
    const auto whole = find(one);
    if (whole || mark == one.npos) {
      places.push_back(place_of("sides", one));
      continue;
    }
    const std::string word = plain_word(one.substr(0, mark));
    const std::string heading = one.substr(mark + 1);
    if (heading == "tie" && !find(heading)) {
      pair.tie_words.push_back(word);
      continue;
    }
    const std::size_t place = place_of("sides", heading);
    const auto known = std::ranges::find(places, place);
    if (known == places.end()) places.push_back(place);
    const bool first = place == places.front();
    (first ? pair.first_words : pair.second_words).push_back(word);
  }
  if (places.size() == 1 || (places.size() == 2 && places[0] == places[1])) {
    throw OptionError("sides: the two are one column");
  }
  if (places.size() != 2) throw OptionError("sides: " + in_quotes(text) + " is not " + form);
  pair.first = sheet_.headings[places[0]];
  pair.second = sheet_.headings[places[1]];
  pair.first_place = places[0];
  pair.second_place = places[1];
  for (const Candidate& one : candidates(sheet_.headings)) {
    const bool turned = one.first == places[1] && one.second == places[0];
    if (!turned && (one.first != places[0] || one.second != places[1])) continue;
    pair.seats = one.seats;
    pair.by_result = one.by_result;
    pair.turned = turned;
  }
  pair_ = std::move(pair);
}

void Headings::find_pair() {
  const std::vector<Candidate> found = candidates(sheet_.headings);
  if (found.empty()) return;
  const Candidate& best = found.front();
  pair_ = {sheet_.headings[best.first],
           sheet_.headings[best.second],
           best.first,
           best.second,
           best.seats,
           best.by_result};
  for (const Candidate& other : found) {
    if (&other == &best) continue;
    const bool deck = other.names == SidePair::Names::decks;
    if (!deck && same_players(sheet_, best, other)) {
      pair_->also.emplace_back(other.first, other.second);
      continue;
    }
    const auto command = [&](const Candidate& one) {
      return command_for(sheet_, naming(sheet_, "sides", {one.first, one.second}));
    };
    throw InputError(fmt::format(
        "{}: two pairs of headings name sides of a match, and either could be ranked:\n{}\n{}",
        sheet_.name, command(best), command(other)));
  }
}

std::optional<std::size_t> Headings::find(const std::string& word) const {
  const auto place = places_.find(heading_key(word));
  return place == places_.end() ? std::nullopt : std::optional(place->second);
}

std::optional<std::size_t> Headings::winner() const {
  if (const auto place = find("winner")) return place;
  for (std::size_t t = 0; t < sheet_.headings.size(); ++t) {
    if (names_winner(heading_key(last_key(sheet_.headings[t])))) return t;
  }
  return {};
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

/// The number of lines and of columns that are examined.
constexpr std::size_t most_lines = 500;
constexpr std::size_t most_columns = 300;

/// What two headings differ by, and what they have in common: of home_score and away_score the
/// seats `home` and `away`, and `score`.
struct Difference {
  std::string first;
  std::string second;
  std::string common;
};
Difference difference(const std::string& one, const std::string& other) {
  std::string first = heading_key(one);
  std::string second = heading_key(other);
  std::erase(first, '.');
  std::erase(second, '.');
  const std::size_t shorter = std::min(first.size(), second.size());
  std::size_t head = 0;
  while (head < shorter && first[head] == second[head]) ++head;
  std::size_t tail = 0;
  while (tail < shorter - head &&
         first[first.size() - 1 - tail] == second[second.size() - 1 - tail])
    ++tail;
  return {first.substr(head, first.size() - head - tail),
          second.substr(head, second.size() - head - tail),
          first.substr(0, head) + first.substr(first.size() - tail)};
}

bool is_number(std::string_view cell) { return rational_in(cell).has_value(); }

class Looks {
 public:
  explicit Looks(const Sheet& sheet) : sheet_(sheet) {
    cells_.resize(std::min(sheet.headings.size(), most_columns));
    lines_ = std::min(sheet.lines.size(), most_lines);
    for (std::size_t t = 0; t < lines_; ++t) {
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        cells_[c].insert(without_blanks(sheet.lines[t].cells[c]));
      }
    }
  }

  using Two = std::pair<std::size_t, std::size_t>;

  /// The two columns with the most names in common, of lines that hold two different names.
  [[nodiscard]] std::optional<Two> sides() const {
    std::optional<Two> best;
    std::size_t most = 0;
    for (std::size_t a = 0; a < cells_.size(); ++a) {
      if (!holds_names(a)) continue;
      for (std::size_t b = a + 1; b < cells_.size(); ++b) {
        if (!holds_names(b) || !differ(a, b)) continue;
        const auto shared = static_cast<std::size_t>(std::ranges::count_if(
            cells_[a], [&](const std::string& name) { return cells_[b].contains(name); }));
        if (shared <= most) continue;
        most = shared;
        best = {a, b};
      }
    }
    return best;
  }

  /// A column that says in each line who won: by name, by a side, or as a number.
  [[nodiscard]] std::optional<std::size_t> result(const Two& sides) const {
    for (const bool numbers : {false, true}) {
      for (std::size_t c = 0; c < cells_.size(); ++c) {
        // What one side scored is not the result.
        const std::string key = heading_key(sheet_.headings[c]);
        const bool of_side = key.find("home") != key.npos || key.find("away") != key.npos;
        if (c == sides.first || c == sides.second || cells_[c].size() < 2) continue;
        if (numbers && of_side) continue;
        if (tells(c, sides, numbers)) return c;
      }
    }
    return {};
  }

  /// A column whose two words, besides ties, begin like the headings of the sides: Red and Blue
  /// with R_fighter and B_fighter.
  struct ByValue {
    std::size_t column = 0;
    std::string first;
    std::string second;
    std::string tie;
  };
  [[nodiscard]] std::optional<ByValue> by_value(const Two& sides) const {
    const Difference seats =
        difference(sheet_.headings[sides.first], sheet_.headings[sides.second]);
    if (seats.first.empty() || seats.second.empty()) return {};
    for (std::size_t c = 0; c < cells_.size(); ++c) {
      ByValue found{c, "", "", ""};
      bool others = false;
      for (const std::string& cell : cells_[c]) {
        const std::string word = plain_word(cell);
        if (word.empty()) continue;
        std::string* const place = word.front() == seats.first.front()    ? &found.first
                                   : word.front() == seats.second.front() ? &found.second
                                   : among(tie_words, word)               ? &found.tie
                                                                          : nullptr;
        others = others || place == nullptr || !place->empty();
        if (place != nullptr) *place = cell;
      }
      if (!others && !found.first.empty() && !found.second.empty() && found.first.size() > 1) {
        return found;
      }
    }
    return {};
  }

  /// Two columns of numbers whose headings differ as those of the sides do.
  [[nodiscard]] std::optional<Two> scores(const Headings::Pair& sides) const {
    std::optional<Two> best;
    std::size_t rank = score_words.size();
    const Difference seats = difference(sides.first, sides.second);
    for (std::size_t a = 0; a < cells_.size(); ++a) {
      for (std::size_t b = 0; b < cells_.size(); ++b) {
        if (a == b) continue;
        const Difference two = difference(sheet_.headings[a], sheet_.headings[b]);
        const std::size_t word = score_word_in(two.common);
        const bool fits = is_seat(two.first, seats.first, sides.seats ? sides.seats->first : "") &&
                          is_seat(two.second, seats.second, sides.seats ? sides.seats->second : "");
        if (word >= rank || !fits || !holds_scores(a) || !holds_scores(b)) continue;
        rank = word;
        best = {a, b};
      }
    }
    return best;
  }

 private:
  static bool is_seat(const std::string& word, const std::string& difference,
                      const std::string& seat) {
    if (word.empty()) return false;
    return word == difference || word == seat ||
           (word.size() == 1 && !difference.empty() && word.front() == difference.front());
  }

  /// The place of the word for scores that ends what two headings have in common.
  static std::size_t score_word_in(std::string_view common) {
    constexpr std::size_t long_enough = 4;
    const auto found = std::ranges::find_if(score_words, [&](std::string_view word) {
      return common == word || (word.size() >= long_enough && common.ends_with(word));
    });
    return static_cast<std::size_t>(found - score_words.begin());
  }

  [[nodiscard]] bool holds_names(std::size_t column) const {
    return cells_[column].size() > 1 && std::ranges::none_of(cells_[column], is_number) &&
           !cells_[column].contains("");
  }

  /// Numbers, or words for what one side got, such as `win` and `resigned`.
  [[nodiscard]] bool holds_scores(std::size_t column) const {
    const auto is_own = [](const std::string& cell) {
      const std::string word = plain_word(cell);
      return word.empty() || is_number(word) || among(own_win_words, word) ||
             among(own_loss_words, word) || among(own_tie_words, word) || among(tie_words, word);
    };
    return cells_[column].size() > 1 && std::ranges::all_of(cells_[column], is_own);
  }

  [[nodiscard]] bool differ(std::size_t a, std::size_t b) const {
    std::size_t same = 0;
    for (std::size_t t = 0; t < lines_; ++t) {
      const auto& cells = sheet_.lines[t].cells;
      same += without_blanks(cells[a]) == without_blanks(cells[b]) ? 1 : 0;
    }
    return same * 10 < lines_;
  }

  [[nodiscard]] bool tells(std::size_t column, const Two& sides, bool numbers) const {
    const std::string key = heading_key(last_key(sheet_.headings[column]));
    const bool flag = among(own_win_words, key) || among(outcome_words, key) || key == "iswin";
    for (std::size_t t = 0; t < lines_; ++t) {
      const auto& cells = sheet_.lines[t].cells;
      const std::string cell = without_blanks(cells[column]);
      const std::string word = plain_word(cell);
      if (numbers) {
        if (word != "0" && word != "1" && word != "0.5" && word != "-1") return false;
        continue;
      }
      const bool named =
          cell == without_blanks(cells[sides.first]) || cell == without_blanks(cells[sides.second]);
      const bool side = heading_key(word) == heading_key(sheet_.headings[sides.first]) ||
                        heading_key(word) == heading_key(sheet_.headings[sides.second]);
      // Many columns say yes or no.
      const bool truth = word == "true" || word == "false" || word == "yes" || word == "no";
      const bool known = says_first(word) || among(tie_words, word) || word == unfinished_word ||
                         word == "a" || word == "b";
      if (!named && !side && (!known || (truth && !flag))) return false;
    }
    return true;
  }

  const Sheet& sheet_;
  std::vector<std::unordered_set<std::string>> cells_;
  std::size_t lines_ = 0;
};

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> likely_scores(const Sheet& sheet,
                                                                 const Headings::Pair& sides) {
  return Looks(sheet).scores(sides);
}

std::string command_for(const Sheet& sheet, const std::string& options) {
  const std::string file = sheet.name == "standard input" ? "-" : sheet.name;
  return "`allnash rank " + in_shell(file) + " " + options + "`";
}

std::string naming(const Sheet& sheet, const char* option,
                   const std::vector<std::size_t>& columns) {
  std::string headings;
  for (const std::size_t column : columns) {
    headings += (headings.empty() ? "" : ",") + cell_text(sheet.headings[column]);
  }
  return std::string("--") + option + " " + in_shell(headings);
}

std::string likely_columns(const Sheet& sheet, const Headings& headings) {
  const Looks looks(sheet);
  const auto quoted = [&](std::size_t column) { return in_quotes(sheet.headings[column]); };
  Headings::Pair pair;
  std::string said;
  std::string options;
  if (headings.pair()) {
    pair = *headings.pair();
  } else if (const auto sides = looks.sides()) {
    pair = {sheet.headings[sides->first], sheet.headings[sides->second], sides->first,
            sides->second};
    said = quoted(sides->first) + " and " + quoted(sides->second) + " look like the sides";
  } else {
    return "";
  }
  const auto as_result = [&](std::size_t column) {
    said += (said.empty() ? "" : ", ") + quoted(column) +
            (said.empty() ? " looks like the result" : " like the result");
  };
  const std::pair places{pair.first_place, pair.second_place};
  const auto add = [&](const std::string& option) {
    options += (options.empty() ? "" : " ") + option;
  };
  const auto sides_option = [&] {
    if (!headings.pair()) add(naming(sheet, "sides", {places.first, places.second}));
  };
  const auto result = headings.result() ? headings.result() : looks.result(places);
  if (const auto words = result ? std::nullopt : looks.by_value(places)) {
    as_result(words->column);
    add("--sides " + in_shell(cell_text(words->first + "=" + pair.first) + "," +
                              cell_text(words->second + "=" + pair.second)));
    add(naming(sheet, "result", {words->column}));
  } else if (result) {
    as_result(*result);
    sides_option();
    add(naming(sheet, "result", {*result}));
  } else if (const auto scores = looks.scores(pair)) {
    said += (said.empty() ? "" : ", ") + quoted(scores->first) + " and " + quoted(scores->second) +
            (said.empty() ? " look like their scores" : " like their scores");
    sides_option();
    add(naming(sheet, "scores", {scores->first, scores->second}));
  } else if (!said.empty()) {
    return "\n" + said + ": `result C` names the column that says who won, `scores A,B` two scores";
  } else {
    return "";
  }
  return "\n" + said + ":\n" + command_for(sheet, options);
}

bool is_wanted(const std::string& heading, const SheetForm& form) {
  const std::string key = heading_key(heading);
  const auto same = [&](const std::string& wanted) { return heading_key(wanted) == key; };
  return is_known_heading(key) || sounds_like_count(heading) ||
         std::ranges::any_of(form.wanted.headings, same) || std::ranges::any_of(form.counts, same);
}

}  // namespace allnash::reading
