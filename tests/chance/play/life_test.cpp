// The life of a league of chance: one ledger for runs with other tolerances and other strategies.
//
// Each of these errors fails a test: the attempts' budget begun anew by every run, newcomers with
// the level of those who were there, a freeze that moves when a later run looks (here); plays from
// before the freeze counted (attempt_test.cpp); lost plays left out (ledger/plays_test.cpp).
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <sstream>

#include "allnash/allnash.hpp"
#include "chance/evidence/freeze.hpp"
#include "cli/run.hpp"
#include "payoffs/file/store.hpp"

namespace allnash::life_test {
namespace {

using file::Store;
using tests::Folder;

/// Win rates by strength, agents by name; a coin of the seed decides.
class Agents final : public Source {
 public:
  explicit Agents(const std::vector<std::pair<std::string, double>>& who)
      : Source(std::ssize(who), std::ssize(who), {names_of(who), names_of(who)},
               {.random = true, .seeded = true}) {
    for (const auto& one : who) strengths_.push_back(one.second);
  }
  void answer(std::span<const Question> plays, Answers& answers) override {
    for (std::size_t t = 0; t < plays.size() && !answers.stopped(); ++t) {
      if (stop && played == stop_after) return stop->raise();
      ++played;
      ++by_pair[{name(plays[t].entry.row), name(plays[t].entry.column)}];
      const double chance = rate(plays[t].entry.row, plays[t].entry.column);
      const Rational paid = static_cast<double>(plays[t].seed % 1000003) / 1000003 < chance ? 1 : 0;
      answers.take({&t, 1}, {&paid, 1});
    }
  }
  [[nodiscard]] double rate(Index i, Index j) const {
    return 1 / (1 + std::exp(strengths_[at(j)] - strengths_[at(i)]));
  }
  [[nodiscard]] const std::string& name(Index i) const { return labels().rows[at(i)]; }

  std::int64_t played = 0;
  std::map<std::pair<std::string, std::string>, std::int64_t> by_pair;
  std::optional<StopFlag> stop;
  std::int64_t stop_after = 0;

 private:
  static std::size_t at(Index i) { return static_cast<std::size_t>(i); }
  static std::vector<std::string> names_of(const std::vector<std::pair<std::string, double>>& who) {
    std::vector<std::string> names;
    for (const auto& one : who) names.push_back(one.first);
    return names;
  }
  std::vector<double> strengths_;
};

using Who = std::vector<std::pair<std::string, double>>;
const Who eight{{"a", 1.0}, {"b", 0.9}, {"c", 0.5},  {"d", 0.3},
                {"e", 0.0}, {"f", 0.0}, {"g", -0.4}, {"h", -1.0}};

Options options_for(const std::string& path, const Rational& epsilon) {
  Options options;
  options.payoff_range = PayoffRange{0, 1};
  options.symmetric = true;
  options.epsilon = epsilon;
  options.ledger = path;
  options.game_id = "agents";
  return options;
}

Result solved(Agents& league, const Options& options, std::ostream* certificate = nullptr) {
  Hooks hooks;
  hooks.certificate = certificate;
  if (league.stop) hooks.stop = &*league.stop;
  return solve(league, options, hooks);
}

class Life : public testing::Test {
 protected:
  const Folder folder;
  const std::string path = folder.path("l.db");
  Agents league{eight};
};

std::vector<asking::Freeze> frozen_in(const std::string& path) {
  return Store(path).freezes(Store::Kind::frozen);
}

TEST_F(Life, ASmallerToleranceGoesOnWhereTheLastStands) {
  const Result wide = solved(league, options_for(path, Rational(1, 8)));
  ASSERT_EQ(wide.status, Status::certified);
  const auto first = frozen_in(path);
  const Result again = solved(league, options_for(path, Rational(1, 8)));
  EXPECT_EQ(again.recalled, wide.queries) << "the same run asks nothing";
  EXPECT_EQ(again.low, wide.low);
  const Result narrow = solved(league, options_for(path, Rational(1, 10)));
  ASSERT_EQ(narrow.status, Status::certified);
  EXPECT_GE(*narrow.recalled, wide.queries);
  EXPECT_EQ(narrow.by_play->attempts, std::ssize(frozen_in(path)));
  EXPECT_EQ(frozen_in(path).front(), first.front()) << "a freeze stays where it is";
  // A wider one is certified already, whatever run asks.
  const std::int64_t before = league.played;
  EXPECT_EQ(solved(league, options_for(path, Rational(1, 5))).status, Status::certified);
  EXPECT_EQ(league.played, before);
}

/// What a certificate says of the last of so many attempts, each of which spends three quarters of
/// what is left.
std::string name_of_last(std::int64_t attempts) {
  std::string name = "\nattempt " + std::to_string(attempts) + " spends";
  for (std::int64_t t = 0; t < attempts; ++t) name += " 3/4";
  return name + "\n";
}

// Each attempt spends a part of what is left, whatever run it belongs to.
TEST_F(Life, AttemptsOfAllRunsShareOneDelta) {
  std::ostringstream one;
  (void)solved(league, options_for(path, Rational(1, 8)), &one);
  const std::int64_t first = std::ssize(frozen_in(path));
  EXPECT_NE(one.str().find(name_of_last(first) + "newcomers kept\n"), std::string::npos);
  // The mixture plays the strongest, who leaves.
  Agents fewer(Who(eight.begin() + 2, eight.end()));
  std::ostringstream two;
  const Result later = solved(fewer, options_for(path, Rational(1, 8)), &two);
  ASSERT_EQ(later.status, Status::certified);
  EXPECT_GT(std::ssize(frozen_in(path)), first);
  EXPECT_EQ(later.by_play->attempts, std::ssize(frozen_in(path)));
  EXPECT_NE(two.str().find(name_of_last(std::ssize(frozen_in(path)))), std::string::npos);
  EXPECT_GT(*later.recalled, 0);
}

TEST_F(Life, OfNewcomersOnlyTheirArmsArePlayed) {
  const Result first = solved(league, options_for(path, Rational(1, 8)));
  const auto before = frozen_in(path);
  Who more{{"new", -2.0}};
  more.insert(more.end(), eight.rbegin(), eight.rend());
  more.emplace_back("newer", -1.5);
  Agents grown(more);
  std::ostringstream certificate;
  const Result later = solved(grown, options_for(path, Rational(1, 8)), &certificate);
  ASSERT_EQ(later.status, Status::certified);
  EXPECT_EQ(frozen_in(path), before) << "the mixture stays frozen";
  EXPECT_EQ(Store(path).freezes(Store::Kind::joined).size(), 1U);
  EXPECT_LT(4 * grown.played, first.queries);
  for (const auto& [pair, plays] : grown.by_pair) {
    EXPECT_TRUE(pair.first.starts_with("new") || pair.second.starts_with("new")) << pair.first;
  }
  EXPECT_NE(certificate.str().find("\ngroup 1 joint "), std::string::npos);
  EXPECT_NE(certificate.str().find("\ngroup 0 joint "), std::string::npos);
  // A run that reads it back finds what this one had, and needs no more.
  Options other = options_for(path, Rational(1, 8));
  other.seed = 2;
  Agents again(more);
  EXPECT_EQ(solved(again, other).low, later.low);
  EXPECT_EQ(again.played, 0);
  // One that the mixture does not play leaves, and nothing is played.
  Agents left(Who(more.begin() + 1, more.end()));
  EXPECT_EQ(solved(left, options_for(path, Rational(1, 8))).status, Status::certified);
  EXPECT_EQ(left.played, 0);
}

TEST_F(Life, ANewcomerThatBeatsTheMixtureBeginsANewAttempt) {
  (void)solved(league, options_for(path, Rational(1, 8)));
  const std::int64_t before = std::ssize(frozen_in(path));
  Who more = eight;
  more.emplace_back("champion", 3.0);
  Agents grown(more);
  const Result later = solved(grown, options_for(path, Rational(1, 8)));
  ASSERT_EQ(later.status, Status::certified);
  EXPECT_GT(std::ssize(frozen_in(path)), before);
  EXPECT_EQ(later.row_strategy.back().strategy, 8);
}

// Stopped at any play, with another seed or without: nothing is asked twice, no attempt's number
// is used twice, and what was frozen stays.
TEST_F(Life, StoppedAnywhereNothingIsLost) {
  std::vector<asking::Freeze> before;
  std::int64_t asked = 0;
  for (std::uint64_t time = 0; time < 40; ++time) {
    Agents stopped(eight);
    stopped.stop.emplace();
    stopped.stop_after = 97 + 41 * static_cast<std::int64_t>(time % 5);
    Options options = options_for(path, Rational(1, 10));
    options.seed = 1 + time / 2;
    const Result result = solved(stopped, options);
    asked += stopped.played;
    const auto now = frozen_in(path);
    ASSERT_GE(now.size(), before.size());
    for (std::size_t t = 0; t < before.size(); ++t) EXPECT_EQ(now[t], before[t]);
    before = now;
    const LedgerInfo info = ledger_info(path);
    ASSERT_EQ(info.payoffs, asked) << "each play once";
    EXPECT_LE(*result.low, Rational(1, 2));
    if (result.status == Status::certified) return;
  }
  ADD_FAILURE() << "never certified";
}

// -------------------------------------------------------------------------------- what is read
// back

/// An attempt as a run would have it, among three strategies, of which two are played.
chance::Attempt attempt_of(const asking::Past& past) {
  chance::Attempt attempt;
  attempt.number = 2;
  attempt.newcomers = true;
  attempt.row.symmetric = true;
  attempt.row.strategy = {{0, {1, 3}}, {2, {2, 3}}};
  attempt.row.round = {1, 2};
  for (std::size_t arm = 0; arm < past.rows.size(); ++arm) {
    const auto place = static_cast<std::int64_t>(arm);
    chance::Bets bets{{{{1, 2}, 1}}, {{place, 8}, {1, 8}}, Rational(place + 2, 24)};
    attempt.row.arms.push_back({bets, 1, chance::Sample(2)});
  }
  return attempt;
}

TEST(Freeze, IsReadBackByStrategiesThatHaveMoved) {
  asking::Past past;
  past.rows = past.columns = {0, 1, 2};
  past.frozen = {{0, "of another kind"}, {7, frozen_text(attempt_of(past), {{1, 10}, 1}, past)}};
  // Strategy 1 has left; a newcomer, 5, stands first, and the others have changed places.
  past.rows = past.columns = {5, 2, 0};
  const Rational delta(1, 20);
  auto read = chance::read_attempt(past, 2, delta, true);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->since, 7);
  EXPECT_EQ(read->row.strategy, (MixedStrategy{{1, {2, 3}}, {2, {1, 3}}}));
  EXPECT_EQ(read->row.round, (std::vector<std::int64_t>{2, 1}));
  EXPECT_EQ(read->row.arms[0].level, Rational(0)) << "not in it";
  const auto& bets = std::get<chance::Bets>(read->row.arms[1].sequence);
  EXPECT_EQ(bets.centres, (std::vector<Rational>{{1, 8}, {2, 8}}));
  EXPECT_EQ(bets.centre, Rational(4, 24));
  // 4/5 of delta / 6, half of it; a fifth for all together, half of it for the three of then.
  EXPECT_EQ(read->row.arms[1].level, Rational(1) / (delta / Rational(15)));
  EXPECT_EQ(read->row.arms[1].together, Rational(1) / (delta / Rational(180)));
  // It joins, as the second group; the first has left.
  past.joined = {{9, "attempt 2\ncolumn 4 bets 1 1/2 1 centres 1/2 1/2\n"},
                 {11, "attempt 1\ncolumn 5 bets 1 1/2 1 centres 1/2 1/2\n"},
                 {12, "attempt 2\ncolumn 5 bets 1 1/2 1 centres 1/2 1/4\n"}};
  read = chance::read_attempt(past, 2, delta, true);
  ASSERT_TRUE(read);
  const chance::Arm& arm = read->row.arms[0];
  EXPECT_EQ(arm.group, 2);
  EXPECT_EQ(arm.since, 12);
  EXPECT_EQ(arm.level, Rational(1) / (delta / Rational(15) / Rational(6)));
  EXPECT_EQ(arm.together, Rational(1) / (delta / Rational(60) / Rational(6)));
  // One that it plays has left.
  past.rows = past.columns = {5, 2};
  EXPECT_FALSE(chance::read_attempt(past, 2, delta, true));
  EXPECT_FALSE(chance::read_attempt(past, 1, delta, true));
}

// An attempt that was frozen without a word on what it spends has 1/(r+1) of what is left, so that
// a ledger of such attempts means what it always meant. Kills: delta / (r (r+1)) after others that
// spent more; a part of all of delta.
TEST(Freeze, SaysWhatAnAttemptSpends) {
  asking::Past past;
  past.rows = past.columns = {0, 1, 2};
  const Rational delta(1, 20);
  chance::Attempt attempt = attempt_of(past);
  const auto freeze = [&](std::vector<Rational> spends) {
    attempt.number = std::ssize(past.frozen) + 1;
    attempt.spends = std::move(spends);
    past.frozen.push_back({7, frozen_text(attempt, {{1, 10}, 1}, past)});
  };
  const Rational usual(1, 2);
  const Rational most(3, 4);
  freeze({usual});
  EXPECT_EQ(past.frozen[0].content.find("spends"), std::string::npos);
  freeze({usual, most});
  EXPECT_NE(past.frozen[1].content.find("\nspends 3/4\n"), std::string::npos);
  freeze({});
  // Of the first, as ever, four fifths are for guarantees, and half of these for who was there.
  const auto level = [&](std::int64_t number) {
    return chance::read_attempt(past, number, delta, true)->row.arms[0].level;
  };
  EXPECT_EQ(level(1), Rational(1) / (delta / Rational(2) * Rational(4, 5) / Rational(2)));
  EXPECT_EQ(level(2), Rational(1) / (delta * Rational(3, 8) * Rational(9, 10) / Rational(2)));
  EXPECT_EQ(level(3), Rational(1) / (delta / Rational(8 * 4) * Rational(9, 10) / Rational(2)));
  const auto third = chance::read_attempt(past, 3, delta, true);
  EXPECT_EQ(third->spends, (std::vector<Rational>{usual, most, {1, 4}}));
  EXPECT_EQ(third->row.arms[0].together,
            Rational(1) / (delta / Rational(8 * 4) / Rational(10) / Rational(2 * 3)));
  EXPECT_EQ(chance::read_attempt(past, 2, delta, true)->spends,
            (std::vector<Rational>{usual, most}));
}

// All parts of a budget sum to no more than the whole.
TEST(Budget, OfNewcomersIsWhatWasKept) {
  const chance::AttemptBudget budget{Rational(1, 10), 2, 4, true};
  Rational guarantee = budget.guarantee();
  Rational together = budget.together() * Rational(4);
  for (std::int64_t q = 1; q < 200; ++q) {
    guarantee += budget.guarantee(q);
    together += budget.together(q);
  }
  EXPECT_LT(guarantee * Rational(2), Rational(8, 100));
  EXPECT_LT(together, Rational(2, 100));
  EXPECT_GT(guarantee * Rational(2) + together, Rational(99, 1000));
  EXPECT_EQ((chance::AttemptBudget{Rational(1, 10), 1, 4}).guarantee(), Rational(8, 100));
}

}  // namespace
}  // namespace allnash::life_test
