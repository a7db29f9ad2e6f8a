// What algorithms ask of a GPU, on the fake driver: launches and their shapes, temporary memory
// that is given back, also when a call of the driver fails.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kernelc/algorithms.h"
#include "tests/fake_driver/fake.h"

namespace kernelc {
namespace {

using namespace algorithms;
using fake_driver::Fake;

constexpr std::int64_t kSize = 100000;
// CUDA_ERROR_LAUNCH_FAILED is for launches alone; this one is told by any call, and leaves the
// context whole.
constexpr int kInvalidValue = 1;

class FakeGpu : public testing::Test {
 protected:
  FakeGpu() {
    Fake().reset();
    context = std::make_unique<Context>("cuda:0");
  }
  int LaunchesOf(const std::function<void()>& call) const {
    const int before = Fake().launch_count();
    call();
    return Fake().launch_count() - before;
  }

  std::unique_ptr<Context> context;
};

TEST_F(FakeGpu, OneBlockSumsFewElements) {
  const DeviceArray<float> x(*context, Dims{1000});
  EXPECT_EQ(LaunchesOf([&] { Sum(x); }), 1);
  const fake_driver::LaunchRecord launch = Fake().last_launch();
  EXPECT_EQ(launch.grid[0], 1U);
  EXPECT_EQ(launch.block[0], 256U);
}

TEST_F(FakeGpu, ASecondLaunchSumsWhatBlocksGave) {
  const DeviceArray<float> x(*context, Dims{kSize});
  EXPECT_EQ(LaunchesOf([&] { Sum(x); }), 2);
}

TEST_F(FakeGpu, ScansAndSelectionsPassOnce) {
  const DeviceArray<float> x(*context, Dims{kSize});
  EXPECT_EQ(LaunchesOf([&] { InclusiveSum(x); }), 1);
  EXPECT_EQ(Fake().last_launch().grid[0], 13U);
  const DeviceArray<float> out(*context, Dims{kSize});
  const DeviceArray<std::int64_t> count(*context, Dims{1});
  EXPECT_EQ(LaunchesOf([&] { SelectWhere(x, Comparison::Less, 0, out, count); }), 1);
}

TEST_F(FakeGpu, SortsCountOnceAndPassForEachByte) {
  const DeviceArray<std::uint32_t> x(*context, Dims{kSize});
  EXPECT_EQ(LaunchesOf([&] { Sort(x); }), 2 + 4);
  const DeviceArray<double> y(*context, Dims{kSize});
  EXPECT_EQ(LaunchesOf([&] { Sort(y); }), 2 + 8);
  const DeviceArray<std::uint8_t> z(*context, Dims{kSize});
  EXPECT_EQ(LaunchesOf([&] { Sort(z); }), 2 + 1);
}

TEST_F(FakeGpu, AWorkspaceIsAllocatedOnce) {
  const DeviceArray<float> x(*context, Dims{kSize});
  const DeviceArray<float> out(*context, Dims{kSize});
  Workspace workspace(*context);
  Sort(x, out, SortOrder::Ascending, {.workspace = &workspace});
  const int allocated = Fake().live().allocations;
  Fake().reset();
  Sort(x, out, SortOrder::Ascending, {.workspace = &workspace});
  InclusiveSum(x, out, {.workspace = &workspace});
  EXPECT_EQ(Fake().live().allocations, allocated);
  EXPECT_EQ(Fake().calls("cuMemAlloc"), 0);
  EXPECT_EQ(Fake().calls("cuMemFree"), 0);
}

// Everything once, with results that go at the end.
void UseAll(const Context& context) {
  const DeviceArray<float> x(context, Dims{kSize});
  const DeviceArray<std::int64_t> offsets(context, Dims{11});
  const DeviceArray<std::int64_t> count(context, Dims{1});
  const DeviceArray<std::int64_t> places(context, Dims{kSize});
  const DeviceArray<float> out(context, Dims{kSize});
  Sum(x);
  Max(x);
  ArgMin(x);
  All(x);
  ExclusiveSum(x, out);
  RunningMax(x, out);
  Sort(x, out, SortOrder::Descending);
  ArgSort(x);
  Unique(x, out, count);
  RunLengthEncode(x, out, places, count);
  TopK(x, 5);
  algorithms::Histogram(x, 100, 0, 1);
  SegmentedSum(x, offsets);
}

TEST_F(FakeGpu, EveryCallOfTheDriverMayFail) {
  UseAll(*context);
  const fake_driver::LiveObjects before = Fake().live();
  Fake().reset();
  UseAll(*context);
  for (const char* const function : {"cuLaunchKernel", "cuMemAlloc", "cuMemsetD8Async"}) {
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
