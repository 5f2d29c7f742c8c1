// Double oracle (McMahan, Gordon and Blum 2003): solve the game among the strategies met so far,
// ask for best responses, add them, and end when responses earn no more than that game's value.
//
// Weak duality proves the answer: if no column pays less than v against x, and no row earns more
// than v against y, then v is the value and (x, y) an equilibrium. No payoff enters. Nothing less
// will do: while a strategy was not met, only the response to an exactly optimal mixture can end a
// run (docs/research/theory.md, section 15). So floating point chooses what to ask, and the
// mixtures that end a run are exact equilibria of the restricted game.
//
// The number of calls depends on the mixtures that are responded to. The literature takes a vertex
// of the restricted game's optimal sets, which jumps to and fro. A point of the central path, with
// three tenths of the gap that is left, takes fewer calls, down to a third of them
// (docs/large_games.md). Only one of the two players is asked: the one whose opponent's guarantee
// is farther from what the point pays. Asking both took a fifth more calls, and a third more
// payoffs. Once the gap is a ten-thousandth of the range of payoffs exact equilibria follow, one to
// three as a rule. Tried and dropped: in-out smoothing, of vertices or of the centre, took more
// calls than the centre; several responses an iteration took three to eight times the payoffs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "core/base/stop_token.hpp"
#include "core/base/text.hpp"
#include "core/game/pair.hpp"
#include "core/game/response_text.hpp"
#include "core/lp/float_game.hpp"
#include "core/lp/subgame.hpp"
#include "large/responses/asker.hpp"
#include "large/responses/parts.hpp"

namespace allnash {
namespace responses {
namespace {

using Clock = StopToken::Clock;
using game::Both;
using game::opponent_of;
using Kind = ResponseQuestion::Kind;
using Proof = Response::Proof;

constexpr double part_of_gap = 0.3;   // 0.15 to 0.5 differ little, 0.2 to 0.3 are best
constexpr double exact_below = 1e-4;  // of the range of payoffs

/// Doubles rounded to probabilities over a power of two.
MixedStrategy rounded(const std::vector<double>& mixture, int bits) {
  std::vector<std::int64_t> weights;
  std::int64_t total = 0;
  for (const double one : mixture) {
    weights.push_back(std::llround(std::ldexp(one, bits)));
    total += weights.back();
  }
  MixedStrategy result;
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t] > 0) result.push_back({static_cast<Index>(t), Rational(weights[t], total)});
  }
  return result;
}

/// The bits that make rounding small beside the gap, which is in units of the largest payoff.
int bits_for(double gap, Index strategies) {
  constexpr double least = 8;
  constexpr double most = 50;
  const double wanted = std::log2(50 * static_cast<double>(strategies) / gap);
  return static_cast<int>(std::ceil(std::clamp(wanted, least, most)));
}

class DoubleOracle {
 public:
  DoubleOracle(ResponseGame& game, const ResponseOptions& options, const Hooks& hooks,
               Clock::time_point begin, const StopToken& stop)
      : options_(options), hooks_(hooks), begin_(begin), stop_(stop), asker_(game, options, stop) {}

  ResponseAnswer run() {
    asker_.when_waiting = [this](const Waiting& now) { report(now); };
    if (!start()) return stopped();
    for (;;) {
      if (!fill()) return stopped();
      const std::vector<Wanted> wanted = choose();
      if (wanted.empty()) return stopped();
      const Index met = strategies_met();
      const std::optional<Rational> before = apparent_gap();
      const bool all = respond(wanted);
      ++iterations_;
      report();
      if (const auto status = proved_status()) return finished(*status);
      if (!all) return stopped();
      const bool nothing_new = strategies_met() == met;
      if (nothing_new && restricted_) return finished(final_status());
      one_at_a_time_ = !nothing_new;
      if (wanted.size() == 1) continue;
      // If the centre finds neither new strategies nor half the gap, exact equilibria follow.
      const std::optional<Rational> after = apparent_gap();
      if (nothing_new && (!before || !after || *after + *after > *before)) exactly_ = true;
    }
  }

 private:
  /// A response to check against payoffs that are not known yet.
  struct Claim {
    Player player;
    Index strategy;
    MixedStrategy opponent;
    Response response;
  };

  /// A response to ask for.
  struct Wanted {
    Player player;
    MixedStrategy opponent;
  };

  bool start() {
    std::vector<ResponseQuestion> questions;
    for (const Player player : game::players) questions.push_back({Kind::start, player});
    const auto replies = asker_.ask(questions);
    for (const Player player : game::players) {
      const auto& reply = replies[player == Player::row ? 0 : 1];
      if (!reply) return false;
      game_.add(player, reply->strategy);
    }
    return true;
  }

  bool fill() {
    const std::vector<Entry> missing = game_.missing();
    std::vector<ResponseQuestion> questions;
    for (const Entry& entry : missing) {
      questions.push_back({Kind::payoff, Player::row, game_.name(Player::row, entry.row),
                           game_.name(Player::column, entry.column)});
    }
    std::vector<Rational> payoffs;
    for (auto& reply : asker_.ask(questions)) {
      if (!reply) return false;
      payoffs.push_back(std::move(reply->sum));
    }
    const Both<Index> filled{game_.filled(Player::row), game_.filled(Player::column)};
    game_.fill(payoffs);
    for (const Claim& claim : std::exchange(claims_, {})) check_new(claim);
    for (const Player player : game::players)
      check_guarantee(player, filled.of(opponent_of(player)));
    return true;
  }

  Index strategies_met() const { return game_.count(Player::row) + game_.count(Player::column); }

  // Choice of the mixtures to respond to.

  /// Floating-point mixtures while the gap is large, then the exact equilibrium; none when stopped.
  std::vector<Wanted> choose() {
    std::vector<Wanted> wanted;
    restricted_.reset();
    if (!exactly_) wanted = to_floating_mixtures();
    if (wanted.empty()) {
      restricted_ = lp::solve(game_.payoffs(), stop_);
      if (restricted_) wanted = to_both({restricted_->row, restricted_->column});
    }
    return wanted;
  }

  static std::vector<Wanted> to_both(const Both<MixedStrategy>& mixture) {
    return {{Player::row, mixture.column}, {Player::column, mixture.row}};
  }

  std::vector<Wanted> to_floating_mixtures() {
    const lp::FloatGame floating(game_.payoffs(), stop_);
    double part = std::numeric_limits<double>::infinity();  // the gap, in units of `reach`
    if (const auto gap = apparent_gap()) part = gap->to_double() / floating.reach();
    exactly_ = !(part > 2 * exact_below);
    if (exactly_) return {};
    const auto whole = [&](const std::vector<double>& row, const std::vector<double>& column) {
      const int bits = bits_for(part_of_gap * part, std::max(std::ssize(row), std::ssize(column)));
      return Both<MixedStrategy>{rounded(row, bits), rounded(column, bits)};
    };
    std::vector<Wanted> wanted;
    if (options_.respond_to != RespondTo::vertex) {
      // Payoffs of a FloatGame lie in [-100, 100].
      const auto centre = central_mixtures(floating, part_of_gap * part * 100, stop_);
      if (centre) wanted = to_both(whole(centre->row, centre->column));
      if (centre && options_.respond_to == RespondTo::centre) leave_one(wanted, floating, *centre);
    }
    if (options_.respond_to != RespondTo::centre) {
      for (const Player player : game::players) {
        basis_.of(player).resize(at(game_.count(player)), lp::SimplexPlace::fresh);
      }
      const auto vertex = lp::solve_floating(floating, basis_, stop_);
      if (vertex) {
        for (Wanted& one : to_both(whole(vertex->row.played, vertex->column.played))) {
          wanted.push_back(std::move(one));
        }
      }
    }
    return wanted;
  }

  /// Keeps the response that can close more of the gap: the row player's, if the column player's
  /// guarantee is farther from the payoff of the two mixtures than the row player's.
  void leave_one(std::vector<Wanted>& wanted, const lp::FloatGame& floating,
                 const Both<std::vector<double>>& centre) const {
    if (!one_at_a_time_ || !apparent_gap()) return;
    double paid = 0;
    for (Index i = 0; i < floating.rows(); ++i) {
      double earned = 0;
      for (Index j = 0; j < floating.columns(); ++j) {
        earned += floating.at(i, j) * centre.column[at(j)];
      }
      paid += centre.row[at(i)] * earned;
    }
    const double value = floating.original(paid);
    const double above = apparent_.column->to_double() - value;
    const double below = value - apparent_.row->to_double();
    if (above > below) wanted.pop_back();
    if (above < below) wanted.erase(wanted.begin());
  }

  /// The gap between the best mixtures so far, measured against known strategies only.
  std::optional<Rational> apparent_gap() const {
    if (!apparent_.row || !apparent_.column) return {};
    return *apparent_.column - *apparent_.row;
  }

  // Responses and their consequences.

  ResponseQuestion question(Player player, const MixedStrategy& opponent) const {
    ResponseQuestion result{Kind::respond, player};
    const std::vector<Rational> weights = whole_weights(opponent);
    for (std::size_t t = 0; t < opponent.size(); ++t) {
      result.opponent.push_back(
          {game_.name(opponent_of(player), opponent[t].strategy), weights[t]});
    }
    return result;
  }

  bool respond(const std::vector<Wanted>& wanted) {
    std::vector<ResponseQuestion> questions;
    for (const Wanted& one : wanted) questions.push_back(question(one.player, one.opponent));
    const auto replies = asker_.ask(questions);
    bool all = true;
    for (std::size_t t = 0; t < wanted.size(); ++t) {
      const auto& [player, opponent] = wanted[t];
      const auto& reply = replies[t];
      all = all && reply.has_value();
      if (!reply) continue;
      take({player, 0, opponent, *reply});
      if (restricted_) to_restricted_.of(opponent_of(player)) = {opponent, *reply};
    }
    return all;
  }

  void take(Claim claim) {
    const game::Mixture opponent(claim.opponent);
    const RestrictedGame::Best best = game_.best_against(claim.player, opponent);
    if (claim.response.proof != Proof::none) {
      if (is_better(claim.player, best.scaled, claim.response.sum)) {
        refuse_claim(claim, best.strategy, best.scaled);
      }
      const Rational guaranteed = opponent.unscaled(claim.response.sum);
      improve(opponent_of(claim.player), guaranteed, claim);
    }
    const auto known = game_.find(claim.player, claim.response.strategy);
    if (known && *known < game_.filled(claim.player)) {
      claim.strategy = *known;
      check_earned(claim, opponent);
      if (claim.response.proof != Proof::exact) {
        appear(opponent_of(claim.player), opponent.unscaled(best.scaled));
      }
    } else {
      claim.strategy = game_.add(claim.player, claim.response.strategy);
      claims_.push_back(std::move(claim));
    }
  }

  /// Records that a mixture of the player guarantees this value.
  void improve(Player player, const Rational& guaranteed, const Claim& claim) {
    if (claim.response.proof == Proof::exact) appear(player, guaranteed);
    auto& best = best_.of(player);
    if (best && !is_better(player, guaranteed, best->value)) return;
    best = Guarantee{{claim.opponent, claim.response}, guaranteed};
  }

  void appear(Player player, const Rational& guaranteed) {
    auto& apparent = apparent_.of(player);
    if (!apparent || is_better(player, guaranteed, *apparent)) apparent = guaranteed;
  }

  void check_new(const Claim& claim) {
    const game::Mixture opponent(claim.opponent);
    check_earned(claim, opponent);
    if (claim.response.proof == Proof::exact) return;
    appear(opponent_of(claim.player),
           opponent.unscaled(game_.best_against(claim.player, opponent).scaled));
  }

  /// Checks that the named strategy earns the stated sum, or does not exceed the stated bound.
  void check_earned(const Claim& claim, const game::Mixture& opponent) const {
    if (claim.response.proof == Proof::none) return;
    const Rational earned = game_.scaled_payoff(claim.player, claim.strategy, opponent);
    const bool agrees = claim.response.proof == Proof::exact
                            ? earned == claim.response.sum
                            : !is_better(claim.player, earned, claim.response.sum);
    if (!agrees) refuse_claim(claim, claim.strategy, earned);
  }

  /// Checks the guarantee of the best mixture against newer strategies: so the lower bound stays
  /// below the upper one.
  void check_guarantee(Player player, Index from) const {
    const auto& best = best_.of(player);
    if (!best) return;
    const Player other = opponent_of(player);
    const game::Mixture mixture(best->answered.mixture);
    const Claim claim{other, 0, best->answered.mixture, best->answered.response};
    for (Index strategy = from; strategy < game_.filled(other); ++strategy) {
      const Rational earned = game_.scaled_payoff(other, strategy, mixture);
      if (is_better(other, earned, claim.response.sum)) refuse_claim(claim, strategy, earned);
    }
  }

  [[noreturn]] void refuse_claim(const Claim& claim, Index strategy, const Rational& earned) const {
    const std::string& name = game_.name(claim.player, strategy);
    const std::string said = game::reply_text(Kind::respond, claim.response);
    throw SourceError(printable(game::question_text(question(claim.player, claim.opponent)), 200) +
                      ": the answer " + in_quotes(said) + " contradicts the payoffs: by them " +
                      in_quotes(name) + " has " + earned.to_string());
  }

  // The end of a run.

  std::optional<Status> proved_status() const {
    if (!best_.row || !best_.column) return {};
    const Rational gap = best_.column->value - best_.row->value;
    if (gap.sign() == 0) return Status::equilibrium;
    if (options_.epsilon && gap <= *options_.epsilon) return Status::within;
    return {};
  }

  /// The status when responses to the restricted game's equilibrium are all known strategies.
  Status final_status() const {
    const bool bounded = best_.row && best_.column && !options_.epsilon;
    return bounded ? Status::within : Status::no_better_response;
  }

  std::vector<LikelyStrategy> named(Player player, const MixedStrategy& mixture) const {
    std::vector<LikelyStrategy> result;
    for (const auto& [strategy, probability] : mixture) {
      result.push_back({game_.name(player, strategy), probability});
    }
    return result;
  }

  ResponseAnswer described(Status status) const {
    ResponseAnswer answer;
    answer.status = status;
    if (status == Status::equilibrium) {
      answer.value = best_.row->value;
    } else {
      if (best_.row) answer.low = best_.row->value;
      if (best_.column) answer.high = best_.column->value;
    }
    if (best_.row) answer.row = named(Player::row, best_.row->answered.mixture);
    if (best_.column) answer.column = named(Player::column, best_.column->answered.mixture);
    answer.row_strategies_met = game_.count(Player::row);
    answer.column_strategies_met = game_.count(Player::column);
    answer.responses = asker_.responses();
    answer.payoffs = asker_.payoffs();
    answer.recalled = asker_.recalled();
    answer.rechecked = asker_.rechecked();
    answer.iterations = iterations_;
    answer.seconds = seconds();
    return answer;
  }

  ResponseAnswer finished(Status status) {
    asker_.finish();
    ResponseAnswer answer = described(status);
    Both<Answered> answered = to_restricted_;
    if (status == Status::no_better_response) {
      answer.restricted_value = restricted_->value;
      answer.row = named(Player::row, restricted_->row);
      answer.column = named(Player::column, restricted_->column);
    } else {
      answered = {best_.row->answered, best_.column->answered};
    }
    if (hooks_.certificate != nullptr) {
      write_certificate(*hooks_.certificate, answer, game_, answered);
    }
    return answer;
  }

  ResponseAnswer stopped() {
    asker_.finish();
    ResponseAnswer answer = described(Status::stopped);
    answer.stop = asker_.stop_reached();
    return answer;
  }

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

  void report(const std::optional<Waiting>& waiting = {}) {
    if (hooks_.observer == nullptr) return;
    Progress now;
    now.waiting = waiting;
    now.queries = asker_.responses() + asker_.payoffs();
    now.rounds = iterations_;
    if (best_.row) now.low = best_.row->value.to_double();
    if (best_.column) now.high = best_.column->value.to_double();
    now.seconds = seconds();
    now.stage = restricted_ ? "responses to an equilibrium" : "responses to the centre";
    hooks_.observer->progress(now);
  }

  struct Guarantee {
    Answered answered;
    Rational value;
  };

  const ResponseOptions& options_;
  const Hooks& hooks_;
  Clock::time_point begin_;
  StopToken stop_;
  Asker asker_;
  RestrictedGame game_;
  std::vector<Claim> claims_;
  Both<std::optional<Guarantee>> best_;     // proved
  Both<std::optional<Rational>> apparent_;  // against known strategies only
  std::optional<game::Pair> restricted_;    // if responded to in this iteration
  Both<Answered> to_restricted_;
  lp::Basis basis_;  // of the last vertex
  std::int64_t iterations_ = 0;
  bool one_at_a_time_ = true;  // false after a round without new strategies
  bool exactly_ = false;
};

void check_options(const ResponseOptions& options) {
  if (options.budget && *options.budget < 0) throw OptionError("budget: below 0");
  if (options.time_limit && !(*options.time_limit >= 0)) throw OptionError("time-limit: below 0");
  if (options.epsilon && options.epsilon->sign() <= 0) throw OptionError("epsilon: not above 0");
}

}  // namespace

std::vector<Rational> whole_weights(const MixedStrategy& mixture) {
  const game::Mixture whole(mixture);
  std::vector<Rational> weights;
  for (const auto& [strategy, probability] : mixture) weights.push_back(whole.scaled(probability));
  return weights;
}

}  // namespace responses

ResponseAnswer solve_responses(ResponseGame& game, const ResponseOptions& options,
                               const Hooks& hooks) {
  using responses::Clock;
  responses::check_options(options);
  const auto begin = Clock::now();
  return responses::DoubleOracle(game, options, hooks, begin,
                                 StopToken(hooks.stop, deadline_after(begin, options.time_limit)))
      .run();
}

}  // namespace allnash
