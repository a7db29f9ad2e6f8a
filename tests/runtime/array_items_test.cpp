// Single elements, fills with bytes, arrays like others, and copies between devices.
#include <cstring>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class ArrayItemsTest : public OnDevice {};
KC_ON_EACH_DEVICE(ArrayItemsTest);

TEST_P(ArrayItemsTest, ItemsAreReadAndWritten) {
  const DeviceArray<float> array(*context, Iota(12), Dims{3, 4});
  EXPECT_EQ(ToString(array.Item(Dims{1, 2})), "6.0");
  EXPECT_EQ(ToString(array.Transposed().Item(Dims{-1, 0})), "3.0");
  array.SetItem(Dims{2, -1}, 100);
  EXPECT_EQ(array.ToVector()[11], 100.0F);
  EXPECT_ERROR(array.Item(Dims{3, 0}), ErrorCode::InvalidArgument,
               "index 3 is out of range for dimension 0 of extent 3");
  EXPECT_ERROR(array.Item(Dims{0, -5}), ErrorCode::InvalidArgument, "dimension 1 of extent 4");
  EXPECT_ERROR(array.Item(Dims{0}), ErrorCode::InvalidArgument,
               "1 index was given for 2 dimensions");
  EXPECT_ERROR(array.SetItem(Dims{0, 0}, std::complex<float>(1, 2)), ErrorCode::TypeMismatch,
               "does not fit float32");
  EXPECT_ERROR(DeviceArrayAny().Item(Dims{0}), ErrorCode::InvalidArgument, "");
}

TEST_P(ArrayItemsTest, LikeAnother) {
  const DeviceArrayAny f_array =
      DeviceArrayAny::Empty(*context, ScalarKind::Int16, Dims{3, 4}, Order::F);
  EXPECT_EQ(DeviceArrayAny::EmptyLike(f_array).layout(), Layout::F);
  EXPECT_EQ(DeviceArrayAny::EmptyLike(f_array).element(), f_array.element());
  const DeviceArrayAny zeros = DeviceArrayAny::ZerosLike(f_array.Sliced({{0, 3, 2}}));
  EXPECT_EQ(zeros.shape(), (Dims{2, 4}));
  EXPECT_EQ(zeros.layout(), Layout::C);
  EXPECT_EQ(ToString(zeros.Item(Dims{1, 3})), "0");
}

TEST_P(ArrayItemsTest, SqueezedAndSplit) {
  const DeviceArray<float> array(*context, Iota(10), Dims{1, 10, 1});
  const DeviceArrayAny flat = array.Squeezed();
  EXPECT_EQ(flat.shape(), (Dims{10}));
  const std::vector<DeviceArrayAny> parts = flat.Split(4);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_EQ(DeviceArray<float>(parts[1]).ToVector(), (std::vector<float>{4, 5, 6, 7}));
  EXPECT_EQ(DeviceArray<float>(parts[2]).ToVector(), (std::vector<float>{8, 9}));
  EXPECT_EQ(flat.Split(100).size(), 1U);
  EXPECT_ERROR(flat.Split(0), ErrorCode::InvalidArgument, "sections of 0 elements");
  EXPECT_ERROR(array.Split(2), ErrorCode::InvalidArgument, "one dimension");
}

// Elements of `size` bytes: 1, 2, ... , size in each place of a C-order copy.
void ExpectFilled(const DeviceArrayAny& array, std::size_t size) {
  const HostArray host = array.Contiguous().ToHost();
  for (std::size_t i = 0; i < host.nbytes(); ++i) {
    ASSERT_EQ(std::to_integer<std::size_t>(host.data()[i]), i % size + 1) << i;
  }
}

TEST_P(ArrayItemsTest, FillsRecordsOfAnySize) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 6U, 8U, 12U, 16U, 20U, 40U}) {
    const RecordRef type = RecordBuilder(size, 1).Field<std::int8_t>("x", 0).Build();
    std::vector<std::byte> element;
    for (std::size_t i = 0; i < size; ++i) {
      element.push_back(static_cast<std::byte>(i + 1));
    }
    const DeviceArrayAny array = DeviceArrayAny::Zeros(*context, type, Dims{5, 7});
    array.FillBytes(element);
    ExpectFilled(array, size);
    const DeviceArrayAny other = DeviceArrayAny::Zeros(*context, type, Dims{5, 7});
    const DeviceArrayAny view = other.Sliced({{0, 5, 2}, {6, 0, -3}});
    view.FillBytes(element);
    ExpectFilled(view, size);
    EXPECT_EQ(std::to_integer<int>(other.ToHost().data()[7 * size]), 0);
    element.pop_back();
    EXPECT_ERROR(array.FillBytes(element), ErrorCode::InvalidArgument,
                 std::to_string(size - 1) + " were given");
  }
  const DeviceArrayAny half = DeviceArrayAny::Empty(*context, ScalarKind::Float16, Dims{3});
  half.Fill(1.5);
  EXPECT_EQ(ToString(half.Item(Dims{2})), "1.5");
}

TEST_P(ArrayItemsTest, CopiesBetweenDevices) {
  const Context cpu("cpu");
  const DeviceArray<float> array(*context, Iota(12), Dims{3, 4});
  const DeviceArray<float> there(cpu, Dims{3, 4});
  there.CopyFrom(array.Sliced({{}, {Slice::kNone, Slice::kNone, -1}}));
  EXPECT_EQ(there.ToVector()[0], 3.0F);
  there.Fill(7);
  array.CopyFrom(there);
  EXPECT_EQ(array.ToVector()[11], 7.0F);
  const DeviceArray<float> f_order(cpu, Dims{3, 4}, Order::F);
  f_order.CopyFrom(array);
  EXPECT_EQ(f_order.ToVector(), std::vector<float>(12, 7.0F));
}

TEST_P(ArrayItemsTest, WrappedMemoryKeepsItsOwner) {
  const auto owner = std::make_shared<Buffer>(*context, 64);
  DeviceArrayAny view;
  {
    const DeviceArrayAny array = DeviceArrayAny::Wrap(*context, owner->data(), ScalarKind::Int32,
                                                      Dims{16}, {}, owner);
    view = array.Sliced({{3, 5}});
  }
  EXPECT_EQ(owner.use_count(), 2);
  view = DeviceArrayAny();
  EXPECT_EQ(owner.use_count(), 1);
}

TEST_P(ArrayItemsTest, OutOfMemoryNamesRequestedFreeAndTotal) {
  constexpr std::size_t kTooMuch = std::size_t{1} << 50;
  try {
    const DeviceArrayAny array =
        DeviceArrayAny::Empty(*context, ScalarKind::Int8, Dims{std::int64_t{kTooMuch}});
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.requested_bytes(), kTooMuch);
    EXPECT_GT(error.total_bytes(), 0U);
    EXPECT_LE(error.free_bytes(), error.total_bytes());
    EXPECT_EQ(error.object(), context->device().name());
    EXPECT_NE(error.message().find(std::to_string(kTooMuch)), std::string::npos);
    EXPECT_NE(error.message().find(std::to_string(error.free_bytes())), std::string::npos);
  }
}

}  // namespace
}  // namespace kernelc::runtime_test
