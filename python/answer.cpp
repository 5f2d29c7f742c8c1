#include "answer.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "bindings.hpp"
#include "numbers.hpp"

namespace allnash::python {

namespace {

// Conversion to Python values, and back from Python or from JSON, where numbers are text.

template <typename Plain>
py::object to_python(const Plain& value) {
  return py::cast(value);
}
py::object to_python(const Rational& number) { return to_fraction(number); }
py::object to_python(const MixedStrategy& strategy) {
  return strategy.empty() ? py::object(py::none()) : py::object(to_dict(strategy));
}
py::object to_python(const std::vector<MixedStrategy>& strategies) {
  py::list list;
  for (const MixedStrategy& strategy : strategies) list.append(to_dict(strategy));
  return list;
}
py::object to_python(const std::vector<Cap>& caps) {
  py::dict most;
  for (const Cap& cap : caps) most[py::int_(cap.strategy)] = to_fraction(cap.most);
  return most;
}
py::object to_python(const PayoffRange& range) {
  return py::make_tuple(to_fraction(range.low), to_fraction(range.high));
}
py::object to_python(const std::vector<FailedEntry>& failed) {
  py::list list;
  for (const FailedEntry& one : failed) {
    py::dict fields;
    fields["row"] = one.entry.row;
    fields["column"] = one.entry.column;
    fields["payoff"] = one.payoff ? py::object(to_fraction(*one.payoff)) : py::none();
    fields["why"] = one.why;
    list.append(fields);
  }
  return list;
}
py::object to_python(const std::vector<PhaseCounts>& phases) {
  py::dict counters;
  for (const PhaseCounts& counts : phases) {
    py::dict fields;
    fields["looks"] = counts.looks;
    fields["queries"] = counts.queries;
    fields["calls"] = counts.calls;
    fields["stages"] = counts.stages;
    counters[py::str(std::string(counts.phase))] = fields;
  }
  return counters;
}
py::object to_python(const std::vector<Kernel>& kernels) {
  py::list list;
  for (const Kernel& kernel : kernels) {
    py::dict fields;
    fields["row_vertex"] = kernel.row_vertex;
    fields["column_vertex"] = kernel.column_vertex;
    fields["rows"] = kernel.rows;
    fields["columns"] = kernel.columns;
    list.append(fields);
  }
  return list;
}
template <typename Value>
py::object to_python(const std::optional<Value>& value) {
  return value ? to_python(*value) : py::none();
}

template <typename Plain>
void take(const py::handle& value, Plain& into) {
  into = value.cast<Plain>();
}
void take(const py::handle& value, Rational& into) { into = to_rational(value); }
void take(const py::handle& value, std::vector<FailedEntry>& into) {
  for (const auto& one : value.cast<py::list>()) {
    const auto fields = one.cast<py::dict>();
    FailedEntry& failed = into.emplace_back();
    failed.entry = {fields["row"].cast<Index>(), fields["column"].cast<Index>()};
    if (!fields["payoff"].is_none()) failed.payoff = to_rational(fields["payoff"]);
    failed.why = fields["why"].cast<std::string>();
  }
}
void take(const py::handle& value, std::vector<PhaseCounts>& into) {
  const auto counters = value.cast<py::dict>();
  for (const char* const phase : {"values", "search", "check"}) {
    if (!counters.contains(phase)) continue;
    const auto fields = counters[phase].cast<py::dict>();
    const auto count = [&](const char* name) { return fields[name].cast<std::int64_t>(); };
    into.push_back({phase, count("looks"), count("queries"), count("calls"), count("stages")});
  }
}
void take(const py::handle& value, std::vector<Kernel>& into) {
  for (const auto& one : value.cast<py::list>()) {
    const auto fields = one.cast<py::dict>();
    into.push_back({fields["row_vertex"].cast<Index>(), fields["column_vertex"].cast<Index>(),
                    fields["rows"].cast<std::vector<Index>>(),
                    fields["columns"].cast<std::vector<Index>>()});
  }
}
void take(const py::handle& value, std::vector<Cap>& into) {
  for (const auto& [strategy, most] : value.cast<py::dict>()) {
    into.push_back(
        {py::int_(py::reinterpret_borrow<py::object>(strategy)).cast<Index>(), to_rational(most)});
  }
}
void take(const py::handle& value, MixedStrategy& into) {
  Rational sum;
  for (const auto& [strategy, probability] : value.cast<py::dict>()) {
    into.push_back({py::int_(py::reinterpret_borrow<py::object>(strategy)).cast<Index>(),
                    to_rational(probability)});
    if (into.back().probability.sign() <= 0) throw py::value_error("a probability not above 0");
    sum += into.back().probability;
  }
  if (sum != Rational(1)) throw py::value_error("probabilities that do not sum to 1");
  std::ranges::sort(into, {}, &Weight::strategy);
}
void take(const py::handle& value, std::vector<MixedStrategy>& into) {
  for (const py::handle vertex : value.cast<py::list>()) take(vertex, into.emplace_back());
}
void take(const py::handle& value, PayoffRange& into) {
  const auto ends = value.cast<py::sequence>();
  into = {to_rational(ends[0]), to_rational(ends[1])};
}
template <typename Value>
void take(const py::handle& value, std::optional<Value>& into) {
  take(value, into.emplace());
}

/// For which results JSON must have a field.
enum class Needed { no, always, proved, of_chance };

struct Field {
  const char* name;  // in Python and in JSON
  py::object (*get)(const Result&);
  void (*set)(Result&, const py::handle&);
  Needed needed = Needed::no;
};

template <auto member>
constexpr Field field(const char* name, Needed needed = Needed::no) {
  return {name, [](const Result& result) { return to_python(result.*member); },
          [](Result& result, const py::handle& value) { take(value, result.*member); }, needed};
}

/// A field of an optional part of Result, which only some statuses have.
template <auto part, auto member>
constexpr Field field_in(const char* name, Needed needed) {
  return {name,
          [](const Result& result) {
            return result.*part ? to_python(*(result.*part).*member) : py::object(py::none());
          },
          [](Result& result, const py::handle& value) {
            if (result.*part) take(value, *(result.*part).*member);
          },
          needed};
}

template <auto side, auto member>
constexpr Field set_field(const char* name) {
  return {name,
          [](const Result& result) {
            return result.equilibria ? to_python(((*result.equilibria).*side).*member)
                                     : py::object(py::none());
          },
          [](Result& result, const py::handle& value) {
            if (result.equilibria) take(value, ((*result.equilibria).*side).*member);
          },
          Needed::proved};
}

Status status_from(const std::string& name) {
  for (const Status status : {Status::proved, Status::stopped, Status::within,
                              Status::no_strict_saddle_point, Status::certified, Status::failure}) {
    if (status_name(status) == name) return status;
  }
  throw py::value_error("there is no status '" + name + "'");
}

Stop stop_from(const std::string& text) {
  if (text == "budget") return {StopReason::budget, text};
  if (text == "time limit") return {StopReason::time_limit, text};
  if (text == "interrupted") return {StopReason::interrupted, text};
  return {text.starts_with("ledger file: ") ? StopReason::ledger_file : StopReason::gave_up, text};
}

/// All fields of a result that Python knows.
constexpr std::array fields{
    Field{"status",
          [](const Result& result) { return to_python(std::string(status_name(result.status))); },
          [](Result& result, const py::handle& value) {
            result.status = status_from(value.cast<std::string>());
          },
          Needed::always},
    field<&Result::rows>("rows", Needed::always),
    field<&Result::columns>("columns", Needed::always),
    field<&Result::symmetric>("symmetric"),
    field<&Result::method>("method", Needed::always),
    field<&Result::seed>("seed", Needed::always),
    Field{"stop_reason",
          [](const Result& result) {
            return result.stop ? to_python(result.stop->text) : py::object(py::none());
          },
          [](Result& result, const py::handle& value) {
            result.stop = stop_from(value.cast<std::string>());
          }},
    field<&Result::value>("value", Needed::proved),
    field<&Result::low>("low"),
    field<&Result::high>("high"),
    field<&Result::row_strategy>("row_strategy", Needed::proved),
    field<&Result::column_strategy>("column_strategy", Needed::proved),
    set_field<&Equilibria::row, &OptimalSet::support>("row_support"),
    set_field<&Equilibria::column, &OptimalSet::support>("column_support"),
    set_field<&Equilibria::row, &OptimalSet::dimension>("row_dimension"),
    set_field<&Equilibria::column, &OptimalSet::dimension>("column_dimension"),
    set_field<&Equilibria::row, &OptimalSet::vertices>("row_vertices"),
    set_field<&Equilibria::column, &OptimalSet::vertices>("column_vertices"),
    set_field<&Equilibria::row, &OptimalSet::vertices_complete>("row_vertices_complete"),
    set_field<&Equilibria::column, &OptimalSet::vertices_complete>("column_vertices_complete"),
    field_in<&Result::equilibria, &Equilibria::floor>("floor", Needed::proved),
    Field{"kernels",
          [](const Result& result) {
            const bool listed = result.equilibria && result.equilibria->kernels_complete;
            return listed ? to_python(result.equilibria->kernels) : py::object(py::none());
          },
          [](Result& result, const py::handle& value) {
            if (result.equilibria) take(value, result.equilibria->kernels);
          }},
    field_in<&Result::equilibria, &Equilibria::kernels_complete>("kernels_complete", Needed::no),
    Field{"confidence",
          [](const Result& result) {
            return result.confidence ? to_python(decimal_text(*result.confidence))
                                     : py::object(py::none());
          },
          [](Result& result, const py::handle& value) { take(value, result.confidence); }},
    Field{"plays",
          [](const Result& result) {
            return result.by_play ? to_python(result.queries) : py::object(py::none());
          },
          [](Result& result, const py::handle& value) { take(value, result.queries); },
          Needed::of_chance},
    field_in<&Result::by_play, &ByPlay::entries>("entries", Needed::of_chance),
    field_in<&Result::by_play, &ByPlay::attempts>("attempts", Needed::of_chance),
    Field{"floor_plays",
          [](const Result& result) {
            return result.by_play ? to_python(result.by_play->floor.seen) : py::object(py::none());
          },
          [](Result& result, const py::handle& value) {
            if (result.by_play) take(value, result.by_play->floor.seen);
          }},
    Field{"floor_plays_sure",
          [](const Result& result) {
            return result.by_play ? to_python(result.by_play->floor.sure) : py::object(py::none());
          },
          [](Result& result, const py::handle& value) {
            if (result.by_play) take(value, result.by_play->floor.sure);
          }},
    field_in<&Result::by_play, &ByPlay::failures>("failures", Needed::no),
    field_in<&Result::by_play, &ByPlay::row_caps>("row_caps", Needed::of_chance),
    field_in<&Result::by_play, &ByPlay::column_caps>("column_caps", Needed::of_chance),
    field<&Result::queries>("queries"),
    field<&Result::recalled>("recalled"),
    field<&Result::rechecked>("rechecked"),
    field<&Result::failed>("failed"),
    field<&Result::notes>("notes"),
    field<&Result::counters>("counters"),
    field<&Result::rounds>("rounds", Needed::always),
    field<&Result::seconds>("seconds", Needed::always),
    field<&Result::cost>("cost"),
    field<&Result::recalled_cost>("recalled_cost"),
    field<&Result::floor_cost>("floor_cost"),
    field<&Result::repeats>("repeats"),
    field<&Result::mirrored>("mirrored"),
    field<&Result::in_vain>("in_vain"),
    field<&Result::hedged>("hedged"),
    field<&Result::averaged_plays>("averaged_plays"),
    field<&Result::payoff_range>("payoff_range"),
    field<&Result::range_used>("range_used"),
    field<&Result::hindsight>("hindsight"),
    field<&Result::range_floor>("range_floor"),
    field<&Result::epsilon>("epsilon"),
    field<&Result::solved_as>("solved_as"),
    field<&Result::row_labels>("row_labels"),
    field<&Result::column_labels>("column_labels"),
};

bool is_needed(const Field& field, const Result& result) {
  const bool queries = field.name == std::string_view("queries") && !result.by_play;
  return queries || field.needed == Needed::always ||
         (field.needed == Needed::proved && result.equilibria) ||
         (field.needed == Needed::of_chance && result.by_play);
}

void check_places(std::span<const Weight> strategy, Index strategies) {
  for (const Weight& weight : strategy) {
    if (weight.strategy >= 0 && weight.strategy < strategies) continue;
    throw py::value_error("there is no strategy " + std::to_string(weight.strategy) + " among " +
                          std::to_string(strategies));
  }
}

void check_set(const OptimalSet& set, Index strategies) {
  for (const Index strategy : set.support) {
    check_places(std::array{Weight{strategy, Rational(1)}}, strategies);
  }
  for (const MixedStrategy& vertex : set.vertices) check_places(vertex, strategies);
}

void check(const Result& result) {
  if (result.rows < 1 || result.columns < 1) throw py::value_error("the game has no entries");
  check_places(result.row_strategy, result.rows);
  check_places(result.column_strategy, result.columns);
  if (!result.equilibria) return;
  check_set(result.equilibria->row, result.rows);
  check_set(result.equilibria->column, result.columns);
  if (result.equilibria->floor < 1) throw py::value_error("a floor below 1");
}

/// JSON has the labels of the support only; the others become empty.
void take_support_labels(const py::dict& fields, const char* key, const std::vector<Index>& support,
                         Index strategies, std::vector<std::string>& labels) {
  if (!fields.contains(key)) return;
  const auto names = fields[key].cast<std::vector<std::string>>();
  if (names.size() != support.size()) throw py::value_error("a name for each of the support");
  labels.assign(static_cast<std::size_t>(strategies), "");
  for (std::size_t t = 0; t < names.size(); ++t) {
    labels[static_cast<std::size_t>(support[t])] = names[t];
  }
}

class StoredPayoffs final : public KnownPayoffs {
 public:
  StoredPayoffs(std::vector<Entry> entries, std::vector<Rational> payoffs, const Result& result)
      : rows_(result.rows),
        columns_(result.columns),
        entries_(std::move(entries)),
        payoffs_(std::move(payoffs)),
        symmetric_(result.symmetric),
        sum_(mirror_sum(result.payoff_range)) {}

  [[nodiscard]] Index rows() const override { return rows_; }
  [[nodiscard]] Index columns() const override { return columns_; }
  [[nodiscard]] bool knows(Index row, Index column) const override {
    return (symmetric_ && row == column) || find(row, column) != nullptr;
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const override {
    if (symmetric_ && row == column) return sum_ / Rational(2);
    const Rational* found = find(row, column);
    if (found == nullptr) throw std::logic_error(entry_name({row, column}) + " has not been seen");
    return symmetric_ && row > column ? sum_ - *found : *found;
  }

  [[nodiscard]] std::vector<Entry> entries() const override { return entries_; }

 private:
  /// The payoff of the entry, or in a symmetric game of the match.
  [[nodiscard]] const Rational* find(Index row, Index column) const {
    if (symmetric_ && row > column) std::swap(row, column);
    const auto place = std::ranges::lower_bound(entries_, Entry{row, column});
    if (place == entries_.end() || *place != Entry{row, column}) return nullptr;
    return &payoffs_[static_cast<std::size_t>(place - entries_.begin())];
  }

  Index rows_;
  Index columns_;
  std::vector<Entry> entries_;  // sorted
  std::vector<Rational> payoffs_;
  bool symmetric_;
  Rational sum_;  // of the two payoffs of a match
};

[[noreturn]] void say_payoffs_missing() {
  PyErr_SetString(
      PyExc_LookupError,
      "a result that came back from JSON has no payoffs; keep it by pickle to have them");
  throw py::error_already_set();
}

/// Lines of row, column, plays (1 for a known payoff) and payoff, in base 16.
std::string payoff_lines(const Result& result) {
  std::string lines;
  const auto add = [&](const Entry& entry, std::int64_t plays, const Rational& payoff) {
    lines += std::to_string(entry.row) + " " + std::to_string(entry.column) + " " +
             std::to_string(plays) + " " + payoff.numerator_digits(16) + "/" +
             payoff.denominator_digits(16) + "\n";
  };
  if (result.by_play) {
    for (const PlayTally& tally : result.by_play->tallies)
      add(tally.entry, tally.plays, tally.mean);
  } else {
    for (const Entry entry : result.known->entries()) {
      add(entry, 1, result.known->payoff(entry.row, entry.column));
    }
  }
  return lines;
}

std::vector<PlayTally> tallies_from(const std::string& lines) {
  std::vector<PlayTally> tallies;
  std::istringstream in(lines);
  PlayTally tally;
  std::string number;
  while (in >> tally.entry.row >> tally.entry.column >> tally.plays >> number) {
    const std::size_t bar = number.find('/');
    if (bar == std::string::npos) break;
    tally.mean = Rational::from_digits(number.substr(0, bar), number.substr(bar + 1), 16);
    tallies.push_back(tally);
    number.clear();
  }
  if (!number.empty() || !std::ranges::is_sorted(tallies, {}, &PlayTally::entry)) {
    throw py::value_error("damaged payoffs");
  }
  return tallies;
}

void put_payoffs(Result& result, std::vector<PlayTally> tallies) {
  if (result.by_play) {
    result.by_play->tallies = std::move(tallies);
    return;
  }
  std::vector<Entry> entries;
  std::vector<Rational> payoffs;
  for (PlayTally& tally : tallies) {
    entries.push_back(tally.entry);
    payoffs.push_back(std::move(tally.mean));
  }
  result.known = std::make_shared<StoredPayoffs>(std::move(entries), std::move(payoffs), result);
}

/// Throws for a game of chance that came from JSON, which has no tallies.
const std::vector<PlayTally>& tallies_of(const Result& result) {
  if (result.by_play->tallies.empty() && result.by_play->entries > 0) say_payoffs_missing();
  return result.by_play->tallies;
}

}  // namespace

py::object field_of(const Answer& answer, const std::string& name) {
  const auto* found = std::ranges::find(fields, name, &Field::name);
  if (found == fields.end()) throw py::key_error(name);
  return found->get(answer.result);
}

std::shared_ptr<Answer> answer_from(const py::dict& json) {
  auto answer = std::make_shared<Answer>();
  Result& result = answer->result;
  for (const Field& field : fields) {
    const bool there = json.contains(field.name) && !json[field.name].is_none();
    if (there || is_needed(field, result)) field.set(result, json[field.name]);
    if (&field != &fields.front()) continue;
    // The status is the first field, since the others depend on it.
    if (result.status == Status::proved) result.equilibria.emplace();
    if (json.contains("confidence") && !json["confidence"].is_none()) result.by_play.emplace();
  }
  check(result);
  if (const auto& found = result.equilibria) {
    result.low = result.high = result.value;
    take_support_labels(json, "row_support_labels", found->row.support, result.rows,
                        result.row_labels);
    take_support_labels(json, "column_support_labels", found->column.support, result.columns,
                        result.column_labels);
  }
  return answer;
}

py::tuple state_of(const Answer& answer) {
  const Result& result = answer.result;
  py::dict told;
  for (const Field& field : fields) told[field.name] = field.get(result);
  const bool has_payoffs = result.known || (result.by_play && !result.by_play->tallies.empty());
  return py::make_tuple(told,
                        has_payoffs ? py::object(py::bytes(payoff_lines(result))) : py::none(),
                        answer.page.certificate);
}

std::shared_ptr<Answer> answer_with(const py::tuple& state) {
  auto answer = answer_from(state[0].cast<py::dict>());
  if (!state[1].is_none()) {
    put_payoffs(answer->result, tallies_from(state[1].cast<std::string>()));
  }
  answer->page.certificate = state[2].cast<std::string>();
  return answer;
}

const KnownPayoffs& known(const Answer& answer) {
  if (!answer.result.known) say_payoffs_missing();
  return *answer.result.known;
}

std::vector<Entry> asked_of(const Answer& answer) {
  if (!answer.result.by_play) return known(answer).entries();
  std::vector<Entry> entries;
  for (const PlayTally& tally : tallies_of(answer.result)) entries.push_back(tally.entry);
  return entries;
}

py::object payoff_of(const Answer& answer, Entry entry) {
  const Result& result = answer.result;
  if (!result.by_play) {
    if (!known(answer).knows(entry.row, entry.column)) return py::none();
    return to_fraction(known(answer).payoff(entry.row, entry.column));
  }
  const auto& tallies = tallies_of(result);
  const auto place = std::ranges::lower_bound(tallies, entry, {}, &PlayTally::entry);
  if (place == tallies.end() || place->entry != entry) return py::none();
  return to_fraction(place->mean);
}

std::string certificate_of(const Answer& answer) {
  if (answer.result.by_play) {
    if (answer.result.method == "saddle-midsearch") {
      throw OptionError("certificate: saddle-midsearch writes none; method noisy writes one");
    }
    if (answer.page.certificate.empty()) say_payoffs_missing();
    return answer.page.certificate;
  }
  known(answer);
  std::ostringstream out;
  write_certificate(out, answer.result);
  return std::move(out).str();
}

Rational Player::excess(Index own, Index opponent, bool hopeful) const {
  const Rational& value = *answer.result.value;
  const Index row = is_row ? own : opponent;
  const Index column = is_row ? opponent : own;
  if (const auto& range = answer.result.payoff_range) {
    if (!answer.result.known->knows(row, column)) {
      const Rational& end = is_row == hopeful ? range->high : range->low;
      return is_row ? end - value : value - end;
    }
  }
  return is_row ? answer.result.known->payoff(own, opponent) - value
                : value - answer.result.known->payoff(opponent, own);
}

bool contains(const Player& player, const MixedStrategy& weights, const Rational& tolerance) {
  const std::vector<Index>& support = player.set().support;
  MixedStrategy played;
  Rational sum;
  for (const Weight& weight : weights) {
    const bool in_support = std::ranges::binary_search(support, weight.strategy);
    if (weight.probability < -tolerance) return false;
    if (!in_support && weight.probability > tolerance) return false;
    sum += weight.probability;
    if (in_support) played.push_back(weight);
  }
  if (sum > Rational(1) + tolerance || sum < Rational(1) - tolerance) return false;
  for (Index opponent = 0; opponent < player.opponents(); ++opponent) {
    Rational earned;
    for (const Weight& weight : played) {
      earned += weight.probability * player.excess(weight.strategy, opponent);
    }
    if (!(earned < -tolerance)) continue;
    for (const Weight& weight : played) {
      earned += weight.probability * (player.excess(weight.strategy, opponent, true) -
                                      player.excess(weight.strategy, opponent));
    }
    if (earned < -tolerance) return false;
    PyErr_SetString(PyExc_LookupError,
                    "payoffs that were not read decide it; solve without a range");
    throw pybind11::error_already_set();
  }
  return true;
}

std::vector<double> excesses(const Player& player) {
  std::vector<double> found;
  for (Index opponent = 0; opponent < player.opponents(); ++opponent) {
    for (const Index own : player.set().support) {
      found.push_back(player.excess(own, opponent).to_double());
    }
  }
  return found;
}

}  // namespace allnash::python
