#include "proof.hpp"

namespace checker {
namespace {

std::vector<Line> read_payoff_lines(Lines& lines, string_view keyword, const Strategy& strategy) {
  std::vector<Line> result;
  for (const Index index : strategy.support) {
    Line line = lines.next(keyword);
    if (line.field() != std::to_string(index)) {
      line.reject(string(keyword) + " " + std::to_string(index) + " belongs here");
    }
    result.push_back(line);
  }
  return result;
}

/// Checks a player's worst-case payoff in every line of the opponent: the value in those that the
/// other strategy plays and more in the others; for bounds, at least his bound in each. In a
/// symmetric game A[i][:] y = a + b - y A[:][i], so that y is treated as a row strategy.
void check_strategy(const Certificate& claim, bool is_row) {
  const Player player(claim, is_row || claim.symmetric);
  const Weights weights =
      integer_weights(is_row ? claim.row : claim.column, player.row ? claim.low : claim.high,
                      is_row ? "row" : "column");
  const Number unread{false, 0, player.row ? claim.range_low : claim.range_high};
  Number payoff;
  const auto payoff_in = [&](const Cell& cell, bool tight) -> const Number& {
    const Line line{cell.text, cell.line};
    if (cell.text == "?" && claim.has_range) {
      if (tight) line.reject("an unread payoff between strategies that are both played");
      return unread;
    }
    line.read_number(cell.text, payoff);
    if (claim.has_range &&
        (payoff.against(claim.range_low) < 0 || payoff.against(claim.range_high) > 0)) {
      line.reject("the payoff " + shown(cell.text) + " is outside the range");
    }
    return payoff;
  };
  Sum sum;
  player.each_line([&](Index line, const std::vector<Cell>& cells) {
    const bool tight = !claim.bounds && player.opposes(line);
    sum.clear();
    for (std::size_t t = 0; t < cells.size(); ++t) {
      sum.add(weights.weights[t], payoff_in(cells[t], tight));
    }
    const int more = sum.against(weights.target);
    const int sign = player.row ? more : -more;
    if (claim.bounds ? sign >= 0 : tight ? sign == 0 : sign > 0) return;
    const string where = (is_row ? "column " : "row ") + std::to_string(line);
    if (claim.bounds) throw Rejected(where + " goes beyond " + (is_row ? "low" : "high"));
    const char* words[] = {"less than", "exactly", "more than"};
    throw Rejected(where + " yields " + words[(is_row ? sign : -sign) + 1] + " the value");
  });
}

void check_mirror(const Certificate& certificate) {
  const std::vector<Index>& support = certificate.row.support;
  const Fraction sum = certificate.mirror_sum();
  std::vector<std::vector<Cell>> block;
  for (const Line& line : certificate.row_lines) {
    const std::vector<Cell>& row = block.emplace_back(cells_at(line, support));
    if (row[block.size() - 1].text == "?") {
      line.reject("the diagonal is known, and cannot be unread");
    }
    for (std::size_t t = 0; t < block.size(); ++t) {
      if (!mirrored(row[t].text, block[t][block.size() - 1].text, sum)) {
        line.reject("the payoff in column " + std::to_string(support[t]) +
                    " contradicts the symmetry");
      }
    }
  }
}

}  // namespace

std::vector<Cell> cells_at(Line line, const std::vector<Index>& places) {
  std::vector<Cell> result;
  Index place = 0;
  for (const Index wanted : places) {
    for (; place < wanted; ++place) line.field();
    result.push_back({line.field(), line.number});
    ++place;
  }
  return result;
}

Certificate read_certificate(string_view text, Lines& lines) {
  Certificate result;
  result.bounds = text.starts_with("allnash-bounds");
  result.has_range = text.starts_with("allnash-certificate 2\n");
  lines.magic(result.bounds ? "allnash-bounds" : "allnash-certificate",
              result.has_range ? " 2" : " 1");
  read_shape(lines, result);
  if (result.bounds) {
    result.has_range = lines.peek().rest != "range none";
    if (!result.has_range) lines.next();
  }
  if (result.has_range) read_range(lines, result);
  if (result.bounds) {
    result.epsilon = lines.number("epsilon");
    result.low = lines.number("low");
    result.high = lines.number("high");
  } else {
    const Line line = lines.peek();
    result.low = result.high = lines.number("value");
    if (result.all_read() && result.symmetric && result.low.sign() != 0) {
      line.reject("the value of a symmetric game is 0");
    }
  }
  result.row = read_strategy(lines, "row-strategy", result.rows);
  if (!result.bounds || !result.symmetric) {
    result.column = read_strategy(lines, "column-strategy", result.columns);
  }
  result.row_lines = read_payoff_lines(lines, "row", result.row);
  if (!result.symmetric) {
    result.column_lines = read_payoff_lines(lines, "column", result.column);
  } else if (!result.bounds && result.row.support != result.column.support) {
    throw Rejected("the two strategies of a symmetric game play different indices");
  }
  return result;
}

void check_proof(const Certificate& certificate) {
  if (certificate.bounds) check_nearness(certificate);
  check_strategy(certificate, true);
  if (certificate.symmetric) check_mirror(certificate);
  if (certificate.symmetric && certificate.bounds) return;
  if (certificate.symmetric && certificate.low + certificate.low != certificate.mirror_sum()) {
    throw Rejected("the value of a symmetric game is half of what its matches pay");
  }
  check_strategy(certificate, false);
}

}  // namespace checker
