// Floors of certificates of live runs, beside a second opinion in floating point that knows the
// divergence of two coins; and forgeries.
//
// Each of these errors was made on purpose in the checker, and a test here fails of it: loads of
// one arm only; a mixture that earns more than its bound; the other arm's draws where a pairing is
// in two; draws that are not mirrored; bounds of `floor-sure` unread, or shown with the whole part
// of an arm; V without w; logarithms rounded up.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>

#include "../../checker/evidence.hpp"
#include "allnash/run.hpp"
#include "chance/play/chance_game.hpp"
#include "checker/verdict.hpp"

namespace allnash::floors_test {
namespace {

using test::fault_in;

coverage::Game rps() {
  return {"rps",
          3,
          3,
          {{1, 2}, {3, 10}, {7, 10}, {7, 10}, {1, 2}, {3, 10}, {3, 10}, {7, 10}, {1, 2}},
          true};
}

coverage::Game pennies() {
  return {"pennies", 2, 3, {{4, 5}, {1, 5}, {3, 4}, {1, 5}, {4, 5}, {3, 4}}};
}

std::string certificate_of(const coverage::Game& game, std::uint64_t seed) {
  std::ostringstream out;
  Hooks hooks;
  hooks.certificate = &out;
  const auto coins = game.coins();
  (void)solve(*coins, coverage::options_for(game, {1, 10}, seed), hooks);
  return out.str();
}

std::vector<std::vector<std::string>> words_of(const std::string& text) {
  std::vector<std::vector<std::string>> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    lines.emplace_back();
    for (std::string word; words >> word;) lines.back().push_back(word);
  }
  return lines;
}

std::string text_of(const std::vector<std::vector<std::string>>& lines) {
  std::string text;
  for (const auto& line : lines) {
    for (std::size_t t = 0; t < line.size(); ++t) text += (t > 0 ? " " : "") + line[t];
    text += "\n";
  }
  return text;
}

double number(const std::string& text) { return Rational::parse(text).to_double(); }

double of_coins(double p, double q) {
  const auto part = [](double a, double b) { return a == 0 ? 0 : a * std::log(a / b); };
  return part(p, q) + part(1 - p, 1 - q);
}

/// A mixture and what its arms counted: draws and wins, of coins alone.
struct Half {
  std::vector<Index> support;
  std::vector<double> parts;
  std::vector<std::vector<std::pair<double, double>>> counts;
};

/// What is said of floors, counted another way: whether it holds but for a part in 10^7.
class Opinion {
 public:
  explicit Opinion(const std::string& text) : lines_(words_of(text)) {
    symmetric_ = lines_[2][1] == "yes";
    delta_ = number(lines_[6][1]);
    low_ = number(lines_[10][1]);
    high_ = number(lines_[11][1]);
    at_ = 12;
    row_ = half();
    if (!symmetric_) column_ = half();
  }

  bool holds() {
    for (; lines_[at_][0] != "end"; ++at_) {
      const auto& head = lines_[at_];
      const bool sure = head[0] == "floor-sure";
      std::map<std::pair<std::string, std::string>, std::vector<double>> bounds;
      const auto count = static_cast<int>(number(head[2]));
      for (int t = 0; sure && t < count; ++t) {
        const auto& line = lines_[++at_];
        for (std::size_t k = 2; k < line.size(); ++k) {
          bounds[{line[0], line[1]}].push_back(number(line[k]));
        }
      }
      if (!alternatives(static_cast<int>(number(head.back())), number(head[1]), bounds))
        return false;
    }
    return true;
  }

 private:
  Half half() {
    Half result;
    for (auto left = static_cast<int>(number(lines_[at_++][1])); left > 0; --left, ++at_) {
      result.support.push_back(static_cast<Index>(number(lines_[at_][0])));
      result.parts.push_back(number(lines_[at_][1]));
    }
    for (auto left = static_cast<int>(number(lines_[at_++][1])); left > 0; --left, ++at_) {
      const auto& line = lines_[at_];
      auto word = std::ranges::find(line, "draws") + 1;
      auto& counts = result.counts.emplace_back();
      for (std::size_t i = 0; i < result.support.size(); ++i) {
        auto& [draws, won] = counts.emplace_back(0, 0);
        for (auto values = static_cast<int>(number(*word++)); values > 0; --values) {
          const double value = number(*word++);
          const double times = number(*word++);
          draws += times;
          won += value * times;
        }
      }
    }
    at_ += 1 + static_cast<std::size_t>(number(lines_[at_][1]));  // caps
    return result;
  }

  template <typename Bounds>
  bool alternatives(int count, double plays, const Bounds& bounds) {
    std::map<std::pair<Index, Index>, double> load;
    double weights = 0;
    for (; count > 0; --count) {
      const auto& line = lines_[++at_];
      const bool is_row = line[0] == "column";
      const auto arm = static_cast<Index>(number(line[1]));
      const Half& own = is_row ? row_ : column_;
      double earned = 0;
      weights += number(line[2]);
      for (std::size_t i = 0; i < own.support.size(); ++i) {
        const double b = number(line[3 + i]);
        earned += own.parts[i] * b;
        if (symmetric_ && own.support[i] == arm) continue;
        double divergence = 0;
        if (bounds.empty()) {
          divergence = of_coins(mean_of(is_row, i, arm), b);
        } else {
          const auto& known = bounds.at({line[0], line[1]});
          const double u = known[2 * i];
          const double v = u * (1 - u) - known[2 * i + 1];
          divergence = std::log(u / b);
          if (v > 0 && (u - b) / v * (1 - u) < 1) {
            divergence = std::min(divergence, of_coins(u, u - (u - b) / v * u * (1 - u)));
          }
        }
        std::pair cell{own.support[i], arm};
        if (!is_row || (symmetric_ && cell.first > cell.second)) std::swap(cell.first, cell.second);
        load[cell] += number(line[2]) * divergence;
      }
      if (earned > (is_row ? low_ : 1 - high_) + 1e-9) return false;
    }
    for (const auto& [cell, sum] : load) {
      if (sum > 1 + 1e-7) return false;
    }
    return plays <= -std::log(delta_) * weights * (1 + 1e-7);
  }

  /// What the strategy at this place earns against the arm, by the arm that has more draws.
  [[nodiscard]] double mean_of(bool is_row, std::size_t place, Index arm) const {
    const Half& own = is_row ? row_ : column_;
    const Half& other = symmetric_ || !is_row ? row_ : column_;
    auto [draws, won] = own.counts[static_cast<std::size_t>(arm)][place];
    for (std::size_t k = 0; k < other.support.size(); ++k) {
      if (other.support[k] != arm) continue;
      const auto& [others, lost] = other.counts[static_cast<std::size_t>(own.support[place])][k];
      if (others > draws) return 1 - lost / others;
    }
    return won / draws;
  }

  std::vector<std::vector<std::string>> lines_;
  std::size_t at_ = 0;
  bool symmetric_ = false;
  double delta_ = 0;
  double low_ = 0;
  double high_ = 0;
  Half row_;
  Half column_;
};

/// A number that differs by a part in 1000.
std::string changed(const std::string& word, int up) {
  const Rational number = Rational::parse(word);
  if (number.is_integer()) return (number + Rational(up)).to_string();
  return (number * Rational(1000 + up, 1000)).to_string();
}

TEST(Floors, OfRunsAreAcceptedAndChangedOnesOnlyIfTrue) {
  int rejected = 0;
  int accepted = 0;
  for (const coverage::Game& game : {rps(), pennies()}) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const std::string text = certificate_of(game, seed);
      ASSERT_NE(text.find("\nfloor-seen "), std::string::npos);
      ASSERT_NE(text.find("\nfloor-sure "), std::string::npos);
      ASSERT_EQ(fault_in(text), std::nullopt) << text;
      EXPECT_TRUE(Opinion(text).holds());
      const auto lines = words_of(text);
      std::size_t first = 0;
      while (!lines[first][0].starts_with("floor")) ++first;
      for (std::size_t at = first; lines[at][0] != "end"; ++at) {
        const bool head = lines[at][0].starts_with("floor");
        for (std::size_t word = 1; word < (head ? 2 : lines[at].size()); ++word) {
          for (const int up : {-1, 1}) {
            auto other = lines;
            other[at][word] = changed(lines[at][word], up);
            const auto fault = fault_in(text_of(other));
            (fault ? rejected : accepted) += 1;
            EXPECT_TRUE(fault || Opinion(text_of(other)).holds()) << text_of(other);
          }
        }
      }
    }
  }
  EXPECT_GT(rejected, 50);
  EXPECT_GT(accepted, 5);
}

// As much as the weights bear, and no play more.
TEST(Floors, HoldToTheLastPlay) {
  const std::string text = certificate_of(rps(), 1);
  auto lines = words_of(text);
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!lines[at][0].starts_with("floor")) continue;
    const std::string plays = lines[at][1];
    lines[at][1] = (Rational::parse(plays) + Rational(1)).to_string();
    EXPECT_EQ(fault_in(text_of(lines)),
              "line " + std::to_string(at + 1) + ": the weights do not bear so many plays");
    lines[at][1] = "0";
    EXPECT_EQ(fault_in(text_of(lines)), std::nullopt);
    lines[at][1] = plays;
  }
}

constexpr const char* head =
    "allnash-confidence 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\nepsilon 1\ndelta "
    "1/2\nattempt 1\nnewcomers none\njoint arms\nlow 1/4\nhigh 1\nrow-strategy 1\n0 1\ncolumn-arms "
    "1\ngroup 0 joint 1/40 bets 1 1/2 1 centres 1/2 draws 2 0 10 1 30\ncolumn-caps "
    "0\ncolumn-strategy 1\n0 1\nrow-arms 1\ngroup 0 joint 1/40 bets 1 1/2 1 centres 1/2 draws 2 0 "
    "30 1 10\nrow-caps 0\n";

std::string fault_of(const std::string& floors) {
  return fault_in(head + floors + "end\n").value_or("");
}

// kl(3/4, 1/4) = log(3)/2 = 0.549...: a weight of 1.82 and no more, and log 2 times that is 1.26.
TEST(Floors, OfOneCoinByHand) {
  EXPECT_EQ(fault_of(""), "");
  EXPECT_EQ(fault_of("floor-seen 1 1\ncolumn 0 182/100 1/4\n"),
            "line 24: '182/100' is not an integer or a fraction in lowest terms, of at most 100000 "
            "digits");
  EXPECT_EQ(fault_of("floor-seen 1 1\ncolumn 0 91/50 1/4\n"), "");
  EXPECT_EQ(fault_of("floor-seen 1 1\ncolumn 0 1821/1000 1/4\n"),
            "line 23: the divergences of pairing 0 0 sum to more than 1");
  EXPECT_EQ(fault_of("floor-seen 2 1\ncolumn 0 91/50 1/4\n"),
            "line 23: the weights do not bear so many plays");
  EXPECT_EQ(fault_of("floor-seen 1 1\ncolumn 0 91/50 251/1000\n"),
            "line 24: the mixture earns more than its bound");
  EXPECT_EQ(fault_of("floor-seen 1 1\ncolumn 0 91/50 0\n"), "line 24: a mean that is not lowered");
  EXPECT_EQ(fault_of("floor-seen 1 1\nrow 0 91/50 1/4\n"),
            "line 24: the mixture earns more than its bound");  // which is 0
  EXPECT_EQ(fault_of("floor-seen 0 1\ncolumn 0 0 1/4\n"), "line 24: a weight that is not above 0");
  EXPECT_EQ(fault_of("floor-seen 0 0\n"), "");
  EXPECT_EQ(fault_of("floor-seen 0 2\ncolumn 0 1 1/5\ncolumn 0 1/4 1/4\n"), "");
  EXPECT_EQ(fault_of("floor-seen 1 2\ncolumn 0 1/4 1/4\ncolumn 0 1 1/5\n"),
            "line 25: lines of a floor do not rise");
}

TEST(Floors, OfBoundsOnACoinByHand) {
  // The error probability of each is 5/40 / 2 = 1/16: 30 wins of 40 show that the mean is below
  // 19/20, not that it is below 19/25, and that none was in between that E X (1 - X) is at most
  // 1/20, not 1/100. V would be below 0, which leaves log(19/5) = 1.335.
  const std::string alternative = "column 0 7/10 1/4\n";
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 19/20 1/20\n" + alternative), "");
  // 41!/(10! 30!) m^10 (1 - m)^30 is 0.031 at m = 2/25, and 0.071 at 9/100: above 1/16, below 1/8.
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 23/25 1/20\n" + alternative), "");
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 91/100 1/20\n" + alternative),
            "line 24: the draws do not show these bounds");
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 19/25 1/20\n" + alternative),
            "line 24: the draws do not show these bounds");
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 19/20 1/100\n" + alternative),
            "line 24: the draws do not show these bounds");
  // log 4 = 1.386: a weight of 18/25 = 0.72 and no more.
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 1 1/4\ncolumn 0 18/25 1/4\n"), "");
  EXPECT_EQ(fault_of("floor-sure 0 1 1\ncolumn 0 1 1/4\ncolumn 0 73/100 1/4\n"),
            "line 23: the divergences of pairing 0 0 sum to more than 1");
  EXPECT_EQ(fault_of("floor-sure 0 0 1\ncolumn 0 1/4 1/4\n"),
            "line 24: an alternative of an arm without bounds");
  EXPECT_EQ(fault_of("floor-sure 0 1 0\ncolumn 0 1 1/4\n"),
            "line 23: bounds of an arm that are not used");
}

TEST(Floors, LogarithmsAreRoundedDownAndHardly) {
  for (const char* text :
       {"1", "2", "3", "1/2", "1/3", "7/10", "1000000007", "999999999/1000000000",
        "1000000001/1000000000", "1/99999999999999999999", "3/4096"}) {
    const checker::Fraction below = checker::log_below(checker::fraction_of(text));
    const double near = std::log(Rational::parse(text).to_double());
    EXPECT_NEAR(number(checker::text_of(below)), near, 1e-14 + 1e-15 * std::abs(near)) << text;
  }
  // log(2) + log(3) <= log(6), and no more than a hair below; so for inverses.
  const auto log = [](const char* text) { return checker::log_below(checker::fraction_of(text)); };
  checker::Fraction hair(1);
  mpq_div_2exp(hair.raw(), hair.raw(), 100);
  EXPECT_LT(log("2") + log("1/2"), checker::Fraction(0));
  EXPECT_GT(log("2") + log("1/2") + hair, checker::Fraction(0));
  EXPECT_LT(log("3/7") + log("7/3"), checker::Fraction(0));
  EXPECT_GT(log("3/7") + log("7/3") + hair, checker::Fraction(0));
}

}  // namespace
}  // namespace allnash::floors_test
