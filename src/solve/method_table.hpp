// The methods by name: the one place that lists them.
#pragma once

#include <string_view>

#include "allnash/options.hpp"
#include "search/run.hpp"

namespace allnash {

struct NamedMethod {
  MethodInfo info;
  methods::Method run;
};

/// Of the methods for games of chance, or of the others. Throws InputError for one of the other
/// kind.
const NamedMethod& method_named(std::string_view name, bool chance);

}  // namespace allnash
