#include "compiler/passes/recursive_barriers.h"

#include "compiler/kir/analysis/control.h"
#include "compiler/passes/barrier_plan.h"

namespace kernelc::passes {

void ReportRecursiveBarriers(const kir::Module& module, diag::Emitter& emitter) {
  for (const kir::Function& function : module.functions) {
    if (function.kind == kir::FunctionKind::Kernel) {
      continue;
    }
    SourceRange barrier;
    kir::ForEachInst(function, function.body, [&](kir::InstId, const kir::Inst& inst) {
      if (!barrier.has_value() && (IsBlockSync(inst) || IsWarpSync(inst))) {
        barrier = inst.range;
      }
    });
    if (barrier.has_value()) {
      emitter.Build(barrier, diag::Kind::BarrierInRecursion, function.name)
          .Label(function.range, "this function")
          .Help("write the recursion as a loop, or wait in the kernel; a GPU runs it as it is")
          .Emit();
    }
  }
}

}  // namespace kernelc::passes
