// Which equilibrium? What may vary over all of them, and by how much; whether a strategy is one of
// them, and where it loses; and which one to play (docs/all_equilibria.md).
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/rational.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/source.hpp"

namespace allnash {

// What may vary.

/// The least and the most of a number over all optimal strategies.
struct Range {
  Rational least;
  Rational most;
  /// False if a limit ended the search: then the least and the most are somewhere between these
  /// ends, and `reached` is an interval that optimal strategies do reach.
  bool exact = true;
  std::pair<Rational, Rational> reached = {};
};

/// The range of a strategy of a table, or of an arc of a graph, that some optimal strategy plays.
struct ChoiceRange {
  Index choice = 0;  ///< the strategy's, or the arc's number
  Range flow;        ///< its probability; of an arc, with the probability of being reached
  /// In a tree, where the arc's tail is not the start: its part of what leaves its tail, where that
  /// is above 0.
  std::optional<Range> share = {};
};

/// Choices that vary together, whatever the others do: the optimal strategies are all combinations
/// of one point of each block.
struct FreeBlock {
  Index dimension = 0;
  std::vector<Index> choices;  ///< whose `flow` varies with this block
  /// The extreme points: for each the flow on those choices. Nothing if there are too many, or
  /// finding them would take long.
  std::optional<std::vector<std::vector<Rational>>> vertices = {};
};

struct PlayerRanges {
  std::vector<ChoiceRange> ranges;  ///< by rising number
  std::vector<FreeBlock> blocks;    ///< those that vary
  bool exact = true;                ///< whether all ranges are
};

struct ChoiceRanges {
  std::optional<PlayerRanges> row;  ///< if asked for
  std::optional<PlayerRanges> column;
  std::string lines;  ///< of the certificate, if asked for
};

struct RangeQuestion {
  bool row = true;
  bool column = true;
  /// The names of sets (nodes) for whose arcs to find ranges, or of strategies; empty for all.
  std::vector<std::string> names = {};
  std::optional<double> time_limit = {};  ///< seconds
  const StopFlag* stop = nullptr;
  bool lines = false;          ///< write lines of a certificate
  std::int64_t vertices = 64;  ///< of a block, at most
};

/// The ranges over all equilibria that the answer proves. Throws NotProved for another answer, and
/// InputError for a name that the game does not have.
ALLNASH_EXPORT ChoiceRanges ranges_of(const FlowGame& game, const FlowAnswer& answer,
                                      const RangeQuestion& question = {});
/// The same for a table. Where payoffs are unread, ranges are exact only if they are the same
/// whatever those payoffs are.
ALLNASH_EXPORT ChoiceRanges ranges_of(const Result& result, const RangeQuestion& question = {});

// What to play.

/// The equilibrium strategy that one should play: for tables Dresher's, which earns most against
/// the opponent's cheapest mistake, then the next; for trees and path games that of the slip order.
struct SensiblePlan {
  std::vector<Rational> flow;  ///< by arc
  bool only = true;            ///< false if the order left several, of which this is a mean
  /// What the opponent loses by a first slip, a second, ..., each at random among his arcs that no
  /// equilibrium takes.
  std::vector<Rational> lost = {};
  /// In a path game the flow as a mixture of few strategies; `unlisted` is what others carry.
  std::vector<PlayedStrategy> mixture = {};
  Rational unlisted = {};
  /// In a tree, by arc: the probability at its information set, also where own moves rule it out.
  std::vector<Rational> behaviour = {};
  /// By node: how many own slips lead there, 0 for none; -1 where no completion was found in time.
  std::vector<int> own_slips = {};
  std::string lines = {};  ///< of the certificate, if asked for: they prove a sensible plan
};

struct ChoiceLimits {
  std::optional<double> time_limit = {};  ///< seconds
  const StopFlag* stop = nullptr;
  bool lines = false;  ///< write lines of a certificate
  /// The most work that is done: the largest number of entries of a linear program.
  std::int64_t entries = 20'000'000;
};

/// The sensible strategies of both players, each nothing if a limit ended the search first. Throws
/// NotProved.
struct SensiblePlans {
  std::optional<SensiblePlan> row;
  std::optional<SensiblePlan> column;
};
ALLNASH_EXPORT SensiblePlans sensible_of(const FlowGame& game, const FlowAnswer& answer,
                                         const ChoiceLimits& limits = {});
/// Which of the equilibrium strategies to show besides that of the proof: the sensible one; an
/// extreme point; or the one whose entropy is the largest, which is found in floating point to
/// about nine digits and is optimal exactly.
enum class Choice { sensible, vertex, max_entropy };
/// The same of such a strategy; `lost` is empty for another than the sensible one.
ALLNASH_EXPORT SensiblePlans chosen_of(const FlowGame& game, const FlowAnswer& answer,
                                       Choice choice, const ChoiceLimits& limits = {});
struct SensibleStrategies {
  std::optional<MixedStrategy> row;
  std::optional<MixedStrategy> column;
};
ALLNASH_EXPORT SensibleStrategies sensible_of(const Result& result,
                                              const ChoiceLimits& limits = {});
ALLNASH_EXPORT SensibleStrategies chosen_of(const Result& result, Choice choice,
                                            const ChoiceLimits& limits = {});

/// A strategy of a table that no equilibrium plays, and the smallest change of one of its own
/// payoffs with which some equilibrium plays it; in a symmetric game the mirrored payoff changes
/// with it. Every larger change brings it in as well.
struct BringsIn {
  bool row = true;  ///< whose strategy it is
  Index strategy = 0;
  std::pair<Rational, Rational> short_by;  ///< at the least and at the most, over all equilibria
  std::optional<Entry> entry;  ///< the payoff to change; nothing if no single one will do
  Rational by;                 ///< what to add to it
};
/// For every strategy that no equilibrium plays, the row player's first. Nothing for a player where
/// a limit ended the search, or unread payoffs may decide. Throws NotProved.
ALLNASH_EXPORT std::vector<BringsIn> brings_in(const Result& result,
                                               const ChoiceLimits& limits = {});
/// A JSON list of objects with player, strategy, short, row, column and by.
ALLNASH_EXPORT std::string to_json(const std::vector<BringsIn>& list);

// Is mine one of them?

/// A choice that loses, or one by which the opponent punishes.
struct LossAt {
  Index choice = 0;  ///< a strategy, or an arc
  Rational often;    ///< how often it is taken
  Rational loss;     ///< `often` times what it loses each time
};

/// A strategy held against all equilibria.
struct Judgement {
  Rational guaranteed;      ///< what it earns, or concedes, against a best reply
  Rational exploitability;  ///< how far that is from the value
  bool optimal = false;     ///< whether that is 0
  /// Own choices that lose against the equilibrium strategy of the opponent, and choices of that
  /// strategy that he should leave to punish; all losses together are the exploitability.
  std::vector<LossAt> mistakes;
  std::vector<LossAt> punished;
  std::vector<Rational> reply;  ///< a best reply of the opponent, by strategy or arc
  /// The largest difference, over strategies or arcs, from the nearest optimal one; nothing if it
  /// would take too long.
  std::optional<Rational> distance = {};
  std::vector<Rational> nearest = {};
};

/// Judges a flow of one unit, by arc, of the player. Of an answer that knows one equilibrium and
/// not all, the nearest one is left out. Throws NotProved where no value is known.
ALLNASH_EXPORT Judgement judge_flow(const FlowGame& game, const FlowAnswer& answer, bool row,
                                    const std::vector<Rational>& flow,
                                    const ChoiceLimits& limits = {});

/// A strategy as somebody wrote it, read for a game.
struct ReadStrategy {
  std::vector<Rational> flow;         ///< by strategy, or by arc
  std::vector<std::string> repaired;  ///< sets whose probabilities were divided by their sum
};
/// A table of probabilities as CSV, with or without a header, or JSON, by name. Probabilities that
/// add up to 1 within 1/1000 are divided by their sum. Throws InputError with `where` in front.
ALLNASH_EXPORT ReadStrategy read_strategy(const std::string& text, const std::string& where,
                                          const std::vector<std::string>& names, Index strategies);
/// The same of a game known by best responses, whose strategies are texts.
struct ReadMixture {
  std::vector<LikelyStrategy> mixture;
  std::vector<std::string> repaired;
};
ALLNASH_EXPORT ReadMixture read_mixture(const std::string& text, const std::string& where);
ALLNASH_EXPORT ReadStrategy read_behaviour(const std::string& text, const std::string& where,
                                           const FlowGame& game, bool row);
/// The same of probabilities by arc; nothing where none is given. Of a node of which some are
/// given, the others are 0.
ALLNASH_EXPORT ReadStrategy behaviour_given(
    const FlowGame& game, bool row, const std::vector<std::optional<Rational>>& probabilities,
    const std::string& where);
/// Every action equally often at every node.
ALLNASH_EXPORT ReadStrategy uniform_play(const FlowGame& game, bool row);

/// A judged strategy of a table. Where payoffs are unread, numbers are intervals.
struct TableJudgement {
  std::pair<Rational, Rational> value;
  std::pair<Rational, Rational> guaranteed;
  std::pair<Rational, Rational> exploitability;
  std::optional<bool> optimal;       ///< nothing while unread payoffs may decide it
  std::optional<Judgement> details;  ///< if all that counts is read
  std::optional<Entry> ask_next;     ///< the payoff that may tell most
};
/// Judges a strategy against the result of a run that saw the payoffs. Unread payoffs lie in the
/// result's range. Throws InputError if some are unread and there is no range.
ALLNASH_EXPORT TableJudgement judge_table(const Result& result, bool row,
                                          const std::vector<Rational>& strategy,
                                          const ChoiceLimits& limits = {});

/// A mixture held against what best responses told of a game: intervals where only bounds are
/// known.
struct MixtureJudgement {
  std::pair<Rational, Rational> value;
  std::pair<Rational, Rational> guaranteed;
  std::pair<Rational, Rational> exploitability;
  std::optional<bool> optimal;  ///< nothing while bounds do not tell
  std::string reply;            ///< the opponent's best response, as far as the game finds one
};
/// Asks the game once, for the opponent's best response. Throws NotProved where nothing bounds the
/// value, and InputError where the response says nothing of what it earns.
ALLNASH_EXPORT MixtureJudgement judge_mixture(ResponseGame& game, const ResponseAnswer& answer,
                                              bool row, const std::vector<LikelyStrategy>& mixture);

// In print.

/// What to add to an answer.
struct Choices {
  std::optional<ChoiceRanges> ranges = {};
  Choice choice = Choice::sensible;    ///< what the plans or strategies are
  SensiblePlans plans = {};            ///< of a path game or tree
  SensibleStrategies strategies = {};  ///< of a table
  std::optional<std::vector<BringsIn>> brings_in = {};
};
/// The answer as JSON, with the keys of docs/all_equilibria.md.
ALLNASH_EXPORT std::string to_json(const FlowAnswer& answer, const FlowGame& game,
                                   const Choices& choices);
ALLNASH_EXPORT std::string to_json(const Result& result, const Choices& choices);
/// One JSON object on one line.
ALLNASH_EXPORT std::string to_json(const Judgement& judgement, const FlowGame& game,
                                   const Rational& value, bool row,
                                   const std::vector<std::string>& repaired);
ALLNASH_EXPORT std::string to_json(const TableJudgement& judgement, const Result& result, bool row,
                                   const std::vector<std::string>& repaired);

ALLNASH_EXPORT std::string to_json(const MixtureJudgement& judgement, bool row,
                                   const std::vector<std::string>& repaired);

/// What varies, a block a text: `card 1: bet b, 0 <= b <= 1/3; card 3: bet 3b`.
ALLNASH_EXPORT std::vector<std::string> free_text(const FlowGame& game, bool row,
                                                  const PlayerRanges& ranges);

/// The certificate of a proved answer with the lines of its ranges.
ALLNASH_EXPORT void write_certificate(std::ostream& out, const FlowGame& game,
                                      const FlowAnswer& answer, const std::string& lines);
ALLNASH_EXPORT void write_certificate(std::ostream& out, const Result& result,
                                      const std::string& lines);

}  // namespace allnash
