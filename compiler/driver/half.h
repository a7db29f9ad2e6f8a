// 16-bit floats to and from float32, rounding to nearest even (IEEE 754-2019, 4.3.1).
#pragma once

#include <bit>
#include <cstdint>

namespace kernelc::driver {

// Gives infinity beyond the range and keeps NaN a NaN.
std::uint16_t FloatToHalf(float value);
float HalfToFloat(std::uint16_t bits);

inline std::uint16_t FloatToBFloat16(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value) {
    return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
  }
  return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
inline float BFloat16ToFloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16);
}

}  // namespace kernelc::driver
