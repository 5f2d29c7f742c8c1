#include "players.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "rounded.hpp"

namespace checker {
namespace {

constexpr Index bets[] = {1, 2, 3, 4, 6, 9, 14, 22, 34, 53, 83};  // in 64ths
constexpr Index number_of_bets = std::size(bets);
constexpr Index enough = 4;                            // matches on which a comparison rests
constexpr Index most_looks = 1000000;                  // and of what else has a line
constexpr Index most_matches = Index{1} << 35;         // of a pairing
constexpr Index most_wins_recounted = Index{1} << 30;  // matches of favourites, in all

using Side = Rounded::Side;

// ------------------------------------------------------------------------------------- reading

Earned read_earned(Line& line, Index plays) {
  Earned earned{plays, line.count(0, plays), 0};
  earned.draws = line.count(0, plays - earned.wins);
  return earned;
}

std::vector<NewMatches> read_matches(Lines& lines, string_view keyword, Index players) {
  std::vector<NewMatches> matches;
  std::pair<Index, Index> last{-1, -1};
  for (Index rest = lines.count(keyword, 0, most_looks * 1000); rest > 0; --rest) {
    Line line = lines.next();
    const Index first = line.count(0, players - 1);
    const Index second = line.count(0, players - 1);
    if (first >= second) line.reject("a pairing with the lower number second");
    if (std::pair(first, second) <= last) line.reject("pairings do not rise");
    last = {first, second};
    const Index plays = line.count(1, most_matches);
    const Earned own = read_earned(line, plays);
    const Earned theirs = read_earned(line, plays);
    line.end();
    if (own.twice() + theirs.twice() > 2 * plays) line.reject("more is won than was played for");
    matches.push_back({first, second, own, theirs});
  }
  return matches;
}

std::vector<Finding> read_findings(Lines& lines, string_view keyword, Index players) {
  std::vector<Finding> list;
  for (Index rest = lines.count(keyword, 0, most_looks * 1000); rest > 0; --rest) {
    Line line = lines.next();
    Finding one{line.number, line.count(0, players - 1), line.count(0, players - 1)};
    const string_view word = line.field();
    if (word != "proved" && word != "large") line.reject("'proved' or 'large' belongs here");
    one.proved = word == "proved";
    line.end();
    if (one.above == one.below) line.reject("a player against itself");
    if (!list.empty() &&
        std::pair(list.back().above, list.back().below) >= std::pair(one.above, one.below)) {
      line.reject("pairs do not rise");
    }
    list.push_back(one);
  }
  return list;
}

std::vector<Index> read_joined(Lines& lines, Index players) {
  Line line = lines.next("joined");
  std::vector<Index> joined;
  std::vector<bool> seen(to_size(players));
  for (Index rest = line.count(2, players); rest > 0; --rest) {
    joined.push_back(line.count(0, players - 1));
    if (seen[to_size(joined.back())]) line.reject("a player joined twice");
    seen[to_size(joined.back())] = true;
  }
  line.end();
  return joined;
}

void read_own_scores(Lines& lines, Index players, Players& result) {
  Index last = -1;
  for (Index rest = lines.count("own-scores", 0, players); rest > 0; --rest) {
    Line line = lines.next();
    OwnScore one{line.number, line.count(0, players - 1), line.fraction()};
    line.end();
    if (std::exchange(last, one.player) >= one.player) line.reject("players do not rise");
    if (one.low.sign() <= 0 || one.low > 1 || !(one.low * 1000).is_integer()) {
      line.reject("a score that is not a number of thousandths from 1 to 1000");
    }
    result.own_scores.push_back(std::move(one));
  }
}

void read_excluded(Lines& lines, Index players, Players& result) {
  Index last = -1;
  for (Index rest = lines.count("excluded", 0, players); rest > 0; --rest) {
    Line line = lines.next();
    Excluded one{line.number, line.count(0, players - 1), {}};
    while (!line.rest.empty()) {
      const Index by = line.count(0, players - 1);
      if (by == one.player || (!one.by.empty() && by <= one.by.back())) {
        line.reject("others do not rise");
      }
      one.by.push_back(by);
    }
    if (std::exchange(last, one.player) >= one.player) line.reject("players do not rise");
    result.excluded.push_back(std::move(one));
  }
}

// ------------------------------------------------------------------------------------- evidence

[[noreturn]] void reject(std::size_t line, const string& what) { Line{{}, line}.reject(what); }

void multiply_often(Rounded& product, Index factor, Index times, Side side) {
  if (times == 0) return;
  Rounded power(factor, side);
  if (times > 1) power.raise(times);
  product.multiply(power);
}

/// Whether one player wins more than half: 15/8 / (N - K) times a sum of K + 1 terms.
Rounded direct_evidence(const Earned& earned) {
  const Index all = earned.wins + earned.losses() + 5;
  const Index won = earned.wins + 2;
  Rounded term(Index{1}, Side::down);
  Rounded sum(Index{1}, Side::down);
  for (Index j = 0; j < won; ++j) {
    term.multiply(Rounded(won - j, Side::down));
    term.divide(Rounded(all - won + j + 1, Side::up));
    sum.add(term);
  }
  sum.multiply(Rounded(Index{15}, Side::down));
  sum.divide(Rounded(8 * (all - won), Side::up));
  return sum;
}

/// Of each player, by opponent.
using Matches = std::vector<std::map<Index, Earned>>;

/// All matches up to a look, and the e-values of comparisons by them.
class Comparer {
 public:
  explicit Comparer(std::size_t players) : matches_(players), against_(players) {}

  void add(const std::vector<NewMatches>& fresh) {
    const auto add_up = [](Earned& sum, const Earned& more) {
      sum.plays += more.plays;
      sum.wins += more.wins;
      sum.draws += more.draws;
    };
    for (const auto& [first, second, own, theirs] : fresh) {
      add_up(matches_[to_size(first)][second], own);
      add_up(matches_[to_size(second)][first], theirs);
      add_up(against_[to_size(second)], own);
      add_up(against_[to_size(first)], theirs);
    }
  }

  [[nodiscard]] const Matches& matches() const { return matches_; }

  [[nodiscard]] const Earned* met(Index player, Index other) const {
    const auto& list = matches_[to_size(player)];
    const auto found = list.find(other);
    return found == list.end() ? nullptr : &found->second;
  }

  /// The matches on which the comparison of two players rests.
  [[nodiscard]] Index matches_of(Index first, Index second) const {
    const Earned* const direct = met(first, second);
    Index sum = direct == nullptr ? 0 : direct->plays;
    auto other = matches_[to_size(second)].begin();
    const auto end = matches_[to_size(second)].end();
    for (const auto& [opponent, earned] : matches_[to_size(first)]) {
      while (other != end && other->first < opponent) ++other;
      if (other == end) break;
      if (other->first == opponent) sum += std::min(earned.plays, other->second.plays);
    }
    return sum;
  }
  [[nodiscard]] Index family() const {
    const auto players = static_cast<Index>(matches_.size());
    Index pairs = 0;
    for (Index first = 0; first < players; ++first) {
      for (Index second = first + 1; second < players; ++second) {
        if (matches_of(first, second) >= enough) pairs += 2;
      }
    }
    return pairs;
  }

  /// That the first scores more than the second against the same opponents.
  [[nodiscard]] Rounded evidence(Index above, Index below) const {
    Rounded sum(Side::down);
    for (const Index bet : bets) sum.add(numerator(above, below, bet));
    Rounded scale(number_of_bets, Side::up);
    for (const auto& [opponent, up] : matches_[to_size(above)]) {
      const Earned* const down = met(below, opponent);
      if (opponent == below || down == nullptr) continue;
      const Index both = up.plays + down->plays;
      multiply_often(scale, 65536 * both, both, Side::up);
    }
    if (const Earned* const own = met(above, below)) {
      multiply_often(scale, 128, own->plays, Side::up);
    }
    sum.divide(scale);
    return sum;
  }

 private:
  /// 1024 times what others score against the opponent.
  [[nodiscard]] Index centre(Index opponent, const Earned& up, const Earned& down) const {
    const Earned& all = against_[to_size(opponent)];
    const Index plays = all.plays - up.plays - down.plays;
    const Index twice = all.twice() - up.twice() - down.twice();
    return std::clamp<Index>(512 * (twice + 2) / (plays + 2), 256, 768);
  }

  [[nodiscard]] Rounded numerator(Index above, Index below, Index bet) const {
    Rounded product(Index{1}, Side::down);
    const auto factor = [&](Index base, Index step, Index times) {
      multiply_often(product, base + bet * step, times, Side::down);
    };
    for (const auto& [opponent, up] : matches_[to_size(above)]) {
      const Earned* const down = met(below, opponent);
      if (opponent == below || down == nullptr) continue;
      const Index base = 65536 * (up.plays + down->plays);
      const Index q = centre(opponent, up, *down);
      factor(base, down->plays * (1024 - q), up.wins);
      factor(base, down->plays * (512 - q), up.draws);
      factor(base, down->plays * -q, up.losses());
      // The lower player lost what its opponent is sure to have won.
      const Earned& rival = *met(opponent, below);
      factor(base, up.plays * q, rival.wins);
      factor(base, up.plays * (q - 512), rival.draws);
      factor(base, up.plays * (q - 1024), rival.losses());
    }
    if (const Earned* const own = met(above, below)) {
      factor(128, 1, own->wins);
      factor(128, 0, own->draws);
      factor(128, -1, own->losses());
    }
    return product;
  }

  Matches matches_;
  std::vector<Earned> against_;  // what all others earned against each player
};

/// Bounds below e^(t/64000) for whole numbers t.
class Exponential {
 public:
  Exponential() {
    const Fraction step = Fraction(1) / 64000;
    Fraction term = 1;
    for (long k = 1; k <= 16; ++k) {
      growth_.add(term);
      term.multiply(step / k);
    }
    decay_ = 1 / (growth_ + term + term);  // the rest of the series is less than twice a term
  }
  [[nodiscard]] Rounded at(Index exponent) const {
    Rounded power(exponent < 0 ? decay_ : growth_, Side::down);
    power.raise(exponent < 0 ? -exponent : exponent);
    return power;
  }

 private:
  Fraction growth_;
  Fraction decay_;
};

/// That a player scores more than so many thousandths.
Rounded own_evidence(const Earned& earned, Index thousandths) {
  const Exponential exponential;
  Rounded sum(Side::down);
  for (const Index quarters : {2, 3}) {
    for (const Index bet : bets) {
      Rounded product = exponential.at(bet * earned.plays * (250 * quarters - thousandths));
      const auto factor = [&](Index outcome, Index times) {
        multiply_often(product, 256 + bet * (outcome - quarters), times, Side::down);
      };
      factor(4, earned.wins);
      factor(2, earned.draws);
      factor(0, earned.losses());
      sum.add(product);
    }
  }
  Rounded scale(2 * number_of_bets, Side::up);
  multiply_often(scale, 256, earned.plays, Side::up);
  sum.divide(scale);
  return sum;
}

// ------------------------------------------------------------------------------------- claims

class PlayersCheck {
 public:
  PlayersCheck(const Players& players, const Fraction& delta)
      : players_(players), delta_(delta), comparer_(players.all), places_(players.all, -1) {}

  void run() {
    for (std::size_t t = 0; t < players_.looks.size(); ++t) {
      const Look& look = players_.looks[t];
      comparer_.add(look.fresh);
      check_joined();
      if (t == 0) first_ = present_;
      check_favourites(look);
      if (players_.compared) check_orders(look, static_cast<Index>(t) + 1);
    }
    check_excluded();
    if (players_.rest) {
      comparer_.add(players_.rest->fresh);
      check_joined();
      check_favourites(*players_.rest);
    }
    if (to_size(present_) < players_.joined.size()) throw Rejected("a player joined unseen");
    check_own_scores();
  }

 private:
  /// Players join in the order that is claimed; those of the first look by rising number.
  void check_joined() {
    std::size_t seen = 0;
    for (const auto& list : comparer_.matches()) seen += list.empty() ? 0 : 1;
    if (seen > players_.joined.size()) throw Rejected("a player plays who did not join");
    for (; to_size(present_) < seen; ++present_) {
      const Index player = players_.joined[to_size(present_)];
      if (comparer_.matches()[to_size(player)].empty()) {
        throw Rejected("players did not join in this order");
      }
      if (first_ == 0 && present_ > 0 && player < players_.joined[to_size(present_) - 1]) {
        throw Rejected("players of the first look do not rise");
      }
      places_[to_size(player)] = present_;
    }
  }

  [[nodiscard]] Index block_of(Index player) const {
    Index block = 0;
    for (Index end = first_; places_[to_size(player)] >= end; end *= 2) ++block;
    return block;
  }
  [[nodiscard]] Index end_of(Index block) const { return block < 0 ? 0 : first_ << block; }
  [[nodiscard]] Fraction part_of(Index block) const {
    return Fraction(1) / (long{2} << static_cast<unsigned>(block));
  }
  [[nodiscard]] Index pairs_of(Index block) const {
    const auto pairs = [](Index players) { return players * (players - 1); };
    return pairs(end_of(block)) - pairs(end_of(block - 1));
  }

  void check_favourites(const Look& look) {
    const Fraction together = delta_ / 8 * part_of(0);
    const auto block = [&](const Finding& one) {
      return std::max(block_of(one.above), block_of(one.below));
    };
    const Index large =
        std::count_if(look.favourites.begin(), look.favourites.end(),
                      [&](const Finding& one) { return met_in(one) && block(one) == 0; });
    for (const Finding& one : look.favourites) {
      const Earned& earned = *comparer_.met(one.above, one.below);
      recounted_ += earned.wins;
      if (recounted_ > most_wins_recounted) throw Rejected("too many matches to recount");
      const Index number = block(one);
      if (number > 0 && !one.proved) reject(one.line, "newcomers are not tested together");
      const Fraction bound = number > 0
                                 ? Fraction(pairs_of(number)) / (delta_ / 8 * part_of(number))
                                 : least_of(one, pairs_of(0), large, together);
      if (direct_evidence(earned).against(bound) < 0) {
        reject(one.line, "their matches do not show that it wins more than half");
      }
    }
  }
  [[nodiscard]] bool met_in(const Finding& one) const {
    if (comparer_.met(one.above, one.below) == nullptr) reject(one.line, "they never met");
    return true;
  }

  /// What the e-value must reach in a closed test of this family.
  [[nodiscard]] static Fraction least_of(const Finding& one, Index family, Index large,
                                         const Fraction& level) {
    return Fraction(one.proved ? std::max<Index>(family - large + 1, 1) : 1) / level;
  }

  void check_orders(const Look& look, Index number) {
    const Fraction level = delta_ / 2 / (Fraction(number) * (number + 1));
    const Index family = comparer_.family();
    const auto large = static_cast<Index>(look.orders.size());
    for (const Finding& one : look.orders) {
      if (comparer_.matches_of(one.above, one.below) < enough) {
        reject(one.line, "they have too few matches to be compared");
      }
      if (comparer_.evidence(one.above, one.below).against(least_of(one, family, large, level)) <
          0) {
        reject(one.line, "the matches do not show that it scores more");
      }
    }
  }

  void check_own_scores() const {
    for (const OwnScore& one : players_.own_scores) {
      const auto& list = comparer_.matches()[to_size(one.player)];
      if (list.empty()) reject(one.line, "it has no matches");
      Earned all;
      for (const auto& [other, earned] : list) {
        all.plays += earned.plays;
        all.wins += earned.wins;
        all.draws += earned.draws;
      }
      const Index block = block_of(one.player);
      const Fraction level = delta_ / 4 * part_of(block) / (end_of(block) - end_of(block - 1));
      const Fraction thousandths = one.low * 1000;
      if (own_evidence(all, mpz_get_si(mpq_numref(thousandths.raw()))).against(1 / level) < 0) {
        reject(one.line, "its matches do not show that it scores so much");
      }
    }
  }

  void check_excluded() const {
    const auto looks = static_cast<Index>(players_.looks.size());
    const Fraction bound = Fraction(present_ - 1) * 8 * looks * (looks + 1) / delta_;
    for (const Excluded& one : players_.excluded) {
      Rounded sum(Side::down);
      for (const Index by : one.by) {
        if (comparer_.matches_of(by, one.player) < enough) {
          reject(one.line, "they have too few matches to be compared");
        }
        sum.add(comparer_.evidence(by, one.player));
      }
      if (sum.against(bound) < 0) {
        reject(one.line, "the matches do not show that others score more");
      }
    }
  }

  const Players& players_;
  const Fraction& delta_;
  Comparer comparer_;
  std::vector<Index> places_;
  Index present_ = 0;
  Index first_ = 0;
  Index recounted_ = 0;
};

}  // namespace

Players read_players(Lines& lines, const Claim& claim) {
  Players result;
  if (!lines.peek().rest.starts_with("league ")) return result;
  Line line = lines.next("league");
  if (!claim.symmetric) line.reject("single players, where sides differ");
  const Index looks = line.count(1, most_looks);
  const string_view word = line.field();
  if (word != "compared" && word != "withheld") {
    line.reject("'compared' or 'withheld' belongs here");
  }
  line.end();
  result.all = to_size(claim.rows);
  result.compared = word == "compared";
  result.joined = read_joined(lines, claim.rows);
  for (Index t = 0; t < looks; ++t) {
    Look& look = result.looks.emplace_back();
    look.fresh = read_matches(lines, "look", claim.rows);
    look.favourites = read_findings(lines, "favourites", claim.rows);
    if (result.compared) look.orders = read_findings(lines, "orders", claim.rows);
  }
  if (lines.peek().rest.starts_with("rest ")) {
    Look& rest = result.rest.emplace();
    rest.fresh = read_matches(lines, "rest", claim.rows);
    if (rest.fresh.empty()) throw Rejected("a rest without matches");
    rest.favourites = read_findings(lines, "favourites", claim.rows);
  }
  read_own_scores(lines, claim.rows, result);
  if (result.compared) read_excluded(lines, claim.rows, result);
  return result;
}

void check_players(const Players& players, const Fraction& delta) {
  if (!players.looks.empty()) PlayersCheck(players, delta).run();
}

}  // namespace checker
