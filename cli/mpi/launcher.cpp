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

/// The rank from the launcher's environment: Open MPI, PMIx, Hydra or Slurm.
const char* launched_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (const char* rank = std::getenv(name)) return rank;
  }
  return "0";
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
  ::_exit(exit_source_failed);
}

// All texts have the same length, so that each overwrites the last.
constexpr std::size_t length = 8;

void put(int file, std::string text) {
  text.resize(length - 1, ' ');
  text += '\n';
  if (file >= 0) (void)!::pwrite(file, text.data(), text.size(), 0);
}

}  // namespace

Guard::Guard() {
  const char* rank = launched_rank();
  std::array<int, 2> ends{};
  if (std::strcmp(rank, "0") == 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) return;
  const pid_t worker = ::fork();
  if (worker != 0) ::close(ends[1]);
  if (worker <= 0) ::close(ends[0]);
  if (worker < 0) return;  // runs without a guard
  // Launchers may forward SIGUSR1 to every rank; only rank 0 reports its state.
  ::signal(SIGUSR1, [](int) {});
  if (worker > 0) watch(worker, rank, ends[0]);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // if the guard is killed, so is the rank
  tell_ = ends[1];
}

Guard::~Guard() {
  if (tell_ >= 0) ::close(tell_);
}

void Guard::have_met() {
  if (tell_ >= 0) (void)!::write(tell_, "+", 1);
}

StatusFile::StatusFile() {
  const char* name = std::getenv("ALLNASH_MPI_STATUS");
  if (name == nullptr) return;
  file_ = ::open(name, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (file_ >= 0) ::flock(file_, LOCK_EX);
  put(file_, "running");
}

StatusFile::~StatusFile() {
  if (file_ >= 0) ::close(file_);
}

void StatusFile::end_with(int code) const { put(file_, "code " + std::to_string(code)); }

}  // namespace allnash::cli
