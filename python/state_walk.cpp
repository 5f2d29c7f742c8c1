// Game objects with the interface of OpenSpiel's State, asked node by node and turned into the
// sequence form (B. von Stengel, Games and Economic Behavior 14 (1996), 220-246).
//
// One depth-first pass, and no tree is kept: a state lives while its node is on the way to the
// present one. What remains are the information sets, their actions, and for each end the two
// sequences of moves that lead there, the product of the chances on the way and the payoff, all as
// small numbers; the fractions behind these are formed once. A node costs, beside what the object
// takes itself, one look into a dictionary of strings where a player moves.
//
// Perfect recall costs nothing to check: a set that is met after another sequence of its player's
// own moves is refused with both.
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <type_traits>
#include <unordered_map>

#include "bindings.hpp"
#include "flow_solution.hpp"
#include "numbers.hpp"

namespace allnash::python {
namespace {

using Id = std::int32_t;  // of a set, a sequence, a fraction

// OpenSpiel's numbers for who moves.
constexpr long chance_player = -1;
constexpr long simultaneous = -2;
constexpr long terminal = -4;

constexpr Id no_move = 0;               // the sequence without a move: the arc at node 0
constexpr std::int64_t pace = 1000;     // nodes between looks at signals and the clock
constexpr std::size_t most_moves = 12;  // of a history, in messages

/// How probabilities of chance are read that do not add up to 1.
enum class Chances { exact, normalise };

struct WalkOptions {
  Index max_nodes = 1'000'000;
  Chances chances = Chances::exact;
  Floats floats = Floats::decimal;
  std::optional<double> time_limit;
  bool rewards = false;  // whether to ask for rewards on the way
  py::object progress;   // None, or a function of a dictionary
};

py::object taken(PyObject* made) {
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}
template <typename... Arguments>
py::object call(const py::object& object, const py::str& method, const Arguments&... arguments) {
  const std::array<PyObject*, sizeof...(arguments) + 1> list{object.ptr(), arguments.ptr()...};
  return taken(PyObject_VectorcallMethod(method.ptr(), list.data(), list.size(), nullptr));
}
std::string type_name(py::handle thing) { return py::str(py::type::of(thing).attr("__name__")); }
std::string shown(py::handle thing) { return py::repr(thing); }

/// A list or tuple of what a sequence or an iterable has.
py::object listed(const py::object& given, const char* what) {
  PyObject* const made = PySequence_Fast(given.ptr(), "");
  if (made != nullptr) return py::reinterpret_steal<py::object>(made);
  PyErr_Clear();
  throw py::type_error(std::string(what) + " is a list, not " + type_name(given));
}
std::size_t size_of(const py::object& list) {
  return static_cast<std::size_t>(PySequence_Fast_GET_SIZE(list.ptr()));
}
py::handle item_of(const py::object& list, std::size_t place) {
  return PySequence_Fast_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(place));
}

std::optional<long> integer_of(py::handle thing) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(thing.ptr()));
  if (!number) {
    PyErr_Clear();
    return {};
  }
  const long value = PyLong_AsLong(number.ptr());
  if (value == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return {};
  }
  return value;
}

/// Floats, and integers that a double holds.
std::optional<double> double_of(py::handle number) {
  constexpr double whole = 9007199254740992;  // 2^53
  if (PyFloat_Check(number.ptr()) != 0) return PyFloat_AS_DOUBLE(number.ptr());
  if (PyLong_Check(number.ptr()) == 0) return {};
  const double value = PyLong_AsDouble(number.ptr());
  if (value == -1.0 && PyErr_Occurred() != nullptr) PyErr_Clear();
  if (std::abs(value) < whole) return value;
  return {};
}

// ---- numbers

/// Distinct fractions by number, and products of those that were multiplied before.
class Fractions {
 public:
  Id of(const Rational& number) {
    const auto [known, is_new] = ids_.try_emplace(number, static_cast<Id>(numbers_.size()));
    if (is_new) numbers_.push_back(number);
    return known->second;
  }
  [[nodiscard]] const Rational& operator[](Id id) const {
    return numbers_[static_cast<std::size_t>(id)];
  }
  Id product(Id left, Id right) {
    const auto key = static_cast<std::uint64_t>(left) << 32U | static_cast<std::uint32_t>(right);
    const auto known = products_.find(key);
    if (known != products_.end()) return known->second;
    const Id result = of((*this)[left] * (*this)[right]);
    products_.emplace(key, result);
    return result;
  }

 private:
  std::vector<Rational> numbers_;
  std::map<Rational, Id> ids_;
  std::unordered_map<std::uint64_t, Id> products_;
};

/// Counts distinct numbers that are read as others than they print as.
class Changes {
 public:
  void note(double number, const Rational& read) {
    if (read == Rational(number) || !met_.insert(number).second) return;
    ++what_.numbers;
    Rational change = read - Rational::from_double(number);
    if (change.sign() < 0) change = -change;
    what_.largest = std::max(what_.largest, change);
  }
  [[nodiscard]] const Restored& what() const { return what_; }

 private:
  std::set<double> met_;
  Restored what_;
};

Rational restored_or_decimal(double number) {
  if (std::optional<Rational> found = restored(number)) return *std::move(found);
  return number;
}

Rational sum_of(const std::vector<Rational>& numbers) {
  Rational sum;
  for (const Rational& number : numbers) sum += number;
  return sum;
}

struct BadChances : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Reads the probabilities of a chance move. Floats are tried as the fractions of small denominator
/// next to them, as the decimals that they print as, and at the value of their bits: the first of
/// these that adds up to exactly 1. Throws BadChances.
std::vector<Rational> read_chances(const std::vector<py::object>& given, const WalkOptions& options,
                                   Changes& changes) {
  const auto read = [&](const auto& float_value_of) {
    std::vector<Rational> result;
    for (const py::object& number : given) {
      const bool is_float = PyFloat_Check(number.ptr()) != 0;
      result.push_back(is_float ? float_value_of(PyFloat_AS_DOUBLE(number.ptr()))
                                : to_rational(number, options.floats));
      if (result.back().sign() < 0) throw BadChances("probability " + shown(number));
    }
    return result;
  };
  const auto decimal = [](double number) { return Rational(number); };
  const auto binary = [](double number) { return Rational::from_double(number); };
  std::vector<Rational> result;
  if (options.floats == Floats::decimal) {
    result = read(restored_or_decimal);
    if (sum_of(result) == Rational(1)) {
      for (std::size_t t = 0; t < given.size(); ++t) {
        if (PyFloat_Check(given[t].ptr()) != 0) {
          changes.note(PyFloat_AS_DOUBLE(given[t].ptr()), result[t]);
        }
      }
      return result;
    }
    result = read(decimal);
    if (sum_of(result) == Rational(1)) return result;
  }
  std::vector<Rational> bits = read(binary);
  if (sum_of(bits) == Rational(1)) return bits;
  if (options.floats == Floats::binary) result = std::move(bits);
  const Rational sum = sum_of(result);
  const Rational off = sum - Rational(1);
  const Rational percent(1, 100);
  if (options.chances == Chances::normalise && off <= percent && -off <= percent) {
    for (Rational& number : result) number /= sum;
    return result;
  }
  throw BadChances(
      "probabilities of chance add up to " + sum.to_string() +
      ", not to 1; give fractions.Fraction(1, 3) or the float 1/3" +
      (options.chances == Chances::normalise
           ? ""
           : ", or chance=\"normalise\" if a sum within 1 % of 1 is to be divided by"));
}

// ---- players

struct InformationSet {
  Id after = no_move;  // the sequence before it
  Id first_arc = 0;
  py::object actions;  // a tuple
};

/// What is known of one player's information sets, and the graph of its sequences.
struct Side {
  Side() {
    graph.nodes.emplace_back("start");
    graph.arcs.push_back({0, {}, no_move, "start"});
  }
  FlowSide graph;
  std::vector<InformationSet> sets;     // set s is node s + 1
  py::dict numbers;                     // of a set by its string
  std::vector<std::uint64_t> meetings;  // set and the opponent's sequence where it is met
  std::size_t settled = 0;              // meetings that are sorted, without repetitions

  void meet(Id set, Id opponent) {
    const auto key = static_cast<std::uint64_t>(set) << 32U | static_cast<std::uint32_t>(opponent);
    if (!meetings.empty() && meetings.back() == key) return;
    meetings.push_back(key);
    constexpr std::size_t room = 1 << 16;
    if (meetings.size() > 2 * settled + room) settle();
  }
  void settle() {
    std::ranges::sort(meetings);
    meetings.erase(std::unique(meetings.begin(), meetings.end()), meetings.end());
    settled = meetings.size();
  }
};

/// A payoff at an end: sequences, the product of chances, and the payoff, each by number.
struct End {
  Id row, column, chance, payoff;
};

/// What a walk has found.
struct Walked {
  std::shared_ptr<FlowGame> game;
  Index nodes = 0;
  std::optional<Rational> sum;                     // of the two players' payoffs
  std::array<std::vector<py::object>, 2> actions;  // by set
  std::array<std::vector<std::uint64_t>, 2> meetings;
  std::optional<StopReason> stopped;  // interrupted, or out of time
};

/// Walks through all states of a game object. Many members: what is known of each state, each
/// information set and each player so far.
class Walk {
 public:
  explicit Walk(WalkOptions options) : options_(std::move(options)) {
    if (options_.time_limit) {
      end_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                std::chrono::duration<double>(*options_.time_limit));
    }
  }

  std::shared_ptr<Walked> whole(const py::object& root) {
    has_is_terminal_ = py::hasattr(root, names_.is_terminal);
    has_child_ = py::hasattr(root, names_.child);
    check_players(root);
    auto result = std::make_shared<Walked>();
    try {
      enter(root, {no_move, no_move, fractions_.of(1)});
      while (!frames_.empty() && !stopped_) step();
    } catch (const Interrupt&) {
      stopped_ = StopReason::interrupted;
    }
    result->nodes = nodes_;
    result->stopped = stopped_;
    if (!stopped_) {
      tell_progress();
      finish(*result);
    }
    return result;
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Interrupt {};  // Ctrl-C, while the object was asked

  struct Names {
    py::str current_player = interned("current_player");
    py::str is_terminal = interned("is_terminal");
    py::str returns = interned("returns");
    py::str rewards = interned("rewards");
    py::str chance_outcomes = interned("chance_outcomes");
    py::str legal_actions = interned("legal_actions");
    py::str child = interned("child");
    py::str clone = interned("clone");
    py::str apply_action = interned("apply_action");
    py::str apply_actions = interned("apply_actions");
    py::str information_state_string = interned("information_state_string");
    py::str action_to_string = interned("action_to_string");
    py::str num_players = interned("num_players");

    static py::str interned(const char* name) {
      return py::reinterpret_steal<py::str>(PyUnicode_InternFromString(name));
    }
  };

  struct Way {
    Id row, column;  // sequences
    Id chance;       // product of the chances
  };

  // A node whose actions are being tried.
  struct Frame {
    enum class Mover { chance, row, column, both };
    py::object state;
    Mover mover;
    py::object actions;        // of who moves; of both, the row player's
    py::object other_actions;  // of both: the column player's
    std::vector<Id> chances;   // of chance
    Id first_arc = no_move;    // of who moves; no_move where a player has no choice
    Id other_first_arc = no_move;
    Way way;
    std::size_t taken = 0;
    [[nodiscard]] std::size_t branches() const {
      return size_of(actions) * (mover == Mover::both ? size_of(other_actions) : 1);
    }
  };
  using Mover = Frame::Mover;

  // ---- the pass

  void step() {
    Frame& top = frames_.back();
    if (top.taken == top.branches()) {
      frames_.pop_back();
      return;
    }
    const std::size_t branch = top.taken++;
    Way way = top.way;
    if (top.mover == Mover::both) {
      const std::size_t columns = size_of(top.other_actions);
      const std::size_t row = branch / columns;
      const std::size_t column = branch % columns;
      if (top.first_arc != no_move) way.row = top.first_arc + static_cast<Id>(row);
      if (top.other_first_arc != no_move) {
        way.column = top.other_first_arc + static_cast<Id>(column);
      }
      py::list moves(2);
      moves[0] = item_of(top.actions, row);
      moves[1] = item_of(top.other_actions, column);
      const py::object next = guarded([&] {
        py::object copy = call(top.state, names_.clone);
        call(copy, names_.apply_actions, moves);
        return copy;
      });
      enter(next, way);
      return;
    }
    switch (top.mover) {
      case Mover::row:
        way.row = top.first_arc + static_cast<Id>(branch);
        break;
      case Mover::column:
        way.column = top.first_arc + static_cast<Id>(branch);
        break;
      default:
        way.chance = fractions_.product(way.chance, top.chances[branch]);
    }
    const py::handle action = item_of(top.actions, branch);
    const py::object next = guarded([&] {
      if (has_child_) return call(top.state, names_.child, action);
      py::object copy = call(top.state, names_.clone);
      call(copy, names_.apply_action, action);
      return copy;
    });
    enter(next, way);
  }

  void enter(const py::object& state, const Way& way) {
    count();
    if (stopped_) return;
    if (has_is_terminal_ && truth(guarded([&] { return call(state, names_.is_terminal); }))) {
      end(state, way);
      return;
    }
    const py::object said = guarded([&] { return call(state, names_.current_player); });
    const std::optional<long> player = integer_of(said);
    if (player == terminal) {
      end(state, way);
    } else if (player == chance_player) {
      enter_chance(state, way);
    } else if (player && (*player == 0 || *player == 1)) {
      check_rewards(state);
      enter_decision(state, way, static_cast<std::size_t>(*player));
    } else if (player == simultaneous) {
      check_rewards(state);
      enter_both(state, way);
    } else {
      refuse("current_player() is " + shown(said) +
             ", where 0 and 1 are the players, -1 is chance, -2 both at once and -4 the end");
    }
  }

  void count() {
    if (++nodes_ > options_.max_nodes) {
      refuse("the game has more than " + std::to_string(options_.max_nodes) +
             " nodes; max_nodes= raises this limit");
    }
    if (nodes_ % pace != 0) return;
    if (PyErr_CheckSignals() != 0) {
      const py::error_already_set said;
      if (!said.matches(PyExc_KeyboardInterrupt)) throw said;
      stopped_ = StopReason::interrupted;
    }
    if (end_ && Clock::now() > *end_) stopped_ = StopReason::time_limit;
    tell_progress();
  }
  void tell_progress() {
    if (options_.progress.is_none()) return;
    py::dict now;
    now["stage"] = "reading";
    now["nodes"] = nodes_;
    now["sets"] = py::make_tuple(sides_[0].sets.size(), sides_[1].sets.size());
    options_.progress(now);
  }

  void enter_chance(const py::object& state, const Way& way) {
    const py::object outcomes =
        listed(guarded([&] { return call(state, names_.chance_outcomes); }), "chance_outcomes()");
    if (size_of(outcomes) == 0) refuse("chance_outcomes() is empty");
    Frame frame{state, Mover::chance, {}, {}, {}, no_move, no_move, way, 0};
    py::tuple actions(size_of(outcomes));
    std::vector<py::object> numbers;
    for (std::size_t t = 0; t < size_of(outcomes); ++t) {
      const py::object pair =
          listed(py::reinterpret_borrow<py::object>(item_of(outcomes, t)), "an outcome of chance");
      if (size_of(pair) != 2) refuse("an outcome of chance is (action, probability)");
      actions[t] = item_of(pair, 0);
      numbers.push_back(py::reinterpret_borrow<py::object>(item_of(pair, 1)));
    }
    frame.actions = actions;
    frame.chances = chances_of(numbers);
    frames_.push_back(std::move(frame));
  }

  /// Equal lists of floats are read once.
  std::vector<Id> chances_of(const std::vector<py::object>& numbers) {
    std::string key;
    for (const py::object& number : numbers) {
      if (PyFloat_CheckExact(number.ptr()) == 0) return read(numbers);
      const double value = PyFloat_AS_DOUBLE(number.ptr());
      key.append(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    const auto known = distributions_.find(key);
    if (known != distributions_.end()) return known->second;
    return distributions_.emplace(std::move(key), read(numbers)).first->second;
  }
  std::vector<Id> read(const std::vector<py::object>& numbers) {
    try {
      std::vector<Id> result;
      for (const Rational& one : read_chances(numbers, options_, changed_chances_)) {
        result.push_back(fractions_.of(one));
      }
      return result;
    } catch (const BadChances& error) {
      refuse(error.what());
    } catch (const py::type_error& error) {
      refuse(std::string("a probability of chance: ") + error.what());
    } catch (const py::value_error& error) {
      refuse(std::string("a probability of chance: ") + error.what());
    } catch (const std::domain_error& error) {
      refuse(std::string("a probability of chance: ") + error.what());
    }
  }

  void enter_decision(const py::object& state, const Way& way, std::size_t player) {
    const Id set =
        meet(state, way, player, guarded([&] { return call(state, names_.legal_actions); }));
    const InformationSet& here = sides_[player].sets[static_cast<std::size_t>(set)];
    frames_.push_back({state,
                       player == 0 ? Mover::row : Mover::column,
                       here.actions,
                       {},
                       {},
                       here.first_arc,
                       no_move,
                       way,
                       0});
  }

  void enter_both(const py::object& state, const Way& way) {
    Frame frame{state, Mover::both, {}, {}, {}, no_move, no_move, way, 0};
    for (const std::size_t player : {0, 1}) {
      const py::object list =
          listed(guarded([&] { return call(state, names_.legal_actions, py::int_(player)); }),
                 "legal_actions()");
      py::object& actions = player == 0 ? frame.actions : frame.other_actions;
      if (size_of(list) == 0) {  // it has no choice here
        actions = py::make_tuple(0);
        continue;
      }
      const Id set = meet(state, way, player, list);
      const InformationSet& here = sides_[player].sets[static_cast<std::size_t>(set)];
      actions = here.actions;
      (player == 0 ? frame.first_arc : frame.other_first_arc) = here.first_arc;
    }
    frames_.push_back(std::move(frame));
  }

  // ---- information sets

  Id meet(const py::object& state, const Way& way, std::size_t player, const py::object& given) {
    const py::object actions = listed(given, "legal_actions()");
    if (size_of(actions) == 0) refuse("legal_actions() is empty, and this is no end");
    const py::object string =
        guarded([&] { return call(state, names_.information_state_string, py::int_(player)); });
    if (PyUnicode_Check(string.ptr()) == 0) {
      refuse("information_state_string(" + std::to_string(player) + ") is of type " +
             type_name(string) + ", not a string");
    }
    Side& side = sides_[player];
    const Id own = player == 0 ? way.row : way.column;
    Id set = 0;
    PyObject* const known = PyDict_GetItemWithError(side.numbers.ptr(), string.ptr());
    if (known != nullptr) {
      set = static_cast<Id>(PyLong_AsLong(known));
      const InformationSet& before = side.sets[static_cast<std::size_t>(set)];
      if (before.after != own) refuse_memory(player, string, own, before.after);
      if (!same(actions, before.actions)) {
        refuse("information state " + shown(string) + " of player " + std::to_string(player) +
               " has the actions " + shown(actions) + " here and " + shown(before.actions) +
               " where it was met first");
      }
    } else {
      if (PyErr_Occurred() != nullptr) throw py::error_already_set();
      set = add_set(state, side, player, string, actions, own);
    }
    if (fractions_[way.chance].sign() > 0) side.meet(set, player == 0 ? way.column : way.row);
    return set;
  }

  static bool same(const py::object& list, const py::object& tuple) {
    const std::size_t size = size_of(list);
    if (size != size_of(tuple)) return false;
    for (std::size_t t = 0; t < size; ++t) {
      const py::handle one = item_of(list, t);
      const py::handle other = item_of(tuple, t);
      if (!one.is(other) && !one.equal(other)) {
        return py::set(list).equal(py::set(tuple));  // in another order
      }
    }
    return true;
  }

  Id add_set(const py::object& state, Side& side, std::size_t player, const py::object& string,
             const py::object& actions, Id own) {
    const auto set = static_cast<Id>(side.sets.size());
    const auto node = static_cast<Index>(set) + 1;
    side.graph.nodes.push_back(string.cast<std::string>());
    side.graph.arcs[static_cast<std::size_t>(own)].heads.push_back(node);
    InformationSet added;
    added.after = own;
    added.first_arc = static_cast<Id>(side.graph.arcs.size());
    const py::tuple tuple(py::reinterpret_steal<py::object>(PySequence_Tuple(actions.ptr())));
    added.actions = shared(tuple);
    std::set<std::string> labels;
    for (std::size_t t = 0; t < size_of(actions); ++t) {
      const py::handle action = item_of(actions, t);
      std::string label =
          guarded([&] { return name_of(state, static_cast<long>(player), action); });
      if (!labels.insert(label).second || label.empty()) {
        label += (label.empty() ? "" : " ") + shown(action);
        while (!labels.insert(label).second) label += '\'';
      }
      const auto arc = static_cast<Index>(side.graph.arcs.size());
      side.graph.arcs.push_back({node, {}, arc, std::move(label)});
    }
    side.sets.push_back(std::move(added));
    side.numbers[string] = py::int_(set);
    return set;
  }

  /// Equal tuples are kept once. Actions that cannot be keys of a dictionary are kept as they are.
  py::object shared(const py::tuple& tuple) {
    PyObject* const known = PyDict_GetItemWithError(tuples_.ptr(), tuple.ptr());
    if (known != nullptr) return py::reinterpret_borrow<py::object>(known);
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      return tuple;
    }
    tuples_[tuple] = tuple;
    return tuple;
  }

  /// What an action is called: action_to_string of player and action, or of the action alone.
  std::string name_of(const py::object& state, long player, py::handle action) {
    if (!py::hasattr(state, names_.action_to_string)) return py::str(action);
    try {
      return py::str(call(state, names_.action_to_string, py::int_(player), action));
    } catch (const py::error_already_set& error) {
      if (!error.matches(PyExc_TypeError)) throw;
    }
    return py::str(call(state, names_.action_to_string, action));
  }

  // ---- ends

  void end(const py::object& state, const Way& way) {
    const py::object returned =
        listed(guarded([&] { return call(state, names_.returns); }), "returns()");
    if (size_of(returned) != 2) {
      refuse("returns() has " + std::to_string(size_of(returned)) +
             (size_of(returned) == 1 ? " number" : " numbers") +
             ", and not one for each of two players");
    }
    if (fractions_[way.chance].sign() == 0) return;
    ends_.push_back({way.row, way.column, way.chance, payoff(returned)});
  }

  Id payoff(const py::object& returned) {
    const std::optional<double> first = double_of(item_of(returned, 0));
    const std::optional<double> second = double_of(item_of(returned, 1));
    if (!first || !second) return checked_payoff(returned);
    const std::pair key(*first, *second);
    const auto known = payoffs_.find(key);
    if (known != payoffs_.end()) return known->second;
    return payoffs_.emplace(key, checked_payoff(returned)).first->second;
  }

  Id checked_payoff(const py::object& returned) {
    std::array<Rational, 2> paid;
    bool rounded = false;
    for (const std::size_t player : {0, 1}) {
      const py::handle number = item_of(returned, player);
      rounded = rounded || PyFloat_Check(number.ptr()) != 0;
      try {
        paid.at(player) = read_payoff(number);
      } catch (const py::value_error& error) {
        refuse("returns() is " + shown(returned) + ": " + error.what());
      } catch (const py::type_error& error) {
        refuse("returns() is " + shown(returned) + ": " + error.what());
      } catch (const std::domain_error& error) {
        refuse("returns() is " + shown(returned) + ": " + error.what());
      }
    }
    const Rational sum = paid[0] + paid[1];
    if (!sum_) {
      sum_ = sum;
      first_end_ = history();
    }
    if (sum != *sum_ && !(rounded && by_rounding(sum - *sum_, paid))) {
      refuse("returns() is " + shown(returned) + ", which adds up to " + sum.to_string() +
             ", and at the end" + first_end_ + " to " + sum_->to_string() +
             ": only games whose payoffs add up to one number are solved");
    }
    return fractions_.of(paid[0]);
  }

  Rational read_payoff(py::handle number) {
    if (PyFloat_Check(number.ptr()) == 0 || options_.floats == Floats::binary) {
      return to_rational(number, options_.floats);
    }
    const double value = PyFloat_AS_DOUBLE(number.ptr());
    Rational read = restored_or_decimal(value);
    changed_payoffs_.note(value, read);
    return read;
  }

  /// Whether floats of this size cannot say their sum more exactly.
  static bool by_rounding(Rational off, const std::array<Rational, 2>& paid) {
    if (off.sign() < 0) off = -off;
    Rational most;
    for (const Rational& one : paid) most = std::max(most, one.sign() < 0 ? -one : one);
    return off * Rational(std::int64_t{1} << 50) <= most;
  }

  // ---- what is refused

  void check_players(const py::object& root) {
    if (!py::hasattr(root, names_.num_players)) return;
    const std::optional<long> players = integer_of(call(root, names_.num_players));
    if (players && *players != 2) {
      refuse("a game of " + std::to_string(*players) + " player" + (*players == 1 ? "" : "s") +
             "; games of two players are solved");
    }
  }

  void check_rewards(const py::object& state) {
    if (!options_.rewards) return;
    const py::object rewards =
        listed(guarded([&] { return call(state, names_.rewards); }), "rewards()");
    for (std::size_t t = 0; t < size_of(rewards); ++t) {
      const std::optional<double> reward = double_of(item_of(rewards, t));
      if (reward && *reward == 0) continue;
      refuse("rewards() is " + shown(rewards) +
             " before the end; payoffs are to come at the end, in returns()");
    }
  }

  /// Calls the object; what it raises is passed on with a note that names the place.
  template <typename Ask>
  std::invoke_result_t<Ask> guarded(const Ask& ask) {
    try {
      return ask();
    } catch (const py::error_already_set& error) {
      if (error.matches(PyExc_KeyboardInterrupt)) throw Interrupt();
      if (py::hasattr(error.value(), "add_note")) {
        error.value().attr("add_note")("asked of the game" + place());
      }
      throw;
    }
  }
  static bool truth(const py::object& said) {
    const int value = PyObject_IsTrue(said.ptr());
    if (value < 0) throw py::error_already_set();
    return value == 1;
  }

  [[noreturn]] void refuse(const std::string& what) { throw InputError(what + place()); }
  std::string place() {
    const std::string text = history();
    return text.empty() ? " (at the root)" : " (" + text.substr(1) + ")";
  }

  /// The moves that lead to the present node: " after 'a', 'b'"; empty at the root.
  std::string history() {
    std::string text;
    const std::size_t hidden = frames_.size() > most_moves ? frames_.size() - most_moves : 0;
    if (hidden > 0) text = " " + std::to_string(hidden) + " moves and";
    for (std::size_t t = hidden; t < frames_.size(); ++t) {
      const Frame& frame = frames_[t];
      if (frame.taken == 0) break;
      text += (t == 0 ? " after " : t == hidden ? " " : ", ") + quoted(move_of(frame));
    }
    return hidden > 0 ? " after" + text : text;
  }
  std::string move_of(const Frame& frame) {
    const std::size_t branch = frame.taken - 1;
    try {
      if (frame.mover == Mover::both) {
        const std::size_t columns = size_of(frame.other_actions);
        return name_of(frame.state, 0, item_of(frame.actions, branch / columns)) + " and " +
               name_of(frame.state, 1, item_of(frame.other_actions, branch % columns));
      }
      const long mover =
          frame.mover == Mover::chance ? chance_player : (frame.mover == Mover::row ? 0 : 1);
      return name_of(frame.state, mover, item_of(frame.actions, branch));
    } catch (const py::error_already_set&) {  // a place is named as well as can be
      return frame.mover == Mover::both ? "both moved" : shown(item_of(frame.actions, branch));
    }
  }
  static std::string quoted(const std::string& text) { return shown(py::str(text)); }

  [[noreturn]] void refuse_memory(std::size_t player, const py::object& string, Id here, Id there) {
    refuse("information state " + shown(string) + " of player " + std::to_string(player) +
           " is met after " + own_moves(player, here) + ", and elsewhere after " +
           own_moves(player, there) + ": only games in which nobody forgets are solved");
  }
  std::string own_moves(std::size_t player, Id arc) {
    const Side& side = sides_[player];
    std::vector<std::string> moves;
    while (arc != no_move) {
      const FlowArc& one = side.graph.arcs[static_cast<std::size_t>(arc)];
      const auto node = static_cast<std::size_t>(one.tail);
      moves.push_back(quoted(one.label) + " at " + quoted(side.graph.nodes[node]));
      arc = side.sets[node - 1].after;
    }
    if (moves.empty()) return "no move of its own";
    std::string text;
    for (std::size_t t = moves.size(); t-- > 0;) text += (text.empty() ? "" : ", ") + moves[t];
    return text;
  }

  // ---- the end of the walk

  void finish(Walked& result) {
    std::ranges::sort(ends_, [](const End& a, const End& b) {
      return std::tie(a.row, a.column) < std::tie(b.row, b.column);
    });
    auto game = std::make_shared<FlowGame>();
    game->kind = FlowGame::Kind::tree;
    for (std::size_t t = 0; t < ends_.size();) {
      const End& first = ends_[t];
      Rational payoff;
      for (; t < ends_.size() && ends_[t].row == first.row && ends_[t].column == first.column;
           ++t) {
        payoff += fractions_[ends_[t].chance] * fractions_[ends_[t].payoff];
      }
      if (payoff.sign() == 0) continue;
      if (first.row == no_move && first.column == no_move) {
        game->constant = payoff;
      } else {
        game->payoffs.push_back({first.row, first.column, std::move(payoff)});
      }
    }
    game->restored_chances = changed_chances_.what();
    game->restored_payoffs = changed_payoffs_.what();
    for (const std::size_t player : {0, 1}) {
      Side& side = sides_[player];
      side.graph.features = std::ssize(side.graph.arcs);
      (player == 0 ? game->rows : game->columns) = std::move(side.graph);
      for (InformationSet& set : side.sets) {
        result.actions.at(player).push_back(std::move(set.actions));
      }
      side.settle();
      result.meetings.at(player) = std::move(side.meetings);
    }
    result.game = std::move(game);
    result.sum = sum_;
  }

  struct PairHash {
    std::size_t operator()(const std::pair<double, double>& pair) const {
      const std::hash<double> hash;
      return hash(pair.first) * 31 + hash(pair.second);
    }
  };

  Names names_;
  WalkOptions options_;
  std::optional<Clock::time_point> end_;
  bool has_is_terminal_ = false;
  bool has_child_ = false;
  Index nodes_ = 0;
  std::optional<StopReason> stopped_;
  std::vector<Frame> frames_;
  std::array<Side, 2> sides_;
  py::dict tuples_;
  Fractions fractions_;
  std::unordered_map<std::string, std::vector<Id>> distributions_;
  std::unordered_map<std::pair<double, double>, Id, PairHash> payoffs_;
  std::vector<End> ends_;
  std::optional<Rational> sum_;
  std::string first_end_;
  Changes changed_chances_;
  Changes changed_payoffs_;
};

std::shared_ptr<Walked> walk_state(const py::object& root, Index max_nodes, bool normalise,
                                   bool decimals, std::optional<double> time_limit, bool rewards,
                                   const py::object& progress) {
  return Walk({max_nodes, normalise ? Chances::normalise : Chances::exact,
               decimals ? Floats::decimal : Floats::binary, time_limit, rewards, progress})
      .whole(root);
}

/// By set: whether the opponent and chance let it be reached, where the opponent plays this
/// strategy.
std::vector<bool> let_in(const Walked& walked, const FlowSolution& solution, bool is_row) {
  const std::size_t player = is_row ? 0 : 1;
  const std::vector<Rational>& opponent = solution.player(!is_row).flow;
  std::vector<bool> result(walked.actions.at(player).size(), false);
  for (const std::uint64_t key : walked.meetings.at(player)) {
    const auto set = static_cast<std::size_t>(key >> 32U);
    const auto sequence = static_cast<std::size_t>(key & 0xffffffffU);
    if (opponent[sequence].sign() > 0) result[set] = true;
  }
  return result;
}

}  // namespace

void define_state_walk(py::module_& module) {
  py::class_<Walked, std::shared_ptr<Walked>>(module, "Walked")
      .def(py::pickle(
          [](const Walked& one) {
            return py::make_tuple(one.game, one.nodes,
                                  one.sum ? py::cast(one.sum->to_string()) : py::none(),
                                  one.actions, one.meetings);
          },
          [](const py::tuple& state) {
            auto one = std::make_shared<Walked>();
            one->game = state[0].cast<std::shared_ptr<FlowGame>>();
            one->nodes = state[1].cast<Index>();
            if (!state[2].is_none()) one->sum = Rational::parse(state[2].cast<std::string>());
            one->actions = state[3].cast<decltype(one->actions)>();
            one->meetings = state[4].cast<decltype(one->meetings)>();
            return one;
          }))
      .def_readonly("game", &Walked::game)
      .def_readonly("nodes", &Walked::nodes)
      .def_property_readonly("stopped", [](const Walked& one) { return one.stopped.has_value(); })
      .def_property_readonly(
          "interrupted", [](const Walked& one) { return one.stopped == StopReason::interrupted; })
      .def_property_readonly("sum",
                             [](const Walked& one) -> py::object {
                               return one.sum ? to_fraction(*one.sum) : py::none();
                             })
      .def("actions", [](const Walked& one, bool is_row) { return one.actions.at(is_row ? 0 : 1); })
      .def("let_in", let_in);
  module.def("walk_state", walk_state);
}

}  // namespace allnash::python
