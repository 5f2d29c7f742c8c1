#include "text.hpp"

#include <charconv>

namespace checker {

string shown(string_view text) {
  string result;
  for (const char c : text.substr(0, 40)) result += (c < ' ' || c > '~') ? '?' : c;
  return text.size() > 40 ? result + "..." : result;
}

void Line::reject(const string& what) const {
  throw Rejected("line " + std::to_string(number) + ": " + what);
}

void Line::keyword(string_view word) {
  const string_view found = field();
  if (found != word) reject("'" + string(word) + "' belongs here, not '" + shown(found) + "'");
}

Index Line::count(Index low, Index high) {
  const string_view text = field();
  Index result = 0;
  if (canonical_digits(text) && text.size() <= 15) {
    std::from_chars(text.data(), text.data() + text.size(), result);
    if (result >= low && result <= high) return result;
  }
  reject("'" + shown(text) + "' is not an integer from " + std::to_string(low) + " to " +
         std::to_string(high));
}

Integer Line::whole(int least) {
  const string_view text = field();
  if (!canonical_digits(text) || (least > 0 && text == "0")) {
    reject("'" + shown(text) + "' is not a whole number" + (least > 0 ? " of 1 or more" : ""));
  }
  Integer result;
  set_digits(result, text);
  return result;
}

Integer Line::nonzero() {
  const Fraction found = fraction();
  if (found.sign() == 0 || !found.is_integer()) {
    reject("an entry that is 0 or not an integer");
  }
  Integer result;
  mpz_set(result, mpq_numref(found.raw()));
  return result;
}

Fraction Line::fraction() {
  Number result;
  read_number(field(), result);
  return result.exact();
}

void Line::end() const {
  if (!rest.empty()) reject("goes on after its end: '" + shown(rest) + "'");
}

void Line::read_number(string_view field, Number& out) const {
  if (read_canonical(field, out)) return;
  reject("'" + shown(field) + "' is not an integer or a fraction in lowest terms, of at most " +
         std::to_string(longest_number) + " digits");
}

Line Lines::next() {
  ++number_;
  const std::size_t length = rest_.find('\n');
  const Line line{rest_.substr(0, length), number_};
  if (rest_.empty()) line.reject("is missing");
  if (length == string_view::npos) line.reject("does not end in a newline");
  rest_.remove_prefix(length + 1);
  return line;
}

Line Lines::next(string_view keyword) {
  Line line = next();
  line.keyword(keyword);
  return line;
}

Index Lines::count(string_view keyword, Index low, Index high) {
  Line line = next(keyword);
  const Index result = line.count(low, high);
  line.end();
  return result;
}

Fraction Lines::number(string_view keyword) {
  Line line = next(keyword);
  Fraction result = line.fraction();
  line.end();
  return result;
}

bool Lines::first_of(const string& keyword, const char* one, const char* other) {
  const Line line = next();
  const string first = keyword + " " + one;
  const string second = keyword + " " + other;
  if (line.rest == first || line.rest == second) return line.rest == first;
  line.reject("'" + first + "' or '" + second + "' belongs here");
}

void Lines::magic(string_view keyword, string_view version) {
  const Line magic = next(keyword);
  if (magic.rest != version) magic.reject("unknown version of the format:" + shown(magic.rest));
}

void Lines::end() {
  const Line last = next();
  if (last.rest != "end") last.reject("'end' belongs here");
  if (!rest_.empty()) throw Rejected("line " + std::to_string(number_ + 1) + ": follows the end");
}

Fraction fraction_of(string_view canonical) {
  Line line{canonical};
  return line.fraction();
}

}  // namespace checker
