#include "guard.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "../commands.hpp"

namespace allnash::cli {
namespace {

/// The rank as the launcher tells it: Open MPI's, any that speaks PMIx, Hydra and Slurm.
const char* launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (const char* rank = std::getenv(name)) return rank;
  }
  return "0";
}

[[noreturn]] void watch(pid_t worker, const char* rank) {
  ::prctl(PR_SET_NAME, "rank-guard");
  int status = 0;
  while (::waitpid(worker, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
  std::fprintf(stderr, "allnash-mpi: rank %s was killed by signal %d\n", rank, WTERMSIG(status));
  ::_exit(exit_source_failed);
}

}  // namespace

void guard_worker_rank() {
  const char* rank = launched_rank();
  if (std::strcmp(rank, "0") == 0) return;
  const pid_t worker = ::fork();
  if (worker < 0) return;  // then unguarded
  // A launcher may pass SIGUSR1 on to every rank; only rank 0 has something to tell.
  ::signal(SIGUSR1, [](int) {});
  if (worker > 0) watch(worker, rank);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // and whoever kills the guard kills the rank
}

}  // namespace allnash::cli
