// What users wrote, on its way into one line of a message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace allnash {

/// A character that would spoil the line it is printed in. Bytes of UTF-8 are none, whether the
/// machine's char has a sign or not.
constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

bool is_utf8(std::string_view text);

/// Text fit for a line of a message: cut to about `longest` bytes, whole characters as they were
/// typed, and '?' for control characters and for bytes that are no UTF-8.
std::string printable(std::string_view text, std::size_t longest = 40);
/// The same between single quotes.
std::string quoted(std::string_view text);

}  // namespace allnash
