#include "allnash/behaviour.hpp"

#include <gtest/gtest.h>

#include "flows/plans.hpp"

namespace allnash::behaviour_test {
namespace {

std::string text_of(const std::vector<Behaviour>& behaviour) {
  std::string text;
  for (const Behaviour& at_set : behaviour) {
    text += at_set.set + ":";
    for (const auto& [label, probability] : at_set.actions) {
      text += " " + label + " " + probability.to_string();
    }
    text += "\n";
  }
  return text;
}

TEST(Behaviour, IsWhatAPlanDoesWhereItsOwnMovesLead) {
  const FlowGame game = test::made_tree("kuhn");
  const FlowSide& side = game.rows;
  // Bets a 3 always, a 1 one time in three, checks a 2; calls with a 2 one time in four.
  const auto share = [&](Index a) {
    const FlowArc& arc = side.arcs[at(a)];
    const std::string& set = side.nodes[at(arc.tail)];
    if (arc.tail == 0) return Rational(1);
    if (set == "card 1") return arc.label == "bet" ? Rational(1, 3) : Rational(2, 3);
    if (set == "card 2") return Rational(arc.label == "check" ? 1 : 0);
    if (set == "card 3") return Rational(arc.label == "bet" ? 1 : 0);
    if (set == "card 1, check bet") return Rational(arc.label == "fold" ? 1 : 0);
    return arc.label == "call" ? Rational(1, 4) : Rational(3, 4);
  };
  std::vector<Rational> flow = test::flow_of(side, share);
  const std::string expected =
      "card 1: check 2/3 bet 1/3\n"
      "card 2: check 1\n"
      "card 3: bet 1\n"
      "card 1, check bet: fold 1\n"
      "card 2, check bet: fold 3/4 call 1/4\n";  // a 3 never comes to call
  EXPECT_EQ(text_of(behaviour_of(side, flow)), expected);
  for (Rational& amount : flow) amount *= Rational(84);  // whole flows over one denominator
  EXPECT_EQ(text_of(behaviour_of(side, flow)), expected);
}

}  // namespace
}  // namespace allnash::behaviour_test
