#include "slips.hpp"

#include <algorithm>

namespace checker {
namespace {

using Series = std::vector<Integer>;

int compared(const Series& left, const Series& right) {
  for (std::size_t k = 0; k < left.size(); ++k) {
    const int order = mpz_cmp(left[k], right[k]);
    if (order != 0) return order;
  }
  return 0;
}

/// One player whose plan is claimed to be the best in the slip order.
class Plan {
 public:
  Plan(const FlowClaim& claim, bool row, const SlipPlan& plan)
      : claim_(claim),
        row_(row),
        own_(row ? claim.row : claim.column),
        others_(row ? claim.column : claim.row),
        plan_(plan),
        played_(others_.arcs.size(), 0),
        order_(others_.arcs.size(), 0),
        weight_(others_.arcs.size()),
        reached_(others_.leaving.size(), 0) {
    for (const Index arc : others_.flow.at) played_[to_size(arc)] = 1;
  }

  void check() {
    if (units_of(own_, plan_.plan, "plan") != 1) plan_.text.reject("the plan is not one unit");
    if (respond(claim_, !row_, plan_.plan).value != claim_.value) {
      plan_.text.reject("the plan is not optimal");
    }
    find_orders();
    find_losses();
    check_slips();
    check_tight();
  }

 private:
  [[nodiscard]] Fraction units_of(const FlowSide& side, const Amounts& flow,
                                  const string& what) const {
    const std::vector<Integer> surplus = surplus_of(side, flow);
    for (std::size_t n = 1; n < surplus.size(); ++n) {
      if (!side.leaving[n].empty() && surplus[n].sign() != 0) {
        plan_.text.reject("the " + what + " does not add up at node " + std::to_string(n));
      }
    }
    return 0 - Fraction(surplus[0], flow.unit);
  }

  /// The orders and weights of slips, and the nodes that the opponent's flow reaches.
  void find_orders() {
    std::vector<Fraction> weight(others_.leaving.size());
    std::vector<Index> before(others_.leaving.size(), -1);
    reached_[0] = 1;
    for (const Index arc : others_.flow.at) {
      for (const Index head : others_.arcs[to_size(arc)].heads) reached_[to_size(head)] = 1;
    }
    Index most = 0;
    for (const Index node : others_.order) {
      const auto n = to_size(node);
      if (others_.leaving[n].empty()) continue;  // an end
      const Fraction share = Fraction(1) / Fraction(std::ssize(others_.leaving[n]));
      for (const Index arc : others_.leaving[n]) {
        const auto b = to_size(arc);
        if (played_[b] != 0) continue;
        order_[b] = reached_[n] != 0 ? 1 : before[n] + 1;
        weight_[b] = reached_[n] != 0 ? share : weight[n] * share;
        most = std::max(most, order_[b]);
        for (const Index head : others_.arcs[b].heads) {
          const auto h = to_size(head);
          if (before[h] >= 0 && before[h] < order_[b]) continue;
          if (before[h] != order_[b]) weight[h] = Fraction();
          before[h] = order_[b];
          weight[h].add(weight_[b]);
        }
      }
    }
    if (most != std::ssize(plan_.slips)) plan_.text.reject("another number of slips");
  }

  /// What the opponent's arcs lose with the given worths of nodes, times a positive number.
  void find_losses() {
    std::vector<Integer> earns = earned(claim_, !row_, plan_.plan);
    Integer scale;  // of what is earned
    mpz_mul(scale, claim_.scale, plan_.plan.unit);
    for (Integer& one : earns) mpz_mul(one, one, plan_.extra.unit);
    std::vector<Integer> worth(others_.leaving.size());
    std::vector<Integer> extra(others_.leaving.size());
    for (std::size_t t = 0; t < plan_.extra.at.size(); ++t) {
      const auto n = to_size(plan_.extra.at[t]);
      if (reached_[n] != 0) plan_.text.reject("a worth at a node that the opponent reaches");
      mpz_mul(extra[n], plan_.extra.amount[t], scale);
    }
    loses_.assign(others_.arcs.size(), 0);
    for (std::size_t place = others_.order.size(); place-- > 0;) {
      const auto n = to_size(others_.order[place]);
      const std::vector<Index>& leaving = others_.leaving[n];
      for (const Index arc : leaving) {
        const auto b = to_size(arc);
        for (const Index head : others_.arcs[b].heads) {
          mpz_add(earns[b], earns[b], worth[to_size(head)]);
        }
        if (arc == leaving.front() || mpz_cmp(earns[b], worth[n]) > 0) {
          mpz_set(worth[n], earns[b]);
        }
      }
      mpz_add(worth[n], worth[n], extra[n]);
      for (const Index arc : leaving) {
        const auto b = to_size(arc);
        loses_[b] = mpz_cmp(earns[b], worth[n]) != 0 ? 1 : 0;
        if (loses_[b] != 0 && played_[b] != 0) {
          plan_.text.reject("an arc of the opponent's flow loses");
        }
      }
    }
  }

  void check_slips() const {
    std::vector<int> sign(others_.arcs.size(), 0);
    for (std::size_t k = 0; k < plan_.slips.size(); ++k) {
      const Amounts& slip = plan_.slips[k];
      (void)units_of(others_, slip, "slip");
      std::vector<Fraction> above(others_.arcs.size());
      for (std::size_t t = 0; t < slip.at.size(); ++t) {
        above[to_size(slip.at[t])] = Fraction(slip.amount[t], slip.unit);
      }
      for (std::size_t b = 0; b < above.size(); ++b) {
        if (played_[b] != 0) continue;
        if (order_[b] == static_cast<Index>(k) + 1) above[b] = above[b] - weight_[b];
        if (sign[b] == 0) sign[b] = above[b].sign();
      }
    }
    for (std::size_t b = 0; b < sign.size(); ++b) {
      if (played_[b] != 0) continue;
      if (sign[b] < 0) plan_.text.reject("a slip is less often than it must be");
      if (sign[b] > 0 && loses_[b] != 0) {
        plan_.text.reject("a slip that loses is more often than it must be");
      }
    }
  }

  /// That the plan takes arcs that earn most, in the order of dictionaries.
  void check_tight() const {
    std::vector<Series> earns(own_.arcs.size());
    const auto add_level = [&](const Amounts& opposed) {
      std::vector<Integer> level = earned(claim_, row_, opposed);
      for (std::size_t a = 0; a < level.size(); ++a) earns[a].push_back(std::move(level[a]));
    };
    add_level(others_.flow);
    for (const Amounts& slip : plan_.slips) add_level(slip);
    std::vector<char> takes(own_.arcs.size(), 0);
    for (const Index arc : plan_.plan.at) takes[to_size(arc)] = 1;
    std::vector<Index> best(own_.leaving.size(), -1);  // the arc that has a node's worth
    for (std::size_t place = own_.order.size(); place-- > 0;) {
      const auto n = to_size(own_.order[place]);
      const std::vector<Index>& leaving = own_.leaving[n];
      for (const Index arc : leaving) {
        Series& here = earns[to_size(arc)];
        for (const Index head : own_.arcs[to_size(arc)].heads) {
          if (best[to_size(head)] < 0) continue;  // an end
          const Series& after = earns[to_size(best[to_size(head)])];
          for (std::size_t k = 0; k < here.size(); ++k) mpz_add(here[k], here[k], after[k]);
        }
        if (best[n] < 0 || compared(here, earns[to_size(best[n])]) > 0) best[n] = arc;
      }
      for (const Index arc : leaving) {
        if (takes[to_size(arc)] != 0 &&
            compared(earns[to_size(arc)], earns[to_size(best[n])]) != 0) {
          plan_.text.reject("the plan takes an arc that is not best against the slips");
        }
      }
    }
  }

  const FlowClaim& claim_;
  bool row_;
  const FlowSide& own_;
  const FlowSide& others_;
  const SlipPlan& plan_;
  std::vector<char> played_;  // the opponent's arcs
  std::vector<Index> order_;
  std::vector<Fraction> weight_;
  std::vector<char> reached_;  // the opponent's nodes
  std::vector<char> loses_;    // the opponent's arcs
};

Amounts amounts_in(Line line, Index limit, const char* what, bool either_sign) {
  Amounts amounts;
  amounts.unit = line.whole(1);
  while (!line.rest.empty()) amounts.take(line, limit, what, either_sign);
  if (amounts.has_common_factor()) line.reject("numbers with a common factor");
  return amounts;
}

std::optional<SlipPlan> read_plan(Lines& lines, string_view keyword, const FlowSide& own,
                                  const FlowSide& others) {
  const Line first = lines.peek();
  if (Line(first).field() != keyword) return {};
  SlipPlan plan;
  plan.text = first;
  Index left = lines.count(keyword, 1, largest_shape);
  plan.plan = amounts_in(lines.next("plan"), std::ssize(own.arcs), "arcs", false);
  plan.extra = amounts_in(lines.next("worth"), others.nodes, "nodes", false);
  for (; left > 0; --left) {
    plan.slips.push_back(amounts_in(lines.next("slip"), std::ssize(others.arcs), "arcs", true));
  }
  return plan;
}

}  // namespace

SlipPlans read_slip_plans(Lines& lines, const FlowClaim& claim) {
  SlipPlans plans;
  plans.row = read_plan(lines, "row-slips", claim.row, claim.column);
  plans.column = read_plan(lines, "column-slips", claim.column, claim.row);
  return plans;
}

void check_slip_plans(const FlowClaim& claim, const SlipPlans& plans) {
  if ((plans.row || plans.column) && !claim.row.support) {
    (plans.row ? plans.row : plans.column)->text.reject("plans need the supports");
  }
  if (plans.row) Plan(claim, true, *plans.row).check();
  if (plans.column) Plan(claim, false, *plans.column).check();
}

string words_for(const SlipPlans& plans) {
  if (!plans.row && !plans.column) return {};
  const string whose = plans.row && plans.column ? "of both players"
                       : plans.row               ? "of the row player"
                                                 : "of the column player";
  return ", with the best plan against slips " + whose;
}

}  // namespace checker
