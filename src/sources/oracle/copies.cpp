#include "sources/oracle/copies.hpp"

#include <iterator>
#include <system_error>
#include <utility>

namespace allnash::sources {

// Those that are idle end by themselves when their input closes.
Copies::~Copies() {
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

void Copies::start(Slot& slot) {
  try {
    if (!keeper_) keeper_.emplace();
    slot.child = std::make_unique<Child>(command_, *keeper_);
  } catch (const std::system_error& error) {
    slot.fault = "the oracle program cannot be started: " + error.code().message();
  }
}

void Copies::ask(std::size_t worker, std::string_view lines) {
  Slot& slot = slots_[worker];
  if (slot.failed) return;
  if (!slot.child) start(slot);
  if (!slot.child) return;
  slot.child->queue(lines);
  if (slot.child->wants_to_write()) slot.child->write();
}

void Copies::renew(std::size_t worker) {
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

std::vector<std::string> Copies::last_lines() {
  std::vector<std::string> lines;
  std::list<std::unique_ptr<Child>> writing;
  for (std::size_t worker = 0; worker < slots_.size(); ++worker) {
    Slot& slot = slots_[worker];
    if (slot.child && !slot.failed) {
      slot.child->leave(false);
      writing.push_back(std::move(slot.child));
    }
    renew(worker);
  }
  const auto deadline = std::chrono::steady_clock::now() + Child::patience;
  while (!writing.empty() && std::chrono::steady_clock::now() < deadline) {
    watched_.clear();
    for (const auto& child : writing) watched_.push_back({child->output(), POLLIN, 0});
    ::poll(watched_.data(), watched_.size(), 50);
    for (auto child = writing.begin(); child != writing.end();) {
      const auto next = std::next(child);
      if (!(*child)->read(lines)) leaving_.splice(leaving_.end(), writing, child);
      child = next;
    }
  }
  leaving_.splice(leaving_.end(), writing);
  return lines;
}

void Copies::watch() {
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

void Copies::wait(std::chrono::microseconds longest, std::vector<Crew::Event>& events) {
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

void Copies::serve(std::size_t number, std::vector<Crew::Event>& events) {
  Slot& slot = slots_[number];
  if (watched_[3 * number].revents != 0) slot.child->write();
  if (watched_[3 * number + 2].revents != 0) slot.child->read_errors();
  if (watched_[3 * number + 1].revents == 0) return;
  lines_.clear();
  const bool goes_on = slot.child->read(lines_);
  for (std::string& line : lines_) events.push_back({number, slot.copy, false, std::move(line)});
  if (!goes_on) fail(slot, {number, slot.copy, true, slot.child->fault()}, events);
}

void Copies::fail(Slot& slot, Crew::Event event, std::vector<Crew::Event>& events) {
  slot.failed = true;
  events.push_back(std::move(event));
}

}  // namespace allnash::sources
