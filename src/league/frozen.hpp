// Mixtures that are chosen on the early matches, frozen with a plan, and certified on the later
// ones. One is what one would play. A second, safer one is frozen with it where that promises much
// more; the two then share the error probability.
//
// Claim. Let strategy i have the weight w_i of q. Against opponent j, K_j rounds are planned: K_j
// w_i plays of (i, j), the first ones after the freeze, for every i but j itself in a symmetric
// game. Let N_j be the number of these plays, of which the mixture wins S_j. A planned play that
// did not take place counts as lost, and an outcome between 0 and 1 is decided by a random draw.
// Then with probability at least 1 - d
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

#include "allnash/index.hpp"
#include "allnash/rank.hpp"
#include "base/stop_token.hpp"
#include "chance/claim.hpp"
#include "game/seen.hpp"
#include "league/mixture.hpp"
#include "league/posterior.hpp"
#include "lists/record.hpp"

namespace allnash::league {

using lists::Play;
using lists::Record;

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
  std::vector<Index> columns;  ///< of each column; in a symmetric game those of the rows
};

[[nodiscard]] CanonicalOrder canonical_order(const Record& record);
/// The order in which the record names rows and columns.
[[nodiscard]] CanonicalOrder given_order(const Record& record);

/// What one player freezes after the early matches.
struct Choice {
  bool row = true;
  Prospect prospect;
  std::vector<Mixture> mixtures;  ///< what one would play; perhaps a safer one
};

/// What was frozen for one player, and what later matches showed of it.
struct Certified {
  Mixture mixture;
  std::vector<chance::ArmClaim> arms;  ///< one for each opponent
  std::vector<Rational> bounds;        ///< against each opponent, as shares of the range
  Rational guarantee;                  ///< the least of them; 1 is the best for the player
};

/// The matches of each pairing before and after the freeze.
class SplitLog {
 public:
  /// Requires plays, and their order unless the schedule is fixed. With a fixed schedule their
  /// order does not count, nor does that of the strategies: a log promises what its counts promise.
  SplitLog(const Record& record, Schedule schedule);

  /// The row player's where `row`, the column player's otherwise. Less well chosen when stopped.
  [[nodiscard]] Choice choice(bool row, const StopToken& stop = {}) const;
  /// What later matches show of one mixture of the choice.
  [[nodiscard]] Certified certified(const Choice& choice, const Mixture& mixture,
                                    const Rational& level) const;
  /// Whether plays of a pairing are to come, so that a mixture can show something there.
  [[nodiscard]] bool will_meet(Entry entry) const;

 private:
  struct Match {
    std::uint32_t outcome = 0;
    bool won = false;  // by the row, by lot
  };
  struct Pairing {
    std::vector<Match> early;
    std::vector<Match> later;
  };
  /// A pairing as one of its two sides sees it.
  struct Seat {
    const Pairing& pairing;
    bool turned;
  };
  /// One player's mixture, and what it was chosen by.
  struct Side {
    bool row;
    const Prospect& prospect;
    const Mixture& mixture;
    [[nodiscard]] Rational weight(Index own) const;
    /// Who plays against an opponent, which in a symmetric game is not the opponent itself.
    [[nodiscard]] std::vector<Index> playing(Index other) const;
  };
  struct ArmBound {
    chance::ArmClaim arm;
    Rational bound;
  };
  [[nodiscard]] Seat seat(bool row, Index own, Index other) const;
  /// The early sums as seen by that player, who is made the row player; by places of the order.
  [[nodiscard]] Sums early_sums(bool row) const;
  /// The prospect with strategies by their places in the order.
  [[nodiscard]] Prospect in_order(const Prospect& prospect, bool row) const;
  [[nodiscard]] std::int64_t wins(const std::vector<Match>& matches, bool turned,
                                  std::int64_t first) const;
  /// Adds to a stratum what its first matches paid.
  void add_up(chance::Stratum& stratum, const std::vector<Match>& matches, bool turned,
              std::int64_t first) const;
  [[nodiscard]] std::int64_t to_come(const Pairing& pairing) const;
  [[nodiscard]] chance::Binomial by_rounds(const Side& side, Index other) const;
  [[nodiscard]] std::optional<chance::Bernstein> by_strata(const Side& side, Index other,
                                                           const Rational& level) const;
  [[nodiscard]] ArmBound arm_against(const Side& side, Index other, const Rational& level) const;

  Index rows_;
  Index columns_;
  bool symmetric_;
  Schedule schedule_;
  CanonicalOrder order_;  // with a fixed schedule; otherwise as given
  const std::vector<Rational>& outcomes_;
  std::unordered_map<Entry, Pairing, game::EntryHash>
      pairings_;  // that met; row < column if symmetric
};

}  // namespace allnash::league
