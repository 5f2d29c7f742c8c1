// The matches of a symmetric league as the certified statements see them: for each player and
// opponent how many matches, how many wins and how many draws. Outcomes are scaled to [0, 1].
//
// Other outcomes are counted as wins, draws and losses that pay no more. Claim: for every function
// f = 1 + u (x - q) that is positive on [0, 1], u >= 0, the product of f over the matches is at
// least f(1)^wins f(1/2)^draws f(0)^losses. So an e-value of a score that is made of such factors
// is never too large. Proof: log f is concave and rises. Outcomes in [0, 1/2] of a given sum s have
// the least sum of log f where all but one of them are 0 or 1/2; rounding that one down leaves
// floor(2 s) draws. Those in [1/2, 1] likewise, between draws and wins. If only the sum s of all is
// known, the least is at floor(s) wins, and losses.
//
// A player's score so counted and the opponent's may add up to less than the number of matches.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "core/game/seen.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

struct Score {
  std::int64_t plays = 0;
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  [[nodiscard]] std::int64_t losses() const { return plays - wins - draws; }
  [[nodiscard]] std::int64_t twice() const {
    return 2 * wins + draws;
  }  ///< what it earned, doubled
  void add(const Score& other) {
    plays += other.plays;
    wins += other.wins;
    draws += other.draws;
  }
  auto operator<=>(const Score&) const = default;
};

/// Two players who met.
struct Met {
  Index other = 0;
  Score own;     ///< of the player in whose list this stands
  Score theirs;  ///< of the other one
};

/// For each player the opponents met, by rising number.
using Counts = std::vector<std::vector<Met>>;

/// Counts matches, those that ended alike together.
class MatchCounter {
 public:
  explicit MatchCounter(std::size_t players) : players_(players) {}
  /// The share that the row player got; none if the match is lost, for both.
  void add(const Entry& entry, const std::optional<Rational>& outcome, std::int64_t times = 1);
  [[nodiscard]] Counts counts() const;

 private:
  /// The outcomes of one side of a pairing, as they are added up.
  struct SideSums {
    Score score;             // wins and draws are those seen as such
    Rational low;            // of outcomes in (0, 1/2)
    Rational high;           // of outcomes in (1/2, 1), less 1/2 each
    std::int64_t upper = 0;  // how many these are
    void add(const Rational& outcome, std::int64_t times);
    [[nodiscard]] Score counted() const;
  };
  std::size_t players_;
  std::unordered_map<Entry, std::array<SideSums, 2>, game::EntryHash> sums_;  // row < column
};

/// Requires a symmetric record whose numbers of matches are known.
[[nodiscard]] Counts counts_of(const reading::Record& record);
/// Adds later matches of the same players.
void add_counts(Counts& counts, const Counts& more);

/// All matches of a player.
[[nodiscard]] Score total_of(const std::vector<Met>& opponents);
/// The number of players with matches.
[[nodiscard]] std::int64_t players_in(const Counts& counts);

}  // namespace allnash::league
