#include "compiler/passes/readonly_noalias.h"

#include <algorithm>
#include <vector>

#include "compiler/kir/analysis/memory_effects.h"

namespace kernelc::passes {

void InferReadonlyNoalias(kir::Module& module) {
  const std::vector<kir::MemoryEffects> effects = kir::FindMemoryEffects(module);
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
      const bool written = module.assumes_no_overlap ? writes[p] : writes_any;
      param.facts.noalias = param.facts.noalias || module.assumes_no_overlap;
      param.facts.readonly = param.facts.readonly || (!written && !effects[i].writes_unknown);
    }
  }
}

}  // namespace kernelc::passes
