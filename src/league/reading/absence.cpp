#include "league/reading/absence.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "league/reading/line_ends.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {
namespace {

std::ifstream opened(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(path, "cannot read: " + std::generic_category().message(errno));
  return file;
}

/// Whether a player of the record has a strategy of this name.
class Roster {
 public:
  Roster(const Record& record, const RankOptions& options)
      : rows_(key_of(options), record.rows), columns_(key_of(options), record.columns) {}
  [[nodiscard]] bool has(const std::string& name) const {
    return rows_.has(name) || columns_.has(name);
  }

 private:
  NameTable rows_;
  NameTable columns_;
};

/// Names from a file with one name on each line. Throws InputError for one that nobody has.
std::vector<std::string> names_in_file(const std::string& path, const Roster& roster) {
  std::ifstream file = opened(path);
  LineEnds ends(file);
  std::istream lines(&ends);
  TextReader text(lines, path);
  std::vector<std::string> names;
  for (std::string line; text.take_line(line);) {
    std::string name = without_blanks(line);
    if (name.empty()) continue;
    if (!roster.has(name)) {
      text.refuse_line(text.line() - 1, "nobody is called " + in_quotes(name));
    }
    names.push_back(std::move(name));
  }
  if (names.empty()) throw InputError(path + ": no name is in it");
  return names;
}

struct Counts {
  std::vector<std::int64_t> rows;
  std::vector<std::int64_t> columns;
};

/// Each strategy's number of matches with opponents that are not left out.
Counts matches_of(const Record& record, const Absence& absence) {
  Counts counts{std::vector<std::int64_t>(record.rows.size()),
                std::vector<std::int64_t>(record.columns.size())};
  for (const auto& [entry, total] : record.totals) {
    const std::size_t row = at(entry.row);
    const std::size_t column = at(entry.column);
    // Strategies that are left out are counted, too, for the message about them.
    if (!absence.columns[column]) counts.rows[row] += total.plays;
    if (!absence.rows[row]) counts.columns[column] += total.plays;
    if (!record.symmetric) continue;
    if (!absence.rows[row]) counts.rows[column] += total.plays;
    if (!absence.columns[column]) counts.columns[row] += total.plays;
  }
  return counts;
}

/// Calls `visit(names, absent, row)` for both players, for a symmetric game once.
template <typename Visit>
void for_sides(const Record& record, Absence& absence, const Visit& visit) {
  visit(record.rows, absence.rows, true);
  if (record.symmetric) {
    absence.columns = absence.rows;
  } else {
    visit(record.columns, absence.columns, false);
  }
}

void refuse_unknown(const Record& record, const RankOptions& options) {
  const Roster roster(record, options);
  for (const std::string& name : options.drop) {
    if (roster.has(name)) continue;
    throw InputError(record.name + ": drop: nobody is called " + in_quotes(name));
  }
}

void drop(const Record& record, const RankOptions& options, const std::vector<std::string>& gone,
          Absence& absence) {
  const NameTable dropped(key_of(options), options.drop);
  const NameTable left(key_of(options), gone);
  const NameTable only(key_of(options), options.only
                                            ? names_in_file(*options.only, Roster(record, options))
                                            : std::vector<std::string>());
  for_sides(
      record, absence, [&](const std::vector<std::string>& names, std::vector<bool>& absent, bool) {
        for (std::size_t t = 0; t < names.size(); ++t) {
          absent[t] =
              dropped.has(names[t]) || left.has(names[t]) || (options.only && !only.has(names[t]));
        }
      });
}

/// A few of the names, each with its number of matches.
std::string listed_names(const std::vector<LeftOut>& who, LeftOut::Why why) {
  constexpr std::int64_t most = 8;
  std::string text;
  std::int64_t count = 0;
  for (const LeftOut& one : who) {
    if (one.why != why || ++count > most) continue;
    text += fmt::format("{}{} ({})", count > 1 ? ", " : "", in_quotes(one.name), one.matches);
  }
  return count > most ? fmt::format("{} and {} more", text, count - most) : text;
}

}  // namespace

Absence absence_of(const Record& record, const RankOptions& options,
                   const std::vector<std::string>& gone) {
  Absence absence{
      std::vector<bool>(record.rows.size()), std::vector<bool>(record.columns.size()), {}, {}};
  refuse_unknown(record, options);
  drop(record, options, gone, absence);
  const Counts counts = matches_of(record, absence);
  for_sides(record, absence,
            [&](const std::vector<std::string>& names, std::vector<bool>& absent, bool row) {
              for (std::size_t t = 0; t < names.size(); ++t) {
                const std::int64_t matches = (row ? counts.rows : counts.columns)[t];
                const bool few = !absent[t] && matches < options.min_matches;
                if (!absent[t] && !few) continue;
                absence.who.push_back({names[t], row, matches,
                                       few ? LeftOut::Why::few_matches : LeftOut::Why::dropped});
                absent[t] = true;
              }
            });
  if (!absence.any()) return absence;
  const auto rows = std::ranges::count(absence.rows, false);
  const auto columns = std::ranges::count(absence.columns, false);
  if (rows < (record.symmetric ? 2 : 1) || columns < 1) {
    throw InputError(record.name + ": too few strategies are left: " + std::to_string(rows) +
                     (record.symmetric ? "" : " x " + std::to_string(columns)));
  }
  const std::string dropped = listed_names(absence.who, LeftOut::Why::dropped);
  const std::string few = listed_names(absence.who, LeftOut::Why::few_matches);
  if (!dropped.empty()) absence.notes.push_back("dropped, with matches of each: " + dropped);
  if (!few.empty()) {
    absence.notes.push_back("fewer than " + std::to_string(options.min_matches) +
                            " matches, and left out: " + few);
  }
  absence.notes.emplace_back(
      "the promise is one against the strategies that are left, and holds if results did not "
      "decide "
      "who that is");
  return absence;
}

std::vector<Index> present(const std::vector<bool>& absent) {
  std::vector<Index> numbers;
  for (std::size_t t = 0; t < absent.size(); ++t) {
    if (!absent[t]) numbers.push_back(static_cast<Index>(t));
  }
  return numbers;
}

Record without(const Record& record, const Absence& absence) {
  Record rest = record;
  rest.rows.clear();
  rest.columns.clear();
  rest.totals.clear();
  rest.notes.insert(rest.notes.end(), absence.notes.begin(), absence.notes.end());
  const auto kept = [](const std::vector<std::string>& names, const std::vector<bool>& absent,
                       std::vector<std::string>& left) {
    std::vector<Index> numbers(names.size());
    for (const Index t : present(absent)) {
      numbers[at(t)] = std::ssize(left);
      left.push_back(names[at(t)]);
    }
    return numbers;
  };
  const std::vector<Index> rows = kept(record.rows, absence.rows, rest.rows);
  const std::vector<Index> columns = kept(record.columns, absence.columns, rest.columns);
  const auto stays = [&](Index row, Index column) {
    return !absence.rows[at(row)] && !absence.columns[at(column)];
  };
  std::erase_if(rest.plays, [&](const Play& play) { return !stays(play.row, play.column); });
  for (Play& play : rest.plays) {
    play.row = rows[at(play.row)];
    play.column = columns[at(play.column)];
  }
  for (const auto& [entry, total] : record.totals) {
    if (stays(entry.row, entry.column)) {
      rest.totals.emplace(Entry{rows[at(entry.row)], columns[at(entry.column)]}, total);
    }
  }
  if (rest.totals.empty()) throw InputError(record.name + ": no match is left");
  return rest;
}

namespace {

std::optional<Rational> share_in(const std::string& cell, char decimal_mark) {
  std::string text = without_blanks(cell);
  const bool percent = text.ends_with('%');
  if (percent) text = without_blanks(text.substr(0, text.size() - 1));
  try {
    const Rational number = Rational::parse(with_point(text, decimal_mark));
    return percent ? number / Rational(100) : number;
  } catch (const std::invalid_argument&) {
    return {};
  }
}

/// Whether a first line may be a header: two cells, the second of which does not start as a number.
bool may_be_header(const std::vector<std::string>& cells) {
  return cells.size() == 2 && cells[1].find_first_of("0123456789+-.,") != 0;
}

/// Whether semicolons separate the cells of a line, in which a comma may be a decimal mark.
bool has_semicolons(std::string_view line) {
  const std::size_t semicolon = line.find(';');
  if (semicolon == line.npos) return false;
  const std::string_view share = trimmed(line.substr(semicolon + 1));
  return line.find(',') == line.npos ||
         (!share.empty() && share.find_first_not_of("0123456789.,% ") == share.npos);
}

/// Whether a line of a field sums up what is rare: `Other`.
bool is_rest(const std::string& name) {
  constexpr std::array words{"other",   "others",     "rest",  "misc",     "miscellaneous",
                             "unknown", "otherdecks", "rogue", "remaining"};
  return among(words, folded(name));
}

constexpr const char* field_line_form = "a line is name,share, with a share of 0 or more";

Field field_of_matches(const Record& record) {
  Field field{std::vector<Rational>(record.columns.size()), {}};
  Rational all;
  for (const auto& [entry, total] : record.totals) {
    field.shares[at(entry.column)] += Rational(total.plays);
    all += Rational(total.plays);
    if (!record.symmetric) continue;
    field.shares[at(entry.row)] += Rational(total.plays);
    all += Rational(total.plays);
  }
  for (Rational& share : field.shares) share = share / all;
  return field;
}

}  // namespace

FieldFile read_field(const RankOptions& options) {
  const std::string& path = *options.field;
  std::ifstream file = opened(path);
  LineEnds ends(file);
  std::istream text_lines(&ends);
  TextReader text(text_lines, path);
  const std::string_view head =
      text.ahead().substr(0, std::min(text.ahead().find('\n'), text.ahead().size()));
  const bool tabs = head.find('\t') != head.npos;
  CellReader reader(text,
                    tabs                   ? '\t'
                    : has_semicolons(head) ? ';'
                                           : ',',
                    CellReader::Quoted::on_one_line);
  FieldFile field;
  std::unordered_set<std::string> met;
  std::vector<std::string> cells;
  std::optional<std::int64_t> percent;  // the line of a share with a `%`
  std::optional<std::int64_t> plain;    // and of one without
  for (bool first = true;; first = false) {
    const std::int64_t number = text.line();
    if (!reader.next_record(cells)) break;
    if (cells.size() == 1 && cells[0].empty()) continue;
    const auto share = cells.size() == 2 ? share_in(cells[1], options.decimal_mark) : std::nullopt;
    if (!share && first && may_be_header(cells)) {
      field.header = FieldLine{cells[0], {}, number};
      continue;
    }
    if (!share || share->sign() < 0) {
      const bool comma = options.decimal_mark == '.' && cells.back().find(',') != std::string::npos;
      text.refuse_line(number, std::string(field_line_form) +
                                   (comma ? "; `decimal-mark ,` reads decimal commas" : ""));
    }
    if (share->sign() > 0) (cells[1].ends_with('%') ? percent : plain) = number;
    if (percent && plain) {
      text.refuse_line(number, fmt::format("a share {} a %, and that of line {} {}",
                                           percent == number ? "with" : "without",
                                           percent == number ? *plain : *percent,
                                           percent == number ? "has none" : "has one"));
    }
    if (!met.insert(cells[0]).second) {
      text.refuse_line(number, in_quotes(cells[0]) + " stands there a second time");
    }
    field.lines.push_back({cells[0], *share, number});
  }
  Rational all;
  for (const FieldLine& line : field.lines) all += line.share;
  if (all.sign() == 0) throw InputError(path + ": no share above 0 is in it");
  return field;
}

Field field_of(const Record& record, const std::vector<LeftOut>& left_out,
               const RankOptions& options, const FieldFile* said) {
  if (said == nullptr) return field_of_matches(record);
  NameTable known(key_of(options), record.columns);
  NameTable gone(key_of(options));
  for (const LeftOut& one : left_out) gone.number_of(one.name);
  Field field{std::vector<Rational>(record.columns.size()), {}};
  Rational all;
  Rational left;
  Rational rest;  // of what sums up others
  const NameTable rows(key_of(options), record.rows);
  const auto is_name = [&](const std::string& name) {
    return known.has(name) || gone.has(name) || rows.has(name);
  };
  if (said->header && is_name(said->header->name)) {
    refuse_line(*options.field, said->header->line, field_line_form);
  }
  for (const FieldLine& line : said->lines) {
    if (known.has(line.name)) {
      field.shares[at(known.number_of(line.name))] += line.share;
      all += line.share;
    } else if (gone.has(line.name)) {
      left += line.share;
    } else if (is_rest(line.name)) {
      rest += line.share;
    } else {
      throw InputError(*options.field + ":" + std::to_string(line.line) + ": nobody is called " +
                       in_quotes(line.name) + alike(line.name, record.columns));
    }
  }
  if (all.sign() == 0) throw InputError(*options.field + ": nobody in it is in the league now");
  for (Rational& share : field.shares) share = share / all;
  const Rational sum = all + left + rest;
  if (rest.sign() > 0) {
    field.notes.push_back("field: " + shortest_text(100 * (rest / sum).to_double()) +
                          " % of it are others, whom nobody knows here; the strategies stand for "
                          "them");
  }
  if (left.sign() > 0) {
    field.notes.push_back("field: " + shortest_text(100 * (left / sum).to_double()) +
                          " % of it are strategies that were left out; the others stand for them");
  }
  if (sum != Rational(1) && sum != Rational(100)) {
    field.notes.push_back("field: its shares add up to " + shortest_text(sum.to_double()) +
                          ", and are taken as parts of that");
  }
  return field;
}

}  // namespace allnash::reading
