// A game with the run that asks for it, for tests of the parts of methods.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "allnash/game.hpp"
#include "matrix/run/run.hpp"
#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::test {

struct Asked {
  explicit Asked(std::unique_ptr<Source> source) : game(std::move(source)), ledger(*game) {}
  explicit Asked(const std::string& name) : Asked(open_game(name)) {}

  void know(const game::Lines& rows, const game::Lines& columns) {
    ASSERT_TRUE(ledger.ask(game::entries_of({{rows, columns}})));
  }

  std::unique_ptr<Source> game;
  Options options = {};
  asking::Ledger ledger;
  const game::Known& known = ledger.known();
  matrix::Run run{ledger, options, StopToken()};
};

}  // namespace allnash::test
