#include "compiler/kir/analysis/control.h"

#include <algorithm>

namespace kernelc::kir {

bool FallsThrough(const Function& function, RegionId region) {
  const std::vector<InstId>& insts = function.region(region).insts;
  if (insts.empty()) {
    return true;
  }
  const Inst& last = function.inst(insts.back());
  if (last.op == Op::If) {
    return FallsThrough(function, function.region_of(last, 0)) ||
           FallsThrough(function, function.region_of(last, 1));
  }
  return op_info(last.op).flow != Flow::Leaves;
}

std::vector<InstId> StoredSlots(const Function& function, const Inst& inst) {
  std::vector<InstId> slots;
  for (const RegionId region : function.regions_of(inst)) {
    ForEachInst(function, region, [&](InstId, const Inst& inner) {
      if (inner.op == Op::SlotStore) {
        slots.push_back(function.operand(inner, 0));
      }
    });
  }
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

void ForEachInst(const Function& function, RegionId region,
                 const std::function<void(InstId id, const Inst& inst)>& visit) {
  for (const InstId id : function.region(region).insts) {
    const Inst& inst = function.inst(id);
    visit(id, inst);
    for (const RegionId inner : function.regions_of(inst)) {
      ForEachInst(function, inner, visit);
    }
  }
}

}  // namespace kernelc::kir
