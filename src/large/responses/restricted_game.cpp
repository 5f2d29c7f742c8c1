#include <cstddef>
#include <utility>

#include "large/responses/parts.hpp"

namespace allnash::responses {

std::optional<Index> RestrictedGame::find(Player player, const std::string& strategy) const {
  const auto& numbers = sides_.of(player).numbers;
  const auto found = numbers.find(strategy);
  if (found == numbers.end()) return {};
  return found->second;
}

Index RestrictedGame::add(Player player, const std::string& strategy) {
  Names& side = sides_.of(player);
  const auto [place, fresh] = side.numbers.try_emplace(strategy, std::ssize(side.names));
  if (fresh) side.names.push_back(strategy);
  return place->second;
}

std::vector<Entry> RestrictedGame::missing() const {
  std::vector<Entry> result;
  for (Index i = 0; i < count(Player::row); ++i) {
    const Index from = i < filled(Player::row) ? filled(Player::column) : 0;
    for (Index j = from; j < count(Player::column); ++j) result.push_back({i, j});
  }
  return result;
}

void RestrictedGame::fill(const std::vector<Rational>& payoffs) {
  exact::Matrix all(count(Player::row), count(Player::column));
  for (Index i = 0; i < payoffs_.rows(); ++i) {
    for (Index j = 0; j < payoffs_.columns(); ++j) all.at(i, j) = std::move(payoffs_.at(i, j));
  }
  std::size_t next = 0;
  for (const Entry& entry : missing()) all.at(entry.row, entry.column) = payoffs[next++];
  payoffs_ = std::move(all);
  for (const Player player : game::players) sides_.of(player).filled = count(player);
}

Rational RestrictedGame::scaled_payoff(Player player, Index strategy,
                                       const game::Mixture& opponent) const {
  return opponent.expect([&](Index other) {
    return player == Player::row ? payoffs_.at(strategy, other) : payoffs_.at(other, strategy);
  });
}

RestrictedGame::Best RestrictedGame::best_against(Player player,
                                                  const game::Mixture& opponent) const {
  Best best{0, scaled_payoff(player, 0, opponent)};
  for (Index strategy = 1; strategy < filled(player); ++strategy) {
    Rational scaled = scaled_payoff(player, strategy, opponent);
    if (is_better(player, scaled, best.scaled)) best = {strategy, std::move(scaled)};
  }
  return best;
}

}  // namespace allnash::responses
