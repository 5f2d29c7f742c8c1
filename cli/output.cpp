#include "output.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>

#include "signals.hpp"
#include "text.hpp"

namespace allnash::cli {

void throw_cannot_write(const std::string& path, int error) {
  const std::string message = fmt::format("{}: cannot write: {}", path.empty() ? "''" : path,
                                          error == 0 ? "unknown error" : std::strerror(error));
  if (error == EPIPE) throw ReaderLeft(message);
  throw InputError(message);
}

void check_standard_streams() {
  if (::fcntl(STDOUT_FILENO, F_GETFD) == -1) throw_cannot_write("standard output", errno);
  for (const int stream : {STDIN_FILENO, STDERR_FILENO}) {
    // `open` returns the lowest free descriptor: as output is open, that of the closed stream.
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

void do_all(std::initializer_list<std::function<void()>> steps) {
  std::exception_ptr first;
  std::exception_ptr left;
  for (const auto& step : steps) {
    try {
      step();
    } catch (const ReaderLeft&) {
      left = std::current_exception();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
  if (left) std::rethrow_exception(left);
}

void FileBuffer::look(bool well) {
  if (!well && error_ == 0) error_ = errno == 0 ? EIO : errno;
}

bool FileBuffer::finish() {
  errno = 0;
  look(close() != nullptr);
  return error_ == 0;
}

FileBuffer::int_type FileBuffer::overflow(int_type c) {
  errno = 0;
  const int_type result = std::filebuf::overflow(c);
  look(!traits_type::eq_int_type(result, traits_type::eof()));
  return result;
}

std::streamsize FileBuffer::xsputn(const char* text, std::streamsize count) {
  errno = 0;
  const std::streamsize written = std::filebuf::xsputn(text, count);
  look(written == count);
  return written;
}

int FileBuffer::sync() {
  errno = 0;
  const int result = std::filebuf::sync();
  look(result == 0);
  return result;
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
  const std::string& file = temporary_.empty() ? target_ : temporary_;
  if (buffer_.open(file, std::ios::out | std::ios::binary) == nullptr) {
    throw_cannot_write(path_, errno);
  }
}

void OutputFile::create_temporary() {
  const std::filesystem::path target(target_);
  if (target.filename().empty()) throw_cannot_write(path_, EISDIR);
  int file = -1;
  std::string temporary;
  // Another number if a previous process with this id left its file.
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
  if (!buffer_.finish() || !stream_) throw_cannot_write(path_, buffer_.error());
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) throw_cannot_write(path_, errno);
  forget_temporary(temporary_);
  temporary_.clear();
}

Proof::Proof(const std::optional<std::string>& place, bool in_report)
    : name_(place == "-" ? "certificate" : place.value_or("")),
      as_text_(place == "-" || in_report) {
  if (place && place != "-") file_.emplace(*place);
}

std::ostream* Proof::stream() {
  if (as_text_) return &text_;
  return file_ ? &file_->stream() : nullptr;
}

void Proof::commit(const std::string& why_not) {
  if (name_.empty()) return;
  if (!why_not.empty()) {
    std::fputs((name_ + ": not written, because " + why_not + "\n").c_str(), stderr);
  } else if (!file_) {
    write_standard_output(text());
  } else {
    if (as_text_) file_->stream() << text();
    file_->commit();
  }
}

}  // namespace allnash::cli
