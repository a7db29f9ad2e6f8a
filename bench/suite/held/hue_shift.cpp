// Device functions that give three values by many ways, from bytes to bytes.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::hue_shift {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg pixels = p.In(ScalarKind::UInt8, {n, 3}, 0, 256);
  const ArrayArg out = p.Out(ScalarKind::UInt8, {n, 3});
  p.SetArgs({pixels, out, 1.3f}, {n});
  p.LaunchFor(n);
  p.bytes = 6.0 * static_cast<double>(n);
  return p;
}

struct Triple {
  float a, b, c;
};

Triple ToHsv(float r, float g, float b) {
  const float high = std::max({r, g, b});
  const float chroma = high - std::min({r, g, b});
  if (chroma == 0.0f) {
    return {0.0f, 0.0f, high};
  }
  float hue = high == r   ? (g - b) / chroma
              : high == g ? (b - r) / chroma + 2.0f
                          : (r - g) / chroma + 4.0f;
  if (hue < 0.0f) {
    hue += 6.0f;
  }
  return {hue, chroma / high, high};
}

Triple ToRgb(float h, float s, float v) {
  const auto sector = static_cast<int>(h);
  const float f = h - static_cast<float>(sector);
  const float p = v * (1.0f - s);
  const float q = v * (1.0f - s * f);
  const float t = v * (1.0f - s * (1.0f - f));
  switch (sector) {
    case 0:
      return {v, t, p};
    case 1:
      return {q, v, p};
    case 2:
      return {p, v, t};
    case 3:
      return {p, q, v};
    case 4:
      return {t, p, v};
  }
  return {v, p, q};
}

void Solve(const Problem& p, Arrays arrays) {
  const auto* pixels = arrays[0].data<std::uint8_t>();
  auto* out = arrays[1].data<std::uint8_t>();
  const float shift = std::get<float>(p.args[2]);
  const std::int64_t n = arrays[0].shape()[0];
#pragma omp parallel for schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    Triple hsv = ToHsv(pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]);
    hsv.a += shift;
    hsv.a -= hsv.a >= 6.0f ? 6.0f : 0.0f;
    const Triple rgb = ToRgb(hsv.a, hsv.b, hsv.c);
    out[3 * i] = static_cast<std::uint8_t>(rgb.a);
    out[3 * i + 1] = static_cast<std::uint8_t>(rgb.b);
    out[3 * i + 2] = static_cast<std::uint8_t>(rgb.c);
  }
}

// A rounding more or less decides the last bit of a byte, and at black the hue.
KC_SUITE_CASE = {"tuples", Make,    Solve,  {.of_largest = 0.005, .outliers = 0.005},
                 1000,     1 << 20, 1 << 24};

}  // namespace kernelc::bench::suite::hue_shift
