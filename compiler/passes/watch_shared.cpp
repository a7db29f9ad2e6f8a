#include "compiler/passes/watch_shared.h"

#include <span>
#include <utility>
#include <vector>

#include "runtime/abi/cpu_abi.h"

namespace kernelc::passes {
namespace {

using abi::CpuAccess;
using kir::Function;
using kir::Inst;
using kir::InstId;
using kir::Op;
using kir::RegionId;

class AccessWatcher {
 public:
  AccessWatcher(kir::Module& module, Function& function) : module_(module), function_(function) {}

  void Visit(RegionId region) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    for (const InstId id : insts) {
      // A copy: the store grows.
      const Inst inst = function_.inst(id);
      if (const CpuAccess* what = AccessOf(inst.op)) {
        Watch(inst, *what, region);
      }
      function_.region(region).insts.push_back(id);
      for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
        Visit(function_.region_of(inst, i));
      }
    }
  }

 private:
  static const CpuAccess* AccessOf(Op op) {
    static constexpr CpuAccess kRead = CpuAccess::Read;
    static constexpr CpuAccess kWrite = CpuAccess::Write;
    static constexpr CpuAccess kAtomic = CpuAccess::Atomic;
    return op == Op::Load                                   ? &kRead
           : op == Op::Store                                ? &kWrite
           : op == Op::AtomicRmw || op == Op::AtomicCas     ? &kAtomic
                                                            : nullptr;
  }

  void Watch(const Inst& inst, CpuAccess what, RegionId region) {
    const InstId pointer = function_.operand(inst, 0);
    const Inst source = function_.inst(pointer);
    const types::Type type = module_.types.get(source.type);
    if (type.kind != types::TypeKind::Pointer || type.space != types::AddressSpace::Shared) {
      return;
    }
    InstId data = pointer;
    if (source.op == Op::ElementPtr) {
      const InstId array = function_.operand(source, 0);
      data = Append(Op::ArrayData, source.type, {array}, 0, source.range, region);
    }
    Append(Op::WatchAccess, types::kVoid, {pointer, data}, static_cast<std::int64_t>(what),
           source.range, region);
  }

  InstId Append(Op op, TypeId type, std::initializer_list<InstId> operands, std::int64_t imm,
                SourceRange range, RegionId region) {
    Inst inst;
    inst.op = op;
    inst.type = type;
    inst.imm = imm;
    inst.range = range;
    inst.operands = function_.AddOperands(std::span(operands.begin(), operands.size()));
    const InstId id = function_.AddInst(inst);
    function_.region(region).insts.push_back(id);
    return id;
  }

  kir::Module& module_;
  Function& function_;
};

}  // namespace

void WatchShared(kir::Module& module) {
  if (!module.checks.init && !module.checks.race) {
    return;
  }
  for (Function& function : module.functions) {
    AccessWatcher(module, function).Visit(function.body);
  }
}

}  // namespace kernelc::passes
