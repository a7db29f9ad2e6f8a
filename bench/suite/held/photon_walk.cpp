// Photons in a layer until they leave it: random numbers of 64-bit words, logarithms.
#include <cmath>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::photon_walk {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg seeds = p.In(ScalarKind::UInt64, {n, 2}, 0, 1);
  auto* seed = p.data<std::uint64_t>(seeds.index);
  for (std::int64_t i = 0; i < 2 * n; ++i) {
    std::uint64_t z = (static_cast<std::uint64_t>(i) + 1) * 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    seed[i] = z ^ (z >> 31);
  }
  const ArrayArg depths = p.Out(ScalarKind::Float32, {n});
  const ArrayArg weights = p.Out(ScalarKind::Float32, {n});
  p.SetArgs({seeds, depths, weights, 2.0f, 0.95f, std::int64_t{64}}, {n});
  p.LaunchFor(n);
  p.bytes = 24.0 * static_cast<double>(n);
  return p;
}

std::uint64_t Rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

// The next number of [0, 1).
float Unit(std::uint64_t* s0, std::uint64_t* s1) {
  const float unit = static_cast<float>((*s0 + *s1) >> 40) * (1.0f / 16777216);
  *s1 ^= *s0;
  *s0 = Rotate(*s0, 24) ^ *s1 ^ (*s1 << 16);
  *s1 = Rotate(*s1, 37);
  return unit;
}

void Solve(const Problem& p, Arrays arrays) {
  const auto* seeds = arrays[0].data<std::uint64_t>();
  float* depths = arrays[1].data<float>();
  float* weights = arrays[2].data<float>();
  const float extinction = std::get<float>(p.args[3]);
  const float albedo = std::get<float>(p.args[4]);
  const std::int64_t steps = std::get<std::int64_t>(p.args[5]);
  const std::int64_t n = arrays[1].size();
#pragma omp parallel for schedule(dynamic, 1024)
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint64_t s0 = seeds[2 * i];
    std::uint64_t s1 = seeds[2 * i + 1];
    float depth = 0.0f;
    float cosine = 1.0f;
    float weight = 1.0f;
    for (std::int64_t k = 0; k < steps; ++k) {
      depth += cosine * (-std::log(1.0f - Unit(&s0, &s1)) / extinction);
      if (depth < 0.0f) {
        break;
      }
      weight *= albedo;
      cosine = 2.0f * Unit(&s0, &s1) - 1.0f;
    }
    depths[i] = depth;
    weights[i] = weight;
  }
}

KC_SUITE_CASE = {"random", Make, Solve, kChaotic, 1000, 1 << 16, 1 << 21};

}  // namespace kernelc::bench::suite::photon_walk
