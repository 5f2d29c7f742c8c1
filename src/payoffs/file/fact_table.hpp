// The table of what a ledger file says beside its plays: facts about its game, the labels of its
// strategies, its run, what was frozen, and the course of runs. Each fact is a row with a checksum.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "payoffs/file/database_file.hpp"
#include "payoffs/file/facts.hpp"

namespace allnash::file {

/// The table of facts of a ledger file. Most members are names of the kinds of facts.
class FactTable {
 public:
  static const char* const schema;

  // Kinds of facts; for each kind, its place, its name and its value.
  static constexpr const char* game = "game";        ///< 0, 1, ..., property, its value
  static constexpr const char* run = "run";          ///< the same for the last run
  static constexpr const char* run_start = "begun";  ///< the same for where that run began
  static constexpr const char* row = "row";          ///< strategy, empty, label
  static constexpr const char* column = "column";    ///< the same; unused in a symmetric game
  static constexpr const char* frozen = "frozen";    ///< attempt, plays before it, content
  static constexpr const char* joined = "joined";    ///< 1, 2, ..., plays before it, content
  static constexpr const char* hint = "hint";        ///< 0, empty, what was told of the source
  static constexpr const char* log = "log";          ///< 1, 2, ..., name of the log, its plays

  static constexpr const char* gone = "gone";    ///< 0, 1, ..., empty, label of a dropped strategy
  static constexpr const char* ahead = "ahead";  ///< 0, 1, ..., empty or "claimed", entries
  static constexpr const char* lease = "lease";  ///< 0, 1, ..., end of the lease, entries

  // Games known by best responses (answer_file.hpp) have these two kinds only.
  static constexpr const char* responses = "responses";  ///< 0, 1, ..., property, its value
  static constexpr const char* answer = "answer";        ///< 0, 1, ..., question, answer

  // The history of runs (run_log.hpp); the name is the round, or empty.
  static constexpr const char* asked = "asked";
  static constexpr const char* point = "point";
  static constexpr const char* repeated = "repeated";
  static constexpr const char* state = "state";  ///< a single fact

  /// The file must be open, and outlive the table.
  explicit FactTable(DatabaseFile& file) : file_(file) {}

  /// See PlayTable::verify.
  void verify() const;

  using Visit = std::function<void(std::int64_t place, std::string_view name, std::string_view)>;
  /// Visits all facts of a kind by place. One that does not match its checksum is refused as
  /// damage, or skipped when salvaging.
  void for_each(const char* kind, const Visit& visit, bool salvaging = false) const;
  [[nodiscard]] Facts all(const char* kind) const;
  /// Adds a fact, or replaces the one at this place.
  void put(const char* kind, std::int64_t place, std::string_view name, std::string_view value);
  void put(const char* kind, const Facts& facts);  ///< replaces all facts of the kind
  /// Adds a fact at the next place.
  void append(const char* kind, std::string_view name, std::string_view value);

 private:
  void remove_from_total(sqlite::Statement& checksums);

  DatabaseFile& file_;
};

}  // namespace allnash::file
