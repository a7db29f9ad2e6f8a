// Which products of PTX become 64 bits wide, and that no other text changes.
#include "compiler/codegen/nvptx/widened_products.h"

#include <gtest/gtest.h>

#include <string>

namespace kernelc::codegen {
namespace {

constexpr const char* kProduct = "\tmul.hi.u32 \t%r2, %r1, 138547333;\n";
constexpr const char* kWide =
    "\t{\n\t.reg .b32 \t%low;\n\t.reg .b64 \t%product;\n"
    "\tmul.wide.u32 \t%product, %r1, 138547333;\n"
    "\tmov.b64 \t{%low, %r2}, %product;\n\t}\n";
constexpr const char* kWidening = "\tcvt.u64.u32 \t%rd2, %r2;\n";
constexpr const char* kDifference = "\tsub.s64 \t%rd3, %rd2, %rd1;\n";

std::string Function(const std::string& body) {
  return ".visible .entry k(\n\t.param .u64 k_param_0\n)\n{\n" + body + "}\n";
}

void ExpectWide(const std::string& rest) {
  EXPECT_EQ(RewriteWidenedProducts(Function(kProduct + rest)), Function(kWide + rest));
}

TEST(WidenedProducts, OfADifference) { ExpectWide(std::string(kWidening) + kDifference); }

TEST(WidenedProducts, WithASign) {
  const std::string rest = std::string(kWidening) + kDifference;
  EXPECT_EQ(RewriteWidenedProducts(Function("\tmul.hi.s32 \t%r2, %r1, %r4;\n" + rest)),
            Function("\t{\n\t.reg .b32 \t%low;\n\t.reg .b64 \t%product;\n"
                     "\tmul.wide.s32 \t%product, %r1, %r4;\n"
                     "\tmov.b64 \t{%low, %r2}, %product;\n\t}\n" +
                     rest));
}

TEST(WidenedProducts, OfANegation) {
  ExpectWide(std::string("\tneg.s64 \t%rd4, %rd1;\n") + kWidening +
             "\tadd.s64 \t%rd3, %rd2, %rd4;\n");
}

TEST(WidenedProducts, EveryWayToWiden) {
  ExpectWide(std::string("\tmov.b64 \t%rd2, {%r2, %r7};\n") + kDifference);
  ExpectWide(std::string("\tcvt.s64.s32 \t%rd4, %r2;\n\tand.b64 \t%rd2, %rd4, 4294967295;\n") +
             kDifference);
  ExpectWide(std::string(kWidening) + "\tsub.cc.s64 \t%rd3, %rd2, %rd1;\n");
  ExpectWide("\tsub.cc.u32 \t%r3, %r2, %r4;\n\tsubc.u32 \t%r6, %r5, %r7;\n");
}

TEST(WidenedProducts, ThroughCopies) {
  ExpectWide("\tmov.b32 \t%r8, %r2;\n\tmov.b32 \t%r9, %r8;\n\tcvt.u64.u32 \t%rd2, %r9;\n" +
             std::string(kDifference));
}

TEST(WidenedProducts, OthersStay) {
  const std::string widened = std::string(kProduct) + kWidening;
  for (const std::string& body : {
           // No difference, or one of another function; not widened; of 64 bits.
           widened + "\tadd.s64 \t%rd3, %rd2, %rd1;\n",
           widened + "}\n.func f()\n{\n" + kDifference,
           std::string(kProduct) + "\tsub.s32 \t%r3, %r1, %r2;\n" + kDifference,
           std::string("\tmul.hi.u64 \t%rd2, %rd1, 138547333;\n") + kDifference,
       }) {
    EXPECT_EQ(RewriteWidenedProducts(Function(body)), Function(body));
  }
}

}  // namespace
}  // namespace kernelc::codegen
