// Writes the text of docs/certificate_format.md. A certificate may hold hundreds of millions of
// payoffs, nearly all of them small integers, so text is gathered in a buffer and small numbers are
// formatted in place.
#include <array>
#include <charconv>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include "certificate/certificate.hpp"
#include "exact/access.hpp"
#include "game/face.hpp"

namespace allnash::certificate {
namespace {

class Text {
 public:
  explicit Text(std::ostream& out) : out_(out) {}

  Text& word(std::string_view text) {
    buffer_ += text;
    return *this;
  }
  Text& integer(std::int64_t value) {
    std::array<char, 24> digits;
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    return word({digits.data(), end});
  }
  Text& number(const Rational& value) {
    if (!exact::is_small(value)) return word(value.to_string());
    integer(*exact::numerator(value));
    return value.is_integer() ? *this : word("/").integer(*exact::denominator(value));
  }
  void flush_when_full() {
    if (buffer_.size() >= full) flush();
  }
  void flush() {
    out_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
    buffer_.clear();
  }

 private:
  static constexpr std::size_t full = std::size_t{1} << 20;
  std::ostream& out_;
  std::string buffer_;
};

void write_strategy(Text& text, std::string_view name, const MixedStrategy& strategy) {
  text.word(name).word(" ").integer(static_cast<Index>(strategy.size())).word("\n");
  for (const Weight& weight : strategy) {
    text.integer(weight.strategy).word(" ").number(weight.probability).word("\n");
    text.flush_when_full();
  }
}

void write_payoff(Text& text, const KnownPayoffs& game, Index row, Index column) {
  text.word(" ");
  if (game.knows(row, column)) {
    text.number(game.payoff(row, column));
  } else {
    text.word("?");
  }
  text.flush_when_full();
}

void write_row(Text& text, const KnownPayoffs& game, Index row) {
  text.word("row ").integer(row);
  for (Index column = 0; column < game.columns(); ++column) {
    write_payoff(text, game, row, column);
  }
  text.word("\n");
}

// Rows that `played` plays are left out: their payoffs are in the row lines.
void write_column(Text& text, const KnownPayoffs& game, const MixedStrategy& played, Index column) {
  text.word("column ").integer(column);
  auto next = played.begin();
  for (Index row = 0; row < game.rows(); ++row) {
    if (next != played.end() && next->strategy == row) {
      ++next;
      continue;
    }
    write_payoff(text, game, row, column);
  }
  text.word("\n");
}

void write_lines(Text& text, const KnownPayoffs& game, const MixedStrategy& row,
                 const MixedStrategy& column, bool symmetric) {
  for (const Weight& weight : row) write_row(text, game, weight.strategy);
  if (symmetric) return;
  for (const Weight& weight : column) write_column(text, game, row, weight.strategy);
}

void write_shape(Text& text, const KnownPayoffs& game, bool symmetric) {
  text.word("shape ").integer(game.rows()).word(" ").integer(game.columns());
  text.word(symmetric ? "\nsymmetric yes\n" : "\nsymmetric no\n");
}

void write_range(Text& text, const PayoffRange& range) {
  text.word("range ").number(range.low).word(" ").number(range.high).word("\n");
}

void write_weights(Text& text, const MixedStrategy& strategy) {
  for (const Weight& weight : strategy) {
    text.word(" ").integer(weight.strategy).word(" ").number(weight.probability);
  }
  text.word("\n");
  text.flush_when_full();
}

void write_constraint(Text& text, const game::ListProof::Constraint& constraint, bool row) {
  text.word(constraint.own == row ? " r" : " c").integer(constraint.index);
}

void write_list(Text& text, const OptimalSet* set, bool row) {
  if (set == nullptr || !set->list_proved()) return;
  const game::ListProof& proof = game::ListProof::of(*set);
  text.word(row ? "row-vertices " : "column-vertices ").integer(std::ssize(set->vertices));
  text.word(" ").integer(set->dimension).word("\n");
  for (std::size_t t = 0; t < proof.start.size(); ++t) {
    text.word("start");
    write_constraint(text, proof.start[t], row);
    write_weights(text, proof.vectors[t]);
  }
  text.word("cuts ").integer(std::ssize(proof.cuts));
  for (const auto& constraint : proof.cuts) write_constraint(text, constraint, row);
  text.word("\n");
  for (const MixedStrategy& vertex : set->vertices) {
    text.word("vertex");
    write_weights(text, vertex);
  }
}

void write_count(std::ostream& out, const chance::Betting& betting) {
  out << chance::text_of(betting.bets) << " draws";
  for (const chance::Evidence& stratum : betting.draws) {
    out << " " << stratum.values().size();
    for (const auto& [value, times] : stratum.values()) out << " " << value << " " << times;
  }
}

void write_count(std::ostream& out, const chance::Uniform& count) {
  out << "uniform " << count.plays << " " << count.sum;
}

void write_count(std::ostream& out, const chance::Binomial& coins) {
  out << "binomial " << coins.plays << " " << coins.wins;
}

void write_count(std::ostream& out, const chance::Bernstein& count) {
  out << "bernstein " << count.lambda;
  for (const chance::Stratum& one : count.strata) {
    out << " " << one.planned << " " << one.centre << " " << one.draws << " " << one.sum << " "
        << one.squares;
  }
}

void write_half(std::ostream& out, const char* player, const char* opponent,
                const chance::HalfClaim& half, bool box) {
  out << player << "-strategy " << half.strategy.size() << "\n";
  for (const Weight& weight : half.strategy) {
    out << weight.strategy << " " << weight.probability << "\n";
  }
  out << opponent << "-arms " << half.arms.size() << "\n";
  for (const chance::ArmClaim& arm : half.arms) {
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

}  // namespace

void write(std::ostream& out, const KnownPayoffs& game, const game::Pair& pair, bool symmetric,
           const std::optional<PayoffRange>& range, const Lists& lists) {
  Text text(out);
  text.word(range ? "allnash-certificate 2\n" : "allnash-certificate 1\n");
  write_shape(text, game, symmetric);
  if (range) write_range(text, *range);
  text.word("value ").number(pair.value).word("\n");
  write_strategy(text, "row-strategy", pair.row);
  write_strategy(text, "column-strategy", pair.column);
  write_lines(text, game, pair.row, pair.column, symmetric);
  write_list(text, lists.row, true);
  if (!symmetric) write_list(text, lists.column, false);
  text.word("end\n");
  text.flush();
}

void write(std::ostream& out, const KnownPayoffs& game, const BoundsClaim& claim) {
  Text text(out);
  text.word("allnash-bounds 1\n");
  write_shape(text, game, claim.symmetric);
  if (claim.range) {
    write_range(text, *claim.range);
  } else {
    text.word("range none\n");
  }
  text.word("epsilon ").number(claim.epsilon).word("\n");
  text.word("low ").number(claim.low).word("\nhigh ").number(claim.high).word("\n");
  write_strategy(text, "row-strategy", claim.row);
  if (!claim.symmetric) write_strategy(text, "column-strategy", claim.column);
  write_lines(text, game, claim.row, claim.column, claim.symmetric);
  text.word("end\n");
  text.flush();
}

namespace {

std::string name_of_attempt(const chance::ConfidenceClaim& claim) {
  if (claim.attempt) return std::to_string(*claim.attempt);
  if (claim.frozen_together == 1) return "only";
  return "one of " + std::to_string(claim.frozen_together);
}

}  // namespace

void write(std::ostream& out, const chance::ConfidenceClaim& claim) {
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
    for (const chance::Interval& one : *claim.box) {
      out << one.entry.row << " " << one.entry.column << " " << one.plays << " " << one.least_sum
          << " " << one.most_sum << " " << one.low << " " << one.high << "\n";
    }
  }
  write_half(out, "row", "column", claim.row, claim.box.has_value());
  if (!claim.symmetric) write_half(out, "column", "row", claim.column, claim.box.has_value());
  out << "end\n";
}

}  // namespace allnash::certificate
