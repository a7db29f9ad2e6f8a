// The calling thread's stack of contexts.
#pragma once

#include "runtime/backend/backend.h"

namespace kernelc::core {

// Destroys the context of `device` with all that was made in it. What this thread has current of it
// is left before; where it is selected, a new context takes its place when it is next asked for.
backend::Status ResetDevice(backend::Device& device);

}  // namespace kernelc::core
