// Types of expressions and variables: each case is the body of a device function, whose result type is compared.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "compiler/kir/verifier.h"
#include "tests/sema/check_source.h"

namespace kernelc::sema {
namespace {

struct Case {
  // The parameters' types.
  const char* signature;
  // The function's body; parameters are a, b, c.
  const char* body;
  const char* result;
};

std::string ResultType(const Case& test, LiteralMode mode) {
  const std::string_view signature = test.signature;
  std::string params;
  std::size_t count = signature.empty() ? 0 : 1;
  int nesting = 0;
  for (const char c : signature) {
    nesting += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    count += c == ',' && nesting == 0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    params += (i == 0 ? "" : ", ") + std::string(1, static_cast<char>('a' + static_cast<char>(i)));
  }
  std::string body;
  std::string_view rest = test.body;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    body += "    " + std::string(rest.substr(0, end)) + "\n";
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  CheckedSource source(fmt::format("import math\nimport numpy as np\nfrom numba import cuda, int32, float32\n"
                                   "N = 16\nPAIR = (3, 4)\nHALF = np.float32(0.5)\n\n"
                                   "@cuda.jit(device=True)\ndef f({0}):\n{1}\n"
                                   "@cuda.jit\ndef k({0}):\n    f({0})\n",
                                   params, body));
  Options options;
  options.literals = mode;
  const std::optional<kir::Module> module = source.Check("k", signature, options);
  if (!module) {
    return source.Diagnostics();
  }
  for (const std::string& fault : kir::Verify(*module)) {
    ADD_FAILURE() << fault;
  }
  return types::Spell(module->types, module->functions[1].result);
}

void Expect(std::span<const Case> cases, LiteralMode mode) {
  for (const Case& test : cases) {
    EXPECT_EQ(ResultType(test, mode), test.result) << test.signature << "\n" << test.body;
  }
}

TEST(TypingTest, NumbaExpressions) {
  const Case kCases[] = {
      {"float32", "return a * 2", "float64"},
      {"float32", "return a * 2.0", "float64"},
      {"float32", "return a * HALF", "float32"},
      {"int32, int32", "return a + b", "int64"},
      {"uint8", "return a << 1", "uint64"},
      {"uint8", "return ~a", "uint64"},
      {"float32", "return a ** 2", "float32"},
      {"float32", "return a ** 0.5", "float64"},
      {"float32", "return a ** -2", "float32"},
      {"int64", "return a ** 2", "int64"},
      {"int32, int32", "return a / b", "float64"},
      {"float32[:]", "return a[0]", "float32"},
      {"float32[:, :]", "return a[0]", "array(float32, 1d, A)"},
      {"float32[:, ::1]", "return a[0]", "array(float32, 1d, C)"},
      {"float32[::1]", "return a[1:4]", "array(float32, 1d, C)"},
      {"float32[::1]", "return a[::2]", "array(float32, 1d, A)"},
      {"float32[:, ::1]", "return a[:, 0]", "array(float32, 1d, A)"},
      {"float32[:, ::1]", "return a[1:3]", "array(float32, 2d, C)"},
      {"float32[:, ::1]", "return a.T", "array(float32, 2d, F)"},
      {"complex64[:]", "return a.imag", "array(float32, 1d, A)"},
      {"float32[:, :]", "return a.shape", "(int64, int64)"},
      {"float32[:]", "return len(a)", "int64"},
      {"complex64", "return abs(a)", "float32"},
      {"complex64", "return a * 1j", "complex128"},
      {"complex128", "return a.real", "float64"},
      {"float32, float32", "return complex(a, b)", "complex64"},
      {"float32", "return complex(a, 1)", "complex128"},
      {"float32", "return math.sqrt(a)", "float32"},
      {"int32", "return math.sqrt(a)", "float64"},
      {"float16", "return math.sqrt(a)", "float16"},
      {"float32, int32", "return math.pow(a, b)", "float32"},
      {"float32, int64", "return math.pow(a, b)", "float64"},
      {"int16", "return np.sqrt(a)", "float32"},
      {"float32", "return round(a)", "int64"},
      {"float32", "return int(a)", "int64"},
      {"int32", "return int(a)", "int32"},
      {"float32", "return float(a)", "float32"},
      {"int32", "return float(a)", "float64"},
      {"float32", "return np.int8(a)", "int8"},
      {"float32, float32", "return max(a, b)", "float32"},
      {"float32, int32", "return max(a, b)", "float64"},
      {"int64, uint64", "return max(a, b)", "float64"},
      {"int64, uint64", "return a + b", "int64"},
      {"int32, float32", "return min((a, b))", "float64"},
      {"int32, int32", "return divmod(a, b)", "(int64, int64)"},
      {"int32, float32", "return a and b", "float64"},
      {"bool, bool", "return a or b", "bool"},
      {"bool, bool", "return a + b", "int64"},
      {"int32, float32", "return a if a > 0 else b", "float64"},
      {"int32", "return a in (1, 2, 3)", "bool"},
      {"int32", "return 0 <= a < 5", "bool"},
      {"int32, float32", "return (a, b) + (1,)", "(int32, float32, int64)"},
      {"int32, float32", "return (a, b)[1]", "float32"},
      {"int32", "return PAIR[a]", "int64"},
      {"float32[:]", "return a.dtype.type(2)", "float32"},
      {"float32", "return type(a)(2)", "float32"},
      {"float32[:]", "return a.ndim * a.itemsize", "int64"},
      {"", "return 0xFFFFFFFFFFFFFFFF", "uint64"},
      {"", "return 1j", "complex128"},
      {"int32", "return (y := a)", "int32"},
  };
  Expect(kCases, LiteralMode::Numba);
}

TEST(TypingTest, NumbaVariables) {
  const Case kCases[] = {
      // The classic: an accumulator that starts as an integer becomes double.
      {"float32[:]", "s = 0\nfor i in range(3):\n    s = s + a[i]\nreturn s", "float64"},
      {"float32[:]", "s = np.float32(0)\nfor i in range(3):\n    s += a[i]\nreturn s", "float32"},
      {"complex64[:]", "s = 0\nfor i in range(3):\n    s += a[i]\nreturn s", "complex128"},
      {"int32", "x = np.int32(0)\nfor i in range(3):\n    x = x + 1\nreturn x", "int64"},
      // Versions of one name have types of their own.
      {"int32", "x = a\nx = 1.5\nreturn x", "float64"},
      {"int32", "x = 1.5\nx = a\nreturn x", "int32"},
      {"int32", "if a > 0:\n    x = a\nelse:\n    x = 2.5\nreturn x", "float64"},
      {"int32, float32[:]", "if a > 0:\n    a = b[0]\nreturn a", "float64"},
      // Undefined on one path.
      {"int32, float32", "if a > 0:\n    x = b\nreturn x", "float32"},
      // A phi that nobody reads needs no common type.
      {"int32, float32[:]", "x = a\nif a > 0:\n    x = b\nx = 3\nreturn x", "int64"},
      // A branch that leaves does not join.
      {"int32, float32[:]", "if a > 0:\n    x = 1\nelse:\n    return 2\nreturn x", "int64"},
      {"int32, float32[:], float32[::1]", "x = b if a > 0 else c\nreturn x[0]", "float32"},
      {"float32[::1], float32[:]", "x = a\nfor i in range(2):\n    x = b\nreturn x", "array(float32, 1d, A)"},
      {"int32", "for i in range(a):\n    pass\nreturn i", "int32"},
      {"int64", "for i in range(a):\n    pass\nreturn i", "int64"},
      {"uint32", "for i in range(a):\n    pass\nreturn i", "uint64"},
      {"int32, int64", "for i in range(a, b):\n    pass\nreturn i", "int64"},
      {"int32", "for i in range(0, a):\n    pass\nreturn i", "int64"},
      {"float32", "for i in range(math.ceil(a)):\n    pass\nreturn i", "int32"},
      {"int32", "n = 0\nwhile n < a:\n    n += 1\n    if n == 3:\n        break\nelse:\n    n = 0.5\nreturn n", "float64"},
      {"int32", "x = y = 0\nfor i in range(a):\n    x, y = y, x + 0.5\nreturn x", "float64"},
      {"float32[:]", "t = (0, 0)\nfor i in range(3):\n    t = (a[i], i)\nreturn t", "(float64, int64)"},
      {"float32[:]", "for x in a:\n    pass\nreturn x", "float32"},
      {"float32[:, ::1]", "for x in a:\n    pass\nreturn x", "array(float32, 1d, C)"},
      {"float32[:]", "for i, x in enumerate(a):\n    pass\nreturn i, x", "(int64, float32)"},
      {"int32", "for x in (1, 2.5):\n    pass\nreturn x", "float64"},
      {"int32", "if a > 0:\n    return 1\nreturn 0.5", "float64"},
      {"int32", "if a > 0:\n    return 1", "Optional(int64)"},
      {"int32", "r = None\nfor i in range(a):\n    r = 1.5\nreturn r", "Optional(float64)"},
      {"int32", "return a, (None if a else a)", "(int32, Optional(int32))"},
      {"int32", "if a <= 1:\n    return 1\nreturn a * f(a - 1)", "int64"},
      {"none, int32", "if a is None:\n    x = b\nelse:\n    x = a[0]\nreturn x", "int32"},
      {"int32, int32", "if a is None:\n    return 1.5\nreturn b", "int32"},
      {"int32", "if N > 10:\n    return a\nelse:\n    return nothing.here()", "int32"},
  };
  Expect(kCases, LiteralMode::Numba);
}

TEST(TypingTest, WeakLiterals) {
  const Case kCases[] = {
      {"float32", "return a * 2", "float32"},
      {"float32", "return a * 2.0 + 1", "float32"},
      {"float16", "return a * 2.0", "float16"},
      {"int32, int32", "return a + b", "int32"},
      {"int32, uint32", "return a + b", "int64"},
      {"int64, uint64", "return a + b", "int64"},
      {"float32, int32", "return a * b", "float32"},
      {"int32", "return a + 1", "int32"},
      {"int32", "return a & 0xFFFFFFFF", "int64"},
      {"int32", "return a / 2", "float64"},
      {"", "return 1", "int64"},
      {"", "return 1.5", "float64"},
      {"float32[:]", "s = 0.0\nfor i in range(3):\n    s += a[i]\nreturn s", "float32"},
      {"float32[:]", "s = 0\nfor i in range(3):\n    s += a[i]\nreturn s", "float32"},
      {"float32", "return a * math.sqrt(2.0)", "float32"},
      {"float32", "return max(a, 0.0)", "float32"},
      {"int32", "return max(a, 0)", "int32"},
      {"float32", "return a if a > 0 else 0.0", "float32"},
      {"float32", "return complex(a, 1)", "complex64"},
      {"int32", "for i in range(0, a):\n    pass\nreturn i", "int32"},
      {"float32", "return a ** 0.5", "float32"},
      {"int8", "return -a", "int8"},
  };
  Expect(kCases, LiteralMode::Weak);
}

}  // namespace
}  // namespace kernelc::sema
