#include "compiler/passes/inline_body.h"

#include <array>
#include <span>

#include "compiler/kir/analysis/control.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

bool HoldsReturn(const Function& function, const Inst& inst) {
  bool found = inst.op == Op::Return;
  for (const RegionId region : function.regions_of(inst)) {
    kir::ForEachInst(function, region, [&found](InstId, const Inst& inner) {
      found = found || inner.op == Op::Return;
    });
  }
  return found;
}

// Whether all returns can go by putting what follows an `if` into the branch that does not return:
// no return stands in a loop, and of an `if` that holds one, one branch never falls through.
bool HasTailForm(const Function& function, RegionId region) {
  for (const InstId id : function.region(region).insts) {
    const Inst& inst = function.inst(id);
    if (inst.op == Op::Return || !HoldsReturn(function, inst)) {
      continue;
    }
    if (inst.op != Op::If) {
      return false;
    }
    const RegionId then_region = function.region_of(inst, 0);
    const RegionId else_region = function.region_of(inst, 1);
    if ((kir::FallsThrough(function, then_region) && kir::FallsThrough(function, else_region)) ||
        !HasTailForm(function, then_region) || !HasTailForm(function, else_region)) {
      return false;
    }
  }
  return true;
}

class BodyCopier {
 public:
  BodyCopier(Function& caller, const Function& callee, std::uint32_t callee_index,
             std::map<SharedOrigin, InstId>* placed,
             const std::map<std::uint32_t, SharedOrigin>& callee_origins, InlinedParts* parts)
      : caller_(caller),
        callee_(callee),
        callee_index_(callee_index),
        placed_(placed),
        callee_origins_(callee_origins),
        parts_(parts),
        values_(callee.insts.size()) {}

  bool Run(InstId call, RegionId target) {
    for (std::uint32_t i = 0; i < callee_.params.size(); ++i) {
      values_[callee_.params[i].value.index] = caller_.operand(caller_.inst(call), i);
    }
    if (callee_.result != types::kVoid) {
      result_ = NewSlot(callee_.result, callee_.name + ".result");
    }
    if (HasTailForm(callee_, callee_.body)) {
      CopyTail({callee_.region(callee_.body).insts, nullptr}, target);
    } else {
      CopyInLoop(target);
    }
    if (!result_.has_value()) {
      return false;
    }
    Inst load;
    load.op = Op::SlotLoad;
    load.type = callee_.result;
    load.range = caller_.inst(call).range;
    load.operands = caller_.AddOperands(std::span(&result_, 1));
    caller_.inst(call) = load;
    return true;
  }

 private:
  // Operations still to come, and what comes after them.
  struct Rest {
    std::span<const InstId> insts;
    const Rest* next;
  };

  void CopyTail(Rest rest, RegionId target) {
    while (true) {
      if (rest.insts.empty()) {
        if (rest.next == nullptr) {
          return;
        }
        rest = *rest.next;
        continue;
      }
      const Inst& inst = callee_.inst(rest.insts[0]);
      const InstId id = rest.insts[0];
      rest.insts = rest.insts.subspan(1);
      if (inst.op == Op::Return) {
        StoreResult(inst, target);
        return;
      }
      if (HoldsReturn(callee_, inst)) {
        CopyTailIf(inst, rest, target);
        return;
      }
      if (inst.op == Op::Fail) {
        return CopyFail(id, target);
      }
      CopyInst(id, target);
    }
  }

  // The caller's operations go on behind, where a terminator cannot stand.
  void CopyFail(InstId id, RegionId target) {
    const InstId condition = Constant(types::kBool, 1, target);
    const RegionId region = caller_.AddRegion();
    Append(Op::If, types::kVoid, {condition}, target, {region, caller_.AddRegion()});
    CopyInst(id, region);
  }

  void CopyTailIf(const Inst& inst, const Rest& rest, RegionId target) {
    const std::array<RegionId, 2> regions{caller_.AddRegion(), caller_.AddRegion()};
    AppendCopy(inst, target, regions);
    for (std::uint32_t i = 0; i < 2; ++i) {
      CopyTail({callee_.region(callee_.region_of(inst, i)).insts, &rest}, regions[i]);
    }
  }

  // The general case: the body runs in a loop of one iteration that returns leave, by way of the
  // loops around them.
  void CopyInLoop(RegionId target) {
    returned_ = NewSlot(types::kBool, callee_.name + ".returned");
    Append(Op::SlotStore, types::kVoid, {returned_, Constant(types::kBool, 0, target)}, target);
    const InstId zero = Constant(types::kInt32, 0, target);
    const InstId one = Constant(types::kInt32, 1, target);
    const RegionId body = caller_.AddRegion();
    Append(Op::ForRange, types::kVoid, {zero, one, one}, target, {body});
    Append(Op::RegionArg, types::kInt32, {}, body);
    CopyRegion(callee_.body, body);
  }

  void CopyRegion(RegionId from, RegionId to) {
    for (const InstId id : callee_.region(from).insts) {
      const Inst& inst = callee_.inst(id);
      if (inst.op == Op::Return) {
        StoreResult(inst, to);
        Append(Op::SlotStore, types::kVoid, {returned_, Constant(types::kBool, 1, to)}, to);
        Append(Op::Break, types::kVoid, {}, to);
        return;
      }
      CopyInst(id, to);
      if (IsLoop(inst) && HoldsReturn(callee_, inst)) {
        const InstId returned = Append(Op::SlotLoad, types::kBool, {returned_}, to);
        const RegionId leave = caller_.AddRegion();
        Append(Op::If, types::kVoid, {returned}, to, {leave, caller_.AddRegion()});
        Append(Op::Break, types::kVoid, {}, leave);
      }
    }
  }

  void CopyInst(InstId id, RegionId to) {
    const Inst& inst = callee_.inst(id);
    if (inst.op == Op::Slot) {
      values_[id.index] = NewSlot(inst.type, callee_.text_of(inst));
      return;
    }
    if (inst.op == Op::SharedArray) {
      values_[id.index] = PlaceShared(id, inst);
      return;
    }
    std::vector<RegionId> regions;
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      regions.push_back(caller_.AddRegion());
    }
    values_[id.index] = AppendCopy(inst, to, regions);
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      CopyRegion(callee_.region_of(inst, i), regions[i]);
    }
  }

  InstId PlaceShared(InstId id, const Inst& inst) {
    const auto known = callee_origins_.find(id.index);
    const SharedOrigin origin =
        known != callee_origins_.end() ? known->second : SharedOrigin(callee_index_, id.index);
    const auto found = placed_->find(origin);
    if (found != placed_->end()) {
      return found->second;
    }
    const InstId array = caller_.AddInst(CopyOf(inst));
    placed_->emplace(origin, array);
    parts_->shared_arrays.push_back(array);
    return array;
  }

  // Without regions.
  Inst CopyOf(const Inst& inst) {
    Inst copy = inst;
    copy.regions = {};
    std::vector<InstId> operands;
    for (const InstId operand : callee_.operands(inst)) {
      operands.push_back(values_[operand.index]);
    }
    copy.operands = caller_.AddOperands(operands);
    const kir::AttributeKind attribute = kir::op_info(inst.op).attribute;
    if (attribute == kir::AttributeKind::Text || attribute == kir::AttributeKind::Error) {
      copy.text = caller_.AddString(callee_.text_of(inst));
    } else if (attribute == kir::AttributeKind::Ints) {
      copy.imm = caller_.AddInts(callee_.int_lists[static_cast<std::size_t>(inst.imm)]);
    }
    return copy;
  }

  InstId AppendCopy(const Inst& inst, RegionId to, std::span<const RegionId> regions) {
    Inst copy = CopyOf(inst);
    copy.regions = caller_.AddRegions(regions);
    const InstId id = caller_.AddInst(copy);
    caller_.region(to).insts.push_back(id);
    return id;
  }

  InstId Append(Op op, TypeId type, std::initializer_list<InstId> operands, RegionId to,
                std::initializer_list<RegionId> regions = {}) {
    Inst inst;
    inst.op = op;
    inst.type = type;
    inst.operands = caller_.AddOperands(std::span(operands.begin(), operands.size()));
    inst.regions = caller_.AddRegions(std::span(regions.begin(), regions.size()));
    const InstId id = caller_.AddInst(inst);
    caller_.region(to).insts.push_back(id);
    return id;
  }

  InstId Constant(TypeId type, std::int64_t value, RegionId to) {
    const InstId id = Append(Op::ConstInt, type, {}, to);
    caller_.inst(id).imm = value;
    return id;
  }

  InstId NewSlot(TypeId type, std::string_view name) {
    Inst slot;
    slot.op = Op::Slot;
    slot.type = type;
    slot.text = caller_.AddString(name);
    const InstId id = caller_.AddInst(slot);
    parts_->slots.push_back(id);
    return id;
  }

  void StoreResult(const Inst& inst, RegionId to) {
    if (inst.operands.count == 1) {
      Append(Op::SlotStore, types::kVoid, {result_, values_[callee_.operand(inst, 0).index]}, to);
    }
  }

  Function& caller_;
  const Function& callee_;
  const std::uint32_t callee_index_;
  std::map<SharedOrigin, InstId>* placed_;
  const std::map<std::uint32_t, SharedOrigin>& callee_origins_;
  InlinedParts* parts_;
  // By instruction of the callee.
  std::vector<InstId> values_;
  InstId result_;
  InstId returned_;
};

}  // namespace

bool InlineBody(Function& caller, InstId call, const Function& callee, std::uint32_t callee_index,
                RegionId target, std::map<SharedOrigin, InstId>* placed,
                const std::map<std::uint32_t, SharedOrigin>& callee_origins, InlinedParts* parts) {
  return BodyCopier(caller, callee, callee_index, placed, callee_origins, parts).Run(call, target);
}

}  // namespace kernelc::passes
