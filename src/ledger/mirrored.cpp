#include "ledger/mirrored.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

#include "exact/at.hpp"
#include "exact/text.hpp"
#include "ledger/ledger.hpp"
#include "ledger/mismatch.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

using sources::entry_name;

namespace {

/// The number that a double is printed as; itself where it is no double.
Rational as_decimal(const Rational& payoff) {
  const double value = payoff.to_double();
  if (!std::isfinite(value) || Rational::from_double(value) != payoff) return payoff;
  return Rational::parse(shortest_text(value));
}

/// What helps where two payoffs do not add up to the sum. What is near only chooses the advice: the
/// game is refused in any case.
std::string advice(const Rational& a, const Rational& b, const Rational& sum,
                   const LedgerSettings& as) {
  constexpr double near = 1e-9;
  const auto misses = [&](const Rational& aim) { return (a + b - aim).to_double(); };
  const bool rates = a.sign() >= 0 && b.sign() >= 0 && std::abs(misses(1)) <= near;
  if (!as.range && rates) return "win rates need `payoff-range 0,1`";
  const double size = std::max(std::abs(a.to_double()), std::abs(b.to_double()));
  if (std::abs(misses(sum)) <= near * size) {
    const bool decimals = as_decimal(a) + as_decimal(b) == sum;
    return fmt::format(
        "floats, which are binary, miss that by {:.1g}; {}give them as decimals, in text",
        std::abs(misses(sum)), decimals ? "" : "round them, and ");
  }
  return "solve it as one that is not symmetric";
}

}  // namespace

Mirrored::Mirrored(const Source& source, const LedgerSettings& settings)
    : source_(source), symmetric_(settings.symmetric) {}

void Mirrored::recall(std::int64_t before) {
  if (std::exchange(told_, true) || !symmetric_ || source_.tells_symmetry()) return;
  asked_ = recalled_ = std::min(before, checks);
}

std::size_t Mirrored::due(std::size_t matches, std::int64_t budget) const {
  if (!symmetric_ || asked_ >= checks || source_.tells_symmetry()) return 0;
  return std::min(matches, at(std::min(checks - asked_, budget / 2)));
}

// Spread over the matches, so that not all are of one player.
std::vector<Entry> Mirrored::of(std::span<const Entry> matches, std::size_t count) {
  std::vector<Entry> mirrors;
  for (std::size_t t = 0; t < count; ++t) {
    const Entry match = matches[matches.size() * t / count];
    mirrors.push_back({match.column, match.row});
  }
  return mirrors;
}

Rational mirror_sum(const LedgerSettings& settings) {
  if (settings.sum) return *settings.sum;
  return settings.range ? settings.range->low + settings.range->high : Rational(0);
}

namespace {

// A file's 0.564 as it is written there.
std::string written_text(const Rational& payoff) {
  constexpr std::size_t most_places = 8;
  const std::string decimal = payoff.is_integer() ? "" : finite_decimal(payoff, most_places);
  return decimal.empty() ? short_text(payoff) : decimal;
}

}  // namespace

std::string asymmetry(Entry entry, const Rational& a, const Rational& b, const LedgerSettings& as) {
  const Rational sum = mirror_sum(as);
  std::string text = entry_name(entry) + " contradicts a symmetric game: ";
  if (entry.row == entry.column) {
    text += "it is " + written_text(a) + " and must be " + written_text(sum / Rational(2));
  } else {
    text += "it is " + written_text(a) + " and " + entry_name({entry.column, entry.row}) + " is " +
            written_text(b) + ", and the two must add up to " + written_text(sum);
  }
  return text + "; " + advice(a, b, sum, as);
}

}  // namespace allnash::ledger
