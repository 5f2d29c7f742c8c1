// The trace of a run: complete, reproducible, and free when nobody listens.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "allnash/allnash.hpp"

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
  Hooks hooks;
  hooks.observer = &listener;
  Result result = solve(*open_game(game), options, hooks);
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
      Options options;
      options.method = method.name;
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
  Options options;
  options.budget = 77;
  const Traced run = trace("family:random,n=30", options);
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
  Options options;
  options.method = "full";
  const Traced run = trace("family:random,n=3,m=4", options);
  const std::vector<Json> events = parsed(run.lines);
  EXPECT_EQ(events[2]["row_runs"], (std::vector<Index>{0, 0, 4, 1, 1, 3, 2, 1, 3}));
  EXPECT_EQ(events[2]["column_runs"], (std::vector<Index>{0, 1, 2}));
  EXPECT_FALSE(events[2].contains("entries"));
}

}  // namespace
}  // namespace allnash::trace_test
