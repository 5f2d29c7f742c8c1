// Asking ahead by a price: what is asked in vain stays near the share that the user is ready to
// pay, and as much is handed out as that allows.
//
// In a made-up run each of 400 rounds has 20 entries that it may ask for, each with a chance of its
// own. The votes of a forecast are eight draws of these chances, each for a quarter of the games,
// since games that fit what is known err together. Each of these errors makes a test fail: votes
// are taken for chances as they stand (`Chances::of` returns votes / games), since few of the many
// entries with small chances would then count for much; what is enough does not rise with what is
// in vain, or rises to 1, where nothing is handed out any more; urgency is passed over.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::asking::price_test {
namespace {

constexpr Index rounds = 400;
constexpr Index width = 20;

/// Idle workers without end: they take all that may be asked ahead, and answer at once.
class Workers final : public Source {
 public:
  Workers() : Source(rounds, width, {}, {.asks_ahead = true}) {}
  void answer(std::span<const Question> asked, Answers& answers) override {
    AskAhead* const ahead = answers.ahead();
    std::vector<Question> taken;
    do {
      ahead->settle();
      taken = ahead->next(20);
      handed_out.insert(handed_out.end(), taken.begin(), taken.end());
      ahead->take(taken, std::vector<Rational>(taken.size()));
    } while (!taken.empty());
    ahead->settle();  // so that no forecast is made while the run goes on
    for (std::size_t t = 0; t < asked.size(); ++t) {
      answers.take(std::vector{t}, std::vector{Rational(0)});
    }
  }
  std::vector<Question> handed_out;
};

class MadeUpRun {
 public:
  MadeUpRun(std::uint64_t seed, double urgency) : random_(seed), urgency_(urgency) {
    constexpr double often[] = {1, 1, 0.95, 0.9, 0.8, 0.6, 0.4, 0.2, 0.1, 0.05};
    for (Index t = 0; t < rounds * width; ++t) {
      chances_.push_back(often[random_() % 10]);
      needed_.push_back(with(chances_.back()));
    }
  }

  struct Count {
    double needed = 0;
    double ahead = 0;
    double in_vain = 0;
  };
  Count run(double price) {
    LedgerSettings settings;
    settings.price = price;
    settings.forecaster = [this](const ReplayStart&, const StopFlag&) { return forecast(); };
    Workers workers;
    Ledger ledger(workers, settings);
    for (now_ = 0; now_ < rounds; ++now_) {
      std::vector<Entry> wanted;
      for (Index t = 0; t < width; ++t) {
        if (needed_[at(now_ * width + t)]) wanted.push_back({now_, t});
      }
      EXPECT_TRUE(ledger.ask(wanted));
    }
    EXPECT_EQ(std::ssize(workers.handed_out), std::ssize(entries_of(workers.handed_out)));
    return {static_cast<double>(ledger.queries()), static_cast<double>(workers.handed_out.size()),
            static_cast<double>(ledger.counts().in_vain)};
  }

 private:
  static std::set<Entry> entries_of(const std::vector<Question>& questions) {
    std::set<Entry> entries;
    for (const Question& one : questions) entries.insert(one.entry);
    return entries;
  }
  bool with(double chance) { return std::bernoulli_distribution(chance)(random_); }

  QuestionForecast forecast() {
    constexpr Index far = 30;
    constexpr std::size_t draws = 8;
    QuestionForecast next;
    next.queries = rounds * width / 2;
    for (Index round = now_; round < std::min(rounds, now_ + far); ++round) {
      for (Index t = 0; t < width; ++t) {
        std::size_t votes = 0;
        for (std::size_t draw = 0; draw < draws; ++draw) {
          votes += with(chances_[at(round * width + t)]) ? QuestionForecast::games / draws : 0;
        }
        if (votes > 0)
          next.entries.push_back({{round, t}, votes, round == now_ + 1 ? urgency_ : 0});
      }
    }
    return next;
  }

  std::mt19937_64 random_;
  double urgency_;
  Index now_ = 0;
  std::vector<double> chances_;
  std::vector<bool> needed_;
};

class Price : public testing::TestWithParam<double> {};

TEST_P(Price, IsAboutWhatIsPaid) {
  const double price = GetParam();
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    SCOPED_TRACE(seed);
    const auto [needed, ahead, in_vain] = MadeUpRun(seed, 0).run(price);
    EXPECT_LT(in_vain, 1.6 * price * needed) << ahead;
    EXPECT_GT(in_vain, 0.5 * price * needed) << ahead;
    EXPECT_GT(ahead - in_vain, 0.3 * needed);
  }
}
INSTANTIATE_TEST_SUITE_P(Prices, Price, testing::Values(0.03, 0.06, 0.1));

TEST(Urgency, IsWorthMoreInVain) {
  const auto calm = MadeUpRun(1, 0).run(0.06);
  const auto urgent = MadeUpRun(1, 0.7).run(0.06);
  EXPECT_GT(urgent.ahead, calm.ahead + 400);
}

}  // namespace
}  // namespace allnash::asking::price_test
