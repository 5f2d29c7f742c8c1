// Writes the lines `row-ranges` of docs/certificate_format.md.
#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/at.hpp"
#include "large/choice/parts.hpp"

namespace allnash::large {
std::string fractions(const std::vector<Index>& given, const std::vector<Rational>& numbers) {
  const exact::Integer scale = exact::common_denominator(numbers);
  std::map<Index, std::string> by_number;
  exact::Integer whole;
  for (std::size_t a = 0; a < numbers.size(); ++a) {
    if (numbers[a].sign() == 0) continue;
    exact::scale_to_integer(whole.raw(), numbers[a], scale);
    by_number[given[a]] = exact::quotient(whole.raw(), exact::Integer(1).raw()).to_string();
  }
  std::string text = " " + exact::quotient(scale.raw(), exact::Integer(1).raw()).to_string();
  for (const auto& [one, number] : by_number) text += " " + std::to_string(one) + " " + number;
  return text;
}

namespace {

/// The numbers on arcs whose most the bound states.
std::vector<std::pair<int, Rational>> weights_of(const Graph& graph, const Bound& bound) {
  const Rational one = bound.most ? Rational(1) : Rational(-1);
  std::vector<std::pair<int, Rational>> weights = {{bound.arc, one}};
  if (!bound.share) return weights;
  const int tail = graph.tail[bound.arc];
  for (int a = graph.first[tail]; a < graph.first[tail + 1]; ++a) {
    weights.emplace_back(a, -one * bound.value);
  }
  return weights;
}

}  // namespace

std::optional<std::string> lines_of(const Form& form, const OptimalFace& face,
                                    const RangeSearch& search, bool table, const StopToken& stop) {
  const Graph& mine = form.side[face.player()];
  const Graph& theirs = form.side[1 - face.player()];
  std::vector<const Bound*> bounds;
  for (const Bound& bound : search.bounds()) bounds.push_back(&bound);
  std::ranges::sort(bounds, {}, [&](const Bound* bound) {
    return std::tuple(mine.given_arc[bound->arc], bound->share, bound->most);
  });
  std::string text;
  std::map<std::size_t, std::size_t> bound_of;  // by witness: the bound that has its numbers
  for (std::size_t t = 0; t < bounds.size(); ++t) {
    const Bound& bound = *bounds[t];
    const auto amounts = face.amounts_against(weights_of(mine, bound), bound.multipliers, stop);
    if (!amounts) return std::nullopt;
    text += bound.most ? "most " : "least ";
    if (!table) text += bound.share ? "share " : "flow ";
    text += std::to_string(mine.given_arc[bound.arc]) + " " + bound.value.to_string() + "\nagainst";
    text += fractions(theirs.given_arc, *amounts) + "\n";
    if (!bound.witness) continue;
    const auto [found, fresh] = bound_of.emplace(*bound.witness, t);
    if (!fresh) {
      text += "attained by " + std::to_string(found->second) + "\n";
      continue;
    }
    std::vector<Rational> flow(face.flow().size());
    for (std::size_t a = 0; a < flow.size(); ++a) {
      flow[a] = face.flow()[a].at(search.witnesses()[*bound.witness]);
    }
    text += "attained" + fractions(mine.given_arc, flow) + "\n";
  }
  return text;
}

}  // namespace allnash::large
