#include "compiler/kir/verify_structure.h"

#include "compiler/kir/analysis/external.h"

#include <fmt/format.h>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/printer.h"

namespace kernelc::kir {
namespace {

// Deeper regions than any text can hold; a module that goes beyond it holds itself.
constexpr unsigned kMaxDepth = 400;

class IdVerifier {
 public:
  IdVerifier(const Module& module, const Function& function, FaultSink& faults)
      : module_(module),
        function_(function),
        faults_(faults),
        inst_seen_(function.insts.size()),
        region_seen_(function.regions.size()) {}

  bool Run() {
    for (const Param& param : function_.params) {
      if (param.value.index >= function_.insts.size()) {
        Fault(fmt::format("parameter {} has no value", param.name));
      } else {
        inst_seen_[param.value.index] = true;
      }
      CheckType(param.type, "a parameter");
    }
    CheckType(function_.result, "the result");
    VisitRegion(function_.body, 0);
    return ok_;
  }

 private:
  void Fault(std::string_view message) {
    faults_.Add(message);
    ok_ = false;
  }

  void CheckType(TypeId type, std::string_view what) {
    if (type.index >= module_.types.size()) {
      Fault(fmt::format("{} has type {}, which does not exist", what, type.index));
    }
  }

  void VisitRegion(RegionId region, unsigned depth) {
    if (region.index >= function_.regions.size()) {
      return Fault(fmt::format("region {} does not exist", region.index));
    }
    if (region_seen_[region.index]) {
      return Fault(fmt::format("region {} belongs to several operations", region.index));
    }
    if (depth > kMaxDepth) {
      return Fault("regions are nested too deeply");
    }
    region_seen_[region.index] = true;
    for (const InstId id : function_.region(region).insts) {
      if (id.index >= function_.insts.size()) {
        Fault(fmt::format("operation {} does not exist", id.index));
      } else if (inst_seen_[id.index]) {
        Fault(fmt::format("operation {} (`{}`) stands in several places", id.index,
                          op_info(function_.inst(id).op).text));
      } else {
        inst_seen_[id.index] = true;
        VisitInst(id, depth);
      }
    }
  }

  void VisitInst(InstId id, unsigned depth) {
    const Inst& inst = function_.inst(id);
    if (inst.op >= Op::kCount) {
      return Fault(fmt::format("operation {} has no op", id.index));
    }
    const std::string what = fmt::format("operation {} (`{}`)", id.index, op_info(inst.op).text);
    CheckType(inst.type, what);
    if (!InPool(inst.operands, function_.operand_pool.size()) ||
        !InPool(inst.regions, function_.region_pool.size())) {
      return Fault(fmt::format("{} has operands or regions outside the pools", what));
    }
    for (const InstId operand : function_.operands(inst)) {
      if (operand.index >= function_.insts.size()) {
        Fault(fmt::format("{} has operand {}, which does not exist", what, operand.index));
      }
    }
    CheckAttribute(inst, what);
    for (const RegionId region : function_.regions_of(inst)) {
      VisitRegion(region, depth + 1);
    }
  }

  static bool InPool(Slice slice, std::size_t size) {
    return slice.begin <= size && slice.count <= size - slice.begin;
  }

  void CheckAttribute(const Inst& inst, std::string_view what) {
    const auto check_imm = [&](std::int64_t count) {
      if (inst.imm < 0 || inst.imm >= count) {
        Fault(fmt::format("{} has the attribute {} of {}", what, inst.imm, count));
      }
    };
    const auto check_text = [&] {
      if (inst.text >= function_.strings.size()) {
        Fault(fmt::format("{} has text {}, which does not exist", what, inst.text));
      }
    };
    switch (op_info(inst.op).attribute) {
      case AttributeKind::None:
      case AttributeKind::Int:
      case AttributeKind::Float:
        break;
      case AttributeKind::Text:
      case AttributeKind::Error:
        check_text();
        break;
      case AttributeKind::Ints:
        check_imm(static_cast<std::int64_t>(function_.int_lists.size()));
        break;
      case AttributeKind::Compare:
        check_imm(kPredicateCount);
        break;
      case AttributeKind::Atomic:
        check_imm(kAtomicCount);
        break;
      case AttributeKind::Builtin:
        check_imm(static_cast<std::int64_t>(builtins::BuiltinId::kCount));
        break;
      case AttributeKind::Callee:
        check_imm(static_cast<std::int64_t>(module_.functions.size()));
        break;
      case AttributeKind::Constant:
        check_imm(static_cast<std::int64_t>(module_.constants.size()));
        break;
    }
  }

  const Module& module_;
  const Function& function_;
  FaultSink& faults_;
  std::vector<bool> inst_seen_;
  std::vector<bool> region_seen_;
  bool ok_ = true;
};

class StructureVerifier {
 public:
  StructureVerifier(const Function& function, FaultSink& faults)
      : function_(function), faults_(faults), visible_(function.insts.size()) {}

  void Run() {
    for (const Param& param : function_.params) {
      visible_[param.value.index] = true;
    }
    Visit(function_.body, Place());
    if (function_.options.exchanged_axis > (function_.kind == FunctionKind::Kernel ? 2 : 0)) {
      faults_.Add("exchanged_axis is 1 (y) or 2 (z), of kernels alone");
    }
    if (function_.result != types::kVoid && !IsExternal(function_) && !Ends(function_.body)) {
      faults_.Add("control reaches the end of a function that gives a value");
    }
  }

 private:
  // Where a region stands.
  struct Place {
    // The structured operation, and the number of the region in it.
    InstId parent;
    std::uint32_t index = 0;
    // `break` and `continue` have a loop to belong to.
    bool in_loop = false;
  };

  Op ParentOp(const Place& place) const {
    return place.parent.has_value() ? function_.inst(place.parent).op : Op::kCount;
  }

  void Visit(RegionId region, const Place& place) {
    const std::vector<InstId>& insts = function_.region(region).insts;
    for (std::size_t i = 0; i < insts.size(); ++i) {
      const Inst& inst = function_.inst(insts[i]);
      CheckOperands(insts[i], inst);
      CheckPlace(insts[i], inst, place, i);
      if (IsTerminator(inst) && i + 1 < insts.size()) {
        faults_.Add(insts[i], "operations follow it in its region");
      }
      VisitRegions(insts[i], inst, place);
      visible_[insts[i].index] = true;
    }
    CheckEnd(place, insts);
    for (const InstId id : insts) {
      visible_[id.index] = false;
    }
  }

  void VisitRegions(InstId id, const Inst& inst, const Place& place) {
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      Place inner{id, i, place.in_loop};
      if (inst.op == Op::ForRange) {
        inner.in_loop = true;
      } else if (inst.op == Op::While) {
        inner.in_loop = i == 1;
      } else if (inst.op != Op::If) {
        // Loops over threads: no `break` leaves them.
        inner.in_loop = false;
      }
      Visit(function_.region_of(inst, i), inner);
    }
  }

  void CheckOperands(InstId id, const Inst& inst) {
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const InstId operand = function_.operand(inst, i);
      const Inst& source = function_.inst(operand);
      if (!visible_[operand.index]) {
        faults_.Add(id, fmt::format("operand {} is not defined where it is used", i));
      }
      const bool is_slot = source.op == Op::Slot || source.op == Op::ThreadSlot;
      if (NamesSlot(inst, i) != is_slot) {
        faults_.Add(id, fmt::format("operand {} is {}a slot", i, is_slot ? "" : "not "));
      } else if (source.op == Op::Slot && inst.op != Op::SlotLoad && inst.op != Op::SlotStore) {
        faults_.Add(id, fmt::format("operand {} is not a thread_slot", i));
      }
    }
  }

  // Whether the operand is a place, not a value.
  static bool NamesSlot(const Inst& inst, std::uint32_t operand) {
    if (inst.op == Op::ThreadLoop) {
      return operand == 6;
    }
    if (inst.op == Op::LaneLoop) {
      return operand == 1;
    }
    return operand == 0 &&
           (inst.op == Op::SlotLoad || inst.op == Op::SlotStore || inst.op == Op::AnyThread ||
            inst.op == Op::ThreadSlotAt || inst.op == Op::CountThreads ||
            inst.op == Op::ThreadMatch || inst.op == Op::ThreadVote);
  }

  void CheckPlace(InstId id, const Inst& inst, const Place& place, std::size_t index) {
    if (inst.op == Op::Param) {
      faults_.Add(id, "a parameter stands in a region");
    }
    if (inst.op == Op::RegionArg && (index != 0 || ParentOp(place) != Op::ForRange)) {
      faults_.Add(id, "it does not stand first in the body of a for_range");
    }
    if (inst.op == Op::Slot && place.parent.has_value() && ParentOp(place) != Op::ThreadLoop &&
        ParentOp(place) != Op::LaneLoop && ParentOp(place) != Op::GroupLoop) {
      faults_.Add(id, "a slot stands in neither the outermost region nor a loop over threads");
    }
    if (inst.op == Op::ThreadSlot && place.parent.has_value() && ParentOp(place) != Op::GroupLoop) {
      faults_.Add(id, "it stands in neither the outermost region nor a group_loop");
    }
    if ((inst.op == Op::Break || inst.op == Op::Continue) && !place.in_loop) {
      faults_.Add(id, "it is not inside a loop's body");
    }
    if (inst.op == Op::Condition && (ParentOp(place) != Op::While || place.index != 0)) {
      faults_.Add(id, "it does not stand in the condition of a while");
    }
    if (inst.op == Op::Yield && !NeedsYield(place)) {
      faults_.Add(id, "it does not stand in an if that gives a value");
    }
    if (inst.op == Op::Return && InCondition(place)) {
      faults_.Add(id, "it stands in the condition of a while");
    }
  }

  bool NeedsYield(const Place& place) const {
    return ParentOp(place) == Op::If && function_.inst(place.parent).type != types::kVoid;
  }

  bool InCondition(const Place& place) const {
    return ParentOp(place) == Op::While && place.index == 0;
  }

  void CheckEnd(const Place& place, const std::vector<InstId>& insts) {
    const Op last = insts.empty() ? Op::kCount : function_.inst(insts.back()).op;
    if (ParentOp(place) == Op::ForRange &&
        (insts.empty() || function_.inst(insts.front()).op != Op::RegionArg)) {
      faults_.Add(place.parent, "its body does not start with a region_arg");
    }
    if (InCondition(place) && last != Op::Condition) {
      faults_.Add(place.parent, "its first region does not end in `condition`");
    }
    if (NeedsYield(place) && last != Op::Yield) {
      faults_.Add(place.parent, fmt::format("its region {} does not end in `yield`", place.index));
    }
  }

  // Whether control never falls off the region's end.
  bool Ends(RegionId region) const {
    const std::vector<InstId>& insts = function_.region(region).insts;
    if (insts.empty()) {
      return false;
    }
    const Inst& last = function_.inst(insts.back());
    if (last.op == Op::If && last.regions.count == 2) {
      return Ends(function_.region_of(last, 0)) && Ends(function_.region_of(last, 1));
    }
    if (last.op == Op::While && last.regions.count == 2) {
      return IsEndless(last);
    }
    return IsTerminator(last);
  }

  // A `while` whose condition is the constant true and that no `break` leaves.
  bool IsEndless(const Inst& loop) const {
    const std::vector<InstId>& condition = function_.region(function_.region_of(loop, 0)).insts;
    if (condition.empty()) {
      return false;
    }
    const Inst& last = function_.inst(condition.back());
    if (last.op != Op::Condition || last.operands.count != 1) {
      return false;
    }
    const Inst& value = function_.inst(function_.operand(last, 0));
    return value.op == Op::ConstInt && value.imm != 0 && !Breaks(function_.region_of(loop, 1));
  }

  // Whether a `break` of the region's own loop stands in it.
  bool Breaks(RegionId region) const {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::Break) {
        return true;
      }
      if (inst.op == Op::If) {
        for (const RegionId inner : function_.regions_of(inst)) {
          if (Breaks(inner)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  const Function& function_;
  FaultSink& faults_;
  std::vector<bool> visible_;
};

}  // namespace

void FaultSink::Add(std::string_view message) {
  faults_->push_back(fmt::format("@{}: {}", function_->symbol, message));
}

void FaultSink::Add(InstId id, std::string_view message) {
  faults_->push_back(
      fmt::format("@{}: {}: {}", function_->symbol, PrintInst(*module_, *function_, id), message));
}

bool VerifyIds(const Module& module, const Function& function, FaultSink& faults) {
  return IdVerifier(module, function, faults).Run();
}

void VerifyStructure(const Function& function, FaultSink& faults) {
  StructureVerifier(function, faults).Run();
}

}  // namespace kernelc::kir
