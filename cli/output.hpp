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

namespace allnash::cli {

/// Throws InputError when standard output is closed: a file opened later would take its place.
void check_standard_streams();

/// Columns of the terminal behind a stream; of no terminal, `line_width`.
std::size_t terminal_width(int stream);

/// Throws InputError unless all of it is written.
void write_standard_output(std::string_view text);

/// InputError `PATH: cannot write: REASON`, the reason being errno's.
[[noreturn]] void throw_cannot_write(const std::string& path, int error);

/// Has `write` write to a stream that ends the work, by InputError as above, as soon as something
/// cannot be written: a full disk must not only be noticed at the end.
void write_watched(std::ostream& out, const std::string& name,
                   const std::function<void(std::ostream&)>& write);

/// Does all of it in turn, and throws at the end what was thrown first: what cannot be written must
/// not keep anything else from being written.
void do_all(std::initializer_list<std::function<void()>> steps);

/// The buffer of a file that keeps the reason why the first of its writes failed.
class FileBuffer final : public std::filebuf {
 public:
  [[nodiscard]] int error() const { return error_; }  ///< as in errno; 0: none failed
  /// Writes what is left. Returns whether all was written, ever.
  bool finish();

 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override;

 private:
  void look(bool well);
  int error_ = 0;
};

/// A file that appears whole or not at all: it is written under a temporary name in the same folder
/// and renamed at the end. What is no regular file, such as /dev/null, is written in place.
class OutputFile {
 public:
  /// Throws InputError when the path cannot be written.
  explicit OutputFile(std::string path);
  ~OutputFile();  ///< without `commit`, nothing is left behind
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  std::ostream& stream() { return stream_; }
  /// Why the first write failed, as in errno; 0: none did.
  [[nodiscard]] int error() const { return buffer_.error(); }
  /// Throws InputError unless all of it is written and in place.
  void commit();

 private:
  void create_temporary();

  std::string path_;       // as the user gave it, for messages
  std::string target_;     // where it really lies, symbolic links followed
  std::string temporary_;  // empty when written in place
  FileBuffer buffer_;
  std::ostream stream_{&buffer_};
};

/// The certificate of an answer: in a file, on standard output (`-`), in a report, or nowhere.
class Proof {
 public:
  /// `in_report`: its text is wanted, wherever it goes. Throws InputError when the file cannot be
  /// written.
  Proof(const std::optional<std::string>& place, bool in_report);
  [[nodiscard]] std::ostream* stream();  ///< to write it to; null where nobody wants it
  [[nodiscard]] std::string text() const { return text_.str(); }
  [[nodiscard]] const std::string& name() const { return name_; }  ///< for messages
  /// Puts it in its place; or says on standard error that it is not written and why, if there is a
  /// reason.
  void commit(const std::string& why_not = "");

 private:
  std::string name_;
  bool as_text_;
  std::ostringstream text_;  // of one that is more than a file
  std::optional<OutputFile> file_;
};

}  // namespace allnash::cli
