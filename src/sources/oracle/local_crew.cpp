// The copies of the oracle program on this machine, as a crew of workers.
#include <array>
#include <charconv>

#include "allnash/oracle.hpp"
#include "sources/oracle/copies.hpp"

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
  LocalCrew(const std::string& command, std::size_t workers) : copies_(command, workers) {}

  [[nodiscard]] std::size_t size() const override { return copies_.size(); }
  void ask(std::size_t worker, std::span<const Question> questions) override {
    std::string lines;
    for (const auto& [entry, seed] : questions) {
      append(lines, entry.row, ' ');
      append(lines, entry.column, seed == 0 ? '\n' : ' ');
      if (seed != 0) append(lines, seed, '\n');
    }
    copies_.ask(worker, lines);
  }
  void renew(std::size_t worker) override { copies_.renew(worker); }
  void wait(std::chrono::microseconds longest, std::vector<Event>& events) override {
    copies_.wait(longest, events);
  }

 private:
  Copies copies_;
};

}  // namespace
}  // namespace allnash::sources

namespace allnash {

std::unique_ptr<Crew> local_crew(const std::string& command, std::size_t workers) {
  return std::make_unique<sources::LocalCrew>(command, workers);
}

}  // namespace allnash
