#include "page.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "allnash/error.hpp"

namespace allnash::cli {
namespace {

std::optional<Rational> rounded(const std::optional<double>& bound) {
  return bound ? std::optional(Rational(*bound)) : std::nullopt;
}

}  // namespace

std::string game_title(const std::string& game) {
  if (game.starts_with("family:")) return game.substr(7);
  if (game == "-" || game == "oracle") return "";
  return std::filesystem::path(game).filename().string();
}

Page::Page(const Arguments& arguments)
    : arguments_(arguments), file_(*arguments.report), next_write_(Clock::now()) {}

ReportPage Page::page() const {
  ReportPage page;
  const std::string& name = arguments_.options.game_id;
  page.title = name.empty() ? game_title(arguments_.game) : name;
  page.history = record_->history();
  page.settings = reported_options(arguments_);
  return page;
}

void Page::progress(const Progress& now) {
  record_->progress(now);
  if (now.waiting) {
    workers_ = now.waiting;
  } else if (workers_) {
    workers_->busy = 0;  // the method computes
  }
  if (arguments_.report_every && !failed_ && Clock::now() >= next_write_) write_so_far(now);
}

Result Page::so_far(const Progress& now) const {
  Result result;
  std::tie(result.rows, result.columns) = shape_;
  result.row_labels = labels_.rows;
  result.column_labels = labels_.columns;
  result.symmetric = arguments_.options.symmetric;
  result.method = arguments_.options.method;
  result.seed = arguments_.options.seed;
  result.value = rounded(now.value);
  result.low = rounded(now.low);
  result.high = rounded(now.high);
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
  // The run owns it and outlives the page.
  if (now.known != nullptr) result.known = {std::shared_ptr<void>(), now.known};
  return result;
}

// A disk that is full must not end a run: the last page is the one that counts.
void Page::write_so_far(const Progress& now) {
  const auto start = Clock::now();
  ReportPage shown = page();
  shown.running = true;
  shown.workers = workers_;
  shown.reload = arguments_.report_every;
  // Never more than a twentieth of the time.
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

void Page::give_up(const std::string& why) {
  if (!last_ || failed_) return;
  Result result = so_far(*last_);
  result.stop = Stop{StopReason::error, "the run ended with an error: " + why};
  try {
    write_report(file_.stream(), result, page());
    file_.commit();
  } catch (const InputError&) {
    failed_ = true;  // the error that ended the run is the one to tell
  }
}

void Page::commit(const Result& result, std::string certificate) {
  ReportPage last = page();
  if (result.by_play) last.certificate = std::move(certificate);
  write_report(file_.stream(), result, last);
  file_.commit();
}

}  // namespace allnash::cli
