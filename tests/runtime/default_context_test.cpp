// The device of a program that does not say, which the environment and the home folder decide, and
// what goes with it; with two GPUs of the fake driver.
#include "kernelc/default_context.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "kernelc/context_memo.h"
#include "kernelc/peer.h"
#include "tests/fake_driver/fake.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

using fake_driver::Fake;

// With the fake driver, which has two GPUs.
class DefaultContext : public testing::Test {
 protected:
  void SetUp() override {
    Fake().reset();
    ASSERT_EQ(device_count(), 2);
    std::filesystem::remove_all(home_);
    std::filesystem::create_directories(home_);
    ::setenv("HOME", home_.c_str(), 1);
    ::unsetenv("CUDA_DEVICE");
  }
  void TearDown() override {
    ::unsetenv("CUDA_DEVICE");
    Close();
    ReleaseContexts();
    EXPECT_EQ(Fake().live(), fake_driver::LiveObjects{});
  }
  void Write(const char* name, std::string_view text) const { std::ofstream(home_ / name) << text; }
  static std::string Chosen() { return MakeDefaultContext().device().name(); }

  const std::filesystem::path home_ =
      std::filesystem::path(testing::TempDir()) / "kernelc_default_context";
};

TEST_F(DefaultContext, TheVariableComesFirst) {
  Write(".cuda-device", "0");
  EXPECT_EQ(Chosen(), "cuda:0");
  ::setenv("CUDA_DEVICE", "1", 1);
  EXPECT_EQ(Chosen(), "cuda:1");
  ::setenv("CUDA_DEVICE", " cuda:0\n", 1);
  EXPECT_EQ(Chosen(), "cuda:0");
  ::setenv("CUDA_DEVICE", "cpu", 1);
  EXPECT_EQ(Chosen(), "cpu:0");
}

TEST_F(DefaultContext, ThenTheFile) {
  Write(".cuda_device", "0\n");
  EXPECT_EQ(Chosen(), "cuda:0");
  Write(".cuda-device", "1\n");
  EXPECT_EQ(Chosen(), "cuda:1");
  ::unsetenv("HOME");
  EXPECT_EQ(Chosen(), "cuda:0");
}

TEST_F(DefaultContext, ThenEachDeviceInTurn) {
  EXPECT_EQ(Chosen(), "cuda:0");
  ReleaseContexts();
  Fake().fail("cuDevicePrimaryCtxRetain", 1, 2);
  EXPECT_EQ(Chosen(), "cuda:1");
}

TEST_F(DefaultContext, AMalformedValueIsAnError) {
  for (const char* text : {"", " ", "x", "1x", "-1", "+1", "1 2", "0x1", "1.0", "cuda:", "cuda:x",
                           "gpu0", "99999999999999999999"}) {
    ::setenv("CUDA_DEVICE", text, 1);
    EXPECT_ERROR(MakeDefaultContext(), ErrorCode::InvalidArgument, "CUDA_DEVICE says `");
    EXPECT_ERROR(MakeDefaultContext(), ErrorCode::InvalidArgument, "the number of a CUDA device");
  }
  ::setenv("CUDA_DEVICE", "7", 1);
  EXPECT_ERROR(MakeDefaultContext(), ErrorCode::NoDevice,
               "CUDA_DEVICE says `7`: this machine has the CUDA devices 0 to 1");
  ::unsetenv("CUDA_DEVICE");
  Write(".cuda-device", "first");
  EXPECT_ERROR(MakeDefaultContext(), ErrorCode::InvalidArgument, ".cuda-device says `first`");
  Write(".cuda-device", std::string(100000, '1'));
  EXPECT_ERROR(MakeDefaultContext(), ErrorCode::InvalidArgument, ".cuda-device says `111");
}

TEST_F(DefaultContext, AFileThatCannotBeReadIsAnError) {
  std::filesystem::create_directories(home_ / ".cuda-device");
  EXPECT_ERROR(MakeDefaultContext(), ErrorCode::FileAccess, "cannot be read");
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST_F(DefaultContext, GetDefaultDeviceEndsAtItsFallback) {
  EXPECT_EQ(GetDefaultDevice().name(), "cuda:0");
  EXPECT_EQ(GetDefaultDevice(cpu_device()).name(), "cpu:0");
  ::setenv("CUDA_DEVICE", "1", 1);
  EXPECT_EQ(GetDefaultDevice(cpu_device()).name(), "cuda:1");
  ::setenv("CUDA_DEVICE", "one", 1);
  EXPECT_ERROR(GetDefaultDevice(), ErrorCode::InvalidArgument, "says `one`");
}
#pragma GCC diagnostic pop

TEST_F(DefaultContext, AutoInitIsCurrentAndCleansUp) {
  ::setenv("CUDA_DEVICE", "1", 1);
  auto kept = std::make_shared<int>(1);
  const auto memo = ContextMemoize([&] { return kept; });
  {
    const AutoInit init;
    EXPECT_EQ(init.device().name(), "cuda:1");
    EXPECT_EQ(current_context(), init.context());
    EXPECT_EQ(Fake().current_context(), init.context().native_handle());
    memo();
  }
  EXPECT_EQ(kept.use_count(), 1);
  EXPECT_EQ(Fake().current_context(), nullptr);
  EXPECT_EQ(Fake().live(), fake_driver::LiveObjects{});
  ::setenv("CUDA_DEVICE", "no", 1);
  EXPECT_ERROR(AutoInit(), ErrorCode::InvalidArgument, "says `no`");
}

TEST_F(DefaultContext, DevicesAreCountedAndInitialised) {
  Init();
  EXPECT_TRUE(is_initialized());
  EXPECT_EQ(device_count(), 2);
}

TEST_F(DefaultContext, PeersAreEnabledOneWay) {
  const Context first("cuda:0");
  const Context second("cuda:1");
  const Context cpu("cpu");
  EXPECT_TRUE(can_access_peer(first.device(), second.device()));
  EXPECT_TRUE(can_access_peer(first.device(), first.device()));
  EXPECT_TRUE(can_access_peer(cpu.device(), cpu.device()));
  EXPECT_FALSE(can_access_peer(first.device(), cpu.device()));
  EXPECT_FALSE(can_access_peer(cpu.device(), first.device()));
  EXPECT_ERROR(DisablePeerAccess(first, second), ErrorCode::InvalidArgument,
               "access to the memory of cuda:1 was not enabled");
  EnablePeerAccess(first, second);
  EnablePeerAccess(first, second);
  EnablePeerAccess(first, first);
  EnablePeerAccess(cpu, cpu);
  EXPECT_ERROR(DisablePeerAccess(second, first), ErrorCode::InvalidArgument, "was not enabled");
  DisablePeerAccess(first, second);
  EXPECT_ERROR(DisablePeerAccess(first, second), ErrorCode::InvalidArgument, "was not enabled");
  EXPECT_ERROR(DisablePeerAccess(cpu, cpu), ErrorCode::InvalidArgument, "its own memory");
  EXPECT_ERROR(EnablePeerAccess(first, cpu), ErrorCode::NotSupported,
               "cuda:0 cannot access the memory of cpu:0");
  Fake().fail("cuCtxEnablePeerAccess", 1, 999);
  EXPECT_ERROR(EnablePeerAccess(first, second), ErrorCode::Driver, "");
  second.Reset();
  EXPECT_ERROR(EnablePeerAccess(first, second), ErrorCode::ContextDestroyed, "");
}

}  // namespace
}  // namespace kernelc::runtime_test
