// A function of the text, in the parts that templates are made of.
#pragma once

#include <string>
#include <vector>

namespace kernelc::codegen::cuda_cpp {

struct ParamText {
  // `float* __restrict__`.
  std::string type;
  std::string name;
};

struct FunctionText {
  // Unique in the text.
  std::string name;
  // The same for all functions that were made of one definition of the program.
  std::string origin;
  // The program's words on it, a line each.
  std::vector<std::string> comment;
  // `static __device__ `, `extern "C" __global__ void __launch_bounds__(128) `.
  std::string qualifiers;
  // `float `; empty for kernels.
  std::string result;
  std::vector<ParamText> params;
  // What stands between the braces.
  std::string body;
  // `typename T`, for templates.
  std::vector<std::string> template_params;
  bool is_kernel = false;
  // The name is one that other code calls.
  bool is_exported = false;
};

// What stands before the body's brace, on several lines where it is wide.
std::string HeadOf(const FunctionText& function);

}  // namespace kernelc::codegen::cuda_cpp
