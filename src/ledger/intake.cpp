#include "ledger/intake.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

#include "exact/text.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {

LedgerShape shape_of(const LedgerGame& game) {
  return {game.rows, game.columns, game.symmetric, game.row_labels, game.column_labels, game.sum};
}

Intake::Intake(const std::string& path, LedgerGame game)
    : path_(path), game_(std::move(game)), store_(std::make_unique<Store>(path, game_, true)) {
  if (!store_->writable()) sources::refuse(path, "may only be read");
  count_.made = store_->created();
  batch_.emplace(*store_);
}

Intake::~Intake() {
  const bool remove = !done_ && store_->created();
  batch_.reset();
  store_.reset();
  std::error_code ignored;
  if (remove) std::filesystem::remove(path_, ignored);
}

AskedPlays& Intake::asked() {
  if (!asked_) asked_.emplace(*store_, count_);
  return *asked_;
}

std::string Intake::name_of(Entry entry) const {
  if (game_.row_labels.empty() && game_.column_labels.empty()) return sources::entry_name(entry);
  const auto word = [](const std::vector<std::string>& labels, Index number) {
    return labels.empty() ? std::to_string(number) : allnash::quoted(labels[at(number)]);
  };
  return "the entry of " + word(game_.row_labels, entry.row) + " and " +
         word(game_.column_labels, entry.column);
}

Entry Intake::settle(Entry entry, std::optional<Rational>& payoff, const Where& where) const {
  if (entry.row < 0 || entry.row >= game_.rows || entry.column < 0 ||
      entry.column >= game_.columns) {
    sources::refuse(where(), fmt::format("{} lies outside the game of {} x {}",
                                         sources::entry_name(entry), game_.rows, game_.columns));
  }
  if (!game_.symmetric || entry.row <= entry.column) return entry;
  if (payoff) *payoff = game_.sum - *payoff;
  return {entry.column, entry.row};
}

void Intake::add(Entry entry, const Rational& payoff, const Where& where, const Before& before,
                 const std::string& what, std::int64_t plays) {
  if (game_.symmetric && entry.row == entry.column) {
    const Rational half = game_.sum / Rational(2);
    if (payoff == half) return;
    sources::refuse(where(), name_of(entry) + " of a symmetric game is " + half.to_string() +
                                 ", not " + payoff.to_string());
  }
  KeptPlay known;
  if (!store_->recall(entry, known)) {
    known = {entry};
    known.payoff = payoff;
    known.plays = plays;
    batch_->add(std::move(known));
    ++count_.added;
    return;
  }
  if (known.payoff != payoff) {
    sources::refuse(where(), name_of(entry) + " has two payoffs, " + known.payoff->to_string() +
                                 " " + before(entry) + " and " + payoff.to_string() + what);
  }
  if (known.plays > 0 && plays > known.plays) {
    known.plays = plays;
    batch_->put(std::move(known));
  }
  ++count_.known;
}

Imported Intake::finish() {
  if (asked_) {
    for (const KeptPlay& play : asked_->changed()) batch_->put(play);
  }
  batch_->commit();
  done_ = true;
  count_.shape = shape_of(store_->game());
  return count_;
}

}  // namespace allnash::ledger
