// Corrupts certificates by the ten thousand. The text of a certificate is canonical, so a corrupted
// one is either malformed or says something else, and what it says may still be true: an entry of
// an unplayed column made larger proves another game. So the checker is held against a second
// opinion written for this test in another way: it must accept exactly the texts that are true.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <random>
#include <set>

#include "checker/examples.hpp"
#include "checker/in_process.hpp"
#include "random_games.hpp"

namespace allnash {
namespace {

using test::certificate_of;
using test::Example;
using test::examples;

using Lists = std::vector<std::vector<std::string>>;

Lists split(const std::string& text) {
  Lists lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

// What a certificate says, read leniently. Throws on text that says nothing.
struct Claim {
  bool symmetric = false;
  Index rows = 0;
  Index columns = 0;
  game::Pair pair;
  std::map<std::pair<Index, Index>, Rational> entries;
};

MixedStrategy strategy_in(const Lists& lines, std::size_t& at) {
  MixedStrategy result;
  const auto size = std::stoul(lines.at(at++).at(1));
  for (std::size_t t = 0; t < size; ++t, ++at) {
    result.push_back({std::stol(lines.at(at).at(0)), Rational::parse(lines.at(at).at(1))});
  }
  return result;
}

Claim claim_in(const std::string& text) {
  const Lists lines = split(text);
  Claim claim;
  claim.rows = std::stol(lines.at(1).at(1));
  claim.columns = std::stol(lines.at(1).at(2));
  if (claim.rows > 100 || claim.columns > 100) throw std::length_error("not in these tests");
  claim.symmetric = lines.at(2).at(1) == "yes";
  claim.pair.value = Rational::parse(lines.at(3).at(1));
  std::size_t at = 4;
  claim.pair.row = strategy_in(lines, at);
  claim.pair.column = strategy_in(lines, at);
  std::set<Index> played;
  for (const Weight& weight : claim.pair.row) {
    played.insert(weight.strategy);
    for (Index column = 0; column < claim.columns; ++column) {
      const Rational payoff =
          Rational::parse(lines.at(at).at(static_cast<std::size_t>(column + 2)));
      claim.entries[{weight.strategy, column}] = payoff;
    }
    ++at;
  }
  if (claim.symmetric) return claim;
  for (const Weight& weight : claim.pair.column) {
    std::size_t field = 2;
    for (Index row = 0; row < claim.rows; ++row) {
      if (played.contains(row)) continue;
      claim.entries[{row, weight.strategy}] = Rational::parse(lines.at(at).at(field++));
    }
    ++at;
  }
  return claim;
}

class ClaimedGame : public game::KnownGame {
 public:
  explicit ClaimedGame(const Claim& claim) : claim_(claim) {}
  [[nodiscard]] Index rows() const override { return claim_.rows; }
  [[nodiscard]] Index columns() const override { return claim_.columns; }
  [[nodiscard]] Rational entry(Index row, Index column) const override {
    const auto found = claim_.entries.find({row, column});
    if (found != claim_.entries.end()) return found->second;
    if (claim_.symmetric) return -claim_.entries.at({column, row});
    throw std::out_of_range("entry");
  }

 private:
  const Claim& claim_;
};

Rational probability(const MixedStrategy& strategy, Index index) {
  for (const Weight& weight : strategy) {
    if (weight.strategy == index) return weight.probability;
  }
  return 0;
}

bool is_strategy(const MixedStrategy& strategy, Index size) {
  Rational sum;
  for (std::size_t t = 0; t < strategy.size(); ++t) {
    const auto& [index, weight] = strategy[t];
    if (weight.sign() <= 0 || index < 0 || index >= size) return false;
    if (t > 0 && index <= strategy[t - 1].strategy) return false;
    sum += weight;
  }
  return sum == Rational(1);
}

bool is_proof(const Claim& claim) {
  const ClaimedGame game(claim);
  const auto& [value, row, column] = claim.pair;
  if (!is_strategy(row, claim.rows) || !is_strategy(column, claim.columns)) return false;
  for (Index j = 0; j < claim.columns; ++j) {
    Rational earned;
    for (const auto& [i, weight] : row) earned += weight * game.entry(i, j);
    if (probability(column, j).sign() > 0 ? earned != value : earned <= value) return false;
  }
  for (Index i = 0; i < claim.rows; ++i) {
    Rational conceded;
    for (const auto& [j, weight] : column) conceded += game.entry(i, j) * weight;
    if (probability(row, i).sign() > 0 ? conceded != value : conceded >= value) return false;
  }
  return true;
}

bool is_symmetric(const Claim& claim) {
  const MixedStrategy& row = claim.pair.row;
  if (claim.rows != claim.columns || claim.pair.value.sign() != 0) return false;
  for (const auto& [place, payoff] : claim.entries) {
    const auto mirrored = claim.entries.find({place.second, place.first});
    if (mirrored != claim.entries.end() && mirrored->second != -payoff) return false;
  }
  for (const Weight& weight : claim.pair.column) {
    if (probability(row, weight.strategy).sign() == 0) return false;
  }
  return row.size() == claim.pair.column.size();
}

// The second opinion: the claim is true and `text` is the one way to write it.
std::optional<Claim> true_claim(const std::string& text) try {
  Claim claim = claim_in(text);
  if (claim.rows < 1 || claim.columns < 1) return {};
  if (claim.symmetric && !is_symmetric(claim)) return {};
  if (!is_proof(claim)) return {};
  std::ostringstream again;
  certificate::write(again, ClaimedGame(claim), claim.pair, claim.symmetric);
  if (again.str() != text) return {};
  return claim;
} catch (const std::logic_error&) {
  return {};
}

Game table_of(const test::Table& table) {
  Game game;
  for (const std::vector<Rational>& row : table) {
    game.add_row(static_cast<Index>(row.size()));
    for (std::size_t j = 0; j < row.size(); ++j) {
      game.set(game.rows() - 1, static_cast<Index>(j), row[j].to_string());
    }
  }
  return game;
}

struct Tally {
  long tried = 0;
  long accepted = 0;
};

// Holds the checker against the second opinion, without and with the game.
void judge(const Example& example, const std::string& text, Tally& tally) {
  ++tally.tried;
  const std::optional<std::string> fault = fault_in(text, nullptr);
  const std::optional<Claim> truth = true_claim(text);
  ASSERT_EQ(!fault, truth.has_value()) << example.name << ": " << fault.value_or("") << "\n"
                                       << text;
  if (truth) ++tally.accepted;
  const Game game = table_of(example.table);
  bool same = truth && truth->rows == game.rows() && truth->columns == game.columns();
  if (same) {
    for (const auto& [place, payoff] : truth->entries) {
      same = same && game.at(place.first, place.second) == payoff.to_string() &&
             (!truth->symmetric || game.at(place.second, place.first) == (-payoff).to_string());
    }
  }
  ASSERT_EQ(!fault_in(text, &game), same) << example.name << "\n" << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

TEST(Mutation, NoneIsTheTruth) {
  Tally tally;
  for (const Example& example : examples()) judge(example, certificate_of(example), tally);
  EXPECT_EQ(tally.accepted, tally.tried);
}

TEST(Mutation, EveryFieldReplaced) {
  Tally tally;
  for (const Example& example : examples()) {
    const std::string text = certificate_of(example);
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = text.find_first_of(" \n", start);
      const std::string field = text.substr(start, end - start);
      for (const std::string& other :
           {std::string(), std::string("0"), std::string("1"), std::string("2"), std::string("-1"),
            std::string("1/2"), std::string("1/3"), std::string("1/1000000007"),
            std::string("99999999999999999999"), "-" + field, "0" + field, "+" + field, field + "0",
            field + "/2", field + " " + field, field + ".0", field + "\r"}) {
        if (other == field) continue;
        const Tally before = tally;
        std::string changed = text;
        changed.replace(start, end - start, other);
        judge(example, changed, tally);
        // Only payoffs can change and leave something true.
        if (start < text.find("\nrow ") && tally.accepted != before.accepted) {
          ADD_FAILURE() << example.name << "\n" << changed;
        }
      }
      start = end + 1;
    }
  }
  EXPECT_GT(tally.tried, 10000);
  std::cout << tally.tried << " fields replaced, " << tally.accepted << " still true\n";
}

TEST(Mutation, EveryTruncationAndByte) {
  Tally tally;
  for (const Example& example : examples()) {
    const std::string text = certificate_of(example);
    for (std::size_t at = 0; at < text.size(); ++at) {
      EXPECT_TRUE(fault_in(text.substr(0, at), nullptr)) << text.substr(0, at);
      for (const char byte : std::string("\0 \n\r\t-/019x", 11)) {
        std::string changed = text;
        changed[at] = byte;
        judge(example, changed, tally);
        changed = text;
        changed.insert(at, 1, byte);
        judge(example, changed, tally);
      }
    }
    for (const char* tail : {"\n", " ", "end\n", "0", "\r\n"}) {
      EXPECT_TRUE(fault_in(text + tail, nullptr));
    }
  }
  std::cout << tally.tried << " bytes changed, " << tally.accepted << " still true\n";
}

TEST(Mutation, EveryLineDuplicatedDeletedSwapped) {
  for (const Example& example : examples()) {
    const std::vector<std::string> lines = lines_of(certificate_of(example));
    for (std::size_t at = 0; at < lines.size(); ++at) {
      std::vector<std::string> changed = lines;
      changed.insert(changed.begin() + static_cast<long>(at), lines[at]);
      EXPECT_TRUE(fault_in(joined(changed), nullptr)) << joined(changed);
      changed = lines;
      changed.erase(changed.begin() + static_cast<long>(at));
      EXPECT_TRUE(fault_in(joined(changed), nullptr)) << joined(changed);
      for (std::size_t other = 0; other < at; ++other) {
        changed = lines;
        std::swap(changed[at], changed[other]);
        // Equal lines swapped are no change.
        EXPECT_EQ(!fault_in(joined(changed), nullptr), changed == lines) << joined(changed);
      }
    }
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
void splice(Random& random, std::string& text, const std::vector<Example>& all) {
  const std::string other = certificate_of(all[below(random, all.size())]);
  text = text.substr(0, below(random, text.size())) + other.substr(below(random, other.size()));
}

TEST(Mutation, RandomByTheTenThousand) {
  Random random(1);
  const std::vector<Example> all = examples();
  Tally tally;
  for (int round = 0; round < test::this_many(60000) && !HasFatalFailure(); ++round) {
    const Example& example = all[below(random, all.size())];
    std::string text = certificate_of(example);
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
}  // namespace allnash
