// Linking without nvJitLink: by the linker of the driver, here a fake one.
#include <gtest/gtest.h>

#include <cstdlib>

#include "kernelc/program.h"
#include "tests/fake_driver/fake.h"

namespace kernelc::link_test {
namespace {

using fake_driver::Fake;

constexpr const char* kKernel = R"kc(from numba import cuda

half = cuda.declare_device("half", "float32(float32)", abi="c")


@cuda.jit("void(float32[::1])")
def k(a):
    a[0] = half(a[0])
)kc";

constexpr const char* kPtx = R"kc(.version 8.0
.target sm_75
.address_size 64
.visible .func (.param .b32 r) half(.param .b32 x)
{
  ret;
}
)kc";

class DriverLinkTest : public testing::Test {
 protected:
  void SetUp() override {
    Fake().reset();
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
  }
  static void Launch(const LinkInput& input) {
    ProgramOptions options;
    options.cache = false;
    options.link_inputs.push_back(input);
    const Context context("cuda:0");
    const DeviceArray<float> a(context, {4});
    Program::FromSource(kKernel, "k.py", options).kernel("k").Launch({1, 32}, a);
  }

  static const int kOpened;
};
// Both are named before anything asks for them.
const int DriverLinkTest::kOpened =
    (Fake(), setenv("KERNELC_NVJITLINK", "/nowhere/libnvJitLink.so", 1));

TEST_F(DriverLinkTest, TheDriverLinks) {
  Launch({LinkKind::Ptx, "half.ptx", kPtx});
  EXPECT_EQ(Fake().calls("cuLinkCreate"), 1);
  EXPECT_EQ(Fake().calls("cuLinkAddData"), 2);
  EXPECT_EQ(Fake().calls("cuLinkComplete"), 1);
  EXPECT_EQ(Fake().live().links, 0);
  EXPECT_EQ(Fake().launch_count(), 1);
}

TEST_F(DriverLinkTest, WhatItDoesNotTakeIsNamed) {
  try {
    Launch({LinkKind::LtoIr, "half.ltoir", "bytes"});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("half.ltoir"), std::string::npos) << text;
    EXPECT_NE(text.find("/nowhere/libnvJitLink.so"), std::string::npos) << text;
  }
  EXPECT_EQ(Fake().live().links, 0);
}

TEST_F(DriverLinkTest, ItsLogIsInTheMessage) {
  try {
    Launch({LinkKind::Ptx, "half.ptx", "this is no PTX"});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("ptxas fake"), std::string::npos) << error.what();
  }
  EXPECT_EQ(Fake().live().links, 0);
}

}  // namespace
}  // namespace kernelc::link_test
