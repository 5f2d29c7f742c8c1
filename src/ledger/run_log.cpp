#include "ledger/run_log.hpp"

#include <charconv>

#include "allnash/error.hpp"
#include "exact/text.hpp"
#include "ledger/seal.hpp"

namespace allnash::ledger {

// Kinds: "asked", "point", "repeated" and, once, "state".
const char* const RunLog::schema = R"(
CREATE TABLE run_log (
  number INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  round INTEGER NOT NULL,
  content TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
)";

namespace {

constexpr const char* one_more =
    "INSERT INTO run_log (kind, round, content, seal) VALUES (?, ?, ?, ?)";
constexpr const char* in_place =
    "INSERT OR REPLACE INTO run_log (number, kind, round, content, seal) VALUES (0, ?, ?, ?, ?)";

std::int64_t seal_of_note(std::string_view kind, std::int64_t round, std::string_view content) {
  return seal_of(std::string(kind) + "," + std::to_string(round) + "\n" + std::string(content));
}

std::string text_of(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += name + "=" + value + "\n";
  return text;
}

template <typename Visit>
void for_each_line(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    visit(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
}

Facts facts_in(std::string_view text) {
  Facts facts;
  for_each_line(text, [&](std::string_view line) {
    const std::size_t sign = line.find('=');
    if (sign != line.npos) facts.emplace_back(line.substr(0, sign), line.substr(sign + 1));
  });
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

void RunLog::write(const char* sql, std::string_view kind, std::int64_t round,
                   const std::string& content) {
  sqlite::Statement statement(database_, sql);
  statement.bind(1, kind).bind(2, round).bind(3, content);
  statement.bind(4, seal_of_note(kind, round, content)).step();
}

void RunLog::read(std::string_view kind,
                  const std::function<void(std::int64_t, std::string_view)>& visit) {
  sqlite::Statement lines(
      database_, "SELECT round, content, seal FROM run_log WHERE kind = ? ORDER BY number");
  lines.bind(1, kind);
  while (lines.step()) {
    const std::int64_t round = lines.integer(0);
    const std::string content(lines.text(1));
    if (lines.integer(2) != seal_of_note(kind, round, content)) {
      throw InputError("damaged: what it says of its run does not match its check value");
    }
    visit(round, content);
  }
}

void RunLog::add_asked(std::int64_t round, std::span<const Entry> asked) {
  const EntryRuns runs = runs_of(asked);
  std::string content;
  append(content, 'r', runs.row_runs);
  append(content, 'c', runs.column_runs);
  append(content, 'e', runs.entries);
  write(one_more, "asked", round, content);
}

void RunLog::add_point(const Facts& point) { write(one_more, "point", 0, text_of(point)); }

void RunLog::set_state(const Facts& state) { write(in_place, "state", 0, text_of(state)); }

void RunLog::add_repeated(std::int64_t count) {
  write(one_more, "repeated", 0, std::to_string(count));
}

std::int64_t RunLog::repeated() {
  std::int64_t sum = 0;
  read("repeated", [&](std::int64_t, std::string_view content) {
    sum += number_in<std::int64_t>(content).value_or(0);
  });
  return sum;
}

Facts RunLog::state() {
  Facts facts;
  read("state", [&](std::int64_t, std::string_view content) { facts = facts_in(content); });
  return facts;
}

void RunLog::for_each_point(const std::function<void(const Facts&)>& visit) {
  read("point", [&](std::int64_t, std::string_view content) { visit(facts_in(content)); });
}

void RunLog::for_each_asked(
    const std::function<void(std::int64_t round, const EntryRuns&)>& visit) {
  read("asked", [&](std::int64_t round, std::string_view content) {
    EntryRuns asked;
    for_each_line(content, [&](std::string_view line) {
      const char kind = line.empty() ? ' ' : line.front();
      if (kind == 'r') asked.row_runs = numbers_in(line.substr(1));
      if (kind == 'c') asked.column_runs = numbers_in(line.substr(1));
      if (kind == 'e') asked.entries = numbers_in(line.substr(1));
    });
    visit(round, asked);
  });
}

}  // namespace allnash::ledger
