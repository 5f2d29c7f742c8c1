#include "ledger/repeated.hpp"

#include <algorithm>

#include "exact/at.hpp"
#include "game/seen.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

Repeated::Repeated(bool may_vary, std::optional<double> fraction, std::uint64_t seed)
    : fraction_(fraction), seed_(seed), due_(may_vary && !fraction ? few : 0) {}

void Repeated::recall(std::int64_t before) { due_ = std::max<std::int64_t>(0, due_ - before); }

bool Repeated::chooses(Entry entry) const {
  if (!(fraction_ > 0)) return false;
  std::uint64_t word = game::EntryHash{}(entry) ^ (seed_ * 0x9e3779b97f4a7c15U);
  word = (word ^ (word >> 31U)) * 0x94d049bb133111ebU;
  return static_cast<double>(word >> 11U) * 0x1p-53 < *fraction_;
}

std::size_t Repeated::due(std::size_t entries, std::int64_t budget) const {
  return std::min(entries, at(std::max<std::int64_t>(0, std::min(due_ - count_, budget / 2))));
}

std::string Repeated::contradiction(Entry entry, const Rational& first, const Rational& second) {
  return sources::entry_name(entry) + " has two payoffs, " + first.to_string() + " and " +
         second.to_string() +
         ": payoffs must not change from one answer to the next; if they are random, see `noisy`";
}

}  // namespace allnash::ledger
