// A launch of known types takes no memory.
#include <cstdlib>
#include <new>

#include "tests/program/support.h"

namespace {

// Allocations of this thread.
thread_local std::size_t allocations = 0;

}  // namespace

// Not inlined: compilers would take malloc and delete, or new and free, for a pair that does not belong together.
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size != 0 ? size : 1); memory != nullptr) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace kernelc::program_test {
namespace {

class LaunchPathTest : public OnDevice {};
KC_ON_EACH_DEVICE(LaunchPathTest);

TEST_P(LaunchPathTest, LaunchesAllocateNothing) {
  const JitKernel kernel = Program::FromSource(
                               "from kernelc import *\n\n\n@kernel\ndef k(a, b, c, n, f):\n"
                               "    i = grid(1)\n    if i < n:\n        c[i] = a[i] + b[i] * f\n")
                               .kernel("k");
  const DeviceArray<float> a(*context, {64});
  const DeviceArray<float> b(*context, {64});
  const DeviceArray<float> c(*context, {64});
  const LaunchConfig config = {2, 32};
  const Arg args[] = {a, b, c, std::int64_t{64}, 2.0F};
  const Kernel typed = kernel.Specialize(*context, args);
  std::int64_t n = 0;
  const auto launch_all = [&] {
    // With the arguments of last time, with others, and without the choice of code.
    kernel.Launch(config, a, b, c, std::int64_t{64}, 2.0F);
    kernel.Launch(config, a, b, c, std::int64_t{64}, 2.0F);
    kernel.Launch(config, a, b, c, ++n, 2.0F);
    typed.Launch(config, a, b, c, std::int64_t{64}, 2.0F);
  };
  // The first launches compile, and teach the CPU device that they are small.
  for (int i = 0; i < 20; ++i) {
    launch_all();
    context->Synchronize();
  }
  std::size_t fewest = 1000;
  for (int i = 0; i < 20 && fewest != 0; ++i) {
    const std::size_t before = allocations;
    launch_all();
    fewest = std::min(fewest, allocations - before);
    context->Synchronize();
  }
  // The CPU device hands a launch to another thread, with memory of its own, when this one was
  // interrupted for long; not every time.
  EXPECT_EQ(fewest, 0U);
}

TEST_P(LaunchPathTest, ViewsAllocateNothing) {
  const DeviceArray<float> array(*context, {64, 32});
  const std::size_t before = allocations;
  const DeviceArrayAny slice = array.Sliced({{4, 60, 2}, {0, 16}});
  const DeviceArrayAny transposed = array.Transposed();
  const DeviceArrayAny flat = array.Raveled();
  EXPECT_EQ(allocations, before);
}

}  // namespace
}  // namespace kernelc::program_test
