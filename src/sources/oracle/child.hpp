// A copy of the oracle program: a process, the pipes to it, and lines in and out.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace allnash::sources {

/// A file descriptor that is closed with its owner.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }
  void close();

 private:
  int number_;
};

struct Streams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

/// A process that leads a group of its own: whatever the command starts ends with it, and a Ctrl-C
/// at the terminal is ours to handle.
class Process {
 public:
  /// Runs the command in a shell, and tells the keeper of it where there is one (a descriptor, or
  /// -1). Throws std::system_error.
  Process(const std::string& command, Streams streams, int keeper);
  ~Process();  ///< kills what is left of it
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void ask_to_end() const;  ///< SIGTERM to the group
  /// True once the process has ended. Its descendants are then killed.
  bool ended();
  /// "ended with exit code 1"; requires ended().
  [[nodiscard]] std::string how() const;

 private:
  void reap();

  pid_t id_ = -1;
  int keeper_;
  bool ended_ = false;
  int status_ = 0;
};

/// A small process that outlives us by a moment: should this program be killed, it kills what the
/// program had started.
class Keeper {
 public:
  Keeper();  ///< throws std::system_error
  [[nodiscard]] int descriptor() const { return pipe_.number(); }

 private:
  std::unique_ptr<Process> process_;
  Descriptor pipe_;
};

class Child {
 public:
  /// Longer lines are no numbers.
  static constexpr std::size_t longest_line = 100000;
  /// How long one that was left to end by itself may take.
  static constexpr std::chrono::milliseconds patience{2000};

  /// Throws std::system_error when it cannot be started.
  Child(const std::string& command, const Keeper& keeper);

  // What to poll.
  [[nodiscard]] int input() const { return input_.number(); }
  [[nodiscard]] int output() const { return output_.number(); }
  [[nodiscard]] int errors() const { return errors_.number(); }
  [[nodiscard]] bool wants_to_write() const { return input_.open() && !unsent_.empty(); }

  void queue(std::string_view text) { unsent_ += text; }
  /// Writes what the pipe takes.
  void write();
  /// Adds the whole lines that have arrived, without their ends. False at the end of the output, or
  /// when a line is too long.
  [[nodiscard]] bool read(std::vector<std::string>& lines);
  /// Passes on what it wrote to its standard error.
  void read_errors();

  /// Why it answers no more, with its last words; requires that `read` returned false.
  [[nodiscard]] std::string fault();

  /// Nothing more will be asked: it should end by itself, or, with `now`, is asked to.
  void leave(bool now);
  /// True once it is gone; it is killed when it is not by the deadline that `leave` set.
  bool gone();

 private:
  using Clock = std::chrono::steady_clock;

  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  std::unique_ptr<Process> process_;
  std::string unsent_;
  std::string unfinished_;  // the start of a line
  std::string last_words_;  // the end of what it wrote to its standard error
  std::string unshown_;     // what of it has not been passed on
  Clock::time_point deadline_;
};

}  // namespace allnash::sources
