#include "chance/evidence/freeze.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <sstream>
#include <stdexcept>

#include "core/base/at.hpp"
#include "core/exact/printed.hpp"

namespace allnash::chance {
namespace {

// An attempt:                      Newcomers:
//   noisy                            attempt 1
//   epsilon 1/10                     column 22 bets ...
//   seed 1
//   spends 3/4                       of the error budget that is left; absent: 1/(r+1)
//   newcomers kept                   (or `none`)
//   row-strategy 3 2                 number in the file, plays in a round
//   column 0 bets ...                an arm each
//   column-strategy ...
//   row 0 bets ...

void write_arm(std::ostream& out, const char* side, Index number, const Arm& arm) {
  out << side << " " << number << " " << text_of(std::get<Bets>(arm.sequence)) << "\n";
}

void write_half(std::ostream& out, const char* own, const Half& half,
                const std::vector<Index>& numbers, const char* other,
                const std::vector<Index>& arm_numbers) {
  for (std::size_t i = 0; i < half.strategy.size(); ++i) {
    out << own << "-strategy " << numbers[at(half.strategy[i].strategy)] << " " << half.round[i]
        << "\n";
  }
  for (std::size_t arm = 0; arm < half.arms.size(); ++arm) {
    if (half.arms[arm].level.sign() == 0) continue;  // has not joined yet
    write_arm(out, other, arm_numbers[arm], half.arms[arm]);
  }
}

/// What the text of an attempt says that it spends; nothing also of a text that cannot be read.
std::optional<Rational> spent_by(const std::string& content) try {
  std::istringstream text(content);
  for (std::string line; std::getline(text, line);) {
    if (!line.starts_with("spends ")) continue;
    const Rational part = written_number(line.substr(line.find(' ') + 1));
    if (part > Rational(0) && part < Rational(1)) return part;
  }
  return {};
} catch (const std::invalid_argument&) {
  return {};
}

std::map<Index, Index> by_number(const std::vector<Index>& numbers) {
  std::map<Index, Index> strategies;
  for (std::size_t t = 0; t < numbers.size(); ++t) {
    strategies.emplace(numbers[t], static_cast<Index>(t));
  }
  return strategies;
}

/// Reads one half. Centres of arms are in the order in which the text lists strategies.
class HalfReader {
 public:
  HalfReader(const std::vector<Index>& own, const std::vector<Index>& arms)
      : own_(by_number(own)), arms_(by_number(arms)) {
    half.arms.resize(arms.size());
    for (Arm& arm : half.arms) arm.since = std::numeric_limits<std::int64_t>::max();
  }

  void read_strategy(std::istream& line) {
    Index number = 0;
    std::int64_t plays = 0;
    line >> number >> plays;
    const auto found = own_.find(number);
    left_ = left_ || found == own_.end();
    in_order_.push_back({found == own_.end() ? 0 : found->second, plays});
  }

  /// The arm, if its strategy is still in the game.
  Arm* read_arm(std::istream& line) {
    Index number = 0;
    std::string text;
    line >> number;
    std::getline(line, text);
    Bets bets = bets_in(text);
    if (bets.centres.size() != in_order_.size()) throw std::invalid_argument(text);
    ++arms_seen;
    const auto found = arms_.find(number);
    if (found == arms_.end()) return nullptr;
    Arm& arm = half.arms[at(found->second)];
    arm.sequence = std::move(bets);
    return &arm;
  }

  /// False if a strategy of the mixture has left the game.
  bool finish() {
    if (left_) return false;
    std::vector<std::size_t> order(in_order_.size());
    std::int64_t size = 0;
    for (std::size_t t = 0; t < order.size(); ++t) {
      order[t] = t;
      size += in_order_[t].plays;
    }
    std::ranges::sort(order, {}, [&](std::size_t t) { return in_order_[t].strategy; });
    for (const std::size_t t : order) {
      half.strategy.push_back({in_order_[t].strategy, {in_order_[t].plays, size}});
      half.round.push_back(in_order_[t].plays);
    }
    for (Arm& arm : half.arms) {
      arm.draws = Sample(order.size());
      if (arm.level.sign() == 0) continue;
      auto& bets = std::get<Bets>(arm.sequence);
      std::vector<Rational> centres;
      for (const std::size_t t : order) {
        centres.push_back(bets.centres[t]);
        bets.centre += half.strategy[centres.size() - 1].probability * centres.back();
      }
      bets.centres = std::move(centres);
    }
    return !half.strategy.empty();
  }

  Half half;
  std::int64_t arms_seen = 0;

 private:
  struct Played {
    Index strategy;
    std::int64_t plays;
  };
  std::map<Index, Index> own_;
  std::map<Index, Index> arms_;
  std::vector<Played> in_order_;
  bool left_ = false;
};

class AttemptReader {
 public:
  AttemptReader(const asking::Past& past, std::int64_t number, bool symmetric)
      : past_(past),
        number_(number),
        symmetric_(symmetric),
        row_(past.rows, past.columns),
        column_(past.columns, past.rows) {}

  std::optional<Attempt> read(const Rational& delta) {
    const asking::Freeze& frozen = past_.frozen[at(number_ - 1)];
    std::istringstream text(frozen.content);
    std::string line;
    if (!std::getline(text, line) || line != "noisy") return {};
    Attempt attempt;
    attempt.number = number_;
    attempt.since = frozen.plays_before;
    while (std::getline(text, line)) read_line(line, attempt, frozen.plays_before);
    const ErrorBudget budget = budget_of(delta, past_.frozen);
    budget_ = budget.of_attempt(number_, symmetric_ ? 1 : 2, row_.arms_seen + column_.arms_seen,
                                attempt.newcomers);
    attempt.spends = budget.spends();
    attempt.spends.resize(at(number_));
    for (Arm* arm : fresh_) set_levels(*arm, 0, 0);
    for (const asking::Freeze& joined : past_.joined) read_joined(joined, attempt);
    if (!row_.finish() || (!symmetric_ && !column_.finish())) return {};
    attempt.row = std::move(row_.half);
    attempt.row.symmetric = symmetric_;
    if (!symmetric_) attempt.column = std::move(column_.half);
    return attempt;
  }

 private:
  /// Reads a line. Arms count for the freeze even if their strategies have left the game.
  void read_line(const std::string& line, Attempt& attempt, std::int64_t since) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    if (word == "newcomers") {
      words >> word;
      attempt.newcomers = word == "kept";
    } else if (word == "row-strategy" || word == "column-strategy") {
      (word == "row-strategy" ? row_ : column_).read_strategy(words);
    } else if (word == "column" || word == "row") {
      Arm* const arm = (word == "column" ? row_ : column_).read_arm(words);
      if (arm != nullptr) {
        arm->since = since;
        fresh_.push_back(arm);
      } else {
        fresh_.push_back(&gone_);
      }
    }
    if (words.fail()) throw std::invalid_argument(line);
  }

  void read_joined(const asking::Freeze& joined, Attempt& attempt) {
    std::istringstream text(joined.content);
    std::string line;
    if (!std::getline(text, line) || line != "attempt " + std::to_string(number_)) return;
    fresh_.clear();
    ++attempt.groups;
    while (std::getline(text, line)) read_line(line, attempt, joined.plays_before);
    for (Arm* arm : fresh_) set_levels(*arm, attempt.groups, ++attempt.joined);
  }

  void set_levels(Arm& arm, std::int64_t group, std::int64_t newcomer) const {
    arm.group = group;
    arm.level = Rational(1) / budget_.guarantee(group);
    arm.together = Rational(1) / budget_.together(newcomer);
  }

  const asking::Past& past_;
  std::int64_t number_;
  bool symmetric_;
  HalfReader row_;
  HalfReader column_;
  AttemptBudget budget_;
  std::vector<Arm*> fresh_;  // arms of the text being read
  Arm gone_;
};

}  // namespace

std::string frozen_text(const Attempt& attempt, const RunSettings& settings,
                        const asking::Past& numbers) {
  std::ostringstream out;
  out << "noisy\nepsilon " << settings.epsilon << "\nseed " << settings.seed << "\n";
  if (!attempt.spends.empty() && attempt.spends.back() != usually_spends(attempt.number)) {
    out << "spends " << attempt.spends.back() << "\n";
  }
  out << "newcomers " << (attempt.newcomers ? "kept" : "none") << "\n";
  write_half(out, "row", attempt.row, numbers.rows, "column", numbers.columns);
  if (!attempt.row.symmetric) {
    write_half(out, "column", attempt.column, numbers.columns, "row", numbers.rows);
  }
  return out.str();
}

std::string joined_text(const Attempt& attempt, const asking::Past& numbers) {
  std::ostringstream out;
  out << "attempt " << attempt.number << "\n";
  const auto write = [&](const Half& half, const char* side, const std::vector<Index>& of) {
    for (std::size_t arm = 0; arm < half.arms.size(); ++arm) {
      if (half.arms[arm].group == attempt.groups) write_arm(out, side, of[arm], half.arms[arm]);
    }
  };
  write(attempt.row, "column", numbers.columns);
  write(attempt.column, "row", numbers.rows);
  return out.str();
}

std::optional<Attempt> read_attempt(const asking::Past& past, std::int64_t number,
                                    const Rational& delta, bool symmetric) {
  try {
    return AttemptReader(past, number, symmetric).read(delta);
  } catch (const std::invalid_argument&) {
    return {};  // written by another version
  }
}

ErrorBudget budget_of(const Rational& delta, const std::vector<asking::Freeze>& frozen) {
  std::vector<Rational> spends;
  for (const asking::Freeze& one : frozen) {
    spends.push_back(spent_by(one.content).value_or(usually_spends(std::ssize(spends) + 1)));
  }
  return ErrorBudget(delta, std::move(spends));
}

}  // namespace allnash::chance
