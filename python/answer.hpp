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
  ReportPage page = {};  ///< with a certificate only for a game of chance
};

/// A field of the result as a Python value; None if this status has none. Throws py::key_error for
/// an unknown name.
pybind11::object field_of(const Answer& answer, const std::string& name);

/// The answer described by fields, as Python has them or reads them from JSON; without payoffs.
/// Throws Python's exception for a missing field or a wrong type, py::value_error for an impossible
/// value.
std::shared_ptr<Answer> answer_from(const pybind11::dict& fields);

/// All fields, the payoffs or tallies of plays, and the certificate of a game of chance, for
/// pickle; and the inverse.
pybind11::tuple state_of(const Answer& answer);
std::shared_ptr<Answer> answer_with(const pybind11::tuple& state);

/// The known payoffs. Throws Python's LookupError for a result that came from JSON.
const KnownPayoffs& known(const Answer& answer);

/// Every entry that was asked or played, by row, then column.
std::vector<Entry> asked_of(const Answer& answer);
/// The payoff of an entry, in a game of chance the average of its plays; None if unknown.
pybind11::object payoff_of(const Answer& answer, Entry entry);

/// Throws Python's LookupError if the payoffs are missing.
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
  /// The payoff of `own`, a strategy of the support, against `opponent` above the player's value.
  [[nodiscard]] Rational excess(Index own, Index opponent, bool hopeful = false) const;
};

/// Whether the weights are an optimal strategy, each condition within the tolerance: none negative,
/// none positive outside the support, sum 1, and at least the value against every strategy of the
/// opponent. Weights outside the support do not count in the last condition.
bool contains(const Player& player, const MixedStrategy& weights, const Rational& tolerance);

/// The excesses as correctly rounded doubles: for each strategy of the opponent, one for each
/// strategy of the support.
std::vector<double> excesses(const Player& player);

}  // namespace allnash::python
