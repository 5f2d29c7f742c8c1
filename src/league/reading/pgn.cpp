// Reads PGN, the portable game notation of chess (Edwards 1994), as programs write it.
//
// Of a game only the tags White, Black and Result count. Its moves are skipped, except that
// comments and variations are followed to their ends, and that the result after the moves must
// equal the tag. PGN is Latin-1 by its standard and UTF-8 by custom: text that is not valid UTF-8
// is read as Latin-1.
#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "core/base/text.hpp"
#include "league/reading/formats.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {
namespace {

constexpr std::array game_results{"1-0", "0-1", "1/2-1/2", "*"};
// A repetition of one of these tags starts the next game, even without moves in between.
constexpr std::array once_a_game{"Event", "Site", "White", "Black", "Result"};

bool is_letter_of_tag(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string utf8_of(std::string text) {
  if (is_utf8(text)) return text;
  std::string utf8;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80U) {
      utf8 += c;
    } else {
      utf8 += static_cast<char>(0xc0U | (byte >> 6U));
      utf8 += static_cast<char>(0x80U | (byte & 0x3fU));
    }
  }
  return utf8;
}

/// Unifies the spellings of a tie.
std::string plain_result(std::string text) {
  return among(tie_words, plain_word(text)) ? "1/2-1/2" : std::move(text);
}

}  // namespace

bool is_tag_line(std::string_view line) {
  line = trimmed(line);
  if (line.empty() || line.front() != '[') return false;
  line = trimmed(line.substr(1));
  const auto end = std::ranges::find_if_not(line, is_letter_of_tag);
  if (end == line.begin()) return false;
  const std::string_view rest = trimmed(line.substr(static_cast<std::size_t>(end - line.begin())));
  return !rest.empty() && rest.front() == '"';
}

bool has_tag_line(std::string_view text) {
  bool found = false;
  for_each_line(text, [&](std::string_view line) { found = found || is_tag_line(line); });
  return found;
}

namespace {

class PgnReader {
 public:
  PgnReader(std::string name, bool skip) : skip_(skip) {
    sheet_.name = std::move(name);
    sheet_.headings = {"white", "black", "result", "date"};
    sheet_.one_roster = true;
  }

  void take(std::string_view line, std::int64_t number) {
    if (comment_ > 0 && is_tag_line(line) && trimmed(line).ends_with(']')) {
      refuse_line(sheet_.name, comment_,
                  "a comment begins here that does not end before the next game, in line " +
                      std::to_string(number));
    }
    if (comment_ == 0 && line.starts_with('%')) return;
    for (std::size_t place = 0; place < line.size();) {
      const char c = line[place];
      if (comment_ > 0) {
        const std::size_t end = line.find('}', place);
        if (end == line.npos) return;
        comment_ = 0;
        place = end + 1;
      } else if (c == '{') {
        comment_ = number;
        ++place;
      } else if (c == ';') {
        return;
      } else if (c == '[' && is_tag_line(line.substr(place))) {
        place = take_tag(line, place, number);
      } else if (c == '(' || c == ')') {
        variation_ = std::max<std::int64_t>(0, variation_ + (c == '(' ? 1 : -1));
        ++place;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '}' || c == '[' || c == ']') {
        ++place;
      } else {
        place = take_word(line, place, number);
      }
    }
  }

  Sheet finish() {
    if (comment_ > 0) {
      refuse_line(sheet_.name, comment_, "a comment begins here that does not end");
    }
    end_game();
    return std::move(sheet_);
  }

 private:
  /// Returns the place behind the tag. A quote that does not end the tag belongs to the value: some
  /// programs do not escape it.
  std::size_t take_tag(std::string_view line, std::size_t place, std::int64_t number) {
    const std::size_t first = line.find_first_not_of(" \t", place + 1);
    std::size_t end = first;
    while (is_letter_of_tag(line[end])) ++end;
    const std::string name(line.substr(first, end - first));
    std::string value;
    for (std::size_t t = line.find('"', end) + 1; t < line.size(); ++t) {
      if (line[t] == '\\' && t + 1 < line.size() && (line[t + 1] == '"' || line[t + 1] == '\\')) {
        value += line[++t];
        continue;
      }
      const std::size_t next = line[t] == '"' ? line.find_first_not_of(" \t", t + 1) : line.npos;
      if (next == line.npos || line[next] != ']') {
        value += line[t];
        continue;
      }
      if (moves_ || (tags_.contains(name) && among(once_a_game, name))) end_game();
      begin(number);
      tags_.try_emplace(name, utf8_of(without_blanks(value)));
      return next + 1;
    }
    refuse_line(sheet_.name, number,
                "the tag " + in_quotes(name) + " does not end: \"] is missing");
  }

  std::size_t take_word(std::string_view line, std::size_t place, std::int64_t number) {
    const std::size_t end = std::min(line.find_first_of(" \t\r{};()[]", place), line.size());
    const std::string word(line.substr(place, end - place));
    if (variation_ > 0) return end;
    if (!marker_.empty()) end_game();  // moves without tags
    begin(number);
    moves_ = true;
    if (among(game_results, word)) marker_ = word;
    return end;
  }

  void begin(std::int64_t number) {
    if (first_ == 0) first_ = number;
  }

  std::string tag(const char* name) const {
    const auto found = tags_.find(name);
    return found == tags_.end() || found->second == "?" ? "" : found->second;
  }

  /// Date and time as text that sorts by time; empty if a part is unknown.
  std::string date() const {
    const bool utc = !tag("UTCDate").empty();
    std::string date = tag(utc ? "UTCDate" : "Date");
    if (date.find('?') != date.npos || date.empty()) return "";
    std::ranges::replace(date, '.', '-');
    const std::string time = tag(utc ? "UTCTime" : "Time");
    return time.empty() ? date : date + " " + time;
  }

  void end_game() {
    if (first_ > 0) {
      std::string result = plain_result(tag("Result"));
      if (!result.empty() && !marker_.empty() && result != marker_) {
        if (!skip_) {
          refuse_line(sheet_.name, first_,
                      "the game's tag Result is " + in_quotes(result) +
                          ", and its moves end with " + in_quotes(marker_) +
                          "; `skip` leaves such games out, and counts them");
        }
        result.clear();
      } else if (result.empty()) {
        result = marker_;
      }
      sheet_.lines.push_back({first_, {tag("White"), tag("Black"), result, date()}});
    }
    tags_.clear();
    marker_.clear();
    moves_ = false;
    first_ = 0;
    variation_ = 0;
  }

  Sheet sheet_;
  bool skip_;
  std::map<std::string, std::string> tags_;
  std::string marker_;          // the result after the moves
  bool moves_ = false;          // the moves have begun
  std::int64_t first_ = 0;      // line of the game's start; 0: none has begun
  std::int64_t comment_ = 0;    // line of the comment's start; 0: outside comments
  std::int64_t variation_ = 0;  // nesting depth
};

}  // namespace

Sheet read_pgn(const std::string& name, TextReader& text, const FirstLine& first, bool skip) {
  PgnReader reader(name, skip);
  take_lines(text, first, [&](std::string_view line, std::int64_t n) { reader.take(line, n); });
  return reader.finish();
}

}  // namespace allnash::reading
