// Games that are no tables: computed by a function of the caller, made of coins, or without
// answers, for planning.
#include <fmt/core.h>

#include <chrono>
#include <exception>
#include <utility>

#include "allnash/game.hpp"
#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash {
namespace sources {
namespace {

class FunctionGame final : public Source {
 public:
  using Function = std::function<Rational(const Question&)>;

  FunctionGame(Index rows, Index columns, const SourceTraits& traits, Function function)
      : Source(rows, columns, {}, traits), function_(std::move(function)) {}

  // A function may be slow: answers are passed on every few milliseconds, and when a call fails.
  void answer(std::span<const Question> asked, Answers& answers) override {
    std::vector<std::size_t> which;
    std::vector<Rational> found;
    const auto hand_over = [&] {
      if (!which.empty()) answers.take(which, found);
      which.clear();
      found.clear();
    };
    auto last = Clock::now();
    for (std::size_t t = 0; t < asked.size() && !answers.stopped(); ++t) {
      if (traits().random) {
        answers.handing_out({&t, 1});
        if (answers.stopped()) break;
      }
      try {
        found.push_back(payoff(asked[t]));
        which.push_back(t);
      } catch (const SourceError& error) {
        hand_over();
        std::string why = error.what();
        if (traits().random || !answers.do_without(t, why)) throw SourceError(why);
        continue;
      }
      if (Clock::now() - last < patience) continue;
      hand_over();
      last = Clock::now();
    }
    hand_over();
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::duration patience = std::chrono::milliseconds(2);

  [[nodiscard]] Rational payoff(const Question& asked) const {
    try {
      return function_(asked);
    } catch (const std::exception& error) {
      throw SourceError(entry_name(asked.entry) + ": " + error.what());
    } catch (...) {
      throw SourceError(entry_name(asked.entry) + ": the payoff function failed");
    }
  }

  Function function_;
};

class UnansweredGame final : public Source {
 public:
  using Source::Source;

  void payoffs(std::span<const Question> asked, std::span<Rational> /*answers*/) override {
    if (asked.empty()) return;
    throw SourceError(entry_name(asked.front().entry) + ": this game has no payoff source");
  }
};

/// Turns a known game into a game of chance: each play is a Bernoulli draw whose mean is the
/// payoff.
class CoinGame final : public Source {
 public:
  CoinGame(std::unique_ptr<Source> game, const PayoffRange& range)
      : Source(game->rows(), game->columns(), game->labels(), {.random = true, .seeded = true}),
        game_(std::move(game)),
        range_(range) {}

  [[nodiscard]] GameIdentity identity() const override {
    GameIdentity identity = game_->identity();
    if (!identity.fingerprint.empty()) identity.fingerprint = "coin " + identity.fingerprint;
    return identity;
  }
  [[nodiscard]] const SelfCheck* self_check() const override { return game_->self_check(); }

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    std::vector<Entry> entries;
    for (const Question& play : asked) entries.push_back(play.entry);
    const std::vector<Rational> payoffs = payoffs_of(*game_, entries);
    for (std::size_t t = 0; t < asked.size(); ++t) {
      answers[t] = heads(asked[t], payoffs[t]) ? range_.high : range_.low;
    }
  }

 private:
  // Heads when a uniform 64-bit word is below chance * 2^64, rounded down: an error below 2^-64.
  [[nodiscard]] bool heads(const Question& play, const Rational& payoff) const {
    if (!range_.holds(payoff)) {
      refuse(entry_name(play.entry),
             fmt::format("the payoff {} is outside the range {},{}", payoff.to_string(),
                         range_.low.to_string(), range_.high.to_string()));
    }
    if (payoff == range_.high) return true;
    const Rational chance = (payoff - range_.low) / (range_.high - range_.low);
    exact::Integer limit;
    fmpz_mul_2exp(limit.raw(), exact::numerator(chance), 64);
    fmpz_fdiv_q(limit.raw(), limit.raw(), exact::denominator(chance));
    return mixed(play.seed ^ 0x632be59bd9b4e019U) < fmpz_get_ui(limit.raw());
  }

  std::unique_ptr<Source> game_;
  PayoffRange range_;
};

template <typename Function>
void check_function(Index rows, Index columns, const Function& function) {
  check_shape("function", rows, columns);
  if (!function) throw InputError("function: no function was given");
}

}  // namespace
}  // namespace sources

using sources::FunctionGame;

std::unique_ptr<Source> function_game(Index rows, Index columns,
                                      std::function<Rational(Index, Index)> payoff) {
  sources::check_function(rows, columns, payoff);
  return std::make_unique<FunctionGame>(rows, columns,
                                        SourceTraits{.may_vary = true, .anonymous = true},
                                        [payoff = std::move(payoff)](const Question& asked) {
                                          return payoff(asked.entry.row, asked.entry.column);
                                        });
}

std::unique_ptr<Source> function_game(Index rows, Index columns,
                                      std::function<Rational(Index, Index, std::uint64_t)> play,
                                      bool seeded) {
  sources::check_function(rows, columns, play);
  return std::make_unique<FunctionGame>(
      rows, columns,
      SourceTraits{
          .random = true, .seeded = seeded, .tells_what_goes_out = true, .anonymous = true},
      [play = std::move(play)](const Question& asked) {
        return play(asked.entry.row, asked.entry.column, asked.seed);
      });
}

std::unique_ptr<Source> unanswered_game(Index rows, Index columns) {
  check_shape("game", rows, columns);
  return std::make_unique<sources::UnansweredGame>(rows, columns);
}

std::unique_ptr<Source> coin_game(std::unique_ptr<Source> game, const PayoffRange& range) {
  return std::make_unique<sources::CoinGame>(std::move(game), range);
}

}  // namespace allnash
