// How a file of matches was read, in words.
#include <fmt/core.h>

#include <algorithm>

#include "allnash/rank.hpp"
#include "core/base/text.hpp"
#include "core/json/json.hpp"
#include "league/reading/record.hpp"

namespace allnash {

using reading::HowRead;
using reading::Record;

std::string explained(const Matches& matches) {
  const Record& record = Record::of(matches);
  const auto line = [](const char* label, const std::string& text) {
    return fmt::format("{:<11}{}\n", label, text);
  };
  std::string text = line("file", record.name) + line("read as", record.how.kind);
  for (const HowRead::Column& column : record.how.columns) {
    text += line("column", in_quotes(column.heading) + ": " + column.role);
  }
  text += line("strategies",
               record.symmetric
                   ? fmt::format("{}, on either side", record.rows.size())
                   : fmt::format("{} rows and {} columns, who share no name or are two-sided",
                                 record.rows.size(), record.columns.size()));
  text +=
      line("matches", record.counted
                          ? fmt::format("{} of {} pairings", matches.plays(), record.totals.size())
                          : fmt::format("unknown, of {} pairings", record.totals.size()));
  for (const std::string& match : record.how.first) {
    text += line(&match == &record.how.first.front() ? "first" : "", match);
  }
  for (const std::string& note : record.notes) text += line("note", note);
  return text;
}

std::string explained_json(const Matches& matches) {
  const Record& record = Record::of(matches);
  Json headings = Json::array();
  for (const HowRead::Column& column : record.how.columns) {
    headings.push_back({{"heading", column.heading}, {"role", column.role}});
  }
  Json json;
  json["file"] = record.name;
  json["kind"] = record.how.kind;
  json["headings"] = std::move(headings);
  json["symmetric"] = record.symmetric;
  json["rows"] = record.rows.size();
  json["columns"] = record.columns.size();
  json["matches"] = record.counted ? Json(matches.plays()) : Json(nullptr);
  json["pairings"] = record.totals.size();
  json["first"] = record.how.first;
  json["notes"] = record.notes;
  return json_text(json);
}

}  // namespace allnash
