// Elements of arrays as numbers and as text.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>

#include "kernelc/element_type.h"

namespace kernelc::driver {

__extension__ using WideInteger = __int128;

// Bool and integers.
bool IsWhole(ScalarKind kind);
WideInteger WholeAt(ScalarKind kind, const std::byte* from);
// Any number; integers are rounded.
std::complex<double> NumberAt(ScalarKind kind, const std::byte* from);

// A number, string, time, or record as NumPy prints it: `(1.5, [1, 2], (3, 4))`.
std::string ElementText(const ElementType& type, const std::byte* bytes);

ElementType TypeOf(const RecordField& field);

}  // namespace kernelc::driver
