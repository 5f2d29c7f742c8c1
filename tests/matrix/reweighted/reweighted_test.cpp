// The sparse search against brute force, the three lemmas of docs/research/reweighted.md on games
// full of ties and in the mean over seeds, and the method against games solved by other means.
#include "matrix/reweighted/reweighted.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "climbing_game.hpp"
#include "core/lp/subgame.hpp"
#include "matrix/run/asked.hpp"
#include "matrix/saddle/saddle_games.hpp"
#include "random_games.hpp"
#include "results.hpp"

namespace allnash::test::reweighted_test {
namespace {

using game::Player;
using game::support_of;
using matrix::AttemptPlan;
using matrix::SearchEnd;
using matrix::SizesAttempt;
using matrix::SparseSearch;

constexpr std::int64_t no_limit = 1'000'000'000;

// A game that has been read whole.
struct Known {
  explicit Known(const WholeGame& game) : turn(game) { EXPECT_TRUE(turn.ledger.ask_all()); }
  [[nodiscard]] game::Pair solved(const std::vector<Index>& rows,
                                  const std::vector<Index>& columns) const {
    return *lp::solve_by_pivoting(game::View(turn.known, game::Player::row).table(rows, columns),
                                  {});
  }
  // The same from the side of either player: own lines, the opponent's, and the value as it sees
  // it.
  struct SeenLines {
    Rational value;
    std::vector<Index> own;  // places in the lists
    std::vector<Index> other;
  };
  [[nodiscard]] SeenLines solved(Player player, const std::vector<Index>& own,
                                 const std::vector<Index>& other) const {
    const bool row = player == Player::row;
    const game::Pair pair = row ? solved(own, other) : solved(other, own);
    const auto rows = support_of(pair.row);
    const auto columns = support_of(pair.column);
    return row ? SeenLines{pair.value, rows, columns} : SeenLines{-pair.value, columns, rows};
  }
  Turn turn;
};

std::vector<Index> some_of(Index count, std::mt19937_64& random) {
  std::vector<Index> some;
  for (Index i = 0; i < count; ++i) {
    if (random() % 2 == 0) some.push_back(i);
  }
  if (some.empty()) some.push_back(static_cast<Index>(random() % static_cast<unsigned>(count)));
  return some;
}

struct Best {
  Rational value;
  std::size_t support = 0;
};

Best by_brute_force(const Known& known, Player player, const std::vector<Index>& rows, Index most) {
  const Index columns = game::View(known.turn.known, player).opponents();
  std::optional<Best> best;
  for (const std::vector<int>& subset : brute::subsets(static_cast<int>(columns))) {
    if (std::ssize(subset) > most) continue;
    const Known::SeenLines seen = known.solved(player, rows, {subset.begin(), subset.end()});
    const bool better = !best || seen.value < best->value ||
                        (seen.value == best->value && seen.other.size() > best->support);
    if (better) best = Best{seen.value, seen.other.size()};
  }
  return *best;
}

std::vector<Index> violators(const game::View& rows, const matrix::Concession& least) {
  std::vector<Index> found;
  for (Index i = 0; i < rows.count(); ++i) {
    if (matrix::earned(rows, i, least.strategy) > least.value) found.push_back(i);
  }
  return found;
}

// The least that a strategy with few non-zeros concedes to some rows, and the largest support of
// one that does: as by looking at every set of columns. Rows come one by one, as in a run, so that
// what was learned before serves and must still be right.
TEST(SparseSearch, IsBruteForce) {
  std::mt19937_64 random(1);
  int with_padding = 0;
  for (int t = 0; t < this_many(800) && !HasFailure(); ++t) {
    const Known known(random_game(random, 5));
    const Player player = t % 2 == 0 ? Player::row : Player::column;
    const game::View view(known.turn.known, player);
    SparseSearch search(known.turn.known, player);
    std::vector<Index> rows;
    for (const Index row : some_of(view.count(), random)) {
      search.see(row);
      rows.push_back(row);
      const Index most = 1 + static_cast<Index>(random() % static_cast<unsigned>(view.opponents()));
      ASSERT_EQ(search.minimise(most, no_limit, {}), SearchEnd::found);
      const Best best = by_brute_force(known, player, rows, most);
      EXPECT_EQ(search.least().value, best.value);
      EXPECT_EQ(search.least().strategy.size(), best.support) << "of " << most;
      with_padding += best.support < static_cast<std::size_t>(most) ? 1 : 0;
      Rational sum;
      for (const Weight& weight : search.least().strategy) sum += weight.probability;
      EXPECT_EQ(sum, Rational(1));
      for (const Index i : rows) {
        EXPECT_LE(matrix::earned(view, i, search.least().strategy), best.value);
      }
    }
  }
  EXPECT_GT(with_padding, this_many(150));
}

// Payoffs that doubles cannot hold, and a hair apart.
TEST(SparseSearch, TellsApartValuesThatDoublesDoNot) {
  std::mt19937_64 random(7);
  for (int t = 0; t < this_many(300) && !HasFailure(); ++t) {
    WholeGame game = random_game(random, 4);
    for (std::int64_t& payoff : game.payoffs) {
      payoff = payoff * 3 + 4'000'000'000'000'000'000 + static_cast<std::int64_t>(random() % 2);
    }
    const Known known(game);
    SparseSearch search(known.turn.known, Player::row);
    const std::vector<Index> rows = some_of(game.rows, random);
    for (const Index row : rows) search.see(row);
    for (Index most = 1; most <= game.columns; ++most) {
      ASSERT_EQ(search.minimise(most, no_limit, {}), SearchEnd::found);
      const Best best = by_brute_force(known, Player::row, rows, most);
      EXPECT_EQ(search.least().value, best.value);
      EXPECT_EQ(search.least().strategy.size(), best.support);
    }
  }
}

TEST(SparseSearch, EndsAtTheStopToken) {
  Asked asked(planted(60, 3, 1));
  ASSERT_TRUE(asked.ledger.ask_all());
  SparseSearch search(asked.known, Player::row);
  for (Index i = 0; i < 20; ++i) search.see(i);  // of all rows few columns are best
  EXPECT_EQ(search.minimise(3, 10, {}), SearchEnd::too_long);
  StopFlag flag;
  flag.raise();
  EXPECT_EQ(search.minimise(3, no_limit, StopToken(&flag)), SearchEnd::stopped);
  EXPECT_EQ(search.minimise(3, no_limit, {}), SearchEnd::found);
}

// However often it pauses, it takes the same way and ends in the same strategy.
TEST(SparseSearch, GoesOnWhereItPaused) {
  constexpr Index most = 3;
  Asked asked(planted(60, 3, 1));
  ASSERT_TRUE(asked.ledger.ask_all());
  SparseSearch whole(asked.known, Player::row);
  SparseSearch parts(asked.known, Player::row);
  for (Index i = 0; i < 20; ++i) {
    whole.see(i);
    parts.see(i);
  }
  ASSERT_EQ(whole.minimise(most, no_limit, {}), SearchEnd::found);
  const std::int64_t part = whole.work() / 10;
  EXPECT_EQ(parts.minimise(most, no_limit, {}, 0), SearchEnd::paused);
  EXPECT_EQ(parts.work(), 0);  // not even the beginning fits
  int pauses = 0;
  std::int64_t allowed = part;
  for (;; allowed += part) {
    const SearchEnd end = parts.minimise(most, no_limit, {}, allowed - parts.work());
    if (end == SearchEnd::found) break;
    ASSERT_EQ(end, SearchEnd::paused);
    ASSERT_LT(++pauses, 20);
  }
  EXPECT_GE(pauses, 5);
  EXPECT_EQ(parts.work(), whole.work());
  EXPECT_EQ(parts.least().value, whole.least().value);
  EXPECT_EQ(parts.least().strategy, whole.least().strategy);
}

// Lemma 1: where no row of the support is violated, the strategy plays the column support, and the
// rows that optimal strategies play against that are the row support.
TEST(Lemmas, WhereNoRowOfTheSupportIsViolatedTheSupportsAreFound) {
  std::mt19937_64 random(2);
  int applied = 0;
  int violated = 0;
  int ties = 0;
  for (int t = 0; t < this_many(1500) && !HasFailure(); ++t) {
    const Known known(random_game(random, 5));
    const Player player = t % 2 == 0 ? Player::row : Player::column;
    const game::View view(known.turn.known, player);
    const auto all = game::all_below(view.count());
    const auto others = game::all_below(view.opponents());
    const Known::SeenLines whole = known.solved(player, all, others);
    for (Index most = std::ssize(whole.other); most <= view.opponents(); ++most) {
      SparseSearch search(known.turn.known, player);
      for (const Index row : some_of(view.count(), random)) search.see(row);
      ASSERT_EQ(search.minimise(most, no_limit, {}), SearchEnd::found);
      const auto over = violators(view, search.least());
      const auto in_support = [&](Index i) {
        return std::ranges::find(whole.own, i) != whole.own.end();
      };
      if (std::ranges::any_of(over, in_support)) continue;
      ++applied;
      violated += over.empty() ? 0 : 1;
      ties += whole.own.size() + whole.other.size() > 2 ? 1 : 0;
      EXPECT_EQ(search.least().value, whole.value);
      EXPECT_EQ(support_of(search.least().strategy), whole.other);
      const Known::SeenLines on = known.solved(player, all, support_of(search.least().strategy));
      EXPECT_EQ(on.value, whole.value);
      EXPECT_EQ(on.own, whole.own);
    }
  }
  EXPECT_GT(applied, this_many(900));
  EXPECT_GT(violated, 0);
  EXPECT_GT(ties, this_many(450));
}

// The constants of the two proofs.
TEST(Lemmas, ConstantsAreTheTheorems) {
  const AttemptPlan plan = matrix::plan_of({Player::row, 2, 2, 5}, 100, 300);
  EXPECT_DOUBLE_EQ(plan.net, 1.0 / 6);
  EXPECT_DOUBLE_EQ(plan.draws, 6 * (5 * std::log(30000.0) + std::log(4.0)));
  EXPECT_EQ(plan.rounds, 28);  // 6 ln 100 = 27.6
  const AttemptPlan turned = matrix::plan_of({Player::column, 2, 2, 5}, 100, 300);
  EXPECT_EQ(turned.rounds, 35);  // 6 ln 300 = 34.2
  EXPECT_DOUBLE_EQ(turned.draws, plan.draws);
  const AttemptPlan spread = matrix::plan_of({Player::row, 4, 32, 5}, 128, 300);
  EXPECT_EQ(spread.rounds, 433);  // 2 * 4 * (2 + 7) * 6 + 1
  EXPECT_DOUBLE_EQ(spread.net, 1.0 / 433);
  EXPECT_DOUBLE_EQ(spread.draws, 433 * (5 * std::log(128.0 * 300) + std::log(4.0)));
  EXPECT_EQ(matrix::plan_of({Player::row, 1, 1, 1}, 1, 1).rounds, 1);
}

// What the sums of the theorems come to.
TEST(Lemmas, AttemptsGoByCost) {
  const auto attempts = matrix::attempts_for(50, 50);
  const auto cost = [](const SizesAttempt& attempt) {
    return matrix::plan_of(attempt, 50, 50).cost;
  };
  EXPECT_TRUE(std::ranges::is_sorted(attempts, {}, cost));
  EXPECT_EQ(attempts.front(), (SizesAttempt{Player::row, 1, 1, 1}));
  // A spread is tried only where it costs less than supposing nothing of it.
  const auto all = matrix::attempts_for(2000, 2000);
  int spreads = 0;
  for (const SizesAttempt& attempt : all) {
    if (attempt.spread == attempt.own) continue;
    ++spreads;
    const SizesAttempt any{attempt.drawn, attempt.own, attempt.own, attempt.sparse};
    EXPECT_LT(matrix::plan_of(attempt, 2000, 2000).cost, matrix::plan_of(any, 2000, 2000).cost);
  }
  EXPECT_GT(spreads, 0);
  // All that is tried up to sizes that hold the supports costs at most the square of a logarithm
  // times what sizes that fit would.
  for (Index k1 = 1; k1 <= 200; k1 += k1 < 12 ? 1 : 17) {
    for (Index k2 = 1; k2 <= 200; k2 += k2 < 12 ? 1 : 17) {
      double spent = 0;
      for (const SizesAttempt& attempt : all) {
        const bool by_rows = attempt.drawn == Player::row;
        spent += matrix::plan_of(attempt, 2000, 2000).cost;
        if (attempt.spread == attempt.own && attempt.own >= (by_rows ? k1 : k2) &&
            attempt.sparse >= (by_rows ? k2 : k1)) {
          break;
        }
      }
      const SizesAttempt fit{Player::row, std::min(k1, k2), std::min(k1, k2), std::max(k1, k2)};
      const double log = std::log2(static_cast<double>(k1 * k2)) + 1;
      EXPECT_LE(spent, 10 * log * log * matrix::plan_of(fit, 2000, 2000).cost) << k1 << ' ' << k2;
    }
  }
}

// The theorem with a spread, on a game in which every strategy that is not right is beaten widely.
TEST(Lemmas, AnAttemptWithASpreadEndsInAProof) {
  const SizesAttempt attempt{Player::row, 1, 4, 4};
  double queries = 0;
  constexpr int seeds = this_many(6);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    Asked asked(planted(40, 4, seed));
    matrix::Reweighting search(asked.run, {1, Engine::sparse, no_limit, seed, {attempt}});
    const auto outcome = search.advance(no_limit);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->status, Status::proved);
    EXPECT_EQ(search.asked(), asked.ledger.queries());
    queries += static_cast<double>(search.asked()) / seeds;
  }
  EXPECT_LE(queries, matrix::plan_of(attempt, 40, 40).cost);
}

// What a run drew and how its attempts went.
struct Watch {
  EventWatch events{[this](const Event& event) {
    if (event.name == "attempt") {
      ++runs;
      failed = 0;
    } else if (event.name == "drawn") {
      drawn += field(event, "lines");
    } else if (event.name == "reweighted") {
      rounds = std::max(rounds, field(event, "round"));
      failures += field<bool>(event, "net_failure") ? 1 : 0;
    } else if (event.name == "given up") {
      ++failed;
    }
  }};
  std::int64_t runs = 0;
  std::int64_t failures = 0;
  std::int64_t rounds = 0;
  std::int64_t drawn = 0;
  std::int64_t failed = 0;
};

struct Measured {
  double runs = 0;
  double failures = 0;
  double drawn = 0;
  std::int64_t rounds = 0;
};

// Sure attempts at given sizes. Each must end in a proof: the sizes hold the supports.
template <typename Make>
Measured measured(const Make& make, Index size, int seeds) {
  Measured all;
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(seeds); ++seed) {
    const std::unique_ptr<Source> game = make(seed);
    Options options = with_method("reweighted", seed);
    options.research.scale = 1;
    options.research.k1 = options.research.k2 = size;
    options.vertices = 0;
    options.time_limit = 20;
    Watch watch;
    const Result result = watched(*game, options, watch.events);
    EXPECT_EQ(result.status, Status::proved) << "seed " << seed;
    if (result.status != Status::proved) return all;
    EXPECT_EQ(watch.failed, 0);
    all.runs += static_cast<double>(watch.runs);
    all.failures += static_cast<double>(watch.failures);
    all.drawn += static_cast<double>(watch.drawn) / seeds;
    all.rounds = std::max(all.rounds, watch.rounds);
  }
  return all;
}

// Lemmas 2 and 3 and the count of rows, in the mean over seeds: at most half of the runs fail, no
// run has more than T rounds, and c (2 + ln n) rows are drawn at most for each.
TEST(Lemmas, NetsSeldomFailAndRoundsAreFew) {
  const auto check = [](const Measured& all, Index n, Index size) {
    const AttemptPlan plan = matrix::plan_of({Player::row, size, size, size}, n, n);
    EXPECT_LE(all.failures, all.runs / 2);
    EXPECT_LE(all.rounds, plan.rounds);
    EXPECT_LE(all.drawn, 2 * plan.draws * (2 + std::log(static_cast<double>(n))));
    EXPECT_GE(all.drawn, plan.draws * 0.8);
  };
  const auto climbing = [](std::uint64_t seed) {
    return std::make_unique<ClimbingGame>(1000, 1, seed);
  };
  const Measured climbed = measured(climbing, 1, this_many(12));
  check(climbed, 1000, 1);
  EXPECT_GE(climbed.rounds, 3);  // where nothing had to be doubled, nothing would be tested
  const auto pairs = [](std::uint64_t seed) { return open_game(planted(400, 2, seed)); };
  check(measured(pairs, 2, this_many(3)), 400, 2);
}

Options with(double scale, Engine engine, std::uint64_t seed) {
  Options options = with_method("reweighted", seed);
  options.research.scale = scale;
  options.research.engine = engine;
  options.research.exit = LoopExit::never;
  return options;
}

// All equilibria, by either engine and at any scale, of games with ties.
TEST(Reweighted, AgreesWithTheWholeGameOnRandomGames) {
  std::mt19937_64 random(5);
  for (int t = 0; t < this_many(600) && !HasFailure(); ++t) {
    const WholeGame whole = random_game(random);
    const auto game = table_game(whole.rows, whole.columns, payoffs_of(whole));
    const Result expected = solved(*game, "full");
    const double scale = std::array{1.0, 0.05, 0.3}[static_cast<unsigned>(t) % 3];
    const Engine engine = t % 5 == 0 ? Engine::lp : Engine::sparse;
    const Result result = solve(*game, with(scale, engine, static_cast<std::uint64_t>(t)));
    expect_same_answer(result, expected);
  }
}

// By the search itself, not by what comes after it: the sizes that fit are among those given.
TEST(Reweighted, FindsSupportsOfTheSizesGiven) {
  std::mt19937_64 random(6);
  for (int t = 0; t < this_many(600) && !HasFailure(); ++t) {
    const WholeGame whole = random_game(random, 5);
    const auto game = table_game(whole.rows, whole.columns, payoffs_of(whole));
    const Result expected = solve(*game, {});
    Options options = with(1, Engine::sparse, static_cast<std::uint64_t>(t));
    const auto k1 = std::ssize(expected.row().support);
    const auto k2 = std::ssize(expected.column().support);
    options.research.k1 = std::min<Index>(whole.rows, k1 + static_cast<Index>(random() % 2));
    options.research.k2 = std::min<Index>(whole.columns, k2 + static_cast<Index>(random() % 2));
    EXPECT_EQ(solve(*game, options).status, Status::proved);
    // A candidate that is found may have as many strategies as the larger size.
    if (k1 == 1 && k2 == 1) continue;
    options.research.k1 = options.research.k2 = std::max(k1, k2) - 1;
    if (*options.research.k1 > whole.rows || *options.research.k2 > whole.columns) continue;
    EXPECT_EQ(solve(*game, options).status, Status::failure);
  }
}

// Means over seeds of game and method, as queries / n.
TEST(Reweighted, QueriesStayBelowTheirBars) {
  struct Target {
    const char* game;
    double n;
    int seeds;
    double most;
  };
  for (const Target& target :
       {Target{"planted,n=1600,k=1", 1600, 10, 6}, Target{"planted,n=200,k=2", 200, 10, 30},
        Target{"planted,n=800,k=2", 800, 6, 36}, Target{"planted,n=200,k=3", 200, 10, 40},
        Target{"planted,n=800,k=4", 800, 10, 70}, Target{"lowerbound,n=1000,k=2", 1000, 3, 6},
        Target{"lowerbound,n=1000,k=5", 1000, 3, 12}}) {
    const int seeds = std::max(2, this_many(target.seeds));
    double mean = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      Options options = with_method("reweighted", static_cast<std::uint64_t>(seed));
      options.vertices = 0;
      const Result result =
          solved("family:" + std::string(target.game) + ",seed=" + std::to_string(seed), options);
      EXPECT_EQ(result.status, Status::proved);
      mean += static_cast<double>(result.queries) / target.n / seeds;
    }
    if (seeds == target.seeds) {
      EXPECT_LE(mean, target.most) << target.game;
    }
  }
}

// The climbing game of docs/research/theory.md: the higher number wins, and most when it is just
// above. From the lowest number on, each turn would go up by one and read everything, 90,000
// payoffs.
TEST(Reweighted, ClimbsByLeapsWhereNumbersWouldClimbOneByOne) {
  for (const Index size : {1, 3}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      ClimbingGame game(300, size, seed);
      const Result result = test::solved(game, "reweighted", seed);
      EXPECT_EQ(result.status, Status::proved);
      EXPECT_LT(result.queries, size == 1 ? 1500 : 300 * 60) << "seed " << seed;
    }
  }
}

TEST(Reweighted, LeavesWhatIsTooMuchToLazy) {
  const auto game = open_game("family:random,n=40,seed=3");
  Options options = with(1, Engine::sparse, 1);
  options.research.exit = LoopExit::read;
  EXPECT_EQ(solve(*game, options).status, Status::proved);
}

// The polynomial engine on games of low rank: what it asks is linear in n.
TEST(Reweighted, LinearProgramsDoAtLowRank) {
  const auto game = open_game("family:lowrank,n=400,rank=12,seed=2");
  Options options = with(0.05, Engine::lp, 1);
  options.vertices = 0;
  const Result result = solve(*game, options);
  ASSERT_EQ(result.status, Status::proved);
  ASSERT_FALSE(result.counters.empty());
  EXPECT_LT(result.queries, 400 * 60);
}

TEST(Reweighted, EndsWithTrueBoundsWhenItIsStopped) {
  const auto game = open_game("family:planted,n=200,k=3,seed=1");
  Options options = with(0.05, Engine::sparse, 1);
  options.research.exit = LoopExit::read;
  const Rational value = *solve(*game, {}).value;
  // One less than the floor at the most: fewer prove nothing.
  for (const std::int64_t budget : {0, 1, 500, 2 * 200 * 3 - 9 - 1}) {
    options.budget = budget;
    const Result result = solve(*game, options);
    EXPECT_EQ(result.status, Status::stopped);
    EXPECT_EQ(result.stop->reason, StopReason::budget);
    EXPECT_LE(result.queries, budget);
    expect_true_bounds(result, value);
  }
  options.budget.reset();
  options.time_limit = 1e-6;
  EXPECT_EQ(solve(*game, options).stop->reason, StopReason::time_limit);
}

}  // namespace
}  // namespace allnash::test::reweighted_test
