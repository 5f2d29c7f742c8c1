// What libFuzzer calls.
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  allnash::fuzz::feed({reinterpret_cast<const char*>(data), size});
  return 0;
}
