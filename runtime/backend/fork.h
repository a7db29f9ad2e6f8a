// What a fork leaves behind: in the child neither the CUDA driver nor the threads of the CPU device
// go on, and locks may be held by threads that are gone.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

#include "runtime/abi/kernel_image.h"
#include "runtime/backend/status.h"

namespace kernelc::backend {

// By DeviceKind; set in the child of a fork, and never again unset there.
extern std::array<std::atomic<bool>, 2> fork_flags;

// To be called when devices of this kind come into use: a child that is forked from now on cannot
// use them.
void WatchForks(abi::DeviceKind kind);

// True in a child whose parent had used devices of this kind.
inline bool Forked(abi::DeviceKind kind) noexcept {
  return fork_flags[static_cast<std::size_t>(kind)].load(std::memory_order_relaxed);
}

// What went wrong in such a child, and what to do.
std::string ForkedText(abi::DeviceKind kind);

}  // namespace kernelc::backend
