// The program `allnash-mpi`: allnash with the copies of an oracle program spread over MPI ranks.
// Rank 0 solves and owns the ledger; every other rank runs copies of the oracle program on its host
// and passes on what they write.
//
// Messages to a worker rank: `start WORKERS SECONDS` and the command on the next line, `ask WORKER
// I J SEED I J SEED...`, `renew WORKER`, `end`. Messages from it: `alive` and its host, at regular
// intervals; `events`, each a line `WORKER COPY FAILED LENGTH` and that many bytes; and `bye`, the
// last.
//
// A rank that has been silent for long is left out: its questions go to others, and it is sent
// nothing more. If it is heard again, it takes part again.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../commands.hpp"
#include "allnash/run.hpp"
#include "allnash/solve.hpp"
#include "launcher.hpp"

namespace allnash::cli {
namespace {

// Messages between ranks. Sending never waits, so that two ranks cannot wait for each other.

struct Letter {
  int from = 0;
  std::string text;
};

class Mail {
 public:
  /// Requires that MPI has started, and must be destroyed before MPI ends.
  Mail() {
    // A failed message to a lost rank must not end the program.
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
  }
  ~Mail() = default;
  Mail(const Mail&) = delete;
  Mail& operator=(const Mail&) = delete;

  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] int ranks() const { return ranks_; }

  void send(int rank, std::string text) {
    sent_.remove_if([](Sent& one) {
      int gone = 0;
      return MPI_Test(&one.request, &gone, MPI_STATUS_IGNORE) != MPI_SUCCESS || gone != 0;
    });
    // NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): the request is waited for in `settle`
    Sent& one = sent_.emplace_back(Sent{std::move(text), MPI_REQUEST_NULL});
    MPI_Isend(one.text.data(), static_cast<int>(one.text.size()), MPI_CHAR, rank, 0, MPI_COMM_WORLD,
              &one.request);
  }
  // NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)
  /// The next message, if one has arrived.
  std::optional<Letter> receive() {
    int arrived = 0;
    MPI_Status status;
    const auto look = [&](int from) {
      const int code = MPI_Iprobe(from, 0, MPI_COMM_WORLD, &arrived, &status);
      if (code != MPI_SUCCESS) arrived = 0;
      return code == MPI_SUCCESS;
    };
    // An MPI that knows of a lost rank may refuse to receive from any source.
    if (!look(MPI_ANY_SOURCE)) {
      for (int from = 0; from < ranks_ && arrived == 0; ++from) look(from);
    }
    if (arrived == 0) return {};
    int size = 0;
    MPI_Get_count(&status, MPI_CHAR, &size);
    Letter letter{status.MPI_SOURCE, std::string(static_cast<std::size_t>(size), '\0')};
    MPI_Recv(letter.text.data(), size, MPI_CHAR, letter.from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return letter;
  }
  /// Waits until all messages are sent.
  void settle() {
    // NOLINTNEXTLINE(clang-analyzer-optin.mpi.MPI-Checker): it was made in `send`
    for (Sent& one : sent_) MPI_Wait(&one.request, MPI_STATUS_IGNORE);
    sent_.clear();
  }

 private:
  struct Sent {
    std::string text;
    MPI_Request request;
  };
  int rank_ = 0;
  int ranks_ = 0;
  std::list<Sent> sent_;  // MPI reads these buffers until the messages are sent
};

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr double signs_in_silence = 6;  // signs of life within the longest silence
constexpr seconds longest_farewell(10);
constexpr milliseconds longest_pause(10);

/// MPI cannot wake us, so we poll, with pauses of a tenth of the time since the last message: a
/// message then waits at most a tenth of the time it took, and long waits cost little.
class GrowingPause {
 public:
  void news() { since_ = Clock::now(); }
  [[nodiscard]] microseconds next(microseconds longest) const {
    const auto quiet = std::chrono::duration_cast<microseconds>(Clock::now() - since_);
    return std::min(std::max(quiet / 10, shortest), longest);
  }
  void rest(microseconds longest) const { std::this_thread::sleep_for(next(longest)); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr microseconds shortest{20};
  Clock::time_point since_ = Clock::now();
};

std::string host_name() {
  std::array<char, MPI_MAX_PROCESSOR_NAME + 1> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  return {name.data(), static_cast<std::size_t>(length)};
}

std::string packed(const std::vector<Crew::Event>& events) {
  std::ostringstream out;
  out << "events\n";
  for (const Crew::Event& event : events) {
    out << event.worker << ' ' << event.copy << ' ' << event.failed << ' ' << event.text.size()
        << '\n'
        << event.text;
  }
  return std::move(out).str();
}

std::vector<Crew::Event> unpacked(std::istream& in) {
  std::vector<Crew::Event> events;
  Crew::Event event;
  for (std::size_t size = 0; in >> event.worker >> event.copy >> event.failed >> size;) {
    in.get();
    event.text.resize(size);
    in.read(event.text.data(), static_cast<std::streamsize>(size));
    events.push_back(event);
  }
  return events;
}

/// The copies that a worker rank runs.
class Servant {
 public:
  explicit Servant(Mail& mail) : mail_(mail), host_(host_name()) {}

  void run() {
    while (true) {
      while (const auto letter = mail_.receive()) {
        pause_.news();
        if (!obey(letter->text)) return;
      }
      pass_on_events();
      show_life();
    }
  }

 private:
  /// False when there is nothing more to do.
  bool obey(const std::string& order) {
    std::istringstream in(order);
    std::string what;
    std::size_t number = 0;
    if (!(in >> what >> number)) return false;  // `end`
    if (what == "start") {
      in >> seconds_between_signs_;
      in.get();
      crew_ = local_crew(order.substr(static_cast<std::size_t>(in.tellg())), number);
    } else if (what == "renew") {
      crew_->renew(number);
    } else {
      std::vector<Question> questions;
      for (Question one; in >> one.entry.row >> one.entry.column >> one.seed;) {
        questions.push_back(one);
      }
      crew_->ask(number, questions);
    }
    return true;
  }

  void pass_on_events() {
    if (!crew_) {
      pause_.rest(longest_pause);
      return;
    }
    events_.clear();
    crew_->wait(pause_.next(longest_pause), events_);
    if (events_.empty()) return;
    pause_.news();
    mail_.send(0, packed(events_));
  }

  void show_life() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_sign_) return;
    next_sign_ = now + std::chrono::duration_cast<milliseconds>(
                           std::chrono::duration<double>(seconds_between_signs_));
    mail_.send(0, "alive " + host_);
  }

  Mail& mail_;
  std::string host_;
  std::unique_ptr<Crew> crew_;
  std::vector<Crew::Event> events_;
  double seconds_between_signs_ = 1;
  std::chrono::steady_clock::time_point next_sign_{};
  GrowingPause pause_;
};

/// Ranks that no longer take part.
using LostRanks = std::set<int>;

/// Runs on every rank but 0 until rank 0 sends `end`.
void serve_as_worker(Mail& mail) {
  Servant(mail).run();
  mail.send(0, "bye");
  mail.settle();
}

/// Tells all other ranks to end. False if some rank that is not lost has not answered `bye` in
/// time.
bool dismiss_workers(Mail& mail, const LostRanks& lost) {
  int left = 0;
  for (int rank = 1; rank < mail.ranks(); ++rank) {
    if (lost.contains(rank)) continue;
    mail.send(rank, "end");
    ++left;
  }
  const auto deadline = std::chrono::steady_clock::now() + longest_farewell;
  GrowingPause pause;
  while (left > 0) {
    if (const auto letter = mail.receive()) {
      left -= letter->text == "bye" && !lost.contains(letter->from) ? 1 : 0;
    } else if (std::chrono::steady_clock::now() < deadline) {
      pause.rest(longest_pause);
    } else {
      return false;
    }
  }
  if (lost.empty()) mail.settle();
  return true;
}

/// The copies on all ranks, for rank 0.
class RankCrew final : public Crew {
 public:
  /// `workers` copies on each rank. `lost` is kept up to date and outlives the crew: it decides how
  /// the run ends. Throws InputError if there is no other rank.
  RankCrew(Mail& mail, const OracleSettings& oracle, LostRanks& lost)
      : mail_(mail),
        workers_(static_cast<std::size_t>(oracle.workers)),
        longest_silence_(oracle.silence),
        lost_(lost),
        ranks_(static_cast<std::size_t>(mail.ranks()) - 1) {
    if (ranks_.empty()) {
      throw InputError("allnash-mpi: rank 0 runs no oracle program; start at least two ranks");
    }
    for (Rank& rank : ranks_) {
      rank.copies.resize(workers_);
      rank.missed.resize(workers_);
    }
    const std::string order = "start " + std::to_string(workers_) + " " +
                              std::to_string(oracle.silence / signs_in_silence) + "\n" +
                              oracle.command;
    for (int rank = 1; rank < mail_.ranks(); ++rank) mail_.send(rank, order);
  }

  [[nodiscard]] std::size_t size() const override { return ranks_.size() * workers_; }
  void ask(std::size_t worker, std::span<const Question> questions) override {
    std::string order = "ask " + std::to_string(worker / ranks_.size());
    for (const auto& [entry, seed] : questions) {
      order += ' ' + std::to_string(entry.row) + ' ' + std::to_string(entry.column) + ' ' +
               std::to_string(seed);
    }
    mail_.send(rank_of(worker), std::move(order));
  }

  void renew(std::size_t worker) override {
    const std::size_t there = worker / ranks_.size();
    Rank& rank = ranks_[worker % ranks_.size()];
    ++rank.copies[there];
    if (present(worker)) {
      mail_.send(rank_of(worker), "renew " + std::to_string(there));
    } else {
      ++rank.missed[there];
    }
  }

  /// False for copies on lost ranks.
  [[nodiscard]] bool present(std::size_t worker) const override {
    return !lost_.contains(rank_of(worker));
  }

  /// When a rank is silent for too long, its copies fail.
  void wait(microseconds longest, std::vector<Event>& events) override {
    const auto start = Clock::now();
    auto now = start;
    GrowingPause pause;
    while (true) {
      while (const auto letter = mail_.receive()) open(*letter, events);
      if (!events.empty() || now - start >= longest) break;
      pause.rest(longest_pause);
      now = Clock::now();
    }
    note_silence(now - start, events);
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct Rank {
    Clock::duration silent{};  // time without a message, counted only while we listen
    std::string host;
    std::vector<std::int64_t> copies;  // by worker: how often it was renewed
    std::vector<std::int64_t> missed;  // by worker: renewals that it was not told of while lost
  };

  // Worker numbers alternate between ranks, so that few requests are spread over all hosts.
  [[nodiscard]] int rank_of(std::size_t worker) const {
    return 1 + static_cast<int>(worker % ranks_.size());
  }

  [[nodiscard]] std::string place_of(std::size_t worker) const {
    const std::string& host = ranks_[worker % ranks_.size()].host;
    return "rank " + std::to_string(rank_of(worker)) + (host.empty() ? "" : " on " + host);
  }

  void open(const Letter& letter, std::vector<Event>& events) {
    const auto number = static_cast<std::size_t>(letter.from) - 1;
    ranks_[number].silent = {};
    if (lost_.contains(letter.from)) take_back(number);
    std::istringstream in(letter.text);
    std::string what;
    in >> what;
    if (what == "alive") in >> ranks_[number].host;
    if (what != "events") return;
    for (Event& event : unpacked(in)) {
      event.worker = event.worker * ranks_.size() + number;
      if (event.failed) event.text += " (" + place_of(event.worker) + ")";
      events.push_back(std::move(event));
    }
  }

  void note_silence(Clock::duration listened, std::vector<Event>& events) {
    for (std::size_t number = 0; number < ranks_.size(); ++number) {
      ranks_[number].silent += listened;
      if (ranks_[number].silent > longest_silence_ && present(number)) leave_out(number, events);
    }
  }

  void leave_out(std::size_t number, std::vector<Event>& events) {
    lost_.insert(rank_of(number));
    const std::string place = place_of(number);
    const std::size_t left = ranks_.size() - lost_.size();
    std::fprintf(stderr, "allnash-mpi: %s has fallen silent and is left out; %zu of %zu go on\n",
                 place.c_str(), left, ranks_.size());
    for (std::size_t there = 0; there < workers_; ++there) {
      events.push_back({there * ranks_.size() + number, ranks_[number].copies[there], true,
                        place + " has fallen silent"});
    }
  }

  void take_back(std::size_t number) {
    lost_.erase(rank_of(number));
    std::fprintf(stderr, "allnash-mpi: %s is back\n", place_of(number).c_str());
    for (std::size_t there = 0; there < workers_; ++there) {
      for (std::int64_t& missed = ranks_[number].missed[there]; missed > 0; --missed) {
        mail_.send(rank_of(number), "renew " + std::to_string(there));
      }
    }
  }

  Mail& mail_;
  std::size_t workers_;
  std::chrono::duration<double> longest_silence_;
  LostRanks& lost_;
  std::vector<Rank> ranks_;  // the first is rank 1
};

/// Rank 0. Returns the exit code, unless a rank is lost: MPI would wait for it, so it is aborted.
int lead(Mail& mail, StatusFile& status, int argc, char** argv) {
  status.run();
  LostRanks lost;
  const auto crew = [&](const OracleSettings& oracle) {
    return std::make_unique<RankCrew>(mail, oracle, lost);
  };
  const int code = run_program(argc, argv, crew, 1);  // one thread: other ranks may use the cores
  std::fflush(stdout);
  const bool all_there = dismiss_workers(mail, lost) && lost.empty();
  // If all ranks are lost the run has not ended regularly.
  if (std::ssize(lost) < mail.ranks() - 1 || mail.ranks() == 1) status.end_with(code);
  if (all_there) return code;
  std::fprintf(stderr,
               "allnash-mpi: the run has ended with exit code %d; ranks that are gone are ended by "
               "MPI_Abort\n",
               code);
  MPI_Abort(MPI_COMM_WORLD, code);
  return code;
}

}  // namespace
}  // namespace allnash::cli

int main(int argc, char** argv) {
  using namespace allnash::cli;
  allnash::choose_blas_kernels();  // before there are other threads
  Guard guard;
  StatusFile status;
  // With more ranks than cores, Open MPI yields at every poll for as long as others compute. We
  // sleep between polls, so that a poll may be short.
  ::setenv("OMPI_MCA_mpi_yield_when_idle", "0", 1);
  int provided = 0;
  // Several threads may compute; only this one calls MPI.
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    std::fputs("allnash-mpi: MPI cannot be started\n", stderr);
    return exit_fault;
  }
  guard.have_met();
  int code = exit_proved;
  {
    Mail mail;
    if (mail.rank() == 0) {
      code = lead(mail, status, argc, argv);
    } else {
      serve_as_worker(mail);
    }
  }
  MPI_Finalize();
  return code;
}
