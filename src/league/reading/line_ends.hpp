// Reads text whose lines end in any of the three ways, CR LF, LF, or CR alone as on old Macs, as
// one whose lines end in LF.
#pragma once

#include <array>
#include <istream>
#include <streambuf>

namespace allnash::reading {

class LineEnds final : public std::streambuf {
 public:
  /// The stream must outlive this.
  explicit LineEnds(std::istream& in) : in_(in) {}

 protected:
  int_type underflow() override {
    std::size_t size = 0;
    while (size == 0) {
      in_.read(read_.data(), static_cast<std::streamsize>(read_.size()));
      const auto count = static_cast<std::size_t>(in_.gcount());
      if (in_.bad()) throw std::ios_base::failure("read error");  // the reader's stream goes bad
      if (count == 0 && returns_ == 0) return traits_type::eof();
      for (std::size_t t = 0; t < count; ++t) size = take(read_[t], size);
      if (count < read_.size()) size = take_returns(size);
    }
    setg(text_.data(), text_.data(), text_.data() + size);
    return traits_type::to_int_type(text_[0]);
  }

 private:
  /// Any number of CR before LF is one line end with it, as in files that were converted twice.
  std::size_t take(char c, std::size_t size) {
    if (c == '\r' && returns_ < most_returns) {
      ++returns_;
      return size;
    }
    if (c == '\n') {
      returns_ = 0;
    } else {
      size = take_returns(size);
    }
    text_[size++] = c;
    return size;
  }
  std::size_t take_returns(std::size_t size) {
    for (; returns_ > 0; --returns_) text_[size++] = '\n';
    return size;
  }

  static constexpr std::size_t most_returns = 64;
  std::istream& in_;
  std::array<char, 65536> read_;
  std::array<char, 65536 + most_returns> text_;
  std::size_t returns_ = 0;  // CR that were read last
};

}  // namespace allnash::reading
