// Which parameters a function may store through.
#include <algorithm>
#include <unordered_map>

#include "compiler/builtins/builtins.h"
#include "compiler/codegen/llvm/kernel_info.h"

namespace kernelc::codegen {

namespace {

using ParamSet = std::vector<bool>;

// Gives true when `into` grew.
bool Merge(ParamSet& into, const ParamSet& from) {
  bool grew = false;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i] && !into[i]) {
      into[i] = true;
      grew = true;
    }
  }
  return grew;
}

// Follows arrays and pointers from the parameters through every operation, without regard to order,
// until nothing changes.
class Analysis {
 public:
  Analysis(const kir::Module& module, std::vector<const kir::Function*> callers)
      : module_(module), function_(*callers.back()), callers_(std::move(callers)) {}

  ParamSet Run() {
    written_.assign(function_.params.size(), false);
    if (function_.params.empty()) {
      return written_;
    }
    roots_.assign(function_.insts.size(), ParamSet());
    for (std::size_t i = 0; i < function_.params.size(); ++i) {
      RootsOf(function_.params[i].value)[i] = true;
    }
    do {
      changed_ = false;
      VisitRegion(function_.body);
    } while (changed_);
    return written_;
  }

 private:
  ParamSet& RootsOf(kir::InstId id) {
    ParamSet& roots = roots_[id.index];
    if (roots.empty()) {
      roots.assign(function_.params.size(), false);
    }
    return roots;
  }

  void VisitRegion(kir::RegionId region) {
    for (kir::InstId id : function_.region(region).insts) {
      const kir::Inst& inst = function_.inst(id);
      for (kir::RegionId inner : function_.regions_of(inst)) {
        VisitRegion(inner);
        const std::vector<kir::InstId>& insts = function_.region(inner).insts;
        if (!insts.empty() && function_.inst(insts.back()).op == kir::Op::Yield) {
          Flow(function_.operand(function_.inst(insts.back()), 0), id);
        }
      }
      Visit(id, inst);
    }
  }

  void Flow(kir::InstId from, kir::InstId to) {
    // A copy: RootsOf may be the same set.
    const ParamSet roots = RootsOf(from);
    changed_ |= Merge(RootsOf(to), roots);
  }

  void Write(kir::InstId pointer) { changed_ |= Merge(written_, RootsOf(pointer)); }

  void Visit(kir::InstId id, const kir::Inst& inst) {
    if (inst.op == kir::Op::Store || inst.op == kir::Op::AtomicCas ||
        inst.op == kir::Op::AtomicRmw) {
      Write(function_.operand(inst, 0));
      return;
    }
    if (inst.op == kir::Op::SlotStore) {
      Flow(function_.operand(inst, 1), function_.operand(inst, 0));
      return;
    }
    if (inst.op == kir::Op::Call) {
      VisitCall(inst);
    } else if (inst.op == kir::Op::CallBuiltin && WritesMemory(inst)) {
      for (kir::InstId operand : function_.operands(inst)) {
        Write(operand);
      }
    }
    if (CarriesMemory(inst.type)) {
      for (kir::InstId operand : function_.operands(inst)) {
        Flow(operand, id);
      }
    }
  }

  static bool WritesMemory(const kir::Inst& inst) {
    return builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects ==
           builtins::BuiltinEffects::Memory;
  }

  bool CarriesMemory(TypeId id) const {
    switch (module_.types.get(id).kind) {
      case types::TypeKind::Scalar:
      case types::TypeKind::Void:
      case types::TypeKind::None:
        return false;
      case types::TypeKind::Array:
      case types::TypeKind::Pointer:
      case types::TypeKind::Tuple:
      case types::TypeKind::Optional:
        return true;
    }
    return true;
  }

  void VisitCall(const kir::Inst& inst) {
    const kir::Function& callee =
        module_.function(kir::FunctionId(static_cast<std::uint32_t>(inst.imm)));
    const ParamSet& writes = CalleeWrites(callee);
    for (std::size_t i = 0; i < writes.size(); ++i) {
      if (writes[i]) {
        Write(function_.operand(inst, static_cast<std::uint32_t>(i)));
      }
    }
  }

  const ParamSet& CalleeWrites(const kir::Function& callee) {
    const auto [place, is_new] = callees_.try_emplace(&callee);
    if (!is_new) {
      return place->second;
    }
    // Recursion: all that it gets.
    if (std::find(callers_.begin(), callers_.end(), &callee) != callers_.end()) {
      place->second.assign(callee.params.size(), true);
      return place->second;
    }
    std::vector<const kir::Function*> chain = callers_;
    chain.push_back(&callee);
    place->second = Analysis(module_, std::move(chain)).Run();
    return place->second;
  }

  const kir::Module& module_;
  const kir::Function& function_;
  // The call chain that led here, `function_` last.
  std::vector<const kir::Function*> callers_;
  std::vector<ParamSet> roots_;
  std::unordered_map<const kir::Function*, ParamSet> callees_;
  ParamSet written_;
  bool changed_ = false;
};

}  // namespace

std::vector<bool> WrittenParams(const kir::Module& module, const kir::Function& function) {
  return Analysis(module, {&function}).Run();
}

}  // namespace kernelc::codegen
