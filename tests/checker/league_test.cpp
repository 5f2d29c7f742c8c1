// Certificates of leagues: what the library writes is verified; forgeries of every kind are
// rejected, each for its own reason; and bounds at the edge of what the plays bear fall on the
// right side.
#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "allnash/rank.hpp"
#include "chance/bernstein.hpp"
#include "chance/binomial.hpp"
#include "checker/claims.hpp"

namespace allnash::league_certificate_test {
namespace {

using test::joined;
using test::lines_of;
using Texts = std::vector<std::string>;

std::string verdict(const std::string& text) {
  const Verdict found = verdict_on(text, nullptr);
  return found.fault ? "rejected: " + *found.fault : found.words;
}

std::string certificate_of(const std::string& log, const RankOptions& options = {}) {
  std::istringstream in(log);
  std::ostringstream out;
  write_certificate(out, rank(read_matches(in, "log", options), options));
  return out.str();
}

/// A round robin of a cycle of three and one who loses to all; `margin` of a hundred.
std::string cycle(int rounds, int margin) {
  std::mt19937_64 draw(4);
  std::string text = "row,column,outcome\n";
  const int means[4][4] = {{50, 50 + margin, 50 - margin, 90},
                           {50 - margin, 50, 50 + margin, 90},
                           {50 + margin, 50 - margin, 50, 90},
                           {10, 10, 10, 50}};
  for (int t = 0; t < rounds; ++t) {
    for (int i = 0; i < 4; ++i) {
      for (int j = i + 1; j < 4; ++j) {
        const bool won = static_cast<int>(draw() % 100) < means[i][j];
        text += std::to_string(i) + "," + std::to_string(j) + "," + (won ? "1" : "0") + "\n";
      }
    }
  }
  return text;
}

std::string symmetric_one() {
  RankOptions fixed;
  fixed.schedule = Schedule::fixed;
  return certificate_of(cycle(400, 20), fixed);
}

/// Scores of little variance, so that strata bear the bounds; two sides.
std::string two_sided_one() {
  std::mt19937_64 draw(9);
  std::string text = "attack,defence,outcome\n";
  for (int t = 0; t < 1200; ++t) {
    const int i = t % 2;
    const int j = t / 2 % 2;
    text += "a" + std::to_string(i) + ",d" + std::to_string(j) + "," +
            std::to_string((i == j ? 60 : 40) + static_cast<int>(draw() % 7) - 3) + "\n";
  }
  RankOptions percent;
  percent.payoff_range = PayoffRange{0, 100};
  return certificate_of(text, percent);
}

std::string by_box_alone() {
  return certificate_of("row,column,plays,mean\nx,y,400,0.8\ny,z,400,0.8\nz,x,400,0.8\n");
}

TEST(LeagueCertificate, WhatIsWrittenIsVerified) {
  for (const std::string& text : {symmetric_one(), two_sided_one(), by_box_alone()}) {
    EXPECT_EQ(verdict(text), "verified with confidence 0.95") << text;
  }
  EXPECT_TRUE(test::has(symmetric_one(), "\nrounds "));
  EXPECT_TRUE(test::has(two_sided_one(), "\nstrata "));
  EXPECT_TRUE(test::has(by_box_alone(), "\nrow-box "));
  EXPECT_EQ(symmetric_one().find("row-caps 0"), std::string::npos);
}

/// The certificate with field `place` of the first line that begins so replaced.
std::string forged(const std::string& text, const std::string& start, std::size_t place,
                   const std::string& field) {
  Texts lines = lines_of(text);
  for (std::string& line : lines) {
    if (!line.starts_with(start)) continue;
    Texts fields = test::words_of(line).at(0);
    fields.at(place) = field;
    line.clear();
    for (const std::string& one : fields) line += (line.empty() ? "" : " ") + one;
    return joined(lines);
  }
  ADD_FAILURE() << "no line begins with " << start;
  return text;
}

std::string field_of(const std::string& text, const std::string& start, std::size_t place) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with(start)) return test::words_of(line).at(0).at(place);
  }
  return "";
}

std::string more(const std::string& number, const Rational& by) {
  return (Rational::parse(number) + by).to_string();
}

void expect_rejected(const std::string& text, const std::string& reason) {
  const std::string said = verdict(text);
  EXPECT_TRUE(said.starts_with("rejected: ")) << said;
  EXPECT_TRUE(test::has(said, reason));
}

TEST(LeagueCertificate, ForgedRounds) {
  const std::string text = symmetric_one();
  const std::string rounds = field_of(text, "rounds", 1);
  const std::string wins = field_of(text, "rounds", 2);
  const std::string shown = field_of(text, "rounds", 3);
  expect_rejected(forged(text, "rounds", 3, more(shown, Rational(1, 1 << 20))), "trial ");
  expect_rejected(forged(text, "rounds", 2, more(wins, -1)), "trial ");
  expect_rejected(forged(text, "rounds", 2, "99999"), "more wins than plays");
  expect_rejected(forged(text, "rounds", 1, more(rounds, 1)), "trial ");
  expect_rejected(forged(text, "rounds", 1, "90000000"), "too many plays");
  expect_rejected(forged(text, "rounds", 3, "1/3"), "no multiple of 2^-20");
  expect_rejected(forged(text, "rounds", 3, "2"), "a bound outside [0, 1)");
  expect_rejected(forged(text, "low", 1, more(field_of(text, "low", 1), Rational(1, 1 << 30))),
                  "low is more than the row strategy guarantees");
  expect_rejected(forged(text, "high", 1, more(field_of(text, "high", 1), Rational(1, 1000))),
                  "high does not mirror low");
  expect_rejected(forged(text, "row-mixture", 4, "1"), "do not sum to the denominator");
}

TEST(LeagueCertificate, ForgedLevels) {
  const std::string text = symmetric_one();
  expect_rejected(forged(text, "delta", 1, "1/25"), "more than all of delta");
  expect_rejected(forged(text, "guarantee-level", 1, "1/20"), "more than all of delta");
  expect_rejected(forged(text, "box-level", 1, "1/40"), "more than all of delta");
  expect_rejected(forged(text, "box-level", 1, "0"), "more than all of delta");
  expect_rejected(forged(text, "delta", 1, "1"), "delta is not in (0, 1)");
  // Less for a part is a smaller promise, which the same plays do not bear.
  expect_rejected(forged(text, "guarantee-level", 1, "1/400"), "trial ");
  const std::string two = two_sided_one();
  const Rational half = Rational::parse(field_of(two, "guarantee-level", 1));
  expect_rejected(forged(two, "guarantee-level", 1, (half * Rational(2)).to_string()),
                  "more than all of delta");
}

TEST(LeagueCertificate, ForgedStrata) {
  const std::string text = two_sided_one();
  const auto field = [&](std::size_t place) { return field_of(text, "strata", place); };
  expect_rejected(forged(text, "strata", 2, more(field(2), Rational(1, 1 << 19))), "trial ");
  expect_rejected(forged(text, "strata", 1, "900000000"), "lambda that is too large");
  expect_rejected(forged(text, "strata", 5, "3/2"), "a centre outside [0, 1]");
  expect_rejected(forged(text, "strata", 5, "-1/2"), "a centre outside [0, 1]");
  expect_rejected(forged(text, "strata", 5, "1/10"), "does not bear its bound");
  expect_rejected(forged(text, "strata", 7, more(field(7), 1000)), "cannot have");
  expect_rejected(forged(text, "strata", 8, "0"), "cannot have");
  expect_rejected(forged(text, "strata", 7, more(field(7), -3)), "trial ");
  expect_rejected(forged(text, "strata", 4, more(field(4), 20)), "does not bear its bound");
  expect_rejected(forged(text, "high", 1, more(field_of(text, "high", 1), Rational(-1, 1000))),
                  "high is less than the column strategy concedes");
}

TEST(LeagueCertificate, ForgedBoxAndCaps) {
  const std::string text = by_box_alone();
  const std::string cell = "0 1 ";
  expect_rejected(forged(text, cell, 5, more(field_of(text, cell, 5), Rational(1, 10000))),
                  "pairing 0 1: its plays do not bear its interval");
  expect_rejected(forged(text, cell, 6, more(field_of(text, cell, 6), Rational(-1, 10000))),
                  "pairing 0 1: its plays do not bear its interval");
  expect_rejected(forged(text, cell, 2, "300"), "sums that so many plays cannot have");
  expect_rejected(forged(text, cell, 3, "400"), "sums that so many plays cannot have");
  expect_rejected(forged(text, cell, 6, "2"), "an interval outside [0, 1]");
  expect_rejected(forged(text, cell, 1, "2"), "pairings do not rise");
  expect_rejected(forged(text, "low", 1, more(field_of(text, "low", 1), Rational(1, 1000))),
                  "low is more than the row strategy guarantees");
  expect_rejected(forged(text, "row-box", 3, "1"), "the weights do not sum to 1");
  const std::string whole = symmetric_one();
  Texts lines = lines_of(whole);
  for (std::size_t t = 0; t < lines.size(); ++t) {
    if (!lines[t].starts_with("row-caps")) continue;
    const std::string start = lines[t + 1];
    const std::string cap = field_of(whole, start, 1);
    expect_rejected(forged(whole, start, 1, more(cap, Rational(-1, 10000))), "does not bear it");
    expect_rejected(forged(whole, start, 1, "-1"), "does not bear it");
    expect_rejected(forged(whole, start, 3, "3"), "");
  }
}

TEST(LeagueCertificate, ForgedText) {
  const std::string text = symmetric_one();
  expect_rejected(forged(text, "allnash-league", 1, "2"), "unknown version");
  expect_rejected(forged(text, "schedule", 1, "some"), "'schedule any' or 'schedule fixed'");
  expect_rejected(forged(text, "shape", 1, "5"), "not square");
  expect_rejected(forged(text, "shape", 1, "9").replace(0, 0, ""), "");
  expect_rejected(text.substr(0, text.size() - 4), "");
  expect_rejected(text + "more\n", "");
  expect_rejected(forged(text, "rounds", 0, "rows"), "'rounds' or 'strata' belongs here");
  // Any one line left out, or there twice.
  const Texts lines = lines_of(text);
  for (std::size_t t = 0; t < lines.size(); ++t) {
    Texts less = lines;
    less.erase(less.begin() + static_cast<std::ptrdiff_t>(t));
    EXPECT_TRUE(verdict(joined(less)).starts_with("rejected: ")) << lines[t];
  }
}

// What the checker accepts is true to the last unit: the library's own bound passes, the next
// multiple does not, for many counts.
TEST(LeagueCertificate, TheEdgeOfABound) {
  std::mt19937_64 draw(11);
  const std::string text = symmetric_one();
  for (int run = 0; run < 200; ++run) {
    const auto rounds = static_cast<std::int64_t>(1 + draw() % 300);
    const std::string head =
        "allnash-league 1\nshape 1 1\nsymmetric no\nrange 0 1\nschedule any\n"
        "delta 1/20\nguarantee-level 9/400\nbox-level 1/400\n";
    const auto wins = static_cast<std::int64_t>(draw() % static_cast<std::uint64_t>(rounds + 1));
    const Rational bound = chance::binomial_lower_bound(rounds, wins, Rational(9, 400));
    const auto certificate = [&](const Rational& shown) {
      return head + "low " + shown.to_string() + "\nhigh 1\nrow-mixture 1 1 0 1\nrow-trials 1\n" +
             "rounds " + std::to_string(rounds) + " " + std::to_string(wins) + " " +
             shown.to_string() + "\ncolumn-box 1 0 1\nbox 0\nrow-caps 0\ncolumn-caps 0\nend\n";
    };
    EXPECT_EQ(verdict(certificate(bound)), "verified with confidence 0.95") << certificate(bound);
    expect_rejected(certificate(bound + Rational(1, chance::binomial_grid)), "trial 0");
  }
}

}  // namespace
}  // namespace allnash::league_certificate_test
