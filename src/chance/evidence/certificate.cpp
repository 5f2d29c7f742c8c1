// Writes a claim with confidence as text: docs/certificate_format.md, `allnash-confidence`.
#include <ostream>
#include <string>
#include <variant>

#include "chance/evidence/claim.hpp"

namespace allnash::chance {
namespace {

void write_count(std::ostream& out, const Betting& betting) {
  out << text_of(betting.bets) << " draws";
  for (const Evidence& stratum : betting.draws) {
    out << " " << stratum.values().size();
    for (const auto& [value, times] : stratum.values()) out << " " << value << " " << times;
  }
}

void write_count(std::ostream& out, const Binomial& coins) {
  out << "binomial " << coins.plays << " " << coins.wins;
}

void write_count(std::ostream& out, const Bernstein& count) {
  out << "bernstein " << count.lambda;
  for (const Stratum& one : count.strata) {
    out << " " << one.planned << " " << one.centre << " " << one.draws << " " << one.sum << " "
        << one.squares;
  }
}

void write_half(std::ostream& out, const char* player, const char* opponent, const HalfClaim& half,
                bool box) {
  out << player << "-strategy " << half.strategy.size() << "\n";
  for (const Weight& weight : half.strategy) {
    out << weight.strategy << " " << weight.probability << "\n";
  }
  out << opponent << "-arms " << half.arms.size() << "\n";
  for (const ArmClaim& arm : half.arms) {
    out << "group " << arm.group << " ";
    if (!box) out << "joint " << arm.joint << " ";
    std::visit([&out](const auto& count) { write_count(out, count); }, arm.count);
    out << "\n";
  }
  out << opponent << "-caps " << half.caps.size() << "\n";
  for (const auto& [cap, earned, mixture] : half.caps) {
    out << cap.strategy << " " << cap.most << " ";
    if (!box) {
      out << earned << "\n";
      continue;
    }
    out << mixture.size();
    for (const Weight& weight : mixture) out << " " << weight.strategy << " " << weight.probability;
    out << "\n";
  }
}

std::string name_of_attempt(const ConfidenceClaim& claim) {
  if (claim.attempt) {
    std::string name = std::to_string(*claim.attempt);
    if (!claim.spends.empty()) name += " spends";
    for (const Rational& part : claim.spends) name += " " + part.to_string();
    return name;
  }
  if (claim.frozen_together == 1) return "only";
  return "one of " + std::to_string(claim.frozen_together);
}

}  // namespace

void write_certificate(std::ostream& out, const ConfidenceClaim& claim, const std::string& more) {
  out << "allnash-confidence 1\n";
  out << "shape " << claim.rows << " " << claim.columns << "\n";
  out << "symmetric " << (claim.symmetric ? "yes" : "no") << "\n";
  out << "range " << claim.range.low << " " << claim.range.high << "\n";
  out << "schedule " << (claim.fixed_schedule ? "fixed" : "any") << "\n";
  out << "epsilon " << claim.epsilon << "\n";
  out << "delta " << claim.delta << "\n";
  out << "attempt " << name_of_attempt(claim) << "\n";
  out << "newcomers " << (claim.newcomers ? "kept" : "none") << "\n";
  out << "joint " << (claim.box ? "box" : "arms") << "\n";
  out << "low " << claim.low << "\n";
  out << "high " << claim.high << "\n";
  if (claim.box) {
    out << "box " << claim.box->size() << "\n";
    for (const Interval& one : *claim.box) {
      out << one.entry.row << " " << one.entry.column << " " << one.plays << " " << one.least_sum
          << " " << one.most_sum << " " << one.low << " " << one.high << "\n";
    }
  }
  write_half(out, "row", "column", claim.row, claim.box.has_value());
  if (!claim.symmetric) write_half(out, "column", "row", claim.column, claim.box.has_value());
  write_floors(out, claim.floors);
  out << more << "end\n";
}

}  // namespace allnash::chance
