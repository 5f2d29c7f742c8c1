#include "lists/field.hpp"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <unordered_set>
#include <utility>

#include "allnash/error.hpp"
#include "base/at.hpp"
#include "base/names.hpp"
#include "base/reader.hpp"
#include "base/text.hpp"
#include "lists/winner.hpp"

namespace allnash::lists {
namespace {

std::optional<Rational> share_in(const std::string& cell) {
  std::string text = without_blanks(cell);
  const bool percent = text.ends_with('%');
  if (percent) text = without_blanks(text.substr(0, text.size() - 1));
  try {
    const Rational number = Rational::parse(text);
    return percent ? number / Rational(100) : number;
  } catch (const std::invalid_argument&) {
    return {};
  }
}

Field field_of_matches(const Record& record) {
  Field field{std::vector<Rational>(record.columns.size()), {}};
  Rational all;
  for (const auto& [entry, total] : record.totals) {
    field.shares[at(entry.column)] += Rational(total.plays);
    all += Rational(total.plays);
    if (!record.symmetric) continue;
    field.shares[at(entry.row)] += Rational(total.plays);
    all += Rational(total.plays);
  }
  for (Rational& share : field.shares) share = share / all;
  return field;
}

}  // namespace

std::vector<FieldLine> read_field(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InputError(path + ": cannot read: " + std::generic_category().message(errno));
  TextReader text(file, path);
  const std::string_view head =
      text.ahead().substr(0, std::min(text.ahead().find('\n'), text.ahead().size()));
  const bool tabs = head.find('\t') != head.npos;
  const bool semicolons = head.find(',') == head.npos && head.find(';') != head.npos;
  CellReader reader(text, tabs ? '\t' : semicolons ? ';' : ',', CellReader::Quoted::on_one_line);
  std::vector<FieldLine> lines;
  std::unordered_set<std::string> met;
  std::vector<std::string> cells;
  for (bool first = true;; first = false) {
    const std::int64_t number = text.line();
    if (!reader.next_record(cells)) break;
    if (cells.size() == 1 && cells[0].empty()) continue;
    const auto share = cells.size() == 2 ? share_in(cells[1]) : std::nullopt;
    if (!share && first) continue;
    if (!share || share->sign() < 0) {
      text.refuse_line(number, "a line is name,share, with a share of 0 or more");
    }
    if (!met.insert(cells[0]).second) {
      text.refuse_line(number, in_quotes(cells[0]) + " stands there a second time");
    }
    lines.push_back({cells[0], *share, number});
  }
  Rational all;
  for (const FieldLine& line : lines) all += line.share;
  if (all.sign() == 0) throw InputError(path + ": no share above 0 is in it");
  return lines;
}

Field field_of(const Record& record, const std::vector<LeftOut>& left_out,
               const RankOptions& options, const std::vector<FieldLine>* said) {
  if (said == nullptr) return field_of_matches(record);
  NameTable known(key_of(options), record.columns);
  NameTable gone(key_of(options));
  for (const LeftOut& one : left_out) gone.number_of(one.name);
  Field field{std::vector<Rational>(record.columns.size()), {}};
  Rational all;
  Rational left;
  for (const FieldLine& line : *said) {
    if (known.has(line.name)) {
      field.shares[at(known.number_of(line.name))] += line.share;
      all += line.share;
    } else if (gone.has(line.name)) {
      left += line.share;
    } else {
      throw InputError(*options.field + ":" + std::to_string(line.line) + ": nobody is called " +
                       in_quotes(line.name));
    }
  }
  if (all.sign() == 0) throw InputError(*options.field + ": nobody in it is in the league now");
  for (Rational& share : field.shares) share = share / all;
  const Rational sum = all + left;
  if (left.sign() > 0) {
    field.notes.push_back("field: " + shortest_text(100 * (left / sum).to_double()) +
                          " % of it are strategies that were left out; the others stand for them");
  }
  if (sum != Rational(1) && sum != Rational(100)) {
    field.notes.push_back("field: its shares add up to " + shortest_text(sum.to_double()) +
                          ", and are taken as parts of that");
  }
  return field;
}

}  // namespace allnash::lists
