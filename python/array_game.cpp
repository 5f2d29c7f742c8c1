#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <string_view>
#include <utility>

#include "numbers.hpp"

namespace allnash::python {

namespace {

template <typename Number>
Rational value_of_entry(Number number, Floats floats) {
  if constexpr (std::floating_point<Number>) {
    return float_value(number, floats);
  } else if constexpr (std::same_as<Number, std::uint64_t>) {
    return Rational::from_digits(std::to_string(number), "1");
  } else {
    return {static_cast<std::int64_t>(number)};
  }
}

/// Compares the numbers themselves, which are opposite just if their decimals are. The least number
/// of a signed type has no opposite.
template <typename Number>
bool opposite(Number left, Number right) {
  if constexpr (std::unsigned_integral<Number>) return left == 0 && right == 0;
  if constexpr (std::signed_integral<Number>) {
    if (right == std::numeric_limits<Number>::min()) return false;
  }
  return left == -right;
}

template <typename Number>
class ArrayGame final : public Source, public SelfCheck {
 public:
  ArrayGame(const py::buffer_info& array, Floats floats, Labels labels)
      : Source(array.shape[0], array.shape[1], std::move(labels),
               {.concurrent = true, .free = true}),
        data_(static_cast<const char*>(array.ptr)),
        row_step_(array.strides[0]),
        column_step_(array.strides[1]),
        floats_(floats) {
    if constexpr (std::floating_point<Number>) refuse_infinite();
  }

  void payoffs(std::span<const Question> asked, std::span<Rational> answers) override {
    for (std::size_t t = 0; t < asked.size(); ++t) {
      answers[t] = payoff(asked[t].entry.row, asked[t].entry.column);
    }
  }

  /// Equals that of an equal table, so that a ledger file serves the array and the file it came
  /// from.
  [[nodiscard]] GameIdentity identity() const override {
    std::vector<Rational> values;
    values.reserve(static_cast<std::size_t>(rows() * columns()));
    for (Index row = 0; row < rows(); ++row) {
      for (Index column = 0; column < columns(); ++column) {
        values.push_back(payoff(row, column));
      }
    }
    return table_game(rows(), columns(), std::move(values))->identity();
  }

  [[nodiscard]] std::optional<bool> agrees(Entry entry, const Rational& payoff) const override {
    return value_of_entry(at(entry.row, entry.column), floats_) == payoff;
  }
  [[nodiscard]] const SelfCheck* self_check() const override { return this; }
  [[nodiscard]] std::optional<Entry> symmetry_fault(const Rational& sum) const override {
    if (rows() != columns()) return {};
    const bool opposites = sum.sign() == 0;
    for (Index row = 0; row < rows(); ++row) {
      for (Index column = row; column < columns(); ++column) {
        if (opposites ? !opposite(at(row, column), at(column, row))
                      : payoff(row, column) + payoff(column, row) != sum) {
          return Entry{row, column};
        }
      }
    }
    return {};
  }
  [[nodiscard]] std::optional<Entry> range_fault(const PayoffRange& range) const override {
    const std::pair<double, double> near(range.low.to_double(), range.high.to_double());
    for (Index row = 0; row < rows(); ++row) {
      for (Index column = 0; column < columns(); ++column) {
        if (!within(at(row, column), near) && !range.holds(payoff(row, column))) {
          return Entry{row, column};
        }
      }
    }
    return {};
  }

 private:
  /// A double between the doubles nearest to the ends lies between the ends, as does its decimal:
  /// rounding keeps order.
  static bool within(Number number, std::pair<double, double> ends) {
    if constexpr (!std::same_as<Number, double>) return false;
    const auto value = static_cast<double>(number);
    return ends.first < value && value < ends.second;
  }

  [[nodiscard]] Number at(Index row, Index column) const {
    Number number;
    std::memcpy(&number, data_ + row * row_step_ + column * column_step_, sizeof number);
    return number;
  }

  [[nodiscard]] Rational payoff(Index row, Index column) const {
    return value_of_entry(at(row, column), floats_);
  }

  void refuse_infinite() const {
    for (Index row = 0; row < rows(); ++row) {
      for (Index column = 0; column < columns(); ++column) {
        const Number number = at(row, column);
        if (std::isfinite(number)) continue;
        throw InputError(entry_name({row, column}) +
                         (std::isnan(number) ? ": not a number (nan)" : ": infinite payoff"));
      }
    }
  }

  const char* data_;
  py::ssize_t row_step_;
  py::ssize_t column_step_;
  Floats floats_;
};

/// 'i' and 'u' for integers, 'f' for floats, '?' for booleans; 0 for other types and byte orders. A
/// leading sign only says that the numbers need not be aligned.
char kind_of(std::string_view format) {
  if (!format.empty() && std::string_view("=^@").find(format.front()) != std::string_view::npos) {
    format.remove_prefix(1);
  }
  if (format.size() != 1) return 0;
  if (std::string_view("bhilqn").find(format.front()) != std::string_view::npos) return 'i';
  if (std::string_view("BHILQN").find(format.front()) != std::string_view::npos) return 'u';
  return format == "f" || format == "d" ? 'f' : format.front();
}

/// Calls `use` with a zero of the array's number type; false for an unknown type.
template <typename Use>
bool with_type(const py::buffer_info& array, const Use& use) {
  const char kind = kind_of(array.format);
  const auto fits = [&](char wanted, auto zero) {
    if (kind != wanted || array.itemsize != static_cast<py::ssize_t>(sizeof zero)) return false;
    use(zero);
    return true;
  };
  return fits('?', std::uint8_t{}) || fits('i', std::int8_t{}) || fits('i', std::int16_t{}) ||
         fits('i', std::int32_t{}) || fits('i', std::int64_t{}) || fits('u', std::uint8_t{}) ||
         fits('u', std::uint16_t{}) || fits('u', std::uint32_t{}) || fits('u', std::uint64_t{}) ||
         fits('f', float{}) || fits('f', double{});
}

}  // namespace

std::unique_ptr<Source> array_game(const py::buffer_info& array, Floats floats, Labels labels) {
  std::unique_ptr<Source> game;
  with_type(array, [&](auto zero) {
    game = std::make_unique<ArrayGame<decltype(zero)>>(array, floats, std::move(labels));
  });
  return game;
}

bool read_array(const py::buffer_info& array, Floats floats, std::vector<Rational>& numbers) {
  const auto* data = static_cast<const char*>(array.ptr);
  return with_type(array, [&](auto zero) {
    numbers.reserve(static_cast<std::size_t>(array.shape[0]));
    for (py::ssize_t t = 0; t < array.shape[0]; ++t) {
      std::memcpy(&zero, data + t * array.strides[0], sizeof zero);
      numbers.push_back(value_of_entry(zero, floats));
    }
  });
}

}  // namespace allnash::python
