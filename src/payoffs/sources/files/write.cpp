// Writes a game to a stream, a whole row or a whole column at a time, so that no more of it is ever
// held. If the stream fails, writing stops asking for payoffs; handling the failure is up to the
// stream's owner.
#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <ostream>
#include <utility>

#include "allnash/game.hpp"
#include "allnash/run.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"
#include "core/exact/printed.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash {
namespace {

// Asks for one row, or one column, at a time.
class LineByLine {
 public:
  LineByLine(Source& game, sources::Layout layout)
      : game_(game),
        by_row_(layout == sources::Layout::by_row),
        entries_(at(by_row_ ? game.columns() : game.rows())) {}

  [[nodiscard]] Index count() const { return by_row_ ? game_.rows() : game_.columns(); }

  /// The payoffs of a row (or column), valid until the next call.
  std::span<const Rational> line(Index which) {
    for (std::size_t t = 0; t < entries_.size(); ++t) {
      const auto across = static_cast<Index>(t);
      entries_[t] = by_row_ ? Entry{which, across} : Entry{across, which};
    }
    payoffs_ = payoffs_of(game_, entries_);
    return payoffs_;
  }

 private:
  Source& game_;
  bool by_row_;
  std::vector<Entry> entries_;
  std::vector<Rational> payoffs_;
};

// Writes cells of a line with separators between them.
struct Cells {
  std::ostream& out;
  char separator;
  bool first = true;
  std::ostream& next() { return std::exchange(first, false) ? out : out << separator; }
};

// CSV and TSV.

// The names of one player's strategies; numbers where only the other player has names.
std::vector<std::string> names_of(std::vector<std::string> names, Index strategies,
                                  const std::string& side) {
  for (Index t = 0; t < strategies; ++t) {
    if (t == static_cast<Index>(names.size())) names.push_back(std::to_string(t));
    if (const auto fault = name_fault(names[at(t)])) {
      throw InputError("name of " + side + " " + std::to_string(t) + " " + *fault);
    }
  }
  return names;
}

void write_text(Source& game, std::ostream& out, char separator, TextTable::Names names) {
  const Labels& labels = game.labels();
  if (labels.empty()) names = TextTable::Names::none;
  const bool by_name = names == TextTable::Names::both;  // a row begins with its name
  std::vector<std::string> starts;
  if (by_name) starts = names_of(labels.rows, game.rows(), "row");
  if (names != TextTable::Names::none) {
    Cells cells{out, separator};
    if (by_name) cells.next();  // the corner cell stays empty
    for (const auto& name : names_of(labels.columns, game.columns(), "column")) {
      cells.next() << cell_text(name, separator);
    }
    out << '\n';
  }
  LineByLine rows(game, sources::Layout::by_row);
  for (Index row = 0; row < rows.count() && out; ++row) {
    Cells cells{out, separator};
    if (by_name) cells.next() << cell_text(starts[at(row)], separator);
    for (const Rational& payoff : rows.line(row)) cells.next() << payoff;
    out << '\n';
  }
}

// Gambit's .nfg.

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return text + "\"";
}

std::string quoted_list(const std::vector<std::string>& names) {
  std::string text = "{";
  for (const std::string& name : names) text += " " + quoted(name);
  return text + " }";
}

// The names of the strategies, or their number if they have none.
std::string strategies_of(const Source& game) {
  const Labels& labels = game.labels();
  if (labels.empty()) {
    return std::to_string(game.rows()) + " " + std::to_string(game.columns());
  }
  return quoted_list(names_of(labels.rows, game.rows(), "row")) + " " +
         quoted_list(names_of(labels.columns, game.columns(), "column"));
}

void write_nfg(Source& game, std::ostream& out) {
  const Heading heading = game.heading();
  out << "NFG 1 R " << quoted(heading.title) << ' '
      << quoted_list({heading.row_player, heading.column_player}) << " { " << strategies_of(game)
      << " }\n\n";
  LineByLine columns(game, sources::Layout::by_column);
  for (Index column = 0; column < columns.count() && out; ++column) {
    Cells cells{out, ' '};
    for (const Rational& payoff : columns.line(column)) {
      cells.next() << payoff << ' ' << heading.sum - payoff;
    }
    out << '\n';
  }
}

// NumPy's .npy.

bool is_int64(const Rational& value) {
  return value.is_integer() && fmpz_fits_si(exact::numerator(value)) != 0;
}

bool is_double(const Rational& value) {
  const double nearest = value.to_double();
  return std::isfinite(nearest) && Rational(nearest) == value;
}

// True when every payoff is a 64-bit integer, false when every one is a double.
bool fits_integers(LineByLine& rows) {
  bool integers = true;
  std::string fault;
  for (Index row = 0; row < rows.count() && (integers || fault.empty()); ++row) {
    Index column = 0;
    for (const Rational& payoff : rows.line(row)) {
      integers = integers && is_int64(payoff);
      if (fault.empty() && !is_double(payoff)) {
        fault = fmt::format(
            "{}: {} is not how a double is printed, and not all payoffs are 64-bit integers",
            entry_name({row, column}), printable(payoff.to_string()));
      }
      ++column;
    }
  }
  if (!integers && !fault.empty()) throw InputError(fault);
  return integers;
}

std::uint64_t npy_bits(const Rational& value, bool integers) {
  if (!integers) return std::bit_cast<std::uint64_t>(value.to_double());
  return static_cast<std::uint64_t>(fmpz_get_si(exact::numerator(value)));
}

std::string npy_header(Index rows, Index columns, bool integers) {
  constexpr std::size_t alignment = 64;  // of the data that follows
  std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}, {}), }}",
                                 integers ? "<i8" : "<f8", rows, columns);
  std::string start("\x93NUMPY\x01\x00", 8);
  while ((start.size() + 2 + text.size() + 1) % alignment != 0) text += ' ';
  text += '\n';
  start += static_cast<char>(text.size() & 0xFFU);
  start += static_cast<char>(text.size() >> 8U);
  return start + text;
}

void write_npy(Source& game, std::ostream& out) {
  LineByLine rows(game, sources::Layout::by_row);
  const bool integers = fits_integers(rows);
  out << npy_header(game.rows(), game.columns(), integers);
  std::string bytes;
  for (Index row = 0; row < rows.count() && out; ++row) {
    bytes.clear();
    for (const Rational& payoff : rows.line(row)) {
      const std::uint64_t bits = npy_bits(payoff, integers);
      for (unsigned shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(bits >> shift);
    }
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
}

// MatrixMarket's .mtx: an array, or coordinates where most payoffs are zero.

// The decimal digits of a number, if finite; otherwise empty.
std::string mtx_text(const Rational& value) {
  // A denominator of 2^a 5^b divides 10^c for c = max(a, b), which is below its number of bits.
  return finite_decimal(value, value.denominator_digits(2).size());
}

struct MtxKind {
  bool integer = true;
  Index entries = 0;  // nonzero ones
};

MtxKind mtx_kind(LineByLine& columns) {
  MtxKind kind;
  for (Index column = 0; column < columns.count(); ++column) {
    Index row = 0;
    for (const Rational& payoff : columns.line(column)) {
      if (payoff.sign() != 0) ++kind.entries;
      kind.integer = kind.integer && payoff.is_integer();
      if (mtx_text(payoff).empty()) {
        throw InputError(entry_name({row, column}) + ": " + printable(payoff.to_string()) +
                         " is not a finite decimal, which a .mtx file requires");
      }
      ++row;
    }
  }
  return kind;
}

void write_mtx(Source& game, std::ostream& out) {
  LineByLine columns(game, sources::Layout::by_column);
  const MtxKind kind = mtx_kind(columns);
  // In coordinate format an entry takes three numbers.
  const bool coordinate = kind.entries < game.rows() * game.columns() / 3;
  out << "%%MatrixMarket matrix " << (coordinate ? "coordinate " : "array ")
      << (kind.integer ? "integer" : "real") << " general\n"
      << game.rows() << ' ' << game.columns();
  if (coordinate) out << ' ' << kind.entries;
  out << '\n';
  for (Index column = 0; column < columns.count() && out; ++column) {
    Index row = 0;
    for (const Rational& payoff : columns.line(column)) {
      ++row;
      if (coordinate && payoff.sign() == 0) continue;
      if (coordinate) out << row << ' ' << column + 1 << ' ';
      out << mtx_text(payoff) << '\n';
    }
  }
}

}  // namespace

void write_game(Source& game, GameFormat format, std::ostream& out, TextTable::Names names) {
  switch (format) {
    case GameFormat::csv:
      return write_text(game, out, ',', names);
    case GameFormat::tsv:
      return write_text(game, out, '\t', names);
    case GameFormat::npy:
      return write_npy(game, out);
    case GameFormat::nfg:
      return write_nfg(game, out);
    case GameFormat::mtx:
      return write_mtx(game, out);
  }
}

}  // namespace allnash
