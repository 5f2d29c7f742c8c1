#include "payoffs/sources/families.hpp"

#include <algorithm>
#include <array>

#include "allnash/game.hpp"

namespace allnash {

namespace sources {

void FormulaGame::payoffs(std::span<const Question> asked, std::span<Rational> answers) {
  for (std::size_t t = 0; t < asked.size(); ++t) {
    answers[t] = payoff(asked[t].entry.row, asked[t].entry.column);
  }
}

std::optional<Entry> FormulaGame::symmetry_fault(const Rational& sum) const {
  if (rows() != columns()) return {};
  const Index looked_at = std::min<Index>(rows(), 64);
  for (Index row = 0; row < looked_at; ++row) {
    for (Index column = row; column < looked_at; ++column) {
      if (payoff(row, column) != sum - payoff(column, row)) return Entry{row, column};
    }
  }
  return {};
}

namespace {

struct Family {
  const char* name;
  const char* keys;  // with their defaults; used for reading and for the documentation
  const char* meaning;
  Maker* make;
};

constexpr std::array all_families = {
    Family{"random", "n, m=n, seed=1, low=-100, high=100", "uniform integers from low to high",
           random_family},
    Family{
        "planted", "n, m=n, k, seed=1",
        "a k x k game with one equilibrium, hidden at random rows and columns of uniform integers "
        "in [-100, 100] that are shifted by just enough to be strictly worse",
        planted_family},
    Family{"lowrank", "n, m=n, rank, seed=1",
           "dot products of two random vectors of `rank` integers in 0..99", lowrank_family},
    Family{"elo", "n, noise, seed=1",
           "skill_i - skill_j + noise term, skills in [0, 1), noise in [-noise, noise], decimals",
           elo_family},
    Family{"spinning", "n, cycles, seed=1",
           "a game of skill with cycles: strength plus rotations that fade at the top and the "
           "bottom, decimals",
           spinning_family},
    Family{"bell", "n, width", "1 / (1 + width*((i-j)/n)^2)", bell_family},
    Family{
        "polynomial", "n, degree, seed=1",
        "a random polynomial of two variables with integer coefficients in [-100, 100] on a grid "
        "of [-1, 1]",
        polynomial_family},
    Family{"undercut", "n", "choose numbers; higher wins 1, but undercutting by exactly one wins 2",
           undercut_family},
    Family{"blotto", "fields, soldiers", "sign of (fields won - fields lost), all allocations",
           blotto_family},
    Family{"matching", "n", "the identity: matching pennies on n sides", matching_family},
    Family{"rps", "n", "generalised rock-paper-scissors, n odd", rps_family},
    Family{"lowerbound", "n, k, seed=1",
           "columns from k on are all 2; row 0 is 1 elsewhere; each other row has exactly one 0 "
           "among the first k columns and 1 elsewhere",
           lowerbound_family},
    Family{"hidden-cells", "n, m=n, k, seed=1",
           "0 but for k rows, one for each k-th of the columns: such a row pays 1 in one of these "
           "columns and 2 in the others; k a divisor of m, below n and m",
           hidden_cells_family},
    Family{"binary", "n, k, seed=1", "0/1 entries with a planted k x k equilibrium, k >= 2",
           binary_family},
    Family{"steady", "n, m=n, k, width=3, noise=100, decoys=0, outliers=0, seed=1",
           "a k x k game of payoffs 0 and 1, k >= 2, hidden in noise of +-noise: its rows pay 1 to "
           "width elsewhere, its columns -width to -1; `decoys` more rows and columns look so "
           "outside the core, and against `outliers` in 100 the lines of the core do so only "
           "together",
           steady_family},
};

}  // namespace

std::unique_ptr<Source> make_family(const std::string& description) {
  const std::size_t comma = description.find(',');
  const std::string name = description.substr(0, comma);
  std::string names;
  for (const Family& family : all_families) {
    if (name == family.name) {
      const std::string given = comma == std::string::npos ? "" : description.substr(comma + 1);
      const Keys keys("family:" + name, family.keys, given);
      auto game = family.make(keys);
      game->set_identity(keys.canonical());
      return game;
    }
    names += (names.empty() ? "" : ", ") + std::string(family.name);
  }
  Keys("family:" + name, "", "").refuse("unknown family (families: " + names + ")");
}

}  // namespace sources

std::vector<FamilyInfo> families() {
  std::vector<FamilyInfo> result;
  for (const sources::Family& family : sources::all_families) {
    result.push_back({family.name, family.keys, family.meaning});
  }
  return result;
}

}  // namespace allnash
