// Version, statuses, devices and contexts of the C API.
#include <string>
#include <vector>

#include "kernelc/blas.h"
#include "kernelc/current_stream.h"
#include "kernelc/default_context.h"
#include "kernelc/device.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::capi::ContextObject;
using kernelc::capi::ContextOf;
using kernelc::capi::FillStruct;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::RequirePointer;

namespace kernelc::capi {

const Context& ContextOf(const char* function, kernelc_context handle) {
  return FindAs<ContextObject>(function, HandleKind::Context, handle).context;
}

kernelc_status DestroyHandle(const char* function, HandleKind kind, void* handle) noexcept {
  return Guard(function, [&] { Take(function, kind, handle); });
}

namespace {

// Texts of devices live as long as the process, because devices do.
kernelc_device Describe(const Device& device) {
  const DeviceProperties& properties = device.properties();
  kernelc_device out{};
  out.name = device.name().c_str();
  out.description = properties.name.c_str();
  out.arch = device.arch().c_str();
  out.kind = device.kind() == DeviceKind::Cuda ? KERNELC_DEVICE_CUDA : KERNELC_DEVICE_CPU;
  out.compute_major = properties.compute_major;
  out.compute_minor = properties.compute_minor;
  out.multiprocessors = properties.multiprocessors;
  out.max_threads_per_block = properties.max_threads_per_block;
  out.warp_size = properties.warp_size;
  out.shared_memory_per_block = properties.shared_memory_per_block;
  out.total_memory = properties.total_memory;
  out.supported = device.supported() ? 1 : 0;
  return out;
}

Device FindDevice(const char* name) { return name == nullptr ? default_device() : device(name); }

struct StatusText {
  kernelc_status status;
  const char* name;
  const char* text;
};

constexpr StatusText kStatusTexts[] = {
    {KERNELC_OK, "KERNELC_OK", "done"},
    {KERNELC_INVALID_ARGUMENT, "KERNELC_INVALID_ARGUMENT", "invalid argument"},
    {KERNELC_TYPE_MISMATCH, "KERNELC_TYPE_MISMATCH", "type mismatch"},
    {KERNELC_LAUNCH_LIMIT, "KERNELC_LAUNCH_LIMIT", "launch limit exceeded"},
    {KERNELC_NOT_FOUND, "KERNELC_NOT_FOUND", "not found"},
    {KERNELC_NOT_READY, "KERNELC_NOT_READY", "not ready"},
    {KERNELC_NOT_SUPPORTED, "KERNELC_NOT_SUPPORTED", "not supported by this device"},
    {KERNELC_NO_DEVICE, "KERNELC_NO_DEVICE", "no such device"},
    {KERNELC_DRIVER_UNAVAILABLE, "KERNELC_DRIVER_UNAVAILABLE", "driver not available"},
    {KERNELC_DRIVER, "KERNELC_DRIVER", "driver error"},
    {KERNELC_OUT_OF_MEMORY, "KERNELC_OUT_OF_MEMORY", "out of memory"},
    {KERNELC_MODULE_LOAD, "KERNELC_MODULE_LOAD", "module cannot be loaded"},
    {KERNELC_CONTEXT_DESTROYED, "KERNELC_CONTEXT_DESTROYED", "the context was destroyed"},
    {KERNELC_FORKED, "KERNELC_FORKED", "device used before a fork"},
    {KERNELC_DEVICE_FAULT, "KERNELC_DEVICE_FAULT", "error in device code"},
    {KERNELC_FILE_ACCESS, "KERNELC_FILE_ACCESS", "file cannot be read or written"},
    {KERNELC_FILE_FORMAT, "KERNELC_FILE_FORMAT", "malformed file"},
    {KERNELC_COMPILE, "KERNELC_COMPILE", "kernel cannot be compiled"},
    {KERNELC_PEER_LOST, "KERNELC_PEER_LOST", "another process is gone"},
    {KERNELC_TIMED_OUT, "KERNELC_TIMED_OUT", "another process did not come in time"},
    {KERNELC_STREAM_RACE, "KERNELC_STREAM_RACE", "streams not ordered"},
    {KERNELC_HOST_BLOCKED, "KERNELC_HOST_BLOCKED", "the call blocks the host"},
    {KERNELC_CAPTURE, "KERNELC_CAPTURE", "cannot be captured in a graph"},
    {KERNELC_INVALID_HANDLE, "KERNELC_INVALID_HANDLE", "invalid handle"},
    {KERNELC_INTERNAL, "KERNELC_INTERNAL", "internal error"},
};

const StatusText* FindStatus(kernelc_status status) {
  for (const StatusText& row : kStatusTexts) {
    if (row.status == status) {
      return &row;
    }
  }
  return nullptr;
}

}  // namespace
}  // namespace kernelc::capi

uint32_t kernelc_abi_version(void) { return KERNELC_ABI_VERSION; }
const char* kernelc_version(void) { return KERNELC_VERSION; }

const char* kernelc_status_name(kernelc_status status) {
  const auto* row = kernelc::capi::FindStatus(status);
  return row == nullptr ? "unknown" : row->name;
}

const char* kernelc_status_text(kernelc_status status) {
  const auto* row = kernelc::capi::FindStatus(status);
  return row == nullptr ? "unknown" : row->text;
}

kernelc_status kernelc_device_count(size_t* count) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "count", count);
    *count = kernelc::devices().size();
  });
}

kernelc_status kernelc_device_at(size_t index, kernelc_device* device) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "device", device);
    const std::vector<kernelc::Device> devices = kernelc::devices();
    if (index >= devices.size()) {
      throw kernelc::capi::Failure(
          KERNELC_NO_DEVICE, kernelc::backend::Concat("kernelc_device_at: there is no device ",
                                                      index, " of ", devices.size()));
    }
    FillStruct(function, device, kernelc::capi::Describe(devices[index]));
  });
}

kernelc_status kernelc_device_find(const char* name, kernelc_device* device) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "device", device);
    FillStruct(function, device, kernelc::capi::Describe(kernelc::capi::FindDevice(name)));
  });
}

const char* kernelc_cuda_unavailable_reason(void) {
  thread_local std::string reason;
  const kernelc_status status =
      Guard(__func__, [&] { reason = kernelc::why_cuda_is_unavailable(); });
  return status == KERNELC_OK ? reason.c_str() : kernelc_last_error_message();
}

kernelc_status kernelc_context_create(const char* device, kernelc_context* context) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "context", context);
    kernelc::Context value(kernelc::capi::FindDevice(device));
    kernelc::capi::GiveHandle<ContextObject>(HandleKind::Context, context, std::move(value));
  });
}

kernelc_status kernelc_context_create_default(kernelc_context* context) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "context", context);
    kernelc::capi::GiveHandle<ContextObject>(HandleKind::Context, context,
                                             kernelc::MakeDefaultContext());
  });
}

kernelc_status kernelc_context_destroy(kernelc_context context) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Context, context);
}

kernelc_status kernelc_context_synchronize(kernelc_context context) {
  return Guard(__func__, [&, function = __func__] { ContextOf(function, context).Synchronize(); });
}

kernelc_status kernelc_context_device(kernelc_context context, kernelc_device* device) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc_device value = kernelc::capi::Describe(ContextOf(function, context).device());
    FillStruct(function, device, value);
  });
}

kernelc_status kernelc_context_memory(kernelc_context context, uint64_t* free_bytes,
                                      uint64_t* total_bytes) {
  return Guard(__func__, [&, function = __func__] {
    const kernelc::MemoryInfo info = ContextOf(function, context).memory_info();
    if (free_bytes != nullptr) {
      *free_bytes = info.free_bytes;
    }
    if (total_bytes != nullptr) {
      *total_bytes = info.total_bytes;
    }
  });
}

kernelc_status kernelc_context_blas_handle(kernelc_context context, void** handle) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "handle", handle);
    *handle = kernelc::blas_handle(kernelc::current_stream(ContextOf(function, context)));
  });
}

kernelc_status kernelc_context_native(kernelc_context context, void** native) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "native", native);
    *native = ContextOf(function, context).native_handle();
  });
}
