// The methods by name: the one place that lists them.
#pragma once

#include <string_view>

#include "allnash/options.hpp"
#include "methods/methods.hpp"
#include "methods/noisy/noisy.hpp"

namespace allnash {

struct NamedMethod {
  MethodInfo info;
  methods::Method run;
};

struct NamedPlayMethod {
  MethodInfo info;
  methods::NoisyOutcome (*run)(methods::NoisyRun&);
};

// Throw InputError for a method of the other kind of game.
const NamedMethod& method_named(std::string_view name);
const NamedPlayMethod& play_method_named(std::string_view name);

}  // namespace allnash
