// The program `allnash`.
#include <cstdlib>

#include "commands.hpp"

namespace {

constexpr const char* blas_threads = "OPENBLAS_NUM_THREADS";
bool set_here = false;

// OpenBLAS starts threads of its own as the program is loaded, which takes as long as a small game.
// None are needed: threads of ours call it. So it is told, before it looks; the programs that are
// started later shall not hear of it.
__attribute__((constructor(101))) void start_without_blas_threads() {
  set_here = std::getenv(blas_threads) == nullptr;
  if (set_here) setenv(blas_threads, "1", 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (set_here) unsetenv(blas_threads);
  return allnash::cli::run_program(argc, argv, [](const allnash::OracleSettings& oracle) {
    return allnash::local_crew(oracle.command, static_cast<std::size_t>(oracle.workers));
  });
}
