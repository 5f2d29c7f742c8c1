// What Gambit's file formats have in common: quoted texts, braces, words and numbers between blanks
// and commas, the opening, and two players.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "base/reader.hpp"

namespace allnash::game {

/// Reads a file token by token: what the readers of these files derive from.
class GambitReader {
 protected:
  enum class Token { end, open, close, text, word };

  GambitReader(std::istream& in, const std::string& name) : text_(in, name) {}

  /// Reads a token into token_ and word_, and the line it starts on into line_. Commas are spaces.
  void next();
  /// Each throws InputError unless the tokens are what it reads, and ends before what follows.
  void expect(Token token, const std::string& wanted);
  /// "NFG 1 R" or "NFG 1 D", with another kind and version, and the title.
  std::string read_opening(const std::string& kind, const char* version);
  std::vector<std::string> read_two_players();
  std::int64_t count(const std::string& wanted);  ///< 0 or more
  Rational number(const std::string& wanted);

  /// Throw InputError: about the line of the token, and about the token.
  [[noreturn]] void refuse_here(const std::string& what) const { text_.refuse_line(line_, what); }
  [[noreturn]] void refuse_token(const std::string& wanted) const;

  TextReader text_;
  Token token_ = Token::end;
  std::string word_;  // a text without its quotes
  std::int64_t line_ = 1;

 private:
  void take_text();
  void take_word();
};

}  // namespace allnash::game
