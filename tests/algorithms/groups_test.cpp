// What blocks and warps compute together in kernels, against the host.
#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "kernelc/array.h"
#include "kernelc/program.h"
#include "tests/algorithms/numbers.h"
#include "tests/algorithms/on_device.h"

namespace kernelc {
namespace {

class Groups : public OnDevice {};

constexpr const char* kText = R"(
from kernelc import *
from kernelc import block, warp

ITEMS = 3
THREADS = 96

def smaller_of(a, b):
    return a if a < b else b

@kernel
def sums(x, out):
    i = grid(1)
    t = threadIdx.x
    if i < x.size:
        v = x[i]
        out[0, i] = block.sum(v)
        out[1, i] = block.minimum(v)
        out[2, i] = block.maximum(v)
        out[3, i] = block.reduce(v, smaller_of)
        out[4, i] = block.inclusive_sum(v)
        out[5, i] = block.exclusive_sum(v)
        out[6, i] = block.inclusive_scan(v, lambda a, b: a if a > b else b)
        out[7, i] = block.exclusive_scan(v, lambda a, b: a + b, x.dtype.type(5))
        out[8, i] = warp.sum(v)
        out[9, i] = warp.minimum(v)
        out[10, i] = warp.maximum(v)
        out[11, i] = warp.inclusive_sum(v)
        out[12, i] = warp.exclusive_sum(v)
        out[13, i] = warp.exclusive_scan(v, smaller_of, x.dtype.type(1))
        out[14, i] = warp.sort(v)

@kernel
def exchange(x, out):
    tile = shared.array(ITEMS * THREADS, x.dtype)
    items = local.array(ITEMS, x.dtype)
    first = blockIdx.x * (ITEMS * THREADS)
    for k in range(ITEMS):
        items[k] = x[first + threadIdx.x * ITEMS + k]
    block.to_striped(items, tile)
    for k in range(ITEMS):
        out[0, first + k * THREADS + threadIdx.x] = items[k]
    block.to_blocked(items, tile)
    for k in range(ITEMS):
        out[1, first + threadIdx.x * ITEMS + k] = items[k]
    w = threadIdx.x // 32
    part = tile[w * (32 * ITEMS):(w + 1) * (32 * ITEMS)]
    syncthreads()
    warp.to_striped(items, part)
    for k in range(ITEMS):
        out[2, first + w * (32 * ITEMS) + k * 32 + laneid] = items[k]
    warp.to_blocked(items, part)
    for k in range(ITEMS):
        out[3, first + threadIdx.x * ITEMS + k] = items[k]

@kernel
def sorted_keys(x, places, n):
    keys = shared.array(300, x.dtype)
    for i in range(threadIdx.x, n, blockDim.x):
        keys[i] = x[i]
        places[i] = i
    syncthreads()
    block.sort_pairs(keys[:n], places)
    for i in range(threadIdx.x, n, blockDim.x):
        x[i] = keys[i]
    syncthreads()
    block.sort(places)
)";

// What each thread of groups of `size` gets: `result(group, place)`.
template <typename T, typename Result>
std::vector<T> ByGroup(const std::vector<T>& x, std::size_t size, Result result) {
  std::vector<T> out;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::span<const T> group(x.data() + i / size * size, size);
    out.push_back(result(group, i % size));
  }
  return out;
}

template <typename T>
T SumOfFirst(std::span<const T> group, std::size_t count, T start = T(0)) {
  T sum = start;
  for (std::size_t i = 0; i < count; ++i) {
    sum = static_cast<T>(sum + group[i]);
  }
  return sum;
}

template <typename T>
std::vector<std::vector<T>> Expected(const std::vector<T>& x) {
  constexpr std::size_t kBlock = 96;
  constexpr std::size_t kWarp = 32;
  using Group = std::span<const T>;
  const auto sum = [](Group g, std::size_t) { return SumOfFirst(g, g.size()); };
  const auto least = [](Group g, std::size_t) { return *std::min_element(g.begin(), g.end()); };
  const auto most = [](Group g, std::size_t) { return *std::max_element(g.begin(), g.end()); };
  const auto through = [](Group g, std::size_t i) { return SumOfFirst(g, i + 1); };
  const auto before = [](Group g, std::size_t i) { return SumOfFirst(g, i); };
  return {ByGroup(x, kBlock, sum),
          ByGroup(x, kBlock, least),
          ByGroup(x, kBlock, most),
          ByGroup(x, kBlock, least),
          ByGroup(x, kBlock, through),
          ByGroup(x, kBlock, before),
          ByGroup(x, kBlock,
                  [](Group g, std::size_t i) {
                    return *std::max_element(g.begin(), g.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                  }),
          ByGroup(x, kBlock, [](Group g, std::size_t i) { return SumOfFirst(g, i, T(5)); }),
          ByGroup(x, kWarp, sum),
          ByGroup(x, kWarp, least),
          ByGroup(x, kWarp, most),
          ByGroup(x, kWarp, through),
          ByGroup(x, kWarp, before),
          ByGroup(x, kWarp,
                  [](Group g, std::size_t i) {
                    T smallest = T(1);
                    for (std::size_t k = 0; k < i; ++k) {
                      smallest = std::min(smallest, g[k]);
                    }
                    return smallest;
                  }),
          ByGroup(x, kWarp, [](Group g, std::size_t i) {
            std::vector<T> sorted(g.begin(), g.end());
            std::sort(sorted.begin(), sorted.end());
            return sorted[i];
          })};
}

template <typename Body>
void ForSomeTypes(Body body) {
  body.template operator()<std::int8_t>();
  body.template operator()<std::int32_t>();
  body.template operator()<std::uint64_t>();
  body.template operator()<float>();
  body.template operator()<double>();
}

std::vector<DeviceArrayAny> Rows(const DeviceArrayAny& matrix) {
  std::vector<DeviceArrayAny> rows;
  for (std::int64_t r = 0; r < matrix.shape()[0]; ++r) {
    rows.push_back(matrix.Indexed(0, r));
  }
  return rows;
}

TEST_P(Groups, ReductionsScansAndSorts) {
  const Program program = Program::FromSource(kText);
  ForSomeTypes([&]<typename T>() {
    SCOPED_TRACE(std::string(abi::scalar_info(KindOf<T>()).text));
    const std::vector<T> x = SmallNumbers<T>(2 * 96);
    const DeviceArrayAny out = DeviceArrayAny::Zeros(*context, KindOf<T>(), Dims{15, 192});
    program.kernel("sums").Launch({.grid = 2, .block = 96}, Upload(*context, x), out);
    const std::vector<std::vector<T>> expected = Expected(x);
    const std::vector<DeviceArrayAny> rows = Rows(out);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      SCOPED_TRACE(r);
      EXPECT_SAME(Download<T>(rows[r]), expected[r]);
    }
  });
}

TEST_P(Groups, Exchanges) {
  const Program program = Program::FromSource(kText);
  ForSomeTypes([&]<typename T>() {
    SCOPED_TRACE(std::string(abi::scalar_info(KindOf<T>()).text));
    const std::vector<T> x = AnyNumbers<T>(2 * 3 * 96);
    const DeviceArrayAny out = DeviceArrayAny::Zeros(*context, KindOf<T>(), Dims{4, 576});
    program.kernel("exchange").Launch({.grid = 2, .block = 96}, Upload(*context, x), out);
    for (const DeviceArrayAny& row : Rows(out)) {
      EXPECT_SAME(Download<T>(row), x);
    }
  });
}

TEST_P(Groups, SortsOfSharedArraysOfAnyLength) {
  const Program program = Program::FromSource(kText);
  for (const int n : {1, 2, 31, 64, 100, 255, 300}) {
    SCOPED_TRACE(n);
    std::vector<std::int32_t> x = AnyNumbers<std::int32_t>(static_cast<std::size_t>(n));
    const DeviceArrayAny keys = Upload(*context, x);
    const DeviceArrayAny places = Upload(*context, std::vector<std::int64_t>(x.size()));
    program.kernel("sorted_keys").Launch({.grid = 1, .block = 64}, keys, places, n);
    std::sort(x.begin(), x.end());
    EXPECT_SAME(Download<std::int32_t>(keys), x);
    std::vector<std::int64_t> all(x.size());
    std::iota(all.begin(), all.end(), 0);
    EXPECT_SAME(Download<std::int64_t>(places), all);
  }
}

KC_ON_EACH_DEVICE(Groups);

}  // namespace
}  // namespace kernelc
