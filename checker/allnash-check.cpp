// allnash-check: verifies a certificate of allnash, in exact arithmetic.
//
//   allnash-check CERTIFICATE [GAME] [--labels]
//
// A certificate claims, of a two-player zero-sum game A with n rows and m columns, a value v, a row
// strategy x that plays exactly the rows I, a column strategy y that plays exactly the columns J.
// docs/certificate_format.md specifies the text. Verified are:
//
//   x_i > 0 on I, sum x = 1      sum_i x_i A[i][j] = v for j in J, > v for every other column
//   y_j > 0 on J, sum y = 1      sum_j A[i][j] y_j = v for i in I, < v for every other row
//
// Why that is a proof: x guarantees v to the row player and y concedes at most v, so v is the value
// and both are optimal. Another optimal row strategy earns v against y too; since no row earns more
// than v against y and the rows outside I earn less, it plays inside I. So I is the set of rows
// that optimal strategies play, and all of them are { x on I : sum_i x_i A[i][j] >= v for all j }.
// The same for J. With GAME, it is also verified that the payoffs in the certificate are those of
// the game in that file.
//
// A certificate of plays claims bounds that hold with a stated confidence, from plays that only its
// user can vouch for. It is verified exactly that the bounds follow from the counts; see "bounds
// with confidence" below and docs/certificate_format.md.
//
// A certificate of a game too large to write down claims the same of flows through two graphs; see
// "games on flows" below. One of a game that is known by best responses relies on an oracle's
// answers for two mixtures; see "best responses" below.
//
// With a payoff range a certificate may leave payoffs unread, and with a tolerance it claims bounds
// on the value: see "the proof" below. It may also list the extreme points of { x on I : ... }: see
// "the list of extreme strategies" below.
//
// This file shares no code with the solver: it needs the standard library and GMP. Its parts:
//   exact numbers, the text of a certificate, the proof: of exact games, without GAME;
//   games in files, the comparison: what GAME adds;
//   the list of extreme strategies, bounds with confidence, games on flows, best responses; main.
// A certificate is read into memory as a whole and its payoffs are parsed when they are needed, so
// that memory stays near the size of the file whatever the file says.

#include <gmp.h>

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <charconv>
#include <cmath>
#include <compare>
#include <cstdint>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#ifndef ALLNASH_VERSION
#define ALLNASH_VERSION "unknown"
#endif

namespace {

using std::string;
using std::string_view;
using Index = std::int64_t;

constexpr std::size_t to_size(Index number) { return static_cast<std::size_t>(number); }

constexpr Index largest_shape = Index{1} << 40;
constexpr std::size_t longest_number = 100000;                  // of a numerator or a denominator
constexpr std::size_t most_weight_bits = std::size_t{1} << 33;  // of one strategy
constexpr long largest_exponent = 10000;                        // of a decimal in a game file
#ifdef ALLNASH_CHECK_FUZZ
constexpr Index most_sparse_cells = Index{1} << 16;
#else
constexpr Index most_sparse_cells = Index{1} << 28;  // 2 GiB of indices for the payoffs of a game
#endif

/// Thrown if the certificate does not hold.
struct Rejected : std::runtime_error {
  using std::runtime_error::runtime_error;
};
/// Thrown if the command line or the GAME file cannot be used.
struct BadInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Text from a file in a printable form for messages.
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
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(value_, other.value_);
    return *this;
  }
  ~Integer() { mpz_clear(value_); }
  operator mpz_ptr() { return value_; }           // NOLINT(google-explicit-constructor)
  operator mpz_srcptr() const { return value_; }  // NOLINT(google-explicit-constructor)
  // GMP's macros need the bare struct.
  [[nodiscard]] int sign() const { return mpz_sgn(value_); }
  [[nodiscard]] bool is_one() const { return mpz_cmp_ui(value_, 1) == 0; }

 private:
  mpz_t value_;
};

/// A rational number.
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
  [[nodiscard]] bool is_integer() const { return mpz_cmp_ui(mpq_denref(value_), 1) == 0; }
  void add(const Fraction& summand) { mpq_add(value_, value_, summand.value_); }
  void multiply(const Fraction& factor) { mpq_mul(value_, value_, factor.value_); }
  void raise(Index exponent) {
    mpz_pow_ui(mpq_numref(value_), mpq_numref(value_), static_cast<unsigned long>(exponent));
    mpz_pow_ui(mpq_denref(value_), mpq_denref(value_), static_cast<unsigned long>(exponent));
  }

  friend bool operator==(const Fraction& left, const Fraction& right) {
    return mpq_equal(left.value_, right.value_) != 0;
  }
  friend std::strong_ordering operator<=>(const Fraction& left, const Fraction& right) {
    return mpq_cmp(left.value_, right.value_) <=> 0;
  }
  friend Fraction operator+(const Fraction& left, const Fraction& right) {
    return made_by(mpq_add, left, right);
  }
  friend Fraction operator-(const Fraction& left, const Fraction& right) {
    return made_by(mpq_sub, left, right);
  }
  friend Fraction operator*(const Fraction& left, const Fraction& right) {
    return made_by(mpq_mul, left, right);
  }
  /// Requires that `right` is not 0.
  friend Fraction operator/(const Fraction& left, const Fraction& right) {
    return made_by(mpq_div, left, right);
  }

 private:
  template <typename Operation>
  static Fraction made_by(Operation operation, const Fraction& left, const Fraction& right) {
    Fraction result;
    operation(result.value_, left.value_, right.value_);
    return result;
  }
  mpq_t value_;
};

/// A payoff: a small integer is in `integer`, any other number in `value`.
struct Number {
  bool small = true;
  long integer = 0;
  Fraction value;

  [[nodiscard]] Fraction exact() const { return small ? Fraction(integer) : value; }
  /// The sign of this - other.
  [[nodiscard]] int against(const Fraction& other) const {
    return small ? -mpq_cmp_si(other.raw(), integer, 1) : mpq_cmp(value.raw(), other.raw());
  }
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Digits without a leading zero, and not too many.
bool canonical_digits(string_view text) {
  return !text.empty() && text.size() <= longest_number && (text.front() != '0' || text == "0") &&
         std::ranges::all_of(text, is_digit);
}

void set_digits(mpz_ptr out, string_view digits) { mpz_set_str(out, string(digits).c_str(), 10); }

/// Reads an integer or a fraction in lowest terms; false for any other text. Each number has
/// exactly one text, so that numbers are equal if their texts are.
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

/// The sum of weight * payoff over one row or column, as total / scale.
class Sum {
 public:
  void clear() {
    mpz_set_ui(total_, 0);
    mpz_set_ui(scale_, 1);
  }

  void add(const Integer& weight, const Number& payoff) {
    if (!payoff.small) {
      add_fraction(weight, mpq_numref(payoff.value.raw()), mpq_denref(payoff.value.raw()));
      return;
    }
    mpz_mul_si(factor_, scale_, payoff.integer);
    mpz_addmul(total_, weight, factor_);
  }

  /// The sign of sum - target.
  int against(const Integer& target) {
    mpz_mul(factor_, target, scale_);
    const int order = mpz_cmp(total_, factor_);
    return (order > 0) - (order < 0);
  }

 private:
  void add_fraction(const Integer& weight, mpz_srcptr top, mpz_srcptr bottom) {
    if (mpz_divisible_p(scale_, bottom) == 0) {
      mpz_lcm(factor_, scale_, bottom);
      mpz_swap(factor_, scale_);
      mpz_divexact(factor_, scale_, factor_);
      mpz_mul(total_, total_, factor_);
    }
    mpz_divexact(factor_, scale_, bottom);
    mpz_mul(factor_, factor_, top);
    mpz_addmul(total_, weight, factor_);
  }

  Integer total_;
  Integer scale_;
  Integer factor_;
};

/// A non-negative number as a mantissa and a power of two, rounded to one side at every step:
/// results lie on a known side of the exact value, and no number is long.
class Rounded {
 public:
  enum class Side { down, up };

  /// The number 0.
  explicit Rounded(Side side) : side_(side) {}
  Rounded(mpz_srcptr value, Side side) : side_(side) {
    mpz_set(mantissa_, value);
    shorten();
  }
  Rounded(Index value, Side side) : side_(side) { mpz_set_si(mantissa_, value); }
  Rounded(const Fraction& value, Side side) : Rounded(mpq_numref(value.raw()), side) {
    divide(Rounded(mpq_denref(value.raw()), side == Side::up ? Side::down : Side::up));
  }

  void multiply(const Rounded& factor) {
    mpz_mul(mantissa_, mantissa_, factor.mantissa_);
    exponent_ += factor.exponent_;
    shorten();
  }
  /// Divides by a positive number that is rounded to the other side.
  void divide(const Rounded& divisor) {
    mpz_mul_2exp(mantissa_, mantissa_, 2 * digits);
    exponent_ -= divisor.exponent_ + 2 * digits;
    (side_ == Side::up ? mpz_cdiv_q : mpz_fdiv_q)(mantissa_, mantissa_, divisor.mantissa_);
    shorten();
  }
  void add(const Rounded& summand) {
    if (summand.mantissa_.sign() == 0) return;
    if (mantissa_.sign() == 0) exponent_ = summand.exponent_;
    // A summand far below counts as one unit at most.
    const Index high = std::max(exponent_, summand.exponent_);
    const Index common = std::max(std::min(exponent_, summand.exponent_), high - 2 * digits);
    mpz_add(mantissa_, multiple_of(common), summand.multiple_of(common));
    exponent_ = common;
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
  /// The number lies in [2^(size - 1), 2^size), unless it is 0.
  [[nodiscard]] Index size() const {
    return exponent_ + static_cast<Index>(mpz_sizeinbase(mantissa_, 2));
  }
  /// The sign of this - bound. Requires a bound above 0 that a certificate can write.
  [[nodiscard]] int against(const Fraction& bound) const {
    constexpr auto longest = static_cast<Index>(4 * longest_number);  // an upper bound, in bits
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
  /// The number as a multiple of 2^exponent, rounded.
  [[nodiscard]] Integer multiple_of(Index exponent) const {
    Integer result;
    if (exponent_ >= exponent) {
      mpz_mul_2exp(result, mantissa_, static_cast<mp_bitcnt_t>(exponent_ - exponent));
    } else {
      const auto more = static_cast<mp_bitcnt_t>(exponent - exponent_);
      (side_ == Side::up ? mpz_cdiv_q_2exp : mpz_fdiv_q_2exp)(result, mantissa_, more);
    }
    return result;
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

/// All primes up to n < 2^31, and perhaps more; kept for the next call.
const std::vector<std::uint32_t>& primes_up_to(Index n) {
  static Index known = 1;
  static std::vector<std::uint32_t> primes;
  if (n <= known) return primes;
  known = n;
  // The sieve has only odd numbers: index t is 2 t + 1.
  std::vector<bool> composite(to_size(n / 2 + 1));
  primes.assign(1, 2);
  for (std::size_t t = 1; 2 * t + 1 <= to_size(n); ++t) {
    if (composite[t]) continue;
    primes.push_back(static_cast<std::uint32_t>(2 * t + 1));
    for (std::size_t u = 2 * t * (t + 1); u < composite.size(); u += 2 * t + 1) composite[u] = true;
  }
  return primes;
}

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
  Rounded result(1, side);
  std::uint64_t together = 1;  // product of factors that are not yet in the result
  for (const std::uint64_t p : primes_up_to(n)) {
    if (p > static_cast<std::uint64_t>(n)) break;
    auto top = static_cast<std::uint64_t>(n);
    auto one = static_cast<std::uint64_t>(k);
    auto rest = static_cast<std::uint64_t>(n - k);
    while (top >= p) {
      top /= p;
      one /= p;
      rest /= p;
      if (top == one + rest) continue;
      together *= p;  // a factor is below 2^31
      if (together >> 32 == 0) continue;
      result.multiply({static_cast<Index>(together), side});
      together = 1;
    }
  }
  result.multiply({static_cast<Index>(together), side});
  return result;
}

// ---------------------------------------------------------------------- the text of a certificate

/// The rest of one line. Copies are read independently.
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
    const Line line{rest_.substr(0, length), number_};
    if (rest_.empty()) line.reject("is missing");
    if (length == string_view::npos) line.reject("does not end in a newline");
    rest_.remove_prefix(length + 1);
    return line;
  }

  [[nodiscard]] Line peek() const { return Lines(*this).next(); }

  void end() const {
    if (!rest_.empty()) throw Rejected("line " + std::to_string(number_ + 1) + ": follows the end");
  }

 private:
  string_view rest_;
  std::size_t number_ = 0;
};

struct Strategy {
  std::vector<Index> support;  // rising
  std::vector<Fraction> probabilities;
};

/// A list of extreme strategies, as text.
struct List {
  Index size = 0;
  Index dimension = 0;
  std::vector<Line> start;  // each is behind its keyword, as are the others
  Line cuts;
  std::vector<Line> vertices;
};

/// The contents that all kinds of certificates share.
struct Claim {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Fraction range_low;  // and range_high: 0 if there is no range
  Fraction range_high;
  Fraction low;  // and high: bounds on the value
  Fraction high;
  Fraction epsilon;  // for bounds: their largest distance

  /// The sum of an entry and the one across the diagonal, in a symmetric game.
  [[nodiscard]] Fraction mirror_sum() const { return range_low + range_high; }
};

/// A claim that is proved by payoffs.
struct Certificate : Claim {
  bool bounds = false;     // on the value, instead of a pair
  bool has_range = false;  // then payoffs may be unread
  Strategy row;
  Strategy column;                 // empty for symmetric bounds, where the row's serves both
  std::vector<Line> row_lines;     // of row.support; each is before its first payoff
  std::vector<Line> column_lines;  // of column.support, empty when symmetric
  std::optional<List> row_list;    // of extreme strategies
  std::optional<List> column_list;

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
  line.read_number(line.field(), number);
  return number.exact();
}

/// The text of a payoff of a line, and the line's number.
struct Cell {
  string_view text;
  std::size_t line = 0;
};

/// The payoffs at the indices of a rising list.
std::vector<Cell> cells_at(Line line, const std::vector<Index>& places) {
  std::vector<Cell> result;
  Index place = 0;
  for (const Index wanted : places) {
    for (; place < wanted; ++place) line.field();
    result.push_back({line.field(), line.number});
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

/// Reads the next strategy, by rising index, and its probability.
void read_weight(Line& line, Index strategies, Strategy& result) {
  const Index index = line.count(0, strategies - 1);
  if (!result.support.empty() && index <= result.support.back()) line.reject("indices do not rise");
  Fraction probability = fraction_field(line);
  if (probability.sign() <= 0) line.reject("a probability that is not above 0");
  result.support.push_back(index);
  result.probabilities.push_back(std::move(probability));
}

Strategy read_strategy(Lines& lines, string_view keyword, Index strategies) {
  Strategy result;
  for (Index left = count_line(lines, keyword, 1, strategies); left > 0; --left) {
    Line line = lines.next();
    read_weight(line, strategies, result);
    line.end();
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

/// Reads which of two words follows the keyword: true for the first.
bool read_choice(Lines& lines, const string& keyword, const char* one, const char* other) {
  const Line line = lines.next();
  const string first = keyword + " " + one;
  const string second = keyword + " " + other;
  if (line.rest == first || line.rest == second) return line.rest == first;
  line.reject("'" + first + "' or '" + second + "' belongs here");
}

void read_shape(Lines& lines, Claim& result) {
  Line shape = line_of(lines, "shape");
  result.rows = shape.count(1, largest_shape);
  result.columns = shape.count(1, largest_shape);
  shape.end();
  const Line flag = lines.peek();
  result.symmetric = !read_choice(lines, "symmetric", "no", "yes");
  if (result.symmetric && result.rows != result.columns) flag.reject("the game is not square");
}

void read_range(Lines& lines, Claim& result) {
  Line range = line_of(lines, "range");
  result.range_low = fraction_field(range);
  result.range_high = fraction_field(range);
  range.end();
  if (result.range_low >= result.range_high) range.reject("an empty range");
}

/// The list that begins with `keyword`, or nothing if the next line is another.
std::optional<List> read_list(Lines& lines, string_view keyword, const Strategy& strategy) {
  Line head = lines.peek();
  if (head.field() != keyword) return {};
  lines.next();
  List list;
  list.size = head.count(1, largest_shape);
  list.dimension = head.count(0, std::ssize(strategy.support) - 1);
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

Certificate read_certificate(string_view text) {
  Lines lines(text);
  Certificate result;
  result.bounds = text.starts_with("allnash-bounds");
  result.has_range = text.starts_with("allnash-certificate 2\n");
  read_magic(lines, result.bounds ? "allnash-bounds" : "allnash-certificate",
             result.has_range ? " 2" : " 1");
  read_shape(lines, result);
  if (result.bounds) {
    result.has_range = lines.peek().rest != "range none";
    if (!result.has_range) lines.next();
  }
  if (result.has_range) read_range(lines, result);
  if (result.bounds) {
    result.epsilon = number_line(lines, "epsilon");
    result.low = number_line(lines, "low");
    result.high = number_line(lines, "high");
  } else {
    const Line line = lines.peek();
    result.low = result.high = number_line(lines, "value");
    if (result.all_read() && result.symmetric && result.low.sign() != 0) {
      line.reject("the value of a symmetric game is 0");
    }
  }
  result.row = read_strategy(lines, "row-strategy", result.rows);
  if (!result.bounds || !result.symmetric) {
    result.column = read_strategy(lines, "column-strategy", result.columns);
  }
  result.row_lines = read_payoff_lines(lines, "row", result.row);
  if (!result.symmetric) {
    result.column_lines = read_payoff_lines(lines, "column", result.column);
  } else if (!result.bounds && result.row.support != result.column.support) {
    throw Rejected("the two strategies of a symmetric game play different indices");
  }
  if (!result.bounds) {
    result.row_list = read_list(lines, "row-vertices", result.row);
    if (!result.symmetric) result.column_list = read_list(lines, "column-vertices", result.column);
  }
  read_end(lines);
  return result;
}

// -------------------------------------------------------------------------------------- the proof
//
// With a range [a, b] of all payoffs, a certificate may leave payoffs unread: '?' in their place.
// The verified claim holds for any payoffs there, since each counts as the end of the range that is
// worst for the claim: a against the row strategy, b against the column strategy. Two kinds of
// text:
//
//   allnash-certificate 2, with a range: the strictly complementary pair as above. The
//     payoffs on its two supports must have been read;
//   allnash-bounds 1, with a range or none: x guarantees at least `low`, y concedes at most `high`,
//     and the two are at most epsilon apart. In a symmetric game, whose value is known, x serves
//     both players and `low` is at most epsilon below the value.
//
// A symmetric game obeys A[i][j] + A[j][i] = a + b, or 0 without a range.

/// The numbers times their least common denominator; nothing if that has too many bits.
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

/// A strategy and the value over one common denominator, so that sums are sums of integers.
struct Weights {
  std::vector<Integer> weights;
  Integer target;
};

/// Rejects probabilities that do not sum to 1.
Weights integer_weights(const Strategy& strategy, const Fraction& value, const string& player) {
  std::vector<Fraction> numbers = strategy.probabilities;
  numbers.insert(numbers.end(), {value, Fraction(1)});
  Weights result{in_integers(numbers, most_weight_bits / strategy.support.size()), {}};
  if (result.weights.empty()) {
    throw Rejected("the common denominator of the " + player + " strategy is too long");
  }
  Integer left = std::move(result.weights.back());
  result.weights.pop_back();
  mpz_swap(result.target, result.weights.back());
  result.weights.pop_back();
  for (const Integer& weight : result.weights) mpz_sub(left, left, weight);
  if (left.sign() == 0) return result;
  throw Rejected("the probabilities of the " + player + " strategy do not sum to 1");
}

void check_sum(const Strategy& strategy, const string& player) {
  integer_weights(strategy, Fraction(1), player);
}

/// Whether two numbers, given as canonical texts, are negatives of each other.
bool opposite(string_view left, string_view right) {
  if (left.starts_with('-')) std::swap(left, right);
  return left == "0" ? right == "0" : right.starts_with('-') && right.substr(1) == left;
}

Fraction fraction_of(string_view canonical) {
  Line line{canonical};
  return fraction_field(line);
}

/// Whether an entry and the one across the diagonal have this sum, or both are unread.
bool mirrored(string_view left, string_view right, const Fraction& sum) {
  if (left == "?" || right == "?") return left == right;
  if (sum.sign() == 0) return opposite(left, right);
  return fraction_of(left) + fraction_of(right) == sum;
}

/// One player of a certificate, as the row player: the payoffs of his strategy in every line of the
/// opponent.
class Player {
 public:
  Player(const Certificate& certificate, bool is_row)
      : claim(certificate),
        row(is_row),
        support(row ? claim.row.support : claim.column.support),
        opposed(row ? claim.column.support : claim.row.support),
        lines(row ? claim.columns : claim.rows) {}

  /// Calls visit(line, payoffs on the support) for each line of the opponent, in some order. Rows
  /// that the row strategy plays have lines of their own.
  template <typename Visit>
  void each_line(const Visit& visit) const {
    if (row) {
      across(claim.row_lines, {}, visit);
      return;
    }
    for (std::size_t t = 0; t < claim.row_lines.size(); ++t) {
      visit(claim.row.support[t], cells_at(claim.row_lines[t], support));
    }
    across(claim.column_lines, claim.row.support, visit);
  }

  [[nodiscard]] bool opposes(Index line) const { return std::ranges::binary_search(opposed, line); }

  const Certificate& claim;
  bool row;
  const std::vector<Index>& support;
  const std::vector<Index>& opposed;
  Index lines;

 private:
  /// Visits lines that have a payoff for every line of the opponent except those of a rising list.
  template <typename Visit>
  void across(std::vector<Line> texts, const std::vector<Index>& left_out,
              const Visit& visit) const {
    std::vector<Cell> cells(texts.size());
    auto out = left_out.begin();
    Index left = lines - std::ssize(left_out);
    for (Index line = 0; left > 0; ++line) {
      if (out != left_out.end() && *out == line) {
        ++out;
        continue;
      }
      for (std::size_t t = 0; t < texts.size(); ++t) cells[t] = {texts[t].field(), texts[t].number};
      visit(line, cells);
      --left;
    }
    for (const Line& text : texts) text.end();
  }
};

/// Checks a player's worst-case payoff in every line of the opponent: the value in those that the
/// other strategy plays and more in the others; for bounds, at least his bound in each. In a
/// symmetric game A[i][:] y = a + b - y A[:][i], so that y is treated as a row strategy.
void check_strategy(const Certificate& claim, bool is_row) {
  const Player player(claim, is_row || claim.symmetric);
  const Weights weights =
      integer_weights(is_row ? claim.row : claim.column, player.row ? claim.low : claim.high,
                      is_row ? "row" : "column");
  const Number unread{false, 0, player.row ? claim.range_low : claim.range_high};
  Number payoff;
  const auto payoff_in = [&](const Cell& cell, bool tight) -> const Number& {
    const Line line{cell.text, cell.line};
    if (cell.text == "?" && claim.has_range) {
      if (tight) line.reject("an unread payoff between strategies that are both played");
      return unread;
    }
    line.read_number(cell.text, payoff);
    if (claim.has_range &&
        (payoff.against(claim.range_low) < 0 || payoff.against(claim.range_high) > 0)) {
      line.reject("the payoff " + shown(cell.text) + " is outside the range");
    }
    return payoff;
  };
  Sum sum;
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    const bool tight = !claim.bounds && player.opposes(line);
    sum.clear();
    for (std::size_t t = 0; t < cells.size(); ++t) {
      sum.add(weights.weights[t], payoff_in(cells[t], tight));
    }
    const int more = sum.against(weights.target);
    const int sign = player.row ? more : -more;
    if (claim.bounds ? sign >= 0 : tight ? sign == 0 : sign > 0) return;
    const string where = (is_row ? "column " : "row ") + std::to_string(line);
    if (claim.bounds) throw Rejected(where + " goes beyond " + (is_row ? "low" : "high"));
    const char* words[] = {"less than", "exactly", "more than"};
    throw Rejected(where + " yields " + words[(is_row ? sign : -sign) + 1] + " the value");
  });
}

void check_mirror(const Certificate& certificate) {
  const std::vector<Index>& support = certificate.row.support;
  const Fraction sum = certificate.mirror_sum();
  std::vector<std::vector<Cell>> block;
  for (const Line& line : certificate.row_lines) {
    const std::vector<Cell>& row = block.emplace_back(cells_at(line, support));
    if (row[block.size() - 1].text == "?") {
      line.reject("the diagonal is known, and cannot be unread");
    }
    for (std::size_t t = 0; t < block.size(); ++t) {
      if (!mirrored(row[t].text, block[t][block.size() - 1].text, sum)) {
        line.reject("the payoff in column " + std::to_string(support[t]) +
                    " contradicts the symmetry");
      }
    }
  }
}

/// Checks that the bounds mirror each other in a symmetric game, and are as near as claimed.
void check_nearness(const Claim& claim) {
  const Fraction& epsilon = claim.epsilon;
  const Fraction sum = claim.mirror_sum();
  if (epsilon.sign() <= 0) throw Rejected("epsilon is not above 0");
  if (!claim.symmetric) {
    if (claim.high - claim.low <= epsilon) return;
    throw Rejected("the bounds are further apart than epsilon");
  }
  if (claim.low + claim.high != sum) throw Rejected("high does not mirror low");
  if (sum / 2 - claim.low > epsilon) throw Rejected("low is further than epsilon from the value");
}

void check_proof(const Certificate& certificate) {
  if (certificate.bounds) check_nearness(certificate);
  check_strategy(certificate, true);
  if (certificate.symmetric) check_mirror(certificate);
  if (certificate.symmetric && certificate.bounds) return;
  if (certificate.symmetric && certificate.low + certificate.low != certificate.mirror_sum()) {
    throw Rejected("the value of a symmetric game is half of what its matches pay");
  }
  check_strategy(certificate, false);
}

// --------------------------------------------------------------------------------- games in files

/// A payoff table. Payoffs are kept as canonical texts, so that comparing texts compares numbers.
class Game {
 public:
  Game() = default;
  Game(Index rows, Index columns) : rows_(rows), columns_(columns) {
    places_.resize(to_size(rows) * to_size(columns));
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
    places_.resize(places_.size() + to_size(columns));
  }

 private:
  [[nodiscard]] std::size_t place(Index row, Index column) const {
    return to_size(row) * to_size(columns_) + to_size(column);
  }
  Index rows_ = 0;
  Index columns_ = 0;
  std::vector<std::size_t> places_;
  string texts_ = "0\n";  // index 0: the payoffs that a sparse file leaves out
};

string text_of(const Fraction& number) {
  string text(mpz_sizeinbase(mpq_numref(number.raw()), 10) +
                  mpz_sizeinbase(mpq_denref(number.raw()), 10) + 3,
              '\0');
  mpq_get_str(text.data(), 10, number.raw());
  text.resize(text.find('\0'));
  return text;
}

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

/// Reads [sign] digits / digits, or [sign] digits [. digits] [e [sign] digits], exactly. Nothing
/// for other text, division by zero and exponents out of range.
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

/// A game file, read from front to back, with the line number for messages.
class Source {
 public:
  Source(string_view text, string name) : text_(text), name_(std::move(name)) {
    if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;  // a byte order mark
  }

  /// Refuses control characters other than tabs and line ends. A carriage return ends a line or is
  /// one of them, so that no reader takes it for a blank where another takes it for a letter.
  void refuse_controls() && {
    for (at_ = 0; !done(); ++at_) {
      const auto byte = static_cast<unsigned char>(text_[at_]);
      if ((byte >= ' ' && byte != 0x7f) || byte == '\t' || byte == '\n') continue;
      const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : '\n';
      if (byte != '\r' || (next != '\n' && next != '\r')) fail("a control character");
    }
  }

  [[nodiscard]] bool done() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return done() ? '\0' : text_[at_]; }
  [[nodiscard]] string_view rest() const { return text_.substr(at_); }
  string_view take(std::size_t length) {
    const string_view result = text_.substr(at_, length);
    at_ += result.size();
    return result;
  }
  /// Takes text up to the next of `ends`, or to the end of the file.
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
    // The text must be no longer than certificates allow, so that it can be compared.
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
  /// A table of this shape, unless the rest of the file is clearly too short to fill it, so that a
  /// false shape takes no memory. (Half of a symmetric table is in the file, two bytes a payoff.)
  [[nodiscard]] Game table(Index rows, Index columns) const {
    if (to_size(rows) > (2 * rest().size() + 16) / to_size(columns)) {
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

/// One field; in quotes it may contain the separator.
string_view take_csv_field(Source& in, char separator) {
  const char ends[] = {separator, '\n', '\0'};
  in.skip(separator == '\t' ? " " : " \t");
  if (in.peek() != '"') return trimmed(in.take_until(ends));
  const string_view all = in.rest();
  do {
    in.take(1);  // the opening quote, or the second of a doubled one
    in.take_until("\"\n");
    if (in.peek() != '"') in.fail("a quote without its end on the line");
    in.take(1);
  } while (in.peek() == '"');
  const string_view quoted = all.substr(0, all.size() - in.rest().size());
  if (!trimmed(in.take_until(ends)).empty()) in.fail("text after a quote");
  return quoted.substr(1, quoted.size() - 2);
}

Game read_separated(Source in, char separator, bool labels) {
  Game game;
  std::size_t width = 0;
  std::vector<string_view> fields;
  const char* const blanks = separator == '\t' ? " \r" : " \t\r";  // of lines without fields
  for (bool names = labels;
       in.rest().substr(0, in.rest().find('\n')).find_first_not_of(blanks) != string_view::npos;
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
        string_view text = trimmed(fields[t]);
        // A chart in percent: its payoffs are the numbers from 0 to 100.
        if (labels && text.ends_with('%')) text = trimmed(text.substr(0, text.size() - 1));
        game.set(game.rows() - 1, static_cast<Index>(t - skipped), in.payoff(text));
      }
    }
    in.take(1);  // the newline
  }
  in.skip(separator == '\t' ? " \r\n" : " \t\r\n");
  if (!in.done()) in.fail("an empty line inside the table");
  if (game.rows() == 0) in.fail("no payoffs");
  return game;
}

// --- NumPy

/// The text after `key` in the header of an .npy file.
string_view header_value(const Source& in, string_view header, string_view key) {
  const std::size_t at = header.find("'" + string(key) + "':");
  if (at == string_view::npos) in.fail("no " + string(key) + " in the header");
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

/// An integer from its bytes, least significant first.
std::uint64_t little_endian(string_view bytes) {
  std::uint64_t bits = 0;
  for (std::size_t t = bytes.size(); t-- > 0;)
    bits = bits << 8 | static_cast<unsigned char>(bytes[t]);
  return bits;
}

/// One element of type i, u or f from its bytes, least significant first.
string npy_payoff(const Source& in, char type, string_view bytes) {
  const std::uint64_t bits = little_endian(bytes);
  if (type == 'u') return std::to_string(bits);
  if (type == 'i') {
    const auto shift = static_cast<int>(64 - 8 * bytes.size());
    return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  // A float is the shortest decimal that rounds to it, which is how it is printed. In scientific
  // notation, since otherwise integers have all their digits.
  const auto decimal = [&](auto value) {
    if (!std::isfinite(value)) in.fail("a payoff that is infinite or not a number");
    std::array<char, 32> text{};
    const auto format = std::chars_format::scientific;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format).ptr;
    return *canonical_text({text.data(), end});
  };
  return bytes.size() == 4 ? decimal(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                           : decimal(std::bit_cast<double>(bits));
}

string_view npy_header(Source& in) {
  if (in.take(6) != "\x93NUMPY") in.fail("not an .npy file");
  const string_view version = in.take(2);
  if (version.size() < 2 || version[0] < 1 || version[0] > 3) in.fail("unknown version of .npy");
  const std::size_t size = little_endian(in.take(version[0] == 1 ? 2 : 4));
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
  if (std::ranges::find(kinds, kind) == std::end(kinds)) {
    in.fail("the type of the payoffs is none of i1 to i8, u1 to u8, f4, f8");
  }
  const auto bytes = to_size(kind[1] - '0');
  const bool by_column = header_value(in, header, "fortran_order").starts_with("True");
  string_view shape = header_value(in, header, "shape");
  shape = shape.substr(0, shape.find(')'));
  const std::size_t comma = shape.find(',');
  if (!shape.starts_with('(') || comma == string_view::npos) in.fail("the array is not 2-D");
  const Index rows = in.integer(trimmed(shape.substr(1, comma - 1)), 1, largest_shape);
  const Index columns = in.integer(trimmed(shape.substr(comma + 1)), 1, largest_shape);
  Game game = in.table(rows, columns);
  const std::size_t wanted = to_size(rows * columns) * bytes;
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

enum class Mirror { none, symmetric, skew };  // what the file omits above the diagonal

/// Sets a payoff, and the one across the diagonal.
void set_mtx_payoff(Game& game, Index row, Index column, string text, Mirror half) {
  game.set(row, column, text);
  if (half == Mirror::none || row == column) return;
  if (half == Mirror::skew && text != "0") {
    text.starts_with('-') ? text.erase(0, 1) : text.insert(0, 1, '-');
  }
  game.set(column, row, text);
}

/// The words of a line.
std::vector<string_view> words_of(string_view line) {
  std::vector<string_view> words;
  for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
    words.push_back(line.substr(0, line.find_first_of(" \t\r")));
    line.remove_prefix(words.back().size());
  }
  return words;
}

/// The words of the next line that is neither empty nor a comment; none at the end of the file.
std::vector<string_view> mtx_words(Source& in) {
  std::vector<string_view> words;
  while (words.empty() && !in.done()) {
    if (in.peek() == '\n') in.take(1);
    const string_view line = in.take_until("\n");
    if (!line.starts_with('%')) words = words_of(line);
  }
  return words;
}

/// What an entry of this field is.
string mtx_payoff(const Source& in, string_view word, const string& field) {
  string text = in.payoff(word);
  if (field == "integer" && text.find('/') != string::npos) in.fail("a fraction among integers");
  return text;
}

Game read_mtx_array(Source& in, Index rows, Index columns, Mirror half, const string& field) {
  Game game = in.table(rows, columns);
  std::vector<string_view> words;
  std::size_t next = 0;
  for (Index column = 0; column < columns; ++column) {
    Index row = half == Mirror::none ? 0 : half == Mirror::symmetric ? column : column + 1;
    for (; row < rows; ++row) {
      if (next == words.size()) {
        words = mtx_words(in);
        next = 0;
      }
      if (words.empty()) in.fail("fewer entries than its size says");
      set_mtx_payoff(game, row, column, mtx_payoff(in, words[next++], field), half);
    }
  }
  if (next < words.size()) in.fail("text after the last entry");
  return game;
}

Game read_mtx_coordinate(Source& in, Index rows, Index columns, Index entries, Mirror half,
                         const string& field) {
  if (rows > most_sparse_cells / columns) in.fail("a sparse game that is too large");
  const bool pattern = field == "pattern";  // every entry is 1
  Game game(rows, columns);
  for (; entries > 0; --entries) {
    const std::vector<string_view> words = mtx_words(in);
    if (words.size() != (pattern ? 2 : 3)) in.fail("an entry is a row, a column and a value");
    const Index row = in.integer(words[0], 1, rows) - 1;
    const Index column = in.integer(words[1], 1, columns) - 1;
    if (half != Mirror::none && (row < column || (row == column && half == Mirror::skew))) {
      in.fail("an entry outside the lower triangle");
    }
    if (game.holds(row, column)) in.fail("an entry that was given before");
    string text = pattern ? "1" : mtx_payoff(in, words[2], field);
    set_mtx_payoff(game, row, column, std::move(text), half);
  }
  return game;
}

string lower_case(string_view text) {
  string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

Game read_mtx(Source in) {
  std::vector<string> head;
  for (const string_view word : words_of(in.take_until("\n"))) head.push_back(lower_case(word));
  if (head.size() != 5 || head[0] != "%%matrixmarket" || head[1] != "matrix") {
    in.fail("the first line is not '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  }
  const bool array = head[2] == "array";
  if (!array && head[2] != "coordinate") in.fail("the format is neither array nor coordinate");
  const string& field = head[3];
  const bool pattern = field == "pattern" && !array;
  if (field != "real" && field != "double" && field != "integer" && !pattern) {
    in.fail("the field is neither real, double, integer nor, of coordinates, pattern");
  }
  const Mirror half = head[4] == "symmetric"                    ? Mirror::symmetric
                      : head[4] == "skew-symmetric" && !pattern ? Mirror::skew
                                                                : Mirror::none;
  if (half == Mirror::none && head[4] != "general") in.fail("unknown symmetry");
  const std::vector<string_view> size = mtx_words(in);
  if (size.size() != (array ? 2 : 3)) in.fail("its size is two numbers, or three of coordinates");
  const Index rows = in.integer(size[0], 1, largest_shape);
  const Index columns = in.integer(size[1], 1, largest_shape);
  const Index entries = array ? 0 : in.integer(size[2], 0, rows * columns);
  if (half != Mirror::none && rows != columns) in.fail("a symmetric matrix that is not square");
  Game game = array ? read_mtx_array(in, rows, columns, half, field)
                    : read_mtx_coordinate(in, rows, columns, entries, half, field);
  if (!mtx_words(in).empty()) in.fail("text after the last entry");
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

void nfg_expect(Source& in, string_view wanted, string_view found) {
  if (found != wanted) in.fail("'" + string(wanted) + "' belongs here, not '" + shown(found) + "'");
}

/// Strings up to the closing brace; the opening one has been read.
Index nfg_strings(Source& in) {
  Index count = 0;
  string_view token = nfg_token(in);
  for (; token.starts_with('"'); token = nfg_token(in)) ++count;
  nfg_expect(in, "}", token);
  return count;
}

/// Both players' numbers of strategies: two numbers, or two lists of names.
std::pair<Index, Index> nfg_strategies(Source& in) {
  nfg_expect(in, "{", nfg_token(in));
  std::pair<Index, Index> counts;
  const string_view first = nfg_token(in);
  if (first == "{") {
    counts.first = nfg_strings(in);
    nfg_expect(in, "{", nfg_token(in));
    counts.second = nfg_strings(in);
    if (counts.first == 0 || counts.second == 0) in.fail("a player without strategies");
  } else {
    counts.first = in.integer(first, 1, largest_shape);
    counts.second = in.integer(nfg_token(in), 1, largest_shape);
  }
  nfg_expect(in, "}", nfg_token(in));
  return counts;
}

/// Both players' payoffs in an outcome or a cell.
using NfgPayoffs = std::array<Fraction, 2>;

NfgPayoffs nfg_payoffs(Source& in) {
  const Fraction row = fraction_of(in.payoff(nfg_token(in)));
  return {row, fraction_of(in.payoff(nfg_token(in)))};
}

/// Payoffs A and B for which A + c B is f(row) + g(column), with some c > 0, have the equilibria of
/// the zero-sum game A - g(column), g = 0 in the first column: the game that a certificate is
/// about. In a constant-sum game that is A itself. Cells come column by column; the two players'
/// payoffs, after subtracting row and column effects by the first row and column, must be opposite
/// up to the factor c.
class NfgBalance {
 public:
  /// False if there is no such c.
  bool take(Index row, Index column, const NfgPayoffs& payoffs) {
    if (column == 0) left_.push_back(payoffs);
    if (row == 0) top_.push_back(payoffs);
    if (row == 0 || column == 0) return true;
    Fraction rest[2];
    for (std::size_t p = 0; p < 2; ++p) {
      rest[p] = payoffs[p] - left_[to_size(row)][p] - top_[to_size(column)][p] + left_[0][p];
    }
    if (rest[0].sign() == 0 && rest[1].sign() == 0) return true;
    if (rest[0].sign() * rest[1].sign() >= 0) return false;
    const Fraction ratio = Fraction() - rest[0] / rest[1];
    if (!factor_) factor_ = ratio;
    return *factor_ == ratio;
  }

  /// The amount g(column) that is subtracted from a column.
  [[nodiscard]] Fraction of_column(Index column) const {
    const auto& here = top_[to_size(column)];
    const Fraction c = factor_ ? *factor_ : Fraction(1);
    return here[0] - top_[0][0] + c * (here[1] - top_[0][1]);
  }

 private:
  std::vector<NfgPayoffs> left_;  // the first column
  std::vector<NfgPayoffs> top_;   // the first row
  std::optional<Fraction> factor_;
};

std::vector<NfgPayoffs> nfg_outcomes(Source& in) {
  std::vector<NfgPayoffs> outcomes;
  outcomes.emplace_back();  // outcome 0: no payoffs
  nfg_expect(in, "{", nfg_token(in));
  string_view token = nfg_token(in);
  for (; token == "{"; token = nfg_token(in)) {
    in.skip(" \t\r\n,");
    if (in.peek() == '"') nfg_token(in);  // its name
    outcomes.push_back(nfg_payoffs(in));
    nfg_expect(in, "}", nfg_token(in));
  }
  nfg_expect(in, "}", token);
  return outcomes;
}

/// Reads the text before the strategies or the tree.
void read_gambit_head(Source& in, const string& format, const string& version) {
  nfg_expect(in, format, nfg_token(in));
  nfg_expect(in, version, nfg_token(in));
  if (const string_view type = nfg_token(in); type != "R" && type != "D") {
    in.fail("not '" + format + " " + version + " R'");
  }
  if (!nfg_token(in).starts_with('"')) in.fail("no title");
  nfg_expect(in, "{", nfg_token(in));
  if (nfg_strings(in) != 2) in.fail("the game does not have two players");
}

Game read_nfg(Source in) {
  read_gambit_head(in, "NFG", "1");
  const auto [rows, columns] = nfg_strategies(in);
  in.skip(" \t\r\n,");
  if (in.peek() == '"') nfg_token(in);  // a comment
  in.skip(" \t\r\n,");
  const bool by_outcome = in.peek() == '{';
  std::vector<NfgPayoffs> outcomes;
  if (by_outcome) outcomes = nfg_outcomes(in);
  Game game = in.table(rows, columns);
  NfgBalance balance;
  for (Index t = 0; t < rows * columns; ++t) {
    const auto last = std::ssize(outcomes) - 1;
    const NfgPayoffs cell =
        by_outcome ? outcomes[to_size(in.integer(nfg_token(in), 0, last))] : nfg_payoffs(in);
    if (!balance.take(t % rows, t / rows, cell)) {
      in.fail("the game is not zero-sum, nor has it the equilibria of such a game");
    }
    game.set(t % rows, t / rows, text_of(cell[0]));
  }
  if (!nfg_token(in).empty()) in.fail("text after the last payoff");
  for (Index j = 1; j < columns; ++j) {
    const Fraction shift = balance.of_column(j);
    if (shift.sign() == 0) continue;
    for (Index i = 0; i < rows; ++i) {
      game.set(i, j, text_of(fraction_of(game.at(i, j)) - shift));
    }
  }
  return game;
}

string ending_of(const string& name) {
  return lower_case(name.substr(std::min(name.rfind('.'), name.size())));
}

Game read_table(string_view text, const string& name, bool labels) {
  const Source in(text, name);
  const string ending = ending_of(name);
  if (ending == ".csv") return read_separated(in, ',', labels);
  if (ending == ".tsv") return read_separated(in, '\t', labels);
  if (labels) throw BadInput("--labels is for .csv and .tsv files");
  if (ending == ".npy") return read_npy(in);
  if (ending == ".nfg") return read_nfg(in);
  if (ending == ".mtx") return read_mtx(in);
  throw BadInput(name + ": the ending is none of .csv .tsv .npy .nfg .mtx .efg .paths");
}

// --------------------------------------------------------------------------------- the comparison

string entry_text(Index row, Index column) {
  return "(" + std::to_string(row) + ", " + std::to_string(column) + ")";
}

/// Checks that the game has the certificate's shape, and that every payoff, read or not, lies in
/// the range and agrees with the one across the diagonal if the certificate is of a symmetric game.
void compare_rules(const Claim& claim, const Game& game, bool has_range) {
  if (game.rows() != claim.rows || game.columns() != claim.columns) {
    throw Rejected("the shape is " + std::to_string(claim.rows) + " x " +
                   std::to_string(claim.columns) + " in the certificate and " +
                   std::to_string(game.rows()) + " x " + std::to_string(game.columns()) +
                   " in the game");
  }
  const Fraction sum = claim.mirror_sum();
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = 0; has_range && column < game.columns(); ++column) {
      const Fraction payoff = fraction_of(game.at(row, column));
      if (payoff >= claim.range_low && payoff <= claim.range_high) continue;
      throw Rejected("entry " + entry_text(row, column) + " is " + shown(game.at(row, column)) +
                     " in the game, which is outside the range");
    }
    for (Index column = 0; claim.symmetric && column <= row; ++column) {
      const string_view here = game.at(row, column);
      const string_view there = game.at(column, row);
      if (mirrored(here, there, sum)) continue;
      throw Rejected("entries " + entry_text(row, column) + " and " + entry_text(column, row) +
                     " are " + shown(here) + " and " + shown(there) +
                     " in the game, which contradicts the symmetry");
    }
  }
}

/// Checks that the payoffs that were read are the game's.
void compare_entries(const Certificate& certificate, const Game& game) {
  for (const bool is_row : {true, false}) {
    if (!is_row && certificate.symmetric) continue;
    const Player player(certificate, is_row);
    player.each_line([&](Index line, const std::vector<Cell>& cells) {
      for (std::size_t t = 0; t < cells.size(); ++t) {
        const Index row = is_row ? player.support[t] : line;
        const Index column = is_row ? line : player.support[t];
        const string_view text = cells[t].text;
        if (text == "?" || game.at(row, column) == text) continue;
        throw Rejected("entry " + entry_text(row, column) + " is " + shown(text) +
                       " in the certificate and " + shown(game.at(row, column)) + " in the game");
      }
    });
  }
}

void compare(const Certificate& certificate, const Game& game) {
  compare_rules(certificate, game, certificate.has_range);
  compare_entries(certificate, game);
}

// ------------------------------------------------------------ the list of extreme strategies
//
// docs/research/vertices.md has the theorem and its proof. The text is for the row player; it holds
// for the column player with the players exchanged. With h_j(z) = sum_i z_i (A[i][j] - v), the
// optimal row strategies are the z of sum 1 in the cone
//
//   C = { z on I : h_j(z) = 0 for j in J, z_i >= 0 for i in I, h_j(z) >= 0 for every other j }
//
// The certificate has a cone of D + 1 vectors that contains C, and an order in which to cut it with
// further constraints (double description). If the final cone lies in C, it is C.

constexpr std::array<std::uint64_t, 3> rank_primes{2147483647, 2147483629, 2147483587};
constexpr std::size_t most_at_once = 1024;  // vectors, and 16 more for each listed one
constexpr std::size_t most_marks = std::size_t{1} << 26;  // words for tight constraints
constexpr std::size_t most_limbs = std::size_t{1} << 27;  // of the vectors' entries

/// An entry of a vector on a support.
struct Part {
  std::size_t place = 0;
  Integer value;
};
using Vector = std::vector<Part>;

/// A form that is non-negative in the cone: the weight of an own strategy, or h_j for a line j.
struct Constraint {
  bool own = true;
  std::size_t place = 0;              // index in the support, of an own strategy
  Index line = 0;                     // of the opponent, otherwise
  std::vector<Integer> coefficients;  // of h_j on the support
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

/// p * left - q * right, without common factors.
Vector combination(const Integer& p, const Vector& left, const Integer& q, const Vector& right) {
  Vector result;
  Integer factor;
  auto l = left.begin();
  auto r = right.begin();
  while (l != left.end() || r != right.end()) {
    const bool from_left = r == right.end() || (l != left.end() && l->place <= r->place);
    const bool from_right = l == left.end() || (r != right.end() && r->place <= l->place);
    const std::size_t place = from_left ? l->place : r->place;
    Integer value;
    if (from_left) mpz_addmul(value, p, (l++)->value);
    if (from_right) mpz_submul(value, q, (r++)->value);
    mpz_gcd(factor, factor, value);
    if (value.sign() != 0) result.push_back({place, std::move(value)});
  }
  for (Part& part : result) mpz_divexact(part.value, part.value, factor);
  return result;
}

std::size_t limbs_of(const Vector& vector) {
  std::size_t result = 0;
  for (const Part& part : vector) result += mpz_size(part.value) + 4;
  return result;
}

/// The extreme rays of the cone of the constraints so far.
class Cone {
 public:
  /// Requires that constraint t is positive at vector t and 0 at the others.
  Cone(std::vector<Vector> vectors, std::size_t constraints, std::size_t most)
      : vectors_(std::move(vectors)),
        width_(vectors_.size()),
        used_(width_),
        words_((constraints + 63) / 64),
        most_(most) {
    if (constraints == used_) return;  // no constraint will be added
    for (std::size_t t = 0; t < used_; ++t) {
      add_marks();
      for (std::size_t g = 0; g < used_; ++g) {
        if (g != t) mark(t, g);
      }
    }
  }

  /// Cuts by a constraint. Two vectors on different sides are adjacent if no third lies on all the
  /// constraints that both lie on.
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

  /// Evaluates the constraint, and returns the sign, 1 or -1, that fewer vectors have.
  int evaluate(const Constraint& constraint) {
    values_.clear();
    long above = 0;
    for (const Vector& vector : vectors_) {
      apply(constraint, vector, values_.emplace_back());
      above += values_.back().sign();
    }
    return above > 0 ? -1 : 1;
  }

  /// Finds the vectors that share enough tight constraints with this one. Adjacent vectors share at
  /// least the dimension of the space less two, and a vector that separates the two lies on all of
  /// those.
  void find_near(std::size_t vector) {
    near_.clear();
    shared_.clear();
    const std::uint64_t* own = &marks_[vector * words_];
    for (std::size_t t = 0; t < values_.size(); ++t) {
      const std::uint64_t* other = &marks_[t * words_];
      std::size_t size = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        size += to_size(std::popcount(own[w] & other[w]));
      }
      if (t == vector || size + 2 < width_) continue;
      near_.push_back(t);
      for (std::size_t w = 0; w < words_; ++w) shared_.push_back(own[w] & other[w]);
    }
    witness_ = 0;
  }

  /// Whether a third vector separates this one from its n-th near one.
  bool parted(std::size_t n) {
    if (holds(witness_, n)) return true;  // the last separating vector often serves again
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
  std::vector<std::uint64_t> marks_;  // words_ a vector: its tight constraints
  std::vector<Integer> values_;       // of the present constraint
  std::vector<std::size_t> near_;
  std::vector<std::uint64_t> shared_;  // with each near vector: words_ for each
  std::size_t witness_ = 0;
  std::size_t limbs_ = 0;
};

/// The rank modulo a prime of rows that come one by one: at most their true rank.
class Rank {
 public:
  Rank(std::uint64_t prime, std::size_t width) : prime_(prime), width_(width) {}

  [[nodiscard]] bool full() const { return rows_.size() == width_; }

  void add(std::vector<std::uint64_t> row) {
    if (full()) return;
    const std::uint64_t square = prime_ * prime_;  // entries stay below it, and are reduced later
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      const std::uint64_t factor = prime_ - row[leads_[r]] % prime_;
      for (std::size_t t = 0; factor != prime_ && t < width_; ++t) {
        row[t] += factor * rows_[r][t];
        row[t] -= row[t] >= square ? square : 0;
      }
    }
    for (std::uint64_t& entry : row) entry %= prime_;
    const auto lead = std::ranges::find_if(row, [](std::uint64_t x) { return x != 0; });
    if (lead == row.end()) return;
    const std::uint64_t scale = inverse(*lead);
    leads_.push_back(to_size(lead - row.begin()));
    for (std::uint64_t& entry : row) entry = entry * scale % prime_;
    rows_.push_back(std::move(row));
  }

 private:
  /// The inverse x^(p-2), by Fermat.
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

/// The coefficients of h_j for a line j, times a positive number. Unread payoffs count as the
/// worst.
std::vector<Integer> coefficients_of(const Player& player, const std::vector<Cell>& cells) {
  const Certificate& claim = player.claim;
  std::vector<Fraction> shares;
  for (const Cell& cell : cells) {
    const Fraction& worst = player.row ? claim.range_low : claim.range_high;
    const Fraction payoff = cell.text == "?" ? worst : fraction_of(cell.text);
    shares.push_back(player.row ? payoff - claim.low : claim.low - payoff);
  }
  return in_integers(shares, std::numeric_limits<std::size_t>::max());
}

/// Reads the next index, which must be in the support, and returns its place there.
std::size_t place_in(const Player& player, Line& line) {
  const Index index = line.count(0, player.support.back());
  const auto found = std::ranges::lower_bound(player.support, index);
  if (*found != index) line.reject("a strategy that is not played: " + std::to_string(index));
  return to_size(found - player.support.begin());
}

/// "r5", "c7": an own strategy that is played, or a line that the opponent does not play.
Constraint read_constraint(const Player& player, Line& line) {
  const string_view text = line.field();
  Line digits{text.substr(std::min<std::size_t>(1, text.size())), line.number};
  Constraint result;
  result.own = text.starts_with(player.row ? 'r' : 'c');
  if (!result.own && !text.starts_with(player.row ? 'c' : 'r'))
    line.reject("a constraint belongs here");
  if (result.own) {
    result.place = place_in(player, digits);
  } else {
    result.line = digits.count(0, player.lines - 1);
    if (player.opposes(result.line)) line.reject("a line that the opponent plays");
  }
  return result;
}

/// The constraints of a list, those of the starting cone first, and the vectors of that cone.
struct ListText {
  std::vector<Constraint> constraints;
  std::vector<Vector> start;
};

ListText read_list_text(const Player& player, const List& list) {
  ListText result;
  for (Line line : list.start) {
    result.constraints.push_back(read_constraint(player, line));
    Vector& vector = result.start.emplace_back();
    Integer factor;
    while (vector.empty() || !line.rest.empty()) {
      const std::size_t place = place_in(player, line);
      if (!vector.empty() && place <= vector.back().place) line.reject("indices do not rise");
      const Fraction number = fraction_field(line);
      if (number.sign() == 0 || !number.is_integer()) {
        line.reject("an entry that is 0 or not an integer");
      }
      Integer entry;
      mpz_set(entry, mpq_numref(number.raw()));
      mpz_gcd(factor, factor, entry);
      vector.push_back({place, std::move(entry)});
    }
    if (!factor.is_one()) line.reject("entries with a common factor");
  }
  Line line = list.cuts;
  for (Index left = line.count(0, largest_shape); left > 0; --left) {
    result.constraints.push_back(read_constraint(player, line));
  }
  line.end();
  return result;
}

/// Computes the coefficients of the constraints that are lines of the opponent.
void find_lines(const Player& player, std::vector<Constraint>& constraints) {
  std::map<std::pair<bool, Index>, Constraint*> known;
  for (Constraint& one : constraints) {
    const Index index = one.own ? static_cast<Index>(one.place) : one.line;
    if (!known.emplace(std::pair(one.own, index), &one).second) {
      throw Rejected("a constraint stands twice in a list");
    }
  }
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    const auto found = known.find({false, line});
    if (found == known.end()) return;
    if (std::ranges::any_of(cells, [](const Cell& c) { return c.text == "?"; })) {
      throw Rejected("a constraint of a list rests on an unread payoff");
    }
    found->second->coefficients = coefficients_of(player, cells);
  });
}

/// Checks that vector t of the start is positive in constraint t and 0 in the other ones. Many may
/// be weights of own strategies; for these only a vector's entries are looked at.
void check_start(const ListText& text, std::size_t support) {
  const std::size_t count = text.start.size();
  std::vector<std::size_t> owner(support, count);
  std::vector<std::size_t> lines;
  for (std::size_t g = 0; g < count; ++g) {
    const Constraint& constraint = text.constraints[g];
    if (constraint.own) owner[constraint.place] = g;
    if (!constraint.own) lines.push_back(g);
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

/// Checks that each vector earns the value against every line that the opponent plays, or at least
/// the value against every other line.
void check_earned(const Player& player, const std::vector<Vector>& vectors, bool opposed,
                  const char* fault) {
  Integer value;
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    if (player.opposes(line) != opposed) return;
    const std::vector<Integer> coefficients = coefficients_of(player, cells);
    for (const Vector& vector : vectors) {
      apply(coefficients, vector, value);
      if (opposed ? value.sign() == 0 : value.sign() >= 0) continue;
      throw Rejected(fault + std::to_string(line));
    }
  });
}

/// Whether only 0 earns the value against every line that the opponent plays and is 0 in all
/// constraints of the start. Strategies whose own constraint is in the start are left out.
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
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    if (!rank.full() && player.opposes(line)) add(coefficients_of(player, cells));
  });
  return rank.full();
}

/// Checks that the strategies listed are these vectors, each divided by its sum. They are sorted by
/// the first place where they differ; a strategy that is played later is the lower one.
void compare_list(const List& list, const std::vector<Vector>& vectors,
                  const std::vector<Index>& support) {
  if (std::ssize(vectors) != list.size) {
    throw Rejected("the extreme strategies are " + std::to_string(vectors.size()) + ", not " +
                   std::to_string(list.size));
  }
  std::vector<std::vector<std::pair<std::size_t, Fraction>>> strategies;  // by index from the end
  for (const Vector& vector : vectors) {
    Integer sum;
    for (const Part& part : vector) mpz_add(sum, sum, part.value);
    strategies.emplace_back();
    for (const Part& part : vector) {
      Fraction probability;
      mpz_set(mpq_numref(probability.raw()), part.value);
      mpz_set(mpq_denref(probability.raw()), sum);
      mpq_canonicalize(probability.raw());
      strategies.back().emplace_back(support.size() - part.place, std::move(probability));
    }
  }
  std::ranges::sort(strategies);
  for (std::size_t t = 0; t < strategies.size(); ++t) {
    string text;
    for (const auto& [from_end, probability] : strategies[t]) {
      text += " " + std::to_string(support[support.size() - from_end]) + " " + text_of(probability);
    }
    const Line& line = list.vertices[t];
    if (line.rest != text) line.reject("the extreme strategy" + shown(text) + " belongs here");
  }
}

void check_list(const Certificate& claim, const List& list, bool row) {
  const Player player(claim, row);
  ListText text = read_list_text(player, list);
  find_lines(player, text.constraints);
  check_start(text, player.support.size());
  check_earned(player, text.start, true,
               "a vector of the start does not earn the value against line ");
  const auto spans = [&](std::uint64_t prime) { return start_spans(player, text, prime); };
  if (std::ranges::none_of(rank_primes, spans)) {
    throw Rejected("the start of a list does not reach every optimal strategy");
  }
  const std::size_t most = 16 * list.vertices.size() + most_at_once;
  const std::size_t first = text.start.size();
  Cone cone(std::move(text.start), text.constraints.size(), most);
  for (std::size_t t = first; t < text.constraints.size(); ++t) cone.cut(text.constraints[t]);
  for (const Vector& vector : cone.vectors()) {
    for (const Part& part : vector) {
      if (part.value.sign() < 0) throw Rejected("the cuts leave more than the optimal strategies");
    }
  }
  check_earned(player, cone.vectors(), false,
               "an extreme strategy earns less than the value against line ");
  compare_list(list, cone.vectors(), player.support);
}

/// Returns a description of what was proved.
string check_lists(const Certificate& claim) {
  string words;
  for (const bool row : {true, false}) {
    const std::optional<List>& list = row ? claim.row_list : claim.column_list;
    if (!list) continue;
    check_list(claim, *list, row);
    const string player = row ? "row" : "column";
    words += words.empty() ? ", with " : " and ";
    words += list->size == 1
                 ? "the only extreme " + player + " strategy"
                 : "all " + std::to_string(list->size) + " extreme " + player + " strategies";
  }
  return words;
}

// ------------------------------------------------------------------------- bounds with confidence
//
// A certificate of plays claims bounds that hold with confidence 1 - delta: of live runs, leagues
// in a ledger, logs and charts. Payoffs are scaled to [0, 1]. A strategy x was frozen before the
// plays that count, and for each strategy j of the opponent, an *arm*, it must be shown that x
// earns at least m. Each arm names its kind of evidence; d is its error probability:
//
//   bets: M(m) >= 1/d, M the sum of weight * product of (1 + u (X - c_i)) / (1 + u (m - c))^t over
//     stakes u, the weights summing to 1. The t draws X come in whole rounds: x_i t of them are
//     plays of strategy i. c_i is a centre for each of these, c = sum x_i c_i;
//   uniform t s: M(m) = s! (t-s)! / ((t+1)! m^s (1-m)^(t-s)) >= 1/d for t draws, each of a strategy
//     drawn by x, of sum s rounded down, with m < s/t;
//   binomial n s: of n plays that were planned in whole rounds s took place and were won:
//     s >= n p + 1 and P(Bin(n, p) >= s) <= d;
//   bernstein lambda ...: n_i plays of strategy i were planned, of which those that took place paid
//     S_i in all, Q_i in squares. With u_i = lambda x_i / n_i < 1, any centres c_i, and D_i the sum
//     of (X - c_i)^2, m is at most the sum of x_i S_i / n_i - (sum of u_i^2 D_i / (2 (1 - u_i)) +
//     l) / lambda for some l with e^l >= 1/d.
//
// In a symmetric game a strategy against itself earns 1/2 and is not played: every such draw of
// bets is 1/2, and the last two kinds leave it out, so that p = (m - x_j / 2) / (1 - x_j), and
// strata must show m less x_j / 2. A pairing of two frozen strategies has an arm of each, which
// must not contradict each other: see "one pairing in two arms" below. A box has an interval for
// each pairing that was played, whose lower end and, mirrored, upper end are proved as `uniform`.
// The lower ends bound the payoff of a strategy without arms. An equilibrium strategy z of the
// opponent concedes at most the value. So if something earns e_j against each j, and `least` or
// more against all, z_j <= (value - least) / (e_j - least): a *cap*, which is proved by arms, or by
// a mixture and the box.
//
// Which arm is the worst for x does not depend on the plays, so a bound is false only if that one
// arm fails, and d is the player's whole part for guarantees. The error probability of attempt r is
// delta / (r (r+1)); that of a single attempt is delta, and that of one of N frozen together is
// delta / N. A fifth of that, or a twentieth for a box, is for statements on several arms or
// pairings at once, the rest for the guarantees of one or two players. If newcomers may join, half
// of it is kept for them, 1 / (q (q+1)) of that for their q-th group. docs/research/theory.md has
// the proofs. That plays were planned and strategies frozen beforehand is the word of whoever made
// the certificate.

constexpr Index most_draws = Index{1} << 40;
constexpr Index most_bets = 8;
constexpr Index most_groups = 1000000;
constexpr Index most_lambda = 1'000'000'000;
// A few bytes may claim any number of plays. If their number decides the running time, these are
// the limits for one arm or interval, and for all of a player or a box.
constexpr Index most_plays = Index{1} << 27;
constexpr Index most_recounted = Index{1} << 32;
constexpr std::size_t most_sums = std::size_t{1} << 30;  // of payoffs of mixtures by a box
// Numbers up to this length are compared exactly, longer ones after rounding to the safe side.
constexpr double short_bits = 65536;

using Draws = std::vector<std::pair<Fraction, Index>>;  // rising values, with their counts

struct Bet {
  Fraction stake;
  Fraction weight;
};

/// The planned plays of one strategy, and their results.
struct Planned {
  Fraction part;  // probability in the frozen strategy
  Index planned = 1;
  Fraction centre;
  Index draws = 0;
  Fraction sum;
  Fraction squares;
};

enum class Counted { bets, uniform, binomial, bernstein };

struct Arm {
  std::size_t line = 0;
  Index group = 0;  // of newcomers; 0: an arm of the freeze
  Fraction joint;   // its error probability in a statement on all arms together
  Fraction itself;  // probability that the frozen strategy meets itself
  std::optional<std::size_t> itself_at;  // where it is in the frozen strategy's support
  Counted kind = Counted::bets;
  Index count = 0;  // of draws, or of planned plays
  Fraction sum;     // of uniform draws, or number of wins
  std::vector<Bet> bets;
  std::vector<Fraction> centres;  // one for each stratum
  Fraction centre;                // their mean
  std::vector<Draws> strata;
  Index lambda = 0;
  std::vector<Planned> plan;
};

/// An upper limit on a strategy's probability in every equilibrium.
struct Cap {
  std::size_t line = 0;
  Index strategy = 0;
  Fraction most;
  Fraction earned;   // payoff against it, if arms prove it
  Strategy mixture;  // whose payoff against it the box proves
};

/// One player's strategy, and the evidence about the opponent's.
struct Half {
  Strategy strategy;
  std::vector<Arm> arms;  // one for each of the opponent's, or none
  std::vector<Cap> caps;
};

struct Interval {
  Index row = 0;
  Index column = 0;
  Index plays = 0;
  Fraction least;  // bounds on the sum of the plays
  Fraction most;
  Fraction low;
  Fraction high;
};

struct Confidence : Claim {
  Fraction delta;
  Index attempt = 0;  // 0: one of `together` attempts that share delta
  Index together = 1;
  bool newcomers = false;  // half is kept for newcomers
  bool box = false;        // caps are proved by a box, not by arms
  std::vector<Interval> intervals;
  Half row;
  Half column;  // empty in a symmetric game
};

/// A number in [0, 1].
Fraction share_field(Line& line, const char* what) {
  Fraction result = fraction_field(line);
  if (result.sign() < 0 || result > 1) line.reject(string(what) + " outside [0, 1]");
  return result;
}

/// The sum of the payoffs of this many plays.
Fraction sum_field(Line& line, Index plays, const Fraction& least = 0) {
  Fraction sum = fraction_field(line);
  if (sum < least || sum > plays) line.reject("sums that so many plays cannot have");
  return sum;
}

/// Reads the number of different draws, and these; adds their counts to `count`.
Draws read_draws(Line& line, Index& count) {
  Draws draws;
  for (Index left = line.count(0, most_draws); left > 0; --left) {
    Fraction value = share_field(line, "a draw");
    if (!draws.empty() && value <= draws.back().first) line.reject("draws do not rise");
    draws.emplace_back(std::move(value), line.count(1, most_draws));
    count += draws.back().second;
    if (count > most_draws) line.reject("too many draws");
  }
  return draws;
}

/// Reads stakes and centres, and draws of each strategy that the frozen one plays, in whole rounds.
void read_bets(Line& line, const std::vector<Fraction>& parts, Arm& arm) {
  Fraction sum;
  for (Index left = line.count(1, most_bets); left > 0; --left) {
    Bet bet{fraction_field(line), fraction_field(line)};
    if (bet.stake.sign() <= 0 || bet.stake >= 1) line.reject("a stake outside (0, 1)");
    if (bet.weight.sign() <= 0) line.reject("a weight that is not above 0");
    sum.add(bet.weight);
    arm.bets.push_back(std::move(bet));
  }
  if (sum != 1) line.reject("the weights of the bets do not sum to 1");
  line.keyword("centres");
  for (const Fraction& part : parts) {
    arm.centres.push_back(share_field(line, "a centre"));
    arm.centre.add(part * arm.centres.back());
  }
  line.keyword("draws");
  std::vector<Index> ends;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    arm.strata.push_back(read_draws(line, arm.count));
    ends.push_back(arm.count);
    const auto is_half = [](const auto& draw) { return draw.first + draw.first == 1; };
    if (i == arm.itself_at && !std::ranges::all_of(arm.strata.back(), is_half)) {
      line.reject("a strategy against itself pays 1/2");
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i] * arm.count == ends[i] - (i > 0 ? ends[i - 1] : 0)) continue;
    line.reject("the draws are not whole rounds of the strategy");
  }
}

/// Reads planned plays and wins. `parts` are the probabilities of the strategies that play.
void read_binomial(Line& line, const std::vector<Fraction>& parts, Arm& arm) {
  arm.count = line.count(0, most_draws);
  arm.sum = line.count(0, most_draws);
  if (arm.sum > arm.count) line.reject("more wins than plays");
  bool whole = !parts.empty() || arm.count == 0;
  for (const Fraction& part : parts) {
    whole = whole && (part * arm.count / (1 - arm.itself)).is_integer();
  }
  if (!whole) line.reject("the plays are not whole rounds of the strategy");
}

/// Reads the plan and its results, for each strategy that plays.
void read_bernstein(Line& line, const std::vector<Fraction>& parts, Arm& arm) {
  arm.lambda = line.count(1, most_lambda);
  for (const Fraction& part : parts) {
    Planned one;
    one.part = part;
    one.planned = line.count(1, most_draws);
    one.centre = share_field(line, "a centre");
    one.draws = line.count(0, one.planned);
    one.sum = sum_field(line, one.draws);
    one.squares = fraction_field(line);
    // The bounds on the sum of squares of draws in [0, 1].
    if (one.squares > one.sum || one.squares * one.draws < one.sum * one.sum) {
      line.reject("sums that so many plays cannot have");
    }
    if (part * arm.lambda >= one.planned) line.reject("a lambda that is too large");
    arm.plan.push_back(std::move(one));
  }
}

Arm read_arm(Line line, const Confidence& claim, const Strategy& strategy, Index opponent) {
  Arm arm;
  arm.line = line.number;
  line.keyword("group");
  arm.group = line.count(0, claim.newcomers ? most_groups : 0);
  if (!claim.box) {
    line.keyword("joint");
    arm.joint = fraction_field(line);
    if (arm.joint.sign() <= 0) line.reject("a part of the error budget that is not above 0");
  }
  std::vector<Fraction> others;
  for (std::size_t i = 0; i < strategy.support.size(); ++i) {
    const bool itself = claim.symmetric && strategy.support[i] == opponent;
    if (itself) arm.itself = strategy.probabilities[i];
    if (itself) arm.itself_at = i;
    if (!itself) others.push_back(strategy.probabilities[i]);
  }
  const string_view kinds[] = {"bets", "uniform", "binomial", "bernstein"};
  const string_view word = line.field();
  const auto found = std::ranges::find(kinds, word) - std::begin(kinds);
  arm.kind = static_cast<Counted>(found);
  if (arm.kind == Counted::bets) {
    read_bets(line, strategy.probabilities, arm);
  } else if (arm.kind == Counted::uniform) {
    arm.count = line.count(0, most_draws);
    arm.sum = sum_field(line, arm.count);
    if (arm.itself == 1 && arm.sum + arm.sum != arm.count) {
      line.reject("a strategy against itself pays 1/2");
    }
  } else if (arm.kind == Counted::binomial) {
    read_binomial(line, others, arm);
  } else if (arm.kind == Counted::bernstein) {
    read_bernstein(line, others, arm);
  } else {
    line.reject("'bets', 'uniform', 'binomial' or 'bernstein' belongs here, not '" + shown(word) +
                "'");
  }
  line.end();
  return arm;
}

/// Reads a cap, proved by an arm, or by a mixture of the player's own strategies and the box.
Cap read_cap(Line line, bool box, Index own, Index others) {
  Cap cap;
  cap.line = line.number;
  cap.strategy = line.count(0, others - 1);
  cap.most = fraction_field(line);
  if (box) {
    for (Index left = line.count(1, own); left > 0; --left) read_weight(line, own, cap.mixture);
    check_sum(cap.mixture, "mixture");
  } else {
    cap.earned = fraction_field(line);
  }
  line.end();
  return cap;
}

Half read_half(Lines& lines, const Confidence& claim, bool is_row) {
  const string player = is_row ? "row" : "column";
  const string opponent = is_row ? "column" : "row";
  const Index own = is_row ? claim.rows : claim.columns;
  const Index others = is_row ? claim.columns : claim.rows;
  Half half;
  half.strategy = read_strategy(lines, player + "-strategy", own);
  check_sum(half.strategy, player);
  Line arms = line_of(lines, opponent + "-arms");
  const Index count = arms.count(claim.box ? 0 : others, others);
  arms.end();
  if (count != 0 && count != others) arms.reject("an arm for each strategy, or none");
  for (Index t = 0; t < count; ++t) {
    half.arms.push_back(read_arm(lines.next(), claim, half.strategy, t));
  }
  for (Index left = count_line(lines, opponent + "-caps", 0, others); left > 0; --left) {
    const Line line = lines.next();
    Cap cap = read_cap(line, claim.box, own, others);
    if (!half.caps.empty() && cap.strategy <= half.caps.back().strategy) {
      line.reject("indices do not rise");
    }
    half.caps.push_back(std::move(cap));
  }
  return half;
}

std::vector<Interval> read_box(Lines& lines, const Confidence& claim) {
  std::vector<Interval> box;
  for (Index left = count_line(lines, "box", 0, most_draws); left > 0; --left) {
    Line line = lines.next();
    Interval one;
    one.row = line.count(0, claim.rows - 1);
    one.column = line.count(claim.symmetric ? one.row + 1 : 0, claim.columns - 1);
    one.plays = line.count(1, most_draws);
    one.least = sum_field(line, one.plays);
    one.most = sum_field(line, one.plays, one.least);
    one.low = share_field(line, "an interval");
    one.high = share_field(line, "an interval");
    line.end();
    if (!box.empty() &&
        std::pair(one.row, one.column) <= std::pair(box.back().row, box.back().column)) {
      line.reject("pairings do not rise");
    }
    box.push_back(std::move(one));
  }
  return box;
}

Confidence read_confidence(string_view text) {
  Lines lines(text);
  Confidence result;
  read_magic(lines, "allnash-confidence", " 1");
  read_shape(lines, result);
  read_range(lines, result);
  read_choice(lines, "schedule", "any", "fixed");  // nothing here depends on it
  result.epsilon = number_line(lines, "epsilon");
  result.delta = number_line(lines, "delta");
  Line attempt = line_of(lines, "attempt");
  const string_view one_of = " one of";
  if (attempt.rest.starts_with(one_of)) {
    attempt.rest.remove_prefix(one_of.size());
    result.together = attempt.count(2, 1000000);
    attempt.end();
  } else if (attempt.rest != " only") {
    result.attempt = attempt.count(1, 1000000);
    attempt.end();
  }
  result.newcomers = read_choice(lines, "newcomers", "kept", "none");
  result.box = read_choice(lines, "joint", "box", "arms");
  result.low = number_line(lines, "low");
  result.high = number_line(lines, "high");
  if (result.box) {
    // Every strategy is named in some line, so a shape larger than the text is false.
    if (to_size(std::max(result.rows, result.columns)) > text.size()) {
      throw Rejected("fewer lines than strategies");
    }
    result.intervals = read_box(lines, result);
  }
  result.row = read_half(lines, result, true);
  if (!result.symmetric) result.column = read_half(lines, result, false);
  read_end(lines);
  return result;
}

/// Computes with exact numbers; `RoundedTo` rounds them to one side at every step.
struct Exactly {
  Fraction operator()(const Fraction& value) const { return value; }
  [[nodiscard]] Fraction ways(Index n, Index k) const {
    Fraction result;
    mpz_bin_uiui(mpq_numref(result.raw()), static_cast<unsigned long>(n),
                 static_cast<unsigned long>(k));
    return result;
  }
};

struct RoundedTo {
  Rounded::Side side;
  Rounded operator()(const Fraction& value) const { return {value, side}; }
  [[nodiscard]] Rounded ways(Index n, Index k) const { return binomial(n, k, side); }
};
constexpr RoundedTo rounded_up{Rounded::Side::up};
constexpr RoundedTo rounded_down{Rounded::Side::down};

Index bits_of(const Fraction& number) {
  return static_cast<Index>(std::max(mpz_sizeinbase(mpq_numref(number.raw()), 2),
                                     mpz_sizeinbase(mpq_denref(number.raw()), 2)));
}

/// Multiplies `product` by a power of `base`.
template <typename Value>
void multiply_power(Value& product, Value base, Index exponent) {
  base.raise(exponent);
  product.multiply(base);
}

/// M(m) of bets.
template <typename Numbers>
auto wealth_of(const Arm& arm, const Fraction& m, const Numbers& numbers) {
  auto wealth = numbers(0);
  for (const Bet& bet : arm.bets) {
    auto one = numbers(bet.weight);
    multiply_power(one, numbers(1 / (1 + bet.stake * (m - arm.centre))), arm.count);
    for (std::size_t i = 0; i < arm.strata.size(); ++i) {
      for (const auto& [value, times] : arm.strata[i]) {
        multiply_power(one, numbers(1 + bet.stake * (value - arm.centres[i])), times);
      }
    }
    wealth.add(one);
  }
  return wealth;
}

/// An upper bound on the length of the exact numbers of bets. In doubles, which do not overflow.
double exact_bits(const Arm& arm, const Fraction& m) {
  Index stakes = 1;
  for (const Bet& bet : arm.bets) stakes += bits_of(bet.stake) + bits_of(bet.weight);
  double bits = static_cast<double>(arm.count) *
                static_cast<double>(bits_of(m) + stakes + bits_of(arm.centre));
  for (std::size_t i = 0; i < arm.strata.size(); ++i) {
    for (const auto& [value, times] : arm.strata[i]) {
      bits += static_cast<double>(times) *
              static_cast<double>(stakes + bits_of(value) + bits_of(arm.centres[i]));
    }
  }
  return bits * static_cast<double>(arm.bets.size());
}

bool bets_show(const Arm& arm, const Fraction& m, const Fraction& level) {
  const Fraction wanted = 1 / level;
  if (exact_bits(arm, m) <= short_bits) return wealth_of(arm, m, Exactly{}) >= wanted;
  return wealth_of(arm, m, rounded_down).against(wanted) >= 0;
}

/// (t+1)! m^s (1-m)^(t-s) / (s! (t-s)!).
template <typename Numbers>
auto inverse_likelihood(Index plays, Index won, const Fraction& m, const Numbers& numbers) {
  auto result = numbers.ways(plays, won);
  result.multiply(numbers(plays + 1));
  multiply_power(result, numbers(m), won);
  multiply_power(result, numbers(1 - m), plays - won);
  return result;
}

/// Whether plays with this sum prove that their mean is at least m, which is below their average.
bool uniform_shows(Index plays, const Fraction& sum, const Fraction& m, const Fraction& level) {
  Integer whole;
  mpz_fdiv_q(whole, mpq_numref(sum.raw()), mpq_denref(sum.raw()));
  const Index won = mpz_get_si(whole);
  if (m * plays >= won) return false;
  if (static_cast<double>(plays) * static_cast<double>(bits_of(m) + 1) <= short_bits) {
    return inverse_likelihood(plays, won, m, Exactly{}) <= level;
  }
  return inverse_likelihood(plays, won, m, rounded_up).against(level) <= 0;
}

/// The number itself if it is short, otherwise a short one that is only a little larger.
Fraction shortened_up(Fraction number) {
  constexpr mp_bitcnt_t digits = 192;
  if (bits_of(number) <= static_cast<Index>(digits)) return number;
  mpq_mul_2exp(number.raw(), number.raw(), digits);
  mpz_cdiv_q(mpq_numref(number.raw()), mpq_numref(number.raw()), mpq_denref(number.raw()));
  mpz_set_ui(mpq_denref(number.raw()), 1);
  mpq_div_2exp(number.raw(), number.raw(), digits);
  return number;
}

/// P(Bin(plays, p) >= wins), rounded up. Requires wins >= 1, wins >= plays p + 1, 0 < p < 1.
Rounded upper_tail(Index plays, Index wins, const Fraction& p) {
  Rounded term = rounded_up.ways(plays, wins);
  multiply_power(term, rounded_up(p), wins);
  multiply_power(term, rounded_up(1 - p), plays - wins);
  Rounded total = rounded_up(0);
  total.add(term);
  for (Index t = wins; t < plays; ++t) {
    const Fraction ratio = p * (plays - t) / ((1 - p) * (t + 1));
    term.multiply(rounded_up(ratio));
    // Once a term is small, a geometric series bounds the rest.
    const bool last = term.size() + 160 < total.size();
    if (last) term.multiply(rounded_up(1 / (1 - ratio)));
    total.add(term);
    if (last) break;
  }
  return total;
}

/// Some l, only little above log(1 / level), with e^l >= 1 / level: partial sums of the series of
/// e^l, rounded down, are below e^l.
Fraction log_above(const Fraction& level) {
  const Fraction wanted = 1 / level;
  // Floating point may be a unit off; a number that is too low fails the test.
  long up = 0;
  long down = 0;
  const double top = mpz_get_d_2exp(&up, mpq_numref(wanted.raw()));
  const double bottom = mpz_get_d_2exp(&down, mpq_denref(wanted.raw()));
  const double log = std::log(top / bottom) + static_cast<double>(up - down) * std::log(2.0);
  for (auto count = static_cast<Index>(std::max(std::floor(1000 * log) - 1, 0.0));; ++count) {
    const Rounded exponent = rounded_down(Fraction(count) / 1000);
    Rounded term = rounded_down(1);
    Rounded sum = rounded_down(1);
    for (Index k = 1; k <= count / 250 + 40; ++k) {
      term.multiply(exponent);
      term.divide({k, Rounded::Side::up});
      sum.add(term);
    }
    if (sum.against(wanted) >= 0) return Fraction(count) / 1000;
  }
}

/// Whether the strata prove that their total payoff is at least m.
bool strata_show(const Arm& arm, const Fraction& m, const Fraction& level) {
  Fraction mean;
  Fraction penalty = log_above(level);
  for (const Planned& one : arm.plan) {
    const Fraction weight = one.part / one.planned;
    const Fraction u = weight * arm.lambda;
    const Fraction spread =
        one.squares - 2 * one.centre * one.sum + one.centre * one.centre * one.draws;
    penalty.add(u * u * spread / (Fraction(2) * (1 - u)));
    mean.add(weight * one.sum);
  }
  return m <= mean - penalty / arm.lambda;
}

string place_of(std::size_t line) { return "line " + std::to_string(line) + ": "; }

/// Adds up the work of recounting, and rejects what would take too long.
void spend(Index& spent, Index plays, const string& place) {
  spent += plays;
  if (plays > most_plays || spent > most_recounted) {
    throw Rejected(place + "too many draws to recount");
  }
}

/// Whether the plays of an arm prove a mean of at least m.
bool shows(const Arm& arm, const Fraction& m, const Fraction& level, Index& spent) {
  if (m.sign() <= 0) return true;  // by the range
  if (m >= 1) return false;
  if (arm.kind == Counted::bets) return bets_show(arm, m, level);
  if (arm.kind == Counted::uniform) {
    spend(spent, arm.count, place_of(arm.line));
    return uniform_shows(arm.count, arm.sum, m, level);
  }
  const Fraction rest = m - arm.itself / 2;
  if (rest.sign() <= 0) return true;  // by meeting itself
  if (arm.kind == Counted::bernstein) return strata_show(arm, rest, level);
  if (arm.itself == 1) return false;
  const Fraction p = shortened_up(rest / (1 - arm.itself));
  if (p >= 1 || arm.sum < p * arm.count + 1) return false;
  spend(spent, arm.count, place_of(arm.line));
  const Index wins = mpz_get_si(mpq_numref(arm.sum.raw()));
  return upper_tail(arm.count, wins, p).against(level) <= 0;
}

// --- one pairing in two arms
//
// If x plays i and y plays j, plays of (i, j) count in the column arm j and in the row arm i; in a
// symmetric game, where x plays both, in the arms j and i. In either they are the first plays of
// the pairing after the freeze, in their order, so that one of the two arms has all that the other
// has, mirrored. A play that was lost may count as 0 in both.

/// What an arm says of the plays of one strategy of the frozen one.
struct Pairing {
  const Arm& arm;
  std::size_t at = 0;  // of the strategy in the support
  Fraction part;       // its probability

  /// The strata that are planned leave out the strategy against itself.
  [[nodiscard]] const Planned& plan() const {
    return arm.plan[at - (arm.itself_at && *arm.itself_at < at ? 1 : 0)];
  }
  /// How many plays of a binomial arm are of this pairing.
  [[nodiscard]] Fraction planned() const { return part * arm.count / (1 - arm.itself); }
};

/// Whether some `few` draws can be among `many`, mirrored.
bool among(const Draws& few, const Draws& many) {
  Index spare = 0;  // draws of 0 and 1 among `many` that are left for the draws of 0
  std::map<Fraction, Index> left;
  for (const auto& [value, times] : many) {
    left[1 - value] = times;
    if (value.sign() == 0 || value == 1) spare += times;
  }
  for (const auto& [value, times] : few) {
    if (value.sign() == 0 || value == 1) spare -= times;
    if (value.sign() != 0 && left[value] < times) return false;
  }
  return spare >= 0;
}

Index count_of(const Draws& draws) {
  Index count = 0;
  for (const auto& [value, times] : draws) count += times;
  return count;
}

/// Whether the sums of the first plays can be those of `few`, mirrored, and the others' what is
/// left.
bool continues(const Planned& few, const Planned& many) {
  if (few.draws < many.draws && few.draws < few.planned) return false;
  const Index draws = many.draws - few.draws;
  const Fraction sum = many.sum - (few.draws - few.sum);
  const Fraction squares = many.squares - (few.draws - 2 * few.sum + few.squares);
  return sum <= draws && squares <= sum && squares.sign() >= 0 && squares * draws >= sum * sum;
}

/// Whether the same plays can have been counted in both arms.
bool agree(const Pairing& one, const Pairing& other) {
  if (one.arm.kind != other.arm.kind) return true;
  switch (one.arm.kind) {
    case Counted::bets: {
      const Draws& mine = one.arm.strata[one.at];
      const Draws& yours = other.arm.strata[other.at];
      return count_of(mine) <= count_of(yours) ? among(mine, yours) : among(yours, mine);
    }
    case Counted::bernstein: {
      const Planned& mine = one.plan();
      const Planned& yours = other.plan();
      return mine.draws <= yours.draws ? continues(mine, yours) : continues(yours, mine);
    }
    case Counted::binomial:
      return one.arm.sum + other.arm.sum <=
             one.arm.count + other.arm.count - std::min(one.planned(), other.planned());
    case Counted::uniform:
      return true;  // each arm may count plays of its own
  }
  return false;
}

/// Checks the arms of either half against what the other one plays; in a symmetric game the two are
/// one half.
void check_pairings(const Half& row, const Half& column, bool symmetric) {
  for (const auto& [half, other] : {std::pair(&row, &column), std::pair(&column, &row)}) {
    for (const Index played : other->strategy.support) {
      if (half->arms.empty()) break;
      const Arm& arm = half->arms[to_size(played)];
      if (arm.group > 0) throw Rejected(place_of(arm.line) + "a newcomer that was frozen");
    }
  }
  if (row.arms.empty() || column.arms.empty()) return;
  const Strategy& x = row.strategy;
  const Strategy& y = column.strategy;
  for (std::size_t j = 0; j < y.support.size(); ++j) {
    const Arm& of_row = row.arms[to_size(y.support[j])];
    for (std::size_t i = symmetric ? j + 1 : 0; i < x.support.size(); ++i) {
      const Arm& of_column = column.arms[to_size(x.support[i])];
      if (agree({of_row, i, x.probabilities[i]}, {of_column, j, y.probabilities[j]})) continue;
      throw Rejected(place_of(of_column.line) + "its plays contradict those of line " +
                     std::to_string(of_row.line));
    }
  }
}

/// Checks every interval by itself, at its share of the level.
void check_box(const Confidence& claim, const Fraction& level) {
  const Fraction sides = claim.symmetric ? Fraction(claim.rows) * (claim.rows - 1)
                                         : Fraction(2) * claim.rows * claim.columns;
  Index spent = 0;
  for (const Interval& one : claim.intervals) {
    const auto check = [&](const Fraction& sum, const Fraction& end) {
      if (end.sign() == 0) return;  // by the range
      spend(spent, one.plays, "");
      if (uniform_shows(one.plays, sum, end, level / sides)) return;
      throw Rejected("pairing " + std::to_string(one.row) + " " + std::to_string(one.column) +
                     ": its plays do not bear its interval");
    };
    check(one.least, one.low);
    check(one.plays - one.most, 1 - one.high);
  }
}

/// The lower ends of the intervals of each strategy of one player, as that player sees them.
class LowerEnds {
 public:
  LowerEnds(const Confidence& claim, bool is_row)
      : symmetric_(claim.symmetric),
        others_(to_size(is_row ? claim.columns : claim.rows)),
        own_(claim.box ? to_size(is_row ? claim.rows : claim.columns) : 0) {
    const auto add = [this](Index own, Index other, const Fraction& low) {
      own_[to_size(own)].emplace_back(to_size(other), low);
    };
    for (const Interval& one : claim.intervals) {
      if (is_row) add(one.row, one.column, one.low);
      if (!is_row || symmetric_) add(one.column, one.row, 1 - one.high);
    }
  }

  /// Lower bounds on a strategy's payoff against each opponent.
  std::vector<Fraction> earned(const Strategy& strategy) {
    std::vector<Fraction> sums(others_);
    work_ += others_;
    for (std::size_t t = 0; t < strategy.support.size(); ++t) {
      const auto index = to_size(strategy.support[t]);
      const Fraction& weight = strategy.probabilities[t];
      work_ += own_[index].size();
      if (work_ > most_sums) throw Rejected("too many caps to recount");
      for (const auto& [other, low] : own_[index]) sums[other].add(weight * low);
      if (symmetric_) sums[index].add(weight / 2);
    }
    return sums;
  }

 private:
  bool symmetric_;
  std::size_t others_;
  std::vector<std::vector<std::pair<std::size_t, Fraction>>> own_;
  std::size_t work_ = 0;
};

/// Checks one player's guarantee, `least`, at a level, and the caps: an optimal strategy of the
/// opponent concedes at most `most`.
void check_half(const Confidence& claim, bool is_row, const Fraction& least, const Fraction& most,
                const Fraction& level) {
  const Half& half = is_row ? claim.row : claim.column;
  LowerEnds box(claim, is_row);
  const auto least_of = [](const std::vector<Fraction>& all) {
    return *std::ranges::min_element(all);
  };
  if (least >= 1) throw Rejected("a bound at the end of the range");
  if (half.arms.empty() && least > least_of(box.earned(half.strategy))) {
    throw Rejected(is_row ? "low is more than the row strategy guarantees"
                          : "high is less than the column strategy concedes");
  }
  Index spent = 0;
  for (const Arm& arm : half.arms) {
    Fraction part = claim.newcomers ? level / 2 : level;
    if (arm.group > 0) part = part / (Fraction(arm.group) * (arm.group + 1));
    if (shows(arm, least, part, spent)) continue;
    throw Rejected(place_of(arm.line) + "the draws do not show the bound");
  }
  spent = 0;
  for (const Cap& cap : half.caps) {
    const auto place = to_size(cap.strategy);
    Fraction earned = cap.earned;
    Fraction rest = least;
    if (claim.box) {
      const std::vector<Fraction> all = box.earned(cap.mixture);
      earned = all[place];
      rest = least_of(all);
    }
    // If the mixture earned more than the value against all, every cap would hold vacuously.
    const bool follows = cap.most.sign() >= 0 && (earned > rest || rest > most) &&
                         most - rest <= cap.most * (earned - rest);
    if (!follows)
      throw Rejected(place_of(cap.line) + "the cap does not follow from what is earned");
    if (claim.box || shows(half.arms[place], earned, half.arms[place].joint, spent)) continue;
    throw Rejected(place_of(cap.line) + "the draws do not show what is earned");
  }
}

/// Checks that the error probabilities of joint statements sum to at most their part, of which half
/// is for newcomers if it is kept for them.
void check_joint(const Confidence& claim, const Fraction& level) {
  Fraction sums[2];  // of arms of the freeze, and of newcomers
  for (const Half* half : {&claim.row, &claim.column}) {
    for (const Arm& arm : half->arms) sums[arm.group == 0 ? 0 : 1].add(arm.joint);
  }
  const Fraction part = claim.newcomers ? level / 2 : level;
  if (sums[0] <= part && sums[1] <= part) return;
  throw Rejected("the arms take more than there is of the error budget");
}

void check_confidence(const Confidence& claim) {
  if (claim.delta.sign() <= 0 || claim.delta >= 1) throw Rejected("delta is not in (0, 1)");
  check_nearness(claim);
  if (claim.low > claim.high) throw Rejected("low is above high");
  const Fraction attempts =
      claim.attempt > 0 ? Fraction(claim.attempt) * (claim.attempt + 1) : Fraction(claim.together);
  const Fraction all = claim.delta / attempts;
  const Fraction joint = all / (claim.box ? 20 : 5);
  const Fraction level = (all - joint) / (claim.symmetric ? 1 : 2);
  check_joint(claim, joint);
  check_box(claim, joint);
  const Fraction width = claim.range_high - claim.range_low;
  const Fraction low = (claim.low - claim.range_low) / width;
  const Fraction high = (claim.high - claim.range_low) / width;
  check_half(claim, true, low, claim.symmetric ? Fraction(1) / 2 : high, level);
  if (!claim.symmetric) check_half(claim, false, 1 - high, 1 - low, level);
  check_pairings(claim.row, claim.symmetric ? claim.row : claim.column, claim.symmetric);
}

/// With the payoffs known, checks whether the claim is true.
void compare(const Confidence& claim, const Game& game) {
  compare_rules(claim, game, true);
  for (const bool is_row : {true, false}) {
    if (!is_row && claim.symmetric) continue;
    const Strategy& strategy = (is_row ? claim.row : claim.column).strategy;
    for (Index arm = 0; arm < (is_row ? claim.columns : claim.rows); ++arm) {
      Fraction sum;
      for (std::size_t t = 0; t < strategy.support.size(); ++t) {
        const Index own = strategy.support[t];
        const string_view payoff = is_row ? game.at(own, arm) : game.at(arm, own);
        sum.add(strategy.probabilities[t] * fraction_of(payoff));
      }
      if (is_row ? sum >= claim.low : sum <= claim.high) continue;
      throw Rejected((is_row ? "the row strategy does not guarantee low against column "
                             : "the column strategy concedes more than high to row ") +
                     std::to_string(arm));
    }
  }
}

/// A non-negative number as a decimal, if it has a short one.
string decimal(Fraction number) {
  constexpr std::size_t most_places = 40;
  for (std::size_t place = 0; place <= most_places; ++place, number = number * 10) {
    if (!number.is_integer()) continue;
    string digits = text_of(number);
    digits.insert(0, place >= digits.size() ? place + 1 - digits.size() : 0, '0');
    return place == 0 ? digits : digits.insert(digits.size() - place, ".");
  }
  return "1 - delta";
}

// ------------------------------------------------------------------------------- games on flows
//
// `allnash-flows 1`: each player's pure strategies are the ways through a graph. A strategy starts
// at node 0, takes an arc at each node that it reaches, and goes on at every head of it. It pays
// the sum, over an arc of each player, of the payoffs of their features. A flow gives the
// probability of each arc. It is verified of the two flows x and y that
//
//   each is positive on the arcs listed, one unit starts at node 0, and what arrives at a node
//   leaves it; the best responses to y earn v, those to x hold the row player down to v; the arcs
//   that best responses to y use are those of x, and the other way round; the sizes of the
//   supports.
//
// Why that is a proof: v is the value, as above. A strategy whose arcs are all best where they are
// taken is a best response, so those inside x's arcs are just the best responses to y, and optimal
// strategies play only these. Each of them, p, is played by some optimal strategy: x is a small
// multiple of p plus a flow for the rest, a mixture with p that earns what x earns.
//
// Without the sizes of the supports only the value and the equilibrium of the two flows are
// claimed. For these it is enough that best responses earn v, whatever arcs they use.

struct FlowArc {
  Index tail = 0;
  std::optional<Index> feature;
  std::vector<Index> heads;
  bool operator==(const FlowArc&) const = default;
};

/// One player's part of the claim.
struct FlowSide {
  Index nodes = 0;
  std::vector<FlowArc> arcs;
  std::vector<std::vector<Index>> leaving;  // arcs by node
  std::vector<Index> order;                 // nodes, tails before heads
  std::vector<Index> features;              // features of the arcs, rising
  std::vector<std::size_t> place;           // index of each arc's feature among them, if it has one
  Integer strategies;                       // claimed number
  std::optional<Integer> support;           // claimed size, unless only one equilibrium is claimed
  Integer unit;
  std::vector<Index> played;  // arcs, rising
  std::vector<Integer> flow;  // of each played arc
  // By feature: its amount in the flow, and its payoff against the other's flow.
  std::vector<Integer> amounts;
  std::vector<Integer> gain;
};

/// A payoff of two features. There may be millions, with few different numbers.
struct ClaimedPayoff {
  Index row = 0;  // feature
  Index column = 0;
  std::size_t place = 0;  // index in `paid`
};

struct FlowClaim {
  Fraction value;
  Fraction constant;
  FlowSide row;
  FlowSide column;
  std::vector<ClaimedPayoff> payoffs;
  std::vector<Fraction> paid;  // the different numbers

  [[nodiscard]] const Fraction& payoff(const ClaimedPayoff& of) const { return paid[of.place]; }
};

/// Reads an integer of 1 or more.
void read_positive(Line& line, Integer& out) {
  const string_view text = line.field();
  if (!canonical_digits(text) || text == "0") {
    line.reject("'" + shown(text) + "' is not a whole number of 1 or more");
  }
  set_digits(out, text);
}

void read_graph(Lines& lines, const string& player, FlowSide& side) {
  side.nodes = count_line(lines, player + "-nodes", 1, largest_shape);
  Index heads = 0;
  for (Index left = count_line(lines, player + "-arcs", 0, largest_shape); left > 0; --left) {
    Line line = lines.next();
    FlowArc arc;
    arc.tail = line.count(0, side.nodes - 1);
    Line ahead = line;
    if (ahead.field() == "-") {
      line = ahead;
    } else {
      arc.feature = line.count(0, largest_shape);
      side.features.push_back(*arc.feature);
    }
    while (!line.rest.empty()) arc.heads.push_back(line.count(0, side.nodes - 1));
    heads += std::ssize(arc.heads);
    side.arcs.push_back(std::move(arc));
  }
  // Every node but the first is a head, which bounds the memory for a claimed number.
  if (side.nodes > heads + 1)
    throw Rejected("a node of the " + player + " player that no arc enters");
  std::ranges::sort(side.features);
  side.features.erase(std::unique(side.features.begin(), side.features.end()), side.features.end());
  side.amounts.resize(side.features.size());
  side.gain.resize(side.features.size());
  for (const FlowArc& arc : side.arcs) {
    const auto found = std::ranges::lower_bound(side.features, arc.feature.value_or(0));
    side.place.push_back(to_size(found - side.features.begin()));
  }
}

void read_flow(Lines& lines, const string& player, bool all, FlowSide& side) {
  const auto read_size = [&](const char* what, Integer& size) {
    Line line = line_of(lines, player + what);
    read_positive(line, size);
    line.end();
  };
  read_size("-strategies", side.strategies);
  if (all) read_size("-support", side.support.emplace());
  Line head = line_of(lines, player + "-flow");
  read_positive(head, side.unit);
  const auto arcs = std::ssize(side.arcs);
  Index left = head.count(0, arcs);
  head.end();
  Integer common;
  mpz_set(common, side.unit);
  for (; left > 0; --left) {
    Line line = lines.next();
    const Index arc = line.count(0, arcs - 1);
    if (!side.played.empty() && arc <= side.played.back()) line.reject("arcs do not rise");
    Integer amount;
    read_positive(line, amount);
    line.end();
    mpz_gcd(common, common, amount);
    if (side.arcs[to_size(arc)].feature) {
      Integer& sum = side.amounts[side.place[to_size(arc)]];
      mpz_add(sum, sum, amount);
    }
    side.played.push_back(arc);
    side.flow.push_back(std::move(amount));
  }
  if (!common.is_one()) head.reject("the flow has a common factor");
}

FlowClaim read_flow_claim(string_view text) {
  Lines lines(text);
  read_magic(lines, "allnash-flows", " 1");
  FlowClaim claim;
  claim.value = number_line(lines, "value");
  claim.constant = number_line(lines, "constant");
  read_graph(lines, "row", claim.row);
  read_graph(lines, "column", claim.column);
  std::unordered_map<string_view, std::size_t> places;  // indices of payoffs, by their text
  string_view last;
  for (Index left = count_line(lines, "payoffs", 0, largest_shape); left > 0; --left) {
    Line line = lines.next();
    ClaimedPayoff payoff;
    payoff.row = line.count(0, largest_shape);
    payoff.column = line.count(0, largest_shape);
    Line number = line;
    const string_view digits = line.field();
    line.end();
    if (!claim.payoffs.empty() && digits == last) {
      payoff.place = claim.payoffs.back().place;
    } else {
      payoff.place = places.try_emplace(digits, claim.paid.size()).first->second;
      if (payoff.place == claim.paid.size()) claim.paid.push_back(fraction_field(number));
      if (claim.payoff(payoff).sign() == 0) line.reject("a payoff of 0");
      last = digits;
    }
    if (!claim.payoffs.empty() &&
        std::pair(payoff.row, payoff.column) <=
            std::pair(claim.payoffs.back().row, claim.payoffs.back().column)) {
      line.reject("features do not rise");
    }
    claim.payoffs.push_back(payoff);
  }
  // Requires both supports, or neither.
  const bool all = text.find("\nrow-support ") != string_view::npos;
  read_flow(lines, "row", all, claim.row);
  read_flow(lines, "column", all, claim.column);
  read_end(lines);
  return claim;
}

// --- Gambit's game trees
//
// A tree of two players with perfect recall, whose payoffs have a constant sum, is a game on flows:
// a node of a player is an information set, in the order in which the file first has them, after
// node 0, which precedes all; an arc is an action, set by set, after arc 0, at node 0, which is the
// empty sequence, and its feature is its own number. Its heads are the sets that the player may
// come to next. The first player's payoff at a node of the tree, times the probability of the
// chance moves before it, belongs to the two arcs that the players took last.

class GameTree {
 public:
  explicit GameTree(Source in) : in_(std::move(in)) {
    for (FlowSide* const side : {&row, &column}) {
      side->nodes = 1;
      side->arcs.push_back({0, 0, {}});
    }
    read_gambit_head(in_, "EFG", "2");
    skip_text();
    do {
      read_node();
    } while (leads_on());
    if (!nfg_token(in_).empty()) in_.fail("text after the last node");
    constant = payoffs[{0, 0}];
    payoffs.erase({0, 0});
    std::erase_if(payoffs, [](const auto& one) { return one.second.sign() == 0; });
  }

  FlowSide row;
  FlowSide column;
  std::map<std::pair<Index, Index>, Fraction> payoffs;  // by arcs
  Fraction constant;

 private:
  /// The path to a node.
  struct Way {
    std::array<Index, 2> last = {0, 0};  // each player's last arc
    bool impossible = false;             // a chance move of probability 0 is on it
  };
  struct Set {
    int mover = 0;  // 2 is chance
    std::vector<string> actions;
    std::vector<Fraction> chances;
    std::optional<Index> node;
    Index after = 0;
    Index first_arc = 0;
  };
  /// A node whose actions are being visited.
  struct Branching {
    const Set* set;
    std::size_t taken;
    Way way;
    const NfgPayoffs* outcome;  // at the node itself
    Fraction sum;               // at a chance move: expected payoff until players move next

    [[nodiscard]] bool is_chance() const { return set->mover == 2; }
    [[nodiscard]] const Fraction& chance() const { return set->chances[taken - 1]; }
  };

  /// Whether the next token begins with this character; the place, and the line, stay.
  [[nodiscard]] bool comes(char first) const {
    const string_view rest = in_.rest();
    const std::size_t at = rest.find_first_not_of(" \t\r\n,");
    return at != string_view::npos && rest[at] == first;
  }
  void skip_text() {
    if (comes('"')) nfg_token(in_);
  }
  Index index(Index low, Index high = std::numeric_limits<Index>::max()) {
    return in_.integer(nfg_token(in_), low, high);
  }
  /// The text in quotes; a backslash stands before a quote or a backslash that is part of it.
  static string unquoted(string_view token) {
    string text;
    for (std::size_t t = 1; t + 1 < token.size(); ++t) {
      const bool escapes = token[t] == '\\' && (token[t + 1] == '"' || token[t + 1] == '\\');
      if (escapes && t + 2 < token.size()) ++t;
      text += token[t];
    }
    return text;
  }

  void read_node() {
    const string_view kind = nfg_token(in_);
    if (kind != "c" && kind != "p" && kind != "t") in_.fail("a node that is none of c, p and t");
    skip_text();
    Set* set = nullptr;
    if (kind == "c") set = &read_set(2);
    if (kind == "p") set = &read_set(static_cast<int>(index(1, 2)) - 1);
    const NfgPayoffs& here = read_outcome();
    paid_.add(here[0] + here[1]);
    if (set == nullptr) {
      check_sum();
      pay(way_, here[0]);
      paid_ = paid_ - here[0] - here[1];
      return;
    }
    const bool is_chance = set->mover == 2;
    if (!is_chance) {
      meet(*set);
      pay(way_, here[0]);
    }
    branchings_.push_back({set, 0, way_, &here, is_chance ? here[0] : Fraction()});
  }

  void check_sum() {
    if (way_.impossible) return;
    if (!sum_) sum_ = paid_;
    if (*sum_ != paid_) in_.fail("payoffs that do not add up to one number");
  }

  /// Adds a payoff at a node below the last branching: after a chance move to that one's sum, for
  /// the same two arcs. Numbers stay short where many chance moves follow each other.
  void pay(const Way& way, const Fraction& payoff) {
    if (payoff.sign() == 0) return;
    if (!branchings_.empty() && branchings_.back().is_chance()) {
      branchings_.back().sum.add(branchings_.back().chance() * payoff);
    } else if (!way.impossible) {
      payoffs[{way.last[0], way.last[1]}].add(probability() * payoff);
    }
  }

  /// The probability of the chance moves that were taken, all of which are above 0.
  const Fraction& probability() {
    for (; settled_ < branchings_.size(); ++settled_) {
      const Branching& at = branchings_[settled_];
      if (at.is_chance()) probability_.multiply(at.chance());
    }
    return probability_;
  }

  Set& read_set(int mover) {
    const Index number = index(0);
    const auto [known, is_new] = sets_.try_emplace({mover, number});
    skip_text();
    if (!comes('{')) {
      if (is_new) in_.fail("an information set without its actions");
      return known->second;
    }
    nfg_token(in_);
    Set set;
    set.mover = mover;
    Fraction sum;
    while (!comes('}')) {
      if (mover != 2 && !comes('"')) in_.fail("an action without its label");
      set.actions.push_back(comes('"') ? unquoted(nfg_token(in_)) : string());
      if (mover != 2) continue;
      set.chances.push_back(fraction_of(in_.payoff(nfg_token(in_))));
      if (set.chances.back().sign() < 0) in_.fail("a probability below 0");
      sum.add(set.chances.back());
    }
    nfg_token(in_);
    if (set.actions.empty()) in_.fail("an information set without actions");
    if (mover == 2 && sum != Fraction(1)) in_.fail("probabilities that do not add up to 1");
    if (is_new) {
      known->second = std::move(set);
    } else if (known->second.actions != set.actions || known->second.chances != set.chances) {
      in_.fail("an information set that had other actions before");
    }
    return known->second;
  }

  const NfgPayoffs& read_outcome() {
    const Index number = index(0);
    skip_text();
    const bool described = comes('{');
    const auto [known, is_new] = outcomes_.try_emplace(number);
    if (described) {
      nfg_token(in_);
      NfgPayoffs here = nfg_payoffs(in_);
      nfg_expect(in_, "}", nfg_token(in_));
      if (number == 0) in_.fail("outcome 0 with payoffs");
      if (!is_new && known->second != here) in_.fail("an outcome that paid otherwise");
      known->second = std::move(here);
    } else if (is_new && number != 0) {
      in_.fail("an outcome without its payoffs");
    }
    return known->second;
  }

  /// Visits a set: for the first time, or by the same own moves as before.
  void meet(Set& set) {
    FlowSide& side = set.mover == 0 ? row : column;
    const Index after = way_.last[to_size(set.mover)];
    if (set.node) {
      if (set.after != after) in_.fail("an information set at which moves are forgotten");
      return;
    }
    set.node = side.nodes++;
    set.after = after;
    set.first_arc = std::ssize(side.arcs);
    side.arcs[to_size(after)].heads.push_back(*set.node);
    for (std::size_t a = 0; a < set.actions.size(); ++a) {
      side.arcs.push_back({*set.node, set.first_arc + static_cast<Index>(a), {}});
    }
  }

  /// Whether another node follows; sets the path to it.
  bool leads_on() {
    while (!branchings_.empty()) {
      Branching& top = branchings_.back();
      if (settled_ == branchings_.size()) {
        if (top.is_chance()) probability_ = probability_ / top.chance();
        --settled_;
      }
      if (top.taken < top.set->actions.size()) {
        take_next(top);
        return true;
      }
      paid_ = paid_ - (*top.outcome)[0] - (*top.outcome)[1];
      const Branching done = std::move(top);
      branchings_.pop_back();
      pay(done.way, done.sum);
    }
    return false;
  }

  void take_next(Branching& top) {
    way_ = top.way;
    ++top.taken;
    if (top.is_chance()) {
      way_.impossible = way_.impossible || top.chance().sign() == 0;
    } else {
      way_.last[to_size(top.set->mover)] = top.set->first_arc + static_cast<Index>(top.taken) - 1;
    }
  }

  Source in_;
  std::map<std::pair<int, Index>, Set> sets_;
  std::map<Index, NfgPayoffs> outcomes_;
  std::vector<Branching> branchings_;
  Way way_;                   // to the next node
  Fraction paid_;             // on the way, to both players
  Fraction probability_ = 1;  // of the moves of the first `settled_` branchings
  std::size_t settled_ = 0;
  std::optional<Fraction> sum_;
};

/// The nonzero payoffs of GAME, by features.
using FlowPayoffs = std::map<std::pair<Index, Index>, Fraction>;

void compare_payoffs(const FlowClaim& claim, const FlowPayoffs& own, const Fraction& constant) {
  const auto agrees = [&](const ClaimedPayoff& one, const auto& mine) {
    return std::pair(one.row, one.column) == mine.first && claim.payoff(one) == mine.second;
  };
  if (claim.constant == constant && std::ranges::equal(claim.payoffs, own, agrees)) return;
  throw Rejected("the payoffs are not those of GAME");
}

void compare(const FlowClaim& claim, const GameTree& tree) {
  for (const bool row : {true, false}) {
    const FlowSide& claimed = row ? claim.row : claim.column;
    const FlowSide& own = row ? tree.row : tree.column;
    if (claimed.nodes == own.nodes && claimed.arcs == own.arcs) continue;
    throw Rejected(string("the information sets of the ") + (row ? "row" : "column") +
                   " player are not those of GAME");
  }
  compare_payoffs(claim, tree.payoffs, tree.constant);
}

// --- files of path games
//
// Arcs between named nodes, and payoffs of their features. The certificate has the same arcs in the
// same order, with numbers for the names, in one-to-one correspondence.

class PathGame {
 public:
  explicit PathGame(Source in) : in_(std::move(in)) {
    if (next_words() != std::vector<string>{"allnash-paths", "1"}) {
      in_.fail("the first line is not 'allnash-paths 1'");
    }
    read_arcs(row, "row-arcs");
    read_arcs(column, "column-arcs");
    for (Index left = count_after("payoffs"); left > 0; --left) {
      const std::vector<string> words = three_words();
      if (!row.features.contains(words[0]) || !column.features.contains(words[1])) {
        in_.fail("a payoff of a feature that no arc has");
      }
      const auto [known, fresh] = payoffs.try_emplace({words[0], words[1]});
      if (!fresh) in_.fail("a payoff that stands twice");
      known->second = fraction_of(in_.payoff(words[2]));
    }
    if (next_words() != std::vector<string>{"end"}) in_.fail("'end' is expected here");
    if (!next_words().empty()) in_.fail("something follows 'end'");
  }

  struct Side {
    std::vector<std::vector<string>> arcs;  // tail, head, feature
    std::set<string> features;
  };
  Side row;
  Side column;
  std::map<std::pair<string, string>, Fraction> payoffs;

 private:
  /// The words of the next line that has any; empty at the end.
  std::vector<string> next_words() {
    std::vector<string> words;
    for (in_.skip(" \t\r\n"); !in_.done() && in_.peek() != '\n'; in_.skip(" \t\r")) {
      words.emplace_back(in_.take_until(" \t\r\n"));
    }
    return words;
  }
  Index count_after(const string& word) {
    const std::vector<string> words = next_words();
    if (words.size() != 2 || words[0] != word) {
      in_.fail("'" + word + "' and a number are expected here");
    }
    return in_.integer(words[1], 0, largest_shape);
  }
  std::vector<string> three_words() {
    std::vector<string> words = next_words();
    if (words.size() != 3) in_.fail("a line of three words is expected here");
    return words;
  }
  /// Paths lead from the one node that no arc enters to the one that none leaves.
  void read_arcs(Side& side, const string& word) {
    std::set<string> tails;
    std::set<string> heads;
    for (Index left = count_after(word); left > 0; --left) {
      side.arcs.push_back(three_words());
      tails.insert(side.arcs.back()[0]);
      heads.insert(side.arcs.back()[1]);
      if (side.arcs.back()[2] != "-") side.features.insert(side.arcs.back()[2]);
    }
    const auto only = [](const std::set<string>& these, const std::set<string>& those) {
      return std::ranges::count_if(these,
                                   [&](const string& one) { return !those.contains(one); }) == 1;
    };
    if (!only(tails, heads)) in_.fail(word + ": the paths do not begin at one node");
    if (!only(heads, tails)) in_.fail(word + ": the paths do not end at one node");
  }

  Source in_;
};

/// A one-to-one correspondence of words and numbers.
class Renaming {
 public:
  /// Whether this word may have this number: neither is paired with another.
  bool pairs(const string& word, Index number) {
    const auto [known, fresh] = numbers_.try_emplace(word, number);
    return fresh ? taken_.insert(number).second : known->second == number;
  }
  /// Requires a word that was seen.
  [[nodiscard]] Index number(const string& word) const { return numbers_.at(word); }

 private:
  std::map<string, Index> numbers_;
  std::set<Index> taken_;
};

/// Returns the correspondence of the features.
Renaming compare_arcs(const FlowSide& claimed, const PathGame::Side& file, const string& player) {
  Renaming nodes;
  Renaming features;
  bool same = claimed.arcs.size() == file.arcs.size();
  for (std::size_t a = 0; same && a < file.arcs.size(); ++a) {
    const FlowArc& arc = claimed.arcs[a];
    const std::vector<string>& words = file.arcs[a];
    same = arc.heads.size() == 1 && nodes.pairs(words[0], arc.tail) &&
           nodes.pairs(words[1], arc.heads[0]) && arc.feature.has_value() == (words[2] != "-") &&
           (!arc.feature || features.pairs(words[2], *arc.feature));
  }
  if (!same) throw Rejected("the arcs of the " + player + " player are not those of GAME");
  return features;
}

void compare(const FlowClaim& claim, const PathGame& game) {
  const Renaming rows = compare_arcs(claim.row, game.row, "row");
  const Renaming columns = compare_arcs(claim.column, game.column, "column");
  FlowPayoffs own;
  for (const auto& [words, payoff] : game.payoffs) {
    if (payoff.sign() == 0) continue;
    own.emplace(std::pair(rows.number(words.first), columns.number(words.second)), payoff);
  }
  compare_payoffs(claim, own, 0);
}

/// Puts tails before heads. Rejects cycles and nodes that no strategy reaches.
void order_nodes(FlowSide& side, const string& player) {
  const auto nodes = to_size(side.nodes);
  side.leaving.resize(nodes);
  std::vector<Index> waits(nodes, 0);
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    side.leaving[to_size(side.arcs[a].tail)].push_back(static_cast<Index>(a));
    for (const Index head : side.arcs[a].heads) ++waits[to_size(head)];
  }
  // A node is listed after all arcs into it; the first arcs leave node 0.
  if (waits[0] > 0) throw Rejected("an arc of the " + player + " player leads to node 0");
  side.order.push_back(0);
  for (std::size_t t = 0; t < side.order.size(); ++t) {
    for (const Index a : side.leaving[to_size(side.order[t])]) {
      for (const Index head : side.arcs[to_size(a)].heads) {
        if (--waits[to_size(head)] == 0) side.order.push_back(head);
      }
    }
  }
  if (side.order.size() < nodes) {
    throw Rejected("the graph of the " + player + " player has a cycle or a node out of reach");
  }
}

/// Nodes with arcs that are entered from two nodes, or twice by one arc.
std::vector<char> meeting_nodes(const FlowSide& side) {
  std::vector<char> meets(to_size(side.nodes), 0);
  std::vector<std::optional<std::size_t>> by(to_size(side.nodes));  // the last arc so far
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    for (const Index head : side.arcs[a].heads) {
      std::optional<std::size_t>& last = by[to_size(head)];
      const bool other = last && (*last == a || side.arcs[*last].tail != side.arcs[a].tail);
      if (other && !side.leaving[to_size(head)].empty()) meets[to_size(head)] = 1;
      last = a;
    }
  }
  return meets;
}

/// Checks that no strategy reaches a node with arcs twice: ways through two heads of one arc never
/// meet again. Where they first meet, a node is entered from two nodes, or twice by one arc. Of
/// such nodes many are looked at together: each has a bit, and going through the nodes from the
/// last to the first, those with a way to it get the bit. Two heads of an arc must not share one.
void check_reached_once(const FlowSide& side, const string& player) {
  if (std::ranges::all_of(side.arcs, [](const FlowArc& a) { return a.heads.size() < 2; })) return;
  using Meetings = std::bitset<512>;
  const std::vector<char> meets = meeting_nodes(side);
  std::vector<Meetings> ahead(to_size(side.nodes));
  for (std::size_t end = side.order.size(); end > 0;) {
    std::ranges::fill(ahead, Meetings());
    std::size_t bits = 0;
    std::size_t next = end;  // the first place in the order whose node was considered for a bit
    for (std::size_t t = end; t-- > 0;) {
      const auto node = to_size(side.order[t]);
      for (const Index a : side.leaving[node]) {
        Meetings sum;
        for (const Index head : side.arcs[to_size(a)].heads) {
          if ((sum & ahead[to_size(head)]).any()) {
            throw Rejected("a strategy of the " + player + " player reaches a node twice");
          }
          sum |= ahead[to_size(head)];
        }
        ahead[node] |= sum;
      }
      if (bits == ahead[node].size()) continue;
      next = t;
      if (meets[node] != 0) ahead[node].set(bits++);
    }
    end = next;
  }
}

/// Checks that the number of strategies inside these arcs is as claimed. Requires that every node
/// that they enter has one of them or no arcs at all, so that no number on the way exceeds the sum.
void check_count(const FlowSide& side, const std::vector<char>& inside, const Integer& claimed,
                 const string& what) {
  const auto nodes = to_size(side.nodes);
  std::vector<Index> uses(nodes, 0);  // arcs that will still ask for a node's number
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    if (inside[a] == 0) continue;
    for (const Index head : side.arcs[a].heads) ++uses[to_size(head)];
  }
  std::vector<Integer> count(nodes);
  const auto wrong = [&] { throw Rejected(what + " are not as many as claimed"); };
  Integer ways;
  std::size_t limbs = 0;
  for (std::size_t t = side.order.size(); t-- > 0;) {
    const auto node = to_size(side.order[t]);
    if (uses[node] == 0 && node != 0) continue;
    if (side.leaving[node].empty()) mpz_set_ui(count[node], 1);
    for (const Index a : side.leaving[node]) {
      if (inside[to_size(a)] == 0) continue;
      mpz_set_ui(ways, 1);
      for (const Index head : side.arcs[to_size(a)].heads) {
        Integer& there = count[to_size(head)];
        mpz_mul(ways, ways, there);
        if (--uses[to_size(head)] > 0) continue;
        limbs -= mpz_size(there);
        there = Integer();  // the last arc that asks: numbers may be as long as the file
      }
      mpz_add(count[node], count[node], ways);
      if (mpz_cmp(count[node], claimed) > 0) wrong();
    }
    limbs += mpz_size(count[node]);
    if (limbs > most_limbs / 4) throw Rejected(what + " are too many to count");
  }
  if (mpz_cmp(count[0], claimed) != 0) wrong();
}

void check_conserved(const FlowSide& side, const string& player) {
  std::vector<Integer> left(to_size(side.nodes));
  mpz_set(left[0], side.unit);
  for (std::size_t t = 0; t < side.played.size(); ++t) {
    const FlowArc& arc = side.arcs[to_size(side.played[t])];
    Integer& tail = left[to_size(arc.tail)];
    mpz_sub(tail, tail, side.flow[t]);
    for (const Index head : arc.heads) {
      Integer& there = left[to_size(head)];
      mpz_add(there, there, side.flow[t]);
    }
  }
  for (std::size_t n = 0; n < left.size(); ++n) {
    if (!side.leaving[n].empty() && left[n].sign() != 0) {
      throw Rejected("the flow of the " + player + " player does not add up at node " +
                     std::to_string(n));
    }
  }
}

/// Computes the payoff of a player's best responses, by the gains of its features. Their arcs must
/// be those that the flow plays, if a support is claimed.
void find_response(const FlowSide& side, const string& player, Fraction& best) {
  std::vector<Integer> worth(to_size(side.nodes));
  std::vector<Integer> earns(side.arcs.size());
  for (std::size_t t = side.order.size(); t-- > 0;) {
    const auto node = to_size(side.order[t]);
    bool first = true;
    for (const Index number : side.leaving[node]) {
      const auto a = to_size(number);
      const FlowArc& arc = side.arcs[a];
      if (arc.feature) mpz_set(earns[a], side.gain[side.place[a]]);
      for (const Index head : arc.heads) {
        mpz_add(earns[a], earns[a], worth[to_size(head)]);
      }
      if (first || mpz_cmp(earns[a], worth[node]) > 0) mpz_set(worth[node], earns[a]);
      first = false;
    }
  }
  mpz_set(mpq_numref(best.raw()), worth[0]);
  if (!side.support) return;
  std::vector<char> reached(to_size(side.nodes), 0);
  reached[0] = 1;
  std::vector<Index> tight;
  for (const Index node : side.order) {
    const auto here = to_size(node);
    if (reached[here] == 0) continue;
    for (const Index number : side.leaving[here]) {
      const auto a = to_size(number);
      if (mpz_cmp(earns[a], worth[here]) != 0) continue;
      tight.push_back(number);
      for (const Index head : side.arcs[a].heads) reached[to_size(head)] = 1;
    }
  }
  std::ranges::sort(tight);
  if (tight != side.played) {
    throw Rejected("the arcs of the " + player +
                   " player's best responses are not those that the flow plays");
  }
}

/// Finds the index of a feature among those of the arcs, if any has it. Consecutive calls usually
/// ask for neighbours.
class Places {
 public:
  explicit Places(const std::vector<Index>& features) : features_(features) {}

  std::optional<std::size_t> of(Index feature) {
    for (const std::size_t near : {last_, last_ + 1}) {
      if (near >= features_.size() || features_[near] != feature) continue;
      last_ = near;
      return near;
    }
    const auto place = std::ranges::lower_bound(features_, feature);
    if (place == features_.end() || *place != feature) return {};
    last_ = to_size(place - features_.begin());
    return last_;
  }

 private:
  const std::vector<Index>& features_;
  std::size_t last_ = 0;
};

void check_flows(FlowClaim& claim) {
  const std::array<std::pair<FlowSide*, string>, 2> sides = {
      {{&claim.row, "row"}, {&claim.column, "column"}}};
  for (const auto& [side, player] : sides) {
    order_nodes(*side, player);
    check_reached_once(*side, player);
    check_conserved(*side, player);
    std::vector<char> inside(side->arcs.size(), 1);
    check_count(*side, inside, side->strategies, "the " + player + " player's strategies");
    if (!side->support) continue;
    inside.assign(side->arcs.size(), 0);
    for (const Index a : side->played) inside[to_size(a)] = 1;
    check_count(*side, inside, *side->support, "the strategies of the " + player + " support");
  }
  // Payoffs as integers, and each feature's payoff to its player against the other's flow.
  std::vector<Fraction> numbers = claim.paid;
  numbers.emplace_back(1);  // becomes the scale
  const std::vector<Integer> paid = in_integers(numbers, std::numeric_limits<std::size_t>::max());
  Places row_places(claim.row.features);
  Places column_places(claim.column.features);
  for (const ClaimedPayoff& one : claim.payoffs) {
    const auto f = row_places.of(one.row);
    const auto g = column_places.of(one.column);
    if (!f || !g) continue;
    const Integer& payoff = paid[one.place];
    const Integer& mine = claim.row.amounts[*f];
    const Integer& yours = claim.column.amounts[*g];
    if (yours.sign() != 0) mpz_addmul(claim.row.gain[*f], payoff, yours);
    if (mine.sign() != 0) mpz_submul(claim.column.gain[*g], payoff, mine);
  }
  for (const auto& [side, player] : sides) {
    Fraction value;
    find_response(*side, player, value);
    const bool row = player == "row";
    mpz_mul(mpq_denref(value.raw()), (row ? claim.column : claim.row).unit, paid.back());
    mpq_canonicalize(value.raw());
    if ((row ? value : 0 - value) + claim.constant == claim.value) continue;
    throw Rejected("the best responses of the " + player + " player do not earn the value");
  }
}

// --------------------------------------------------------------------------------- best responses
//
// `allnash-responses 1`: strategies that were met, their payoffs, a mixture of each player, and an
// oracle's answers for the best response to either. That no strategy does better than the oracle
// says must be believed; then, by weak duality, the guarantees of the two mixtures bound the value,
// and if the bounds meet they are an equilibrium. It is verified that
//
//   no strategy that was met does better than the oracle says, and the one that it names earns
//   what it says; the claim follows from the answers; of a claim about the strategies met alone,
//   which needs no oracle, the mixtures are an equilibrium among these.

/// The oracle's answer on the best response to the opponent's mixture.
struct SaidResponse {
  enum class Kind { exact, bound, unproved };
  Kind kind = Kind::exact;
  std::optional<std::size_t> strategy;  // its index among those met
  Fraction sum;                         // its payoff, or the bound
  Line line;
};

struct ResponseSide {
  std::vector<string_view> names;
  std::vector<Fraction> weights;  // integers
  Fraction total;
  std::vector<Fraction> sums;  // of each strategy against the opponent's weights
  SaidResponse response;
};

struct ResponseClaim {
  enum class Kind { equilibrium, within, restricted };
  Kind kind = Kind::equilibrium;
  Fraction low;  // and high: equal except for bounds
  Fraction high;
  ResponseSide row;
  ResponseSide column;
};

string_view strategy_field(Line& line) {
  const string_view name = line.field();
  const auto spoils = [](char c) { return (c >= 0 && c < ' ') || c == 0x7f; };
  if (name.empty() || std::ranges::any_of(name, spoils)) {
    line.reject("'" + shown(name) + "' is no name of a strategy");
  }
  return name;
}

void read_mixture(Lines& lines, const string& player, ResponseSide& side) {
  Integer common;
  const Line head = lines.peek();
  for (Index left = count_line(lines, player + "-strategies", 1, largest_shape); left > 0; --left) {
    Line line = lines.next();
    side.names.push_back(strategy_field(line));
    const string_view text = line.field();
    if (!canonical_digits(text)) line.reject("'" + shown(text) + "' is not a whole number");
    line.end();
    side.weights.push_back(fraction_of(text));
    mpz_gcd(common, common, mpq_numref(side.weights.back().raw()));
    side.total.add(side.weights.back());
  }
  if (!common.is_one()) head.reject("the weights have a common factor, or all are 0");
  std::vector<string_view> sorted = side.names;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) head.reject("'" + shown(*twice) + "' stands twice");
}

void read_payoffs(Lines& lines, ResponseClaim& claim) {
  line_of(lines, "payoffs").end();
  claim.column.sums.resize(claim.column.names.size());
  for (const Fraction& row_weight : claim.row.weights) {
    Line line = lines.next();
    Fraction sum;
    for (std::size_t j = 0; j < claim.column.names.size(); ++j) {
      const Fraction payoff = fraction_field(line);
      if (claim.column.weights[j].sign() > 0) sum.add(payoff * claim.column.weights[j]);
      if (row_weight.sign() > 0) claim.column.sums[j].add(payoff * row_weight);
    }
    line.end();
    claim.row.sums.push_back(std::move(sum));
  }
}

void read_response(Lines& lines, const string& player, ResponseSide& side) {
  SaidResponse& said = side.response;
  Line line = line_of(lines, player + "-response");
  said.line = line;
  const string_view name = strategy_field(line);
  const auto place = std::ranges::find(side.names, name);
  if (place != side.names.end()) {
    said.strategy = to_size(place - side.names.begin());
  }
  Line ahead = line;
  const string_view word = ahead.field();
  if (word == "unproved") {
    said.kind = SaidResponse::Kind::unproved;
    ahead.end();
    return;
  }
  if (word == "bound") {
    said.kind = SaidResponse::Kind::bound;
    line = ahead;
  }
  said.sum = fraction_field(line);
  line.end();
}

ResponseClaim read_response_claim(string_view text) {
  Lines lines(text);
  read_magic(lines, "allnash-responses", " 1");
  ResponseClaim claim;
  Line line = lines.next();
  const string_view kind = line.field();
  claim.low = fraction_field(line);
  claim.high = claim.low;
  if (kind == "within") {
    claim.kind = ResponseClaim::Kind::within;
    claim.high = fraction_field(line);
    if (!(claim.low < claim.high)) line.reject("the bounds do not rise");
  } else if (kind == "restricted") {
    claim.kind = ResponseClaim::Kind::restricted;
  } else if (kind != "equilibrium") {
    line.reject("'" + shown(kind) + "' is not equilibrium, within or restricted");
  }
  line.end();
  read_mixture(lines, "row", claim.row);
  read_mixture(lines, "column", claim.column);
  read_payoffs(lines, claim);
  read_response(lines, "row", claim.row);
  read_response(lines, "column", claim.column);
  read_end(lines);
  return claim;
}

/// Checks for one player that the answer agrees with the strategies met, and that the opponent's
/// mixture holds the player to the claim.
void check_response(const ResponseClaim& claim, bool row) {
  const auto& [names, weights, total, sums, said] = row ? claim.row : claim.column;
  const Fraction claimed = row ? claim.high * claim.column.total : claim.low * claim.row.total;
  const auto better = [row](const Fraction& one, const Fraction& other) {
    return row ? one > other : one < other;
  };
  const bool restricted = claim.kind == ResponseClaim::Kind::restricted;
  if (said.kind == SaidResponse::Kind::unproved) {
    if (!restricted) said.line.reject("an unproved response bounds nothing");
  } else {
    for (const Fraction& sum : sums) {
      if (better(sum, said.sum)) said.line.reject("a strategy that was met does better");
    }
    if (said.kind == SaidResponse::Kind::exact && said.strategy &&
        sums[*said.strategy] != said.sum) {
      said.line.reject("the strategy does not earn that");
    }
  }
  if (!restricted) {
    if (said.sum != claimed) said.line.reject("it is not what is claimed");
    return;
  }
  if (!said.strategy) said.line.reject("the strategy was not met");
  const auto best = row ? std::ranges::max_element(sums) : std::ranges::min_element(sums);
  if (*best != claimed) {
    throw Rejected(string("the best ") + (row ? "row" : "column") +
                   " that was met does not earn the value");
  }
}

string check_responses(const ResponseClaim& claim) {
  check_response(claim, true);
  check_response(claim, false);
  return claim.kind == ResponseClaim::Kind::restricted ? "verified for the strategies met alone"
                                                       : "verified, responses assumed";
}

// ------------------------------------------------------------------------------------ the verdict

/// GAME: nothing, a matrix, a game tree or a path game.
using GameFile = std::variant<std::monostate, Game, GameTree, PathGame>;

GameFile read_game(string_view text, const string& name, bool labels) {
  const string ending = labels ? "" : ending_of(name);
  if (ending_of(name) != ".npy") Source(text, name).refuse_controls();
  if (ending == ".efg") return GameTree(Source(text, name));
  if (ending == ".paths") return PathGame(Source(text, name));
  return read_table(text, name, labels);
}

/// Rejects a certificate that is `of` another kind of game than GAME. Returns GAME, if there is
/// one.
template <typename Kind>
const Kind* game_of(const GameFile& game, const string& of) {
  const char* const kinds[] = {"", "matrix", "game tree", "path game"};
  const Kind* const found = std::get_if<Kind>(&game);
  if (found == nullptr && game.index() > 0) {
    throw Rejected("it is of " + of + ", and GAME is a " + kinds[game.index()]);
  }
  return found;
}

/// Verifies a certificate, with a game if there is one. Returns a description of what was verified.
string verified(string_view text, const GameFile& game) {
  if (text.starts_with("allnash-flows")) {
    FlowClaim claim = read_flow_claim(text);
    if (const auto* const tree = std::get_if<GameTree>(&game)) {
      compare(claim, *tree);
    } else if (const auto* const paths = game_of<PathGame>(game, "a game on flows")) {
      compare(claim, *paths);
    }
    check_flows(claim);
    return claim.row.support ? "verified" : "verified, one equilibrium";
  }
  if (text.starts_with("allnash-responses")) {
    game_of<std::monostate>(game, "a game of responses");
    return check_responses(read_response_claim(text));
  }
  const Game* const table = game_of<Game>(game, "a matrix");
  if (text.starts_with("allnash-confidence")) {
    const Confidence claim = read_confidence(text);
    if (table != nullptr) compare(claim, *table);
    check_confidence(claim);
    return "verified with confidence " + decimal(1 - claim.delta);
  }
  const Certificate certificate = read_certificate(text);
  if (table != nullptr) compare(certificate, *table);
  check_proof(certificate);
  return "verified" + check_lists(certificate);
}

/// Why the certificate does not hold, or nothing if it does. For tests.
[[maybe_unused]] std::optional<string> fault_in(string_view text, const GameFile& game = {}) try {
  verified(text, game);
  return {};
} catch (const Rejected& reason) {
  return reason.what();
}

// ------------------------------------------------------------------------------------------- main

string file_contents(const string& name) {
  std::ifstream in(name, std::ios::binary);
  string text;
  std::vector<char> block(std::size_t{1} << 20);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())), in.gcount() > 0) {
    text.append(block.data(), to_size(in.gcount()));
  }
  // At the end of a file both eof and fail are set; after a failure to open or read, eof is not.
  if (!in.eof()) throw BadInput(name + ": cannot be read");
  return text;
}

constexpr const char* help =
    "Usage: allnash-check CERTIFICATE [GAME] [--labels]\n"
    "\n"
    "Verifies a certificate of allnash in exact arithmetic. With GAME, a .csv, .tsv,\n"
    ".npy, .nfg, .mtx, .efg or .paths file, also compares every payoff in the\n"
    "certificate with it.\n"
    "Prints 'verified', for a game of chance 'verified with confidence 0.95', for an\n"
    "oracle of best responses 'verified, responses assumed', for a path game or a\n"
    "tree of which one equilibrium is claimed 'verified, one equilibrium', or\n"
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
  GameFile game;
  if (files.size() == 2) game = read_game(file_contents(files[1]), files[1], labels);
  int code = 0;
  try {
    std::cout << verified(certificate, game) << std::endl;
  } catch (const Rejected& reason) {
    std::cout << "rejected: " << reason.what() << std::endl;
    code = 1;
  }
  if (!std::cout) throw BadInput("cannot write the answer");
  return code;
}

}  // namespace

#ifdef ALLNASH_CHECK_FUZZ

/// The first digit chooses a reader of games for the rest; other input is a certificate.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const string text(reinterpret_cast<const char*>(data), size);
  const char* names[] = {"g.csv", "g.tsv", "g.npy", "g.nfg", "g.mtx"};
  try {
    if (text.starts_with("EFG")) {
      read_game(text, "g.efg", false);
    } else if (text.starts_with("allnash-paths")) {
      read_game(text, "g.paths", false);
    } else if (size == 0 || !is_digit(text[0])) {
      fault_in(text);
    } else {
      const int choice = text[0] - '0';
      read_game(string_view(text).substr(1), names[choice % 5], choice >= 5 && choice % 5 < 2);
    }
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
