// What the files that make up the compiled module share.
#pragma once

#include <pybind11/pybind11.h>

#include <span>
#include <string>

#include "allnash/allnash.hpp"

namespace allnash::python {

namespace py = pybind11;

/// Numbers of 64 bits, a row, a column and, of plays, a seed for each.
py::bytes question_bytes(std::span<const Question> asked, bool plays);

/// What a run says of itself.
py::dict progress_dict(const Progress& now, const std::string& stage);

void define_ledger(py::module_& module);
void define_ranking(py::module_& module);

}  // namespace allnash::python
