// Copies of an oracle program on this machine.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/oracle.hpp"

namespace allnash::sources {

/// Like a Crew, with requests as lines of text. Copies that are idle at the end may end by
/// themselves.
class Copies {
 public:
  Copies() = default;
  virtual ~Copies() = default;
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  /// Requires complete lines with their line ends.
  virtual void ask(std::size_t worker, std::string_view lines) = 0;
  virtual void renew(std::size_t worker) = 0;
  virtual void wait(std::chrono::microseconds longest, std::vector<Crew::Event>& events) = 0;
  /// Closes the input of idle copies and returns what they write until they end. Later requests
  /// start new copies.
  [[nodiscard]] virtual std::vector<std::string> last_lines() = 0;
};
std::unique_ptr<Copies> copies_of(const std::string& command, std::size_t workers);

// Error messages about oracle programs, and the check of their settings.

/// For a program that has not answered for this long, or not at all.
std::string silence_text(double seconds, bool answered);
/// Why a request failed, and how often it was tried.
std::string failure_text(const std::string& reason, Index attempts);
/// For a program that wrote a line that nobody asked for.
std::string surplus_text(const std::string& line);

/// Throws InputError, naming the setting, for workers, timeout or retries out of range.
void check_workers(const OracleSettings& settings);

}  // namespace allnash::sources
