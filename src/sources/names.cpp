#include "sources/names.hpp"

#include <unordered_map>

#include "allnash/error.hpp"
#include "exact/at.hpp"
#include "sources/text.hpp"

namespace allnash::sources {

void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies) {
  if (names.empty()) return;
  const auto refuse_names = [&](const std::string& what) { throw InputError(where + ": " + what); };
  if (static_cast<Index>(names.size()) != strategies) {
    refuse_names(std::to_string(names.size()) + " " + side + " labels where there are " +
                 std::to_string(strategies) + " " + side + "s");
  }
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t t = 0; t < names.size(); ++t) {
    if (const auto fault = name_fault(names[t])) {
      refuse_names("the label of " + std::string(side) + " " + std::to_string(t) + " " + *fault);
    }
    const auto [first, fresh] = seen.emplace(names[t], t);
    if (!fresh) {
      refuse_names(std::string(side) + "s " + std::to_string(first->second) + " and " +
                   std::to_string(t) + " share the label " + in_quotes(names[t]));
    }
  }
}

void check_labels(const std::string& where, const Labels& labels, Index rows, Index columns) {
  check_names(where, "row", labels.rows, rows);
  check_names(where, "column", labels.columns, columns);
}

std::string cell_text(const std::string& name, char separator) {
  const bool plain = !name.empty() && name.find('"') == std::string::npos &&
                     name.find(separator) == std::string::npos && trimmed(name) == name;
  if (plain) return name;
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string(2, c) : std::string(1, c);
  return text + "\"";
}

std::string cell_of(const std::vector<std::string>& names, Index strategy) {
  return names.empty() ? std::to_string(strategy) : cell_text(names[at(strategy)]);
}

}  // namespace allnash::sources
