// Python's numbers and ours, each at its exact value.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <vector>

#include "allnash/allnash.hpp"

namespace allnash::python {

namespace py = pybind11;

/// An int, float, Fraction, Decimal, number of NumPy, or text such as "1/3". Throws py::type_error
/// for anything else, py::value_error for what has no value (nan, infinities, other text).
Rational to_rational(py::handle number);

/// Appends the numbers of an array of one dimension, or of any sequence, which must be as many as
/// the entries. Throws as to_rational, with the entry before it; those before it are then there.
void read_numbers(py::handle numbers, std::span<const Entry> entries, std::vector<Rational>& found);

/// A fractions.Fraction.
py::object to_fraction(const Rational& number);

/// {strategy: Fraction}.
py::dict to_dict(const MixedStrategy& strategy);

std::string entry_name(Entry entry);

}  // namespace allnash::python
