#include "compiler/passes/watch_shared.h"

#include <span>
#include <utility>
#include <vector>

#include "compiler/builtins/builtins.h"
#include "compiler/kir/builder.h"
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
      } else if (LoadsMatrices(inst)) {
        WatchRows(inst, region);
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

  static bool LoadsMatrices(const Inst& inst) {
    return inst.op == Op::CallBuiltin &&
           builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).cpu.name ==
               "ldmatrix";
  }

  void Watch(const Inst& inst, CpuAccess what, RegionId region) {
    const InstId pointer = function_.operand(inst, 0);
    const Inst source = function_.inst(pointer);
    const types::Type& type = module_.types.get(source.type);
    if (type.kind == types::TypeKind::Pointer && type.space == types::AddressSpace::Shared) {
      AppendWatch(pointer, DataAround(pointer, region), what, source.range, region);
    }
  }

  // Of a row's elements, the lane that names it is taken for the reader; other lanes name none that
  // counts.
  void WatchRows(const Inst& inst, RegionId region) {
    constexpr std::int64_t kRowsPerMatrix = 8;
    constexpr std::int64_t kRowBytes = 16;
    const std::int64_t matrices =
        types::IsScalar(inst.type) ? 1 : module_.types.get(inst.type).ndim;
    kir::Builder builder(module_, function_);
    builder.set_insertion_region(region);
    builder.set_range(inst.range);
    const InstId lane = builder.CallBuiltin(builtins::BuiltinId::LaneId, types::kInt32, {});
    const InstId names_row =
        builder.Compare(kir::ComparePredicate::Lt, lane,
                        builder.ConstInt(types::kInt32, matrices * kRowsPerMatrix));
    const RegionId reads = builder.NewRegion();
    builder.If(names_row, reads, builder.NewRegion());
    builder.set_insertion_region(reads);
    const InstId pointer = function_.operand(inst, 0);
    const InstId data = DataAround(pointer, reads);
    const TypeId element = module_.types.get(function_.inst(pointer).type).element;
    const std::int64_t count = kRowBytes / types::MemorySize(module_.types, element);
    const InstId row = builder.Append(
        Op::ArrayMake,
        module_.types.Array(element, 1, types::Layout::C, types::AddressSpace::Shared),
        {pointer, builder.ConstInt(types::kInt64, count)});
    for (std::int64_t i = 0; i < count; ++i) {
      const InstId index = builder.ConstInt(types::kInt64, i);
      AppendWatch(builder.ElementPtr(row, {&index, 1}, 0), data, CpuAccess::Read, inst.range,
                  reads);
    }
  }

  // The start of the array that an element is one of.
  InstId DataAround(InstId pointer, RegionId region) {
    const Inst source = function_.inst(pointer);
    return source.op == Op::ElementPtr
               ? Append(Op::ArrayData, source.type, {function_.operand(source, 0)}, 0, source.range,
                        region)
               : pointer;
  }

  void AppendWatch(InstId pointer, InstId data, CpuAccess what, SourceRange range,
                   RegionId region) {
    Append(Op::WatchAccess, types::kVoid, {pointer, data}, static_cast<std::int64_t>(what), range,
           region);
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
