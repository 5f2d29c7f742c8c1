// What a run ended in, as Python reads it by the names of its fields, and as it comes back from
// JSON and, with the payoffs, from a pickle.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

#include "allnash/allnash.hpp"

namespace allnash::python {

struct Answer {
  Result result;
  ReportPage page = {};  ///< its certificate is that of a game of chance, empty when there is none
};

/// Python's value of a field of the result; None where there is none in this status. Throws
/// py::key_error for another name.
pybind11::object field_of(const Answer& answer, const std::string& name);

/// The answer that fields describe, by name, as Python has them or reads them from JSON; without
/// payoffs. Throws what Python says for a field that is missing or of another type, py::value_error
/// for one that cannot be.
std::shared_ptr<Answer> answer_from(const pybind11::dict& fields);

/// All fields, the payoffs or what plays paid, and the certificate of a game of chance; and the
/// answer that they tell.
pybind11::tuple state_of(const Answer& answer);
std::shared_ptr<Answer> answer_with(const pybind11::tuple& state);

/// The payoffs that the run saw. Throws Python's LookupError for a result that came from JSON.
const KnownPayoffs& known(const Answer& answer);

/// Every entry that was asked or played, by row, then column.
std::vector<Entry> asked_of(const Answer& answer);
/// The payoff of an entry, of a game of chance the average of its plays; None for one not seen.
pybind11::object payoff_of(const Answer& answer, Entry entry);

/// Throws Python's LookupError where the payoffs are missing.
std::string certificate_of(const Answer& answer);

}  // namespace allnash::python
