#include "flow_ranges.hpp"

#include <algorithm>

namespace checker {
namespace {

/// One player whose flows have bounds.
class Flows {
 public:
  Flows(const FlowClaim& claim, bool row)
      : claim_(claim),
        row_(row),
        own_(row ? claim.row : claim.column),
        others_(row ? claim.column : claim.row),
        payoffs_(others_.features.size()),
        played_(others_.arcs.size(), 0) {
    for (const ClaimedPayoff& one : claim.payoffs) {
      payoffs_[to_size(row ? one.column : one.row)].push_back(&one);
    }
    for (const Index arc : others_.flow.at) played_[to_size(arc)] = 1;
  }

  void check(const std::vector<Bound>& bounds) const {
    for (const Bound& bound : bounds) check_against(bound);
    for (const Bound& bound : bounds) {
      if (bound.attained) check_optimal(bound);
      const Bound& by = bound.by ? bounds[*bound.by] : bound;
      if (by.attained) check_attained(bound, *by.attained);
    }
  }

 private:
  /// The units that leave node 0, of numbers that add up at the other nodes.
  [[nodiscard]] Fraction units_of(const Bound& bound, const FlowSide& side,
                                  const Amounts& flow) const {
    const std::vector<Integer> surplus = surplus_of(side, flow);
    for (std::size_t n = 1; n < surplus.size(); ++n) {
      if (!side.leaving[n].empty() && surplus[n].sign() != 0) {
        bound.reject("the numbers do not add up at node " + std::to_string(n));
      }
    }
    return 0 - Fraction(surplus[0], flow.unit);
  }

  /// What each arc pays by the bound: w_i + sum_j A[i][j] d_j, for the column player with the sign
  /// of A turned, times `scale`.
  [[nodiscard]] std::vector<Integer> paid(const Bound& bound, Integer& scale) const {
    const Amounts& against = bound.against;
    std::vector<Integer> gains(own_.features.size());
    for (std::size_t t = 0; t < against.at.size(); ++t) {
      const auto b = to_size(against.at[t]);
      if (!others_.arcs[b].feature) continue;
      for (const ClaimedPayoff* one : payoffs_[others_.place[b]]) {
        (row_ ? mpz_addmul : mpz_submul)(gains[to_size(row_ ? one->row : one->column)],
                                         claim_.scaled[one->place], against.amount[t]);
      }
    }
    // The number of a share has a denominator of its own.
    mpz_srcptr bottom = mpq_denref(bound.number.raw());
    mpz_mul(scale, against.unit, claim_.scale);
    if (bound.share) {
      for (Integer& gain : gains) mpz_mul(gain, gain, bottom);
    }
    std::vector<Integer> pays = gains_of_arcs(own_, gains);
    if (bound.share) {
      Integer part;
      mpz_mul(part, scale, mpq_numref(bound.number.raw()));
      mpz_mul(scale, scale, bottom);
      for (const Index arc : own_.leaving[to_size(own_.arcs[to_size(bound.index)].tail)]) {
        Integer& pay = pays[to_size(arc)];
        (bound.most ? mpz_sub : mpz_add)(pay, pay, part);
      }
    }
    Integer& there = pays[to_size(bound.index)];
    (bound.most ? mpz_add : mpz_sub)(there, there, scale);
    return pays;
  }

  void check_against(const Bound& bound) const {
    const Amounts& against = bound.against;
    for (std::size_t t = 0; t < against.at.size(); ++t) {
      if (against.amount[t].sign() < 0 && played_[to_size(against.at[t])] == 0) {
        bound.reject("a number below 0 where the opponent does not play");
      }
    }
    const Fraction units = units_of(bound, others_, against);
    Integer scale;
    std::vector<Integer> pays = paid(bound, scale);
    const Fraction most(best_worth(own_, pays, &own_.best)[0], scale);
    const Fraction value = claim_.value - claim_.constant;
    if (most > bound.right_side() + units * (row_ ? value : 0 - value)) {
      bound.reject("the bound is not proved");
    }
  }

  void check_optimal(const Bound& bound) const {
    if (units_of(bound, own_, *bound.attained) != 1) {
      bound.reject("the flow that attains it is not one unit");
    }
    if (respond(claim_, !row_, *bound.attained).value != claim_.value) {
      bound.reject("the flow that attains it is not optimal");
    }
  }

  void check_attained(const Bound& bound, const Amounts& flow) const {
    const Index tail = own_.arcs[to_size(bound.index)].tail;
    Integer whole;  // what the bound is a part of
    mpz_set(whole, flow.unit);
    if (bound.share) mpz_set_ui(whole, 0);
    Integer played;
    for (std::size_t t = 0; t < flow.at.size(); ++t) {
      if (flow.at[t] == bound.index) mpz_set(played, flow.amount[t]);
      if (bound.share && own_.arcs[to_size(flow.at[t])].tail == tail) {
        mpz_add(whole, whole, flow.amount[t]);
      }
    }
    if (whole.sign() == 0 || Fraction(played, whole) != bound.number) {
      bound.reject("the bound is not attained");
    }
  }

  const FlowClaim& claim_;
  bool row_;
  const FlowSide& own_;
  const FlowSide& others_;
  std::vector<std::vector<const ClaimedPayoff*>> payoffs_;  // by the opponent's feature
  std::vector<char> played_;                                // the opponent's arcs
};

}  // namespace

Ranges read_ranges(Lines& lines, const FlowClaim& claim) {
  const auto rows = std::ssize(claim.row.arcs);
  const auto columns = std::ssize(claim.column.arcs);
  Ranges ranges;
  ranges.row = read_bounds(lines, "row-ranges", true, rows, columns);
  ranges.column = read_bounds(lines, "column-ranges", true, columns, rows);
  return ranges;
}

void check_ranges(const FlowClaim& claim, const Ranges& ranges) {
  for (const bool row : {true, false}) {
    const std::vector<Bound>& bounds = row ? ranges.row : ranges.column;
    if (!bounds.empty()) Flows(claim, row).check(bounds);
  }
}

}  // namespace checker
