#include <sstream>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

TEST(Device, CpuIsAlwaysThere) {
  const Device cpu = cpu_device();
  EXPECT_EQ(cpu.name(), "cpu:0");
  EXPECT_EQ(cpu.kind(), DeviceKind::Cpu);
  EXPECT_EQ(cpu, device("cpu"));
  EXPECT_EQ(cpu, device("cpu:0"));
  EXPECT_EQ(devices().back(), cpu);
  const DeviceProperties& properties = cpu.properties();
  EXPECT_FALSE(properties.name.empty());
  EXPECT_GE(properties.multiprocessors, 1);
  EXPECT_EQ(properties.max_threads_per_block, 1024);
  EXPECT_EQ(properties.warp_size, 32);
  EXPECT_GT(properties.total_memory, 0U);
  EXPECT_TRUE(cpu.arch().starts_with("x86-64"));
}

TEST(Device, CudaIsThereOrSaysWhy) {
  EXPECT_EQ(cuda_available(), why_cuda_is_unavailable().empty());
  EXPECT_EQ(default_device().kind(), cuda_available() ? DeviceKind::Cuda : DeviceKind::Cpu);
  EXPECT_EQ(devices().size() > 1, cuda_available());
}

TEST(Device, BadNames) {
  for (const char* name : {"", "gpu", "cuda:", "cuda:x", "cuda:-1", "cuda:1x", "cuda0", "cpu:"}) {
    EXPECT_ERROR(device(name), ErrorCode::InvalidArgument, "`cuda:N`");
  }
  EXPECT_ERROR(device("cpu:1"), ErrorCode::NoDevice, "there is one CPU device");
  EXPECT_ERROR(device("cuda:99"),
               cuda_available() ? ErrorCode::NoDevice : ErrorCode::DriverUnavailable,
               cuda_available() ? "devices 0 to" : "CUDA driver");
}

TEST(Device, CapabilityAndSupport) {
  EXPECT_EQ(cpu_device().compute_capability(), std::pair(0, 0));
  EXPECT_TRUE(cpu_device().supported());
  for (const Device& device : devices()) {
    const bool is_cuda = device.kind() == DeviceKind::Cuda;
    EXPECT_EQ(device.compute_capability() > std::pair(0, 0), is_cuda);
  }
}

TEST(Device, DetectDescribesEachDevice) {
  std::ostringstream out;
  const bool supported = Detect(out);
  const std::string text = out.str();
  for (const Device& device : devices()) {
    EXPECT_NE(text.find(device.name() + "  " + device.properties().name), std::string::npos) << text;
  }
  EXPECT_NE(text.find("[supported]"), std::string::npos);
  EXPECT_NE(text.find("GiB"), std::string::npos);
  EXPECT_EQ(text.find("no CUDA device: ") == std::string::npos, cuda_available());
  EXPECT_TRUE(!supported || cuda_available());
}

class ContextTest : public OnDevice {};
KC_ON_EACH_DEVICE(ContextTest);

TEST_P(ContextTest, IsSharedByAllThreads) {
  RunThreads(16, [&](int) {
    EXPECT_EQ(Context(GetParam()), *context);
    const DeviceArray<float> array(*context, Iota(100));
    EXPECT_EQ(array.ToVector(), Iota(100));
  });
}

TEST_P(ContextTest, MemoryInfo) {
  const MemoryInfo info = context->memory_info();
  EXPECT_GT(info.free_bytes, 0U);
  EXPECT_LE(info.free_bytes, info.total_bytes);
}

TEST_P(ContextTest, MemoryInfoFollowsWhatIsUsed) {
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  constexpr std::size_t kMost = 6;
  const std::uint64_t before = context->memory_info().free_bytes;
  if (before < (kMost + 2) * kBytes) {
    GTEST_SKIP() << "too little memory is free";
  }
  // Systems count memory late that was freed a moment ago, and others use memory as well: one of several buffers has to
  // show.
  std::vector<Buffer> buffers;
  bool shown = false;
  while (!shown && buffers.size() < kMost) {
    const Buffer& buffer = buffers.emplace_back(*context, kBytes);
    MemsetAsync(*context, buffer.data(), 1, kBytes);
    context->Synchronize();
    shown = context->memory_info().free_bytes + kBytes / 2 < before;
  }
  EXPECT_TRUE(shown);
}

TEST_P(ContextTest, OutlivesItsRelease) {
  const DeviceArray<float> array(*context, Iota(4));
  context.reset();
  ReleaseContexts();
  EXPECT_EQ(array.ToVector(), Iota(4));
  EXPECT_EQ(array.context().device(), device(GetParam()));
  // A device has one context at a time.
  EXPECT_EQ(Context(GetParam()), array.context());
}

TEST_P(ContextTest, MovedFrom) {
  Context mine = *context;
  const Context taken = std::move(mine);
  EXPECT_EQ(taken, *context);
  EXPECT_FALSE(mine == taken);
  EXPECT_ERROR(mine.device(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.default_stream(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.per_thread_stream(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.stream_priorities(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.Synchronize(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.memory_info(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.Push(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.Pop(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.Reset(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(mine.native_handle(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(const Stream stream(mine), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(const Event event(mine), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(DeviceArray<float>(mine, {4}), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(const ContextScope scope(mine), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(current_resource(mine), ErrorCode::InvalidArgument, "moved from");
  mine = taken;
  mine.Synchronize();
}

TEST_P(ContextTest, ScopeNests) {
  const ContextScope outer(*context);
  const ContextScope inner(*context);
  EXPECT_EQ(DeviceArray<float>(*context, Iota(4)).ToVector(), Iota(4));
}

}  // namespace
}  // namespace kernelc::runtime_test
