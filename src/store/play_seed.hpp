// The seed of a play, which makes it repeatable and different from every other.
//
// It is drawn from a seed of the ledger, the entry and the play's place there, so that it does not
// depend on the order in which plays are asked.
#pragma once

#include <cstdint>

#include "allnash/index.hpp"

namespace allnash::store {

/// Above 0, below 2^63, and different for every entry and place. Throws InputError where there are
/// no such seeds left: the bits of the larger index, twice, and those of the place are 57 at most.
std::uint64_t play_seed(std::uint64_t ledger_seed, Entry entry, std::int64_t place);

}  // namespace allnash::store
