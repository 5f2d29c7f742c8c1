#include "payoffs/file/fact_table.hpp"

#include <fmt/core.h>

#include <utility>

namespace allnash::file {

const char* const FactTable::schema = R"(CREATE TABLE facts (
  kind TEXT NOT NULL,
  place INTEGER NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (kind, place)
) STRICT, WITHOUT ROWID)";

namespace {

std::int64_t checksum_of_fact(std::string_view kind, std::int64_t place, std::string_view name,
                              std::string_view value) {
  return checksum_of(fmt::format("{},{},{}\n{}", kind, place, name, value));
}

std::string subject_of(std::string_view kind, std::int64_t place) {
  if (kind == FactTable::game || kind == FactTable::responses) return "its description of the game";
  if (kind == FactTable::answer) return fmt::format("answer {}", place);
  if (kind == FactTable::frozen) return fmt::format("attempt {}", place);
  if (kind == FactTable::joined) return fmt::format("group {} of newcomers to an attempt", place);
  if (kind == FactTable::log) return fmt::format("the record of log {}", place);
  if (kind == FactTable::lease || kind == FactTable::ahead)
    return "the list of entries that are handed out";
  if (kind == FactTable::gone) return "the list of strategies that have left";
  const bool label = kind == FactTable::row || kind == FactTable::column;
  return label ? fmt::format("the label of {} {}", kind, place) : "the record of its run";
}

}  // namespace

void FactTable::verify() const {
  sqlite::Statement lines(*file_.database,
                          "SELECT kind, place, name, value, seal FROM facts ORDER BY kind, place");
  std::pair<std::string, std::int64_t> last;
  Total all;
  while (lines.step()) {
    std::pair key(std::string(lines.text(0)), lines.integer(1));
    const std::int64_t checksum =
        checksum_of_fact(key.first, key.second, lines.text(2), lines.text(3));
    if (lines.integer(4) != checksum) {
      file_.refuse_damage(subject_of(key.first, key.second) + " does not match its checksum");
    }
    if (all.rows > 0 && key <= last) {
      file_.refuse_damage(subject_of(key.first, key.second) + " does not stand in its order");
    }
    all.add(checksum);
    last = std::move(key);
  }
  file_.check_total(file_.totals.facts, all, "facts of its game and its runs");
}

void FactTable::for_each(const char* kind, const Visit& visit, bool salvaging) const {
  sqlite::Statement lines(
      *file_.database, "SELECT place, name, value, seal FROM facts WHERE kind = ? ORDER BY place");
  lines.bind(1, std::string_view(kind));
  while (lines.step()) {
    const std::int64_t place = lines.integer(0);
    if (lines.integer(3) == checksum_of_fact(kind, place, lines.text(1), lines.text(2))) {
      visit(place, lines.text(1), lines.text(2));
    } else if (!salvaging) {
      file_.refuse_damage(subject_of(kind, place) + " does not match its checksum");
    }
  }
}

Facts FactTable::all(const char* kind) const {
  Facts facts;
  for_each(kind, [&](std::int64_t, std::string_view name, std::string_view value) {
    facts.emplace_back(name, value);
  });
  return facts;
}

void FactTable::put(const char* kind, std::int64_t place, std::string_view name,
                    std::string_view value) {
  sqlite::Statement there(*file_.database, "SELECT seal FROM facts WHERE kind = ? AND place = ?");
  there.bind(1, std::string_view(kind)).bind(2, place);
  remove_from_total(there);
  const std::int64_t checksum = checksum_of_fact(kind, place, name, value);
  sqlite::Statement line(*file_.database, "INSERT OR REPLACE INTO facts VALUES (?, ?, ?, ?, ?)");
  line.bind(1, std::string_view(kind)).bind(2, place).bind(3, name).bind(4, value);
  line.bind(5, checksum).step();
  file_.totals.facts.add(checksum);
}

/// Subtracts from the total the rows that will be removed or replaced.
void FactTable::remove_from_total(sqlite::Statement& checksums) {
  while (checksums.step()) file_.totals.facts.remove(checksums.integer(0));
}

void FactTable::append(const char* kind, std::string_view name, std::string_view value) {
  sqlite::Statement last(*file_.database, "SELECT max(place) FROM facts WHERE kind = ?");
  last.bind(1, std::string_view(kind)).step();
  const std::int64_t next = last.type(0) == SQLITE_NULL ? 0 : last.integer(0) + 1;
  last.reset();
  put(kind, next, name, value);
}

void FactTable::put(const char* kind, const Facts& facts) {
  sqlite::Statement there(*file_.database, "SELECT seal FROM facts WHERE kind = ?");
  there.bind(1, std::string_view(kind));
  remove_from_total(there);
  sqlite::Statement clear(*file_.database, "DELETE FROM facts WHERE kind = ?");
  clear.bind(1, std::string_view(kind)).step();
  std::int64_t place = 0;
  for (const auto& [name, value] : facts) put(kind, place++, name, value);
}

}  // namespace allnash::file
