// A function of CUDA C++, given as text, as one that kernels call.
#pragma once

#include <cstddef>
#include <string>

#include "compiler/driver/generate/expression.h"

namespace kernelc::driver::generate {

// The function that a text defines last.
struct CudaFunction {
  // The text with `__device__` before each function that says nothing about where it runs.
  std::string text;
  std::string name;
  bool is_template = false;
  // Of its parameters, in order, those of the results included.
  std::vector<std::string> parameters;
};
// Throws Error{InvalidArgument} for a text that defines no function, with what it begins with.
CudaFunction ReadCudaFunction(const std::string& text);

// Statements of a kernel file that define `_kc_function` for numbers of one type: the C++ function
// with results of that type.
std::string CudaFunctionText(const CudaFunction& function, ScalarKind kind, std::size_t inputs,
                             std::size_t outputs);
// The type that the function computes with for arrays of `kind`: as torch, float32 for 16-bit
// floats. Throws Error{TypeMismatch} for types that CUDA C++ text is not made for.
ScalarKind CudaKindOf(ScalarKind kind, const char* what);

}  // namespace kernelc::driver::generate
