// Ledger files: the payoffs that runs have asked for, kept on disk. `Options::ledger` names one.
// The functions here show what a ledger holds, export it as CSV, and import payoffs that people
// already have.
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

#include "allnash/export.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// The game that a ledger file is of: what a new one is made for, and an old one must agree with.
struct LedgerShape {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  // A label for each strategy, or empty; in a symmetric game those of the rows are enough.
  std::vector<std::string> row_labels = {};
  std::vector<std::string> column_labels = {};
  /// Of a symmetric game: the sum of the two payoffs of a match; with a payoff range, of its ends.
  Rational sum = {};
};

/// What the file was made for, and has grown to: quick, since payoffs are not read. What else is
/// said of a ledger (LedgerInfo, LedgerState, Imported) says the same of its shape.
ALLNASH_EXPORT LedgerShape ledger_shape(const std::string& path);

/// What else there is to say of a ledger of plays, which belongs to one run on a game of chance.
struct PlaysInfo {
  std::vector<std::pair<std::string, std::string>> run;  ///< what tells it from others
  std::int64_t open = 0;                                 ///< handed out and not answered
  std::int64_t entries = 0;                              ///< distinct ones played
  std::int64_t failures = 0;                             ///< plays that count as lost
  std::int64_t attempts = 0;                             ///< that have been frozen
  /// Logs that were added, by name, and how many matches each had.
  std::vector<std::pair<std::string, std::int64_t>> logs;
};

struct LedgerInfo : LedgerShape {
  std::string file;
  int version = 0;                  ///< of the format
  std::string identity;             ///< name of the game in the file; empty while no run has said
  std::string note;                 ///< where the payoffs came from
  std::int64_t payoffs = 0;         ///< how many there are; matches, when symmetric
  std::int64_t averaged_plays = 0;  ///< that payoffs are averages of
  std::optional<Rational> smallest;
  std::optional<Rational> largest;
  std::optional<PlaysInfo> plays;  ///< of a ledger of plays, whose payoffs are what plays paid
};

/// Reads the file, and checks that all of it is sound.
ALLNASH_EXPORT LedgerInfo ledger_info(const std::string& path);

/// As one JSON object on one line.
ALLNASH_EXPORT std::string to_json(const LedgerInfo& info);

/// Writes `row,column,payoff`, then a line a payoff, by row and column; payoffs are exact, and
/// strategies have their labels where the file knows them. In a symmetric game a match has one
/// line. Where payoffs are averages, lines are `row,column,payoff,plays`, with nothing for plays
/// where one is none. Of a ledger of plays `row,column,seed,payoff`, in the order asked.
ALLNASH_EXPORT void export_ledger(const std::string& path, std::ostream& out);

/// The same for a file that is damaged: every payoff that can be read and whose checksum is right.
/// Returns how many damaged ones were met; pages that cannot be read at all may have held more.
ALLNASH_EXPORT std::int64_t export_sound(const std::string& path, std::ostream& out);

/// What lines are that speak of one entry more than once.
enum class Repeats {
  agree,    ///< the same payoff again, or a contradiction
  average,  ///< plays, whose exact mean is the payoff
};

struct ImportSettings {
  /// What a new file is made for; an old one grows to it. Without one, and with no rows and
  /// columns in it, a new file has the strategies that the lines name.
  std::optional<LedgerShape> shape = {};
  std::string game_id = {};  ///< must be the file's, or becomes so
  /// None: `average` after a first line `row,column,outcome`, otherwise `agree`.
  std::optional<Repeats> repeats = {};
  bool labels = false;  ///< of a new file: strategies have labels, though all of them are numbers
};

struct Imported {
  std::int64_t added = 0;
  std::int64_t known = 0;  ///< were in the file, with the same payoff
  // Of a list of plays.
  std::int64_t plays = 0;       ///< how many were averaged
  std::int64_t self_plays = 0;  ///< of a strategy of a symmetric game against itself: left out
  // Into a ledger of plays.
  std::int64_t unasked = 0;  ///< that no plan has asked for yet
  std::int64_t lost = 0;     ///< given up
  std::int64_t late = 0;     ///< had been given up before: they count as lost
  // What it made of the file.
  bool made = false;  ///< it was not there
  LedgerShape shape;  ///< of the file now
  // Strategies that are new to the file, where it has labels.
  std::vector<std::string> new_rows = {};
  std::vector<std::string> new_columns = {};
};

/// Takes what `export_ledger` writes, and match lists: lines `row,column,outcome`, a line a play.
/// The first line may be a header. Strategies are named by label where the file has labels, and a
/// label that is new to it joins it; otherwise by number. `name` stands for the stream in messages.
/// All of it is added or, when it throws, nothing: for a line that cannot be read, an entry outside
/// the game, or a payoff that contradicts another.
///
/// Into a ledger of plays go the plays that a plan asked for, as lines `row,column,seed,payoff`,
/// with `lost` in place of the payoff of one that will never come back; or, after a first line
/// `row,column,outcome`, a list of all that has been played by now, in the order of playing: the
/// first plays of an entry are the first that were asked of it.
ALLNASH_EXPORT Imported import_ledger(const std::string& path, std::istream& in,
                                      const std::string& name, const ImportSettings& settings);
ALLNASH_EXPORT Imported import_ledger(const std::string& path, std::istream& in,
                                      const std::string& name,
                                      const std::optional<LedgerShape>& shape = {},
                                      const std::string& game_id = "");

/// The same from memory: entries[t] has the payoff payoffs[t]. With a shape that has labels,
/// entries are numbered as there; otherwise as in the file.
ALLNASH_EXPORT Imported add_to_ledger(const std::string& path, std::span<const Entry> entries,
                                      std::span<const Rational> payoffs,
                                      const std::optional<LedgerShape>& shape = {},
                                      const std::string& game_id = "");

/// The ledger file that takes another one in.
struct Into {
  std::string path;
};

/// Adds all that the file `from` holds to the other, which is made when it is not there.
/// Strategies with labels meet by label. Ledgers of plays are of one run; what either of them has
/// as lost stays lost. All of it is added or, when it throws, nothing: for files of different
/// games, and for a payoff that contradicts another.
ALLNASH_EXPORT Imported merge_ledger(const std::string& from, const Into& into);

/// Checks the costs of entries (Hooks::costs): throws InputError, with `name` in front, unless they
/// have this shape and none is negative. It looks at all of them; `solve` looks only at those that
/// it needs.
ALLNASH_EXPORT void check_costs(Source& costs, Index rows, Index columns, const std::string& name);

}  // namespace allnash
