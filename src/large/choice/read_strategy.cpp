// Reads a strategy that somebody wrote: CSV or JSON, by names.
#include <algorithm>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "allnash/choice.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "core/json/json.hpp"

namespace allnash {
namespace {

/// A probability and what it is of.
struct Line {
  std::string set;  // empty in a table
  std::string name;
  Rational probability;
  std::string where;
};

Rational number_of(const std::string& text, const std::string& where) {
  try {
    return Rational::parse(trimmed(text));
  } catch (const std::invalid_argument& error) {
    refuse(where, error.what());
  }
}

Rational number_of(const Json& value, const std::string& where) {
  if (value.is_string()) return number_of(value.get<std::string>(), where);
  if (value.is_number_integer()) return number_of(value.dump(), where);
  if (value.is_number()) return Rational(value.get<double>());  // the shortest decimal
  refuse(where, "a probability is a number, or a text such as \"1/3\"");
}

/// The fields of a line of CSV, without their quotes.
std::vector<std::string> fields_of(std::string_view line, const std::string& where) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t t = 0; t < line.size(); ++t) {
    const char c = line[t];
    if (c == '"') {
      if (quoted && t + 1 < line.size() && line[t + 1] == '"') {
        fields.back() += line[++t];
      } else {
        quoted = !quoted;
      }
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  if (quoted) refuse(where, "a quote is not closed");
  for (std::string& field : fields) field = std::string(trimmed(field));
  return fields;
}

std::vector<Line> lines_of_csv(const std::string& text, const std::string& where, bool sets) {
  const std::size_t width = sets ? 3 : 2;
  std::vector<Line> lines;
  int number = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    if (trimmed(line).empty()) return;
    const std::string here = where + ":" + std::to_string(number);
    std::vector<std::string> fields = fields_of(line, here);
    const bool header = number == 1 && fields.back() == "probability";
    if (header) return;
    if (fields.size() != width) {
      refuse(here,
             std::string("a line is ") + (sets ? "set,action,probability" : "name,probability"));
    }
    lines.push_back(
        {sets ? fields[0] : "", fields[width - 2], number_of(fields.back(), here), here});
  });
  return lines;
}

std::vector<Line> lines_of_json(const Json& json, const std::string& where, bool sets) {
  std::vector<Line> lines;
  if (!json.is_object()) refuse(where, "an object of probabilities is expected");
  for (const auto& [name, value] : json.items()) {
    if (!sets) {
      lines.push_back({"", name, number_of(value, where + ": " + in_quotes(name)), where});
      continue;
    }
    if (!value.is_object()) refuse(where, in_quotes(name) + " has no object of actions");
    for (const auto& [action, one] : value.items()) {
      lines.push_back({name, action, number_of(one, where + ": " + in_quotes(name)), where});
    }
  }
  return lines;
}

std::vector<Line> lines_of(const std::string& text, const std::string& where, bool sets) {
  const std::string_view content = trimmed(text);
  if (!content.starts_with('{')) return lines_of_csv(text, where, sets);
  std::optional<RepeatedKey> repeated;
  const auto json = parse_json(content, &repeated);
  if (repeated) refuse(where, in_quotes(repeated->key) + " stands there twice");
  if (!json) refuse(where, "this is not JSON");
  return lines_of_json(*json, where, sets);
}

/// Divides probabilities by their sum where that is nearly 1. True if it was not 1.
bool repair(std::vector<Rational*>& parts, const std::string& where, const std::string& of) {
  Rational sum;
  for (const Rational* part : parts) sum += *part;
  if (sum == Rational(1)) return false;
  const Rational off = sum < Rational(1) ? Rational(1) - sum : sum - Rational(1);
  if (off > Rational(1, 1000)) {
    refuse(where, "the probabilities" + of + " add up to " + sum.to_string() + ", not to 1");
  }
  for (Rational* part : parts) *part /= sum;
  return true;
}

/// The flow of a behaviour; `visit` is called with each node that it reaches.
std::vector<Rational> flow_of(const FlowSide& side, const std::vector<Rational>& behaviour,
                              const std::function<void(Index)>& visit = {}) {
  std::vector<std::vector<Index>> arcs(side.nodes.size());
  std::vector<int> waiting(side.nodes.size(), 0);
  for (Index a = 0; a < std::ssize(side.arcs); ++a) {
    arcs[at(side.arcs[at(a)].tail)].push_back(a);
    for (const Index head : side.arcs[at(a)].heads) ++waiting[at(head)];
  }
  std::vector<Rational> flow(side.arcs.size());
  std::vector<Rational> arriving(side.nodes.size());
  arriving[0] = Rational(1);
  std::vector<Index> ready = {0};
  while (!ready.empty()) {
    const Index n = ready.back();
    ready.pop_back();
    const bool reached = arriving[at(n)].sign() != 0;
    if (reached && visit) visit(n);
    for (const Index a : arcs[at(n)]) {
      if (reached) flow[at(a)] = arriving[at(n)] * behaviour[at(a)];
      for (const Index head : side.arcs[at(a)].heads) {
        arriving[at(head)] += flow[at(a)];
        if (--waiting[at(head)] == 0) ready.push_back(head);
      }
    }
  }
  return flow;
}

void require_probability(const Line& line) {
  if (line.probability.sign() < 0) refuse(line.where, "a probability below 0");
}

}  // namespace

ReadStrategy read_strategy(const std::string& text, const std::string& where,
                           const std::vector<std::string>& names, Index strategies) {
  std::unordered_map<std::string, Index> number;
  for (Index t = 0; t < std::ssize(names); ++t) number.emplace(names[at(t)], t);
  ReadStrategy read;
  read.flow.resize(at(strategies));
  std::vector<char> given(at(strategies), 0);
  for (const Line& line : lines_of(text, where, false)) {
    require_probability(line);
    const auto found = number.find(line.name);
    std::optional<Index> its;
    if (found != number.end()) {
      its = found->second;
    } else {
      its = number_in<Index>(line.name);
    }
    if (!its || *its < 0 || *its >= strategies) {
      refuse(line.where, in_quotes(line.name) + " is no strategy of this game");
    }
    if (std::exchange(given[at(*its)], 1) != 0) {
      refuse(line.where, in_quotes(line.name) + " has two probabilities");
    }
    read.flow[at(*its)] = line.probability;
  }
  std::vector<Rational*> parts;
  for (Rational& one : read.flow) parts.push_back(&one);
  if (repair(parts, where, "")) read.repaired.emplace_back("all");
  return read;
}

ReadMixture read_mixture(const std::string& text, const std::string& where) {
  ReadMixture read;
  std::unordered_map<std::string, std::size_t> known;
  for (const Line& line : lines_of(text, where, false)) {
    require_probability(line);
    if (!known.emplace(line.name, known.size()).second) {
      refuse(line.where, in_quotes(line.name) + " has two probabilities");
    }
    if (line.probability.sign() != 0) read.mixture.push_back({line.name, line.probability});
  }
  std::vector<Rational*> parts;
  for (LikelyStrategy& one : read.mixture) parts.push_back(&one.probability);
  if (repair(parts, where, "")) read.repaired.emplace_back("all");
  return read;
}

ReadStrategy read_behaviour(const std::string& text, const std::string& where, const FlowGame& game,
                            bool row) {
  const FlowSide& side = row ? game.rows : game.columns;
  std::unordered_map<std::string, Index> node;
  for (Index n = 0; n < std::ssize(side.nodes); ++n) node.emplace(side.nodes[at(n)], n);
  std::vector<std::vector<Index>> arcs(side.nodes.size());
  for (Index a = 0; a < std::ssize(side.arcs); ++a) arcs[at(side.arcs[at(a)].tail)].push_back(a);
  std::vector<std::optional<Rational>> behaviour(side.arcs.size());
  for (const Line& line : lines_of(text, where, true)) {
    require_probability(line);
    const auto found = node.find(line.set);
    if (found == node.end()) {
      refuse(line.where, in_quotes(line.set) + " is no " +
                             (game.kind == FlowGame::Kind::tree ? "information set" : "node") +
                             " of the " + (row ? "row" : "column") + " player");
    }
    const auto& here = arcs[at(found->second)];
    const auto called = [&](Index a) {
      const FlowArc& arc = side.arcs[at(a)];
      return arc.label == line.name || (game.kind == FlowGame::Kind::paths && !arc.heads.empty() &&
                                        side.nodes[at(arc.heads.front())] == line.name);
    };
    const auto arc = std::ranges::find_if(here, called);
    if (arc == here.end()) {
      refuse(line.where, in_quotes(line.name) + " is no action at " + in_quotes(line.set));
    }
    if (behaviour[at(*arc)]) {
      refuse(line.where, in_quotes(line.name) + " has two probabilities at " + in_quotes(line.set));
    }
    behaviour[at(*arc)] = line.probability;
  }
  return behaviour_given(game, row, behaviour, where);
}

ReadStrategy behaviour_given(const FlowGame& game, bool row,
                             const std::vector<std::optional<Rational>>& probabilities,
                             const std::string& where) {
  const FlowSide& side = row ? game.rows : game.columns;
  std::vector<std::vector<Index>> arcs(side.nodes.size());
  std::vector<Rational> behaviour(side.arcs.size());
  std::vector<char> has(side.nodes.size(), 0);
  for (Index a = 0; a < std::ssize(side.arcs); ++a) {
    const Index tail = side.arcs[at(a)].tail;
    arcs[at(tail)].push_back(a);
    if (!probabilities[at(a)]) continue;
    if (probabilities[at(a)]->sign() < 0) {
      refuse(where, "a probability below 0 at " + in_quotes(side.nodes[at(tail)]));
    }
    behaviour[at(a)] = *probabilities[at(a)];
    has[at(tail)] = 1;
  }
  ReadStrategy read;
  for (std::size_t n = 0; n < side.nodes.size(); ++n) {
    if (has[n] == 0) continue;
    std::vector<Rational*> parts;
    for (const Index a : arcs[n]) parts.push_back(&behaviour[at(a)]);
    if (repair(parts, where, " at " + in_quotes(side.nodes[n]))) {
      read.repaired.push_back(side.nodes[n]);
    }
  }
  for (std::size_t n = 0; n < side.nodes.size(); ++n) {  // where there is one way
    if (has[n] == 0 && arcs[n].size() == 1) behaviour[at(arcs[n][0])] = Rational(1);
  }
  read.flow = flow_of(side, behaviour, [&](Index n) {
    if (has[at(n)] != 0 || arcs[at(n)].size() < 2) return;
    refuse(where, "nothing is said of " + in_quotes(side.nodes[at(n)]) + ", which it reaches");
  });
  std::ranges::sort(read.repaired);
  return read;
}

ReadStrategy uniform_play(const FlowGame& game, bool row) {
  const FlowSide& side = row ? game.rows : game.columns;
  std::vector<Index> count(side.nodes.size());
  for (const FlowArc& arc : side.arcs) ++count[at(arc.tail)];
  std::vector<Rational> behaviour;
  for (const FlowArc& arc : side.arcs) behaviour.push_back(Rational(1, count[at(arc.tail)]));
  return {flow_of(side, behaviour), {}};
}

}  // namespace allnash
