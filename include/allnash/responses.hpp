// Games known only by best responses: no table, no graph, no list of strategies. A strategy is a
// text without blanks. The game gives a first strategy of each player, the payoff of two
// strategies, and the best response to a mixture of the opponent's.
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
// `Response` also takes a bound on the best payoff, or neither.
//
// The row player maximises payoffs, the column player minimises them. Responses with exact payoffs
// give the value and one equilibrium; bounds give bounds on the value; without either the answer
// holds for the strategies that were met, and says so. A program can answer as well:
// `response_program`. docs/large_games.md has details.
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

/// A strategy of a mixture, with a positive integer weight: its probability is the weight over the
/// sum of all weights.
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

/// A response to a mixture. A strategy's payoff against it is the sum of weight * payoff, which the
/// row player maximises and the column player minimises.
struct Response {
  enum class Proof {
    exact,  ///< it earns `sum`, and no strategy does better
    bound,  ///< no strategy does better than `sum`; this one is the best found
    none,   ///< the best found; `sum` means nothing
  };
  std::string strategy;
  Rational sum;
  Proof proof = Proof::exact;
};

/// A question to a game.
struct ResponseQuestion {
  enum class Kind {
    start,    ///< any strategy of `player`
    payoff,   ///< the payoff of `row` against `column`
    respond,  ///< the best response of `player` to `opponent`
  };
  Kind kind = Kind::start;
  Player player = Player::row;
  std::string row = {};
  std::string column = {};
  std::vector<WeightedStrategy> opponent = {};
};

/// Receives answers as they arrive.
class ALLNASH_EXPORT ResponseReplies {
 public:
  virtual ~ResponseReplies() = default;
  /// The answer to asked[which], each question once, in any order: for a start only the strategy,
  /// for a payoff only `sum`. When this returns the answer is kept, whatever happens next. Call it
  /// from the thread that was asked.
  virtual void take(std::size_t which, const Response& reply) = 0;
  /// True once the run is to end: start nothing more and return, leaving the rest unanswered.
  [[nodiscard]] virtual bool stopped() const = 0;
  /// A game whose answers take long calls this now and then with what it waits for.
  virtual void waiting(const Waiting& /*now*/) {}
};

/// A game overrides `start`, `payoff` and `respond`, or `answer` if it answers several questions at
/// once. The same question must always have the same answer. Its exceptions end the run and reach
/// the caller of `solve_responses`; its own errors should be SourceErrors.
class ALLNASH_EXPORT ResponseGame {
 public:
  ResponseGame() = default;
  ResponseGame(const ResponseGame&) = delete;
  ResponseGame& operator=(const ResponseGame&) = delete;
  virtual ~ResponseGame() = default;

  /// Any strategy of the player.
  virtual std::string start(Player player) = 0;
  virtual Rational payoff(const std::string& row, const std::string& column) = 0;
  /// The strategies of `opponent` were all named before; each occurs once.
  virtual Response respond(Player player, std::span<const WeightedStrategy> opponent) = 0;

  /// Answers through `replies`. The default calls the three above, one question after another.
  virtual void answer(std::span<const ResponseQuestion> asked, ResponseReplies& replies);

  /// Called when nothing more will be asked in this run, before its answer: the last moment at
  /// which a game can throw because its answers were invalid.
  virtual void finish() {}

  /// The origin of the answers, for people; a ledger file with another note is refused.
  [[nodiscard]] virtual std::string note() const { return {}; }
  /// Nothing tells the game from another one: SourceTraits::anonymous.
  [[nodiscard]] virtual bool anonymous() const { return false; }
};

/// A game that a program answers, in copies that run in parallel: `command`, `workers`, `timeout`
/// and `retries` of the settings are used. docs/oracles.md specifies its lines. Throws InputError,
/// naming the setting, for one that is out of range. Asking it throws SourceError, which names the
/// question, as in `oracle_game`.
ALLNASH_EXPORT std::unique_ptr<ResponseGame> response_program(const OracleSettings& settings);

/// The mixtures, of the strategies known so far, for which responses are asked.
enum class RespondTo {
  centre,  ///< between the equilibria and the middle of the restricted game: usually fewest calls
  vertex,  ///< an extreme equilibrium of it: the double oracle of the literature
  both,    ///< four calls at once: half the iterations or less, for up to twice the calls
};

struct ResponseOptions {
  RespondTo respond_to = RespondTo::centre;
  std::optional<std::int64_t> budget =
      {};  ///< calls for responses, not counting those in a ledger file
  std::optional<double> time_limit = {};  ///< seconds
  /// Ends once high - low is at most this: status `within`.
  std::optional<Rational> epsilon = {};
  std::optional<std::string> ledger = {};  ///< path of the file that keeps every answer
  std::string game_id = {};                ///< the game's name in the ledger file; empty for none
};

struct ResponseHooks {
  const StopFlag* stop = nullptr;
  /// Called for each iteration, and while waiting: `queries` are responses and payoffs, `rounds`
  /// iterations.
  Observer* observer = nullptr;
  std::ostream* certificate = nullptr;  ///< receives the certificate, unless stopped
};

struct ResponseAnswer {
  enum class Status {
    equilibrium,         ///< the value and one equilibrium
    within,              ///< low <= value <= high, by bounds or to epsilon
    no_better_response,  ///< no strategy that was met does better; not proved for others
    stopped,             ///< before any of these; bounds if known
  };
  Status status = Status::stopped;
  std::string stopped_by;         ///< `budget`, `time limit`, `interrupt`, `ledger file: ...`
  std::optional<Rational> value;  ///< with status `equilibrium`
  std::optional<Rational> low;    ///< otherwise bounds on the value, if known
  std::optional<Rational> high;
  /// With status `no_better_response`: the value of the restricted game, in which both choose among
  /// the strategies that were met.
  std::optional<Rational> restricted_value;
  /// With a value an equilibrium, with bounds strategies that guarantee them, and with status
  /// `no_better_response` an equilibrium of the restricted game. Empty if there is none.
  std::vector<LikelyStrategy> row;
  std::vector<LikelyStrategy> column;
  Index row_strategies_met = 0;
  Index column_strategies_met = 0;
  std::int64_t responses = 0;  ///< calls
  std::int64_t payoffs = 0;
  std::optional<std::int64_t> recalled;  ///< with a ledger file: number of both that it had
  /// As in Result: answers of the ledger file that were asked again, and agreed.
  std::optional<std::int64_t> rechecked = {};
  std::int64_t iterations = 0;
  double seconds = 0;
};

/// "equilibrium", "within", "no better response found", "stopped".
ALLNASH_EXPORT std::string status_text(ResponseAnswer::Status status);

/// The value and one equilibrium, from best responses (docs/large_games.md).
///
/// Ensures: status `equilibrium` only if exact responses to both strategies earn the value. The
/// same game and options give the same answer, except for `seconds`. Throws InputError for options
/// or a ledger file that do not fit, SourceError for an answer that contradicts another, naming
/// both, and whatever the game, the observer or the certificate's stream throws.
ALLNASH_EXPORT ResponseAnswer solve_responses(ResponseGame& game,
                                              const ResponseOptions& options = {},
                                              const ResponseHooks& hooks = {});

/// One JSON object on one line.
ALLNASH_EXPORT std::string to_json(const ResponseAnswer& answer);

}  // namespace allnash
