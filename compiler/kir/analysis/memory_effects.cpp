#include "compiler/kir/analysis/memory_effects.h"

#include <algorithm>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"
#include "compiler/kir/analysis/external.h"

namespace kernelc::kir {
namespace {

// Memory of other kinds of value does not matter.
bool ReachesMemory(const types::TypeStore& store, TypeId id) {
  const types::Type& type = store.get(id);
  switch (type.kind) {
    case types::TypeKind::Array:
    case types::TypeKind::Pointer:
      return true;
    case types::TypeKind::Tuple:
      for (const TypeId element : type.elements) {
        if (ReachesMemory(store, element)) {
          return true;
        }
      }
      return false;
    case types::TypeKind::Optional:
      return ReachesMemory(store, type.element);
    case types::TypeKind::Scalar:
    case types::TypeKind::Void:
    case types::TypeKind::None:
    case types::TypeKind::Record:
    case types::TypeKind::Vector:
    case types::TypeKind::Datetime:
      return false;
  }
  return true;
}

// Roots only grow, so visiting the operations until nothing changes ends.
class RootFinder {
 public:
  RootFinder(const Module& module, const Function& function)
      : module_(module), function_(function), roots_(function.insts.size()) {
    for (std::size_t i = 0; i < function.params.size(); ++i) {
      if (ReachesMemory(module.types, function.params[i].type)) {
        std::vector<bool>& params = roots_[function.params[i].value.index].params;
        params.resize(function.params.size());
        params[i] = true;
      }
    }
  }

  std::vector<MemoryRoots> Run() {
    do {
      changed_ = false;
      ForEachInst(function_, function_.body,
                  [this](InstId id, const Inst& inst) { Visit(id, inst); });
    } while (changed_);
    return std::move(roots_);
  }

 private:
  void Visit(InstId id, const Inst& inst) {
    if (inst.op == Op::SlotStore) {
      Flow(function_.operand(inst, 1), function_.operand(inst, 0));
      return;
    }
    if (inst.type == types::kVoid || !ReachesMemory(module_.types, inst.type)) {
      return;
    }
    if (IsStaticArray(inst) || inst.op == Op::DynamicSharedArray) {
      return Mark(id, &MemoryRoots::own);
    }
    if (inst.op == Op::If) {
      for (const RegionId region : function_.regions_of(inst)) {
        const Inst& last = function_.inst(function_.region(region).insts.back());
        Flow(function_.operand(last, 0), id);
      }
      return;
    }
    if (inst.op == Op::Load || inst.op == Op::Call || inst.op == Op::CallBuiltin) {
      Mark(id, &MemoryRoots::unknown);
    }
    if (inst.op != Op::Load) {
      for (const InstId operand : function_.operands(inst)) {
        Flow(operand, id);
      }
    }
  }

  void Mark(InstId id, bool MemoryRoots::*member) {
    changed_ = changed_ || !(roots_[id.index].*member);
    roots_[id.index].*member = true;
  }

  void Flow(InstId from, InstId to) {
    changed_ = roots_[to.index].Add(roots_[from.index]) || changed_;
  }

  const Module& module_;
  const Function& function_;
  std::vector<MemoryRoots> roots_;
  bool changed_ = false;
};

class EffectFinder {
 public:
  explicit EffectFinder(const Module& module)
      : module_(module), effects_(module.functions.size()), states_(module.functions.size()) {}

  std::vector<MemoryEffects> Run() {
    for (std::uint32_t i = 0; i < module_.functions.size(); ++i) {
      Find(FunctionId(i));
    }
    return std::move(effects_);
  }

 private:
  enum class State : std::uint8_t { New, Open, Done };

  const MemoryEffects& Find(FunctionId id) {
    MemoryEffects& effects = effects_[id.index];
    const Function& function = module_.function(id);
    if (IsExternal(function)) {
      // Nobody knows what it does.
      effects.reads.assign(function.params.size(), true);
      effects.writes.assign(function.params.size(), true);
      effects.reads_unknown = true;
      effects.writes_unknown = true;
      return effects;
    }
    if (states_[id.index] == State::New) {
      states_[id.index] = State::Open;
      effects.reads.resize(function.params.size());
      effects.writes.resize(function.params.size());
      const std::vector<MemoryRoots> roots = FindMemoryRoots(module_, function);
      ForEachInst(function, function.body,
                  [&](InstId, const Inst& inst) { AddInst(function, inst, roots, &effects); });
      states_[id.index] = State::Done;
    } else if (states_[id.index] == State::Open) {
      effects.reads.assign(function.params.size(), true);
      effects.writes.assign(function.params.size(), true);
      effects.reads_unknown = true;
      effects.writes_unknown = true;
    }
    return effects;
  }

  void AddInst(const Function& function, const Inst& inst, const std::vector<MemoryRoots>& roots,
               MemoryEffects* effects) {
    if (inst.op == Op::Load) {
      AddRead(roots[function.operand(inst, 0).index], effects);
    } else if (inst.op == Op::Store) {
      AddWrite(roots[function.operand(inst, 0).index], effects);
    } else if (inst.op == Op::RecordCopy) {
      AddRead(roots[function.operand(inst, 1).index], effects);
      AddWrite(roots[function.operand(inst, 0).index], effects);
    } else if (inst.op == Op::AtomicCas || inst.op == Op::AtomicRmw) {
      AddRead(roots[function.operand(inst, 0).index], effects);
      AddWrite(roots[function.operand(inst, 0).index], effects);
    } else if (inst.op == Op::Call) {
      AddCall(function, inst, roots, effects);
    } else if (inst.op == Op::CallBuiltin &&
               builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects ==
                   builtins::BuiltinEffects::Memory) {
      for (const InstId operand : function.operands(inst)) {
        AddRead(roots[operand.index], effects);
        AddWrite(roots[operand.index], effects);
      }
    }
  }

  void AddCall(const Function& function, const Inst& inst, const std::vector<MemoryRoots>& roots,
               MemoryEffects* effects) {
    const MemoryEffects callee = Find(FunctionId(static_cast<std::uint32_t>(inst.imm)));
    for (std::uint32_t i = 0; i < inst.operands.count; ++i) {
      const MemoryRoots& argument = roots[function.operand(inst, i).index];
      if (callee.reads[i]) {
        AddRead(argument, effects);
      }
      if (callee.writes[i]) {
        AddWrite(argument, effects);
      }
    }
    effects->reads_unknown = effects->reads_unknown || callee.reads_unknown;
    effects->writes_unknown = effects->writes_unknown || callee.writes_unknown;
  }

  static void AddTo(const MemoryRoots& roots, std::vector<bool>* params, bool* unknown) {
    for (std::size_t i = 0; i < roots.params.size(); ++i) {
      (*params)[i] = (*params)[i] || roots.params[i];
    }
    *unknown = *unknown || roots.unknown;
  }
  static void AddRead(const MemoryRoots& roots, MemoryEffects* effects) {
    AddTo(roots, &effects->reads, &effects->reads_unknown);
  }
  static void AddWrite(const MemoryRoots& roots, MemoryEffects* effects) {
    AddTo(roots, &effects->writes, &effects->writes_unknown);
  }

  const Module& module_;
  std::vector<MemoryEffects> effects_;
  std::vector<State> states_;
};

}  // namespace

bool MemoryRoots::Add(const MemoryRoots& other) {
  bool changed = (other.own && !own) || (other.unknown && !unknown);
  params.resize(std::max(params.size(), other.params.size()));
  for (std::size_t i = 0; i < other.params.size(); ++i) {
    changed = changed || (other.params[i] && !params[i]);
    params[i] = params[i] || other.params[i];
  }
  own = own || other.own;
  unknown = unknown || other.unknown;
  return changed;
}

std::vector<MemoryEffects> FindMemoryEffects(const Module& module) {
  return EffectFinder(module).Run();
}

std::vector<MemoryRoots> FindMemoryRoots(const Module& module, const Function& function) {
  return RootFinder(module, function).Run();
}

}  // namespace kernelc::kir
