// Built-in path games: Colonel Blotto (Borel 1921), crossing a lattice past blocked arcs, and
// subsets that meet.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "core/game/keys.hpp"
#include "large/graphs/built_in.hpp"

namespace allnash::large {
namespace {

using game::Keys;

/// A random integer from low to high, the same on every machine.
std::int64_t drawn_between(std::uint64_t seed, std::uint64_t kind, std::uint64_t place,
                           std::int64_t low, std::int64_t high) {
  Hash hash;
  hash.add(seed);
  hash.add(kind);
  hash.add(place);
  return low + Random(hash.value()).below(high - low + 1);
}

constexpr Index most_arcs = 50'000'000;

/// Refuses more payoffs than `most_payoffs`, of so many features each.
void check_payoffs(const Keys& keys, Index rows, Index columns) {
  if (rows > most_payoffs / columns) {
    keys.refuse("more than " + std::to_string(most_payoffs) + " payoffs");
  }
}

Index add_node(FlowSide& side, std::string label) {
  side.nodes.push_back(std::move(label));
  return std::ssize(side.nodes) - 1;
}

/// All soldiers are assigned, field by field; a feature is a field with its number of soldiers.
FlowSide allocations(Index fields, Index soldiers, Pace& pace) {
  FlowSide side;
  side.features = fields * (soldiers + 1);
  // The node at which `left` soldiers remain for `field` and later fields; the first field has one
  // node.
  const auto node = [&](Index field, Index left) {
    return field == 0 ? 0 : 1 + (field - 1) * (soldiers + 1) + left;
  };
  const auto name = [](Index field, Index left) {
    return "field" + std::to_string(field) + "left" + std::to_string(left);
  };
  add_node(side, name(0, soldiers));
  for (Index field = 1; field < fields; ++field) {
    for (Index left = 0; left <= soldiers; ++left) add_node(side, name(field, left));
  }
  for (Index field = 0; field < fields; ++field) {
    for (Index left = field == 0 ? soldiers : 0; left <= soldiers; ++left) {
      const bool last = field == fields - 1;
      for (Index here = last ? left : 0; here <= left; ++here) {
        pace.step();
        FlowArc arc;
        arc.tail = node(field, left);
        if (!last) arc.heads = {node(field + 1, left - here)};
        arc.feature = field * (soldiers + 1) + here;
        arc.label = std::to_string(here);
        side.arcs.push_back(std::move(arc));
      }
    }
  }
  return side;
}

FlowGame blotto(const Keys& keys, Pace& pace) {
  const Index fields = keys.integer("fields", 1, 10000);
  const Index mine = keys.integer("mine", 0, 10000);
  const Index yours = keys.integer("yours", 0, 10000);
  const std::string& values = keys.word("values");
  const std::uint64_t seed = keys.seed();
  if (values != "equal" && values != "linear" && values != "random") {
    keys.refuse("values must be equal, linear or random, not '" + values + "'");
  }
  if (fields * (mine + 1) * (mine + 2) / 2 > most_arcs ||
      fields * (yours + 1) * (yours + 2) / 2 > most_arcs) {
    keys.refuse("more than 50,000,000 arcs");
  }
  check_payoffs(keys, fields * (mine + 1), yours + 1);
  FlowGame game;
  game.rows = allocations(fields, mine, pace);
  game.columns = allocations(fields, yours, pace);
  for (Index field = 0; field < fields; ++field) {
    const std::int64_t worth =
        values == "equal"    ? 1
        : values == "linear" ? field + 1
                             : drawn_between(seed, 0, static_cast<std::uint64_t>(field), 1, 9);
    for (Index a = 0; a <= mine; ++a) {
      for (Index b = 0; b <= yours; ++b) {
        pace.step();
        if (a == b) continue;
        game.payoffs.push_back(
            {field * (mine + 1) + a, field * (yours + 1) + b, Rational(a > b ? worth : -worth)});
      }
    }
  }
  return game;
}

/// Chooses exactly `count` of the things, one after another; each thing is a feature.
FlowSide selections(Index things, Index count, const std::function<std::string(Index)>& name,
                    Pace& pace) {
  FlowSide side;
  side.features = things;
  // Nodes by the next thing and the number taken, created when first needed.
  std::vector<Index> now(at(count), -1);
  std::vector<Index> next(at(count), -1);
  now[0] = add_node(side, "before" + name(0));
  for (Index thing = 0; thing < things; ++thing) {
    const Index rest = things - thing - 1;
    const auto node_after = [&](Index taken) {
      Index& node = next[at(taken)];
      if (node < 0) {
        node = add_node(side, "before" + name(thing + 1) + "with" + std::to_string(taken));
      }
      return node;
    };
    for (Index taken = 0; taken < count; ++taken) {
      pace.step();
      const Index node = now[at(taken)];
      if (node < 0) continue;
      FlowArc take{node, {}, thing, name(thing)};
      if (taken + 1 < count) take.heads = {node_after(taken + 1)};
      side.arcs.push_back(std::move(take));
      if (count - taken <= rest) side.arcs.push_back({node, {node_after(taken)}, {}, ""});
    }
    now.assign(now.size(), -1);
    std::swap(now, next);
  }
  return side;
}

/// An edge of a lattice: from a node to its right neighbour or to the one above it.
struct Edge {
  Index x;
  Index y;
  bool right;
};

std::string edge_name(const Edge& edge) {
  return std::to_string(edge.x) + "." + std::to_string(edge.y) + (edge.right ? "right" : "up");
}

/// Column by column, so that neighbouring edges have near numbers.
std::vector<Edge> lattice_edges(Index width, Index height) {
  std::vector<Edge> edges;
  for (Index x = 0; x < width; ++x) {
    for (Index y = 0; y < height; ++y) {
      if (y + 1 < height) edges.push_back({x, y, false});
      if (x + 1 < width) edges.push_back({x, y, true});
    }
  }
  return edges;
}

/// Paths from the left column to the right one. Within a column a path goes only up or only down.
FlowSide crossings(Index width, Index height, const std::vector<Edge>& edges, Pace& pace) {
  enum Way { arrived, rising, falling };
  FlowSide side;
  side.features = std::ssize(edges);
  add_node(side, "start");
  const auto node = [&](Index x, Index y, Way way) { return 1 + ((x * height) + y) * 3 + way; };
  // The lowest node is never reached by going up, nor the highest by going down.
  const auto exists = [&](Index y, Way way) {
    return way == arrived || (way == rising ? y > 0 : y + 1 < height);
  };
  std::vector<std::array<Index, 2>> feature(at(width * height), {-1, -1});
  for (Index e = 0; e < std::ssize(edges); ++e) {
    const Edge& edge = edges[at(e)];
    feature[at(edge.x * height + edge.y)][edge.right ? 1 : 0] = e;
  }
  const auto feature_of = [&](Index x, Index y, bool right) {
    return feature[at(x * height + y)][right ? 1 : 0];
  };
  for (Index x = 0; x < width; ++x) {
    for (Index y = 0; y < height; ++y) {
      pace.step();
      const std::string place = std::to_string(x) + "." + std::to_string(y);
      for (const char* way : {"", "rising", "falling"}) add_node(side, place + way);
    }
  }
  for (Index y = 0; y < height; ++y) {
    side.arcs.push_back({0, {node(0, y, arrived)}, {}, "from" + std::to_string(y)});
  }
  for (Index x = 0; x < width; ++x) {
    for (Index y = 0; y < height; ++y) {
      for (const Way way : {arrived, rising, falling}) {
        pace.step();
        if (!exists(y, way)) continue;
        const Index here = node(x, y, way);
        if (x + 1 < width) {
          side.arcs.push_back({here, {node(x + 1, y, arrived)}, feature_of(x, y, true), "right"});
        } else {
          side.arcs.push_back({here, {}, {}, ""});
        }
        if (way != falling && y + 1 < height) {
          side.arcs.push_back({here, {node(x, y + 1, rising)}, feature_of(x, y, false), "up"});
        }
        if (way != rising && y > 0) {
          side.arcs.push_back(
              {here, {node(x, y - 1, falling)}, feature_of(x, y - 1, false), "down"});
        }
      }
    }
  }
  // Removes the numbers of nodes that do not exist.
  std::vector<Index> number(side.nodes.size(), -1);
  std::vector<char> entered(side.nodes.size(), 0);
  entered[0] = 1;
  for (const FlowArc& arc : side.arcs) {
    for (const Index head : arc.heads) entered[at(head)] = 1;
  }
  std::vector<std::string> names;
  for (std::size_t n = 0; n < side.nodes.size(); ++n) {
    if (entered[n] == 0) continue;
    number[n] = std::ssize(names);
    names.push_back(std::move(side.nodes[n]));
  }
  side.nodes = std::move(names);
  for (FlowArc& arc : side.arcs) {
    arc.tail = number[at(arc.tail)];
    for (Index& head : arc.heads) head = number[at(head)];
  }
  return side;
}

FlowGame lattice(const Keys& keys, Pace& pace) {
  const Index width = keys.integer("width", 1, 2000);
  const Index height = keys.integer("height", 1, 2000);
  const std::vector<Edge> edges = lattice_edges(width, height);
  const Index most = std::ssize(edges);
  if (most == 0) keys.refuse("a lattice of one node has no arc to block");
  const Index block = keys.integer("block", 1, most);
  const std::int64_t high = keys.integer("high", 1, 1'000'000'000);
  if (most * block > most_arcs / 2) keys.refuse("more than 50,000,000 arcs");
  FlowGame game;
  game.rows = selections(
      most, block, [&](Index e) { return e < most ? edge_name(edges[at(e)]) : std::string("end"); },
      pace);
  game.columns = crossings(width, height, edges, pace);
  for (Index e = 0; e < most; ++e) {
    pace.step();
    game.payoffs.push_back(
        {e, e, Rational(drawn_between(keys.seed(), 1, static_cast<std::uint64_t>(e), 1, high))});
  }
  return game;
}

FlowGame subsets(const Keys& keys, Pace& pace) {
  const Index things = keys.integer("n", 1, 10000);
  const Index mine = keys.integer("mine", 1, things);
  const Index yours = keys.integer("yours", 1, things);
  const Index rank = keys.integer("rank", 1, things);
  const std::uint64_t seed = keys.seed();
  for (const Index chosen : {mine, yours}) {
    if (2 * chosen * (things - chosen + 1) > most_arcs) keys.refuse("more than 50,000,000 arcs");
  }
  check_payoffs(keys, things, things);
  // Each payoff is a sum of so many products.
  constexpr Index most_products = Index{1} << 33;
  if (rank > most_products / (things * things)) {
    keys.refuse("n * n * rank is more than " + std::to_string(most_products));
  }
  const auto name = [](Index thing) { return std::to_string(thing); };
  FlowGame game;
  game.rows = selections(things, mine, name, pace);
  game.columns = selections(things, yours, name, pace);
  const auto factor = [&](std::uint64_t player, Index thing, Index r) {
    return drawn_between(seed, 2 + player, static_cast<std::uint64_t>(thing * rank + r), -9, 9);
  };
  std::array<std::vector<std::int64_t>, 2> factors;
  for (const std::uint64_t player : {0U, 1U}) {
    for (Index thing = 0; thing < things; ++thing) {
      pace.step(at(rank));
      for (Index r = 0; r < rank; ++r) factors[player].push_back(factor(player, thing, r));
    }
  }
  for (Index i = 0; i < things; ++i) {
    for (Index j = 0; j < things; ++j) {
      pace.step(1 + at(rank) / 8);
      std::int64_t sum = 0;
      for (Index r = 0; r < rank; ++r) {
        sum += factors[0][at(i * rank + r)] * factors[1][at(j * rank + r)];
      }
      if (sum != 0) game.payoffs.push_back({i, j, Rational(sum)});
    }
  }
  return game;
}

}  // namespace

const BuiltInGames& built_in_paths() {
  static const BuiltInGames table = {
      "paths:",
      "unknown path game (path games: ",
      {
          {"blotto", "fields, mine, yours=mine, values=equal, seed=1",
           "Colonel Blotto: `mine` soldiers against `yours` on `fields` fields; pays the values of "
           "the "
           "fields won less those of the fields lost; values equal (1), linear (1, 2, ...) or "
           "random "
           "in 1..9",
           blotto},
          {"lattice", "width, height, block=1, seed=1, high=9",
           "one player blocks `block` arcs of a lattice, the other crosses it from left to right, "
           "going "
           "right, up or down; pays the weights, random in 1..high, of all arcs that meet",
           lattice},
          {"subsets", "n, mine, yours=mine, rank, seed=1",
           "each chooses as many of n things; pays a random bilinear form of this rank", subsets},
      }};
  return table;
}

FlowGame make_built_in(const BuiltInGames& table, const std::string& description,
                       const StopToken& stop) {
  Pace pace(stop);
  const std::size_t comma = description.find(',');
  const std::string name = description.substr(0, comma);
  std::string names;
  for (const BuiltInGame& game : table.games) {
    names += (names.empty() ? "" : ", ") + std::string(game.name);
    if (name != game.name) continue;
    const std::string given = comma == std::string::npos ? "" : description.substr(comma + 1);
    return game.make(game::Keys(table.prefix + name, game.keys, given), pace);
  }
  game::Keys(table.prefix + name, "", "").refuse(table.unknown + names + ")");
}

}  // namespace allnash::large
