// Linear programs over a polytope that is too large for exact pivoting: Clp guesses the vertex in
// floating point, exact arithmetic decides whether it is right.
//
// Claim: what is returned is exact and proved, as what PolyhedronProgram finds is. Of the variables
// that are 0 at the guessed vertex, coordinates and rows, the rows give a square system for the
// coordinates that are not 0. It is solved by p-adic lifting, and so is its transposed system, for
// the multipliers. The guess is right if no variable is below 0, and the multipliers of each
// variable that is 0, one for each objective, are not below 0 in the order of dictionaries. Where
// only the latter fails, because of ties that floating point does not see, exact pivots go on from
// there by Bland's rule.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/lp/polyhedron.hpp"

namespace allnash::lp {

class GuessedProgram {
 public:
  struct Optimum {
    std::vector<Rational> point;                                     ///< the coordinates
    std::vector<Rational> value;                                     ///< of each objective
    std::vector<std::vector<std::pair<int, Rational>>> multipliers;  ///< of each objective
    std::vector<int> zeros;  ///< variables that are 0 there, ascending
    bool only = false;       ///< whether it is surely the only such point
  };

  explicit GuessedProgram(const Polyhedron& polyhedron);
  GuessedProgram(GuessedProgram&&) noexcept;
  GuessedProgram& operator=(GuessedProgram&&) noexcept;
  GuessedProgram(const GuessedProgram&) = delete;
  GuessedProgram& operator=(const GuessedProgram&) = delete;
  ~GuessedProgram();

  /// The point at which the first objective is largest, among these the second, and so on. Nothing
  /// when stopped, or where floating point does not suffice. Begins where the last search ended.
  [[nodiscard]] std::optional<Optimum> maximise(const std::vector<Objective>& objectives,
                                                const StopToken& stop);
  /// The rows of the largest square system that was solved so far.
  [[nodiscard]] int largest_system() const { return largest_system_; }

 private:
  struct Floats;
  struct Basis {
    std::vector<int> coordinates;  // those that are solved for
    std::vector<int> rows;         // those that are 0
  };
  [[nodiscard]] std::optional<Basis> guess(const std::vector<Objective>& objectives,
                                           const StopToken& stop);
  [[nodiscard]] std::optional<Optimum> checked(Basis basis,
                                               const std::vector<Objective>& objectives,
                                               const StopToken& stop);

  const Polyhedron* polyhedron_;
  std::unique_ptr<Floats> floats_;
  int largest_system_ = 0;
};

}  // namespace allnash::lp
