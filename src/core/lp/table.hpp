// A table that is known whole, solved: the pair that proves it, and all equilibria.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "allnash/result.hpp"
#include "core/base/stop_token.hpp"
#include "core/exact/matrix.hpp"
#include "core/game/pair.hpp"

namespace allnash::lp {

struct SolvedTable {
  game::Pair pair;
  Equilibria equilibria;  ///< with at most `vertices` extreme points of each optimal set
};

/// Nothing when stopped before both optimal sets were known.
[[nodiscard]] std::optional<SolvedTable> solve_table(const exact::Matrix& table,
                                                     std::int64_t vertices, const StopToken& stop,
                                                     std::size_t threads);

}  // namespace allnash::lp
