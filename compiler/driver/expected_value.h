// `run --expect NAME=VALUE`: results compared with what they should be.
#pragma once

#include <string>

#include "compiler/driver/array_part.h"

namespace kernelc::driver {

// NumPy's isclose: |got - expected| <= atol + rtol * |expected|.
struct Tolerance {
  // Its defaults.
  double rtol = 1e-5;
  double atol = 1e-8;
  // Integers and booleans are compared with these too; else they must be equal.
  bool for_integers = false;
  // NaN equals NaN.
  bool equal_nan = false;
};

struct Comparison {
  bool is_equal = true;
  // For the user: what differs, or that nothing does.
  std::string text;
};

// The elements of an array or record, or a scalar as an array without dimensions. Fails for None
// and tuples.
Result<ArrayPart> PartOf(const NamedPart& named);

// Types and shapes must be the same. Complex numbers are compared by the absolute value of their
// difference, records field by field, texts and times exactly. `name` and `reference` are what the
// user calls the two.
Comparison CompareParts(const std::string& name, const ArrayPart& got, const std::string& reference,
                        const ArrayPart& expected, const Tolerance& tolerance);

}  // namespace kernelc::driver
