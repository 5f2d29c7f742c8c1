// The answer from matches that were played: first what is certified, then the estimate and
// descriptions.
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "allnash/rank.hpp"
#include "allnash/run.hpp"
#include "chance/evidence/attempt.hpp"
#include "chance/evidence/claim.hpp"
#include "core/base/at.hpp"
#include "core/lp/subgame.hpp"
#include "league/board/certified.hpp"
#include "league/board/describe.hpp"
#include "league/board/enough.hpp"
#include "league/board/league.hpp"
#include "league/certify/box.hpp"
#include "league/certify/frozen.hpp"
#include "league/estimate/changed.hpp"
#include "league/estimate/estimate.hpp"
#include "league/estimate/islands.hpp"
#include "league/estimate/leaderboard.hpp"
#include "league/estimate/shaky.hpp"
#include "league/reading/absence.hpp"
#include "league/reading/record.hpp"
#include "payoffs/file/database_file.hpp"

namespace allnash {
namespace league {

/// The proof of a ranking, from which its certificate is written.
struct Proof : Inner, chance::ConfidenceClaim {
  std::string of_players;  ///< lines on single players
  static const Proof* of(const Ranking& ranking) {
    return static_cast<const Proof*>(ranking.inner.get());
  }
};

namespace {

/// Tables of `few_pairings` are always made, larger ones of up to `most_pairings` if they help.
constexpr Index few_pairings = 1'000'000;
constexpr Index most_pairings = 50'000'000;
/// With this many opponents against whom nothing can be certified, a mixture of a symmetric game
/// has a guarantee of at most 1/200: against strategy j it is sure only of half the weight of j.
constexpr std::int64_t many_unmet = 100;
/// Each draw of a leaderboard goes through all pairs.
constexpr std::size_t most_on_board = 2'000;

using OnStage = std::function<void(std::string_view)>;

/// The two players that `X,Y` names. A name may have commas itself: each of them is tried. Throws
/// OptionError.
std::pair<Index, Index> players_named(const std::vector<std::string>& names,
                                      const std::string& both) {
  const auto index_of = [&](const std::string& name) {
    return std::ranges::find(names, name) - names.begin();
  };
  for (std::size_t comma = both.find(','); comma != both.npos; comma = both.find(',', comma + 1)) {
    const Index first = index_of(both.substr(0, comma));
    const Index second = index_of(both.substr(comma + 1));
    if (first < std::ssize(names) && second < std::ssize(names)) return {first, second};
  }
  throw OptionError("compare: '" + both + "' does not name two players of this league");
}

class Ranker {
 public:
  Ranker(const Record& record, const RankOptions& options, const StopFlag* flag,
         const OnStage& on_stage, League* league = nullptr)
      : record_(record),
        on_stage_(on_stage),
        league_(league),
        options_(options),
        schedule_(
            league != nullptr && league->counted
                ? Schedule::fixed
                : options.schedule.value_or(record.ordered ? Schedule::any : Schedule::fixed)),
        flag_(flag),
        stop_(flag) {}

  /// Also computes payoffs against a field.
  void meet(reading::Field field) { field_ = std::move(field); }

  Ranking rank() {
    check();
    fill_facts();
    tell("certifying");
    if (league_ != nullptr) {
      certify_league();
    } else if (!record_.counted) {
      promise_nothing();
    } else {
      certify();
    }
    if (!ranking_.row_promised() && !ranking_.column_promised()) ranking_.why = no_promise();
    if (record_.symmetric && record_.counted) certify_players();
    describe();
    if (field_) {
      ranking_.field =
          against_field(record_, known_.leagues, field_->shares, known_.estimate.row_strategy);
      ranking_.notes.insert(ranking_.notes.end(), field_->notes.begin(), field_->notes.end());
    }
    make_leaderboard();
    add_rates();
    look_ahead();
    ranking_.interrupted = stop_.stopped();
    const bool is_wide = options_.epsilon && gap() > *options_.epsilon;
    if (is_wide || ranking_.interrupted) ranking_.status = Status::stopped;
    return std::move(ranking_);
  }

 private:
  void check() const {
    if (schedule_ == Schedule::any && !record_.ordered) {
      throw OptionError(
          "schedule: `any` needs the order of playing, and counts have none; with `fixed` you say "
          "that results did not decide who met whom and how often");
    }
    if (record_.symmetric && record_.rows.size() < 2) throw InputError("fewer than two strategies");
  }

  void fill_facts() {
    ranking_.confidence = Rational(1) - options_.delta;
    ranking_.schedule = schedule_;
    ranking_.symmetric = record_.symmetric;
    ranking_.range = record_.range;
    ranking_.percent = record_.percent;
    ranking_.seed = options_.seed;
    ranking_.epsilon = options_.epsilon;
    ranking_.row_labels = record_.rows;
    ranking_.column_labels = record_.columns;
    ranking_.notes = record_.notes;
    ranking_.counted = record_.counted;
    for (const auto& [entry, total] : record_.totals) {
      ranking_.plays += record_.counted ? total.plays : 0;
    }
    ranking_.entries = std::ssize(record_.totals);
    if (record_.symmetric) ranking_.value = in_payoffs(Rational(1, 2));
  }

  [[nodiscard]] Rational in_payoffs(const Rational& share) const {
    return record_.range.low + share * (record_.range.high - record_.range.low);
  }

  /// A frozen mixture for each player and the box hold together with probability 1 - delta; the
  /// better bound of the two counts.
  void certify() {
    const auto claim = std::make_shared<Proof>();
    std::optional<SplitLog> log;
    if (!record_.plays.empty()) log.emplace(record_, schedule_);
    const bool large = record_.row_count() * record_.column_count() > few_pairings;
    if (large) claim->box = intervals_of(record_, budget_of(1).joint());
    if (large && promises_nothing(*claim->box, log)) {
      certify_by_few(*claim);
    } else {
      certify_by_all(log, *claim);
    }
    const bool symmetric = record_.symmetric;
    for (const chance::CapClaim& one : claim->row.caps) ranking_.column_caps.push_back(one.cap);
    for (const chance::CapClaim& one : claim->column.caps) ranking_.row_caps.push_back(one.cap);
    if (symmetric) ranking_.row_caps = ranking_.column_caps;
    for (const Interval& one : *claim->box) {
      const Rational& sum = record_.totals.at(one.entry).sum;
      ranking_.pairings.push_back({{one.entry, one.plays, in_payoffs(sum / Rational(one.plays))},
                                   in_payoffs(one.low),
                                   in_payoffs(one.high)});
    }
    ranking_.row_strategy = claim->row.strategy;
    ranking_.column_strategy = symmetric ? claim->row.strategy : claim->column.strategy;
    state(*claim);
    proof_ = claim;
    ranking_.inner = claim;
  }

  /// Copies the facts that claim and answer share to the claim.
  void state(chance::ConfidenceClaim& claim) const {
    claim.rows = record_.row_count();
    claim.columns = record_.column_count();
    claim.symmetric = record_.symmetric;
    claim.range = record_.range;
    claim.fixed_schedule = schedule_ == Schedule::fixed;
    claim.delta = options_.delta;
    claim.low = ranking_.low;
    claim.high = ranking_.high;
    claim.epsilon = gap().sign() > 0 ? gap() : record_.range.high - record_.range.low;
  }

  /// The error budget of each of `together` attempts that are frozen at once.
  [[nodiscard]] chance::AttemptBudget budget_of(std::int64_t together) const {
    return {options_.delta / Rational(together), record_.symmetric ? 1 : 2, 1, false, {1, 20}};
  }

  void certify_by_all(const std::optional<SplitLog>& log, chance::ConfidenceClaim& claim) {
    if (record_.row_count() * record_.column_count() > most_pairings) {
      throw InputError(record_.name + ": " + std::to_string(record_.row_count()) + " x " +
                       std::to_string(record_.column_count()) +
                       " strategies are more than there is room for: at most 50 million pairings");
    }
    const bool symmetric = record_.symmetric;
    // What is never worth saying is not looked for: the box bounds may still be.
    const bool freeze = log && !(symmetric && log->each_misses(many_unmet));
    std::vector<Choice> choices;
    for (const bool row : {true, false}) {
      if (!freeze || (!row && symmetric)) break;
      choices.push_back(log->choice(row, stop_));
      claim.frozen_together = std::max(claim.frozen_together, std::ssize(choices.back().mixtures));
    }
    const chance::AttemptBudget budget = budget_of(claim.frozen_together);
    claim.box = intervals_of(record_, budget.joint());
    const Box box = box_of(record_, *claim.box);
    const auto guarantee = [&](bool is_row) {
      const exact::Matrix lowest = is_row ? box.low : turned(box.high);
      std::vector<CertifiedMixture> frozen;
      for (const Choice& choice : choices) {
        if (choice.row != is_row) continue;
        for (const Mixture& mixture : choice.mixtures) {
          frozen.push_back(log->certified(choice, mixture, budget.guarantee()));
        }
      }
      return certify_half(lowest, std::move(frozen), is_row ? claim.row : claim.column,
                          is_row ? ranking_.row_promises : ranking_.column_promises);
    };
    const Rational row = guarantee(true);
    const Rational column = symmetric ? row : guarantee(false);
    const auto [low, high] = chance::stated_bounds(row, column, symmetric);
    ranking_.low = in_payoffs(low);
    ranking_.high = in_payoffs(high);
    for (Promise& one : ranking_.row_promises) one.bound = in_payoffs(std::min(one.bound, low));
    for (Promise& one : ranking_.column_promises) {
      one.bound = in_payoffs(std::max(Rational(1) - one.bound, high));
    }
    // Each player's guarantee bounds the value.
    const Rational half(1, 2);
    claim.row.caps = caps_of(turned(box.low), symmetric ? half : Rational(1) - high, stop_);
    if (!symmetric) claim.column.caps = caps_of(box.high, low, stop_);
  }

  /// Whether no guarantee above next to nothing is possible, since neither later matches nor the
  /// box certify anything against some opponents: one if sides differ, `many_unmet` in a symmetric
  /// game.
  [[nodiscard]] bool promises_nothing(const std::vector<Interval>& box,
                                      const std::optional<SplitLog>& log) const {
    std::vector<bool> rows(at(record_.row_count()));
    std::vector<bool> columns(at(record_.column_count()));
    for (const Interval& one : box) {
      const bool will_meet = log && log->will_meet(one.entry);
      if (will_meet || one.low.sign() > 0) columns[at(one.entry.column)] = true;
      if (will_meet || one.high < Rational(1)) rows[at(one.entry.row)] = true;
    }
    if (!record_.symmetric) {
      return std::ranges::count(rows, false) > 0 && std::ranges::count(columns, false) > 0;
    }
    std::int64_t unmet = 0;
    for (std::size_t t = 0; t < rows.size(); ++t) unmet += rows[t] || columns[t] ? 0 : 1;
    return unmet >= many_unmet;
  }

  /// For leagues too large for tables of all pairings: the bounds are the ends of the range, and
  /// caps come from the strategies with informative intervals.
  void certify_by_few(chance::ConfidenceClaim& claim) {
    ranking_.low = record_.range.low;
    ranking_.high =
        record_.symmetric ? *ranking_.value + *ranking_.value - ranking_.low : record_.range.high;
    claim.row.strategy = {{most_met(true), 1}};
    if (!record_.symmetric) claim.column.strategy = {{most_met(false), 1}};
    ranking_.notes.emplace_back("nothing is promised: some opponents have too few matches");
    const InformedBox box = informed_box_of(record_, *claim.box);
    if (box.rows.empty() || box.columns.empty()) return;
    const auto in_league = [](std::vector<chance::CapClaim> caps, const std::vector<Index>& capped,
                              const std::vector<Index>& others) {
      for (chance::CapClaim& one : caps) {
        one.cap.strategy = capped[at(one.cap.strategy)];
        for (Weight& weight : one.mixture) weight.strategy = others[at(weight.strategy)];
      }
      return caps;
    };
    const Rational least(record_.symmetric ? 1 : 0, 2);
    claim.row.caps = in_league(caps_of(turned(box.low), least, stop_), box.columns, box.rows);
    if (record_.symmetric) return;
    claim.column.caps = in_league(caps_of(box.high, least, stop_), box.rows, box.columns);
  }

  /// The answer to rates of an unknown number of matches: nothing can be certified.
  void promise_nothing() {
    ranking_.low = record_.range.low;
    ranking_.high = record_.range.high;
    list_pairings();
  }

  /// Lists the pairings with their averages; each interval is the whole range.
  void list_pairings() {
    for (const auto& [entry, total] : record_.totals) {
      const Rational mean = in_payoffs(total.sum / Rational(total.plays));
      ranking_.pairings.push_back(
          {{entry, total.plays, mean}, record_.range.low, record_.range.high});
    }
  }

  /// The strategy with the most matches.
  [[nodiscard]] Index most_met(bool row) const {
    std::vector<std::int64_t> met(at(row ? record_.row_count() : record_.column_count()));
    for (const auto& [entry, total] : record_.totals) {
      met[at(row ? entry.row : entry.column)] += total.plays;
      if (record_.symmetric) met[at(entry.column)] += total.plays;
    }
    return std::ranges::max_element(met) - met.begin();
  }

  /// Own scores, orders, favourites and who may be first.
  void certify_players() {
    const PlayersProof players = league_ == nullptr
                                     ? certified_claim(record_, options_, stop_)
                                     : certified_claim(record_, std::move(*league_->looks),
                                                       options_, league_->counted, stop_);
    ranking_.certified = certified_of(players, record_);
    // A certificate numbers players as the answer does.
    if (proof_ && players.numbers.empty()) proof_->of_players = text_of(players.claim);
  }

  /// Certifies by the attempt with the best bounds. The bounds of all attempts hold together.
  void certify_league() {
    constexpr std::int64_t grid = 10'000;
    ranking_.league = {league_->recalled, league_->frozen};
    chance::Shown best{0, 1, {}};
    const chance::Attempt* chosen = nullptr;
    for (chance::Attempt& attempt : league_->attempts) {
      chance::Shown shown = chance::shown_by(attempt, record_.symmetric, grid);
      ranking_.row_promises.push_back({attempt.row.strategy, in_payoffs(shown.low), {}});
      if (!record_.symmetric) {
        ranking_.column_promises.push_back({attempt.column.strategy, in_payoffs(shown.high), {}});
      }
      if (chosen != nullptr && shown.high - shown.low >= best.high - best.low) continue;
      best = std::move(shown);
      chosen = &attempt;
    }
    ranking_.low = in_payoffs(best.low);
    ranking_.high = in_payoffs(best.high);
    ranking_.row_caps = std::move(best.caps.row);
    ranking_.column_caps = std::move(best.caps.column);
    if (chosen != nullptr) {
      ranking_.row_strategy = chosen->row.strategy;
      ranking_.column_strategy =
          record_.symmetric ? ranking_.row_strategy : chosen->column.strategy;
      auto claim =
          chance::claim_of(*chosen, record_.symmetric, record_.range, ranking_.low, ranking_.high);
      state(claim);
      proof_ = std::make_shared<Proof>(Proof{{}, std::move(claim), {}});
      ranking_.inner = proof_;
    }
    list_pairings();
  }

  /// Certifies one player's guarantee, by a frozen mixture, or by the box where that guarantees
  /// more. Returns the best guarantee, scaled to [0, 1], as the player sees it.
  [[nodiscard]] Rational certify_half(const exact::Matrix& low,
                                      std::vector<CertifiedMixture> frozen, chance::HalfClaim& half,
                                      std::vector<Promise>& promises) const {
    Rational most(-1);
    for (CertifiedMixture& one : frozen) {
      promises.push_back({one.mixture.strategy(), one.guarantee, {}});
      if (one.guarantee <= most) continue;
      most = one.guarantee;
      half.strategy = promises.back().strategy;
      half.arms = std::move(one.arms);
    }
    const auto pair = lp::solve(low, stop_);
    if (!pair || pair->value <= most) return std::max(most, Rational(0));
    half.strategy = pair->row;
    half.arms.clear();
    promises.push_back({pair->row, pair->value, {}});
    return pair->value;
  }

  /// Why nothing is certified for the row player's mixture.
  [[nodiscard]] std::string no_promise() const {
    if (!record_.counted) {
      return "a chart of rates alone does not tell how sure they are; bring its counts, or say by "
             "`matches-each` of how many matches each rate is";
    }
    if (stop_.stopped()) return "the run was interrupted before that";
    if (ranking_.row_strategy.empty()) return "these matches are too few to choose a mixture";
    std::vector<bool> met(record_.columns.size());
    for (const auto& [strategy, weight] : ranking_.row_strategy) {
      for (const auto& [entry, total] : record_.totals) {
        if (entry.row == strategy) met[at(entry.column)] = true;
        if (record_.symmetric && entry.column == strategy) met[at(entry.row)] = true;
      }
      if (record_.symmetric) met[at(strategy)] = true;
    }
    const auto stranger = std::ranges::find(met, false);
    if (stranger != met.end()) {
      return "'" + record_.columns[at(stranger - met.begin())] +
             "' has not played any strategy of this mixture";
    }
    return league_ != nullptr ? "too few matches were played since the mixture was frozen"
                              : "too few matches were played";
  }

  void describe() {
    if (const auto averages = averages_of(record_)) {
      tell("solving the averages");
      ranking_.averages = answer_of(*averages, record_.symmetric, flag_);
    }
    sums_ = sums_of(record_);
    const std::int64_t draws = options_.resamples.value_or(usual_draws(sums_));
    if (draws == 0 || sums_.pairings.empty()) return;
    tell("drawing leagues");
    known_ = estimate_of(sums_, draws, options_.seed, stop_);
    if (known_.estimate.draws == 0) return;
    ranking_.estimate = known_.estimate;
    Estimate& estimate = *ranking_.estimate;
    for (const bool row : {true, false}) {
      for (Promise& one : row ? ranking_.row_promises : ranking_.column_promises) {
        one.worst_case = worst_case_in(known_.leagues, one.strategy, row);
        if (one.worst_case) scale(*one.worst_case);
      }
    }
    scale(estimate.worst_case);
    if (estimate.column_worst_case) scale(*estimate.column_worst_case);
    for (auto* const list : {&estimate.rows, &estimate.columns}) {
      for (Estimate::Strategy& one : *list) {
        if (one.average) *one.average = scaled(*one.average);
        if (!record_.counted) one.matches = 0;
      }
    }
  }

  /// Scores against the field that is given, or against all players alike.
  void make_leaderboard() {
    if (!record_.symmetric || !ranking_.estimate) {
      if (options_.compare) {
        throw OptionError("compare: only a symmetric league with an estimate has a leaderboard");
      }
      return;
    }
    if (record_.rows.size() > most_on_board) {
      ranking_.notes.push_back("no leaderboard: it is for at most " +
                               std::to_string(most_on_board) +
                               " players; min-matches leaves out those with few matches");
      return;
    }
    tell("ranking");
    BoardQuestion question{{}, options_.zone.to_double(), options_.seed};
    if (ranking_.field) question.field = ranking_.field->shares;
    ranking_.leaderboard = leaderboard_of(sums_, known_, question, stop_);
    if (!ranking_.leaderboard) return;
    if (record_.counted) judge_leaderboard();
    for (Leaderboard::Player& one : ranking_.leaderboard->players) {
      for (double* const score : {&one.score, &one.low, &one.high}) *score = scaled(*score);
      if (!record_.counted) one.matches = 0;
    }
    if (options_.compare) {
      const auto [first, second] = players_named(record_.rows, *options_.compare);
      ranking_.comparison = compare(ranking_, first, second);
    }
  }

  /// The estimated rates of the leading strategies.
  void add_rates() {
    if (!ranking_.estimate) return;
    constexpr std::size_t most_with_rates = 40;
    const auto by_rating = [](const std::vector<Estimate::Strategy>& list) {
      std::vector<Index> order(list.size());
      std::iota(order.begin(), order.end(), Index{0});
      std::ranges::stable_sort(order, std::greater(),
                               [&](Index one) { return list[at(one)].rating.median; });
      return order;
    };
    Estimate& estimate = *ranking_.estimate;
    std::vector<Index> rows = by_rating(estimate.rows);
    if (ranking_.leaderboard) {
      rows.clear();
      for (const Leaderboard::Player& one : ranking_.leaderboard->players) {
        rows.push_back(one.index);
      }
    }
    const std::vector<Index> columns = record_.symmetric ? rows : by_rating(estimate.columns);
    estimate.rates = mean_rates(known_.leagues, rows, columns, most_with_rates);
    for (double& mean : estimate.rates.means) mean = scaled(mean);
  }

  /// How few matches the first place hangs on, what changed, and who hangs on few matches.
  void judge_leaderboard() {
    constexpr std::size_t most_rivals = 6;
    const Leaderboard& board = *ranking_.leaderboard;
    const Index leader = board.players.front().index;
    tell("looking at what it hangs on");
    std::vector<Index> rivals;
    for (const Leaderboard::Player& one : board.players) {
      if (rivals.size() == most_rivals) break;
      if (one.index != leader) rivals.push_back(one.index);
    }
    ranking_.shaky =
        shaky_first(record_, sums_, known_.leagues, board.field, leader, rivals, stop_);
    Islands islands;
    islands.players = on_islands(sums_, leader, static_cast<double>(islands.fewer_than), stop_);
    if (!islands.players.empty()) ranking_.islands = std::move(islands);
    if (!record_.ordered) return;
    const bool look = league_ != nullptr;
    const std::int64_t before = look ? league_->seen_before : std::ssize(record_.plays) / 2;
    ranking_.changed = changed_since(record_, sums_, known_.leagues.posteriors->likeliest(), board,
                                     {before, look, board.field, options_.seed}, stop_);
    if (!ranking_.changed) return;
    for (Changed::Surprise& one : ranking_.changed->contradicting) {
      one.expected = scaled(one.expected);
      one.average = scaled(one.average);
    }
  }

  [[nodiscard]] double scaled(double share) const {
    const double low = record_.range.low.to_double();
    return low + share * (record_.range.high.to_double() - low);
  }
  void scale(Middle& middle) const {
    for (double* const one : {&middle.low, &middle.median, &middle.high}) *one = scaled(*one);
  }

  /// Whether these matches are enough, and which to play next.
  void look_ahead() {
    std::optional<PlanPurpose> asked;
    if (options_.plan_for) asked = asked_by(*options_.plan_for, record_);
    const bool for_promise = asked && asked->purpose == Purpose::promise;
    if (for_promise && options_.plan > 0) plan_promise();
    if (asked && !for_promise && !record_.counted) {
      throw OptionError("for: a chart of rates alone does not tell how many matches there were");
    }
    if (!record_.symmetric || !record_.counted) {
      if (options_.plan > 0 && !for_promise) plan_by_turns();
      return;
    }
    if (known_.estimate.draws == 0) {
      if (options_.plan > 0 && !for_promise) plan_promise();
      return;
    }
    tell("looking ahead");
    if (!asked || for_promise) asked = usual();
    PlanSettings settings{*asked,
                          {},
                          options_.zone.to_double(),
                          options_.delta.to_double(),
                          for_promise ? 0 : options_.plan};
    if (field_) {
      for (const Rational& share : field_->shares) settings.field.push_back(share.to_double());
    }
    std::optional<Planned> found = planned_for(sums_, known_, settings, stop_);
    if (!found) return;
    ranking_.enough = std::move(found->enough);
    ranking_.soon = std::move(found->soon);
    for (const Entry& entry : found->next) add_next(entry, asked->purpose);
  }

  /// What is asked where nobody says so: what the first line of the answer leaves open.
  [[nodiscard]] PlanPurpose usual() const {
    if (field_) return {};
    if (!ranking_.leaderboard) return usual_question(known_);
    return {ranking_.leaderboard->answer == BoardCase::cyclic ? Purpose::play : Purpose::top};
  }

  /// Where sides differ: matches in turns for the estimate and for the guarantee.
  void plan_by_turns() {
    const bool promise = !ranking_.row_strategy.empty();
    const bool estimate = ranking_.estimate.has_value();
    const std::int64_t half = promise && estimate ? options_.plan / 2 : 0;
    const std::int64_t for_promise = !promise ? 0 : estimate ? half : options_.plan;
    std::vector<Entry> learned;
    if (estimate) learned = matches_for_estimate(sums_, known_, options_.plan - for_promise);
    const std::vector<Entry> promised = matches_for_promise(for_promise);
    for (std::size_t t = 0; t < std::max(learned.size(), promised.size()); ++t) {
      if (t < learned.size()) add_next(learned[t], Purpose::estimate);
      if (t < promised.size()) add_next(promised[t], Purpose::promise);
    }
  }
  void plan_promise() {
    for (const Entry& entry : matches_for_promise(options_.plan)) {
      add_next(entry, Purpose::promise);
    }
  }
  /// Sets the forecast, too. None without a mixture.
  [[nodiscard]] std::vector<Entry> matches_for_promise(std::int64_t count) {
    if (ranking_.row_strategy.empty()) return {};
    const NextMatches next = next_matches(record_, ranking_.row_strategy, count);
    const double width = (record_.range.high - record_.range.low).to_double();
    // No guarantee exceeds the value.
    ranking_.forecast = std::min(ranking_.low.to_double() + width * next.gain,
                                 ranking_.value.value_or(ranking_.high).to_double());
    return next.matches;
  }
  void add_next(const Entry& entry, Purpose purpose) {
    ranking_.next.push_back(entry);
    ranking_.next_for.push_back(purpose);
  }

  [[nodiscard]] Rational gap() const {
    return ranking_.value ? *ranking_.value - ranking_.low : ranking_.high - ranking_.low;
  }

  void tell(std::string_view stage) const {
    if (on_stage_) on_stage_(stage);
  }

  const Record& record_;
  const OnStage& on_stage_;
  League* league_;
  const RankOptions& options_;
  Schedule schedule_;
  const StopFlag* flag_;
  StopToken stop_;
  PairingSums sums_;
  EstimateWithReasons known_;
  std::optional<reading::Field> field_;
  Ranking ranking_;
  std::shared_ptr<Proof> proof_;  // of the ranking
};

}  // namespace
}  // namespace league

Ranking rank(const Matches& matches, const RankOptions& options, const StopFlag* stop,
             const std::function<void(std::string_view)>& told) {
  check_options(options);
  const bool from_file = options.field && *options.field != reading::field_of_log;
  const auto said = from_file ? reading::read_field(options) : reading::FieldFile();
  const auto answer = [&](const reading::Record& record, std::vector<LeftOut> left_out,
                          league::League* league) {
    league::Ranker ranker(record, options, stop, told, league);
    if (options.field) {
      ranker.meet(reading::field_of(record, left_out, options, from_file ? &said : nullptr));
    }
    Ranking ranking = ranker.rank();
    ranking.left_out = std::move(left_out);
    return ranking;
  };
  const reading::Record& record = reading::Record::of(matches);
  const bool changes = options.drop.size() + options.withdrawn > 0 || options.only;
  if (options.ledger && record.none && !changes && file::in_use(*options.ledger)) {
    const file::Snapshot copy(*options.ledger);
    return copy.reading([&] {
      RankOptions of_copy = options;
      of_copy.ledger = copy.path();
      Ranking ranking = rank(matches, of_copy, stop, told);
      ranking.notes.push_back(*options.ledger + " is in use: this is of what it has now");
      return ranking;
    });
  }
  if (!record.counted && options.min_matches > 0) {
    throw OptionError("min-matches: a chart of rates alone does not tell how many there were");
  }
  if (options.ledger) {
    if (told) told("adding to the ledger");
    league::League league = league::look_at_league(record, options, StopToken(stop));
    return answer(league.record, league.left_out, &league);
  }
  reading::Absence absence = reading::absence_of(record, options);
  if (!absence.any()) return answer(record, {}, nullptr);
  return answer(reading::without(record, absence), std::move(absence.who), nullptr);
}

void write_certificate(std::ostream& out, const Ranking& ranking) {
  const league::Proof* const proof = league::Proof::of(ranking);
  if (proof == nullptr) {
    throw InputError(ranking.counted ? "nothing that the ledger froze can be read"
                                     : "nothing is promised from rates alone, so there is nothing "
                                       "to certify");
  }
  chance::write_certificate(out, *proof, proof->of_players);
}

}  // namespace allnash
