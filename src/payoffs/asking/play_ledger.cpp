#include "payoffs/asking/play_ledger.hpp"

#include <algorithm>

#include "core/game/players.hpp"
#include "payoffs/asking/account.hpp"
#include "payoffs/asking/round.hpp"

namespace allnash::asking {

PlayLedger::PlayLedger(Ledger& ledger) : account_(*ledger.account_) {}

bool PlayLedger::play(std::span<const Entry> wanted, std::vector<Paid>& paid,
                      const NextPlays& next) {
  paid.clear();
  return !ended() && Ledger::Plays(account_, wanted, next).ask(paid);
}

bool PlayLedger::recall_past(Past& past) {
  Archive* const archive = account_.archive;
  if (archive == nullptr) {
    past.rows = game::all_below(account_.known->rows());
    past.columns = game::all_below(account_.known->columns());
    return true;
  }
  const Inherited& left = account_.inherited;
  past.rows = left.rows;
  past.columns = left.columns;
  past.may_grow = left.may_grow;
  past.frozen = archive->freezes(Archive::Kind::frozen);
  past.joined = archive->freezes(Archive::Kind::joined);
  past.frozen.resize(at(left.attempts));
  past.joined.resize(at(left.joined));
  return Ledger::Plays(account_, {}).recall_past(past.plays);
}

std::int64_t PlayLedger::freeze(std::int64_t attempt, const std::string& content) {
  return freeze(Archive::Kind::frozen, attempt, content);
}

std::int64_t PlayLedger::join(std::int64_t number, const std::string& content) {
  return freeze(Archive::Kind::joined, number, content);
}

std::int64_t PlayLedger::freeze(Archive::Kind kind, std::int64_t number,
                                const std::string& content) {
  const std::vector<Freeze> before =
      account_.archive != nullptr ? account_.archive->freezes(kind) : std::vector<Freeze>();
  if (number <= std::ssize(before)) {
    account_.pass_over_until(before[at(number - 1)].plays_before);
  } else {
    Ledger::Plays(account_, {}).leave_behind();
  }
  account_.write([&](Archive& file) { file.freeze(kind, number, {played().count, content}); });
  return played().count;
}

const PlayCounts& PlayLedger::played() const { return account_.played; }
bool PlayLedger::ended() const { return account_.ended() || account_.out_of_budget; }

void Ledger::Account::pass_over_until(std::int64_t number) {
  recalled += std::max<std::int64_t>(0, number - played.count);
  played.count = std::max(played.count, number);
}

}  // namespace allnash::asking
