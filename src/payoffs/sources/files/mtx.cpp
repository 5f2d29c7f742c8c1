// Reads MatrixMarket's .mtx: a header line, comments, a line with the shape, and then either every
// entry, column by column (array), or lines `row column value`, numbered from 1, with zero
// elsewhere (coordinate). A symmetric matrix lists one triangle.
#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "core/base/reader.hpp"
#include "core/base/text.hpp"
#include "payoffs/sources/files/readers.hpp"
#include "payoffs/sources/table.hpp"

namespace allnash::sources {
namespace {

enum class Symmetry { general, symmetric, skew };

class MtxReader {
 public:
  MtxReader(std::istream& in, const std::string& name) : text_(in, name), name_(name) {
    text_.refuse_lone_returns();
  }

  std::unique_ptr<Source> read() {
    read_header();
    if (!next_line()) text_.refuse_file("truncated before its size");
    if (words_.size() != (coordinate_ ? 3U : 2U)) {
      refuse(coordinate_ ? "the size is three counts: rows, columns, entries"
                         : "the size is two counts: rows, columns");
    }
    rows_ = count(words_[0]);
    columns_ = count(words_[1]);
    check_shape(printable(name_, 1000), rows_, columns_);
    if (symmetry_ != Symmetry::general && rows_ != columns_) {
      refuse("a symmetric matrix that is not square");
    }
    return coordinate_ ? read_coordinate(count(words_[2])) : read_array();
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const { text_.refuse_line(line_number_, what); }

  // The words of the next line that is neither empty nor a comment. False at the end.
  bool next_line() {
    for (;;) {
      line_number_ = text_.line();
      if (!text_.take_line(line_)) return false;
      text_.refuse_controls(line_number_, line_);
      if (line_.starts_with('%')) continue;
      words_ = words_in(line_);
      if (!words_.empty()) return true;
    }
  }

  void read_header() {
    line_number_ = 1;
    if (!text_.take_line(line_)) text_.refuse_file("empty file");
    words_ = words_in(line_);
    if (words_.empty() || lower_case(words_[0]) != "%%matrixmarket") {
      text_.refuse_file("not a MatrixMarket file");
    }
    if (words_.size() != 5) refuse("the header is %%MatrixMarket matrix FORMAT FIELD SYMMETRY");
    if (lower_case(words_[1]) != "matrix") refuse(in_quotes(words_[1]) + " where 'matrix' belongs");
    const std::string format = lower_case(words_[2]);
    const std::string field = lower_case(words_[3]);
    const std::string symmetry = lower_case(words_[4]);
    coordinate_ = format == "coordinate";
    if (!coordinate_ && format != "array") {
      refuse(fmt::format("format {}, where array and coordinate are read", in_quotes(format)));
    }
    pattern_ = field == "pattern";
    integer_ = field == "integer";
    if (pattern_ && !coordinate_) refuse("an array of field 'pattern' has no entries");
    if (!pattern_ && !integer_ && field != "real" && field != "double") {
      refuse(fmt::format("field {}, where integer, real and pattern are read", in_quotes(field)));
    }
    if (symmetry == "symmetric") {
      symmetry_ = Symmetry::symmetric;
    } else if (symmetry == "skew-symmetric" && !pattern_) {
      symmetry_ = Symmetry::skew;
    } else if (symmetry != "general") {
      refuse(fmt::format("symmetry {} of a matrix of field {}", in_quotes(symmetry),
                         in_quotes(words_[3])));
    }
  }

  [[nodiscard]] Index count(std::string_view word) const {
    const auto value = number_in<Index>(word);
    if (!value || *value < 0) refuse(in_quotes(word) + " is not a count");
    return *value;
  }

  [[nodiscard]] Rational number(std::string_view word) const {
    try {
      Rational value = Rational::parse(word);
      if (integer_ && !value.is_integer()) {
        throw std::invalid_argument(in_quotes(word) + " in a matrix of integers");
      }
      return value;
    } catch (const std::invalid_argument& error) {
      refuse(error.what());
    }
  }

  // Array.

  // The first listed row of a column.
  [[nodiscard]] Index first_row(Index column) const {
    if (symmetry_ == Symmetry::general) return 0;
    return symmetry_ == Symmetry::skew ? column + 1 : column;
  }

  [[nodiscard]] std::uint64_t listed() const {
    const auto side = static_cast<std::uint64_t>(rows_);
    const auto all = side * static_cast<std::uint64_t>(columns_);
    if (symmetry_ == Symmetry::general) return all;
    return symmetry_ == Symmetry::skew ? (all - side) / 2 : (all - side) / 2 + side;
  }

  std::unique_ptr<Source> read_array() {
    const std::uint64_t wanted = listed();
    std::vector<Rational> values;
    while (next_line()) {
      for (const std::string_view word : words_) {
        if (values.size() == wanted) refuse("more than " + std::to_string(wanted) + " entries");
        values.push_back(number(word));
      }
    }
    check_entries(values.size(), wanted);
    if (symmetry_ != Symmetry::general) values = unfolded(std::move(values));
    return std::make_unique<TableGame>(rows_, columns_, std::move(values), Labels{},
                                       Layout::by_column);
  }

  [[nodiscard]] std::vector<Rational> unfolded(std::vector<Rational> triangle) const {
    std::vector<Rational> values(at(rows_ * columns_));
    auto listed = triangle.begin();
    for (Index column = 0; column < columns_; ++column) {
      for (Index row = first_row(column); row < rows_; ++row, ++listed) {
        values[at(row * columns_ + column)] = mirrored(*listed);
        values[at(column * rows_ + row)] = std::move(*listed);
      }
    }
    return values;
  }

  [[nodiscard]] Rational mirrored(const Rational& value) const {
    return symmetry_ == Symmetry::skew ? -value : value;
  }

  void check_entries(std::uint64_t found, std::uint64_t wanted) const {
    if (found == wanted) return;
    text_.refuse_file(fmt::format("truncated: {} of {} entries", found, wanted));
  }

  // Coordinate.

  std::unique_ptr<Source> read_coordinate(Index wanted) {
    std::vector<ListedPayoff> cells;
    Index found = 0;
    for (; next_line(); ++found) {
      if (found == wanted) refuse("more than " + std::to_string(wanted) + " entries");
      add_cell(cells);
    }
    check_entries(static_cast<std::uint64_t>(found), static_cast<std::uint64_t>(wanted));
    sort(cells);
    return std::make_unique<SparseGame>(rows_, columns_, std::move(cells));
  }

  void add_cell(std::vector<ListedPayoff>& cells) const {
    if (words_.size() != (pattern_ ? 2U : 3U)) {
      refuse(pattern_ ? "an entry is a line `row column`"
                      : "an entry is a line `row column value`");
    }
    const Entry entry{position(words_[0], "row", rows_), position(words_[1], "column", columns_)};
    Rational value = pattern_ ? Rational(1) : number(words_[2]);
    const bool diagonal = entry.row == entry.column;
    if (symmetry_ == Symmetry::skew && diagonal && value.sign() != 0) {
      refuse("a skew-symmetric matrix is zero on its diagonal");
    }
    if (symmetry_ != Symmetry::general && !diagonal) {
      cells.push_back({{entry.column, entry.row}, mirrored(value)});
    }
    cells.push_back({entry, std::move(value)});
  }

  [[nodiscard]] Index position(std::string_view word, const char* side, Index size) const {
    const Index value = count(word);
    if (value < 1 || value > size) {
      refuse(fmt::format("{} {} outside 1 to {}", side, value, size));
    }
    return value - 1;
  }

  void sort(std::vector<ListedPayoff>& cells) const {
    std::ranges::sort(cells, {}, &ListedPayoff::entry);
    const auto twice = std::ranges::adjacent_find(cells, {}, &ListedPayoff::entry);
    if (twice == cells.end()) return;
    text_.refuse_file(fmt::format("row {}, column {} is listed twice", twice->entry.row + 1,
                                  twice->entry.column + 1));
  }

  TextReader text_;
  const std::string& name_;
  std::string line_;
  std::int64_t line_number_ = 1;
  std::vector<std::string_view> words_;  // of line_

  bool coordinate_ = false;
  bool pattern_ = false;
  bool integer_ = false;
  Symmetry symmetry_ = Symmetry::general;
  Index rows_ = 0;
  Index columns_ = 0;
};

}  // namespace

std::unique_ptr<Source> read_mtx(std::istream& in, const std::string& name) {
  return MtxReader(in, name).read();
}

}  // namespace allnash::sources
