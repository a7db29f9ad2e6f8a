#include "compiler/driver/half.h"

#include <cmath>

namespace kernelc::driver {

std::uint16_t FloatToHalf(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
  if (std::isnan(value)) {
    return static_cast<std::uint16_t>(sign | 0x7e00u);
  }
  const float magnitude = std::fabs(value);
  // 65520 is half way between the largest finite half and the next power of two; ties go to
  // infinity.
  if (magnitude >= 65520.0f) {
    return static_cast<std::uint16_t>(sign | 0x7c00u);
  }
  if (magnitude < 0x1p-14f) {
    // Subnormal: a multiple of 2^-24; nearbyint rounds to nearest even.
    return static_cast<std::uint16_t>(
        sign | static_cast<std::uint16_t>(std::nearbyint(magnitude * 0x1p24f)));
  }
  const std::uint32_t rounded = (bits & 0x7fffffffu) + 0xfffu + ((bits >> 13) & 1u);
  return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

float HalfToFloat(std::uint16_t bits) {
  const std::uint32_t exponent = (bits >> 10) & 0x1fu;
  const std::uint32_t fraction = bits & 0x3ffu;
  float magnitude = 0.0f;
  if (exponent == 0) {
    magnitude = std::ldexp(static_cast<float>(fraction), -24);
  } else if (exponent == 31) {
    magnitude = std::bit_cast<float>(0x7f800000u | (fraction << 13));
  } else {
    magnitude = std::ldexp(static_cast<float>(fraction | 0x400u), static_cast<int>(exponent) - 25);
  }
  return (bits & 0x8000u) != 0 ? -magnitude : magnitude;
}

}  // namespace kernelc::driver
