// What the ledger costs beyond the source: bytes a seen entry in a game of a million by a million.
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "payoffs/asking/payoff_ledger.hpp"

namespace allnash::asking::ledger_memory_test {
namespace {

// The sanitizer's own memory would count.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool sanitized = true;
#else
constexpr bool sanitized = false;
#endif

class GridSource final : public Source {
 public:
  GridSource() : Source(1'000'000, 1'000'000, {}, {.concurrent = true}) {}
  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      answers[t] = Rational(
          (asked[t].entry.row * 7919 + asked[t].entry.column * 104729) % 2001 - 1000, 1000);
    }
  }
};

double resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  double pages = 0;
  double resident = 0;
  statm >> pages >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

TEST(LedgerMemory, TakesAFewBytesAnEntry) {
  GridSource source;
  const double before = resident_bytes();
  Ledger ledger(source);
  std::vector<Index> lines(10);
  for (Index t = 0; t < 10; ++t) lines[static_cast<std::size_t>(t)] = t * 99991;
  ASSERT_TRUE(ledger.ask_lines(lines, lines));
  EXPECT_EQ(ledger.queries(), game::query_floor(1'000'000, 1'000'000, 10, 10, false));
  const double each = (resident_bytes() - before) / static_cast<double>(ledger.queries());
  RecordProperty("bytes_an_entry", std::to_string(each));
  if (!sanitized) {
    EXPECT_LT(each, 14);
  }
}

TEST(LedgerMemory, PartOfARowIsCheap) {
  GridSource source;
  Ledger ledger(source);
  const double before = resident_bytes();
  std::vector<Entry> wanted;
  for (Index t = 0; t < 100'000; ++t) wanted.push_back({12345, (t * 7919) % 1'000'000});
  ASSERT_TRUE(ledger.ask(wanted));
  EXPECT_EQ(ledger.queries(), 100'000);
  if (!sanitized) {
    EXPECT_LT(resident_bytes() - before, 40e6);
  }
}

}  // namespace
}  // namespace allnash::asking::ledger_memory_test
