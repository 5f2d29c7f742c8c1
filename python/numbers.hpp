// Converts between Python's numbers and ours, exactly; a float is read as it prints.
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
  decimal,  ///< as the shortest decimal that rounds to them: 0.1 is 1/10
  binary,   ///< at the value of their bits
};

/// Accepts int, float, Fraction, Decimal, NumPy's numbers, and text such as "1/3". Throws
/// py::type_error for other types, py::value_error for other values (nan, infinities, other text).
Rational to_rational(py::handle number, Floats floats = Floats::decimal);

/// Appends the numbers of a one-dimensional array or any sequence, one for each entry. Throws as
/// to_rational, naming the entry, after appending those before it.
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

// Arrays as games: NumPy's and others that support the buffer protocol. A payoff becomes a rational
// when it is asked for, so that an array of any size costs nothing before.
/// A game of a two-dimensional array of booleans, integers or floats in the machine's byte order;
/// null for other arrays. The numbers must outlive the game. Throws InputError, naming the entry,
/// for an empty array or a payoff that is not finite.
std::unique_ptr<Source> array_game(const pybind11::buffer_info& array, Floats floats,
                                   Labels labels);

/// Reads a one-dimensional array; false for other arrays.
bool read_array(const pybind11::buffer_info& array, Floats floats, std::vector<Rational>& numbers);

}  // namespace allnash::python
