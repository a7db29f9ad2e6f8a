// Calls that make the host wait without saying so (kernelc/sync_debug.h).
#pragma once

#include <atomic>
#include <cstdint>

#include "kernelc/sync_debug.h"
#include "runtime/backend/status.h"

namespace kernelc::backend {

class Context;

namespace detail {
[[gnu::visibility("hidden")]] extern std::atomic<SyncDebugMode> sync_debug_mode;
}  // namespace detail

// What to say of a call that is about to wait for `context`: nothing by default, a report with a
// warning mode, else the error. `instead` is what a program may do to go on.
Status TellBlocking(const Context& context, const char* operation, const char* instead);
inline Status WillBlock(const Context& context, const char* operation, const char* instead) {
  if (detail::sync_debug_mode.load(std::memory_order_relaxed) == SyncDebugMode::Default)
      [[likely]] {
    return {};
  }
  return TellBlocking(context, operation, instead);
}

}  // namespace kernelc::backend
