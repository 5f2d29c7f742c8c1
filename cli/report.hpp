// The readable answer.
#pragma once

#include <string>

#include "allnash/result.hpp"

namespace allnash::cli {

struct Style {
  bool bold = false;
  /// Bold headings on a terminal, unless NO_COLOR asks for none.
  static Style of_standard_output();
  [[nodiscard]] std::string heading(const std::string& text) const;
};

/// Short, whatever the size of the game: long lists are cut and say so.
std::string report(const Result& result, Style style = {});

/// The parts of it: the equilibria, and what they cost.
std::string equilibrium_report(const Result& result, Style style);
std::string cost_report(const Result& result);

/// `rock 1/3 33.33%` a line, each line after the first indented.
std::string strategy_lines(const MixedStrategy& strategy, const std::vector<std::string>& labels,
                           const char* kind, std::size_t indent, std::size_t most);

}  // namespace allnash::cli
