// The logs of matches that a ledger file of a league holds, and who has left the league.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "payoffs/file/tables.hpp"

namespace allnash::file {

/// A log of matches that were played elsewhere, and that may grow.
struct MatchLog {
  struct Part {
    std::int64_t first = 0;  ///< number of its first play
    std::int64_t count = 0;
    bool operator==(const Part&) const = default;
  };
  /// How its matches were given.
  enum class Form {
    matches,  ///< one by one
    pairs,    ///< two matches with the seats swapped are a play
    counts,   ///< without order
  };
  std::string name;
  std::vector<Part> parts;  ///< in the order of the log
  Form form = Form::matches;
};

class Logs {
 public:
  /// The tables must outlive it.
  explicit Logs(Tables& tables) : tables_(tables) {}

  [[nodiscard]] std::vector<MatchLog> all() const;
  /// Whether matches of logs were added from this play on.
  [[nodiscard]] bool any_since(std::int64_t play) const;
  /// The number is the next, from 1, or that of a log to be replaced.
  void put(std::int64_t number, const MatchLog& log);
  /// Labels of strategies that were dropped from the league and have not returned.
  [[nodiscard]] std::vector<std::string> gone() const;
  void put_gone(const std::vector<std::string>& labels);  ///< replaces the list

 private:
  Tables& tables_;
};

}  // namespace allnash::file
