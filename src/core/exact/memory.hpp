// The memory of GMP and FLINT for large numbers: what happens when there is none, and its release
// at a thread's end.
#pragma once

#include <cstddef>

#include "core/base/threads.hpp"
#include "core/exact/access.hpp"

namespace allnash::exact {

/// Sets `end`, which must not return, to be called when memory runs out. By default both libraries
/// end the process by a signal. Requires that no number was made yet.
void when_out_of_memory(void (*end)()) noexcept;

/// Frees the spare numbers of the calling thread when it ends, which would otherwise leak.
void free_with_thread() noexcept;

/// Runs pieces that make large numbers on several threads (base/threads.hpp).
template <typename Piece>
void side_by_side(std::size_t threads, std::size_t count, const Piece& piece) {
  allnash::side_by_side(threads, count, piece, release_spare_numbers);
}

}  // namespace allnash::exact
