// Files of path games: .paths.
//
// Arcs between named nodes, and payoffs of their features. The certificate has the same arcs in the
// same order, with numbers for the names, in one-to-one correspondence.
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

#include "source.hpp"

namespace checker {

struct PathGame {
  struct Side {
    std::vector<std::vector<string>> arcs;  // tail, head, feature
    std::set<string> features;
  };

  Side row;
  Side column;
  std::map<std::pair<string, string>, Fraction> payoffs;
};

PathGame read_paths(Source in);

}  // namespace checker
