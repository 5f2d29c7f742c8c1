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
      : command_(std::move(command)), slots_(workers) {}
  ~LocalCrew() override;

  [[nodiscard]] std::size_t size() const override { return slots_.size(); }
  void ask(std::size_t worker, std::span<const Question> questions) override;
  void renew(std::size_t worker) override;
  void wait(std::chrono::microseconds longest, std::vector<Event>& events) override;

 private:
  struct Slot {
    std::unique_ptr<Child> child;
    std::int64_t copy = 0;
    std::string fault;  // when it could not be started
    bool failed = false;
  };

  void start(Slot& slot);
  void watch();
  void serve(std::size_t number, std::vector<Event>& events);
  static void fail(Slot& slot, Event event, std::vector<Event>& events);

  std::string command_;
  std::optional<Keeper> keeper_;
  std::vector<Slot> slots_;
  std::list<std::unique_ptr<Child>> leaving_;
  std::vector<pollfd> watched_;
  std::vector<std::string> lines_;
};

// Those that are idle end by themselves when their input closes.
LocalCrew::~LocalCrew() {
  for (Slot& slot : slots_) {
    if (!slot.child) continue;
    slot.child->leave(false);
    leaving_.push_back(std::move(slot.child));
  }
  while (!leaving_.empty()) {
    leaving_.remove_if([](const auto& child) { return child->gone(); });
    if (!leaving_.empty()) ::poll(nullptr, 0, 2);
  }
}

void LocalCrew::start(Slot& slot) {
  try {
    if (!keeper_) keeper_.emplace();
    slot.child = std::make_unique<Child>(command_, *keeper_);
  } catch (const std::system_error& error) {
    slot.fault = "the oracle program cannot be started: " + error.code().message();
  }
}

void LocalCrew::ask(std::size_t worker, std::span<const Question> questions) {
  Slot& slot = slots_[worker];
  if (slot.failed) return;
  if (!slot.child) start(slot);
  if (!slot.child) return;
  std::string lines;
  for (const auto& [entry, seed] : questions) {
    append(lines, entry.row, ' ');
    append(lines, entry.column, seed == 0 ? '\n' : ' ');
    if (seed != 0) append(lines, seed, '\n');
  }
  slot.child->queue(lines);
  if (slot.child->wants_to_write()) slot.child->write();
}

void LocalCrew::renew(std::size_t worker) {
  Slot& slot = slots_[worker];
  if (slot.child) {
    slot.child->leave(true);
    leaving_.push_back(std::move(slot.child));
  }
  slot.child.reset();
  slot.fault.clear();
  slot.failed = false;
  ++slot.copy;
}

void LocalCrew::watch() {
  watched_.clear();
  for (const Slot& slot : slots_) {
    // Three for each worker; poll passes over what is below 0.
    const Child* child = slot.failed ? nullptr : slot.child.get();
    const bool writes = child != nullptr && child->wants_to_write();
    watched_.push_back({writes ? child->input() : -1, POLLOUT, 0});
    watched_.push_back({child != nullptr ? child->output() : -1, POLLIN, 0});
    watched_.push_back({child != nullptr ? child->errors() : -1, POLLIN, 0});
  }
}

void LocalCrew::wait(std::chrono::microseconds longest, std::vector<Event>& events) {
  leaving_.remove_if([](const auto& child) { return child->gone(); });
  for (std::size_t number = 0; number < slots_.size(); ++number) {
    Slot& slot = slots_[number];
    if (slot.fault.empty() || slot.failed) continue;
    fail(slot, {number, slot.copy, true, slot.fault}, events);
  }
  if (!events.empty()) return;
  watch();
  const timespec limit{longest.count() / 1000000, longest.count() % 1000000 * 1000};
  const int found = ::ppoll(watched_.data(), watched_.size(), &limit, nullptr);
  for (std::size_t number = 0; found > 0 && number < slots_.size(); ++number) {
    serve(number, events);
  }
}

void LocalCrew::serve(std::size_t number, std::vector<Event>& events) {
  Slot& slot = slots_[number];
  if (watched_[3 * number].revents != 0) slot.child->write();
  if (watched_[3 * number + 2].revents != 0) slot.child->read_errors();
  if (watched_[3 * number + 1].revents == 0) return;
  lines_.clear();
  const bool goes_on = slot.child->read(lines_);
  for (std::string& line : lines_) events.push_back({number, slot.copy, false, std::move(line)});
  if (!goes_on) fail(slot, {number, slot.copy, true, slot.child->fault()}, events);
}

void LocalCrew::fail(Slot& slot, Event event, std::vector<Event>& events) {
  slot.failed = true;
  events.push_back(std::move(event));
}

}  // namespace
}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<Crew> local_crew(const std::string& command, std::size_t workers) {
  return std::make_unique<sources::LocalCrew>(command, workers);
}

}  // namespace allnash
