// Reads CSV and TSV: each line is a row of the game. Cells are read one after another straight into
// the table, so that reading takes little more memory than the table itself.
//
// A first line such as `row,column,payoff` makes it a list: each line is a payoff, by the names of
// its strategies. What the list leaves out is unknown. If the two sides share names and the list is
// no full table of its rows and columns, both sides have the names of both.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <unordered_set>
#include <utility>

#include "allnash/game.hpp"
#include "allnash/run.hpp"
#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "core/exact/printed.hpp"
#include "payoffs/sources/chart.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash {
namespace sources {
namespace {

/// Reads a table of numbers. Many members: what was met so far decides how the rest is read, such
/// as which sign marks decimals or what parts the cells.
class CsvReader {
 public:
  CsvReader(std::istream& in, const std::string& name, const TextTable& text)
      : size_(bytes_left(in)),
        text_(in, name),
        labels_(text.names == TextTable::Names::both),
        header_(text.names != TextTable::Names::none),
        separator_(text.separator.value_or(text.decimal == ',' ? ';' : ',')),
        cell_reader_(text_, separator_, CellReader::Quoted::on_one_line),
        decimal_(text.decimal) {
    text_.refuse_lone_returns();
  }

  std::unique_ptr<Source> read() {
    if (is_list()) return read_list();
    if (header_ && next_line()) read_column_names();
    while (next_line()) read_row();
    if (row_line_ == 0) text_.refuse_file("empty file");
    if (rows_ == 0) text_.refuse_file("no payoffs after the line of names");
    if (labels_ && has_corner_ && numbers_as_names_ == rows_) refuse_numbers_as_names();
    if (labels_) refuse_summaries();
    if (labels_ && !cells_.plain()) {
      const auto sum = cells_.sum;
      auto chart = std::make_unique<ChartGame>(rows_, columns_, std::move(values_),
                                               std::move(names_), std::move(cells_));
      if (sum) head_of_two(*chart, *sum);
      return chart;
    }
    return std::make_unique<TableGame>(rows_, columns_, std::move(values_), std::move(names_));
  }

 private:
  static void head_of_two(ChartGame& chart, const Rational& sum) {
    Heading heading = chart.heading();
    heading.note = fmt::format("a cell such as 6-4 is what the row and the column have of {}",
                               sum.to_string());
    chart.head(std::move(heading));
  }

  [[noreturn]] void refuse(const std::string& what) const { text_.refuse_line(row_line_, what); }

  // Moves to the next nonempty line. False at the end. Blank lines are allowed at the end only.
  bool next_line() {
    std::int64_t blank = 0;
    for (;; text_.take()) {
      cell_reader_.skip_blanks();
      const int c = text_.peek();
      if (c == TextReader::end) return false;
      if (c != '\n') break;
      if (blank == 0) blank = text_.line();
    }
    if (blank != 0) text_.refuse_line(blank, "blank line");
    row_line_ = text_.line();
    return true;
  }

  // ------------------------------------------------------------------------------ a list of
  // payoffs

  /// The trimmed cells of the n-th line of what is in the buffer.
  [[nodiscard]] std::vector<std::string_view> cells_ahead(std::size_t line) const {
    std::string_view rest = text_.ahead();
    for (; line > 0; --line) rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    rest = rest.substr(0, rest.find('\n'));
    std::vector<std::string_view> cells;
    for (;;) {
      const std::size_t end = rest.find(separator_);
      cells.push_back(trimmed(rest.substr(0, end)));
      if (end == rest.npos) return cells;
      rest.remove_prefix(end + 1);
    }
  }

  [[nodiscard]] bool is_list() const {
    constexpr std::array<std::string_view, 9> words{
        "payoff", "value", "utility", "mean", "rate", "reward", "win_rate", "winrate", "average"};
    if (text_.ahead().empty() || (header_ && !labels_)) return false;
    const auto head = cells_ahead(0);
    if (head.size() != 3 || head[0].empty() || std::ranges::any_of(head, [](std::string_view cell) {
          return rational_in(cell).has_value();
        })) {
      return false;
    }
    if (std::ranges::find(words, lower_case(head[2])) == words.end()) return false;
    if (!labels_) return true;
    // A labelled table has a number there, or nothing.
    const std::size_t first = text_.ahead().find('\n');
    if (first == std::string_view::npos || first + 1 == text_.ahead().size()) return false;
    const auto line = cells_ahead(1);
    return line.size() == 3 && !is_unknown(line[1]) && !is_number(std::string(line[1])) &&
           !line[1].ends_with('%');
  }

  std::unique_ptr<Source> read_list() {
    struct Listed {
      Entry entry;
      std::int64_t line = 0;
    };
    labels_ = true;
    columns_ = 3;
    next_line();
    for (bool more = true; more;) {
      more = next_cell();
      text_.refuse_controls(row_line_, cell_);
    }
    NameTable rows;
    NameTable columns;
    std::vector<Listed> listed;
    while (next_line()) {
      Entry entry;
      for (const bool row : {true, false}) {
        const bool more = next_cell();
        if (const auto fault = name_fault(cell_)) {
          refuse(std::string(row ? "the row " : "the column ") + *fault);
        }
        if (!more) refuse("a line of a list is a row, a column and a payoff");
        (row ? entry.row : entry.column) = (row ? rows : columns).number_of(cell_);
      }
      const bool more = next_cell();
      values_.push_back(number(2, !more));
      if (more) refuse("a line of a list is a row, a column and a payoff");
      listed.push_back({entry, row_line_});
    }
    if (listed.empty()) text_.refuse_file("no payoffs after the line of names");
    names_ = {rows.names(), columns.names()};
    const bool full = std::ssize(listed) == std::ssize(rows.names()) * std::ssize(columns.names());
    const auto shared = std::ranges::count_if(
        columns.names(), [&](const std::string& name) { return rows.has(name); });
    const bool same = shared == std::ssize(rows.names()) && shared == std::ssize(columns.names());
    if (shared > 0 && (same || !full)) {
      for (const std::string& name : columns.names()) rows.number_of(name);
      for (Listed& one : listed) {
        one.entry.column = rows.number_of(names_.columns[at(one.entry.column)]);
      }
      names_ = {rows.names(), rows.names()};
    }
    return list_game(listed);
  }

  template <typename Listed>
  std::unique_ptr<Source> list_game(const std::vector<Listed>& listed) {
    constexpr std::size_t small = 1'000'000;
    rows_ = std::ssize(names_.rows);
    columns_ = std::ssize(names_.columns);
    const std::size_t size = at(rows_) * at(columns_);
    if (size > std::max(small, 100 * listed.size())) {
      text_.refuse_file(
          fmt::format("{} payoffs of {} x {}: a list that has less than one in a "
                      "hundred is no table",
                      listed.size(), rows_, columns_));
    }
    std::vector<Rational> values(size);
    std::vector<std::int64_t> lines(size);
    ChartCells cells{std::vector<bool>(size, true), std::vector<std::int16_t>(size, not_rounded),
                     cells_.percent};
    for (std::size_t t = 0; t < listed.size(); ++t) {
      const std::size_t place = at(listed[t].entry.row * columns_ + listed[t].entry.column);
      if (lines[place] > 0) {
        text_.refuse_line(
            listed[t].line,
            fmt::format("a second payoff of {} against {}, which line {} has; "
                        "`allnash ledger import` takes a line a play, and their mean",
                        in_quotes(names_.rows[at(listed[t].entry.row)]),
                        in_quotes(names_.columns[at(listed[t].entry.column)]), lines[place]));
      }
      lines[place] = listed[t].line;
      values[place] = std::move(values_[t]);
      cells.unknown[place] = cells_.unknown[t];
      cells.last_places[place] = cells_.last_places[t];
    }
    if (cells.plain()) {
      return std::make_unique<TableGame>(rows_, columns_, std::move(values), std::move(names_));
    }
    return std::make_unique<ChartGame>(rows_, columns_, std::move(values), std::move(names_),
                                       std::move(cells));
  }

  // ---------------------------------------------------------------------------------------- a
  // table

  void read_column_names() {
    header_line_ = row_line_;
    Index numbers = 0;
    bool corner_is_number = false;
    bool more = true;
    if (labels_) {
      more = next_cell();
      corner_is_number = is_number(cell_);
      has_corner_ = !cell_.empty();
      text_.refuse_controls(row_line_, cell_);
      if (!more) refuse("no names of columns" + looks());
    }
    while (more) {
      more = next_cell();
      if (is_number(cell_)) ++numbers;
      add_name(names_.columns, column_names_, "column");
    }
    columns_ = static_cast<Index>(names_.columns.size());
    // Under a corner cell with a word, numbers may be names of columns, and then also of rows.
    if (numbers == columns_ && !corner_is_number) has_corner_ = false;
    if (!labels_ && numbers == columns_) {
      refuse(
          "the first line holds numbers instead of column names: a table without a line of names "
          "needs no `header`, and numbers cannot be names");
    }
  }

  void read_row() {
    if (rows_ == 0 && !header_) header_line_ = row_line_;
    make_room();
    bool more = true;
    if (labels_) {
      more = next_cell();
      if (is_number(cell_)) ++numbers_as_names_;
      add_name(names_.rows, row_names_, "row");
    }
    Index count = 0;
    for (; more; ++count) {
      more = next_cell();
      if (columns_ == 0 || count < columns_) values_.push_back(number(count, !more));
    }
    if (columns_ == 0) columns_ = count;
    if (count != columns_) {
      refuse(fmt::format("{} {} where line {} has {}", count, count == 1 ? "value" : "values",
                         header_line_, columns_));
    }
    ++rows_;
  }

  // Reserves memory for the rest of the file, estimated from the part read so far. Doubling to the
  // end would hold the table twice; reserving early would trust a file that may turn out to be no
  // game.
  void make_room() {
    if (!size_ || text_.bytes() * 16 < *size_) return;
    if (values_.capacity() - values_.size() >= static_cast<std::size_t>(columns_)) return;
    const double share = static_cast<double>(*size_) / static_cast<double>(text_.bytes());
    const double rows = static_cast<double>(rows_) * share * 1.02 + 1;
    const auto wanted = static_cast<std::size_t>(rows * static_cast<double>(columns_));
    if (wanted > values_.capacity()) values_.reserve(wanted);
  }

  // Reads a cell. True if another follows on the line.
  bool next_cell() { return cell_reader_.next(cell_); }

  [[nodiscard]] static bool is_number(const std::string& text) {
    return rational_in(trimmed(text)).has_value();
  }

  /// The first number of a cell such as 6-4, whose numbers have the same sum in all such cells:
  /// what the row has of it. Nothing for another cell.
  std::optional<Rational> first_of_two(std::string_view text) {
    constexpr std::string_view digits = "0123456789";
    const std::size_t mark = text.find('-');
    if (mark == text.npos || mark == 0) return {};
    const std::string_view first = trimmed(text.substr(0, mark));
    const std::string_view second = trimmed(text.substr(mark + 1));
    const auto is_plain = [&](std::string_view number) {
      return !number.empty() && digits.find(number.front()) != number.npos &&
             number.find_first_not_of("0123456789.,") == number.npos;
    };
    if (!is_plain(first) || !is_plain(second)) return {};
    Rational payoff = payoff_in(first);
    const Rational sum = payoff + payoff_in(second);
    if (cells_.sum && sum != *cells_.sum) {
      refuse(fmt::format("'{}' adds up to {}, and an earlier cell to {}", text, sum.to_string(),
                         cells_.sum->to_string()));
    }
    cells_.sum = sum;
    return payoff;
  }

  /// The payoff in a cell of a chart, which may be unknown or a percentage.
  Rational chart_payoff(std::string_view text) {
    if (auto payoff = first_of_two(text)) {
      cells_.unknown.push_back(false);
      cells_.last_places.push_back(not_rounded);
      return *std::move(payoff);
    }
    const bool percent = text.ends_with('%');
    if (percent) text = trimmed(text.substr(0, text.size() - 1));
    const bool unknown = !percent && is_unknown(text);
    cells_.unknown.push_back(unknown);
    cells_.percent = cells_.percent || percent;
    if (unknown) text = "0";
    Rational payoff = payoff_in(text);
    if (percent && percent_.empty()) percent_ = text;
    const bool part = !percent && payoff.sign() > 0 && payoff <= Rational(1);
    if (part && part_.empty()) part_ = text;
    if (!percent_.empty() && !part_.empty()) refuse_mixed();
    const bool whole = text.find_first_not_of("+-0123456789") == std::string_view::npos;
    const bool fraction = text.find('/') != std::string_view::npos;
    const auto last =
        fraction || (whole && !percent) ? std::nullopt : last_place(with_point(text, decimal_));
    cells_.last_places.push_back(last ? static_cast<std::int16_t>(*last) : not_rounded);
    return payoff;
  }

  /// Throws for a part of 1 beside percentages, which it may be as well.
  [[noreturn]] void refuse_mixed() const {
    const auto times = [](const Rational& part, std::int64_t factor) {
      return shortest_text((part * Rational(factor)).to_double());
    };
    const Rational part = payoff_in(part_);
    refuse(
        fmt::format("the chart has '{}' and '{}%': the first may be {}% or {}%; with a % in "
                    "every cell, or in none, it is clear",
                    part_, percent_, times(part, 100), times(part, 1)));
  }

  [[nodiscard]] Rational payoff_in(std::string_view text) const {
    return Rational::parse(with_point(text, decimal_));
  }

  Rational number(Index before, bool last) {
    const std::string_view text = trimmed(cell_);
    if (text.empty() && !labels_)
      refuse("value " + std::to_string(before + 1) + " is empty" + hint());
    try {
      return labels_ ? chart_payoff(text) : payoff_in(text);
    } catch (const std::invalid_argument& error) {
      const std::string_view what = error.what();
      const bool words = what.ends_with("' is not a number");
      const std::string seems = words ? looks(before == 0 && last) : "";
      refuse(std::string(what) + (words && seems.empty() ? hint() : seems));
    }
  }

  // A guess at the format of a cell that is no number, as a hint to the user. In a line with both
  // semicolons and commas, the commas are decimal marks.
  [[nodiscard]] std::string looks(bool alone = true) const {
    const auto has = [this](char c) { return cell_.find(c) != std::string::npos; };
    if (separator_ != ';' && has(';')) {
      const bool commas = has(',') || (separator_ == ',' && !alone);
      return commas ? " (it looks like semicolons between cells and decimal commas: "
                      "`separator ';'` `decimal-mark ,`)"
                    : " (it looks like semicolons between cells: `separator ';'`)";
    }
    if (separator_ != '\t' && has('\t')) {
      return " (it looks like tabs between cells: `separator tab`)";
    }
    if (separator_ == ',' || decimal_ == ',' || !has(',')) return "";
    if (cell_.find(',') == cell_.rfind(',')) return " (a decimal comma? `decimal-mark ,`)";
    return " (it looks like commas between cells: `separator ,`)";
  }

  // A first line without numbers is mostly a line of names, and a first cell without a number the
  // name of a row.
  [[nodiscard]] std::string hint() const {
    if (labels_ || rows_ > 0) return "";
    if (header_) return " (`labels`, not `header`, if the first column holds names too)";
    return " (`labels` if the first line and column are names, `header` if the first line alone)";
  }

  /// Refuses a chart whose rows and columns differ only by lines that summarise the others, such as
  /// `Overall`, which is not a strategy.
  void refuse_summaries() const {
    const auto extra = [](const std::vector<std::string>& names,
                          const std::unordered_set<std::string>& others) {
      std::vector<std::string> found;
      for (const std::string& name : names) {
        if (!others.contains(name)) found.push_back(name);
      }
      return found;
    };
    const std::vector<std::string> columns = extra(names_.columns, row_names_);
    const std::vector<std::string> rows = extra(names_.rows, column_names_);
    if (rows.size() + columns.size() == 0 || rows.size() == names_.rows.size()) return;
    if (!std::ranges::all_of(columns, sums_up) || !std::ranges::all_of(rows, sums_up)) return;
    text_.refuse_file((columns.empty() ? "row " + in_quotes(rows.front())
                                       : "column " + in_quotes(columns.front())) +
                      " sums up the others, and is no strategy: take it out; if it is a strategy, "
                      "give it another name");
  }

  [[noreturn]] void refuse_numbers_as_names() const {
    text_.refuse_line(header_line_ + 1,
                      "the first column holds numbers where `labels` has names: `header` if the "
                      "first line alone holds names; if they are names, leave the first cell of "
                      "line " +
                          std::to_string(header_line_) + " empty");
  }

  void add_name(std::vector<std::string>& names, std::unordered_set<std::string>& seen,
                const std::string& side) {
    if (const auto fault = name_fault(cell_)) {
      refuse("name of " + side + " " + std::to_string(names.size() + 1) + " " + *fault);
    }
    if (!seen.insert(cell_).second) {
      if (side == "row" && has_corner_ && is_number(cell_)) refuse_numbers_as_names();
      refuse("a second " + side + " named " + in_quotes(cell_));
    }
    names.push_back(cell_);
  }

  std::optional<std::uint64_t> size_;
  TextReader text_;
  bool labels_;  // the first column holds names
  bool header_;  // the first line holds names
  char separator_;
  CellReader cell_reader_;
  std::string percent_;  // the first cell with a `%`, without it
  std::string part_;     // the first cell without one that is more than 0 and at most 1
  char decimal_;

  std::string cell_;
  std::int64_t row_line_ = 0;     // the line of the file being read
  std::int64_t header_line_ = 0;  // the line that set the number of columns
  Index rows_ = 0;
  Index columns_ = 0;
  bool has_corner_ = false;     // a name above the row names
  Index numbers_as_names_ = 0;  // numbers used as row names
  std::vector<Rational> values_;
  ChartCells cells_;  // used with labels
  Labels names_;
  std::unordered_set<std::string> row_names_;
  std::unordered_set<std::string> column_names_;
};

void check_text_table(const TextTable& text) {
  constexpr std::string_view taken = "0123456789+-./eE\"\n\r ";
  if (text.decimal != '.' && text.decimal != ',') {
    throw OptionError("decimal-mark: " + in_quotes({&text.decimal, 1}) + " is neither . nor ,");
  }
  if (!text.separator) return;
  const char separator = *text.separator;
  if (taken.find(separator) != std::string_view::npos ||
      (is_control(separator) && separator != '\t') ||
      static_cast<unsigned char>(separator) >= 0x80) {
    throw OptionError("separator: " + in_quotes({&separator, 1}) + " cannot stand between cells");
  }
  if (separator == text.decimal) throw OptionError("separator: , stands in decimals too");
}

}  // namespace
}  // namespace sources

std::unique_ptr<Source> read_csv(std::istream& in, const std::string& name, const TextTable& text) {
  sources::check_text_table(text);
  return sources::CsvReader(in, name, text).read();
}

}  // namespace allnash
