#include <cstdio>
#include <new>
#include <string>

#include "allnash/error.hpp"
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
  switch (arguments.command) {
    case Command::solve:
      return run_solve(arguments, make_crew);
    case Command::generate:
      return run_generate(arguments);
    case Command::ledger:
      return run_ledger(arguments);
    case Command::report:
      return run_report(arguments);
    case Command::watch:
      return run_watch(arguments);
    case Command::demo:
      return run_demo(argv[0]);
    case Command::show:
      break;
  }
  write_standard_output(arguments.text);
  return exit_proved;
}

int fail(ExitCode code, const std::string& message) {
  // One line, even where a file's name has several.
  const std::string line = printable(message, message.size()) + "\n";
  std::fputs(line.c_str(), stderr);
  return code;
}

}  // namespace

int run_program(int argc, const char* const* argv, const MakeCrew& make_crew,
                std::optional<std::int64_t> threads) {
  try {
    return run(argc, argv, make_crew, threads);
  } catch (const OptionError& error) {
    return fail(exit_bad_input, std::string("--") + error.what());
  } catch (const InputError& error) {
    return fail(exit_bad_input, error.what());
  } catch (const SourceError& error) {
    return fail(exit_source_failed, error.what());
  } catch (const std::bad_alloc&) {
    return fail(exit_fault, "allnash: out of memory");
  } catch (const std::exception& error) {
    return fail(exit_fault, std::string("allnash: internal fault: ") + error.what());
  }
}

}  // namespace allnash::cli
