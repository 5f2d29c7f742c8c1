// Arrays as games, NumPy's and all others that show their numbers as buffers: a payoff is turned
// into a rational when it is asked for, so that an array of any size costs nothing before.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"
#include "numbers.hpp"

namespace allnash::python {

/// The numbers of an array of two dimensions, of truth values, integers or floats in the machine's
/// byte order; nothing for an array of another kind. The numbers must outlive the game. Throws
/// InputError for an empty array and for a payoff that is no finite number, with the entry.
std::unique_ptr<Source> array_game(const pybind11::buffer_info& array, Floats floats,
                                   Labels labels);

/// The numbers of an array of one dimension; false for an array of another kind.
bool read_array(const pybind11::buffer_info& array, Floats floats, std::vector<Rational>& numbers);

}  // namespace allnash::python
