// What Gambit's file formats have in common: quoted texts, braces, words and numbers between blanks
// and commas, the opening, and two players.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/rational.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"

namespace allnash::game {

/// Base class of the readers of these files; reads token by token.
class GambitReader {
 protected:
  enum class Token { end, open, close, text, word };

  GambitReader(std::istream& in, const std::string& name) : text_(in, name) {
    text_.refuse_lone_returns();
  }

  /// Reads a token into token_ and word_, and the number of its line into line_. Commas are spaces.
  void next() {
    int c = text_.peek();
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',') {
      text_.take();
      c = text_.peek();
    }
    line_ = text_.line();
    word_.clear();
    if (c == TextReader::end) {
      token_ = Token::end;
    } else if (c == '"') {
      take_text();
    } else if (c == '{' || c == '}') {
      word_ = static_cast<char>(text_.take());
      token_ = c == '{' ? Token::open : Token::close;
    } else {
      take_word();
    }
  }
  /// Each throws InputError unless the tokens match, and stops before the next token.
  void expect(Token token, const std::string& wanted) {
    if (token_ != token) refuse_token(wanted);
    next();
  }
  /// Reads "NFG 1 R" or "NFG 1 D", with `kind` and `version` in place of NFG and 1, and the title.
  std::string read_opening(const std::string& kind, const char* version) {
    next();
    if (token_ == Token::end) text_.refuse_file("empty file");
    if (token_ != Token::word || word_ != kind) {
      text_.refuse_file("not a ." + lower_case(kind) + " file");
    }
    next();
    if (token_ != Token::word || word_ != version) refuse_token(std::string("version ") + version);
    next();
    if (token_ != Token::word || (word_ != "R" && word_ != "D")) refuse_token("R or D");
    next();
    std::string title = word_;
    expect(Token::text, "the title");
    return title;
  }
  std::vector<std::string> read_two_players() {
    expect(Token::open, "the list of players");
    std::vector<std::string> names;
    for (; token_ == Token::text; next()) names.push_back(word_);
    if (names.size() != 2) {
      refuse_here("a game of " + std::to_string(names.size()) +
                  (names.size() == 1 ? " player" : " players") + ", where two are solved");
    }
    expect(Token::close, "the end of the players");
    return names;
  }
  /// A nonnegative integer.
  std::int64_t count(const std::string& wanted) {
    const auto value = number_in<std::int64_t>(word_);
    if (token_ != Token::word || !value || *value < 0) refuse_token(wanted);
    next();
    return *value;
  }
  Rational number(const std::string& wanted) {
    if (token_ != Token::word) refuse_token(wanted);
    try {
      Rational value = Rational::parse(word_);
      next();
      return value;
    } catch (const std::invalid_argument& error) {
      refuse_here(error.what());
    }
  }

  /// Throw InputError, about the line of the token or about the token.
  [[noreturn]] void refuse_here(const std::string& what) const { text_.refuse_line(line_, what); }
  [[noreturn]] void refuse_token(const std::string& wanted) const {
    const std::string found = token_ == Token::end ? "the end of the file" : in_quotes(word_);
    refuse_here(found + " where " + wanted + " belongs");
  }

  TextReader text_;
  Token token_ = Token::end;
  std::string word_;  // without quotes if it is a text
  std::int64_t line_ = 1;

 private:
  void take_text() {
    token_ = Token::text;
    text_.take();
    for (int c = text_.take(); c != '"'; c = text_.take()) {
      if (c == '\\' && (text_.peek() == '"' || text_.peek() == '\\')) c = text_.take();
      if (c == TextReader::end) refuse_here("quoted text that does not end");
      text_.append(word_, c);
    }
    text_.refuse_controls(line_, word_);
  }

  void take_word() {
    constexpr std::string_view stops = " \t\r\n,{}\"";
    token_ = Token::word;
    for (int c = text_.peek(); c != TextReader::end; c = text_.peek()) {
      if (stops.find(static_cast<char>(c)) != std::string_view::npos) return;
      text_.append(word_, text_.take());
    }
  }
};

}  // namespace allnash::game
