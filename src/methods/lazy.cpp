#include "methods/lazy.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <unordered_map>
#include <cstdio>
#include <cstdlib>

#include "methods/forecast.hpp"
#include "methods/random.hpp"
#include "subgame/float_game.hpp"
#include "subgame/subgame.hpp"

namespace allnash::methods {

namespace {

constexpr double unread = std::numeric_limits<double>::quiet_NaN();

struct Played {
  Index strategy;
  double probability;
};
using FloatMix = std::vector<Played>;

// One player: its working set, and its payoffs against the opponent strategies that matter now.
// Payoffs carry the sign that makes more better.
class Player {
 public:
  Player(payoffs::Ledger& ledger, bool is_row, Random& random, Index sample)
      : ledger_(ledger), is_row_(is_row), count_(is_row ? ledger.rows() : ledger.columns()) {
    order_.resize(static_cast<std::size_t>(count_));
    for (auto& o : order_) o = static_cast<std::uint32_t>(random.below(Index{1} << 32));
    is_working_.resize(static_cast<std::size_t>(count_));
    while (static_cast<Index>(sample_.size()) < std::min(sample, count_)) {
      const Index s = random.below(count_);
      if (std::find(sample_.begin(), sample_.end(), s) == sample_.end()) sample_.push_back(s);
    }
    std::sort(sample_.begin(), sample_.end());
  }

  [[nodiscard]] Entry entry(Index own, Index opponent) const {
    return is_row_ ? Entry{own, opponent} : Entry{opponent, own};
  }
  [[nodiscard]] double payoff(Index own, Index opponent) const {
    const Entry e = entry(own, opponent);
    if (!ledger_.knows(e.row, e.column)) return unread;
    const double value = ledger_.entry(e.row, e.column).to_double();
    return is_row_ ? value : -value;
  }
  std::vector<double>& line(Index opponent) {
    auto& line = lines_[opponent];
    if (line.empty()) {
      line.resize(static_cast<std::size_t>(count_));
      for (Index s = 0; s < count_; ++s) line[static_cast<std::size_t>(s)] = payoff(s, opponent);
    }
    return line;
  }
  void learned(const Entry& e) {
    const Index own = is_row_ ? e.row : e.column;
    const Index opponent = is_row_ ? e.column : e.row;
    const auto found = lines_.find(opponent);
    if (found != lines_.end()) found->second[static_cast<std::size_t>(own)] = payoff(own, opponent);
  }
  void add(Index s) {
    if (is_working_[static_cast<std::size_t>(s)]) return;
    is_working_[static_cast<std::size_t>(s)] = true;
    working_.push_back(s);
  }
  [[nodiscard]] bool is_working(Index s) const { return is_working_[static_cast<std::size_t>(s)]; }
  [[nodiscard]] const std::vector<Index>& working() const { return working_; }
  [[nodiscard]] const std::vector<Index>& sample() const { return sample_; }
  [[nodiscard]] Index count() const { return count_; }
  [[nodiscard]] std::uint32_t order(Index s) const { return order_[static_cast<std::size_t>(s)]; }
  [[nodiscard]] const std::unordered_map<Index, std::vector<double>>& lines() const { return lines_; }

  double effort = 1;
  std::vector<Index> pursued;  // looked at in the last round, under the same mix

 private:
  payoffs::Ledger& ledger_;
  bool is_row_;
  Index count_;
  std::vector<Index> working_;
  std::vector<bool> is_working_;
  std::vector<Index> sample_;
  std::vector<std::uint32_t> order_;
  std::unordered_map<Index, std::vector<double>> lines_;
};

struct View {
  std::vector<Index> better;     // fully known, beat the value, best first
  std::vector<Entry> wanted;     // what to read next
  double margin = 0;
  bool fresh = true;
  std::vector<Index> pursued;
  bool quiet = false;            // nothing unread is likely to beat it
  bool complete = false;         // everything read
};

View look(Player& me, const FloatMix& mix, double value, double tolerance, const LazyTuning& tuning,
          bool prove) {
  std::vector<Index> opponents;
  std::vector<double> weights;
  for (const Played& p : mix) {
    opponents.push_back(p.strategy);
    weights.push_back(p.probability);
  }
  std::vector<const std::vector<double>*> lines;
  for (const Index t : opponents) lines.push_back(&me.line(t));
  std::vector<std::pair<Index, Index>> features;
  for (const auto& [t, line] : me.lines()) {
    if (std::find(opponents.begin(), opponents.end(), t) != opponents.end()) continue;
    const auto known = std::count_if(line.begin(), line.end(), [](double v) { return !std::isnan(v); });
    if (double(known) < tuning.feature * double(me.count())) continue;
    features.emplace_back(-known, t);
  }
  std::sort(features.begin(), features.end());
  for (const auto& [unused, t] : features) {
    if (opponents.size() >= tuning.features + mix.size() || opponents.size() >= Forecast::most_opponents) break;
    opponents.push_back(t);
    weights.push_back(0);
    lines.push_back(&me.line(t));
  }
  const bool crowded = mix.size() > Forecast::most_opponents - 1;
  std::vector<std::vector<double>> sample;
  if (!crowded) {
    const auto take = [&](Index s) {
      std::vector<double> row;
      for (const auto* line : lines) row.push_back((*line)[static_cast<std::size_t>(s)]);
      if (std::none_of(row.begin(), row.end(), [](double v) { return std::isnan(v); })) {
        sample.push_back(std::move(row));
      }
    };
    for (const Index s : me.sample()) take(s);
    for (const Index s : me.working()) {
      if (!std::binary_search(me.sample().begin(), me.sample().end(), s)) take(s);
    }
  }
  Forecast forecast(sample, crowded ? std::vector<double>() : weights);

  struct Candidate {
    double promise;
    std::uint32_t order;
    Index strategy;
    Forecast::Mask mask;
  };
  std::vector<Candidate> candidates;
  std::vector<std::pair<double, Index>> better;
  bool complete = true;
  for (Index s = 0; s < me.count(); ++s) {
    if (me.is_working(s)) {
      for (std::size_t t = 0; t < mix.size(); ++t) if (std::isnan((*lines[t])[static_cast<std::size_t>(s)])) complete = false;
      continue;
    }
    Forecast::Mask mask = 0;
    bool all = true;
    double sum = 0;
    for (std::size_t t = 0; t < lines.size(); ++t) {
      const double v = (*lines[t])[static_cast<std::size_t>(s)];
      if (std::isnan(v)) {
        if (t < mix.size()) all = false;
      } else {
        if (t < 64) mask |= Forecast::Mask{1} << t;
        sum += weights[t] * v;
      }
    }
    if (all) {
      if (sum > value + tolerance) better.emplace_back(-sum, s);
      continue;
    }
    complete = false;
    if (crowded) {
      candidates.push_back({0, me.order(s), s, mask});
      continue;
    }
    const Forecast::Rule& rule = forecast.rule(mask);
    double estimate = rule.constant;
    for (std::size_t t = 0; t < lines.size(); ++t) {
      if (rule.weights[t] != 0) estimate += rule.weights[t] * (*lines[t])[static_cast<std::size_t>(s)];
    }
    const double promise = estimate + tuning.doubt * rule.spread;
    if (prove || promise > value + tolerance) candidates.push_back({estimate + tuning.hope * rule.spread, me.order(s), s, mask});
  }
  View view;
  view.complete = complete;
  std::sort(better.begin(), better.end());
  for (const auto& [unused, s] : better) view.better.push_back(s);
  if (!better.empty()) view.margin = -better.front().first - value;
  view.quiet = candidates.empty();
  if (tuning.whole) {
    for (const auto& c : candidates) {
      for (const Index t : opponents) { if (std::isnan(me.line(t)[static_cast<std::size_t>(c.strategy)])) view.wanted.push_back(me.entry(c.strategy, t)); }
    }
    return view;
  }
  const double share = tuning.look * me.effort;
  const auto most = static_cast<std::size_t>(std::max(16.0, std::ceil(share * static_cast<double>(me.count()))));
  const auto rank = [](const Candidate& a, const Candidate& b) {
    return std::tie(b.promise, a.order, a.strategy) < std::tie(a.promise, b.order, b.strategy);
  };
  bool fresh = true;
  if (tuning.pursue && !me.pursued.empty() && !crowded && !prove) {
    std::vector<Candidate> again;
    for (const Candidate& c : candidates) {
      if (std::binary_search(me.pursued.begin(), me.pursued.end(), c.strategy)) again.push_back(c);
    }
    if (!again.empty()) {
      candidates = std::move(again);
      fresh = false;
    }
  }
  view.fresh = fresh;
  if (candidates.size() > most) {
    std::nth_element(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(most), candidates.end(), rank);
    candidates.resize(most);
  }
  for (const Candidate& c : candidates) {
    if (crowded || prove) {
      for (const Played& p : mix) {
        if (std::isnan(me.line(p.strategy)[static_cast<std::size_t>(c.strategy)])) view.wanted.push_back(me.entry(c.strategy, p.strategy));
      }
      continue;
    }
    // Half of the unknown weight at a time: what it shows may rule the strategy out.
    if (fresh) view.pursued.push_back(c.strategy);
    const auto& unknown = forecast.rule(c.mask).unknown;
    const std::size_t read = unknown.size() <= 2 ? 1 : (unknown.size() + 1) / 2;
    for (std::size_t u = 0; u < read; ++u) view.wanted.push_back(me.entry(c.strategy, opponents[unknown[u]]));
  }
  return view;
}

class Lazy {
 public:
  Lazy(Run& run, const LazyTuning& tuning)
      : run_(run), tuning_(tuning), random_(run.options.seed),
        row_(run.ledger, true, random_, tuning.sample),
        column_(run.ledger, false, random_, tuning.sample) {}

  Outcome solve() {
    for (const Index i : row_.sample()) row_.add(i);
    for (const Index j : column_.sample()) column_.add(j);
    const bool trace = std::getenv("LAZY_TRACE") != nullptr;
    bool prove = false;
    for (int round = 0;; ++round) {
      if (!ask_block()) return Outcome::stopped();
      if (!solve_block()) return Outcome::stopped();
      const double tolerance = exact_mode_ && !loose_ ? 1e-13 * reach_ : 1e-7 * reach_;
      View r = look(row_, y_, value_, tolerance, tuning_, prove);
      View c = look(column_, x_, -value_, tolerance, tuning_, prove);
      if (trace && round % 1 == 0) {
        std::fprintf(stderr, "%d q %.2fn R %zu S %zu supp %zu %zu v %.6g better %zu %zu wanted %zu %zu quiet %d %d complete %d %d exact %d prove %d\n", round,
                     double(run_.ledger.queries()) / double(row_.count()), row_.working().size(), column_.working().size(), x_.size(), y_.size(), value_,
                     r.better.size(), c.better.size(), r.wanted.size(), c.wanted.size(), r.quiet, c.quiet, r.complete, c.complete, exact_mode_, prove);
      }
      if (std::getenv("DECAY") != nullptr) {
        const double decay = std::atof(std::getenv("DECAY"));
        for (auto* m : {&ax_, &ay_}) for (auto& [s, w] : *m) w *= decay;
        for (const auto& p : x_) ax_[p.strategy] += (1 - decay) * p.probability;
        for (const auto& p : y_) ay_[p.strategy] += (1 - decay) * p.probability;
        const auto rerank = [](Player& me, std::vector<Index>& better, const std::map<Index, double>& mix) {
          if (better.size() < 2) return;
          std::vector<std::pair<double, Index>> scored;
          for (const Index s : better) {
            double sum = 0;
            for (const auto& [t, w] : mix) { if (w < 1e-6) continue; const double v = me.line(t)[static_cast<std::size_t>(s)]; if (!std::isnan(v)) sum += w * v; }
            scored.emplace_back(-sum, s);
          }
          std::sort(scored.begin(), scored.end());
          for (std::size_t t = 0; t < better.size(); ++t) better[t] = scored[t].second;
        };
        rerank(row_, r.better, ay_);
        rerank(column_, c.better, ax_);
      }
      if (!r.better.empty() || !c.better.empty()) {
        prove = false;
        final_ = false;
        if (r.margin > 1e-6 * reach_ || c.margin > 1e-6 * reach_) exact_mode_ = false;
        take(row_, r.better);
        take(column_, c.better);
        if (!r.better.empty()) row_.effort = 1;
        if (!c.better.empty()) column_.effort = 1;
        row_.pursued.clear();
        column_.pursued.clear();
        continue;
      }
      if (r.complete && c.complete) {
        if (!exact_mode_) {
          exact_mode_ = true;
          continue;
        }
        if (!final_) {
          final_ = true;
          continue;
        }
        if (finish()) return Outcome::proved(*pair_);
        continue;
      }
      if (!prove && r.quiet && c.quiet) {
        if (!exact_mode_) exact_mode_ = true; else prove = true;
        row_.effort = column_.effort = tuning_.chunk;
        continue;
      }
      if (tuning_.balance && !prove) {
        if (!r.quiet && row_.effort < column_.effort && !c.quiet) { c.wanted.clear(); c.fresh = false; }
        else if (!c.quiet && column_.effort < row_.effort && !r.quiet) { r.wanted.clear(); r.fresh = false; }
      }
      for (auto [player, view] : {std::pair(&row_, &r), std::pair(&column_, &c)}) {
        if (!view->fresh) continue;
        player->effort *= 2;
        player->pursued = std::move(view->pursued);
        std::sort(player->pursued.begin(), player->pursued.end());
      }
      std::vector<Entry> wanted = std::move(r.wanted);
      wanted.insert(wanted.end(), c.wanted.begin(), c.wanted.end());
      if (!ask(wanted)) return Outcome::stopped();
    }
  }

 private:
  void take(Player& player, const std::vector<Index>& better) {
    for (std::size_t t = 0; t < better.size() && t < static_cast<std::size_t>(tuning_.additions); ++t) player.add(better[t]);
  }
  bool ask(const std::vector<Entry>& wanted) {
    const bool all = run_.ledger.ask(wanted);
    for (const Entry& e : wanted) {
      row_.learned(e);
      column_.learned(e);
    }
    return all;
  }
  bool ask_block() {
    std::vector<Entry> wanted;
    const auto want = [&](const std::vector<Index>& rows, const std::vector<Index>& columns) {
      for (const Index i : rows) for (const Index j : columns) if (!run_.ledger.knows(i, j)) wanted.push_back({i, j});
    };
    want(row_.working(), column_.working());
    want(row_.sample(), column_.working());
    want(row_.working(), column_.sample());
    return wanted.empty() || ask(wanted);
  }
  bool solve_block() {
    const exact::Matrix block = run_.ledger.submatrix(row_.working(), column_.working());
    x_.clear();
    y_.clear();
    if (!exact_mode_) {
      const subgame::FloatGame game(block);
      reach_ = game.reach();
      const auto best = subgame::solve_floating(game, run_.stop);
      if (best) {
        value_ = game.original(best->value);
        for (std::size_t t = 0; t < best->row.played.size(); ++t) if (best->row.played[t] > 1e-9) x_.push_back({row_.working()[t], best->row.played[t]});
        for (std::size_t t = 0; t < best->column.played.size(); ++t) if (best->column.played[t] > 1e-9) y_.push_back({column_.working()[t], best->column.played[t]});
        return true;
      }
      if (run_.stop.stopped()) return false;
      exact_mode_ = true;
    }
    auto pair = subgame::solve(block, run_.stop);
    if (!pair) return false;
    if (!final_) {
      const subgame::FloatGame game(block);
      const auto best = subgame::solve_floating(game, run_.stop);
      std::size_t kx = 0, ky = 0;
      if (best) {
        for (double p : best->row.played) kx += p > 1e-9;
        for (double p : best->column.played) ky += p > 1e-9;
      }
      if (best && (kx < pair->row.size() || ky < pair->column.size())) {
        value_ = game.original(best->value);
        loose_ = true;
        for (std::size_t t = 0; t < best->row.played.size(); ++t) if (best->row.played[t] > 1e-9) x_.push_back({row_.working()[t], best->row.played[t]});
        for (std::size_t t = 0; t < best->column.played.size(); ++t) if (best->column.played[t] > 1e-9) y_.push_back({column_.working()[t], best->column.played[t]});
        return true;
      }
    }
    loose_ = false;
    for (auto& w : pair->row) { w.strategy = row_.working()[static_cast<std::size_t>(w.strategy)]; x_.push_back({w.strategy, w.probability.to_double()}); }
    for (auto& w : pair->column) { w.strategy = column_.working()[static_cast<std::size_t>(w.strategy)]; y_.push_back({w.strategy, w.probability.to_double()}); }
    const auto by = [](const Weight& a, const Weight& b) { return a.strategy < b.strategy; };
    std::sort(pair->row.begin(), pair->row.end(), by);
    std::sort(pair->column.begin(), pair->column.end(), by);
    value_ = pair->value.to_double();
    pair_ = std::move(pair);
    return true;
  }
  // Everything the pair rests on is read: exact comparison of every strategy outside the block.
  bool finish() {
    bool fine = true;
    for (Index i = 0; i < row_.count(); ++i) {
      if (row_.is_working(i)) continue;
      double sum = 0, size = std::abs(value_);
      for (const auto& w : pair_->column) { const double t = w.probability.to_double() * run_.ledger.entry(i, w.strategy).to_double(); sum += t; size += std::abs(t); }
      if (sum < value_ - 1e-14 * size * double(pair_->column.size() + 4)) continue;
      Rational s;
      for (const auto& w : pair_->column) s += w.probability * run_.ledger.entry(i, w.strategy);
      if (s >= pair_->value) { row_.add(i); fine = false; }
    }
    for (Index j = 0; j < column_.count(); ++j) {
      if (column_.is_working(j)) continue;
      double sum = 0, size = std::abs(value_);
      for (const auto& w : pair_->row) { const double t = w.probability.to_double() * run_.ledger.entry(w.strategy, j).to_double(); sum += t; size += std::abs(t); }
      if (sum > value_ + 1e-14 * size * double(pair_->row.size() + 4)) continue;
      Rational s;
      for (const auto& w : pair_->row) s += w.probability * run_.ledger.entry(w.strategy, j);
      if (s <= pair_->value) { column_.add(j); fine = false; }
    }
    return fine;
  }

  Run& run_;
  LazyTuning tuning_;
  Random random_;
  Player row_;
  Player column_;
  FloatMix x_;
  FloatMix y_;
  double value_ = 0;
  double reach_ = 1;
  bool exact_mode_ = false;
  std::map<Index, double> ax_, ay_;
  bool final_ = false;
  bool loose_ = false;
  std::optional<game::Pair> pair_;
};

}  // namespace

Outcome lazy_with(Run& run, const LazyTuning& tuning) { return Lazy(run, tuning).solve(); }
Outcome lazy(Run& run) { return lazy_with(run, {}); }

}  // namespace allnash::methods
