#include "ranges.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace checker {
namespace {

/// True for `one`.
bool either(Line& line, const char* one, const char* other) {
  const string_view word = line.field();
  if (word != one && word != other) {
    line.reject(string("'") + one + "' or '" + other + "' belongs here, not '" + shown(word) + "'");
  }
  return word == one;
}

Bound read_statement(Line line, bool of_flows, Index own) {
  Bound bound;
  bound.text = line;
  bound.most = either(line, "most", "least");
  if (of_flows) bound.share = either(line, "share", "flow");
  bound.index = line.count(0, own - 1);
  bound.number = line.fraction();
  line.end();
  return bound;
}

/// Reads the unit, and what of it there is of strategies or arcs.
Amounts read_amounts(Line line, Index limit, const char* what, bool either_sign) {
  Amounts amounts;
  amounts.unit = line.whole(1);
  while (!line.rest.empty()) amounts.take(line, limit, what, either_sign);
  if (amounts.has_common_factor()) line.reject("numbers with a common factor");
  return amounts;
}

}  // namespace

Fraction Bound::right_side() const {
  if (share) return 0;
  return most ? number : 0 - number;
}

std::vector<Bound> read_bounds(Lines& lines, string_view keyword, bool of_flows, Index own,
                               Index others) {
  std::vector<Bound> bounds;
  if (lines.peek().field() != keyword) return bounds;
  const char* const what = of_flows ? "arcs" : "indices";
  for (Index left = lines.count(keyword, 1, largest_shape); left > 0; --left) {
    Bound bound = read_statement(lines.next(), of_flows, own);
    const auto place = [](const Bound& one) { return std::tuple(one.index, one.share, one.most); };
    if (!bounds.empty() && place(bound) <= place(bounds.back())) bound.reject("bounds do not rise");
    bound.against = read_amounts(lines.next("against"), others, what, true);
    Line proof = lines.peek();
    if (proof.field() == "attained") {
      lines.next();
      Line ahead = proof;
      if (ahead.field() == "by") {
        bound.by = to_size(ahead.count(0, largest_shape));
        ahead.end();
        if (*bound.by >= bounds.size() || !bounds[*bound.by].attained) {
          proof.reject("no earlier bound with numbers of its own");
        }
      } else {
        bound.attained = read_amounts(proof, own, what, false);
      }
    }
    bounds.push_back(std::move(bound));
  }
  return bounds;
}

string words_for(const Ranges& ranges) {
  std::size_t bounds = 0;
  std::size_t attained = 0;
  for (const auto* const of_player : {&ranges.row, &ranges.column}) {
    bounds += of_player->size();
    attained += to_size(
        std::ranges::count_if(*of_player, [](const Bound& one) { return one.attained || one.by; }));
  }
  if (bounds == 0) return {};
  const string count = std::to_string(bounds) + (bounds == 1 ? " bound" : " bounds");
  const string reached = attained == bounds ? (bounds == 1 ? "attained" : "all attained")
                                            : std::to_string(attained) + " of them attained";
  return ", with " + count + " on optimal strategies, " + reached;
}

}  // namespace checker
