#include "compiler/codegen/cpu/kernel_facts.h"

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/llvm/kernel_info.h"

namespace kernelc::codegen {

namespace {

using builtins::BuiltinEffects;
using builtins::BuiltinId;
using kir::Inst;
using kir::Op;

bool IsOneOf(BuiltinId id, BuiltinId first) {
  // x, y and z follow each other in the table.
  return static_cast<unsigned>(id) - static_cast<unsigned>(first) < 3;
}

// What depends on the division into blocks.
bool KnowsBlocks(BuiltinId id) {
  if (IsOneOf(id, BuiltinId::GridX)) {
    return false;
  }
  const BuiltinEffects effects = builtins::builtin_info(id).effects;
  return IsOneOf(id, BuiltinId::BlockIdxX) ||
         (effects != BuiltinEffects::Pure && effects != BuiltinEffects::Fence);
}

class FusionCheck {
 public:
  explicit FusionCheck(const kir::Function& function) : function_(function) {}

  // `threads`: inside of a loop over threads. `width`: lanes of the group around, 0 outside of
  // groups of constant width.
  bool Allows(kir::RegionId region, bool threads, std::int64_t width) const {
    for (const kir::InstId id : function_.region(region).insts) {
      const Inst& inst = function_.inst(id);
      if (!AllowsInst(inst, threads, width)) {
        return false;
      }
      const bool enters = inst.op == Op::ThreadLoop || inst.op == Op::LaneLoop;
      for (const kir::RegionId nested : function_.regions_of(inst)) {
        if (!Allows(nested, threads || enters, inst.op == Op::GroupLoop ? inst.imm : width)) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  static bool AllowsInst(const Inst& inst, bool threads, std::int64_t width) {
    if (inst.op == Op::CallBuiltin) {
      return !KnowsBlocks(static_cast<BuiltinId>(inst.imm));
    }
    if (inst.op == Op::ThreadSlot || inst.op == Op::AnyThread) {
      return width != 0;
    }
    if (inst.op == Op::LocalArray) {
      return threads;
    }
    return inst.op != Op::SharedArray && inst.op != Op::DynamicSharedArray &&
           inst.op != Op::WaitTurn && inst.op != Op::CountThreads &&
           inst.op != Op::ThreadSlotAt &&
           inst.op != Op::ThreadMatch && inst.op != Op::ThreadVote;
  }

  const kir::Function& function_;
};

}  // namespace

bool UsesRows(const kir::Module& module, const kir::Function& kernel) {
  for (const kir::Function* function : ReachableFunctions(module, kernel)) {
    for (const Inst& inst : function->insts) {
      if (inst.op != Op::CallBuiltin) {
        continue;
      }
      const auto id = static_cast<BuiltinId>(inst.imm);
      if (id == BuiltinId::ThreadIdxY || id == BuiltinId::ThreadIdxZ || id == BuiltinId::GridY ||
          id == BuiltinId::GridZ) {
        return true;
      }
    }
  }
  return false;
}

bool MayReport(const kir::Module& module, const kir::Function& function) {
  for (const kir::Function* reachable : ReachableFunctions(module, function)) {
    for (const Inst& inst : reachable->insts) {
      if (inst.op == Op::Fail || inst.op == Op::ReportError || inst.op == Op::WatchAccess) {
        return true;
      }
    }
  }
  return false;
}

bool CanFuseBlocks(const kir::Module& module, const kir::Function& kernel) {
  for (const kir::Function* function : ReachableFunctions(module, kernel)) {
    const bool device = function->kind == kir::FunctionKind::Device;
    if (!FusionCheck(*function).Allows(function->body, device, 0)) {
      return false;
    }
  }
  return true;
}

}  // namespace kernelc::codegen
