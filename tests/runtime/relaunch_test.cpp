// A launch like the one before it takes a short way, which checks as much as the long one does.
#include <complex>
#include <thread>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class RelaunchTest : public OnDevice {
 protected:
  DeviceArray<float> Filled(std::int64_t count, float value) const {
    const DeviceArray<float> array(*context, {count});
    array.Fill(value);
    return array;
  }
};
KC_ON_EACH_DEVICE(RelaunchTest);

TEST_P(RelaunchTest, ScalarsAndArraysChange) {
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x = Filled(8, 1);
  const DeviceArray<float> y = Filled(4, 1);
  scale.Launch({1, 8}, x, 2.0F);
  scale.Launch({1, 8}, x, 3.0F);
  scale.Launch({1, 8}, y, 5.0F);
  scale.Launch({1, 8}, x, 7);
  scale.Launch({1, 8}, x, std::int64_t{-1});
  scale.Launch({1, 8}, x.Sliced({{0, 8, 2}}), 10.0);
  EXPECT_EQ(x.ToVector(), (std::vector<float>{-420, -42, -420, -42, -420, -42, -420, -42}));
  EXPECT_EQ(y.ToVector(), (std::vector<float>{5, 5, 5, 5}));
}

TEST_P(RelaunchTest, AnArrayThatIsAnotherOneNow) {
  const Kernel scale = kernel("scale");
  DeviceArray<float> x = Filled(4, 1);
  const DeviceArray<float> first = x;
  const Arg args[] = {x, 3.0F};
  scale.LaunchArgs({1, 8}, args);
  x = Filled(6, 1);
  scale.LaunchArgs({1, 8}, args);
  EXPECT_EQ(first.ToVector(), (std::vector<float>(4, 3)));
  EXPECT_EQ(x.ToVector(), (std::vector<float>(6, 3)));
}

TEST_P(RelaunchTest, ChecksAreTheSame) {
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x = Filled(8, 1);
  const DeviceArray<double> wide(*context, Dims{8});
  const auto wrong = [&](auto action, ErrorCode code, const char* text) {
    scale.Launch({1, 8}, x, 1.0F);
    EXPECT_ERROR(action(), code, text);
  };
  const ErrorCode mismatch = ErrorCode::TypeMismatch;
  wrong([&] { scale.Launch({1, 8}, x); }, mismatch, "takes 2 arguments, 1 was given");
  wrong([&] { scale.Launch({1, 8}, x, 1.0F, 1.0F); }, mismatch, "3 were given");
  wrong([&] { scale.Launch({1, 8}, wide, 1.0F); }, mismatch, "expects float32[:], got float64[::1]");
  wrong([&] { scale.Launch({1, 8}, x.Reshaped({2, 4}), 1.0F); }, mismatch, "got float32[:, ::1]");
  wrong([&] { scale.Launch({1, 8}, nullptr, 1.0F); }, mismatch, "got none");
  wrong([&] { scale.Launch({1, 8}, x, x); }, mismatch, "parameter `factor`");
  wrong([&] { scale.Launch({1, 8}, x, std::complex<float>(1, 2)); }, mismatch, "not a float32");
  wrong([&] { scale.Launch({1, 8}, DeviceArray<float>(), 1.0F); }, ErrorCode::InvalidArgument,
        "default-constructed");
  wrong([&] { scale.Launch({0, 8}, x, 1.0F); }, ErrorCode::LaunchLimit, "extent x is zero");
  // A value that cannot be converted after one that can.
  scale.Launch({1, 8}, x, 1);
  scale.Launch({1, 8}, x, 1);
  EXPECT_EQ(x.ToVector(), std::vector<float>(8, 1));
}

TEST_P(RelaunchTest, WhatTheCodeAssumesIsLookedAt) {
  const Kernel add = Module(*context, DisjointImage()).kernel("add");
  const DeviceArray<float> memory = Filled(64, 1);
  const auto part = [&](std::int64_t begin) { return memory.Sliced({{begin, begin + 8}}); };
  const auto launch = [&](std::int64_t a, std::int64_t b, std::int64_t c) {
    add.Launch({1, 8}, part(a), part(b), part(c));
  };
  launch(0, 8, 16);
  launch(8, 16, 24);
  EXPECT_ERROR(launch(8, 16, 20), ErrorCode::TypeMismatch, "arrays that do not overlap");
  launch(8, 16, 24);
  EXPECT_ERROR(launch(8, 17, 32), ErrorCode::TypeMismatch, "aligned to 16 bytes");
  // Two that are read may be the same.
  launch(8, 8, 32);
  launch(16, 16, 32);
  EXPECT_ERROR(launch(16, 16, 16), ErrorCode::TypeMismatch, "arrays that do not overlap");
  EXPECT_EQ(part(32).ToHost().as<float>()[0], 4.0F);
}

TEST_P(RelaunchTest, ManyArgumentsOfOneKernelAfterAnother) {
  // More kernels than a thread remembers.
  const DeviceArray<float> x = Filled(4, 1);
  std::vector<Kernel> kernels;
  for (int i = 0; i < 40; ++i) {
    kernels.push_back(kernel("scale"));
  }
  for (int round = 0; round < 3; ++round) {
    for (const Kernel& scale : kernels) {
      scale.Launch({1, 8}, x, -1.0F);
    }
  }
  kernels.front().Launch({1, 8}, x, 2.0F);
  EXPECT_EQ(x.ToVector(), std::vector<float>(4, 2));
}

// Objects of a thread may launch when those that it made later are gone.
TEST_P(RelaunchTest, AtTheEndOfAThread) {
  struct Last {
    std::function<void()> action;
    ~Last() { action(); }
  };
  const Kernel scale = kernel("scale");
  const DeviceArray<float> x = Filled(4, 1);
  std::exception_ptr failure;
  const auto launch = [&](int times) {
    try {
      for (int i = 0; i < times; ++i) {
        scale.Launch({1, 8}, x, 2.0F);
      }
      context->Synchronize();
    } catch (...) {
      failure = std::current_exception();
    }
  };
  std::thread([&] {
    thread_local Last last;
    last.action = [&] { launch(3); };
    launch(2);
  }).join();
  if (failure != nullptr) {
    std::rethrow_exception(failure);
  }
  EXPECT_EQ(x.ToVector(), std::vector<float>(4, 32));
}

TEST(RelaunchCpuTest, InsideItself) {
  const Context context("cpu");
  const Kernel call = Module(context, CallImage()).kernel("call");
  const DeviceArray<float> x(context, std::vector<float>{0});
  const DeviceArray<float> y(context, std::vector<float>{0});
  const Stream stream(context);
  float wanted_x = 0;
  float wanted_y = 0;
  // The first ones are asynchronous: their cost is not known.
  for (int i = 0; i < 20; ++i) {
    kernel_hook = [&] { call.Launch({.grid = 1, .block = 1, .stream = stream}, y, 3.0F); };
    call.Launch({1, 1}, x, 2.0F);
    context.Synchronize();
    wanted_x += 22;
    wanted_y += 33;
  }
  EXPECT_EQ(x.ToVector()[0], wanted_x);
  EXPECT_EQ(y.ToVector()[0], wanted_y);
}

}  // namespace
}  // namespace kernelc::runtime_test
