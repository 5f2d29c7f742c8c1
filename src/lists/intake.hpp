// A file that is open for what comes from outside, with entries numbered as in the game given. All
// of it goes in, or nothing, and then what it made is gone.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "allnash/ledger.hpp"
#include "store/store.hpp"

namespace allnash::lists {

using namespace store;

/// Of a game of chance. Throws InputError where it is not told.
PayoffRange range_of(const std::string& path, const LedgerGame& game);

/// What a file says of its game; nothing where there is no file or an empty one.
/// Throws InputError.
std::optional<LedgerGame> game_in(const std::string& path);

class Intake {
 public:
  /// A file that may only be read is refused, or takes nothing in. Throws InputError.
  enum class Reading { refused, allowed };
  Intake(const std::string& path, LedgerGame game, Reading reading = Reading::refused);
  ~Intake();
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  [[nodiscard]] Imported& count() { return count_; }
  [[nodiscard]] Store& store() { return *store_; }
  void forget_identity() { batch_->forget_identity(); }
  [[nodiscard]] bool writable() const { return batch_.has_value(); }

  /// For messages: where something is told, where the ledger has what it knows from, and what more
  /// is to be said of what is told.
  struct Told {
    std::function<std::string()> where;
    std::function<std::string(Entry)> before = [](Entry) { return "in the ledger"; };
    std::string more = " here";
  };
  /// Adds a play that the file does not have; it lies in the range.
  void add(const KeptPlay& play);
  /// In place of what the file has of it.
  void put(const KeptPlay& play);
  /// Makes of an entry the one that a symmetric game has in its place. Throws InputError for one
  /// outside the game.
  void settle(KeptPlay& play, const Told& told) const;
  /// A payoff, or what a play that the file has paid, or that it is lost; with `any` also a play
  /// that the file does not have. Of an average the larger number of plays counts. Throws
  /// InputError for what contradicts what is known.
  void take(const KeptPlay& play, const Told& told, bool any = false);

  Imported finish();

 private:
  [[nodiscard]] std::string name_of(const KeptPlay& play) const;
  void check_diagonal(const KeptPlay& play, const Told& told) const;
  void check_range(const KeptPlay& play, const Told& told) const;
  void agree_on_number(KeptPlay& known, const KeptPlay& play, const Told& told);
  void answer(KeptPlay& known, const KeptPlay& play);

  std::string path_;
  LedgerGame game_;
  std::unique_ptr<Store> store_;
  std::optional<Store::Batch> batch_;
  std::optional<PayoffRange> range_;  // of a game of chance
  Imported count_;
  bool done_ = false;
};

}  // namespace allnash::lists
