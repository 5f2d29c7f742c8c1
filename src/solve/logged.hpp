// An observer that writes down in the ledger file where the run stands.
#pragma once

#include <chrono>

#include "allnash/options.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "store/store.hpp"

namespace allnash {

class Logged final : public Observer {
 public:
  /// Passes all that it hears on to `next`, if there is one.
  Logged(const Options& options, Observer* next);
  /// From now on it writes; the file must outlive it.
  void write_to(store::Store& file) { file_ = &file; }
  void progress(const Progress& now) override;
  [[nodiscard]] bool wants_events() const override {
    return next_ != nullptr && next_->wants_events();
  }
  void event(const Event& event) override { next_->event(event); }
  void end(const Result& result);

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] store::Facts state_of(const Progress& now) const;

  store::Store* file_ = nullptr;
  Observer* next_;
  store::Facts settings_;
  Clock::time_point next_note_;
  std::int64_t points_ = 0;
  double next_point_ = 0;  // seconds
  std::int64_t queries_ = -1;
};

}  // namespace allnash
