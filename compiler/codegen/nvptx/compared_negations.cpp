#include "compiler/codegen/nvptx/compared_negations.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/codegen/nvptx/ptx_text.h"

namespace kernelc::codegen {

namespace {

bool IsRegister(std::string_view operand) { return operand.starts_with('%'); }

// ".s64" of "neg.s64".
std::string_view TypeOf(std::string_view mnemonic) {
  return mnemonic.substr(mnemonic.find_last_of('.'));
}

bool IsInteger(std::string_view type) {
  return type.starts_with(".s") || type.starts_with(".u") || type.starts_with(".b");
}

// Of integers, a smallest or largest one included.
bool IsComparison(std::string_view mnemonic) {
  return mnemonic.starts_with("min.s") || mnemonic.starts_with("max.s") ||
         (mnemonic.starts_with("setp.") && IsInteger(TypeOf(mnemonic)));
}

// `addend` - `value`.
struct Negation {
  std::string_view value;
  std::int64_t addend = 0;
};

// What `neg.sN d, a`, `sub.sN d, NUMBER, a` and `mul.lo.sN d, a, -1`, of which ptxas makes the
// first, are.
std::optional<Negation> NegationOf(const PtxInstruction& instruction) {
  const std::string_view mnemonic = instruction.mnemonic;
  const std::vector<std::string_view>& operands = instruction.operands;
  if (mnemonic.starts_with("neg.s") && operands.size() == 2) {
    return Negation{operands[1]};
  }
  if (mnemonic.starts_with("sub.s") && operands.size() == 3) {
    const std::optional<std::int64_t> addend = PtxNumber(operands[1]);
    // One more must be a number of 32 bits too.
    const bool fits = addend && *addend < std::numeric_limits<std::int32_t>::max();
    return fits ? std::optional(Negation{operands[2], *addend}) : std::nullopt;
  }
  if (mnemonic.starts_with("mul.lo.s") && operands.size() == 3 && operands[2] == "-1") {
    return Negation{operands[1]};
  }
  return std::nullopt;
}

// The register that `mov.bN d, a` and `add.sN d, a, NUMBER` lead back to.
std::string_view SourceOf(const PtxInstruction& instruction) {
  const std::vector<std::string_view>& operands = instruction.operands;
  const bool is_move = instruction.mnemonic.starts_with("mov.b") && operands.size() == 2;
  const bool is_offset =
      instruction.mnemonic.starts_with("add.s") && operands.size() == 3 && PtxNumber(operands[2]);
  return (is_move || is_offset) && IsRegister(operands[1]) ? operands[1] : std::string_view();
}

// Finds the negations of one function and what leads to comparisons.
void AddTo(PtxValues& values, std::string_view line, std::size_t place) {
  const bool is_relevant = line.starts_with("neg.") || line.starts_with("sub.") ||
                           line.starts_with("mul.lo.s") || line.starts_with("mov.b") ||
                           line.starts_with("add.s") || line.starts_with("setp.") ||
                           line.starts_with("min.s") || line.starts_with("max.s");
  if (!is_relevant) {
    return;
  }
  const PtxInstruction instruction = SplitPtx(line);
  const std::vector<std::string_view>& operands = instruction.operands;
  if (NegationOf(instruction)) {
    values.Make(operands[0], place);
  } else if (const std::string_view source = SourceOf(instruction); !source.empty()) {
    values.Copy(operands[0], source);
  } else if (IsComparison(instruction.mnemonic)) {
    for (std::size_t i = 1; i < operands.size(); ++i) {
      values.Read(operands[i]);
    }
  }
}

// Most texts have none, and what reads their registers need not be followed.
bool MayNegate(std::string_view ptx) {
  for (const std::string_view spelling : {"neg.s", "sub.s", "mul.lo.s"}) {
    std::size_t found = ptx.find(spelling);
    while (found != std::string_view::npos) {
      const std::string_view line = ptx.substr(found, ptx.find('\n', found) - found);
      if (NegationOf(SplitPtx(line))) {
        return true;
      }
      found = ptx.find(spelling, found + 1);
    }
  }
  return false;
}

void WriteComplement(std::string_view line, std::string& text) {
  const PtxInstruction instruction = SplitPtx(line);
  const Negation negation = NegationOf(instruction).value_or(Negation{});
  const std::string_view type = TypeOf(instruction.mnemonic);
  const std::string_view width = type.substr(2);
  const std::string_view result = instruction.operands.front();
  text.append("\tnot.b").append(width).append(" \t").append(result).append(", ");
  text.append(negation.value).append(";\n\tadd").append(type).append(" \t").append(result);
  text.append(", ").append(result).append(", ").append(std::to_string(negation.addend + 1));
  text.append(";\n");
}

}  // namespace

std::string RewriteComparedNegations(std::string ptx) {
  return MayNegate(ptx) ? RewritePtx(ptx, {AddTo, WriteComplement}) : ptx;
}

}  // namespace kernelc::codegen
