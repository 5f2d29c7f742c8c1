#include "chance/evidence/floor.hpp"

#include <ostream>

namespace allnash::chance {
namespace {

/// The arms of the row player's mixture are columns.
const char* side_of(game::Player player) { return player == game::Player::row ? "column" : "row"; }

void write_alternatives(std::ostream& out, const std::vector<Alternative>& alternatives) {
  for (const auto& [player, arm, weight, means] : alternatives) {
    out << side_of(player) << " " << arm << " " << weight;
    for (const Rational& mean : means) out << " " << mean;
    out << "\n";
  }
}

}  // namespace

void write_floors(std::ostream& out, const FloorClaims& floors) {
  if (const auto& seen = floors.seen) {
    out << "floor-seen " << seen->plays << " " << seen->alternatives.size() << "\n";
    write_alternatives(out, seen->alternatives);
  }
  if (const auto& sure = floors.sure) {
    out << "floor-sure " << sure->plays << " " << sure->bounds.size() << " "
        << sure->alternatives.size() << "\n";
    for (const auto& [player, arm, cells] : sure->bounds) {
      out << side_of(player) << " " << arm;
      for (const auto& [mean, mixed] : cells) out << " " << mean << " " << mixed;
      out << "\n";
    }
    write_alternatives(out, sure->alternatives);
  }
}

}  // namespace allnash::chance
