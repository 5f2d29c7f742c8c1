// A solved game on flows and its answer, for the files of the compiled module.
#pragma once

#include <memory>
#include <string>

#include "allnash/allnash.hpp"

namespace allnash::python {

/// A solved game and its answer. The certificate is empty unless the answer is proved.
struct FlowSolution {
  std::shared_ptr<const FlowGame> game;
  FlowAnswer answer;
  std::string certificate;
  bool interrupted = false;  // by Ctrl-C

  [[nodiscard]] const FlowSide& side(bool is_row) const {
    return is_row ? game->rows : game->columns;
  }
  [[nodiscard]] const FlowPlayer& player(bool is_row) const {
    return is_row ? answer.row : answer.column;
  }
};

}  // namespace allnash::python
