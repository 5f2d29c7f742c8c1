// What varies, what to play and where a strategy loses, against the same games written out: all
// extreme points of their optimal strategies, found by another method, are what ranges must span.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "checker/verdict.hpp"
#include "core/base/at.hpp"
#include "large/choice/parts.hpp"
#include "large/choice/sensible.hpp"
#include "random_flow_games.hpp"
#include "random_games.hpp"

namespace allnash::choice_test {
namespace {

using Flows = std::vector<std::vector<Rational>>;  // each by arc

/// The game written out as a table, solved whole.
struct WrittenOut {
  explicit WrittenOut(const FlowGame& game)
      : rows(test::strategies_of(game.rows)), columns(test::strategies_of(game.columns)) {
    if (rows.size() > 40 || columns.size() > 40) return;
    auto table = function_game(std::ssize(rows), std::ssize(columns), [&](Index i, Index j) {
      return test::payoff(game, rows[at(i)], columns[at(j)]);
    });
    Options options;
    options.method = "full";
    options.vertices = 300;
    result = solve(*table, options);
  }
  [[nodiscard]] bool whole() const {
    return result.equilibria && result.row().vertices_complete && result.column().vertices_complete;
  }
  [[nodiscard]] Flows flows(const FlowGame& game, bool row) const {
    Flows list;
    const auto& strategies = row ? rows : columns;
    for (const MixedStrategy& vertex : row ? result.row().vertices : result.column().vertices) {
      std::vector<Rational> flow((row ? game.rows : game.columns).arcs.size());
      for (const Weight& weight : vertex) {
        for (const Index arc : strategies[at(weight.strategy)]) {
          flow[at(arc)] += weight.probability;
        }
      }
      list.push_back(std::move(flow));
    }
    return list;
  }
  std::vector<test::Strategy> rows;
  std::vector<test::Strategy> columns;
  Result result;
};

Rational through(const FlowSide& side, const std::vector<Rational>& flow, Index node) {
  Rational sum;
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    if (side.arcs[a].tail == node) sum += flow[a];
  }
  return sum;
}

void expect_ranges(const FlowSide& side, bool tree, const Flows& extreme,
                   const PlayerRanges& ranges) {
  EXPECT_TRUE(ranges.exact);
  for (const ChoiceRange& one : ranges.ranges) {
    std::optional<std::pair<Rational, Rational>> flow;
    std::optional<std::pair<Rational, Rational>> share;
    const auto take = [](auto& ends, const Rational& value) {
      if (!ends) ends.emplace(value, value);
      ends->first = std::min(ends->first, value);
      ends->second = std::max(ends->second, value);
    };
    const Index tail = side.arcs[at(one.choice)].tail;
    for (const std::vector<Rational>& point : extreme) {
      take(flow, point[at(one.choice)]);
      const Rational all = through(side, point, tail);
      if (all.sign() != 0) take(share, point[at(one.choice)] / all);
    }
    EXPECT_EQ(one.flow.least, flow->first) << "arc " << one.choice;
    EXPECT_EQ(one.flow.most, flow->second) << "arc " << one.choice;
    EXPECT_EQ(one.share.has_value(), tree && tail != 0);
    if (!one.share) continue;
    EXPECT_EQ(one.share->least, share->first) << "share of arc " << one.choice;
    EXPECT_EQ(one.share->most, share->second) << "share of arc " << one.choice;
  }
}

/// The vertices of a block are the extreme points of what the listed points play there.
void expect_blocks(const Flows& extreme, const PlayerRanges& ranges, Index dimension) {
  Index sum = 0;
  for (const FreeBlock& block : ranges.blocks) {
    sum += block.dimension;
    if (!block.vertices) continue;
    EXPECT_GT(std::ssize(*block.vertices), block.dimension);
    for (const std::vector<Rational>& vertex : *block.vertices) {
      const bool met = std::ranges::any_of(extreme, [&](const std::vector<Rational>& point) {
        for (std::size_t c = 0; c < vertex.size(); ++c) {
          if (point[at(block.choices[c])] != vertex[c]) return false;
        }
        return true;
      });
      EXPECT_TRUE(met);
    }
  }
  EXPECT_EQ(sum, dimension);
}

TEST(Choice, RangesSpanAllExtremePointsOfTheGameWrittenOut) {
  int varying = 0;
  for (int seed = 0; seed < test::this_many(3000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const FlowGame game = test::random_flow_game(static_cast<std::uint64_t>(seed));
    const WrittenOut all(game);
    if (!all.whole()) continue;
    const FlowAnswer answer = solve_flows(game);
    ASSERT_EQ(answer.status, Status::proved);
    RangeQuestion question;
    question.lines = true;
    const ChoiceRanges ranges = ranges_of(game, answer, question);
    const bool tree = game.kind == FlowGame::Kind::tree;
    expect_ranges(game.rows, tree, all.flows(game, true), *ranges.row);
    expect_ranges(game.columns, tree, all.flows(game, false), *ranges.column);
    expect_blocks(all.flows(game, true), *ranges.row, answer.row.dimension);
    expect_blocks(all.flows(game, false), *ranges.column, answer.column.dimension);
    varying += answer.row.dimension + answer.column.dimension > 0 ? 1 : 0;
    std::ostringstream certificate;
    write_certificate(certificate, game, answer, ranges.lines);
    ASSERT_EQ(test::fault_in(certificate.str()), std::nullopt) << certificate.str();
    if (HasFailure()) return;
  }
  EXPECT_GT(varying, test::this_many(800));
}

TEST(Choice, RangesOfTablesSpanAllExtremePoints) {
  std::mt19937_64 random(5);
  int varying = 0;
  for (int round = 0; round < test::this_many(5000); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const test::WholeGame game = test::random_game(random);
    const auto table = test::function_of(game);
    const Result result = solve(*table);
    ASSERT_TRUE(result.equilibria && result.row().vertices_complete);
    RangeQuestion question;
    question.lines = true;
    const ChoiceRanges ranges = ranges_of(result, question);
    for (const bool row : {true, false}) {
      const OptimalSet& set = row ? result.row() : result.column();
      const PlayerRanges& its = row ? *ranges.row : *ranges.column;
      ASSERT_TRUE(its.exact);
      ASSERT_EQ(its.ranges.size(), set.support.size());
      for (const ChoiceRange& one : its.ranges) {
        Rational least(1);
        Rational most;
        for (const MixedStrategy& vertex : set.vertices) {
          Rational value;
          for (const Weight& weight : vertex) {
            if (weight.strategy == one.choice) value = weight.probability;
          }
          least = std::min(least, value);
          most = std::max(most, value);
        }
        ASSERT_EQ(one.flow.least, least);
        ASSERT_EQ(one.flow.most, most);
      }
      varying += set.dimension > 0 ? 1 : 0;
    }
    std::ostringstream certificate;
    write_certificate(certificate, result, ranges.lines);
    ASSERT_EQ(test::fault_in(certificate.str()), std::nullopt) << certificate.str();
  }
  EXPECT_GT(varying, test::this_many(1500));
}

/// What the opponent's pure strategies earn more against y(e) = h^0 + e h^1 + ... is decided by the
/// first difference.
using Series = std::vector<Rational>;

/// By theorem S: the slip order's flow is the best of all if these amounts hold.
void expect_slip_proof(const FlowGame& game, const FlowAnswer& answer, int player) {
  const large::Form form = large::form_of(game);
  const large::Proof proof = large::proof_of(form, answer);
  const auto face = large::OptimalFace::of(form, proof, player, {});
  ASSERT_TRUE(face);
  const auto chosen = large::slip_point(form, *face, {});
  ASSERT_TRUE(chosen);
  const large::Graph& mine = form.side[player];
  const large::Graph& theirs = form.side[1 - player];
  const large::Slips slips = large::slips_of(theirs, proof.played[1 - player]);
  const std::size_t levels = chosen->proof.size();
  ASSERT_EQ(levels, at(slips.most));
  // Conserved, and at least the slips, in the order of the powers of e.
  for (const std::vector<Rational>& amounts : chosen->proof) {
    std::vector<Rational> left(at(theirs.nodes));
    for (int b = 0; b < theirs.arcs(); ++b) {
      left[at(theirs.tail[b])] -= amounts[at(b)];
      for (const int head : theirs.heads_of(b)) left[at(head)] += amounts[at(b)];
    }
    for (std::size_t n = 1; n < left.size(); ++n) EXPECT_EQ(left[n], Rational());
  }
  std::vector<Rational> flow(at(mine.arcs()));
  for (int a = 0; a < mine.arcs(); ++a) flow[at(a)] = face->flow()[at(a)].at(chosen->point);
  const exact::Integer unit = exact::common_denominator(flow);
  large::Numbers whole(flow.size());
  for (std::size_t a = 0; a < flow.size(); ++a) {
    exact::scale_to_integer(whole[a].raw(), flow[a], unit);
  }
  const large::Losses lost =
      large::losses_against(theirs, large::gains(form, 1 - player, large::amounts(mine, whole)));
  for (int b = 0; b < theirs.arcs(); ++b) {
    if (proof.played[1 - player][at(b)] != 0) {
      EXPECT_TRUE(large::is_zero(lost.lost[at(b)]));
      continue;
    }
    int sign = 0;
    for (std::size_t k = 0; k < levels; ++k) {
      Rational above = chosen->proof[k][at(b)];
      if (slips.order[at(b)] == static_cast<int>(k) + 1) above -= slips.weight[at(b)];
      if (sign == 0) sign = above.sign();
    }
    EXPECT_GE(sign, 0);
    if (chosen->only && !large::is_zero(lost.lost[at(b)])) {
      EXPECT_EQ(sign, 0);
    }
  }
  // The flow takes arcs that earn most only.
  std::vector<Series> earns(at(mine.features), Series(levels + 1));
  for (std::size_t k = 0; k <= levels; ++k) {
    std::vector<Rational> amounts(at(theirs.arcs()));
    for (int b = 0; b < theirs.arcs(); ++b) {
      amounts[at(b)] = k == 0 ? exact::quotient(proof.flow[1 - player][at(b)].raw(),
                                                proof.unit[1 - player].raw())
                              : chosen->proof[k - 1][at(b)];
    }
    const exact::Integer scale = exact::common_denominator(amounts);
    large::Numbers numbers(amounts.size());
    for (std::size_t b = 0; b < amounts.size(); ++b) {
      exact::scale_to_integer(numbers[b].raw(), amounts[b], scale);
    }
    const large::Numbers gain = large::gains(form, player, large::amounts(theirs, numbers));
    for (std::size_t f = 0; f < gain.size(); ++f) {
      earns[f][k] = exact::quotient(gain[f].raw(), scale.raw());
    }
  }
  std::vector<Series> worth(at(mine.nodes), Series(levels + 1));
  for (int n = mine.nodes; n-- > 0;) {
    std::vector<Series> of_arc;
    for (int a = mine.first[n]; a < mine.first[n + 1]; ++a) {
      Series sum(levels + 1);
      for (std::size_t k = 0; k <= levels; ++k) {
        if (mine.feature[a] >= 0) sum[k] += earns[at(mine.feature[a])][k];
        for (const int head : mine.heads_of(a)) sum[k] += worth[at(head)][k];
      }
      of_arc.push_back(std::move(sum));
    }
    worth[at(n)] = *std::ranges::max_element(of_arc);
    for (int a = mine.first[n]; a < mine.first[n + 1]; ++a) {
      if (flow[at(a)].sign() != 0) {
        EXPECT_EQ(of_arc[at(a - mine.first[n])], worth[at(n)]);
      }
    }
  }
}

TEST(Choice, TheSlipOrderIsProvedByAmountsOfTheOpponent) {
  for (int seed = 0; seed < test::this_many(2000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const FlowGame game = test::random_flow_game(static_cast<std::uint64_t>(seed));
    const FlowAnswer answer = solve_flows(game);
    ASSERT_EQ(answer.status, Status::proved);
    for (const int player : {0, 1}) expect_slip_proof(game, answer, player);
    // The certificate says the same, to the checker.
    ChoiceLimits limits;
    limits.lines = true;
    const SensiblePlans plans = sensible_of(game, answer, limits);
    ASSERT_TRUE(plans.row && plans.column);
    std::ostringstream certificate;
    write_certificate(certificate, game, answer, plans.row->lines + plans.column->lines);
    ASSERT_EQ(test::fault_in(certificate.str()), std::nullopt) << certificate.str();
    if (HasFailure()) return;
  }
}

TEST(Choice, SlipOrderOfKnownGames) {
  const FlowGame kuhn = open_flow_game("trees:kuhn");
  const FlowAnswer answer = solve_flows(kuhn);
  const SensiblePlans plans = sensible_of(kuhn, answer);
  ASSERT_TRUE(plans.row && plans.column);
  // Bets the lowest card as often as equilibria allow: an opponent then loses 2/9 by a slip.
  ASSERT_EQ(plans.row->lost.size(), 1U);
  EXPECT_EQ(plans.row->lost[0], Rational(2, 9));
  EXPECT_TRUE(plans.row->only);
  std::map<std::string, Rational> at_set;
  for (std::size_t a = 1; a < kuhn.rows.arcs.size(); ++a) {
    const FlowArc& arc = kuhn.rows.arcs[a];
    at_set[kuhn.rows.nodes[at(arc.tail)] + ": " + arc.label] = plans.row->behaviour[a];
  }
  EXPECT_EQ(at_set["card 1: bet"], Rational(1, 3));
  EXPECT_EQ(at_set["card 3: bet"], Rational(1));
  // After the slip that checks the best card it calls.
  EXPECT_EQ(at_set["card 3, check bet: call"], Rational(1));
  const RangeQuestion all;
  const ChoiceRanges ranges = ranges_of(kuhn, answer, all);
  const std::vector<std::string> text = free_text(kuhn, true, *ranges.row);
  ASSERT_EQ(text.size(), 1U);
  EXPECT_NE(text[0].find("card 1: bet b, 0 <= b <= 1/3"), std::string::npos) << text[0];
  EXPECT_NE(text[0].find("card 3: bet 3b"), std::string::npos) << text[0];
}

/// A random flow: at each node random parts.
std::vector<Rational> random_flow(const FlowSide& side, test::Draw& draw) {
  std::vector<Rational> flow(side.arcs.size());
  std::vector<Rational> arriving(side.nodes.size());
  arriving[0] = Rational(1);
  for (std::size_t n = 0; n < side.nodes.size(); ++n) {
    std::vector<std::size_t> arcs;
    std::vector<Rational> parts;
    Rational sum;
    for (std::size_t a = 0; a < side.arcs.size(); ++a) {
      if (side.arcs[a].tail != static_cast<Index>(n)) continue;
      arcs.push_back(a);
      parts.emplace_back(draw.below(4));
      sum += parts.back();
    }
    if (arcs.empty()) continue;
    if (sum.sign() == 0) parts[0] = sum = Rational(1);
    for (std::size_t t = 0; t < arcs.size(); ++t) {
      flow[arcs[t]] = arriving[n] * parts[t] / sum;
      for (const Index head : side.arcs[arcs[t]].heads) arriving[at(head)] += flow[arcs[t]];
    }
  }
  return flow;
}

Rational against(const FlowGame& game, const std::vector<Rational>& flow, bool row,
                 const test::Strategy& other) {
  Rational sum = game.constant;
  const FlowSide& side = row ? game.rows : game.columns;
  for (std::size_t a = 0; a < side.arcs.size(); ++a) {
    if (flow[a].sign() == 0) continue;
    const test::Strategy alone = {static_cast<Index>(a)};
    const Rational paid = row ? test::payoff(game, alone, other) : test::payoff(game, other, alone);
    sum += flow[a] * (paid - game.constant);
  }
  return sum;
}

TEST(Choice, JudgementsAddUpToWhatABestReplyWins) {
  for (int seed = 0; seed < test::this_many(2000); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const FlowGame game = test::random_flow_game(static_cast<std::uint64_t>(seed));
    const auto others = test::strategies_of(game.columns);
    if (others.size() > 60) continue;
    const FlowAnswer answer = solve_flows(game);
    test::Draw draw(static_cast<std::uint64_t>(seed) + 77);
    const std::vector<Rational> flow = random_flow(game.rows, draw);
    const Judgement judged = judge_flow(game, answer, true, flow);
    Rational least = against(game, flow, true, others[0]);
    for (const test::Strategy& other : others) {
      least = std::min(least, against(game, flow, true, other));
    }
    EXPECT_EQ(judged.guaranteed, least);
    EXPECT_EQ(judged.exploitability, *answer.value - least);
    Rational sum;
    for (const auto* list : {&judged.mistakes, &judged.punished}) {
      for (const LossAt& one : *list) {
        EXPECT_GT(one.loss, Rational());
        sum += one.loss;
      }
    }
    EXPECT_EQ(sum, judged.exploitability);
    EXPECT_EQ(judged.optimal, judged.exploitability.sign() == 0);
    // The nearest flow is optimal, and as near as it is said to be.
    ASSERT_TRUE(judged.distance);
    EXPECT_TRUE(judge_flow(game, answer, true, judged.nearest).optimal);
    Rational distance;
    for (std::size_t a = 0; a < flow.size(); ++a) {
      const Rational difference = flow[a] - judged.nearest[a];
      distance = std::max(distance, difference.sign() < 0 ? -difference : difference);
    }
    EXPECT_EQ(distance, *judged.distance);
    EXPECT_EQ(distance.sign() == 0, judged.optimal);
    if (HasFailure()) return;
  }
}

/// Dresher's choice loses the opponent most at his cheapest mistake: no mean of extreme points does
/// better there.
TEST(Choice, DreshersChoiceGainsMostFromTheCheapestMistake) {
  std::mt19937_64 random(11);
  int several = 0;
  for (int round = 0; round < test::this_many(1500); ++round) {
    SCOPED_TRACE("round " + std::to_string(round));
    const test::WholeGame game = test::random_game(random);
    const auto table = test::function_of(game);
    Options options;
    options.method = "full";
    const Result result = solve(*table, options);
    const SensibleStrategies sensible = sensible_of(result);
    ASSERT_TRUE(sensible.row && sensible.column);
    // Sorted losses of the columns that no equilibrium plays.
    const auto losses = [&](const MixedStrategy& strategy) {
      std::vector<Rational> all;
      for (Index j = 0; j < result.columns; ++j) {
        if (std::ranges::binary_search(result.column().support, j)) continue;
        Rational sum;
        for (const Weight& weight : strategy) {
          sum += weight.probability * test::payoff_of(game, weight.strategy, j);
        }
        all.push_back(sum - *result.value);
        EXPECT_GE(all.back(), Rational());
      }
      std::ranges::sort(all);
      return all;
    };
    const std::vector<Rational> best = losses(*sensible.row);
    const auto& vertices = result.row().vertices;
    for (std::size_t one = 0; one < vertices.size(); ++one) {
      for (std::size_t two = 0; two <= one; ++two) {
        for (const int part : {1, 2, 3}) {
          std::map<Index, Rational> sum;
          for (const Weight& weight : vertices[one]) {
            sum[weight.strategy] += weight.probability * Rational(part, 3);
          }
          for (const Weight& weight : vertices[two]) {
            sum[weight.strategy] += weight.probability * Rational(3 - part, 3);
          }
          MixedStrategy mean;
          for (const auto& [strategy, probability] : sum) {
            if (probability.sign() != 0) mean.push_back({strategy, probability});
          }
          ASSERT_LE(losses(mean), best);
        }
      }
    }
    several += vertices.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, test::this_many(200));
}

}  // namespace
}  // namespace allnash::choice_test
