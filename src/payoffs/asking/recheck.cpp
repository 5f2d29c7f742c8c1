#include "payoffs/asking/recheck.hpp"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "payoffs/asking/mismatch.hpp"
#include "payoffs/sources/answer.hpp"

namespace allnash::asking {

/// Averages of plays are left out: nobody can ask for one.
void Ledger::Recheck::draw() {
  struct Drawn {
    std::uint64_t lot;
    Question question;
    Rational payoff;
    bool operator<(const Drawn& other) const {
      return std::tuple(lot, question.entry, question.seed) <
             std::tuple(other.lot, other.question.entry, other.question.seed);
    }
  };
  const bool plays = account_.source.traits().random;
  std::vector<Drawn> heap;  // those with the smallest lots
  account_.archive->for_each([&](const KeptPlay& kept) {
    const bool asked = kept.origin == (plays ? Origin::asked : Origin::payoff);
    if (!asked || !kept.payoff || kept.plays > 0) return;
    Hash hash;
    hash.add(account_.settings.seed);
    hash.add(static_cast<std::uint64_t>(kept.entry.row));
    hash.add(static_cast<std::uint64_t>(kept.entry.column));
    hash.add(static_cast<std::uint64_t>(kept.seed));
    const Question question{kept.entry, static_cast<std::uint64_t>(kept.seed)};
    heap.push_back({hash.value(), question, *kept.payoff});
    std::ranges::push_heap(heap, std::less());
    if (std::ssize(heap) <= account_.settings.recheck) return;
    std::ranges::pop_heap(heap, std::less());
    heap.pop_back();
  });
  std::ranges::sort(heap, std::less());
  for (Drawn& one : heap) {
    asked_.push_back(one.question);
    known_.push_back(std::move(one.payoff));
  }
  left_ = asked_.size();
}

bool Ledger::Recheck::run() {
  draw();
  if (!asked_.empty()) sources::answer(account_.source, asked_, *this, account_.settings.threads);
  if (fault_) std::rethrow_exception(fault_);
  return left_ == 0;
}

void Ledger::Recheck::take(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
  left_ -= which.size();
  for (std::size_t t = 0; t < which.size() && !fault_; ++t) {
    const Rational& before = known_[which[t]];
    if (payoffs[t] == before) {
      ++account_.rechecked.agreed;
      continue;
    }
    fault_ = std::make_exception_ptr(
        InputError(changed(asked_[which[t]], before, payoffs[t], account_.settings)));
  }
}

bool Ledger::Recheck::do_without(std::size_t which, std::string& why) {
  --left_;
  account_.rechecked.failed.push_back({asked_[which].entry, {}, why});
  return true;
}

}  // namespace allnash::asking
