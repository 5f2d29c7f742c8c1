// The plays of one run on disk, in an SQLite database that survives a crash: every play by its
// number, what was frozen before which, and the run that they belong to. docs/ledger.md describes
// the format.
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

struct KeptPlay {
  std::int64_t number = 0;
  Entry entry;
  std::optional<Rational>
      payoff;  ///< absent while it is only planned, or only its failure is known
  bool failed = false;
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
  /// What tells its run from others.
  [[nodiscard]] const Facts& run() const;
  [[nodiscard]] bool empty() const;  ///< when it was opened
  [[nodiscard]] std::optional<KeptPlay> recall(std::int64_t number);
  /// In the order of their numbers.
  void for_each(const std::function<void(const KeptPlay&)>& visit);
  /// Throws InputError for a file that is damaged.
  void check_soundness();
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
