#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "allnash/game.hpp"
#include "allnash/rank.hpp"
#include "allnash/report.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "arguments.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

int run(int argc, const char* const* argv, const MakeCrew& make_crew,
        std::optional<std::int64_t> threads) {
  check_standard_streams();
  install_signal_handlers();
  Arguments arguments = parse_arguments(argc, argv);
  if (!arguments.options.threads) arguments.options.threads = threads;
  const std::string& command = arguments.command;
  if (!arguments.text.empty()) {
    write_standard_output(arguments.text);
    return exit_proved;
  }
  if (command == "solve") return run_solve(arguments, make_crew);
  if (command == "rank") return run_rank(arguments);
  if (command == "generate") return run_generate(arguments);
  if (command == "ledger") return run_ledger(arguments);
  if (command == "report") return run_report(arguments);
  if (command == "watch") return run_watch(arguments);
  if (command == "judge") return run_judge(arguments);
  if (command == "explore") return run_explore(arguments);
  return run_demo(argv[0]);
}

/// Writes a message in one line, or in at most so many where the message itself has line ends.
int fail(ExitCode code, const std::string& message, int lines = 1) {
  std::string text;
  std::string_view rest = message;
  for (; lines > 1 && rest.find('\n') != rest.npos; --lines) {
    const std::size_t end = rest.find('\n');
    text += printable(rest.substr(0, end), end) + "\n";
    rest.remove_prefix(end + 1);
  }
  text += printable(rest, rest.size()) + "\n";
  std::fputs(text.c_str(), stderr);
  return code;
}

/// The most lines of a message: one where a word of the command, such as a file's name, has line
/// ends of its own.
int lines_allowed(int argc, const char* const* argv) {
  constexpr int most = 3;
  const std::span words(argv, static_cast<std::size_t>(argc));
  const auto has_line_end = [](std::string_view word) { return word.find('\n') != word.npos; };
  return std::ranges::any_of(words, has_line_end) ? 1 : most;
}

constexpr const char* out_of_memory = "allnash: out of memory";

// Without memory for a number nothing can be saved, but all payoffs are in the ledger.
void end_out_of_memory() { std::_Exit(fail(exit_fault, out_of_memory)); }

}  // namespace

int run_generate(const Arguments& arguments) {
  const GameFormat format = arguments.output ? format_of(*arguments.output) : GameFormat::csv;
  std::optional<OutputFile> file;
  if (arguments.output) file.emplace(*arguments.output);
  std::ostream& out = file ? file->stream() : std::cout;
  const auto game = with_names(open_named(arguments), given_names(arguments));
  const bool named = arguments.labels || arguments.header || arguments.row_names.has_value() ||
                     arguments.column_names.has_value();
  const auto names = named ? TextTable::Names::both : TextTable::Names::none;
  write_watched(out, arguments.output.value_or("standard output"),
                [&](std::ostream& stream) { write_game(*game, format, stream, names); });
  if (file) file->commit();
  return exit_proved;
}

int run_report(const Arguments& arguments) {
  OutputFile file(*arguments.output);
  const StopOnSignal stop;
  RankOptions of_league;
  of_league.plan = named_on_page;
  if (auto league = report_of_league(arguments.ledger, of_league, &stop.flag())) {
    league->page.title = page_title(arguments, arguments.ledger);
    write_report(file.stream(), league->ranking, league->page);
    file.commit();
    return exit_proved;
  }
  Hooks hooks;
  hooks.stop = &stop.flag();
  Options options = arguments.options;
  if (!options.time_limit) options.time_limit = 60;
  LedgerReport report = report_of_ledger(arguments.ledger, options, hooks);
  report.page.title = page_title(arguments, arguments.ledger);
  write_report(file.stream(), report.result, report.page);
  file.commit();
  return exit_proved;
}

int run_program(int argc, const char* const* argv, const MakeCrew& make_crew,
                std::optional<std::int64_t> threads) {
  when_out_of_memory(end_out_of_memory);
  try {
    return run(argc, argv, make_crew, threads);
  } catch (const ReaderLeft& error) {
    end_without_reader();
    return fail(exit_bad_input, error.what());
  } catch (const OptionError& error) {
    return fail(exit_bad_input, with_dashes(std::string("--") + error.what()));
  } catch (const InUseError& error) {
    return fail(exit_in_use, error.what());
  } catch (const InputError& error) {
    return fail(exit_bad_input, with_dashes(error.what()), lines_allowed(argc, argv));
  } catch (const SourceError& error) {
    return fail(exit_source_failed, with_dashes(error.what()));
  } catch (const std::bad_alloc&) {
    return fail(exit_fault, out_of_memory);
  } catch (const std::length_error&) {  // more memory than could ever exist
    return fail(exit_fault, out_of_memory);
  } catch (const std::exception& error) {
    return fail(exit_fault, std::string("allnash: internal fault: ") + error.what());
  }
}

}  // namespace allnash::cli
