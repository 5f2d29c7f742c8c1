// Gambit's .nfg: a title, the players, their strategies (counted, or named), and then either two
// payoffs a cell, or a list of outcomes and the number of one a cell (0 is the outcome that pays
// nothing). The first player's strategy runs fastest, so a file goes column by column.
//
// The payoffs A and B of the two players need not be opposite. Where A + c B = f(row) + g(column)
// for some c > 0, given x the column player maximises the sum over i of x_i B[i][j], which is to
// minimise that of x_i (A[i][j] - g(j)); and given y the row player maximises the sum over j of
// y_j A[i][j], which is to maximise that of y_j (A[i][j] - g(j)), for the sum of y_j g(j) does not
// depend on i. So the equilibria are those of the zero-sum game A - g(column). It is unique but for
// a constant, which g = 0 in the first column fixes; a zero-sum or constant-sum game is A itself.
// Such an f and g exist if and only if a = -c b in every cell, where
//
//   a[i][j] = A[i][j] - A[i][0] - A[0][j] + A[0][0]
//
// and b the same of B. So each cell can be checked as it is read. Where a and b are 0 everywhere
// any c will do, and c = 1 is taken: each player has best strategies whatever the other does.
#include <fmt/core.h>

#include <optional>
#include <unordered_set>
#include <utility>

#include "core/base/text.hpp"
#include "core/game/gambit.hpp"
#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash::sources {
namespace {

struct PayoffPair {
  Rational first;
  Rational second;
  std::string texts = {};  // as in the file
};

class NfgReader : game::GambitReader {
 public:
  NfgReader(std::istream& in, const std::string& name) : GambitReader(in, name), name_(name) {}

  std::unique_ptr<Source> read() {
    heading_.title = read_opening("NFG", "1");
    std::vector<std::string> players = read_two_players();
    heading_.row_player = std::move(players[0]);
    heading_.column_player = std::move(players[1]);
    read_strategies();
    if (token_ == Token::text) next();  // a comment
    if (token_ == Token::open) {
      read_outcomes();
      read_cells([this] { return outcome(); });
    } else {
      read_cells([this] { return pair(); });
    }
    heading_.solved_as = subtract_columns();
    auto game = std::make_unique<TableGame>(rows_, columns_, std::move(values_), std::move(names_),
                                            Layout::by_column);
    game->head(std::move(heading_));
    return game;
  }

 private:
  void read_strategies() {
    expect(Token::open, "the strategies");
    if (token_ == Token::open) {
      names_.rows = names();
      names_.columns = names();
      rows_ = static_cast<Index>(names_.rows.size());
      columns_ = static_cast<Index>(names_.columns.size());
      keep_if_usable(names_.rows, "row");
      keep_if_usable(names_.columns, "column");
    } else {
      rows_ = count("a count");
      columns_ = count("a count");
    }
    expect(Token::close, "the end of the strategies");
    check_shape(printable(name_, 1000), rows_, columns_);
  }

  std::vector<std::string> names() {
    std::vector<std::string> result;
    expect(Token::open, "a list of strategies");
    for (; token_ == Token::text; next()) result.push_back(word_);
    expect(Token::close, "the name of a strategy");
    return result;
  }

  // Gambit allows missing or repeated names of strategies, which are useless here.
  void keep_if_usable(std::vector<std::string>& names, const std::string& side) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& name : names) {
      const bool fresh = seen.insert(name).second;
      if (fresh && !name_fault(name)) continue;
      if (!name.empty()) {
        if (!heading_.note.empty()) heading_.note += "; ";
        heading_.note += side + "s go by number, since " +
                         (fresh ? "one has a name that cannot be used: " : "some share the name ") +
                         in_quotes(name);
      }
      names.clear();
      return;
    }
  }

  Rational payoff() {
    if (token_ != Token::word) refuse_cell("a payoff");
    return number("a payoff");
  }

  PayoffPair pair() {
    PayoffPair result;
    std::string first = word_;
    result.first = payoff();
    result.texts = std::move(first) + " and " + word_;
    result.second = payoff();
    return result;
  }

  void read_outcomes() {
    next();
    while (token_ == Token::open) {
      next();
      if (token_ == Token::text) next();
      outcomes_.push_back(pair());
      expect(Token::close, "the end of an outcome");
    }
    expect(Token::close, "the end of the outcomes");
  }

  PayoffPair outcome() {
    if (token_ != Token::word) refuse_cell("the number of an outcome");
    const auto index = at(count("a count"));
    if (index == 0) return {0, 0, "0 and 0"};
    if (index > outcomes_.size()) {
      refuse_here(fmt::format("outcome {} where there are {}", index, outcomes_.size()));
    }
    return outcomes_[index - 1];
  }

  [[noreturn]] void refuse_cell(const std::string& wanted) const {
    if (token_ != Token::end) refuse_token(wanted);
    text_.refuse_file(fmt::format("truncated: {} of {} cells", values_.size(), rows_ * columns_));
  }

  template <typename Next>
  void read_cells(Next next_pair) {
    const auto cells = at(rows_ * columns_);
    while (values_.size() < cells) {
      const std::int64_t line = line_;
      PayoffPair pair = next_pair();
      const auto cell = static_cast<Index>(values_.size());
      const Index row = cell % rows_;
      const Index column = cell / rows_;
      if (column == 0) left_.push_back(pair.second);
      if (row == 0) top_.push_back(pair.second);
      if (!fits(row, column, pair)) refuse_cell_at(line, {row, column}, pair);
      values_.push_back(std::move(pair.first));
    }
    if (token_ != Token::end) refuse_token("the end of the file");
  }

  // Whether a = -c b in this cell; c > 0 is set by the first cell in which they are not both 0.
  bool fits(Index row, Index column, const PayoffPair& pair) {
    if (row == 0 || column == 0) return true;
    const Rational first = pair.first - values_[at(row)] - values_[at(column * rows_)] + values_[0];
    const Rational second = pair.second - left_[at(row)] - top_[at(column)] + left_[0];
    if (first.sign() == 0 && second.sign() == 0) return true;
    if (first.sign() * second.sign() >= 0) return false;
    if (!factor_) factor_ = -first / second;
    return first == -*factor_ * second;
  }

  // Replaces A by A - g(column). Returns a description of this for games that are not constant-sum.
  std::string subtract_columns() {
    const Rational c = factor_.value_or(Rational(1));
    std::vector<Rational> g;
    for (Index j = 0; j < columns_; ++j) {
      g.push_back(values_[at(j * rows_)] - values_[0] + c * (top_[at(j)] - top_[0]));
    }
    bool constant = c == Rational(1);
    for (Index i = 0; i < rows_; ++i) {
      constant = constant && values_[at(i)] + left_[at(i)] == values_[0] + left_[0];
    }
    for (const Rational& shift : g) constant = constant && shift.sign() == 0;
    if (constant) {
      heading_.sum = values_[0] + left_[0];
      return {};
    }
    for (std::size_t cell = 0; cell < values_.size(); ++cell) {
      const Rational& shift = g[cell / at(rows_)];
      if (shift.sign() != 0) values_[cell] -= shift;
    }
    return "A - g(column), which has the same equilibria: the players' payoffs have A + c B = "
           "f(row) + g(column), c = " +
           printable(c.to_string());
  }

  [[noreturn]] void refuse_cell_at(std::int64_t line, Entry cell, const PayoffPair& pair) const {
    text_.refuse_line(
        line,
        fmt::format("not a zero-sum game, nor one with the equilibria of such: in cell ({}, {}) "
                    "the payoffs {} leave no c > 0 for which first + c * second is a term for "
                    "the row plus a term for the column",
                    cell.row, cell.column, printable(pair.texts)));
  }

  const std::string& name_;

  Index rows_ = 0;
  Index columns_ = 0;
  Labels names_;
  Heading heading_;
  std::vector<PayoffPair> outcomes_;
  std::vector<Rational> values_;  // of the first player, column by column
  std::vector<Rational> left_;    // of the second player, in the first column
  std::vector<Rational> top_;     // of the second player, in the first row
  std::optional<Rational> factor_;
};

}  // namespace

std::unique_ptr<Source> read_nfg(std::istream& in, const std::string& name) {
  return NfgReader(in, name).read();
}

}  // namespace allnash::sources
