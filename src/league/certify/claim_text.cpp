// Writes what is certified of single players as lines of a certificate.
#include <sstream>

#include "league/certify/certified.hpp"

namespace allnash::league {
namespace {

void write_look(std::ostream& out, const char* keyword, const Counts& fresh) {
  std::ostringstream lines;
  std::int64_t pairings = 0;
  for (std::size_t player = 0; player < fresh.size(); ++player) {
    for (const auto& [other, own, theirs] : fresh[player]) {
      if (other < static_cast<Index>(player)) continue;
      ++pairings;
      lines << player << " " << other << " " << own.plays << " " << own.wins << " " << own.draws
            << " " << theirs.wins << " " << theirs.draws << "\n";
    }
  }
  out << keyword << " " << pairings << "\n" << lines.str();
}

void write_findings(std::ostream& out, const char* keyword, const std::vector<Finding>& list) {
  out << keyword << " " << list.size() << "\n";
  for (const auto& [above, below, proved] : list) {
    out << above << " " << below << (proved ? " proved" : " large") << "\n";
  }
}

}  // namespace

std::string text_of(const LeagueClaim& claim) {
  const Looks& looks = claim.looks;
  if (looks.joined.empty()) return "";
  std::ostringstream out;
  out << "league " << looks.fresh.size() << (looks.compared ? " compared" : " withheld") << "\n";
  out << "joined " << looks.joined.size();
  for (const Index player : looks.joined) out << " " << player;
  out << "\n";
  for (std::size_t look = 0; look < looks.fresh.size(); ++look) {
    write_look(out, "look", looks.fresh[look]);
    write_findings(out, "favourites", claim.direct[look]);
    if (looks.compared) write_findings(out, "orders", claim.same_field[look]);
  }
  if (claim.direct.size() > looks.fresh.size()) {
    write_look(out, "rest", looks.rest);
    write_findings(out, "favourites", claim.direct.back());
  }
  out << "own-scores " << claim.own_scores.size() << "\n";
  for (const auto& [player, thousandths] : claim.own_scores) {
    out << player << " " << Rational(thousandths, 1000) << "\n";
  }
  if (!looks.compared) return std::move(out).str();
  out << "excluded " << claim.excluded.size() << "\n";
  for (const auto& [player, by] : claim.excluded) {
    out << player;
    for (const Index one : by) out << " " << one;
    out << "\n";
  }
  return std::move(out).str();
}

}  // namespace allnash::league
