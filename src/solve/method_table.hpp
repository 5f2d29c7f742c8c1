// The methods by name: the one place that lists them.
#pragma once

#include <string_view>

#include "allnash/options.hpp"
#include "methods/methods.hpp"

namespace allnash {

struct NamedMethod {
  MethodInfo info;
  methods::Method run;
};

/// Null when no method has the name.
const NamedMethod* method_named(std::string_view name);

}  // namespace allnash
