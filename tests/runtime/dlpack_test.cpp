#include "kernelc/dlpack.h"

#include <bit>
#include <memory>

#include "runtime/core/dlpack_abi.h"
#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class DlpackTest : public OnDevice {};
KC_ON_EACH_DEVICE(DlpackTest);

TEST_P(DlpackTest, BothFormsRoundTrip) {
  const DeviceArray<float> array(*context, Iota(24), Dims{4, 6});
  const DeviceArrayAny view = array.Sliced({{0, 4, 2}, {5, 0, -2}});
  const DeviceArrayAny plain = FromDlpack(ToDlpack(view));
  EXPECT_EQ(plain.data(), view.data());
  EXPECT_EQ(plain.shape(), view.shape());
  EXPECT_EQ(plain.strides(), view.strides());
  EXPECT_EQ(plain.kind(), ScalarKind::Float32);
  EXPECT_EQ(plain.context(), *context);
  const DeviceArrayAny versioned = FromDlpack(ToDlpackVersioned(view));
  EXPECT_EQ(DeviceArray<float>(versioned).ToVector(), DeviceArray<float>(view).ToVector());
  versioned.Fill(-1);
  EXPECT_EQ(array.ToVector()[5], -1.0F);
}

TEST_P(DlpackTest, TheMemoryLivesAsLongAsTheTensor) {
  DLManagedTensor* tensor = nullptr;
  {
    const DeviceArray<float> array(*context, Iota(1000));
    tensor = ToDlpack(array);
  }
  const DeviceArray<float> other(*context, Iota(1000));
  DeviceArrayAny slice;
  {
    const DeviceArrayAny imported = FromDlpack(tensor);
    slice = imported.Sliced({{990}});
  }
  EXPECT_EQ(DeviceArray<float>(slice).ToVector()[9], 999.0F);
}

TEST_P(DlpackTest, EveryScalarTypeIsExchanged) {
  for (int k = 0; k < static_cast<int>(ScalarKind::kCount); ++k) {
    const auto kind = static_cast<ScalarKind>(k);
    const DeviceArrayAny array = DeviceArrayAny::Zeros(*context, kind, Dims{3});
    EXPECT_EQ(FromDlpack(ToDlpack(array)).kind(), kind);
  }
  EXPECT_EQ(FromDlpack(ToDlpack(DeviceArrayAny::Zeros(*context, ScalarKind::Int32, Dims{}))).ndim(),
            0U);
  EXPECT_EQ(FromDlpack(ToDlpack(DeviceArrayAny::Empty(*context, ScalarKind::Int32, Dims{0, 3})))
                .shape(),
            (Dims{0, 3}));
}

// A tensor of another library over the memory of `array`.
struct Foreign {
  explicit Foreign(const DeviceArrayAny& array) : shape(array.size()) {
    tensor.tensor.data = std::bit_cast<void*>(array.data());
    tensor.tensor.device.type = array.context().device().kind() == DeviceKind::Cpu ? 1 : 2;
    tensor.tensor.device.id = array.context().device().ordinal();
    tensor.tensor.ndim = 1;
    tensor.tensor.type = {2, 32, 1};
    tensor.tensor.shape = &shape;
    tensor.version = {1, 3};
    tensor.manager = this;
    tensor.deleter = [](DLManagedTensorVersioned* self) {
      ++static_cast<Foreign*>(self->manager)->deleted;
    };
  }
  DLManagedTensorVersioned tensor;
  std::int64_t shape;
  int deleted = 0;
};

TEST_P(DlpackTest, ImportsAndReleasesOnce) {
  const DeviceArray<float> array(*context, Iota(64));
  Foreign foreign(array);
  foreign.tensor.tensor.byte_offset = 16;
  foreign.shape = 60;
  {
    const DeviceArrayAny imported = FromDlpack(&foreign.tensor);
    EXPECT_EQ(imported.strides(), (Dims{4}));
    kernel("scale").Launch({1, 64}, imported, 10.0F);
    const DeviceArrayAny copy = imported;
    EXPECT_EQ(foreign.deleted, 0);
  }
  EXPECT_EQ(foreign.deleted, 1);
  EXPECT_EQ(array.ToVector()[3], 3.0F);
  EXPECT_EQ(array.ToVector()[4], 40.0F);
}

TEST_P(DlpackTest, BadTensorsStayWithTheCaller) {
  const DeviceArray<float> array(*context, Iota(8));
  const auto expect = [&](auto change, ErrorCode code, const char* text) {
    Foreign foreign(array);
    change(foreign.tensor);
    EXPECT_ERROR(FromDlpack(&foreign.tensor), code, text);
    EXPECT_EQ(foreign.deleted, 0);
  };
  using Tensor = DLManagedTensorVersioned;
  expect([](Tensor& t) { t.version.major = 2; }, ErrorCode::NotSupported, "DLPack version 2.3");
  expect([](Tensor& t) { t.flags = 1; }, ErrorCode::InvalidArgument, "read-only");
  expect([](Tensor& t) { t.tensor.type.lanes = 4; }, ErrorCode::NotSupported, "4 lanes");
  expect([](Tensor& t) { t.tensor.type.bits = 4; }, ErrorCode::NotSupported, "with 4 bits");
  expect([](Tensor& t) { t.tensor.device.type = 7; }, ErrorCode::NotSupported, "type 7");
  expect([](Tensor& t) { t.tensor.ndim = 33; }, ErrorCode::InvalidArgument, "33 dimensions");
  expect([](Tensor& t) { t.tensor.ndim = -1; }, ErrorCode::InvalidArgument, "-1 dimensions");
  expect([](Tensor& t) { t.tensor.shape = nullptr; }, ErrorCode::InvalidArgument, "shape is null");
  expect([](Tensor& t) { t.tensor.data = nullptr; }, ErrorCode::InvalidArgument, "data is null");
  expect([](Tensor& t) { *t.tensor.shape = -5; }, ErrorCode::InvalidArgument, "extent -5");
  std::int64_t stride = std::int64_t{1} << 62;
  expect([&](Tensor& t) { t.tensor.strides = &stride; }, ErrorCode::InvalidArgument, "too large");
  if (!is_cpu()) {
    expect([](Tensor& t) { t.tensor.device.id = 99; }, ErrorCode::NoDevice, "CUDA devices 0 to");
  }
  EXPECT_ERROR(FromDlpack(static_cast<DLManagedTensor*>(nullptr)), ErrorCode::InvalidArgument,
               "null");
  Foreign readable(array);
  readable.tensor.flags = 1;
  EXPECT_EQ(FromDlpack(&readable.tensor, {.accept_read_only = true}).size(), 8);
  EXPECT_EQ(readable.deleted, 1);
}

TEST_P(DlpackTest, WhatCannotBeExported) {
  struct Pair {
    float a;
    float b;
  };
  const RecordRef type = RecordBuilder(8, 4).Field<float>("a", 0).Field<float>("b", 4).Build();
  const std::vector<Pair> pairs(3);
  EXPECT_ERROR(ToDlpack(ToDevice(*context, std::span<const Pair>(pairs), type)),
               ErrorCode::NotSupported, "no records");
  EXPECT_ERROR(ToDlpack(DeviceArrayAny()), ErrorCode::InvalidArgument, "default-constructed");
  const DeviceArray<float> array(*context, Iota(8));
  const DeviceArrayAny odd = DeviceArrayAny::Wrap(*context, array.data(), ScalarKind::Float32,
                                                  Dims{2}, Dims{6});
  EXPECT_ERROR(ToDlpackVersioned(odd), ErrorCode::NotSupported, "a stride of 6 bytes");
}

TEST(DlpackHost, HostTensorsBelongToTheCpu) {
  std::vector<float> values = Iota(10);
  DLManagedTensor tensor;
  std::int64_t shape = 10;
  tensor.tensor.data = values.data();
  tensor.tensor.device.type = 3;
  tensor.tensor.ndim = 1;
  tensor.tensor.type = {2, 32, 1};
  tensor.tensor.shape = &shape;
  const DeviceArrayAny array = FromDlpack(&tensor);
  EXPECT_EQ(array.context().device(), cpu_device());
  array.Fill(5);
  array.context().Synchronize();
  EXPECT_EQ(values[9], 5.0F);
}

}  // namespace
}  // namespace kernelc::runtime_test
