// The state that all rounds of a ledger share: known payoffs, counts and costs, and whether the run
// has ended.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/game/known.hpp"
#include "payoffs/asking/ahead.hpp"
#include "payoffs/asking/archive.hpp"
#include "payoffs/asking/kept.hpp"
#include "payoffs/asking/mirrored.hpp"
#include "payoffs/asking/payoff_ledger.hpp"
#include "payoffs/asking/play_ledger.hpp"
#include "payoffs/asking/priced.hpp"
#include "payoffs/asking/repeated.hpp"

namespace allnash::asking {

/// The books of a run, which the parts of asking (round.cpp, payoffs.cpp, plays.cpp, ahead.cpp)
/// share. Many members, since all that is counted is counted here and nowhere else.
struct Ledger::Account {
  Account(Source& from, const LedgerSettings& how);

  /// True if nothing more may be asked.
  [[nodiscard]] bool ended() const {
    return settings.stop.stopped() || !file_fault.empty() || plan ||
           more_in_file == MoreInFile::found;
  }
  /// The number of payoffs that may still be asked of the source.
  [[nodiscard]] std::int64_t budget_left() const;
  /// Writes into the file, if there is one and it has not failed.
  void write(const std::function<void(Archive&)>& put);
  void write(std::span<const Entry> entries, std::span<const Rational> payoffs,
             std::int64_t mirrors, bool were_ahead = false);
  /// Keeps payoffs that the source has answered, and matches that it answered the other way round,
  /// on disk first. A payoff that the disk refuses is still true, and is used for the partial
  /// answer.
  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors);
  /// Learns the payoff that the file has of an entry; false if it has none. Throws InputError for a
  /// payoff outside the range.
  [[nodiscard]] bool recall(Entry entry);
  /// Learns an entry that was asked ahead and has been answered; false if it has not.
  [[nodiscard]] bool claim(Entry entry);
  /// The seed of the play of an entry with this index.
  [[nodiscard]] std::int64_t seed_of(Entry entry, std::int64_t place) const;
  /// Whether plays that were handed out and never came back are asked for again, and not lost.
  [[nodiscard]] bool asks_again() const {
    return source.traits().seeded || source.traits().lost_by_chance;
  }
  /// Number of entries that this run handed out ahead and the method has not asked for so far.
  [[nodiscard]] std::int64_t in_vain() const {
    return std::ssize(out_ahead) + (ahead ? ahead->unclaimed() : 0);
  }
  /// Entries that the file has as asked ahead and answered, and that the method has not asked for.
  [[nodiscard]] std::vector<Entry> unclaimed_in_file() const;
  /// For a run that is repeated from its file: plays with lower numbers that it does not ask for
  /// were passed over by a freeze.
  void pass_over_until(std::int64_t number);
  [[nodiscard]] std::int64_t asked() const {
    return known->count() + mirrored.asked() + played.count;
  }

  Source& source;
  LedgerSettings settings;
  Archive* archive;     ///< the file, or null
  Inherited inherited;  ///< what earlier runs left in it
  std::shared_ptr<game::Known> known;
  Mirrored mirrored;
  Repeated repeated;
  Priced priced;
  std::optional<std::vector<Question>> plan;  // the questions of the first round
  std::unique_ptr<Ahead> ahead;
  /// Entries that the file has as asked ahead and the method has not asked for so far.
  std::set<Entry> asked_ahead;
  PlayCounts played;
  /// The index of the next play that the method asks for, by entry.
  std::unordered_map<Entry, std::int64_t, game::EntryHash> places;
  std::uint64_t seed_of_plays;  // the seed from which each play's own seed is drawn
  /// Plays that were handed out ahead, by their seeds.
  std::unordered_map<std::int64_t, KeptPlay> out_ahead;
  std::unordered_map<std::int64_t, KeptPlay> left_behind;  // those that a freeze has passed over
  /// Whether plays were lost since the last freeze, or while plays were out that the file has as
  /// asked ahead. Results may have decided which were lost.
  bool plays_lost = false;
  /// Whether the file holds payoffs that the method has not asked for: see Ledger::notice_more.
  enum class MoreInFile : std::uint8_t { ignored, looked_for, found };
  MoreInFile more_in_file = MoreInFile::ignored;
  std::int64_t rounds = 0;
  std::int64_t recalled = 0;
  std::int64_t averaged_plays = 0;
  std::int64_t hedged = 0;
  Rechecked rechecked;
  std::vector<FailedEntry> failed;
  bool out_of_budget = false;
  std::vector<Entry> open;  // unanswered entries of a round that ended early, and maybe others
  std::string file_fault;
  std::int64_t unkept = 0;  // payoffs that came after the fault
};

}  // namespace allnash::asking
