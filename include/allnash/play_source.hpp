// Games that can be played but not looked up: every play of an entry pays a random number whose
// mean is the payoff.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/options.hpp"
#include "allnash/payoff_source.hpp"

namespace allnash {

/// One play that is asked for. The seed, below 2^63, is never the same twice in a run: it makes a
/// play repeatable and different from every other.
struct Play {
  Entry entry;
  std::uint64_t seed = 0;
};

class ALLNASH_EXPORT PlaySource {
 public:
  PlaySource() = default;
  PlaySource(const PlaySource&) = delete;
  PlaySource& operator=(const PlaySource&) = delete;
  virtual ~PlaySource() = default;

  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index columns() const = 0;

  /// Plays each once and hands over what was paid, in any order. What plays pay is independent from
  /// play to play. A play that failed and is tried again must be told of (`Answers::failed`).
  /// Throws SourceError.
  virtual void play(std::span<const Play> plays, Answers& answers) = 0;

  /// For a game declared symmetric (A[i][j] + A[j][i] = `sum`): an entry that contradicts it, where
  /// the source can tell.
  [[nodiscard]] virtual std::optional<Entry> symmetry_fault(const Rational& /*sum*/) const {
    return {};
  }
  [[nodiscard]] virtual GameIdentity identity() const { return {}; }
  [[nodiscard]] virtual std::vector<std::string> row_labels() const { return {}; }
  [[nodiscard]] virtual std::vector<std::string> column_labels() const { return {}; }
};

/// A known game made noisy, for trials and demonstrations: a play pays the range's high end with
/// probability (payoff - low) / (high - low) and otherwise its low end. A payoff outside the range
/// is an InputError that names the entry. The game must outlive it.
ALLNASH_EXPORT std::unique_ptr<PlaySource> coin_game(PayoffSource& game, const PayoffRange& range);

/// A game played by a function of row, column and seed, called from one thread. An exception it
/// throws comes back as SourceError with the entry in the message.
ALLNASH_EXPORT std::unique_ptr<PlaySource> function_plays(
    Index rows, Index columns, std::function<Rational(Index, Index, std::uint64_t)> play);

}  // namespace allnash
