// allnash-mpi, the program: allnash with the copies of an oracle program spread over MPI ranks.
#include <cstdio>
#include <cstdlib>

#include "../commands.hpp"
#include "allnash/error.hpp"
#include "guard.hpp"
#include "mail.hpp"
#include "ranks.hpp"

namespace allnash::cli {
namespace {

/// Rank 0. Returns the exit code; it does not when a rank is gone, for MPI would wait for it.
int lead(Mail& mail, int argc, char** argv) {
  bool rank_lost = false;
  const auto crew = [&](const OracleSettings& oracle) {
    return std::make_unique<RankCrew>(mail, oracle.command,
                                      static_cast<std::size_t>(oracle.workers), rank_lost);
  };
  const int code = run_program(argc, argv, crew, 1);  // its cores may be other ranks'
  if (rank_lost || !dismiss_workers(mail)) MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace
}  // namespace allnash::cli

int main(int argc, char** argv) {
  using namespace allnash::cli;
  guard_worker_rank();
  // Open MPI gives its turn away at every look when there are more ranks than cores, for as long as
  // others compute. We sleep between looks, so a look may be short.
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
  int provided = 0;
  // Threads may solve; only this one talks to other ranks.
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    std::fputs("allnash-mpi: MPI cannot be started\n", stderr);
    return exit_fault;
  }
  int code = exit_proved;
  {
    Mail mail;
    if (mail.rank() == 0) {
      code = lead(mail, argc, argv);
    } else {
      serve_as_worker(mail);
    }
  }
  MPI_Finalize();
  return code;
}
