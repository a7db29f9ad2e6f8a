// What headers of `kernelc build --emit header` are written with: typed arguments and the packing of
// parameters. Include the generated header, not this one.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>

#include "kernelc/array.h"
#include "kernelc/element_type.h"
#include "kernelc/launch.h"
#include "kernelc/static_image.h"

namespace kernelc {

// The bits of a half-precision number; see FloatToHalf() and FloatToBFloat16().
struct Half {
  std::uint16_t bits = 0;
};
struct BFloat16 {
  std::uint16_t bits = 0;
};
// The bits of an 8-bit float; see FloatToFloat8().
struct Float8E4M3 {
  std::uint8_t bits = 0;
};
struct Float8E5M2 {
  std::uint8_t bits = 0;
};
struct Float8E8M0 {
  std::uint8_t bits = 0;
};

namespace generated {

// Whether a value of U may stand where a kernel wants a T: the same type, or an integer of the same
// size and sign under another name.
template <typename U, typename T>
concept SameScalar =
    std::same_as<U, T> ||
    (std::integral<U> && std::integral<T> && !std::same_as<U, bool> && !std::same_as<T, bool> &&
     sizeof(U) == sizeof(T) && std::is_signed_v<U> == std::is_signed_v<T>);

// Headers say what kernels see where T is an element of an array. Scalars need not be told.
template <typename T>
struct Element {
  static ElementType type() { return kScalarKindOf<T>; }
};
template <>
struct Element<Half> {
  static ElementType type() { return ScalarKind::Float16; }
};
template <>
struct Element<BFloat16> {
  static ElementType type() { return ScalarKind::BFloat16; }
};
template <>
struct Element<Float8E4M3> {
  static ElementType type() { return ScalarKind::Float8E4M3; }
};
template <>
struct Element<Float8E5M2> {
  static ElementType type() { return ScalarKind::Float8E5M2; }
};
template <>
struct Element<Float8E8M0> {
  static ElementType type() { return ScalarKind::Float8E8M0; }
};

[[noreturn]] KC_RUNTIME_API void ThrowWrongArray(const DeviceArrayAny& array,
                                                 const ElementType& element, std::size_t rank);
[[noreturn]] KC_RUNTIME_API void ThrowNotContiguous(const char* kernel, const char* param,
                                                    Layout layout);
[[noreturn]] KC_RUNTIME_API void ThrowTwoContexts(const char* kernel, const char* param,
                                                  backend::Context* first,
                                                  backend::Context* second);
// Throws Error{TypeMismatch} unless `array` has that many dimensions and elements of that type,
// aligned as kernels assume.
KC_RUNTIME_API void CheckArray(const DeviceArrayAny& array, const ElementType& element,
                               std::size_t rank);

// A scalar argument: nothing is converted.
template <typename T>
struct Exact {
  template <SameScalar<T> U>
  constexpr Exact(U given) noexcept : value(static_cast<T>(given)) {}
  T value;
};

}  // namespace generated

// What a kernel sees of an array: address, extents and strides, with element type and rank fixed. A
// view borrows the array. T is const where the kernel does not write.
template <typename T, std::size_t Rank>
class ArrayView {
  using Value = std::remove_const_t<T>;

 public:
  // Of an array of these elements. Throws Error{TypeMismatch} for another number of dimensions.
  template <DeviceScalar U>
    requires generated::SameScalar<U, Value>
  ArrayView(const DeviceArray<U>& array) : ArrayView(Checked{}, array) {}
  // Of an array whose type is known at run time: records, half precision. Throws
  // Error{TypeMismatch} for another element type or number of dimensions.
  template <std::same_as<DeviceArrayAny> Any>
  ArrayView(const Any& array) : ArrayView(Checked{}, array) {}
  // Memory made elsewhere, in C order. Launches take the stream's context, or the current one.
  ArrayView(T* data, const std::array<std::int64_t, Rank>& shape) noexcept
      : data_(reinterpret_cast<DevicePointer>(data)), shape_(shape) {
    std::int64_t stride = sizeof(Value);
    for (std::size_t d = Rank; d-- > 0;) {
      strides_[d] = stride;
      stride *= shape_[d];
    }
  }
  // The same with strides in bytes.
  ArrayView(T* data, const std::array<std::int64_t, Rank>& shape,
            const std::array<std::int64_t, Rank>& strides) noexcept
      : data_(reinterpret_cast<DevicePointer>(data)), shape_(shape), strides_(strides) {}
  // To read what can be written.
  ArrayView(const ArrayView<Value, Rank>& other) noexcept
    requires std::is_const_v<T>
      : data_(other.data()),
        shape_(other.shape()),
        strides_(other.strides()),
        context_(other.context()) {}

  DevicePointer data() const noexcept { return data_; }
  const std::array<std::int64_t, Rank>& shape() const noexcept { return shape_; }
  // In bytes.
  const std::array<std::int64_t, Rank>& strides() const noexcept { return strides_; }
  // Null for memory made elsewhere.
  backend::Context* context() const noexcept { return context_; }

  bool is_contiguous(Layout layout) const noexcept {
    std::int64_t expected = sizeof(Value);
    bool empty = false;
    bool fits = true;
    for (std::size_t i = 0; i < Rank; ++i) {
      const std::size_t d = layout == Layout::F ? i : Rank - 1 - i;
      fits = fits && (shape_[d] == 1 || strides_[d] == expected);
      empty = empty || shape_[d] == 0;
      expected *= shape_[d];
    }
    return fits || empty;
  }

 private:
  struct Checked {};
  ArrayView(Checked, const DeviceArrayAny& array)
      : data_(array.data()), context_(array.context_impl().get()) {
    generated::CheckArray(array, generated::Element<Value>::type(), Rank);
    for (std::size_t d = 0; d < Rank; ++d) {
      shape_[d] = array.shape()[d];
      strides_[d] = array.strides()[d];
    }
  }

  DevicePointer data_ = 0;
  std::array<std::int64_t, Rank> shape_{};
  std::array<std::int64_t, Rank> strides_{};
  backend::Context* context_ = nullptr;
};

namespace generated {

// The parameter buffer of one launch.
template <std::size_t Bytes>
class Params {
 public:
  explicit Params(const char* kernel) noexcept : kernel_(kernel) {}

  template <typename T>
  void Put(std::size_t offset, const T& value) noexcept {
    std::memcpy(bytes_.data() + offset, &value, sizeof(T));
  }
  // One record, by its address.
  template <typename T>
  void PutRecord(std::size_t offset, const char* param, const ArrayView<T, 0>& view) {
    Put(offset, view.data());
    Use(param, view.context());
  }
  template <Layout L, typename T, std::size_t Rank>
  void PutArray(std::size_t offset, const char* param, const ArrayView<T, Rank>& view) {
    if constexpr (L != Layout::A) {
      if (!view.is_contiguous(L)) [[unlikely]] {
        ThrowNotContiguous(kernel_, param, L);
      }
    }
    Put(offset, view.data());
    Put(offset + sizeof(std::int64_t), view.shape());
    if constexpr (L == Layout::A) {
      Put(offset + (1 + Rank) * sizeof(std::int64_t), view.strides());
    }
    Use(param, view.context());
  }
  // The arrays' context; null where none has one.
  backend::Context* context() const noexcept { return context_; }
  std::span<const std::byte> bytes() const noexcept { return {bytes_.data(), Bytes}; }

 private:
  void Use(const char* param, backend::Context* context) {
    if (context_ != nullptr && context != nullptr && context != context_) [[unlikely]] {
      ThrowTwoContexts(kernel_, param, context_, context);
    }
    context_ = context_ == nullptr ? context : context_;
  }

  const char* kernel_;
  backend::Context* context_ = nullptr;
  alignas(16) std::array<std::byte, Bytes == 0 ? 1 : Bytes> bytes_{};
};

}  // namespace generated
}  // namespace kernelc
