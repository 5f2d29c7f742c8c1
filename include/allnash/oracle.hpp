// Payoffs that an external program answers, in copies that run side by side.
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

#include "allnash/export.hpp"
#include "allnash/source.hpp"

namespace allnash {

struct OracleSettings {
  Index rows = 0;
  Index columns = 0;
  /// A shell command line that starts one copy. Without one the shape is all that is known of the
  /// game: whoever asks for a payoff gets a SourceError.
  std::string command = {};
  Index workers = 1;  ///< copies side by side, 1 to 10000
  /// Seconds of silence, while an answer is due, after which a copy is taken to hang.
  double timeout = 3600;
  /// How often an entry is tried again, each time on a fresh copy, when its copy ended, hung or
  /// wrote something that is no number.
  Index retries = 2;
  bool random = false;  ///< the program plays a game of chance
  bool seeded = false;  ///< of chance: it draws all its chances from the seed that it is given
  /// Idle workers are given copies of what has been out for long: of exact payoffs, and of plays
  /// that draw from their seeds. The first answer counts, and a second one that differs is an
  /// error.
  bool hedge = false;
  /// Of workers on other machines: seconds without a sign of life after which one is left out.
  double silence = 30;
};

/// A game whose payoffs a program answers. Copies are started when they are first needed, and each
/// is fed as it answers. What a copy writes to its standard error goes to ours, and the last line
/// is quoted when the copy fails. Throws InputError, naming the setting, for one that is out of
/// range.
///
/// Asking it throws SourceError, which names the entry, when an entry failed once more than
/// `retries`, when a copy wrote more lines than it was asked for, or when no worker is left. In a
/// game of chance all plays that a copy had been given and not answered when it failed count as
/// failed.
ALLNASH_EXPORT std::unique_ptr<Source> oracle_game(const OracleSettings& settings);

/// Where the copies run: on this machine (`local_crew`), or wherever a program's own crew puts
/// them. Workers are numbered from 0. Each runs one copy at a time, which is started by the first
/// `ask`.
class ALLNASH_EXPORT Crew {
 public:
  /// A line that a copy wrote, or how it failed.
  struct Event {
    std::size_t worker = 0;
    std::int64_t copy = 0;  ///< how often the worker had been renewed
    bool failed = false;    ///< it answers nothing more until the worker is renewed
    std::string text;
  };

  Crew() = default;
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  virtual ~Crew() = default;

  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Sends requests to a worker's copy: a line `i j` for a payoff, `i j seed` for a play. Does not
  /// block.
  virtual void ask(std::size_t worker, std::span<const Question> questions) = 0;
  /// Ends the worker's copy, if it runs one; the next `ask` starts a fresh one.
  virtual void renew(std::size_t worker) = 0;
  /// False of a worker that is gone, with its machine: it is asked nothing. It may come back. What
  /// it had been asked fails by an event, as when a copy ends.
  [[nodiscard]] virtual bool present(std::size_t /*worker*/) const { return true; }
  /// Adds what has happened to `events`; waits up to `longest` for something to happen, or less.
  virtual void wait(std::chrono::microseconds longest, std::vector<Event>& events) = 0;
};

/// Copies that run on this machine.
ALLNASH_EXPORT std::unique_ptr<Crew> local_crew(const std::string& command, std::size_t workers);

/// The same game, answered by a crew of the caller's; `command` and `workers` are not looked at.
ALLNASH_EXPORT std::unique_ptr<Source> oracle_game(const OracleSettings& settings,
                                                   std::unique_ptr<Crew> crew);

}  // namespace allnash
