// Finding calls that make the host wait without saying so: copies to and from pageable host memory,
// reading an element, frees that wait for the device. Synchronize() says so and is never reported.
#pragma once

#include <cstdint>

#include "kernelc/export.h"

namespace kernelc {

enum class SyncDebugMode : std::uint8_t {
  Default,
  // Such a call is told to the error sink (SetErrorSink; by default a line on stderr), with its
  // place.
  Warn,
  // It throws Error{HostBlocked} before it does anything. Destructors report, and free.
  Error,
};

// For all threads. Also KERNELC_SYNC_DEBUG=warn or error.
KC_RUNTIME_API void SetSyncDebugMode(SyncDebugMode mode) noexcept;
KC_RUNTIME_API SyncDebugMode sync_debug_mode() noexcept;

}  // namespace kernelc
