#include "compiler/codegen/nvptx/turned_sums.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/codegen/nvptx/ptx_text.h"

namespace kernelc::codegen {

namespace {

constexpr unsigned kBits = 64;
constexpr unsigned kWordBits = 32;

// How far the third operand says; 0 of a register and of what leaves nothing.
unsigned AmountOf(const std::vector<std::string_view>& operands) {
  const std::int64_t amount = operands.size() == 3 ? PtxNumber(operands[2]).value_or(0) : 0;
  return amount > 0 && amount < kBits ? static_cast<unsigned>(amount) : 0;
}

bool IsRightShift(std::string_view line) {
  return line.starts_with("shr.s64") || line.starts_with("shr.u64");
}

bool IsSum(std::string_view line) {
  return line.starts_with("add.s64") || line.starts_with("add.u64") ||
         line.starts_with("sub.s64") || line.starts_with("sub.u64");
}

// A sum reads the left shift, which reads what both shifts are of: register and distance.
void AddTo(PtxValues& values, std::string_view line, std::size_t place) {
  const bool is_left = line.starts_with("shl.b64");
  const bool is_sum = IsSum(line);
  if (!is_left && !is_sum && !IsRightShift(line)) {
    return;
  }
  const std::vector<std::string_view> operands = SplitPtx(line).operands;
  if (is_sum) {
    values.Read(operands[1]);
    values.Read(operands[2]);
    return;
  }
  const unsigned amount = AmountOf(operands);
  if (amount == 0) {
    return;
  }
  const unsigned distance = is_left ? amount : kBits - amount;
  const std::string_view both =
      values.Named(std::string(operands[1]) + " " + std::to_string(distance));
  if (is_left) {
    values.Copy(operands[0], both);
  } else {
    values.Make(both, place);
  }
}

// The names are those of the block, so that they hide none and count for none.
void WriteWords(std::string_view line, std::string& text) {
  const PtxInstruction shift = SplitPtx(line);
  const unsigned amount = AmountOf(shift.operands);
  const bool has_sign = shift.mnemonic.starts_with("shr.s");
  const std::string shift_word = has_sign ? "\tshr.s32 \t" : "\tshr.u32 \t";
  text.append("\t{\n\t.reg .b32 \t%low, %high;\n\tmov.b64 \t{%low, %high}, ");
  text.append(shift.operands[1]).append(";\n");
  if (amount < kWordBits) {
    const std::string number = std::to_string(amount);
    text.append("\tshf.r.wrap.b32 \t%low, %low, %high, ").append(number).append(";\n");
    text.append(shift_word).append("%high, %high, ").append(number).append(";\n");
  } else {
    text.append(shift_word).append("%low, %high, ");
    text.append(std::to_string(amount - kWordBits)).append(";\n");
    text.append(has_sign ? "\tshr.s32 \t%high, %high, 31;\n" : "\tmov.b32 \t%high, 0;\n");
  }
  text.append("\tmov.b64 \t").append(shift.operands[0]).append(", {%low, %high};\n\t}\n");
}

}  // namespace

std::string RewriteTurnedSums(std::string ptx) {
  // Most texts have none.
  return ptx.find("shr.s64") != std::string::npos || ptx.find("shr.u64") != std::string::npos
             ? RewritePtx(ptx, {AddTo, WriteWords})
             : ptx;
}

}  // namespace kernelc::codegen
