#include "trace.hpp"

#include <cerrno>

namespace allnash::cli {

void Trace::progress(const Progress& now) {
  if (next_ != nullptr) next_->progress(now);
}

void Trace::event(const Event& event) {
  if (error_ != 0) return;
  errno = 0;
  file_.stream() << to_json(event) << '\n';
  if (!file_.stream()) error_ = errno == 0 ? EIO : errno;
}

void Trace::commit() {
  if (error_ != 0) throw_cannot_write(path_, error_);
  file_.commit();
}

}  // namespace allnash::cli
