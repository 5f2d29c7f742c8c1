// lazy: the practical method, a double oracle that reads only what may matter.
//
// Claim: exact on every game, ties included. Queries: at least the floor, at most n*m; how close to
// the floor is a matter of measurement (docs/query_results.md), not of proof.
//
// A run goes through these phases:
//
//   sample.cpp   a random block is read: structure or noise?
//       | structure              | noise
//       |                        v
//       |                  saddle.cpp     with `auto`: a strict saddle point? If so, proved
//       |                        v
//       |                  lazy.cpp       a few strategies to start with; in large games
//       |                        |        support_search.cpp finds better ones, or all of a support
//       |                        v
//       |                  noise.cpp      reads lines whole until what is known shows an
//       v                        v        equilibrium
//   search.cpp   solves a known block, looks for better responses, reads what is promising, until
//       v        there are none
//   search.cpp   proves: the strictly complementary pair of the block, which nothing beats or ties
//
// A ledger file may hold more payoffs than these phases ask for, from another seed or a smaller
// game. Then known.cpp finds the proof in them, or else a block that the search starts from.
#include "matrix/lazy/lazy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "matrix/lazy/steering.hpp"
#include "matrix/lazy/support_search.hpp"

namespace allnash::matrix {

namespace {

// A few strategies of the sample, those that do best in it. In noise every strategy of the first
// mixes is a line read whole for nothing.
Block small_start(const Sample& sample, const game::Known& known) {
  constexpr std::size_t kept = 2;
  Block start{{sample.row.lines, sample.column.lines}};
  for (const Player player : game::players) {
    const View view(known, player);
    const auto earned = [&](Index own) {
      double sum = 0;
      for (const Index other : sample.of(opponent_of(player)).lines) {
        sum += view.approximate(own, other);
      }
      return std::isfinite(sum) ? sum : 0;
    };
    Lines& lines = start.of(player);
    std::ranges::stable_sort(lines, std::greater{}, earned);
    lines.resize(std::min(kept, lines.size()));
  }
  return start;
}

// The start where the sample holds only two payoffs: the small start of one player and what stands
// out against it (standouts.cpp); if nothing does, that of the other player as well. Nothing when
// the run must end.
std::optional<Block> two_payoff_start(Run& run, const Sample& sample) {
  const Block small = small_start(sample, run.known);
  Block start;
  for (const Player player : {Player::column, Player::row}) {
    start.of(player) = small.of(player);
    if (!run.ask_lines(start.row, start.column)) return std::nullopt;
    auto found = standouts(run, opponent_of(player), start.of(player), sample.of(player).lines);
    if (!found) return std::nullopt;
    for (const Player either : game::players) {
      start.of(either).insert(start.of(either).end(), found->of(either).begin(),
                              found->of(either).end());
    }
    if (!found->empty()) break;
  }
  return start;
}

Outcome from_sample(Run& run, Sample sample, Method in_noise) {
  run.report("sampling");
  const std::optional<bool> looked = sample.looks_like_noise(run);
  if (!looked) return Outcome::stopped();
  const bool noise = *looked;
  // A strict saddle point beats the rest of its column and is beaten by the rest of its row: it
  // takes three payoffs.
  const bool two_payoffs = sample.shows_two_payoffs(run.known);
  const bool tolerant = run.options.epsilon.has_value();
  if (noise && in_noise != nullptr && (tolerant || !two_payoffs)) {
    run.event("choice", {{"method", tolerant ? "random-play" : "saddle-bienstock"}});
    Outcome outcome = in_noise(run);
    if (outcome.status != Status::no_strict_saddle_point) return outcome;
  }
  run.event("choice", {{"method", "lazy"}, {"noise", noise}});
  if (!noise) {
    const Block start{{sample.row.lines, sample.column.lines}};
    return search_lazily(run, std::move(sample), start, true);
  }
  const bool screened = two_payoffs && !tolerant && !run.known.symmetric();
  auto first = screened ? two_payoff_start(run, sample) : small_start(sample, run.known);
  if (!first) return Outcome::stopped();
  if (!two_payoffs && !tolerant && SupportSearch::suits(run.known)) {
    SupportSearch search(run);
    const SupportSearch::End end = search.run();
    if (end == SupportSearch::End::stopped) return Outcome::stopped();
    if (end == SupportSearch::End::found) *first = {};
    for (const Player player : game::players) {
      Lines& lines = first->of(player);
      for (const Index s : search.found().of(player)) {
        if (std::ranges::find(lines, s) == lines.end()) lines.push_back(s);
      }
    }
  }
  const auto found = search_noise(run, *std::move(first));
  if (!found) return Outcome::stopped();
  if (run.close_enough()) return Outcome::within();
  return search_lazily(run, std::move(sample), *found, false);
}

// True when the tolerance is as wide as the range, or half of it in a symmetric game: then no
// payoff is needed.
bool range_will_do(const Run& run) {
  if (!run.options.epsilon || !run.known.range()) return false;
  const Rational width = run.known.range()->high - run.known.range()->low;
  return (run.known.symmetric() ? width / Rational(2) : width) <= *run.options.epsilon;
}

}  // namespace

Outcome lazy_or(Run& run, Method in_noise) {
  if (range_will_do(run)) return Outcome::within();
  Sample sample(run);
  if (run.stop.stopped()) return Outcome::stopped();
  if (one_for_both(run)) sample.column = sample.row;
  run.ledger.notice_more();
  Outcome outcome = from_sample(run, sample, in_noise);
  if (!run.ledger.noticed_more()) return outcome;
  if (!run.recall_all()) return Outcome::stopped();
  run.report("proving");
  if (auto pair = prove_from_known(run)) return Outcome::proved(*std::move(pair));
  const Block known = mostly_known(run.known);
  if (known.row.empty() || known.column.empty()) return from_sample(run, sample, in_noise);
  run.event("choice", {{"method", "lazy"}, {"known", known.row.size() + known.column.size()}});
  return search_lazily(run, sample, known, true);
}

Outcome lazy(Run& run) { return lazy_or(run, nullptr); }

}  // namespace allnash::matrix
