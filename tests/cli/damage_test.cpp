// A ledger file whose bytes have changed: the true answer or a refusal, never another answer.
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/run.hpp"

namespace allnash::tests::damage_test {
namespace {

using Json = nlohmann::json;

// Without what it cost.
Json answer_of(const Finished& result) {
  Json json = Json::parse(result.out);
  for (const char* cost : {"seconds", "recalled", "queries", "rounds", "ratio"}) json.erase(cost);
  return json;
}

std::string flipped(std::string bytes, std::mt19937_64& random) {
  for (int count = 1 + static_cast<int>(random() % 3); count > 0; --count) {
    char& byte = bytes[random() % bytes.size()];
    byte = static_cast<char>(random() % 2 == 0 ? byte ^ (1 << random() % 8)
                                               : static_cast<int>(random() % 256));
  }
  return bytes;
}

class Damage : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(Damage, NeverChangesAnAnswer) {
  const Folder folder;
  const std::string ledger = folder.path("run.db");
  const std::vector<std::string> command =
      with({"solve", "--json", "--ledger", ledger}, GetParam());
  const Finished whole = allnash_run(command);
  ASSERT_EQ(whole.code, 0) << whole.err;
  const Json answer = answer_of(whole);
  const std::string bytes = folder.read("run.db");
  std::mt19937_64 random(1);
  int refused = 0;
  for (int t = 0; t < 260; ++t) {
    std::filesystem::remove(ledger + "-wal");
    const std::string broken = flipped(bytes, random);
    folder.write("run.db", broken);
    const Finished result = allnash_run(command);
    ASSERT_TRUE(result.code == 0 || result.code == 2 || result.code == 3 || result.code == 4)
        << t << ": code " << result.code << ", signal " << result.signal << ": " << result.err;
    if (result.code == 0) {
      ASSERT_EQ(answer_of(result), answer) << t;
    }
    if (result.code == 2) {
      ++refused;
      EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
      if (refused % 5 != 0) continue;
      folder.write("run.db", broken);
      const Finished sound = allnash_run({"ledger", "export", "--sound", ledger});
      EXPECT_TRUE(sound.code == 0 || sound.code == 2) << sound.err;
    }
  }
  EXPECT_GT(refused, 50) << "too few tries have hit anything";
}

using Words = std::vector<std::string>;

INSTANTIATE_TEST_SUITE_P(Games, Damage,
                         ::testing::Values(Words{"family:random,n=12", "--method", "full"},
                                           Words{"family:bell,n=9,width=7", "--method", "full"},
                                           Words{"family:matching,n=2", "--noisy", "--coin",
                                                 "--payoff-range", "0,1", "--epsilon", "0.2"}),
                         [](const auto& one) { return "game" + std::to_string(one.index); });

TEST(DamagedLedger, IsARefusalWithAWayOut) {
  const Folder folder;
  const std::string ledger = folder.path("run.db");
  const std::vector<std::string> command{"solve", "family:random,n=6,low=123456,high=923456",
                                         "--json", "--ledger", ledger};
  const Finished whole = allnash_run(command);
  const std::string all = allnash_run({"ledger", "export", ledger}).out;
  // The last payoff, wherever it stands in the file.
  const std::string text = all.substr(all.rfind(',') + 1, 6);
  const int payoff = std::stoi(text);
  const std::string stored{static_cast<char>(payoff >> 16), static_cast<char>(payoff >> 8),
                           static_cast<char>(payoff)};
  std::string bytes = folder.read("run.db");
  const std::size_t at = bytes.find(stored);
  ASSERT_NE(at, std::string::npos);
  bytes[at + 2] = static_cast<char>(bytes[at + 2] ^ 1);
  folder.write("run.db", bytes);
  const Finished refused = allnash_run(command);
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(has(refused.err,
                  "does not match its check value; `allnash ledger export --sound` "
                  "exports what is intact\n"));
  EXPECT_EQ(allnash_run({"ledger", "show", ledger}).code, 2);
  EXPECT_EQ(allnash_run({"ledger", "export", ledger}).code, 2);
  const Finished sound = allnash_run({"ledger", "export", "--sound", ledger, folder.path("s.csv")});
  EXPECT_EQ(sound.code, 0);
  EXPECT_EQ(sound.err, ledger + ": 1 payoffs are damaged and left out\n");
  const Finished again = allnash_run({"ledger", "import", folder.path("new.db"),
                                      folder.path("s.csv"), "--rows", "6", "--columns", "6"});
  EXPECT_EQ(again.code, 0) << again.err;
  const Finished solved = allnash_run({"solve", "family:random,n=6,low=123456,high=923456",
                                       "--json", "--ledger", folder.path("new.db")});
  EXPECT_EQ(answer_of(solved), answer_of(whole));
}

}  // namespace
}  // namespace allnash::tests::damage_test
