#include "compiler/passes/barrier_regions.h"

#include "compiler/kir/analysis/synchronisation.h"
#include "compiler/passes/barrier_forward.h"
#include "compiler/passes/barrier_plan.h"
#include "compiler/passes/barrier_slots.h"
#include "compiler/passes/barrier_split.h"
#include "compiler/passes/barrier_tails.h"
#include "compiler/passes/barrier_variance.h"
#include "compiler/passes/barrier_webs.h"

namespace kernelc::passes {
namespace {

kir::Function SplitKernel(kir::Module& module, const kir::Function& kernel, const SlotHomes& homes, bool waits) {
  SplitCriteria criteria;
  criteria.lifts_returns = !waits;
  criteria.splits = [](kir::InstId, const kir::Inst& inst) {
    return IsBlockSync(inst) || IsWarpSync(inst);
  };
  const std::vector<Variance> variance = ComputeVariance(module, kernel, homes);
  const SplitPlan plan = MakeSplitPlan(kernel, variance, criteria);
  kir::Function result = Splitter(module, kernel, plan).Split();
  LocalizeThreadSlots(result);
  RemoveDeadValues(result);
  return result;
}

}  // namespace

void SplitBarrierRegions(kir::Module& module) {
  const std::vector<bool> waiting = kir::FindWaiting(module);
  for (kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      SlotHomes homes = SeparateWebs(module, function);
      ForwardSingleStores(function);
      JoinGridPlaces(module, function);
      const bool waits = kir::MayWait(function, function.body, waiting);
      if (!waits && ReturnBeforeTails(module, function)) {
        homes = SeparateWebs(module, function);
      }
      function = SplitKernel(module, function, homes, waits);
    }
  }
}

}  // namespace kernelc::passes
