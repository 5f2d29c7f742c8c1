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
//   Only rows whose forecast, with doubt added, lies above v are read, a few at a time and half of
//   what is unknown at a time; the search widens only when nothing is found. So lines are scanned
//   late, when the mix they are scanned against is nearly the final one, and most lines that pass
//   through the mixes on the way are never read whole.
// - Growth. In a large game the players see a few thousand of their strategies at first, drawn at
//   random, and eight times as many whenever nothing more is found among those.
// - Noise. Where a random block shows no structure, noise.cpp searches, and this file only proves.
// - Ledger files. What a file holds beyond the way of this run, from another seed or a smaller
// game,
//   is a proof, or else a block to start from (known.cpp).
//
// The search is in one of three phases, by what steers it, and reads what is promising or the rest:
//
//                       nothing promising            nothing promising
//   floating, promising -----------------> precise, promising --------> precise, rest
//       |   ^                                 |   ^                        |   |
//       |   +------ a gain that floating -----+---|------ point sees ------+   |
//       |                                     |   +------ another gain --------+
//       | nothing better, and the mix's       |                                |
//       v lines are known whole               v                                v
//   proof, promising --------------------------------------------------> proof, rest
//       nothing better, lines known whole, nothing ties: proved; a tie: joins the block;
//       a gain: back to floating or precise
//
// floating: a floating vertex of the block. precise: its exact equilibrium if it is the only one,
// or else a floating vertex, which has the smaller support. proof: the strictly complementary pair
// of the block, exactly; every strategy outside that beats or ties it must join (docs/theory.md
// says why ties must). When there is none, the pair is the proof.
//
// Tried and dropped: reading the missing entries of the best tenth by the mean of their line (worse
// on smooth kernels); balancing the efforts of the two players (worse on low ranks); ranking
// candidates by a smaller doubt than admits them (worse on cycles).
#include "methods/lazy/lazy.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>

#include "exact/side_by_side.hpp"
#include "methods/binary/standouts.hpp"
#include "methods/known.hpp"
#include "methods/lazy/leaning.hpp"
#include "methods/lazy/noise.hpp"
#include "methods/lazy/responder.hpp"

namespace allnash::methods {

namespace {

constexpr std::size_t most_forecast = 60;  // strategies in a mix that forecasts are made for
constexpr std::size_t additions = 3;       // better responses added in a round, a player
// Strategies times those that they are looked at against, for the players to look around side by
// side.
constexpr Index worth_a_thread = 20'000;

// As parts of the block's reach. The floating solver's payoffs against a vertex are right to 1e-9
// or so, and a gain is told from that with room to spare;
constexpr double floating_tolerance = 1e-7;
// an exact equilibrium, rounded, is right to a few of the last bits;
constexpr double exact_tolerance = 1e-13;
// and a gain is for floating point to follow when it is well above the first.
constexpr double visible = 1e-6;

// In a symmetric game what is optimal for one player is so for the other, and one search does for
// both. Without a range or a tolerance the two are led apart, as they are in other games.
bool one_for_both(const Run& run) {
  return run.ledger.symmetric() && (run.options.payoff_range || run.options.epsilon);
}

class Lazy {
 public:
  /// `trust_forecasts` is false in noise.
  Lazy(Run& run, Sample sample, const Block& start, bool trust_forecasts)
      : run_(run),
        solver_({run.ledger, Player::row}),
        players_{Responder({run.ledger, Player::row}, std::move(sample.row)),
                 Responder({run.ledger, Player::column}, std::move(sample.column))},
        trust_forecasts_(trust_forecasts),
        one_sided_(one_for_both(run)),
        margin_(margin_of(run)) {
    run.range_used = run.ledger.range().has_value();
    for (const Player player : game::players) {
      for (const Index s : start.of(player)) add(player, s);
    }
    while (!trust_forecasts && see_more()) {
    }
  }

  Outcome solve() {
    for (;;) {
      if (margin_ == 0 && worth_reading_all()) return full(run_);
      if (!ask_block() || !solve_block()) return Outcome::stopped();
      look();
      run_.report(phase_ == Phase::proof ? "proving" : "searching");
      tell();
      if (run_.close_enough()) return Outcome::within();
      if (!found_.row.better.empty() || !found_.column.better.empty()) {
        take_better();
      } else if (found_.row.complete && found_.column.complete) {
        if (phase_ == Phase::proof && !add_ties()) return Outcome::proved(*pair_);
        phase_ = Phase::proof;  // nearer than floating point can tell, where there is a tolerance
      } else if (reading_ == Look::Read::promising && found_.row.quiet && found_.column.quiet) {
        settle();
      } else if (!read_on()) {
        return Outcome::stopped();
      }
    }
  }

 private:
  enum class Phase { floating, precise, proof };

  // With a tolerance, what a player may gain and need not: half of it, or in a symmetric game,
  // whose value is known, all of it.
  static double margin_of(const Run& run) {
    constexpr double rounding = 1 - 1e-6;
    if (!run.options.epsilon) return 0;
    return run.options.epsilon->to_double() * (run.ledger.symmetric() ? 1 : 0.5) * rounding;
  }

  // In a symmetric game the players' optimal strategies are the same.
  void add(Player player, Index s) {
    run_.event("add", {{player == Player::row ? "row" : "column", s}});
    players_.of(player).add(s);
    if (run_.ledger.symmetric()) players_.of(opponent_of(player)).add(s);
  }

  bool see_more() {
    const bool rows = players_.row.see_more();
    return players_.column.see_more() || rows;
  }

  // With this little left, solving the whole game costs less than finding out what is not needed.
  [[nodiscard]] bool worth_reading_all() const {
    return run_.ledger.queries() >= run_.ledger.size() - run_.ledger.size() / 16;
  }

  bool ask(std::vector<Entry> wanted) {
    if (wanted.empty()) return true;
    if (run_.ledger.may_be_cut()) put_most_useful_first(wanted);
    const bool all = run_.ledger.ask(wanted);
    for (const Player player : game::players) {
      for (const Entry& entry : wanted) {
        players_.of(player).learned(entry);
        if (run_.ledger.symmetric()) players_.of(player).learned({entry.column, entry.row});
      }
    }
    return all;
  }

  // Of a round that may be cut short: first what meets the strategies that are played most, since
  // what it shows weighs most; and of equals what is cheap.
  void put_most_useful_first(std::vector<Entry>& wanted) const {
    Both<std::unordered_map<Index, double>> played;
    for (const Player player : game::players) {
      for (const FloatWeight& weight : mix_.of(player)) {
        played.of(player).emplace(weight.strategy, weight.probability);
      }
    }
    const auto share = [&](Player player, Index s) {
      const auto found = played.of(player).find(s);
      return found == played.of(player).end() ? 0.0 : found->second;
    };
    struct Ranked {
      double worth;
      double cost;
      Entry entry;
    };
    run_.ledger.price(wanted);
    std::vector<Ranked> ranked;
    ranked.reserve(wanted.size());
    for (const Entry& entry : wanted) {
      const double use =
          std::max(share(Player::row, entry.row), share(Player::column, entry.column));
      const double cost = run_.ledger.cost(entry.row, entry.column);
      ranked.push_back(
          {cost > 0 ? use / cost : std::numeric_limits<double>::infinity(), cost, entry});
    }
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
      return a.worth != b.worth ? a.worth > b.worth : a.cost < b.cost;
    });
    for (std::size_t t = 0; t < wanted.size(); ++t) wanted[t] = ranked[t].entry;
  }

  bool ask_block() {
    std::vector<Entry> wanted;
    for (const Index i : players_.row.working()) {
      for (const Index j : players_.column.working()) {
        if (!run_.ledger.knows(i, j)) wanted.push_back({i, j});
      }
    }
    return ask(wanted);
  }

  bool solve_block() {
    const Block block{{players_.row.working(), players_.column.working()}};
    auto floating = solver_.solve(block, run_.stop);
    if (run_.stop.stopped()) return false;
    if (floating) reach_ = floating->reach;
    if (!floating || phase_ != Phase::floating) {
      // From the last exact equilibrium, where there is one: it is nearer than what floating point
      // sees.
      Block part = floating ? floating->near : block;
      if (pair_) part = {{game::support_of(pair_->row), game::support_of(pair_->column)}};
      pair_ = exact_equilibrium(players_.row.view(), block, std::move(part), run_.stop);
      if (!pair_) return false;
      if (one_sided_) pair_->column = pair_->row;
      if (phase_ == Phase::proof && run_.ledger.range()) lean(block);
    } else {
      pair_.reset();
    }
    const bool unique = floating && pair_ && floating->mix.row.size() == pair_->row.size() &&
                        floating->mix.column.size() == pair_->column.size();
    if (floating && phase_ != Phase::proof && !unique) {
      steer(std::move(floating->mix), floating->value, floating_tolerance * reach_);
    } else {
      steer({rounded(pair_->row), rounded(pair_->column)}, pair_->value.to_double(),
            exact_tolerance * reach_);
    }
    return true;
  }

  void lean(const Block& block) {
    game::Pair leant{pair_->value, {}, {}};
    leant.row = leaning(players_.row.view(), block, *pair_, run_.stop);
    leant.column =
        one_sided_ ? leant.row : leaning(players_.column.view(), block, *pair_, run_.stop);
    pair_ = std::move(leant);
  }

  // New strategies of one player alone that left the value as it was only made the other change its
  // mix among equals. It is then the other's turn to look for something better.
  void steer(Both<FloatMix> mix, double value, double tolerance) {
    mix_ = std::move(mix);
    if (one_sided_) mix_.column = mix_.row;
    tolerance_ = tolerance;
    if (joined_) {
      const bool moved = std::abs(value - value_) > tolerance;
      for (const Player player : game::players) {
        waits_.of(player) = joined_->of(player) && !joined_->of(opponent_of(player)) && !moved;
      }
      joined_.reset();
    }
    value_ = value;
    hope();
  }

  // Where many strategies are mixed for next to no gain over single ones it may well be a climb to
  // a saddle point (measured: at most a twentieth of the reach there, a tenth and more where many
  // are needed), and half its floor is a lot to have spent before looking for one. Not where the
  // mixes' own floor is most of the game: reading all of it would not cost twice as much (Blotto).
  void hope() const {
    constexpr std::size_t many = 8;
    constexpr double next_to_none = 0.05;
    const bool climb =
        std::min(mix_.row.size(), mix_.column.size()) >= many && pure_gap() < next_to_none * reach_;
    const double whole = static_cast<double>(run_.ledger.rows()) *
                         static_cast<double>(run_.ledger.columns()) / (one_sided_ ? 2 : 1);
    run_.hope_for(mix_.row.size(), mix_.column.size());
    if (climb && 2 * static_cast<double>(run_.hoped) < whole) {
      run_.hope_for(1, 1);
      run_.hoped /= 2;
    }
  }

  // How much more the column player concedes by its best single column of the block than the row
  // player guarantees by its best single row.
  [[nodiscard]] double pure_gap() const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    std::vector<double> conceded(players_.column.working().size(), -infinite);
    double guaranteed = -infinite;
    for (const Index i : players_.row.working()) {
      double least = infinite;
      std::size_t t = 0;
      for (const Index j : players_.column.working()) {
        const double payoff = run_.ledger.approximate(i, j);
        least = std::min(least, payoff);
        conceded[t] = std::max(conceded[t], payoff);
        ++t;
      }
      guaranteed = std::max(guaranteed, least);
    }
    return *std::ranges::min_element(conceded) - guaranteed;
  }

  void look() {
    const bool forecasts =
        trust_forecasts_ && std::max(mix_.row.size(), mix_.column.size()) <= most_forecast;
    const Look::Read read = forecasts ? reading_ : Look::Read::lines;
    const double margin = phase_ == Phase::proof ? 0 : margin_;
    const auto look_around = [&](std::size_t which) {
      const Player player = game::players[which];
      Responder& responder = players_.of(player);
      found_.of(player) =
          responder.look({mix_.of(opponent_of(player)), responder.view().turned(value_) + margin,
                          reach_, tolerance_, read});
    };
    const Index payoffs = std::min(run_.ledger.rows() * std::ssize(mix_.column),
                                   run_.ledger.columns() * std::ssize(mix_.row));
    const bool together = payoffs >= worth_a_thread && run_.ledger.costs_are_concurrent();
    exact::side_by_side(together ? run_.threads() : 1, one_sided_ ? 1 : game::players.size(),
                        look_around);
    if (one_sided_) {
      found_.column = {};
      found_.column.quiet = found_.row.quiet;
      found_.column.complete = found_.row.complete;
    }
    // A mix whose lines are known whole guarantees what the best response to it leaves; with a
    // range any mix does.
    for (const Player player : game::players) {
      const Findings& found = found_.of(player);
      if (one_sided_ && player == Player::column) continue;
      run_.bounds.hold_down(player, found.most, mix_.of(opponent_of(player)));
    }
  }

  void tell() const {
    run_.event("solved", {{"rows", players_.row.working().size()},
                          {"columns", players_.column.working().size()},
                          {"row_support", mix_.row.size()},
                          {"column_support", mix_.column.size()},
                          {"value", value_},
                          {"better_rows", found_.row.better.size()},
                          {"better_columns", found_.column.better.size()},
                          {"rows_known", found_.row.complete},
                          {"columns_known", found_.column.complete}});
  }

  void take_better() {
    joined_.emplace();
    for (const Player player : game::players) {
      const Lines& better = found_.of(player).better;
      const std::size_t most = trust_forecasts_ ? additions : 1;
      for (std::size_t t = 0; t < std::min(most, better.size()); ++t) add(player, better[t]);
      players_.of(player).start_over(!better.empty());
      joined_->of(player) = !better.empty();
    }
    reading_ = Look::Read::promising;
    const bool seen = std::max(found_.row.gain, found_.column.gain) > visible * reach_;
    phase_ = seen ? Phase::floating : std::min(phase_, Phase::precise);
  }

  // Neither player expects a gain: look at more, with exact eyes, and then read the rest.
  void settle() {
    if (see_more()) return;
    if (phase_ == Phase::floating && margin_ == 0) {
      phase_ = Phase::precise;
    } else {
      reading_ = Look::Read::rest;
    }
    for (const Player player : game::players) players_.of(player).start_over(true);
  }

  bool read_on() {
    const Both<bool> skips{waits_.row && !found_.column.wanted.empty(),
                           waits_.column && !found_.row.wanted.empty()};
    std::vector<Entry> wanted;
    for (const Player player : game::players) {
      if (skips.of(player)) continue;
      const Findings& found = found_.of(player);
      players_.of(player).widen(found);
      wanted.insert(wanted.end(), found.wanted.begin(), found.wanted.end());
    }
    // Promising, but with nothing to read: what is unread weighs less than any double.
    if (wanted.empty() && reading_ == Look::Read::promising) settle();
    return ask(wanted);
  }

  // False when no strategy outside the block beats or ties the exact value.
  bool add_ties() {
    bool any = false;
    for (const Player player : game::players) {
      const View& view = players_.of(player).view();
      const Rational value = view.turned(pair_->value);
      for (const Index s : found_.of(player).close) {
        if (earned(view, s, view.theirs(*pair_)) < value) continue;
        add(player, s);
        any = true;
      }
    }
    return any;
  }

  Run& run_;
  FloatSolver solver_;
  Both<Responder> players_;
  const bool trust_forecasts_;
  const bool one_sided_;
  const double margin_;
  Phase phase_ = Phase::floating;
  Look::Read reading_ = Look::Read::promising;
  std::optional<game::Pair> pair_;  // of the block, in the later phases
  Both<FloatMix> mix_;              // what steers
  double value_ = 0;
  double tolerance_ = 0;
  double reach_ = 0;
  Both<Findings> found_;
  std::optional<Both<bool>> joined_;  // who had strategies added since value_
  Both<bool> waits_;                  // for the other to find something
};

// In noise every strategy of the first mixes is a line read whole for nothing: so only those few of
// the sample that do best in it.
Block small_start(const Sample& sample, const ledger::Ledger& ledger) {
  constexpr std::size_t kept = 2;
  Block start{{sample.row.lines, sample.column.lines}};
  for (const Player player : game::players) {
    const View view(ledger, player);
    const auto earned = [&](Index own) {
      double sum = 0;
      for (const Index other : sample.of(opponent_of(player)).lines) {
        sum += view.approximate(own, other);
      }
      return std::isfinite(sum) ? sum : 0;
    };
    Lines& lines = start.of(player);
    std::ranges::stable_sort(lines, std::greater{}, earned);
    lines.resize(std::min(kept, lines.size()));
  }
  return start;
}

// Where the sample holds two payoffs: the small start, of one player and then of the other, unless
// some strategies stand out against it. Nothing when the run must end.
std::optional<Block> two_payoff_start(Run& run, const Sample& sample) {
  const Block small = small_start(sample, run.ledger);
  Block start;
  for (const Player player : {Player::column, Player::row}) {
    start.of(player) = small.of(player);
    if (!run.ledger.ask_lines(start.row, start.column)) return std::nullopt;
    auto found = standouts(run, opponent_of(player), start.of(player), sample.of(player).lines);
    if (!found) return std::nullopt;
    for (const Player either : game::players) {
      start.of(either).insert(start.of(either).end(), found->of(either).begin(),
                              found->of(either).end());
    }
    if (!found->empty()) break;
  }
  return start;
}

Outcome from_sample(Run& run, Sample sample, Method in_noise) {
  run.report("sampling");
  if (!sample.read(run)) return Outcome::stopped();
  const bool noise = sample.looks_like_noise(run.ledger);
  // A strict saddle point beats the rest of its column and is beaten by the rest of its row: it
  // takes three payoffs.
  const bool two_payoffs = sample.shows_two_payoffs(run.ledger);
  const bool tolerant = run.options.epsilon.has_value();
  if (noise && in_noise != nullptr && (tolerant || !two_payoffs)) {
    run.event("choice", {{"method", tolerant ? "random-play" : "saddle-bienstock"}});
    Outcome outcome = in_noise(run);
    if (outcome.status != Status::no_strict_saddle_point) return outcome;
  }
  run.event("choice", {{"method", "lazy"}, {"noise", noise}});
  Block start{{sample.row.lines, sample.column.lines}};
  if (noise) {
    const bool screened = two_payoffs && !tolerant && !run.ledger.symmetric();
    auto first = screened ? two_payoff_start(run, sample) : small_start(sample, run.ledger);
    if (!first) return Outcome::stopped();
    auto found = search_noise(run, *std::move(first), two_payoffs);
    if (!found) return Outcome::stopped();
    if (run.close_enough()) return Outcome::within();
    start = *std::move(found);
  }
  return Lazy(run, std::move(sample), start, !noise).solve();
}

// A tolerance as wide as the range.
bool range_will_do(const Run& run) {
  if (!run.options.epsilon || !run.ledger.range()) return false;
  const Rational width = run.ledger.range()->high - run.ledger.range()->low;
  return (run.ledger.symmetric() ? width / Rational(2) : width) <= *run.options.epsilon;
}

}  // namespace

Outcome lazy_or(Run& run, Method in_noise) {
  if (range_will_do(run)) return Outcome::within();
  Sample sample(run);
  if (run.stop.stopped()) return Outcome::stopped();
  if (one_for_both(run)) sample.column = sample.row;
  run.ledger.notice_more();
  try {
    return from_sample(run, sample, in_noise);
  } catch (const ledger::MoreKnown&) {
    if (!run.ledger.recall_all()) return Outcome::stopped();
  }
  run.report("proving");
  if (auto pair = prove_from_known(run)) return Outcome::proved(*std::move(pair));
  const Block known = mostly_known(run.ledger);
  if (known.row.empty() || known.column.empty()) return from_sample(run, sample, in_noise);
  run.event("choice", {{"method", "lazy"}, {"known", known.row.size() + known.column.size()}});
  return Lazy(run, sample, known, true).solve();
}

Outcome lazy(Run& run) { return lazy_or(run, nullptr); }

}  // namespace allnash::methods
