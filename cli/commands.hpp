// The commands. Each returns the program's exit code.
#pragma once

#include "arguments.hpp"

namespace allnash::cli {

/// The contract's exit codes, of every program.
enum ExitCode : int {
  exit_proved = 0,
  exit_bad_input = 2,
  exit_stopped = 3,
  exit_source_failed = 4,
  exit_fault = 5,
};

int run_solve(const Arguments& arguments);
int run_generate(const Arguments& arguments);
int run_ledger(const Arguments& arguments);
int run_demo();

}  // namespace allnash::cli
