#include "base/error.hpp"

#include <limits>

#include "allnash/error.hpp"
#include "base/text.hpp"

namespace allnash {

void refuse(const std::string& where, const std::string& what) {
  throw InputError(printable(where, 1000) + ": " + what);
}

void check_shape(const std::string& where, Index rows, Index columns) {
  const std::string shape = std::to_string(rows) + " x " + std::to_string(columns);
  if (rows < 1 || columns < 1) {
    throw InputError(where + ": a game of " + shape + " has no strategies to choose from");
  }
  if (rows > std::numeric_limits<Index>::max() / columns) {
    throw InputError(where + ": a game of " + shape + " is too large");
  }
}

std::string entry_name(Entry entry) {
  return "entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ")";
}

}  // namespace allnash
