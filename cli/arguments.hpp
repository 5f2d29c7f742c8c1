// The command line after it was read: the command, its arguments and options.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/game.hpp"
#include "allnash/large.hpp"
#include "allnash/ledger.hpp"
#include "allnash/oracle.hpp"
#include "allnash/rank.hpp"
#include "allnash/solve.hpp"

namespace allnash::cli {

/// What was written on the command line. Many members: each is an option or a word of some command.
struct Arguments {
  std::string command;
  std::string game;  ///< for `rank`, the file
  Options options;
  OracleSettings oracle;
  std::optional<RespondTo> respond_to;    ///< for GAME responses
  std::optional<FlowMethod> flow_method;  ///< for path games and game trees
  RankOptions rank;
  std::optional<std::string> counts;  ///< for `rank`: the file of counts of a chart
  bool certified = false;             ///< for `rank`: list what is certified
  bool explain = false;               ///< for `rank`: print how the file is read
  bool all = false;                   ///< for `rank`: fold nothing
  bool csv = false;                   ///< for `rank`: the leaderboard as CSV
  bool json = false;
  bool quiet = false;
  bool labels = false;
  bool header = false;
  TextTable text_table;                  ///< without `labels` and `header`
  std::optional<std::string> row_names;  ///< a file with one name per line
  std::optional<std::string> column_names;
  std::optional<std::string> costs;
  std::optional<std::string> certificate;
  std::optional<std::string> trace;
  std::optional<std::string> report;
  std::optional<std::string> title;    ///< of the report
  std::optional<double> report_every;  ///< seconds
  /// The given options by name, in the order of the tables.
  std::vector<std::pair<std::string, std::string>> given;
  std::optional<std::string> output;
  /// What may vary over all equilibria: of a set, of `row` or `column`, or if empty of all.
  std::optional<std::string> ranges;
  std::optional<std::string> choose;  ///< the equilibrium to show besides that of the proof
  std::string strategy;               ///< for `judge`: its file
  std::optional<std::string> player;  ///< for `judge`: whose strategy that is
  bool no_browser = false;            ///< for `explore`: only write the page
  bool plan = false;
  std::optional<std::int64_t> out;    ///< for a plan: how many entries may be handed out at a time
  std::optional<std::int64_t> lease;  ///< for a plan: seconds for which an entry is handed out
  bool noisy = false;
  bool coin = false;
  std::string ledger_action;        ///< show, export, import or merge
  std::string ledger;               ///< the file of `ledger`, `report` and `watch`
  std::string table;                ///< the CSV file of `ledger`; empty or "-": a standard stream
  std::vector<std::string> others;  ///< the ledger files for `ledger merge`
  LedgerShape ledger_shape;         ///< rows and columns are 0 if not given
  bool average = false;             ///< import the means of plays
  bool sound = false;               ///< export the intact rows of a damaged ledger
  double wait = 10;                 ///< seconds to wait for a ledger file in use
  std::string text;                 ///< text to print: help, the version or a list
};

/// An option of the program, besides those of the solver.
struct ProgramOption {
  std::string_view name;
  std::string_view argument;  ///< empty for a switch
  std::string_view meaning;
  std::string_view default_text;
  void (*set)(Arguments&, std::string_view text);  ///< throws std::invalid_argument
};
std::span<const ProgramOption> program_options(std::string_view command);

/// Rewrites options in messages of the library, `name VALUE`, as they are typed: --name VALUE.
std::string with_dashes(std::string message);

/// The given options for a report, without those about files and printing.
std::vector<std::pair<std::string, std::string>> reported_options(const Arguments& arguments);

/// The title of a report on this game, ledger or file of matches.
std::string page_title(const Arguments& arguments, const std::string& source);

/// The commit of the build as `git describe` names it; empty outside a checkout.
std::string built_from();

/// Throws InputError, one line, for an invalid command line.
Arguments parse_arguments(int argc, const char* const* argv);

// Texts that explain the program. Options, methods and families come from their tables.
/// The help of a command, or of the program if empty.
std::string help_text(const std::string& command);
struct GameKind;
/// The help of `solve` for one kind of game: it fits on a screen.
std::string solve_help(const GameKind& kind);
/// Every option of `solve` with its full description.
std::string full_solve_help();

std::string family_list();
std::string method_list();
std::string option_list();

/// The option tables of docs/command_line.md.
std::string option_markdown();

}  // namespace allnash::cli
