// What the launcher of an MPI run sees of it: whether a rank has died, and how the run ended.
#pragma once

namespace allnash::cli {

/// A launcher ends a run as soon as one of its processes dies. So a worker rank runs in a child of
/// the launched process, which waits for it as a guard. If the rank is killed the guard reports it
/// and stays, so that the launcher notices nothing and the other ranks go on. A rank that dies
/// before MPI has started everywhere ends the run with exit code 4, or, under a launcher that goes
/// on without it, tells `allnash-mpirun` by the status file: the others would wait for it.
///
/// Call it before MPI is started. It returns in the child. It does nothing on rank 0, or if the
/// launcher does not state the rank.
class Guard {
 public:
  Guard();
  ~Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

  /// Call it when MPI has started: from then on the others can do without this rank.
  void have_met();

 private:
  int tell_ = -1;
};

/// What rank 0 reports to `allnash-mpirun`, the launcher that restarts a run after losses: a file,
/// named by the environment variable ALLNASH_MPI_STATUS and locked while rank 0 lives. Its first
/// line is `meeting` while MPI starts, if the launcher states the rank, then `running`, and at the
/// end the exit code; its second is `lost` if a rank died before all had met. Without the variable
/// there is no file. Make one before MPI is started.
class StatusFile {
 public:
  StatusFile();
  ~StatusFile();
  StatusFile(const StatusFile&) = delete;
  StatusFile& operator=(const StatusFile&) = delete;

  void run();  ///< call it on rank 0 when MPI has started
  void end_with(int code) const;

 private:
  void open(const char* state);

  int file_ = -1;
};

}  // namespace allnash::cli
