// The certificate of a ranking. docs/certificate_format.md specifies it.
#include "certificate/certificate.hpp"

#include <algorithm>
#include <ostream>

#include "allnash/error.hpp"
#include "allnash/rank.hpp"
#include "league/proof.hpp"

namespace allnash {
namespace league {
namespace {

void write_weights(std::ostream& out, const MixedStrategy& strategy) {
  for (const auto& [index, weight] : strategy) out << " " << index << " " << weight;
  out << "\n";
}

void write_trial(std::ostream& out, const Trial& trial) {
  if (trial.strata.empty()) {
    out << "rounds " << trial.rounds << " " << trial.wins << " " << trial.shown << "\n";
    return;
  }
  out << "strata " << trial.lambda << " " << trial.shown << " " << trial.strata.size();
  for (const chance::Stratum& stratum : trial.strata) {
    out << " " << stratum.planned << " " << stratum.centre << " " << stratum.draws << " "
        << stratum.sum << " " << stratum.squares;
  }
  out << "\n";
}

/// How one player's bound is shown: by a frozen mixture and its trials, or by a strategy and the
/// box.
void write_half(std::ostream& out, const char* player, const std::optional<FrozenMixture>& mixture,
                const MixedStrategy& strategy) {
  if (!mixture) {
    out << player << "-box " << strategy.size();
    write_weights(out, strategy);
    return;
  }
  const auto played = std::ranges::count_if(mixture->weights, [](auto w) { return w != 0; });
  out << player << "-mixture " << mixture->denominator << " " << played;
  for (std::size_t t = 0; t < mixture->weights.size(); ++t) {
    if (mixture->weights[t] != 0) out << " " << t << " " << mixture->weights[t];
  }
  out << "\n" << player << "-trials " << mixture->trials.size() << "\n";
  for (const Trial& trial : mixture->trials) write_trial(out, trial);
}

void write_caps(std::ostream& out, const char* player, const std::vector<CapProof>& caps) {
  out << player << "-caps " << caps.size() << "\n";
  for (const CapProof& proof : caps) {
    out << proof.cap.strategy << " " << proof.cap.most << " " << proof.mixture.size();
    write_weights(out, proof.mixture);
  }
}

/// The same that a live run has: what was frozen, and what the plays since then paid.
void write_attempt(std::ostream& out, const Ranking& ranking, const chance::Attempt& attempt) {
  chance::ConfidenceClaim claim =
      chance::claim_of(attempt, ranking.symmetric, ranking.range, ranking.low, ranking.high);
  claim.rows = std::ssize(ranking.row_labels);
  claim.columns = std::ssize(ranking.column_labels);
  claim.delta = Rational(1) - ranking.confidence;
  const Rational gap = ranking.value.value_or(ranking.high) - ranking.low;
  claim.epsilon = gap.sign() > 0 ? gap : ranking.range.high - ranking.range.low;
  certificate::write(out, claim);
}

}  // namespace
}  // namespace league

void write_certificate(std::ostream& out, const Ranking& ranking) {
  const league::Proof& proof = league::Proof::of(ranking);
  if (ranking.league) {
    if (!proof.attempt) throw InputError("nothing that the ledger froze can be read");
    league::write_attempt(out, ranking, *proof.attempt);
    return;
  }
  out << "allnash-league 1\n";
  out << "shape " << ranking.row_labels.size() << " " << ranking.column_labels.size() << "\n";
  out << "symmetric " << (ranking.symmetric ? "yes" : "no") << "\n";
  out << "range " << ranking.range.low << " " << ranking.range.high << "\n";
  out << "schedule " << (ranking.schedule == Schedule::any ? "any" : "fixed") << "\n";
  out << "delta " << Rational(1) - ranking.confidence << "\n";
  out << "guarantee-level " << proof.guarantee_level << "\n";
  out << "box-level " << proof.box_level << "\n";
  out << "low " << ranking.low << "\n";
  out << "high " << ranking.high << "\n";
  league::write_half(out, "row", proof.row_mixture, ranking.row_strategy);
  if (!ranking.symmetric) {
    league::write_half(out, "column", proof.column_mixture, ranking.column_strategy);
  }
  out << "box " << proof.box.size() << "\n";
  for (const league::Interval& one : proof.box) {
    out << one.entry.row << " " << one.entry.column << " " << one.plays << " " << one.least_sum
        << " " << one.most_sum << " " << one.low << " " << one.high << "\n";
  }
  league::write_caps(out, "row", proof.row_caps);
  if (!ranking.symmetric) league::write_caps(out, "column", proof.column_caps);
  out << "end\n";
}

}  // namespace allnash
