// Plans for people and scripts.
#include <nlohmann/json.hpp>

#include "allnash/plan.hpp"
#include "exact/at.hpp"
#include "sources/names.hpp"

namespace allnash {

namespace {

using Json = nlohmann::ordered_json;

/// Of a PayoffSource or a PlaySource.
struct Labels {
  template <typename Game>
  explicit Labels(const Game& game) : rows(game.row_labels()), columns(game.column_labels()) {}

  [[nodiscard]] std::string csv(Entry entry) const {
    return sources::cell_of(rows, entry.row) + "," + sources::cell_of(columns, entry.column);
  }
  [[nodiscard]] Json json(Entry entry) const {
    Json json{{"row", entry.row}, {"column", entry.column}};
    if (!rows.empty()) json["row_label"] = rows[at(entry.row)];
    if (!columns.empty()) json["column_label"] = columns[at(entry.column)];
    return json;
  }

  std::vector<std::string> rows;
  std::vector<std::string> columns;
};

template <typename Game>
Json with_shape(const Game& game, Json entries) {
  return {{"rows", game.rows()}, {"columns", game.columns()}, {"entries", std::move(entries)}};
}

Json json_of(const std::vector<Play>& plays, const Labels& labels) {
  Json entries = Json::array();
  for (const Play& play : plays) {
    entries.push_back(labels.json(play.entry));
    entries.back()["seed"] = play.seed;
  }
  return entries;
}

}  // namespace

std::string to_csv(const Plan& plan, const PayoffSource& game) {
  const Labels labels(game);
  std::string text = "row,column\n";
  for (const Entry& entry : plan.entries) text += labels.csv(entry) + "\n";
  return text;
}

std::string to_csv(const PlayPlan& plan, const PlaySource& /*game*/) {
  std::string text = "row,column,seed\n";
  for (const Play& play : plan.plays) {
    text += std::to_string(play.entry.row) + "," + std::to_string(play.entry.column) + "," +
            std::to_string(play.seed) + "\n";
  }
  return text;
}

std::string to_json(const Plan& plan, const PayoffSource& game) {
  const Labels labels(game);
  Json entries = Json::array();
  for (const Entry& entry : plan.entries) entries.push_back(labels.json(entry));
  return with_shape(game, std::move(entries)).dump();
}

std::string to_json(const PlayPlan& plan, const PlaySource& game) {
  const Labels labels(game);
  Json json = with_shape(game, json_of(plan.plays, labels));
  if (!plan.out.empty()) json["out"] = json_of(plan.out, labels);
  return json.dump();
}

}  // namespace allnash
