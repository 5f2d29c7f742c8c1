// Rounds of plays of a game of chance (round.hpp).
#include <algorithm>
#include <utility>

#include "allnash/run.hpp"
#include "core/base/text.hpp"
#include "payoffs/asking/round.hpp"

namespace allnash::asking {

Ledger::Plays::Plays(Account& account, std::span<const Entry> wanted, NextPlays next)
    : Round(account), wanted_(wanted), next_(std::move(next)) {
  for (Entry entry : wanted) {
    if (!account_.mirrored.name(entry)) continue;
    round_.push_back(next_of(entry, upto_));
    round_.back().number = account_.played.count + std::ssize(round_) - 1;
    after_.push_back(upto_.at(entry));
  }
}

/// Keeps the results of plays of the round, by their index in the round.
void Ledger::Plays::take(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
  came_ += std::ssize(which);
  std::vector<KeptPlay> kept;
  for (std::size_t t = 0; t < which.size(); ++t) {
    KeptPlay& play = round_[asked_[which[t]]];
    if (!pays_within_range(play.entry, payoffs[t])) break;
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

/// If the source draws from the seed, the next try has the same result; if plays are lost by
/// chance, it is as good.
void Ledger::Plays::failed(std::span<const std::size_t> which) {
  if (account_.asks_again()) return;
  account_.plays_lost = true;
  std::vector<KeptPlay> kept;
  for (const std::size_t t : which) {
    KeptPlay& play = round_[asked_[t]];
    if (!play.lost) ++account_.played.failures;
    play.lost = true;
    kept.push_back(play);
  }
  record(kept);
}

/// The next play of an entry after those that the method has asked for, and after those in `upto`.
KeptPlay Ledger::Plays::next_of(Entry entry, Places& upto) const {
  KeptPlay play{entry, Origin::asked};
  std::int64_t& place = upto.try_emplace(entry, account_.places[entry]).first->second;
  do {
    play.place = place++;
    play.seed = account_.seed_of(entry, play.place);
  } while (passed_over(play));
  return play;
}

/// True for a play that an earlier run asked for and this one has not: one before it may not have
/// gone out. Also for one that a freeze has left behind. Later plays have higher numbers.
bool Ledger::Plays::passed_over(const KeptPlay& play) const {
  if (account_.left_behind.contains(play.seed)) return true;
  KeptPlay kept;
  return from_file() && account_.archive->recall(play, kept) && kept.number &&
         *kept.number < account_.played.count;
}

void Ledger::Plays::leave_behind() {
  if (account_.asks_again() || !std::exchange(account_.plays_lost, false)) return;
  std::vector<KeptPlay> left;
  if (account_.archive != nullptr) {
    account_.archive->for_each_ahead([&](const KeptPlay& play) { left.push_back(play); });
  } else {
    for (const auto& [seed, play] : account_.out_ahead) left.push_back(play);
    std::ranges::sort(left, {},
                      [](const KeptPlay& play) { return std::pair(play.entry, play.place); });
  }
  for (KeptPlay& play : left) {
    play.number = account_.played.count++;
    if (account_.out_ahead.erase(play.seed) == 0) ++account_.recalled;
    account_.left_behind.emplace(play.seed, play);
  }
  record(left);
}

/// Fills in the file's record of the play; false if there is none. A play that nobody has looked at
/// gets its number now.
bool Ledger::Plays::recall(KeptPlay& play, bool& renumbered) const {
  Archive& file = *account_.archive;
  KeptPlay kept;
  if (file.recall_number(*play.number, kept) &&
      !(kept.entry == play.entry && kept.seed == play.seed)) {
    throw InputError(file.name() + ": of another run: play " + std::to_string(*play.number) +
                     " is of " + entry_name(kept.entry) + " there, of " + entry_name(play.entry) +
                     " here");
  }
  if (!file.recall(play, kept)) return false;
  check(kept);
  if (kept.number && kept.number != play.number) {
    throw InputError(file.name() + ": of another run: its play " + std::to_string(*kept.number) +
                     " is play " + std::to_string(*play.number) + " here");
  }
  renumbered = !kept.number;
  kept.number = play.number;
  play = std::move(kept);
  return true;
}

/// Fills in the result of a play that this run asked ahead; false if it was not asked ahead.
bool Ledger::Plays::claim(KeptPlay& play) const {
  const auto found = account_.out_ahead.find(play.seed);
  if (found == account_.out_ahead.end()) return false;
  play.payoff = found->second.payoff;
  play.lost = found->second.lost;
  return true;
}

void Ledger::Plays::check(const KeptPlay& kept) const {
  if (!kept.payoff) return;
  const std::string fault = fault_of_play(kept.entry, *kept.payoff, range());
  if (!fault.empty()) throw InputError(account_.archive->name() + ": damaged: " + fault);
}

/// Refuses payoffs outside the range; false from the first one on.
bool Ledger::Plays::pays_within_range(Entry entry, const Rational& paid) {
  const std::string fault = fault_of_play(entry, paid, range());
  if (!fault.empty()) fail<InputError>(fault);
  return !has_failed();
}

/// A play that was handed out and has not come back is lost, unless a plan waits for it.
bool Ledger::Plays::give_up(KeptPlay& play, std::vector<Question>& out) const {
  if (play.planned) out.push_back({play.entry, static_cast<std::uint64_t>(play.seed)});
  play.lost = !play.planned;
  return play.lost;
}

/// Settles open plays of earlier runs first: they count whatever this run asks.
bool Ledger::Plays::recall_past(std::vector<Past::Play>& plays) {
  if (!recheck()) return false;
  std::vector<KeptPlay> lost;
  std::vector<Question> out;
  account_.archive->for_each_before([&](const KeptPlay& kept) {
    round_.push_back(kept);
    check(kept);
    if (kept.origin == Origin::asked) ++account_.places[kept.entry];
    if (kept.settled()) return;
    if (account_.asks_again()) {
      open(round_.size() - 1);
    } else if (give_up(round_.back(), out)) {
      lost.push_back(round_.back());
    }
  });
  record(lost);
  await(std::move(out));
  const auto open = std::ssize(asked_);
  account_.recalled -= open;
  const bool fits = ask_open(0);
  for (const KeptPlay& play : round_) {
    if (!play.settled()) return false;
    account_.played.failures += play.lost ? 1 : 0;
    plays.push_back({play.entry, paid_of(play, play.entry), *play.number});
  }
  return fits && account_.file_fault.empty();
}

/// Leaves out plays that are settled, and plays that the file counts as lost from now on. A play
/// that was asked ahead gets its number in the file before anybody looks at its result.
void Ledger::Plays::find_what_to_ask() {
  std::vector<KeptPlay> changed;
  std::vector<Question> out;
  for (std::size_t t = 0; t < round_.size(); ++t) {
    KeptPlay& play = round_[t];
    bool changes = claim(play);
    if (!changes && from_file() && recall(play, changes) && !play.settled() &&
        !account_.asks_again()) {
      if (give_up(play, out)) changes = true;
      if (play.planned) continue;
    }
    if (changes) changed.push_back(play);
    account_.played.failures += play.lost ? 1 : 0;
    if (!play.settled()) open(t);
  }
  record(changed);
  await(std::move(out));
}

/// Plays that a plan handed out come back only through an import.
void Ledger::Plays::await(std::vector<Question> out) {
  if (!out.empty() && !account_.settings.planning) {
    const bool one = out.size() == 1;
    throw InputError(account_.archive->name() + ": " +
                     (one ? "1 play that a plan handed out has"
                          : std::to_string(out.size()) + " plays that a plan handed out have") +
                     " not been imported: import what " + (one ? "it" : "they") +
                     " paid, or `lost` for " +
                     (one ? "one that will never come back" : "those that will never come back"));
  }
  account_.played.out = std::move(out);
}

/// Adds a play to the open questions.
void Ledger::Plays::open(std::size_t place) {
  asked_.push_back(place);
  open_.push_back({round_[place].entry, static_cast<std::uint64_t>(round_[place].seed)});
}

/// Records the plays that go out.
void Ledger::Plays::hand_out(std::span<const std::size_t> places, bool planned) {
  std::vector<KeptPlay> out;
  for (const std::size_t t : places) {
    out.push_back(round_[t]);
    out.back().planned = planned;
  }
  record(out);
}

/// Asks the source; `hand_back` then returns the results.
bool Ledger::Plays::send() {
  if (open_.empty()) return true;
  if (!account_.source.traits().tells_what_goes_out) hand_out(asked_, false);
  if (stopped()) return true;
  account_.source.answer(open_, *this);
  throw_fault();
  return true;
}

bool Ledger::Plays::ask(std::vector<Paid>& paid) {
  if (!recheck()) return false;
  find_what_to_ask();
  if (!round_.empty() && !account_.settings.planning) count();
  const bool fits = ask_open(0);
  return hand_back(paid) && fits;
}

/// Returns the results in the order in which they were asked, up to the first that is missing.
/// False if some are missing.
bool Ledger::Plays::hand_back(std::vector<Paid>& paid) {
  std::size_t next = 0;
  for (const Entry entry : wanted_) {
    if (account_.settings.symmetric && entry.row == entry.column) {
      paid.push_back({Rational(1, 2), false});
      continue;
    }
    if (!round_[next].settled()) return false;
    if (!std::ranges::binary_search(asked_, next) && !went_ahead(round_[next].seed))
      ++account_.recalled;
    note(next++, entry, paid);
  }
  return true;
}

/// Returns the result of a play that is settled.
void Ledger::Plays::note(std::size_t place, Entry wanted, std::vector<Paid>& paid) {
  const KeptPlay& play = round_[place];
  paid.push_back(paid_of(play, wanted));
  ++account_.played.count;
  account_.places[play.entry] = after_[place];
  account_.out_ahead.erase(play.seed);
}

/// Makes a new forecast, unless few results have come since the last or forecasts take much of the
/// time: workers wait meanwhile.
void Ledger::Plays::look_ahead() {
  constexpr std::int64_t some = 32;
  constexpr int rest = 9;  // as a multiple of the last forecast's time
  const auto now = StopToken::Clock::now();
  if (came_ < next_look_at_ || now < rests_until_) return;
  next_look_at_ = came_ + some;
  Places upto = upto_;
  const std::vector<Entry> all = next_(arrived(), [&](Entry entry) { return peek(entry, upto); });
  expected_.assign(all.begin(), all.end());
  expected_upto_ = upto_;
  const auto done = StopToken::Clock::now();
  rests_until_ = done + rest * (done - now);
}

std::optional<Paid> Ledger::Plays::peek(Entry wanted, Places& upto) const {
  Entry entry = wanted;
  if (!account_.mirrored.name(entry)) return Paid{Rational(1, 2), false};
  const auto found = account_.out_ahead.find(next_of(entry, upto).seed);
  if (found == account_.out_ahead.end() || !found->second.settled()) return {};
  return share_of(found->second, wanted);
}

/// The forecast plays that follow those of the round, unless they are out already.
std::vector<Question> Ledger::Plays::expected(std::size_t most) {
  if (!next_) return {};
  look_ahead();
  std::vector<KeptPlay> some;
  while (some.size() < most && !expected_.empty()) {
    Entry entry = expected_.front();
    expected_.pop_front();
    if (!account_.mirrored.name(entry)) continue;
    KeptPlay play = next_of(entry, expected_upto_);
    KeptPlay kept;
    if (went_ahead(play.seed) || (from_file() && account_.archive->recall(play, kept))) continue;
    some.push_back(std::move(play));
  }
  record(some);
  if (stopped()) return {};  // the file has failed
  std::vector<Question> questions;
  for (KeptPlay& play : some) {
    questions.push_back({play.entry, static_cast<std::uint64_t>(play.seed)});
    account_.out_ahead.emplace(play.seed, std::move(play));
  }
  return questions;
}

void Ledger::Plays::take(std::span<const Question> which, std::span<const Rational> payoffs) {
  came_ += std::ssize(which);
  std::vector<KeptPlay> kept;
  for (std::size_t t = 0; t < which.size(); ++t) {
    KeptPlay* const play = asked_ahead(which[t]);
    if (play == nullptr) continue;
    if (!pays_within_range(which[t].entry, payoffs[t])) break;
    play->payoff = payoffs[t];
    kept.push_back(*play);
  }
  record(kept);
}

/// A play asked ahead that failed is lost, at its place. It is asked again only if the source draws
/// from the seed and the method asks for it.
void Ledger::Plays::failed(std::span<const Question> which) {
  if (account_.asks_again()) return;
  account_.plays_lost = true;
  std::vector<KeptPlay> kept;
  for (const Question& one : which) {
    KeptPlay* const play = asked_ahead(one);
    if (play == nullptr) continue;
    play->lost = true;
    kept.push_back(*play);
  }
  record(kept);
}

KeptPlay* Ledger::Plays::asked_ahead(const Question& play) {
  for (auto* const some : {&account_.out_ahead, &account_.left_behind}) {
    const auto found = some->find(static_cast<std::int64_t>(play.seed));
    if (found != some->end()) return &found->second;
  }
  return nullptr;
}

/// The payoff scaled to [0, 1], as seen from the entry that was wanted.
Paid Ledger::Plays::share_of(const KeptPlay& play, Entry wanted) const {
  Paid paid{{}, play.lost};
  if (!play.payoff) return paid;
  Rational share = (*play.payoff - range().low) / (range().high - range().low);
  if (wanted != play.entry) share = Rational(1) - share;  // the match was played with seats swapped
  paid.share = std::move(share);
  return paid;
}

/// The same, and counts the play.
Paid Ledger::Plays::paid_of(const KeptPlay& play, Entry wanted) {
  PlayCounts::Losing& losing = account_.played.losing[play.entry];
  ++losing.plays;
  losing.lost += play.lost ? 1 : 0;
  if (play.payoff) {
    PlayCounts::Paying& paying = account_.played.entries[play.entry];
    ++paying.plays;
    paying.sum += *play.payoff;
  }
  return share_of(play, wanted);
}

Arrived Ledger::Plays::arrived() const {
  Arrived all;
  std::size_t next = 0;
  for (const Entry entry : wanted_) {
    all.emplace_back();
    if (account_.settings.symmetric && entry.row == entry.column) continue;
    const KeptPlay& play = round_[next++];
    if (play.settled()) all.back() = share_of(play, entry);
  }
  return all;
}

std::vector<PlayTally> PlayCounts::tallies() const {
  std::vector<PlayTally> list;
  for (const auto& [entry, paying] : entries) {
    list.push_back({entry, paying.plays, paying.sum / Rational(paying.plays)});
  }
  std::ranges::sort(list, {}, &PlayTally::entry);
  return list;
}

}  // namespace allnash::asking
