#include "payoffs/asking/round.hpp"

#include <algorithm>

#include "core/base/at.hpp"
#include "payoffs/asking/recheck.hpp"

namespace allnash::asking {

bool Ledger::Round::ask_open(std::int64_t reserved) {
  const bool fits = cut_to_budget(account_.budget_left() - reserved);
  if (!fits) account_.out_of_budget = true;
  if (account_.settings.planning && !(open_.empty() && account_.played.out.empty())) {
    write_plan();
    account_.plan = open_;
    return false;
  }
  return send() && fits && account_.file_fault.empty();
}

/// Cuts the open questions to the budget. False if not all of them fit.
bool Ledger::Round::cut_to_budget(std::int64_t left) {
  fresh_ = 0;
  const auto beyond = std::ranges::find_if(open_, [&](const Question& question) {
    if (paid_for(question)) return false;
    if (fresh_ >= left) return true;
    ++fresh_;
    return false;
  });
  if (beyond == open_.end()) return true;
  open_.erase(beyond, open_.end());
  cut_to(open_.size());
  return false;
}

std::vector<Question> Ledger::Round::next(std::size_t most) {
  if (stopped()) return {};
  const std::int64_t room = std::max<std::int64_t>(0, account_.budget_left() - due());
  return expected(std::min(most, at(room)));
}

void Ledger::Round::count() {
  if (!counted_) ++account_.rounds;
  counted_ = true;
}

bool Ledger::Round::recheck() {
  const LedgerSettings& settings = account_.settings;
  if (settings.recheck == 0 || settings.planning || settings.budget == 0 || !from_file() ||
      std::exchange(account_.rechecked.begun, true)) {
    return true;
  }
  return Recheck(account_).run();
}

}  // namespace allnash::asking
