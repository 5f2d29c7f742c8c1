// Answers from matches that were already played: what to play, and how sure that is.
//
//   std::ifstream log("arena.csv");
//   const allnash::Matches matches = allnash::read_matches(log, "arena.csv");
//   const allnash::Ranking ranking = allnash::rank(matches);
//   std::cout << allnash::to_json(ranking) << '\n';
//
// docs/how_sure.md says what the answer means and what it assumes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/result.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "allnash/source.hpp"

namespace allnash {

/// Whether results may have decided who met whom and how often.
enum class Schedule {
  any,    ///< they may; needs the order of playing
  fixed,  ///< they did not: a round robin, pairings at random, a table of counts
};

/// The meaning of a word in the winner column that is both a strategy's name and a side or a tie.
enum class WinnerWords {
  name,  ///< the strategy of that name
  side,  ///< the side, or a tie
};

/// How matches are read and answered. Each option is defined once: its default beside the field,
/// its name, range and meaning in the table that `rank_option_table` returns. Many members, since
/// each is an option by itself.
struct RankOptions {
  Rational delta = Rational(1, 20);
  std::optional<Schedule> schedule = {};  ///< none: `any` for a log, `fixed` for counts
  /// The range of outcomes; none: 0,1, and 0,100 for a chart with a `%`.
  std::optional<PayoffRange> payoff_range = {};
  std::optional<Rational> tie = {};  ///< payoff of a tie; none: the middle of the range
  /// None: as the log shows; an ambiguous log is refused.
  std::optional<WinnerWords> winner = {};
  /// The headings of the two sides of a match, `A,B`, perhaps with the words for them in the
  /// result, `Red=A,Blue=B,Draw=tie`; and of its result. None: one of the known headings.
  std::optional<std::string> sides = {};
  std::optional<std::string> result = {};
  /// The headings of what each side scored, `A,B`, or of both scores, `C` (2-1). None: a result.
  std::optional<std::string> scores = {};
  /// The heading of the numbers of matches of a line, or those of wins, losses and perhaps ties,
  /// `W,L,T`; `1`: a line is one match. None: as the headings tell.
  std::optional<std::string> count = {};
  std::optional<char> separator = {};  ///< between cells; none: as in the header
  char decimal_mark = '.';             ///< or a comma
  bool skip = false;                   ///< leave out lines without a winner
  bool two_sided = false;              ///< rows and columns are different even if they share names
  bool pair_seats = false;             ///< two matches with the seats swapped are one play
  bool join_names = false;             ///< names that differ only by blanks or case are the same
  /// Strategies that have left: neither played nor opponents. With a ledger, until they come back.
  std::vector<std::string> drop = {};
  std::optional<std::string> only = {};  ///< a file with the names of those that stay, one a line
  std::int64_t min_matches = 0;          ///< strategies with fewer are left out
  /// For a chart of rates alone: the number of matches of each rate; 0: unknown. None: as the chart
  /// tells.
  std::optional<std::int64_t> matches_each = {};
  /// The opponents' shares: a file `name,share`, or `log` for the shares in the matches.
  std::optional<std::string> field = {};
  /// Scores closer than that are the same, as a part of the range of outcomes.
  Rational zone = Rational(1, 50);
  std::optional<std::string> compare = {};  ///< two players, `X,Y`
  std::optional<Rational> epsilon = {};     ///< in units of payoff
  std::int64_t plan = 0;                    ///< number of matches to recommend
  /// The question that these matches are to answer: top, order, play, promise, or two players
  /// `A,B`. None: what is open, first who is best.
  std::optional<std::string> plan_for = {};
  /// The number of leagues that are drawn to fit the matches; none: 200, and fewer for more than
  /// 40,000 pairings.
  std::optional<std::int64_t> resamples = {};
  std::uint64_t seed = 1;  ///< of the drawn leagues; no guarantee depends on it
  /// A league's file: the matches are added to it, each once, and the answer uses all its matches.
  std::optional<std::string> ledger = {};
  /// With a ledger: its log that these matches continue; none: the one that begins as they do.
  std::optional<std::string> log = {};
  /// With a ledger: the number of its matches of this log that are no longer in the log.
  std::int64_t withdrawn = 0;
  /// Accepts matches that look like copies of others.
  bool distinct = false;
};

using RankOption = Option<RankOptions>;
/// Every option of `rank`, in the order of the reference page.
ALLNASH_EXPORT std::span<const RankOption> rank_option_table();

/// Throws OptionError for options that are out of range or in contradiction.
ALLNASH_EXPORT void check_options(const RankOptions& options);

/// Matches that were read. Cheap to copy.
class ALLNASH_EXPORT Matches {
 public:
  explicit Matches(std::shared_ptr<const Inner> inner) : inner_(std::move(inner)) {}
  [[nodiscard]] bool symmetric() const;
  [[nodiscard]] bool ordered() const;  ///< a log, in the order of playing
  [[nodiscard]] const std::vector<std::string>& row_labels() const;
  [[nodiscard]] const std::vector<std::string>& column_labels() const;
  [[nodiscard]] std::int64_t plays() const;
  /// Remarks on the input: names that differ only by blanks or case.
  [[nodiscard]] const std::vector<std::string>& notes() const;
  [[nodiscard]] const Inner& inner() const { return *inner_; }

 private:
  std::shared_ptr<const Inner> inner_;
};

/// Reads a log or a table of counts, as CSV, TSV, JSON lines or a JSON array; its header or its
/// keys tell which. Or a chart whose cells contain numbers of matches, or rates alone, for which
/// nothing is guaranteed. Throws InputError, `name:line: what`.
ALLNASH_EXPORT Matches read_matches(std::istream& in, const std::string& name,
                                    const RankOptions& options = {});
/// Reads a chart: a labelled table of means, with a table of the same shape of the numbers of
/// plays. A mean stands for all numbers that round to it; one that contradicts its mirror is
/// refused.
ALLNASH_EXPORT Matches read_chart(std::istream& chart, const std::string& name,
                                  std::istream& counts, const std::string& counts_name,
                                  const RankOptions& options = {});
/// An empty set of matches for a league's ledger: `rank` then answers from the matches in the
/// ledger alone. Throws InputError.
ALLNASH_EXPORT Matches no_new_matches(const std::string& ledger);
/// How matches were read, in lines of text: what the file is, its columns, the first five matches,
/// and what was left out; and the same as one JSON object.
ALLNASH_EXPORT std::string explained(const Matches& matches);
ALLNASH_EXPORT std::string explained_json(const Matches& matches);
/// The words for sides and winners that a log may use, for help texts.
ALLNASH_EXPORT std::string words_of_logs();

/// A level of the ranking: the support of all equilibria, then that of the rest, and so on.
struct Tier {
  std::vector<Index> rows;
  std::vector<Index> columns;  ///< in a symmetric game the same as rows
};

/// The equilibria of the game of averages, exactly: a description of the matches, not of the game.
struct AverageAnswer {
  Rational value;
  MixedStrategy row_strategy;  ///< its support is that of all equilibria
  MixedStrategy column_strategy;
  Equilibria equilibria;
  std::vector<Tier> tiers;
};

/// Quantiles of a statistic over the drawn leagues.
struct Middle {
  double low = 0;
  double median = 0;
  double high = 0;
};

/// What to play, by leagues that are drawn to fit the matches: pairings without matches are
/// predicted from the ratings. An estimate, no guarantee. docs/how_sure.md describes how.
struct Estimate {
  std::int64_t draws = 0;
  /// The mixtures with the best worst case, on average over the draws.
  MixedStrategy row_strategy;
  MixedStrategy column_strategy;  ///< in a symmetric game the row player's
  /// The row strategy's payoff against its worst opponent: the median and the middle 80 %. At most
  /// the value in a symmetric game.
  Middle worst_case;
  /// If sides differ: the best row's payoff against the column strategy.
  std::optional<Middle> column_worst_case;
  /// Statistics of one strategy, from the matches and from the draws. A column's average is the row
  /// player's payoff.
  struct Strategy {
    std::int64_t matches = 0;
    std::optional<double> average;  ///< mean payoff of its matches, to the row player
    Middle rating;                  ///< on the Elo scale, 1500 on average; the middle 80 %
    std::int64_t played = 0;        ///< number of draws in which some equilibrium plays it
    Middle share;                   ///< its probability in the draws' equilibria; the middle half
  };
  std::vector<Strategy> rows;
  std::vector<Strategy> columns;  ///< in a symmetric game the same as rows
  /// Strategies played in at least half of the draws; in at least a tenth; in some; in none. Empty
  /// tiers are left out.
  std::vector<Tier> tiers;
  /// Each beats the next, and the last the first, in `draws` draws; the surest first.
  struct Cycle {
    std::array<Index, 3> strategies = {};
    std::int64_t draws = 0;
  };
  std::vector<Cycle> cycles;
  std::int64_t guessed = 0;   ///< pairings without matches
  std::int64_t left_out = 0;  ///< strategies with low ratings, if there are too many for all
  /// The mean payoff of each pairing over the draws, of at most 40 rows and columns: those that
  /// score most, or that are rated highest where there is no leaderboard.
  struct Rates {
    std::vector<Index> rows;
    std::vector<Index> columns;  ///< in a symmetric game the same as rows
    std::vector<double> means;   ///< row by row
  };
  Rates rates;
};

/// The purpose of a match to be played next.
enum class Purpose {
  estimate,  ///< to know better what to play, where sides differ
  promise,   ///< to raise the guarantee
  top,       ///< to know who scores most
  order,     ///< to know the order of all
  play,      ///< to know what to play
  pair,      ///< to know which of two players wins more
};

/// Whether the matches are enough for a question. An estimate and a forecast, no guarantee.
struct Enough {
  Purpose question = Purpose::top;
  std::optional<Entry> pair = {};  ///< of a question about two players
  bool settled = false;
  /// That the answer is right up to the zone; it is settled from 0.95 on. A question about two
  /// players is settled by their wins and losses alone, with the confidence of the answer.
  std::optional<double> probability = {};
  /// About how many more matches it takes, played as `next` names them, batch by batch; none: more
  /// than fifty times those there are.
  std::optional<std::int64_t> more = {};
  std::vector<Entry> never = {};  ///< then some of the pairs that are too close
};

/// A mixture that was frozen before the matches that certify it, or the best one by the confidence
/// intervals of all pairings.
struct Promise {
  MixedStrategy strategy;
  Rational bound;  ///< what a row strategy earns at least, or a column strategy concedes at most
  std::optional<Middle> worst_case;  ///< estimate from the drawn leagues: the middle 80 %
};

/// Payoffs against a field of opponents: an estimate, no guarantee.
struct FieldAnswer {
  std::vector<double> shares;     ///< of each column strategy, 1 in all
  std::vector<Middle> rows;       ///< the median and the middle 80 %
  std::optional<Middle> mixture;  ///< of the recommended mixture, if there is one
};

/// Whom the answer names first.
enum class BoardCase {
  bring,   ///< a field is given: the player that scores most against it
  clear,   ///< one player is best, or within the zone of the best
  cyclic,  ///< no player is: the mixture to play
  rivals,  ///< a few players may be
  early,   ///< many may be: too few matches
};

/// Who is best and how sure that is, in a symmetric league: an estimate, no guarantee. Scores are
/// mean payoffs against a field of opponents, over leagues that are drawn to fit the matches.
struct Leaderboard {
  BoardCase answer = BoardCase::early;
  std::int64_t draws = 0;
  double zone = 0;            ///< scores closer than that are the same; a part of the range
  std::vector<double> field;  ///< the opponents' shares, 1 in all
  struct Player {
    Index index = 0;
    double score = 0;  ///< mean payoff against the field
    double low = 0;    ///< its middle 90 %
    double high = 0;
    Index rank_low = 0;  ///< the middle 90 % of the ranks of this player alone, from 1 on
    Index rank_high = 0;
    double first = 0;       ///< probability that no score is higher
    double near_first = 0;  ///< probability that no score is higher by more than the zone
    std::int64_t matches = 0;
  };
  std::vector<Player> players;      ///< the highest score first
  std::vector<Index> may_be_first;  ///< the fewest that one of is first with probability 95 %
  /// Pairs of players, above and below, that are all in this order with the confidence.
  std::vector<std::pair<Index, Index>> order;
  double order_confidence = 0;
  double best_single = 0;                   ///< the best worst case of a single player, on average
  double gain_of_mixing = 0;                ///< of the recommended mixture over that
  double beats_everybody = 0;               ///< probability that some player beats every other
  std::shared_ptr<const Inner> inner = {};  ///< the draws
};

/// How few matches the first place hangs on: without so many of them another player scores most in
/// the fit that was the likeliest. An upper bound on the least such number.
struct Shaky {
  std::int64_t matches = 0;
  std::int64_t of = 0;  ///< all matches
  Index leader = 0;     ///< who is first without them
};

/// What changed since an earlier moment: the last look at a league's ledger, or the middle of a
/// log.
struct Changed {
  std::int64_t before = 0;  ///< matches until then
  std::int64_t since = 0;   ///< matches from then on
  /// Whether it is since the last look at a ledger; otherwise the first half of a log is compared
  /// with the second, and only `contradicting` is told.
  bool since_look = false;
  Index leader_before = 0;
  struct Moved {
    Index player = 0;
    Index low_before = 0;  ///< the middle 90 % of its ranks then
    Index high_before = 0;
    Index low = 0;  ///< and now
    Index high = 0;
  };
  std::vector<Moved> moved;   ///< whose ranks then and now have nothing in common
  std::vector<Index> joined;  ///< who had no matches then
  /// A player whose later matches contradict what the earlier ones told.
  struct Surprise {
    Index player = 0;
    std::int64_t matches = 0;  ///< later ones
    double expected = 0;       ///< mean payoff of these
    double average = 0;        ///< what it was
    double deviations = 0;     ///< the difference in standard deviations
  };
  std::vector<Surprise> contradicting;  ///< in about one of twenty leagues by chance
};

/// Players who are linked to the leader by fewer matches than that.
struct Islands {
  std::int64_t fewer_than = 10;
  std::vector<Index> players;
};

/// Two players side by side: estimates, no guarantee.
struct Comparison {
  Index first = 0;
  Index second = 0;
  double beats = 0;          ///< probability that the first wins more than half against the second
  double scores_more = 0;    ///< probability that the first scores more against the field
  std::int64_t matches = 0;  ///< against each other
  std::optional<double> average = {};  ///< mean payoff of the first in these
  std::int64_t common_opponents = 0;   ///< players that both have met
};

/// A strategy that is neither played nor an opponent.
struct LeftOut {
  std::string name;
  bool row = true;  ///< false: a column; in a symmetric game always a row
  std::int64_t matches = 0;
  enum class Why { dropped, few_matches };
  Why why = Why::dropped;
};

/// Statements about a symmetric league that are proved to hold together with probability 1 - delta,
/// beside what is promised of mixtures. docs/how_sure.md says what each of them means.
struct Certified {
  Rational delta;
  /// Two players, the better one first.
  struct Pair {
    Index above = 0;
    Index below = 0;
  };
  struct Score {
    Index player = 0;
    Rational low;  ///< what it earns at least, on average over matches like its own
  };
  std::vector<Score> own_score;  ///< where above the worst payoff
  /// `above` scores more than `below` against the opponents that both had met.
  std::vector<Pair> same_field;
  /// `above` earns more than the middle of the range against `below`.
  std::vector<Pair> direct;
  /// If somebody is outscored by nobody against common opponents, one such player is among these.
  std::vector<Index> may_be_first;
  /// What is not stated since the schedule may follow results, `same_field` and `may_be_first`, and
  /// why. Then everybody may be first.
  struct Withheld {
    std::string kind;
    std::string why;
  };
  std::vector<Withheld> withheld;
};

/// What matches tell of a league. Many members, since each is one fact of the answer, with a key of
/// its own in the JSON; what belongs together is a struct.
struct Ranking {
  Status status = Status::certified;  ///< or stopped: not certified to epsilon, or interrupted
  /// Stopped by the flag: what was not reached by then is left out, and what is there is true.
  bool interrupted = false;
  Rational confidence;
  Schedule schedule = Schedule::any;
  bool symmetric = false;
  PayoffRange range;
  bool percent = false;  ///< outcomes were written with a `%`: payoffs are percent of the matches
  std::uint64_t seed = 1;
  /// Whether the number of matches is known; otherwise `plays` is 0, a pairing has one play for its
  /// rate, and nothing is guaranteed.
  bool counted = true;
  std::int64_t plays = 0;
  std::int64_t entries = 0;  ///< pairings with matches
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::vector<LeftOut> left_out;
  Rational low;
  Rational high;
  std::optional<Rational> value;  ///< in a symmetric game
  MixedStrategy row_strategy;     ///< guarantees `low`
  MixedStrategy column_strategy;  ///< concedes at most `high`
  /// All guarantees, first that of the mixture that was recommended then; the best is above.
  std::vector<Promise> row_promises;
  std::vector<Promise> column_promises;  ///< if sides differ
  std::vector<Cap> row_caps;             ///< where below 1
  std::vector<Cap> column_caps;
  std::optional<AverageAnswer> averages;  ///< none if some pairing has no matches
  std::optional<Estimate> estimate;       ///< none without draws
  std::optional<FieldAnswer> field;
  /// None if sides differ, or if the numbers of matches are unknown.
  std::optional<Certified> certified;
  std::optional<Leaderboard> leaderboard;  ///< of a symmetric league with an estimate
  std::optional<Comparison> comparison;    ///< if asked for
  std::optional<Shaky> shaky;              ///< if single results are known
  std::optional<Changed> changed;          ///< if matches are in the order of playing
  std::optional<Islands> islands;          ///< if somebody is on one
  /// Why nothing above the worst payoff is guaranteed; empty if something is.
  std::string why;
  /// For the question that was asked, or is open, and for another; none if sides differ, or if
  /// nobody knows how many matches there were.
  std::vector<Enough> enough;
  std::vector<Entry> soon;        ///< ten matches for the first of them, most useful first
  std::vector<Entry> next;        ///< as many as were asked for, most useful first
  std::vector<Purpose> next_for;  ///< the purpose of each
  /// A forecast of the guarantee after those for the promise were played, never above an upper
  /// bound on the value.
  std::optional<double> forecast;
  /// Each pairing with matches, by row, then column: its results, and a confidence interval for its
  /// mean. All intervals hold together; for a league in a ledger they are the whole range. In a
  /// symmetric game row < column.
  struct Pairing {
    PlayTally tally;
    Rational low;
    Rational high;
  };
  std::vector<Pairing> pairings;
  std::vector<std::string> notes;
  std::optional<Rational> epsilon;
  /// For a league in a ledger.
  struct League {
    std::int64_t recalled = 0;  ///< matches that were in the file already
    std::int64_t attempts = 0;  ///< mixtures that have been frozen
  };
  std::optional<League> league;

  /// Whether a player's strategy guarantees more than that player's worst payoff.
  [[nodiscard]] bool row_promised() const { return low > range.low; }
  [[nodiscard]] bool column_promised() const { return high < range.high; }

  // Names of strategies.
  [[nodiscard]] std::string row_name(Index row) const { return strategy_name(row, row_labels); }
  [[nodiscard]] std::string column_name(Index column) const {
    return strategy_name(column, column_labels);
  }

  std::shared_ptr<const Inner> inner = {};  ///< the proof behind it, for the certificate
};

/// `stop` ends the descriptions, not the certified part; `told` is called with the next step, in a
/// word or two. Throws OptionError; InputError for matches that allow no answer.
ALLNASH_EXPORT Ranking rank(const Matches& matches, const RankOptions& options = {},
                            const StopFlag* stop = nullptr,
                            const std::function<void(std::string_view)>& told = {});

/// Two players of a ranking with a leaderboard. Throws OptionError.
ALLNASH_EXPORT Comparison compare(const Ranking& ranking, Index first, Index second);

/// One JSON object on one line, in the documented form.
ALLNASH_EXPORT std::string to_json(const Ranking& ranking);
/// The same of two players.
ALLNASH_EXPORT std::string to_json(const Ranking& ranking, const Comparison& comparison);
/// The leaderboard as CSV, a line for each player, the best first. Throws InputError without one.
ALLNASH_EXPORT std::string leaderboard_csv(const Ranking& ranking);
/// Writes the claims that allnash-check recounts: the guarantee, the intervals and the caps.
ALLNASH_EXPORT void write_certificate(std::ostream& out, const Ranking& ranking);

}  // namespace allnash
