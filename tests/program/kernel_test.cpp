// Kernels of a program: types, launches, limits, errors.
#include <algorithm>

#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"py(
from kernelc import *
from numba import cuda

@kernel
def scale(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] *= factor

@kernel("void(float32[::1], float32)")
def typed(x, factor):
    i = grid(1)
    if i < x.size:
        x[i] *= factor

@cuda.jit(launch_bounds=64)
def bounded(x):
    x[cuda.threadIdx.x] = 1

@cuda.jit
def tile(out):
    shared = cuda.shared.array(0, dtype=float32)
    shared[cuda.threadIdx.x] = cuda.threadIdx.x
    cuda.syncthreads()
    out[cuda.blockIdx.x] = shared[cuda.blockDim.x - 1]

@cuda.jit
def meet(x, y):
    i = cuda.grid(1)
    x[i] = i
    cuda.cg.this_grid().sync()
    y[i] = x[x.size - 1 - i]

@cuda.jit
def tell(n):
    if cuda.grid(1) == 0:
        print("n is", n)

@cuda.jit
def count(out):
    cuda.atomic.add(out, 0, 1)
)py";

class KernelTest : public OnDevice {
 protected:
  JitKernel kernel(const char* name, const ProgramOptions& options = {}) const {
    return Program::FromSource(kText, "kernels.py", options).kernel(name);
  }
  DeviceArray<float> Ones(std::int64_t count) const {
    const DeviceArray<float> array(*context, {count});
    array.Fill(1);
    return array;
  }
};
KC_ON_EACH_DEVICE(KernelTest);

TEST_P(KernelTest, SpecializesPerArgumentTypes) {
  const JitKernel scale = kernel("scale");
  const DeviceArray<float> x = Ones(100);
  scale.Launch({4, 32}, x, 3.0F);
  scale.Launch({4, 32}, x.Sliced({{0, 100, 2}}), 2.0F);
  const DeviceArray<std::int32_t> y(*context, {100});
  y.Fill(5);
  scale.Launch({4, 32}, y, 7);
  EXPECT_EQ(x.ToVector()[98], 6.0F);
  EXPECT_EQ(x.ToVector()[99], 3.0F);
  EXPECT_EQ(y.ToVector()[99], 35);
}

TEST_P(KernelTest, WrongArgumentsNameTheParameter) {
  const DeviceArray<float> x = Ones(100);
  const JitKernel typed = kernel("typed");
  EXPECT_ERROR(typed.Launch({1, 32}, x), ErrorCode::TypeMismatch, "takes 2 arguments, 1 given");
  EXPECT_ERROR(typed.Launch({1, 32}, DeviceArray<double>(*context, {8}), 1.0F),
               ErrorCode::TypeMismatch,
               "parameter `x`: expects float32[::1], got float64[::1]");
  EXPECT_ERROR(typed.Launch({1, 32}, x.Reshaped({10, 10}), 1.0F), ErrorCode::TypeMismatch,
               "parameter `x`");
  EXPECT_ERROR(typed.Launch({1, 32}, x.Sliced({{0, 100, 2}}), 1.0F), ErrorCode::TypeMismatch,
               "parameter `x`");
  EXPECT_ERROR(typed.Launch({1, 32}, x, x), ErrorCode::TypeMismatch, "parameter `factor`");
  EXPECT_ERROR(typed.Launch({1, 32}, 1.0F, 1.0F), ErrorCode::TypeMismatch, "parameter `x`");
  EXPECT_ERROR(kernel("scale").Launch({1, 32}, x), ErrorCode::TypeMismatch,
               "takes 2 arguments, 1 given");
}

TEST_P(KernelTest, MovedFrom) {
  const DeviceArray<float> x = Ones(100);
  Program program = Program::FromSource(kText, "kernels.py");
  JitKernel scale = program.kernel("scale");
  const JitKernel taken = std::move(scale);
  EXPECT_ERROR(scale.Launch({1, 128}, x, 2.0f), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(scale.Bind(x, 2.0f), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(scale.ForAll(100).Launch(x, 2.0f), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(scale.name(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(scale.params(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(scale.Specialize(*context, "void(float32[::1], float32)"),
               ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(scale.Inspect(CodeForm::Kir, "cpu", "void(float32[::1], float32)"),
               ErrorCode::InvalidArgument, "moved from");
  const Program other = std::move(program);
  EXPECT_ERROR(program.kernel("scale"), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(program.kernel_names(), ErrorCode::InvalidArgument, "moved from");
  EXPECT_ERROR(program.warnings(), ErrorCode::InvalidArgument, "moved from");
  taken.Launch({1, 128}, x, 2.0f);
  other.kernel("scale").Launch({1, 128}, x, 2.0f);
  EXPECT_EQ(x.ToVector()[99], 4.0f);
}

TEST_P(KernelTest, SignaturesCompileAhead) {
  const JitKernel scale = kernel("scale");
  const Kernel general = scale.Specialize(*context, "void(float32[:], float32)");
  EXPECT_EQ(general, scale.Specialize(*context, "float32[:], float32"));
  const DeviceArray<float> x = Ones(64);
  general.Launch({1, 64}, x.Sliced({{1, 64, 3}}), 5.0F);
  general.Launch({1, 64}, x, 2.0);
  EXPECT_EQ(x.ToVector()[1], 10.0F);
  EXPECT_EQ(x.ToVector()[0], 2.0F);
  const Kernel own = kernel("typed").Specialize(*context, "");
  own.Launch({1, 64}, x, 0.5F);
  EXPECT_EQ(x.ToVector()[0], 1.0F);
  EXPECT_ERROR(scale.Specialize(*context, ""), ErrorCode::TypeMismatch, "no signature of its own");
  EXPECT_ERROR(scale.Specialize(*context, "void(float32[:])"), ErrorCode::TypeMismatch,
               "takes 2 arguments, the signature has 1");
  EXPECT_ERROR(scale.Specialize(*context, "void(float31[:], float32)"), ErrorCode::TypeMismatch,
               "float31");
  EXPECT_ERROR(own.Launch({1, 64}, x.Sliced({{0, 64, 2}}), 1.0F), ErrorCode::TypeMismatch,
               "parameter `x`: expects float32[::1], got float32[:]");
}

TEST_P(KernelTest, ForAllCoversEveryElement) {
  const JitKernel scale = kernel("scale");
  for (const std::int64_t count : {1, 63, 1000, 100003}) {
    const DeviceArray<float> x = Ones(count);
    scale.ForAll(count).Launch(x, 4.0F);
    const std::vector<float> values = x.ToVector();
    EXPECT_EQ(std::count(values.begin(), values.end(), 4.0F), count);
  }
  const DeviceArray<float> x = Ones(100);
  // The stream does not wait for the default one, which fills the array.
  context->Synchronize();
  const Stream stream(*context);
  scale.ForAll(100, {.block = 48, .stream = stream}).Launch(x, 3.0F);
  EXPECT_EQ(x.ToVector(stream)[99], 3.0F);
  scale.ForAll(0).Launch(x, 3.0F);
  EXPECT_EQ(x.ToVector()[0], 3.0F);
  EXPECT_ERROR(scale.ForAll(-1).Launch(x, 3.0F), ErrorCode::InvalidArgument, "-1 elements");
  EXPECT_ERROR(scale.ForAll(std::int64_t{1} << 62, {.block = 1024}).Launch(x, 3.0F),
               ErrorCode::LaunchLimit, "4503599627370496 blocks, the device's limit is 2147483647");
  EXPECT_ERROR(scale.ForAll(8, {.block = 2000}).Launch(x, 3.0F), ErrorCode::LaunchLimit,
               "2000");
}

TEST_P(KernelTest, ZeroExtentsAndLimitsAreNamed) {
  const JitKernel scale = kernel("scale");
  const DeviceArray<float> x = Ones(8);
  EXPECT_ERROR(scale.Launch({0, 32}, x, 1.0F), ErrorCode::LaunchLimit, "extent x is zero");
  EXPECT_ERROR(scale.Launch({1, {32, 0}}, x, 1.0F), ErrorCode::LaunchLimit, "extent y is zero");
  EXPECT_ERROR(scale.Launch({1, 1025}, x, 1.0F), ErrorCode::LaunchLimit, "limit is 1024");
  EXPECT_ERROR(scale.Launch({{1, 1, 70000}, 1}, x, 1.0F), ErrorCode::LaunchLimit, "limit is 65535");
  EXPECT_ERROR(scale.Launch({1, 32, 1 << 20}, x, 1.0F), ErrorCode::LaunchLimit,
               "1048576 of dynamic shared memory, the limit is");
  const DeviceArray<float> empty(*context, Dims{0});
  scale.Launch({1, 32}, empty, 1.0F);
  context->Synchronize();
}

TEST_P(KernelTest, LargeSharedMemoryIsOptedInto) {
  const JitKernel tile = kernel("tile");
  const DeviceArray<float> out(*context, {4});
  for (const std::uint64_t bytes : {4096U, 49152U, 65536U}) {
    out.Fill(0);
    tile.Launch({4, 256, bytes}, out);
    EXPECT_EQ(out.ToVector(), std::vector<float>(4, 255.0F)) << bytes;
  }
}

TEST_P(KernelTest, PropertiesOfTheCode) {
  const DeviceArray<float> x = Ones(64);
  const Arg args[] = {x};
  const Kernel bounded = kernel("bounded").Specialize(*context, args);
  EXPECT_EQ(bounded.attributes().max_threads_per_block, 64);
  EXPECT_EQ(bounded.attributes().static_shared_bytes, 0U);
  EXPECT_EQ(bounded.attributes().registers > 0, !is_cpu());
  EXPECT_ERROR(bounded.Launch({1, 65}, x), ErrorCode::LaunchLimit,
               "the limit for this kernel is 64");
  const OccupancySuggestion suggestion = bounded.suggest_block();
  EXPECT_LE(suggestion.block, 64U);
  EXPECT_GE(bounded.max_active_blocks(64), 1);
}

TEST_P(KernelTest, WholeGridLaunches) {
  const JitKernel meet = kernel("meet");
  const DeviceArray<float> x(*context, {256});
  const DeviceArray<float> y(*context, {256});
  meet.Launch({8, 32}, x, y);
  EXPECT_EQ(y.ToVector()[0], 255.0F);
  EXPECT_EQ(y.ToVector()[255], 0.0F);
  const Arg args[] = {x, y};
  const Kernel code = meet.Specialize(*context, args);
  const std::uint64_t most = code.max_cooperative_blocks(32);
  ASSERT_GE(most, 8U);
  const LaunchConfig config = {static_cast<std::uint32_t>(most + 1), 32};
  EXPECT_ERROR(meet.Launch(config, x, y), ErrorCode::LaunchLimit,
               "has " + std::to_string(most + 1) + " blocks, the most with blocks of this size is " +
                   std::to_string(most));
  // Nothing ran, and the context goes on.
  meet.Launch({8, 32}, x, y);
  context->Synchronize();
}

TEST_P(KernelTest, PrintedTextComesAtSynchronisation) {
  const JitKernel tell = kernel("tell");
  testing::internal::CaptureStdout();
  tell.Launch({2, 32}, 41);
  context->Synchronize();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "n is 41\n");
}

TEST_P(KernelTest, ErrorsOfThreadsSayWhere) {
  ProgramOptions options;
  options.debug = true;
  const JitKernel bounded = kernel("bounded", options);
  const DeviceArray<float> x = Ones(10);
  bounded.Launch({2, 16}, x);
  try {
    context->Synchronize();
    FAIL() << "nothing was thrown";
  } catch (const KernelError& error) {
    EXPECT_EQ(error.kernel(), "bounded");
    EXPECT_EQ(error.kind(), "IndexOutOfBounds");
    EXPECT_EQ(error.file(), "kernels.py");
    EXPECT_EQ(error.line(), 19U);
    EXPECT_GE(error.thread()[0], 10U);
  }
  context->Synchronize();
}

TEST_P(KernelTest, ManyCyclesOfAllocationLaunchAndFree) {
  const JitKernel count = kernel("count");
  const DeviceArray<std::int32_t> total(*context, {1});
  total.Fill(0);
  const JitKernel scale = kernel("scale");
  for (int i = 0; i < 2000; ++i) {
    const DeviceArray<float> x(*context, {100});
    scale.Launch({1, 100}, x, 1.0F);
    count.Launch({1, 1}, total);
  }
  EXPECT_EQ(total.ToVector()[0], 2000);
}

}  // namespace
}  // namespace kernelc::program_test
