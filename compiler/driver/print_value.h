// The text of `run --print NAME`.
#pragma once

#include <string>

#include "compiler/driver/argument_values.h"

namespace kernelc::driver {

// A scalar: `n = 7 (int64)`. An array: its shape and type, its first and last elements in C order,
// and minimum, maximum and mean (complex: mean alone; NaN is skipped by minimum and maximum, as
// `nan` entries are counted).
std::string PrintValue(const std::string& name, const ArgumentValue& value);

}  // namespace kernelc::driver
