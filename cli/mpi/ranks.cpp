#include "ranks.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <sstream>
#include <thread>

#include "allnash/error.hpp"

namespace allnash::cli {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr double signs_in_silence = 6;  // signs of life in the longest silence
constexpr seconds longest_farewell(10);
constexpr milliseconds longest_pause(10);

/// MPI cannot wake us, so we look again when a tenth of the time has passed that nothing has come:
/// a letter then waits for at most a tenth of what it took, and long waits cost next to nothing.
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
  /// False when there is no more to do.
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

}  // namespace

void serve_as_worker(Mail& mail) {
  Servant(mail).run();
  mail.send(0, "bye");
  mail.settle();
}

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

RankCrew::RankCrew(Mail& mail, const OracleSettings& oracle, LostRanks& lost)
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

int RankCrew::rank_of(std::size_t worker) const {
  return 1 + static_cast<int>(worker % ranks_.size());
}

std::string RankCrew::place_of(std::size_t worker) const {
  const std::string& host = ranks_[worker % ranks_.size()].host;
  return "rank " + std::to_string(rank_of(worker)) + (host.empty() ? "" : " on " + host);
}

void RankCrew::ask(std::size_t worker, std::span<const Question> questions) {
  std::string order = "ask " + std::to_string(worker / ranks_.size());
  for (const auto& [entry, seed] : questions) {
    order += ' ' + std::to_string(entry.row) + ' ' + std::to_string(entry.column) + ' ' +
             std::to_string(seed);
  }
  mail_.send(rank_of(worker), std::move(order));
}

bool RankCrew::present(std::size_t worker) const { return !lost_.contains(rank_of(worker)); }

void RankCrew::renew(std::size_t worker) {
  const std::size_t there = worker / ranks_.size();
  Rank& rank = ranks_[worker % ranks_.size()];
  ++rank.copies[there];
  if (present(worker)) {
    mail_.send(rank_of(worker), "renew " + std::to_string(there));
  } else {
    ++rank.missed[there];
  }
}

void RankCrew::wait(microseconds longest, std::vector<Event>& events) {
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

void RankCrew::open(const Letter& letter, std::vector<Event>& events) {
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

void RankCrew::note_silence(Clock::duration listened, std::vector<Event>& events) {
  for (std::size_t number = 0; number < ranks_.size(); ++number) {
    ranks_[number].silent += listened;
    if (ranks_[number].silent > longest_silence_ && present(number)) leave_out(number, events);
  }
}

void RankCrew::leave_out(std::size_t number, std::vector<Event>& events) {
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

void RankCrew::take_back(std::size_t number) {
  lost_.erase(rank_of(number));
  std::fprintf(stderr, "allnash-mpi: %s is back\n", place_of(number).c_str());
  for (std::size_t there = 0; there < workers_; ++there) {
    for (std::int64_t& missed = ranks_[number].missed[there]; missed > 0; --missed) {
      mail_.send(rank_of(number), "renew " + std::to_string(there));
    }
  }
}

}  // namespace allnash::cli
