#include "compiler/passes/narrow.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "compiler/kir/analysis/control.h"
#include "compiler/passes/narrow_plan.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

// The type that holds values of a width.
TypeId NarrowType(Width width) { return width == Width::Signed ? types::kInt32 : types::kUInt32; }

// Every operation whose value is narrowed is done anew in 32 bits, and the old one becomes the
// conversion of that to 64 bits, for the uses that stay wide. Conversions that nothing uses go away
// at the end.
class Narrower {
 public:
  Narrower(Function& function, NarrowPlan plan)
      : function_(function),
        plan_(std::move(plan)),
        narrow_(function.insts.size()),
        replaced_(function.insts.size()),
        converted_{std::vector<InstId>(function.insts.size()),
                   std::vector<InstId>(function.insts.size())} {}

  void Run() {
    VisitRegion(function_.body);
    DropUnused();
  }

 private:
  bool IsOld(InstId id) const { return id.index < narrow_.size(); }
  Width width(InstId id) const { return IsOld(id) ? plan_.widths[id.index] : Width::Wide; }
  Fit fit(InstId id) const { return IsOld(id) ? plan_.fits[id.index] : Fit(); }
  bool IsNarrow(InstId id) const { return width(id) != Width::Wide; }
  TypeId type_of(InstId id) const { return function_.inst(id).type; }

  void VisitRegion(RegionId region) {
    const std::vector<InstId> insts = function_.region(region).insts;
    std::vector<InstId> outer = std::exchange(rewritten_, {});
    const std::size_t mark = trail_.size();
    for (const InstId id : insts) {
      Visit(id);
    }
    for (; trail_.size() > mark; trail_.pop_back()) {
      *trail_.back() = InstId();
    }
    function_.region(region).insts = std::exchange(rewritten_, std::move(outer));
  }

  void Visit(InstId id) {
    const Inst inst = function_.inst(id);
    if (inst.op == Op::Slot) {
      if (IsNarrow(id)) {
        function_.inst(id).type = NarrowType(width(id));
      }
      rewritten_.push_back(id);
    } else if (inst.op == Op::ForRange) {
      VisitForRange(id, inst);
    } else if (IsNarrow(id) && !IsLeaf(inst)) {
      Redo(id, inst);
    } else if (IsOld(id) && DividesUnsigned(inst, width(id), fit(id))) {
      DivideUnsigned(id, inst);
    } else if (!Replace(id, inst)) {
      NarrowOperands(id, inst);
      rewritten_.push_back(id);
      VisitRegions(inst, types::kVoid);
    }
  }

  void VisitRegions(const Inst& inst, TypeId yields) {
    const TypeId outer = std::exchange(yields_, yields);
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      VisitRegion(function_.region_of(inst, i));
    }
    yields_ = outer;
  }

  // Its narrow form is made where it is used.
  bool IsLeaf(const Inst& inst) const {
    return inst.op == Op::ConstInt || inst.op == Op::RegionArg ||
           (inst.op == Op::Convert && !types::IsFloat(type_of(function_.operand(inst, 0))));
  }

  // A conversion to what the narrow form is already.
  bool Replace(InstId id, const Inst& inst) {
    if (inst.op != Op::Convert || !IsOld(id) ||
        (inst.type != types::kInt32 && inst.type != types::kUInt32) ||
        !IsNarrow(function_.operand(inst, 0))) {
      return false;
    }
    replaced_[id.index] = As(function_.operand(inst, 0), inst.type);
    return true;
  }

  // Start, stop and step have a type with the variable; where one does not fit, the variable alone
  // is converted.
  bool CountsNarrow(InstId for_range) const {
    const RegionId body = function_.region_of(function_.inst(for_range), 0);
    const Inst& variable = function_.inst(function_.region(body).insts[0]);
    return IsNarrow(function_.region(body).insts[0]) && IsWideInteger(variable.type) &&
           fit(for_range).operands_signed;
  }

  void VisitForRange(InstId id, const Inst& inst) {
    const RegionId body = function_.region_of(inst, 0);
    const InstId variable = function_.region(body).insts[0];
    NarrowOperands(id, inst);
    rewritten_.push_back(id);
    if (CountsNarrow(id)) {
      Inst narrow = function_.inst(variable);
      const TypeId wide = std::exchange(narrow.type, types::kInt32);
      const InstId narrow_id = function_.AddInst(narrow);
      narrow_[variable.index] = narrow_id;
      function_.inst(variable) = Conversion(narrow_id, wide, narrow.range);
      std::vector<InstId>& insts = function_.region(body).insts;
      insts.insert(insts.begin(), narrow_id);
    }
    VisitRegions(inst, types::kVoid);
  }

  // Of an operation that stays what it is.
  void NarrowOperands(InstId id, const Inst& inst) {
    // Before any of them is exchanged: how one is taken may depend on another.
    std::vector<TypeId> taken;
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const InstId operand = Resolve(function_.operand(inst, i));
      taken.push_back(IsWideInteger(type_of(operand)) ? OperandType(id, inst, i) : types::kVoid);
    }
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const InstId operand = Resolve(function_.operand(inst, i));
      const InstId narrow = taken[i] == types::kVoid ? operand : As(operand, taken[i]);
      function_.operands(inst)[i] = narrow;
    }
  }

  // The type in which operation `id` can take operand `i`, a 64-bit integer; kVoid where it cannot.
  TypeId OperandType(InstId id, const Inst& inst, std::uint32_t i) const {
    const InstId operand = function_.operand(inst, i);
    const Fit own = fit(id);
    const TypeId fitting = own.operands_signed     ? types::kInt32
                           : own.operands_unsigned ? types::kUInt32
                                                   : types::kVoid;
    if (inst.op == Op::SlotStore) {
      const InstId slot = function_.operand(inst, 0);
      return i == 1 && IsNarrow(slot) ? type_of(slot) : types::kVoid;
    }
    if (inst.op == Op::Yield) {
      return yields_;
    }
    if (inst.op == Op::ForRange) {
      return CountsNarrow(id) ? types::kInt32 : types::kVoid;
    }
    if (inst.op == Op::Convert && types::IsInteger(inst.type)) {
      const bool shortens = types::scalar_bits(inst.type) < 32 && IsNarrow(operand);
      return shortens ? NarrowType(width(operand)) : types::kVoid;
    }
    if (inst.op == Op::ElementPtr) {
      const bool exact = width(operand) == Width::Signed || width(operand) == Width::Unsigned;
      return exact ? NarrowType(width(operand)) : types::kVoid;
    }
    const bool takes_any =
        inst.op == Op::Compare ||
        (inst.op == Op::Convert && (types::IsFloat(inst.type) || types::IsBool(inst.type)));
    return takes_any ? fitting : types::kVoid;
  }

  void Redo(InstId id, const Inst& inst) {
    const TypeId type = RedoneType(id, inst);
    std::vector<InstId> operands;
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const InstId operand = Resolve(function_.operand(inst, i));
      const bool converts = inst.op != Op::SlotLoad && IsWideInteger(type_of(operand));
      operands.push_back(converts ? As(operand, type) : operand);
    }
    Inst narrow = inst;
    narrow.type = type;
    narrow.operands = function_.AddOperands(operands);
    InstId result = function_.AddInst(narrow);
    rewritten_.push_back(result);
    VisitRegions(inst, type);
    if (type != NarrowType(width(id))) {
      result = Convert(result, NarrowType(width(id)));
    }
    narrow_[id.index] = result;
    function_.inst(id) = Conversion(result, inst.type, inst.range);
    rewritten_.push_back(id);
  }

  void DivideUnsigned(InstId id, const Inst& inst) {
    const InstId operands[] = {Convert(Resolve(function_.operand(inst, 0)), types::kUInt64),
                               Convert(Resolve(function_.operand(inst, 1)), types::kUInt64)};
    Inst division = inst;
    division.type = types::kUInt64;
    division.operands = function_.AddOperands(operands);
    const InstId result = function_.AddInst(division);
    function_.inst(id) = Conversion(result, inst.type, inst.range);
    rewritten_.insert(rewritten_.end(), {result, id});
  }

  // Unsigned divisions and shifts are cheaper, signed sums tell LLVM that they do not overflow.
  TypeId RedoneType(InstId id, const Inst& inst) const {
    const Fit own = fit(id);
    if (inst.op == Op::SlotLoad) {
      return type_of(function_.operand(inst, 0));
    }
    if (inst.op == Op::Shr || inst.op == Op::FloorDiv || inst.op == Op::Mod) {
      return own.in_unsigned() ? types::kUInt32 : types::kInt32;
    }
    if (inst.op == Op::CallBuiltin) {
      return own.in_signed() ? types::kInt32 : types::kUInt32;
    }
    return width(id) == Width::Signed && own.operands_signed ? types::kInt32 : types::kUInt32;
  }

  InstId Resolve(InstId value) const {
    return IsOld(value) && replaced_[value.index].has_value() ? replaced_[value.index] : value;
  }

  // The low 32 bits of `value`, an integer or bool.
  InstId As(InstId value, TypeId type) {
    value = Resolve(value);
    if (type_of(value) == type) {
      return value;
    }
    if (!IsOld(value)) {
      return Convert(value, type);
    }
    InstId& known = converted_[type == types::kInt32 ? 0 : 1][value.index];
    if (!known.has_value()) {
      const InstId made = MakeAs(value, type);
      known = made;
      trail_.push_back(&known);
    }
    return known;
  }

  InstId MakeAs(InstId value, TypeId type) {
    if (narrow_[value.index].has_value()) {
      return As(narrow_[value.index], type);
    }
    const Inst inst = function_.inst(value);
    if (inst.op == Op::ConstInt) {
      Inst constant = inst;
      constant.type = type;
      constant.imm = kir::WrapInteger(type, inst.imm);
      rewritten_.push_back(function_.AddInst(constant));
      return rewritten_.back();
    }
    if (inst.op == Op::Convert && IsWideInteger(inst.type)) {
      const InstId source = function_.operand(inst, 0);
      if (types::IsInteger(type_of(source)) || types::IsBool(type_of(source))) {
        return As(source, type);
      }
    }
    return Convert(value, type);
  }

  InstId Convert(InstId value, TypeId type) {
    rewritten_.push_back(function_.AddInst(Conversion(value, type, function_.inst(value).range)));
    return rewritten_.back();
  }

  Inst Conversion(InstId value, TypeId type, SourceRange range) {
    Inst inst;
    inst.op = Op::Convert;
    inst.type = type;
    inst.range = range;
    inst.operands = function_.AddOperands(std::span(&value, 1));
    return inst;
  }

  // Constants and conversions.
  void DropUnused() {
    std::vector<InstId> order;
    std::vector<std::uint32_t> uses(function_.insts.size());
    kir::ForEachInst(function_, function_.body, [&](InstId id, const Inst& inst) {
      order.push_back(id);
      for (const InstId operand : function_.operands(inst)) {
        ++uses[operand.index];
      }
    });
    std::vector<bool> dropped(function_.insts.size());
    for (std::size_t i = order.size(); i-- > 0;) {
      const InstId id = order[i];
      const Inst& inst = function_.inst(id);
      if (uses[id.index] == 0 && (inst.op == Op::Convert || inst.op == Op::ConstInt)) {
        dropped[id.index] = true;
        for (const InstId operand : function_.operands(inst)) {
          --uses[operand.index];
        }
      }
    }
    for (kir::Region& region : function_.regions) {
      std::erase_if(region.insts, [&](InstId id) { return dropped[id.index]; });
    }
  }

  Function& function_;
  NarrowPlan plan_;
  // By operation of before: its value in 32 bits; what stands in its place.
  std::vector<InstId> narrow_;
  std::vector<InstId> replaced_;
  // By operation of before: its low 32 bits as int32 and as uint32, as far as the regions at hand
  // have them.
  std::array<std::vector<InstId>, 2> converted_;
  // What regions at hand added to these.
  std::vector<InstId*> trail_;
  // The region at hand as it becomes.
  std::vector<InstId> rewritten_;
  // What the `if` at hand yields where that is narrowed.
  TypeId yields_ = types::kVoid;
};

}  // namespace

void NarrowIntegers(kir::Module& module) {
  for (Function& function : module.functions) {
    // Debuggers show variables as they were written.
    if (function.options.debug) {
      continue;
    }
    NarrowPlan plan = PlanNarrow(module, function);
    bool changes =
        std::ranges::any_of(plan.widths, [](Width width) { return width != Width::Wide; });
    for (std::size_t i = 0; i < function.insts.size() && !changes; ++i) {
      changes = DividesUnsigned(function.insts[i], plan.widths[i], plan.fits[i]);
    }
    if (changes) {
      Narrower(function, std::move(plan)).Run();
    }
  }
}

}  // namespace kernelc::passes
