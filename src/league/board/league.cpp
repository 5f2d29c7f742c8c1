#include "league/board/league.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "allnash/run.hpp"
#include "chance/evidence/freeze.hpp"
#include "core/base/at.hpp"
#include "core/base/text.hpp"
#include "core/game/players.hpp"
#include "league/board/counted.hpp"
#include "league/board/leaving.hpp"
#include "league/board/update.hpp"
#include "league/board/versions.hpp"
#include "league/certify/attempts.hpp"
#include "league/reading/absence.hpp"
#include "league/reading/intake.hpp"
#include "payoffs/file/database_file.hpp"

namespace allnash {
namespace league {
namespace {

using namespace reading;

/// Adds matches to a league's ledger, and looks at all of them.
class LeagueUpdate {
 public:
  LeagueUpdate(const Record& log, const RankOptions& options, const StopToken& stop)
      : update_(update_of(log, options)), stop_(stop) {}

  League run() {
    past_.rows = game::all_below(update_.game.rows);
    past_.columns = game::all_below(update_.game.columns);
    reading::Intake intake(update_.path, update_.game, reading::Intake::Reading::allowed);
    read_past(intake.store());
    const auto before = intake.store().next_number();
    const auto recalled = std::ssize(update_.kept);
    add_new(intake, before);
    for (const KeptPlay& play : update_.kept) past_.plays.push_back(as_past(play));
    Record all = record();
    all.name = update_.path;
    std::int64_t seen = seen_until(start_of_last_look());
    std::vector<std::string> ended;  // messages on strategies that left or came back
    const std::vector<std::string> gone =
        still_gone(update_, intake.store().logs().gone(), recalled, ended);
    Absence absence = absence_of(all, update_.options, gone);
    if (absence.any()) {
      note_ended_attempts(update_, past_, absence, ended);
      leave_out(absence, past_);
      seen = seen_of_present(all, absence, seen);
      all = without(all, absence);
    }
    const bool moved = remember_gone(intake, absence);
    const auto frozen = std::ssize(past_.frozen);
    const auto joined = std::ssize(past_.joined);
    const Terms terms{std::ssize(past_.rows), std::ssize(past_.columns), update_.symmetric,
                      update_.options.delta,
                      update_.kept.empty() ? 0 : *update_.kept.back().number + 1};
    auto standing = intake.writable() ? open_attempts(past_, terms, before, moved)
                                      : standing_attempts(past_, terms);
    write(intake.store(), Store::Kind::frozen, past_.frozen, frozen);
    write(intake.store(), Store::Kind::joined, past_.joined, joined);
    if (std::ssize(update_.kept) > recalled || std::ssize(past_.frozen) > frozen ||
        std::ssize(past_.joined) > joined || moved || update_.options.withdrawn > 0) {
      intake.finish();
    }
    all.notes.insert(all.notes.end(), ended.begin(), ended.end());
    const std::vector<Store::Log> logs = intake.store().logs().all();
    const bool counted = std::ranges::count(logs, Form::counts, &Store::Log::form) > 0;
    std::optional<LedgerLooks> looks;
    if (update_.symmetric) looks = looks_at(update_, logs);
    for (std::string& note : assumed_of(update_, logs)) all.notes.push_back(std::move(note));
    return {std::move(all),         recalled, std::ssize(past_.frozen), std::move(standing),
            std::move(absence.who), counted,  std::move(looks),         seen};
  }

 private:
  void read_past(const Store& store) {
    past_.may_grow = true;
    store.for_each([this](const KeptPlay& play) {
      if (!play.is_ahead()) update_.kept.push_back(play);
    });
    past_.frozen = store.freezes(Store::Kind::frozen);
    past_.joined = store.freezes(Store::Kind::joined);
  }

  /// The number of the first match that the last addition brought.
  [[nodiscard]] std::int64_t start_of_last_look() const {
    std::int64_t last = 0;
    for (const Store::Log& log : update_.logs) {
      for (const auto& [first, count] : log.parts) last = std::max(last, first);
    }
    return last;
  }
  /// How many plays with results have lower numbers.
  [[nodiscard]] std::int64_t seen_until(std::int64_t number) const {
    return std::ranges::count_if(past_.plays, [&](const file::Past::Play& play) {
      return play.number < number && play.paid.share && !play.paid.lost;
    });
  }
  /// How many of the first plays remain without those who are absent.
  [[nodiscard]] static std::int64_t seen_of_present(const Record& all, const Absence& absence,
                                                    std::int64_t seen) {
    return std::count_if(all.plays.begin(), all.plays.begin() + seen, [&](const Play& play) {
      return !absence.rows[at(play.row)] && !absence.columns[at(play.column)];
    });
  }

  /// A play that was handed out and has not come back counts as lost: it may be a defeat that takes
  /// long.
  [[nodiscard]] file::Past::Play as_past(const KeptPlay& play) const {
    file::Paid paid{{}, play.lost || !play.payoff};
    if (play.payoff) {
      paid.share =
          (*play.payoff - update_.log.range.low) / (update_.log.range.high - update_.log.range.low);
    }
    return {play.entry, std::move(paid), *play.number};
  }

  void add_new(reading::Intake& intake, std::int64_t next) {
    update_.logs = intake.store().logs().all();
    refuse_form(update_);
    if (!update_.log.ordered) return add_matches(intake, next, {count_new(update_), 0});
    const Version version = version_in(update_, intake);
    if (version.log == update_.logs.size()) {
      std::string name = update_.name();
      if (name.empty()) name = "log " + std::to_string(version.log + 1);
      update_.logs.push_back({std::move(name), {}, update_.form()});
    }
    refuse_other_forms(update_, update_.logs[version.log], version.known);
    add_matches(intake, next, version);
  }

  /// Adds the matches that the file does not have as the next plays of the file.
  void add_matches(reading::Intake& intake, std::int64_t next, const Version& version) {
    const std::int64_t known = version.known;
    Store::Log& log = update_.logs[version.log];
    if (known >= std::ssize(update_.matches)) return;
    log.parts.push_back({next, std::ssize(update_.matches) - known});
    for (std::int64_t t = known; t < std::ssize(update_.matches); ++t, ++next) {
      if (t % 1024 == 0 && stop_.stopped()) {
        throw InputError(update_.path + ": interrupted; nothing was added");
      }
      KeptPlay& play = update_.matches[at(t)];
      play.number = play.seed = next;
      play.origin = file::Origin::log;
      intake.add(play);
      update_.kept.push_back(std::move(play));
    }
    intake.store().logs().put(static_cast<std::int64_t>(version.log) + 1, log);
  }

  static void write(Store& store, Store::Kind kind, const std::vector<file::Freeze>& all,
                    std::int64_t known) {
    for (std::int64_t t = known; t < std::ssize(all); ++t) {
      store.freeze(kind, t + 1, all[at(t)]);
    }
  }

  /// The plays with results, for the descriptions.
  [[nodiscard]] Record record() const {
    Record all;
    all.symmetric = update_.symmetric;
    all.range = update_.log.range;
    all.percent = update_.log.percent;
    all.rows = update_.game.row_labels;
    all.columns = update_.game.column_labels;
    all.ordered = true;
    all.notes = update_.log.notes;
    all.notes.insert(all.notes.end(), update_.notes.begin(), update_.notes.end());
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

  Update update_;
  const StopToken& stop_;
  file::Past past_;
};

}  // namespace

League look_at_league(const Record& log, const RankOptions& options, const StopToken& stop) {
  try {
    return LeagueUpdate(log, options, stop).run();
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
