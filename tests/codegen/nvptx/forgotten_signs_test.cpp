// Which absolute values and fields of PTX are written otherwise, and that no other text changes.
#include "compiler/codegen/nvptx/forgotten_signs.h"

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

TEST(ForgottenSigns, ThatAreConvertedWithoutASign) {
  for (const std::string rest : {"\tcvt.rn.f32.u32 \t%r3, %r2;\n", "\tcvt.rp.f32.u32 \t%r3, %r2;\n",
                                 "\tcvt.rn.f64.u32 \t%rd3, %r2;\n",
                                 "\tcvt.s64.s32 \t%rd2, %r2;\n\tcvt.rn.f32.u64 \t%r3, %rd2;\n"}) {
    EXPECT_EQ(RewriteForgottenSigns(Function(kAbsolute + rest)), Function(kBySign + rest));
  }
}

TEST(ForgottenSigns, OfWhichARemainderIsTaken) {
  const std::string rest = "\tmov.b32 \t%r4, %r2;\n\trem.s32 \t%r3, %r4, %r5;\n";
  EXPECT_EQ(RewriteForgottenSigns(Function(kAbsolute + rest)), Function(kBySign + rest));
}

TEST(ForgottenSigns, ThatAreSubtracted) {
  const std::string rest = "\tsub.cc.s64 \t%rd3, %rd4, %rd2;\n";
  EXPECT_EQ(RewriteForgottenSigns(Function("\tabs.s64 \t%rd2, %rd1;\n" + rest)),
            Function("\t{\n\t.reg .b64 \t%sign;\n\tshr.s64 \t%sign, %rd1, 63;\n"
                     "\txor.b64 \t%rd2, %rd1, %sign;\n\tsub.s64 \t%rd2, %rd2, %sign;\n\t}\n" +
                     rest));
}

TEST(ForgottenSigns, ThatAreComparedWithZeroOrLess) {
  for (const std::string rest :
       {"\tsetp.lt.s32 \t%p1, %r2, 0;\n", "\tsetp.ge.s32 \t%p1, %r2, -3;\n"}) {
    EXPECT_EQ(RewriteForgottenSigns(Function(kAbsolute + rest)), Function(kBySign + rest));
  }
}

TEST(ForgottenSigns, OfAField) {
  const std::string field = "\tbfe.s32 \t%r2, %r1, 16, 8;\n";
  const std::string rest = "\tcvt.rn.f32.u32 \t%r3, %r2;\n";
  EXPECT_EQ(RewriteForgottenSigns(Function(field + rest)),
            Function("\tshl.b32 \t%r2, %r1, 8;\n\tshr.s32 \t%r2, %r2, 24;\n" + rest));
  const std::string other = field + "\tsetp.lt.s32 \t%p1, %r2, 0;\n\trem.s32 \t%r4, %r2, %r5;\n";
  EXPECT_EQ(RewriteForgottenSigns(Function(other)), Function(other));
}

TEST(ForgottenSigns, OthersStay) {
  for (const std::string rest :
       {"\tcvt.rn.f32.s32 \t%r3, %r2;\n", "\tcvt.rzi.u32.f32 \t%r3, %r2;\n",
        "\tsetp.lt.s32 \t%p1, %r2, 7;\n", "\tsub.s32 \t%r3, %r4, %r2;\n",
        "\trem.u32 \t%r3, %r2, %r4;\n", "}\n.func f()\n{\n\trem.s32 \t%r3, %r2, %r4;\n"}) {
    EXPECT_EQ(RewriteForgottenSigns(Function(kAbsolute + rest)), Function(kAbsolute + rest));
  }
}

}  // namespace
}  // namespace kernelc::codegen
