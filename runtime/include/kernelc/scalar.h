// Scalar values as programs and kernels exchange them, and the map from C++ types to ScalarKind.
#pragma once

#include <complex>
#include <cstdint>
#include <cstring>
#include <string>
#include <type_traits>

#include "kernelc/export.h"
#include "runtime/abi/arg_type.h"

namespace kernelc {

using abi::ScalarKind;

namespace detail {
template <typename T>
constexpr ScalarKind IntegerKind() {
  constexpr bool kSigned = std::is_signed_v<T>;
  if constexpr (sizeof(T) == 1) {
    return kSigned ? ScalarKind::Int8 : ScalarKind::UInt8;
  } else if constexpr (sizeof(T) == 2) {
    return kSigned ? ScalarKind::Int16 : ScalarKind::UInt16;
  } else if constexpr (sizeof(T) == 4) {
    return kSigned ? ScalarKind::Int32 : ScalarKind::UInt32;
  } else {
    return kSigned ? ScalarKind::Int64 : ScalarKind::UInt64;
  }
}
}  // namespace detail

// C++ types that are scalars of the kernel language: bool, the integers, float, double, and
// std::complex of these. Half-precision values are exchanged through ScalarValue and untyped
// arrays.
template <typename T>
concept DeviceScalar =
    std::is_integral_v<T> || std::is_same_v<T, float> || std::is_same_v<T, double> ||
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

template <DeviceScalar T>
inline constexpr ScalarKind kScalarKindOf = [] {
  if constexpr (std::is_same_v<T, bool>) {
    return ScalarKind::Bool;
  } else if constexpr (std::is_same_v<T, float>) {
    return ScalarKind::Float32;
  } else if constexpr (std::is_same_v<T, double>) {
    return ScalarKind::Float64;
  } else if constexpr (std::is_same_v<T, std::complex<float>>) {
    return ScalarKind::Complex64;
  } else if constexpr (std::is_same_v<T, std::complex<double>>) {
    return ScalarKind::Complex128;
  } else {
    return detail::IntegerKind<T>();
  }
}();

// One scalar: its kind and its bytes as device code sees them.
struct ScalarValue {
  ScalarKind kind = ScalarKind::Int64;
  alignas(16) std::byte bytes[16] = {};

  ScalarValue() = default;
  template <DeviceScalar T>
  ScalarValue(T value) : kind(kScalarKindOf<T>) {
    std::memcpy(bytes, &value, sizeof value);
  }
};

// Writes `value` as a `kind` to `out` (scalar_info(kind).size bytes). Integers must fit; reals
// become floats of any width and complex numbers; nothing becomes less than it is (float to int,
// complex to real). False when the conversion would lose the value's meaning.
KC_RUNTIME_API bool ConvertScalar(const ScalarValue& value, ScalarKind kind,
                                  std::byte* out) noexcept;

// "2.5", "7", "True", "(1+2j)", as Python prints it.
KC_RUNTIME_API std::string ToString(const ScalarValue& value);
// The element of `kind` at `bytes` as Python prints it.
KC_RUNTIME_API std::string ScalarToString(ScalarKind kind, const std::byte* bytes);

// IEEE binary16 and bfloat16 bits to and from float, rounding to nearest even.
KC_RUNTIME_API float HalfToFloat(std::uint16_t bits) noexcept;
KC_RUNTIME_API std::uint16_t FloatToHalf(float value) noexcept;
KC_RUNTIME_API float BFloat16ToFloat(std::uint16_t bits) noexcept;
KC_RUNTIME_API std::uint16_t FloatToBFloat16(float value) noexcept;
// The bits of an 8-bit float of this kind (Float8E4M3, Float8E5M2, Float8E8M0) to and from a number,
// as kernels convert: to the nearest, ties to even (e8m0: the power of two at or above), what is too
// large to the largest number.
KC_RUNTIME_API float Float8ToFloat(ScalarKind kind, std::uint8_t bits) noexcept;
KC_RUNTIME_API std::uint8_t FloatToFloat8(ScalarKind kind, double value) noexcept;

}  // namespace kernelc
