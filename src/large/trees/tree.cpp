// The sequence form of a game tree. With perfect recall all nodes of an information set are
// preceded by the same moves of its player. So an information set hangs on one sequence, and a plan
// is a flow from the empty sequence down through these sets. The payoff at a node, times the
// probability of the chance moves before it, belongs to the pair of sequences that lead there.
//
// B. von Stengel, Efficient computation of behavior strategies, Games and Economic Behavior 14
// (1996), 220-246.
#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/base/text.hpp"
#include "core/game/players.hpp"
#include "large/graphs/parts.hpp"
#include "large/trees/sequence_form.hpp"

namespace allnash {
namespace large {
namespace {

using game::Player;
using Mover = GameTree::Mover;

// Makes labels nonempty and distinct: a repeated label gets its number as suffix, and a mark if
// that is taken, too. Invalid UTF-8 is replaced first, since it would look alike in print.
std::vector<std::string> told_apart(std::vector<std::string> labels,
                                    const std::vector<std::int64_t>& numbers, const char* what) {
  for (std::string& label : labels) {
    if (!is_utf8(label)) label = printable(label, label.size());
  }
  std::unordered_map<std::string_view, int> times;
  for (const std::string& label : labels) ++times[label];
  std::unordered_set<std::string> taken;
  for (const std::string& label : labels) {
    if (!label.empty() && times[label] == 1) taken.insert(label);
  }
  std::vector<std::string> result;
  for (std::size_t t = 0; t < labels.size(); ++t) {
    const std::string& label = labels[t];
    if (!label.empty() && times[label] == 1) {
      result.push_back(label);
      continue;
    }
    std::string text = (label.empty() ? what : label + " #") + std::to_string(numbers[t]);
    while (!taken.insert(text).second) text += '\'';
    result.push_back(std::move(text));
  }
  return result;
}

class Translation {
 public:
  Translation(const GameTree& tree, const std::string& name, const StopToken& stop)
      : tree_(tree), name_(name), pace_(stop) {
    check_numbers();
    places_.resize(tree.sets.size());
    name_sets(Mover::first);
    name_sets(Mover::second);
  }

  FlowGame game() {
    for (Index n = 0; n < static_cast<Index>(tree_.nodes.size()); ++n) {
      pace_.step();
      pass(n);
      way_ = after_this(n);
    }
    pay_all();
    FlowGame game = std::move(form_).take();
    game.restored_chances = tree_.restored_chances;
    return game;
  }

 private:
  // The state at a node: what led there.
  struct Way {
    game::Both<Index> sequences{SequenceForm::no_move, SequenceForm::no_move};
    bool impossible = false;  // a chance move of probability 0 is on it
  };
  // A node whose actions are being visited.
  struct Branching {
    Index node = 0;
    Index set = 0;
    Index taken = 0;  // actions visited so far
    Way way;
    Rational sum;  // at a chance move: expected payoff until players move next
  };
  struct Place {
    std::string label;
    std::optional<Index> node;  // in the player's graph, once visited
    Index after = 0;            // the sequence that leads to it
    Index first_arc = 0;
    std::int64_t line = 0;
    bool checked = false;  // probabilities of chance are checked
  };

  static Player player_of(Mover mover) {
    return mover == Mover::first ? Player::row : Player::column;
  }
  static const char* name_of(Mover mover) { return mover == Mover::first ? "1" : "2"; }

  [[noreturn]] void refuse_at(Index node, const std::string& what) const {
    const std::int64_t line = tree_.nodes[at(node)].line;
    refuse(line > 0 ? name_ + ":" + std::to_string(line) : name_, what);
  }
  static std::string on_line(std::int64_t line) {
    return line > 0 ? " on line " + std::to_string(line) : "";
  }

  void check_numbers() const {
    if (tree_.nodes.empty()) refuse(name_, "a tree without a node");
    const auto names_nothing = [](const std::optional<Index>& number, std::size_t count) {
      return number && (*number < 0 || *number >= static_cast<Index>(count));
    };
    for (Index n = 0; n < static_cast<Index>(tree_.nodes.size()); ++n) {
      const GameTree::Node& node = tree_.nodes[at(n)];
      if (names_nothing(node.set, tree_.sets.size())) refuse_at(n, "there is no such set");
      if (names_nothing(node.outcome, tree_.outcomes.size())) {
        refuse_at(n, "there is no such outcome");
      }
    }
    for (const GameTree::InformationSet& set : tree_.sets) {
      if (set.actions.empty()) {
        refuse(name_, "information set " + in_quotes(set.label) + " without an action");
      }
      const std::size_t chances = set.mover == Mover::chance ? set.actions.size() : 0;
      if (set.chances.size() != chances) {
        refuse(name_, "a probability for each action of chance is needed, and for no other");
      }
    }
  }

  void name_sets(Mover mover) {
    std::vector<Index> sets;
    std::vector<std::string> labels;
    std::vector<std::int64_t> numbers;
    for (Index s = 0; s < static_cast<Index>(tree_.sets.size()); ++s) {
      const GameTree::InformationSet& set = tree_.sets[at(s)];
      if (set.mover != mover) continue;
      sets.push_back(s);
      labels.push_back(set.label);
      numbers.push_back(set.number > 0 ? set.number : s + 1);
    }
    std::vector<std::string> names = told_apart(std::move(labels), numbers, "set ");
    for (std::size_t t = 0; t < sets.size(); ++t) {
      places_[at(sets[t])].label = std::move(names[t]);
    }
  }

  [[nodiscard]] const GameTree::Outcome* outcome_at(Index n) const {
    const auto& outcome = tree_.nodes[at(n)].outcome;
    return outcome ? &tree_.outcomes[at(*outcome)] : nullptr;
  }

  void pass(Index n) {
    const GameTree::Node& node = tree_.nodes[at(n)];
    const GameTree::Outcome* const outcome = outcome_at(n);
    const Rational payoff = outcome != nullptr ? outcome->first : Rational();
    if (outcome != nullptr) paid_ += outcome->first + outcome->second;
    if (!node.set) {
      check_sum(n);
      pay(way_, payoff);
      leave(n);
    } else if (is_chance(*node.set)) {
      check_chance(n, *node.set);
      branchings_.push_back({n, *node.set, 0, way_, payoff});
    } else {
      meet(n, *node.set);
      pay(way_, payoff);
      branchings_.push_back({n, *node.set, 0, way_, {}});
    }
  }
  void leave(Index n) {
    if (const auto* const outcome = outcome_at(n)) paid_ -= outcome->first + outcome->second;
  }

  [[nodiscard]] bool is_chance(Index set) const {
    return tree_.sets[at(set)].mover == Mover::chance;
  }
  // The probability of the action that was taken last.
  [[nodiscard]] const Rational& chance_at(const Branching& branching) const {
    return tree_.sets[at(branching.set)].chances[at(branching.taken - 1)];
  }

  // Adds a payoff at a node below the last branching: after a chance move to that one's sum, for
  // the same two sequences. Numbers stay short where many chance moves follow each other.
  void pay(const Way& way, const Rational& payoff) {
    if (payoff.sign() == 0) return;
    if (!branchings_.empty() && is_chance(branchings_.back().set)) {
      branchings_.back().sum += chance_at(branchings_.back()) * payoff;
    } else if (!way.impossible) {
      const auto& [row, column] = way.sequences;
      payoffs_.push_back({row, column, probability() * payoff});
    }
  }

  // The probability of the chance moves that were taken, all of which are above 0.
  const Rational& probability() {
    for (; settled_ < branchings_.size(); ++settled_) {
      const Branching& branching = branchings_[settled_];
      if (is_chance(branching.set)) probability_ *= chance_at(branching);
    }
    return probability_;
  }
  // Takes the last branching's move out of the probability.
  void unsettle() {
    if (settled_ < branchings_.size()) return;
    --settled_;
    if (is_chance(branchings_.back().set)) probability_ /= chance_at(branchings_.back());
  }

  // The way to the next node in the order of the tree.
  Way after_this(Index n) {
    while (!branchings_.empty()) {
      unsettle();
      Branching& top = branchings_.back();
      const GameTree::InformationSet& set = tree_.sets[at(top.set)];
      const Index action = top.taken++;
      if (action == static_cast<Index>(set.actions.size())) {
        leave(top.node);
        const Branching done = std::move(top);
        branchings_.pop_back();
        pay(done.way, done.sum);
        continue;
      }
      Way way = top.way;
      if (set.mover == Mover::chance) {
        way.impossible = way.impossible || chance_at(top).sign() == 0;
      } else {
        way.sequences.of(player_of(set.mover)) = places_[at(top.set)].first_arc + action;
      }
      if (n + 1 == static_cast<Index>(tree_.nodes.size())) {
        refuse_at(top.node, "nothing follows action " + std::to_string(action + 1) +
                                " here: the tree ends before it");
      }
      return way;
    }
    if (n + 1 < static_cast<Index>(tree_.nodes.size())) {
      refuse_at(n + 1, "a node after the end of the tree");
    }
    return {};
  }

  void check_sum(Index n) {
    if (way_.impossible) return;
    if (!sum_) {
      sum_ = paid_;
      first_end_ = n;
    }
    if (*sum_ == paid_) return;
    refuse_at(n, "the payoffs of " + end_name(n) + " add up to " + printable(paid_.to_string()) +
                     ", those of " + end_name(first_end_) +
                     on_line(tree_.nodes[at(first_end_)].line) + " to " +
                     printable(sum_->to_string()) +
                     ": only games whose payoffs add up to one number are solved");
  }
  [[nodiscard]] std::string end_name(Index n) const {
    const std::string& label = tree_.nodes[at(n)].label;
    return label.empty() ? "the end" : "the end " + in_quotes(label);
  }

  void check_chance(Index n, Index s) {
    Place& place = places_[at(s)];
    if (std::exchange(place.checked, true)) return;
    Rational sum;
    for (const Rational& chance : tree_.sets[at(s)].chances) {
      if (chance.sign() < 0) {
        refuse_at(n, "probability " + printable(chance.to_string()) + " of a chance move");
      }
      sum += chance;
    }
    if (sum != Rational(1)) {
      refuse_at(n, "probabilities of chance add up to " + printable(sum.to_string()) +
                       ", not to 1; thirds are written 1/3");
    }
  }

  // Visits an information set for the first time, or checks that it is reached as before.
  void meet(Index n, Index s) {
    const GameTree::InformationSet& set = tree_.sets[at(s)];
    const Player player = player_of(set.mover);
    const Index after = way_.sequences.of(player);
    Place& place = places_[at(s)];
    if (place.node) {
      if (place.after != after) refuse_memory(n, s, after);
      return;
    }
    place.node = form_.add_set(player, after, place.label);
    parents_.of(player).push_back(after);
    place.after = after;
    place.line = tree_.nodes[at(n)].line;
    std::vector<std::int64_t> numbers;
    for (std::size_t a = 1; a <= set.actions.size(); ++a) {
      numbers.push_back(static_cast<std::int64_t>(a));
    }
    std::vector<std::string> labels = told_apart(set.actions, numbers, "");
    place.first_arc = static_cast<Index>(form_.side(player).arcs.size());
    for (std::string& label : labels) form_.add_action(player, *place.node, std::move(label));
  }

  [[noreturn]] void refuse_memory(Index n, Index s, Index after) const {
    const GameTree::InformationSet& set = tree_.sets[at(s)];
    const Place& place = places_[at(s)];
    const std::string which =
        "information set " + in_quotes(place.label) + " of player " + name_of(set.mover);
    for (const Branching& before : branchings_) {
      if (before.set == s) {
        const std::string first = on_line(tree_.nodes[at(before.node)].line);
        refuse_at(n, which + " is met twice on one path" + (first.empty() ? "" : ", first") +
                         first + ": only games in which nobody forgets are solved");
      }
    }
    const auto [here, there] = histories(player_of(set.mover), after, place.after);
    refuse_at(n, which + " is met after " + here + ", and" +
                     (place.line > 0 ? on_line(place.line) : " elsewhere") + " after " + there +
                     ": only games in which nobody forgets are solved");
  }

  // The moves of two sequences from the first difference on.
  [[nodiscard]] std::pair<std::string, std::string> histories(Player player, Index left,
                                                              Index right) const {
    std::vector<Index> ours = moves(player, left);
    std::vector<Index> theirs = moves(player, right);
    const auto [here, there] =
        std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end());
    const bool common = here != ours.begin();
    ours.erase(ours.begin(), here);
    theirs.erase(theirs.begin(), there);
    return {text_of(player, ours, common), text_of(player, theirs, common)};
  }
  [[nodiscard]] std::vector<Index> moves(Player player, Index arc) const {
    std::vector<Index> result;
    while (arc != SequenceForm::no_move) {
      result.push_back(arc);
      const Index node = form_.side(player).arcs[at(arc)].tail;
      arc = parents_.of(player)[at(node)];
    }
    std::reverse(result.begin(), result.end());
    return result;
  }
  [[nodiscard]] std::string text_of(Player player, const std::vector<Index>& arcs,
                                    bool common) const {
    constexpr std::size_t most = 4;
    if (arcs.empty()) return common ? "no further move of its own" : "no move of its own";
    const FlowSide& side = form_.side(player);
    std::string text;
    for (std::size_t t = 0; t < std::min(arcs.size(), most); ++t) {
      const FlowArc& arc = side.arcs[at(arcs[t])];
      text +=
          (t > 0 ? ", " : "") + in_quotes(arc.label) + " at " + in_quotes(side.nodes[at(arc.tail)]);
    }
    return arcs.size() > most ? text + ", ..." : text;
  }

  void pay_all() {
    std::sort(payoffs_.begin(), payoffs_.end(), [](const FlowPayoff& a, const FlowPayoff& b) {
      return std::tie(a.row_feature, a.column_feature) < std::tie(b.row_feature, b.column_feature);
    });
    for (std::size_t t = 0; t < payoffs_.size();) {
      FlowPayoff& first = payoffs_[t];
      for (++t; t < payoffs_.size() && payoffs_[t].row_feature == first.row_feature &&
                payoffs_[t].column_feature == first.column_feature;
           ++t) {
        first.payoff += payoffs_[t].payoff;
      }
      form_.pay(first.row_feature, first.column_feature, std::move(first.payoff));
    }
  }

  const GameTree& tree_;
  const std::string& name_;
  Pace pace_;
  SequenceForm form_{pace_};
  std::vector<Place> places_;  // by set
  game::Both<std::vector<Index>> parents_{{SequenceForm::no_move}, {SequenceForm::no_move}};
  std::vector<Branching> branchings_;
  Way way_;                   // to the next node
  Rational paid_;             // on the way, to both players
  Rational probability_ = 1;  // of the moves of the first `settled_` branchings
  std::size_t settled_ = 0;
  std::vector<FlowPayoff> payoffs_;
  std::optional<Rational> sum_;
  Index first_end_ = 0;
};

}  // namespace

FlowGame tree_game(const GameTree& tree, const std::string& name, const StopToken& stop) {
  return Translation(tree, name, stop).game();
}

}  // namespace large

FlowGame tree_game(const GameTree& tree, const std::string& name) {
  return large::tree_game(tree, name, {});
}

}  // namespace allnash
