#include "league/reading/sheet.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <istream>
#include <map>
#include <sstream>
#include <unordered_map>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/json/json.hpp"
#include "league/reading/columns.hpp"
#include "league/reading/line_ends.hpp"

namespace allnash::reading {
namespace {

constexpr std::size_t longest_record = 1U << 24U;

/// The first records of JSON keep all their keys, which are used to guess the sides.
constexpr std::size_t sample_size = 200;

char separator_of(const std::string& header, const SheetForm& form) {
  if (form.separator) return *form.separator;
  // A comma that is a decimal mark is no separator.
  if (form.decimal_mark != ',' && header.find(',') != std::string::npos) return ',';
  if (header.find('\t') != std::string::npos) return '\t';
  if (header.find(';') != std::string::npos || form.decimal_mark == ',') return ';';
  return ',';
}

/// The cells of a header that was read already, with the further lines of its quoted cells.
std::vector<std::string> cells_of_header(const std::string& name, TextReader& text,
                                         std::string header, char separator) {
  for (std::string more; std::ranges::count(header, '"') % 2 != 0 && text.take_line(more);) {
    header += '\n' + more;
  }
  std::istringstream in(header);
  TextReader line(in, name, longest_record);
  std::vector<std::string> cells;
  CellReader(line, separator, CellReader::Quoted::over_lines).next_record(cells);
  return cells;
}

bool is_wanted(const std::string& heading, const SheetForm& form) {
  const std::string key = heading_key(heading);
  const auto same = [&](const std::string& wanted) { return heading_key(wanted) == key; };
  return is_known_heading(key) || sounds_like_count(heading) ||
         std::ranges::any_of(form.wanted.headings, same) || std::ranges::any_of(form.counts, same);
}

/// Spreadsheets may state the separator of cells in a line of its own: `sep=;`.
std::optional<char> separator_line(std::string_view line) {
  line = trimmed(line);
  const std::string_view word = "sep=";
  if (!line.starts_with(word) || line.size() != word.size() + 1) return {};
  return line.back();
}

Sheet read_cells(const std::string& name, TextReader& text, std::string first, SheetForm form) {
  if (const auto said = separator_line(first)) {
    if (!form.separator) form.separator = said;
    text.take_line(first);
  }
  Sheet sheet;
  sheet.name = name;
  sheet.decimal_mark = form.decimal_mark;
  const char separator = separator_of(first, form);
  const std::vector<std::string> header = cells_of_header(name, text, first, separator);
  const bool whole = form.table || !tells_all(header, form.wanted);
  std::vector<std::size_t> kept;
  for (std::size_t t = 0; t < header.size(); ++t) {
    if (!whole && !is_wanted(header[t], form)) continue;
    kept.push_back(t);
    sheet.headings.push_back(header[t]);
  }
  CellReader reader(text, separator, CellReader::Quoted::over_lines);
  std::vector<std::string> cells;
  for (;;) {
    Sheet::Line record{text.line(), {}};
    if (!reader.next_record(cells)) return sheet;
    if (cells.size() == 1 && cells[0].empty()) continue;
    if (cells.size() != header.size()) {
      sheet.refuse(record,
                   fmt::format("{} cells where the header has {}", cells.size(), header.size()));
    }
    record.cells.reserve(kept.size());
    for (const std::size_t place : kept) record.cells.push_back(std::move(cells[place]));
    sheet.lines.push_back(std::move(record));
  }
}

std::string text_of_value(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "";
  if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
  return json_text(value);
}

/// JSON records, whose keys may differ in order and number. Keys of nested objects are joined:
/// `vote.winner`.
class Records {
 public:
  Records(std::string name, const SheetForm& form) : form_(form) { sheet_.name = std::move(name); }

  void add(const Json& record, std::int64_t number) {
    if (!record.is_object()) refuse_line(sheet_.name, number, "it is not a JSON object");
    Sheet::Line line{number, std::vector<std::string>(sheet_.headings.size())};
    add_members(record, "", line);
    sheet_.lines.push_back(std::move(line));
  }

  Sheet finish() {
    for (Sheet::Line& line : sheet_.lines) line.cells.resize(sheet_.headings.size());
    return std::move(sheet_);
  }

 private:
  void add_members(const Json& object, const std::string& prefix, Sheet::Line& line) {
    for (const auto& [name, value] : object.items()) {
      const std::string key = prefix + name;
      if (value.is_object()) add_members(value, key + ".", line);
      if (value.is_array() || value.is_object()) continue;
      const bool sampled = sheet_.lines.size() < sample_size;
      if (!sampled && !is_wanted(name, form_) && !is_wanted(key, form_)) continue;
      std::string text = text_of_value(value);
      if (text.size() > longest_kept && !is_wanted(name, form_)) text = "...";
      const auto [place, fresh] = places_.try_emplace(key, sheet_.headings.size());
      if (fresh) sheet_.headings.push_back(key);
      line.cells.resize(sheet_.headings.size());
      line.cells[place->second] = std::move(text);
    }
  }

  static constexpr std::size_t longest_kept = 200;
  const SheetForm& form_;
  Sheet sheet_;
  std::map<std::string, std::size_t> places_;
};

Json parsed(const std::string& text, const std::string& name, std::int64_t number) {
  std::optional<RepeatedKey> repeated;
  std::optional<Json> value = parse_json(text, &repeated);
  if (repeated) {
    refuse_line(name, number + static_cast<std::int64_t>(repeated->element),
                "the key " + in_quotes(repeated->key) + " stands there twice");
  }
  if (!value) refuse_line(name, number, "it is not JSON");
  return *std::move(value);
}

std::string rest_of(TextReader& text, std::string all) {
  all += '\n';
  for (std::string line; text.take_line(line);) all += line + '\n';
  return all;
}

Sheet records_of(const std::string& name, const Json& list, const SheetForm& form) {
  Records records(name, form);
  std::int64_t number = 0;
  for (const Json& record : list) records.add(record, ++number);
  return records.finish();
}

/// An array in a JSON object, also within objects of it, with its keys.
struct JsonList {
  std::string key;
  const Json* list = nullptr;
};
void find_lists(const Json& object, const std::string& prefix, std::vector<JsonList>& found) {
  for (const auto& [name, value] : object.items()) {
    if (value.is_object()) find_lists(value, prefix + name + ".", found);
    if (!value.is_array()) continue;
    if (value.empty() || value.front().is_object()) found.push_back({prefix + name, &value});
  }
}

/// Whether a JSON object is a record of a log.
bool is_record(const Json& object, const SheetForm& form) {
  if (!object.is_object()) return false;
  Records one("", form);
  one.add(object, 1);
  return tells_all(one.finish().headings, form.wanted);
}

/// The array of an object that holds the records: the only one that is not empty, or the only one
/// whose records are those of a log.
JsonList list_in(const Json& object, const std::string& name, std::int64_t number,
                 const SheetForm& form) {
  std::vector<JsonList> lists;
  find_lists(object, "", lists);
  if (lists.empty()) refuse_line(name, number, "no array of objects is in it");
  if (lists.size() > 1) {
    std::erase_if(lists, [](const JsonList& one) { return one.list->empty(); });
  }
  if (lists.size() > 1) {
    std::vector<JsonList> logs = lists;
    std::erase_if(logs, [&](const JsonList& one) { return !is_record(one.list->front(), form); });
    if (logs.size() == 1) return logs.front();
  }
  if (lists.size() != 1) {
    refuse_line(name, number, "two arrays of objects are in it, and either could be the log");
  }
  return lists.front();
}

/// The names in a list of players, by their identifiers; nothing if it is none.
std::unordered_map<std::string, std::string> names_by_id(const Json& list) {
  constexpr std::array id_words{"id", "playerid", "participantid", "teamid", "modelid", "userid"};
  constexpr std::array name_words{"name", "displayname", "username", "tag", "label", "title"};
  SheetForm form;
  form.wanted.headings.assign(id_words.begin(), id_words.end());
  form.wanted.headings.insert(form.wanted.headings.end(), name_words.begin(), name_words.end());
  const Sheet players = records_of("", list, form);
  const auto column = [&](const auto& words) -> std::optional<std::size_t> {
    for (const char* const word : words) {
      for (std::size_t c = 0; c < players.headings.size(); ++c) {
        if (heading_key(last_key(players.headings[c])) == word) return c;
      }
    }
    return {};
  };
  const auto id = column(id_words);
  const auto name = column(name_words);
  std::unordered_map<std::string, std::string> names;
  if (!id || !name) return names;
  for (const Sheet::Line& player : players.lines) {
    const auto [known, fresh] = names.try_emplace(player.cells[*id], player.cells[*name]);
    if (player.cells[*id].empty() || (!fresh && known->second != player.cells[*name])) return {};
  }
  return names;
}

/// Adds columns with the names of sides that are known by identifiers, from another list.
void join_names(Sheet& sheet, const JsonList& players) {
  const auto names = names_by_id(*players.list);
  if (names.empty()) return;
  bool joined = false;
  const bool losers = std::ranges::any_of(sheet.headings, [](const std::string& heading) {
    return heading_key(last_key(heading)) == "loser";
  });
  for (std::size_t c = 0; c < sheet.headings.size(); ++c) {
    std::string base = sheet.headings[c];
    const std::string key = heading_key(last_key(base));
    // A winner may be a side, 1 or 2, and not an identifier.
    if (pairs_with(key).empty() || (key == "winner" && !losers)) continue;
    bool any = false;
    const bool all = std::ranges::all_of(sheet.lines, [&](const Sheet::Line& line) {
      any = any || !line.cells[c].empty();
      return line.cells[c].empty() || names.contains(line.cells[c]);
    });
    if (!all || !any) continue;
    const bool ends = lower_case(base).ends_with("id");
    if (ends) base.resize(base.size() - 2);
    if (base.ends_with('_')) base.pop_back();
    if (!ends) sheet.headings[c] = base + "_id";
    sheet.headings.push_back(base + "_name");
    for (Sheet::Line& line : sheet.lines) {
      const std::string& id = line.cells[c];
      line.cells.push_back(id.empty() ? "" : names.at(id));
    }
    joined = true;
  }
  if (joined)
    sheet.notes.push_back("names are those in " + in_quotes(players.key) + ", by their id");
}

/// Reads a JSON object that holds the records in one of its arrays.
Sheet read_json_object(const std::string& name, const Json& object, std::int64_t number,
                       const SheetForm& form) {
  const JsonList found = list_in(object, name, number, form);
  Sheet sheet = records_of(name, *found.list, form);
  std::vector<JsonList> lists;
  find_lists(object, "", lists);
  if (lists.size() > 1) {
    sheet.notes.push_back("the matches are those in " + in_quotes(found.key));
  }
  for (const JsonList& other : lists) {
    if (other.list != found.list) join_names(sheet, other);
  }
  return sheet;
}

/// Whether the object of a line is no record, but has an array of objects.
bool holds_records(const Json& object, const SheetForm& form) {
  if (!object.is_object() || is_record(object, form)) return false;
  std::vector<JsonList> lists;
  find_lists(object, "", lists);
  return std::ranges::any_of(lists, [](const JsonList& one) { return !one.list->empty(); });
}

Sheet read_json_lines(const std::string& name, TextReader& text, const FirstLine& first,
                      const SheetForm& form) {
  const std::string_view start = trimmed(first.text);
  const std::optional<Json> object = parse_json(first.text);
  if (!object && (start == "{" || !start.ends_with('}'))) {
    const Json whole = parsed(rest_of(text, first.text), name, first.number);
    return read_json_object(name, whole, first.number, form);
  }
  bool pages = object && holds_records(*object, form);
  FirstLine second;
  if (pages) {
    do {
      second.number = text.line();
      if (!text.take_line(second.text)) return read_json_object(name, *object, first.number, form);
    } while (trimmed(second.text).empty());
    pages = is_record(list_in(*object, name, first.number, form).list->front(), form);
  }
  Records records(name, form);
  const auto take = [&](const std::string& line, std::int64_t number) {
    if (trimmed(line).empty()) return;
    const Json record = parsed(line, name, number);
    if (!pages) return records.add(record, number);
    for (const Json& one : *list_in(record, name, number, form).list) records.add(one, number);
  };
  if (second.text.empty()) {
    take_lines(text, first, take);
  } else {
    take(first.text, first.number);
    take_lines(text, second, take);
  }
  return records.finish();
}

}  // namespace

namespace {

/// Throws InputError for a file that is no text of matches, by its first bytes, with what to bring
/// instead.
void refuse_other_files(const std::string& name, std::string_view text) {
  struct OtherFile {
    std::string_view start;
    const char* what;
  };
  constexpr std::array<OtherFile, 9> kinds{
      {{"\xff\xfe", "it is UTF-16; save it as UTF-8"},
       {"\xfe\xff", "it is UTF-16; save it as UTF-8"},
       {"PK\x03\x04",
        "it is a spreadsheet (.xlsx, .ods) or a .zip: save the table as CSV, or unpack it"},
       {"\xd0\xcf\x11\xe0", "it is a spreadsheet (.xls): save the table as CSV"},
       {"\x1f\x8b", "it is compressed (.gz): unpack it first, such as by `gunzip`"},
       {"\x28\xb5\x2f\xfd", "it is compressed (.zst): unpack it first, such as by `unzstd`"},
       {"BZh91AY", "it is compressed (.bz2): unpack it first, such as by `bunzip2`"},
       {"PAR1", "it is Parquet: write the table as CSV, or bring the frame to `allnash.rank`"},
       {"SQLite format 3",
        "it is a database: a league's ledger is given by `ledger`; of another "
        "database export the table of matches as CSV"}}};
  for (const OtherFile& kind : kinds) {
    if (text.starts_with(kind.start)) throw InputError(name + ": " + kind.what);
  }
  const std::string start =
      lower_case(trimmed(text.substr(0, std::min<std::size_t>(text.size(), 400))));
  if (start.starts_with("<!doctype html") || start.starts_with("<html")) {
    throw InputError(name + ": it is a web page (HTML): save its table as CSV");
  }
  if (start.starts_with("<")) {
    throw InputError(
        name +
        ": it is XML, which has no common form of matches: export CSV or JSON instead, "
        "with a line or a record a match");
  }
  if (start.starts_with("(;")) {
    throw InputError(
        name +
        ": it is a game of go (SGF), and a league takes many: write a line black,white,result "
        "for each, with its PB, PW and RE (B+3.5)");
  }
}

}  // namespace

void Sheet::refuse(const Line& line, const std::string& what) const {
  refuse_line(name, line.number, what);
}

Sheet read_sheet(std::istream& in, const std::string& name, const SheetForm& form) {
  LineEnds ends(in);
  std::istream lines(&ends);
  TextReader text(lines, name, longest_record);
  refuse_other_files(name, text.ahead());
  const bool cutechess = !form.table && has_cutechess_line(text.ahead());
  FirstLine line;
  while (text.take_line(line.text) && trimmed(line.text).empty()) line.number = text.line();
  const std::string_view start = trimmed(line.text);
  if (start.empty()) throw InputError(name + ": empty file");
  if (cutechess) return read_cutechess(name, text, line, form.skip);
  const bool remark = start.front() == '%' || start.front() == ';';
  if (is_tag_line(start) || (remark && has_tag_line(text.ahead()))) {
    return read_pgn(name, text, line, form.skip);
  }
  if (start.front() == '[') {
    return records_of(name, parsed(rest_of(text, line.text), name, 1), form);
  }
  if (start.front() == '{') return read_json_lines(name, text, line, form);
  return read_cells(name, text, line.text, form);
}

}  // namespace allnash::reading
