#include "methods/saddle/saddle.hpp"

#include <algorithm>
#include <numeric>

namespace allnash::methods {

namespace {

enum class Check { holds, fails, stopped };

// The row or the column of a candidate: the rest of it must lie strictly to one side.
struct Line {
  const ledger::Ledger& ledger;
  Entry candidate;
  bool is_row;
  Rational value = ledger.entry(candidate.row, candidate.column);

  [[nodiscard]] Index length() const { return is_row ? ledger.columns() : ledger.rows(); }
  [[nodiscard]] Entry at(Index t) const {
    return is_row ? Entry{candidate.row, t} : Entry{t, candidate.column};
  }
  [[nodiscard]] bool known(Entry entry) const { return ledger.knows(entry.row, entry.column); }
  [[nodiscard]] bool contradicts(Entry entry) const {
    if (entry == candidate) return false;
    const Rational payoff = ledger.entry(entry.row, entry.column);
    return is_row ? payoff <= value : payoff >= value;
  }
};

// Looks at what has been seen, which costs nothing.
bool contradicted(const Line& line) {
  for (Index t = 0; t < line.length(); ++t) {
    const Entry entry = line.at(t);
    if (line.known(entry) && line.contradicts(entry)) return true;
  }
  return false;
}

// Batches that double: few rounds, and at most about twice the queries up to the contradiction.
constexpr std::size_t first_batch = 16;

Check read_line(Run& run, const Line& line) {
  std::size_t batch = first_batch;
  std::vector<Entry> wanted;
  for (Index t = 0; t < line.length(); ++t) {
    const Entry entry = line.at(t);
    if (!line.known(entry)) wanted.push_back(entry);
    if (wanted.size() < batch && t + 1 < line.length()) continue;
    if (!ask(run, wanted, "verifying")) return Check::stopped;
    if (std::ranges::any_of(wanted, [&](Entry e) { return line.contradicts(e); })) {
      return Check::fails;
    }
    wanted.clear();
    batch *= 2;
  }
  return Check::holds;
}

}  // namespace

Key key_of(const ledger::Ledger& ledger, Entry entry) {
  if (entry.row == padding) return {-1, {}, entry};
  if (entry.column == padding) return {1, {}, entry};
  return {0, ledger.entry(entry.row, entry.column), entry};
}

std::vector<Index> all_lines(Index count) {
  std::vector<Index> lines(static_cast<std::size_t>(count));
  std::iota(lines.begin(), lines.end(), Index{0});
  return lines;
}

void pad(std::vector<Index>& rows, std::vector<Index>& columns) {
  const std::size_t longer = std::max(rows.size(), columns.size());
  rows.resize(longer, padding);
  columns.resize(longer, padding);
}

bool ask(Run& run, std::span<const Entry> wanted, std::string_view stage) {
  if (run.stop.stopped()) return false;
  run.report(stage);
  const auto is_padding = [](const Entry& entry) {
    return entry.row == padding || entry.column == padding;
  };
  if (std::ranges::none_of(wanted, is_padding)) return run.ledger.ask(wanted);
  std::vector<Entry> real(wanted.begin(), wanted.end());
  std::erase_if(real, is_padding);
  return run.ledger.ask(real);
}

Outcome verify(Run& run, Entry candidate) {
  const Line row{run.ledger, candidate, true};
  const Line column{run.ledger, candidate, false};
  run.event("candidate",
            {{"row", candidate.row}, {"column", candidate.column}, {"value", row.value}});
  if (contradicted(row) || contradicted(column)) return ended_without(run);
  for (const Line* line : {&row, &column}) {
    const Check check = read_line(run, *line);
    if (check == Check::stopped) return ended_early(run);
    if (check == Check::fails) return ended_without(run);
  }
  return Outcome::proved({row.value, {{candidate.row, 1}}, {{candidate.column, 1}}});
}

Outcome ended_early(Run& run) {
  note_pure_bounds(run);
  return Outcome::stopped();
}

Outcome ended_without(Run& run) {
  note_pure_bounds(run);
  return Outcome::no_strict_saddle_point();
}

}  // namespace allnash::methods
