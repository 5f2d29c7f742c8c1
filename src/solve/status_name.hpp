// What a status is called in the JSON result and in a trace.
#pragma once

#include "allnash/result.hpp"

namespace allnash {

const char* status_name(Status status);

}  // namespace allnash
