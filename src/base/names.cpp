#include "base/names.hpp"

#include <algorithm>
#include <cstddef>

#include "allnash/error.hpp"
#include "base/text.hpp"

namespace allnash {

std::optional<std::string> name_fault(std::string_view name) {
  if (name.empty()) return "is empty";
  if (std::ranges::any_of(name, is_control)) return "has a control character";
  if (!is_utf8(name)) return "is not UTF-8";
  return {};
}

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

NameTable::NameTable(Key key, std::vector<std::string> known)
    : key_(std::move(key)), names_(std::move(known)) {
  Index number = 0;
  for (const std::string& name : names_) numbers_.try_emplace(this->key(name), number++);
}

Index NameTable::number_of(const std::string& name) {
  const auto [place, fresh] = numbers_.try_emplace(key(name), std::ssize(names_));
  if (fresh) names_.push_back(name);
  return place->second;
}

}  // namespace allnash
