// Values that are affine in the thread's place.
#pragma once

#include <optional>
#include <unordered_set>
#include <vector>

#include "compiler/kir/builder.h"
#include "compiler/kir/kir.h"
#include "compiler/passes/barrier_variance.h"

namespace kernelc::passes {

// threadIdx.x, y and z.
enum class Direction : std::uint8_t { X, Y, Z };
inline constexpr Variance kDirectionBits[] = {kVariesX, kVariesY, kVariesZ};

// The direction d in which `value` is threadIdx.d plus something that no thread of the block
// changes; none when it is not of that form. Signed overflow is undefined, so that 32-bit sums
// count; unsigned ones of less than 64 bits do not. `along_x`: values that are known to be of it in
// x, as counters of loops that start at a thread's place.
std::optional<Direction> UnitDirection(const kir::Function& function,
                                       const std::vector<Variance>& variance, kir::InstId value,
                                       const std::unordered_set<std::uint32_t>& along_x = {});

// Copies the computation of `value` to the insertion region of `builder`, which stands outside of
// thread loops: the value for the first thread. Values that `is_available` there are used as they
// are. `value` must be computed by pure operations from those and from places.
template <typename IsAvailable>
kir::InstId CopyForFirstThread(kir::Builder& builder, kir::InstId value,
                               const IsAvailable& is_available) {
  kir::Function& function = builder.function();
  if (is_available(value)) {
    return value;
  }
  const kir::Inst inst = function.inst(value);
  std::vector<kir::InstId> operands;
  for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
    operands.push_back(CopyForFirstThread(builder, function.operand(inst, i), is_available));
  }
  return builder.Append(inst.op, inst.type, operands, inst.imm, inst.text);
}

// `value` can be copied by CopyForFirstThread.
template <typename IsAvailable>
bool CanCopy(const kir::Function& function, kir::InstId value, const IsAvailable& is_available,
             unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 16;
  if (is_available(value)) {
    return true;
  }
  const kir::Inst& inst = function.inst(value);
  const bool pure = inst.op == kir::Op::CallBuiltin
                        ? inst.operands.count == 0
                        : kir::op_info(inst.op).effects == kir::Effects::Pure;
  if (!pure || inst.regions.count != 0 || inst.op == kir::Op::RegionArg ||
      inst.op == kir::Op::LocalArray || depth > kMaxDepth) {
    return false;
  }
  for (const kir::InstId operand : function.operands(inst)) {
    if (!CanCopy(function, operand, is_available, depth + 1)) {
      return false;
    }
  }
  return true;
}

}  // namespace kernelc::passes
