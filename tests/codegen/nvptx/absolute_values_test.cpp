// Which absolute values of PTX are written by their signs, and that no other text changes.
#include "compiler/codegen/nvptx/absolute_values.h"

#include <gtest/gtest.h>

#include <string>

namespace kernelc::codegen {
namespace {

std::string Function(const std::string& body) {
  return ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n" + body + "}\n";
}

constexpr const char* kAbsolute = "\tabs.s32 \t%r2, %r1;\n";
constexpr const char* kBySign =
    "\t{\n\t.reg .b32 \t%sign;\n\tshr.s32 \t%sign, %r1, 31;\n"
    "\txor.b32 \t%r2, %r1, %sign;\n\tsub.s32 \t%r2, %r2, %sign;\n\t}\n";

TEST(AbsoluteValues, ThatAreConvertedWithoutASign) {
  for (const std::string rest : {"\tcvt.rn.f32.u32 \t%r3, %r2;\n", "\tcvt.rp.f32.u32 \t%r3, %r2;\n",
                                 "\tcvt.rn.f64.u32 \t%rd3, %r2;\n",
                                 "\tcvt.s64.s32 \t%rd2, %r2;\n\tcvt.rn.f32.u64 \t%r3, %rd2;\n"}) {
    EXPECT_EQ(RewriteAbsoluteValues(Function(kAbsolute + rest)), Function(kBySign + rest));
  }
}

TEST(AbsoluteValues, OfWhichARemainderIsTaken) {
  const std::string rest = "\tmov.b32 \t%r4, %r2;\n\trem.s32 \t%r3, %r4, %r5;\n";
  EXPECT_EQ(RewriteAbsoluteValues(Function(kAbsolute + rest)), Function(kBySign + rest));
}

TEST(AbsoluteValues, ThatAreSubtracted) {
  const std::string rest = "\tsub.cc.s64 \t%rd3, %rd4, %rd2;\n";
  EXPECT_EQ(RewriteAbsoluteValues(Function("\tabs.s64 \t%rd2, %rd1;\n" + rest)),
            Function("\t{\n\t.reg .b64 \t%sign;\n\tshr.s64 \t%sign, %rd1, 63;\n"
                     "\txor.b64 \t%rd2, %rd1, %sign;\n\tsub.s64 \t%rd2, %rd2, %sign;\n\t}\n" +
                     rest));
}

TEST(AbsoluteValues, OthersStay) {
  for (const std::string rest :
       {"\tcvt.rn.f32.s32 \t%r3, %r2;\n", "\tcvt.rzi.u32.f32 \t%r3, %r2;\n",
        "\tsub.s32 \t%r3, %r4, %r2;\n", "\trem.u32 \t%r3, %r2, %r4;\n",
        "}\n.func f()\n{\n\trem.s32 \t%r3, %r2, %r4;\n"}) {
    EXPECT_EQ(RewriteAbsoluteValues(Function(kAbsolute + rest)), Function(kAbsolute + rest));
  }
}

}  // namespace
}  // namespace kernelc::codegen
