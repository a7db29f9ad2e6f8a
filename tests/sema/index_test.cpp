// What IndexFile finds, and signatures.
#include <gtest/gtest.h>

#include "tests/sema/check_source.h"
#include "compiler/types/written_types.h"

namespace kernelc::sema {
namespace {

std::string Spell(const std::vector<abi::ArgType>& types) {
  std::string text;
  for (const abi::ArgType& type : types) {
    text += (text.empty() ? "" : ", ") + types::SpellArgType(type);
  }
  return text;
}

std::string Signature(const CheckedSource& source, std::string_view name) {
  std::string text;
  for (const std::vector<abi::ArgType>& types :
       source.index().functions()[source.Find(name)].signatures) {
    text += (text.empty() ? "" : " | ") + Spell(types);
  }
  return text;
}

TEST(IndexTest, FindsKernelsInBothSpellings) {
  const CheckedSource source(R"(
import numba.cuda as c
from numba import cuda as gpu, jit
import kernelc as kc
from kernelc import kernel, device

FAST = gpu.jit(fastmath=True)

@gpu.jit
def a(): pass
@c.jit()
def b(): pass
@gpu.jit(device=True)
def not_c(): pass
@FAST
def d(): pass
@kernel
def e(): pass
@kc.kernel(fastmath=True)
def f(): pass
@device
def not_g(): pass
@jit
def not_h(): pass
def not_i(): pass
j = gpu.jit(not_i)
class C:
    @staticmethod
    @gpu.jit
    def method(): pass
def outer():
    @gpu.jit
    def inner(): pass
try:
    @gpu.jit
    def k(): pass
except Exception:
    def k(): pass
)");
  EXPECT_EQ(source.Diagnostics(), "");
  std::string kernels;
  for (const FunctionEntry& entry : source.index().functions()) {
    kernels += entry.is_kernel ? entry.name + " " : "";
  }
  EXPECT_EQ(kernels, "a b d e f C.method outer.inner k j ");
}

TEST(IndexTest, ReadsSignatures) {
  const CheckedSource source(R"py(
from numba import cuda, void, float32, int32, types
import numpy as np

@cuda.jit("void(float32[:], int32)")
def text(a, b): pass
@cuda.jit(void(float32[:, ::1], int32))
def call(a, b): pass
@cuda.jit((float32[::1, :], np.float64))
def tuple_of_types(a, b): pass
@cuda.jit(["void(f4[:])", "void(f8[::1])"])
def several(a): pass
@cuda.jit(types.void(types.Array(types.float32, 2, 'C')))
def array(a): pass
@cuda.jit
def annotated(a: float32[:], n: int, x: "int8[::1]"): pass
@cuda.jit
def half_annotated(a: float32[:], n): pass
@cuda.jit
def numpy_annotation(a: np.ndarray): pass
)py");
  EXPECT_EQ(source.Diagnostics(), "");
  EXPECT_EQ(Signature(source, "text"), "float32[:], int32");
  EXPECT_EQ(Signature(source, "call"), "float32[:, ::1], int32");
  EXPECT_EQ(Signature(source, "tuple_of_types"), "float32[::1, :], float64");
  EXPECT_EQ(Signature(source, "several"), "float32[:] | float64[::1]");
  EXPECT_EQ(Signature(source, "array"), "float32[:, ::1]");
  EXPECT_EQ(Signature(source, "annotated"), "float32[:], int64, int8[::1]");
  EXPECT_EQ(Signature(source, "half_annotated"), "");
  EXPECT_EQ(Signature(source, "numpy_annotation"), "");
}

TEST(SignatureTest, Parses) {
  const std::pair<const char*, const char*> kCases[] = {
      {"float32[:]", "float32[:]"},
      {"void(float32[::1], i4)", "float32[::1], int32"},
      {"(float32[:,:,::1],)", "float32[:, :, ::1]"},
      {"int32(double, b1)", "float64, bool"},
      {"UniTuple(int64, 2)", "Tuple((int64, int64))"},
      {"Tuple((f4, i8[:]))", "Tuple((float32, int64[:]))"},
      {"Array(float32, 2, 'F')", "float32[::1, :]"},
      {"float32[::1, ::1, :]", "float32[::1, :, :]"},
      {"float32[::1, :, ::1]", "float32[::1, :, :]"},
      {"float32[:, ::1, ::1]", "float32[:, :, ::1]"},
      {"float32[:, ::1, :]", "float32[:, :, :]"},
      {"array(float32, 2d, A)", "float32[:, :]"},
      {"Array(int8, 1, 'C', readonly=True)", "Array(int8, 1, C, readonly=True)"},
      {"Array(int8, 1, C, readonly=True)", "Array(int8, 1, C, readonly=True)"},
      {"np.float32, nb.types.int8", "float32, int8"},
      {"void()", ""},
      {"none", "none"},
  };
  for (const auto& [text, expected] : kCases) {
    std::string error;
    const std::optional<std::vector<abi::ArgType>> types = ParseSignature(text, &error);
    ASSERT_TRUE(types.has_value()) << text << ": " << error;
    EXPECT_EQ(Spell(*types), expected) << text;
  }
}

TEST(SignatureTest, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> kCases[] = {
      {"", "expected a type"},
      {"float31", "`float31` is not a type"},
      {"float32[", "expected `:` or `::1` between the brackets of an array type"},
      {"float32[:", "expected `]`"},
      {"float32[::2]", "the only step of an array type is `::1`"},
      {"float32[:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:,:]",
       "an array has at most 32 dimensions"},
      {"void(float32", "expected `,` or `)`"},
      {"float32 int32", "unexpected `int32`"},
      {"UniTuple(int64, x)", "`x` is not a number"},
      {"Array(float32, 2, 'Q')", "the layout of an array is C, F or A"},
  };
  for (const auto& [text, expected] : kCases) {
    std::string error;
    EXPECT_FALSE(ParseSignature(text, &error).has_value()) << text;
    EXPECT_EQ(error, expected) << text;
  }
}

}  // namespace
}  // namespace kernelc::sema
