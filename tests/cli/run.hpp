// Runs a program and keeps what it wrote.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
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
  /// How many files there are, hidden ones too.
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

struct Finished {
  int code = -1;   ///< exit code, or -1
  int signal = 0;  ///< that killed it, or 0
  std::string out;
  std::string err;
};

inline std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

inline Finished run(const std::string& program, const std::vector<std::string>& arguments,
                    const std::string& input = "") {
  const Folder folder;
  std::string command = "exec " + quoted(program);
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  command +=
      " <" + folder.write("in", input) + " >" + folder.path("out") + " 2>" + folder.path("err");
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c)
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          contents(folder.path("out")), contents(folder.path("err"))};
}

inline Finished allnash_run(const std::vector<std::string>& arguments,
                            const std::string& input = "") {
  return run(paths::program, arguments, input);
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

}  // namespace allnash::tests
