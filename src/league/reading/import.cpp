// Import into ledger files: lists, payoffs in memory, other ledgers.
#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <limits>
#include <unordered_map>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "core/game/seen.hpp"
#include "league/reading/intake.hpp"
#include "league/reading/match_list.hpp"
#include "payoffs/file/ledger_game.hpp"

namespace allnash {
namespace reading {
namespace {

void check_square(const std::string& path, const LedgerShape& shape) {
  if (!shape.symmetric || shape.rows == shape.columns) return;
  allnash::refuse(path, fmt::format("a game of {} x {} is not square, so not symmetric", shape.rows,
                                    shape.columns));
}

/// One player's strategies, and the translation of words in the list to them.
class Meaning {
 public:
  enum class Joining {
    open,    ///< a new file: every word names a strategy
    labels,  ///< new labels join
    closed,
  };
  Meaning(const char* side, const Strategies& known, Joining joining,
          const std::vector<std::string>& words, bool labels)
      : side_(side), count_(known.count), joining_(joining), before_(known.labels.size()) {
    const auto is_number = [](const std::string& word) {
      return number_in<Index>(word).has_value();
    };
    by_label_ = !known.labels.empty() ||
                (joining == Joining::open && (labels || !std::ranges::all_of(words, is_number)));
    numbers_as_labels_ = std::ranges::any_of(known.labels, is_number);
    for (const std::string& label : known.labels) labels_.number_of(label);
  }

  [[nodiscard]] bool by_label() const { return by_label_; }

  Index number_of(const std::string& word, const Intake::Wording& wording) {
    const auto number = number_in<Index>(word);
    if (by_label_) {
      const Index had = std::ssize(labels_.names());
      const Index place = labels_.number_of(word);
      if (place == had && !may_join(number.has_value())) {
        allnash::refuse(wording.where(), in_quotes(word) + " is no label of a " + side_ +
                                             ", and the ledger knows its " + side_ + "s by label");
      }
      return place;
    }
    if (!number) {
      allnash::refuse(wording.where(), in_quotes(word) + " is not the number of a row or column");
    }
    if (joining_ == Joining::open && *number >= 0 &&
        *number < std::numeric_limits<std::uint32_t>::max()) {
      count_ = std::max(count_, *number + 1);
    }
    return *number;
  }

  [[nodiscard]] Strategies strategies() const {
    return {by_label_ ? std::ssize(labels_.names()) : count_,
            by_label_ ? labels_.names() : std::vector<std::string>()};
  }
  [[nodiscard]] std::vector<std::string> joined() const {
    const auto& all = labels_.names();
    return {all.begin() + static_cast<std::ptrdiff_t>(std::min(before_, all.size())), all.end()};
  }

 private:
  [[nodiscard]] bool may_join(bool is_number) const {
    if (joining_ == Joining::labels) return !is_number || numbers_as_labels_;
    return joining_ == Joining::open;
  }

  std::string side_;
  Index count_;
  Joining joining_;
  bool by_label_ = false;
  bool numbers_as_labels_ = false;
  std::size_t before_;
  NameTable labels_;
};

[[noreturn]] void refuse_to_make(const std::string& path) {
  allnash::refuse(path, "no such ledger file; rows and columns are needed to make one");
}

/// The game that a file is opened for.
LedgerGame game_of(const std::string& path, LedgerShape shape, const std::string& game_id) {
  check_shape(path, shape.rows, shape.columns);
  check_square(path, shape);
  if (shape.symmetric && shape.column_labels.empty()) shape.column_labels = shape.row_labels;
  check_names(path, "row", shape.row_labels, shape.rows);
  check_names(path, "column", shape.column_labels, shape.columns);
  LedgerGame game{shape.rows, shape.columns, shape.symmetric, {}, ""};
  if (!game_id.empty()) game.identity = identity_of(game_id, {}, shape.sum);
  game.row_labels = std::move(shape.row_labels);
  game.column_labels = std::move(shape.column_labels);
  game.sum = std::move(shape.sum);
  return game;
}

/// Imports a list of payoffs or plays into a ledger file.
class ListImport {
 public:
  ListImport(const std::string& path, std::istream& in, const std::string& name,
             const ImportSettings& settings)
      : path_(path), name_(name), settings_(settings) {
    const std::optional<LedgerGame> there = game_in(path);
    new_ = !there;
    if (settings.shape) shape_ = *settings.shape;
    if (there) {
      there_ = *there;
      shape_ = there_.by_play() ? shape_of(there_) : shape_to_agree_on(there_);
    }
    check_square(path, shape_);
    list_ = read_match_list(in, name, shape_.symmetric, there_.by_play(), settings.repeats);
  }
  ListImport(const ListImport&) = delete;
  ListImport& operator=(const ListImport&) = delete;

  Imported run() {
    read_entries();
    LedgerGame game = there_.by_play() ? there_ : game_of(path_, shape_, settings_.game_id);
    game.seen = there_.seen.value_or(0);
    Intake intake(path_, std::move(game));
    if (there_.by_play()) {
      add_plays(intake);
    } else if (is_averaged(list_.kind, settings_.repeats)) {
      add_means(intake);
    } else {
      add_payoffs(intake);
    }
    intake.count().new_rows = std::move(new_rows_);
    intake.count().new_columns = std::move(new_columns_);
    return intake.finish();
  }

 private:
  /// The play of a line, at the entry under which a symmetric game keeps its pairing.
  KeptPlay settled(const MatchLine& line, const Intake& intake) const {
    KeptPlay play = with_listed_seed(line.entry, line.seed);
    play.payoff = line.payoff;
    play.plays = line.plays;
    play.lost = !line.payoff;
    intake.settle(play, wording_);
    return play;
  }

  /// The given shape, completed from the file.
  LedgerShape shape_to_agree_on(const LedgerGame& file) const {
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

  // Translates words to strategies, which also finds the strategies.
  void read_entries() {
    using enum Meaning::Joining;
    const auto joining = there_.by_play() ? closed : new_ && shape_.rows == 0 ? open : labels;
    Meaning rows("row", {shape_.rows, shape_.row_labels}, joining, list_.rows.names(),
                 settings_.labels);
    Meaning columns("column", {shape_.columns, shape_.column_labels}, joining,
                    list_.columns.names(), settings_.labels);
    Meaning& other = shape_.symmetric ? rows : columns;
    const bool averaged = settings_.repeats.value_or(Repeats::agree) == Repeats::average ||
                          list_.kind == ListKind::outcomes;
    if (joining == open &&
        (list_.lines.empty() || (!averaged && !(rows.by_label() && other.by_label())))) {
      refuse_to_make(path_);
    }
    const auto& column_words = (shape_.symmetric ? list_.rows : list_.columns).names();
    for (MatchLine& line : list_.lines) {
      line_ = line.line;
      line.entry.row = rows.number_of(list_.rows.names()[at(line.entry.row)], wording_);
      line.entry.column = other.number_of(column_words[at(line.entry.column)], wording_);
    }
    const auto settle = [](const Meaning& meaning, Index& count, std::vector<std::string>& names,
                           std::vector<std::string>& joined) {
      Strategies now = meaning.strategies();
      count = now.count;
      names = std::move(now.labels);
      joined = meaning.joined();
    };
    settle(rows, shape_.rows, shape_.row_labels, new_rows_);
    settle(other, shape_.columns, shape_.column_labels, new_columns_);
    if (shape_.symmetric) new_columns_.clear();
  }

  void add_payoffs(Intake& intake) {
    wording_.before = [&](Entry entry) -> std::string {
      const auto first = std::ranges::find_if(list_.lines, [&](const MatchLine& line) {
        return line.line == line_ || settled(line, intake).entry == entry;
      });
      return first->line == line_ ? "in the ledger" : fmt::format("in line {}", first->line);
    };
    for (const MatchLine& line : list_.lines) {
      line_ = line.line;
      intake.take(settled(line, intake), wording_);
    }
  }

  void add_means(Intake& intake) {
    std::unordered_map<Entry, std::size_t, game::EntryHash> places;
    std::vector<KeptPlay> means;  // sums, in the order of the list
    std::vector<std::int64_t> lines;
    for (const MatchLine& line : list_.lines) {
      line_ = line.line;
      const Rational plays(line.plays);
      MatchLine mean = line;
      *mean.payoff /= plays;
      KeptPlay play = settled(mean, intake);
      if (shape_.symmetric && play.entry.row == play.entry.column) {
        intake.count().self_plays += line.plays;
        continue;
      }
      intake.count().plays += line.plays;
      *play.payoff *= plays;
      const auto [found, fresh] = places.emplace(play.entry, means.size());
      if (fresh) {
        means.push_back(std::move(play));
        lines.push_back(line_);
      } else {
        *means[found->second].payoff += *play.payoff;
        means[found->second].plays += line.plays;
      }
    }
    for (std::size_t t = 0; t < means.size(); ++t) {
      KeptPlay& mean = means[t];
      *mean.payoff = *mean.payoff / Rational(mean.plays);
      line_ = lines[t];
      wording_.more =
          fmt::format(", the mean of {} {} here", mean.plays, mean.plays == 1 ? "play" : "plays");
      intake.take(mean, wording_);
    }
  }

  // A list of outcomes holds all plays so far in the order of playing: the next line of an entry is
  // the next play that was asked of it. So a list that has grown can be imported again.
  void add_plays(Intake& intake) {
    std::unordered_map<Entry, std::deque<std::int64_t>, game::EntryHash> asked;  // seeds
    for (const MatchLine& line : list_.lines) {
      line_ = line.line;
      KeptPlay play = settled(line, intake);
      if (list_.kind == ListKind::outcomes) {
        if (shape_.symmetric && play.entry.row == play.entry.column) {
          ++intake.count().self_plays;
          continue;
        }
        const auto [found, fresh] = asked.try_emplace(play.entry);
        if (fresh) found->second = intake.store().seeds_of(play.entry);
        if (found->second.empty()) {
          ++intake.count().unasked;
          continue;
        }
        play = {play.entry, Origin::asked, found->second.front(), 0, {}, play.payoff, 0, play.lost};
        found->second.pop_front();
      }
      intake.take(play, wording_);
    }
  }

  std::string path_;
  std::string name_;
  const ImportSettings& settings_;
  bool new_ = false;
  LedgerGame there_;  // of an existing file
  LedgerShape shape_;
  MatchList list_;
  std::int64_t line_ = 0;  // line being imported
  Intake::Wording wording_{[this] { return fmt::format("{}:{}", name_, line_); }};
  std::vector<std::string> new_rows_;
  std::vector<std::string> new_columns_;
};

/// Calls a function that adds to a file, and turns its write errors into InputError.
template <typename Add>
Imported adding(const Add& add) {
  try {
    return add();
  } catch (const LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

/// The game for which the file `into` is opened so that it can take all of `from`.
LedgerGame merged_game(const LedgerGame& from, const LedgerGame& into, const std::string& name) {
  LedgerGame game = from;
  for (const bool row : {true, false}) {
    const auto& ours = row ? from.row_labels : from.column_labels;
    const auto& theirs = row ? into.row_labels : into.column_labels;
    if (ours.empty() == theirs.empty()) continue;
    allnash::refuse(name, fmt::format("of two ledgers one knows its {}s by label and the other by "
                                      "number",
                                      row ? "row" : "column"));
  }
  if (from.row_labels.empty()) game.rows = std::max(from.rows, into.rows);
  if (from.column_labels.empty()) game.columns = std::max(from.columns, into.columns);
  return game;
}

/// Checks that the logs of one file begin with those of the other. Returns whether `from` has all
/// of `into`.
bool has_more_of_logs(Store& from, Store& into) {
  const std::vector<MatchLog> more = from.logs().all();
  const std::vector<MatchLog> here = into.logs().all();
  const auto begin = [](const std::vector<MatchLog>& few, const std::vector<MatchLog>& all) {
    for (std::size_t t = 0; t < few.size(); ++t) {
      if (t >= all.size() || few[t].name != all[t].name ||
          few[t].parts.size() > all[t].parts.size() ||
          !std::equal(few[t].parts.begin(), few[t].parts.end(), all[t].parts.begin())) {
        return false;
      }
    }
    return true;
  };
  if (begin(here, more)) return true;
  if (begin(more, here)) return false;
  allnash::refuse(from.name(), "other logs were added to " + into.name() +
                                   ": add those of one league to the other by `rank`");
}

/// The strategies that have left the merged league: those of the file with more plays, or of both
/// files if these are equal.
std::vector<std::string> gone_by_both(Store& from, Store& into) {
  if (from.next_number() > into.next_number()) return from.logs().gone();
  std::vector<std::string> gone = into.logs().gone();
  if (from.next_number() < into.next_number()) return gone;
  for (std::string& name : from.logs().gone()) gone.push_back(std::move(name));
  std::ranges::sort(gone);
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  return gone;
}

void take_over(Store& from, Intake& intake, const std::string& path) {
  if (const auto gone = gone_by_both(from, intake.store()); gone != intake.store().logs().gone()) {
    intake.store().logs().put_gone(gone);
  }
  if (has_more_of_logs(from, intake.store())) {
    std::int64_t number = 0;
    for (const MatchLog& log : from.logs().all()) intake.store().logs().put(++number, log);
  }
  const Intake::Wording wording{[&from] { return from.name(); },
                                [&path](Entry) { return "in " + path; }};
  from.for_each([&](const KeptPlay& play) { intake.take(play, wording, true); });
  for (const Store::Kind kind : {Store::Kind::frozen, Store::Kind::joined}) {
    std::int64_t number = 0;
    for (const Freeze& one : from.freezes(kind)) intake.store().freeze(kind, ++number, one);
  }
}

}  // namespace
}  // namespace reading

Imported import_ledger(const std::string& path, std::istream& in, const std::string& name,
                       const ImportSettings& settings) {
  return reading::adding([&] { return reading::ListImport(path, in, name, settings).run(); });
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
  if (!shape && !std::filesystem::exists(path)) reading::refuse_to_make(path);
  return reading::adding([&] {
    reading::Intake intake(path,
                           reading::game_of(path, shape ? *shape : ledger_shape(path), game_id));
    const reading::Intake::Wording wording{[&path] { return path; }, [](Entry) { return "before"; },
                                           " now"};
    for (std::size_t t = 0; t < entries.size(); ++t) {
      file::KeptPlay payoff{entries[t]};
      payoff.payoff = payoffs[t];
      intake.settle(payoff, wording);
      intake.take(payoff, wording);
    }
    return intake.finish();
  });
}

Imported merge_ledger(const std::string& from, const Into& into) {
  const std::string& path = into.path;
  std::error_code ignored;
  if (std::filesystem::equivalent(path, from, ignored)) {
    throw InputError(from + ": the same file as " + path);
  }
  return reading::adding([&] {
    file::Store source(from);
    file::LedgerGame game = source.game();
    bool two_tables = false;
    game.seen = 0;
    if (const std::optional<file::LedgerGame> there = reading::game_in(path)) {
      game = reading::merged_game(source.game(), *there, from);
      game.seen = there->seen;
      // Two different tables may be one league at different times.
      two_tables = file::are_tables(game, *there) && game.identity != there->identity;
    }
    reading::Intake intake(path, std::move(game));
    if (two_tables) intake.forget_identity();
    reading::take_over(source, intake, path);
    return intake.finish();
  });
}

}  // namespace allnash
