#include "kernelc/dlpack.h"

#include <bit>
#include <memory>
#include <utility>
#include <vector>

#include "runtime/backend/backend.h"
#include "runtime/backend/text.h"
#include "runtime/core/dlpack_abi.h"

namespace kernelc {
namespace {

using backend::Concat;

[[noreturn]] void ThrowImport(ErrorCode code, std::string message) {
  backend::ThrowError(code, "import tensor", "DLPack tensor", std::move(message));
}

dlpack::DataType TypeOf(ScalarKind kind) {
  const abi::ScalarInfo& info = abi::scalar_info(kind);
  const auto bits = static_cast<std::uint8_t>(info.size * 8);
  if (kind == ScalarKind::BFloat16) {
    return {dlpack::kBfloat, bits, 1};
  }
  if (kind == ScalarKind::Float8E5M2) {
    return {dlpack::kFloat8E5M2, bits, 1};
  }
  if (kind == ScalarKind::Float8E8M0) {
    return {dlpack::kFloat8E8M0, bits, 1};
  }
  switch (info.cls) {
    case abi::ScalarClass::Float8:
      return {dlpack::kFloat8E4M3, bits, 1};
    case abi::ScalarClass::Bool:
      return {dlpack::kBool, bits, 1};
    case abi::ScalarClass::Signed:
      return {dlpack::kInt, bits, 1};
    case abi::ScalarClass::Unsigned:
      return {dlpack::kUInt, bits, 1};
    case abi::ScalarClass::Float:
      return {dlpack::kFloat, bits, 1};
    case abi::ScalarClass::Complex:
      return {dlpack::kComplex, bits, 1};
  }
  return {};
}

ScalarKind KindOf(const dlpack::DataType& type) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(ScalarKind::kCount); ++k) {
    const auto kind = static_cast<ScalarKind>(k);
    const dlpack::DataType ours = TypeOf(kind);
    if (type.code == ours.code && type.bits == ours.bits && type.lanes == 1) {
      return kind;
    }
  }
  ThrowImport(ErrorCode::NotSupported,
              Concat("kernels have no element type of code ", std::uint32_t{type.code}, " with ",
                     std::uint32_t{type.bits}, " bits and ", std::uint32_t{type.lanes}, " lanes"));
}

Context ContextOf(const dlpack::Device& on) {
  switch (on.type) {
    case dlpack::kCpu:
    case dlpack::kCudaHost:
      return Context(cpu_device());
    case dlpack::kCuda:
    case dlpack::kCudaManaged:
      return Context(device(Concat("cuda:", on.id)));
    default:
      ThrowImport(ErrorCode::NotSupported,
                  Concat("it is on a device of type ", on.type, "; there are CPU (1), CUDA (2), ",
                         "page-locked (3) and managed (13) memory"));
  }
}

// Checks the tensor and makes an array of it, which `adopt` gives its owner.
template <typename Adopt>
DeviceArrayAny Import(const dlpack::Tensor& tensor, Adopt adopt) {
  if (tensor.ndim < 0 || static_cast<std::size_t>(tensor.ndim) > kMaxRank) {
    ThrowImport(ErrorCode::InvalidArgument,
                Concat("it has ", tensor.ndim, " dimensions; arrays have 0 to ", kMaxRank));
  }
  if (tensor.shape == nullptr && tensor.ndim != 0) {
    ThrowImport(ErrorCode::InvalidArgument, "its shape is null");
  }
  const ScalarKind kind = KindOf(tensor.type);
  const auto element_size = static_cast<std::int64_t>(abi::scalar_info(kind).size);
  const auto rank = static_cast<std::size_t>(tensor.ndim);
  const Dims shape(std::span<const std::int64_t>(tensor.shape, rank));
  Dims strides = ContiguousStrides(shape, static_cast<std::size_t>(element_size), Order::C);
  for (std::size_t d = 0; d < rank && tensor.strides != nullptr; ++d) {
    if (__builtin_mul_overflow(tensor.strides[d], element_size, &strides[d])) {
      ThrowImport(ErrorCode::InvalidArgument,
                  Concat("stride ", tensor.strides[d], " of dimension ", d, " is too large"));
    }
  }
  if (tensor.data == nullptr && ElementCount(shape) != 0) {
    ThrowImport(ErrorCode::InvalidArgument, "its data is null");
  }
  const Context context = ContextOf(tensor.device);
  const DevicePointer data = std::bit_cast<DevicePointer>(tensor.data) + tensor.byte_offset;
  return DeviceArrayAny::Wrap(context, data, kind, shape, strides, adopt());
}

// What an exported tensor points to. `managed` is its first member, the deleter's argument.
template <typename Managed>
struct Export {
  Managed managed;
  DeviceArrayAny array;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
};

template <typename Managed>
void DeleteExport(Managed* self) {
  delete static_cast<Export<Managed>*>(self->manager);
}

template <typename Managed>
Managed* MakeExport(const DeviceArrayAny& array) {
  const Context context = array.context();
  if (array.record()) {
    backend::ThrowError(ErrorCode::NotSupported, "export tensor", ToString(array.element()),
                        "DLPack has no records");
  }
  auto made = std::make_unique<Export<Managed>>();
  made->array = array;
  made->shape.assign(array.shape().begin(), array.shape().end());
  const auto element_size = static_cast<std::int64_t>(array.element_size());
  for (const std::int64_t stride : array.strides()) {
    if (stride % element_size != 0) {
      backend::ThrowError(ErrorCode::NotSupported, "export tensor",
                          Concat("array of shape ", ToString(array.shape())),
                          Concat("a stride of ", stride, " bytes is no multiple of the element's ",
                                 element_size));
    }
    made->strides.push_back(stride / element_size);
  }
  const Device device = context.device();
  dlpack::Tensor& tensor = made->managed.tensor;
  tensor.data = std::bit_cast<void*>(array.data());
  tensor.device.type = device.kind() == DeviceKind::Cuda ? dlpack::kCuda : dlpack::kCpu;
  tensor.device.id = device.ordinal();
  tensor.ndim = static_cast<std::int32_t>(array.ndim());
  tensor.type = TypeOf(array.kind());
  tensor.shape = made->shape.data();
  tensor.strides = made->strides.data();
  made->managed.manager = made.get();
  made->managed.deleter = &DeleteExport<Managed>;
  return &made.release()->managed;
}

// Runs a tensor's deleter when the last view of its memory is gone.
template <typename Managed>
std::shared_ptr<void> Adopted(Managed* tensor) {
  return std::shared_ptr<void>(tensor, [](void* self) {
    auto* const managed = static_cast<Managed*>(self);
    if (managed->deleter != nullptr) {
      managed->deleter(managed);
    }
  });
}

}  // namespace

DeviceArrayAny FromDlpack(DLManagedTensor* tensor) {
  if (tensor == nullptr) {
    ThrowImport(ErrorCode::InvalidArgument, "the tensor is null");
  }
  return Import(tensor->tensor, [&] { return Adopted(tensor); });
}

DeviceArrayAny FromDlpack(DLManagedTensorVersioned* tensor, DlpackOptions options) {
  if (tensor == nullptr) {
    ThrowImport(ErrorCode::InvalidArgument, "the tensor is null");
  }
  // Of another major version nothing but this and the deleter may be read.
  if (tensor->version.major != dlpack::kMajorVersion) {
    ThrowImport(ErrorCode::NotSupported,
                Concat("it has DLPack version ", tensor->version.major, ".",
                       tensor->version.minor, ", this is ", dlpack::kMajorVersion, ".",
                       dlpack::kMinorVersion));
  }
  if ((tensor->flags & dlpack::kReadOnlyFlag) != 0 && !options.accept_read_only) {
    ThrowImport(ErrorCode::InvalidArgument,
                "its owner calls it read-only; DlpackOptions::accept_read_only takes it all the "
                "same, for kernels that do not write to it");
  }
  return Import(tensor->tensor, [&] { return Adopted(tensor); });
}

DLManagedTensor* ToDlpack(const DeviceArrayAny& array) {
  return MakeExport<DLManagedTensor>(array);
}

DLManagedTensorVersioned* ToDlpackVersioned(const DeviceArrayAny& array) {
  DLManagedTensorVersioned* const tensor = MakeExport<DLManagedTensorVersioned>(array);
  tensor->version = {dlpack::kMajorVersion, dlpack::kMinorVersion};
  return tensor;
}

}  // namespace kernelc
