// Sixteen threads that compile, launch, allocate and destroy at once.
#include <gtest/gtest.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "kernelc/program.h"
#include "tests/exec/device_main.h"

namespace kernelc::exec_test {
namespace {

constexpr int kThreads = 16;

// A program that no other thread has: its constant is `number`.
std::string OwnText(int number) {
  return "from kernelc import *\n\n@kernel\ndef add(x, y):\n    i = grid(1)\n    if i < x.size:\n"
         "        y[i] = x[i] + y[i] + " +
         std::to_string(number) + "\n";
}

const char kSharedText[] =
    "from kernelc import *\n\n@kernel\ndef scale(x, factor):\n    i = grid(1)\n    if i < x.size:\n"
    "        x[i] *= factor\n";

// Runs `body(number)` on all threads; throws the first exception of one.
template <typename Body>
void RunThreads(Body body) {
  std::mutex mutex;
  std::exception_ptr first;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        first = first != nullptr ? first : std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  if (first != nullptr) {
    std::rethrow_exception(first);
  }
}

// The device under test, and where there are several of its kind, each thread's own.
Device DeviceOf(int number) {
  const Device wanted = TestContext().device();
  std::vector<Device> same;
  for (const Device& found : devices()) {
    if (found.kind() == wanted.kind()) {
      same.push_back(found);
    }
  }
  return same[static_cast<std::size_t>(number) % same.size()];
}

// What each thread does with a kernel of all threads and with one of its own.
void Work(int number, const JitKernel& shared) {
  SelectDevice(DeviceOf(number));
  const Context context = current_context();
  const JitKernel own = Program::FromSource(OwnText(number)).kernel("add");
  const Stream stream(context);
  const StreamRef streams[] = {stream, context.per_thread_stream(), context.default_stream()};
  for (int round = 0; round < 6; ++round) {
    const StreamRef& s = streams[round % 3];
    const DeviceArray<float> x(context, std::vector<float>(1000, static_cast<float>(number)));
    const DeviceArray<float> y(context, Dims{1000});
    const Event ready(context, {.timing = false});
    y.Fill(1.0F, s);
    // Another type in each second round: threads compile the shared kernel for it at once.
    if (round % 2 == 1) {
      const DeviceArray<double> wide(context, std::vector<double>(100, 3.0));
      shared.Launch({.grid = 1, .block = 128, .stream = s}, wide, 2.0);
      EXPECT_EQ(wide.ToVector(s)[99], 6.0);
    }
    own.Launch({.grid = 4, .block = 256, .stream = s}, x, y);
    ready.Record(s);
    stream.Wait(ready);
    shared.Launch({.grid = 4, .block = 256, .stream = stream}, y, 2.0F);
    EXPECT_EQ(y.ToVector(stream)[999], 2.0F * static_cast<float>(2 * number + 1));
  }
}

TEST(Threads, CompileLaunchAllocateDestroy) {
  const JitKernel shared = Program::FromSource(kSharedText).kernel("scale");
  RunThreads([&](int number) { Work(number, shared); });
}

TEST(Threads, MakeAndReleaseContexts) {
  const JitKernel shared = Program::FromSource(kSharedText).kernel("scale");
  std::atomic<int> turns{0};
  RunThreads([&](int number) {
    for (int round = 0; round < 5; ++round) {
      {
        const DeviceGuard guard(DeviceOf(number));
        const DeviceArray<float> x(current_context(), std::vector<float>(64, 1.0F));
        shared.Launch({.grid = 1, .block = 64}, x, 3.0F);
        EXPECT_EQ(x.ToVector()[63], 3.0F);
      }
      if (++turns % 7 == 0) {
        ReleaseContexts();
      }
    }
  });
}

TEST(Threads, OneArrayManyReaders) {
  const Context& context = TestContext();
  const JitKernel own = Program::FromSource(OwnText(0)).kernel("add");
  const DeviceArray<float> x(context, std::vector<float>(4096, 2.0F));
  RunThreads([&](int) {
    const Stream stream(context);
    for (int round = 0; round < 10; ++round) {
      const DeviceArray<float> y(context, std::vector<float>(4096, 1.0F));
      own.Launch({.grid = 16, .block = 256, .stream = stream}, x, y);
      EXPECT_EQ(y.ToVector(stream)[4095], 3.0F);
    }
  });
}

}  // namespace
}  // namespace kernelc::exec_test
