// Which shifts of PTX are written by words, and that no other text changes.
#include "compiler/codegen/nvptx/turned_sums.h"

#include <gtest/gtest.h>

#include <string>

namespace kernelc::codegen {
namespace {

std::string Function(const std::string& body) {
  return ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n" + body + "}\n";
}

TEST(TurnedSums, OfAShiftWithASign) {
  const std::string rest = "\tadd.s64 \t%rd4, %rd2, %rd3;\n";
  EXPECT_EQ(RewriteTurnedSums(Function("\tshl.b64 \t%rd2, %rd1, 13;\n"
                                       "\tshr.s64 \t%rd3, %rd1, 51;\n" +
                                       rest)),
            Function("\tshl.b64 \t%rd2, %rd1, 13;\n"
                     "\t{\n\t.reg .b32 \t%low, %high;\n\tmov.b64 \t{%low, %high}, %rd1;\n"
                     "\tshr.s32 \t%low, %high, 19;\n\tshr.s32 \t%high, %high, 31;\n"
                     "\tmov.b64 \t%rd3, {%low, %high};\n\t}\n" +
                     rest));
}

TEST(TurnedSums, ADifference) {
  const std::string rest = "\tshl.b64 \t%rd2, %rd1, 57;\n\tsub.s64 \t%rd4, %rd3, %rd2;\n";
  EXPECT_EQ(RewriteTurnedSums(Function("\tshr.u64 \t%rd3, %rd1, 7;\n" + rest)),
            Function("\t{\n\t.reg .b32 \t%low, %high;\n\tmov.b64 \t{%low, %high}, %rd1;\n"
                     "\tshf.r.wrap.b32 \t%low, %low, %high, 7;\n"
                     "\tshr.u32 \t%high, %high, 7;\n"
                     "\tmov.b64 \t%rd3, {%low, %high};\n\t}\n" +
                     rest));
}

TEST(TurnedSums, OthersStay) {
  const std::string left = "\tshl.b64 \t%rd2, %rd1, 13;\n";
  for (const std::string& body : {
           // Another distance, another register; no sum.
           left + "\tshr.s64 \t%rd3, %rd1, 50;\n\tadd.s64 \t%rd4, %rd2, %rd3;\n",
           left + "\tshr.s64 \t%rd3, %rd5, 51;\n\tadd.s64 \t%rd4, %rd2, %rd3;\n",
           left + "\tshr.u64 \t%rd3, %rd1, 51;\n\tor.b64 \t%rd4, %rd2, %rd3;\n",
       }) {
    EXPECT_EQ(RewriteTurnedSums(Function(body)), Function(body));
  }
}

}  // namespace
}  // namespace kernelc::codegen
