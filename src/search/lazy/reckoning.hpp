// What each of a player's strategies earns against a mix as far as it is known, and what it may
// earn by a forecast. Most looks are against the same mix as the last: then only the strategies
// that something was read of since are reckoned again.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "search/lazy/block.hpp"
#include "search/lazy/forecast.hpp"

namespace allnash::methods {

/// The opponent strategies of a look: those of the mix, then features; and the payoffs against
/// them.
struct Opposition {
  using Line = std::vector<double>;  ///< by own strategy; NaN where unread
  Lines strategies;
  std::vector<double> weights;  ///< 0 for a feature
  std::vector<const Line*> payoffs;
  std::size_t mixed = 0;      ///< how many belong to the mix
  double largest = 0;         ///< payoff in size
  double most = 0;            ///< that an unread payoff can be; infinite without a range
  std::vector<double> falls;  ///< with a range, by opponent of the mix: how far below the most,
                              ///< times its weight, a payoff is on average

  [[nodiscard]] bool in_range() const;
};

class Reckoning {
 public:
  /// Of so many strategies, against a mix that may be empty.
  void reckon(std::size_t count, const Opposition& against,
              const std::vector<std::vector<double>>& sample, double reach);
  /// A payoff of this strategy has been read.
  void read(Index s) {
    if (stale_.empty() || stale_.back() != s) stale_.push_back(s);
  }

  [[nodiscard]] const Forecast& forecast() const { return *forecast_; }
  /// What is known of it, times its weight.
  [[nodiscard]] double sum(Index s) const { return sum_[at(s)]; }
  [[nodiscard]] Forecast::Mask known(Index s) const { return known_[at(s)]; }
  [[nodiscard]] bool whole(Index s) const {  ///< against the mix
    return (known_[at(s)] & mixed_) == mixed_ && (unread_.empty() || unread_[at(s)] == 0);
  }
  /// With a range: how often the mix plays what is unread; 0 without.
  [[nodiscard]] double open(Index s) const { return open_.empty() ? 0 : open_[at(s)]; }
  /// What it earns by its forecast, with doubt in its favour.
  [[nodiscard]] double promise(Index s, const Opposition& against);

 private:
  [[nodiscard]] bool goes_by(const Opposition& against,
                             const std::vector<std::vector<double>>& sample, double reach) const;
  void fill(const Opposition& against, std::size_t first, std::size_t size);
  void fill_more(const Opposition& against, std::size_t first, std::size_t size);

  // What it goes by.
  Lines strategies_;
  std::vector<double> weights_;
  std::vector<std::vector<double>> sample_;
  double reach_ = 0;

  std::optional<Forecast> forecast_;
  std::vector<double> sum_;
  std::vector<Forecast::Mask> known_;
  Forecast::Mask mixed_ = 0;           // the lines of the mix among what `known` tells of
  std::vector<std::uint64_t> unread_;  // of more lines of the mix; empty if there are no more
  std::vector<double> open_;
  std::vector<double> promise_;  // NaN where nobody has asked
  Lines stale_;
};

}  // namespace allnash::methods
