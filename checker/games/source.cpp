#include "source.hpp"

#include <charconv>

namespace checker {
namespace {

constexpr long largest_exponent = 10000;  // of a decimal in a game file

/// Takes the digits at the front of `rest`.
string_view take_digits(string_view& rest) {
  const auto end = std::ranges::find_if_not(rest, is_digit);
  const string_view digits = rest.substr(0, to_size(end - rest.begin()));
  rest.remove_prefix(digits.size());
  return digits;
}

bool take_sign(string_view& rest) {
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  return negative;
}

/// Reads [. digits] [e [sign] digits] after `digits`: the number is then digits * 10^result.
std::optional<long> take_power(string_view rest, string& digits) {
  long power = 0;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    const string_view decimals = take_digits(rest);
    digits += decimals;
    power = -static_cast<long>(decimals.size());
  }
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    const bool down = take_sign(rest);
    const string_view text = take_digits(rest);
    long size = largest_exponent + 1;
    std::from_chars(text.data(), text.data() + text.size(), size);
    if (size > largest_exponent) return {};
    power += down ? -size : size;
  }
  if (digits.empty() || !rest.empty()) return {};
  return power;
}

}  // namespace

std::optional<string> canonical_text(string_view text) {
  if (text.size() > longest_number) return {};
  const bool negative = take_sign(text);
  string digits(take_digits(text));
  if (text.empty() && canonical_digits(digits)) {
    return negative && digits != "0" ? "-" + digits : digits;
  }
  Fraction number(1);
  mpz_ptr top = mpq_numref(number.raw());
  mpz_ptr bottom = mpq_denref(number.raw());
  if (!digits.empty() && text.starts_with('/')) {
    text.remove_prefix(1);
    const string_view below = take_digits(text);
    if (below.empty() || !text.empty()) return {};
    set_digits(bottom, below);
    if (mpz_sgn(bottom) == 0) return {};
  } else {
    const std::optional<long> power = take_power(text, digits);
    if (!power) return {};
    if (*power < 0) mpz_ui_pow_ui(bottom, 10, static_cast<unsigned long>(-*power));
    if (*power > 0) digits.append(to_size(*power), '0');
  }
  set_digits(top, digits);
  if (negative) mpz_neg(top, top);
  mpq_canonicalize(number.raw());
  return text_of(number);
}

string_view trimmed(string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

std::vector<string_view> words_of(string_view line) {
  std::vector<string_view> words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    words.push_back(line.substr(0, line.find_first_of(" \t\r")));
    line.remove_prefix(words.back().size());
  }
  return words;
}

void Source::refuse_controls() && {
  for (at_ = 0; !done(); ++at_) {
    const auto byte = static_cast<unsigned char>(text_[at_]);
    if ((byte >= ' ' && byte != 0x7f) || byte == '\t' || byte == '\n') continue;
    const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\n';
    if (byte != '\r' || (next != '\n' && next != '\r')) fail("a control character");
  }
}

void Source::fail(const string& what) const {
  const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<long>(at_), '\n');
  throw BadInput(name_ + ":" + std::to_string(line) + ": " + what);
}

string Source::payoff(string_view text) const {
  std::optional<string> result = canonical_text(text);
  if (!result) fail("'" + shown(text) + "' is not a number");
  // The text must be no longer than certificates allow, so that it can be compared.
  const std::size_t top = std::min(result->find('/'), result->size());
  if (top - (result->starts_with('-') ? 1 : 0) > longest_number ||
      result->size() - top > longest_number + 1) {
    fail("'" + shown(text) + "' has more than " + std::to_string(longest_number) + " digits");
  }
  return *std::move(result);
}

Index Source::integer(string_view text, Index low, Index high) const {
  Index result = -1;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, result);
  if (error == std::errc() && stop == end && result >= low && result <= high) return result;
  fail("'" + shown(text) + "' is not an integer from " + std::to_string(low) + " to " +
       std::to_string(high));
}

}  // namespace checker
