#include "compiler/kir/clone.h"

#include <vector>

namespace kernelc::kir {

void CloneRegion(Function& function, RegionId from, RegionId to, ValueMap* values) {
  const std::vector<InstId> insts = function.region(from).insts;
  for (const InstId id : insts) {
    Inst copy = function.inst(id);
    std::vector<InstId> operands;
    for (const InstId operand : function.operands(copy)) {
      const auto found = values->find(operand);
      operands.push_back(found == values->end() ? operand : found->second);
    }
    const std::vector<RegionId> old_regions(function.regions_of(copy).begin(),
                                            function.regions_of(copy).end());
    std::vector<RegionId> new_regions;
    for (std::size_t i = 0; i < old_regions.size(); ++i) {
      new_regions.push_back(function.AddRegion());
    }
    copy.operands = function.AddOperands(operands);
    copy.regions = function.AddRegions(new_regions);
    const InstId copy_id = function.AddInst(copy);
    function.region(to).insts.push_back(copy_id);
    values->insert_or_assign(id, copy_id);
    for (std::size_t i = 0; i < old_regions.size(); ++i) {
      CloneRegion(function, old_regions[i], new_regions[i], values);
    }
  }
}

}  // namespace kernelc::kir
