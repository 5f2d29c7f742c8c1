// Corrupts certificates by the ten thousand, and holds the checker against a second opinion.
#include "checker/claims.hpp"
#include "checker/examples.hpp"

namespace allnash::mutation_test {
namespace {

using test::below;
using test::Certified;
using test::Random;

const test::Corrupted& certified() {
  static const test::Corrupted all = [] {
    std::vector<Certified> list;
    for (const test::Example& example : test::examples()) {
      list.push_back({example.name, certificate_of(example), example.table});
    }
    return test::Corrupted(list);
  }();
  return all;
}

TEST(Mutation, TrueCertificatesAreAccepted) { certified().accept_the_true_ones(); }

TEST(Mutation, AFieldReplacedIsAcceptedOnlyIfTrue) {
  const auto others = [](const std::string& field) {
    return std::vector<std::string>{"1/3",       "1/1000000007", "99999999999999999999",
                                    "+" + field, field + "/2",   field + "\r"};
  };
  certified().replace_every_field(others, 10000);
}

TEST(Mutation, ABytePutInAndLinesSwappedAreAcceptedOnlyIfTrue) {
  certified().change_bytes_and_lines(certified().all().size(), std::string("\0 \n\r\t-/019x", 11));
}

TEST(Mutation, ATextCutOrWithALineTwiceOrMissingIsRejected) {
  certified().cut_and_repeat(certified().all().size());
}

std::string random_number(Random& random) {
  const auto top = static_cast<Index>(below(random, 13)) - 6;
  return Rational(top, 1 + static_cast<Index>(below(random, 6))).to_string();
}

void change_bytes(Random& random, std::string& text) {
  const std::string alphabet("0123456789-/ \n\r\t\0rowcend+.", 27);
  const std::size_t at = below(random, text.size());
  const std::size_t length = below(random, 3);
  const std::string filling(below(random, 3), alphabet[below(random, alphabet.size())]);
  text.replace(at, std::min(length, text.size() - at), filling);
}

void shuffle_lines(Random& random, std::string& text) {
  std::vector<std::string> lines = test::lines_of(text);
  const std::size_t from = below(random, lines.size());
  const std::size_t to = below(random, lines.size());
  if (below(random, 2) == 0) {
    lines[to] = lines[from];
  } else {
    std::swap(lines[to], lines[from]);
  }
  text = test::joined(lines);
}

// The front of one certificate and the back of another.
void splice(Random& random, std::string& text) {
  const auto& all = certified().all();
  const std::string& other = all[below(random, all.size())].text;
  text = text.substr(0, below(random, text.size())) + other.substr(below(random, other.size()));
}

TEST(Mutation, RandomChangesAreAcceptedOnlyIfTrue) {
  certified().at_random(1, 60000, 1000, [](Random& random, std::string& text) {
    switch (below(random, 8)) {
      case 0:
      case 1:
        return change_bytes(random, text);
      case 2:
        return shuffle_lines(random, text);
      case 3:
        return splice(random, text);
      default:
        return test::replace_field(random, text, random_number);
    }
  });
}

}  // namespace
}  // namespace allnash::mutation_test
