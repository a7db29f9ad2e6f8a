// Memory resources for C, part of libkernelc_runtime: where the arrays of a context come from, and their figures
// (kernelc/memory_resource.h). What kernelc_runtime.h says of statuses, handles and threads holds here too.
#ifndef KERNELC_KERNELC_MEMORY_H_
#define KERNELC_KERNELC_MEMORY_H_

#include "kernelc/kernelc_runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

// Of the memory resource that the context's arrays come from, in bytes.
typedef struct kernelc_memory_stats {
  size_t struct_size;
  // In the program's hands, taken from the device, and of the latter in nobody's hands.
  uint64_t allocated_bytes;
  uint64_t reserved_bytes;
  uint64_t held_bytes;
  // The most that there ever was of the first two, since kernelc_memory_reset_peaks().
  uint64_t allocated_peak;
  uint64_t reserved_peak;
  // Blocks in the program's hands, and how many there were so far.
  uint64_t allocations;
  uint64_t allocations_made;
  // How often memory ran out, what was held was given back, and it was tried again; and how often that did not help.
  uint64_t retries;
  uint64_t out_of_memory;
} kernelc_memory_stats;
#define KERNELC_MEMORY_STATS_INIT {.struct_size = sizeof(kernelc_memory_stats)}

// From now on arrays of the context come from "driver" (each allocation is one of the driver's; where contexts begin),
// "caching" (what is freed is kept and reused, in the order of streams) or "async" (the driver's pool). Thread-safe.
KERNELC_API kernelc_status kernelc_memory_use(kernelc_context context, const char* resource);
// From now on they come from two C functions of a shared object:
//   void* allocate(ssize_t bytes, int device, CUstream stream);  NULL where there is no memory
//   void free(void* data, ssize_t bytes, int device, CUstream stream);
// KERNELC_FILE_ACCESS where it cannot be opened, KERNELC_NOT_FOUND for a function that it lacks. Thread-safe.
KERNELC_API kernelc_status kernelc_memory_use_library(kernelc_context context, const char* library,
                                                      const char* allocate, const char* free);
// Thread-safe, as all that follow.
KERNELC_API kernelc_status kernelc_memory_get_stats(kernelc_context context, kernelc_memory_stats* stats);
KERNELC_API kernelc_status kernelc_memory_reset_peaks(kernelc_context context);
// Gives the device what is in nobody's hands.
KERNELC_API kernelc_status kernelc_memory_release_held(kernelc_context context);
// At most `share` of the device's memory, 0 to 1, is reserved. KERNELC_NOT_SUPPORTED by resources that reserve nothing.
KERNELC_API kernelc_status kernelc_memory_set_fraction(kernelc_context context, double share);
// JSON: the figures and each segment with its blocks. Lives until this thread's next call of it.
KERNELC_API kernelc_status kernelc_memory_snapshot(kernelc_context context, const char** text);
// Memory without an array, and its end, in the order of the stream that it was allocated on. KERNELC_INVALID_ARGUMENT for an address
// that is not such memory, or was freed before.
KERNELC_API kernelc_status kernelc_memory_allocate(kernelc_context context, uint64_t bytes, kernelc_stream stream,
                                                   uint64_t* data);
KERNELC_API kernelc_status kernelc_memory_free(uint64_t data);

#ifdef __cplusplus
}
#endif

#endif  // KERNELC_KERNELC_MEMORY_H_
