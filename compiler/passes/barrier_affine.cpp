#include "compiler/passes/barrier_affine.h"

#include "compiler/builtins/builtins.h"

namespace kernelc::passes {

using builtins::BuiltinId;
using kir::Inst;
using kir::InstId;
using kir::Op;

namespace {

std::optional<Direction> PlaceDirection(BuiltinId id) {
  for (unsigned i = 0; i < 3; ++i) {
    const auto offset = [i](BuiltinId x) {
      return static_cast<BuiltinId>(static_cast<unsigned>(x) + i);
    };
    if (id == offset(BuiltinId::ThreadIdxX) || id == offset(BuiltinId::GridX)) {
      return static_cast<Direction>(i);
    }
  }
  return std::nullopt;
}

// Sums of the type do not wrap, or the language leaves it undefined when they do.
bool SumsAreExact(TypeId type) {
  return types::IsInteger(type) && (types::IsSigned(type) || types::scalar_bits(type) == 64);
}

// The conversion keeps every value that a thread's place can have.
bool ConversionIsExact(TypeId from, TypeId to) {
  return types::IsInteger(from) && SumsAreExact(to) &&
         types::scalar_bits(to) >= types::scalar_bits(from);
}

}  // namespace

std::optional<Direction> UnitDirection(const kir::Function& function,
                                       const std::vector<Variance>& variance, InstId value,
                                       const std::unordered_set<std::uint32_t>& along_x) {
  if (along_x.contains(value.index)) {
    return Direction::X;
  }
  const Inst& inst = function.inst(value);
  const auto uniform = [&](std::uint32_t i) {
    return variance[function.operand(inst, i).index] == kUniform;
  };
  if (inst.op == Op::CallBuiltin) {
    return PlaceDirection(static_cast<BuiltinId>(inst.imm));
  }
  if (inst.op == Op::Convert &&
      ConversionIsExact(function.inst(function.operand(inst, 0)).type, inst.type)) {
    return UnitDirection(function, variance, function.operand(inst, 0), along_x);
  }
  if (inst.op == Op::Add && SumsAreExact(inst.type)) {
    if (uniform(1)) {
      return UnitDirection(function, variance, function.operand(inst, 0), along_x);
    }
    if (uniform(0)) {
      return UnitDirection(function, variance, function.operand(inst, 1), along_x);
    }
  }
  if (inst.op == Op::Sub && SumsAreExact(inst.type) && uniform(1)) {
    return UnitDirection(function, variance, function.operand(inst, 0), along_x);
  }
  return std::nullopt;
}

}  // namespace kernelc::passes
