#include "compiler/passes/index32.h"

#include <map>
#include <utility>
#include <vector>

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

class IndexNarrower {
 public:
  explicit IndexNarrower(Function& function) : function_(function) {}

  void VisitRegion(RegionId region) {
    const std::vector<InstId> insts = function_.region(region).insts;
    std::vector<InstId> rewritten;
    // Conversions of this region, by the value converted.
    std::map<InstId, InstId> converted;
    for (const InstId id : insts) {
      const Inst inst = function_.inst(id);
      if (inst.op == Op::ElementPtr && IsSmall(function_.operand(inst, 0))) {
        Narrow(inst, &rewritten, &converted);
      } else {
        for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
          VisitRegion(function_.region_of(inst, i));
        }
      }
      rewritten.push_back(id);
    }
    function_.region(region).insts = std::move(rewritten);
  }

 private:
  bool IsSmall(InstId array) const {
    const Inst& inst = function_.inst(array);
    return inst.op == Op::Param &&
           function_.params[static_cast<std::size_t>(inst.imm)].facts.array.small;
  }

  void Narrow(const Inst& inst, std::vector<InstId>* rewritten,
              std::map<InstId, InstId>* converted) {
    for (std::uint32_t i = 1; i < inst.operands.count; ++i) {
      const InstId index = function_.operand(inst, i);
      if (types::scalar_bits(function_.inst(index).type) <= 32) {
        continue;
      }
      auto found = converted->find(index);
      if (found == converted->end()) {
        Inst convert;
        convert.op = Op::Convert;
        convert.type = types::kInt32;
        convert.range = inst.range;
        convert.operands = function_.AddOperands(std::span(&index, 1));
        found = converted->emplace(index, function_.AddInst(convert)).first;
        rewritten->push_back(found->second);
      }
      function_.operands(inst)[i] = found->second;
    }
  }

  Function& function_;
};

}  // namespace

void NarrowIndices(kir::Module& module) {
  for (Function& function : module.functions) {
    IndexNarrower(function).VisitRegion(function.body);
  }
}

}  // namespace kernelc::passes
