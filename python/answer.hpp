// Results as Python objects: their fields by name, and their way back from JSON and, with the
// payoffs, from a pickle.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

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

// Questions about the optimal strategies of one player, answered from the payoffs of its support.
/// One player of a game with a proved answer.
struct Player {
  const Answer& answer;
  bool is_row;

  [[nodiscard]] const OptimalSet& set() const {
    return is_row ? answer.result.row() : answer.result.column();
  }
  [[nodiscard]] Index strategies() const {
    return is_row ? answer.result.rows : answer.result.columns;
  }
  [[nodiscard]] Index opponents() const {
    return is_row ? answer.result.columns : answer.result.rows;
  }
  /// What `own`, of the support, earns this player above its value against `opponent`.
  [[nodiscard]] Rational excess(Index own, Index opponent, bool hopeful = false) const;
};

/// Whether the weights are an optimal strategy, each condition to within the tolerance: none below
/// 0, none outside the support above 0, their sum 1, and no opponent's strategy holds them below
/// the value. Weights outside the support are left out of the last.
bool contains(const Player& player, const MixedStrategy& weights, const Rational& tolerance);

/// The excesses as doubles, each rounded once: for each opponent's strategy, one a strategy of the
/// support.
std::vector<double> excesses(const Player& player);

}  // namespace allnash::python
