// Runs of a method, and what must hold of their results.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

#include "allnash/allnash.hpp"

namespace allnash::test {

inline Options with_method(std::string method, std::uint64_t seed = 1) {
  Options options;
  options.method = std::move(method);
  options.seed = seed;
  return options;
}

inline Result solved(Source& game, const std::string& method, std::uint64_t seed = 1) {
  return solve(game, with_method(method, seed));
}

inline Result solved(const std::string& name, const Options& options) {
  const auto game = open_game(name);
  return solve(*game, options);
}

/// The name of a game of a family that plants supports of k strategies.
inline std::string planted(Index n, Index k, std::uint64_t seed, const char* family = "planted") {
  return "family:" + std::string(family) + ",n=" + std::to_string(n) + ",k=" + std::to_string(k) +
         ",seed=" + std::to_string(seed);
}

/// The same equilibria, all of them.
inline void expect_same_answer(const Result& found, const Result& truth) {
  ASSERT_EQ(found.status, Status::proved);
  EXPECT_EQ(found.value, *truth.value);
  EXPECT_EQ(found.row().support, truth.row().support);
  EXPECT_EQ(found.column().support, truth.column().support);
  EXPECT_EQ(found.row().vertices, truth.row().vertices);
  EXPECT_EQ(found.column().vertices, truth.column().vertices);
}

/// Bounds, where there are any, of a result or of a run.
template <typename Bounded>
void expect_true_bounds(const Bounded& bounds, const Rational& value) {
  EXPECT_LE(bounds.low.value_or(value), value);
  EXPECT_GE(bounds.high.value_or(value), value);
}

/// Sees the events of a run.
class EventWatch final : public Observer {
 public:
  explicit EventWatch(std::function<void(const Event&)> see) : see_(std::move(see)) {}
  void progress(const Progress& /*now*/) override {}
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override { see_(event); }

 private:
  std::function<void(const Event&)> see_;
};

template <typename Number = std::int64_t>
Number field(const Event& event, std::string_view name) {
  for (const EventField& one : event.fields) {
    if (one.name == name) return std::get<Number>(one.value.held());
  }
  ADD_FAILURE() << event.name << " has no " << name;
  return {};
}

inline Result watched(Source& game, const Options& options, Observer& observer) {
  Hooks hooks;
  hooks.observer = &observer;
  return solve(game, options, hooks);
}

}  // namespace allnash::test
