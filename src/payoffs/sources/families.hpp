// Built-in games of any size, computed entry by entry from a formula and a hash of (seed, i, j), in
// integer arithmetic: the same numbers on every machine, and nothing stored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "core/base/random.hpp"
#include "core/game/keys.hpp"

namespace allnash::sources {

using game::Keys;

/// Base class of games given by a formula.
class FormulaGame : public Source, public SelfCheck {
 public:
  FormulaGame(Index rows, Index columns) : Source(rows, columns, {}, {.concurrent = true}) {}

  [[nodiscard]] const SelfCheck* self_check() const final { return this; }
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override;
  /// Checks the first strategies only: a family that is not antisymmetric fails there.
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const final;
  /// Equal descriptions give equal games: the numbers are the same on every machine.
  [[nodiscard]] GameIdentity identity() const final { return {description_, ""}; }
  void set_identity(std::string description) { description_ = std::move(description); }

 protected:
  [[nodiscard]] virtual Rational payoff(Index row, Index column) const = 0;

 private:
  std::string description_;
};

/// The game with payoffs `payoff(row, column)`.
template <typename Payoff>
std::unique_ptr<FormulaGame> formula_game(Index rows, Index columns, Payoff payoff) {
  class Game final : public FormulaGame {
   public:
    Game(Index n, Index m, Payoff paid) : FormulaGame(n, m), paid_(std::move(paid)) {}

   private:
    [[nodiscard]] Rational payoff(Index row, Index column) const override {
      return paid_(row, column);
    }
    Payoff paid_;
  };
  return std::make_unique<Game>(rows, columns, std::move(payoff));
}

/// Makes the game that the text after "family:" describes, such as "planted,n=200,k=3,seed=2".
/// Throws InputError.
std::unique_ptr<Source> make_family(const std::string& description);

/// Each maker builds a family's game from its keys. Throws InputError for invalid keys.
using Maker = std::unique_ptr<FormulaGame>(const Keys&);

Maker random_family;
Maker planted_family;
Maker lowrank_family;
Maker elo_family;
Maker spinning_family;
Maker bell_family;
Maker polynomial_family;
Maker undercut_family;
Maker blotto_family;
Maker matching_family;
Maker rps_family;
Maker lowerbound_family;
Maker hidden_cells_family;
Maker binary_family;
Maker steady_family;

// Random numbers by hashing: one for each entry or strategy, the same on every machine, with
// nothing stored.

/// Random numbers by position. A game uses one stream number for each purpose, so that the purposes
/// are independent.
class Noise {
 public:
  Noise(std::uint64_t seed, std::uint64_t stream)
      : key_(mixed(mixed(seed + golden) + golden * (stream + 1))) {}

  [[nodiscard]] std::uint64_t word(Index i, Index j = 0) const {
    const std::uint64_t row = mixed(key_ + golden * (static_cast<std::uint64_t>(i) + 1));
    return mixed(row ^ (0xd1342543de82ef95U * (static_cast<std::uint64_t>(j) + 1)));
  }

  /// An integer in [low, high], from the high half of a product; its bias is below (high - low) /
  /// 2^64.
  [[nodiscard]] std::int64_t uniform(std::int64_t low, std::int64_t high, Index i,
                                     Index j = 0) const {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t count =
        static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
    const auto drawn = static_cast<std::uint64_t>((Wide{word(i, j)} * count) >> 64U);
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + drawn);
  }

  [[nodiscard]] bool bit(Index i, Index j) const { return (word(i, j) >> 63U) != 0; }

 private:
  static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15U;
  std::uint64_t key_;
};

/// The strategies of a planted core: distinct random ones, numbered in the order of drawing.
class HidingPlaces {
 public:
  /// Requires count <= strategies.
  HidingPlaces(Index strategies, Index count, const Noise& noise) {
    for (Index draw = 0; this->count() < count; ++draw) {
      const Index strategy = noise.uniform(0, strategies - 1, draw);
      if (!numbers_.try_emplace(strategy, this->count()).second) continue;
      places_.push_back(strategy);
    }
  }

  [[nodiscard]] Index count() const { return static_cast<Index>(places_.size()); }
  [[nodiscard]] Index place(Index number) const {
    return places_[static_cast<std::size_t>(number)];
  }
  /// The index of the place at this strategy, or -1.
  [[nodiscard]] Index number(Index strategy) const {
    const auto found = numbers_.find(strategy);
    return found == numbers_.end() ? -1 : found->second;
  }

 private:
  std::vector<Index> places_;
  std::unordered_map<Index, Index> numbers_;
};

/// The small game inside the planted families: square, with a single equilibrium, of full support.
struct Core {
  Index size = 0;
  std::vector<std::int64_t> payoffs;  ///< row by row
  // The equilibrium as positive integer weights.
  std::vector<std::int64_t> row_weights;
  std::vector<std::int64_t> column_weights;
  std::int64_t row_total = 0;  ///< sum of the weights
  std::int64_t column_total = 0;
  // The value times row_total, which the row weights earn against each column; and times
  // column_total, which the column weights concede to each row.
  std::int64_t row_earns = 0;
  std::int64_t column_concedes = 0;

  [[nodiscard]] std::int64_t at(Index row, Index column) const {
    return payoffs[static_cast<std::size_t>(row * size + column)];
  }
};

/// The largest size of a core.
inline constexpr Index largest_core = 200;

/// Integer payoffs: up to size 5 uniform in [-100, 100], beyond that of similar size.
Core integer_core(Index size, std::uint64_t seed);
/// Payoffs 0 and 1. Requires size >= 2: otherwise no outsider can be strictly worse.
Core binary_core(Index size, std::uint64_t seed);

}  // namespace allnash::sources
