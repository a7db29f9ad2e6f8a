#include "compiler/codegen/nvptx/forgotten_signs.h"

#include <cstddef>
#include <cstdint>
#include <optional>
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

// A comparison with zero or less, by the number as it is written.
bool IsComparison(std::string_view line) {
  return line.starts_with("setp.") && line.find(".s") != std::string_view::npos &&
         (line.find(", 0;") != std::string_view::npos ||
          line.find(", -") != std::string_view::npos);
}

bool IsCopy(std::string_view line) {
  return line.starts_with("mov.b") || line.starts_with("mov.u") ||
         line.starts_with("cvt.s64.s32") || line.starts_with("cvt.u64.u32");
}

bool IsField(std::string_view line) { return line.starts_with("bfe.s32"); }

// Of more bits than none, by numbers.
bool IsWithin(const std::vector<std::string_view>& operands) {
  const std::optional<std::int64_t> first = PtxNumber(operands[2]);
  const std::optional<std::int64_t> count = PtxNumber(operands[3]);
  return first && count && *first >= 0 && *first < 32 && *count > 0 && *count <= 32 - *first;
}

// What conversions alone read; copies are not followed.
std::string_view FieldIn(PtxValues& values, std::string_view reg) {
  return values.Named("field " + std::string(reg));
}

void AddTo(PtxValues& values, std::string_view line, std::size_t place) {
  const bool is_absolute = IsAbsolute(line);
  const bool is_field = IsField(line);
  const bool is_copy = IsCopy(line);
  const bool is_conversion = IsConversionToFloat(line);
  const bool is_read = is_conversion || line.starts_with("rem.s") || line.starts_with("sub.cc.") ||
                       IsComparison(line);
  if (!is_absolute && !is_field && !is_copy && !is_read) {
    return;
  }
  const std::vector<std::string_view> operands = SplitPtx(line).operands;
  if (is_absolute) {
    values.Make(operands[0], place);
  } else if (is_field && IsWithin(operands)) {
    values.Make(FieldIn(values, operands[0]), place);
  }
  for (std::size_t i = 1; i < operands.size() && (is_copy || is_read); ++i) {
    if (is_copy) {
      values.Copy(operands[0], operands[i]);
    } else {
      values.Read(operands[i]);
    }
  }
  if (is_conversion) {
    values.Read(FieldIn(values, operands[1]));
  }
}

// `bfe.s32 d, a, first, count` by numbers.
void WriteShifts(const std::vector<std::string_view>& operands, std::string& text) {
  const std::int64_t count = *PtxNumber(operands[3]);
  text.append("\tshl.b32 \t").append(operands[0]).append(", ").append(operands[1]).append(", ");
  text.append(std::to_string(32 - *PtxNumber(operands[2]) - count));
  text.append(";\n\tshr.s32 \t").append(operands[0]).append(", ").append(operands[0]).append(", ");
  text.append(std::to_string(32 - count)).append(";\n");
}

// The name is that of the block, so that it hides none and counts for none.
void WriteOtherwise(std::string_view line, std::string& text) {
  const PtxInstruction absolute = SplitPtx(line);
  if (IsField(absolute.mnemonic)) {
    WriteShifts(absolute.operands, text);
    return;
  }
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

std::string RewriteForgottenSigns(std::string ptx) {
  // Most texts have none.
  const bool has_signs =
      ptx.find("abs.s") != std::string::npos || ptx.find("bfe.s32") != std::string::npos;
  return has_signs ? RewritePtx(ptx, {AddTo, WriteOtherwise}) : ptx;
}

}  // namespace kernelc::codegen
