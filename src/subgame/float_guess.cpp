// Guessing the supports in floating point, with Clp.
//
// 1. One floating equilibrium (float_game.hpp).
// 2. A row is in when it is played, out when it falls short of v, and undecided when it is neither;
//    columns likewise. Most games end here with nothing undecided.
// 3. Otherwise one more LP a player looks along the optimal face for a direction in which as many
//    undecided probabilities and slacks as possible grow. It starts from the two sets alone, so
//    that no rounded value of the game enters it.
#include "subgame/float_guess.hpp"

#include <algorithm>

#include "subgame/clp.hpp"

namespace allnash::subgame {

namespace {

constexpr double zero = 1e-9;  // below this a probability or slack counts as nought, in a guess

enum class Place { in, out, undecided };

// False when some strategy is both played and short of the value: the solver contradicts itself.
bool classify(const FloatSide& side, std::vector<Place>& places) {
  for (std::size_t t = 0; t < side.played.size(); ++t) {
    const bool played = side.played[t] > zero;
    const bool short_of = side.slack[t] > zero;
    if (played && short_of) return false;
    places.push_back(played ? Place::in : short_of ? Place::out : Place::undecided);
  }
  return true;
}

std::vector<Index> all_but_out(const std::vector<Place>& places) {
  std::vector<Index> result;
  for (std::size_t t = 0; t < places.size(); ++t) {
    if (places[t] != Place::out) result.push_back(static_cast<Index>(t));
  }
  return result;
}

// A direction along one player's optimal face. `payoff(s, t)` is what the player's strategy s earns
// against the opponent's t, with the sign that makes more better.
struct Direction {
  std::vector<double> move;          // by own strategy
  std::vector<bool> own_grows;       // by own strategy: undecided and can be played
  std::vector<bool> opponent_falls;  // by opponent strategy: undecided and can be made worse
};

template <typename Payoff>
std::optional<Direction> direction(const std::vector<Place>& own,
                                   const std::vector<Place>& opponent, const Payoff& payoff,
                                   const StopToken& stop) {
  const std::vector<Index> mine = all_but_out(own);
  const std::vector<Index> theirs = all_but_out(opponent);
  // Rows: moves sum to 0; the payoff against each of theirs stands still (in) or grows by at least
  // its growth variable (undecided); each undecided move is at least its growth variable.
  const int own_rows = 1 + static_cast<int>(theirs.size());
  ColumnBuilder builder;
  int row = own_rows;
  for (const Index s : mine) {
    const bool free = own[static_cast<std::size_t>(s)] == Place::in;
    builder.add(0, 1);
    for (std::size_t t = 0; t < theirs.size(); ++t) {
      builder.add(1 + static_cast<int>(t), payoff(s, theirs[t]));
    }
    if (!free) builder.add(row++, 1);
    builder.end_column(free ? -COIN_DBL_MAX : 0, COIN_DBL_MAX, 0);
  }
  std::vector<double> lower(static_cast<std::size_t>(row), 0);
  std::vector<double> upper(static_cast<std::size_t>(row), COIN_DBL_MAX);
  upper[0] = 0;
  for (int r = own_rows; r < row; ++r) {
    builder.add(r, -1);
    builder.end_column(0, 1, -1);
  }
  for (std::size_t t = 0; t < theirs.size(); ++t) {
    if (opponent[static_cast<std::size_t>(theirs[t])] == Place::in) {
      upper[1 + t] = 0;
    } else {
      builder.add(1 + static_cast<int>(t), -1);
      builder.end_column(0, 1, -1);
    }
  }
  ClpSimplex lp;
  builder.load(lp, lower, upper);
  if (!minimise(lp, stop, Simplex::primal)) return std::nullopt;

  const double* solution = lp.primalColumnSolution();
  Direction result{std::vector<double>(own.size()), std::vector<bool>(own.size()),
                   std::vector<bool>(opponent.size())};
  for (std::size_t s = 0; s < mine.size(); ++s) {
    result.move[static_cast<std::size_t>(mine[s])] = solution[s];
  }
  std::size_t growth = mine.size();
  for (const Index s : mine) {
    if (own[static_cast<std::size_t>(s)] != Place::undecided) continue;
    result.own_grows[static_cast<std::size_t>(s)] = solution[growth++] > 0.5;
  }
  for (const Index t : theirs) {
    if (opponent[static_cast<std::size_t>(t)] != Place::undecided) continue;
    result.opponent_falls[static_cast<std::size_t>(t)] = solution[growth++] > 0.5;
  }
  return result;
}

// Half the longest step that keeps what is played played and what falls short falling short.
template <typename Payoff>
double step_length(const FloatSide& own, const FloatSide& opponent, const Direction& direction,
                   const Payoff& payoff) {
  double longest = 2;
  const auto limit = [&](double base, double change) {
    if (base > zero && change < 0) longest = std::min(longest, -base / change);
  };
  for (std::size_t s = 0; s < own.played.size(); ++s) limit(own.played[s], direction.move[s]);
  for (std::size_t t = 0; t < opponent.slack.size(); ++t) {
    if (opponent.slack[t] <= zero) continue;
    double change = 0;
    for (std::size_t s = 0; s < direction.move.size(); ++s) {
      if (direction.move[s] == 0) continue;
      change += direction.move[s] * payoff(static_cast<Index>(s), static_cast<Index>(t));
    }
    limit(opponent.slack[t], change);
  }
  return longest / 2;
}

template <typename Payoff>
GuessedSide finished(const FloatSide& own, const FloatSide& opponent,
                     const std::vector<Place>& places, const Direction* direction,
                     const Payoff& payoff) {
  const double step = direction == nullptr ? 0 : step_length(own, opponent, *direction, payoff);
  GuessedSide side;
  for (std::size_t s = 0; s < places.size(); ++s) {
    const bool grows = direction != nullptr && direction->own_grows[s];
    if (places[s] != Place::in && !grows) continue;
    side.support.push_back(static_cast<Index>(s));
    const double moved = direction == nullptr ? 0 : step * direction->move[s];
    side.interior.push_back((grows ? 0 : own.played[s]) + moved);
  }
  return side;
}

// Every undecided strategy must be played in one answer or punished in the other, never both.
bool consistent(const std::vector<Place>& places, const std::vector<bool>& played,
                const std::vector<bool>& punished) {
  for (std::size_t s = 0; s < places.size(); ++s) {
    if (places[s] == Place::undecided && played[s] == punished[s]) return false;
  }
  return true;
}

}  // namespace

std::optional<Guess> guess_supports(const FloatGame& game, const StopToken& stop) {
  const std::optional<FloatOptimum> best = solve_floating(game, stop);
  if (!best) return std::nullopt;
  std::vector<Place> rows;
  std::vector<Place> columns;
  if (!classify(best->row, rows) || !classify(best->column, columns)) return std::nullopt;

  const auto row_payoff = [&](Index i, Index j) { return game.at(i, j); };
  const auto column_payoff = [&](Index j, Index i) { return -game.at(i, j); };
  const auto is_undecided = [](Place place) { return place == Place::undecided; };
  if (std::none_of(rows.begin(), rows.end(), is_undecided) &&
      std::none_of(columns.begin(), columns.end(), is_undecided)) {
    return Guess{finished(best->row, best->column, rows, nullptr, row_payoff),
                 finished(best->column, best->row, columns, nullptr, column_payoff)};
  }
  const auto row_way = direction(rows, columns, row_payoff, stop);
  const auto column_way = direction(columns, rows, column_payoff, stop);
  if (!row_way || !column_way ||
      !consistent(rows, row_way->own_grows, column_way->opponent_falls) ||
      !consistent(columns, column_way->own_grows, row_way->opponent_falls)) {
    return std::nullopt;
  }
  return Guess{finished(best->row, best->column, rows, &*row_way, row_payoff),
               finished(best->column, best->row, columns, &*column_way, column_payoff)};
}

}  // namespace allnash::subgame
