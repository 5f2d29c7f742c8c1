// The trace of a run: one JSON object per line, from "run" to "outcome".
#pragma once

#include <cerrno>
#include <string>

#include "allnash/progress.hpp"
#include "output.hpp"

namespace allnash::cli {

/// Writes every event to a file, and hands progress on.
class Trace final : public Observer {
 public:
  /// Throws InputError when the path cannot be written.
  explicit Trace(const std::string& path) : path_(path), file_(path) {}

  /// Null for nobody.
  void pass_progress_to(Observer* next) { next_ = next; }
  void progress(const Progress& now) override {
    if (next_ != nullptr) next_->progress(now);
  }
  [[nodiscard]] bool wants_events() const override { return true; }
  void event(const Event& event) override {
    if (error_ != 0) return;
    errno = 0;
    file_.stream() << to_json(event) << '\n';
    if (!file_.stream()) error_ = errno == 0 ? EIO : errno;
  }
  /// Throws InputError unless all of it is written and in place.
  void commit() {
    if (error_ != 0) throw_cannot_write(path_, error_);
    file_.commit();
  }

 private:
  std::string path_;
  OutputFile file_;
  Observer* next_ = nullptr;
  int error_ = 0;  // of the first write that failed; the run goes on, for its answer
};

}  // namespace allnash::cli
