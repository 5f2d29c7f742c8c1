// The ledger of a game of chance: it asks for plays, once each, and counts them; it records what is
// fixed before later plays.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/result.hpp"
#include "allnash/source.hpp"
#include "core/game/seen.hpp"
#include "payoffs/asking/archive.hpp"
#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::asking {

/// The answers of a round that have come back, by place in the round.
using Arrived = std::vector<std::optional<Paid>>;
/// The result of the play of an entry after those of the round, if it was asked ahead and has come
/// back; the next call returns that of the play after it.
using Peek = std::function<std::optional<Paid>(Entry)>;
/// Entries that will probably be played after a round, in that order.
using NextPlays = std::function<std::vector<Entry>(const Arrived&, const Peek&)>;

/// Counts of plays of a game of chance.
struct PlayCounts {
  struct Paying {
    std::int64_t plays = 0;
    Rational sum;
  };
  std::int64_t count = 0;     ///< number of plays; the next play gets it as its number
  std::int64_t failures = 0;  ///< plays that were lost, even if they were answered later
  std::vector<Question> out;  ///< plays that an earlier plan handed out and nobody has imported
  std::unordered_map<Entry, Paying, game::EntryHash> entries;  ///< each entry that was played
  struct Losing {
    std::int64_t lost = 0;
    std::int64_t plays = 0;  ///< with those that were lost
    [[nodiscard]] double share() const {
      return static_cast<double>(lost) / static_cast<double>(plays);
    }
  };
  std::map<Entry, Losing> losing;                        ///< by entry
  [[nodiscard]] std::vector<PlayTally> tallies() const;  ///< ordered by row, then column
};

class PlayLedger {
 public:
  /// The ledger, which must outlive it, has the source, the counts and the file.
  explicit PlayLedger(Ledger& ledger);

  /// One round: plays each entry once (an entry of the diagonal of a symmetric game pays 1/2 and is
  /// no play). `paid` gets the results in the order asked, up to the first that is missing: all of
  /// them unless budget, time, a request or a file that takes no more ended it early, or it is
  /// planned; then this is false. Throws SourceError, InputError.
  ///
  /// A play is written down before it goes out. So a play that the file has as handed out, and not
  /// as answered, never came back. A source that draws from the seed, or loses plays by chance, is
  /// asked for it again. With any other source it is lost: if it were played again, quick wins
  /// would replace slow losses.
  ///
  /// `next` forecasts the plays after this round, given the results that have come back. It is for
  /// idle workers. The method sees the plays of an entry one by one, when it asks for them.
  [[nodiscard]] bool play(std::span<const Entry> wanted, std::vector<Paid>& paid,
                          const NextPlays& next = {});
  /// Reads the plays and freezes of earlier runs from the file. Plays that were handed out and not
  /// answered are lost, or asked again as above. False when the run has ended. Throws as `play`.
  [[nodiscard]] bool recall_past(Past& past);
  /// Records, before the coming plays are asked, what they are to certify: an attempt, or arms of
  /// newcomers to one, each by its number from 1. Returns the number of the first play after it.
  /// Throws InputError if the file has something else there.
  ///
  /// Plays that were asked ahead come after the freeze, since nobody has looked at them, unless the
  /// content may depend on them all the same. A play is lost if it is out while a run is stopped or
  /// a worker dies, and the moment of either may depend on all plays that are out. So once plays
  /// may have been lost, those asked ahead come before the freeze, and are passed over.
  std::int64_t freeze(std::int64_t attempt, const std::string& content);
  std::int64_t join(std::int64_t number, const std::string& content);
  [[nodiscard]] const PlayCounts& played() const;
  /// Whether no round can be played any more.
  [[nodiscard]] bool ended() const;

 private:
  std::int64_t freeze(Archive::Kind kind, std::int64_t number, const std::string& content);

  Ledger::Account& account_;
};

}  // namespace allnash::asking
