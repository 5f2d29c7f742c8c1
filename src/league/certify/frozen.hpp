// Mixtures that are chosen on the early matches, frozen with a plan, and certified on the later
// ones. One is what one would play. A second, safer one is frozen with it where its likely
// guarantee is much higher; the two then share the error probability.
//
// Claim. Let strategy i have the weight w_i of q. Against opponent j, K_j rounds are planned: K_j
// w_i plays of (i, j), the first ones after the freeze, for every i but j itself in a symmetric
// game. Let N_j be the number of these plays, and S_j the number that the mixture wins. A planned
// play that did not take place counts as lost, and an outcome between 0 and 1 is decided by a
// random draw. Then with probability at least 1 - d
//
//   min over j of (x A)[j]  >=  min over j of  x_j / 2 + (1 - x_j) p_j   (x_j = 0 unless symmetric)
//
// for p_j with P(Bin(N_j, p_j) >= S_j) <= d and S_j >= N_j p_j + 1. Every opponent has the whole of
// d: which of them is the worst for a frozen mixture is no matter of chance, so the claim fails
// only if that opponent's own bound fails. The plan must not depend on results after the freeze.
// With a fixed schedule it is what was played; with any other it is a forecast from what came
// before. Where outcomes vary little, or where whole rounds would leave many plays unused, an
// empirical Bernstein bound takes the place of the binomial one (chance/fixed_plan.hpp), with the
// pairings as strata. Which bound is used is chosen at the freeze, too. docs/research/theory.md has
// the proof.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/source.hpp"
#include "chance/evidence/claim.hpp"
#include "core/base/stop_token.hpp"
#include "core/game/seen.hpp"
#include "league/estimate/mixture.hpp"
#include "league/estimate/posterior.hpp"
#include "league/reading/record.hpp"

namespace allnash::league {

using reading::Play;
using reading::Record;

// An order of the strategies that depends on the matches alone. It is the same for a log, for
// counts and for a chart of the same matches, whatever the strategies are called and in whatever
// order they are named. Random draws and floating-point choices use this order, so that the same
// matches give the same bounds.
//
// Strategies are sorted by a hash of their pairings, then of their opponents' pairings, and so on
// for a few rounds. All matches decide the order, later ones as well as earlier ones; because of
// the hash it tells no more about the later ones than a random order would. Strategies that still
// look alike keep the order in which they came.
struct CanonicalOrder {
  std::vector<Index> rows;     ///< the place of each row
  std::vector<Index> columns;  ///< the place of each column; in a symmetric game the same as `rows`
};

[[nodiscard]] CanonicalOrder canonical_order(const Record& record);
/// The order in which the record names rows and columns.
[[nodiscard]] CanonicalOrder given_order(const Record& record);

/// The mixtures that one player freezes after the early matches.
struct Choice {
  bool row = true;
  MatchForecast forecast;
  std::vector<Mixture> mixtures;  ///< the recommended one; perhaps a safer one
};

/// A frozen mixture of one player, and the bounds that later matches prove for it.
struct CertifiedMixture {
  Mixture mixture;
  std::vector<chance::ArmClaim> arms;  ///< one for each opponent
  std::vector<Rational> bounds;        ///< on its payoff against each opponent, scaled to [0, 1]
  Rational guarantee;                  ///< the least of the bounds, as the player sees it
};

/// The matches of each pairing before and after the freeze.
class SplitLog {
 public:
  /// Requires plays, and their order unless the schedule is fixed. With a fixed schedule neither
  /// their order nor that of the strategies matters: a log gives the same bounds as its counts.
  SplitLog(const Record& record, Schedule schedule);

  /// For the row player if `row`, otherwise for the column player. A poorer choice when stopped.
  [[nodiscard]] Choice choice(bool row, const StopToken& stop = {}) const;
  /// The bounds that the later matches prove for one mixture of the choice.
  [[nodiscard]] CertifiedMixture certified(const Choice& choice, const Mixture& mixture,
                                           const Rational& level) const;
  /// Whether plays of the pairing are expected after the freeze, which can certify something.
  [[nodiscard]] bool will_meet(Entry entry) const;
  /// Whether each player is not expected to meet so many of the others after the freeze. Then a
  /// mixture of a symmetric game promises at most 1 / (2 so many): against somebody whom a player
  /// of the mixture does not meet, it is sure only of half of its weight on that opponent.
  [[nodiscard]] bool each_misses(std::int64_t so_many) const;

 private:
  struct Match {
    std::uint32_t outcome = 0;
    bool won = false;  // the row; a random draw decides an outcome between 0 and 1
  };
  struct SplitMatches {
    std::vector<Match> early;
    std::vector<Match> later;
  };
  /// A pairing as one of its two players sees it.
  struct Seat {
    const SplitMatches& pairing;
    bool turned;
  };
  /// One player's mixture, and the forecast by which it was chosen.
  struct Side {
    bool row;
    const MatchForecast& forecast;
    const Mixture& mixture;
    [[nodiscard]] Rational weight(Index own) const;
    /// The mixture's strategies that play against `other`: in a symmetric game without `other`.
    [[nodiscard]] std::vector<Index> playing(Index other) const;
  };
  struct ArmBound {
    chance::ArmClaim arm;
    Rational bound;
  };
  [[nodiscard]] Seat seat(bool row, Index own, Index other) const;
  /// The sums of the early matches with this player as the row player, in canonical order.
  [[nodiscard]] PairingSums early_sums(bool row) const;
  /// The same counts and forecast, with strategies in canonical order.
  [[nodiscard]] MatchForecast in_order(const MatchForecast& forecast, bool row) const;
  [[nodiscard]] std::int64_t wins(const std::vector<Match>& matches, bool turned,
                                  std::int64_t first) const;
  /// Adds the outcomes of the `first` earliest matches to a stratum.
  void add_up(chance::Stratum& stratum, const std::vector<Match>& matches, bool turned,
              std::int64_t first) const;
  [[nodiscard]] std::int64_t to_come(const SplitMatches& pairing) const;
  [[nodiscard]] chance::Binomial by_rounds(const Side& side, Index other) const;
  [[nodiscard]] std::optional<chance::Bernstein> by_strata(const Side& side, Index other,
                                                           const Rational& level) const;
  [[nodiscard]] ArmBound arm_against(const Side& side, Index other, const Rational& level) const;

  Index rows_;
  Index columns_;
  bool symmetric_;
  Schedule schedule_;
  CanonicalOrder order_;  // canonical with a fixed schedule, otherwise as given
  const std::vector<Rational>& outcomes_;
  std::unordered_map<Entry, SplitMatches, game::EntryHash>
      pairings_;  // those played; row < column if symmetric
};

}  // namespace allnash::league
