#include "compiler/kir/analysis/uniformity.h"

#include <utility>

#include "compiler/base/check.h"
#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::kir {
namespace {

using builtins::BuiltinEffects;

// Whether a call differs from thread to thread though its operands do not.
bool BuiltinVaries(BuiltinEffects effects) {
  switch (effects) {
    case BuiltinEffects::Pure:
    case BuiltinEffects::Fence:
    case BuiltinEffects::BlockSync:
    case BuiltinEffects::GridSync:
      return false;
    case BuiltinEffects::ThreadPure:
    case BuiltinEffects::WarpSync:
    case BuiltinEffects::Memory:
      return true;
  }
  return true;
}

// All threads of the block get the same, whatever each of them gave.
bool IsAgreed(const Inst& inst) {
  if (inst.op != Op::CallBuiltin) {
    return false;
  }
  const BuiltinEffects effects =
      builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects;
  return effects == BuiltinEffects::BlockSync || effects == BuiltinEffects::GridSync;
}

// Walks one function until nothing changes: slots, loops and local memory feed back.
class Solver {
 public:
  Solver(const Function& function, const std::vector<bool>& params,
         const std::vector<Uniformity>& others)
      : function_(function), others_(others), memory_(function.insts.size(), false) {
    result_.varies.assign(function.insts.size(), false);
    result_.loop_varies.assign(function.insts.size(), false);
    for (std::size_t i = 0; i < function.params.size(); ++i) {
      result_.varies[function.params[i].value.index] = params[i];
    }
  }

  Uniformity Solve() {
    do {
      changed_ = false;
      Walk(function_.body, false);
    } while (changed_);
    return std::move(result_);
  }

 private:
  // `control`: threads may differ in whether they come here.
  void Walk(RegionId region, bool control) {
    for (const InstId id : function_.region(region).insts) {
      Visit(id, control);
    }
  }

  void Visit(InstId id, bool control) {
    const Inst& inst = function_.inst(id);
    switch (inst.op) {
      case Op::SlotStore:
        return Set(result_.varies, function_.operand(inst, 0),
                   Of(function_.operand(inst, 1)) || control);
      case Op::Store:
        return StoreTo(function_.operand(inst, 0), Of(function_.operand(inst, 1)) || control);
      case Op::If:
        return VisitIf(id, inst, control);
      case Op::ForRange:
        return VisitFor(id, inst, control);
      case Op::While:
        return VisitLoop(id, inst, control);
      case Op::Condition:
        return Set(result_.loop_varies, loops_.back(), control || Of(function_.operand(inst, 0)));
      case Op::Break:
        return Set(result_.loop_varies, loops_.back(), control);
      case Op::Yield:
        return Set(result_.varies, ifs_.back(), Of(function_.operand(inst, 0)));
      case Op::Return:
        result_.result_varies = result_.result_varies || control || AnyOperand(inst);
        return;
#define KIR_SPREAD_Operands(op) case Op::op:
#define KIR_SPREAD_Own(op) case Op::op:
#include "compiler/kir/op_cases.def"
        return Set(result_.varies, id,
                   (AnyOperand(inst) && !IsAgreed(inst)) || OwnVaries(id, inst));
      case Op::kCount:
        break;
    }
  }

  void VisitIf(InstId id, const Inst& inst, bool control) {
    const bool varies = Of(function_.operand(inst, 0));
    ifs_.push_back(id);
    for (const RegionId region : function_.regions_of(inst)) {
      Walk(region, control || varies);
    }
    ifs_.pop_back();
    if (inst.type != types::kVoid) {
      Set(result_.varies, id, varies);
    }
  }

  void VisitFor(InstId id, const Inst& inst, bool control) {
    const auto& body = function_.region(function_.region_of(inst, 0)).insts;
    if (!body.empty() && function_.inst(body.front()).op == Op::RegionArg) {
      Set(result_.varies, body.front(),
          Of(function_.operand(inst, 0)) || Of(function_.operand(inst, 2)));
    }
    Set(result_.loop_varies, id, AnyOperand(inst));
    VisitLoop(id, inst, control);
  }

  void VisitLoop(InstId id, const Inst& inst, bool control) {
    loops_.push_back(id);
    for (const RegionId region : function_.regions_of(inst)) {
      Walk(region, control || result_.loop_varies[id.index]);
    }
    loops_.pop_back();
  }

  // What the operation itself brings, beside its operands.
  bool OwnVaries(InstId id, const Inst& inst) {
    switch (inst.op) {
      case Op::Load: {
        const InstId root = RootOf(function_.operand(inst, 0));
        return root.has_value() && memory_[root.index];
      }
      case Op::AtomicCas:
      case Op::AtomicRmw:
      case Op::WaitTurn:
        return true;
      case Op::Call:
        PassOut(inst);
        return others_[static_cast<std::size_t>(inst.imm)].result_varies;
      case Op::CallBuiltin:
        return BuiltinVaries(
            builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects);
      case Op::RegionArg:
        return result_.varies[id.index];
#define KIR_SPREAD_Steers(op) case Op::op:
#define KIR_SPREAD_Operands(op) case Op::op:
#include "compiler/kir/op_cases.def"
      case Op::kCount:
        return false;
    }
    KC_FATAL("operation {}", static_cast<int>(inst.op));
  }

  // A callee may write anything to the local arrays that it is given.
  void PassOut(const Inst& call) {
    for (const InstId operand : function_.operands(call)) {
      StoreTo(operand, true);
    }
  }

  void StoreTo(InstId pointer, bool varies) {
    const InstId root = RootOf(pointer);
    if (root.has_value()) {
      Set(memory_, root, varies || Of(pointer));
    }
  }

  // The local array that a pointer or view comes from, where it plainly is one.
  InstId RootOf(InstId id) const {
    for (;;) {
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::LocalArray) {
        return id;
      }
      if (inst.op != Op::ElementPtr && inst.op != Op::ArrayData && inst.op != Op::ArrayMake &&
          inst.op != Op::Bitcast) {
        return InstId();
      }
      id = function_.operand(inst, 0);
    }
  }

  bool AnyOperand(const Inst& inst) const {
    for (const InstId operand : function_.operands(inst)) {
      if (Of(operand)) {
        return true;
      }
    }
    return false;
  }

  bool Of(InstId id) const { return result_.varies[id.index]; }

  void Set(std::vector<bool>& set, InstId id, bool varies) {
    if (varies && !set[id.index]) {
      set[id.index] = true;
      changed_ = true;
    }
  }

  const Function& function_;
  const std::vector<Uniformity>& others_;
  Uniformity result_;
  // By local array: what stands in it differs from thread to thread.
  std::vector<bool> memory_;
  std::vector<InstId> loops_;
  std::vector<InstId> ifs_;
  bool changed_ = false;
};

// The results of all functions for arguments that are the same for all threads.
std::vector<Uniformity> SolveAlone(const Module& module) {
  std::vector<Uniformity> results(module.functions.size());
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const std::vector<bool> uniform(module.functions[i].params.size(), false);
      Uniformity next = Solver(module.functions[i], uniform, results).Solve();
      next.result_varies = next.result_varies || IsExternal(module.functions[i]);
      changed = changed || next.result_varies != results[i].result_varies;
      results[i] = std::move(next);
    }
  }
  return results;
}

}  // namespace

std::vector<Uniformity> FindUniformity(const Module& module) {
  const std::vector<Uniformity> alone = SolveAlone(module);
  std::vector<std::vector<bool>> params;
  for (const Function& function : module.functions) {
    params.emplace_back(function.params.size(), false);
  }
  std::vector<Uniformity> results = alone;
  std::vector<bool> stale(results.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!stale[i]) {
        continue;
      }
      stale[i] = false;
      const Function& function = module.functions[i];
      results[i] = Solver(function, params[i], alone).Solve();
      results[i].result_varies = alone[i].result_varies;
      ForEachInst(function, function.body, [&](InstId, const Inst& inst) {
        if (inst.op != Op::Call) {
          return;
        }
        const auto callee = static_cast<std::size_t>(inst.imm);
        for (std::uint32_t p = 0; p < inst.operands.count; ++p) {
          if (results[i].varies[function.operand(inst, p).index] && !params[callee][p]) {
            params[callee][p] = true;
            stale[callee] = true;
            changed = true;
          }
        }
      });
    }
  }
  return results;
}

}  // namespace kernelc::kir
