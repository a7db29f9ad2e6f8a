// Functions that were made of one definition for several types, and say the same but for these
// types, as one template.
#pragma once

#include <vector>

#include "compiler/codegen/cuda_cpp/function_text.h"
#include "compiler/codegen/cuda_cpp/module_text.h"

namespace kernelc::codegen::cuda_cpp {

// The functions of a text in the order in which they stand there: what they call before them, where
// it does not call them.
struct FunctionOrder {
  std::vector<FunctionText> functions;
  // Heads of those that are called before they are defined.
  std::vector<std::string> declared;
};

// Puts device functions and kernels in order. Functions of one definition become one template, and
// kernels of one definition call a template under their own names. With the types of each put in, a
// template is what the function was, word for word, but for numbers (`T(0.5)` for `0.5f`) and
// overloaded functions (`sqrt` for `sqrtf`), which are the same. Definitions that differ by more
// stay functions of their own.
FunctionOrder OrderFunctions(ModuleText& module, std::vector<FunctionText> functions);

}  // namespace kernelc::codegen::cuda_cpp
