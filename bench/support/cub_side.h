// CUB's device-wide algorithms, for comparison: the same problems as bench_algorithms.cpp gives to
// kernelc.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kernelc::bench {

enum class CubProblem : int {
  SumFloat,
  InclusiveSumFloat,
  ExclusiveSumInt,
  SortUint,
  SortFloat,
  SortPairsUint,
  SelectFlagged,
  SelectIf,
  RunLengthEncode,
  MinFloat,
  InclusiveSumDouble,
  InclusiveSumLong,
  SortLong,
};

// Arrays in device memory; which of them a problem uses, it knows.
struct CubArrays {
  const void* in = nullptr;
  const void* second = nullptr;
  void* out = nullptr;
  void* second_out = nullptr;
  // One int64.
  void* count = nullptr;
  std::int64_t n = 0;
};

// Enqueues the problem. With `temporary` null it only says how many bytes that needs. The CUDA
// error, 0 for none.
int RunCub(CubProblem problem, const CubArrays& arrays, void* temporary,
           std::size_t* temporary_bytes, void* stream);

}  // namespace kernelc::bench
