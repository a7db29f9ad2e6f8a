// Sixteen threads that load, launch, allocate and destroy at once. tests/exec has the same with a
// compiler.
#include <atomic>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

constexpr int kThreads = 16;

class ThreadsTest : public OnDevice {
 protected:
  // Where there are several devices of the kind, each thread's own.
  Device DeviceOf(int number) const {
    std::vector<Device> same;
    for (const Device& found : devices()) {
      if (found.kind() == context->device().kind()) {
        same.push_back(found);
      }
    }
    return same[static_cast<std::size_t>(number) % same.size()];
  }
};
KC_ON_EACH_DEVICE(ThreadsTest);

TEST_P(ThreadsTest, LoadLaunchAllocateDestroy) {
  const Kernel shared = kernel("scale");
  RunThreads(kThreads, [&](int number) {
    SelectDevice(DeviceOf(number));
    const Context mine = current_context();
    for (int round = 0; round < 5; ++round) {
      const Module module(mine, TestImage());
      const Stream stream(mine);
      const Event ready(mine);
      const DeviceArray<float> a(mine, Iota(500));
      const DeviceArray<float> c(mine, Dims{500});
      module.kernel("add").Launch({2, 256, 0, mine.per_thread_stream()}, a, a, c);
      ready.Record(mine.per_thread_stream());
      stream.Wait(ready);
      shared.Launch({2, 256, 0, stream}, c, 0.5F);
      const auto calls = std::make_shared<std::atomic<int>>(0);
      stream.AddCallback([calls] { ++*calls; });
      EXPECT_EQ(c.ToVector(stream), Iota(500));
      EXPECT_EQ(calls->load(), 1);
      EXPECT_GE(mine.memory_info().total_bytes, 2000U);
    }
  });
}

TEST_P(ThreadsTest, ContextsComeAndGo) {
  // Contexts that threads release while an error ends them may be left to the driver.
  faults::LeaveOut(faults::kIllegalAddress);
  std::atomic<int> turns{0};
  RunThreads(kThreads, [&](int number) {
    for (int round = 0; round < 10; ++round) {
      {
        const DeviceGuard guard(DeviceOf(number));
        EXPECT_EQ(DeviceArray<float>(current_context(), Iota(64)).ToVector(), Iota(64));
        const DeviceGuard cpu("cpu");
        EXPECT_EQ(current_device(), cpu_device());
      }
      if (++turns % 7 == 0) {
        ReleaseContexts();
      }
    }
    Close();
  });
}

TEST_P(ThreadsTest, EventsBetweenThreads) {
  const Event event(*context);
  const Stream stream(*context);
  RunThreads(kThreads, [&](int number) {
    for (int round = 0; round < 20; ++round) {
      if (number % 2 == 0) {
        event.Record(stream);
      } else {
        event.Synchronize();
        static_cast<void>(event.query());
        event.Wait(context->per_thread_stream());
      }
    }
    context->per_thread_stream().Synchronize();
  });
}

}  // namespace
}  // namespace kernelc::runtime_test
