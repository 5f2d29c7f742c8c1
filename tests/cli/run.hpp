// Runs the program and keeps what it wrote.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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
  int code = -1;  ///< exit code, or -1
  std::string out;
  std::string err;
};

inline std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

inline Finished allnash_run(const std::vector<std::string>& arguments,
                            const std::string& input = "") {
  const Folder folder;
  std::string command = "exec " + quoted(paths::program);
  for (const std::string& argument : arguments) command += " " + quoted(argument);
  command +=
      " <" + folder.write("in", input) + " >" + folder.path("out") + " 2>" + folder.path("err");
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c)
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(folder.path("out")),
          contents(folder.path("err"))};
}

}  // namespace allnash::tests
