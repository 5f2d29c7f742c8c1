// Values of two by two and three by three games, several at a time.
//
// If the kernel of all rows and columns has a solution that is not negative, its value is the
// value. Otherwise some optimal strategy plays at most two rows, and the value is the greatest over
// pairs of rows of the least over pairs of columns of the values of the two by two games. A two by
// two game has the value of its saddle point, or else the mixed value, which lies between what the
// rows guarantee and what the columns concede.
#include <cstring>

#include "matrix/research/paper/small_game.hpp"

namespace allnash::matrix {

// These types cross no call that is not inlined, so the calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace {

// One number of each of several games. GCC and Clang support these types on every machine and use
// its vector instructions. A comparison gives a mask, which chooses number by number.
constexpr int width = 4;
using Number __attribute__((vector_size(width * sizeof(double)))) = double;
using Mask __attribute__((vector_size(width * sizeof(double)))) = std::int64_t;

struct Value {
  Number rounded;
  Number top;
  Number bottom;
};

[[gnu::always_inline]] inline Number lesser(Number one, Number two) {
  return one < two ? one : two;
}
[[gnu::always_inline]] inline Number greater(Number one, Number two) {
  return one > two ? one : two;
}

[[gnu::always_inline]] inline Value two_by_two(Number a, Number b, Number c, Number d) {
  const Number one = {1, 1, 1, 1};
  const Number guaranteed = greater(lesser(a, b), lesser(c, d));
  const Number conceded = lesser(greater(a, c), greater(b, d));
  const Mask saddle = guaranteed == conceded;
  const Number bottom = saddle ? one : a + d - b - c;  // 0 only at a saddle point
  const Number top = saddle ? guaranteed : a * d - b * c;
  const Mask negative = bottom < 0;
  return {top / bottom, negative ? -top : top, negative ? -bottom : bottom};
}

[[gnu::always_inline]] inline Value choose(Mask first, const Value& one, const Value& two) {
  return {first ? one.rounded : two.rounded, first ? one.top : two.top,
          first ? one.bottom : two.bottom};
}

[[gnu::always_inline]] inline Value lesser(const Value& one, const Value& two) {
  return choose(one.rounded < two.rounded, one, two);
}
[[gnu::always_inline]] inline Value greater(const Value& one, const Value& two) {
  return choose(one.rounded > two.rounded, one, two);
}

struct ThreeLanes {
  Number a, b, c;
};

// Rows p and q.
[[gnu::always_inline]] inline Value two_rows(const ThreeLanes& p, const ThreeLanes& q) {
  return lesser(lesser(two_by_two(p.a, p.b, q.a, q.b), two_by_two(p.a, p.c, q.a, q.c)),
                two_by_two(p.b, p.c, q.b, q.c));
}

[[gnu::always_inline]] inline ThreeLanes operator-(const ThreeLanes& one, const ThreeLanes& two) {
  return {one.a - two.a, one.b - two.b, one.c - two.c};
}
[[gnu::always_inline]] inline ThreeLanes cross_product(const ThreeLanes& u, const ThreeLanes& w) {
  return {u.b * w.c - u.c * w.b, u.c * w.a - u.a * w.c, u.a * w.b - u.b * w.a};
}
[[gnu::always_inline]] inline Number least(const ThreeLanes& t) {
  return lesser(lesser(t.a, t.b), t.c);
}
[[gnu::always_inline]] inline Number most(const ThreeLanes& t) {
  return greater(greater(t.a, t.b), t.c);
}

[[gnu::always_inline]] inline Number load(const double* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return number;
}
[[gnu::always_inline]] inline void store(double* to, Number number) {
  std::memcpy(to, &number, sizeof number);
}

[[gnu::always_inline]] inline void solve_twos(const double* payoffs, double* tops,
                                              double* bottoms) {
  for (int g = 0; g < lanes; g += width) {
    const auto at = [&](Index t) { return load(payoffs + t * lanes + g); };
    const Value value = two_by_two(at(0), at(1), at(2), at(3));
    store(tops + g, value.top);
    store(bottoms + g, value.bottom);
  }
}

[[gnu::always_inline]] inline void solve_threes(const double* payoffs, double* tops,
                                                double* bottoms) {
  for (int g = 0; g < lanes; g += width) {
    const auto line = [&](Index first, Index step) {
      const auto at = [&](Index t) { return load(payoffs + t * lanes + g); };
      return ThreeLanes{at(first), at(first + step), at(first + 2 * step)};
    };
    const ThreeLanes rows[] = {line(0, 1), line(3, 1), line(6, 1)};
    const ThreeLanes columns[] = {line(0, 3), line(1, 3), line(2, 3)};
    // Weights that make all columns equal are orthogonal to the differences between columns;
    // likewise for rows. Both have the same total.
    const ThreeLanes x = cross_product(columns[0] - columns[2], columns[1] - columns[2]);
    const ThreeLanes y = cross_product(rows[0] - rows[2], rows[1] - rows[2]);
    const Number total = x.a + x.b + x.c;
    const Number earned = columns[0].a * x.a + columns[0].b * x.b + columns[0].c * x.c;
    const Mask positive = (least(x) >= 0) & (least(y) >= 0) & (total > 0);
    const Mask negative = (most(x) <= 0) & (most(y) <= 0) & (total < 0);
    const Value pairs = greater(greater(two_rows(rows[0], rows[1]), two_rows(rows[0], rows[2])),
                                two_rows(rows[1], rows[2]));
    store(tops + g, positive ? earned : negative ? -earned : pairs.top);
    store(bottoms + g, positive ? total : negative ? -total : pairs.bottom);
  }
}

using Solver = void (*)(const double*, double*, double*);

void plain_twos(const double* payoffs, double* tops, double* bottoms) {
  solve_twos(payoffs, tops, bottoms);
}
void plain_threes(const double* payoffs, double* tops, double* bottoms) {
  solve_threes(payoffs, tops, bottoms);
}

// The same with wider instructions, where the machine has them. The rounding is the same: none is
// fused.
#ifdef __x86_64__
[[gnu::target("avx2")]] void wide_twos(const double* payoffs, double* tops, double* bottoms) {
  solve_twos(payoffs, tops, bottoms);
}
[[gnu::target("avx2")]] void wide_threes(const double* payoffs, double* tops, double* bottoms) {
  solve_threes(payoffs, tops, bottoms);
}
bool is_wide() { return __builtin_cpu_supports("avx2") != 0; }
#else
constexpr Solver wide_twos = plain_twos;
constexpr Solver wide_threes = plain_threes;
bool is_wide() { return false; }
#endif

}  // namespace

void two_by_twos(const double* payoffs, double* tops, double* bottoms) {
  static const Solver solver = is_wide() ? wide_twos : plain_twos;
  solver(payoffs, tops, bottoms);
}

void three_by_threes(const double* payoffs, double* tops, double* bottoms) {
  static const Solver solver = is_wide() ? wide_threes : plain_threes;
  solver(payoffs, tops, bottoms);
}

}  // namespace allnash::matrix
