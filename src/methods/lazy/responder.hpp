// One player in search of better responses to what the opponent plays in the block.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "ledger/ledger.hpp"
#include "methods/lazy/forecast.hpp"
#include "methods/random.hpp"

namespace allnash::methods {

/// A mixed strategy in floating point: its non-zero probabilities.
struct FloatWeight {
  Index strategy = 0;
  double probability = 0;
};
using FloatMix = std::vector<FloatWeight>;

/// How a look around is made.
struct Look {
  const FloatMix& mix;       ///< what the opponent plays
  double value = 0;          ///< what the player gets from the block, more being better
  double reach = 0;          ///< half the range of the block's payoffs
  double tolerance = 0;      ///< gains up to this count as none
  bool whole_lines = false;  ///< read every line of the mix whole: forecasts are of no use here
  bool prove = false;        ///< nothing promising is left: read the rest, likeliest first
};

/// What it showed.
struct Findings {
  std::vector<Index> better;  ///< responses known to gain, best first
  std::vector<Index> close;   ///< responses too close to the value for floating point to tell
  std::vector<Entry> wanted;  ///< what to read next
  std::vector<Index> chosen;  ///< the responses that `wanted` is about
  double gain = 0;            ///< of the best
  double most = 0;            ///< status complete: what the best response of all earns at most
  bool quiet = false;         ///< no unread payoff is likely to show a gain
  bool complete = false;      ///< every payoff against the mix is read
  bool fresh = true;          ///< `chosen` was picked anew, not carried on with
};

/// Payoffs carry the sign that makes more better for the player, and are doubles: what is found
/// here is what to read, never what is true.
class Responder {
 public:
  Responder(const ledger::Ledger& ledger, bool is_row, Index sample_size, Random& random);

  [[nodiscard]] Index count() const noexcept { return count_; }
  /// A few strategies drawn at random, from which forecasts learn.
  [[nodiscard]] const std::vector<Index>& sample() const noexcept { return sample_; }
  /// The player's strategies in the block, in the order they came.
  [[nodiscard]] const std::vector<Index>& working() const noexcept { return working_; }
  [[nodiscard]] bool is_working(Index s) const { return is_working_[static_cast<std::size_t>(s)]; }
  void add(Index s);

  [[nodiscard]] Entry entry(Index own, Index opponent) const {
    return is_row_ ? Entry{own, opponent} : Entry{opponent, own};
  }
  void learned(const Entry& entry);

  [[nodiscard]] Findings look(const Look& look);
  /// Lets the player see more of its strategies; false when it saw all of them.
  bool see_more();

  /// After a round that found nothing: look at more, or carry on with what was chosen.
  void widen(const Findings& findings);
  /// After the mix has changed.
  void start_over(bool found);

 private:
  using Line = std::vector<double>;  // by own strategy; NaN where unread
  struct Lines;
  struct Candidate;
  struct Chunk;

  [[nodiscard]] double payoff(Index own, Index opponent) const;
  Line& line(Index opponent);
  [[nodiscard]] std::vector<Index> features(const FloatMix& mix) const;
  [[nodiscard]] Lines lines_for(const Look& look);
  [[nodiscard]] std::vector<std::vector<double>> sample_of(const Lines& lines) const;
  void keep_promising(std::vector<Candidate>& candidates, Findings& findings, bool carry_on) const;
  void want(const Candidate& candidate, const Lines& lines, const Look& look, Forecast& forecast,
            std::vector<Entry>& wanted) const;
  void drop_idle_lines(const Lines& lines);

  const ledger::Ledger& ledger_;
  bool is_row_;
  Index count_;
  std::vector<Index> sample_;
  std::vector<Index> working_;
  std::vector<bool> is_working_;
  std::vector<std::uint32_t> order_;  // random: who is in sight first, and who wins ties
  double in_sight_ = 1;               // share of the strategies that the player sees
  std::map<Index, Line> lines_;       // by opponent strategy
  std::map<Index, Index> read_;       // by opponent strategy: how many payoffs against it are read
  double effort_ = 1;
  std::vector<Index> chosen_;
};

}  // namespace allnash::methods
