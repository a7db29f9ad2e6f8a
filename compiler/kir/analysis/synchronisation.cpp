#include "compiler/kir/analysis/synchronisation.h"

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"

namespace kernelc::kir {

bool IsSynchronisation(const Inst& inst) {
  if (inst.op != Op::CallBuiltin) {
    return false;
  }
  switch (builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects) {
    case builtins::BuiltinEffects::BlockSync:
    case builtins::BuiltinEffects::WarpSync:
    case builtins::BuiltinEffects::GridSync:
      return true;
    case builtins::BuiltinEffects::Pure:
    case builtins::BuiltinEffects::ThreadPure:
    case builtins::BuiltinEffects::Fence:
    case builtins::BuiltinEffects::Memory:
      return false;
  }
  return false;
}

std::vector<bool> FindSynchronisation(const Module& module) {
  std::vector<bool> synchronises(module.functions.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
      const Function& function = module.functions[i];
      bool found = synchronises[i];
      ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
        found = found || IsSynchronisation(inst) ||
                (inst.op == Op::Call && synchronises[static_cast<std::size_t>(inst.imm)]);
      });
      changed = changed || found != synchronises[i];
      synchronises[i] = found;
    }
  }
  return synchronises;
}

}  // namespace kernelc::kir
