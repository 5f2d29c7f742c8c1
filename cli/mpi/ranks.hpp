// The two sides of a run over MPI: rank 0 solves and owns the ledger; every other rank runs copies
// of the oracle program on its host and passes on what they write.
//
// Messages to a worker rank: `start WORKERS SECONDS` and the command on the next line, `ask WORKER
// I J SEED I J SEED...`, `renew WORKER`, `end`. Messages from it: `alive` and its host, at regular
// intervals; `events`, each a line `WORKER COPY FAILED LENGTH` and that many bytes; and `bye`, the
// last.
//
// A rank that has been silent for long is left out: its questions go to others, and it is sent
// nothing more. If it is heard again, it takes part again.
#pragma once

#include <chrono>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "../commands.hpp"
#include "mail.hpp"

namespace allnash::cli {

/// Runs on every rank but 0 until rank 0 says `end`.
void serve_as_worker(Mail& mail);

/// Ranks that are left out.
using LostRanks = std::set<int>;

/// Tells all other ranks to end. False when one of those that are not lost has not said `bye` after
/// a while.
bool dismiss_workers(Mail& mail, const LostRanks& lost);

/// The copies of all ranks, as rank 0 sees them.
class RankCrew final : public Crew {
 public:
  /// `workers` copies a rank. `lost` is kept up to date; it outlives the crew, and tells how the
  /// run must end. Throws InputError when there is no rank but this one.
  RankCrew(Mail& mail, const OracleSettings& oracle, LostRanks& lost);
  ~RankCrew() override = default;

  [[nodiscard]] std::size_t size() const override { return ranks_.size() * workers_; }
  void ask(std::size_t worker, std::span<const Question> questions) override;
  void renew(std::size_t worker) override;
  /// False of those of ranks that are left out.
  [[nodiscard]] bool present(std::size_t worker) const override;
  /// The copies of a rank that has fallen silent fail.
  void wait(std::chrono::microseconds longest, std::vector<Event>& events) override;

 private:
  using Clock = std::chrono::steady_clock;

  struct Rank {
    Clock::duration silent{};  // counted while we listen
    std::string host;
    std::vector<std::int64_t> copies;  // by worker: how often it was renewed
    std::vector<std::int64_t> missed;  // of these, what it was not told while it was left out
  };

  // Worker numbers go round the ranks, so that a few requests are spread over all hosts.
  [[nodiscard]] int rank_of(std::size_t worker) const;
  [[nodiscard]] std::string place_of(std::size_t worker) const;
  void open(const Letter& letter, std::vector<Event>& events);
  void note_silence(Clock::duration listened, std::vector<Event>& events);
  void leave_out(std::size_t number, std::vector<Event>& events);
  void take_back(std::size_t number);

  Mail& mail_;
  std::size_t workers_;
  std::chrono::duration<double> longest_silence_;
  LostRanks& lost_;
  std::vector<Rank> ranks_;  // the first is rank 1
};

}  // namespace allnash::cli
