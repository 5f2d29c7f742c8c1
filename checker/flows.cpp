#include "flows.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>
#include <utility>

namespace checker {
namespace {

void read_graph(Lines& lines, const string& player, FlowSide& side) {
  side.nodes = lines.count(player + "-nodes", 1, largest_shape);
  Index heads = 0;
  for (Index left = lines.count(player + "-arcs", 0, largest_shape); left > 0; --left) {
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
  for (const FlowArc& arc : side.arcs) {
    const auto found = std::ranges::lower_bound(side.features, arc.feature.value_or(0));
    side.place.push_back(to_size(found - side.features.begin()));
  }
}

void read_flow(Lines& lines, const string& player, bool all, FlowSide& side) {
  const auto size_of = [&](const char* what) {
    Line line = lines.next(player + what);
    Integer size = line.whole(1);
    line.end();
    return size;
  };
  side.strategies = size_of("-strategies");
  if (all) side.support = size_of("-support");
  Line head = lines.next(player + "-flow");
  side.flow.unit = head.whole(1);
  const auto arcs = std::ssize(side.arcs);
  Index left = head.count(0, arcs);
  head.end();
  for (; left > 0; --left) {
    Line line = lines.next();
    side.flow.take(line, arcs, "arcs");
    line.end();
  }
  if (side.flow.has_common_factor()) head.reject("the flow has a common factor");
}

void check_conserved(const FlowSide& side, const string& player) {
  std::vector<Integer> surplus = surplus_of(side, side.flow);
  mpz_add(surplus[0], surplus[0], side.flow.unit);
  for (std::size_t n = 0; n < surplus.size(); ++n) {
    if (!side.leaving[n].empty() && surplus[n].sign() != 0) {
      throw Rejected("the flow of the " + player + " player does not add up at node " +
                     std::to_string(n));
    }
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

/// Finds payoffs as integers, and puts places of features for the features; payoffs of features
/// that no arc has go.
void prepare_payoffs(FlowClaim& claim) {
  std::vector<Fraction> numbers = claim.paid;
  numbers.emplace_back(1);  // becomes the scale
  claim.scaled = in_integers(numbers, std::numeric_limits<std::size_t>::max());
  claim.scale = std::move(claim.scaled.back());
  claim.scaled.pop_back();
  Places row_places(claim.row.features);
  Places column_places(claim.column.features);
  std::erase_if(claim.payoffs, [&](ClaimedPayoff& one) {
    const auto f = row_places.of(one.row);
    const auto g = column_places.of(one.column);
    if (f) one.row = static_cast<Index>(*f);
    if (g) one.column = static_cast<Index>(*g);
    return !f || !g;
  });
}

/// How much of each feature is in a flow.
std::vector<Integer> amounts_by_feature(const FlowSide& side, const Amounts& flow) {
  std::vector<Integer> amounts(side.features.size());
  for (std::size_t t = 0; t < flow.at.size(); ++t) {
    const auto a = to_size(flow.at[t]);
    if (!side.arcs[a].feature) continue;
    Integer& sum = amounts[side.place[a]];
    mpz_add(sum, sum, flow.amount[t]);
  }
  return amounts;
}

}  // namespace

FlowClaim read_flow_claim(string_view text, Lines& lines) {
  lines.magic("allnash-flows", " 1");
  FlowClaim claim;
  claim.value = lines.number("value");
  claim.constant = lines.number("constant");
  read_graph(lines, "row", claim.row);
  read_graph(lines, "column", claim.column);
  std::unordered_map<string_view, std::size_t> places;  // indices of payoffs, by their text
  string_view last;
  for (Index left = lines.count("payoffs", 0, largest_shape); left > 0; --left) {
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
      if (payoff.place == claim.paid.size()) claim.paid.push_back(number.fraction());
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
  return claim;
}

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
    for (const Index a : side->flow.at) inside[to_size(a)] = 1;
    check_count(*side, inside, *side->support, "the strategies of the " + player + " support");
  }
  prepare_payoffs(claim);
  for (const auto& [side, player] : sides) {
    const bool row = player == "row";
    Response found = respond(claim, row, (row ? claim.column : claim.row).flow);
    side->best = std::move(found.arcs);
    const auto is_best = [&best = side->best](Index arc) { return best[to_size(arc)] != 0; };
    if (side->support && (std::ranges::count(side->best, 1) != std::ssize(side->flow.at) ||
                          !std::ranges::all_of(side->flow.at, is_best))) {
      throw Rejected("the arcs of the " + player +
                     " player's best responses are not those that the flow plays");
    }
    if (found.value == claim.value) continue;
    throw Rejected("the best responses of the " + player + " player do not earn the value");
  }
}

std::vector<Integer> earned(const FlowClaim& claim, bool row, const Amounts& opposed) {
  const FlowSide& side = row ? claim.row : claim.column;
  const std::vector<Integer> amounts = amounts_by_feature(row ? claim.column : claim.row, opposed);
  std::vector<Integer> gains(side.features.size());
  for (const ClaimedPayoff& one : claim.payoffs) {
    const Integer& amount = amounts[to_size(row ? one.column : one.row)];
    if (amount.sign() == 0) continue;
    (row ? mpz_addmul : mpz_submul)(gains[to_size(row ? one.row : one.column)],
                                    claim.scaled[one.place], amount);
  }
  return gains_of_arcs(side, gains);
}

Response respond(const FlowClaim& claim, bool row, const Amounts& opposed) {
  const FlowSide& side = row ? claim.row : claim.column;
  std::vector<Integer> earns = earned(claim, row, opposed);
  const std::vector<Integer> worth = best_worth(side, earns);
  Integer scale;
  mpz_mul(scale, claim.scale, opposed.unit);
  const Fraction value(worth[0], scale);
  return {claim.constant + (row ? value : 0 - value), best_arcs(side, worth, earns)};
}

std::vector<Integer> gains_of_arcs(const FlowSide& side, const std::vector<Integer>& gains) {
  std::vector<Integer> earns(side.arcs.size());
  for (std::size_t a = 0; a < earns.size(); ++a) {
    if (side.arcs[a].feature) mpz_set(earns[a], gains[side.place[a]]);
  }
  return earns;
}

}  // namespace checker
