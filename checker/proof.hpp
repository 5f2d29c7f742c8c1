// The proof that two mixed strategies are a strictly complementary pair of a table, or guarantee
// bounds on its value.
//
// Of a pair x, y with value v, where x plays exactly the rows I and y exactly the columns J,
//
//   x_i > 0 on I, sum x = 1      sum_i x_i A[i][j] = v for j in J, > v for every other column
//   y_j > 0 on J, sum y = 1      sum_j A[i][j] y_j = v for i in I, < v for every other row
//
// Why that is a proof: x guarantees v to the row player and y concedes at most v, so v is the value
// and both are optimal. Another optimal row strategy earns v against y too; since no row earns more
// than v against y and the rows outside I earn less, it plays inside I. So I is the set of rows
// that optimal strategies play, and all of them are { x on I : sum_i x_i A[i][j] >= v for all j }.
// The same for J.
//
// With a range [a, b] of all payoffs, a certificate may leave payoffs unread: '?' in their place.
// The verified claim holds for any payoffs there, since each counts as the end of the range that is
// worst for the claim: a against the row strategy, b against the column strategy. Two kinds of
// text:
//
//   allnash-certificate 2, with a range: the strictly complementary pair as above. The
//     payoffs on its two supports must have been read;
//   allnash-bounds 1, with a range or none: x guarantees at least `low`, y concedes at most `high`,
//     and the two are at most epsilon apart. In a symmetric game, whose value is known, x serves
//     both players and `low` is at most epsilon below the value.
//
// A symmetric game obeys A[i][j] + A[j][i] = a + b, or 0 without a range.
#pragma once

#include <algorithm>
#include <vector>

#include "claim.hpp"

namespace checker {

/// A claim that is proved by payoffs.
struct Certificate : Claim {
  bool bounds = false;     // on the value, instead of a pair
  bool has_range = false;  // then payoffs may be unread
  Strategy row;
  Strategy column;                 // empty for symmetric bounds, where the row's serves both
  std::vector<Line> row_lines;     // of row.support; each is before its first payoff
  std::vector<Line> column_lines;  // of column.support, empty when symmetric

  [[nodiscard]] bool all_read() const { return !bounds && !has_range; }
};

/// The text of a payoff of a line, and the line's number.
struct Cell {
  string_view text;
  std::size_t line = 0;
};

/// The payoffs at the indices of a rising list.
std::vector<Cell> cells_at(Line line, const std::vector<Index>& places);

/// One player of a certificate, as the row player: the payoffs of his strategy in every line of the
/// opponent.
class Player {
 public:
  Player(const Certificate& certificate, bool is_row)
      : claim(certificate),
        row(is_row),
        support(row ? claim.row.support : claim.column.support),
        opposed(row ? claim.column.support : claim.row.support),
        lines(row ? claim.columns : claim.rows) {}

  /// Calls visit(line, payoffs on the support) for each line of the opponent, in some order. Rows
  /// that the row strategy plays have lines of their own.
  template <typename Visit>
  void each_line(const Visit& visit) const {
    if (row) {
      across(claim.row_lines, {}, visit);
      return;
    }
    for (std::size_t t = 0; t < claim.row_lines.size(); ++t) {
      visit(claim.row.support[t], cells_at(claim.row_lines[t], support));
    }
    across(claim.column_lines, claim.row.support, visit);
  }

  [[nodiscard]] bool opposes(Index line) const { return std::ranges::binary_search(opposed, line); }

  const Certificate& claim;
  bool row;
  const std::vector<Index>& support;
  const std::vector<Index>& opposed;
  Index lines;

 private:
  /// Visits lines that have a payoff for every line of the opponent except those of a rising list.
  template <typename Visit>
  void across(std::vector<Line> texts, const std::vector<Index>& left_out,
              const Visit& visit) const {
    std::vector<Cell> cells(texts.size());
    auto out = left_out.begin();
    Index left = lines - std::ssize(left_out);
    for (Index line = 0; left > 0; ++line) {
      if (out != left_out.end() && *out == line) {
        ++out;
        continue;
      }
      for (std::size_t t = 0; t < texts.size(); ++t) cells[t] = {texts[t].field(), texts[t].number};
      visit(line, cells);
      --left;
    }
    for (const Line& text : texts) text.end();
  }
};

/// Reads the text up to the last payoff.
Certificate read_certificate(string_view text, Lines& lines);
void check_proof(const Certificate& certificate);

}  // namespace checker
