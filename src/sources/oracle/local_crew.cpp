// Copies of the oracle program on this machine, in one loop: nothing here waits for a single copy.
#include <poll.h>

#include <array>
#include <charconv>
#include <list>
#include <system_error>

#include "allnash/oracle.hpp"
#include "sources/oracle/child.hpp"

namespace allnash::sources {
namespace {

template <typename Number>
void append(std::string& text, Number number, char after) {
  std::array<char, 24> digits;  // a number of up to 20
  text.append(digits.data(), std::to_chars(digits.data(), digits.data() + 20, number).ptr);
  text += after;
}

class LocalCrew final : public Crew {
 public:
  LocalCrew(std::string command, std::size_t workers)
      : command_(std::move(command)), workers_(workers) {}
  ~LocalCrew() override;

  [[nodiscard]] std::size_t size() const override { return workers_.size(); }
  void ask(std::size_t worker, std::span<const Entry> entries) override;
  void ask_plays(std::size_t worker, std::span<const Play> plays) override;
  void renew(std::size_t worker) override;
  void wait(std::chrono::milliseconds longest, std::vector<Event>& events) override;

 private:
  struct Worker {
    std::unique_ptr<Child> child;
    std::int64_t copy = 0;
    std::string fault;  // when it could not be started
    bool failed = false;
  };

  void start(Worker& worker);
  void send(std::size_t worker, const std::string& lines);
  void watch();
  void serve(std::size_t number, std::vector<Event>& events);
  static void fail(Worker& worker, Event event, std::vector<Event>& events);

  std::string command_;
  std::optional<Keeper> keeper_;
  std::vector<Worker> workers_;
  std::list<std::unique_ptr<Child>> leaving_;
  std::vector<pollfd> watched_;
  std::vector<std::string> lines_;
};

// Those that are idle end by themselves when their input closes.
LocalCrew::~LocalCrew() {
  for (Worker& worker : workers_) {
    if (!worker.child) continue;
    worker.child->leave(false);
    leaving_.push_back(std::move(worker.child));
  }
  while (!leaving_.empty()) {
    leaving_.remove_if([](const auto& child) { return child->gone(); });
    if (!leaving_.empty()) ::poll(nullptr, 0, 2);
  }
}

void LocalCrew::start(Worker& worker) {
  try {
    if (!keeper_) keeper_.emplace();
    worker.child = std::make_unique<Child>(command_, *keeper_);
  } catch (const std::system_error& error) {
    worker.fault = "the oracle program cannot be started: " + error.code().message();
  }
}

void LocalCrew::ask(std::size_t worker, std::span<const Entry> entries) {
  std::string text;
  for (const Entry entry : entries) {
    append(text, entry.row, ' ');
    append(text, entry.column, '\n');
  }
  send(worker, text);
}

void LocalCrew::ask_plays(std::size_t worker, std::span<const Play> plays) {
  std::string text;
  for (const Play& play : plays) {
    append(text, play.entry.row, ' ');
    append(text, play.entry.column, ' ');
    append(text, play.seed, '\n');
  }
  send(worker, text);
}

void LocalCrew::send(std::size_t worker, const std::string& lines) {
  Worker& one = workers_[worker];
  if (one.failed) return;
  if (!one.child) start(one);
  if (!one.child) return;
  one.child->queue(lines);
  if (one.child->wants_to_write()) one.child->write();
}

void LocalCrew::renew(std::size_t worker) {
  Worker& one = workers_[worker];
  if (one.child) {
    one.child->leave(true);
    leaving_.push_back(std::move(one.child));
  }
  one.child.reset();
  one.fault.clear();
  one.failed = false;
  ++one.copy;
}

void LocalCrew::watch() {
  watched_.clear();
  for (const Worker& worker : workers_) {
    // Three for each worker; poll passes over what is below 0.
    const Child* child = worker.failed ? nullptr : worker.child.get();
    const bool writes = child != nullptr && child->wants_to_write();
    watched_.push_back({writes ? child->input() : -1, POLLOUT, 0});
    watched_.push_back({child != nullptr ? child->output() : -1, POLLIN, 0});
    watched_.push_back({child != nullptr ? child->errors() : -1, POLLIN, 0});
  }
}

void LocalCrew::wait(std::chrono::milliseconds longest, std::vector<Event>& events) {
  leaving_.remove_if([](const auto& child) { return child->gone(); });
  for (std::size_t number = 0; number < workers_.size(); ++number) {
    Worker& worker = workers_[number];
    if (worker.fault.empty() || worker.failed) continue;
    fail(worker, {number, worker.copy, true, worker.fault}, events);
  }
  if (!events.empty()) return;
  watch();
  const int found = ::poll(watched_.data(), watched_.size(), static_cast<int>(longest.count()));
  for (std::size_t number = 0; found > 0 && number < workers_.size(); ++number) {
    serve(number, events);
  }
}

void LocalCrew::serve(std::size_t number, std::vector<Event>& events) {
  Worker& worker = workers_[number];
  if (watched_[3 * number].revents != 0) worker.child->write();
  if (watched_[3 * number + 2].revents != 0) worker.child->read_errors();
  if (watched_[3 * number + 1].revents == 0) return;
  lines_.clear();
  const bool goes_on = worker.child->read(lines_);
  for (std::string& line : lines_) events.push_back({number, worker.copy, false, std::move(line)});
  if (!goes_on) fail(worker, {number, worker.copy, true, worker.child->fault()}, events);
}

void LocalCrew::fail(Worker& worker, Event event, std::vector<Event>& events) {
  worker.failed = true;
  events.push_back(std::move(event));
}

}  // namespace
}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<Crew> local_crew(const std::string& command, std::size_t workers) {
  return std::make_unique<sources::LocalCrew>(command, workers);
}

}  // namespace allnash
