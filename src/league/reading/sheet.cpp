#include "league/reading/sheet.hpp"

#include "core/base/text.hpp"

namespace allnash::reading {

void Sheet::refuse(const Line& line, const std::string& what) const {
  refuse_line(name, line.number, what);
}

}  // namespace allnash::reading
