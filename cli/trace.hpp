// The trace of a run: one JSON object per line, from "run" to "outcome".
#pragma once

#include <string>

#include "allnash/progress.hpp"
#include "output.hpp"

namespace allnash::cli {

/// Writes every event to a file, and hands progress on.
class Trace final : public Observer {
 public:
  /// Throws InputError when the path cannot be written.
  explicit Trace(const std::string& path) : file_(path) {}

  /// Null for nobody.
  void pass_progress_to(Observer* next) { next_ = next; }
  void progress(const Progress& now) override {
    if (next_ != nullptr) next_->progress(now);
  }
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override {
    // Where writing fails the run goes on, for its answer.
    if (file_.error() == 0) file_.stream() << to_json(event) << '\n';
  }
  /// Throws InputError unless all of it is written and in place.
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  Observer* next_ = nullptr;
};

}  // namespace allnash::cli
