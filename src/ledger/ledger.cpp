#include "ledger/ledger.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "allnash/error.hpp"
#include "exact/access.hpp"
#include "ledger/batch_event.hpp"
#include "ledger/costs.hpp"
#include "ledger/known.hpp"
#include "ledger/mismatch.hpp"
#include "ledger/seen.hpp"
#include "ledger/store.hpp"
#include "sources/answer.hpp"
#include "sources/table.hpp"

namespace allnash::ledger {

using sources::entry_name;

namespace {

// The stop token is looked at between chunks, and what a chunk answered is safe.
constexpr std::size_t chunk_size = 65536;

// Sides reach 2^32, so products may leave 64 bits; they then stand for "more than anyone asks".
std::int64_t saturating_product(std::int64_t left, std::int64_t right) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(left, right, &product)) {
    return std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

std::int64_t saturating_sum(std::int64_t left, std::int64_t right) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(left, right, &sum)) return std::numeric_limits<std::int64_t>::max();
  return sum;
}

std::int64_t matches_among(Index players) {
  return players % 2 == 0 ? saturating_product(players / 2, players - 1)
                          : saturating_product(players, (players - 1) / 2);
}

}  // namespace

// In a symmetric game only entries with row < column are asked and stored, one a match, and each
// counts for both of its players; `known_in_row` then serves the columns too.
struct Ledger::Store {
  Store(Source& from, const Settings& how)
      : source(from),
        settings(how),
        rows(from.rows()),
        columns(from.columns()),
        sum(mirror_sum(how)),
        half(sum / Rational(2)),
        seen(rows, columns),
        known_in_row(at(rows)),
        known_in_column(settings.symmetric ? 0 : at(columns)) {
    if (settings.symmetric && rows == 1) whole_rows.push_back(0);
    if (settings.costs != nullptr) {
      costs = std::make_unique<Costs>(*settings.costs, rows, columns, settings.symmetric);
    }
  }

  [[nodiscard]] bool row_full(Index row) const {
    return known_in_row[at(row)] == columns - (settings.symmetric ? 1 : 0);
  }
  [[nodiscard]] bool column_full(Index column) const {
    return settings.symmetric ? row_full(column) : known_in_column[at(column)] == rows;
  }

  [[nodiscard]] bool ended() const { return settings.stop.stopped() || !file_fault.empty(); }

  // Onto the disk first. What the disk refuses is still true, and serves the partial answer.
  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors) {
    if (file != nullptr && !(entries.empty() && mirrors == 0)) {
      try {
        if (file_fault.empty()) file->record(entries, payoffs, mirrors, rounds);
      } catch (const LedgerWriteError& error) {
        file_fault = error.what();
      }
      if (!file_fault.empty()) unkept += std::ssize(entries);
    }
    for (std::size_t t = 0; t < entries.size(); ++t) learn(entries[t], payoffs[t]);
    mirrored += mirrors;
  }

  [[nodiscard]] bool checks_symmetry() const {
    return settings.symmetric && mirrored < mirrored_checks && !source.tells_symmetry();
  }

  void learn(Entry entry, const Rational& payoff) {
    seen.put(entry, payoff);
    ++known_in_row[at(entry.row)];
    ++(settings.symmetric ? known_in_row : known_in_column)[at(entry.column)];
    if (row_full(entry.row)) whole_rows.push_back(entry.row);
    if (column_full(entry.column)) {
      (settings.symmetric ? whole_rows : whole_columns).push_back(entry.column);
    }
    ++queries;
    if (costs) spent += costs->of(entry);
  }

  // Matches asked the other way too cost as much again.
  void spend_again(Entry match) {
    if (costs) spent += costs->of(match);
  }

  // Makes room for a line of which much is to come.
  void expect_row(Index row) {
    if (columns - known_in_row[at(row)] > columns / 16) seen.expect_row(row);
  }
  void expect_column(Index column) {
    const auto known = (settings.symmetric ? known_in_row : known_in_column)[at(column)];
    if (rows - known > rows / 16) seen.expect_column(column);
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const {
    Rational result;
    if (settings.symmetric && row == column) return half;
    const bool below = settings.symmetric && row > column;
    if (below) std::swap(row, column);
    require(seen.read(row, column, result), row, column);
    if (below) fmpz_neg(exact::numerator(result), exact::numerator(result));
    if (below && sum.sign() != 0) result += sum;
    return result;
  }

  [[nodiscard]] double approximate(Index row, Index column) const {
    double result = 0;
    if (settings.symmetric && row == column) return half.to_double();
    const bool below = settings.symmetric && row > column;
    if (below) std::swap(row, column);
    if (!seen.read(row, column, result)) return std::numeric_limits<double>::quiet_NaN();
    if (below && sum.sign() != 0) return payoff(column, row).to_double();
    return below ? -result : result;
  }

  static void require(bool known, Index row, Index column) {
    if (!known) throw std::logic_error(entry_name({row, column}) + " has not been seen");
  }

  Source& source;
  Settings settings;
  ledger::Store* file = nullptr;
  std::vector<Entry>* plan = nullptr;
  Index rows;
  Index columns;
  Rational sum;   // of the two payoffs of a match, in a symmetric game
  Rational half;  // what such a game is worth
  Seen seen;
  std::vector<std::uint32_t> known_in_row;
  std::vector<std::uint32_t> known_in_column;
  std::vector<Index> whole_rows;
  std::vector<Index> whole_columns;
  bool notices_more = false;
  std::int64_t queries = 0;
  std::int64_t rounds = 0;
  std::int64_t recalled = 0;
  std::int64_t repeats = 0;
  std::optional<std::int64_t> repeats_due;  // where a few are asked twice unasked; once it is known
  std::int64_t averaged_plays = 0;
  std::int64_t mirrored = 0;  // matches asked the other way too, by this run or those before it
  std::optional<std::int64_t> mirrors_recalled;  // of those, by runs before; once it is known
  bool out_of_budget = false;
  std::vector<Entry> open;  // of a round that ended early, what was not answered, and maybe more
  std::string file_fault;
  std::int64_t unkept = 0;  // payoffs that came after the fault
  std::function<void(const Waiting&)> on_waiting;
  std::function<bool(std::int64_t)> turn;
  std::unique_ptr<const KnownPayoffs> view;  // once someone looks
  std::unique_ptr<Costs> costs;
  Rational spent;
  Rational recalled_cost;
};

// Keeps the answers to a chunk as they arrive. The first `fresh` of the entries are new, the next
// `mirrors` are some of those the other way round, and the others are asked again, to compare.
class Ledger::Learner final : public Answers {
 public:
  /// The source was asked in this order, if it is not empty.
  Learner(Store& store, std::span<const Entry> asked, std::size_t fresh, std::size_t mirrors,
          std::span<const std::size_t> order)
      : store_(store), asked_(asked), fresh_(fresh), again_(fresh + mirrors), order_(order) {}

  void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) override {
    if (order_.empty()) {
      learn(which, payoffs);
      return;
    }
    std::vector<std::size_t> places;
    for (const std::size_t t : which) places.push_back(order_[t]);
    const std::int64_t repeats = store_.repeats;
    learn(places, payoffs);
    if (store_.file != nullptr) store_.file->note_repeated(store_.repeats - repeats);
  }

  [[nodiscard]] bool stopped() const override {
    return store_.ended() || !contradiction_.empty() || !misfit_.empty();
  }
  void waiting(const Waiting& now) override {
    if (store_.on_waiting) store_.on_waiting(now);
  }

  [[nodiscard]] bool all() const noexcept { return taken_ == asked_.size(); }

  /// Thrown here and not from `take`, which is called by the source.
  void throw_contradiction() const {
    if (!misfit_.empty()) throw InputError(misfit_);
    if (!contradiction_.empty()) throw SourceError(contradiction_);
  }

 private:
  void learn(std::span<const std::size_t> which, std::span<const Rational> payoffs) {
    taken_ += which.size();
    std::vector<Entry> entries;
    entries.reserve(which.size());
    if (std::ranges::all_of(which, [this](std::size_t t) { return t < fresh_; })) {
      for (const std::size_t t : which) entries.push_back(asked_[t]);
      keep(entries, payoffs, 0);
      return;
    }
    std::vector<Rational> kept;
    std::int64_t mirrors = 0;
    for (std::size_t t = 0; t < which.size(); ++t) {
      if (which[t] >= fresh_ && which[t] < again_) {
        ++mirrors;
        store_.spend_again(asked_[which[t]]);
      }
      if (which[t] >= fresh_) continue;
      entries.push_back(asked_[which[t]]);
      kept.push_back(payoffs[t]);
    }
    keep(entries, kept, mirrors);
    for (std::size_t t = 0; t < which.size(); ++t) {
      if (which[t] >= fresh_) mind_range(asked_[which[t]], payoffs[t]);
      if (which[t] >= fresh_) meet({asked_[which[t]], payoffs[t], which[t] < again_});
    }
  }

  // A second answer for an entry that is known or will be: to itself, or to its mirror.
  struct Second {
    Entry asked;
    Rational payoff;
    bool mirrored;
    [[nodiscard]] Entry entry() const { return mirrored ? Entry{asked.column, asked.row} : asked; }
  };

  void keep(std::span<const Entry> entries, std::span<const Rational> payoffs,
            std::int64_t mirrors) {
    store_.keep(entries, payoffs, mirrors);
    for (std::size_t t = 0; t < entries.size(); ++t) mind_range(entries[t], payoffs[t]);
    if (early_.empty()) return;
    for (const Entry& entry : entries) {
      const auto [first, last] = early_.equal_range(entry);
      for (auto second = first; second != last; ++second) compare(second->second);
    }
  }

  void mind_range(Entry entry, const Rational& payoff) {
    const auto& range = store_.settings.range;
    if (range && misfit_.empty() && !range->holds(payoff)) misfit_ = outside(entry, payoff, *range);
  }

  void meet(Second second) {
    const Entry entry = second.entry();
    if (store_.seen.knows(entry.row, entry.column)) {
      compare(second);
    } else {
      early_.emplace(entry, std::move(second));  // overtook the first answer
    }
  }

  void compare(const Second& second) {
    const Entry entry = second.entry();
    const Rational before = store_.payoff(entry.row, entry.column);
    if (second.mirrored) {
      if (second.payoff != store_.sum - before && misfit_.empty()) {
        misfit_ = asymmetry(entry, before, second.payoff, store_.settings);
        if (store_.source.may_vary()) misfit_ += "; if payoffs are random, see `noisy`";
      }
      return;
    }
    ++store_.repeats;
    if (second.payoff == before || !contradiction_.empty()) return;
    contradiction_ =
        entry_name(entry) + " has two payoffs, " + before.to_string() + " and " +
        second.payoff.to_string() +
        ": payoffs must not change from one answer to the next; if they are random, see `noisy`";
  }

  Store& store_;
  std::span<const Entry> asked_;
  std::size_t fresh_;
  std::size_t again_;  // from here on, entries asked twice
  std::span<const std::size_t> order_;
  std::size_t taken_ = 0;
  std::unordered_multimap<Entry, Second, EntryHash> early_;
  std::string contradiction_;
  std::string misfit_;  // why the game is not what was said of it
};

// Entries wanted together. They go out in chunks as they come; a chunk that has gone out is
// learned.
class Ledger::Round {
 public:
  /// `repeats` says that an entry may be wanted twice within the round.
  Round(Store& store, bool repeats) : store_(store), repeats_(repeats) {}

  /// False when the round has ended early.
  [[nodiscard]] bool want(Index row, Index column) {
    const bool symmetric = store_.settings.symmetric;
    if (symmetric && row == column) return true;
    if (symmetric && row > column) std::swap(row, column);
    if (store_.seen.knows(row, column)) return true;
    chunk_.push_back({row, column});
    // A plan is of the whole round.
    return chunk_.size() < chunk_size || store_.plan != nullptr || send();
  }

  /// Sends what is left. False when the round ended early.
  [[nodiscard]] bool finish() { return send(); }

 private:
  [[nodiscard]] bool send() {
    if (repeats_) drop_repeats();
    if (chunk_.empty()) return true;
    if (store_.ended()) {
      store_.open = std::move(chunk_);
      return false;
    }
    std::vector<Entry> wanted;
    if (listened()) wanted = chunk_;
    if (store_.costs) store_.costs->know(chunk_);
    recall();
    if (!chunk_.empty() && std::exchange(store_.notices_more, false) && store_.file != nullptr &&
        store_.file->count() > store_.recalled) {
      tell(std::move(wanted));
      throw MoreKnown();
    }
    if (!chunk_.empty()) recall_repeats();
    const std::size_t mirrors = mirrors_wanted();
    const std::size_t repeats = repeats_wanted(mirrors);
    const bool fits = cut_to_budget(mirrors + repeats);
    if (store_.plan != nullptr && !chunk_.empty()) {
      *store_.plan = std::move(chunk_);
      throw PlanMade();
    }
    if (store_.plan != nullptr) return fits;
    choose_mirrors(mirrors);
    choose_repeats(repeats);
    const std::size_t fresh = chunk_.size();
    const bool answered = (chunk_.empty() && again_.empty()) || ask();
    if (!answered) {
      store_.open.insert(store_.open.begin(), chunk_.begin(),
                         chunk_.begin() + static_cast<std::ptrdiff_t>(fresh));
    }
    tell(std::move(wanted));
    chunk_.clear();
    mirrors_.clear();
    again_.clear();
    first_asked_.clear();
    return fits && answered;
  }

  // Learns what the file knows; the rest stays to be asked.
  void recall() {
    ledger::Store* const file = store_.file;
    if (file == nullptr || file->empty()) return;
    if (!store_.mirrors_recalled) recall_mirrors(file->game().mirrored);
    KeptPlay known;
    std::erase_if(chunk_, [&](const Entry& entry) {
      if (!file->recall(entry, known) || !known.payoff) return false;
      const Rational& payoff = *known.payoff;
      const auto& range = store_.settings.range;
      if (range && !range->holds(payoff)) throw InputError(outside(entry, payoff, *range));
      count();
      store_.learn(entry, payoff);
      ++store_.recalled;
      store_.averaged_plays += known.plays;
      if (store_.costs) store_.recalled_cost += store_.costs->of(entry);
      if (to_repeat(entry)) again_.push_back(entry);
      return true;
    });
  }

  // What runs before this one have compared need not be again.
  void recall_mirrors(std::int64_t count) {
    if (store_.checks_symmetry()) store_.mirrored = std::min(count, mirrored_checks);
    store_.mirrors_recalled = store_.mirrored;
  }

  // What runs before this one have asked twice need not be again.
  void recall_repeats() {
    if (!store_.repeats_due) {
      const bool few = !store_.settings.check_repeat && store_.source.may_vary();
      store_.repeats_due = few ? Ledger::repeated_checks : 0;
      if (few && store_.file != nullptr) *store_.repeats_due -= store_.file->repeated();
    }
  }

  // How many of the chunk are to be asked both ways; the budget is for both.
  [[nodiscard]] std::size_t mirrors_wanted() const {
    if (store_.plan != nullptr || !store_.checks_symmetry()) return 0;
    const auto wanted = at(mirrored_checks - store_.mirrored);
    const std::size_t budget = at(std::min<std::int64_t>(budget_left() / 2, mirrored_checks));
    return std::min({wanted, chunk_.size(), budget});
  }

  // The same for those that are to be asked twice unasked.
  [[nodiscard]] std::size_t repeats_wanted(std::size_t mirrors) const {
    if (store_.plan != nullptr) return 0;
    const std::int64_t due = store_.repeats_due.value_or(0) - store_.repeats;
    const std::int64_t budget = (budget_left() - 2 * static_cast<std::int64_t>(mirrors)) / 2;
    return std::min(at(std::max<std::int64_t>(0, std::min(due, budget))), chunk_.size());
  }

  // Spread over the chunk, so that not all are of one player.
  void choose_mirrors(std::size_t count) {
    for (std::size_t t = 0; t < count; ++t) {
      const Entry match = chunk_[chunk_.size() * t / count];
      mirrors_.push_back({match.column, match.row});
    }
  }

  void choose_repeats(std::size_t unasked) {
    if (store_.settings.check_repeat > 0) {
      std::ranges::copy_if(chunk_, std::back_inserter(again_),
                           [this](const Entry& entry) { return to_repeat(entry); });
      return;
    }
    for (std::size_t t = 0; t < unasked; ++t) {
      first_asked_.push_back(chunk_.size() * t / unasked);  // spread, as mirrors are
      again_.push_back(chunk_[first_asked_.back()]);
    }
  }

  // In which order the chunk goes out, with what is asked beside it: a source that varies is to be
  // found out before it is paid for the rest. Empty for the order that it has.
  [[nodiscard]] std::vector<std::size_t> order_of(std::size_t fresh) const {
    if (first_asked_.empty()) return {};
    std::vector<std::size_t> order = first_asked_;
    const std::size_t twice = fresh + mirrors_.size();
    for (std::size_t t = 0; t < again_.size(); ++t) order.push_back(twice + t);
    for (std::size_t t = 0; t < twice; ++t) {
      if (!std::ranges::binary_search(first_asked_, t)) order.push_back(t);
    }
    return order;
  }

  // By a hash, so that it is the same entries whatever is in the file and whoever answers.
  [[nodiscard]] bool to_repeat(const Entry& entry) const {
    if (!(store_.settings.check_repeat > 0)) return false;
    std::uint64_t word = EntryHash{}(entry) ^ (store_.settings.seed * 0x9e3779b97f4a7c15U);
    word = (word ^ (word >> 31U)) * 0x94d049bb133111ebU;
    return static_cast<double>(word >> 11U) * 0x1p-53 < *store_.settings.check_repeat;
  }

  void count() {
    if (!counted_) ++store_.rounds;
    counted_ = true;
  }

  void drop_repeats() {
    // Most callers come in order, where a repeat would be a neighbour.
    const auto unordered = [](const Entry& left, const Entry& right) { return !(left < right); };
    if (std::ranges::adjacent_find(chunk_, unordered) == chunk_.end()) return;
    std::unordered_set<Entry, EntryHash> met;
    met.reserve(chunk_.size());
    std::erase_if(chunk_, [&met](const Entry& entry) { return !met.insert(entry).second; });
  }

  [[nodiscard]] std::int64_t budget_left() const {
    if (!store_.settings.budget) return std::numeric_limits<std::int64_t>::max();
    const std::int64_t repeats = store_.settings.check_repeat ? 0 : store_.repeats;
    const std::int64_t paid = store_.queries - store_.recalled + store_.mirrored -
                              store_.mirrors_recalled.value_or(0) + repeats;
    return std::max<std::int64_t>(0, *store_.settings.budget - paid);
  }

  [[nodiscard]] bool cut_to_budget(std::size_t mirrors) {
    const std::int64_t left = budget_left() - static_cast<std::int64_t>(mirrors);
    if (static_cast<std::int64_t>(chunk_.size()) <= left) return true;
    store_.open.assign(chunk_.begin() + static_cast<std::ptrdiff_t>(left), chunk_.end());
    chunk_.resize(at(left));
    store_.out_of_budget = true;
    return false;
  }

  /// False when not all was answered and kept.
  [[nodiscard]] bool ask() {
    const ledger::Store* const file = store_.file;
    if (file != nullptr && !file->writable() && !chunk_.empty()) {
      store_.file_fault = file->name() + ": it is read-only, and the next payoff is not in it";
      return false;
    }
    count();
    const std::size_t fresh = chunk_.size();
    chunk_.insert(chunk_.end(), mirrors_.begin(), mirrors_.end());
    chunk_.insert(chunk_.end(), again_.begin(), again_.end());
    const std::vector<std::size_t> order = order_of(fresh);
    std::vector<Question> sent;
    sent.reserve(chunk_.size());
    for (std::size_t t = 0; t < chunk_.size(); ++t) {
      sent.push_back({chunk_[order.empty() ? t : order[t]]});
    }
    Learner learner(store_, chunk_, fresh, mirrors_.size(), order);
    sources::answer(store_.source, sent, learner, store_.settings.threads);
    learner.throw_contradiction();
    return learner.all() && store_.file_fault.empty();
  }

  [[nodiscard]] bool listened() const {
    const Observer* const observer = store_.settings.observer;
    return observer != nullptr && observer->wants_events();
  }

  // Tells what was learned of what was wanted, whether the source or the file knew it.
  void tell(std::vector<Entry> wanted) {
    if (!listened()) return;
    std::erase_if(wanted, [&](Entry entry) { return !store_.seen.knows(entry.row, entry.column); });
    if (wanted.empty()) return;
    tell_batch(*store_.settings.observer, wanted, store_.queries + store_.mirrored, store_.rounds);
  }

  Store& store_;
  bool repeats_;
  std::vector<Entry> chunk_;
  std::vector<Entry> mirrors_;  // of some of the chunk
  std::vector<Entry> again_;    // to be asked twice
  std::vector<std::size_t>
      first_asked_;  // where they stand in the chunk, if they are to come first
  bool counted_ = false;
};

Ledger::Ledger(Source& source, const Settings& settings) {
  refuse_misfit(source, settings);
  store_ = std::make_unique<Store>(source, settings);
}

Ledger::~Ledger() = default;

void Ledger::keep_in(ledger::Store& file) { store_->file = &file; }
void Ledger::notice_more() { store_->notices_more = true; }

bool Ledger::recall_all() {
  std::vector<Entry> held;
  store_->file->for_each([&](const KeptPlay& kept) { held.push_back(kept.entry); });
  std::ranges::sort(held);  // whatever order the file has them in
  return ask(held);
}

void Ledger::plan_into(std::vector<Entry>& plan) { store_->plan = &plan; }

Index Ledger::rows() const { return store_->rows; }
Index Ledger::columns() const { return store_->columns; }
bool Ledger::symmetric() const { return store_->settings.symmetric; }
const std::optional<PayoffRange>& Ledger::range() const { return store_->settings.range; }
const Rational& Ledger::symmetric_value() const { return store_->half; }

bool Ledger::free() const {
  return store_->source.free() && !store_->settings.budget && store_->file == nullptr &&
         !store_->costs;
}

void Ledger::on_waiting(std::function<void(const Waiting&)> listener) {
  store_->on_waiting = std::move(listener);
}

void Ledger::take_turns(std::function<bool(std::int64_t)> turn) { store_->turn = std::move(turn); }

// Whose turn it is asks by itself, so that there is none while it does, however that ends.
bool Ledger::others_first(std::int64_t wanted) {
  if (!store_->turn || wanted == 0) return true;
  struct Guard {
    std::function<bool(std::int64_t)>& place;
    std::function<bool(std::int64_t)> turn = std::exchange(place, nullptr);
    ~Guard() { place = std::move(turn); }
  } const guard{store_->turn};
  return guard.turn(wanted);
}

bool Ledger::ask(std::span<const Entry> wanted) {
  const auto fresh = [this](const Entry& entry) { return !knows(entry.row, entry.column); };
  if (store_->turn && !others_first(std::ranges::count_if(wanted, fresh))) return false;
  Round round(*store_, true);
  for (const Entry& entry : wanted) {
    if (!round.want(entry.row, entry.column)) return false;
  }
  return round.finish();
}

bool Ledger::ask_lines(std::span<const Index> rows, std::span<const Index> columns) {
  Store& store = *store_;
  if (store.turn) {
    std::int64_t fresh = 0;
    for (const Index row : rows) fresh += store.columns - known_in_row(row);
    for (const Index column : columns) fresh += store.rows - known_in_column(column);
    if (!others_first(fresh)) return false;
  }
  Round round(store, false);
  std::vector<bool> row_done(at(store.rows));
  std::vector<bool> column_done(at(store.columns));
  // In a symmetric game row i and column i are one line, and a match between two lines is in both.
  std::vector<bool>& line_done = symmetric() ? row_done : column_done;
  for (const Index row : rows) {
    if (row_done[at(row)]) continue;
    if (!store.row_full(row)) {
      if (!want_row(round, row, line_done)) return false;
    }
    row_done[at(row)] = true;
  }
  for (const Index column : columns) {
    if (line_done[at(column)]) continue;
    if (!store.column_full(column)) {
      if (!want_column(round, column, row_done)) return false;
    }
    line_done[at(column)] = true;
  }
  return round.finish();
}

bool Ledger::want_row(Round& round, Index row, const std::vector<bool>& column_done) {
  store_->expect_row(row);
  if (symmetric()) store_->expect_column(row);
  for (Index column = 0; column < columns(); ++column) {
    if (!column_done[at(column)] && !round.want(row, column)) return false;
  }
  return true;
}

bool Ledger::want_column(Round& round, Index column, const std::vector<bool>& row_done) {
  store_->expect_column(column);
  if (symmetric()) store_->expect_row(column);
  for (Index row = 0; row < rows(); ++row) {
    if (!row_done[at(row)] && !round.want(row, column)) return false;
  }
  return true;
}

bool Ledger::ask_all() {
  if (!others_first(size() - queries())) return false;
  Store& store = *store_;
  Round round(store, false);
  for (Index shell = 0; shell < std::min(rows(), columns()); ++shell) {
    if (!store.row_full(shell)) store.expect_row(shell);
    for (Index column = shell; column < columns(); ++column) {
      if (!round.want(shell, column)) return false;
    }
    if (symmetric()) continue;
    if (!store.column_full(shell)) store.expect_column(shell);
    for (Index row = shell + 1; row < rows(); ++row) {
      if (!round.want(row, shell)) return false;
    }
  }
  return round.finish();
}

bool Ledger::knows(Index row, Index column) const {
  if (!symmetric()) return store_->seen.knows(row, column);
  return row == column || store_->seen.knows(std::min(row, column), std::max(row, column));
}

bool Ledger::knows_row(Index row) const { return store_->row_full(row); }
bool Ledger::knows_column(Index column) const { return store_->column_full(column); }

std::span<const Index> Ledger::whole_rows() const { return store_->whole_rows; }
std::span<const Index> Ledger::whole_columns() const {
  return symmetric() ? store_->whole_rows : store_->whole_columns;
}

Index Ledger::known_in_row(Index row) const {
  return store_->known_in_row[at(row)] + (symmetric() ? 1 : 0);  // the diagonal is always known
}
Index Ledger::known_in_column(Index column) const {
  return symmetric() ? known_in_row(column) : store_->known_in_column[at(column)];
}

Rational Ledger::entry(Index row, Index column) const { return store_->payoff(row, column); }

double Ledger::approximate(Index row, Index column) const {
  return store_->approximate(row, column);
}

exact::Matrix Ledger::submatrix(std::span<const Index> rows, std::span<const Index> columns) const {
  exact::Matrix part(std::ssize(rows), std::ssize(columns));
  for (Index row = 0; row < part.rows(); ++row) {
    for (Index column = 0; column < part.columns(); ++column) {
      part.at(row, column) = entry(rows[at(row)], columns[at(column)]);
    }
  }
  return part;
}

std::int64_t Ledger::queries() const { return store_->queries; }
std::int64_t Ledger::asked() const { return store_->queries + store_->mirrored; }
std::int64_t Ledger::rounds() const { return store_->rounds; }
std::int64_t Ledger::recalled() const {
  return store_->recalled + store_->mirrors_recalled.value_or(0);
}
std::int64_t Ledger::repeats() const { return store_->repeats; }
std::int64_t Ledger::averaged_plays() const { return store_->averaged_plays; }
bool Ledger::out_of_budget() const { return store_->out_of_budget; }

std::vector<Entry> Ledger::left_over(std::size_t most) const {
  std::vector<Entry> left;
  for (const Entry& entry : store_->open) {
    if (left.size() == most) break;
    if (!store_->seen.knows(entry.row, entry.column)) left.push_back(entry);
  }
  return left;
}

std::string Ledger::file_fault() const {
  if (store_->unkept == 0) return store_->file_fault;
  // A commit that failed may have reached the disk all the same.
  const bool one = store_->unkept == 1;
  return store_->file_fault + "; the last " + (one ? "" : std::to_string(store_->unkept) + " ") +
         (one ? "payoff" : "payoffs") + " may be missing from it";
}

const KnownPayoffs& Ledger::known() const {
  if (!store_->view) store_->view = view_of(store_->seen, symmetric(), store_->sum);
  return *store_->view;
}

std::unique_ptr<const KnownPayoffs> Ledger::give_away() {
  return known_payoffs(std::move(store_->seen), symmetric(), store_->sum);
}

void Ledger::price(std::span<const Entry> entries) const {
  if (store_->costs) store_->costs->know(entries);
}
bool Ledger::costs_are_concurrent() const { return !store_->costs || store_->costs->concurrent(); }
bool Ledger::has_costs() const { return store_->costs != nullptr; }

double Ledger::cost(Index row, Index column) const {
  return store_->costs ? store_->costs->of({row, column}).to_double() : 1;
}

Rational Ledger::spent() const { return store_->spent; }
Rational Ledger::recalled_cost() const { return store_->recalled_cost; }

Rational Ledger::cost_of_lines(std::span<const Index> rows, std::span<const Index> columns) const {
  std::vector<Entry> entries;
  std::vector<bool> row_done(at(store_->rows));
  for (const Index row : rows) {
    for (Index column = 0; column < store_->columns; ++column) {
      if (symmetric() && (row == column || row_done[at(column)])) continue;
      entries.push_back({row, column});
    }
    row_done[at(row)] = true;
  }
  for (const Index column : columns) {
    if (symmetric()) break;  // the two supports are one
    for (Index row = 0; row < store_->rows; ++row) {
      if (!row_done[at(row)]) entries.push_back({row, column});
    }
  }
  price(entries);
  Rational sum;
  for (const Entry& entry : entries) sum += store_->costs->of(entry);
  return sum;
}

bool Ledger::may_be_cut() const {
  return store_->settings.budget || store_->plan != nullptr || store_->costs;
}

std::int64_t Ledger::size() const {
  return symmetric() ? matches_among(rows()) : saturating_product(rows(), columns());
}

std::int64_t query_floor(Index rows, Index columns, Index k1, Index k2, bool symmetric) {
  if (symmetric) return saturating_sum(matches_among(k1), saturating_product(k1, rows - k1));
  return saturating_sum(saturating_product(columns, k1), saturating_product(rows - k1, k2));
}

}  // namespace allnash::ledger
