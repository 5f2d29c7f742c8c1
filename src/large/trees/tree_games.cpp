// Built-in game trees, made in sequence form at once: the trees themselves would be larger.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/at.hpp"
#include "core/game/keys.hpp"
#include "core/game/players.hpp"
#include "large/trees/game_trees.hpp"
#include "large/trees/sequence_form.hpp"

namespace allnash::large {
namespace {

using game::Both;
using game::Keys;
using game::opponent_of;
using game::Player;

void check_size(const Keys& keys, bool fits) {
  if (!fits) keys.refuse("more than " + std::to_string(most_payoffs) + " payoffs");
}

// Kuhn's and Leduc poker: a card each, then rounds of betting that both players watch. A player
// knows a card and the bets so far. So one walk through all sequences of bets makes the information
// sets and sequences of all cards at once, and the payoff at an end is a table of two cards.
//
// H. W. Kuhn, A simplified two-person poker, Contributions to the Theory of Games 1 (1950), 97-103.
// F. Southey et al., Bayes' bluff: opponent modelling in poker, UAI 2005, 550-558.

/// A player's sequence so far, by its card; nothing for impossible cards.
using ByCard = std::vector<std::optional<Index>>;

/// The state of a hand for all cards at once.
struct Table {
  Both<ByCard> sequences;
  Both<Index> stakes{1, 1};  // at first the antes
  Player mover = Player::row;
  Index bets = 0;  // bets and raises in this round
  bool checked = false;
  std::string before;  // labels of what was seen before this round
  std::string said;    // labels of this round
};

Table dealt(std::size_t cards) {
  Table table;
  table.sequences.row.assign(cards, SequenceForm::no_move);
  table.sequences.column = table.sequences.row;
  return table;
}

/// The public history of a hand, which follows "card X" in the label of an information set.
std::string seen(const Table& table) {
  return table.before + (table.said.empty() ? "" : ", " + table.said);
}

/// A round of betting: bets and raises of `size`, at most `most` of them.
class Betting {
 public:
  using RoundEnd = std::function<void(const Table&)>;
  using Fold = std::function<void(const Table&, Player loser)>;

  Betting(SequenceForm& form, const std::vector<std::string>& cards, Index size, Index most,
          RoundEnd end, Fold fold)
      : form_(form),
        cards_(cards),
        size_(size),
        most_(most),
        end_(std::move(end)),
        fold_(std::move(fold)) {}

  /// Visits all continuations.
  void go_on(const Table& table) {
    const Index yours = table.stakes.of(opponent_of(table.mover));
    const bool may_bet = table.bets < most_;
    if (table.stakes.of(table.mover) < yours) {
      std::vector<Table> next = chosen(table, may_bet, {"fold", "call", "raise"});
      fold_(next[0], table.mover);
      next[1].stakes.of(table.mover) = yours;
      end_(next[1]);
      if (may_bet) bet(std::move(next[2]), table.mover);
    } else {
      std::vector<Table> next = chosen(table, may_bet, {"check", "bet"});
      next[0].checked = true;
      if (table.checked) {
        end_(next[0]);
      } else {
        go_on(next[0]);
      }
      if (may_bet) bet(std::move(next[1]), table.mover);
    }
  }

 private:
  void bet(Table next, Player player) {
    next.stakes.of(player) = next.stakes.of(opponent_of(player)) + size_;
    ++next.bets;
    go_on(next);
  }

  // Adds the mover's information sets. Returns the state after each action; the last action, a bet,
  // only if it is allowed.
  std::vector<Table> chosen(const Table& table, bool may_bet, std::vector<const char*> actions) {
    const Player mover = table.mover;
    if (!may_bet) actions.pop_back();
    std::vector<Table> next(actions.size(), table);
    for (std::size_t a = 0; a < actions.size(); ++a) {
      next[a].mover = opponent_of(mover);
      next[a].said += (table.said.empty() ? "" : " ") + std::string(actions[a]);
    }
    for (std::size_t card = 0; card < cards_.size(); ++card) {
      const std::optional<Index> before = table.sequences.of(mover)[card];
      if (!before) continue;
      const Index node = form_.add_set(mover, *before, "card " + cards_[card] + seen(table));
      for (std::size_t a = 0; a < actions.size(); ++a) {
        next[a].sequences.of(mover)[card] = form_.add_action(mover, node, actions[a]);
      }
    }
    return next;
  }

  SequenceForm& form_;
  const std::vector<std::string>& cards_;
  Index size_;
  Index most_;
  RoundEnd end_;
  Fold fold_;
};

/// Adds the payoffs of a terminal state for each pair of cards: `payoff(row_card, column_card)`,
/// times the probability of the cards.
template <typename Payoff>
void pay_each(SequenceForm& form, const Table& table, const Payoff& payoff) {
  const auto cards = static_cast<Index>(table.sequences.row.size());
  for (Index i = 0; i < cards; ++i) {
    for (Index j = 0; j < cards; ++j) {
      const std::optional<Index> row = table.sequences.row[at(i)];
      const std::optional<Index> column = table.sequences.column[at(j)];
      if (row && column) form.pay(*row, *column, payoff(i, j));
    }
  }
}

/// The row player's payoff when `loser` folds.
Rational lost_by(Player loser, const Table& table) {
  return loser == Player::row ? Rational(-table.stakes.row) : Rational(table.stakes.column);
}

// A deck with `copies` indistinguishable cards of each kind.
class Deck {
 public:
  Deck(Index kinds, Index copies) : kinds_(kinds), copies_(copies) {}

  [[nodiscard]] Index kinds() const { return kinds_; }
  [[nodiscard]] Index left(Index kind, Index taken) const {
    return copies_ - (kind == taken ? 1 : 0);
  }
  /// The probability that the players hold these cards.
  [[nodiscard]] Rational probability(Index row, Index column) const {
    const Index all = kinds_ * copies_;
    return {copies_ * left(column, row), all * (all - 1)};
  }
  /// The probability that they hold these and this is the public card.
  [[nodiscard]] Rational probability(Index row, Index column, Index open) const {
    const Index ways = left(open, row) - (open == column ? 1 : 0);
    if (ways <= 0) return 0;
    return probability(row, column) * Rational(ways, kinds_ * copies_ - 2);
  }

 private:
  Index kinds_;
  Index copies_;
};

/// The sign of first - second.
Index compared(Index first, Index second) {
  return (first > second ? 1 : 0) - (first < second ? 1 : 0);
}

FlowGame kuhn_poker(const Keys& keys, Pace& pace) {
  const Index n = keys.integer("cards", 2, 1000000);
  const Index bets = keys.integer("bets", 1, 100);
  check_size(keys, (1 + 4 * bets) * n * (n - 1) <= most_payoffs);
  std::vector<std::string> cards;
  for (Index card = 1; card <= n; ++card) cards.push_back(std::to_string(card));
  const Deck deck(n, 1);
  const Rational deal = deck.probability(0, 1);
  SequenceForm form(pace);
  const auto showdown = [&](const Table& table) {
    const Rational won = deal * Rational(table.stakes.row);
    pay_each(form, table, [&](Index i, Index j) { return Rational(compared(i, j)) * won; });
  };
  const auto fold = [&](const Table& table, Player loser) {
    const Rational won = deal * lost_by(loser, table);
    pay_each(form, table, [&](Index i, Index j) { return i == j ? Rational(0) : won; });
  };
  Betting(form, cards, 1, bets, showdown, fold).go_on(dealt(cards.size()));
  return std::move(form).take();
}

FlowGame leduc_poker(const Keys& keys, Pace& pace) {
  const Index ranks = keys.integer("ranks", 1, 1000000);
  const Index suits = keys.integer("suits", 1, 1000000);
  const bool suits_seen = keys.flag("suits-seen");
  if (ranks * suits < 3) keys.refuse("a deck of fewer than three cards");
  const Index kinds = suits_seen ? ranks * suits : ranks;
  // A round of betting ends in nine ways: four folds, and five that lead on to each public card.
  check_size(keys, kinds <= 1000 && kinds * kinds * (4 + 45 * kinds) <= most_payoffs);
  const Deck deck(kinds, suits_seen ? 1 : suits);
  const auto rank = [&](Index kind) { return suits_seen ? kind / suits : kind; };
  std::vector<std::string> cards;
  for (Index kind = 0; kind < kinds; ++kind) {
    cards.push_back(std::to_string(rank(kind) + 1));
    if (suits_seen) cards.back() += "/" + std::to_string(kind % suits + 1);
  }
  SequenceForm form(pace);
  const auto second_round = [&](Table table, Index open) {
    table.before = seen(table) + ", public " + cards[at(open)];
    table.said.clear();
    table.mover = Player::row;
    table.bets = 0;
    table.checked = false;
    for (ByCard* const side : {&table.sequences.row, &table.sequences.column}) {
      if (deck.left(open, open) == 0) (*side)[at(open)].reset();
    }
    const auto showdown = [&](const Table& end) {
      pay_each(form, end, [&](Index i, Index j) {
        const Index pair = compared(rank(i) == rank(open) ? 1 : 0, rank(j) == rank(open) ? 1 : 0);
        const Index better = pair != 0 ? pair : compared(rank(i), rank(j));
        return deck.probability(i, j, open) * Rational(better * end.stakes.row);
      });
    };
    const auto fold = [&](const Table& end, Player loser) {
      pay_each(form, end, [&](Index i, Index j) {
        return deck.probability(i, j, open) * lost_by(loser, end);
      });
    };
    Betting(form, cards, 4, 2, showdown, fold).go_on(table);
  };
  const auto public_card = [&](const Table& table) {
    for (Index open = 0; open < deck.kinds(); ++open) second_round(table, open);
  };
  const auto fold = [&](const Table& table, Player loser) {
    pay_each(form, table,
             [&](Index i, Index j) { return deck.probability(i, j) * lost_by(loser, table); });
  };
  Betting(form, cards, 2, 2, public_card, fold).go_on(dealt(cards.size()));
  return std::move(form).take();
}

// Liar's dice with one die each. Each player sees its own die; both hear the bids, which rise: one
// of a face, for each face in turn, then two. A player may call the last bid. The caller wins if
// fewer dice than bid show the face of the bid or the highest face, which is wild; otherwise the
// bidder wins.

class LiarsDice {
 public:
  LiarsDice(Index sides, Pace& pace) : sides_(sides), form_(pace) {}

  FlowGame game() {
    const std::vector<Index> start(at(sides_), SequenceForm::no_move);
    bid_or_call({start, start}, Player::row, 0, "");
    return std::move(form_).take();
  }

 private:
  using ByDie = std::vector<Index>;  // a player's sequence, by its die

  // `bids` is the rank of the last bid, 0 for none; later bids must be higher.
  void bid_or_call(const Both<ByDie>& sequences, Player mover, Index bids,
                   const std::string& heard) {
    const bool may_call = bids > 0;
    std::vector<Index> nodes;
    for (Index die = 0; die < sides_; ++die) {
      nodes.push_back(form_.add_set(mover, sequences.of(mover)[at(die)],
                                    "die " + std::to_string(die + 1) + heard));
    }
    const auto after = [&](const std::string& action) {
      Both<ByDie> next = sequences;
      for (std::size_t die = 0; die < nodes.size(); ++die) {
        next.of(mover)[die] = form_.add_action(mover, nodes[die], action);
      }
      return next;
    };
    for (Index bid = bids; bid < 2 * sides_; ++bid) {
      const std::string text =
          std::to_string(bid / sides_ + 1) + "x" + std::to_string(bid % sides_ + 1);
      bid_or_call(after(text), opponent_of(mover), bid + 1,
                  heard + (may_call ? " " : ", bids ") + text);
    }
    if (may_call) pay(after("call"), mover, bids - 1);
  }

  void pay(const Both<ByDie>& sequences, Player caller, Index bid) {
    const Rational deal(1, sides_ * sides_);
    const auto shows = [&](Index die) {
      return die == bid % sides_ || die == sides_ - 1 ? Index{1} : Index{0};
    };
    for (Index i = 0; i < sides_; ++i) {
      for (Index j = 0; j < sides_; ++j) {
        const bool holds = shows(i) + shows(j) >= bid / sides_ + 1;
        const bool row_wins = holds == (caller == Player::column);
        form_.pay(sequences.row[at(i)], sequences.column[at(j)], row_wins ? deal : -deal);
      }
    }
  }

  Index sides_;
  SequenceForm form_;
};

FlowGame liars_dice(const Keys& keys, Pace& pace) {
  const Index sides = keys.integer("sides", 1, 20);
  check_size(keys, (Index{1} << (2 * sides)) * sides * sides <= most_payoffs);
  return LiarsDice(sides, pace).game();
}

}  // namespace

const BuiltInGames& built_in_trees() {
  static const BuiltInGames table = {
      "trees:",
      "unknown game tree (trees: ",
      {
          {"kuhn", "cards=3, bets=1",
           "Kuhn's poker: an ante of 1, a card each, at most `bets` bets or raises of 1, the "
           "higher card wins",
           kuhn_poker},
          {"leduc", "ranks=3, suits=2, suits-seen?",
           "Leduc poker: an ante of 1, a card each, bets of 2, a public card, bets of 4, at most "
           "two bets or raises a round; a pair with the public card wins, else the higher rank; "
           "`suits-seen` shows suits, which count for nothing",
           leduc_poker},
          {"liars-dice", "sides=6",
           "liar's dice, one die each: rising bids of a count of 1 or 2 and a face, or calling the "
           "last bid; the highest face is wild, the loser pays 1",
           liars_dice},
      }};
  return table;
}

}  // namespace allnash::large
