// What is current on a thread, with two devices and a program that uses the driver itself.
#include <gtest/gtest.h>

#include "kernelc/relaunch.h"
#include "tests/fake_driver/fake.h"

namespace kernelc::fake_driver {
namespace {

class Current : public testing::Test {
 protected:
  void SetUp() override {
    Fake();
    ASSERT_TRUE(cuda_available()) << why_cuda_is_unavailable();
    Fake().reset();
  }
  void TearDown() override {
    Close();
    ReleaseContexts();
    EXPECT_EQ(Fake().live(), LiveObjects{});
    EXPECT_EQ(Fake().current_context(), nullptr);
  }
};

TEST_F(Current, SelectionIsTheDriversToo) {
  EXPECT_EQ(current_device().name(), "cuda:0");
  EXPECT_EQ(Fake().current_context(), nullptr);
  SelectDevice("cuda:1");
  const Context second("cuda:1");
  EXPECT_EQ(Fake().current_context(), second.native_handle());
  {
    const DeviceGuard guard("cuda:0");
    EXPECT_EQ(Fake().current_context(), Context("cuda:0").native_handle());
    const DeviceGuard cpu("cpu");
    EXPECT_EQ(current_device().name(), "cpu:0");
  }
  EXPECT_EQ(Fake().current_context(), second.native_handle());
  SelectDevice("cpu");
  EXPECT_EQ(Fake().current_context(), nullptr);
}

TEST_F(Current, FirstUseSelectsTheDefault) {
  const Context context = current_context();
  EXPECT_EQ(context.device().name(), "cuda:0");
  EXPECT_EQ(Fake().current_context(), context.native_handle());
}

TEST_F(Current, WhatTheProgramMakesCurrentCounts) {
  const Context second("cuda:1");
  SelectDevice("cuda:0");
  // As the program would with cuCtxPushCurrent.
  Fake().push_context(second.native_handle());
  EXPECT_EQ(current_device().name(), "cuda:1");
  EXPECT_EQ(current_context(), second);
  Fake().pop_context();
  EXPECT_EQ(current_device().name(), "cuda:0");
}

TEST_F(Current, AContextThatIsNotPrimaryIsRefused) {
  Fake().push_context(nullptr);
  try {
    static_cast<void>(current_context());
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::InvalidArgument);
    EXPECT_NE(error.message().find("not the device's primary context"), std::string::npos);
  }
  EXPECT_EQ(current_device().name(), "cuda:0");
  Fake().pop_context();
}

TEST_F(Current, ARememberedLaunchRunsWhereTheThreadIs) {
  const auto image = ScaleImage();
  image->kernels[0].params.clear();
  image->kernels[0].fields.clear();
  image->kernels[0].param_bytes = 0;
  const Context first("cuda:0");
  const Context second("cuda:1");
  const Kernel kernel = Module(first, image).kernel("scale");
  const std::uint64_t id = detail::Relauncher::NextId();
  const auto launch = [&] {
    SelectDevice("cuda:0");
    detail::Relauncher::Launch(id, kernel, true, {1, 32}, {});
  };
  const auto again = [&] { return detail::Relauncher::TryLaunch(id, {1, 32}, {}); };
  launch();
  EXPECT_TRUE(again());
  SelectDevice("cuda:1");
  EXPECT_FALSE(again());
  launch();
  Fake().push_context(second.native_handle());
  EXPECT_FALSE(again());
  Fake().pop_context();
  launch();
  EXPECT_TRUE(again());
  {
    const DeviceGuard cpu("cpu");
    EXPECT_FALSE(again());
  }
  launch();
  first.Reset();
  EXPECT_FALSE(again());
}

TEST_F(Current, LeavingAScopeThatTheProgramDisturbedIsReported) {
  std::string reported;
  SetErrorSink([](const Error& error, void* user) { *static_cast<std::string*>(user) = error.message(); },
               &reported);
  {
    const ContextScope scope(Context("cuda:0"));
    Fake().push_context(nullptr);
  }
  SetErrorSink(nullptr);
  EXPECT_NE(reported.find("not restored"), std::string::npos) << reported;
  // What is left on the driver's stack is the program's own.
  Fake().pop_context();
}

TEST_F(Current, ResetReleasesOnceAndFreesNothingItself) {
  const Context context("cuda:0");
  {
    const DeviceArray<float> array(context, Dims{16});
    const Stream stream(context);
    const Event event(context);
    const Kernel kernel = Module(context, ScaleImage()).kernel("scale");
    context.Reset();
    EXPECT_EQ(Fake().live(), LiveObjects{});
  }
  EXPECT_EQ(Fake().calls("cuDevicePrimaryCtxRelease"), 1);
  EXPECT_EQ(Fake().calls("cuDevicePrimaryCtxReset"), 1);
  EXPECT_EQ(Fake().calls("cuMemFree"), 0);
  EXPECT_EQ(Fake().calls("cuStreamDestroy"), 0);
  EXPECT_EQ(Fake().calls("cuEventDestroy"), 0);
  EXPECT_EQ(Fake().calls("cuModuleUnload"), 0);
}

TEST_F(Current, ProfilerIsSwitched) {
  const Context context("cuda:0");
  {
    const ProfilerScope scope(context);
    EXPECT_EQ(Fake().profiling(), 1);
  }
  EXPECT_EQ(Fake().profiling(), 0);
  StartProfiler();
  EXPECT_EQ(Fake().profiling(), 1);
  StopProfiler();
}

TEST_F(Current, WrappedStreamsAreOfTheirContext) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  const Stream stream(second);
  const Stream same = Stream::Wrap(second, stream.native_handle());
  EXPECT_EQ(Fake().live().streams, 1);
  try {
    Stream::Wrap(first, stream.native_handle());
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "the stream was made in another context");
  }
}

TEST_F(Current, DeviceOutOfRangeNamesThem) {
  try {
    SelectDevice(7);
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(), "this machine has the devices 0 to 2: cuda:0, cuda:1, cpu:0");
  }
}

}  // namespace
}  // namespace kernelc::fake_driver
