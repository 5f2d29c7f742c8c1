#include "matrix/run/run.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/base/text.hpp"

namespace allnash::matrix {

namespace {

// True while a linear program on the lines known whole is small, and their number has grown by an
// eighth. If everything is known the answer itself is next.
bool worth_noting_bounds(const Run& run) {
  constexpr std::size_t small = 64;
  constexpr std::int64_t quick = 1 << 20;  // payoffs
  const std::size_t rows = run.known.whole_rows().size();
  const std::size_t columns = run.known.whole_columns().size();
  const std::size_t lines = rows + columns;
  const Index longest = std::max(run.known.rows(), run.known.columns());
  if (lines == at(run.known.rows() + run.known.columns())) return false;
  return lines > run.lines_noted + run.lines_noted / 8 && std::max(rows, columns) <= small &&
         std::ssize(run.known.whole_rows()) <= quick / longest &&
         std::ssize(run.known.whole_columns()) <= quick / longest;
}

// The best guarantee of either player, which serves both: in a symmetric game, whose value is known
// from the start, its distance from the value shows the progress.
double guarantee_in(const Bounds& bounds, double value) {
  const auto& [row, column] = bounds.best;
  const auto& [row_mix, column_mix] = bounds.holding;
  double least = std::max(-row_mix.most, 2 * value - column_mix.most);
  if (row) least = std::max(least, row->value.to_double());
  if (column) least = std::max(least, 2 * value + column->value.to_double());
  return least;
}

void show_guarantee(const Run& run, Progress& now) {
  const double value = run.known.symmetric_value().to_double();
  const double least = std::max(guarantee_in(run.bounds, value), guarantee_in(run.shown, value));
  now.value = value;
  if (!std::isfinite(least)) return;
  now.low = std::min(least, value);
  now.high = 2 * value - *now.low;
}

void show_bounds(const Bounds& bounds, Progress& now) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (bounds.low) now.low = std::max(now.low.value_or(-infinite), bounds.low->to_double());
  if (bounds.high) now.high = std::min(now.high.value_or(infinite), bounds.high->to_double());
}

}  // namespace

Run::Run(asking::Ledger& its_ledger, const Options& its_options, StopToken its_stop,
         Observer* its_observer, Clock::time_point its_start, const game::Known* its_known)
    : RunBase(its_ledger, its_options, its_stop, its_observer, its_start),
      known(its_known != nullptr ? *its_known : its_ledger.known()) {}

// Another method asks through this run, too. So the function is removed during its call, however
// that ends, and does not call itself.
bool Run::others_first(std::int64_t wanted) {
  if (!before_round || wanted == 0) return true;
  struct Guard {
    std::function<bool(std::int64_t)>& place;
    std::function<bool(std::int64_t)> turn = std::exchange(place, nullptr);
    ~Guard() { place = std::move(turn); }
  } const guard{before_round};
  return guard.turn(wanted);
}

bool Run::ask(std::span<const Entry> wanted) {
  const auto fresh = [this](const Entry& entry) { return !known.knows(entry.row, entry.column); };
  if (before_round && !others_first(std::ranges::count_if(wanted, fresh))) return false;
  return ledger.ask(wanted);
}

bool Run::ask_lines(std::span<const Index> rows, std::span<const Index> columns) {
  if (before_round) {
    std::int64_t fresh = 0;
    for (const Index row : rows) fresh += known.columns() - known.known_in_row(row);
    for (const Index column : columns) fresh += known.rows() - known.known_in_column(column);
    if (!others_first(fresh)) return false;
  }
  return ledger.ask_lines(rows, columns);
}

bool Run::ask_all() { return others_first(known.size() - ledger.queries()) && ledger.ask_all(); }

bool Run::recall_all() { return ask(ledger.in_file()); }

void Run::show_value(Progress& now) const {
  if (known.symmetric()) {
    show_guarantee(*this, now);
  } else {
    show_bounds(bounds, now);
    show_bounds(shown, now);
  }
  now.known = &ledger.known();
}

void Run::before_report() {
  if (pace.due(Clock::now()) && worth_noting_bounds(*this)) note_shown_bounds();
}

void Run::hope_for(std::size_t row_support, std::size_t column_support) {
  hoped = game::query_floor(known.rows(), known.columns(), static_cast<Index>(row_support),
                            static_cast<Index>(column_support), known.symmetric());
}

void Run::note_shown_bounds() {
  const auto started = Clock::now();
  std::swap(bounds, shown);
  note_known_bounds(*this, Precision::floating);
  std::swap(bounds, shown);
  pace.took(started, Clock::now());
}

}  // namespace allnash::matrix
