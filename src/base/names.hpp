// Names of strategies: which texts are valid names, and the number of each name.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "allnash/source.hpp"

namespace allnash {

/// Why a name cannot stand for a strategy in what we write ("is empty", ...), if it cannot.
std::optional<std::string> name_fault(std::string_view name);

/// Throws InputError, with `where` before it, unless there is no name or one for each strategy of
/// the side, each fit to print and none twice.
void check_names(const std::string& where, const char* side, const std::vector<std::string>& names,
                 Index strategies);

/// The same for both sides.
void check_labels(const std::string& where, const Labels& labels, Index rows, Index columns);

/// Names by number: those that are known at first, then others in the order that they are met.
class NameTable {
 public:
  /// What makes two names one, if not that they are equal. They are called as they were met first.
  using Key = std::function<std::string(std::string_view)>;
  explicit NameTable(Key key = {}, std::vector<std::string> known = {});

  Index number_of(const std::string& name);
  [[nodiscard]] bool has(const std::string& name) const { return numbers_.contains(key(name)); }
  [[nodiscard]] const std::vector<std::string>& names() const noexcept { return names_; }

 private:
  [[nodiscard]] std::string key(const std::string& name) const { return key_ ? key_(name) : name; }

  Key key_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, Index> numbers_;
};

}  // namespace allnash
