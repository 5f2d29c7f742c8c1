#include "responses.hpp"

#include <algorithm>

namespace checker {
namespace {

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
  for (Index left = lines.count(player + "-strategies", 1, largest_shape); left > 0; --left) {
    Line line = lines.next();
    side.names.push_back(strategy_field(line));
    const Integer weight = line.whole(0);
    line.end();
    mpz_gcd(common, common, weight);
    side.weights.emplace_back(weight);
    side.total.add(side.weights.back());
  }
  if (!common.is_one()) head.reject("the weights have a common factor, or all are 0");
  std::vector<string_view> sorted = side.names;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) head.reject("'" + shown(*twice) + "' stands twice");
}

void read_payoffs(Lines& lines, ResponseClaim& claim) {
  lines.next("payoffs").end();
  claim.column.sums.resize(claim.column.names.size());
  for (const Fraction& row_weight : claim.row.weights) {
    Line line = lines.next();
    Fraction sum;
    for (std::size_t j = 0; j < claim.column.names.size(); ++j) {
      const Fraction payoff = line.fraction();
      if (claim.column.weights[j].sign() > 0) sum.add(payoff * claim.column.weights[j]);
      if (row_weight.sign() > 0) claim.column.sums[j].add(payoff * row_weight);
    }
    line.end();
    claim.row.sums.push_back(std::move(sum));
  }
}

void read_response(Lines& lines, const string& player, ResponseSide& side) {
  SaidResponse& said = side.response;
  Line line = lines.next(player + "-response");
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
  said.sum = line.fraction();
  line.end();
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

}  // namespace

ResponseClaim read_response_claim(Lines& lines) {
  lines.magic("allnash-responses", " 1");
  ResponseClaim claim;
  Line line = lines.next();
  const string_view kind = line.field();
  claim.low = line.fraction();
  claim.high = claim.low;
  if (kind == "within") {
    claim.kind = ResponseClaim::Kind::within;
    claim.high = line.fraction();
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
  lines.end();
  return claim;
}

string check_responses(const ResponseClaim& claim) {
  check_response(claim, true);
  check_response(claim, false);
  return claim.kind == ResponseClaim::Kind::restricted ? "verified for the strategies met alone"
                                                       : "verified, responses assumed";
}

}  // namespace checker
