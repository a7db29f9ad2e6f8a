// Vectors of integers that are computed in fewer bits: the same results as in 64, whatever the operations and their
// operands.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/codegen/cpu/kir_program.h"

namespace kernelc::codegen {
namespace {

using Numbers = std::vector<std::int64_t>;

// Enough for vectors of bytes and a rest.
constexpr std::size_t kCount = 333;

// A kernel of one expression over two arrays, written down together with its results.
class Expression {
 public:
  explicit Expression(unsigned seed) : random_(seed) {}

  // The next value's name, with the lines that compute it in `text`.
  std::string Load(const char* array, const char* type, const Numbers& numbers) {
    const std::string name = Add(numbers);
    text += fmt::format("    %p{0} = element_ptr %{1}, %i [0] : ptr<{2}, global>\n", name, array, type);
    text += fmt::format("    %l{0} = load %p{0} : {1}\n    %{0} = convert %l{0} : int64\n", name, type);
    return name;
  }

  void Step() {
    switch (Below(9)) {
      case 0:
        return Sum(
            "add", [](std::uint64_t a, std::uint64_t b) { return a + b; },
            [](auto a, auto b, auto* to) { return __builtin_add_overflow(a, b, to); });
      case 1:
        return Sum(
            "sub", [](std::uint64_t a, std::uint64_t b) { return a - b; },
            [](auto a, auto b, auto* to) { return __builtin_sub_overflow(a, b, to); });
      case 2:
        return Sum(
            "mul", [](std::uint64_t a, std::uint64_t b) { return a * b; },
            [](auto a, auto b, auto* to) { return __builtin_mul_overflow(a, b, to); });
      case 3:
        return Bits();
      case 4:
        return Shift();
      case 5:
        return Limits();
      case 6:
        return Magnitude();
      case 7:
        return Choice();
      default:
        return Constant();
    }
  }

  const Numbers& Last() const { return values_.back(); }
  std::string LastName() const { return Name(values_.size() - 1); }

  std::string text;

 private:
  static std::string Name(std::size_t place) { return fmt::format("v{}", place); }
  unsigned Below(unsigned bound) { return static_cast<unsigned>(random_()) % bound; }
  std::string Add(Numbers numbers) {
    values_.push_back(std::move(numbers));
    return LastName();
  }
  // Those of the last ones are asked for most, so that lines become long.
  std::size_t Any() {
    const std::size_t back = Below(2) == 0 ? Below(2) : Below(static_cast<unsigned>(values_.size()));
    return values_.size() - 1 - std::min(back, values_.size() - 1);
  }

  template <typename Compute>
  void Emit(const std::string& operation, std::size_t a, std::size_t b, Compute compute) {
    Numbers result(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      result[i] = static_cast<std::int64_t>(
          compute(static_cast<std::uint64_t>(values_[a][i]), static_cast<std::uint64_t>(values_[b][i])));
    }
    text += fmt::format("    %{} = {} : int64\n", Name(values_.size()), operation);
    Add(result);
  }
  template <typename Compute>
  void Binary(const char* op, Compute compute) {
    const std::size_t a = Any(), b = Any();
    Emit(fmt::format("{} %{}, %{}", op, Name(a), Name(b)), a, b, compute);
  }
  // Signed numbers must not overflow; unsigned ones may.
  template <typename Compute, typename Overflows>
  void Sum(const char* op, Compute compute, Overflows overflows) {
    const std::size_t a = Any(), b = Any();
    bool any = false;
    for (std::size_t i = 0; i < kCount; ++i) {
      std::int64_t result = 0;
      any = any || overflows(values_[a][i], values_[b][i], &result);
    }
    if (!any) {
      return Emit(fmt::format("{} %{}, %{}", op, Name(a), Name(b)), a, b, compute);
    }
    const std::string to = Name(values_.size());
    text += fmt::format("    %x{0} = convert %{1} : uint64\n    %y{0} = convert %{2} : uint64\n", to, Name(a), Name(b));
    text += fmt::format("    %z{0} = {1} %x{0}, %y{0} : uint64\n", to, op);
    Emit(fmt::format("convert %z{}", to), a, b, compute);
  }
  void Bits() {
    switch (Below(3)) {
      case 0:
        return Binary("and", [](std::uint64_t a, std::uint64_t b) { return a & b; });
      case 1:
        return Binary("or", [](std::uint64_t a, std::uint64_t b) { return a | b; });
      default:
        return Binary("xor", [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    }
  }
  void Number(std::int64_t number) {
    text += fmt::format("    %{} = const {} : int64\n", Name(values_.size()), number);
    Add(Numbers(kCount, number));
  }
  void Constant() {
    constexpr std::int64_t kNumbers[] = {0,    1,     -1,         2,         255,           256,
                                         0x7f, -0x80, 0xffff,     0x7fff,    -0x8000,       0xffffffff,
                                         3,    1000,  2246822507, 0x7ffffff, -2147483648ll, 0x123456789};
    Number(kNumbers[Below(std::size(kNumbers))]);
  }
  void Shift() {
    const std::size_t a = Any();
    const unsigned by = Below(2) == 0 ? Below(8) : Below(40);
    Number(by);
    const std::string operands = fmt::format("%{}, %{}", Name(a), LastName());
    if (Below(2) == 0) {
      Emit("shl " + operands, a, a, [=](std::uint64_t x, std::uint64_t) { return x << by; });
    } else {
      Emit("shr " + operands, a, a, [=](std::uint64_t x, std::uint64_t) { return static_cast<std::int64_t>(x) >> by; });
      if (Below(2) == 0) {
        // A shift of which the high bits are asked for by nobody.
        const std::size_t shifted = values_.size() - 1;
        const std::int64_t mask = (std::int64_t{1} << Below(33)) - 1;
        Number(mask);
        Emit(fmt::format("and %{}, %{}", Name(shifted), LastName()), shifted, shifted,
             [=](std::uint64_t x, std::uint64_t) { return x & static_cast<std::uint64_t>(mask); });
      }
    }
  }
  void Limits() {
    const std::size_t a = Any();
    const std::int64_t most = (std::int64_t{1} << Below(34)) - 1;
    const std::int64_t least = Below(2) == 0 ? 0 : -most - static_cast<std::int64_t>(Below(2));
    Number(most);
    Emit(fmt::format("call_builtin min %{}, %{}", Name(a), LastName()), a, a,
         [=](std::uint64_t x, std::uint64_t) { return std::min(static_cast<std::int64_t>(x), most); });
    const std::size_t low = values_.size() - 1;
    Number(least);
    Emit(fmt::format("call_builtin max %{}, %{}", Name(low), LastName()), low, low,
         [=](std::uint64_t x, std::uint64_t) { return std::max(static_cast<std::int64_t>(x), least); });
  }
  void Magnitude() {
    const std::size_t a = Any();
    Emit(fmt::format("call_builtin abs %{}", Name(a)), a, a,
         [](std::uint64_t x, std::uint64_t) { return static_cast<std::int64_t>(x) < 0 ? 0 - x : x; });
  }
  void Choice() {
    const std::size_t a = Any(), b = Any(), c = Any(), d = Any();
    const char* const ops[] = {"lt", "le", "eq", "ne"};
    const unsigned op = Below(4);
    text += fmt::format("    %c{} = cmp {} %{}, %{} : bool\n", values_.size(), ops[op], Name(a), Name(b));
    Numbers result(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::int64_t x = values_[a][i], y = values_[b][i];
      const bool holds = op == 0 ? x < y : op == 1 ? x <= y : op == 2 ? x == y : x != y;
      result[i] = holds ? values_[c][i] : values_[d][i];
    }
    text += fmt::format("    %{0} = select %c{1}, %{2}, %{3} : int64\n", Name(values_.size()), values_.size(), Name(c),
                        Name(d));
    Add(result);
  }

  std::mt19937 random_;
  std::vector<Numbers> values_;
};

template <typename T>
std::vector<T> Random(std::mt19937& random) {
  std::vector<T> numbers(kCount);
  for (T& number : numbers) {
    const auto bits = static_cast<T>((std::uint64_t{random()} << 32) | random());
    const T edges[] = {0, 1, static_cast<T>(-1), std::numeric_limits<T>::min(), std::numeric_limits<T>::max(), bits};
    number = edges[std::min<std::uint64_t>(random() % 12, 5)];
  }
  return numbers;
}

template <typename A, typename B, typename Out>
void Check(unsigned seed, const char* a_type, const char* b_type, const char* out_type) {
  std::mt19937 random(seed);
  std::vector<A> a = Random<A>(random);
  std::vector<B> b = Random<B>(random);
  Expression expression(seed);
  expression.Load("a", a_type, Numbers(a.begin(), a.end()));
  expression.Load("b", b_type, Numbers(b.begin(), b.end()));
  const unsigned steps = 3 + seed % 12;
  for (unsigned i = 0; i < steps; ++i) {
    expression.Step();
  }
  const std::string text = fmt::format(R"(
kernel @compute(%a: array<{0}, 1, C, global> {{readonly, noalias}}, %b: array<{1}, 1, C, global> {{readonly, noalias}},
    %out: array<{2}, 1, C, global> {{noalias}}) {{
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {{
{3}    %p = element_ptr %out, %i [0] : ptr<{2}, global>
    %r = convert %{4} : {2}
    store %p, %r
  }}
}}
)",
                                       a_type, b_type, out_type, expression.text, expression.LastName());
  const KirProgram program(text);
  std::vector<Out> out(kCount);
  program.Run("compute", {{1, 1, 1}, {512, 1, 1}}, Params().Array(a).Array(b).Array(out));
  for (std::size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(out[i], static_cast<Out>(expression.Last()[i])) << seed << " at " << i << text;
  }
}

TEST(NarrowVectorsTest, RandomExpressions) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    Check<std::uint8_t, std::uint8_t, std::uint8_t>(8 * seed, "uint8", "uint8", "uint8");
    Check<std::uint8_t, std::int8_t, std::int16_t>(8 * seed + 1, "uint8", "int8", "int16");
    Check<std::uint16_t, std::int16_t, std::int32_t>(8 * seed + 2, "uint16", "int16", "int32");
    Check<std::uint32_t, std::uint32_t, std::uint32_t>(8 * seed + 3, "uint32", "uint32", "uint32");
    Check<std::int32_t, std::uint8_t, std::int64_t>(8 * seed + 4, "int32", "uint8", "int64");
    Check<std::int64_t, std::uint16_t, std::uint8_t>(8 * seed + 5, "int64", "uint16", "uint8");
    Check<std::uint8_t, std::uint16_t, float>(8 * seed + 6, "uint8", "uint16", "float32");
    Check<std::int16_t, std::int32_t, double>(8 * seed + 7, "int16", "int32", "float64");
  }
}

constexpr const char* kGradient = R"(
kernel @gradient(%a: array<uint8, 1, C, global> {readonly, noalias}, %b: array<uint8, 1, C, global> {readonly, noalias},
    %out: array<uint8, 1, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %pa = element_ptr %a, %i [0] : ptr<uint8, global>
    %la = load %pa : uint8
    %va = convert %la : int64
    %pb = element_ptr %b, %i [0] : ptr<uint8, global>
    %lb = load %pb : uint8
    %vb = convert %lb : int64
    %d = sub %va, %vb : int64
    %m = call_builtin abs %d : int64
    %two = const 2 : int64
    %t = mul %m, %two : int64
    %most = const 255 : int64
    %c = call_builtin min %t, %most : int64
    %r = convert %c : uint8
    %p = element_ptr %out, %i [0] : ptr<uint8, global>
    store %p, %r
  }
}
)";

// Differences of bytes need 9 bits and a sign.
TEST(NarrowVectorsTest, BytesAreComputedIn16Bits) {
  TargetOptions options = KirProgram::NativeOptions();
  options.keep_llvm_ir = true;
  const std::string ir = KirProgram(kGradient, options).output().llvm_ir;
  EXPECT_NE(ir.find("x i16>"), std::string::npos) << ir;
  EXPECT_EQ(ir.find("x i64> %"), std::string::npos) << ir;
  EXPECT_EQ(ir.find("x i32> %"), std::string::npos) << ir;
}

// The low byte of a number, as an integer of 64 bits, that 32 bits do not hold.
TEST(NarrowVectorsTest, BytesOfLargeFloats) {
  const KirProgram program(R"(
kernel @bytes(%x: array<float32, 1, C, global> {readonly, noalias}, %out: array<uint8, 1, C, global> {noalias}) {
  %i = call_builtin cuda.grid.x : int64
  %n = array_extent %out [0] : int64
  %inside = cmp lt %i, %n : bool
  if %inside {
    %p = element_ptr %x, %i [0] : ptr<float32, global>
    %v = load %p : float32
    %c = convert %v : int64
    %by = const 128 : int64
    %s = add %c, %by : int64
    %r = convert %s : uint8
    %q = element_ptr %out, %i [0] : ptr<uint8, global>
    store %q, %r
  }
}
)");
  std::vector<float> x;
  for (const float sign : {1.0f, -1.0f}) {
    for (int exponent = -2; exponent < 63; ++exponent) {
      for (const float mantissa : {1.0f, 1.25f, 1.9999999f, 1.3333333f}) {
        x.push_back(sign * std::ldexp(mantissa, exponent));
      }
    }
  }
  std::vector<std::uint8_t> out(x.size());
  program.Run("bytes", {{3, 1, 1}, {256, 1, 1}}, Params().Array(x).Array(out));
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(out[i], static_cast<std::uint8_t>(static_cast<std::int64_t>(x[i]) + 128)) << x[i];
  }
}

}  // namespace
}  // namespace kernelc::codegen
