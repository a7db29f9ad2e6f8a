// Threads of blocks that wait for each other, without device code.
#include "runtime/cpu/fibers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

namespace kernelc::cpu {
namespace {

// Threads 0 to n - 1 of a block, which run_turns is asked for.
class Block {
 public:
  Block(int threads, std::function<void(int)> body) : threads_(threads), body_(std::move(body)) {}

  void Run() {
    Fibers::OfThisThread().RunTurns(
        [](void* self) {
          auto& block = *static_cast<Block*>(self);
          while (block.begun_ < block.threads_) {
            block.body_(block.begun_++);
          }
        },
        this);
  }

 private:
  int threads_;
  std::function<void(int)> body_;
  int begun_ = 0;
};

void WaitFor(const bool& flag) {
  while (!flag) {
    Fibers::OfThisThread().Wait();
  }
}

// Bools that have addresses.
struct Flag {
  bool set = false;
};

TEST(FibersTest, ThreadsThatDoNotWaitRunInOrder) {
  std::vector<int> order;
  Block(5, [&](int thread) { order.push_back(thread); }).Run();
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
}

TEST(FibersTest, EachWaitsForTheNext) {
  constexpr int kThreads = 1024;
  std::vector<Flag> done(kThreads);
  std::vector<int> order;
  Block(kThreads, [&](int thread) {
    if (thread + 1 < kThreads) {
      WaitFor(done[static_cast<std::size_t>(thread) + 1].set);
    }
    order.push_back(thread);
    done[static_cast<std::size_t>(thread)].set = true;
  }).Run();
  std::vector<int> expected(kThreads);
  std::iota(expected.rbegin(), expected.rend(), 0);
  EXPECT_EQ(order, expected);
}

TEST(FibersTest, VariablesOfThreadsStay) {
  int turn = 0;
  std::vector<int> sums(8);
  Block(8, [&](int thread) {
    int own = thread;
    for (int round = 0; round < 10; ++round) {
      while (turn % 8 != 7 - thread) {
        Fibers::OfThisThread().Wait();
      }
      own += turn++;
    }
    sums[static_cast<std::size_t>(thread)] = own;
  }).Run();
  EXPECT_EQ(turn, 80);
  for (int thread = 0; thread < 8; ++thread) {
    // The turns 7 - thread, 15 - thread, ...
    EXPECT_EQ(sums[static_cast<std::size_t>(thread)], thread + 10 * (7 - thread) + 8 * 45);
  }
}

// Blocks that run `body(number)`, each on what fiber there is.
class Blocks final : public BlockSource {
 public:
  Blocks(int count, std::function<void(int)> body) : count_(count), body_(std::move(body)) {}
  bool HasMore() override { return begun_ < count_; }
  void RunMore() override {
    ++fibers;
    while (HasMore()) {
      body_(begun_++);
    }
  }

  int fibers = 0;

 private:
  int count_;
  std::function<void(int)> body_;
  int begun_ = 0;
};

TEST(FibersTest, BlocksBeginWhileOthersWait) {
  int arrived = 0;
  std::vector<int> seen;
  Blocks blocks(40, [&](int block) {
    Block(32, [&](int thread) {
      if (thread == 0) {
        ++arrived;
        while (arrived < 40) {
          Fibers::OfThisThread().Wait();
        }
        seen.push_back(block);
      }
    }).Run();
  });
  Fibers::OfThisThread().RunBlocks(blocks);
  EXPECT_EQ(arrived, 40);
  EXPECT_EQ(seen.size(), 40U);
  EXPECT_EQ(blocks.fibers, 40);
}

TEST(FibersTest, BlocksThatDoNotWaitShareAFiber) {
  int ran = 0;
  Blocks blocks(100, [&](int) { Block(4, [&](int) { ++ran; }).Run(); });
  Fibers::OfThisThread().RunBlocks(blocks);
  EXPECT_EQ(ran, 400);
  EXPECT_EQ(blocks.fibers, 1);
}

// Threads of one block wait for the block before it and for each other.
TEST(FibersTest, WaitsOfThreadsAndBlocksMix) {
  constexpr int kBlocks = 6;
  constexpr int kThreads = 16;
  std::vector<Flag> done(kBlocks * kThreads);
  std::vector<int> order;
  Blocks blocks(kBlocks, [&](int block) {
    Block(kThreads, [&, block](int thread) {
      const int own = block * kThreads + thread;
      if (own + 1 < kBlocks * kThreads) {
        WaitFor(done[static_cast<std::size_t>(own) + 1].set);
      }
      order.push_back(own);
      done[static_cast<std::size_t>(own)].set = true;
    }).Run();
  });
  Fibers::OfThisThread().RunBlocks(blocks);
  ASSERT_EQ(order.size(), done.size());
  EXPECT_TRUE(std::is_sorted(order.rbegin(), order.rend()));
}

}  // namespace
}  // namespace kernelc::cpu
