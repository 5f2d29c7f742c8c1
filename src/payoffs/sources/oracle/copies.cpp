// Copies of an oracle program on this machine: processes, the pipes to them, and lines in and out.
#include "payoffs/sources/oracle/copies.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <iterator>
#include <list>
#include <optional>
#include <system_error>
#include <utility>

#include "core/base/text.hpp"

namespace allnash::sources {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds impatience(200);   // for a program that was told to end
constexpr milliseconds last_word(200);    // for standard error after the output was closed
constexpr std::size_t words_kept = 4000;  // bytes of standard error

[[noreturn]] void throw_system_error(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

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
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

// Moves a descriptor above the standard ones, so that dup2 onto those closes none.
Descriptor raised(Descriptor low) {
  if (low.number() > STDERR_FILENO) return low;
  Descriptor high(::fcntl(low.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  if (!high.open()) throw_system_error("dup");
  return high;
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw_system_error("pipe");
  Descriptor reading(ends[0]);
  Descriptor writing(ends[1]);
  return {raised(std::move(reading)), raised(std::move(writing))};
}

// Only our end becomes non-blocking; the child's end does not change.
void set_non_blocking(const Descriptor& end) {
  const int flags = ::fcntl(end.number(), F_GETFL);
  if (flags < 0 || ::fcntl(end.number(), F_SETFL, flags | O_NONBLOCK) != 0) {
    throw_system_error("fcntl");
  }
}

struct Streams {
  int input = -1;
  int output = -1;
  int errors = -1;
};

// The script of the keeper process: reads lines `+ group` and `- group` until this program ends,
// then kills the groups that are left.
constexpr const char* keeper_script = R"(
all=
while read -r what group; do
  if [ "$what" = + ]; then all="$all $group"; continue; fi
  left=
  for one in $all; do [ "$one" = "$group" ] || left="$left $one"; done
  all=$left
done
for group in $all; do kill -9 "-$group"; done
)";

void tell_keeper(int keeper, char what, pid_t group) {
  std::array<char, 32> line{what, ' '};
  char* end = std::to_chars(line.data() + 2, line.data() + line.size() - 1, group).ptr;
  *end++ = '\n';
  (void)!::write(keeper, line.data(), static_cast<std::size_t>(end - line.data()));
}

// Runs in the forked process, where only async-signal-safe calls are allowed.
[[noreturn]] void become(const char* command, const Streams& streams, int keeper) {
  ::setpgid(0, 0);
  ::signal(SIGPIPE, SIG_IGN);
  if (keeper >= 0) tell_keeper(keeper, '+', ::getpid());
  ::signal(SIGPIPE, SIG_DFL);  // a host such as Python may ignore it, and that is inherited
  if (::dup2(streams.input, STDIN_FILENO) < 0 || ::dup2(streams.output, STDOUT_FILENO) < 0 ||
      ::dup2(streams.errors, STDERR_FILENO) < 0) {
    ::_exit(127);
  }
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

// Writing to a closed pipe raises SIGPIPE. This object blocks the signal for the thread and
// consumes it, so that the program's own signal handling does not change.
class WithoutSigpipe {
 public:
  WithoutSigpipe() {
    sigemptyset(&sigpipe_);
    sigaddset(&sigpipe_, SIGPIPE);
    sigset_t pending;
    sigemptyset(&pending);
    ::sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &sigpipe_, &before_);
  }
  ~WithoutSigpipe() {
    const int error = errno;
    const timespec at_once{};
    if (!was_pending_) ::sigtimedwait(&sigpipe_, nullptr, &at_once);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  WithoutSigpipe(const WithoutSigpipe&) = delete;
  WithoutSigpipe& operator=(const WithoutSigpipe&) = delete;

 private:
  sigset_t sigpipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// A process that leads its own process group: everything the command starts ends with it, and
/// Ctrl-C at the terminal reaches only us.
class Process {
 public:
  /// Runs the command in a shell and registers it with the keeper (a descriptor, or -1 for none).
  /// Throws std::system_error.
  Process(const std::string& command, Streams streams, int keeper) : keeper_(keeper) {
    id_ = ::fork();
    if (id_ < 0) throw_system_error("fork");
    if (id_ == 0) become(command.c_str(), streams, keeper);
    ::setpgid(id_, id_);  // in both processes: either may be first
  }
  /// Kills what is left of the group.
  ~Process() {
    if (ended_) return;
    ::kill(-id_, SIGKILL);
    ::kill(id_, SIGKILL);
    reap();
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  /// Sends SIGTERM to the group.
  void ask_to_end() const {
    if (!ended_) ::kill(-id_, SIGTERM);
  }
  /// True once the process has ended. Its descendants are then killed.
  bool ended() {
    if (ended_) return true;
    siginfo_t info{};
    if (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == 0) {
      return false;
    }
    ::kill(-id_, SIGKILL);  // before the group's number can be reused
    reap();
    return true;
  }
  /// "ended with exit code 1"; requires ended().
  [[nodiscard]] std::string how() const {
    if (WIFSIGNALED(status_)) {
      const int number = WTERMSIG(status_);
      const char* name = ::sigabbrev_np(number);
      return "was killed by " +
             (name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(number));
    }
    return "ended with exit code " + std::to_string(WEXITSTATUS(status_));
  }

 private:
  void reap() {
    if (keeper_ >= 0) {
      const WithoutSigpipe quiet;
      tell_keeper(keeper_, '-', id_);
    }
    while (::waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
    }
    ended_ = true;
  }

  pid_t id_ = -1;
  int keeper_;
  bool ended_ = false;
  int status_ = 0;
};

/// A small process that kills what this program started should this program be killed.
class Keeper {
 public:
  /// Throws std::system_error.
  Keeper() {
    const Descriptor nowhere = raised(Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC)));
    if (!nowhere.open()) throw_system_error("/dev/null");
    Pipe pipe = make_pipe();
    const Streams streams{pipe.reading.number(), nowhere.number(), nowhere.number()};
    process_ = std::make_unique<Process>(keeper_script, streams, -1);
    pipe_ = std::move(pipe.writing);
  }

  [[nodiscard]] int descriptor() const { return pipe_.number(); }

 private:
  std::unique_ptr<Process> process_;
  Descriptor pipe_;
};

ssize_t write_quietly(int file, const std::string& text) {
  const WithoutSigpipe quiet;
  return ::write(file, text.data(), text.size());
}

// The bytes available now; empty at the end of the file or if none are there yet, as errno tells.
std::string_view read_some(int file, std::array<char, 65536>& buffer) {
  errno = 0;
  const ssize_t count = ::read(file, buffer.data(), buffer.size());
  return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

bool more_may_come() { return errno == EAGAIN || errno == EINTR; }

bool readable(int file, milliseconds longest) {
  pollfd one{file, POLLIN, 0};
  return ::poll(&one, 1, static_cast<int>(longest.count())) > 0;
}

std::string last_line(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r' || text.back() == ' ')) {
    text.remove_suffix(1);
  }
  return printable(trimmed(text.substr(text.rfind('\n') + 1)), 200);
}

/// A copy of the oracle program: a process, the pipes to it, and lines in and out.
class Child {
 public:
  /// Longer lines cannot be numbers.
  static constexpr std::size_t longest_line = 100000;
  /// The time for a program to end by itself.
  static constexpr std::chrono::milliseconds patience{2000};

  /// Throws std::system_error when it cannot be started.
  Child(const std::string& command, const Keeper& keeper) {
    Pipe in = make_pipe();
    Pipe out = make_pipe();
    Pipe err = make_pipe();
    set_non_blocking(in.writing);
    set_non_blocking(out.reading);
    set_non_blocking(err.reading);
    const Streams streams{in.reading.number(), out.writing.number(), err.writing.number()};
    process_ = std::make_unique<Process>(command, streams, keeper.descriptor());
    input_ = std::move(in.writing);
    output_ = std::move(out.reading);
    errors_ = std::move(err.reading);
  }

  // Descriptors for poll.
  [[nodiscard]] int input() const { return input_.number(); }
  [[nodiscard]] int output() const { return output_.number(); }
  [[nodiscard]] int errors() const { return errors_.number(); }
  [[nodiscard]] bool wants_to_write() const { return input_.open() && !unsent_.empty(); }

  void queue(std::string_view text) { unsent_ += text; }
  /// Writes as much as the pipe takes.
  void write() {
    const ssize_t count = write_quietly(input_.number(), unsent_);
    if (count >= 0) {
      unsent_.erase(0, static_cast<std::size_t>(count));
    } else if (!more_may_come()) {
      input_.close();  // its output will tell why it reads no more
    }
  }
  /// Adds the complete lines that have arrived, without line ends. False at the end of the output,
  /// or when a line is too long.
  [[nodiscard]] bool read(std::vector<std::string>& lines) {
    std::array<char, 65536> buffer;
    std::string_view text = read_some(output_.number(), buffer);
    if (text.empty()) return more_may_come();
    for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
      unfinished_ += text.substr(0, end);
      text.remove_prefix(end + 1);
      lines.push_back(std::exchange(unfinished_, {}));
    }
    unfinished_ += text;
    return unfinished_.size() <= longest_line;
  }
  /// Passes on its standard error.
  void read_errors() {
    std::array<char, 65536> buffer;
    const std::string_view text = read_some(errors_.number(), buffer);
    const bool over = text.empty() && !more_may_come();
    if (over) errors_.close();
    last_words_ += text;
    if (last_words_.size() > words_kept) last_words_.erase(0, last_words_.size() - words_kept);
    // Whole lines if possible, since other copies write, too.
    unshown_ += text;
    const bool all = over || unshown_.size() > words_kept;
    const std::size_t end = all ? unshown_.size() : unshown_.rfind('\n') + 1;
    if (end > 0) (void)!write_quietly(STDERR_FILENO, unshown_.substr(0, end));
    unshown_.erase(0, end);
  }

  /// Why it stopped answering, with the end of its standard error. Requires that `read` returned
  /// false.
  [[nodiscard]] std::string fault() {
    if (unfinished_.size() > longest_line) {
      return "the oracle program wrote a line of over " + std::to_string(longest_line) +
             " characters";
    }
    const auto deadline = Clock::now() + last_word;
    while (errors_.open() && Clock::now() < deadline && readable(errors_.number(), last_word)) {
      read_errors();
    }
    while (!process_->ended() && Clock::now() < deadline) ::usleep(1000);
    std::string what =
        "the oracle program " +
        (process_->ended() ? process_->how() : std::string("closed its output but did not end"));
    const std::string words = last_line(last_words_);
    return words.empty() ? what : what + ": " + words;
  }

  /// Ends the dialogue: the program should end by itself, or is told to if `now`.
  void leave(bool now) {
    input_.close();
    if (now) {
      process_->ask_to_end();
      output_.close();
      errors_.close();
    }
    deadline_ = Clock::now() + (now ? impatience : patience);
  }
  /// True once it has ended; kills it after the deadline set by `leave`.
  bool gone() {
    std::array<char, 65536> buffer;
    // Discards further output, which would otherwise block the program.
    if (output_.open() && read_some(output_.number(), buffer).empty() && !more_may_come()) {
      output_.close();
    }
    if (errors_.open()) read_errors();
    if (!process_->ended() && Clock::now() < deadline_) return false;
    process_.reset();
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;

  Descriptor input_;
  Descriptor output_;
  Descriptor errors_;
  std::unique_ptr<Process> process_;
  std::string unsent_;
  std::string unfinished_;  // the start of a line
  std::string last_words_;  // the end of its standard error
  std::string unshown_;     // the part of standard error not yet passed on
  Clock::time_point deadline_;
};

/// All copies, served by one loop that never waits for a single copy.
class LocalCopies final : public Copies {
 public:
  LocalCopies(std::string command, std::size_t workers)
      : command_(std::move(command)), slots_(workers) {}
  // Idle copies end by themselves when their input closes.
  ~LocalCopies() override {
    for (Slot& slot : slots_) {
      if (!slot.child) continue;
      slot.child->leave(false);
      leaving_.push_back(std::move(slot.child));
    }
    while (!leaving_.empty()) {
      leaving_.remove_if([](const auto& child) { return child->gone(); });
      if (!leaving_.empty()) ::poll(nullptr, 0, 2);
    }
  }
  LocalCopies(const LocalCopies&) = delete;
  LocalCopies& operator=(const LocalCopies&) = delete;

  void ask(std::size_t worker, std::string_view lines) override {
    Slot& slot = slots_[worker];
    if (slot.failed) return;
    if (!slot.child) start(slot);
    if (!slot.child) return;
    slot.child->queue(lines);
    if (slot.child->wants_to_write()) slot.child->write();
  }

  void renew(std::size_t worker) override {
    Slot& slot = slots_[worker];
    if (slot.child) {
      slot.child->leave(true);
      leaving_.push_back(std::move(slot.child));
    }
    slot.child.reset();
    slot.fault.clear();
    slot.failed = false;
    ++slot.copy;
  }

  std::vector<std::string> last_lines() override {
    std::vector<std::string> lines;
    std::list<std::unique_ptr<Child>> writing;
    for (std::size_t worker = 0; worker < slots_.size(); ++worker) {
      Slot& slot = slots_[worker];
      if (slot.child && !slot.failed) {
        slot.child->leave(false);
        writing.push_back(std::move(slot.child));
      }
      renew(worker);
    }
    const auto deadline = std::chrono::steady_clock::now() + Child::patience;
    while (!writing.empty() && std::chrono::steady_clock::now() < deadline) {
      watched_.clear();
      for (const auto& child : writing) watched_.push_back({child->output(), POLLIN, 0});
      ::poll(watched_.data(), watched_.size(), 50);
      for (auto child = writing.begin(); child != writing.end();) {
        const auto next = std::next(child);
        if (!(*child)->read(lines)) leaving_.splice(leaving_.end(), writing, child);
        child = next;
      }
    }
    leaving_.splice(leaving_.end(), writing);
    return lines;
  }

  void wait(std::chrono::microseconds longest, std::vector<Crew::Event>& events) override {
    leaving_.remove_if([](const auto& child) { return child->gone(); });
    for (std::size_t number = 0; number < slots_.size(); ++number) {
      Slot& slot = slots_[number];
      if (slot.fault.empty() || slot.failed) continue;
      fail(slot, {number, slot.copy, true, slot.fault}, events);
    }
    if (!events.empty()) return;
    watch();
    const timespec limit{longest.count() / 1000000, longest.count() % 1000000 * 1000};
    const int found = ::ppoll(watched_.data(), watched_.size(), &limit, nullptr);
    for (std::size_t number = 0; found > 0 && number < slots_.size(); ++number) {
      serve(number, events);
    }
  }

 private:
  struct Slot {
    std::unique_ptr<Child> child;
    std::int64_t copy = 0;
    std::string fault;  // if it could not be started
    bool failed = false;
  };

  void start(Slot& slot) {
    try {
      if (!keeper_) keeper_.emplace();
      slot.child = std::make_unique<Child>(command_, *keeper_);
    } catch (const std::system_error& error) {
      slot.fault = "the oracle program cannot be started: " + error.code().message();
    }
  }

  void watch() {
    watched_.clear();
    for (const Slot& slot : slots_) {
      // Three descriptors for each worker; poll ignores negative ones.
      const Child* child = slot.failed ? nullptr : slot.child.get();
      const bool writes = child != nullptr && child->wants_to_write();
      watched_.push_back({writes ? child->input() : -1, POLLOUT, 0});
      watched_.push_back({child != nullptr ? child->output() : -1, POLLIN, 0});
      watched_.push_back({child != nullptr ? child->errors() : -1, POLLIN, 0});
    }
  }

  void serve(std::size_t number, std::vector<Crew::Event>& events) {
    Slot& slot = slots_[number];
    if (watched_[3 * number].revents != 0) slot.child->write();
    if (watched_[3 * number + 2].revents != 0) slot.child->read_errors();
    if (watched_[3 * number + 1].revents == 0) return;
    lines_.clear();
    const bool goes_on = slot.child->read(lines_);
    for (std::string& line : lines_) events.push_back({number, slot.copy, false, std::move(line)});
    if (!goes_on) fail(slot, {number, slot.copy, true, slot.child->fault()}, events);
  }

  static void fail(Slot& slot, Crew::Event event, std::vector<Crew::Event>& events) {
    slot.failed = true;
    events.push_back(std::move(event));
  }

  std::string command_;
  std::optional<Keeper> keeper_;
  std::vector<Slot> slots_;
  std::list<std::unique_ptr<Child>> leaving_;
  std::vector<pollfd> watched_;
  std::vector<std::string> lines_;
};

}  // namespace

std::unique_ptr<Copies> copies_of(const std::string& command, std::size_t workers) {
  return std::make_unique<LocalCopies>(command, workers);
}

namespace {

template <typename Number>
void append(std::string& text, Number number, char after) {
  std::array<char, 24> digits;  // of a number with up to 20
  text.append(digits.data(), std::to_chars(digits.data(), digits.data() + 20, number).ptr);
  text += after;
}

/// The copies as a Crew: questions are written as lines.
class LocalCrew final : public Crew {
 public:
  LocalCrew(const std::string& command, std::size_t workers)
      : workers_(workers), copies_(copies_of(command, workers)) {}

  [[nodiscard]] std::size_t size() const override { return workers_; }
  void ask(std::size_t worker, std::span<const Question> questions) override {
    std::string lines;
    for (const auto& [entry, seed] : questions) {
      append(lines, entry.row, ' ');
      append(lines, entry.column, seed == 0 ? '\n' : ' ');
      if (seed != 0) append(lines, seed, '\n');
    }
    copies_->ask(worker, lines);
  }
  void renew(std::size_t worker) override { copies_->renew(worker); }
  void wait(std::chrono::microseconds longest, std::vector<Event>& events) override {
    copies_->wait(longest, events);
  }

 private:
  std::size_t workers_;
  std::unique_ptr<Copies> copies_;
};

}  // namespace
}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<Crew> local_crew(const std::string& command, std::size_t workers) {
  return std::make_unique<sources::LocalCrew>(command, workers);
}

}  // namespace allnash
