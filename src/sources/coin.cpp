// Turns a known game into a game of chance: each play is a coin whose mean is the payoff.
#include "allnash/error.hpp"
#include "allnash/game.hpp"
#include "base/random.hpp"
#include "base/text.hpp"
#include "exact/access.hpp"
#include "sources/table.hpp"

namespace allnash {
namespace sources {
namespace {

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
  // Heads when a uniform word of 64 bits lies below chance * 2^64, rounded down: off by less than
  // 2^-64.
  [[nodiscard]] bool heads(const Question& play, const Rational& payoff) const {
    if (!range_.holds(payoff)) {
      throw InputError(entry_name(play.entry) + ": the payoff " + payoff.to_string() +
                       " is outside the range " + range_.low.to_string() + "," +
                       range_.high.to_string());
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

}  // namespace
}  // namespace sources

std::unique_ptr<Source> coin_game(std::unique_ptr<Source> game, const PayoffRange& range) {
  return std::make_unique<sources::CoinGame>(std::move(game), range);
}

}  // namespace allnash
