#include "league/league.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

#include "allnash/error.hpp"
#include "exact/at.hpp"
#include "exact/text.hpp"
#include "game/players.hpp"
#include "league/attempts.hpp"
#include "league/words.hpp"
#include "ledger/intake.hpp"

namespace allnash {
namespace league {
namespace {

using ledger::KeptPlay;
using ledger::Store;

// Two logs that begin with so many matches alike are one, whatever they are called.
constexpr std::int64_t too_many_alike = 10;

// What matches are called that come from no file: they are known by what they are.
constexpr std::array nameless{"standard input", "matches"};

/// As live runs write a probability: a decimal where a double has it.
std::string text_of_delta(const Rational& delta) {
  const std::string shortest = shortest_text(delta.to_double());
  return Rational::parse(shortest) == delta ? shortest : delta.to_string();
}

void check_log(const Record& log, const RankOptions& options) {
  if (!log.ordered) {
    throw OptionError(
        "ledger: it takes logs; counts and charts do not tell what was played before a mixture was "
        "frozen and what after");
  }
  if (options.schedule == Schedule::fixed) {
    throw OptionError(
        "schedule: a ledger's matches are read as `any`, which holds for a fixed schedule too");
  }
}

class Look {
 public:
  Look(const Record& log, const RankOptions& options, const StopToken& stop)
      : log_(log), options_(options), stop_(stop), path_(*options.ledger) {}

  League run() {
    check_log(log_, options_);
    number_matches();
    ledger::Intake intake(path_, game_, ledger::Intake::Reading::allowed);
    read_past(intake.store());
    const auto before = intake.store().next_number();
    const auto recalled = std::ssize(kept_);
    add_new(intake, before);
    for (const KeptPlay& play : kept_) past_.plays.push_back(as_past(play));
    const auto frozen = std::ssize(past_.frozen);
    const auto joined = std::ssize(past_.joined);
    Attempts attempts(
        past_, {std::ssize(past_.rows), std::ssize(past_.columns), symmetric_, options_.delta});
    auto standing = intake.writable() ? attempts.look(before, options_.seed) : attempts.standing();
    write(intake.store(), Store::Kind::frozen, past_.frozen, frozen);
    write(intake.store(), Store::Kind::joined, past_.joined, joined);
    if (std::ssize(kept_) > recalled || std::ssize(past_.frozen) > frozen ||
        std::ssize(past_.joined) > joined) {
      intake.finish();
    }
    return {record(), recalled, std::ssize(past_.frozen), std::move(standing)};
  }

 private:
  /// The matches as the file will number them, and the game that it is to be opened for.
  void number_matches() {
    const auto there = ledger::game_in(path_);
    game_.seen = there ? there->seen : 0;
    symmetric_ = log_.symmetric;
    if (there) {
      if (there->by_play() && there->row_labels.empty()) {
        throw InputError(path_ + ": it knows its strategies by number, and a log has names");
      }
      // Two sides of a short log may share no name, and be of one roster all the same.
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
    Roll rows(options_.join_names, there ? there->row_labels : std::vector<std::string>());
    Roll columns(options_.join_names, there ? there->column_labels : std::vector<std::string>());
    std::vector<Index> of_rows;
    std::vector<Index> of_columns;
    for (const std::string& name : log_.rows) of_rows.push_back(rows.number_of(name));
    Roll& others = symmetric_ ? rows : columns;
    for (const std::string& name : log_.columns) of_columns.push_back(others.number_of(name));
    game_.symmetric = symmetric_;
    game_.row_labels = rows.names();
    game_.column_labels = others.names();
    game_.rows = std::ssize(rows.names());
    game_.columns = std::ssize(others.names());
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
      if (!play.unlooked_at()) kept_.push_back(play);
    });
    past_.frozen = store.freezes(Store::Kind::frozen);
    past_.joined = store.freezes(Store::Kind::joined);
  }

  /// What was handed out and has not come back may be a loss that takes long.
  [[nodiscard]] ledger::Past::Play as_past(const KeptPlay& play) const {
    ledger::Paid paid{{}, play.lost || !play.payoff};
    if (play.payoff) {
      paid.share = (*play.payoff - log_.range.low) / (log_.range.high - log_.range.low);
    }
    return {play.entry, std::move(paid), play.number};
  }

  // ------------------------------------------------------------------------------ which log it is

  /// What the file has of a log, in its order.
  [[nodiscard]] std::vector<const KeptPlay*> plays_of(const Store::Log& log) const {
    std::vector<const KeptPlay*> plays;
    for (const auto& [first, count] : log.parts) {
      auto play = std::ranges::lower_bound(kept_, first, {}, &KeptPlay::number);
      for (; play != kept_.end() && play->number < first + count; ++play) plays.push_back(&*play);
    }
    return plays;
  }

  struct Likeness {
    std::int64_t shared = 0;  ///< matches that both have a place for
    std::int64_t alike = 0;   ///< of them
    std::int64_t first_other = 0;
    [[nodiscard]] bool same() const { return alike == shared; }
  };
  [[nodiscard]] Likeness likeness(const std::vector<const KeptPlay*>& plays) const {
    Likeness found;
    found.shared = std::min(std::ssize(plays), std::ssize(matches_));
    found.first_other = found.shared;
    for (std::int64_t t = 0; t < found.shared; ++t) {
      const KeptPlay& here = matches_[at(t)];
      const KeptPlay& there = *plays[at(t)];
      if (here.entry == there.entry && here.payoff == there.payoff) {
        ++found.alike;
      } else {
        found.first_other = std::min(found.first_other, t);
      }
    }
    return found;
  }

  [[noreturn]] void refuse(std::int64_t match, const std::string& what) const {
    const std::uint32_t line = log_.plays[at(match)].line;
    throw InputError(log_.name + (line > 0 ? ":" + std::to_string(line) : "") + ": " + what);
  }

  [[noreturn]] void refuse_as_other(std::int64_t match, const Store::Log& log) const {
    refuse(match, "this match is another one in what " + path_ + " has of the log " +
                      in_quotes(log.name) + "; nothing was added (a log of its own needs `log " +
                      "NAME`)");
  }

  /// The number of the log that this one is a version of; above all when it is new.
  [[nodiscard]] std::size_t find_log(const std::vector<Store::Log>& logs) {
    const std::string name = options_.log.value_or(own_name());
    for (std::size_t t = 0; t < logs.size(); ++t) {
      if (name.empty() || logs[t].name != name) continue;
      const Likeness found = likeness(plays_of(logs[t]));
      if (!found.same()) refuse_as_other(found.first_other, logs[t]);
      return t;
    }
    if (options_.log) return logs.size();
    for (std::size_t t = 0; t < logs.size(); ++t) {
      if (begins_as(logs[t])) return t;
    }
    return logs.size();
  }

  /// Throws where that cannot be told.
  [[nodiscard]] bool begins_as(const Store::Log& log) {
    const std::vector<const KeptPlay*> plays = plays_of(log);
    const Likeness found = likeness(plays);
    if (found.shared == 0) return false;
    if (!found.same()) {
      const bool near = found.shared >= too_many_alike && 10 * found.alike > 9 * found.shared;
      if (near) refuse_as_other(found.first_other, log);
      return false;
    }
    if (found.shared < too_many_alike && plays.size() != matches_.size()) {
      refuse(0, "its first matches are those of the log " + in_quotes(log.name) + " in " + path_ +
                    "; say by `log NAME` whether it is that one or another");
    }
    if (!own_name().empty()) {
      notes_.push_back(in_quotes(own_name()) + " was taken for the log " + in_quotes(log.name) +
                       ", which begins with the same matches");
    }
    return true;
  }

  /// As a file is called, without its folder.
  [[nodiscard]] std::string own_name() const {
    if (among(nameless, log_.name)) return "";
    return log_.name.substr(log_.name.find_last_of('/') + 1);
  }

  void add_new(ledger::Intake& intake, std::int64_t next) {
    std::vector<Store::Log> logs = intake.store().logs();
    const std::size_t place = find_log(logs);
    if (place == logs.size()) {
      std::string name = options_.log.value_or(own_name());
      if (name.empty()) name = "log " + std::to_string(place + 1);
      logs.push_back({std::move(name), {}});
    }
    const auto known = std::ssize(plays_of(logs[place]));
    if (known >= std::ssize(matches_)) return;
    logs[place].parts.push_back({next, std::ssize(matches_) - known});
    for (std::int64_t t = known; t < std::ssize(matches_); ++t, ++next) {
      if (t % 1024 == 0 && stop_.stopped()) {
        throw InputError(path_ + ": interrupted; nothing was added");
      }
      KeptPlay& play = matches_[at(t)];
      play.number = next;
      play.seed = -next - 1;  // nobody asked for it
      intake.add(play);
      kept_.push_back(std::move(play));
    }
    intake.store().put_log(static_cast<std::int64_t>(place) + 1, logs[place]);
  }

  static void write(Store& store, Store::Kind kind, const std::vector<ledger::Freeze>& all,
                    std::int64_t known) {
    for (std::int64_t t = known; t < std::ssize(all); ++t) {
      store.freeze(kind, t + 1, all[at(t)]);
    }
  }

  /// What came back, for what is described.
  [[nodiscard]] Record record() const {
    Record all;
    all.symmetric = symmetric_;
    all.range = log_.range;
    all.rows = game_.row_labels;
    all.columns = game_.column_labels;
    all.ordered = true;
    all.notes = log_.notes;
    all.notes.insert(all.notes.end(), notes_.begin(), notes_.end());
    std::map<Rational, std::uint32_t> outcomes;
    for (const ledger::Past::Play& play : past_.plays) {
      if (!play.paid.share) continue;
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
  ledger::LedgerGame game_;
  std::vector<KeptPlay> matches_;  // of the log
  std::vector<KeptPlay> kept_;     // of the file, by number
  ledger::Past past_;
  std::vector<std::string> notes_;
};

}  // namespace

League look_at_league(const Record& log, const RankOptions& options, const StopToken& stop) {
  try {
    return Look(log, options, stop).run();
  } catch (const ledger::LedgerWriteError& error) {
    throw InputError(error.what());
  }
}

}  // namespace league

Matches no_new_matches(const std::string& path) {
  const auto game = ledger::game_in(path);
  if (!game) throw InputError(path + ": no such ledger file");
  if (!game->by_play()) throw InputError(path + ": a ledger of exact payoffs, not of a league");
  const auto record = std::make_shared<league::Record>();
  record->name = "matches";
  record->symmetric = game->symmetric;
  record->ordered = true;
  record->range = ledger::range_of(path, *game);
  return Matches(record);
}

}  // namespace allnash
