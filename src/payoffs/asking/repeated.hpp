// Payoffs that are asked twice and compared: a fraction of all, if the user wants it. Otherwise a
// few of the first ones, if the source may be non-deterministic.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/base/at.hpp"
#include "core/game/seen.hpp"

namespace allnash::asking {

class Repeated {
 public:
  /// Number of payoffs that are asked again by default. A fair coin passes with probability 2^-8.
  static constexpr std::int64_t few = 8;

  /// `fraction` as Options::check_repeat; the seed chooses the entries.
  Repeated(bool may_vary, std::optional<double> fraction, std::uint64_t seed)
      : fraction_(fraction), seed_(seed), due_(may_vary && !fraction ? few : 0) {}

  /// Sets the number of payoffs that earlier runs have asked again by default.
  void recall(std::int64_t before) { due_ = std::max<std::int64_t>(0, due_ - before); }
  /// Whether the user wants this one twice: by a hash, so that the entries do not depend on the
  /// file or on the source.
  [[nodiscard]] bool chooses(Entry entry) const {
    if (!(fraction_ > 0)) return false;
    std::uint64_t word = game::EntryHash{}(entry) ^ (seed_ * 0x9e3779b97f4a7c15U);
    word = (word ^ (word >> 31U)) * 0x94d049bb133111ebU;
    return static_cast<double>(word >> 11U) * 0x1p-53 < *fraction_;
  }
  /// Number of entries that are re-asked to check that the source is deterministic. The budget pays
  /// for both questions.
  [[nodiscard]] std::size_t due(std::size_t entries, std::int64_t budget) const {
    return std::min(entries, at(std::max<std::int64_t>(0, std::min(due_ - count_, budget / 2))));
  }

  void count() { ++count_; }
  [[nodiscard]] std::int64_t repeats() const { return count_; }
  /// The number of second questions that the budget pays for.
  [[nodiscard]] std::int64_t paid() const { return fraction_ ? 0 : count_; }

 private:
  std::optional<double> fraction_;
  std::uint64_t seed_;
  std::int64_t due_;
  std::int64_t count_ = 0;
};

}  // namespace allnash::asking
