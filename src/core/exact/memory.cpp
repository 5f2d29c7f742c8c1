#include "core/exact/memory.hpp"

#include <flint/flint.h>
#include <gmp.h>

#include <cstdlib>

namespace allnash::exact {

namespace {

// A global, since GMP and FLINT take plain functions and keep them for the whole process.
void (*end_of_memory)() = std::abort;

void* checked(void* memory, std::size_t size) {
  if (memory == nullptr && size > 0) end_of_memory();
  return memory;
}

void* allocate(std::size_t size) { return checked(std::malloc(size), size); }
void* allocate_zeros(std::size_t count, std::size_t size) {
  return checked(std::calloc(count, size), count * size);
}
void* reallocate(void* memory, std::size_t size) {
  return checked(std::realloc(memory, size), size);
}
void* reallocate_known(void* memory, std::size_t /*before*/, std::size_t size) {
  return reallocate(memory, size);
}
void release_known(void* memory, std::size_t /*size*/) { std::free(memory); }

}  // namespace

void when_out_of_memory(void (*end)()) noexcept {
  end_of_memory = end;
  mp_set_memory_functions(allocate, reallocate_known, release_known);
  __flint_set_memory_functions(allocate, allocate_zeros, reallocate, std::free);
}

void free_with_thread() noexcept {
  struct AtEnd {
    ~AtEnd() { flint_cleanup(); }
  };
  thread_local const AtEnd at_end;
  (void)at_end;
}

}  // namespace allnash::exact
