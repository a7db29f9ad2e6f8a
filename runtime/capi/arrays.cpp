// Arrays of the C API.
#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "kernelc/dlpack.h"
#include "kernelc/host_memory.h"
#include "kernelc/memory.h"
#include "runtime/backend/text.h"
#include "runtime/capi/objects.h"

using kernelc::Dims;
using kernelc::DeviceArrayAny;
using kernelc::capi::ArrayObject;
using kernelc::capi::ArrayOf;
using kernelc::capi::ContextOf;
using kernelc::capi::GiveHandle;
using kernelc::capi::Guard;
using kernelc::capi::HandleKind;
using kernelc::capi::RequirePointer;
using kernelc::capi::StreamOrDefault;

namespace kernelc::capi {

using backend::Concat;

ScalarKind KindOf(const char* function, kernelc_dtype dtype) {
  if (dtype < 0 || dtype >= static_cast<kernelc_dtype>(ScalarKind::kCount)) {
    throw Failure(KERNELC_INVALID_ARGUMENT, Concat(function, ": no element type has number ", dtype));
  }
  return static_cast<ScalarKind>(dtype);
}

Order OrderOf(const char* function, kernelc_order order) {
  if (order != KERNELC_ORDER_C && order != KERNELC_ORDER_F) {
    throw Failure(KERNELC_INVALID_ARGUMENT, Concat(function, ": no order has number ", order));
  }
  return order == KERNELC_ORDER_C ? Order::C : Order::F;
}

Dims DimsOf(const char* function, const char* parameter, std::uint32_t count,
            const std::int64_t* values) {
  if (count > 0) {
    RequirePointer(function, parameter, values);
  }
  return Dims(std::span(values, count));
}

namespace {

// The numbers of the C API are those of the image format, which never change.
static_assert(KERNELC_BOOL == static_cast<int>(ScalarKind::Bool));
static_assert(KERNELC_INT64 == static_cast<int>(ScalarKind::Int64));
static_assert(KERNELC_UINT64 == static_cast<int>(ScalarKind::UInt64));
static_assert(KERNELC_FLOAT64 == static_cast<int>(ScalarKind::Float64));
static_assert(KERNELC_COMPLEX128 == static_cast<int>(ScalarKind::Complex128));
static_assert(KERNELC_BFLOAT16 == static_cast<int>(ScalarKind::BFloat16));
static_assert(KERNELC_FLOAT8_E8M0 == static_cast<int>(ScalarKind::Float8E8M0));
static_assert(KERNELC_MAX_RANK == kMaxRank);

// Calls the user's function when the last owner is gone, unless it was disarmed.
struct Release {
  kernelc_release function;
  void* user;
  bool armed = false;
  ~Release() {
    if (armed && function != nullptr) {
      function(user);
    }
  }
};

// Page-locked memory of the program as an array; the scope outlives the array and its views.
struct PinnedOwner {
  std::shared_ptr<Release> release;
  std::optional<PinnedScope> scope;
};

DeviceArrayAny WrapHost(const Context& context, void* data, const HostArrayView& host,
                        std::shared_ptr<Release> release) {
  const Dims strides = ContiguousStrides(host.shape, host.element().size(), host.order);
  if (context.device().kind() == DeviceKind::Cpu || host.nbytes() == 0) {
    return DeviceArrayAny::Wrap(context, reinterpret_cast<DevicePointer>(data), host.element(),
                                host.shape, strides, std::move(release));
  }
  auto owner = std::make_shared<PinnedOwner>();
  owner->release = std::move(release);
  owner->scope.emplace(context, std::initializer_list<HostArrayView>{host},
                       PinnedScopeOptions{.mapped = true});
  const DevicePointer address = owner->scope->mapped(0).data();
  return DeviceArrayAny::Wrap(context, address, host.element(), host.shape, strides, owner);
}

kernelc_array_info Describe(const DeviceArrayAny& array) {
  kernelc_array_info info{};
  info.dtype = array.record() ? KERNELC_RECORD : static_cast<kernelc_dtype>(array.kind());
  info.ndim = static_cast<std::uint32_t>(array.ndim());
  info.size = array.size();
  info.nbytes = array.nbytes();
  info.data = array.data();
  info.c_contiguous = array.is_contiguous(Order::C) ? 1 : 0;
  info.f_contiguous = array.is_contiguous(Order::F) ? 1 : 0;
  std::copy(array.shape().begin(), array.shape().end(), info.shape);
  std::copy(array.strides().begin(), array.strides().end(), info.strides);
  info.element_size = array.element_size();
  return info;
}

void RequireBytes(const char* function, const DeviceArrayAny& array, const void* data,
                  std::size_t bytes) {
  if (bytes != array.nbytes()) {
    throw Failure(KERNELC_INVALID_ARGUMENT, Concat(function, ": the array has ", array.nbytes(),
                                                   " bytes, the host's data ", bytes));
  }
  if (bytes > 0) {
    RequirePointer(function, "data", data);
  }
}

// Copies that nobody waits for are copies of bytes.
void RequireContiguous(const char* function, const DeviceArrayAny& array) {
  if (array.layout() == Layout::A) {
    throw Failure(KERNELC_INVALID_ARGUMENT, Concat(function, ": the array is not contiguous"));
  }
}

}  // namespace
}  // namespace kernelc::capi

using kernelc::capi::DimsOf;
using kernelc::capi::KindOf;
using kernelc::capi::OrderOf;

size_t kernelc_dtype_size(kernelc_dtype dtype) {
  const bool known = dtype >= 0 && dtype < static_cast<int>(kernelc::ScalarKind::kCount);
  return known ? kernelc::abi::scalar_info(static_cast<kernelc::ScalarKind>(dtype)).size : 0;
}

const char* kernelc_dtype_name(kernelc_dtype dtype) {
  const bool known = dtype >= 0 && dtype < static_cast<int>(kernelc::ScalarKind::kCount);
  // The table's texts are string literals.
  return known ? kernelc::abi::scalar_info(static_cast<kernelc::ScalarKind>(dtype)).text.data()
               : "unknown";
}

kernelc_status kernelc_array_create(kernelc_context context, kernelc_dtype dtype, uint32_t ndim,
                                    const int64_t* shape, kernelc_order order,
                                    kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "array", array);
    GiveHandle<ArrayObject>(
        HandleKind::Array, array,
        DeviceArrayAny::Empty(ContextOf(function, context), KindOf(function, dtype),
                              DimsOf(function, "shape", ndim, shape), OrderOf(function, order)));
  });
}

kernelc_status kernelc_array_zeros(kernelc_context context, kernelc_dtype dtype, uint32_t ndim,
                                   const int64_t* shape, kernelc_order order,
                                   kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "array", array);
    GiveHandle<ArrayObject>(
        HandleKind::Array, array,
        DeviceArrayAny::Zeros(ContextOf(function, context), KindOf(function, dtype),
                              DimsOf(function, "shape", ndim, shape), OrderOf(function, order)));
  });
}

kernelc_status kernelc_array_from_host(kernelc_context context, kernelc_dtype dtype, uint32_t ndim,
                                       const int64_t* shape, kernelc_order order, const void* data,
                                       kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "array", array);
    const kernelc::HostArrayView host(KindOf(function, dtype),
                                      DimsOf(function, "shape", ndim, shape), data,
                                      OrderOf(function, order));
    if (host.nbytes() > 0) {
      RequirePointer(function, "data", data);
    }
    GiveHandle<ArrayObject>(HandleKind::Array, array,
                            DeviceArrayAny::FromHost(ContextOf(function, context), host));
  });
}

kernelc_status kernelc_array_wrap(kernelc_context context, uint64_t data, kernelc_dtype dtype,
                                  uint32_t ndim, const int64_t* shape, const int64_t* strides,
                                  kernelc_release release, void* user, kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "array", array);
    auto owner = std::make_shared<kernelc::capi::Release>(kernelc::capi::Release{release, user});
    const Dims steps =
        strides == nullptr ? Dims() : DimsOf(function, "strides", ndim, strides);
    GiveHandle<ArrayObject>(
        HandleKind::Array, array,
        DeviceArrayAny::Wrap(ContextOf(function, context), data, KindOf(function, dtype),
                             DimsOf(function, "shape", ndim, shape), steps, owner));
    owner->armed = true;
  });
}

kernelc_status kernelc_array_wrap_host(kernelc_context context, void* data, kernelc_dtype dtype,
                                       uint32_t ndim, const int64_t* shape, kernelc_order order,
                                       kernelc_release release, void* user, kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "array", array);
    const kernelc::HostArrayView host(KindOf(function, dtype),
                                      DimsOf(function, "shape", ndim, shape), data,
                                      OrderOf(function, order));
    if (host.nbytes() > 0) {
      RequirePointer(function, "data", data);
    }
    auto owner = std::make_shared<kernelc::capi::Release>(kernelc::capi::Release{release, user});
    GiveHandle<ArrayObject>(
        HandleKind::Array, array,
        kernelc::capi::WrapHost(ContextOf(function, context), data, host, owner));
    owner->armed = true;
  });
}

kernelc_status kernelc_array_from_dlpack(DLManagedTensor* tensor, kernelc_array* array) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "tensor", tensor);
    RequirePointer(function, "array", array);
    GiveHandle<ArrayObject>(HandleKind::Array, array, kernelc::FromDlpack(tensor));
  });
}

kernelc_status kernelc_array_to_dlpack(kernelc_array array, DLManagedTensor** tensor) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "tensor", tensor);
    *tensor = kernelc::ToDlpack(ArrayOf(function, array));
  });
}

kernelc_status kernelc_array_destroy(kernelc_array array) {
  return kernelc::capi::DestroyHandle(__func__, HandleKind::Array, array);
}

kernelc_status kernelc_array_get_info(kernelc_array array, kernelc_array_info* info) {
  return Guard(__func__, [&, function = __func__] {
    kernelc::capi::FillStruct(function, info,
                              kernelc::capi::Describe(ArrayOf(function, array)));
  });
}

kernelc_status kernelc_array_write(kernelc_array array, const void* data, size_t bytes,
                                   kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    const DeviceArrayAny& to = ArrayOf(function, array);
    kernelc::capi::RequireBytes(function, to, data, bytes);
    to.CopyFromHost(kernelc::HostArrayView(to.element(), to.shape(), data),
                    StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_array_read(kernelc_array array, void* data, size_t bytes,
                                  kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    const DeviceArrayAny& from = ArrayOf(function, array);
    kernelc::capi::RequireBytes(function, from, data, bytes);
    from.CopyToHost(std::span(static_cast<std::byte*>(data), bytes),
                    StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_array_write_async(kernelc_array array, const void* data, size_t bytes,
                                         kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    const DeviceArrayAny& to = ArrayOf(function, array);
    kernelc::capi::RequireBytes(function, to, data, bytes);
    kernelc::capi::RequireContiguous(function, to);
    kernelc::CopyToDeviceAsync(to.context(), to.data(), data, bytes,
                               StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_array_read_async(kernelc_array array, void* data, size_t bytes,
                                        kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    const DeviceArrayAny& from = ArrayOf(function, array);
    kernelc::capi::RequireBytes(function, from, data, bytes);
    kernelc::capi::RequireContiguous(function, from);
    kernelc::CopyToHostAsync(from.context(), data, from.data(), bytes,
                             StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_array_copy(kernelc_array to, kernelc_array from, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    ArrayOf(function, to).CopyFrom(ArrayOf(function, from), StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_array_fill(kernelc_array array, const void* value, kernelc_stream stream) {
  return Guard(__func__, [&, function = __func__] {
    const DeviceArrayAny& to = ArrayOf(function, array);
    RequirePointer(function, "value", value);
    to.FillBytes(std::span(static_cast<const std::byte*>(value), to.element_size()),
                 StreamOrDefault(function, stream));
  });
}

kernelc_status kernelc_array_slice(kernelc_array array, const int64_t* start, const int64_t* stop,
                                   const int64_t* step, kernelc_array* view) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "view", view);
    const DeviceArrayAny& of = ArrayOf(function, array);
    if (of.ndim() > 0) {
      RequirePointer(function, "start", start);
      RequirePointer(function, "stop", stop);
    }
    std::vector<kernelc::Slice> slices(of.ndim());
    for (std::size_t d = 0; d < slices.size(); ++d) {
      slices[d] = {start[d], stop[d], step == nullptr ? 1 : step[d]};
    }
    GiveHandle<ArrayObject>(HandleKind::Array, view, of.Sliced(slices));
  });
}

kernelc_status kernelc_array_reshape(kernelc_array array, uint32_t ndim, const int64_t* shape,
                                     kernelc_array* view) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "view", view);
    GiveHandle<ArrayObject>(
        HandleKind::Array, view,
        ArrayOf(function, array).Reshaped(DimsOf(function, "shape", ndim, shape)));
  });
}

kernelc_status kernelc_array_transpose(kernelc_array array, kernelc_array* view) {
  return Guard(__func__, [&, function = __func__] {
    RequirePointer(function, "view", view);
    GiveHandle<ArrayObject>(HandleKind::Array, view, ArrayOf(function, array).Transposed());
  });
}
