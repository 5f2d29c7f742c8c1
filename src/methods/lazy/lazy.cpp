// lazy: the practical method, a double oracle that reads only what may matter.
//
// Claim: exact on every game, ties included. Queries: at least the floor, at most n*m; how close to
// the floor is a matter of measurement (docs/query_results.md), not of proof.
//
// A block of rows R and columns S is known. Solve it; look for rows that beat its value v against
// the column strategy y and columns that beat it against the row strategy x; add them; again, until
// nothing does (McMahan, Gordon and Blum 2003). The textbook reads every line of supp(x) and
// supp(y) whole to see all responses. Here:
//
// - Forecasts. A few payoffs of a row tell of its other payoffs wherever the game has structure.
// Only
//   rows whose forecast, with doubt added, lies above v are read, a few at a time and half of what
//   is unknown at a time; the search widens only when nothing is found. So lines are scanned late,
//   when the mix they are scanned against is nearly the final one, and most lines that pass through
//   the mixes on the way are never read whole.
// - Growth. In a large game the players see a few thousand of their strategies at first, drawn at
//   random, and eight times as many whenever nothing more is found among those.
// - Noise. Where a random block shows no structure, noise.cpp searches, and this file only proves.
// - Precision. Floating point steers. Once it sees no gain, an exact equilibrium of the block
// steers
//   if it is the only one; a floating vertex has the smaller support if it is not.
// - Proof. With nothing promising left, the lines of the mix are read whole, likeliest payoffs
// first.
//   Then the strictly complementary pair of the block, exactly: its lines, whole; every strategy
//   outside the block that beats or ties v, exactly, is added (docs/theory.md says why ties must
//   be); when there is none, the pair is the proof.
//
// Tried and dropped: reading the missing entries of the best tenth by the mean of their line (worse
// on smooth kernels); balancing the efforts of the two players (worse on low ranks); ranking
// candidates by a smaller doubt than admits them (worse on cycles).
#include "methods/lazy/lazy.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include "methods/lazy/block.hpp"
#include "methods/lazy/noise.hpp"
#include "methods/lazy/responder.hpp"
#include "methods/lazy/structure.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

constexpr Index largest_sample = 20;
constexpr std::size_t most_forecast = 60;  // strategies in a mix that forecasts are made for
constexpr std::size_t additions = 3;       // better responses added in a round, a player
constexpr Index worth_a_thread = 50'000;  // strategies, for the players to look around side by side

Index sample_size(Index count) { return std::clamp<Index>(count / 10, 3, largest_sample); }

struct Players {
  Random random;
  Responder row;
  Responder column;

  explicit Players(const Run& run)
      : random(run.options.seed),
        row(run.ledger, true, sample_size(run.ledger.rows()), random),
        column(run.ledger, false, sample_size(run.ledger.columns()), random) {}
};

class Lazy {
 public:
  /// Structure, to be learned from the sample.
  explicit Lazy(Run& run) : run_(run), players_(run), noise_(false) {
    begin_from({row().sample(), column().sample()});
  }
  /// Noise, of which an equilibrium may be known.
  Lazy(Run& run, const Start& start) : run_(run), players_(run), noise_(true) {
    begin_from(start);
    while (row().see_more() || column().see_more()) {
    }
  }

  Outcome solve() {
    for (;;) {
      if (worth_reading_all()) return full(run_);
      if (!ask_block() || !solve_block()) return stopped();
      note_sterile();
      Findings rows;
      Findings columns;
      look(rows, columns);
      note_bounds(rows, columns);
      run_.report(phase_ == Phase::proof ? "proving" : "searching");
      tell(rows, columns);
      if (!rows.better.empty() || !columns.better.empty()) {
        take(rows, columns);
      } else if (rows.complete && columns.complete) {
        if (phase_ != Phase::proof) {
          phase_ = Phase::proof;
        } else if (!add_ties(rows, columns)) {
          return Outcome::proved(*pair_);
        }
      } else if (!reading_rest_ && rows.quiet && columns.quiet) {
        settle();
      } else if (!read_on(rows, columns)) {
        return stopped();
      }
    }
  }

 private:
  // floating: a floating vertex steers. precise: an exact equilibrium, where it is the block's only
  // one. proof: the strictly complementary pair of the block.
  enum class Phase { floating, precise, proof };

  void begin_from(const Start& start) {
    for (const Index i : start.rows) add_row(i);
    for (const Index j : start.columns) add_column(j);
  }

  Responder& row() { return players_.row; }
  Responder& column() { return players_.column; }

  Outcome stopped() {
    note_pure_bounds(run_);
    return Outcome::stopped();
  }

  // In a symmetric game the players' optimal strategies are the same.
  void add_row(Index i) {
    run_.event("add", {{"row", i}});
    row().add(i);
    if (run_.ledger.symmetric()) column().add(i);
  }
  void add_column(Index j) {
    run_.event("add", {{"column", j}});
    column().add(j);
    if (run_.ledger.symmetric()) row().add(j);
  }

  // With this little left, solving the whole game costs less than finding out what is not needed.
  [[nodiscard]] bool worth_reading_all() const {
    return run_.ledger.queries() >= run_.ledger.size() - run_.ledger.size() / 16;
  }

  bool ask(const std::vector<Entry>& wanted) {
    if (wanted.empty()) return true;
    const bool all = run_.ledger.ask(wanted);
    for (const Entry& entry : wanted) {
      learned(entry);
      if (run_.ledger.symmetric()) learned({entry.column, entry.row});
    }
    return all;
  }
  void learned(const Entry& entry) {
    row().learned(entry);
    column().learned(entry);
  }

  bool ask_block() {
    std::vector<Entry> wanted;
    for (const Index i : row().working()) {
      for (const Index j : column().working()) {
        if (!run_.ledger.knows(i, j)) wanted.push_back({i, j});
      }
    }
    return ask(wanted);
  }

  bool solve_block() {
    const auto floating =
        floating_equilibrium(run_.ledger, row().working(), column().working(), run_.stop);
    if (run_.stop.stopped()) return false;
    if (floating) reach_ = floating->reach;
    if (floating && phase_ == Phase::floating) {
      pair_.reset();
      return steer_by(*floating);
    }
    solve_block_exactly(floating);
    if (!pair_) return false;
    const bool unique = floating && floating->row.size() == pair_->row.size() &&
                        floating->column.size() == pair_->column.size();
    if (floating && phase_ == Phase::precise && !unique) return steer_by(*floating);
    steer_by_pair();
    return true;
  }

  // From the last exact equilibrium, where there is one: it is nearer than what floating point
  // sees.
  void solve_block_exactly(const std::optional<FloatEquilibrium>& floating) {
    std::vector<Index> rows = floating ? floating->near_rows : row().working();
    std::vector<Index> columns = floating ? floating->near_columns : column().working();
    if (pair_) {
      rows.clear();
      columns.clear();
      for (const Weight& weight : pair_->row) rows.push_back(weight.strategy);
      for (const Weight& weight : pair_->column) columns.push_back(weight.strategy);
    }
    pair_ = exact_equilibrium(run_.ledger, row().working(), column().working(), std::move(rows),
                              std::move(columns), run_.stop);
  }

  bool steer_by(const FloatEquilibrium& equilibrium) {
    x_ = equilibrium.row;
    y_ = equilibrium.column;
    value_ = equilibrium.value;
    tolerance_ = 1e-7 * reach_;
    return true;
  }
  void steer_by_pair() {
    const auto rounded = [](const MixedStrategy& strategy) {
      FloatMix mix;
      for (const Weight& weight : strategy) {
        mix.push_back({weight.strategy, weight.probability.to_double()});
      }
      return mix;
    };
    x_ = rounded(pair_->row);
    y_ = rounded(pair_->column);
    value_ = pair_->value.to_double();
    tolerance_ = 1e-13 * reach_;
  }

  void look(Findings& rows, Findings& columns) {
    const bool whole = noise_ || std::max(x_.size(), y_.size()) > most_forecast;
    const auto look_at_rows = [&] {
      rows = row().look({y_, value_, reach_, tolerance_, whole, reading_rest_});
    };
    if (std::min(row().count(), column().count()) >= worth_a_thread) {
      std::thread other(look_at_rows);
      columns = column().look({x_, -value_, reach_, tolerance_, whole, reading_rest_});
      other.join();
    } else {
      look_at_rows();
      columns = column().look({x_, -value_, reach_, tolerance_, whole, reading_rest_});
    }
  }

  // A mix whose lines are known whole guarantees what the best response to it leaves.
  // Infinite where a payoff is beyond the range of doubles: no bound then.
  void note_bounds(const Findings& rows, const Findings& columns) {
    if (rows.complete && std::isfinite(rows.most)) run_.bounds.lower_high(rows.most);
    if (columns.complete && std::isfinite(columns.most)) run_.bounds.raise_low(-columns.most);
  }

  void tell(const Findings& rows, const Findings& columns) const {
    run_.event("solved", {{"rows", players_.row.working().size()},
                          {"columns", players_.column.working().size()},
                          {"row_support", x_.size()},
                          {"column_support", y_.size()},
                          {"value", value_},
                          {"better_rows", rows.better.size()},
                          {"better_columns", columns.better.size()},
                          {"rows_known", rows.complete},
                          {"columns_known", columns.complete}});
  }

  void take(Findings& rows, Findings& columns) {
    const std::size_t most = noise_ ? 1 : additions;
    for (std::size_t t = 0; t < std::min(most, rows.better.size()); ++t) add_row(rows.better[t]);
    for (std::size_t t = 0; t < std::min(most, columns.better.size()); ++t) {
      add_column(columns.better[t]);
    }
    row().start_over(!rows.better.empty());
    column().start_over(!columns.better.empty());
    reading_rest_ = false;
    before_ = {!rows.better.empty(), !columns.better.empty(), value_};
    // A gain that floating point can see is for floating point to follow.
    const bool visible = std::max(rows.gain, columns.gain) > 1e-6 * reach_;
    phase_ = visible ? Phase::floating : std::min(phase_, Phase::precise);
  }

  // Neither player expects a gain: look with exact eyes, then read the rest.
  void settle() {
    const bool more_rows = row().see_more();
    const bool more_columns = column().see_more();
    if (more_rows || more_columns) return;
    if (phase_ == Phase::floating) {
      phase_ = Phase::precise;
    } else {
      reading_rest_ = true;
    }
    row().start_over(true);
    column().start_over(true);
  }

  // New strategies of one player that left the value as it was only made the other change its
  // mix among equals. It is then the other's turn to look for something better.
  void note_sterile() {
    if (!before_) return;
    const bool moved = std::abs(value_ - before_->value) > tolerance_;
    rows_sterile_ = before_->rows && !before_->columns && !moved;
    columns_sterile_ = before_->columns && !before_->rows && !moved;
    before_.reset();
  }

  bool read_on(Findings& rows, Findings& columns) {
    const bool skip_rows = rows_sterile_ && !columns.wanted.empty();
    const bool skip_columns = columns_sterile_ && !rows.wanted.empty();
    if (skip_rows) rows.wanted.clear();
    if (skip_columns) columns.wanted.clear();
    if (!skip_rows) row().widen(rows);
    if (!skip_columns) column().widen(columns);
    std::vector<Entry> wanted = std::move(rows.wanted);
    wanted.insert(wanted.end(), columns.wanted.begin(), columns.wanted.end());
    // Promising, but with nothing to read: what is unread weighs less than any double.
    if (wanted.empty() && !reading_rest_) {
      settle();
      return true;
    }
    return ask(wanted);
  }

  // False when no strategy outside the block beats or ties the exact value.
  bool add_ties(const Findings& rows, const Findings& columns) {
    bool any = false;
    for (const Index i : rows.close) {
      if (earned_by_row(run_.ledger, i, pair_->column) < pair_->value) continue;
      add_row(i);
      any = true;
    }
    for (const Index j : columns.close) {
      if (conceded_by_column(run_.ledger, j, pair_->row) > pair_->value) continue;
      add_column(j);
      any = true;
    }
    return any;
  }

  Run& run_;
  Players players_;
  bool noise_;
  Phase phase_ = Phase::floating;
  bool reading_rest_ = false;
  FloatMix x_;
  FloatMix y_;
  double value_ = 0;
  double tolerance_ = 0;
  double reach_ = 0;
  std::optional<game::Pair> pair_;
  /// Who had something added last, and the value before.
  struct Before {
    bool rows = false;
    bool columns = false;
    double value = 0;
  };
  std::optional<Before> before_;
  bool rows_sterile_ = false;
  bool columns_sterile_ = false;
};

}  // namespace

bool read_sample(Run& run) {
  const Players players(run);
  std::vector<Entry> wanted;
  for (const Index i : players.row.sample()) {
    for (const Index j : players.column.sample()) wanted.push_back({i, j});
  }
  return run.ledger.ask(wanted);
}

bool looks_like_noise(const Run& run) {
  constexpr std::size_t enough = 10;  // lines each way, for the test to mean something
  const Players players(run);
  if (std::min(players.row.sample().size(), players.column.sample().size()) < enough) return false;
  std::vector<std::vector<double>> table;
  for (const Index i : players.row.sample()) {
    table.emplace_back();
    for (const Index j : players.column.sample()) {
      table.back().push_back(run.ledger.approximate(i, j));
    }
  }
  return !shows_structure(std::move(table));
}

namespace {

// In noise every strategy of the first mixes is a line read whole for nothing.
Start small_start(const Run& run) {
  constexpr std::size_t few = 2;
  const Players players(run);
  Start start{players.row.sample(), players.column.sample()};
  start.rows.resize(std::min(few, start.rows.size()));
  start.columns.resize(std::min(few, start.columns.size()));
  return start;
}

}  // namespace

Outcome lazy(Run& run) {
  run.report("sampling");
  if (!read_sample(run)) {
    note_pure_bounds(run);
    return Outcome::stopped();
  }
  const bool noise = looks_like_noise(run);
  run.event("choice", {{"method", "lazy"}, {"noise", noise}});
  if (!noise) return Lazy(run).solve();
  const auto found = search_noise(run, small_start(run));
  if (found) return Lazy(run, *found).solve();
  note_pure_bounds(run);
  return Outcome::stopped();
}

}  // namespace allnash::methods
