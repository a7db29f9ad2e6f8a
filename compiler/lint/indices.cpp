#include <optional>
#include <string>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/static_array.h"
#include "compiler/lint/checks.h"

namespace kernelc::lint {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;

// Through conversions that keep small numbers.
std::optional<std::int64_t> ConstantOf(const Context& context, InstId id) {
  const Inst& inst = context.inst(id);
  if (inst.op == Op::ConstInt && inst.type != types::kUInt64) {
    return inst.imm;
  }
  if (inst.op == Op::Convert && types::IsInteger(inst.type)) {
    return ConstantOf(context, context.function->operand(inst, 0));
  }
  return std::nullopt;
}

void CheckIndex(const Context& context, const Inst& inst) {
  const Inst& array = context.inst(context.function->operand(inst, 0));
  if (!IsStaticArray(array)) {
    return;
  }
  const std::span<const std::int64_t> extents = kir::StaticExtents(*context.function, array);
  for (std::uint32_t d = 0; d + 1 < inst.operands.count && d < extents.size(); ++d) {
    const std::optional<std::int64_t> index =
        ConstantOf(context, context.function->operand(inst, d + 1));
    const bool counts_from_end = (inst.imm >> d & 1) != 0;
    const std::int64_t first = counts_from_end ? -extents[d] : 0;
    if (!index || (*index >= first && *index < extents[d])) {
      continue;
    }
    context.emitter
        ->Build(inst.range, diag::Kind::IndexOutside, context.text(inst.range), *index, extents[d])
        .Help("the first element is 0, the last one 1 less than the extent")
        .Emit();
    return;
  }
}

}  // namespace

void CheckIndices(const Context& context) {
  kir::ForEachInst(*context.function, context.function->body, [&](InstId, const Inst& inst) {
    if (inst.op == Op::ElementPtr) {
      CheckIndex(context, inst);
    }
  });
}

}  // namespace kernelc::lint
