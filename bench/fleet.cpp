// fleet GAME WORKERS PRICE SEED STRAGGLERS [EPSILON]: solves a built-in game with workers that
// exist in virtual time alone. A payoff takes 1 s, and this share of the payoffs, or of the plays
// where there is an EPSILON, 20 s. Foreseeing takes no time there. Prints payoffs or plays needed,
// those in vain, the seconds that workers were busy until the end, and the seconds until the end.
// Without a price also the seconds that workers spend on what is needed, and how long that takes if
// they know from the beginning what it is.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>
#include <numeric>
#include <queue>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "allnash/allnash.hpp"
#include "core/base/random.hpp"

using namespace allnash;

namespace {

using Key = std::pair<Entry, std::uint64_t>;

class Fleet final : public Source {
 public:
  Fleet(Source& game, std::size_t workers, double stragglers)
      : Source(game.rows(), game.columns(), {},
               {.random = game.traits().random, .seeded = true, .asks_ahead = true}),
        game_(game),
        workers_(workers),
        idle_(workers),
        stragglers_(stragglers) {}

  void answer(std::span<const Question> asked, Answers& answers) override {
    std::multimap<Key, std::size_t> open;
    for (std::size_t t = 0; t < asked.size(); ++t) {
      open.emplace(Key(asked[t].entry, asked[t].seed), t);
      needed_.push_back(seconds_of(asked[t]));
    }
    std::size_t next = 0;
    while (!open.empty() && !answers.stopped()) {
      for (; idle_ > 0 && next < asked.size(); ++next) begin(asked[next]);
      AskAhead* const ahead = answers.ahead();
      if (idle_ > 0 && ahead != nullptr) {
        ahead->settle();
        for (const Question& one : ahead->next(idle_)) begin(one);
      }
      const auto [time, one] = events_.top();
      events_.pop();
      const Key key(one.entry, one.seed);
      out_.erase(key);
      now_ = time;
      ++idle_;
      std::vector<Rational> payoff(1);
      game_.payoffs(std::vector{one}, payoff);
      const auto found = open.find(key);
      if (found == open.end()) {
        ahead->take(std::vector{one}, payoff);
      } else {
        answers.take(std::vector{found->second}, payoff);
        open.erase(found);
      }
    }
  }

  [[nodiscard]] double now() const { return now_; }
  /// Until now: what is still under way counts as far as it has got.
  [[nodiscard]] double worked() const {
    double worked = worked_;
    for (auto events = events_; !events.empty(); events.pop()) worked -= events.top().time - now_;
    return worked;
  }
  [[nodiscard]] double needed() const {
    return std::accumulate(needed_.begin(), needed_.end(), 0.0);
  }
  /// The longest first.
  [[nodiscard]] double with_foresight() const {
    std::vector<double> seconds = needed_;
    std::ranges::sort(seconds, std::greater());
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (std::size_t t = 0; t < workers_; ++t) free.push(0);
    double end = 0;
    for (const double takes : seconds) {
      const double then = free.top() + takes;
      free.pop();
      free.push(then);
      end = std::max(end, then);
    }
    return end;
  }

 private:
  struct Event {
    double time;
    Question question;
    bool operator>(const Event& other) const {
      return std::pair(time, Key(question.entry, question.seed)) >
             std::pair(other.time, Key(other.question.entry, other.question.seed));
    }
  };

  [[nodiscard]] double seconds_of(const Question& one) const {
    Hash hash;
    for (const auto number : {static_cast<std::uint64_t>(one.entry.row),
                              static_cast<std::uint64_t>(one.entry.column), one.seed}) {
      hash.add(number);
    }
    return Random(hash.value()).uniform() < stragglers_ ? 20 : 1;
  }
  void begin(const Question& one) {
    if (!out_.insert(Key(one.entry, one.seed)).second) return;
    worked_ += seconds_of(one);
    events_.push({now_ + seconds_of(one), one});
    --idle_;
  }

  Source& game_;
  std::size_t workers_;
  std::size_t idle_;
  double stragglers_;
  double now_ = 0;
  double worked_ = 0;
  std::vector<double> needed_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::set<Key> out_;
};

}  // namespace

int main(int count, char** given) {
  if (count < 6) return 2;
  auto game = open_game(given[1]);
  Options options;
  options.ahead = std::atof(given[3]);
  options.seed = static_cast<std::uint64_t>(std::atoi(given[4]));
  options.check_repeat = 0;
  if (count > 6) {
    options.payoff_range = PayoffRange{Rational(-2), Rational(2)};
    options.epsilon = Rational::parse(given[6]);
    game = coin_game(std::move(game), *options.payoff_range);
  }
  Fleet fleet(*game, static_cast<std::size_t>(std::atoi(given[2])), std::atof(given[5]));
  const Result result = solve(fleet, options);
  std::cout << result.queries << " " << result.in_vain.value_or(0) << " " << fleet.worked() << " "
            << fleet.now();
  if (options.ahead == 0) std::cout << " " << fleet.needed() << " " << fleet.with_foresight();
  std::cout << "\n";
}
