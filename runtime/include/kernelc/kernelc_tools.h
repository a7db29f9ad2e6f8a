// Profiling and checking for C: the timeline, NVTX, the profiler, sync debug mode, the stream sanitizer
// (kernelc/trace.h, nvtx.h, profiler.h, sync_debug.h, sanitize.h). What kernelc_runtime.h says of
// statuses, handles and threads holds here too.
#ifndef KERNELC_KERNELC_TOOLS_H_
#define KERNELC_KERNELC_TOOLS_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- Timeline --------------------------------------------------------------------------------

// Begins a trace of all threads and devices; `path` is the file that the end of it writes as Chrome
// trace JSON, or NULL. KERNELC_INVALID_ARGUMENT when one is on, KERNELC_FILE_ACCESS for the file.
KERNELC_API kernelc_status kernelc_trace_start(const char* path);

// What devices did under one name. Times in nanoseconds.
typedef struct kernelc_operation_time {
  size_t struct_size;
  const char* name;
  const char* device;
  uint64_t count;
  uint64_t bytes;
  uint64_t total;
  uint64_t min;
  uint64_t max;
} kernelc_operation_time;

// Blocks until the devices have done what was asked for, and writes the file. Calls `row`, unless it
// is NULL, for each name, the longest time first; its texts live until it returns. Nothing where no
// trace is on.
KERNELC_API kernelc_status kernelc_trace_stop(void (*row)(const kernelc_operation_time* time,
                                                          void* user),
                                              void* user);

// ---- Profilers -------------------------------------------------------------------------------

// A moment, and ranges inside each other, of the calling thread, for profilers that take NVTX and for
// the timeline. The ranges give how many are around, or a negative number without a profiler.
KERNELC_API void kernelc_nvtx_mark(const char* message);
KERNELC_API int32_t kernelc_nvtx_range_push(const char* message);
KERNELC_API int32_t kernelc_nvtx_range_pop(void);
// kernelc's own ranges, around compilations, launches, copies and waits; 0 ends them.
KERNELC_API void kernelc_set_own_ranges(int32_t on);
// Switches a profiler that waits for it on and off: nsys -c cudaProfilerApi. Nothing on the CPU.
KERNELC_API kernelc_status kernelc_profiler_start(kernelc_context context);
KERNELC_API kernelc_status kernelc_profiler_stop(kernelc_context context);

// ---- Checks ----------------------------------------------------------------------------------

// Calls that wait for a device without saying so: nothing, a line on stderr, or KERNELC_HOST_BLOCKED.
enum {
  KERNELC_SYNC_DEBUG_DEFAULT = 0,
  KERNELC_SYNC_DEBUG_WARN = 1,
  KERNELC_SYNC_DEBUG_ERROR = 2
};
// KERNELC_INVALID_ARGUMENT for another number.
KERNELC_API kernelc_status kernelc_set_sync_debug_mode(int32_t mode);
KERNELC_API int32_t kernelc_sync_debug_mode(void);

// Races between streams are told on stderr; with `errors` the call that completes one gives
// KERNELC_STREAM_RACE and does nothing.
KERNELC_API kernelc_status kernelc_stream_sanitizer_enable(int32_t errors);
KERNELC_API void kernelc_stream_sanitizer_disable(void);
// Found since it was enabled.
KERNELC_API uint64_t kernelc_stream_race_count(void);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_TOOLS_H_
