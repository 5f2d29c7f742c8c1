// The map of the game: which payoffs were asked, when, and what they are.
#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "answer/page/data.hpp"

namespace allnash::page {

namespace {

constexpr Index overview_side = 64;
constexpr std::int64_t countable = 20'000'000;  // payoffs; with more there is no overview

/// The index of a shown line, or -1.
class Places {
 public:
  explicit Places(const std::vector<Index>& lines) {
    for (std::size_t t = 0; t < lines.size(); ++t) places_.emplace(lines[t], t);
  }
  [[nodiscard]] std::ptrdiff_t of(Index line) const {
    const auto found = places_.find(line);
    return found == places_.end() ? -1 : static_cast<std::ptrdiff_t>(found->second);
  }

 private:
  std::unordered_map<Index, std::size_t> places_;
};

/// The round in which each shown entry was asked; 0 if unknown.
class Rounds {
 public:
  Rounds(const std::vector<Index>& rows, const std::vector<Index>& columns, bool symmetric)
      : shown_rows_(rows),
        shown_columns_(columns),
        rows_(rows),
        columns_(columns),
        symmetric_(symmetric),
        rounds_(rows.size(), std::vector<std::int64_t>(columns.size())) {}

  void read(const AskedBatch& batch) {
    for (std::size_t t = 0; t + 2 < batch.row_runs.size(); t += 3) {
      read_run(batch.row_runs[t], batch.row_runs[t + 1], batch.row_runs[t + 2], true, batch.round);
    }
    for (std::size_t t = 0; t + 2 < batch.column_runs.size(); t += 3) {
      read_run(batch.column_runs[t], batch.column_runs[t + 1], batch.column_runs[t + 2], false,
               batch.round);
    }
    for (std::size_t t = 0; t + 1 < batch.entries.size(); t += 2) {
      note(batch.entries[t], batch.entries[t + 1], batch.round);
    }
  }
  [[nodiscard]] const std::vector<std::vector<std::int64_t>>& table() const { return rounds_; }

 private:
  // A run may be a million entries long: visits the shown lines across it instead.
  void read_run(Index line, Index first, Index length, bool along_row, std::int64_t round) {
    const auto read_lines = [&](const std::vector<Index>& across) {
      const auto from = std::ranges::lower_bound(across, first);
      for (auto t = from; t != across.end() && *t < first + length; ++t) {
        along_row ? note(line, *t, round) : note(*t, line, round);
      }
    };
    read_lines(along_row ? shown_columns_ : shown_rows_);
    if (symmetric_) read_lines(along_row ? shown_rows_ : shown_columns_);
  }
  void note(Index row, Index column, std::int64_t round) {
    put(row, column, round);
    if (symmetric_) put(column, row, round);
  }
  void put(Index row, Index column, std::int64_t round) {
    const std::ptrdiff_t r = rows_.of(row);
    const std::ptrdiff_t c = columns_.of(column);
    if (r < 0 || c < 0) return;
    std::int64_t& cell = rounds_[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
    if (cell == 0) cell = round;
  }

  const std::vector<Index>& shown_rows_;
  const std::vector<Index>& shown_columns_;
  Places rows_;
  Places columns_;
  bool symmetric_;
  std::vector<std::vector<std::int64_t>> rounds_;
};

constexpr std::size_t longest_shown = 40;  ///< characters of a payoff
constexpr std::size_t most_changed =
    40;  ///< rows, and columns, of a table that the page can change

/// The distinct payoffs in a list, and their indices in it.
class Values {
 public:
  std::int64_t place(const std::string& text) {
    const auto [found, fresh] = places_.try_emplace(text, std::ssize(list_));
    if (fresh) list_.push_back(text);
    return found->second;
  }
  [[nodiscard]] const std::vector<std::string>& list() const { return list_; }

 private:
  std::unordered_map<std::string, std::int64_t> places_;
  std::vector<std::string> list_;
};

/// Adds the averages of plays of a game of chance, and their numbers.
void add_tallies(Json& json, const Result& result, const std::vector<Index>& rows,
                 const std::vector<Index>& columns) {
  const Places row_places(rows);
  const Places column_places(columns);
  Json list = Json::array();
  const auto add = [&](Index row, Index column, std::int64_t plays, const Rational& mean) {
    const std::ptrdiff_t r = row_places.of(row);
    const std::ptrdiff_t c = column_places.of(column);
    if (r >= 0 && c >= 0) list.push_back({r, c, plays, number_text(mean, 24)});
  };
  const auto& value = result.value;
  for (const PlayTally& tally : result.by_play->tallies) {
    const auto [row, column] = tally.entry;
    add(row, column, tally.plays, tally.mean);
    // In a symmetric game a play of (i, j) is also one of (j, i).
    if (value && row != column) add(column, row, tally.plays, *value * Rational(2) - tally.mean);
  }
  json["plays"] = std::move(list);
}

}  // namespace

Json map_json(const Result& result, const RunHistory& history, ShownNames& names) {
  if (result.known == nullptr && !result.by_play) return nullptr;
  const Side row_side(result, true);
  const Side column_side(result, false);
  const std::vector<Index> rows = shown_strategies(row_side, row_side.merits(), most_lines);
  const std::vector<Index> columns =
      shown_strategies(column_side, column_side.merits(), most_lines);
  for (const Index row : rows) names.mention(true, row);
  for (const Index column : columns) names.mention(false, column);
  Json json;
  json["rows"] = rows;
  json["columns"] = columns;
  if (result.by_play) {
    add_tallies(json, result, rows, columns);
    return json;
  }
  Values values;
  Json cells = Json::array();
  Json in_full = Json::array();  // payoffs too long to be shown, where the page needs them exactly
  const bool can_change = std::max(rows.size(), columns.size()) <= most_changed;
  for (const Index row : rows) {
    Json line = Json::array();
    for (const Index column : columns) {
      if (!row_side.knows(row, column)) {
        line.push_back(-1);
        continue;
      }
      const Rational payoff = row_side.payoff(row, column);
      const std::string text = number_text(payoff, longest_shown);
      if (can_change && text.starts_with('~')) in_full.push_back({row, column, payoff.to_string()});
      line.push_back(values.place(text));
    }
    cells.push_back(std::move(line));
  }
  Rounds rounds(rows, columns, result.symmetric);
  for (const AskedBatch& batch : history.batches) rounds.read(batch);
  json["values"] = values.list();
  json["cells"] = std::move(cells);
  if (!in_full.empty()) json["in_full"] = std::move(in_full);
  if (!history.batches.empty()) json["rounds"] = rounds.table();
  return json;
}

Json overview_json(const Result& result) {
  const auto limit = static_cast<Index>(most_lines);
  if (result.known == nullptr || (result.rows <= limit && result.columns <= limit) ||
      result.queries > countable) {
    return nullptr;
  }
  const Index rows = std::min(result.rows, overview_side);
  const Index columns = std::min(result.columns, overview_side);
  std::vector<std::vector<double>> share(static_cast<std::size_t>(rows),
                                         std::vector<double>(static_cast<std::size_t>(columns)));
  const auto bin = [](Index place, Index count, Index bins) {
    return static_cast<std::size_t>(static_cast<double>(place) * static_cast<double>(bins) /
                                    static_cast<double>(count));
  };
  const double size = static_cast<double>(result.rows) / static_cast<double>(rows) *
                      static_cast<double>(result.columns) / static_cast<double>(columns);
  const auto add = [&](Index row, Index column) {
    share[bin(row, result.rows, rows)][bin(column, result.columns, columns)] += 1 / size;
  };
  for (const Entry& entry : result.known->entries()) {
    add(entry.row, entry.column);
    if (result.symmetric && entry.row != entry.column) add(entry.column, entry.row);
  }
  Json cells = Json::array();
  for (const auto& line : share) {
    Json shown = Json::array();
    // In thousandths; at least 1 if anything was asked.
    for (const double part : line) {
      shown.push_back(part == 0 ? 0 : std::clamp(std::lround(part * 1000), 1L, 1000L));
    }
    cells.push_back(std::move(shown));
  }
  return cells;
}

}  // namespace allnash::page
