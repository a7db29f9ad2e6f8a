// A kernel that traps ends its context. In a program of its own: the GPU's error belongs to the
// process.
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

TEST(GpuFault, NamesTheKernelAndANewContextWorks) {
  if (!cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  auto context = std::make_unique<Context>("cuda");
  auto array = std::make_unique<DeviceArray<float>>(*context, Iota(100));
  auto stream = std::make_unique<Stream>(*context);
  auto kernel = std::make_unique<Kernel>(Module(*context, TestImage()).kernel("fault"));
  kernel->Launch({10, 32, 0, *stream}, 5);
  try {
    stream->Synchronize();
    FAIL() << "the kernel trapped, and nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::DeviceFault) << error.what();
    EXPECT_EQ(error.fault().kernel, "fault");
    EXPECT_NE(error.driver_status(), 0);
  }
  // Later use is a typed error too.
  EXPECT_ERROR(array->ToVector(), ErrorCode::DeviceFault, "");

  const Context next("cuda");
  EXPECT_FALSE(next == *context);
  // Objects of the dead context are destroyed without harm to the new one.
  const DeviceArray<float> fresh(next, Iota(1000));
  array.reset();
  stream.reset();
  kernel.reset();
  context.reset();
  const Kernel scale = Module(next, TestImage()).kernel("scale");
  scale.Launch({4, 256}, fresh, 2.0F);
  EXPECT_EQ(fresh.ToVector()[999], 1998.0F);
}

}  // namespace
}  // namespace kernelc::runtime_test
