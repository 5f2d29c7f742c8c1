#include "tables.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>

#include "gambit.hpp"

namespace checker {
namespace {

#ifdef ALLNASH_CHECK_FUZZ
constexpr Index most_sparse_cells = Index{1} << 16;
#else
constexpr Index most_sparse_cells = Index{1} << 28;  // 2 GiB of indices for the payoffs of a game
#endif

/// A table of this shape, unless the rest of the file is clearly too short to fill it, so that a
/// false shape takes no memory. (Half of a symmetric table is in the file, two bytes a payoff.)
Table table_for(const Source& in, Index rows, Index columns) {
  if (to_size(rows) > (2 * in.rest().size() + 16) / to_size(columns)) {
    in.fail("fewer payoffs than " + std::to_string(rows) + " x " + std::to_string(columns));
  }
  return {rows, columns};
}

// --- CSV and TSV

/// One field; in quotes it may contain the separator.
string_view take_csv_field(Source& in, char separator) {
  const char ends[] = {separator, '\n', '\0'};
  in.skip(separator == '\t' ? " " : " \t");
  if (in.peek() != '"') return trimmed(in.take_until(ends));
  const string_view all = in.rest();
  do {
    in.take(1);  // the opening quote, or the second of a doubled one
    in.take_until("\"\n");
    if (in.peek() != '"') in.fail("a quote without its end on the line");
    in.take(1);
  } while (in.peek() == '"');
  const string_view quoted = all.substr(0, all.size() - in.rest().size());
  if (!trimmed(in.take_until(ends)).empty()) in.fail("text after a quote");
  return quoted.substr(1, quoted.size() - 2);
}

Table read_csv(Source in, char separator, bool labels) {
  Table game;
  std::size_t width = 0;
  std::vector<string_view> fields;
  const char* const blanks = separator == '\t' ? " \r" : " \t\r";  // of lines without fields
  for (bool names = labels;
       in.rest().substr(0, in.rest().find('\n')).find_first_not_of(blanks) != string_view::npos;
       names = false) {
    fields.assign(1, take_csv_field(in, separator));
    while (in.peek() == separator) {
      in.take(1);
      fields.push_back(take_csv_field(in, separator));
    }
    if (width == 0) width = fields.size();
    if (fields.size() != width) {
      in.fail(std::to_string(fields.size()) + " values where line 1 has " + std::to_string(width));
    }
    const std::size_t skipped = labels ? 1 : 0;
    if (width == skipped) in.fail("no payoffs");
    if (!names) {
      game.add_row(static_cast<Index>(width - skipped));
      for (std::size_t t = skipped; t < width; ++t) {
        string_view text = trimmed(fields[t]);
        // A chart in percent: its payoffs are the numbers from 0 to 100.
        if (labels && text.ends_with('%')) text = trimmed(text.substr(0, text.size() - 1));
        game.set(game.rows() - 1, static_cast<Index>(t - skipped), in.payoff(text));
      }
    }
    in.take(1);  // the newline
  }
  in.skip(separator == '\t' ? " \r\n" : " \t\r\n");
  if (!in.done()) in.fail("an empty line inside the table");
  if (game.rows() == 0) in.fail("no payoffs");
  return game;
}

// --- NumPy

/// The text after `key` in the header of an .npy file.
string_view header_value(const Source& in, string_view header, string_view key) {
  const std::size_t at = header.find("'" + string(key) + "':");
  if (at == string_view::npos) in.fail("no " + string(key) + " in the header");
  header.remove_prefix(at + key.size() + 3);
  header.remove_prefix(std::min(header.find_first_not_of(' '), header.size()));
  return header;
}

/// An integer from its bytes, least significant first.
std::uint64_t little_endian(string_view bytes) {
  std::uint64_t bits = 0;
  for (std::size_t t = bytes.size(); t-- > 0;)
    bits = bits << 8 | static_cast<unsigned char>(bytes[t]);
  return bits;
}

/// One element of type i, u or f from its bytes, least significant first.
string npy_payoff(const Source& in, char type, string_view bytes) {
  const std::uint64_t bits = little_endian(bytes);
  if (type == 'u') return std::to_string(bits);
  if (type == 'i') {
    const auto shift = static_cast<int>(64 - 8 * bytes.size());
    return std::to_string(static_cast<std::int64_t>(bits << shift) >> shift);
  }
  // A float is the shortest decimal that rounds to it, which is how it is printed. In scientific
  // notation, since otherwise integers have all their digits.
  const auto decimal = [&](auto value) {
    if (!std::isfinite(value)) in.fail("a payoff that is infinite or not a number");
    std::array<char, 32> text{};
    const auto format = std::chars_format::scientific;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, format).ptr;
    return *canonical_text({text.data(), end});
  };
  return bytes.size() == 4 ? decimal(std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
                           : decimal(std::bit_cast<double>(bits));
}

string_view npy_header(Source& in) {
  if (in.take(6) != "\x93NUMPY") in.fail("not an .npy file");
  const string_view version = in.take(2);
  if (version.size() < 2 || version[0] < 1 || version[0] > 3) in.fail("unknown version of .npy");
  const std::size_t size = little_endian(in.take(version[0] == 1 ? 2 : 4));
  const string_view header = in.take(size);
  if (header.size() != size) in.fail("the header is cut");
  return header;
}

Table read_npy(Source in) {
  const string_view header = npy_header(in);
  const string_view type = header_value(in, header, "descr").substr(0, 5);
  const bool known = type.size() == 5 && type[0] == '\'' && type[4] == '\'' &&
                     string_view("<>|").find(type[1]) != string_view::npos;
  const string_view kind = known ? type.substr(2, 2) : string_view();
  const string_view kinds[] = {"i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"};
  if (std::ranges::find(kinds, kind) == std::end(kinds)) {
    in.fail("the type of the payoffs is none of i1 to i8, u1 to u8, f4, f8");
  }
  const auto bytes = to_size(kind[1] - '0');
  const bool by_column = header_value(in, header, "fortran_order").starts_with("True");
  string_view shape = header_value(in, header, "shape");
  shape = shape.substr(0, shape.find(')'));
  const std::size_t comma = shape.find(',');
  if (!shape.starts_with('(') || comma == string_view::npos) in.fail("the array is not 2-D");
  const Index rows = in.integer(trimmed(shape.substr(1, comma - 1)), 1, largest_shape);
  const Index columns = in.integer(trimmed(shape.substr(comma + 1)), 1, largest_shape);
  Table game = table_for(in, rows, columns);
  const std::size_t wanted = to_size(rows * columns) * bytes;
  if (in.rest().size() != wanted) {
    in.fail("the payoffs take " + std::to_string(wanted) + " bytes and " +
            std::to_string(in.rest().size()) + " are left");
  }
  for (Index t = 0; t < rows * columns; ++t) {
    string element(in.take(bytes));
    if (type[1] == '>') std::reverse(element.begin(), element.end());
    const string text = npy_payoff(in, kind[0], element);
    by_column ? game.set(t % rows, t / rows, text) : game.set(t / columns, t % columns, text);
  }
  return game;
}

// --- MatrixMarket

enum class Mirror { none, symmetric, skew };  // what the file omits above the diagonal

/// Sets a payoff, and the one across the diagonal.
void set_mtx_payoff(Table& game, Index row, Index column, string text, Mirror half) {
  game.set(row, column, text);
  if (half == Mirror::none || row == column) return;
  if (half == Mirror::skew && text != "0") {
    text.starts_with('-') ? text.erase(0, 1) : text.insert(0, 1, '-');
  }
  game.set(column, row, text);
}

/// The words of the next line that is neither empty nor a comment; none at the end of the file.
std::vector<string_view> mtx_words(Source& in) {
  std::vector<string_view> words;
  while (words.empty() && !in.done()) {
    if (in.peek() == '\n') in.take(1);
    const string_view line = in.take_until("\n");
    if (!line.starts_with('%')) words = words_of(line);
  }
  return words;
}

/// What an entry of this field is.
string mtx_payoff(const Source& in, string_view word, const string& field) {
  string text = in.payoff(word);
  if (field == "integer" && text.find('/') != string::npos) in.fail("a fraction among integers");
  return text;
}

Table read_mtx_array(Source& in, Index rows, Index columns, Mirror half, const string& field) {
  Table game = table_for(in, rows, columns);
  std::vector<string_view> words;
  std::size_t next = 0;
  for (Index column = 0; column < columns; ++column) {
    Index row = half == Mirror::none ? 0 : half == Mirror::symmetric ? column : column + 1;
    for (; row < rows; ++row) {
      if (next == words.size()) {
        words = mtx_words(in);
        next = 0;
      }
      if (words.empty()) in.fail("fewer entries than its size says");
      set_mtx_payoff(game, row, column, mtx_payoff(in, words[next++], field), half);
    }
  }
  if (next < words.size()) in.fail("text after the last entry");
  return game;
}

Table read_mtx_coordinate(Source& in, Index rows, Index columns, Index entries, Mirror half,
                          const string& field) {
  if (rows > most_sparse_cells / columns) in.fail("a sparse game that is too large");
  const bool pattern = field == "pattern";  // every entry is 1
  Table game(rows, columns);
  for (; entries > 0; --entries) {
    const std::vector<string_view> words = mtx_words(in);
    if (words.size() != (pattern ? 2 : 3)) in.fail("an entry is a row, a column and a value");
    const Index row = in.integer(words[0], 1, rows) - 1;
    const Index column = in.integer(words[1], 1, columns) - 1;
    if (half != Mirror::none && (row < column || (row == column && half == Mirror::skew))) {
      in.fail("an entry outside the lower triangle");
    }
    if (game.holds(row, column)) in.fail("an entry that was given before");
    string text = pattern ? "1" : mtx_payoff(in, words[2], field);
    set_mtx_payoff(game, row, column, std::move(text), half);
  }
  return game;
}

string lower_case(string_view text) {
  string result(text);
  for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return result;
}

Table read_mtx(Source in) {
  std::vector<string> head;
  for (const string_view word : words_of(in.take_until("\n"))) head.push_back(lower_case(word));
  if (head.size() != 5 || head[0] != "%%matrixmarket" || head[1] != "matrix") {
    in.fail("the first line is not '%%MatrixMarket matrix FORMAT FIELD SYMMETRY'");
  }
  const bool array = head[2] == "array";
  if (!array && head[2] != "coordinate") in.fail("the format is neither array nor coordinate");
  const string& field = head[3];
  const bool pattern = field == "pattern" && !array;
  if (field != "real" && field != "double" && field != "integer" && !pattern) {
    in.fail("the field is neither real, double, integer nor, of coordinates, pattern");
  }
  const Mirror half = head[4] == "symmetric"                    ? Mirror::symmetric
                      : head[4] == "skew-symmetric" && !pattern ? Mirror::skew
                                                                : Mirror::none;
  if (half == Mirror::none && head[4] != "general") in.fail("unknown symmetry");
  const std::vector<string_view> size = mtx_words(in);
  if (size.size() != (array ? 2 : 3)) in.fail("its size is two numbers, or three of coordinates");
  const Index rows = in.integer(size[0], 1, largest_shape);
  const Index columns = in.integer(size[1], 1, largest_shape);
  const Index entries = array ? 0 : in.integer(size[2], 0, rows * columns);
  if (half != Mirror::none && rows != columns) in.fail("a symmetric matrix that is not square");
  Table game = array ? read_mtx_array(in, rows, columns, half, field)
                     : read_mtx_coordinate(in, rows, columns, entries, half, field);
  if (!mtx_words(in).empty()) in.fail("text after the last entry");
  return game;
}

// --- Gambit's normal form

/// Both players' numbers of strategies: two numbers, or two lists of names.
std::pair<Index, Index> nfg_strategies(Source& in) {
  gambit_expect(in, "{", gambit_token(in));
  std::pair<Index, Index> counts;
  const string_view first = gambit_token(in);
  if (first == "{") {
    counts.first = gambit_strings(in);
    gambit_expect(in, "{", gambit_token(in));
    counts.second = gambit_strings(in);
    if (counts.first == 0 || counts.second == 0) in.fail("a player without strategies");
  } else {
    counts.first = in.integer(first, 1, largest_shape);
    counts.second = in.integer(gambit_token(in), 1, largest_shape);
  }
  gambit_expect(in, "}", gambit_token(in));
  return counts;
}

/// Payoffs A and B for which A + c B is f(row) + g(column), with some c > 0, have the equilibria of
/// the zero-sum game A - g(column), g = 0 in the first column: the game that a certificate is
/// about. In a constant-sum game that is A itself. Cells come column by column; the two players'
/// payoffs, after subtracting row and column effects by the first row and column, must be opposite
/// up to the factor c.
class Balance {
 public:
  /// False if there is no such c.
  bool take(Index row, Index column, const GambitPayoffs& payoffs) {
    if (column == 0) left_.push_back(payoffs);
    if (row == 0) top_.push_back(payoffs);
    if (row == 0 || column == 0) return true;
    Fraction rest[2];
    for (std::size_t p = 0; p < 2; ++p) {
      rest[p] = payoffs[p] - left_[to_size(row)][p] - top_[to_size(column)][p] + left_[0][p];
    }
    if (rest[0].sign() == 0 && rest[1].sign() == 0) return true;
    if (rest[0].sign() * rest[1].sign() >= 0) return false;
    const Fraction ratio = Fraction() - rest[0] / rest[1];
    if (!factor_) factor_ = ratio;
    return *factor_ == ratio;
  }

  /// The amount g(column) that is subtracted from a column.
  [[nodiscard]] Fraction of_column(Index column) const {
    const auto& here = top_[to_size(column)];
    const Fraction c = factor_ ? *factor_ : Fraction(1);
    return here[0] - top_[0][0] + c * (here[1] - top_[0][1]);
  }

 private:
  std::vector<GambitPayoffs> left_;  // the first column
  std::vector<GambitPayoffs> top_;   // the first row
  std::optional<Fraction> factor_;
};

std::vector<GambitPayoffs> nfg_outcomes(Source& in) {
  std::vector<GambitPayoffs> outcomes;
  outcomes.emplace_back();  // outcome 0: no payoffs
  gambit_expect(in, "{", gambit_token(in));
  string_view token = gambit_token(in);
  for (; token == "{"; token = gambit_token(in)) {
    in.skip(" \t\r\n,");
    if (in.peek() == '"') gambit_token(in);  // its name
    outcomes.push_back(gambit_payoffs(in));
    gambit_expect(in, "}", gambit_token(in));
  }
  gambit_expect(in, "}", token);
  return outcomes;
}

Table read_nfg(Source in) {
  read_gambit_head(in, "NFG", "1");
  const auto [rows, columns] = nfg_strategies(in);
  in.skip(" \t\r\n,");
  if (in.peek() == '"') gambit_token(in);  // a comment
  in.skip(" \t\r\n,");
  const bool by_outcome = in.peek() == '{';
  std::vector<GambitPayoffs> outcomes;
  if (by_outcome) outcomes = nfg_outcomes(in);
  Table game = table_for(in, rows, columns);
  Balance balance;
  for (Index t = 0; t < rows * columns; ++t) {
    const auto last = std::ssize(outcomes) - 1;
    const GambitPayoffs cell =
        by_outcome ? outcomes[to_size(in.integer(gambit_token(in), 0, last))] : gambit_payoffs(in);
    if (!balance.take(t % rows, t / rows, cell)) {
      in.fail("the game is not zero-sum, nor has it the equilibria of such a game");
    }
    game.set(t % rows, t / rows, text_of(cell[0]));
  }
  if (!gambit_token(in).empty()) in.fail("text after the last payoff");
  for (Index j = 1; j < columns; ++j) {
    const Fraction shift = balance.of_column(j);
    if (shift.sign() == 0) continue;
    for (Index i = 0; i < rows; ++i) {
      game.set(i, j, text_of(fraction_of(game.at(i, j)) - shift));
    }
  }
  return game;
}

}  // namespace

string ending_of(const string& name) {
  return lower_case(name.substr(std::min(name.rfind('.'), name.size())));
}

Table read_table(string_view text, const string& name, bool labels) {
  const Source in(text, name);
  const string ending = ending_of(name);
  if (ending == ".csv") return read_csv(in, ',', labels);
  if (ending == ".tsv") return read_csv(in, '\t', labels);
  if (labels) throw BadInput("--labels is for .csv and .tsv files");
  if (ending == ".npy") return read_npy(in);
  if (ending == ".nfg") return read_nfg(in);
  if (ending == ".mtx") return read_mtx(in);
  throw BadInput(name + ": the ending is none of .csv .tsv .npy .nfg .mtx .efg .paths");
}

}  // namespace checker
