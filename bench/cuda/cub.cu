// CUB's device-wide algorithms, as one calls them.
#include <cub/cub.cuh>

#include "bench/support/cub_side.h"

namespace kernelc::bench {
namespace {

struct Positive {
  __device__ bool operator()(float x) const { return x > 0.0f; }
};

}  // namespace

int RunCub(CubProblem problem, const CubArrays& arrays, void* temporary,
           std::size_t* temporary_bytes, void* stream) {
  std::size_t& bytes = *temporary_bytes;
  const auto n = arrays.n;
  const auto on = static_cast<cudaStream_t>(stream);
  const auto* const floats = static_cast<const float*>(arrays.in);
  const auto* const ints = static_cast<const std::int32_t*>(arrays.in);
  const auto* const words = static_cast<const std::uint32_t*>(arrays.in);
  auto* const count = static_cast<std::int64_t*>(arrays.count);
  switch (problem) {
    case CubProblem::SumFloat:
      return cub::DeviceReduce::Sum(temporary, bytes, floats, static_cast<float*>(arrays.out), n, on);
    case CubProblem::MinFloat:
      return cub::DeviceReduce::Min(temporary, bytes, floats, static_cast<float*>(arrays.out), n, on);
    case CubProblem::InclusiveSumFloat:
      return cub::DeviceScan::InclusiveSum(temporary, bytes, floats, static_cast<float*>(arrays.out),
                                           n, on);
    case CubProblem::ExclusiveSumInt:
      return cub::DeviceScan::ExclusiveSum(temporary, bytes, ints,
                                           static_cast<std::int32_t*>(arrays.out), n, on);
    case CubProblem::SortUint:
      return cub::DeviceRadixSort::SortKeys(temporary, bytes, words,
                                            static_cast<std::uint32_t*>(arrays.out), n, 0, 32, on);
    case CubProblem::SortFloat:
      return cub::DeviceRadixSort::SortKeys(temporary, bytes, floats,
                                            static_cast<float*>(arrays.out), n, 0, 32, on);
    case CubProblem::SortPairsUint:
      return cub::DeviceRadixSort::SortPairs(
          temporary, bytes, words, static_cast<std::uint32_t*>(arrays.out),
          static_cast<const std::uint32_t*>(arrays.second),
          static_cast<std::uint32_t*>(arrays.second_out), n, 0, 32, on);
    case CubProblem::SelectFlagged:
      return cub::DeviceSelect::Flagged(temporary, bytes, floats,
                                        static_cast<const std::uint8_t*>(arrays.second),
                                        static_cast<float*>(arrays.out), count, n, on);
    case CubProblem::SelectIf:
      return cub::DeviceSelect::If(temporary, bytes, floats, static_cast<float*>(arrays.out), count,
                                   n, Positive(), on);
    case CubProblem::RunLengthEncode:
      return cub::DeviceRunLengthEncode::Encode(
          temporary, bytes, ints, static_cast<std::int32_t*>(arrays.out),
          static_cast<std::int64_t*>(arrays.second_out), count, n, on);
    case CubProblem::InclusiveSumDouble:
      return cub::DeviceScan::InclusiveSum(temporary, bytes, static_cast<const double*>(arrays.in),
                                           static_cast<double*>(arrays.out), n, on);
    case CubProblem::InclusiveSumLong:
      return cub::DeviceScan::InclusiveSum(temporary, bytes,
                                           static_cast<const std::int64_t*>(arrays.in),
                                           static_cast<std::int64_t*>(arrays.out), n, on);
    case CubProblem::SortLong:
      return cub::DeviceRadixSort::SortKeys(temporary, bytes,
                                            static_cast<const std::uint64_t*>(arrays.in),
                                            static_cast<std::uint64_t*>(arrays.out), n, 0, 64, on);
  }
  return -1;
}

}  // namespace kernelc::bench
