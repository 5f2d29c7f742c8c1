// A ledger file opened for import, with entries numbered as in the given game. Either all of an
// import goes in or nothing, and a file that was made for it is then removed.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "allnash/ledger.hpp"
#include "core/base/text.hpp"
#include "league/reading/match_list.hpp"
#include "payoffs/file/store.hpp"

namespace allnash::reading {

using namespace file;

/// The payoff range of a game of chance. Throws InputError if the game does not have one.
inline PayoffRange range_of(const std::string& path, const LedgerGame& game) {
  const std::string ends = fact(game.run, "payoff-range");
  const std::size_t comma = std::min(ends.find(','), ends.size());
  try {
    return PayoffRange{
        Rational::parse(ends.substr(0, comma)),
        Rational::parse(std::string_view(ends).substr(std::min(comma + 1, ends.size())))};
  } catch (const std::invalid_argument&) {
    allnash::refuse(path, "damaged: it does not say the payoff-range of its run");
  }
}

/// The game in a file; nothing if the file is missing or empty. Throws InputError.
inline std::optional<LedgerGame> game_in(const std::string& path) {
  if (!std::filesystem::exists(path)) return {};
  try {
    return Store(path, Store::Use::game).game();
  } catch (const EmptyLedger&) {
    return {};
  }
}

/// How the matches of a log were given, in a word.
std::string word_of(MatchLog::Form form);

class Intake {
 public:
  /// Whether a read-only file is refused, or opened to be read only. Throws InputError.
  enum class Reading { refused, allowed };
  Intake(const std::string& path, LedgerGame game, Reading reading = Reading::refused)
      : path_(path), game_(std::move(game)), store_(std::make_unique<Store>(path, game_, true)) {
    if (game_.by_play()) range_ = range_of(path, game_);
    count_.made = store_->created();
    if (store_->writable()) {
      batch_.emplace(*store_);
    } else if (reading == Reading::refused) {
      allnash::refuse(path, "may only be read");
    }
  }

  ~Intake() {
    const bool remove = !done_ && store_->created();
    batch_.reset();
    store_.reset();
    std::error_code ignored;
    if (remove) std::filesystem::remove(path_, ignored);
  }

  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  [[nodiscard]] Imported& count() { return count_; }
  [[nodiscard]] Store& store() { return *store_; }
  void forget_identity() { batch_->forget_identity(); }
  [[nodiscard]] bool writable() const { return batch_.has_value(); }

  /// Words for messages: the origin of the play, the origin of the ledger's own play of the entry,
  /// and a word that follows the new payoff.
  struct Wording {
    std::function<std::string()> where;
    std::function<std::string(Entry)> before = [](Entry) { return "in the ledger"; };
    std::string more = " here";
  };
  /// Adds a play that the file does not have. Requires a payoff in the range.
  void add(const KeptPlay& play) {
    if (!batch_) allnash::refuse(path_, "may only be read, and these matches are not in it");
    batch_->add(play);
    ++count_.added;
  }

  /// Replaces the recorded play.
  void put(const KeptPlay& play) {
    if (!batch_) allnash::refuse(path_, "may only be read");
    batch_->put(play);
  }

  /// Replaces an entry by the one under which a symmetric game keeps the pairing. Throws InputError
  /// for an entry outside the game.
  void settle(KeptPlay& play, const Wording& wording) const {
    const Entry entry = play.entry;
    if (entry.row < 0 || entry.row >= game_.rows || entry.column < 0 ||
        entry.column >= game_.columns) {
      allnash::refuse(wording.where(), fmt::format("{} lies outside the game of {} x {}",
                                                   entry_name(entry), game_.rows, game_.columns));
    }
    if (!game_.symmetric || entry.row <= entry.column) return;
    play.entry = {entry.column, entry.row};
    if (play.payoff) *play.payoff = game_.sum - *play.payoff;
  }

  /// Records a payoff, or the result of a recorded play: its payoff, or that it is lost. With
  /// `any`, also a play that was not recorded. Of two averages the one of more plays counts. Throws
  /// InputError for a contradiction.
  void take(const KeptPlay& play, const Wording& wording, bool any = false) {
    const bool on_diagonal = game_.symmetric && play.entry.row == play.entry.column;
    const bool is_payoff = play.origin == Origin::payoff;
    if (on_diagonal && is_payoff) return check_diagonal(play, wording);
    KeptPlay known;
    if (!store_->recall(play, known)) {
      if (!is_payoff && !any) {
        allnash::refuse(
            wording.where(),
            fmt::format("no plan of this run has asked for a play of {} with the seed {}",
                        entry_name(play.entry), listed_seed(play)));
      }
      check_range(play, wording);
      batch_->add(play);
      count_.added += play.payoff ? 1 : 0;
      count_.lost += play.lost ? 1 : 0;
      return;
    }
    check_range(play, wording);
    const bool both = known.payoff && (play.payoff || (play.lost && !any));
    if (both && known.payoff != play.payoff) {
      allnash::refuse(wording.where(), name_of(play) + " has two payoffs, " + payoff_text(known) +
                                           " " + wording.before(play.entry) + " and " +
                                           payoff_text(play) + wording.more);
    }
    if (any) agree_on_number(known, play, wording);
    answer(known, play);
  }

  Imported finish() {
    batch_->commit();
    done_ = true;
    count_.shape = shape_of(store_->game());
    return count_;
  }

 private:
  static std::string payoff_text(const KeptPlay& play) {
    return play.payoff ? play.payoff->to_string() : "lost";
  }

  [[nodiscard]] std::string name_of(const KeptPlay& play) const {
    if (play.origin != Origin::payoff) {
      return fmt::format("the play with the seed {}", listed_seed(play));
    }
    if (game_.row_labels.empty() && game_.column_labels.empty()) {
      return entry_name(play.entry);
    }
    const auto word = [](const std::vector<std::string>& labels, Index number) {
      return labels.empty() ? std::to_string(number) : in_quotes(labels[at(number)]);
    };
    return "the entry of " + word(game_.row_labels, play.entry.row) + " and " +
           word(game_.column_labels, play.entry.column);
  }

  void check_diagonal(const KeptPlay& play, const Wording& wording) const {
    const Rational half = game_.sum / Rational(2);
    if (play.payoff == half) return;
    allnash::refuse(wording.where(), name_of(play) + " of a symmetric game is " + half.to_string() +
                                         ", not " + payoff_text(play));
  }

  void check_range(const KeptPlay& play, const Wording& wording) const {
    if (!range_ || !play.payoff) return;
    const std::string fault = fault_of_play(play.entry, *play.payoff, *range_);
    if (!fault.empty()) allnash::refuse(wording.where(), fault);
  }

  /// Two files may belong to one run: one may have used a play that the other only asked ahead.
  void agree_on_number(KeptPlay& known, const KeptPlay& play, const Wording& wording) {
    if (known.number == play.number || play.is_ahead()) return;
    if (!known.is_ahead()) {
      allnash::refuse(
          wording.where(),
          fmt::format("of another run: {} is its play {} here and play {} {}", name_of(play),
                      *play.number, *known.number, wording.before(play.entry)));
    }
    known.number = play.number;
    batch_->put(known);
  }

  void answer(KeptPlay& known, const KeptPlay& play) {
    if (known.plays > 0 && play.plays > known.plays) {
      known.plays = play.plays;
      batch_->put(known);
    }
    // A play that was given up counts as lost; its payoff comes too late.
    if (known.lost && !known.payoff && play.payoff) {
      ++count_.late;
    } else if (known.lost || (known.payoff && !play.lost)) {
      ++count_.known;
    } else if (play.settled()) {
      if (!known.payoff) known.payoff = play.payoff;
      known.lost = play.lost;
      batch_->put(known);
      ++(known.lost ? count_.lost : count_.added);
    }
  }

  std::string path_;
  LedgerGame game_;
  std::unique_ptr<Store> store_;
  std::optional<Store::Batch> batch_;
  std::optional<PayoffRange> range_;  // of a game of chance
  Imported count_;
  bool done_ = false;
};

}  // namespace allnash::reading
