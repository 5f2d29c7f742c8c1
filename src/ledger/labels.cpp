#include "ledger/labels.hpp"

#include <fmt/format.h>

#include "exact/at.hpp"
#include "ledger/seal.hpp"

namespace allnash::ledger::labels {

namespace {

std::int64_t seal(const char* side, std::int64_t number, std::string_view label) {
  return seal_of(fmt::format("{},{},{}", side, number, label));
}

}  // namespace

const char* const schema = R"(
CREATE TABLE labels (
  side TEXT NOT NULL,
  number INTEGER NOT NULL,
  label TEXT NOT NULL,
  seal INTEGER NOT NULL,
  PRIMARY KEY (side, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE symmetry (
  sum TEXT NOT NULL,
  seal INTEGER NOT NULL
) STRICT;
)";

std::optional<std::string> read(sqlite::Database& database, bool salvaging,
                                std::vector<std::string>& rows, std::vector<std::string>& columns) {
  std::optional<std::string> fault;
  sqlite::Statement all(database, "SELECT * FROM labels ORDER BY side, number");
  while (all.step()) {
    const char* const side = all.text(0) == row_side ? row_side : column_side;
    std::vector<std::string>& labels = side == row_side ? rows : columns;
    const std::int64_t number = all.integer(1);
    const std::string_view label = all.text(2);
    constexpr std::int64_t beyond = std::int64_t{1} << 32U;  // a number that damage made
    bool sound = all.integer(3) == seal(side, number, label) && number < beyond;
    if (sound && salvaging && number > std::ssize(labels)) {
      labels.resize(at(number));
    }
    sound = sound && number == std::ssize(labels);
    if (sound) {
      labels.emplace_back(label);
    } else {
      fault = fmt::format("the label of {} {} does not match its check value", side, number);
    }
  }
  return fault;
}

void add(sqlite::Database& database, const char* side, const std::vector<std::string>& labels,
         std::size_t from) {
  sqlite::Statement insert(database, "INSERT INTO labels VALUES (?, ?, ?, ?)");
  for (std::size_t place = from; place < labels.size(); ++place) {
    const auto number = static_cast<std::int64_t>(place);
    insert.bind(1, std::string_view(side)).bind(2, number).bind(3, labels[place]);
    insert.bind(4, seal(side, number, labels[place])).step();
  }
}

}  // namespace allnash::ledger::labels
