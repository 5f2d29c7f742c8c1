// The oracle program of the tests, and what it answers.
#pragma once

#include <string>

#include "allnash/oracle.hpp"
#include "paths.hpp"

namespace allnash::tests {

inline Rational player_payoff(Index i, Index j) {
  return (i * 7919 + j * 104729) % 1009 - (i * j) % 503;
}

/// A command line for it; see player.cpp.
inline std::string player(const std::string& settings = "") {
  return std::string(paths::player) + " " + settings;
}

}  // namespace allnash::tests
