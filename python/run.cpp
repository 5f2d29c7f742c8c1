#include "run.hpp"

#include <unistd.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

namespace allnash::python {

namespace {

// The interval at which a waiting run checks whether it was stopped.
constexpr std::chrono::milliseconds tick{20};

class AskedGame final : public Source {
 public:
  AskedGame(Shape shape, Exchange& exchange)
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
  Exchange& exchange_;
};

class AskedCosts final : public Source {
 public:
  AskedCosts(const Source& game, Exchange& exchange)
      : Source(game.rows(), game.columns()), exchange_(exchange) {}

  void payoffs(std::span<const Question> asked, std::span<Rational> costs) override {
    exchange_.price(asked, costs);
  }

 private:
  Exchange& exchange_;
};

}  // namespace

std::unique_ptr<Source> asked_game(Shape shape, Exchange& exchange) {
  return std::make_unique<AskedGame>(std::move(shape), exchange);
}

void Exchange::price(std::span<const Question> asked, std::span<Rational> costs) {
  std::unique_lock lock(mutex_);
  unpriced_ = asked;
  to_driver_.notify_all();
  to_solver_.wait(lock, [this] { return prices_ended_ || !costs_.empty(); });
  unpriced_ = {};
  if (costs_.empty()) throw SourceError("nobody tells what entries cost");
  std::ranges::move(std::exchange(costs_, {}), costs.begin());
}

std::vector<Entry> Exchange::unpriced() const {
  const std::scoped_lock lock(mutex_);
  std::vector<Entry> entries;
  for (const Question& one : unpriced_) entries.push_back(one.entry);
  return entries;
}

void Exchange::deliver_costs(std::vector<Rational> costs) {
  const std::scoped_lock lock(mutex_);
  costs_ = std::move(costs);
  unpriced_ = {};
  to_solver_.notify_all();
}

void Exchange::end_prices() {
  const std::scoped_lock lock(mutex_);
  prices_ended_ = true;
  to_solver_.notify_all();
}

template <typename Act>
void Exchange::unlocked(Lock& lock, const Act& act) {
  taking_ = true;
  lock.unlock();
  act();
  lock.lock();
  taking_ = false;
  to_driver_.notify_all();
}

bool Exchange::pass_on(Lock& lock, Answers& answers) {
  if (!handed_out_.empty()) {
    const std::vector<std::size_t> out = std::exchange(handed_out_, {});
    bool stopped = false;
    unlocked(lock, [&] {
      answers.handing_out(out);
      stopped = answers.stopped();
    });
    stopping_ = stopping_ || stopped;
    return true;
  }
  if (missing_ && !missing_->said) {
    Missing missing = *missing_;
    unlocked(lock, [&] { missing.goes_on = answers.do_without(missing.which, missing.why); });
    if (missing.goes_on) ++gone_without_;
    missing.said = true;
    missing_ = std::move(missing);
    to_driver_.notify_all();
    return true;
  }
  if (ahead_wanted_ > 0) {
    const std::size_t most = ahead_wanted_;
    std::vector<Question> some;
    unlocked(lock, [&] {
      if (AskAhead* const ahead = answers.ahead()) some = ahead->next(most);
    });
    ahead_ = std::move(some);
    ahead_wanted_ = 0;
    return true;
  }
  if (!lost_.empty() || !lost_ahead_.empty()) {
    const auto lost = std::exchange(lost_, {});
    const auto lost_ahead = std::exchange(lost_ahead_, {});
    unlocked(lock, [&] {
      answers.failed(lost);
      if (!lost_ahead.empty()) answers.ahead()->failed(lost_ahead);
    });
    return true;
  }
  if (!delivered_ahead_.which.empty()) {
    const auto taken = std::exchange(delivered_ahead_, {});
    unlocked(lock, [&] { answers.ahead()->take(taken.which, taken.payoffs); });
    return true;
  }
  if (hedged_ > 0) {
    const std::int64_t count = std::exchange(hedged_, 0);
    unlocked(lock, [&] { answers.hedged(count); });
    return true;
  }
  if (waiting_) {
    const Waiting now = *std::exchange(waiting_, {});
    unlocked(lock, [&] { answers.waiting(now); });
    return true;
  }
  return false;
}

void Exchange::answer(std::span<const Question> asked, Answers& answers) {
  Lock lock(mutex_);
  if (let_go_) return;
  asked_ = asked;
  undelivered_ = asked.size();
  to_driver_.notify_all();
  std::size_t left = asked.size();
  std::set<Entry> met;  // a payoff that is asked twice counts once
  while (left > 0) {
    // Before the batch is complete: answers ahead are only accepted while it is not.
    if (pass_on(lock, answers)) {
      left -= std::exchange(gone_without_, 0);
      continue;
    }
    if (delivered_.which.empty() && let_go_) break;
    if (delivered_.which.empty()) {
      stopping_ = stopping_ || answers.stopped();
      to_solver_.wait_for(lock, tick, [this] {
        return let_go_ || !delivered_.which.empty() || !handed_out_.empty() || ahead_wanted_ > 0 ||
               !delivered_ahead_.which.empty() || !lost_.empty() || !lost_ahead_.empty() ||
               hedged_ > 0 || waiting_.has_value() || (missing_ && !missing_->said);
      });
      continue;
    }
    const Delivery taken = std::exchange(delivered_, {});
    unlocked(lock, [&] { answers.take(taken.which, taken.payoffs); });
    left -= taken.which.size();
    for (const std::size_t t : taken.which) {
      if (asked[t].seed != 0 || met.insert(asked[t].entry).second) ++taken_;
    }
  }
  asked_ = {};
  undelivered_ = 0;
}

void Exchange::note(const Progress& now) {
  const std::scoped_lock lock(mutex_);
  report_ = {now, std::string(now.stage)};
  report_.now.stage = {};
  report_.now.known = nullptr;  // belongs to the run
}

void Exchange::finish() {
  const std::scoped_lock lock(mutex_);
  finished_ = true;
  to_driver_.notify_all();
}

Exchange::State Exchange::wait(std::chrono::duration<double> timeout) {
  std::unique_lock lock(mutex_);
  to_driver_.wait_for(lock, timeout,
                      [this] { return finished_ || undelivered_ > 0 || !unpriced_.empty(); });
  if (finished_) return State::finished;
  if (!unpriced_.empty()) return State::pricing;
  return undelivered_ > 0 ? State::asking : State::working;
}

std::vector<Question> Exchange::asked() const {
  const std::scoped_lock lock(mutex_);
  return {asked_.begin(), asked_.end()};
}

bool Exchange::hand_out(std::vector<std::size_t> which) {
  std::unique_lock lock(mutex_);
  if (let_go_ || finished_) return false;
  handed_out_ = std::move(which);
  to_solver_.notify_all();
  to_driver_.wait(lock, [this] { return finished_ || (handed_out_.empty() && !taking_); });
  return !stopping_ && !finished_;
}

bool Exchange::do_without(std::size_t which, std::string& why) {
  Lock lock(mutex_);
  if (undelivered_ == 0 || let_go_ || finished_) return false;
  missing_ = Missing{which, why};
  to_solver_.notify_all();
  to_driver_.wait(lock, [this] { return finished_ || let_go_ || missing_->said; });
  const Missing missing = *std::exchange(missing_, std::nullopt);
  why = missing.why;
  if (missing.goes_on) --undelivered_;
  return missing.goes_on;
}

void Exchange::deliver(const Delivery& delivery) {
  const std::scoped_lock lock(mutex_);
  undelivered_ -= delivery.which.size();
  delivered_.which.insert(delivered_.which.end(), delivery.which.begin(), delivery.which.end());
  delivered_.payoffs.insert(delivered_.payoffs.end(), delivery.payoffs.begin(),
                            delivery.payoffs.end());
  to_solver_.notify_all();
}

void Exchange::lose(const std::vector<std::size_t>& which) {
  const std::scoped_lock lock(mutex_);
  lost_.insert(lost_.end(), which.begin(), which.end());
  to_solver_.notify_all();
}

void Exchange::lose_ahead(const Question& which) {
  const std::scoped_lock lock(mutex_);
  lost_ahead_.push_back(which);
  to_solver_.notify_all();
}

std::vector<Question> Exchange::ahead(std::size_t most) {
  Lock lock(mutex_);
  if (undelivered_ == 0 || finished_) return {};
  ahead_wanted_ = most;
  to_solver_.notify_all();
  to_driver_.wait(lock, [this] { return finished_ || ahead_wanted_ == 0; });
  return std::exchange(ahead_, {});
}

void Exchange::deliver_ahead(const Question& which, Rational payoff) {
  const std::scoped_lock lock(mutex_);
  if (undelivered_ == 0) return;  // the batch is complete, or the run is over
  delivered_ahead_.which.push_back(which);
  delivered_ahead_.payoffs.push_back(std::move(payoff));
  to_solver_.notify_all();
}

void Exchange::tell_waiting(const Waiting& now) {
  const std::scoped_lock lock(mutex_);
  if (undelivered_ == 0) return;
  waiting_ = now;
  to_solver_.notify_all();
}

void Exchange::hedge(std::int64_t count) {
  const std::scoped_lock lock(mutex_);
  if (undelivered_ == 0) return;
  hedged_ += count;
  to_solver_.notify_all();
}

void Exchange::wait_until_kept() {
  std::unique_lock lock(mutex_);
  to_driver_.wait(lock, [this] {
    return finished_ || (delivered_.which.empty() && delivered_ahead_.which.empty() && !taking_);
  });
}

void Exchange::let_go() {
  const std::scoped_lock lock(mutex_);
  let_go_ = true;
  undelivered_ = 0;
  to_solver_.notify_all();
}

bool Exchange::stopping() const {
  const std::scoped_lock lock(mutex_);
  return stopping_ || finished_;
}

Exchange::Report Exchange::report() const {
  const std::scoped_lock lock(mutex_);
  Report report = report_;
  report.now.queries = std::max(report.now.queries, static_cast<std::int64_t>(taken_));
  return report;
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
