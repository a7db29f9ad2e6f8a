// Functions that code of the host computes constants with and that are written in Python: stdlib/host_*.py.
#pragma once

#include <string_view>

#include "compiler/sema/index.h"

namespace kernelc::sema {

// The function that stands for the canonical path of a function or method (see host_library.def); null where there is
// none. Thread-safe.
const FunctionInfo* FindHostFunction(std::string_view path);

}  // namespace kernelc::sema
