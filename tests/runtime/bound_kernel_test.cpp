// Kernels with arguments that were packed once.
#include <optional>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class BoundKernelTest : public OnDevice {};
KC_ON_EACH_DEVICE(BoundKernelTest);

TEST_P(BoundKernelTest, LaunchesWithTheArgumentsThatItWasGiven) {
  const DeviceArray<float> x(*context, Iota(8));
  const Kernel unbound = kernel("scale");
  const BoundKernel scale = unbound.Bind(x, 2.0F);
  EXPECT_EQ(scale.kernel(), unbound);
  for (int i = 0; i < 3; ++i) {
    scale.Launch({1, 8});
  }
  EXPECT_EQ(x.ToVector()[7], 56.0F);
}

TEST_P(BoundKernelTest, ArgumentsAreReplacedByPlaceAndName) {
  const DeviceArray<float> x(*context, Iota(8));
  const DeviceArray<float> y(*context, Iota(8));
  BoundKernel scale = kernel("scale").Bind(x, 2.0F);
  scale.Launch({1, 8});
  scale.Set(1, 10);
  scale.Set("x", y.Sliced({{Slice::kNone, Slice::kNone, -1}}));
  scale.Launch({1, 8});
  EXPECT_EQ(x.ToVector()[7], 14.0F);
  EXPECT_EQ(y.ToVector()[7], 70.0F);
}

TEST_P(BoundKernelTest, KeepsTheMemoryOfItsArrays) {
  std::optional<DeviceArray<float>> x(std::in_place, *context, Iota(1000));
  // Does not keep the memory.
  const DeviceArray<float> view(
      DeviceArrayAny::Wrap(*context, x->data(), ScalarKind::Float32, {8}));
  BoundKernel scale = kernel("scale").Bind(*x, 2.0F);
  x.reset();
  // Would take the memory, had it been given back.
  const DeviceArray<float> other(*context, Iota(1000));
  scale.Launch({4, 256});
  EXPECT_EQ(other.ToVector()[7], 7.0F);
  EXPECT_EQ(view.ToVector()[7], 14.0F);
  BoundKernel moved = std::move(scale);
  moved.Launch({4, 256});
  EXPECT_EQ(view.ToVector()[7], 28.0F);
}

TEST_P(BoundKernelTest, WhatDoesNotFitIsRefusedAndChangesNothing) {
  const DeviceArray<float> x(*context, Iota(8));
  BoundKernel scale = kernel("scale").Bind(x, 2.0F);
  const DeviceArray<double> wrong(*context, Dims{8});
  EXPECT_ERROR(scale.Set("x", wrong), ErrorCode::TypeMismatch, "parameter `x`: expects float32[:]");
  EXPECT_ERROR(scale.Set(1, nullptr), ErrorCode::TypeMismatch, "parameter `factor`");
  EXPECT_ERROR(scale.Set("size", 3), ErrorCode::InvalidArgument, "there is no parameter `size`");
  EXPECT_ERROR(scale.Set(2, 3), ErrorCode::InvalidArgument, "there is no parameter number 2");
  EXPECT_ERROR(static_cast<void>(kernel("scale").Bind(x)), ErrorCode::TypeMismatch,
               "takes 2 arguments, 1 was given");
  EXPECT_ERROR(scale.Launch({1, 1 << 20}), ErrorCode::LaunchLimit, "block");
  scale.Launch({1, 8});
  EXPECT_EQ(x.ToVector()[7], 14.0F);
}

TEST_P(BoundKernelTest, KernelsRefuseStreamsOfOtherDevices) {
  if (is_cpu() && !cuda_available()) {
    GTEST_SKIP() << "there is one device";
  }
  const Context there(is_cpu() ? "cuda" : "cpu");
  const Stream stream(there);
  const DeviceArray<float> x(*context, Iota(8));
  EXPECT_ERROR(kernel("scale").Launch({1, 8, 0, stream}, x, 2.0F), ErrorCode::InvalidArgument, "");
  // One that has no code for the other device.
  auto image = std::make_shared<abi::KernelImage>(*TestImage());
  std::erase_if(image->codes, [&](const abi::Code& code) {
    return (code.kind == abi::CodeKind::CpuObject) != is_cpu();
  });
  const Kernel scale = Module(*context, image).kernel("scale");
  EXPECT_ERROR(scale.Launch({1, 8, 0, stream}, x, 2.0F), ErrorCode::InvalidArgument,
               "the stream is one of " + there.device().name() + ", the arrays are on " +
                   context->device().name());
}

TEST_P(BoundKernelTest, StreamsOfOtherDevicesAreRefused) {
  const DeviceArray<float> x(*context, Iota(8));
  const BoundKernel scale = kernel("scale").Bind(x, 2.0F);
  const Stream own(*context);
  scale.Launch({.grid = 1, .block = 8, .stream = own});
  own.Synchronize();
  if (context->device().kind() == DeviceKind::Cuda) {
    const Context cpu(cpu_device());
    const Stream other(cpu);
    EXPECT_ERROR(scale.Launch({.grid = 1, .block = 8, .stream = other}),
                 ErrorCode::InvalidArgument, "the stream belongs to another context, of cpu:0");
  }
  EXPECT_EQ(x.ToVector()[7], 14.0F);
}

TEST_P(BoundKernelTest, ArraysThatShareMemory) {
  const DeviceArray<float> x(*context, Iota(64));
  const DeviceArray<float> y(*context, Iota(64));
  const DeviceArrayAny left = x.Sliced({{0, 40}});
  const DeviceArrayAny right = x.Sliced({{30, 64}});
  EXPECT_TRUE(ArraysDisjoint(std::vector<Arg>{x, y, 3}));
  EXPECT_FALSE(ArraysDisjoint(std::vector<Arg>{y, right, left}));
  EXPECT_FALSE(ArraysDisjoint(std::vector<Arg>{left, y, right}));
  EXPECT_FALSE(ArraysDisjoint(std::vector<Arg>{x, x.Sliced({{1, 3}}), x.Sliced({{60, 64}})}));
  EXPECT_TRUE(ArraysDisjoint(std::vector<Arg>{right, x.Sliced({{0, 30}}), y}));
  EXPECT_TRUE(ArraysDisjoint(std::vector<Arg>{x, x.Sliced({{5, 5}})}));
  const std::vector<Arg> pair = {y, left};
  EXPECT_TRUE(ArraysDisjoint(std::vector<Arg>{Arg::Tuple(pair)}));
  EXPECT_FALSE(ArraysDisjoint(std::vector<Arg>{right, Arg::Tuple(pair)}));
}

}  // namespace
}  // namespace kernelc::runtime_test
