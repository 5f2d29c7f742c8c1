// Gambit's .efg: a title, the players, perhaps a comment, and the nodes of the tree, each before
// what follows it:
//
//   c "label" EVENT "label" { "action" probability ... } OUTCOME "label" { payoff, payoff }
//   p "label" PLAYER SET "label" { "action" ... } OUTCOME "label" { payoff, payoff }
//   t "label" OUTCOME "label" { payoff, payoff }
//
// Sets are numbered for each player, events and outcomes likewise; outcome 0 pays nothing. The part
// in braces follows the first mention of a number, and may be omitted or repeated later. Labels may
// be left out anywhere. Probabilities that are rounded decimals are restored (rounded_chances.hpp).
#include <cstddef>
#include <map>
#include <utility>

#include "allnash/large.hpp"
#include "core/base/at.hpp"
#include "core/base/pace.hpp"
#include "core/base/stop_token.hpp"
#include "core/base/text.hpp"
#include "core/game/gambit.hpp"
#include "large/graphs/parts.hpp"
#include "large/trees/rounded_chances.hpp"

namespace allnash {
namespace large {
namespace {

class EfgReader : game::GambitReader {
 public:
  EfgReader(std::istream& in, const std::string& name, const StopToken& stop)
      : GambitReader(in, name), pace_(stop) {}

  GameTree read() {
    (void)read_opening("EFG", "2");
    (void)read_two_players();
    if (token_ == Token::text) next();  // a comment
    do {
      pace_.step(steps_of_node);
      read_node();
    } while (another_follows());
    if (token_ != Token::end) refuse_token("the end of the file");
    tree_.restored_chances = rounded_.what();
    return std::move(tree_);
  }

 private:
  using Mover = GameTree::Mover;
  static constexpr std::size_t steps_of_node = 8;  // in which its text is read

  // A node whose actions are being read.
  struct Branching {
    std::int64_t line;
    std::size_t actions;
    std::size_t taken;
  };

  bool another_follows() {
    const GameTree::Node& node = tree_.nodes.back();
    if (node.set) {
      branchings_.push_back({node.line, tree_.sets[at(*node.set)].actions.size(), 0});
    }
    while (!branchings_.empty()) {
      Branching& top = branchings_.back();
      if (top.taken++ < top.actions) return true;
      branchings_.pop_back();
    }
    return false;
  }

  void read_node() {
    if (token_ == Token::end && !branchings_.empty()) {
      const Branching& top = branchings_.back();
      text_.refuse_file("truncated: " + std::to_string(top.taken - 1) + " of the " +
                        std::to_string(top.actions) + " actions at the node on line " +
                        std::to_string(top.line) + " lead on");
    }
    const std::string kind = token_ == Token::word ? word_ : "";
    if (kind != "c" && kind != "p" && kind != "t") refuse_token("a node (c, p or t)");
    GameTree::Node node;
    node.line = line_;
    next();
    node.label = label();
    if (kind == "c") node.set = set(Mover::chance);
    if (kind == "p") node.set = set(player());
    node.outcome = outcome();
    tree_.nodes.push_back(std::move(node));
  }

  std::string label() {
    if (token_ != Token::text) return {};
    std::string text = word_;
    next();
    return text;
  }

  Mover player() {
    const std::int64_t line = line_;
    const std::int64_t which = count("the number of a player");
    if (which != 1 && which != 2) {
      text_.refuse_line(line, "player " + std::to_string(which) + " where there are 1 and 2");
    }
    return which == 1 ? Mover::first : Mover::second;
  }

  static std::string set_name(Mover mover, std::int64_t which) {
    if (mover == Mover::chance) return "chance event " + std::to_string(which);
    return "information set " + std::to_string(which) + " of player " +
           (mover == Mover::first ? "1" : "2");
  }

  Index set(Mover mover) {
    const std::int64_t line = line_;
    const std::int64_t which = count("the number of an information set");
    GameTree::InformationSet here;
    here.mover = mover;
    here.number = which;
    here.label = label();
    const bool described = token_ == Token::open;
    if (described) read_actions(here);
    const auto [known, is_new] =
        sets_.try_emplace({mover, which}, static_cast<Index>(tree_.sets.size()), line);
    const auto& [index, first_line] = known->second;
    if (is_new) {
      if (!described) {
        text_.refuse_line(line, set_name(mover, which) + " is met first, without its actions");
      }
      tree_.sets.push_back(std::move(here));
    } else if (described) {
      const GameTree::InformationSet& before = tree_.sets[at(index)];
      if (here.actions != before.actions || here.chances != before.chances) {
        text_.refuse_line(line, set_name(mover, which) + " has other " +
                                    (here.actions != before.actions ? "actions" : "probabilities") +
                                    " here than on line " + std::to_string(first_line));
      }
    }
    return index;
  }

  void read_actions(GameTree::InformationSet& here) {
    const std::int64_t line = line_;
    const bool chance = here.mover == Mover::chance;
    std::vector<std::string> written;
    next();
    while (token_ != Token::close) {
      if (!chance && token_ != Token::text) refuse_token("the label of an action");
      here.actions.push_back(label());
      if (!chance) continue;
      written.push_back(word_);
      here.chances.push_back(number("a probability"));
    }
    next();
    if (chance) here.chances = rounded_.read(written, std::move(here.chances));
    if (here.actions.empty()) {
      text_.refuse_line(line, set_name(here.mover, here.number) + " has no actions");
    }
  }

  std::optional<Index> outcome() {
    const std::int64_t line = line_;
    const std::int64_t which = count("the number of an outcome");
    (void)label();
    std::optional<GameTree::Outcome> here;
    if (token_ == Token::open) {
      next();
      here.emplace();
      here->first = number("a payoff");
      here->second = number("a payoff");
      expect(Token::close, "the end of two payoffs");
    }
    if (which == 0) {
      if (here) text_.refuse_line(line, "payoffs of outcome 0, which is to pay nothing");
      return {};
    }
    const auto [known, is_new] =
        outcomes_.try_emplace(which, static_cast<Index>(tree_.outcomes.size()), line);
    const auto& [index, first_line] = known->second;
    const std::string name = "outcome " + std::to_string(which);
    if (is_new) {
      if (!here) text_.refuse_line(line, name + " is met first, without its payoffs");
      tree_.outcomes.push_back(std::move(*here));
    } else if (here) {
      const GameTree::Outcome& before = tree_.outcomes[at(index)];
      if (here->first != before.first || here->second != before.second) {
        text_.refuse_line(
            line, name + " pays something else here than on line " + std::to_string(first_line));
      }
    }
    return index;
  }

  using Met = std::pair<Index, std::int64_t>;  // its index, and the line of its first mention
  GameTree tree_;
  std::map<std::pair<Mover, std::int64_t>, Met> sets_;
  std::map<std::int64_t, Met> outcomes_;
  std::vector<Branching> branchings_;
  RoundedChances rounded_;
  Pace pace_;
};

}  // namespace

GameTree read_efg(std::istream& in, const std::string& name, const StopToken& stop) {
  return EfgReader(in, name, stop).read();
}

}  // namespace large

GameTree read_efg(std::istream& in, const std::string& name) {
  return large::read_efg(in, name, {});
}

}  // namespace allnash
