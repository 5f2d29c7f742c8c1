// Copies of an oracle program on this machine, all served by one loop that never waits for a single
// copy.
#pragma once

#include <poll.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/oracle.hpp"
#include "sources/oracle/child.hpp"

namespace allnash::sources {

/// As a Crew, with requests as lines of text.
class Copies {
 public:
  Copies(std::string command, std::size_t workers)
      : command_(std::move(command)), slots_(workers) {}
  ~Copies();
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;

  [[nodiscard]] std::size_t size() const { return slots_.size(); }
  /// Whole lines, with their ends.
  void ask(std::size_t worker, std::string_view lines);
  void renew(std::size_t worker);
  void wait(std::chrono::microseconds longest, std::vector<Crew::Event>& events);
  /// Closes what idle copies read, and returns what they still write until they end. Whoever asks
  /// again asks fresh ones.
  [[nodiscard]] std::vector<std::string> last_lines();

 private:
  struct Slot {
    std::unique_ptr<Child> child;
    std::int64_t copy = 0;
    std::string fault;  // when it could not be started
    bool failed = false;
  };

  void start(Slot& slot);
  void watch();
  void serve(std::size_t number, std::vector<Crew::Event>& events);
  static void fail(Slot& slot, Crew::Event event, std::vector<Crew::Event>& events);

  std::string command_;
  std::optional<Keeper> keeper_;
  std::vector<Slot> slots_;
  std::list<std::unique_ptr<Child>> leaving_;
  std::vector<pollfd> watched_;
  std::vector<std::string> lines_;
};

}  // namespace allnash::sources
