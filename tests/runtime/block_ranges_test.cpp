// How blocks are dealt out to threads.
#include "runtime/cpu/block_ranges.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace kernelc::cpu {
namespace {

using Range = BlockRanges::Range;

std::vector<Range> TakeAll(BlockRanges& ranges, unsigned thread) {
  std::vector<Range> taken;
  for (Range range = ranges.Next(thread); range.count > 0; range = ranges.Next(thread)) {
    taken.push_back(range);
  }
  return taken;
}

TEST(BlockRangesTest, OneThreadTakesAllAtOnce) {
  BlockRanges ranges(std::uint64_t{1} << 45, 1);
  const std::vector<Range> taken = TakeAll(ranges, 5);
  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].first, 0u);
  EXPECT_EQ(taken[0].count, std::uint64_t{1} << 45);
}

// A helper that never comes leaves its blocks to the others, which go upwards.
TEST(BlockRangesTest, WhoeverIsAloneTakesBlocksInOrder) {
  for (const std::uint64_t blocks : {1u, 2u, 63u, 1000u, 100'003u}) {
    BlockRanges ranges(blocks, 7);
    std::uint64_t next = 0;
    for (const Range& range : TakeAll(ranges, 0)) {
      EXPECT_EQ(range.first, next);
      next += range.count;
    }
    EXPECT_EQ(next, blocks);
  }
}

TEST(BlockRangesTest, ThreadsKeepToTheirPartWhileAllHaveOne) {
  constexpr std::uint64_t kBlocks = 4096;
  BlockRanges ranges(kBlocks, 4);
  for (unsigned turn = 0; turn < 8; ++turn) {
    for (unsigned thread = 0; thread < 4; ++thread) {
      const Range range = ranges.Next(thread);
      EXPECT_GE(range.first, kBlocks / 4 * thread);
      EXPECT_LE(range.first + range.count, kBlocks / 4 * (thread + 1));
    }
  }
}

TEST(BlockRangesTest, WhoHasNoneLeftTakesTheUpperHalfOfAnother) {
  BlockRanges ranges(2048, 2);
  const Range slow = ranges.Next(0);
  std::uint64_t by_fast = 0;
  for (const Range& range : TakeAll(ranges, 1)) {
    EXPECT_GE(range.first, slow.first + slow.count);
    by_fast += range.count;
  }
  EXPECT_EQ(slow.count + by_fast, 2048u);
  EXPECT_EQ(ranges.Next(0).count, 0u);
}

// More threads than there are ranges of their own, too.
TEST(BlockRangesTest, EveryBlockIsTakenOnce) {
  for (const unsigned threads : {2u, 3u, 16u, 100u}) {
    constexpr std::uint64_t kBlocks = 50'021;
    BlockRanges ranges(kBlocks, threads);
    const auto times = std::make_unique<std::atomic<int>[]>(kBlocks);
    std::vector<std::thread> workers;
    for (unsigned thread = 0; thread < threads; ++thread) {
      workers.emplace_back([&ranges, &times, thread] {
        for (Range range = ranges.Next(thread); range.count > 0; range = ranges.Next(thread)) {
          for (std::uint64_t i = 0; i < range.count; ++i) {
            times[range.first + i].fetch_add(1, std::memory_order_relaxed);
          }
        }
      });
    }
    for (std::thread& worker : workers) {
      worker.join();
    }
    for (std::uint64_t i = 0; i < kBlocks; ++i) {
      ASSERT_EQ(times[i].load(), 1) << i << " of " << threads;
    }
  }
}

}  // namespace
}  // namespace kernelc::cpu
