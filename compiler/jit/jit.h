// Object code made callable in this process.
#pragma once

#include <memory>

#include "runtime/abi/loader.h"

namespace kernelc::jit {

// An ObjectLoader on LLVM's JITLink (ORC's linker). Thread-safe. Symbols of libm and libmvec are
// resolved from this process. Load blocks until the object is linked; objects may outlive the
// loader. An archive of PackObjects() (host_objects.h) is code as well.
std::shared_ptr<abi::ObjectLoader> MakeObjectLoader();

}  // namespace kernelc::jit
