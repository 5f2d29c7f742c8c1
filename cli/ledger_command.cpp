// `allnash ledger`: shows a ledger file, exports it, and imports into it.
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <system_error>

#include "allnash/ledger.hpp"
#include "allnash/run.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "text.hpp"

namespace allnash::cli {
namespace {

std::string some_of(const std::vector<std::string>& labels) {
  constexpr std::size_t shown = 5;
  std::string text;
  for (std::size_t t = 0; t < std::min(shown, labels.size()); ++t) {
    text += (t == 0 ? "" : ", ") + printable(labels[t], 24);
  }
  return text + unless_none(" and {} more",
                            std::ssize(labels) - std::min<std::int64_t>(shown, std::ssize(labels)));
}

/// The settings that are not shown in other lines.
std::string settings(const std::vector<std::pair<std::string, std::string>>& run) {
  std::string text;
  for (const auto& [name, value] : run) {
    if (name == "rows" || name == "columns" || name == "game" || name == "symmetric") continue;
    text += (text.empty() ? "" : ", ") + name + " " + value;
  }
  return text;
}

std::string counts(const LedgerInfo& info) {
  if (!info.plays && info.averaged_plays > 0) {
    return fmt::format("{}, averages of {} plays", grouped(info.payoffs),
                       grouped(info.averaged_plays));
  }
  if (!info.plays) return grouped(info.payoffs);
  std::string text =
      fmt::format("{} of {} entries", grouped(info.payoffs), grouped(info.plays->entries));
  text += unless_none(", and {} handed out and not answered", info.plays->open);
  text += unless_none("; {} count as lost", info.plays->failures);
  return text + fmt::format("; attempts {}", grouped(info.plays->attempts));
}

/// What is assumed of logs whose matches cannot be compared.
std::string overlap(const PlaysInfo& plays) {
  const auto has = [&](const char* form) {
    return std::ranges::count(plays.logs, form, &PlaysInfo::Log::form);
  };
  if (plays.logs.size() < 2) return "";
  const bool alike =
      has("matches") == std::ssize(plays.logs) || has("pairs") == std::ssize(plays.logs);
  if (alike) return "";
  return paragraph("assumed",
                   "no match is in two of these files, which cannot be told of counts, "
                   "nor of pairs beside single matches");
}

std::string report(const LedgerInfo& info) {
  std::string text = line("ledger", fmt::format("{}, version {}", info.file, info.version));
  text += line("game", shape_text(info.rows, info.columns, info.symmetric));
  if (!info.row_labels.empty()) text += line("rows", some_of(info.row_labels));
  if (!info.column_labels.empty() && !info.symmetric) {
    text += line("columns", some_of(info.column_labels));
  }
  text += line("identity", info.identity.empty() ? "none yet" : info.identity);
  if (!info.note.empty()) text += line("source", info.note);
  if (info.plays) text += line("run", settings(info.plays->run));
  text += line(info.plays ? "plays" : "payoffs", counts(info));
  if (info.smallest) {
    text += line(info.plays ? "outcomes" : "values",
                 fmt::format("from {} to {}", shortened(*info.smallest), shortened(*info.largest)));
  }
  if (info.plays) {
    for (const auto& [name, matches, form] : info.plays->logs) {
      const std::string of_log = printable(name, 60) + ": " + grouped(matches) + " ";
      if (form == "counts") {
        text += paragraph("counts", of_log +
                                        "matches, of which it is assumed that results did not "
                                        "decide who met whom, and how often, between two looks");
      } else if (form == "pairs") {
        text += paragraph("pairs", of_log +
                                       "pairs of matches with the seats swapped, of which it is "
                                       "assumed that results did not decide whether one was "
                                       "finished");
      } else {
        text += line("log", of_log + "matches");
      }
    }
    text += overlap(*info.plays);
  }
  return text;
}

bool is_stream(const std::string& table) { return table.empty() || table == "-"; }

void run_export(const Arguments& arguments) {
  std::int64_t damaged = 0;
  const auto write = [&](std::ostream& out) {
    patiently(arguments.wait, [&] {
      if (arguments.sound) {
        damaged = export_sound(arguments.ledger, out);
      } else {
        export_ledger(arguments.ledger, out);
      }
    });
  };
  if (is_stream(arguments.table)) {
    write_watched(std::cout, "standard output", write);
  } else {
    OutputFile file(arguments.table);
    write_watched(file.stream(), arguments.table, write);
    file.commit();
  }
  if (damaged == 0) return;
  std::fputs(
      fmt::format("{}: {} payoffs are damaged and left out\n", arguments.ledger, grouped(damaged))
          .c_str(),
      stderr);
}

Imported import_from(const Arguments& arguments) {
  ImportSettings settings;
  const LedgerShape& shape = arguments.ledger_shape;
  if (shape.rows > 0 || shape.symmetric) settings.shape = shape;
  settings.game_id = arguments.options.game_id;
  settings.labels = arguments.labels;
  if (arguments.average) settings.repeats = Repeats::average;
  if (is_stream(arguments.table)) {
    // Standard input can be read only once, but the ledger may need several tries.
    const std::string all(std::istreambuf_iterator<char>(std::cin), {});
    return patiently(arguments.wait, [&] {
      std::istringstream in(all);
      return import_ledger(arguments.ledger, in, "standard input", settings);
    });
  }
  return patiently(arguments.wait, [&] {
    errno = 0;
    std::ifstream in(arguments.table, std::ios::binary);
    if (!in) throw InputError(arguments.table + ": " + std::generic_category().message(errno));
    return import_ledger(arguments.ledger, in, arguments.table, settings);
  });
}

/// The result of an import. If only payoffs went in, their number is all there is to say.
std::string report(const Imported& count) {
  std::string text = fmt::format("{} payoffs added, {} known before\n", grouped(count.added),
                                 grouped(count.known));
  if (count.plays > 0) {
    text += fmt::format("{} plays of {} entries, averaged\n", grouped(count.plays),
                        grouped(count.added + count.known));
  }
  text += unless_none("{} plays of a strategy against itself left out\n", count.self_plays);
  text += unless_none("{} plays that no plan has asked for yet\n", count.unasked);
  text += unless_none("{} plays given up as lost\n", count.lost);
  text += unless_none("{} plays came too late: they count as lost\n", count.late);
  const bool labels = !count.new_rows.empty() || !count.new_columns.empty();
  if (count.made && (labels || count.plays > 0)) {
    const LedgerShape& shape = count.shape;
    text +=
        fmt::format("a new ledger of {}\n", shape_text(shape.rows, shape.columns, shape.symmetric));
  }
  const bool one = count.shape.symmetric;
  if (!count.new_rows.empty()) {
    text += fmt::format("{} new {}: {}\n", grouped(std::ssize(count.new_rows)),
                        one ? "strategies" : "rows", some_of(count.new_rows));
  }
  if (!count.new_columns.empty()) {
    text += fmt::format("{} new columns: {}\n", grouped(std::ssize(count.new_columns)),
                        some_of(count.new_columns));
  }
  return text;
}

}  // namespace

int run_ledger(const Arguments& arguments) {
  if (arguments.ledger_action == "show") {
    const LedgerInfo info =
        patiently(arguments.wait, [&] { return ledger_info(arguments.ledger); });
    write_standard_output(arguments.json ? to_json(info) + "\n" : report(info));
  } else if (arguments.ledger_action == "export") {
    run_export(arguments);
  } else if (arguments.ledger_action == "import") {
    write_standard_output(report(import_from(arguments)));
  } else {
    std::exception_ptr untold;  // a line that cannot be printed must not prevent the next merge
    for (const std::string& other : arguments.others) {
      const Imported count =
          patiently(arguments.wait, [&] { return merge_ledger(other, Into{arguments.ledger}); });
      try {
        write_standard_output(other + ": " + report(count));
      } catch (const InputError&) {
        untold = std::current_exception();
      }
    }
    if (untold) std::rethrow_exception(untold);
  }
  return exit_proved;
}

}  // namespace allnash::cli
