// The commands. Each returns the program's exit code.
#pragma once

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "allnash/run.hpp"
#include "answer.hpp"
#include "arguments.hpp"
#include "output.hpp"

namespace allnash::cli {

/// The exit codes of all programs.
enum ExitCode : int {
  exit_proved = 0,
  exit_answer_is_no = 1,
  exit_bad_input = 2,
  exit_stopped = 3,
  exit_source_failed = 4,
  exit_fault = 5,
  exit_in_use = 6,
};

/// Makes the crew that runs the copies of an oracle program.
using MakeCrew = std::function<std::unique_ptr<Crew>(const OracleSettings&)>;

int run_solve(const Arguments& arguments, const MakeCrew& make_crew);
/// `solve` for games that are too large to write down.
int run_flows(const Arguments& arguments);
/// `solve` for games known by best responses.
int run_responses(const Arguments& arguments);
int run_judge(const Arguments& arguments);
int run_explore(const Arguments& given);
int run_rank(const Arguments& arguments);
int run_generate(const Arguments& arguments);
int run_ledger(const Arguments& arguments);
int run_report(const Arguments& arguments);
int run_watch(const Arguments& arguments);
/// `program` is the name by which the user called it.
int run_demo(const std::string& program);

/// Runs a command line, and turns exceptions into one line on standard error and an exit code.
/// `threads` is the default number of threads.
int run_program(int argc, const char* const* argv, const MakeCrew& make_crew,
                std::optional<std::int64_t> threads = {});

/// The number of matches that the page of a league suggests without `--plan`.
inline constexpr std::int64_t named_on_page = 100;

// Opening what a command line names. Each throws InputError.

/// A file or a family, read with the options for text.
std::unique_ptr<Source> open_named(const Arguments& arguments);

/// The source of --costs, for a game of this shape; null without the option.
std::unique_ptr<Source> open_costs(const Arguments& arguments, const Source& game);

/// The names from --row-names and --column-names.
Labels given_names(const Arguments& arguments);

/// The game with these names.
std::unique_ptr<Source> with_names(std::unique_ptr<Source> game, Labels names);

/// Prints an answer as JSON or for people; on standard error if the certificate goes to standard
/// output.
template <typename Json, typename Words>
void print_answer(const Arguments& arguments, const Json& json, const Words& words) {
  if (arguments.certificate == "-") {
    std::fputs(words(Style()).c_str(), stderr);
  } else {
    write_standard_output(arguments.json ? json() + "\n" : words(Style::of_standard_output()));
  }
}

/// Calls `use`, which uses a ledger file completely or not at all, repeatedly for up to `seconds`
/// while the file is in use. Then, or when stopped, throws InUseError.
template <typename Use>
auto patiently(double seconds, const Use& use, const StopFlag* stop = nullptr) {
  using Clock = std::chrono::steady_clock;
  const auto started = Clock::now();
  for (;;) {
    try {
      return use();
    } catch (const InUseError&) {
      const std::chrono::duration<double> waited = Clock::now() - started;
      if (waited.count() >= seconds || (stop != nullptr && stop->raised())) throw;
    }
    // Different processes retry at different times.
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + ::getpid() % 20));
  }
}

}  // namespace allnash::cli
