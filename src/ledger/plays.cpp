#include "ledger/plays.hpp"

#include <algorithm>

#include "allnash/error.hpp"
#include "ledger/ledger.hpp"
#include "sources/mixed.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

using sources::entry_name;

namespace {

void refuse_misfit(const Source& source, const PlaysSettings& settings) {
  check_countable(source.rows(), source.columns(), settings.symmetric);
  if (!settings.symmetric) return;
  const Rational sum = settings.range.low + settings.range.high;
  if (const auto fault = source.symmetry_fault(sum)) {
    throw InputError(entry_name(*fault) +
                     " contradicts a symmetric game in this range: it and its " +
                     "mirror image do not sum to " + sum.to_string());
  }
}

}  // namespace

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

/// Keeps what comes back, by its place among the plays asked.
class Plays::Taker final : public Answers {
 public:
  Taker(Plays& plays, std::span<KeptPlay> round, std::span<const std::size_t> asked)
      : plays_(plays), round_(round), asked_(asked) {}

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    std::vector<KeptPlay> kept;
    for (std::size_t t = 0; t < which.size(); ++t) {
      KeptPlay& play = round_[asked_[which[t]]];
      if (!fault_.empty()) return;
      fault_ = fault_of_play(play.entry, payoffs[t], plays_.range());
      if (!fault_.empty()) break;
      play.payoff = payoffs[t];
      kept.push_back(play);
    }
    keep(kept);
  }
  void handing_out(std::span<const std::size_t> which) override {
    std::vector<std::size_t> places;
    for (const std::size_t t : which) places.push_back(asked_[t]);
    plays_.hand_out(round_, places, false);
  }
  /// Of a source that draws from the seed the next try pays what this one would have.
  void failed(std::span<const std::size_t> which) override {
    if (plays_.source_.seeded()) return;
    std::vector<KeptPlay> kept;
    for (const std::size_t t : which) {
      KeptPlay& play = round_[asked_[t]];
      if (!play.lost) ++plays_.failures_;
      play.lost = true;
      kept.push_back(play);
    }
    keep(kept);
  }
  [[nodiscard]] bool stopped() const override {
    return plays_.settings_.stop.stopped() || !plays_.file_fault_.empty() || !fault_.empty();
  }
  void waiting(const Waiting& now) override {
    if (plays_.on_waiting_) plays_.on_waiting_(now);
  }
  /// Thrown here and not from `take`, which is called by the source.
  void throw_fault() const {
    if (!fault_.empty()) throw InputError(fault_);
  }

 private:
  void keep(std::span<const KeptPlay> kept) {
    plays_.write([&](Store& file) { file.record(kept); });
  }

  Plays& plays_;
  std::span<KeptPlay> round_;
  std::span<const std::size_t> asked_;
  std::string fault_;
};

Plays::Plays(Source& source, const PlaysSettings& settings) : source_(source), settings_(settings) {
  refuse_misfit(source, settings);
}

/// Into the file, if there is one that takes more.
template <typename Write>
void Plays::write(const Write& write) {
  if (file_ == nullptr || !file_fault_.empty()) return;
  try {
    write(*file_);
  } catch (const LedgerWriteError& error) {
    file_fault_ = error.what();
  }
}

/// The plays that a round asks for, numbered.
std::vector<KeptPlay> Plays::round_of(std::span<const Entry> wanted) const {
  std::vector<KeptPlay> round;
  for (Entry entry : wanted) {
    if (symmetric() && entry.row == entry.column) continue;
    if (symmetric() && entry.row > entry.column) std::swap(entry.row, entry.column);
    KeptPlay play{entry};
    play.number = next_ + std::ssize(round);
    play.seed = static_cast<std::int64_t>(play_seed(settings_.seed, play.number));
    round.push_back(std::move(play));
  }
  return round;
}

/// Fills in what the file has of the play; false when that is nothing.
bool Plays::recall(KeptPlay& play) const {
  KeptPlay kept;
  if (!file_->recall_number(play.number, kept)) return false;
  if (kept.entry != play.entry) {
    throw InputError(file_->name() + ": of another run: play " + std::to_string(play.number) +
                     " is of " + entry_name(kept.entry) + " there, of " + entry_name(play.entry) +
                     " here");
  }
  if (kept.payoff) {
    const std::string fault = fault_of_play(kept.entry, *kept.payoff, range());
    if (!fault.empty()) throw InputError(file_->name() + ": damaged: " + fault);
  }
  play = std::move(kept);
  return true;
}

/// Which of a round are to be asked now: not what the file settles, nor what it has as lost from
/// now on.
std::vector<std::size_t> Plays::to_ask(std::span<KeptPlay> round) {
  std::vector<std::size_t> rest;
  std::vector<KeptPlay> lost;
  std::vector<Question> out;
  const bool from_file = file_ != nullptr && !file_->empty();
  for (std::size_t t = 0; t < round.size(); ++t) {
    KeptPlay& play = round[t];
    const bool known = from_file && recall(play);
    if (known && !play.settled() && !source_.seeded()) {
      if (play.planned) {
        out.push_back({play.entry, static_cast<std::uint64_t>(play.seed)});
        continue;
      }
      play.lost = true;
      lost.push_back(play);
    }
    failures_ += play.lost ? 1 : 0;
    if (!play.settled()) rest.push_back(t);
  }
  write([&](Store& file) { file.record(lost); });
  await(out);
  return rest;
}

/// What a plan handed out comes back through an import, and from nowhere else.
void Plays::await(std::span<const Question> out) const {
  if (out.empty()) return;
  if (plan_ != nullptr) {
    out_->assign(out.begin(), out.end());
    return;
  }
  throw InputError(file_->name() + ": " + std::to_string(out.size()) +
                   " plays that a plan handed out have not been imported: import what they paid, "
                   "or `lost` for those that will never come back");
}

/// False when not all of it fits.
bool Plays::fit_budget(std::vector<std::size_t>& asked) const {
  if (!settings_.budget) return true;
  const std::int64_t left = *settings_.budget - (next_ - recalled_);
  if (std::ssize(asked) <= left) return true;
  asked.resize(at(std::max<std::int64_t>(left, 0)));
  return false;
}

std::vector<Question> Plays::plays_at(std::span<const KeptPlay> round,
                                      std::span<const std::size_t> which) const {
  std::vector<Question> plays;
  for (const std::size_t t : which) {
    plays.push_back({round[t].entry, static_cast<std::uint64_t>(round[t].seed)});
  }
  return plays;
}

/// Writes down what goes out. What runs ask of a source that draws from the seed may be asked
/// again, so that nobody need know of it.
void Plays::hand_out(std::span<const KeptPlay> round, std::span<const std::size_t> which,
                     bool planned) {
  if (source_.seeded() && !planned) return;
  std::vector<KeptPlay> out;
  for (const std::size_t t : which) {
    out.push_back(round[t]);
    out.back().planned = planned;
  }
  write([&](Store& file) { file.record(out); });
}

void Plays::make_plan(std::span<const KeptPlay> round, std::span<const std::size_t> asked) {
  hand_out(round, asked, true);
  *plan_ = plays_at(round, asked);
  throw PlanMade();
}

void Plays::play(std::span<KeptPlay> round, std::span<const std::size_t> asked) {
  if (asked.empty()) return;
  if (!source_.tells_what_goes_out()) hand_out(round, asked, false);
  Taker taker(*this, round, asked);
  if (taker.stopped()) return;
  source_.answer(plays_at(round, asked), taker);
  taker.throw_fault();
}

/// Tells the asker of a play that is settled.
void Plays::note(const KeptPlay& play, Entry wanted, std::vector<Paid>& paid) {
  paid.push_back({{}, play.lost});
  ++next_;
  if (!play.payoff) return;
  Rational share = (*play.payoff - range().low) / (range().high - range().low);
  if (wanted != play.entry) share = Rational(1) - share;  // the other way round
  paid.back().share = std::move(share);
  Paying& paying = entries_[play.entry];
  ++paying.plays;
  paying.sum += *play.payoff;
}

bool Plays::ask(std::span<const Entry> wanted, std::vector<Paid>& paid) {
  paid.clear();
  if (ended()) return false;
  std::vector<KeptPlay> round = round_of(wanted);
  std::vector<std::size_t> asked = to_ask(round);
  const bool fits = fit_budget(asked);
  if (plan_ != nullptr && (!asked.empty() || !out_->empty())) make_plan(round, asked);
  out_of_budget_ = !fits;
  if (!round.empty()) ++rounds_;
  play(round, asked);
  // The first ones, without a gap, in the order in which they were asked.
  std::size_t next = 0;
  for (const Entry entry : wanted) {
    if (symmetric() && entry.row == entry.column) {
      paid.push_back({Rational(1, 2), false});
      continue;
    }
    if (!round[next].settled()) return false;
    note(round[next], entry, paid);
    if (!std::ranges::binary_search(asked, next)) ++recalled_;
    ++next;
  }
  return fits && file_fault_.empty();
}

void Plays::freeze(std::int64_t attempt, const std::string& content) {
  write([&](Store& file) { file.freeze(attempt, next_, content); });
}

std::vector<PlayTally> Plays::tallies() const {
  std::vector<PlayTally> list;
  for (const auto& [entry, paying] : entries_) {
    list.push_back({entry, paying.plays, paying.sum / Rational(paying.plays)});
  }
  std::ranges::sort(list, {}, &PlayTally::entry);
  return list;
}

}  // namespace allnash::ledger
