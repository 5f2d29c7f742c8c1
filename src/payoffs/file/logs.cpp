#include "payoffs/file/logs.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>
#include <utility>

namespace allnash::file {

namespace {

/// Follow the parts of a log that was given as counts or as pairs.
constexpr const char* counts_word = "counts\n";
constexpr const char* pairs_word = "pairs\n";

}  // namespace

std::vector<MatchLog> Logs::all() const {
  return tables_.file.reading([&] {
    std::vector<MatchLog> all;
    for (const auto& [name, value] : tables_.facts->all(FactTable::log)) {
      all.push_back({name, {}});
      std::istringstream parts(value);
      for (MatchLog::Part part; parts >> part.first >> part.count;)
        all.back().parts.push_back(part);
      if (value.ends_with(counts_word)) all.back().form = MatchLog::Form::counts;
      if (value.ends_with(pairs_word)) all.back().form = MatchLog::Form::pairs;
    }
    return all;
  });
}

bool Logs::any_since(std::int64_t play) const {
  return std::ranges::any_of(all(), [play](const MatchLog& log) {
    return std::ranges::any_of(
        log.parts, [play](const MatchLog::Part& part) { return part.first + part.count > play; });
  });
}

void Logs::put(std::int64_t number, const MatchLog& log) {
  std::string parts;
  for (const auto& [first, count] : log.parts) parts += fmt::format("{} {}\n", first, count);
  if (log.form == MatchLog::Form::counts) parts += counts_word;
  if (log.form == MatchLog::Form::pairs) parts += pairs_word;
  tables_.change([&] { tables_.facts->put(FactTable::log, number, log.name, parts); });
}

std::vector<std::string> Logs::gone() const {
  return tables_.file.reading([&] {
    std::vector<std::string> labels;
    for (const auto& [name, value] : tables_.facts->all(FactTable::gone)) labels.push_back(value);
    return labels;
  });
}

void Logs::put_gone(const std::vector<std::string>& labels) {
  Facts facts;
  for (const std::string& label : labels) facts.emplace_back("", label);
  tables_.change([&] { tables_.facts->put(FactTable::gone, facts); });
}

}  // namespace allnash::file
