// The two sides of a run over MPI: rank 0 solves and owns the ledger; every other rank runs copies
// of the oracle program on its host and passes on what they say.
//
// Letters to a worker rank: `start WORKERS` and the command on the next line, `ask WORKER I J SEED
// I J SEED...`, `renew WORKER`, `end`. Letters from it: `alive` and its host, now and then;
// `events`, each a line `WORKER COPY FAILED LENGTH` and so many bytes; and `bye`, the last.
#pragma once

#include <chrono>
#include <vector>

#include "../commands.hpp"
#include "mail.hpp"

namespace allnash::cli {

/// Runs on every rank but 0 until rank 0 says `end`.
void serve_as_worker(Mail& mail);

/// Tells all other ranks to end. False when one of them has not said `bye` after a while.
bool dismiss_workers(Mail& mail);

/// The copies of all ranks, as rank 0 sees them.
class RankCrew final : public Crew {
 public:
  /// `workers` copies a rank. `rank_lost` becomes true when a rank has fallen silent. Throws
  /// InputError when there is no rank but this one.
  RankCrew(Mail& mail, const std::string& command, std::size_t workers, bool& rank_lost);
  ~RankCrew() override = default;

  [[nodiscard]] std::size_t size() const override { return ranks_.size() * workers_; }
  void ask(std::size_t worker, std::span<const Question> questions) override;
  void renew(std::size_t worker) override;
  /// Throws SourceError when a rank has fallen silent.
  void wait(std::chrono::microseconds longest, std::vector<Event>& events) override;

 private:
  using Clock = std::chrono::steady_clock;

  struct Rank {
    Clock::duration silent{};  // counted while we listen
    std::string host;
  };

  // Worker numbers go round the ranks, so that a few requests are spread over all hosts.
  [[nodiscard]] int rank_of(std::size_t worker) const;
  [[nodiscard]] std::string place_of(std::size_t worker) const;
  void open(const Letter& letter, std::vector<Event>& events);
  void note_silence(Clock::duration listened);

  Mail& mail_;
  std::size_t workers_;
  bool& rank_lost_;
  std::vector<Rank> ranks_;  // the first is rank 1
};

}  // namespace allnash::cli
