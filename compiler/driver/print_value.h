// The text of `run --print NAME` and `--print 'NAME[PART]'`.
#pragma once

#include <string>

#include "compiler/driver/argument_values.h"
#include "compiler/driver/array_part.h"

namespace kernelc::driver {

// A scalar: `n = 7 (int64)`. An array: its shape and type, its first and last elements, those of
// two and more dimensions as rows, and minimum, maximum and mean (complex: mean alone; NaN is
// skipped by minimum and maximum, as `nan` entries are counted).
std::string PrintValue(const std::string& name, const ArgumentValue& value);

// The same for a part. One that indices or slices have chosen is shown in full.
std::string PrintPart(const NamedPart& named);

}  // namespace kernelc::driver
