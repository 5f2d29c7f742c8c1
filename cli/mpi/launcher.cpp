#include "launcher.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "../commands.hpp"

namespace allnash::cli {
namespace {

/// The rank from the launcher's environment: Open MPI, PMIx, Hydra or Slurm. Null if it does not
/// state it.
const char* launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (const char* rank = std::getenv(name)) return rank;
  }
  return nullptr;
}

// All texts in the status file have the same length, so that each overwrites the last in its place:
// the first is of rank 0, the second of guards.
constexpr std::size_t length = 8;

void put(int file, std::string text, off_t place = 0) {
  text.resize(length - 1, ' ');
  text += '\n';
  if (file >= 0) (void)!::pwrite(file, text.data(), text.size(), place);
}

/// Says in the status file that a rank died before all had met. On a host that does not see the
/// file nothing is said.
void tell_of_loss() {
  const char* name = std::getenv("ALLNASH_MPI_STATUS");
  if (name == nullptr) return;
  const int file = ::open(name, O_WRONLY | O_CLOEXEC);
  put(file, "lost", length);
  if (file >= 0) ::close(file);
}

/// Sleeps until the launcher ends this process or is gone.
[[noreturn]] void stay() {
  const pid_t launcher = ::getppid();
  while (::getppid() == launcher) ::sleep(1);
  ::_exit(exit_source_failed);
}

[[noreturn]] void watch(pid_t worker, const char* rank, int told) {
  ::prctl(PR_SET_NAME, "rank-guard");
  int status = 0;
  while (::waitpid(worker, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) ::_exit(WEXITSTATUS(status));
  std::fprintf(stderr, "allnash-mpi: rank %s was killed by signal %d\n", rank, WTERMSIG(status));
  char met = 0;
  if (::read(told, &met, 1) == 1) stay();
  tell_of_loss();
  ::_exit(exit_source_failed);
}

}  // namespace

Guard::Guard() {
  const char* rank = launched_rank();
  std::array<int, 2> ends{};
  if (rank == nullptr || std::strcmp(rank, "0") == 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0)
    return;
  const pid_t worker = ::fork();
  if (worker != 0) ::close(ends[1]);
  if (worker <= 0) ::close(ends[0]);
  if (worker < 0) return;  // runs without a guard
  // Launchers may forward SIGUSR1 to every rank; only rank 0 reports its state.
  ::signal(SIGUSR1, [](int) {});
  if (worker > 0) watch(worker, rank, ends[0]);
  // If the guard is killed, the rank ends; before all have met it says so first.
  ::signal(SIGUSR2, [](int) {
    tell_of_loss();
    ::_exit(exit_source_failed);
  });
  ::prctl(PR_SET_PDEATHSIG, SIGUSR2);
  tell_ = ends[1];
}

Guard::~Guard() {
  if (tell_ >= 0) ::close(tell_);
}

void Guard::have_met() {
  if (tell_ < 0) return;
  (void)!::write(tell_, "+", 1);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

StatusFile::StatusFile() {
  const char* rank = launched_rank();
  if (rank != nullptr && std::strcmp(rank, "0") == 0) open("meeting");
}

void StatusFile::open(const char* state) {
  const char* name = std::getenv("ALLNASH_MPI_STATUS");
  if (name == nullptr) return;
  file_ = ::open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file_ >= 0) ::flock(file_, LOCK_EX);
  put(file_, state);
}

void StatusFile::run() {
  if (file_ < 0) open("running");
  put(file_, "running");
}

StatusFile::~StatusFile() {
  if (file_ >= 0) ::close(file_);
}

void StatusFile::end_with(int code) const { put(file_, "code " + std::to_string(code)); }

}  // namespace allnash::cli
