#include "search/saddle/saddle.hpp"

#include <algorithm>

namespace allnash::methods {

namespace {

using game::View;

enum class Check { holds, fails, stopped };

/// One player's half of a candidate: whatever the opponent does instead earns the player more.
struct SaddleHalf {
  View view;
  Entry candidate;
  Rational value = view.payoff(view.own(candidate), view.other(candidate));

  [[nodiscard]] bool contradicts(Index other) const {
    const Index own = view.own(candidate);
    return other != view.other(candidate) && view.payoff(own, other) <= value;
  }
};

// Looks at what has been seen, which costs nothing.
bool contradicted(const SaddleHalf& half) {
  for (Index t = 0; t < half.view.opponents(); ++t) {
    if (half.view.knows(half.view.own(half.candidate), t) && half.contradicts(t)) return true;
  }
  return false;
}

// Batches that double: few rounds, and at most about twice the queries up to the contradiction.
constexpr std::size_t first_batch = 16;

Check read_line(Run& run, const SaddleHalf& half) {
  const Index own = half.view.own(half.candidate);
  std::size_t batch = first_batch;
  std::vector<Entry> wanted;
  for (Index t = 0; t < half.view.opponents(); ++t) {
    if (!half.view.knows(own, t)) wanted.push_back(half.view.entry(own, t));
    if (wanted.size() < batch && t + 1 < half.view.opponents()) continue;
    if (!ask(run, wanted, "verifying")) return Check::stopped;
    const auto contradicts = [&](Entry entry) { return half.contradicts(half.view.other(entry)); };
    if (std::ranges::any_of(wanted, contradicts)) return Check::fails;
    wanted.clear();
    batch *= 2;
  }
  return Check::holds;
}

}  // namespace

Key key_of(const game::Known& known, Entry entry) {
  if (entry.row == padding) return {-1, {}, entry};
  if (entry.column == padding) return {1, {}, entry};
  return {0, known.payoff(entry.row, entry.column), entry};
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
  const SaddleHalf row{{run.known, game::Player::row}, candidate};
  const SaddleHalf column{{run.known, game::Player::column}, candidate};
  run.event("candidate",
            {{"row", candidate.row}, {"column", candidate.column}, {"value", row.value}});
  if (contradicted(row) || contradicted(column)) return Outcome::no_strict_saddle_point();
  for (const SaddleHalf* half : {&row, &column}) {
    const Check check = read_line(run, *half);
    if (check == Check::stopped) return Outcome::stopped();
    if (check == Check::fails) return Outcome::no_strict_saddle_point();
  }
  return Outcome::proved({row.value, {{candidate.row, 1}}, {{candidate.column, 1}}});
}

}  // namespace allnash::methods
