// "Did you mean": the name that was most likely meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace allnash::cli {

/// "; did you mean NAME?" where one of the names is close to the word, and nothing otherwise.
std::string did_you_mean(std::string_view word, std::span<const std::string> names);

}  // namespace allnash::cli
