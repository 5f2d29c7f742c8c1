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

}  // namespace allnash::sources
