#include "matrix/lazy/responder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace allnash::matrix {

namespace {

// Measured as best on the families of docs/query_results.md; none matters much.
constexpr double round_share = 1.0 / 32;  // part of the strategies that is chosen in a round
constexpr Index fewest = 16;              // chosen in any case
// With a range even unpromising payoffs have to be settled, at the end and against the final mix:
// so fewer are chosen on the way (spinning: 1.47 times what hindsight needs instead of 1.53; Kuhn
// poker with at least 4 instead of 16: 412 payoffs instead of 431).
constexpr double round_share_in_range = 1.0 / 64;
constexpr Index fewest_in_range = 4;
constexpr std::size_t most_features = 20;      // lines outside the mix in forecasts
constexpr double feature_share = 0.02;         // part of such a line that must be read
constexpr double first_sight = 2048;           // strategies seen at first
constexpr double growth = 8;                   // factor when nothing is found
constexpr std::size_t most_wanted = 1U << 22;  // payoffs in a round
constexpr Index most_kept = 30'000'000;        // doubles in lines before unused ones are dropped

// The mean of `most` - payoff over the payoffs of a line that are read.
double fall_of(const std::vector<double>& line, double most) {
  double sum = 0;
  double count = 0;
  for (const double payoff : line) {
    if (std::isnan(payoff)) continue;
    sum += most - payoff;
    ++count;
  }
  return count > 0 ? sum / count : 1;
}

}  // namespace

struct Responder::Candidate {
  double promise = 0;
  std::uint32_t order = 0;
  Index strategy = 0;
  PayoffForecast::Mask known = 0;
  double most = 0;  // with a range: its largest possible payoff against the mix

  bool operator<(const Candidate& other) const {
    return std::tie(other.promise, order, strategy) <
           std::tie(promise, other.order, other.strategy);
  }
};

Responder::Responder(const View& view, Draw draw, const asking::Priced& prices)
    : view_(view),
      draw_(std::move(draw)),
      prices_(prices),
      is_working_(at(view.count())),
      in_sight_(std::min(1.0, first_sight / static_cast<double>(view.count()))),
      is_sampled_(at(view.count())) {
  for (const Index s : draw_.lines) is_sampled_[at(s)] = true;
}

bool Responder::see_more() {
  if (in_sight_ >= 1) return false;
  in_sight_ = in_sight_ * growth > 0.5 ? 1 : in_sight_ * growth;
  effort_ = 1;
  chosen_.clear();
  return true;
}

void Responder::add(Index s) {
  if (is_working_[at(s)]) return;
  is_working_[at(s)] = is_sampled_[at(s)] = true;
  working_.push_back(s);
  sampled_against_.clear();
}

void Responder::Line::note(double payoff) {
  ++read;
  if (std::abs(payoff) > largest) largest = std::abs(payoff);
}

// The payoffs known against a strategy that was in no mix yet are mostly those of the block and the
// sample: looking them up first saves a loop over all entries.
const Responder::Line& Responder::line(Index opponent) {
  Line& line = lines_[opponent];
  if (!line.payoffs.empty()) return line;
  line.payoffs.assign(at(view_.count()), std::numeric_limits<double>::quiet_NaN());
  const Index known = view_.opponent().known_of(opponent);
  const auto look_up = [&](Index s) {
    double& value = line.payoffs[at(s)];
    if (!std::isnan(value)) return;
    value = view_.approximate(s, opponent);
    if (!std::isnan(value)) line.note(value);
  };
  for (const Index s : working_) look_up(s);
  for (const Index s : draw_.lines) look_up(s);
  for (Index s = 0; s < view_.count() && line.read < known; ++s) look_up(s);
  return line;
}

void Responder::learned(const Entry& entry) {
  const auto found = lines_.find(view_.other(entry));
  if (found == lines_.end()) return;
  const Index s = view_.own(entry);
  double& value = found->second.payoffs[at(s)];
  if (!std::isnan(value)) return;
  value = view_.approximate(s, view_.other(entry));
  found->second.note(value);
  mix_payoffs_.read(s);
  if (is_sampled_[at(s)]) sampled_against_.clear();
}

// Lines outside the mix of which enough is read for forecasts, those read most first.
Lines Responder::features(const FloatMix& mix) const {
  std::vector<std::pair<Index, Index>> ranked;
  for (const auto& [opponent, line] : lines_) {
    if (static_cast<double>(line.read) < feature_share * static_cast<double>(view_.count()))
      continue;
    const bool mixed = std::any_of(mix.begin(), mix.end(),
                                   [t = opponent](const auto& w) { return w.strategy == t; });
    if (!mixed) ranked.emplace_back(-line.read, opponent);
  }
  std::sort(ranked.begin(), ranked.end());
  Lines result;
  for (const auto& [unused, opponent] : ranked) {
    if (result.size() == most_features) break;
    if (result.size() + mix.size() == PayoffForecast::most_opponents) break;
    result.push_back(opponent);
  }
  return result;
}

Opposition Responder::opposition(const SearchTask& task) {
  Opposition result;
  for (const FloatWeight& weight : task.mix) {
    result.strategies.push_back(weight.strategy);
    result.weights.push_back(weight.probability);
  }
  result.mixed = result.strategies.size();
  if (task.read != SearchTask::Read::lines) {
    for (const Index t : features(task.mix)) {
      result.strategies.push_back(t);
      result.weights.push_back(0);
    }
  }
  for (std::size_t t = 0; t < result.strategies.size(); ++t) {
    const Line& payoffs = line(result.strategies[t]);
    result.payoffs.push_back(&payoffs.payoffs);
    if (t < result.mixed) result.largest = std::max(result.largest, payoffs.largest);
  }
  drop_idle_lines(result.strategies);
  result.most = view_.most();
  if (result.in_range()) {
    result.largest = std::max(result.largest, std::abs(result.most));
    for (std::size_t t = 0; t < result.mixed; ++t) {
      result.falls.push_back(result.weights[t] * fall_of(*result.payoffs[t], result.most));
    }
  }
  return result;
}

// Drops unused lines to save memory in vast games; the ledger still has them.
void Responder::drop_idle_lines(const Lines& in_use) {
  if (std::ssize(lines_) * view_.count() <= most_kept) return;
  const auto idle = [&](const auto& item) {
    return std::ranges::find(in_use, item.first) == in_use.end();
  };
  std::erase_if(lines_, idle);
}

// Sets the sample: strategies drawn or in the block that are known against all the lines.
void Responder::sample_from(const Opposition& opposition) {
  if (sampled_against_ == opposition.strategies) return;
  sampled_against_ = opposition.strategies;
  Lines strategies = draw_.lines;
  strategies.insert(strategies.end(), working_.begin(), working_.end());
  std::sort(strategies.begin(), strategies.end());
  strategies.erase(std::unique(strategies.begin(), strategies.end()), strategies.end());
  sample_.clear();
  std::vector<double> payoffs;
  for (const Index s : strategies) {
    payoffs.clear();
    for (const Opposition::Line* line : opposition.payoffs) payoffs.push_back((*line)[at(s)]);
    if (std::none_of(payoffs.begin(), payoffs.end(), [](double v) { return std::isnan(v); })) {
      sample_.push_back(payoffs);
    }
  }
}

// Reduces the candidates to this round's number: those already begun, or else the most promising.
void Responder::keep_promising(std::vector<Candidate>& candidates, Findings& findings,
                               bool carry_on) const {
  if (carry_on && !chosen_.empty()) {
    std::vector<Candidate> begun;
    for (const Candidate& candidate : candidates) {
      if (std::binary_search(chosen_.begin(), chosen_.end(), candidate.strategy)) {
        begun.push_back(candidate);
      }
    }
    if (!begun.empty()) {
      candidates = std::move(begun);
      findings.fresh = false;
      return;
    }
  }
  const bool in_range = std::isfinite(view_.most());
  const double part = std::min(1.0, (in_range ? round_share_in_range : round_share) * effort_);
  const auto least = static_cast<double>(in_range ? fewest_in_range : fewest);
  const auto most = static_cast<std::size_t>(
      std::max(least, std::ceil(part * static_cast<double>(view_.count()))));
  if (candidates.size() <= most) return;
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(most),
                   candidates.end());
  candidates.resize(most);
  std::sort(candidates.begin(), candidates.end());
}

// The input of a look and its findings.
struct Responder::Survey {
  const SearchTask& task;
  const Opposition& opposition;
  double error = 0;           // rounding error of a payoff against the mix
  std::uint64_t horizon = 0;  // strategies with a random rank below it are considered
  Findings findings = {};
  std::vector<std::pair<double, Index>> better = {};
  std::vector<Candidate> candidates = {};
};

// Judges a strategy known against all of the mix. It is close if floating point cannot decide.
void Responder::judge_known(Index s, double sum, Survey& survey) const {
  const SearchTask& task = survey.task;
  survey.findings.most = std::max(survey.findings.most, sum + survey.error);
  if (is_working_[at(s)]) return;
  if (sum > task.value + task.tolerance) {
    survey.better.emplace_back(-sum, s);
  } else if (!(sum < task.value - task.tolerance - survey.error)) {
    survey.findings.close.push_back(s);
  }
}

// Judges whether a strategy with unread payoffs is worth reading: not if the range proves that it
// earns less, nor while it is not yet considered.
void Responder::judge_unknown(Index s, Survey& survey) {
  const SearchTask& task = survey.task;
  const double most = survey.opposition.in_range()
                          ? mix_payoffs_.sum(s) + mix_payoffs_.open(s) * survey.opposition.most
                          : std::numeric_limits<double>::infinity();
  survey.findings.most = std::max(survey.findings.most, most + survey.error);
  if (most < task.value - task.tolerance - survey.error) return;
  survey.findings.complete = false;
  if (draw_.order[at(s)] >= survey.horizon) return;
  const bool promising_only = task.read == SearchTask::Read::promising;
  if (promising_only && is_working_[at(s)]) return;
  const double promise = task.read == SearchTask::Read::lines
                             ? 0
                             : std::min(mix_payoffs_.promise(s, survey.opposition), most);
  if (promising_only && !(promise > task.value + task.tolerance)) return;
  survey.candidates.push_back({promise, draw_.order[at(s)], s, mix_payoffs_.known(s), most});
}

Findings Responder::look(const SearchTask& task) {
  const Opposition against = opposition(task);
  if (task.read != SearchTask::Read::lines) {
    sample_from(against);
  } else {
    sample_.clear();
    sampled_against_.clear();
  }
  mix_payoffs_.compute(at(view_.count()), against, sample_, task.reach);
  Survey survey{task, against, rounding(against.mixed, against.largest),
                static_cast<std::uint64_t>(std::ldexp(in_sight_, 32))};
  judge_all(survey);
  if (survey.better.empty()) choose(survey);  // otherwise the mix will change
  return std::move(survey.findings);
}

// Judges every strategy of the player, and lists those that gain.
void Responder::judge_all(Survey& survey) {
  Findings& findings = survey.findings;
  findings.complete = true;
  findings.most = -std::numeric_limits<double>::infinity();
  for (Index s = 0; s < view_.count(); ++s) {
    if (mix_payoffs_.whole(s)) {
      judge_known(s, mix_payoffs_.sum(s), survey);
    } else {
      judge_unknown(s, survey);
    }
  }
  findings.quiet = survey.candidates.empty();
  std::sort(survey.better.begin(), survey.better.end());
  for (const auto& [unused, s] : survey.better) findings.better.push_back(s);
  if (!survey.better.empty()) findings.gain = -survey.better.front().first - survey.task.value;
}

// Chooses which payoffs of which candidates to read next.
void Responder::choose(Survey& survey) const {
  Findings& findings = survey.findings;
  if (survey.task.read != SearchTask::Read::lines) {
    if (prices_) weigh_costs(survey);
    keep_promising(survey.candidates, findings, survey.task.read == SearchTask::Read::promising);
  }
  for (const Candidate& candidate : survey.candidates) {
    if (findings.wanted.size() >= most_wanted) break;  // the rest is for another round
    findings.chosen.push_back(candidate.strategy);
    want(candidate, survey);
  }
}

// Chooses what to read of a candidate: half of the unknown payoffs, those of largest weighted
// variance first, since they may rule the candidate out; or all of them if nothing can be ruled
// out. With a range one payoff at a time: what is not read now may never have to be (spinning: 1.66
// times what hindsight needs instead of 2.05).
void Responder::want(const Candidate& candidate, Survey& survey) const {
  const Opposition& against = survey.opposition;
  const auto want_against = [&](std::size_t t) {
    survey.findings.wanted.push_back(view_.entry(candidate.strategy, against.strategies[t]));
  };
  if (survey.task.read != SearchTask::Read::promising && against.in_range()) {
    want_to_settle(candidate, survey);
    return;
  }
  if (survey.task.read != SearchTask::Read::promising) {
    for (std::size_t t = 0; t < against.mixed; ++t) {
      if (std::isnan((*against.payoffs[t])[at(candidate.strategy)])) want_against(t);
    }
    return;
  }
  const std::vector<std::size_t> unknown =
      by_worth(mix_payoffs_.forecast().unknown(candidate.known), candidate.strategy, against);
  const std::size_t step = against.in_range() ? unknown.size() : 2;
  for (std::size_t u = 0; step * u < unknown.size(); ++u) want_against(unknown[u]);
}

// Chooses about as many payoffs as should prove that the candidate earns less than the value
// whatever the rest is: first those that likely lower its bound most, which are those against
// opponents that are played often and pay it little. A candidate that has earned less than others
// so far is expected to go on so. Rather too few are read: missing ones are read in the next round.
void Responder::want_to_settle(const Candidate& candidate, Survey& survey) const {
  const Opposition& against = survey.opposition;
  std::vector<std::pair<double, std::size_t>> unread;
  double fallen = 0;
  double expected = 0;
  for (std::size_t t = 0; t < against.mixed; ++t) {
    const double payoff = (*against.payoffs[t])[at(candidate.strategy)];
    if (std::isnan(payoff)) {
      unread.emplace_back(-against.falls[t], t);
    } else {
      fallen += against.weights[t] * (against.most - payoff);
      expected += against.falls[t];
    }
  }
  std::sort(unread.begin(), unread.end());
  constexpr double hope = 1.5;
  const double pace = hope * (expected > 0 ? std::clamp(fallen / expected, 0.5, 2.0) : 1);
  double left = candidate.most - survey.task.value;
  for (const auto& [fall, t] : unread) {
    survey.findings.wanted.push_back(view_.entry(candidate.strategy, against.strategies[t]));
    left += pace * fall;
    if (left < 0) break;
  }
}

// Relative costs are at least this, so that an entry that costs nothing does not come before all
// others.
constexpr double least_share = 1e-3;

// With costs, a candidate's promise is its expected gain divided by a root of the cost of its
// unread payoffs. Divided by the cost itself, cheap candidates that gain little crowd out those
// that change the mix, and that costs more (elo: 1.005 times the cost without any preference; this
// 0.99).
void Responder::weigh_costs(Survey& survey) const {
  const Opposition& against = survey.opposition;
  const auto each_unread = [&](const Candidate& candidate, const auto& see) {
    for (std::size_t t = 0; t < against.mixed; ++t) {
      if (!std::isnan((*against.payoffs[t])[at(candidate.strategy)])) continue;
      see(view_.entry(candidate.strategy, against.strategies[t]));
    }
  };
  std::vector<Entry> unread;
  for (const Candidate& candidate : survey.candidates) {
    each_unread(candidate, [&](const Entry& entry) { unread.push_back(entry); });
  }
  prices_.know(unread);
  std::vector<double> costs;
  for (const Candidate& candidate : survey.candidates) {
    double& cost = costs.emplace_back(0);
    each_unread(candidate, [&](const Entry& entry) { cost += prices_.weight_of(entry); });
  }
  const double most = costs.empty() ? 0 : *std::max_element(costs.begin(), costs.end());
  for (std::size_t t = 0; t < costs.size(); ++t) {
    double& promise = survey.candidates[t].promise;
    const double gain = promise - survey.task.value;
    const double cost = std::max(costs[t], least_share * most);
    const double weight = std::cbrt(cost);
    if (weight > 0) promise = gain > 0 ? gain / weight : gain * weight;
  }
}

// Sorts opponents by weight or, with costs, by weight over a root of the cost.
std::vector<std::size_t> Responder::by_worth(std::vector<std::size_t> opponents, Index own,
                                             const Opposition& opposition) const {
  if (!prices_) return opponents;
  std::vector<double> worth(opposition.strategies.size());
  double most = 0;
  for (const std::size_t t : opponents) {
    worth[t] = prices_.weight_of(view_.entry(own, opposition.strategies[t]));
    most = std::max(most, worth[t]);
  }
  if (!(most > 0)) return opponents;
  for (const std::size_t t : opponents) {
    worth[t] = opposition.weights[t] / std::sqrt(std::max(worth[t], least_share * most));
  }
  std::stable_sort(opponents.begin(), opponents.end(),
                   [&](std::size_t a, std::size_t b) { return worth[a] > worth[b]; });
  return opponents;
}

void Responder::widen(const Findings& findings) {
  if (!findings.fresh) return;
  effort_ *= 2;
  chosen_ = findings.chosen;
  std::sort(chosen_.begin(), chosen_.end());
}

void Responder::start_over(bool found) {
  if (found) effort_ = 1;
  chosen_.clear();
}

}  // namespace allnash::matrix
