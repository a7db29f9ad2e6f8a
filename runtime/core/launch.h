// The last steps of every launch.
#pragma once

#include <cstddef>
#include <span>

#include "kernelc/launch.h"
#include "runtime/backend/backend.h"
#include "runtime/core/current_stream.h"

namespace kernelc::core {

// Says which limit was exceeded.
[[noreturn]] void ThrowExceededLimit(const backend::Function& function, const LaunchConfig& config);

// Whether the device can run a configuration.
inline bool Takes(const backend::Function& function, const LaunchConfig& config) noexcept {
  const backend::LaunchLimits& limits = function.limits();
  // Zero wraps to the largest value, so one comparison finds both ends.
  const auto within = [](std::uint32_t extent, std::uint32_t limit) { return extent - 1U < limit; };
  const bool extents =
      within(config.grid.x, limits.max_grid[0]) && within(config.grid.y, limits.max_grid[1]) &&
      within(config.grid.z, limits.max_grid[2]) && within(config.block.x, limits.max_block[0]) &&
      within(config.block.y, limits.max_block[1]) && within(config.block.z, limits.max_block[2]);
  const std::uint64_t threads = std::uint64_t{config.block.x} * config.block.y * config.block.z;
  // The limit on shared memory is far from overflow, the value asked for may not be.
  const bool shared =
      config.dynamic_shared_bytes <= limits.max_shared_bytes &&
      limits.static_shared_bytes + config.dynamic_shared_bytes <= limits.max_shared_bytes;
  return extents && threads <= limits.max_threads && shared;
}

// Throws Error{LaunchLimit} for a configuration that the device cannot run.
inline void CheckLimits(const backend::Function& function, const LaunchConfig& config) {
  if (!Takes(function, config)) [[unlikely]] {
    ThrowExceededLimit(function, config);
  }
}

// Starts the function with all its parameters, packed. The stream, if there is one, is of its context.
inline void LaunchChecked(backend::Function& function, const LaunchConfig& config,
                          const std::byte* params) {
  CheckLimits(function, config);
  backend::Stream& stream =
      config.stream.impl() == nullptr ? CurrentStream(function.context()) : *config.stream.impl();
  backend::ThrowIfFailed(function.Launch(stream, config, params));
}

// Fills the parameter buffer of `function`; throws as Kernel::LaunchArgs() does.
void PackLaunch(const backend::Function& function, std::span<const Arg> args, std::byte* buffer);

// LaunchChecked() for a buffer of any size: throws Error{TypeMismatch} for a wrong one.
void LaunchPacked(backend::Function& function, const LaunchConfig& config,
                  std::span<const std::byte> params);

}  // namespace kernelc::core
