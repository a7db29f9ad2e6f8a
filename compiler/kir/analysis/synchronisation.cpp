#include "compiler/kir/analysis/synchronisation.h"

#include <algorithm>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"

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

std::vector<bool> FindHolders(const Module& module, bool (*is_wanted)(const Inst&), Externals externals) {
  std::vector<bool> holds(module.functions.size());
  if (externals == Externals::HoldAnything) {
    std::transform(module.functions.begin(), module.functions.end(), holds.begin(), IsExternal);
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
      const Function& function = module.functions[i];
      bool found = holds[i];
      ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
        found = found || is_wanted(inst) ||
                (inst.op == Op::Call && holds[static_cast<std::size_t>(inst.imm)]);
      });
      changed = changed || found != holds[i];
      holds[i] = found;
    }
  }
  return holds;
}

std::vector<bool> FindSynchronisation(const Module& module) {
  return FindHolders(module, IsSynchronisation);
}

std::vector<bool> FindWaiting(const Module& module) {
  return FindHolders(module, [](const Inst& inst) { return inst.op == Op::WaitTurn; });
}

bool MayWait(const Function& function, RegionId region, const std::vector<bool>& waiting) {
  bool found = false;
  ForEachInst(function, region, [&](InstId, const Inst& inst) {
    found = found || inst.op == Op::WaitTurn ||
            (inst.op == Op::Call && waiting[static_cast<std::size_t>(inst.imm)]);
  });
  return found;
}

}  // namespace kernelc::kir
