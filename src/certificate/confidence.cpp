#include "certificate/confidence.hpp"

#include <ostream>

namespace allnash::certificate {
namespace {

void write_half(std::ostream& out, const char* player, const char* opponent,
                const HalfClaim& half) {
  out << player << "-strategy " << half.strategy.size() << "\n";
  for (const Weight& weight : half.strategy) {
    out << weight.strategy << " " << weight.probability << "\n";
  }
  out << opponent << "-arms " << half.arms.size() << "\n";
  for (const ArmClaim& arm : half.arms) {
    out << "group " << arm.group << " joint " << arm.joint << " " << chance::text_of(arm.sequence)
        << " draws";
    for (const chance::Evidence& stratum : arm.draws) {
      out << " " << stratum.values().size();
      for (const auto& [value, times] : stratum.values()) out << " " << value << " " << times;
    }
    out << "\n";
  }
  out << opponent << "-caps " << half.caps.size() << "\n";
  for (const auto& [cap, earned] : half.caps) {
    out << cap.strategy << " " << cap.most << " " << earned << "\n";
  }
}

}  // namespace

void write(std::ostream& out, const ConfidenceClaim& claim) {
  out << "allnash-confidence 4\n";
  out << "shape " << claim.rows << " " << claim.columns << "\n";
  out << "symmetric " << (claim.symmetric ? "yes" : "no") << "\n";
  out << "range " << claim.range.low << " " << claim.range.high << "\n";
  out << "epsilon " << claim.epsilon << "\n";
  out << "delta " << claim.delta << "\n";
  out << "attempt " << claim.attempt << "\n";
  out << "newcomers " << (claim.newcomers ? "kept" : "none") << "\n";
  out << "low " << claim.low << "\n";
  out << "high " << claim.high << "\n";
  write_half(out, "row", "column", claim.row);
  if (!claim.symmetric) write_half(out, "column", "row", claim.column);
  out << "end\n";
}

}  // namespace allnash::certificate
