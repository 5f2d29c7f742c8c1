// Path games: two lists of arcs between named nodes, and what features pay together. A program
// gives them, or a file `.paths` has them.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "core/base/at.hpp"
#include "core/base/pace.hpp"
#include "core/base/reader.hpp"
#include "core/base/stop_token.hpp"
#include "core/base/text.hpp"
#include "large/graphs/form.hpp"
#include "large/graphs/parts.hpp"

namespace allnash {
namespace large {
namespace {

/// The only node without a mark; nothing if all are marked.
std::optional<Index> only_unmarked(const FlowSide& side, const std::vector<char>& marks,
                                   const std::string& what) {
  std::optional<Index> found;
  for (Index n = 0; n < std::ssize(side.nodes); ++n) {
    if (marks[at(n)] != 0) continue;
    if (found) {
      throw InputError(what + ", " + in_quotes(side.nodes[at(*found)]) + " and " +
                       in_quotes(side.nodes[at(n)]));
    }
    found = n;
  }
  return found;
}

/// A graph without a source is left as it is: it has a cycle, which the ordering reports.
void put_source_first(FlowSide& side, const std::string& where) {
  std::vector<char> entered(side.nodes.size(), 0);
  std::vector<char> left(side.nodes.size(), 0);
  for (const FlowArc& arc : side.arcs) {
    left[at(arc.tail)] = 1;
    entered[at(arc.heads[0])] = 1;
  }
  const auto source = only_unmarked(side, entered, where + ": two sources");
  only_unmarked(side, left, where + ": two sinks");
  if (!source || *source == 0) return;
  std::swap(side.nodes[0], side.nodes[at(*source)]);
  const auto moved = [&](Index& node) {
    if (node == 0) {
      node = *source;
    } else if (node == *source) {
      node = 0;
    }
  };
  for (FlowArc& arc : side.arcs) {
    moved(arc.tail);
    moved(arc.heads[0]);
  }
}

/// Collects the arcs of both players, then payoffs. Each call throws InputError, one line.
class PathMaker {
 public:
  explicit PathMaker(const StopToken& stop) : pace_(stop) {}

  /// All arcs of player 0 or 1; `where` names them in messages. The graph must have one node that
  /// no arc enters and one that none leaves.
  void set_arcs(int player, std::span<const PathArc> arcs, const std::string& where) {
    FlowSide& side = player == 0 ? game_.rows : game_.columns;
    Numbered& features = features_[at(player)];
    if (arcs.empty()) refuse(where, "a graph without arcs");
    Numbered nodes;
    const auto check_name = [&](const std::string& name) {
      if (std::ranges::any_of(name, is_control)) {
        refuse(where, in_quotes(name) + " has a control character");
      }
    };
    const auto node = [&](const std::string& label) {
      check_name(label);
      const auto [known, is_new] = nodes.try_emplace(label, std::ssize(side.nodes));
      if (is_new) side.nodes.push_back(label);
      return known->second;
    };
    std::map<std::pair<Index, Index>, Index> between;  // number of arcs
    for (const auto& [tail, head, feature] : arcs) {
      pace_.step(steps_of_arc);
      FlowArc arc;
      arc.tail = node(tail);
      arc.heads = {node(head)};
      check_name(feature);
      if (!feature.empty()) {
        arc.feature = features.try_emplace(feature, std::ssize(features)).first->second;
      }
      ++between[{arc.tail, arc.heads[0]}];
      side.arcs.push_back(std::move(arc));
    }
    // Parallel arcs, each of them, are told apart by their features.
    for (std::size_t t = 0; t < arcs.size(); ++t) {
      pace_.step();
      const auto& [tail, head, feature] = arcs[t];
      FlowArc& arc = side.arcs[t];
      arc.label = tail + ">" + head;
      if (between[{arc.tail, arc.heads[0]}] > 1)
        arc.label += ":" + (feature.empty() ? "-" : feature);
    }
    side.features = std::ssize(features);
    put_source_first(side, where);
  }

  void add_payoff(const PathPayoff& payoff) {
    pace_.step(steps_of_arc);
    const auto number = [&](int player, const std::string& feature) {
      const Numbered& features = features_[at(player)];
      const auto found = features.find(feature);
      if (found == features.end()) {
        throw InputError(in_quotes(feature) + " is no feature of the " +
                         (player == 0 ? "row" : "column") + " player's arcs");
      }
      return found->second;
    };
    const Index row = number(0, payoff.row_feature);
    const Index column = number(1, payoff.column_feature);
    if (!paid_.emplace(row, column).second) {
      throw InputError("the payoff of " + in_quotes(payoff.row_feature) + " and " +
                       in_quotes(payoff.column_feature) + " stands twice");
    }
    game_.payoffs.push_back({row, column, payoff.payoff});
  }

  /// Throws InputError for a graph with a cycle.
  FlowGame take() {
    (void)form_of(game_, pace_.token());
    return std::move(game_);
  }

 private:
  using Numbered = std::map<std::string, Index, std::less<>>;
  static constexpr std::size_t steps_of_arc = 8;  // it is looked up in maps

  Pace pace_;
  FlowGame game_;
  std::array<Numbered, 2> features_;
  std::set<std::pair<Index, Index>> paid_;
};

class PathsReader {
 public:
  PathsReader(std::istream& in, std::string name, const StopToken& stop)
      : text_(in, name), name_(std::move(name)), pace_(stop), maker_(stop) {
    text_.refuse_lone_returns();
  }

  FlowGame read() {
    if (next_line() != std::vector<std::string>{"allnash-paths", "1"}) {
      wrong("the first line is not 'allnash-paths 1'");
    }
    read_arcs("row-arcs", 0);
    read_arcs("column-arcs", 1);
    read_payoffs();
    if (next_line() != std::vector<std::string>{"end"}) wrong("'end' is expected here");
    if (!next_line().empty()) wrong("something follows 'end'");
    try {
      return maker_.take();
    } catch (const InputError& error) {
      refuse(name_, error.what());
    }
  }

 private:
  [[noreturn]] void wrong(const std::string& what) const { text_.refuse_line(line_, what); }

  /// The words of the next nonempty line; none at the end.
  std::vector<std::string> next_line() {
    std::vector<std::string> words;
    std::string line;
    while (words.empty()) {
      pace_.step(steps_of_line);
      line_ = text_.line();
      if (!text_.take_line(line)) return {};
      text_.refuse_controls(line_, line);
      std::string_view rest = trimmed(line);
      while (!rest.empty()) {
        const std::size_t blank = rest.find_first_of(" \t");
        words.emplace_back(rest.substr(0, blank));
        rest = trimmed(blank == std::string_view::npos ? std::string_view() : rest.substr(blank));
      }
    }
    return words;
  }

  std::int64_t count_after(const std::string& word) {
    const std::vector<std::string> words = next_line();
    const auto count = words.size() == 2 && words[0] == word ? number_in<std::int64_t>(words[1])
                                                             : std::optional<std::int64_t>();
    if (!count || *count < 0) wrong("'" + word + "' and a number are expected here");
    return *count;
  }

  std::vector<std::string> three_words(const char* which) {
    std::vector<std::string> words = next_line();
    if (words.size() != 3) wrong(std::string("a line '") + which + "' is expected here");
    return words;
  }

  /// Adds the line to the message of an InputError.
  template <typename Act>
  void on_line(std::int64_t line, const Act& act) const {
    try {
      act();
    } catch (const InputError& error) {
      text_.refuse_line(line, error.what());
    }
  }

  void read_arcs(const std::string& word, int player) {
    const std::int64_t count = count_after(word);
    const std::int64_t first_line = line_;
    std::vector<PathArc> arcs;
    for (std::int64_t t = 0; t < count; ++t) {
      std::vector<std::string> words = three_words("TAIL HEAD FEATURE");
      if (words[2] == "-") words[2].clear();
      arcs.push_back({std::move(words[0]), std::move(words[1]), std::move(words[2])});
    }
    on_line(first_line, [&] { maker_.set_arcs(player, arcs, word); });
  }

  void read_payoffs() {
    const std::int64_t count = count_after("payoffs");
    for (std::int64_t t = 0; t < count; ++t) {
      const std::vector<std::string> words = three_words("FEATURE FEATURE VALUE");
      try {
        const Rational payoff = Rational::parse(words[2]);
        on_line(line_, [&] { maker_.add_payoff({words[0], words[1], payoff}); });
      } catch (const std::invalid_argument& fault) {
        wrong(fault.what());
      }
    }
  }

  static constexpr std::size_t steps_of_line = 8;  // its text is read

  TextReader text_;
  std::string name_;
  Pace pace_;
  std::int64_t line_ = 1;
  PathMaker maker_;
};

}  // namespace

FlowGame read_paths(std::istream& in, const std::string& name, const StopToken& stop) {
  return PathsReader(in, name, stop).read();
}

}  // namespace large

FlowGame path_game(std::span<const PathArc> row_arcs, std::span<const PathArc> column_arcs,
                   std::span<const PathPayoff> payoffs) {
  large::PathMaker maker({});
  maker.set_arcs(0, row_arcs, "row graph");
  maker.set_arcs(1, column_arcs, "column graph");
  for (const PathPayoff& payoff : payoffs) maker.add_payoff(payoff);
  return maker.take();
}

}  // namespace allnash
