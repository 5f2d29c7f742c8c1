// Leagues that grow: agents join, leave and change places, and the ledger file knows them by label.
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <random>
#include <set>

#include "allnash/allnash.hpp"
#include "answer/solve/killed.hpp"
#include "payoffs/file/store.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "quick_disk.hpp"
#include "random_games.hpp"

namespace allnash::leagues_test {
namespace {

using Names = std::vector<std::string>;
using Match = std::pair<std::string, std::string>;

/// A game among some of a world's strategies, in any order; it notes what it is asked.
class League final : public Source {
 public:
  using Noted = std::function<void(const Match&)>;

  League(const test::WholeGame& world, std::vector<int> rows, std::vector<int> columns, Noted noted)
      : Source(std::ssize(rows), std::ssize(columns), {names_of(rows), names_of(columns)}),
        world_(world),
        who_{std::move(rows), std::move(columns)},
        noted_(std::move(noted)) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      const auto [row, column] = asked[t].entry;
      noted_({labels().rows[at(row)], labels().columns[at(column)]});
      const Rational payoff(world_.at(who_[0][at(row)], who_[1][at(column)]), world_.scale);
      answers.take({&t, 1}, {&payoff, 1});
    }
  }

  /// The same as a whole table, for an answer found by other means.
  [[nodiscard]] test::WholeGame table() const {
    test::WholeGame game{static_cast<int>(rows()), static_cast<int>(columns()), {}, world_.scale};
    for (const int i : who_[0]) {
      for (const int j : who_[1]) game.payoffs.push_back(world_.at(i, j));
    }
    return game;
  }

 private:
  static std::size_t at(Index s) { return static_cast<std::size_t>(s); }
  static Names names_of(const std::vector<int>& who) {
    Names result;
    for (const int s : who) result.push_back("agent " + std::to_string(s));
    return result;
  }

  const test::WholeGame& world_;
  std::vector<int> who_[2];
  Noted noted_;
};

std::vector<int> some_of(int all, std::mt19937_64& random) {
  std::vector<int> who(static_cast<std::size_t>(all));
  std::iota(who.begin(), who.end(), 0);
  std::shuffle(who.begin(), who.end(), random);
  who.resize(1 + random() % who.size());
  return who;
}

test::WholeGame symmetric_game(std::mt19937_64& random) {
  const int size = 1 + static_cast<int>(random() % 6);
  const int largest = random() % 2 == 0 ? 1 : 5;
  return test::symmetric_game(size, [&](int, int) {
    return static_cast<std::int64_t>(random() % (2U * static_cast<unsigned>(largest) + 1)) -
           largest;
  });
}

// However a league changes between runs on one file, the answer is that of all its payoffs, and no
// payoff is asked twice. The matches that check symmetry are asked both ways, once.
TEST(League, ChangesNeitherAnswersNorAsksTwice) {
  constexpr int worlds = test::this_many(1500);
  constexpr int generations = 3;
  const test::QuickDisk quick;
  const TemporaryFolder folder;
  std::mt19937_64 random(7);
  int games = 0;
  for (int world_number = 0; world_number < worlds; ++world_number) {
    SCOPED_TRACE(world_number);
    Options options;
    options.symmetric = world_number % 3 == 0;
    options.method = world_number % 2 == 0 ? "lazy" : "auto";
    options.ledger = folder.path() + "/league.db";
    options.seed = random();
    const test::WholeGame world =
        options.symmetric ? symmetric_game(random) : test::random_game(random);
    std::map<Match, int> asked;
    std::vector<int> last;  // a league that shares nobody with the file is refused
    for (int generation = 0; generation < generations; ++generation) {
      std::vector<int> rows = some_of(world.rows, random);
      std::vector<int> columns = options.symmetric ? rows : some_of(world.columns, random);
      if (generation == 0) last = {rows.front(), columns.front()};
      for (auto [who, one] : {std::pair(&rows, last[0]), std::pair(&columns, last[1])}) {
        if (std::ranges::find(*who, one) == who->end()) who->push_back(one);
      }
      League league(world, rows, columns, [&](const Match& match) { ++asked[match]; });
      const Result result = solve(league, options);
      const test::Answer truth = test::brute_force(league.table());
      ASSERT_EQ(result.status, Status::proved);
      ASSERT_EQ(result.value, truth.value);
      ASSERT_EQ(result.row().vertices, truth.row_vertices);
      ASSERT_EQ(result.column().vertices, truth.column_vertices);
      ++games;
    }
    int both_ways = 0;
    for (const auto& [match, times] : asked) {
      ASSERT_EQ(times, 1) << match.first << " " << match.second;
      if (options.symmetric && asked.contains({match.second, match.first})) ++both_ways;
    }
    ASSERT_LE(both_ways, 10);
    std::filesystem::remove(*options.ledger);
  }
  EXPECT_EQ(games, worlds * generations);
}

// Without labels strategies are appended.
TEST(League, WithoutLabelsGrowsByTheEnd) {
  const TemporaryFolder folder;
  std::set<Entry> asked;
  const auto league = [&](Index rows, Index columns) {
    return function_game(rows, columns, [&asked](Index i, Index j) {
      EXPECT_TRUE(asked.insert({i, j}).second) << i << " " << j;
      return Rational((i * 7 + j * 5 + i * j) % 11);
    });
  };
  Options options;
  options.check_repeat = 0;
  options.ledger = folder.path() + "/run.db";
  solve(*league(6, 5), options);
  const Result grown = solve(*league(9, 5), options);
  const Result wider = solve(*league(9, 8), options);
  EXPECT_EQ(ledger_shape(*options.ledger).rows, 9);
  EXPECT_EQ(ledger_info(*options.ledger).version, 7);
  options.ledger.reset();
  asked.clear();
  EXPECT_EQ(solve(*league(9, 5), options).value, *grown.value);
  asked.clear();
  EXPECT_EQ(solve(*league(9, 8), options).value, *wider.value);
}

std::unique_ptr<Source> table(std::vector<Rational> values, Names rows, Names columns) {
  const Index n = static_cast<Index>(rows.empty() ? 2 : rows.size());
  const Index m = std::ssize(values) / n;
  return table_game(n, m, std::move(values), Labels{std::move(rows), std::move(columns)});
}

TEST(League, IsRefusedWhatIsNotItsOwn) {
  const TemporaryFolder folder;
  Options options{.ledger = folder.path() + "/run.db"};
  const std::string accepted = "no error";
  const auto message = [&](Source& game) { return input_error([&] { solve(game, options); }); };
  const std::string path = *options.ledger + ": ";
  ASSERT_EQ(message(*table({1, 2, 3, 4}, {"a", "b"}, {"x", "y"})), accepted);
  EXPECT_EQ(
      message(*table({1, 2, 3, 4}, {"c", "d"}, {"x", "y"})),
      path +
          "of another game: none of its rows, 'a', 'b', is a row of this one, which has 'c', 'd'");
  EXPECT_EQ(message(*table({1, 2, 3, 4, 5, 6}, {"a", "b"}, {"u", "v", "w"})),
            path +
                "of another game: none of its columns, 'x', 'y', is a column of this one, which "
                "has 'u', 'v', 'w'");
  EXPECT_EQ(message(*table({2, 1, 4, 5}, {"a", "b"}, {"y", "x"})),
            path + "of another game: there entry (1, 1) is 3, here it is not");
  EXPECT_EQ(message(*function_game(2, 2, [](Index i, Index j) { return Rational(i * 2 + j + 1); })),
            path + "it knows its rows by label, 'a', 'b', and this game has no labels");
  EXPECT_EQ(message(*table({1, 2, 3, 4}, {}, {})), accepted) << "it has the same payoffs";
  EXPECT_EQ(message(*table({1, 2, 3, 5}, {}, {})),
            path + "of another game: there entry (1, 1) is 4, here it is not");
  EXPECT_EQ(message(*table({2, 1, 4, 3}, {"a", "b"}, {"y", "x"})), accepted);
  EXPECT_EQ(input_error([] {
              League({2, 2, {1, 2, 3, 4}}, {0, 0}, {0, 1}, [](const Match&) {});
            }),
            "game: rows 0 and 1 share the label 'agent 0'");
  EXPECT_EQ(ledger_shape(*options.ledger).row_labels, (Names{"a", "b"}));

  options.ledger = folder.path() + "/symmetric.db";
  options.symmetric = true;
  EXPECT_EQ(message(*table({0, 1, -1, 0}, {"a", "b"}, {"b", "a"})),
            *options.ledger +
                ": rows and columns of a symmetric game are the same strategies, and "
                "here their labels differ");
  EXPECT_FALSE(std::filesystem::exists(*options.ledger));
  ASSERT_EQ(message(*table({0, 1, -1, 0}, {"a", "b"}, {"a", "b"})), accepted);
  EXPECT_EQ(message(*table({0, -1, 1, 0}, {"b", "a"}, {"b", "a"})), accepted);
  EXPECT_EQ(message(*table({0, 1, -1, 0}, {"b", "a"}, {"b", "a"})),
            *options.ledger + ": of another game: there entry (0, 1) is -1, here it is not");

  options.symmetric = false;
  options.ledger = folder.path() + "/numbers.db";
  ASSERT_EQ(message(*function_game(3, 3, [](Index i, Index j) { return Rational(i + j); })),
            accepted);
  EXPECT_EQ(message(*function_game(2, 3, [](Index i, Index j) { return Rational(i + j); })),
            *options.ledger +
                ": it knows 3 rows by number, and this game has 2: strategies may leave a "
                "ledger only when it has their labels");
}

TEST(League, TakesLabelsThatCameLater) {
  const TemporaryFolder folder;
  const Options options{.ledger = folder.path() + "/run.db"};
  const auto plain = table({1, 2, 3, 4}, {}, {});
  const Result first = solve(*plain, options);
  const Result named = solve(*table({1, 2, 3, 4}, {"a", "b"}, {"x", "y"}), options);
  EXPECT_EQ(named.recalled, first.queries);
  EXPECT_EQ(ledger_info(*options.ledger).version, 7);
  const Result turned = solve(*table({4, 3, 2, 1}, {"b", "a"}, {"y", "x"}), options);
  EXPECT_EQ(turned.recalled, turned.queries);
}

Result solve_whole(const test::WholeGame& world, const std::vector<int>& who) {
  League league(world, who, who, [](const Match&) {});
  return solve(league, {.symmetric = true});
}

// Between any two lives agents join, and the others change places.
TEST(League, SurvivesBeingKilledWhileItGrows) {
  constexpr int kills = 60;
  constexpr int most = 40;
  const TemporaryFolder folder;
  std::mt19937_64 random(11);
  const test::WholeGame world = test::symmetric_game(
      most, [&](int i, int j) { return static_cast<std::int64_t>(random() % 41) - 20 + (i - j); });
  const test::LineFile log(folder.path() + "/log");
  const auto note = [&](const Match& match) { log.add(match.first + "," + match.second); };
  const Options options{.symmetric = true, .ledger = folder.path() + "/run.db"};
  std::map<std::string, int>
      lost;  // asked last in a life that was killed, not to be had from the file
  std::vector<int> who(20);
  std::iota(who.begin(), who.end(), 0);
  std::int64_t kept = 0;
  for (int life = 0; life < kills; ++life) {
    std::shuffle(who.begin(), who.end(), random);
    const std::size_t before = log.lines().size();
    League league(world, who, who, note);
    // Soon after so many matches, however long they take; now and then before the first.
    const std::size_t played = random() % 12;
    const auto moment = std::chrono::microseconds(random() % 3000);
    auto since = std::chrono::steady_clock::now();
    const auto due = [&] {
      const auto now = std::chrono::steady_clock::now();
      if (log.lines().size() < before + played) since = now;
      return now - since >= moment;
    };
    if (!test::finishes([&] { return solve(league, options); }, due)) {
      const auto asked = log.lines();
      // One is on its way, and with it what is asked the other way round.
      if (asked.size() > before) ++lost[asked.back()];
    }
    if (std::ssize(who) < most && life % 2 == 0) who.push_back(static_cast<int>(who.size()));
    if (!std::filesystem::exists(*options.ledger)) continue;
    file::LedgerGame now{league.rows(), league.columns(), true, {}, ""};
    now.row_labels = now.column_labels = league.labels().rows;
    file::Store there(*options.ledger, now);
    ASSERT_NO_THROW(there.check_soundness());
    ASSERT_GE(there.count(), kept) << "a payoff was lost";
    kept = there.count();
  }
  EXPECT_GT(kept, 100);
  League league(world, who, who, note);
  const Result last = solve(league, options);
  const Result fresh = solve_whole(world, who);
  EXPECT_EQ(last.value, *fresh.value);
  EXPECT_EQ(last.row().vertices, fresh.row().vertices);
  std::map<std::string, int> times;
  for (const std::string& match : log.lines()) ++times[match];
  for (const auto& [match, count] : times) EXPECT_LE(count, 1 + lost[match]) << match;
}

}  // namespace
}  // namespace allnash::leagues_test
