// Payoffs that are asked twice and compared: a fraction of all where the user wants that, and else
// a few of the first where nobody vouches that they are the same each time.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"

namespace allnash::ledger {

class Repeated {
 public:
  /// So many are asked twice unasked. Coins of even chances pass all of them with probability 2^-8.
  static constexpr std::int64_t few = 8;

  /// `fraction` as Options::check_repeat; the seed chooses which.
  Repeated(bool may_vary, std::optional<double> fraction, std::uint64_t seed);

  /// So many have been asked twice, unasked, by runs before this one.
  void recall(std::int64_t before);
  /// Whether the user wants this one twice: by a hash, so that it is the same entries whatever is
  /// in the file and whoever answers.
  [[nodiscard]] bool chooses(Entry entry) const;
  /// How many of so many entries are to be asked twice unasked; the budget is for both.
  [[nodiscard]] std::size_t due(std::size_t entries, std::int64_t budget) const;

  void count() { ++count_; }
  [[nodiscard]] std::int64_t repeats() const { return count_; }
  /// Those that the budget pays for.
  [[nodiscard]] std::int64_t paid() const { return fraction_ ? 0 : count_; }

  /// What is said of an entry with two payoffs.
  [[nodiscard]] static std::string contradiction(Entry entry, const Rational& first,
                                                 const Rational& second);

 private:
  std::optional<double> fraction_;
  std::uint64_t seed_;
  std::int64_t due_;
  std::int64_t count_ = 0;
};

}  // namespace allnash::ledger
