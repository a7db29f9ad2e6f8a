#include "bench/suite/case.h"

#include <algorithm>

namespace kernelc::bench {

namespace {

// Eight blocks of 256 threads on each of 132 multiprocessors.
constexpr std::uint32_t kStrideBlocks = 1056;

CaseArg Narrowed(const CaseArg& arg) {
  const auto* integer = std::get_if<std::int64_t>(&arg);
  return integer == nullptr ? arg : CaseArg(static_cast<std::int32_t>(*integer));
}

}  // namespace

ArrayArg Problem::In(abi::ScalarKind kind, std::vector<std::int64_t> shape, double low,
                     double high) {
  arrays.emplace_back(kind, std::move(shape), Role::In);
  FillUniform(arrays.back(), low, high, arrays.size());
  return {arrays.size() - 1};
}

ArrayArg Problem::Out(abi::ScalarKind kind, std::vector<std::int64_t> shape) {
  arrays.emplace_back(kind, std::move(shape), Role::InOut);
  return {arrays.size() - 1};
}

ArrayArg Problem::InOut(abi::ScalarKind kind, std::vector<std::int64_t> shape, double low,
                        double high) {
  const ArrayArg array = Out(kind, std::move(shape));
  FillUniform(arrays.back(), low, high, arrays.size());
  return array;
}

void Problem::SetArgs(std::vector<CaseArg> values, std::initializer_list<std::int64_t> sizes) {
  args = std::move(values);
  std::transform(args.begin(), args.end(), std::back_inserter(cuda_args), Narrowed);
  for (const std::int64_t size : sizes) {
    cuda_args.emplace_back(static_cast<std::int32_t>(size));
  }
}

void Problem::LaunchFor(std::int64_t n, std::uint32_t threads) {
  grid = {Blocks(n, threads), 1, 1};
  block = {threads, 1, 1};
}

void Problem::LaunchStride() {
  grid = {kStrideBlocks, 1, 1};
  block = {256, 1, 1};
}

void Problem::LaunchFor2d(std::int64_t width, std::int64_t height, Extent3 threads) {
  grid = {Blocks(width, threads.x), Blocks(height, threads.y), 1};
  block = threads;
}

}  // namespace kernelc::bench
