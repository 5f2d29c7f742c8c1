#include "numbers.hpp"

#include <cmath>
#include <concepts>

namespace allnash::python {

namespace {

[[noreturn]] void refuse_type(py::handle number) {
  throw py::type_error("a payoff must be a number, not " +
                       std::string(py::str(py::type::of(number).attr("__name__"))));
}

// Python refuses to print large integers in base 10; base 16 is faster, too.
std::string hexadecimal(py::handle integer) {
  const auto text = py::reinterpret_steal<py::object>(PyNumber_ToBase(integer.ptr(), 16));
  if (!text) throw py::error_already_set();
  std::string digits = text.cast<std::string>();
  digits.erase(digits.find("0x"), 2);
  return digits;
}

py::object python_integer(const std::string& digits) {
  auto integer = py::reinterpret_steal<py::object>(PyLong_FromString(digits.c_str(), nullptr, 16));
  if (!integer) throw py::error_already_set();
  return integer;
}

Rational from_parts(py::handle numerator, py::handle denominator) {
  if (PyLong_Check(numerator.ptr()) == 0 || PyLong_Check(denominator.ptr()) == 0) {
    refuse_type(numerator);
  }
  int large = 0;
  int large_too = 0;
  const long long top = PyLong_AsLongLongAndOverflow(numerator.ptr(), &large);
  const long long bottom = PyLong_AsLongLongAndOverflow(denominator.ptr(), &large_too);
  if (large == 0 && large_too == 0) return bottom == 1 ? Rational(top) : Rational(top, bottom);
  return Rational::from_digits(hexadecimal(numerator), hexadecimal(denominator), 16);
}

/// Converts decimals, NumPy's floats, and other numbers with as_integer_ratio.
Rational from_ratio(py::handle number) {
  py::object ratio;
  try {
    ratio = number.attr("as_integer_ratio")();
  } catch (py::error_already_set& error) {
    if (error.matches(PyExc_OverflowError)) throw std::domain_error("infinite payoff");
    if (error.matches(PyExc_ValueError)) throw std::domain_error("not a number (nan)");
    throw;
  }
  return from_parts(ratio[py::int_(0)], ratio[py::int_(1)]);
}

template <std::floating_point Number>
Rational value_of_float(Number number, Floats floats) {
  return floats == Floats::binary ? Rational::from_double(number) : Rational(number);
}

bool is_of_numpy(py::handle number, char kind) {
  return py::hasattr(number, "dtype") &&
         number.attr("dtype").attr("kind").cast<std::string>() == std::string(1, kind);
}

/// For half floats and long doubles, whose shortest decimals NumPy computes.
Rational numpy_decimal(py::handle number) {
  const py::module_ numpy = py::module_::import("numpy");
  if (!numpy.attr("isfinite")(number).cast<bool>()) return from_ratio(number);  // throws
  const py::object text = numpy.attr("format_float_scientific")(number, py::arg("trim") = "-");
  return Rational::parse(text.cast<std::string>());
}

/// Whether it is a masked array of NumPy; a masked entry still holds some number.
bool has_mask(py::handle numbers) {
  return py::hasattr(numbers, "mask") && py::hasattr(numbers, "dtype");
}
void refuse_masked(py::handle number) {
  if (!has_mask(number) || !py::bool_(number.attr("mask"))) return;
  throw std::domain_error("missing: it is masked");
}

Rational value_of(py::handle number, Floats floats) {
  if (PyFloat_Check(number.ptr()) != 0) {
    return value_of_float(PyFloat_AS_DOUBLE(number.ptr()), floats);
  }
  if (PyLong_Check(number.ptr()) != 0) return from_parts(number, py::int_(1));
  if (PyUnicode_Check(number.ptr()) != 0) return Rational::parse(number.cast<std::string>());
  if (py::hasattr(number, "numerator") && py::hasattr(number, "denominator")) {
    if (is_of_numpy(number, 'm')) refuse_type(number);  // a time span is not a number
    return from_parts(py::int_(number.attr("numerator")), py::int_(number.attr("denominator")));
  }
  if (floats == Floats::decimal && is_of_numpy(number, 'f')) {
    refuse_masked(number);
    return numpy_decimal(number);
  }
  if (py::hasattr(number, "as_integer_ratio")) return from_ratio(number);
  // Arrays with a single number, and NumPy's booleans.
  if (py::hasattr(number, "item") && py::hasattr(number, "ndim") &&
      number.attr("ndim").cast<int>() == 0) {
    refuse_masked(number);
    return value_of(number.attr("item")(), floats);
  }
  refuse_type(number);
}

/// The buffer of an array; nothing for other objects and for arrays without one.
std::optional<py::buffer_info> buffer_of(py::handle numbers) {
  if (PyObject_CheckBuffer(numbers.ptr()) == 0 || has_mask(numbers)) return {};
  try {
    return py::reinterpret_borrow<py::buffer>(numbers).request();
  } catch (const py::error_already_set&) {
    return {};
  }
}

void read_each(py::handle numbers, std::span<const Entry> entries, Floats floats,
               std::vector<Rational>& found) {
  found.reserve(entries.size());
  for (const py::handle number : numbers) {
    try {
      found.push_back(to_rational(number, floats));
    } catch (const py::value_error& error) {
      throw py::value_error(entry_name(entries[found.size()]) + ": " + error.what());
    } catch (const py::type_error& error) {
      throw py::type_error(entry_name(entries[found.size()]) + ": " + error.what());
    }
  }
}

}  // namespace

std::string entry_name(Entry entry) {
  return "entry (" + std::to_string(entry.row) + ", " + std::to_string(entry.column) + ")";
}

Rational float_value(float number, Floats floats) { return value_of_float(number, floats); }
Rational float_value(double number, Floats floats) { return value_of_float(number, floats); }

Rational to_rational(py::handle number, Floats floats) {
  try {
    return value_of(number, floats);
  } catch (const std::domain_error& error) {
    throw py::value_error(error.what());
  } catch (const std::invalid_argument& error) {
    throw py::value_error(error.what());
  }
}

void read_numbers(py::handle numbers, std::span<const Entry> entries, Floats floats,
                  std::vector<Rational>& found) {
  if (!py::hasattr(numbers, "__len__")) {
    throw py::type_error("payoffs must be a sequence, not " +
                         std::string(py::str(py::type::of(numbers).attr("__name__"))));
  }
  if (py::len(numbers) != entries.size()) {
    throw py::value_error(std::to_string(py::len(numbers)) + " payoffs where " +
                          std::to_string(entries.size()) + " were asked for");
  }
  if (const auto array = buffer_of(numbers)) {
    if (array->ndim != 1) throw py::value_error("payoffs must be an array of one dimension");
    try {
      if (read_array(*array, floats, found)) return;
    } catch (const std::domain_error& error) {
      throw py::value_error(entry_name(entries[found.size()]) + ": " + error.what());
    }
  }
  read_each(numbers, entries, floats, found);
}

py::object to_fraction(const Rational& number) {
  static const py::handle fraction =
      py::object(py::module_::import("fractions").attr("Fraction")).release();
  return fraction(python_integer(number.numerator_digits(16)),
                  python_integer(number.denominator_digits(16)));
}

py::dict to_dict(const MixedStrategy& strategy) {
  py::dict result;
  for (const Weight& weight : strategy) {
    result[py::int_(weight.strategy)] = to_fraction(weight.probability);
  }
  return result;
}

}  // namespace allnash::python
