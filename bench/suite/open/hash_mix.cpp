// Shifts and products of which the low 32 bits count.
#include "bench/suite/case.h"

namespace kernelc::bench::suite::hash_mix {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg keys = p.In(ScalarKind::UInt32, {n}, 0, 4294967295.0);
  const ArrayArg out = p.Out(ScalarKind::UInt32, {n});
  p.SetArgs({keys, out}, {n});
  p.LaunchFor(n);
  p.bytes = 8.0 * static_cast<double>(n);
  p.operations = 8.0 * 8 * static_cast<double>(n);
  p.operation_type = Operations::Int32;
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* keys = arrays[0].data<std::uint32_t>();
  auto* out = arrays[1].data<std::uint32_t>();
  const std::int64_t n = arrays[0].size();
#pragma omp parallel for simd schedule(static)
  for (std::int64_t i = 0; i < n; ++i) {
    std::uint32_t h = keys[i];
    for (int round = 0; round < 8; ++round) {
      h ^= h >> 16;
      h *= 0x85EBCA6Bu;
      h ^= h >> 13;
      h *= 0xC2B2AE35u;
      h ^= h >> 16;
    }
    out[i] = h;
  }
}

KC_SUITE_CASE = {"integer", Make, Solve, kExact, 1000, 1 << 21, 1 << 25};

}  // namespace kernelc::bench::suite::hash_mix
