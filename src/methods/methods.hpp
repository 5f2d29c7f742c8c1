// The methods: each a function of a run, in a file of its own.
#pragma once

#include <optional>
#include <string_view>

#include "allnash/options.hpp"
#include "allnash/progress.hpp"
#include "game/pair.hpp"
#include "payoffs/ledger.hpp"

namespace allnash::methods {

/// Bounds on the value that hold whatever the unseen entries are.
struct Bounds {
  std::optional<Rational> low;
  std::optional<Rational> high;
  void raise_low(const Rational& bound);
  void lower_high(const Rational& bound);
};

/// What a method works with.
struct Run {
  payoffs::Ledger& ledger;
  const Options& options;
  StopToken stop;
  Observer* observer = nullptr;
  StopToken::Clock::time_point start = StopToken::Clock::now();
  Bounds bounds = {};  ///< kept true by the method as it goes

  /// Tells the observer where the run is.
  void report(std::string_view stage) const;
  [[nodiscard]] double seconds() const;
};

/// A method returns the strictly complementary pair, or nothing when the run was stopped;
/// `run.bounds` then says what is known of the value.
using Method = std::optional<game::Pair> (*)(Run&);

std::optional<game::Pair> full(Run& run);

}  // namespace allnash::methods
