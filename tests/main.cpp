// The program of a room's tests: all of them, or with FOLDER/NAME as an argument those of
// FOLDER/NAME_test.cpp alone.
#include <gtest/gtest.h>

#include <iostream>
#include <string>

namespace {

// The filter that lets the tests of one file through; empty if there are none.
std::string filter_for(const std::string& file) {
  std::string filter;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int s = 0; s < all.total_test_suite_count(); ++s) {
    const testing::TestSuite& suite = *all.GetTestSuite(s);
    for (int t = 0; t < suite.total_test_count(); ++t) {
      const testing::TestInfo& test = *suite.GetTestInfo(t);
      if (std::string(test.file()).ends_with("/" + file + "_test.cpp")) {
        filter += std::string(suite.name()) + "." + test.name() + ":";
      }
    }
  }
  return filter;
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc > 1) {
    const std::string filter = filter_for(argv[1]);
    if (filter.empty()) {
      std::cerr << argv[0] << " has no tests of " << argv[1] << "_test.cpp\n";
      return 2;
    }
    testing::GTEST_FLAG(filter) = filter;
  }
  return RUN_ALL_TESTS();
}
