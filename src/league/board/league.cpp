#include "league/board/league.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "allnash/run.hpp"
#include "chance/evidence/freeze.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"
#include "core/game/players.hpp"
#include "league/certify/attempts.hpp"
#include "league/reading/absence.hpp"
#include "league/reading/copies.hpp"
#include "league/reading/intake.hpp"
#include "league/reading/winner.hpp"
#include "payoffs/file/database_file.hpp"

namespace allnash {
namespace league {

void add_to(OutcomeCounts& tally, const file::KeptPlay& play) {
  if (play.payoff) ++tally[{play.entry, *play.payoff}];
}

std::optional<Fallen> fallen_since(const OutcomeCounts& before, const OutcomeCounts& now) {
  for (const auto& [cell, count] : before) {
    const auto found = now.find(cell);
    const std::int64_t have = found == now.end() ? 0 : found->second;
    if (have < count) return Fallen{cell.first, cell.second, count, have};
  }
  return {};
}

bool holds(const OutcomeCounts& all, const OutcomeCounts& part) { return !fallen_since(part, all); }

std::vector<file::KeptPlay> played_since(const OutcomeCounts& before, const OutcomeCounts& now) {
  std::vector<file::KeptPlay> plays;
  Hash lots;
  for (const auto& [cell, count] : now) {
    const auto found = before.find(cell);
    const std::int64_t more = count - (found == before.end() ? 0 : found->second);
    lots.add(static_cast<std::uint64_t>(cell.first.row));
    lots.add(static_cast<std::uint64_t>(cell.first.column));
    lots.add(cell.second.to_string());
    lots.add(static_cast<std::uint64_t>(count));
    file::KeptPlay play{cell.first};
    play.payoff = cell.second;
    plays.insert(plays.end(), static_cast<std::size_t>(std::max<std::int64_t>(more, 0)), play);
  }
  Random(lots.value()).shuffle(plays);
  return plays;
}

namespace {

using namespace reading;
using file::KeptPlay;
using file::MatchLog;
using Form = MatchLog::Form;

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

class LogUpdate {
 public:
  LogUpdate(const Record& log, const RankOptions& options, const StopToken& stop)
      : log_(log), options_(options), stop_(stop), path_(*options.ledger) {}

  League run() {
    check_log(log_, options_);
    number_matches();
    reading::Intake intake(path_, game_, reading::Intake::Reading::allowed);
    read_past(intake.store());
    const auto before = intake.store().next_number();
    const auto recalled = std::ssize(kept_);
    add_new(intake, before);
    for (const KeptPlay& play : kept_) past_.plays.push_back(as_past(play));
    Record all = record();
    all.name = path_;
    const std::vector<std::string> gone = still_gone(intake.store().logs().gone(), recalled);
    Absence absence = absence_of(all, options_, gone);
    if (absence.any()) {
      note_ended_attempts(absence);
      leave_out(absence);
      all = without(all, absence);
    }
    const bool moved = remember_gone(intake, absence);
    const auto frozen = std::ssize(past_.frozen);
    const auto joined = std::ssize(past_.joined);
    const Terms terms{std::ssize(past_.rows), std::ssize(past_.columns), symmetric_, options_.delta,
                      kept_.empty() ? 0 : *kept_.back().number + 1};
    auto standing = intake.writable() ? open_attempts(past_, terms, before, moved)
                                      : standing_attempts(past_, terms);
    write(intake.store(), file::Store::Kind::frozen, past_.frozen, frozen);
    write(intake.store(), file::Store::Kind::joined, past_.joined, joined);
    if (std::ssize(kept_) > recalled || std::ssize(past_.frozen) > frozen ||
        std::ssize(past_.joined) > joined || moved || withdrew_) {
      intake.finish();
    }
    all.notes.insert(all.notes.end(), ended_.begin(), ended_.end());
    const std::vector<MatchLog> logs = intake.store().logs().all();
    const bool counted = std::ranges::count(logs, Form::counts, &MatchLog::form) > 0;
    for (std::string& note : assumed_of(logs)) all.notes.push_back(std::move(note));
    return {std::move(all),         recalled, std::ssize(past_.frozen), std::move(standing),
            std::move(absence.who), counted};
  }

 private:
  /// Numbers the matches as the file will, and finds the game that the file is to be opened for.
  void number_matches() {
    const auto there = reading::game_in(path_);
    game_.seen = there ? there->seen : 0;
    symmetric_ = log_.symmetric;
    if (there) {
      if (there->by_play() && there->row_labels.empty()) {
        throw InputError(path_ + ": it knows its strategies by number, and a log has names");
      }
      // The two sides of a short log may share no name and still be one roster.
      symmetric_ = symmetric_ || (there->symmetric && !options_.two_sided);
      if (symmetric_ && !there->symmetric) {
        throw InputError(
            path_ +
            ": of another league: its rows and columns are different strategies, which "
            "`two-sided` says of a log whose sides share names");
      }
    }
    const Rational middle = (log_.range.low + log_.range.high) / Rational(2);
    if (symmetric_ && options_.tie.value_or(middle) != middle) {
      throw OptionError("tie: in a symmetric game it is worth the middle of the range to both");
    }
    NameTable rows(reading::key_of(options_),
                   there ? there->row_labels : std::vector<std::string>());
    NameTable columns(reading::key_of(options_),
                      there ? there->column_labels : std::vector<std::string>());
    std::vector<Index> of_rows;
    std::vector<Index> of_columns;
    for (const std::string& name : log_.rows) of_rows.push_back(rows.number_of(name));
    NameTable& others = symmetric_ ? rows : columns;
    for (const std::string& name : log_.columns) of_columns.push_back(others.number_of(name));
    game_.symmetric = symmetric_;
    game_.row_labels = rows.names();
    game_.column_labels = others.names();
    game_.rows = std::ssize(rows.names());
    game_.columns = std::ssize(others.names());
    if (std::max(game_.rows, game_.columns) > most_strategies) {
      throw InputError(log_.name + ": " + std::to_string(game_.rows) + " x " +
                       std::to_string(game_.columns) +
                       " strategies, and a league in a ledger has at most 5,000 of a side");
    }
    if (symmetric_) game_.sum = log_.range.low + log_.range.high;
    const Rational width = log_.range.high - log_.range.low;
    game_.run = {{"method", "noisy"},
                 {"delta", text_of_delta(options_.delta)},
                 {"seed", std::to_string(options_.seed)},
                 {"payoff-range", log_.range.low.to_string() + "," + log_.range.high.to_string()},
                 {"epsilon", options_.epsilon.value_or(width / Rational(10)).to_string()}};
    past_.rows = game::all_below(game_.rows);
    past_.columns = game::all_below(game_.columns);
    for (const Play& play : log_.plays) {
      matches_.push_back(as_kept(play, of_rows[at(play.row)], of_columns[at(play.column)]));
    }
  }

  [[nodiscard]] KeptPlay as_kept(const Play& play, Index row, Index column) const {
    const Rational width = log_.range.high - log_.range.low;
    KeptPlay kept{{row, column}};
    kept.payoff = log_.range.low + log_.outcomes[play.outcome] * width;
    if (symmetric_ && row > column) {
      kept.entry = {column, row};
      kept.payoff = log_.range.low + log_.range.high - *kept.payoff;
    }
    return kept;
  }

  void read_past(const Store& store) {
    past_.may_grow = true;
    store.for_each([this](const KeptPlay& play) {
      if (!play.is_ahead()) kept_.push_back(play);
    });
    past_.frozen = store.freezes(file::Store::Kind::frozen);
    past_.joined = store.freezes(file::Store::Kind::joined);
  }

  /// A play that was handed out and has not come back counts as lost: it may be a defeat that takes
  /// long.
  [[nodiscard]] file::Past::Play as_past(const KeptPlay& play) const {
    file::Paid paid{{}, play.lost || !play.payoff};
    if (play.payoff) {
      paid.share = (*play.payoff - log_.range.low) / (log_.range.high - log_.range.low);
    }
    return {play.entry, std::move(paid), *play.number};
  }

  // ------------------------------------------------------------------------------ who has left

  /// The strategies that were dropped before and have not played since.
  [[nodiscard]] std::vector<std::string> still_gone(const std::vector<std::string>& before,
                                                    std::int64_t recalled) {
    if (options_.only) return {};  // the option names all strategies that remain
    std::vector<std::string> gone;
    for (const std::string& name : before) {
      const auto plays = [&](const KeptPlay& play) {
        return game_.row_labels[at(play.entry.row)] == name ||
               game_.column_labels[at(play.entry.column)] == name;
      };
      if (std::any_of(kept_.begin() + recalled, kept_.end(), plays)) {
        ended_.push_back(in_quotes(name) + " is back: it has played again since it was dropped");
      } else {
        gone.push_back(name);
      }
    }
    return gone;
  }

  /// Saves which strategies are dropped, and returns whether that changes anything.
  [[nodiscard]] bool remember_gone(reading::Intake& intake, const Absence& absence) const {
    std::vector<std::string> gone;
    for (const LeftOut& one : absence.who) {
      if (one.why == LeftOut::Why::dropped) gone.push_back(one.name);
    }
    std::ranges::sort(gone);
    gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
    if (!intake.writable() || gone == intake.store().logs().gone()) return false;
    intake.store().logs().put_gone(gone);
    return true;
  }

  /// Notes the attempts that ended because a strategy of their mixture has left.
  void note_ended_attempts(const Absence& absence) {
    for (std::int64_t number = 1; number <= std::ssize(past_.frozen); ++number) {
      const auto attempt = chance::read_attempt(past_, number, options_.delta, symmetric_);
      if (!attempt) continue;
      const auto left = [&](const std::vector<bool>& absent, const chance::Half& half) {
        return std::ranges::any_of(half.strategy, [&](const Weight& weight) {
          return static_cast<bool>(absent[at(weight.strategy)]);
        });
      };
      if (left(absence.rows, attempt->row) || left(absence.columns, attempt->column)) {
        ended_.push_back("the mixture of attempt " + std::to_string(number) +
                         " plays a strategy that has left: its promise no longer counts");
      }
    }
  }

  void leave_out(const Absence& absence) {
    const auto numbers = [](const std::vector<bool>& absent, std::vector<Index>& of_file) {
      of_file = present(absent);
      std::vector<Index> now(absent.size());
      for (std::size_t t = 0; t < of_file.size(); ++t) now[at(of_file[t])] = static_cast<Index>(t);
      return now;
    };
    const std::vector<Index> rows = numbers(absence.rows, past_.rows);
    const std::vector<Index> columns = numbers(absence.columns, past_.columns);
    std::erase_if(past_.plays, [&](const file::Past::Play& play) {
      return absence.rows[at(play.entry.row)] || absence.columns[at(play.entry.column)];
    });
    for (file::Past::Play& play : past_.plays) {
      play.entry = {rows[at(play.entry.row)], columns[at(play.entry.column)]};
    }
  }

  // ------------------------------------------------------------------------------ which log it is

  /// The plays that the file has of a log, in the log's order.
  [[nodiscard]] std::vector<const KeptPlay*> plays_of(const MatchLog& log) const {
    std::vector<const KeptPlay*> plays;
    for (const auto& [first, count] : log.parts) {
      auto play = std::ranges::lower_bound(kept_, first, {}, &KeptPlay::number);
      for (; play != kept_.end() && play->number < first + count; ++play) plays.push_back(&*play);
    }
    return plays;
  }

  /// Numbers the matches of the file and of this log in the same way, to find copies.
  void number_for_copies(const std::vector<MatchLog>& logs) {
    Numbering numbering;
    std::map<Rational, std::uint32_t> outcomes;
    const auto number = [&](const KeptPlay& play) {
      const auto outcome = static_cast<std::uint32_t>(outcomes.size());
      return numbering.number_of(play.entry,
                                 outcomes.try_emplace(*play.payoff, outcome).first->second);
    };
    std::vector<bool> in_log(kept_.size());
    for (const MatchLog& log : logs) {
      Sequence& sequence = sequences_.emplace_back();
      for (const KeptPlay* const play : plays_of(log)) {
        in_log[at(play - kept_.data())] = true;
        if (play->payoff) sequence.matches.push_back(number(*play));
      }
    }
    for (std::size_t t = 0; t < kept_.size(); ++t) {
      if (!in_log[t] && kept_[t].payoff && !kept_[t].lost)
        played_.matches.push_back(number(kept_[t]));
    }
    for (const KeptPlay& match : matches_) sequence_.matches.push_back(number(match));
    bits_ = numbering.bits();
  }

  /// How far this log and one in the file agree, from the first match on.
  struct Likeness {
    std::int64_t shared = 0;  ///< the length of the shorter one
    std::int64_t first_other = 0;
    std::int64_t others = 0;
    double bits = 0;  ///< information of the matches that agree
    [[nodiscard]] bool same() const { return others == 0; }
  };
  [[nodiscard]] Likeness likeness(const Sequence& log) const {
    Likeness found;
    found.shared = std::min(log.size(), sequence_.size());
    found.first_other = found.shared;
    for (std::int64_t t = 0; t < found.shared; ++t) {
      const std::uint32_t match = sequence_.matches[at(t)];
      if (match == log.matches[at(t)]) {
        found.bits += bits_[match];
      } else {
        found.first_other = std::min(found.first_other, t);
        ++found.others;
      }
    }
    return found;
  }

  [[nodiscard]] std::string place_of(std::int64_t match) const {
    const std::uint32_t line = log_.plays[at(match)].line;
    return log_.name + (line > 0 ? ":" + std::to_string(line) : "") + ": ";
  }
  [[nodiscard]] std::string lines_of(std::int64_t first, std::int64_t count) const {
    const bool lines = log_.plays[at(first)].line > 0;
    const auto number = [&](std::int64_t match) {
      return std::to_string(lines ? log_.plays[at(match)].line : match + 1);
    };
    return (lines ? "lines " : "matches ") + number(first) + " to " + number(first + count - 1);
  }

  [[noreturn]] void refuse_as_other(std::int64_t match, const MatchLog& log) const {
    throw InputError(place_of(match) + "this match differs from the copy of the log " +
                     in_quotes(log.name) + " that was imported into " + path_ +
                     " before; nothing was added (another log needs another name: `log NAME`)");
  }

  /// The log in the file that this one continues, and the number of its matches that are known.
  struct Version {
    std::size_t log = 0;  ///< the number of logs if it is new
    std::int64_t known = 0;
  };
  [[nodiscard]] Version find_version(const std::vector<MatchLog>& logs) {
    const std::string name = options_.log.value_or(own_name());
    for (std::size_t t = 0; t < logs.size(); ++t) {
      if (name.empty() || logs[t].name != name) continue;
      const Likeness found = likeness(sequences_[t]);
      if (found.same()) return {t, sequences_[t].size()};
      // The log may begin in the middle of the one in the file, as an export of the last days does.
      const std::int64_t known = gone_on_since(sequence_, sequences_[t], bits_, 1);
      if (known == 0) {
        refuse_turned(logs, sequences_[t]);
        refuse_as_other(found.first_other, logs[t]);
      }
      notes_.push_back("the first " + std::to_string(known) + " matches of " + in_quotes(name) +
                       " are in the ledger, at the end of what it has of that log");
      return {t, known};
    }
    for (std::size_t t = 0; t < logs.size() && !options_.log && !options_.distinct; ++t) {
      if (begins_as(logs[t], sequences_[t])) return {t, sequences_[t].size()};
    }
    return {logs.size(), 0};
  }

  /// Throws if it is unclear whether this is the same log.
  [[nodiscard]] bool begins_as(const MatchLog& log, const Sequence& sequence) {
    const Likeness found = likeness(sequence);
    if (found.shared == 0) return false;
    const double needed = bits_needed(static_cast<double>(sequences_.size()));
    if (!found.same()) {
      // Subtracts the bits of the choice of the matches that differ.
      const double places = static_cast<double>(found.shared);
      const double lost = static_cast<double>(found.others) * (bits_needed(places));
      if (found.bits - lost >= needed) refuse_as_other(found.first_other, log);
      return false;
    }
    const bool whole = sequence.size() == sequence_.size();
    if (found.bits < needed) {
      if (own_name().empty() && whole) return true;
      const std::string text = "its first " + std::to_string(found.shared) +
                               " matches are the same as those of the log " + in_quotes(log.name);
      if (own_name().empty()) {
        throw InputError(place_of(0) + text + " in " + path_ +
                         "; say by `log NAME` whether it is that one or another");
      }
      notes_.push_back(text + ", which may be chance: they count as matches of their own");
      return false;
    }
    if (!own_name().empty()) {
      notes_.push_back(in_quotes(own_name()) + " is taken to be a longer version of the log " +
                       in_quotes(log.name) + ", which begins with the same matches");
    }
    return true;
  }

  /// Throws if this is the log in the file with its newest match first.
  void refuse_turned(const std::vector<MatchLog>& logs, const Sequence& old) const {
    const auto copy = copy_of(sequence_, old, bits_, {1, static_cast<double>(kept_.size())});
    if (copy && copy->backward) refuse_copies(logs, {logs.size(), 0});
  }

  /// Throws if matches that are to be added are copies of matches of another log, or of a run.
  void refuse_copies(const std::vector<MatchLog>& logs, const Version& version) const {
    if (options_.distinct || version.known >= sequence_.size()) return;
    const Sequence fresh{{sequence_.matches.begin() + version.known, sequence_.matches.end()}};
    const Places places{static_cast<double>(logs.size() + 1), static_cast<double>(kept_.size())};
    for (std::size_t t = 0; t <= logs.size(); ++t) {
      if (t == version.log && t < logs.size()) continue;
      const Sequence& old = t < logs.size() ? sequences_[t] : played_;
      const auto copy = copy_of(fresh, old, bits_, places);
      if (!copy) continue;
      const std::int64_t first = version.known + copy->first;
      std::string what = lines_of(first, copy->count) + " are matches " +
                         std::to_string(copy->other + 1) + " to " +
                         std::to_string(copy->other + copy->count) + " of " +
                         (t < logs.size() ? "the log " + in_quotes(logs[t].name) : "the runs") +
                         " in " + path_ + (copy->backward ? ", the other way round" : "") +
                         "; nothing was added, since each match counts once";
      const bool goes_on = t < logs.size() && !copy->backward && first == 0 &&
                           copy->other + copy->count == old.size() && copy->count < fresh.size();
      if (goes_on) what += "; if it is that log, gone on, its name is to be given by `log NAME`";
      if (copy->backward) what += "; a log has its oldest match first";
      throw InputError(place_of(first) + what);
    }
  }

  /// The file's name, without its folder.
  [[nodiscard]] std::string own_name() const {
    if (among(nameless, log_.name)) return "";
    return log_.name.substr(log_.name.find_last_of('/') + 1);
  }

  // ------------------------------------------------------------------------------ withdrawals

  /// Removes from a log in the file the matches that this log no longer has. The lines of this log
  /// must be those of the file, some left out, and then perhaps new ones. The user gives the number
  /// of lines left out, so that a changed line is not taken for the first new one. Which of several
  /// equal matches is removed does not matter: each counts as lost for both players from now on,
  /// and lost plays make no bound false.
  [[nodiscard]] Version withdraw(reading::Intake& intake, std::vector<MatchLog>& logs) {
    const std::string name = options_.log.value_or(own_name());
    const auto log = std::ranges::find(logs, name, &MatchLog::name);
    if (name.empty() || log == logs.end()) {
      throw InputError(log_.name + ": withdrawn: " + path_ + " has no log of that name");
    }
    const auto place = static_cast<std::size_t>(log - logs.begin());
    const Sequence& old = sequences_[place];
    std::vector<bool> stays(old.matches.size());
    std::int64_t found = 0;
    for (std::size_t t = 0; t < stays.size() && found < sequence_.size(); ++t) {
      stays[t] = old.matches[t] == sequence_.matches[at(found)];
      found += stays[t] ? 1 : 0;
    }
    if (old.size() - found != options_.withdrawn) {
      throw InputError(place_of(std::min(found, sequence_.size() - 1)) + "by its lines " +
                       std::to_string(old.size() - found) + " matches that " + path_ + " has of " +
                       in_quotes(name) + " are withdrawn, and not " +
                       std::to_string(options_.withdrawn) +
                       "; nothing was changed. A match may be left out, and new ones stand at the "
                       "end; none may be changed or come in between");
    }
    take_out(intake, *log, stays);
    intake.store().logs().put(static_cast<std::int64_t>(place) + 1, *log);
    withdrew_ = true;
    notes_.push_back(std::to_string(options_.withdrawn) +
                     (options_.withdrawn == 1 ? " match was" : " matches were") +
                     " withdrawn, and count as lost for both sides: promises hold whatever the "
                     "reason, and are lower for it");
    return {place, found};
  }

  void take_out(reading::Intake& intake, MatchLog& log, const std::vector<bool>& stays) {
    std::vector<MatchLog::Part> parts;
    std::size_t match = 0;
    for (const KeptPlay* const one : plays_of(log)) {
      if (!one->payoff || stays[match++]) {
        if (parts.empty() || parts.back().first + parts.back().count != *one->number) {
          parts.push_back({*one->number, 0});
        }
        ++parts.back().count;
        continue;
      }
      KeptPlay& play = kept_[at(one - kept_.data())];
      play.lost = true;
      intake.put(play);
    }
    log.parts = std::move(parts);
  }

  // ------------------------------------------------------------------------------ counts

  [[nodiscard]] OutcomeCounts tally_of(const MatchLog& log) const {
    OutcomeCounts tally;
    for (const KeptPlay* const play : plays_of(log)) add_to(tally, *play);
    return tally;
  }

  /// Adds the matches by which these counts exceed those that the file has under their name.
  void add_counts(reading::Intake& intake, std::int64_t next, std::vector<MatchLog> logs) {
    const std::string name = options_.log.value_or(own_name());
    if (name.empty()) {
      throw InputError(
          log_.name +
          ": counts are known by their name, so that each match counts once; say it by "
          "`log NAME`");
    }
    OutcomeCounts now;
    for (const KeptPlay& match : matches_) add_to(now, match);
    auto log = std::ranges::find(logs, name, &MatchLog::name);
    OutcomeCounts before;
    if (log != logs.end()) {
      before = tally_of(*log);
      if (const auto fallen = fallen_since(before, now)) refuse_fallen(*fallen, name);
    } else {
      refuse_same_counts(logs, now);
      log = logs.insert(logs.end(), {name, {}, Form::counts});
    }
    matches_ = played_since(before, now);
    refuse_other_forms(logs, *log, 0);
    notes_.push_back(
        "counts tell no order: promises hold if results did not decide who met whom, and "
        "how often, between two looks (" +
        std::to_string(matches_.size()) + " matches are new)");
    add_matches(intake, next, 0, *log, log - logs.begin());
  }

  [[noreturn]] void refuse_fallen(const Fallen& fallen, const std::string& name) const {
    std::int64_t place = 0;
    for (std::int64_t t = 0; t < std::ssize(matches_); ++t) {
      if (matches_[at(t)].entry == fallen.entry) place = t;
    }
    throw InputError(place_of(place) + "'" + game_.row_labels[at(fallen.entry.row)] +
                     "' against '" + game_.column_labels[at(fallen.entry.column)] + "' got " +
                     fallen.payoff.to_string() + " in " + std::to_string(fallen.now) +
                     " matches, and in " + std::to_string(fallen.before) + " of what " + path_ +
                     " has of " + in_quotes(name) +
                     "; nothing was added, since counts hold all that was played so far (others "
                     "need another name: `log NAME`)");
  }

  /// Throws if the counts contain all matches of another source, or another source contains all of
  /// them: they may be the same matches at another time.
  void refuse_same_counts(const std::vector<MatchLog>& logs, const OutcomeCounts& now) const {
    if (options_.log || options_.distinct) return;
    for (const MatchLog& log : logs) {
      if (log.form != Form::counts) continue;
      const OutcomeCounts other = tally_of(log);
      const bool more = holds(now, other);
      if (other.empty() || (!more && !holds(other, now))) continue;
      throw InputError(log_.name + (more ? ": it holds" : ": it is held by") +
                       " all matches that " + path_ + " has of " + in_quotes(log.name) +
                       ": these may be the same matches at another time, or others; nothing was "
                       "added. `log NAME` says which source it is, with that name or a new one");
    }
  }

  // ------------------------------------------------------------------------------ forms

  [[nodiscard]] Form form() const {
    if (!log_.ordered) return Form::counts;
    return log_.paired ? Form::pairs : Form::matches;
  }

  static std::string described(Form form) {
    if (form == Form::counts) return "counts";
    return form == Form::pairs ? "pairs of matches (`pair-seats`)" : "single matches";
  }
  static std::string described(const MatchLog& log) {
    const char* const what = log.form == Form::counts  ? "the counts "
                             : log.form == Form::pairs ? "the pairs of "
                                                       : "the log ";
    return what + in_quotes(log.name);
  }

  /// Throws if the file has the log of this name in another form: their matches cannot be compared.
  void refuse_form(const std::vector<MatchLog>& logs) const {
    const std::string name = options_.log.value_or(own_name());
    const auto same = std::ranges::find(logs, name, &MatchLog::name);
    if (name.empty() || same == logs.end() || same->form == form()) return;
    throw InputError(log_.name + ": " + path_ + " has " + described(same->form) + " of " +
                     in_quotes(name) + ", and here are " + described(form()) +
                     "; nothing was added, since it cannot be told which of them are the same "
                     "(others need another name: `log NAME`)");
  }

  /// The plays of live runs.
  [[nodiscard]] MatchLog played_by_runs(const std::vector<MatchLog>& logs) const {
    std::vector<bool> in_log(kept_.size());
    for (const MatchLog& log : logs) {
      for (const KeptPlay* const play : plays_of(log)) in_log[at(play - kept_.data())] = true;
    }
    MatchLog runs;
    for (std::size_t t = 0; t < kept_.size(); ++t) {
      if (!in_log[t]) runs.parts.push_back({*kept_[t].number, 1});
    }
    return runs;
  }

  /// Throws if matches that are to be added may be those of a log in another form: if a new log has
  /// a pairing of that one, or if what a known log has grown by contains all of that one.
  void refuse_other_forms(const std::vector<MatchLog>& logs, const MatchLog& own,
                          std::int64_t known) const {
    if (options_.distinct || known >= std::ssize(matches_)) return;
    OutcomeCounts fresh;
    const auto refuse_if_same = [&](const MatchLog& log, const std::string& other) {
      if (fresh.empty()) {
        for (std::int64_t t = known; t < std::ssize(matches_); ++t) add_to(fresh, matches_[at(t)]);
      }
      const OutcomeCounts theirs = tally_of(log);
      const auto is_met = [&](const auto& cell) {
        const auto met = theirs.lower_bound({cell.first.first, range_below()});
        return met != theirs.end() && met->first.first == cell.first.first;
      };
      const bool may_be =
          own.parts.empty() ? std::ranges::any_of(fresh, is_met) : holds(fresh, theirs);
      if (theirs.empty() || !may_be) return;
      const bool order = form() == Form::counts || log.form == Form::counts;
      throw InputError(log_.name + ": its " + (own.parts.empty() ? "" : "new ") +
                       "matches may be those of " + other + " that " + path_ + " has, " +
                       (log.form == Form::counts ? "which tell no order"
                        : order                  ? "and counts tell no order"
                                : "and only one of the two is read by `pair-seats`") +
                       "; nothing was added. `distinct` says that they are others");
    };
    for (const MatchLog& log : logs) {
      if (log.form != own.form) refuse_if_same(log, described(log));
    }
    if (own.form != Form::matches) refuse_if_same(played_by_runs(logs), "the runs");
  }

  /// A payoff below all others.
  [[nodiscard]] Rational range_below() const { return log_.range.low - Rational(1); }

  /// What promises assume of the logs in the file, as far as the file cannot tell.
  [[nodiscard]] std::vector<std::string> assumed_of(const std::vector<MatchLog>& logs) const {
    std::vector<std::string> notes;
    const std::string own = log_.none ? "" : options_.log.value_or(own_name());
    for (const MatchLog& log : logs) {
      if (log.name == own || log.form == Form::matches) continue;
      notes.push_back(log.form == Form::counts
                          ? described(log) +
                                " tell no order: promises hold if results did not decide who met "
                                "whom, and how often, between two looks"
                          : "a play of " + in_quotes(log.name) +
                                " is two matches with the seats swapped: promises hold if results "
                                "did not decide whether a pair was finished");
    }
    std::vector<std::string> sources;
    for (const MatchLog& log : logs) sources.push_back(described(log));
    std::vector<Form> forms;
    for (const MatchLog& log : logs) forms.push_back(log.form);
    if (!played_by_runs(logs).parts.empty()) {
      sources.emplace_back("the runs");
      forms.push_back(Form::matches);
    }
    if (forms.empty()) return notes;
    const auto counted = std::ranges::count(forms, Form::counts);
    const bool mixed = std::ranges::count(forms, forms.front()) < std::ssize(forms);
    if (!mixed && counted < 2) return notes;
    std::string all;
    for (std::size_t t = 0; t < sources.size(); ++t) {
      all += (t == 0 ? "" : t + 1 == sources.size() ? " and " : ", ") + sources[t];
    }
    notes.push_back("promises hold if no match is in two of " + all +
                    ", which cannot be told of all of them");
    return notes;
  }

  void add_new(reading::Intake& intake, std::int64_t next) {
    std::vector<MatchLog> logs = intake.store().logs().all();
    refuse_form(logs);
    if (!log_.ordered) return add_counts(intake, next, std::move(logs));
    number_for_copies(logs);
    const Version version = options_.withdrawn > 0 ? withdraw(intake, logs) : find_version(logs);
    refuse_copies(logs, version);
    const auto& [place, known] = version;
    if (place == logs.size()) {
      std::string name = options_.log.value_or(own_name());
      if (name.empty()) name = "log " + std::to_string(place + 1);
      logs.push_back({std::move(name), {}, form()});
    }
    refuse_other_forms(logs, logs[place], known);
    add_matches(intake, next, known, logs[place], static_cast<std::int64_t>(place));
  }

  /// Adds the matches from number `known` on as the next plays of the file.
  void add_matches(reading::Intake& intake, std::int64_t next, std::int64_t known, MatchLog& log,
                   std::int64_t place) {
    if (known >= std::ssize(matches_)) return;
    log.parts.push_back({next, std::ssize(matches_) - known});
    for (std::int64_t t = known; t < std::ssize(matches_); ++t, ++next) {
      if (t % 1024 == 0 && stop_.stopped()) {
        throw InputError(path_ + ": interrupted; nothing was added");
      }
      KeptPlay& play = matches_[at(t)];
      play.number = play.seed = next;
      play.origin = file::Origin::log;
      intake.add(play);
      kept_.push_back(std::move(play));
    }
    intake.store().logs().put(place + 1, log);
  }

  static void write(Store& store, file::Store::Kind kind, const std::vector<file::Freeze>& all,
                    std::int64_t known) {
    for (std::int64_t t = known; t < std::ssize(all); ++t) {
      store.freeze(kind, t + 1, all[at(t)]);
    }
  }

  /// The plays with results, for the descriptions.
  [[nodiscard]] Record record() const {
    Record all;
    all.symmetric = symmetric_;
    all.range = log_.range;
    all.percent = log_.percent;
    all.rows = game_.row_labels;
    all.columns = game_.column_labels;
    all.ordered = true;
    all.notes = log_.notes;
    all.notes.insert(all.notes.end(), notes_.begin(), notes_.end());
    std::map<Rational, std::uint32_t> outcomes;
    for (const file::Past::Play& play : past_.plays) {
      if (!play.paid.share || play.paid.lost) continue;
      const auto [found, fresh] =
          outcomes.try_emplace(*play.paid.share, static_cast<std::uint32_t>(all.outcomes.size()));
      if (fresh) all.outcomes.push_back(*play.paid.share);
      all.plays.push_back({play.entry.row, play.entry.column, found->second});
    }
    add_up(all);
    return all;
  }

  const Record& log_;
  const RankOptions& options_;
  const StopToken& stop_;
  std::string path_;
  bool symmetric_ = false;
  file::LedgerGame game_;
  std::vector<KeptPlay> matches_;    // of the log
  std::vector<KeptPlay> kept_;       // of the file, by number
  Sequence sequence_;                // this log
  std::vector<Sequence> sequences_;  // logs in the file
  Sequence played_;                  // plays of runs in the file
  Bits bits_;
  file::Past past_;
  std::vector<std::string> notes_;
  std::vector<std::string> ended_;  // messages on strategies that left or came back
  bool withdrew_ = false;
};

}  // namespace

League look_at_league(const Record& log, const RankOptions& options, const StopToken& stop) {
  try {
    return LogUpdate(log, options, stop).run();
  } catch (const file::LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

}  // namespace league

Matches no_new_matches(const std::string& path) {
  if (file::in_use(path)) {
    const file::Snapshot copy(path);
    return copy.reading([&] { return no_new_matches(copy.path()); });
  }
  const auto game = reading::game_in(path);
  if (!game) throw InputError(path + ": no such ledger file");
  if (!game->by_play()) throw InputError(path + ": a ledger of exact payoffs, not of a league");
  const auto record = std::make_shared<league::Record>();
  record->name = "matches";
  record->none = true;
  record->symmetric = game->symmetric;
  record->ordered = true;
  record->range = reading::range_of(path, *game);
  return Matches(record);
}

}  // namespace allnash
