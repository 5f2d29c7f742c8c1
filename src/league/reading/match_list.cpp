#include "league/reading/match_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <stdexcept>

#include "core/base/reader.hpp"
#include "core/exact/printed.hpp"
#include "core/game/seen.hpp"

namespace allnash::reading {

namespace {

class ListReader {
 public:
  ListReader(std::istream& in, const std::string& name, bool symmetric, bool by_play,
             std::optional<Repeats> repeats)
      : name_(name),
        text_(in, name),
        cell_reader_(text_, ',', CellReader::Quoted::on_one_line),
        symmetric_(symmetric),
        by_play_(by_play),
        repeats_(repeats) {
    if (by_play) list_.kind = ListKind::plays;
  }

  MatchList read() {
    std::vector<std::string> cells;
    for (bool first = true;; first = false) {
      number_ = text_.line();
      if (!cell_reader_.next_record(cells)) break;
      if ((cells.size() == 1 && cells[0].empty()) || (first && is_header(line_of(cells)))) continue;
      read_line(cells);
    }
    return std::move(list_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    allnash::refuse(fmt::format("{}:{}", name_, number_), what);
  }

  bool is_header(std::string_view line) {
    const auto kinds = by_play_
                           ? std::vector{ListKind::plays, ListKind::outcomes}
                           : std::vector{ListKind::payoffs, ListKind::averages, ListKind::outcomes};
    const auto found = std::ranges::find(kinds, line, header_of);
    if (found == kinds.end()) return false;
    list_.kind = *found;
    return true;
  }

  static std::string line_of(const std::vector<std::string>& cells) {
    return fmt::format("{}", fmt::join(cells, ","));
  }

  void read_line(const std::vector<std::string>& cells) {
    const bool four = list_.kind == ListKind::averages || list_.kind == ListKind::plays;
    if (cells.size() != (four ? 4U : 3U)) {
      refuse(in_quotes(line_of(cells)) + " is not " + header_of(list_.kind) +
             (by_play_ ? ", as a ledger of plays takes it" : ""));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      if (const auto fault = name_fault(cells[side])) {
        refuse(std::string(side == 0 ? "the row " : "the column ") + *fault);
      }
    }
    MatchLine match{{list_.rows.number_of(cells[0]),
                     (symmetric_ ? list_.rows : list_.columns).number_of(cells[1])}};
    match.line = number_;
    if (list_.kind == ListKind::plays) match.seed = seed_in(cells[2]);
    if (list_.kind == ListKind::averages && !cells[3].empty()) match.plays = plays_in(cells[3]);
    const std::string& payoff = list_.kind == ListKind::plays ? cells[3] : cells[2];
    if (!by_play_ || payoff != lost_word) match.payoff = payoff_in(payoff);
    if (by_play_ || !is_averaged(list_.kind, repeats_)) {
      list_.lines.push_back(std::move(match));
    } else {
      add_to_sum(std::move(match));
    }
  }

  void add_to_sum(MatchLine match) {
    const auto [found, fresh] = sums_.try_emplace(match.entry, list_.lines.size());
    if (fresh) {
      match.plays = 1;
      list_.lines.push_back(std::move(match));
      return;
    }
    MatchLine& sum = list_.lines[found->second];
    *sum.payoff += *match.payoff;
    ++sum.plays;
  }

  [[nodiscard]] Rational payoff_in(const std::string& cell) const {
    try {
      return written_number(cell);
    } catch (const std::invalid_argument& error) {
      refuse(error.what());
    }
  }

  [[nodiscard]] std::int64_t seed_in(const std::string& cell) const {
    if (const auto seed = number_in<std::int64_t>(cell)) return *seed;
    refuse(in_quotes(cell) + " is not a whole number, as the seed of a play is");
  }

  [[nodiscard]] std::int64_t plays_in(const std::string& cell) const {
    const auto plays = number_in<std::int64_t>(cell).value_or(0);
    if (plays < 1) refuse(in_quotes(cell) + " is not a number of plays");
    return plays;
  }

  std::string name_;
  TextReader text_;
  CellReader cell_reader_;
  bool symmetric_;
  bool by_play_;
  std::optional<Repeats> repeats_;
  std::int64_t number_ = 0;
  MatchList list_;
  std::unordered_map<Entry, std::size_t, game::EntryHash> sums_;  // of a list that is averaged
};

}  // namespace

const char* header_of(ListKind kind) {
  constexpr std::array headers{"row,column,payoff", "row,column,payoff,plays", "row,column,outcome",
                               "row,column,seed,payoff"};
  return headers[static_cast<std::size_t>(kind)];
}

std::int64_t listed_seed(const file::KeptPlay& play) {
  return play.origin == file::Origin::log ? -1 - play.seed : play.seed;
}

file::KeptPlay with_listed_seed(Entry entry, std::int64_t seed) {
  if (seed < 0) return {entry, file::Origin::log, -1 - seed};
  return {entry, seed == 0 ? file::Origin::payoff : file::Origin::asked, seed};
}

MatchList read_match_list(std::istream& in, const std::string& name, bool symmetric, bool by_play,
                          std::optional<Repeats> repeats) {
  return ListReader(in, name, symmetric, by_play, repeats).read();
}

}  // namespace allnash::reading
