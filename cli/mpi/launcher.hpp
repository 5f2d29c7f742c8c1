// What the launcher of an MPI run sees of it: whether a rank has died, and how the run ended.
#pragma once

namespace allnash::cli {

/// A launcher ends a run as soon as one of the processes that it started dies. So a worker rank
/// runs in a child of the process that was launched, which waits for it. Should the rank be killed,
/// the guard says so and stays, so that the launcher sees nothing of it and the other ranks go on.
/// A rank that dies before all have met ends the run, with exit code 4: the others would wait for
/// it.
///
/// Call it before MPI is started. It returns in the child; on rank 0, and where the launcher does
/// not say which rank this is, it does nothing.
class Guard {
 public:
  Guard();
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// MPI has been started: from now on the others do without this rank.
  void have_met();

 private:
  int tell_ = -1;
};

/// What rank 0 tells `allnash-mpirun`, the launcher that restarts a run after losses: a file, which
/// the environment names (ALLNASH_MPI_STATUS), that is locked while rank 0 lives: it
/// holds `running`, and in the end the exit code. Without the name there is none.
class StatusFile {
 public:
  StatusFile();
  ~StatusFile();
  StatusFile(const StatusFile&) = delete;
  StatusFile& operator=(const StatusFile&) = delete;

  void end_with(int code) const;

 private:
  int file_ = -1;
};

}  // namespace allnash::cli
