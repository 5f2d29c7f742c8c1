// Lists of payoffs and of plays: a line `row,column,payoff`, `row,column,payoff,plays` or
// `row,column,outcome` each.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <unordered_map>
#include <vector>

#include "allnash/index.hpp"
#include "allnash/rational.hpp"

namespace allnash::ledger {

/// Words, each with a number, in the order that they came.
class Words {
 public:
  Index number_of(const std::string& word);
  [[nodiscard]] const std::vector<std::string>& all() const noexcept { return words_; }

 private:
  std::vector<std::string> words_;
  std::unordered_map<std::string, Index> numbers_;
};

struct MatchLine {
  Index row = 0;  ///< a word
  Index column = 0;
  Rational payoff;
  std::int64_t line = 0;   ///< of the file
  std::int64_t plays = 0;  ///< that the payoff is the average of; 0 where it is none
};

struct MatchList {
  Words rows;
  Words columns;  ///< of a symmetric game those of `rows`
  std::vector<MatchLine> lines;
  bool plays = false;  ///< its header says that outcomes are of plays
};

/// Throws InputError, `name:line: what`. In a symmetric game rows and columns share their words.
MatchList read_match_list(std::istream& in, const std::string& name, bool symmetric);

}  // namespace allnash::ledger
