// Bounds within a tolerance by random play.
#pragma once

#include "methods/methods.hpp"

namespace allnash::methods {

Outcome random_play(Run& run);

}  // namespace allnash::methods
