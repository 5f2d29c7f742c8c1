// Games known by best responses alone: no table, no graph, no list of strategies. A strategy is a
// text without blanks, and whoever has the game can name a first strategy of each player, what two
// strategies pay, and the best response to a mixture of the opponent's.
//
//   class Duel final : public allnash::ResponseGame {
//    public:
//     std::string start(allnash::Player) override { return "0"; }
//     allnash::Rational payoff(const std::string& row, const std::string& column) override {
//       return shots(row, column);
//     }
//     allnash::Response respond(allnash::Player player,
//                               std::span<const allnash::WeightedStrategy> opponent) override {
//       const auto [best, sum] = best_against(player, opponent);  // the sum of weight * payoff
//       return {best, sum};  // which says that no strategy does better
//     }
//   };
//
//   Duel duel;
//   const allnash::ResponseAnswer answer = allnash::solve_responses(duel);
//
// `Response` also takes a bound on what the best earns, or nothing of the kind.
//
// The row player maximises payoffs, the column player minimises them. Responses that say what they
// earn exactly give the value and one equilibrium; bounds give bounds on the value; without either
// the answer holds for the strategies that were met, and says so. A program can be asked as well:
// `response_program`. docs/large_games.md tells more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/export.hpp"
#include "allnash/index.hpp"
#include "allnash/oracle.hpp"
#include "allnash/progress.hpp"
#include "allnash/rational.hpp"
#include "allnash/source.hpp"
#include "allnash/stop.hpp"

namespace allnash {

/// A strategy of a mixture, and how often it is played: a whole number above 0, over the sum of
/// all.
struct WeightedStrategy {
  std::string strategy;
  Rational weight;
  bool operator==(const WeightedStrategy&) const = default;
};

/// A strategy of a mixture with its probability.
struct LikelyStrategy {
  std::string strategy;
  Rational probability;
};

/// A response to a mixture. What a strategy earns against it is the sum of weight * payoff, which
/// the row player wants large and the column player small.
struct Response {
  enum class Proof {
    exact,  ///< it earns `sum`, and no strategy does better
    bound,  ///< no strategy does better than `sum`; this one is the best that was found
    none,   ///< the best that was found; `sum` says nothing
  };
  std::string strategy;
  Rational sum;
  Proof proof = Proof::exact;
};

/// Something that is asked of a game.
struct ResponseQuestion {
  enum class Kind {
    start,    ///< any strategy of `player`
    payoff,   ///< what `row` and `column` pay
    respond,  ///< the best response of `player` to `opponent`
  };
  Kind kind = Kind::start;
  Player player = Player::row;
  std::string row = {};
  std::string column = {};
  std::vector<WeightedStrategy> opponent = {};
};

/// Takes answers as they arrive.
class ALLNASH_EXPORT ResponseReplies {
 public:
  virtual ~ResponseReplies() = default;
  /// The answer to asked[which], each question once, in any order: of a start the strategy alone,
  /// of a payoff `sum` alone. When this returns it is kept, whatever happens next. Call it from the
  /// thread that was asked.
  virtual void take(std::size_t which, const Response& reply) = 0;
  /// True once the run is to end: start nothing more and return, the rest unanswered.
  [[nodiscard]] virtual bool stopped() const = 0;
  /// A game whose answers take long says now and then what it waits for.
  virtual void waiting(const Waiting& /*now*/) {}
};

/// A game overrides `start`, `payoff` and `respond`, or `answer` where it answers several questions
/// at once. The same question always has the same answer. What it throws ends the run and reaches
/// whoever called `solve_responses`; an error of its own is best a SourceError.
class ALLNASH_EXPORT ResponseGame {
 public:
  ResponseGame() = default;
  ResponseGame(const ResponseGame&) = delete;
  ResponseGame& operator=(const ResponseGame&) = delete;
  virtual ~ResponseGame() = default;

  /// A strategy of the player: any will do.
  virtual std::string start(Player player) = 0;
  virtual Rational payoff(const std::string& row, const std::string& column) = 0;
  /// The strategies of `opponent` are ones that were named before; each stands there once.
  virtual Response respond(Player player, std::span<const WeightedStrategy> opponent) = 0;

  /// Answers through `replies`. The default asks the three above, one question after another.
  virtual void answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies);

  /// Nothing more is asked in this run, and its answer comes next: the last moment at which a game
  /// can throw because its answers were none.
  virtual void finish() {}

  /// Where the answers come from, for people; a ledger file of another is refused.
  [[nodiscard]] virtual std::string note() const { return {}; }
};

/// A game that a program answers, in copies that run side by side: `command`, `workers`, `timeout`
/// and `retries` of the settings count. docs/oracles.md has its lines. Throws InputError, naming
/// the setting, for one that is out of range. Asking it throws SourceError, which names the
/// question, as in `oracle_game`.
ALLNASH_EXPORT std::unique_ptr<ResponseGame> response_program(const OracleSettings& settings);

/// Which mixtures of the strategies known so far responses are asked to.
enum class RespondTo {
  centre,  ///< between the equilibria and the middle of the game met so far: fewest calls as a rule
  vertex,  ///< an extreme equilibrium of it: the double oracle of the literature
  both,    ///< four calls at once: half the iterations or less, for up to twice the calls
};

struct ResponseOptions {
  RespondTo respond_to = RespondTo::centre;
  std::optional<std::int64_t> budget =
      {};  ///< calls for responses, those in a ledger file not counted
  std::optional<double> time_limit = {};  ///< seconds
  /// End once high - low is at most this: status `within`.
  std::optional<Rational> epsilon = {};
  std::optional<std::string> ledger = {};  ///< path of the file that keeps every answer
  std::string game_id = {};  ///< what the ledger file knows the game by; empty for none
};

struct ResponseHooks {
  const StopFlag* stop = nullptr;
  /// Told of each iteration, and of waits: `queries` are responses and payoffs, `rounds`
  /// iterations.
  Observer* observer = nullptr;
  std::ostream* certificate = nullptr;  ///< receives the certificate, unless stopped
};

struct ResponseAnswer {
  enum class Status {
    equilibrium,         ///< the value and one equilibrium
    within,              ///< low <= value <= high, by bounds or to epsilon
    no_better_response,  ///< of what was met nothing does better; not proved of the rest
    stopped,             ///< before that; bounds where known
  };
  Status status = Status::stopped;
  std::string stopped_by;         ///< `budget`, `time limit`, `interrupt`, `ledger file: ...`
  std::optional<Rational> value;  ///< of an equilibrium
  std::optional<Rational> low;    ///< otherwise, where known: bounds on the value
  std::optional<Rational> high;
  /// The value of the game in which both choose among the strategies that were met; with status
  /// `no_better_response`.
  std::optional<Rational> restricted_value;
  /// With a value an equilibrium, with bounds what guarantees them, and with status
  /// `no_better_response` an equilibrium of the restricted game. Empty where there is none.
  std::vector<LikelyStrategy> row;
  std::vector<LikelyStrategy> column;
  Index row_strategies_met = 0;
  Index column_strategies_met = 0;
  std::int64_t responses = 0;  ///< calls
  std::int64_t payoffs = 0;
  std::optional<std::int64_t> recalled;  ///< with a ledger file: how many of both it had
  std::int64_t iterations = 0;
  double seconds = 0;
};

/// "equilibrium", "within", "no better response found", "stopped".
ALLNASH_EXPORT std::string status_text(ResponseAnswer::Status status);

/// The value and one equilibrium, from best responses (docs/large_games.md).
///
/// Ensures: status `equilibrium` only where exact responses to both strategies earn the value. The
/// same game and options give the same answer, but for `seconds`. Throws InputError for options or
/// a ledger file that do not fit, SourceError for an answer that contradicts another, naming both,
/// and what the game, the observer or the certificate's stream throws.
ALLNASH_EXPORT ResponseAnswer solve_responses(ResponseGame& game,
                                              const ResponseOptions& options = {},
                                              const ResponseHooks& hooks = {});

/// One JSON object on one line.
ALLNASH_EXPORT std::string to_json(const ResponseAnswer& answer);

}  // namespace allnash
