// The program `allnash-mpi`: allnash with the copies of an oracle program spread over MPI ranks.
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>

#include "../commands.hpp"
#include "allnash/error.hpp"
#include "guard.hpp"
#include "mail.hpp"
#include "ranks.hpp"
#include "status.hpp"

namespace allnash::cli {
namespace {

/// Rank 0. Returns the exit code; it does not when a rank is gone, for MPI would wait for it.
int lead(Mail& mail, int argc, char** argv) {
  const StatusFile status;
  LostRanks lost;
  const auto crew = [&](const OracleSettings& oracle) {
    return std::make_unique<RankCrew>(mail, oracle, lost);
  };
  const int code = run_program(argc, argv, crew, 1);  // its cores may be other ranks'
  std::fflush(stdout);
  const bool all_there = dismiss_workers(mail, lost) && lost.empty();
  // Where all are gone the run has not ended by itself.
  if (std::ssize(lost) < mail.ranks() - 1 || mail.ranks() == 1) status.end_with(code);
  if (all_there) return code;
  std::fprintf(stderr,
               "allnash-mpi: the run has ended with exit code %d; ranks that are gone are ended by "
               "MPI_Abort\n",
               code);
  MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace
}  // namespace allnash::cli

int main(int argc, char** argv) {
  using namespace allnash::cli;
  Guard guard;
  // Open MPI gives its turn away at every look when there are more ranks than cores, for as long as
  // others compute. We sleep between looks, so a look may be short.
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
  int provided = 0;
  // Threads may solve; only this one talks to other ranks.
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    std::fputs("allnash-mpi: MPI cannot be started\n", stderr);
    return exit_fault;
  }
  guard.have_met();
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
