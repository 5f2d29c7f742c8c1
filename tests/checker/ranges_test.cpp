// Certificates that leave payoffs unread, and those of bounds, corrupted by the ten thousand. As in
// mutation_test.cpp the checker is held against a second opinion: it must accept exactly the texts
// that are true of every game with these payoffs and this range.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "allnash/allnash.hpp"
#include "certificate/certificate.hpp"
#include "checker/in_process.hpp"
#include "ledger/view.hpp"
#include "random_games.hpp"

namespace allnash {
namespace {

using Words = std::vector<std::vector<std::string>>;

Words words_of(const std::string& text) {
  Words lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

// What a text says, read leniently. Throws on text that says nothing.
struct Claim {
  bool bounds = false;
  bool symmetric = false;
  Index rows = 0;
  Index columns = 0;
  std::optional<PayoffRange> range;
  Rational epsilon;
  Rational low;
  Rational high;
  MixedStrategy row;
  MixedStrategy column;
  std::map<std::pair<Index, Index>, std::optional<Rational>> entries;  // those of the lines

  [[nodiscard]] Rational sum() const { return range ? range->low + range->high : Rational(0); }
};

MixedStrategy strategy_in(const Words& lines, std::size_t& at) {
  MixedStrategy result;
  const auto size = std::stoul(lines.at(at++).at(1));
  for (std::size_t t = 0; t < size; ++t, ++at) {
    result.push_back({std::stol(lines.at(at).at(0)), Rational::parse(lines.at(at).at(1))});
  }
  return result;
}

std::optional<Rational> payoff_in(const std::string& word) {
  if (word == "?") return {};
  return Rational::parse(word);
}

Claim claim_in(const std::string& text) {
  const Words lines = words_of(text);
  Claim claim;
  claim.bounds = lines.at(0).at(0) == "allnash-bounds";
  claim.rows = std::stol(lines.at(1).at(1));
  claim.columns = std::stol(lines.at(1).at(2));
  if (claim.rows > 100 || claim.columns > 100) throw std::length_error("not in these tests");
  claim.symmetric = lines.at(2).at(1) == "yes";
  if (lines.at(3).at(1) != "none") {
    claim.range = {Rational::parse(lines.at(3).at(1)), Rational::parse(lines.at(3).at(2))};
  }
  std::size_t at = 4;
  if (claim.bounds) claim.epsilon = Rational::parse(lines.at(at++).at(1));
  claim.low = Rational::parse(lines.at(at++).at(1));
  claim.high = claim.bounds ? Rational::parse(lines.at(at++).at(1)) : claim.low;
  claim.row = strategy_in(lines, at);
  if (!claim.bounds || !claim.symmetric) claim.column = strategy_in(lines, at);
  std::set<Index> played;
  for (const Weight& weight : claim.row) {
    played.insert(weight.strategy);
    for (Index j = 0; j < claim.columns; ++j) {
      claim.entries[{weight.strategy, j}] =
          payoff_in(lines.at(at).at(static_cast<std::size_t>(j + 2)));
    }
    ++at;
  }
  for (const Weight& weight : claim.symmetric ? MixedStrategy() : claim.column) {
    std::size_t field = 2;
    for (Index i = 0; i < claim.rows; ++i) {
      if (played.contains(i)) continue;
      claim.entries[{i, weight.strategy}] = payoff_in(lines.at(at).at(field++));
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
  [[nodiscard]] bool knows(Index i, Index j) const override {
    return claim_.entries.at({i, j}).has_value();
  }
  [[nodiscard]] Rational entry(Index i, Index j) const override {
    return claim_.entries.at({i, j}).value();
  }

 private:
  const Claim& claim_;
};

bool plays(const MixedStrategy& strategy, Index index) {
  return std::ranges::any_of(strategy, [&](const Weight& w) { return w.strategy == index; });
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

// The payoff of an entry that a line tells of, unread ones at the end that `high` says. In a
// symmetric game a row tells of a column.
Rational at_worst(const Claim& claim, Index i, Index j, bool high) {
  const auto found = claim.entries.find({i, j});
  if (found == claim.entries.end()) return claim.sum() - at_worst(claim, j, i, !high);
  if (found->second) return *found->second;
  return high ? claim.range.value().high : claim.range.value().low;
}

bool is_well_formed(const Claim& claim) {
  if (claim.rows < 1 || claim.columns < 1) return false;
  if (!is_strategy(claim.row, claim.rows)) return false;
  if (!(claim.bounds && claim.symmetric) && !is_strategy(claim.column, claim.columns)) return false;
  if (!claim.bounds && !claim.range) return false;
  if (claim.range && !(claim.range->low < claim.range->high)) return false;
  for (const auto& [place, payoff] : claim.entries) {
    if (!payoff && !claim.range) return false;
    if (payoff && claim.range && !claim.range->holds(*payoff)) return false;
    const bool both = plays(claim.row, place.first) && plays(claim.column, place.second);
    if (!payoff && both && !claim.bounds) return false;
    if (!claim.symmetric) continue;
    if (!payoff && place.first == place.second) return false;
    const auto mirror = claim.entries.find({place.second, place.first});
    if (mirror == claim.entries.end()) continue;
    if (payoff.has_value() != mirror->second.has_value()) return false;
    if (payoff && *payoff + *mirror->second != claim.sum()) return false;
  }
  return true;
}

bool is_true(const Claim& claim) {
  if (!is_well_formed(claim)) return false;
  const MixedStrategy& y = claim.bounds && claim.symmetric ? claim.row : claim.column;
  if (claim.symmetric) {
    if (claim.rows != claim.columns || claim.low + claim.high != claim.sum()) return false;
    if (!claim.bounds && ledger::support_of(claim.row) != ledger::support_of(y)) return false;
  }
  const Rational gap =
      claim.symmetric ? claim.sum() / Rational(2) - claim.low : claim.high - claim.low;
  if (claim.bounds && (claim.epsilon.sign() <= 0 || gap > claim.epsilon)) return false;
  for (Index j = 0; j < claim.columns; ++j) {
    Rational earned;
    for (const auto& [i, weight] : claim.row) earned += weight * at_worst(claim, i, j, false);
    if (claim.bounds ? earned < claim.low
                     : (plays(y, j) ? earned != claim.low : earned <= claim.low)) {
      return false;
    }
  }
  for (Index i = 0; i < claim.rows; ++i) {
    Rational conceded;
    for (const auto& [j, weight] : y) conceded += weight * at_worst(claim, i, j, true);
    if (claim.bounds ? conceded > claim.high
                     : (plays(claim.row, i) ? conceded != claim.high : conceded >= claim.high)) {
      return false;
    }
  }
  return true;
}

// The claim is true and `text` is the one way to write it.
std::optional<Claim> true_claim(const std::string& text) try {
  Claim claim = claim_in(text);
  if (!is_true(claim)) return {};
  std::ostringstream again;
  if (claim.bounds) {
    certificate::write(again, ClaimedGame(claim),
                       certificate::BoundsClaim{claim.symmetric, claim.range, claim.epsilon,
                                                claim.low, claim.high, claim.row, claim.column});
  } else {
    certificate::write(again, ClaimedGame(claim), {claim.low, claim.row, claim.column},
                       claim.symmetric, claim.range);
  }
  if (again.str() != text) return {};
  return claim;
} catch (const std::logic_error&) {
  return {};
}

struct Example {
  std::string text;
  test::WholeGame game;
};

Game table_of(const test::WholeGame& game) {
  Game table;
  for (int i = 0; i < game.rows; ++i) {
    table.add_row(game.columns);
    for (int j = 0; j < game.columns; ++j) {
      table.set(i, j, Rational(game.at(i, j), game.scale).to_string());
    }
  }
  return table;
}

bool is_of(const Claim& claim, const Game& game) {
  if (claim.rows != game.rows() || claim.columns != game.columns()) return false;
  const auto at = [&](Index i, Index j) { return Rational::parse(game.at(i, j)); };
  for (const auto& [place, payoff] : claim.entries) {
    if (payoff && at(place.first, place.second) != *payoff) return false;
    if (!claim.symmetric) continue;
    if (at(place.first, place.second) + at(place.second, place.first) != claim.sum()) return false;
  }
  for (Index i = 0; i < game.rows(); ++i) {
    for (Index j = 0; j < game.columns(); ++j) {
      if (claim.range && !claim.range->holds(at(i, j))) return false;
    }
  }
  return true;
}

struct Tally {
  long tried = 0;
  long accepted = 0;
};

void judge(const Example& example, const std::string& text, Tally& tally) {
  // Texts of the other kinds have tests of their own.
  if (!is_partial(text)) return;
  ++tally.tried;
  const std::optional<std::string> fault = fault_in(text, nullptr);
  const std::optional<Claim> truth = true_claim(text);
  ASSERT_EQ(!fault, truth.has_value()) << fault.value_or("") << "\n" << text;
  if (truth) ++tally.accepted;
  const Game game = table_of(example.game);
  const bool same = truth && is_of(*truth, game);
  ASSERT_EQ(!fault_in(text, &game), same) << text;
}

// Certificates of small games, of each kind, symmetric and not, with payoffs unread.
std::vector<Example> make_examples() {
  std::mt19937_64 random(31);
  std::vector<Example> list;
  while (list.size() < 60) {
    const std::size_t kind = list.size() % 6;
    test::WholeGame game = test::random_game(random, 5);
    Options options;
    options.symmetric = kind % 2 == 1;
    std::int64_t low = std::ranges::min(game.payoffs);
    std::int64_t high = std::ranges::max(game.payoffs) + 1;
    if (options.symmetric) {
      game.columns = game.rows;
      game.payoffs.assign(static_cast<std::size_t>(game.rows * game.rows), 1);
      game.scale = 2;
      for (int i = 0; i < game.rows; ++i) {
        for (int j = 0; j < i; ++j) {
          const auto edge = static_cast<std::int64_t>(random() % 3) - 1;
          game.payoffs[static_cast<std::size_t>(i * game.rows + j)] = kind == 5 ? edge : 1 + edge;
          game.payoffs[static_cast<std::size_t>(j * game.rows + i)] = kind == 5 ? -edge : 1 - edge;
        }
        if (kind == 5) game.payoffs[static_cast<std::size_t>(i * game.rows + i)] = 0;
      }
      low = 0;
      high = 2;
    }
    if (kind < 4) options.payoff_range = PayoffRange{{low, game.scale}, {high, game.scale}};
    if (kind >= 2) options.epsilon = Rational(high - low, 2 * game.scale);
    if (game.rows < 2 || game.columns < 2) continue;
    const auto source = function_game(game.rows, game.columns, [&](Index i, Index j) {
      return Rational(game.at(static_cast<int>(i), static_cast<int>(j)), game.scale);
    });
    std::ostringstream text;
    const Result result = solve(*source, options, {nullptr, nullptr, &text});
    if (!is_partial(text.str())) continue;
    const bool unread = text.str().find('?') != std::string::npos;
    if (options.payoff_range && !unread && random() % 4 != 0) continue;
    list.push_back({text.str(), game});
  }
  return list;
}

const std::vector<Example>& examples() {
  static const std::vector<Example> list = make_examples();
  return list;
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

TEST(Ranges, NoneIsTheTruth) {
  Tally tally;
  for (const Example& example : examples()) judge(example, example.text, tally);
  EXPECT_EQ(tally.accepted, tally.tried);
  EXPECT_EQ(tally.tried, 60);
}

TEST(Ranges, EveryFieldReplaced) {
  Tally tally;
  for (const Example& example : examples()) {
    const std::string& text = example.text;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = text.find_first_of(" \n", start);
      const std::string field = text.substr(start, end - start);
      for (const std::string& other :
           {std::string(), std::string("0"), std::string("1"), std::string("2"), std::string("-1"),
            std::string("1/2"), std::string("?"), std::string("none"), std::string("-50"),
            std::string("50"), "-" + field, "0" + field, field + "0", field + " " + field,
            field + ".0", field + "?"}) {
        if (other == field) continue;
        std::string changed = text;
        changed.replace(start, end - start, other);
        judge(example, changed, tally);
      }
      start = end + 1;
    }
  }
  EXPECT_GT(tally.tried, 20000);
  std::cout << tally.tried << " fields replaced, " << tally.accepted << " still true\n";
}

TEST(Ranges, EveryLineDuplicatedDeletedAndEveryTruncation) {
  for (const Example& example : examples()) {
    for (std::size_t at = 0; at < example.text.size(); ++at) {
      EXPECT_TRUE(fault_in(example.text.substr(0, at), nullptr));
    }
    const std::vector<std::string> lines = lines_of(example.text);
    for (std::size_t at = 0; at < lines.size(); ++at) {
      std::vector<std::string> changed = lines;
      changed.insert(changed.begin() + static_cast<long>(at), lines[at]);
      EXPECT_TRUE(fault_in(joined(changed), nullptr)) << joined(changed);
      changed = lines;
      changed.erase(changed.begin() + static_cast<long>(at));
      EXPECT_TRUE(fault_in(joined(changed), nullptr)) << joined(changed);
    }
  }
}

TEST(Ranges, RandomByTheTenThousand) {
  std::mt19937_64 random(2);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  Tally tally;
  for (int round = 0; round < test::this_many(40000) && !HasFatalFailure(); ++round) {
    const Example& example = examples()[below(examples().size())];
    std::string text = example.text;
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t start = text.find_first_of(" \n", below(text.size()));
      if (start == std::string::npos || start + 1 >= text.size()) continue;
      const std::size_t end = std::min(text.find_first_of(" \n", start + 1), text.size());
      const Rational number(static_cast<Index>(below(13)) - 6, 1 + static_cast<Index>(below(4)));
      text.replace(start + 1, end - start - 1, below(3) == 0 ? "?" : number.to_string());
    }
    judge(example, text, tally);
  }
  EXPECT_GT(tally.accepted, test::this_many(200));
  std::cout << tally.tried << " random changes, " << tally.accepted << " still true\n";
}

// What the range says of payoffs that were not read is claimed of the game, too.
TEST(Ranges, AGameOutsideTheRangeIsRejected) {
  const std::string text =
      "allnash-certificate 2\nshape 2 3\nsymmetric no\nrange 0 1\nvalue 1/3\nrow-strategy 2\n"
      "0 2/3\n1 1/3\ncolumn-strategy 2\n0 2/3\n1 1/3\nrow 0 1/2 0 1\nrow 1 0 1 ?\ncolumn 0\n"
      "column 1\nend\n";
  EXPECT_EQ(fault_in(text, nullptr), std::nullopt);
  const auto with = [](std::int64_t unread) {
    return table_of({2, 3, {1, 0, 2, 0, 2, unread}, 2});
  };
  for (const std::int64_t unread : {0, 1, 2}) {
    const Game game = with(unread);
    EXPECT_EQ(fault_in(text, &game), std::nullopt);
  }
  const Game outside = with(3);
  EXPECT_EQ(fault_in(text, &outside),
            "entry (1, 2) is 3/2 in the game, which is outside the range");
}

}  // namespace
}  // namespace allnash
