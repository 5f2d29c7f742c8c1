// Path games in files `.paths`: two lists of arcs between words, and what features pay together.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/error.hpp"
#include "base/reader.hpp"
#include "base/text.hpp"
#include "flows/parts.hpp"
#include "flows/path_maker.hpp"

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
      return maker_.take();
    } catch (const InputError& error) {
      refuse(name_, error.what());
    }
  }

 private:
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

  /// What the maker refuses stands on `line`.
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

  TextReader text_;
  std::string name_;
  std::int64_t line_ = 1;
  PathMaker maker_;
};

}  // namespace

FlowGame read_paths(std::istream& in, const std::string& name) {
  return PathsReader(in, name).read();
}

}  // namespace allnash::flows
