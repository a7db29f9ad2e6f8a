// What the compiler makes code for.
#include "kernelc/targets.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "kernelc/program.h"

namespace kernelc {
namespace {

TEST(TargetsTest, EachArchitectureIsOneThatCodeCanBeMadeFor) {
  const std::vector<std::string> archs = arch_list();
  EXPECT_EQ(archs.front(), "sm_75");
  EXPECT_GE(archs.size(), 20U);
  const JitKernel fill =
      Program::FromSource("from kernelc import *\n@kernel\ndef fill(x):\n    x[0] = 1\n", "fill.py")
          .kernel("fill");
  for (const std::string& arch : archs) {
    const std::string ptx = fill.Inspect(CodeForm::Ptx, arch, "void(float32[::1])");
    EXPECT_NE(ptx.find(".target " + arch + "\n"), std::string::npos) << arch;
  }
}

TEST(TargetsTest, FlagsAreThoseOfNvcc) {
  const std::string flags = gencode_flags();
  EXPECT_TRUE(flags.starts_with("-gencode arch=compute_75,code=sm_75 -gencode arch=compute_80,"))
      << flags;
  EXPECT_NE(flags.find(" -gencode arch=compute_90a,code=sm_90a"), std::string::npos);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(flags, ' ')), 2 * arch_list().size() - 1);
}

}  // namespace
}  // namespace kernelc
