// A thread resets the device again and again while others work on it: what they meet is the typed error
// of use after a reset, and then the next context.
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

constexpr int kWorkers = 8;

class ResetRaceTest : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    // What these call depends on who is faster.
    faults::LeaveOut(faults::kAny);
  }
  // A GPU takes a tenth of a second for each.
  int resets() const { return is_cpu() ? 60 : 12; }
  // Runs `work` on all workers until the device was reset often enough. Gives how often one of them
  // met a reset.
  int Run(const std::function<void()>& work) const {
    std::atomic<bool> stop{false};
    std::atomic<int> met{0};
    RunThreads(kWorkers + 1, [&](int number) {
      if (number == kWorkers) {
        for (int i = 0; i < resets(); ++i) {
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
          device(GetParam()).Reset();
        }
        stop = true;
        return;
      }
      while (!stop) {
        try {
          work();
        } catch (const Error& error) {
          EXPECT_EQ(error_code_name(error.code()), error_code_name(ErrorCode::ContextDestroyed))
              << error.what();
          ++met;
        }
      }
    });
    return met;
  }
};
KC_ON_EACH_DEVICE(ResetRaceTest);

TEST_P(ResetRaceTest, Everything) {
  Reports reports;
  const int met = Run([&] {
    const Context mine(GetParam());
    const Kernel scale = Module(mine, TestImage()).kernel("scale");
    const Stream stream(mine);
    const Event event(mine);
    const DeviceArray<float> x(mine, Iota(64));
    const DeviceArray<float> y(mine, Dims{64});
    for (int i = 0; i < 20; ++i) {
      scale.Launch({1, 64, 0, stream}, x, 2.0F);
      scale.Launch({1, 64, 0, stream}, x, 0.5F);
      event.Record(stream);
      mine.per_thread_stream().Wait(event);
      stream.AddCallback([] {});
      y.CopyFrom(x, stream);
      EXPECT_EQ(y.ToVector(stream), Iota(64));
      static_cast<void>(stream.query());
      static_cast<void>(mine.memory_info());
    }
  });
  EXPECT_GT(met, 0);
  EXPECT_EQ(reports.count(), 0) << reports.TakeMessages();
}

TEST_P(ResetRaceTest, ManyLaunches) {
  const int met = Run([&] {
    const Context mine(GetParam());
    const ContextScope scope(mine);
    const Kernel scale = Module(mine, TestImage()).kernel("scale");
    const DeviceArray<float> x(mine, Iota(64));
    for (int i = 0; i < 2000; ++i) {
      scale.Launch({1, 64}, x, 1.0F);
    }
    mine.Synchronize();
  });
  EXPECT_GT(met, 0);
}

TEST_P(ResetRaceTest, AllocationsAndWaits) {
  const int met = Run([&] {
    const Context mine(GetParam());
    for (int i = 0; i < 50; ++i) {
      const Buffer buffer(mine, 4096);
      MemsetAsync(mine, buffer.data(), 1, 4096);
      mine.Synchronize();
    }
  });
  EXPECT_GT(met, 0);
}

// The reset waits for the callback, which must not wait for the reset.
TEST_P(ResetRaceTest, ACallbackMeetsTheReset) {
  if (!is_cpu()) {
    GTEST_SKIP() << "callbacks must not call the driver";
  }
  const Stream stream(*context);
  const Stream other(*context);
  std::atomic<bool> began{false};
  std::string code;
  stream.AddCallback([&] {
    began = true;
    try {
      while (true) {
        static_cast<void>(other.query());
        std::this_thread::yield();
      }
    } catch (const Error& error) {
      code = error_code_name(error.code());
    }
  });
  while (!began) {
    std::this_thread::yield();
  }
  context->Reset();
  EXPECT_EQ(code, "ContextDestroyed");
}

// Nor for the next context, which comes after the reset.
TEST_P(ResetRaceTest, ACallbackAsksForTheContext) {
  const Stream stream(*context);
  std::atomic<bool> began{false};
  std::atomic<bool> ended{false};
  std::string code;
  stream.AddCallback([&] {
    began = true;
    try {
      while (true) {
        static_cast<void>(Context(GetParam()));
        std::this_thread::yield();
      }
    } catch (const Error& error) {
      code = error_code_name(error.code());
    }
    ended = true;
  });
  while (!began) {
    std::this_thread::yield();
  }
  context->Reset();
  while (!ended) {
    std::this_thread::yield();
  }
  EXPECT_EQ(code, "ContextDestroyed");
}

// What a thread asked for is over when it hears of the reset: its host memory is its own again.
TEST_P(ResetRaceTest, HostMemoryIsFreeAfterTheError) {
  const int met = Run([&] {
    const Context mine(GetParam());
    const Stream stream(mine);
    const DeviceArray<float> x(mine, Dims{1 << 16});
    std::vector<float> values(1 << 16, 1.0F);
    x.CopyFromHost(HostArrayView(std::span<const float>(values)), stream);
    x.CopyToHost(std::span(values), stream);
    EXPECT_EQ(values.back(), 1.0F);
  });
  EXPECT_GT(met, 0);
}

TEST_P(ResetRaceTest, SeveralReset) {
  RunThreads(kWorkers, [&](int number) {
    for (int i = 0; i < resets() / 4; ++i) {
      try {
        const Context mine(GetParam());
        const DeviceArray<float> x(mine, Iota(8));
        if (number % 2 == 0) {
          mine.device().Reset();
        } else {
          EXPECT_EQ(x.ToVector(), Iota(8));
        }
      } catch (const Error& error) {
        EXPECT_EQ(error_code_name(error.code()), error_code_name(ErrorCode::ContextDestroyed))
            << error.what();
      }
    }
  });
  const Context next(GetParam());
  EXPECT_EQ(DeviceArray<float>(next, Iota(8)).ToVector(), Iota(8));
}

}  // namespace
}  // namespace kernelc::runtime_test
