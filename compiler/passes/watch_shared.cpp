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
  AccessWatcher(kir::Module& module, Function& function)
      : module_(module), function_(function), builder_(module, function) {}

  void Visit(RegionId region) {
    const std::vector<InstId> insts = std::exchange(function_.region(region).insts, {});
    for (const InstId id : insts) {
      // A copy: the store grows.
      const Inst inst = function_.inst(id);
      builder_.set_insertion_region(region);
      if (const CpuAccess* what = AccessOf(inst.op)) {
        Watch(function_.operand(inst, 0), *what);
      } else if (inst.op == Op::RecordCopy) {
        WatchCopy(inst);
      } else if (LoadsMatrices(inst)) {
        WatchRows(inst);
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
    return op == Op::Load                               ? &kRead
           : op == Op::Store                            ? &kWrite
           : op == Op::AtomicRmw || op == Op::AtomicCas ? &kAtomic
                                                        : nullptr;
  }

  static bool LoadsMatrices(const Inst& inst) {
    return inst.op == Op::CallBuiltin &&
           builtins::builtin_info(static_cast<builtins::BuiltinId>(inst.imm)).cpu.name ==
               "ldmatrix";
  }

  const types::Type& TypeOf(InstId id) const { return module_.types.get(function_.inst(id).type); }

  bool IsShared(InstId pointer) const {
    const types::Type& type = TypeOf(pointer);
    return type.kind == types::TypeKind::Pointer && type.space == types::AddressSpace::Shared;
  }

  void Watch(InstId pointer, CpuAccess what) {
    if (IsShared(pointer)) {
      AppendWatch(pointer, DataAround(pointer), what);
    }
  }

  // The copy reads and writes a record as a whole. Bytes between fields are never stored, so that
  // reading them tells nothing.
  void WatchCopy(const Inst& inst) {
    const InstId to = function_.operand(inst, 0);
    const InstId from = function_.operand(inst, 1);
    if (IsShared(from)) {
      WatchFields(from, DataAround(from));
    }
    Watch(to, CpuAccess::Write);
  }

  // Reads of all that the record behind `record` holds.
  void WatchFields(InstId record, InstId data) {
    // A copy: the store of types grows.
    const types::Type type = module_.types.get(TypeOf(record).element);
    if (type.fields.empty()) {
      AppendWatch(record, data, CpuAccess::Read);
      return;
    }
    for (unsigned i = 0; i < type.fields.size(); ++i) {
      const InstId field = builder_.FieldPtr(record, i);
      std::int64_t count = 1;
      for (const std::int64_t extent : type.fields[i].extents) {
        count *= extent;
      }
      WatchElements(field, data, count);
    }
  }

  // Reads of `count` values, one behind the other, the first behind `first`.
  void WatchElements(InstId first, InstId data, std::int64_t count) {
    const TypeId element = TypeOf(first).element;
    const bool is_record = types::IsRecordPointer(module_.types, function_.inst(first).type);
    const auto watch = [&](InstId pointer) {
      if (is_record) {
        WatchFields(pointer, data);
      } else {
        AppendWatch(pointer, data, CpuAccess::Read);
      }
    };
    if (count == 1) {
      watch(first);
      return;
    }
    const RegionId around = builder_.insertion_region();
    const InstId extent = builder_.ConstInt(types::kInt64, count);
    const InstId row = builder_.Append(
        Op::ArrayMake,
        module_.types.Array(element, 1, types::Layout::C, types::AddressSpace::Shared),
        {first, extent});
    const RegionId body = builder_.NewRegion();
    const InstId index = builder_.ForRange(builder_.ConstInt(types::kInt64, 0), extent,
                                           builder_.ConstInt(types::kInt64, 1), body);
    builder_.set_insertion_region(body);
    watch(builder_.ElementPtr(row, {&index, 1}, 0));
    builder_.set_insertion_region(around);
  }

  // Of a row's elements, the lane that names it is taken for the reader; other lanes name none that
  // counts.
  void WatchRows(const Inst& inst) {
    constexpr std::int64_t kRowsPerMatrix = 8;
    constexpr std::int64_t kRowBytes = 16;
    const std::int64_t matrices =
        types::IsScalar(inst.type) ? 1 : module_.types.get(inst.type).ndim;
    builder_.set_range(inst.range);
    const InstId lane = builder_.CallBuiltin(builtins::BuiltinId::LaneId, types::kInt32, {});
    const InstId names_row =
        builder_.Compare(kir::ComparePredicate::Lt, lane,
                         builder_.ConstInt(types::kInt32, matrices * kRowsPerMatrix));
    const RegionId reads = builder_.NewRegion();
    builder_.If(names_row, reads, builder_.NewRegion());
    builder_.set_insertion_region(reads);
    const InstId pointer = function_.operand(inst, 0);
    const InstId data = DataAround(pointer);
    builder_.set_range(inst.range);
    WatchElements(pointer, data,
                  kRowBytes / types::MemorySize(module_.types, TypeOf(pointer).element));
  }

  // The start of the array that an element, or a field of one, belongs to. What follows stands
  // where the element does in the text.
  InstId DataAround(InstId pointer) {
    while (function_.inst(pointer).op == Op::FieldPtr) {
      pointer = function_.operand(function_.inst(pointer), 0);
    }
    const Inst source = function_.inst(pointer);
    builder_.set_range(source.range);
    return source.op == Op::ElementPtr
               ? builder_.Append(Op::ArrayData, source.type, {function_.operand(source, 0)})
               : pointer;
  }

  void AppendWatch(InstId pointer, InstId data, CpuAccess what) {
    builder_.Append(Op::WatchAccess, types::kVoid, {pointer, data},
                    static_cast<std::int64_t>(what));
  }

  kir::Module& module_;
  Function& function_;
  kir::Builder builder_;
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
