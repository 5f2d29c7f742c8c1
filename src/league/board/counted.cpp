#include "league/board/counted.hpp"

#include <algorithm>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/random.hpp"
#include "core/base/text.hpp"

namespace allnash::league {

void add_to(Tally& tally, const file::KeptPlay& play) {
  if (play.payoff) ++tally[{play.entry, *play.payoff}];
}

std::optional<Fallen> fallen_since(const Tally& before, const Tally& now) {
  for (const auto& [cell, count] : before) {
    const auto found = now.find(cell);
    const std::int64_t have = found == now.end() ? 0 : found->second;
    if (have < count) return Fallen{cell.first, cell.second, count, have};
  }
  return {};
}

bool holds(const Tally& all, const Tally& part) { return !fallen_since(part, all); }

std::vector<file::KeptPlay> played_since(const Tally& before, const Tally& now) {
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

Tally tally_of(const Update& update, const Store::Log& log) {
  Tally tally;
  for (const KeptPlay* const play : update.plays_of(log)) add_to(tally, *play);
  return tally;
}

[[noreturn]] void refuse_fallen(const Update& update, const Fallen& fallen,
                                const std::string& name) {
  std::int64_t place = 0;
  for (std::int64_t t = 0; t < std::ssize(update.matches); ++t) {
    if (update.matches[at(t)].entry == fallen.entry) place = t;
  }
  throw InputError(update.place_of(place) + "'" + update.game.row_labels[at(fallen.entry.row)] +
                   "' against '" + update.game.column_labels[at(fallen.entry.column)] + "' got " +
                   fallen.payoff.to_string() + " in " + std::to_string(fallen.now) +
                   " matches, and in " + std::to_string(fallen.before) + " of what " + update.path +
                   " has of " + in_quotes(name) +
                   "; nothing was added, since counts hold all that was played so far (others "
                   "need another name: `log NAME`)");
}

/// Throws if the counts contain all matches of another source, or another source contains all of
/// them: they may be the same matches at another time.
void refuse_same_counts(const Update& update, const Tally& now) {
  if (update.options.log || update.options.distinct) return;
  for (const Store::Log& log : update.logs) {
    if (log.form != Form::counts) continue;
    const Tally other = tally_of(update, log);
    const bool more = holds(now, other);
    if (other.empty() || (!more && !holds(other, now))) continue;
    throw InputError(update.log.name + (more ? ": it holds" : ": it is held by") +
                     " all matches that " + update.path + " has of " + in_quotes(log.name) +
                     ": these may be the same matches at another time, or others; nothing was "
                     "added. `log NAME` says which source it is, with that name or a new one");
  }
}

std::string described(Form form) {
  if (form == Form::counts) return "counts";
  return form == Form::pairs ? "pairs of matches (`pair-seats`)" : "single matches";
}
std::string described(const Store::Log& log) {
  const char* const what = log.form == Form::counts  ? "the counts "
                           : log.form == Form::pairs ? "the pairs of "
                                                     : "the log ";
  return what + in_quotes(log.name);
}

/// The plays of live runs.
Store::Log played_by_runs(const Update& update, const std::vector<Store::Log>& logs) {
  std::vector<bool> in_log(update.kept.size());
  for (const Store::Log& log : logs) {
    for (const KeptPlay* const play : update.plays_of(log))
      in_log[at(play - update.kept.data())] = true;
  }
  Store::Log runs;
  for (std::size_t t = 0; t < update.kept.size(); ++t) {
    if (!in_log[t]) runs.parts.push_back({*update.kept[t].number, 1});
  }
  return runs;
}

}  // namespace

void refuse_form(const Update& update) {
  const std::string name = update.name();
  const auto same = std::ranges::find(update.logs, name, &Store::Log::name);
  if (name.empty() || same == update.logs.end() || same->form == update.form()) return;
  throw InputError(update.log.name + ": " + update.path + " has " + described(same->form) + " of " +
                   in_quotes(name) + ", and here are " + described(update.form()) +
                   "; nothing was added, since it cannot be told which of them are the same "
                   "(others need another name: `log NAME`)");
}

void refuse_other_forms(const Update& update, const Store::Log& own, std::int64_t known) {
  if (update.options.distinct || known >= std::ssize(update.matches)) return;
  const Rational below = update.log.range.low - Rational(1);  // all payoffs
  Tally fresh;
  const auto refuse_if_same = [&](const Store::Log& log, const std::string& other) {
    if (fresh.empty()) {
      for (std::int64_t t = known; t < std::ssize(update.matches); ++t)
        add_to(fresh, update.matches[at(t)]);
    }
    const Tally theirs = tally_of(update, log);
    const auto is_met = [&](const auto& cell) {
      const auto met = theirs.lower_bound({cell.first.first, below});
      return met != theirs.end() && met->first.first == cell.first.first;
    };
    const bool may_be =
        own.parts.empty() ? std::ranges::any_of(fresh, is_met) : holds(fresh, theirs);
    if (theirs.empty() || !may_be) return;
    const bool order = update.form() == Form::counts || log.form == Form::counts;
    throw InputError(update.log.name + ": its " + (own.parts.empty() ? "" : "new ") +
                     "matches may be those of " + other + " that " + update.path + " has, " +
                     (log.form == Form::counts ? "which tell no order"
                      : order                  ? "and counts tell no order"
                              : "and only one of the two is read by `pair-seats`") +
                     "; nothing was added. `distinct` says that they are others");
  };
  for (const Store::Log& log : update.logs) {
    if (log.form != own.form) refuse_if_same(log, described(log));
  }
  if (own.form != Form::matches) refuse_if_same(played_by_runs(update, update.logs), "the runs");
}

std::vector<std::string> assumed_of(const Update& update, const std::vector<Store::Log>& logs) {
  std::vector<std::string> notes;
  const std::string own = update.log.none ? "" : update.name();
  for (const Store::Log& log : logs) {
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
  for (const Store::Log& log : logs) sources.push_back(described(log));
  std::vector<Form> forms;
  for (const Store::Log& log : logs) forms.push_back(log.form);
  if (!played_by_runs(update, logs).parts.empty()) {
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

std::size_t count_new(Update& update) {
  const std::string name = update.name();
  if (name.empty()) {
    throw InputError(update.log.name +
                     ": counts are known by their name, so that each match counts once; say it by "
                     "`log NAME`");
  }
  Tally now;
  for (const KeptPlay& match : update.matches) add_to(now, match);
  auto log = std::ranges::find(update.logs, name, &Store::Log::name);
  Tally before;
  if (log != update.logs.end()) {
    before = tally_of(update, *log);
    if (const auto fallen = fallen_since(before, now)) refuse_fallen(update, *fallen, name);
  } else {
    refuse_same_counts(update, now);
    log = update.logs.insert(update.logs.end(), {name, {}, Form::counts});
  }
  update.matches = played_since(before, now);
  refuse_other_forms(update, *log, 0);
  update.notes.push_back(
      "counts tell no order: promises hold if results did not decide who met whom, and "
      "how often, between two looks (" +
      std::to_string(update.matches.size()) + " matches are new)");
  return static_cast<std::size_t>(log - update.logs.begin());
}

}  // namespace allnash::league
