// What the arrays of constant shape of a kernel, and of all functions that it calls, take together.
#include <algorithm>

#include "compiler/kir/static_array.h"
#include "compiler/sema/memory_limits.h"
#include "compiler/sema/program.h"

namespace kernelc::sema {
namespace {

struct Arrays {
  std::int64_t bytes = 0;
  SourceRange last;
};

void AddArrays(const kir::Module& module, const kir::Function& function, kir::RegionId region,
               kir::Op op, Arrays* arrays) {
  for (const kir::InstId id : function.region(region).insts) {
    const kir::Inst& inst = function.inst(id);
    if (inst.op == op) {
      std::int64_t bytes =
          types::MemorySize(module.types, module.types.get(inst.type).element);
      for (const std::int64_t extent : kir::StaticExtents(function, inst)) {
        bytes *= extent;
      }
      const std::int64_t align = kir::StaticAlign(function, inst);
      arrays->bytes = (arrays->bytes + align - 1) / align * align + bytes;
      arrays->bytes = (arrays->bytes + kir::kLeastArrayAlign - 1) / kir::kLeastArrayAlign *
                      kir::kLeastArrayAlign;
      arrays->last = inst.range;
    }
    for (std::uint32_t i = 0; i < inst.regions.count; ++i) {
      AddArrays(module, function, function.region_of(inst, i), op, arrays);
    }
  }
}

}  // namespace

void Program::CheckMemory(const Instance& kernel, diag::Emitter& emitter) const {
  std::vector<const Instance*> reachable{&kernel};
  Arrays shared;
  for (std::size_t i = 0; i < reachable.size(); ++i) {
    const Instance& instance = *reachable[i];
    const kir::Function& function = module_->function(instance.id);
    AddArrays(*module_, function, function.body, kir::Op::SharedArray, &shared);
    Arrays local;
    AddArrays(*module_, function, function.body, kir::Op::LocalArray, &local);
    if (local.bytes > kMaxLocalBytes) {
      emitter
          .Build(local.last, diag::Kind::LocalMemoryLimit, instance.function->name, local.bytes,
                 kMaxLocalBytes)
          .Label(instance.function->name_range, "this function")
          .Help("keep large data in an array parameter")
          .Emit();
    }
    for (const Instance* callee : instance.callees) {
      if (std::ranges::find(reachable, callee) == reachable.end()) {
        reachable.push_back(callee);
      }
    }
  }
  if (shared.bytes > kMaxSharedBytes) {
    emitter
        .Build(shared.last, diag::Kind::SharedMemoryLimit, kernel.function->name, shared.bytes,
               kMaxSharedBytes)
        .Label(kernel.function->name_range, "this kernel")
        .Help("use one array of shape 0, whose size the launch gives, or smaller arrays")
        .Emit();
  }
}

}  // namespace kernelc::sema
