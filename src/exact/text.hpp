// Characters of what users wrote, on their way into one line of a message.
#pragma once

namespace allnash {

/// A character that would spoil the line it is printed in. Bytes of UTF-8 are none, whether the
/// machine's char has a sign or not.
constexpr bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f;
}

}  // namespace allnash
