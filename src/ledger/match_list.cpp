#include "ledger/match_list.hpp"

#include <fmt/format.h>

#include <istream>
#include <optional>
#include <stdexcept>

#include "exact/text.hpp"
#include "sources/text.hpp"

namespace allnash::ledger {

namespace {

// Takes a cell off the front of a line, with the comma after it; nothing where its quotes make no
// sense.
std::optional<std::string> take_cell(std::string_view& line, bool& last) {
  std::string cell;
  line = sources::trimmed(line);
  std::size_t end = 0;
  if (!line.empty() && line.front() == '"') {
    for (end = 1;; ++end) {
      if (end == line.size()) return {};
      if (line[end] != '"') {
        cell += line[end];
      } else if (end + 1 < line.size() && line[end + 1] == '"') {
        cell += line[end++];
      } else {
        break;
      }
    }
    ++end;
    while (end < line.size() && (line[end] == ' ' || line[end] == '\t')) ++end;
    if (end < line.size() && line[end] != ',') return {};
  } else {
    end = std::min(line.find(','), line.size());
    cell = sources::trimmed(line.substr(0, end));
  }
  last = end == line.size();
  line.remove_prefix(last ? end : end + 1);
  return cell;
}

class Reader {
 public:
  Reader(std::istream& in, const std::string& name, bool symmetric)
      : name_(name), text_(in, name), symmetric_(symmetric) {}

  MatchList read() {
    std::string line;
    for (number_ = 1; text_.take_line(line); ++number_) {
      const std::string_view words = sources::trimmed(line);
      if (words.empty() || (number_ == 1 && is_header(words))) continue;
      read(words);
    }
    return std::move(list_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    sources::refuse(fmt::format("{}:{}", name_, number_), what);
  }

  bool is_header(std::string_view line) {
    list_.plays = line == "row,column,outcome";
    counted_ = line == "row,column,payoff,plays";
    return list_.plays || counted_ || line == "row,column,payoff";
  }

  void read(std::string_view line) {
    std::string_view rest = line;
    std::vector<std::string> cells;
    const std::size_t wanted = counted_ ? 4 : 3;
    for (bool last = false; !last && cells.size() <= wanted;) {
      auto cell = take_cell(rest, last);
      if (!cell) refuse(in_quotes(line) + " has a quote that does not end its cell");
      cells.push_back(*std::move(cell));
    }
    if (cells.size() != wanted) {
      refuse(in_quotes(line) +
             (counted_ ? " is not row,column,payoff,plays" : " is not row,column,payoff"));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      if (const auto fault = sources::name_fault(cells[side])) {
        refuse(std::string(side == 0 ? "the row " : "the column ") + *fault);
      }
    }
    MatchLine match{list_.rows.number_of(cells[0]), 0, {}, number_};
    match.column = (symmetric_ ? list_.rows : list_.columns).number_of(cells[1]);
    try {
      match.payoff = written_number(cells[2]);
    } catch (const std::invalid_argument& error) {
      refuse(error.what());
    }
    if (counted_ && !cells[3].empty()) {
      match.plays = number_in<std::int64_t>(cells[3]).value_or(0);
      if (match.plays < 1) refuse(in_quotes(cells[3]) + " is not a number of plays");
    }
    list_.lines.push_back(std::move(match));
  }

  std::string name_;
  sources::TextReader text_;
  bool symmetric_;
  bool counted_ = false;  // its header says that payoffs have numbers of plays
  std::int64_t number_ = 0;
  MatchList list_;
};

}  // namespace

Index Words::number_of(const std::string& word) {
  const auto [found, fresh] = numbers_.emplace(word, std::ssize(words_));
  if (fresh) words_.push_back(word);
  return found->second;
}

MatchList read_match_list(std::istream& in, const std::string& name, bool symmetric) {
  return Reader(in, name, symmetric).read();
}

}  // namespace allnash::ledger
