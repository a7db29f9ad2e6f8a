// How the CPU device gets machine code into memory. The runtime links the objects that kernelc makes
// by itself; libkernelc registers a linker with all features when it is loaded, and hosts may bring
// their own.
#pragma once

#include <memory>

#include "kernelc/export.h"
#include "runtime/abi/loader.h"

namespace kernelc::runtime {

// Replaces the loader of CPU objects; null brings the runtime's own one back. Objects loaded before stay valid: each keeps
// the loader that made it. Thread-safe.
KC_RUNTIME_API void SetObjectLoader(std::shared_ptr<abi::ObjectLoader> loader);

}  // namespace kernelc::runtime
