// The extreme strategies of games with known answers that have too many to be in their files. They
// take longer than all else that is known of these games.
#include <gtest/gtest.h>

#include <sstream>

#include "allnash/allnash.hpp"
#include "answer/solve/known_games.hpp"
#include "checker/verdict.hpp"

namespace allnash::unlisted_test {
namespace {

TEST(Unlisted, AreFoundWithinTheLimit) {
  int games = 0;
  test::each_known_game([&](const std::string& path, const auto& truth) {
    if (test::lists_vertices(truth)) return;
    ++games;
    SCOPED_TRACE(path);
    std::ostringstream certificate;
    const Options options{.method = "full"};
    const Result result = solve(*open_game(path), options, {nullptr, nullptr, &certificate});
    ASSERT_EQ(result.status, Status::proved);
    EXPECT_EQ(test::fault_in(certificate.str()), std::nullopt);
    for (const OptimalSet* set : {&result.row(), &result.column()}) {
      EXPECT_FALSE(set->vertices.empty());
      EXPECT_LE(std::ssize(set->vertices), options.vertices);
    }
  });
  EXPECT_GT(games, 0);
}

}  // namespace
}  // namespace allnash::unlisted_test
