#include "compiler/kir/analysis/range_transfer.h"

#include <algorithm>

#include "compiler/base/check.h"
#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/index_bounds.h"

namespace kernelc::kir {
namespace {

using builtins::BuiltinId;

// CUDA's limits of a launch.
constexpr Wide kMaxBlock = 1024;
constexpr Wide kMaxBlockZ = 64;
constexpr Wide kMaxGridX = (Wide{1} << 31) - 1;
constexpr Wide kMaxGridYz = 65535;
constexpr Wide kWarp = 32;

// Of an integer that is `small`: abi::kSmallValues.
constexpr Wide kSmallValues = Wide{1} << 15;

// The launch's name of a function's dimension: see FunctionOptions::exchanged_axis.
unsigned LaunchDim(const Function& function, unsigned dim) {
  const unsigned axis = function.options.exchanged_axis;
  return dim == 0 ? axis : dim == axis ? 0 : dim;
}

// Number of threads of a block in dimension 0, 1 or 2.
Wide MaxBlock(const Function& function, unsigned dim) {
  const Wide limit = LaunchDim(function, dim) == 2 ? kMaxBlockZ : kMaxBlock;
  const Wide declared = function.options.max_threads_per_block;
  return function.kind == FunctionKind::Kernel && declared > 0 ? std::min(limit, declared) : limit;
}

Wide MaxGrid(const Function& function, unsigned dim) {
  return LaunchDim(function, dim) == 0 ? kMaxGridX : kMaxGridYz;
}

// Rows of builtins.def that come as x, y, z; -1 when `builtin` is none of them.
int DimOf(BuiltinId builtin, BuiltinId x, BuiltinId y, BuiltinId z) {
  if (builtin == x) {
    return 0;
  }
  if (builtin == y) {
    return 1;
  }
  return builtin == z ? 2 : -1;
}

Interval PlaceRange(const Function& function, BuiltinId builtin, TypeId type) {
  const auto dim_of = [builtin](BuiltinId x, BuiltinId y, BuiltinId z) {
    return DimOf(builtin, x, y, z);
  };
  int dim = dim_of(BuiltinId::ThreadIdxX, BuiltinId::ThreadIdxY, BuiltinId::ThreadIdxZ);
  if (dim >= 0) {
    return {0, MaxBlock(function, static_cast<unsigned>(dim)) - 1};
  }
  dim = dim_of(BuiltinId::BlockIdxX, BuiltinId::BlockIdxY, BuiltinId::BlockIdxZ);
  if (dim >= 0) {
    return {0, MaxGrid(function, static_cast<unsigned>(dim)) - 1};
  }
  dim = dim_of(BuiltinId::BlockDimX, BuiltinId::BlockDimY, BuiltinId::BlockDimZ);
  if (dim >= 0) {
    return {1, MaxBlock(function, static_cast<unsigned>(dim))};
  }
  dim = dim_of(BuiltinId::GridDimX, BuiltinId::GridDimY, BuiltinId::GridDimZ);
  if (dim >= 0) {
    return {1, MaxGrid(function, static_cast<unsigned>(dim))};
  }
  dim = dim_of(BuiltinId::GridX, BuiltinId::GridY, BuiltinId::GridZ);
  if (dim >= 0) {
    const auto d = static_cast<unsigned>(dim);
    return {0, MaxGrid(function, d) * MaxBlock(function, d) - 1};
  }
  dim = dim_of(BuiltinId::GridSizeX, BuiltinId::GridSizeY, BuiltinId::GridSizeZ);
  if (dim >= 0) {
    const auto d = static_cast<unsigned>(dim);
    return {1, MaxGrid(function, d) * MaxBlock(function, d)};
  }
  if (builtin == BuiltinId::LaneId) {
    return {0, kWarp - 1};
  }
  if (builtin == BuiltinId::WarpSize) {
    return {kWarp, kWarp};
  }
  return IntervalOf(type);
}

Interval BuiltinRange(const Function& function, const Inst& inst, const RangeQuery& operands) {
  const auto builtin = static_cast<BuiltinId>(inst.imm);
  const bool is_integer = types::IsInteger(inst.type);
  const auto operand = [&](std::uint32_t i) { return operands.range(function.operand(inst, i)); };
  if (is_integer && (builtin == BuiltinId::Min || builtin == BuiltinId::Max)) {
    const Interval a = operand(0);
    const Interval b = operand(1);
    if (a.empty() || b.empty()) {
      return kEmptyInterval;
    }
    return builtin == BuiltinId::Min ? Interval{std::min(a.lo, b.lo), std::min(a.hi, b.hi)}
                                     : Interval{std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  }
  if (is_integer && builtin == BuiltinId::Abs) {
    const Interval a = operand(0);
    // The smallest number stays itself.
    if (!a.empty() && a.lo > IntervalOf(inst.type).lo) {
      const Wide hi = std::max(-a.lo, a.hi);
      return {a.lo > 0 ? a.lo : a.hi < 0 ? -a.hi : 0, hi};
    }
    return a.empty() ? a : IntervalOf(inst.type);
  }
  if (builtin == BuiltinId::PopulationCount || builtin == BuiltinId::LeadingZeros) {
    return {0, types::scalar_bits(inst.type)};
  }
  return PlaceRange(function, builtin, inst.type);
}

bool IsWithin(const Interval& range, TypeId type) {
  const Interval all = IntervalOf(type);
  return range.empty() || (range.lo >= all.lo && range.hi <= all.hi);
}

// How far back a conversion looks for what unsigned numbers wrapped.
constexpr unsigned kMaxWrapDepth = 4;

// Numbers of which one equals the unsigned `value` modulo the numbers of its type: the difference
// of two bytes, in uint64, is one from -255 to 255 that may have wrapped.
Interval UnwrappedRange(const Function& function, InstId value, const RangeQuery& operands,
                        unsigned depth = 0) {
  const Inst& inst = function.inst(value);
  const Interval plain = operands.range(value);
  if (depth == kMaxWrapDepth || plain.empty() || !(plain == IntervalOf(inst.type))) {
    return plain;
  }
  const auto operand = [&](std::uint32_t i) {
    return UnwrappedRange(function, function.operand(inst, i), operands, depth + 1);
  };
  if (inst.op == Op::Add || inst.op == Op::Sub || inst.op == Op::Mul) {
    const Interval a = operand(0);
    const Interval b = operand(1);
    if (!IsWithin(a, types::kInt64) || !IsWithin(b, types::kInt64)) {
      return plain;
    }
    return inst.op == Op::Add   ? AddIntervals(a, b)
           : inst.op == Op::Sub ? SubIntervals(a, b)
                                : MulIntervals(a, b);
  }
  if (inst.op == Op::Convert && types::IsUnsigned(inst.type)) {
    const TypeId from = function.inst(function.operand(inst, 0)).type;
    return types::IsSigned(from) ? operands.range(function.operand(inst, 0)) : plain;
  }
  return plain;
}

Interval ConvertRange(const Function& function, const Inst& inst, const RangeQuery& operands) {
  const InstId source = function.operand(inst, 0);
  const TypeId from = function.inst(source).type;
  const Interval all = IntervalOf(inst.type);
  if (types::IsFloat(from) && types::IsInteger(inst.type)) {
    return RangeOfConverted(function, source, inst.type);
  }
  if (!types::IsInteger(from) && !types::IsBool(from)) {
    return all;
  }
  const Interval range = operands.range(source);
  if (types::IsBool(inst.type) && !range.empty()) {
    return range == Interval{0, 0} ? range : all;
  }
  if (IsWithin(range, inst.type)) {
    return range;
  }
  if (types::IsUnsigned(from) && types::scalar_bits(inst.type) <= types::scalar_bits(from)) {
    const Interval unwrapped = UnwrappedRange(function, source, operands);
    return IsWithin(unwrapped, inst.type) ? unwrapped : all;
  }
  return all;
}

Interval ExtentRange(const Module& module, const Function& function, const Inst& inst,
                     const RangeQuery& operands) {
  const Inst& array = function.inst(function.operand(inst, 0));
  const auto dim = static_cast<std::size_t>(inst.imm);
  if (IsStaticArray(array)) {
    const Wide extent = function.int_lists[static_cast<std::size_t>(array.imm)][dim];
    return {extent, extent};
  }
  Interval range{0, IntervalOf(types::kInt64).hi};
  if (array.op == Op::ArrayMake && module.types.get(array.type).ndim > dim) {
    return Meet(operands.range(function.operand(array, static_cast<std::uint32_t>(dim) + 1)),
                range);
  }
  if (array.op == Op::Param &&
      function.params[static_cast<std::size_t>(array.imm)].facts.array.small) {
    range.hi = kMaxSmallExtent;
  }
  return range;
}

Interval StrideRange(const Module& module, const Function& function, const Inst& inst) {
  const Interval all = IntervalOf(types::kInt64);
  const TypeId array = function.inst(function.operand(inst, 0)).type;
  return module.types.get(array).layout == abi::Layout::A ? all : Interval{0, all.hi};
}

Interval ArithmeticRange(const Inst& inst, const Interval& a, const Interval& b) {
  const TypeId type = inst.type;
  if (!types::IsInteger(type)) {
    return IntervalOf(type);
  }
  if (inst.op == Op::Add) {
    return FitResult(AddIntervals(a, b), type);
  }
  if (inst.op == Op::Sub) {
    return FitResult(SubIntervals(a, b), type);
  }
  if (inst.op == Op::Mul) {
    return FitResult(MulIntervals(a, b), type);
  }
  if (inst.op == Op::FloorDiv) {
    return FitResult(FloorDivIntervals(a, b), type);
  }
  if (inst.op == Op::Mod) {
    return ModIntervals(a, b);
  }
  if (inst.op == Op::And) {
    return AndIntervals(a, b, type);
  }
  if (inst.op == Op::Or || inst.op == Op::Xor) {
    return OrIntervals(a, b, type);
  }
  return inst.op == Op::Shl ? ShlIntervals(a, b, type) : ShrIntervals(a, b);
}

}  // namespace

Interval TransferRange(const Module& module, const Function& function, const Inst& inst,
                       const RangeQuery& operands) {
  const auto operand = [&](std::uint32_t i) { return operands.range(function.operand(inst, i)); };
  switch (inst.op) {
    case Op::ConstInt:
      return types::IsUnsigned(inst.type) && inst.imm < 0
                 ? Interval{static_cast<std::uint64_t>(inst.imm),
                            static_cast<std::uint64_t>(inst.imm)}
                 : Interval{inst.imm, inst.imm};
    case Op::Zero:
      return {0, 0};
    case Op::Convert:
      return ConvertRange(function, inst, operands);
    case Op::Select:
      return Join(operand(1), operand(2));
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::FloorDiv:
    case Op::Mod:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Shl:
    case Op::Shr:
      return ArithmeticRange(inst, operand(0), operand(1));
    case Op::Neg:
      // The smallest number is its own negative.
      return types::IsInteger(inst.type) && operand(0).lo > IntervalOf(inst.type).lo
                 ? FitResult(SubIntervals({0, 0}, operand(0)), inst.type)
                 : IntervalOf(inst.type);
    case Op::ArrayExtent:
      return ExtentRange(module, function, inst, operands);
    case Op::ArrayStride:
      return StrideRange(module, function, inst);
    case Op::CallBuiltin:
      return BuiltinRange(function, inst, operands);
    case Op::Bitcast:
    case Op::ConstFloat:
    case Op::Param:
    case Op::RegionArg:
    case Op::BitNot:
    case Op::Div:
    case Op::Fma:
    case Op::Compare:
    case Op::LogicalNot:
    case Op::ComplexImag:
    case Op::ComplexMake:
    case Op::ComplexReal:
    case Op::TupleGet:
    case Op::TupleIndex:
    case Op::TupleMake:
    case Op::Slot:
    case Op::SlotLoad:
    case Op::SlotStore:
    case Op::ArrayData:
    case Op::ArrayMake:
    case Op::ConstArray:
    case Op::DynamicSharedArray:
    case Op::ElementPtr:
    case Op::FieldPtr:
    case Op::Load:
    case Op::LocalArray:
    case Op::RecordCopy:
    case Op::SharedArray:
    case Op::Store:
    case Op::AtomicCas:
    case Op::AtomicRmw:
    case Op::Call:
    case Op::Break:
    case Op::Condition:
    case Op::Continue:
    case Op::Fail:
    case Op::ForRange:
    case Op::If:
    case Op::Print:
    case Op::ReportError:
    case Op::NewEpoch:
    case Op::WaitTurn:
    case Op::WatchAccess:
    case Op::Return:
    case Op::While:
    case Op::Yield:
    case Op::AnyThread:
    case Op::ArraysApart:
    case Op::BlockFailed:
    case Op::CountThreads:
    case Op::ThreadMatch:
    case Op::ThreadVote:
    case Op::ThreadCount:
    case Op::GroupLoop:
    case Op::LaneLoop:
    case Op::ThreadLoop:
    case Op::ThreadSlot:
    case Op::ThreadSlotAt:
    case Op::kCount:
      return IntervalOf(inst.type);
  }
  return IntervalOf(inst.type);
}

Interval LoopVariableRange(const Interval& start, const Interval& stop, const Interval& step,
                           TypeId type) {
  if (start.empty() || stop.empty() || step.empty()) {
    return kEmptyInterval;
  }
  if (step.lo > 0) {
    return Meet({start.lo, stop.hi - 1}, IntervalOf(type));
  }
  if (step.hi < 0) {
    return Meet({stop.lo + 1, start.hi}, IntervalOf(type));
  }
  return Meet({std::min(start.lo, stop.lo + 1), std::max(start.hi, stop.hi - 1)}, IntervalOf(type));
}

Interval ParamRange(const Param& param) {
  const bool is_small = types::IsInteger(param.type) && param.facts.array.small;
  return is_small ? Interval{0, kSmallValues - 1} : IntervalOf(param.type);
}

Interval Implied(ComparePredicate predicate, const Interval& x, const Interval& y) {
  switch (predicate) {
    case ComparePredicate::Eq:
      return Meet(x, y);
    case ComparePredicate::Ne:
      if (y.lo == y.hi) {
        return {x.lo == y.lo ? x.lo + 1 : x.lo, x.hi == y.lo ? x.hi - 1 : x.hi};
      }
      return x;
    case ComparePredicate::Lt:
      return Meet(x, {x.lo, y.hi - 1});
    case ComparePredicate::Le:
      return Meet(x, {x.lo, y.hi});
    case ComparePredicate::Gt:
      return Meet(x, {y.lo + 1, x.hi});
    case ComparePredicate::Ge:
      return Meet(x, {y.lo, x.hi});
  }
  KC_FATAL("predicate");
}

bool IsSmallerOf(const Inst& inst) {
  return inst.op == Op::CallBuiltin && types::IsInteger(inst.type) &&
         static_cast<BuiltinId>(inst.imm) == BuiltinId::Min;
}

bool IsLargerOf(const Inst& inst) {
  return inst.op == Op::CallBuiltin && types::IsInteger(inst.type) &&
         static_cast<BuiltinId>(inst.imm) == BuiltinId::Max;
}

}  // namespace kernelc::kir
