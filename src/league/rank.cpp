// The answer from matches that were played: what is certified, then what is described.
#include "allnash/rank.hpp"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <utility>

#include "allnash/error.hpp"
#include "base/at.hpp"
#include "certificate/certificate.hpp"
#include "chance/attempt.hpp"
#include "chance/claim.hpp"
#include "league/box.hpp"
#include "league/describe.hpp"
#include "league/field.hpp"
#include "league/frozen.hpp"
#include "league/league.hpp"
#include "lists/absence.hpp"
#include "lists/field.hpp"
#include "lists/record.hpp"
#include "subgame/subgame.hpp"

namespace allnash {
namespace league {

/// What is behind a ranking, which its certificate shows.
struct Proof : chance::ConfidenceClaim {
  static const Proof* of(const Ranking& ranking) { return ranking.proof_.get(); }
  static void put(Ranking& ranking, std::shared_ptr<const Proof> proof) {
    ranking.proof_ = std::move(proof);
  }
};

namespace {

/// Tables of so many pairings are made without a thought, and of so many at all.
constexpr Index few_pairings = 1'000'000;
constexpr Index most_pairings = 50'000'000;
/// Opponents of whom nothing can be shown, so that a mixture of a symmetric game, which meets
/// itself with some of them alone, is worth at most half a hundredth.
constexpr std::int64_t many_unmet = 100;

using OnStage = std::function<void(std::string_view)>;

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

  Ranking rank() {
    check();
    fill_facts();
    tell("certifying");
    if (league_ != nullptr) {
      certify_league();
    } else {
      certify();
    }
    if (!ranking_.row_promised() && !ranking_.column_promised()) ranking_.why = no_promise();
    describe();
    if (options_.plan > 0 && !ranking_.row_strategy.empty()) plan();
    if (options_.epsilon && gap() > *options_.epsilon) ranking_.status = Status::stopped;
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
    ranking_.seed = options_.seed;
    ranking_.epsilon = options_.epsilon;
    ranking_.row_labels = record_.rows;
    ranking_.column_labels = record_.columns;
    ranking_.notes = record_.notes;
    for (const auto& [entry, total] : record_.totals) ranking_.plays += total.plays;
    ranking_.entries = std::ssize(record_.totals);
    if (record_.symmetric) ranking_.value = in_payoffs(Rational(1, 2));
  }

  [[nodiscard]] Rational in_payoffs(const Rational& share) const {
    return record_.range.low + share * (record_.range.high - record_.range.low);
  }

  /// A frozen mixture a player and the box hold together with probability 1 - delta; of both, the
  /// better bound counts.
  void certify() {
    const auto claim = std::make_shared<Proof>();
    const chance::AttemptBudget budget{options_.delta, record_.symmetric ? 1 : 2, 1, false, true};
    claim->box = intervals_of(record_, budget.joint());
    std::optional<SplitLog> log;
    if (!record_.plays.empty()) log.emplace(record_, schedule_);
    const bool large = record_.row_count() * record_.column_count() > few_pairings;
    if (large && promises_nothing(*claim->box, log)) {
      certify_by_few(*claim);
    } else {
      certify_by_all(log, budget.guarantee(), *claim);
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
    Proof::put(ranking_, claim);
  }

  /// What the claim shares with the answer.
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

  void certify_by_all(const std::optional<SplitLog>& log, const Rational& level,
                      chance::ConfidenceClaim& claim) {
    if (record_.row_count() * record_.column_count() > most_pairings) {
      throw InputError(record_.name + ": " + std::to_string(record_.row_count()) + " x " +
                       std::to_string(record_.column_count()) +
                       " strategies are more than there is room for: at most 50 million pairings");
    }
    const bool symmetric = record_.symmetric;
    const Box box = box_of(record_, *claim.box);
    const Rational row = certify_half(box.low, log, true, level, claim.row);
    const Rational column =
        symmetric ? row : certify_half(turned(box.high), log, false, level, claim.column);
    const auto [low, high] = chance::stated_bounds(row, column, symmetric);
    ranking_.low = in_payoffs(low);
    ranking_.high = in_payoffs(high);
    // Whatever the equilibria are, they are worth at least what is guaranteed.
    const Rational half(1, 2);
    claim.row.caps = caps_of(turned(box.low), symmetric ? half : Rational(1) - high, stop_);
    if (!symmetric) claim.column.caps = caps_of(box.high, low, stop_);
  }

  /// Whether every mixture meets opponents against whom neither later matches nor the box can show
  /// anything: one of them if sides differ; so many in a symmetric game that meeting itself is
  /// worth next to nothing.
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

  /// No tables of all pairings: the worst is promised, and caps come from what is known.
  void certify_by_few(chance::ConfidenceClaim& claim) {
    ranking_.low = record_.range.low;
    ranking_.high =
        record_.symmetric ? *ranking_.value + *ranking_.value - ranking_.low : record_.range.high;
    claim.row.strategy = {{most_met(true), 1}};
    if (!record_.symmetric) claim.column.strategy = {{most_met(false), 1}};
    ranking_.notes.emplace_back(
        "nothing is promised: there are opponents of whom too few matches were played");
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

  /// The strategy with the most matches.
  [[nodiscard]] Index most_met(bool row) const {
    std::vector<std::int64_t> met(at(row ? record_.row_count() : record_.column_count()));
    for (const auto& [entry, total] : record_.totals) {
      met[at(row ? entry.row : entry.column)] += total.plays;
      if (record_.symmetric) met[at(entry.column)] += total.plays;
    }
    return std::ranges::max_element(met) - met.begin();
  }

  /// By the attempt that shows most. All of them hold together.
  void certify_league() {
    constexpr std::int64_t grid = 10'000;
    ranking_.league = {league_->recalled, league_->frozen};
    chance::Shown best{0, 1, {}};
    const chance::Attempt* chosen = nullptr;
    for (chance::Attempt& attempt : league_->attempts) {
      chance::Shown shown = chance::shown_by(attempt, record_.symmetric, grid);
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
      Proof::put(ranking_, std::make_shared<Proof>(Proof{std::move(claim)}));
    }
    for (const auto& [entry, total] : record_.totals) {
      const Rational mean = in_payoffs(total.sum / Rational(total.plays));
      ranking_.pairings.push_back(
          {{entry, total.plays, mean}, record_.range.low, record_.range.high});
    }
  }

  /// By the frozen mixture, or by the box where that guarantees more. Returns what it guarantees.
  [[nodiscard]] Rational certify_half(const exact::Matrix& low, const std::optional<SplitLog>& log,
                                      bool row, const Rational& level,
                                      chance::HalfClaim& half) const {
    Rational guarantee;
    if (log) {
      Certified found = log->certified(row, level);
      guarantee = std::move(found.guarantee);
      half.strategy = found.mixture.strategy();
      half.arms = std::move(found.arms);
    }
    const auto pair = subgame::solve(low, stop_);
    if (!pair || (log && pair->value <= guarantee)) return guarantee;
    half.strategy = pair->row;
    half.arms.clear();
    return pair->value;
  }

  /// Why the row player's mixture may still lose every match against somebody.
  [[nodiscard]] std::string no_promise() const {
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
    const auto averages = averages_of(record_);
    if (!averages) {
      const Index rows = record_.row_count();
      const Index pairings =
          record_.symmetric ? rows * (rows - 1) / 2 : rows * record_.column_count();
      const Index missing = pairings - std::ssize(record_.totals);
      ranking_.notes.push_back(std::to_string(missing) +
                               (missing == 1 ? " pairing was" : " pairings were") +
                               " never played: tiers and shares are left out");
      return;
    }
    tell("solving the averages");
    ranking_.averages = answer_of(*averages, record_.symmetric, flag_);
    const std::int64_t times = options_.resamples.value_or(std::clamp<std::int64_t>(
        2'000'000 / (record_.row_count() * record_.column_count()), 20, 200));
    if (times > 0) tell("resampling");
    if (times > 0) ranking_.resampled = resampled(record_, times, options_.seed, stop_);
  }

  void plan() {
    NextMatches next = next_matches(record_, ranking_.row_strategy, options_.plan);
    ranking_.next = std::move(next.matches);
    const double width = (record_.range.high - record_.range.low).to_double();
    // What anybody guarantees is at most the value.
    ranking_.forecast = std::min(ranking_.low.to_double() + width * next.gain,
                                 ranking_.value.value_or(ranking_.high).to_double());
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
  Ranking ranking_;
};

}  // namespace
}  // namespace league

Ranking rank(const Matches& matches, const RankOptions& options, const StopFlag* stop,
             const std::function<void(std::string_view)>& told) {
  check_options(options);
  const bool from_file = options.field && *options.field != lists::field_of_log;
  const auto said = from_file ? lists::read_field(*options.field) : std::vector<lists::FieldLine>();
  const auto answer = [&](const lists::Record& record, std::vector<LeftOut> left_out,
                          league::League* league) {
    Ranking ranking = league::Ranker(record, options, stop, told, league).rank();
    if (options.field) {
      const lists::Field field =
          lists::field_of(record, left_out, options, from_file ? &said : nullptr);
      ranking.field = league::against_field(record, field.shares, ranking.row_strategy);
      ranking.notes.insert(ranking.notes.end(), field.notes.begin(), field.notes.end());
    }
    ranking.left_out = std::move(left_out);
    return ranking;
  };
  const lists::Record& record = lists::Record::of(matches);
  if (options.ledger) {
    if (told) told("adding to the ledger");
    league::League league = league::look_at_league(record, options, StopToken(stop));
    return answer(league.record, league.left_out, &league);
  }
  lists::Absence absence = lists::absence_of(record, options);
  if (!absence.any()) return answer(record, {}, nullptr);
  return answer(lists::without(record, absence), std::move(absence.who), nullptr);
}

void write_certificate(std::ostream& out, const Ranking& ranking) {
  const league::Proof* const proof = league::Proof::of(ranking);
  if (proof == nullptr) throw InputError("nothing that the ledger froze can be read");
  certificate::write(out, *proof);
}

}  // namespace allnash
