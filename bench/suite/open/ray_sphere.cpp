// Rays that bounce: a device function with early returns in the inner loop, another one that gives
// three values.
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::ray_sphere {

Problem Make(std::int64_t n) {
  constexpr std::int64_t kSpheres = 24;
  Problem p;
  const ArrayArg spheres = p.In(ScalarKind::Float32, {kSpheres, 4}, -2, 2);
  for (std::int64_t k = 0; k < kSpheres; ++k) {
    float* sphere = p.data<float>(0) + 4 * k;
    sphere[2] += 6.0f;
    sphere[3] = 0.3f + 0.05f * static_cast<float>(k % 8);
  }
  const ArrayArg image = p.Out(ScalarKind::Float32, {n, n});
  p.SetArgs({spheres, image}, {kSpheres, n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 4.0 * static_cast<double>(n * n);
  return p;
}

struct Vector {
  float x, y, z;
};

Vector Normalized(float x, float y, float z) {
  const float length = std::sqrt(x * x + y * y + z * z);
  return {x / length, y / length, z / length};
}

float Hit(const Vector& o, const Vector& d, const float* sphere) {
  const Vector l = {sphere[0] - o.x, sphere[1] - o.y, sphere[2] - o.z};
  const float along = l.x * d.x + l.y * d.y + l.z * d.z;
  const float d2 = l.x * l.x + l.y * l.y + l.z * l.z - along * along;
  const float r2 = sphere[3] * sphere[3];
  return along < 0.0f || d2 > r2 ? -1.0f : along - std::sqrt(r2 - d2);
}

float Color(const float* spheres, std::int64_t count, Vector d) {
  Vector o = {0.0f, 0.0f, 0.0f};
  float light = 1.0f;
  float color = 0.0f;
  for (int bounce = 0; bounce < 3; ++bounce) {
    float nearest = 1e9f;
    std::int64_t found = -1;
    for (std::int64_t k = 0; k < count; ++k) {
      const float t = Hit(o, d, spheres + 4 * k);
      if (t > 1e-3f && t < nearest) {
        nearest = t;
        found = k;
      }
    }
    if (found < 0) {
      return color + light * (d.y + 1.0f);
    }
    o = {o.x + d.x * nearest, o.y + d.y * nearest, o.z + d.z * nearest};
    const float* sphere = spheres + 4 * found;
    const Vector n = Normalized(o.x - sphere[0], o.y - sphere[1], o.z - sphere[2]);
    const float facing = d.x * n.x + d.y * n.y + d.z * n.z;
    d = Normalized(d.x - 2 * facing * n.x, d.y - 2 * facing * n.y, d.z - 2 * facing * n.z);
    light *= 0.5f;
    color += light * std::fabs(n.y);
  }
  return color;
}

void Solve(const Problem&, Arrays arrays) {
  const float* spheres = arrays[0].data<float>();
  float* image = arrays[1].data<float>();
  const std::int64_t count = arrays[0].shape()[0];
  const std::int64_t height = arrays[1].shape()[0];
  const std::int64_t width = arrays[1].shape()[1];
#pragma omp parallel for schedule(dynamic)
  for (std::int64_t row = 0; row < height; ++row) {
    for (std::int64_t column = 0; column < width; ++column) {
      const auto x =
          static_cast<float>(static_cast<double>(column) / static_cast<double>(width) - 0.5);
      const auto y =
          static_cast<float>(static_cast<double>(row) / static_cast<double>(height) - 0.5);
      image[row * width + column] = Color(spheres, count, Normalized(x, y, 1.0f));
    }
  }
}

KC_SUITE_CASE = {"divergent", Make, Solve, {.relative = 1e-3, .of_largest = 1e-3, .outliers = 0.01},
                 45,          512,  2048};

}  // namespace kernelc::bench::suite::ray_sphere
