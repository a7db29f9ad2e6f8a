#include "compiler/codegen/nvptx/absolute_values.h"

#include <cstddef>
#include <string_view>
#include <vector>

#include "compiler/codegen/nvptx/ptx_text.h"

namespace kernelc::codegen {

namespace {

bool IsAbsolute(std::string_view line) {
  return line.starts_with("abs.s32") || line.starts_with("abs.s64");
}

// `cvt.rn.f32.u32` and the like.
bool IsConversionToFloat(std::string_view line) {
  const std::string_view mnemonic = line.substr(0, line.find_first_of(" \t"));
  return mnemonic.starts_with("cvt.r") &&
         (mnemonic.ends_with(".u32") || mnemonic.ends_with(".u64")) &&
         mnemonic.find(".f") != std::string_view::npos;
}

bool IsCopy(std::string_view line) {
  return line.starts_with("mov.b") || line.starts_with("mov.u") ||
         line.starts_with("cvt.s64.s32") || line.starts_with("cvt.u64.u32");
}

void AddTo(PtxValues& values, std::string_view line, std::size_t place) {
  const bool is_absolute = IsAbsolute(line);
  const bool is_copy = IsCopy(line);
  const bool is_read =
      line.starts_with("rem.s") || line.starts_with("sub.cc.") || IsConversionToFloat(line);
  if (!is_absolute && !is_copy && !is_read) {
    return;
  }
  const std::vector<std::string_view> operands = SplitPtx(line).operands;
  if (is_absolute) {
    values.Make(operands[0], place);
    return;
  }
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (is_copy) {
      values.Copy(operands[0], operands[i]);
    } else {
      values.Read(operands[i]);
    }
  }
}

// The name is that of the block, so that it hides none and counts for none.
void WriteBySign(std::string_view line, std::string& text) {
  const PtxInstruction absolute = SplitPtx(line);
  const std::string_view result = absolute.operands[0];
  const std::string_view value = absolute.operands[1];
  const bool is_wide = absolute.mnemonic.ends_with("64");
  const std::string_view width = is_wide ? "64" : "32";
  text.append("\t{\n\t.reg .b").append(width).append(" \t%sign;\n\tshr.s").append(width);
  text.append(" \t%sign, ").append(value).append(is_wide ? ", 63" : ", 31");
  text.append(";\n\txor.b").append(width).append(" \t").append(result).append(", ");
  text.append(value).append(", %sign;\n\tsub.s").append(width).append(" \t").append(result);
  text.append(", ").append(result).append(", %sign;\n\t}\n");
}

}  // namespace

std::string RewriteAbsoluteValues(std::string ptx) {
  // Most texts have none.
  return ptx.find("abs.s") != std::string::npos ? RewritePtx(ptx, {AddTo, WriteBySign}) : ptx;
}

}  // namespace kernelc::codegen
