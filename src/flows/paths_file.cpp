// Path games in files `.paths`: two lists of arcs between words, and what features pay together.
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/error.hpp"
#include "base/names.hpp"
#include "base/reader.hpp"
#include "base/text.hpp"
#include "flows/parts.hpp"

namespace allnash::flows {
namespace {

class PathsReader {
 public:
  PathsReader(std::istream& in, std::string name) : text_(in, name), name_(std::move(name)) {}

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
      form_of(game_);
    } catch (const InputError& error) {
      refuse(name_, error.what());
    }
    return std::move(game_);
  }

 private:
  using Numbered = std::map<std::string, Index, std::less<>>;

  [[noreturn]] void wrong(const std::string& what) const { text_.refuse_line(line_, what); }

  /// The words of the next line that has any; none at the end.
  std::vector<std::string> next_line() {
    std::vector<std::string> words;
    std::string line;
    while (words.empty()) {
      line_ = text_.line();
      if (!text_.take_line(line)) return {};
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

  void read_arcs(const std::string& word, int player) {
    const std::int64_t count = count_after(word);
    const std::int64_t first_line = line_;
    FlowSide& side = player == 0 ? game_.rows : game_.columns;
    if (count == 0) wrong("a graph without arcs");
    Numbered nodes;
    const auto node = [&](const std::string& label) {
      const auto [at, fresh] = nodes.try_emplace(label, std::ssize(side.nodes));
      if (fresh) side.nodes.push_back(label);
      return at->second;
    };
    std::map<std::pair<Index, Index>, std::string> between;
    for (std::int64_t t = 0; t < count; ++t) {
      const std::vector<std::string> words = three_words("TAIL HEAD FEATURE");
      FlowArc arc;
      arc.tail = node(words[0]);
      arc.heads = {node(words[1])};
      if (words[2] != "-") {
        arc.feature =
            features_[player].try_emplace(words[2], std::ssize(features_[player])).first->second;
      }
      arc.label = words[0] + ">" + words[1];
      const bool parallel = !between.try_emplace({arc.tail, arc.heads[0]}, words[2]).second;
      if (parallel) arc.label += ":" + words[2];
      side.arcs.push_back(std::move(arc));
    }
    side.features = std::ssize(features_[player]);
    line_ = first_line;
    put_source_first(side, word);
  }

  /// One node that no arc enters, and one that none leaves; a cycle is named by whoever orders the
  /// nodes.
  void put_source_first(FlowSide& side, const std::string& word) const {
    std::vector<char> entered(side.nodes.size(), 0);
    std::vector<char> left(side.nodes.size(), 0);
    for (const FlowArc& arc : side.arcs) {
      left[static_cast<std::size_t>(arc.tail)] = 1;
      entered[static_cast<std::size_t>(arc.heads[0])] = 1;
    }
    const auto only = [&](const std::vector<char>& marks, const char* what) {
      std::optional<std::size_t> found;
      for (std::size_t n = 0; n < marks.size(); ++n) {
        if (marks[n] != 0) continue;
        if (found) {
          wrong(word + ": two " + what + ", " + in_quotes(side.nodes[*found]) + " and " +
                in_quotes(side.nodes[n]));
        }
        found = n;
      }
      return found;
    };
    const auto source = only(entered, "sources");
    only(left, "sinks");
    if (!source || *source == 0) return;
    std::swap(side.nodes[0], side.nodes[*source]);
    const auto moved = [&](Index& node) {
      const auto given = static_cast<std::size_t>(node);
      if (given == 0) {
        node = static_cast<Index>(*source);
      } else if (given == *source) {
        node = 0;
      }
    };
    for (FlowArc& arc : side.arcs) {
      moved(arc.tail);
      moved(arc.heads[0]);
    }
  }

  void read_payoffs() {
    const std::int64_t count = count_after("payoffs");
    std::set<std::pair<Index, Index>> seen;
    for (std::int64_t t = 0; t < count; ++t) {
      const std::vector<std::string> words = three_words("FEATURE FEATURE VALUE");
      std::array<Index, 2> feature = {0, 0};
      for (const int player : {0, 1}) {
        const auto found = features_[player].find(words[player]);
        if (found == features_[player].end()) {
          wrong(in_quotes(words[player]) + " is no feature of the " +
                (player == 0 ? "row" : "column") + " player's arcs");
        }
        feature[player] = found->second;
      }
      if (!seen.emplace(feature[0], feature[1]).second) {
        wrong("the payoff of " + in_quotes(words[0]) + " and " + in_quotes(words[1]) +
              " stands twice");
      }
      try {
        game_.payoffs.push_back({feature[0], feature[1], Rational::parse(words[2])});
      } catch (const std::invalid_argument& fault) {
        wrong(fault.what());
      }
    }
  }

  TextReader text_;
  std::string name_;
  std::int64_t line_ = 1;
  FlowGame game_;
  std::array<Numbered, 2> features_;
};

}  // namespace

FlowGame read_paths(std::istream& in, const std::string& name) {
  return PathsReader(in, name).read();
}

}  // namespace allnash::flows
