#include "large/graphs/form.hpp"

#include <algorithm>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <unordered_map>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"

namespace allnash::large {

using exact::Integer;

std::string node_name(const FlowSide& side, Index node) {
  const std::string& label = side.nodes[at(node)];
  return label.empty() ? "node " + std::to_string(node) : in_quotes(label);
}

namespace {

/// Makes one player's graph from the given one, or throws an error that names its fault.
class GraphMaker {
 public:
  GraphMaker(const FlowSide& side, std::string where, Pace& pace)
      : side_(side), where_(std::move(where)), nodes_(std::ssize(side.nodes)), pace_(pace) {}

  Graph make() {
    check_numbers();
    list_arcs();
    order_nodes();
    check_reachable();
    check_reached_once();
    return number();
  }

 private:
  [[noreturn]] void wrong(const std::string& what) const { refuse(where_, what); }
  [[nodiscard]] std::string name(Index node) const { return node_name(side_, node); }
  [[nodiscard]] const FlowArc& arc(Index number) const { return side_.arcs[at(number)]; }

  void check_numbers() const {
    constexpr Index most = std::numeric_limits<int>::max() / 4;
    if (nodes_ == 0) wrong("a graph without a node; node 0 is where strategies start");
    if (nodes_ > most || std::ssize(side_.arcs) > most || side_.features > most) {
      wrong("too large");
    }
    const auto known = [](Index number, Index count) { return number >= 0 && number < count; };
    for (Index a = 0; a < std::ssize(side_.arcs); ++a) {
      pace_.step();
      const FlowArc& one = arc(a);
      const auto wrong_arc = [&](const char* what) { wrong("arc " + std::to_string(a) + what); };
      if (!known(one.tail, nodes_)) wrong_arc(" starts at no node");
      for (const Index head : one.heads) {
        if (!known(head, nodes_)) wrong_arc(" leads to no node");
      }
      if (one.feature && !known(*one.feature, side_.features)) wrong_arc(" has no such feature");
    }
  }

  void list_arcs() {
    out_.assign(at(nodes_), {});
    entered_.assign(at(nodes_), 0);
    for (Index a = 0; a < std::ssize(side_.arcs); ++a) {
      pace_.step();
      out_[at(arc(a).tail)].push_back(a);
      for (const Index head : arc(a).heads) ++entered_[at(head)];
    }
  }

  // Topological order (Kahn 1962); nodes that are left over lie on or behind a cycle.
  void order_nodes() {
    std::vector<Index> waits(entered_);
    for (Index n = 0; n < nodes_; ++n) {
      if (waits[at(n)] == 0) order_.push_back(n);
    }
    for (std::size_t t = 0; t < order_.size(); ++t) {
      for (const Index a : out_[at(order_[t])]) {
        pace_.step();
        for (const Index head : arc(a).heads) {
          if (--waits[at(head)] == 0) order_.push_back(head);
        }
      }
    }
    if (std::ssize(order_) < nodes_) name_a_cycle(waits);
  }

  // Every node left over has a predecessor that is left over: going back repeats a node, which is
  // on a cycle.
  [[noreturn]] void name_a_cycle(const std::vector<Index>& waits) const {
    std::vector<Index> from(waits.size(), -1);
    Index here = -1;
    for (Index a = 0; a < std::ssize(side_.arcs); ++a) {
      if (waits[at(arc(a).tail)] == 0) continue;
      for (const Index head : arc(a).heads) {
        if (waits[at(head)] == 0) continue;
        from[at(head)] = arc(a).tail;
        here = head;
      }
    }
    for (std::size_t steps = 0; steps < waits.size(); ++steps) here = from[at(here)];
    std::vector<Index> cycle = {here};
    for (Index n = from[at(here)]; n != here; n = from[at(n)]) {
      cycle.push_back(n);
    }
    std::string text = name(here);
    constexpr std::size_t shown = 8;
    for (std::size_t t = cycle.size(); t-- > 0;) {
      if (cycle.size() > shown && t >= shown / 2 && t < cycle.size() - shown / 2) {
        if (t == shown / 2) text += " -> ...";
        continue;
      }
      text += " -> " + name(cycle[t]);
    }
    wrong("a cycle: " + text);
  }

  void check_reachable() const {
    std::vector<char> reached(at(nodes_), 0);
    reached[0] = 1;
    for (const Index n : order_) {
      if (reached[at(n)] == 0) {
        wrong(name(n) + " cannot be reached from " + name(0) + ", where strategies start");
      }
      for (const Index a : out_[at(n)]) {
        pace_.step();
        for (const Index head : arc(a).heads) reached[at(head)] = 1;
      }
    }
  }

  // If two ways part at an arc with several heads and meet again, one strategy reaches a node
  // twice. They first meet at a node that is entered from two nodes, or twice by one arc. Of such
  // nodes many are looked at together: each has a bit, and going through the nodes from the last to
  // the first, those with a way to it get the bit. No two heads of an arc may have the same one.
  void check_reached_once() const {
    const bool branches =
        std::ranges::any_of(side_.arcs, [](const FlowArc& one) { return one.heads.size() > 1; });
    if (!branches) return;
    const std::vector<char> meets = meeting_nodes();
    std::vector<Meetings> ahead(at(nodes_));  // the meeting nodes that a way leads to
    for (std::size_t end = order_.size(); end > 0;) {
      pace_.step(at(nodes_));
      std::ranges::fill(ahead, Meetings());
      std::size_t bits = 0;
      std::size_t next = end;  // the last node before those that have a bit
      for (std::size_t t = end; t-- > 0;) {
        const Index n = order_[t];
        Meetings& here = ahead[at(n)];
        for (const Index a : out_[at(n)]) see_arc(a, ahead, here);
        if (bits == Meetings().size()) continue;
        next = t;
        if (meets[at(n)] != 0) here.set(bits++);
      }
      end = next;
    }
  }

  using Meetings = std::bitset<512>;

  /// Adds what is ahead of the arc's heads to what is ahead of its tail.
  void see_arc(Index a, const std::vector<Meetings>& ahead, Meetings& tail) const {
    pace_.step(1 + arc(a).heads.size());
    Meetings sum;
    for (const Index head : arc(a).heads) {
      const Meetings both = sum & ahead[at(head)];
      if (both.any()) name_a_meeting(a, both, ahead);
      sum |= ahead[at(head)];
    }
    tail |= sum;
  }

  /// Nodes with arcs that are entered from two nodes, or twice by one arc.
  [[nodiscard]] std::vector<char> meeting_nodes() const {
    std::vector<char> meets(at(nodes_), 0);
    std::vector<Index> from(at(nodes_), -1);
    std::vector<Index> by(at(nodes_), -1);
    for (Index a = 0; a < std::ssize(side_.arcs); ++a) {
      pace_.step();
      const Index tail = arc(a).tail;
      for (const Index head : arc(a).heads) {
        if (out_[at(head)].empty()) continue;
        if (by[at(head)] == a || (by[at(head)] >= 0 && from[at(head)] != tail)) meets[at(head)] = 1;
        by[at(head)] = a;
        from[at(head)] = tail;
      }
    }
    return meets;
  }

  // The last node with one of these bits is the one that it stands for.
  [[noreturn]] void name_a_meeting(Index a, const Meetings& both,
                                   const std::vector<Meetings>& ahead) const {
    Index met = arc(a).heads.front();
    for (const Index n : order_) {
      if ((ahead[at(n)] & both).any()) met = n;
    }
    wrong("a strategy that takes an arc at " + name(arc(a).tail) + " can reach " + name(met) +
          " twice");
  }

  [[nodiscard]] Graph number() const {
    Graph graph;
    graph.features = static_cast<int>(side_.features);
    std::vector<int> number_of(at(nodes_), -1);
    for (const Index n : order_) {
      if (out_[at(n)].empty()) continue;
      number_of[at(n)] = graph.nodes++;
      graph.given_node.push_back(n);
    }
    graph.first.push_back(0);
    graph.head_first.push_back(0);
    for (const Index n : graph.given_node) {
      for (const Index a : out_[at(n)]) {
        pace_.step();
        graph.tail.push_back(number_of[at(n)]);
        graph.given_arc.push_back(a);
        graph.feature.push_back(arc(a).feature ? static_cast<int>(*arc(a).feature) : -1);
        for (const Index head : arc(a).heads) {
          const int to = number_of[at(head)];
          if (to >= 0) graph.heads.push_back(to);
        }
        graph.head_first.push_back(static_cast<int>(graph.heads.size()));
      }
      graph.first.push_back(static_cast<int>(graph.tail.size()));
    }
    return graph;
  }

  const FlowSide& side_;
  std::string where_;
  Index nodes_;
  Pace& pace_;
  std::vector<std::vector<Index>> out_;
  std::vector<Index> entered_;
  std::vector<Index> order_;
};

struct Cell {
  int feature[2];
  Integer payoff;  // to the row player
};

/// Stable counting sort by keys below `keys`, in one pass: there may be millions of things.
template <typename Thing, typename Key>
void sort_by(std::vector<Thing>& things, Index keys, const Key& key, Pace& pace) {
  std::vector<std::size_t> place(at(keys) + 1, 0);
  for (const Thing& one : things) ++place[at(key(one)) + 1];
  std::partial_sum(place.begin(), place.end(), place.begin());
  std::vector<Thing> sorted(things.size());
  for (Thing& one : things) {
    pace.step();
    sorted[place[at(key(one))]++] = std::move(one);
  }
  things = std::move(sorted);
}

void sort_by_feature(std::vector<Cell>& cells, int player, Index features, Pace& pace) {
  sort_by(
      cells, features, [player](const Cell& cell) { return cell.feature[player]; }, pace);
}

/// The payoffs sorted by the row player's feature, then the column player's; equal pairs are added
/// up, zeros left out.
std::vector<Cell> cells_of(const FlowGame& game, Integer& scale, Pace& pace) {
  fmpz_one(scale.raw());
  for (const FlowPayoff& one : game.payoffs) {
    pace.step();
    if (one.row_feature < 0 || one.row_feature >= game.rows.features || one.column_feature < 0 ||
        one.column_feature >= game.columns.features) {
      throw InputError("payoffs: a feature that the graph does not have");
    }
    const fmpz* const denominator = exact::denominator(one.payoff);
    if (fmpz_divisible(scale.raw(), denominator) == 0) {
      fmpz_lcm(scale.raw(), scale.raw(), denominator);
    }
  }
  std::vector<Cell> cells;
  cells.reserve(game.payoffs.size());
  for (const PlacedPayoff& one : sorted_payoffs(game, pace.token())) {
    pace.step();
    Cell cell{{one.row_feature, one.column_feature}, {}};
    exact::scale_to_integer(cell.payoff.raw(), *one.payoff, scale);
    if (!cells.empty() && std::ranges::equal(cells.back().feature, cell.feature)) {
      cells.back().payoff += cell.payoff;
    } else {
      cells.push_back(std::move(cell));
    }
  }
  std::erase_if(cells, [](const Cell& cell) { return is_zero(cell.payoff); });
  return cells;
}

/// Renumbers the player's features: features with the same payoffs get one number; those without
/// payoffs or without arcs get none. Removes cells of features without a number of their own.
/// Requires cells sorted by the player's features, then the opponent's.
void merge_features(Graph& graph, std::vector<Cell>& cells, int player, Pace& pace) {
  const int other = 1 - player;
  const auto features = at(graph.features);
  std::vector<char> used(features, 0);
  for (const int f : graph.feature) {
    if (f >= 0) used[at(f)] = 1;
  }
  std::vector<int> number(features, -1);
  std::vector<char> stands(features, 0);
  int count = 0;
  std::unordered_multimap<std::uint64_t, std::span<const Cell>> lines;  // of features that are kept
  const auto same = [other](const Cell& left, const Cell& right) {
    return left.feature[other] == right.feature[other] &&
           fmpz_equal(left.payoff.raw(), right.payoff.raw()) != 0;
  };
  for (std::size_t begin = 0; begin < cells.size();) {
    const auto f = at(cells[begin].feature[player]);
    Hash hash;
    std::size_t end = begin;
    for (; end < cells.size() && cells[end].feature[player] == static_cast<int>(f); ++end) {
      pace.step();
      hash.add(static_cast<std::uint64_t>(cells[end].feature[other]));
      hash.add(fmpz_fdiv_ui(cells[end].payoff.raw(), std::numeric_limits<ulong>::max()));
    }
    const auto line = std::span<const Cell>(cells).subspan(begin, end - begin);
    begin = end;
    if (used[f] == 0) continue;
    const auto [first, last] = lines.equal_range(hash.value());
    const auto found = std::find_if(
        first, last, [&](const auto& one) { return std::ranges::equal(one.second, line, same); });
    if (found == last) {
      lines.emplace(hash.value(), line);
      number[f] = count++;
      stands[f] = 1;
    } else {
      number[f] = number[at(found->second.front().feature[player])];
    }
  }
  std::erase_if(cells, [&](const Cell& cell) { return stands[at(cell.feature[player])] == 0; });
  for (Cell& cell : cells) {
    pace.step();
    cell.feature[player] = number[at(cell.feature[player])];
  }
  for (int& f : graph.feature) {
    if (f >= 0) f = number[at(f)];
  }
  graph.features = count;
}

/// Requires cells sorted by the player's features, then the opponent's.
Lines lines_of(const std::vector<Cell>& cells, int player, int features, Pace& pace) {
  Lines lines;
  lines.first.assign(at(features) + 1, 0);
  lines.other.reserve(cells.size());
  lines.payoff.reserve(cells.size());
  for (const Cell& cell : cells) {
    pace.step();
    ++lines.first[at(cell.feature[player]) + 1];
    lines.other.push_back(cell.feature[1 - player]);
    lines.payoff.push_back(cell.payoff);
    if (player == 1) fmpz_neg(lines.payoff.back().raw(), lines.payoff.back().raw());
  }
  std::partial_sum(lines.first.begin(), lines.first.end(), lines.first.begin());
  return lines;
}

}  // namespace

std::vector<PlacedPayoff> sorted_payoffs(const FlowGame& game, const StopToken& stop) {
  Pace pace(stop);
  std::vector<PlacedPayoff> payoffs;
  payoffs.reserve(game.payoffs.size());
  for (const FlowPayoff& one : game.payoffs) {
    pace.step();
    payoffs.push_back(
        {static_cast<int>(one.row_feature), static_cast<int>(one.column_feature), &one.payoff});
  }
  const auto before = [](const PlacedPayoff& left, const PlacedPayoff& right) {
    return std::pair(left.row_feature, left.column_feature) <
           std::pair(right.row_feature, right.column_feature);
  };
  if (std::ranges::is_sorted(payoffs, before)) return payoffs;
  sort_by(
      payoffs, game.columns.features, [](const PlacedPayoff& one) { return one.column_feature; },
      pace);
  sort_by(
      payoffs, game.rows.features, [](const PlacedPayoff& one) { return one.row_feature; }, pace);
  return payoffs;
}

Form form_of(const FlowGame& game, const StopToken& stop) {
  Pace pace(stop);
  Form form;
  form.side[0] = GraphMaker(game.rows, "row graph", pace).make();
  form.side[1] = GraphMaker(game.columns, "column graph", pace).make();
  form.constant = game.constant;
  std::vector<Cell> cells = cells_of(game, form.scale, pace);
  merge_features(form.side[0], cells, 0, pace);
  sort_by_feature(cells, 1, game.columns.features, pace);
  merge_features(form.side[1], cells, 1, pace);
  // A feature that paid only with unused ones now pays nothing, which does no harm.
  form.lines[1] = lines_of(cells, 1, form.side[1].features, pace);
  sort_by_feature(cells, 0, form.side[0].features, pace);
  form.lines[0] = lines_of(cells, 0, form.side[0].features, pace);
  form.differences = differences_of(form.lines, pace);
  return form;
}

Integer strategies(const Graph& graph, const std::vector<char>& allowed) {
  const auto taken = [&](int arc) { return allowed.empty() || allowed[at(arc)] != 0; };
  std::vector<int> uses(at(graph.nodes), 0);  // arcs that will still ask for a node's number
  for (int a = 0; a < graph.arcs(); ++a) {
    if (!taken(a)) continue;
    for (const int head : graph.heads_of(a)) ++uses[at(head)];
  }
  Numbers count(at(graph.nodes));
  Integer ways;
  for (int a = graph.arcs(); a-- > 0;) {
    if (!taken(a)) continue;
    fmpz_one(ways.raw());
    for (const int head : graph.heads_of(a)) {
      ways *= count[at(head)];
      // Numbers may have as many digits as there are nodes: none is kept longer than needed.
      if (--uses[at(head)] == 0) count[at(head)] = Integer();
    }
    Integer& sum = count[at(graph.tail[at(a)])];
    sum += ways;
  }
  return graph.nodes == 0 ? Integer(1) : count[0];
}

Numbers gains(const Form& form, int player, const Numbers& amounts) {
  return form.differences.earned(player, form.differences.lines[at(player)].payoff, amounts);
}

Response best_response(const Graph& graph, const Numbers& gain) {
  const auto nodes = at(graph.nodes);
  Numbers best(nodes);
  Numbers earned(at(graph.arcs()));
  Response response;
  response.choice.assign(nodes, -1);
  for (int n = graph.nodes; n-- > 0;) {
    const auto node = at(n);
    for (int a = graph.first[node]; a < graph.first[node + 1]; ++a) {
      Integer& sum = earned[at(a)];
      const int f = graph.feature[at(a)];
      if (f >= 0) fmpz_set(sum.raw(), gain[at(f)].raw());
      for (const int head : graph.heads_of(a)) {
        sum += best[at(head)];
      }
      if (response.choice[node] < 0 || fmpz_cmp(sum.raw(), best[node].raw()) > 0) {
        response.choice[node] = a;
        fmpz_set(best[node].raw(), sum.raw());
      }
    }
  }
  response.tight.assign(at(graph.arcs()), 0);
  std::vector<char> reached(nodes, 0);
  if (graph.nodes == 0) return response;
  reached[0] = 1;
  for (int a = 0; a < graph.arcs(); ++a) {
    const std::size_t node = at(graph.tail[at(a)]);
    if (reached[node] == 0 || fmpz_equal(earned[at(a)].raw(), best[node].raw()) == 0) continue;
    response.tight[at(a)] = 1;
    for (const int head : graph.heads_of(a)) reached[at(head)] = 1;
  }
  response.best = best[0];
  return response;
}

std::vector<int> strategy_of(const Graph& graph, const std::vector<int>& choice) {
  std::vector<int> arcs;
  std::vector<char> reached(at(graph.nodes), 0);
  if (graph.nodes > 0) reached[0] = 1;
  for (int n = 0; n < graph.nodes; ++n) {
    if (reached[at(n)] == 0) continue;
    arcs.push_back(choice[at(n)]);
    for (const int head : graph.heads_of(arcs.back())) reached[at(head)] = 1;
  }
  return arcs;
}

}  // namespace allnash::large
