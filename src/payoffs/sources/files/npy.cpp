// Reads NumPy's .npy: a magic string, a version, the length of a header, the header (a Python
// dictionary with the type, the order and the shape of the array), and the numbers as raw bytes.
// Memory is taken only for bytes that are there, whatever the header says. A float is read as the
// shortest decimal that rounds to it, as it is printed.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <istream>
#include <limits>
#include <utility>

#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/access.hpp"
#include "core/exact/printed.hpp"
#include "core/json/json.hpp"
#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash::sources {
namespace {

constexpr std::size_t longest_header = 65536;  // one of a plain 2-D array is far shorter

struct Header {
  std::string type;
  bool by_column = false;
  std::vector<std::uint64_t> shape;
};

/// Converts a Python dictionary of strings, booleans and tuples to JSON.
std::string json_of_dictionary(std::string_view python) {
  std::string text;
  for (const char c : python) {
    const std::size_t last = text.find_last_not_of(" \n");
    const bool closes = c == '}' || c == ')';
    if (closes && last != text.npos && text[last] == ',') text.erase(last);
    text += c == '\'' ? '"' : c == '(' ? '[' : c == ')' ? ']' : c;
  }
  for (const auto& [word, value] : {std::pair("True", "true"), std::pair("False", "false")}) {
    if (const auto at = text.find(word); at != text.npos)
      text.replace(at, std::strlen(word), value);
  }
  return text;
}

Header header_in(std::string_view text, const std::string& name) {
  const auto json = parse_json(json_of_dictionary(text));
  const auto malformed = [&](bool wrong) {
    if (wrong) refuse(name, "the header of the .npy file is malformed");
  };
  malformed(!json || !json->is_object() || json->size() != 3);
  malformed(!json->contains("descr") || !json->contains("fortran_order") ||
            !json->contains("shape"));
  const Json& type = (*json)["descr"];
  const Json& by_column = (*json)["fortran_order"];
  if (type.is_array()) refuse(name, "entries are records, not numbers");
  malformed(!type.is_string() || type.get_ref<const std::string&>().empty());
  malformed(!by_column.is_boolean() || !(*json)["shape"].is_array());
  Header header{type.get<std::string>(), by_column.get<bool>(), {}};
  for (const Json& side : (*json)["shape"]) {
    malformed(!side.is_number_unsigned() && !(side.is_number_float() && side > 1e19));
    // JSON numbers beyond 64 bits are floating.
    if (side.is_number_float() || side > std::numeric_limits<std::uint32_t>::max()) {
      refuse(name, "the array is too large");
    }
    header.shape.push_back(side.get<std::uint64_t>());
  }
  return header;
}

struct Type {
  char kind = 'i';        // b boolean, i signed, u unsigned, f floating
  std::size_t bytes = 8;  // of a number
  bool big_endian = false;
};

Type type_of(const std::string& descr, const std::string& name) {
  constexpr std::array<std::string_view, 12> known = {"b1", "i1", "i2", "i4", "i8", "u1",
                                                      "u2", "u4", "u8", "f2", "f4", "f8"};
  const std::string_view code = std::string_view(descr).substr(descr.empty() ? 0 : 1);
  for (const std::string_view type : known) {
    if (code != type || std::string_view("<>|=").find(descr.front()) == std::string_view::npos) {
      continue;
    }
    const bool native_big = std::endian::native == std::endian::big;
    return {type[0], static_cast<std::size_t>(type[1] - '0'),
            descr[0] == '>' || (descr[0] == '=' && native_big)};
  }
  if (code.starts_with('O')) refuse(name, "entries are Python objects, not numbers");
  refuse(name, "entries of type " + in_quotes(descr) +
                   ", where integers, truth values and floats of up to 64 bits are read");
}

std::uint64_t bits_of(const char* bytes, const Type& type) {
  std::uint64_t bits = 0;
  for (std::size_t t = 0; t < type.bytes; ++t) {
    const std::size_t from = type.big_endian ? t : type.bytes - 1 - t;
    bits = bits << 8U | static_cast<unsigned char>(bytes[from]);
  }
  return bits;
}

double half_of(std::uint64_t bits) {
  const auto exponent = static_cast<int>(bits >> 10U & 0x1FU);
  const auto fraction = static_cast<double>(bits & 0x3FFU);
  double size = 0;
  if (exponent == 0x1F) {
    size = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    size = std::ldexp(fraction, -24);
  } else {
    size = std::ldexp(fraction + 1024, exponent - 25);
  }
  return (bits & 0x8000U) != 0 ? -size : size;
}

/// The shortest decimal that rounds to a half of this size, not 0; the nearer one of two.
Rational decimal_of_half(std::uint64_t size) {
  constexpr std::uint64_t largest = 0x7BFF;
  constexpr int first_place = 4;  // the largest is 65504
  const Rational value = Rational::from_double(half_of(size));
  const Rational down = value - Rational::from_double(half_of(size - 1));
  const Rational up = size == largest ? down : Rational::from_double(half_of(size + 1)) - value;
  const bool even = size % 2 == 0;  // what lies in the middle of two halves rounds to the even one
  const auto rounds_to_it = [&](const Rational& decimal) {
    const Rational twice = (decimal - value) * 2;
    return even ? -down <= twice && twice <= up : -down < twice && twice < up;
  };
  Rational unit = power_of_ten(first_place);
  for (;; unit /= 10) {
    const Rational units = value / unit;
    const auto whole = static_cast<std::int64_t>(units.to_double());
    const Rational rest = units - whole;
    const bool upper = rest > Rational(1, 2) || (rest == Rational(1, 2) && whole % 2 == 1);
    for (const std::int64_t digits : {upper ? whole + 1 : whole, upper ? whole : whole + 1}) {
      if (digits > 0 && rounds_to_it(digits * unit)) return digits * unit;
    }
  }
}

double double_of(std::uint64_t bits, std::size_t bytes) {
  if (bytes == 2) return half_of(bits);
  if (bytes == 4) return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  return std::bit_cast<double>(bits);
}

/// The shortest decimal that rounds to the number in its own precision, as NumPy prints it.
Rational decimal_of(std::uint64_t bits, std::size_t bytes) {
  if (bytes == 8) return {std::bit_cast<double>(bits)};
  if (bytes == 4) return {std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
  constexpr std::uint64_t sign = 0x8000;
  const std::uint64_t size = bits & ~sign;
  if (size == 0) return {};
  return size == bits ? decimal_of_half(size) : -decimal_of_half(size);
}

Rational number_of(std::uint64_t bits, const Type& type) {
  if (type.kind == 'b') return {bits != 0 ? 1 : 0};
  if (type.kind == 'u') {
    Rational result;
    fmpz_set_ui(exact::numerator(result), bits);
    return result;
  }
  if (type.kind == 'f') return decimal_of(bits, type.bytes);
  const std::size_t unused = 64 - 8 * type.bytes;
  return {static_cast<std::int64_t>(bits << unused) >> unused};
}

class NpyReader {
 public:
  NpyReader(std::istream& in, const std::string& name) : in_(in), name_(name) {}

  std::unique_ptr<Source> read() {
    const Header header = read_header();
    if (header.shape.size() != 2) {
      refuse(name_,
             fmt::format("an array of {} dimensions, where a game has 2", header.shape.size()));
    }
    rows_ = static_cast<Index>(header.shape[0]);
    columns_ = static_cast<Index>(header.shape[1]);
    check_shape(printable(name_, 1000), rows_, columns_);
    layout_ = header.by_column ? Layout::by_column : Layout::by_row;
    type_ = type_of(header.type, name_);
    read_numbers();
    return std::make_unique<TableGame>(rows_, columns_, std::move(values_), Labels{}, layout_);
  }

 private:
  std::size_t get(char* out, std::size_t count) {
    in_.read(out, static_cast<std::streamsize>(count));
    if (in_.bad()) refuse(name_, "cannot be read");
    return static_cast<std::size_t>(in_.gcount());
  }

  Header read_header() {
    std::array<char, 8> start{};
    const std::size_t got = get(start.data(), start.size());
    if (got == 0) refuse(name_, "empty file");
    if (!std::string_view(start.data(), got).starts_with("\x93NUMPY")) {
      refuse(name_, "not a .npy file");
    }
    const int version = static_cast<unsigned char>(start[6]);
    if (got < start.size() || version < 1 || version > 3) {
      refuse(name_, "a .npy file of an unknown version");
    }
    std::array<char, 4> length{};
    const std::size_t bytes = version == 1 ? 2 : 4;
    if (get(length.data(), bytes) < bytes) refuse(name_, "truncated in its header");
    const std::uint64_t size = bits_of(length.data(), {'u', bytes, false});
    if (size > longest_header) refuse(name_, "the header of the .npy file is malformed");
    std::string text(size, '\0');
    if (get(text.data(), size) < size) refuse(name_, "truncated in its header");
    return header_in(text, name_);
  }

  void read_numbers() {
    const auto count = static_cast<std::uint64_t>(rows_ * columns_);
    if (count > std::numeric_limits<std::uint64_t>::max() / 8) {
      refuse(name_, "the array is too large");
    }
    const std::uint64_t needed = count * type_.bytes;
    if (const auto size = bytes_left(in_)) {
      check_size(*size, needed);
      values_.reserve(count);
    }
    std::array<char, 65536> piece;  // a multiple of every entry size
    std::uint64_t done = 0;
    while (done < needed) {
      const std::size_t wanted = std::min<std::uint64_t>(piece.size(), needed - done);
      const std::size_t got = get(piece.data(), wanted);
      if (got < wanted) check_size(done + got, needed);
      for (std::size_t at = 0; at < got; at += type_.bytes) add(piece.data() + at);
      done += got;
    }
    if (in_.peek() != std::istream::traits_type::eof()) refuse(name_, "more bytes than its shape");
  }

  void check_size(std::uint64_t size, std::uint64_t needed) const {
    if (size < needed) {
      refuse(name_, fmt::format("truncated: {} of {} bytes of data", size, needed));
    }
    if (size > needed) refuse(name_, "more bytes than its shape");
  }

  void add(const char* bytes) {
    const std::uint64_t bits = bits_of(bytes, type_);
    if (type_.kind == 'f') {
      const double value = double_of(bits, type_.bytes);
      if (std::isnan(value)) refuse_entry("payoff is not a number (nan)");
      if (std::isinf(value)) refuse_entry("infinite payoff");
    }
    values_.push_back(number_of(bits, type_));
  }

  [[noreturn]] void refuse_entry(const std::string& what) const {
    const auto t = static_cast<Index>(values_.size());
    const Entry entry =
        layout_ == Layout::by_row ? Entry{t / columns_, t % columns_} : Entry{t % rows_, t / rows_};
    refuse(name_, entry_name(entry) + ": " + what);
  }

  std::istream& in_;
  const std::string& name_;
  Index rows_ = 0;
  Index columns_ = 0;
  Layout layout_ = Layout::by_row;
  Type type_;
  std::vector<Rational> values_;
};

}  // namespace

std::unique_ptr<Source> read_npy(std::istream& in, const std::string& name) {
  return NpyReader(in, name).read();
}

}  // namespace allnash::sources
