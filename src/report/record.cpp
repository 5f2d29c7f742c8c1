// What happened in a run, remembered in bounded memory.
#include <utility>

#include "allnash/report.hpp"

namespace allnash {

namespace {

// Every other point, and the last: the curve keeps its shape.
void thin(std::vector<HistoryPoint>& points) {
  std::size_t kept = 0;
  for (std::size_t t = 0; t < points.size(); ++t) {
    if (t % 2 == 0 || t + 1 == points.size()) points[kept++] = points[t];
  }
  points.resize(kept);
}

std::vector<Index> integers(const EventValue& value) {
  const auto list = std::get<EventValue::Integers>(value.held());
  return {list.begin(), list.end()};
}

}  // namespace

void RunHistory::add(const HistoryPoint& point) {
  if (!points.empty()) {
    const HistoryPoint& last = points.back();
    if (last.queries == point.queries && last.low == point.low && last.high == point.high) return;
  }
  points.push_back(point);
  if (points.size() > most_points) thin(points);
}

void RunHistory::add(AskedBatch batch) {
  numbers_ += batch.row_runs.size() + batch.column_runs.size() + batch.entries.size();
  if (numbers_ <= most_numbers) batches.push_back(std::move(batch));
}

void RunRecord::progress(const Progress& now) {
  history_.add({now.queries, now.rounds, now.seconds, now.low, now.high});
  if (next_ != nullptr) next_->progress(now);
}

void RunRecord::event(const Event& event) {
  if (event.name == "batch") {
    AskedBatch batch;
    batch.round = event.rounds;
    for (const EventField& field : event.fields) {
      if (field.name == "row_runs") batch.row_runs = integers(field.value);
      if (field.name == "column_runs") batch.column_runs = integers(field.value);
      if (field.name == "entries") batch.entries = integers(field.value);
    }
    history_.add(std::move(batch));
  }
  if (next_ != nullptr && next_->wants_events()) next_->event(event);
}

}  // namespace allnash
