// Making arrays, and moving their elements. Views are in array_views.cpp.
#include "kernelc/array.h"

#include <atomic>
#include <bit>
#include <cstring>
#include <utility>

#include "runtime/backend/backend.h"
#include "runtime/backend/sync_debug.h"
#include "runtime/core/handles.h"

namespace kernelc {
namespace {

using backend::Concat;

DevicePointer AddressOf(const void* host) { return std::bit_cast<DevicePointer>(host); }

std::string ArrayText(const ElementType& element, const Dims& shape) {
  return Concat(ToString(element), " array of shape ", ToString(shape));
}

// Copies elements between two contiguous host arrays of the same shape and different orders.
void Reorder(const Dims& shape, std::size_t element_size, void* to, Order to_order,
             const void* from, Order from_order) {
  backend::StridedCopy copy;
  copy.to = AddressOf(to);
  copy.from = AddressOf(from);
  copy.element_size = element_size;
  copy.shape = shape;
  copy.to_strides = ContiguousStrides(shape, element_size, to_order);
  copy.from_strides = ContiguousStrides(shape, element_size, from_order);
  backend::CopyStridedOnHost(copy);
}

void CheckSameTypeAndShape(const DeviceArrayAny& array, const ElementType& element, const Dims& shape,
                           const char* operation) {
  if (!(element == array.element())) {
    backend::ThrowError(ErrorCode::TypeMismatch, operation, ArrayText(array.element(), array.shape()),
                        Concat("the other side is a ", ArrayText(element, shape)));
  }
  if (shape != array.shape()) {
    backend::ThrowError(ErrorCode::InvalidArgument, operation,
                        ArrayText(array.element(), array.shape()),
                        Concat("the other side has shape ", ToString(shape)));
  }
}

backend::Stream& StreamFor(const DeviceArrayAny& array, StreamRef stream, const char* operation) {
  if (!array.has_context()) {
    backend::ThrowError(ErrorCode::InvalidArgument, operation, "array",
                        "the array is default-constructed and has no memory");
  }
  return core::ResolveStream(*array.context_impl(), stream, operation);
}

// Before a call waits for a stream without saying so.
struct BlockingCall {
  const char* operation;
  const char* instead;
};
constexpr BlockingCall kToHost = {
    "copy to host", "CopyToHostAsync() into a PinnedArray() does not, until the stream is waited for"};
constexpr BlockingCall kFromHost = {"copy from host",
                                    "CopyFromHostAsync() from a PinnedArray() does not"};

void CheckBlocking(const backend::Stream& stream, const BlockingCall& call) {
  backend::ThrowIfFailed(backend::WillBlock(stream.context(), call.operation, call.instead));
}

// The same for an operation that waits.
backend::Stream& WaitingStreamFor(const DeviceArrayAny& array, StreamRef stream,
                                  const char* operation) {
  backend::Stream& found = StreamFor(array, stream, operation);
  backend::ThrowIfFailed(backend::CheckCanWait(found, operation));
  return found;
}

}  // namespace

detail::ContentId detail::ContentId::Next() noexcept {
  // A thread takes this many at a time.
  constexpr std::uint64_t kBlock = 1U << 20;
  static std::atomic<std::uint64_t> blocks{0};
  thread_local std::uint64_t next = 0;
  if (next % kBlock == 0) {
    next = blocks.fetch_add(1, std::memory_order_relaxed) * kBlock + 1;
  }
  ContentId id;
  id.value_ = next++;
  return id;
}

DeviceArrayAny::DeviceArrayAny() noexcept : DeviceArrayAny(ScalarKind::Float64) {}

DeviceArrayAny::DeviceArrayAny(ScalarKind kind) noexcept
    : element_(kind), shape_{0}, strides_{abi::scalar_info(kind).size} {}

DeviceArrayAny DeviceArrayAny::Empty(const Context& context, const ElementType& element,
                                     const Dims& shape, Order order, StreamRef stream) {
  DeviceArrayAny array;
  array.context_ = context.impl();
  array.element_ = element;
  array.shape_ = shape;
  array.size_ = ElementCount(shape);
  array.strides_ = ContiguousStrides(shape, array.element_size(), order);
  auto buffer = std::make_shared<Buffer>(context, array.nbytes(), stream);
  array.data_ = buffer->data();
  array.buffer_ = buffer.get();
  array.storage_ = std::move(buffer);
  array.Seal();
  return array;
}

DeviceArrayAny DeviceArrayAny::Zeros(const Context& context, const ElementType& element,
                                     const Dims& shape, Order order) {
  DeviceArrayAny array = Empty(context, element, shape, order);
  if (array.size_ != 0) {
    backend::ThrowIfFailed(
        core::CurrentStream(*context.impl()).Memset(array.data_, 0, array.nbytes()));
  }
  return array;
}

DeviceArrayAny DeviceArrayAny::FromHost(const Context& context, const HostArrayView& host,
                                        StreamRef stream) {
  DeviceArrayAny array = Empty(context, host.element(), host.shape, host.order, stream);
  array.CopyFromHost(host, stream);
  return array;
}

DeviceArrayAny DeviceArrayAny::FromHostAsync(const Context& context, const HostArrayView& host,
                                             StreamRef stream) {
  DeviceArrayAny array = Empty(context, host.element(), host.shape, host.order, stream);
  array.CopyFromHostAsync(host, stream);
  return array;
}

DeviceArrayAny DeviceArrayAny::Wrap(const Context& context, DevicePointer data,
                                    const ElementType& element, const Dims& shape,
                                    const Dims& strides, std::shared_ptr<void> owner) {
  DeviceArrayAny array;
  array.context_ = context.impl();
  array.element_ = element;
  array.shape_ = shape;
  array.size_ = ElementCount(shape);
  const Dims contiguous = ContiguousStrides(shape, array.element_size(), Order::C);
  if (!strides.empty() && strides.size() != shape.size()) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "wrap array", ArrayText(element, shape),
        Concat(strides.size(), " strides were given for ", shape.size(), " dimensions"));
  }
  if (data == 0 && array.size_ != 0) {
    backend::ThrowError(ErrorCode::InvalidArgument, "wrap array", ArrayText(element, shape),
                        "the address is null");
  }
  array.strides_ = strides.empty() ? contiguous : strides;
  array.data_ = data;
  array.storage_ = std::move(owner);
  array.Seal();
  return array;
}

Context DeviceArrayAny::context() const {
  if (context_ == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "array context", "array",
                        "the array is default-constructed and has no context");
  }
  return Context(context_);
}

void DeviceArrayAny::RecordStream(StreamRef stream) const {
  if (buffer_ != nullptr) {
    buffer_->RecordStream(stream);
  }
}

bool DeviceArrayAny::is_contiguous(Order order) const noexcept {
  if (size_ <= 1) {
    return true;
  }
  auto expected = static_cast<std::int64_t>(element_size());
  for (std::size_t i = 0; i < shape_.size(); ++i) {
    const std::size_t d = order == Order::C ? shape_.size() - 1 - i : i;
    if (shape_[d] != 1) {
      if (strides_[d] != expected) {
        return false;
      }
      expected *= shape_[d];
    }
  }
  return true;
}

void DeviceArrayAny::Seal() noexcept {
  layout_ = is_contiguous(Order::C) ? Layout::C : is_contiguous(Order::F) ? Layout::F : Layout::A;
  content_id_ = detail::ContentId::Next();
}

void DeviceArrayAny::CopyFromHost(const HostArrayView& host, StreamRef stream) const {
  backend::Stream& target = WaitingStreamFor(*this, stream, "copy from host");
  CheckSameTypeAndShape(*this, host.element(), host.shape, "copy from host");
  if (size_ == 0) {
    return;
  }
  if (is_contiguous(host.order)) {
    CheckBlocking(target, kFromHost);
    backend::ThrowIfFailed(target.CopyToDevice(data_, host.data, nbytes()));
    backend::ThrowIfFailed(target.Synchronize());
  } else if (layout_ != Layout::A) {
    CheckBlocking(target, kFromHost);
    const Order order = layout_ == Layout::C ? Order::C : Order::F;
    HostArray staged(element_, shape_, order);
    Reorder(shape_, element_size(), staged.data(), order, host.data, host.order);
    backend::ThrowIfFailed(target.CopyToDevice(data_, staged.data(), nbytes()));
    backend::ThrowIfFailed(target.Synchronize());
  } else {
    const DeviceArrayAny staged = FromHost(Context(context_), host, StreamRef(&target));
    CopyFrom(staged, StreamRef(&target));
    backend::ThrowIfFailed(target.Synchronize());
  }
}

void DeviceArrayAny::CopyFromHostAsync(const HostArrayView& host, StreamRef stream) const {
  backend::Stream& target = StreamFor(*this, stream, "copy from host");
  CheckSameTypeAndShape(*this, host.element(), host.shape, "copy from host");
  if (!is_contiguous(host.order)) {
    backend::ThrowError(ErrorCode::InvalidArgument, "copy from host", ArrayText(element_, shape_),
                        "an asynchronous copy needs a contiguous array of the host's order");
  }
  if (size_ != 0) {
    backend::ThrowIfFailed(target.CopyToDevice(data_, host.data, nbytes()));
  }
}

void DeviceArrayAny::CopyToHost(HostArray& host, StreamRef stream) const {
  backend::Stream& source = WaitingStreamFor(*this, stream, "copy to host");
  CheckSameTypeAndShape(*this, host.element(), host.shape(), "copy to host");
  if (size_ == 0) {
    CheckBlocking(source, kToHost);
    backend::ThrowIfFailed(source.Synchronize());
  } else if (is_contiguous(host.order())) {
    CheckBlocking(source, kToHost);
    backend::ThrowIfFailed(source.CopyToHost(host.data(), data_, nbytes()));
    backend::ThrowIfFailed(source.Synchronize());
  } else if (layout_ != Layout::A) {
    const HostArray staged = ToHost(StreamRef(&source));
    Reorder(shape_, element_size(), host.data(), host.order(), staged.data(), staged.order());
  } else {
    Contiguous(StreamRef(&source)).CopyToHost(host, StreamRef(&source));
  }
}

void DeviceArrayAny::CopyToHostAsync(HostArray& host, StreamRef stream) const {
  backend::Stream& source = StreamFor(*this, stream, "copy to host");
  CheckSameTypeAndShape(*this, host.element(), host.shape(), "copy to host");
  if (!is_contiguous(host.order())) {
    backend::ThrowError(ErrorCode::InvalidArgument, "copy to host", ArrayText(element_, shape_),
                        "an asynchronous copy needs a contiguous array of the host's order");
  }
  if (size_ != 0) {
    backend::ThrowIfFailed(source.CopyToHost(host.data(), data_, nbytes()));
  }
}

void DeviceArrayAny::CopyToHost(std::span<std::byte> bytes, StreamRef stream) const {
  backend::Stream& source = WaitingStreamFor(*this, stream, "copy to host");
  if (bytes.size() != nbytes()) {
    backend::ThrowError(
        ErrorCode::InvalidArgument, "copy to host", ArrayText(element_, shape_),
        Concat("the array has ", nbytes(), " bytes, the host memory ", bytes.size()));
  }
  if (size_ == 0 || layout_ == Layout::C) {
    CheckBlocking(source, kToHost);
    if (size_ != 0) {
      backend::ThrowIfFailed(source.CopyToHost(bytes.data(), data_, nbytes()));
    }
    backend::ThrowIfFailed(source.Synchronize());
    return;
  }
  HostArray host(element_, shape_, Order::C);
  CopyToHost(host, StreamRef(&source));
  std::memcpy(bytes.data(), host.data(), bytes.size());
}

HostArray DeviceArrayAny::ToHost(StreamRef stream) const {
  HostArray host(element_, shape_, layout_ == Layout::F ? Order::F : Order::C);
  CopyToHost(host, stream);
  return host;
}

void DeviceArrayAny::CopyFrom(const DeviceArrayAny& source, StreamRef stream) const {
  backend::Stream& target = StreamFor(*this, stream, "copy on device");
  CheckSameTypeAndShape(*this, source.element_, source.shape_, "copy on device");
  if (source.context_ == nullptr) {
    backend::ThrowError(ErrorCode::InvalidArgument, "copy on device", ArrayText(element_, shape_),
                        "the source is default-constructed and has no memory");
  }
  if (size_ == 0) {
    return;
  }
  if (source.context_ != context_) {
    CopyFromContext(source, StreamRef(&target));
    return;
  }
  if (layout_ != Layout::A && (shape_.empty() || strides_ == source.strides_)) {
    backend::ThrowIfFailed(target.CopyOnDevice(data_, source.data_, nbytes()));
    return;
  }
  backend::StridedCopy copy;
  copy.to = data_;
  copy.from = source.data_;
  copy.element_size = element_size();
  copy.shape = shape_;
  copy.to_strides = strides_;
  copy.from_strides = source.strides_;
  backend::ThrowIfFailed(target.CopyStrided(copy));
}

void DeviceArrayAny::Fill(const ScalarValue& value, StreamRef stream) const {
  backend::Stream& target = StreamFor(*this, stream, "fill");
  backend::StridedFill fill;
  if (element_.record || !ConvertScalar(value, element_.kind, fill.value)) {
    backend::ThrowError(ErrorCode::TypeMismatch, "fill", ArrayText(element_, shape_),
                        Concat(abi::scalar_info(value.kind).text, " value ", ToString(value),
                               " does not fit ", ToString(element_)));
  }
  if (size_ == 0) {
    return;
  }
  fill.to = data_;
  fill.element_size = element_size();
  fill.shape = shape_;
  fill.strides = strides_;
  backend::ThrowIfFailed(target.FillStrided(fill));
}

DeviceArrayAny DeviceArrayAny::Contiguous(StreamRef stream) const {
  DeviceArrayAny copy = Empty(context(), element_, shape_, Order::C, stream);
  copy.CopyFrom(*this, stream);
  return copy;
}

namespace detail {

void CheckStructSize(const ElementType& element, std::size_t size) {
  if (!element.record || element.size() != size) {
    backend::ThrowError(ErrorCode::TypeMismatch, "array of structs", ToString(element),
                        Concat("an element has ", element.size(), " bytes, the struct ", size));
  }
}

void CheckElementKind(const DeviceArrayAny& array, ScalarKind expected) {
  if (array.kind() != expected) {
    backend::ThrowError(ErrorCode::TypeMismatch, "typed array",
                        ArrayText(array.element(), array.shape()),
                        Concat("the elements are not ", abi::scalar_info(expected).text));
  }
}

void CheckHostSize(std::size_t elements, const Dims& shape) {
  const std::int64_t count = ElementCount(shape);
  if (static_cast<std::uint64_t>(count) != elements) {
    backend::ThrowError(ErrorCode::InvalidArgument, "array from host", ToString(shape),
                        Concat("the shape has ", count, " elements, the host data ", elements));
  }
}

}  // namespace detail

}  // namespace kernelc
