// Answers from matches that somebody has already played: what to play, and how sure that is.
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

#include "allnash/export.hpp"
#include "allnash/index.hpp"
#include "allnash/options.hpp"
#include "allnash/payoff_range.hpp"
#include "allnash/rational.hpp"
#include "allnash/result.hpp"
#include "allnash/stop.hpp"

namespace allnash {

namespace league {
struct Proof;
}
namespace lists {
struct Record;
}  // namespace lists

/// Whether results may have decided who met whom and how often.
enum class Schedule {
  any,    ///< they may; needs the order of playing
  fixed,  ///< they did not: a round robin, pairings at random, a table of counts
};

/// How the winner column is read where a strategy has a name that could also be a side or a tie.
enum class WinnerWords {
  name,  ///< the strategy of that name
  side,  ///< the side, or a tie
};

/// How matches are read and what is said of them. Each option is stated once: its default beside
/// the field, its name, range and meaning in the table that `rank_option_table` returns.
struct RankOptions {
  Rational delta = Rational(1, 20);
  std::optional<Schedule> schedule = {};  ///< none: `any` for a log, `fixed` for counts
  /// Every outcome lies in it; none: 0,1, and 0,100 of a chart with a `%`.
  std::optional<PayoffRange> payoff_range = {};
  std::optional<Rational> tie = {};  ///< what a tie is worth; none: the middle of the range
  /// None: what the log shows; one that could mean both is refused.
  std::optional<WinnerWords> winner = {};
  /// The headings of the two sides of a match, `A,B`, and of its result; none: those that are
  /// known.
  std::optional<std::string> sides = {};
  std::optional<std::string> result = {};
  std::optional<char> separator = {};  ///< between cells; none: what the header shows
  char decimal_mark = '.';             ///< or a comma
  bool skip = false;                   ///< lines that do not say who won are left out
  bool two_sided = false;              ///< rows and columns differ even where names meet
  bool pair_seats = false;             ///< two matches with the seats swapped are one play
  bool join_names = false;             ///< names that differ by blanks or case alone are one
  /// Strategies that are gone: neither played nor opponents. With a ledger, until they are back.
  std::vector<std::string> drop = {};
  std::optional<std::string> only = {};  ///< a file with the names of those that stay, one a line
  std::int64_t min_matches = 0;          ///< strategies with fewer are left out
  /// Of a chart of rates alone: the number of matches of each rate; 0: unknown.
  std::int64_t matches_each = 0;
  /// What others play: a file `name,share`, or `log` for the shares of the matches.
  std::optional<std::string> field = {};
  std::optional<Rational> epsilon = {};  ///< in units of payoff
  std::int64_t plan = 0;                 ///< how many of the most useful matches to name
  /// How many leagues are drawn that fit the matches; none: 200, and of more than 40,000 pairings
  /// fewer.
  std::optional<std::int64_t> resamples = {};
  std::uint64_t seed = 1;  ///< of the drawn leagues; no promise depends on it
  /// A league's file: the matches are added to it, each once, and the answer is from all of it.
  std::optional<std::string> ledger = {};
  /// With a ledger: which log of it these matches are; none: the one that begins as they do.
  std::optional<std::string> log = {};
  /// With a ledger: how many matches of this log the ledger has that are no longer in the log.
  std::int64_t withdrawn = 0;
  /// Matches that look like copies of others are matches of their own all the same.
  bool distinct = false;
};

using RankOption = Option<RankOptions>;
/// Every option of `rank`, in the order of the reference page.
ALLNASH_EXPORT std::span<const RankOption> rank_option_table();

/// Throws OptionError for options that do not fit.
ALLNASH_EXPORT void check_options(const RankOptions& options);

/// Matches, read. Cheap to copy.
class ALLNASH_EXPORT Matches {
 public:
  explicit Matches(std::shared_ptr<const lists::Record> record) : record_(std::move(record)) {}
  [[nodiscard]] bool symmetric() const;
  [[nodiscard]] bool ordered() const;  ///< a log: in the order of playing
  [[nodiscard]] const std::vector<std::string>& row_labels() const;
  [[nodiscard]] const std::vector<std::string>& column_labels() const;
  [[nodiscard]] std::int64_t plays() const;
  /// What a reader should know of the input: names that differ by blanks or case alone.
  [[nodiscard]] const std::vector<std::string>& notes() const;

 private:
  friend struct lists::Record;
  std::shared_ptr<const lists::Record> record_;
};

/// Reads a log or a table of counts, as CSV, TSV, JSON lines or a JSON array; its header or its
/// keys say what it is. Or a chart whose cells tell of how many matches they are, or rates alone:
/// of those nothing is promised. Throws InputError, `name:line: what`.
ALLNASH_EXPORT Matches read_matches(std::istream& in, const std::string& name,
                                    const RankOptions& options = {});
/// Reads a chart: a labelled table of means, with a table of the same shape that says how many
/// plays each is of. A mean stands for all that are rounded to it; one that contradicts its mirror
/// is refused.
ALLNASH_EXPORT Matches read_chart(std::istream& chart, const std::string& name,
                                  std::istream& counts, const std::string& counts_name,
                                  const RankOptions& options = {});
/// Matches for a league's ledger that add nothing to it: `rank` then answers from what the ledger
/// has. Throws InputError.
ALLNASH_EXPORT Matches no_new_matches(const std::string& ledger);
/// The words for sides and winners that a log may use, for help texts.
ALLNASH_EXPORT std::string words_of_logs();

/// A level of the ranking: what all equilibria play, then what they play of the rest, and so on.
struct Tier {
  std::vector<Index> rows;
  std::vector<Index> columns;  ///< in a symmetric game the rows
};

/// The equilibria of the averages, exactly: a description of what was played, not of the game.
struct AverageAnswer {
  Rational value;
  MixedStrategy row_strategy;  ///< plays all that some equilibrium plays
  MixedStrategy column_strategy;
  Equilibria equilibria;
  std::vector<Tier> tiers;
};

/// Some quantiles of what the drawn leagues show.
struct Middle {
  double low = 0;
  double median = 0;
  double high = 0;
};

/// What to play, judged by leagues that are drawn to fit the matches: pairings that never met are
/// guessed from the ratings. An estimate, and no promise. docs/how_sure.md says how it is made.
struct Estimate {
  std::int64_t draws = 0;
  /// The mixtures with the best worst case, on average over the draws.
  MixedStrategy row_strategy;
  MixedStrategy column_strategy;  ///< in a symmetric game the row's
  /// What the row strategy earns against its worst opponent: the median and the middle 80 %. Not
  /// above the value of a symmetric game.
  Middle worst_case;
  /// Where sides differ: what the best row earns against the column strategy.
  std::optional<Middle> column_worst_case;
  /// What the draws say about one strategy, as its player sees it or, for a column, as the row
  /// player sees it.
  struct Strategy {
    std::int64_t matches = 0;
    std::optional<double> average;  ///< what its matches paid to the row
    Middle rating;                  ///< on the Elo scale, 1500 on average; the middle 80 %
    std::int64_t played = 0;        ///< in how many draws some equilibrium plays it
    Middle share;                   ///< its probability in those of the draws; the middle half
  };
  std::vector<Strategy> rows;
  std::vector<Strategy> columns;  ///< in a symmetric game the rows
  /// Played in at least half of the draws; in at least a tenth; in some; in none. Without those
  /// that are empty.
  std::vector<Tier> tiers;
  /// Each beats the next, and the last the first, in so many draws; the surest first.
  struct Cycle {
    std::array<Index, 3> strategies = {};
    std::int64_t draws = 0;
  };
  std::vector<Cycle> cycles;
  std::int64_t guessed = 0;   ///< pairings that never met
  std::int64_t left_out = 0;  ///< strategies with low ratings, where there are too many for all
};

/// What a match that is to be played next is good for.
enum class Purpose {
  estimate,  ///< for knowing better what to play
  promise,   ///< for a higher guarantee
};

/// A mixture that was frozen before the matches that certify it; or that is the best by the
/// intervals of all pairings.
struct Promise {
  MixedStrategy strategy;
  Rational bound;  ///< a row strategy earns at least this, a column strategy concedes at most this
  std::optional<Middle> worst_case;  ///< likely, in the drawn leagues: the middle 80 %
};

/// What is earned against a field of opponents: an estimate, no promise.
struct FieldAnswer {
  std::vector<double> shares;     ///< of each column strategy, 1 in all
  std::vector<Middle> rows;       ///< the median and the middle 80 %
  std::optional<Middle> mixture;  ///< of what to play, where there is an estimate of that
};

/// A strategy that is neither played nor an opponent.
struct LeftOut {
  std::string name;
  bool row = true;  ///< a column's otherwise; in a symmetric game a row's
  std::int64_t matches = 0;
  enum class Why { dropped, few_matches };
  Why why = Why::dropped;
};

struct Ranking {
  Status status = Status::certified;  ///< or stopped: not certified to epsilon
  Rational confidence;
  Schedule schedule = Schedule::any;
  bool symmetric = false;
  PayoffRange range;
  std::uint64_t seed = 1;
  /// Whether it is known how many matches there were; otherwise `plays` is 0, a pairing has one
  /// play for its rate, and nothing is promised.
  bool counted = true;
  std::int64_t plays = 0;
  std::int64_t entries = 0;  ///< pairings that met
  std::vector<std::string> row_labels;
  std::vector<std::string> column_labels;
  std::vector<LeftOut> left_out;
  Rational low;
  Rational high;
  std::optional<Rational> value;  ///< of a symmetric game
  MixedStrategy row_strategy;     ///< guarantees `low`
  MixedStrategy column_strategy;  ///< concedes at most `high`
  /// All that is promised: the best of them is above. First what one would have played then.
  std::vector<Promise> row_promises;
  std::vector<Promise> column_promises;  ///< where sides differ
  std::vector<Cap> row_caps;             ///< where below 1
  std::vector<Cap> column_caps;
  std::optional<AverageAnswer> averages;  ///< none where some never met
  std::optional<Estimate> estimate;       ///< none of no draws
  std::optional<FieldAnswer> field;
  /// Why nothing above the worst payoff can be promised; empty where something is.
  std::string why;
  std::vector<Entry> next;        ///< most useful first
  std::vector<Purpose> next_for;  ///< of each of them
  /// What those for the promise would make of the guarantee: a forecast, never above what the value
  /// may be.
  std::optional<double> forecast;
  /// Of each pairing that met, by row, then column: what it paid, and a confidence interval for its
  /// mean. All intervals hold together; in a league in a ledger they are the whole range. In a
  /// symmetric game the row is the lower number.
  struct Pairing {
    PlayTally tally;
    Rational low;
    Rational high;
  };
  std::vector<Pairing> pairings;
  std::vector<std::string> notes;
  std::optional<Rational> epsilon;
  /// Of a league in a ledger.
  struct League {
    std::int64_t recalled = 0;  ///< matches that were in the file already
    std::int64_t attempts = 0;  ///< mixtures that have been frozen
  };
  std::optional<League> league;

  /// Whether a player's strategy guarantees more than that player's worst payoff.
  [[nodiscard]] bool row_promised() const { return low > range.low; }
  [[nodiscard]] bool column_promised() const { return high < range.high; }

  // What strategies are called.
  [[nodiscard]] std::string row_name(Index row) const { return strategy_name(row, row_labels); }
  [[nodiscard]] std::string column_name(Index column) const {
    return strategy_name(column, column_labels);
  }

 private:
  friend struct league::Proof;  // what is behind it, for the certificate
  std::shared_ptr<const league::Proof> proof_;
};

/// `stop` ends what is described, not what is certified; `told` hears what is done next, in a word
/// or two. Throws OptionError; InputError for matches that allow no answer.
ALLNASH_EXPORT Ranking rank(const Matches& matches, const RankOptions& options = {},
                            const StopFlag* stop = nullptr,
                            const std::function<void(std::string_view)>& told = {});

/// One JSON object on one line, in the documented form.
ALLNASH_EXPORT std::string to_json(const Ranking& ranking);
/// What allnash-check recounts: the guarantee, the intervals and the caps.
ALLNASH_EXPORT void write_certificate(std::ostream& out, const Ranking& ranking);

}  // namespace allnash
