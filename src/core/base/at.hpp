// Converts the signed number of a strategy into the unsigned index of a container.
#pragma once

#include <cstddef>

#include "allnash/source.hpp"

namespace allnash {

/// The index of a strategy, or of anything else that is counted from 0.
constexpr std::size_t at(Index index) { return static_cast<std::size_t>(index); }

}  // namespace allnash
