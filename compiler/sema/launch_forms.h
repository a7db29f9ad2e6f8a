// Functions that Numba calls on the host for whole arrays: @vectorize, @guvectorize and cuda.reduce. A launch of one runs
// a kernel of stdlib/launches.py that calls it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/object.h"

namespace kernelc::sema {

// What the decorator at a canonical path makes of its function; Kernel for all others.
LaunchForm LaunchFormOf(std::string_view path);

// The names of what a launch of the function passes.
std::vector<std::string> LaunchParams(const FunctionInfo& function);

// A layout "(m,n),(n,p)->(m,p)": the names of each parameter's own dimensions, results last.
struct Layout {
  std::vector<std::vector<std::string>> parts;
  std::size_t results = 0;
};

// How many of the last of them may be left out.
std::size_t OptionalLaunchParams(const FunctionInfo& function);

// Null where it is none.
std::optional<Layout> ReadLayout(std::string_view text);

}  // namespace kernelc::sema
