// Payoffs in and out of ledger files.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <ostream>
#include <stdexcept>

#include "allnash/error.hpp"
#include "allnash/ledger.hpp"
#include "ledger/file.hpp"
#include "ledger/plays_transfer.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash {
namespace ledger {
namespace {

constexpr std::string_view header = "row,column,payoff";

auto line_writer(std::ostream& out) {
  return [&out](Entry entry, const Rational& payoff) {
    out << entry.row << ',' << entry.column << ',' << payoff << '\n';
  };
}

// A file that is open for what comes from outside. What it made is gone unless all went in.
class Intake {
 public:
  Intake(const std::string& path, const std::optional<LedgerShape>& shape,
         const std::string& game_id)
      : path_(path), file_(open(path, shape, game_id)) {
    if (!file_->writable()) sources::refuse(path, "may only be read");
    batch_.emplace(*file_);
  }
  ~Intake() {
    const bool remove = !done_ && file_->created();
    batch_.reset();
    file_.reset();
    std::error_code ignored;
    if (remove) std::filesystem::remove(path_, ignored);
  }
  Intake(const Intake&) = delete;
  Intake& operator=(const Intake&) = delete;

  /// Throws InputError with what `where` returns in front.
  template <typename Where>
  void add(Entry entry, Rational payoff, const Where& where) {
    const LedgerGame& game = file_->game();
    if (entry.row < 0 || entry.row >= game.rows || entry.column < 0 ||
        entry.column >= game.columns) {
      sources::refuse(where(), fmt::format("{} lies outside the game of {} x {}",
                                           sources::entry_name(entry), game.rows, game.columns));
    }
    if (game.symmetric && entry.row >= entry.column) {
      if (entry.row == entry.column && payoff.sign() != 0) {
        sources::refuse(where(), sources::entry_name(entry) + " of a symmetric game is 0, not " +
                                     payoff.to_string());
      }
      if (entry.row == entry.column) return;
      std::swap(entry.row, entry.column);
      payoff = -payoff;
    }
    Rational before;
    if (!file_->recall(entry, before)) {
      batch_->add(entry, payoff);
      ++count_.added;
      return;
    }
    if (before != payoff) {
      sources::refuse(where(), sources::entry_name(entry) + " has two payoffs, " +
                                   before.to_string() + " and " + payoff.to_string());
    }
    ++count_.known;
  }

  Imported finish() {
    batch_->commit();
    done_ = true;
    return count_;
  }

 private:
  static std::unique_ptr<LedgerFile> open(const std::string& path,
                                          const std::optional<LedgerShape>& shape,
                                          const std::string& game_id) {
    LedgerGame game;
    if (!game_id.empty()) game.identity = identity_of(game_id, {});
    if (shape) {
      sources::check_shape(path, shape->rows, shape->columns);
      if (shape->symmetric && shape->rows != shape->columns) {
        sources::refuse(path, fmt::format("a game of {} x {} is not square, so not symmetric",
                                          shape->rows, shape->columns));
      }
      game.rows = shape->rows;
      game.columns = shape->columns;
      game.symmetric = shape->symmetric;
    } else {
      if (!std::filesystem::exists(path)) {
        sources::refuse(path, "no such ledger file; rows and columns are needed to make one");
      }
      const LedgerFile there(path);
      game.rows = there.game().rows;
      game.columns = there.game().columns;
      game.symmetric = there.game().symmetric;
    }
    return std::make_unique<LedgerFile>(path, game);
  }

  std::string path_;
  std::unique_ptr<LedgerFile> file_;
  std::optional<LedgerFile::Batch> batch_;
  Imported count_;
  bool done_ = false;
};

class CsvIntake {
 public:
  CsvIntake(std::istream& in, const std::string& name) : name_(name), text_(in, name) {}

  void read_into(Intake& intake) {
    std::string line;
    for (std::int64_t number = 1; text_.take_line(line); ++number) {
      line_ = number;
      const std::string_view words = sources::trimmed(line);
      if (words.empty() || (number == 1 && words == header)) continue;
      read(words);
      intake.add(entry_, payoff_, [this] { return where(); });
    }
  }

 private:
  [[nodiscard]] std::string where() const { return fmt::format("{}:{}", name_, line_); }

  void read(std::string_view line) {
    const std::size_t first = line.find(',');
    const std::size_t second = first == std::string_view::npos ? first : line.find(',', first + 1);
    if (second == std::string_view::npos || line.find(',', second + 1) != std::string_view::npos) {
      sources::refuse(where(), quoted(line) + " is not row,column,payoff");
    }
    entry_.row = index(sources::trimmed(line.substr(0, first)));
    entry_.column = index(sources::trimmed(line.substr(first + 1, second - first - 1)));
    try {
      payoff_ = Rational::parse(sources::trimmed(line.substr(second + 1)));
    } catch (const std::invalid_argument& error) {
      sources::refuse(where(), error.what());
    }
  }

  [[nodiscard]] Index index(std::string_view text) const {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) {
      sources::refuse(where(), quoted(text) + " is not the number of a row or column");
    }
    return number;
  }

  std::string name_;
  sources::TextReader text_;
  std::int64_t line_ = 0;
  Entry entry_;
  Rational payoff_;
};

}  // namespace
}  // namespace ledger

LedgerInfo ledger_info(const std::string& path) {
  if (ledger::holds_plays(path)) return ledger::plays_info(path);
  ledger::LedgerFile file(path);
  file.check_soundness();
  const ledger::LedgerGame& game = file.game();
  LedgerInfo info;
  info.file = path;
  info.version = file.version();
  info.rows = game.rows;
  info.columns = game.columns;
  info.symmetric = game.symmetric;
  info.identity = game.identity.value_or("");
  info.note = game.note;
  file.for_each([&info](Entry, const Rational& payoff) {
    ++info.payoffs;
    if (!info.smallest || payoff < *info.smallest) info.smallest = payoff;
    if (!info.largest || payoff > *info.largest) info.largest = payoff;
  });
  return info;
}

LedgerShape ledger_shape(const std::string& path) {
  const ledger::LedgerFile file(path);
  return {file.game().rows, file.game().columns, file.game().symmetric};
}

void export_ledger(const std::string& path, std::ostream& out) {
  if (ledger::holds_plays(path)) return ledger::export_plays(path, out);
  ledger::LedgerFile file(path);
  out << ledger::header << '\n';
  file.for_each(ledger::line_writer(out));
}

std::int64_t export_sound(const std::string& path, std::ostream& out) {
  ledger::LedgerFile file(path, true);
  out << ledger::header << '\n';
  return file.salvage(ledger::line_writer(out));
}

Imported import_ledger(const std::string& path, std::istream& in, const std::string& name,
                       const std::optional<LedgerShape>& shape, const std::string& game_id) {
  try {
    if (ledger::holds_plays(path)) return ledger::import_plays(path, in, name);
    ledger::Intake intake(path, shape, game_id);
    ledger::CsvIntake(in, name).read_into(intake);
    return intake.finish();
  } catch (const ledger::LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

Imported add_to_ledger(const std::string& path, std::span<const Entry> entries,
                       std::span<const Rational> payoffs, const std::optional<LedgerShape>& shape,
                       const std::string& game_id) {
  if (entries.size() != payoffs.size()) {
    throw InputError(
        fmt::format("{}: {} payoffs for {} entries", path, payoffs.size(), entries.size()));
  }
  try {
    ledger::Intake intake(path, shape, game_id);
    for (std::size_t t = 0; t < entries.size(); ++t) {
      intake.add(entries[t], payoffs[t], [&path] { return path; });
    }
    return intake.finish();
  } catch (const ledger::LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

}  // namespace allnash
