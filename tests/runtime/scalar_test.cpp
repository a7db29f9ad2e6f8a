#include <cmath>
#include <limits>

#include "tests/runtime/support.h"

namespace kernelc::runtime_test {
namespace {

template <typename T>
bool Converts(const ScalarValue& value, T expected) {
  T out{};
  return ConvertScalar(value, kScalarKindOf<T>, reinterpret_cast<std::byte*>(&out)) &&
         out == expected;
}

bool Refuses(const ScalarValue& value, ScalarKind kind) {
  std::byte out[16];
  return !ConvertScalar(value, kind, out);
}

TEST(Scalar, IntegersMustFit) {
  EXPECT_TRUE(Converts<std::int8_t>(-128, -128));
  EXPECT_TRUE(Refuses(-129, ScalarKind::Int8));
  EXPECT_TRUE(Refuses(128, ScalarKind::Int8));
  EXPECT_TRUE(Converts<std::uint8_t>(255, 255));
  EXPECT_TRUE(Refuses(-1, ScalarKind::UInt64));
  EXPECT_TRUE(Converts<std::uint64_t>(~std::uint64_t{0}, ~std::uint64_t{0}));
  EXPECT_TRUE(Refuses(~std::uint64_t{0}, ScalarKind::Int64));
  EXPECT_TRUE(Converts<std::int64_t>(std::int8_t{-3}, -3));
  EXPECT_TRUE(Converts<bool>(1, true));
  EXPECT_TRUE(Refuses(2, ScalarKind::Bool));
  EXPECT_TRUE(Converts<std::int32_t>(true, 1));
}

TEST(Scalar, NothingBecomesLess) {
  EXPECT_TRUE(Refuses(1.0, ScalarKind::Int64));
  EXPECT_TRUE(Refuses(1.0F, ScalarKind::Bool));
  EXPECT_TRUE(Refuses(std::complex<float>(1, 0), ScalarKind::Float64));
  EXPECT_TRUE(Converts<float>(0.1, 0.1F));
  EXPECT_TRUE(Converts<double>(std::uint64_t{1} << 63, 9223372036854775808.0));
  EXPECT_TRUE((Converts<std::complex<double>>(-2, std::complex<double>(-2, 0))));
  EXPECT_TRUE(
      (Converts<std::complex<float>>(std::complex<double>(0.1, 2), std::complex<float>(0.1F, 2))));
}

TEST(Scalar, IntegerToFloatRoundsOnce) {
  // Through double this would round to even twice, and give 2^24 + ... one unit too low.
  const std::int64_t value = (std::int64_t{1} << 54) + (std::int64_t{1} << 30) + 1;
  EXPECT_TRUE(Converts<float>(value, static_cast<float>(value)));
}

TEST(Scalar, HalfRoundTripsAndRounds) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    const float wide = HalfToFloat(half);
    if (!std::isnan(wide)) {
      ASSERT_EQ(FloatToHalf(wide), half) << bits;
    }
    const float brain = BFloat16ToFloat(half);
    if (!std::isnan(brain)) {
      ASSERT_EQ(FloatToBFloat16(brain), half) << bits;
    }
  }
  EXPECT_EQ(FloatToHalf(65504.0F), 0x7BFF);
  EXPECT_EQ(FloatToHalf(65519.9F), 0x7BFF);
  EXPECT_EQ(FloatToHalf(65520.0F), 0x7C00);
  EXPECT_EQ(FloatToHalf(std::ldexp(1.0F, -25)), 0);
  EXPECT_EQ(FloatToHalf(std::ldexp(1.1F, -25)), 1);
  EXPECT_EQ(FloatToHalf(1.0F + std::ldexp(1.0F, -11)), 0x3C00);
  EXPECT_TRUE(std::isnan(HalfToFloat(FloatToHalf(std::numeric_limits<float>::quiet_NaN()))));
  for (const ScalarKind kind :
       {ScalarKind::Float8E4M3, ScalarKind::Float8E5M2, ScalarKind::Float8E8M0}) {
    for (unsigned bits = 0; bits < 0x100; ++bits) {
      const auto code = static_cast<std::uint8_t>(bits);
      const float wide = Float8ToFloat(kind, code);
      if (!std::isnan(wide) && !std::isinf(wide)) {
        ASSERT_EQ(FloatToFloat8(kind, wide), code) << bits;
      }
    }
  }
  EXPECT_EQ(Float8ToFloat(ScalarKind::Float8E4M3, 0x7E), 448.0F);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E4M3, -1e300), 0xFE);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E4M3, 17.0), 0x58);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E4M3, 17.0 + 1e-12), 0x59);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E5M2, std::numeric_limits<double>::infinity()), 0x7B);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E5M2, std::numeric_limits<double>::quiet_NaN()), 0x7F);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E8M0, 3.0), 129);
  EXPECT_EQ(FloatToFloat8(ScalarKind::Float8E8M0, 1e-300), 0);
  std::uint16_t half = 0;
  // 1 + 2^-11 + 2^-40: in two steps this would be rounded down.
  const double above_half_way = 1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40);
  ASSERT_TRUE(
      ConvertScalar(above_half_way, ScalarKind::Float16, reinterpret_cast<std::byte*>(&half)));
  EXPECT_EQ(half, 0x3C01);
}

// Expected texts are what Python prints.
TEST(Scalar, TextAsPython) {
  EXPECT_EQ(ToString(2.5), "2.5");
  EXPECT_EQ(ToString(1.0), "1.0");
  EXPECT_EQ(ToString(0.1F), "0.1");
  EXPECT_EQ(ToString(1e16), "1e+16");
  EXPECT_EQ(ToString(1e-5), "1e-05");
  EXPECT_EQ(ToString(123456789.125), "123456789.125");
  EXPECT_EQ(ToString(-0.0), "-0.0");
  EXPECT_EQ(ToString(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(ToString(true), "True");
  EXPECT_EQ(ToString(std::uint8_t{200}), "200");
  EXPECT_EQ(ToString(std::complex<double>(1, -2)), "(1-2j)");
  EXPECT_EQ(ToString(std::complex<float>(0, 0.5F)), "0.5j");
}

TEST(HostArray, ShapesAndTypes) {
  const HostArray array(ScalarKind::Int32, Dims{2, 3}, Order::F);
  EXPECT_EQ(array.strides(), (Dims{4, 8}));
  EXPECT_EQ(array.nbytes(), 24U);
  EXPECT_EQ(array.as<std::int32_t>()[5], 0);
  EXPECT_ERROR(array.as<float>(), ErrorCode::TypeMismatch, "the elements are int32, not float32");
  EXPECT_ERROR(HostArray(ScalarKind::Int8, Dims{-2}), ErrorCode::InvalidArgument,
               "extent -2 of dimension 0");
  EXPECT_EQ(ToString(Dims{}), "()");
  EXPECT_EQ(ToString(Dims{5}), "(5,)");
  EXPECT_EQ(ToString(Dims{5, 6}), "(5, 6)");
  EXPECT_ERROR(Dims::Filled(33, 1), ErrorCode::InvalidArgument, "at most 32 dimensions, not 33");
  EXPECT_EQ(ElementCount(Dims{0, std::int64_t{1} << 62, 8}), 0);
}

TEST(Errors, TextHasEverything) {
  ErrorInfo info;
  info.code = ErrorCode::Driver;
  info.operation = "cuCtxSynchronize";
  info.object = "cuda:1";
  info.message = "it broke";
  info.driver_status = 999;
  info.driver_status_name = "CUDA_ERROR_UNKNOWN";
  const Error error(info);
  EXPECT_STREQ(error.what(), "cuCtxSynchronize on cuda:1: it broke [CUDA_ERROR_UNKNOWN (999)]");
  EXPECT_EQ(error_code_name(ErrorCode::LaunchLimit), "LaunchLimit");
  EXPECT_EQ(error_code_text(ErrorCode::LaunchLimit), "launch limit exceeded");
}

}  // namespace
}  // namespace kernelc::runtime_test
