#include "table_ranges.hpp"

#include <algorithm>
#include <map>

namespace checker {
namespace {

/// The place of a strategy among those that the player plays.
std::size_t played_place(const Player& player, const Bound& bound, Index strategy) {
  const auto found = std::ranges::lower_bound(player.support, strategy);
  if (found == player.support.end() || *found != strategy) {
    bound.reject("a strategy that is not played: " + std::to_string(strategy));
  }
  return to_size(found - player.support.begin());
}

/// The payoffs of a line on the player's strategies; unread ones are the `unread`.
std::vector<Number> payoffs_of(const std::vector<Cell>& cells, const Fraction& unread) {
  std::vector<Number> payoffs(cells.size());
  for (std::size_t t = 0; t < cells.size(); ++t) {
    if (cells[t].text == "?") {
      payoffs[t] = {false, 0, unread};
    } else {
      Line{cells[t].text, cells[t].line}.read_number(cells[t].text, payoffs[t]);
    }
  }
  return payoffs;
}

/// The lines of the opponent that the proofs of the bounds speak of.
std::map<Index, std::vector<Cell>> lines_of(const Player& player,
                                            const std::vector<Bound>& bounds) {
  std::map<Index, std::vector<Cell>> result;
  for (const Bound& bound : bounds) {
    for (const Index line : bound.against.at) result[line];
  }
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    const auto found = result.find(line);
    if (found != result.end()) found->second = cells;
  });
  return result;
}

/// Checks that each strategy i that is played has w_i + sum_j (A[i][j] - V) d_j <= m, for the
/// column player w_j - sum_i (A[i][j] - V) d_i <= m.
void check_against(const Player& player, const Bound& bound,
                   const std::map<Index, std::vector<Cell>>& lines) {
  const Amounts& against = bound.against;
  Fraction total;
  std::vector<std::vector<Number>> payoffs;
  for (std::size_t t = 0; t < against.at.size(); ++t) {
    if (against.amount[t].sign() < 0 && !player.opposes(against.at[t])) {
      bound.reject("a number below 0 where the opponent does not play");
    }
    total.add(Fraction(against.amount[t]));
    payoffs.push_back(payoffs_of(lines.at(against.at[t]),
                                 player.row ? player.claim.range_high : player.claim.range_low));
  }
  const std::size_t place = played_place(player, bound, bound.index);
  const Fraction unit(against.unit);
  const Fraction bare = total * player.claim.low;
  Sum sum;
  for (std::size_t own = 0; own < player.support.size(); ++own) {
    sum.clear();
    for (std::size_t t = 0; t < payoffs.size(); ++t) sum.add(against.amount[t], payoffs[t][own]);
    Fraction left = bound.right_side();
    if (own == place) left = bound.most ? left - 1 : left + 1;
    left = player.row ? bare + unit * left : bare - unit * left;
    const int sign = sum.against(left);
    if (player.row ? sign > 0 : sign < 0) bound.reject("the bound is not proved");
  }
}

/// An optimal strategy that bounds refer to.
struct Witness {
  const Bound& bound;
  std::vector<std::size_t> places;  // of its strategies
  Fraction value;                   // times its unit
};

std::vector<Witness> witnesses_of(const Player& player, const std::vector<Bound>& bounds) {
  std::vector<Witness> result;
  for (const Bound& bound : bounds) {
    if (!bound.attained) continue;
    Integer left;
    mpz_set(left, bound.attained->unit);
    Witness witness{bound, {}, Fraction(bound.attained->unit) * player.claim.low};
    for (std::size_t t = 0; t < bound.attained->at.size(); ++t) {
      witness.places.push_back(played_place(player, bound, bound.attained->at[t]));
      mpz_sub(left, left, bound.attained->amount[t]);
    }
    if (left.sign() != 0) bound.reject("the probabilities do not sum to 1");
    result.push_back(std::move(witness));
  }
  return result;
}

/// Checks that the strategies earn the value against every line, unread payoffs at their worst.
void check_optimal(const Player& player, const std::vector<Bound>& bounds) {
  const std::vector<Witness> witnesses = witnesses_of(player, bounds);
  if (witnesses.empty()) return;
  const Fraction& worst = player.row ? player.claim.range_low : player.claim.range_high;
  Sum sum;
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    const std::vector<Number> payoffs = payoffs_of(cells, worst);
    for (const Witness& one : witnesses) {
      sum.clear();
      for (std::size_t t = 0; t < one.places.size(); ++t) {
        sum.add(one.bound.attained->amount[t], payoffs[one.places[t]]);
      }
      const int sign = sum.against(one.value);
      if (player.row ? sign >= 0 : sign <= 0) continue;
      one.bound.reject("the strategy that attains it is not optimal against " +
                       string(player.row ? "column " : "row ") + std::to_string(line));
    }
  });
}

void check_attained(const std::vector<Bound>& bounds) {
  for (const Bound& bound : bounds) {
    const Bound& by = bound.by ? bounds[*bound.by] : bound;
    if (!by.attained) continue;
    const auto found = std::ranges::lower_bound(by.attained->at, bound.index);
    Fraction played;
    if (found != by.attained->at.end() && *found == bound.index) {
      played = Fraction(by.attained->amount[to_size(found - by.attained->at.begin())],
                        by.attained->unit);
    }
    if (played != bound.number) bound.reject("the bound is not attained");
  }
}

}  // namespace

Ranges read_ranges(Lines& lines, const Certificate& certificate) {
  Ranges ranges;
  if (certificate.bounds) return ranges;
  const auto& [rows, columns] = std::pair(certificate.rows, certificate.columns);
  ranges.row = read_bounds(lines, "row-ranges", false, rows, columns);
  if (!certificate.symmetric) {
    ranges.column = read_bounds(lines, "column-ranges", false, columns, rows);
  }
  return ranges;
}

void check_ranges(const Certificate& claim, const Ranges& ranges) {
  for (const bool row : {true, false}) {
    const std::vector<Bound>& bounds = row ? ranges.row : ranges.column;
    if (bounds.empty()) continue;
    const Player player(claim, row);
    const std::map<Index, std::vector<Cell>> lines = lines_of(player, bounds);
    for (const Bound& bound : bounds) check_against(player, bound, lines);
    check_optimal(player, bounds);
    check_attained(bounds);
  }
}

}  // namespace checker
