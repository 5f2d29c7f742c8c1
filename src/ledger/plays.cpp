#include "ledger/plays.hpp"

#include <algorithm>

#include "allnash/error.hpp"
#include "ledger/database_file.hpp"
#include "ledger/ledger.hpp"
#include "sources/families/noise.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

using sources::entry_name;

namespace {

void refuse_misfit(const PlaySource& source, const PlaysSettings& settings) {
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
  return word ^ (word >> 30U);
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
  void failed(std::span<const std::size_t> which) override {
    std::vector<KeptPlay> kept;
    for (const std::size_t t : which) {
      KeptPlay& play = round_[asked_[t]];
      if (!play.failed) ++plays_.failures_;
      play.failed = true;
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
    plays_.write([&](PlaysFile& file) { file.record(kept); });
  }

  Plays& plays_;
  std::span<KeptPlay> round_;
  std::span<const std::size_t> asked_;
  std::string fault_;
};

Plays::Plays(PlaySource& source, const PlaysSettings& settings)
    : source_(source), settings_(settings) {
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

/// Which of a round the file does not answer.
std::vector<std::size_t> Plays::unanswered(std::span<KeptPlay> round) const {
  std::vector<std::size_t> rest;
  for (std::size_t t = 0; t < round.size(); ++t) {
    KeptPlay& play = round[t];
    if (file_ != nullptr && !file_->empty()) {
      if (const auto kept = file_->recall(play.number)) {
        if (kept->entry != play.entry) {
          throw InputError(file_->name() + ": of another run: play " + std::to_string(play.number) +
                           " is of " + entry_name(kept->entry) + " there, of " +
                           entry_name(play.entry) + " here");
        }
        play = *kept;
      }
    }
    if (!play.payoff) rest.push_back(t);
  }
  return rest;
}

bool Plays::ask(std::span<const Entry> wanted, std::vector<Paid>& paid) {
  paid.clear();
  if (ended()) return false;
  std::vector<KeptPlay> round;
  for (Entry entry : wanted) {
    if (symmetric() && entry.row == entry.column) continue;
    if (symmetric() && entry.row > entry.column) std::swap(entry.row, entry.column);
    round.push_back({next_ + std::ssize(round), entry, {}, false});
  }
  std::vector<std::size_t> asked = unanswered(round);
  for (const KeptPlay& play : round) failures_ += play.failed ? 1 : 0;
  bool fits = true;
  if (settings_.budget) {
    const std::int64_t left = *settings_.budget - (next_ - recalled_);
    fits = std::ssize(asked) <= left;
    if (!fits) asked.resize(at(std::max<std::int64_t>(left, 0)));
  }
  std::vector<Play> plays;
  for (const std::size_t t : asked) {
    plays.push_back({round[t].entry, play_seed(settings_.seed, round[t].number)});
  }
  if (plan_ != nullptr && !plays.empty()) {
    std::vector<KeptPlay> planned;
    for (const std::size_t t : asked) planned.push_back(round[t]);
    write([&](PlaysFile& file) {
      file.record(planned);
    });  // so that what people play is known by its seed
    *plan_ = std::move(plays);
    throw PlanMade();
  }
  out_of_budget_ = !fits;
  if (!round.empty()) ++rounds_;
  if (!plays.empty()) {
    Taker taker(*this, round, asked);
    source_.play(plays, taker);
    taker.throw_fault();
  }
  const Rational width = range().high - range().low;
  // The first ones, without a gap, in the order in which they were asked.
  std::size_t next = 0;
  for (const Entry entry : wanted) {
    if (symmetric() && entry.row == entry.column) {
      paid.push_back({Rational(1, 2), false});
      continue;
    }
    if (next == round.size() || !round[next].payoff) return false;
    const KeptPlay& play = round[next];
    Rational share = (*play.payoff - range().low) / width;
    if (symmetric() && entry.row > entry.column) share = Rational(1) - share;
    paid.push_back({std::move(share), play.failed});
    Paying& paying = entries_[play.entry];
    ++paying.plays;
    paying.sum += *play.payoff;
    ++next_;
    const bool new_one = std::ranges::binary_search(asked, next);
    if (!new_one) ++recalled_;
    ++next;
  }
  return fits && file_fault_.empty();
}

void Plays::freeze(std::int64_t attempt, const std::string& content) {
  write([&](PlaysFile& file) { file.freeze(attempt, next_, content); });
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
