// What a run will ask for: the method is replayed on games that fit what is known, to its end or
// until it has asked for sixteen times as much as is known.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "allnash/run.hpp"
#include "answer/solve/low_rank.hpp"
#include "answer/solve/parts.hpp"
#include "core/exact/memory.hpp"

namespace allnash {
namespace {

constexpr std::size_t games = asking::QuestionForecast::games;

/// What is known, and games that fit it, from one look to the next.
class Guesses {
 public:
  explicit Guesses(const RunSetup& run) : range_(run.settings.range) {
    for (std::size_t t = 0; t < games; ++t) drawn_.emplace_back(run.rows, run.columns, t + 1);
  }

  void learn(const RunSetup& run, const asking::ReplayStart& now) {
    std::vector<KnownNumber> numbers;
    const auto add = [&](const asking::ReplayStart::Payoffs& payoffs) {
      for (const auto& [entry, payoff] : payoffs) {
        numbers.push_back({entry, payoff.to_double()});
        if (!run.settings.symmetric) continue;
        numbers.push_back(
            {{entry.column, entry.row}, (run.settings.match_sum() - payoff).to_double()});
      }
    };
    add(now.known);
    add(now.arrived);
    // The maps have no order, and sums of doubles depend on it.
    std::ranges::sort(numbers, {}, &KnownNumber::entry);
    known_ = std::make_unique<KnownNumbers>(run.rows, run.columns, numbers);
    step_ = std::exp2(std::floor(std::log2(known_->deviation())) - 12);
  }
  void draw(std::size_t game, const StopToken& stop) {
    constexpr int at_first = 24;
    constexpr int later = 4;
    drawn_[game].sweep(*known_, first_ ? at_first : later, stop);
  }
  void end_look() { first_ = false; }

  /// On a grid, since exact arithmetic goes on with it.
  [[nodiscard]] Rational guess(Entry entry, std::size_t game) const {
    Rational rounded(static_cast<std::int64_t>(std::llround(drawn_[game].payoff(entry) / step_)));
    rounded *= Rational(step_);
    if (range_) rounded = std::clamp(rounded, range_->low, range_->high);
    return rounded;
  }

 private:
  std::optional<PayoffRange> range_;
  std::vector<LowRankGame> drawn_;
  std::unique_ptr<KnownNumbers> known_;
  double step_ = 1;
  bool first_ = true;
};

/// An entry that a replay asks for.
struct ReplayedQuestion {
  Entry entry;
  double urgency;
};

/// Answers at once, with guesses for what is not known, and notes what it is asked.
class Guessed final : public Source, public SelfCheck {
 public:
  Guessed(const RunSetup& run, const asking::ReplayStart& now, const Guesses& guesses,
          std::size_t game)
      : Source(run.rows, run.columns), now_(now), guesses_(guesses), game_(game) {}

  /// Raised when sixteen times as much as is known has been forecast.
  [[nodiscard]] const StopFlag& far_enough() const { return far_enough_; }

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    const std::size_t before = expected.size();
    for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = payoff(asked[t].entry);
    if (expected.size() == before) return;
    const auto fresh = static_cast<double>(expected.size() - before);
    for (std::size_t t = before; t < expected.size(); ++t) expected[t].urgency = soon_ / fresh;
    constexpr double each_round = 0.84;  // half after four
    soon_ *= each_round;
    // Further ahead little is forecast right, and all of a large game would be forecast.
    constexpr std::size_t far = 16;
    if (expected.size() > far * now_.known.size()) far_enough_.raise();
  }
  /// Guesses are symmetric where the game is: nothing is to be compared.
  [[nodiscard]] const SelfCheck* self_check() const override { return this; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& /*sum*/) const override {
    return {};
  }

  std::vector<ReplayedQuestion> expected;

 private:
  Rational payoff(Entry entry) {
    if (const auto known = now_.known.find(entry); known != now_.known.end()) return known->second;
    expected.push_back({entry, 0});
    const auto arrived = now_.arrived.find(entry);
    return arrived != now_.arrived.end() ? arrived->second : guesses_.guess(entry, game_);
  }

  const asking::ReplayStart& now_;
  const Guesses& guesses_;
  std::size_t game_;
  double soon_ = 1;  // falls from round to round
  StopFlag far_enough_;
};

std::vector<ReplayedQuestion> replay(const RunSetup& setup, const asking::ReplayStart& now,
                                     const Guesses& guesses, std::size_t which,
                                     const StopToken& stop) {
  Guessed game(setup, now, guesses, which);
  asking::LedgerSettings settings = setup.settings;
  settings.stop = stop.sooner(game.far_enough());
  settings.check_repeat = 0;
  settings.observer = nullptr;
  settings.threads = 1;
  // There is one, where the run has one, since a method may go another way then; it does not bind.
  if (settings.budget) settings.budget = std::numeric_limits<std::int64_t>::max();
  Options options = setup.options;
  options.threads = 1;
  asking::Ledger ledger(game, settings);
  matrix::Run run{ledger, options, settings.stop};
  (void)setup.method(run);
  return std::move(game.expected);
}

/// What the replays ask for, in the order of the mean place.
asking::QuestionForecast gathered(const std::vector<std::vector<ReplayedQuestion>>& asked,
                                  std::size_t known) {
  struct Sum {
    std::size_t votes = 0;
    double places = 0;
    double urgency = 0;
  };
  std::unordered_map<Entry, Sum, game::EntryHash> sums;
  asking::QuestionForecast forecast;
  forecast.queries = static_cast<double>(known);
  for (const std::vector<ReplayedQuestion>& by_one : asked) {
    forecast.queries += static_cast<double>(by_one.size()) / games;
    for (std::size_t t = 0; t < by_one.size(); ++t) {
      Sum& its = sums[by_one[t].entry];
      ++its.votes;
      its.places += static_cast<double>(t);
      its.urgency += by_one[t].urgency;
    }
  }
  const auto mean = [](const Sum& its, double sum) { return sum / static_cast<double>(its.votes); };
  std::vector<std::pair<double, Entry>> order;
  for (const auto& [entry, its] : sums) order.emplace_back(mean(its, its.places), entry);
  std::ranges::sort(order);
  for (const auto& [place, entry] : order) {
    const Sum& its = sums[entry];
    forecast.entries.push_back({entry, its.votes, mean(its, its.urgency)});
  }
  return forecast;
}

}  // namespace

asking::Forecaster forecaster_of(const RunSetup& setup) {
  constexpr Index most = 200'000;  // numbers for each of them are drawn at every look
  if (setup.rows > most - setup.columns) {
    throw OptionError("ahead: for games of at most 200000 strategies, of both players together");
  }
  return [setup, guesses = std::make_shared<Guesses>(setup)](const asking::ReplayStart& now,
                                                             const StopFlag& enough) {
    guesses->learn(setup, now);
    std::vector<std::vector<ReplayedQuestion>> asked(games);
    exact::side_by_side(threads_for(setup.options.threads), games, [&](std::size_t game) {
      constexpr std::chrono::seconds longest(2);  // what was known before is stale by then
      const StopToken stop =
          setup.settings.stop.sooner(enough).sooner(StopToken::Clock::now() + longest);
      guesses->draw(game, stop);
      asked[game] = replay(setup, now, *guesses, game, stop);
    });
    guesses->end_look();
    return gathered(asked, now.known.size());
  };
}

}  // namespace allnash
