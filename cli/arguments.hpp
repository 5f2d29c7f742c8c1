// The command line after it was read: the command, its arguments and options.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/flows.hpp"
#include "allnash/game.hpp"
#include "allnash/ledger.hpp"
#include "allnash/options.hpp"
#include "allnash/oracle.hpp"
#include "allnash/rank.hpp"
#include "allnash/responses.hpp"

namespace allnash::cli {

struct Arguments {
  std::string command;
  std::string game;  ///< of the command `rank`, the file
  Options options;
  OracleSettings oracle;
  std::optional<RespondTo> respond_to;    ///< of GAME responses
  std::optional<FlowMethod> flow_method;  ///< of path games and game trees
  RankOptions rank;
  std::optional<std::string> counts;  ///< of the command `rank`: the file beside a chart
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
  std::optional<double> report_every;  ///< seconds
  /// The options that were given, by name, in the order of the tables.
  std::vector<std::pair<std::string, std::string>> given;
  std::optional<std::string> output;
  bool plan = false;
  std::optional<std::int64_t> out;    ///< of a plan: how many questions may be out
  std::optional<std::int64_t> lease;  ///< of a plan: for how many seconds each is
  bool noisy = false;
  bool coin = false;
  std::string ledger_action;        ///< show, export, import or merge
  std::string ledger;               ///< the file of the command `ledger`
  std::string table;                ///< the CSV of the command `ledger`; empty or "-": a stream
  std::vector<std::string> others;  ///< the ledger files that `ledger merge` takes in
  LedgerShape ledger_shape;         ///< rows and columns are 0 when not given
  bool average = false;             ///< import plays, and take their means
  bool sound = false;               ///< export what is sound of a damaged ledger
  double wait = 10;                 ///< seconds, for a ledger file that is in use
  std::string text;                 ///< help, the version or a list: all that is to be printed
};

/// An option of the program, beside those of the solver. Stated once, as they are.
struct ProgramOption {
  std::string_view name;
  std::string_view argument;  ///< empty for a switch
  std::string_view meaning;
  std::string_view default_text;
  void (*set)(Arguments&, std::string_view text);  ///< throws std::invalid_argument
  OptionGroup group = OptionGroup::everyday;
};
std::span<const ProgramOption> program_options(std::string_view command);

/// The options that steered a run, for its report: not where files are and how to print.
std::vector<std::pair<std::string, std::string>> reported_options(const Arguments& arguments);

/// The commit that the program was built from, as `git describe` names it; empty outside of a
/// checkout.
std::string built_from();

/// Throws InputError for an option of `solve` that is not among these: games too large to write
/// down take few. `kind` is what it is not for.
void refuse_options_but(std::span<const std::string_view> known, const Arguments& arguments,
                        const std::string& kind);

/// Throws InputError, one line, for anything but a command line that can be run.
Arguments parse_arguments(int argc, const char* const* argv);

// The texts that explain the program. Options, methods and families come from their tables.
/// The help of a command; of the program when it is empty. That of `solve` fits a screen.
std::string help_text(const std::string& command);
/// Every option of `solve`, with all there is to say of each.
std::string full_solve_help();

std::string family_list();
std::string method_list();
std::string option_list();

/// The option tables of the reference page.
std::string option_markdown();

}  // namespace allnash::cli
