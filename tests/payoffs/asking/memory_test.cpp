// What reading takes: little more memory than the table, and next to none for a file that is no
// game.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>
#include <random>

#include "allnash/game.hpp"
#include "core/base/text.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/temporary_file.hpp"

namespace {

std::atomic<std::size_t> held{0};
std::atomic<std::size_t> most{0};

}  // namespace

// Every allocation of the program and the library comes by here.
void* operator new(std::size_t size) {
  void* memory = std::malloc(size);  // NOLINT(cppcoreguidelines-no-malloc)
  if (memory == nullptr) throw std::bad_alloc();
  held += malloc_usable_size(memory);
  most = std::max(most.load(), held.load());
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* memory = std::malloc(size);  // NOLINT(cppcoreguidelines-no-malloc)
  if (memory == nullptr) return nullptr;
  held += malloc_usable_size(memory);
  most = std::max(most.load(), held.load());
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) held -= malloc_usable_size(memory);
  std::free(memory);  // NOLINT(cppcoreguidelines-no-malloc)
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace allnash::memory_test {
namespace {

/// The most bytes that the call held at once.
std::size_t memory_of(const std::function<void()>& call) {
  const std::size_t before = held;
  most = before;
  call();
  return most - before;
}

constexpr std::size_t megabyte = 1 << 20;

TEST(Memory, GarbageTakesNoneAndGetsOneShortLine) {
  std::string garbage;
  std::mt19937_64 random(1);
  for (int t = 0; t < 10000000 / 8; ++t) {
    const std::uint64_t bits = random();
    garbage.append(reinterpret_cast<const char*>(&bits), 8);
  }
  // A right beginning must not make the rest believed.
  const std::string starts[] = {"", "1,2\n", "\x93NUMPY\x02" + std::string(1, '\0'),
                                "NFG 1 R \"\" { \"A\" \"B\" } { 999999999 999999999 } ",
                                "%%MatrixMarket matrix array real general\n999999999 999999999\n"};
  const TemporaryFolder folder;
  for (const std::string ending : {"csv", "tsv", "npy", "nfg", "mtx"}) {
    for (const std::string& start : starts) {
      const std::string path = folder.file("game." + ending, start + garbage);
      for (const auto names : {TextTable::Names::none, TextTable::Names::both}) {
        std::string message;
        const std::size_t memory =
            memory_of([&] { message = input_error([&] { open_game(path, {names}); }); });
        EXPECT_LT(memory, megabyte) << message;
        EXPECT_TRUE(message.starts_with(path)) << message;
        EXPECT_LT(message.size(), path.size() + 150) << message;
        EXPECT_TRUE(std::ranges::none_of(message, is_control)) << message;
        EXPECT_TRUE(is_utf8(message)) << message;
      }
    }
  }
}

// Zeros that never end: a reader must not wait for them to.
TEST(Memory, EndlessZerosTakeNone) {
  const TemporaryFolder folder;
  for (const std::string ending : {"csv", "tsv", "npy", "nfg", "mtx"}) {
    const std::string path = folder.path() + "/game." + ending;
    std::filesystem::create_symlink("/dev/zero", path);
    std::string message;
    EXPECT_LT(memory_of([&] { message = input_error([&] { open_game(path); }); }), megabyte);
    EXPECT_TRUE(message.starts_with(path)) << message;
  }
}

TEST(Memory, ATableIsHeldOnce) {
  constexpr Index side = 700;
  std::string csv;
  std::mt19937_64 random(1);
  for (Index i = 0; i < side; ++i) {
    for (Index j = 0; j < side; ++j) {
      csv += (j > 0 ? "," : "") + std::to_string(static_cast<int>(random() % 2001) - 1000);
    }
    csv += '\n';
  }
  const TemporaryFolder folder;
  const std::size_t table = static_cast<std::size_t>(side * side) * sizeof(Rational);
  const std::string path = folder.file("game.csv", csv);
  EXPECT_LT(memory_of([&] { open_game(path); }), table + table / 10 + megabyte);

  const std::string npy = folder.path() + "/game.npy";
  {
    std::ofstream out(npy, std::ios::binary);
    write_game(*open_game(path), GameFormat::npy, out);
  }
  EXPECT_LT(memory_of([&] { open_game(npy); }), table + megabyte);
}

}  // namespace
}  // namespace allnash::memory_test
