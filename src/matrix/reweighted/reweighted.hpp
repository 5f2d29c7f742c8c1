// The reweighting search: as a method of its own, and in turns with another.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "matrix/reweighted/sparse.hpp"
#include "matrix/run/relaxed_game.hpp"
#include "matrix/run/run.hpp"

namespace allnash::matrix {

/// The sizes of one attempt: lines of the player `drawn` are drawn, a candidate has at most `own`
/// of them, and the opponent's strategies play at most `sparse` lines. Assumed: the sizes are at
/// least those of the supports, and a best sparse strategy that is not optimal is beaten by one in
/// `spread` or more of the support's lines that were not drawn, which always holds if spread is
/// own. Then the attempt ends in a proof.
struct SizesAttempt {
  Player drawn = Player::row;
  Index spread = 1;
  Index own = 1;
  Index sparse = 1;
  bool operator==(const SizesAttempt&) const = default;
  [[nodiscard]] Index size_of(Player player) const { return player == drawn ? own : sparse; }
};

/// The constants of an attempt.
struct AttemptPlan {
  double net = 0;    ///< largest weight of the violators, as a part of all weight
  double draws = 0;  ///< c: the expected number of lines drawn at first
  Index rounds = 0;  ///< T
  double cost = 0;   ///< upper bound on the expected number of payoffs
};
[[nodiscard]] AttemptPlan plan_of(const SizesAttempt& attempt, Index rows, Index columns);

/// All attempts, in order of cost, which is spread times the larger size up to logarithms.
[[nodiscard]] std::vector<SizesAttempt> attempts_for(Index rows, Index columns);

/// Settings of a search.
struct ReweightedSettings {
  double scale = 1;  ///< queries of scouting, as a part of an attempt's bound; 1: no scouting
  Engine engine = Engine::sparse;
  std::int64_t steps = 0;  ///< limit of the search for one sparse strategy
  std::uint64_t seed = 1;
  std::vector<SizesAttempt> attempts = {};  ///< only these; empty: all of attempts_for
};

/// The search by reweighting. Many members, since it pauses at any step and goes on from there: all
/// that a step knows of the last one is kept.
class Reweighting {
 public:
  Reweighting(Run& run, const ReweightedSettings& settings);

  /// Continues until it has asked for this many new payoffs or taken this many elementary
  /// operations (Run::work), then returns nothing; the next call goes on from there. Otherwise
  /// proved, stopped, or failure if no sizes are left to try.
  std::optional<Outcome> advance(std::int64_t allowance,
                                 std::int64_t work = std::numeric_limits<std::int64_t>::max());
  /// The number of new payoffs it has asked for.
  [[nodiscard]] std::int64_t asked() const { return asked_; }
  /// Elementary operations so far.
  [[nodiscard]] std::int64_t work() const { return work_; }

 private:
  enum class NextStep { begin, scout, probe, minimise, judge, check };
  struct Line {
    Player player;
    Index number;
  };
  // Results on the known lines of one player.
  struct SeenLines {
    std::optional<SparseSearch> sparse;
    std::optional<BasicSolution> basic;
    std::size_t rows = 0;
    std::optional<RelaxedGame> relaxed;  // against the opponent's lines that are known whole
    std::size_t lines = 0;               // number of those lines in it
    Index too_wide = 0;                  // opponent's sizes from here on take too long; 0: none do
    Index too_narrow = 0;                // opponent's sizes up to this one are refuted
  };
  // Scouting: a best strategy of one size against the lines of one player that are known whole.
  struct Scouted {
    Player drawn = Player::row;
    Index size = 1;
    std::optional<Concession> least = {};
    std::size_t tested = 0;  // number of lines it was compared with
    bool closed = false;     // this size is given up
  };

  [[nodiscard]] View view() const { return {run_.known, attempt_.drawn}; }
  [[nodiscard]] bool begin();
  [[nodiscard]] std::optional<bool> worth_trying();
  [[nodiscard]] std::optional<bool> has_chance(Player drawn);
  void start_over();
  [[nodiscard]] bool leaves();
  [[nodiscard]] std::optional<Outcome> step();
  [[nodiscard]] bool minimise();
  enum class Least { found, refuted, too_long, paused, stopped };
  [[nodiscard]] Least least_for(Player drawn, Index wide, std::int64_t steps);
  [[nodiscard]] Least least_by_engine(SeenLines& seen, Index wide, std::int64_t steps);
  [[nodiscard]] bool refutes(Player drawn);
  void judge();
  [[nodiscard]] bool find_candidate(const std::vector<Index>& violators);
  void reweigh();
  void draw(const std::vector<Index>& lines, const std::vector<double>& chances);
  void give_up();

  [[nodiscard]] bool scout();
  [[nodiscard]] bool renew(Scouted& one);
  [[nodiscard]] bool is_beaten(Scouted& one) const;
  void follow(const Scouted& one);
  void probe();
  void use_probe();
  void join(const std::vector<Index>& beating);

  void read(Player player, const std::vector<Index>& lines, Phase phase);
  enum class Reading { done, paused, stopped };
  [[nodiscard]] Reading read_on(std::int64_t& allowance);
  void tell(std::string_view what) const;

  Run& run_;
  ReweightedSettings settings_;
  Random random_;
  std::vector<SizesAttempt> attempts_;
  std::size_t next_attempt_ = 0;
  Both<SeenLines> seen_;
  std::int64_t asked_ = 0;
  std::int64_t work_ = 0;
  std::int64_t most_work_ = 0;  // of all calls
  bool paused_ = false;         // in a step, which begins again
  std::size_t tried_ = 0;       // players for whom the next attempt is known to be worth trying

  std::vector<Scouted> scouted_;
  std::size_t followed_ = 0;   // index of the strategy that is tried
  std::vector<Index> probed_;  // lines against which it is tried
  std::int64_t scouting_ = 0;  // payoffs that scouting has asked for
  bool is_scouting_ = false;

  // The present attempt, or the strategy that scouting follows.
  SizesAttempt attempt_;
  AttemptPlan plan_;
  NextStep next_ = NextStep::begin;
  std::vector<double> weights_;
  double total_ = 0;
  Index round_ = 0;
  Concession least_;
  std::vector<Index> violators_;
  std::vector<Index> candidate_;  // lines of the drawn player

  std::vector<Line> wanted_;    // lines to be read before the next step
  std::vector<Entry> entries_;  // and these payoffs
  std::size_t read_ = 0;        // number of `entries_` that are read
  Phase phase_ = Phase::search;
};

/// `lazy`, after a walk to a saddle point in noise; if it takes long, in turns with a walk and with
/// this search. `auto` does this where payoffs are counted.
Outcome lazy_in_turns(Run& run, const ReweightedSettings& settings);

}  // namespace allnash::matrix
