#include <cstring>
#include <set>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

class ArrayTest : public OnDevice {
 protected:
  DeviceArray<float> Numbered(const Dims& shape, Order order = Order::C) const {
    return DeviceArray<float>(*context, Iota(static_cast<std::size_t>(ElementCount(shape))), shape,
                              order);
  }
};
KC_ON_EACH_DEVICE(ArrayTest);

std::vector<float> InC(const DeviceArrayAny& array) { return DeviceArray<float>(array).ToVector(); }

TEST_P(ArrayTest, RoundTrip) {
  const std::vector<std::int64_t> host = {1, -2, 3};
  const auto array = ToDevice(*context, host);
  EXPECT_EQ(array.shape(), (Dims{3}));
  EXPECT_EQ(array.strides(), (Dims{8}));
  EXPECT_EQ(array.kind(), ScalarKind::Int64);
  EXPECT_EQ(array.ToVector(), host);
  EXPECT_EQ(array.data() % 64, 0U);
}

TEST_P(ArrayTest, EveryKindKeepsItsBytes) {
  for (int k = 0; k < static_cast<int>(ScalarKind::kCount); ++k) {
    const auto kind = static_cast<ScalarKind>(k);
    HostArray host(kind, Dims{5, 3}, Order::F);
    for (std::size_t i = 0; i < host.nbytes(); ++i) {
      host.data()[i] = static_cast<std::byte>(i * 7);
    }
    const HostArray back = DeviceArrayAny::FromHost(*context, host).ToHost();
    EXPECT_EQ(back.order(), Order::F);
    EXPECT_EQ(std::memcmp(back.data(), host.data(), host.nbytes()), 0)
        << abi::scalar_info(kind).text;
  }
}

TEST_P(ArrayTest, OrdersConvert) {
  const DeviceArray<float> f_array = Numbered(Dims{2, 3}, Order::F);
  EXPECT_EQ(f_array.layout(), Layout::F);
  EXPECT_EQ(f_array.strides(), (Dims{4, 8}));
  EXPECT_EQ(InC(f_array), (std::vector<float>{0, 2, 4, 1, 3, 5}));
  HostArray c_host(ScalarKind::Float32, Dims{2, 3}, Order::C);
  f_array.CopyToHost(c_host);
  EXPECT_EQ(c_host.as<float>()[1], 2.0F);
  const DeviceArray<float> c_array = Numbered(Dims{2, 3});
  c_array.CopyFromHost(HostArrayView(ScalarKind::Float32, Dims{2, 3}, Iota(6).data(), Order::F));
  EXPECT_EQ(InC(c_array), (std::vector<float>{0, 2, 4, 1, 3, 5}));
}

TEST_P(ArrayTest, ZeroRankAndEmpty) {
  const DeviceArray<float> scalar(*context, std::vector<float>{7}, Dims{});
  EXPECT_EQ(scalar.size(), 1);
  EXPECT_EQ(scalar.ToVector(), std::vector<float>{7});
  const DeviceArray<float> empty(*context, Dims{3, 0, 2});
  EXPECT_EQ(empty.nbytes(), 0U);
  EXPECT_TRUE(empty.ToVector().empty());
  empty.Fill(1.0F);
  EXPECT_EQ(empty.ToHost().shape(), (Dims{3, 0, 2}));
  EXPECT_EQ(empty.Reshaped(Dims{0, 5}).shape(), (Dims{0, 5}));
  EXPECT_EQ(InC(Numbered(Dims{4}).Sliced({{2, 2}})), std::vector<float>{});
}

TEST_P(ArrayTest, ZerosFillAndCopy) {
  const DeviceArrayAny zeros = DeviceArrayAny::Zeros(*context, ScalarKind::Float32, Dims{5});
  EXPECT_EQ(InC(zeros), std::vector<float>(5, 0.0F));
  zeros.Fill(2);
  EXPECT_EQ(InC(zeros), std::vector<float>(5, 2.0F));
  const DeviceArrayAny copy = DeviceArrayAny::Empty(*context, ScalarKind::Float32, Dims{5});
  copy.CopyFrom(zeros);
  EXPECT_EQ(InC(copy), std::vector<float>(5, 2.0F));
  const DeviceArrayAny complex =
      DeviceArrayAny::Empty(*context, ScalarKind::Complex128, Dims{2, 2});
  complex.Fill(std::complex<double>(1, 2));
  EXPECT_EQ(complex.ToHost().as<std::complex<double>>()[3], std::complex<double>(1, 2));
  complex.Fill(4);
  EXPECT_EQ(complex.ToHost().as<std::complex<double>>()[2], std::complex<double>(4, 0));
  const DeviceArrayAny small = DeviceArrayAny::Empty(*context, ScalarKind::Int16, Dims{7});
  small.Fill(-3);
  EXPECT_EQ(small.ToHost().as<std::int16_t>()[6], -3);
  EXPECT_ERROR(small.Fill(40000), ErrorCode::TypeMismatch, "value 40000 does not fit int16");
  EXPECT_ERROR(small.Fill(1.5), ErrorCode::TypeMismatch, "float64 value 1.5 does not fit int16");
}

TEST_P(ArrayTest, Slices) {
  const DeviceArray<float> array = Numbered(Dims{4, 5});
  const DeviceArrayAny view =
      array.Sliced({{1, Slice::kNone, 2}, {Slice::kNone, Slice::kNone, -2}});
  EXPECT_EQ(view.shape(), (Dims{2, 3}));
  EXPECT_EQ(view.layout(), Layout::A);
  EXPECT_EQ(InC(view), (std::vector<float>{9, 7, 5, 19, 17, 15}));
  view.Fill(-1.0F);
  EXPECT_EQ(InC(array)[9], -1.0F);
  EXPECT_EQ(InC(array)[8], 8.0F);
  HostArray host(ScalarKind::Float32, Dims{2, 3});
  host.as<float>()[1] = 50;
  view.CopyFromHost(host);
  EXPECT_EQ(InC(array)[7], 50.0F);
  EXPECT_EQ(InC(array)[9], 0.0F);
  EXPECT_EQ(InC(array.Indexed(0, -1)), (std::vector<float>{0, 16, 0, 18, 0}));
  EXPECT_EQ(InC(array.Indexed(1, 1)), (std::vector<float>{1, 6, 11, 16}));
}

// Expected values are Python's: list(range(6))[start:stop:step].
TEST_P(ArrayTest, SlicesAsPython) {
  const DeviceArray<float> array = Numbered(Dims{6});
  constexpr std::int64_t kN = Slice::kNone;
  const std::pair<Slice, std::vector<float>> cases[] = {
      {{2, 100, 1}, {2, 3, 4, 5}},
      {{-2, kN, 1}, {4, 5}},
      {{kN, -4, 1}, {0, 1}},
      {{5, 1, -2}, {5, 3}},
      {{kN, kN, -3}, {5, 2}},
      {{-100, 2, 1}, {0, 1}},
      {{100, kN, -1}, {5, 4, 3, 2, 1, 0}},
      {{4, 2, 1}, {}},
      {{0, kN, -1}, {0}},
      {{kN, -100, -1}, {5, 4, 3, 2, 1, 0}},
      {{1, 6, 100}, {1}},
      {{3, kN, -100}, {3}},
  };
  for (const auto& [slice, expected] : cases) {
    EXPECT_EQ(InC(array.Sliced({slice})), expected)
        << slice.start << ":" << slice.stop << ":" << slice.step;
  }
  EXPECT_ERROR(array.Sliced({{0, 1, 0}}), ErrorCode::InvalidArgument, "step of dimension 0");
  EXPECT_ERROR(array.Sliced({{}, {}}), ErrorCode::InvalidArgument, "2 slices");
  EXPECT_ERROR(array.Indexed(0, 6), ErrorCode::InvalidArgument, "index 6 is out of range");
  EXPECT_ERROR(array.Indexed(1, 0), ErrorCode::InvalidArgument, "no dimension 1");
}

TEST_P(ArrayTest, ReshapeAndTranspose) {
  const DeviceArray<float> array = Numbered(Dims{4, 6});
  EXPECT_EQ(array.Reshaped(Dims{2, -1, 3}).shape(), (Dims{2, 4, 3}));
  EXPECT_EQ(array.Reshaped(Dims{24}).data(), array.data());
  const DeviceArrayAny transposed = array.Transposed();
  EXPECT_EQ(transposed.layout(), Layout::F);
  EXPECT_EQ(InC(transposed)[1], 6.0F);
  EXPECT_EQ(transposed.Reshaped(Dims{24}, Order::F).layout(), Layout::C);
  EXPECT_ERROR(transposed.Raveled(), ErrorCode::InvalidArgument, "without a copy");
  EXPECT_EQ(InC(transposed.Contiguous().Raveled()), InC(transposed));
  // A slice of rows can be cut along its columns, but not joined across rows.
  const DeviceArrayAny columns = array.Sliced({{}, {0, 4}});
  EXPECT_EQ(InC(columns.Reshaped(Dims{2, 2, 2, 2})), InC(columns));
  EXPECT_ERROR(columns.Reshaped(Dims{16}), ErrorCode::InvalidArgument, "do not allow shape (16,)");
  const DeviceArrayAny cube = array.Reshaped(Dims{2, 3, 4}).Transposed(Dims{2, 0, 1});
  EXPECT_EQ(cube.shape(), (Dims{4, 2, 3}));
  EXPECT_EQ(InC(cube)[1], 4.0F);
  EXPECT_EQ(InC(cube)[3], 12.0F);
  EXPECT_ERROR(array.Transposed(Dims{0, 0}), ErrorCode::InvalidArgument, "not a permutation");
  EXPECT_ERROR(array.Reshaped(Dims{5, -1}), ErrorCode::InvalidArgument, "24 elements cannot");
  EXPECT_ERROR(array.Reshaped(Dims{-1, -1}), ErrorCode::InvalidArgument, "more than one -1");
  EXPECT_ERROR(array.Reshaped(Dims{std::int64_t{1} << 40, std::int64_t{1} << 40}),
               ErrorCode::InvalidArgument, "not valid");
}

TEST_P(ArrayTest, ViewsKeepTheMemory) {
  DeviceArrayAny view;
  {
    const DeviceArray<float> array = Numbered(Dims{1000});
    view = array.Sliced({{500, 510}});
  }
  const DeviceArray<float> other = Numbered(Dims{1000});
  EXPECT_EQ(InC(view)[0], 500.0F);
}

TEST_P(ArrayTest, StreamOrderedForms) {
  const Stream stream(*context);
  const HostArray host(ScalarKind::Float32, Dims{100});
  const DeviceArrayAny array = DeviceArrayAny::FromHostAsync(*context, host, stream);
  array.Fill(3, stream);
  HostArray out(ScalarKind::Float32, Dims{100});
  array.CopyToHostAsync(out, stream);
  stream.Synchronize();
  EXPECT_EQ(out.as<float>()[99], 3.0F);
  HostArray strided(ScalarKind::Float32, Dims{50});
  EXPECT_ERROR(array.Sliced({{0, 100, 2}}).CopyToHostAsync(strided, stream),
               ErrorCode::InvalidArgument, "needs a contiguous array");
}

TEST_P(ArrayTest, BadUse) {
  const DeviceArray<float> array = Numbered(Dims{2, 3});
  HostArray wrong_shape(ScalarKind::Float32, Dims{3, 2});
  HostArray wrong_type(ScalarKind::Float64, Dims{2, 3});
  EXPECT_ERROR(array.CopyToHost(wrong_shape), ErrorCode::InvalidArgument, "shape (3, 2)");
  EXPECT_ERROR(array.CopyToHost(wrong_type), ErrorCode::TypeMismatch, "float64");
  std::vector<float> small(5);
  EXPECT_ERROR(array.CopyToHost(std::span(small)), ErrorCode::InvalidArgument,
               "the array has 24 bytes, the host memory 20");
  EXPECT_ERROR(DeviceArray<double>{DeviceArrayAny(array)}, ErrorCode::TypeMismatch, "not float64");
  EXPECT_ERROR(DeviceArray<float>(*context, small, Dims{6}), ErrorCode::InvalidArgument,
               "the shape has 6 elements, the host data 5");
  EXPECT_ERROR(DeviceArray<float>(*context, Dims{-1}), ErrorCode::InvalidArgument, "negative");
  constexpr std::int64_t kHuge = std::int64_t{1} << 40;
  EXPECT_ERROR(DeviceArray<float>(*context, Dims{kHuge, kHuge}), ErrorCode::InvalidArgument,
               "2^63");
  EXPECT_ERROR(DeviceArray<float>(*context, Dims{kHuge << 20}), ErrorCode::OutOfMemory,
               "requested");
  EXPECT_ERROR(DeviceArrayAny().ToHost(), ErrorCode::InvalidArgument, "default-constructed");
  EXPECT_ERROR(array.CopyFrom(Numbered(Dims{6})), ErrorCode::InvalidArgument, "shape (6,)");
  EXPECT_ERROR(DeviceArrayAny::Wrap(*context, 0, ScalarKind::Int8, Dims{1}),
               ErrorCode::InvalidArgument, "null");
  EXPECT_ERROR(DeviceArrayAny::Wrap(*context, 64, ScalarKind::Int8, Dims{1, 2}, Dims{1}),
               ErrorCode::InvalidArgument, "1 strides were given for 2");
}

TEST_P(ArrayTest, WrapAndViewAs) {
  const DeviceArray<float> owner = Numbered(Dims{6});
  const DeviceArrayAny every_other =
      DeviceArrayAny::Wrap(*context, owner.data(), ScalarKind::Float32, Dims{3}, Dims{8});
  EXPECT_EQ(InC(every_other), (std::vector<float>{0, 2, 4}));
  EXPECT_EQ(owner.ViewedAs(ScalarKind::Int32).ToHost().as<std::int32_t>()[1], 0x3F800000);
  EXPECT_ERROR(owner.ViewedAs(ScalarKind::Int64), ErrorCode::InvalidArgument, "sizes differ");
}

TEST_P(ArrayTest, ContentIds) {
  const DeviceArrayAny array = Numbered(Dims{2, 3});
  DeviceArrayAny copy = array;
  EXPECT_NE(array.content_id(), 0U);
  EXPECT_EQ(copy.content_id(), array.content_id());
  std::set<std::uint64_t> ids = {array.content_id()};
  const DeviceArrayAny others[] = {Numbered(Dims{2, 3}), array.Sliced({{0, 1}}),
                                   array.Indexed(0, 1),  array.Reshaped(Dims{3, 2}),
                                   array.Transposed(),   array.Transposed(Dims{1, 0}),
                                   array.Squeezed(),     array.ViewedAs(ScalarKind::Int32)};
  for (const DeviceArrayAny& other : others) {
    EXPECT_TRUE(ids.insert(other.content_id()).second);
  }
  const DeviceArrayAny moved = std::move(copy);
  EXPECT_EQ(moved.content_id(), array.content_id());
  EXPECT_EQ(copy.content_id(), 0U);
  EXPECT_EQ(DeviceArrayAny().content_id(), 0U);
}

TEST_P(ArrayTest, BufferMoves) {
  Buffer first(*context, 100);
  const DevicePointer data = first.data();
  Buffer second(std::move(first));
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(first.data(), 0U);
  first = std::move(second);
  EXPECT_EQ(first.size(), 100U);
  first.Reset();
  EXPECT_EQ(first.size(), 0U);
}

}  // namespace
}  // namespace kernelc::runtime_test
