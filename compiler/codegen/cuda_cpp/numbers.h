// Numbers as CUDA C++ spells them.
#pragma once

#include <cstdint>
#include <string>

#include "compiler/types/type.h"

namespace kernelc::codegen::cuda_cpp {

// A float where `is_float`, else a double; reads back the same.
std::string FloatText(double value, bool is_float);
// A bool or an integer. Of types narrower than 32 bits it is an int, as C++ has no others.
std::string IntegerText(std::int64_t value, TypeId type);

}  // namespace kernelc::codegen::cuda_cpp
