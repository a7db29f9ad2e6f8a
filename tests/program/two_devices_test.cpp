// One kernel object on two GPUs: compiled and loaded once in each. The fake driver has two.
#include <cstdlib>

#include "tests/fake_driver/fake.h"
#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

using fake_driver::Fake;

constexpr const char* kText =
    "from kernelc import *\n\n\n@kernel\ndef k(x, n):\n"
    "    i = grid(1)\n    if i < n:\n        x[i] = n\n";

class TwoDevices : public testing::Test {
 protected:
  void SetUp() override {
    Fake().reset();
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
  }
  static const int kOpened;
};
// The driver is named before anything asks for it.
const int TwoDevices::kOpened = (Fake(), 0);

TEST_F(TwoDevices, OneKernelLoadsOnceInEach) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  const DeviceArray<float> x(first, {64});
  const DeviceArray<float> y(second, {64});
  const JitKernel kernel = Program::FromSource(kText).kernel("k");
  for (int i = 0; i < 3; ++i) {
    kernel.Launch({1, 64}, x, std::int64_t{64});
    kernel.Launch({1, 64}, y, std::int64_t{64});
  }
  EXPECT_EQ(Fake().launch_count(), 6);
  EXPECT_EQ(Fake().calls("cuLibraryGetModule"), 2);
  EXPECT_EQ(Fake().live().modules, 2);
}

TEST_F(TwoDevices, ArgumentsOfTwoDevicesAreRefused) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  const DeviceArray<float> y(second, {64});
  const Stream stream(first);
  const JitKernel kernel = Program::FromSource(kText).kernel("k");
  EXPECT_ERROR(kernel.Launch({.grid = 1, .block = 64, .stream = stream}, y, std::int64_t{64}),
               ErrorCode::InvalidArgument,
               "parameter `x`: the array is on cuda:1, the kernel runs on cuda:0");
  EXPECT_EQ(Fake().launch_count(), 0);
}

TEST_F(TwoDevices, TooLargeAWholeGridNamesTheLargest) {
  const Context context("cuda:0");
  const JitKernel kernel =
      Program::FromSource(
          "from numba import cuda\n\n\n@cuda.jit\ndef k(x):\n    cuda.cg.this_grid().sync()\n"
          "    x[0] = 1\n")
          .kernel("k");
  const DeviceArray<float> x(context, {4});
  Fake().fail("cuLaunchCooperativeKernel", 1, 720);
  // 2048 / 64 blocks on each of 132 multiprocessors.
  EXPECT_ERROR(kernel.Launch({5000, 64}, x), ErrorCode::LaunchLimit,
               "the grid has 5000 blocks, the most with blocks of this size is 4224");
  kernel.Launch({100, 64}, x);
  EXPECT_EQ(Fake().calls("cuLaunchCooperativeKernel"), 2);
}

}  // namespace
}  // namespace kernelc::program_test
