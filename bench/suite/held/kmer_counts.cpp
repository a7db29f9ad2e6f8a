// Counts of words of eleven bases in a table by a hash, words with unknown bases left out.
#include <algorithm>

#include "bench/suite/case.h"

namespace kernelc::bench::suite::kmer_counts {

Problem Make(std::int64_t n) {
  Problem p;
  constexpr std::int64_t kTable = 1000003;
  const ArrayArg bases = p.In(ScalarKind::UInt8, {n}, 0, 4);
  auto* base = p.data<std::uint8_t>(bases.index);
  for (std::int64_t i = 0; i < n; i += 97) {
    base[i] = 4;
  }
  const ArrayArg table = p.Out(ScalarKind::Int32, {kTable});
  p.SetArgs({bases, table}, {n, kTable});
  p.LaunchStride();
  p.bytes = static_cast<double>(n);
  return p;
}

void Solve(const Problem&, Arrays arrays) {
  constexpr std::int64_t kLength = 11;
  constexpr std::uint32_t kMask = (1u << (2 * kLength)) - 1;
  const auto* bases = arrays[0].data<std::uint8_t>();
  auto* table = arrays[1].data<std::int32_t>();
  const auto size = static_cast<std::uint32_t>(arrays[1].size());
  const std::int64_t words = arrays[0].size() - kLength + 1;
  constexpr std::int64_t kPart = 1 << 14;
  // Within a part each word follows from the one before.
#pragma omp parallel for schedule(static)
  for (std::int64_t first = 0; first < words; first += kPart) {
    const std::int64_t last = std::min(first + kPart, words) + kLength - 1;
    std::uint32_t code = 0;
    std::int64_t known = 0;
    for (std::int64_t i = first; i < last; ++i) {
      known = bases[i] > 3 ? 0 : known + 1;
      code = ((code << 2) | (bases[i] & 3u)) & kMask;
      if (known >= kLength) {
        std::int32_t& count = table[((code * 2654435761u) >> 12) % size];
#pragma omp atomic
        ++count;
      }
    }
  }
}

KC_SUITE_CASE = {"text", Make, Solve, kExact, 1000, 1 << 18, 1 << 23};

}  // namespace kernelc::bench::suite::kmer_counts
