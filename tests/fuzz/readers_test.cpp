// The committed corpus of the fuzzer, and every prefix of it, through the readers.
#include "fuzz/readers.hpp"

#include <gtest/gtest.h>

#include "paths.hpp"
#include "text.hpp"

namespace allnash::fuzz::readers_test {
namespace {

TEST(Readers, TakeOrRefuseTheCorpus) {
  int files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(std::string(paths::sources) + "/tests/fuzz/corpus")) {
    SCOPED_TRACE(file.path().string());
    const std::string input = test::contents(file.path().string());
    const bool good = file.path().filename().string().starts_with("good");
    EXPECT_EQ(feed(input), good);
    // An import writes a file each time, too slow for all of them.
    const std::size_t step = input.front() == 'i' || input.front() == 'k' ? 7 : 1;
    for (std::size_t size = 0; size < input.size(); size += step) feed(input.substr(0, size));
    ++files;
  }
  EXPECT_GE(files, 30);
}

}  // namespace
}  // namespace allnash::fuzz::readers_test
