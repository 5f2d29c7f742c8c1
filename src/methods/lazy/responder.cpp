#include "methods/lazy/responder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

#include "methods/lazy/forecast.hpp"

namespace allnash::methods {

namespace {

// What was measured best on the families of docs/query_results.md; none of it matters much.
constexpr double share = 1.0 / 32;  // of the strategies, looked at more closely in a round
constexpr Index fewest = 16;        // looked at in any case
constexpr double doubt = 2.5;       // standard errors that a payoff may lie above its forecast
constexpr std::size_t most_features = 20;      // lines outside the mix that forecasts draw on
constexpr double feature_share = 0.02;         // of such a line must be read
constexpr double first_sight = 2048;           // strategies seen at first
constexpr double growth = 8;                   // times as many when nothing is found
constexpr std::size_t chunk_size = 256;        // strategies gone through together
constexpr std::size_t most_wanted = 1U << 22;  // payoffs in a round
constexpr Index roomy = 30'000'000;            // doubles that lines may hold before idle ones go

std::size_t at(Index t) { return static_cast<std::size_t>(t); }

}  // namespace

// The opponent strategies of a look: those of the mix, then features; and the payoffs against them.
struct Responder::Lines {
  std::vector<Index> opponents;
  std::vector<double> weights;  // 0 for a feature
  std::vector<const Line*> payoffs;
  std::size_t mixed = 0;  // how many belong to the mix
  double largest = 0;     // payoff in size
};

struct Responder::Candidate {
  double promise = 0;
  std::uint32_t order = 0;
  Index strategy = 0;
  Forecast::Mask known = 0;

  bool operator<(const Candidate& other) const {
    return std::tie(other.promise, order, strategy) <
           std::tie(promise, other.order, other.strategy);
  }
};

Responder::Responder(const ledger::Ledger& ledger, bool is_row, Index sample_size, Random& random)
    : ledger_(ledger),
      is_row_(is_row),
      count_(is_row ? ledger.rows() : ledger.columns()),
      is_working_(at(count_)),
      order_(at(count_)) {
  for (std::uint32_t& place : order_) {
    place = static_cast<std::uint32_t>(random.below(Index{1} << 32));
  }
  while (std::ssize(sample_) < std::min(sample_size, count_)) {
    const Index s = random.below(count_);
    if (std::find(sample_.begin(), sample_.end(), s) == sample_.end()) sample_.push_back(s);
  }
  std::sort(sample_.begin(), sample_.end());
  in_sight_ = std::min(1.0, first_sight / static_cast<double>(count_));
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
  is_working_[at(s)] = true;
  working_.push_back(s);
}

double Responder::payoff(Index own, Index opponent) const {
  const Entry place = entry(own, opponent);
  const double value = ledger_.approximate(place.row, place.column);
  return is_row_ ? value : -value;
}

// What is known against a strategy that was in no mix yet is mostly of the block and the sample:
// looking there first spares a look at every entry.
Responder::Line& Responder::line(Index opponent) {
  Line& line = lines_[opponent];
  if (!line.empty()) return line;
  line.assign(at(count_), std::numeric_limits<double>::quiet_NaN());
  const Index known = is_row_ ? ledger_.known_in_column(opponent) : ledger_.known_in_row(opponent);
  Index found = 0;
  const auto look_up = [&](Index s) {
    double& value = line[at(s)];
    if (!std::isnan(value)) return;
    value = payoff(s, opponent);
    found += std::isnan(value) ? 0 : 1;
  };
  for (const Index s : working_) look_up(s);
  for (const Index s : sample_) look_up(s);
  for (Index s = 0; s < count_ && found < known; ++s) look_up(s);
  read_[opponent] = found;
  return line;
}

void Responder::learned(const Entry& entry) {
  const Index own = is_row_ ? entry.row : entry.column;
  const Index opponent = is_row_ ? entry.column : entry.row;
  const auto found = lines_.find(opponent);
  if (found == lines_.end()) return;
  double& value = found->second[at(own)];
  if (!std::isnan(value)) return;
  value = payoff(own, opponent);
  ++read_[opponent];
}

// Lines outside the mix of which enough is read to tell something, those read most first.
std::vector<Index> Responder::features(const FloatMix& mix) const {
  std::vector<std::pair<Index, Index>> ranked;
  for (const auto& [opponent, read] : read_) {
    if (static_cast<double>(read) < feature_share * static_cast<double>(count_)) continue;
    const bool mixed = std::any_of(mix.begin(), mix.end(),
                                   [t = opponent](const auto& w) { return w.strategy == t; });
    if (!mixed) ranked.emplace_back(-read, opponent);
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<Index> result;
  for (const auto& [unused, opponent] : ranked) {
    if (result.size() == most_features) break;
    if (result.size() + mix.size() == Forecast::most_opponents) break;
    result.push_back(opponent);
  }
  return result;
}

Responder::Lines Responder::lines_for(const Look& look) {
  Lines lines;
  for (const FloatWeight& weight : look.mix) {
    lines.opponents.push_back(weight.strategy);
    lines.weights.push_back(weight.probability);
  }
  lines.mixed = lines.opponents.size();
  if (!look.whole_lines) {
    for (const Index t : features(look.mix)) {
      lines.opponents.push_back(t);
      lines.weights.push_back(0);
    }
  }
  for (const Index t : lines.opponents) lines.payoffs.push_back(&line(t));
  drop_idle_lines(lines);
  for (std::size_t t = 0; t < lines.mixed; ++t) {
    for (const double v : *lines.payoffs[t]) {
      if (std::abs(v) > lines.largest) lines.largest = std::abs(v);
    }
  }
  return lines;
}

// Lines can be read again from the ledger; what they cost in memory matters only in vast games.
void Responder::drop_idle_lines(const Lines& lines) {
  if (std::ssize(lines_) * count_ <= roomy) return;
  const auto idle = [&](const auto& item) {
    return std::find(lines.opponents.begin(), lines.opponents.end(), item.first) ==
           lines.opponents.end();
  };
  std::erase_if(lines_, idle);
  std::erase_if(read_, idle);  // so that it does not come back as a feature
}

// The strategies of the sample and of the block that are known against all the lines.
std::vector<std::vector<double>> Responder::sample_of(const Lines& lines) const {
  std::vector<Index> strategies = sample_;
  strategies.insert(strategies.end(), working_.begin(), working_.end());
  std::sort(strategies.begin(), strategies.end());
  strategies.erase(std::unique(strategies.begin(), strategies.end()), strategies.end());
  std::vector<std::vector<double>> result;
  for (const Index s : strategies) {
    std::vector<double> payoffs;
    for (const Line* line : lines.payoffs) payoffs.push_back((*line)[at(s)]);
    if (std::none_of(payoffs.begin(), payoffs.end(), [](double v) { return std::isnan(v); })) {
      result.push_back(std::move(payoffs));
    }
  }
  return result;
}

// Cuts the candidates down to this round's share: those already begun, or else the most promising.
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
  const auto most = static_cast<std::size_t>(
      std::max(static_cast<double>(fewest),
               std::ceil(std::min(1.0, share * effort_) * static_cast<double>(count_))));
  if (candidates.size() <= most) return;
  std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(most),
                   candidates.end());
  candidates.resize(most);
  std::sort(candidates.begin(), candidates.end());
}

// A stretch of strategies: for each what is known, and what that earns against the mix.
struct Responder::Chunk {
  std::array<double, chunk_size> sum;
  std::array<Forecast::Mask, chunk_size> known;
  std::array<std::uint32_t, chunk_size> unread;  // lines of the mix

  // Line by line, so that the machine can take several strategies at a time.
  void fill(const Lines& lines, std::size_t first, std::size_t size) {
    sum.fill(0);
    known.fill(0);
    unread.fill(0);
    for (std::size_t t = 0; t < lines.payoffs.size(); ++t) {
      const double* values = lines.payoffs[t]->data() + first;
      const double weight = lines.weights[t];
      const Forecast::Mask bit = t < Forecast::most_opponents ? Forecast::Mask{1} << t : 0;
      const std::uint32_t missing = t < lines.mixed ? 1 : 0;
      for (std::size_t s = 0; s < size; ++s) {
        const bool read = values[s] == values[s];
        sum[s] += read ? weight * values[s] : 0;
        known[s] |= read ? bit : 0;
        unread[s] += read ? 0 : missing;
      }
    }
  }
};

Findings Responder::look(const Look& look) {
  const Lines lines = lines_for(look);
  Forecast forecast(look.whole_lines ? std::vector<std::vector<double>>() : sample_of(lines),
                    lines.weights, look.reach);
  // Roundings of the payoffs, of the probabilities and of their sum; then what underflows.
  const auto roundings = static_cast<double>(lines.mixed + 8);
  const double error = std::ldexp(lines.largest * roundings, -50) + std::ldexp(roundings, -1000);
  const auto horizon = static_cast<std::uint64_t>(std::ldexp(in_sight_, 32));

  Findings findings;
  findings.complete = true;
  findings.most = -std::numeric_limits<double>::infinity();
  std::vector<std::pair<double, Index>> better;
  std::vector<Candidate> candidates;
  Chunk chunk;
  for (Index s = 0; s < count_; ++s) {
    const std::size_t place = at(s) % chunk_size;
    if (place == 0) chunk.fill(lines, at(s), std::min(chunk_size, at(count_ - s)));
    const double sum = chunk.sum[place];
    if (chunk.unread[place] == 0) {
      // NaN, which comes of payoffs beyond the range of doubles, is no bound.
      findings.most = std::max(std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum + error, findings.most);
      if (is_working_[at(s)]) continue;
      if (sum > look.value + look.tolerance) {
        better.emplace_back(-sum, s);
      } else if (!(sum < look.value - look.tolerance - error)) {  // true for NaN
        findings.close.push_back(s);
      }
      continue;
    }
    findings.complete = false;
    if (order_[at(s)] >= horizon) continue;
    if (look.whole_lines) {
      candidates.push_back({0, order_[at(s)], s, chunk.known[place]});
      continue;
    }
    if (is_working_[at(s)] && !look.prove) continue;
    const Forecast::Rule& rule = forecast.rule(chunk.known[place]);
    double promise = sum + rule.constant + doubt * rule.spread;
    for (const auto& [t, slope] : rule.slopes) promise += slope * (*lines.payoffs[t])[at(s)];
    if (look.prove || promise > look.value + look.tolerance) {
      candidates.push_back({promise, order_[at(s)], s, chunk.known[place]});
    }
  }
  std::sort(better.begin(), better.end());
  for (const auto& [unused, s] : better) findings.better.push_back(s);
  if (!better.empty()) findings.gain = -better.front().first - look.value;
  findings.quiet = candidates.empty();
  if (!findings.better.empty()) return findings;  // the mix will change: nothing to read for it

  if (!look.whole_lines) keep_promising(candidates, findings, !look.prove);
  for (const Candidate& candidate : candidates) {
    if (findings.wanted.size() >= most_wanted) break;  // the rest in another round
    findings.chosen.push_back(candidate.strategy);
    want(candidate, lines, look, forecast, findings.wanted);
  }
  return findings;
}

// What to read of a candidate: half of what is unknown, the weightiest first, since what it shows
// may rule the candidate out; or all of it where there is nothing to be ruled out.
void Responder::want(const Candidate& candidate, const Lines& lines, const Look& look,
                     Forecast& forecast, std::vector<Entry>& wanted) const {
  if (look.whole_lines || look.prove) {
    for (std::size_t t = 0; t < lines.mixed; ++t) {
      if (!std::isnan((*lines.payoffs[t])[at(candidate.strategy)])) continue;
      wanted.push_back(entry(candidate.strategy, lines.opponents[t]));
    }
    return;
  }
  const std::vector<std::size_t>& unknown = forecast.rule(candidate.known).unknown;
  for (std::size_t u = 0; 2 * u < unknown.size(); ++u) {
    wanted.push_back(entry(candidate.strategy, lines.opponents[unknown[u]]));
  }
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

}  // namespace allnash::methods
