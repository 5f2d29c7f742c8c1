// Writes the page of --report.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "allnash/report.hpp"
#include "allnash/run.hpp"
#include "arguments.hpp"
#include "output.hpp"
#include "text.hpp"

namespace allnash::cli {

/// A page that is written when the run ends, and with --report-every also before.
class Page final : public Observer {
 public:
  /// Throws InputError when the file cannot be written.
  explicit Page(const Arguments& arguments)
      : arguments_(arguments), file_(*arguments.report), next_write_(Clock::now()) {}

  /// Starts to watch the run of this game. Returns the observer for `solve`, which passes
  /// everything on to `next`.
  Observer& watch(const Source& game, Observer* next) {
    labels_ = game.labels();
    shape_ = {game.rows(), game.columns()};
    record_.emplace(next);
    return *this;
  }
  void progress(const Progress& now) override {
    record_->progress(now);
    if (now.waiting) {
      workers_ = now.waiting;
    } else if (workers_) {
      workers_->busy = 0;  // the method is computing
    }
    if (arguments_.report_every && !failed_ && Clock::now() >= next_write_) write_so_far(now);
  }

  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override { record_->event(event); }

  /// Writes the page of the answer; for a game of chance, with a hash of its certificate. Throws
  /// InputError if it cannot be written completely.
  void commit(const Result& result, std::string certificate) {
    ReportPage last = page();
    if (result.by_play) last.certificate = std::move(certificate);
    write_report(file_.stream(), result, last);
    file_.commit();
  }
  /// The run ended without an answer: updates a page that was written before.
  void give_up(const std::string& why) {
    if (!last_ || failed_) return;
    Result result = so_far(*last_);
    result.stop = Stop{StopReason::error, "the run ended with an error: " + why};
    try {
      write_report(file_.stream(), result, page());
      file_.commit();
    } catch (const InputError&) {
      failed_ = true;  // the error that ended the run is reported instead
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  static std::optional<Rational> bound_of(const std::optional<double>& bound) {
    return bound ? std::optional(Rational(*bound)) : std::nullopt;
  }
  [[nodiscard]] Result so_far(const Progress& now) const {
    Result result;
    std::tie(result.rows, result.columns) = shape_;
    result.row_labels = labels_.rows;
    result.column_labels = labels_.columns;
    result.symmetric = arguments_.options.symmetric;
    result.method = arguments_.options.method;
    result.seed = arguments_.options.seed;
    result.value = bound_of(now.value);
    result.low = bound_of(now.low);
    result.high = bound_of(now.high);
    result.stop = Stop{StopReason::running, "running"};
    result.queries = now.queries;
    result.rounds = now.rounds;
    if (now.repeats > 0) result.repeats = now.repeats;
    if (now.hedged > 0) result.hedged = now.hedged;
    if (now.in_vain > 0) result.in_vain = now.in_vain;
    result.seconds = now.seconds;
    if (arguments_.noisy) {
      result.by_play.emplace();
      result.confidence = Rational(1) - arguments_.options.delta;
      const auto& range = arguments_.options.payoff_range;
      if (result.symmetric) result.value = (range->low + range->high) / Rational(2);
    }
    // Not owned: the run outlives the page.
    if (now.known != nullptr) result.known = {std::shared_ptr<void>(), now.known};
    return result;
  }

  [[nodiscard]] ReportPage page() const {
    ReportPage page;
    const std::string& name = arguments_.options.game_id;
    page.title = name.empty() || arguments_.title ? page_title(arguments_, arguments_.game) : name;
    page.history = record_->history();
    page.settings = reported_options(arguments_);
    return page;
  }

  // A full disk must not end a run: only the last page matters.
  void write_so_far(const Progress& now) {
    const auto start = Clock::now();
    ReportPage shown = page();
    shown.running = true;
    shown.workers = workers_;
    shown.reload = arguments_.report_every;
    // Writing takes at most a twentieth of the time.
    const auto every = std::chrono::duration<double>(*arguments_.report_every);
    const std::chrono::duration<double> due =
        std::max<std::chrono::duration<double>>(every, 20 * spent_);
    shown.due = due.count();
    shown.written = std::chrono::duration_cast<std::chrono::seconds>(
                        std::chrono::system_clock::now().time_since_epoch())
                        .count();
    last_ = now;
    last_->known = nullptr;
    last_->stage = {};
    try {
      OutputFile file(*arguments_.report);
      write_report(file.stream(), so_far(now), shown);
      file.commit();
    } catch (const InputError& error) {
      failed_ = true;
      std::fputs((std::string(error.what()) + "; the run goes on\n").c_str(), stderr);
    }
    spent_ = Clock::now() - start;
    next_write_ =
        Clock::now() + std::max(std::chrono::duration_cast<Clock::duration>(every), 20 * spent_);
  }

  const Arguments& arguments_;
  OutputFile file_;
  std::optional<RunRecord> record_;
  Labels labels_;
  std::pair<Index, Index> shape_;
  Clock::time_point next_write_;
  Clock::duration spent_{};              // time for the last page
  std::optional<Progress> last_ = {};    // shown on the last page
  std::optional<Waiting> workers_ = {};  // as last reported
  bool failed_ = false;
};

}  // namespace allnash::cli
