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
// for it claims bounds on the value: see "ranges and tolerances" below.
//
// This file shares no code with the solver: it needs the standard library and GMP. Its parts:
//   exact numbers, the text of a certificate, the proof: all that decides without GAME;
//   games in files, the comparison: what GAME adds; main.
// A certificate is read into memory whole and its payoffs are read off the text when they are
// needed, so that memory stays near the size of the file whatever the file says.

#include <gmp.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>
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

  void number_field(Number& out) {
    const string_view text = field();
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

struct Certificate {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Number value;
  Strategy row;
  Strategy column;
  std::vector<Line> row_lines;     // of row.support; each stands before its first payoff
  std::vector<Line> column_lines;  // of column.support, empty when symmetric
};

Strategy read_strategy(Lines& lines, string_view keyword, Index strategies) {
  Line head = lines.next();
  head.keyword(keyword);
  const Index size = head.count(1, strategies);
  head.end();
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
    Line line = lines.next();
    line.keyword(keyword);
    if (line.field() != std::to_string(index)) {
      line.reject(string(keyword) + " " + std::to_string(index) + " belongs here");
    }
    result.push_back(line);
  }
  return result;
}

// Of any kind of certificate: rows, columns, symmetric.
template <typename Claim>
void read_shape(Lines& lines, Claim& result) {
  Line shape = lines.next();
  shape.keyword("shape");
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

void read_head(Lines& lines, Certificate& result) {
  Line magic = lines.next();
  magic.keyword("allnash-certificate");
  if (magic.rest != " 1") magic.reject("unknown version of the format:" + shown(magic.rest));
  read_shape(lines, result);
  Line value = lines.next();
  value.keyword("value");
  value.number_field(result.value);
  value.end();
  result.value.expand();
  if (result.symmetric && result.value.top.sign() != 0) {
    value.reject("the value of a symmetric game is 0");
  }
}

void read_end(Lines& lines) {
  const Line last = lines.next();
  if (last.rest != "end") last.reject("'end' belongs here");
  lines.end();
}

/// The payoffs that the strategies rest on, and the end.
template <typename Claim>
void read_payoffs(Lines& lines, Claim& result, bool pair) {
  result.row_lines = read_payoff_lines(lines, "row", result.row);
  if (!result.symmetric) {
    result.column_lines = read_payoff_lines(lines, "column", result.column);
  } else if (pair && result.row.support != result.column.support) {
    throw Rejected("the two strategies of a symmetric game play different indices");
  }
  read_end(lines);
}

Certificate read_certificate(string_view text) {
  Lines lines(text);
  Certificate result;
  read_head(lines, result);
  result.row = read_strategy(lines, "row-strategy", result.rows);
  result.column = read_strategy(lines, "column-strategy", result.columns);
  read_payoffs(lines, result, true);
  return result;
}

// -------------------------------------------------------------------------------------- the proof

/// A strategy and the value over one common denominator, so that the sums are sums of integers.
struct Weights {
  std::vector<Integer> weights;
  Integer target;
};

/// Rejects probabilities that do not sum to 1.
Weights integer_weights(const Strategy& strategy, const Number& value, const string& player) {
  Integer common;
  mpz_set(common, value.bottom);
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
  mpz_divexact(factor, common, value.bottom);
  mpz_mul(result.target, value.top, factor);
  return result;
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

/// The weighted sum of the lines' next payoffs, against the value.
int sum_across(std::vector<Line>& lines, const Weights& weights, Sum& sum, Number& payoff) {
  sum.clear();
  for (std::size_t t = 0; t < lines.size(); ++t) {
    lines[t].number_field(payoff);
    sum.add(weights.weights[t], payoff);
  }
  return sum.against(weights.target);
}

/// A strategy over the rows of `lines` earns the value against the columns `tight`, more elsewhere.
/// `mirrored` says that the columns stand for rows of a symmetric game.
void check_columns(std::vector<Line> lines, const Weights& weights, Index columns,
                   const std::vector<Index>& tight, bool mirrored = false) {
  Sum sum;
  Number payoff;
  Members in(tight);
  for (Index column = 0; column < columns; ++column) {
    const int sign = sum_across(lines, weights, sum, payoff);
    if (in.contain(column) ? sign == 0 : sign > 0) continue;
    mirrored ? reject_sum("row", column, -sign) : reject_sum("column", column, sign);
  }
  for (const Line& line : lines) line.end();
}

/// Every row that the row strategy plays yields the value against the column strategy.
void check_played_rows(const Certificate& certificate, const Weights& weights) {
  Sum sum;
  Number payoff;
  for (std::size_t t = 0; t < certificate.row_lines.size(); ++t) {
    Line line = certificate.row_lines[t];
    sum.clear();
    Index column = 0;
    for (std::size_t s = 0; s < weights.weights.size(); ++s, ++column) {
      for (; column < certificate.column.support[s]; ++column) line.field();
      line.number_field(payoff);
      sum.add(weights.weights[s], payoff);
    }
    const int sign = sum.against(weights.target);
    if (sign != 0) reject_sum("row", certificate.row.support[t], sign);
  }
}

/// Every other row yields less.
void check_other_rows(const Certificate& certificate, const Weights& weights) {
  std::vector<Line> lines = certificate.column_lines;
  Sum sum;
  Number payoff;
  Members in(certificate.row.support);
  const auto played = static_cast<Index>(certificate.row.support.size());
  for (Index row = 0, left = certificate.rows - played; left > 0; ++row) {
    if (in.contain(row)) continue;
    const int sign = sum_across(lines, weights, sum, payoff);
    if (sign >= 0) reject_sum("row", row, sign);
    --left;
  }
  for (const Line& line : lines) line.end();
}

/// For the texts of two numbers, each in its one form.
bool opposite(string_view left, string_view right) {
  if (left == "0" || right == "0") return left == right;
  if (left.starts_with('-')) return left.substr(1) == right;
  return right.starts_with('-') && right.substr(1) == left;
}

/// The payoffs between indices that are both played obey A = -A^T.
void check_mirror(const Certificate& certificate) {
  const std::vector<Index>& support = certificate.row.support;
  std::vector<std::vector<string_view>> block;
  for (Line line : certificate.row_lines) {
    std::vector<string_view>& texts = block.emplace_back();
    Index column = 0;
    for (const Index index : support) {
      for (; column < index; ++column) line.field();
      texts.push_back(line.field());
      ++column;
    }
    for (std::size_t t = 0; t < block.size(); ++t) {
      if (!opposite(texts[t], block[t][block.size() - 1])) {
        line.reject("the payoff in column " + std::to_string(support[t]) +
                    " contradicts the symmetry");
      }
    }
  }
}

void check_proof(const Certificate& certificate) {
  const Weights row = integer_weights(certificate.row, certificate.value, "row");
  const Weights column = integer_weights(certificate.column, certificate.value, "column");
  check_columns(certificate.row_lines, row, certificate.columns, certificate.column.support);
  if (certificate.symmetric) {
    // A[i][:] y = -(y A[:][i]): the rows' condition on y is the columns' condition on y as a row
    // strategy.
    check_mirror(certificate);
    check_columns(certificate.row_lines, column, certificate.columns, certificate.row.support,
                  true);
  } else {
    check_played_rows(certificate, column);
    check_other_rows(certificate, column);
  }
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

string text_of(const Integer& top, const Integer& bottom) {
  mpq_t number;
  mpq_init(number);
  mpq_set_num(number, top);
  mpq_set_den(number, bottom);
  mpq_canonicalize(number);
  string text(mpz_sizeinbase(mpq_numref(number), 10) + mpz_sizeinbase(mpq_denref(number), 10) + 3,
              '\0');
  mpq_get_str(text.data(), 10, number);
  mpq_clear(number);
  text.resize(text.find('\0'));
  return text;
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
        game.set(game.rows() - 1, static_cast<Index>(t - skipped), in.payoff(fields[t]));
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
  mpq_t exact;
  mpq_init(exact);
  mpq_set_d(exact, value);
  Integer top;
  Integer bottom;
  mpq_get_num(top, exact);
  mpq_get_den(bottom, exact);
  mpq_clear(exact);
  return text_of(top, bottom);
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

/// A rational number, for a few large numbers.
class Fraction {
 public:
  Fraction() { mpq_init(value_); }
  explicit Fraction(long integer) : Fraction() { mpq_set_si(value_, integer, 1); }
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
  [[nodiscard]] int compare(const Fraction& other) const { return mpq_cmp(value_, other.value_); }

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

string text_of(const Fraction& number) {
  Integer top;
  Integer bottom;
  mpq_get_num(top, number.raw());
  mpq_get_den(bottom, number.raw());
  return text_of(top, bottom);
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
    return factor_->compare(ratio) == 0;
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
  const string_view ending = string_view(name).substr(std::min(name.rfind('.'), name.size()));
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
// strategy of the opponent, an arm, what those plays paid: independent draws X in [0, 1], as shares
// of the range, whose mean is what the frozen strategy earns against it. The arm of share w (of W
// in all) has the error budget alpha = delta w / (W r (r+1)) in attempt r. What is verified,
// exactly:
//
//   M(m) >= 1/alpha and m < average        m: the claimed bound as a share of the range
//
// where M(m) is one of two supermartingales of start 1 in case m is the mean:
//   beta a b: B(a+s, b+t-s) / (B(a, b) m^s (1-m)^(t-s)), t draws of sum s rounded down;
//   stakes: sum of weight * product of (1 - f + f X / m) over parts f, the weights summing to 1.
// By Ville's inequality each arm is wrong with probability at most alpha, all together with at most
// delta. docs/noise.md has the proofs.

Fraction fraction_field(Line& line) {
  Number number;
  line.number_field(number);
  number.expand();
  Fraction result;
  mpz_set(mpq_numref(result.raw()), number.top);
  mpz_set(mpq_denref(result.raw()), number.bottom);
  return result;
}

Fraction to_power(const Fraction& base, Index exponent) {
  Fraction result;
  mpz_pow_ui(mpq_numref(result.raw()), mpq_numref(base.raw()),
             static_cast<unsigned long>(exponent));
  mpz_pow_ui(mpq_denref(result.raw()), mpq_denref(base.raw()),
             static_cast<unsigned long>(exponent));
  return result;
}

constexpr Index most_draws = Index{1} << 32;
constexpr Index most_beta = Index{1} << 20;

struct Draws {
  std::vector<std::pair<Fraction, Index>> values;  // rising values, and how often each
  Index count = 0;
  Fraction sum;
};

struct Stake {
  Fraction part;
  Fraction weight;
};

struct ChanceArm {
  Index share = 1;
  bool beta = true;
  Index a = 1;
  Index b = 1;
  std::vector<Stake> stakes;
  Draws draws;
  std::size_t line = 0;
};

struct Chance {
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  Fraction range_low;
  Fraction range_high;
  Fraction epsilon;
  Fraction delta;
  Index attempt = 1;
  Fraction low;
  Fraction high;
  Strategy row;
  Strategy column;
  std::vector<ChanceArm> column_arms;  // of the row strategy, one a column
  std::vector<ChanceArm> row_arms;     // of the column strategy; none when symmetric
};

Draws read_draws(Line& line) {
  Draws draws;
  line.keyword("draws");
  const Index size = line.count(0, most_draws);
  for (Index t = 0; t < size; ++t) {
    const Fraction value = fraction_field(line);
    const Index times = line.count(1, most_draws);
    if (value.sign() < 0 || value.compare(Fraction(1)) > 0) line.reject("a draw outside [0, 1]");
    if (t > 0 && value.compare(draws.values.back().first) <= 0) line.reject("draws do not rise");
    draws.count += times;
    if (draws.count > most_draws) line.reject("too many draws");
    draws.sum = draws.sum + value * Fraction(times);
    draws.values.emplace_back(value, times);
  }
  return draws;
}

std::vector<Stake> read_stakes(Line& line) {
  const Index size = line.count(1, 1000);
  std::vector<Stake> stakes;
  Fraction sum;
  for (Index t = 0; t < size; ++t) {
    Stake stake{fraction_field(line), fraction_field(line)};
    if (stake.part.sign() < 0 || stake.part.compare(Fraction(1)) >= 0) {
      line.reject("a stake outside [0, 1)");
    }
    if (stake.weight.sign() <= 0) line.reject("a weight that is not above 0");
    sum = sum + stake.weight;
    stakes.push_back(std::move(stake));
  }
  if (sum.compare(Fraction(1)) != 0) line.reject("the weights of the stakes do not sum to 1");
  return stakes;
}

std::vector<ChanceArm> read_arms(Lines& lines, string_view keyword, Index count) {
  Line head = lines.next();
  head.keyword(keyword);
  head.count(count, count);
  head.end();
  std::vector<ChanceArm> arms;
  for (Index t = 0; t < count; ++t) {
    Line line = lines.next();
    ChanceArm arm;
    arm.line = line.number;
    arm.share = line.count(1, Index{1} << 40);
    const string_view kind = line.field();
    arm.beta = kind == "beta";
    if (arm.beta) {
      arm.a = line.count(1, most_beta);
      arm.b = line.count(1, most_beta);
    } else if (kind == "stakes") {
      arm.stakes = read_stakes(line);
    } else {
      line.reject("'beta' or 'stakes' belongs here, not '" + shown(kind) + "'");
    }
    arm.draws = read_draws(line);
    line.end();
    arms.push_back(std::move(arm));
  }
  return arms;
}

Fraction number_line(Lines& lines, string_view keyword) {
  Line line = lines.next();
  line.keyword(keyword);
  Fraction result = fraction_field(line);
  line.end();
  return result;
}

template <typename Claim>
void read_range(Line& range, Claim& result) {
  range.keyword("range");
  result.range_low = fraction_field(range);
  result.range_high = fraction_field(range);
  range.end();
  if (result.range_low.compare(result.range_high) >= 0) range.reject("an empty range");
}

Chance read_chance(string_view text) {
  Lines lines(text);
  Chance result;
  Line magic = lines.next();
  magic.keyword("allnash-confidence");
  if (magic.rest != " 1") magic.reject("unknown version of the format:" + shown(magic.rest));
  read_shape(lines, result);
  Line range = lines.next();
  read_range(range, result);
  result.epsilon = number_line(lines, "epsilon");
  result.delta = number_line(lines, "delta");
  Line attempt = lines.next();
  attempt.keyword("attempt");
  result.attempt = attempt.count(1, 1000000);
  attempt.end();
  result.low = number_line(lines, "low");
  result.high = number_line(lines, "high");
  result.row = read_strategy(lines, "row-strategy", result.rows);
  result.column_arms = read_arms(lines, "column-arms", result.columns);
  if (!result.symmetric) {
    result.column = read_strategy(lines, "column-strategy", result.columns);
    result.row_arms = read_arms(lines, "row-arms", result.rows);
  }
  read_end(lines);
  return result;
}

Integer factorial(Index n) {
  Integer result;
  mpz_fac_ui(result, static_cast<unsigned long>(n));
  return result;
}

// M(m) >= level with both sides multiplied out.
bool beta_reaches(const ChanceArm& arm, const Fraction& m, const Fraction& level) {
  const Index t = arm.draws.count;
  Integer whole;
  mpz_fdiv_q(whole, mpq_numref(arm.draws.sum.raw()), mpq_denref(arm.draws.sum.raw()));
  const auto s = static_cast<Index>(mpz_get_si(whole));
  if ((m * Fraction(t)).compare(Fraction(s)) >= 0) return false;
  Fraction left;
  mpz_mul(mpq_numref(left.raw()), factorial(arm.a + s - 1), factorial(arm.b + t - s - 1));
  mpz_mul(mpq_numref(left.raw()), mpq_numref(left.raw()), factorial(arm.a + arm.b - 1));
  Fraction right;
  mpz_mul(mpq_numref(right.raw()), factorial(arm.a + arm.b + t - 1), factorial(arm.a - 1));
  mpz_mul(mpq_numref(right.raw()), mpq_numref(right.raw()), factorial(arm.b - 1));
  const Fraction powers = to_power(m, s) * to_power(Fraction(1) - m, t - s);
  return left.compare(right * powers * level) >= 0;
}

bool stakes_reach(const ChanceArm& arm, const Fraction& m, const Fraction& level) {
  if ((m * Fraction(arm.draws.count)).compare(arm.draws.sum) >= 0) return false;
  Fraction wealth;
  for (const Stake& stake : arm.stakes) {
    Fraction product = stake.weight;
    for (const auto& [value, times] : arm.draws.values) {
      const Fraction factor = Fraction(1) - stake.part + stake.part * value / m;
      product = product * to_power(factor, times);
    }
    wealth = wealth + product;
  }
  return wealth.compare(level) >= 0;
}

/// Every arm must show that its mean is at least `share` of the range.
void check_arms(const std::vector<ChanceArm>& arms, const Fraction& share, const Fraction& budget) {
  if (share.sign() <= 0) return;  // the range says so
  if (share.compare(Fraction(1)) >= 0) throw Rejected("a bound at the end of the range");
  for (const ChanceArm& arm : arms) {
    const Fraction level = Fraction(1) / (budget * Fraction(arm.share));
    const bool holds = arm.beta ? beta_reaches(arm, share, level) : stakes_reach(arm, share, level);
    if (!holds) {
      throw Rejected("line " + std::to_string(arm.line) + ": the draws do not show the bound");
    }
  }
}

void check_sum(const Strategy& strategy, const string& player) {
  Number one;
  one.integer = 1;
  one.expand();
  integer_weights(strategy, one, player);
}

void check_chance(const Chance& chance) {
  if (chance.delta.sign() <= 0 || chance.delta.compare(Fraction(1)) >= 0) {
    throw Rejected("delta is not in (0, 1)");
  }
  if (chance.epsilon.sign() <= 0) throw Rejected("epsilon is not above 0");
  check_sum(chance.row, "row");
  if (!chance.symmetric) check_sum(chance.column, "column");
  const Fraction sum = chance.range_low + chance.range_high;
  if (chance.symmetric) {
    if ((chance.low + chance.high).compare(sum) != 0) throw Rejected("high does not mirror low");
    const Fraction value = sum / Fraction(2);
    if ((value - chance.low).compare(chance.epsilon) > 0) {
      throw Rejected("low is further than epsilon from the value");
    }
  } else if ((chance.high - chance.low).compare(chance.epsilon) > 0) {
    throw Rejected("the bounds are further apart than epsilon");
  }
  Fraction shares;
  for (const ChanceArm& arm : chance.column_arms) shares = shares + Fraction(arm.share);
  for (const ChanceArm& arm : chance.row_arms) shares = shares + Fraction(arm.share);
  const Fraction attempts = Fraction(chance.attempt) * Fraction(chance.attempt + 1);
  const Fraction budget = chance.delta / (attempts * shares);
  const Fraction width = chance.range_high - chance.range_low;
  check_arms(chance.column_arms, (chance.low - chance.range_low) / width, budget);
  check_arms(chance.row_arms, (chance.range_high - chance.high) / width, budget);
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
    number = number * Fraction(10);
  }
  return "1 - delta";
}

// --------------------------------------------------------------------------------- the comparison

void compare_entry(const Game& game, Index row, Index column, string_view text) {
  if (game.at(row, column) == text) return;
  throw Rejected("entry (" + std::to_string(row) + ", " + std::to_string(column) + ") is " +
                 shown(text) + " in the certificate and " + shown(game.at(row, column)) +
                 " in the game");
}

/// What a symmetric certificate says of the entry across the diagonal.
void compare_mirrored(const Game& game, Index row, Index column, string_view text) {
  if (opposite(game.at(column, row), text)) return;
  throw Rejected("entry (" + std::to_string(column) + ", " + std::to_string(row) + ") is " +
                 shown(game.at(column, row)) + " in the game, not minus the " + shown(text) +
                 " across the diagonal");
}

void compare(const Certificate& certificate, const Game& game) {
  if (game.rows() != certificate.rows || game.columns() != certificate.columns) {
    throw Rejected("the shape is " + std::to_string(certificate.rows) + " x " +
                   std::to_string(certificate.columns) + " in the certificate and " +
                   std::to_string(game.rows()) + " x " + std::to_string(game.columns()) +
                   " in the game");
  }
  for (std::size_t t = 0; t < certificate.row_lines.size(); ++t) {
    Line line = certificate.row_lines[t];
    const Index row = certificate.row.support[t];
    for (Index column = 0; column < certificate.columns; ++column) {
      const string_view text = line.field();
      compare_entry(game, row, column, text);
      if (certificate.symmetric) compare_mirrored(game, row, column, text);
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

/// With the payoffs at hand, whether the claim is true can be seen.
void check_guarantee(const Strategy& strategy, const Game& game, const Fraction& bound,
                     bool is_row) {
  const Index arms = is_row ? game.columns() : game.rows();
  for (Index arm = 0; arm < arms; ++arm) {
    Fraction sum;
    for (std::size_t t = 0; t < strategy.support.size(); ++t) {
      const Index own = strategy.support[t];
      Number payoff;
      if (!read_canonical(is_row ? game.at(own, arm) : game.at(arm, own), payoff)) return;
      payoff.expand();
      Fraction term;
      mpz_mul(mpq_numref(term.raw()), payoff.top, strategy.probabilities[t].top);
      mpz_mul(mpq_denref(term.raw()), payoff.bottom, strategy.probabilities[t].bottom);
      mpq_canonicalize(term.raw());
      sum = sum + term;
    }
    const int order = sum.compare(bound);
    if (is_row ? order < 0 : order > 0) {
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
  check_guarantee(chance.row, game, chance.low, true);
  if (!chance.symmetric) check_guarantee(chance.column, game, chance.high, false);
}

// -------------------------------------------------------------------------- ranges and tolerances

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

struct Partial {
  bool bounds = false;  // of the value, instead of a pair
  Index rows = 0;
  Index columns = 0;
  bool symmetric = false;
  bool has_range = false;
  Fraction range_low;
  Fraction range_high;
  Fraction low;  // and high: both the value, of a pair
  Fraction high;
  Fraction epsilon;
  Strategy row;
  Strategy column;                 // of bounds, the row's when symmetric
  std::vector<Line> row_lines;     // of row.support; each stands before its first payoff
  std::vector<Line> column_lines;  // of column.support, empty when symmetric

  [[nodiscard]] Fraction mirror_sum() const { return range_low + range_high; }
};

Number number_of(const Fraction& fraction) {
  Number number;
  number.expand();
  mpz_set(number.top, mpq_numref(fraction.raw()));
  mpz_set(number.bottom, mpq_denref(fraction.raw()));
  return number;
}

Fraction fraction_of(string_view canonical) {
  Line line{canonical};
  return fraction_field(line);
}

void read_partial_head(Lines& lines, Partial& result) {
  Line magic = lines.next();
  const string_view name = magic.field();
  result.bounds = name == "allnash-bounds";
  const string_view version = result.bounds ? " 1" : " 2";
  if (magic.rest != version) magic.reject("unknown version of the format:" + shown(magic.rest));
  read_shape(lines, result);
  Line range = lines.next();
  result.has_range = range.rest != "range none" || !result.bounds;
  if (!result.has_range) return;
  read_range(range, result);
}

Partial read_partial(string_view text) {
  Lines lines(text);
  Partial result;
  read_partial_head(lines, result);
  if (result.bounds) {
    result.epsilon = number_line(lines, "epsilon");
    result.low = number_line(lines, "low");
    result.high = number_line(lines, "high");
  } else {
    result.low = result.high = number_line(lines, "value");
  }
  result.row = read_strategy(lines, "row-strategy", result.rows);
  if (!result.bounds || !result.symmetric) {
    result.column = read_strategy(lines, "column-strategy", result.columns);
  }
  read_payoffs(lines, result, !result.bounds);
  return result;
}

/// Reads payoffs off the lines of a certificate, unread ones as one end of the range.
class Payoffs {
 public:
  explicit Payoffs(const Partial& partial)
      : has_range_(partial.has_range),
        low_(number_of(partial.range_low)),
        high_(number_of(partial.range_high)) {}

  /// `must` says that the payoff must have been read.
  const Number& next(Line& line, bool low_end, bool must) {
    Line before = line;
    const string_view text = line.field();
    if (text == "?" && has_range_) {
      if (must) line.reject("an unread payoff between strategies that are both played");
      return low_end ? low_ : high_;
    }
    before.number_field(payoff_);
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
void check_partial_columns(const Partial& partial, const Strategy& strategy, const char* player) {
  const Weights weights = integer_weights(strategy, number_of(partial.low), player);
  std::vector<Line> lines = partial.row_lines;
  Payoffs payoffs(partial);
  Sum sum;
  Members in(partial.column.support);
  for (Index column = 0; column < partial.columns; ++column) {
    const bool tight = !partial.bounds && in.contain(column);
    sum.clear();
    for (std::size_t t = 0; t < lines.size(); ++t) {
      sum.add(weights.weights[t], payoffs.next(lines[t], true, tight));
    }
    const int sign = sum.against(weights.target);
    if (partial.bounds && sign < 0) reject_bound("column", column, "low");
    if (!partial.bounds && (tight ? sign != 0 : sign <= 0)) reject_sum("column", column, sign);
  }
  for (const Line& line : lines) line.end();
}

/// The mirror image, for the column strategy. Rows that the row strategy plays stand in their own
/// lines.
void check_partial_rows(const Partial& partial) {
  const Strategy& strategy = partial.column;
  const Weights weights = integer_weights(strategy, number_of(partial.high), "column");
  std::vector<Line> lines = partial.column_lines;
  Payoffs payoffs(partial);
  Sum sum;
  Members in(partial.row.support);
  const auto judge = [&](Index row, bool tight) {
    const int sign = sum.against(weights.target);
    if (partial.bounds && sign > 0) reject_bound("row", row, "high");
    if (!partial.bounds && (tight ? sign != 0 : sign >= 0)) reject_sum("row", row, sign);
  };
  for (std::size_t t = 0; t < partial.row_lines.size(); ++t) {
    Line line = partial.row_lines[t];
    sum.clear();
    Index column = 0;
    for (std::size_t s = 0; s < strategy.support.size(); ++s, ++column) {
      for (; column < strategy.support[s]; ++column) line.field();
      sum.add(weights.weights[s], payoffs.next(line, false, !partial.bounds));
    }
    judge(partial.row.support[t], true);
  }
  const auto played = static_cast<Index>(partial.row.support.size());
  for (Index row = 0, left = partial.rows - played; left > 0; ++row) {
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

/// What the lines of a symmetric game say of an entry and of the one across the diagonal.
bool mirrored(string_view left, string_view right, const Fraction& sum) {
  if (left == "?" || right == "?") return left == right;
  return (fraction_of(left) + fraction_of(right)).compare(sum) == 0;
}

void check_partial_mirror(const Partial& partial) {
  const std::vector<Index>& support = partial.row.support;
  const Fraction sum = partial.mirror_sum();
  std::vector<std::vector<string_view>> block;
  for (Line line : partial.row_lines) {
    std::vector<string_view>& texts = block.emplace_back();
    Index column = 0;
    for (const Index index : support) {
      for (; column < index; ++column) line.field();
      texts.push_back(line.field());
      ++column;
    }
    if (texts[block.size() - 1] == "?") line.reject("the diagonal is known, and cannot be unread");
    for (std::size_t t = 0; t < block.size(); ++t) {
      if (!mirrored(texts[t], block[t][block.size() - 1], sum)) {
        line.reject("the payoff in column " + std::to_string(support[t]) +
                    " contradicts the symmetry");
      }
    }
  }
}

void check_nearness(const Partial& partial) {
  if (!partial.bounds) return;
  if (partial.epsilon.sign() <= 0) throw Rejected("epsilon is not above 0");
  const Fraction sum = partial.mirror_sum();
  if (!partial.symmetric) {
    if ((partial.high - partial.low).compare(partial.epsilon) > 0) {
      throw Rejected("the bounds are further apart than epsilon");
    }
    return;
  }
  if ((partial.low + partial.high).compare(sum) != 0) throw Rejected("high does not mirror low");
  if ((sum / Fraction(2) - partial.low).compare(partial.epsilon) > 0) {
    throw Rejected("low is further than epsilon from the value");
  }
}

void check_partial(const Partial& partial) {
  check_nearness(partial);
  check_partial_columns(partial, partial.row, "row");
  if (!partial.symmetric) {
    check_partial_rows(partial);
    return;
  }
  check_partial_mirror(partial);
  if (partial.bounds) return;
  if ((partial.low + partial.low).compare(partial.mirror_sum()) != 0) {
    throw Rejected("the value of a symmetric game is half of what its matches pay");
  }
  // The rows' condition on y is the columns' condition on y as a row strategy.
  check_partial_columns(partial, partial.column, "column");
}

void compare_partial_entry(const Partial& partial, const Game& game, Index row, Index column,
                           string_view text) {
  if (text != "?") compare_entry(game, row, column, text);
  if (!partial.symmetric) return;
  const string_view here = game.at(row, column);
  const string_view there = game.at(column, row);
  if (mirrored(here, there, partial.mirror_sum())) return;
  throw Rejected("entries (" + std::to_string(row) + ", " + std::to_string(column) + ") and (" +
                 std::to_string(column) + ", " + std::to_string(row) + ") are " + shown(here) +
                 " and " + shown(there) + " in the game, which contradicts the symmetry");
}

/// Every payoff of the game must lie in the range, whether it was read or not.
void compare_range(const Partial& partial, const Game& game) {
  for (Index row = 0; row < game.rows(); ++row) {
    for (Index column = 0; column < game.columns(); ++column) {
      const Fraction payoff = fraction_of(game.at(row, column));
      if (payoff.compare(partial.range_low) >= 0 && payoff.compare(partial.range_high) <= 0) {
        continue;
      }
      throw Rejected("entry (" + std::to_string(row) + ", " + std::to_string(column) + ") is " +
                     shown(game.at(row, column)) + " in the game, which is outside the range");
    }
  }
}

void compare_partial(const Partial& partial, const Game& game) {
  if (game.rows() != partial.rows || game.columns() != partial.columns) {
    throw Rejected("the shape is " + std::to_string(partial.rows) + " x " +
                   std::to_string(partial.columns) + " in the certificate and " +
                   std::to_string(game.rows()) + " x " + std::to_string(game.columns()) +
                   " in the game");
  }
  if (partial.has_range) compare_range(partial, game);
  for (std::size_t t = 0; t < partial.row_lines.size(); ++t) {
    Line line = partial.row_lines[t];
    for (Index column = 0; column < partial.columns; ++column) {
      compare_partial_entry(partial, game, partial.row.support[t], column, line.field());
    }
  }
  for (std::size_t t = 0; t < partial.column_lines.size(); ++t) {
    Line line = partial.column_lines[t];
    Members in(partial.row.support);
    for (Index row = 0; row < partial.rows; ++row) {
      if (in.contain(row)) continue;
      compare_partial_entry(partial, game, row, partial.column.support[t], line.field());
    }
  }
}

bool is_partial(string_view text) {
  return text.starts_with("allnash-bounds") || text.starts_with("allnash-certificate 2\n");
}

// ------------------------------------------------------------------------------------ the verdict

/// What was verified, for the answer.
struct Verdict {
  std::optional<string> fault;
  string words = "verified";
};

Verdict verdict_on_chance(string_view text, const Game* game) {
  try {
    const Chance chance = read_chance(text);
    if (game != nullptr) compare_chance(chance, *game);
    check_chance(chance);
    return {{}, "verified with confidence " + decimal(Fraction(1) - chance.delta)};
  } catch (const Rejected& reason) {
    return {reason.what(), ""};
  }
}

/// Why the certificate does not hold, or nothing when it does.
std::optional<string> fault_in(string_view text, const Game* game) {
  if (text.starts_with("allnash-confidence")) return verdict_on_chance(text, game).fault;
  try {
    if (is_partial(text)) {
      const Partial partial = read_partial(text);
      if (game != nullptr) compare_partial(partial, *game);
      check_partial(partial);
      return {};
    }
    const Certificate certificate = read_certificate(text);
    if (game != nullptr) compare(certificate, *game);
    check_proof(certificate);
    return {};
  } catch (const Rejected& reason) {
    return reason.what();
  }
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
    "Exit codes: 0 verified, 1 rejected, 2 bad usage or an unreadable file.\n";

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
  Verdict verdict;
  if (certificate.starts_with("allnash-confidence")) {
    verdict = verdict_on_chance(certificate, compared);
  } else {
    verdict.fault = fault_in(certificate, compared);
  }
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
