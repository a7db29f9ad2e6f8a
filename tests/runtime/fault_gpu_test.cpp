// A kernel that traps ends its context. In a program of its own: the GPU's error belongs to the
// process.
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

TEST(GpuFault, NamesTheKernelAndTheWayOut) {
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

  // Objects of the dead context go without further errors.
  {
    Reports reports;
    array.reset();
    stream.reset();
    kernel.reset();
    context.reset();
    EXPECT_EQ(reports.count(), 0);
  }

  // Drivers end the whole process's use of the GPU with such an error, by whatever way a new
  // context is made. Then that is said; where a driver does give a new context, it works.
  try {
    const Context next("cuda");
    EXPECT_EQ(DeviceArray<float>(next, Iota(10)).ToVector(), Iota(10));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::DeviceFault);
    EXPECT_NE(error.message().find("has to be started again"), std::string::npos) << error.what();
  }
  // The other devices go on.
  EXPECT_EQ(DeviceArray<float>(Context("cpu"), Iota(10)).ToVector(), Iota(10));
}

}  // namespace
}  // namespace kernelc::runtime_test
