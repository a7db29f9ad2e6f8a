// One step of connected components: the least label among the neighbours of the same part.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::label_step {

Problem Make(std::int64_t n) {
  Problem p;
  const ArrayArg mask = p.In(ScalarKind::UInt8, {n, n}, 0, 2);
  const ArrayArg labels = p.In(ScalarKind::Int32, {n, n}, 0, 1e9);
  const ArrayArg out = p.Out(ScalarKind::Int32, {n, n});
  const ArrayArg changed = p.Out(ScalarKind::Int32, {1});
  p.SetArgs({mask, labels, out, changed}, {n, n});
  p.LaunchFor2d(n, n);
  p.bytes = 9.0 * static_cast<double>(n * n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  const auto* mask = arrays[0].data<std::uint8_t>();
  const auto* labels = arrays[1].data<std::int32_t>();
  auto* out = arrays[2].data<std::int32_t>();
  auto* changed = arrays[3].data<std::int32_t>();
  const std::int64_t height = arrays[0].shape()[0];
  const std::int64_t width = arrays[0].shape()[1];
  int any = 0;
#pragma omp parallel for schedule(static) reduction(| : any)
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const std::int32_t own = labels[y * width + x];
      std::int32_t best = own;
      if (mask[y * width + x] != 0) {
        for (std::int64_t yy = std::max<std::int64_t>(y - 1, 0); yy <= std::min(y + 1, height - 1);
             ++yy) {
          for (std::int64_t xx = std::max<std::int64_t>(x - 1, 0); xx <= std::min(x + 1, width - 1);
               ++xx) {
            const std::int32_t label = labels[yy * width + xx];
            best = mask[yy * width + xx] != 0 ? std::min(best, label) : best;
          }
        }
      }
      any |= best != own ? 1 : 0;
      out[y * width + x] = best;
    }
  }
  if (any != 0) {
    changed[0] = 1;
  }
}

KC_SUITE_CASE = {"image", Make, Solve, kExact, 40, 1024, 4096};

}  // namespace kernelc::bench::suite::label_step
