// Memory of threads: slots and local arrays that live across thread loops.
#include <llvm/IR/Instructions.h>

#include <algorithm>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/llvm/emit.h"
#include "compiler/kir/static_array.h"

namespace kernelc::codegen {

namespace {

// A multiple of `align`.
std::uint32_t RoundUp(std::uint64_t bytes, std::uint32_t align) {
  return static_cast<std::uint32_t>((bytes + align - 1) / align * align);
}

llvm::Type* SlotType(FunctionContext& fn, TypeId type) {
  return types::IsBool(type) ? fn.builder().getInt8Ty() : fn.types().Register(type);
}

std::uint64_t SlotBytes(FunctionContext& fn, TypeId type) {
  return fn.module().llvm_module().getDataLayout().getTypeAllocSize(SlotType(fn, type));
}

}  // namespace

std::uint32_t CpuTargetHooks::ScratchOffset(kir::InstId id, std::uint64_t bytes,
                                            std::uint32_t align) {
  const auto [place, added] = state_.scratch_offsets.try_emplace(id.index, 0);
  if (added) {
    // An offset is one of each thread, and they are a multiple of kThreadRounding.
    place->second = RoundUp(scratch_bytes_, std::max(1U, align / unsigned{kThreadRounding}));
    scratch_bytes_ = place->second + static_cast<std::uint32_t>(bytes);
  }
  return place->second;
}

llvm::Value* CpuTargetHooks::CreateSlot(FunctionContext& fn, kir::InstId id, llvm::Type* type) {
  llvm::Value* slot = TargetHooks::CreateSlot(fn, id, type);
  // Each turn starts with a fresh variable; without this one that is not always set would be
  // carried from thread to thread, and the loop could not be vectorised.
  fn.builder().CreateStore(llvm::Constant::getNullValue(type), slot);
  return slot;
}

// A slot of the block: an array over threads in scratch memory; a slot of a group with a constant
// width: one on the stack, which becomes registers.
llvm::Value* CpuTargetHooks::SlotPointer(FunctionContext& fn, kir::InstId slot,
                                         llvm::Value* index) {
  const TypeId type = fn.kir_function().inst(slot).type;
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* base = nullptr;
  if (const auto found = group_slots_.find(slot.index); found != group_slots_.end()) {
    base = found->second;
  } else {
    const std::uint64_t bytes = SlotBytes(fn, type);
    const std::uint32_t offset = ScratchOffset(slot, bytes, 1);
    llvm::Value* start =
        builder.CreateMul(state_.rounded_threads, fn.Int64(offset), "", true, true);
    base = builder.CreateInBoundsGEP(builder.getInt8Ty(), state_.scratch, start);
  }
  return builder.CreateGEP(
      SlotType(fn, type), base, index, "",
      llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap());
}

llvm::Value* CpuTargetHooks::SlotIndex(FunctionContext& /*fn*/, kir::InstId slot) {
  return group_slots_.contains(slot.index) ? state_.lane : state_.thread_number;
}

llvm::Value* CpuTargetHooks::OwnSlotPointer(FunctionContext& fn, kir::InstId slot) {
  return SlotPointer(fn, slot, SlotIndex(fn, slot));
}

llvm::Value* CpuTargetHooks::LoadSlot(FunctionContext& fn, llvm::Value* pointer, TypeId type) {
  if (types::IsScalar(type)) {
    return fn.LoadFrom(pointer, type);
  }
  return fn.builder().CreateLoad(fn.types().Register(type), pointer);
}

void CpuTargetHooks::StoreSlot(FunctionContext& fn, llvm::Value* value, llvm::Value* pointer,
                               TypeId type) {
  if (types::IsScalar(type)) {
    fn.StoreTo(value, pointer, type);
  } else {
    fn.builder().CreateStore(value, pointer);
  }
}

// The memory of a local array that lives across thread loops: one piece for each thread, one after
// the other.
llvm::Value* CpuTargetHooks::ThreadArray(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  const std::uint32_t align = kir::StaticAlign(fn.kir_function(), inst);
  const std::uint32_t bytes =
      RoundUp(StaticArrayBytes(fn.module().kir_module(), fn.kir_function(), inst), align);
  const std::uint32_t offset = ScratchOffset(id, bytes, align);
  llvm::IRBuilder<>& builder = fn.builder();
  llvm::Value* start = builder.CreateMul(state_.rounded_threads, fn.Int64(offset), "", true, true);
  llvm::Value* own = builder.CreateMul(state_.thread_number, fn.Int64(bytes), "", true, true);
  llvm::Value* data = builder.CreateInBoundsGEP(builder.getInt8Ty(), state_.scratch,
                                                builder.CreateAdd(start, own, "", true, true));
  return MakeStaticArray(fn, inst.type, data, kir::StaticExtents(fn.kir_function(), inst));
}

}  // namespace kernelc::codegen
