// Sixteen threads; the figures add up after each operation of each.
#include <array>
#include <random>
#include <stdexcept>

#include "tests/memory/support.h"

namespace kernelc::memory_test {
namespace {

class Stress : public OnDevice {};

TEST_P(Stress, FiguresAddUpAfterEveryOperation) {
  constexpr int kThreads = 16;
  constexpr int kOperations = 2000;
  const MemoryResource resource = CachingResource(*context);
  std::atomic<std::uint64_t> requested{0};
  OnThreads(kThreads, [&](int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const Stream stream(*context);
    std::vector<std::pair<DevicePointer, std::size_t>> mine;
    for (int i = 0; i < kOperations; ++i) {
      if (mine.empty() || (random() % 2 == 0 && mine.size() < 12)) {
        // Most are small, and of a few sizes.
        const std::size_t bytes =
            random() % 8 == 0 ? random() % (4U << 20) + 1 : (random() % 6 + 1) * 1000;
        const bool on_default = random() % 4 == 0;
        mine.emplace_back(
            resource.Allocate(bytes, on_default ? context->default_stream() : stream.ref()), bytes);
        requested += bytes;
      } else {
        const std::size_t place = random() % mine.size();
        const auto [data, bytes] = mine[place];
        mine.erase(mine.begin() + static_cast<std::ptrdiff_t>(place));
        if (random() % 8 == 0) {
          resource.RecordStream(data, context->default_stream());
        }
        resource.Free(data, bytes, stream);
      }
      if (random() % 100 == 0) {
        resource.ReleaseHeld();
      }
      resource.Verify();
      const MemoryStats stats = resource.stats();
      if (stats.reserved_bytes.current != stats.allocated_bytes.current + stats.held_bytes ||
          stats.allocated_bytes.current !=
              stats.allocated_bytes.added - stats.allocated_bytes.removed) {
        throw std::runtime_error(resource.Summary());
      }
    }
    for (const auto& [data, bytes] : mine) {
      resource.Free(data, bytes, stream);
    }
  });
  resource.Verify();
  const MemoryStats stats = resource.stats();
  EXPECT_EQ(stats.requested_bytes.added, requested.load());
  EXPECT_EQ(stats.requested_bytes.current, 0U);
  EXPECT_EQ(stats.allocations.current, 0U);
  context->Synchronize();
  resource.ReleaseHeld();
  EXPECT_EQ(resource.stats().reserved_bytes.current, 0U);
}

// Without anybody who looks: threads stay on their own caches, hand blocks to each other, and end.
TEST_P(Stress, ThreadsHandBlocksOver) {
  const MemoryResource resource = CachingResource(*context);
  std::array<std::atomic<DevicePointer>, 64> slots{};
  OnThreads(16, [&](int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    for (int i = 0; i < 20'000; ++i) {
      const DevicePointer mine = resource.Allocate(2048);
      const DevicePointer other = slots[random() % slots.size()].exchange(mine);
      if (other != 0) {
        resource.Free(other, 2048);
      }
    }
  });
  for (std::atomic<DevicePointer>& slot : slots) {
    if (slot != 0) {
      resource.Free(slot, 2048);
    }
  }
  resource.Verify();
  EXPECT_EQ(resource.stats().allocations.added, 16U * 20'000U);
  EXPECT_EQ(resource.stats().allocations.current, 0U);
  // Threads that find nothing at once may each take a segment.
  EXPECT_LE(resource.stats().reserved_bytes.peak, std::uint64_t{17} << 21);
}

TEST_P(Stress, AMillionCyclesStayFlat) {
  const MemoryResource resource = CachingResource(*context);
  const ResourceScope scope(resource);
  const Buffer first(*context, 4096);
  const std::uint64_t reserved = resource.stats().reserved_bytes.current;
  for (int i = 0; i < 1'000'000; ++i) {
    const Buffer buffer(*context, 4096);
  }
  EXPECT_EQ(resource.stats().reserved_bytes.current, reserved);
  EXPECT_EQ(resource.stats().reserved_bytes.peak, reserved);
  EXPECT_EQ(resource.stats().segments.added, 1U);
  resource.Verify();
}

KC_ON_EACH_DEVICE(Stress);

}  // namespace
}  // namespace kernelc::memory_test
