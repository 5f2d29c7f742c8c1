// The list of extreme strategies: every extreme point of the set of a player's optimal strategies.
//
// docs/research/vertices.md has the theorem and its proof. The text is for the row player; it holds
// for the column player with the players exchanged. With h_j(z) = sum_i z_i (A[i][j] - v), the
// optimal row strategies are the z of sum 1 in the cone
//
//   C = { z on I : h_j(z) = 0 for j in J, z_i >= 0 for i in I, h_j(z) >= 0 for every other j }
//
// The certificate has a cone of D + 1 vectors that contains C, and an order in which to cut it with
// further constraints (double description). If the final cone lies in C, it is C.
#pragma once

#include <optional>

#include "proof.hpp"

namespace checker {

/// A list of extreme strategies, as text.
struct List {
  Index size = 0;
  Index dimension = 0;
  std::vector<Line> start;  // each is behind its keyword, as are the others
  Line cuts;
  std::vector<Line> vertices;
};

/// What a certificate lists, if anything.
struct Lists {
  std::optional<List> row;
  std::optional<List> column;
};

Lists read_lists(Lines& lines, const Certificate& certificate);
/// Checks the lists of a certificate that was checked, and describes what was proved.
string check_lists(const Certificate& claim, const Lists& lists);

}  // namespace checker
