#include "league/board/certified.hpp"

#include <algorithm>
#include <utility>

#include "core/base/at.hpp"
#include "league/certify/led_by_results.hpp"

namespace allnash::league {
namespace {

/// Why the schedule does not bear comparisons over the same opponents; empty if it does. A log
/// whose schedule nobody tells is taken as fixed, unless it looks as if results had decided it.
std::string withheld_from(const reading::Record& record, const RankOptions& options,
                          const Counts& counts) {
  if (options.schedule == Schedule::any) {
    return "results may have decided who met whom (`schedule any`)";
  }
  if (options.schedule || !record.ordered) return "";
  if (record.in_rounds) {
    return "the matches have rounds, and results may have paired the players of a round; "
           "`schedule fixed` says that they did not";
  }
  if (seems_led_by_results(record, counts)) {
    return "winners seem to meet winners; `schedule fixed` says that results did not decide who "
           "met whom";
  }
  return "";
}

std::vector<Index> players_of(const Counts& counts) {
  std::vector<Index> players;
  for (std::size_t player = 0; player < counts.size(); ++player) {
    if (!counts[player].empty()) players.push_back(static_cast<Index>(player));
  }
  return players;
}

/// The number of a claim's player in the answer.
std::optional<Index> number_of(const PlayersProof& proof, Index player) {
  return proof.numbers.empty() ? std::optional(player) : proof.numbers[at(player)];
}

/// What any look has proved of players who are there, each once, by above, then below.
std::vector<Certified::Pair> proved_in(const PlayersProof& proof,
                                       const std::vector<std::vector<Finding>>& looks) {
  std::vector<std::pair<Index, Index>> pairs;
  for (const std::vector<Finding>& look : looks) {
    for (const Finding& one : look) {
      const auto above = number_of(proof, one.above);
      const auto below = number_of(proof, one.below);
      if (one.proved && above && below) pairs.emplace_back(*above, *below);
    }
  }
  std::ranges::sort(pairs);
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<Certified::Pair> list;
  for (const auto& [above, below] : pairs) list.push_back({above, below});
  return list;
}

}  // namespace

PlayersProof certified_claim(const reading::Record& record, const RankOptions& options,
                             const StopToken& stop) {
  Counts counts = counts_of(record);
  std::string withheld = withheld_from(record, options, counts);
  std::vector<Index> players = players_of(counts);
  Looks looks{{std::move(counts)}, {}, std::move(players), withheld.empty()};
  return {certify_counts(std::move(looks), options.delta, stop), std::move(withheld)};
}

PlayersProof certified_claim(const reading::Record& record, LedgerLooks looks,
                             const RankOptions& options, bool counted, const StopToken& stop) {
  PlayersProof proof;
  proof.withheld = std::move(looks.withheld);
  if (proof.withheld.empty() && !counted) {
    proof.withheld = withheld_from(record, options, counts_of(record));
  }
  looks.looks.compared = proof.withheld.empty();
  proof.claim = certify_counts(std::move(looks.looks), options.delta, stop);
  if (looks.names == record.rows) return proof;
  for (const std::string& name : looks.names) {
    const auto found = std::ranges::find(record.rows, name);
    proof.numbers.push_back(found == record.rows.end()
                                ? std::nullopt
                                : std::optional<Index>(found - record.rows.begin()));
  }
  return proof;
}

Certified certified_of(const PlayersProof& proof, const reading::Record& record) {
  const Rational width = record.range.high - record.range.low;
  Certified stated;
  stated.delta = proof.claim.delta;
  for (const LeagueClaim::OwnScore& one : proof.claim.own_scores) {
    if (const auto player = number_of(proof, one.player)) {
      stated.own_score.push_back(
          {*player, record.range.low + Rational(one.thousandths, 1000) * width});
    }
  }
  std::ranges::sort(stated.own_score, {}, &Certified::Score::player);
  stated.same_field = proved_in(proof, proof.claim.same_field);
  stated.direct = proved_in(proof, proof.claim.direct);
  for (const Index one : may_be_first(proof.claim)) {
    if (const auto player = number_of(proof, one)) stated.may_be_first.push_back(*player);
  }
  std::ranges::sort(stated.may_be_first);
  if (!proof.withheld.empty()) {
    for (const char* const kind : {"same_field", "may_be_first"}) {
      stated.withheld.push_back({kind, proof.withheld});
    }
  }
  return stated;
}

}  // namespace allnash::league
