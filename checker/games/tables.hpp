// Payoff tables in files: .csv, .tsv, .npy, .nfg and .mtx.
#pragma once

#include <vector>

#include "source.hpp"

namespace checker {

/// A payoff table. Payoffs are kept as canonical texts, so that comparing texts compares numbers.
class Table {
 public:
  Table() = default;
  Table(Index rows, Index columns) : rows_(rows), columns_(columns) {
    places_.resize(to_size(rows) * to_size(columns));
  }
  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index columns() const { return columns_; }
  [[nodiscard]] string_view at(Index row, Index column) const {
    const std::size_t start = places_[place(row, column)];
    return string_view(texts_).substr(start, texts_.find('\n', start) - start);
  }
  /// True for a payoff that has been set.
  [[nodiscard]] bool holds(Index row, Index column) const {
    return places_[place(row, column)] != 0;
  }
  void set(Index row, Index column, string_view text) {
    places_[place(row, column)] = texts_.size();
    texts_.append(text) += '\n';
  }
  void add_row(Index columns) {
    columns_ = columns;
    ++rows_;
    places_.resize(places_.size() + to_size(columns));
  }

 private:
  [[nodiscard]] std::size_t place(Index row, Index column) const {
    return to_size(row) * to_size(columns_) + to_size(column);
  }
  Index rows_ = 0;
  Index columns_ = 0;
  std::vector<std::size_t> places_;
  string texts_ = "0\n";  // index 0: the payoffs that a sparse file leaves out
};

/// The ending of a file's name from the last dot on, in small letters.
string ending_of(const string& name);
/// With `labels` the first line and the first column of a .csv or .tsv file are names.
Table read_table(string_view text, const string& name, bool labels);

}  // namespace checker
