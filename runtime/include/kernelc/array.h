// Typed arrays in device memory, of any rank and with any strides.
//
// An array is a handle: copying it does not copy elements, and a view (slice, reshape, transpose)
// shares the memory of the array it was made from and keeps that memory alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kernelc/context.h"
#include "kernelc/dims.h"
#include "kernelc/export.h"
#include "kernelc/host_array.h"
#include "kernelc/memory.h"
#include "kernelc/scalar.h"
#include "kernelc/stream.h"

namespace kernelc {

using abi::Layout;

// A range of one dimension as Python's start:stop:step has it; negative values count from the end.
struct Slice {
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
  std::int64_t start = kNone;
  std::int64_t stop = kNone;
  std::int64_t step = 1;
};

// An array whose element type is known at run time.
namespace detail {
// Which array this is, down to memory, element type, shape and strides: two with the same number are
// alike in all of these. A copy keeps the number; what was moved from has none (0).
class ContentId {
 public:
  ContentId() noexcept = default;
  // One that no other array of this process has had. Takes no lock.
  KC_RUNTIME_API static ContentId Next() noexcept;
  ContentId(const ContentId&) noexcept = default;
  ContentId& operator=(const ContentId&) noexcept = default;
  ContentId(ContentId&& other) noexcept : value_(std::exchange(other.value_, 0)) {}
  ContentId& operator=(ContentId&& other) noexcept {
    value_ = std::exchange(other.value_, 0);
    return *this;
  }

  std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0;
};
}  // namespace detail

class KC_RUNTIME_API DeviceArrayAny {
 public:
  // No memory, no context, shape (0,); can only be assigned.
  DeviceArrayAny() noexcept;

  // A new array with undefined contents, whose memory belongs to `stream` where it belongs to one (see
  // Buffer). Throws OutOfMemory, and Error{InvalidArgument} for a bad shape.
  static DeviceArrayAny Empty(const Context& context, const ElementType& element,
                              const Dims& shape, Order order = Order::C, StreamRef stream = {});
  // All bytes zero; stream-ordered in the thread's current stream.
  static DeviceArrayAny Zeros(const Context& context, const ElementType& element,
                              const Dims& shape, Order order = Order::C);
  // A new array with the host array's shape, order and elements. Blocks until the copy is done.
  static DeviceArrayAny FromHost(const Context& context, const HostArrayView& host,
                                 StreamRef stream = {});
  // The same without waiting: `host` must stay valid until `stream` has passed the copy.
  static DeviceArrayAny FromHostAsync(const Context& context, const HostArrayView& host,
                                      StreamRef stream);
  // New arrays of the shape, order and element type of another one; C order for layout A.
  static DeviceArrayAny EmptyLike(const DeviceArrayAny& other);
  static DeviceArrayAny ZerosLike(const DeviceArrayAny& other);
  // Memory made elsewhere, never freed here; it must outlive the array and its views.
  // `strides` in bytes; empty means C order. `owner` lives as long as the array and its views.
  static DeviceArrayAny Wrap(const Context& context, DevicePointer data,
                             const ElementType& element, const Dims& shape,
                             const Dims& strides = {}, std::shared_ptr<void> owner = nullptr);

  // kRecord for records.
  ScalarKind kind() const noexcept { return element_.kind; }
  // Null for scalars.
  const RecordRef& record() const noexcept { return element_.record; }
  const ElementType& element() const noexcept { return element_; }
  std::size_t element_size() const noexcept { return element_.size(); }
  std::size_t ndim() const noexcept { return shape_.size(); }
  const Dims& shape() const noexcept { return shape_; }
  // In bytes.
  const Dims& strides() const noexcept { return strides_; }
  // Number of elements, and bytes of these without gaps.
  std::int64_t size() const noexcept { return size_; }
  std::size_t nbytes() const noexcept { return static_cast<std::size_t>(size_) * element_size(); }
  // C when contiguous in C order (also where it is both), F when in F order, else A.
  Layout layout() const noexcept { return layout_; }
  bool is_contiguous(Order order) const noexcept;
  // Address of element (0, ..., 0).
  DevicePointer data() const noexcept { return data_; }
  // The same number means the same memory, element type, shape and strides; 0 says nothing. So that
  // a launch can tell that an argument is the one of the last launch.
  std::uint64_t content_id() const noexcept { return content_id_.value(); }
  bool has_context() const noexcept { return context_ != nullptr; }
  // Throws Error{InvalidArgument} for a default-constructed array.
  Context context() const;
  const std::shared_ptr<backend::Context>& context_impl() const noexcept { return context_; }
  // Work in `stream`, another one than the array was made on, uses its memory: see Buffer.
  void RecordStream(StreamRef stream) const;

  // Copies from and to host memory of the same type and shape (else Error{TypeMismatch} or
  // Error{InvalidArgument} with both); the orders may differ. The first form blocks until the copy,
  // and what `stream` held before it, is done. The second does not wait: host memory must stay
  // valid until `stream` has passed the copy; both orders must then be the same and the array
  // contiguous.
  void CopyFromHost(const HostArrayView& host, StreamRef stream = {}) const;
  void CopyFromHostAsync(const HostArrayView& host, StreamRef stream) const;
  void CopyToHost(HostArray& host, StreamRef stream = {}) const;
  void CopyToHostAsync(HostArray& host, StreamRef stream) const;
  // Exactly nbytes() bytes in C order; another size is Error{InvalidArgument}. Blocks.
  void CopyToHost(std::span<std::byte> bytes, StreamRef stream = {}) const;
  // A new host array in the array's order (C for layout A). Blocks.
  HostArray ToHost(StreamRef stream = {}) const;

  // Device to device: same type and shape, any strides, no overlap. Stream-ordered.
  // From another GPU: after the work that this thread's current stream there holds, and before what is
  // enqueued in that later. Between a GPU and the CPU, which share no streams: blocks until it is done.
  void CopyFrom(const DeviceArrayAny& source, StreamRef stream = {}) const;
  // Every element becomes `value`, converted as ConvertScalar() does. Stream-ordered.
  void Fill(const ScalarValue& value, StreamRef stream = {}) const;
  // Every element gets the bytes of one, given as element_size() bytes (else
  // Error{InvalidArgument}): for records, and types that C++ has not. Blocks until they are read.
  void FillBytes(std::span<const std::byte> element, StreamRef stream = {}) const;
  // One element of a scalar type. Throws Error{InvalidArgument} that names dimension, index and
  // extent; negative indices count from the end. Blocks.
  ScalarValue Item(const Dims& index, StreamRef stream = {}) const;
  // Converted as Fill() does. Stream-ordered.
  void SetItem(const Dims& index, const ScalarValue& value, StreamRef stream = {}) const;
  // A new C-contiguous array with the same elements. Stream-ordered.
  DeviceArrayAny Contiguous(StreamRef stream = {}) const;

  // Views. Throw Error{InvalidArgument} that names the dimension or shape at fault.
  DeviceArrayAny Sliced(std::span<const Slice> slices) const;
  DeviceArrayAny Sliced(std::initializer_list<Slice> slices) const {
    return Sliced(std::span(slices.begin(), slices.size()));
  }
  // Fixes one dimension at `index` (negative: from the end) and drops it.
  DeviceArrayAny Indexed(std::size_t dimension, std::int64_t index) const;
  // One extent may be -1. Throws when the strides do not allow it without a copy.
  DeviceArrayAny Reshaped(const Dims& shape, Order order = Order::C) const;
  DeviceArrayAny Raveled() const { return Reshaped(Dims{-1}); }
  // Reverses the dimensions, or puts dimension axes[i] at place i.
  DeviceArrayAny Transposed() const;
  DeviceArrayAny Transposed(const Dims& axes) const;
  // Without the dimensions of extent 1.
  DeviceArrayAny Squeezed() const;
  // Views of `section` elements each of a one-dimensional array; the last one may be shorter.
  std::vector<DeviceArrayAny> Split(std::int64_t section) const;
  // The same memory seen as another element type of the same size.
  DeviceArrayAny ViewedAs(const ElementType& element) const;

 protected:
  // As the default, with an element type.
  explicit DeviceArrayAny(ScalarKind kind) noexcept;
  // Null for memory that nobody here owns.
  const std::shared_ptr<void>& storage() const noexcept { return storage_; }

 private:
  // After a change of anything below: sets layout_ and content_id_.
  void Seal() noexcept;
  DeviceArrayAny ItemView(const Dims& index, const char* operation) const;
  void CopyFromContext(const DeviceArrayAny& source, StreamRef stream) const;

  detail::ContentId content_id_;
  std::shared_ptr<backend::Context> context_;
  // A Buffer, or what owns memory made elsewhere; null when nobody here does.
  std::shared_ptr<void> storage_;
  DevicePointer data_ = 0;
  // storage_, where it is one.
  const Buffer* buffer_ = nullptr;
  ElementType element_;
  Layout layout_ = Layout::C;
  std::int64_t size_ = 0;
  Dims shape_;
  Dims strides_;
};

// An array of T: DeviceArrayAny with the element type fixed.
template <DeviceScalar T>
class DeviceArray : public DeviceArrayAny {
 public:
  DeviceArray() noexcept : DeviceArrayAny(kScalarKindOf<T>) {}
  // Throws Error{TypeMismatch} when the element type is another one.
  explicit DeviceArray(DeviceArrayAny array);
  DeviceArray(const Context& context, const Dims& shape, Order order = Order::C)
      : DeviceArrayAny(Empty(context, kScalarKindOf<T>, shape, order)) {}
  // One-dimensional, with the elements of `host`. Blocks until they are copied.
  DeviceArray(const Context& context, std::span<const T> host)
      : DeviceArrayAny(FromHost(
            context, HostArrayView(kScalarKindOf<T>, Dims{static_cast<std::int64_t>(host.size())},
                                   host.data()))) {}
  DeviceArray(const Context& context, std::span<const T> host, const Dims& shape,
              Order order = Order::C);

  using DeviceArrayAny::CopyToHost;
  // In C order. Throws Error{InvalidArgument} when the sizes differ. Blocks.
  void CopyToHost(std::span<T> out, StreamRef stream = {}) const {
    DeviceArrayAny::CopyToHost(std::as_writable_bytes(out), stream);
  }
  // The elements in C order. Blocks.
  std::vector<T> ToVector(StreamRef stream = {}) const requires(!std::is_same_v<T, bool>) {
    std::vector<T> out(static_cast<std::size_t>(size()));
    CopyToHost(std::span<T>(out), stream);
    return out;
  }
};

// A new one-dimensional array with the elements of a container, e.g. a std::vector.
template <typename Container>
auto ToDevice(const Context& context, const Container& host) {
  using Element = std::remove_cvref_t<decltype(*std::data(host))>;
  return DeviceArray<Element>(context, std::span<const Element>(std::data(host), std::size(host)));
}

// The same for structs of the program, which kernels see as records of `type` (see RecordBuilder).
// Throws Error{TypeMismatch} when the sizes differ.
template <typename T>
  requires std::is_trivially_copyable_v<T> && std::is_class_v<T>
DeviceArrayAny ToDevice(const Context& context, std::span<const T> host, const RecordRef& type);
// The elements in C order. Throws Error{TypeMismatch} when they are not of T's size. Blocks.
template <typename T>
  requires std::is_trivially_copyable_v<T> && std::is_class_v<T>
std::vector<T> ToVector(const DeviceArrayAny& array, StreamRef stream = {});

namespace detail {
KC_RUNTIME_API void CheckStructSize(const ElementType& element, std::size_t size);
KC_RUNTIME_API void CheckElementKind(const DeviceArrayAny& array, ScalarKind expected);
KC_RUNTIME_API void CheckHostSize(std::size_t elements, const Dims& shape);
}  // namespace detail

template <typename T>
  requires std::is_trivially_copyable_v<T> && std::is_class_v<T>
DeviceArrayAny ToDevice(const Context& context, std::span<const T> host, const RecordRef& type) {
  detail::CheckStructSize(type, sizeof(T));
  return DeviceArrayAny::FromHost(
      context, HostArrayView(type, Dims{static_cast<std::int64_t>(host.size())}, host.data()));
}

template <typename T>
  requires std::is_trivially_copyable_v<T> && std::is_class_v<T>
std::vector<T> ToVector(const DeviceArrayAny& array, StreamRef stream) {
  detail::CheckStructSize(array.element(), sizeof(T));
  std::vector<T> out(static_cast<std::size_t>(array.size()));
  array.CopyToHost(std::as_writable_bytes(std::span(out)), stream);
  return out;
}

template <DeviceScalar T>
DeviceArray<T>::DeviceArray(DeviceArrayAny array) : DeviceArrayAny(std::move(array)) {
  detail::CheckElementKind(*this, kScalarKindOf<T>);
}

template <DeviceScalar T>
DeviceArray<T>::DeviceArray(const Context& context, std::span<const T> host, const Dims& shape,
                            Order order)
    : DeviceArrayAny(
          (detail::CheckHostSize(host.size(), shape),
           FromHost(context, HostArrayView(kScalarKindOf<T>, shape, host.data(), order)))) {}

}  // namespace kernelc
