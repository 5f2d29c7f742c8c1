#include "output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "allnash/error.hpp"
#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {

void throw_cannot_write(const std::string& path, int error) {
  throw InputError(fmt::format("{}: cannot write: {}", path.empty() ? "''" : path,
                               error == 0 ? "unknown error" : std::strerror(error)));
}

void check_standard_streams() {
  if (::fcntl(STDOUT_FILENO, F_GETFD) == -1) throw_cannot_write("standard output", errno);
  for (const int stream : {STDIN_FILENO, STDERR_FILENO}) {
    // The lowest free number is given out: with output open, that is the closed stream's.
    if (::fcntl(stream, F_GETFD) == -1) (void)::open("/dev/null", O_RDWR);
  }
}

std::size_t terminal_width(int stream) {
  winsize size{};
  const bool known = ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col : line_width;
}

void write_standard_output(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) throw_cannot_write("standard output", errno);
}

void write_watched(std::ostream& out, const std::string& name,
                   const std::function<void(std::ostream&)>& write) {
  out.exceptions(std::ios::badbit | std::ios::failbit);
  try {
    errno = 0;
    write(out);
    out.flush();
  } catch (const std::ios_base::failure&) {
    const int error = errno;
    out.exceptions(std::ios::goodbit);
    throw_cannot_write(name, error);
  }
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) {
  struct stat info = {};
  if (::stat(path_.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) throw_cannot_write(path_, EISDIR);
    if (::access(path_.c_str(), W_OK) != 0) throw_cannot_write(path_, errno);
    if (S_ISREG(info.st_mode)) {
      target_ = std::filesystem::canonical(path_).string();
      create_temporary();
    }
  } else if (errno == ENOENT && !path_.empty() && ::lstat(path_.c_str(), &info) != 0) {
    create_temporary();
  } else {
    throw_cannot_write(path_, errno);
  }
  errno = 0;
  stream_.open(temporary_.empty() ? target_ : temporary_, std::ios::binary);
  if (!stream_) throw_cannot_write(path_, errno);
}

void OutputFile::create_temporary() {
  const std::filesystem::path target(target_);
  if (target.filename().empty()) throw_cannot_write(path_, EISDIR);
  int file = -1;
  std::string temporary;
  // A number more when a run of long ago left its file.
  for (int attempt = 0; attempt < 100 && file == -1; ++attempt) {
    const std::string name = fmt::format(".allnash-{}-{}.tmp", ::getpid(), attempt);
    temporary = (target.parent_path() / name).string();
    file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file == -1 && errno != EEXIST) break;
  }
  if (file == -1) throw_cannot_write(path_, errno);
  ::close(file);
  temporary_ = temporary;
  remember_temporary(temporary_);
}

OutputFile::~OutputFile() {
  if (temporary_.empty()) return;
  ::unlink(temporary_.c_str());
  forget_temporary(temporary_);
}

void OutputFile::commit() {
  errno = 0;
  stream_.close();
  if (!stream_) throw_cannot_write(path_, errno);
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw_cannot_write(path_, errno);
  forget_temporary(temporary_);
  temporary_.clear();
}

}  // namespace allnash::cli
