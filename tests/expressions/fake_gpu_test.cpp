// What kernels from expressions ask of a GPU, on the fake driver: launches and their shapes,
// memory, failing calls.
#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <vector>

#include "kernelc/expressions.h"
#include "tests/fake_driver/fake.h"

namespace kernelc {
namespace {

using fake_driver::Fake;

constexpr std::int64_t kMany = std::int64_t{1} << 20;
// CUDA_ERROR_INVALID_VALUE, which leaves the context whole.
constexpr int kInvalidValue = 1;

class FakeGpu : public testing::Test {
 protected:
  FakeGpu() {
    Fake().reset();
    context = std::make_unique<Context>("cuda:0");
  }
  DeviceArray<float> Floats(const Dims& shape) const { return DeviceArray<float>(*context, shape); }
  int LaunchesOf(const std::function<void()>& call) const {
    const int before = Fake().launch_count();
    call();
    return Fake().launch_count() - before;
  }

  std::unique_ptr<Context> context;
};

TEST_F(FakeGpu, ElementsTakeOneLaunch) {
  const Elementwise sum("x + y");
  const DeviceArray<float> small = Floats({1000});
  EXPECT_EQ(LaunchesOf([&] { sum.Into(small, small, 1.0); }), 1);
  EXPECT_EQ(Fake().last_launch().grid[0], 4U);
  const DeviceArray<float> large = Floats({kMany});
  EXPECT_EQ(LaunchesOf([&] { sum.Into(large, large, large); }), 1);
  EXPECT_EQ(Fake().last_launch().grid[0], kMany / 1024);
  EXPECT_EQ(LaunchesOf([&] { sum(Floats({100, 1}), Floats({1, 100})); }), 1);
  EXPECT_EQ(LaunchesOf([&] { sum(Floats({0, 3}), 1); }), 0);
}

TEST_F(FakeGpu, AWarmCallIsALaunchAlone) {
  const Elementwise sum("x + y");
  const DeviceArray<float> x = Floats({1000});
  const JitKernel kernel = Program::FromSource(
                               "from kernelc import *\n"
                               "@kernel\n"
                               "def add(o, x, y):\n"
                               "    o[grid(1)] = x[grid(1)] + y\n")
                               .kernel("add");
  kernel.Launch({.grid = 4, .block = 256}, x, x, 1.0F);
  sum.Into(x, x, 1.0);
  Fake().reset();
  kernel.Launch({.grid = 4, .block = 256}, x, x, 2.0F);
  const int calls = Fake().calls(nullptr);
  sum.Into(x, x, 2.0);
  EXPECT_EQ(Fake().calls("cuLaunchKernel"), 2);
  EXPECT_EQ(Fake().calls(nullptr), 2 * calls);
}

TEST_F(FakeGpu, LongRowsAreReducedByTwoLaunches) {
  const Reduction sum("x", "+");
  const DeviceArray<float> x = Floats({1000, 1000});
  const DeviceArrayAny whole = Floats(Dims());
  EXPECT_EQ(LaunchesOf([&] { sum(Floats({1000})); }), 1);
  EXPECT_EQ(LaunchesOf([&] { sum.Over({1}, Floats({5000, 300})); }), 1);
  EXPECT_EQ(Fake().last_launch().grid[0], 5000U);
  EXPECT_EQ(LaunchesOf([&] { sum.Call({.outputs = std::span(&whole, 1)}, x); }), 2);
  EXPECT_EQ(Fake().last_launch().grid[0], 1U);
  Fake().reset();
  sum.Call({.outputs = std::span(&whole, 1)}, x);
  EXPECT_EQ(Fake().calls("cuMemAlloc"), 0);
  EXPECT_EQ(Fake().calls("cuStreamSynchronize"), 0);
}

TEST_F(FakeGpu, OneLongRowIsScannedOnce) {
  const DeviceArray<float> x = Floats({kMany});
  const DeviceArrayAny out = x;
  EXPECT_EQ(LaunchesOf([&] { Scan("+").Call({.outputs = std::span(&out, 1)}, x); }), 1);
  EXPECT_EQ(Fake().last_launch().grid[0], kMany / 8192);
  // Of two values at a time: totals, their scan, and the elements once more.
  EXPECT_EQ(LaunchesOf([&] { Scan("a[0] + b[0], a[1] * b[1]", "(0, 1)", "x, x").Call({}, x); }), 3);
}

void UseAll(const Context& context) {
  const DeviceArray<float> x(context, Dims{kMany});
  const DeviceArray<float> table(context, Dims{1000, 1000});
  Elementwise("s = x + 1; d = x - 1").Call({}, x);
  Elementwise("2 * x").Into(x.Sliced({{1, kMany}}), x.Sliced({{0, kMany - 1}}));
  Reduction("x", "+")(x);
  Reduction("x", "+").Over({0}, table);
  Scan("+")(x);
  Scan("a[0] + b[0], a[1] * b[1]", "(0, 1)", "x, x").Call({}, x);
}

TEST_F(FakeGpu, EveryCallOfTheDriverMayFail) {
  UseAll(*context);
  const fake_driver::LiveObjects before = Fake().live();
  for (const char* const function : {"cuLaunchKernel", "cuMemAlloc", "cuMemsetD2D32Async"}) {
    Fake().reset();
    UseAll(*context);
    const int calls = Fake().calls(function);
    EXPECT_GT(calls, 0) << function;
    for (int nth = 1; nth <= calls; ++nth) {
      Fake().reset();
      Fake().fail(function, nth, kInvalidValue);
      EXPECT_THROW(UseAll(*context), Error) << function << " " << nth;
      EXPECT_EQ(Fake().live(), before) << function << " " << nth;
    }
  }
}

}  // namespace
}  // namespace kernelc
