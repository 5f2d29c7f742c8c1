// Plans for people and scripts.

#include "allnash/plan.hpp"
#include "base/at.hpp"
#include "base/reader.hpp"
#include "json/json.hpp"

namespace allnash {

namespace {

Json json_of(const std::vector<Question>& questions, const Labels& labels) {
  Json list = Json::array();
  for (const auto& [entry, seed] : questions) {
    Json one{{"row", entry.row}, {"column", entry.column}};
    if (!labels.rows.empty()) one["row_label"] = labels.rows[at(entry.row)];
    if (!labels.columns.empty()) one["column_label"] = labels.columns[at(entry.column)];
    if (seed != 0) one["seed"] = seed;
    list.push_back(std::move(one));
  }
  return list;
}

}  // namespace

std::vector<Entry> Plan::entries() const {
  std::vector<Entry> entries;
  for (const Question& question : questions) entries.push_back(question.entry);
  return entries;
}

std::string to_csv(const Plan& plan, const Source& game) {
  // Plays go by number, as they are imported.
  const Labels labels = game.traits().random ? Labels{} : game.labels();
  std::string text = game.traits().random ? "row,column,seed\n" : "row,column\n";
  for (const auto& [entry, seed] : plan.questions) {
    text += cell_of(labels.rows, entry.row) + "," + cell_of(labels.columns, entry.column) +
            (seed == 0 ? "" : "," + std::to_string(seed)) + "\n";
  }
  return text;
}

std::string to_json(const Plan& plan, const Source& game) {
  const Labels& labels = game.labels();
  Json json{{"rows", game.rows()},
            {"columns", game.columns()},
            {"entries", json_of(plan.questions, labels)}};
  if (!plan.out.empty()) json["out"] = json_of(plan.out, labels);
  return json_text(json);
}

}  // namespace allnash
