// Reads the command line. Every option is a row of a table: the solver's options in the library's,
// those of the program in the one here.
#include "arguments.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <stdexcept>
#include <type_traits>

#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "kinds.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

using Text = std::string_view;

/// The text as a number. Throws std::invalid_argument unless it lies in [low, high].
template <typename Number>
Number number_in(Text text, Number low, Number high, const std::string& wanted) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc{} && end == text.data() + text.size() && number >= low && number <= high) {
    return number;
  }
  throw std::invalid_argument(fmt::format("{} is not {}", text.empty() ? "''" : text, wanted));
}

template <std::int64_t low, std::int64_t high>
std::int64_t whole_number(Text text) {
  return number_in(text, low, high, fmt::format("a whole number from {} to {}", low, high));
}

/// A time in seconds, of at least `least` milliseconds.
template <int least>
double seconds(Text text) {
  const double low = least / 1000.0;
  return number_in(text, low, 1e9, fmt::format("a number of seconds from {} to 1e9", low));
}

/// A time as people write it: 90s, 15m, 1h, 2d, or a number of seconds.
std::int64_t duration(Text text) {
  constexpr std::int64_t most = 1'000'000'000;
  constexpr const char* wanted = "a time such as 90s, 15m, 1h or 2d, of at most 1e9 seconds";
  constexpr std::array units{std::pair{'s', 1}, std::pair{'m', 60}, std::pair{'h', 3600},
                             std::pair{'d', 86400}};
  const auto* const unit =
      std::ranges::find(units, text.empty() ? 's' : text.back(), &std::pair<char, int>::first);
  if (unit == units.end()) return number_in<std::int64_t>(text, 1, most, wanted);
  try {
    const Text count = text.substr(0, text.size() - 1);
    return unit->second * number_in<std::int64_t>(count, 1, most / unit->second, wanted);
  } catch (const std::invalid_argument&) {
    return number_in<std::int64_t>(text, 1, 0, wanted);  // always throws, with the unit
  }
}

std::string as_text(Text text) { return std::string(text); }
bool turned_on(Text /*text*/) { return true; }

std::string command_line(Text text) {
  if (text.empty()) throw std::invalid_argument("the command is empty");
  return std::string(text);
}

char separator(Text text) {
  if (text == "tab") return '\t';
  if (text.size() == 1) return text.front();
  throw std::invalid_argument(fmt::format("'{}' is not one character, or tab", text));
}

char decimal_mark(Text text) {
  if (text == "." || text == ",") return text.front();
  throw std::invalid_argument(fmt::format("'{}' is neither . nor ,", text));
}

RespondTo respond_to(Text text) {
  if (text == "centre") return RespondTo::centre;
  if (text == "vertex") return RespondTo::vertex;
  if (text == "both") return RespondTo::both;
  throw std::invalid_argument(fmt::format("'{}' is not one of: centre, vertex, both", text));
}

/// Sets a (nested) member of the arguments to the value that the text states.
template <auto read, auto... member>
void set(Arguments& arguments, Text text) {
  (arguments.*....*member) = read(text);
}
template <auto member>
constexpr auto keep = set<as_text, member>;
template <auto... member>
constexpr auto turn_on = set<turned_on, member...>;
constexpr auto strategy_count = whole_number<1, 4294967295>;

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
constexpr ProgramOption title_option{
    "title", "TEXT",
    "the title of the page, such as a name and a date; a page takes no date from the clock",
    "the name of the file or family", keep<&Arguments::title>};
constexpr ProgramOption labels_option{"labels", "",
                                      "first line and first column of a CSV or TSV file are names",
                                      "off", turn_on<&Arguments::labels>};
constexpr ProgramOption header_option{
    "header", "", "the first line of a CSV or TSV file names the columns; rows have no names",
    "off", turn_on<&Arguments::header>};
constexpr ProgramOption separator_option{
    "separator", "CHARACTER",
    "separator between the cells of a CSV or TSV file: a character such as ';', or tab",
    "comma in .csv, tab in .tsv", set<separator, &Arguments::text_table, &TextTable::separator>};
constexpr ProgramOption decimal_option{
    "decimal-mark", "CHARACTER",
    "decimal mark in a CSV or TSV file: a point or a comma; with a comma, cells are separated by "
    "semicolons unless --separator says otherwise",
    ".", set<decimal_mark, &Arguments::text_table, &TextTable::decimal>};
constexpr ProgramOption row_names_option{
    "row-names", "FILE",
    "names of the rows, one per line, for any game; with --symmetric also of the columns", "none",
    keep<&Arguments::row_names>};
constexpr ProgramOption column_names_option{"column-names", "FILE",
                                            "names of the columns, one per line", "none",
                                            keep<&Arguments::column_names>};
constexpr ProgramOption wait_option{"wait", "S", "seconds to wait for a ledger file that is in use",
                                    "10", set<seconds<0>, &Arguments::wait>};
constexpr ProgramOption quiet_option{"quiet", "", "no progress", "progress only on a terminal",
                                     turn_on<&Arguments::quiet>};

std::string choice(Text text) {
  for (const char* const one : {"sensible", "interior", "max-entropy", "vertex", "none"}) {
    if (text == one) return one;
  }
  throw std::invalid_argument(
      fmt::format("'{}' is not one of: sensible, interior, max-entropy, vertex, none", text));
}
std::string player_name(Text text) {
  if (text == "row" || text == "column") return std::string(text);
  throw std::invalid_argument(fmt::format("'{}' is neither row nor column", text));
}

constexpr ProgramOption oracle_option{
    "oracle", "COMMAND", "the program that supplies payoffs or responses; a shell command line",
    "none", set<command_line, &Arguments::oracle, &OracleSettings::command>};
constexpr ProgramOption workers_option{
    "workers", "N", "number of copies of the oracle program to run in parallel", "1",
    set<whole_number<1, 10000>, &Arguments::oracle, &OracleSettings::workers>};
constexpr ProgramOption oracle_timeout_option{
    "oracle-timeout", "S",
    "seconds of silence after which a copy of the oracle program is considered hung", "3600",
    set<seconds<1>, &Arguments::oracle, &OracleSettings::timeout>};
constexpr ProgramOption oracle_retries_option{
    "oracle-retries", "N",
    "how often a failed entry is retried, each time on a fresh copy of the program", "2",
    set<whole_number<0, 1000000>, &Arguments::oracle, &OracleSettings::retries>};

constexpr ProgramOption judge_options[] = {
    json_option,
    {"player", "PLAYER", "whose strategy it is; row or column", "row",
     set<player_name, &Arguments::player>},
    labels_option,
    header_option,
    separator_option,
    decimal_option,
    row_names_option,
    column_names_option,
    oracle_option,
    workers_option,
    oracle_timeout_option,
    oracle_retries_option};

constexpr ProgramOption explore_options[] = {
    {"output", "FILE.html", "the page to write, also -o", "the name of the table, here, with .html",
     keep<&Arguments::output>},
    {"no-browser", "", "only write the page", "off", turn_on<&Arguments::no_browser>},
    {"symmetric", "", "the table is a symmetric game: mirrored payoffs have one sum", "off",
     turn_on<&Arguments::options, &Options::symmetric>},
    title_option,
    labels_option,
    header_option,
    separator_option,
    decimal_option,
    row_names_option,
    column_names_option};

constexpr ProgramOption solve_options[] = {
    oracle_option,
    {"rows", "N", "rows of GAME oracle", "those of --row-names or the ledger file",
     set<strategy_count, &Arguments::oracle, &OracleSettings::rows>},
    {"columns", "M", "columns of GAME oracle", "those of --column-names or the ledger file",
     set<strategy_count, &Arguments::oracle, &OracleSettings::columns>},
    workers_option,
    oracle_timeout_option,
    oracle_retries_option,
    {"hedge", "",
     "idle workers are given copies of questions that have been out for long: 2.5 times the median "
     "of what answers took; the first answer counts, and the result says how many were asked "
     "twice; of plays only with --seeded (docs/workers.md)",
     "off", turn_on<&Arguments::oracle, &OracleSettings::hedge>},
    {"rank-timeout", "S",
     "allnash-mpi: seconds without a sign of life after which a rank is left out", "30",
     set<seconds<1>, &Arguments::oracle, &OracleSettings::silence>},
    {"respond-to", "WHAT",
     "what GAME responses is asked for responses to: the centre of the game met so far, a vertex "
     "of its optimal sets, or both; both take half the iterations or less, for up to twice the "
     "calls",
     "centre", set<respond_to, &Arguments::respond_to>},
    labels_option,
    header_option,
    separator_option,
    decimal_option,
    row_names_option,
    column_names_option,
    {"noisy", "",
     "payoffs are random, asking for an entry plays it once; bounds hold with probability 1 - "
     "delta; needs --payoff-range and --epsilon (docs/noise.md)",
     "off", turn_on<&Arguments::noisy>},
    {"coin", "",
     "with --noisy, makes a game of chance of a file or family; a play pays B with probability "
     "(payoff - A)/(B - A), otherwise A",
     "off", turn_on<&Arguments::coin>},
    {"seeded", "",
     "with --noisy: the oracle program draws all its chances from the seed in its input, so that a "
     "play that was handed out and never came back may be asked again; otherwise it counts as lost",
     "off", turn_on<&Arguments::oracle, &OracleSettings::seeded>},
    {"ask-again", "",
     "with --noisy: whether a play is answered does not depend on what it pays, as with a visitor "
     "who "
     "leaves; one that never came back is asked for again, and does not count as lost",
     "off", turn_on<&Arguments::oracle, &OracleSettings::lost_by_chance>},
    {"ranges", "[=SET]",
     "what may vary over all equilibria; the least and the most of every strategy, or of every "
     "action of a tree or arc of a path game, exactly, and which vary together; of one information "
     "set, strategy or node alone, or of player row or column",
     "off", keep<&Arguments::ranges>},
    {"choose", "HOW",
     "which equilibrium to show: sensible, which gains most from the opponent's mistakes; "
     "interior, "
     "that of the proof; vertex, an extreme one; max-entropy, the one that mixes most; none leaves "
     "the search out",
     "sensible where that is quick", set<choice, &Arguments::choose>},
    {"plan", "",
     "ask for nothing, print the next batch; the most useful entries first (with --ledger, the "
     "first batch that is not in the file), as CSV lines row,column, by label if there are labels, "
     "or as JSON with --json",
     "off", turn_on<&Arguments::plan>},
    {"lease", "T",
     "with --plan and --ledger: hand out what is printed for a time such as 90s, 15m, 1h or 2d; "
     "later plans leave it out until it is imported or the time has passed",
     "none", set<duration, &Arguments::lease>},
    {"out", "N",
     "with --lease: print only as many entries as bring the number of those that are out to N",
     "no limit", set<whole_number<1, 1'000'000'000>, &Arguments::out>},
    {"costs", "FILE",
     "the cost of each entry: a file or family of the same shape; among equally useful entries "
     "cheap ones are preferred, and the result reports what was spent",
     "none", keep<&Arguments::costs>},
    certificate_option,
    report_option,
    title_option,
    {"report-every", "S",
     "with --report: rewrite the page every S seconds during the run; the page reloads itself",
     "off", set<seconds<100>, &Arguments::report_every>},
    {"trace", "FILE", "write a log of the run, one JSON object per line (docs/trace.md)", "off",
     keep<&Arguments::trace>},
    json_option,
    quiet_option};
constexpr ProgramOption rank_options[] = {
    {"counts", "FILE",
     "FILE is a chart, a labelled table of averages; this table of the same shape says of how many "
     "matches each is",
     "none", keep<&Arguments::counts>},
    {"explain", "",
     "print how FILE is read (what it is, its columns, the first five matches, what is left out), "
     "and answer nothing",
     "off", turn_on<&Arguments::explain>},
    {"certified", "",
     "list all that is certified of single players: who scores more than whom, who may be first, "
     "and what each scores at least",
     "off", turn_on<&Arguments::certified>},
    {"all", "",
     "fold nothing: all players, weak promises, mixtures that gain little, ratings, tiers and "
     "upper limits",
     "off", turn_on<&Arguments::all>},
    {"csv", "", "print the leaderboard alone, as CSV", "off", turn_on<&Arguments::csv>},
    wait_option,
    certificate_option,
    report_option,
    title_option,
    json_option,
    quiet_option};
constexpr ProgramOption ledger_options[] = {
    {"rows", "N", "import: number of rows, to create a file that does not exist yet", "none",
     set<strategy_count, &Arguments::ledger_shape, &LedgerShape::rows>},
    {"columns", "M", "import: number of columns, likewise", "none",
     set<strategy_count, &Arguments::ledger_shape, &LedgerShape::columns>},
    {"symmetric", "", "import: create the file for a symmetric game, A = -A^T", "off",
     turn_on<&Arguments::ledger_shape, &LedgerShape::symmetric>},
    {"payoff-range", "A,B",
     "import: for a symmetric game, the range of its payoffs, such as 0,1 for win rates; the two "
     "payoffs of a match add up to A + B",
     "none",
     [](Arguments& arguments, Text text) {
       std::ranges::find(option_table(), "payoff-range", &OptionInfo::name)
           ->set(arguments.options, text);
       const PayoffRange& range = *arguments.options.payoff_range;
       arguments.ledger_shape.sum = range.low + range.high;
     }},
    {"game-id", "NAME", "import: name of the game in the file", "none",
     [](Arguments& arguments, Text text) {
       arguments.options.game_id = text;
       check_options(arguments.options);
     }},
    {"labels", "", "import: strategies of a new file have labels, even if all of them are numbers",
     "off", turn_on<&Arguments::labels>},
    {"average", "", "import: each line is one play, and the payoff is their exact mean",
     "if the first line is row,column,outcome", turn_on<&Arguments::average>},
    {"sound", "", "export: from a damaged file, write what is intact and report how much is not",
     "off", turn_on<&Arguments::sound>},
    wait_option,
    {"json", "", "show: print one JSON object", "off", turn_on<&Arguments::json>},
};
constexpr ProgramOption report_options[] = {
    {"output", "FILE.html", "the page to write, also -o", "none", keep<&Arguments::output>},
    title_option,
    {"time-limit", "S",
     "solve from the payoffs in the ledger for S seconds at most; bounds alone are shown when that "
     "is not enough",
     "60", set<seconds<1>, &Arguments::options, &Options::time_limit>},
};
constexpr ProgramOption generate_options[] = {
    {"output", "FILE",
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

/// Tables name options without dashes, the command line with them.
template <typename Info, typename Target>
void set_option(const Info& info, Target& target, const std::string& text) {
  try {
    info.set(target, text);
  } catch (const InputError& error) {
    const std::string meant = info.name == "method" ? did_you_mean(text, method_names()) : "";
    throw InputError(std::string("--") + error.what() + meant);
  } catch (const std::invalid_argument& error) {
    throw InputError(fmt::format("--{}: {}", info.name, error.what()));
  }
}

using Names = std::span<const Text>;
constexpr Text oracle_alone[] = {"oracle",  "rows",           "columns",
                                 "workers", "oracle-timeout", "oracle-retries",
                                 "hedge",   "rank-timeout",   "respond-to"};
constexpr Text text_alone[] = {"labels", "header", "separator", "decimal-mark"};
/// Options that a report does not list: they name files, or say what to print.
constexpr Text unreported[] = {"json",         "quiet",        "certificate", "trace",
                               "report",       "report-every", "ledger",      "row-names",
                               "column-names", "plan",         "output",      "out",
                               "lease",        "title",        "no-browser"};

bool among(Names names, Text name) { return std::ranges::find(names, name) != names.end(); }

[[noreturn]] void refuse_usage(const std::string& what, const std::string& command) {
  throw InputError(what + " (see allnash " + command + (command.empty() ? "" : " ") + "--help)");
}

void refuse_if(bool wrong, const std::string& what) {
  if (wrong) throw InputError(what);
}

/// An option of a command and its values: only the last one counts, unless it may be repeated.
struct Word {
  std::string name;  ///< with dashes
  std::string letter;
  bool is_switch = false;
  bool may_stand_alone = false;  ///< without its value, which then is empty
  std::function<void(const std::string&)> take;
  bool repeated = false;                ///< every value counts
  std::vector<std::string> given = {};  ///< at most one unless `repeated`

  /// The value after `=` if the text is this option with a value, empty if it is this option
  /// without one, nothing if it is another option.
  [[nodiscard]] std::optional<std::string> value_in(const std::string& text) const {
    if (text == name || text == letter) return "";
    if (text.starts_with(name + "=")) return text.substr(name.size() + 1);
    if (letter.empty() || !text.starts_with(letter)) return {};
    return text.substr(letter.size() + (text[letter.size()] == '=' ? 1 : 0));
  }
};

/// The words and options of a command.
struct Syntax {
  std::string name;
  std::vector<std::string*> places = {};        ///< targets of its words, in order
  std::vector<std::string>* further = nullptr;  ///< target of all further words
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

/// The methods of path games and game trees, which are not in the option table.
std::optional<FlowMethod> flow_method_in(std::string_view text) {
  if (text == "flows") return FlowMethod::flows;
  if (text == "responses") return FlowMethod::responses;
  return {};
}

template <typename Table, typename Target>
void add_options(Syntax& command, const Table& table, Target& target, Arguments& arguments) {
  for (const auto& info : table) {
    const auto take = [&info, &target, &arguments](const std::string& text) {
      const bool method = std::is_same_v<Target, Options> && info.name == "method";
      if (method) arguments.flow_method = flow_method_in(text);
      if (!method || !arguments.flow_method) set_option(info, target, text);
      arguments.given.emplace_back(info.name, text);
    };
    Word option{"--" + std::string(info.name), info.name == "output" ? "-o" : "",
                info.argument.empty(), info.argument.starts_with("[="), take};
    if constexpr (requires { info.repeated; }) option.repeated = info.repeated;
    command.options.push_back(std::move(option));
  }
}

/// Reads the words of a command line. Many functions: a short one for each kind of value.
struct Parser {
  Syntax program;  ///< options before the command
  std::vector<Syntax> commands;
  Syntax* given = &program;  ///< the command, once known
  std::size_t placed = 0;    ///< number of words stored
  Arguments arguments;
  std::string help_topic;
  bool help_wanted = false;
  bool version = false;
  bool verbose = false;
  bool markdown = false;
  std::optional<std::string> unplaced;  ///< the first word or option that is not understood
  const Syntax* unplaced_in = nullptr;

  Parser() {
    program.options.push_back(
        {"--version", "", true, false, [this](const auto&) { version = true; }});
    program.options.push_back(
        {"--verbose", "", true, false, [this](const auto&) { verbose = true; }});
    const auto add = [this](const std::string& name, std::vector<std::string*> places = {}) {
      Syntax& command = commands.emplace_back(Syntax{name, std::move(places)});
      if (name == "solve" || name == "judge") {
        add_options(command, option_table(), arguments.options, arguments);
      }
      if (name == "rank") add_options(command, rank_option_table(), arguments.rank, arguments);
      add_options(command, program_options(name), arguments, arguments);
    };
    for (const char* name : {"solve", "generate", "rank", "explore"}) add(name, {&arguments.game});
    add("ledger", {&arguments.ledger_action, &arguments.ledger});
    commands.back().further = &arguments.others;
    add("judge", {&arguments.game, &arguments.strategy});
    commands.back().further = &arguments.others;
    for (const char* name : {"report", "watch"}) add(name, {&arguments.ledger});
    for (const char* name : {"demo", "families", "methods", "options"}) add(name);
    commands.back().options.push_back(
        {"--markdown", "", true, false, [this](const auto&) { markdown = true; }});
    add("help", {&help_topic});
  }
  // Not copyable, since its members refer to each other.
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

  /// The option's value may be the next word, even if that looks like an option.
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
      if (!option.is_switch && !option.may_stand_alone && alone) {
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

  [[nodiscard]] bool is_given(Text name) const {
    const auto option = std::ranges::find(given->options, name, &Word::name);
    return option != given->options.end() && !option->given.empty();
  }

  void leave_out(const std::string& text) {
    if (unplaced) return;
    unplaced = text;
    unplaced_in = given;
  }

  /// Applies options in the order of the tables, so that the first error reported does not depend
  /// on their order on the command line.
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

  void usage_if(bool wrong, const std::string& what) const {
    if (wrong) refuse_usage(what, given->name);
  }

  void check_usage() const {
    refuse_unplaced();
    const std::string& name = given->name;
    usage_if(verbose, "--verbose: only with --version");
    usage_if(name.empty(), "a command is missing");
    usage_if((name == "solve" || name == "generate" || name == "judge") && arguments.game.empty(),
             "GAME is missing");
    usage_if(name == "explore" && arguments.game.empty(), "TABLE is missing");
    usage_if(name == "judge" && arguments.strategy.empty(), "STRATEGY is missing");
    usage_if(arguments.others.size() > 1 && name == "judge", "two strategies are a pair, no more");
    usage_if(name == "rank" && arguments.game.empty() && !arguments.rank.ledger, "FILE is missing");
    usage_if((name == "report" || name == "watch") && arguments.ledger.empty(),
             "the ledger file is missing");
    usage_if(name == "report" && !arguments.output, "-o FILE.html is missing");
  }

  void check_ledger() {
    const std::string& action = arguments.ledger_action;
    const std::vector<std::string> actions{"show", "export", "import", "merge"};
    usage_if(action.empty(), "show, export, import or merge is missing");
    usage_if(
        std::ranges::find(actions, action) == actions.end(),
        "'" + action + "' is not show, export, import or merge" + did_you_mean(action, actions));
    usage_if(arguments.ledger.empty(), "the ledger file is missing");
    std::vector<std::string>& files = arguments.others;
    if (action == "merge") {
      usage_if(files.empty(), "the ledger file to take in is missing");
    } else {
      const std::size_t most = action == "show" ? 0 : 1;
      if (files.size() > most) usage_if(true, "unexpected argument '" + files[most] + "'");
      if (!files.empty()) arguments.table = files.front();
    }
    const LedgerShape& shape = arguments.ledger_shape;
    usage_if(arguments.sound && action != "export", "--sound: only export takes it");
    usage_if(arguments.options.payoff_range && !shape.symmetric,
             "--payoff-range: only with --symmetric");
    usage_if(arguments.average && action != "import", "--average: only import takes it");
    usage_if((shape.rows == 0) != (shape.columns == 0),
             "--rows and --columns are both needed to say the shape");
  }

  void check_plan() const {
    usage_if(arguments.out && !arguments.lease,
             "--out: --lease T is missing, after which an entry is handed out again");
    usage_if(arguments.lease && !arguments.plan, "--lease: only with --plan");
    usage_if(arguments.lease && !arguments.options.ledger, "--lease: --ledger FILE is missing");
    refuse_if(arguments.lease && arguments.noisy,
              "--lease: not with --noisy: a play is handed out once, and one that never comes back "
              "is imported as lost");
    if (!arguments.plan) return;
    usage_if(arguments.options.ahead > 0 && !arguments.lease,
             arguments.noisy ? "--ahead: a plan of plays has nothing beyond its round"
                             : "--ahead: with --plan only where --lease T hands entries out");
    usage_if(arguments.certificate || arguments.trace || arguments.report,
             "--plan solves nothing: no --certificate, no --trace, no --report");
  }

  /// The last given one of these options; empty if none was.
  [[nodiscard]] std::string given_among(Names names) const {
    std::string last;
    for (const auto& [name, text] : arguments.given) {
      if (among(names, name)) last = name;
    }
    return last;
  }

  /// Checks options that GAME oracle and GAME responses need, and that other games refuse.
  void check_oracle() const {
    const OracleSettings& oracle = arguments.oracle;
    if (arguments.game == "responses") {
      return usage_if(oracle.command.empty(), "responses: --oracle 'COMMAND' is missing");
    }
    refuse_if(arguments.respond_to.has_value(), "--respond-to: only GAME responses takes it");
    if (arguments.game != "oracle") {
      const std::string option = given_among(oracle_alone);
      const std::array games{std::string("oracle"), std::string("responses")};
      return refuse_if(!option.empty(), "--" + option + ": only GAME oracle takes it" +
                                            did_you_mean(arguments.game, games));
    }
    // A ledger file can replace command and shape.
    const bool kept = arguments.options.ledger.has_value();
    const bool shapeless = kept && oracle.rows == 0 && oracle.columns == 0;
    const bool symmetric = arguments.options.symmetric;
    const bool row_names = arguments.row_names || (symmetric && arguments.column_names);
    const bool column_names = arguments.column_names || (symmetric && arguments.row_names);
    usage_if(oracle.rows == 0 && !shapeless && !row_names, "oracle: --rows is missing");
    usage_if(oracle.columns == 0 && !shapeless && !column_names, "oracle: --columns is missing");
    usage_if(oracle.command.empty() && !arguments.plan && !kept,
             "oracle: --oracle 'COMMAND' is missing");
  }

  void check_method() const {
    if (!arguments.flow_method || names_flow_game(arguments.game)) return;
    const bool flows = *arguments.flow_method == FlowMethod::flows;
    throw InputError(std::string("--method ") + (flows ? "flows" : "responses") +
                     ": only path games and game trees take it");
  }

  /// Checks options for tables of text.
  void check_text() const {
    refuse_if(arguments.labels && arguments.header,
              "--header: --labels says that already, and that rows have names too");
    const std::string option = given_among(text_alone);
    const std::string& game = arguments.game;
    const bool text = game == "-" || ends_in(game, ".csv") || ends_in(game, ".tsv");
    const bool own_labels = option == "labels" && ends_in(game, ".nfg");
    refuse_if(!option.empty() && !text && !own_labels,
              "--" + option +
                  ": only a CSV or TSV file takes it; --row-names and --column-names name the "
                  "strategies of any game");
  }

  static bool ends_in(Text name, Text ending) {
    if (name.starts_with("family:") || name.size() < ending.size()) return false;
    return std::ranges::equal(
        name.substr(name.size() - ending.size()), ending, [](char left, char right) {
          return (left >= 'A' && left <= 'Z' ? left - 'A' + 'a' : left) == right;
        });
  }

  void check_report() const {
    usage_if(arguments.report_every && !arguments.report,
             "--report-every: --report FILE.html is missing");
    usage_if(arguments.title && !arguments.report, "--title: --report FILE.html is missing");
    for (const auto& [option, file] :
         {std::pair{"certificate", arguments.certificate}, std::pair{"trace", arguments.trace}}) {
      if (arguments.report && file == arguments.report) {
        throw InputError("--report: " + *file + " is the file of --" + option);
      }
    }
  }

  void check_certificate() const {
    refuse_if(arguments.certificate == "-" && arguments.json,
              "--certificate: - and --json both want standard output");
    if (!arguments.options.certificate_vertices) return;
    refuse_if(arguments.noisy, "--certificate-vertices: not with --noisy");
    refuse_if(!arguments.certificate, "--certificate-vertices: --certificate FILE is missing");
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
    refuse_if(arguments.coin && !arguments.noisy, "--coin: only with --noisy");
    refuse_if(arguments.oracle.seeded && !arguments.noisy, "--seeded: only with --noisy");
    refuse_if(arguments.oracle.lost_by_chance && !arguments.noisy,
              "--ask-again: only with --noisy");
    if (!arguments.noisy) return;
    refuse_if(arguments.oracle.hedge && !arguments.oracle.seeded,
              "--hedge: of plays it needs --seeded: where a play draws from elsewhere, the quicker "
              "of two would count, and what a play pays may make it quick");
    refuse_if(arguments.costs.has_value(), "--costs: not with --noisy");
    const bool oracle = arguments.game == "oracle";
    refuse_if(oracle && arguments.coin, "--coin: an oracle's plays are random already");
    refuse_if(!oracle && !arguments.coin,
              "--noisy: GAME is oracle, or --coin makes a game of chance of it");
    refuse_if(!arguments.options.payoff_range, "--noisy: --payoff-range A,B is missing");
    refuse_if(!arguments.options.epsilon, "--noisy: --epsilon E is missing");
  }

  [[nodiscard]] std::string text() const {
    const std::string& name = given->name;
    if (name == "families") return family_list();
    if (name == "methods") return method_list();
    if (name == "options") return markdown ? option_markdown() : option_list();
    return name == "help" ? help() : "";
  }

  Arguments finish() {
    arguments.command = given->name;
    if (version) {
      const std::string commit = built_from();
      arguments.text =
          "allnash " + allnash::version() + (commit.empty() ? "" : " (" + commit + ")") + "\n";
      if (verbose) arguments.text += "linear algebra: " + blas_kernels() + "\n";
      return arguments;
    }
    check_usage();
    if (arguments.command == "ledger") check_ledger();
    const bool solve = arguments.command == "solve";
    if (solve) {
      check_oracle();
      check_method();
      check_text();
      check_noisy();
    }
    if (arguments.command == "judge") {
      check_text();
      refuse_if(arguments.game == "oracle",
                "oracle: judge takes tables, families, path games, game trees and responses");
      const std::string option = given_among(oracle_alone);
      refuse_if(arguments.game != "responses" && !option.empty(),
                "--" + option + ": judge takes it with GAME responses only");
    }
    if (solve || arguments.command == "rank") {
      check_certificate();
      check_report();
    }
    if (solve) check_plan();
    arguments.text = text();
    return arguments;
  }
};

}  // namespace

std::vector<std::pair<std::string, std::string>> reported_options(const Arguments& arguments) {
  auto options = arguments.given;
  std::erase_if(options, [](const auto& option) { return among(unreported, option.first); });
  return options;
}

std::string page_title(const Arguments& arguments, const std::string& source) {
  return arguments.title ? *arguments.title : game_title(source);
}

std::span<const ProgramOption> program_options(std::string_view command) {
  if (command == "solve") return solve_options;
  if (command == "rank") return rank_options;
  if (command == "generate") return generate_options;
  if (command == "ledger") return ledger_options;
  if (command == "report") return report_options;
  if (command == "judge") return judge_options;
  if (command == "explore") return explore_options;
  return {};
}

std::string with_dashes(std::string message) {
  const auto is_option = [](std::string_view name) {
    const auto named = [name](const auto& info) { return info.name == name; };
    return std::ranges::any_of(option_table(), named) ||
           std::ranges::any_of(program_options("solve"), named) ||
           std::ranges::any_of(rank_option_table(), named) ||
           std::ranges::any_of(program_options("rank"), named);
  };
  for (auto at = message.find('`'); at != std::string::npos; at = message.find('`', at + 1)) {
    const auto end = message.find('`', at + 1);
    if (end == std::string::npos) break;
    const std::string words = message.substr(at + 1, end - at - 1);
    if (is_option(words.substr(0, words.find(' ')))) {
      message.replace(at, end - at + 1, "--" + words);
    } else {
      at = end;
    }
  }
  return message;
}

Arguments parse_arguments(int argc, const char* const* argv) {
  Parser parser;
  const std::span words(argv, static_cast<std::size_t>(argc));
  if (std::ranges::find(words, std::string_view("--help=all")) != words.end()) {
    parser.arguments.text = full_solve_help();
    return parser.arguments;
  }
  parser.read(words);
  if (parser.help_wanted) {
    const bool solve = parser.given->name == "solve";
    parser.arguments.text =
        solve ? solve_help(kind_of(parser.arguments.game, parser.is_given("--noisy")))
              : help_text(parser.given->name);
    return parser.arguments;
  }
  parser.take_options();
  return parser.finish();
}

}  // namespace allnash::cli
