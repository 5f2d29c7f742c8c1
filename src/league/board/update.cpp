#include "league/board/update.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "league/reading/words.hpp"

namespace allnash::league {
namespace {

// The text of a freeze has a line for each strategy, and each newcomer adds one of that length.
constexpr Index most_strategies = 5'000;

// Names of matches that come from no file. Such logs are recognised by their matches alone.
constexpr std::array nameless{"standard input", "matches"};

/// The text of delta, written as live runs write it: a decimal where a double has it.
std::string text_of_delta(const Rational& delta) {
  const std::string shortest = shortest_text(delta.to_double());
  return Rational::parse(shortest) == delta ? shortest : delta.to_string();
}

void check_log(const Record& log, const RankOptions& options) {
  if (!log.ordered && log.plays.empty()) {
    throw InputError(
        log.name +
        ": means do not tell single matches, which a ledger keeps; it takes wins, losses "
        "and draws, as counts or as cells like 128-69-3");
  }
  if (log.ordered && options.schedule == Schedule::fixed) {
    throw OptionError(
        "schedule: a ledger's matches are read as `any`, which holds for a fixed schedule too");
  }
}

KeptPlay as_kept(const Update& update, const Play& play, Index row, Index column) {
  const Rational width = update.log.range.high - update.log.range.low;
  KeptPlay kept{{row, column}};
  kept.payoff = update.log.range.low + update.log.outcomes[play.outcome] * width;
  if (update.symmetric && row > column) {
    kept.entry = {column, row};
    kept.payoff = update.log.range.low + update.log.range.high - *kept.payoff;
  }
  return kept;
}

/// Numbers the matches as the file will, and finds the game that the file is to be opened for.
void number_matches(Update& update) {
  const auto there = reading::game_in(update.path);
  update.game.seen = there ? there->seen : 0;
  update.symmetric = update.log.symmetric;
  if (there) {
    if (there->by_play() && there->row_labels.empty()) {
      throw InputError(update.path + ": it knows its strategies by number, and a log has names");
    }
    // The two sides of a short log may share no name and still be one roster.
    update.symmetric = update.symmetric || (there->symmetric && !update.options.two_sided);
    if (update.symmetric && !there->symmetric) {
      throw InputError(update.path +
                       ": of another league: its rows and columns are different strategies, which "
                       "`two-sided` says of a log whose sides share names");
    }
  }
  const Rational middle = (update.log.range.low + update.log.range.high) / Rational(2);
  if (update.symmetric && update.options.tie.value_or(middle) != middle) {
    throw OptionError("tie: in a symmetric game it is worth the middle of the range to both");
  }
  NameTable rows(reading::key_of(update.options),
                 there ? there->row_labels : std::vector<std::string>());
  NameTable columns(reading::key_of(update.options),
                    there ? there->column_labels : std::vector<std::string>());
  std::vector<Index> of_rows;
  std::vector<Index> of_columns;
  for (const std::string& name : update.log.rows) of_rows.push_back(rows.number_of(name));
  NameTable& others = update.symmetric ? rows : columns;
  for (const std::string& name : update.log.columns) of_columns.push_back(others.number_of(name));
  update.game.symmetric = update.symmetric;
  update.game.row_labels = rows.names();
  update.game.column_labels = others.names();
  update.game.rows = std::ssize(rows.names());
  update.game.columns = std::ssize(others.names());
  if (std::max(update.game.rows, update.game.columns) > most_strategies) {
    throw InputError(update.log.name + ": " + std::to_string(update.game.rows) + " x " +
                     std::to_string(update.game.columns) +
                     " strategies, and a league in a ledger has at most 5,000 of a side");
  }
  if (update.symmetric) update.game.sum = update.log.range.low + update.log.range.high;
  const Rational width = update.log.range.high - update.log.range.low;
  update.game.run = {
      {"method", "noisy"},
      {"delta", text_of_delta(update.options.delta)},
      {"seed", std::to_string(update.options.seed)},
      {"payoff-range", update.log.range.low.to_string() + "," + update.log.range.high.to_string()},
      {"epsilon", update.options.epsilon.value_or(width / Rational(10)).to_string()}};
  for (const Play& play : update.log.plays) {
    update.matches.push_back(
        as_kept(update, play, of_rows[at(play.row)], of_columns[at(play.column)]));
  }
}

}  // namespace

Update update_of(const Record& log, const RankOptions& options) {
  check_log(log, options);
  Update update{log, options, *options.ledger};
  number_matches(update);
  return update;
}

std::string Update::own_name() const {
  if (reading::among(nameless, log.name)) return "";
  return log.name.substr(log.name.find_last_of('/') + 1);
}

Form Update::form() const {
  if (!log.ordered) return Form::counts;
  return log.paired ? Form::pairs : Form::matches;
}

std::string Update::place_of(std::int64_t match) const {
  const std::uint32_t line = log.plays[at(match)].line;
  return log.name + (line > 0 ? ":" + std::to_string(line) : "") + ": ";
}

std::vector<const KeptPlay*> Update::plays_of(const Store::Log& known) const {
  std::vector<const KeptPlay*> plays;
  for (const auto& [first, count] : known.parts) {
    auto play = std::ranges::lower_bound(kept, first, {}, &KeptPlay::number);
    for (; play != kept.end() && play->number < first + count; ++play) plays.push_back(&*play);
  }
  return plays;
}

}  // namespace allnash::league
