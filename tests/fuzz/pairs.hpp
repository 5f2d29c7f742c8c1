// The same bytes through the solver's reader and through the checker's, which share no code: both
// refuse them, or both read the same game.
#pragma once

#include <array>
#include <cstdlib>
#include <iostream>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allnash/game.hpp"
#include "allnash/large.hpp"
#include "allnash/run.hpp"
#include "checker/verdict.hpp"
#include "fuzz/game_text.hpp"
#include "large/graphs/parts.hpp"
#include "payoffs/sources/files/readers.hpp"

namespace allnash::fuzz {

inline std::string text_of_flow_game(const FlowGame& game) {
  std::array<std::vector<test::PlainArc>, 2> arcs;
  for (const std::size_t side : {0, 1}) {
    for (const FlowArc& arc : (side == 0 ? game.rows : game.columns).arcs) {
      test::PlainArc& plain = arcs[side].emplace_back();
      plain.tail = std::to_string(arc.tail);
      if (arc.feature) plain.feature = std::to_string(*arc.feature);
      for (const Index head : arc.heads) plain.heads.push_back(std::to_string(head));
    }
  }
  std::map<std::pair<std::string, std::string>, std::string> payoffs;
  for (const FlowPayoff& one : game.payoffs) {
    payoffs[{std::to_string(one.row_feature), std::to_string(one.column_feature)}] =
        one.payoff.to_string();
  }
  return test::text_of_flows(arcs, payoffs, game.constant.to_string());
}

inline std::string text_of_table(Source& game) {
  std::string text;
  std::vector<Entry> row;
  for (Index j = 0; j < game.columns(); ++j) row.push_back({0, j});
  for (Index i = 0; i < game.rows(); ++i) {
    for (Entry& entry : row) entry.row = i;
    for (const Rational& payoff : payoffs_of(game, row)) text += payoff.to_string() + " ";
    text += "\n";
  }
  return text;
}

/// What the solver reads from a file of this name, in the words of `test::game_read`.
inline std::string solver_reads(const std::string& text, const std::string& name, bool labels) {
  std::istringstream in(text);
  const TextTable::Names names = labels ? TextTable::Names::both : TextTable::Names::none;
  try {
    if (name.ends_with(".paths")) return text_of_flow_game(large::read_paths(in, name));
    if (name.ends_with(".efg")) return text_of_flow_game(tree_game(read_efg(in, name), name));
    if (name.ends_with(".csv")) return text_of_table(*read_csv(in, name, {names}));
    if (name.ends_with(".tsv")) return text_of_table(*read_csv(in, name, {names, '\t'}));
    if (name.ends_with(".nfg")) return text_of_table(*sources::read_nfg(in, name));
    return text_of_table(*sources::read_mtx(in, name));
  } catch (const InputError& reason) {
    return std::string("refused: ") + reason.what();
  } catch (const SourceError& reason) {
    return std::string("refused: ") + reason.what();
  }
}

inline bool has_word(const std::string& text, const std::vector<std::string_view>& words) {
  for (const std::string_view word : words) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

/// Whether one may refuse what the other reads: names are the solver's alone, and it looks at what
/// is likely to be a mistake; a chart may have cells without a payoff, and no certificate is about
/// these; a list of payoffs, which has a header, is read by the solver alone; numbers and shapes
/// have other limits; the checker wants the triangle of a symmetric .mtx that its format
/// prescribes.
inline bool may_differ(const std::string& solver, const std::string& checker, bool labels) {
  if (solver.starts_with("refused: ")) {
    return has_word(solver, {"name of ", " named ", "sums up", "hold numbers", "holds numbers",
                             "with a % in every cell", "over 20000", "of over "});
  }
  return has_word(checker, {"that is too large", "fewer payoffs than", " digits",
                            "outside the lower triangle"}) ||
         (has_word(checker, {"' is not a number"}) && (labels || has_word(checker, {":1: '"})));
}

/// How the two differ, if they do.
inline std::optional<std::string> difference(const std::string& text, const std::string& name,
                                             bool labels) {
  const std::string solver = solver_reads(text, name, labels);
  const std::string checker = test::game_read(text, name, labels);
  const bool by_solver = solver.starts_with("refused: ");
  const bool by_checker = checker.starts_with("refused: ");
  if (by_solver && by_checker) return {};
  if (by_solver != by_checker && may_differ(solver, checker, labels)) return {};
  if (solver == checker) return {};
  return "solver: " + solver + "\nchecker: " + checker;
}

/// For the fuzzer: ends the program where the two differ. The reader is one of `choose`.
inline void insist_on_one_game(char reader, const std::string& text) {
  constexpr std::string_view readers = "cltgemp";
  constexpr std::array<const char*, 7> names = {"g.csv", "g.csv", "g.tsv",  "g.nfg",
                                                "g.efg", "g.mtx", "g.paths"};
  const std::size_t place = readers.find(reader);
  if (place == std::string_view::npos) return;
  const auto differ = difference(text, names[place], reader == 'l');
  if (!differ) return;
  std::cerr << names[place] << "\n" << *differ << "\n";
  std::abort();
}

}  // namespace allnash::fuzz
