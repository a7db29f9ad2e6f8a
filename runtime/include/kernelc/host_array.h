// Arrays in host memory with a type known at run time: what .npy files hold and device arrays come
// from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "kernelc/dims.h"
#include "kernelc/element_type.h"
#include "kernelc/export.h"
#include "kernelc/scalar.h"

namespace kernelc {

// The order of the elements of a contiguous array. C: last index fastest. F: first index fastest.
enum class Order : std::uint8_t { C, F };

// Number of elements. Throws Error{InvalidArgument} for a negative extent or a product beyond
// int64.
KC_RUNTIME_API std::int64_t ElementCount(const Dims& shape);
// Strides in bytes of a contiguous array. Throws as ElementCount() does.
KC_RUNTIME_API Dims ContiguousStrides(const Dims& shape, std::size_t element_size, Order order);

// Borrows a contiguous host array.
struct HostArrayView {
  // kRecord where `record` says what the elements are.
  ScalarKind kind = ScalarKind::Float64;
  RecordRef record;
  Dims shape;
  Order order = Order::C;
  const std::byte* data = nullptr;

  HostArrayView() = default;
  HostArrayView(const ElementType& element, const Dims& extents, const void* bytes,
                Order element_order = Order::C)
      : kind(element.kind),
        record(element.record),
        shape(extents),
        order(element_order),
        data(static_cast<const std::byte*>(bytes)) {}

  // A one-dimensional array of a program's own numbers, e.g. of a std::vector.
  template <DeviceScalar T>
  explicit HostArrayView(std::span<const T> values)
      : HostArrayView(kScalarKindOf<T>, Dims{static_cast<std::int64_t>(values.size())},
                      values.data()) {}
  template <DeviceScalar T>
  explicit HostArrayView(std::span<T> values)
      : HostArrayView(std::span<const T>(values)) {}

  std::size_t nbytes() const {
    return static_cast<std::size_t>(ElementCount(shape)) * element().size();
  }
  ElementType element() const { return record ? ElementType(record) : ElementType(kind); }
};

// Owns a contiguous host array, 64-byte aligned. Move-only; Clone() copies. PinnedArray() makes one
// in page-locked memory.
class KC_RUNTIME_API HostArray {
 public:
  // No elements, shape (0,).
  HostArray();
  // All bytes zero. Throws as ElementCount() does, and OutOfMemory.
  HostArray(const ElementType& element, const Dims& shape, Order order = Order::C);
  // Over memory made elsewhere, of as many bytes as the array needs; the last owner frees it.
  HostArray(const ElementType& element, const Dims& shape, Order order,
            std::shared_ptr<std::byte> memory);
  HostArray(HostArray&&) noexcept;
  HostArray& operator=(HostArray&&) noexcept;
  ~HostArray();
  HostArray Clone() const;

  // kRecord for records.
  ScalarKind kind() const noexcept { return element_.kind; }
  const RecordRef& record() const noexcept { return element_.record; }
  const ElementType& element() const noexcept { return element_; }
  std::size_t element_size() const noexcept { return element_.size(); }
  const Dims& shape() const noexcept { return shape_; }
  std::size_t ndim() const noexcept { return shape_.size(); }
  Order order() const noexcept { return order_; }
  // Elements and bytes.
  std::int64_t size() const noexcept { return size_; }
  std::size_t nbytes() const noexcept {
    return static_cast<std::size_t>(size_) * element_.size();
  }
  Dims strides() const { return ContiguousStrides(shape_, element_.size(), order_); }
  std::byte* data() noexcept { return data_.get(); }
  const std::byte* data() const noexcept { return data_.get(); }
  // The elements in memory order. Throws Error{TypeMismatch} when T is not the element type.
  template <DeviceScalar T>
  std::span<T> as() {
    CheckKind(kScalarKindOf<T>);
    return {reinterpret_cast<T*>(data_.get()), static_cast<std::size_t>(size_)};
  }
  template <DeviceScalar T>
  std::span<const T> as() const {
    CheckKind(kScalarKindOf<T>);
    return {reinterpret_cast<const T*>(data_.get()), static_cast<std::size_t>(size_)};
  }
  HostArrayView view() const { return HostArrayView(element_, shape_, data_.get(), order_); }
  operator HostArrayView() const { return view(); }

 private:
  void CheckKind(ScalarKind kind) const;

  ElementType element_;
  Order order_ = Order::C;
  Dims shape_;
  std::int64_t size_ = 0;
  std::shared_ptr<std::byte> data_;
};

}  // namespace kernelc
