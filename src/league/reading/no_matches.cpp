#include "league/reading/no_matches.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/base/text.hpp"
#include "league/reading/cells.hpp"
#include "league/reading/sides.hpp"
#include "league/reading/winner.hpp"
#include "league/reading/words.hpp"

namespace allnash::reading {
namespace {

/// Removes the lines for which `out` is true, and returns their number.
template <typename Out>
std::int64_t take_out(Sheet& sheet, const Out& out) {
  return static_cast<std::int64_t>(std::erase_if(sheet.lines, out));
}

/// Takes out what comes after a game that is still played, since its result stands there one day,
/// and what a ledger has of a log must stay as it is.
void wait_for_unfinished(Sheet& sheet, std::size_t result) {
  const auto is_unfinished = [&](const Sheet::Line& line) {
    return without_blanks(line.cells[result]) == unfinished_word;
  };
  std::size_t first = sheet.lines.size();
  std::int64_t waiting = 0;
  std::int64_t behind = 0;
  for (std::size_t t = sheet.lines.size(); t-- > 0 && behind <= most_waiting;) {
    if (is_unfinished(sheet.lines[t])) {
      first = t;
      waiting = behind;
    } else {
      ++behind;
    }
  }
  if (waiting == 0) return;
  sheet.notes.push_back(fmt::format(
      "the game of line {} is not finished, and {} it, so that the ledger has them in their order; "
      "with `skip` they do not",
      sheet.lines[first].number,
      count_of(waiting, " later match waits for", " later matches wait for")));
  sheet.lines.resize(first);
}

/// Throws InputError for a line without a result, which may be a tie or no match.
void refuse_blank(const Sheet& sheet, const Headings::Pair& sides,
                  const std::vector<std::size_t>& results) {
  for (const std::size_t column : results) {
    const auto is_blank = [&](const Sheet::Line& line) {
      return without_blanks(line.cells[column]).empty();
    };
    const auto first = std::ranges::find_if(sheet.lines, is_blank);
    if (first == sheet.lines.end()) continue;
    const std::string what = sheet.headings[column] +
                             ": nobody has won, and nobody drawn: the cell is empty; `skip` leaves "
                             "such lines out, and counts them";
    if (!names_winner(heading_key(last_key(sheet.headings[column])))) sheet.refuse(*first, what);
    sheet.refuse(*first,
                 what +
                     fmt::format("; {} lines are so; if they are ties:\n",
                                 std::ranges::count_if(sheet.lines, is_blank)) +
                     command_for(sheet, "--sides " + in_shell(cell_text(sides.first) + "," +
                                                              cell_text(sides.second) + ",=tie")));
  }
}

}  // namespace

void leave_out_byes(Sheet& sheet, const Headings::Pair& sides) {
  const auto byes = take_out(sheet, [&](const Sheet::Line& line) {
    return is_bye(line.cells[sides.first_place]) || is_bye(line.cells[sides.second_place]);
  });
  if (byes > 0) {
    sheet.notes.push_back(count_of(byes, " bye", " byes") + " left out: no match");
  }
}

bool leave_out_no_matches(Sheet& sheet, const Headings::Pair& sides,
                          const std::vector<std::size_t>& results, const RankOptions& options) {
  const auto blank = [](const std::string& cell) { return without_blanks(cell).empty(); };
  const auto any_result = [&](const Sheet::Line& line, const auto& test) {
    return std::ranges::any_of(results,
                               [&](std::size_t column) { return test(line.cells[column]); });
  };
  const auto is_unfinished = [](const std::string& cell) {
    return without_blanks(cell) == unfinished_word;
  };
  if (results.size() == 1 && options.ledger && !options.skip) {
    wait_for_unfinished(sheet, results.front());
  }
  const auto unfinished =
      take_out(sheet, [&](const Sheet::Line& line) { return any_result(line, is_unfinished); });
  if (unfinished > 0) {
    sheet.notes.push_back(count_of(unfinished, " game was", " games were") +
                          " not finished (`*`): no match, and left out");
  }
  const auto is_named = [&](const Sheet::Line& line) {
    return !blank(line.cells[sides.first_place]) && !blank(line.cells[sides.second_place]);
  };
  const bool blank_is_tie = among(sides.tie_words, "");
  if (options.skip) {
    const auto skipped = take_out(sheet, [&](const Sheet::Line& line) {
      return !is_named(line) || any_result(line, [&](const std::string& cell) {
        return is_unknown(plain_word(cell)) && !(blank_is_tie && blank(cell));
      });
    });
    if (skipped > 0) {
      sheet.notes.push_back(count_of(skipped, " line", " lines") +
                            " without a name or a result left out (`skip`): promises hold if "
                            "results did not decide which");
    }
  } else if (!blank_is_tie) {
    refuse_blank(sheet, sides, results);
  }
  NameTable rows(key_of(options));
  for (const Sheet::Line& line : sheet.lines) {
    if (is_named(line)) rows.number_of(line.cells[sides.first_place]);
  }
  const bool symmetric =
      !options.two_sided &&
      (sheet.one_roster || std::ranges::any_of(sheet.lines, [&](const Sheet::Line& line) {
         return is_named(line) && rows.has(line.cells[sides.second_place]);
       }));
  if (!symmetric) return false;
  const NameTable::Key key = key_of(options);
  const auto known_as = [&](const std::string& name) { return key ? key(name) : name; };
  const auto alone = take_out(sheet, [&](const Sheet::Line& line) {
    return is_named(line) &&
           known_as(line.cells[sides.first_place]) == known_as(line.cells[sides.second_place]);
  });
  if (alone > 0) {
    sheet.notes.push_back(count_of(alone, " line", " lines") +
                          " of a strategy against itself left out: in a symmetric game that is "
                          "worth the middle of the range");
  }
  return true;
}

}  // namespace allnash::reading
