// Ledger files: the payoffs that runs have asked for, kept on disk. `Options::ledger` names one.
// The functions here show the contents of a ledger, export it as CSV, and import payoffs that
// people already have.
//
// Every function throws InputError for a file that is not there, is in use by a run (InUseError),
// is damaged, or is no ledger. The message is one line that begins with the path.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// The game of a ledger file: a new file is created for it, and an old one must agree with it.
struct LedgerShape {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  // A label for each strategy, or empty; in a symmetric game those of the rows suffice.
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};
  /// In a symmetric game: the sum of the two payoffs of a match; with a payoff range, of its ends.
  Rational sum = {};
};

/// The present shape of the file's game: quick, since payoffs are not read. LedgerInfo, LedgerState
/// and Imported contain the same shape.
ALLNASH_EXPORT LedgerShape ledger_shape(const std::string& path);

/// Further facts on a ledger of plays, which belongs to one run on a game of chance.
struct PlaysInfo {
  std::vector<std::pair<std::string, std::string>> run;  ///< options that identify it
  std::int64_t open = 0;                                 ///< plays handed out and not answered
  std::int64_t entries = 0;                              ///< distinct entries played
  std::int64_t failures = 0;                             ///< plays that count as lost
  std::int64_t attempts = 0;                             ///< attempts frozen
  /// A log that was added. Whether a match is in two logs cannot be told if one came as counts, or
  /// only one as pairs: then it is assumed that none is.
  struct Log {
    std::string name;
    std::int64_t matches = 0;
    std::string form;  ///< "matches", "counts", or "pairs" of matches with the seats swapped
  };
  std::vector<Log> logs;
};

struct LedgerInfo : LedgerShape {
  std::string file;
  int version = 0;                  ///< of the format
  std::string identity;             ///< name of the game in the file; empty until a run sets it
  std::string note;                 ///< where the payoffs came from
  std::int64_t payoffs = 0;         ///< number of payoffs; of matches, if symmetric
  std::int64_t averaged_plays = 0;  ///< plays behind payoffs that are averages
  std::optional<Rational> smallest;
  std::optional<Rational> largest;
  std::optional<PlaysInfo> plays;  ///< for a ledger of plays, whose payoffs are those of plays
};

/// Reads the file, and checks all of it for damage.
ALLNASH_EXPORT LedgerInfo ledger_info(const std::string& path);

/// As one JSON object on one line.
ALLNASH_EXPORT std::string to_json(const LedgerInfo& info);

/// Writes `row,column,payoff`, then a line for each payoff, by row and column; payoffs are exact,
/// and strategies have their labels if the file has them. In a symmetric game a match has one line.
/// If payoffs are averages, lines are `row,column,payoff,plays`, with empty plays if one is not.
/// For a ledger of plays `row,column,seed,payoff`, in the order asked.
ALLNASH_EXPORT void export_ledger(const std::string& path, std::ostream& out);

/// The same for a damaged file: every payoff that can be read and whose checksum is right. Returns
/// the number of damaged ones that were found; unreadable pages may have held more.
ALLNASH_EXPORT std::int64_t export_sound(const std::string& path, std::ostream& out);

/// The meaning of several lines for one entry.
enum class Repeats {
  agree,    ///< the same payoff again, or a contradiction
  average,  ///< plays, whose exact mean is the payoff
};

struct ImportSettings {
  /// The shape of a new file; an old one grows to it. Without a shape, or with one of no rows and
  /// columns, a new file has the strategies that the lines name.
  std::optional<LedgerShape> shape = {};
  std::string game_id = {};  ///< must agree with the file's, or becomes it
  /// None: `average` after a first line `row,column,outcome`, otherwise `agree`.
  std::optional<Repeats> repeats = {};
  bool labels = false;  ///< for a new file: strategies have labels, even if all are numbers
};

struct Imported {
  std::int64_t added = 0;
  std::int64_t known = 0;  ///< that were in the file, with the same payoff
  // For a list of plays.
  std::int64_t plays = 0;       ///< that were averaged
  std::int64_t self_plays = 0;  ///< of a strategy against itself in a symmetric game: left out
  // For a ledger of plays.
  std::int64_t unasked = 0;  ///< that no plan has asked for yet
  std::int64_t lost = 0;     ///< given up
  std::int64_t late = 0;     ///< given up earlier: they count as lost
  // The changes to the file.
  bool made = false;  ///< it was created
  LedgerShape shape;  ///< of the file after the import
  // Strategies that are new to the file, if it has labels.
  std::vector<std::string> new_rows = {};
  std::vector<std::string> new_columns = {};
};

/// Imports the format of `export_ledger`, and match lists: lines `row,column,outcome`, a line for
/// each play. The first line may be a header. Strategies are named by label if the file has labels,
/// and a new label is added to it; otherwise by number. Messages call the stream `name`. All of it
/// is added or, when it throws, nothing: for a line that cannot be read, an entry outside the game,
/// or a payoff that contradicts another.
///
/// A ledger of plays takes the plays that a plan asked for, as lines `row,column,seed,payoff`, with
/// `lost` in place of the payoff if it will never come back; or, after a first line
/// `row,column,outcome`, a list of all plays so far, in the order of playing: the first plays of an
/// entry are the first that were asked of it.
ALLNASH_EXPORT Imported import_ledger(const std::string& path, std::istream& in,
                                      const std::string& name, const ImportSettings& settings);
ALLNASH_EXPORT Imported import_ledger(const std::string& path, std::istream& in,
                                      const std::string& name,
                                      const std::optional<LedgerShape>& shape = {},
                                      const std::string& game_id = "");

/// The same from memory: entries[t] has the payoff payoffs[t]. With a shape that has labels,
/// entries are numbered as in the shape; otherwise as in the file.
ALLNASH_EXPORT Imported add_to_ledger(const std::string& path, std::span<const Entry> entries,
                                      std::span<const Rational> payoffs,
                                      const std::optional<LedgerShape>& shape = {},
                                      const std::string& game_id = "");

/// The ledger file that another one is merged into.
struct Into {
  std::string path;
};

/// Adds the contents of the file `from` to the other, which is created if it does not exist.
/// Strategies with labels are matched by label. Ledgers of plays must be of one run; plays that are
/// lost in either of them stay lost. All of it is added or, when it throws, nothing: for files of
/// different games, and for a payoff that contradicts another.
ALLNASH_EXPORT Imported merge_ledger(const std::string& from, const Into& into);

/// Checks the costs of entries (Hooks::costs): throws InputError, with `name` in front, unless they
/// have this shape and none is negative. Looks at all of them; `solve` looks only at those that it
/// needs.
ALLNASH_EXPORT void check_costs(Source& costs, Index rows, Index columns, const std::string& name);

}  // namespace allnash
