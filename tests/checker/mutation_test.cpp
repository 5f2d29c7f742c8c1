// Corrupts certificates by the ten thousand, and holds the checker against a second opinion.
#include <random>

#include "checker/claims.hpp"
#include "checker/examples.hpp"
#include "random_games.hpp"

namespace allnash::mutation_test {
namespace {

using test::Certified;
using test::joined;
using test::judge;
using test::lines_of;
using test::Tally;

const std::vector<Certified>& certified() {
  static const std::vector<Certified> list = [] {
    std::vector<Certified> all;
    for (const test::Example& example : test::examples()) {
      all.push_back({example.name, certificate_of(example), example.table});
    }
    return all;
  }();
  return list;
}

TEST(Mutation, NoneIsTheTruth) { test::none_is_the_truth(certified()); }

TEST(Mutation, EveryFieldReplaced) {
  const auto others = [](const std::string& field) {
    return std::vector<std::string>{"1/3",       "1/1000000007", "99999999999999999999",
                                    "+" + field, field + "/2",   field + "\r"};
  };
  test::replace_every_field(certified(), others, 10000);
}

TEST(Mutation, EveryByte) {
  Tally tally;
  for (const Certified& example : certified()) {
    test::change_every_byte(example.text, std::string("\0 \n\r\t-/019x", 11),
                            [&](const std::string& text) { judge(example, text, tally); });
    for (const char* tail : {"\n", " ", "end\n", "0", "\r\n"}) {
      EXPECT_TRUE(fault_in(example.text + tail, nullptr));
    }
  }
  std::cout << tally.tried << " bytes changed, " << tally.accepted << " still true\n";
}

TEST(Mutation, EveryTruncationAndEveryLineDuplicatedDeletedSwapped) {
  for (const Certified& example : certified()) {
    test::cut_and_repeat(example.text);
    test::swap_every_two_lines(example.text, [&](const std::string& text) {
      // Equal lines swapped are no change.
      EXPECT_EQ(!fault_in(text, nullptr), text == example.text) << text;
    });
  }
}

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

std::string random_number(Random& random) {
  const auto top = static_cast<Index>(below(random, 13)) - 6;
  return Rational(top, 1 + static_cast<Index>(below(random, 6))).to_string();
}

// A payoff, probability or count replaced by a number.
void replace_field(Random& random, std::string& text) {
  const std::size_t start = text.find_first_of(" \n", below(random, text.size()));
  if (start == std::string::npos || start + 1 >= text.size()) return;
  const std::size_t end = std::min(text.find_first_of(" \n", start + 1), text.size());
  text.replace(start + 1, end - start - 1, random_number(random));
}

void change_bytes(Random& random, std::string& text) {
  const std::string alphabet("0123456789-/ \n\r\t\0rowcend+.", 27);
  const std::size_t at = below(random, text.size());
  const std::size_t length = below(random, 3);
  const std::string filling(below(random, 3), alphabet[below(random, alphabet.size())]);
  text.replace(at, std::min(length, text.size() - at), filling);
}

void shuffle_lines(Random& random, std::string& text) {
  std::vector<std::string> lines = lines_of(text);
  const std::size_t from = below(random, lines.size());
  const std::size_t to = below(random, lines.size());
  if (below(random, 2) == 0) {
    lines[to] = lines[from];
  } else {
    std::swap(lines[to], lines[from]);
  }
  text = joined(lines);
}

// The front of one certificate and the back of another.
void splice(Random& random, std::string& text, const std::vector<Certified>& all) {
  const std::string& other = all[below(random, all.size())].text;
  text = text.substr(0, below(random, text.size())) + other.substr(below(random, other.size()));
}

TEST(Mutation, RandomByTheTenThousand) {
  Random random(1);
  const std::vector<Certified>& all = certified();
  Tally tally;
  for (int round = 0; round < test::this_many(60000) && !HasFatalFailure(); ++round) {
    const Certified& example = all[below(random, all.size())];
    std::string text = example.text;
    for (std::size_t changes = 1 + below(random, 3); changes > 0 && !text.empty(); --changes) {
      switch (below(random, 8)) {
        case 0:
        case 1:
          change_bytes(random, text);
          break;
        case 2:
          shuffle_lines(random, text);
          break;
        case 3:
          splice(random, text, all);
          break;
        default:
          replace_field(random, text);
      }
    }
    judge(example, text, tally);
  }
  EXPECT_GT(tally.accepted, test::this_many(1000));
  std::cout << tally.tried << " random changes, " << tally.accepted << " still true\n";
}

}  // namespace
}  // namespace allnash::mutation_test
