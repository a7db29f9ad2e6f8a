#include "compiler/driver/argument_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <vector>

#include "compiler/driver/print_value.h"
#include "compiler/driver/run_arguments.h"
#include "kernelc/error.h"
#include "kernelc/npy.h"

namespace kernelc::driver {
namespace {

template <typename T>
T ScalarOf(const ArgumentValue& value) {
  T result;
  std::memcpy(&result, value.scalar.bytes, sizeof(T));
  return result;
}

ArgumentValue Parse(const std::string& text) {
  Result<ParsedValue> parsed = ParseArgumentValue(text);
  EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : parsed.failure().message);
  return parsed.ok() ? std::move(parsed->value) : ArgumentValue();
}

std::string FailureOf(const std::string& text) {
  const Result<ParsedValue> parsed = ParseArgumentValue(text);
  EXPECT_FALSE(parsed.ok()) << text;
  return parsed.ok() ? std::string() : parsed.failure().message;
}

TEST(ArgumentValues, UntypedScalarsHavePythonsTypes) {
  EXPECT_EQ(Parse("7").scalar.kind, ScalarKind::Int64);
  EXPECT_EQ(ScalarOf<std::int64_t>(Parse("-7")), -7);
  EXPECT_EQ(Parse("18446744073709551615").scalar.kind, ScalarKind::UInt64);
  EXPECT_EQ(Parse("2.5").scalar.kind, ScalarKind::Float64);
  EXPECT_EQ(ScalarOf<double>(Parse("-1e-3")), -1e-3);
  EXPECT_TRUE(std::isinf(ScalarOf<double>(Parse("inf"))));
  EXPECT_EQ(Parse("true").scalar.kind, ScalarKind::Bool);
  EXPECT_EQ(ScalarOf<std::complex<double>>(Parse("1e-3-4e+2j")), std::complex<double>(1e-3, -400));
  EXPECT_EQ(ScalarOf<std::complex<double>>(Parse("2j")), std::complex<double>(0, 2));
  EXPECT_EQ(Parse("none").kind, abi::ArgKind::None);
}

TEST(ArgumentValues, TuplesHoldAllOthers) {
  const ArgumentValue value = Parse("(1, float32:2.5, (true,), zeros:int32:2x3, ())");
  ASSERT_EQ(value.kind, abi::ArgKind::Tuple);
  ASSERT_EQ(value.elements.size(), 5u);
  EXPECT_EQ(ScalarOf<std::int64_t>(value.elements[0]), 1);
  EXPECT_EQ(ScalarOf<float>(value.elements[1]), 2.5f);
  ASSERT_EQ(value.elements[2].elements.size(), 1u);
  EXPECT_EQ(value.elements[2].elements[0].scalar.kind, ScalarKind::Bool);
  EXPECT_EQ(value.elements[3].array.size(), 6);
  EXPECT_TRUE(value.elements[4].elements.empty());
  EXPECT_EQ(ZerosLike(value).elements.size(), 5u);
  EXPECT_NE(FailureOf("(1, 2").find("parentheses"), std::string::npos);
  EXPECT_NE(FailureOf("(1))").find("parentheses"), std::string::npos);
  EXPECT_NE(FailureOf("(1, x)").find("`x`"), std::string::npos);
  EXPECT_NE(FailureOf("(1,,2)").find("``"), std::string::npos);
  EXPECT_NE(FailureOf("(like:a)").find("tuple"), std::string::npos);
  FailureOf(std::string(1000, '(') + std::string(1000, ')'));
}

TEST(ArgumentValues, TypedScalarsAreCheckedForRange) {
  EXPECT_EQ(ScalarOf<float>(Parse("float32:2.5")), 2.5f);
  EXPECT_EQ(ScalarOf<std::int8_t>(Parse("int8:-128")), -128);
  EXPECT_EQ(ScalarOf<std::uint64_t>(Parse("uint64:18446744073709551615")), UINT64_MAX);
  EXPECT_EQ(ScalarOf<std::int64_t>(Parse("int64:-9223372036854775808")), INT64_MIN);
  EXPECT_NE(FailureOf("int8:128").find("int8"), std::string::npos);
  EXPECT_NE(FailureOf("uint8:-1").find("uint8"), std::string::npos);
  EXPECT_NE(FailureOf("int32:2.5").find("2.5"), std::string::npos);
  EXPECT_NE(FailureOf("float31:1").find("float31"), std::string::npos);
  EXPECT_NE(FailureOf("hello").find("hello"), std::string::npos);
  FailureOf("");
  FailureOf("j");
  FailureOf("1+j2");
  FailureOf(":");
}

TEST(ArgumentValues, ArraysAreMade) {
  const ArgumentValue range = Parse("arange:int32:5");
  EXPECT_EQ(range.array.as<std::int32_t>()[4], 4);
  const ArgumentValue full = Parse("full:float64:2x3:-1.5");
  EXPECT_EQ(full.array.shape(), (Dims{2, 3}));
  EXPECT_EQ(full.array.as<double>()[5], -1.5);
  const ArgumentValue ones = Parse("ones:complex64:2");
  EXPECT_EQ(ones.array.as<std::complex<float>>()[1], std::complex<float>(1, 0));
  EXPECT_EQ(Parse("zeros:uint8:0").array.size(), 0);
  EXPECT_EQ(Parse("empty:f4:3").array.kind(), ScalarKind::Float32);
}

TEST(ArgumentValues, BadArraysSayWhatIsWrong) {
  EXPECT_NE(FailureOf("zeros:float32").find("zeros:DTYPE:SHAPE"), std::string::npos);
  EXPECT_NE(FailureOf("zeros:float32:4:1").find("zeros:DTYPE:SHAPE"), std::string::npos);
  EXPECT_NE(FailureOf("full:int8:4:300").find("300"), std::string::npos);
  EXPECT_NE(FailureOf("zeros:float32:-4").find("-4"), std::string::npos);
  EXPECT_NE(FailureOf("zeros:float32:4x").find("4x"), std::string::npos);
  EXPECT_NE(FailureOf("zeros:float32:9999999999x9999999999").find("larger"), std::string::npos);
  EXPECT_NE(FailureOf("zeros:text:4").find("text"), std::string::npos);
  EXPECT_NE(FailureOf("random:float32:4:x").find("seed"), std::string::npos);
  EXPECT_THROW(static_cast<void>(ParseArgumentValue("@/nonexistent.npy")), Error);
  EXPECT_NE(FailureOf("@a.npz").find("@a.npz:NAME"), std::string::npos);
}

// SplitMix64's published first outputs for seed 1234567.
TEST(ArgumentValues, RandomIsSplitMix64) {
  EXPECT_EQ(RandomBits(1234567, 0), 6457827717110365317u);
  EXPECT_EQ(RandomBits(1234567, 1), 3203168211198807973u);
  EXPECT_EQ(RandomBits(1234567, 2), 9817491932198370423u);
}

TEST(ArgumentValues, RandomFloatsAreBelowOneAndSeeded) {
  const ArgumentValue a = Parse("random:float32:10000");
  const ArgumentValue b = Parse("random:float32:10000:0");
  const ArgumentValue c = Parse("random:float32:10000:1");
  double sum = 0;
  bool same = true;
  for (std::size_t i = 0; i < 10000; ++i) {
    const float x = a.array.as<float>()[i];
    EXPECT_GE(x, 0.0f);
    EXPECT_LT(x, 1.0f);
    EXPECT_EQ(x, b.array.as<float>()[i]);
    same = same && x == c.array.as<float>()[i];
    sum += static_cast<double>(x);
  }
  EXPECT_FALSE(same);
  EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

TEST(ArgumentValues, GeneratorsAreArraysOfStates) {
  const ArgumentValue states = Parse("xoroshiro128p:5:42:1");
  EXPECT_EQ(states.array.shape(), Dims{5});
  EXPECT_EQ(states.array.element_size(), 16u);
  EXPECT_EQ(Parse("xoroshiro128p:3").array.shape(), Dims{3});
  EXPECT_NE(FailureOf("xoroshiro128p:many").find("xoroshiro128p:N[:SEED[:START]]"),
            std::string::npos);
  EXPECT_NE(FailureOf("xoroshiro128p:4:1:2:3").find("xoroshiro128p:1024:42"), std::string::npos);
}

TEST(ArgumentValues, FilesAreRead) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "kernelc_argument_values_test.npy").string();
  WriteNpy(path, Parse("arange:float64:2x3").array);
  const ArgumentValue value = Parse("@" + path);
  EXPECT_EQ(value.array.shape(), (Dims{2, 3}));
  EXPECT_EQ(value.array.as<double>()[5], 5.0);
  std::filesystem::remove(path);
}

TEST(RunArguments, AreTakenByNameInAnyOrder) {
  Result<RunArguments> read =
      RunArguments::Read({"c=like:a", "b=2", "a=arange:int16:3"}, {"a", "b", "c"}, "k(a, b, c)");
  ASSERT_TRUE(read.ok()) << read.failure().message;
  EXPECT_EQ(read->Find("a")->array.as<std::int16_t>()[2], 2);
  EXPECT_EQ(read->Find("c")->array.as<std::int16_t>()[2], 0);
  EXPECT_EQ(read->Find("d"), nullptr);
}

TEST(RunArguments, FaultsNameTheArgument) {
  const auto failure = [](const std::vector<std::string>& texts) {
    const Result<RunArguments> read = RunArguments::Read(texts, {"a", "b"}, "k(a, b)");
    EXPECT_FALSE(read.ok());
    return read.ok() ? std::string() : read.failure().message;
  };
  EXPECT_NE(failure({"a=1"}).find("`b` of `k(a, b)` is missing"), std::string::npos);
  EXPECT_NE(failure({"a=1", "b=2", "c=3"}).find("no parameter `c`"), std::string::npos);
  EXPECT_NE(failure({"a=1", "a=2", "b=2"}).find("given twice"), std::string::npos);
  EXPECT_NE(failure({"a=like:b", "b=like:a"}).find("leads back"), std::string::npos);
  EXPECT_NE(failure({"a=like:z", "b=1"}).find("names no argument"), std::string::npos);
  EXPECT_NE(failure({"a", "b=1"}).find("NAME=VALUE"), std::string::npos);
}

TEST(PrintValue, ShowsEndsAndStatistics) {
  EXPECT_EQ(PrintValue("n", Parse("int32:7")), "n = 7 (int32)\n");
  EXPECT_EQ(PrintValue("a", Parse("arange:int32:3")),
            "a: int32 (3,)\n  [0, 1, 2]\n  min 0  max 2  mean 1\n");
  const std::string text = PrintValue("a", Parse("arange:int32:100"));
  EXPECT_NE(text.find("[0, 1, 2, 3, ..., 96, 97, 98, 99]"), std::string::npos) << text;
  const std::string nan = PrintValue("a", Parse("full:float32:2:nan"));
  EXPECT_NE(nan.find("nan 2"), std::string::npos) << nan;
  EXPECT_EQ(PrintValue("e", Parse("zeros:float32:0")), "e: float32 (0,)\n  []\n");
}

}  // namespace
}  // namespace kernelc::driver
