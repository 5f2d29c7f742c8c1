#include "run.hpp"

#include <unistd.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace allnash::python {

namespace {

class AskedGame final : public Source {
 public:
  AskedGame(Shape shape, PayoffExchange& exchange)
      : Source(shape.rows, shape.columns, std::move(shape.labels),
               {.may_vary = !shape.random && !shape.by_steps,
                .random = shape.random,
                .seeded = shape.seeded,
                .lost_by_chance = shape.lost_by_chance,
                .tells_what_goes_out = true,
                .asks_ahead = true,
                .anonymous = shape.anonymous}),
        hint_(std::move(shape.hint)),
        exchange_(exchange) {}

  [[nodiscard]] GameIdentity identity() const override { return {"", "", hint_}; }

  void answer(std::span<const Question> asked, Answers& answers) override {
    exchange_.answer(asked, answers);
  }

 private:
  std::string hint_;
  PayoffExchange& exchange_;
};

class AskedCosts final : public Source {
 public:
  AskedCosts(const Source& game, PayoffExchange& exchange)
      : Source(game.rows(), game.columns()), exchange_(exchange) {}

  void payoffs(std::span<const Question> asked, std::span<Rational> costs) override {
    exchange_.price(asked, costs);
  }

 private:
  PayoffExchange& exchange_;
};

}  // namespace

std::unique_ptr<Source> asked_game(Shape shape, PayoffExchange& exchange) {
  return std::make_unique<AskedGame>(std::move(shape), exchange);
}

void PayoffExchange::price(std::span<const Question> asked, std::span<Rational> costs) {
  Lock lock(mutex_);
  unpriced_ = asked;
  to_driver_.notify_all();
  to_run_.wait(lock, [this] { return prices_ended_ || !costs_.empty(); });
  unpriced_ = {};
  if (costs_.empty()) throw SourceError("nobody tells what entries cost");
  std::ranges::move(std::exchange(costs_, {}), costs.begin());
}

bool PayoffExchange::pricing() const {
  const Lock lock(mutex_);
  return !unpriced_.empty();
}

std::vector<Entry> PayoffExchange::unpriced() const {
  const Lock lock(mutex_);
  std::vector<Entry> entries;
  for (const Question& one : unpriced_) entries.push_back(one.entry);
  return entries;
}

void PayoffExchange::deliver_costs(std::vector<Rational> costs) {
  const Lock lock(mutex_);
  costs_ = std::move(costs);
  unpriced_ = {};
  to_run_.notify_all();
}

void PayoffExchange::end_prices() {
  const Lock lock(mutex_);
  prices_ended_ = true;
  to_run_.notify_all();
}

bool PayoffExchange::hand_out(std::vector<std::size_t> which) {
  return ask_to([which = std::move(which)](Answers& answers) { answers.handing_out(which); }) &&
         !stopping();
}

bool PayoffExchange::do_without(std::size_t which, std::string& why) {
  bool goes_on = false;
  const bool said = ask_to([&](Answers& answers) { goes_on = answers.do_without(which, why); });
  if (!said || !goes_on) return false;
  drop_one();
  return true;
}

void PayoffExchange::lose(std::vector<std::size_t> which) {
  say([which = std::move(which)](Answers& answers) { answers.failed(which); });
}

void PayoffExchange::lose_ahead(const Question& which) {
  say([which](Answers& answers) { answers.ahead()->failed(std::span(&which, 1)); });
}

std::vector<Question> PayoffExchange::ahead(std::size_t most) {
  std::vector<Question> some;
  (void)ask_to([&](Answers& answers) {
    if (AskAhead* const ahead = answers.ahead()) some = ahead->next(most);
  });
  return some;
}

void PayoffExchange::deliver_ahead(const Question& which, Rational payoff) {
  say_if_asking([which, payoff = std::move(payoff)](Answers& answers) {
    answers.ahead()->take(std::span(&which, 1), std::span(&payoff, 1));
  });
}

void PayoffExchange::tell_waiting(const Waiting& now) {
  say_if_asking([now](Answers& answers) { answers.waiting(now); });
}

void PayoffExchange::hedge(std::int64_t count) {
  say_if_asking([count](Answers& answers) { answers.hedged(count); });
}

Run::Run(Source& game, Options options, const std::string& trace, Costs costs)
    : options_(std::move(options)), game_(game), costs_(costs.source), process_(::getpid()) {
  if (costs.from_driver) costs_ = ask_costs();
  start(trace);
}

Run::Run(Shape shape, Options options, const std::string& trace, Costs costs)
    : options_(std::move(options)),
      own_(asked_game(std::move(shape), exchange_)),
      game_(*own_),
      costs_(costs.source),
      process_(::getpid()) {
  if (costs.from_driver) costs_ = ask_costs();
  start(trace);
}

Source* Run::ask_costs() {
  asked_costs_ = std::make_unique<AskedCosts>(game_, exchange_);
  return asked_costs_.get();
}

void Run::start(const std::string& trace) {
  check_options(options_);
  trace_path_ = trace;
  if (!trace.empty()) {
    trace_.open(trace, std::ios::binary);
    if (!trace_) throw InputError(trace + ": cannot write");
  }
  worker_ = idle_workers().take();
  worker_->begin([this] { solve_game(); });
}

void Run::solve_game() {
  try {
    auto answer = std::make_shared<Answer>();
    Hooks hooks;
    hooks.observer = &record_;
    hooks.stop = &flag_;
    hooks.costs = costs_;
    std::ostringstream certificate;
    // For other games it is made on demand.
    if (game_.traits().random && options_.method != "saddle-midsearch") {
      hooks.certificate = &certificate;
    }
    answer->result = solve(game_, options_, hooks);
    answer->page.certificate = std::move(certificate).str();
    close_trace();
    answer->page.history = record_.history();
    answer->page.settings = settings_of(options_);
    answer_ = std::move(answer);
  } catch (...) {
    fault_ = std::current_exception();
  }
  exchange_.finish();
}

void Run::close_trace() {
  if (!trace_.is_open()) return;
  trace_.close();
  if (!trace_) throw InputError(trace_path_ + ": cannot write");
}

void Run::end() {
  if (!worker_) return;
  if (process_ != ::getpid()) {
    static_cast<void>(worker_.release());
    return;
  }
  stop();
  exchange_.let_go();
  exchange_.end_prices();
  idle_workers().take_back(std::move(worker_));
}

Run::~Run() { end(); }

std::shared_ptr<Answer> Run::take() {
  if (worker_) idle_workers().take_back(std::move(worker_));
  if (fault_) std::rethrow_exception(std::exchange(fault_, nullptr));
  return std::move(answer_);
}

}  // namespace allnash::python
