// A table as a game known by best responses.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "core/game/response_text.hpp"

namespace allnash::responses_test {

class TableGame final : public ResponseGame {
 public:
  TableGame(Index row_count, Index column_count, std::vector<Rational> values)
      : rows(row_count), columns(column_count), payoffs(std::move(values)) {}
  TableGame(TableGame&& other) noexcept
      : rows(other.rows), columns(other.columns), payoffs(std::move(other.payoffs)) {}

  static std::string name(Player player, Index strategy) {
    return (player == Player::row ? "r" : "c") + std::to_string(strategy);
  }
  [[nodiscard]] const Rational& at(Index i, Index j) const {
    return payoffs[static_cast<std::size_t>(i * columns + j)];
  }

  std::string start(Player player) override { return name(player, 0); }
  Rational payoff(const std::string& row, const std::string& column) override {
    note("payoff " + row + " " + column);
    ++asked_payoffs;
    return at(number(row), number(column));
  }
  Response respond(Player player, std::span<const WeightedStrategy> opponent) override {
    note(game::question_text(
        {ResponseQuestion::Kind::respond, player, "", "", {opponent.begin(), opponent.end()}}));
    ++asked_responses;
    const bool row = player == Player::row;
    Rational total;
    for (const WeightedStrategy& one : opponent) total += one.weight;
    std::optional<std::pair<Rational, Index>> best;
    for (Index own = 0; own < std::min(sees, row ? rows : columns); ++own) {
      Rational sum;
      for (const auto& [strategy, weight] : opponent) {
        const Index other = number(strategy);
        sum += weight * (row ? at(own, other) : at(other, own));
      }
      if (!best || (row ? sum > best->first : sum < best->first)) best = {sum, own};
    }
    const Rational off = looseness * total;
    return {name(player, best->second), row ? best->first + off : best->first - off, proof};
  }

  Index rows;
  Index columns;
  std::vector<Rational> payoffs;
  Response::Proof proof = Response::Proof::exact;
  Rational looseness;    ///< of bounds, for a total weight of 1
  Index sees = 1000000;  ///< responses are among the first so many strategies
  std::int64_t asked_payoffs = 0;
  std::int64_t asked_responses = 0;
  bool asked_twice = false;

 private:
  static Index number(const std::string& strategy) { return std::stoi(strategy.substr(1)); }
  void note(const std::string& question) {
    asked_twice = asked_twice || !asked_.insert(question).second;
  }
  std::set<std::string> asked_;
};

}  // namespace allnash::responses_test
