// A program that only launches a kernel opens no library for what it does not use.
#include <gtest/gtest.h>

#include <vector>

#include "tests/runtime/libraries.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

void Launch(const Context& context) {
  const DeviceArray<float> array(context, std::vector<float>(1000, 1.0F));
  Module(context, TestImage()).kernel("scale").Launch({4, 256}, array, 2.0F);
  EXPECT_EQ(array.ToVector()[999], 2.0F);
}

// In this order: what is in memory stays there.
TEST(StartTest, TheCpuNeedsNothing) {
  const std::set<std::string> before = OpenLibraries();
  EXPECT_EQ(FeatureLibraries(before), "");
  // The loader sees this program's libraries, so a look at them that finds nothing is no accident.
  EXPECT_FALSE(before.empty());
  Launch(Context("cpu"));
  EXPECT_EQ(OpenLibraries(), before);
  EXPECT_FALSE(is_initialized());
}

TEST(StartTest, CudaNeedsItsDriver) {
  if (!cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  Launch(Context("cuda"));
  EXPECT_EQ(FeatureLibraries(OpenLibraries()), "");
}

}  // namespace
}  // namespace kernelc::runtime_test
