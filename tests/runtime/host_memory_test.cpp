// Memory that host and device share.
#include "kernelc/host_memory.h"

#include <algorithm>
#include <numeric>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class HostMemoryTest : public OnDevice {};
KC_ON_EACH_DEVICE(HostMemoryTest);

TEST_P(HostMemoryTest, PinnedArraysCopyAsynchronously) {
  HostArray host = PinnedArray(*context, ScalarKind::Float32, Dims{1000});
  HostArray back = PinnedArray(*context, ScalarKind::Float32, Dims{1000}, Order::C,
                               {.portable = true, .write_combined = false});
  const auto values = host.as<float>();
  std::iota(values.begin(), values.end(), 0.0F);
  const Stream stream(*context);
  const DeviceArrayAny array = DeviceArrayAny::FromHostAsync(*context, host, stream);
  kernel("scale").Launch({.grid = 4, .block = 256, .stream = stream}, array, 2.0F);
  array.CopyToHostAsync(back, stream);
  stream.Synchronize();
  EXPECT_EQ(back.as<float>()[999], 1998.0F);
}

TEST_P(HostMemoryTest, PinnedArraysOutliveTheContextHandle) {
  HostArray host;
  {
    const Context other(context->device());
    host = PinnedArray(other, ScalarKind::Int16, Dims{2, 3}, Order::F);
  }
  EXPECT_EQ(host.order(), Order::F);
  EXPECT_EQ(host.nbytes(), 12U);
  std::fill(host.as<std::int16_t>().begin(), host.as<std::int16_t>().end(), std::int16_t{4});
  EXPECT_EQ(host.Clone().as<std::int16_t>()[5], 4);
  EXPECT_EQ(PinnedArray(*context, ScalarKind::Int8, Dims{0}).size(), 0);
  EXPECT_ERROR(PinnedArray(*context, ScalarKind::Int8, Dims{-2}), ErrorCode::InvalidArgument,
               "extent -2 of dimension 0 is negative");
  EXPECT_ERROR(PinnedArray(*context, ScalarKind::Int8, Dims{std::int64_t{1} << 60}),
               ErrorCode::OutOfMemory, "1152921504606846976");
}

TEST_P(HostMemoryTest, MappedArraysAreSeenByBothSides) {
  const SharedArray array = MappedArray(*context, ScalarKind::Float32, Dims{64});
  std::fill(array.as<float>().begin(), array.as<float>().end(), 1.5F);
  kernel("scale").Launch({1, 64}, array, 4.0F);
  context->Synchronize();
  EXPECT_EQ(array.as<float>()[63], 6.0F);
  EXPECT_EQ(array.host().shape, (Dims{64}));
  // A view works as one of any array.
  const DeviceArrayAny half = array.Sliced({{0, 64, 2}});
  half.Fill(0);
  context->Synchronize();
  EXPECT_EQ(array.as<float>()[62], 0.0F);
  EXPECT_EQ(array.as<float>()[61], 6.0F);
  EXPECT_ERROR(array.as<double>(), ErrorCode::TypeMismatch, "not float64");
}

TEST_P(HostMemoryTest, ManagedArraysAreSeenByBothSides) {
  const SharedArray array = ManagedArray(*context, ScalarKind::Float32, Dims{8, 8}, Order::F);
  EXPECT_EQ(array.layout(), Layout::F);
  std::fill(array.as<float>().begin(), array.as<float>().end(), 2.0F);
  kernel("scale").Launch({1, 64}, array.Reshaped(Dims{64}, Order::F), 0.5F);
  context->Synchronize();
  EXPECT_EQ(array.as<float>()[63], 1.0F);
  EXPECT_EQ(ManagedArray(*context, ScalarKind::Float32, Dims{0}).size(), 0);
}

TEST_P(HostMemoryTest, PinnedScopeOverThePrograms) {
  std::vector<float> a(4096, 1.0F);
  std::vector<float> b(4096);
  const Stream stream(*context);
  {
    const PinnedScope pinned(*context, {HostArrayView(std::span(a)), HostArrayView(std::span(b))});
    const DeviceArray<float> array(*context, Dims{4096});
    array.CopyFromHostAsync(HostArrayView(std::span(a)), stream);
    array.Fill(3, stream);
    CopyToHostAsync(*context, b.data(), array.data(), array.nbytes(), stream);
    stream.Synchronize();
    EXPECT_ERROR(pinned.mapped(0), ErrorCode::InvalidArgument, "without `mapped`");
  }
  EXPECT_EQ(b[4095], 3.0F);
}

TEST_P(HostMemoryTest, MappedScopeOverThePrograms) {
  std::vector<float> a(64, 2.0F);
  {
    const PinnedScope scope(*context, {HostArrayView(std::span(a))}, {.mapped = true});
    kernel("scale").Launch({1, 64}, scope.mapped(0), 8.0F);
    context->Synchronize();
    EXPECT_ERROR(scope.mapped(1), ErrorCode::InvalidArgument, "no array 1, the scope has 1");
  }
  EXPECT_EQ(a[63], 16.0F);
  EXPECT_ERROR(PinnedScope(*context, {HostArrayView(ScalarKind::Int8, Dims{4}, nullptr)}),
               ErrorCode::InvalidArgument, "array 0 (int8, shape (4,)): the address is null");
}

TEST_P(HostMemoryTest, BuffersAreFreedOnce) {
  Buffer buffer(*context, 100);
  const std::string address = std::to_string(buffer.data());
  buffer.Free();
  EXPECT_EQ(buffer.size(), 0U);
  EXPECT_ERROR(buffer.Free(), ErrorCode::InvalidArgument, address + " was freed before");
  Buffer first(*context, 16);
  Buffer second(std::move(first));
  EXPECT_ERROR(first.Free(), ErrorCode::InvalidArgument, "moved away");
  second.Free();
  EXPECT_ERROR(Buffer::Adopt(*context, 0, 8), ErrorCode::InvalidArgument, "8 bytes is null");
}

TEST(HostMemoryCpuTest, OtherProcessesDoNotOpenMemoryOfTheCpu) {
  const Context context("cpu");
  const DeviceArray<float> array(context, Iota(8));
  EXPECT_ERROR(IpcHandle::Of(array), ErrorCode::NotSupported,
               "memory of the CPU device cannot be opened by another process");
  EXPECT_ERROR(IpcHandle::FromBytes(std::vector<std::byte>(7)), ErrorCode::InvalidArgument,
               "ends early");
}

}  // namespace
}  // namespace kernelc::runtime_test
