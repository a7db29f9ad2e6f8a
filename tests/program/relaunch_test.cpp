// A launch like the one before it takes a short way. Here each launch differs from the one before in
// one thing, and must do what it would do alone.
#include <complex>
#include <thread>

#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

constexpr const char* kText = R"py(
from kernelc import *

@kernel
def add(out, a, b, n, factor):
    i = grid(1)
    if i < n:
        out[i] = a[i] + b[i] * factor

@kernel("void(float32[:], float32)")
def signed(x, value):
    i = grid(1)
    if i < x.size:
        x[i] = value

@kernel
def shift(out, a):
    i = grid(1)
    if i < out.size:
        out[i] = a[i] + 1

@kernel
def set_x(records, value):
    i = grid(1)
    if i < records.size:
        records[i].x = value

@kernel
def optional(out, bias):
    i = grid(1)
    if bias is None:
        out[i] = 1
    else:
        out[i] = bias[i]
)py";

class RelaunchTest : public OnDevice {
 protected:
  void SetUp() override {
    OnDevice::SetUp();
    if (context != nullptr) {
      program = std::make_unique<Program>(Program::FromSource(kText, "relaunch.py"));
    }
  }
  JitKernel kernel(const char* name) const { return program->kernel(name); }
  DeviceArray<float> Filled(std::int64_t count, float value) const {
    const DeviceArray<float> array(*context, {count});
    array.Fill(value);
    return array;
  }
  std::unique_ptr<Program> program;
};
KC_ON_EACH_DEVICE(RelaunchTest);

constexpr LaunchConfig kConfig = {.grid = 4, .block = 32};

TEST_P(RelaunchTest, ScalarsChange) {
  const JitKernel add = kernel("add");
  const DeviceArray<float> a = Filled(100, 1);
  const DeviceArray<float> b = Filled(100, 2);
  const DeviceArray<float> out = Filled(100, 0);
  for (int i = 0; i < 5; ++i) {
    const std::int64_t n = 100 - i;
    add.Launch(kConfig, out, a, b, n, static_cast<float>(i));
    EXPECT_EQ(out.Item({n - 1}).kind, ScalarKind::Float32);
    EXPECT_EQ(out.ToVector()[static_cast<std::size_t>(n - 1)], 1.0F + 2.0F * static_cast<float>(i));
  }
  // What was not written keeps the value of the launch that wrote it.
  EXPECT_EQ(out.ToVector()[99], 1.0F);
  // Another type of the same argument.
  add.Launch(kConfig, out, a, b, std::int32_t{10}, 0.5);
  EXPECT_EQ(out.ToVector()[9], 2.0F);
}

TEST_P(RelaunchTest, ArraysChange) {
  const JitKernel add = kernel("add");
  const DeviceArray<float> a = Filled(100, 1);
  DeviceArrayAny front = Filled(100, 0);
  DeviceArrayAny back = Filled(100, 10);
  // Two buffers in turn.
  for (int i = 0; i < 6; ++i) {
    add.Launch(kConfig, front, back, a, std::int64_t{100}, 1.0F);
    std::swap(front, back);
  }
  EXPECT_EQ(DeviceArray<float>(back).ToVector()[99], 16.0F);
  EXPECT_EQ(DeviceArray<float>(front).ToVector()[99], 15.0F);
  // Shorter ones, unaligned ones, strided ones, ones of another type.
  const DeviceArrayAny shorter = back.Sliced({{0, 40}});
  add.Launch(kConfig, shorter, a, a, std::int64_t{40}, 2.0F);
  EXPECT_EQ(DeviceArray<float>(back).ToVector()[39], 3.0F);
  const DeviceArrayAny odd = back.Sliced({{1, 41}});
  add.Launch(kConfig, odd, a, a, std::int64_t{40}, 3.0F);
  EXPECT_EQ(DeviceArray<float>(back).ToVector()[40], 4.0F);
  const DeviceArrayAny strided = back.Sliced({{Slice::kNone, Slice::kNone, -2}});
  add.Launch(kConfig, strided, a, a, std::int64_t{50}, 5.0F);
  add.Launch(kConfig, back.Sliced({{0, 100, 2}}), a, a, std::int64_t{50}, 6.0F);
  EXPECT_EQ(DeviceArray<float>(back).ToVector()[99], 6.0F);
  EXPECT_EQ(DeviceArray<float>(back).ToVector()[98], 7.0F);
  const DeviceArray<double> wide(*context, {100});
  add.Launch(kConfig, wide, a, a, std::int64_t{100}, 7.0F);
  EXPECT_EQ(wide.ToVector()[99], 8.0);
}

TEST_P(RelaunchTest, OneVariableHoldsOtherArrays) {
  const JitKernel add = kernel("add");
  const DeviceArray<float> a = Filled(100, 1);
  DeviceArrayAny out = Filled(100, 0);
  const DeviceArrayAny first = out;
  add.Launch(kConfig, out, a, a, std::int64_t{100}, 1.0F);
  out = Filled(100, 0);
  add.Launch(kConfig, out, a, a, std::int64_t{100}, 2.0F);
  EXPECT_EQ(DeviceArray<float>(first).ToVector()[99], 2.0F);
  EXPECT_EQ(DeviceArray<float>(out).ToVector()[99], 3.0F);
  const DeviceArrayAny taken = std::move(out);
  EXPECT_ERROR(add.Launch(kConfig, out, a, a, std::int64_t{100}, 2.0F), ErrorCode::InvalidArgument,
               "default-constructed");
  add.Launch(kConfig, taken, a, a, std::int64_t{100}, 4.0F);
  EXPECT_EQ(DeviceArray<float>(taken).ToVector()[0], 5.0F);
}

TEST_P(RelaunchTest, RecordsOfTheSameSize) {
  // The type is all that differs: what is a field here lies elsewhere there.
  const RecordRef xy =
      RecordBuilder(8, 4).Field<float>("x", 0).Field<float>("y", 4).Build();
  const RecordRef yx =
      RecordBuilder(8, 4).Field<float>("y", 0).Field<float>("x", 4).Build();
  const JitKernel set_x = kernel("set_x");
  const DeviceArrayAny first = DeviceArrayAny::Zeros(*context, xy, {100});
  const DeviceArrayAny second = DeviceArrayAny::Zeros(*context, yx, {100});
  for (int i = 0; i < 3; ++i) {
    set_x.Launch(kConfig, first, static_cast<float>(i));
    set_x.Launch(kConfig, first, static_cast<float>(i + 1));
    set_x.Launch(kConfig, second, static_cast<float>(i + 5));
  }
  struct Pair {
    float a;
    float b;
  };
  EXPECT_EQ(ToVector<Pair>(first)[99].a, 3.0F);
  EXPECT_EQ(ToVector<Pair>(first)[99].b, 0.0F);
  EXPECT_EQ(ToVector<Pair>(second)[99].a, 0.0F);
  EXPECT_EQ(ToVector<Pair>(second)[99].b, 7.0F);
}

TEST_P(RelaunchTest, OverlapIsSeen) {
  const JitKernel shift = kernel("shift");
  const DeviceArray<float> a = Filled(256, 5);
  const DeviceArray<float> b = Filled(256, 0);
  shift.Launch({.grid = 1, .block = 64}, b.Sliced({{0, 64}}), a.Sliced({{0, 64}}));
  // The same shapes, now on top of each other: every element from its own one.
  shift.Launch({.grid = 1, .block = 64}, a.Sliced({{0, 64}}), a.Sliced({{0, 64}}));
  EXPECT_EQ(a.ToVector()[63], 6.0F);
  shift.Launch({.grid = 1, .block = 64}, b.Sliced({{64, 128}}), a.Sliced({{0, 64}}));
  EXPECT_EQ(b.ToVector()[127], 7.0F);
}

TEST_P(RelaunchTest, SignaturesConvertScalars) {
  const JitKernel fixed = kernel("signed");
  const DeviceArray<float> x = Filled(100, 0);
  for (const std::int64_t value : {1, 2, 1 << 20}) {
    fixed.Launch(kConfig, x, value);
    EXPECT_EQ(x.ToVector()[99], static_cast<float>(value));
  }
  EXPECT_ERROR(fixed.Launch(kConfig, x, std::complex<double>(1, 2)), ErrorCode::TypeMismatch, "");
  fixed.Launch(kConfig, x, 0.25);
  EXPECT_EQ(x.ToVector()[99], 0.25F);
}

TEST_P(RelaunchTest, NoneAndArraysTakeTurns) {
  const JitKernel optional = kernel("optional");
  const DeviceArray<float> out = Filled(32, 0);
  const DeviceArray<float> bias = Filled(32, 9);
  for (int i = 0; i < 3; ++i) {
    optional.Launch({1, 32}, out, nullptr);
    EXPECT_EQ(out.ToVector()[31], 1.0F);
    optional.Launch({1, 32}, out, bias);
    EXPECT_EQ(out.ToVector()[31], 9.0F);
  }
}

TEST_P(RelaunchTest, StreamsAndNumberOfArguments) {
  const JitKernel shift = kernel("shift");
  const DeviceArray<float> a = Filled(64, 5);
  const DeviceArray<float> b = Filled(64, 0);
  for (int i = 0; i < 3; ++i) {
    const Stream stream(*context);
    context->Synchronize();
    shift.Launch({.grid = 1, .block = 64, .stream = stream}, b, a);
    stream.Synchronize();
    EXPECT_EQ(b.ToVector(stream)[63], 6.0F);
    shift.Launch({1, 64}, b, a);
  }
  EXPECT_ERROR(shift.Launch({1, 64}, b), ErrorCode::TypeMismatch, "takes 2 arguments, 1 given");
  EXPECT_ERROR(shift.Launch({1, 64}, b, DeviceArray<float>()), ErrorCode::InvalidArgument,
               "default-constructed");
  EXPECT_ERROR(shift.Launch({1, 2000}, b, a), ErrorCode::LaunchLimit, "2000");
  shift.Launch({1, 64}, b, a);
  context->Synchronize();
}

TEST_P(RelaunchTest, ManyKernelsInTurnOnManyThreads) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t t = 0; t < wrong.size(); ++t) {
    threads.emplace_back([&, t] {
      const JitKernel shift = kernel("shift");
      const JitKernel fixed = kernel("signed");
      const Stream stream(*context);
      const DeviceArray<float> a(*context, {64});
      const DeviceArray<float> b(*context, {64});
      for (int i = 0; i < 50; ++i) {
        const float value = static_cast<float>(i) + static_cast<float>(t) * 100;
        fixed.Launch({.grid = 2, .block = 32, .stream = stream}, a, value);
        shift.Launch({.grid = 2, .block = 32, .stream = stream}, b, a);
        wrong[t] += b.ToVector(stream)[63] == value + 1 ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace kernelc::program_test
