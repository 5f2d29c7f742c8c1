// Reads PGN, the portable game notation of chess (Edwards 1994), as programs write it.
//
// Of a game only the tags White, Black and Result count. Its moves are skipped, except that
// comments and variations are followed to their ends, and that the result after the moves must
// equal the tag. PGN is Latin-1 by its standard and UTF-8 by custom: text that is not valid UTF-8
// is read as Latin-1.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "lists/sheet.hpp"

namespace allnash::lists {

/// Whether a file that begins with this line is PGN: a tag, its name and a quote.
[[nodiscard]] bool is_tag_line(std::string_view line);

/// Whether some line of the text is one.
[[nodiscard]] bool has_tag_line(std::string_view text);

class PgnReader {
 public:
  /// Unless `skip`, a game whose tag and moves end differently is refused; otherwise it has no
  /// result.
  PgnReader(std::string name, bool skip);

  /// Takes the lines one after another. Throws InputError.
  void take(std::string_view line, std::int64_t number);
  /// The games, with the headings white, black, result and date.
  [[nodiscard]] Sheet finish();

 private:
  [[nodiscard]] std::size_t take_tag(std::string_view line, std::size_t place, std::int64_t number);
  [[nodiscard]] std::size_t take_word(std::string_view line, std::size_t place,
                                      std::int64_t number);
  void begin(std::int64_t number);
  void end_game();
  [[nodiscard]] std::string tag(const char* name) const;
  [[nodiscard]] std::string date() const;

  Sheet sheet_;
  bool skip_;
  std::map<std::string, std::string> tags_;
  std::string marker_;          // the result at the end of the moves
  bool moves_ = false;          // of the game have begun
  std::int64_t first_ = 0;      // line of the game; 0: none has begun
  std::int64_t comment_ = 0;    // line where the comment begins; 0: outside of one
  std::int64_t variation_ = 0;  // how deep
};

}  // namespace allnash::lists
