// Sources of payoffs. A source answers batches of questions; it is never asked for more than a
// method needs, and only the ledger asks it.
//
//   class Matches final : public allnash::Source {
//    public:
//     Matches() : Source(40, 40) {}
//     void payoffs(std::span<const allnash::Question> asked,
//                  std::span<allnash::Rational> answers) override {
//       for (std::size_t t = 0; t < asked.size(); ++t) answers[t] = play(asked[t].entry);
//     }
//   };
//
// Tables, functions of row and column, and files are games too: game.hpp. So are programs that
// answer: oracle.hpp.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/rational.hpp"

namespace allnash {

using Index = std::int64_t;

enum class Player { row, column };  ///< the maximiser, the minimiser

/// One cell of the payoff table, numbered from 0. The row player receives the payoff.
struct Entry {
  Index row = 0;
  Index column = 0;
  auto operator<=>(const Entry&) const = default;
};

/// The payoffs that a run saw. After a proved answer it knows at least the rows of the row support
/// and the columns of the column support.
class ALLNASH_EXPORT KnownPayoffs {
 public:
  KnownPayoffs() = default;
  KnownPayoffs(const KnownPayoffs&) = delete;
  KnownPayoffs& operator=(const KnownPayoffs&) = delete;
  virtual ~KnownPayoffs() = default;

  [[nodiscard]] virtual Index rows() const = 0;
  [[nodiscard]] virtual Index columns() const = 0;
  /// Requires an entry inside the game. By default all are known. In a symmetric game a match makes
  /// two entries known.
  [[nodiscard]] virtual bool knows(Index row, Index column) const;
  /// Throws std::logic_error unless knows(row, column).
  [[nodiscard]] virtual Rational payoff(Index row, Index column) const = 0;
  /// Every entry that was asked, by row, then column. In a symmetric game, of each match the one
  /// with the lower row.
  [[nodiscard]] virtual std::vector<Entry> entries() const;
};

/// A question about an entry: its payoff or, in a game of chance, one play of it.
struct Question {
  Entry entry;
  /// 0 for the payoff itself. For a play it is above 0, below 2^63 and never the same twice in a
  /// run: it makes a play repeatable and different from every other.
  std::uint64_t seed = 0;
};

/// What a source waits for, reported while it is asked.
struct Waiting {
  std::int64_t in_flight = 0;  ///< payoffs asked of workers and not yet answered
  std::size_t workers = 0;
  std::size_t busy = 0;            ///< workers with something to answer
  std::size_t slowest = 0;         ///< the busy worker that has been silent longest
  Entry entry;                     ///< its present entry
  std::string_view question = {};  ///< the same for a game known by best responses, as text
  double seconds = 0;              ///< how long it has been silent
  double share = 0;                ///< part of the workers' time so far that they were busy
  bool answered = false;           ///< whether any worker has answered since the source was created
};

/// Questions for idle workers before anybody asks them: only for sources with workers.
class ALLNASH_EXPORT AskAhead {
 public:
  virtual ~AskAhead() = default;
  /// The probable next questions, at most `most`. Each may be answered in this call of
  /// Source::answer or a later one, by `take`, or, if a later call asks for it, as part of that.
  virtual std::vector<Question> next(std::size_t most) = 0;
  /// Waits until the forecasts of `next` use all that is known: for a source with a simulated
  /// clock, or one that must do the same in every run.
  virtual void settle() {}
  /// Each of these questions, which `next` returned, has this payoff.
  virtual void take(std::span<const Question> which, std::span<const Rational> payoffs) = 0;
  /// For plays: each of these, which `next` returned, was lost, as in Answers::failed. It is not
  /// tried again until the method asks for it.
  virtual void failed(std::span<const Question> /*which*/) {}
};

/// Receives payoffs as they arrive.
class ALLNASH_EXPORT Answers {
 public:
  virtual ~Answers() = default;
  /// asked[which[t]] has the payoff payoffs[t], or this play paid it, for every t; each question is
  /// answered once. When this returns the payoffs are kept, whatever happens next. Call it from the
  /// thread that was asked.
  virtual void take(std::span<const std::size_t> which, std::span<const Rational> payoffs) = 0;
  /// True once the run is to end: start nothing more and return, leaving the rest unanswered.
  [[nodiscard]] virtual bool stopped() const = 0;
  /// For plays: asked[which[t]] is about to be played, for every t. When this returns that is
  /// recorded, so that a play that never comes back is known. Check `stopped` then: a play that
  /// could not be recorded must not be played. Call it from the thread that was asked.
  virtual void handing_out(std::span<const std::size_t> /*which*/) {}
  /// For plays: the first try at asked[which[t]] was lost, for every t, and its payoff may be the
  /// reason. Comes before the answer of a later try.
  virtual void failed(std::span<const std::size_t> /*which*/) {}
  /// For payoffs: asked[which] has no answer, however often it is tried, for the reason `why`. True
  /// if the run goes on without it: then it counts as answered. Otherwise throw SourceError with
  /// `why`, to which advice may have been added. Call it from the thread that was asked.
  virtual bool do_without(std::size_t /*which*/, std::string& /*why*/) { return false; }
  /// This many of the questions are also asked of a second worker: the first answer counts.
  virtual void hedged(std::int64_t /*count*/) {}
  /// A source whose payoffs take long calls this now and then with what it waits for.
  virtual void waiting(const Waiting& /*now*/) {}
  /// The questions that may be asked ahead, once all that was asked is with a worker and others are
  /// idle. Null if the run asks nothing ahead.
  virtual AskAhead* ahead() { return nullptr; }
};

/// Further contents of a game's file; kept so that it can be written again.
struct Heading {
  std::string title;
  std::string row_player = "1";
  std::string column_player = "2";
  Rational sum;      ///< of both players' payoffs, the same in every cell
  std::string note;  ///< parts of the file that could not be kept, for the user; usually empty
  /// If the given game was replaced by a zero-sum game with the same equilibria: how its payoffs
  /// come from the given ones. Empty otherwise.
  std::string solved_as = {};
};

/// Identifies a game among others of its shape, so that a ledger file is not used for another.
struct GameIdentity {
  std::string fingerprint;  ///< differs between games; empty if the source cannot tell
  std::string note;         ///< where the payoffs come from, for people
  /// What can be told of the source, on one line, such as a function's name and a hash of its
  /// text; empty if nothing. Equal hints prove nothing, and other ones may be of the same game:
  /// then more payoffs are asked again.
  std::string hint = {};
};

/// Names of the strategies, one for each, or none for a side.
struct Labels {
  std::vector<std::string> rows;
  std::vector<std::string> columns;
  bool operator==(const Labels&) const = default;
  [[nodiscard]] bool empty() const { return rows.empty() && columns.empty(); }
};

/// Facts about a source, given when it is created. The default is no for each.
struct SourceTraits {
  /// Several threads may call `payoffs` at once.
  bool concurrent = false;
  /// Payoffs cost nothing to look at, as those of a table: `auto` then minimises time, not queries.
  bool free = false;
  /// An entry need not have the same payoff each time, as with a program or a function: a few of
  /// the first payoffs are then asked twice, to compare.
  bool may_vary = false;
  /// A game of chance, which can be played but not looked up: every answer is the payoff of one
  /// play, a random number whose mean is the entry's payoff, independent from play to play. A play
  /// that failed and is tried again must be reported (`Answers::failed`).
  bool random = false;
  /// With `random`: a play draws all its randomness from its seed, so that playing it again pays
  /// the same. A play that was handed out and never came back may be missing because of its payoff:
  /// with a source that does not draw from the seed it counts as lost, the worst outcome for each
  /// player, when a ledger is used again, and so does one that failed and was tried again.
  bool seeded = false;
  /// With `random`: whether a play is answered does not depend on what it pays, as with a visitor
  /// who leaves. A play that was handed out and never came back is then not lost: it is asked for
  /// again.
  bool lost_by_chance = false;
  /// With `random`: `answer` calls `Answers::handing_out` before it begins a play. Otherwise all
  /// plays that it is given count as handed out, and those unanswered at the end of a run as lost.
  bool tells_what_goes_out = false;
  /// `answer` calls `Answers::ahead` while workers are idle.
  bool asks_ahead = false;
  /// Nothing tells the game from another one of its shape, as with a function of the caller's. When
  /// a ledger file answers for it, a few of those payoffs are asked again, to compare, unless the
  /// user has named the game.
  bool anonymous = false;
};

/// Facts on its payoffs that a source can check without asking anyone: a table looks at itself, and
/// a simulator cannot. If a source has no self-check, the ledger asks for a few matches of a game
/// declared symmetric both ways.
class ALLNASH_EXPORT SelfCheck {
 public:
  virtual ~SelfCheck() = default;
  /// For a game declared symmetric (A[i][j] + A[j][i] = `sum`): an entry that contradicts it.
  [[nodiscard]] virtual std::optional<Entry> symmetry_fault(const Rational& sum) const = 0;
  /// For a game with a declared payoff range: an entry outside it, if one is known.
  [[nodiscard]] virtual std::optional<Entry> range_fault(const PayoffRange& /*range*/) const {
    return {};
  }
  /// Whether the entry has this payoff, if known.
  [[nodiscard]] virtual std::optional<bool> agrees(Entry /*entry*/,
                                                   const Rational& /*payoff*/) const {
    return {};
  }
};

/// A source overrides `payoffs`, which answers at once, or `answer`, which delivers each payoff
/// when it is known; the rest is optional. Its exceptions end the run and reach the caller of
/// `solve`; its own errors should be SourceErrors.
class ALLNASH_EXPORT Source {
 public:
  /// Throws InputError unless each side has strategies, and a valid label for each, as in `rename`,
  /// or none.
  Source(Index rows, Index columns, Labels labels = {}, const SourceTraits& traits = {});
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  virtual ~Source() = default;

  [[nodiscard]] Index rows() const noexcept { return rows_; }
  [[nodiscard]] Index columns() const noexcept { return columns_; }
  [[nodiscard]] const SourceTraits& traits() const noexcept { return traits_; }
  [[nodiscard]] const Labels& labels() const noexcept { return labels_; }
  /// Gives the strategies names. A side that is given none keeps its names. Throws InputError
  /// unless there is one for each strategy, each printable and none twice.
  void rename(Labels labels);
  /// The contents of the game's file besides its payoffs.
  [[nodiscard]] const Heading& heading() const noexcept { return heading_; }
  void head(Heading heading) { heading_ = std::move(heading); }

  /// Puts the payoff for asked[t] into answers[t], for every t. The spans have the same length and
  /// every entry lies inside the game. The same question always has the same answer, unless plays
  /// draw from elsewhere than the seed. Throws SourceError.
  virtual void payoffs(std::span<const Question> asked, std::span<Rational> answers);

  /// Called by the ledger: answers through `answers`, in any order. Override it if payoffs take
  /// long, so that none is lost when a later one fails or the run is stopped. The default asks
  /// `payoffs` for all at once.
  virtual void answer(std::span<const Question> asked, Answers& answers);

  /// Called only with a ledger file: it may take as long as reading a table.
  [[nodiscard]] virtual GameIdentity identity() const { return {}; }

  /// Null if the source knows nothing of its payoffs before they are asked.
  [[nodiscard]] virtual const SelfCheck* self_check() const { return nullptr; }

 protected:
  /// For traits that are known only once the payoffs are.
  void set_traits(const SourceTraits& traits) { traits_ = traits; }

 private:
  Index rows_;
  Index columns_;
  Labels labels_;
  SourceTraits traits_;
  Heading heading_;
};

/// The payoffs of these entries, in their order, without a ledger: nothing is counted.
ALLNASH_EXPORT std::vector<Rational> payoffs_of(Source& game, std::span<const Entry> entries);

}  // namespace allnash
