// A file that is open for what comes from outside, with entries numbered as in the game given. All
// of it goes in, or nothing, and then what it made is gone.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "allnash/ledger.hpp"
#include "ledger/asked_plays.hpp"
#include "ledger/store.hpp"

namespace allnash::ledger {

LedgerShape shape_of(const LedgerGame& game);

class Intake {
 public:
  /// Throws InputError.
  Intake(const std::string& path, LedgerGame game);
  ~Intake();
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  [[nodiscard]] Imported& count() { return count_; }
  [[nodiscard]] Store& store() { return *store_; }
  /// Of a game of chance: the plays that the file has.
  [[nodiscard]] AskedPlays& asked();
  void forget_identity() { batch_->forget_identity(); }

  /// The entry that a symmetric game has in place of this one, with its payoff. Throws InputError
  /// for an entry outside the game.
  Entry settle(Entry entry, std::optional<Rational>& payoff, const Where& where) const;

  /// Says where a payoff that is known came from.
  using Before = std::function<std::string(Entry)>;
  /// A payoff; `what` says more of it. With plays above 0 it is their average; of an average that
  /// is known the larger number counts. Throws InputError for one that contradicts what is known.
  void add(Entry entry, const Rational& payoff, const Where& where, const Before& before,
           const std::string& what = "", std::int64_t plays = 0);

  Imported finish();

 private:
  [[nodiscard]] std::string name_of(Entry entry) const;

  std::string path_;
  LedgerGame game_;
  std::unique_ptr<Store> store_;
  std::optional<Store::Batch> batch_;
  std::optional<AskedPlays> asked_;
  Imported count_;
  bool done_ = false;
};

}  // namespace allnash::ledger
