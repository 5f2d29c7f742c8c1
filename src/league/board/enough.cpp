#include "league/board/enough.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/base/at.hpp"
#include "league/estimate/leaderboard.hpp"
#include "league/estimate/planner.hpp"

namespace allnash::league {
namespace {

constexpr std::int64_t few = 10;
// An order of all players is asked for up to this many zones, what to play up to this part of one.
constexpr double zones_of_order = 2.5;
constexpr double zones_of_play = 0.5;
// Of the field against which what to play is planned: the rest is of everybody alike.
constexpr double part_of_mixture = 0.9;
constexpr double worth_mixing = 0.03;  // of the worst case
constexpr double likely_cycle = 0.5;
constexpr double never_times = 50;
constexpr std::size_t most_for_two = 150;  // players: a forecast takes their cube

/// The scores of the players who take part, in each drawn league.
std::vector<std::vector<double>> drawn_scores(const DrawnLeagues& leagues,
                                              const std::vector<double>& field) {
  std::vector<std::vector<double>> draws;
  for (const std::vector<double>& payoffs : leagues.games.payoffs) {
    draws.emplace_back(field.size());
    for (std::size_t i = 0; i < field.size(); ++i) {
      for (std::size_t j = 0; j < field.size(); ++j) {
        draws.back()[i] += payoffs[i * field.size() + j] * field[j];
      }
    }
  }
  return draws;
}

std::vector<double> means_of(const std::vector<std::vector<double>>& draws) {
  std::vector<double> means(draws.front().size());
  for (const std::vector<double>& draw : draws) {
    for (std::size_t i = 0; i < means.size(); ++i) {
      means[i] += draw[i] / static_cast<double>(draws.size());
    }
  }
  return means;
}

/// The evidence, as 1 over an error probability, that somebody with so many wins and losses wins
/// more than half: 2^(W+L+1) B(W+3, L+3) / B(3, 3) P(Beta(W+3, L+3) > 1/2), as a finite sum. It may
/// be looked at after any match (Ville).
double evidence_of_more_wins(double won, double lost) {
  const double opposed = lost + 3;
  double term = 1;
  double sum = 0;
  for (double below = won + 2, above = opposed; below >= 0; below -= 1) {
    sum += term;
    above += 1;
    term *= below / above;
    if (term < 1e-18 * sum) break;
  }
  return 15.0 / 8 / opposed * sum;
}

/// Matches of two players, and a forecast of their kind.
class Pair {
 public:
  Pair(const PairingSums& sums, const EstimateWithReasons& known, const Entry& entry)
      : entry_(entry) {
    const auto [row, column] = std::minmax(entry.row, entry.column);
    const Entry place{row, column};
    double plays = 0;
    double drawn = 0;
    for (const PairingSum& one : sums.pairings) {
      plays += one.plays;
      // A draw is worth a half, and a quarter when squared.
      drawn += draws_of(one);
      if (one.entry != place) continue;
      won_ = std::floor(one.won - draws_of(one) / 2 + 0.5);
      lost_ = std::max(0.0, one.plays - draws_of(one) - won_);
    }
    played_ = plays;
    decisive_ = std::clamp((plays - drawn + 1) / (plays + 1), 0.01, 1.0);
    const double rate = mean_rate(known.leagues, place);
    wins_ = std::clamp((rate - (1 - decisive_) / 2) / decisive_, 0.0, 1.0);
  }

  /// Twice the confidence, since either may be ahead.
  [[nodiscard]] Enough enough(double delta) const {
    Enough found;
    found.question = Purpose::pair;
    found.pair = entry_;
    const double needed = 2 / delta;
    found.settled = evidence_after(0) >= needed;
    if (found.settled) {
      found.more = 0;
      return found;
    }
    double most = 1;
    while (evidence_after(most) < needed && most < longest()) most *= 2;
    if (evidence_after(most) < needed || most > longest()) {
      found.never.push_back(entry_);
      return found;
    }
    double least = most / 2;
    while (most - least > std::max(1.0, most / 100)) {
      const double middle = std::floor((least + most) / 2);
      (evidence_after(middle) < needed ? least : most) = middle;
    }
    found.more = static_cast<std::int64_t>(most);
    return found;
  }

 private:
  static double draws_of(const PairingSum& one) {
    return std::clamp(4 * (one.won - one.squares), 0.0, one.plays);
  }
  static double mean_rate(const DrawnLeagues& leagues, const Entry& entry) {
    const auto place_of = [&](Index player) {
      return static_cast<std::size_t>(std::ranges::lower_bound(leagues.rows, player) -
                                      leagues.rows.begin());
    };
    const std::size_t row = place_of(entry.row);
    const std::size_t column = place_of(entry.column);
    const auto takes_part = [&](std::size_t place, Index player) {
      return place < leagues.rows.size() && leagues.rows[place] == player;
    };
    if (!takes_part(row, entry.row) || !takes_part(column, entry.column)) return 0.5;
    double sum = 0;
    for (const auto& payoffs : leagues.games.payoffs) {
      sum += payoffs[row * leagues.columns.size() + column];
    }
    return sum / static_cast<double>(leagues.count());
  }
  [[nodiscard]] double longest() const { return never_times * std::max(played_, 100.0); }
  [[nodiscard]] double evidence_after(double matches) const {
    const double more_won = std::floor(matches * decisive_ * wins_ + 0.5);
    const double won = won_ + more_won;
    const double lost = lost_ + std::floor(matches * decisive_ + 0.5) - more_won;
    return std::max(evidence_of_more_wins(won, lost), evidence_of_more_wins(lost, won));
  }

  Entry entry_;
  double played_ = 0;
  double won_ = 0;
  double lost_ = 0;
  double decisive_ = 1;  // the part of the matches that is no draw
  double wins_ = 0.5;    // the part of those that the first player wins
};

class Planning {
 public:
  Planning(const PairingSums& sums, const EstimateWithReasons& known, const PlanSettings& settings,
           const StopToken& stop)
      : sums_(sums),
        known_(known),
        settings_(settings),
        stop_(stop),
        players_(known.leagues.rows),
        league_(normal_league(sums, known.leagues.likeliest, known.leagues.coins, players_)) {}

  [[nodiscard]] std::optional<Planned> planned() const {
    Planned found;
    const Purpose first = settings_.asked.purpose;
    if (first == Purpose::pair) {
      found.enough.push_back(Pair(sums_, known_, *settings_.asked.pair).enough(settings_.delta));
      found.next.assign(at(settings_.matches), *settings_.asked.pair);
      found.soon.assign(at(few), *settings_.asked.pair);
    } else {
      Planner planner = planner_for(first);
      if (!add_enough(found, first, planner)) return {};
      found.soon = entries_of(Planner(planner).batch(few));
      found.next = entries_of(planner.batch(settings_.matches));
    }
    if (players_.size() > most_for_two) return found;
    const Purpose then =
        first == Purpose::top || first == Purpose::play ? Purpose::order : Purpose::top;
    if (!add_enough(found, then, planner_for(then))) return {};
    return found;
  }

 private:
  [[nodiscard]] PlanQuestion question_for(Purpose purpose) const {
    PlanQuestion question;
    const double each = 1 / static_cast<double>(players_.size());
    question.zone = settings_.zone;
    question.field.assign(players_.size(), each);
    if (purpose == Purpose::play) {
      question.zone *= zones_of_play;
      const Mixture& mixture = known_.row.mixture;
      for (std::size_t t = 0; t < players_.size(); ++t) {
        question.judges.push_back(static_cast<double>(mixture.weights[at(players_[t])]) /
                                  static_cast<double>(mixture.denominator));
        question.field[t] = part_of_mixture * question.judges[t] + (1 - part_of_mixture) * each;
      }
      return question;
    }
    if (purpose == Purpose::order) {
      question.whole_order = true;
      question.zone *= zones_of_order;
    }
    if (settings_.field.empty()) return question;
    double sum = 0;
    for (const Index one : players_) sum += settings_.field[at(one)];
    if (sum <= 0) return question;  // of nobody who takes part
    for (std::size_t t = 0; t < players_.size(); ++t) {
      question.field[t] = settings_.field[at(players_[t])] / sum;
    }
    return question;
  }

  [[nodiscard]] Planner planner_for(Purpose purpose) const {
    PlanQuestion question = question_for(purpose);
    std::vector<double> scores = means_of(drawn_scores(known_.leagues, question.field));
    return {league_, std::move(question), std::move(scores)};
  }

  /// By the drawn leagues; only how many more comes from the forecast.
  [[nodiscard]] bool add_enough(Planned& found, Purpose purpose, const Planner& planner) const {
    const PlanQuestion question = question_for(purpose);
    const auto draws =
        drawn_scores(known_.leagues, question.judges.empty() ? question.field : question.judges);
    Enough enough;
    enough.question = purpose;
    enough.probability = settled_in(draws, means_of(draws), question);
    enough.settled = *enough.probability >= settled_at;
    if (enough.settled) {
      enough.more = 0;
    } else {
      const std::optional<MatchesNeeded> forecast = forecast_of(planner, stop_);
      if (!forecast) return false;
      if (forecast->more) enough.more = std::max<std::int64_t>(few, *forecast->more);
      for (const auto& [i, k] : forecast->never) {
        enough.never.push_back({players_[i], players_[k]});
      }
    }
    found.enough.push_back(std::move(enough));
    return true;
  }

  [[nodiscard]] std::vector<Entry> entries_of(const std::vector<PlannedPair>& list) const {
    std::vector<Entry> entries;
    for (const PlannedPair& one : list) {
      const auto [a, b] = std::minmax(players_[one.a], players_[one.b]);
      entries.insert(entries.end(), at(one.matches), Entry{a, b});
    }
    return entries;
  }

  const PairingSums& sums_;
  const EstimateWithReasons& known_;
  const PlanSettings& settings_;
  const StopToken& stop_;
  const std::vector<Index>& players_;
  NormalLeague league_;
};

/// The two names of `A,B`, of which one may itself have a comma.
std::optional<Entry> pair_of_names(const std::string& text, const std::vector<std::string>& names) {
  const auto index_of = [&](const std::string& name) -> std::optional<Index> {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return {};
    return found - names.begin();
  };
  for (std::size_t comma = text.find(','); comma != std::string::npos;
       comma = text.find(',', comma + 1)) {
    const std::size_t blank = text.find_first_not_of(' ', comma + 1);
    const auto first = index_of(text.substr(0, comma));
    const auto second = index_of(blank == std::string::npos ? "" : text.substr(blank));
    if (first && second && first != second) return Entry{*first, *second};
  }
  return {};
}

}  // namespace

PlanPurpose asked_by(const std::string& text, const reading::Record& record) {
  if (text == "promise") return {Purpose::promise};
  if (!record.symmetric) {
    throw OptionError("for: rows and columns are different strategies here, and `" + text +
                      "` is a question about players of one kind");
  }
  if (text == "top") return {Purpose::top};
  if (text == "order") return {Purpose::order};
  if (text == "play") return {Purpose::play};
  const std::optional<Entry> pair = pair_of_names(text, record.rows);
  if (!pair) {
    throw OptionError("for: '" + text +
                      "' is neither top, order, play or promise, nor two players A,B");
  }
  return {Purpose::pair, pair};
}

PlanPurpose usual_question(const EstimateWithReasons& known) {
  const DrawnLeagues& leagues = known.leagues;
  const std::size_t size = leagues.rows.size();
  std::vector<double> worst_of(size);
  std::int64_t with_winner = 0;
  for (const std::vector<double>& payoffs : leagues.games.payoffs) {
    bool beats_all = false;
    for (std::size_t i = 0; i < size; ++i) {
      double worst = 1;
      for (std::size_t j = 0; j < size; ++j) {
        if (j != i) worst = std::min(worst, payoffs[i * size + j]);
      }
      beats_all = beats_all || worst > 0.5;
      worst_of[i] += std::min(worst, 0.5) / static_cast<double>(leagues.count());
    }
    with_winner += beats_all ? 1 : 0;
  }
  double mixture = 0;
  for (const double one : known.row.worst_cases) {
    mixture += std::min(one, 0.5) / static_cast<double>(known.row.worst_cases.size());
  }
  const bool cyclic = mixture - std::ranges::max(worst_of) >= worth_mixing &&
                      2 * with_winner < leagues.count() &&
                      surest_cycle(known.estimate) >= likely_cycle;
  return {cyclic ? Purpose::play : Purpose::top};
}

std::optional<Planned> planned_for(const PairingSums& sums, const EstimateWithReasons& known,
                                   const PlanSettings& settings, const StopToken& stop) {
  return Planning(sums, known, settings, stop).planned();
}

}  // namespace allnash::league
