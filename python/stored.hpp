// Results that are written down and come back: from their JSON, and, with the payoffs, by pickle.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "allnash/allnash.hpp"

namespace allnash::python {

/// The result that the fields of a JSON object, read by Python, describe; without payoffs. Throws
/// what Python says for a field that is missing or of another type, py::value_error for one that
/// cannot be.
Result result_from(const pybind11::dict& fields);

/// The payoffs that a run saw, a line an entry, in the order of `known.entries()`.
std::string payoff_lines(const KnownPayoffs& known);

/// What payoff_lines and entries() tell.
std::shared_ptr<const KnownPayoffs> known_from(std::vector<Entry> entries, std::string_view lines,
                                               bool symmetric, Rational sum);

}  // namespace allnash::python
