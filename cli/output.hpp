// Writes to files and standard output, and notices when writing fails.
#pragma once

#include <fstream>
#include <functional>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>

#include "allnash/run.hpp"

namespace allnash::cli {

/// Throws InputError when standard output is closed: a file opened later would get its descriptor.
void check_standard_streams();

/// The width of the terminal behind a stream; `line_width` without a terminal.
std::size_t terminal_width(int stream);

/// Throws InputError if it cannot be written completely.
void write_standard_output(std::string_view text);

/// The reader of a pipe has left, as `head` does when it has seen enough.
struct ReaderLeft : InputError {
  using InputError::InputError;
};

/// Throws InputError `PATH: cannot write: REASON`, with the reason from errno; ReaderLeft for a
/// pipe without a reader.
[[noreturn]] void throw_cannot_write(const std::string& path, int error);

/// Calls `write` with a stream that throws InputError, as above, as soon as writing fails, so that
/// a full disk is noticed at once.
void write_watched(std::ostream& out, const std::string& name,
                   const std::function<void(std::ostream&)>& write);

/// Runs all steps, and throws the first exception at the end, ReaderLeft only if there is no other:
/// a step that cannot write must not prevent the others.
void do_all(std::initializer_list<std::function<void()>> steps);

/// A file buffer that keeps the errno of its first failed write.
class FileBuffer final : public std::filebuf {
 public:
  [[nodiscard]] int error() const { return error_; }  ///< 0 if none failed
  /// Writes what is left. Returns whether every write succeeded.
  bool finish();

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  void look(bool well);
  int error_ = 0;
};

/// A file that appears completely or not at all: it is written under a temporary name in the same
/// folder and renamed at the end. A target that is not a regular file, such as /dev/null, is
/// written in place.
class OutputFile {
 public:
  /// Throws InputError if the path cannot be written.
  explicit OutputFile(std::string path);
  ~OutputFile();  ///< without `commit`, the temporary file is removed
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  /// The errno of the first failed write; 0 if none failed.
  [[nodiscard]] int error() const { return buffer_.error(); }
  /// Throws InputError unless everything is written and in place.
  void commit();

 private:
  void create_temporary();

  std::string path_;       // as the user gave it, for messages
  std::string target_;     // path with symbolic links resolved
  std::string temporary_;  // empty when written in place
  FileBuffer buffer_;
  std::ostream stream_{&buffer_};
};

/// The certificate of an answer: in a file, on standard output (`-`), in a report, or nowhere.
class Proof {
 public:
  /// `in_report`: its text is needed wherever it goes. Throws InputError if the file cannot be
  /// written.
  Proof(const std::optional<std::string>& place, bool in_report);
  [[nodiscard]] std::ostream* stream();  ///< null if no certificate is wanted
  [[nodiscard]] std::string text() const { return text_.str(); }
  [[nodiscard]] const std::string& name() const { return name_; }  ///< for messages
  /// Puts the certificate in its place; given a reason, reports that it is not written and why.
  void commit(const std::string& why_not = "");

 private:
  std::string name_;
  bool as_text_;
  std::ostringstream text_;  // unless it only goes to a file
  std::optional<OutputFile> file_;
};

}  // namespace allnash::cli
