// A game on flows in one text, whatever numbers or names its nodes and features have, so that two
// readers can be compared: the solver's and the checker's.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace allnash::test {

struct PlainArc {
  std::string tail;
  std::string feature;  // empty: none
  std::vector<std::string> heads;
};

/// Nodes and features are numbered in the order in which the arcs name them; payoffs of 0 are left
/// out.
inline std::string text_of_flows(
    const std::array<std::vector<PlainArc>, 2>& arcs,
    const std::map<std::pair<std::string, std::string>, std::string>& payoffs,
    const std::string& constant) {
  std::string text = "constant " + constant + "\n";
  std::array<std::map<std::string, std::size_t>, 2> features;
  for (const std::size_t side : {0, 1}) {
    std::map<std::string, std::size_t> nodes;
    for (const PlainArc& arc : arcs[side]) {
      const auto node = [&](const std::string& name) {
        return " " + std::to_string(nodes.try_emplace(name, nodes.size()).first->second);
      };
      text += "arc" + node(arc.tail);
      std::string feature = " -";
      if (!arc.feature.empty()) {
        const auto number = features[side].try_emplace(arc.feature, features[side].size());
        feature = " " + std::to_string(number.first->second);
      }
      text += feature;
      for (const std::string& head : arc.heads) text += node(head);
      text += "\n";
    }
    text += "side\n";
  }
  std::map<std::pair<std::size_t, std::size_t>, std::string> numbered;
  for (const auto& [pair, payoff] : payoffs) {
    if (payoff == "0") continue;
    numbered[{features[0].at(pair.first), features[1].at(pair.second)}] = payoff;
  }
  for (const auto& [pair, payoff] : numbered) {
    text += std::to_string(pair.first) + " " + std::to_string(pair.second) + " " + payoff + "\n";
  }
  return text;
}

}  // namespace allnash::test
