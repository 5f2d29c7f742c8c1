// Reads the command line. Every option is a row of a table: the solver's options in the library's,
// those of the program in the one here.
#include "arguments.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <type_traits>

#include "allnash/error.hpp"
#include "allnash/solve.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

/// The number that the whole text is. Throws InputError unless it lies in [low, high].
template <typename Number>
Number number_in(std::string_view name, std::string_view text, Number low, Number high,
                 const char* wanted) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= low && number <= high) {
    return number;
  }
  throw InputError(std::string(name) + ": " + (text.empty() ? "''" : std::string(text)) +
                   " is not " + wanted);
}

Index strategies(std::string_view name, std::string_view text) {
  return number_in<Index>(name, text, 1, 4294967295, "a whole number from 1 to 4294967295");
}

double seconds(std::string_view name, std::string_view text) {
  return number_in<double>(name, text, 0.001, 1e9, "a number of seconds from 0.001 to 1e9");
}

/// A time as people write it: 90s, 15m, 1h, 2d, or a number of seconds.
std::int64_t duration(std::string_view name, std::string_view text) {
  constexpr std::int64_t most = 1'000'000'000;
  constexpr const char* wanted = "a time such as 90s, 15m, 1h or 2d, of at most 1e9 seconds";
  constexpr std::array units{std::pair{'s', 1}, std::pair{'m', 60}, std::pair{'h', 3600},
                             std::pair{'d', 86400}};
  const auto* const unit =
      std::ranges::find(units, text.empty() ? 's' : text.back(), &std::pair<char, int>::first);
  if (unit == units.end()) return number_in<std::int64_t>(name, text, 1, most, wanted);
  try {
    const auto count = number_in<std::int64_t>(name, text.substr(0, text.size() - 1), 1,
                                               most / unit->second, wanted);
    return count * unit->second;
  } catch (const InputError&) {
    throw InputError(std::string(name) + ": " + (text.empty() ? "''" : std::string(text)) +
                     " is not " + wanted);
  }
}

// What most options do with what was given: a switch is turned on, a text is kept.
template <bool Arguments::*member>
void turn_on(Arguments& arguments, std::string_view /*text*/) {
  arguments.*member = true;
}
template <std::optional<std::string> Arguments::*member>
void keep(Arguments& arguments, std::string_view text) {
  arguments.*member = text;
}

constexpr ProgramOption now_and_then(ProgramOption option) {
  option.group = OptionGroup::more;
  return option;
}

constexpr ProgramOption json_option{
    "json", "", "print the result as one JSON object; nothing else goes to standard output", "off",
    turn_on<&Arguments::json>};
constexpr ProgramOption certificate_option{
    "certificate", "FILE",
    "write the certificate, which allnash-check verifies; - writes it to standard output, and the "
    "answer to standard error",
    "off", keep<&Arguments::certificate>};
constexpr ProgramOption report_option{
    "report", "FILE.html",
    "write a page that shows the answer; also how it was found (docs/report.md)", "off",
    keep<&Arguments::report>};
constexpr ProgramOption labels_option{"labels", "",
                                      "first line and first column of a CSV or TSV file are names",
                                      "off", turn_on<&Arguments::labels>};
constexpr ProgramOption header_option{
    "header", "", "the first line of a CSV or TSV file names the columns; rows have no names",
    "off", turn_on<&Arguments::header>};
constexpr ProgramOption separator_option{
    "separator", "CHARACTER",
    "separator between the cells of a CSV or TSV file: a character such as ';', or tab",
    "comma in .csv, tab in .tsv", [](Arguments& arguments, std::string_view text) {
      if (text != "tab" && text.size() != 1) {
        throw InputError("separator: '" + std::string(text) + "' is not one character, or tab");
      }
      arguments.text_table.separator = text == "tab" ? '\t' : text.front();
    }};
constexpr ProgramOption decimal_option{
    "decimal", "CHARACTER",
    "decimal mark in a CSV or TSV file: a point or a comma; with a comma, cells are separated by "
    "semicolons unless --separator says otherwise",
    ".", [](Arguments& arguments, std::string_view text) {
      if (text != "." && text != ",") {
        throw InputError("decimal: '" + std::string(text) + "' is neither . nor ,");
      }
      arguments.text_table.decimal = text.front();
    }};
constexpr ProgramOption row_names_option{
    "row-names", "FILE",
    "names of the rows, one per line, for any game; with --symmetric also of the columns", "none",
    keep<&Arguments::row_names>};
constexpr ProgramOption column_names_option{"column-names", "FILE",
                                            "names of the columns, one per line", "none",
                                            keep<&Arguments::column_names>};
constexpr ProgramOption wait_option{
    "wait", "S", "seconds to wait for a ledger file that is in use", "10",
    [](Arguments& arguments, std::string_view text) {
      arguments.wait = number_in<double>("wait", text, 0, 1e9, "a number of seconds from 0 to 1e9");
    }};
constexpr ProgramOption quiet_option{"quiet", "", "no progress", "progress only on a terminal",
                                     turn_on<&Arguments::quiet>};

RespondTo respond_to_in(std::string_view text) {
  if (text == "centre") return RespondTo::centre;
  if (text == "vertex") return RespondTo::vertex;
  if (text == "both") return RespondTo::both;
  throw InputError("respond-to: '" + std::string(text) + "' is not one of: centre, vertex, both");
}

constexpr std::array solve_options{
    ProgramOption{"oracle", "COMMAND",
                  "the program that supplies payoffs or responses; a shell command line", "none",
                  [](Arguments& arguments, std::string_view text) {
                    if (text.empty()) throw InputError("oracle: the command is empty");
                    arguments.oracle.command = text;
                  }},
    ProgramOption{"rows", "N", "rows of GAME oracle", "those of --row-names or the ledger file",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.oracle.rows = strategies("rows", text);
                  }},
    ProgramOption{"columns", "M", "columns of GAME oracle",
                  "those of --column-names or the ledger file",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.oracle.columns = strategies("columns", text);
                  }},
    ProgramOption{"workers", "N", "number of copies of the oracle program to run in parallel", "1",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.oracle.workers = number_in<Index>("workers", text, 1, 10000,
                                                                "a whole number from 1 to 10000");
                  }},
    now_and_then({"oracle-timeout", "S",
                  "seconds of silence after which a copy of the oracle program is considered hung",
                  "3600",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.oracle.timeout = seconds("oracle-timeout", text);
                  }}),
    now_and_then({"oracle-retries", "N",
                  "how often a failed entry is retried, each time on a fresh copy of the program",
                  "2",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.oracle.retries = number_in<Index>("oracle-retries", text, 0, 1000000,
                                                                "a whole number from 0 to 1000000");
                  }}),
    now_and_then({"hedge", "",
                  "idle workers are given copies of questions that have been out for long: 2.5 "
                  "times the median of what answers took; the first answer counts, and the result "
                  "says how many were asked twice; of plays only with --seeded (docs/workers.md)",
                  "off",
                  [](Arguments& arguments, std::string_view) { arguments.oracle.hedge = true; }}),
    now_and_then({"rank-timeout", "S",
                  "allnash-mpi: seconds without a sign of life after which a rank is left out",
                  "30",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.oracle.silence = seconds("rank-timeout", text);
                  }}),
    now_and_then(
        {"respond-to", "WHAT",
         "what GAME responses is asked for responses to: the centre of the game met so far, a "
         "vertex of its optimal sets, or both; both take half the iterations or less, for "
         "up to twice the calls",
         "centre",
         [](Arguments& arguments, std::string_view text) {
           arguments.respond_to = respond_to_in(text);
         }}),
    labels_option,
    now_and_then(header_option),
    now_and_then(separator_option),
    now_and_then(decimal_option),
    now_and_then(row_names_option),
    now_and_then(column_names_option),
    ProgramOption{
        "noisy", "",
        "payoffs are random, asking for an entry plays it once; bounds hold with probability 1 - "
        "delta; needs --payoff-range and --epsilon (docs/noise.md)",
        "off", turn_on<&Arguments::noisy>},
    ProgramOption{
        "coin", "",
        "with --noisy, makes a game of chance of a file or family; a play pays B with probability "
        "(payoff - A)/(B - A), otherwise A",
        "off", turn_on<&Arguments::coin>},
    now_and_then({"seeded", "",
                  "with --noisy: the oracle program draws all its chances from the seed in its "
                  "input, so that a play that was handed out and never came back may be asked "
                  "again; otherwise it counts as lost",
                  "off",
                  [](Arguments& arguments, std::string_view) { arguments.oracle.seeded = true; }}),
    ProgramOption{
        "plan", "",
        "ask for nothing, print the next batch; the most useful entries first (with --ledger, the "
        "first batch that is not in the file), as CSV lines row,column, by label if there are "
        "labels, or as JSON with --json",
        "off", turn_on<&Arguments::plan>},
    now_and_then({"lease", "T",
                  "with --plan and --ledger: hand out what is printed for a time such as 90s, 15m, "
                  "1h or 2d; later plans leave it out until it is imported or the time has passed",
                  "none",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.lease = duration("lease", text);
                  }}),
    now_and_then({"out", "N",
                  "with --lease: print only as many entries as bring the number of those that are "
                  "out to N",
                  "no limit",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.out = number_in<std::int64_t>("out", text, 1, 1'000'000'000,
                                                            "a whole number from 1 to 1e9");
                  }}),
    now_and_then({"costs", "FILE",
                  "the cost of each entry: a file or family of the same shape; among equally "
                  "useful entries cheap ones are preferred, and the result reports what was spent",
                  "none", keep<&Arguments::costs>}),
    certificate_option,
    report_option,
    now_and_then({"report-every", "S",
                  "with --report: rewrite the page every S seconds during the run; the page "
                  "reloads itself",
                  "off",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.report_every = number_in<double>(
                        "report-every", text, 0.1, 1e9, "a number of seconds from 0.1 to 1e9");
                  }}),
    now_and_then({"trace", "FILE",
                  "write a log of the run, one JSON object per line (docs/trace.md)", "off",
                  keep<&Arguments::trace>}),
    json_option,
    quiet_option};
constexpr std::array rank_options{
    ProgramOption{
        "counts", "FILE",
        "FILE is a chart, a labelled table of averages; this table of the same shape says "
        "of how many matches each is",
        "none", keep<&Arguments::counts>},
    wait_option,
    certificate_option,
    report_option,
    json_option,
    quiet_option};
constexpr std::array ledger_options{
    ProgramOption{"rows", "N", "import: number of rows, to create a file that does not exist yet",
                  "none",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.ledger_shape.rows = strategies("rows", text);
                  }},
    ProgramOption{"columns", "M", "import: number of columns, likewise", "none",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.ledger_shape.columns = strategies("columns", text);
                  }},
    ProgramOption{
        "symmetric", "", "import: create the file for a symmetric game, A = -A^T", "off",
        [](Arguments& arguments, std::string_view) { arguments.ledger_shape.symmetric = true; }},
    ProgramOption{"payoff-range", "A,B",
                  "import: for a symmetric game, the range of its payoffs, such as 0,1 for win "
                  "rates; the two payoffs of a match add up to A + B",
                  "none",
                  [](Arguments& arguments, std::string_view text) {
                    for (const OptionInfo& info : option_table()) {
                      if (info.name == "payoff-range") info.set(arguments.options, text);
                    }
                    const PayoffRange& range = *arguments.options.payoff_range;
                    arguments.ledger_shape.sum = range.low + range.high;
                  }},
    ProgramOption{"game-id", "NAME", "import: name of the game in the file", "none",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.options.game_id = text;
                    check_options(arguments.options);
                  }},
    ProgramOption{"labels", "",
                  "import: strategies of a new file have labels, even if all of them are numbers",
                  "off", turn_on<&Arguments::labels>},
    ProgramOption{"average", "",
                  "import: each line is one play, and the payoff is their exact mean",
                  "if the first line is row,column,outcome", turn_on<&Arguments::average>},
    ProgramOption{"sound", "",
                  "export: from a damaged file, write what is intact and report how much is not",
                  "off", turn_on<&Arguments::sound>},
    wait_option,
    ProgramOption{"json", "", "show: print one JSON object", "off", turn_on<&Arguments::json>},
};
constexpr std::array report_options{
    ProgramOption{"output", "FILE.html", "the page to write, also -o", "none",
                  keep<&Arguments::output>},
    ProgramOption{"time-limit", "S",
                  "solve from the payoffs in the ledger for S seconds at most; bounds alone are "
                  "shown when that is not enough",
                  "60",
                  [](Arguments& arguments, std::string_view text) {
                    arguments.options.time_limit = seconds("time-limit", text);
                  }},
};
constexpr std::array generate_options{
    ProgramOption{"output", "FILE",
                  "the file to write, also -o; .csv, .tsv, .npy, .nfg or .mtx names the format",
                  "CSV to standard output", keep<&Arguments::output>},
    labels_option,
    header_option,
    separator_option,
    decimal_option,
    row_names_option,
    column_names_option};

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const auto table : {method_table(), play_method_table()}) {
    for (const MethodInfo& method : table) names.emplace_back(method.name);
  }
  return names;
}

/// The tables name options without dashes; on the command line they have them.
template <typename Info, typename Target>
void set(const Info& info, Target& target, const std::string& text) {
  try {
    info.set(target, text);
  } catch (const InputError& error) {
    const std::string meant = info.name == "method" ? did_you_mean(text, method_names()) : "";
    throw InputError(std::string("--") + error.what() + meant);
  }
}

constexpr std::array oracle_alone{"oracle",  "rows",           "columns",
                                  "workers", "oracle-timeout", "oracle-retries",
                                  "hedge",   "rank-timeout",   "respond-to"};
constexpr std::array text_alone{"labels", "header", "separator", "decimal"};
/// A report names what steered the run, not where its files are.
constexpr std::array unreported{"json",         "quiet",  "certificate", "trace",        "report",
                                "report-every", "ledger", "row-names",   "column-names", "plan",
                                "output",       "out",    "lease"};

bool among(std::span<const char* const> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

[[noreturn]] void refuse_usage(const std::string& what, const std::string& command) {
  throw InputError(what + " (see allnash " + command + (command.empty() ? "" : " ") + "--help)");
}

/// An option of a command, and what was given for it: the last word on it counts, unless each does.
struct Word {
  std::string name;  ///< with its dashes
  std::string letter;
  bool is_switch = false;
  std::function<void(const std::string&)> take;
  bool repeated = false;                ///< each word on it counts
  std::vector<std::string> given = {};  ///< otherwise one

  /// What follows `=` where the text says that too, or nothing there; nothing where the text is
  /// another option's.
  [[nodiscard]] std::optional<std::string> value_in(const std::string& text) const {
    if (text == name || text == letter) return "";
    if (text.starts_with(name + "=")) return text.substr(name.size() + 1);
    if (letter.empty() || !text.starts_with(letter)) return {};
    return text.substr(letter.size() + (text[letter.size()] == '=' ? 1 : 0));
  }
};

/// What may follow the name of a command.
struct Syntax {
  std::string name;
  std::vector<std::string*> places = {};        ///< what has no dashes, in order
  std::vector<std::string>* further = nullptr;  ///< what comes after these
  std::vector<Word> options = {};

  [[nodiscard]] std::vector<std::string> option_names() const {
    std::vector<std::string> names{"--help"};
    for (const Word& option : options) names.push_back(option.name);
    return names;
  }

  bool place(const std::string& text, std::size_t position) {
    if (position < places.size()) {
      *places[position] = text;
    } else if (further != nullptr) {
      further->push_back(text);
    }
    return position < places.size() || further != nullptr;
  }
};

/// A method of path games and game trees: the table has those of matrices.
std::optional<FlowMethod> flow_method_in(std::string_view text) {
  if (text == "flows") return FlowMethod::flows;
  if (text == "responses") return FlowMethod::responses;
  return {};
}

template <typename Info, typename Target>
void add_options(Syntax& command, std::span<const Info> table, Target& target,
                 Arguments& arguments) {
  for (const Info& info : table) {
    const auto take = [&info, &target, &arguments](const std::string& text) {
      const bool method = std::is_same_v<Target, Options> && info.name == "method";
      if (method) arguments.flow_method = flow_method_in(text);
      if (!method || !arguments.flow_method) set(info, target, text);
      if (among(oracle_alone, info.name)) arguments.oracle_option = info.name;
      if (among(text_alone, info.name)) arguments.text_option = info.name;
      if (!among(unreported, info.name)) arguments.given.emplace_back(info.name, text);
    };
    Word option{"--" + std::string(info.name), info.name == "output" ? "-o" : "",
                info.argument.empty(), take};
    if constexpr (requires { info.repeated; }) option.repeated = info.repeated;
    command.options.push_back(std::move(option));
  }
}

struct Parser {
  Syntax program;  ///< what stands before a command
  std::vector<Syntax> commands;
  Syntax* given = &program;  ///< the command, once it is read
  std::size_t placed = 0;    ///< of its words without dashes
  Arguments arguments;
  std::string ledger_action;
  std::vector<std::string> ledger_files;
  std::string help_topic;
  bool help_wanted = false;
  bool version = false;
  bool markdown = false;
  std::optional<std::string> unplaced;  ///< the first word that fits nowhere
  const Syntax* unplaced_in = nullptr;

  Syntax& add(const std::string& name, std::vector<std::string*> places = {}) {
    return commands.emplace_back(Syntax{name, std::move(places)});
  }

  Parser() {
    program.options.push_back({"--version", "", true, [this](const auto&) { version = true; }});
    Syntax& solve = add("solve", {&arguments.game});
    add_options(solve, option_table(), arguments.options, arguments);
    add_options(solve, solve_program_options(), arguments, arguments);
    add_options(add("generate", {&arguments.game}), generate_program_options(), arguments,
                arguments);
    Syntax& rank = add("rank", {&arguments.game});
    add_options(rank, rank_option_table(), arguments.rank, arguments);
    add_options(rank, rank_program_options(), arguments, arguments);
    Syntax& ledger = add("ledger", {&ledger_action, &arguments.ledger});
    ledger.further = &ledger_files;
    add_options(ledger, ledger_program_options(), arguments, arguments);
    add_options(add("report", {&arguments.ledger}), report_program_options(), arguments, arguments);
    add("watch", {&arguments.ledger});
    for (const char* name : {"demo", "families", "methods"}) add(name);
    add("options").options.push_back(
        {"--markdown", "", true, [this](const auto&) { markdown = true; }});
    add("help", {&help_topic});
  }
  // Its parts point at one another.
  Parser(const Parser&) = delete;
  Parser& operator=(const Parser&) = delete;

  void read(std::span<const char* const> words) {
    bool options_over = false;
    for (std::size_t at = 1; at < words.size(); ++at) {
      const std::string text = words[at];
      const bool option = !options_over && text.size() > 1 && text.front() == '-';
      if (option && text == "--") {
        options_over = true;
      } else if (option) {
        read_option(text, words, at);
      } else {
        read_argument(text);
      }
    }
  }

  /// Its value may be the next word, whatever that looks like.
  void read_option(const std::string& text, std::span<const char* const> words, std::size_t& at) {
    if (text == "--help" || text == "-h") {
      help_wanted = true;
      return;
    }
    for (Word& option : given->options) {
      std::optional<std::string> value = option.value_in(text);
      if (!value) continue;
      const bool alone = text == option.name || text == option.letter;
      if (option.is_switch && !alone)
        refuse_usage(option.name + ": it takes no value", given->name);
      if (!option.is_switch && alone) {
        if (++at == words.size()) refuse_usage(text + ": its value is missing", given->name);
        value = words[at];
      }
      if (!option.repeated) option.given.clear();
      option.given.push_back(option.is_switch ? "true" : *value);
      return;
    }
    leave_out(text);
  }

  void read_argument(const std::string& text) {
    if (given != &program) {
      if (!given->place(text, placed++)) leave_out(text);
      return;
    }
    const auto command = std::ranges::find(commands, text, &Syntax::name);
    if (command == commands.end()) return leave_out(text);
    given = &*command;
  }

  void leave_out(const std::string& text) {
    if (unplaced) return;
    unplaced = text;
    unplaced_in = given;
  }

  /// In the order of the tables, so that what is said of two faults does not depend on theirs.
  void take_options() {
    for (Syntax* command : {&program, given}) {
      for (Word& option : command->options) {
        for (const std::string& text : std::exchange(option.given, {})) option.take(text);
      }
    }
  }

  [[nodiscard]] std::vector<std::string> command_names() const {
    std::vector<std::string> names;
    for (const Syntax& command : commands) names.push_back(command.name);
    return names;
  }

  void refuse_unplaced() const {
    if (!unplaced) return;
    const std::string& name = given->name;
    if (unplaced->size() > 1 && unplaced->front() == '-') {
      const std::string word = unplaced->substr(0, unplaced->find('='));
      refuse_usage(
          "unknown option '" + *unplaced + "'" + did_you_mean(word, unplaced_in->option_names()),
          name);
    }
    if (!name.empty()) refuse_usage("unexpected argument '" + *unplaced + "'", name);
    refuse_usage("unknown command '" + *unplaced + "'" + did_you_mean(*unplaced, command_names()),
                 "");
  }

  void check_usage(const std::string& name) const {
    refuse_unplaced();
    if (name.empty()) refuse_usage("a command is missing", "");
    if ((name == "solve" || name == "generate") && arguments.game.empty()) {
      refuse_usage("GAME is missing", name);
    }
    if (name == "rank" && arguments.game.empty() && !arguments.rank.ledger) {
      refuse_usage("FILE is missing", name);
    }
  }

  void check_ledger() {
    arguments.command = Command::ledger;
    if (ledger_action.empty()) refuse_usage("show, export, import or merge is missing", "ledger");
    if (ledger_action == "export") arguments.ledger_action = LedgerAction::write;
    if (ledger_action == "import") arguments.ledger_action = LedgerAction::read;
    if (ledger_action == "merge") arguments.ledger_action = LedgerAction::merge;
    const LedgerAction action = arguments.ledger_action;
    if (action == LedgerAction::show && ledger_action != "show") {
      const std::vector<std::string> actions{"show", "export", "import", "merge"};
      refuse_usage("'" + ledger_action + "' is not show, export, import or merge" +
                       did_you_mean(ledger_action, actions),
                   "ledger");
    }
    if (arguments.ledger.empty()) refuse_usage("the ledger file is missing", "ledger");
    take_ledger_files(action);
    if (arguments.sound && action != LedgerAction::write) {
      refuse_usage("--sound: only export takes it", "ledger");
    }
    if (arguments.options.payoff_range && !arguments.ledger_shape.symmetric) {
      refuse_usage("--payoff-range: only with --symmetric", "ledger");
    }
    if (arguments.average && action != LedgerAction::read) {
      refuse_usage("--average: only import takes it", "ledger");
    }
    const LedgerShape& shape = arguments.ledger_shape;
    if ((shape.rows == 0) != (shape.columns == 0)) {
      refuse_usage("--rows and --columns are both needed to say the shape", "ledger");
    }
  }

  void check_looking(const std::string& name) {
    if (arguments.ledger.empty()) refuse_usage("the ledger file is missing", name);
    arguments.command = name == "watch" ? Command::watch : Command::report;
    if (name == "report" && !arguments.output) refuse_usage("-o FILE.html is missing", name);
  }

  void take_ledger_files(LedgerAction action) {
    if (action == LedgerAction::merge) {
      if (ledger_files.empty()) refuse_usage("the ledger file to take in is missing", "ledger");
      arguments.others = ledger_files;
      return;
    }
    const std::size_t most = action == LedgerAction::show ? 0 : 1;
    if (ledger_files.size() > most) {
      refuse_usage("unexpected argument '" + ledger_files[most] + "'", "ledger");
    }
    if (!ledger_files.empty()) arguments.table = ledger_files.front();
  }

  void check_plan() const {
    if (arguments.out && !arguments.lease) {
      refuse_usage("--out: --lease T is missing, after which an entry is handed out again",
                   "solve");
    }
    if (arguments.lease) {
      if (!arguments.plan) refuse_usage("--lease: only with --plan", "solve");
      if (!arguments.options.ledger) refuse_usage("--lease: --ledger FILE is missing", "solve");
      if (arguments.noisy) {
        throw InputError(
            "--lease: not with --noisy: a play is handed out once, and one that never comes back "
            "is imported as lost");
      }
    }
    if (!arguments.plan) return;
    if (arguments.certificate || arguments.trace || arguments.report) {
      refuse_usage("--plan solves nothing: no --certificate, no --trace, no --report", "solve");
    }
  }

  /// What games that a program answers need, and no other game takes.
  void check_oracle() const {
    if (arguments.game == "responses") {
      if (!arguments.oracle.command.empty()) return;
      refuse_usage("responses: --oracle 'COMMAND' is missing", "solve");
    }
    if (arguments.game != "oracle" || arguments.respond_to) {
      if (arguments.oracle_option.empty()) return;
      const bool responses = arguments.respond_to.has_value();
      throw InputError(responses ? "--respond-to: only GAME responses takes it"
                                 : "--" + arguments.oracle_option + ": only GAME oracle takes it");
    }
    // A ledger file may stand in for all of it.
    const OracleSettings& oracle = arguments.oracle;
    const bool kept = arguments.options.ledger.has_value();
    const bool shapeless = kept && oracle.rows == 0 && oracle.columns == 0;
    const bool symmetric = arguments.options.symmetric;
    const bool row_names = arguments.row_names || (symmetric && arguments.column_names);
    const bool column_names = arguments.column_names || (symmetric && arguments.row_names);
    if (oracle.rows == 0 && !shapeless && !row_names) {
      refuse_usage("oracle: --rows is missing", "solve");
    }
    if (oracle.columns == 0 && !shapeless && !column_names) {
      refuse_usage("oracle: --columns is missing", "solve");
    }
    if (oracle.command.empty() && !arguments.plan && !kept) {
      refuse_usage("oracle: --oracle 'COMMAND' is missing", "solve");
    }
  }

  void check_method() const {
    if (!arguments.flow_method || names_flow_game(arguments.game)) return;
    const bool flows = *arguments.flow_method == FlowMethod::flows;
    throw InputError(std::string("--method ") + (flows ? "flows" : "responses") +
                     ": only path games and game trees take it");
  }

  /// What only text in cells takes.
  void check_text() const {
    if (arguments.labels && arguments.header) {
      throw InputError("--header: --labels says that already, and that rows have names too");
    }
    const std::string& game = arguments.game;
    if (arguments.text_option.empty() || game == "-" || ends_in(game, ".csv") ||
        ends_in(game, ".tsv")) {
      return;
    }
    if (arguments.text_option == "labels" && ends_in(game, ".nfg")) return;  // it has its own
    throw InputError("--" + arguments.text_option +
                     ": only a CSV or TSV file takes it; --row-names and --column-names name the "
                     "strategies of any game");
  }

  static bool ends_in(std::string_view name, std::string_view ending) {
    if (name.starts_with("family:") || name.size() < ending.size()) return false;
    return std::ranges::equal(
        name.substr(name.size() - ending.size()), ending, [](char left, char right) {
          return (left >= 'A' && left <= 'Z' ? left - 'A' + 'a' : left) == right;
        });
  }

  void check_report() const {
    if (arguments.report_every && !arguments.report) {
      refuse_usage("--report-every: --report FILE.html is missing", "solve");
    }
    for (const auto& [option, file] :
         {std::pair{"certificate", arguments.certificate}, std::pair{"trace", arguments.trace}}) {
      if (arguments.report && file == arguments.report) {
        throw InputError("--report: " + *file + " is the file of --" + option);
      }
    }
  }

  void check_certificate() const {
    if (arguments.certificate == "-" && arguments.json) {
      throw InputError("--certificate: - and --json both want standard output");
    }
    if (!arguments.options.certificate_vertices) return;
    if (arguments.noisy) throw InputError("--certificate-vertices: not with --noisy");
    if (!arguments.certificate) {
      throw InputError("--certificate-vertices: --certificate FILE is missing");
    }
  }

  std::string help() const {
    if (help_topic == "research") return full_solve_help();
    const std::vector<std::string> names = command_names();
    if (!help_topic.empty() && std::ranges::find(names, help_topic) == names.end()) {
      refuse_usage("unknown command '" + help_topic + "'" + did_you_mean(help_topic, names), "");
    }
    return help_text(help_topic);
  }

  void check_noisy() const {
    if (arguments.coin && !arguments.noisy) throw InputError("--coin: only with --noisy");
    if (arguments.oracle.seeded && !arguments.noisy) {
      throw InputError("--seeded: only with --noisy");
    }
    if (!arguments.noisy) return;
    if (arguments.oracle.hedge && !arguments.oracle.seeded) {
      throw InputError(
          "--hedge: of plays it needs --seeded: where a play draws from elsewhere, the quicker of "
          "two would count, and what a play pays may make it quick");
    }
    if (arguments.costs) throw InputError("--costs: not with --noisy");
    const bool oracle = arguments.game == "oracle";
    if (oracle && arguments.coin) throw InputError("--coin: an oracle's plays are random already");
    if (!oracle && !arguments.coin) {
      throw InputError("--noisy: GAME is oracle, or --coin makes a game of chance of it");
    }
    if (!arguments.options.payoff_range) throw InputError("--noisy: --payoff-range A,B is missing");
    if (!arguments.options.epsilon) throw InputError("--noisy: --epsilon E is missing");
  }

  Arguments finish() {
    const std::string& name = given->name;
    if (version) {
      const std::string commit = built_from();
      arguments.text =
          "allnash " + allnash::version() + (commit.empty() ? "" : " (" + commit + ")") + "\n";
      return arguments;
    }
    check_usage(name);
    if (name == "ledger") check_ledger();
    if (name == "report" || name == "watch") check_looking(name);
    if (name == "solve") {
      check_oracle();
      check_method();
      check_text();
      check_noisy();
      check_certificate();
      check_report();
    }
    if (name == "help") arguments.text = help();
    check_plan();
    if (name == "solve") arguments.command = Command::solve;
    if (name == "rank") {
      check_certificate();
      check_report();
      arguments.command = Command::rank;
    }
    if (name == "generate") arguments.command = Command::generate;
    if (name == "demo") arguments.command = Command::demo;
    if (name == "families") arguments.text = family_list();
    if (name == "methods") arguments.text = method_list();
    if (name == "options") arguments.text = markdown ? option_markdown() : option_list();
    return arguments;
  }
};

}  // namespace

void refuse_options_but(std::span<const std::string_view> known, const Arguments& arguments,
                        const std::string& kind) {
  const auto refuse = [&](std::string_view name) {
    throw InputError("--" + std::string(name) + " is not for " + kind);
  };
  for (const auto& [name, text] : arguments.given) {
    if (name == "method" && (text == "auto" || arguments.flow_method)) continue;
    if (std::ranges::find(known, name) == known.end()) refuse(name);
  }
  const auto refuse_if = [&](bool given, const char* name) {
    if (given && std::ranges::find(known, std::string_view(name)) == known.end()) refuse(name);
  };
  refuse_if(arguments.options.ledger.has_value(), "ledger");
  refuse_if(arguments.trace.has_value(), "trace");
  refuse_if(arguments.report_every.has_value(), "report-every");
  refuse_if(arguments.report.has_value(), "report");
  refuse_if(arguments.costs.has_value(), "costs");
  refuse_if(arguments.row_names.has_value(), "row-names");
  refuse_if(arguments.column_names.has_value(), "column-names");
  refuse_if(arguments.plan, "plan");
  refuse_if(arguments.lease.has_value(), "lease");
}

std::span<const ProgramOption> solve_program_options() { return solve_options; }

std::span<const ProgramOption> rank_program_options() { return rank_options; }
std::span<const ProgramOption> generate_program_options() { return generate_options; }

std::span<const ProgramOption> ledger_program_options() { return ledger_options; }
std::span<const ProgramOption> report_program_options() { return report_options; }

Arguments parse_arguments(int argc, const char* const* argv) {
  Parser parser;
  const std::span words(argv, static_cast<std::size_t>(argc));
  if (std::ranges::find(words, std::string_view("--help=all")) != words.end()) {
    parser.arguments.text = full_solve_help();
    return parser.arguments;
  }
  parser.read(words);
  if (parser.help_wanted) {
    parser.arguments.text = help_text(parser.given->name);
    return parser.arguments;
  }
  parser.take_options();
  return parser.finish();
}

}  // namespace allnash::cli
