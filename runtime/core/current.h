// The calling thread's stack of contexts.
#pragma once

#include "runtime/backend/backend.h"

namespace kernelc::core {

// Whether current_context() would give this one, without making anything. False where it would fail.
bool IsCurrent(const backend::Context* context);
// Destroys the context of `device` with all that was made in it. What this thread has current of it
// is left before; where it is selected, a new context takes its place when it is next asked for.
backend::Status ResetDevice(backend::Device& device);

}  // namespace kernelc::core
