#include "payoffs/sources/families.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "allnash/game.hpp"
#include "payoffs/sources/reading.hpp"
#include "payoffs/sources/source_conformance.hpp"

namespace allnash::sources::families_test {
namespace {

Rational entry(Source& game, Index row, Index column) {
  const Entry asked{row, column};
  return payoffs_of(game, {&asked, 1}).front();
}

/// Entries of a family's game, by row and column.
struct Golden {
  const char* family;
  std::vector<std::tuple<Index, Index, const char*>> entries;
};

// Fixed for good: results, certificates and papers refer to these games by name.
const Golden golden[] = {
    {"random,n=3", {{0, 0, "-41"}, {0, 1, "98"}, {1, 0, "-14"}, {2, 2, "-20"}}},
    {"random,n=1000000,m=5,seed=7,low=0,high=1000000000000",
     {{0, 0, "960692221859"}, {999999, 4, "363805380077"}}},
    {"random,n=2,low=-2305843009213693952,high=2305843009213693952",
     {{0, 0, "-946473437671032535"}, {1, 1, "1951015618698147606"}}},
    {"planted,n=6,k=2", {{0, 0, "56"}, {1, 1, "85"}, {2, 3, "36"}, {5, 5, "0"}}},
    {"planted,n=9,m=7,k=7,seed=5", {{0, 0, "58"}, {4, 4, "53"}, {8, 6, "23"}}},
    {"planted,n=1000000,k=3,seed=2",
     {{0, 0, "-61"}, {123456, 654321, "-82"}, {999999, 999999, "41"}}},
    {"lowrank,n=4,rank=3", {{0, 0, "7967"}, {3, 2, "9462"}, {1, 3, "5451"}}},
    {"lowrank,n=1000000,m=10,rank=20,seed=3", {{999999, 9, "33063"}}},
    {"elo,n=4,noise=0.1",
     {{0, 1, "260447/1000000"}, {1, 0, "-260447/1000000"}, {2, 3, "-16477/1000000"}, {3, 3, "0"}}},
    {"elo,n=1000000,noise=1/8,seed=9", {{0, 999999, "-271/4000"}}},
    {"spinning,n=4,cycles=3",
     {{0, 1, "131621/200000"}, {1, 0, "-131621/200000"}, {2, 3, "-515349/1000000"}}},
    {"spinning,n=1000000,cycles=1,seed=4", {{7, 999999, "122473/1000000"}}},
    {"bell,n=3,width=2", {{0, 0, "1"}, {0, 1, "9/11"}, {2, 0, "9/17"}}},
    {"bell,n=1000000,width=5/2", {{0, 999999, "400000000000/1399998000001"}}},
    {"polynomial,n=3,degree=2", {{0, 0, "65"}, {0, 1, "8"}, {1, 1, "-63"}, {2, 0, "-223"}}},
    {"polynomial,n=1,degree=3", {{0, 0, "-191"}}},
    {"polynomial,n=1000,degree=4,seed=2",
     {{1, 998, "-9855430750463109758142293/330675981356648009330667"}}},
    {"undercut,n=4", {{0, 0, "0"}, {0, 1, "2"}, {1, 0, "-2"}, {0, 2, "-1"}, {3, 0, "1"}}},
    {"blotto,fields=3,soldiers=10", {{0, 0, "0"}, {3, 60, "1"}, {65, 22, "-1"}}},
    {"blotto,fields=5,soldiers=60", {{0, 1, "0"}, {300000, 400000, "-1"}, {635375, 635374, "0"}}},
    {"matching,n=2", {{0, 0, "1"}, {0, 1, "0"}}},
    {"rps,n=5", {{0, 1, "-1"}, {0, 2, "-1"}, {0, 3, "1"}, {4, 0, "-1"}}},
    {"lowerbound,n=8,k=4",
     {{0, 0, "1"}, {1, 0, "1"}, {1, 1, "0"}, {1, 2, "1"}, {1, 3, "1"}, {5, 4, "2"}}},
    // Rows 1 and 2, with their lowest payoffs in the columns 1 and 3.
    {"hidden-cells,n=6,k=2",
     {{1, 1, "1"}, {1, 2, "2"}, {1, 3, "0"}, {2, 3, "1"}, {2, 5, "2"}, {2, 0, "0"}, {0, 1, "0"}}},
    {"hidden-cells,n=1000000,m=900000,k=3,seed=2",
     {{195604, 48901, "1"}, {295120, 539484, "1"}, {49428, 828401, "1"}, {49428, 828402, "2"}}},
    {"binary,n=6,k=2", {{0, 0, "0"}, {1, 1, "1"}, {3, 2, "0"}, {5, 4, "0"}}},
    {"binary,n=1000000,k=6,seed=3", {{0, 0, "1"}, {1, 2, "1"}, {31, 41, "0"}}},
    // The core is rows 0 and 3, columns 0 and 2; row 5 and column 3 are decoys.
    {"steady,n=6,k=2,decoys=1",
     {{0, 0, "0"},
      {0, 1, "3"},
      {3, 2, "0"},
      {1, 0, "-2"},
      {1, 1, "85"},
      {1, 3, "-1"},
      {5, 1, "1"}}},
    {"steady,n=5,m=7,k=2,outliers=100,noise=9", {{0, 1, "11"}, {2, 1, "-7"}, {1, 2, "-4"}}},
};

TEST(Families, EntriesNeverChange) {
  for (const auto& [family, entries] : golden) {
    const auto game = make_family(family);
    for (const auto& [row, column, payoff] : entries) {
      EXPECT_EQ(entry(*game, row, column).to_string(), payoff)
          << family << " (" << row << ", " << column << ")";
    }
  }
}

const std::pair<const char*, const char*> conforming[] = {
    {"random", "random,n=12,m=9,seed=3"},
    {"random_large", "random,n=1000000"},
    {"planted", "planted,n=30,m=20,k=4"},
    {"planted_all", "planted,n=5,k=5,seed=8"},
    {"planted_large", "planted,n=1000000,k=40"},
    {"lowrank", "lowrank,n=10,m=12,rank=3"},
    {"elo", "elo,n=20,noise=0.25"},
    {"elo_large", "elo,n=1000000,noise=0"},
    {"spinning", "spinning,n=20,cycles=3"},
    {"spinning_large", "spinning,n=1000000,cycles=12"},
    {"bell", "bell,n=20,width=7/3"},
    {"bell_large", "bell,n=1000000,width=1e20"},
    {"polynomial", "polynomial,n=20,degree=3"},
    {"polynomial_large", "polynomial,n=1000000,degree=7"},
    {"polynomial_one_point", "polynomial,n=1,degree=2"},
    {"undercut", "undercut,n=20"},
    {"blotto", "blotto,fields=3,soldiers=6"},
    {"blotto_large", "blotto,fields=6,soldiers=60"},
    {"blotto_no_soldiers", "blotto,fields=3,soldiers=0"},
    {"matching", "matching,n=9"},
    {"rps", "rps,n=9"},
    {"rps_one", "rps,n=1"},
    {"lowerbound", "lowerbound,n=20,k=6"},
    {"hidden_cells", "hidden-cells,n=20,m=18,k=3"},
    {"binary", "binary,n=20,k=5"},
    {"binary_large", "binary,n=1000000,k=9"},
    {"steady", "steady,n=20,m=30,k=3,decoys=4,outliers=20"},
    {"steady_large", "steady,n=1000000,k=9,width=1000000000,noise=1000000000,outliers=100"},
};

std::vector<SourceCase> conforming_cases() {
  std::vector<SourceCase> cases;
  for (const auto& [name, family] : conforming) {
    cases.push_back({name, [text = std::string(family)] { return make_family(text); }, {}});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Families, SourceConformance, testing::ValuesIn(conforming_cases()),
                         case_name);

TEST(Families, AllAreConcurrent) {
  for (const auto& [name, family] : conforming)
    EXPECT_TRUE(make_family(family)->traits().concurrent);
}

TEST(Families, EveryOneIsListedAndTested) {
  std::set<std::string> listed;
  for (const FamilyInfo& info : families()) {
    EXPECT_TRUE(listed.insert(info.name).second);
    EXPECT_FALSE(info.keys.empty() || info.meaning.empty());
  }
  std::set<std::string> tested;
  for (const auto& [name, family] : conforming) {
    const std::string text = family;
    tested.insert(text.substr(0, text.find(',')));
  }
  EXPECT_EQ(listed, tested);
  EXPECT_EQ(listed.size(), 15);
}

TEST(Families, RefusalsSayWhatAndWhere) {
  const std::pair<const char*, const char*> table[] = {
      {"nosuch,n=3",
       "family:nosuch: unknown family (families: random, planted, lowrank, elo, spinning, bell, "
       "polynomial, undercut, blotto, matching, rps, lowerbound, hidden-cells, binary, steady)"},
      {"planted,n=3,q=1", "family:planted: unknown key 'q' (keys: n, m, k, seed)"},
      {"planted,n=3", "family:planted: missing key 'k' (keys: n, m, k, seed)"},
      {"random", "family:random: missing key 'n' (keys: n, m, seed, low, high)"},
      {"random,n=3,n=3", "family:random: key 'n' given twice"},
      {"random,n", "family:random: 'n' is not key=value (keys: n, m, seed, low, high)"},
      {"random,n=3,", "family:random: '' is not key=value (keys: n, m, seed, low, high)"},
      {"random,n=abc", "family:random: n must be an integer from 1 to 1099511627776, not 'abc'"},
      {"random,n=", "family:random: n must be an integer from 1 to 1099511627776, not ''"},
      {"random,n=0", "family:random: n must be an integer from 1 to 1099511627776, not '0'"},
      {"random,n=-2", "family:random: n must be an integer from 1 to 1099511627776, not '-2'"},
      {"random,n=2.5", "family:random: n must be an integer from 1 to 1099511627776, not '2.5'"},
      {"random,n=2,m=0", "family:random: m must be an integer from 1 to 1099511627776, not '0'"},
      {"random,n=1e30", "family:random: n must be an integer from 1 to 1099511627776, not '1e30'"},
      {"random,n=3\n", "family:random: n must be an integer from 1 to 1099511627776, not '3?'"},
      {"random,n=3,low=4,high=3", "family:random: low is above high"},
      {"random,n=3,seed=-1",
       "family:random: seed must be an integer from 0 to 9223372036854775807, not '-1'"},
      {"planted,n=3,m=2,k=3", "family:planted: k must be an integer from 1 to 2, not '3'"},
      {"planted,n=3,k=0", "family:planted: k must be an integer from 1 to 3, not '0'"},
      {"planted,n=1000,k=201", "family:planted: k must be an integer from 1 to 200, not '201'"},
      {"lowrank,n=3,rank=0", "family:lowrank: rank must be an integer from 1 to 1000, not '0'"},
      {"elo,n=3,noise=x", "family:elo: noise: 'x' is not a number"},
      {"elo,n=3,noise=-1", "family:elo: noise must be from 0 to 1000, with up to 6 decimals"},
      {"elo,n=3,noise=1/3", "family:elo: noise must be from 0 to 1000, with up to 6 decimals"},
      {"spinning,n=3,cycles=0",
       "family:spinning: cycles must be an integer from 1 to 1000, not '0'"},
      {"bell,n=3,width=0", "family:bell: width must be above 0, not 0"},
      {"polynomial,n=3,degree=-1",
       "family:polynomial: degree must be an integer from 0 to 100, not '-1'"},
      {"blotto,fields=0,soldiers=3",
       "family:blotto: fields must be an integer from 1 to 4194304, not '0'"},
      {"blotto,fields=40,soldiers=40", "family:blotto: more than 1099511627776 allocations"},
      {"blotto,fields=4000,soldiers=4000", "family:blotto: too many fields and soldiers"},
      {"rps,n=4", "family:rps: n must be odd, not 4"},
      {"lowerbound,n=4,k=5", "family:lowerbound: k must be an integer from 1 to 4, not '5'"},
      {"hidden-cells,n=9,m=8,k=8",
       "family:hidden-cells: k must be an integer from 1 to 7, not '8'"},
      {"hidden-cells,n=9,k=2", "family:hidden-cells: k must divide m: 9 is no multiple of 2"},
      {"hidden-cells,n=1,k=1", "family:hidden-cells: k must be below n, and at most half of m"},
      {"binary,n=1,k=1", "family:binary: n must be at least 2"},
      {"binary,n=4,k=1", "family:binary: k must be an integer from 2 to 4, not '1'"},
      {"steady,n=4,m=1,k=2", "family:steady: n and m must be at least 2"},
      {"steady,n=4,k=5", "family:steady: k must be an integer from 2 to 4, not '5'"},
      {"steady,n=9,m=4,k=2,decoys=3",
       "family:steady: decoys must be an integer from 0 to 2, not '3'"},
      {"steady,n=4,k=2,width=0",
       "family:steady: width must be an integer from 1 to 1000000000, not '0'"},
      {"steady,n=4,k=2,outliers=101",
       "family:steady: outliers must be an integer from 0 to 100, not '101'"},
  };
  for (const auto& [family, message] : table) {
    EXPECT_EQ(input_error([text = family] { make_family(text); }), message);
  }
}

TEST(Families, TakeTheLargestSize) {
  const auto game = make_family("random,n=1099511627776");
  EXPECT_EQ(game->rows(), Index{1} << 40);
  EXPECT_EQ(game->columns(), Index{1} << 40);
  EXPECT_LE(entry(*game, game->rows() - 1, 0), Rational(100));
}

TEST(Families, SomeHaveNamesThatEveryoneKnows) {
  const auto names = [](const std::string& description) {
    const auto game = make_family(description);
    const auto [rows, columns] = game->labels();
    EXPECT_EQ(rows, columns);
    return rows;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names("blotto,fields=3,soldiers=2"),
            (Names{"0-0-2", "0-1-1", "0-2-0", "1-0-1", "1-1-0", "2-0-0"}));
  EXPECT_EQ(names("rps,n=3"), (Names{"rock", "paper", "scissors"}));
  EXPECT_EQ(names("rps,n=5"), (Names{"rock", "Spock", "paper", "lizard", "scissors"}));
  EXPECT_EQ(names("matching,n=2"), (Names{"heads", "tails"}));
  EXPECT_EQ(names("rps,n=7"), Names{});
  EXPECT_EQ(names("random,n=3"), Names{});
  EXPECT_EQ(names("blotto,fields=4,soldiers=100"), Names{}) << "too many to list";
}

}  // namespace
}  // namespace allnash::sources::families_test
