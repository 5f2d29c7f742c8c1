// The history of the runs that filled a ledger file: which payoffs each round asked, how the bounds
// closed, and where the last run stands. Reports are made from it; no answer rests on it.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "allnash/source.hpp"
#include "payoffs/asking/entry_runs.hpp"
#include "payoffs/file/fact_table.hpp"

namespace allnash::file {

using asking::EntryRuns;
using asking::runs_of;

class RunLog {
 public:
  /// The facts must outlive the log.
  explicit RunLog(FactTable& facts) : facts_(facts) {}

  // Require an open transaction. Throw sqlite::Error.
  void add_asked(std::int64_t round, std::span<const Entry> asked);
  void add_point(const Facts& point);
  /// Adds to the number of payoffs that were asked twice and agreed.
  void add_repeated(std::int64_t count) {
    facts_.append(FactTable::repeated, "", std::to_string(count));
  }
  /// Replaces the previous state.
  void set_state(const Facts& state);

  // Reading; empty if nothing was recorded. Throw sqlite::Error, and InputError for a row that does
  // not match its checksum.
  [[nodiscard]] Facts state() const;
  [[nodiscard]] std::int64_t repeated() const;  ///< the total
  void for_each_point(const std::function<void(const Facts&)>& visit) const;
  void for_each_asked(const std::function<void(std::int64_t round, const EntryRuns&)>& visit) const;

 private:
  FactTable& facts_;
};

}  // namespace allnash::file
