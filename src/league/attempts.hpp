// The attempts of a league that is kept in a ledger. Each attempt freezes a mixture for each player
// before some play, and all later plays certify it, whatever run or log they come from.
//
// Claim. With probability at least 1 - delta all bounds that are ever stated from a league's ledger
// hold, however often and whenever somebody looks. Assumed: plays are independent, plays of a
// pairing have one mean, and results did not decide how long the first log was. Results may have
// decided who met whom, who joined, and when somebody looked.
//
// Why. Attempts, their error budgets and their confidence sequences are those of live runs
// (noisy/), and so is the proof: docs/research/theory.md. What an attempt fixes depends only on
// plays before its freeze. The first freeze stands at a place in the first log that only the log's
// length decides. Every later freeze stands after all plays that were there when it was decided on.
// The sequence of a newcomer depends on no play, so all its plays count. A newcomer is a group of
// its own, since results may have decided who came next.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "chance/attempt.hpp"
#include "league/mixture.hpp"
#include "league/posterior.hpp"
#include "store/facts.hpp"

namespace allnash::league {

/// The game of a league, and its error budget.
struct Terms {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Rational delta;
  /// A number above that of every play of the file, also of plays between strategies that have
  /// left. Empty: above that of every play of the past.
  std::optional<std::int64_t> end = {};
};

class Attempts {
 public:
  /// `past` holds all plays, in the order of their numbers. New freezes are added to it.
  Attempts(store::Past& past, Terms terms);

  /// Freezes what is to be frozen now; `before` is how many plays were there before this look, and
  /// `moved` whether somebody has left or come back.
  /// Returns the attempts that stand then: those with an arm for every strategy, and what their
  /// plays have shown.
  std::vector<chance::Attempt> look(std::int64_t before, bool moved = false);
  /// The same without freezing anything, for a caller who cannot write a freeze down.
  [[nodiscard]] std::vector<chance::Attempt> standing() const;

 private:
  /// What plays of a pairing paid the row player.
  struct Sum {
    double plays = 0;
    double paid = 0;
    double squares = 0;
  };
  /// Sums of the pairings that met; in a symmetric game both ways round.
  struct Sums {
    std::unordered_map<std::size_t, Sum> pairings;  ///< by place
    [[nodiscard]] const Sum& at(std::size_t place) const {
      static const Sum none;
      const auto found = pairings.find(place);
      return found == pairings.end() ? none : found->second;
    }
    /// Counts each play `factor` times.
    void multiply(double factor) {
      for (auto& [place, sum] : pairings) sum.plays *= factor;
    }
  };
  [[nodiscard]] Sums sums_of(std::int64_t first, std::int64_t end) const;
  /// Strategies that have played.
  [[nodiscard]] std::vector<Index> present(const Sums& sums, bool rows) const;
  /// What a play of a pairing likely pays one of its players.
  struct Expected {
    double mean = 0;
    double variance = 0;
  };
  [[nodiscard]] Expected expected(const Sums& seen, bool row, Index own, Index other) const;
  [[nodiscard]] double rounds_to_come(const chance::Half& half, bool row, Index arm,
                                      const Sums& to_come) const;
  /// The mixtures that one player could freeze, of strategies that have played: the one that is
  /// easiest to certify, then, if it is another, what one would play.
  struct Choice {
    std::vector<Index> own;
    std::vector<Index> others;
    std::vector<Mixture> mixtures;
  };
  struct Choices {
    Choice row;
    Choice column;  ///< nothing in a symmetric game
    [[nodiscard]] std::size_t count() const {
      return std::max(row.mixtures.size(), column.mixtures.size());
    }
  };
  [[nodiscard]] Choices choices(const Sums& seen, const Sums& to_come) const;
  [[nodiscard]] Choice choice(bool row, const Sums& seen, const Sums& to_come) const;
  [[nodiscard]] league::Sums sums_of(const Choice& choice, bool row, const Sums& seen) const;
  /// An attempt with the choices of that number.
  [[nodiscard]] chance::Attempt attempt_at(std::int64_t since, const Choices& choices,
                                           std::size_t number, const Sums& seen,
                                           const Sums& to_come) const;
  [[nodiscard]] Mixture most_met(bool row, const std::vector<Index>& own, const Sums& seen) const;
  [[nodiscard]] chance::Half half_of(bool row, const Choice& choice, std::size_t number,
                                     const Sums& seen, const Sums& to_come,
                                     const Rational& level) const;
  void place_bets(chance::Half& half, bool row, Index arm, const Sums& seen,
                  const Sums& to_come) const;
  void freeze(const chance::Attempt& attempt);
  void open_first(std::int64_t before);
  void let_join(std::int64_t number);
  /// How far apart the bounds of an attempt will likely be once `to_come` has been played.
  [[nodiscard]] double likely_gap(const chance::Attempt& attempt, const Sums& seen,
                                  const Sums& to_come) const;
  [[nodiscard]] double likely_bound(const chance::Half& half, bool row, const Sums& seen,
                                    const Sums& to_come) const;
  bool open_next(const std::vector<chance::Attempt>& standing, bool joined);
  /// Adds the attempt, if it stands.
  void add_standing(std::int64_t number, std::vector<chance::Attempt>& list) const;
  [[nodiscard]] std::optional<chance::Attempt> read(std::int64_t number) const;
  [[nodiscard]] std::size_t place(Index row, Index column) const;

  store::Past& past_;
  Terms terms_;
  std::int64_t end_;  // above the number of every play
};

}  // namespace allnash::league
