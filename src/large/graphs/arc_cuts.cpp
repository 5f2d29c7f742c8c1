#include "large/graphs/arc_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

#include "core/base/random.hpp"

namespace allnash::large {
namespace {

constexpr std::size_t widest_cuts = 3;
constexpr double growth = 1.5;  // of a gap, per unit that log mu falls; in the limit it is 2

std::uint64_t hash_of(const std::vector<char>& arcs) {
  Hash hash;
  for (std::size_t a = 0; a < arcs.size(); ++a) {
    if (arcs[a] != 0) hash.add(a);
  }
  return hash.value();
}

}  // namespace

void ArcCuts::look(const std::array<std::vector<double>, 2>& flow,
                   const std::array<std::vector<double>, 2>& slack, double mu) {
  const double fall = log_mu_ - std::log(mu);
  log_mu_ = std::log(mu);
  for (const int player : {0, 1}) {
    const std::size_t arcs = flow[player].size();
    std::vector<double> height(arcs);
    std::vector<int> order(arcs);
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t a = 0; a < arcs; ++a) {
      height[a] = std::log(flow[player][a]) - std::log(slack[player][a]);
    }
    std::ranges::stable_sort(order, std::ranges::greater(), [&](int a) { return height[a]; });
    // The last arc is compared with an arc whose slack is the largest payoff.
    struct Gap {
      double width;
      std::size_t above;
    };
    std::vector<Gap> gaps;
    for (std::size_t t = 1; t <= arcs; ++t) {
      const double next = t < arcs ? height[order[t]] : std::min(log_mu_, height[order[t - 1]]);
      gaps.push_back({height[order[t - 1]] - next, t});
    }
    const std::size_t count = std::min(widest_cuts, gaps.size());
    std::ranges::partial_sort(gaps, gaps.begin() + static_cast<std::ptrdiff_t>(count),
                              std::ranges::greater(), &Gap::width);
    gaps.resize(count);
    std::vector<Cut>& cuts = cuts_[player];
    cuts.clear();
    for (const Gap& gap : gaps) {
      Cut cut;
      cut.played.assign(arcs, 0);
      for (std::size_t t = 0; t < gap.above; ++t) cut.played[order[t]] = 1;
      cut.played = usable(form_.side[player], cut.played);
      cut.hash = hash_of(cut.played);
      cut.width = gap.width;
      const auto before = width_before_[player].find(cut.hash);
      cut.ripe = before != width_before_[player].end() && fall > 0 &&
                 gap.width - before->second >= growth * fall;
      cuts.push_back(std::move(cut));
    }
    width_before_[player].clear();
    for (const Cut& cut : cuts) width_before_[player].emplace(cut.hash, cut.width);
    if (cuts.empty()) cuts.push_back({{}, 0, 0, true});  // a player without decisions
  }
}

std::vector<ArcCuts::Pair> ArcCuts::pairs(bool all) const {
  std::vector<Pair> result;
  for (const Cut& row : cuts_[0]) {
    for (const Cut& column : cuts_[1]) {
      if (!all && !(row.ripe && column.ripe)) continue;
      const auto refused = retry_at_.find({row.hash, column.hash});
      if (refused != retry_at_.end() && log_mu_ > refused->second) continue;
      result.push_back({&row, &column});
    }
  }
  std::ranges::stable_sort(result, std::ranges::greater(),
                           [](const Pair& pair) { return pair[0]->width + pair[1]->width; });
  return result;
}

void ArcCuts::refuse(const Pair& pair, Refusal why) {
  const double never = -std::numeric_limits<double>::infinity();
  retry_at_[{pair[0]->hash, pair[1]->hash}] =
      why == Refusal::inconsistent ? never : log_mu_ - std::log(100.0);
}

}  // namespace allnash::large
