// A ledger file that has changed on a disk that fails or in a copy that went wrong: it is refused,
// or the answer is the same, byte for byte.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "payoffs/file/sqlite.hpp"
#include "payoffs/sources/temporary_file.hpp"
#include "quick_disk.hpp"
#include "text.hpp"

namespace allnash::damage_test {
namespace {

/// A log in which the first of two wins more often, the less so the farther they are apart.
std::string log_of(int matches, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text = "player_1,player_2,winner\n";
  for (int t = 0; t < matches; ++t) {
    const auto one = random() % 4;
    const auto other = (one + 1 + random() % 3) % 4;
    const std::string a = "agent " + std::to_string(one);
    const std::string b = "agent " + std::to_string(other);
    text.append(a).append(",").append(b).append(",");
    text.append(random() % 10 < 4 + (one + 4 - other) % 4 ? a : b).append("\n");
  }
  return text;
}

RankOptions in_ledger(const std::string& path) { return {.resamples = 20, .ledger = path}; }

std::string ranked(const std::string& path) {
  const Ranking ranking = rank(no_new_matches(path), in_ledger(path));
  std::ostringstream certificate;
  write_certificate(certificate, ranking);
  return to_json(ranking) + certificate.str();
}

void add_log(const std::string& path, const std::string& name, const std::string& text) {
  std::istringstream log(text);
  (void)rank(read_matches(log, name), in_ledger(path));
}

std::string solved(Source& game, Options options, const std::string& path) {
  options.ledger = path;
  std::ostringstream certificate;
  const Result result = solve(game, options, {.certificate = &certificate});
  // What it took may differ, for nobody can know how long a run takes.
  return std::regex_replace(to_json(result), std::regex(R"("seconds":[^,}]*)"), "") +
         certificate.str();
}

Options noisy_options(const PayoffRange& range) {
  return {.symmetric = true, .payoff_range = range, .epsilon = Rational(1, 4)};
}

/// A ledger as somebody filled it, and what is asked of it.
struct Filled {
  std::string name;
  void (*fill)(const std::string& path);
  std::string (*answer)(const std::string& path);
};
void PrintTo(const Filled& one, std::ostream* out) { *out << one.name; }

std::string solved_exactly(const std::string& path) {
  return solved(*open_game("family:random,n=12"), {.method = "full"}, path);
}

std::string solved_by_plays(const std::string& path) {
  const auto game = coin_game(open_game("family:rps,n=3"), {-1, 1});
  return solved(*game, noisy_options({-1, 1}), path);
}

void fill_by_two_logs(const std::string& path) {
  add_log(path, "monday.csv", log_of(150, 1));
  add_log(path, "tuesday.csv", log_of(150, 2));
}

/// Matches of a log, then plays of a run.
void fill_by_both(const std::string& path) {
  add_log(path, "monday.csv", log_of(150, 1));
  std::vector<Rational> chances;
  for (int row = 0; row < 4; ++row) {
    for (int column = 0; column < 4; ++column) {
      chances.push_back(row == column ? Rational(1, 2) : Rational(row < column ? 6 : 4, 10));
    }
  }
  std::vector<std::string> names;
  for (int t = 0; t < 4; ++t) names.push_back("agent " + std::to_string(t));
  const auto game = coin_game(table_game(4, 4, chances, {names, names}), {0, 1});
  Options options = noisy_options({0, 1});
  options.epsilon = Rational(1, 5);
  (void)solved(*game, options, path);
}

const Filled ledgers[] = {
    {"logs", fill_by_two_logs, ranked},
    {"plays", [](const std::string& path) { (void)solved_by_plays(path); }, solved_by_plays},
    {"payoffs", [](const std::string& path) { (void)solved_exactly(path); }, solved_exactly},
    {"log_and_plays", fill_by_both, ranked},
};

class Damage : public ::testing::TestWithParam<Filled> {
 protected:
  Damage() {
    GetParam().fill(path_);
    whole_ = test::contents(path_);
    answer_ = GetParam().answer(path_);
  }

  /// What the answer is when these are the bytes of the file; "refused" where it is.
  [[nodiscard]] std::string answer_of(const std::string& bytes) const {
    const std::string path = folder_.file("changed.db", bytes);
    std::filesystem::remove(path + "-wal");
    try {
      return GetParam().answer(path);
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).rfind(path + ": ", 0), 0U) << error.what();
      return "refused";
    }
  }
  /// The same when this was done to the whole file by other means.
  [[nodiscard]] std::string answer_after(const std::string& sql) const {
    const std::string path = folder_.file("edited.db", whole_);
    file::sqlite::Database(path, SQLITE_OPEN_READWRITE).run(sql.c_str());
    const std::string bytes = test::contents(path);
    EXPECT_NE(bytes, whole_) << sql;
    return answer_of(bytes);
  }

  const test::QuickDisk quick_;
  const TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/run.db";
  std::string whole_;
  std::string answer_;
};

TEST_P(Damage, OfABitIsRefusedOrChangesNothing) {
  constexpr std::size_t flips = 250;
  std::mt19937_64 random(1);
  int refused = 0;
  for (std::size_t flip = 0; flip < flips; ++flip) {
    std::string bytes = whole_;
    // Everywhere alike, and a third of them in the first page and its schema.
    const std::size_t place = flip % 3 == 0 ? random() % 4096 : random() % bytes.size();
    const auto bit = random() % 8;
    bytes[place] = static_cast<char>(static_cast<unsigned char>(bytes[place]) ^ (1U << bit));
    const std::string found = answer_of(bytes);
    if (found == "refused") {
      ++refused;
    } else {
      EXPECT_TRUE(found == answer_) << "bit " << bit << " of byte " << place;
    }
  }
  EXPECT_GT(refused, 60) << "too few have hit anything";
}

TEST_P(Damage, OfRowsIsRefused) {
  for (const char* const which : {"min", "max"}) {
    const std::string play =
        std::string(
            "(row, \"column\", origin, seed) = (SELECT row, \"column\", origin, seed FROM plays "
            "ORDER BY ") +
        "number, row, \"column\", seed " + (which[1] == 'i' ? "" : "DESC") + " LIMIT 1)";
    EXPECT_EQ(answer_after("DELETE FROM plays WHERE " + play), "refused");
    EXPECT_EQ(answer_after("UPDATE plays SET payoff = 1 - payoff WHERE " + play), "refused");
    for (const char* const kind : {"game", "run", "begun", "row", "frozen", "log", "asked"}) {
      const std::string of_kind = std::string(" FROM facts WHERE kind = '") + kind + "'";
      file::sqlite::Database file(path_, SQLITE_OPEN_READONLY);
      if (file.integer(("SELECT count(*)" + of_kind).c_str()) == 0) continue;
      EXPECT_EQ(answer_after("DELETE" + of_kind + " AND place = (SELECT " + which + "(place)" +
                             of_kind + ")"),
                "refused")
          << kind;
    }
  }
  EXPECT_EQ(answer_after("DELETE FROM plays"), "refused");
  EXPECT_EQ(answer_after("DELETE FROM totals"), "refused");
  EXPECT_EQ(answer_after("DROP INDEX plays_in_order"), "refused");
}

TEST_P(Damage, OfAnEndOrOfPagesIsRefused) {
  constexpr std::size_t page = 4096;
  const std::size_t pages = whole_.size() / page;
  ASSERT_GT(pages, 3U);
  for (std::size_t left = 1; left < pages; left += 1 + pages / 7) {
    EXPECT_EQ(answer_of(whole_.substr(0, left * page)), "refused") << left;
    EXPECT_EQ(answer_of(whole_.substr(0, left * page + 100)), "refused") << left;
  }
  for (std::size_t one = 1; one + 1 < pages; one += 1 + pages / 9) {
    std::string bytes = whole_;
    std::swap_ranges(&bytes[one * page], &bytes[one * page] + page, &bytes[(one + 1) * page]);
    EXPECT_EQ(answer_of(bytes), "refused") << one;
  }
}

// Each page alone is sound.
TEST(DamageOfPages, OfTwoAgesIsRefused) {
  constexpr std::size_t page = 4096;
  const test::QuickDisk quick;
  const TemporaryFolder folder;
  const std::string path = folder.path() + "/run.db";
  add_log(path, "log.csv", log_of(400, 1));
  const std::string before = test::contents(path);
  add_log(path, "log.csv", log_of(420, 1));
  const std::string after = test::contents(path);
  int mixed = 0;
  for (std::size_t at = 0; at < before.size(); at += page) {
    if (after.compare(at, page, before, at, page) == 0) continue;
    std::string bytes = after;
    bytes.replace(at, page, before, at, page);
    EXPECT_THROW((void)ranked(folder.file("mixed.db", bytes)), InputError) << at / page;
    ++mixed;
  }
  EXPECT_GT(mixed, 3);
}

INSTANTIATE_TEST_SUITE_P(Ledgers, Damage, ::testing::ValuesIn(ledgers),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace allnash::damage_test
