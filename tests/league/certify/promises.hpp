// Leagues whose true win rates are known, in which promises are likely to be false: how often is
// any promise that is shown above what its mixture truly earns? Beside each kind of league stands a
// mistake, made on purpose from outside, with which promises are false too often.
//
// Counted are the row player's promises, who has half of delta. A single answer leaves a twentieth
// of it for the box. A ledger keeps a fifth of an attempt's part for joint statements and half of
// the rest for newcomers, of whom there are none here.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "allnash/rank.hpp"
#include "quick_disk.hpp"

namespace allnash::promises {

/// Large, so that false promises can be counted; twice as large is still a probability.
inline const Rational delta(9, 20);

/// Rows `r0`, ... against columns `c0`, ...: what a row wins on average.
using Rates = std::vector<std::vector<double>>;

class League {
 public:
  League(Rates rates, std::uint64_t seed) : rates_(std::move(rates)), engine_(seed) {}

  /// Plays a match, and returns whether the row has won.
  bool play(std::size_t row, std::size_t column) {
    const bool won = static_cast<double>(engine_() >> 11U) * 0x1p-53 < rates_[row][column];
    matches_.push_back("r" + std::to_string(row) + ",c" + std::to_string(column) +
                       (won ? ",1" : ",0"));
    return won;
  }
  std::mt19937_64& lots() { return engine_; }
  [[nodiscard]] const std::vector<std::string>& matches() const { return matches_; }
  /// Of the column alone, so far.
  [[nodiscard]] std::vector<std::string> matches_of(const std::string& column) const {
    std::vector<std::string> some;
    for (const std::string& match : matches_) {
      if (match.find("," + column + ",") != std::string::npos) some.push_back(match);
    }
    return some;
  }
  /// Wins and losses of each pairing, so far.
  [[nodiscard]] std::string counts() const {
    std::vector<std::vector<std::array<int, 2>>> counted(
        rates_.size(), std::vector<std::array<int, 2>>(rates_[0].size()));
    for (const std::string& match : matches_) {
      const std::size_t comma = match.find(',');
      ++counted[std::stoul(match.substr(1))][std::stoul(match.substr(comma + 2))]
               [match.back() == '1' ? 0 : 1];
    }
    std::string text = "row,column,wins,losses\n";
    for (std::size_t i = 0; i < rates_.size(); ++i) {
      for (std::size_t j = 0; j < rates_[i].size(); ++j) {
        const auto& [wins, losses] = counted[i][j];
        if (wins + losses == 0) continue;
        text += "r" + std::to_string(i) + ",c" + std::to_string(j) + "," + std::to_string(wins) +
                "," + std::to_string(losses) + "\n";
      }
    }
    return text;
  }
  /// Whether a promise is above what its mixture earns against the worst opponent of the answer.
  [[nodiscard]] bool is_false(const Ranking& ranking) const {
    return std::ranges::any_of(ranking.row_promises, [&](const Promise& one) {
      double least = 1;
      for (const std::string& column : ranking.column_labels) {
        double earned = 0;
        for (const auto& [row, weight] : one.strategy) {
          earned += weight.to_double() *
                    rates_[std::stoul(ranking.row_labels[static_cast<std::size_t>(row)].substr(1))]
                          [std::stoul(column.substr(1))];
        }
        least = std::min(least, earned);
      }
      return one.bound.to_double() > least + 1e-12;
    });
  }

 private:
  Rates rates_;
  std::mt19937_64 engine_;
  std::vector<std::string> matches_;
};

inline std::string text_of(const std::vector<std::string>& matches) {
  std::string text = "row,column,outcome\n";
  for (const std::string& match : matches) text += match + "\n";
  return text;
}

inline Ranking answer(const std::string& text, RankOptions options) {
  options.two_sided = true;
  options.resamples = 0;
  std::istringstream in(text);
  return rank(read_matches(in, "matches", options), options);
}

/// A league's file, which is gone with it.
class LedgerFile {
 public:
  explicit LedgerFile(std::uint64_t number)
      : path_(std::filesystem::temp_directory_path() /
              ("allnash-promises-" + std::to_string(::getpid()) + "-" + std::to_string(number) +
               ".db")) {
    remove();
  }
  ~LedgerFile() { remove(); }
  LedgerFile(const LedgerFile&) = delete;
  LedgerFile& operator=(const LedgerFile&) = delete;

  [[nodiscard]] RankOptions options(const std::string& log = "log") const {
    return {.delta = delta, .ledger = path_.string(), .log = log};
  }

 private:
  void remove() const {
    for (const char* const ending : {"", "-wal", "-shm", "-journal"}) {
      std::filesystem::remove(path_.string() + ending);
    }
  }
  std::filesystem::path path_;
};

/// Of matches that are worth a half.
class Score {
 public:
  void add(bool won) {
    ++met_;
    lead_ += won ? 1 : -1;
  }
  /// By so many standard deviations, and a little.
  [[nodiscard]] bool ahead(double deviations) const {
    return lead_ >= 1 + deviations * std::sqrt(met_);
  }

 private:
  int met_ = 0;
  int lead_ = 0;
};

/// What one league brought.
struct Outcome {
  bool is_false = false;      ///< some promise, at some moment that it was shown
  std::int64_t promises = 0;  ///< of the last answer
  std::int64_t attempts = 0;  ///< that the ledger has
};

inline Outcome outcome_of(const League& league, const Ranking& ranking) {
  return {league.is_false(ranking), std::ssize(ranking.row_promises),
          ranking.league ? ranking.league->attempts : 0};
}

/// A kind of league, played once.
struct Trial {
  const char* name;
  const char* mistake;  ///< that is made where `broken`
  std::function<Outcome(std::uint64_t seed, bool broken)> play;
  int divisor = 1;  ///< of delta
};

/// What seems best is met seldom, something safer often: both are frozen, and share delta. Leagues
/// in which one is are passed over, which the matches before the freeze decide.
inline Outcome two_mixtures(std::uint64_t seed, bool broken) {
  for (std::uint64_t more = 0;; ++more) {
    League league({{0.62}, {0.5}}, seed + 1'000'003 * more);
    for (int t = 0; t < 1500; ++t) league.play(t < 50 ? 0 : 1, 0);
    const Ranking ranking =
        answer(league.counts(), {.delta = broken ? delta * Rational(2) : delta});
    if (ranking.row_promises.size() > 1) return outcome_of(league, ranking);
  }
}

/// Twelve that are all worth a half: whoever is chosen was lucky before. With the mistake the
/// matches that choose come again, in another order, among those that certify.
inline Outcome chosen_before(std::uint64_t seed, bool broken) {
  League league(Rates(12, {0.5}), seed);
  for (int t = 0; t < 240; ++t) league.play(static_cast<std::size_t>(t) % 12, 0);
  std::vector<std::string> matches = league.matches();
  if (broken) {
    std::vector<std::string> again(matches.begin(), matches.begin() + 108);
    std::ranges::shuffle(again, league.lots());
    matches.insert(matches.begin() + 108, again.begin(), again.end());
  }
  return outcome_of(league, answer(text_of(matches), {.delta = delta}));
}

// Who stops when ahead is ahead of what chance allows, and the more so the less that is.
constexpr int smaller_delta = 2;

/// One opponent is met until the strategy is well ahead of it, then others are.
inline Outcome results_decide(std::uint64_t seed, bool broken) {
  League league({{0.5, 0.9, 0.9}}, seed);
  Score score;
  bool ahead = false;
  for (std::size_t t = 0; t < 1000; ++t) {
    const bool early = t < 60;
    const bool meets = early ? t % 6 == 0 : !ahead;
    const bool won = league.play(0, meets ? 0 : 1 + t % 2);
    if (!meets) continue;
    score.add(won);
    ahead = score.ahead(1.6);
  }
  const RankOptions options{.delta = delta / Rational(smaller_delta),
                            .schedule = broken ? Schedule::fixed : Schedule::any};
  const Ranking ranking = answer(text_of(league.matches()), options);
  return outcome_of(league, ranking);
}

/// What is played next is what the answer before named, for eight weeks. In place of the ledger's
/// one delta, the mistake has all of delta for each week's answer.
inline Outcome next_is_followed(std::uint64_t seed, bool broken) {
  League league({{0.5, 0.9}, {0.4, 0.8}}, seed);
  for (int t = 0; t < 20; ++t) {
    for (const std::size_t row : {0U, 1U}) {
      for (const std::size_t column : {0U, 1U}) league.play(row, column);
    }
  }
  const LedgerFile ledger(seed);
  Outcome found;
  for (int week = 0; week < 8 && !found.is_false; ++week) {
    RankOptions options{.delta = delta};
    if (!broken) options = ledger.options();
    options.plan = 20;
    const Ranking ranking = answer(text_of(league.matches()), options);
    found = outcome_of(league, ranking);
    for (const auto& [row, column] : ranking.next) {
      const auto name = [](const std::vector<std::string>& labels, Index number) {
        return std::stoul(labels[static_cast<std::size_t>(number)].substr(1));
      };
      league.play(name(ranking.row_labels, row), name(ranking.column_labels, column));
    }
  }
  return found;
}

/// The worst opponent leaves twice and comes back; meanwhile another is the worst. It is met until
/// the strategy is ahead of it. The mistake doubles what the ledger has of it whenever it is back.
inline Outcome leaves_and_is_back(std::uint64_t seed, bool broken) {
  League league({{0.5, 0.7}}, seed);
  const LedgerFile ledger(seed);
  Score score;
  std::vector<std::string> copies;
  Outcome found;
  for (int week = 0; week < 6 && !found.is_false; ++week) {
    const bool gone = week == 1 || week == 3;
    const bool back = week == 2 || week == 4;
    for (int t = 0; t < 25; ++t) {
      if (!gone && (!score.ahead(1.2) || t == 0)) score.add(league.play(0, 0));
      league.play(0, 1);
    }
    RankOptions options = ledger.options();
    if (gone) options.drop = {"c0"};
    found = outcome_of(league, answer(text_of(league.matches()), options));
    if (!back || !broken) continue;
    std::vector<std::string> again = league.matches_of("c0");
    again.insert(again.end(), copies.begin(), copies.end());
    copies.insert(copies.end(), again.begin(), again.end());
    options = ledger.options("again in week " + std::to_string(week));
    options.distinct = true;
    found = outcome_of(league, answer(text_of(again), options));
  }
  return found;
}

/// Every week the counts of all that was played so far; one opponent is met in weeks before which
/// the strategy is not ahead of it. The mistake takes each week's counts for matches of their own,
/// so that those before the freeze come again after it.
inline Outcome growing_counts(std::uint64_t seed, bool broken) {
  League league({{0.5, 0.9}}, seed);
  const LedgerFile ledger(seed);
  Score score;
  Outcome found;
  for (int week = 0; week < 8 && !found.is_false; ++week) {
    const bool ahead = score.ahead(0.8);
    for (int t = 0; t < 20; ++t) {
      if (!ahead) score.add(league.play(0, 0));
      league.play(0, 1);
    }
    RankOptions options = ledger.options(broken ? "week " + std::to_string(week) : "counts");
    options.distinct = broken;
    found = outcome_of(league, answer(league.counts(), options));
  }
  return found;
}

inline const std::vector<Trial>& trials() {
  static const std::vector<Trial> all{
      {"two mixtures are frozen", "all of delta for each", two_mixtures},
      {"twelve that are equal", "chosen by matches that certify, too", chosen_before},
      {"results decide who meets whom", "the schedule taken for fixed", results_decide,
       smaller_delta},
      {"a ledger; what `--plan` names is played", "an answer anew every week, without the ledger",
       next_is_followed},
      {"a ledger; the worst opponent leaves and comes back",
       "its matches counted once more when it is back", leaves_and_is_back},
      {"a ledger; counts that grow", "counts that hold what came before", growing_counts}};
  return all;
}

struct Counted {
  int is_false = 0;
  int two_promises = 0;       ///< leagues whose last answer has two or more
  std::int64_t attempts = 0;  ///< the most of a ledger
};

inline Counted count(const Trial& trial, int leagues, bool broken, std::uint64_t first_seed = 0) {
  const test::QuickDisk quick;
  Counted counted;
  for (int t = 0; t < leagues; ++t) {
    const Outcome one = trial.play(first_seed + static_cast<std::uint64_t>(t), broken);
    counted.is_false += one.is_false ? 1 : 0;
    counted.two_promises += one.promises > 1 ? 1 : 0;
    counted.attempts = std::max(counted.attempts, one.attempts);
  }
  return counted;
}

/// How often promises may be false: of so many attempts of a ledger, or of a single answer.
inline double level_of(const Trial& trial, std::int64_t attempts) {
  const double half = delta.to_double() / 2 / trial.divisor;
  if (attempts == 0) return half * 19 / 20;
  return half * 2 / 5 * (1 - 1 / static_cast<double>(attempts + 1));
}

/// So many false promises that a true level shows them once in a thousand.
inline double allowed(double level, int leagues) {
  return leagues * level + 3.1 * std::sqrt(leagues * level * (1 - level));
}

}  // namespace allnash::promises
