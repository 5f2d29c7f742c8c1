// What libFuzzer calls.
#include "fuzz/pairs.hpp"
#include "fuzz/readers.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  allnash::fuzz::feed(input);
  if (!input.empty()) allnash::fuzz::insist_on_one_game(input.front(), input.substr(1));
  return 0;
}
