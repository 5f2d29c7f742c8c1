// What rank 0 tells `allnash-mpirun`, the launcher that restarts a run after losses.
#pragma once

namespace allnash::cli {

/// A file, which the environment names (ALLNASH_MPI_STATUS), that is locked while rank 0 lives: it
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
