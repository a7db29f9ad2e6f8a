// The kernels of stdlib/algorithms, found by name and types.
#pragma once

#include <initializer_list>
#include <string_view>

#include "kernelc/context.h"
#include "kernelc/kernel.h"
#include "kernelc/scalar.h"

namespace kernelc::algorithms {

// The kernel called `name` for the context's kind of device whose first arrays have these elements. A kernel that is not there is a
// mistake in the library: Error{InvalidArgument}. Thread-safe.
Kernel Find(const Context& context, std::string_view name, std::initializer_list<ScalarKind> arrays);

}  // namespace kernelc::algorithms
