#include "payoffs/file/run_log.hpp"

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "core/base/text.hpp"

namespace allnash::file {

namespace {

std::string text_of(const Facts& facts) {
  std::string text;
  for (const auto& [name, value] : facts) text += name + "=" + value + "\n";
  return text;
}

Facts facts_in(std::string_view text) {
  Facts facts;
  for_each_line(text, [&](std::string_view line) {
    const std::size_t sign = line.find('=');
    if (sign != line.npos) facts.emplace_back(line.substr(0, sign), line.substr(sign + 1));
  });
  return facts;
}

void append_line(std::string& text, char kind, const std::vector<Index>& numbers) {
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

void RunLog::add_asked(std::int64_t round, std::span<const Entry> asked) {
  const EntryRuns runs = runs_of(asked);
  std::string content;
  append_line(content, 'r', runs.row_runs);
  append_line(content, 'c', runs.column_runs);
  append_line(content, 'e', runs.entries);
  facts_.append(FactTable::asked, std::to_string(round), content);
}

void RunLog::add_point(const Facts& point) { facts_.append(FactTable::point, "", text_of(point)); }

void RunLog::set_state(const Facts& state) { facts_.put(FactTable::state, 0, "", text_of(state)); }

std::int64_t RunLog::repeated() const {
  std::int64_t sum = 0;
  for (const auto& [name, count] : facts_.all(FactTable::repeated)) {
    sum += number_in<std::int64_t>(count).value_or(0);
  }
  return sum;
}

Facts RunLog::state() const {
  const Facts lines = facts_.all(FactTable::state);
  return lines.empty() ? Facts() : facts_in(lines.front().second);
}

void RunLog::for_each_point(const std::function<void(const Facts&)>& visit) const {
  facts_.for_each(FactTable::point, [&](std::int64_t, std::string_view, std::string_view content) {
    visit(facts_in(content));
  });
}

void RunLog::for_each_asked(
    const std::function<void(std::int64_t round, const EntryRuns&)>& visit) const {
  facts_.for_each(FactTable::asked,
                  [&](std::int64_t, std::string_view round, std::string_view content) {
                    EntryRuns asked;
                    for_each_line(content, [&](std::string_view line) {
                      const char kind = line.empty() ? ' ' : line.front();
                      if (kind == 'r') asked.row_runs = numbers_in(line.substr(1));
                      if (kind == 'c') asked.column_runs = numbers_in(line.substr(1));
                      if (kind == 'e') asked.entries = numbers_in(line.substr(1));
                    });
                    visit(number_in<std::int64_t>(round).value_or(0), asked);
                  });
}

}  // namespace allnash::file
