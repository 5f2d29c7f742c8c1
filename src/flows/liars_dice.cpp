// Liar's dice with one die each. Each player sees its own die; both hear the bids, which rise: one
// of a face, for each face in turn, then two. A player may call the last bid. The caller wins if
// fewer dice than bid show the face of the bid or the highest face, which is wild; otherwise the
// bidder wins.
#include <string>
#include <utility>
#include <vector>

#include "base/at.hpp"
#include "flows/built_in.hpp"
#include "flows/sequence_form.hpp"
#include "game/players.hpp"

namespace allnash::flows {
namespace {

class LiarsDice {
 public:
  explicit LiarsDice(Index sides) : sides_(sides) {}

  FlowGame game() {
    const std::vector<Index> start(at(sides_), SequenceForm::no_move);
    bid_or_call({start, start}, game::Player::row, 0, "");
    return std::move(form_).take();
  }

 private:
  using ByDie = std::vector<Index>;  // the sequence of a player with each die

  // `bids` have been passed over or made; the last of them was made, unless there is none.
  void bid_or_call(const game::Both<ByDie>& sequences, game::Player mover, Index bids,
                   const std::string& heard) {
    const bool may_call = bids > 0;
    std::vector<Index> nodes;
    for (Index die = 0; die < sides_; ++die) {
      nodes.push_back(form_.add_set(mover, sequences.of(mover)[at(die)],
                                    "die " + std::to_string(die + 1) + heard));
    }
    const auto after = [&](const std::string& action) {
      game::Both<ByDie> next = sequences;
      for (std::size_t die = 0; die < nodes.size(); ++die) {
        next.of(mover)[die] = form_.add_action(mover, nodes[die], action);
      }
      return next;
    };
    for (Index bid = bids; bid < 2 * sides_; ++bid) {
      const std::string text =
          std::to_string(bid / sides_ + 1) + "x" + std::to_string(bid % sides_ + 1);
      bid_or_call(after(text), game::opponent_of(mover), bid + 1,
                  heard + (may_call ? " " : ", bids ") + text);
    }
    if (may_call) pay(after("call"), mover, bids - 1);
  }

  void pay(const game::Both<ByDie>& sequences, game::Player caller, Index bid) {
    const Rational deal(1, sides_ * sides_);
    const auto shows = [&](Index die) {
      return die == bid % sides_ || die == sides_ - 1 ? Index{1} : Index{0};
    };
    for (Index i = 0; i < sides_; ++i) {
      for (Index j = 0; j < sides_; ++j) {
        const bool holds = shows(i) + shows(j) >= bid / sides_ + 1;
        const bool row_wins = holds == (caller == game::Player::column);
        form_.pay(sequences.row[at(i)], sequences.column[at(j)], row_wins ? deal : -deal);
      }
    }
  }

  Index sides_;
  SequenceForm form_;
};

}  // namespace

FlowGame liars_dice(const game::Keys& keys) {
  const Index sides = keys.integer("sides", 1, 20);
  if ((Index{1} << (2 * sides)) * sides * sides > most_tree_payoffs) {
    keys.refuse("more than " + std::to_string(most_tree_payoffs) + " payoffs");
  }
  return LiarsDice(sides).game();
}

}  // namespace allnash::flows
