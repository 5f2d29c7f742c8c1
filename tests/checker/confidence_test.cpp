// Certificates of games of chance, corrupted by the ten thousand, beside a second opinion that
// counts the same sequences another way: play by play. What the checker accepts must be true, and
// what is true it must accept, to the last digit of the error budget.
#include <random>

#include "certificate/certificate.hpp"
#include "checker/claims.hpp"
#include "random_games.hpp"

namespace allnash::confidence_test {
namespace {

using chance::ArmClaim;
using chance::ConfidenceClaim;
using chance::HalfClaim;
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

Rational sum_of(const chance::Evidence& draws) {
  Rational sum;
  for (const auto& [value, times] : draws.values()) {
    for (std::int64_t t = 0; t < times; ++t) sum += value;
  }
  return sum;
}

/// The mean of the centres, by the probabilities of the strategy.
Rational centre_of(const MixedStrategy& strategy, const chance::Bets& bets) {
  Rational centre;
  for (std::size_t i = 0; i < strategy.size(); ++i) {
    centre += strategy[i].probability * bets.centres.at(i);
  }
  return centre;
}

/// M(m): a mixture draw by draw, each by the odds that those before it suggest; bets as a gambler
/// counts them.
Rational value_of(const MixedStrategy& strategy, const ArmClaim& arm, const Rational& m) {
  if (const auto* law = std::get_if<chance::BetaMixture>(&arm.sequence)) {
    const std::int64_t won = whole_of(sum_of(arm.draws.front()));
    Rational product(1);
    for (std::int64_t t = 0; t < arm.draws.front().count(); ++t) {
      const Rational seen(law->a + law->b + t);
      product *= t < won ? Rational(law->a + t) / (seen * m)
                         : Rational(law->b + t - won) / (seen * (Rational(1) - m));
    }
    return product;
  }
  Rational wealth;
  const auto& bets = std::get<chance::Bets>(arm.sequence);
  const Rational centre = centre_of(strategy, bets);
  for (const auto& [stake, weight] : bets.bets) {
    Rational one = weight;
    for (std::size_t i = 0; i < arm.draws.size(); ++i) {
      for (const auto& [value, times] : arm.draws[i].values()) {
        one *= pow((Rational(1) + stake * (value - bets.centres[i])) /
                       (Rational(1) + stake * (m - centre)),
                   times);
      }
    }
    wealth += one;
  }
  return wealth;
}

/// The same, of what has been counted before.
const Rational& counted(const MixedStrategy& strategy, const ArmClaim& arm, const Rational& m) {
  static std::map<std::string, Rational> known;
  std::string key = m.to_string() + chance::text_of(arm.sequence);
  for (const Weight& one : strategy) key += " " + one.probability.to_string();
  for (const chance::Evidence& stratum : arm.draws) {
    key += " draws";
    for (const auto& [value, times] : stratum.values()) {
      key += " " + value.to_string() + " " + std::to_string(times);
    }
  }
  const auto found = known.find(key);
  return found != known.end() ? found->second
                              : known.emplace(key, value_of(strategy, arm, m)).first->second;
}

/// The part of delta that an arm has.
Rational budget_of(const ConfidenceClaim& claim, const ArmClaim& arm) {
  const Rational all = claim.delta / Rational(claim.attempt) / Rational(claim.attempt + 1);
  const Rational whole = all * Rational(4, 5) / Rational(claim.symmetric ? 1 : 2);
  if (!claim.newcomers) return whole;
  // 1/2 and 1/(2 * 1 * 2), 1/(2 * 2 * 3), ...: these sum to 1.
  return arm.group == 0 ? whole / Rational(2)
                        : whole / Rational(2 * arm.group) / Rational(arm.group + 1);
}

bool whole_rounds(const MixedStrategy& strategy, const ArmClaim& arm) {
  const Rational all(chance::count_of(arm.draws));
  for (std::size_t i = 0; i < strategy.size(); ++i) {
    if (strategy[i].probability * all != Rational(arm.draws.at(i).count())) return false;
  }
  return true;
}

bool shows(const MixedStrategy& strategy, const ArmClaim& arm, const Rational& m,
           const Rational& budget) {
  if (std::holds_alternative<chance::BetaMixture>(arm.sequence)) {
    if (m.sign() <= 0) return true;
    if (m >= Rational(1) || arm.draws.front().count() == 0) return false;
    const Rational sum(whole_of(sum_of(arm.draws.front())));
    if (sum / Rational(arm.draws.front().count()) <= m) return false;
  } else {
    if (!whole_rounds(strategy, arm)) return false;
    if (m.sign() <= 0) return true;
    if (m >= Rational(1)) return false;
  }
  return counted(strategy, arm, m) * budget >= Rational(1);
}
bool shows(const ConfidenceClaim& claim, const MixedStrategy& strategy, const ArmClaim& arm,
           const Rational& m) {
  return shows(strategy, arm, m, budget_of(claim, arm));
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
  Rational left = claim.delta / Rational(5) / Rational(claim.attempt) / Rational(claim.attempt + 1);
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

/// Played more often, the strategy would pay the frozen one more than it can get in an equilibrium:
/// `earned` for each part of it, and `least` for the rest.
bool caps_hold(const HalfClaim& half, const Rational& least, const Rational& most) {
  Index before = -1;
  for (const auto& [cap, earned] : half.caps) {
    if (cap.strategy <= before || cap.strategy >= std::ssize(half.arms)) return false;
    before = cap.strategy;
    const ArmClaim& arm = half.arms[static_cast<std::size_t>(cap.strategy)];
    if (!shows(half.strategy, arm, earned, arm.joint)) return false;
    if (cap.most.sign() < 0 || earned <= least || earned >= Rational(1)) return false;
    if (cap.most * earned + (Rational(1) - cap.most) * least < most) return false;
  }
  return true;
}

bool is_true(const ConfidenceClaim& claim) {
  const Rational sum = claim.range.low + claim.range.high;
  const Rational gap = claim.symmetric ? sum / Rational(2) - claim.low : claim.high - claim.low;
  if (!(claim.range.low < claim.range.high) || claim.low > claim.high) return false;
  if (claim.epsilon.sign() <= 0 || gap > claim.epsilon) return false;
  if (claim.delta.sign() <= 0 || claim.delta >= Rational(1) || claim.attempt < 1) return false;
  if (!test::is_strategy(claim.row.strategy, claim.rows)) return false;
  if (claim.symmetric) {
    if (claim.rows != claim.columns || claim.low + claim.high != sum) return false;
  } else if (!test::is_strategy(claim.column.strategy, claim.columns)) {
    return false;
  }
  const auto [low, high] = shares_of(claim);
  const auto all_show = [&](const HalfClaim& half, const Rational& m) {
    return std::ranges::all_of(
        half.arms, [&](const ArmClaim& arm) { return shows(claim, half.strategy, arm, m); });
  };
  const Rational most = claim.symmetric ? Rational(1, 2) : Rational(1) - high;
  return all_show(claim.row, low) && all_show(claim.column, high) && joint_parts_fit(claim) &&
         caps_hold(claim.row, low, most) && caps_hold(claim.column, high, Rational(1) - low);
}

// ------------------------------------------------------------------------ what a text says,
// leniently

void expect_that(bool said) {
  if (!said) throw std::invalid_argument("it says nothing");
}

ArmClaim arm_in(const std::vector<std::string>& words, std::size_t support) {
  ArmClaim arm;
  expect_that(words.at(0) == "group");
  arm.group = std::stol(words.at(1));
  expect_that(arm.group >= 0 && arm.group <= 1000000);
  expect_that(words.at(2) == "joint");
  arm.joint = Rational::parse(words.at(3));
  std::size_t at = 4;
  if (words.at(at) == "beta") {
    const chance::BetaMixture law{std::stol(words.at(at + 1)), std::stol(words.at(at + 2))};
    expect_that(std::min(law.a, law.b) >= 1 && std::max(law.a, law.b) <= 1 << 20);
    arm.sequence = law;
    arm.draws.resize(1);
    at += 3;
  } else {
    expect_that(words.at(at) == "bets");
    const auto size = std::stoul(words.at(at + 1));
    expect_that(size <= 8);
    chance::Bets bets;
    Rational sum;
    at += 2;
    for (std::size_t t = 0; t < size; ++t, at += 2) {
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
    arm.sequence = bets;
    arm.draws.resize(support);
  }
  expect_that(words.at(at++) == "draws");
  for (chance::Evidence& stratum : arm.draws) {
    const auto size = std::stoul(words.at(at++));
    for (std::size_t t = 0; t < size; ++t, at += 2) {
      const auto times = std::stol(words.at(at + 1));
      expect_that(times >= 1 && times < 100000);
      stratum.add(Rational::parse(words.at(at)), times);
    }
  }
  return arm;
}

HalfClaim half_in(const Words& lines, std::size_t& at, Index arms) {
  HalfClaim half;
  half.strategy = test::strategy_in(lines, at);
  expect_that(std::stol(lines.at(at++).at(1)) == arms);
  for (Index t = 0; t < arms; ++t)
    half.arms.push_back(arm_in(lines.at(at++), half.strategy.size()));
  const auto caps = std::stol(lines.at(at++).at(1));
  for (std::int64_t t = 0; t < caps; ++t, ++at) {
    half.caps.push_back({{std::stol(lines.at(at).at(0)), Rational::parse(lines.at(at).at(1))},
                         Rational::parse(lines.at(at).at(2))});
    expect_that(half.caps.back().cap.strategy >= 0);
  }
  return half;
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
  claim.epsilon = Rational::parse(lines.at(4).at(1));
  claim.delta = Rational::parse(lines.at(5).at(1));
  claim.attempt = std::stol(lines.at(6).at(1));
  expect_that(claim.attempt <= 1000000);
  expect_that(lines.at(7).at(1) == "kept" || lines.at(7).at(1) == "none");
  claim.newcomers = lines.at(7).at(1) == "kept";
  claim.low = Rational::parse(lines.at(8).at(1));
  claim.high = Rational::parse(lines.at(9).at(1));
  std::size_t at = 10;
  claim.row = half_in(lines, at, claim.columns);
  if (!claim.symmetric) claim.column = half_in(lines, at, claim.rows);
  for (const HalfClaim* half : {&claim.row, &claim.column}) {
    for (const ArmClaim& arm : half->arms) expect_that(arm.group == 0 || claim.newcomers);
  }
  return claim;
}

std::string text_of(const ConfidenceClaim& claim) {
  std::ostringstream out;
  certificate::write(out, claim);
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
    ConfidenceClaim& claim = one.claim;
    claim.symmetric = below(3) == 0;
    claim.rows = 2 + below(2);
    claim.columns = claim.symmetric ? claim.rows : 2 + below(2);
    claim.range = {Rational(-below(3), 2), Rational(1 + below(3))};
    claim.delta = Rational(1 + below(9), 10);
    claim.attempt = 1 + below(3);
    claim.newcomers = below(2) == 0;
    make_game(one);
    claim.row = half(claim.rows, claim.columns);
    if (!claim.symmetric) claim.column = half(claim.columns, claim.rows);
    if (claim.newcomers) {
      claim.row.arms.back().group = below(3);
      if (!claim.symmetric) claim.column.arms.front().group = below(2);
    }
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

  HalfClaim half(Index own, Index arms) {
    HalfClaim half;
    const Rational first(1 + below(3), 4);
    half.strategy = {{0, first}, {own - 1, Rational(1) - first}};
    for (Index arm = 0; arm < arms; ++arm) {
      ArmClaim one;
      if (below(3) > 0) {
        const std::int64_t rounds = 6 + below(3);  // of four plays
        chance::Bets bets{
            {{Rational(1, 4), Rational(1, 2)}, {Rational(5, 8), Rational(1, 2)}}, {}, {}};
        for (const Weight& weight : half.strategy) {
          bets.centres.emplace_back(4 + below(5), 8);
          one.draws.push_back(stratum(weight.probability * Rational(4 * rounds)));
        }
        one.sequence = bets;
      } else {
        one.sequence = chance::BetaMixture{1 + below(3), 1 + below(3)};
        one.draws.resize(1);
        one.draws.front().add(0, 2 + below(4));
        one.draws.front().add(Rational(1 + below(6), 7), 1 + below(3));
        one.draws.front().add(1, 12 + below(8));
      }
      half.arms.push_back(std::move(one));
    }
    return half;
  }

  /// So many draws, most of them won.
  chance::Evidence stratum(const Rational& count) {
    chance::Evidence draws;
    const std::int64_t all = whole_of(count);
    const std::int64_t lost = below(1 + all / 6);
    if (lost > 0) draws.add(0, lost);
    draws.add(Rational(1 + below(6), 7));
    draws.add(1, all - lost - 1);
    return draws;
  }

  /// All that there is, in parts.
  static void share_joint(ConfidenceClaim& claim) {
    const Rational all = claim.delta / Rational(5 * claim.attempt * (claim.attempt + 1));
    const auto count = static_cast<std::int64_t>(claim.row.arms.size() + claim.column.arms.size());
    for (HalfClaim* half : {&claim.row, &claim.column}) {
      for (ArmClaim& arm : half->arms) {
        arm.joint = all / Rational(claim.newcomers ? 2 * count : count);
      }
    }
  }

  /// Of every arm that shows enough of it, what it shows on a grid.
  static void state_caps(HalfClaim& half, const Rational& least, const Rational& most) {
    constexpr std::int64_t grid = 40;
    for (Index j = 0; j < std::ssize(half.arms); ++j) {
      const ArmClaim& arm = half.arms[static_cast<std::size_t>(j)];
      std::int64_t place = grid - 1;
      while (place > 0 && !shows(half.strategy, arm, Rational(place, grid), arm.joint)) --place;
      const Rational distance = Rational(place, grid) - least;
      if (distance <= most - least) continue;
      half.caps.push_back({{j, (most - least) / distance}, Rational(place, grid)});
    }
  }

  /// The most that all arms show on a grid, and that the game allows.
  static void state(Example& one) {
    ConfidenceClaim& claim = one.claim;
    const Rational width = claim.range.high - claim.range.low;
    constexpr std::int64_t grid = 40;
    const auto most = [&](const HalfClaim& half) {
      for (std::int64_t place = grid - 1; place > 0; --place) {
        const auto shown = [&](const ArmClaim& arm) {
          return shows(claim, half.strategy, arm, Rational(place, grid));
        };
        if (std::ranges::all_of(half.arms, shown)) return Rational(place, grid);
      }
      return Rational(0);
    };
    claim.low = claim.range.low + width * most(claim.row);
    const Rational sum = claim.range.low + claim.range.high;
    if (claim.symmetric) claim.low = std::min(claim.low, sum / Rational(2));
    claim.high = claim.symmetric ? sum - claim.low : claim.range.high - width * most(claim.column);
    while (!is_of(claim, one.game) || claim.low > claim.high) {
      claim.low -= width / Rational(grid);
      claim.high += width / Rational(grid);
    }
    claim.epsilon = claim.high - claim.low + Rational(1, 8);
    const auto [low, high] = shares_of(claim);
    state_caps(claim.row, low, claim.symmetric ? Rational(1, 2) : Rational(1) - high);
    state_caps(claim.column, high, Rational(1) - low);
  }

  std::mt19937_64 random_{17};
};

const std::vector<Example>& examples() {
  static const std::vector<Example> list = [] {
    Maker maker;
    std::vector<Example> all;
    while (all.size() < 20) {
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
    for (const Example& example : examples()) {
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

TEST(Confidence, NoneIsTheTruth) { corrupted().none_is_the_truth(); }

const Rational a_hair_less = Rational(1) - Rational(1, 1'000'000'000'000);

/// With another delta, of which joint statements have their part, and without caps.
ConfidenceClaim guaranteed_with(ConfidenceClaim claim, const Rational& delta) {
  for (HalfClaim* half : {&claim.row, &claim.column}) {
    half->caps.clear();
    for (ArmClaim& arm : half->arms) arm.joint *= delta / claim.delta;
  }
  claim.delta = delta;
  return claim;
}

// The error budget, to the last digit: with the delta at which an arm's draws just show the bound
// it is accepted, and with a hair less it is not.
TEST(Confidence, TheBudgetIsSpentExactly) {
  Tally exact;
  Tally shaved;
  for (const Example& example : examples()) {
    for (const bool row : {true, false}) {
      const Rational m = row ? shares_of(example.claim).row : shares_of(example.claim).column;
      const HalfClaim& half = row ? example.claim.row : example.claim.column;
      if (m.sign() <= 0) continue;
      // The arm that needs the most of delta.
      Rational needed;
      for (const ArmClaim& arm : half.arms) {
        const Rational one =
            example.claim.delta / budget_of(example.claim, arm) / counted(half.strategy, arm, m);
        needed = std::max(needed, one);
      }
      judge(example, guaranteed_with(example.claim, needed), exact);
      judge(example, guaranteed_with(example.claim, needed * a_hair_less), shaved);
    }
  }
  EXPECT_GT(exact.accepted, 15);
  EXPECT_LT(shaved.accepted, exact.accepted - 10);
}

// Neither may all arms together take a hair more than there is, nor may a cap rest on an arm whose
// draws need a hair more than its part.
TEST(Confidence, TheJointBudgetIsSpentExactly) {
  Tally exact;
  Tally over;
  Tally shaved;
  for (const Example& example : examples()) {
    for (HalfClaim ConfidenceClaim::*half : {&ConfidenceClaim::row, &ConfidenceClaim::column}) {
      for (const chance::CapClaim& cap : (example.claim.*half).caps) {
        ConfidenceClaim claim = example.claim;
        const auto place = static_cast<std::size_t>(cap.cap.strategy);
        ArmClaim& arm = (claim.*half).arms[place];
        const Rational part = arm.joint;
        arm.joint = Rational(1) / counted((claim.*half).strategy, arm, cap.earned);
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

TEST(Confidence, EveryFieldReplaced) {
  const auto others = [](const std::string&) {
    return std::vector<std::string>{"3", "39/40", "99999999999999999999"};
  };
  EXPECT_GT(corrupted().replace_every_field(others, 15000).accepted, test::this_many(500));
}

TEST(Confidence, EveryTruncationByteAndLine) {
  corrupted().cut_and_repeat(2);
  corrupted().change_bytes_and_lines(2, std::string("\0 \n\r-/019x", 10));
}

TEST(Confidence, RandomByTheTenThousand) {
  const auto draw = [](test::Random& random) {
    return Rational(static_cast<Index>(test::below(random, 25)) - 3,
                    1 + static_cast<Index>(test::below(random, 4)))
        .to_string();
  };
  corrupted().at_random(2, 8000, 120, [&](test::Random& random, std::string& text) {
    test::replace_field(random, text, draw);
  });
}

// ----------------------------------------------------------------------------- beside a game file

const std::string fair =
    "allnash-confidence 4\nshape 2 2\nsymmetric yes\nrange 0 1\nepsilon 2/5\ndelta 1/20\nattempt "
    "1\nnewcomers none\n"
    "low 1/10\nhigh 9/10\nrow-strategy 1\n0 1\ncolumn-arms 2\n"
    "group 0 joint 1/999 bets 1 3/4 1 centres 1/2 draws 1 1/2 20\ngroup 0 joint 1/999 beta 1 1 "
    "draws 2 0 20 1 20\ncolumn-caps 0\nend\n";

Game game_of(const std::string& csv) { return read_game(csv, "g.csv", false); }

TEST(Confidence, ASymmetricClaimIsOfASymmetricGame) {
  const Game symmetric = game_of("1/2,0.6\n0.4,0.5\n");
  EXPECT_EQ(fault_in(fair, &symmetric), std::nullopt);
  for (const char* other : {"1/2,0.6\n0.6,0.5\n", "0.6,0.6\n0.4,0.5\n", "1/2,0.6\n0.4,0.7\n"}) {
    const Game game = game_of(other);
    EXPECT_TRUE(test::has(fault_in(fair, &game).value_or(""), "contradicts the symmetry"));
  }
}

TEST(Confidence, AGameOutsideTheRangeIsRejected) {
  const Game outside = game_of("1/2,1.6\n-0.6,0.5\n");
  EXPECT_EQ(fault_in(fair, &outside),
            "entry (0, 1) is 8/5 in the game, which is outside the range");
}

TEST(Confidence, LowAboveHighIsRejected) {
  std::string text = fair;
  text.replace(text.find("low 1/10"), 8, "low 6/10");
  text.replace(text.find("low 6/10"), 8, "low 3/5");
  text.replace(text.find("high 9/10"), 9, "high 2/5");
  EXPECT_EQ(fault_in(text, nullptr), "low is above high");
  const std::string two_sided =
      "allnash-confidence 4\nshape 1 1\nsymmetric no\nrange 0 1\nepsilon 1/2\ndelta 1/2\nattempt "
      "1\nnewcomers none\n"
      "low 3/5\nhigh 2/5\nrow-strategy 1\n0 1\ncolumn-arms 1\ngroup 0 joint 1/999 beta 1 1 draws 1 "
      "1 60\n"
      "column-caps 0\ncolumn-strategy 1\n0 1\nrow-arms 1\ngroup 0 joint 1/999 beta 1 1 draws 1 1 "
      "60\nrow-caps 0\nend\n";
  EXPECT_EQ(fault_in(two_sided, nullptr), "low is above high");
}

// ------------------------------------------------------------------------------------ its limits

std::string claiming(const std::string& arm, const std::string& low = "17/35") {
  return "allnash-confidence 4\nshape 1 1\nsymmetric no\nrange 0 1\nepsilon 1\ndelta 1/20\n"
         "attempt 1\nnewcomers none\nlow " +
         low + "\nhigh 1\nrow-strategy 1\n0 1\ncolumn-arms 1\ngroup 0 joint 1/999 " + arm +
         "\ncolumn-caps 0\ncolumn-strategy 1\n0 1\nrow-arms 1\ngroup 0 joint 1/999 beta 1 1 draws "
         "0\nrow-caps 0\nend\n";
}

// A few bytes that would take hours and all memory to recount.
TEST(Confidence, WorkWithoutBoundsIsRefusedAtOnce) {
  const std::string digits(9999, '0');
  const auto start = std::clock();
  for (const std::string& text :
       {claiming("beta 1 1 draws 1 1/2 4294967296"), claiming("beta 1 1 draws 1 1/2 268435456"),
        claiming("beta 1 1 draws 2 0 16000000 1 16000000", "51/100"),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/2 1099511627777"),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/2 1099511627776", "51/100"),
        claiming("bets 1 1/2 1 centres 1/2 draws 1 1/1" + digits + " 1000000"),
        claiming("bets 1 1/1" + digits + " 1 centres 1/2 draws 1 1 1000000"),
        claiming("bets 9 1/2 1 centres 1/2 draws 1 1 10"), claiming("beta 1048577 1 draws 1 1 10"),
        claiming("beta 1 1 draws 4294967296 1 10")}) {
    EXPECT_TRUE(fault_in(text, nullptr)) << text.substr(0, 300);
  }
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 1);
  // As true as those of few draws.
  for (const std::string& text : {claiming("beta 1 1 draws 1 1 100000"),
                                  claiming("beta 1 1 draws 1 1/2 1000000", "1/1" + digits),
                                  claiming("beta 3 5 draws 2 0 10000000 1 10000000"),
                                  claiming("bets 1 1/2 1 centres 1/2 draws 1 1/2 1099511627776")}) {
    EXPECT_EQ(fault_in(text, nullptr), std::nullopt) << text.substr(0, 300);
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
  for (int t = 0; t < 300; ++t) {
    ChanceArm arm;
    arm.beta = t % 2 == 0;
    arm.a = 1 + below(5);
    arm.b = 1 + below(5);
    if (!arm.beta) {
      arm.bets.push_back({Fraction(1 + below(9)) / 10, Fraction(1) / 3});
      arm.bets.push_back({Fraction(1 + below(99)) / 100, Fraction(2) / 3});
      arm.centres.push_back(Fraction(below(8)) / 7);
      arm.centre = arm.centres.front();
    }
    Draws draws;
    for (const Index part : {Index{0}, 1 + below(5), Index{6}}) {
      const Index times = 1 + below(t % 10 == 0 ? 3000 : 40);
      draws.values.emplace_back(Fraction(part) / 6, times);
      draws.count += times;
      draws.sum = draws.sum + Fraction(part) / 6 * times;
    }
    arm.count = draws.count;
    const Fraction average = draws.sum / draws.count;
    arm.strata.push_back(std::move(draws));
    const Fraction m = average * Fraction(1 + below(999)) / 1000;
    for (const Index level : {1, 2, 20, 1000, 1000000}) {
      if (!arm.beta) {
        const bool exactly = bets_reach_exactly(arm, m, level);
        shown += exactly ? 1 : 0;
        EXPECT_EQ(bets_reach_rounded(arm, m, level), exactly);
      } else if (m * arm.count < whole_sum(arm.strata.front())) {
        const bool exactly = beta_reaches_exactly(arm, m, level);
        shown += exactly ? 1 : 0;
        EXPECT_EQ(beta_reaches_rounded(arm, m, level), exactly);
      }
    }
  }
  EXPECT_GT(shown, 100);
  EXPECT_LT(shown, 1400);
}

TEST(Confidence, BinomialsByPrimesAreThoseOfGmp) {
  for (const auto& [n, k] : std::vector<std::pair<Index, Index>>{
           {2002, 1001}, {4096, 2048}, {65537, 1002}, {100003, 50000}, {99991, 98990}}) {
    Integer exact;
    mpz_bin_uiui(exact, static_cast<unsigned long>(n), static_cast<unsigned long>(k));
    Fraction whole;
    mpz_set(mpq_numref(whole.raw()), exact);
    const Fraction hair = 1 + Fraction(1) / (Index{1} << 62) / (Index{1} << 62);
    const auto up = binomial(n, k, Rounded::Side::up);
    const auto down = binomial(n, k, Rounded::Side::down);
    EXPECT_TRUE(up.against(whole) >= 0 && up.against(whole * hair) < 0) << n << " " << k;
    EXPECT_TRUE(down.against(whole) <= 0 && down.against(whole / hair) > 0) << n << " " << k;
  }
}

// The least multiple of 1/1000 whose exponential is large enough, for levels that no double holds
// too.
TEST(Confidence, TheLogarithmOfALevelIsJustAbove) {
  const auto power = [](Index tens) {
    Fraction result(1);
    for (Index t = 0; t < tens; ++t) result = result / 10;
    return result;
  };
  for (const auto& [tens, thousandths] : std::vector<std::pair<Index, Index>>{
           {0, 0}, {1, 2303}, {2, 4606}, {60, 138156}, {500, 1151293}, {3000, 6907756}}) {
    EXPECT_EQ(log_above(power(tens)), Fraction(thousandths) / 1000) << tens;
  }
}

TEST(Confidence, RoundedSumsLieOnTheirSide) {
  const auto tiny = [](Rounded::Side side) {
    Rounded number(3, side);
    number.shift(-1000);
    return number;
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
  EXPECT_EQ(game_of("1/2,1e9000\n0,1/2\n").rows(), 2);
}

}  // namespace
}  // namespace allnash::confidence_test
