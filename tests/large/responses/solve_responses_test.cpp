// Games known by best responses against the same games written out and solved whole.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "core/lp/subgame.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/parts.hpp"
#include "large/responses/tables.hpp"
#include "random_games.hpp"
#include "text.hpp"

namespace allnash::solve_responses_test {
namespace {

using responses_test::TableGame;

TableGame drawn(std::mt19937_64& random, int largest) {
  const test::WholeGame game = test::random_game(random, largest);
  return {game.rows, game.columns, test::payoffs_of(game)};
}

Rational value_of(const TableGame& game) {
  return lp::solve(exact::Matrix(game.rows, game.columns, game.payoffs))->value;
}

/// That no strategy of the table does better than the answer says, and that it is one that plays.
void expect_bounds(TableGame& game, const ResponseAnswer& answer, const Rational& low,
                   const Rational& high) {
  const auto total = [](const std::vector<LikelyStrategy>& mixture) {
    Rational sum;
    for (const LikelyStrategy& one : mixture) sum += one.probability;
    return sum;
  };
  EXPECT_EQ(total(answer.row), 1);
  EXPECT_EQ(total(answer.column), 1);
  for (Index j = 0; j < game.columns; ++j) {
    Rational paid;
    for (const auto& [row, probability] : answer.row) {
      paid += probability * game.payoff(row, TableGame::name(Player::column, j));
    }
    EXPECT_GE(paid, low);
  }
  for (Index i = 0; i < game.rows; ++i) {
    Rational earned;
    for (const auto& [column, probability] : answer.column) {
      earned += probability * game.payoff(TableGame::name(Player::row, i), column);
    }
    EXPECT_LE(earned, high);
  }
}

TEST(SolveResponses, FindsAnEquilibriumOfWhatIsWrittenOut) {
  std::mt19937_64 random(1);
  for (int round = 0; round < test::this_many(1500); ++round) {
    for (const RespondTo what : {RespondTo::centre, RespondTo::vertex, RespondTo::both}) {
      TableGame game = drawn(random, round % 50 == 0 ? 25 : 6);
      const ResponseAnswer answer = solve_responses(game, {.respond_to = what});
      ASSERT_EQ(answer.status, Status::equilibrium);
      ASSERT_EQ(*answer.value, value_of(game));
      EXPECT_EQ(answer.payoffs, game.asked_payoffs);
      EXPECT_LE(answer.payoffs, answer.row_strategies_met * answer.column_strategies_met);
      EXPECT_EQ(answer.responses, game.asked_responses);
      EXPECT_FALSE(game.asked_twice);
      expect_bounds(game, answer, *answer.value, *answer.value);
    }
  }
}

TEST(SolveResponses, SaysTheSameEachTime) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 20; ++round) {
    TableGame game = drawn(random, 20);
    TableGame again(game.rows, game.columns, game.payoffs);
    ResponseAnswer first = solve_responses(game);
    ResponseAnswer second = solve_responses(again);
    first.seconds = second.seconds = 0;
    EXPECT_EQ(to_json(first), to_json(second));
  }
}

TEST(SolveResponses, BoundsHoldWhateverTheBudget) {
  std::mt19937_64 random(3);
  for (int round = 0; round < test::this_many(300); ++round) {
    const TableGame whole = drawn(random, 12);
    const Rational value = value_of(whole);
    for (std::int64_t budget = 0;; ++budget) {
      TableGame game(whole.rows, whole.columns, whole.payoffs);
      const ResponseAnswer answer = solve_responses(game, {.budget = budget});
      ASSERT_LE(answer.responses, budget);
      if (answer.status == Status::equilibrium) break;
      ASSERT_EQ(answer.status, Status::stopped);
      EXPECT_EQ(answer.stop->text, "budget");
      EXPECT_EQ(answer.responses, budget);
      EXPECT_EQ(answer.low.has_value(), !answer.row.empty());
      EXPECT_EQ(answer.high.has_value(), !answer.column.empty());
      if (answer.low && answer.high) {
        expect_bounds(game, answer, *answer.low, *answer.high);
        EXPECT_LE(*answer.low, value);
        EXPECT_GE(*answer.high, value);
      }
    }
  }
}

TEST(SolveResponses, EndsOnceTheGapIsSmallEnough) {
  std::mt19937_64 random(4);
  int within = 0;
  for (int round = 0; round < test::this_many(300); ++round) {
    TableGame game = drawn(random, 20);
    const ResponseOptions options{.epsilon = Rational(1, 2)};
    const ResponseAnswer answer = solve_responses(game, options);
    if (answer.status == Status::equilibrium) continue;
    ++within;
    ASSERT_EQ(answer.status, Status::within);
    EXPECT_LE(*answer.high - *answer.low, *options.epsilon);
    EXPECT_FALSE(answer.value.has_value());
    expect_bounds(game, answer, *answer.low, *answer.high);
  }
  EXPECT_GT(within, test::this_many(300) / 6);
}

// An oracle that proves a bound a little off the best: low <= value <= high, and no equilibrium is
// claimed unless the bounds meet.
TEST(SolveResponses, BoundsOfResponsesAreBoundsOnTheValue) {
  std::mt19937_64 random(5);
  for (int round = 0; round < test::this_many(500); ++round) {
    TableGame game = drawn(random, 8);
    game.proof = Response::Proof::bound;
    game.looseness = Rational(round % 3, 100);
    const ResponseAnswer answer = solve_responses(game);
    const Rational value = value_of(game);
    if (round % 3 == 0) {
      ASSERT_EQ(answer.status, Status::equilibrium);
      EXPECT_EQ(*answer.value, value);
      continue;
    }
    ASSERT_EQ(answer.status, Status::within);
    EXPECT_LT(*answer.low, *answer.high);
    EXPECT_LE(*answer.low, value);
    EXPECT_GE(*answer.high, value);
    // Each bound is off by the looseness times the sum of the weights, over that sum.
    EXPECT_EQ(*answer.high - *answer.low, 2 * game.looseness);
    expect_bounds(game, answer, *answer.low, *answer.high);
    EXPECT_EQ(solve_responses(game, {.epsilon = game.looseness}).status,
              Status::no_better_response);
  }
}

// Responses that are best, and do not say so: the answer is right, and is not called proved.
TEST(SolveResponses, ClaimsNothingOfUnprovedResponses) {
  std::mt19937_64 random(6);
  for (int round = 0; round < test::this_many(500); ++round) {
    TableGame game = drawn(random, 10);
    game.proof = Response::Proof::none;
    const ResponseAnswer answer = solve_responses(game);
    ASSERT_EQ(answer.status, Status::no_better_response);
    EXPECT_FALSE(answer.value || answer.low || answer.high);
    EXPECT_EQ(*answer.restricted_value, value_of(game));
    expect_bounds(game, answer, *answer.restricted_value, *answer.restricted_value);
  }
}

// Responses that are poor: what is said holds for the strategies that were met.
TEST(SolveResponses, SaysWhatHoldsAmongStrategiesMet) {
  std::mt19937_64 random(7);
  for (int round = 0; round < test::this_many(300); ++round) {
    TableGame game = drawn(random, 10);
    game.proof = Response::Proof::none;
    game.sees = 1 + static_cast<Index>(random() % 4);
    const ResponseAnswer answer = solve_responses(game);
    ASSERT_EQ(answer.status, Status::no_better_response);
    TableGame part(std::min(game.rows, game.sees), std::min(game.columns, game.sees), {});
    for (Index i = 0; i < part.rows; ++i) {
      for (Index j = 0; j < part.columns; ++j) part.payoffs.push_back(game.at(i, j));
    }
    EXPECT_EQ(*answer.restricted_value, value_of(part));
    expect_bounds(part, answer, *answer.restricted_value, *answer.restricted_value);
  }
}

TEST(SolveResponses, StopsWhenAsked) {
  std::mt19937_64 random(8);
  TableGame game = drawn(random, 20);
  StopFlag flag;
  flag.raise();
  const ResponseAnswer answer = solve_responses(game, {}, {.stop = &flag});
  EXPECT_EQ(answer.status, Status::stopped);
  EXPECT_EQ(answer.stop->text, "interrupt");
  EXPECT_EQ(solve_responses(game, {.time_limit = 0}).stop->text, "time limit");
}

TEST(SolveResponses, RefusesOptionsThatDoNotFit) {
  TableGame game(1, 1, {0});
  ResponseOptions options{.epsilon = 0};
  EXPECT_THROW((void)solve_responses(game, options), OptionError);
  options = {};
  options.budget = -1;
  EXPECT_THROW((void)solve_responses(game, options), OptionError);
  options = {};
  options.time_limit = -1;
  EXPECT_THROW((void)solve_responses(game, options), OptionError);
}

/// Rock, paper and scissors, with one answer that is not what the payoffs say.
class Forged final : public ResponseGame {
 public:
  explicit Forged(std::map<std::string, Response> forged) : forged_(std::move(forged)) {}
  std::string start(Player) override { return "rock"; }
  Rational payoff(const std::string& row, const std::string& column) override {
    return table_.payoff(numbered(row), numbered(column));
  }
  Response respond(Player player, std::span<const WeightedStrategy> opponent) override {
    std::string text = player == Player::row ? "row" : "column";
    std::vector<WeightedStrategy> numbers;
    for (const auto& [strategy, weight] : opponent) {
      text += " " + strategy + " " + weight.to_string();
      numbers.push_back({numbered(strategy), weight});
    }
    if (const auto found = forged_.find(text); found != forged_.end()) return found->second;
    Response response = table_.respond(player, numbers);
    response.strategy = names_[static_cast<std::size_t>(std::stoi(response.strategy.substr(1)))];
    return response;
  }

 private:
  std::string numbered(const std::string& name) const {
    return "_" + std::to_string(std::ranges::find(names_, name) - names_.begin());
  }
  std::vector<std::string> names_ = {"rock", "paper", "scissors"};
  TableGame table_{3, 3, {0, -1, 1, 1, 0, -1, -1, 1, 0}};
  std::map<std::string, Response> forged_;
};

std::string fault_of(const std::map<std::string, Response>& forged) {
  Forged game(forged);
  try {
    (void)solve_responses(game);
  } catch (const SourceError& error) {
    return error.what();
  }
  return "";
}

TEST(SolveResponses, NamesAnswersThatContradictPayoffs) {
  using Proof = Response::Proof;
  EXPECT_EQ(fault_of({}), "");
  // A new strategy that does not earn what it says; paper earns 1.
  EXPECT_EQ(
      fault_of({{"row rock 1", {"paper", 2, Proof::exact}}}),
      "respond row rock 1: the answer 'paper 2' contradicts the payoffs: by them 'paper' has 1");
  // A known one, by a last digit.
  EXPECT_EQ(
      fault_of({{"row rock 1", {"rock", Rational(1, 1000000), Proof::exact}}}),
      "respond row rock 1: the answer 'rock 1/1000000' contradicts the payoffs: by them 'rock' "
      "has 0");
  // Worse than what is known.
  EXPECT_EQ(
      fault_of({{"column rock 1", {"scissors", 1, Proof::exact}}}),
      "respond column rock 1: the answer 'scissors 1' contradicts the payoffs: by them 'rock' "
      "has 0");
  // A bound below what is known, and one that the strategy itself beats.
  EXPECT_EQ(
      fault_of({{"row rock 1", {"paper", -1, Proof::bound}}}),
      "respond row rock 1: the answer 'paper bound -1' contradicts the payoffs: by them 'rock' "
      "has 0");
  EXPECT_EQ(fault_of({{"row rock 1", {"paper", Rational(1, 2), Proof::bound}}}),
            "respond row rock 1: the answer 'paper bound 1/2' contradicts the payoffs: by them "
            "'paper' has 1");
  // No strategy is said to beat rock, until paper is met.
  EXPECT_EQ(
      fault_of({{"row rock 1", {"rock", 0, Proof::exact}}}),
      "respond row rock 1: the answer 'rock 0' contradicts the payoffs: by them 'paper' has 1");
}

TEST(SolveResponses, RefusesNamesThatAreNone) {
  for (const char* name : {"", "a b", "a\tb", "a\nb", "\xff"}) {
    const std::string fault = fault_of({{"row rock 1", {name, 1, Response::Proof::exact}}});
    EXPECT_TRUE(test::has(fault, "respond row rock 1: ")) << name;
    EXPECT_TRUE(test::has(fault, "name")) << name;
  }
}

// Path games by best responses alone, against the same games solved as graphs.

ResponseAnswer by_responses(const std::string& name, RespondTo what = RespondTo::centre) {
  const large::Form form = large::form_of(open_flow_game(name));
  large::FlowResponses game(form);
  return solve_responses(game, {.respond_to = what});
}

TEST(FlowResponses, HaveTheValueOfTheGraphs) {
  for (const char* name :
       {"paths:blotto,fields=3,mine=5,yours=4",
        "paths:blotto,fields=6,mine=12,yours=10,values=linear",
        "paths:blotto,fields=10,mine=20,yours=18,values=random", "paths:lattice,width=4,height=4",
        "paths:lattice,width=8,height=8,block=2", "paths:subsets,n=12,mine=4,rank=5"}) {
    const FlowAnswer whole = solve_flows(open_flow_game(name));
    ASSERT_EQ(whole.status, Status::proved) << name;
    const ResponseAnswer answer = by_responses(name);
    EXPECT_EQ(answer.status, Status::equilibrium) << name;
    EXPECT_EQ(answer.value, whole.value) << name;
  }
}

// What the centre is for: fewer calls than the double oracle of the literature, and with both at
// once fewer iterations than with either. The counts are the same on every machine, but for those
// of vertices, which have room.
TEST(FlowResponses, TakeFewCalls) {
  struct Case {
    const char* name;
    std::int64_t most;
  };
  for (const auto& [name, most] :
       {Case{"paths:blotto,fields=10,mine=20,yours=18", 95},
        Case{"paths:blotto,fields=10,mine=20,yours=18,values=random", 130},
        Case{"paths:lattice,width=8,height=8,block=2", 135}}) {
    const ResponseAnswer centre = by_responses(name);
    const ResponseAnswer vertex = by_responses(name, RespondTo::vertex);
    const ResponseAnswer both = by_responses(name, RespondTo::both);
    EXPECT_LE(centre.responses, most) << name;
    EXPECT_LE(centre.responses, vertex.responses) << name;
    EXPECT_LT(both.iterations, centre.iterations) << name;
    EXPECT_EQ(centre.value, vertex.value) << name;
    EXPECT_EQ(centre.value, both.value) << name;
  }
}

}  // namespace
}  // namespace allnash::solve_responses_test
