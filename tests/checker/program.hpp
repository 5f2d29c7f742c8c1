// Runs allnash-check as a user would.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "paths.hpp"

namespace allnash::test {

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A folder of its own that goes away at the end.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "allnash-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path path_;
};

struct Outcome {
  int code = -1;  // 128 and more: ended by a signal
  std::string out;
  std::string err;
};

inline Outcome check(const std::vector<std::string>& arguments) {
  const Folder folder;
  std::string command = paths::check_program;
  for (const std::string& argument : arguments) command += " '" + argument + "'";
  command += " >" + folder.path("out") + " 2>" + folder.path("err");
  const int status = std::system(command.c_str());  // NOLINT(cert-env33-c)
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128, contents(folder.path("out")),
          contents(folder.path("err"))};
}

}  // namespace allnash::test
