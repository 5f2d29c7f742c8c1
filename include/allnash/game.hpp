// Games in files and built-in families.
#pragma once

#include <iosfwd>
#include <memory>
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

enum class GameFormat { csv, tsv, npy, nfg };

/// The format that a file's ending names. Throws InputError for another ending.
ALLNASH_EXPORT GameFormat format_of(const std::string& path);

/// Writes the whole game out. Exact in csv, tsv and nfg; npy takes integers of 64 bits and numbers
/// that a double holds exactly, and throws InputError for others, naming the entry. Labels that the
/// source has are written to csv and tsv when `labels` is true.
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
