// Payoffs in and out of ledger files.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ostream>
#include <unordered_map>
#include <utility>

#include "allnash/error.hpp"
#include "allnash/ledger.hpp"
#include "ledger/file.hpp"
#include "ledger/match_list.hpp"
#include "ledger/plays_transfer.hpp"
#include "ledger/roster.hpp"
#include "ledger/seen.hpp"
#include "sources/names.hpp"
#include "sources/table.hpp"
#include "sources/text.hpp"

namespace allnash {
namespace ledger {
namespace {

/// Writes the header, and returns what writes a line each.
auto line_writer(std::ostream& out, const LedgerFile& file) {
  const bool averages = file.has_averages();
  out << (averages ? "row,column,payoff,plays\n" : "row,column,payoff\n");
  return [&out, &file, averages](Entry entry, const Rational& payoff) {
    const LedgerGame& game = file.game();
    const auto& columns =
        game.column_labels.empty() && game.symmetric ? game.row_labels : game.column_labels;
    out << sources::cell_of(game.row_labels, entry.row) << ','
        << sources::cell_of(columns, entry.column) << ',' << payoff;
    const std::int64_t plays = averages ? file.plays_of(entry) : 0;
    if (averages) out << ',';
    if (plays > 0) out << plays;
    out << '\n';
  };
}

LedgerShape shape_of(const LedgerGame& game) {
  return {game.rows, game.columns, game.symmetric, game.row_labels, game.column_labels, game.sum};
}

void check_square(const std::string& path, const LedgerShape& shape) {
  if (!shape.symmetric || shape.rows == shape.columns) return;
  sources::refuse(path, fmt::format("a game of {} x {} is not square, so not symmetric", shape.rows,
                                    shape.columns));
}

LedgerGame game_of(const std::string& path, LedgerShape shape, const std::string& game_id) {
  sources::check_shape(path, shape.rows, shape.columns);
  check_square(path, shape);
  if (shape.symmetric && shape.column_labels.empty()) shape.column_labels = shape.row_labels;
  sources::check_names(path, "row", shape.row_labels, shape.rows);
  sources::check_names(path, "column", shape.column_labels, shape.columns);
  LedgerGame game{shape.rows, shape.columns, shape.symmetric, {}, ""};
  if (!game_id.empty()) game.identity = identity_of(game_id, {}, shape.sum);
  game.row_labels = std::move(shape.row_labels);
  game.column_labels = std::move(shape.column_labels);
  game.sum = std::move(shape.sum);
  return game;
}

/// Calls what adds to a file; one that takes no more is bad input.
template <typename Add>
Imported adding(const Add& add) {
  try {
    return add();
  } catch (const LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

[[noreturn]] void refuse_to_make(const std::string& path) {
  sources::refuse(path, "no such ledger file; rows and columns are needed to make one");
}

// A file that is open for what comes from outside, with entries numbered as in the game given. What
// it made is gone unless all went in.
class Intake {
 public:
  Intake(const std::string& path, LedgerGame game)
      : path_(path),
        game_(std::move(game)),
        file_(std::make_unique<LedgerFile>(path, game_, true)) {
    if (!file_->writable()) sources::refuse(path, "may only be read");
    count_.made = file_->created();
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

  [[nodiscard]] Imported& count() { return count_; }
  void forget_identity() { batch_->forget_identity(); }

  [[nodiscard]] std::string name_of(Entry entry) const {
    if (game_.row_labels.empty() && game_.column_labels.empty()) return sources::entry_name(entry);
    const auto word = [](const std::vector<std::string>& labels, Index number) {
      return labels.empty() ? std::to_string(number) : in_quotes(labels[at(number)]);
    };
    return "the entry of " + word(game_.row_labels, entry.row) + " and " +
           word(game_.column_labels, entry.column);
  }

  /// The entry that a symmetric game has in place of this one, with its payoff. Throws InputError,
  /// with what `where` returns in front, for an entry outside the game.
  template <typename Where>
  Entry settle(Entry entry, Rational& payoff, const Where& where) const {
    if (entry.row < 0 || entry.row >= game_.rows || entry.column < 0 ||
        entry.column >= game_.columns) {
      sources::refuse(where(), fmt::format("{} lies outside the game of {} x {}",
                                           sources::entry_name(entry), game_.rows, game_.columns));
    }
    if (!game_.symmetric || entry.row <= entry.column) return entry;
    payoff = game_.sum - payoff;
    return {entry.column, entry.row};
  }

  /// `before` says where a payoff that is known came from, and `what` more of this one. With plays
  /// above 0 it is their average; of an average that is known the larger number counts. Throws
  /// InputError.
  template <typename Where, typename Before>
  void add(Entry entry, const Rational& payoff, const Where& where, const Before& before,
           const std::string& what = "", std::int64_t plays = 0) {
    if (game_.symmetric && entry.row == entry.column) {
      const Rational half = game_.sum / Rational(2);
      if (payoff == half) return;
      sources::refuse(where(), name_of(entry) + " of a symmetric game is " + half.to_string() +
                                   ", not " + payoff.to_string());
    }
    Rational known;
    if (!file_->recall(entry, known)) {
      batch_->add(entry, payoff, plays);
      ++count_.added;
      return;
    }
    if (known != payoff) {
      sources::refuse(where(), name_of(entry) + " has two payoffs, " + known.to_string() + " " +
                                   before(entry) + " and " + payoff.to_string() + what);
    }
    const std::int64_t before_plays = file_->plays_of(entry);
    if (before_plays > 0 && plays > before_plays) batch_->note_plays(entry, plays);
    ++count_.known;
  }

  Imported finish() {
    batch_->commit();
    done_ = true;
    count_.shape = shape_of(file_->game());
    return count_;
  }

 private:
  std::string path_;
  LedgerGame game_;
  std::unique_ptr<LedgerFile> file_;
  std::optional<LedgerFile::Batch> batch_;
  Imported count_;
  bool done_ = false;
};

// Two tables that differ and whose strategies do, too, may be one league at different times.
bool of_two_tables(const LedgerGame& from, const LedgerGame& into) {
  constexpr std::string_view table = "table ";
  return from.identity && into.identity && *from.identity != *into.identity &&
         from.identity->starts_with(table) && into.identity->starts_with(table);
}

/// What the file `into` is to be opened for, to take in all of `from`.
LedgerGame merged_game(const LedgerGame& from, const LedgerGame& into, const std::string& name) {
  LedgerGame game = from;
  for (const bool row : {true, false}) {
    const auto& ours = row ? from.row_labels : from.column_labels;
    const auto& theirs = row ? into.row_labels : into.column_labels;
    if (ours.empty() == theirs.empty()) continue;
    sources::refuse(name, fmt::format("of two ledgers one knows its {}s by label and the other by "
                                      "number",
                                      row ? "row" : "column"));
  }
  if (from.row_labels.empty()) game.rows = std::max(from.rows, into.rows);
  if (from.column_labels.empty()) game.columns = std::max(from.columns, into.columns);
  return game;
}

/// The strategies of a side: what words mean there.
class Meaning {
 public:
  /// With `open` it is a new file's, and has the strategies that the words name.
  Meaning(const char* side, const Strategies& known, bool open,
          const std::vector<std::string>& words, bool labels)
      : side_(side), count_(known.count), open_(open), before_(known.labels.size()) {
    const auto is_number = [](const std::string& word) {
      return number_in<Index>(word).has_value();
    };
    by_label_ =
        !known.labels.empty() || (open && (labels || !std::ranges::all_of(words, is_number)));
    numbers_as_labels_ = std::ranges::any_of(known.labels, is_number);
    for (const std::string& label : known.labels) labels_.number_of(label);
  }

  [[nodiscard]] bool by_label() const { return by_label_; }

  template <typename Where>
  Index number_of(const std::string& word, const Where& where) {
    const auto number = number_in<Index>(word);
    if (by_label_) {
      const Index had = std::ssize(labels_.all());
      const Index place = labels_.number_of(word);
      if (place == had && number && !open_ && !numbers_as_labels_) {
        sources::refuse(where(), in_quotes(word) + " is no label of a " + side_ +
                                     ", and the ledger knows its " + side_ + "s by label");
      }
      return place;
    }
    if (!number)
      sources::refuse(where(), in_quotes(word) + " is not the number of a row or column");
    if (open_ && *number >= 0 && *number < std::numeric_limits<std::uint32_t>::max()) {
      count_ = std::max(count_, *number + 1);
    }
    return *number;
  }

  [[nodiscard]] Strategies strategies() const {
    return {by_label_ ? std::ssize(labels_.all()) : count_,
            by_label_ ? labels_.all() : std::vector<std::string>()};
  }
  [[nodiscard]] std::vector<std::string> joined() const {
    const auto& all = labels_.all();
    return {all.begin() + static_cast<std::ptrdiff_t>(std::min(before_, all.size())), all.end()};
  }

 private:
  std::string side_;
  Index count_;
  bool open_;
  bool by_label_ = false;
  bool numbers_as_labels_ = false;
  std::size_t before_;
  Words labels_;
};

/// A list on its way into a file.
class ListImport {
 public:
  ListImport(const std::string& path, std::istream& in, const std::string& name,
             const ImportSettings& settings)
      : path_(path), name_(name), settings_(settings) {
    new_ = !std::filesystem::exists(path);
    if (settings.shape) shape_ = *settings.shape;
    if (!new_) shape_ = shape_to_agree_on(LedgerFile(path).game());
    check_square(path, shape_);
    list_ = read_match_list(in, name, shape_.symmetric);
    plays_ = settings.repeats.value_or(list_.plays ? Repeats::average : Repeats::agree) ==
             Repeats::average;
  }

  Imported run() {
    read_entries();
    Intake intake(path_, game_of(path_, shape_, settings_.game_id));
    if (plays_) {
      add_means(intake);
    } else {
      add_payoffs(intake);
    }
    intake.count().new_rows = std::move(new_rows_);
    intake.count().new_columns = std::move(new_columns_);
    return intake.finish();
  }

 private:
  [[nodiscard]] auto where(const MatchLine& line) const {
    return [this, number = line.line] { return fmt::format("{}:{}", name_, number); };
  }

  /// A shape that was given, with what the file has where it does not say.
  [[nodiscard]] LedgerShape shape_to_agree_on(const LedgerGame& file) const {
    LedgerShape shape = shape_of(file);
    if (!settings_.shape) return shape;
    const LedgerShape& given = *settings_.shape;
    shape.symmetric = given.symmetric;
    if (given.sum.sign() != 0) shape.sum = given.sum;
    if (given.rows == 0) return shape;
    const bool labels = !file.row_labels.empty() || !file.column_labels.empty();
    return labels && given.row_labels.empty() && given.column_labels.empty() &&
                   given.rows == file.rows && given.columns == file.columns
               ? shape
               : LedgerShape{given.rows,       given.columns,       given.symmetric,
                             given.row_labels, given.column_labels, shape.sum};
  }

  // What the words mean, and which strategies there are then.
  void read_entries() {
    const bool open = new_ && shape_.rows == 0;
    Meaning rows("row", {shape_.rows, shape_.row_labels}, open, list_.rows.all(), settings_.labels);
    Meaning columns("column", {shape_.columns, shape_.column_labels}, open, list_.columns.all(),
                    settings_.labels);
    Meaning& other = shape_.symmetric ? rows : columns;
    if (open && !plays_ && !(rows.by_label() && other.by_label())) refuse_to_make(path_);
    if (open && list_.lines.empty()) refuse_to_make(path_);
    for (MatchLine& line : list_.lines) {
      line.row = rows.number_of(word(list_.rows, line.row), where(line));
      line.column = other.number_of(
          word(shape_.symmetric ? list_.rows : list_.columns, line.column), where(line));
    }
    const auto settle = [](const Meaning& meaning, Index& count, std::vector<std::string>& labels,
                           std::vector<std::string>& joined) {
      Strategies now = meaning.strategies();
      count = now.count;
      labels = std::move(now.labels);
      joined = meaning.joined();
    };
    settle(rows, shape_.rows, shape_.row_labels, new_rows_);
    settle(other, shape_.columns, shape_.column_labels, new_columns_);
    if (shape_.symmetric) new_columns_.clear();
  }

  [[nodiscard]] static const std::string& word(const Words& words, Index number) {
    return words.all()[at(number)];
  }

  void add_payoffs(Intake& intake) {
    std::unordered_map<Entry, std::int64_t, EntryHash> first;  // line
    const auto before = [&first](Entry entry) {
      const auto found = first.find(entry);
      return found == first.end() ? "in the ledger" : fmt::format("in line {}", found->second);
    };
    for (MatchLine& line : list_.lines) {
      const Entry entry = intake.settle({line.row, line.column}, line.payoff, where(line));
      intake.add(entry, line.payoff, where(line), before, " here", line.plays);
      first.emplace(entry, line.line);
    }
  }

  struct Mean {
    Rational sum;
    std::int64_t plays = 0;
    const MatchLine* first = nullptr;
  };

  void add_means(Intake& intake) {
    std::unordered_map<Entry, std::size_t, EntryHash> places;
    std::vector<std::pair<Entry, Mean>> means;  // in the order of the list
    for (MatchLine& line : list_.lines) {
      const Entry entry = intake.settle({line.row, line.column}, line.payoff, where(line));
      if (shape_.symmetric && entry.row == entry.column) {
        ++intake.count().self_plays;
        continue;
      }
      const auto [found, fresh] = places.emplace(entry, means.size());
      if (fresh) means.push_back({entry, {}});
      Mean& mean = means[found->second].second;
      mean.sum += line.payoff;
      ++mean.plays;
      if (fresh) mean.first = &line;
      ++intake.count().plays;
    }
    for (const auto& [entry, mean] : means) {
      intake.add(
          entry, mean.sum / Rational(mean.plays), where(*mean.first),
          [](Entry) { return "in the ledger"; },
          fmt::format(", the mean of {} {} here", mean.plays, mean.plays == 1 ? "play" : "plays"),
          mean.plays);
    }
  }

  std::string path_;
  std::string name_;
  const ImportSettings& settings_;
  bool new_ = false;
  bool plays_ = false;
  LedgerShape shape_;
  MatchList list_;
  std::vector<std::string> new_rows_;
  std::vector<std::string> new_columns_;
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
  info.row_labels = game.row_labels;
  info.column_labels = game.column_labels;
  info.identity = game.identity.value_or("");
  info.note = game.note;
  file.for_each([&](Entry entry, const Rational& payoff) {
    ledger::count_in(info, payoff);
    info.averaged_plays += file.plays_of(entry);
  });
  return info;
}

LedgerShape ledger_shape(const std::string& path) {
  const ledger::LedgerFile file(path);
  return ledger::shape_of(file.game());
}

void export_ledger(const std::string& path, std::ostream& out) {
  if (ledger::holds_plays(path)) return ledger::export_plays(path, out);
  ledger::LedgerFile file(path);
  file.for_each(ledger::line_writer(out, file));
}

std::int64_t export_sound(const std::string& path, std::ostream& out) {
  if (ledger::holds_plays(path)) return ledger::export_sound_plays(path, out);
  ledger::LedgerFile file(path, true);
  return file.salvage(ledger::line_writer(out, file));
}

Imported import_ledger(const std::string& path, std::istream& in, const std::string& name,
                       const ImportSettings& settings) {
  return ledger::adding([&] {
    if (ledger::holds_plays(path)) return ledger::import_plays(path, in, name);
    return ledger::ListImport(path, in, name, settings).run();
  });
}

Imported import_ledger(const std::string& path, std::istream& in, const std::string& name,
                       const std::optional<LedgerShape>& shape, const std::string& game_id) {
  return import_ledger(path, in, name, ImportSettings{shape, game_id});
}

Imported add_to_ledger(const std::string& path, std::span<const Entry> entries,
                       std::span<const Rational> payoffs, const std::optional<LedgerShape>& shape,
                       const std::string& game_id) {
  if (entries.size() != payoffs.size()) {
    throw InputError(
        fmt::format("{}: {} payoffs for {} entries", path, payoffs.size(), entries.size()));
  }
  if (!shape && !std::filesystem::exists(path)) ledger::refuse_to_make(path);
  return ledger::adding([&] {
    ledger::Intake intake(path,
                          ledger::game_of(path, shape ? *shape : ledger_shape(path), game_id));
    const auto where = [&path] { return path; };
    for (std::size_t t = 0; t < entries.size(); ++t) {
      Rational payoff = payoffs[t];
      const Entry entry = intake.settle(entries[t], payoff, where);
      intake.add(
          entry, payoff, where, [](Entry) { return "before"; }, " now");
    }
    return intake.finish();
  });
}

Imported merge_ledger(const std::string& path, const std::string& from) {
  std::error_code ignored;
  if (std::filesystem::equivalent(path, from, ignored)) {
    throw InputError(from + ": the same file as " + path);
  }
  return ledger::adding([&] {
    ledger::LedgerFile source(from);
    ledger::LedgerGame game = source.game();
    bool two_tables = false;
    if (std::filesystem::exists(path)) {
      const ledger::LedgerFile there(path);
      game = ledger::merged_game(source.game(), there.game(), from);
      two_tables = ledger::of_two_tables(source.game(), there.game());
    }
    ledger::Intake intake(path, std::move(game));
    if (two_tables) intake.forget_identity();
    source.for_each([&](Entry entry, const Rational& payoff) {
      intake.add(
          entry, payoff, [&from] { return from; }, [&path](Entry) { return "in " + path; }, " here",
          source.plays_of(entry));
    });
    return intake.finish();
  });
}

}  // namespace allnash
