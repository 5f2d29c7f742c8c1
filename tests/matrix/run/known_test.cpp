// What is known is made use of: in the bounds of a stopped run, and where a ledger file holds more
// than the run has asked for.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "core/game/view.hpp"
#include "core/lp/subgame.hpp"
#include "payoffs/sources/temporary_file.hpp"

namespace allnash::known_test {
namespace {

Rational payoff_of(Source& game, Index i, Index j) {
  const Entry entry{i, j};
  return payoffs_of(game, {&entry, 1}).front();
}

/// A game that costs something to ask, and what it was asked.
struct Asked {
  explicit Asked(const std::string& name, Index side = 0)
      : whole(open_game(name)),
        rows(side > 0 ? side : whole->rows()),
        columns(side > 0 ? side : whole->columns()),
        source(function_game(rows, columns, [this](Index i, Index j) {
          entries.insert({i, j});
          return payoff_of(*whole, i, j);
        })) {}

  /// The value of the game of all rows known whole; of all columns with the signs turned.
  [[nodiscard]] std::optional<Rational> value_of_whole(bool of_rows, bool symmetric) const {
    const auto knows = [&](Index s, Index t) {
      const Entry entry = of_rows ? Entry{s, t} : Entry{t, s};
      const Entry mirrored{entry.column, entry.row};
      return entries.contains(entry) || (symmetric && (s == t || entries.contains(mirrored)));
    };
    const Index opponents = of_rows ? columns : rows;
    std::vector<Rational> payoffs;
    for (Index s = 0; s < (of_rows ? rows : columns); ++s) {
      Index known = 0;
      for (Index t = 0; t < opponents; ++t) known += knows(s, t) ? 1 : 0;
      if (known < opponents) continue;
      for (Index t = 0; t < opponents; ++t) {
        payoffs.push_back(of_rows ? payoff_of(*whole, s, t) : -payoff_of(*whole, t, s));
      }
    }
    if (payoffs.empty()) return std::nullopt;
    const Index lines = std::ssize(payoffs) / opponents;
    const auto pair = lp::solve(exact::Matrix(lines, opponents, std::move(payoffs)), {});
    return of_rows ? pair->value : -pair->value;
  }

  std::unique_ptr<Source> whole;
  Index rows;
  Index columns;
  std::set<Entry> entries;
  std::unique_ptr<Source> source;
};

class LastProgress final : public Observer {
 public:
  void progress(const Progress& now) override { last = now; }
  Progress last;
};

void expect_best_bounds(const std::string& method, const std::string& name) {
  Options options;
  options.method = method;
  const std::int64_t whole = solve(*Asked(name).source, options).queries;
  for (std::int64_t part = 1; part < 8; ++part) {
    SCOPED_TRACE(method + " " + name + " " + std::to_string(part));
    options.budget = whole * part / 8;
    Asked game(name);
    LastProgress observer;
    Hooks hooks;
    hooks.observer = &observer;
    const Result result = solve(*game.source, options, hooks);
    ASSERT_EQ(result.status, Status::stopped);
    EXPECT_EQ(result.low, game.value_of_whole(true, false));
    EXPECT_EQ(result.high, game.value_of_whole(false, false));
    EXPECT_EQ(observer.last.low.has_value(), result.low.has_value());
    if (result.low) {
      EXPECT_EQ(observer.last.low, result.low->to_double());
    }
    if (result.high) {
      EXPECT_EQ(observer.last.high, result.high->to_double());
    }
  }
}

TEST(Known, AStoppedRunSaysTheBestBoundsThereAre) {
  for (const char* method : {"lazy", "auto", "full", "saddle-bienstock"}) {
    for (const char* name :
         {"family:elo,n=30,noise=0.5", "family:planted,n=40,k=2", "family:bell,n=30,width=16"}) {
      expect_best_bounds(method, name);
    }
  }
  // It takes minutes where supports of four or more are to be found among thirty strategies.
  for (const char* name :
       {"family:elo,n=12,noise=0.5", "family:planted,n=40,k=2", "family:bell,n=14,width=8"}) {
    expect_best_bounds("reweighted", name);
  }
}

struct Game {
  const char* name;
  const char* method;
  bool symmetric;
};

constexpr Game games[] = {
    {"family:planted,n=60,k=3", "auto", false},
    {"family:planted,n=60,k=3", "lazy", false},
    {"family:lowrank,n=150,rank=5", "auto", false},
    {"family:elo,n=80,noise=0.2", "lazy", false},
    {"family:rps,n=21", "auto", true},
    {"family:undercut,n=60", "lazy", false},
};

TEST(Known, AProofInTheLedgerFileIsEnough) {
  for (const Game& game : games) {
    SCOPED_TRACE(game.name);
    const TemporaryFolder folder;
    const auto source = open_game(game.name);
    Options options;
    options.method = game.method;
    options.symmetric = game.symmetric;
    options.ledger = folder.path() + "/run.db";
    const Result first = solve(*source, options);
    ASSERT_EQ(first.status, Status::proved);
    for (options.seed = 2; options.seed < 6; ++options.seed) {
      const Result again = solve(*source, options);
      ASSERT_EQ(again.status, Status::proved);
      EXPECT_EQ(again.recalled, again.queries) << "asked more though all is known";
      EXPECT_EQ(again.row().support, first.row().support);
      EXPECT_EQ(again.column().support, first.column().support);
      EXPECT_TRUE(plan(*source, options).questions.empty());
    }
  }
}

TEST(Known, AGrownGameStartsFromTheOldEquilibrium) {
  constexpr Index before = 100;
  constexpr Index after = 105;
  for (const char* name : {"family:elo,n=105,noise=0.5", "family:spinning,n=105,cycles=3"}) {
    SCOPED_TRACE(name);
    const TemporaryFolder folder;
    Options options;
    options.method = "lazy";
    options.ledger = folder.path() + "/old.db";
    const Result old = solve(*Asked(name, before).source, options);
    ASSERT_EQ(old.status, Status::proved);
    std::ostringstream out;
    export_ledger(*options.ledger, out);
    options.ledger = folder.path() + "/new.db";
    std::istringstream in(out.str());
    import_ledger(*options.ledger, in, "old.csv", LedgerShape{after, after, false});
    const Result grown = solve(*Asked(name).source, options);
    options.ledger.reset();
    const Result fresh = solve(*Asked(name).source, options);
    ASSERT_EQ(grown.status, Status::proved);
    EXPECT_EQ(grown.value, *fresh.value);
    EXPECT_LE(grown.queries - *grown.recalled, fresh.queries / 4);
  }
}

TEST(Auto, ReadsWhatIsFree) {
  const auto game = open_game("family:lowrank,n=60,rank=3");
  std::vector<Rational> values;
  for (Index i = 0; i < 60; ++i) {
    for (Index j = 0; j < 60; ++j) values.push_back(payoff_of(*game, i, j));
  }
  const auto table = table_game(60, 60, values);
  EXPECT_TRUE(table->traits().free);
  EXPECT_FALSE(game->traits().free);
  EXPECT_FALSE(Asked("family:rps,n=5").source->traits().free);
  const Result read = solve(*table);
  EXPECT_EQ(read.queries, 3600);
  EXPECT_EQ(read.rounds, 1);
  const Result asked = solve(*game);
  EXPECT_EQ(read.floor().value(), asked.floor().value());
  EXPECT_LT(asked.queries, 1800);
  Options options;
  options.budget = 3600;  // somebody counts
  EXPECT_EQ(solve(*table, options).queries, asked.queries);
}

}  // namespace
}  // namespace allnash::known_test
