// How the CPU device gets machine code into memory. Installed for hosts that bring their own
// linker; libkernelc registers its own when it is loaded.
#pragma once

#include <memory>

#include "kernelc/export.h"
#include "runtime/abi/loader.h"

namespace kernelc::runtime {

// Replaces the loader of CPU objects; null removes it. Objects loaded before stay valid: each keeps
// the loader that made it. Thread-safe.
KC_RUNTIME_API void SetObjectLoader(std::shared_ptr<abi::ObjectLoader> loader);

}  // namespace kernelc::runtime
