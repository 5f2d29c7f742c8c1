// Writes the text of docs/certificate_format.md. A certificate may hold hundreds of millions of
// payoffs, nearly all of them small integers, so text is gathered in a buffer and small numbers are
// formatted in place.
#include <array>
#include <charconv>
#include <ostream>
#include <string>
#include <string_view>
#include <variant>

#include "answer/certificate/certificate.hpp"
#include "core/exact/access.hpp"
#include "core/game/face.hpp"

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

}  // namespace

void write(std::ostream& out, const KnownPayoffs& game, const game::Pair& pair, bool symmetric,
           const std::optional<PayoffRange>& range, const Lists& lists, std::string_view more) {
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
  text.word(more).word("end\n");
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

}  // namespace allnash::certificate
