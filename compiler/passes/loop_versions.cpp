#include "compiler/passes/loop_versions.h"

#include <algorithm>

#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/synchronisation.h"

namespace kernelc::passes {

using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

bool MayHaveVersions(const kir::Function& function, const Inst& loop, const std::vector<bool>& synchronises) {
  // Operations beyond which a second version costs more than it gains.
  constexpr std::size_t kMaxBody = 60;
  std::size_t count = 0;
  bool may = true;
  for (const RegionId region : function.regions_of(loop)) {
    kir::ForEachInst(function, region, [&](InstId, const Inst& inst) {
      // Memory of the block that stands in the loop is one for all threads, whichever version they take.
      may = may && ++count <= kMaxBody && inst.op != Op::ForRange && inst.op != Op::While &&
            inst.op != Op::SharedArray && !kir::IsSynchronisation(inst) &&
            !(inst.op == Op::Call && synchronises[static_cast<std::size_t>(inst.imm)]);
    });
  }
  return may;
}

bool MayHaveThreadVersions(const kir::Function& function, RegionId body, const std::vector<bool>& waiting) {
  // Operations beyond which a second version costs more than it gains.
  constexpr std::size_t kMaxBody = 200;
  std::size_t count = 0;
  kir::ForEachInst(function, body, [&](InstId, const Inst&) { ++count; });
  return count <= kMaxBody && !kir::MayWait(function, body, waiting);
}

kir::ValueMap BranchToCopy(kir::Builder& builder, kir::Function& function, InstId condition, InstId loop) {
  builder.set_range(function.inst(loop).range);
  const RegionId copy = builder.NewRegion();
  const RegionId general = builder.NewRegion();
  function.region(general).insts.push_back(loop);
  kir::ValueMap values;
  kir::CloneRegion(function, general, copy, &values);
  builder.If(condition, copy, general);
  return values;
}

void ReplaceBy(kir::Function& function, RegionId region, InstId loop, RegionId written) {
  auto& insts = function.region(region).insts;
  const auto place = insts.erase(std::ranges::find(insts, loop));
  const auto& made = function.region(written).insts;
  insts.insert(place, made.begin(), made.end());
}

}  // namespace kernelc::passes
