// bench_eta: how widely best answers to a part of the rows are beaten (eta of
// docs/research/reweighted.md).
//
// Reads a game whole. From one random row on it takes a column strategy that concedes least to the
// rows R, and the rows U that beat it. While U meets the row support I it notes |U n I| / |I \ R|
// and adds a random row of U to R. Decoys are there: all columns may be played. `sparse` is the
// best strategy with at most k2 non-zeros, `lp` the best of all.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "core/base/random.hpp"
#include "matrix/reweighted/sparse.hpp"

namespace {

using namespace allnash;  // NOLINT
using matrix::Concession;

struct Measured {
  double sum = 0;
  double least = 1;
  int rounds = 0;
  std::int64_t rows = 0;
};

// Against the rows R: adds to what was measured until no row of the support is beaten.
template <typename Search, typename Minimise>
void measure(const game::Known& known, const std::vector<Index>& support, std::uint64_t seed,
             Search& search, const Minimise& minimise, Measured& all) {
  const game::View rows(known, game::Player::row);
  Random random(seed);
  std::vector<Index> seen{random.below(rows.count())};
  search.see(seen.front());
  for (;;) {
    const Concession least = minimise();
    std::vector<Index> beating;
    int in_support = 0;
    for (Index i = 0; i < rows.count(); ++i) {
      if (matrix::earned(rows, i, least.strategy) <= least.value) continue;
      beating.push_back(i);
      in_support += std::ranges::find(support, i) != support.end() ? 1 : 0;
    }
    if (in_support == 0) break;
    const auto missing = std::ranges::count_if(
        support, [&](Index i) { return std::ranges::find(seen, i) == seen.end(); });
    const double part = static_cast<double>(in_support) / static_cast<double>(missing);
    all.sum += part;
    all.least = std::min(all.least, part);
    ++all.rounds;
    const Index next = beating[at(random.below(std::ssize(beating)))];
    seen.push_back(next);
    search.see(next);
  }
  all.rows += std::ssize(seen);
}

void read_whole(Source& game, game::Known& known) {
  std::vector<Entry> all;
  for (Index i = 0; i < game.rows(); ++i) {
    for (Index j = 0; j < game.columns(); ++j) all.push_back({i, j});
  }
  const std::vector<Rational> payoffs = payoffs_of(game, all);
  for (std::size_t t = 0; t < all.size(); ++t) known.learn(all[t], payoffs[t]);
  known.settle(all);
}

void print(const std::string& family, const std::string& keys, int seeds, Index most_sparse) {
  Measured lp;
  Measured sparse;
  std::string sizes;
  for (int seed = 1; seed <= seeds; ++seed) {
    const std::string name = fmt::format("family:{},{},seed={}", family, keys, seed);
    const auto game = open_game(name);
    Options options;
    options.vertices = 0;
    const Result answer = solve(*game, options);
    const std::vector<Index>& support = answer.row().support;
    const auto k1 = std::ssize(support);
    const auto k2 = std::ssize(answer.column().support);
    sizes += fmt::format("{}{},{}", sizes.empty() ? "" : " ", k1, k2);
    game::GameShape shape;
    shape.rows = game->rows();
    shape.columns = game->columns();
    game::Known known(shape);
    read_whole(*game, known);
    matrix::BasicSolution basic(known, game::Player::row);
    measure(
        known, support, static_cast<std::uint64_t>(seed), basic,
        [&] { return *basic.minimise({}); }, lp);
    if (k2 > most_sparse) continue;
    matrix::SparseSearch search(known, game::Player::row);
    measure(
        known, support, static_cast<std::uint64_t>(seed), search,
        [&] {
          (void)search.minimise(k2, 1'000'000'000, {});
          return search.least();
        },
        sparse);
  }
  const auto cell = [&](const Measured& one) {
    if (one.rounds == 0) return std::string("| - | - | - ");
    return fmt::format("| {:.2f} | {:.2f} | {:.0f} ", one.sum / one.rounds, one.least,
                       static_cast<double>(one.rows) / seeds);
  };
  fmt::print("| {} {} | {} {}{}|\n", family, keys, sizes, cell(lp), cell(sparse));
  std::fflush(stdout);
}

}  // namespace

int main() {
  fmt::print(
      "| game | k1,k2 | lp: mean | least | rows read | sparse: mean | least | rows read |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
  for (const int k : {2, 3, 4, 8, 16, 32}) {
    print("planted", fmt::format("n=200,k={}", k), 3, k <= 2 ? 2 : 0);
  }
  print("planted", "n=40,k=3", 3, 3);
  print("planted", "n=40,k=4", 3, 4);
  print("lowrank", "n=200,rank=20", 3, 3);
  print("elo", "n=200,noise=0.5", 3, 0);
}
