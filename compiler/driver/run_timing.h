// The text of `run --time N`.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "kernelc/kernel.h"

namespace kernelc::driver {

// Launches `kernel` a few times to warm up, then `launches` times, each between two events of the
// device, and gives median, minimum and maximum, with the bytes of all array arguments divided by
// the median. Blocks.
std::string TimeLaunches(const Kernel& kernel, const LaunchConfig& config,
                         std::span<const Arg> args, std::uint32_t launches, std::uint64_t bytes);

}  // namespace kernelc::driver
