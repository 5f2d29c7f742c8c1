#include "trees.hpp"

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "gambit.hpp"
#include "rounded_chances.hpp"

namespace checker {
namespace {

class TreeReader {
 public:
  explicit TreeReader(Source in) : in_(std::move(in)) {}

  GameTree read() && {
    for (Graph* const side : {&tree_.row, &tree_.column}) {
      side->nodes = 1;
      side->arcs.push_back({0, 0, {}});
    }
    read_gambit_head(in_, "EFG", "2");
    skip_text();
    do {
      read_node();
    } while (leads_on());
    if (!gambit_token(in_).empty()) in_.fail("text after the last node");
    const auto of_none = tree_.payoffs.extract({0, 0});
    if (!of_none.empty()) tree_.constant = of_none.mapped();
    std::erase_if(tree_.payoffs, [](const auto& one) { return one.second.sign() == 0; });
    return std::move(tree_);
  }

 private:
  /// The path to a node.
  struct Way {
    std::array<Index, 2> last = {0, 0};  // each player's last arc
    bool impossible = false;             // a chance move of probability 0 is on it
  };
  struct Set {
    int mover = 0;  // 2 is chance
    std::vector<string> actions;
    std::vector<Fraction> chances;
    std::optional<Index> node;
    Index after = 0;
    Index first_arc = 0;
  };
  /// A node whose actions are being visited.
  struct Branching {
    const Set* set;
    std::size_t taken;
    Way way;
    const GambitPayoffs* outcome;  // at the node itself
    Fraction sum;                  // at a chance move: expected payoff until players move next

    [[nodiscard]] bool is_chance() const { return set->mover == 2; }
    [[nodiscard]] const Fraction& chance() const { return set->chances[taken - 1]; }
  };

  /// Whether the next token begins with this character; the place, and the line, stay.
  [[nodiscard]] bool comes(char first) const {
    const string_view rest = in_.rest();
    const std::size_t at = rest.find_first_not_of(" \t\r\n,");
    return at != string_view::npos && rest[at] == first;
  }
  void skip_text() {
    if (comes('"')) gambit_token(in_);
  }
  Index index(Index low, Index high = std::numeric_limits<Index>::max()) {
    return in_.integer(gambit_token(in_), low, high);
  }
  /// The text in quotes; a backslash stands before a quote or a backslash that is part of it.
  static string unquoted(string_view token) {
    string text;
    for (std::size_t t = 1; t + 1 < token.size(); ++t) {
      const bool escapes = token[t] == '\\' && (token[t + 1] == '"' || token[t + 1] == '\\');
      if (escapes && t + 2 < token.size()) ++t;
      text += token[t];
    }
    return text;
  }

  void read_node() {
    const string_view kind = gambit_token(in_);
    if (kind != "c" && kind != "p" && kind != "t") in_.fail("a node that is none of c, p and t");
    skip_text();
    Set* set = nullptr;
    if (kind == "c") set = &read_set(2);
    if (kind == "p") set = &read_set(static_cast<int>(index(1, 2)) - 1);
    const GambitPayoffs& here = read_outcome();
    paid_.add(here[0] + here[1]);
    if (set == nullptr) {
      check_sum();
      pay(way_, here[0]);
      paid_ = paid_ - here[0] - here[1];
      return;
    }
    const bool is_chance = set->mover == 2;
    if (!is_chance) {
      meet(*set);
      pay(way_, here[0]);
    }
    branchings_.push_back({set, 0, way_, &here, is_chance ? here[0] : Fraction()});
  }

  void check_sum() {
    if (way_.impossible) return;
    if (!sum_) sum_ = paid_;
    if (*sum_ != paid_) in_.fail("payoffs that do not add up to one number");
  }

  /// Adds a payoff at a node below the last branching: after a chance move to that one's sum, for
  /// the same two arcs. Numbers stay short where many chance moves follow each other.
  void pay(const Way& way, const Fraction& payoff) {
    if (payoff.sign() == 0) return;
    if (!branchings_.empty() && branchings_.back().is_chance()) {
      branchings_.back().sum.add(branchings_.back().chance() * payoff);
    } else if (!way.impossible) {
      tree_.payoffs[{way.last[0], way.last[1]}].add(probability() * payoff);
    }
  }

  /// The probability of the chance moves that were taken, all of which are above 0.
  const Fraction& probability() {
    for (; settled_ < branchings_.size(); ++settled_) {
      const Branching& at = branchings_[settled_];
      if (at.is_chance()) probability_.multiply(at.chance());
    }
    return probability_;
  }

  Set& read_set(int mover) {
    const Index number = index(0);
    const auto [known, is_new] = sets_.try_emplace({mover, number});
    skip_text();
    if (!comes('{')) {
      if (is_new) in_.fail("an information set without its actions");
      return known->second;
    }
    gambit_token(in_);
    Set set;
    set.mover = mover;
    Fraction sum;
    std::vector<string_view> words;
    while (!comes('}')) {
      if (mover != 2 && !comes('"')) in_.fail("an action without its label");
      set.actions.push_back(comes('"') ? unquoted(gambit_token(in_)) : string());
      if (mover != 2) continue;
      words.push_back(gambit_token(in_));
      set.chances.push_back(fraction_of(in_.payoff(words.back())));
      if (set.chances.back().sign() < 0) in_.fail("a probability below 0");
      sum.add(set.chances.back());
    }
    gambit_token(in_);
    if (set.actions.empty()) in_.fail("an information set without actions");
    if (mover == 2 && sum != Fraction(1) && !unrounded(words, set.chances)) {
      in_.fail("probabilities that do not add up to 1");
    }
    if (is_new) {
      known->second = std::move(set);
    } else if (known->second.actions != set.actions || known->second.chances != set.chances) {
      in_.fail("an information set that had other actions before");
    }
    return known->second;
  }

  const GambitPayoffs& read_outcome() {
    const Index number = index(0);
    skip_text();
    const bool described = comes('{');
    const auto [known, is_new] = outcomes_.try_emplace(number);
    if (described) {
      gambit_token(in_);
      GambitPayoffs here = gambit_payoffs(in_);
      gambit_expect(in_, "}", gambit_token(in_));
      if (number == 0) in_.fail("outcome 0 with payoffs");
      if (!is_new && known->second != here) in_.fail("an outcome that paid otherwise");
      known->second = std::move(here);
    } else if (is_new && number != 0) {
      in_.fail("an outcome without its payoffs");
    }
    return known->second;
  }

  /// Visits a set: for the first time, or by the same own moves as before.
  void meet(Set& set) {
    Graph& side = set.mover == 0 ? tree_.row : tree_.column;
    const Index after = way_.last[to_size(set.mover)];
    if (set.node) {
      if (set.after != after) in_.fail("an information set at which moves are forgotten");
      return;
    }
    set.node = side.nodes++;
    set.after = after;
    set.first_arc = std::ssize(side.arcs);
    side.arcs[to_size(after)].heads.push_back(*set.node);
    for (std::size_t a = 0; a < set.actions.size(); ++a) {
      side.arcs.push_back({*set.node, set.first_arc + static_cast<Index>(a), {}});
    }
  }

  /// Whether another node follows; sets the path to it.
  bool leads_on() {
    while (!branchings_.empty()) {
      Branching& top = branchings_.back();
      if (settled_ == branchings_.size()) {
        if (top.is_chance()) probability_ = probability_ / top.chance();
        --settled_;
      }
      if (top.taken < top.set->actions.size()) {
        take_next(top);
        return true;
      }
      paid_ = paid_ - (*top.outcome)[0] - (*top.outcome)[1];
      const Branching done = std::move(top);
      branchings_.pop_back();
      pay(done.way, done.sum);
    }
    return false;
  }

  void take_next(Branching& top) {
    way_ = top.way;
    ++top.taken;
    if (top.is_chance()) {
      way_.impossible = way_.impossible || top.chance().sign() == 0;
    } else {
      way_.last[to_size(top.set->mover)] = top.set->first_arc + static_cast<Index>(top.taken) - 1;
    }
  }

  Source in_;
  std::map<std::pair<int, Index>, Set> sets_;
  std::map<Index, GambitPayoffs> outcomes_;
  std::vector<Branching> branchings_;
  Way way_;                   // to the next node
  Fraction paid_;             // on the way, to both players
  Fraction probability_ = 1;  // of the moves of the first `settled_` branchings
  std::size_t settled_ = 0;
  std::optional<Fraction> sum_;
  GameTree tree_;
};

}  // namespace

GameTree read_tree(Source in) { return TreeReader(std::move(in)).read(); }

}  // namespace checker
