#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/json/json.hpp"
#include "league/reading/columns.hpp"
#include "league/reading/formats.hpp"

namespace allnash::reading {
namespace {

/// The first records of JSON keep all their keys, which are used to guess the sides.
constexpr std::size_t sample_size = 200;

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

}  // namespace

Sheet read_json_array(const std::string& name, TextReader& text, const FirstLine& first,
                      const SheetForm& form) {
  return records_of(name, parsed(rest_of(text, first.text), name, 1), form);
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

}  // namespace allnash::reading
