// Converts Python's numbers to ours and back, each at its exact value, unless floats are to be read
// as decimals.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "allnash/allnash.hpp"

namespace allnash::python {

namespace py = pybind11;

/// How floats are read.
enum class Floats {
  binary,   ///< at their exact value
  decimal,  ///< as the shortest decimal that rounds to them: 0.1 is 1/10
};

/// An int, float, Fraction, Decimal, number of NumPy, or text such as "1/3". Throws py::type_error
/// for anything else, py::value_error for what has no value (nan, infinities, other text).
Rational to_rational(py::handle number, Floats floats = Floats::binary);

/// Appends the numbers of an array of one dimension, or of any sequence, which must be as many as
/// the entries. Throws as to_rational, with the entry before it; those before it are then there.
void read_numbers(py::handle numbers, std::span<const Entry> entries, Floats floats,
                  std::vector<Rational>& found);

/// A float or double. Throws std::domain_error for nan and infinities.
Rational float_value(float number, Floats floats);
Rational float_value(double number, Floats floats);

/// A fractions.Fraction.
py::object to_fraction(const Rational& number);

/// {strategy: Fraction}.
py::dict to_dict(const MixedStrategy& strategy);

std::string entry_name(Entry entry);

// Arrays as games, NumPy's and all others that show their numbers as buffers: a payoff is turned
// into a rational when it is asked for, so that an array of any size costs nothing before.
/// The numbers of an array of two dimensions, of truth values, integers or floats in the machine's
/// byte order; nothing for an array of another kind. The numbers must outlive the game. Throws
/// InputError for an empty array and for a payoff that is no finite number, with the entry.
std::unique_ptr<Source> array_game(const pybind11::buffer_info& array, Floats floats,
                                   Labels labels);

/// The numbers of an array of one dimension; false for an array of another kind.
bool read_array(const pybind11::buffer_info& array, Floats floats, std::vector<Rational>& numbers);

}  // namespace allnash::python
