// Zero-copy exchange of arrays with other libraries, by DLPack's structs (PyTorch, CuPy, JAX, ...).
// The structs are those of dlpack.h, which a program includes on its own.
#pragma once

#include "kernelc/array.h"
#include "kernelc/export.h"

struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace kernelc {

struct DlpackOptions {
  // Take a versioned tensor that its owner calls read-only, too. Kernels must not write to it.
  bool accept_read_only = false;
};

// The tensor as an array of the device that it is on; no element is copied. Takes it over: its
// deleter runs when the array and its views are gone. Host tensors, page-locked ones too, belong to
// the CPU device. Throws, and leaves the tensor to the caller, Error{NotSupported} for element types
// that kernels have not, for other devices and a newer major version, Error{NoDevice}, and
// Error{InvalidArgument} for a malformed or read-only tensor.
KC_RUNTIME_API DeviceArrayAny FromDlpack(DLManagedTensor* tensor);
KC_RUNTIME_API DeviceArrayAny FromDlpack(DLManagedTensorVersioned* tensor,
                                         DlpackOptions options = {});

// The array for another library, which calls the deleter when it needs it no more; until then the
// memory stays. What is enqueued for the array is not waited for: synchronise, or let the other
// library's stream wait for an event. Throws Error{NotSupported} for elements that DLPack has not
// (records) and for strides that are no multiple of the element.
KC_RUNTIME_API DLManagedTensor* ToDlpack(const DeviceArrayAny& array);
KC_RUNTIME_API DLManagedTensorVersioned* ToDlpackVersioned(const DeviceArrayAny& array);

}  // namespace kernelc
