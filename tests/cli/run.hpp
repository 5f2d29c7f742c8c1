// Runs a program as a child process, without a shell, and keeps what it wrote.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "paths.hpp"
#include "text.hpp"

namespace allnash::tests {

using test::contents;
using test::has;
using test::lines_of;

struct Finished {
  int code = -1;      ///< exit code, or -1
  int signal = 0;     ///< that killed it, or 0
  bool late = false;  ///< killed because it took too long
  std::string out;
  std::string err;
};

struct RunSettings {
  std::string input{};
  std::string folder = ".";
  std::string out_path{};  ///< standard output goes here instead of `Finished::out`
  bool close_out = false;
  int signal = 0;  ///< sent after signal_after
  std::chrono::milliseconds signal_after{0};
  std::chrono::seconds limit{60};
};

namespace detail {

struct Pipe {
  std::array<int, 2> ends{-1, -1};
  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close_end(std::size_t end) {
    if (ends[end] != -1) ::close(ends[end]);
    ends[end] = -1;
  }
};

[[noreturn]] inline void become(const std::vector<char*>& argv, const RunSettings& settings,
                                const Pipe& in, const Pipe& out, const Pipe& err) {
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  ::dup2(in.ends[0], STDIN_FILENO);
  ::dup2(out.ends[1], STDOUT_FILENO);
  ::dup2(err.ends[1], STDERR_FILENO);
  if (!settings.out_path.empty()) {
    ::dup2(::open(settings.out_path.c_str(), O_WRONLY | O_CREAT, 0666), STDOUT_FILENO);
  }
  if (settings.close_out) ::close(STDOUT_FILENO);
  if (::chdir(settings.folder.c_str()) == 0) ::execv(argv[0], argv.data());
  ::_exit(127);
}

/// Appends what has arrived. False at the end of the stream.
inline bool read_some(int file, std::string& text) {
  std::array<char, 65536> buffer{};
  const ssize_t count = ::read(file, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace detail

inline Finished run(const std::string& program, const std::vector<std::string>& arguments,
                    const RunSettings& settings = {}) {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);

  detail::Pipe in;
  detail::Pipe out;
  detail::Pipe err;
  const pid_t child = ::fork();
  if (child == 0) detail::become(argv, settings, in, out, err);
  in.close_end(0);
  out.close_end(1);
  err.close_end(1);
  // Inputs here are far smaller than a pipe holds, so this does not block.
  (void)!::write(in.ends[1], settings.input.data(), settings.input.size());
  in.close_end(1);

  Finished result;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  bool signalled = settings.signal == 0;
  std::array<pollfd, 2> files{pollfd{out.ends[0], POLLIN, 0}, pollfd{err.ends[0], POLLIN, 0}};
  while (files[0].fd != -1 || files[1].fd != -1) {
    ::poll(files.data(), files.size(), 10);
    if (files[0].revents != 0 && !detail::read_some(files[0].fd, result.out)) files[0].fd = -1;
    if (files[1].revents != 0 && !detail::read_some(files[1].fd, result.err)) files[1].fd = -1;
    if (!signalled && Clock::now() - start >= settings.signal_after) {
      ::kill(child, settings.signal);
      signalled = true;
    }
    if (!result.late && Clock::now() - start >= settings.limit) {
      ::kill(child, SIGKILL);
      result.late = true;
    }
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (WIFEXITED(status)) result.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

inline Finished allnash_run(const std::vector<std::string>& arguments,
                            const RunSettings& settings = {}) {
  return run(paths::program, arguments, settings);
}

inline Finished check(const std::vector<std::string>& arguments) {
  return run(paths::check_program, arguments);
}

/// One list of words after another.
inline std::vector<std::string> with(std::vector<std::string> words,
                                     const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// What the program said when it refused, in one line.
inline std::string refusal(const Finished& result) {
  EXPECT_EQ(result.code, 2) << result.err;
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
  return result.err;
}

/// A folder of its own for each test, gone after it.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "allnash-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  [[nodiscard]] std::string path(const std::string& name = "") const {
    return (path_ / name).string();
  }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  [[nodiscard]] std::string read(const std::string& name) const { return contents(path(name)); }
  /// How many files there are, hidden ones too.
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

}  // namespace allnash::tests
