#include "kernelc/host_array.h"

#include <cstdlib>
#include <cstring>

#include "runtime/backend/status.h"
#include "runtime/backend/text.h"

namespace kernelc {
namespace {

constexpr std::size_t kAlignment = 64;

std::byte* AllocateZeroed(std::size_t bytes) {
  // One spare cache line, so that an empty array has an address too.
  const std::size_t rounded = (bytes / kAlignment + 1) * kAlignment;
  auto* data = static_cast<std::byte*>(std::aligned_alloc(kAlignment, rounded));
  if (data == nullptr) {
    ErrorInfo info;
    info.code = ErrorCode::OutOfMemory;
    info.operation = "allocate";
    info.object = "host array";
    info.message = backend::Concat("no host memory for an array of ", bytes, " bytes");
    info.requested_bytes = bytes;
    throw OutOfMemory(std::move(info));
  }
  std::memset(data, 0, rounded);
  return data;
}

}  // namespace

namespace detail {
void ThrowRankTooHigh(std::size_t rank) {
  backend::ThrowError(
      ErrorCode::InvalidArgument, "shape", "array",
      backend::Concat("an array has at most ", kMaxRank, " dimensions, not ", rank));
}
}  // namespace detail

std::string ToString(const Dims& dims) {
  std::string text = "(";
  for (std::size_t i = 0; i < dims.size(); ++i) {
    text += backend::Concat(i == 0 ? "" : ", ", dims[i]);
  }
  return text + (dims.size() == 1 ? ",)" : ")");
}

std::int64_t ElementCount(const Dims& shape) {
  std::int64_t count = 1;
  bool empty = false;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] < 0) {
      backend::ThrowError(
          ErrorCode::InvalidArgument, "shape", ToString(shape),
          backend::Concat("extent ", shape[d], " of dimension ", d, " is negative"));
    }
    empty |= shape[d] == 0;
  }
  for (std::size_t d = 0; d < shape.size() && !empty; ++d) {
    if (__builtin_mul_overflow(count, shape[d], &count)) {
      backend::ThrowError(ErrorCode::InvalidArgument, "shape", ToString(shape),
                          "the number of elements exceeds 2^63 - 1");
    }
  }
  return empty ? 0 : count;
}

Dims ContiguousStrides(const Dims& shape, std::size_t element_size, Order order) {
  Dims strides = Dims::Filled(shape.size(), 0);
  std::int64_t bytes = 0;
  if (__builtin_mul_overflow(ElementCount(shape), static_cast<std::int64_t>(element_size),
                             &bytes)) {
    backend::ThrowError(ErrorCode::InvalidArgument, "shape", ToString(shape),
                        "the size in bytes exceeds 2^63 - 1");
  }
  auto stride = static_cast<std::int64_t>(element_size);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::size_t d = order == Order::C ? shape.size() - 1 - i : i;
    strides[d] = stride;
    // An empty array's strides are never walked; extents beside the empty one may be of any size.
    if (bytes != 0) {
      stride *= shape[d];
    }
  }
  return strides;
}

HostArray::HostArray() : HostArray(ScalarKind::Float64, Dims{0}) {}

HostArray::HostArray(const ElementType& element, const Dims& shape, Order order)
    : element_(element), order_(order), shape_(shape), size_(ElementCount(shape)) {
  // Rejects a size in bytes that overflows.
  ContiguousStrides(shape, element.size(), order);
  data_.reset(AllocateZeroed(nbytes()), [](std::byte* bytes) { std::free(bytes); });
}

HostArray::HostArray(const ElementType& element, const Dims& shape, Order order,
                     std::shared_ptr<std::byte> memory)
    : element_(element), order_(order), shape_(shape), size_(ElementCount(shape)) {
  ContiguousStrides(shape, element.size(), order);
  if (memory == nullptr && size_ != 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "host array", ToString(shape),
                        "the memory is null");
  }
  data_ = std::move(memory);
}

HostArray::HostArray(HostArray&&) noexcept = default;
HostArray& HostArray::operator=(HostArray&&) noexcept = default;
HostArray::~HostArray() = default;

HostArray HostArray::Clone() const {
  HostArray copy(element_, shape_, order_);
  std::memcpy(copy.data(), data(), nbytes());
  return copy;
}

void HostArray::CheckKind(ScalarKind kind) const {
  if (kind != element_.kind) {
    backend::ThrowError(ErrorCode::TypeMismatch, "as", "host array",
                        backend::Concat("the elements are ", ToString(element_), ", not ",
                                        abi::scalar_info(kind).text));
  }
}

}  // namespace kernelc
