#include "sources/oracle/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <system_error>

#include "base/text.hpp"

namespace allnash::sources {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds impatience(200);   // for one that was asked to end
constexpr milliseconds last_word(200);    // for the last words of one that has closed its output
constexpr std::size_t words_kept = 4000;  // bytes of standard error

[[noreturn]] void throw_system_error(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

struct Pipe {
  Descriptor reading;
  Descriptor writing;
};

// Ends above the standard descriptors, so that putting them in place of those loses none.
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

// Our end must not make us wait; the other end, which the child has, is not touched by this.
void set_non_blocking(const Descriptor& end) {
  const int flags = ::fcntl(end.number(), F_GETFL);
  if (flags < 0 || ::fcntl(end.number(), F_SETFL, flags | O_NONBLOCK) != 0) {
    throw_system_error("fcntl");
  }
}

// What the keeper of a run does: it reads lines `+ group` and `- group` until we are gone.
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

// In the new process, where only calls that are safe in a signal handler may be made.
[[noreturn]] void become(const char* command, const Streams& streams, int keeper) {
  ::setpgid(0, 0);
  ::signal(SIGPIPE, SIG_IGN);
  if (keeper >= 0) tell_keeper(keeper, '+', ::getpid());
  ::signal(SIGPIPE, SIG_DFL);  // a host such as Python may have it ignored
  if (::dup2(streams.input, STDIN_FILENO) < 0 || ::dup2(streams.output, STDOUT_FILENO) < 0 ||
      ::dup2(streams.errors, STDERR_FILENO) < 0) {
    ::_exit(127);
  }
  ::execl("/bin/sh", "sh", "-c", command, static_cast<char*>(nullptr));
  ::_exit(127);
}

// A write to a pipe that nobody reads raises SIGPIPE. While one of these lives it stays with this
// thread, and is taken back, so that the program's own handling of the signal is left alone.
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

ssize_t write_quietly(int file, const std::string& text) {
  const WithoutSigpipe quiet;
  return ::write(file, text.data(), text.size());
}

// Whatever has arrived, or nothing at the end or when there is none yet; errno then tells which.
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

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(number_);
  number_ = -1;
}

Process::Process(const std::string& command, Streams streams, int keeper) : keeper_(keeper) {
  id_ = ::fork();
  if (id_ < 0) throw_system_error("fork");
  if (id_ == 0) become(command.c_str(), streams, keeper);
  ::setpgid(id_, id_);  // whichever of the two comes first
}

Process::~Process() {
  if (ended_) return;
  ::kill(-id_, SIGKILL);
  ::kill(id_, SIGKILL);
  reap();
}

void Process::ask_to_end() const {
  if (!ended_) ::kill(-id_, SIGTERM);
}

bool Process::ended() {
  if (ended_) return true;
  siginfo_t info{};
  if (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      info.si_pid == 0) {
    return false;
  }
  ::kill(-id_, SIGKILL);  // before its number is free for another group
  reap();
  return true;
}

void Process::reap() {
  if (keeper_ >= 0) {
    const WithoutSigpipe quiet;
    tell_keeper(keeper_, '-', id_);
  }
  while (::waitpid(id_, &status_, 0) < 0 && errno == EINTR) {
  }
  ended_ = true;
}

std::string Process::how() const {
  if (WIFSIGNALED(status_)) {
    const int number = WTERMSIG(status_);
    const char* name = ::sigabbrev_np(number);
    return "was killed by " +
           (name != nullptr ? "SIG" + std::string(name) : "signal " + std::to_string(number));
  }
  return "ended with exit code " + std::to_string(WEXITSTATUS(status_));
}

Keeper::Keeper() {
  const Descriptor nowhere = raised(Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC)));
  if (!nowhere.open()) throw_system_error("/dev/null");
  Pipe pipe = make_pipe();
  const Streams streams{pipe.reading.number(), nowhere.number(), nowhere.number()};
  process_ = std::make_unique<Process>(keeper_script, streams, -1);
  pipe_ = std::move(pipe.writing);
}

Child::Child(const std::string& command, const Keeper& keeper) {
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

void Child::write() {
  const ssize_t count = write_quietly(input_.number(), unsent_);
  if (count >= 0) {
    unsent_.erase(0, static_cast<std::size_t>(count));
  } else if (!more_may_come()) {
    input_.close();  // it reads no more; its output will tell why
  }
}

bool Child::read(std::vector<std::string>& lines) {
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

void Child::read_errors() {
  std::array<char, 65536> buffer;
  const std::string_view text = read_some(errors_.number(), buffer);
  const bool over = text.empty() && !more_may_come();
  if (over) errors_.close();
  last_words_ += text;
  if (last_words_.size() > words_kept) last_words_.erase(0, last_words_.size() - words_kept);
  // Whole lines, where that can be: other copies write too.
  unshown_ += text;
  const bool all = over || unshown_.size() > words_kept;
  const std::size_t end = all ? unshown_.size() : unshown_.rfind('\n') + 1;
  if (end > 0) (void)!write_quietly(STDERR_FILENO, unshown_.substr(0, end));
  unshown_.erase(0, end);
}

std::string Child::fault() {
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

void Child::leave(bool now) {
  input_.close();
  if (now) {
    process_->ask_to_end();
    output_.close();
    errors_.close();
  }
  deadline_ = Clock::now() + (now ? impatience : patience);
}

bool Child::gone() {
  std::array<char, 65536> buffer;
  // It may write some more; nobody wants it, but it must not wait for us.
  if (output_.open() && read_some(output_.number(), buffer).empty() && !more_may_come()) {
    output_.close();
  }
  if (errors_.open()) read_errors();
  if (!process_->ended() && Clock::now() < deadline_) return false;
  process_.reset();
  return true;
}

}  // namespace allnash::sources
