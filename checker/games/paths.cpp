#include "paths.hpp"

#include <algorithm>

namespace checker {
namespace {

class PathReader {
 public:
  explicit PathReader(Source in) : in_(std::move(in)) {}

  PathGame read() && {
    if (next_words() != std::vector<string>{"allnash-paths", "1"}) {
      in_.fail("the first line is not 'allnash-paths 1'");
    }
    read_arcs(game_.row, "row-arcs");
    read_arcs(game_.column, "column-arcs");
    for (Index left = count_after("payoffs"); left > 0; --left) {
      const std::vector<string> words = three_words();
      if (!game_.row.features.contains(words[0]) || !game_.column.features.contains(words[1])) {
        in_.fail("a payoff of a feature that no arc has");
      }
      const auto [known, fresh] = game_.payoffs.try_emplace({words[0], words[1]});
      if (!fresh) in_.fail("a payoff that stands twice");
      known->second = fraction_of(in_.payoff(words[2]));
    }
    if (next_words() != std::vector<string>{"end"}) in_.fail("'end' is expected here");
    if (!next_words().empty()) in_.fail("something follows 'end'");
    return std::move(game_);
  }

 private:
  /// The words of the next line that has any; empty at the end.
  std::vector<string> next_words() {
    std::vector<string> words;
    for (in_.skip(" \t\r\n"); !in_.done() && in_.peek() != '\n'; in_.skip(" \t\r")) {
      words.emplace_back(in_.take_until(" \t\r\n"));
    }
    return words;
  }
  Index count_after(const string& word) {
    const std::vector<string> words = next_words();
    if (words.size() != 2 || words[0] != word) {
      in_.fail("'" + word + "' and a number are expected here");
    }
    return in_.integer(words[1], 0, largest_shape);
  }
  std::vector<string> three_words() {
    std::vector<string> words = next_words();
    if (words.size() != 3) in_.fail("a line of three words is expected here");
    return words;
  }
  /// Paths lead from the one node that no arc enters to the one that none leaves.
  void read_arcs(PathGame::Side& side, const string& word) {
    std::set<string> tails;
    std::set<string> heads;
    for (Index left = count_after(word); left > 0; --left) {
      side.arcs.push_back(three_words());
      tails.insert(side.arcs.back()[0]);
      heads.insert(side.arcs.back()[1]);
      if (side.arcs.back()[2] != "-") side.features.insert(side.arcs.back()[2]);
    }
    const auto only = [](const std::set<string>& these, const std::set<string>& those) {
      return std::ranges::count_if(these,
                                   [&](const string& one) { return !those.contains(one); }) == 1;
    };
    if (!only(tails, heads)) in_.fail(word + ": the paths do not begin at one node");
    if (!only(heads, tails)) in_.fail(word + ": the paths do not end at one node");
  }

  Source in_;
  PathGame game_;
};

}  // namespace

PathGame read_paths(Source in) { return PathReader(std::move(in)).read(); }

}  // namespace checker
