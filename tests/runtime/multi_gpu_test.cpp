// Two GPUs in one process. Skipped where there are fewer.
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class MultiGpu : public testing::Test {
 protected:
  void SetUp() override {
    const std::size_t gpus = devices().size() - 1;
    if (gpus < 2) {
      GTEST_SKIP() << "this machine has " << gpus << " GPUs; this test needs two";
    }
    first = std::make_unique<Context>("cuda:0");
    second = std::make_unique<Context>("cuda:1");
  }

  std::unique_ptr<Context> first;
  std::unique_ptr<Context> second;
};

TEST_F(MultiGpu, OneKernelObjectRunsOnBoth) {
  const Kernel scale = Module(*first, TestImage()).kernel("scale");
  const DeviceArray<float> x(*first, Iota(1000));
  const DeviceArray<float> y(*second, Iota(1000));
  const Stream on_second(*second);
  for (int i = 0; i < 3; ++i) {
    scale.Launch({4, 256}, x, 2.0F);
    scale.Launch({4, 256, 0, on_second}, y, 3.0F);
    scale.On(*second).Launch({4, 256, 0, on_second}, y, 1.0F);
  }
  EXPECT_EQ(x.ToVector()[999], 999.0F * 8);
  EXPECT_EQ(y.ToVector(on_second)[999], 999.0F * 27);
  EXPECT_EQ(scale.context(), *first);
  EXPECT_ERROR(scale.Launch({4, 256}, y, 1.0F), ErrorCode::InvalidArgument,
               "parameter `x`: the array is on cuda:1, the kernel runs on cuda:0");
}

TEST_F(MultiGpu, PeerCopies) {
  const DeviceArray<float> x(*first, Iota(1 << 20));
  const DeviceArray<float> y(*second, Dims{1 << 20});
  const DeviceArray<float> back(*first, Dims{1 << 20});
  const Stream to(*second);
  const Stream home(*first);
  y.CopyFrom(x, to);
  Module(*second, TestImage()).kernel("scale").Launch({4096, 256, 0, to}, y, 2.0F);
  to.Synchronize();
  back.CopyFrom(y, home);
  const std::vector<float> got = back.ToVector(home);
  std::vector<float> expected = Iota(1 << 20);
  for (float& value : expected) {
    value *= 2;
  }
  EXPECT_EQ(got, expected);
}

TEST_F(MultiGpu, EventsOrderStreamsOfBoth) {
  const DeviceArray<float> x(*first, Iota(64));
  const DeviceArray<float> y(*second, Dims{64});
  const Stream produce(*first);
  const Stream consume(*second);
  const Event ready(*first, {.timing = false});
  Module(*first, TestImage()).kernel("spin").Launch({1, 1, 0, produce}, 50000);
  x.Fill(5.0F, produce);
  ready.Record(produce);
  consume.Wait(ready);
  y.CopyFrom(x, consume);
  EXPECT_EQ(y.ToVector(consume), std::vector<float>(64, 5.0F));
  EXPECT_ERROR(ready.Record(consume), ErrorCode::InvalidArgument, "another context, of cuda:1");
  const Event other(*second);
  EXPECT_ERROR(ElapsedMilliseconds(other, ready), ErrorCode::InvalidArgument, "different contexts");
  EXPECT_ERROR(Stream::Wrap(*first, consume.native_handle()), ErrorCode::InvalidArgument,
               "made in another context");
}

TEST_F(MultiGpu, GuardsAndThreads) {
  RunThreads(8, [&](int number) {
    const Context& mine = number % 2 == 0 ? *first : *second;
    const Context& other = number % 2 == 0 ? *second : *first;
    SelectDevice(mine.device());
    for (int i = 0; i < 20; ++i) {
      const DeviceArray<float> x(current_context(), Iota(256));
      {
        const DeviceGuard guard(other.device());
        EXPECT_EQ(current_context(), other);
        const DeviceArray<float> y(current_context(), Iota(256));
        y.CopyFrom(x);
        EXPECT_EQ(y.ToVector(), Iota(256));
      }
      EXPECT_EQ(current_device(), mine.device());
      EXPECT_EQ(x.ToVector(), Iota(256));
    }
  });
}

TEST_F(MultiGpu, ResetOfOneLeavesTheOther) {
  const DeviceArray<float> x(*first, Iota(16));
  const DeviceArray<float> y(*second, Iota(16));
  SelectDevice("cuda:1");
  {
    const DeviceGuard guard("cuda:0");
    Device(first->device()).Reset();
    EXPECT_EQ(current_context().device().name(), "cuda:0");
  }
  EXPECT_EQ(current_context(), *second);
  EXPECT_EQ(y.ToVector(), Iota(16));
  EXPECT_ERROR(x.ToVector(), ErrorCode::ContextDestroyed, "was reset");
  EXPECT_ERROR(y.CopyFrom(x), ErrorCode::ContextDestroyed, "was reset");
  Close();
}

}  // namespace
}  // namespace kernelc::runtime_test
