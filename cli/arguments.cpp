// The only file that sees CLI11. Every option is a row of a table: the solver's in the library, the
// program's here.
#include "arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>

#include "allnash/error.hpp"
#include "allnash/solve.hpp"
#include "help.hpp"

namespace allnash::cli {
namespace {

constexpr ProgramOption json_option{
    "json", "", "print the result as one JSON object and nothing else on standard output", "off",
    [](Arguments& arguments, std::string_view) { arguments.json = true; }};
constexpr ProgramOption certificate_option{
    "certificate", "FILE", "write the certificate, which allnash-check verifies", "off",
    [](Arguments& arguments, std::string_view text) { arguments.certificate = text; }};
constexpr ProgramOption trace_option{
    "trace", "FILE", "write what the run did, a JSON object a line (docs/trace.md)", "off",
    [](Arguments& arguments, std::string_view text) { arguments.trace = text; }};
constexpr ProgramOption labels_option{
    "labels", "", "the first line and first column of a CSV or TSV file are names of strategies",
    "off", [](Arguments& arguments, std::string_view) { arguments.labels = true; }};
constexpr ProgramOption quiet_option{
    "quiet", "", "no progress", "progress only on a terminal",
    [](Arguments& arguments, std::string_view) { arguments.quiet = true; }};
constexpr ProgramOption output_option{
    "output", "FILE", "the file to write, also -o; .csv, .tsv, .npy or .nfg names the format",
    "CSV to standard output",
    [](Arguments& arguments, std::string_view text) { arguments.output = text; }};

constexpr std::array solve_options{json_option, certificate_option, trace_option, labels_option,
                                   quiet_option};
constexpr std::array generate_options{output_option, labels_option};

/// Documented for `solve`, and still to be built: refused by name rather than as unknown.
constexpr std::array unavailable{"--workers",        "--oracle",         "--rows",
                                 "--oracle-timeout", "--oracle-retries", "--columns"};

[[noreturn]] void refuse_unavailable(const std::string& what) {
  throw InputError(what + ": not available in this version");
}

/// The tables name options without dashes; on the command line they have them.
template <typename Info, typename Target>
void set(const Info& info, Target& target, const std::string& text) {
  try {
    info.set(target, text);
  } catch (const InputError& error) {
    throw InputError(std::string("--") + error.what());
  }
}

template <typename Info, typename Target>
void add_options(CLI::App& command, std::span<const Info> table, Target& target) {
  for (const Info& info : table) {
    const std::string name = "--" + std::string(info.name);
    if (info.argument.empty()) {
      command.add_flag_callback(name, [&] { set(info, target, "true"); });
    } else {
      command
          .add_option_function<std::string>(
              info.name == "output" ? "-o," + name : name,
              [&](const std::string& text) { set(info, target, text); })
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
}

[[noreturn]] void refuse_usage(const std::string& what, const std::string& command) {
  throw InputError(what + " (see allnash " + command + (command.empty() ? "" : " ") + "--help)");
}

/// What CLI11 could not place.
void refuse_extras(const CLI::App& command, const std::string& name) {
  const std::vector<std::string> extras = command.remaining();
  const auto first = std::find_if(extras.begin(), extras.end(),
                                  [](const std::string& extra) { return extra != "--"; });
  if (first == extras.end()) return;
  const std::string& extra = *first;
  const bool option = extra.size() > 1 && extra.front() == '-';
  if (option) refuse_usage("unknown option '" + extra + "'", name);
  refuse_usage((name.empty() ? "unknown command '" : "unexpected argument '") + extra + "'", name);
}

struct Parser {
  CLI::App app;
  Arguments arguments;
  bool version = false;
  bool markdown = false;

  CLI::App& add(const std::string& name) {
    CLI::App* command = app.add_subcommand(name);
    command->allow_extras();
    return *command;
  }

  CLI::App& add_game_command(const std::string& name) {
    CLI::App& command = add(name);
    command.add_option("GAME", arguments.game);
    return command;
  }

  Parser() {
    app.allow_extras();
    app.require_subcommand(0, 1);
    app.add_flag("--version", version);
    CLI::App& solve = add_game_command("solve");
    add_options(solve, option_table(), arguments.options);
    add_options(solve, solve_program_options(), arguments);
    for (const char* name : unavailable) {
      solve.add_option_function<std::string>(
          name, [name](const std::string&) { refuse_unavailable(name); });
    }
    add_options(add_game_command("generate"), generate_program_options(), arguments);
    for (const char* name : {"demo", "families", "methods"}) add(name);
    add("options").add_flag("--markdown", markdown);
  }

  /// The command that was given, or nothing.
  std::string command() const {
    const auto given = app.get_subcommands();
    return given.empty() ? "" : given.front()->get_name();
  }

  void check_usage(const std::string& name) const {
    refuse_extras(name.empty() ? app : *app.get_subcommand(name), name);
    refuse_extras(app, name);
    if (name.empty()) refuse_usage("a command is missing", "");
    if ((name == "solve" || name == "generate") && arguments.game.empty()) {
      refuse_usage("GAME is missing", name);
    }
  }

  Arguments finish() {
    const std::string name = command();
    if (version) {
      arguments.text = "allnash " + allnash::version() + "\n";
      return arguments;
    }
    check_usage(name);
    if (arguments.game == "oracle") refuse_unavailable("oracle");
    if (name == "solve") arguments.command = Command::solve;
    if (name == "generate") arguments.command = Command::generate;
    if (name == "demo") arguments.command = Command::demo;
    if (name == "families") arguments.text = family_list();
    if (name == "methods") arguments.text = method_list();
    if (name == "options") arguments.text = markdown ? option_markdown() : option_list();
    return arguments;
  }
};

}  // namespace

std::span<const ProgramOption> solve_program_options() { return solve_options; }

std::span<const ProgramOption> generate_program_options() { return generate_options; }

Arguments parse_arguments(int argc, const char* const* argv) {
  Parser parser;
  try {
    parser.app.parse(argc, argv);
    return parser.finish();
  } catch (const CLI::CallForHelp&) {
    parser.arguments.text = help_text(parser.command());
    return parser.arguments;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string message = error.what();
    refuse_usage(message.substr(0, message.find(':')) + ": its value is missing", parser.command());
  } catch (const CLI::ParseError& error) {
    refuse_usage(error.what(), parser.command());
  }
}

}  // namespace allnash::cli
