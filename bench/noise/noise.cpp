// bench_noise GAMES_FOLDER [--runs N] [--seeds N] [--write FILE]: games of chance.
//
// Coverage: how often what the theorem excludes happens at some moment of a run, beside controls
// that are wrong on purpose and seen to be (tests/chance/play/coverage.hpp), and how often a run
// ends in a false claim. Cost: plays beside the hindsight cost (certifying the cheapest strategy of
// the known game, an equal share of delta for every arm, a uniform prior) and beside two peers:
// uniform sampling with Hoeffding's bound, and progressive sampling that stops playing a cell once
// its empirical Bernstein bound is below epsilon.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

#include "allnash/allnash.hpp"
#include "chance/evidence/attempt.hpp"
#include "chance/evidence/sequence.hpp"
#include "chance/play/cheapest.hpp"
#include "chance/play/coverage.hpp"

namespace allnash {
namespace {

using coverage::Game;

std::vector<Rational> all_payoffs(Source& source) {
  std::vector<Entry> entries;
  for (Index i = 0; i < source.rows(); ++i) {
    for (Index j = 0; j < source.columns(); ++j) entries.push_back({i, j});
  }
  return payoffs_of(source, entries);
}

/// Half the difference of an entry and its mirror image, times `scale`, plus 1/2: a win rate.
Game win_rates(const std::string& name, const std::string& file, const Rational& scale) {
  const auto source = open_game(file);
  const std::vector<Rational> payoffs = all_payoffs(*source);
  const Index n = source->rows();
  Game game{name, n, n, {}, true};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      const auto at = [n](Index r, Index c) { return static_cast<std::size_t>(r * n + c); };
      game.payoffs.push_back((payoffs[at(i, j)] - payoffs[at(j, i)]) * scale / Rational(2) +
                             Rational(1, 2));
    }
  }
  return game;
}

/// A family as shares of a range.
Game family(const std::string& name, const PayoffRange& range, bool symmetric) {
  const auto source = open_game("family:" + name);
  Game game{name, source->rows(), source->columns(), {}, symmetric};
  for (const Rational& one : all_payoffs(*source)) {
    game.payoffs.push_back((one - range.low) / (range.high - range.low));
  }
  return game;
}

Result solved(const Game& game, const Rational& epsilon, double delta, std::uint64_t seed,
              const char* method = "auto") {
  Options options;
  options.method = method;
  options.payoff_range = PayoffRange{0, 1};
  options.epsilon = epsilon;
  options.delta = delta;
  options.seed = seed;
  options.symmetric = game.symmetric;
  const auto coins =
      coin_game(table_game(game.rows, game.columns, game.payoffs), *options.payoff_range);
  return solve(*coins, options);
}

bool holds(const Game& game, const Result& result) {
  for (Index j = 0; j < game.columns; ++j) {
    Rational earned;
    for (const Weight& one : result.row_strategy)
      earned += one.probability * game.at(one.strategy, j);
    if (earned < *result.low) return false;
  }
  for (Index i = 0; i < game.rows; ++i) {
    Rational paid;
    for (const Weight& one : result.column_strategy)
      paid += one.probability * game.at(i, one.strategy);
    if (paid > *result.high) return false;
  }
  return true;
}

// -------------------------------------------------------------------------------------- coverage

constexpr double delta = 0.05;

/// The most misses of a sound method, but for one time in ten thousand or so.
int most_misses(int runs, double probability) {
  const double mean = runs * probability;
  return static_cast<int>(mean + 4 * std::sqrt(mean * (1 - probability)));
}

std::string claims(const std::vector<Game>& games, int runs) {
  std::string text =
      "| game | shape | runs | misses | allowed | median plays |\n| --- | --- | ---: | ---: | ---: "
      "| ---: |\n";
  for (const Game& game : games) {
    int misses = 0;
    std::vector<std::int64_t> plays;
    for (int run = 0; run < runs; ++run) {
      const Result result = solved(game, Rational(1, 5), delta, static_cast<std::uint64_t>(run));
      plays.push_back(result.queries);
      misses += result.status == Status::certified && holds(game, result) ? 0 : 1;
    }
    std::ranges::nth_element(plays, plays.begin() + runs / 2);
    text += fmt::format("| {} | {} x {} | {} | {} | {} | {} |\n", game.name, game.rows,
                        game.columns, runs, misses, most_misses(runs, delta),
                        plays[static_cast<std::size_t>(runs / 2)]);
  }
  return text;
}

/// What the theorem excludes, counted at every moment of whole runs, beside controls.
std::string theorem(int runs) {
  using coverage::Counts;
  const Rational tenth(1, 10);
  const Rational part = Rational::parse(fmt::format("{}", delta));
  std::string text =
      "| game | method | event | runs | attempts | seen | allowed | at level 2 (must fail) |\n"
      "| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n";
  const auto row = [&](const coverage::Game& game, bool points, bool guarantee) {
    const Counts counts = coverage::count(
        game, points ? chance::saddle_midsearch : chance::certify_by_play, tenth, part, runs);
    text += fmt::format("| {}, {} x {} | {} | {} | {} | {} | {} | {} | {} |\n", game.name,
                        game.rows, game.columns, points ? "saddle-midsearch" : "noisy",
                        guarantee ? "the guarantee" : "all together", runs, counts.attempts,
                        guarantee ? counts.guarantee : counts.together, most_misses(runs, delta),
                        guarantee ? counts.guarantee_at_two : counts.together_at_two);
  };
  row(coverage::one_on_the_boundary(2), false, true);
  row(coverage::all_equal(6), false, false);
  row(coverage::all_equal(4), true, false);
  return text;
}

/// Eight attempts of twelve arms, all of them fair coins: how often is any said to be better?
std::string together(int runs) {
  constexpr std::int64_t arms = 12;
  std::mt19937_64 random(23);
  const chance::Sequence bold =
      chance::Bets{{{Rational(3, 4), Rational(1)}}, {Rational(1, 2)}, Rational(1, 2)};
  int as_it_is = 0;
  int unshared = 0;
  int no_union = 0;
  int at_two = 0;
  for (int run = 0; run < runs; ++run) {
    chance::ErrorBudget budget(Rational(1, 20));
    bool seen[4] = {};
    for (int attempt = 1; attempt <= 8; ++attempt) {
      const Rational part = budget.open_attempt(1, arms).all / Rational(arms);
      for (std::int64_t arm = 0; arm < arms; ++arm) {
        chance::Sample draws(1);
        double most = 0;
        for (int t = 1; t <= 200; ++t) {
          draws.front().add(static_cast<std::int64_t>(random() % 2));
          if (2 * draws.front().whole_sum() <= t) continue;
          most = std::max(most, chance::GuessedValue(bold, draws).log_at(0.5));
        }
        const double level = chance::log_of_level(Rational(1) / part);
        seen[0] = seen[0] || most >= level;
        seen[1] = seen[1] || most >= level - std::log(attempt * (attempt + 1.0));
        seen[2] = seen[2] || most >= level - std::log(static_cast<double>(arms));
        seen[3] = seen[3] || most >= std::log(2.0);
      }
    }
    as_it_is += seen[0] ? 1 : 0;
    unshared += seen[1] ? 1 : 0;
    no_union += seen[2] ? 1 : 0;
    at_two += seen[3] ? 1 : 0;
  }
  std::string text = "| level | runs | wrong | allowed |\n| --- | ---: | ---: | ---: |\n";
  const auto row = [&](const char* level, int wrong) {
    text += fmt::format("| {} | {} | {} | {} |\n", level, runs, wrong, most_misses(runs, delta));
  };
  row("as it is", as_it_is);
  row("**all of delta for every attempt** (must fail)", unshared);
  row("**no union over arms** (must fail)", no_union);
  row("**2** (must fail)", at_two);
  return text;
}

/// Fair coins, looked at after each of 1000: how often is it concluded that they are better?
template <typename Order, typename Concludes>
int wrong_conclusions(int runs, const Order& order, const Concludes& concludes) {
  std::mt19937_64 random(11);
  int wrong = 0;
  for (int run = 0; run < runs; ++run) {
    std::vector<int> draws;
    for (int t = 0; t < 1000; ++t) draws.push_back(static_cast<int>(random() % 2));
    wrong += concludes(order(draws)) ? 1 : 0;
  }
  return wrong;
}

std::vector<int> as_sent(std::vector<int> draws) { return draws; }

/// Eight workers, and a loss takes ten times as long as a win.
std::vector<int> as_they_arrive(const std::vector<int>& draws) {
  std::vector<double> free_at(8, 0);
  std::vector<std::pair<double, std::size_t>> returns;
  for (std::size_t t = 0; t < draws.size(); ++t) {
    auto worker = std::ranges::min_element(free_at);
    *worker += draws[t] == 1 ? 1 : 10;
    returns.emplace_back(*worker, t);
  }
  std::ranges::sort(returns);
  std::vector<int> arrived;
  for (const auto& [time, t] : returns) arrived.push_back(draws[t]);
  return arrived;
}

auto by_sequence(const chance::Sequence& sequence) {
  return [sequence](const std::vector<int>& draws) {
    chance::Sample evidence(1);
    for (const int one : draws) {
      evidence.front().add(one);
      if (2 * evidence.front().sum_approximate() <=
          static_cast<double>(chance::count_of(evidence))) {
        continue;
      }
      if (chance::GuessedValue(sequence, evidence).log_at(0.5) >= std::log(1 / delta)) return true;
    }
    return false;
  };
}

bool by_plain_interval(const std::vector<int>& draws) {
  double sum = 0;
  double count = 0;
  for (const int one : draws) {
    sum += one;
    count += 1;
    if (count >= 10 && sum / count - 1.645 * 0.5 / std::sqrt(count) > 0.5) return true;
  }
  return false;
}

std::string boundary(int runs) {
  const chance::Bets bets{{{Rational(1, 8), Rational(1, 2)}, {Rational(1, 2), Rational(1, 2)}},
                          {Rational(1, 2)},
                          Rational(1, 2)};
  const auto uniform = by_sequence(chance::UniformMixture{});
  std::string text =
      "| counted | bound | runs | wrong | allowed |\n| --- | --- | ---: | ---: | ---: |\n";
  const auto row = [&](const char* counted, const char* bound, int wrong) {
    text += fmt::format("| {} | {} | {} | {} | {} |\n", counted, bound, runs, wrong,
                        most_misses(runs, delta));
  };
  row("as asked", "uniform mixture", wrong_conclusions(runs, as_sent, uniform));
  row("as asked", "bets", wrong_conclusions(runs, as_sent, by_sequence(bets)));
  row("**as they arrive** (must fail)", "uniform mixture",
      wrong_conclusions(runs, as_they_arrive, uniform));
  row("as asked", "**plain interval, looked at again** (must fail)",
      wrong_conclusions(runs, as_sent, by_plain_interval));
  return text;
}

// ------------------------------------------------------------------------------------------ cost

/// Plays to certify the cheapest strategy of the known game; symmetric games alone.
double hindsight(const Game& game, double epsilon, int runs) {
  chance::CertifyingSide side;
  side.arms = game.columns;
  side.bound = 0.5 - epsilon;
  const auto count = static_cast<std::size_t>(game.rows);
  for (Index i = 0; i < game.rows; ++i) side.candidates.push_back(i);
  for (const Rational& one : game.payoffs) side.means.push_back(one.to_double());
  side.variances.assign(side.means.size(), 0);
  side.spreads.assign(side.means.size(), 0.25);
  side.leans.assign(side.means.size(), 0);
  side.arm_doubts.assign(count, 0);
  side.weights.assign(count, 1.0 / static_cast<double>(count));
  for (int round = 0; round < 20; ++round) chance::fit(side, 0, epsilon / 4, 500);
  const double level = std::log(static_cast<double>(game.columns) / delta);
  std::mt19937_64 random(5);
  double plays = 0;
  for (const double mean : side.arm_means) {
    std::bernoulli_distribution coin(std::clamp(mean, 0.0, 1.0));
    for (int run = 0; run < runs; ++run) {
      double t = 0;
      double s = 0;
      double value = 0;
      do {
        const bool win = coin(random);
        // log M grows by that of (s+1)/(t+2) over m, or of its complement.
        value += win ? std::log((s + 1) / (t + 2) / side.bound)
                     : std::log((t - s + 1) / (t + 2) / (1 - side.bound));
        t += 1;
        s += win ? 1 : 0;
      } while (value < level || s <= side.bound * t);
      plays += t / runs;
    }
  }
  return plays;
}

double uniform_plays(const Game& game, double epsilon) {
  const double cells = static_cast<double>(game.rows) * static_cast<double>(game.rows - 1) / 2;
  return cells * std::ceil(std::log(2 * cells / delta) / (2 * epsilon * epsilon));
}

/// Stages that double; a cell is left alone once its bound is below epsilon.
double progressive_plays(const Game& game, double epsilon) {
  const double cells = static_cast<double>(game.rows) * static_cast<double>(game.rows - 1) / 2;
  const double most = std::log(2 * cells / delta) / (2 * epsilon * epsilon);
  const double stages = std::ceil(std::log2(most / 50)) + 2;
  const double logarithm = std::log(3 * cells * stages / delta);
  std::mt19937_64 random(3);
  double plays = 0;
  for (Index i = 0; i < game.rows; ++i) {
    for (Index j = i + 1; j < game.columns; ++j) {
      std::bernoulli_distribution coin(game.at(i, j).to_double());
      double t = 0;
      double s = 0;
      for (double upto = 50;; upto *= 2) {
        for (; t < upto; t += 1) s += coin(random) ? 1 : 0;
        const double variance = s / t * (1 - s / t);
        const double bernstein = std::sqrt(2 * variance * logarithm / t) + 3 * logarithm / t;
        if (std::min(bernstein, std::sqrt(logarithm / (2 * t))) <= epsilon) break;
      }
      plays += t;
    }
  }
  return plays;
}

std::string cost(const std::vector<Game>& games, int seeds) {
  const Rational epsilon(1, 20);
  std::string text =
      "| game | strategies | hindsight | plays, median | least | most | misses | plays / hindsight "
      "| "
      "uniform, Hoeffding | progressive |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: "
      "| ---: | ---: |\n";
  double logarithms = 0;
  int compared = 0;
  for (const Game& game : games) {
    std::vector<std::int64_t> plays;
    int misses = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const Result result = solved(game, epsilon, delta, static_cast<std::uint64_t>(seed));
      plays.push_back(result.queries);
      misses += result.status == Status::certified && holds(game, result) ? 0 : 1;
    }
    std::ranges::sort(plays);
    const auto median = static_cast<double>(plays[plays.size() / 2]);
    if (!game.symmetric) {
      text += fmt::format("| {} | {} | | {:.0f} | {} | {} | {} | | | |\n", game.name, game.rows,
                          median, plays.front(), plays.back(), misses);
      continue;
    }
    ++compared;
    const double yardstick = hindsight(game, 0.05, 20);
    logarithms += std::log(median / yardstick);
    text +=
        fmt::format("| {} | {} | {:.0f} | {:.0f} | {} | {} | {} | {:.2f} | {:.0f} | {:.0f} |\n",
                    game.name, game.rows, yardstick, median, plays.front(), plays.back(), misses,
                    median / yardstick, uniform_plays(game, 0.05), progressive_plays(game, 0.05));
  }
  return text + fmt::format("\nGeometric mean of plays / hindsight: {:.2f}.\n",
                            std::exp(logarithms / compared));
}

// ---------------------------------------------------------------------------------- saddle points

/// The hard game of the method's paper: a strict saddle point of 1/2, gaps of 1/5 but for one of
/// 1/10 each, and rows and columns that each beat half of the rest.
Game hard_game(Index size) {
  const Rational half(1, 2);
  Game game{fmt::format("hard, n = {}", size), size, size, {}};
  for (Index i = 0; i < size; ++i) {
    for (Index j = 0; j < size; ++j) {
      Rational payoff = i == j ? half : Rational(i < j ? 1 : 0);
      if (i == 0 && j > 0) payoff = half + Rational(1, j == 1 ? 10 : 5);
      if (j == 0 && i > 0) payoff = half - Rational(1, i == 1 ? 10 : 5);
      game.payoffs.push_back(payoff);
    }
  }
  return game;
}

/// Plays of one MIDSEARCH as written, with the constants of its proof, for payoffs in [-1, 1] and a
/// gap that is known.
double plays_as_written(Index size, double gap) {
  const auto n = static_cast<double>(size);
  const double s = 2 * n - 2;
  const double runs = std::ceil(14 * std::log(2 * n * n * n * n / delta));
  constexpr double arms = 474;
  double plays = 0;
  double rows = n;
  double columns = n;
  while (std::max(rows, columns) > 2) {
    double& larger = rows >= columns ? rows : columns;
    const double other = std::min(rows, columns);
    const double precision = std::sqrt(larger / s) * gap / 9;
    const double pulls = std::ceil(2 * std::log(2 * arms / 0.05) / (precision * precision));
    plays +=
        other * runs * arms * pulls + s * 162 * std::log(4 * n * n * n * n / delta) / gap / gap;
    larger = std::ceil(larger / 2);
  }
  return plays + 4 * (s / 2) * 50 * std::log(16 / delta) / gap / gap;
}

std::string saddle_points(int seeds) {
  std::string text =
      "| game | noisy | saddle-midsearch | ratio | found | one search as written |\n"
      "| --- | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Index size : {Index{8}, Index{16}, Index{32}, Index{64}}) {
    const Game game = hard_game(size);
    std::vector<double> ours;
    std::vector<double> theirs;
    int found = 0;
    for (int seed = 1; seed <= seeds; ++seed) {
      const auto number = static_cast<std::uint64_t>(seed);
      ours.push_back(static_cast<double>(solved(game, {1, 20}, delta, number).queries));
      const Result result = solved(game, {1, 20}, delta, number, "saddle-midsearch");
      theirs.push_back(static_cast<double>(result.queries));
      const MixedStrategy first{{0, 1}};
      found += result.status == Status::certified && result.row_strategy == first ? 1 : 0;
    }
    std::ranges::sort(ours);
    std::ranges::sort(theirs);
    const std::size_t middle = ours.size() / 2;
    // H1 in units of [-1, 1]: 2 (n - 2) gaps of 2/5, and two of 1/5.
    const auto n = static_cast<double>(size);
    const double gap = std::sqrt((2 * n - 2) / (2 * (n - 2) / 0.16 + 2 / 0.04));
    text += fmt::format("| {} | {:.0f} | {:.0f} | {:.1f} | {} of {} | {:.1e} |\n", game.name,
                        ours[middle], theirs[middle], theirs[middle] / ours[middle], found, seeds,
                        plays_as_written(size, gap));
  }
  return text;
}

std::vector<Game> cost_games(const std::string& folder) {
  const PayoffRange one{-1, 1};
  return {win_rates("rrps43", folder + "/real/rrps43.csv", {1, 2000}),
          win_rates("mujoco_soccer10", folder + "/real/mujoco_soccer10.csv", 1),
          family("blotto,soldiers=5,fields=3", one, true),
          family("blotto,soldiers=5,fields=4", one, true),
          family("rps,n=15", one, true),
          family("undercut,n=12", {-2, 2}, true),
          family("elo,n=30,noise=0", one, true),
          family("random,n=60,m=40", {-100, 100}, false)};
}

std::vector<Game> coverage_games() {
  const Rational half(1, 2);
  const PayoffRange one{-1, 1};
  std::vector<Game> games{
      {"matching pennies", 2, 2, {1, 0, 0, 1}},
      {"saddle point", 2, 3, {half, Rational(7, 10), 1, 0, Rational(1, 10), Rational(3, 10)}},
      {"all equal", 3, 2, {half, half, half, half, half, half}},
      {"one row", 1, 3, {Rational(2, 5), Rational(3, 5), half}},
      {"a gap of epsilon", 2, 2, {half, Rational(7, 10), Rational(3, 10), half}},
      {"value near the end", 2, 2, {Rational(1, 50), Rational(1, 10), 0, Rational(1, 50)}},
      {"rock, paper, scissors", 3, 3, {half, 0, 1, 1, half, 0, 0, 1, half}, true},
      {"equal players", 3, 3, {half, half, half, half, half, half, half, half, half}, true}};
  games.push_back(family("matching,n=20", {0, 1}, false));
  games.push_back(family("random,n=8,m=5", {-100, 100}, false));
  games.push_back(family("planted,n=10,k=3", {-300, 300}, false));
  games.push_back(family("rps,n=7", one, true));
  games.push_back(family("blotto,soldiers=4,fields=3", one, true));
  return games;
}

int number_after(const std::vector<std::string>& words, const std::string& option, int otherwise) {
  const auto found = std::ranges::find(words, option);
  return found == words.end() || found + 1 == words.end() ? otherwise : std::stoi(*(found + 1));
}

constexpr int usual_runs = 2000;
constexpr int usual_seeds = 50;

int run(const std::vector<std::string>& words) {
  const int runs = number_after(words, "--runs", usual_runs);
  const int seeds = number_after(words, "--seeds", usual_seeds);
  const int saddle_seeds = std::max(1, seeds / 5);
  const std::string page = fmt::format(
      R"(# Games of chance and leagues: measured

[noise.md](noise.md) and [how_sure.md](how_sure.md) explain. Delta is 0.05 throughout; {} runs and {} seeds.

Made by `make bench-noise`.

## What the theorem excludes

How often bounds are wrong on the games that are hardest for them; epsilon is a tenth of the range. Every moment counts at
which a run may end. *The guarantee* is wrong when `low` is above what the frozen strategy earns: most likely where one column
is on the boundary and the others are far from it. *All together* is wrong when the bound of any arm of any attempt is above
its mean: most likely with many equal arms and several attempts. The last column has the same runs with a mistake made on
purpose, an error probability of 1/2 for every arm, which must show. Allowed: the expected number at delta, and four standard
deviations.

{}
Eight attempts of twelve arms each, all of them fair coins, looked at after each of 200 draws: in how many runs is it claimed
of any that its mean is above 1/2? The last three rows have mistakes that were made on purpose.

{}
## Coverage

Epsilon is a fifth of the range. A miss is a run whose strategies do not guarantee what it says, or that certified
nothing. Allowed: the expected number at delta, and four standard deviations.

{}
## On the boundary

Fair coins, looked at after each of 1000 draws: how often is it claimed that their mean is above 1/2? The last two rows have
mistakes that were made on purpose, and show that they would be seen.

{}
## Cost

Epsilon 0.05 of the range, {} seeds. Hindsight, of symmetric games: what it takes to
certify the cheapest strategy of the known game by random draws, with a uniform prior and delta shared equally among opponents. It is a
yardstick, not a bound: plays by plan, without sharing delta, go below it.

{}
## A strict saddle point

`saddle-midsearch` beside `noisy` on the hard games of its paper, epsilon 0.05, plays, medians over {} seeds. It shows more:
that the point is the only equilibrium. The last column counts what one search of the paper plays with the constants of its
proof, when the gap is known.

{})",
      runs, seeds, theorem(std::max(1, runs / 20)), together(runs), claims(coverage_games(), runs),
      boundary(runs), seeds, cost(cost_games(words.at(0)), seeds), saddle_seeds,
      saddle_points(saddle_seeds));
  const auto write = std::ranges::find(words, "--write");
  if (write == words.end() || write + 1 == words.end()) {
    fmt::print("{}", page);
  } else {
    std::ofstream(*(write + 1)) << page;
  }
  return 0;
}

}  // namespace
}  // namespace allnash

int main(int argc, char** argv) { return allnash::run({argv + 1, argv + argc}); }
