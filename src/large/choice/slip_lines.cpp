// Writes the lines `row-slips` of docs/certificate_format.md, which prove a plan best in the slip
// order.
#include <algorithm>

#include "core/base/at.hpp"
#include "large/choice/parts.hpp"

namespace allnash::large {

std::string slip_lines(const Form& form, const OptimalFace& face, const ChosenPoint& chosen) {
  if (chosen.proof.empty()) return "";
  const Graph& mine = form.side[face.player()];
  const Graph& theirs = form.side[1 - face.player()];
  std::vector<Rational> flow(at(mine.arcs()));
  for (int a = 0; a < mine.arcs(); ++a) flow[at(a)] = face.flow()[at(a)].at(chosen.point);
  // What a node is worth more than its best arc is what that arc loses.
  const Rational scale = exact::quotient(form.scale.raw(), exact::Integer(1).raw());
  std::vector<Rational> extra(at(theirs.nodes));
  for (int n = 0; n < theirs.nodes; ++n) {
    for (int b = theirs.first[n]; b < theirs.first[n + 1]; ++b) {
      const Rational lost = face.loss()[at(b)].at(chosen.point) / scale;
      if (b == theirs.first[n] || lost < extra[at(n)]) extra[at(n)] = lost;
    }
  }
  std::string text = (face.player() == 0 ? "row-slips " : "column-slips ") +
                     std::to_string(chosen.proof.size()) + "\nplan" +
                     fractions(mine.given_arc, flow) + "\nworth" +
                     fractions(theirs.given_node, extra) + "\n";
  for (const std::vector<Rational>& amounts : chosen.proof) {
    text += "slip" + fractions(theirs.given_arc, amounts) + "\n";
  }
  return text;
}

}  // namespace allnash::large
