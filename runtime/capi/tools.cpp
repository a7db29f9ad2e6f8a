// Profiling and checking of the C API.
#include "kernelc/kernelc_tools.h"
#include "kernelc/nvtx.h"
#include "kernelc/profiler.h"
#include "kernelc/sanitize.h"
#include "kernelc/sync_debug.h"
#include "kernelc/trace.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ContextOf;
using kernelc::capi::Guard;

namespace {

std::string_view TextOrEmpty(const char* text) { return text == nullptr ? "" : text; }

}  // namespace

kernelc_status kernelc_trace_start(const char* path) {
  return Guard(__func__, [&] { kernelc::StartTrace({.path = std::string(TextOrEmpty(path))}); });
}

kernelc_status kernelc_trace_stop(void (*row)(const kernelc_operation_time* time, void* user),
                                  void* user) {
  return Guard(__func__, [&] {
    for (const kernelc::OperationTime& time : kernelc::StopTrace()) {
      const kernelc_operation_time out = {sizeof out, time.name.c_str(), time.device.c_str(),
                                          time.count, time.bytes,        time.total,
                                          time.min,   time.max};
      if (row != nullptr) {
        row(&out, user);
      }
    }
  });
}

void kernelc_nvtx_mark(const char* message) { kernelc::nvtx::Mark(TextOrEmpty(message)); }

int32_t kernelc_nvtx_range_push(const char* message) {
  return kernelc::nvtx::RangePush(TextOrEmpty(message));
}

int32_t kernelc_nvtx_range_pop(void) { return kernelc::nvtx::RangePop(); }

void kernelc_set_own_ranges(int32_t on) { kernelc::SetOwnRanges(on != 0); }

kernelc_status kernelc_profiler_start(kernelc_context context) {
  return Guard(__func__,
               [&, function = __func__] { kernelc::StartProfiler(ContextOf(function, context)); });
}

kernelc_status kernelc_profiler_stop(kernelc_context context) {
  return Guard(__func__,
               [&, function = __func__] { kernelc::StopProfiler(ContextOf(function, context)); });
}

kernelc_status kernelc_set_sync_debug_mode(int32_t mode) {
  return Guard(__func__, [&, function = __func__] {
    if (mode < KERNELC_SYNC_DEBUG_DEFAULT || mode > KERNELC_SYNC_DEBUG_ERROR) {
      throw kernelc::capi::Failure(KERNELC_INVALID_ARGUMENT,
                                   kernelc::backend::Concat(function, ": `mode` is ", mode,
                                                            ", no KERNELC_SYNC_DEBUG_... number"));
    }
    kernelc::SetSyncDebugMode(static_cast<kernelc::SyncDebugMode>(mode));
  });
}

int32_t kernelc_sync_debug_mode(void) { return static_cast<int32_t>(kernelc::sync_debug_mode()); }

kernelc_status kernelc_stream_sanitizer_enable(int32_t errors) {
  return Guard(__func__, [&] {
    kernelc::EnableStreamSanitizer(errors != 0 ? kernelc::SanitizerMode::Error
                                               : kernelc::SanitizerMode::Warn);
  });
}

void kernelc_stream_sanitizer_disable(void) { kernelc::DisableStreamSanitizer(); }

uint64_t kernelc_stream_race_count(void) { return kernelc::stream_race_count(); }
