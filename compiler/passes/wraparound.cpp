#include "compiler/passes/wraparound.h"

#include <utility>
#include <vector>

#include "compiler/kir/analysis/value_ranges.h"

namespace kernelc::passes {

void DropWraparound(kir::Module& module) {
  for (kir::Function& function : module.functions) {
    std::vector<std::pair<kir::InstId, std::int64_t>> masks;
    kir::AnalyzeRanges(module, function, [&](kir::InstId id, const kir::RangeQuery& ranges) {
      const kir::Inst& inst = function.inst(id);
      if (inst.op != kir::Op::ElementPtr || inst.imm == 0) {
        return;
      }
      std::int64_t mask = inst.imm;
      for (std::uint32_t dim = 0; dim + 1 < inst.operands.count; ++dim) {
        if (ranges.range(function.operand(inst, dim + 1)).non_negative()) {
          mask &= ~(std::int64_t{1} << dim);
        }
      }
      masks.emplace_back(id, mask);
    });
    for (const auto& [id, mask] : masks) {
      function.inst(id).imm = mask;
    }
  }
}

}  // namespace kernelc::passes
