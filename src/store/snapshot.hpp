// A copy of a ledger file, made while a run may be writing it.
#pragma once

#include <string>

namespace allnash::store {

/// Whether a run has the file open, of this process or another. Asks for no lock, and ends none.
bool in_use(const std::string& path);

/// The file as it was at one moment, in a folder of its own, gone with this object. Only reads the
/// original, and ends no lock that this process has on it.
class Snapshot {
 public:
  /// Throws InputError: no such file, or one that changes too fast to be copied.
  explicit Snapshot(const std::string& path);
  ~Snapshot();
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;
  [[nodiscard]] const std::string& path() const { return copy_; }

 private:
  std::string folder_;
  std::string copy_;
};

}  // namespace allnash::store
