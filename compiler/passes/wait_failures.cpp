#include "compiler/passes/wait_failures.h"

#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/builder.h"
#include "compiler/passes/wait_turns.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

void LookBehindGridBarriers(kir::Module& module, Function& function, RegionId region) {
  const std::vector<InstId> insts = std::exchange(function.region(region).insts, {});
  kir::Builder builder(module, function);
  for (const InstId id : insts) {
    function.region(region).insts.push_back(id);
    // A copy: the store grows.
    const Inst inst = function.inst(id);
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      LookBehindGridBarriers(module, function, function.region_of(inst, i));
    }
    if (inst.op == Op::CallBuiltin &&
        static_cast<builtins::BuiltinId>(inst.imm) == builtins::BuiltinId::GridSync) {
      builder.set_insertion_region(region);
      builder.set_range(inst.range);
      AddTurnThatMayEnd(builder);
    }
  }
}

}  // namespace

void EndFailedWaits(kir::Module& module) {
  if (!module.checks.errors) {
    return;
  }
  AddWaitTurnsToAll(module);
  for (Function& function : module.functions) {
    LookBehindGridBarriers(module, function, function.body);
  }
}

}  // namespace kernelc::passes
