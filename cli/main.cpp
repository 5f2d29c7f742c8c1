// The program `allnash`.
#include <cstdlib>

#include "allnash/solve.hpp"
#include "commands.hpp"

namespace {

constexpr const char* blas_threads = "OPENBLAS_NUM_THREADS";
bool set_here = false;

// When loaded, OpenBLAS starts threads of its own, which takes as long as a small game. We call it
// from our own threads, so this variable, set before OpenBLAS reads it, prevents that. `main`
// unsets it, so that child processes do not inherit it.
__attribute__((constructor(101))) void start_without_blas_threads() {
  set_here = std::getenv(blas_threads) == nullptr;
  if (set_here) setenv(blas_threads, "1", 0);
}

}  // namespace

int main(int argc, char** argv) {
  if (set_here) unsetenv(blas_threads);
  allnash::choose_blas_kernels();
  return allnash::cli::run_program(argc, argv, [](const allnash::OracleSettings& oracle) {
    return allnash::local_crew(oracle.command, static_cast<std::size_t>(oracle.workers));
  });
}
