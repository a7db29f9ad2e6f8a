#include "compiler/driver/argument_values.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <filesystem>
#include <vector>

#include "compiler/driver/array_part.h"
#include "compiler/driver/expected_value.h"
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

std::vector<std::int64_t> Selected(const std::string& text, const ArgumentValue& value) {
  const Result<NamedPart> named = SelectPart(text, value);
  EXPECT_TRUE(named.ok()) << text << ": " << (named.ok() ? "" : named.failure().message);
  std::vector<std::int64_t> elements;
  if (named.ok()) {
    named.value().part.ForEach([&](const Dims&, const std::byte* element) {
      std::int64_t number = 0;
      std::memcpy(&number, element, sizeof(number));
      elements.push_back(number);
    });
  }
  return elements;
}

std::string SelectionFault(const std::string& text, const ArgumentValue& value) {
  const Result<NamedPart> named = SelectPart(text, value);
  EXPECT_FALSE(named.ok()) << text;
  return named.ok() ? "" : named.failure().message;
}

// What CPython 3.12 gives for list(range(5))[...].
TEST(ArrayParts, SlicesArePythons) {
  const ArgumentValue a = Parse("arange:int64:5");
  const std::vector<std::pair<std::string, std::vector<std::int64_t>>> cases = {
      {"1:3", {1, 2}},
      {":", {0, 1, 2, 3, 4}},
      {"::2", {0, 2, 4}},
      {"::-1", {4, 3, 2, 1, 0}},
      {"-2:", {3, 4}},
      {"::-3", {4, 1}},
      {"4:0:-2", {4, 2}},
      {"-99:99", {0, 1, 2, 3, 4}},
      {"99:-99:-1", {4, 3, 2, 1, 0}},
      {"3:1", {}},
      {"1:1", {}},
      {"-1:-4:-1", {4, 3, 2}},
      {"2::-1", {2, 1, 0}},
      {":2:-1", {4, 3}},
      {"-6:2", {0, 1}},
      {"5:", {}},
      {"4::9223372036854775807", {4}},
      {"::-9223372036854775807", {4}},
  };
  for (const auto& [slice, expected] : cases) {
    EXPECT_EQ(Selected("a[" + slice + "]", a), expected) << slice;
  }
}

TEST(ArrayParts, IndicesAndEllipses) {
  ArgumentValue a;
  a.kind = abi::ArgKind::Array;
  a.array = HostArray(ScalarKind::Int64, {2, 3, 4}, Order::F);
  // a[i, j, k] = 100 i + 10 j + k, stored in the other order.
  for (std::int64_t n = 0; n < a.array.size(); ++n) {
    const std::int64_t number = n % 2 * 100 + n / 2 % 3 * 10 + n / 6;
    std::memcpy(a.array.data() + n * 8, &number, 8);
  }
  using Numbers = std::vector<std::int64_t>;
  EXPECT_EQ(Selected("a[1, 2, 3]", a), Numbers({123}));
  EXPECT_EQ(Selected("a[-1,-1,-1]", a), Numbers({123}));
  EXPECT_EQ(Selected("a[1, ..., 0]", a), Numbers({100, 110, 120}));
  EXPECT_EQ(Selected("a[..., 2]", a), Numbers({2, 12, 22, 102, 112, 122}));
  EXPECT_EQ(Selected("a[0, 1:, ::3]", a), Numbers({10, 13, 20, 23}));
  EXPECT_EQ(Selected("a[1][2][3]", a), Numbers({123}));
  EXPECT_EQ(Selected("a[1,]", a).size(), 12u);
  EXPECT_EQ(Selected("a[1, 2, 3, ...]", a), Numbers({123}));
  EXPECT_NE(SelectionFault("a[0, 0, 0, 0]", a).find("4 indices for 3 dimensions"),
            std::string::npos);
  EXPECT_NE(
      SelectionFault("a[2]", a).find("index 2 is out of range for dimension 0 with 2 elements"),
      std::string::npos);
  EXPECT_NE(SelectionFault("a[0, -4]", a).find("dimension 1"), std::string::npos);
  EXPECT_NE(SelectionFault("a[..., ...]", a).find("once"), std::string::npos);
  EXPECT_NE(SelectionFault("a[::0]", a).find("step"), std::string::npos);
  EXPECT_NE(SelectionFault("a[x]", a).find("`x` is no index"), std::string::npos);
  EXPECT_NE(SelectionFault("a[0", a).find("as in"), std::string::npos);
  EXPECT_NE(SelectionFault("a.x", a).find("no record"), std::string::npos);
  EXPECT_NE(SelectionFault("n[0]", Parse("7")).find("no array"), std::string::npos);
  EXPECT_EQ(Selected("t[1][0]", Parse("(1, arange:int64:3)")), Numbers({0}));
  EXPECT_NE(SelectionFault("t[2]", Parse("(1, 2)")).find("element 2 of a tuple of 2"),
            std::string::npos);
}

Comparison Compare(const std::string& got, const std::string& expected,
                   const Tolerance& tolerance = {}) {
  const ArgumentValue a = Parse(got);
  const ArgumentValue b = Parse(expected);
  return CompareParts("a", ArrayPart::Of(a.array), "b", ArrayPart::Of(b.array), tolerance);
}

// numpy.isclose with its defaults.
TEST(ExpectedValues, FollowIsClose) {
  EXPECT_TRUE(Compare("full:float64:1:1.00001", "full:float64:1:1").is_equal);
  EXPECT_FALSE(Compare("full:float64:1:1.00002", "full:float64:1:1").is_equal);
  EXPECT_TRUE(Compare("full:float64:1:1e-8", "full:float64:1:0").is_equal);
  EXPECT_FALSE(Compare("full:float64:1:2e-8", "full:float64:1:0").is_equal);
  // The rule is not symmetric.
  const Tolerance half{0.5, 0.0, false, false};
  EXPECT_TRUE(Compare("full:float32:1:1", "full:float32:1:2", half).is_equal);
  EXPECT_FALSE(Compare("full:float32:1:2", "full:float32:1:1", half).is_equal);
  EXPECT_TRUE(Compare("full:float32:1:inf", "full:float32:1:inf").is_equal);
  EXPECT_FALSE(Compare("full:float32:1:inf", "full:float32:1:-inf").is_equal);
  EXPECT_FALSE(Compare("full:float32:1:1", "full:float32:1:inf").is_equal);
  EXPECT_FALSE(Compare("full:float32:1:nan", "full:float32:1:nan").is_equal);
  EXPECT_TRUE(
      Compare("full:float32:1:nan", "full:float32:1:nan", {1e-5, 1e-8, false, true}).is_equal);
  EXPECT_FALSE(
      Compare("full:float32:1:nan", "full:float32:1:0", {1e-5, 1e-8, false, true}).is_equal);
  EXPECT_TRUE(Compare("full:complex64:1:1+1j", "full:complex64:1:1.000001+1j").is_equal);
  EXPECT_FALSE(Compare("full:complex64:1:1+1j", "full:complex64:1:1-1j").is_equal);
}

TEST(ExpectedValues, IntegersAreExactUnlessAToleranceIsGiven) {
  EXPECT_FALSE(Compare("full:int64:1:9007199254740993", "full:int64:1:9007199254740992").is_equal);
  EXPECT_FALSE(Compare("full:int32:1:1000001", "full:int32:1:1000000").is_equal);
  EXPECT_TRUE(
      Compare("full:int32:1:1000001", "full:int32:1:1000000", {1e-5, 0.0, true, false}).is_equal);
  EXPECT_FALSE(Compare("full:bool:1:true", "full:bool:1:false").is_equal);
  EXPECT_FALSE(Compare("full:uint64:1:18446744073709551615", "full:uint64:1:0").is_equal);
}

TEST(ExpectedValues, NameTheFirstAndTheWorst) {
  const Comparison comparison = Compare("arange:int32:4", "full:int32:4:1");
  EXPECT_FALSE(comparison.is_equal);
  EXPECT_EQ(comparison.text,
            "a: 3 of 4 elements differ from b\n  first at [0]: got 0, expected 1, difference 1"
            "\n  worst at [3]: got 3, expected 1, difference 2");
  EXPECT_EQ(Compare("zeros:int32:4", "zeros:int64:4").text,
            "a: its type is int32, and that of b int64");
  EXPECT_EQ(Compare("zeros:int32:4", "zeros:int32:2x2").text,
            "a: its shape is (4,), and that of b (2, 2)");
}

}  // namespace
}  // namespace kernelc::driver
