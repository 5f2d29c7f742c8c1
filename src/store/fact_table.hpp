// The table of what a ledger file says beside its plays: facts about its game, the labels of its
// strategies, its run, what was frozen, and the course of runs. Each fact is a row with a checksum.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "store/database_file.hpp"
#include "store/facts.hpp"

namespace allnash::store {

class FactTable {
 public:
  static const char* const schema;

  // Kinds, and what stands by the place, name and value of one.
  static constexpr const char* game = "game";      ///< 0, 1, ..., the name, what it is
  static constexpr const char* run = "run";        ///< the same, of the last run
  static constexpr const char* begun = "begun";    ///< the same, of where it began
  static constexpr const char* row = "row";        ///< the strategy, nothing, its label
  static constexpr const char* column = "column";  ///< the same; a symmetric game has rows alone
  static constexpr const char* frozen = "frozen";  ///< the attempt, plays before it, its content
  static constexpr const char* joined = "joined";  ///< 1, 2, ..., plays before it, its content
  static constexpr const char* log = "log";        ///< 1, 2, ..., its name, the plays that it has

  static constexpr const char* gone = "gone";    ///< 0, 1, ..., nothing, a strategy's label
  static constexpr const char* ahead = "ahead";  ///< 0, 1, ..., asked or claimed, entries
  static constexpr const char* lease = "lease";  ///< 0, 1, ..., until when, entries that are out

  // Of a game known by best responses (answer_file.hpp), whose file has none of the others.
  static constexpr const char* responses = "responses";  ///< 0, 1, ..., the name, what it is
  static constexpr const char* answer = "answer";        ///< 0, 1, ..., the question, the answer

  // Of the course of runs (run_log.hpp): the name is the round, or nothing.
  static constexpr const char* asked = "asked";
  static constexpr const char* point = "point";
  static constexpr const char* repeated = "repeated";
  static constexpr const char* state = "state";  ///< one

  /// The file must be open, and outlive the table.
  explicit FactTable(DatabaseFile& file) : file_(file) {}

  /// As PlayTable::verify.
  void verify() const;

  using Visit = std::function<void(std::int64_t place, std::string_view name, std::string_view)>;
  /// Visits all facts of a kind, by place. One that does not match its checksum is damage or, when
  /// salvaging, left out.
  void for_each(const char* kind, const Visit& visit, bool salvaging = false) const;
  [[nodiscard]] Facts all(const char* kind) const;
  /// Replaces the fact at this place, if there is one.
  void put(const char* kind, std::int64_t place, std::string_view name, std::string_view value);
  void put(const char* kind, const Facts& facts);  ///< all of the kind
  /// Adds a fact at the next place.
  void append(const char* kind, std::string_view name, std::string_view value);

 private:
  void remove_from_total(sqlite::Statement& checksums);

  DatabaseFile& file_;
};

}  // namespace allnash::store
