#include "payoffs/asking/mismatch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "payoffs/asking/archive.hpp"

namespace allnash::asking {

namespace {

constexpr Index largest_side = std::numeric_limits<std::uint32_t>::max();

Rational payoff_in(Source& source, Entry entry) { return payoffs_of(source, {&entry, 1}).front(); }

/// The decimal number that a double is printed as. A payoff that is no double stays as it is.
Rational as_decimal(const Rational& payoff) {
  const double value = payoff.to_double();
  return std::isfinite(value) && Rational::from_double(value) == payoff ? Rational(value) : payoff;
}

/// A payoff in the usual notation: a double is printed as its shortest decimal.
std::string short_text(const Rational& payoff) {
  const std::string text = payoff.to_string();
  const double value = payoff.to_double();
  if (text.size() <= 12 || !std::isfinite(value) || as_decimal(payoff) != Rational(value)) {
    return printable(text);
  }
  return shortest_text(value);
}

// Prints the 0.564 of a file as it is written there.
std::string written_text(const Rational& payoff) {
  constexpr std::size_t most_places = 8;
  const std::string decimal = payoff.is_integer() ? "" : finite_decimal(payoff, most_places);
  return decimal.empty() ? short_text(payoff) : decimal;
}

/// "'Ann' against 'Bob'", or "entry (0, 1)" where there are no names.
std::string match_name(Entry entry, const Labels& labels) {
  if (labels.rows.empty() || labels.columns.empty()) return entry_name(entry);
  return in_quotes(labels.rows[at(entry.row)]) + " against " +
         in_quotes(labels.columns[at(entry.column)]);
}

/// Advice for two payoffs that do not add up to the sum. Whether they nearly do only chooses the
/// advice: the game is refused in any case.
std::string advice(const Rational& a, const Rational& b, const Rational& sum,
                   const LedgerSettings& as, const std::optional<PayoffRange>& range) {
  constexpr double near = 1e-9;
  const auto misses = [&](const Rational& aim) { return (a + b - aim).to_double(); };
  const bool rates = a.sign() >= 0 && b.sign() >= 0 && std::abs(misses(1)) <= near;
  if (!as.range && rates) return "win rates need `payoff-range 0,1`";
  const double size = std::max(std::abs(a.to_double()), std::abs(b.to_double()));
  if (std::abs(misses(sum)) <= near * size) {
    const std::string much = fmt::format("{:.1g}", std::abs(misses(sum)));
    if (as_decimal(a) == a && as_decimal(b) == b) {
      return "they miss that by " + much +
             ", as payoffs do that were computed in floating point; "
             "round them";
    }
    const bool decimals = as_decimal(a) + as_decimal(b) == sum;
    return "floats, which are binary, miss that by " + much + "; " +
           (decimals ? "" : "round them, and ") + "give them as decimals, in text";
  }
  if (!as.range && range) {
    return "matches that pay " + written_text(range->low + range->high) +
           " together need `payoff-range " + written_text(range->low) + "," +
           written_text(range->high) + "`";
  }
  return "solve it as one that is not symmetric";
}

}  // namespace

std::string outside(Entry entry, const Rational& payoff, const PayoffRange& range) {
  return entry_name(entry) + ": the payoff " + short_text(payoff) +
         " is outside the payoff range " + short_text(range.low) + "," + short_text(range.high);
}

std::string asymmetry(Entry entry, const Rational& a, const Rational& b, const LedgerSettings& as,
                      Source& source) {
  const Rational sum = as.match_sum();
  const Labels& labels = source.labels();
  std::string text = match_name(entry, labels) + " contradicts a symmetric game: ";
  if (entry.row == entry.column) {
    text += "it is " + written_text(a) + " and must be " + written_text(sum / Rational(2));
  } else {
    text += "it is " + written_text(a) + " and " + match_name({entry.column, entry.row}, labels) +
            " is " + written_text(b) + ", and the two must add up to " + written_text(sum);
  }
  const auto range = range_of_matches(source);
  const bool half = entry.row == entry.column && as.range && range &&
                    range->low + range->high == sum && !labels.rows.empty();
  return text + "; " + (half ? "leave cells of the diagonal empty" : advice(a, b, sum, as, range));
}

std::string changed(const Question& asked, const Rational& before, const Rational& now,
                    const LedgerSettings& as) {
  const bool play = asked.seed != 0;
  std::string text = as.file->name() + ": of another game: there " +
                     (play ? "the play of " + entry_name(asked.entry) + " with seed " +
                                 std::to_string(asked.seed) + " paid "
                           : entry_name(asked.entry) + " is ") +
                     written_text(before) + ", and asked again it " + (play ? "pays " : "is ") +
                     written_text(now);
  if (as_decimal(before) == as_decimal(now)) {
    return text +
           "; that is one float, read as a decimal and as a binary number: read it as before "
           "(`decimals`)";
  }
  if (!as.other_hint.empty()) text += " (" + as.other_hint + ")";
  if (play) {
    return text +
           "; a game that has changed needs another ledger file, and one that does not draw "
           "all its chances from the seed is not `seeded`";
  }
  return text +
         "; a game that has changed needs another ledger file; if payoffs are random, see "
         "`noisy`";
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
  const SelfCheck* const check = source.self_check();
  if (check == nullptr) return;
  if (settings.range && !source.traits().random) {
    if (const auto fault = check->range_fault(*settings.range)) {
      throw InputError(outside(*fault, payoff_in(source, *fault), *settings.range));
    }
  }
  if (!settings.symmetric) return;
  const Rational sum = settings.match_sum();
  if (const auto fault = check->symmetry_fault(sum)) {
    if (source.traits().random) {
      throw InputError(entry_name(*fault) +
                       " contradicts a symmetric game in this range: it and its mirror image do "
                       "not sum to " +
                       sum.to_string());
    }
    throw InputError(asymmetry(*fault, payoff_in(source, *fault),
                               payoff_in(source, {fault->column, fault->row}), settings, source));
  }
}

}  // namespace allnash::asking

namespace allnash {

std::optional<PayoffRange> range_of_matches(Source& game) {
  constexpr Index most = 2000;
  const SelfCheck* const check = game.self_check();
  constexpr Index fewest = 3;  // strategies: one match alone always pays the same
  const Index strategies = game.rows();
  if (check == nullptr || strategies != game.columns()) return {};
  if (strategies < fewest || strategies > most) return {};
  std::optional<Rational> sum;
  Rational least;
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = row + 1; column < game.columns(); ++column) {
      const Entry one{row, column};
      const Entry other{column, row};
      if (!check->agrees(one, 0) || !check->agrees(other, 0)) continue;  // blank cells
      const Rational a = asking::payoff_in(game, one);
      const Rational b = asking::payoff_in(game, other);
      if (sum && a + b != *sum) return {};
      sum = a + b;
      least = std::min({least, a, b});
    }
  }
  if (!sum || sum->sign() <= 0) return {};
  return PayoffRange{least, *sum - least};
}

}  // namespace allnash
