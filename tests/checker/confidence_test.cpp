// Certificates of what was played, with arms of every kind and with boxes, corrupted by the ten
// thousand, beside a second opinion that counts the same plays another way: bets and intervals play
// by play, coins term by term. What the checker accepts must be true, and what is true it must
// accept, to the last digit of the error budget.
#include <cmath>
#include <random>
#include <span>

#include "../../checker/evidence.hpp"
#include "chance/evidence/claim.hpp"
#include "checker/claims.hpp"
#include "random_games.hpp"

namespace allnash::confidence_test {
namespace {

using chance::ArmClaim;
using chance::ConfidenceClaim;
using chance::HalfClaim;
using checker::BadInput;
using checker::Fraction;
using checker::GameFile;
using checker::Rounded;
using test::fault_in;
using test::Table;
using test::Tally;
using test::Words;

// ------------------------------------------------------------------------------ a second opinion

Rational pow(const Rational& base, std::int64_t exponent) {
  Rational result(1);
  for (std::int64_t t = 0; t < exponent; ++t) result *= base;
  return result;
}

/// What is left of a sum when it is rounded down.
std::int64_t whole_of(const Rational& sum) {
  std::int64_t whole = 0;
  while (Rational(whole + 1) <= sum) ++whole;
  return whole;
}

/// M(m) of bets, as a gambler counts them.
Rational wealth(const MixedStrategy& strategy, const chance::Betting& arm, const Rational& m) {
  Rational centre;
  for (std::size_t i = 0; i < strategy.size(); ++i) {
    centre += strategy[i].probability * arm.bets.centres.at(i);
  }
  Rational wealth;
  for (const auto& [stake, weight] : arm.bets.bets) {
    Rational one = weight;
    for (std::size_t i = 0; i < arm.draws.size(); ++i) {
      for (const auto& [value, times] : arm.draws[i].values()) {
        one *= pow((Rational(1) + stake * (value - arm.bets.centres[i])) /
                       (Rational(1) + stake * (m - centre)),
                   times);
      }
    }
    wealth += one;
  }
  return wealth;
}

/// P(Bin(plays, p) < wins) is what is missing to 1.
Rational tail(std::int64_t plays, std::int64_t wins, const Rational& p) {
  Rational missing(1);
  Rational ways(1);
  for (std::int64_t t = 0; t < wins; ++t) {
    missing -= ways * pow(p, t) * pow(Rational(1) - p, plays - t);
    ways *= Rational(plays - t) / Rational(t + 1);
  }
  return missing;
}

/// M(m) of an interval, play by play, each by the odds that those before it suggest.
Rational likelihood(std::int64_t plays, std::int64_t won, const Rational& m) {
  Rational product(1);
  for (std::int64_t t = 0; t < plays; ++t) {
    const Rational seen(2 + t);
    product *=
        t < won ? Rational(1 + t) / (seen * m) : Rational(1 + t - won) / (seen * (Rational(1) - m));
  }
  return product;
}

/// What has been counted before.
template <typename Count>
const Rational& counted(const std::string& key, const Count& count) {
  static std::map<std::string, Rational> known;
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, count()).first->second;
}

std::string key_of(const MixedStrategy& strategy, const chance::Betting& arm, const Rational& m) {
  std::string key = m.to_string() + chance::text_of(arm.bets);
  for (const Weight& one : strategy) key += " " + one.probability.to_string();
  for (const chance::Evidence& stratum : arm.draws) {
    key += " draws";
    for (const auto& [value, times] : stratum.values()) {
      key += " " + value.to_string() + " " + std::to_string(times);
    }
  }
  return key;
}

/// The least multiple of 1/1000 that is not below log(1 / level): no logarithm here is so near to a
/// multiple that floating point could not tell.
Rational log_above_level(const Rational& level) {
  return {static_cast<std::int64_t>(std::ceil(-1000 * std::log(level.to_double()))), 1000};
}

/// The part of delta that an attempt has, and of it what is for statements on several arms at once.
Rational attempt_budget(const ConfidenceClaim& claim) {
  if (!claim.attempt) return claim.delta;
  if (claim.spends.empty()) {
    return claim.delta / Rational(*claim.attempt) / Rational(*claim.attempt + 1);
  }
  Rational left = claim.delta;
  Rational spent;
  for (const Rational& part : claim.spends) {
    spent = left * part;
    left -= spent;
  }
  return spent;
}
Rational joint_budget(const ConfidenceClaim& claim) {
  const Rational of_arms(1, claim.spends.empty() ? 5 : 10);
  return attempt_budget(claim) * (claim.box ? Rational(1, 20) : of_arms);
}
/// A list of parts has one for each attempt and says more than what is usual.
bool spends_fit(const ConfidenceClaim& claim) {
  if (claim.spends.empty()) return true;
  if (!claim.attempt || std::ssize(claim.spends) != *claim.attempt) return false;
  bool usual = true;
  for (std::size_t t = 0; t < claim.spends.size(); ++t) {
    const Rational& part = claim.spends[t];
    if (part.sign() <= 0 || part >= Rational(1)) return false;
    usual = usual && part == Rational(1, static_cast<std::int64_t>(t) + 2);
  }
  return !usual;
}

/// The part of delta that an arm has.
Rational budget_of(const ConfidenceClaim& claim, const ArmClaim& arm) {
  const Rational whole =
      (attempt_budget(claim) - joint_budget(claim)) / Rational(claim.symmetric ? 1 : 2);
  if (!claim.newcomers) return whole;
  // 1/2 and 1/(2 * 1 * 2), 1/(2 * 2 * 3), ...: these sum to 1.
  return arm.group == 0 ? whole / Rational(2)
                        : whole / Rational(2 * arm.group) / Rational(arm.group + 1);
}

/// A strategy against one of the opponent's, which in a symmetric game may be its own.
struct Meeting {
  const MixedStrategy& strategy;
  Rational itself;        // how much it meets itself
  Index met_itself = -1;  // as this one
  MixedStrategy rest;     // what is played

  Meeting(const ConfidenceClaim& claim, const MixedStrategy& own, Index opponent) : strategy(own) {
    for (const Weight& one : own) {
      if (claim.symmetric && one.strategy == opponent) {
        itself = one.probability;
        met_itself = opponent;
      } else {
        rest.push_back(one);
      }
    }
  }
};

/// What a text must say of an arm, whatever it is to show.
bool is_sound(const Meeting& meeting, const chance::Betting& arm) {
  const Rational all(chance::count_of(arm.draws));
  for (std::size_t i = 0; i < meeting.strategy.size(); ++i) {
    const chance::Evidence& draws = arm.draws.at(i);
    if (meeting.strategy[i].probability * all != Rational(draws.count())) return false;
    if (meeting.strategy[i].strategy != meeting.met_itself) continue;
    if (!draws.values().empty() && draws.values().begin()->first != Rational(1, 2)) {
      return false;
    }
    if (draws.values().size() > 1) return false;
  }
  return true;
}
bool is_sound(const Meeting& meeting, const chance::Binomial& arm) {
  if (arm.wins > arm.plays || (meeting.rest.empty() && arm.plays > 0)) return false;
  return std::ranges::all_of(meeting.rest, [&](const Weight& one) {
    const Rational part = one.probability / (Rational(1) - meeting.itself);
    return (part * Rational(arm.plays)).is_integer();
  });
}
bool is_sound(const Meeting& meeting, const chance::Bernstein& arm) {
  if (arm.strata.size() != meeting.rest.size()) return false;
  for (std::size_t i = 0; i < arm.strata.size(); ++i) {
    const chance::Stratum& one = arm.strata[i];
    const Rational draws(one.draws);
    if (one.centre.sign() < 0 || one.centre > Rational(1)) return false;
    if (one.sum.sign() < 0 || one.sum > draws || one.squares > one.sum) return false;
    if (one.squares * draws < one.sum * one.sum) return false;
    if (meeting.rest[i].probability * Rational(arm.lambda) >= Rational(one.planned)) return false;
  }
  return true;
}

bool is_shown(const Meeting& meeting, const chance::Betting& arm, const Rational& m,
              const Rational& budget) {
  const Rational& value =
      counted(key_of(meeting.strategy, arm, m), [&] { return wealth(meeting.strategy, arm, m); });
  return value * budget >= Rational(1);
}
bool plays_show(std::int64_t plays, const Rational& sum, const Rational& m,
                const Rational& budget) {
  const std::int64_t won = whole_of(sum);
  if (m >= Rational(1) || Rational(won) <= m * Rational(plays)) return false;
  const auto key = "uniform " + std::to_string(plays) + " " + std::to_string(won) + " ";
  return counted(key + m.to_string(), [&] { return likelihood(plays, won, m); }) * budget >=
         Rational(1);
}
bool is_shown(const Meeting& meeting, const chance::Binomial& arm, const Rational& m,
              const Rational& budget) {
  const Rational rest = m - meeting.itself / Rational(2);
  if (rest.sign() <= 0) return true;
  if (meeting.rest.empty()) return false;
  const Rational p = rest / (Rational(1) - meeting.itself);
  if (p >= Rational(1) || Rational(arm.wins) < Rational(arm.plays) * p + Rational(1)) return false;
  return counted("tail " + std::to_string(arm.plays) + " " + std::to_string(arm.wins) + " " +
                     p.to_string(),
                 [&] { return tail(arm.plays, arm.wins, p); }) <= budget;
}
bool is_shown(const Meeting& meeting, const chance::Bernstein& arm, const Rational& m,
              const Rational& budget) {
  const Rational rest = m - meeting.itself / Rational(2);
  if (rest.sign() <= 0) return true;
  // lambda times the bound: each stratum pays its mean, and for its spread.
  Rational total = -log_above_level(budget);
  for (std::size_t i = 0; i < arm.strata.size(); ++i) {
    const chance::Stratum& one = arm.strata[i];
    const Rational u = Rational(arm.lambda) * meeting.rest[i].probability / Rational(one.planned);
    const Rational spread = one.squares - one.centre * one.sum -
                            one.centre * (one.sum - one.centre * Rational(one.draws));
    total += u * one.sum - u / (Rational(1) - u) * u / Rational(2) * spread;
  }
  return rest * Rational(arm.lambda) <= total;
}

bool shows(const ConfidenceClaim& claim, const HalfClaim& half, Index opponent, const Rational& m,
           const Rational& budget) {
  const Meeting meeting(claim, half.strategy, opponent);
  const ArmClaim& arm = half.arms[static_cast<std::size_t>(opponent)];
  return std::visit(
      [&](const auto& count) {
        if (!is_sound(meeting, count)) return false;
        if (m.sign() <= 0) return true;
        return m < Rational(1) && is_shown(meeting, count, m, budget);
      },
      arm.count);
}

bool all_show(const ConfidenceClaim& claim, const HalfClaim& half, const Rational& m) {
  for (Index j = 0; j < std::ssize(half.arms); ++j) {
    const ArmClaim& arm = half.arms[static_cast<std::size_t>(j)];
    if (!shows(claim, half, j, m, budget_of(claim, arm))) return false;
  }
  return true;
}

/// Both ends of an interval, at its share of what there is for all.
bool interval_holds(const ConfidenceClaim& claim, const chance::Interval& one) {
  const auto& [row, column] = one.entry;
  if (row < 0 || column < 0 || row >= claim.rows || column >= claim.columns) return false;
  if (claim.symmetric && row >= column) return false;
  if (one.plays < 1 || one.least_sum.sign() < 0 || one.least_sum > one.most_sum) return false;
  if (one.most_sum > Rational(one.plays)) return false;
  for (const Rational& end : {one.low, one.high}) {
    if (end.sign() < 0 || end > Rational(1)) return false;
  }
  const std::int64_t pairings =
      claim.symmetric ? claim.rows * (claim.rows - 1) / 2 : claim.rows * claim.columns;
  const Rational budget = joint_budget(claim) / Rational(2 * pairings);
  const auto end_holds = [&](const Rational& sum, const Rational& end) {
    return end.sign() == 0 || plays_show(one.plays, sum, end, budget);
  };
  return end_holds(one.least_sum, one.low) &&
         end_holds(Rational(one.plays) - one.most_sum, Rational(1) - one.high);
}

/// What a mixture of one player earns at the least against each of the opponent's, by the box.
std::vector<Rational> earned_by_box(const ConfidenceClaim& claim, const MixedStrategy& mixture,
                                    bool row) {
  const Index own = row ? claim.rows : claim.columns;
  const Index others = row ? claim.columns : claim.rows;
  Table low(static_cast<std::size_t>(own), std::vector<Rational>(static_cast<std::size_t>(others)));
  const auto put = [&](Index i, Index j, const Rational& end) {
    low[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = end;
  };
  for (Index t = 0; claim.symmetric && t < own; ++t) put(t, t, Rational(1, 2));
  for (const chance::Interval& one : *claim.box) {
    if (row) put(one.entry.row, one.entry.column, one.low);
    if (!row || claim.symmetric) put(one.entry.column, one.entry.row, Rational(1) - one.high);
  }
  std::vector<Rational> earned;
  for (Index j = 0; j < others; ++j) {
    Rational& sum = earned.emplace_back();
    for (const auto& [i, weight] : mixture) sum += weight * test::payoff_of(low, i, j);
  }
  return earned;
}

struct Shares {
  Rational row;     // what every column arm must show
  Rational column;  // and every row arm
};
Shares shares_of(const ConfidenceClaim& claim) {
  const Rational width = claim.range.high - claim.range.low;
  return {(claim.low - claim.range.low) / width, (claim.range.high - claim.high) / width};
}

/// The parts of all arms, of those at the freeze and of newcomers, are within what there is.
bool joint_parts_fit(const ConfidenceClaim& claim) {
  if (claim.box) return true;
  Rational left = joint_budget(claim);
  if (claim.newcomers) left /= Rational(2);
  Rational left_for_newcomers = claim.newcomers ? left : Rational(0);
  for (const HalfClaim* half : {&claim.row, &claim.column}) {
    for (const ArmClaim& arm : half->arms) {
      if (arm.joint.sign() <= 0) return false;
      (arm.group == 0 ? left : left_for_newcomers) -= arm.joint;
    }
  }
  return left.sign() >= 0 && left_for_newcomers.sign() >= 0;
}

/// Played more often, the strategy would pay more than it can in an equilibrium: `earned` for each
/// part of it, and `least` for the rest.
bool caps_hold(const ConfidenceClaim& claim, bool row, Rational least, const Rational& most) {
  const HalfClaim& half = row ? claim.row : claim.column;
  const Index others = row ? claim.columns : claim.rows;
  Index before = -1;
  for (const auto& [cap, shown, mixture] : half.caps) {
    if (cap.strategy <= before || cap.strategy >= others || cap.most.sign() < 0) return false;
    before = cap.strategy;
    const auto place = static_cast<std::size_t>(cap.strategy);
    Rational earned = shown;
    if (claim.box) {
      if (!test::is_strategy(mixture, row ? claim.rows : claim.columns)) return false;
      const std::vector<Rational> all = earned_by_box(claim, mixture, row);
      earned = all[place];
      least = std::ranges::min(all);
      if (least > most) continue;  // no equilibrium pays that, so none plays anything
    } else if (!shows(claim, half, cap.strategy, earned, half.arms[place].joint) ||
               earned >= Rational(1)) {
      return false;
    }
    if (earned <= least) return false;
    if (cap.most * earned + (Rational(1) - cap.most) * least < most) return false;
  }
  return true;
}

/// The draws one by one, lowest first.
std::vector<Rational> one_by_one(const chance::Evidence& draws) {
  std::vector<Rational> list;
  for (const auto& [value, times] : draws.values()) {
    list.insert(list.end(), static_cast<std::size_t>(times), value);
  }
  return list;
}

/// Finds for each draw of the arm that has fewer one of the other, mirrored. Draws of 1 choose
/// before those of 0, for which both ends do: that play may have been lost.
bool same_plays(const chance::Evidence& one, const chance::Evidence& other) {
  std::vector<Rational> few = one_by_one(one);
  std::vector<Rational> many = one_by_one(other);
  if (few.size() > many.size()) std::swap(few, many);
  for (auto draw = few.rbegin(); draw != few.rend(); ++draw) {
    auto found = std::ranges::find(many, Rational(1) - *draw);
    if (found == many.end() && draw->sign() == 0) found = std::ranges::find(many, Rational(0));
    if (found == many.end()) return false;
    many.erase(found);
  }
  return true;
}

bool same_plays(const chance::Stratum& one, const chance::Stratum& other) {
  if (one.draws > other.draws) return same_plays(other, one);
  if (one.draws < one.planned && one.draws < other.draws) return false;
  // The plays that only the other has: how many, their sum, that of their squares.
  const Rational more(other.draws - one.draws);
  const Rational sum = other.sum + one.sum - Rational(one.draws);
  const Rational squares = other.squares - one.squares + one.sum + one.sum - Rational(one.draws);
  if (more.sign() == 0) return sum.sign() == 0 && squares.sign() == 0;
  return squares * more >= sum * sum && sum >= squares && more >= sum;
}

/// What an arm says of the plays of one strategy of the frozen one.
struct Seen {
  const ArmClaim& arm;
  Meeting meeting;
  Index own;

  template <typename Strata>
  [[nodiscard]] const auto& among(const Strata& strata, const MixedStrategy& played) const {
    const auto found = std::ranges::find(played, own, &Weight::strategy);
    return strata.at(static_cast<std::size_t>(found - played.begin()));
  }
  /// The part of coins that are this strategy's.
  [[nodiscard]] Rational planned(const chance::Binomial& coins) const {
    const auto found = std::ranges::find(meeting.rest, own, &Weight::strategy);
    return found->probability * Rational(coins.plays) / (Rational(1) - meeting.itself);
  }
};

bool same_plays(const Seen& one, const Seen& other) {
  if (one.arm.count.index() != other.arm.count.index()) return true;
  if (const auto* mine = std::get_if<chance::Betting>(&one.arm.count)) {
    const auto& yours = std::get<chance::Betting>(other.arm.count);
    return same_plays(one.among(mine->draws, one.meeting.strategy),
                      other.among(yours.draws, other.meeting.strategy));
  }
  if (const auto* mine = std::get_if<chance::Bernstein>(&one.arm.count)) {
    const auto& yours = std::get<chance::Bernstein>(other.arm.count);
    return same_plays(one.among(mine->strata, one.meeting.rest),
                      other.among(yours.strata, other.meeting.rest));
  }
  const auto& mine = std::get<chance::Binomial>(one.arm.count);
  const auto& yours = std::get<chance::Binomial>(other.arm.count);
  const Rational lost(mine.plays - mine.wins + yours.plays - yours.wins);
  return lost >= one.planned(mine) || lost >= other.planned(yours);
}

/// Two frozen strategies meet in an arm of each, which tell of the same plays; no such arm joined
/// later. Requires arms that are sound.
bool arms_agree(const ConfidenceClaim& claim) {
  const HalfClaim& column = claim.symmetric ? claim.row : claim.column;
  const auto arm = [](const HalfClaim& half, Index j) -> const ArmClaim* {
    return half.arms.empty() ? nullptr : &half.arms.at(static_cast<std::size_t>(j));
  };
  for (const Weight& i : claim.row.strategy) {
    for (const Weight& j : column.strategy) {
      const ArmClaim* of_row = arm(claim.row, j.strategy);
      const ArmClaim* of_column = arm(column, i.strategy);
      if ((of_row != nullptr && of_row->group > 0) ||
          (of_column != nullptr && of_column->group > 0)) {
        return false;
      }
      if (of_row == nullptr || of_column == nullptr) continue;
      if (claim.symmetric && i.strategy == j.strategy) continue;
      const Meeting rows(claim, claim.row.strategy, j.strategy);
      const Meeting columns(claim, column.strategy, i.strategy);
      if (!same_plays({*of_row, rows, i.strategy}, {*of_column, columns, j.strategy})) {
        return false;
      }
    }
  }
  return true;
}

/// By its arms, or by the box where it has none.
bool guarantee_holds(const ConfidenceClaim& claim, bool row, const Rational& m) {
  const HalfClaim& half = row ? claim.row : claim.column;
  if (!test::is_strategy(half.strategy, row ? claim.rows : claim.columns)) return false;
  if (m >= Rational(1)) return false;
  if (!half.arms.empty()) return all_show(claim, half, m);
  return std::ranges::min(earned_by_box(claim, half.strategy, row)) >= m;
}

bool is_true(const ConfidenceClaim& claim) {
  const Rational sum = claim.range.low + claim.range.high;
  const Rational gap = claim.symmetric ? sum / Rational(2) - claim.low : claim.high - claim.low;
  if (!(claim.range.low < claim.range.high) || claim.low > claim.high) return false;
  if (claim.epsilon.sign() <= 0 || gap > claim.epsilon) return false;
  if (claim.delta.sign() <= 0 || claim.delta >= Rational(1)) return false;
  if ((claim.attempt && *claim.attempt < 1) || !spends_fit(claim)) return false;
  if (claim.symmetric && (claim.rows != claim.columns || claim.low + claim.high != sum)) {
    return false;
  }
  for (std::size_t t = 0; claim.box && t < claim.box->size(); ++t) {
    const chance::Interval& one = (*claim.box)[t];
    if (!interval_holds(claim, one)) return false;
    if (t > 0 && one.entry <= (*claim.box)[t - 1].entry) return false;
  }
  const auto [low, high] = shares_of(claim);
  const Rational most = claim.symmetric ? Rational(1, 2) : Rational(1) - high;
  if (!joint_parts_fit(claim) || !guarantee_holds(claim, true, low)) return false;
  if (!claim.symmetric && !guarantee_holds(claim, false, high)) return false;
  if (!arms_agree(claim)) return false;
  if (!caps_hold(claim, true, low, most)) return false;
  return claim.symmetric || caps_hold(claim, false, high, Rational(1) - low);
}

// ------------------------------------------------------------------------ what a text says,
// leniently

void expect_that(bool said) {
  if (!said) throw std::invalid_argument("it says nothing");
}

std::int64_t integer_in(const std::string& word, std::int64_t least, std::int64_t most) {
  const std::int64_t number = std::stol(word);
  expect_that(number >= least && number <= most);
  return number;
}

chance::Betting bets_in(const std::vector<std::string>& words, std::size_t at,
                        std::size_t support) {
  chance::Betting betting;
  auto& [bets, draws] = betting;
  Rational sum;
  for (auto left = integer_in(words.at(at++), 1, 8); left > 0; --left, at += 2) {
    bets.bets.push_back({Rational::parse(words.at(at)), Rational::parse(words.at(at + 1))});
    const auto& [stake, weight] = bets.bets.back();
    expect_that(stake.sign() > 0 && stake < Rational(1) && weight.sign() > 0);
    sum += weight;
  }
  expect_that(sum == Rational(1));
  expect_that(words.at(at++) == "centres");
  for (std::size_t i = 0; i < support; ++i) {
    bets.centres.push_back(Rational::parse(words.at(at++)));
    expect_that(bets.centres.back().sign() >= 0 && bets.centres.back() <= Rational(1));
  }
  expect_that(words.at(at++) == "draws");
  draws.resize(support);
  for (chance::Evidence& stratum : draws) {
    for (auto left = std::stol(words.at(at++)); left > 0; --left, at += 2) {
      stratum.add(Rational::parse(words.at(at)), integer_in(words.at(at + 1), 1, 99999));
    }
  }
  return betting;
}

chance::Bernstein bernstein_in(const std::vector<std::string>& words, std::size_t at) {
  chance::Bernstein count{integer_in(words.at(at++), 1, 1000000000), {}};
  for (; at < words.size(); at += 5) {
    chance::Stratum& one = count.strata.emplace_back();
    one.planned = integer_in(words.at(at), 1, 999999999999999);
    one.centre = Rational::parse(words.at(at + 1));
    one.draws = integer_in(words.at(at + 2), 0, one.planned);
    one.sum = Rational::parse(words.at(at + 3));
    one.squares = Rational::parse(words.at(at + 4));
    expect_that(one.planned <= std::int64_t{1} << 40U);
  }
  return count;
}

ArmClaim arm_in(const std::vector<std::string>& words, std::size_t support, bool box) {
  ArmClaim arm;
  expect_that(words.at(0) == "group");
  arm.group = integer_in(words.at(1), 0, 1000000);
  std::size_t at = 2;
  if (!box) {
    expect_that(words.at(2) == "joint");
    arm.joint = Rational::parse(words.at(3));
    at = 4;
  }
  const std::string& kind = words.at(at);
  if (kind == "bets") {
    arm.count = bets_in(words, at + 1, support);
  } else if (kind == "binomial") {
    arm.count = chance::Binomial{integer_in(words.at(at + 1), 0, 99999),
                                 integer_in(words.at(at + 2), 0, 99999)};
  } else {
    expect_that(kind == "bernstein");
    arm.count = bernstein_in(words, at + 1);
  }
  return arm;
}

MixedStrategy mixture_in(const std::vector<std::string>& words, std::size_t at) {
  MixedStrategy mixture;
  for (auto left = integer_in(words.at(at++), 1, 100); left > 0; --left, at += 2) {
    mixture.push_back({std::stol(words.at(at)), Rational::parse(words.at(at + 1))});
  }
  return mixture;
}

HalfClaim half_in(const Words& lines, std::size_t& at, Index opponents, bool box) {
  HalfClaim half;
  half.strategy = test::strategy_in(lines, at);
  const auto arms = std::stol(lines.at(at++).at(1));
  expect_that(arms == opponents || (box && arms == 0));
  for (Index t = 0; t < arms; ++t) {
    half.arms.push_back(arm_in(lines.at(at++), half.strategy.size(), box));
  }
  const auto caps = std::stol(lines.at(at++).at(1));
  for (std::int64_t t = 0; t < caps; ++t, ++at) {
    const std::vector<std::string>& words = lines.at(at);
    chance::CapClaim& one = half.caps.emplace_back();
    one.cap = {std::stol(words.at(0)), Rational::parse(words.at(1))};
    expect_that(one.cap.strategy >= 0);
    if (box) {
      one.mixture = mixture_in(words, 2);
    } else {
      one.earned = Rational::parse(words.at(2));
    }
  }
  return half;
}

std::vector<chance::Interval> box_in(const Words& lines, std::size_t& at) {
  std::vector<chance::Interval> box;
  for (auto left = std::stol(lines.at(at++).at(1)); left > 0; --left, ++at) {
    const std::vector<std::string>& words = lines.at(at);
    chance::Interval& one = box.emplace_back();
    one.entry = {std::stol(words.at(0)), std::stol(words.at(1))};
    one.plays = integer_in(words.at(2), 1, 99999);
    one.least_sum = Rational::parse(words.at(3));
    one.most_sum = Rational::parse(words.at(4));
    one.low = Rational::parse(words.at(5));
    one.high = Rational::parse(words.at(6));
  }
  return box;
}

// Throws on text that says nothing.
ConfidenceClaim claim_in(const std::string& text) {
  const Words lines = test::words_of(text);
  ConfidenceClaim claim;
  claim.rows = std::stol(lines.at(1).at(1));
  claim.columns = std::stol(lines.at(1).at(2));
  expect_that(std::min(claim.rows, claim.columns) >= 1);
  expect_that(std::max(claim.rows, claim.columns) <= 100);
  claim.symmetric = lines.at(2).at(1) == "yes";
  claim.range = {Rational::parse(lines.at(3).at(1)), Rational::parse(lines.at(3).at(2))};
  expect_that(lines.at(4).at(1) == "any" || lines.at(4).at(1) == "fixed");
  claim.fixed_schedule = lines.at(4).at(1) == "fixed";
  claim.epsilon = Rational::parse(lines.at(5).at(1));
  claim.delta = Rational::parse(lines.at(6).at(1));
  if (lines.at(7).at(1) != "only") claim.attempt = integer_in(lines.at(7).at(1), 1, 1000000);
  if (lines.at(7).size() > 2) expect_that(lines.at(7).at(2) == "spends");
  for (std::size_t t = 3; t < lines.at(7).size(); ++t) {
    claim.spends.push_back(Rational::parse(lines.at(7).at(t)));
  }
  expect_that(lines.at(8).at(1) == "kept" || lines.at(8).at(1) == "none");
  claim.newcomers = lines.at(8).at(1) == "kept";
  const bool box = lines.at(9).at(1) == "box";
  claim.low = Rational::parse(lines.at(10).at(1));
  claim.high = Rational::parse(lines.at(11).at(1));
  std::size_t at = 12;
  if (box) claim.box = box_in(lines, at);
  claim.row = half_in(lines, at, claim.columns, box);
  if (!claim.symmetric) claim.column = half_in(lines, at, claim.rows, box);
  for (const HalfClaim* half : {&claim.row, &claim.column}) {
    for (const ArmClaim& arm : half->arms) expect_that(arm.group == 0 || claim.newcomers);
  }
  return claim;
}

std::string text_of(const ConfidenceClaim& claim) {
  std::ostringstream out;
  chance::write_certificate(out, claim);
  return out.str();
}

std::optional<ConfidenceClaim> true_claim(const std::string& text) try {
  ConfidenceClaim claim = claim_in(text);
  if (!is_true(claim) || text_of(claim) != text) return {};
  return claim;
} catch (const std::logic_error&) {
  return {};
}

/// With the payoffs at hand.
bool is_of(const ConfidenceClaim& claim, const Table& game) {
  if (!test::fits(claim, claim.range, game)) return false;
  for (Index j = 0; j < claim.columns; ++j) {
    Rational earned;
    for (const auto& [i, probability] : claim.row.strategy) {
      earned += probability * test::payoff_of(game, i, j);
    }
    if (earned < claim.low) return false;
  }
  for (Index i = 0; i < claim.rows && !claim.symmetric; ++i) {
    Rational paid;
    for (const auto& [j, probability] : claim.column.strategy) {
      paid += probability * test::payoff_of(game, i, j);
    }
    if (paid > claim.high) return false;
  }
  return true;
}

// --------------------------------------------------------------------------------- true examples

struct Example {
  ConfidenceClaim claim;
  Table game;
};

class Maker {
 public:
  /// Plays enough to show something of a game of two or three strategies.
  Example next() {
    Example one;
    pairings_.clear();
    ConfidenceClaim& claim = one.claim;
    claim.symmetric = below(3) == 0;
    claim.rows = 2 + below(2);
    claim.columns = claim.symmetric ? claim.rows : 2 + below(2);
    claim.range = {Rational(-below(3), 2), Rational(1 + below(3))};
    claim.delta = Rational(1 + below(9), 10);
    if (below(4) > 0) claim.attempt = 1 + below(3);
    for (std::int64_t t = below(2) * claim.attempt.value_or(0); t > 0; --t) {
      claim.spends.emplace_back(3 + below(2), 5);
    }
    claim.newcomers = below(2) == 0;
    claim.fixed_schedule = below(2) == 0;
    make_game(one);
    if (below(2) == 0) claim.box.emplace();
    claim.row = half(claim, true);
    if (!claim.symmetric) claim.column = half(claim, false);
    // Of three strategies the second is not frozen, and may have joined later.
    for (HalfClaim* half : {&claim.row, &claim.column}) {
      if (claim.newcomers && half->arms.size() == 3) half->arms[1].group = below(3);
    }
    if (claim.box) make_box(claim);
    share_joint(claim);
    state(one);
    return one;
  }

 private:
  std::int64_t below(std::int64_t bound) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(bound));
  }

  void make_game(Example& one) {
    const ConfidenceClaim& claim = one.claim;
    const Rational width = claim.range.high - claim.range.low;
    const auto columns = static_cast<std::size_t>(claim.columns);
    one.game.assign(static_cast<std::size_t>(claim.rows), std::vector<Rational>(columns));
    for (std::size_t i = 0; i < one.game.size(); ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        one.game[i][j] = claim.range.low + width * Rational(2 + below(7), 10);
        if (!claim.symmetric || j > i) continue;
        one.game[i][j] = claim.range.low + claim.range.high - one.game[j][i];
        if (i == j) one.game[i][j] = (claim.range.low + claim.range.high) / Rational(2);
      }
    }
  }

  HalfClaim half(const ConfidenceClaim& claim, bool row) {
    const Index own = row ? claim.rows : claim.columns;
    HalfClaim half;
    const Rational first(1 + below(3), 4);
    half.strategy = {{0, first}, {own - 1, Rational(1) - first}};
    for (Index arm = 0; arm < (row ? claim.columns : claim.rows); ++arm) {
      const Meeting meeting(claim, half.strategy, arm);
      const std::int64_t kind = below(claim.box ? 3 : 4);
      const auto plays = [&](Index i) { return plays_of(claim.symmetric, row, i, arm); };
      ArmClaim& one = half.arms.emplace_back();
      if (kind == 0) {
        one.count = coins(meeting, plays);
      } else if (kind == 1) {
        one.count = strata(meeting, plays);
      } else {
        one.count = betting(meeting, plays);
      }
    }
    return half;
  }

  /// The plays of a pairing, as one of its players sees them: what they paid.
  std::vector<Rational> plays_of(bool symmetric, bool row, Index own, Index other) {
    const bool turned = symmetric ? own > other : !row;
    const Entry entry = turned ? Entry{other, own} : Entry{own, other};
    const auto [found, fresh] = pairings_.try_emplace(entry);
    if (fresh) found->second = some_plays();
    std::vector<Rational> paid = found->second;
    for (Rational& one : paid) one = turned ? Rational(1) - one : one;
    return paid;
  }

  /// More or fewer than are planned; wins of one side and few others, or draws that vary little.
  std::vector<Rational> some_plays() {
    std::vector<Rational> paid(static_cast<std::size_t>(80 + below(24)));
    const bool calm = below(3) == 0;
    const bool won = below(3) > 0;
    for (Rational& one : paid) {
      one = calm ? Rational(2 + below(2), 4) : Rational(below(20) > 0 ? 1 : 0);
      if (!calm && below(20) == 0) one = Rational(1 + below(6), 7);
      if (!won) one = Rational(1) - one;
    }
    return paid;
  }

  /// In rounds of four plays, as many as there are.
  template <typename Plays>
  chance::Betting betting(const Meeting& meeting, const Plays& plays) {
    std::int64_t rounds = 16 + below(3);
    chance::Betting betting;
    betting.bets.bets = {{Rational(1, 4), Rational(1, 2)}, {Rational(5, 8), Rational(1, 2)}};
    for (const Weight& weight : meeting.strategy) {
      betting.bets.centres.emplace_back(4 + below(5), 8);
      const std::int64_t round = whole_of(weight.probability * Rational(4));
      if (weight.strategy == meeting.met_itself) continue;
      rounds = std::min<std::int64_t>(rounds, std::ssize(plays(weight.strategy)) / round);
    }
    for (const Weight& weight : meeting.strategy) {
      const std::int64_t count = whole_of(weight.probability * Rational(4 * rounds));
      chance::Evidence& draws = betting.draws.emplace_back();
      if (weight.strategy == meeting.met_itself) {
        draws.add(Rational(1, 2), count);
      } else {
        const std::vector<Rational> paid = plays(weight.strategy);
        for (std::int64_t t = 0; t < count; ++t) draws.add(paid[static_cast<std::size_t>(t)]);
      }
    }
    return betting;
  }

  /// Rounds of four plays, or of what is left of them when it does not meet itself. What is neither
  /// won nor lost counts as lost.
  template <typename Plays>
  chance::Binomial coins(const Meeting& meeting, const Plays& plays) {
    const std::int64_t rounds = 8 + below(4);
    chance::Binomial coins;
    for (const Weight& weight : meeting.rest) {
      const std::int64_t count = whole_of(weight.probability * Rational(4 * rounds));
      const std::vector<Rational> paid = plays(weight.strategy);
      const auto end = paid.begin() + std::min<std::int64_t>(count, std::ssize(paid));
      coins.plays += count;
      coins.wins += std::count(paid.begin(), end, Rational(1));
    }
    return coins;
  }

  template <typename Plays>
  chance::Bernstein strata(const Meeting& meeting, const Plays& plays) {
    chance::Bernstein count;
    count.lambda = 12 + below(8);
    for (const Weight& weight : meeting.rest) {
      chance::Stratum& one = count.strata.emplace_back();
      const std::vector<Rational> paid = plays(weight.strategy);
      one.planned = 30 + below(20);
      one.draws = std::min<std::int64_t>(one.planned, std::ssize(paid));
      one.centre = Rational(6 + below(3), 8);
      for (std::int64_t t = 0; t < one.draws; ++t) {
        const Rational& x = paid[static_cast<std::size_t>(t)];
        one.sum += x;
        one.squares += x * x;
      }
    }
    return count;
  }

  /// Intervals of most pairings, as narrow as a grid of fortieths allows; now and then the box has
  /// to show a guarantee.
  void make_box(ConfidenceClaim& claim) {
    for (Index row = 0; row < claim.rows; ++row) {
      for (Index column = claim.symmetric ? row + 1 : 0; column < claim.columns; ++column) {
        if (below(6) == 0) continue;
        chance::Interval one{{row, column}, 40 + below(60), {}, {}, {}, 1};
        const Rational some(below(one.plays / 3), 2);  // that one side wins or loses
        one.least_sum = below(2) == 0 ? some : Rational(one.plays) - some;
        one.most_sum = std::min(Rational(one.plays), one.least_sum + Rational(below(3), 2));
        const auto widen = [&](Rational& end, const Rational& step) {
          while (!interval_holds(claim, one)) end += step;
        };
        one.low = Rational(39, 40);
        widen(one.low, Rational(-1, 40));
        one.high = Rational(1, 40);
        widen(one.high, Rational(1, 40));
        claim.box->push_back(one);
      }
    }
    if (below(2) == 0) claim.row.arms.clear();
    if (below(3) == 0) claim.column.arms.clear();
  }

  /// All that there is, in parts.
  static void share_joint(ConfidenceClaim& claim) {
    if (claim.box) return;
    const auto count = static_cast<std::int64_t>(claim.row.arms.size() + claim.column.arms.size());
    for (HalfClaim* half : {&claim.row, &claim.column}) {
      for (ArmClaim& arm : half->arms) {
        arm.joint = joint_budget(claim) / Rational(claim.newcomers ? 2 * count : count);
      }
    }
  }

  /// Of every arm that shows enough of it, what it shows on a grid; or of every mixture of two that
  /// earns enough by the box.
  static void state_caps(ConfidenceClaim& claim, bool row, const Rational& least,
                         const Rational& most) {
    constexpr std::int64_t grid = 40;
    HalfClaim& half = row ? claim.row : claim.column;
    for (Index j = 0; j < (row ? claim.columns : claim.rows); ++j) {
      if (claim.box) {
        state_cap_by_box(claim, row, j, most);
        continue;
      }
      const Rational& part = half.arms[static_cast<std::size_t>(j)].joint;
      std::int64_t place = grid - 1;
      while (place > 0 && !shows(claim, half, j, Rational(place, grid), part)) --place;
      const Rational distance = Rational(place, grid) - least;
      if (distance <= most - least) continue;
      half.caps.push_back({{j, (most - least) / distance}, Rational(place, grid)});
    }
  }

  static void state_cap_by_box(ConfidenceClaim& claim, bool row, Index j, const Rational& most) {
    const Index last = (row ? claim.rows : claim.columns) - 1;
    HalfClaim& half = row ? claim.row : claim.column;
    for (std::int64_t part = 1; part < 8; ++part) {
      const MixedStrategy mixture{{0, Rational(part, 8)}, {last, Rational(8 - part, 8)}};
      const std::vector<Rational> earned = earned_by_box(claim, mixture, row);
      const Rational least = std::ranges::min(earned);
      const Rational distance = earned[static_cast<std::size_t>(j)] - least;
      if (distance.sign() <= 0 || distance <= most - least) continue;
      half.caps.push_back({{j, std::max(Rational(0), (most - least) / distance)}, 0, mixture});
      return;
    }
  }

  /// The most that is shown on a grid, and that the game allows.
  static void state(Example& one) {
    ConfidenceClaim& claim = one.claim;
    const Rational width = claim.range.high - claim.range.low;
    constexpr std::int64_t grid = 40;
    const auto most = [&](bool row) {
      for (std::int64_t place = grid - 1; place > 0; --place) {
        if (guarantee_holds(claim, row, Rational(place, grid))) return Rational(place, grid);
      }
      return Rational(0);
    };
    claim.low = claim.range.low + width * most(true);
    const Rational sum = claim.range.low + claim.range.high;
    if (claim.symmetric) claim.low = std::min(claim.low, sum / Rational(2));
    claim.high = claim.symmetric ? sum - claim.low : claim.range.high - width * most(false);
    while (!is_of(claim, one.game) || claim.low > claim.high) {
      claim.low -= width / Rational(grid);
      claim.high += width / Rational(grid);
    }
    claim.epsilon = claim.high - claim.low + Rational(1, 8);
    const auto [low, high] = shares_of(claim);
    state_caps(claim, true, low, claim.symmetric ? Rational(1, 2) : Rational(1) - high);
    if (!claim.symmetric) state_caps(claim, false, high, Rational(1) - low);
  }

  std::mt19937_64 random_{17};
  std::map<Entry, std::vector<Rational>> pairings_;  // what each play paid the row player
};

const std::vector<Example>& examples() {
  static const std::vector<Example> list = [] {
    Maker maker;
    std::vector<Example> all;
    while (all.size() < 100) {
      Example one = maker.next();
      if (shares_of(one.claim).row.sign() > 0) all.push_back(std::move(one));
    }
    return all;
  }();
  return list;
}

test::Truth second_opinion(const std::string& text, const Table& game) {
  const std::optional<ConfidenceClaim> claim = true_claim(text);
  return {claim.has_value(), claim && is_of(*claim, game)};
}

const test::Corrupted& corrupted() {
  static const test::Corrupted all = [] {
    std::vector<test::Certified> list;
    for (const Example& example : std::span(examples()).first(24)) {
      list.push_back({"", text_of(example.claim), example.game});
    }
    return test::Corrupted(list, second_opinion);
  }();
  return all;
}

void judge(const Example& example, const ConfidenceClaim& claim, Tally& tally) {
  corrupted().judge({"", "", example.game}, text_of(claim), tally);
}

// ------------------------------------------------------------------------------------- mutations

TEST(Confidence, TrueCertificatesAreAccepted) {
  corrupted().accept_the_true_ones();
  for (const char* words : {" bets ", " binomial ", " bernstein ", "joint box", "joint arms",
                            "attempt only", " spends ", "newcomers kept", "-arms 0\n"}) {
    const auto has = [&](const test::Certified& one) { return test::has(one.text, words); };
    EXPECT_GE(std::ranges::count_if(corrupted().all(), has), 3) << words;
  }
  const auto capped = [](const Example& one) {
    return one.claim.box && !one.claim.row.caps.empty();
  };
  EXPECT_GE(std::ranges::count_if(examples(), capped), 3);
}

const Rational a_hair_less = Rational(1) - Rational(1, 1'000'000'000'000);

const Rational a_hair_more = Rational(1) + Rational(1, 1'000'000'000'000);

/// What an arm must be allowed to fail with to show m. Of coins a hair more, since the checker adds
/// up their tail with all terms rounded up; of strata nothing is said.
std::optional<Rational> needed_by(const ConfidenceClaim& claim, const HalfClaim& half,
                                  Index opponent, const Rational& m) {
  const Meeting meeting(claim, half.strategy, opponent);
  const ArmClaim& arm = half.arms[static_cast<std::size_t>(opponent)];
  if (const auto* betting = std::get_if<chance::Betting>(&arm.count)) {
    return Rational(1) / wealth(half.strategy, *betting, m);
  }
  const auto* coins = std::get_if<chance::Binomial>(&arm.count);
  const Rational p =
      (m - meeting.itself / Rational(2)) / std::max(Rational(1) - meeting.itself, Rational(1, 99));
  if (coins == nullptr || p.sign() <= 0) return {};
  return tail(coins->plays, coins->wins, p) * a_hair_more;
}

/// With another delta, of which joint statements have their part, and without these.
ConfidenceClaim guaranteed_with(ConfidenceClaim claim, const Rational& delta) {
  for (HalfClaim* half : {&claim.row, &claim.column}) {
    half->caps.clear();
    for (ArmClaim& arm : half->arms) arm.joint *= delta / claim.delta;
  }
  if (claim.box) {
    claim.box->clear();
    if (claim.row.arms.empty()) claim.low = claim.range.low;
    if (claim.column.arms.empty() && !claim.symmetric) claim.high = claim.range.high;
    claim.epsilon = claim.range.high - claim.range.low;
  }
  claim.delta = delta;
  return claim;
}

// The error budget, to the last digit: with the delta at which an arm's draws just show the bound
// it is accepted, and with a hair less it is not.
TEST(Confidence, AGuaranteeHoldsToTheLastDigitOfItsBudget) {
  Tally exact;
  Tally shaved;
  for (const Example& example : examples()) {
    for (const bool row : {true, false}) {
      const Rational m = row ? shares_of(example.claim).row : shares_of(example.claim).column;
      const HalfClaim& half = row ? example.claim.row : example.claim.column;
      if (m.sign() <= 0) continue;
      // The arm that needs the most of delta.
      Rational needed;
      for (Index j = 0; j < std::ssize(half.arms); ++j) {
        const auto one = needed_by(example.claim, half, j, m);
        const ArmClaim& arm = half.arms[static_cast<std::size_t>(j)];
        if (!one) continue;
        needed = std::max(needed, example.claim.delta / budget_of(example.claim, arm) * *one);
      }
      if (needed.sign() == 0) continue;
      judge(example, guaranteed_with(example.claim, needed), exact);
      judge(example, guaranteed_with(example.claim, needed * a_hair_less), shaved);
    }
  }
  EXPECT_GT(exact.accepted, 25);
  EXPECT_LT(shaved.accepted, exact.accepted - 20);
}

// Neither may all arms together take a hair more than there is, nor may a cap rest on an arm whose
// draws need a hair more than its part.
TEST(Confidence, ACapHoldsToTheLastDigitOfTheJointBudget) {
  Tally exact;
  Tally over;
  Tally shaved;
  for (const Example& example : examples()) {
    if (example.claim.box) continue;
    for (HalfClaim ConfidenceClaim::*half : {&ConfidenceClaim::row, &ConfidenceClaim::column}) {
      for (const chance::CapClaim& cap : (example.claim.*half).caps) {
        ConfidenceClaim claim = example.claim;
        const auto needed = needed_by(claim, claim.*half, cap.cap.strategy, cap.earned);
        if (!needed) continue;
        ArmClaim& arm = (claim.*half).arms[static_cast<std::size_t>(cap.cap.strategy)];
        const Rational part = arm.joint;
        arm.joint = *needed;
        judge(example, claim, exact);
        arm.joint *= a_hair_less;
        judge(example, claim, shaved);
        arm.joint = part * Rational(3);
        judge(example, claim, over);
      }
    }
  }
  EXPECT_GT(exact.tried, 10);
  EXPECT_EQ(exact.accepted, exact.tried);
  EXPECT_EQ(shaved.accepted, 0);
  EXPECT_LT(over.accepted, over.tried / 2);
}

// Intervals share what a box has: with the delta at which the dearest of them is just shown the box
// is accepted, and with a hair less it is not.
TEST(Confidence, AnIntervalHoldsToTheLastDigitOfItsBudget) {
  Tally exact;
  Tally shaved;
  for (const Example& example : examples()) {
    if (!example.claim.box) continue;
    ConfidenceClaim claim = example.claim;
    for (HalfClaim* half : {&claim.row, &claim.column}) half->caps.clear();
    claim.low = claim.range.low;
    claim.high = claim.range.high;
    claim.epsilon = claim.high - claim.low;
    Rational needed;
    for (const chance::Interval& one : *claim.box) {
      const auto see = [&](const Rational& sum, const Rational& end) {
        if (end.sign() == 0) return;
        needed = std::max(needed, Rational(1) / likelihood(one.plays, whole_of(sum), end));
      };
      see(one.least_sum, one.low);
      see(Rational(one.plays) - one.most_sum, Rational(1) - one.high);
    }
    const Index pairings =
        claim.symmetric ? claim.rows * (claim.rows - 1) / 2 : claim.rows * claim.columns;
    claim.delta = needed * Rational(2 * pairings) * claim.delta / joint_budget(claim);
    if (claim.delta.sign() == 0 || claim.delta >= Rational(1)) continue;
    judge(example, claim, exact);
    claim.delta *= a_hair_less;
    judge(example, claim, shaved);
  }
  EXPECT_GT(exact.tried, 5);
  EXPECT_EQ(exact.accepted, exact.tried);
  EXPECT_EQ(shaved.accepted, 0);
}

TEST(Confidence, AFieldReplacedIsAcceptedOnlyIfTrue) {
  const auto others = [](const std::string&) {
    return std::vector<std::string>{"3", "39/40", "99999999999999999999"};
  };
  EXPECT_GT(corrupted().replace_every_field(others, 15000).accepted, test::this_many(500));
}

TEST(Confidence, ATextCutOrWithAByteOrALineChangedIsAcceptedOnlyIfTrue) {
  corrupted().cut_and_repeat(2);
  corrupted().change_bytes_and_lines(2, std::string("\0 \n\r-/019x", 10));
}

TEST(Confidence, RandomChangesAreAcceptedOnlyIfTrue) {
  const auto draw = [](test::Random& random) {
    return Rational(static_cast<Index>(test::below(random, 25)) - 3,
                    1 + static_cast<Index>(test::below(random, 4)))
        .to_string();
  };
  corrupted().at_random(2, 8000, 120, [&](test::Random& random, std::string& text) {
    test::replace_field(random, text, draw);
  });
}

// ------------------------------------------------------------------------------ what cannot have
// been

/// Rock, paper, scissors, frozen with the given arms; every bound is trivial, so that only what
/// cannot have been played is a reason to reject.
std::string symmetric_with(const std::string& first, const std::string& second,
                           const std::string& joint = "arms") {
  const bool box = joint == "box";
  const std::string group = box ? "group 0 " : "group 0 joint 1/999 ";
  return "allnash-confidence 1\nshape 3 3\nsymmetric yes\nrange 0 1\nschedule any\nepsilon 1\n"
         "delta 1/20\nattempt 1\nnewcomers none\njoint " +
         joint + "\nlow 0\nhigh 1\n" + (box ? "box 0\n" : "") +
         "row-strategy 2\n0 1/2\n1 1/2\ncolumn-arms 3\n" + group + first + "\n" + group + second +
         "\n" + group + "binomial 0 0\ncolumn-caps 0\nend\n";
}

/// The same of x = 0 alone, which meets itself in its only arm.
std::string alone(const std::string& arm) {
  return "allnash-confidence 1\nshape 1 1\nsymmetric yes\nrange 0 1\nschedule any\nepsilon 1\n"
         "delta 1/20\nattempt 1\nnewcomers kept\njoint arms\nlow 0\nhigh 1\n"
         "row-strategy 1\n0 1\ncolumn-arms 1\n" +
         arm + "\ncolumn-caps 0\nend\n";
}

/// Of a game that is not symmetric: what the column arm and the row arm say of one pairing.
std::string of_both(const std::string& row, const std::string& column) {
  return "allnash-confidence 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\nepsilon 1\n"
         "delta 1/20\nattempt 1\nnewcomers kept\njoint arms\nlow 0\nhigh 1\n"
         "row-strategy 1\n0 1\ncolumn-arms 1\n" +
         row + "\ncolumn-caps 0\ncolumn-strategy 1\n0 1\nrow-arms 1\n" + column +
         "\nrow-caps 0\nend\n";
}

TEST(Confidence, AStrategyAgainstItselfPaysAHalf) {
  const std::string head = "bets 1 1/2 1 centres 1/2 1/2 draws ";
  const std::string other = head + "1 1/2 4 1 1/2 4";
  const std::string kept = "group 0 joint 1/999 ";
  EXPECT_EQ(fault_in(symmetric_with(head + "1 1/2 4 1 1 4", head + "1 0 4 1 1/2 4")), std::nullopt);
  EXPECT_EQ(fault_in(symmetric_with(head + "0 0", head + "0 0")), std::nullopt);
  EXPECT_EQ(fault_in(alone(kept + "bets 1 1/2 1 centres 1/2 draws 1 1/2 9")), std::nullopt);
  const std::string half = ": a strategy against itself pays 1/2";
  for (const char* own : {"1 1 4", "1 0 4", "2 0 2 1 2", "2 1/2 3 1 1", "1 499/1000 4"}) {
    EXPECT_EQ(fault_in(symmetric_with(head + own + " 1 1/2 4", other)), "line 17" + half) << own;
  }
  EXPECT_EQ(fault_in(symmetric_with(other, head + "1 1/2 4 1 1 4")), "line 18" + half);
  EXPECT_EQ(fault_in(alone(kept + "bets 1 1/2 1 centres 1/2 draws 1 1 1066")), "line 16" + half);
  EXPECT_EQ(fault_in(alone(kept + "binomial 2 1")),
            "line 16: the plays are not whole rounds of the strategy");
  EXPECT_EQ(fault_in(alone(kept + "bernstein 2 9 1/2 9 9 9")),
            "line 16: goes on after its end: ' 9 1/2 9 9 9'");
  // What joins after the freeze is not frozen.
  EXPECT_EQ(fault_in(alone("group 1 joint 1/999 binomial 0 0")),
            "line 16: a newcomer that was frozen");
  const std::string no_plays = "group 0 joint 1/999 binomial 0 0";
  EXPECT_EQ(fault_in(of_both(no_plays, no_plays)), std::nullopt);
  EXPECT_EQ(fault_in(of_both("group 1 joint 1/999 binomial 0 0", no_plays)),
            "line 16: a newcomer that was frozen");
  EXPECT_EQ(fault_in(of_both(no_plays, "group 2 joint 1/999 binomial 0 0")),
            "line 21: a newcomer that was frozen");
}

/// What two arms say of the plays of one pairing, each as its own strategy sees them, and whether
/// they can be the same plays. The kinds have other words before.
struct TwoViews {
  const char* kind;
  const char* one;
  const char* other;
  bool agree;
};

// In a symmetric game and in another one.
TEST(Confidence, TwoArmsTellOfTheSamePlays) {
  const TwoViews views[] = {
      {"bets", "1 1 4", "1 0 4", true},
      {"bets", "1 1 4", "1 1 4", false},
      {"bets", "1 1 4", "1 0 9", true},
      {"bets", "1 1 4", "2 0 3 1 9", false},
      {"bets", "1 1 9", "1 0 4", true},
      {"bets", "2 1/3 2 1 2", "2 0 2 2/3 2", true},
      {"bets", "2 1/3 2 1 2", "2 0 2 1/3 2", false},
      {"bets", "0", "1 1 4", true},
      {"bets", "1 0 4", "1 0 4", true},  // lost, which counts as 0 for both
      {"bets", "2 0 2 1 2", "2 0 3 1 1", true},
      {"bets", "2 0 2 1 2", "2 0 1 1 3", false},
      {"bernstein", "9 1/2 9 6 5", "9 1/2 9 3 2", true},
      {"bernstein", "9 1/2 9 6 5", "9 1/2 9 4 3", false},
      {"bernstein", "9 1/2 9 6 5", "9 1/2 9 3 3", false},
      {"bernstein", "9 1/2 8 8 8", "9 1/2 9 1 1", false},  // the ninth took place
      {"bernstein", "8 1/2 8 8 8", "9 1/2 9 1 1", true},
      {"bernstein", "8 1/2 8 8 8", "9 1/2 9 2 2", false},
      {"bernstein", "20 1/2 8 8 8", "9 1/2 8 0 0", true},
      {"binomial", "8 6", "8 2", true},
      {"binomial", "8 6", "8 1", true},
      {"binomial", "8 6", "8 3", false},
      {"binomial", "8 8", "20 12", true},
      {"binomial", "8 8", "20 13", false},
  };
  for (const TwoViews& view : views) {
    const std::string kind = view.kind;
    const auto arm = [&](const std::string& plays, const std::string& before,
                         const std::string& after) {
      // A strategy against itself has as many draws in whole rounds.
      if (kind != "bets") return kind + " " + (kind == "bernstein" ? "1 " : "") + plays;
      return "bets 1 1/2 1 centres " + std::string(before.empty() && after.empty() ? "" : "1/2 ") +
             "1/2 draws " + before + plays + after;
    };
    const auto halves = [](const std::string& plays) {
      const Words words = test::words_of(plays + "\n");
      std::int64_t count = 0;
      for (std::size_t t = 2; t < words.at(0).size(); t += 2) count += std::stol(words.at(0)[t]);
      return count == 0 ? std::string("0") : "1 1/2 " + std::to_string(count);
    };
    const std::string both = of_both("group 0 joint 1/999 " + arm(view.one, "", ""),
                                     "group 0 joint 1/999 " + arm(view.other, "", ""));
    const std::string same =
        symmetric_with(arm(view.other, halves(view.other) + " ", ""),
                       arm(view.one, "", " " + halves(view.one)), kind == "bets" ? "arms" : "box");
    EXPECT_EQ(fault_in(both).value_or("-"),
              view.agree ? "-" : "line 21: its plays contradict those of line 16")
        << both;
    const int line = kind == "bets" ? 17 : 18;
    EXPECT_EQ(fault_in(same).value_or("-"),
              view.agree ? "-"
                         : "line " + std::to_string(line + 1) +
                               ": its plays contradict those of line " + std::to_string(line))
        << same;
    EXPECT_EQ(true_claim(both).has_value(), view.agree) << both;
  }
}

// ----------------------------------------------------------------------------- beside a game file

const std::string fair =
    "allnash-confidence 1\nshape 2 2\nsymmetric yes\nrange 0 1\nschedule any\nepsilon 2/5\n"
    "delta 1/20\nattempt 1\nnewcomers none\njoint arms\nlow 1/10\nhigh 9/10\n"
    "row-strategy 1\n0 1\ncolumn-arms 2\n"
    "group 0 joint 1/999 bets 1 3/4 1 centres 1/2 draws 1 1/2 20\n"
    "group 0 joint 1/999 binomial 40 20\ncolumn-caps 0\nend\n";

GameFile game_of(const std::string& csv) { return checker::read_game(csv, "g.csv", false); }

TEST(Confidence, ASymmetricClaimIsRejectedBesideAnotherGame) {
  const GameFile symmetric = game_of("1/2,0.6\n0.4,0.5\n");
  EXPECT_EQ(fault_in(fair, symmetric), std::nullopt);
  for (const char* other : {"1/2,0.6\n0.6,0.5\n", "0.6,0.6\n0.4,0.5\n", "1/2,0.6\n0.4,0.7\n"}) {
    const GameFile game = game_of(other);
    EXPECT_TRUE(test::has(fault_in(fair, game).value_or(""), "contradicts the symmetry"));
  }
}

TEST(Confidence, AGameOutsideTheRangeIsRejected) {
  const GameFile outside = game_of("1/2,1.6\n-0.6,0.5\n");
  EXPECT_EQ(fault_in(fair, outside), "entry (0, 1) is 8/5 in the game, which is outside the range");
}

TEST(Confidence, LowAboveHighIsRejected) {
  std::string text = fair;
  text.replace(text.find("low 1/10"), 8, "low 6/10");
  text.replace(text.find("low 6/10"), 8, "low 3/5");
  text.replace(text.find("high 9/10"), 9, "high 2/5");
  EXPECT_EQ(fault_in(text), "low is above high");
  const std::string two_sided =
      "allnash-confidence 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\nepsilon 1/2\n"
      "delta 1/2\nattempt 1\nnewcomers none\njoint arms\nlow 3/5\nhigh 2/5\n"
      "row-strategy 1\n0 1\ncolumn-arms 1\ngroup 0 joint 1/999 binomial 60 60\ncolumn-caps 0\n"
      "column-strategy 1\n0 1\nrow-arms 1\ngroup 0 joint 1/999 binomial 60 60\nrow-caps 0\nend\n";
  EXPECT_EQ(fault_in(two_sided), "low is above high");
}

// ------------------------------------------------------------------------------------ its limits

std::string claiming(const std::string& arm, const std::string& low = "17/35") {
  return "allnash-confidence 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\nepsilon 1\n"
         "delta 1/20\nattempt 1\nnewcomers none\njoint arms\nlow " +
         low + "\nhigh 1\nrow-strategy 1\n0 1\ncolumn-arms 1\ngroup 0 joint 1/999 " + arm +
         "\ncolumn-caps 0\ncolumn-strategy 1\n0 1\nrow-arms 1\n"
         "group 0 joint 1/999 binomial 0 0\nrow-caps 0\nend\n";
}

/// Of a game of one pairing: its plays, their least and their greatest sum.
std::string interval(const std::string& plays, const std::string& low = "17/35") {
  return "allnash-confidence 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\nepsilon 1\n"
         "delta 1/20\nattempt 1\nnewcomers none\njoint box\nlow 0\nhigh 1\nbox 1\n0 0 " +
         plays + " " + low +
         " 1\nrow-strategy 1\n0 1\ncolumn-arms 0\ncolumn-caps 0\ncolumn-strategy 1\n0 1\n"
         "row-arms 0\nrow-caps 0\nend\n";
}

// A few bytes that would take hours and all memory to recount.
TEST(Confidence, CountsThatWouldTakeHoursAreRejectedAtOnce) {
  const std::string digits(9999, '0');
  const auto start = std::clock();
  for (const std::string& text :
       {interval("4294967296 2147483648 2147483648"), interval("268435456 134217728 134217728"),
        interval("32000000 16000000 16000000", "51/100"),
        claiming("binomial 4294967296 2147483648"), claiming("binomial 268435456 134217728"),
        claiming("binomial 1099511627777 1099511627777"),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/2 1099511627777"),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/2 1099511627776", "51/100"),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/1" + digits + " 1000000"),
        claiming("bets 1 1/1" + digits + " 1 centres 1/2 draws 1 1 1000000"),
        claiming("bets 9 1/2 1 centres 1/2 draws 1 1 10"),
        claiming("bets 1 1/2 1 centres 1/2 draws 4294967296 1 10"),
        claiming("bernstein 1000000001 1000000000000 1/2 0 0 0"),
        claiming("binomial 32000000 16000000", "51/100")}) {
    EXPECT_TRUE(fault_in(text)) << text.substr(0, 300);
  }
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1);
  // As true as those of few draws.
  for (const std::string& text :
       {interval("100000 100000 100000"), interval("1000000 500000 500000", "1/1" + digits),
        interval("20000000 10000000 10000000"), claiming("binomial 100000 100000"),
        claiming("binomial 1000000 500000", "1/1" + digits),
        claiming("binomial 100000 50000", "4" + digits + "/1" + digits + "1"),
        claiming("binomial 20000000 10000000"),
        claiming("bernstein 4000 1000000 1/2 1000000 " + std::string("500000 250000")),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/2 1099511627776")}) {
    EXPECT_EQ(fault_in(text), std::nullopt) << text.substr(0, 300);
  }
}

// ----------------------------------------------------------------- rounded against exact numbers

// What is rounded to the safe side decides as exact numbers do, but within 2^-150 of a tie.
TEST(Confidence, RoundedNumbersDecideAsExactOnesDo) {
  test::Random random(5);
  const auto below = [&](Index n) {
    return static_cast<Index>(random() % static_cast<std::uint64_t>(n));
  };
  Index shown = 0;
  for (int t = 0; t < 150; ++t) {
    checker::Arm arm;
    arm.bets.push_back({Fraction(1 + below(9)) / 10, Fraction(1) / 3});
    arm.bets.push_back({Fraction(1 + below(99)) / 100, Fraction(2) / 3});
    arm.centres.push_back(Fraction(below(8)) / 7);
    arm.centre = arm.centres.front();
    checker::Draws draws;
    Fraction sum;
    for (const Index part : {Index{0}, 1 + below(5), Index{6}}) {
      draws.emplace_back(Fraction(part) / 6, 1 + below(t % 10 == 0 ? 1000 : 40));
      arm.count += draws.back().second;
      sum = sum + draws.back().first * draws.back().second;
    }
    const Index plays = arm.count;
    const Index won = plays - below(plays);
    arm.strata.push_back(std::move(draws));
    const Fraction m = sum / plays * Fraction(1 + below(999)) / 1000;
    for (const Index level : {1, 2, 20, 1000, 1000000}) {
      const bool exactly = checker::wealth_of(arm, m) >= level;
      const Rounded rounded = checker::wealth_below(arm, m);
      EXPECT_EQ(rounded.against(level) >= 0, exactly);
      shown += exactly ? 1 : 0;
      const Fraction part = Fraction(1) / level;
      const bool ends = checker::inverse_likelihood(plays, won, m) <= part;
      const Rounded above = checker::inverse_likelihood_above(plays, won, m);
      EXPECT_EQ(above.against(part) <= 0, ends);
      shown += ends ? 1 : 0;
    }
  }
  EXPECT_GT(shown, 100);
  EXPECT_LT(shown, 1400);
}

TEST(Confidence, BinomialsByPrimesAreThoseOfGmp) {
  for (const auto& [n, k] : std::vector<std::pair<Index, Index>>{
           {2002, 1001}, {4096, 2048}, {65537, 1002}, {100003, 50000}, {99991, 98990}}) {
    checker::Integer exact;
    mpz_bin_uiui(exact, static_cast<unsigned long>(n), static_cast<unsigned long>(k));
    Fraction whole;
    mpz_set(mpq_numref(whole.raw()), exact);
    const Fraction hair = 1 + Fraction(1) / (Index{1} << 62) / (Index{1} << 62);
    const auto up = checker::binomial(n, k, Rounded::Side::up);
    const auto down = checker::binomial(n, k, Rounded::Side::down);
    EXPECT_TRUE(up.against(whole) >= 0 && up.against(whole * hair) < 0) << n << " " << k;
    EXPECT_TRUE(down.against(whole) <= 0 && down.against(whole / hair) > 0) << n << " " << k;
  }
}

// The least multiple of 1/1000 whose exponential is large enough, for levels that no double holds
// too.
TEST(Confidence, TheLogarithmOfALevelIsRoundedUpToAThousandth) {
  const auto power = [](Index tens) {
    Fraction result(1);
    for (Index t = 0; t < tens; ++t) result = result / 10;
    return result;
  };
  for (const auto& [tens, thousandths] : std::vector<std::pair<Index, Index>>{
           {0, 0}, {1, 2303}, {2, 4606}, {60, 138156}, {500, 1151293}, {3000, 6907756}}) {
    EXPECT_EQ(checker::log_above(power(tens)), Fraction(thousandths) / 1000) << tens;
  }
}

TEST(Confidence, RoundedSumsLieOnTheirSide) {
  const auto tiny = [](Rounded::Side side) {
    Fraction number(3);
    mpq_div_2exp(number.raw(), number.raw(), 1000);
    return Rounded(number, side);
  };
  const Fraction one(1);
  for (const auto side : {Rounded::Side::down, Rounded::Side::up}) {
    Rounded empty(side);  // a tail far below 1 was once added to nothing, and became 1
    empty.add(tiny(side));
    EXPECT_LT(empty.against(Fraction(1) / (Index{1} << 62)), 0);
    EXPECT_EQ(empty.size(), -998);
    Rounded small_first = tiny(side);
    small_first.add({Index{1}, side});
    Rounded large_first(Index{1}, side);
    large_first.add(tiny(side));
    for (const Rounded* sum : {&small_first, &large_first}) {
      EXPECT_EQ(sum->against(one), side == Rounded::Side::up ? 1 : 0);
      EXPECT_LT(sum->against(1 + Fraction(1) / (Index{1} << 62) / (Index{1} << 62)), 0);
    }
  }
}

// A number that no certificate holds cannot be compared, and is not taken to agree.
TEST(Confidence, AGameWithNumbersTooLongIsRefused) {
  const std::string digits(95000, '7');
  EXPECT_THROW((void)game_of("1/2," + digits + "e9000\n0,1/2\n"), BadInput);
  EXPECT_THROW((void)game_of("1/2,0." + digits + "e-9000\n0,1/2\n"), BadInput);
  EXPECT_EQ(std::get<checker::Table>(game_of("1/2,1e9000\n0,1/2\n")).rows(), 2);
}

}  // namespace
}  // namespace allnash::confidence_test
