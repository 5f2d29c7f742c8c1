#include "text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>

#include "allnash/result.hpp"

namespace allnash::cli {
namespace {

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

/// The first `count` characters of UTF-8 text.
std::string_view first_characters(std::string_view text, std::size_t count) {
  std::size_t end = 0;
  for (; end < text.size(); ++end) {
    if (starts_character(text[end]) && count-- == 0) break;
  }
  return text.substr(0, end);
}

std::string shortened_integer(std::string_view digits) {
  constexpr std::size_t longest = 11;
  if (digits.size() <= longest) return std::string(digits);
  const std::size_t sign = digits.front() == '-' ? 1 : 0;
  return fmt::format("{}...{}", digits.substr(0, sign + 4), digits.substr(digits.size() - 4));
}

}  // namespace

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string padded(std::string text, std::size_t width) {
  const std::size_t used = width_of(text);
  if (used < width) text.append(width - used, ' ');
  return text;
}

std::string line(const char* label, const std::string& text) {
  return padded(label, label_width) + text + "\n";
}

std::string paragraph(const char* label, const std::string& text) {
  return line(label, wrapped(text, label_width, label_width));
}

std::string printable(std::string_view name, std::size_t width) {
  std::string text(name);
  for (char& byte : text) {
    if (static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F) byte = '?';
  }
  if (width_of(text) <= width) return text;
  return std::string(first_characters(text, width - 3)) + "...";
}

std::string wrapped(std::string_view text, std::size_t first_column, std::size_t indent) {
  std::string lines;
  std::size_t column = first_column;
  bool line_has_word = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line_has_word && column + 1 + width_of(word) > line_width) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
      line_has_word = false;
    }
    if (line_has_word) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += width_of(word);
    line_has_word = true;
  }
  return lines;
}

std::string two_columns(const std::vector<Item>& items, std::size_t column) {
  std::string lines;
  for (const Item& item : items) {
    std::string line = "  " + item.what;
    if (width_of(line) + 2 > column) {
      lines += line + "\n";
      line.clear();
    }
    lines += padded(line, column) + wrapped(item.words, column, column) + "\n";
  }
  return lines;
}

std::string grouped(std::string digits) {
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  for (std::size_t end = digits.size(); end > first + 3; end -= 3) digits.insert(end - 3, ",");
  return digits;
}

std::string grouped(std::int64_t count) { return grouped(std::to_string(count)); }

std::string unless_none(const char* format, std::int64_t count) {
  return count == 0 ? "" : fmt::format(fmt::runtime(format), grouped(count));
}

std::string shape_text(std::int64_t rows, std::int64_t columns, bool symmetric) {
  return fmt::format("{} x {}{}", grouped(rows), grouped(columns), symmetric ? ", symmetric" : "");
}

std::string percent_text(double share, int places) {
  std::string text = fmt::format("{:.{}f}%", 100 * share, places);
  const double last = std::pow(10.0, -places);
  if (share > 0 && text == fmt::format("{:.{}f}%", 0.0, places)) {
    return fmt::format("<{:.{}f}%", last, places);
  }
  if (share < 1 && text == fmt::format("{:.{}f}%", 100.0, places)) {
    return fmt::format(">{:.{}f}%", 100 - last, places);
  }
  return text;
}

std::string confidence_text(const Rational& confidence) {
  constexpr std::size_t longest = 24;
  const std::string exact = decimal_text(Rational(100) * confidence);
  if (exact.find('/') == std::string::npos && exact.size() <= longest) return exact + "%";
  // Two digits of what is missing, rounded up.
  constexpr int most_places = 20;
  const double missing = std::max((Rational(100) * (Rational(1) - confidence)).to_double(), 1e-300);
  const int places =
      std::clamp(1 - static_cast<int>(std::floor(std::log10(missing))), 1, most_places);
  Rational unit(1);
  for (int t = 0; t < places; ++t) unit = unit / Rational(10);
  const auto units = static_cast<std::int64_t>(std::ceil((Rational(missing) / unit).to_double()));
  return decimal_text(Rational(100) - unit * Rational(std::max<std::int64_t>(units, 1))) + "%";
}

std::string shortened(const Rational& number) {
  std::string text = number.to_string();
  if (text.size() <= shortened_width) return text;
  const std::size_t slash = text.find('/');
  std::string top = shortened_integer(std::string_view(text).substr(0, slash));
  if (slash == std::string::npos) return top;
  return top + "/" + shortened_integer(std::string_view(text).substr(slash + 1));
}

std::string described(const Rational& number) {
  const std::string text = number.to_string();
  std::string remark;
  if (text.size() > shortened_width) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    const std::size_t top = slash - (number.sign() < 0 ? 1 : 0);
    const std::size_t bottom = text.size() - std::min(slash + 1, text.size());
    remark = fmt::format("{} digits", std::max(top, bottom));
  }
  const std::string about = number.is_integer() && remark.empty() ? "" : decimal(number, 9);
  if (!about.empty()) {
    const bool exact = Rational::parse(about) == number;
    remark += (remark.empty() ? "" : ", ") + std::string(exact ? "= " : "about ") + about;
  }
  return remark.empty() ? shortened(number) : fmt::format("{} ({})", shortened(number), remark);
}

std::string decimal(const Rational& number, int digits) {
  const double value = number.to_double();
  if (!std::isfinite(value) || (value == 0 && number.sign() != 0)) return "";
  return fmt::format("{:.{}g}", value, digits);
}

namespace {

/// The edit distance: letters inserted, deleted, changed or swapped with a neighbour.
std::size_t distance(std::string_view left, std::string_view right) {
  const std::size_t width = right.size() + 1;
  std::vector<std::size_t> table((left.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
    return table[i * width + j];
  };
  for (std::size_t i = 0; i <= left.size(); ++i) {
    for (std::size_t j = 0; j <= right.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      const std::size_t change = left[i - 1] == right[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(left.size(), right.size());
}

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string> names) {
  constexpr std::size_t longest = 60;  // longer words are no typing errors
  if (word.size() > longest) return "";
  const std::string* best = nullptr;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& name : names) {
    // A prefix counts as a name: --cert for --certificate.
    const bool begins = word.size() >= 3 && std::string_view(name).starts_with(word);
    const std::size_t apart = begins ? 1 : distance(word, name);
    const bool shorter = begins && apart == least && best != nullptr && name.size() < best->size();
    if (apart >= least && !shorter) continue;
    least = apart;
    best = &name;
  }
  return best == nullptr ? "" : "; did you mean " + *best + "?";
}

std::string game_title(const std::string& game) {
  if (game.starts_with("family:")) return game.substr(7);
  if (game == "-" || game == "oracle") return "";
  return std::filesystem::path(game).filename().string();
}

}  // namespace allnash::cli
