// Corrupted certificates, and whether what they say may still be true: an entry of an unplayed
// column made larger proves another game. The text of a certificate is canonical, so a corrupted
// one is either malformed or says something else. The checker is held against a second opinion,
// written here in another way: it must accept exactly the texts that are true, whatever the payoffs
// that were not read are.
#pragma once

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>
#include <sstream>

#include "allnash/allnash.hpp"
#include "answer/certificate/certificate.hpp"
#include "checker/verdict.hpp"
#include "core/game/view.hpp"
#include "random_games.hpp"
#include "text.hpp"

namespace allnash::test {

using Words = std::vector<std::vector<std::string>>;
using Table = std::vector<std::vector<Rational>>;

inline Words words_of(const std::string& text) {
  Words lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

// What a text says, read leniently: a pair that is an equilibrium whatever is unread, or bounds.
struct Claim {
  bool complete = false;  // no payoff that the proof needs is unread
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

inline MixedStrategy strategy_in(const Words& lines, std::size_t& at) {
  MixedStrategy result;
  const auto size = std::stoul(lines.at(at++).at(1));
  for (std::size_t t = 0; t < size; ++t, ++at) {
    result.push_back({std::stol(lines.at(at).at(0)), Rational::parse(lines.at(at).at(1))});
  }
  return result;
}

inline std::optional<Rational> payoff_in(const std::string& word) {
  if (word == "?") return {};
  return Rational::parse(word);
}

// Throws on text that says nothing.
inline Claim claim_in(const std::string& text) {
  const Words lines = words_of(text);
  Claim claim;
  claim.bounds = lines.at(0).at(0) == "allnash-bounds";
  claim.complete = !claim.bounds && lines.at(0).at(1) == "1";
  claim.rows = std::stol(lines.at(1).at(1));
  claim.columns = std::stol(lines.at(1).at(2));
  if (claim.rows > 100 || claim.columns > 100) throw std::length_error("not in these tests");
  claim.symmetric = lines.at(2).at(1) == "yes";
  if (!claim.complete && lines.at(3).at(1) != "none") {
    claim.range = {Rational::parse(lines.at(3).at(1)), Rational::parse(lines.at(3).at(2))};
  }
  std::size_t at = claim.complete ? 3 : 4;
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

class ClaimedGame : public KnownPayoffs {
 public:
  explicit ClaimedGame(const Claim& claim) : claim_(claim) {}
  [[nodiscard]] Index rows() const override { return claim_.rows; }
  [[nodiscard]] Index columns() const override { return claim_.columns; }
  [[nodiscard]] bool knows(Index i, Index j) const override {
    return claim_.entries.at({i, j}).has_value();
  }
  [[nodiscard]] Rational payoff(Index i, Index j) const override {
    return claim_.entries.at({i, j}).value();
  }

 private:
  const Claim& claim_;
};

inline bool plays(const MixedStrategy& strategy, Index index) {
  return std::ranges::any_of(strategy, [&](const Weight& w) { return w.strategy == index; });
}

inline bool is_strategy(const MixedStrategy& strategy, Index size) {
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
inline Rational at_worst(const Claim& claim, Index i, Index j, bool high) {
  const auto found = claim.entries.find({i, j});
  if (found == claim.entries.end()) return claim.sum() - at_worst(claim, j, i, !high);
  if (found->second) return *found->second;
  return high ? claim.range.value().high : claim.range.value().low;
}

inline bool is_well_formed(const Claim& claim) {
  if (claim.rows < 1 || claim.columns < 1) return false;
  if (!is_strategy(claim.row, claim.rows)) return false;
  if (!(claim.bounds && claim.symmetric) && !is_strategy(claim.column, claim.columns)) return false;
  if (!claim.bounds && !claim.complete && !claim.range) return false;
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

inline bool is_true(const Claim& claim) {
  if (!is_well_formed(claim)) return false;
  const MixedStrategy& y = claim.bounds && claim.symmetric ? claim.row : claim.column;
  if (claim.symmetric) {
    if (claim.rows != claim.columns || claim.low + claim.high != claim.sum()) return false;
    if (!claim.bounds && game::support_of(claim.row) != game::support_of(y)) return false;
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
inline std::optional<Claim> true_claim(const std::string& text) try {
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

/// Whether the game has the shape of a claim of any kind, the payoffs of its range and its
/// symmetry.
template <typename AnyClaim>
bool fits(const AnyClaim& claim, const std::optional<PayoffRange>& range, const Table& game) {
  if (claim.rows != std::ssize(game) || claim.columns != std::ssize(game[0])) return false;
  const Rational sum = range ? range->low + range->high : Rational(0);
  for (std::size_t i = 0; i < game.size(); ++i) {
    for (std::size_t j = 0; j < game[i].size(); ++j) {
      if (range && !range->holds(game[i][j])) return false;
      if (claim.symmetric && game[i][j] + game[j][i] != sum) return false;
    }
  }
  return true;
}

inline const Rational& payoff_of(const Table& game, Index row, Index column) {
  return game[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
}

inline bool is_of(const Claim& claim, const Table& game) {
  return fits(claim, claim.range, game) &&
         std::ranges::all_of(claim.entries, [&](const auto& entry) {
           const auto& [place, payoff] = entry;
           return !payoff || payoff_of(game, place.first, place.second) == *payoff;
         });
}

inline checker::Table game_of(const Table& payoffs) {
  checker::Table game;
  for (const std::vector<Rational>& row : payoffs) {
    game.add_row(std::ssize(row));
    for (std::size_t j = 0; j < row.size(); ++j) {
      game.set(game.rows() - 1, static_cast<Index>(j), row[j].to_string());
    }
  }
  return game;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// A certificate and its game.
struct Certified {
  std::string name;
  std::string text;
  Table table;
};

struct Tally {
  long tried = 0;
  long accepted = 0;
};

/// Whether a text is true, and true of the game.
struct Truth {
  bool holds = false;
  bool of_the_game = false;
};

inline Truth second_opinion(const std::string& text, const Table& game) {
  const std::optional<Claim> claim = true_claim(text);
  return {claim.has_value(), claim && is_of(*claim, game)};
}

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t bound) { return random() % bound; }

/// A payoff, probability or count replaced by what `draw` makes.
template <typename Draw>
void replace_field(Random& random, std::string& text, const Draw& draw) {
  const std::size_t start = text.find_first_of(" \n", below(random, text.size()));
  if (start == std::string::npos || start + 1 >= text.size()) return;
  const std::size_t end = std::min(text.find_first_of(" \n", start + 1), text.size());
  text.replace(start + 1, end - start - 1, draw(random));
}

/// True certificates, corrupted in every way: what the checker says of each must be what the second
/// opinion says, without and with the game.
class Corrupted {
 public:
  explicit Corrupted(std::vector<Certified> all,
                     Truth (*opinion)(const std::string&, const Table&) = second_opinion)
      : all_(std::move(all)), opinion_(opinion) {}

  [[nodiscard]] const std::vector<Certified>& all() const { return all_; }

  void judge(const Certified& example, const std::string& text, Tally& tally) const {
    ++tally.tried;
    const std::optional<std::string> fault = fault_in(text);
    const Truth truth = opinion_(text, example.table);
    ASSERT_EQ(!fault, truth.holds) << example.name << ": " << fault.value_or("accepted") << "\n"
                                   << text;
    if (truth.holds) ++tally.accepted;
    const checker::GameFile game = game_of(example.table);
    ASSERT_EQ(!fault_in(text, game), truth.of_the_game) << example.name << "\n" << text;
  }

  void accept_the_true_ones() const {
    Tally tally;
    for (const Certified& example : all_) judge(example, example.text, tally);
    EXPECT_EQ(tally.accepted, tally.tried);
    EXPECT_EQ(tally.tried, std::ssize(all_));
  }

  /// Each field in turn, by what is said in general and by what `others` makes of it.
  template <typename Others>
  Tally replace_every_field(const Others& others, int at_least) const {
    Tally tally;
    int count = 0;
    for (const auto& example : all_) {
      const std::string& text = example.text;
      for (std::size_t start = 0; start < text.size() && !testing::Test::HasFatalFailure();) {
        const std::size_t end = text.find_first_of(" \n", start);
        const std::string field = text.substr(start, end - start);
        std::vector<std::string> words{"", "0", "1", "2", "-1", "1/2"};
        for (const char* before : {"-", "0"}) words.push_back(before + field);
        for (const std::string& after : {std::string("0"), std::string(".0"), " " + field}) {
          words.push_back(field + after);
        }
        for (const std::string& other : others(field)) words.push_back(other);
        for (const std::string& other : words) {
          if (other == field || ++count % one_in != 0) continue;
          const Tally before = tally;
          std::string changed = text;
          changed.replace(start, end - start, other);
          judge(example, changed, tally);
          // Where all payoffs are read, only they can change and leave something true.
          if (text.starts_with("allnash-certificate 1") && start < text.find("\nrow ") &&
              tally.accepted != before.accepted) {
            ADD_FAILURE() << example.name << "\n" << changed;
          }
        }
        start = end + 1;
      }
    }
    EXPECT_GT(tally.tried, this_many(at_least));
    std::cout << tally.tried << " fields replaced, " << tally.accepted << " still true\n";
    return tally;
  }

  /// Of the first ones: every byte replaced by each of these, and each of them put in before it;
  /// and every two lines swapped.
  void change_bytes_and_lines(std::size_t first, const std::string& bytes) const {
    Tally tally;
    for (std::size_t which = 0; which < first; ++which) {
      const Certified& example = all_[which];
      const std::string& text = example.text;
      for (std::size_t at = 0; at < text.size() && !testing::Test::HasFatalFailure();
           at += one_in) {
        for (const char byte : bytes) {
          std::string changed = text;
          changed[at] = byte;
          judge(example, changed, tally);
          changed = text;
          changed.insert(at, 1, byte);
          judge(example, changed, tally);
        }
      }
      const std::vector<std::string> lines = lines_of(text);
      for (std::size_t at = 0; at < lines.size(); ++at) {
        for (std::size_t other = 0; other < at; ++other) {
          std::vector<std::string> changed = lines;
          std::swap(changed[at], changed[other]);
          judge(example, joined(changed), tally);
        }
      }
    }
    std::cout << tally.tried << " bytes and lines changed, " << tally.accepted << " still true\n";
  }

  /// Of the first ones: every beginning, something behind the end, and every line twice or left
  /// out: none of that is a certificate.
  void cut_and_repeat(std::size_t first) const {
    const auto refused = [](const std::string& changed) {
      EXPECT_TRUE(fault_in(changed)) << changed;
    };
    for (std::size_t which = 0; which < first; ++which) {
      const std::string& text = all_[which].text;
      for (std::size_t at = 0; at < text.size(); ++at) refused(text.substr(0, at));
      for (const char* tail : {"\n", " ", "end\n", "0", "\r\n"}) refused(text + tail);
      const std::vector<std::string> lines = lines_of(text);
      for (std::size_t at = 0; at < lines.size(); ++at) {
        std::vector<std::string> changed = lines;
        changed.insert(changed.begin() + static_cast<long>(at), lines[at]);
        refused(joined(changed));
        changed = lines;
        changed.erase(changed.begin() + static_cast<long>(at));
        refused(joined(changed));
      }
    }
  }

  /// One to three changes by `change(random, text)`, so many times.
  template <typename Change>
  void at_random(std::uint64_t seed, int rounds, int accepted, const Change& change) const {
    Random random(seed);
    Tally tally;
    for (int round = 0; round < this_many(rounds) && !testing::Test::HasFatalFailure(); ++round) {
      const Certified& example = all_[below(random, all_.size())];
      std::string text = example.text;
      for (std::size_t changes = 1 + below(random, 3); changes > 0 && !text.empty(); --changes) {
        change(random, text);
      }
      judge(example, text, tally);
    }
    EXPECT_GT(tally.accepted, this_many(accepted));
    std::cout << tally.tried << " random changes, " << tally.accepted << " still true\n";
  }

 private:
  std::vector<Certified> all_;
  Truth (*opinion_)(const std::string&, const Table&);
};

}  // namespace allnash::test
