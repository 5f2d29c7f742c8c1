#include "exact.hpp"

#include <algorithm>
#include <charconv>

namespace checker {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool canonical_digits(string_view text) {
  return !text.empty() && text.size() <= longest_number && (text.front() != '0' || text == "0") &&
         std::ranges::all_of(text, is_digit);
}

void set_digits(mpz_ptr out, string_view digits) { mpz_set_str(out, string(digits).c_str(), 10); }

bool read_canonical(string_view text, Number& number) {
  const bool negative = text.starts_with('-');
  const string_view digits = text.substr(negative ? 1 : 0);
  const std::size_t slash = digits.find('/');
  const string_view top = digits.substr(0, slash);
  if (!canonical_digits(top) || (negative && top == "0")) return false;
  number.small = slash == string_view::npos && top.size() <= 18;
  if (number.small) {
    std::from_chars(text.data(), text.data() + text.size(), number.integer);
    return true;
  }
  mpq_ptr value = number.value.raw();
  set_digits(mpq_numref(value), top);
  if (negative) mpz_neg(mpq_numref(value), mpq_numref(value));
  mpz_set_ui(mpq_denref(value), 1);
  if (slash == string_view::npos) return true;
  const string_view bottom = digits.substr(slash + 1);
  if (!canonical_digits(bottom) || bottom == "0" || bottom == "1") return false;
  set_digits(mpq_denref(value), bottom);
  Integer divisor;
  mpz_gcd(divisor, mpq_numref(value), mpq_denref(value));
  return divisor.is_one();
}

string text_of(const Fraction& number) {
  string text(mpz_sizeinbase(mpq_numref(number.raw()), 10) +
                  mpz_sizeinbase(mpq_denref(number.raw()), 10) + 3,
              '\0');
  mpq_get_str(text.data(), 10, number.raw());
  text.resize(text.find('\0'));
  return text;
}

std::vector<Integer> in_integers(const std::vector<Fraction>& numbers, std::size_t most_bits) {
  Integer common;
  mpz_set_ui(common, 1);
  for (const Fraction& number : numbers) {
    if (mpz_divisible_p(common, mpq_denref(number.raw())) != 0) continue;
    mpz_lcm(common, common, mpq_denref(number.raw()));
    if (mpz_sizeinbase(common, 2) > most_bits) return {};
  }
  std::vector<Integer> result;
  for (const Fraction& number : numbers) {
    Integer& entry = result.emplace_back();
    mpz_divexact(entry, common, mpq_denref(number.raw()));
    mpz_mul(entry, entry, mpq_numref(number.raw()));
  }
  return result;
}

}  // namespace checker
