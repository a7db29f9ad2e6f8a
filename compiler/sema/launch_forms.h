// Functions that Numba calls on the host for whole arrays: @vectorize, @guvectorize and cuda.reduce. A launch of one runs
// a kernel of stdlib/launches.py that calls it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/object.h"

namespace kernelc::sema {

struct FunctionInfo;

// What the decorator at a canonical path makes of its function; Kernel for all others.
LaunchForm LaunchFormOf(std::string_view path);

// The names of what a launch of the function passes.
std::vector<std::string> LaunchParams(const FunctionInfo& function);

// The core dimensions of each parameter by a layout "(m,n),(n,p)->(m,p)"; -1 for a result without any, which the function
// gets as an array of one element. Null where it is none.
std::optional<std::vector<int>> ReadLayout(std::string_view layout);

}  // namespace kernelc::sema
