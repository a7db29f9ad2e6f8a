// Memory of threads: slots and local arrays that live across thread loops.
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <utility>

#include "compiler/codegen/cpu/hooks.h"
#include "compiler/codegen/cpu/loop_metadata.h"
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

// The numbers that a value consists of, and the indices of each in it.
struct Part {
  llvm::Type* type;
  std::vector<unsigned> indices;
};
void AddParts(llvm::Type* type, std::vector<unsigned> indices, std::vector<Part>* parts) {
  auto* fields = llvm::dyn_cast<llvm::StructType>(type);
  if (fields == nullptr) {
    parts->push_back({type, std::move(indices)});
    return;
  }
  for (unsigned i = 0; i < fields->getNumElements(); ++i) {
    indices.push_back(i);
    AddParts(fields->getElementType(i), indices, parts);
    indices.pop_back();
  }
}
std::vector<Part> PartsOf(llvm::Type* type) {
  std::vector<Part> parts;
  AddParts(type, {}, &parts);
  return parts;
}

// Says of a group's memory that its lanes use elements of their own.
llvm::AllocaInst* MarkLanes(llvm::AllocaInst* memory) {
  memory->setMetadata(kLanesMetadata, llvm::MDNode::get(memory->getContext(), {}));
  return memory;
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

void CpuTargetHooks::CreateGroupSlot(FunctionContext& fn, kir::InstId id) {
  std::vector<llvm::Value*>& arrays = group_slots_[id.index];
  arrays.clear();
  for (const Part& part : PartsOf(SlotType(fn, fn.kir_function().inst(id).type))) {
    auto* array = llvm::ArrayType::get(part.type, state_.group_width);
    arrays.push_back(fn.EntryAlloca(array, llvm::Align(kThreadRounding)));
    // As fresh as other variables: not all lanes may set it before it is read.
    fn.builder().CreateMemSet(
        arrays.back(), fn.builder().getInt8(0),
        fn.module().llvm_module().getDataLayout().getTypeAllocSize(array).getFixedValue(),
        llvm::Align(kThreadRounding));
  }
}

// A vector of the group's lanes for each place of a local array.
void CpuTargetHooks::CreateGroupArray(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  llvm::Type* element = fn.types().Memory(fn.type(inst.type).element);
  std::uint64_t places = 1;
  for (const std::int64_t extent : kir::StaticExtents(fn.kir_function(), inst)) {
    places *= static_cast<std::uint64_t>(extent);
  }
  auto* array = llvm::ArrayType::get(element, places * state_.group_width);
  llvm::AllocaInst*& memory = group_arrays_[id.index];
  if (memory == nullptr || memory->getAllocatedType() != array) {
    memory = MarkLanes(fn.EntryAlloca(array, llvm::Align(kThreadRounding)));
  }
}

// As the lane at hand sees it: see ElementSpacing.
llvm::Value* CpuTargetHooks::GroupArray(FunctionContext& fn, kir::InstId id) {
  const kir::Inst& inst = fn.kir_function().inst(id);
  llvm::Value* data = fn.builder().CreateGEP(
      fn.types().Memory(fn.type(inst.type).element), group_arrays_.at(id.index), state_.lane, "",
      llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap());
  return MakeStaticArray(fn, inst.type, data, kir::StaticExtents(fn.kir_function(), inst));
}

std::uint64_t CpuTargetHooks::ElementSpacing(FunctionContext& fn, kir::InstId array) const {
  const bool has_group_memory = fn.kir_function().kind == kir::FunctionKind::Kernel &&
                                fn.kir_function().inst(array).op == kir::Op::LocalArray && lane_arrays_[array.index];
  return has_group_memory ? state_.group_width : 1;
}

// A slot of the block: an array over threads in scratch memory.
llvm::Value* CpuTargetHooks::SlotPointer(FunctionContext& fn, kir::InstId slot,
                                         llvm::Value* index) {
  const TypeId type = fn.kir_function().inst(slot).type;
  llvm::IRBuilder<>& builder = fn.builder();
  const std::uint64_t bytes = SlotBytes(fn, type);
  const std::uint32_t offset = ScratchOffset(slot, bytes, 1);
  llvm::Value* start = builder.CreateMul(state_.rounded_threads, fn.Int64(offset), "", true, true);
  llvm::Value* base = builder.CreateInBoundsGEP(builder.getInt8Ty(), state_.scratch, start);
  return builder.CreateGEP(
      SlotType(fn, type), base, index, "",
      llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap());
}

llvm::Value* CpuTargetHooks::OwnSlotPointer(FunctionContext& fn, kir::InstId slot) {
  if (const auto found = lane_slots_.find(slot.index); found != lane_slots_.end()) {
    return found->second.own;
  }
  return SlotPointer(fn, slot, state_.thread_number);
}

// A lane has its slots of a group as variables of its own, which become values: what it stores
// under a condition is chosen in registers then, and the group's memory is stored to under none.
void CpuTargetHooks::BringLaneSlots(FunctionContext& fn, const kir::Inst& inst, kir::InstId mask) {
  lane_slots_.clear();
  if (mask.has_value() && group_slots_.contains(mask.index)) {
    lane_slots_[mask.index];
  }
  FindLaneSlots(fn.kir_function(), fn.kir_function().region_of(inst, 0), &lane_slots_);
  llvm::IRBuilder<>& builder = fn.builder();
  for (auto& [index, slot] : lane_slots_) {
    llvm::Type* type = SlotType(fn, fn.kir_function().inst(kir::InstId(index)).type);
    slot.own =
        fn.EntryAlloca(type, fn.module().llvm_module().getDataLayout().getABITypeAlign(type));
    llvm::Value* value = llvm::PoisonValue::get(type);
    const std::vector<Part> parts = PartsOf(type);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      slot.group.push_back(builder.CreateGEP(
          parts[i].type, group_slots_.at(index)[i], state_.lane, "",
          llvm::GEPNoWrapFlags::inBounds() | llvm::GEPNoWrapFlags::noUnsignedWrap()));
      llvm::Value* part = builder.CreateLoad(parts[i].type, slot.group.back());
      value = parts[i].indices.empty() ? part
                                       : builder.CreateInsertValue(value, part, parts[i].indices);
    }
    builder.CreateStore(value, slot.own);
  }
}

void CpuTargetHooks::StoreLaneSlots(FunctionContext& fn) {
  llvm::IRBuilder<>& builder = fn.builder();
  for (const auto& [index, slot] : lane_slots_) {
    if (!slot.is_stored) {
      continue;
    }
    llvm::Type* type = SlotType(fn, fn.kir_function().inst(kir::InstId(index)).type);
    llvm::Value* value = builder.CreateLoad(type, slot.own);
    const std::vector<Part> parts = PartsOf(type);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      llvm::Value* part =
          parts[i].indices.empty() ? value : builder.CreateExtractValue(value, parts[i].indices);
      builder.CreateStore(part, slot.group[i]);
    }
  }
  lane_slots_.clear();
}

// Slots of the group that the region loads or stores.
void CpuTargetHooks::FindLaneSlots(const kir::Function& function, kir::RegionId region,
                                   std::map<std::uint32_t, LaneSlot>* slots) const {
  for (const kir::InstId id : function.region(region).insts) {
    const kir::Inst& inst = function.inst(id);
    if (inst.op == kir::Op::SlotLoad || inst.op == kir::Op::SlotStore) {
      const kir::InstId slot = function.operand(inst, 0);
      if (group_slots_.contains(slot.index)) {
        (*slots)[slot.index].is_stored |= inst.op == kir::Op::SlotStore;
      }
    }
    for (const kir::RegionId nested : function.regions_of(inst)) {
      FindLaneSlots(function, nested, slots);
    }
  }
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
