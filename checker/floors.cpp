#include "floors.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace checker {
namespace {

constexpr Index most_floor_plays = Index{1} << 60;
constexpr Index most_alternatives = Index{1} << 24;
constexpr std::size_t most_logarithms = std::size_t{1} << 24;

const Half& half_of(const Confidence& claim, bool is_row) {
  return is_row ? claim.row : claim.column;
}

/// Reads whose arm it is.
FloorLine read_start(Line& line, const Confidence& claim) {
  FloorLine result;
  result.line = line.number;
  const string_view word = line.field();
  result.is_row = word == "column";  // the arms of the row player's mixture are columns
  if (!result.is_row && (word != "row" || claim.symmetric)) {
    line.reject("an arm of a mixture belongs here, not '" + string(word) + "'");
  }
  result.arm = line.count(0, (result.is_row ? claim.columns : claim.rows) - 1);
  return result;
}

Index read_count(Line& line) { return line.count(0, most_alternatives); }

Floor read_floor(Lines& lines, const Confidence& claim, bool sure) {
  Line head = lines.next(sure ? "floor-sure" : "floor-seen");
  Floor floor;
  floor.line = head.number;
  floor.sure = sure;
  floor.plays = head.count(0, most_floor_plays);
  const Index bounds = sure ? read_count(head) : 0;
  const Index alternatives = read_count(head);
  head.end();
  for (Index t = 0; t < bounds; ++t) {
    Line line = lines.next();
    FloorLine one = read_start(line, claim);
    for (std::size_t i = 0; i < half_of(claim, one.is_row).strategy.support.size(); ++i) {
      one.bounds.push_back({line.fraction(), line.fraction()});
    }
    line.end();
    floor.bounds.push_back(std::move(one));
  }
  for (Index t = 0; t < alternatives; ++t) {
    Line line = lines.next();
    FloorLine one = read_start(line, claim);
    one.weight = line.fraction();
    for (std::size_t i = 0; i < half_of(claim, one.is_row).strategy.support.size(); ++i) {
      one.means.push_back(line.fraction());
    }
    line.end();
    floor.alternatives.push_back(std::move(one));
  }
  return floor;
}

/// A law with finitely many values, of which the last is the largest. Of a law that is known by its
/// bounds, the variance is a lower bound.
struct Law {
  std::vector<std::pair<Fraction, Fraction>> values;  // rising, with their probabilities
  Fraction mean;
  Fraction variance;
};

Law law_of(const LawBounds& bounds) {
  return {{{0, 1 - bounds.mean}, {1, bounds.mean}},
          bounds.mean,
          bounds.mean * (1 - bounds.mean) - bounds.mixed};
}

Law law_of(const Draws& draws, bool mirrored) {
  Index count = 0;
  for (const auto& [value, times] : draws) count += times;
  Law law;
  for (const auto& [value, times] : draws) {
    const Fraction seen = mirrored ? 1 - value : value;
    law.values.emplace_back(seen, Fraction(times) / count);
    law.mean.add(law.values.back().second * seen);
  }
  if (mirrored) std::ranges::reverse(law.values);
  for (const auto& [value, part] : law.values) {
    law.variance.add(part * (value - law.mean) * (value - law.mean));
  }
  return law;
}

/// Checks one floor.
class Recount {
 public:
  Recount(const Confidence& claim, const Floor& floor) : claim_(claim), floor_(floor) {}

  void check(const Fraction& row_bound, const Fraction& column_bound) {
    for (const Half* half : {&claim_.row, &claim_.column}) {
      for (const Arm& arm : half->arms) {
        if (arm.kind != Counted::bets || claim_.box)
          reject(floor_.line, "a floor needs arms of bets");
      }
    }
    check_order(floor_.bounds);
    check_order(floor_.alternatives);
    for (const FloorLine& bounds : floor_.bounds) check_bounds(bounds);
    Fraction weights;
    for (const FloorLine& one : floor_.alternatives) {
      add_load(one, one.is_row ? row_bound : column_bound);
      weights.add(one.weight);
    }
    for (const auto& [cell, sum] : load_) {
      if (sum > 1) {
        reject(floor_.line, "the divergences of pairing " + std::to_string(cell.first) + " " +
                                std::to_string(cell.second) + " sum to more than 1");
      }
    }
    if (weights * log_below(1 / claim_.delta) < floor_.plays) {
      reject(floor_.line, "the weights do not bear so many plays");
    }
    if (used_ != floor_.bounds.size()) reject(floor_.line, "bounds of an arm that are not used");
  }

 private:
  [[noreturn]] static void reject(std::size_t line, const string& why) {
    throw Rejected(place_of(line) + why);
  }

  static void check_order(const std::vector<FloorLine>& lines) {
    const auto key = [](const FloorLine& line) {
      return std::tuple<bool, Index, const std::vector<Fraction>&>(!line.is_row, line.arm,
                                                                   line.means);
    };
    for (std::size_t t = 1; t < lines.size(); ++t) {
      if (key(lines[t]) <= key(lines[t - 1])) reject(lines[t].line, "lines of a floor do not rise");
    }
  }

  [[nodiscard]] const Arm& arm_of(const FloorLine& line) const {
    return half_of(claim_, line.is_row).arms[to_size(line.arm)];
  }

  /// Each bound of a cell may fail with F / (2 k P), P being the part for statements on all arms,
  /// so that those of all arms may fail with as much as the attempt.
  void check_bounds(const FloorLine& line) {
    const Arm& arm = arm_of(line);
    const Fraction level =
        arm.joint / joint_part(claim_) / (2 * static_cast<Index>(line.bounds.size()));
    for (std::size_t i = 0; i < line.bounds.size(); ++i) {
      const auto& [mean, mixed] = line.bounds[i];
      const Fraction quarter = Fraction(1) / 4;
      if (mean.sign() < 0 || mean > 1 || mixed.sign() < 0 || mixed > quarter) {
        reject(line.line, "bounds that no law has");
      }
      if (i == arm.itself_at) {
        if (mean + mean != 1 || mixed != quarter) {
          reject(line.line, "a strategy against itself pays 1/2");
        }
        continue;
      }
      Index count = 0;
      Fraction rest;  // the sum of 1 - X
      Fraction ends;  // and of 1 - 4 X (1 - X)
      for (const auto& [value, times] : arm.strata[i]) {
        count += times;
        rest.add((1 - value) * times);
        ends.add((1 - 4 * value * (1 - value)) * times);
      }
      const auto shown = [&](const Fraction& sum, const Fraction& least) {
        if (least.sign() == 0) return true;
        spend(spent_, count, place_of(line.line));
        return sum_shows(count, sum, least, level);
      };
      if (!shown(rest, 1 - mean) || !shown(ends, 1 - 4 * mixed)) {
        reject(line.line, "the draws do not show these bounds");
      }
    }
  }

  /// Adds the divergences of an alternative, times its weight.
  void add_load(const FloorLine& line, const Fraction& bound) {
    const Half& half = half_of(claim_, line.is_row);
    const FloorLine* const bounds = floor_.sure ? bounds_of(line) : nullptr;
    if (line.weight.sign() <= 0) reject(line.line, "a weight that is not above 0");
    Fraction earned;
    for (std::size_t i = 0; i < line.means.size(); ++i) {
      const Fraction& mean = line.means[i];
      earned.add(half.strategy.probabilities[i] * mean);
      if (i == arm_of(line).itself_at) {
        if (mean + mean != 1) reject(line.line, "a strategy against itself pays 1/2");
        continue;
      }
      const Law law = bounds != nullptr ? law_of(bounds->bounds[i]) : seen_law(line, i);
      if (mean != law.mean && (mean.sign() <= 0 || mean > law.mean)) {
        reject(line.line, "a mean that is not lowered");
      }
      std::pair cell(half.strategy.support[i], line.arm);
      if (!line.is_row || (claim_.symmetric && cell.first > cell.second)) {
        std::swap(cell.first, cell.second);
      }
      load_[cell].add(line.weight * divergence_above(law, mean));
    }
    if (earned > bound) reject(line.line, "the mixture earns more than its bound");
  }

  /// The bounds of an alternative's arm. Both are in order.
  const FloorLine* bounds_of(const FloorLine& line) {
    const auto is_same = [&](const FloorLine& one) {
      return one.is_row == line.is_row && one.arm == line.arm;
    };
    if (used_ > 0 && is_same(floor_.bounds[used_ - 1])) return &floor_.bounds[used_ - 1];
    if (used_ == floor_.bounds.size() || !is_same(floor_.bounds[used_])) {
      reject(line.line, "an alternative of an arm without bounds");
    }
    return &floor_.bounds[used_++];
  }

  /// The law of the draws of a cell. Where its pairing is in two arms, those of the arm that has
  /// more; of as many, of the first.
  [[nodiscard]] Law seen_law(const FloorLine& line, std::size_t place) const {
    const Half& half = half_of(claim_, line.is_row);
    const Half& other = half_of(claim_, claim_.symmetric || !line.is_row);
    const Draws& here = half.arms[to_size(line.arm)].strata[place];
    const Index own = half.strategy.support[place];
    const auto found = std::ranges::lower_bound(other.strategy.support, line.arm);
    const Draws* draws = &here;
    if (found != other.strategy.support.end() && *found == line.arm) {
      const auto there = to_size(found - other.strategy.support.begin());
      const Draws& others = other.arms[to_size(own)].strata[there];
      const bool is_first = claim_.symmetric ? line.arm < own : line.is_row;
      const Index more = count_of(others) - count_of(here);
      if (more > 0 || (more == 0 && !is_first)) draws = &others;
    }
    if (draws->empty()) reject(line.line, "a cell without draws");
    return law_of(*draws, draws != &here);
  }

  static Index count_of(const Draws& draws) {
    Index count = 0;
    for (const auto& [value, times] : draws) count += times;
    return count;
  }

  /// An upper bound on the divergence of a law from one of a lower mean.
  Fraction divergence_above(const Law& law, const Fraction& b) {
    if (b == law.mean) return {};
    logarithms_ += law.values.size() + 1;
    if (logarithms_ > most_logarithms) throw Rejected("too many divergences to recount");
    Fraction least = 0 - log_below(b / law.mean);
    if (law.variance.sign() <= 0) return least;
    const Fraction tilt = (law.mean - b) / law.variance;
    if (tilt * (law.values.back().first - law.mean) >= 1) return least;
    Fraction sum;
    for (const auto& [value, part] : law.values) {
      if (part.sign() > 0) sum.add(part * (0 - log_below(1 - tilt * (value - law.mean))));
    }
    return std::min(least, sum);
  }

  const Confidence& claim_;
  const Floor& floor_;
  std::map<std::pair<Index, Index>, Fraction> load_;
  std::size_t used_ = 0;  // bounds that alternatives had so far
  Index spent_ = 0;
  std::size_t logarithms_ = 0;
};

}  // namespace

void read_floors(Lines& lines, Confidence& claim) {
  for (const bool sure : {false, true}) {
    if (!lines.peek().rest.starts_with(sure ? "floor-sure " : "floor-seen ")) continue;
    claim.floors.push_back(read_floor(lines, claim, sure));
  }
}

void check_floor(const Confidence& claim, const Floor& floor, const Fraction& row_bound,
                 const Fraction& column_bound) {
  Recount(claim, floor).check(row_bound, column_bound);
}

}  // namespace checker
