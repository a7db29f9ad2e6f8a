// Expressions as kernels: ways to write and call them, and what is said of wrong ones.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernelc/expressions.h"
#include "tests/program/support.h"

namespace kernelc::program_test {
namespace {

class ExpressionsTest : public OnDevice {
 protected:
  DeviceArray<float> Floats(const std::vector<float>& values) const {
    return ToDevice(*context, values);
  }
  static std::vector<float> Values(const DeviceArrayAny& array) {
    return DeviceArray<float>(array).ToVector();
  }
};
KC_ON_EACH_DEVICE(ExpressionsTest);

using Vector = std::vector<float>;

TEST_P(ExpressionsTest, StatementsGiveResultsByName) {
  const Elementwise saxpy("z = a * x + y");
  EXPECT_EQ(saxpy.inputs(), (std::vector<std::string>{"a", "x", "y"}));
  EXPECT_EQ(saxpy.outputs(), (std::vector<std::string>{"z"}));
  const auto x = Floats({1, 2, 3});
  const auto y = Floats({10, 20, 30});
  EXPECT_EQ(Values(saxpy(2.0, x, y)), (Vector{12, 24, 36}));
  saxpy.Into(y, 3, x, y);
  EXPECT_EQ(y.ToVector(), (Vector{13, 26, 39}));
  const Elementwise both(R"(
      t = x * x
      if t > 4:
          s = t
      else:
          s = 0 * t
      d = x - t
  )",
                         {.outputs = {"d", "s"}});
  const std::vector<DeviceArrayAny> results = both.Call({}, x);
  EXPECT_EQ(Values(results[0]), (Vector{0, -2, -6}));
  EXPECT_EQ(Values(results[1]), (Vector{0, 0, 9}));
}

TEST_P(ExpressionsTest, NumbersHaveDefaults) {
  const Elementwise f("x + alpha * y", {.defaults = {{"alpha", 1.0}}});
  const auto x = Floats({1, 2});
  EXPECT_EQ(Values(f(x, x)), (Vector{2, 4}));
  const NamedScalar alpha{"alpha", 3};
  EXPECT_EQ(Values(f.Call({.scalars = std::span(&alpha, 1)}, x, x).front()), (Vector{4, 8}));
  const Elementwise g("lambda x, y, alpha=2.0: alpha * x - y");
  EXPECT_EQ(Values(g(x, x)), (Vector{1, 2}));
  const NamedScalar beta{"beta", 3};
  EXPECT_ERROR(f.Call({.scalars = std::span(&beta, 1)}, x, x), ErrorCode::InvalidArgument,
               "no number `beta` with a default; those are: alpha");
}

TEST_P(ExpressionsTest, FunctionsOfKernelFiles) {
  const Program program = Program::FromSource(R"(
from numba import cuda
import math

@cuda.jit(device=True)
def soft(x, limit=0.5):
    return x - limit if x > limit else (x + limit if x < -limit else 0.0)

def parts(x):
    return math.floor(x), x - math.floor(x)

def larger(a, b):
    return a if a > b else b
)",
                                              "functions.py");
  const auto x = Floats({-2, 0.25, 1.75});
  const Elementwise soft = Elementwise::FromFunction(program, "soft");
  EXPECT_EQ(soft.inputs(), (std::vector<std::string>{"x"}));
  const DeviceArray<float> out(*context, {3});
  soft.Into(out, x.Sliced({{0, 3, 1}}));
  EXPECT_EQ(out.ToVector(), (Vector{-1.5, 0, 1.25}));
  const std::vector<DeviceArrayAny> results =
      Elementwise::FromFunction(program, "parts").Call({}, x);
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1].Item({2}).kind, results[1].kind());
  EXPECT_EQ(ToString(results[1].Item({2})), "0.75");
  const Reduction largest = Reduction::FromFunctions(program, "", "larger", "-inf");
  EXPECT_EQ(Values(largest(x))[0], 1.75F);
  const Scan running = Scan::FromFunctions(program, "", "larger", "-inf");
  EXPECT_EQ(Values(running(x)), (Vector{-2, 0.25, 1.75}));
  EXPECT_ERROR(Elementwise::FromFunction(program, "softer"), ErrorCode::NotFound, "softer");
  EXPECT_ERROR(Reduction::FromFunctions(program, "", "larger", {}), ErrorCode::InvalidArgument,
               "neutral value");
}

TEST_P(ExpressionsTest, OverlappingArraysAreAsIfCopied) {
  const auto x = Floats({1, 2, 3, 4, 5});
  const Elementwise twice("2 * x");
  twice.Into(x.Sliced({{1, 5}}), x.Sliced({{0, 4}}));
  EXPECT_EQ(x.ToVector(), (Vector{1, 2, 4, 6, 8}));
  twice.Into(x, x.Sliced({{Slice::kNone, Slice::kNone, -1}}));
  EXPECT_EQ(x.ToVector(), (Vector{16, 12, 8, 4, 2}));
  const Scan sums("+");
  const DeviceArrayAny all = x;
  sums.Call({.outputs = std::span(&all, 1)}, x);
  EXPECT_EQ(x.ToVector(), (Vector{16, 28, 36, 40, 42}));
  const DeviceArrayAny first = x.Sliced({{0, 1}}).Reshaped({});
  Reduction("x", "+").Call({.outputs = std::span(&first, 1)}, x);
  EXPECT_EQ(x.ToVector()[0], 162);
}

TEST_P(ExpressionsTest, ResultsMayBeWiderAndOfOtherTypes) {
  const auto x = Floats({1, 2, 3});
  const DeviceArray<double> out(*context, {2, 3});
  Elementwise("x + 1").Into(out, x);
  EXPECT_EQ(out.ToVector(), (std::vector<double>{2, 3, 4, 2, 3, 4}));
  const DeviceArray<std::int32_t> narrow(*context, {3});
  EXPECT_ERROR(Elementwise("x + 1").Into(narrow, x), ErrorCode::TypeMismatch,
               "the result `out` is float32, which an array of int32 does not hold");
  const DeviceArray<double> sum(*context, Dims());
  const DeviceArrayAny any = sum;
  Reduction("x", "+").Call({.outputs = std::span(&any, 1)}, x);
  EXPECT_EQ(sum.ToVector()[0], 6);
}

TEST_P(ExpressionsTest, LargeArrays) {
  for (const std::int64_t count : {1000, 65537, 3000001}) {
    std::vector<std::int32_t> host(static_cast<std::size_t>(count));
    std::iota(host.begin(), host.end(), 0);
    const auto x = ToDevice(*context, host);
    const std::int64_t total = count * (count - 1) / 2;
    EXPECT_EQ(DeviceArray<std::int64_t>(Reduction("x", "+")(x)).ToVector()[0], total);
    EXPECT_EQ(DeviceArray<std::int32_t>(Reduction("x", "max")(x)).ToVector()[0], count - 1);
    std::vector<std::int64_t> expected(host.size());
    std::inclusive_scan(host.begin(), host.end(), expected.begin(), std::plus<>(), std::int64_t{0});
    EXPECT_EQ(DeviceArray<std::int64_t>(Scan("+")(x)).ToVector(), expected);
    std::exclusive_scan(host.begin(), host.end(), expected.begin(), std::int64_t{0});
    EXPECT_EQ(DeviceArray<std::int64_t>(Scan::Exclusive("+")(x)).ToVector(), expected);
    EXPECT_EQ(DeviceArray<std::int32_t>(Scan("max")(x)).ToVector(), host);
    const Scan squares = Scan::Exclusive("+", "0", "float32(x % 2)");
    EXPECT_EQ(DeviceArray<float>(squares(x)).ToVector().back(),
              static_cast<float>((count - 1) / 2));
    std::vector<std::int32_t> doubled = host;
    std::ranges::for_each(doubled, [](std::int32_t& value) { value *= 2; });
    EXPECT_EQ(DeviceArray<std::int32_t>(Elementwise("2 * x")(x)).ToVector(), doubled);
  }
}

TEST_P(ExpressionsTest, WideAndTallArrays) {
  // Rows and columns, cut into splits and not.
  for (const Dims& shape :
       {Dims{3, 100000}, Dims{100000, 3}, Dims{5000, 40}, Dims{40, 5000}, Dims{700, 700}}) {
    const DeviceArray<std::int32_t> x(*context, shape);
    Elementwise("i % 7", {.inputs = {}}).Into(x);
    const std::vector<std::int32_t> host = x.ToVector();
    for (const int axis : {0, 1}) {
      std::vector<std::int64_t> sums(
          static_cast<std::size_t>(shape[1 - static_cast<std::size_t>(axis)]));
      std::vector<std::int64_t> running(host.size());
      for (std::size_t k = 0; k < host.size(); ++k) {
        const std::size_t row = k / static_cast<std::size_t>(shape[1]);
        const std::size_t column = k % static_cast<std::size_t>(shape[1]);
        running[k] = sums[axis == 0 ? column : row] += host[k];
      }
      EXPECT_EQ(DeviceArray<std::int64_t>(Reduction("x", "+").Over({axis}, x)).ToVector(), sums)
          << ToString(shape) << " over " << axis;
      EXPECT_EQ(DeviceArray<std::int64_t>(Scan("+").Along(axis, x)).ToVector(), running)
          << ToString(shape) << " along " << axis;
    }
  }
}

TEST_P(ExpressionsTest, StreamsOrderCalls) {
  const Stream stream(*context);
  const DeviceArray<float> x(*context, {100000});
  x.Fill(1, stream);
  const Elementwise twice("2 * x");
  for (int k = 0; k < 10; ++k) {
    const DeviceArrayAny out = x;
    twice.Call({.outputs = std::span(&out, 1), .stream = stream}, x);
  }
  const DeviceArrayAny sum = Reduction("x", "+").Call({.stream = stream}, x).front();
  EXPECT_EQ(DeviceArray<float>(sum).ToVector(stream)[0], 102400000.0F);
}

// Other calls on the same stream must not use, or free, what a replay works with.
TEST_P(ExpressionsTest, GraphsHaveScratchMemoryOfTheirOwn) {
  const Reduction sum("x", "+");
  const DeviceArray<float> x = ToDevice(*context, std::vector<float>(1 << 20, 1.0f));
  const DeviceArray<float> y = ToDevice(*context, std::vector<float>(1 << 22, 1.0f));
  const Stream stream(*context);
  const DeviceArrayAny total(sum.Call({.stream = stream}, x)[0]);
  const Graph graph(*context);
  {
    GraphCapture capture(graph, stream);
    const DeviceArrayAny outputs[] = {total};
    sum.Call({.outputs = outputs}, x);
  }
  EXPECT_GT(graph.pool().held_bytes(), 0U);
  const GraphExec exec = graph.Instantiate();
  EXPECT_EQ(DeviceArray<float>(sum.Call({.stream = stream}, y)[0].Reshaped({1})).ToVector(stream),
            std::vector<float>{1 << 22});
  total.Fill(0.0f, stream);
  exec.Launch(stream);
  EXPECT_EQ(DeviceArray<float>(total.Reshaped({1})).ToVector(stream), std::vector<float>{1 << 20});
}

TEST_P(ExpressionsTest, WrongTextIsShownWithACaret) {
  const auto text_of = [](auto action) { return ErrorOf(action).message; };
  const std::string syntax = text_of([] { Elementwise("z = a * * x"); });
  EXPECT_NE(syntax.find("z = a * * x"), std::string::npos) << syntax;
  EXPECT_NE(syntax.find("^"), std::string::npos) << syntax;
  const std::string name = text_of([] {
    Elementwise("z = a * x + yy", {.inputs = {"a", "x", "y"}});
  });
  EXPECT_NE(name.find("name `yy` is not defined"), std::string::npos) << name;
  EXPECT_NE(name.find("the inputs are a, x, y"), std::string::npos) << name;
  const auto x = Floats({1, 2});
  const std::string function = text_of([&] { Elementwise("z = sqroot(x)")(x); });
  EXPECT_NE(function.find("sqroot"), std::string::npos) << function;
  EXPECT_NE(function.find("z = sqroot(x)"), std::string::npos) << function;
  const std::string type = text_of([&] { Elementwise("z = x & 1")(x); });
  EXPECT_NE(type.find("z = x & 1"), std::string::npos) << type;
  EXPECT_NE(type.find("^"), std::string::npos) << type;
  EXPECT_ERROR(Elementwise("x + y\nz = 1"), ErrorCode::Compile, "write `z = ...` for each result");
  EXPECT_ERROR(Elementwise("z = x", {.outputs = {"w"}}), ErrorCode::InvalidArgument,
               "`w` is named as a result, but `z = x` does not assign it");
  EXPECT_ERROR(Elementwise("z = x", {.defaults = {{"alpha", 1}}}), ErrorCode::InvalidArgument,
               "`alpha` is named as an input");
  EXPECT_ERROR(Elementwise(""), ErrorCode::Compile, "no statement gives a result");
  EXPECT_ERROR(Reduction("x, y", "+"), ErrorCode::InvalidArgument,
               "`+` puts two numbers together, but `x, y` has 2 parts");
  EXPECT_ERROR(Reduction("x", "a * b + a"), ErrorCode::InvalidArgument, "no neutral value");
}

TEST_P(ExpressionsTest, WrongCallsNameWhatIsWrong) {
  const Elementwise sum("z = x + y");
  const auto x = Floats({1, 2, 3});
  EXPECT_ERROR(sum(x), ErrorCode::TypeMismatch, "takes 2 arguments (x, y), 1 given");
  EXPECT_ERROR(sum(x, x.Sliced({{0, 2}})), ErrorCode::InvalidArgument,
               "the shapes of `x` (3,) and `y` (2,) do not broadcast");
  EXPECT_ERROR(sum(x, nullptr), ErrorCode::TypeMismatch, "`y` must be a number or an array");
  EXPECT_ERROR(sum.Into(x.Sliced({{0, 2}}), x, x), ErrorCode::InvalidArgument,
               "the result `z` has the shape (3,), but the array for it has (2,)");
  const DeviceArray<std::int8_t> small(*context, {3});
  small.Fill(1);
  EXPECT_ERROR(sum(small, 1000), ErrorCode::TypeMismatch,
               "`y` is 1000, which the type of the arrays, int8, does not hold");
  EXPECT_ERROR(Reduction("x", "+").Over({1}, x), ErrorCode::InvalidArgument,
               "there is no dimension 1: the shape is (3,)");
  EXPECT_ERROR(Reduction("x", "+").Over({0, -1}, x), ErrorCode::InvalidArgument, "named twice");
  EXPECT_ERROR(Reduction("x", "+")(1.0), ErrorCode::TypeMismatch, "must be an array");
  EXPECT_ERROR(Scan("+").Along(2, x), ErrorCode::InvalidArgument, "there is no dimension 2");
}

constexpr const char* kGelu = R"(
// A helper comes first: the last function counts.
template <typename T> T half_of(T x) { return x / T(2); }
template <typename T>
T shifted(T x, T y, T alpha) { return half_of(x) * alpha + y; }
)";

TEST_P(ExpressionsTest, CudaCppText) {
  const Elementwise shifted = Elementwise::FromCudaCpp(kGelu, 1, {.defaults = {{"alpha", 2.0}}});
  EXPECT_EQ(shifted.inputs(), (std::vector<std::string>{"x", "y"}));
  const auto x = Floats({1, 2, 3});
  if (is_cpu()) {
    EXPECT_ERROR(shifted(x, x), ErrorCode::NotSupported, "the CPU device runs no CUDA C++");
    return;
  }
  EXPECT_EQ(Values(shifted(x, x)), (Vector{2, 4, 6}));
  const NamedScalar alpha{"alpha", 4};
  EXPECT_EQ(Values(shifted.Call({.scalars = std::span(&alpha, 1)}, x, 1).front()),
            (Vector{3, 5, 7}));
  const Elementwise both = Elementwise::FromCudaCpp(
      "template <typename T> void both(T x, T y, T& sum, T& difference) { sum = x + y; difference "
      "= x - y; }",
      2);
  const std::vector<std::int32_t> ones(3, 1);
  const std::vector<DeviceArrayAny> results = both.Call({}, x, ToDevice(*context, ones));
  EXPECT_EQ(Values(results[0]), (Vector{2, 3, 4}));
  EXPECT_EQ(Values(results[1]), (Vector{0, 1, 2}));
  EXPECT_EQ(both.outputs(), (std::vector<std::string>{"sum", "difference"}));
  const std::string wrong =
      ErrorOf([&] { Elementwise::FromCudaCpp("float f(float x) { return y; }")(x); }).message;
  EXPECT_NE(wrong.find("y"), std::string::npos) << wrong;
}

TEST(CudaTextTest, NeedsAFunction) {
  EXPECT_ERROR(Elementwise::FromCudaCpp("return x;"), ErrorCode::InvalidArgument,
               "defines no function");
  EXPECT_ERROR(Elementwise::FromCudaCpp("template <typename T> void f(T& a) { a = 1; }", 3),
               ErrorCode::InvalidArgument, "too few for 3 results");
}

}  // namespace
}  // namespace kernelc::program_test
