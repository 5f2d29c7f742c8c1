// A ledger that a run of this process has open belongs to that run, whoever looks at it here.
#include "allnash/allnash.hpp"
#include "allnash/report.hpp"
#include "cli/run.hpp"
#include "payoffs/file/database_file.hpp"

namespace allnash::tests::lock_test {
namespace {

/// Looks at the file as programs do while they solve, and has another process add to it.
void look_and_let_others_try(const std::string& path, const std::string& lines) {
  for (int time = 0; time < 2; ++time) {
    EXPECT_TRUE(ledger_state(path).running);
    EXPECT_TRUE(file::in_use(path));
    EXPECT_TRUE(report_of_ledger(path).page.running);
    const Finished import = allnash_run({"ledger", "import", path, "--wait", "0"}, lines);
    EXPECT_EQ(import.code, 6) << import.out;
    EXPECT_TRUE(has(import.err, "in use by another run"));
    EXPECT_EQ(allnash_run({"ledger", "show", path, "--wait", "0"}).code, 6);
    // Nor does this process open it a second time.
    EXPECT_THROW((void)ledger_info(path), InUseError);
  }
}

class Looking final : public Source {
 public:
  explicit Looking(std::string path) : Source(3, 3), path_(std::move(path)) {}
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    look_and_let_others_try(path_, "2,2,17\n");
    for (std::size_t t = 0; t < asked.size(); ++t) {
      answers[t] = asked[t].entry.row == asked[t].entry.column ? 1 : 0;
    }
  }

 private:
  std::string path_;
};

TEST(Lock, OfAnExactRunOutlivesALookAtItsLedger) {
  const Folder folder;
  const std::string path = folder.path("run.db");
  Looking game(path);
  Options options;
  options.ledger = path;
  options.threads = 1;
  const Result result = solve(game, options);
  EXPECT_EQ(result.status, Status::proved);
  EXPECT_EQ(ledger_info(path).payoffs, 9);
  EXPECT_FALSE(ledger_state(path).running);
}

TEST(Lock, OfARunByPlayOutlivesALookAtItsLedger) {
  const Folder folder;
  const std::string path = folder.path("run.db");
  int plays = 0;
  const auto game = function_game(1, 1, [&](Index, Index, std::uint64_t seed) {
    if (++plays % 10 == 1) {
      look_and_let_others_try(path, "0,0," + std::to_string(seed) + ",1\n");
    }
    return seed % 2;
  });
  Options options;
  options.ledger = path;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = Rational(1, 2);
  options.budget = 25;
  const Result result = solve(*game, options);
  EXPECT_EQ(plays, result.queries);
  EXPECT_EQ(ledger_info(path).payoffs, plays);
  EXPECT_FALSE(ledger_state(path).running);
}

}  // namespace
}  // namespace allnash::tests::lock_test
