// Data and launch shape of every case.
#include <algorithm>

#include "bench/cases/case.h"

namespace kernelc::bench {

namespace {

using abi::ScalarKind;

constexpr std::int64_t kThreads = 256;
// Eight blocks of 256 threads on each of 132 multiprocessors.
constexpr Extent3 kStrideGrid = {1056, 1, 1};
constexpr Extent3 kStrideBlock = {256, 1, 1};

std::uint32_t Blocks(std::int64_t n, std::int64_t threads) {
  return static_cast<std::uint32_t>((n + threads - 1) / threads);
}

CaseArg Int32(std::int64_t value) { return static_cast<std::int32_t>(value); }

CaseArray Random(std::vector<std::int64_t> shape, std::uint64_t seed, float low = 0,
                 float high = 1) {
  CaseArray array(ScalarKind::Float32, std::move(shape), Role::In);
  FillUniform(array, low, high, seed);
  return array;
}

CaseArray Result(std::vector<std::int64_t> shape, ScalarKind kind = ScalarKind::Float32) {
  return CaseArray(kind, std::move(shape), Role::InOut);
}

double FloatBytes(std::int64_t n) { return 4.0 * static_cast<double>(n); }

Problem MakeMatmul(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n, n}, 1));
  p.arrays.push_back(Random({n, n}, 2));
  p.arrays.push_back(Result({n, n}));
  p.args = {ArrayArg{0}, ArrayArg{1}, ArrayArg{2}};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, ArrayArg{2}, Int32(n), Int32(n), Int32(n)};
  p.grid = {Blocks(n, 16), Blocks(n, 16), 1};
  p.block = {16, 16, 1};
  p.bytes = FloatBytes(3 * n * n);
  return p;
}

}  // namespace

Problem MakeVectorAdd(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n}, 1));
  p.arrays.push_back(Random({n}, 2));
  p.arrays.push_back(Result({n}));
  p.args = {ArrayArg{0}, ArrayArg{1}, ArrayArg{2}};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, ArrayArg{2}, Int32(n)};
  p.grid = {Blocks(n, kThreads), 1, 1};
  p.block = kStrideBlock;
  p.bytes = FloatBytes(3 * n);
  return p;
}

Problem MakeSaxpy(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n}, 1));
  p.arrays.push_back(Result({n}));
  FillUniform(p.arrays[1], 0, 1, 2);
  p.args = {2.5f, ArrayArg{0}, ArrayArg{1}};
  p.cuda_args = {2.5f, ArrayArg{0}, ArrayArg{1}, Int32(n)};
  p.grid = kStrideGrid;
  p.block = kStrideBlock;
  p.bytes = FloatBytes(3 * n);
  return p;
}

Problem MakeTranspose(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n, n}, 1));
  p.arrays.push_back(Result({n, n}));
  p.args = {ArrayArg{0}, ArrayArg{1}};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, Int32(n), Int32(n)};
  p.grid = {Blocks(n, 32), Blocks(n, 32), 1};
  p.block = {32, 8, 1};
  p.bytes = FloatBytes(2 * n * n);
  return p;
}

Problem MakeMatmulNaive(std::int64_t n) { return MakeMatmul(n); }
Problem MakeMatmulTiled(std::int64_t n) { return MakeMatmul(n); }

Problem MakeSum(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n}, 1));
  p.arrays.push_back(Result({1}));
  p.args = {ArrayArg{0}, ArrayArg{1}};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, Int32(n)};
  p.grid = kStrideGrid;
  p.block = kStrideBlock;
  p.bytes = FloatBytes(n);
  return p;
}

Problem MakeNbody(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n, 4}, 1));
  p.arrays.push_back(Result({n, 3}));
  p.args = {ArrayArg{0}, ArrayArg{1}};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, Int32(n)};
  p.grid = {Blocks(n, kThreads), 1, 1};
  p.block = kStrideBlock;
  p.bytes = FloatBytes(7 * n);
  return p;
}

Problem MakeMandelbrot(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Result({n, n}, ScalarKind::UInt8));
  p.args = {ArrayArg{0}, -2.0, 0.5, -1.25, 1.25, std::int64_t{200}};
  p.cuda_args = {ArrayArg{0}, -2.0, 0.5, -1.25, 1.25, Int32(200), Int32(n), Int32(n)};
  p.grid = {std::min(64u, Blocks(n, 32)), std::min(64u, Blocks(n, 8)), 1};
  p.block = {32, 8, 1};
  p.bytes = static_cast<double>(n * n);
  return p;
}

Problem MakeBlackScholes(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Result({n}));
  p.arrays.push_back(Result({n}));
  p.arrays.push_back(Random({n}, 1, 5, 30));
  p.arrays.push_back(Random({n}, 2, 1, 100));
  p.arrays.push_back(Random({n}, 3, 0.25f, 10));
  p.args = {ArrayArg{0}, ArrayArg{1}, ArrayArg{2}, ArrayArg{3}, ArrayArg{4}, 0.02f, 0.3f};
  p.cuda_args = p.args;
  p.cuda_args.push_back(Int32(n));
  p.grid = {Blocks(n, kThreads), 1, 1};
  p.block = kStrideBlock;
  p.bytes = FloatBytes(5 * n);
  return p;
}

Problem MakeHeat(std::int64_t n) {
  Problem p;
  p.arrays.push_back(Random({n, n}, 1));
  p.arrays.push_back(Result({n, n}));
  p.args = {ArrayArg{0}, ArrayArg{1}, 0.2f};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, 0.2f, Int32(n), Int32(n)};
  p.grid = {Blocks(n, 32), Blocks(n, 8), 1};
  p.block = {32, 8, 1};
  p.bytes = FloatBytes(2 * n * n);
  return p;
}

Problem MakeHistogram(std::int64_t n) {
  Problem p;
  p.arrays.emplace_back(ScalarKind::UInt8, std::vector<std::int64_t>{n}, Role::In);
  FillBytes(p.arrays[0], 1);
  p.arrays.push_back(Result({256}, ScalarKind::Int32));
  p.args = {ArrayArg{0}, ArrayArg{1}};
  p.cuda_args = {ArrayArg{0}, ArrayArg{1}, Int32(n)};
  p.grid = kStrideGrid;
  p.block = kStrideBlock;
  p.bytes = static_cast<double>(n);
  return p;
}

Problem MakeSpmv(std::int64_t rows) {
  constexpr std::int64_t kPerRow = 16;
  const std::int64_t nonzeros = rows * kPerRow;
  Problem p;
  p.arrays.emplace_back(ScalarKind::Int32, std::vector<std::int64_t>{rows + 1}, Role::In);
  for (std::int64_t row = 0; row <= rows; ++row) {
    p.data<std::int32_t>(0)[row] = static_cast<std::int32_t>(row * kPerRow);
  }
  p.arrays.emplace_back(ScalarKind::Int32, std::vector<std::int64_t>{nonzeros}, Role::In);
  FillIntegers(p.arrays[1], static_cast<std::int32_t>(rows), 1);
  p.arrays.push_back(Random({nonzeros}, 2));
  p.arrays.push_back(Random({rows}, 3));
  p.arrays.push_back(Result({rows}));
  p.args = {ArrayArg{0}, ArrayArg{1}, ArrayArg{2}, ArrayArg{3}, ArrayArg{4}};
  p.cuda_args = p.args;
  p.cuda_args.push_back(Int32(rows));
  p.grid = {Blocks(rows, kThreads), 1, 1};
  p.block = kStrideBlock;
  p.bytes = FloatBytes(2 * nonzeros + 3 * rows);
  return p;
}

}  // namespace kernelc::bench
