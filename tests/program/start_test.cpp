// A program that only compiles and launches a kernel opens no library for what it does not use.
#include <gtest/gtest.h>

#include "kernelc/program.h"
#include "tests/runtime/libraries.h"

namespace kernelc {
namespace {

using runtime_test::FeatureLibraries;
using runtime_test::OpenLibraries;

TEST(ProgramStartTest, TheCpuNeedsNothing) {
  const std::set<std::string> before = OpenLibraries();
  EXPECT_EQ(FeatureLibraries(before), "");
  const Context context("cpu");
  const DeviceArray<float> array(context, std::vector<float>(1000, 1.0F));
  const auto scale = Program::FromSource(
                         "from kernelc import *\n"
                         "@kernel\n"
                         "def scale(x, factor):\n"
                         "    i = grid(1)\n"
                         "    if i < x.size:\n"
                         "        x[i] *= factor\n")
                         .kernel("scale");
  scale.Launch({.grid = 4, .block = 256}, array, 2.0F);
  EXPECT_EQ(array.ToVector()[999], 2.0F);
  EXPECT_EQ(OpenLibraries(), before);
  EXPECT_FALSE(is_initialized());
}

}  // namespace
}  // namespace kernelc
