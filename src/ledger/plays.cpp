#include "ledger/plays.hpp"

#include <algorithm>
#include <utility>

#include "allnash/error.hpp"
#include "sources/mixed.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

using sources::entry_name;

std::uint64_t play_seed(std::uint64_t run_seed, std::int64_t number) {
  // Steps that each map 63 bits onto themselves one to one.
  constexpr std::uint64_t mask = (std::uint64_t{1} << 63U) - 1;
  std::uint64_t word = (sources::mixed(run_seed) + static_cast<std::uint64_t>(number)) & mask;
  word = ((word ^ (word >> 29U)) * 0xbf58476d1ce4e5b9U) & mask;
  word = ((word ^ (word >> 31U)) * 0x94d049bb133111ebU) & mask;
  word ^= word >> 30U;
  // 0 asks for the payoff itself; no play has the number -1.
  return word != 0 ? word : play_seed(run_seed, -1);
}

std::string fault_of_play(Entry entry, const Rational& paid, const PayoffRange& range) {
  if (range.holds(paid)) return "";
  return entry_name(entry) + ": a play paid " + paid.to_string() + ", which is outside the range " +
         range.low.to_string() + "," + range.high.to_string();
}

Ledger::Plays::Plays(Account& account, std::span<const Entry> wanted)
    : account_(account), wanted_(wanted) {
  const LedgerSettings& settings = account_.settings;
  for (Entry entry : wanted) {
    if (settings.symmetric && entry.row == entry.column) continue;
    if (settings.symmetric && entry.row > entry.column) std::swap(entry.row, entry.column);
    KeptPlay play{entry};
    play.number = account_.played.count + std::ssize(round_);
    play.seed = static_cast<std::int64_t>(play_seed(settings.seed, play.number));
    round_.push_back(std::move(play));
  }
}

/// Keeps what comes back, by its place among the plays asked.
void Ledger::Plays::take(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
  if (!fault_.empty()) return;
  std::vector<KeptPlay> kept;
  for (std::size_t t = 0; t < which.size(); ++t) {
    KeptPlay& play = round_[asked_[which[t]]];
    fault_ = fault_of_play(play.entry, payoffs[t], range());
    if (!fault_.empty()) break;
    play.payoff = payoffs[t];
    kept.push_back(play);
  }
  record(kept);
}

void Ledger::Plays::handing_out(std::span<const std::size_t> which) {
  std::vector<std::size_t> places;
  for (const std::size_t t : which) places.push_back(asked_[t]);
  hand_out(places, false);
}

/// Of a source that draws from the seed the next try pays what this one would have.
void Ledger::Plays::failed(std::span<const std::size_t> which) {
  if (account_.source.seeded()) return;
  std::vector<KeptPlay> kept;
  for (const std::size_t t : which) {
    KeptPlay& play = round_[asked_[t]];
    if (!play.lost) ++account_.played.failures;
    play.lost = true;
    kept.push_back(play);
  }
  record(kept);
}

/// Fills in what the file has of the play; false when that is nothing.
bool Ledger::Plays::recall(KeptPlay& play) const {
  Store& file = *account_.file;
  KeptPlay kept;
  if (!file.recall_number(play.number, kept)) return false;
  if (kept.entry != play.entry) {
    throw InputError(file.name() + ": of another run: play " + std::to_string(play.number) +
                     " is of " + entry_name(kept.entry) + " there, of " + entry_name(play.entry) +
                     " here");
  }
  check(kept);
  play = std::move(kept);
  return true;
}

void Ledger::Plays::check(const KeptPlay& kept) const {
  if (!kept.payoff) return;
  const std::string fault = fault_of_play(kept.entry, *kept.payoff, range());
  if (!fault.empty()) throw InputError(account_.file->name() + ": damaged: " + fault);
}

/// What was handed out and has not come back is lost, unless a plan waits for it.
void Ledger::Plays::give_up(KeptPlay& play, std::vector<KeptPlay>& lost,
                            std::vector<Question>& out) {
  if (play.planned) {
    out.push_back({play.entry, static_cast<std::uint64_t>(play.seed)});
    return;
  }
  play.lost = true;
  lost.push_back(play);
}

/// What earlier runs left open is settled first: their plays count whatever this one asks.
bool Ledger::Plays::recall_past(std::vector<Past::Play>& plays) {
  std::vector<KeptPlay> lost;
  std::vector<Question> out;
  account_.file->for_each_before([&](const KeptPlay& kept) {
    round_.push_back(kept);
    check(kept);
    if (kept.settled()) return;
    if (account_.source.seeded()) {
      asked_.push_back(round_.size() - 1);
    } else {
      give_up(round_.back(), lost, out);
    }
  });
  record(lost);
  await(std::move(out));
  const auto open = std::ssize(asked_);
  account_.recalled -= open;
  const bool fits = asked_.empty() && account_.played.out.empty() ? true : ask_open();
  for (const KeptPlay& play : round_) {
    if (!play.settled()) return false;
    account_.played.failures += play.lost ? 1 : 0;
    plays.push_back({play.entry, paid_of(play, play.entry), play.number});
  }
  return fits && account_.file_fault.empty();
}

/// Not what the file settles, nor what it has as lost from now on.
void Ledger::Plays::find_what_to_ask() {
  std::vector<KeptPlay> lost;
  std::vector<Question> out;
  const bool from_file = account_.file != nullptr && !account_.file->empty();
  for (std::size_t t = 0; t < round_.size(); ++t) {
    KeptPlay& play = round_[t];
    const bool known = from_file && recall(play);
    if (known && !play.settled() && !account_.source.seeded()) {
      give_up(play, lost, out);
      if (play.planned) continue;
    }
    account_.played.failures += play.lost ? 1 : 0;
    if (!play.settled()) asked_.push_back(t);
  }
  record(lost);
  await(std::move(out));
}

/// What a plan handed out comes back through an import, and from nowhere else.
void Ledger::Plays::await(std::vector<Question> out) {
  if (!out.empty() && !account_.planned.planning()) {
    const bool one = out.size() == 1;
    throw InputError(account_.file->name() + ": " +
                     (one ? "1 play that a plan handed out has"
                          : std::to_string(out.size()) + " plays that a plan handed out have") +
                     " not been imported: import what " + (one ? "it" : "they") +
                     " paid, or `lost` for " +
                     (one ? "one that will never come back" : "those that will never come back"));
  }
  account_.played.out = std::move(out);
}

/// False when not all of it fits.
bool Ledger::Plays::fit_budget() {
  const std::int64_t left = account_.budget_left();
  if (std::ssize(asked_) <= left) return true;
  asked_.resize(at(left));
  return false;
}

std::vector<Question> Ledger::Plays::questions() const {
  std::vector<Question> plays;
  for (const std::size_t t : asked_) {
    plays.push_back({round_[t].entry, static_cast<std::uint64_t>(round_[t].seed)});
  }
  return plays;
}

/// Writes down what goes out.
void Ledger::Plays::hand_out(std::span<const std::size_t> places, bool planned) {
  std::vector<KeptPlay> out;
  for (const std::size_t t : places) {
    out.push_back(round_[t]);
    out.back().planned = planned;
  }
  record(out);
}

void Ledger::Plays::play() {
  if (asked_.empty()) return;
  if (!account_.source.tells_what_goes_out()) hand_out(asked_, false);
  if (stopped()) return;
  account_.source.answer(questions(), *this);
  if (!fault_.empty()) throw InputError(fault_);
}

bool Ledger::Plays::ask(std::vector<Paid>& paid) {
  find_what_to_ask();
  if (!round_.empty() && !account_.planned.planning()) ++account_.rounds;
  const bool fits = ask_open();
  return hand_back(paid) && fits && account_.file_fault.empty();
}

/// False when the budget did not allow for all of it, or it is planned.
bool Ledger::Plays::ask_open() {
  const bool fits = fit_budget();
  if (account_.planned.planning() && !(asked_.empty() && account_.played.out.empty())) {
    hand_out(asked_, true);
    account_.planned.make(questions());
    return false;
  }
  account_.out_of_budget = !fits;
  play();
  return fits;
}

/// The first plays, without a gap, in the order in which they were asked. False when some are
/// missing.
bool Ledger::Plays::hand_back(std::vector<Paid>& paid) {
  std::size_t next = 0;
  for (const Entry entry : wanted_) {
    if (account_.settings.symmetric && entry.row == entry.column) {
      paid.push_back({Rational(1, 2), false});
      continue;
    }
    if (!round_[next].settled()) return false;
    note(round_[next], entry, paid);
    if (!std::ranges::binary_search(asked_, next)) ++account_.recalled;
    ++next;
  }
  return true;
}

/// Tells the asker of a play that is settled.
void Ledger::Plays::note(const KeptPlay& play, Entry wanted, std::vector<Paid>& paid) {
  paid.push_back(paid_of(play, wanted));
  ++account_.played.count;
}

/// Counted, as whoever wanted that entry sees it.
Paid Ledger::Plays::paid_of(const KeptPlay& play, Entry wanted) {
  Paid paid{{}, play.lost};
  if (!play.payoff) return paid;
  Rational share = (*play.payoff - range().low) / (range().high - range().low);
  if (wanted != play.entry) share = Rational(1) - share;  // the other way round
  paid.share = std::move(share);
  PlayCounts::Paying& paying = account_.played.entries[play.entry];
  ++paying.plays;
  paying.sum += *play.payoff;
  return paid;
}

std::vector<PlayTally> PlayCounts::tallies() const {
  std::vector<PlayTally> list;
  for (const auto& [entry, paying] : entries) {
    list.push_back({entry, paying.plays, paying.sum / Rational(paying.plays)});
  }
  std::ranges::sort(list, {}, &PlayTally::entry);
  return list;
}

}  // namespace allnash::ledger
