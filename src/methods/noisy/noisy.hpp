// Games of chance: bounds on the value that hold with a stated confidence.
#pragma once

#include "methods/methods.hpp"

namespace allnash::methods {

Outcome certify_by_play(Run& run);

}  // namespace allnash::methods
