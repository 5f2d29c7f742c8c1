// A ledger file opened for import, with entries numbered as in the given game. Either all of an
// import goes in or nothing, and a file that was made for it is then removed.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "allnash/ledger.hpp"
#include "store/store.hpp"

namespace allnash::lists {

using namespace store;

/// The payoff range of a game of chance. Throws InputError if the game does not have one.
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

  /// For messages: where a play comes from, where the ledger's own play of the entry comes from,
  /// and a word that follows the new payoff.
  struct Told {
    std::function<std::string()> where;
    std::function<std::string(Entry)> before = [](Entry) { return "in the ledger"; };
    std::string more = " here";
  };
  /// Adds a play that the file does not have; it lies in the range.
  void add(const KeptPlay& play);
  /// Replaces what the file has of the play.
  void put(const KeptPlay& play);
  /// Replaces an entry by the one that a symmetric game keeps for the pairing. Throws InputError
  /// for an entry outside the game.
  void settle(KeptPlay& play, const Told& told) const;
  /// Takes a payoff, or the outcome of a play that the file has: what it paid, or that it is lost.
  /// With `any`, takes also a play that the file does not have. Of two averages the one of more
  /// plays counts. Throws InputError if it contradicts what is known.
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
