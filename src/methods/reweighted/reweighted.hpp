// The reweighting search, as a method and as one that takes turns with another.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "methods/lazy/outlook.hpp"
#include "methods/methods.hpp"
#include "methods/random.hpp"
#include "methods/reweighted/sparse.hpp"

namespace allnash::methods {

/// One pair of sizes, k1 of the row support and k2 of the column support. A sure attempt has the
/// theorem's constants: if the sizes hold those of the supports, it ends in a proof.
struct SizesAttempt {
  Index k1 = 0;
  Index k2 = 0;
  bool sure = true;
  bool operator==(const SizesAttempt&) const = default;
};

/// The constants of an attempt. Lines are drawn of the player with the smaller size, `drawn`, who
/// has `lines` of them; the other one's size is `wide`.
struct AttemptPlan {
  Player drawn = Player::row;
  Index small = 0;
  Index wide = 0;
  double net = 0;    ///< what violators may weigh, of all: 1 / (3 small)
  double draws = 0;  ///< c: how many lines are drawn at first, in the mean
  Index rounds = 0;  ///< T
  bool sure = true;
  double cost = 0;  ///< payoffs, at most, in the mean
};
[[nodiscard]] AttemptPlan plan_of(const SizesAttempt& attempt, Index rows, Index columns,
                                  double scale);

/// All attempts in the order in which they are made: by cost. With a scale below 1 each pair of
/// sizes comes twice, at this scale and as a sure one.
[[nodiscard]] std::vector<SizesAttempt> attempts_for(Index rows, Index columns, double scale);

/// One of these lines, each with a chance in proportion to its weight. Requires a line of weight
/// above 0; weights are by number of line.
[[nodiscard]] Index one_by_weight(const std::vector<Index>& lines,
                                  const std::vector<double>& weights, Random& random);

/// How a search goes.
struct ReweightedSettings {
  double scale = 1;
  Engine engine = Engine::sparse;
  std::int64_t steps = 0;  ///< of the search for one sparse strategy, at most
  std::uint64_t seed = 1;
  std::optional<SizesAttempt> sizes = {};  ///< no others
};

class Reweighting {
 public:
  Reweighting(Run& run, const ReweightedSettings& settings);

  /// Goes on until it has asked for this many new payoffs; nothing then, and the next call goes on
  /// from there. Proved, or stopped, or failure when no sizes are left to try.
  std::optional<Outcome> advance(std::int64_t allowance);
  /// New payoffs that it has asked for.
  [[nodiscard]] std::int64_t asked() const { return asked_; }

 private:
  enum class NextStep { begin, minimise, judge, check };
  struct Line {
    Player player;
    Index number;
  };
  // What was seen of one player's lines.
  struct SeenLines {
    std::optional<SparseSearch> sparse;
    std::optional<BasicSolution> basic;
    std::size_t rows = 0;
    std::optional<Outlook> outlook;  // against the opponent's lines that are known whole
    std::size_t lines = 0;           // of these, those that it has
    Index too_wide = 0;    // sizes of the opponent's from here on take too long; 0: none do
    Index too_narrow = 0;  // sizes of the opponent's up to this are too small
  };

  [[nodiscard]] View view() const { return {run_.known, plan_.drawn}; }
  [[nodiscard]] bool begin();
  [[nodiscard]] std::optional<bool> worth_trying();
  void start_over();
  [[nodiscard]] bool leaves() const;
  [[nodiscard]] std::optional<Outcome> step();
  [[nodiscard]] bool minimise();
  enum class Least { found, refuted, too_long, stopped };
  [[nodiscard]] Least least_for(Player drawn, Index wide);
  [[nodiscard]] Least least_by_engine(SeenLines& seen, Index wide);
  [[nodiscard]] bool refutes(Player drawn);
  void judge();
  [[nodiscard]] bool find_candidate(const std::vector<Index>& violators);
  void reweigh();
  void draw(const std::vector<Index>& lines, const std::vector<double>& chances);
  void give_up(bool certain);
  void read(Player player, const std::vector<Index>& lines, Phase phase);
  enum class Reading { done, paused, stopped };
  [[nodiscard]] Reading read_on(std::int64_t& allowance);
  void tell(std::string_view what) const;

  Run& run_;
  ReweightedSettings settings_;
  Random random_;
  std::vector<SizesAttempt> attempts_;
  std::size_t next_attempt_ = 0;
  std::vector<SizesAttempt> failed_;
  Both<SeenLines> seen_;
  std::int64_t asked_ = 0;

  // The attempt.
  SizesAttempt attempt_;
  AttemptPlan plan_;
  NextStep next_ = NextStep::begin;
  std::vector<double> weights_;
  double total_ = 0;
  Index round_ = 0;
  Concession least_;
  std::vector<Index> violators_;
  std::vector<Index> candidate_;  // lines of the drawn player

  std::vector<Line> wanted_;  // lines to be read before the next step
  std::size_t read_ = 0;      // of them, those that are
  Phase phase_ = Phase::search;
};

}  // namespace allnash::methods
