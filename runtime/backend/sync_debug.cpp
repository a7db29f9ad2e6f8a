#include "runtime/backend/sync_debug.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "runtime/backend/backend.h"
#include "runtime/backend/call_site.h"
#include "runtime/backend/text.h"

namespace kernelc {

constinit std::atomic<SyncDebugMode> backend::detail::sync_debug_mode{SyncDebugMode::Default};

namespace {

// KERNELC_SYNC_DEBUG=warn, or error.
const bool from_environment = [] {
  const char* const value = std::getenv("KERNELC_SYNC_DEBUG");
  const std::string_view text = value == nullptr ? "default" : value;
  if (text == "warn" || text == "error") {
    SetSyncDebugMode(text == "warn" ? SyncDebugMode::Warn : SyncDebugMode::Error);
  } else if (text != "default" && !text.empty()) {
    std::fprintf(stderr,
                 "kernelc: KERNELC_SYNC_DEBUG=%s is not known; it takes `default`, `warn` and "
                 "`error`\n",
                 value);
  }
  return true;
}();

}  // namespace

backend::Status backend::TellBlocking(const Context& context, const char* operation,
                                      const char* instead) {
  Status status = Fail(ErrorCode::HostBlocked, operation, context.device().name(),
                       Concat("the call makes the host wait for the device, at ",
                              CallSite::Capture().Text(), "; ", instead));
  if (detail::sync_debug_mode.load(std::memory_order_relaxed) == SyncDebugMode::Error) {
    return status;
  }
  Report(status);
  return {};
}

void SetSyncDebugMode(SyncDebugMode mode) noexcept {
  backend::detail::sync_debug_mode.store(mode, std::memory_order_relaxed);
}

SyncDebugMode sync_debug_mode() noexcept {
  return backend::detail::sync_debug_mode.load(std::memory_order_relaxed);
}

}  // namespace kernelc
