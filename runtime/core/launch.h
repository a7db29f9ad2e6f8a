// The last steps of every launch.
#pragma once

#include <cstddef>
#include <span>

#include "kernelc/launch.h"
#include "runtime/backend/backend.h"

namespace kernelc::core {

// Starts the function with a packed parameter buffer. Throws Error{LaunchLimit} for a configuration
// that the device cannot run, Error{TypeMismatch} for a buffer of another size.
void LaunchChecked(backend::Function& function, const LaunchConfig& config,
                   std::span<const std::byte> params);

}  // namespace kernelc::core
