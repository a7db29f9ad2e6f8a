// Object code made callable in this process.
#pragma once

#include <memory>

#include "runtime/abi/loader.h"

namespace kernelc::jit {

// An ObjectLoader on LLVM's ORC. Thread-safe. Symbols of libm and libmvec are resolved from this process.
std::shared_ptr<abi::ObjectLoader> MakeObjectLoader();

}  // namespace kernelc::jit
