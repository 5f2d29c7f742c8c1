// allnash-check: verifies a certificate of allnash, in exact arithmetic.
//
//   allnash-check CERTIFICATE [GAME] [--labels]
//
// A certificate claims, of a two-player zero-sum game A with n rows and m columns, a value v, a row
// strategy x that plays exactly the rows I, a column strategy y that plays exactly the columns J.
// docs/certificate_format.md specifies the text. What is verified here:
//
//   x_i > 0 on I, sum x = 1      sum_i x_i A[i][j] = v for j in J, > v for every other column
//   y_j > 0 on J, sum y = 1      sum_j A[i][j] y_j = v for i in I, < v for every other row
//
// Why that is a proof: x guarantees v to the row player and y holds him down to v, so v is the
// value and both are optimal. Another optimal row strategy earns v against y too; since no row
// earns more than v against y and the rows outside I earn less, it plays inside I. So I is the set
// of rows that optimal strategies play, and all of them are { x on I : sum_i x_i A[i][j] >= v for
// all j }. The same for J. With GAME, the payoffs in the certificate are also those of the game in
// that file.
//
// A certificate of a game of chance claims bounds that hold with a stated confidence, from plays
// that only its user can vouch for. That the bounds follow from the counts is verified exactly; see
// "games of chance" below and docs/certificate_format.md.
//
// Where payoffs lie in a range a certificate may leave some unread, and where a tolerance was asked
// for it claims bounds on the value: see "the proof" below.
//
// A certificate may also list the extreme points of { x on I : ... }: see "the list of extreme
// strategies" below.
//
// This file shares no code with the solver: it needs the standard library and GMP. Its parts:
//   exact numbers, the text of a certificate, the proof: all that decides without GAME;
//   games in files, the comparison: what GAME adds; main.
// A certificate is read into memory whole and its payoffs are read off the text when they are
// needed, so that memory stays near the size of the file whatever the file says.

#include <gmp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#ifndef ALLNASH_VERSION
#define ALLNASH_VERSION "unknown"
#endif

namespace {

using std::string;
using std::string_view;
using Index = std::int64_t;

constexpr Index largest_shape = Index{1} << 40;
constexpr std::size_t longest_number = 100000;                  // digits above or below the bar
constexpr std::size_t most_weight_bits = std::size_t{1} << 33;  // of one strategy
constexpr long largest_exponent = 10000;                        // of a decimal in a game file
#ifdef ALLNASH_CHECK_FUZZ
constexpr Index most_sparse_cells = Index{1} << 16;
#else
constexpr Index most_sparse_cells = Index{1} << 28;  // 2 GiB of places for the payoffs of a game
#endif

/// The certificate does not hold.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// The command line or the GAME file cannot be used.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text from a file as it may be shown in a message.
string shown(string_view text) {
  string result;
  for (const char c : text.substr(0, 40)) result += (c < ' ' || c > '~') ? '?' : c;
  return text.size() > 40 ? result + "..." : result;
}

// ---------------------------------------------------------------------------------- exact numbers

class Integer {
 public:
  Integer() { mpz_init(value_); }
  Integer(Integer&& other) noexcept : Integer() { mpz_swap(value_, other.value_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  Integer& operator=(Integer&&) = delete;
  ~Integer() { mpz_clear(value_); }
  operator mpz_ptr() { return value_; }           // NOLINT(google-explicit-constructor)
  operator mpz_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor)
  // GMP's macros want the bare struct.
  [[nodiscard]] int sign() const { return mpz_sgn(value_); }
  [[nodiscard]] bool is_one() const { return mpz_cmp_ui(value_, 1) == 0; }

 private:
  mpz_t value_;
};

/// A rational number. A small integer lies in `integer`, any other number in `top` / `bottom`.
struct Number {
  bool small = true;
  long integer = 0;
  Integer top;
  Integer bottom;

  void expand() {
    if (!small) return;
    mpz_set_si(top, integer);
    mpz_set_ui(bottom, 1);
    small = false;
  }
};

/// A rational number, for a few large numbers.
class Fraction {
 public:
  Fraction() { mpq_init(value_); }
  Fraction(long integer) : Fraction() {  // NOLINT(google-explicit-constructor)
    mpq_set_si(value_, integer, 1);
  }
  Fraction(const Fraction& other) : Fraction() { mpq_set(value_, other.value_); }
  Fraction(Fraction&& other) noexcept : Fraction() { mpq_swap(value_, other.value_); }
  Fraction& operator=(Fraction other) noexcept {
    mpq_swap(value_, other.value_);
    return *this;
  }
  ~Fraction() { mpq_clear(value_); }

  mpq_ptr raw() { return value_; }
  [[nodiscard]] mpq_srcptr raw() const { return value_; }
  [[nodiscard]] int sign() const { return mpq_sgn(value_); }

  friend bool operator==(const Fraction& left, const Fraction& right) {
    return mpq_equal(left.value_, right.value_) != 0;
  }
  friend std::strong_ordering operator<=>(const Fraction& left, const Fraction& right) {
    return mpq_cmp(left.value_, right.value_) <=> 0;
  }
  friend Fraction operator+(const Fraction& left, const Fraction& right) {
    Fraction result;
    mpq_add(result.value_, left.value_, right.value_);
    return result;
  }
  friend Fraction operator-(const Fraction& left, const Fraction& right) {
    Fraction result;
    mpq_sub(result.value_, left.value_, right.value_);
    return result;
  }
  friend Fraction operator*(const Fraction& left, const Fraction& right) {
    Fraction result;
    mpq_mul(result.value_, left.value_, right.value_);
    return result;
  }
  /// Requires that `right` is not 0.
  friend Fraction operator/(const Fraction& left, const Fraction& right) {
    Fraction result;
    mpq_div(result.value_, left.value_, right.value_);
    return result;
  }

 private:
  mpq_t value_;
};

/// Requires a number that has been expanded.
Fraction fraction_of(const Number& number) {
  Fraction result;
  mpz_set(mpq_numref(result.raw()), number.top);
  mpz_set(mpq_denref(result.raw()), number.bottom);
  return result;
}

Number number_of(const Fraction& fraction) {
  Number number;
  number.expand();
  mpz_set(number.top, mpq_numref(fraction.raw()));
  mpz_set(number.bottom, mpq_denref(fraction.raw()));
  return number;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Digits without a leading zero, and not too many.
bool canonical_digits(string_view text) {
  return !text.empty() && text.size() <= longest_number && (text.front() != '0' || text == "0") &&
         std::all_of(text.begin(), text.end(), is_digit);
}

void set_digits(Integer& out, string_view digits) { mpz_set_str(out, string(digits).c_str(), 10); }

/// Reads an integer or a fraction in lowest terms; false for any other text. Each number has one
/// text, so that equal numbers are equal texts.
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
  set_digits(number.top, top);
  if (negative) mpz_neg(number.top, number.top);
  mpz_set_ui(number.bottom, 1);
  if (slash == string_view::npos) return true;
  const string_view bottom = digits.substr(slash + 1);
  if (!canonical_digits(bottom) || bottom == "0" || bottom == "1") return false;
  set_digits(number.bottom, bottom);
  Integer divisor;
  mpz_gcd(divisor, number.top, number.bottom);
  return divisor.is_one();
}

/// The sum of weight * payoff over one row or column, as total / scale.
class Sum {
 public:
  void clear() {
    mpz_set_ui(total_, 0);
    mpz_set_ui(scale_, 1);
  }

  void add(const Integer& weight, const Number& payoff) {
    if (!payoff.small) {
      add_fraction(weight, payoff);
    } else if (!scale_.is_one()) {
      mpz_mul_si(factor_, scale_, payoff.integer);
      mpz_addmul(total_, weight, factor_);
    } else if (payoff.integer >= 0) {
      mpz_addmul_ui(total_, weight, static_cast<unsigned long>(payoff.integer));
    } else {
      mpz_submul_ui(total_, weight, static_cast<unsigned long>(-payoff.integer));
    }
  }

  /// The sign of sum - target.
  int against(const Integer& target) {
    mpz_mul(factor_, target, scale_);
    const int order = mpz_cmp(total_, factor_);
    return (order > 0) - (order < 0);
  }

 private:
  void add_fraction(const Integer& weight, const Number& payoff) {
    if (mpz_divisible_p(scale_, payoff.bottom) == 0) {
      mpz_lcm(factor_, scale_, payoff.bottom);
      mpz_swap(factor_, scale_);
      mpz_divexact(factor_, scale_, factor_);
      mpz_mul(total_, total_, factor_);
    }
    mpz_divexact(factor_, scale_, payoff.bottom);
    mpz_mul(factor_, factor_, payoff.top);
    mpz_addmul(total_, weight, factor_);
  }

  Integer total_;
  Integer scale_;
  Integer factor_;
};

/// A number of 0 or more as a mantissa and a power of two, rounded to one side at every step: what
/// is made of such numbers lies on a known side of the truth, and no number is long.
class Rounded {
 public:
  enum class Side { down, up };
  static Side other(Side side) { return side == Side::up ? Side::down : Side::up; }

  /// 0.
  explicit Rounded(Side side) : side_(side) {}
  Rounded(mpz_srcptr value, Side side) : side_(side) {
    mpz_set(mantissa_, value);
    shorten();
  }
  Rounded(Index value, Side side) : side_(side) { mpz_set_si(mantissa_, value); }
  Rounded(const Fraction& value, Side side) : Rounded(mpq_numref(value.raw()), side) {
    divide(Rounded(mpq_denref(value.raw()), other(side)));
  }

  void multiply(const Rounded& factor) {
    mpz_mul(mantissa_, mantissa_, factor.mantissa_);
    exponent_ += factor.exponent_;
    shorten();
  }
  /// By a number above 0 that is rounded to the other side.
  void divide(const Rounded& divisor) {
    mpz_mul_2exp(mantissa_, mantissa_, 2 * digits);
    exponent_ -= divisor.exponent_ + 2 * digits;
    (side_ == Side::up ? mpz_cdiv_q : mpz_fdiv_q)(mantissa_, mantissa_, divisor.mantissa_);
    shorten();
  }
  void add(const Rounded& summand) {
    if (summand.mantissa_.sign() == 0) return;
    if (mantissa_.sign() == 0 || exponent_ > summand.exponent_) {
      Rounded sum(side_);
      mpz_set(sum.mantissa_, summand.mantissa_);
      sum.exponent_ = summand.exponent_;
      if (mantissa_.sign() != 0) sum.add_higher(*this);
      mpz_swap(mantissa_, sum.mantissa_);
      exponent_ = sum.exponent_;
    } else {
      add_higher(summand);
    }
    shorten();
  }
  void raise(Index exponent) {
    Rounded square(mantissa_, side_);
    square.exponent_ = exponent_;
    mpz_set_ui(mantissa_, 1);
    exponent_ = 0;
    for (; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) multiply(square);
      if (exponent > 1) square.multiply(square);
    }
  }
  void shift(Index places) { exponent_ += places; }
  /// Unless it is 0 it lies below 2^size, and not below half of that.
  [[nodiscard]] Index size() const {
    return exponent_ + static_cast<Index>(mpz_sizeinbase(mantissa_, 2));
  }
  /// The sign of this - bound. Requires a bound above 0 that a certificate can write.
  [[nodiscard]] int against(const Fraction& bound) const {
    constexpr auto longest = static_cast<Index>(4 * longest_number);  // in bits, and more
    if (mantissa_.sign() == 0 || size() < -longest) return -1;
    if (size() > longest) return 1;
    Fraction number;
    mpz_set(mpq_numref(number.raw()), mantissa_);
    if (exponent_ >= 0) {
      mpq_mul_2exp(number.raw(), number.raw(), static_cast<mp_bitcnt_t>(exponent_));
    } else {
      mpq_div_2exp(number.raw(), number.raw(), static_cast<mp_bitcnt_t>(-exponent_));
    }
    const int order = mpq_cmp(number.raw(), bound.raw());
    return (order > 0) - (order < 0);
  }

 private:
  static constexpr Index digits = 192;
  /// Adds what has no lower exponent. What lies far above leaves of this at most one unit.
  void add_higher(const Rounded& summand) {
    const Index apart = summand.exponent_ - exponent_;
    if (apart <= 2 * digits) {
      Integer part;
      mpz_mul_2exp(part, summand.mantissa_, static_cast<mp_bitcnt_t>(apart));
      mpz_add(mantissa_, mantissa_, part);
      return;
    }
    // The summand with twice the digits: a unit of it is more than all of this.
    mpz_mul_2exp(mantissa_, summand.mantissa_, static_cast<mp_bitcnt_t>(digits));
    if (side_ == Side::up) mpz_add_ui(mantissa_, mantissa_, 1);
    exponent_ = summand.exponent_ - digits;
  }
  void shorten() {
    const auto size = static_cast<Index>(mpz_sizeinbase(mantissa_, 2));
    if (size <= digits) return;
    const auto more = static_cast<mp_bitcnt_t>(size - digits);
    (side_ == Side::up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(mantissa_, mantissa_, more);
    exponent_ += size - digits;
  }
  Integer mantissa_;
  Index exponent_ = 0;
  Side side_;
};

/// The primes up to a number, kept for the next who asks.
class Primes {
 public:
  /// Requires n < 2^31.
  const std::vector<std::uint32_t>& up_to(Index n) {
    if (n <= known_) return primes_;
    known_ = n;
    // Only odd numbers stand in the sieve: place t is 2 t + 1.
    std::vector<bool> composite(static_cast<std::size_t>(known_ / 2 + 1));
    primes_.assign(1, 2);
    for (std::size_t t = 1; 2 * t + 1 <= static_cast<std::size_t>(known_); ++t) {
      if (composite[t]) continue;
      primes_.push_back(static_cast<std::uint32_t>(2 * t + 1));
      for (std::size_t u = 2 * t * (t + 1); u < composite.size(); u += 2 * t + 1) {
        composite[u] = true;
      }
    }
    return primes_;
  }

 private:
  Index known_ = 1;
  std::vector<std::uint32_t> primes_;
};

/// "n choose k". A prime p divides it as often as digits carry when k and n - k are added in base p
/// (Kummer), which is floor(n/p^e) - floor(k/p^e) - floor((n-k)/p^e) summed over e.
Rounded binomial(Index n, Index k, Rounded::Side side) {
  constexpr Index few = 1000;
  if (n <= few || k <= few || n - k <= few) {
    Integer exact;
    mpz_bin_uiui(exact, static_cast<unsigned long>(n),
                 static_cast<unsigned long>(std::min(k, n - k)));
    return {exact, side};
  }
  static Primes primes;
  Rounded result(1, side);
  std::uint64_t together = 1;  // factors that are not yet in the result
  const auto multiply = [&] {
    Integer factor;
    mpz_set_ui(factor, together);
    result.multiply({factor, side});
    together = 1;
  };
  for (const std::uint64_t p : primes.up_to(n)) {
    if (p > static_cast<std::uint64_t>(n)) break;
    auto top = static_cast<std::uint64_t>(n);
    auto one = static_cast<std::uint64_t>(k);
    auto rest = static_cast<std::uint64_t>(n - k);
    while (top >= p) {
      top /= p;
      one /= p;
      rest /= p;
      if (top == one + rest) continue;
      together *= p;
      if (together >> 32 != 0) multiply();  // the next is below 2^32
    }
  }
  multiply();
  return result;
}

// ---------------------------------------------------------------------- the text of a certificate

/// What is left of one line. Copies read on independently.
struct Line {
  string_view rest;
  std::size_t number = 0;
  bool at_start = true;

  [[noreturn]] void reject(const string& what) const {
    throw Rejected("line " + std::to_string(number) + ": " + what);
  }

  /// The next field. Fields are separated by one space.
  string_view field() {
    if (!at_start) {
      if (rest.empty()) reject("ends too early");
      rest.remove_prefix(1);  // the space that ended the last field
    }
    at_start = false;
    const string_view result = rest.substr(0, rest.find(' '));
    rest.remove_prefix(result.size());
    return result;
  }

  void keyword(string_view word) {
    const string_view found = field();
    if (found != word) reject("'" + string(word) + "' belongs here, not '" + shown(found) + "'");
  }

  void end() const {
    if (!rest.empty()) reject("goes on after its end: '" + shown(rest) + "'");
  }

  /// An integer from low to high.
  Index count(Index low, Index high) {
    const string_view text = field();
    Index result = 0;
    if (canonical_digits(text) && text.size() <= 15) {
      std::from_chars(text.data(), text.data() + text.size(), result);
      if (result >= low && result <= high) return result;
    }
    reject("'" + shown(text) + "' is not an integer from " + std::to_string(low) + " to " +
           std::to_string(high));
  }

  void number_field(Number& out) { read_number(field(), out); }

  void read_number(string_view text, Number& out) const {
    if (read_canonical(text, out)) return;
    reject("'" + shown(text) + "' is not an integer or a fraction in lowest terms, of at most " +
           std::to_string(longest_number) + " digits");
  }
};

class Lines {
 public:
  explicit Lines(string_view text) : rest_(text) {}

  Line next() {
    ++number_;
    const std::size_t length = rest_.find('\n');
    if (length == string_view::npos) {
      throw Rejected("line " + std::to_string(number_) + ": " +
                     (rest_.empty() ? "is missing" : "does not end in a newline"));
    }
    const Line line{rest_.substr(0, length), number_};
    rest_.remove_prefix(length + 1);
    return line;
  }

  void end() const {
    if (!rest_.empty()) throw Rejected("line " + std::to_string(number_ + 1) + ": follows the end");
  }

 private:
  string_view rest_;
  std::size_t number_ = 0;
};

struct Strategy {
  std::vector<Index> support;  // rising
  std::vector<Number> probabilities;
};

/// A list of extreme strategies, as text.
struct List {
  Index size = 0;
  Index dimension = 0;
  std::vector<Line> start;  // each stands behind its keyword, as the others do
  Line cuts;
  std::vector<Line> vertices;
};

struct Lists {
  std::optional<List> row;
  std::optional<List> column;
};

/// What every kind of certificate says.
struct Claim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Fraction range_low;  // and range_high: 0 where there is no range
  Fraction range_high;
  Fraction low;  // and high: bounds on the value
  Fraction high;

  /// Of an entry and the one across the diagonal, in a symmetric game.
  [[nodiscard]] Fraction mirror_sum() const { return range_low + range_high; }
};

/// A claim that rests on payoffs.
struct Certificate : Claim {
  bool bounds = false;     // of the value, instead of a pair
  bool has_range = false;  // and so, perhaps, payoffs that were not read
  Fraction epsilon;
  Strategy row;
  Strategy column;                 // none of symmetric bounds, where the row's serves both
  std::vector<Line> row_lines;     // of row.support; each stands before its first payoff
  std::vector<Line> column_lines;  // of column.support, empty when symmetric
  Lists lists;

  [[nodiscard]] bool all_read() const { return !bounds && !has_range; }
};

Line line_of(Lines& lines, string_view keyword) {
  Line line = lines.next();
  line.keyword(keyword);
  return line;
}

Index count_line(Lines& lines, string_view keyword, Index low, Index high) {
  Line line = line_of(lines, keyword);
  const Index result = line.count(low, high);
  line.end();
  return result;
}

Fraction fraction_field(Line& line) {
  Number number;
  line.number_field(number);
  number.expand();
  return fraction_of(number);
}

/// The fields at the places of a rising list.
std::vector<string_view> fields_at(Line line, const std::vector<Index>& places) {
  std::vector<string_view> result;
  Index place = 0;
  for (const Index wanted : places) {
    for (; place < wanted; ++place) line.field();
    result.push_back(line.field());
    ++place;
  }
  return result;
}

Fraction number_line(Lines& lines, string_view keyword) {
  Line line = line_of(lines, keyword);
  Fraction result = fraction_field(line);
  line.end();
  return result;
}

void read_magic(Lines& lines, string_view keyword, string_view version) {
  const Line magic = line_of(lines, keyword);
  if (magic.rest != version) magic.reject("unknown version of the format:" + shown(magic.rest));
}

Strategy read_strategy(Lines& lines, string_view keyword, Index strategies) {
  const Index size = count_line(lines, keyword, 1, strategies);
  Strategy result;
  for (Index t = 0; t < size; ++t) {
    Line line = lines.next();
    const Index index = line.count(0, strategies - 1);
    if (t > 0 && index <= result.support.back()) line.reject("indices do not rise");
    Number probability;
    line.number_field(probability);
    line.end();
    probability.expand();
    if (probability.top.sign() <= 0) line.reject("a probability that is not above 0");
    result.support.push_back(index);
    result.probabilities.push_back(std::move(probability));
  }
  return result;
}

std::vector<Line> read_payoff_lines(Lines& lines, string_view keyword, const Strategy& strategy) {
  std::vector<Line> result;
  for (const Index index : strategy.support) {
    Line line = line_of(lines, keyword);
    if (line.field() != std::to_string(index)) {
      line.reject(string(keyword) + " " + std::to_string(index) + " belongs here");
    }
    result.push_back(line);
  }
  return result;
}

void read_shape(Lines& lines, Claim& result) {
  Line shape = line_of(lines, "shape");
  result.rows = shape.count(1, largest_shape);
  result.columns = shape.count(1, largest_shape);
  shape.end();
  const Line flag = lines.next();
  result.symmetric = flag.rest == "symmetric yes";
  if (!result.symmetric && flag.rest != "symmetric no") {
    flag.reject("'symmetric no' or 'symmetric yes' belongs here");
  }
  if (result.symmetric && result.rows != result.columns) flag.reject("the game is not square");
}

void read_range(Lines& lines, Claim& result) {
  Line range = line_of(lines, "range");
  result.range_low = fraction_field(range);
  result.range_high = fraction_field(range);
  range.end();
  if (result.range_low >= result.range_high) range.reject("an empty range");
}

/// The part that begins with `keyword`, or nothing where the next line is another.
std::optional<List> read_list(Lines& lines, string_view keyword, const Strategy& strategy) {
  Lines ahead = lines;
  Line head = ahead.next();
  if (head.field() != keyword) return {};
  lines = ahead;
  List list;
  list.size = head.count(1, largest_shape);
  list.dimension = head.count(0, static_cast<Index>(strategy.support.size()) - 1);
  head.end();
  if (list.size <= list.dimension) head.reject("too few points for this dimension");
  for (Index t = 0; t <= list.dimension; ++t) list.start.push_back(line_of(lines, "start"));
  list.cuts = line_of(lines, "cuts");
  for (Index t = 0; t < list.size; ++t) list.vertices.push_back(line_of(lines, "vertex"));
  return list;
}

void read_end(Lines& lines) {
  const Line last = lines.next();
  if (last.rest != "end") last.reject("'end' belongs here");
  lines.end();
}

/// The payoffs that the strategies rest on, and the end.
void read_payoffs(Lines& lines, Certificate& result) {
  result.row_lines = read_payoff_lines(lines, "row", result.row);
  if (!result.symmetric) {
    result.column_lines = read_payoff_lines(lines, "column", result.column);
  } else if (!result.bounds && result.row.support != result.column.support) {
    throw Rejected("the two strategies of a symmetric game play different indices");
  }
  if (!result.bounds) {
    result.lists.row = read_list(lines, "row-vertices", result.row);
    if (!result.symmetric) result.lists.column = read_list(lines, "column-vertices", result.column);
  }
  read_end(lines);
}

void read_value(Lines& lines, Certificate& result) {
  Line line = line_of(lines, "value");
  result.low = result.high = fraction_field(line);
  line.end();
  if (result.all_read() && result.symmetric && result.low.sign() != 0) {
    line.reject("the value of a symmetric game is 0");
  }
}

Certificate read_certificate(string_view text) {
  Lines lines(text);
  Certificate result;
  result.bounds = text.starts_with("allnash-bounds");
  result.has_range = text.starts_with("allnash-certificate 2\n");
  read_magic(lines, result.bounds ? "allnash-bounds" : "allnash-certificate",
             result.has_range ? " 2" : " 1");
  read_shape(lines, result);
  if (result.bounds) {
    Lines ahead = lines;
    result.has_range = ahead.next().rest != "range none";
    if (!result.has_range) lines = ahead;
  }
  if (result.has_range) read_range(lines, result);
  if (result.bounds) {
    result.epsilon = number_line(lines, "epsilon");
    result.low = number_line(lines, "low");
    result.high = number_line(lines, "high");
  } else {
    read_value(lines, result);
  }
  result.row = read_strategy(lines, "row-strategy", result.rows);
  if (!result.bounds || !result.symmetric) {
    result.column = read_strategy(lines, "column-strategy", result.columns);
  }
  read_payoffs(lines, result);
  return result;
}

// -------------------------------------------------------------------------------------- the proof
//
// Where every payoff lies in a range [a, b], a certificate may leave payoffs unread: '?' in their
// place. What is verified holds whatever they are, since each counts as the end of the range that
// is worst for the claim: a against the row strategy, b against the column strategy. Two kinds of
// text:
//
//   allnash-certificate 2, with a range: the strictly complementary pair as above. What the pair
//     plays against itself must have been read;
//   allnash-bounds 1, with a range or none: x guarantees at least `low`, y concedes at most `high`,
//     and the two are at most epsilon apart. In a symmetric game, whose value is known, x serves
//     both players and `low` is at most epsilon below the value.
//
// A symmetric game obeys A[i][j] + A[j][i] = a + b, or 0 without a range.

/// A strategy and the value over one common denominator, so that the sums are sums of integers.
struct Weights {
  std::vector<Integer> weights;
  Integer target;
};

/// Rejects probabilities that do not sum to 1.
Weights integer_weights(const Strategy& strategy, const Fraction& value, const string& player) {
  Integer common;
  mpz_set(common, mpq_denref(value.raw()));
  for (const Number& probability : strategy.probabilities) {
    if (mpz_divisible_p(common, probability.bottom) != 0) continue;
    mpz_lcm(common, common, probability.bottom);
    if (mpz_sizeinbase(common, 2) > most_weight_bits / strategy.support.size()) {
      throw Rejected("the common denominator of the " + player + " strategy is too long");
    }
  }
  Weights result;
  Integer sum;
  Integer factor;
  for (const Number& probability : strategy.probabilities) {
    mpz_divexact(factor, common, probability.bottom);
    Integer weight;
    mpz_mul(weight, probability.top, factor);
    mpz_add(sum, sum, weight);
    result.weights.push_back(std::move(weight));
  }
  if (mpz_cmp(sum, common) != 0) {
    throw Rejected("the probabilities of the " + player + " strategy do not sum to 1");
  }
  mpz_divexact(factor, common, mpq_denref(value.raw()));
  mpz_mul(result.target, mpq_numref(value.raw()), factor);
  return result;
}

void check_sum(const Strategy& strategy, const string& player) {
  integer_weights(strategy, Fraction(1), player);
}

/// Tells the members of a rising list from the others, for rising questions.
class Members {
 public:
  explicit Members(const std::vector<Index>& list) : next_(list.begin()), end_(list.end()) {}
  bool contain(Index index) {
    if (next_ == end_ || *next_ != index) return false;
    ++next_;
    return true;
  }

 private:
  std::vector<Index>::const_iterator next_;
  std::vector<Index>::const_iterator end_;
};

[[noreturn]] void reject_sum(const char* what, Index index, int sign) {
  const char* words[] = {"less than", "exactly", "more than"};
  throw Rejected(string(what) + " " + std::to_string(index) + " yields " + words[sign + 1] +
                 " the value");
}

/// For the texts of two numbers, each in its one form.
bool opposite(string_view left, string_view right) {
  if (left == "0" || right == "0") return left == right;
  if (left.starts_with('-')) return left.substr(1) == right;
  return right.starts_with('-') && right.substr(1) == left;
}

Fraction fraction_of(string_view canonical) {
  Line line{canonical};
  return fraction_field(line);
}

/// What the lines of a symmetric game say of an entry and of the one across the diagonal.
bool mirrored(string_view left, string_view right, const Fraction& sum) {
  if (left == "?" || right == "?") return left == right;
  if (sum.sign() == 0) return opposite(left, right);
  return fraction_of(left) + fraction_of(right) == sum;
}

/// Reads payoffs off the lines of a certificate, unread ones as one end of the range.
class Payoffs {
 public:
  explicit Payoffs(const Certificate& certificate)
      : has_range_(certificate.has_range),
        low_(number_of(certificate.range_low)),
        high_(number_of(certificate.range_high)) {}

  const Number& next(Line& line, bool low_end, bool must) {
    return of(line.field(), line, low_end, must);
  }

  /// `must` says that the payoff must have been read.
  const Number& of(string_view text, const Line& line, bool low_end, bool must) {
    if (text == "?" && has_range_) {
      if (must) line.reject("an unread payoff between strategies that are both played");
      return low_end ? low_ : high_;
    }
    line.read_number(text, payoff_);
    if (has_range_ && (order(payoff_, low_) < 0 || order(payoff_, high_) > 0)) {
      line.reject("the payoff " + shown(text) + " is outside the range");
    }
    return payoff_;
  }

 private:
  int order(const Number& payoff, const Number& end) {
    if (payoff.small) {
      mpz_mul_si(left_, end.bottom, payoff.integer);
      return mpz_cmp(left_, end.top);
    }
    mpz_mul(left_, payoff.top, end.bottom);
    mpz_mul(right_, end.top, payoff.bottom);
    return mpz_cmp(left_, right_);
  }

  bool has_range_;
  Number low_;
  Number high_;
  Number payoff_;
  Integer left_;
  Integer right_;
};

[[noreturn]] void reject_bound(const char* what, Index index, const char* bound) {
  throw Rejected(string(what) + " " + std::to_string(index) + " goes beyond " + bound);
}

/// What a strategy over the rows of the lines earns, at worst, in every column: the value in those
/// that the other strategy plays and more in the others, or of bounds at least `low` in each.
/// `mirrored` says that the columns stand for rows of a symmetric game.
void check_columns(const Certificate& certificate, const Strategy& strategy, const char* player,
                   bool mirrored = false) {
  const Weights weights = integer_weights(strategy, certificate.low, player);
  std::vector<Line> lines = certificate.row_lines;
  Payoffs payoffs(certificate);
  Sum sum;
  Members in(certificate.column.support);
  for (Index column = 0; column < certificate.columns; ++column) {
    const bool tight = !certificate.bounds && in.contain(column);
    sum.clear();
    for (std::size_t t = 0; t < lines.size(); ++t) {
      sum.add(weights.weights[t], payoffs.next(lines[t], true, tight));
    }
    const int sign = sum.against(weights.target);
    if (certificate.bounds && sign < 0) reject_bound("column", column, "low");
    if (certificate.bounds || (tight ? sign == 0 : sign > 0)) continue;
    mirrored ? reject_sum("row", column, -sign) : reject_sum("column", column, sign);
  }
  for (const Line& line : lines) line.end();
}

/// The mirror image, for the column strategy. Rows that the row strategy plays stand in their own
/// lines.
void check_rows(const Certificate& certificate) {
  const Strategy& strategy = certificate.column;
  const Weights weights = integer_weights(strategy, certificate.high, "column");
  std::vector<Line> lines = certificate.column_lines;
  Payoffs payoffs(certificate);
  Sum sum;
  Members in(certificate.row.support);
  const auto judge = [&](Index row, bool tight) {
    const int sign = sum.against(weights.target);
    if (certificate.bounds && sign > 0) reject_bound("row", row, "high");
    if (!certificate.bounds && (tight ? sign != 0 : sign >= 0)) reject_sum("row", row, sign);
  };
  for (std::size_t t = 0; t < certificate.row_lines.size(); ++t) {
    const Line& line = certificate.row_lines[t];
    const std::vector<string_view> texts = fields_at(line, strategy.support);
    sum.clear();
    for (std::size_t s = 0; s < texts.size(); ++s) {
      sum.add(weights.weights[s], payoffs.of(texts[s], line, false, !certificate.bounds));
    }
    judge(certificate.row.support[t], true);
  }
  const auto played = static_cast<Index>(certificate.row.support.size());
  for (Index row = 0, left = certificate.rows - played; left > 0; ++row) {
    if (in.contain(row)) continue;
    sum.clear();
    for (std::size_t t = 0; t < lines.size(); ++t) {
      sum.add(weights.weights[t], payoffs.next(lines[t], false, false));
    }
    judge(row, false);
    --left;
  }
  for (const Line& line : lines) line.end();
}

void check_mirror(const Certificate& certificate) {
  const std::vector<Index>& support = certificate.row.support;
  const Fraction sum = certificate.mirror_sum();
  std::vector<std::vector<string_view>> block;
  for (const Line& line : certificate.row_lines) {
    const std::vector<string_view>& texts = block.emplace_back(fields_at(line, support));
    if (texts[block.size() - 1] == "?") line.reject("the diagonal is known, and cannot be unread");
    for (std::size_t t = 0; t < block.size(); ++t) {
      if (!mirrored(texts[t], block[t][block.size() - 1], sum)) {
        line.reject("the payoff in column " + std::to_string(support[t]) +
                    " contradicts the symmetry");
      }
    }
  }
}

/// The bounds mirror each other in a symmetric game, and are as near as they claim.
void check_nearness(const Claim& claim, const Fraction& epsilon) {
  const Fraction sum = claim.mirror_sum();
  if (!claim.symmetric) {
    if (claim.high - claim.low <= epsilon) return;
    throw Rejected("the bounds are further apart than epsilon");
  }
  if (claim.low + claim.high != sum) throw Rejected("high does not mirror low");
  if (sum / 2 - claim.low > epsilon) throw Rejected("low is further than epsilon from the value");
}

void check_proof(const Certificate& certificate) {
  if (certificate.bounds) {
    if (certificate.epsilon.sign() <= 0) throw Rejected("epsilon is not above 0");
    check_nearness(certificate, certificate.epsilon);
  }
  if (certificate.all_read()) {
    check_sum(certificate.row, "row");
    check_sum(certificate.column, "column");
  }
  check_columns(certificate, certificate.row, "row");
  if (!certificate.symmetric) {
    check_rows(certificate);
    return;
  }
  check_mirror(certificate);
  if (certificate.bounds) return;
  if (certificate.low + certificate.low != certificate.mirror_sum()) {
    throw Rejected("the value of a symmetric game is half of what its matches pay");
  }
  // A[i][:] y = a + b - y A[:][i]: the rows' condition on y is the columns' condition on y as a row
  // strategy.
  check_columns(certificate, certificate.column, "column", certificate.all_read());
}

// --------------------------------------------------------------------------------- games in files

/// A payoff table. A payoff is kept as its canonical text, so to compare is to compare texts.
class Game {
 public:
  Game() = default;
  Game(Index rows, Index columns) : rows_(rows), columns_(columns) {
    places_.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] string_view at(Index row, Index column) const {
    const std::size_t start = places_[place(row, column)];
    return string_view(texts_).substr(start, texts_.find('\n', start) - start);
  }
  /// True for a payoff that has been set.
  [[nodiscard]] bool holds(Index row, Index column) const {
    return places_[place(row, column)] != 0;
  }
  void set(Index row, Index column, string_view text) {
    places_[place(row, column)] = texts_.size();
    texts_.append(text) += '\n';
  }
  void add_row(Index columns) {
    columns_ = columns;
    ++rows_;
    places_.resize(places_.size() + static_cast<std::size_t>(columns));
  }

 private:
  [[nodiscard]] std::size_t place(Index row, Index column) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  }
  Index rows_ = 0;
  Index columns_ = 0;
  std::vector<std::size_t> places_;
  string texts_ = "0\n";  // place 0: the payoffs that a sparse file leaves out
};

string text_of(const Fraction& number) {
  string text(mpz_sizeinbase(mpq_numref(number.raw()), 10) +
                  mpz_sizeinbase(mpq_denref(number.raw()), 10) + 3,
              '\0');
  mpq_get_str(text.data(), 10, number.raw());
  text.resize(text.find('\0'));
  return text;
}

/// The quotient need not be in lowest terms.
string text_of(const Integer& top, const Integer& bottom) {
  Fraction number;
  mpz_set(mpq_numref(number.raw()), top);
  mpz_set(mpq_denref(number.raw()), bottom);
  mpq_canonicalize(number.raw());
  return text_of(number);
}

/// Takes the digits at the front of `rest`.
string_view take_digits(string_view& rest) {
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_digit);
  const string_view digits = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  rest.remove_prefix(digits.size());
  return digits;
}

bool take_sign(string_view& rest) {
  const bool negative = rest.starts_with('-');
  if (negative || rest.starts_with('+')) rest.remove_prefix(1);
  return negative;
}

/// [. digits] [e [sign] digits] after `digits`: what is left is digits * 10^result.
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

/// [sign] digits / digits, or [sign] digits [. digits] [e [sign] digits], read exactly. Nothing for
/// other text, division by zero and exponents out of range.
std::optional<string> canonical_text(string_view text) {
  if (text.size() > longest_number) return {};
  const bool negative = take_sign(text);
  string digits(take_digits(text));
  if (text.empty() && canonical_digits(digits)) {
    return negative && digits != "0" ? "-" + digits : digits;
  }
  Integer top;
  Integer bottom;
  mpz_set_ui(bottom, 1);
  if (!digits.empty() && text.starts_with('/')) {
    text.remove_prefix(1);
    const string_view below = take_digits(text);
    if (below.empty() || !text.empty()) return {};
    set_digits(bottom, below);
    if (bottom.sign() == 0) return {};
  } else {
    const std::optional<long> power = take_power(text, digits);
    if (!power) return {};
    if (*power < 0) mpz_ui_pow_ui(bottom, 10, static_cast<unsigned long>(-*power));
    if (*power > 0) digits.append(static_cast<std::size_t>(*power), '0');
  }
  set_digits(top, digits);
  if (negative) mpz_neg(top, top);
  return text_of(top, bottom);
}

/// A game file, read from front to back; knows the line for messages.
class Source {
 public:
  Source(string_view text, string name) : text_(text), name_(std::move(name)) {}

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] string_view rest() const { return text_.substr(at_); }
  string_view take(std::size_t length) {
    const string_view result = text_.substr(at_, length);
    at_ += result.size();
    return result;
  }
  /// Up to the next of `ends`, or to the end of the file.
  string_view take_until(string_view ends) {
    return take(std::min(rest().find_first_of(ends), rest().size()));
  }
  void skip(string_view blanks) { take(std::min(rest().find_first_not_of(blanks), rest().size())); }
  string_view word() {
    skip(" \t\r\n");
    return take_until(" \t\r\n");
  }

  [[noreturn]] void fail(const string& what) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<long>(at_), '\n');
    throw BadInput(name_ + ":" + std::to_string(line) + ": " + what);
  }
  [[nodiscard]] string payoff(string_view text) const {
    std::optional<string> result = canonical_text(text);
    if (!result) fail("'" + shown(text) + "' is not a number");
    // Written out it must be no longer than what certificates hold, so that it can be compared.
    const std::size_t top = std::min(result->find('/'), result->size());
    if (top - (result->starts_with('-') ? 1 : 0) > longest_number ||
        result->size() - top > longest_number + 1) {
      fail("'" + shown(text) + "' has more than " + std::to_string(longest_number) + " digits");
    }
    return *std::move(result);
  }
  [[nodiscard]] Index integer(string_view text, Index low, Index high) const {
    Index result = -1;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, result);
    if (error == std::errc() && stop == end && result >= low && result <= high) return result;
    fail("'" + shown(text) + "' is not an integer from " + std::to_string(low) + " to " +
         std::to_string(high));
  }
  /// A table of this shape, unless the rest of the file is clearly too short to fill it: so that a
  /// false shape takes no memory. (Half of a symmetric table is in the file, two bytes a payoff.)
  [[nodiscard]] Game table(Index rows, Index columns) const {
    if (static_cast<std::size_t>(rows) >
        (2 * rest().size() + 16) / static_cast<std::size_t>(columns)) {
      fail("fewer payoffs than " + std::to_string(rows) + " x " + std::to_string(columns));
    }
    return {rows, columns};
  }

 private:
  string_view text_;
  string name_;
  std::size_t at_ = 0;
};

// --- CSV and TSV

string_view trimmed(string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

/// One field; it may be in quotes, and then hold the separator and newlines.
string_view take_csv_field(Source& in, char separator) {
  const char ends[] = {separator, '\n', '\0'};
  in.skip(separator == '\t' ? " " : " \t");
  if (in.peek() != '"') return trimmed(in.take_until(ends));
  const string_view all = in.rest();
  do {
    in.take(1);  // the opening quote, or the second of a doubled one
    in.take_until("\"");
    if (in.done()) in.fail("a quote without its end");
    in.take(1);
  } while (in.peek() == '"');
  const string_view quoted = all.substr(0, all.size() - in.rest().size());
  if (!trimmed(in.take_until(ends)).empty()) in.fail("text after a quote");
  return quoted.substr(1, quoted.size() - 2);
}

Game read_separated(Source in, char separator, bool labels) {
  if (in.rest().starts_with("\xef\xbb\xbf")) in.take(3);
  Game game;
  std::size_t width = 0;
  std::vector<string_view> fields;
  for (bool names = labels; !trimmed(in.rest().substr(0, in.rest().find('\n'))).empty();
       names = false) {
    fields.assign(1, take_csv_field(in, separator));
    while (in.peek() == separator) {
      in.take(1);
      fields.push_back(take_csv_field(in, separator));
    }
    if (width == 0) width = fields.size();
    if (fields.size() != width) {
      in.fail(std::to_string(fields.size()) + " values where line 1 has " + std::to_string(width));
    }
    const std::size_t skipped = labels ? 1 : 0;
    if (width == skipped) in.fail("no payoffs");
    if (!names) {
      game.add_row(static_cast<Index>(width - skipped));
      for (std::size_t t = skipped; t < width; ++t) {
        string_view text = fields[t];
        // A chart in percent; its payoffs are the numbers, from 0 to 100.
        if (labels && text.ends_with('%')) text = trimmed(text.substr(0, text.size() - 1));
        game.set(game.rows() - 1, static_cast<Index>(t - skipped), in.payoff(text));
      }
    }
    in.take(1);  // the newline
  }
  in.skip(" \t\r\n");
  if (!in.done()) in.fail("an empty line inside the table");
  if (game.rows() == 0) in.fail("no payoffs");
  return game;
}

// --- NumPy

/// What follows `key` in the header of an .npy file.
string_view header_value(const Source& in, string_view header, string_view key) {
  const std::size_t at = header.find("'" + string(key) + "':");
  if (at == string_view::npos) in.fail("no " + string(key) + " in the header");
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

/// One element of type i, u or f from its bytes, the first the least.
string npy_payoff(const Source& in, char type, string_view bytes) {
  std::uint64_t bits = 0;
  for (std::size_t t = bytes.size(); t-- > 0;)
    bits = bits << 8 | static_cast<unsigned char>(bytes[t]);
  if (type == 'u') return std::to_string(bits);
  if (type == 'i') {
    const auto shift = static_cast<int>(64 - 8 * bytes.size());
    return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  double value = 0;
  if (bytes.size() == 4) {
    float single = 0;
    const auto half = static_cast<std::uint32_t>(bits);
    std::memcpy(&single, &half, sizeof single);
    value = single;
  } else {
    std::memcpy(&value, &bits, sizeof value);
  }
  if (!std::isfinite(value)) in.fail("a payoff that is infinite or not a number");
  Fraction exact;
  mpq_set_d(exact.raw(), value);
  return text_of(exact);
}

string_view npy_header(Source& in) {
  if (in.take(6) != "\x93NUMPY") in.fail("not an .npy file");
  const string_view version = in.take(2);
  if (version.size() < 2 || version[0] < 1 || version[0] > 3) in.fail("unknown version of .npy");
  const string_view length = in.take(version[0] == 1 ? 2 : 4);
  std::size_t size = 0;
  for (std::size_t t = length.size(); t-- > 0;)
    size = size << 8 | static_cast<unsigned char>(length[t]);
  const string_view header = in.take(size);
  if (header.size() != size) in.fail("the header is cut");
  return header;
}

Game read_npy(Source in) {
  const string_view header = npy_header(in);
  const string_view type = header_value(in, header, "descr").substr(0, 5);
  const bool known = type.size() == 5 && type[0] == '\'' && type[4] == '\'' &&
                     string_view("<>|").find(type[1]) != string_view::npos;
  const string_view kind = known ? type.substr(2, 2) : string_view();
  const string_view kinds[] = {"i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"};
  if (std::find(std::begin(kinds), std::end(kinds), kind) == std::end(kinds)) {
    in.fail("the type of the payoffs is none of i1 to i8, u1 to u8, f4, f8");
  }
  const auto bytes = static_cast<std::size_t>(kind[1] - '0');
  const bool by_column = header_value(in, header, "fortran_order").starts_with("True");
  string_view shape = header_value(in, header, "shape");
  shape = shape.substr(0, shape.find(')'));
  const std::size_t comma = shape.find(',');
  if (!shape.starts_with('(') || comma == string_view::npos) in.fail("the array is not 2-D");
  const Index rows = in.integer(trimmed(shape.substr(1, comma - 1)), 1, largest_shape);
  const Index columns = in.integer(trimmed(shape.substr(comma + 1)), 1, largest_shape);
  Game game = in.table(rows, columns);
  const std::size_t wanted = static_cast<std::size_t>(rows * columns) * bytes;
  if (in.rest().size() != wanted) {
    in.fail("the payoffs take " + std::to_string(wanted) + " bytes and " +
            std::to_string(in.rest().size()) + " are left");
  }
  for (Index t = 0; t < rows * columns; ++t) {
    string element(in.take(bytes));
    if (type[1] == '>') std::reverse(element.begin(), element.end());
    const string text = npy_payoff(in, kind[0], element);
    by_column ? game.set(t % rows, t / rows, text) : game.set(t / columns, t % columns, text);
  }
  return game;
}

// --- MatrixMarket

enum class Half { none, symmetric, skew };  // what the file leaves out above the diagonal

Game read_mtx_array(Source& in, Index rows, Index columns, Half half) {
  Game game = in.table(rows, columns);
  for (Index column = 0; column < columns; ++column) {
    Index row = half == Half::none ? 0 : half == Half::symmetric ? column : column + 1;
    for (; row < rows; ++row) game.set(row, column, in.payoff(in.word()));
  }
  return game;
}

Game read_mtx_coordinate(Source& in, Index rows, Index columns, Half half) {
  if (rows > most_sparse_cells / columns) in.fail("a sparse game that is too large");
  Game game(rows, columns);
  for (Index left = in.integer(in.word(), 0, rows * columns); left > 0; --left) {
    const Index row = in.integer(in.word(), 1, rows) - 1;
    const Index column = in.integer(in.word(), 1, columns) - 1;
    if (game.holds(row, column)) in.fail("an entry that was given before");
    if (half != Half::none && (row < column || (row == column && half == Half::skew))) {
      in.fail("an entry outside the lower triangle");
    }
    game.set(row, column, in.payoff(in.word()));
  }
  return game;
}

void fill_upper_half(Game& game, Half half) {
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = 0; column < row; ++column) {
      string text(game.at(row, column));
      if (half == Half::skew && text != "0") {
        text.starts_with('-') ? text.erase(0, 1) : text.insert(0, 1, '-');
      }
      game.set(column, row, text);
    }
  }
}

Game read_mtx(Source in) {
  std::vector<string> head;
  for (Source line(in.take_until("\n"), ""); !line.done(); line.skip(" \t\r")) {
    string& word = head.emplace_back(line.word());
    for (char& c : word) c = (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c;
  }
  if (head.size() != 5 || head[0] != "%%matrixmarket" || head[1] != "matrix") {
    in.fail("the first line is not '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  }
  const bool array = head[2] == "array";
  if (!array && head[2] != "coordinate") in.fail("the format is neither array nor coordinate");
  if (head[3] != "real" && head[3] != "integer") in.fail("the field is neither real nor integer");
  const Half half = head[4] == "symmetric"        ? Half::symmetric
                    : head[4] == "skew-symmetric" ? Half::skew
                                                  : Half::none;
  if (half == Half::none && head[4] != "general") in.fail("unknown symmetry");
  for (in.skip(" \t\r\n"); in.peek() == '%'; in.skip(" \t\r\n")) in.take_until("\n");
  const Index rows = in.integer(in.word(), 1, largest_shape);
  const Index columns = in.integer(in.word(), 1, largest_shape);
  if (half != Half::none && rows != columns) in.fail("a symmetric matrix that is not square");
  Game game = array ? read_mtx_array(in, rows, columns, half)
                    : read_mtx_coordinate(in, rows, columns, half);
  in.skip(" \t\r\n");
  if (!in.done()) in.fail("text after the last entry");
  if (half != Half::none) fill_upper_half(game, half);
  return game;
}

// --- Gambit's normal form

/// A brace, a string with its quotes, or a word; empty at the end of the file. Commas are blanks.
string_view nfg_token(Source& in) {
  in.skip(" \t\r\n,");
  if (in.peek() == '{' || in.peek() == '}') return in.take(1);
  if (in.peek() != '"') return in.take_until(" \t\r\n,{}\"");
  const string_view all = in.rest();
  in.take(1);
  while (in.take_until("\"\\"), in.peek() == '\\') in.take(2);
  if (in.done()) in.fail("a quote without its end");
  in.take(1);
  return all.substr(0, all.size() - in.rest().size());
}

void nfg_expect(Source& in, string_view wanted) {
  const string_view found = nfg_token(in);
  if (found != wanted) in.fail("'" + string(wanted) + "' belongs here, not '" + shown(found) + "'");
}

/// Strings up to the closing brace; the opening one has been read.
Index nfg_strings(Source& in) {
  Index count = 0;
  string_view token = nfg_token(in);
  for (; token.starts_with('"'); token = nfg_token(in)) ++count;
  if (token != "}") in.fail("'}' belongs here, not '" + shown(token) + "'");
  return count;
}

/// One player's number of strategies: a number, or a list of names.
Index nfg_strategies(Source& in) {
  const string_view token = nfg_token(in);
  if (token != "{") return in.integer(token, 1, largest_shape);
  const Index count = nfg_strings(in);
  if (count == 0) in.fail("a player without strategies");
  return count;
}

/// Requires a text of a payoff.
Fraction nfg_number(string_view text) {
  Fraction result;
  mpq_set_str(result.raw(), string(text).c_str(), 10);
  return result;
}

/// What the players get in an outcome or a cell, as canonical texts.
struct NfgPayoffs {
  string row;
  string column;
};

NfgPayoffs nfg_payoffs(Source& in) {
  NfgPayoffs result;
  for (string* text : {&result.row, &result.column}) {
    *text = in.payoff(nfg_token(in));
    Number number;
    if (!read_canonical(*text, number)) in.fail("a number that is too long");
  }
  return result;
}

/// Payoffs A and B for which A + c B is f(row) + g(column), with some c > 0, have the equilibria of
/// the zero-sum game A - g(column), g = 0 in the first column: the game that a certificate is
/// about. Of a constant-sum game that is A itself. Cells come column by column; the two players'
/// payoffs, each less what it is in the first cell of its row and of its column, must be opposite
/// but for c.
class NfgBalance {
 public:
  /// False where there is no such c.
  bool take(Index row, Index column, const NfgPayoffs& cell) {
    const Fraction payoffs[] = {nfg_number(cell.row), nfg_number(cell.column)};
    if (column == 0) left_.push_back({payoffs[0], payoffs[1]});
    if (row == 0) top_.push_back({payoffs[0], payoffs[1]});
    if (row == 0 || column == 0) return true;
    Fraction rest[2];
    for (std::size_t p = 0; p < 2; ++p) {
      rest[p] = payoffs[p] - left_[static_cast<std::size_t>(row)][p] -
                top_[static_cast<std::size_t>(column)][p] + left_[0][p];
    }
    if (rest[0].sign() == 0 && rest[1].sign() == 0) return true;
    if (rest[0].sign() * rest[1].sign() >= 0) return false;
    const Fraction ratio = Fraction() - rest[0] / rest[1];
    if (!factor_) factor_ = ratio;
    return *factor_ == ratio;
  }

  /// What is taken off a column.
  [[nodiscard]] Fraction of_column(Index column) const {
    const auto& here = top_[static_cast<std::size_t>(column)];
    const Fraction c = factor_ ? *factor_ : Fraction(1);
    return here[0] - top_[0][0] + c * (here[1] - top_[0][1]);
  }

 private:
  std::vector<std::array<Fraction, 2>> left_;  // the first column
  std::vector<std::array<Fraction, 2>> top_;   // the first row
  std::optional<Fraction> factor_;
};

std::vector<NfgPayoffs> nfg_outcomes(Source& in) {
  std::vector<NfgPayoffs> outcomes;
  outcomes.push_back({"0", "0"});  // outcome 0: nobody gets anything
  nfg_expect(in, "{");
  string_view token = nfg_token(in);
  for (; token == "{"; token = nfg_token(in)) {
    if (!nfg_token(in).starts_with('"')) in.fail("an outcome without its name");
    outcomes.push_back(nfg_payoffs(in));
    nfg_expect(in, "}");
  }
  if (token != "}") in.fail("'}' belongs here, not '" + shown(token) + "'");
  return outcomes;
}

Game read_nfg(Source in) {
  nfg_expect(in, "NFG");
  nfg_expect(in, "1");
  if (const string_view type = nfg_token(in); type != "R" && type != "D") in.fail("not 'NFG 1 R'");
  if (!nfg_token(in).starts_with('"')) in.fail("no title");
  nfg_expect(in, "{");
  if (nfg_strings(in) != 2) in.fail("the game does not have two players");
  nfg_expect(in, "{");
  const Index rows = nfg_strategies(in);
  const Index columns = nfg_strategies(in);
  nfg_expect(in, "}");
  in.skip(" \t\r\n,");
  if (in.peek() == '"') nfg_token(in);  // a comment
  in.skip(" \t\r\n,");
  const bool by_outcome = in.peek() == '{';
  std::vector<NfgPayoffs> outcomes;
  if (by_outcome) outcomes = nfg_outcomes(in);
  Game game = in.table(rows, columns);
  NfgBalance balance;
  for (Index t = 0; t < rows * columns; ++t) {
    const auto last = static_cast<Index>(outcomes.size()) - 1;
    const NfgPayoffs cell =
        by_outcome ? outcomes[static_cast<std::size_t>(in.integer(nfg_token(in), 0, last))]
                   : nfg_payoffs(in);
    if (!balance.take(t % rows, t / rows, cell)) {
      in.fail("the game is not zero-sum, nor has it the equilibria of such a game");
    }
    game.set(t % rows, t / rows, cell.row);
  }
  if (!nfg_token(in).empty()) in.fail("text after the last payoff");
  for (Index j = 1; j < columns; ++j) {
    const Fraction shift = balance.of_column(j);
    if (shift.sign() == 0) continue;
    for (Index i = 0; i < rows; ++i) {
      game.set(i, j, text_of(nfg_number(game.at(i, j)) - shift));
    }
  }
  return game;
}

Game read_game(string_view text, const string& name, bool labels) {
  const Source in(text, name);
  string ending = name.substr(std::min(name.rfind('.'), name.size()));
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (ending == ".csv") return read_separated(in, ',', labels);
  if (ending == ".tsv") return read_separated(in, '\t', labels);
  if (labels) throw BadInput("--labels is for .csv and .tsv files");
  if (ending == ".npy") return read_npy(in);
  if (ending == ".nfg") return read_nfg(in);
  if (ending == ".mtx") return read_mtx(in);
  throw BadInput(name + ": the ending is none of .csv .tsv .npy .nfg .mtx");
}

// ------------------------------------------------------------------------------- games of chance
//
// The certificate of a game of chance: strategies that were frozen before the plays, and for each
// strategy of the opponent, an arm, what those plays paid: draws X in [0, 1], as shares of the
// range, whose mean is what the frozen strategy earns against it. What is verified, exactly:
//
//   M(m) >= 1/alpha        m: the claimed bound as a share of the range
//
// where M(m) is one of two supermartingales of start 1 in case m is the mean:
//   beta a b: B(a+s, b+t-s) / (B(a, b) m^s (1-m)^(t-s)), t draws of sum s rounded down, m < s/t;
//   bets: sum of weight * product of (1 + u (X - c_i)) / (1 + u (m - c))^t over stakes u, the
//         weights summing to 1. The draws come in whole rounds: of t draws x_i t are plays of
//         strategy i of the frozen strategy x. c_i is a centre for each of them, c = sum x_i c_i.
// By Ville's inequality an arm is wrong with probability at most alpha. The arm that earns x the
// least is the same whatever the plays say, so that a false bound needs that one arm to be wrong.
// So alpha is the player's whole part, with two players half, of four fifths of delta / (r (r+1))
// in attempt r; the last fifth is for what is said of several arms at once. Where newcomers may
// join an attempt, half of that is kept for them, and their q-th group has 1 / (q (q+1)) of what is
// kept. docs/research/theory.md has the proofs.

constexpr Index most_draws = Index{1} << 40;
constexpr Index most_beta = Index{1} << 20;
constexpr Index most_bets = 8;
constexpr Index most_groups = 1000000;
// A few bytes may claim any number of draws. Under a Beta law their number decides how much there
// is to do; so many are recounted for one arm, and for all arms of a player or all intervals of a
// league.
constexpr Index most_beta_draws = Index{1} << 27;
constexpr Index most_recounted = Index{1} << 32;
// Numbers no longer than this are compared exactly, longer ones when rounded to the safe side.
constexpr double short_bits = 65536;

struct Draws {
  std::vector<std::pair<Fraction, Index>> values;  // rising values, and how often each
  Index count = 0;
  Fraction sum;
};

struct Bet {
  Fraction stake;
  Fraction weight;
};

struct ChanceArm {
  bool beta = true;
  Index a = 1;
  Index b = 1;
  std::vector<Bet> bets;
  std::vector<Fraction> centres;  // one a stratum
  Fraction centre;                // their mean
  std::vector<Draws> strata;      // one of a Beta law
  Index count = 0;                // of all draws
  Index group = 0;                // of newcomers; 0 for what was there at the freeze
  Fraction joint;                 // what it may fail with in a statement on all arms together
  std::size_t line = 0;
};

/// No equilibrium plays a strategy more than this: the frozen one earns so much against it.
struct ChanceCap {
  Index strategy = 0;
  Fraction most;
  Fraction earned;  // a share of the range
  std::size_t line = 0;
};

struct Chance : Claim {
  Fraction epsilon;
  Fraction delta;
  Index attempt = 1;
  bool newcomers = false;  // half is kept for them
  Strategy row;
  Strategy column;
  std::vector<ChanceArm> column_arms;  // of the row strategy, one a column
  std::vector<ChanceArm> row_arms;     // of the column strategy; none when symmetric
  std::vector<ChanceCap> column_caps;
  std::vector<ChanceCap> row_caps;
};

Draws read_draws(Line& line) {
  Draws draws;
  const Index size = line.count(0, most_draws);
  for (Index t = 0; t < size; ++t) {
    const Fraction value = fraction_field(line);
    const Index times = line.count(1, most_draws);
    if (value.sign() < 0 || value > 1) line.reject("a draw outside [0, 1]");
    if (t > 0 && value <= draws.values.back().first) line.reject("draws do not rise");
    draws.count += times;
    if (draws.count > most_draws) line.reject("too many draws");
    draws.sum = draws.sum + value * times;
    draws.values.emplace_back(value, times);
  }
  return draws;
}

std::vector<Bet> read_bets(Line& line) {
  const Index size = line.count(1, most_bets);
  std::vector<Bet> bets;
  Fraction sum;
  for (Index t = 0; t < size; ++t) {
    Bet bet{fraction_field(line), fraction_field(line)};
    if (bet.stake.sign() <= 0 || bet.stake >= 1) line.reject("a stake outside (0, 1)");
    if (bet.weight.sign() <= 0) line.reject("a weight that is not above 0");
    sum = sum + bet.weight;
    bets.push_back(std::move(bet));
  }
  if (sum != 1) line.reject("the weights of the bets do not sum to 1");
  return bets;
}

std::vector<Fraction> probabilities_of(const Strategy& strategy) {
  std::vector<Fraction> parts;
  for (const Number& number : strategy.probabilities) parts.push_back(fraction_of(number));
  return parts;
}

void read_centres(Line& line, const std::vector<Fraction>& parts, ChanceArm& arm) {
  line.keyword("centres");
  for (const Fraction& part : parts) {
    arm.centres.push_back(fraction_field(line));
    const Fraction& centre = arm.centres.back();
    if (centre.sign() < 0 || centre > 1) line.reject("a centre outside [0, 1]");
    arm.centre = arm.centre + part * centre;
  }
}

/// Of each strategy that the frozen one plays; whole rounds.
void read_strata(Line& line, const std::vector<Fraction>& parts, ChanceArm& arm) {
  line.keyword("draws");
  for (std::size_t i = 0; i < (arm.beta ? 1 : parts.size()); ++i) {
    arm.strata.push_back(read_draws(line));
    arm.count += arm.strata.back().count;
    if (arm.count > most_draws) line.reject("too many draws");
  }
  for (std::size_t i = 0; i < parts.size() && !arm.beta; ++i) {
    if (parts[i] * arm.count != arm.strata[i].count) {
      line.reject("the draws are not whole rounds of the strategy");
    }
  }
}

std::vector<ChanceArm> read_arms(Lines& lines, string_view keyword, Index count,
                                 const Strategy& strategy, bool newcomers) {
  count_line(lines, keyword, count, count);
  const std::vector<Fraction> parts = probabilities_of(strategy);
  std::vector<ChanceArm> arms;
  for (Index t = 0; t < count; ++t) {
    Line line = lines.next();
    ChanceArm arm;
    arm.line = line.number;
    line.keyword("group");
    arm.group = line.count(0, newcomers ? most_groups : 0);
    line.keyword("joint");
    arm.joint = fraction_field(line);
    if (arm.joint.sign() <= 0) line.reject("a part of the error budget that is not above 0");
    const string_view kind = line.field();
    arm.beta = kind == "beta";
    if (arm.beta) {
      arm.a = line.count(1, most_beta);
      arm.b = line.count(1, most_beta);
    } else if (kind == "bets") {
      arm.bets = read_bets(line);
      read_centres(line, parts, arm);
    } else {
      line.reject("'beta' or 'bets' belongs here, not '" + shown(kind) + "'");
    }
    read_strata(line, parts, arm);
    line.end();
    arms.push_back(std::move(arm));
  }
  return arms;
}

std::vector<ChanceCap> read_chance_caps(Lines& lines, string_view keyword, Index strategies) {
  const Index count = count_line(lines, keyword, 0, strategies);
  std::vector<ChanceCap> caps;
  for (Index t = 0; t < count; ++t) {
    Line line = lines.next();
    ChanceCap cap;
    cap.line = line.number;
    cap.strategy = line.count(0, strategies - 1);
    if (t > 0 && cap.strategy <= caps.back().strategy) line.reject("indices do not rise");
    cap.most = fraction_field(line);
    cap.earned = fraction_field(line);
    line.end();
    caps.push_back(std::move(cap));
  }
  return caps;
}

Chance read_chance(string_view text) {
  Lines lines(text);
  Chance result;
  read_magic(lines, "allnash-confidence", " 4");
  read_shape(lines, result);
  read_range(lines, result);
  result.epsilon = number_line(lines, "epsilon");
  result.delta = number_line(lines, "delta");
  result.attempt = count_line(lines, "attempt", 1, 1000000);
  const Line newcomers = line_of(lines, "newcomers");
  if (newcomers.rest != " kept" && newcomers.rest != " none") {
    newcomers.reject("'kept' or 'none' belongs here");
  }
  result.newcomers = newcomers.rest == " kept";
  result.low = number_line(lines, "low");
  result.high = number_line(lines, "high");
  result.row = read_strategy(lines, "row-strategy", result.rows);
  result.column_arms =
      read_arms(lines, "column-arms", result.columns, result.row, result.newcomers);
  result.column_caps = read_chance_caps(lines, "column-caps", result.columns);
  if (!result.symmetric) {
    result.column = read_strategy(lines, "column-strategy", result.columns);
    result.row_arms = read_arms(lines, "row-arms", result.rows, result.column, result.newcomers);
    result.row_caps = read_chance_caps(lines, "row-caps", result.rows);
  }
  read_end(lines);
  return result;
}

Index bits_of(mpz_srcptr number) { return static_cast<Index>(mpz_sizeinbase(number, 2)); }
Index bits_of(const Fraction& number) {
  return std::max(bits_of(mpq_numref(number.raw())), bits_of(mpq_denref(number.raw())));
}

void multiply_power(Integer& product, mpz_srcptr base, Index exponent) {
  Integer power;
  mpz_pow_ui(power, base, static_cast<unsigned long>(exponent));
  mpz_mul(product, product, power);
}

/// One over B(a, b): a times "a + b - 1 choose a".
Integer inverse_beta(Index a, Index b) {
  Integer result;
  mpz_bin_uiui(result, static_cast<unsigned long>(a + b - 1), static_cast<unsigned long>(a));
  mpz_mul_si(result, result, a);
  return result;
}

/// The sum of the draws, rounded down.
Index whole_sum(const Draws& draws) {
  Integer whole;
  mpz_fdiv_q(whole, mpq_numref(draws.sum.raw()), mpq_denref(draws.sum.raw()));
  return mpz_get_si(whole);
}

// M(m) >= level with both sides multiplied out: with m = p/q and level = k/l,
//   q^t l / B(a, b)  >=  p^s (q-p)^(t-s) k / B(a + s, b + t - s).
bool beta_reaches_exactly(const ChanceArm& arm, const Fraction& m, const Fraction& level) {
  const Index t = arm.count;
  const Index s = whole_sum(arm.strata.front());
  Integer left = inverse_beta(arm.a, arm.b);
  multiply_power(left, mpq_denref(m.raw()), t);
  mpz_mul(left, left, mpq_denref(level.raw()));
  Integer right = inverse_beta(arm.a + s, arm.b + t - s);
  multiply_power(right, mpq_numref(m.raw()), s);
  const Fraction rest = 1 - m;
  multiply_power(right, mpq_numref(rest.raw()), t - s);
  mpz_mul(right, right, mpq_numref(level.raw()));
  return mpz_cmp(left, right) >= 0;
}

/// One over B(a, b), rounded.
Rounded inverse_beta(Index a, Index b, Rounded::Side side) {
  Rounded result = binomial(a + b - 1, a, side);
  result.multiply({a, side});
  return result;
}

// p^s (q-p)^(t-s) / q^t, level and 1 / B(a + s, b + t - s) rounded up, 1 / B(a, b) down.
bool beta_reaches_rounded(const ChanceArm& arm, const Fraction& m, const Fraction& level) {
  constexpr auto up = Rounded::Side::up;
  const Index t = arm.count;
  const Index s = whole_sum(arm.strata.front());
  Rounded ratio = inverse_beta(arm.a + s, arm.b + t - s, up);
  Rounded won(m, up);
  won.raise(s);
  ratio.multiply(won);
  Rounded lost(1 - m, up);
  lost.raise(t - s);
  ratio.multiply(lost);
  ratio.multiply({level, up});
  ratio.divide(inverse_beta(arm.a, arm.b, Rounded::Side::down));
  return ratio.against(1) <= 0;
}

/// The product of base(value)^times over some of the draws.
template <typename Base>
Integer product_over(const std::vector<std::pair<Fraction, Index>>& values, std::size_t first,
                     std::size_t last, const Base& base) {
  Integer result;
  mpz_set_ui(result, 1);
  if (last - first == 1) multiply_power(result, base(values[first].first), values[first].second);
  if (last - first < 2) return result;
  const std::size_t middle = first + (last - first) / 2;
  mpz_mul(result, product_over(values, first, middle, base),
          product_over(values, middle, last, base));
  return result;
}

/// Multiplies `top / bottom` by the powers of a stake's factors: with u = a/d, X = x/y, c = k/e
/// they are (d y e + a (x e - k y)) / (d y e).
void multiply_factors(const Draws& draws, const Fraction& stake, const Fraction& centre,
                      Integer& top, Integer& bottom) {
  Fraction factor;
  const auto multiply = [&](Integer& product, bool above) {
    const auto base = [&](const Fraction& value) -> mpz_srcptr {
      factor = 1 + stake * (value - centre);
      return above ? mpq_numref(factor.raw()) : mpq_denref(factor.raw());
    };
    mpz_mul(product, product, product_over(draws.values, 0, draws.values.size(), base));
  };
  multiply(top, true);
  multiply(bottom, false);
}

// Each bet's wealth is a fraction; they are brought to one denominator and compared with the level.
bool bets_reach_exactly(const ChanceArm& arm, const Fraction& m, const Fraction& level) {
  Integer wealth;
  Integer all;
  mpz_set_ui(all, 1);
  for (const Bet& bet : arm.bets) {
    const Fraction base = 1 + bet.stake * (m - arm.centre);
    Integer top;
    Integer bottom;
    mpz_set(top, mpq_numref(bet.weight.raw()));
    mpz_set(bottom, mpq_denref(bet.weight.raw()));
    multiply_power(top, mpq_denref(base.raw()), arm.count);
    multiply_power(bottom, mpq_numref(base.raw()), arm.count);
    for (std::size_t i = 0; i < arm.strata.size(); ++i) {
      multiply_factors(arm.strata[i], bet.stake, arm.centres[i], top, bottom);
    }
    mpz_mul(wealth, wealth, bottom);
    mpz_addmul(wealth, top, all);
    mpz_mul(all, all, bottom);
  }
  mpz_mul(wealth, wealth, mpq_denref(level.raw()));
  mpz_mul(all, all, mpq_numref(level.raw()));
  return mpz_cmp(wealth, all) >= 0;
}

// Each bet's wealth rounded down.
bool bets_reach_rounded(const ChanceArm& arm, const Fraction& m, const Fraction& level) {
  constexpr auto down = Rounded::Side::down;
  Rounded wealth(down);
  for (const Bet& bet : arm.bets) {
    Rounded one(1 / (1 + bet.stake * (m - arm.centre)), down);
    one.raise(arm.count);
    one.multiply({bet.weight, down});
    for (std::size_t i = 0; i < arm.strata.size(); ++i) {
      for (const auto& [value, times] : arm.strata[i].values) {
        Rounded factor(1 + bet.stake * (value - arm.centres[i]), down);
        factor.raise(times);
        one.multiply(factor);
      }
    }
    wealth.add(one);
  }
  return wealth.against(level) >= 0;
}

/// How long the numbers of an arm are when they are multiplied out, at most. In doubles, which do
/// not overflow.
double exact_bits(const ChanceArm& arm, const Fraction& m) {
  const auto t = static_cast<double>(arm.count);
  double bits = t * static_cast<double>(bits_of(m));
  if (arm.beta) return bits + static_cast<double>(arm.a + arm.b) + t;
  // The numbers of the bets are multiplied together.
  Index stakes = 1;
  for (const Bet& bet : arm.bets) stakes += bits_of(bet.stake) + bits_of(bet.weight);
  bits += t * static_cast<double>(stakes + bits_of(arm.centre));
  for (std::size_t i = 0; i < arm.strata.size(); ++i) {
    for (const auto& [value, times] : arm.strata[i].values) {
      bits += static_cast<double>(times) *
              static_cast<double>(stakes + bits_of(value) + bits_of(arm.centres[i]));
    }
  }
  return bits * static_cast<double>(arm.bets.size());
}

/// Counts what is recounted, and rejects what would take too long.
class Effort {
 public:
  void add(const ChanceArm& arm) {
    if (!arm.beta) return;  // as much as there is text
    draws_ += arm.count;
    if (arm.count > most_beta_draws || draws_ > most_recounted) {
      throw Rejected((arm.line == 0 ? "" : "line " + std::to_string(arm.line) + ": ") +
                     "too many draws to recount");
    }
  }

 private:
  Index draws_ = 0;
};

double log_of(mpz_srcptr number) {
  long exponent = 0;
  const double digits = mpz_get_d_2exp(&exponent, number);
  return std::log(digits) + static_cast<double>(exponent) * std::log(2.0);
}
double log_of(const Fraction& number) {
  return log_of(mpq_numref(number.raw())) - log_of(mpq_denref(number.raw()));
}

/// What an arm may fail with, of what its player has in the attempt.
Fraction budget_of(const ChanceArm& arm, const Fraction& all, bool newcomers) {
  if (!newcomers) return all;
  const Fraction half = all / 2;
  return arm.group == 0 ? half : half / (Fraction(arm.group) * (arm.group + 1));
}

/// M(share) >= 1 / budget, and under a Beta law the share is below the average.
bool reaches(const ChanceArm& arm, const Fraction& share, const Fraction& budget) {
  const Fraction level = 1 / budget;
  const bool exactly = exact_bits(arm, share) <= short_bits;
  if (!arm.beta) return (exactly ? bets_reach_exactly : bets_reach_rounded)(arm, share, level);
  if (share * arm.count >= whole_sum(arm.strata.front())) return false;
  return (exactly ? beta_reaches_exactly : beta_reaches_rounded)(arm, share, level);
}

/// Every arm must show that its mean is at least `share` of the range.
void check_arms(const std::vector<ChanceArm>& arms, const Fraction& share, const Fraction& budget,
                bool newcomers) {
  if (share.sign() <= 0) return;  // the range says so
  if (share >= 1) throw Rejected("a bound at the end of the range");
  Effort effort;
  for (const ChanceArm& arm : arms) {
    effort.add(arm);
    if (!reaches(arm, share, budget_of(arm, budget, newcomers))) {
      throw Rejected("line " + std::to_string(arm.line) + ": the draws do not show the bound");
    }
  }
}

/// What is said of all arms together may fail with their parts in all: a fifth of what the attempt
/// has, of which half is for newcomers where it is kept for them.
void check_joint(const Chance& chance, const Fraction& budget) {
  Fraction first;
  Fraction later;
  for (const std::vector<ChanceArm>* arms : {&chance.column_arms, &chance.row_arms}) {
    for (const ChanceArm& arm : *arms) {
      Fraction& sum = arm.group == 0 ? first : later;
      sum = sum + arm.joint;
    }
  }
  const Fraction part = chance.newcomers ? budget / 2 : budget;
  if (first > part || later > part) {
    throw Rejected("the arms take more than there is of the error budget");
  }
}

/// An equilibrium strategy z pays the frozen one at most `most`, and the frozen one earns `least`
/// or more against each and `earned` or more against this: z <= (most - least) / (earned - least).
void check_chance_caps(const std::vector<ChanceCap>& caps, const std::vector<ChanceArm>& arms,
                       const Fraction& least, const Fraction& most) {
  Effort effort;
  for (const ChanceCap& cap : caps) {
    const string place = "line " + std::to_string(cap.line) + ": ";
    const bool follows = cap.most.sign() >= 0 && cap.earned > least &&
                         most - least <= cap.most * (cap.earned - least);
    if (!follows) throw Rejected(place + "the cap does not follow from what is earned");
    if (cap.earned >= 1) throw Rejected(place + "nobody earns that");
    const ChanceArm& arm = arms[static_cast<std::size_t>(cap.strategy)];
    if (cap.earned.sign() <= 0) continue;  // the range says so
    effort.add(arm);
    if (!reaches(arm, cap.earned, arm.joint)) {
      throw Rejected(place + "the draws do not show what is earned");
    }
  }
}

void check_chance(const Chance& chance) {
  if (chance.delta.sign() <= 0 || chance.delta >= 1) throw Rejected("delta is not in (0, 1)");
  if (chance.epsilon.sign() <= 0) throw Rejected("epsilon is not above 0");
  check_sum(chance.row, "row");
  if (!chance.symmetric) check_sum(chance.column, "column");
  check_nearness(chance, chance.epsilon);
  if (chance.low > chance.high) throw Rejected("low is above high");
  const Fraction attempts = Fraction(chance.attempt) * (chance.attempt + 1);
  const Fraction players(chance.symmetric ? 1 : 2);
  const Fraction fifth = chance.delta / (Fraction(5) * attempts);
  const Fraction budget = Fraction(4) * fifth / players;
  const Fraction width = chance.range_high - chance.range_low;
  const Fraction row_least = (chance.low - chance.range_low) / width;
  const Fraction column_least = (chance.range_high - chance.high) / width;
  check_arms(chance.column_arms, row_least, budget, chance.newcomers);
  check_arms(chance.row_arms, column_least, budget, chance.newcomers);
  check_joint(chance, fifth);
  const Fraction row_most = chance.symmetric ? Fraction(1) / 2 : 1 - column_least;
  check_chance_caps(chance.column_caps, chance.column_arms, row_least, row_most);
  check_chance_caps(chance.row_caps, chance.row_arms, column_least, 1 - row_least);
}

/// A number as a decimal where it has one, as a fraction otherwise.
string decimal(Fraction number) {
  constexpr int most_places = 40;
  char buffer[64];
  for (int place = 0; place <= most_places; ++place) {
    if (mpz_cmp_ui(mpq_denref(number.raw()), 1) == 0) {
      gmp_snprintf(buffer, sizeof buffer, "%0*Zd", place + 1, mpq_numref(number.raw()));
      string digits = buffer;
      if (place > 0) digits.insert(digits.size() - static_cast<std::size_t>(place), ".");
      return digits;
    }
    number = number * 10;
  }
  return "1 - delta";
}

// --------------------------------------------------------------------------------- the comparison

void compare_entry(const Game& game, Index row, Index column, string_view text) {
  if (text == "?" || game.at(row, column) == text) return;
  throw Rejected("entry (" + std::to_string(row) + ", " + std::to_string(column) + ") is " +
                 shown(text) + " in the certificate and " + shown(game.at(row, column)) +
                 " in the game");
}

/// A certificate that says so is of a game that is symmetric, in what it rests on and in the rest.
void compare_symmetry(const Game& game, const Fraction& sum) {
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = 0; column <= row; ++column) {
      const string_view here = game.at(row, column);
      const string_view there = game.at(column, row);
      if (mirrored(here, there, sum)) continue;
      throw Rejected("entries (" + std::to_string(row) + ", " + std::to_string(column) + ") and (" +
                     std::to_string(column) + ", " + std::to_string(row) + ") are " + shown(here) +
                     " and " + shown(there) + " in the game, which contradicts the symmetry");
    }
  }
}

/// Every payoff of the game must lie in the range, whether it was read or not.
void compare_range(const Game& game, const Claim& claim) {
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = 0; column < game.columns(); ++column) {
      const Fraction payoff = fraction_of(game.at(row, column));
      if (payoff >= claim.range_low && payoff <= claim.range_high) continue;
      throw Rejected("entry (" + std::to_string(row) + ", " + std::to_string(column) + ") is " +
                     shown(game.at(row, column)) + " in the game, which is outside the range");
    }
  }
}

/// What a symmetric certificate says of the entry across the diagonal.
void compare_mirrored(const Game& game, Index row, Index column, string_view text) {
  if (opposite(game.at(column, row), text)) return;
  throw Rejected("entry (" + std::to_string(column) + ", " + std::to_string(row) + ") is " +
                 shown(game.at(column, row)) + " in the game, not minus the " + shown(text) +
                 " across the diagonal");
}

/// The payoffs that were read are the game's.
void compare_entries(const Certificate& certificate, const Game& game) {
  for (std::size_t t = 0; t < certificate.row_lines.size(); ++t) {
    Line line = certificate.row_lines[t];
    const Index row = certificate.row.support[t];
    for (Index column = 0; column < certificate.columns; ++column) {
      const string_view text = line.field();
      compare_entry(game, row, column, text);
      if (certificate.all_read() && certificate.symmetric) {
        compare_mirrored(game, row, column, text);
      }
    }
  }
  for (std::size_t t = 0; t < certificate.column_lines.size(); ++t) {
    Line line = certificate.column_lines[t];
    Members in(certificate.row.support);
    for (Index row = 0; row < certificate.rows; ++row) {
      if (!in.contain(row)) compare_entry(game, row, certificate.column.support[t], line.field());
    }
  }
}

void compare(const Certificate& certificate, const Game& game) {
  if (game.rows() != certificate.rows || game.columns() != certificate.columns) {
    throw Rejected("the shape is " + std::to_string(certificate.rows) + " x " +
                   std::to_string(certificate.columns) + " in the certificate and " +
                   std::to_string(game.rows()) + " x " + std::to_string(game.columns()) +
                   " in the game");
  }
  if (certificate.all_read()) compare_entries(certificate, game);
  if (certificate.has_range) compare_range(game, certificate);
  if (certificate.symmetric) compare_symmetry(game, certificate.mirror_sum());
  if (!certificate.all_read()) compare_entries(certificate, game);
}

/// With the payoffs at hand, whether the claim is true can be seen.
void check_guarantee(const Strategy& strategy, const Game& game, const Fraction& bound,
                     bool is_row) {
  const Index arms = is_row ? game.columns() : game.rows();
  for (Index arm = 0; arm < arms; ++arm) {
    Fraction sum;
    for (std::size_t t = 0; t < strategy.support.size(); ++t) {
      const Index own = strategy.support[t];
      const Fraction payoff = fraction_of(is_row ? game.at(own, arm) : game.at(arm, own));
      sum = sum + payoff * fraction_of(strategy.probabilities[t]);
    }
    if (is_row ? sum < bound : sum > bound) {
      throw Rejected(string(is_row ? "the row strategy does not guarantee low against column "
                                   : "the column strategy concedes more than high to row ") +
                     std::to_string(arm));
    }
  }
}

void compare_chance(const Chance& chance, const Game& game) {
  if (game.rows() != chance.rows || game.columns() != chance.columns) {
    throw Rejected("the shape differs from the game's");
  }
  compare_range(game, chance);
  if (chance.symmetric) compare_symmetry(game, chance.mirror_sum());
  check_guarantee(chance.row, game, chance.low, true);
  if (!chance.symmetric) check_guarantee(chance.column, game, chance.high, false);
}

// ------------------------------------------------------------ the list of extreme strategies
//
// docs/research/vertices.md has the theorem and its proof; what is said here of the row player
// holds of the column player in the game turned round. With h_j(z) = sum_i z_i (A[i][j] - v), the
// optimal row strategies are the z of sum 1 in the cone
//
//   C = { z on I : h_j(z) = 0 for j in J, z_i >= 0 for i in I, h_j(z) >= 0 for every other j }
//
// The certificate has a cone of D + 1 vectors that contains C, and an order in which to cut it with
// further constraints (double description). If what is left in the end lies in C, it is C.

constexpr std::array<std::uint64_t, 3> primes{2147483647, 2147483629, 2147483587};
constexpr std::size_t most_at_once = 1024;  // vectors, and 16 more for each that is listed
constexpr std::size_t most_marks = std::size_t{1} << 26;  // words that say what vectors lie on
constexpr std::size_t most_limbs = std::size_t{1} << 27;  // of the vectors' entries

/// An entry of a vector on a support.
struct Part {
  std::size_t place = 0;
  Integer value;
};
using Vector = std::vector<Part>;

/// At least 0 of every point: what one strategy is played, or a combination that one line gives.
struct Constraint {
  bool own = true;
  std::size_t place = 0;              // in the support, of an own strategy
  Index line = 0;                     // of the opponent, otherwise
  std::vector<Integer> coefficients;  // then on the support
};

void apply(const std::vector<Integer>& coefficients, const Vector& vector, Integer& result) {
  mpz_set_ui(result, 0);
  for (const Part& part : vector) mpz_addmul(result, coefficients[part.place], part.value);
}

void apply(const Constraint& constraint, const Vector& vector, Integer& result) {
  if (!constraint.own) {
    apply(constraint.coefficients, vector, result);
    return;
  }
  mpz_set_ui(result, 0);
  for (const Part& part : vector) {
    if (part.place == constraint.place) mpz_set(result, part.value);
  }
}

void append(Vector& vector, std::size_t place, Integer value) {
  vector.push_back({place, std::move(value)});
}

/// The one multiple above 0 of a vector that has integers without a common factor.
void make_primitive(Vector& vector) {
  Integer factor;
  for (const Part& part : vector) mpz_gcd(factor, factor, part.value);
  if (factor.is_one()) return;
  for (Part& part : vector) mpz_divexact(part.value, part.value, factor);
}

/// p * left - q * right, without common factors.
Vector combination(const Integer& p, const Vector& left, const Integer& q, const Vector& right) {
  Vector result;
  auto l = left.begin();
  auto r = right.begin();
  while (l != left.end() || r != right.end()) {
    const bool from_left = r == right.end() || (l != left.end() && l->place <= r->place);
    const bool from_right = l == left.end() || (r != right.end() && r->place <= l->place);
    const std::size_t place = from_left ? l->place : r->place;
    Integer value;
    if (from_left) mpz_addmul(value, p, (l++)->value);
    if (from_right) mpz_submul(value, q, (r++)->value);
    if (value.sign() != 0) append(result, place, std::move(value));
  }
  make_primitive(result);
  return result;
}

std::size_t limbs_of(const Vector& vector) {
  std::size_t result = 0;
  for (const Part& part : vector) result += mpz_size(part.value) + 4;
  return result;
}

/// The vectors that generate the cone of the constraints so far.
class Cone {
 public:
  /// Vector t is above 0 in constraint t alone.
  Cone(std::vector<Vector> vectors, std::size_t constraints, std::size_t most)
      : vectors_(std::move(vectors)),
        width_(vectors_.size()),
        used_(width_),
        words_((constraints + 63) / 64),
        most_(most) {
    if (constraints == used_) return;  // nothing will be asked about
    for (std::size_t t = 0; t < used_; ++t) {
      add_marks();
      for (std::size_t g = 0; g < used_; ++g) {
        if (g != t) mark(t, g);
      }
    }
  }

  /// Two vectors on different sides are neighbours when no third lies on all the constraints that
  /// both lie on.
  void cut(const Constraint& constraint) {
    const int side = evaluate(constraint);
    for (std::size_t t = 0; t < values_.size(); ++t) {
      if (values_[t].sign() != side) continue;
      find_near(t);
      for (std::size_t n = 0; n < near_.size(); ++n) {
        if (values_[near_[n]].sign() == -side && !parted(n)) join(t, n);
      }
    }
    for (std::size_t t = 0; t < vectors_.size(); ++t) {
      if (t >= values_.size() || values_[t].sign() == 0) mark(t, used_);
    }
    ++used_;
    remove_below();
  }

  [[nodiscard]] const std::vector<Vector>& vectors() const { return vectors_; }

 private:
  void mark(std::size_t vector, std::size_t constraint) {
    marks_[vector * words_ + constraint / 64] |= std::uint64_t{1} << (constraint % 64);
  }
  void add_marks() {
    if (marks_.size() + words_ > most_marks) throw Rejected("a list that is too large to prove");
    marks_.resize(marks_.size() + words_);
  }

  /// Returns the side of the constraint, above 0 or below, that has fewer vectors.
  int evaluate(const Constraint& constraint) {
    values_.clear();
    long above = 0;
    for (const Vector& vector : vectors_) {
      apply(constraint, vector, values_.emplace_back());
      above += values_.back().sign();
    }
    return above > 0 ? -1 : 1;
  }

  /// The vectors that lie on enough of the constraints that this one lies on. A neighbour lies on
  /// all but two of the dimensions' number, and what parts the two lies on all of those.
  void find_near(std::size_t vector) {
    near_.clear();
    shared_.clear();
    const std::uint64_t* own = &marks_[vector * words_];
    for (std::size_t t = 0; t < values_.size(); ++t) {
      const std::uint64_t* other = &marks_[t * words_];
      std::size_t size = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        size += static_cast<std::size_t>(std::popcount(own[w] & other[w]));
      }
      if (t == vector || size + 2 < width_) continue;
      near_.push_back(t);
      for (std::size_t w = 0; w < words_; ++w) shared_.push_back(own[w] & other[w]);
    }
    witness_ = 0;
  }

  /// Whether a third vector parts the one from its n-th near one.
  bool parted(std::size_t n) {
    if (holds(witness_, n)) return true;  // what parted the last pair often parts this one
    for (std::size_t third = 0; third < near_.size(); ++third) {
      if (!holds(third, n)) continue;
      witness_ = third;
      return true;
    }
    return false;
  }
  [[nodiscard]] bool holds(std::size_t third, std::size_t n) const {
    for (std::size_t w = 0; w < words_; ++w) {
      if ((shared_[n * words_ + w] & ~shared_[third * words_ + w]) != 0) return false;
    }
    return third != n;
  }

  void join(std::size_t one, std::size_t n) {
    if (vectors_.size() - values_.size() >= most_) throw Rejected("too many vectors at once");
    const bool above = values_[one].sign() > 0;
    const std::size_t up = above ? one : near_[n];
    const std::size_t down = above ? near_[n] : one;
    vectors_.push_back(combination(values_[up], vectors_[down], values_[down], vectors_[up]));
    limbs_ += limbs_of(vectors_.back());
    if (limbs_ > most_limbs) throw Rejected("a list that is too large to prove");
    add_marks();
    std::copy_n(&shared_[n * words_], words_, marks_.end() - static_cast<long>(words_));
  }

  void remove_below() {
    std::vector<Vector> kept;
    std::size_t to = 0;
    limbs_ = 0;
    for (std::size_t t = 0; t < vectors_.size(); ++t) {
      if (t < values_.size() && values_[t].sign() < 0) continue;
      std::copy_n(&marks_[t * words_], words_, &marks_[to++ * words_]);
      limbs_ += limbs_of(vectors_[t]);
      kept.push_back(std::move(vectors_[t]));
    }
    if (kept.size() > most_) throw Rejected("too many vectors at once");
    vectors_ = std::move(kept);
    marks_.resize(to * words_);
  }

  std::vector<Vector> vectors_;
  std::size_t width_;  // of the space: one more than the dimension
  std::size_t used_;
  std::size_t words_;
  std::size_t most_;
  std::vector<std::uint64_t> marks_;  // words_ a vector: the constraints that are 0 there
  std::vector<Integer> values_;       // of the constraint that is cut with
  std::vector<std::size_t> near_;
  std::vector<std::uint64_t> shared_;  // with each of them: words_ a vector
  std::size_t witness_ = 0;
  std::size_t limbs_ = 0;
};

/// The rank of rows that come one by one, modulo a prime: no more than their rank.
class Rank {
 public:
  Rank(std::uint64_t prime, std::size_t width) : prime_(prime), width_(width) {}

  [[nodiscard]] bool full() const { return rows_.size() == width_; }

  void add(std::vector<std::uint64_t> row) {
    if (full()) return;
    for (std::size_t t = 0; t < rows_.size(); ++t) reduce(row, rows_[t], leads_[t]);
    for (std::uint64_t& entry : row) entry %= prime_;
    const auto lead = std::find_if(row.begin(), row.end(), [](std::uint64_t x) { return x != 0; });
    if (lead == row.end()) return;
    const std::uint64_t scale = inverse(*lead);
    leads_.push_back(static_cast<std::size_t>(lead - row.begin()));
    for (std::uint64_t& entry : row) entry = entry * scale % prime_;
    rows_.push_back(std::move(row));
  }

 private:
  void reduce(std::vector<std::uint64_t>& row, const std::vector<std::uint64_t>& by,
              std::size_t lead) const {
    const std::uint64_t factor = prime_ - row[lead] % prime_;
    if (factor == prime_) return;
    const std::uint64_t square = prime_ * prime_;  // entries stay below it, and are divided later
    for (std::size_t t = 0; t < width_; ++t) {
      row[t] += factor * by[t];
      row[t] -= row[t] >= square ? square : 0;
    }
  }

  /// Fermat: x^(p-2).
  [[nodiscard]] std::uint64_t inverse(std::uint64_t x) const {
    std::uint64_t result = 1;
    for (std::uint64_t power = prime_ - 2; power > 0; power >>= 1, x = x * x % prime_) {
      if ((power & 1) != 0) result = result * x % prime_;
    }
    return result;
  }

  std::uint64_t prime_;
  std::size_t width_;
  std::vector<std::vector<std::uint64_t>> rows_;
  std::vector<std::size_t> leads_;
};

/// One player of a certificate, as the row player: what his strategies earn above the value.
class Player {
 public:
  Player(const Certificate& claim, bool row)
      : claim_(claim),
        row_(row),
        support(row ? claim.row.support : claim.column.support),
        opposed(row ? claim.column.support : claim.row.support),
        lines(row ? claim.columns : claim.rows) {}

  /// Calls visit(line, payoffs on the support) for each line of the opponent, in some order.
  template <typename Visit>
  void each_line(const Visit& visit) const {
    if (row_) {
      across(claim_.row_lines, {}, visit);
    } else {
      each_played_row(visit);
      across(claim_.column_lines, claim_.row.support, visit);
    }
  }

  /// What the line takes from or gives to each strategy, times a number above 0. Unread payoffs
  /// count as the worst.
  [[nodiscard]] std::vector<Integer> coefficients(const std::vector<string_view>& payoffs) const {
    std::vector<Fraction> shares;
    Integer common;
    mpz_set_ui(common, 1);
    for (const string_view text : payoffs) {
      const Fraction& worst = row_ ? claim_.range_low : claim_.range_high;
      const Fraction payoff = text == "?" ? worst : fraction_of(text);
      shares.push_back(row_ ? payoff - claim_.low : claim_.low - payoff);
      mpz_lcm(common, common, mpq_denref(shares.back().raw()));
    }
    std::vector<Integer> result;
    for (const Fraction& share : shares) {
      Integer& entry = result.emplace_back();
      mpz_divexact(entry, common, mpq_denref(share.raw()));
      mpz_mul(entry, entry, mpq_numref(share.raw()));
    }
    return result;
  }

  [[nodiscard]] bool opposes(Index line) const {
    return std::binary_search(opposed.begin(), opposed.end(), line);
  }

  /// "r5", "c7": a strategy of his that is played, or a line that the opponent does not play.
  Constraint read_constraint(Line& line) const {
    const string_view text = line.field();
    Line digits{text.substr(std::min<std::size_t>(1, text.size())), line.number};
    Constraint result;
    result.own = text.starts_with(row_ ? 'r' : 'c');
    if (!result.own && !text.starts_with(row_ ? 'c' : 'r'))
      line.reject("a constraint belongs here");
    if (result.own) {
      result.place = place(digits);
    } else {
      result.line = digits.count(0, lines - 1);
      if (opposes(result.line)) line.reject("a line that the opponent plays");
    }
    return result;
  }

  /// The next index, which is one of the support, by its place there.
  std::size_t place(Line& line) const {
    const Index index = line.count(0, support.back());
    const auto found = std::lower_bound(support.begin(), support.end(), index);
    if (*found != index) line.reject("a strategy that is not played: " + std::to_string(index));
    return static_cast<std::size_t>(found - support.begin());
  }

 private:
  template <typename Visit>
  void across(std::vector<Line> texts, const std::vector<Index>& left_out,
              const Visit& visit) const {
    std::vector<string_view> payoffs(texts.size());
    Members out(left_out);
    Index left = lines - static_cast<Index>(left_out.size());
    for (Index line = 0; left > 0; ++line) {
      if (out.contain(line)) continue;
      for (std::size_t t = 0; t < texts.size(); ++t) payoffs[t] = texts[t].field();
      visit(line, payoffs);
      --left;
    }
  }

  template <typename Visit>
  void each_played_row(const Visit& visit) const {
    for (std::size_t t = 0; t < claim_.row_lines.size(); ++t) {
      visit(claim_.row.support[t], fields_at(claim_.row_lines[t], support));
    }
  }

  const Certificate& claim_;
  bool row_;

 public:
  const std::vector<Index>& support;
  const std::vector<Index>& opposed;
  Index lines;
};

/// The constraints of a list, those of the start first, and the vectors of the start.
struct ListText {
  std::vector<Constraint> constraints;
  std::vector<Vector> start;
};

ListText read_list_text(const Player& player, const List& list) {
  ListText result;
  for (Line line : list.start) {
    result.constraints.push_back(player.read_constraint(line));
    Vector& vector = result.start.emplace_back();
    Integer factor;
    while (vector.empty() || !line.rest.empty()) {
      const std::size_t place = player.place(line);
      if (!vector.empty() && place <= vector.back().place) line.reject("indices do not rise");
      Number number;
      line.number_field(number);
      number.expand();
      if (number.top.sign() == 0 || !number.bottom.is_one()) {
        line.reject("an entry that is 0 or not an integer");
      }
      mpz_gcd(factor, factor, number.top);
      append(vector, place, std::move(number.top));
    }
    if (!factor.is_one()) line.reject("entries with a common factor");
  }
  Line line = list.cuts;
  for (Index left = line.count(0, largest_shape); left > 0; --left) {
    result.constraints.push_back(player.read_constraint(line));
  }
  line.end();
  return result;
}

/// Finds the coefficients of the constraints that are lines of the opponent.
void find_lines(const Player& player, std::vector<Constraint>& constraints) {
  std::vector<std::pair<std::pair<bool, Index>, Constraint*>> order;
  for (Constraint& constraint : constraints) {
    const Index index = constraint.own ? static_cast<Index>(constraint.place) : constraint.line;
    order.push_back({{constraint.own, index}, &constraint});
  }
  std::sort(order.begin(), order.end());
  for (std::size_t t = 1; t < order.size(); ++t) {
    if (order[t].first == order[t - 1].first) throw Rejected("a constraint stands twice in a list");
  }
  player.each_line([&](Index line, const std::vector<string_view>& payoffs) {
    const std::pair<bool, Index> wanted{false, line};
    const auto found = std::lower_bound(order.begin(), order.end(), wanted,
                                        [](const auto& a, const auto& b) { return a.first < b; });
    if (found == order.end() || found->first != wanted) return;
    if (std::find(payoffs.begin(), payoffs.end(), "?") != payoffs.end()) {
      throw Rejected("a constraint of a list rests on an unread payoff");
    }
    found->second->coefficients = player.coefficients(payoffs);
  });
}

/// Vector t of the start is above 0 in constraint t and 0 in the other ones. There may be many that
/// are a strategy of one's own, so for these a vector's entries are looked at and nothing else.
void check_start_constraints(const ListText& text, std::size_t support) {
  const std::size_t count = text.start.size();
  std::vector<std::size_t> owner(support, count);
  std::vector<std::size_t> lines;
  for (std::size_t g = 0; g < count; ++g) {
    const Constraint& constraint = text.constraints[g];
    if (constraint.own) {
      owner[constraint.place] = g;
    } else {
      lines.push_back(g);
    }
  }
  Integer value;
  for (std::size_t t = 0; t < count; ++t) {
    bool above = false;
    const auto see = [&](std::size_t g, const Integer& found) {
      above = above || (g == t && found.sign() > 0);
      if (g != t && g < count && found.sign() != 0) {
        throw Rejected("a vector of the start is not 0 in a constraint of another");
      }
    };
    for (const Part& part : text.start[t]) see(owner[part.place], part.value);
    for (const std::size_t g : lines) {
      apply(text.constraints[g], text.start[t], value);
      see(g, value);
    }
    if (!above) throw Rejected("a vector of the start is not above 0 in its constraint");
  }
}

/// That, and each of them earns the value against every line that the opponent plays.
void check_start(const Player& player, const ListText& text) {
  check_start_constraints(text, player.support.size());
  Integer value;
  player.each_line([&](Index line, const std::vector<string_view>& payoffs) {
    if (!player.opposes(line)) return;
    const std::vector<Integer> coefficients = player.coefficients(payoffs);
    for (const Vector& vector : text.start) {
      apply(coefficients, vector, value);
      if (value.sign() != 0) {
        throw Rejected("a vector of the start does not earn the value against line " +
                       std::to_string(line));
      }
    }
  });
}

/// Nothing but 0 earns the value against every line that the opponent plays and is 0 in all
/// constraints of the start. Those that are a strategy of one's own leave out that strategy.
bool start_spans(const Player& player, const ListText& text, std::uint64_t prime) {
  std::vector<bool> out(player.support.size());
  std::size_t width = out.size();
  for (std::size_t t = 0; t < text.start.size(); ++t) {
    if (!text.constraints[t].own) continue;
    out[text.constraints[t].place] = true;
    --width;
  }
  Rank rank(prime, width);
  const auto add = [&](const std::vector<Integer>& coefficients) {
    std::vector<std::uint64_t> row;
    for (std::size_t t = 0; t < out.size(); ++t) {
      if (!out[t]) row.push_back(mpz_fdiv_ui(coefficients[t], prime));
    }
    rank.add(std::move(row));
  };
  for (std::size_t t = 0; t < text.start.size(); ++t) {
    if (!text.constraints[t].own) add(text.constraints[t].coefficients);
  }
  player.each_line([&](Index line, const std::vector<string_view>& payoffs) {
    if (!rank.full() && player.opposes(line)) add(player.coefficients(payoffs));
  });
  return rank.full();
}

/// Every vector is a strategy, up to a factor, and earns at least the value against every line.
void check_optimal(const Player& player, const std::vector<Vector>& vectors) {
  for (const Vector& vector : vectors) {
    for (const Part& part : vector) {
      if (part.value.sign() < 0) throw Rejected("the cuts leave more than the optimal strategies");
    }
  }
  Integer value;
  player.each_line([&](Index line, const std::vector<string_view>& payoffs) {
    if (player.opposes(line)) return;
    const std::vector<Integer> coefficients = player.coefficients(payoffs);
    for (const Vector& vector : vectors) {
      apply(coefficients, vector, value);
      if (value.sign() < 0) {
        throw Rejected("an extreme strategy earns less than the value against line " +
                       std::to_string(line));
      }
    }
  });
}

struct Extreme {
  const Vector* vector;
  Integer sum;
};

/// By the first place where they differ, the smaller probability first.
bool lower(const Extreme& left, const Extreme& right) {
  Integer a;
  Integer b;
  const Vector& l = *left.vector;
  const Vector& r = *right.vector;
  for (std::size_t t = 0; t < l.size() && t < r.size(); ++t) {
    if (l[t].place != r[t].place) return l[t].place > r[t].place;
    mpz_mul(a, l[t].value, right.sum);
    mpz_mul(b, r[t].value, left.sum);
    const int order = mpz_cmp(a, b);
    if (order != 0) return order < 0;
  }
  return l.size() < r.size();
}

/// The strategies listed are these vectors, each divided by its sum, in their order.
void compare_list(const List& list, const std::vector<Vector>& vectors,
                  const std::vector<Index>& support) {
  if (static_cast<Index>(vectors.size()) != list.size) {
    throw Rejected("the extreme strategies are " + std::to_string(vectors.size()) + ", not " +
                   std::to_string(list.size));
  }
  std::vector<Extreme> extremes;
  for (const Vector& vector : vectors) {
    Extreme extreme{&vector, {}};
    for (const Part& part : vector) mpz_add(extreme.sum, extreme.sum, part.value);
    extremes.push_back(std::move(extreme));
  }
  std::vector<const Extreme*> order;
  for (const Extreme& extreme : extremes) order.push_back(&extreme);
  std::sort(order.begin(), order.end(),
            [](const Extreme* left, const Extreme* right) { return lower(*left, *right); });
  for (std::size_t t = 0; t < order.size(); ++t) {
    string text;
    for (const Part& part : *order[t]->vector) {
      text += " " + std::to_string(support[part.place]) + " ";
      text += text_of(part.value, order[t]->sum);
    }
    const Line& line = list.vertices[t];
    if (line.rest != text) line.reject("the extreme strategy" + shown(text) + " belongs here");
  }
}

void check_list(const Certificate& claim, const List& list, bool row) {
  const Player player(claim, row);
  ListText text = read_list_text(player, list);
  find_lines(player, text.constraints);
  check_start(player, text);
  const auto spans = [&](std::uint64_t prime) { return start_spans(player, text, prime); };
  if (std::none_of(primes.begin(), primes.end(), spans)) {
    throw Rejected("the start of a list does not reach every optimal strategy");
  }
  const std::size_t most = 16 * list.vertices.size() + most_at_once;
  const std::size_t first = text.start.size();
  Cone cone(std::move(text.start), text.constraints.size(), most);
  for (std::size_t t = first; t < text.constraints.size(); ++t) cone.cut(text.constraints[t]);
  check_optimal(player, cone.vectors());
  compare_list(list, cone.vectors(), player.support);
}

string words_for(const List& list, const string& player) {
  if (list.size == 1) return "the only extreme " + player + " strategy";
  return "all " + std::to_string(list.size) + " extreme " + player + " strategies";
}

/// Returns what was proved, for the answer.
string check_lists(const Certificate& claim) {
  string words;
  if (claim.lists.row) {
    check_list(claim, *claim.lists.row, true);
    words = ", with " + words_for(*claim.lists.row, "row");
  }
  if (claim.lists.column) {
    check_list(claim, *claim.lists.column, false);
    words += (words.empty() ? ", with " : " and ") + words_for(*claim.lists.column, "column");
  }
  return words;
}

// ------------------------------------------------------------------- matches that were played
//
// A certificate of a league claims what strategies guarantee, intervals for pairings, and caps.
// That the plays were played as planned only the user can vouch for. What is verified, exactly,
// with x a mixture of weights w_i of q, frozen before the plays it is judged by:
//
//   rounds K S p: of N = K (q - w_j) planned plays (K q where the game is not symmetric) S were
//   won;
//     S >= N p + 1 and P(Bin(N, p) >= S) <= d, so that x earns x_j / 2 + (1 - x_j) p against j;
//   strata lambda p ...: n_i plays of pairing (i, j) were planned, of which those that took place
//     paid S_i in all, Q_i in squares; with u_i = lambda x_i / n_i < 1, any centres c_i, and D_i
//     the sum of (X - c_i)^2, p <= sum of x_i S_i / n_i - (sum of u_i^2 D_i / (2 (1 - u_i)) + l) /
//     lambda for some l with e^l >= 1/d;
//   the box: for each side of each pairing M(m) >= 2 pairings / box level, M the Beta(1, 1) mixture
//     of games of chance, above; a strategy guarantees min over j of x L[j], L the lower ends;
//   caps: a mixture y of the opponent shows that strategy i is played at most
//     (M - v) / (M - (U y)_i), U the upper ends, M the largest of U y, v a lower bound on the
//     value.
//
// Which opponent is the worst for a frozen mixture is no matter of chance, so that none shares the
// d of a mixture with another. All levels together are at most delta. docs/research/theory.md has
// the proofs.

constexpr Index most_trial_plays = 100'000'000;
constexpr Index most_denominator = 1'000'000;
constexpr Index most_lambda = 1'000'000'000;
constexpr int tail_grid_bits = 20;  // of the bounds

struct Stratum {
  Index planned = 1;
  Fraction centre;
  Index draws = 0;
  Fraction sum;
  Fraction squares;
};

struct Trial {
  Index rounds = 0;
  Index wins = 0;
  Index lambda = 0;
  std::vector<Stratum> strata;  // empty: by rounds
  Fraction shown;
};

struct LeagueMixture {
  std::vector<Index> indices;  // rising
  std::vector<Fraction> weights;
};

/// How one player's bound is shown.
struct LeagueHalf {
  bool by_box = false;
  Index denominator = 1;
  std::vector<Index> weights;  // of every strategy
  std::vector<Trial> trials;   // of every opponent
  LeagueMixture strategy;      // where the box shows it
};

struct LeagueInterval {
  Index row = 0;
  Index column = 0;
  Index plays = 0;
  Fraction least;  // that the plays paid in all
  Fraction most;
  Fraction low;
  Fraction high;
};

struct LeagueCap {
  Index own = 0;
  Fraction most;
  LeagueMixture mixture;
};

struct League : Claim {
  Fraction delta;
  Fraction guarantee_level;
  Fraction box_level;
  LeagueHalf row;
  LeagueHalf column;
  std::vector<LeagueInterval> box;
  std::vector<LeagueCap> row_caps;
  std::vector<LeagueCap> column_caps;
};

Trial read_trial(Line line) {
  Trial trial;
  const string_view kind = line.field();
  if (kind == "rounds") {
    trial.rounds = line.count(0, most_trial_plays);
    trial.wins = line.count(0, most_trial_plays);
    trial.shown = fraction_field(line);
  } else if (kind == "strata") {
    trial.lambda = line.count(1, most_lambda);
    trial.shown = fraction_field(line);
    const Index size = line.count(1, most_denominator);
    for (Index t = 0; t < size; ++t) {
      Stratum stratum;
      stratum.planned = line.count(1, most_trial_plays);
      stratum.centre = fraction_field(line);
      stratum.draws = line.count(0, stratum.planned);
      stratum.sum = fraction_field(line);
      stratum.squares = fraction_field(line);
      trial.strata.push_back(std::move(stratum));
    }
  } else {
    line.reject("'rounds' or 'strata' belongs here, not '" + shown(kind) + "'");
  }
  line.end();
  return trial;
}

/// Rising indices with weights above 0 that sum to 1, on one line.
LeagueMixture read_weights(Line& line, Index size, Index own) {
  LeagueMixture strategy;
  Fraction sum;
  for (Index t = 0; t < size; ++t) {
    const Index index = line.count(0, own - 1);
    if (t > 0 && index <= strategy.indices.back()) line.reject("indices do not rise");
    Fraction weight = fraction_field(line);
    if (weight.sign() <= 0) line.reject("a weight that is not above 0");
    sum = sum + weight;
    strategy.indices.push_back(index);
    strategy.weights.push_back(std::move(weight));
  }
  if (sum != 1) line.reject("the weights do not sum to 1");
  return strategy;
}

LeagueHalf read_half(Lines& lines, const string& player, Index own, Index others) {
  LeagueHalf half;
  Line head = lines.next();
  if (head.rest.starts_with(player + "-box ")) {
    half.by_box = true;
    head.keyword(player + "-box");
    const Index size = head.count(1, own);
    half.strategy = read_weights(head, size, own);
    head.end();
    return half;
  }
  head.keyword(player + "-mixture");
  half.denominator = head.count(1, most_denominator);
  const Index size = head.count(1, own);
  half.weights.assign(static_cast<std::size_t>(own), 0);
  Index before = -1;
  Index sum = 0;
  for (Index t = 0; t < size; ++t) {
    const Index index = head.count(0, own - 1);
    if (index <= before) head.reject("indices do not rise");
    before = index;
    const Index weight = head.count(1, half.denominator);
    half.weights[static_cast<std::size_t>(index)] = weight;
    sum += weight;
  }
  head.end();
  if (sum != half.denominator) head.reject("the weights do not sum to the denominator");
  count_line(lines, player + "-trials", others, others);
  for (Index t = 0; t < others; ++t) half.trials.push_back(read_trial(lines.next()));
  return half;
}

std::vector<LeagueInterval> read_box(Lines& lines, const League& league) {
  const Index size = count_line(lines, "box", 0, most_draws);
  std::vector<LeagueInterval> box;
  for (Index t = 0; t < size; ++t) {
    Line line = lines.next();
    LeagueInterval one;
    one.row = line.count(0, league.rows - 1);
    one.column = line.count(league.symmetric ? one.row + 1 : 0, league.columns - 1);
    one.plays = line.count(1, most_draws);
    one.least = fraction_field(line);
    one.most = fraction_field(line);
    one.low = fraction_field(line);
    one.high = fraction_field(line);
    line.end();
    if (t > 0 && std::pair(one.row, one.column) <= std::pair(box.back().row, box.back().column)) {
      line.reject("pairings do not rise");
    }
    if (one.least.sign() < 0 || one.least > one.most || one.most > one.plays) {
      line.reject("sums that so many plays cannot have");
    }
    if (one.low.sign() < 0 || one.high > 1) line.reject("an interval outside [0, 1]");
    box.push_back(std::move(one));
  }
  return box;
}

std::vector<LeagueCap> read_caps(Lines& lines, const string& player, Index own, Index others) {
  const Index size = count_line(lines, player + "-caps", 0, own);
  std::vector<LeagueCap> caps;
  for (Index t = 0; t < size; ++t) {
    Line line = lines.next();
    LeagueCap cap;
    cap.own = line.count(0, own - 1);
    if (t > 0 && cap.own <= caps.back().own) line.reject("indices do not rise");
    cap.most = fraction_field(line);
    const Index played = line.count(1, others);
    cap.mixture = read_weights(line, played, others);
    line.end();
    caps.push_back(std::move(cap));
  }
  return caps;
}

League read_league(string_view text) {
  Lines lines(text);
  League result;
  read_magic(lines, "allnash-league", " 1");
  read_shape(lines, result);
  read_range(lines, result);
  const Line schedule = lines.next();
  if (schedule.rest != "schedule any" && schedule.rest != "schedule fixed") {
    schedule.reject("'schedule any' or 'schedule fixed' belongs here");
  }
  result.delta = number_line(lines, "delta");
  result.guarantee_level = number_line(lines, "guarantee-level");
  result.box_level = number_line(lines, "box-level");
  result.low = number_line(lines, "low");
  result.high = number_line(lines, "high");
  // Everybody is named in some line, so that lines come before memory.
  if (static_cast<std::size_t>(std::max(result.rows, result.columns)) > text.size()) {
    throw Rejected("fewer lines than strategies");
  }
  result.row = read_half(lines, "row", result.rows, result.columns);
  if (!result.symmetric) result.column = read_half(lines, "column", result.columns, result.rows);
  result.box = read_box(lines, result);
  result.row_caps = read_caps(lines, "row", result.rows, result.columns);
  if (!result.symmetric) {
    result.column_caps = read_caps(lines, "column", result.columns, result.rows);
  }
  read_end(lines);
  return result;
}

/// P(Bin(plays, a / 2^20) >= wins), rounded up. Requires wins >= 1, wins >= plays a / 2^20 + 1.
Rounded upper_tail(Index plays, Index wins, Index a) {
  constexpr auto up = Rounded::Side::up;
  constexpr auto down = Rounded::Side::down;
  const Index rest = (Index{1} << tail_grid_bits) - a;
  Rounded term = binomial(plays, wins, up);
  Rounded power(a, up);
  power.raise(wins);
  term.multiply(power);
  Rounded other(rest, up);
  other.raise(plays - wins);
  term.multiply(other);
  term.shift(-tail_grid_bits * plays);
  Rounded total(up);
  total.add(term);
  Integer grows;
  Integer falls;
  for (Index t = wins; t < plays; ++t) {
    mpz_set_si(grows, plays - t);
    mpz_mul_si(grows, grows, a);
    mpz_set_si(falls, t + 1);
    mpz_mul_si(falls, falls, rest);
    term.multiply({grows, up});
    term.divide({falls, down});
    if (term.size() + 160 < total.size()) {
      // From here on each term is below the one before it times grows / falls.
      mpz_sub(grows, falls, grows);
      term.multiply({falls, up});
      term.divide({grows, down});
      total.add(term);
      return total;
    }
    total.add(term);
  }
  return total;
}

void check_rounds(const Trial& trial, Index plays, const Fraction& level) {
  if (trial.wins > plays) throw Rejected("more wins than plays");
  const Fraction scaled = trial.shown * (long{1} << tail_grid_bits);
  if (mpz_cmp_ui(mpq_denref(scaled.raw()), 1) != 0) {
    throw Rejected("a bound that is no multiple of 2^-20");
  }
  if (Fraction(trial.wins - 1) < plays * trial.shown) {
    throw Rejected("a bound that is too near to the average");
  }
  const Index a = mpz_get_si(mpq_numref(scaled.raw()));
  if (upper_tail(plays, trial.wins, a).against(level) > 0) {
    throw Rejected("the wins do not bear its bound");
  }
}

/// Some l, hardly more than log(1 / level), with e^l >= 1 / level: the first terms of the series of
/// e^l, rounded down, are less than all of it.
Fraction log_above(const Fraction& level) {
  constexpr auto down = Rounded::Side::down;
  const Fraction wanted = 1 / level;
  // Floating point may be a unit off; what is too low does not reach.
  const double guess = std::floor(1000 * log_of(wanted)) - 1;
  for (auto count = static_cast<Index>(std::max(guess, 0.0));; ++count) {
    const Rounded exponent(Fraction(count) / 1000, down);
    Rounded term(1, down);
    Rounded sum(1, down);
    for (Index k = 1; k <= count / 250 + 40; ++k) {
      term.multiply(exponent);
      term.divide({k, Rounded::Side::up});
      sum.add(term);
    }
    if (sum.against(wanted) >= 0) return Fraction(count) / 1000;
  }
}

void check_stratum(const Stratum& one) {
  const Fraction draws(one.draws);
  // Draws in [0, 1] have squares between these.
  if (one.sum.sign() < 0 || one.sum > draws || one.squares > one.sum ||
      one.squares * draws < one.sum * one.sum) {
    throw Rejected("sums that so many plays cannot have");
  }
  // The bound needs X - c >= -1.
  if (one.centre.sign() < 0 || one.centre > 1) throw Rejected("a centre outside [0, 1]");
}

/// `weights` are those of the strata, of the denominator.
void check_strata(const Trial& trial, const std::vector<Index>& weights, Index denominator,
                  const Fraction& level) {
  if (weights.size() != trial.strata.size()) throw Rejected("strata that are not the mixture's");
  Fraction mean;
  Fraction penalty = log_above(level);
  for (std::size_t t = 0; t < weights.size(); ++t) {
    const Stratum& one = trial.strata[t];
    check_stratum(one);
    const Fraction weight = Fraction(weights[t]) / denominator;
    const Fraction u = Fraction(trial.lambda) * weight / one.planned;
    if (u >= 1) throw Rejected("a lambda that is too large");
    const Fraction spread =
        one.squares - 2 * one.centre * one.sum + one.centre * one.centre * one.draws;
    penalty = penalty + u * u * spread / (Fraction(2) * (1 - u));
    mean = mean + weight * one.sum / one.planned;
  }
  if (trial.shown > mean - penalty / trial.lambda) {
    throw Rejected("what was paid does not bear its bound");
  }
}

/// What the mixture earns against opponent j, as a share of the range.
Fraction check_trial(const LeagueHalf& half, std::size_t j, bool symmetric, const Fraction& level,
                     Index& work) {
  const Trial& trial = half.trials[j];
  const Index own = symmetric ? half.weights[j] : 0;
  const Index rest = half.denominator - own;
  const Fraction weight = Fraction(own) / half.denominator;
  const Fraction itself = weight / 2;
  if (trial.shown.sign() < 0 || trial.shown >= 1) throw Rejected("a bound outside [0, 1)");
  if (!trial.strata.empty()) {
    std::vector<Index> weights;
    for (std::size_t i = 0; i < half.weights.size(); ++i) {
      if (half.weights[i] != 0 && !(symmetric && i == j)) weights.push_back(half.weights[i]);
    }
    check_strata(trial, weights, half.denominator, level);
    return itself + trial.shown;
  }
  if (rest > 0 && trial.rounds > most_trial_plays / rest) throw Rejected("too many plays");
  work += trial.rounds * rest;
  if (work > 4 * most_trial_plays) throw Rejected("too many plays");
  if (trial.shown.sign() > 0) check_rounds(trial, trial.rounds * rest, level);
  return itself + (1 - weight) * trial.shown;
}

Fraction check_frozen(const LeagueHalf& half, bool symmetric, const Fraction& level) {
  Fraction least(1);
  Index work = 0;
  for (std::size_t j = 0; j < half.trials.size(); ++j) {
    try {
      const Fraction mean = check_trial(half, j, symmetric, level, work);
      if (mean < least) least = mean;
    } catch (const Rejected& reason) {
      throw Rejected("trial " + std::to_string(j) + ": " + reason.what());
    }
  }
  return least;
}

/// Every interval by itself, at its share of the level.
void check_box(const League& league) {
  const Fraction sides = league.symmetric ? Fraction(league.rows) * (league.rows - 1)
                                          : Fraction(2) * league.rows * league.columns;
  const Fraction budget = league.box_level / sides;
  Effort effort;
  for (const LeagueInterval& one : league.box) {
    const auto check = [&](const Fraction& sum, const Fraction& end) {
      if (end.sign() == 0) return;  // the range says so
      ChanceArm arm;
      arm.count = one.plays;
      arm.strata.resize(1);
      arm.strata.front().count = one.plays;
      arm.strata.front().sum = sum;
      effort.add(arm);
      if (end >= 1 || !reaches(arm, end, budget)) {
        throw Rejected("pairing " + std::to_string(one.row) + " " + std::to_string(one.column) +
                       ": its plays do not bear its interval");
      }
    };
    check(one.least, one.low);
    check(Fraction(one.plays) - one.most, 1 - one.high);
  }
}

/// The lower ends of the intervals of each strategy of one player, as that player sees them.
class BoxOf {
 public:
  BoxOf(const League& league, bool row) : symmetric_(league.symmetric) {
    own_.resize(static_cast<std::size_t>(row ? league.rows : league.columns));
    others_ = static_cast<std::size_t>(row ? league.columns : league.rows);
    for (const LeagueInterval& one : league.box) {
      if (row) add(one.row, one.column, one.low);
      if (!row || symmetric_) add(one.column, one.row, 1 - one.high);
    }
  }

  /// What a strategy earns at least against each opponent.
  [[nodiscard]] std::vector<Fraction> earned(const LeagueMixture& strategy) const {
    std::vector<Fraction> sums(others_);
    for (std::size_t t = 0; t < strategy.indices.size(); ++t) {
      const auto index = static_cast<std::size_t>(strategy.indices[t]);
      const Fraction& weight = strategy.weights[t];
      for (const Cell& cell : own_[index]) {
        sums[cell.other] = sums[cell.other] + weight * cell.low;
      }
      if (symmetric_) sums[index] = sums[index] + weight / 2;
    }
    return sums;
  }
  /// How much there is to add for that.
  [[nodiscard]] std::size_t work(const LeagueMixture& strategy) const {
    std::size_t result = others_;
    for (const Index index : strategy.indices) {
      result += own_[static_cast<std::size_t>(index)].size();
    }
    return result;
  }

 private:
  struct Cell {
    std::size_t other = 0;
    Fraction low;
  };
  void add(Index own, Index other, const Fraction& low) {
    own_[static_cast<std::size_t>(own)].push_back({static_cast<std::size_t>(other), low});
  }
  bool symmetric_;
  std::size_t others_;
  std::vector<std::vector<Cell>> own_;
};

Fraction least_of(const std::vector<Fraction>& numbers) {
  return *std::min_element(numbers.begin(), numbers.end());
}

/// Requires that `least` is a lower bound on the value, as a share. What the opponent's mixture
/// earns at least is what the strategies here miss: they may earn 1 less that.
void check_caps(const std::vector<LeagueCap>& caps, const BoxOf& opponent, const Fraction& least) {
  constexpr std::size_t most_work = std::size_t{1} << 30;
  std::size_t work = 0;
  for (const LeagueCap& cap : caps) {
    work += opponent.work(cap.mixture);
    if (work > most_work) throw Rejected("too many caps to recount");
    const std::vector<Fraction> missed = opponent.earned(cap.mixture);
    const Fraction top = 1 - least_of(missed);
    const Fraction mine = 1 - missed[static_cast<std::size_t>(cap.own)];
    // (top - least) / (top - mine) <= cap, for mine < least.
    if (cap.most.sign() < 0 || mine >= least || top - least > cap.most * (top - mine)) {
      throw Rejected("cap of strategy " + std::to_string(cap.own) +
                     ": its mixture does not bear it");
    }
  }
}

Fraction check_half(const LeagueHalf& half, const BoxOf& box, const League& league) {
  if (half.by_box) return least_of(box.earned(half.strategy));
  return check_frozen(half, league.symmetric, league.guarantee_level);
}

void check_levels(const League& league) {
  if (league.delta.sign() <= 0 || league.delta >= 1) throw Rejected("delta is not in (0, 1)");
  const Fraction players(league.symmetric ? 1 : 2);
  const Fraction sum = players * league.guarantee_level + league.box_level;
  if (league.guarantee_level.sign() <= 0 || league.box_level.sign() <= 0 || sum > league.delta) {
    throw Rejected("the levels are more than all of delta");
  }
}

void check_league(const League& league) {
  check_levels(league);
  check_box(league);
  const Fraction width = league.range_high - league.range_low;
  const BoxOf of_row(league, true);
  const Fraction low = (league.low - league.range_low) / width;
  if (low > check_half(league.row, of_row, league)) {
    throw Rejected("low is more than the row strategy guarantees");
  }
  if (league.symmetric) {
    if (league.low + league.high != league.mirror_sum()) throw Rejected("high does not mirror low");
    check_caps(league.row_caps, of_row, Fraction(1) / 2);
    return;
  }
  const BoxOf of_column(league, false);
  const Fraction high = (league.range_high - league.high) / width;
  if (high > check_half(league.column, of_column, league)) {
    throw Rejected("high is less than the column strategy concedes");
  }
  check_caps(league.row_caps, of_column, low);
  check_caps(league.column_caps, of_row, high);
}

// ------------------------------------------------------------------------------------ the verdict

/// What was verified, for the answer.
struct Verdict {
  std::optional<string> fault;
  string words = "verified";
};

Verdict verdict_on(string_view text, const Game* game) {
  const auto confident = [](const Fraction& delta) {
    return Verdict{{}, "verified with confidence " + decimal(1 - delta)};
  };
  try {
    if (text.starts_with("allnash-confidence")) {
      const Chance chance = read_chance(text);
      if (game != nullptr) compare_chance(chance, *game);
      check_chance(chance);
      return confident(chance.delta);
    }
    if (text.starts_with("allnash-league")) {
      const League league = read_league(text);
      check_league(league);
      if (game != nullptr) throw BadInput("a certificate of matches has no payoffs to compare");
      return confident(league.delta);
    }
    const Certificate certificate = read_certificate(text);
    if (game != nullptr) compare(certificate, *game);
    check_proof(certificate);
    return {{}, "verified" + check_lists(certificate)};
  } catch (const Rejected& reason) {
    return {reason.what(), ""};
  }
}

/// Why the certificate does not hold, or nothing when it does. For tests.
[[maybe_unused]] std::optional<string> fault_in(string_view text, const Game* game) {
  return verdict_on(text, game).fault;
}

// ------------------------------------------------------------------------------------------- main

string file_contents(const string& name) {
  std::ifstream in(name, std::ios::binary);
  string text;
  std::vector<char> block(std::size_t{1} << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  }
  // A file that ends sets both eof and fail; one that cannot be opened or read does not set eof.
  if (!in.eof()) throw BadInput(name + ": cannot be read");
  return text;
}

constexpr const char* help =
    "Usage: allnash-check CERTIFICATE [GAME] [--labels]\n"
    "\n"
    "Verifies a certificate of allnash in exact arithmetic. With GAME, a .csv, .tsv,\n"
    ".npy, .nfg or .mtx file, also compares every payoff in the certificate with it.\n"
    "Prints 'verified', for a game of chance 'verified with confidence 0.95', or\n"
    "'rejected: REASON'.\n"
    "\n"
    "  --labels   the first line and the first column of GAME (.csv, .tsv) are names\n"
    "  --help     this text\n"
    "  --version  the version\n"
    "\n"
    "Exit codes: 0 verified, 1 rejected, 2 bad usage or an unreadable file, 5 out of\n"
    "memory.\n";

int run(const std::vector<string>& arguments) {
  std::vector<string> files;
  bool labels = false;
  bool options = true;
  for (const string& argument : arguments) {
    if (!options || !argument.starts_with('-')) {
      files.push_back(argument);
    } else if (argument == "--help" || argument == "-h") {
      std::cout << help;
      return 0;
    } else if (argument == "--version") {
      std::cout << "allnash-check " ALLNASH_VERSION "\n";
      return 0;
    } else if (argument == "--labels") {
      labels = true;
    } else if (argument == "--") {
      options = false;
    } else {
      throw BadInput("unknown option '" + shown(argument) + "'; see --help");
    }
  }
  if (files.empty() || files.size() > 2) {
    throw BadInput("usage: allnash-check CERTIFICATE [GAME] [--labels]");
  }
  if (labels && files.size() < 2) throw BadInput("--labels without a GAME");
  const string certificate = file_contents(files[0]);
  std::optional<Game> game;
  if (files.size() == 2) game = read_game(file_contents(files[1]), files[1], labels);
  const Game* const compared = game ? &*game : nullptr;
  const Verdict verdict = verdict_on(certificate, compared);
  const std::optional<string>& fault = verdict.fault;
  std::cout << (fault ? "rejected: " + *fault : verdict.words) << std::endl;
  if (!std::cout) throw BadInput("cannot write the answer");
  return fault ? 1 : 0;
}

}  // namespace

#ifdef ALLNASH_CHECK_FUZZ

/// A digit in front chooses a reader of games for the rest; other input is a certificate.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const string text(reinterpret_cast<const char*>(data), size);
  const char* names[] = {"g.csv", "g.tsv", "g.npy", "g.nfg", "g.mtx"};
  if (size == 0 || data[0] < '0' || data[0] > '9') {
    fault_in(text, nullptr);
    return 0;
  }
  try {
    const int choice = data[0] - '0';
    read_game(string_view(text).substr(1), names[choice % 5], choice >= 5 && choice % 5 < 2);
  } catch (const BadInput&) {
  }
  return 0;
}

#else

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const BadInput& fault) {
    std::cerr << "allnash-check: " << fault.what() << "\n";
    return 2;
  } catch (const std::exception& fault) {
    std::cerr << "allnash-check: " << fault.what() << "\n";
    return 5;
  }
}

#endif
