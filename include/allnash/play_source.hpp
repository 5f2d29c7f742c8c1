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

  /// Whether a play draws all its chances from its seed, so that playing it again pays the same. A
  /// play that was handed out and never came back may be missing because of what it paid: of a
  /// source that does not draw from the seed it counts as lost, the worst outcome for each player,
  /// when a ledger is used again, and so does one that failed and was tried again.
  [[nodiscard]] virtual bool seeded() const { return false; }
  /// Whether `play` calls `Answers::handing_out` before it begins a play. Otherwise all that it is
  /// given counts as handed out at once, and what it has not answered when a run ends as lost.
  [[nodiscard]] virtual bool tells_what_goes_out() const { return false; }

  /// For a game declared symmetric (A[i][j] + A[j][i] = `sum`): an entry that contradicts it, where
  /// the source can tell.
  [[nodiscard]] virtual std::optional<Entry> symmetry_fault(const Rational& /*sum*/) const {
    return {};
  }
  [[nodiscard]] virtual GameIdentity identity() const { return {}; }
  [[nodiscard]] virtual std::vector<std::string> row_labels() const { return {}; }
  [[nodiscard]] virtual std::vector<std::string> column_labels() const { return {}; }
};

/// A known game made noisy, for trials and demonstrations, by coins that fall as the seed has it: a
/// play pays the range's high end with
/// probability (payoff - low) / (high - low) and otherwise its low end. A payoff outside the range
/// is an InputError that names the entry. The game must outlive it.
ALLNASH_EXPORT std::unique_ptr<PlaySource> coin_game(PayoffSource& game, const PayoffRange& range);

/// A game played by a function of row, column and seed, called from one thread; `seeded` says
/// whether it draws all its chances from the seed. An exception it throws comes back as SourceError
/// with the entry in the message.
ALLNASH_EXPORT std::unique_ptr<PlaySource> function_plays(
    Index rows, Index columns, std::function<Rational(Index, Index, std::uint64_t)> play,
    bool seeded = false);

}  // namespace allnash
