// Gambit's .nfg: a title, the players, their strategies (counted, or named), and then either two
// payoffs a cell, or a list of outcomes and the number of one a cell (0 is the outcome that pays
// nothing). The first player's strategy runs fastest, so a file goes column by column.
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "sources/files/readers.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash::sources {
namespace {

enum class Token { end, open, close, text, word };

struct Pair {
  Rational first;
  Rational second;
};

class NfgReader {
 public:
  NfgReader(std::istream& in, const std::string& name) : text_(in, name), name_(name) {}

  std::unique_ptr<PayoffSource> read() {
    read_opening();
    read_players();
    read_strategies();
    if (token_ == Token::text) next();  // a comment
    if (token_ == Token::open) {
      read_outcomes();
      read_cells([this] { return outcome(); });
    } else {
      read_cells([this] {
        Rational first = number();
        return Pair{std::move(first), number()};
      });
    }
    return std::make_unique<Table>(rows_, columns_, std::move(values_), std::move(names_),
                                   Order::by_column);
  }

 private:
  [[noreturn]] void refuse_here(const std::string& what) const { text_.refuse_line(line_, what); }

  [[noreturn]] void refuse_token(const std::string& wanted) const {
    const std::string found = token_ == Token::end ? "the end of the file" : quoted(word_);
    refuse_here(found + " where " + wanted + " belongs");
  }

  // Reads a token into token_ and word_, and the line it starts on into line_. Commas are spaces.
  void next() {
    int c = text_.peek();
    while (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',') {
      text_.take();
      c = text_.peek();
    }
    line_ = text_.line();
    word_.clear();
    if (c == TextReader::end) {
      token_ = Token::end;
    } else if (c == '"') {
      take_text();
    } else if (c == '{' || c == '}') {
      word_ = static_cast<char>(text_.take());
      token_ = c == '{' ? Token::open : Token::close;
    } else {
      take_word();
    }
  }

  void take_text() {
    token_ = Token::text;
    text_.take();
    for (int c = text_.take(); c != '"'; c = text_.take()) {
      if (c == '\\' && (text_.peek() == '"' || text_.peek() == '\\')) c = text_.take();
      if (c == TextReader::end) refuse_here("quoted text that does not end");
      text_.append(word_, c);
    }
  }

  void take_word() {
    constexpr std::string_view stops = " \t\r\n,{}\"";
    token_ = Token::word;
    for (int c = text_.peek(); c != TextReader::end; c = text_.peek()) {
      if (stops.find(static_cast<char>(c)) != std::string_view::npos) return;
      text_.append(word_, text_.take());
    }
  }

  void expect(Token token, const std::string& wanted) {
    if (token_ != token) refuse_token(wanted);
    next();
  }

  void read_opening() {
    next();
    if (token_ == Token::end) text_.refuse_file("empty file");
    if (token_ != Token::word || word_ != "NFG") text_.refuse_file("not a .nfg file");
    next();
    if (word_ != "1") refuse_token("version 1");
    next();
    if (word_ != "R" && word_ != "D") refuse_token("R or D");
    next();
    expect(Token::text, "the title");
  }

  void read_players() {
    expect(Token::open, "the list of players");
    Index players = 0;
    for (; token_ == Token::text; next()) ++players;
    if (players != 2) {
      refuse_here("a game of " + std::to_string(players) + " players, where two are solved");
    }
    expect(Token::close, "the end of the players");
  }

  void read_strategies() {
    expect(Token::open, "the strategies");
    if (token_ == Token::open) {
      names_.rows = names();
      names_.columns = names();
      rows_ = static_cast<Index>(names_.rows.size());
      columns_ = static_cast<Index>(names_.columns.size());
      if (!usable(names_.rows)) names_.rows.clear();
      if (!usable(names_.columns)) names_.columns.clear();
    } else {
      rows_ = count();
      columns_ = count();
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

  // Gambit lets strategies go without names, or share one. Such names would not tell them apart.
  static bool usable(const std::vector<std::string>& names) {
    std::unordered_set<std::string_view> seen;
    for (const std::string& name : names) {
      if (name_fault(name) || !seen.insert(name).second) return false;
    }
    return true;
  }

  Index count() {
    const auto value = number_in<Index>(word_);
    if (token_ != Token::word || !value || *value < 0) refuse_token("a count");
    next();
    return *value;
  }

  Rational number() {
    if (token_ != Token::word) refuse_cell("a payoff");
    try {
      Rational value = Rational::parse(word_);
      next();
      return value;
    } catch (const std::invalid_argument& error) {
      refuse_here(error.what());
    }
  }

  void read_outcomes() {
    next();
    while (token_ == Token::open) {
      next();
      if (token_ == Token::text) next();
      Rational first = number();
      outcomes_.push_back({std::move(first), number()});
      expect(Token::close, "the end of an outcome");
    }
    expect(Token::close, "the end of the outcomes");
  }

  Pair outcome() {
    if (token_ != Token::word) refuse_cell("the number of an outcome");
    const auto index = at(count());
    if (index == 0) return {};
    if (index > outcomes_.size()) {
      refuse_here("outcome " + std::to_string(index) + " where there are " +
                  std::to_string(outcomes_.size()));
    }
    return outcomes_[index - 1];
  }

  [[noreturn]] void refuse_cell(const std::string& wanted) const {
    if (token_ != Token::end) refuse_token(wanted);
    text_.refuse_file("truncated: " + std::to_string(values_.size()) + " of " +
                      std::to_string(rows_ * columns_) + " cells");
  }

  template <typename Next>
  void read_cells(Next next_pair) {
    const auto cells = at(rows_ * columns_);
    Rational sum;
    while (values_.size() < cells) {
      const std::int64_t line = line_;
      Pair pair = next_pair();
      Rational here = pair.first + pair.second;
      if (values_.empty())
        sum = std::move(here);
      else if (here != sum)
        refuse_sum(line, pair, sum);
      values_.push_back(std::move(pair.first));
    }
    if (token_ != Token::end) refuse_token("the end of the file");
  }

  [[noreturn]] void refuse_sum(std::int64_t line, const Pair& pair, const Rational& sum) const {
    const auto text = [](const Rational& value) { return printable(value.to_string()); };
    text_.refuse_line(line, "not a zero-sum or constant-sum game: payoffs " + text(pair.first) +
                                " and " + text(pair.second) + " do not add up to " + text(sum) +
                                ", as the first cell's do");
  }

  TextReader text_;
  const std::string& name_;
  Token token_ = Token::end;
  std::string word_;
  std::int64_t line_ = 1;

  Index rows_ = 0;
  Index columns_ = 0;
  Labels names_;
  std::vector<Pair> outcomes_;
  std::vector<Rational> values_;  // of the first player, column by column
};

}  // namespace

std::unique_ptr<PayoffSource> read_nfg(std::istream& in, const std::string& name) {
  return NfgReader(in, name).read();
}

}  // namespace allnash::sources
