#include "compiler/codegen/nvptx/widened_products.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/codegen/nvptx/ptx_text.h"

namespace kernelc::codegen {

namespace {

// Stands for all differences of a function: copies of the words that are widened.
constexpr std::string_view kDifference = "sub";

bool IsProduct(std::string_view line) {
  return line.starts_with("mul.hi.u32") || line.starts_with("mul.hi.s32");
}

// Also a negation, and parts of a longer difference.
bool IsDifference(std::string_view line) {
  return line.starts_with("sub.s64") || line.starts_with("sub.u64") ||
         line.starts_with("neg.s64") || line.starts_with("sub.cc.") || line.starts_with("subc.");
}

// Whether words become the low part of 64 bits, or of a longer difference.
bool IsWidening(std::string_view line) {
  return line.starts_with("cvt.u64.u32") || line.starts_with("cvt.s64.s32") ||
         line.starts_with("mov.b64") || line.starts_with("sub.cc.");
}

// `%r1` of `{%r1` or `%r1}`.
std::string_view WithoutBraces(std::string_view operand) {
  operand.remove_prefix(operand.starts_with('{') ? 1 : 0);
  operand.remove_suffix(operand.ends_with('}') ? 1 : 0);
  return operand;
}

void AddTo(PtxValues& values, std::string_view line, std::size_t place) {
  if (IsDifference(line)) {
    values.Read(kDifference);
  }
  const bool is_widening = IsWidening(line);
  const bool is_product = IsProduct(line);
  const bool is_copy = line.starts_with("mov.b32") || line.starts_with("mov.u32");
  if (!is_widening && !is_product && !is_copy) {
    return;
  }
  const std::vector<std::string_view> operands = SplitPtx(line).operands;
  if (is_product) {
    values.Make(operands[0], place);
    return;
  }
  for (std::size_t i = 1; i < operands.size(); ++i) {
    values.Copy(is_widening ? kDifference : operands[0], WithoutBraces(operands[i]));
  }
}

// The names are those of the block, so that they hide none and count for none.
void WriteWideProduct(std::string_view line, std::string& text) {
  const PtxInstruction product = SplitPtx(line);
  const std::string_view type = product.mnemonic.substr(product.mnemonic.rfind('.'));
  text.append("\t{\n\t.reg .b32 \t%low;\n\t.reg .b64 \t%product;\n\tmul.wide").append(type);
  text.append(" \t%product, ").append(product.operands[1]).append(", ");
  text.append(product.operands[2]).append(";\n\tmov.b64 \t{%low, ");
  text.append(product.operands[0]).append("}, %product;\n\t}\n");
}

}  // namespace

std::string RewriteWidenedProducts(std::string ptx) {
  // Most texts have none.
  const bool has_products =
      ptx.find("mul.hi.u32") != std::string::npos || ptx.find("mul.hi.s32") != std::string::npos;
  return has_products ? RewritePtx(ptx, {AddTo, WriteWideProduct}) : ptx;
}

}  // namespace kernelc::codegen
