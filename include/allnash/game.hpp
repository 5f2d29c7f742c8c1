// Games in files and built-in families.
#pragma once

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/payoff_source.hpp"

namespace allnash {

/// Opens a game by its name on the command line:
///   a file    .csv .tsv (comma / tab separated), .npy, .nfg (Gambit), .mtx (MatrixMarket)
///   "-"       CSV on standard input
///   "family:NAME,key=value,..."   a built-in family, computed entry by entry
/// `labels` says that the first line and first column of a CSV or TSV are names of strategies.
/// Throws InputError, one line that says where and what.
ALLNASH_EXPORT std::unique_ptr<PayoffSource> open_game(const std::string& name,
                                                       bool labels = false);

/// Reads CSV from a stream; `name` stands for the file in messages.
ALLNASH_EXPORT std::unique_ptr<PayoffSource> read_csv(std::istream& in, const std::string& name,
                                                      bool labels = false, char separator = ',');

/// What text in cells holds: which names it has, and how cells and numbers are written.
struct TextTable {
  enum class Names {
    none,
    columns,  ///< the first line names the columns
    both,     ///< the first line names the columns and the first column the rows
  };
  Names names = Names::none;
  std::optional<char> separator;  ///< a tab in .tsv; else a comma, or ; where decimals have one
  char decimal = '.';             ///< or a comma
};
ALLNASH_EXPORT std::unique_ptr<PayoffSource> open_game(const std::string& name,
                                                       const TextTable& text);
ALLNASH_EXPORT std::unique_ptr<PayoffSource> read_csv(std::istream& in, const std::string& name,
                                                      const TextTable& text);

/// The same game with names for its strategies: none, or one each, no two the same. Those that are
/// not given stay what they were. Throws InputError.
ALLNASH_EXPORT std::unique_ptr<PayoffSource> named_game(std::unique_ptr<PayoffSource> game,
                                                        std::vector<std::string> row_names,
                                                        std::vector<std::string> column_names);

/// Names from a file, one a line.
ALLNASH_EXPORT std::vector<std::string> read_names(const std::string& path);

enum class GameFormat { csv, tsv, npy, nfg, mtx };

/// The format that a file's ending names. Throws InputError for another ending.
ALLNASH_EXPORT GameFormat format_of(const std::string& path);

/// Writes the whole game out. Exact in csv, tsv and nfg; npy takes integers of 64 bits and numbers
/// that a double holds exactly, mtx finite decimals, and they throw InputError for others, naming
/// the entry. Labels that the source has are written to nfg, and to csv and tsv when `labels` is
/// true.
ALLNASH_EXPORT void write_game(PayoffSource& game, GameFormat format, std::ostream& out,
                               bool labels = false);

/// One line a family, for help texts: name, keys with defaults, what an entry is.
struct FamilyInfo {
  std::string name;
  std::string keys;
  std::string meaning;
};
ALLNASH_EXPORT std::vector<FamilyInfo> families();

}  // namespace allnash
