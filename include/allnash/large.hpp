// Games too large to write down: games on flows through two graphs, such as path games and game
// trees, and games known only by best responses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/oracle.hpp"
#include "allnash/rational.hpp"
#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash {

// Games too large to write down: each player's pure strategies are the ways through a graph, and
// the payoff of two of them is a sum over all pairs of an arc of each.
//
// A player starts at node 0, chooses an arc there, goes on at every head of that arc, and so on
// until no node is left. If every arc has one head this is a path. If arcs have several heads it is
// a plan for a game tree, where a head is an information set that may follow. No pure strategy
// reaches a node twice.

/// A choice at a node.
struct FlowArc {
  Index tail = 0;
  std::vector<Index> heads;      ///< nodes where the same player decides next; none: the way ends
  std::optional<Index> feature;  ///< the arc's name in payoffs; none: it pays nothing
  std::string label;             ///< may be empty
};

/// One player's graph. A node without arcs is an end.
struct FlowSide {
  std::vector<std::string> nodes;  ///< their labels; every strategy starts at node 0
  std::vector<FlowArc> arcs;
  Index features = 0;  ///< number of features; several arcs may have the same
};

/// The payoff of a feature of the row player's arcs with one of the column player's.
struct FlowPayoff {
  Index row_feature = 0;
  Index column_feature = 0;
  Rational payoff;
};

/// What was restored in a game: how many distinct numbers, and the largest change of one.
struct Restored {
  Index numbers = 0;
  Rational largest;
};

struct FlowGame {
  enum class Kind { paths, tree };  ///< how its strategies are shown
  Kind kind = Kind::paths;
  FlowSide rows;     ///< of the player who maximises
  FlowSide columns;  ///< of the player who minimises
  std::vector<FlowPayoff> payoffs;
  Rational constant;  ///< paid in any case, to the row player
  /// What was restored where the game was read: probabilities of chance, and payoffs.
  Restored restored_chances = {};
  Restored restored_payoffs = {};
};

// Path games from arcs between words: each player takes a path through a graph, and two paths pay
// the sum, over all pairs of an arc of each, of the payoffs of the two arcs' features. So features
// that meet twice pay twice: "caught at least once" is no such game, unless two paths meet at most
// once.
//
//   // A smuggler takes the bridge or the ferry; a patrol watches one of them.
//   const std::vector<allnash::PathArc> patrol = {{"s", "t", "bridge"}, {"s", "t", "ferry"}};
//   const std::vector<allnash::PathArc> smuggler = {
//       {"home", "river", ""}, {"river", "town", "bridge"}, {"river", "town", "ferry"}};
//   const std::vector<allnash::PathPayoff> caught = {
//       {"bridge", "bridge", 3}, {"ferry", "ferry", 1}};
//   const allnash::FlowGame game = allnash::path_game(patrol, smuggler, caught);
//   const allnash::FlowAnswer answer = allnash::solve_flows(game);  // value 3/4

/// An arc from one node to another.
struct PathArc {
  std::string tail;
  std::string head;
  std::string feature;  ///< the arc's name in payoffs; empty: it pays nothing
};

/// The payoff of a feature of the row player's arcs with one of the column player's. Pairs of
/// features without a payoff pay 0.
struct PathPayoff {
  std::string row_feature;
  std::string column_feature;
  Rational payoff;
};

/// Throws InputError, one line that names the nodes or features, unless each graph has one node
/// that no arc enters, where paths start, one that none leaves, where they end, and no cycle, and
/// each payoff names features that arcs have, no pair of features twice.
[[nodiscard]] ALLNASH_EXPORT FlowGame path_game(std::span<const PathArc> row_arcs,
                                                std::span<const PathArc> column_arcs,
                                                std::span<const PathPayoff> payoffs);

// Game trees: two players, one who maximises and one who minimises the payoff, and chance.

/// A game in extensive form. The first player is the row player.
struct GameTree {
  enum class Mover { first, second, chance };

  /// The information and the actions of the player who moves.
  struct InformationSet {
    Mover mover = Mover::first;
    std::string label;                 ///< may be empty
    std::vector<std::string> actions;  ///< their labels, which may be empty; at least one
    std::vector<Rational> chances;     ///< probability of each action; only for chance
    std::int64_t number = 0;           ///< in the tree's source
  };
  /// The payoffs at a node. Payoffs along a path add up.
  struct Outcome {
    Rational first;
    Rational second;
  };
  struct Node {
    std::optional<Index> set;      ///< none: a terminal node
    std::optional<Index> outcome;  ///< none: no payoff here
    std::int64_t line = 0;         ///< of the file; 0: no file
    std::string label = {};        ///< may be empty
  };

  std::vector<InformationSet> sets;
  std::vector<Outcome> outcomes;
  /// In depth-first order: a node, then all that follows its first action, then its second, ...
  std::vector<Node> nodes;
  Restored restored_chances = {};  ///< where the tree was read
};

/// The tree as a game on flows, in sequence form (von Stengel 1996): a node of a side is an
/// information set, an arc one of its actions, and the arc at node 0 is the empty sequence. The
/// payoff is the first player's. Empty or repeated labels are made unique: sets by their numbers,
/// actions by their places.
///
/// Throws InputError, with `name` and the line in front, if this is not possible or not correct: a
/// player has imperfect recall or meets a set twice on one path, payoffs of terminal nodes do not
/// sum to a constant, or probabilities not to 1. Unknown numbers and an incomplete tree are refused
/// likewise.
[[nodiscard]] ALLNASH_EXPORT FlowGame tree_game(const GameTree& tree, const std::string& name);

/// Reads an .efg of two players, Gambit's format. Decimals of at least six places that do not quite
/// add up to 1 as probabilities of chance are read as the fractions that they were rounded from, if
/// these do. Messages call the file `name`. Throws InputError,
/// with the line, if it is no such file; `tree_game` refuses trees that cannot be solved as games
/// on flows.
[[nodiscard]] ALLNASH_EXPORT GameTree read_efg(std::istream& in, const std::string& name);

// Solves games too large to write down, whose strategies are the ways through two graphs
// (flow_game.hpp): all equilibria, proved, without a table.

/// Opens `paths:NAME,key=value,...` or a file `.paths`. Throws InputError, one line.
ALLNASH_EXPORT FlowGame open_flow_game(const std::string& name);
/// Whether `open_flow_game` takes this name.
ALLNASH_EXPORT bool names_flow_game(std::string_view name);

/// A game on flows that is built in.
struct FlowFamilyInfo {
  std::string name;  ///< with its prefix: "trees:kuhn"
  std::string keys;  ///< with defaults
  std::string meaning;
};
ALLNASH_EXPORT std::vector<FlowFamilyInfo> flow_families();

enum class FlowMethod {
  automatic,  ///< flows, and responses if rounding errors stop them
  flows,      ///< all equilibria, from the graphs
  responses,  ///< the value and one equilibrium, by double oracle with exact best responses
};

struct FlowOptions {
  FlowMethod method = FlowMethod::automatic;
  std::optional<double> time_limit = {};  ///< seconds
};

/// A pure strategy that a mixture plays.
struct PlayedStrategy {
  std::vector<Index> arcs;  ///< each after the arcs that lead to it
  Rational probability;
};

/// One player's part of an answer.
struct FlowPlayer {
  /// Number of pure strategies, in decimal digits; empty if the run was stopped before it was
  /// known.
  std::string strategies;
  /// The number of pure strategies played in some equilibrium; empty unless proved.
  std::string support_size;
  std::vector<Index> support;  ///< the arcs of these strategies; empty unless proved
  /// The dimension of the set of optimal flows; that of the optimal mixtures of pure strategies may
  /// be larger. An upper bound if `dimension_proved` is false.
  Index dimension = 0;
  bool dimension_proved = false;
  /// The probability of each arc: an optimal strategy, which plays every arc of the support if the
  /// answer is proved; if the run was stopped, one that guarantees `low` or `high`. Empty if there
  /// is none.
  std::vector<Rational> flow;
  /// The same flow as a mixture of few pure strategies. Of a large tree, or if the run was stopped,
  /// only the likeliest ones; `unlisted` is the probability of all others.
  std::vector<PlayedStrategy> mixture;
  Rational unlisted;
};

struct FlowAnswer {
  /// `proved`: all equilibria; `equilibrium`; or `stopped`: only bounds.
  Status status = Status::stopped;
  std::optional<Stop> stop = {};  ///< with status `stopped`: the reason
  std::optional<Rational> value;  ///< unless stopped
  std::optional<Rational> low;    ///< otherwise bounds on the value, if known
  std::optional<Rational> high;
  FlowPlayer row;
  FlowPlayer column;
  std::int64_t iterations = 0;
  std::int64_t responses = 0;  ///< best responses that double oracle computed, and payoffs
  std::int64_t payoffs = 0;
  double seconds = 0;
};

/// Finds the value and all equilibria, or one. The pure strategies that are played in some
/// equilibrium are those inside the arcs of `support`.
///
/// Ensures: status `proved` only after the check in integers of docs/research/theory.md, section
/// 14, and `equilibrium` only if exact best responses to both flows earn the value. Throws
/// InputError for an invalid game, and whatever the certificate's stream throws.
ALLNASH_EXPORT FlowAnswer solve_flows(const FlowGame& game, const FlowOptions& options = {},
                                      const Hooks& hooks = {});

/// Opens a game as `open_flow_game` does and solves it, within one time limit. A run that is
/// stopped before the game is made returns one without nodes.
ALLNASH_EXPORT std::pair<FlowGame, FlowAnswer> open_and_solve_flows(const std::string& name,
                                                                    const FlowOptions& options = {},
                                                                    const Hooks& hooks = {});

/// The text of a pure strategy, without blanks: the labels of its arcs, with commas between.
ALLNASH_EXPORT std::string strategy_text(const FlowSide& side, const std::vector<Index>& arcs);

/// One JSON object on one line.
ALLNASH_EXPORT std::string to_json(const FlowAnswer& answer, const FlowGame& game);

// Turns a plan of a game tree into a behaviour strategy: probabilities at each information set.

struct Behaviour {
  struct Action {
    std::string label;
    Rational probability;
  };
  std::string set;              ///< its label
  std::vector<Action> actions;  ///< those with a probability above 0, in the order of the arcs
};

/// The behaviour strategy of a plan, given as a flow by arc, at each information set that its own
/// moves do not exclude, in the order of the nodes; at others a plan has no probabilities. A flow
/// may be in units of any size. Node 0, where nothing is decided, is left out.
[[nodiscard]] ALLNASH_EXPORT std::vector<Behaviour> behaviour_of(const FlowSide& side,
                                                                 std::span<const Rational> flow);

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

/// The answer for a game known by its best responses. Many members: each is one fact, with a key of
/// its own in the JSON.
struct ResponseAnswer {
  /// `equilibrium`; `within`: low <= value <= high, by bounds or to epsilon; `no_better_response`:
  /// no strategy that was met does better; or `stopped`, with bounds if known.
  Status status = Status::stopped;
  std::optional<Stop> stop = {};  ///< with status `stopped`: the reason
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

/// The value and one equilibrium, from best responses (docs/large_games.md).
///
/// Ensures: status `equilibrium` only if exact responses to both strategies earn the value. The
/// same game and options give the same answer, except for `seconds`. Throws InputError for options
/// or a ledger file that do not fit, SourceError for an answer that contradicts another, naming
/// both, and whatever the game, the observer or the certificate's stream throws.
ALLNASH_EXPORT ResponseAnswer solve_responses(ResponseGame& game,
                                              const ResponseOptions& options = {},
                                              const Hooks& hooks = {});

/// One JSON object on one line.
ALLNASH_EXPORT std::string to_json(const ResponseAnswer& answer);

}  // namespace allnash
