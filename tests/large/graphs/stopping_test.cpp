// Games that are opened, built and solved end soon after their token says so, whatever they are
// doing. Tokens here end after a number of looks, so that no test waits for a clock.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "large/graphs/built_in.hpp"
#include "large/graphs/central_path.hpp"
#include "large/graphs/exact_pair.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/newton_pattern.hpp"
#include "large/graphs/parts.hpp"
#include "large/trees/game_trees.hpp"
#include "payoffs/sources/reading.hpp"
#include "text.hpp"

namespace allnash::large::stopping_test {
namespace {

using Work = std::function<void(const StopToken&)>;

/// The number of looks that the work takes when nothing stops it.
std::int64_t looks_of(const Work& work) {
  constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
  LookLimit limit(all);
  work(StopToken().sooner(limit));
  return all - limit.left();
}

/// Whatever the number of looks after which the token says stop, the work ends at this look.
void expect_to_stop(const char* what, const Work& work, std::int64_t at_least) {
  SCOPED_TRACE(what);
  const std::int64_t looks = looks_of(work);
  EXPECT_GE(looks, at_least);
  for (std::int64_t allowed = 0; allowed < looks; allowed += 1 + looks / 4) {
    LookLimit limit(allowed);
    EXPECT_THROW(work(StopToken().sooner(limit)), Stopped) << allowed << " of " << looks;
    EXPECT_EQ(limit.left(), -1) << "it went on after the token said stop";
  }
}

/// The looks that so many steps take.
std::int64_t looks_in(std::int64_t steps) {
  const auto after_first = steps - static_cast<std::int64_t>(Pace::first);
  return after_first < 0 ? 0 : 1 + after_first / static_cast<std::int64_t>(Pace::stride);
}

void make(const std::string& name, const StopToken& stop) {
  const bool tree = name.starts_with("trees:");
  const std::string rest = name.substr(std::string("trees:").size());
  (void)make_built_in(tree ? built_in_trees() : built_in_paths(), rest, stop);
}

TEST(Stopping, BuiltInGamesLookWhileTheyAreMade) {
  struct Made {
    const char* name;
    std::int64_t steps;  // arcs and payoffs, or more where work is in neither
  };
  for (const Made& one : {
           Made{"trees:kuhn,cards=300", 5 * 300 * 299},
           Made{"trees:leduc,ranks=20", 20 * 20 * 700},
           Made{"trees:liars-dice,sides=7", 49 * (1 << 14)},
           Made{"paths:blotto,fields=20,mine=100,yours=90", 168'450 + 20 * 101 * 91 - 2'000},
           Made{"paths:lattice,width=200,height=200,block=1", 4 * 200 * 200 + 2 * 2 * 199 * 200},
           Made{"paths:lattice,width=50,height=50,block=80", 2 * 49 * 50 * 80},
           Made{"paths:subsets,n=600,mine=300,yours=10,rank=1", 600 * (300 + 600)},
           Made{"paths:subsets,n=200,mine=1,rank=200", 200 * 200 * 200 / 8},
       }) {
    expect_to_stop(
        one.name, [&](const StopToken& stop) { make(one.name, stop); }, looks_in(one.steps));
  }
}

std::string long_paths_file() {
  constexpr int arcs = 20'000;
  std::string text = "allnash-paths 1\n";
  for (const char* side : {"row-arcs ", "column-arcs "}) {
    text += side + std::to_string(arcs) + "\n";
    for (int a = 0; a < arcs; ++a) {
      text += std::to_string(a) + " " + std::to_string(a + 1) + " f" + std::to_string(a) + "\n";
    }
  }
  text += "payoffs " + std::to_string(arcs) + "\n";
  for (int a = 0; a < arcs; ++a) {
    text += "f" + std::to_string(a) + " f" + std::to_string(arcs - 1 - a) + " 1\n";
  }
  return text + "end\n";
}

/// Chance moves into so many ends.
std::string long_efg_file(int ends) {
  std::string text = "EFG 2 R \"wide\" { \"A\" \"B\" }\nc \"\" 1 \"\" {";
  for (int t = 0; t < ends; ++t) text += " \"\" 1/" + std::to_string(ends);
  text += " } 0\n";
  for (int t = 0; t < ends; ++t) text += "p \"\" 1 1 \"\" { \"up\" } 0\nt \"\" 1 \"\" { 1, -1 }\n";
  return text;
}

TEST(Stopping, FilesLookWhileTheyAreRead) {
  const std::string paths = long_paths_file();
  expect_to_stop(
      "a .paths",
      [&](const StopToken& stop) {
        std::istringstream in(paths);
        (void)read_paths(in, "long.paths", stop);
      },
      looks_in(60'000 * 8) + looks_in(40'000 * 9 + 20'000 * 8));
  const std::string efg = long_efg_file(150'000);
  std::optional<GameTree> tree;
  expect_to_stop(
      "an .efg",
      [&](const StopToken& stop) {
        std::istringstream in(efg);
        tree = read_efg(in, "long.efg", stop);
      },
      looks_in(300'000 * 8));
  expect_to_stop(
      "its sequence form", [&](const StopToken& stop) { (void)tree_game(*tree, "long.efg", stop); },
      looks_in(300'000));
}

TEST(Stopping, TheFormAndTheNewtonSystemLookWhileTheyAreMade) {
  for (const char* const name : {"trees:kuhn,cards=150", "paths:blotto,fields=15,mine=90,yours=80",
                                 "paths:subsets,n=200,mine=40,rank=30"}) {
    const FlowGame game = open_flow_game(name);
    const auto payoffs = std::ssize(game.payoffs);
    // Payoffs are counted, sorted, merged and listed, for each player.
    expect_to_stop((std::string(name) + ", form").c_str(),
                   [&](const StopToken& stop) { (void)form_of(game, stop); },
                   looks_in(8 * payoffs));
    const Form form = form_of(game);
    expect_to_stop((std::string(name) + ", Newton system").c_str(),
                   [&](const StopToken& stop) { const NewtonPattern pattern(form, true, stop); },
                   std::string_view(name).starts_with("paths:") ? 2 : 0);
    const NewtonPattern pattern(form);
    expect_to_stop((std::string(name) + ", start of the path").c_str(),
                   [&](const StopToken& stop) { const CentralPath path(pattern, stop); },
                   looks_in(2 * std::ssize(form.lines[0].payoff)));
  }
}

// Wherever a run is stopped once its game is made, it has bounds and strategies that guarantee
// them.
TEST(Stopping, ARunHasBoundsFromTheMomentItsFormIsKnown) {
  for (const std::string name : {"trees:kuhn,cards=40", "trees:leduc",
                                 "paths:blotto,fields=6,mine=12,yours=14,values=random"}) {
    SCOPED_TRACE(name);
    const FlowGame game = open_flow_game(name);
    const Rational value = *solve_flows(game).value;
    constexpr std::int64_t all = std::numeric_limits<std::int64_t>::max();
    LookLimit endless(all);
    RunLimits limits;
    limits.looks = &endless;
    ASSERT_EQ(solve_within(game, FlowMethod::flows, limits, nullptr).value, value);
    const std::int64_t looks = all - endless.left();
    ASSERT_GT(looks, 30);
    for (std::int64_t allowed = 0; allowed < looks; allowed += 1 + looks / 30) {
      LookLimit limit(allowed);
      limits.looks = &limit;
      const FlowAnswer answer = solve_within(game, FlowMethod::automatic, limits, nullptr);
      if (answer.status == Status::proved) continue;  // stopped after the proof
      ASSERT_EQ(answer.stop->text, "interrupt") << allowed;
      ASSERT_TRUE(answer.low && answer.high);
      EXPECT_LE(*answer.low, value);
      EXPECT_GE(*answer.high, value);
      EXPECT_FALSE(answer.row.flow.empty());
      EXPECT_FALSE(answer.column.flow.empty());
    }
  }
}

// A run that nobody gives time to make the form says so, and nothing else.
TEST(Stopping, ARunWithoutAFormKnowsNothing) {
  const FlowGame game = open_flow_game("trees:kuhn,cards=200");
  LookLimit none(0);
  RunLimits limits;
  limits.looks = &none;
  const FlowAnswer answer = solve_within(game, FlowMethod::automatic, limits, nullptr);
  EXPECT_EQ(answer.status, Status::stopped);
  EXPECT_EQ(answer.stop->text, "interrupt");
  EXPECT_FALSE(answer.low || answer.high);
  EXPECT_TRUE(test::has(to_json(answer, game), "\"row_strategies\":null"));
}

TEST(Stopping, AGameThatIsNotMadeInTimeIsAnAnswer) {
  StopFlag flag;
  flag.raise();
  const auto [game, answer] = open_and_solve_flows("trees:kuhn,cards=400", {}, {.stop = &flag});
  EXPECT_TRUE(game.rows.nodes.empty());
  EXPECT_EQ(answer.stop->text, "interrupt");
  EXPECT_TRUE(test::has(to_json(answer, game), "\"row_arcs\":null"));
  const auto [small, solved] = open_and_solve_flows("trees:kuhn");
  EXPECT_EQ(small.rows.arcs.size(), 13U);
  EXPECT_EQ(*solved.value, Rational(-1, 18));
}

// The equations of a game with dense payoffs and long paths would take gigabytes.
TEST(Stopping, EquationsThatAreTooLargeAreNotMade) {
  const Form form = form_of(open_flow_game("paths:subsets,n=1000,mine=100,rank=20"));
  EXPECT_THROW(NewtonPattern{form}, TooLarge);
}

TEST(Stopping, GamesThatWouldBeBuiltForEverAreRefused) {
  const auto refusal = [](const std::string& name) {
    return input_error([&] { (void)open_flow_game(name); });
  };
  EXPECT_EQ(refusal("paths:subsets,n=10000,mine=1,rank=10000"),
            "paths:subsets: more than 33554432 payoffs");
  EXPECT_EQ(refusal("paths:subsets,n=5000,mine=1,rank=5000"),
            "paths:subsets: n * n * rank is more than 8589934592");
  EXPECT_EQ(refusal("paths:subsets,n=10000,mine=5000,yours=1,rank=1"),
            "paths:subsets: more than 50,000,000 arcs");
  EXPECT_EQ(refusal("paths:blotto,fields=1,mine=9000"), "paths:blotto: more than 33554432 payoffs");
}

}  // namespace
}  // namespace allnash::large::stopping_test
