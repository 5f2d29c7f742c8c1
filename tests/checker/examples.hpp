// Small games with a strictly complementary pair found by hand, and their certificates.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "answer/certificate/certificate.hpp"

namespace allnash::test {

using Table = std::vector<std::vector<Rational>>;

struct Example {
  std::string name;
  Table table;
  game::Pair pair;
  bool symmetric = false;
};

class TableGame : public KnownPayoffs {
 public:
  explicit TableGame(Table table) : table_(std::move(table)) {}
  [[nodiscard]] Index rows() const override { return static_cast<Index>(table_.size()); }
  [[nodiscard]] Index columns() const override { return static_cast<Index>(table_[0].size()); }
  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    return table_.at(static_cast<std::size_t>(row)).at(static_cast<std::size_t>(column));
  }

 private:
  Table table_;
};

inline std::string certificate_of(const Example& example) {
  std::ostringstream out;
  certificate::write(out, TableGame(example.table), example.pair, example.symmetric);
  return out.str();
}

/// The 2 x 2 game without a saddle point, by its textbook formula.
inline Example two_by_two(const std::string& name, const Rational& a, const Rational& b,
                          const Rational& c, const Rational& d) {
  const Rational t = a + d - b - c;
  return {name,
          {{a, b}, {c, d}},
          {(a * d - b * c) / t,
           {{0, (d - c) / t}, {1, (a - b) / t}},
           {{0, (d - b) / t}, {1, (a - c) / t}}}};
}

inline std::vector<Example> examples() {
  const Rational half(1, 2);
  const Rational third(1, 3);
  const Rational sixth(1, 6);
  const Rational huge = Rational::parse("123456789012345678901234567890");
  std::vector<Example> list = {
      {"one_by_one", {{7}}, {7, {{0, 1}}, {{0, 1}}}},
      {"negative_fraction", {{{-2, 3}}}, {{-2, 3}, {{0, 1}}, {{0, 1}}}},
      {"one_row", {{3, 1, 1, 2}}, {1, {{0, 1}}, {{1, half}, {2, half}}}},
      {"one_column", {{1}, {5}, {5}, {-2}}, {5, {{1, third}, {2, {2, 3}}}, {{0, 1}}}},
      {"constant",
       {{4, 4, 4}, {4, 4, 4}},
       {4, {{0, half}, {1, half}}, {{0, third}, {1, third}, {2, third}}}},
      {"identity",
       {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
       {third, {{0, third}, {1, third}, {2, third}}, {{0, third}, {1, third}, {2, third}}}},
      {"saddle", {{2, 3}, {1, 0}}, {2, {{0, 1}}, {{0, 1}}}},
      {"saddle_in_the_middle", {{1, 0, 9}, {6, 5, 7}, {2, 4, -8}}, {5, {{1, 1}}, {{1, 1}}}},
      {"doubled_row",
       {{1, -1}, {-1, 1}, {1, -1}},
       {0, {{0, {1, 4}}, {1, half}, {2, {1, 4}}}, {{0, half}, {1, half}}}},
      {"doubled_column_and_a_bad_row",
       {{1, -1, 1}, {-2, -2, -2}, {-1, 1, -1}},
       {0, {{0, half}, {2, half}}, {{0, {1, 3}}, {1, half}, {2, {1, 6}}}}},
      {"rock_paper_scissors",
       {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}},
       {0, {{0, third}, {1, third}, {2, third}}, {{0, third}, {1, third}, {2, third}}}},
      {"one_outside",
       {{2, -1, 1}, {-1, 1, half}, {0, -1, 4}},
       {{1, 5}, {{0, {2, 5}}, {1, {3, 5}}}, {{0, {2, 5}}, {1, {3, 5}}}}},
      {"symmetric_stakes",
       {{0, 1, -1, 2}, {-1, 0, -half, -1}, {1, half, 0, -3}, {-2, 1, 3, 0}},
       {0, {{0, half}, {2, third}, {3, sixth}}, {{0, half}, {2, third}, {3, sixth}}},
       true},
      {"symmetric_one", {{0}}, {0, {{0, 1}}, {{0, 1}}}, true},
      {"symmetric_zero",
       {{0, 0}, {0, 0}},
       {0, {{0, half}, {1, half}}, {{0, third}, {1, {2, 3}}}},
       true},
      {"symmetric_two_rocks",
       {{0, 0, -1, 1}, {0, 0, -1, 1}, {1, 1, 0, -1}, {-1, -1, 1, 0}},
       {0,
        {{0, sixth}, {1, sixth}, {2, third}, {3, third}},
        {{0, {1, 9}}, {1, {2, 9}}, {2, third}, {3, third}}},
       true},
  };
  list.push_back(two_by_two("fractions", {1, 3}, {-1, 7}, {-22, 7}, {5, 11}));
  list.push_back(two_by_two("huge", huge, -huge / Rational(11), {1, 2}, huge * huge));
  return list;
}

}  // namespace allnash::test
