#include "ledger/plays.hpp"

#include <algorithm>
#include <limits>
#include <unordered_set>
#include <utility>

#include "allnash/error.hpp"
#include "ledger/file.hpp"
#include "ledger/ledger.hpp"
#include "ledger/plays_file.hpp"
#include "ledger/seen.hpp"
#include "sources/families/noise.hpp"

namespace allnash::ledger {
namespace {

std::string text_of(Entry entry) {
  return "entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ")";
}

void refuse_misfit(const PlaySource& source, const PlaysSettings& settings) {
  constexpr Index largest_side = std::numeric_limits<std::uint32_t>::max();
  const std::string shape =
      std::to_string(source.rows()) + " x " + std::to_string(source.columns());
  if (source.rows() < 1 || source.columns() < 1) {
    throw InputError("a game of " + shape + " has no entries");
  }
  if (source.rows() > largest_side || source.columns() > largest_side) {
    throw InputError("a game of " + shape + " has too many entries to count");
  }
  if (!settings.symmetric) return;
  if (source.rows() != source.columns()) {
    throw InputError("a game of " + shape + " is not square, so not symmetric");
  }
  const Rational sum = settings.range.low + settings.range.high;
  if (const auto fault = source.symmetry_fault(sum)) {
    throw InputError(text_of(*fault) + " contradicts a symmetric game in this range: it and its " +
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

struct Plays::Store {
  Store(PlaySource& from, const PlaysSettings& how)
      : source(from), settings(how), width(how.range.high - how.range.low) {}

  [[nodiscard]] bool ended() const {
    return settings.stop.stopped() || !file_fault.empty() || out_of_budget;
  }

  void keep(std::span<const KeptPlay> kept) {
    if (file == nullptr || !file_fault.empty()) return;
    try {
      file->record(kept);
    } catch (const LedgerWriteError& error) {
      file_fault = error.what();
    }
  }

  void check_range(Entry entry, const Rational& payoff) const {
    if (payoff >= settings.range.low && payoff <= settings.range.high) return;
    throw InputError(text_of(entry) + ": a play paid " + payoff.to_string() +
                     ", which is outside the range " + settings.range.low.to_string() + "," +
                     settings.range.high.to_string());
  }

  PlaySource& source;
  PlaysSettings settings;
  Rational width;
  PlaysFile* file = nullptr;
  std::vector<Play>* plan = nullptr;
  std::int64_t next = 0;  // the number of the next play
  std::int64_t recalled = 0;
  std::int64_t rounds = 0;
  std::int64_t failures = 0;
  bool out_of_budget = false;
  std::string file_fault;
  std::unordered_set<Entry, EntryHash> entries;
  std::function<void(const Waiting&)> on_waiting;
};

/// Keeps what comes back, by its place among the plays asked.
class Plays::Taker final : public Answers {
 public:
  Taker(Store& store, std::span<KeptPlay> round, std::span<const std::size_t> asked)
      : store_(store), round_(round), asked_(asked) {}

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    std::vector<KeptPlay> kept;
    for (std::size_t t = 0; t < which.size(); ++t) {
      KeptPlay& play = round_[asked_[which[t]]];
      if (!fault_.empty()) return;
      try {
        store_.check_range(play.entry, payoffs[t]);
      } catch (const InputError& error) {
        fault_ = error.what();
        break;
      }
      play.payoff = payoffs[t];
      kept.push_back(play);
    }
    store_.keep(kept);
  }
  void failed(std::span<const std::size_t> which) override {
    std::vector<KeptPlay> kept;
    for (const std::size_t t : which) {
      KeptPlay& play = round_[asked_[t]];
      if (!play.failed) ++store_.failures;
      play.failed = true;
      kept.push_back(play);
    }
    store_.keep(kept);
  }
  [[nodiscard]] bool stopped() const override {
    return store_.settings.stop.stopped() || !store_.file_fault.empty() || !fault_.empty();
  }
  void waiting(const Waiting& now) override {
    if (store_.on_waiting) store_.on_waiting(now);
  }
  /// Thrown here and not from `take`, which is called by the source.
  void throw_fault() const {
    if (!fault_.empty()) throw InputError(fault_);
  }

 private:
  Store& store_;
  std::span<KeptPlay> round_;
  std::span<const std::size_t> asked_;
  std::string fault_;
};

Plays::Plays(PlaySource& source, const PlaysSettings& settings) {
  refuse_misfit(source, settings);
  store_ = std::make_unique<Store>(source, settings);
}

Plays::~Plays() = default;

void Plays::keep_in(PlaysFile& file) { store_->file = &file; }
void Plays::plan_into(std::vector<Play>& plan) { store_->plan = &plan; }
Index Plays::rows() const { return store_->source.rows(); }
Index Plays::columns() const { return store_->source.columns(); }
bool Plays::symmetric() const { return store_->settings.symmetric; }
const PayoffRange& Plays::range() const { return store_->settings.range; }

namespace {

/// Which of a round the file does not answer.
std::vector<std::size_t> unanswered(std::span<KeptPlay> round, PlaysFile* file) {
  std::vector<std::size_t> rest;
  for (std::size_t t = 0; t < round.size(); ++t) {
    KeptPlay& play = round[t];
    if (file != nullptr && !file->empty()) {
      if (const auto kept = file->recall(play.number)) {
        if (kept->entry != play.entry) {
          throw InputError(file->name() + ": of another run: play " + std::to_string(play.number) +
                           " is of " + text_of(kept->entry) + " there, of " + text_of(play.entry) +
                           " here");
        }
        play = *kept;
      }
    }
    if (!play.payoff) rest.push_back(t);
  }
  return rest;
}

}  // namespace

bool Plays::ask(std::span<const Entry> wanted, std::vector<Paid>& paid) {
  Store& store = *store_;
  paid.clear();
  if (store.ended()) return false;
  std::vector<KeptPlay> round;
  for (Entry entry : wanted) {
    if (symmetric() && entry.row == entry.column) continue;
    if (symmetric() && entry.row > entry.column) std::swap(entry.row, entry.column);
    round.push_back({store.next + std::ssize(round), entry, {}, false});
  }
  std::vector<std::size_t> asked = unanswered(round, store.file);
  for (const KeptPlay& play : round) store.failures += play.failed ? 1 : 0;
  bool fits = true;
  if (store.settings.budget) {
    const std::int64_t left = *store.settings.budget - (store.next - store.recalled);
    fits = std::ssize(asked) <= left;
    if (!fits) asked.resize(static_cast<std::size_t>(std::max<std::int64_t>(left, 0)));
  }
  std::vector<Play> plays;
  for (const std::size_t t : asked) {
    plays.push_back({round[t].entry, play_seed(store.settings.seed, round[t].number)});
  }
  if (store.plan != nullptr && !plays.empty()) {
    std::vector<KeptPlay> planned;
    for (const std::size_t t : asked) planned.push_back(round[t]);
    store.keep(planned);  // so that what people play is known by its seed
    *store.plan = std::move(plays);
    throw PlanMade();
  }
  store.out_of_budget = !fits;
  if (!round.empty()) ++store.rounds;
  if (!plays.empty()) {
    Taker taker(store, round, asked);
    store.source.play(plays, taker);
    taker.throw_fault();
  }
  // The first ones, without a gap, in the order in which they were asked.
  std::size_t next = 0;
  for (const Entry entry : wanted) {
    if (symmetric() && entry.row == entry.column) {
      paid.push_back({Rational(1, 2), false});
      continue;
    }
    if (next == round.size() || !round[next].payoff) return false;
    const KeptPlay& play = round[next];
    Rational share = (*play.payoff - store.settings.range.low) / store.width;
    if (symmetric() && entry.row > entry.column) share = Rational(1) - share;
    paid.push_back({std::move(share), play.failed});
    store.entries.insert(play.entry);
    ++store.next;
    const bool new_one = std::ranges::binary_search(asked, next);
    if (!new_one) ++store.recalled;
    ++next;
  }
  return fits && store.file_fault.empty();
}

void Plays::freeze(std::int64_t attempt, const std::string& content) {
  Store& store = *store_;
  if (store.file == nullptr || !store.file_fault.empty()) return;
  try {
    store.file->freeze(attempt, store.next, content);
  } catch (const LedgerWriteError& error) {
    store.file_fault = error.what();
  }
}

void Plays::on_waiting(std::function<void(const Waiting&)> listener) {
  store_->on_waiting = std::move(listener);
}

std::int64_t Plays::plays() const { return store_->next; }
std::int64_t Plays::recalled() const { return store_->recalled; }
std::int64_t Plays::rounds() const { return store_->rounds; }
std::int64_t Plays::entries() const { return std::ssize(store_->entries); }
std::int64_t Plays::failures() const { return store_->failures; }
bool Plays::out_of_budget() const { return store_->out_of_budget; }
bool Plays::ended() const { return store_->ended(); }
std::string Plays::file_fault() const { return store_->file_fault; }

}  // namespace allnash::ledger
