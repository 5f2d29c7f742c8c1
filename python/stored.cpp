#include "stored.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "numbers.hpp"

namespace allnash::python {

namespace {

class StoredPayoffs final : public KnownPayoffs {
 public:
  StoredPayoffs(std::vector<Entry> entries, std::vector<Rational> payoffs, bool symmetric,
                Rational sum)
      : entries_(std::move(entries)),
        payoffs_(std::move(payoffs)),
        symmetric_(symmetric),
        sum_(std::move(sum)) {}

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
  /// Of the entry, or in a symmetric game of the match.
  [[nodiscard]] const Rational* find(Index row, Index column) const {
    if (symmetric_ && row > column) std::swap(row, column);
    const auto place = std::ranges::lower_bound(entries_, Entry{row, column});
    if (place == entries_.end() || *place != Entry{row, column}) return nullptr;
    return &payoffs_[static_cast<std::size_t>(place - entries_.begin())];
  }

  std::vector<Entry> entries_;  // sorted
  std::vector<Rational> payoffs_;
  bool symmetric_;
  Rational sum_;  // of the two payoffs of a match
};

Status status_from(const std::string& name) {
  for (const Status status : {Status::proved, Status::stopped, Status::within,
                              Status::no_strict_saddle_point, Status::failure}) {
    if (status_name(status) == name) return status;
  }
  throw py::value_error("there is no status '" + name + "'");
}

std::optional<Rational> bound_from(const py::dict& fields, const char* key) {
  if (!fields.contains(key) || fields[key].is_none()) return {};
  return to_rational(fields[key]);
}

std::optional<std::int64_t> count_from(const py::dict& fields, const char* key) {
  if (!fields.contains(key)) return {};
  return fields[key].cast<std::int64_t>();
}

void check_place(Index strategy, Index strategies) {
  if (strategy >= 0 && strategy < strategies) return;
  throw py::value_error("there is no strategy " + std::to_string(strategy) + " among " +
                        std::to_string(strategies));
}

MixedStrategy strategy_from(const py::handle& weights, Index strategies) {
  MixedStrategy strategy;
  Rational sum;
  for (const auto& [index, probability] : weights.cast<py::dict>()) {
    strategy.push_back({py::int_(py::reinterpret_borrow<py::object>(index)).cast<Index>(),
                        to_rational(probability)});
    check_place(strategy.back().strategy, strategies);
    if (strategy.back().probability.sign() <= 0) throw py::value_error("a probability not above 0");
    sum += strategy.back().probability;
  }
  if (sum != Rational(1)) throw py::value_error("probabilities that do not sum to 1");
  std::ranges::sort(strategy, {}, &Weight::strategy);
  return strategy;
}

MixedStrategy strategy_if_any(const py::dict& fields, const char* key, Index strategies) {
  if (!fields.contains(key) || fields[key].is_none()) return {};
  return strategy_from(fields[key], strategies);
}

OptimalSet set_from(const py::dict& fields, const std::string& side, Index strategies) {
  const auto field = [&](const char* name) { return py::object(fields[py::str(side + name)]); };
  OptimalSet set;
  set.support = field("_support").cast<std::vector<Index>>();
  for (const Index strategy : set.support) check_place(strategy, strategies);
  set.dimension = field("_dimension").cast<Index>();
  for (const py::handle vertex : field("_vertices").cast<py::list>()) {
    set.vertices.push_back(strategy_from(vertex, strategies));
  }
  set.vertices_complete = field("_vertices_complete").cast<bool>();
  return set;
}

Stop stop_from(const std::string& text) {
  if (text == "budget") return {StopReason::budget, text};
  if (text == "time limit") return {StopReason::time_limit, text};
  if (text == "interrupted") return {StopReason::interrupted, text};
  return {text.starts_with("ledger file: ") ? StopReason::ledger_file : StopReason::gave_up, text};
}

/// JSON has those of the support alone; the others are empty.
std::vector<std::string> labels_from(const py::dict& fields, const std::string& side,
                                     const std::vector<Index>& support, Index strategies) {
  const py::str key(side + "_support_labels");
  if (!fields.contains(key)) return {};
  const auto names = fields[key].cast<std::vector<std::string>>();
  if (names.size() != support.size()) throw py::value_error("a name for each of the support");
  std::vector<std::string> labels(static_cast<std::size_t>(strategies));
  for (std::size_t t = 0; t < names.size(); ++t) {
    labels[static_cast<std::size_t>(support[t])] = names[t];
  }
  return labels;
}

}  // namespace

Result result_from(const py::dict& fields) {
  Result result;
  result.status = status_from(fields["status"].cast<std::string>());
  result.rows = fields["rows"].cast<Index>();
  result.columns = fields["columns"].cast<Index>();
  if (result.rows < 1 || result.columns < 1) throw py::value_error("the game has no entries");
  result.symmetric = fields.contains("symmetric") && fields["symmetric"].cast<bool>();
  result.method = fields["method"].cast<std::string>();
  result.seed = fields["seed"].cast<std::uint64_t>();
  if (result.status == Status::proved) {
    Equilibria found;
    found.row = set_from(fields, "row", result.rows);
    found.column = set_from(fields, "column", result.columns);
    found.floor = fields["floor"].cast<std::int64_t>();
    if (found.floor < 1) throw py::value_error("a floor below 1");
    result.row_labels = labels_from(fields, "row", found.row.support, result.rows);
    result.column_labels = labels_from(fields, "column", found.column.support, result.columns);
    result.equilibria = std::move(found);
  }
  result.value = bound_from(fields, "value");
  result.row_strategy = strategy_if_any(fields, "row_strategy", result.rows);
  result.column_strategy = strategy_if_any(fields, "column_strategy", result.columns);
  if (fields.contains("payoff_range")) {
    const auto ends = fields["payoff_range"].cast<py::list>();
    result.payoff_range = {to_rational(ends[0]), to_rational(ends[1])};
    result.range_used = fields["range_used"].cast<bool>();
  }
  result.hindsight = count_from(fields, "hindsight");
  result.range_floor = count_from(fields, "range_floor");
  if (fields.contains("solved_as")) result.solved_as = fields["solved_as"].cast<std::string>();
  result.epsilon = bound_from(fields, "epsilon");
  const bool proved = result.status == Status::proved;
  result.low = proved ? result.value : bound_from(fields, "low");
  result.high = proved ? result.value : bound_from(fields, "high");
  if (fields.contains("stop_reason")) {
    result.stop = stop_from(fields["stop_reason"].cast<std::string>());
  }
  result.queries = fields["queries"].cast<std::int64_t>();
  result.recalled = count_from(fields, "recalled");
  result.repeats = count_from(fields, "repeats");
  result.averaged_plays = count_from(fields, "averaged_plays");
  result.mirrored = count_from(fields, "mirrored");
  result.cost = bound_from(fields, "cost");
  result.recalled_cost = bound_from(fields, "recalled_cost");
  result.floor_cost = bound_from(fields, "floor_cost");
  result.rounds = fields["rounds"].cast<std::int64_t>();
  result.seconds = fields["seconds"].cast<double>();
  return result;
}

std::string payoff_lines(const KnownPayoffs& known) {
  std::string lines;
  for (const Entry entry : known.entries()) {
    const Rational payoff = known.payoff(entry.row, entry.column);
    lines += payoff.numerator_digits(16) + "/" + payoff.denominator_digits(16) + "\n";
  }
  return lines;
}

std::shared_ptr<const KnownPayoffs> known_from(std::vector<Entry> entries, std::string_view lines,
                                               bool symmetric, Rational sum) {
  std::vector<Rational> payoffs;
  payoffs.reserve(entries.size());
  while (!lines.empty()) {
    const std::size_t bar = lines.find('/');
    const std::size_t end = lines.find('\n');
    if (bar >= end || end == std::string_view::npos) throw py::value_error("damaged payoffs");
    payoffs.push_back(Rational::from_digits(std::string(lines.substr(0, bar)),
                                            std::string(lines.substr(bar + 1, end - bar - 1)), 16));
    lines.remove_prefix(end + 1);
  }
  if (payoffs.size() != entries.size() || !std::ranges::is_sorted(entries)) {
    throw py::value_error("damaged payoffs");
  }
  return std::make_shared<StoredPayoffs>(std::move(entries), std::move(payoffs), symmetric,
                                         std::move(sum));
}

}  // namespace allnash::python
