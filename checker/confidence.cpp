#include "confidence.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "floors.hpp"

namespace checker {
namespace {

constexpr Index most_draws = Index{1} << 40;
constexpr Index most_bets = 8;
constexpr Index most_groups = 1000000;
constexpr Index most_lambda = 1'000'000'000;
constexpr std::size_t most_sums = std::size_t{1} << 30;  // of payoffs of mixtures by a box

/// A number in [0, 1].
Fraction share_field(Line& line, const char* what) {
  Fraction result = line.fraction();
  if (result.sign() < 0 || result > 1) line.reject(string(what) + " outside [0, 1]");
  return result;
}

/// The sum of the payoffs of this many plays.
Fraction sum_field(Line& line, Index plays, const Fraction& least = 0) {
  Fraction sum = line.fraction();
  if (sum < least || sum > plays) line.reject("sums that so many plays cannot have");
  return sum;
}

/// Reads the number of different draws, and these; adds their counts to `count`.
Draws read_draws(Line& line, Index& count) {
  Draws draws;
  for (Index left = line.count(0, most_draws); left > 0; --left) {
    Fraction value = share_field(line, "a draw");
    if (!draws.empty() && value <= draws.back().first) line.reject("draws do not rise");
    draws.emplace_back(std::move(value), line.count(1, most_draws));
    count += draws.back().second;
    if (count > most_draws) line.reject("too many draws");
  }
  return draws;
}

/// Reads stakes and centres, and draws of each strategy that the frozen one plays, in whole rounds.
void read_bets(Line& line, const std::vector<Fraction>& parts, Arm& arm) {
  Fraction sum;
  for (Index left = line.count(1, most_bets); left > 0; --left) {
    Bet bet{line.fraction(), line.fraction()};
    if (bet.stake.sign() <= 0 || bet.stake >= 1) line.reject("a stake outside (0, 1)");
    if (bet.weight.sign() <= 0) line.reject("a weight that is not above 0");
    sum.add(bet.weight);
    arm.bets.push_back(std::move(bet));
  }
  if (sum != 1) line.reject("the weights of the bets do not sum to 1");
  line.keyword("centres");
  for (const Fraction& part : parts) {
    arm.centres.push_back(share_field(line, "a centre"));
    arm.centre.add(part * arm.centres.back());
  }
  line.keyword("draws");
  std::vector<Index> ends;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    arm.strata.push_back(read_draws(line, arm.count));
    ends.push_back(arm.count);
    const auto is_half = [](const auto& draw) { return draw.first + draw.first == 1; };
    if (i == arm.itself_at && !std::ranges::all_of(arm.strata.back(), is_half)) {
      line.reject("a strategy against itself pays 1/2");
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] * arm.count == ends[i] - (i > 0 ? ends[i - 1] : 0)) continue;
    line.reject("the draws are not whole rounds of the strategy");
  }
}

/// Reads planned plays and wins. `parts` are the probabilities of the strategies that play.
void read_binomial(Line& line, const std::vector<Fraction>& parts, Arm& arm) {
  arm.count = line.count(0, most_draws);
  arm.sum = line.count(0, most_draws);
  if (arm.sum > arm.count) line.reject("more wins than plays");
  bool whole = !parts.empty() || arm.count == 0;
  for (const Fraction& part : parts) {
    whole = whole && (part * arm.count / (1 - arm.itself)).is_integer();
  }
  if (!whole) line.reject("the plays are not whole rounds of the strategy");
}

/// Reads the plan and its results, for each strategy that plays.
void read_bernstein(Line& line, const std::vector<Fraction>& parts, Arm& arm) {
  arm.lambda = line.count(1, most_lambda);
  for (const Fraction& part : parts) {
    Planned one;
    one.part = part;
    one.planned = line.count(1, most_draws);
    one.centre = share_field(line, "a centre");
    one.draws = line.count(0, one.planned);
    one.sum = sum_field(line, one.draws);
    one.squares = line.fraction();
    // The bounds on the sum of squares of draws in [0, 1].
    if (one.squares > one.sum || one.squares * one.draws < one.sum * one.sum) {
      line.reject("sums that so many plays cannot have");
    }
    if (part * arm.lambda >= one.planned) line.reject("a lambda that is too large");
    arm.plan.push_back(std::move(one));
  }
}

Arm read_arm(Line line, const Confidence& claim, const Strategy& strategy, Index opponent) {
  Arm arm;
  arm.line = line.number;
  line.keyword("group");
  arm.group = line.count(0, claim.newcomers ? most_groups : 0);
  if (!claim.box) {
    line.keyword("joint");
    arm.joint = line.fraction();
    if (arm.joint.sign() <= 0) line.reject("a part of the error budget that is not above 0");
  }
  std::vector<Fraction> others;
  for (std::size_t i = 0; i < strategy.support.size(); ++i) {
    const bool itself = claim.symmetric && strategy.support[i] == opponent;
    if (itself) arm.itself = strategy.probabilities[i];
    if (itself) arm.itself_at = i;
    if (!itself) others.push_back(strategy.probabilities[i]);
  }
  const string_view kinds[] = {"bets", "binomial", "bernstein"};
  const string_view word = line.field();
  const auto found = std::ranges::find(kinds, word) - std::begin(kinds);
  arm.kind = static_cast<Counted>(found);
  if (arm.kind == Counted::bets) {
    read_bets(line, strategy.probabilities, arm);
  } else if (arm.kind == Counted::binomial) {
    read_binomial(line, others, arm);
  } else if (arm.kind == Counted::bernstein) {
    read_bernstein(line, others, arm);
  } else {
    line.reject("'bets', 'binomial' or 'bernstein' belongs here, not '" + shown(word) + "'");
  }
  line.end();
  return arm;
}

/// Reads a cap, proved by an arm, or by a mixture of the player's own strategies and the box.
Cap read_cap(Line line, bool box, Index own, Index others) {
  Cap cap;
  cap.line = line.number;
  cap.strategy = line.count(0, others - 1);
  cap.most = line.fraction();
  if (box) {
    for (Index left = line.count(1, own); left > 0; --left) read_weight(line, own, cap.mixture);
    check_sum(cap.mixture, "mixture");
  } else {
    cap.earned = line.fraction();
  }
  line.end();
  return cap;
}

Half read_half(Lines& lines, const Confidence& claim, bool is_row) {
  const string player = is_row ? "row" : "column";
  const string opponent = is_row ? "column" : "row";
  const Index own = is_row ? claim.rows : claim.columns;
  const Index others = is_row ? claim.columns : claim.rows;
  Half half;
  half.strategy = read_strategy(lines, player + "-strategy", own);
  check_sum(half.strategy, player);
  Line arms = lines.next(opponent + "-arms");
  const Index count = arms.count(claim.box ? 0 : others, others);
  arms.end();
  if (count != 0 && count != others) arms.reject("an arm for each strategy, or none");
  for (Index t = 0; t < count; ++t) {
    half.arms.push_back(read_arm(lines.next(), claim, half.strategy, t));
  }
  for (Index left = lines.count(opponent + "-caps", 0, others); left > 0; --left) {
    const Line line = lines.next();
    Cap cap = read_cap(line, claim.box, own, others);
    if (!half.caps.empty() && cap.strategy <= half.caps.back().strategy) {
      line.reject("indices do not rise");
    }
    half.caps.push_back(std::move(cap));
  }
  return half;
}

std::vector<Interval> read_box(Lines& lines, const Confidence& claim) {
  std::vector<Interval> box;
  for (Index left = lines.count("box", 0, most_draws); left > 0; --left) {
    Line line = lines.next();
    Interval one;
    one.row = line.count(0, claim.rows - 1);
    one.column = line.count(claim.symmetric ? one.row + 1 : 0, claim.columns - 1);
    one.plays = line.count(1, most_draws);
    one.least = sum_field(line, one.plays);
    one.most = sum_field(line, one.plays, one.least);
    one.low = share_field(line, "an interval");
    one.high = share_field(line, "an interval");
    line.end();
    if (!box.empty() &&
        std::pair(one.row, one.column) <= std::pair(box.back().row, box.back().column)) {
      line.reject("pairings do not rise");
    }
    box.push_back(std::move(one));
  }
  return box;
}

// --- one pairing in two arms
//
// If x plays i and y plays j, plays of (i, j) count in the column arm j and in the row arm i; in a
// symmetric game, where x plays both, in the arms j and i. In either they are the first plays of
// the pairing after the freeze, in their order, so that one of the two arms has all that the other
// has, mirrored. A play that was lost may count as 0 in both.

/// What an arm says of the plays of one strategy of the frozen one.
struct Pairing {
  const Arm& arm;
  std::size_t at = 0;  // of the strategy in the support
  Fraction part;       // its probability

  /// The strata that are planned leave out the strategy against itself.
  [[nodiscard]] const Planned& plan() const {
    return arm.plan[at - (arm.itself_at && *arm.itself_at < at ? 1 : 0)];
  }
  /// How many plays of a binomial arm are of this pairing.
  [[nodiscard]] Fraction planned() const { return part * arm.count / (1 - arm.itself); }
};

/// Whether some `few` draws can be among `many`, mirrored.
bool among(const Draws& few, const Draws& many) {
  Index spare = 0;  // draws of 0 and 1 among `many` that are left for the draws of 0
  std::map<Fraction, Index> left;
  for (const auto& [value, times] : many) {
    left[1 - value] = times;
    if (value.sign() == 0 || value == 1) spare += times;
  }
  for (const auto& [value, times] : few) {
    if (value.sign() == 0 || value == 1) spare -= times;
    if (value.sign() != 0 && left[value] < times) return false;
  }
  return spare >= 0;
}

Index count_of(const Draws& draws) {
  Index count = 0;
  for (const auto& [value, times] : draws) count += times;
  return count;
}

/// Whether the sums of the first plays can be those of `few`, mirrored, and the others' what is
/// left.
bool continues(const Planned& few, const Planned& many) {
  if (few.draws < many.draws && few.draws < few.planned) return false;
  const Index draws = many.draws - few.draws;
  const Fraction sum = many.sum - (few.draws - few.sum);
  const Fraction squares = many.squares - (few.draws - 2 * few.sum + few.squares);
  return sum <= draws && squares <= sum && squares.sign() >= 0 && squares * draws >= sum * sum;
}

/// Whether the same plays can have been counted in both arms.
bool agree(const Pairing& one, const Pairing& other) {
  if (one.arm.kind != other.arm.kind) return true;
  switch (one.arm.kind) {
    case Counted::bets: {
      const Draws& mine = one.arm.strata[one.at];
      const Draws& yours = other.arm.strata[other.at];
      return count_of(mine) <= count_of(yours) ? among(mine, yours) : among(yours, mine);
    }
    case Counted::bernstein: {
      const Planned& mine = one.plan();
      const Planned& yours = other.plan();
      return mine.draws <= yours.draws ? continues(mine, yours) : continues(yours, mine);
    }
    case Counted::binomial:
      return one.arm.sum + other.arm.sum <=
             one.arm.count + other.arm.count - std::min(one.planned(), other.planned());
  }
  return false;
}

/// Checks the arms of either half against what the other one plays; in a symmetric game the two are
/// one half.
void check_pairings(const Half& row, const Half& column, bool symmetric) {
  for (const auto& [half, other] : {std::pair(&row, &column), std::pair(&column, &row)}) {
    for (const Index played : other->strategy.support) {
      if (half->arms.empty()) break;
      const Arm& arm = half->arms[to_size(played)];
      if (arm.group > 0) throw Rejected(place_of(arm.line) + "a newcomer that was frozen");
    }
  }
  if (row.arms.empty() || column.arms.empty()) return;
  const Strategy& x = row.strategy;
  const Strategy& y = column.strategy;
  for (std::size_t j = 0; j < y.support.size(); ++j) {
    const Arm& of_row = row.arms[to_size(y.support[j])];
    for (std::size_t i = symmetric ? j + 1 : 0; i < x.support.size(); ++i) {
      const Arm& of_column = column.arms[to_size(x.support[i])];
      if (agree({of_row, i, x.probabilities[i]}, {of_column, j, y.probabilities[j]})) continue;
      throw Rejected(place_of(of_column.line) + "its plays contradict those of line " +
                     std::to_string(of_row.line));
    }
  }
}

/// Checks every interval by itself, at its share of the level.
void check_box(const Confidence& claim, const Fraction& level) {
  const Fraction sides = claim.symmetric ? Fraction(claim.rows) * (claim.rows - 1)
                                         : Fraction(2) * claim.rows * claim.columns;
  Index spent = 0;
  for (const Interval& one : claim.intervals) {
    const auto check = [&](const Fraction& sum, const Fraction& end) {
      if (end.sign() == 0) return;  // by the range
      spend(spent, one.plays, "");
      if (sum_shows(one.plays, sum, end, level / sides)) return;
      throw Rejected("pairing " + std::to_string(one.row) + " " + std::to_string(one.column) +
                     ": its plays do not bear its interval");
    };
    check(one.least, one.low);
    check(one.plays - one.most, 1 - one.high);
  }
}

/// The lower ends of the intervals of each strategy of one player, as that player sees them.
class LowerEnds {
 public:
  LowerEnds(const Confidence& claim, bool is_row)
      : symmetric_(claim.symmetric),
        others_(to_size(is_row ? claim.columns : claim.rows)),
        own_(claim.box ? to_size(is_row ? claim.rows : claim.columns) : 0) {
    const auto add = [this](Index own, Index other, const Fraction& low) {
      own_[to_size(own)].emplace_back(to_size(other), low);
    };
    for (const Interval& one : claim.intervals) {
      if (is_row) add(one.row, one.column, one.low);
      if (!is_row || symmetric_) add(one.column, one.row, 1 - one.high);
    }
  }

  /// Lower bounds on a strategy's payoff against each opponent.
  std::vector<Fraction> earned(const Strategy& strategy) {
    std::vector<Fraction> sums(others_);
    work_ += others_;
    for (std::size_t t = 0; t < strategy.support.size(); ++t) {
      const auto index = to_size(strategy.support[t]);
      const Fraction& weight = strategy.probabilities[t];
      work_ += own_[index].size();
      if (work_ > most_sums) throw Rejected("too many caps to recount");
      for (const auto& [other, low] : own_[index]) sums[other].add(weight * low);
      if (symmetric_) sums[index].add(weight / 2);
    }
    return sums;
  }

 private:
  bool symmetric_;
  std::size_t others_;
  std::vector<std::vector<std::pair<std::size_t, Fraction>>> own_;
  std::size_t work_ = 0;
};

/// Checks one player's guarantee, `least`, at a level, and the caps: an optimal strategy of the
/// opponent concedes at most `most`.
void check_half(const Confidence& claim, bool is_row, const Fraction& least, const Fraction& most,
                const Fraction& level) {
  const Half& half = is_row ? claim.row : claim.column;
  LowerEnds box(claim, is_row);
  const auto least_of = [](const std::vector<Fraction>& all) {
    return *std::ranges::min_element(all);
  };
  if (least >= 1) throw Rejected("a bound at the end of the range");
  if (half.arms.empty() && least > least_of(box.earned(half.strategy))) {
    throw Rejected(is_row ? "low is more than the row strategy guarantees"
                          : "high is less than the column strategy concedes");
  }
  Index spent = 0;
  for (const Arm& arm : half.arms) {
    Fraction part = claim.newcomers ? level / 2 : level;
    if (arm.group > 0) part = part / (Fraction(arm.group) * (arm.group + 1));
    if (shows(arm, least, part, spent)) continue;
    throw Rejected(place_of(arm.line) + "the draws do not show the bound");
  }
  spent = 0;
  for (const Cap& cap : half.caps) {
    const auto place = to_size(cap.strategy);
    Fraction earned = cap.earned;
    Fraction rest = least;
    if (claim.box) {
      const std::vector<Fraction> all = box.earned(cap.mixture);
      earned = all[place];
      rest = least_of(all);
    }
    // If the mixture earned more than the value against all, every cap would hold vacuously.
    const bool follows = cap.most.sign() >= 0 && (earned > rest || rest > most) &&
                         most - rest <= cap.most * (earned - rest);
    if (!follows)
      throw Rejected(place_of(cap.line) + "the cap does not follow from what is earned");
    if (claim.box || shows(half.arms[place], earned, half.arms[place].joint, spent)) continue;
    throw Rejected(place_of(cap.line) + "the draws do not show what is earned");
  }
}

/// Checks that the error probabilities of joint statements sum to at most their part, of which half
/// is for newcomers if it is kept for them.
void check_joint(const Confidence& claim, const Fraction& level) {
  Fraction sums[2];  // of arms of the freeze, and of newcomers
  for (const Half* half : {&claim.row, &claim.column}) {
    for (const Arm& arm : half->arms) sums[arm.group == 0 ? 0 : 1].add(arm.joint);
  }
  const Fraction part = claim.newcomers ? level / 2 : level;
  if (sums[0] <= part && sums[1] <= part) return;
  throw Rejected("the arms take more than there is of the error budget");
}

/// A non-negative number as a decimal, if it has a short one.
string decimal(Fraction number) {
  constexpr std::size_t most_places = 40;
  for (std::size_t place = 0; place <= most_places; ++place, number = number * 10) {
    if (!number.is_integer()) continue;
    string digits = text_of(number);
    digits.insert(0, place >= digits.size() ? place + 1 - digits.size() : 0, '0');
    return place == 0 ? digits : digits.insert(digits.size() - place, ".");
  }
  return "1 - delta";
}

/// Reads what part of the error probability left to it each attempt spends.
void read_spends(Line& line, Confidence& claim) {
  line.keyword("spends");
  bool usual = true;
  for (Index number = 1; number <= claim.attempt; ++number) {
    claim.spends.push_back(line.fraction());
    const Fraction& part = claim.spends.back();
    if (part.sign() <= 0 || part >= 1) line.reject("a part outside (0, 1)");
    usual = usual && part * (number + 1) == 1;
  }
  if (usual) line.reject("parts that go without saying");
}

/// What the attempt may fail with.
Fraction level_of(const Confidence& claim) {
  if (claim.attempt == 0) return claim.delta / claim.together;
  if (claim.spends.empty()) return claim.delta / (Fraction(claim.attempt) * (claim.attempt + 1));
  Fraction level = claim.delta * claim.spends.back();
  for (std::size_t t = 0; t + 1 < claim.spends.size(); ++t) level = level * (1 - claim.spends[t]);
  return level;
}

}  // namespace

Fraction joint_part(const Confidence& claim) {
  if (claim.box) return Fraction(1) / 20;
  return Fraction(1) / (claim.spends.empty() ? 5 : 10);
}

Confidence read_confidence(string_view text, Lines& lines) {
  Confidence result;
  lines.magic("allnash-confidence", " 1");
  read_shape(lines, result);
  read_range(lines, result);
  lines.first_of("schedule", "any", "fixed");  // nothing here depends on it
  result.epsilon = lines.number("epsilon");
  result.delta = lines.number("delta");
  Line attempt = lines.next("attempt");
  const string_view one_of = " one of";
  if (attempt.rest.starts_with(one_of)) {
    attempt.rest.remove_prefix(one_of.size());
    result.together = attempt.count(2, 1000000);
    attempt.end();
  } else if (attempt.rest != " only") {
    result.attempt = attempt.count(1, 1000000);
    if (!attempt.rest.empty()) read_spends(attempt, result);
    attempt.end();
  }
  result.newcomers = lines.first_of("newcomers", "kept", "none");
  result.box = lines.first_of("joint", "box", "arms");
  result.low = lines.number("low");
  result.high = lines.number("high");
  if (result.box) {
    // Every strategy is named in some line, so a shape larger than the text is false.
    if (to_size(std::max(result.rows, result.columns)) > text.size()) {
      throw Rejected("fewer lines than strategies");
    }
    result.intervals = read_box(lines, result);
  }
  result.row = read_half(lines, result, true);
  if (!result.symmetric) result.column = read_half(lines, result, false);
  read_floors(lines, result);
  result.players = read_players(lines, result);
  lines.end();
  return result;
}

void check_confidence(const Confidence& claim) {
  if (claim.delta.sign() <= 0 || claim.delta >= 1) throw Rejected("delta is not in (0, 1)");
  check_nearness(claim);
  if (claim.low > claim.high) throw Rejected("low is above high");
  const Fraction all = level_of(claim);
  const Fraction joint = all * joint_part(claim);
  const Fraction level = (all - joint) / (claim.symmetric ? 1 : 2);
  check_joint(claim, joint);
  check_box(claim, joint);
  const Fraction width = claim.range_high - claim.range_low;
  const Fraction low = (claim.low - claim.range_low) / width;
  const Fraction high = (claim.high - claim.range_low) / width;
  check_half(claim, true, low, claim.symmetric ? Fraction(1) / 2 : high, level);
  if (!claim.symmetric) check_half(claim, false, 1 - high, 1 - low, level);
  check_pairings(claim.row, claim.symmetric ? claim.row : claim.column, claim.symmetric);
  for (const Floor& floor : claim.floors) check_floor(claim, floor, low, 1 - high);
  check_players(claim.players, claim.delta);
}

string confidence_of(const Confidence& claim) { return decimal(1 - claim.delta); }

}  // namespace checker
