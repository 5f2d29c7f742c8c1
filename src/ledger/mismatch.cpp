#include "ledger/mismatch.hpp"

#include <fmt/core.h>

#include <cmath>
#include <limits>

#include "allnash/error.hpp"
#include "exact/text.hpp"
#include "ledger/mirrored.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

using sources::entry_name;

namespace {

constexpr Index largest_side = std::numeric_limits<std::uint32_t>::max();

Rational payoff_in(Source& source, Entry entry) { return payoffs_of(source, {&entry, 1}).front(); }

}  // namespace

std::string short_text(const Rational& payoff) {
  const std::string text = payoff.to_string();
  const double value = payoff.to_double();
  if (text.size() <= 12 || !std::isfinite(value) || Rational::from_double(value) != payoff) {
    return printable(text);
  }
  return fmt::format("{}", value);
}

std::string outside(Entry entry, const Rational& payoff, const PayoffRange& range) {
  return entry_name(entry) + ": the payoff " + short_text(payoff) +
         " is outside the payoff range " + short_text(range.low) + "," + short_text(range.high);
}

void check_countable(Index rows, Index columns, bool symmetric) {
  const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
  if (rows < 1 || columns < 1) throw InputError("a game of " + shape + " has no entries");
  if (rows > largest_side || columns > largest_side) {
    throw InputError("a game of " + shape + " has too many entries to count");
  }
  if (symmetric && rows != columns) {
    throw InputError("a game of " + shape + " is not square, so not symmetric");
  }
}

void refuse_misfit(Source& source, const LedgerSettings& settings) {
  check_countable(source.rows(), source.columns(), settings.symmetric);
  if (settings.range && !source.random()) {
    if (const auto fault = source.range_fault(*settings.range)) {
      throw InputError(outside(*fault, payoff_in(source, *fault), *settings.range));
    }
  }
  if (!settings.symmetric) return;
  const Rational sum = mirror_sum(settings);
  if (const auto fault = source.symmetry_fault(sum)) {
    if (source.random()) {
      throw InputError(entry_name(*fault) +
                       " contradicts a symmetric game in this range: it and its mirror image do "
                       "not sum to " +
                       sum.to_string());
    }
    throw InputError(asymmetry(*fault, payoff_in(source, *fault),
                               payoff_in(source, {fault->column, fault->row}), settings));
  }
}

}  // namespace allnash::ledger
