// Element by element operations on host memory.
#pragma once

#include <cstddef>

#include "kernelc/collective.h"

namespace kernelc::collective {

// into[i] = op(into[i], with[i]). Integers, which wrap around, and floats; float16 and bfloat16 are computed in float32 and
// rounded after each step. Min and max leave NaN away where the other is a number.
void Combine(ScalarKind type, ReduceOp op, void* into, const void* with, std::size_t count);

}  // namespace kernelc::collective
