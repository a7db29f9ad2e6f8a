#include "compiler/passes/readonly_noalias.h"

#include <algorithm>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/memory_effects.h"
#include "compiler/kir/analysis/synchronisation.h"

namespace kernelc::passes {
namespace {

using builtins::BuiltinEffects;
using kir::Inst;
using kir::Op;

bool HasEffects(const Inst& inst, BuiltinEffects effects) {
  return inst.op == Op::CallBuiltin &&
         builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects == effects;
}

// Behind it, memory may hold what a thread of another block has written.
bool SeesOtherBlocks(const Inst& inst) {
  return inst.op == Op::WaitTurn || HasEffects(inst, BuiltinEffects::Fence) ||
         HasEffects(inst, BuiltinEffects::GridSync);
}

// The same of any other thread.
bool SeesOtherThreads(const Inst& inst) {
  return SeesOtherBlocks(inst) || kir::IsSynchronisation(inst) || inst.op == Op::AtomicCas ||
         inst.op == Op::AtomicRmw || HasEffects(inst, BuiltinEffects::Memory);
}

void Infer(kir::Module& module, bool (*sees_others)(const Inst&)) {
  const std::vector<kir::MemoryEffects> effects = kir::FindMemoryEffects(module);
  const std::vector<bool> shares =
      kir::FindHolders(module, sees_others, kir::Externals::HoldAnything);
  for (std::size_t i = 0; i < module.functions.size(); ++i) {
    kir::Function& function = module.functions[i];
    if (function.kind != kir::FunctionKind::Kernel) {
      continue;
    }
    const std::vector<bool>& writes = effects[i].writes;
    const bool writes_any = std::find(writes.begin(), writes.end(), true) != writes.end();
    for (std::size_t p = 0; p < function.params.size(); ++p) {
      kir::Param& param = function.params[p];
      if (module.types.get(param.type).kind != types::TypeKind::Array) {
        continue;
      }
      const bool written = function.options.no_overlap ? writes[p] : writes_any;
      const bool is_alone = !shares[i] || (!writes[p] && !effects[i].writes_unknown);
      param.facts.noalias = param.facts.noalias || (function.options.no_overlap && is_alone);
      param.facts.readonly = param.facts.readonly || (!written && !effects[i].writes_unknown);
    }
  }
}

}  // namespace

void InferReadonlyNoalias(kir::Module& module) { Infer(module, SeesOtherThreads); }

void InferReadonlyNoaliasOfBlocks(kir::Module& module) { Infer(module, SeesOtherBlocks); }

}  // namespace kernelc::passes
