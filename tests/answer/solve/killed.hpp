// Runs in processes of their own that are killed, and what outlives them.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "allnash/result.hpp"
#include "text.hpp"

namespace allnash::test {

/// Whether the run ends before it is due to be killed. If so it must have an answer.
inline bool finishes(const std::function<Result()>& run, const std::function<bool()>& due) {
  const pid_t child = ::fork();
  if (child == 0) {
    try {
      ::_exit(run().status == Status::proved ? 0 : 1);
    } catch (const std::exception& error) {
      std::fputs(error.what(), stderr);
      ::_exit(2);
    }
  }
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (due()) ::kill(child, SIGKILL);
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  EXPECT_TRUE(!WIFEXITED(status) || WEXITSTATUS(status) == 0);
  return WIFEXITED(status);
}

/// A file of lines. Each is written before it returns, and takes a while.
class LineFile {
 public:
  explicit LineFile(std::string path)
      : path_(std::move(path)),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {}
  LineFile(const LineFile&) = delete;
  LineFile& operator=(const LineFile&) = delete;
  ~LineFile() { ::close(file_); }

  void add(const std::string& line) const {
    const std::string text = line + "\n";
    if (::write(file_, text.data(), text.size()) < 0) ::_exit(4);
    ::usleep(300);
  }
  [[nodiscard]] std::vector<std::string> lines() const { return lines_of(contents(path_)); }

 private:
  std::string path_;
  int file_;
};

}  // namespace allnash::test
