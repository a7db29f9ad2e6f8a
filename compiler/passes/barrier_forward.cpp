#include "compiler/passes/barrier_forward.h"

#include <algorithm>
#include <vector>

#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {
namespace {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

class Forwarder {
 public:
  explicit Forwarder(kir::Function& function)
      : function_(function),
        stores_(function.insts.size()),
        values_(function.insts.size()),
        replaced_(function.insts.size()) {}

  void Run() {
    CountStores(function_.body);
    Walk(function_.body);
  }

 private:
  void CountStores(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::SlotStore) {
        ++stores_[function_.operand(inst, 0).index];
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        CountStores(nested);
      }
    }
  }

  void Walk(RegionId region) {
    std::vector<InstId> visible;
    auto& insts = function_.region(region).insts;
    std::vector<InstId> kept;
    for (const InstId id : insts) {
      const Inst& inst = function_.inst(id);
      for (InstId& operand : function_.operands(function_.inst(id))) {
        if (replaced_[operand.index].has_value()) {
          operand = replaced_[operand.index];
        }
      }
      const InstId slot = inst.op == Op::SlotLoad || inst.op == Op::SlotStore
                              ? function_.operand(inst, 0)
                              : InstId();
      const bool single = slot.has_value() && function_.inst(slot).op == Op::Slot &&
                          stores_[slot.index] == 1;
      if (single && inst.op == Op::SlotStore) {
        values_[slot.index] = function_.operand(inst, 1);
        visible.push_back(slot);
      } else if (single && values_[slot.index].has_value()) {
        replaced_[id.index] = values_[slot.index];
        continue;
      }
      kept.push_back(id);
      for (const RegionId nested : function_.regions_of(inst)) {
        Walk(nested);
      }
    }
    function_.region(region).insts = std::move(kept);
    // Behind this region the store may not have happened.
    for (const InstId slot : visible) {
      values_[slot.index] = InstId();
    }
  }

  kir::Function& function_;
  std::vector<unsigned> stores_;
  std::vector<InstId> values_;
  std::vector<InstId> replaced_;
};

class DeadValues {
 public:
  explicit DeadValues(kir::Function& function) : function_(function) {}

  void Run() {
    do {
      uses_.assign(function_.insts.size(), 0);
      changed_ = false;
      Count(function_.body);
      Sweep(function_.body);
    } while (changed_);
  }

 private:
  void Count(RegionId region) {
    for (const InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      const auto operands = function_.operands(inst);
      // A store alone does not keep a slot.
      for (std::size_t i = inst.op == Op::SlotStore ? 1 : 0; i < operands.size(); ++i) {
        ++uses_[operands[i].index];
      }
      for (const RegionId nested : function_.regions_of(inst)) {
        Count(nested);
      }
    }
  }

  bool IsDead(InstId id) const {
    const Inst& inst = function_.inst(id);
    if (inst.op == Op::SlotStore) {
      return uses_[function_.operand(inst, 0).index] == 0;
    }
    if (inst.op == Op::If || inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop) {
      return inst.type == types::kVoid && HoldsNothing(inst);
    }
    const bool droppable = IsPure(inst) || inst.op == Op::SlotLoad || inst.op == Op::Slot ||
                           inst.op == Op::ThreadSlot;
    return droppable && inst.op != Op::RegionArg && uses_[id.index] == 0;
  }

  bool HoldsNothing(const Inst& inst) const {
    for (const RegionId region : function_.regions_of(inst)) {
      if (!function_.region(region).insts.empty()) {
        return false;
      }
    }
    return true;
  }

  void Sweep(RegionId region) {
    auto& insts = function_.region(region).insts;
    const auto end = std::remove_if(insts.begin(), insts.end(),
                                    [this](InstId id) { return IsDead(id); });
    changed_ = changed_ || end != insts.end();
    insts.erase(end, insts.end());
    for (std::size_t i = 0; i < function_.region(region).insts.size(); ++i) {
      const Inst& inst = function_.inst(function_.region(region).insts[i]);
      for (const RegionId nested : function_.regions_of(inst)) {
        Sweep(nested);
      }
    }
  }

  kir::Function& function_;
  std::vector<unsigned> uses_;
  bool changed_ = false;
};

}  // namespace

void ForwardSingleStores(kir::Function& function) { Forwarder(function).Run(); }

void RemoveDeadValues(kir::Function& function) { DeadValues(function).Run(); }

}  // namespace kernelc::passes
