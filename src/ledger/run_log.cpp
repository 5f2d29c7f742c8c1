#include "ledger/run_log.hpp"

#include <charconv>
#include <string_view>

#include "allnash/error.hpp"
#include "ledger/batch_event.hpp"
#include "ledger/seal.hpp"

namespace allnash::ledger {

namespace {

constexpr const char* schema = R"(
CREATE TABLE IF NOT EXISTS run_asked (
  number INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  content TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS run_history (
  number INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  content TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS run_state (
  number INTEGER PRIMARY KEY,
  round INTEGER NOT NULL,
  content TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
)";

std::string text_of(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += name + "=" + value + "\n";
  return text;
}

Facts facts_in(std::string_view text) {
  Facts facts;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::size_t sign = line.find('=');
    if (sign != line.npos) facts.emplace_back(line.substr(0, sign), line.substr(sign + 1));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return facts;
}

void append(std::string& text, char kind, const std::vector<Index>& numbers) {
  if (numbers.empty()) return;
  text += kind;
  for (const Index number : numbers) text += " " + std::to_string(number);
  text += '\n';
}

std::vector<Index> numbers_in(std::string_view text) {
  std::vector<Index> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    Index number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc{}) numbers.push_back(number);
    at = error == std::errc{} ? next : at + 1;
  }
  return numbers;
}

}  // namespace

void RunLog::make_tables() {
  if (!made_) database_.run(schema);
  made_ = true;
}

bool RunLog::has_tables() {
  return database_.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'run_state'") == 1;
}

void RunLog::write(const char* sql, std::int64_t number, const std::string& content) {
  make_tables();
  sqlite::Statement statement(database_, sql);
  statement.bind(1, number)
      .bind(2, content)
      .bind(3, seal_of(std::to_string(number) + "\n" + content));
  statement.step();
}

void RunLog::read(const char* sql,
                  const std::function<void(std::int64_t, const std::string&)>& visit) {
  if (!has_tables()) return;
  sqlite::Statement lines(database_, sql);
  while (lines.step()) {
    const std::int64_t number = lines.integer(0);
    const std::string content(lines.text(1));
    if (lines.integer(2) != seal_of(std::to_string(number) + "\n" + content)) {
      throw InputError("damaged: what it says of its run does not match its check value");
    }
    visit(number, content);
  }
}

void RunLog::add_asked(std::int64_t round, std::span<const Entry> asked) {
  const EntryRuns runs = runs_of(asked);
  std::string content;
  append(content, 'r', runs.row_runs);
  append(content, 'c', runs.column_runs);
  append(content, 'e', runs.entries);
  write("INSERT INTO run_asked (round, content, seal) VALUES (?, ?, ?)", round, content);
}

void RunLog::add_point(const Facts& point) {
  write("INSERT INTO run_history (round, content, seal) VALUES (?, ?, ?)", 0, text_of(point));
}

void RunLog::set_state(const Facts& state) {
  write("INSERT OR REPLACE INTO run_state (number, round, content, seal) VALUES (0, ?, ?, ?)", 0,
        text_of(state));
}

Facts RunLog::state() {
  Facts facts;
  read("SELECT round, content, seal FROM run_state",
       [&](std::int64_t, const std::string& content) { facts = facts_in(content); });
  return facts;
}

void RunLog::for_each_point(const std::function<void(const Facts&)>& visit) {
  read("SELECT round, content, seal FROM run_history ORDER BY number",
       [&](std::int64_t, const std::string& content) { visit(facts_in(content)); });
}

void RunLog::for_each_asked(const std::function<void(const Asked&)>& visit) {
  read("SELECT round, content, seal FROM run_asked ORDER BY number",
       [&](std::int64_t round, std::string_view content) {
         Asked asked;
         asked.round = round;
         while (!content.empty()) {
           const std::size_t end = content.find('\n');
           const std::string_view line = content.substr(0, end);
           const char kind = line.empty() ? ' ' : line.front();
           if (kind == 'r') asked.row_runs = numbers_in(line.substr(1));
           if (kind == 'c') asked.column_runs = numbers_in(line.substr(1));
           if (kind == 'e') asked.entries = numbers_in(line.substr(1));
           content.remove_prefix(end == content.npos ? content.size() : end + 1);
         }
         visit(asked);
       });
}

}  // namespace allnash::ledger
