#include "compiler/passes/narrow_plan.h"

#include <algorithm>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/value_ranges.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinId;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Interval;
using kir::Op;
using kir::RegionId;

bool Holds(const Interval& all, const Interval& range) {
  return range.empty() || (range.lo >= all.lo && range.hi <= all.hi);
}

bool IsNarrowInteger(TypeId type) {
  return types::IsInteger(type) && types::scalar_bits(type) <= 32;
}

bool IsBuiltin(const Inst& inst, BuiltinId id) {
  return inst.op == Op::CallBuiltin && static_cast<BuiltinId>(inst.imm) == id;
}

// The result is right where the operands are, and both fit.
bool IsExact(const Inst& inst) {
  return inst.op == Op::Shr || inst.op == Op::FloorDiv || inst.op == Op::Mod ||
         IsBuiltin(inst, BuiltinId::Min) || IsBuiltin(inst, BuiltinId::Max) ||
         IsBuiltin(inst, BuiltinId::Abs);
}

class Planner {
 public:
  Planner(const kir::Module& module, const Function& function)
      : module_(module), function_(function), high_(function.insts.size()) {
    kir::ForEachInst(function, function.body,
                     [this](InstId id, const Inst&) { order_.push_back(id); });
    plan_.widths.resize(function.insts.size());
    plan_.fits.resize(function.insts.size());
  }

  NarrowPlan Run() {
    FindFits();
    FindExact();
    FindLow();
    return std::move(plan_);
  }

 private:
  bool IsWide(InstId id) const { return IsWideInteger(function_.inst(id).type); }
  Fit& fit(InstId id) { return plan_.fits[id.index]; }
  Width& width(InstId id) { return plan_.widths[id.index]; }

  // What each operation can hold where it stands; of slots and `if`, what is stored or yielded.
  void FindFits() {
    const Interval int32 = kir::IntervalOf(types::kInt32);
    const Interval uint32 = kir::IntervalOf(types::kUInt32);
    kir::ForEachInst(function_, function_.body, [&](InstId id, const Inst& inst) {
      if (inst.op == Op::Slot || inst.op == Op::If) {
        fit(id).result_signed = fit(id).result_unsigned = true;
      }
    });
    kir::AnalyzeRanges(module_, function_, [&](InstId id, const kir::RangeQuery& ranges) {
      const Inst& inst = function_.inst(id);
      Fit& own = fit(id);
      own.operands_signed = own.operands_unsigned = own.not_negative = true;
      for (const InstId operand : function_.operands(inst)) {
        if (IsWide(operand) && function_.inst(operand).op != Op::Slot) {
          own.operands_signed &= Holds(int32, ranges.range(operand));
          own.operands_unsigned &= Holds(uint32, ranges.range(operand));
          own.not_negative &= ranges.range(operand).non_negative();
        }
      }
      if (inst.op == Op::Shl || inst.op == Op::Shr) {
        own.count = Holds({0, 31}, ranges.range(function_.operand(inst, 1)));
      }
      if (inst.op != Op::Slot && inst.op != Op::If && IsWide(id)) {
        own.result_signed = Holds(int32, ranges.range(id));
        own.result_unsigned = Holds(uint32, ranges.range(id));
      }
      if (inst.op == Op::SlotStore) {
        JoinFit(function_.operand(inst, 0), own);
      }
    });
    JoinYields(function_.body);
  }

  void JoinFit(InstId target, const Fit& stored) {
    fit(target).result_signed &= stored.operands_signed;
    fit(target).result_unsigned &= stored.operands_unsigned;
  }

  void JoinYields(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      for (const RegionId inner : function_.regions_of(inst)) {
        JoinYields(inner);
        if (inst.op == Op::If && IsWide(id)) {
          JoinFit(id, fit(function_.region(inner).insts.back()));
        }
      }
    }
  }

  void FindExact() {
    for (const InstId id : order_) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::ForRange) {
        const InstId variable = function_.region(function_.region_of(inst, 0)).insts[0];
        if (IsWide(variable) && fit(variable).result_signed) {
          width(variable) = Width::Signed;
        }
      } else if (inst.op == Op::SlotLoad) {
        // Slots stand first, and hold no more than what is stored.
        width(id) = width(function_.operand(inst, 0));
      } else if (IsWide(id) && CanBeExact(id, inst)) {
        width(id) = fit(id).result_signed     ? Width::Signed
                    : fit(id).result_unsigned ? Width::Unsigned
                                              : Width::Wide;
      }
    }
  }

  bool CanBeExact(InstId id, const Inst& inst) {
    const Fit& own = fit(id);
    if (inst.op == Op::Convert) {
      // What wrapped in 64 bits has the same low half.
      return FromInteger(inst) || (FromFloat(inst) && own.result_signed);
    }
    if (inst.op == Op::Shl || inst.op == Op::Shr) {
      return own.count && (inst.op == Op::Shl || own.in_signed() || own.in_unsigned());
    }
    if (IsExact(inst)) {
      return own.in_signed() || (own.in_unsigned() && !IsBuiltin(inst, BuiltinId::Abs));
    }
    return inst.op == Op::Slot || inst.op == Op::ConstInt ||
           (kir::op_info(inst.op).bits == kir::Bits::Low);
  }

  bool FromInteger(const Inst& convert) const {
    const TypeId from = function_.inst(function_.operand(convert, 0)).type;
    return types::IsInteger(from) || types::IsBool(from);
  }

  bool FromFloat(const Inst& convert) const {
    return types::IsFloat(function_.inst(function_.operand(convert, 0)).type);
  }

  // What is left is narrowed where no use needs more than its low half.
  void FindLow() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = order_.size(); i-- > 0;) {
        changed |= MarkOperands(order_[i]);
      }
    }
    for (const InstId id : order_) {
      if (IsWide(id) && width(id) == Width::Wide && !high_[id.index] &&
          CanBeLow(id, function_.inst(id))) {
        width(id) = Width::Low;
      }
    }
  }

  bool MarkOperands(InstId id) {
    const Inst& inst = function_.inst(id);
    bool changed = false;
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const InstId operand = function_.operand(inst, i);
      if (IsWide(operand) && !high_[operand.index] && NeedsHigh(id, inst, i)) {
        high_[operand.index] = true;
        changed = true;
      }
    }
    if (inst.op == Op::If && IsWide(id) && width(id) == Width::Wide && high_[id.index]) {
      changed |= MarkYields(inst);
    }
    return changed;
  }

  bool CanBeLow(InstId id, const Inst& inst) {
    if (inst.op == Op::SlotLoad) {
      return width(function_.operand(inst, 0)) != Width::Wide;
    }
    return inst.op == Op::Slot || inst.op == Op::ConstInt ||
           ((kir::op_info(inst.op).bits == kir::Bits::Low) &&
            (inst.op != Op::Shl || fit(id).count)) ||
           (inst.op == Op::Convert && FromInteger(inst));
  }

  bool MarkYields(const Inst& inst) {
    bool changed = false;
    for (const RegionId region : function_.regions_of(inst)) {
      const Inst& last = function_.inst(function_.region(region).insts.back());
      const InstId yielded = function_.operand(last, 0);
      changed |= !high_[yielded.index];
      high_[yielded.index] = true;
    }
    return changed;
  }

  // Whether this use looks at the high half of operand `i`.
  bool NeedsHigh(InstId id, const Inst& inst, std::uint32_t i) {
    const bool narrow = IsWide(id) && (width(id) != Width::Wide || !high_[id.index]);
    if (inst.op == Op::Convert) {
      return !IsNarrowInteger(inst.type) && !narrow;
    }
    if (inst.op == Op::SlotStore) {
      const InstId slot = function_.operand(inst, 0);
      return i == 1 && width(slot) == Width::Wide && high_[slot.index];
    }
    if (inst.op == Op::SlotLoad) {
      return !narrow;
    }
    if (inst.op == Op::Yield) {
      // See MarkYields.
      return false;
    }
    if (inst.op == Op::Shl && (i == 1 || !fit(id).count)) {
      return true;
    }
    return !(kir::op_info(inst.op).bits == kir::Bits::Low) || !narrow;
  }

  const kir::Module& module_;
  const Function& function_;
  NarrowPlan plan_;
  // All operations as they stand.
  std::vector<InstId> order_;
  // Something needs the high half, or may.
  std::vector<bool> high_;
};

}  // namespace

bool IsWideInteger(TypeId type) { return types::IsInteger(type) && types::scalar_bits(type) == 64; }

bool DividesUnsigned(const Inst& inst, Width width, const Fit& fit) {
  return (inst.op == Op::FloorDiv || inst.op == Op::Mod) && inst.type == types::kInt64 &&
         width == Width::Wide && fit.not_negative;
}

NarrowPlan PlanNarrow(const kir::Module& module, const Function& function) {
  return Planner(module, function).Run();
}

}  // namespace kernelc::passes
