// Payoffs that an external program answers, in copies that run in parallel.
//
// A copy reads a line `i j` for each payoff that is wanted; in a game of chance a line `i j seed`
// for each play. It may be sent several lines before it answers, and writes one line `payoff` for
// each, in order. At the end its input is closed. docs/oracles.md tells more.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "allnash/rational.hpp"
#include "allnash/source.hpp"

namespace allnash {

struct OracleSettings {
  Index rows = 0;
  Index columns = 0;
  /// A shell command line that starts one copy. Without one only the shape of the game is known,
  /// and asking for a payoff throws SourceError.
  std::string command = {};
  Index workers = 1;  ///< number of copies in parallel, 1 to 10000
  /// Seconds without output, while an answer is due, after which a copy counts as hung.
  double timeout = 3600;
  /// The number of further tries for an entry, each on a fresh copy, after its copy ended, hung or
  /// wrote something that is no number.
  Index retries = 2;
  bool random = false;  ///< the program plays a game of chance
  bool seeded = false;  ///< with `random`: all its randomness comes from the seed it is given
  bool lost_by_chance = false;  ///< with `random`: SourceTraits::lost_by_chance
  /// Gives idle workers copies of questions that have been out for long: of exact payoffs, and of
  /// plays that draw from their seeds. The first answer counts, and a second one that differs is an
  /// error.
  bool hedge = false;
  /// For workers on other machines: seconds without a sign of life after which one counts as gone.
  double silence = 30;
};

/// A game whose payoffs a program answers. Copies are started when they are first needed, and each
/// gets new questions as it answers. The standard error of a copy goes to ours, and its last line
/// is quoted if the copy fails. Throws InputError, naming the setting, for one that is out of
/// range.
///
/// Asking it throws SourceError, which names the entry, if an entry failed more than `retries`
/// times, if a copy wrote more lines than it was asked for, or if no worker is left. In a game of
/// chance all unanswered plays of a copy that failed count as failed.
ALLNASH_EXPORT std::unique_ptr<Source> oracle_game(const OracleSettings& settings);

/// Runs the copies: on this machine (`local_crew`), or wherever a caller's own crew puts them.
/// Workers are numbered from 0. Each runs one copy at a time, which is started by the first `ask`.
class ALLNASH_EXPORT Crew {
 public:
  /// A line that a copy wrote, or how it failed.
  struct Event {
    std::size_t worker = 0;
    std::int64_t copy = 0;  ///< number of times the worker was renewed before
    bool failed = false;    ///< it answers nothing more until the worker is renewed
    std::string text;
  };

  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Sends questions to a worker's copy: a line `i j` for a payoff, `i j seed` for a play. Does not
  /// block.
  virtual void ask(std::size_t worker, std::span<const Question> questions) = 0;
  /// Ends the worker's copy, if it runs one; the next `ask` starts a fresh one.
  virtual void renew(std::size_t worker) = 0;
  /// False for a worker that is gone with its machine: it is asked nothing. It may come back. Its
  /// open questions fail by an event, as when a copy ends.
  [[nodiscard]] virtual bool present(std::size_t /*worker*/) const { return true; }
  /// Adds new events to `events`; waits for at most `longest` if there are none.
  virtual void wait(std::chrono::microseconds longest, std::vector<Event>& events) = 0;
};

/// Copies that run on this machine.
ALLNASH_EXPORT std::unique_ptr<Crew> local_crew(const std::string& command, std::size_t workers);

/// The same game, answered by the caller's crew; `command` and `workers` are ignored.
ALLNASH_EXPORT std::unique_ptr<Source> oracle_game(const OracleSettings& settings,
                                                   std::unique_ptr<Crew> crew);

}  // namespace allnash
