// The linear algebra library, and the kernels with which it computes on this processor.
#pragma once

#include <string>

#include "allnash/export.hpp"

namespace allnash {

/// Lets OpenBLAS compute with the kernels that this processor can run. A version that is older than
/// the processor does not know it, and falls back to kernels that any processor of its kind runs,
/// which take up to twice the time. Does nothing where OpenBLAS knows the processor, where the
/// variable OPENBLAS_CORETYPE is set, or with another library.
///
/// Call it when a program starts: no thread may use BLAS meanwhile. The programs and the Python
/// module call it themselves.
ALLNASH_EXPORT void choose_blas_kernels();

/// The name of the library and of its kernels, such as "OpenBLAS, kernels SkylakeX", or that this
/// is not known.
[[nodiscard]] ALLNASH_EXPORT std::string blas_kernels();

}  // namespace allnash
