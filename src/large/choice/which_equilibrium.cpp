// The ranges of all arcs of a player, his blocks and their extreme points.
#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <unordered_set>

#include "allnash/choice.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "large/choice/parts.hpp"

namespace allnash::large {
namespace {

using allnash::at;

/// The flow that does not vary.
Rational fixed_flow(const Proof& proof, int player, int arc) {
  return exact::quotient(proof.flow[player][at(arc)].raw(), proof.unit[player].raw());
}

Range only(const Rational& value) { return {value, value, true, {value, value}}; }

void add_fixed(PlayerFound& found, const Form& form, const Proof& proof, int player,
               const PlayerQuestion& question) {
  const Graph& mine = form.side[player];
  std::vector<Rational> arriving(at(mine.nodes));
  if (mine.nodes > 0) arriving[0] = Rational(1);
  for (int a = 0; a < mine.arcs(); ++a) {
    const Rational flow = fixed_flow(proof, player, a);
    for (const int head : mine.heads_of(a)) arriving[at(head)] += flow;
    if (proof.played[player][at(a)] == 0 || !question.wanted(a)) continue;
    ChoiceRange range{mine.given_arc[a], only(flow), {}};
    if (question.shares && mine.tail[a] != 0) range.share = only(flow / arriving[at(mine.tail[a])]);
    found.ranges.ranges.push_back(std::move(range));
  }
}

void add_blocks(PlayerFound& found, const Form& form, const OptimalFace& face,
                const PlayerQuestion& question, const StopToken& stop) {
  const Graph& mine = form.side[face.player()];
  for (std::size_t b = 0; b < face.blocks().size(); ++b) {
    const FaceBlock& block = face.blocks()[b];
    if (block.dimension == 0) continue;
    FreeBlock made;
    made.dimension = block.dimension;
    std::vector<std::pair<Index, int>> arcs;
    bool alone = true;  // no arc varies with other blocks, too
    for (int a = 0; a < mine.arcs(); ++a) {
      const Affine& flow = face.flow()[at(a)];
      const auto here = [&](const auto& term) {
        return face.place()[at(term.first)].first == static_cast<int>(b);
      };
      if (std::ranges::none_of(flow.terms, here)) continue;
      arcs.emplace_back(mine.given_arc[a], a);
      alone = alone && std::ranges::all_of(flow.terms, here);
    }
    std::ranges::sort(arcs);
    for (const auto& [given, arc] : arcs) made.choices.push_back(given);
    const auto vertices =
        alone && question.vertices > 0 ? vertices_of(block, question.vertices, stop) : std::nullopt;
    if (vertices) {
      made.vertices.emplace();
      std::vector<Rational> point = face.point();
      for (const std::vector<Rational>& vertex : *vertices) {
        for (std::size_t c = 0; c < vertex.size(); ++c) point[at(block.coordinates[c])] = vertex[c];
        std::vector<Rational> flows;
        for (const auto& [given, arc] : arcs) flows.push_back(face.flow()[at(arc)].at(point));
        made.vertices->push_back(std::move(flows));
      }
    }
    found.ranges.blocks.push_back(std::move(made));
  }
}

}  // namespace

Proof proof_of(const Form& form, const FlowAnswer& answer) {
  if (answer.status != Status::proved) {
    throw NotProved("ranges are known only where all equilibria are proved");
  }
  return pair_of(form, answer);
}

Proof pair_of(const Form& form, const FlowAnswer& answer) {
  if (!answer.value) throw NotProved("no equilibrium is known");
  Proof proof;
  for (const int p : {0, 1}) {
    const FlowPlayer& player = p == 0 ? answer.row : answer.column;
    const Graph& graph = form.side[p];
    proof.unit[p] = exact::common_denominator(player.flow);
    proof.played[p].assign(at(graph.arcs()), 0);
    for (int a = 0; a < graph.arcs(); ++a) {
      exact::Integer amount;
      exact::scale_to_integer(amount.raw(), player.flow[at(graph.given_arc[a])], proof.unit[p]);
      proof.played[p][at(a)] = is_zero(amount) ? 0 : 1;
      proof.flow[p].push_back(std::move(amount));
    }
    if (player.dimension_proved) proof.dimension[p] = player.dimension;
  }
  return proof;
}

PlayerFound ranges_of_player(const Form& form, const Proof& proof, int player,
                             const PlayerQuestion& question, const StopToken& stop) {
  PlayerFound found;
  const Graph& mine = form.side[player];
  if (proof.dimension[player] == 0 && !question.lines) {
    add_fixed(found, form, proof, player, question);
  } else {
    const auto face = OptimalFace::of(form, proof, player, stop);
    if (!face) {
      for (int a = 0; a < mine.arcs(); ++a) {
        if (proof.played[player][at(a)] == 0 || !question.wanted(a)) continue;
        const Rational here = fixed_flow(proof, player, a);
        found.ranges.ranges.push_back(
            {mine.given_arc[a], {Rational(), Rational(1), false, {here, here}}, {}});
      }
      found.ranges.exact = found.ranges.ranges.empty();
      return found;
    }
    RangeSearch search(form, *face, stop,
                       question.all ? RangeSearch::most_work : RangeSearch::most_work * 10);
    // What is open is at most what arrives, and reaches at least what points found meanwhile have.
    std::vector<Rational> most_arriving(at(mine.nodes), question.all ? Rational() : Rational(1));
    if (mine.nodes > 0) most_arriving[0] = Rational(1);
    std::vector<std::pair<int, std::size_t>> open;
    for (int a = 0; a < mine.arcs(); ++a) {
      if (proof.played[player][at(a)] == 0 || !question.wanted(a)) continue;
      ChoiceRange range{mine.given_arc[a], search.flow(a), {}};
      if (question.shares && mine.tail[a] != 0) range.share = search.share(a);
      if (!range.flow.exact) {
        range.flow.most = std::min(range.flow.most, most_arriving[at(mine.tail[a])]);
        open.emplace_back(a, found.ranges.ranges.size());
      }
      for (const int head : mine.heads_of(a)) most_arriving[at(head)] += range.flow.most;
      if (!range.flow.exact || (range.share && !range.share->exact)) found.ranges.exact = false;
      found.ranges.ranges.push_back(std::move(range));
    }
    for (const auto& [arc, place] : open) search.widen(arc, found.ranges.ranges[place].flow);
    add_blocks(found, form, *face, question, stop);
    if (question.lines && !search.bounds().empty()) {
      const auto lines = lines_of(form, *face, search, question.table, stop);
      if (lines) {
        found.lines = (player == 0 ? "row-ranges " : "column-ranges ") +
                      std::to_string(search.bounds().size()) + "\n" + *lines;
      }
    }
  }
  std::ranges::sort(found.ranges.ranges, {}, &ChoiceRange::choice);
  return found;
}

}  // namespace allnash::large

namespace allnash {

ChoiceRanges ranges_of(const FlowGame& game, const FlowAnswer& answer,
                       const RangeQuestion& question) {
  FlowOptions options;
  options.time_limit = question.time_limit;
  Hooks hooks;
  hooks.stop = question.stop;
  const large::RunLimits limits(options, hooks);
  const StopToken stop = limits.token();
  const large::Form form = large::form_of(game);
  const large::Proof proof = large::proof_of(form, answer);
  std::unordered_set<std::string> missing(question.names.begin(), question.names.end());
  ChoiceRanges result;
  for (const int p : {0, 1}) {
    const FlowSide& side = p == 0 ? game.rows : game.columns;
    std::vector<char> asked(side.nodes.size(), question.names.empty() ? 1 : 0);
    bool some = question.names.empty();
    const std::unordered_set<std::string> names(question.names.begin(), question.names.end());
    for (std::size_t n = 0; n < side.nodes.size(); ++n) {
      if (!names.contains(side.nodes[n])) continue;
      missing.erase(side.nodes[n]);
      asked[n] = 1;
      some = true;
    }
    if (!(p == 0 ? question.row : question.column) || !some) continue;
    large::PlayerQuestion about;
    const bool tree = game.kind == FlowGame::Kind::tree;
    about.wanted = [&](int arc) {
      return asked[at(form.side[p].given_node[form.side[p].tail[arc]])] != 0;
    };
    about.shares = tree;
    about.lines = question.lines;
    about.vertices = question.vertices;
    about.all = question.names.empty();
    large::PlayerFound found = large::ranges_of_player(form, proof, p, about, stop);
    (p == 0 ? result.row : result.column) = std::move(found.ranges);
    result.lines += found.lines;
  }
  if (!missing.empty()) {
    throw InputError("ranges: " + in_quotes(*missing.begin()) +
                     (game.kind == FlowGame::Kind::tree ? " is no information set of this game"
                                                        : " is no node of this game"));
  }
  return result;
}

}  // namespace allnash
