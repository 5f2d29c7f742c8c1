// Games of the caller: tables, functions, files, built-in families, and games made of others.
#pragma once

#include <concepts>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// A game held in memory, row by row. Throws InputError unless rows, columns >= 1 and values.size()
/// = rows * columns; labels are empty or one for each strategy.
ALLNASH_EXPORT std::unique_ptr<Source> table_game(Index rows, Index columns,
                                                  std::vector<Rational> values, Labels labels = {});
/// The same from doubles, in any container that converts to a span, each read as the shortest
/// decimal that rounds to it. Throws InputError, which names the entry, for one that is not finite.
template <typename Doubles>
requires std::convertible_to<const Doubles&, std::span<const double>> std::unique_ptr<Source>
table_game(Index rows, Index columns, const Doubles& values, const Labels& labels = {});

/// A game computed by a function of row and column, called one entry at a time from one thread.
/// An exception it throws comes back as SourceError with the entry in the message.
ALLNASH_EXPORT std::unique_ptr<Source> function_game(Index rows, Index columns,
                                                     std::function<Rational(Index, Index)> payoff);
/// A game of chance, played by a function of row, column and seed; `seeded` says whether all its
/// randomness comes from the seed.
ALLNASH_EXPORT std::unique_ptr<Source> function_game(
    Index rows, Index columns, std::function<Rational(Index, Index, std::uint64_t)> play,
    bool seeded = false);

/// Makes a known game a game of chance, for trials and demonstrations, by coin tosses that the seed
/// determines: a play pays the range's high end with probability (payoff - low) / (high - low) and
/// otherwise its low end. A payoff outside the range is an InputError that names the entry.
ALLNASH_EXPORT std::unique_ptr<Source> coin_game(std::unique_ptr<Source> game,
                                                 const PayoffRange& range);

/// A game of which only the shape is known: it answers with SourceError. Throws InputError unless
/// rows, columns >= 1.
ALLNASH_EXPORT std::unique_ptr<Source> unanswered_game(Index rows, Index columns);

/// The layout of a text table: its names, separator and decimal mark.
struct TextTable {
  enum class Names {
    none,
    columns,  ///< the first line names the columns
    both,     ///< the first line names the columns and the first column the rows
  };
  Names names = Names::none;
  std::optional<char> separator = {};  ///< a tab in .tsv; else a comma, or ; if decimals have one
  char decimal = '.';                  ///< or a comma
};

/// Opens a game by its name on the command line:
///   a file    .csv .tsv (comma / tab separated), .npy, .nfg (Gambit), .mtx (MatrixMarket)
///   "-"       CSV on standard input
///   "family:NAME,key=value,..."   a built-in family, computed entry by entry
/// `text` is for CSV and TSV. Throws InputError, one line that says where and what.
ALLNASH_EXPORT std::unique_ptr<Source> open_game(const std::string& name,
                                                 const TextTable& text = {});

/// The endings of the files that it opens: ".csv .tsv ...".
ALLNASH_EXPORT std::string game_endings();

/// Reads CSV from a stream; messages call the file `name`.
ALLNASH_EXPORT std::unique_ptr<Source> read_csv(std::istream& in, const std::string& name,
                                                const TextTable& text = {});

/// Names from a file, one a line.
ALLNASH_EXPORT std::vector<std::string> read_names(const std::string& path);

enum class GameFormat { csv, tsv, npy, nfg, mtx };

/// The format that a file's ending names. Throws InputError for another ending.
ALLNASH_EXPORT GameFormat format_of(const std::string& path);

/// Writes the whole game. Exact in csv, tsv and nfg; npy takes integers of 64 bits, or decimals
/// that doubles are printed as, mtx finite decimals, and they throw InputError for others, naming
/// the entry. The source's labels are written to nfg, and to csv and tsv those of `names`.
ALLNASH_EXPORT void write_game(Source& game, GameFormat format, std::ostream& out,
                               TextTable::Names names = TextTable::Names::none);

/// One line for each family, for help texts: name, keys with defaults, meaning of an entry.
struct FamilyInfo {
  std::string name;
  std::string keys;
  std::string meaning;
};
ALLNASH_EXPORT std::vector<FamilyInfo> families();

namespace detail {
ALLNASH_EXPORT std::unique_ptr<Source> table_of_doubles(Index rows, Index columns,
                                                        std::span<const double> values,
                                                        Labels labels);
}

template <typename Doubles>
requires std::convertible_to<const Doubles&, std::span<const double>> std::unique_ptr<Source>
table_game(Index rows, Index columns, const Doubles& values, const Labels& labels) {
  return detail::table_of_doubles(rows, columns, values, labels);
}

}  // namespace allnash
