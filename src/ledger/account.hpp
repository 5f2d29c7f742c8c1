// What a ledger keeps account of: what is known, what it took, and what ends it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "game/known.hpp"
#include "ledger/ledger.hpp"
#include "ledger/mirrored.hpp"
#include "ledger/planned.hpp"
#include "ledger/priced.hpp"
#include "ledger/repeated.hpp"

namespace allnash::ledger {

struct Ledger::Account {
  Account(Source& from, const LedgerSettings& how);

  /// True when nothing more may be asked.
  [[nodiscard]] bool ended() const {
    return settings.stop.stopped() || !file_fault.empty() || planned.made() || more_known;
  }
  /// What may still be asked of the source.
  [[nodiscard]] std::int64_t budget_left() const;
  /// Into the file, if there is one that takes more.
  void write(const std::function<void(Store&)>& put);
  /// Payoffs that the source has answered, and matches that it answered the other way round: onto
  /// the disk first. What the disk refuses is still true, and serves the partial answer.
  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors);
  /// Learns what the file has of an entry; false when that is nothing. Throws InputError for a
  /// payoff outside the range.
  [[nodiscard]] bool recall(Entry entry);
  [[nodiscard]] std::int64_t asked() const {
    return known->count() + mirrored.asked() + played.count;
  }

  Source& source;
  LedgerSettings settings;
  std::shared_ptr<game::Known> known;
  Mirrored mirrored;
  Repeated repeated;
  Priced priced;
  Planned planned;
  PlayCounts played;
  Store* file = nullptr;
  bool notices_more = false;
  bool more_known = false;
  std::int64_t rounds = 0;
  std::int64_t recalled = 0;
  std::int64_t averaged_plays = 0;
  bool out_of_budget = false;
  std::vector<Entry> open;  // of a round that ended early, what was not answered, and maybe more
  std::string file_fault;
  std::int64_t unkept = 0;  // payoffs that came after the fault
  std::function<void(const Waiting&)> on_waiting;
  std::function<bool(std::int64_t)> turn;
};

}  // namespace allnash::ledger
