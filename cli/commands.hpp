// The commands. Each returns the program's exit code.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "arguments.hpp"

namespace allnash::cli {

/// The contract's exit codes, of every program.
enum ExitCode : int {
  exit_proved = 0,
  exit_answer_is_no = 1,
  exit_bad_input = 2,
  exit_stopped = 3,
  exit_source_failed = 4,
  exit_fault = 5,
  exit_in_use = 6,
};

/// Who runs the copies of an oracle program.
using MakeCrew = std::function<std::unique_ptr<Crew>(const OracleSettings&)>;

int run_solve(const Arguments& arguments, const MakeCrew& make_crew);
int run_rank(const Arguments& arguments);
int run_generate(const Arguments& arguments);
int run_ledger(const Arguments& arguments);
int run_report(const Arguments& arguments);
int run_watch(const Arguments& arguments);
/// `program` is how the user called it, and can call it again.
int run_demo(const std::string& program);

/// Runs a command line, and turns what it throws into one line on standard error and an exit code.
/// `threads` is how many compute where the command line does not say.
int run_program(int argc, const char* const* argv, const MakeCrew& make_crew,
                std::optional<std::int64_t> threads = {});

}  // namespace allnash::cli
