#include "league/estimate/leaderboard.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/at.hpp"

namespace allnash::league {
namespace {

constexpr double order_confidence = 0.9;
constexpr double widened = 1.1;
constexpr double enough_for_first = 0.95;  // may be first: the fewest players with this probability
// The thresholds of the cases.
constexpr double clearly_first = 0.9;
constexpr double clearly_near = 0.95;
constexpr double worth_mixing = 0.03;
constexpr double beats_all = 0.5;
constexpr double likely_cycle = 0.5;
constexpr std::size_t few_rivals = 4;

/// More draws for smaller leagues, where they cost little.
std::size_t board_draws(std::size_t players) {
  const std::size_t pairs = std::max<std::size_t>(players * (players - 1) / 2, 1);
  const std::size_t least = std::clamp<std::size_t>(200'000'000 / pairs, 100, 400);
  return std::clamp<std::size_t>(4'000'000 / pairs, least, 1000);
}

std::shared_ptr<BoardDraws> draws_of(const PairingSums& sums, const DrawnLeagues& leagues,
                                     const BoardQuestion& question,
                                     const std::vector<double>& field, const StopToken& stop) {
  auto drawn = std::make_shared<BoardDraws>();
  drawn->posteriors = leagues.posteriors;
  drawn->sums = sums;
  Hash hash;
  hash.add(hash_of(sums));
  hash.add(question.seed);
  hash.add("leaderboard");
  drawn->seed = hash.value();
  Random random(hash.value());
  const std::size_t draws = board_draws(field.size());
  Posteriors::Factors factors;
  for (std::size_t t = 0; t < draws && !stop.stopped(); ++t) {
    drawn->draws.push_back(drawn->posteriors->draw_skills(random, factors));
    const auto& [posterior, skills] = drawn->draws.back();
    drawn->scores.push_back(posterior->draw_scores(skills, field, random));
  }
  return drawn;
}

/// The score of a player with its middle 90 %, from its score in each draw.
void set_score(Leaderboard::Player& player, std::vector<double> scores) {
  const auto draws = static_cast<double>(scores.size());
  player.score = std::accumulate(scores.begin(), scores.end(), 0.0) / draws;
  const Middle middle = middle_of(std::move(scores), 0.9);
  player.low = std::max(0.0, player.score - widened * (player.score - middle.low));
  player.high = std::min(1.0, player.score + widened * (middle.high - player.score));
}

/// The middle 90 % of a player's ranks, ends included.
void set_ranks(Leaderboard::Player& player, std::vector<Index> ranks) {
  std::ranges::sort(ranks);
  const double last = static_cast<double>(ranks.size() - 1);
  player.rank_low = ranks[static_cast<std::size_t>(std::floor(0.05 * last))];
  player.rank_high = ranks[static_cast<std::size_t>(std::ceil(0.95 * last))];
}

void set_players(Leaderboard& board, const DrawnScores& scores,
                 const std::vector<Estimate::Strategy>& strategies) {
  const std::vector<std::vector<Index>> ranks = ranks_of(scores);
  const auto draws = static_cast<double>(scores.size());
  std::vector<double> best;
  for (const std::vector<double>& one : scores) best.push_back(std::ranges::max(one));
  for (std::size_t i = 0; i < scores.front().size(); ++i) {
    Leaderboard::Player player;
    player.index = static_cast<Index>(i);
    player.matches = strategies[i].matches;
    std::vector<double> own;
    std::vector<Index> own_ranks;
    for (std::size_t t = 0; t < scores.size(); ++t) {
      own.push_back(scores[t][i]);
      own_ranks.push_back(ranks[t][i]);
      if (ranks[t][i] == 1) player.first += 1;
      if (best[t] - scores[t][i] <= board.zone) player.near_first += 1;
    }
    player.first /= draws;
    player.near_first /= draws;
    set_score(player, std::move(own));
    set_ranks(player, std::move(own_ranks));
    board.players.push_back(player);
  }
  std::ranges::stable_sort(board.players, std::greater(), &Leaderboard::Player::score);
}

std::vector<Index> first_perhaps(const Leaderboard& board) {
  std::vector<Leaderboard::Player> players = board.players;
  std::ranges::stable_sort(players, std::greater(), &Leaderboard::Player::first);
  std::vector<Index> list;
  double sum = 0;
  for (const Leaderboard::Player& one : players) {
    if (sum >= enough_for_first) break;
    sum += one.first;
    list.push_back(one.index);
  }
  return list;
}

/// The best mean worst case of a single player, over the drawn leagues, and the part of the leagues
/// in which somebody beats everybody else.
struct Singles {
  double worst_case = 0;
  double beats_everybody = 0;
};
Singles singles_of(const DrawnLeagues& leagues) {
  const std::size_t size = leagues.games.own;
  std::vector<double> worst(size);
  Singles singles;
  for (const std::vector<double>& payoffs : leagues.games.payoffs) {
    bool somebody = false;
    for (std::size_t i = 0; i < size; ++i) {
      double least = 1;
      for (std::size_t j = 0; j < size; ++j) {
        if (j != i) least = std::min(least, payoffs[i * size + j]);
      }
      worst[i] += std::min(least, 0.5);
      somebody = somebody || least > 0.5;
    }
    singles.beats_everybody += somebody ? 1 : 0;
  }
  const auto count = static_cast<double>(leagues.count());
  singles.worst_case = std::ranges::max(worst) / count;
  singles.beats_everybody /= count;
  return singles;
}

BoardCase case_of(const Leaderboard& board, bool has_field, double cycle) {
  if (has_field) return BoardCase::bring;
  const Leaderboard::Player& leader = board.players.front();
  if (leader.first >= clearly_first) return BoardCase::clear;
  if (board.gain_of_mixing >= worth_mixing && board.beats_everybody < beats_all &&
      cycle >= likely_cycle) {
    return BoardCase::cyclic;
  }
  // Only now: in a ring all score alike, and nobody is best.
  if (leader.near_first >= clearly_near) return BoardCase::clear;
  const std::size_t rivals = std::max(few_rivals, board.players.size() / 8);
  return board.may_be_first.size() <= rivals ? BoardCase::rivals : BoardCase::early;
}

}  // namespace

double surest_cycle(const Estimate& estimate) {
  if (estimate.cycles.empty()) return 0;
  return static_cast<double>(estimate.cycles.front().draws) / static_cast<double>(estimate.draws);
}

std::optional<Leaderboard> leaderboard_of(const PairingSums& sums, const EstimateWithReasons& known,
                                          const BoardQuestion& question, const StopToken& stop) {
  const auto players = at(sums.rows);
  Leaderboard board;
  board.zone = question.zone;
  board.field = question.field;
  if (board.field.empty()) board.field.assign(players, 1 / static_cast<double>(players));
  const auto drawn = draws_of(sums, known.leagues, question, board.field, stop);
  if (stop.stopped()) return {};
  board.draws = std::ssize(drawn->draws);
  set_players(board, drawn->scores, known.estimate.rows);
  board.may_be_first = first_perhaps(board);
  board.order_confidence = order_confidence;
  board.order = joint_order(drawn->scores, order_confidence, stop);
  const Singles singles = singles_of(known.leagues);
  double mixed = 0;
  for (const double worst : known.row.worst_cases) mixed += std::min(worst, 0.5);
  board.best_single = singles.worst_case;
  board.gain_of_mixing = mixed / static_cast<double>(known.leagues.count()) - singles.worst_case;
  board.beats_everybody = singles.beats_everybody;
  board.answer = case_of(board, !question.field.empty(), surest_cycle(known.estimate));
  board.inner = drawn;
  if (stop.stopped()) return {};
  return board;
}

}  // namespace allnash::league
