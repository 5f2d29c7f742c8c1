// The ledger of a game of chance: the one place that asks for plays. It numbers them in the order
// in which they are asked, keeps them, and hands what they paid back in that order, whatever order
// they came back in: when wins return sooner than losses, counting as they arrive would be wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/play_source.hpp"
#include "allnash/progress.hpp"
#include "allnash/result.hpp"
#include "allnash/stop.hpp"

namespace allnash::ledger {

class PlaysFile;

struct PlaysSettings {
  PayoffRange range;       ///< a play that pays outside it is an InputError
  bool symmetric = false;  ///< A[i][j] + A[j][i] = low + high: a match is played with row < column
  std::optional<std::int64_t> budget;
  StopToken stop;
  std::uint64_t seed = 1;        ///< the seeds of the plays come from it
  Observer* observer = nullptr;  ///< told of what is played, when it wants events
};

/// What one play paid, as the asker sees it.
struct Paid {
  Rational share;       ///< of the range: 0 at its low end, 1 at its high end
  bool failed = false;  ///< its first try was lost, so that `share` may be a chosen one
};

class Plays {
 public:
  /// The source must outlive the ledger. Throws InputError for a symmetric game that is not square
  /// or that the source knows not to be symmetric, and for a game of 2^32 rows or columns or more.
  Plays(PlaySource& source, const PlaysSettings& settings);
  ~Plays();
  Plays(const Plays&) = delete;
  Plays& operator=(const Plays&) = delete;
  /// From now on the file keeps every play, and answers for those it has; it must outlive the
  /// ledger.
  void keep_in(PlaysFile& file);
  /// From now on nothing is played: the first round that would play something puts that into `plan`
  /// and throws PlanMade (ledger.hpp). `plan` must outlive the ledger.
  void plan_into(std::vector<Play>& plan);

  [[nodiscard]] Index rows() const;
  [[nodiscard]] Index columns() const;
  [[nodiscard]] bool symmetric() const;
  [[nodiscard]] const PayoffRange& range() const;

  /// One round: plays each entry once (an entry of the diagonal of a symmetric game pays 1/2 and is
  /// no play). `paid` gets what the first ones paid, in the order asked, up to the first that is
  /// missing: all of them unless budget, time, a request or a file that takes no more ended it
  /// early, when this is false. Throws SourceError, InputError.
  [[nodiscard]] bool ask(std::span<const Entry> wanted, std::vector<Paid>& paid);

  /// Writes down what the coming plays are to certify, before they are asked. Throws InputError
  /// when the file has something else for this attempt.
  void freeze(std::int64_t attempt, const std::string& content);

  void on_waiting(std::function<void(const Waiting&)> listener);

  [[nodiscard]] std::int64_t plays() const;
  [[nodiscard]] std::int64_t recalled() const;  ///< of the plays, those that the file answered
  [[nodiscard]] std::int64_t rounds() const;
  [[nodiscard]] std::int64_t entries() const;            ///< distinct ones played
  [[nodiscard]] std::vector<PlayTally> tallies() const;  ///< by row, then column
  [[nodiscard]] std::int64_t failures() const;           ///< plays whose first try was lost
  [[nodiscard]] bool out_of_budget() const;
  [[nodiscard]] bool ended() const;  ///< no round can be played any more
  [[nodiscard]] std::string file_fault() const;

 private:
  class Taker;
  struct Store;
  std::unique_ptr<Store> store_;
};

/// The seed of play `number` of a run: below 2^63, different for every number.
std::uint64_t play_seed(std::uint64_t run_seed, std::int64_t number);

}  // namespace allnash::ledger
