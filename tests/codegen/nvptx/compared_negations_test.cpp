// Which negations of PTX become complements, and that no other text changes.
#include "compiler/codegen/nvptx/compared_negations.h"

#include <gtest/gtest.h>

namespace kernelc::codegen {
namespace {

std::string Function(const std::string& body) {
  return ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n" + body + "}\n";
}

TEST(ComparedNegations, BoundOfALoop) {
  EXPECT_EQ(RewriteComparedNegations(Function("\tneg.s64 \t%rd1, %rd4;\n"
                                              "$L__BB0_2:\n"
                                              "\tadd.s64 \t%rd4, %rd4, -3;\n"
                                              "\tsetp.gt.s64 \t%p2, %rd4, %rd1;\n"
                                              "\t@%p2 bra \t$L__BB0_2;\n")),
            Function("\tnot.b64 \t%rd1, %rd4;\n"
                     "\tadd.s64 \t%rd1, %rd1, 1;\n"
                     "$L__BB0_2:\n"
                     "\tadd.s64 \t%rd4, %rd4, -3;\n"
                     "\tsetp.gt.s64 \t%p2, %rd4, %rd1;\n"
                     "\t@%p2 bra \t$L__BB0_2;\n"));
}

TEST(ComparedNegations, EverySpelling) {
  for (const char* line :
       {"neg.s32 \t%r1, %r4", "sub.s32 \t%r1, 0, %r4", "mul.lo.s32 \t%r1, %r4, -1"}) {
    const std::string compare = "\tsetp.lt.and.s32 \t%p1, %r1, 7, %p2;\n";
    EXPECT_EQ(RewriteComparedNegations(Function("\t" + std::string(line) + ";\n" + compare)),
              Function("\tnot.b32 \t%r1, %r4;\n\tadd.s32 \t%r1, %r1, 1;\n" + compare))
        << line;
  }
}

TEST(ComparedNegations, ThroughCopies) {
  const std::string rest =
      "\tmov.b64 \t%rd2, %rd1;\n\tmov.b64 \t%rd3, %rd2;\n\tmov.b64 \t%rd2, %rd3;\n"
      "\tsetp.le.s64 \t%p1, %rd3, %rd9;\n";
  EXPECT_EQ(RewriteComparedNegations(Function("\tneg.s64 \t%rd1, %rd1;\n" + rest)),
            Function("\tnot.b64 \t%rd1, %rd1;\n\tadd.s64 \t%rd1, %rd1, 1;\n" + rest));
}

TEST(ComparedNegations, FromANumberAndBeforeAnAddition) {
  const std::string compare = "\tsetp.gt.s64 \t%p1, %rd23, %rd2;\n";
  EXPECT_EQ(RewriteComparedNegations(Function("\tsub.s64 \t%rd2, -3, %rd23;\n" + compare)),
            Function("\tnot.b64 \t%rd2, %rd23;\n\tadd.s64 \t%rd2, %rd2, -2;\n" + compare));
  const std::string sum = "\tadd.s64 \t%rd2, %rd1, -3;\n";
  EXPECT_EQ(RewriteComparedNegations(Function("\tneg.s64 \t%rd1, %rd4;\n" + sum + compare)),
            Function("\tnot.b64 \t%rd1, %rd4;\n\tadd.s64 \t%rd1, %rd1, 1;\n" + sum + compare));
}

TEST(ComparedNegations, SmallestAndLargest) {
  const std::string smallest = "\tmin.s32 \t%r8, %r5, %r7;\n\tmin.s32 \t%r9, %r8, 0;\n";
  EXPECT_EQ(RewriteComparedNegations(Function("\tneg.s32 \t%r7, %r6;\n" + smallest)),
            Function("\tnot.b32 \t%r7, %r6;\n\tadd.s32 \t%r7, %r7, 1;\n" + smallest));
}

TEST(ComparedNegations, OthersStay) {
  for (const char* body : {
           // Not compared; compared as a float; compared in another function.
           "\tneg.s64 \t%rd1, %rd4;\n\tst.global.b64 \t[%rd2], %rd1;\n",
           "\tneg.f32 \t%r1, %r4;\n\tsetp.gt.f32 \t%p1, %r1, %r2;\n",
           "\tneg.s32 \t%r1, %r4;\n}\n.func f()\n{\n\tsetp.gt.s32 \t%p1, %r1, %r2;\n",
           "\tsub.s32 \t%r1, %r9, %r4;\n\tsetp.gt.s32 \t%p1, %r1, %r2;\n",
           "\tneg.s32 \t%r3, %r4;\n\tadd.s32 \t%r1, %r3, %r4;\n\tsetp.gt.s32 \t%p1, %r1, %r2;\n",
           "\tmul.lo.s32 \t%r1, %r4, -10;\n\tsetp.gt.s32 \t%p1, %r1, %r2;\n",
       }) {
    EXPECT_EQ(RewriteComparedNegations(Function(body)), Function(body));
  }
}

}  // namespace
}  // namespace kernelc::codegen
