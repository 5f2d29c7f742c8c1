// Game trees for tests, and what they are worth by walking them: nothing here knows of sequences.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/exact/matrix.hpp"
#include "matrices.hpp"

namespace allnash::test {

using Mover = GameTree::Mover;

/// Makes trees by describing each node before what follows it. Sets are known by their labels.
class TreeMaker {
 public:
  void chance(const std::string& label, std::vector<Rational> chances,
              std::optional<Rational> paid = {}) {
    std::vector<std::string> actions;
    for (std::size_t a = 0; a < chances.size(); ++a) actions.push_back("c" + std::to_string(a));
    node(Mover::chance, label, std::move(actions), std::move(chances), std::move(paid));
  }
  void move(Mover mover, const std::string& label, std::vector<std::string> actions,
            std::optional<Rational> paid = {}) {
    node(mover, label, std::move(actions), {}, std::move(paid));
  }
  void end(std::optional<Rational> paid) { tree.nodes.push_back({{}, outcome(std::move(paid))}); }

  GameTree tree;
  Rational sum;  ///< what the players get together at each end

 private:
  void node(Mover mover, const std::string& label, std::vector<std::string> actions,
            std::vector<Rational> chances, std::optional<Rational> paid) {
    const auto [known, is_new] =
        sets_.try_emplace({mover, label}, static_cast<Index>(tree.sets.size()));
    if (is_new) {
      tree.sets.push_back({mover, label, std::move(actions), std::move(chances),
                           static_cast<std::int64_t>(tree.sets.size()) + 1});
    }
    // Here the players win from each other; what they share is paid at ends.
    std::optional<Index> number;
    if (paid) {
      number = static_cast<Index>(tree.outcomes.size());
      tree.outcomes.push_back({*paid, -*paid});
    }
    tree.nodes.push_back({known->second, number});
  }
  std::optional<Index> outcome(std::optional<Rational> paid) {
    if (!paid && sum.sign() == 0) return {};
    const Rational won = paid.value_or(Rational(0));
    tree.outcomes.push_back({won, sum - won});
    return static_cast<Index>(tree.outcomes.size()) - 1;
  }

  std::map<std::pair<Mover, std::string>, Index> sets_;
};

/// What the first player gets on average where `share(set, action)` is the probability of each
/// action of the players'.
template <typename Share>
class TreeWalk {
 public:
  TreeWalk(const GameTree& tree, const Share& share) : tree_(tree), share_(share) {}
  Rational value() {
    place_ = 0;
    return below();
  }

 private:
  Rational below() {
    const GameTree::Node& node = tree_.nodes[place_++];
    Rational sum;
    if (node.outcome) sum = tree_.outcomes[at(*node.outcome)].first;
    if (!node.set) return sum;
    const GameTree::InformationSet& set = tree_.sets[at(*node.set)];
    for (std::size_t a = 0; a < set.actions.size(); ++a) {
      const Rational weight =
          set.mover == Mover::chance ? set.chances[a] : share_(*node.set, static_cast<Index>(a));
      sum += weight * below();
    }
    return sum;
  }
  const GameTree& tree_;
  const Share& share_;
  std::size_t place_ = 0;
};
template <typename Share>
Rational walked(const GameTree& tree, const Share& share) {
  return TreeWalk<Share>(tree, share).value();
}

/// A reduced pure strategy: what is done at each set that its own moves do not rule out.
using Choice = std::map<Index, Index>;

/// All of a player's who forgets nothing, so that what it has done last tells all that it has done.
/// Nothing where there are more than `most`.
class PureStrategies {
 public:
  static std::optional<std::vector<Choice>> of(const GameTree& tree, Mover mover,
                                               std::size_t most) {
    PureStrategies found(tree, mover, most);
    found.walk(std::nullopt);
    std::vector<Choice> all = found.after(std::nullopt);
    if (found.too_many_) return {};
    return all;
  }

 private:
  using Move = std::optional<std::pair<Index, Index>>;  // a set and an action; none: no move yet

  PureStrategies(const GameTree& tree, Mover mover, std::size_t most)
      : tree_(tree), mover_(mover), most_(most) {}

  void walk(const Move& last) {
    const GameTree::Node& node = tree_.nodes[place_++];
    if (!node.set) return;
    const GameTree::InformationSet& set = tree_.sets[at(*node.set)];
    const bool own = set.mover == mover_;
    if (own) sets_after_[last].insert(*node.set);
    for (std::size_t a = 0; a < set.actions.size(); ++a) {
      walk(own ? Move({*node.set, static_cast<Index>(a)}) : last);
    }
  }
  // A choice at each set that may come next, in all ways.
  std::vector<Choice> after(const Move& last) {
    std::vector<Choice> all = {{}};
    for (const Index set : sets_after_[last]) {
      std::vector<Choice> here;
      for (std::size_t a = 0; a < tree_.sets[at(set)].actions.size() && !too_many_; ++a) {
        const auto action = static_cast<Index>(a);
        for (Choice& choice : after({{set, action}})) {
          choice[set] = action;
          here.push_back(std::move(choice));
        }
      }
      too_many_ = too_many_ || all.size() * here.size() > most_;
      if (too_many_) return {};
      std::vector<Choice> both;
      for (const Choice& one : all) {
        for (const Choice& other : here) {
          both.push_back(one);
          both.back().insert(other.begin(), other.end());
        }
      }
      all = std::move(both);
    }
    return all;
  }

  const GameTree& tree_;
  Mover mover_;
  std::size_t most_;
  std::size_t place_ = 0;
  std::map<Move, std::set<Index>> sets_after_;
  bool too_many_ = false;
};

/// The reduced normal form.
struct NormalForm {
  std::vector<Choice> rows;
  std::vector<Choice> columns;
  exact::Matrix payoffs;
};
inline std::optional<NormalForm> normal_form_of(const GameTree& tree, std::size_t most) {
  auto rows = PureStrategies::of(tree, Mover::first, most);
  auto columns = PureStrategies::of(tree, Mover::second, most);
  if (!rows || !columns) return {};
  NormalForm form{std::move(*rows), std::move(*columns), {}};
  form.payoffs =
      matrix_of(static_cast<Index>(form.rows.size()), static_cast<Index>(form.columns.size()),
                [&](Index i, Index j) {
                  return walked(tree, [&](Index set, Index action) {
                    const bool first = tree.sets[at(set)].mover == Mover::first;
                    const Choice& choice = first ? form.rows[at(i)] : form.columns[at(j)];
                    const auto chosen = choice.find(set);
                    const bool plays = chosen != choice.end() && chosen->second == action;
                    return Rational(plays ? 1 : 0);
                  });
                });
  return form;
}

/// A random tree in which nobody forgets: nodes of a player share a set where the player has done
/// the same before, sees the same, and may do as much. Payoffs are few, so that there are ties.
class RandomTree {
 public:
  static GameTree draw(std::mt19937_64& random) {
    RandomTree drawn(random);
    drawn.maker_.sum = drawn.below(3) == 0 ? Rational(drawn.below(9) - 4, 2) : Rational(0);
    drawn.most_ = 2 + drawn.below(3);
    drawn.kind_ = drawn.below(3);
    drawn.node(1 + drawn.below(4), "", "");
    return std::move(drawn.maker_.tree);
  }

 private:
  explicit RandomTree(std::mt19937_64& random) : random_(random) {}
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  Rational payoff() {
    if (kind_ == 0) return below(3) - 1;
    if (kind_ == 1) return below(7) - 3;
    return Rational(below(41) - 20, 6);
  }
  std::optional<Rational> perhaps_paid() {
    if (below(6) == 0) return payoff();
    return {};
  }

  // `first` and `second` are what the players have done and seen.
  void node(int depth, const std::string& first, const std::string& second) {
    if (depth == 0 || below(12) == 0) {
      return maker_.end(below(9) == 0 ? std::optional<Rational>() : payoff());
    }
    const int actions = below(10) == 0 ? 1 : 2 + below(most_ - 1);
    const int mover = below(5);
    if (mover == 0) {
      std::vector<Rational> chances;
      Rational left = 1;
      for (int a = 1; a < actions; ++a) {
        chances.push_back(left * Rational(below(4), 3 + below(3)));
        left -= chances.back();
      }
      chances.push_back(left);
      maker_.chance("event " + std::to_string(maker_.tree.nodes.size()), chances, perhaps_paid());
      for (int a = 0; a < actions; ++a) node(depth - 1, first, second);
      return;
    }
    const bool row = mover % 2 == 0;
    const std::string set =
        (row ? first : second) + "/" + std::to_string(below(2)) + "." + std::to_string(actions);
    std::vector<std::string> labels;
    for (int a = 0; a < actions; ++a) labels.push_back("a" + std::to_string(a));
    maker_.move(row ? Mover::first : Mover::second, set, labels, perhaps_paid());
    for (const std::string& label : labels) {
      const std::string after = set + label;
      node(depth - 1, row ? after : first, row ? second : after);
    }
  }

  std::mt19937_64& random_;
  TreeMaker maker_;
  int most_ = 2;
  int kind_ = 0;
};

}  // namespace allnash::test
