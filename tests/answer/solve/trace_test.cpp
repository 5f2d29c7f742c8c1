// The trace of a run: complete, reproducible, and free when nobody listens.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "allnash/allnash.hpp"
#include "random_games.hpp"

namespace allnash::trace_test {
namespace {

using Json = nlohmann::json;

class Listener final : public Observer {
 public:
  explicit Listener(bool wants) : wants_(wants) {}
  void progress(const Progress& /*now*/) override {}
  [[nodiscard]] bool wants_events() const override { return wants_; }
  void event(const Event& event) override { lines.push_back(to_json(event)); }
  std::vector<std::string> lines;

 private:
  bool wants_;
};

struct Traced {
  std::vector<std::string> lines;
  Result result;
};

Traced trace(const std::string& game, const Options& options, bool wants = true) {
  Listener listener(wants);
  Result result = solve(*open_game(game), options, {.observer = &listener});
  return {listener.lines, std::move(result)};
}

// Every entry that the batches name.
std::vector<Entry> asked(const std::vector<Json>& events) {
  std::vector<Entry> entries;
  for (const Json& event : events) {
    if (event["event"] != "batch") continue;
    const std::size_t before = entries.size();
    const auto list = [&](const char* name) { return event.value(name, std::vector<Index>{}); };
    const auto row_runs = list("row_runs");
    for (std::size_t t = 0; t < row_runs.size(); t += 3) {
      for (Index c = 0; c < row_runs[t + 2]; ++c) {
        entries.push_back({row_runs[t], row_runs[t + 1] + c});
      }
    }
    const auto column_runs = list("column_runs");
    for (std::size_t t = 0; t < column_runs.size(); t += 3) {
      for (Index c = 0; c < column_runs[t + 2]; ++c) {
        entries.push_back({column_runs[t + 1] + c, column_runs[t]});
      }
    }
    const auto singles = list("entries");
    for (std::size_t t = 0; t < singles.size(); t += 2) {
      entries.push_back({singles[t], singles[t + 1]});
    }
    EXPECT_EQ(entries.size() - before, event["asked"].get<std::size_t>());
    EXPECT_EQ(static_cast<std::int64_t>(entries.size()), event["queries"].get<std::int64_t>());
  }
  return entries;
}

std::vector<Json> parsed(const std::vector<std::string>& lines) {
  std::vector<Json> events;
  for (const std::string& line : lines) {
    EXPECT_EQ(line.find('\n'), std::string::npos);
    events.push_back(Json::parse(line));
  }
  return events;
}

void expect_whole(const Traced& run) {
  const std::vector<Json> events = parsed(run.lines);
  ASSERT_GE(events.size(), 2U);
  EXPECT_EQ(events.front()["event"], "run");
  EXPECT_EQ(events.front()["rows"], run.result.rows);
  EXPECT_EQ(events.front()["version"], version());
  EXPECT_EQ(events.back()["event"], "outcome");
  EXPECT_EQ(events.back()["queries"], run.result.queries);
  EXPECT_EQ(events.back()["rounds"], run.result.rounds);
  EXPECT_EQ(events.back()["status"], Json::parse(to_json(run.result))["status"]);
  const std::vector<Entry> entries = asked(events);
  const std::set<Entry> distinct(entries.begin(), entries.end());
  EXPECT_EQ(distinct.size(), entries.size());
  EXPECT_EQ(static_cast<std::int64_t>(entries.size()), run.result.queries);
  std::int64_t queries = 0;
  for (const Json& event : events) {
    EXPECT_GE(event["queries"].get<std::int64_t>(), queries);
    queries = event["queries"];
    EXPECT_FALSE(event.contains("seconds"));
  }
}

TEST(Trace, EveryMethodTellsAllItAsks) {
  for (const MethodInfo& method : method_table()) {
    for (const char* game : {"family:planted,n=12,m=10,k=1", "family:binary,n=12,k=2"}) {
      SCOPED_TRACE(std::string(method.name) + " on " + game);
      const Options options{.method = std::string(method.name)};
      Traced first;
      try {
        first = trace(game, options);
      } catch (const InputError&) {
        continue;  // a game that the method does not fit
      }
      expect_whole(first);
      EXPECT_EQ(trace(game, options).lines, first.lines);
      const Traced silent = trace(game, options, false);
      EXPECT_TRUE(silent.lines.empty());
      EXPECT_EQ(silent.result.queries, first.result.queries);
    }
  }
}

TEST(Trace, LargerRunsAndSymmetricOnes) {
  Options options;
  expect_whole(trace("family:planted,n=300,k=2", options));
  expect_whole(trace("family:spinning,n=60,cycles=3", options));
  options.symmetric = true;
  expect_whole(trace("family:rps,n=7", options));
  options.method = "full";
  expect_whole(trace("family:undercut,n=400", options));  // more than one batch a round
}

TEST(Trace, AStoppedRunEndsItsTrace) {
  const Traced run = trace("family:random,n=30", {.budget = 77});
  expect_whole(run);
  const Json last = Json::parse(run.lines.back());
  EXPECT_EQ(last["status"], "stopped");
  EXPECT_EQ(last["stop_reason"], "budget");
  EXPECT_EQ(last["queries"], 77);
}

TEST(Trace, AnEventIsTheDocumentedBytes) {
  const std::vector<Index> rows{3, 5};
  const std::vector<Rational> values{Rational(1, 2), 4};
  const Rational value(-2, 3);
  const std::vector<EventField> fields{
      {"row", 7},       {"rows", rows},
      {"value", value}, {"values", values},
      {"gap", 0.5},     {"text", "a \"b\""},
      {"noise", true},  {"seed", std::uint64_t{18446744073709551615U}}};
  EXPECT_EQ(to_json(Event{"name", 12, 3, fields}),
            R"({"event":"name","queries":12,"rounds":3,"row":7,"rows":[3,5],"value":"-2/3",)"
            R"("values":["1/2","4"],"gap":0.5,"text":"a \"b\"","noise":true,)"
            R"("seed":18446744073709551615})");
}

TEST(Trace, WholeLinesAreThreeNumbers) {
  const Traced run = trace("family:random,n=3,m=4", {.method = "full"});
  const std::vector<Json> events = parsed(run.lines);
  EXPECT_EQ(events[2]["row_runs"], (std::vector<Index>{0, 0, 4, 1, 1, 3, 2, 1, 3}));
  EXPECT_EQ(events[2]["column_runs"], (std::vector<Index>{0, 1, 2}));
  EXPECT_FALSE(events[2].contains("entries"));
}

// An observer sees a run and does not change it: the result is the same, byte for byte.

class Watcher final : public Observer {
 public:
  explicit Watcher(bool events) : events_(events) {}
  void progress(const Progress& now) override {
    if (now.low && now.high) {
      EXPECT_LE(*now.low, *now.high);
    }
    ++seen;
    if (now.low || now.high) ++bounded;
  }
  [[nodiscard]] bool wants_events() const override { return events_; }
  void event(const Event& /*event*/) override {}
  int seen = 0;
  int bounded = 0;  // times that there were bounds to see

 private:
  bool events_;
};

std::string json_of(Source& game, const Options& options, Observer* observer) {
  Result result = solve(game, options, {.observer = observer});
  result.seconds = 0;
  return to_json(result);
}

// Budgets, tolerances and ranges end runs on what was worked out on the way.
Options random_options(const test::WholeGame& game, std::mt19937_64& random) {
  constexpr const char* methods[] = {"auto", "lazy", "reweighted", "saddle-bienstock", "full"};
  Options options{.method = methods[random() % 5], .seed = random()};
  const bool lazy = options.method == "auto" || options.method == "lazy";
  if (random() % 2 == 0) {
    options.budget = 1 + static_cast<std::int64_t>(random() % game.payoffs.size());
  }
  if (lazy && random() % 2 == 0) {
    options.payoff_range = PayoffRange{Rational(std::ranges::min(game.payoffs), game.scale),
                                       Rational(std::ranges::max(game.payoffs) + 1, game.scale)};
  }
  if (lazy && random() % 2 == 0) options.epsilon = Rational(1 + random() % 8, 16);
  return options;
}

TEST(Watched, SmallGamesEndTheSame) {
  std::mt19937_64 random(1);
  for (int number = 0; number < test::this_many(1500); ++number) {
    SCOPED_TRACE(number);
    const test::WholeGame game = test::random_game(random, 9);
    const auto source = test::function_of(game);
    const Options options = random_options(game, random);
    Watcher watcher(number % 2 == 0);
    ASSERT_EQ(json_of(*source, options, &watcher), json_of(*source, options, nullptr));
    EXPECT_GT(watcher.seen, 0);
  }
}

TEST(Watched, FamiliesEndTheSame) {
  const char* games[] = {"family:lowrank,n=50,rank=4", "family:elo,n=50,noise=0.5",
                         "family:planted,n=50,k=3", "family:binary,n=50,k=3",
                         "family:undercut,n=50"};
  for (const char* name : games) {
    const auto game = open_game(name);
    for (const std::int64_t budget : {100, 300, 900, 2500}) {
      for (const int epsilon : {0, 1, 4}) {
        SCOPED_TRACE(std::string(name) + " " + std::to_string(budget) + " " +
                     std::to_string(epsilon));
        Options options{.budget = budget};
        if (epsilon > 0) options.epsilon = Rational(epsilon, 20);
        Watcher watcher(false);
        EXPECT_EQ(json_of(*game, options, &watcher), json_of(*game, options, nullptr));
      }
    }
  }
}

// Where everything is known the answer is next: nothing is worked out for whoever watches.
TEST(Watched, NoBoundsAreWorkedOutWhereEverythingIsKnown) {
  for (const char* name : {"family:random,n=10", "family:random,n=64", "family:rps,n=31"}) {
    SCOPED_TRACE(name);
    Watcher watcher(false);
    json_of(*open_game(name), {.method = "full"}, &watcher);
    EXPECT_GT(watcher.seen, 0);
    EXPECT_EQ(watcher.bounded, 0);
  }
}

}  // namespace
}  // namespace allnash::trace_test
