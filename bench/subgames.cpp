// bench_subgames ROWS COLUMNS: subgames a second on one core, integers from -1000 to 1000, by the
// closed forms that the methods over all subgames use and by a plain exact LP each. Values alone,
// and with the supports. Prints the three numbers.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "core/lp/subgame.hpp"
#include "matrix/research/paper/small_game.hpp"

namespace {

using namespace allnash;
constexpr double enough_seconds = 0.5;

// Calls of `work`, which does `count` things, until enough time has passed; things a second of
// processor time, so that it hardly matters what else the machine does.
template <typename Work>
double rate(std::size_t count, const Work& work) {
  const std::clock_t start = std::clock();
  double done = 0;
  double seconds = 0;
  do {
    work();
    done += static_cast<double>(count);
    seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  } while (seconds < enough_seconds);
  return done / seconds;
}

// As the methods do it: each game is gathered into its lane first.
std::int64_t sum_in_lanes(const std::vector<std::int64_t>& payoffs, Index size) {
  const auto cells = static_cast<std::size_t>(size * size);
  double batch[9 * matrix::lanes];
  double tops[matrix::lanes];
  double bottoms[matrix::lanes];
  double sum = 0;
  for (std::size_t first = 0; first < payoffs.size(); first += cells * matrix::lanes) {
    for (std::size_t g = 0; g < matrix::lanes; ++g) {
      for (std::size_t t = 0; t < cells; ++t) {
        batch[t * matrix::lanes + g] = static_cast<double>(payoffs[first + g * cells + t]);
      }
    }
    if (size == 2) {
      matrix::two_by_twos(batch, tops, bottoms);
    } else {
      matrix::three_by_threes(batch, tops, bottoms);
    }
    for (const double top : tops) sum += top;
  }
  return static_cast<std::int64_t>(sum);
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const Index rows = std::atol(words[1]);
  const Index columns = std::atol(words[2]);
  const auto cells = static_cast<std::size_t>(rows * columns);
  constexpr std::size_t games = 4096;  // more than a branch predictor learns
  std::mt19937_64 random(1);
  std::vector<std::int64_t> payoffs(games * cells);
  for (std::int64_t& payoff : payoffs) payoff = static_cast<std::int64_t>(random() % 2001) - 1000;
  std::vector<exact::Matrix> matrices;
  for (std::size_t g = 0; g < games; ++g) {
    const auto first = payoffs.begin() + static_cast<std::ptrdiff_t>(g * cells);
    matrices.emplace_back(rows, columns,
                          std::vector<Rational>(first, first + static_cast<std::ptrdiff_t>(cells)));
  }

  const matrix::SmallGame small(rows, columns);
  std::int64_t sum = 0;  // so that nothing is left out
  const double values = rate(games, [&] {
    if (rows == columns && (rows == 2 || rows == 3)) {
      sum += sum_in_lanes(payoffs, rows);
    } else {
      for (std::size_t g = 0; g < games; ++g) sum += small.value(&payoffs[g * cells]).top;
    }
  });
  const double supports = rate(games, [&] {
    for (std::size_t g = 0; g < games; ++g) sum += small.supports(&payoffs[g * cells]).rows;
  });
  const double plain = rate(games, [&] {
    for (const exact::Matrix& game : matrices) {
      sum += lp::solve_by_pivoting(game, {})->value.sign();
    }
  });
  std::printf("%.0f %.0f %.0f\n", values, supports, plain);
  return sum == 1 ? 3 : 0;
}
