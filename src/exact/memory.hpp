// Memory of large numbers, which GMP and FLINT take by themselves.
#pragma once

namespace allnash::exact {

/// From now on `end`, which may not return, is called when there is none. By default both libraries
/// end the process by a signal. Requires that no number was made yet.
void when_out_of_memory(void (*end)()) noexcept;

/// When the calling thread ends, the spare numbers that it keeps for later use are freed, which
/// would be lost with it.
void free_with_thread() noexcept;

}  // namespace allnash::exact
