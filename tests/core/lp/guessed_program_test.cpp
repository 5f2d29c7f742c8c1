// Linear programs that Clp guesses and exact arithmetic checks, beside exact pivoting.
#include "core/lp/guessed_program.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/base/at.hpp"

namespace allnash::guessed_program_test {
namespace {

using exact::Integer;

Rational rational(const Integer& value) { return exact::quotient(value.raw(), Integer(1).raw()); }

/// A random polytope in the cube of edge 3, which holds its point; many rows meet in corners.
lp::Polyhedron random_polytope(std::mt19937_64& draw) {
  const auto below = [&](int bound) {
    return static_cast<int>(draw() % static_cast<unsigned>(bound));
  };
  lp::Polyhedron made;
  made.coordinates = 1 + below(6);
  for (int c = 0; c < made.coordinates; ++c) {
    made.point.emplace_back(1, 1 + below(3));
    lp::WholeRow edge;
    edge.constant = Integer(3);
    edge.terms.emplace_back(c, Integer(-1));
    made.rows.push_back(std::move(edge));
  }
  for (int more = below(8); more > 0; --more) {
    lp::WholeRow row;
    Rational here;
    for (int c = 0; c < made.coordinates; ++c) {
      const int factor = below(5) - 2;
      if (factor == 0) continue;
      row.terms.emplace_back(c, Integer(6 * factor));
      here += Rational(6 * factor) * made.point[at(c)];
    }
    const Rational constant =
        Rational(6 * below(2)) - here;  // 6 times a half and a third are whole
    if (row.terms.empty() || !constant.is_integer()) continue;
    exact::scale_to_integer(row.constant.raw(), constant, Integer(1));
    made.rows.push_back(std::move(row));
  }
  return made;
}

std::vector<lp::Objective> random_objectives(std::mt19937_64& draw, const lp::Polyhedron& of) {
  std::vector<lp::Objective> list(1 + draw() % 3);
  for (lp::Objective& one : list) {
    std::map<int, int> weights;
    for (int t = 0; t < 2; ++t) {
      weights[static_cast<int>(draw() % static_cast<unsigned>(of.variables()))] =
          static_cast<int>(draw() % 5) - 2;
    }
    for (const auto& [variable, weight] : weights) {
      if (weight != 0) one.emplace_back(variable, Integer(weight));
    }
  }
  return list;
}

/// constant and gradient of a variable, in that order.
std::vector<Rational> function_of(const lp::Polyhedron& of, int variable) {
  std::vector<Rational> result(at(of.coordinates) + 1);
  if (variable < of.coordinates) {
    result[at(variable) + 1] = Rational(1);
    return result;
  }
  const lp::WholeRow& row = of.rows[at(variable - of.coordinates)];
  result[0] = rational(row.constant);
  for (const auto& [c, factor] : row.terms) result[at(c) + 1] = rational(factor);
  return result;
}

void add(std::vector<Rational>& sum, const Rational& factor, const std::vector<Rational>& one) {
  for (std::size_t t = 0; t < sum.size(); ++t) sum[t] += factor * one[t];
}

// Kills: multipliers of the wrong sign or of another objective, a point that is not feasible or not
// the best in order, zeros left out, `only` where there are several.
TEST(GuessedProgram, FindsWhatExactPivotingFinds) {
  std::mt19937_64 draw(7);
  int found = 0;
  int several = 0;
  constexpr int games = 2000;
  for (int t = 0; t < games; ++t) {
    const lp::Polyhedron polytope = random_polytope(draw);
    lp::GuessedProgram guesses(polytope);
    auto program = lp::PolyhedronProgram::of(polytope, {});
    ASSERT_TRUE(program);
    for (int again = 0; again < 2; ++again) {
      const auto objectives = random_objectives(draw, polytope);
      program->free();
      std::vector<Rational> most;
      for (const lp::Objective& one : objectives) {
        ASSERT_TRUE(program->maximise(one, {}));
        program->fix(one);
        most.push_back(program->value(one));
      }
      const auto guess = guesses.maximise(objectives, {});
      if (!guess) continue;
      ++found;
      EXPECT_EQ(guess->value, most);
      std::vector<Rational> at_point(at(polytope.variables()));
      std::vector<int> zeros;
      for (int v = 0; v < polytope.variables(); ++v) {
        const auto function = function_of(polytope, v);
        at_point[at(v)] = function[0];
        for (int c = 0; c < polytope.coordinates; ++c) {
          at_point[at(v)] += function[at(c) + 1] * guess->point[at(c)];
        }
        EXPECT_GE(at_point[at(v)].sign(), 0);
        if (at_point[at(v)].sign() == 0) zeros.push_back(v);
      }
      EXPECT_EQ(guess->zeros, zeros);
      // Objective and multipliers together are the constant most, and in order not below 0.
      std::map<int, std::vector<Rational>> in_order;
      for (std::size_t k = 0; k < objectives.size(); ++k) {
        std::vector<Rational> sum(at(polytope.coordinates) + 1);
        for (const auto& [variable, weight] : objectives[k]) {
          add(sum, rational(weight), function_of(polytope, variable));
        }
        for (const auto& [variable, multiplier] : guess->multipliers[k]) {
          add(sum, multiplier, function_of(polytope, variable));
          in_order[variable].resize(objectives.size());
          in_order[variable][k] = multiplier;
          EXPECT_EQ(at_point[at(variable)].sign(), 0);
        }
        EXPECT_EQ(sum[0], most[k]);
        for (std::size_t c = 1; c < sum.size(); ++c) EXPECT_EQ(sum[c].sign(), 0);
      }
      for (const auto& [variable, list] : in_order) {
        const auto first =
            std::ranges::find_if(list, [](const auto& one) { return one.sign() != 0; });
        EXPECT_GT(first->sign(), 0);
      }
      if (!guess->only) {
        ++several;
        continue;
      }
      // Nothing else is as good.
      for (int c = 0; c < polytope.coordinates; ++c) {
        for (const int sign : {1, -1}) {
          lp::Objective along;
          along.emplace_back(c, Integer(sign));
          ASSERT_TRUE(program->maximise(along, {}));
          EXPECT_EQ(program->value(c), guess->point[at(c)]);
        }
      }
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(found, 2 * games * 95 / 100);
  EXPECT_GT(several, 100);
}

}  // namespace
}  // namespace allnash::guessed_program_test
