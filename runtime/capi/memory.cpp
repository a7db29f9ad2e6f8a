// Memory resources of the C API.
#include "kernelc/kernelc_memory.h"
#include "kernelc/memory_usage.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ContextOf;
using kernelc::capi::Failure;
using kernelc::capi::Guard;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamOrDefault;

kernelc_status kernelc_memory_use(kernelc_context context, const char* resource) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "resource", resource);
    const kernelc::Context& where = ContextOf(function, context);
    const std::string_view name = resource;
    if (name != "driver" && name != "caching" && name != "async") {
      throw Failure(KERNELC_INVALID_ARGUMENT,
                    kernelc::backend::Concat(function, ": there is no resource `", name,
                                             "`; there are driver, caching and async"));
    }
    kernelc::SetCurrentResource(where, name == "driver"    ? kernelc::DriverResource(where)
                                       : name == "caching" ? kernelc::CachingResource(where)
                                                           : kernelc::AsyncResource(where));
  });
}

kernelc_status kernelc_memory_use_library(kernelc_context context, const char* library,
                                          const char* allocate, const char* free) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "library", library);
    RequirePointer(function, "allocate", allocate);
    RequirePointer(function, "free", free);
    const kernelc::Context& where = ContextOf(function, context);
    kernelc::SetCurrentResource(where, kernelc::PluggableResource(where, library, allocate, free));
  });
}

kernelc_status kernelc_memory_get_stats(kernelc_context context, kernelc_memory_stats* stats) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc::MemoryStats now = kernelc::memory_stats(ContextOf(function, context));
    const kernelc_memory_stats value = {.struct_size = sizeof value,
                                        .allocated_bytes = now.allocated_bytes.current,
                                        .reserved_bytes = now.reserved_bytes.current,
                                        .held_bytes = now.held_bytes,
                                        .allocated_peak = now.allocated_bytes.peak,
                                        .reserved_peak = now.reserved_bytes.peak,
                                        .allocations = now.allocations.current,
                                        .allocations_made = now.allocations.added,
                                        .retries = now.retries,
                                        .out_of_memory = now.out_of_memory};
    kernelc::capi::FillStruct(function, stats, value);
  });
}

kernelc_status kernelc_memory_reset_peaks(kernelc_context context) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::ResetPeakMemoryStats(ContextOf(function, context));
  });
}

kernelc_status kernelc_memory_release_held(kernelc_context context) {
  return Guard(__func__,
               [&, function = __func__] { kernelc::EmptyCache(ContextOf(function, context)); });
}

kernelc_status kernelc_memory_set_fraction(kernelc_context context, double share) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::SetPerProcessMemoryFraction(share, ContextOf(function, context));
  });
}

kernelc_status kernelc_memory_snapshot(kernelc_context context, const char** text) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "text", text);
    thread_local std::string snapshot;
    snapshot = kernelc::memory_snapshot(ContextOf(function, context));
    *text = snapshot.c_str();
  });
}

kernelc_status kernelc_memory_allocate(kernelc_context context, uint64_t bytes,
                                       kernelc_stream stream, uint64_t* data) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "data", data);
    *data = kernelc::CachingAllocatorAlloc(ContextOf(function, context), bytes,
                                           StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_memory_free(uint64_t data) {
  return Guard(__func__, [&] { kernelc::CachingAllocatorDelete(data); });
}
