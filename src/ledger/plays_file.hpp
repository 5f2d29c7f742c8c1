// The plays of one run on disk, in an SQLite database that survives a crash: every play by its
// number from the moment that it is handed out, what was frozen before which, and the run that they
// belong to. Every line has a seal. docs/ledger.md describes the format.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"
#include "ledger/facts.hpp"

namespace allnash::ledger {

/// A play is in the file from the moment that it is handed out.
struct KeptPlay {
  std::int64_t number = 0;
  Entry entry;
  std::optional<Rational> payoff = {};  ///< absent until it is answered
  /// It failed, or never came back, perhaps because of what it paid. That stays so, whatever is
  /// known of it later.
  bool lost = false;
  bool planned = false;  ///< a plan handed it out: what it paid is imported

  [[nodiscard]] bool settled() const { return payoff || lost; }
};

class PlaysFile {
 public:
  /// Opens the file, or makes it when it is not there. Throws InputError: the file of another run,
  /// a file in use, damaged or of another program, or one that cannot be made.
  PlaysFile(const std::string& path, const Facts& run);
  /// Opens a file that is there, of whatever run.
  explicit PlaysFile(const std::string& path);
  ~PlaysFile();
  PlaysFile(const PlaysFile&) = delete;
  PlaysFile& operator=(const PlaysFile&) = delete;

  [[nodiscard]] const std::string& name() const;
  [[nodiscard]] static int version();  ///< of the format
  /// What tells its run from others.
  [[nodiscard]] const Facts& run() const;
  [[nodiscard]] bool empty() const;  ///< when it was opened
  [[nodiscard]] std::optional<KeptPlay> recall(std::int64_t number);
  /// In the order of their numbers.
  void for_each(const std::function<void(const KeptPlay&)>& visit);
  /// Throws InputError for a file that is damaged.
  void check_soundness();
  /// Visits what is sound of a file that is damaged, as far as it can be read from either end.
  /// Returns how many plays it met that are not.
  std::int64_t salvage(const std::function<void(const KeptPlay&)>& visit);
  [[nodiscard]] std::int64_t attempts();  ///< frozen so far
  /// Together or not at all; a play that is there already is replaced. When it returns they survive
  /// the death of the process. Throws LedgerWriteError.
  void record(std::span<const KeptPlay> plays);
  /// Throws LedgerWriteError, or InputError when the attempt is there with another content.
  void freeze(std::int64_t attempt, std::int64_t plays_before, const std::string& content);

 private:
  struct Store;
  std::unique_ptr<Store> store_;
};

}  // namespace allnash::ledger
