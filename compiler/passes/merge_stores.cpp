#include "compiler/passes/merge_stores.h"

#include <algorithm>
#include <span>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/analysis/control.h"

namespace kernelc::passes {
namespace {

using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

class StoreMerger {
 public:
  StoreMerger(const kir::Module& module, Function& function)
      : module_(module), function_(function) {}

  void Run() {
    const std::size_t region_count = function_.regions.size();
    for (std::size_t i = 0; i < region_count; ++i) {
      VisitRegion(RegionId(i));
    }
  }

 private:
  void VisitRegion(RegionId region) {
    for (std::size_t at = 0; at < function_.region(region).insts.size(); ++at) {
      const InstId id = function_.region(region).insts[at];
      if (function_.inst(id).op == Op::If) {
        TryMerge(region, at);
      }
    }
  }

  // The `if` at place `at` of the region, with the latest store before it that it overrides.
  void TryMerge(RegionId region, std::size_t at) {
    const InstId branch = function_.region(region).insts[at];
    const InstId second = OverridingStore(function_.inst(branch));
    if (!second.has_value()) {
      return;
    }
    const InstId pointer = function_.operand(function_.inst(second), 0);
    const InstId array = function_.operand(function_.inst(pointer), 0);
    for (std::size_t i = at; i-- > 0;) {
      const InstId id = function_.region(region).insts[i];
      const Inst& inst = function_.inst(id);
      if (inst.op == Op::Store && SamePlace(function_.operand(inst, 0), pointer)) {
        Merge(region, i, at, second);
        return;
      }
      if (!LeavesAlone(inst, array)) {
        return;
      }
    }
  }

  // The store that ends the first region of an `if` without else, when it goes to the function's
  // own memory and nothing else in the region touches that.
  InstId OverridingStore(const Inst& branch) const {
    const std::vector<InstId>& insts = function_.region(function_.region_of(branch, 0)).insts;
    if (branch.type != types::kVoid || insts.empty() ||
        !function_.region(function_.region_of(branch, 1)).insts.empty()) {
      return InstId();
    }
    const Inst& last = function_.inst(insts.back());
    if (last.op != Op::Store) {
      return InstId();
    }
    const Inst& pointer = function_.inst(function_.operand(last, 0));
    if (pointer.op != Op::ElementPtr || !IsOwnArray(function_.operand(pointer, 0))) {
      return InstId();
    }
    const bool alone = std::all_of(insts.begin(), insts.end() - 1, [&](InstId id) {
      return LeavesAlone(function_.inst(id), function_.operand(pointer, 0));
    });
    return alone ? insts.back() : InstId();
  }

  bool IsOwnArray(InstId id) const { return IsStaticArray(function_.inst(id)); }

  bool SamePlace(InstId a, InstId b) const {
    const Inst& left = function_.inst(a);
    const Inst& right = function_.inst(b);
    return left.op == Op::ElementPtr && right.op == Op::ElementPtr && left.imm == right.imm &&
           std::ranges::equal(function_.operands(left), function_.operands(right));
  }

  // The operation, with its regions, neither reads nor writes `array`, orders memory, nor leaves
  // the region.
  bool LeavesAlone(const Inst& inst, InstId array) const {
    switch (kir::op_info(inst.op).effects) {
      case kir::Effects::Pure:
        return true;
      case kir::Effects::Reads:
      case kir::Effects::Writes:
        if (inst.op == Op::SlotLoad || inst.op == Op::SlotStore) {
          return true;
        }
        return inst.operands.count > 0 && IsElsewhere(function_.operand(inst, 0), array) &&
               (inst.op != Op::RecordCopy || IsElsewhere(function_.operand(inst, 1), array));
      case kir::Effects::Call:
        return inst.op == Op::CallBuiltin &&
               builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).effects ==
                   builtins::BuiltinEffects::Pure;
      case kir::Effects::Control:
        return (inst.op == Op::If && RegionsLeaveAlone(inst, array)) || inst.op == Op::Yield;
    }
    return false;
  }

  bool RegionsLeaveAlone(const Inst& inst, InstId array) const {
    for (const RegionId region : function_.regions_of(inst)) {
      for (const InstId id : function_.region(region).insts) {
        if (!LeavesAlone(function_.inst(id), array)) {
          return false;
        }
      }
    }
    return true;
  }

  // The memory behind a pointer is another one than the array's.
  bool IsElsewhere(InstId pointer, InstId array) const {
    const types::Type& type = module_.types.get(function_.inst(pointer).type);
    if (type.kind != types::TypeKind::Pointer) {
      return false;
    }
    if (type.space != types::AddressSpace::Generic &&
        type.space != module_.types.get(function_.inst(array).type).space) {
      return true;
    }
    const Inst& inst = function_.inst(pointer);
    if (inst.op != Op::ElementPtr) {
      return false;
    }
    const InstId base = function_.operand(inst, 0);
    return base != array && IsOwnArray(base);
  }

  void Merge(RegionId region, std::size_t first_at, std::size_t branch_at, InstId second) {
    const InstId first = function_.region(region).insts[first_at];
    const InstId branch = function_.region(region).insts[branch_at];
    const InstId pointer = function_.operand(function_.inst(first), 0);
    const InstId default_value = function_.operand(function_.inst(first), 1);
    const InstId value = function_.operand(function_.inst(second), 1);
    function_.inst(branch).type = function_.inst(value).type;
    function_.region(function_.region_of(function_.inst(branch), 0)).insts.back() = AddYield(value);
    function_.region(function_.region_of(function_.inst(branch), 1))
        .insts.push_back(AddYield(default_value));
    Inst store = function_.inst(second);
    const InstId operands[] = {pointer, branch};
    store.operands = function_.AddOperands(operands);
    const InstId store_id = function_.AddInst(store);
    std::vector<InstId>& insts = function_.region(region).insts;
    insts.insert(insts.begin() + static_cast<std::ptrdiff_t>(branch_at) + 1, store_id);
    insts.erase(insts.begin() + static_cast<std::ptrdiff_t>(first_at));
  }

  InstId AddYield(InstId value) {
    Inst yield;
    yield.op = Op::Yield;
    yield.operands = function_.AddOperands(std::span(&value, 1));
    return function_.AddInst(yield);
  }

  const kir::Module& module_;
  Function& function_;
};

}  // namespace

void MergeStores(kir::Module& module) {
  for (Function& function : module.functions) {
    StoreMerger(module, function).Run();
  }
}

}  // namespace kernelc::passes
