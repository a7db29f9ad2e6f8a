// PyCUDA's and torch's names, what is current, and logs and limits.
#include <nlohmann/json.hpp>

#include "tests/memory/support.h"

namespace kernelc::memory_test {
namespace {

constexpr std::size_t kMebi = std::size_t{1} << 20;

class Usage : public OnDevice {};

TEST_P(Usage, FiguresOfTheCurrentResource) {
  EXPECT_EQ(allocator_backend(*context), "driver");
  const std::uint64_t before = memory_allocated(*context);
  {
    const DeviceArray<float> array(*context, {1000});
    EXPECT_EQ(memory_allocated(*context), before + 4000);
    EXPECT_EQ(memory_reserved(*context), memory_allocated(*context));
  }
  EXPECT_GE(max_memory_allocated(*context), before + 4000);
  EXPECT_EQ(memory_allocated(*context), before);
  EXPECT_ERROR(SetPerProcessMemoryFraction(0.5, *context), ErrorCode::NotSupported,
               "choose a caching");
  EXPECT_ERROR(RecordMemoryHistory(*context), ErrorCode::NotSupported, "choose a caching");

  const MemoryResource caching = CachingResource(*context);
  const ResourceScope scope(caching);
  {
    const DeviceArray<float> array(*context, {1000});
    EXPECT_EQ(memory_allocated(*context), 4096U);
    EXPECT_EQ(memory_reserved(*context), 2 * kMebi);
  }
  EXPECT_EQ(max_memory_allocated(*context), 4096U);
  EXPECT_EQ(max_memory_reserved(*context), 2 * kMebi);
  EmptyCache(*context);
  EXPECT_EQ(memory_reserved(*context), 0U);
  ResetPeakMemoryStats(*context);
  EXPECT_EQ(max_memory_reserved(*context), 0U);
  SetPerProcessMemoryFraction(1, *context);
  EXPECT_NE(memory_summary(*context).find("reserved_bytes"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(memory_snapshot(*context))["stats"]["allocations"]["added"], 1);
}

TEST_P(Usage, MemoryWithoutAnOwner) {
  const DevicePointer data = CachingAllocatorAlloc(*context, 1000);
  MemsetAsync(*context, data, 1, 1000);
  CachingAllocatorDelete(data);
  EXPECT_ERROR(CachingAllocatorDelete(data), ErrorCode::InvalidArgument, "deleted before");
}

TEST_P(Usage, AllocatorIsChangedBeforeFirstUse) {
  const MemoryResource statistics = StatisticsResource(DriverResource(*context));
  const ResourceScope scope(statistics);
  ChangeCurrentAllocator(*context, CachingResource(*context));
  EXPECT_EQ(allocator_backend(*context), "caching");
  const DeviceArray<float> array(*context, {1000});
  EXPECT_ERROR(ChangeCurrentAllocator(*context, DriverResource(*context)),
               ErrorCode::InvalidArgument, "has made 1 allocation already");
}

TEST_P(Usage, ResourcesOfOtherContextsAreRefused) {
  if (!cuda_available()) {
    GTEST_SKIP() << why_cuda_is_unavailable();
  }
  const Context other(is_cpu() ? "cuda" : "cpu");
  EXPECT_ERROR(SetCurrentResource(*context, DriverResource(other)), ErrorCode::InvalidArgument,
               "another context");
  const Stream stream(other);
  EXPECT_ERROR(DriverResource(*context).Allocate(100, stream), ErrorCode::InvalidArgument,
               "another context");
}

TEST_P(Usage, PluginsSayWhatIsMissing) {
  EXPECT_ERROR(PluggableResource(*context, "no_such_library.so", "a", "b"), ErrorCode::FileAccess,
               "no_such_library.so");
  if (plugin.empty()) {
    GTEST_SKIP() << "no --plugin";
  }
  EXPECT_ERROR(PluggableResource(*context, plugin, "plugin_cpu_allocate", "plugin_release"),
               ErrorCode::NotFound, "`plugin_release`");
}

TEST_P(Usage, OwnFunctionsMayFail) {
  const MemoryResource own = CallbackResource(
      *context,
      [](std::size_t, StreamRef) -> DevicePointer {
        throw std::runtime_error("the shelf is empty");
      },
      [](DevicePointer, std::size_t, StreamRef) {}, {.name = "shelf"});
  EXPECT_ERROR(own.Allocate(10), ErrorCode::OutOfMemory, "`shelf` resource: the shelf is empty");
  EXPECT_ERROR(CallbackResource(*context, nullptr, nullptr), ErrorCode::InvalidArgument, "empty");
}

TEST_P(Usage, LogsAndLimits) {
  std::vector<std::string> lines;
  const MemoryResource log =
      LoggingResource(NoMemory(*context), [&](std::string_view line) { lines.emplace_back(line); });
  const MemoryResource limit = LimitResource(log, 1000);
  const DevicePointer data = limit.Allocate(900);
  EXPECT_ERROR(limit.Allocate(101), ErrorCode::OutOfMemory, "900 of 1000 in use");
  limit.Free(data, 900);
  limit.Free(limit.Allocate(1000), 1000);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], "thread,seconds,action,address,bytes,stream");
  EXPECT_NE(lines[1].find(",allocate," + std::to_string(data) + ",900,"), std::string::npos)
      << lines[1];
  EXPECT_NE(lines[2].find(",free," + std::to_string(data) + ",900,"), std::string::npos)
      << lines[2];
}

TEST_P(Usage, DevicePool) {
  const DeviceMemoryPool pool(*context);
  std::vector<PooledDeviceAllocation> blocks;
  for (int i = 0; i < 10; ++i) {
    blocks.push_back(pool.Allocate(3 * kMebi));
    EXPECT_EQ(blocks.back().size(), 3 * kMebi);
    EXPECT_NE(blocks.back().address(), 0U);
  }
  EXPECT_EQ(pool.active_blocks(), 10U);
  EXPECT_EQ(pool.active_bytes(), 30 * kMebi);
  blocks[3].Free();
  EXPECT_ERROR(blocks[3].Free(), ErrorCode::InvalidArgument, "freed before");
  EXPECT_EQ(pool.active_blocks(), 9U);
  EXPECT_GE(pool.held_blocks(), 1U);
  blocks.clear();
  EXPECT_GE(pool.held_blocks(), 1U);
  pool.FreeHeld();
  EXPECT_EQ(pool.held_blocks(), 0U);
  EXPECT_EQ(pool.managed_bytes(), 0U);
  pool.StopHolding();
  { const PooledDeviceAllocation last = pool.Allocate(100); }
  EXPECT_EQ(pool.managed_bytes(), 0U);
  EXPECT_ERROR(pool.Allocate(std::size_t{1} << 50), ErrorCode::OutOfMemory, "bytes requested");
}

TEST_P(Usage, PageLockedPool) {
  const PageLockedMemoryPool pool(*context);
  const DeviceArray<float> array(*context, {1000});
  const std::byte* address = nullptr;
  const Stream stream(*context);
  {
    const StreamScope scope(stream);
    HostArray host = pool.Allocate({1000}, ScalarKind::Float32);
    EXPECT_EQ(host.nbytes(), 4000U);
    address = host.data();
    for (float& value : host.as<float>()) {
      value = 5;
    }
    array.CopyFromHostAsync(host.view(), stream);
  }
  EXPECT_EQ(pool.active_blocks(), 0U);
  EXPECT_GE(pool.held_blocks(), 1U);
  {
    // The host must not write what the stream still reads, so it gets other memory.
    const StreamScope scope(stream);
    const Gate gate(stream);
    HostArray blocked = pool.Allocate({1000}, ScalarKind::Float32);
    const std::byte* const first = blocked.data();
    array.CopyFromHostAsync(blocked.view(), stream);
    blocked = HostArray();
    const HostArray next = pool.Allocate({1000}, ScalarKind::Float32);
    EXPECT_NE(next.data(), first);
  }
  stream.Synchronize();
  pool.resource().Verify();
  pool.FreeHeld();
  EXPECT_EQ(pool.managed_bytes(), 0U);
  const PageLockedAllocator allocate(*context);
  EXPECT_EQ(allocate({2, 3}, ScalarKind::Float64, Order::F).nbytes(), 48U);
  EXPECT_NE(address, nullptr);
}

KC_ON_EACH_DEVICE(Usage);

}  // namespace
}  // namespace kernelc::memory_test
