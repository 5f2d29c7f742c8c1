// What tells the rest of a run that a rank has died.
#pragma once

namespace allnash::cli {

/// Launchers end a run with the exit code of the rank that died: 137 when it was killed. To make it
/// 4, a worker rank runs in a child of the process that was launched, which waits for it, says what
/// happened to it, and does not return. Call it before MPI is started; on rank 0, and where the
/// launcher does not say which rank this is, it does nothing.
void guard_worker_rank();

}  // namespace allnash::cli
