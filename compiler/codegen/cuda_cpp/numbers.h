// Numbers as CUDA C++ spells them.
#pragma once

#include <cstdint>

#include "compiler/codegen/cuda_cpp/expr.h"
#include "compiler/types/type.h"

namespace kernelc::codegen::cuda_cpp {

// A float where `is_float`, else a double; reads back the same.
Expr FloatNumber(double value, bool is_float);
// A bool or an integer. Of types narrower than 32 bits it is an int, as C++ has no others.
Expr IntegerNumber(std::int64_t value, TypeId type);

}  // namespace kernelc::codegen::cuda_cpp
